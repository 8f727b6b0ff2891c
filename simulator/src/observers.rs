//! Observers of a board: listeners for moves and captures, and visitors of squares.

use std::sync::{Arc, Mutex, PoisonError};

use xxlchess_core::rules::Square;

use crate::piece::Piece;

/// Listener for moves and captures. It is called after the board has changed, and has no access to the board.
pub trait BoardListener {
    /// Called after `piece` has moved.
    fn on_move(&mut self, from: Square, to: Square, piece: &Piece);

    /// Called after `attacker` has captured `captured`. If the capture was a move, `on_move` is called first.
    fn on_capture(&mut self, attacker: &Piece, captured: &Piece);
}

/// A listener to which its creator keeps access, because a clone of the `Arc` is registered.
impl<L: BoardListener> BoardListener for Arc<Mutex<L>> {
    fn on_move(&mut self, from: Square, to: Square, piece: &Piece) {
        self.lock().unwrap_or_else(PoisonError::into_inner).on_move(from, to, piece);
    }

    fn on_capture(&mut self, attacker: &Piece, captured: &Piece) {
        self.lock().unwrap_or_else(PoisonError::into_inner).on_capture(attacker, captured);
    }
}

/// Identifier of a registered listener.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ListenerId(u64);

/// The listeners of a board, in the order of their registration.
#[derive(Default)]
pub(crate) struct Listeners {
    registered: Vec<(ListenerId, Box<dyn BoardListener + Send>)>,
    /// Number of all listeners that were ever registered. It is the id of the last one.
    count: u64,
}

impl Listeners {
    pub fn register(&mut self, listener: Box<dyn BoardListener + Send>) -> ListenerId {
        self.count += 1;
        let id = ListenerId(self.count);
        self.registered.push((id, listener));
        id
    }

    pub fn remove(&mut self, id: ListenerId) -> bool {
        let before = self.registered.len();
        self.registered.retain(|(registered, _)| *registered != id);
        self.registered.len() < before
    }

    pub fn clear(&mut self) {
        self.registered.clear();
    }

    pub fn on_move(&mut self, from: Square, to: Square, piece: &Piece) {
        self.registered.iter_mut().for_each(|(_, listener)| listener.on_move(from, to, piece));
    }

    pub fn on_capture(&mut self, attacker: &Piece, captured: &Piece) {
        self.registered.iter_mut().for_each(|(_, listener)| listener.on_capture(attacker, captured));
    }
}

/// Visitor of the squares of a board. Closures implement it.
pub trait BoardVisitor {
    /// Called for each square of the board, with the piece on it.
    fn visit(&mut self, square: Square, piece: Option<&Piece>);
}

impl<F: FnMut(Square, Option<&Piece>)> BoardVisitor for F {
    fn visit(&mut self, square: Square, piece: Option<&Piece>) {
        self(square, piece);
    }
}
