//! Saved games: the list of them, resuming and deleting one, and what the program takes from all of them.

use std::path::{Path, PathBuf};

use super::App;
use super::games::{GameStart, start_number};
use super::levels::title;
use super::texts::{ending_of, faults_of, two_person_game};
use crate::config::read_text;
use crate::game::Game;
use crate::game::game_record::GameRecord;
use crate::game::game_record::pgn::StartTime;
use crate::game::new_game::{BySeat, ColorChoice, NewGame};
use crate::game::openings::Openings;
use crate::game::options::Options;
use crate::notation::pgn::collection::Games;
use crate::notation::pgn::{MAX_BYTES, Tags};
use crate::platform::file_system;
use crate::rules::{Color, Variant};
use crate::storage::game_reader::{GameReader, VariantUnavailable};
use crate::storage::games_folder::{IMPORTED, LockedFile, is_locked};
use crate::storage::saved_game::read_game;
use crate::storage::{FindVariant, SavedGame};
use crate::view::screen::Reply;
use crate::view::screens::games::{GameEntry, GameHead, GamePlace, GameSource, GamesScreen};

/// Number of saved games from which the player's openings are. To read ten thousand games takes seconds.
const OPENING_GAMES: usize = 1000;

/// Length of the start of a file that has the tags of a game.
const HEAD_BYTES: u64 = 4096;

impl App {
    pub(super) fn resume(&mut self) -> Result<(), String> {
        let game = self.unfinished.take().ok_or("There is no game to resume.")?;
        let resumed = self.resume_game(&game);
        // Another window may close the game later.
        self.unfinished = resumed.is_err().then_some(game);
        resumed
    }

    /// Resumes the saved game in `file`.
    ///
    /// # Errors
    /// If the game cannot be read or is open elsewhere, a sentence with the reason.
    pub fn resume_file(&mut self, file: &Path) -> Result<(), String> {
        let game = read_game(file, &|tags| self.setup.reader.find_variant(tags));
        self.resume_game(&game.map_err(|unreadable| unreadable.to_string())?)
    }

    fn resume_game(&mut self, saved: &SavedGame) -> Result<(), String> {
        if saved.record.is_of_match() {
            return Err("A game of a match cannot be resumed.".to_owned());
        }
        let game =
            Game::from_record(&saved.record).map_err(|fault| fault.to_string())?.with_waiting_restart();
        let (locked, problem) = match LockedFile::lock(&saved.file) {
            Ok(None) => return Err(IN_USE.to_owned()),
            Ok(locked) => (locked, None),
            Err(error) => (None, Some(format!("The game continues in another file: {error}."))),
        };
        let position = self.setup.reader.without_options(&game.position_at(0));
        let start = GameStart::of(position, &self.choices_of(&saved.record));
        self.open_game(game, saved.record.orientation, start, None, |autosave, tags| {
            autosave.resume(saved, locked, tags)
        });
        self.ctx.notice = problem.or(self.ctx.notice.take());
        Ok(())
    }

    pub(super) fn open_games(&mut self) -> Result<(), String> {
        let folder = self.setup.storage.games().ok_or("This system has no folder for saved games.")?;
        let list = move || folder.files_by_start().into_iter().map(GamePlace::File).collect();
        self.open(Box::new(GamesScreen::saved(self.game_source(list))));
        Ok(())
    }

    /// Reads saved games, and the games of a PGN. If a game names no variant, the variant of the game on the board is tried
    /// first.
    pub(super) fn game_source(&self, list: impl Fn() -> Vec<GamePlace> + 'static) -> GameSource {
        let reader = self.setup.reader.clone();
        let other_reader = reader.clone();
        let (options, variant) = (self.ctx.options, self.text_variant());
        GameSource {
            list: Box::new(list),
            saved: Box::new(move |file| entry(file, &reader)),
            text: Box::new(move |text, line| pgn_entry(text, line, &other_reader, &options, &variant)),
            head: Box::new(head),
        }
    }

    /// The openings of the saved games of `variant` that have ended, of the last [`OPENING_GAMES`] of all games. Matches of
    /// engines do not count.
    pub(super) fn own_openings(&self, variant: &Variant) -> Openings {
        let files = self.setup.storage.games().map_or_else(Vec::new, |folder| folder.files());
        let read = |file| read_game(file, &|tags| self.setup.reader.find_variant(tags)).ok();
        let mut openings = Openings::default();
        for SavedGame { record, .. } in files.iter().take(OPENING_GAMES).filter_map(|file| read(file)) {
            let start = &record.setup.position;
            let counts = start.variant().rules().name == variant.rules().name && !record.is_of_match();
            if let Some(ending) = record.termination.filter(|_| counts) {
                openings.add_game(start, record.moves.iter().map(|(mv, _)| *mv), ending.winner());
            }
        }
        openings
    }

