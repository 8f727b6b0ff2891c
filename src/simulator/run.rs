//! The simulator's program: a layout, moves, and what becomes of them.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::rules::{Square, Variant};
use crate::simulator::files::{self, LineError, Source};

use super::board::Board;
use super::error::IllegalMove;
use super::piece::Piece;
use super::registry::PieceRegistry;
use super::watch::BoardListener;

/// Why the simulator's program ended without a board.
#[derive(Debug)]
pub enum SimulatorError {
    /// A line of one of the files cannot be read.
    Line(LineError),
    /// A line of the move file tells a move that cannot be made.
    Move(LineError<IllegalMove>),
    /// What it had to say could not be written.
    Output(io::Error),
}

impl fmt::Display for SimulatorError {
    /// Writes `FILE:LINE: what is wrong: "the line"`, or why nothing could be written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
            Self::Output(error) => write!(f, "cannot write what happened: {error}"),
        }
    }
}

impl Error for SimulatorError {}

impl From<LineError> for SimulatorError {
    fn from(error: LineError) -> Self {
        Self::Line(error)
    }
}

/// Sets up `layout`, plays `moves` and writes what happened, then the board.
///
/// Without a layout the board is set up as at the start of a game. `rules` is the table to play by, as of
/// [`rule_set`](super::rule_set). Each move is a line `wp a2-a4`, with a line `wp captures bn` after it on a capture;
/// then comes the board, in letters, or framed and in `unicode` characters.
///
/// Nothing is written before the last move has been made: on an error `out` gets nothing at all, neither a part of
/// a board nor moves that led to none.
///
/// ```
/// use xxlchess::simulator::files::Source;
/// use xxlchess::simulator::{rule_set, run};
///
/// let rules = rule_set("simplified").unwrap();
/// let layout = Source { name: "layout", bytes: b"a2=wp\nb5=bn\n" };
/// let mut out = Vec::new();
/// run(Some(layout), Source { name: "moves", bytes: b"a2-a4\na4-b5\n" }, &rules, false, &mut out)?;
/// let out = String::from_utf8(out)?;
/// assert!(out.starts_with("wp a2-a4\nwp a4-b5\nwp captures bn\n  a  b  c  d  e  f  g  h\n8 .. .."));
/// assert!(out.contains("\n5 .. wp .."));
///
/// let moves = Source { name: "moves", bytes: b"a2-a4\n# back\na4-a2\n" };
/// let error = run(Some(layout), moves, &rules, false, &mut std::io::sink()).unwrap_err();
/// assert_eq!(error.to_string(), r#"moves:3: wp cannot go from a4 to a2: "a4-a2""#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first line of the layout, and then of the moves, that cannot be read or played; or that `out` fails.
pub fn run(
    layout: Option<Source<'_>>,
    moves: Source<'_>,
    rules: &Arc<Variant>,
    unicode: bool,
    out: &mut impl Write,
) -> Result<(), SimulatorError> {
    let mut board = Board::new(rules);
    match layout {
        Some(layout) => set_up(&mut board, layout)?,
        None => board.initialize(),
    }
    let report = Arc::new(Mutex::new(Report::default()));
    board.register_listener(Arc::clone(&report));
    for written in files::parse_moves(moves, rules.geometry()) {
        let written = written?;
        let made = board.move_piece(written.from, written.to);
        made.map_err(|error| SimulatorError::Move(written.line.error(error)))?;
    }
    let report = report.lock().unwrap_or_else(PoisonError::into_inner);
    let shown = if unicode { board.unicode() } else { board.to_string() };
    let text = format!("{}{shown}\n", report.0);
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(SimulatorError::Output)
}

/// Puts the pieces of a layout on an empty board.
fn set_up(board: &mut Board, layout: Source<'_>) -> Result<(), LineError> {
    let registry = PieceRegistry::for_variant(board.variant());
    let pieces = files::parse_layout(layout, board.variant().geometry(), |name| registry.create_piece(name))?;
    for placement in pieces {
        // The reader has seen to it that each stands on a square of its own.
        board.put(placement.square, placement.piece);
    }
    Ok(())
}

/// Writes down what happens.
#[derive(Default)]
struct Report(String);

impl BoardListener for Report {
    fn on_move(&mut self, from: Square, to: Square, piece: &Piece) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{piece} {from}-{to}");
    }

    fn on_capture(&mut self, attacker: &Piece, captured: &Piece) {
        let _ = writeln!(self.0, "{attacker} captures {captured}");
    }
}
