//! Layout and move files of the simulator: lines `xn=cp` and `xn-ym`.
//!
//! A file is a possibly empty sequence of lines. A line that begins with `#`, at its very first character, is a
//! comment; every other one says that a piece stands on a square (`e1=wk`), or that the piece on a square moves to
//! another (`e1-e2`). Anything else is a [`LineError`], which reads `FILE:LINE: what is wrong: "the line"`: blank
//! lines, blanks before or after the text, bytes that are not UTF-8 (in a comment too), two pieces on one square.
//!
//! A line ends with a newline, or a carriage return and a newline, as editors on Windows write it; the last one
//! needs neither. A carriage return anywhere else is part of its line, and wrong there. A byte order mark at the
//! start of the file is passed over. A file is read up to [`MAX_BYTES`]; the line that goes beyond is an error.

use std::fmt;

use crate::rules::Square;
use crate::rules::geometry::Geometry;

use crate::notation::coords;
use crate::notation::text::shorten;

/// Most bytes of a layout or move file that are read: some 150,000 moves.
///
/// A caller that reads a file need not read more than one byte beyond.
pub const MAX_BYTES: usize = 1 << 20;

/// A file as its bytes, and the name its errors call it by.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// What errors call it, as a rule its path.
    pub name: &'a str,
    /// What it holds.
    pub bytes: &'a [u8],
}

impl<'a> Source<'a> {
    /// The lines that are not comments.
    fn lines(self) -> impl Iterator<Item = Result<Line<'a>, LineError>> {
        // The byte order mark that some editors put first is no text.
        let bytes = self.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(self.bytes);
        let mut end = self.bytes.len() - bytes.len();
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate().map(move |(index, bytes)| {
            end += bytes.len();
            self.line(index + 1, bytes, end)
        });
        lines.filter(|line| !matches!(line, Ok(line) if line.text.starts_with('#')))
    }

    /// Line `number`, which is `bytes` with its end and ends with byte `end` of the file.
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

/// A line of a file, to tell errors about it.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The file's name.
    pub file: &'a str,
    /// Its number, counted from 1.
    pub number: usize,
    /// Its text, without its end.
    pub text: &'a str,
}

impl Line<'_> {
    /// The error that says `fault` about this line.
    pub fn error<F>(&self, fault: F) -> LineError<F> {
        let text = shorten(self.text.as_bytes());
        LineError { file: self.file.to_owned(), line: self.number, fault, text }
    }

    /// The square that a part of the line names.
    fn square(&self, text: &str, geometry: &Geometry) -> Result<Square, LineError> {
        let square = coords::parse_square(text).filter(|&square| geometry.board().has(square));
        square.ok_or_else(|| {
            let last = Square::new(geometry.files() - 1, geometry.ranks() - 1);
            self.error(LineFault::NoSquare { text: shorten(text.as_bytes()), last })
        })
    }
}

/// What is wrong with a line, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError<F = LineFault> {
    /// The name of the file.
    pub file: String,
    /// The number of the line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: F,
    /// The line, or the beginning of a long one.
    pub text: String,
}

impl<F: fmt::Display> fmt::Display for LineError<F> {
    /// Writes `FILE:LINE: what is wrong: "the line"`, control characters in the line escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {:?}", self.file, self.line, self.fault, self.text)
    }
}

impl<F: fmt::Debug + fmt::Display> std::error::Error for LineError<F> {}

/// What can be wrong with a line by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// It is not UTF-8.
    InvalidUtf8,
    /// The file is longer than [`MAX_BYTES`].
    TooLong,
    /// It is blank.
    Blank,
    /// It is neither a comment nor of this form.
    WrongForm(&'static str),
    /// This part of it names no square of the board, which ends with `last`.
    NoSquare {
        /// The part.
        text: String,
        /// The board's upper right corner.
        last: Square,
    },
    /// It names a piece that there is not, for this reason.
    UnknownPiece(String),
    /// The square already holds the piece of an earlier line.
    Occupied {
        /// The square.
        square: Square,
        /// The number of the earlier line.
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
            Self::NoSquare { text, last } => write!(f, "{text:?} is no square from a1 to {last}"),
            Self::UnknownPiece(reason) => f.write_str(reason),
            Self::Occupied { square, line } => write!(f, "{square} already holds the piece of line {line}"),
        }
    }
}

/// A piece on a square, from line `line` of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLine<P> {
    /// Where it stands.
    pub square: Square,
    /// The piece.
    pub piece: P,
    /// The number of its line.
    pub line: usize,
}

/// Reads a layout: lines `xn=cp`; `piece` makes a piece of its name `cp`, or says why there is none.
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
/// assert_eq!(error.to_string(), r#"mate:2: "i8" is no square from a1 to h8: "i8=bk""#);
/// # Ok::<(), files::LineError>(())
/// ```
///
/// # Errors
/// The first line that is wrong.
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

/// A move as a line of a move file writes it, allowed or not.
#[derive(Clone, Copy, Debug)]
pub struct MoveLine<'a> {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// The line, to tell errors about it.
    pub line: Line<'a>,
}

/// Reads a move file: lines `xn-ym`, one after the other, so that each can be played before the next is read.
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

/// The parts of a line before and after `sign`.
fn split<'a>(line: &Line<'a>, sign: char, form: &'static str) -> Result<(&'a str, &'a str), LineError> {
    if line.text.trim().is_empty() {
        return Err(line.error(LineFault::Blank));
    }
    line.text.split_once(sign).ok_or_else(|| line.error(LineFault::WrongForm(form)))
}

#[cfg(test)]
mod tests;
