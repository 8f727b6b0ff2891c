//! The simulator's program: plays the moves of a file and prints the board.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use crate::rules::{Square, Variant};
use crate::simulator::files::{self, Source};

use super::board::Board;
use super::observers::BoardListener;
use super::piece::Piece;
use super::registry::PieceRegistry;

/// Sets up `layout`, plays `moves`, and writes the moves and the board to `out`.
///
/// Without a layout the board has the start position. Each move is a line `wp a2-a4`, followed by `wp captures bn` if it
/// captures. The board is written in letters, or framed with `unicode` symbols.
///
/// Output is written after the last move. On an error nothing is written to `out`.
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
/// assert_eq!(error, r#"moves:3: wp cannot move from a4 to a2: "a4-a2""#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first invalid line of the layout, or else of the moves; the first illegal move: `FILE:LINE: what is wrong: "the
/// line"`. An error of `out`.
pub fn run(
    layout: Option<Source<'_>>,
    moves: Source<'_>,
    rules: &Arc<Variant>,
    unicode: bool,
    out: &mut impl Write,
) -> Result<(), String> {
    let mut board = Board::new(rules);
    match layout {
        Some(layout) => set_up(&mut board, layout)?,
        None => board.initialize(),
    }
    let report = Arc::new(Mutex::new(Report::default()));
    board.register_listener(Arc::clone(&report));
    for mv in files::parse_moves(moves, rules.geometry()) {
        let mv = mv?;
        board.move_piece(mv.from, mv.to).map_err(|error| mv.line.error(error))?;
    }
    let report = report.lock().unwrap_or_else(PoisonError::into_inner);
    let picture = if unicode { board.unicode() } else { board.to_string() };
    let text = format!("{}{picture}\n", report.0);
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| format!("cannot write the output: {error}"))
}

/// Puts the pieces of a layout on an empty board.
fn set_up(board: &mut Board, layout: Source<'_>) -> Result<(), String> {
    let registry = PieceRegistry::for_variant(board.variant());
    let pieces = files::parse_layout(layout, board.variant().geometry(), |name| registry.create_piece(name))?;
    for placement in pieces {
        // The parser has checked that the squares are distinct.
        board.put(placement.square, placement.piece);
    }
    Ok(())
}

/// Text of all moves and captures.
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
