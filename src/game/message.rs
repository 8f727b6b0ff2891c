//! Messages to the human: the result, a king that must be defended, draw offers and short notices. rule:
//! docs/rules.md#messages

use std::time::Duration;

use super::{Game, Termination};
use crate::rules::goals::{Goal, GoalRule};
use crate::rules::{Color, Outcome, PieceKind, Position};

/// Time for which a notice is shown.
const NOTICE_TIME: Duration = Duration::from_secs(4);

/// A message that disappears by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A hint is being searched.
    LookingForHint,
    /// Hints are only for games against the computer.
    NoHint,
    /// Hints are only for games without clocks.
    NoHintWithClocks,
    /// Nothing can be taken back: with fog of war, the other player has seen the board since that move.
    NoTakeback,
    /// The move is refused because the side to move must capture.
    MustCapture,
    /// The move is refused because it puts a king in check, in a variant without checks.
    NoChecks,
    /// The draw offer was declined.
    DrawDeclined,
    /// A screen hides the board, and the game is paused.
    Paused,
}

impl Notice {
    /// The text of the notice.
    pub const fn text(self) -> &'static str {
        match self {
            Self::LookingForHint => "Looking for a hint",
            Self::NoHint => "No hints between two people",
            Self::NoHintWithClocks => "No hints with clocks",
            Self::NoTakeback => "No take-back in the fog",
            Self::MustCapture => "You must capture",
            Self::NoChecks => "Neither king may be in check",
            Self::DrawDeclined => "Draw declined",
            Self::Paused => "Paused",
        }
    }
}

impl Game {
    /// The message that is shown between the clocks, if there is one.
    pub fn message(&self) -> Option<String> {
        if let Some(termination) = self.shown_termination() {
            return Some(self.termination_message(termination));
        }
        if self.flash.is_some() {
            return Some("You must defend your king!".to_owned());
        }
        let check = self.is_check_shown().then(|| "Check!".to_owned());
        let other =
            self.draw_offer_message().or_else(|| self.notice().map(|notice| notice.text().to_owned()));
        match (check, other) {
            (Some(check), Some(other)) => Some(format!("{check} {other}")),
            (check, other) => check.or(other),
        }
    }

    /// Whether the message is about a king in check, rather than the result, an offer or a notice.
    pub fn is_king_threatened(&self) -> bool {
        self.side_to_move().is_some() && (self.flash.is_some() || self.is_check_shown())
    }

    fn is_check_shown(&self) -> bool {
        self.is_all_shown() && self.position().is_check()
    }

    /// The notice that is shown now.
    pub fn notice(&self) -> Option<Notice> {
        self.notice.map(|(notice, _)| notice)
    }

    /// Shows `notice` for a while.
    pub(super) fn show_notice(&mut self, notice: Notice) {
        self.notice = Some((notice, NOTICE_TIME));
    }

    /// Hides `notice` if it is shown.
    pub(super) fn hide_notice(&mut self, notice: Notice) {
        self.notice = self.notice.filter(|&(shown, _)| shown != notice);
    }

    /// Hides the notice when its time is over.
    pub(super) fn tick_notice(&mut self, elapsed: Duration) {
        let left = |(notice, left): (Notice, Duration)| Some((notice, left.checked_sub(elapsed)?));
        self.notice = self.notice.and_then(left).filter(|(_, left)| !left.is_zero());
    }

    fn draw_offer_message(&self) -> Option<String> {
        let offering = self.draw_offer?;
        Some(match self.only_human() {
            Some(_) => "Draw offered".to_owned(),
            None => format!("{} offers a draw", offering.name()),
        })
    }

