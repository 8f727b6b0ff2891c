//! Keys and buttons of the game screen: what each does.

use super::PlayScreen;
use crate::game::analysis::Analysis;
use crate::game::{Command, Termination, Viewer};
use crate::notation::fen;
use crate::notation::pgn::Tags;
use crate::rules::Position;
use crate::view::screen::{Action, Context, Env};
use crate::view::screens::dialogs::Question;
use crate::view::screens::play::keys::KeyAction;
use crate::view::screens::play::notice::Toast;

impl PlayScreen {
    /// Carries out the action of a key or a button.
    pub(super) fn act(&mut self, action: KeyAction, ctx: &mut Context) -> Option<Action> {
        match action {
            KeyAction::Resign if self.controller.game().handover_to().is_some() => {
                self.apply(Command::Ready, ctx);
            }
            KeyAction::Resign if self.controller.game().side_to_move().is_none() => {}
            KeyAction::Resign if ctx.options.confirm_resign => {
                let question = Question::new("Resign this game?", "Yes, resign", Action::Resign);
                return Some(Action::Open(Box::new(question)));
            }
            KeyAction::Resign => self.apply(Command::Resign, ctx),
            KeyAction::Restart | KeyAction::Rematch if self.next_level_differs() => {
                let side = self.controller.game().orientation();
                return Some(Action::PlayAgain(if action == KeyAction::Rematch { !side } else { side }));
            }
            KeyAction::Restart => self.apply(Command::Restart, ctx),
            KeyAction::Rematch => self.apply(Command::Rematch, ctx),
            KeyAction::TakeBack => self.apply(Command::TakeBack, ctx),
            KeyAction::OfferDraw => self.apply(Command::OfferDraw, ctx),
            KeyAction::NewGame => return Some(self.new_game()),
            KeyAction::Analyze => return self.analyze(ctx),
            KeyAction::Hint => {
                self.go_to(usize::MAX);
                self.controller.request_hint();
            }
            KeyAction::StepBack => self.step_to(self.review.shown().saturating_sub(1), ctx),
            KeyAction::StepForth => self.step_to(self.review.shown() + 1, ctx),
            KeyAction::ToStart => self.go_to(0),
            KeyAction::ToPresent => self.go_to(usize::MAX),
            KeyAction::TurnBoard => {
                self.turned = !self.turned;
                // A held piece belongs to the board as it was.
                self.board.widget.release();
            }
            KeyAction::Mute => ctx.options.sound = !ctx.options.sound,
            KeyAction::CopyPosition => {
                let position = self.controller.game().position_at(self.review.shown());
                self.copy(fen::format(&position), "Position copied (FEN)", ctx);
            }
            KeyAction::CopyGame => {
                let record = self.controller.game().record(self.orientation);
                self.copy(record.to_pgn(None, &Tags::default()), "Game copied (PGN)", ctx);
            }
            KeyAction::CopyLink => {
                let position = self.controller.game().position_at(self.review.shown());
                let link = link(ctx.page.as_deref().unwrap_or_default(), &position);
                self.copy(link, "Link to the position copied", ctx);
            }
            KeyAction::Help => return Some(Action::OpenHelp),
            KeyAction::Edit => {
                let turn = self.controller.game().position_at(self.review.shown()).turn();
                return Some(Action::EditBoard {
                    pieces: self.player_view().pieces,
                    turn,
                    bottom: self.bottom(ctx),
                });
            }
            KeyAction::Menu => return Some(Action::OpenMenu),
            KeyAction::Learn => return Some(Action::OpenLearn(ctx.options)),
            KeyAction::Puzzles => {
                let variant = self.controller.game().position().variant().rules().name.clone();
                return Some(Action::OpenPuzzles { variant, options: ctx.options });
            }
            KeyAction::Games => return Some(Action::OpenGames),
            // The app, the window and the cursor handle these before this screen.
            KeyAction::FullScreen | KeyAction::Paste | KeyAction::Cursor => {}
        }
        None
    }

    /// Whether the result of the game has changed the level of the next one.
    fn next_level_differs(&self) -> bool {
        let game = self.controller.game();
        let winner = game.termination().and_then(Termination::winner);
        game.options().adapt_level && !game.both_human() && winner.is_some()
    }

    /// Copies `text`, unless the fog hides a part of it.
    fn copy(&mut self, text: String, notice: &str, ctx: &mut Context) {
        if self.controller.game().viewer() == Viewer::Everybody {
            ctx.effects.clipboard = Some(text);
            self.show_notice(Toast::answer(notice));
        } else {
            self.show_notice(Toast::answer("Nothing can be copied in the fog"));
        }
    }

    /// Opens the analysis of the game, if it has ended and has moves.
    fn analyze(&mut self, ctx: &Env) -> Option<Action> {
        let game = self.controller.game();
        if game.termination().is_none() || game.moves().is_empty() {
            return None;
        }
        let before = self.analysis.take().filter(|analysis| analysis.is_for(game));
        let analysis = Box::new(before.unwrap_or_else(|| Analysis::new(game)));
        Some(Action::Analyze { analysis, ending: game.message(), bottom: self.bottom(ctx) })
    }

    /// Starts a new game; asks first if this one is in progress.
    fn new_game(&self) -> Action {
        if self.is_in_progress() {
            let question = Question::new("Give up this game?", "New game", Action::NewGame);
            return Action::Open(Box::new(question));
        }
        Action::NewGame
    }
}

/// A link to `page` that opens `position`.
fn link(page: &str, position: &Position) -> String {
    let mut link = format!("{page}#variant={}&fen=", position.variant().rules().name);
    for letter in fen::format(position).chars() {
        match letter {
            // All others of a FEN may stand in a link.
            ' ' => link.push_str("%20"),
            '+' => link.push_str("%2B"),
            letter => link.push(letter),
        }
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    /// The start of chess.
    #[test]
    fn a_link_holds_variant_and_position() {
        let chess = Variants::built_in().get("chess").expect("built in");
        let position = Position::start(&chess).expect("a start");
        let expected = "http://here/#variant=chess&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201";
        assert_eq!(link("http://here/", &position), expected);
    }
}
