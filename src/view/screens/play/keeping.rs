//! Tells whoever keeps a game for later each time it has changed.

use crate::game::Game;
use crate::game::keeper::Keeper;
use crate::rules::Color;

/// What tells one state of a game from the next: the number of moves, the position and whether the game has ended.
type Stamp = (usize, u64, bool);

/// A game's way to its keeper; without one, nothing is kept.
#[derive(Default)]
pub struct Keeping {
    keeper: Option<Box<dyn Keeper>>,
    told: Option<Stamp>,
}

impl Keeping {
    /// The way to `keeper`.
    #[must_use]
    pub fn by(keeper: Box<dyn Keeper>) -> Self {
        Self { keeper: Some(keeper), told: None }
    }

    /// Looks at `game` after each command and hands it on if it has changed, with `seat` below where two persons
    /// play; gives what went wrong, in a sentence.
    pub fn look(&mut self, game: &Game, seat: Color) -> Option<String> {
        let keeper = self.keeper.as_mut()?;
        let stamp = (game.moves().len(), game.position().key(), game.termination().is_some());
        if self.told != Some(stamp) {
            self.told = Some(stamp);
            keeper.keep(game.record(seat));
        }
        keeper.trouble()
    }

    /// Hands on `game` once more when it is left: its clocks have run since the last move.
    pub fn leave(&mut self, game: &Game, seat: Color) {
        if let Some(keeper) = self.keeper.as_mut().filter(|_| game.side_to_move().is_some()) {
            keeper.keep(game.record(seat));
        }
    }
}
