//! The score sheet of a game: all that is needed to go on with it, or to look at it later.

pub mod pgn;

use std::time::Duration;

use super::{Game, GameSetup, Termination};
use crate::notation::pgn::TimedMove;
use crate::rules::{ByColor, Color};

/// A game as it stands, apart from what hangs on the moment: selection, pre-moves, messages.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// What the game started from.
    pub setup: GameSetup,
    /// The side below where two persons play.
    pub orientation: Color,
    /// The moves, each with the time left on the mover's clock after it.
    pub moves: Vec<TimedMove>,
    /// The time left on both clocks now; `None`: as after the last move.
    pub remaining: ByColor<Option<Duration>>,
    /// How the game ended, if it has.
    pub termination: Option<Termination>,
}

/// A move of a score sheet that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// Its place, counted from 0.
    pub ply: usize,
}

impl std::fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the move in place {} is not legal", self.ply + 1)
    }
}

impl std::error::Error for IllegalMove {}

impl GameRecord {
    /// The number of the move to be made next.
    #[must_use]
    pub fn move_number(&self) -> usize {
        let start = &self.setup.position;
        let behind = usize::from(start.turn() == Color::Black);
        usize::from(start.fullmove_number()) + (self.moves.len() + behind) / 2
    }
}

impl Game {
    /// The score sheet as the game stands now, with `seat` below where two persons play.
    #[must_use]
    pub fn record(&self, seat: Color) -> GameRecord {
        let clock = |ply: usize, color| self.clocks_after.get(ply).and_then(|clocks| clocks.remaining(color));
        let moves = self.moves.iter().enumerate();
        GameRecord {
            setup: self.setup.clone(),
            orientation: seat,
            moves: moves.map(|(ply, made)| (made.mv, clock(ply, made.piece.color))).collect(),
            remaining: ByColor::from_fn(|color| self.clocks.remaining(color)),
            termination: self.termination,
        }
    }

    /// The game that `sheet` tells of, to go on from its last move; a game given up or lost on time goes on, too.
    ///
    /// # Errors
    /// When one of the moves cannot be made.
    pub fn from_record(sheet: &GameRecord) -> Result<Self, IllegalMove> {
        let mut game = Self::new(sheet.setup.clone());
        for (ply, &(mv, clock)) in sheet.moves.iter().enumerate() {
            // Whatever the rules say of the positions on the way: the game went on.
            game.termination = None;
            let mover = game.position.turn();
            game.play(mv, &mut Vec::new());
            if game.moves.len() == ply {
                return Err(IllegalMove { ply });
            }
            if let (Some(clock), Some(after)) = (clock, game.clocks_after.last_mut()) {
                after.set(mover, clock);
                game.clocks.set(mover, clock);
            }
        }
        // Whoever is to move may have looked already.
        game.looked_at = game.moves.len();
        for color in Color::ALL {
            if let Some(remaining) = sheet.remaining[color] {
                game.clocks.set(color, remaining);
            }
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests;
