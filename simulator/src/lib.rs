//! Simulator of 8x8 chess boards: sets up pieces, moves them one by one, and notifies listeners.
//!
//! There are no turns, no check, no castling, no en passant and no promotion. The pieces move as in one of two variants,
//! [`RULE_SETS`]. In both of them kings are ordinary pieces, and pawns have a double step from their second rank. In `mess`
//! queens and knights never move.
//!
//! [`Board`] has the pieces, [`PieceRegistry`] creates pieces by name, and [`run`] is the whole program.
//! `docs/simulator.md` compares the simulator with the programs that it replaces.
//!
//! ```
//! use xxlchess_simulator::{Board, MoveError, rule_set};
//!
//! let mut board = Board::new(&rule_set("mess").unwrap());
//! board.initialize();
//! board.move_piece("c2", "c4")?;
//! assert!(board.to_string().contains("4 .. .. wp .. .. .. .. ..\n"));
//! assert!(board.move_piece("b1", "c3").is_err());
//! # Ok::<(), MoveError>(())
//! ```

mod board;
mod display;
mod error;
mod observers;
pub mod parse;
mod piece;
mod registry;
mod run;

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use xxlchess_core::notation::variants_ini::Variants;
use xxlchess_core::rules::Variant;

pub use board::{Board, PieceId, PieceMut, PieceRef, ToSquare};
pub use error::{LineError, LineFault, MoveError, RunError, SquareError, UnknownPiece};
pub use observers::{BoardListener, BoardVisitor, ListenerId};
pub use piece::Piece;
pub use registry::{PieceFactory, PieceRegistry, VariantPieceFactory};
pub use run::run;

/// Names of the variants of the simulator, the default first.
pub const RULE_SETS: [&str; 2] = ["simplified", "mess"];

/// The variant `name`, or `None` if `name` is not one of the [`RULE_SETS`].
pub fn rule_set(name: &str) -> Option<Arc<Variant>> {
    RULE_SETS.contains(&name).then(|| Variants::built_in().get(name)).flatten()
}

/// The board that the whole program shares (singleton). It is locked until the guard is dropped.
///
/// The board is one of the first of the [`RULE_SETS`], and is empty at first. A thread that locks it twice, for example in a
/// listener of the board, waits for ever.
///
/// ```
/// use xxlchess_simulator::shared_board;
///
/// shared_board().initialize();
/// shared_board().move_piece("e2", "e4")?;
/// assert!(shared_board().piece_at("e4")?.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shared_board() -> MutexGuard<'static, Board> {
    static THE_BOARD: LazyLock<Mutex<Board>> = LazyLock::new(|| {
        // A test checks that each of `RULE_SETS` is a built-in variant.
        let variant = rule_set(RULE_SETS[0]).expect("a built-in rule set");
        Mutex::new(Board::new(&variant))
    });
    // The board is consistent even after a panic of a listener, because listeners are called after the move.
    THE_BOARD.lock().unwrap_or_else(PoisonError::into_inner)
}
