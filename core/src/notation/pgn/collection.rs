//! Texts with many games, of which only the tags are read until a game is opened.

use std::ops::Range;

use super::lexer::{Lexer, Tags, split_result};

/// A game of a text, of which only the tags have been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEntry {
    /// All tags.
    pub tags: Tags,
    /// The bytes of the game in the text, for [`PgnGame::parse_lenient`](super::PgnGame::parse_lenient).
    pub range: Range<usize>,
    /// Line of the text at which the game begins, from 1.
    pub line: usize,
}

/// Iterator over the games of a text. A game ends with its result, or where the tags of the next game begin.
///
/// ```
/// use xxlchess_core::notation::pgn::{PgnGame, collection::Games};
/// use xxlchess_core::notation::variants_ini::Variants;
///
/// let text = "[White \"Anna\"]\n\n1. e4 *\n\n[White \"Bela\"]\n\n1. d4 d5";
/// let entries: Vec<_> = Games::new(text).collect();
/// assert_eq!((entries.len(), entries[1].tags.get("White"), entries[1].line), (2, Some("Bela"), 5));
///
/// let chess = Variants::built_in().find("chess").unwrap();
/// let game = PgnGame::parse_lenient(&text[entries[1].range.clone()], |_| Ok(chess)).unwrap();
/// assert_eq!(game.moves().len(), 2);
/// ```
pub struct Games<'t>(Lexer<'t>);

impl<'t> Games<'t> {
    /// The games of `text`.
    pub const fn new(text: &'t str) -> Self {
        Self(Lexer::new(text, usize::MAX))
    }

    /// The games of `text` after the one with these bytes, which begins in this line.
    pub const fn after(text: &'t str, range: &Range<usize>, line: usize) -> Self {
        Self(Lexer::continued(text, range.end, (range.start, line)))
    }

    /// Number of bytes of the text that have been read.
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// Skips the moves of a game, and returns whether there are any.
    fn skip_moves(&mut self) -> bool {
        let lexer = &mut self.0;
        let (mut depth, mut has_moves) = (0_u32, false);
        loop {
            // A comment without an end is reported when the game is opened.
            while !matches!(lexer.comment(), Ok(None)) {}
            let offset = lexer.offset;
            match lexer.word() {
                "" => return has_moves,
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                "[" if lexer.is_tag_at(offset) => {
                    lexer.offset = offset;
                    return has_moves;
                }
                word => {
                    has_moves |= word != "*";
                    if depth == 0 && split_result(word).1.is_some() {
                        return has_moves;
                    }
                }
            }
        }
    }
}

impl Iterator for Games<'_> {
    type Item = GameEntry;

    fn next(&mut self) -> Option<GameEntry> {
        loop {
            self.0.skip_space();
            let start = self.0.offset;
            if self.0.rest().is_empty() {
                return None;
            }
            let line = self.0.line_at(start);
            let tags = self.0.tags().tags;
            let has_moves = self.skip_moves();
            if has_moves || tags.iter().next().is_some() {
                return Some(GameEntry { tags, range: start..self.0.offset, line });
            }
        }
    }
}
