//! Lessons: steps with a position and a small goal, which teach the pieces and the rules.

mod controller;
pub mod file;
mod goal;
pub mod progress;
pub mod solver;

pub use controller::{LessonController, LessonHint, LessonPhase};
pub use goal::{LessonGoal, LessonState, MoveOutcome};

use std::sync::Arc;

use crate::rules::variant::Rules;
use crate::rules::{Position, Variant};

/// Most stars for a step.
pub const MAX_STARS: u8 = 3;

/// One step of a lesson.
#[derive(Clone, Debug)]
pub struct Step {
    /// The lesson it belongs to. That of a piece has its name.
    pub lesson: String,
    /// Its title, by which progress is saved.
    pub title: String,
    /// What it teaches.
    pub text: String,
    /// A hint in words.
    pub hint: String,
    /// The goal.
    pub goal: LessonGoal,
    /// The fewest moves that reach the goal; 0 if there is none.
    pub moves: u8,
    /// The start position. The learner plays the side to move.
    pub position: Position,
}

impl Step {
    /// Whether it has a goal. The practice board has none.
    #[must_use]
    pub fn is_exercise(&self) -> bool {
        self.goal != LessonGoal::Free
    }

    /// The stars for reaching the goal in `moves` moves.
    #[must_use]
    pub fn stars(&self, moves: u16) -> u8 {
        let fewest = u16::from(self.moves);
        match moves.saturating_sub(fewest) {
            0 => MAX_STARS,
            late if late <= (fewest / 8).max(1) => 2,
            _ => 1,
        }
    }

    /// The goal as an instruction: `Collect all the stars.`
    #[must_use]
    pub fn instruction(&self) -> String {
        self.goal.instruction(self.position.variant())
    }

    /// The fewest moves in words, unless the instruction has them.
    #[must_use]
    pub fn fewest(&self) -> Option<String> {
        match self.moves {
            _ if self.goal.names_moves() => None,
            1 => Some("Can be done in 1 move.".to_owned()),
            moves => Some(format!("Can be done in {moves} moves.")),
        }
    }
}

/// `variant` without check and mate, for positions without kings and with kings that are pieces like all others.
#[must_use]
pub fn without_check(variant: &Variant) -> Arc<Variant> {
    let rules = Rules { royal_kind: None, ..variant.rules().clone() };
    Arc::new(Variant::new(rules, variant.start().clone()))
}
