//! Pieces of the config's own making: from its `pieces` to rows of a variant's table, and to their drawings.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use crate::notation::text::{self, quote};
use crate::rules::Variant;
use crate::rules::betza::{self, Component};
use crate::rules::variant::{PieceType, Rules};

use super::shapes::{List, Listed, Read, Table, given};
use super::value::{FileName, Name, Notation, PieceName, PieceValue, Symbol};
use super::{Config, FileError, FileFault, file};

/// Longest drawing that is read, in bytes.
const LONGEST_DRAWING: u64 = 256 * 1024;

/// A piece of the config's own making, checked as far as can be without a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnPiece {
    /// Its letter in layouts and FEN, `a` to `z`.
    pub symbol: char,
    /// Its name in words.
    pub name: String,
    /// How it moves.
    pub moves: OwnMoves,
    /// What it is worth in thousandths of a pawn; without it, the computer estimates.
    pub value: Option<i32>,
    /// The file of its drawing, from where the program runs.
    pub svg: Option<PathBuf>,
}

/// How a piece of the config's own making moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnMoves {
    /// As told in Betza notation.
    Told(Vec<Component>),
    /// In every way of the pieces of these names.
    Combined(Vec<String>),
}

/// The drawing of a piece of the config's own making, as read from its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnDrawing {
    /// The piece's name.
    pub name: String,
    /// The text of the drawing, which may be anything.
    pub svg: String,
    /// The key in the config, for faults found later.
    pub key: String,
    /// The file, likewise.
    pub file: PathBuf,
}

/// The value of `pieces`.
pub struct Pieces;

impl Listed for Pieces {
    type Item = Table<RawPiece>;
    const EXPECTED: &'static str = "a list of at most 20 pieces in [ ]";
    const LEAST: usize = 0;
    const MOST: usize = 20;
}

/// The value of `pieces[].combines`.
pub struct Names;

impl Listed for Names {
    type Item = Read<Name>;
    const EXPECTED: &'static str = "a list of 1 to 20 names in [ ]";
    const LEAST: usize = 1;
    const MOST: usize = 20;
}

/// An item of `pieces`, as it stands in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawPiece {
    symbol: Read<Symbol>,
    name: Read<PieceName>,
    #[serde(default, deserialize_with = "given")]
    moves: Option<Read<Notation>>,
    #[serde(default, deserialize_with = "given")]
    combines: Option<List<Names>>,
    #[serde(default, deserialize_with = "given")]
    value: Option<Read<PieceValue>>,
    #[serde(default, deserialize_with = "given")]
    svg: Option<Read<FileName>>,
}

/// A key below that of the piece, empty for the piece itself, and what is wrong with it.
type Fault = (String, String);

impl RawPiece {
    /// The piece, with its drawing looked for in `folder`.
    pub fn check(self, folder: &Path) -> Result<OwnPiece, Fault> {
        let one = |found: &str| (String::new(), format!("{found}; expected exactly one"));
        let moves = match (self.moves, self.combines) {
            (Some(told), None) => {
                let told = betza::parse(&told.0.0);
                OwnMoves::Told(told.map_err(|error| (".moves".to_owned(), error.to_string()))?)
            }
            (None, Some(names)) => OwnMoves::Combined(names.0.into_iter().map(|name| name.0.0).collect()),
            (None, None) => return Err(one("has neither moves nor combines")),
            (Some(_), Some(_)) => return Err(one("has both moves and combines")),
        };
        Ok(OwnPiece {
            symbol: self.symbol.0.0,
            name: self.name.0.0,
            moves,
            value: self.value.map(|value| value.0.0),
            svg: self.svg.map(|svg| folder.join(svg.0.0)),
        })
    }
}

