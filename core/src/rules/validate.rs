//! Validation of setups: finds the faults of a setup that is not a legal position.

use std::fmt;

use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::{Piece, PieceKind};
use super::setup::Setup;
use super::square::Square;
use super::variant::Variant;

/// Greatest number of king squares listed in an error message.
const MAX_KINGS_SHOWN: usize = 4;

/// A reason why a setup is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionFault {
    /// A piece is not on the board.
    OffBoard(Square),
    /// Two pieces are on one square.
    Occupied(Square),
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king, on these squares.
    SeveralKings(Color, Vec<Square>),
    /// The king of the side not to move is attacked.
    OpponentInCheck(Color),
}

impl fmt::Display for PositionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(square) => write!(f, "{square} is not on the board"),
            Self::Occupied(square) => write!(f, "two pieces stand on {square}"),
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::SeveralKings(color, squares) => {
                let shown: Vec<_> = squares.iter().take(MAX_KINGS_SHOWN).map(Square::to_string).collect();
                let more = if squares.len() > MAX_KINGS_SHOWN { " and more" } else { "" };
                let (count, shown) = (squares.len(), shown.join(", "));
                write!(f, "{color} has {count} kings ({shown}{more})")
            }
            Self::OpponentInCheck(color) => {
                write!(f, "{color}'s king is attacked although it is not {color}'s move")
            }
        }
    }
}

/// All faults of a setup that is not a legal position. There is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPosition(pub Vec<PositionFault>);

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_faults(&self.0, f)
    }
}

impl std::error::Error for InvalidPosition {}

/// Formats the first two faults and the number of the others.
pub fn fmt_faults(faults: &[impl fmt::Display], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let shown: Vec<_> = faults.iter().take(2).map(ToString::to_string).collect();
    f.write_str(&shown.join("; "))?;
    match faults.len().saturating_sub(2) {
        0 => Ok(()),
        more => write!(f, "; and {more} more"),
    }
}

/// Checks that every piece is alone on a square of the board.
pub(super) fn check_squares(variant: &Variant, setup: &Setup) -> Result<(), InvalidPosition> {
    let mut seen = Bitboard::EMPTY;
    let mut faults = Vec::new();
    for &(square, _) in &setup.pieces {
        if !variant.geometry().board().contains(square) {
            faults.push(PositionFault::OffBoard(square));
        } else if seen.contains(square) {
            faults.push(PositionFault::Occupied(square));
        }
        seen.insert(square);
    }
    if faults.is_empty() { Ok(()) } else { Err(InvalidPosition(faults)) }
}

/// Checks that each side has one king, which is of the kind `royal`. Returns the faults.
pub fn check_kings(royal: PieceKind, pieces: &[(Square, Piece)]) -> Vec<PositionFault> {
    let mut faults = Vec::new();
    for color in Color::ALL {
        let king = Piece::new(color, royal);
        let kings: Bitboard = pieces.iter().filter(|(_, piece)| *piece == king).map(|&(s, _)| s).collect();
        match kings.count() {
            0 => faults.push(PositionFault::NoKing(color)),
            1 => {}
            _ => faults.push(PositionFault::SeveralKings(color, kings.into_iter().collect())),
        }
    }
    faults
}
