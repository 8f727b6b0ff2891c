//! Listeners of the simulator's board.

use std::sync::{Arc, Mutex};

use xxlchess::rules::Square;
use xxlchess::simulator::{BoardListener, Piece};

use crate::{board, piece};

/// Calls of all listeners of a test, in order.
type Log = Arc<Mutex<Vec<String>>>;

/// Writes its calls with its name into a shared log.
struct Scribe(&'static str, Log);

impl BoardListener for Scribe {
    fn on_move(&mut self, from: Square, to: Square, piece: &Piece) {
        self.1.lock().unwrap().push(format!("{}: {piece} {from}-{to}", self.0));
    }

    fn on_capture(&mut self, attacker: &Piece, captured: &Piece) {
        self.1.lock().unwrap().push(format!("{}: {attacker} captures {captured}", self.0));
    }
}

fn heard(log: &Log) -> Vec<String> {
    std::mem::take(&mut *log.lock().unwrap())
}

/// A move and a capture.
#[test]
fn a_capture_is_reported_after_its_move() {
    let (mut board, log) = (board("a2=wp b5=bn"), Log::default());
    board.register_listener(Scribe("x", Arc::clone(&log)));
    board.move_piece("a2", "a4").unwrap();
    assert_eq!(heard(&log), ["x: wp a2-a4"]);
    board.move_piece("a4", "b5").unwrap();
    assert_eq!(heard(&log), ["x: wp a4-b5", "x: wp captures bn"]);
}

/// Two listeners and a capture.
#[test]
fn listeners_are_called_in_the_order_of_registration() {
    let (mut board, log) = (board("a4=wp b5=bn"), Log::default());
    for name in ["x", "y"] {
        board.register_listener(Scribe(name, Arc::clone(&log)));
    }
    board.move_piece("a4", "b5").unwrap();
    assert_eq!(heard(&log), ["x: wp a4-b5", "y: wp a4-b5", "x: wp captures bn", "y: wp captures bn"]);
}

/// Removing one listener, twice, and then all.
#[test]
fn a_removed_listener_is_not_called() {
    let (mut board, log) = (board("a2=wp"), Log::default());
    let x = board.register_listener(Scribe("x", Arc::clone(&log)));
    let y = board.register_listener(Scribe("y", Arc::clone(&log)));
    assert!(board.remove_listener(x));
    assert!(!board.remove_listener(x));
    board.move_piece("a2", "a3").unwrap();
    assert_eq!(heard(&log), ["y: wp a2-a3"]);
    let z = board.register_listener(Scribe("z", Arc::clone(&log)));
    assert!(z != x && z != y);
    board.remove_all_listeners();
    assert!(!board.remove_listener(y));
    board.move_piece("a3", "a4").unwrap();
    assert!(heard(&log).is_empty());
}

/// Illegal moves, added pieces, and `set_position`.
#[test]
fn only_moves_are_reported() {
    let (mut board, log) = (board("a2=wp b5=bn"), Log::default());
    board.register_listener(Scribe("x", Arc::clone(&log)));
    board.move_piece("a2", "b5").unwrap_err();
    board.move_piece("a3", "a4").unwrap_err();
    board.add_piece(piece("wk"), "e1").unwrap();
    board.piece_at_mut("e1").unwrap().unwrap().set_position("e2").unwrap();
    assert!(board.place_piece(piece("bk"), "e8"));
    assert!(heard(&log).is_empty());
}

/// A piece placed on an enemy.
#[test]
fn a_capture_by_place_piece_is_reported_without_a_move() {
    let (mut board, log) = (board("b5=bn"), Log::default());
    board.register_listener(Scribe("x", Arc::clone(&log)));
    assert!(board.place_piece(piece("wr"), "b5"));
    assert_eq!(heard(&log), ["x: wr captures bn"]);
}

/// `clear` and `initialize`.
#[test]
fn listeners_stay_when_the_pieces_are_removed() {
    let (mut board, log) = (board("b5=bn"), Log::default());
    board.register_listener(Scribe("x", Arc::clone(&log)));
    board.clear();
    board.initialize();
    board.move_piece("g1", "f3").unwrap();
    assert_eq!(heard(&log), ["x: wn g1-f3"]);
}

/// An `Arc<Mutex<_>>` read after a move.
#[test]
fn a_listener_can_be_shared() {
    let shared = Arc::new(Mutex::new(Scribe("x", Log::default())));
    let mut board = board("a4=wp b5=bn");
    board.register_listener(Arc::clone(&shared));
    board.move_piece("a4", "b5").unwrap();
    assert_eq!(heard(&shared.lock().unwrap().1), ["x: wp a4-b5", "x: wp captures bn"]);
}
