//! Commands go to the game; its events become animation, sound and announcements.

use super::PlayScreen;
use super::sidebar::Id;
use crate::game::{Command, Event};
use crate::view::screen::Context;

impl PlayScreen {
    /// Passes `command` to the game and shows what happened.
    pub(super) fn apply(&mut self, command: Command, ctx: &Context) {
        let dropped = matches!(command, Command::Drop { .. });
        let events = self.session.apply(command);
        self.review.follow(self.session.game());
        if events.iter().any(|event| matches!(event, Event::TakenBack(_))) {
            self.go_to(usize::MAX);
        }
        if events.iter().any(|event| matches!(event, Event::Moved(_) | Event::MovedInFog(_))) {
            self.offer = None;
            // A list scrolled away from its end stays there while an earlier position is shown.
            if !self.review.is_past() {
                self.ui.unscroll(Id::Moves);
            }
        }
        self.board.show(&events, self.session.game(), dropped, ctx);
        if self.review.is_past() {
            self.board.widget.slides.clear();
        }
        for event in &events {
            match event {
                Event::Restarted => self.restarted(command),
                Event::Ended(_) => self.board.widget.release(),
                _ => {}
            }
        }
        let game = self.session.game();
        if game.has_fog() && game.both_human() {
            // Each sees the board after the other's move, not the move.
            self.board.widget.slides.clear();
        }
        if game.handover_to().is_some() {
            self.board.widget.hide();
        }
        self.update_shown_moves();
    }

    /// Moves are shown one after the other; the computer waits for those on their way.
    pub(super) fn update_shown_moves(&mut self) {
        self.session.set_unshown_moves(self.board.widget.slides.pending());
    }

    /// The board was set up again by `command`.
    fn restarted(&mut self, command: Command) {
        self.go_to(usize::MAX);
        self.board.widget.clear();
        self.turned = false;
        if command == Command::Rematch {
            self.seat = !self.seat;
        }
    }
}
