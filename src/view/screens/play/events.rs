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
        if events.iter().any(|event| matches!(event, Event::TakenBack(_) | Event::Resumed)) {
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
        if !events.is_empty() && self.session.game().has_fog() {
            self.hide_in_fog();
        }
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

    /// Removes from the board what the person who looks at it now may not see.
    fn hide_in_fog(&mut self) {
        let game = self.session.game();
        let player_view = game.player_view();
        self.board.widget.slides.keep(|square| player_view.piece_at(square));
        if game.handover_to().is_some() {
            self.board.widget.hide();
        }
    }
}
