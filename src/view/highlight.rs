//! Which tile has which tint. rule: docs/rules.md#the-players-hand

use crate::game::{Ending, Game};
use crate::rules::{Bitboard, Square};

use super::scene::Tint;

/// The tinted squares of a game, worked out once for a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlights {
    danger: Bitboard,
    mating: Bitboard,
    selected: Bitboard,
    captures: Bitboard,
    targets: Bitboard,
    premoves: Bitboard,
    last_move: Bitboard,
}

impl Highlights {
    /// The tints of `game` as it stands.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let board = game.position().board();
        let moves = game.selected_moves();
        let targets: Bitboard = moves.iter().map(|mv| mv.to).chain(game.premove_targets()).collect();
        let premoves = game.premoves().iter().flat_map(|premove| [premove.from, premove.to]);
        let enemy = game.selectable().map_or(Bitboard::EMPTY, |color| board.of_color(!color));
        let last_move = game.moves().last().into_iter().flat_map(|made| [made.mv.from, made.mv.to]).collect();
        Self {
            danger: danger(game),
            mating: game.mating_pieces(),
            selected: game.selected().into_iter().collect(),
            captures: targets & enemy,
            targets: targets.without(enemy),
            premoves: premoves.collect(),
            last_move,
        }
    }

    /// The tint of `square`: the first that applies.
    #[must_use]
    pub fn tint(&self, square: Square) -> Option<Tint> {
        [
            (self.danger, Tint::Danger),
            (self.mating, Tint::Mating),
            (self.selected, Tint::Selected),
            (self.captures, Tint::Capture),
            (self.targets, Tint::Target),
            (self.premoves, Tint::Premove),
            (self.last_move, Tint::LastMove),
        ]
        .into_iter()
        .find(|(squares, _)| squares.has(square))
        .map(|(_, tint)| tint)
    }
}

/// The king's tile while it is in check or mated, or in the dark half of a flash.
fn danger(game: &Game) -> Bitboard {
    let position = game.position();
    let mated = matches!(game.ending(), Some(Ending::Checkmate { .. }));
    let checked = position.is_check() || mated;
    let king = position.king(position.turn()).filter(|_| checked);
    let flashing = game.flash().filter(|&(_, lit)| lit).map(|(king, _)| king);
    king.into_iter().chain(flashing).collect()
}
