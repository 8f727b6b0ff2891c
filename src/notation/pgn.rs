//! PGN: a game as text, with tags, moves, clocks and the result, read back as it was written.

use std::fmt::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use super::{fen, san};
use crate::rules::{Move, Position, Variant};

/// Longest PGN that is read, in bytes.
const LONGEST: usize = 1 << 20;
/// Width of the lines that moves are written in.
const WIDTH: usize = 80;

/// A move, and the time left on the mover's clock after it, if that was noted.
pub type TimedMove = (Move, Option<Duration>);

/// A game as a PGN tells it.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// Tags in their order, without `Variant`, `SetUp`, `FEN` and `Result`, which follow from the rest.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves.
    pub moves: Vec<TimedMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// Why a PGN cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for PgnError {}

impl PgnGame {
    /// The game as text.
    #[must_use]
    pub fn write(&self) -> String {
        let variant = self.start.variant();
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            // Writing to a text cannot fail.
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        self.tags.iter().for_each(|(name, value)| tag(name, value));
        tag("Result", &self.result);
        tag("Variant", &variant.rules().name);
        tag("SetUp", "1");
        tag("FEN", &fen::write(&self.start));
        text.push('\n');
        let mut column = 0;
        for word in self.words() {
            if column > 0 && column + 1 + word.len() > WIDTH {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            column += word.len();
            text.push_str(&word);
        }
        text.push('\n');
        text
    }

    /// Move numbers, moves, clocks and the result as words.
    fn words(&self) -> Vec<String> {
        let mut position = self.start.clone();
        let mut words = Vec::new();
        for (place, &(mv, clock)) in self.moves.iter().enumerate() {
            let white = position.turn() == crate::rules::Color::White;
            if white || place == 0 {
                words.push(format!("{}{}", position.fullmove_number(), if white { "." } else { "..." }));
            }
            words.push(san::write(&position, mv));
            if let Some(clock) = clock {
                words.push("{[%clk".to_owned());
                words.push(format!("{}]}}", write_clock(clock)));
            }
            position.make(mv);
        }
        words.push(self.result.clone());
        words
    }

    /// Reads the first game of `text`; `find_variant` gives the variant of a `Variant` tag, or of none.
    ///
    /// # Errors
    /// The first thing that cannot be read, with its line: a tag, an unknown variant, a FEN, a move that is not
    /// legal.
    pub fn parse(
        text: &str,
        find_variant: impl FnOnce(Option<&str>) -> Result<Arc<Variant>, String>,
    ) -> Result<Self, PgnError> {
        if text.len() > LONGEST {
            return Err(PgnError { line: 1, fault: format!("more than {LONGEST} bytes") });
        }
        let mut reader = Reader { rest: text, line: 1 };
        let tags = reader.tags()?;
        let value = |name: &str| tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str());
        let at_top = |fault: String| PgnError { line: 1, fault };
        let variant = find_variant(value("Variant")).map_err(at_top)?;
        let start = match value("FEN") {
            Some(text) => fen::parse(&variant, text).map_err(|e| at_top(e.to_string()))?,
            None => Position::start(&variant).map_err(|e| at_top(e.to_string()))?,
        };
        let (moves, result) = reader.moves(&start)?;
        let result = result.or(value("Result").map(str::to_owned)).unwrap_or_else(|| "*".to_owned());
        let told = ["Variant", "SetUp", "FEN", "Result"];
        let tags = tags.into_iter().filter(|(name, _)| !told.contains(&name.as_str())).collect();
        Ok(Self { tags, start, moves, result })
    }
}

/// `H:MM:SS` with tenths, as `%clk` has it.
fn write_clock(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    let seconds = tenths / 10;
    format!("{}:{:02}:{:02}.{}", seconds / 3600, seconds / 60 % 60, seconds % 60, tenths % 10)
}

