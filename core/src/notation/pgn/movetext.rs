//! The moves of a PGN text, which become a tree with annotations.

use std::borrow::Cow;

use super::comment::{self, append};
use super::lexer::{Lexer, MAX_ERRORS, OPEN_VARIATION, PgnError, split_result};
use crate::notation::game_tree::{GameTree, NodeId};
use crate::notation::glyph::{GLYPHS, Glyph};
use crate::notation::san;
use crate::notation::text::quote;
use crate::rules::{Position, Undo};

/// Characters between a move number and a move.
const DOTS: [char; 2] = ['.', '…'];
/// Words for what follows from the move itself: en passant, check and mate.
const SUPERFLUOUS: [&str; 9] = ["e.p.", "ep", "ep.", "ch", "ch.", "mate", "+", "++", "#"];
/// Length of the longest word from which glyphs are split off, in bytes.
const MAX_WORD: usize = 64;

/// The movetext of a game up to its first error.
pub(super) struct Movetext {
    pub(super) tree: GameTree,
    pub(super) result: Option<&'static str>,
    /// The variations that cannot be read to their ends.
    pub(super) errors: Vec<PgnError>,
    /// The error that ends the game.
    pub(super) error: Option<PgnError>,
}

/// Parses the moves. The `comments` among the tags are about the start position. If `is_strict`, only a result ends a game,
/// nothing follows it, and an error in a variation ends the game.
pub(super) fn read(lexer: &mut Lexer, start: Position, comments: &[Cow<str>], is_strict: bool) -> Movetext {
    let mut reader = Reader {
        lexer,
        is_strict,
        tree: GameTree::new(start.clone()),
        node: NodeId::ROOT,
        position: start,
        undos: Vec::new(),
        variations: Vec::new(),
        is_line_empty: true,
        is_after_number: false,
        before: String::new(),
        errors: Vec::new(),
    };
    for comment in comments {
        comment::read(comment, reader.tree.annotations_mut(NodeId::ROOT));
    }
    let (result, error) = match reader.game() {
        Ok(result) => (result, None),
        Err(error) => (None, Some(error)),
    };
    reader.end_line();
    Movetext { tree: reader.tree, result, errors: reader.errors, error }
}

/// A variation that is being read.
struct Variation {
    /// The last move of the line that goes on after the variation.
    node: NodeId,
    /// Whether that line has no move, so that the variation begins where the line does. Otherwise it replaces the move.
    is_line_empty: bool,
}

struct Reader<'l, 't> {
    lexer: &'l mut Lexer<'t>,
    is_strict: bool,
    tree: GameTree,
    /// The last move.
    node: NodeId,
    position: Position,
    /// The moves from the start to `node`, to be taken back at variations.
    undos: Vec<Undo>,
    /// The variations around the current line, the innermost last.
    variations: Vec<Variation>,
    /// Whether the current line has no move yet.
    is_line_empty: bool,
    is_after_number: bool,
    /// Comment before the next move.
    before: String,
    errors: Vec<PgnError>,
}

