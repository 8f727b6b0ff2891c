//! Effects of commands on a game: moves, clocks, draw offers and takebacks. rule: docs/rules.md#taking-back

use std::time::Duration;

use super::clock::Clocks;
use super::fog::{ObservedMove, VisibleBoard};
use super::message::Notice;
use super::{Command, Event, FLASH, Game, GameSetup, MadeMove, PlayerKind, Termination, UNDO_TIME};
use crate::rules::{ByColor, Color, Move};

impl Game {
    /// Carries out `command` if it is possible. Returns what happened, in order.
    pub fn apply(&mut self, command: Command) -> Vec<Event> {
        let mut events = Vec::new();
        match command {
            Command::Restart if self.termination.is_some() => self.restart(self.setup.clone(), &mut events),
            Command::Rematch if self.termination.is_some() => {
                let ByColor { white, black } = &mut self.engines;
                std::mem::swap(white, black);
                self.restart(self.setup.with_colors_swapped(), &mut events);
            }
            Command::UndoResignation if self.can_undo_resignation() => {
                self.termination = None;
                events.push(Event::ResignationUndone);
                // The time between a resignation and its undoing counts for the side to move.
                let since = self.since_resignation.take();
                self.tick(since.unwrap_or_default(), &mut events);
            }
            Command::Tick(elapsed) if self.termination.is_some() => {
                let since = self.since_resignation.map(|since| since + elapsed);
                self.since_resignation = since.filter(|&since| since < UNDO_TIME);
            }
            _ if self.termination.is_some() => {}
            Command::TakeBack => self.take_back(&mut events),
            Command::Restart | Command::Rematch | Command::UndoResignation => {}
            Command::OfferDraw => self.offer_draw(&mut events),
            Command::AnswerDrawOffer(accepts) => self.answer_draw_offer(accepts, &mut events),
            Command::Click(_) if self.handing_over => {}
            Command::Click(square) => self.click(square, &mut events),
            Command::Ready if self.handing_over => {
                self.handing_over = false;
                self.looked_at = self.moves.len();
                events.push(Event::HandedOver(self.position.turn()));
            }
            Command::Ready => {}
            Command::Drop { from, to } => self.drop(from, to, &mut events),
            Command::CancelPremoves => self.cancel_premoves(&mut events),
            Command::Play(mv) => self.play(mv, &mut events),
            Command::Resign => {
                // The human resigns. If both players are human, the side to move does.
                let loser = self.selectable_color().unwrap_or(!self.position.turn());
                self.end(Termination::Resignation { winner: !loser }, &mut events);
                // In the fog a resignation cannot be undone, because the end of the game shows the whole board.
                self.since_resignation = (!self.has_fog()).then_some(Duration::ZERO);
            }
            Command::Tick(elapsed) => self.tick(elapsed, &mut events),
        }
        events
    }

    fn restart(&mut self, setup: GameSetup, events: &mut Vec<Event>) {
        let (waits, engines) = (self.restart_waits, self.engines.clone());
        *self = Self { waits_for_move: waits, restart_waits: waits, engines, ..Self::new(setup) };
        events.push(Event::Restarted);
    }

    /// Whether a resignation can be undone: for [`UNDO_TIME`], but not in the fog.
    pub fn can_undo_resignation(&self) -> bool {
        self.since_resignation.is_some()
    }

    /// Time for which a resignation can still be undone; `None` if it cannot be.
    pub fn undo_time_left(&self) -> Option<Duration> {
        self.since_resignation.map(|since| UNDO_TIME.saturating_sub(since))
    }

    /// Rules out that a resignation is undone.
    pub(super) fn keep_resignation(&mut self) {
        self.since_resignation = None;
    }

    fn tick(&mut self, elapsed: Duration, events: &mut Vec<Event>) {
        self.flash = self.flash.map(|since| since + elapsed).filter(|&since| since < FLASH);
        self.tick_notice(elapsed);
        if let Some(color) = self.running_clock()
            && self.clocks.tick(color, elapsed)
        {
            self.end(Termination::Time { winner: !color }, events);
        }
    }

    /// Makes `mv` if it is legal, and the next premove after it.
    pub(super) fn play(&mut self, mv: Move, events: &mut Vec<Event>) {
        if !self.position.is_legal(mv) {
            return;
        }
        let mover = self.position.turn();
        let before = self.has_fog().then(|| VisibleBoard::of(&self.position, !mover));
        let made = MadeMove::of(&self.position, mv);
        self.position.make(mv);
        (self.is_clock_held, self.waits_for_move) = (false, false);
        self.keys.push(self.position.key());
        self.moves.push(made);
        if let Some(before) = before {
            self.record_observations(&before, made);
        }
        self.clocks.add_increment(mover);
        self.clocks_after.push(self.clocks.clone());
        self.recorded_clocks.push(self.clocks.remaining(mover));
        // Messages about the position before the move are out of date.
        (self.flash, self.notice) = (None, None);
        events.push(Event::Moved(made));
        if self.draw_offer == Some(!mover) {
            // By moving, a side declines the other side's draw offer.
            self.answer_draw_offer(false, events);
        }
        self.clear_stale_selection(mover, events);
        if self.position.is_check() {
            events.push(Event::Check(self.position.turn()));
        }
        match self.termination_by_rules() {
            Some(termination) => self.end(termination, events),
            None => self.make_premove(events),
        }
    }

