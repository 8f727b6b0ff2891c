//! Mistakes in games of the player: the page of all of them, and the screen to find better moves.

use std::collections::HashSet;
use std::path::Path;

use super::App;
use super::saved_games::entry;
use crate::game::puzzle::Puzzle;
use crate::game::puzzle::progress::Progress;
use crate::notation::pgn::PgnGame;
use crate::platform::clock;
use crate::storage::today;
use crate::view::screens::puzzles::mistakes::MistakesScreen;
use crate::view::text::counted;

impl App {
    /// Notes mistakes that were found or explained, to be saved.
    pub(super) fn note_mistakes(&mut self, found: Vec<PgnGame>) {
        for record in found {
            let Some(mut record) = Puzzle::of_mistake(record).and_then(|mut puzzle| puzzle.kept()) else {
                continue;
            };
            if record.tags.get("Event").is_none_or(str::is_empty) {
                let date = today(clock::system_time()).day_and_month();
                record.tags.remove(&["Event"]);
                record.tags.push("Event", format!("Game of {date}"));
            }
            for (name, value) in self.setup.reader.tags_of(record.start().variant()).iter() {
                record.tags.remove(&[name]);
                record.tags.push(name, value);
            }
            self.unsaved.mistakes.push(record);
        }
    }

    /// The mistakes of the player, and the attempts at them. A notice has the number of those that cannot be read.
    pub(super) fn mistakes(&mut self) -> (Vec<Puzzle>, Progress) {
        let (mut puzzles, unreadable) = self.setup.storage.load_mistakes(&self.setup.reader);
        puzzles.extend(self.unsaved.mistakes.iter().cloned().filter_map(Puzzle::of_mistake));
        if unreadable > 0 {
            self.ctx.notice = Some(format!("{} cannot be read.", counted(unreadable, "mistake")));
        }
        let mut ids = HashSet::new();
        puzzles.retain(|puzzle| ids.insert(puzzle.id()));
        (puzzles, self.progress())
    }

    /// Opens the page of the player's mistakes.
    pub(super) fn open_mistakes(&mut self) {
        let games = self.setup.storage.games().map_or_else(Vec::new, |folder| folder.files());
        let reader = self.setup.reader.clone();
        let read = Box::new(move |file: &Path| entry(file, &reader));
        let computers = &self.setup.computers;
        let (analyst, explainer) = ((computers.analyst)(&self.ctx.options), (computers.explainer)());
        let workers = (analyst, computers.analysis_limits, explainer);
        let today = today(clock::system_time());
        let screen = MistakesScreen::new(self.mistakes(), today, (games, read), workers);
        self.open(Box::new(screen));
    }

    /// Opens the screen to find better moves than these mistakes. `others` is as [`Action::Learn`] has it.
    pub(super) fn learn(&mut self, puzzles: Vec<Puzzle>, others: Option<usize>) -> Result<(), String> {
        // The engine of the user may play the variant of one mistake only.
        let mut variants = puzzles.iter().map(|puzzle| puzzle.position.variant());
        let first = variants.next().filter(|first| variants.all(|other| other.rules() == first.rules()));
        let computers = &self.setup.computers;
        let analyst =
            first.map_or_else(|| (computers.analyst)(&self.ctx.options), |variant| self.analyst(variant));
        let (limits, explainer) = (computers.analysis_limits, (computers.explainer)());
        let puzzles = self.puzzles(puzzles, self.ctx.options)?;
        self.open(Box::new(puzzles.learn((analyst, limits, explainer), others)));
        Ok(())
    }
}
