//! What is wrong with a layout, and where.

use std::fmt;

use crate::notation::text::{InvalidUtf8, Location};
use crate::rules::{self, InvalidPosition, Piece, Setup, Square, Variant};

use super::MAX_BYTES;

/// What is wrong with a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// It has so many bytes, more than [`MAX_BYTES`].
    TooLong(usize),
    /// It cannot be read at this place.
    Syntax(Location, LayoutFault),
    /// It can be read but is no legal position; the place is that of the king at fault, where there is one.
    IllegalPosition(Option<Location>, InvalidPosition),
}

impl LayoutError {
    /// The place in the file, if there is one.
    #[must_use]
    pub fn location(&self) -> Option<Location> {
        match self {
            Self::TooLong(_) => None,
            Self::Syntax(place, _) => Some(*place),
            Self::IllegalPosition(place, _) => *place,
        }
    }
}

impl fmt::Display for LayoutError {
    /// Writes the place, if there is one, and what was found and is allowed: `3:7: 'x' is no piece of …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.location() {
            write!(f, "{place}: ")?;
        }
        match self {
            Self::TooLong(length) => write!(f, "a layout of {length} bytes; at most {MAX_BYTES} are read"),
            Self::Syntax(_, fault) => fault.fmt(f),
            Self::IllegalPosition(_, invalid) => invalid.fmt(f),
        }
    }
}

impl std::error::Error for LayoutError {}

/// What cannot be read in a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutFault {
    /// A byte that is not part of a UTF-8 text.
    InvalidUtf8(InvalidUtf8),
    /// A character that is neither a piece nor an empty square.
    UnknownLetter {
        /// The character.
        found: char,
        /// The variant's name.
        variant: String,
        /// The letters of its pieces, apart by spaces.
        letters: String,
    },
    /// A line with more characters than the board has files.
    LongLine {
        /// How many it has.
        length: usize,
        /// How many there may be.
        files: u8,
    },
    /// A line that is not blank beyond the last rank.
    TooManyLines {
        /// How many there may be.
        ranks: u8,
    },
}

impl LayoutFault {
    pub(super) fn unknown(variant: &Variant, found: char) -> Self {
        let letters: Vec<_> = variant.kinds().map(|kind| variant.piece(kind).letter.to_string()).collect();
        Self::UnknownLetter { found, variant: variant.rules().name.clone(), letters: letters.join(" ") }
    }
}

impl fmt::Display for LayoutFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidUtf8(fault) => fault.fmt(f),
            Self::UnknownLetter { found, variant, letters } => {
                write!(f, "{found:?}")?;
                // Letters of other alphabets may look like ours.
                if !found.is_ascii() {
                    write!(f, " (U+{:04X})", u32::from(*found))?;
                }
                write!(f, " is no piece of {variant}; allowed are {letters}, upper case for black, ")?;
                f.write_str("and space or '.' for an empty tile")
            }
            Self::LongLine { length, files } => {
                write!(f, "a line of {length} characters; at most {files} are allowed")
            }
            Self::TooManyLines { ranks } => {
                write!(f, "at most {ranks} lines are allowed, and blank ones after them")
            }
        }
    }
}

/// The square of the king that the first fault is about, if it is about one on the board.
pub(super) fn square_at_fault(variant: &Variant, setup: &Setup, invalid: &InvalidPosition) -> Option<Square> {
    let royal = variant.rules().royal?;
    match invalid.0.first()? {
        // The place shown is that of one king too many.
        rules::PositionFault::SeveralKings(_, squares) => squares.get(1).copied(),
        rules::PositionFault::OpponentInCheck(color) => {
            let king = Piece::new(*color, royal);
            setup.pieces.iter().find(|(_, piece)| *piece == king).map(|&(square, _)| square)
        }
        _ => None,
    }
}
