//! What the test suites share: variants by name, a small random source, walks through legal positions, a computer
//! that never answers, and whether things on the screen lie apart.

#![allow(dead_code, reason = "each group uses its own part")]

pub mod cases;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use xxlchess::engine::SearchRequest;
use xxlchess::game::opponent::Opponent;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Move, Position, Variant};
use xxlchess::view::scene::{Rect, Text};
use xxlchess::view::text::bounds;

/// The built-in variant `name`.
pub fn variant(name: &str) -> Arc<Variant> {
    Variants::built_in().get(name).expect("a built-in variant")
}

/// A position of `xxl` from a FEN.
pub fn xxl(fen: &str) -> Position {
    xxlchess::notation::fen::parse(&variant("xxl"), fen).expect("a legal position")
}

/// A sequence of numbers that looks random and is the same every time (xorshift).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `sides`, which is not 0.
    pub fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % sides
    }
}

/// Plays `games` random games of at most `plies` from `start` and shows every position to `visit`.
pub fn random_games(
    start: &Position,
    games: u64,
    plies: usize,
    mut visit: impl FnMut(&mut Position, &mut Dice),
) {
    for game in 0..games {
        let mut dice = Dice::new(game + 1);
        let mut position = start.clone();
        for _ in 0..plies {
            visit(&mut position, &mut dice);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[dice.below(moves.len())]);
        }
    }
}

/// A computer that never answers.
pub struct Silent;

impl Opponent for Silent {
    fn start(&mut self, _task: SearchRequest) {}
    fn poll(&mut self) -> Option<Move> {
        None
    }
    fn cancel(&mut self) {}
}

/// A computer that answers when it is told to.
#[derive(Clone, Default)]
pub struct Told(pub Rc<RefCell<Option<Move>>>);

impl Opponent for Told {
    fn start(&mut self, _task: SearchRequest) {}
    fn poll(&mut self) -> Option<Move> {
        self.0.borrow_mut().take()
    }
    fn cancel(&mut self) {}
}

/// Whether `inner` does not leave `outer`.
pub fn within(inner: Rect, outer: Rect) -> bool {
    inner.x >= outer.x
        && inner.y >= outer.y
        && inner.x + inner.w <= outer.x + outer.w
        && inner.y + inner.h <= outer.y + outer.h
}

/// Whether `a` and `b` have a place in common.
pub fn overlap(a: Rect, b: Rect) -> bool {
    a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

/// Fails if one of `texts` leaves `area` or lies on another, by more than half a pixel; `what` is told then.
pub fn assert_apart(texts: &[&Text], area: Rect, what: &str) {
    // Bounds are whole letters: half a pixel on each side is within what a letter leaves free.
    let narrow = |rect: Rect| Rect::new(rect.x + 0.25, rect.y + 0.25, rect.w - 0.5, rect.h - 0.5);
    let wide = Rect::new(area.x - 0.25, area.y - 0.25, area.w + 0.5, area.h + 0.5);
    for (index, text) in texts.iter().enumerate() {
        let place = narrow(bounds(text));
        assert!(within(place, wide), "{what}: {:?} at {place:?} in {area:?}", text.text);
        for other in &texts[..index] {
            assert!(!overlap(narrow(bounds(other)), place), "{what}: {:?} on {:?}", text.text, other.text);
        }
    }
}