    /// With fog of war, records the part of a move that each side observed. If both players are human, the board is
    /// hidden until the next player is ready.
    fn record_observations(&mut self, before: &VisibleBoard, made: MadeMove) {
        let (mover, other) = (made.piece.color, before.side());
        let mut observed = ByColor::default();
        observed[mover] = ObservedMove::of_own_move(made);
        observed[other] = ObservedMove::infer(before, &VisibleBoard::of(&self.position, other));
        self.observations.push(observed);
        self.handing_over = self.both_human();
    }

    fn end(&mut self, termination: Termination, events: &mut Vec<Event>) {
        self.termination = Some(termination);
        (self.handing_over, self.is_clock_held) = (false, false);
        self.clear_turn_state();
        events.push(Event::Ended(termination));
    }
}

/// Draw offers. rule: docs/rules.md#draw-by-agreement
impl Game {
    /// The side that offers a draw.
    pub fn draw_offer(&self) -> Option<Color> {
        self.draw_offer
    }

    /// Offers a draw for the human at the board, or accepts the other player's offer.
    fn offer_draw(&mut self, events: &mut Vec<Event>) {
        // While the board is being handed over, nobody is at it.
        let Some(person) = self.selectable_color().filter(|_| !self.handing_over) else { return };
        match self.draw_offer {
            None => {
                self.draw_offer = Some(person);
                self.notice = None;
                events.push(Event::DrawOffered(person));
            }
            Some(offering) if offering != person => self.end(Termination::Agreement, events),
            Some(_) => {}
        }
    }

    fn answer_draw_offer(&mut self, accepts: bool, events: &mut Vec<Event>) {
        let Some(offering) = self.draw_offer else { return };
        if accepts {
            self.end(Termination::Agreement, events);
            return;
        }
        self.draw_offer = None;
        self.show_notice(Notice::DrawDeclined);
        events.push(Event::DrawDeclined(!offering));
    }
}

/// Takebacks. rule: docs/rules.md#taking-back
impl Game {
    /// Whether a move can be taken back now.
    pub fn can_take_back(&self) -> bool {
        self.takeback_ply().is_some_and(|ply| !self.would_reveal_fog(ply))
    }

    /// Takes back moves until it is a human's turn.
    fn take_back(&mut self, events: &mut Vec<Event>) {
        let Some(ply) = self.takeback_ply() else { return };
        if self.would_reveal_fog(ply) {
            self.show_notice(Notice::NoTakeback);
            return;
        }
        events.extend(self.moves[ply..].iter().rev().map(|&made| Event::TakenBack(Some(made))));
        self.go_back_to(ply);
        self.note_assistance();
        // It is the other player's turn now, so the board is handed over to them.
        self.handing_over = self.has_fog() && self.both_human();
    }

    /// The number of moves that remain after a takeback; `None` if nothing can be taken back.
    fn takeback_ply(&self) -> Option<usize> {
        let mut earlier = (0..self.moves.len()).rev().filter(|_| self.termination.is_none());
        earlier.find(|&ply| self.player(self.turn_after(ply)) == PlayerKind::Human)
    }

    /// Whether a takeback to `ply` moves would reveal hidden pieces: in a game of two people with fog of war, the other
    /// player has seen the board since that turn.
    fn would_reveal_fog(&self, ply: usize) -> bool {
        self.has_fog() && self.both_human() && ply < self.looked_at
    }

    /// The side to move after the first `ply` moves.
    fn turn_after(&self, ply: usize) -> Color {
        let turn = self.position.turn();
        if (self.moves.len() - ply).is_multiple_of(2) { turn } else { !turn }
    }

    /// Restores the game, clocks included, as it was after the first `ply` moves.
    fn go_back_to(&mut self, ply: usize) {
        self.moves.truncate(ply);
        self.observations.truncate(ply);
        self.keys.truncate(ply + 1);
        self.clocks_after.truncate(ply);
        self.recorded_clocks.truncate(ply);
        self.position = self.position_at(ply);
        debug_assert_eq!(self.keys.last(), Some(&self.position.key()));
        let clocks = self.clocks_after.last().cloned();
        self.clocks = clocks.unwrap_or_else(|| Clocks::new(self.setup.controls));
        self.unshown = 0;
        self.is_clock_held = false;
        self.clear_turn_state();
    }
}
