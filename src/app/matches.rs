//! Matches of engines or levels that the user watches.

use std::time::Duration;

use super::App;
use super::games::by_options;
use crate::engine::Player;
use crate::engine::difficulty::{Difficulty, DifficultyPlayer};
use crate::game::engine_match::{EngineMatch, MatchPlayer};
use crate::game::game_record::GameRecord;
use crate::game::new_game::NewGame;
use crate::game::openings::OpeningPlayer;
use crate::game::options::{PromotionRule, StartKind};
use crate::game::worker::{Opponent, ThreadedWorker};
use crate::game::{Game, GameSetup, PlayerKind, Termination};
use crate::rules::{ByColor, Color};
use crate::uci_engine::{Duel, UciPlayer};

/// Time for which the result of a game is shown before the next one begins.
const RESULT_TIME: Duration = Duration::from_secs(3);

/// A match that is watched.
pub(super) struct WatchedMatch {
    played: EngineMatch,
    choices: NewGame,
    /// Time since the end of the game on the board.
    since_end: Option<Duration>,
}

impl App {
    /// Starts a match on the level of `choices`.
    pub(super) fn watch(&mut self, played: EngineMatch, mut choices: NewGame) -> Result<(), String> {
        // Engines support only the rules of the variant.
        (choices.options.promotion, choices.options.fog_of_war) = (PromotionRule::Queen, false);
        choices.options.start = StartKind::Standard;
        self.watched = Some(WatchedMatch { played, choices, since_end: None });
        let started = self.next_game_of_match();
        if started.is_err() {
            self.watched = None;
        }
        started
    }

    fn next_game_of_match(&mut self) -> Result<(), String> {
        let Some(watched) = &self.watched else { return Ok(()) };
        let mut start = self.level_start(&watched.choices)?;
        start.choices.options.copy_live(&self.ctx.options);
        let game = Game::new(GameSetup {
            position: by_options(&start.position, &start.choices.options)?,
            players: ByColor { white: PlayerKind::Computer, black: PlayerKind::Computer },
            controls: start.choices.time_controls(Color::White),
            options: start.choices.options,
        });
        let players = watched.played.players();
        let names = ByColor::from_fn(|color| Some(players[color].to_string()));
        let game = game.with_engines(names).with_clocks_from_next_move();
        self.open_game(game, Color::White, start, None, |autosave, tags| autosave.new_game(Vec::new(), tags));
        self.show_score();
        Ok(())
    }

    /// The players of the present game of the match, if `game` belongs to one.
    pub(super) fn match_players(&self, game: &Game) -> Option<Box<Opponent>> {
        let watched = self.watched.as_ref().filter(|_| game.is_watched())?;
        let players = watched.played.players();
        let player = |color: Color| -> Option<Box<dyn Player>> {
            match &players[color] {
                MatchPlayer::Level(level) => {
                    let level = Difficulty::new(*level);
                    Some(Box::new(OpeningPlayer::new(level, DifficultyPlayer::new(level, 1))))
                }
                MatchPlayer::Engine(name) => {
                    let entry = self.ctx.engines.as_ref()?.find(name)?;
                    let entry = self.with_rules(entry, game.position().variant());
                    Some(Box::new(UciPlayer::new(entry, None, self.engine_failures.0.clone())))
                }
            }
        };
        let players = ByColor { white: player(Color::White)?, black: player(Color::Black)? };
        Some(Box::new(ThreadedWorker::opponent(Box::new(Duel(players)))))
    }

    /// Adds the result of a game of the match when it has ended.
    pub(super) fn score_match(&mut self, record: &GameRecord) {
        let Some(watched) = self.watched.as_mut().filter(|watched| watched.since_end.is_none()) else {
            return;
        };
        let Some(termination) = record.termination else { return };
        watched.played.add(Termination::winner(termination));
        watched.since_end = Some(Duration::ZERO);
        self.show_score();
    }

    /// Begins the next game of the match some time after the end of the last one.
    pub(super) fn continue_match(&mut self, elapsed: Duration) {
        // The menu or another page above the board holds the match up.
        let is_covered = self.screens.len() > 1;
        let Some(watched) = self.watched.as_mut().filter(|_| !is_covered) else { return };
        let Some(since_end) = &mut watched.since_end else { return };
        *since_end += elapsed;
        if *since_end < RESULT_TIME {
            return;
        }
        if watched.played.is_over() {
            self.watched = None;
            return;
        }
        watched.since_end = None;
        if let Err(problem) = self.next_game_of_match() {
            self.watched = None;
            self.ctx.notice = Some(problem);
        }
    }

    /// Ends the match and opens the home screen. The game on the board is saved.
    pub(super) fn stop_match(&mut self) {
        let how = if self.watched.is_some() { "was stopped" } else { "is over" };
        let score = self.ctx.env.match_score.take();
        self.watched = None;
        self.remove(0);
        // Nobody goes on with the game, so the list of games may analyse and delete it.
        if self.autosaved_game.take().is_some() {
            self.autosave.release();
        }
        self.quit = self.open_home(None).is_err();
        self.ctx.notice = score.map(|score| format!("The match {how}: {score}")).or(self.ctx.notice.take());
    }

    fn score_of_match(&self) -> String {
        let score =
            |watched: &WatchedMatch| format!("{}. {}", watched.played.score(), watched.played.details());
        self.watched.as_ref().map(score).unwrap_or_default()
    }

    fn show_score(&mut self) {
        let number = self.watched.as_ref().map(|watched| watched.played.number()).unwrap_or_default();
        self.ctx.match_score = Some(format!("{number}. {}", self.score_of_match()).trim_end().into());
    }
}