    /// Number of the saved games of the variant `name` of which less could be read if its section were `text`.
    pub(super) fn games_that_break(&self, name: &str, text: &str) -> usize {
        let reader = &self.setup.reader;
        let Ok(changed) = reader.variants().without(name).with_file("", text) else { return 0 };
        let files = self.setup.storage.games().map_or_else(Vec::new, |folder| folder.files());
        let breaks = |file: &PathBuf| {
            let Ok(text) = read_text(file, MAX_BYTES as u64) else { return false };
            // The number of moves that can be read, and whether the game has ended. A game of another variant is read to its tags only.
            let read = |find_variant: FindVariant<'_>| {
                let of_variant = |tags: &Tags| match tags.get("Variant") == Some(name) {
                    true => find_variant(tags),
                    false => Err(VariantUnavailable::Unnamed),
                };
                let game = GameRecord::from_pgn(&text, of_variant).ok()?;
                Some((game.record.moves.len(), game.ended && game.fault.is_none()))
            };
            let before = read(&|tags| reader.find_variant(tags));
            before.is_some() && read(&|_| changed.find(name).map_err(VariantUnavailable::Unknown)) != before
        };
        files.iter().filter(|file| breaks(file)).count()
    }

    /// Replaces the saved game in `file` by `pgn`.
    pub(super) fn save_analysis(file: &Path, pgn: &str) -> Result<(), String> {
        let _locked = lock(file)?;
        let saved = file_system::replace(file, pgn.as_bytes());
        saved.map_err(|error| format!("The analysis cannot be saved: {error}."))
    }

    pub(super) fn delete_game(&mut self, file: &Path) -> Result<(), String> {
        let _locked = lock(file)?;
        file_system::remove(file).map_err(|error| format!("The game cannot be deleted: {error}."))?;
        self.unfinished.take_if(|game| game.file == file);
        self.reply(Reply::Deleted);
        Ok(())
    }

    fn choices_of(&self, record: &GameRecord) -> NewGame {
        let side = record.setup.only_human().unwrap_or(record.orientation);
        let mut options = record.setup.options;
        options.copy_live(&self.ctx.options);
        let clocks = BySeat { person: record.setup.controls[side], opponent: record.setup.controls[!side] };
        NewGame { level: self.setup.choices.level.clone(), color: ColorChoice::from(side), clocks, options }
    }
}

/// Reads the game in `file` for the list of games.
pub(super) fn entry(file: &Path, reader: &GameReader) -> GameEntry {
    if file_system::read_start(file, IMPORTED.len() as u64).is_ok_and(|start| start == IMPORTED.as_bytes()) {
        return match read_text(file, MAX_BYTES as u64) {
            Ok(text) => pgn_entry(&text, 1, reader, &Options::default(), ""),
            Err(error) => GameEntry::unreadable(format!("The game cannot be read: {error}.")),
        };
    }
    match read_game(file, &|tags| reader.find_variant(tags)) {
        Ok(game) => {
            let variant = game.record.setup.position.variant();
            let last = Game::from_record(&game.record).ok();
            let number = last.as_ref().and_then(start_number);
            let number = number.map_or_else(String::new, |number| format!(", start {number}"));
            let ending = || last.as_ref().and_then(Game::message).unwrap_or_else(|| "Finished".to_owned());
            GameEntry {
                opponent: GameHead::of(&game.tags, title).opponent,
                tags: reader.tags_of(variant),
                variant: title(&variant.rules().name) + &number,
                is_open: is_locked(file),
                started: Some(game.started),
                ending: game.ended.then(ending),
                pgn: None,
                damage: game.damage,
                game: last.map(|last| (game.record, last)),
            }
        }
        Err(unreadable) => GameEntry::unreadable(unreadable.reason),
    }
}

/// Reads a game of a PGN, which begins in `line` of it, for the list of games.
fn pgn_entry(text: &str, line: usize, reader: &GameReader, options: &Options, variant: &str) -> GameEntry {
    let tags = Games::new(text).next().map(|game| game.tags).unwrap_or_default();
    let opponent = GameHead::of(&tags, title).opponent;
    let read = reader.read_at_line(text, line, options, variant);
    let read = read.and_then(|(pgn, options)| Ok((two_person_game(&pgn, options)?, pgn)));
    let (game, pgn) = match read {
        Ok(read) => read,
        Err(reason) => {
            let entry = GameEntry::unreadable(format!("It cannot be read: {reason}."));
            return GameEntry { opponent, ..entry };
        }
    };
    let time = |date: &str, time: &str| {
        let time = pgn.tags.get(time).unwrap_or_default().to_owned();
        Some(StartTime { date: pgn.tags.get(date)?.to_owned(), time })
    };
    let record = GameRecord { analysis: Some(pgn.tree.clone()), ..game.record(Color::White) };
    GameEntry {
        started: time("UTCDate", "UTCTime").or_else(|| time("Date", "")),
        ending: ending_of(&pgn, &game),
        is_open: false,
        damage: faults_of(&pgn),
        variant: title(&game.position().variant().rules().name),
        tags: Tags::default(),
        game: Some((record, game)),
        pgn: Some(pgn),
        opponent,
    }
}

/// Reads the tags of the game in `file`.
fn head(file: &Path) -> GameHead {
    let start = file_system::read_start(file, HEAD_BYTES).unwrap_or_default();
    let tags = Games::new(&String::from_utf8_lossy(&start)).next().map(|game| game.tags);
    let head = GameHead::of(&tags.unwrap_or_default(), title);
    let opponent = if start.starts_with(IMPORTED.as_bytes()) { "Imported".to_owned() } else { head.opponent };
    GameHead { opponent, ..head }
}

/// Message if a locked game is to be resumed or deleted.
const IN_USE: &str = "This game is open on a board.";

/// Locks the saved game in `file`.
fn lock(file: &Path) -> Result<LockedFile, String> {
    let locked = LockedFile::lock(file).map_err(|error| format!("{}: {error}.", file.display()))?;
    locked.ok_or_else(|| IN_USE.to_owned())
}
