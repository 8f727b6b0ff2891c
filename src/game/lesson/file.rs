//! File of lessons: text with a section for each step, in the format of [`crate::game::sections`].
//!
//! The keys are `lesson`, `text`, `goal`, `moves` (the fewest moves that complete the step), `hint` and `fen`.

use std::sync::Arc;

use super::Step;
use super::task::{self, Task};
use crate::game::sections::{self, LineError, Section, fault};
use crate::notation::fen;
use crate::notation::text::quote;
use crate::rules::variant::Rules;
use crate::rules::{Color, Position, Variant};

/// The keys of a step.
const KEYS: [&str; 6] = ["lesson", "text", "goal", "moves", "hint", "fen"];
/// Maximum length of a title or of the name of a lesson, in characters.
const MAX_NAME: usize = 40;
/// Maximum length of a text or a hint, in characters.
const MAX_TEXT: usize = 400;

/// Whether a text is a valid title: 1 to 40 characters without control characters.
fn is_name(text: &str) -> bool {
    (1..=MAX_NAME).contains(&text.chars().count()) && !text.chars().any(char::is_control)
}

/// Parses a file of lessons for `variant`.
///
/// # Errors
/// The first error.
pub fn parse(variant: &Arc<Variant>, text: &str) -> Result<Vec<Step>, LineError> {
    let free = without_check(variant);
    let mut steps: Vec<Step> = Vec::new();
    for section in &sections(text)? {
        if steps.iter().any(|step| step.title == section.title) {
            return fault(section.line, format!("the title {} is there twice", quote(section.title)));
        }
        steps.push(step([variant, &free], section)?);
    }
    Ok(steps)
}

fn sections(text: &str) -> Result<Vec<Section<'_>>, LineError> {
    sections::parse(text, &KEYS, |words, _| {
        let title = words.strip_prefix('[')?.strip_suffix(']')?;
        let message = || format!("{} is no title; expected 1 to {MAX_NAME} characters", quote(title));
        Some(if is_name(title) { Ok(title) } else { Err(message()) })
    })
}

/// Reads a step. Its position belongs to `variant`, or to `free` if a side has no king.
fn step([variant, free]: [&Arc<Variant>; 2], section: &Section<'_>) -> Result<Step, LineError> {
    let (line, text) = section.needed("fen", "the position as a FEN")?;
    let position = position([variant, free], text).or_else(|error| fault(line, error.to_string()))?;
    let (line, text) = section.needed("goal", task::EXPECTED)?;
    let Some(task) = Task::parse(variant, text) else {
        return fault(line, format!("goal: found {}; expected {}", quote(text), task::EXPECTED));
    };
    let moves = match task {
        Task::Free => 0,
        Task::Forced(goal) => goal.moves(),
        _ => {
            let (line, text) = section.needed("moves", "a number from 1 to 20")?;
            let number = text.parse().ok().filter(|moves| (1..=20).contains(moves));
            number.map_or_else(|| fault(line, format!("moves: {} is not from 1 to 20", quote(text))), Ok)?
        }
    };
    let words = |key| {
        let (line, text) = section.needed(key, "a sentence")?;
        if text.is_empty() || text.chars().count() > MAX_TEXT {
            return fault(line, format!("{key}: expected 1 to {MAX_TEXT} characters"));
        }
        Ok(text.to_owned())
    };
    let hint = if task == Task::Free { String::new() } else { words("hint")? };
    let (line, lesson) = section.needed("lesson", "the name of the lesson")?;
    if !is_name(lesson) {
        return fault(line, format!("lesson: expected 1 to {MAX_NAME} characters"));
    }
    let (lesson, title) = (lesson.to_owned(), section.title.to_owned());
    Ok(Step { lesson, title, text: words("text")?, hint, task, moves, position })
}

/// The position of a FEN. It belongs to `variant`, or to `free` if a side has no king.
fn position([variant, free]: [&Arc<Variant>; 2], text: &str) -> Result<Position, fen::FenError> {
    let setup = fen::parse_setup(variant.rules(), text)?;
    let has_king = |color: &Color| {
        setup
            .pieces
            .iter()
            .any(|(_, piece)| piece.color == *color && Some(piece.kind) == variant.rules().royal_kind)
    };
    let variant = if Color::ALL.iter().all(has_king) { variant } else { free };
    let position = Position::from_setup(variant, &setup).map_err(fen::FenError::Position)?;
    Ok(position)
}

/// `variant` without check, mate and other ends of the game, for positions in which a side has no king. A king can be
/// captured in it.
pub(super) fn without_check(variant: &Variant) -> Arc<Variant> {
    let rules = Rules {
        royal_kind: None,
        capturable_king_kind: None,
        may_check: true,
        kings_face: false,
        ..without_goals(variant)
    };
    Arc::new(variant.with_rules(rules))
}

/// The rules of `variant` without other ends of the game than checkmate and draws, and without a duty to capture.
pub(super) fn without_goals(variant: &Variant) -> Rules {
    Rules {
        goals: Vec::new(),
        pseudo_royal: None,
        must_capture: false,
        fog: false,
        ..variant.rules().clone()
    }
}
