//! Tints of the squares. rule: docs/rules.md#the-players-hand

use crate::game::PlayerView;
use crate::rules::{Bitboard, Square};

use crate::view::scene::Tint;

/// The tinted squares of a view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlights {
    danger: Bitboard,
    mating: Bitboard,
    selected: Bitboard,
    captures: Bitboard,
    targets: Bitboard,
    premoves: Bitboard,
    last_move: Bitboard,
    fog: Bitboard,
}

impl Highlights {
    pub fn of(sight: &PlayerView) -> Self {
        let flashing = sight.flash.filter(|&(_, lit)| lit).map(|(king, _)| king);
        let premoves = sight.premoves.iter().flat_map(|premove| [premove.from, premove.to]);
        Self {
            danger: sight.checked.into_iter().chain(flashing).collect(),
            mating: sight.mating,
            selected: sight.selected.into_iter().collect(),
            captures: sight.captures,
            targets: sight.targets,
            premoves: premoves.collect(),
            last_move: sight.last_move,
            fog: sight.fog,
        }
    }

    /// The tint of `square`: the first that applies.
    pub fn tint(&self, square: Square) -> Option<Tint> {
        [
            (self.danger, Tint::Danger),
            (self.mating, Tint::Mating),
            (self.selected, Tint::Selected),
            (self.captures, Tint::Capture),
            (self.targets, Tint::Target),
            (self.premoves, Tint::Premove),
            (self.last_move, Tint::LastMove),
            (self.fog, Tint::Fog),
        ]
        .into_iter()
        .find(|(squares, _)| squares.has(square))
        .map(|(_, tint)| tint)
    }
}
