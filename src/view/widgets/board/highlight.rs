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
    pub fn of(view: &PlayerView) -> Self {
        let flashing = view.flash.filter(|&(_, lit)| lit).map(|(king, _)| king);
        let premoves = view.premoves.iter().flat_map(|premove| [premove.from, premove.to]);
        Self {
            danger: view.checked.into_iter().chain(flashing).collect(),
            mating: view.mating,
            selected: view.selected.into_iter().collect(),
            captures: view.captures,
            targets: view.targets,
            premoves: premoves.collect(),
            last_move: view.last_move,
            fog: view.fog,
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
        .find(|(squares, _)| squares.contains(square))
        .map(|(_, tint)| tint)
    }
}
