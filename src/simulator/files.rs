//! Layout files (lines `xn=cp`) and move files (lines `xn-ym`) of the simulator.
//!
//! A file may be empty. A line that begins with `#` is a comment. Every other line puts a piece on a square (`e1=wk`) or
//! moves the piece on a square to another one (`e1-e2`). Anything else is a [`LineError`], which formats as
//! `FILE:LINE: what is wrong: "the line"`: blank lines, spaces around the text, bytes that are not UTF-8 (in comments
//! too), two pieces on one square.
//!
//! Lines end with LF or CRLF, which the last line may omit; a carriage return elsewhere is an error. A byte order mark at
//! the start is ignored. The line that exceeds [`MAX_BYTES`] is an error.

use std::fmt;

use crate::rules::Square;
use crate::rules::geometry::Geometry;

use crate::notation::coords;
use crate::notation::text::shorten;

/// Largest layout or move file, in bytes: about 150,000 moves.
pub const MAX_BYTES: usize = 1 << 20;

/// Name and content of a file.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Name in error messages, usually the path.
    pub name: &'a str,
    /// Content.
    pub bytes: &'a [u8],
}

impl<'a> Source<'a> {
    /// The lines that are not comments.
    fn lines(self) -> impl Iterator<Item = Result<Line<'a>, LineError>> {
        let bytes = self.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(self.bytes);
        let mut end = self.bytes.len() - bytes.len();
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate().map(move |(index, bytes)| {
            end += bytes.len();
            self.line(index + 1, bytes, end)
        });
        lines.filter(|line| !matches!(line, Ok(line) if line.text.starts_with('#')))
    }

    /// Line `number` with its line end in `bytes`. `end` is the offset of its end in the file.
    fn line(self, number: usize, bytes: &'a [u8], end: usize) -> Result<Line<'a>, LineError> {
        let bytes = bytes.strip_suffix(b"\n").map_or(bytes, |line| line.strip_suffix(b"\r").unwrap_or(line));
        let fault = if end > MAX_BYTES {
            LineFault::TooLong
        } else {
            match std::str::from_utf8(bytes) {
                Ok(text) => return Ok(Line { file: self.name, number, text }),
                Err(_) => LineFault::InvalidUtf8,
            }
        };
        Err(LineError { file: self.name.to_owned(), line: number, fault, text: shorten(bytes) })
    }
}

/// A line of a file, for error messages.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Name of the file.
    pub file: &'a str,
    /// Number of the line, from 1.
    pub number: usize,
    /// Text without the line end.
    pub text: &'a str,
}

impl Line<'_> {
    /// Makes an error about this line.
    pub fn error<F>(&self, fault: F) -> LineError<F> {
        let text = shorten(self.text.as_bytes());
        LineError { file: self.file.to_owned(), line: self.number, fault, text }
    }

    /// Parses a square of the board.
    fn square(&self, text: &str, geometry: &Geometry) -> Result<Square, LineError> {
        let square = coords::parse_square(text).filter(|&square| geometry.board().contains(square));
        square.ok_or_else(|| {
            let last = Square::new(geometry.files() - 1, geometry.ranks() - 1);
            self.error(LineFault::NoSquare { text: shorten(text.as_bytes()), last })
        })
    }
}

/// An error about a line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError<F = LineFault> {
    /// Name of the file.
    pub file: String,
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: F,
    /// Text of the line, shortened if long.
    pub text: String,
}

impl<F: fmt::Display> fmt::Display for LineError<F> {
    /// Formats as `FILE:LINE: what is wrong: "the line"`, with control characters escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {:?}", self.file, self.line, self.fault, self.text)
    }
}

impl<F: fmt::Debug + fmt::Display> std::error::Error for LineError<F> {}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// Not UTF-8.
    InvalidUtf8,
    /// The file is larger than [`MAX_BYTES`].
    TooLong,
    /// A blank line.
    Blank,
    /// Neither a comment nor of this form.
    WrongForm(&'static str),
    /// Not a square of the board.
    NoSquare {
        /// The part of the line.
        text: String,
        /// The board's upper right corner.
        last: Square,
    },
    /// Not a piece, for this reason.
    UnknownPiece(String),
    /// The square is occupied by the piece of an earlier line.
    Occupied {
        /// The square.
        square: Square,
        /// Number of the earlier line.
        line: usize,
    },
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidUtf8 => f.write_str("not UTF-8"),
            Self::TooLong => write!(f, "the file is longer than {MAX_BYTES} bytes"),
            Self::Blank => f.write_str("a blank line"),
            Self::WrongForm(form) => write!(f, "neither a # comment nor of the form {form}"),
            Self::NoSquare { text, last } => write!(f, "{text:?} is not a square from a1 to {last}"),
            Self::UnknownPiece(reason) => f.write_str(reason),
            Self::Occupied { square, line } => {
                write!(f, "{square} is already occupied by the piece of line {line}")
            }
        }
    }
}

