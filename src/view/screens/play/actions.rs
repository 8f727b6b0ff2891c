//! Actions of the messages of the game screen.

use std::sync::Arc;

use super::keys::Message;
use super::notice::Toast;
use super::{NO_LONGER_COUNTED, PlayScreen};
use crate::game::analysis::AnalysisSetup;
use crate::game::options::{Options, StartKind};
use crate::game::{Command, Viewer};
use crate::notation::fen;
use crate::notation::pgn::Tags;
use crate::notation::text::{MAX_LINK_TEXT, MAX_LINK_VARIANT, percent_encode};
use crate::rules::Variant;
use crate::view::screen::{Action, Effects, Env, MenuTab};
use crate::view::screens::dialogs::{Question, START_NEW};

impl PlayScreen {
    pub(super) fn act(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        let game = self.controller.game();
        match message {
            Message::Do(Command::Resign) if game.is_watched() && game.termination().is_some() => {
                effects.request(Action::StopMatch);
            }
            Message::Do(Command::Resign) | Message::NewGame if game.is_watched() => {
                effects.open(Question::warning("Stop the match?", "Stop", Action::StopMatch));
            }
            // The match goes on by itself.
            Message::Do(Command::Rematch | Command::Restart) if game.is_watched() => {}
            Message::Do(Command::Resign) if game.side_to_move().is_none() => {}
            Message::Do(Command::Resign) if env.options.confirm_resign => {
                effects.open(Question::warning("Resign this game?", "Resign", Action::Confirm));
            }
            Message::Do(Command::Restart) if self.may_adapt_level() => {
                effects.request(Action::PlayAgain(game.orientation()));
            }
            Message::Do(Command::Rematch) if self.may_adapt_level() || self.start_differs() => {
                effects.request(Action::PlayAgain(!game.orientation()));
            }
            Message::Do(command) => self.apply(command, env, effects),
            Message::AnswerOffer(accepts) => self.answer_offer(accepts, env, effects),
            Message::NewGame if self.is_in_progress() => {
                effects.open(Question::new(START_NEW, "New game", Action::NewGame));
            }
            Message::NewGame => effects.request(Action::NewGame),
            Message::Analyze => self.analyze(env, effects),
            Message::Hint if game.is_watched() => {
                self.show_notice(Toast::answer("There are no hints in a match"));
            }
            Message::Hint if game.selectable_color() != game.side_to_move() => {
                self.show_notice(Toast::answer("A hint is for your move: wait for the computer's"));
            }
            Message::Hint => {
                self.go_to(usize::MAX);
                self.controller.request_hint();
            }
            Message::StepBack => self.step_to(self.review.shown().saturating_sub(1), env),
            Message::StepForward => self.step_to(self.review.shown() + 1, env),
            Message::GoTo(ply) => self.step_to(ply, env),
            Message::Flip => {
                self.flipped = !self.flipped;
                // A held piece belongs to the board before it was flipped.
                self.board.widget.release();
                self.board.announcer.add(format!("{} is at the bottom.", self.bottom(env).name()));
            }
            Message::Mute => {
                let sound = !env.options.sound;
                effects.options = Some(Options { sound, ..env.options });
                self.board.announcer.add(format!("Sound {}.", if sound { "on" } else { "off" }));
            }
            Message::CopyPosition => {
                let position = game.position_at(self.review.shown());
                self.copy(fen::format(&position), "Position copied (FEN)", effects);
            }
            Message::CopyGame => {
                let record = game.record(self.orientation);
                self.copy(record.to_pgn(None, &Tags::default()), "Game copied (PGN)", effects);
            }
            Message::CopyLink => {
                let position = game.position_at(self.review.shown());
                match link(env, position.variant(), "fen", &fen::format(&position)) {
                    Some(link) => self.copy(link, "Link to the position copied", effects),
                    None => self.show_notice(Toast::answer(TOO_LONG)),
                }
            }
            Message::Paste(text) => effects.request(Action::Paste { text, confirmed: false }),
            Message::Help => effects.open_help(Some(Arc::clone(game.position().variant()))),
            // The editor hides the clock, which would go on.
            Message::Edit
                if game.has_clocks() && game.termination().is_none() && !game.moves().is_empty() =>
            {
                self.show_notice(Toast::answer("The board can be edited when the game is over"));
            }
            Message::Edit => effects.request(Action::EditBoard {
                pieces: self.player_view().pieces,
                turn: game.position_at(self.review.shown()).turn(),
                bottom: self.bottom(env),
            }),
            Message::Menu => effects.request(Action::OpenMenu { tab: MenuTab::Game, choices: None }),
            Message::Home => effects.request(Action::OpenHome),
            Message::Learn if self.offer.as_ref().is_some_and(|offer| offer.is_to_learn) => {
                self.answer_offer(true, env, effects);
            }
            Message::Learn => effects.request(Action::OpenLearn(env.options)),
            Message::Puzzles => {
                let variant = game.position().variant().rules().name.clone();
                effects.request(Action::OpenPuzzles { variant, options: env.options });
            }
            Message::Games => effects.request(Action::OpenGames),
            Message::Confirm(accepts) => {
                if let Some(command) = self.board.answer_pending(accepts) {
                    self.apply(command, env, effects);
                }
            }
            Message::Board(input) => self.use_board(&input, env, effects),
            Message::Elsewhere => {}
        }
    }

