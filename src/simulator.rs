//! A simulator of chess boards: set up pieces, move them one by one, and hear what happens.
//!
//! There are no turns, no check, no castling, no taking in passing and no promotion. How the pieces move is a table
//! like any other variant's, and so are the two of the simulator, [`RULE_SETS`]: in `simplified` kings are ordinary
//! pieces and pawns step twice from their own second rank, in `mess` two of the six kinds never move besides.
//!
//! [`Board`] is where it all happens; [`PieceRegistry`] makes pieces of their names; [`run`] is the whole program.
//! `docs/simulator.md` says what came from which of the programs that this one stands in for.
//!
//! ```
//! use xxlchess::simulator::{Board, IllegalMove, rule_set};
//!
//! let mut board = Board::new(&rule_set("mess").unwrap());
//! board.initialize();
//! board.move_piece("c2", "c4")?;
//! assert!(board.to_string().contains("4 .. .. wp .. .. .. .. ..\n"));
//! assert!(board.move_piece("b1", "c3").is_err());
//! # Ok::<(), IllegalMove>(())
//! ```

mod board;
mod draw;
mod error;
pub mod files;
mod piece;
mod placed;
mod registry;
mod run;
mod watch;

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use crate::notation::variants_ini::Variants;
use crate::rules::Variant;

pub use board::{Board, ToSquare};
pub use error::{IllegalMove, IllegalPosition, UnknownPiece};
pub use piece::Piece;
pub use placed::{PieceId, PieceMut, PieceRef};
pub use registry::{PieceFactory, PieceRegistry, VariantPieceFactory};
pub use run::{SimulatorError, run};
pub use watch::{BoardListener, BoardVisitor, ListenerId};

/// The names of the simulator's rule sets; the first is the usual one.
pub const RULE_SETS: [&str; 2] = ["simplified", "mess"];

/// The table of the rule set called `name`, one of [`RULE_SETS`].
#[must_use]
pub fn rule_set(name: &str) -> Option<Arc<Variant>> {
    RULE_SETS.contains(&name).then(|| Variants::built_in().get(name)).flatten()
}

/// The one board that the whole program shares, held until the guard is dropped.
///
/// It plays by the first of the [`RULE_SETS`] and begins without pieces. A thread waits while another one holds it;
/// one that asks for it twice, from a listener of this board for instance, would wait for itself.
///
/// ```
/// use xxlchess::simulator::shared_board;
///
/// shared_board().initialize();
/// shared_board().move_piece("e2", "e4")?;
/// assert!(shared_board().piece_at("e4")?.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shared_board() -> MutexGuard<'static, Board> {
    static THE_BOARD: LazyLock<Mutex<Board>> = LazyLock::new(|| {
        // A test shows that they are.
        let table = rule_set(RULE_SETS[0]).expect("every rule set of the simulator is built in");
        Mutex::new(Board::new(&table))
    });
    // A panic elsewhere leaves no half-made move behind: listeners are told after it.
    THE_BOARD.lock().unwrap_or_else(PoisonError::into_inner)
}
