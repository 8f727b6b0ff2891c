//! Pieces of the player's own, from the key `pieces`: their moves and values in a variant, and their drawings.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Deserialize;

use crate::notation::text::quote;
use crate::rules::betza::{self, Component};
use crate::rules::variant::Rules;
use crate::rules::{PieceType, Variant};

use super::value::{FileName, Name, Notation, PieceName, PieceValue, Symbol, present};
use super::{Config, FileError, read_text};

/// Maximum size of a drawing, in bytes.
pub const MAX_DRAWING_BYTES: u64 = 256 * 1024;

/// A piece of the player's own. It has been checked as far as that is possible without a variant.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(try_from = "PieceKeys")]
pub struct OwnPiece {
    /// Letter in layouts and FEN, `a` to `z`.
    pub symbol: char,
    /// Name of the piece.
    pub name: String,
    /// Moves of the piece.
    pub moves: OwnMoves,
    /// Value in thousandths of a pawn. If it is `None`, the computer estimates the value.
    pub value: Option<i32>,
    /// File of the drawing.
    pub svg: Option<PathBuf>,
}

/// The moves of a piece of the player's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnMoves {
    /// Moves in Betza notation.
    Betza(Vec<Component>),
    /// All moves of the pieces with these names.
    Combined(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceKeys {
    symbol: Symbol,
    name: PieceName,
    #[serde(default, deserialize_with = "present")]
    moves: Option<Notation>,
    #[serde(default, deserialize_with = "present")]
    combines: Option<Vec<Name>>,
    #[serde(default, deserialize_with = "present")]
    value: Option<PieceValue>,
    #[serde(default, deserialize_with = "present")]
    svg: Option<FileName>,
}

impl TryFrom<PieceKeys> for OwnPiece {
    type Error = &'static str;

    fn try_from(keys: PieceKeys) -> Result<Self, Self::Error> {
        let moves = match (keys.moves, keys.combines) {
            (Some(moves), None) => OwnMoves::Betza(moves.0),
            (None, Some(names)) if names.is_empty() => {
                return Err("combines no pieces");
            }
            (None, Some(names)) => OwnMoves::Combined(names.into_iter().map(|name| name.0).collect()),
            (None, None) => return Err("has neither moves nor combines; expected exactly one"),
            (Some(_), Some(_)) => return Err("has both moves and combines; expected exactly one"),
        };
        Ok(Self {
            symbol: keys.symbol.0,
            name: keys.name.0,
            moves,
            value: keys.value.map(|value| value.0),
            svg: keys.svg.map(|svg| svg.0.into()),
        })
    }
}

/// An error in the description of a piece: the key within the piece, such as `.symbol`, and the message.
type KeyError = (String, String);

impl OwnPiece {
    /// The piece as a row of the variant's table.
    ///
    /// # Errors
    /// If `rules` has another piece with this letter or name, or lacks a piece that this one combines.
    fn row(&self, rules: &Rules) -> Result<PieceType, KeyError> {
        let (of, rows) = (&rules.name, &rules.pieces);
        if let Some(kind) = rules.kind_by_letter(self.symbol) {
            let taken = &rows[kind.index()].name;
            let free = |letter: &char| rules.kind_by_letter(*letter).is_none();
            let free: Vec<_> = ('a'..='z').filter(free).map(String::from).collect();
            let found = quote(&self.symbol.to_string());
            let free = match free.as_slice() {
                [] => "fewer pieces, because all letters are used".to_owned(),
                free => format!("one of {}", free.join(" ")),
            };
            let message = format!("found {found}, the letter of the {taken} of {of}; expected {free}");
            return Err((".symbol".to_owned(), message));
        }
        if let Some(row) = named(rules, &self.name) {
            let found = quote(&self.name);
            let message =
                format!("found {found}, a piece of {of} already ({:?}); expected another name", row.letter);
            return Err((".name".to_owned(), message));
        }
        let moves = match &self.moves {
            OwnMoves::Betza(moves) => moves.clone(),
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

/// The row of the piece called `name`, ignoring case.
fn named<'r>(rules: &'r Rules, name: &str) -> Option<&'r PieceType> {
    rules.pieces.iter().find(|row| row.name.eq_ignore_ascii_case(name))
}

impl Config {
    /// `variant` with the player's own pieces added in their order. Each piece may combine earlier pieces.
    pub fn with_own_pieces(&self, variant: &Arc<Variant>) -> Result<Arc<Variant>, FileError> {
        if self.pieces.is_empty() {
            return Ok(Arc::clone(variant));
        }
        let mut rules = variant.rules().clone();
        for (number, piece) in self.pieces.iter().enumerate() {
            let row = piece.row(&rules).map_err(|(key, message)| self.piece_error(number, &key, message))?;
            rules = rules.with_pieces([row]);
        }
        Ok(Arc::new(variant.with_rules(rules)))
    }

    /// Reads the drawings of the player's own pieces; `parse` makes a drawing from the name of a piece and an SVG.
    pub fn drawings<T, E: Display>(
        &self,
        parse: impl Fn(&str, String) -> Result<T, E>,
    ) -> Result<Vec<T>, FileError> {
        let drawing = |(number, piece): (usize, &OwnPiece)| {
            let file = piece.svg.as_deref()?;
            let svg = read_text(file, MAX_DRAWING_BYTES);
            let drawing =
                svg.and_then(|svg| parse(&piece.name, svg).map_err(|fault| FileError::new(file, fault)));
            Some(drawing.map_err(|error| self.piece_error(number, ".svg", error.to_string())))
        };
        self.pieces.iter().enumerate().filter_map(drawing).collect()
    }

    /// An error in the value of `key` within the piece with the index `number`.
    fn piece_error(&self, number: usize, key: &str, message: String) -> FileError {
        self.error(&format!("pieces[{number}]{key}"), message)
    }
}
