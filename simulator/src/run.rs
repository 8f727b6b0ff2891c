//! The program of the simulator: plays the moves of a file and prints the board.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use xxlchess_core::rules::{Square, Variant};

use crate::board::Board;
use crate::error::{LineError, LineFault, RunError};
use crate::observers::BoardListener;
use crate::parse::{self, Source};
use crate::piece::Piece;
use crate::registry::PieceRegistry;

/// Sets up `layout`, plays `moves`, and writes the moves and the board to `out`.
///
/// Without a layout the board has the start position. A move is written as a line such as `wp a2-a4`, and a capture as
/// another line such as `wp captures bn`. The board is written in letters, or with `unicode` symbols in a frame.
///
/// Nothing is written before the last move was played, so `out` stays empty if there is an error in a file.
///
/// ```
/// use xxlchess_simulator::parse::Source;
/// use xxlchess_simulator::{rule_set, run};
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
/// assert_eq!(error.to_string(), r#"moves:3: wp cannot move from a4 to a2: "a4-a2""#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a line of the layout or of the moves is invalid, or if a move is impossible. The error is that of the first such line.
/// If `out` returns an error.
pub fn run(
    layout: Option<Source<'_>>,
    moves: Source<'_>,
    rules: &Arc<Variant>,
    unicode: bool,
    out: &mut impl Write,
) -> Result<(), RunError> {
    let mut board = Board::new(rules);
    match layout {
        Some(layout) => set_up(&mut board, layout)?,
        None => board.initialize(),
    }
    let report = Arc::new(Mutex::new(Report::default()));
    board.register_listener(Arc::clone(&report));
    for mv in parse::moves(moves, rules.geometry()) {
        let mv = mv?;
        board.move_piece(mv.from, mv.to).map_err(|error| mv.line.error(LineFault::Move(error)))?;
    }
    let report = report.lock().unwrap_or_else(PoisonError::into_inner);
    let picture = if unicode { board.unicode() } else { board.to_string() };
    let text = format!("{}{picture}\n", report.0);
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(RunError::Output)
}

/// Puts the pieces of a layout on an empty board.
fn set_up(board: &mut Board, layout: Source<'_>) -> Result<(), LineError> {
    let registry = PieceRegistry::for_variant(board.variant());
    for line in parse::layout(layout, board.variant().geometry(), &registry)? {
        // The parser has checked that the squares are distinct.
        board.put(line.square, line.piece);
    }
    Ok(())
}

/// Listener that appends a line of text for each move and each capture.
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