impl Reader<'_, '_> {
    /// Reads to the end of the game and returns the result.
    fn game(&mut self) -> Result<Option<&'static str>, PgnError> {
        loop {
            while let Some(comment) = self.lexer.comment()? {
                self.note(&comment);
            }
            let offset = self.lexer.offset;
            let is_next_game = |reader: &Self| {
                !reader.is_strict && !reader.tree.is_empty() && reader.lexer.is_tag_at(offset)
            };
            match self.lexer.word() {
                "" if self.is_strict => return self.lexer.error("the end of the game is missing"),
                "" if !self.variations.is_empty() => return self.lexer.error(OPEN_VARIATION),
                "" => return Ok(None),
                "(" if self.tree.is_empty() => {
                    return Err(self.lexer.error_at(offset, "a variation before the first move"));
                }
                "(" => self.start_variation(),
                ")" if !self.variations.is_empty() => self.end_variation(),
                // A game without a result ends where the tags of the next game begin.
                "[" if is_next_game(self) && self.variations.is_empty() => return Ok(None),
                "[" if is_next_game(self) => return Err(self.lexer.error_at(offset, OPEN_VARIATION)),
                ")" | "[" => return Err(self.lexer.error_at(offset, "a bracket among the moves")),
                word => {
                    // A result of this program that is cut off may be a result in another spelling: `1/2`.
                    let (word, result) = match split_result(word) {
                        (_, Some(result)) if self.is_strict && word != result => (word, None),
                        split => split,
                    };
                    if let Err(error) = self.word(word, offset) {
                        if self.variations.is_empty() || self.is_strict {
                            return Err(error);
                        }
                        if self.errors.len() < MAX_ERRORS {
                            self.errors.push(error);
                        }
                        self.lexer.skip_variation()?;
                        self.end_variation();
                        continue;
                    }
                    match result {
                        Some(result) if !self.variations.is_empty() => self.note(result),
                        Some(result) => {
                            self.lexer.skip_space();
                            if self.is_strict && !self.lexer.rest().is_empty() {
                                return self
                                    .lexer
                                    .error(format!("the game goes on after its result {result}"));
                            }
                            return Ok(Some(result));
                        }
                        None => {}
                    }
                }
            }
        }
    }

    /// Reads a move number, a move, or an annotation.
    fn word(&mut self, word: &str, offset: usize) -> Result<(), PgnError> {
        let (number, text) = split_number(word);
        let expected = self.position.fullmove_number().to_string();
        if self.is_strict && !number.is_empty() && number != expected {
            let message = format!("move {number} where move {expected} is expected");
            return Err(self.lexer.error_at(offset, message));
        }
        if text.is_empty() {
            self.is_after_number |= !word.is_empty();
            return Ok(());
        }
        let (text, glyphs) = split_glyphs(text);
        let by_number = text.strip_prefix('$').and_then(|number| number.parse().ok());
        let glyph = by_number.or_else(|| Some(Glyph::by_sign(text)?.number));
        // Two hyphens are the null move of other programs, which would change whose turn it is.
        let is_sign =
            text.starts_with('$') || text != "--" && text.chars().all(|c| !c.is_alphanumeric() && c != '}');
        if text.is_empty() || glyph.is_some() {
            for glyph in glyph.into_iter().chain(glyphs) {
                if self.is_before_move() && self.is_line_empty {
                    self.note(&format!("${glyph}"));
                } else {
                    self.tree.annotations_mut(self.node).glyphs.push(glyph);
                }
            }
        } else if is_sign && !SUPERFLUOUS.contains(&text) {
            self.note(word);
        } else if !SUPERFLUOUS.contains(&text) {
            self.play(text, offset)?;
            self.tree.annotations_mut(self.node).glyphs = glyphs;
        }
        Ok(())
    }

    /// Adds a move.
    fn play(&mut self, text: &str, offset: usize) -> Result<(), PgnError> {
        if self.is_strict && self.lexer.rest().is_empty() {
            return Err(self.lexer.error_at(offset, format!("the text ends within {}", quote(text))));
        }
        let mv = san::parse(&self.position, text).map_err(|error| {
            let side = self.position.turn().name();
            let number = self.position.fullmove_number();
            self.lexer.error_at(offset, format!("move {number} of {side}: {error}"))
        })?;
        // A variation that begins as another one stays a variation of its own.
        self.node = self.tree.push(self.node, mv, san::format(&self.position, mv));
        self.tree.annotations_mut(self.node).comment_before = std::mem::take(&mut self.before);
        self.undos.push(self.position.make(mv));
        (self.is_line_empty, self.is_after_number) = (false, false);
        Ok(())
    }

    fn take_back(&mut self) {
        let parent = self.tree.parent(self.node).zip(self.tree.move_to(self.node));
        if let (Some((parent, mv)), Some(undo)) = (parent, self.undos.pop()) {
            self.position.unmake(mv, &undo);
            self.node = parent;
        }
    }

    fn start_variation(&mut self) {
        self.end_line();
        self.variations.push(Variation { node: self.node, is_line_empty: self.is_line_empty });
        if !self.is_line_empty {
            self.take_back();
        }
        self.is_line_empty = true;
    }

    fn end_variation(&mut self) {
        let Some(Variation { node, is_line_empty }) = self.variations.pop() else { return };
        self.end_line();
        let start = self.tree.ply(node) - usize::from(!is_line_empty);
        while self.tree.ply(self.node) > start {
            self.take_back();
        }
        if let Some(mv) = self.tree.move_to(node).filter(|_| !is_line_empty) {
            self.undos.push(self.position.make(mv));
        }
        (self.node, self.is_line_empty) = (node, is_line_empty);
    }

    /// Moves a comment before a move that does not come to the last move.
    fn end_line(&mut self) {
        let before = std::mem::take(&mut self.before);
        append(&mut self.tree.annotations_mut(self.node).comment, &before, '\n');
        self.is_after_number = false;
    }

    /// Whether a comment here is about the next move.
    fn is_before_move(&self) -> bool {
        self.is_after_number || self.is_line_empty && !self.variations.is_empty()
    }

    /// Keeps a comment, or a word that is not known.
    fn note(&mut self, comment: &str) {
        if self.is_before_move() {
            append(&mut self.before, comment, '\n');
        } else {
            comment::read(comment, self.tree.annotations_mut(self.node));
        }
    }
}

/// Splits off the glyphs after a move, or all glyphs of a word: `Nf3!?` becomes `Nf3` and 5.
fn split_glyphs(mut word: &str) -> (&str, Vec<u8>) {
    let mut glyphs = Vec::new();
    while word.len() <= MAX_WORD && word.ends_with(|c: char| !c.is_alphanumeric()) {
        let signs = GLYPHS.iter().flat_map(|glyph| glyph.signs().map(move |sign| (sign, glyph.number)));
        let longest = signs.filter(|(sign, _)| word.ends_with(sign)).max_by_key(|(sign, _)| sign.len());
        let Some((sign, number)) = longest else { break };
        glyphs.push(number);
        word = &word[..word.len() - sign.len()];
    }
    glyphs.reverse();
    (word, glyphs)
}

/// Splits off a move number: `12.Nf3` becomes `12` and `Nf3`.
fn split_number(word: &str) -> (&str, &str) {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with(|c: char| c.is_alphabetic() || DOTS.contains(&c)) {
        (&word[..word.len() - rest.len()], rest.trim_start_matches(DOTS))
    } else {
        ("", word)
    }
}
