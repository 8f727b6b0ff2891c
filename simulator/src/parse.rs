//! Parser of layout files (lines `xn=cp`) and move files (lines `xn-ym`).
//!
//! A line that begins with `#` is a comment. Every other line of a layout file puts a piece on a square (`e1=wk`), and that
//! of a move file moves the piece on a square to another square (`e1-e2`). A file may be empty.
//!
//! Blank lines, spaces around the text, bytes that are not UTF-8 (also in comments) and two pieces on one square are errors.
//! Lines end with LF or CRLF. The last line may have no line end. A carriage return elsewhere is an error. A byte order mark
//! at the start is ignored. In a file of more than [`MAX_BYTES`] bytes, the line that exceeds the limit is an error.

use xxlchess_core::notation::coords;
use xxlchess_core::notation::text::shorten;
use xxlchess_core::rules::Square;
use xxlchess_core::rules::geometry::Geometry;

use crate::error::{LineError, LineFault};
use crate::piece::Piece;
use crate::registry::PieceRegistry;

/// Greatest size of a layout or move file, in bytes. It is enough for about 150,000 moves.
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

    /// The line with this number. Its `bytes` include the line end, and `end` is the offset in the file after them.
    fn line(self, number: usize, bytes: &'a [u8], end: usize) -> Result<Line<'a>, LineError> {
        let bytes = bytes.strip_suffix(b"\n").map_or(bytes, |line| line.strip_suffix(b"\r").unwrap_or(line));
        if end > MAX_BYTES {
            return Err(line_error(self.name, number, LineFault::TooLong(MAX_BYTES), bytes));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Line { file: self.name, number, text }),
            Err(_) => Err(line_error(self.name, number, LineFault::NotUtf8, bytes)),
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

impl<'a> Line<'a> {
    /// Creates an error for this line.
    pub fn error(&self, fault: LineFault) -> LineError {
        line_error(self.file, self.number, fault, self.text.as_bytes())
    }

    /// Parses a square of the board.
    fn square(&self, text: &str, geometry: &Geometry) -> Result<Square, LineError> {
        let square = coords::parse_square(text).filter(|&square| geometry.board().contains(square));
        square.ok_or_else(|| {
            let last = Square::new(geometry.files() - 1, geometry.ranks() - 1);
            self.error(LineFault::NoSquare { name: text.to_owned(), last })
        })
    }

    /// Splits the line at `sign`. `form` is the form that the line must have.
    fn split(&self, sign: char, form: &'static str) -> Result<(&'a str, &'a str), LineError> {
        if self.text.trim().is_empty() {
            return Err(self.error(LineFault::Blank));
        }
        self.text.split_once(sign).ok_or_else(|| self.error(LineFault::Form(form)))
    }
}

fn line_error(file: &str, line: usize, fault: LineFault, text: &[u8]) -> LineError {
    LineError { file: file.to_owned(), line, fault, text: shorten(text) }
}

/// A line of a layout file.
#[derive(Clone, Debug)]
pub struct PieceLine {
    /// Square of the piece.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// Number of the line, from 1.
    pub line: usize,
}

/// Parses a layout file with the pieces of `registry`.
///
/// ```
/// use xxlchess_core::rules::geometry::Geometry;
/// use xxlchess_simulator::parse::{self, Source};
/// use xxlchess_simulator::{PieceRegistry, rule_set};
///
/// let board = Geometry::new(8, 8);
/// let registry = PieceRegistry::for_variant(&rule_set("simplified").unwrap());
/// let source = Source { name: "mate", bytes: b"# White to move\ne1=wk\nh8=bk\n" };
/// let pieces = parse::layout(source, &board, &registry)?;
/// assert_eq!(pieces[1].square.to_string(), "h8");
/// assert_eq!(pieces[1].piece.to_string(), "bk");
///
/// let source = Source { name: "mate", bytes: b"e1=wk\ni8=bk" };
/// let error = parse::layout(source, &board, &registry).unwrap_err();
/// assert_eq!(error.to_string(), r#"mate:2: "i8" is not a square from a1 to h8: "i8=bk""#);
/// # Ok::<(), xxlchess_simulator::LineError>(())
/// ```
///
/// # Errors
/// If a line is invalid. The error is that of the first such line.
pub fn layout(
    source: Source<'_>,
    geometry: &Geometry,
    registry: &PieceRegistry,
) -> Result<Vec<PieceLine>, LineError> {
    let mut pieces: Vec<PieceLine> = Vec::new();
    for line in source.lines() {
        let line = line?;
        let (square, name) = line.split('=', "xn=cp")?;
        let square = line.square(square, geometry)?;
        let piece = registry.create_piece(name).map_err(|error| line.error(LineFault::Piece(error)))?;
        if let Some(earlier) = pieces.iter().find(|earlier| earlier.square == square) {
            return Err(line.error(LineFault::Occupied { square, line: earlier.line }));
        }
        pieces.push(PieceLine { square, piece, line: line.number });
    }
    Ok(pieces)
}

/// A line of a move file. The move may be impossible.
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
/// use xxlchess_core::rules::geometry::Geometry;
/// use xxlchess_simulator::parse::{self, Source};
///
/// let board = Geometry::new(8, 8);
/// let mut moves = parse::moves(Source { name: "moves", bytes: b"a2-a4\na4:a5\na5-a6" }, &board);
/// assert_eq!(moves.next().unwrap()?.to.to_string(), "a4");
/// let error = moves.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), r#"moves:2: neither a # comment nor of the form xn-ym: "a4:a5""#);
/// # Ok::<(), xxlchess_simulator::LineError>(())
/// ```
pub fn moves<'a>(
    source: Source<'a>,
    geometry: &'a Geometry,
) -> impl Iterator<Item = Result<MoveLine<'a>, LineError>> {
    source.lines().map(|line| {
        let line = line?;
        let (from, to) = line.split('-', "xn-ym")?;
        Ok(MoveLine { from: line.square(from, geometry)?, to: line.square(to, geometry)?, line })
    })
}

#[cfg(test)]
mod tests;