impl OwnPiece {
    /// The row for a table that has the rows of `rules`: its letter and name must be new, what it combines known.
    fn row(&self, rules: &Rules) -> Result<PieceType, Fault> {
        let (of, rows) = (&rules.name, &rules.pieces);
        if let Some(kind) = rules.kind_by_letter(self.symbol) {
            let taken = &rows[kind.index()].name;
            let free = |letter: &char| rules.kind_by_letter(*letter).is_none();
            let free: Vec<_> = ('a'..='z').filter(free).map(String::from).collect();
            let found = quote(&self.symbol.to_string());
            let message = format!(
                "found {found}, the letter of the {taken} of {of}; expected one of {}",
                free.join(" ")
            );
            return Err((".symbol".to_owned(), message));
        }
        if let Some(row) = named(rules, &self.name) {
            let found = quote(&self.name);
            let message =
                format!("found {found}, a piece of {of} already ({:?}); expected another name", row.letter);
            return Err((".name".to_owned(), message));
        }
        let moves = match &self.moves {
            OwnMoves::Told(moves) => moves.clone(),
            OwnMoves::Combined(names) => {
                let part = |(number, name): (usize, &String)| {
                    named(rules, name).map(|row| row.moves.as_slice()).ok_or_else(|| {
                        let known: Vec<_> = rows.iter().map(|row| row.name.as_str()).collect();
                        let (found, known) = (quote(name), known.join(", "));
                        let message = format!("found {found}; expected a piece of {of}: {known}");
                        (format!(".combines[{number}]"), message)
                    })
                };
                betza::union(names.iter().enumerate().map(part).collect::<Result<Vec<_>, _>>()?)
            }
        };
        Ok(PieceType { letter: self.symbol, name: self.name.clone(), moves, value: self.value })
    }
}

/// The row called `name`, in upper or lower case.
fn named<'r>(rules: &'r Rules, name: &str) -> Option<&'r PieceType> {
    rules.pieces.iter().find(|row| row.name.eq_ignore_ascii_case(name))
}

impl Config {
    /// `variant` with the config's own pieces behind its rows, in their order; each may combine those before it.
    ///
    /// # Errors
    /// When a letter or a name is taken already, or a piece to combine is not known.
    pub fn with_own_pieces(&self, variant: &Arc<Variant>) -> Result<Arc<Variant>, FileError> {
        if self.pieces.is_empty() {
            return Ok(Arc::clone(variant));
        }
        let mut rules = variant.rules().clone();
        for (number, piece) in self.pieces.iter().enumerate() {
            let row = piece.row(&rules).map_err(|(key, message)| self.piece_error(number, &key, message))?;
            // Letters are all different, so there are at most 26 rows.
            rules = rules.with_pieces([row]);
        }
        Ok(Arc::new(Variant::new(rules, variant.start().clone())))
    }

    /// The drawings of the config's own pieces that have one of their own.
    ///
    /// # Errors
    /// When a file cannot be read. Whether it is a drawing is for those to say who paint it.
    pub fn drawings(&self) -> Result<Vec<OwnDrawing>, FileError> {
        let drawing = |(number, piece): (usize, &OwnPiece)| {
            let file = piece.svg.clone()?;
            let error = |message: String| self.piece_error(number, ".svg", message);
            let read = || {
                let bytes = file::read(&file, LONGEST_DRAWING)?;
                let text = text::decode(&bytes);
                text.map(str::to_owned).map_err(|fault| FileError::new(&file, FileFault::InvalidUtf8(fault)))
            };
            let svg = read().map_err(|fault| error(fault.to_string()));
            let key = format!("pieces[{number}].svg");
            Some(svg.map(|svg| OwnDrawing { name: piece.name.clone(), svg, key, file: file.clone() }))
        };
        self.pieces.iter().enumerate().filter_map(drawing).collect()
    }

    /// A fault of the piece `number` in the value of `key` below it.
    pub(super) fn piece_error(&self, number: usize, key: &str, message: String) -> FileError {
        self.error(&format!("pieces[{number}]{key}"), message)
    }
}
