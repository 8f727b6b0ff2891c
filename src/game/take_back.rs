//! Taking back: the game as it was at a person's turn before, with its clocks. rule: docs/rules.md#taking-back

use super::clock::Clocks;
use super::notice::Notice;
use super::{Event, Game, PlayerKind};
use crate::rules::Color;

impl Game {
    /// Whether anything can be taken back now.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        self.earlier_turn().is_some_and(|ply| !self.hides_what_was_seen(ply))
    }

    /// Goes back to the last turn of a person before this one; of an ending that no move forced, to the turn in
    /// which it came, if that was a person's.
    pub(super) fn take_back(&mut self, events: &mut Vec<Event>) {
        let Some(ply) = self.earlier_turn() else { return };
        if self.hides_what_was_seen(ply) {
            self.notice = Some(Notice::NoTakeBack.now());
            return;
        }
        if self.termination.is_some() {
            events.push(Event::Resumed);
        }
        events.extend(self.moves[ply..].iter().rev().map(|&made| Event::TakenBack(Some(made))));
        self.go_back_to(ply);
        // Of two persons in the fog it is the other one who sits before the board now.
        self.handing_over = self.has_fog() && self.both_human();
    }

    /// The number of moves before the turn that can be gone back to.
    fn earlier_turn(&self) -> Option<usize> {
        let made = self.moves.len();
        // What ends a game without a move can be taken back without one.
        let unforced = self.termination.is_some_and(|ending| !ending.is_by_rules());
        let ends = made + usize::from(unforced);
        (0..ends).rev().find(|&ply| self.player(self.turn_after(ply)) == PlayerKind::Human)
    }

    /// Whether going back to the turn after the first `ply` moves is forbidden because somebody has seen what they could
    /// not have seen before.
    ///
    /// That is so in the fog when all of it has lifted, and between two persons once the other one has looked.
    fn hides_what_was_seen(&self, ply: usize) -> bool {
        let looked_at = self.both_human() && ply < self.looked_at;
        self.has_fog() && (self.termination.is_some() || looked_at)
    }

    /// The side to move after the first `ply` moves.
    fn turn_after(&self, ply: usize) -> Color {
        let turn = self.position.turn();
        if (self.moves.len() - ply).is_multiple_of(2) { turn } else { !turn }
    }

    /// Makes the game what it was when the turn after the first `ply` moves began.
    fn go_back_to(&mut self, ply: usize) {
        self.moves.truncate(ply);
        self.observations.truncate(ply);
        self.keys.truncate(ply + 1);
        self.clocks_after.truncate(ply);
        self.position = self.position_at(ply);
        debug_assert_eq!(self.keys.last(), Some(&self.position.key()));
        let clocks = self.clocks_after.last().cloned();
        self.clocks = clocks.unwrap_or_else(|| Clocks::new(self.setup.controls));
        self.termination = None;
        self.clear_turn_state();
    }
}
