//! Bounds and names that the protocols share, and the FEN of a client.

use std::sync::Arc;

use crate::notation::fen;
use crate::rules::validate::pawn_on_outer_rank;
use crate::rules::{Position, Variant};

/// The variant before the client chooses another one, as in Fairy-Stockfish: programs for chess only do not set it.
pub(super) const DEFAULT_VARIANT: &str = "chess";
/// Name of the option for the level of play.
pub(super) const SKILL_LEVEL: &str = "Skill Level";
/// Largest transposition table, in MiB.
pub(super) const MAX_HASH_MIB: usize = 65_536;
/// Most search threads.
pub(super) const MAX_THREADS: usize = 256;

/// Parses the FEN of a client. Positions that no game reaches because of where a pawn stands are refused, too.
pub(super) fn parse_fen(variant: &Arc<Variant>, text: &str) -> Result<Position, String> {
    let position = fen::parse(variant, text).map_err(|error| error.to_string())?;
    match pawn_on_outer_rank(variant, &position.to_setup()) {
        Some(square) => Err(format!("FEN, pieces: no pawn can stand on {square}")),
        None => Ok(position),
    }
}
