//! Import of the games of a PGN into the folder of saved games.

use super::App;
use super::texts::faults_of;
use crate::game::game_record::pgn::StartTime;
use crate::notation::import;
use crate::notation::pgn::PgnGame;
use crate::notation::pgn::collection::GameEntry;
use crate::platform::file_system::reason;
use crate::storage::games_folder::GamesFolder;
use crate::view::screens::games::import::{ImportScreen, Imported};

impl App {
    /// Opens the import of `text`, or of what the player brings if it is `None`.
    pub(super) fn import_games(&mut self, text: Option<String>) -> Result<(), String> {
        if text.as_deref().is_some_and(import::is_fen) {
            return Err(
                "This is a position and not a game. It can be pasted on the analysis board.".to_owned()
            );
        }
        let folder = self.setup.storage.games().ok_or("This system has no folder for saved games.")?;
        let (reader, options, variant) = (self.setup.reader.clone(), self.ctx.options, self.text_variant());
        let read = move |text: &str, line| Ok(reader.read_at_line(text, line, &options, &variant)?.0);
        let import = move |text: &str, entry: &GameEntry| save(text, entry, &folder, &read);
        self.open(Box::new(ImportScreen::new(text, Box::new(import))));
        Ok(())
    }
}

/// Saves a game as a file of its own, unless the folder has it already.
fn save(
    text: &str,
    entry: &GameEntry,
    folder: &GamesFolder,
    read: &dyn Fn(&str, usize) -> Result<PgnGame, String>,
) -> Result<Imported, String> {
    let mut game = match read(text, entry.line) {
        Ok(game) => game,
        Err(fault) => {
            let fault = Some(format!("Not imported: {fault}"));
            return Ok(Imported { is_new: false, is_refused: true, fault });
        }
    };
    // The game may be the copy of an imported game.
    game.tags.remove(&["Imported"]);
    // A damaged game is saved as it is, so that nothing is lost.
    let pgn = if game.errors.is_empty() {
        game.to_string()
    } else {
        // The same game is known with other ends of lines.
        let text = text.replace("\r\n", "\n");
        match entry.tags.get("Variant") {
            Some(_) => text,
            None => format!("[Variant \"{}\"]\n{text}", game.start().variant().rules().name),
        }
    };
    let tag = |name| entry.tags.get(name);
    let date = tag("UTCDate").or(tag("Date")).unwrap_or_default().to_owned();
    let started = StartTime { date, time: tag("UTCTime").unwrap_or_default().to_owned() };
    let is_same = |own: &str| read(own, 1).is_ok_and(|own| own.to_string() == pgn);
    let is_new = folder.import(&started, &pgn, is_same);
    let is_new = is_new.map_err(|error| format!("The games cannot be saved: {}.", reason(&error)))?;
    Ok(Imported { is_new, is_refused: false, fault: faults_of(&game).filter(|_| is_new) })
}
