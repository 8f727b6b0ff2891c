//! What a game tells whoever keeps it for later.

use super::game_record::GameRecord;

/// Keeps one game at a time for later.
pub trait Keeper {
    /// Keeps the game as `sheet` tells it, in the place of what was kept of it before.
    fn keep(&mut self, sheet: GameRecord);

    /// What has gone wrong since the last call, in a sentence for the person.
    fn trouble(&mut self) -> Option<String>;
}
