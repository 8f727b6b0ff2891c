//! Positions from which games with puzzles are played.

use std::sync::Arc;

use crate::rules::{Bitboard, Color, Piece, Position, Setup, Square, Variant};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::quotas::Quotas;
use crate::engine::openings::{RANDOM_PLIES, random_opening};

/// Number of random positions that are tried, and of random squares for a piece.
const TRIES: usize = 1000;

/// Largest number of scarce kinds that mostly stay on the board.
const MOST_KEPT: usize = 4;

/// Kind of position that a game begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The position after some random moves from the start of the variant.
    Start,
    /// Some of the pieces of the variant, each side in its half of the board.
    OwnHalf,
    /// Some of the pieces of the variant, each side in two thirds of the board, so that the sides overlap.
    Mixed,
}

impl Opening {
    /// A random kind. Most are mixed, because games from mixed positions have the most puzzles.
    pub fn random(rng: &mut StdRng) -> Self {
        match rng.random_range(0..10) {
            0 => Self::Start,
            1 | 2 => Self::OwnHalf,
            _ => Self::Mixed,
        }
    }

    /// Number of plies of a game from a position of this kind.
    pub const fn plies(self) -> usize {
        match self {
            Self::Start | Self::OwnHalf => 110,
            Self::Mixed => 24,
        }
    }
}

/// A random position to start a game from. `None` if none was found.
///
/// The hero of a puzzle is the piece that moves first. Kinds that are seldom the hero mostly stay on the board, and kinds
/// that often are the hero are mostly removed.
pub fn random_start(
    opening: Opening,
    variant: &Arc<Variant>,
    rng: &mut StdRng,
    quotas: &Quotas,
) -> Option<Position> {
    if opening == Opening::Start {
        let start = Position::start(variant).ok()?;
        return (0..TRIES).find_map(|_| Some(random_opening(&start, RANDOM_PLIES, rng)?.0));
    }
    let setup = |rng: &mut StdRng| random_setup(opening, variant, rng, quotas);
    let mut position = (0..TRIES).find_map(|_| Position::from_setup(variant, &setup(rng)?).ok())?;
    for _ in 0..2 {
        if let Some(&mv) = position.legal_moves().choose(rng) {
            position.make(mv);
        }
    }
    Some(position)
}

/// `true` with a probability of `chance` percent.
fn percent(rng: &mut StdRng, chance: u32) -> bool {
    rng.random_ratio(chance, 100)
}

