//! The file of lessons: text with a section for each step, in the form of a puzzle file.
//!
//! A section begins with the title in brackets, followed by lines `key = value`: `lesson`, `text`, `goal`, `moves` (the
//! fewest), `hint` and `fen`. Blank lines and lines that begin with `#` are skipped.

use std::fmt;
use std::sync::Arc;

use super::{LessonGoal, Step, goal, without_check};
use crate::notation::fen;
use crate::notation::text::quote;
use crate::rules::{Color, Position, Variant};

/// The keys of a step.
const KEYS: [&str; 6] = ["lesson", "text", "goal", "moves", "hint", "fen"];
/// Longest title or name of a lesson, in characters.
const MAX_NAME: usize = 40;
/// Longest text, in characters.
const MAX_TEXT: usize = 400;

/// An error in a file of lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonError {
    /// The line, counted from 1.
    pub line: usize,
    /// What was found and what is expected.
    pub message: String,
}

impl fmt::Display for LessonError {
    /// Writes `line: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

impl std::error::Error for LessonError {}

fn fault<T>(line: usize, message: impl Into<String>) -> Result<T, LessonError> {
    Err(LessonError { line, message: message.into() })
}

/// Whether a text is fit to be a title.
pub(super) fn is_name(text: &str) -> bool {
    (1..=MAX_NAME).contains(&text.chars().count()) && !text.chars().any(char::is_control)
}

/// A section of the file, not yet checked.
struct Section<'t> {
    line: usize,
    title: &'t str,
    /// For each of [`KEYS`] the line and the value.
    values: [Option<(usize, &'t str)>; KEYS.len()],
}

impl<'t> Section<'t> {
    fn value(&self, key: &str) -> Result<(usize, &'t str), LessonError> {
        let place = KEYS.iter().position(|known| *known == key);
        let value = place.and_then(|place| self.values.get(place).copied().flatten());
        value.map_or_else(|| fault(self.line, format!("{key} is missing from {}", quote(self.title))), Ok)
    }
}

/// Parses a file of lessons for `variant`.
///
/// # Errors
/// The first error.
pub fn parse(variant: &Arc<Variant>, text: &str) -> Result<Vec<Step>, LessonError> {
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

fn sections(text: &str) -> Result<Vec<Section<'_>>, LessonError> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for (line, words) in text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())) {
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        if let Some(title) = words.strip_prefix('[').and_then(|words| words.strip_suffix(']')) {
            if !is_name(title) {
                return fault(
                    line,
                    format!("{} is no title; expected 1 to {MAX_NAME} characters", quote(title)),
                );
            }
            sections.push(Section { line, title, values: [None; KEYS.len()] });
            continue;
        }
        let (Some((key, value)), Some(section)) = (words.split_once('='), sections.last_mut()) else {
            return fault(
                line,
                format!("found {}; expected a title in brackets or key = value", quote(words)),
            );
        };
        let Some(place) = KEYS.iter().position(|known| *known == key.trim()) else {
            return fault(
                line,
                format!("{} is no known key; expected {}", quote(key.trim()), KEYS.join(", ")),
            );
        };
        if section.values[place].replace((line, value.trim())).is_some() {
            return fault(line, format!("{} is there twice; expected once", KEYS[place]));
        }
    }
    Ok(sections)
}

/// Reads a step of the first variant, or if a side has no king, of the second one.
fn step([variant, free]: [&Arc<Variant>; 2], section: &Section<'_>) -> Result<Step, LessonError> {
    let (line, text) = section.value("fen")?;
    let position = position([variant, free], text).or_else(|error| fault(line, error.to_string()))?;
    let (line, text) = section.value("goal")?;
    let Some(goal) = LessonGoal::parse(variant, text) else {
        return fault(line, format!("goal: found {}; expected {}", quote(text), goal::EXPECTED));
    };
    let moves = match (goal, goal.forced_in()) {
        (LessonGoal::Free, _) => 0,
        (_, Some(moves)) => moves,
        _ => {
            let (line, text) = section.value("moves")?;
            let number = text.parse().ok().filter(|moves| (1..=20).contains(moves));
            number.map_or_else(|| fault(line, format!("moves: {} is not from 1 to 20", quote(text))), Ok)?
        }
    };
    let words = |key| {
        let (line, text) = section.value(key)?;
        if text.is_empty() || text.chars().count() > MAX_TEXT {
            return fault(line, format!("{key}: expected 1 to {MAX_TEXT} characters"));
        }
        Ok(text.to_owned())
    };
    let hint = if goal == LessonGoal::Free { String::new() } else { words("hint")? };
    let (line, lesson) = section.value("lesson")?;
    if !is_name(lesson) {
        return fault(line, format!("lesson: expected 1 to {MAX_NAME} characters"));
    }
    let (lesson, title) = (lesson.to_owned(), section.title.to_owned());
    Ok(Step { lesson, title, text: words("text")?, hint, goal, moves, position })
}

/// The position of a FEN: with check and mate if both sides have kings.
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
