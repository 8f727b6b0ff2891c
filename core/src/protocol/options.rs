//! Bounds and names of options, and the parser of a client's FEN, for UCI and CECP.

use std::sync::Arc;

use crate::notation::fen;
use crate::rules::validate::pawn_on_outer_rank;
use crate::rules::{Position, Variant};

/// The variant until the client chooses one, as in Fairy-Stockfish. Clients that play only chess do not choose.
pub(super) const DEFAULT_VARIANT: &str = "chess";
pub(super) const SKILL_LEVEL: &str = "Skill Level";
/// Greatest size of the transposition table, in MiB.
pub(super) const MAX_HASH_MIB: usize = 65_536;
pub(super) const MAX_THREADS: usize = 256;

/// Parses the FEN of a client. A position with a pawn where no game has one is an error, too ([`pawn_on_outer_rank`]).
pub(super) fn parse_fen(variant: &Arc<Variant>, text: &str) -> Result<Position, String> {
    let position = fen::parse(variant, text).map_err(|error| error.to_string())?;
    match pawn_on_outer_rank(variant, &position.to_setup()) {
        Some(square) => Err(format!("FEN, pieces: no pawn can stand on {square}")),
        None => Ok(position),
    }
}
