//! Errors of the simulator.

use std::error::Error;
use std::{fmt, io};

use xxlchess_core::notation::text::{quote, shorten};
use xxlchess_core::rules::Square;

/// Error for a square that is not on the board, or that is occupied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SquareError {
    /// There is no square with this name on the board.
    NoSquare(String),
    /// The piece with this name is on the square.
    Occupied(Square, String),
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSquare(text) => write!(f, "{text:?} is not a square of the board"),
            Self::Occupied(square, piece) => write!(f, "{square} is occupied by {piece}"),
        }
    }
}

impl Error for SquareError {}

/// Error for a move that is not possible on a board. The board does not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The move starts or ends off the board.
    Square(SquareError),
    /// There is no piece on the start square.
    NoPiece(Square),
    /// The rules do not allow the piece to move to the target square.
    Forbidden {
        /// Name of the piece, such as `wp`.
        piece: String,
        /// Start square.
        from: Square,
        /// Target square.
        to: Square,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(error) => error.fmt(f),
            Self::NoPiece(square) => write!(f, "there is no piece on {square}"),
            Self::Forbidden { piece, from, to } => write!(f, "{piece} cannot move from {from} to {to}"),
        }
    }
}

impl Error for MoveError {}

impl From<SquareError> for MoveError {
    fn from(error: SquareError) -> Self {
        Self::Square(error)
    }
}

/// Error for a name that is not the name of a piece in a registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPiece {
    /// The name.
    pub name: String,
    /// Symbols of all kinds in the registry.
    pub symbols: String,
}

impl fmt::Display for UnknownPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = shorten(self.name.as_bytes());
        let letters = self.symbols.chars().map(String::from).collect::<Vec<_>>().join(", ");
        match letters.as_str() {
            "" => write!(f, "{name:?} is not a piece; there are none in this game"),
            letters => {
                write!(f, "{name:?} is not a piece; write its colour (b or w) and its letter ({letters})")
            }
        }
    }
}

impl Error for UnknownPiece {}

/// Error in a line of a layout or move file. It is formatted as `FILE:LINE: what is wrong: "the line"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// Name of the file.
    pub file: String,
    /// Number of the line, from 1.
    pub line: usize,
    /// Fault of the line.
    pub fault: LineFault,
    /// Text of the line, which is shortened if it is long.
    pub text: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {:?}", self.file, self.line, self.fault, self.text)
    }
}

impl Error for LineError {}

/// Fault of a line of a layout or move file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// This line is the first one that ends after this number of bytes, which is the limit of a file.
    TooLong(usize),
    /// The line is not UTF-8.
    NotUtf8,
    /// The line has no text.
    Blank,
    /// The line is neither a comment nor of this form.
    Form(&'static str),
    /// There is no square of this name on the board.
    NoSquare {
        /// Name of the square.
        name: String,
        /// Square in the upper right corner of the board.
        last: Square,
    },
    /// There is no piece of this name.
    Piece(UnknownPiece),
    /// An earlier line of the layout puts a piece on the same square.
    Occupied {
        /// The square of both pieces.
        square: Square,
        /// Number of the earlier line.
        line: usize,
    },
    /// The move is not possible.
    Move(MoveError),
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(limit) => write!(f, "the file is longer than {limit} bytes"),
            Self::NotUtf8 => f.write_str("not UTF-8"),
            Self::Blank => f.write_str("a blank line"),
            Self::Form(form) => write!(f, "neither a # comment nor of the form {form}"),
            Self::NoSquare { name, last } => {
                write!(f, "{} is not a square from a1 to {last}", quote(name))
            }
            Self::Piece(error) => error.fmt(f),
            Self::Occupied { square, line } => {
                write!(f, "{square} is already occupied by the piece of line {line}")
            }
            Self::Move(error) => error.fmt(f),
        }
    }
}

/// Error of [`run`](crate::run).
#[derive(Debug)]
pub enum RunError {
    /// A line of a file is wrong.
    Line(LineError),
    /// The output could not be written.
    Output(io::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(error) => error.fmt(f),
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
        }
    }
}

impl Error for RunError {}

impl From<LineError> for RunError {
    fn from(error: LineError) -> Self {
        Self::Line(error)
    }
}
