//! Layout files (lines `xn=cp`) and move files (lines `xn-ym`) of the simulator.
//!
//! A file may be empty. A line that begins with `#` is a comment. Every other line puts a piece on a square (`e1=wk`) or
//! moves the piece on a square to another one (`e1-e2`). Anything else is an error of the form
//! `FILE:LINE: what is wrong: "the line"`, with control characters escaped: blank lines, spaces around the text, bytes
//! that are not UTF-8 (in comments too), two pieces on one square.
//!
//! Lines end with LF or CRLF, which the last line may omit; a carriage return elsewhere is an error. A byte order mark at
//! the start is ignored. The line that exceeds [`MAX_BYTES`] is an error.

use std::fmt::Display;

use crate::rules::Square;
use crate::rules::geometry::Geometry;

use crate::notation::coords;
use crate::notation::text::{quote, shorten};

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
    fn lines(self) -> impl Iterator<Item = Result<Line<'a>, String>> {
        let bytes = self.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(self.bytes);
        let mut end = self.bytes.len() - bytes.len();
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate().map(move |(index, bytes)| {
            end += bytes.len();
            self.line(index + 1, bytes, end)
        });
        lines.filter(|line| !matches!(line, Ok(line) if line.text.starts_with('#')))
    }

    /// Line `number` with its line end in `bytes`. `end` is the offset of its end in the file.
    fn line(self, number: usize, bytes: &'a [u8], end: usize) -> Result<Line<'a>, String> {
        let bytes = bytes.strip_suffix(b"\n").map_or(bytes, |line| line.strip_suffix(b"\r").unwrap_or(line));
        if end > MAX_BYTES {
            let fault = format!("the file is longer than {MAX_BYTES} bytes");
            return Err(error(self.name, number, fault, bytes));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Line { file: self.name, number, text }),
            Err(_) => Err(error(self.name, number, "not UTF-8", bytes)),
        }
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
    pub fn error(&self, fault: impl Display) -> String {
        error(self.file, self.number, fault, self.text.as_bytes())
    }

    /// Parses a square of the board.
    fn square(&self, text: &str, geometry: &Geometry) -> Result<Square, String> {
        let square = coords::parse_square(text).filter(|&square| geometry.board().contains(square));
        square.ok_or_else(|| {
            let last = Square::new(geometry.files() - 1, geometry.ranks() - 1);
            self.error(format_args!("{} is not a square from a1 to {last}", quote(text)))
        })
    }
}

/// Formats an error about a line: `FILE:LINE: what is wrong: "the line"`.
fn error(file: &str, line: usize, fault: impl Display, text: &[u8]) -> String {
    format!("{file}:{line}: {fault}: {:?}", shorten(text))
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
/// assert_eq!(error, r#"mate:2: "i8" is not a square from a1 to h8: "i8=bk""#);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The first invalid line.
pub fn parse_layout<P, E: Display>(
    source: Source<'_>,
    geometry: &Geometry,
    mut piece: impl FnMut(&str) -> Result<P, E>,
) -> Result<Vec<PieceLine<P>>, String> {
    let mut placements: Vec<PieceLine<P>> = Vec::new();
    for line in source.lines() {
        let line = line?;
        let (square, name) = split(&line, '=', "xn=cp")?;
        let square = line.square(square, geometry)?;
        let piece = piece(name).map_err(|reason| line.error(reason))?;
        if let Some(earlier) = placements.iter().find(|earlier| earlier.square == square) {
            let fault = format!("{square} is already occupied by the piece of line {}", earlier.line);
            return Err(line.error(fault));
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
/// assert_eq!(error, r#"moves:2: neither a # comment nor of the form xn-ym: "a4:a5""#);
/// # Ok::<(), String>(())
/// ```
pub fn parse_moves<'a>(
    source: Source<'a>,
    geometry: &'a Geometry,
) -> impl Iterator<Item = Result<MoveLine<'a>, String>> {
    source.lines().map(|line| {
        let line = line?;
        let (from, to) = split(&line, '-', "xn-ym")?;
        Ok(MoveLine { from: line.square(from, geometry)?, to: line.square(to, geometry)?, line })
    })
}

/// Splits a line at `sign`.
fn split<'a>(line: &Line<'a>, sign: char, form: &str) -> Result<(&'a str, &'a str), String> {
    if line.text.trim().is_empty() {
        return Err(line.error("a blank line"));
    }
    line.text
        .split_once(sign)
        .ok_or_else(|| line.error(format_args!("neither a # comment nor of the form {form}")))
}

#[cfg(test)]
mod tests;
