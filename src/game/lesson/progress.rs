//! Progress in the lessons: the stars that the learner has for each step.

use std::collections::BTreeMap;

use super::{MAX_STARS, Step};
use crate::game::puzzle::progress::log_lines;

/// First line of the file.
const HEADER: &str = "# Stars for each step of Learn (xxlchess 1)";
/// Maximum number of steps that are read. It limits the memory that a damaged file can take.
const MAX_STEPS: usize = 5000;
/// Maximum length of a key, in characters.
const MAX_KEY: usize = 100;
/// The variant whose steps have their title alone as key. Older files have no other steps.
const UNNAMED: &str = "xxl";

/// The learner's stars, by the key of the step: its title, after the name of its variant as in `chess/The rook`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonProgress(BTreeMap<String, u8>);

fn key(step: &Step) -> String {
    match step.position.variant().rules().name.as_str() {
        UNNAMED => step.title.clone(),
        name => format!("{name}/{}", step.title),
    }
}

/// Parses a line: `3 The camel`.
fn parse_line(line: &str) -> Option<(&str, u8)> {
    let (stars, key) = line.split_once(' ')?;
    let stars = stars.parse().ok().filter(|stars| (1..=MAX_STARS).contains(stars))?;
    let is_key = (1..=MAX_KEY).contains(&key.chars().count()) && !key.chars().any(char::is_control);
    is_key.then_some((key, stars))
}

impl LessonProgress {
    /// Parses the text of a progress file. Lines that are not valid are skipped.
    pub fn parse(text: &str) -> Self {
        let mut progress = Self::default();
        for (key, stars) in log_lines(text).filter_map(parse_line).take(MAX_STEPS) {
            progress.add(key, stars);
        }
        progress
    }

    /// Whether [`LessonProgress::parse`] skips nothing but comments.
    pub fn is_whole(text: &str) -> bool {
        log_lines(text).all(|line| parse_line(line).is_some()) && text.lines().count() <= MAX_STEPS
    }

    /// The text of a progress file.
    pub fn to_text(&self) -> String {
        let lines = self.0.iter().map(|(key, stars)| format!("{stars} {key}"));
        std::iter::once(HEADER.to_owned()).chain(lines).map(|line| line + "\n").collect()
    }

    /// Sets the stars for a step if it has fewer. Returns whether it had fewer.
    fn add(&mut self, key: &str, stars: u8) -> bool {
        let is_better = self.0.get(key).is_none_or(|&before| before < stars);
        if is_better {
            self.0.insert(key.to_owned(), stars);
        }
        is_better
    }

    /// Sets the stars for `step` to `stars` if it has fewer. Returns whether it had fewer.
    pub fn mark_done(&mut self, step: &Step, stars: u8) -> bool {
        self.add(&key(step), stars)
    }

    /// The stars for `step`; 0 if it has not been done.
    pub fn stars(&self, step: &Step) -> u8 {
        self.0.get(&key(step)).copied().unwrap_or_default()
    }

    /// Merges the stars of `other` into this progress. For each step the higher number counts.
    pub fn merge(&mut self, other: &Self) {
        for (key, &stars) in &other.0 {
            self.add(key, stars);
        }
    }
}
