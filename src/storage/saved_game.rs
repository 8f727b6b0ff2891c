//! Reading saved games, and the unfinished game that is offered at the start.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::FindVariant;
use super::games_folder::{GamesFolder, IMPORTED, is_locked};
use super::timestamp::utc;
use crate::game::game_record::GameRecord;
use crate::game::game_record::pgn::{ParsedRecord, StartTime};
use crate::notation::pgn::{MAX_BYTES, Tags};
use crate::platform::file_system::{self, modified};

/// A game read from its file.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// File of the game.
    pub file: PathBuf,
    /// The game. If the file is damaged, it ends where the damage begins.
    pub record: GameRecord,
    /// All tags of the file.
    pub tags: Tags,
    /// Whether the game has a result.
    pub ended: bool,
    /// Time at which the game was started.
    pub started: StartTime,
    /// Time at which the game was last saved.
    pub saved: SystemTime,
    /// The fault of a file that is damaged or was changed, as a sentence; `None` if the file is whole.
    pub damage: Option<String>,
}

/// A file in the folder of saved games that cannot be read.
#[derive(Clone, Debug)]
pub struct UnreadableGame {
    /// The file.
    pub file: PathBuf,
    /// Reason why the file cannot be read, without the file and without a full stop.
    pub reason: String,
}

impl fmt::Display for UnreadableGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "A saved game cannot be read: {}: {}.", self.file.display(), self.reason)
    }
}

impl GamesFolder {
    /// The unfinished game that was written last, except games that are being played and games of a match of engines. If the file that was written last
    /// cannot be read, a sentence about it is added to `problems`, because it may be the game that the player expects.
    pub(super) fn unfinished(
        &self,
        find_variant: FindVariant<'_>,
        problems: &mut Vec<String>,
    ) -> Option<SavedGame> {
        let files = self.files().into_iter().filter(|file| !has_result(file) && !is_locked(file));
        for (place, file) in files.enumerate() {
            match read_game(&file, find_variant) {
                Ok(game) if game.record.is_of_match() => {}
                Ok(game) => return Some(game),
                Err(game) if place == 0 => problems.push(game.to_string()),
                Err(_) => {}
            }
        }
        None
    }
}

/// Length of the start of a file in which the tag with the result stands: it is one of the first seven.
const RESULT_BYTES: u64 = 1024;

/// Whether the tags of the file have the result of a finished game, or the game is imported. The moves of thousands of games are not read for it.
fn has_result(file: &Path) -> bool {
    let start = file_system::read_start(file, RESULT_BYTES).unwrap_or_default();
    let start = String::from_utf8_lossy(&start);
    start.starts_with(IMPORTED)
        || ["1-0", "0-1", "1/2-1/2"].iter().any(|result| start.contains(&format!("[Result \"{result}\"]")))
}

/// Reads the game in `file`. Bytes that are not UTF-8 are reported as damage, but do not make the game unreadable.
pub fn read_game(file: &Path, find_variant: FindVariant<'_>) -> Result<SavedGame, UnreadableGame> {
    let fault =
        |reason: &dyn fmt::Display| UnreadableGame { file: file.to_owned(), reason: reason.to_string() };
    let bytes = file_system::read(file, MAX_BYTES as u64).map_err(|error| fault(&error))?;
    // The replacement character is no letter, so the moves after it are read. A letter of ISO 8859-1 would be an illegal move.
    let text = String::from_utf8_lossy(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes));
    let saved = GameRecord::from_pgn(&text, find_variant).map_err(|error| fault(&error))?;
    if saved.record.moves.is_empty() {
        return Err(fault(&"it has no moves"));
    }
    let saved_at = modified(file);
    let ParsedRecord { record, start_time, tags, ended, fault: error, changed } = saved;
    let damage = match &error {
        Some(error) => {
            let count = record.moves.len().div_ceil(2);
            let moves = if count == 1 { "first move".to_owned() } else { format!("first {count} moves") };
            Some(format!("Only the {moves} of this game can be read: {error}."))
        }
        None if changed => {
            Some("The file of this game was changed, so moves and clocks may be wrong.".to_owned())
        }
        None => None,
    };
    Ok(SavedGame {
        file: file.to_owned(),
        ended: ended && error.is_none(),
        started: start_time.unwrap_or_else(|| utc(saved_at)),
        saved: saved_at,
        record,
        tags,
        damage,
    })
}