/// Random pieces of the variant, the same for both sides. The squares of Black mirror those of White, or are random, too.
/// Returns `None` if no square is left for a piece.
fn random_setup(
    opening: Opening,
    variant: &Arc<Variant>,
    rng: &mut StdRng,
    quotas: &Quotas,
) -> Option<Setup> {
    let rules = variant.rules();
    let ranks = rules.ranks;
    let mirrored = |square: Square| Square::new(square.file(), ranks - 1 - square.rank());
    let (keep_pieces, keep_pawns) = (rng.random_range(15..75), rng.random_range(15..95));
    let mixed = opening == Opening::Mixed;
    let (spread, same) = (mixed || percent(rng, 75), percent(rng, 60));
    let is_pawn = |kind| rules.pawns.contains(&kind);
    // A game without some kinds has puzzles whose heroes are the other kinds. Of many scarce kinds only some stay, because
    // a full board has hardly any puzzles.
    let mut scarce = quotas.scarce();
    scarce.shuffle(rng);
    scarce.truncate(MOST_KEPT);
    let most_absent = !scarce.is_empty() && percent(rng, 60);
    let absent: Vec<_> = variant
        .kinds()
        .filter(|&kind| percent(rng, if most_absent || !quotas.wants_hero(kind) { 85 } else { 40 }))
        .collect();
    let mut white: Vec<(Square, Piece)> = Vec::new();
    for &(square, piece) in variant.start().pieces.iter().filter(|(_, piece)| piece.color == Color::White) {
        let keep = match piece.kind {
            kind if Some(kind) == rules.king_kind() => 100,
            kind if is_pawn(kind) => keep_pawns,
            kind if scarce.contains(&kind) => 85,
            kind if absent.contains(&kind) => 0,
            _ => keep_pieces,
        };
        if percent(rng, keep) {
            white.push((square, piece));
        }
    }
    let king_spread = percent(rng, 60);
    let mut place = |pieces: &[(Square, Piece)], taken: &[Square]| {
        let mut placed: Vec<(Square, Piece)> = Vec::new();
        let mut tries = TRIES;
        let is_free = |placed: &[(Square, Piece)], square| {
            rules.has_square(square)
                && !taken.contains(&square)
                && placed.iter().all(|(other, _)| *other != square)
        };
        for &(square, piece) in pieces {
            let is_king = Some(piece.kind) == rules.king_kind();
            let moves = if is_king { king_spread } else { spread };
            let mut target = square;
            while moves && (target == square || !is_free(&placed, target)) || !is_free(&placed, target) {
                tries = tries.checked_sub(1)?;
                let (low, high) = match piece.kind {
                    kind if is_pawn(kind) => {
                        (1, (ranks / 2).min(first_promotion_rank(variant).saturating_sub(1)))
                    }
                    _ if is_king => (0, 1),
                    _ if mixed => (0, ranks * 2 / 3),
                    _ => (0, (ranks / 2).saturating_sub(2)),
                };
                let rank = rng.random_range(low..=high.max(low));
                target = Square::new(rng.random_range(..rules.files), rank);
            }
            placed.push((target, piece));
        }
        Some(placed)
    };
    let ours = place(&white, &[])?;
    let taken: Vec<_> = ours.iter().map(|(square, _)| mirrored(*square)).collect();
    let theirs = if same && !mixed { ours.clone() } else { place(&white, &taken)? };
    let black =
        theirs.into_iter().map(|(square, piece)| (mirrored(square), Piece::new(Color::Black, piece.kind)));
    let mut setup = Setup::at_start(ours.into_iter().chain(black).collect());
    if spread || king_spread {
        let pawns = setup.pieces.iter().filter(|(_, piece)| is_pawn(piece.kind));
        setup.initial_move_rights =
            pawns.fold(Bitboard::EMPTY, |all, (square, _)| all | Bitboard::from_square(*square));
    }
    Some(setup)
}

/// Lowest rank on which White's pawns promote.
fn first_promotion_rank(variant: &Variant) -> u8 {
    let region = variant.rules().promotion.region[Color::White];
    region.into_iter().map(Square::rank).min().unwrap_or(variant.rules().ranks - 1)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::notation::variants_ini::Variants;

    /// Boards with missing squares, of 4x4, of other aims than mate and without pawns, and one whose pawns promote on their first
    /// rank: games begin with positions of each kind, or with none where no piece finds a square.
    #[test]
    fn random_starts_are_found_on_every_board() {
        let own = "[small:chess]\nmaxRank = 4\nmaxFile = 4\ncastling = false\npromotionRegionWhite = *4\ndoubleStep = false\n\
                   startFen = rqkr/pppp/PPPP/RQKR w - - 0 1\n[low:chess]\npromotionRegionWhite = *1 *8\n\
                   [full:chess]\nmaxRank = 2\nmaxFile = 2\ncastling = false\npromotionRegionWhite = *2\ndoubleStep = false\n\
                   startFen = kn/NK w - - 0 1\n";
        let (variants, _) = Variants::built_in().with_valid_sections("own", own);
        for name in ["omega", "antichess", "racingkings", "breakthrough", "courier", "small", "low", "full"] {
            let Some(variant) = variants.get(name) else { continue };
            let quotas = Quotas::new(&variant, 50);
            for seed in 0..4 {
                let mut rng = StdRng::seed_from_u64(seed);
                for opening in [Opening::Start, Opening::OwnHalf, Opening::Mixed] {
                    let start = random_start(opening, &variant, &mut rng, &quotas);
                    assert!(start.is_some() || name == "full", "{name}: {opening:?}");
                }
            }
        }
    }
}