/// The time of a comment with `[%clk 0:02:59.8]`.
fn read_clock(comment: &str) -> Option<Duration> {
    let (_, rest) = comment.split_once("[%clk")?;
    let (time, _) = rest.split_once(']')?;
    let seconds = time.trim().split(':').try_fold(0.0, |seconds: f64, part| {
        part.parse::<f64>()
            .ok()
            .filter(|part| part.is_finite() && *part >= 0.0)
            .map(|part| seconds * 60.0 + part)
    })?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// A PGN text being read.
struct Reader<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Reader<'t> {
    fn error<T>(&self, fault: impl Into<String>) -> Result<T, PgnError> {
        Err(PgnError { line: self.line, fault: fault.into() })
    }

    /// Takes `length` bytes off the text.
    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn skip_space(&mut self) {
        let space = self.rest.len()
            - self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
        self.take(space);
    }

    /// Takes everything up to and including `end`.
    fn through(&mut self, end: char, what: &str) -> Result<&'t str, PgnError> {
        match self.rest.find(end) {
            Some(place) => Ok(self.take(place + end.len_utf8())),
            None => self.error(format!("{what} has no end: {end:?} is missing")),
        }
    }

    fn tags(&mut self) -> Result<Vec<(String, String)>, PgnError> {
        let mut tags = Vec::new();
        loop {
            self.skip_space();
            if !self.rest.starts_with('[') {
                return Ok(tags);
            }
            let line = self.through(']', "a tag")?;
            // A value may hold a bracket: go on to the one behind its last quote.
            let mut tag = line.to_owned();
            while tag.matches('"').count() - tag.matches("\\\"").count() == 1 {
                tag.push_str(self.through(']', "a tag")?);
            }
            let inside = tag.trim_start_matches('[').trim_end_matches(']').trim();
            let read = inside.split_once(char::is_whitespace).and_then(|(name, value)| {
                let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
                Some((name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
            });
            match read {
                Some(tag) => tags.push(tag),
                None => return self.error(format!("{tag:?} is no tag; [Name \"value\"] is one")),
            }
        }
    }

    fn moves(&mut self, start: &Position) -> Result<(Vec<TimedMove>, Option<String>), PgnError> {
        let mut position = start.clone();
        let mut moves: Vec<TimedMove> = Vec::new();
        loop {
            self.skip_space();
            let Some(first) = self.rest.chars().next() else { return Ok((moves, None)) };
            match first {
                '{' => {
                    let comment = self.through('}', "a comment")?;
                    if let Some(last) = moves.last_mut() {
                        last.1 = read_clock(comment).or(last.1);
                    }
                }
                ';' | '%' => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.take(end);
                }
                '(' => self.variation()?,
                '[' => return Ok((moves, None)),
                _ => {
                    let end = |c: char| c.is_whitespace() || "{}()[];".contains(c);
                    let length = self.rest.find(end).unwrap_or(self.rest.len()).max(first.len_utf8());
                    let word = self.take(length);
                    if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
                        return Ok((moves, Some(word.to_owned())));
                    }
                    let text = without_number(word);
                    if text.is_empty() || text.starts_with('$') {
                        continue;
                    }
                    match san::find(&position, text) {
                        Ok(mv) => {
                            position.make(mv);
                            moves.push((mv, None));
                        }
                        Err(error) => return self.error(error.to_string()),
                    }
                }
            }
        }
    }

    /// Passes over a variation, with all inside it.
    fn variation(&mut self) -> Result<(), PgnError> {
        let mut depth = 0_u32;
        loop {
            match self.rest.chars().next() {
                None => return self.error("a variation has no end: ')' is missing"),
                Some('{') => {
                    self.through('}', "a comment")?;
                    continue;
                }
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some(_) => {}
            }
            let length = self.rest.chars().next().map_or(0, char::len_utf8);
            self.take(length);
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

/// A word without the number and dots of a move before it: `12.Nf3` is `Nf3`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    fn find_variant(name: Option<&str>) -> Result<Arc<Variant>, String> {
        Variants::built_in().find(name.unwrap_or("xxl")).map_err(|e| e.to_string())
    }

    /// Shows that games at random, with clocks and strange tags, are read back exactly as they were written.
    #[test]
    fn what_is_written_is_read_back() {
        for (seed, name) in ["xxl", "chess", "capablanca", "xxlfairy"].into_iter().enumerate() {
            let start = Position::start(&find_variant(Some(name)).expect("built in")).expect("a legal start");
            let mut position = start.clone();
            let mut moves = Vec::new();
            let mut number = seed as u64 + 7;
            for ply in 0..80 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                number =
                    number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let mv = legal[(number >> 33) as usize % legal.len()];
                position.make(mv);
                moves.push((mv, (ply % 3 != 0).then(|| Duration::from_millis(100 * (number >> 40)))));
            }
            let tags = vec![("Event".to_owned(), "a \"strange\" [one] \\ here".to_owned())];
            let game = PgnGame { tags, start, moves, result: "1/2-1/2".to_owned() };
            let text = game.write();
            let read = PgnGame::parse(&text, find_variant).expect("what was written");
            assert_eq!((&read.tags, &read.moves, &read.result), (&game.tags, &game.moves, &game.result));
            assert_eq!(read.start, game.start);
            assert_eq!(read.write(), text);
            assert!(text.lines().all(|line| line.len() <= WIDTH || line.starts_with('[')));
        }
    }

    /// Shows that comments, variations, numbers, signs and several games in a file are passed over as they should.
    #[test]
    fn what_others_write_is_read() {
        let text = "[Variant \"chess\"]\n\n1. e4 {best (by test)} e5!? (1... c5 {Sicilian ) } (1... e6)) 2.Nf3 $1 ; knight\n2... Nc6 1-0\n\n[Event \"next\"]";
        let game = PgnGame::parse(text, find_variant).expect("readable");
        assert_eq!((game.moves.len(), game.result.as_str()), (4, "1-0"));
        let bare =
            PgnGame::parse("1.a3 *", find_variant).expect("a game without tags is of the game's own variant");
        assert_eq!(bare.start.variant().rules().name, "xxl");
    }

    /// Shows that each fault is told with its line.
    #[test]
    fn faults_have_their_line() {
        for (text, line, words) in [
            ("[Event \"x\"\n", 1, "no end"),
            ("[Variant \"nope\"]", 1, "nope"),
            ("[Variant \"chess\"]\n\n1. e4\n1... e4", 4, "no legal move"),
            ("[Variant \"chess\"]\n1. e4 {open", 2, "no end"),
            ("[FEN \"8/8 w\"]", 1, "FEN"),
            ("[Event]\n", 1, "no tag"),
            ("1. a3 (a4", 1, "variation"),
        ] {
            let error = PgnGame::parse(text, find_variant).expect_err(text);
            assert!(error.line == line && error.fault.contains(words), "{text:?}: {error}");
        }
    }
}
