//! Bounds and names of options, for UCI and CECP.

/// The variant until the client chooses one, as in Fairy-Stockfish. Clients that play only chess do not choose.
pub(super) const DEFAULT_VARIANT: &str = "chess";
/// Name of the option for the level of play.
pub(super) const SKILL_LEVEL: &str = "Skill Level";
/// Greatest size of the transposition table, in MiB.
pub(super) const MAX_HASH_MIB: usize = 65_536;
