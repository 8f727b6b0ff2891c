//! What a game tells the person in words. rule: docs/rules.md#messages

use super::{Game, PlayerKind, Termination};
use crate::rules::Color;

impl Game {
    /// The message between the clocks: how the game ended, what the person must do, or nothing.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        if let Some(ending) = self.termination() {
            return Some(self.ending_message(ending));
        }
        if self.flash.is_some() {
            return Some("You must defend your king!".to_owned());
        }
        let check = self.position().is_check().then(|| "Check!".to_owned());
        let told = self.offer_message().or_else(|| self.notice.map(|shown| shown.notice.text().to_owned()));
        match (check, told) {
            (Some(check), Some(told)) => Some(format!("{check} {told}")),
            (check, told) => check.or(told),
        }
    }

    /// Whether the message is about a king in danger, rather than the end or a word between the players.
    #[must_use]
    pub fn is_king_threatened(&self) -> bool {
        self.side_to_move().is_some() && (self.flash.is_some() || self.position().is_check())
    }

    fn offer_message(&self) -> Option<String> {
        let offering = self.draw_offer?;
        let who = match (self.person(), offering) {
            (Some(_), _) => return Some("Draw offered".to_owned()),
            (None, Color::White) => "White",
            (None, Color::Black) => "Black",
        };
        Some(format!("{who} offers a draw"))
    }

    fn ending_message(&self, ending: Termination) -> String {
        let how = match ending {
            Termination::Checkmate { .. } => "by checkmate",
            Termination::Time { .. } => "on time",
            Termination::Stalemate { winner: Some(_) } => "by stalemate",
            Termination::KingCaptured { winner } => return self.king_capture_message(winner),
            Termination::Resignation { winner } => return self.resignation_message(winner),
            Termination::Stalemate { winner: None } => return "Stalemate – draw".to_owned(),
            Termination::Repetition => return "Repetition – draw".to_owned(),
            Termination::MoveRule => return "Move rule – draw".to_owned(),
            Termination::Agreement => return "Draw by agreement".to_owned(),
        };
        match (ending.winner(), self.person()) {
            (Some(winner), Some(person)) if winner == person => format!("You won {how}"),
            (Some(_), Some(_)) => format!("You lost {how}"),
            (Some(Color::White), None) => format!("White won {how}"),
            (_, _) => format!("Black won {how}"),
        }
    }

    fn resignation_message(&self, winner: Color) -> String {
        match (self.person(), winner) {
            (Some(_), _) => "You resigned",
            (None, Color::White) => "Black resigned",
            (None, Color::Black) => "White resigned",
        }
        .to_owned()
    }

    fn king_capture_message(&self, winner: Color) -> String {
        match (self.person(), winner) {
            (Some(person), _) if person == winner => "You captured the king",
            (Some(_), _) => "Your king was captured",
            (None, Color::White) => "White captured the king",
            (None, Color::Black) => "Black captured the king",
        }
        .to_owned()
    }

    /// The side of the one person who plays, if it is one against the computer.
    fn person(&self) -> Option<Color> {
        let human = |color| self.player(color) == PlayerKind::Human;
        match (human(Color::White), human(Color::Black)) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }
}
