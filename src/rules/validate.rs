//! What makes a set-up a legal position, and the faults of one that is not.

use std::fmt;

use super::bitboard::Bitboard;
use super::color::Color;
use super::position::Position;
use super::setup::Setup;
use super::square::Square;
use super::variant::Variant;

/// So many of a side's kings are named; where they stand helps nobody who has set up a rank of them.
const KINGS_SHOWN: usize = 4;

/// One reason why a set-up is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionFault {
    /// A piece stands outside the board.
    OffBoard(Square),
    /// Two pieces stand on one square.
    Occupied(Square),
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king, on these squares.
    SeveralKings(Color, Vec<Square>),
    /// The side that has just moved left its king under attack.
    OpponentInCheck(Color),
}

impl fmt::Display for PositionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(square) => write!(f, "{square} is not on the board"),
            Self::Occupied(square) => write!(f, "two pieces stand on {square}"),
            Self::NoKing(color) => write!(f, "{color} has no king; each side needs one"),
            Self::SeveralKings(color, squares) => {
                let shown: Vec<_> = squares.iter().take(KINGS_SHOWN).map(Square::to_string).collect();
                let more = if squares.len() > KINGS_SHOWN { " and more" } else { "" };
                let (count, shown) = (squares.len(), shown.join(", "));
                write!(f, "{color} has {count} kings ({shown}{more}); each side needs one")
            }
            Self::OpponentInCheck(color) => {
                write!(f, "{color}'s king is attacked although it is not {color}'s move")
            }
        }
    }
}

/// All faults of a set-up, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPosition(pub Vec<PositionFault>);

impl fmt::Display for InvalidPosition {
    /// Writes the first two faults, and how many more there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<_> = self.0.iter().take(2).map(PositionFault::to_string).collect();
        f.write_str(&shown.join("; "))?;
        match self.0.len().saturating_sub(2) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for InvalidPosition {}

/// Checks that every piece stands alone on a square of the board.
pub(super) fn squares(variant: &Variant, setup: &Setup) -> Result<(), InvalidPosition> {
    let mut seen = Bitboard::EMPTY;
    let mut faults = Vec::new();
    for &(square, _) in &setup.pieces {
        if !variant.geometry().board().has(square) {
            faults.push(PositionFault::OffBoard(square));
        } else if seen.has(square) {
            faults.push(PositionFault::Occupied(square));
        }
        seen.insert(square);
    }
    if faults.is_empty() { Ok(()) } else { Err(InvalidPosition(faults)) }
}

/// Checks kings and check.
pub(super) fn position(position: &Position) -> Result<(), InvalidPosition> {
    let Some(royal) = position.variant().rules().royal else { return Ok(()) };
    let mut faults = Vec::new();
    for color in Color::ALL {
        let kings: Vec<_> = position.board().by_piece(color, royal).into_iter().collect();
        match kings.len() {
            0 => faults.push(PositionFault::NoKing(color)),
            1 => {}
            _ => faults.push(PositionFault::SeveralKings(color, kings)),
        }
    }
    let waiting = !position.turn();
    if position.is_king_attacked(waiting) {
        faults.push(PositionFault::OpponentInCheck(waiting));
    }
    if faults.is_empty() { Ok(()) } else { Err(InvalidPosition(faults)) }
}
