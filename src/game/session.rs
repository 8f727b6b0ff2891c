//! A game together with the computer that plays in it.

mod advice;

use std::time::Duration;

use super::fog::VisibleBoard;
use super::opponent::Opponent;
use super::{Command, Event, Game, PlayerKind};
use crate::engine::SearchRequest;
use crate::rules::{Color, Move, Position};
use advice::Advising;

/// What the computer knows of the time, and how it should behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputerSettings {
    /// Seed of the computer's choices.
    pub seed: u64,
    /// Whether the same seed must give the same moves: nodes are limited instead of time, on one thread.
    pub repeatable: bool,
    /// The computer's answers come no sooner than this, so that the person can follow.
    pub pause: Duration,
}

/// A game and the computer that plays in it.
pub struct Session {
    game: Game,
    opponent: Box<dyn Opponent>,
    settings: ComputerSettings,
    /// How long the computer has been thinking, while it is.
    thinking: Option<Duration>,
    advising: Advising,
}

impl Session {
    /// Brings a game and a computer together.
    #[must_use]
    pub fn new(game: Game, opponent: Box<dyn Opponent>, settings: ComputerSettings) -> Self {
        Self { game, opponent, settings, thinking: None, advising: Advising::default() }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the computer is looking for a move.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Does what `command` says and tells what happened; on a tick the computer may answer.
    ///
    /// In the fog it tells only what the person at the board may know.
    pub fn apply(&mut self, command: Command) -> Vec<Event> {
        let viewer = self.game.viewer();
        let mut events = self.game.apply(command);
        match command {
            Command::Tick(elapsed) => {
                self.let_computer_think(elapsed, &mut events);
                self.poll_adviser(&mut events);
            }
            Command::OfferDraw => {
                if let [Event::DrawOffered(person)] = events[..] {
                    self.consider_draw(person, &mut events);
                }
            }
            _ => {}
        }
        let over = |event: &Event| matches!(event, Event::Ended(_) | Event::Restarted | Event::TakenBack(_));
        if events.iter().any(over) {
            self.opponent.cancel();
            self.thinking = None;
        }
        self.forget_advice(&events);
        events.iter_mut().for_each(|event| *event = self.game.event_for(viewer, *event));
        events
    }

    fn let_computer_think(&mut self, elapsed: Duration, events: &mut Vec<Event>) {
        let Some(color) = self.game.side_to_move().filter(|&c| self.game.player(c) == PlayerKind::Computer)
        else {
            return;
        };
        match &mut self.thinking {
            None => {
                self.thinking = Some(Duration::ZERO);
                self.opponent.start(task(&self.game, &self.settings, color));
            }
            Some(since) => *since += elapsed,
        }
        let since = self.thinking.unwrap_or_default();
        if since < self.pause(color) {
            return;
        }
        if let Some(mv) = self.opponent.poll() {
            self.thinking = None;
            events.extend(self.game.apply(Command::Play(mv)));
        }
    }

    /// How long an answer is held back: a small part of the time left, so that it never costs the game.
    fn pause(&self, color: Color) -> Duration {
        let left = self.game.clocks().remaining(color);
        left.map_or(self.settings.pause, |left| self.settings.pause.min(left / 20))
    }
}

/// What the computer, playing `color`, knows of the board: position, moves and keys of the positions so far.
fn known(game: &Game, color: Color) -> (Position, Option<Vec<Move>>, Vec<u64>) {
    let position = game.position();
    if !game.has_fog() {
        return (position.clone(), None, game.keys().to_vec());
    }
    let seen = VisibleBoard::of(position, color);
    let position = seen.position(position.variant());
    // The keys of the true positions would tell what is hidden.
    let keys = vec![position.key()];
    (position, Some(seen.moves().to_vec()), keys)
}

/// What whoever thinks for `color` is asked.
fn task(game: &Game, settings: &ComputerSettings, color: Color) -> SearchRequest {
    let clocks = game.clocks();
    let (position, moves, earlier_keys) = known(game, color);
    SearchRequest {
        position,
        search_moves: moves,
        key_history: earlier_keys,
        time_left: clocks.remaining(color),
        increment: clocks.control(color).map_or(Duration::ZERO, |control| control.increment),
        seed: settings.seed.wrapping_add((game.moves().len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)),
        deterministic: settings.repeatable,
    }
}
