//! Finding and reading the last unfinished game.

use std::fs;
use std::time::{Duration, SystemTime};

use super::FindVariant;
use super::games_folder::{GamesFolder, Slot};
use super::timestamp::utc;
use crate::config::read;
use crate::game::game_record::GameRecord;
use crate::game::game_record::pgn::{ParsedRecord, StartTime};
use crate::notation::pgn::MAX_BYTES;
use crate::notation::text::decode;

/// A game that can be resumed.
#[derive(Clone, Debug)]
pub struct UnfinishedGame {
    /// The game as it was saved last.
    pub record: GameRecord,
    /// Time since it was saved.
    pub age: Duration,
    /// If its file is damaged: which part can be read, as a sentence.
    pub damage: Option<String>,
    pub(super) started: StartTime,
}

/// Why a saved game cannot be resumed, as a sentence.
enum Unreadable {
    /// It may be readable another time, so the file stays.
    Temporary(String),
    /// The file is damaged; it is moved to `aside/`.
    Damaged(String),
}

/// Finds the last unfinished game that can be resumed. Adds sentences about those that cannot to `problems`.
pub fn find(
    folder: &GamesFolder,
    find_variant: FindVariant<'_>,
    problems: &mut Vec<String>,
) -> Option<(Slot, UnfinishedGame)> {
    // A folder that cannot be read is reported when a game is saved there.
    for slot in folder.used_slots().unwrap_or_default() {
        match load(&slot, find_variant) {
            Ok(saved) if saved.ended && saved.fault.is_none() => {
                // The program was stopped after it wrote the last move and before it moved the file.
                if let Err(error) = folder.move_to_games(&slot, &start_time(&saved, &slot)) {
                    problems.push(format!("{}: {error}", slot.path.display()));
                }
            }
            Ok(saved) => {
                let game = unfinished_game(saved, &slot);
                let Some(damage) = &game.damage else { return Some((slot, game)) };
                // Resuming a damaged game overwrites its file, so there must be a copy.
                let copied = folder.back_up(&slot);
                let safe = copied.is_ok();
                problems
                    .push(copied.map_or_else(|e| not_copied(damage, &e), |path| copied_to(damage, &path)));
                if safe {
                    return Some((slot, game));
                }
            }
            Err(Unreadable::Temporary(reason)) => problems.push(reason),
            Err(Unreadable::Damaged(reason)) => {
                let moved = folder.back_up(&slot).and_then(|path| fs::remove_file(&slot.path).map(|()| path));
                problems
                    .push(moved.map_or_else(|e| not_copied(&reason, &e), |path| copied_to(&reason, &path)));
            }
        }
    }
    None
}

fn copied_to(reason: &str, path: &std::path::Path) -> String {
    format!("{reason} There is a copy of its file: {}.", path.display())
}

fn not_copied(reason: &str, error: &std::io::Error) -> String {
    format!("{reason} Its file cannot be copied: {error}.")
}

fn load(slot: &Slot, find_variant: FindVariant<'_>) -> Result<ParsedRecord, Unreadable> {
    let damaged = |error: &dyn std::fmt::Display| {
        Unreadable::Damaged(format!("The game you left cannot be resumed: {error}."))
    };
    let bytes = read(&slot.path, MAX_BYTES as u64)
        .map_err(|error| Unreadable::Temporary(format!("The game you left cannot be read: {error}.")))?;
    let text = decode(&bytes).map_err(|error| damaged(&error))?;
    let mut no_variant = None;
    let saved = GameRecord::from_pgn(text, |tags| {
        find_variant(tags).inspect_err(|reason| {
            // A file that names a variant may need another config. One that names none is damaged.
            no_variant = tags.get("Variant").map(|_| reason.clone());
        })
    });
    if let Some(reason) = no_variant {
        let path = slot.path.display();
        return Err(Unreadable::Temporary(format!("The game in {path} cannot be resumed now: {reason}.")));
    }
    let saved = saved.map_err(|error| damaged(&error))?;
    if saved.record.moves.is_empty() { Err(damaged(&"it has no moves")) } else { Ok(saved) }
}

fn start_time(saved: &ParsedRecord, slot: &Slot) -> StartTime {
    saved.start_time.clone().unwrap_or_else(|| utc(slot.modified()))
}

fn unfinished_game(saved: ParsedRecord, slot: &Slot) -> UnfinishedGame {
    let started = start_time(&saved, slot);
    let age = SystemTime::now().duration_since(slot.modified()).unwrap_or_default();
    let damage = saved.fault.map(|error| {
        let count = saved.record.moves.len();
        let moves = if count == 1 { "first move".to_owned() } else { format!("first {count} moves") };
        format!("Only the {moves} of the game you left can be read: {error}.")
    });
    UnfinishedGame { record: saved.record, age, damage, started }
}
