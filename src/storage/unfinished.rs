//! The game that was left unfinished: found at the start, and read.

use std::fs;
use std::time::{Duration, SystemTime};

use super::FindVariant;
use super::folder::{Folder, Slot};
use super::timestamp::moment;
use crate::config::read;
use crate::game::scoresheet::Scoresheet;
use crate::game::scoresheet::text::{Moment, ReadSheet};
use crate::notation::pgn::LONGEST;
use crate::notation::text::decode;

/// A game that was left unfinished.
#[derive(Clone, Debug)]
pub struct UnfinishedGame {
    /// The game as it stood.
    pub record: Scoresheet,
    /// How long ago that was.
    pub age: Duration,
    /// What is missing of it, in a sentence for the person, where its file is damaged.
    pub damage: Option<String>,
    /// When it was begun.
    pub(super) begun: Moment,
}

/// What is to be done about a slot.
enum Found {
    Game(Box<UnfinishedGame>),
    /// It had ended, and has been put away.
    Nothing,
    /// It stays where it is, for this reason.
    Stays(String),
    /// It cannot be read, for this reason.
    Broken(String),
}

/// The unfinished game that was played last, of those that can be gone on with, and its slot.
pub fn find(
    folder: &Folder,
    find: FindVariant<'_>,
    troubles: &mut Vec<String>,
) -> Option<(Slot, UnfinishedGame)> {
    // A folder that cannot be read will be told when it is to be written.
    for slot in folder.taken_slots().unwrap_or_default() {
        match look(folder, &slot, find) {
            Found::Game(left) => {
                let kept = left.damage.as_ref().map(|damage| aside(folder, &slot, damage, false));
                let safe = kept.as_ref().is_none_or(Result::is_ok);
                troubles.extend(kept.map(|told| told.unwrap_or_else(|told| told)));
                // To go on with a damaged game is to write over it.
                if safe {
                    return Some((slot, *left));
                }
            }
            Found::Nothing => {}
            Found::Stays(reason) => troubles.push(reason),
            Found::Broken(reason) => troubles.push(aside(folder, &slot, &reason, true).unwrap_or_else(|e| e)),
        }
    }
    None
}

fn look(folder: &Folder, slot: &Slot, find: FindVariant<'_>) -> Found {
    let broken = |fault: String| Found::Broken(format!("The game you left cannot be resumed: {fault}."));
    let bytes = match read(&slot.path, LONGEST as u64) {
        Ok(bytes) => bytes,
        Err(error) => return Found::Stays(format!("The game you left cannot be read: {error}.")),
    };
    let text = match decode(&bytes) {
        Ok(text) => text,
        Err(fault) => return broken(fault.to_string()),
    };
    let mut missing = None;
    let read = Scoresheet::read(text, |tags| {
        find(tags).inspect_err(|reason| {
            // Without a name in it the text is damaged; with one it may be a variant of another day.
            missing = tags.get("Variant").map(|_| reason.clone());
        })
    });
    if let Some(reason) = missing {
        let path = slot.path.display();
        return Found::Stays(format!("The game in {path} cannot be resumed now: {reason}."));
    }
    match read {
        Err(fault) => broken(fault.to_string()),
        Ok(read) if read.sheet.moves.is_empty() => broken("there is no move in it".to_owned()),
        Ok(read) => game(folder, slot, read),
    }
}

fn game(folder: &Folder, slot: &Slot, read: ReadSheet) -> Found {
    let begun = read.begun.unwrap_or_else(|| moment(slot.written()));
    if read.ended && read.fault.is_none() {
        // The program was stopped between the last move and putting the game away.
        return match folder.put_away(slot, &begun) {
            Ok(_) => Found::Nothing,
            Err(error) => Found::Stays(format!("{}: {error}", slot.path.display())),
        };
    }
    let age = SystemTime::now().duration_since(slot.written()).unwrap_or_default();
    let count = read.sheet.moves.len();
    let damage = read.fault.map(|fault| {
        let moves = if count == 1 { "first move".to_owned() } else { format!("first {count} moves") };
        format!("Only the {moves} of the game you left can be read: {fault}.")
    });
    Found::Game(Box::new(UnfinishedGame { record: read.sheet, age, damage, begun }))
}

/// Keeps what is damaged where nothing is written over it, and says so; `away` also takes it out of the slot.
fn aside(folder: &Folder, slot: &Slot, reason: &str, away: bool) -> Result<String, String> {
    let kept = folder.set_aside(slot).and_then(|path| {
        if away {
            fs::remove_file(&slot.path)?;
        }
        Ok(path)
    });
    match kept {
        Ok(path) => Ok(format!("{reason} The file is kept as {}.", path.display())),
        Err(error) => Err(format!("{reason} The file cannot be kept: {error}.")),
    }
}
