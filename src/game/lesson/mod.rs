//! Lessons: steps with a position and a small task, which teach the pieces and the rules.

mod controller;
pub mod file;
pub mod generate;
pub mod progress;
pub mod solver;
mod step;
mod task;

pub use controller::{LessonController, LessonHint, LessonPhase};
pub use step::{LessonState, MAX_STARS, MoveOutcome, Step};
pub use task::Task;
