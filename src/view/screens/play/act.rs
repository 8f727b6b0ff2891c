//! What keys and buttons ask for.

use std::rc::Rc;

use super::PlayScreen;
use crate::game::Command;
use crate::game::options::OptionKey;
use crate::rules::Square;
use crate::view::screen::{Answer, Transition};
use crate::view::screens::analysis::{AnalysisScreen, Manner};
use crate::view::screens::dialogs::Question;
use crate::view::screens::help::HelpScreen;
use crate::view::screens::play::exchange::Copied;
use crate::view::screens::play::keys::Action;
use crate::view::screens::play::notice::Toast;
use crate::view::screens::play::promotion::PromotionPicker;

impl PlayScreen {
    /// Does what a key or a button of the sidebar asks for.
    pub(super) fn act(&mut self, action: Action) -> Transition {
        match action {
            // The key means this, too, and the button says so.
            Action::Resign if self.session.game().handover_to().is_some() => {
                return self.apply(Command::Ready);
            }
            Action::Resign => return self.apply(Command::Resign),
            Action::Restart => return self.apply(Command::Restart),
            Action::Rematch => return self.apply(Command::Rematch),
            Action::TakeBack => return self.apply(Command::Takeback),
            Action::OfferDraw => return self.apply(Command::OfferDraw),
            Action::NewGame => return self.ask_new_game(),
            Action::Analyse => return self.analyse(),
            Action::Hint => {
                self.look(usize::MAX);
                self.session.request_hint();
            }
            Action::StepBack => self.look(self.review.shown().saturating_sub(1)),
            Action::StepForth => self.look(self.review.shown() + 1),
            Action::ToStart => self.look(0),
            Action::ToPresent => self.look(usize::MAX),
            Action::TurnBoard => {
                self.turned = !self.turned;
                // What is held was aimed at the board as it was.
                self.hand.let_go();
            }
            Action::Mute => self.options.toggle(OptionKey::Sound),
            // The pile of screens hears it before any of them.
            Action::FullScreen => {}
            // The window brings the text.
            Action::Paste => {}
            Action::CopyPosition => self.copy(Copied::Position),
            Action::CopyGame => self.copy(Copied::Game),
            // The cursor hears its keys before the table is asked.
            Action::Cursor => {}
            Action::Help => return Transition::Open(Box::new(HelpScreen::new(self.theme()))),
            Action::Edit => {
                if let Some(door) = &self.editor {
                    return Transition::Open(door(&self.options, self.shown()));
                }
            }
            Action::Menu => {
                if let Some(door) = &self.menu {
                    return Transition::Open(door(&self.options, Rc::clone(&self.busy)));
                }
            }
        }
        Transition::Stay
    }

    fn copy(&mut self, what: Copied) {
        let game = self.session.game();
        let answer = self.exchange.copy(what, game, &game.position_at(self.review.shown()), self.seat);
        self.tell(Toast::answer(answer));
    }

    /// Opens the analysis of the game, if it has ended and there is something to analyse.
    fn analyse(&mut self) -> Transition {
        let game = self.session.game();
        let Some(door) = self.analysis_door.as_ref().filter(|_| game.termination().is_some()) else {
            return Transition::Stay;
        };
        if game.moves().is_empty() {
            return Transition::Stay;
        }
        let manner = Manner { speed: self.speed, options: self.options, bottom: self.bottom() };
        Transition::Open(Box::new(AnalysisScreen::new(game, self.analysis.take(), door(), manner)))
    }

    /// Starts a new game, asking first if this one has begun and not ended.
    fn ask_new_game(&self) -> Transition {
        if self.busy.get() && self.new_game.is_some() {
            let (words, yes) = ("Give up this game?", "Yes, new game");
            return Transition::Open(Box::new(Question::new(self.theme(), words, yes, Answer::NewGame)));
        }
        self.start_new_game()
    }

    pub(super) fn start_new_game(&self) -> Transition {
        let screen = self.new_game.as_ref().and_then(|door| door(&self.options));
        screen.map_or(Transition::Stay, Transition::Reset)
    }

    /// Asks what the pawn that goes from `from` to `to` becomes.
    pub(super) fn ask_promotion(&self, from: Square, to: Square) -> Transition {
        let position = self.session.game().position();
        let mut moves = position.legal_moves_from(from);
        moves.retain(|mv| mv.to == to && mv.promotion().is_some());
        let (variant, color) = (position.variant(), position.turn());
        Transition::Open(Box::new(PromotionPicker::new(variant, color, self.bottom(), self.theme(), moves)))
    }
}