    fn termination_message(&self, termination: Termination) -> String {
        let how = match termination {
            Termination::Time { .. } => "on time".to_owned(),
            Termination::Resignation { winner } => {
                return format!("{} resigned", self.only_human().map_or((!winner).name(), |_| "You"));
            }
            Termination::Agreement => "by agreement".to_owned(),
            Termination::Outcome(outcome) => match outcome {
                Outcome::Checkmate { .. } | Outcome::Stalemate { winner: Some(_) } => {
                    format!("by {}", outcome.name())
                }
                Outcome::Goal { rule, winner } => {
                    let reason = goal_reason(self.position(), rule, winner);
                    return match (winner, self.only_human()) {
                        (None, _) => format!("Draw: {reason}"),
                        (Some(winner), None) => format!("{} won: {reason}", winner.name()),
                        (winner, human) if winner == human => format!("You won: {reason}"),
                        _ => format!("You lost: {reason}"),
                    };
                }
                Outcome::KingCaptured { winner } => return self.king_capture_message(winner),
                Outcome::Stalemate { winner: None } => return "Stalemate – draw".to_owned(),
                Outcome::Repetition => return "Repetition – draw".to_owned(),
                Outcome::MoveRule => return "Move rule – draw".to_owned(),
                Outcome::CountingRule => return "Counting rule – draw".to_owned(),
                Outcome::InsufficientMaterial => return "Only kings – draw".to_owned(),
            },
        };
        match (termination.winner(), self.only_human()) {
            (Some(winner), Some(person)) if winner == person => format!("You won {how}"),
            (Some(_), Some(_)) => format!("You lost {how}"),
            (Some(winner), None) => format!("{} won {how}", winner.name()),
            (None, _) => format!("Draw {how}"),
        }
    }

    fn king_capture_message(&self, winner: Color) -> String {
        match self.only_human() {
            Some(person) if person != winner => "Your king was captured".to_owned(),
            person => format!("{} captured the king", person.map_or(winner.name(), |_| "You")),
        }
    }
}

/// Why a goal of the variant has ended the game in `position`, in a few words such as `king in the centre`.
pub fn goal_reason(position: &Position, rule: GoalRule, winner: Option<Color>) -> String {
    let variant = position.variant();
    let name = |kinds: &[PieceKind]| match kinds {
        [kind] => variant.piece(*kind).name.clone(),
        _ => "piece".to_owned(),
    };
    let reason = variant.rules().goals.iter().find_map(|goal| match goal {
        Goal::Flag(flag) if rule == GoalRule::Flag => {
            let side = winner.unwrap_or(position.turn());
            let region = flag.region[side];
            let (last, rules) = (region.first()?.rank(), variant.rules());
            let is_inner = |rank: u8| rank > 0 && rank + 1 < rules.ranks;
            let place = match () {
                () if region.into_iter().all(|square| square.rank() == last) => "on the last rank",
                () if region.into_iter().all(|square| is_inner(square.rank())) => "in the centre",
                () => "at the goal",
            };
            let whose = if winner.is_none() { "s of both sides" } else { "" };
            Some(format!("{}{whose} {place}", name(&flag.kinds[side])))
        }
        Goal::Extinction(rules) if rule == GoalRule::Extinction => {
            let few = |color, set: &&Vec<PieceKind>| {
                let pieces = position.board().by_kinds(set) & position.board().by_color(color);
                pieces.count() <= rules.most
            };
            let sides = [!position.turn(), position.turn()].into_iter();
            let mut gone =
                sides.filter_map(|color| Some((color, rules.kinds.iter().find(|set| few(color, set))?)));
            let (color, set) = gone.find(|(color, _)| rules.value.winner(*color) == winner)?;
            let few = match () {
                () if rules.is_bare_king() => "only the king".to_owned(),
                () if rules.most == 0 => format!("no {}", name(set)),
                () => format!("too few pieces: {}", name(set)),
            };
            Some(format!("{} has {few} left", color.name()))
        }
        Goal::Checks if rule == GoalRule::Checks => {
            Some(format!("{} checks", variant.start().checks_left[winner?]))
        }
        _ => None,
    });
    reason.unwrap_or_else(|| rule.name().to_owned())
}
