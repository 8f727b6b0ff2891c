//! Observers of the simulator's board: listeners and visitors.

use std::sync::{Arc, Mutex};

use xxlchess_core::rules::Square;
use xxlchess_simulator::{BoardListener, BoardVisitor, Piece};

use crate::{board, piece};

/// Calls of the listeners of a test, in order.
type Log = Arc<Mutex<Vec<String>>>;

/// Listener that writes its calls, with its name, to a shared log.
struct Recorder(&'static str, Log);

impl BoardListener for Recorder {
    fn on_move(&mut self, from: Square, to: Square, piece: &Piece) {
        self.1.lock().unwrap().push(format!("{}: {piece} {from}-{to}", self.0));
    }

    fn on_capture(&mut self, attacker: &Piece, captured: &Piece) {
        self.1.lock().unwrap().push(format!("{}: {attacker} captures {captured}", self.0));
    }
}

/// Removes the calls so far from the log and returns them.
fn taken(log: &Log) -> Vec<String> {
    std::mem::take(&mut *log.lock().unwrap())
}

/// A move causes one call, and a capture one for the move and then one for the captured piece.
#[test]
fn a_capture_is_reported_after_its_move() {
    let (mut board, log) = (board("a2=wp b5=bn"), Log::default());
    board.register_listener(Recorder("x", Arc::clone(&log)));
    board.move_piece("a2", "a4").unwrap();
    assert_eq!(taken(&log), ["x: wp a2-a4"]);
    board.move_piece("a4", "b5").unwrap();
    assert_eq!(taken(&log), ["x: wp a4-b5", "x: wp captures bn"]);
}

/// Two listeners are called in the order of their registration, both for the move before the capture.
#[test]
fn listeners_are_called_in_the_order_of_registration() {
    let (mut board, log) = (board("a4=wp b5=bn"), Log::default());
    for name in ["x", "y"] {
        board.register_listener(Recorder(name, Arc::clone(&log)));
    }
    board.move_piece("a4", "b5").unwrap();
    assert_eq!(taken(&log), ["x: wp a4-b5", "y: wp a4-b5", "x: wp captures bn", "y: wp captures bn"]);
}

/// A listener can be removed once. After `remove_all_listeners` none is called.
#[test]
fn a_removed_listener_is_not_called() {
    let (mut board, log) = (board("a2=wp"), Log::default());
    let x = board.register_listener(Recorder("x", Arc::clone(&log)));
    let y = board.register_listener(Recorder("y", Arc::clone(&log)));
    assert!(board.remove_listener(x));
    assert!(!board.remove_listener(x));
    board.move_piece("a2", "a3").unwrap();
    assert_eq!(taken(&log), ["y: wp a2-a3"]);
    let z = board.register_listener(Recorder("z", Arc::clone(&log)));
    assert!(z != x && z != y);
    board.remove_all_listeners();
    assert!(!board.remove_listener(y));
    board.move_piece("a3", "a4").unwrap();
    assert!(taken(&log).is_empty());
}

/// Illegal moves, added and placed pieces, and `set_position` cause no call.
#[test]
fn only_moves_are_reported() {
    let (mut board, log) = (board("a2=wp b5=bn"), Log::default());
    board.register_listener(Recorder("x", Arc::clone(&log)));
    board.move_piece("a2", "b5").unwrap_err();
    board.move_piece("a3", "a4").unwrap_err();
    board.add_piece(piece("wk"), "e1").unwrap();
    board.piece_at_mut("e1").unwrap().unwrap().set_position("e2").unwrap();
    assert!(board.place_piece(piece("bk"), "e8"));
    assert!(taken(&log).is_empty());
}

/// A rook that is placed on an enemy causes a call for the capture only.
#[test]
fn a_capture_by_place_piece_is_reported_without_a_move() {
    let (mut board, log) = (board("b5=bn"), Log::default());
    board.register_listener(Recorder("x", Arc::clone(&log)));
    assert!(board.place_piece(piece("wr"), "b5"));
    assert_eq!(taken(&log), ["x: wr captures bn"]);
}

/// A listener is called for a move after `clear` and `initialize`.
#[test]
fn listeners_stay_when_the_pieces_are_removed() {
    let (mut board, log) = (board("b5=bn"), Log::default());
    board.register_listener(Recorder("x", Arc::clone(&log)));
    board.clear();
    board.initialize();
    board.move_piece("g1", "f3").unwrap();
    assert_eq!(taken(&log), ["x: wn g1-f3"]);
}

/// A test reads the calls of a registered listener from its own `Arc<Mutex<_>>`.
#[test]
fn a_listener_can_be_shared() {
    let shared = Arc::new(Mutex::new(Recorder("x", Log::default())));
    let mut board = board("a4=wp b5=bn");
    board.register_listener(Arc::clone(&shared));
    board.move_piece("a4", "b5").unwrap();
    assert_eq!(taken(&shared.lock().unwrap().1), ["x: wp a4-b5", "x: wp captures bn"]);
}

/// Stores the visited squares with their pieces.
#[derive(Default)]
struct Census(Vec<(String, Option<String>)>);

impl BoardVisitor for Census {
    fn visit(&mut self, square: Square, piece: Option<&Piece>) {
        self.0.push((square.to_string(), piece.map(ToString::to_string)));
    }
}

/// On an empty board, with three pieces and after a capture, a visitor gets the 64 squares in order, each with its
/// piece.
#[test]
fn a_visitor_gets_every_square_once_with_its_piece() {
    let mut after_capture = board("a1=wr a8=br");
    after_capture.move_piece("a1", "a8").unwrap();
    for (board, pieces) in
        [(board(""), ""), (board("a1=wr h8=br e4=wk"), "a1=wr e4=wk h8=br"), (after_capture, "a8=wr")]
    {
        let mut census = Census::default();
        board.visit(&mut census);
        let squares = (b'1'..=b'8').flat_map(|row| (b'a'..=b'h').map(move |column| [column, row]));
        assert!(
            squares
                .map(|name| String::from_utf8(name.to_vec()).unwrap())
                .eq(census.0.iter().map(|(s, _)| s.clone()))
        );
        let found = census.0.into_iter().filter_map(|(square, piece)| Some(format!("{square}={}", piece?)));
        assert_eq!(found.collect::<Vec<_>>().join(" "), pieces);
    }
}
