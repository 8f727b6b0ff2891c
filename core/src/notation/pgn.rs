//! PGN: games as text, with tags, moves, variations, annotations and the result.

pub mod collection;
mod comment;
mod lexer;
mod movetext;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::fen;
use super::game_tree::{Annotations, GameTree, NodeId, TreeItem};
use super::variant_tag;
use crate::rules::{Color, Move, Position, Variant};
pub use comment::parse_duration;
use lexer::{Lexer, TagSection, split_result, tidy};
pub use lexer::{MAX_BYTES, PgnError, Tags};

/// Width of the lines of moves. Comments are not wrapped.
const LINE_WIDTH: usize = 80;
/// Tags that follow from the other fields of a game.
const DERIVED_TAGS: [&str; 4] = ["Variant", "SetUp", "FEN", "Result"];
/// The tag before Result in the standard's order.
const TAG_BEFORE_RESULT: &str = "Black";

/// Result of a game that has ended. Without a winner it is a draw.
///
/// ```
/// # use xxlchess_core::{notation::pgn, rules::Color};
/// assert_eq!((pgn::result(Some(Color::Black)), pgn::result(None)), ("0-1", "1/2-1/2"));
/// ```
pub const fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// A move, and the time left on the player's clock after it, if known.
pub type TimedMove = (Move, Option<Duration>);

/// A game in PGN.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// Tags in their order, without `Variant`, `SetUp`, `FEN` and `Result`, which follow from the other fields.
    pub tags: Tags,
    /// The moves with variations and annotations.
    pub tree: GameTree,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Errors of the text, at most a hundred. After an error the rest of a variation is left out.
    /// [`PgnGame::parse_lenient`] also leaves out tags and the rest of the game.
    pub errors: Vec<PgnError>,
}

impl fmt::Display for PgnGame {
    /// Formats tags and moves, wrapped at 80 columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        writeln!(f)?;
        let mut lines = Lines { text: String::new(), column: 0 };
        lines.annotations(self.tree.annotations(NodeId::ROOT));
        let mut needs_number = true;
        for item in self.tree.items(NodeId::ROOT) {
            match item {
                TreeItem::VariationStart => lines.word("("),
                TreeItem::VariationEnd => lines.word(")"),
                TreeItem::Move(id) => {
                    let annotations = self.tree.annotations(id);
                    let (color, number) = self.tree.mover(id);
                    if color == Color::White {
                        lines.word(&format!("{number}."));
                    } else if needs_number || !annotations.comment_before.trim().is_empty() {
                        lines.word(&format!("{number}..."));
                    }
                    lines.comment(&[], &annotations.comment_before);
                    lines.word(self.tree.san(id));
                    lines.annotations(annotations);
                    needs_number = !annotations.comment.trim().is_empty();
                    continue;
                }
            }
            needs_number = true;
        }
        lines.word(&self.result);
        writeln!(f, "{}", lines.text)
    }
}

/// Text that is wrapped.
struct Lines {
    text: String,
    /// Length of the last line.
    column: usize,
}

impl Lines {
    /// Appends a word, which may have several lines.
    fn word(&mut self, word: &str) {
        let length = word.find('\n').unwrap_or(word.len());
        if self.column > 0 && self.column + 1 + length > LINE_WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column = word.rfind('\n').map_or(self.column + word.len(), |index| word.len() - index - 1);
    }

    /// Appends what stands after a move.
    fn annotations(&mut self, annotations: &Annotations) {
        for glyph in &annotations.glyphs {
            self.word(&format!("${glyph}"));
        }
        self.comment(&comment::commands(annotations), &annotations.comment);
    }

    /// Appends a comment. A text that would end a comment in braces, or be taken for the beginning of another game, is
    /// written as lines that begin with a semicolon.
    fn comment(&mut self, commands: &[String], text: &str) {
        let text = tidy(text);
        let is_in_braces = !text.contains('}') && !text.contains("[Event");
        let mut words: Vec<&str> = commands.iter().flat_map(|command| command.split(' ')).collect();
        words.extend(Some(&*text).filter(|text| is_in_braces && !text.is_empty()));
        for (index, word) in words.iter().enumerate() {
            let start = if index == 0 { "{" } else { "" };
            let end = if index + 1 == words.len() { "}" } else { "" };
            self.word(&format!("{start}{word}{end}"));
        }
        if !is_in_braces {
            self.word(&text.split('\n').map(|line| format!("; {line}\n")).collect::<String>());
        }
    }
}

/// How errors are treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// The text is one game as this program writes it.
    Strict,
    /// The first error outside of variations ends the game.
    Normal,
    /// Everything that can be read is read.
    Lenient,
}

impl PgnGame {
    /// A game without errors.
    pub fn new(tags: Tags, tree: GameTree, result: impl Into<String>) -> Self {
        Self { tags, tree, result: result.into(), errors: Vec::new() }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        self.tree.start()
    }

