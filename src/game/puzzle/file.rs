//! Puzzle files: text with a section for each puzzle.
//!
//! A section begins with the title in brackets, followed by lines `key = value`: `fen`, `goal` and, optionally,
//! `last_move` (of the other side, from the position of `fen`), `rating`, `themes` (separated by commas), `unique`
//! (`yes`, `no` or `line`) and `solution` (the moves of both sides in coordinates). Blank lines and lines that begin
//! with `#` are skipped.

use std::sync::Arc;

use super::{Puzzle, PuzzleGoal, Unique, goal};
use crate::game::sections::{self, LineError, Section, fault};
use crate::notation::text::quote;
use crate::notation::{coords, fen};
use crate::rules::{Move, Position, Variant};

/// Maximum size of a puzzle file in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// Maximum number of puzzles in a file.
const MAX_PUZZLES: usize = 5000;
/// The keys of a puzzle.
const KEYS: [&str; 7] = ["fen", "last_move", "goal", "rating", "themes", "unique", "solution"];
/// Range of the rating of a puzzle.
const RATINGS: std::ops::RangeInclusive<u16> = 100..=3000;
/// Maximum number of themes of a puzzle.
const MAX_THEMES: usize = 20;
/// Maximum length of a title or theme, in characters.
const MAX_NAME: usize = 60;

/// Parses a puzzle file for `variant`.
///
/// # Errors
/// The first error.
pub fn parse(variant: &Arc<Variant>, text: &str) -> Result<Vec<Puzzle>, LineError> {
    parse_each(variant, text)?.into_iter().map(|(_, puzzle)| puzzle).collect()
}

/// Parses a puzzle file for `variant`. Returns for each puzzle the line of its title, and the puzzle or an error.
///
/// # Errors
/// If a line belongs to no puzzle or the file is too long, the first such fault.
#[expect(clippy::type_complexity, reason = "a type of its own would have one user")]
pub fn parse_each(
    variant: &Arc<Variant>,
    text: &str,
) -> Result<Vec<(usize, Result<Puzzle, LineError>)>, LineError> {
    let sections = sections(text)?;
    if sections.is_empty() {
        return fault(1, "there is no puzzle in the file; expected a title in brackets: [A title]");
    }
    Ok(sections.iter().map(|section| (section.line, puzzle(variant, section))).collect())
}

fn sections(text: &str) -> Result<Vec<Section<'_>>, LineError> {
    if text.len() > MAX_BYTES {
        return fault(1, format!("the file has {} bytes; expected at most {MAX_BYTES}", text.len()));
    }
    sections::parse(text.strip_prefix('\u{feff}').unwrap_or(text), &KEYS, |words, count| {
        let title = words.strip_prefix('[')?.strip_suffix(']').map(str::trim).filter(|title| is_name(title));
        Some(match title {
            None => Err(format!("found {}; expected a title in brackets: [A title]", quote(words))),
            Some(_) if count == MAX_PUZZLES => {
                Err(format!("more than {MAX_PUZZLES} puzzles; expected no more"))
            }
            Some(title) => Ok(title),
        })
    })
}

/// Whether a text is a valid title: 1 to 60 characters without control characters.
pub fn is_name(text: &str) -> bool {
    (1..=MAX_NAME).contains(&text.chars().count()) && !text.chars().any(char::is_control)
}

fn puzzle(variant: &Arc<Variant>, section: &Section<'_>) -> Result<Puzzle, LineError> {
    let (line, text) = section.needed("fen", "the position as a FEN")?;
    let mut position = fen::parse(variant, text).or_else(|error| fault(line, error.to_string()))?;
    let mut fen_line = line;
    let last_move = match section.value("last_move") {
        None => None,
        Some((line, text)) => {
            let mv = legal_move(&position, "last_move", line, text)?;
            fen_line = line;
            Some((mv, position.make(mv)))
        }
    };
    let (line, text) = section.needed("goal", goal::EXPECTED)?;
    let Some(goal) = PuzzleGoal::parse(variant, text) else {
        return fault(line, format!("goal: found {}; expected {}", quote(text), goal::EXPECTED));
    };
    if !position.has_legal_move() {
        return fault(fen_line, "the side to move has no move in this position; expected one at least");
    }
    let themes = section.value("themes").map_or(Ok(Vec::new()), |(line, text)| themes(line, text))?;
    let rating = section.value("rating").map(|(line, text)| rating(line, text)).transpose()?;
    let unique = match section.value("unique") {
        None | Some((_, "no")) => Unique::No,
        Some((_, "yes")) => Unique::First,
        Some((_, "line")) => Unique::Line,
        Some((line, text)) => {
            return fault(line, format!("unique: found {}; expected yes, no or line", quote(text)));
        }
    };
    let solution = section
        .value("solution")
        .map_or(Ok(Vec::new()), |(line, text)| solution(&position, goal, line, text))?;
    let title = section.title.to_owned();
    let puzzle = Puzzle { themes, rating, unique, last_move, solution, ..Puzzle::new(title, goal, position) };
    let (count, whole) = (puzzle.solution.len(), 2 * usize::from(goal.moves()) - 1);
    if puzzle.follows_line() && count != whole {
        let line = section.value("solution").map_or(section.line, |(line, _)| line);
        return fault(line, format!("solution: found {count} moves; expected the {whole} moves of the goal"));
    }
    Ok(puzzle)
}

fn rating(line: usize, text: &str) -> Result<u16, LineError> {
    let rating = text.parse().ok().filter(|rating| RATINGS.contains(rating));
    let (least, most) = (RATINGS.start(), RATINGS.end());
    let message = || format!("rating: found {}; expected a number from {least} to {most}", quote(text));
    rating.map_or_else(|| fault(line, message()), Ok)
}

fn themes(line: usize, text: &str) -> Result<Vec<String>, LineError> {
    let themes: Vec<_> = text.split(',').map(|theme| theme.trim().to_owned()).collect();
    if themes.len() > MAX_THEMES || !themes.iter().all(|theme| is_name(theme)) {
        let expected = format!("expected at most {MAX_THEMES} themes of 1 to {MAX_NAME} characters");
        return fault(line, format!("themes: found {}; {expected}, separated by commas", quote(text)));
    }
    Ok(themes)
}

/// The move `text` in `position`.
fn legal_move(position: &Position, key: &str, line: usize, text: &str) -> Result<Move, LineError> {
    coords::parse_move(position, text).ok_or_else(|| LineError {
        line,
        message: format!("{key}: {} is no legal move there; expected one such as a2a4", quote(text)),
    })
}

fn solution(position: &Position, goal: PuzzleGoal, line: usize, text: &str) -> Result<Vec<Move>, LineError> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let mv = legal_move(&position, "solution", line, word)?;
        position.make(mv);
        moves.push(mv);
    }
    if moves.len().is_multiple_of(2) || moves.len() > 2 * usize::from(goal.moves()) - 1 {
        let expected = "it to end with a move of the side that begins, within the moves of the goal";
        return fault(line, format!("solution: found {} moves; expected {expected}", moves.len()));
    }
    Ok(moves)
}
