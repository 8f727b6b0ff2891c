//! Results of games against the computer: the player's rating, and the level of the next game.

use super::App;
use crate::engine::difficulty::Difficulty;
use crate::game::Termination;
use crate::game::game_record::GameRecord;
use crate::game::results::GameResult;
use crate::platform::clock;
use crate::storage::today;

/// State of the result of the game on the lowest screen.
#[derive(Default)]
pub(super) enum CurrentResult {
    /// The game goes on.
    #[default]
    Open,
    /// The player has resigned, which can be undone for some seconds. The result counts when another screen opens or the game
    /// is left.
    Pending(GameResult),
    /// The result is in the log, or the game counts for no rating.
    Settled,
}

impl App {
    /// Notes the result of the game on the lowest screen after each change of the game.
    pub(super) fn note_result(&mut self, record: &GameRecord) {
        let Some(termination) = record.termination else {
            self.ctx.env.result_note = None;
            // A game without moves is the next game on the same screen. In every other game the resignation was undone.
            if record.moves.is_empty() {
                self.settle_result();
            }
            self.result = CurrentResult::Open;
            return;
        };
        if !matches!(self.result, CurrentResult::Open) {
            return;
        }
        self.result = match GameResult::of(record, today(clock::system_time())) {
            Some(result) => CurrentResult::Pending(result),
            None => CurrentResult::Settled,
        };
        if !matches!(termination, Termination::Resignation { .. }) {
            self.settle_result();
        }
    }

    /// Adds the result of the game to the log and reports the new rating. With the option `adapt_level`, the next game has
    /// the level of that rating.
    pub(super) fn settle_result(&mut self) {
        let settled = std::mem::replace(&mut self.result, CurrentResult::Settled);
        let CurrentResult::Pending(result) = settled else { return };
        let mut results = self.results();
        let before = results.rating(&result.variant);
        results.add(result.clone());
        let mut notes = Vec::new();
        if let Some(rating) = results.rating(&result.variant).filter(|&rating| Some(rating) != before) {
            let change = before.map_or_else(String::new, |before| {
                format!(" ({:+})", i32::from(rating.rounded()) - i32::from(before.rounded()))
            });
            notes.push(format!("Your rating: {rating}{change}"));
        }
        let next = results.next_level(&result);
        let adapts = self.game_start.as_ref().is_some_and(|start| start.choices.options.adapt_level);
        if adapts && next != result.level {
            self.set_level(next);
            notes.push(format!("Your next opponent: {next}"));
        }
        self.ctx.env.result_note = (!notes.is_empty()).then(|| notes.join(" · ").into());
        self.unsaved.results.push(result);
        self.save();
    }

    /// Sets the level of the next games.
    fn set_level(&mut self, level: Difficulty) {
        if let Some(start) = &mut self.game_start {
            start.choices.options.difficulty = level.number();
        }
        let mut settings = self.menu_choices();
        settings.options.difficulty = level.number();
        self.save_settings(&settings);
    }
}