    /// The moves of the main line with clock times.
    pub fn moves(&self) -> Vec<TimedMove> {
        let timed = |id| Some((self.tree.move_to(id)?, self.tree.annotations(id).clock));
        self.tree.main_line().into_iter().filter_map(timed).collect()
    }

    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            writeln!(f, "[{name} \"{value}\"]")
        };
        let index = self.tags.iter().position(|(name, _)| name == TAG_BEFORE_RESULT);
        let before = index.map_or_else(|| self.tags.iter().count(), |index| index + 1);
        self.tags.iter().take(before).try_for_each(|(name, value)| tag(name, value))?;
        tag("Result", &self.result)?;
        self.tags.iter().skip(before).try_for_each(|(name, value)| tag(name, value))?;
        tag("Variant", variant_tag::format(self.start().variant().rules()))?;
        tag("SetUp", "1")?;
        tag("FEN", &fen::format(self.start()))
    }

    /// Parses the first game of `text`. `find_variant` finds the variant of its tags. The rest of a variation after an error
    /// is left out, and the error is in the game.
    ///
    /// # Errors
    /// The first error with its line: an invalid tag or FEN, an unknown variant, an illegal move.
    ///
    /// ```
    /// # use xxlchess_core::notation::{pgn::PgnGame, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let game = PgnGame::parse("[White \"Anna\"]\n\n1. e4 e5 1-0", |_| Ok(chess)).unwrap();
    /// assert_eq!((game.tags.get("White"), game.moves().len(), game.result.as_str()), (Some("Anna"), 2, "1-0"));
    /// ```
    pub fn parse(
        text: &str,
        find_variant: impl FnOnce(&Tags) -> Result<Arc<Variant>, String>,
    ) -> Result<Self, PgnError> {
        let (game, error) = Self::parse_in_mode(text, find_variant, Mode::Normal)?;
        error.map_or(Ok(game), Err)
    }

    /// Parses `text` up to the first error, and returns the error as well. The text should be one game as this program
    /// writes it.
    ///
    /// If the text does not end with a result, it counts as truncated, and its last word as incomplete. A second game and
    /// wrong move numbers are errors.
    ///
    /// # Errors
    /// If the tags or the start position are invalid.
    ///
    /// ```
    /// # use xxlchess_core::notation::{pgn::PgnGame, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let (game, error) = PgnGame::parse_partial("1. e4 e5 2. Nf", |_| Ok(chess)).unwrap();
    /// assert_eq!(game.moves().len(), 2);
    /// assert_eq!(error.unwrap().to_string(), "line 1: the text ends within \"Nf\"");
    /// ```
    pub fn parse_partial(
        text: &str,
        find_variant: impl FnOnce(&Tags) -> Result<Arc<Variant>, String>,
    ) -> Result<(Self, Option<PgnError>), PgnError> {
        Self::parse_in_mode(text, find_variant, Mode::Strict)
    }

    /// Parses what can be read of the first game of `text`, whose errors are in the game.
    ///
    /// # Errors
    /// If the variant or the start position is invalid, or there are no tags and no moves.
    ///
    /// ```
    /// # use xxlchess_core::notation::{pgn::PgnGame, variants_ini::Variants};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let game = PgnGame::parse_lenient("1. e4 (1. d5) e5 2. Ke3", |_| Ok(chess)).unwrap();
    /// assert_eq!((game.moves().len(), game.errors.len()), (2, 2));
    /// assert_eq!(game.errors[1].to_string(), "line 1: move 2 of White: \"Ke3\" is not a legal move here");
    /// ```
    pub fn parse_lenient(
        text: &str,
        find_variant: impl FnOnce(&Tags) -> Result<Arc<Variant>, String>,
    ) -> Result<Self, PgnError> {
        let (mut game, error) = Self::parse_in_mode(text, find_variant, Mode::Lenient)?;
        game.errors.extend(error);
        Ok(game)
    }

    fn parse_in_mode(
        text: &str,
        find_variant: impl FnOnce(&Tags) -> Result<Arc<Variant>, String>,
        mode: Mode,
    ) -> Result<(Self, Option<PgnError>), PgnError> {
        let mut lexer = Lexer::new(text, MAX_BYTES);
        let TagSection { mut tags, comments, offsets, mut errors } = lexer.tags();
        if mode != Mode::Lenient && !errors.is_empty() {
            return Err(errors.swap_remove(0));
        }
        let mut at_tag = |name: &str, message: String| {
            let offset = tags.iter().position(|(n, _)| n == name).and_then(|index| offsets.get(index));
            lexer.error_at(offset.copied().unwrap_or(0), message)
        };
        let variant = find_variant(&tags).map_err(|message| at_tag("Variant", message))?;
        let start = match tags.get("FEN") {
            Some(text) => fen::parse(&variant, text).map_err(|fault| {
                let error = at_tag("FEN", fault.to_string());
                PgnError { offset: error.offset + fault.offset(text), ..error }
            })?,
            None => Position::start(&variant).map_err(|e| at_tag("Variant", e.to_string()))?,
        };
        let movetext = movetext::read(&mut lexer, start, &comments, mode == Mode::Strict);
        let (tree, error) = (movetext.tree, movetext.error);
        if mode != Mode::Strict && offsets.is_empty() && tree.is_empty() && error.is_none() {
            return Err(lexer.error_at(0, "there are no tags and no moves"));
        }
        errors.extend(movetext.errors);
        let result_tag = || match split_result(tags.get("Result")?) {
            ("", result) => result,
            _ => None,
        };
        let result = movetext.result.or_else(result_tag).unwrap_or("*").to_owned();
        tags.remove(&DERIVED_TAGS);
        Ok((Self { tags, tree, result, errors }, error))
    }
}

#[cfg(test)]
mod tests;