/// A line of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLine<P> {
    /// Square of the piece.
    pub square: Square,
    /// The piece.
    pub piece: P,
    /// Number of the line, from 1.
    pub line: usize,
}

/// Parses a layout. `piece` creates a piece from its name `cp`.
///
/// ```
/// use xxlchess::simulator::files::{self, Source};
/// use xxlchess::rules::geometry::Geometry;
///
/// let board = Geometry::new(8, 8);
/// let any = |name: &str| Ok::<_, String>(name.to_owned());
/// let pieces = files::parse_layout(Source { name: "mate", bytes: b"# White to move\ne1=wk\nh8=bk\n" }, &board, any)?;
/// assert_eq!(pieces[1].square.to_string(), "h8");
/// assert_eq!(pieces[1].piece, "bk");
///
/// let error = files::parse_layout(Source { name: "mate", bytes: b"e1=wk\ni8=bk" }, &board, any).unwrap_err();
/// assert_eq!(error.to_string(), r#"mate:2: "i8" is not a square from a1 to h8: "i8=bk""#);
/// # Ok::<(), files::LineError>(())
/// ```
///
/// # Errors
/// The first invalid line.
pub fn parse_layout<P, E: fmt::Display>(
    source: Source<'_>,
    geometry: &Geometry,
    mut piece: impl FnMut(&str) -> Result<P, E>,
) -> Result<Vec<PieceLine<P>>, LineError> {
    let mut placements: Vec<PieceLine<P>> = Vec::new();
    for line in source.lines() {
        let line = line?;
        let (square, name) = split(&line, '=', "xn=cp")?;
        let square = line.square(square, geometry)?;
        let piece = piece(name).map_err(|reason| line.error(LineFault::UnknownPiece(reason.to_string())))?;
        if let Some(earlier) = placements.iter().find(|earlier| earlier.square == square) {
            return Err(line.error(LineFault::Occupied { square, line: earlier.line }));
        }
        placements.push(PieceLine { square, piece, line: line.number });
    }
    Ok(placements)
}

/// A line of a move file; the move may be illegal.
#[derive(Clone, Copy, Debug)]
pub struct MoveLine<'a> {
    /// Start square.
    pub from: Square,
    /// Target square.
    pub to: Square,
    /// The line, for error messages.
    pub line: Line<'a>,
}

/// Parses a move file line by line, so that each move can be played before the next line is parsed.
///
/// ```
/// use xxlchess::simulator::files::{self, Source};
/// use xxlchess::rules::geometry::Geometry;
///
/// let board = Geometry::new(8, 8);
/// let mut moves = files::parse_moves(Source { name: "moves", bytes: b"a2-a4\na4:a5\na5-a6" }, &board);
/// assert_eq!(moves.next().unwrap()?.to.to_string(), "a4");
/// let error = moves.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), r#"moves:2: neither a # comment nor of the form xn-ym: "a4:a5""#);
/// # Ok::<(), files::LineError>(())
/// ```
pub fn parse_moves<'a>(
    source: Source<'a>,
    geometry: &'a Geometry,
) -> impl Iterator<Item = Result<MoveLine<'a>, LineError>> {
    source.lines().map(|line| {
        let line = line?;
        let (from, to) = split(&line, '-', "xn-ym")?;
        Ok(MoveLine { from: line.square(from, geometry)?, to: line.square(to, geometry)?, line })
    })
}

/// Splits a line at `sign`.
fn split<'a>(line: &Line<'a>, sign: char, form: &'static str) -> Result<(&'a str, &'a str), LineError> {
    if line.text.trim().is_empty() {
        return Err(line.error(LineFault::Blank));
    }
    line.text.split_once(sign).ok_or_else(|| line.error(LineFault::WrongForm(form)))
}

#[cfg(test)]
mod tests;
