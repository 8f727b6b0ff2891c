//! Commands go to the game; what happened there is shown, heard and said.

use super::PlayScreen;
use crate::game::{Command, Event};
use crate::view::screen::Transition;
use crate::view::widgets::board::cursor::Cursor;

impl PlayScreen {
    /// Hands `command` to the game and shows what happened.
    pub(super) fn apply(&mut self, command: Command) -> Transition {
        let carried = matches!(command, Command::Drop { .. });
        let mut transition = Transition::Stay;
        let events = self.session.apply(command);
        self.hearing.update(&events, self.session.game());
        self.review.follow(self.session.game());
        self.announcer.hear(&events, self.session.game());
        if events.iter().any(|event| matches!(event, Event::TakenBack(_) | Event::Resumed)) {
            self.look(usize::MAX);
        }
        for &event in &events {
            match event {
                Event::Moved(made) | Event::MovedInFog(Some(made)) => {
                    log::debug!("moved {}{}", made.mv.from, made.mv.to);
                    if !self.review.is_past() {
                        self.slides.start(&made, &self.speed, carried);
                    }
                    if self.pointing.square() == Some(made.mv.to) {
                        self.pointing.act();
                    }
                }
                Event::ChoosePromotion { from, to } => transition = self.ask_promotion(from, to),
                Event::TakenBack(Some(made)) => self.slides.start_back(&made, &self.speed),
                Event::Restarted => self.restarted(command),
                Event::Ended(_) => self.hand.let_go(),
                _ => {}
            }
        }
        let game = self.session.game();
        self.busy.set(game.side_to_move().is_some() && !game.moves().is_empty());
        if !events.is_empty() && game.has_fog() {
            self.veil();
        }
        transition
    }

    /// The board is set up again, by `command`.
    fn restarted(&mut self, command: Command) {
        self.look(usize::MAX);
        self.hand.clear();
        self.turned = false;
        if command == Command::Rematch {
            self.seat = !self.seat;
        }
    }

    /// In the fog: lets nothing linger on the board that the person who looks at it now should not see.
    fn veil(&mut self) {
        let game = self.session.game();
        let sight = game.player_view();
        self.slides.keep(|square| sight.piece_at(square));
        if game.handover_to().is_some() {
            self.hand.clear();
            self.cursor = Cursor::default();
            self.pointing.point(None);
        }
    }
}
