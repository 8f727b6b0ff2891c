//! Watching a board: listeners hear of every move, a visitor sees every square.

use std::sync::{Arc, Mutex, PoisonError};

use crate::rules::Square;

use super::piece::Piece;

/// Hears what happens on a board.
///
/// It hears of a thing when it has happened, and cannot reach the board meanwhile: it holds no reference to it.
pub trait BoardListener {
    /// The piece `piece` has moved.
    fn on_move(&mut self, from: Square, to: Square, piece: &Piece);

    /// `attacker` has captured `captured`; when it did so by a move, `on_move` told of that before.
    fn on_capture(&mut self, attacker: &Piece, captured: &Piece);
}

/// A shared listener is one too: register a clone and look at what the other has heard.
impl<L: BoardListener> BoardListener for Arc<Mutex<L>> {
    fn on_move(&mut self, from: Square, to: Square, piece: &Piece) {
        self.lock().unwrap_or_else(PoisonError::into_inner).on_move(from, to, piece);
    }

    fn on_capture(&mut self, attacker: &Piece, captured: &Piece) {
        self.lock().unwrap_or_else(PoisonError::into_inner).on_capture(attacker, captured);
    }
}

/// Names a registered listener, to remove it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ListenerId(u64);

/// The listeners of a board, in the order of their registration.
#[derive(Default)]
pub(super) struct Listeners {
    registered: Vec<(ListenerId, Box<dyn BoardListener + Send>)>,
    /// How many there have ever been, so that an id is never given twice.
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

/// Sees the squares of a board, one after the other; a closure will do.
pub trait BoardVisitor {
    /// Sees one square, and the piece on it.
    fn visit(&mut self, square: Square, piece: Option<&Piece>);
}

impl<F: FnMut(Square, Option<&Piece>)> BoardVisitor for F {
    fn visit(&mut self, square: Square, piece: Option<&Piece>) {
        self(square, piece);
    }
}