    /// Whether a message does something now.
    pub(super) fn is_possible(&self, message: &Message) -> bool {
        let game = self.controller.game();
        let (has_ended, is_watched) = (game.termination().is_some(), game.is_watched());
        match message {
            Message::Do(Command::TakeBack) => game.can_take_back(),
            Message::Do(Command::OfferDraw) => !has_ended && !is_watched,
            Message::Do(Command::Resign) => !has_ended || is_watched,
            Message::Do(Command::Restart | Command::Rematch) => has_ended && !is_watched,
            Message::Do(Command::UndoResignation) => game.can_undo_resignation(),
            Message::Hint => !has_ended && !is_watched && !game.both_human() && !game.has_clocks(),
            Message::Analyze => !game.moves().is_empty(),
            // The buttons that decline an offer, the window and the board handle these keys while they have a meaning.
            Message::Elsewhere => false,
            _ => true,
        }
    }

    /// Whether the result of the game may change the level of the next one.
    fn may_adapt_level(&self) -> bool {
        let game = self.controller.game();
        game.options().adapt_level && !game.both_human() && game.termination().is_some()
    }

    /// Whether the start of a rematch differs from that of this game, because it is shuffled, or because a piece of the other
    /// colour is missing.
    fn start_differs(&self) -> bool {
        let game = self.controller.game();
        let options = game.options();
        game.termination().is_some() && (options.start == StartKind::Shuffled || options.odds > 0)
    }

    /// Copies `text`, unless the fog hides a part of it.
    fn copy(&mut self, text: String, notice: &str, effects: &mut Effects) {
        if self.controller.game().viewer() == Viewer::Everybody {
            effects.clipboard = Some(text);
            self.show_notice(Toast::answer(notice));
        } else {
            self.show_notice(Toast::answer("Nothing can be copied in the fog"));
        }
    }

    /// Opens the analysis board. A game that goes on can be analysed if it has neither clocks nor fog, and counts as helped
    /// by the computer.
    fn analyze(&mut self, env: &Env, effects: &mut Effects) {
        let game = self.controller.game();
        let goes_on = game.termination().is_none();
        if goes_on && (game.has_clocks() || game.viewer() != Viewer::Everybody || game.is_watched()) {
            return self.show_notice(Toast::answer("The game can be analysed when it is over"));
        }
        let ending = game.message().filter(|_| !goes_on);
        let setup = AnalysisSetup::of_game(game, ending, self.bottom(env));
        let before = self.analysis.take().filter(|analysis| analysis.is_for(game));
        let record = game.record(self.orientation);
        let (analysis, result) = (before.unwrap_or(setup.analysis), record.result().to_owned());
        let was_counted = self.is_counted();
        self.controller.note_analysis();
        let notice = (was_counted && !self.is_counted()).then(|| NO_LONGER_COUNTED.to_owned());
        let setup = AnalysisSetup { analysis, result, notice, ..setup };
        effects.request(Action::AnalyzeGame(Box::new(setup), Box::new(record)));
    }
}

/// Message if there is no link.
pub const TOO_LONG: &str = "The game is too long for a link.";

/// A link to the page whose parameter called `parameter` is `text`, a FEN or a PGN of the variant. It has the rules of a variant
/// of the player's own. `None` if the text or these are too long for a link.
pub fn link(env: &Env, variant: &Variant, parameter: &str, text: &str) -> Option<String> {
    let (page, name) = (env.page.as_deref().unwrap_or_default(), &variant.rules().name);
    let own = env.levels.iter().find(|level| level.is_own_variant() && level.id == *name);
    let variant = own.map_or(name, |level| &level.text);
    let fits = variant.len() <= MAX_LINK_VARIANT && text.len() <= MAX_LINK_TEXT;
    fits.then(|| format!("{page}#variant={}&{parameter}={}", percent_encode(variant), percent_encode(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;
    use crate::rules::Position;
    use crate::view::host::test::context;

    /// The start of chess has spaces, which a link must not have.
    #[test]
    fn a_link_holds_variant_and_position() {
        let chess = Variants::built_in().get("chess").expect("built in");
        let position = Position::start(&chess).expect("a start");
        let expected = "http://here/#variant=chess&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201";
        let mut env = context((792.0, 672.0)).env;
        env.page = Some("http://here/".into());
        assert_eq!(link(&env, &chess, "fen", &fen::format(&position)).as_deref(), Some(expected));
    }

    /// A game that the program would refuse to open from a link gets no link.
    #[test]
    fn a_game_that_is_too_long_has_no_link() {
        let chess = Variants::built_in().get("chess").expect("built in");
        let env = context((792.0, 672.0)).env;
        let game = |length| link(&env, &chess, "analyse", &" ".repeat(length));
        assert!(game(MAX_LINK_TEXT).is_some() && game(MAX_LINK_TEXT + 1).is_none());
    }
}
