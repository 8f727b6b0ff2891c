//! Positions from which games with puzzles are played.

use std::sync::Arc;

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use xxlchess::rules::{Bitboard, Color, Piece, Position, Setup, Square, Variant};

use super::quotas::Quotas;
use crate::random_opening;

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

/// A random position to start a game from.
///
/// The hero of a puzzle is the piece that moves first. Kinds that are seldom the hero mostly stay on the board, and kinds
/// that often are the hero are mostly removed.
pub fn random_start(opening: Opening, variant: &Arc<Variant>, rng: &mut StdRng, quotas: &Quotas) -> Position {
    if opening == Opening::Start {
        return random_opening(variant, rng);
    }
    loop {
        let setup = random_setup(opening, variant, rng, quotas);
        if let Ok(mut position) = Position::from_setup(variant, &setup) {
            for _ in 0..2 {
                if let Some(&mv) = position.legal_moves().choose(rng) {
                    position.make(mv);
                }
            }
            return position;
        }
    }
}

/// `true` with a probability of `chance` percent.
fn percent(rng: &mut StdRng, chance: u32) -> bool {
    rng.random_ratio(chance, 100)
}

/// Random pieces of the variant, the same for both sides. The squares of Black mirror those of White, or are random too.
fn random_setup(opening: Opening, variant: &Arc<Variant>, rng: &mut StdRng, quotas: &Quotas) -> Setup {
    let rules = variant.rules();
    let ranks = rules.ranks;
    let mirrored = |square: Square| Square::new(square.file(), ranks - 1 - square.rank());
    let (keep_pieces, keep_pawns) = (rng.random_range(15..75), rng.random_range(15..95));
    let mixed = opening == Opening::Mixed;
    let (spread, same) = (mixed || percent(rng, 75), percent(rng, 60));
    let is_pawn = |kind| rules.pawns.contains(&kind);
    // A game without some kinds has puzzles whose heroes are the other kinds.
    let scarce = quotas.scarce();
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
        let is_free = |placed: &[(Square, Piece)], square| {
            !taken.contains(&square) && placed.iter().all(|(other, _)| *other != square)
        };
        for &(square, piece) in pieces {
            let is_king = Some(piece.kind) == rules.king_kind();
            let moves = if is_king { king_spread } else { spread };
            let mut target = square;
            // There are more squares than pieces.
            while moves && (target == square || !is_free(&placed, target)) || !is_free(&placed, target) {
                let (low, high) = match piece.kind {
                    kind if is_pawn(kind) => (1, (ranks / 2).min(first_promotion_rank(variant) - 1)),
                    _ if is_king => (0, 1),
                    _ if mixed => (0, ranks * 2 / 3),
                    _ => (0, ranks / 2 - 2),
                };
                target = Square::new(rng.random_range(..rules.files), rng.random_range(low..=high));
            }
            placed.push((target, piece));
        }
        placed
    };
    let ours = place(&white, &[]);
    let taken: Vec<_> = ours.iter().map(|(square, _)| mirrored(*square)).collect();
    let theirs = if same && !mixed { ours.clone() } else { place(&white, &taken) };
    let black =
        theirs.into_iter().map(|(square, piece)| (mirrored(square), Piece::new(Color::Black, piece.kind)));
    let mut setup = Setup::at_start(ours.into_iter().chain(black).collect());
    if spread || king_spread {
        let pawns = setup.pieces.iter().filter(|(_, piece)| is_pawn(piece.kind));
        setup.initial_move_rights =
            pawns.fold(Bitboard::EMPTY, |all, (square, _)| all | Bitboard::from_square(*square));
    }
    setup
}

/// Lowest rank on which White's pawns promote.
fn first_promotion_rank(variant: &Variant) -> u8 {
    let region = variant.rules().promotion.region[Color::White];
    region.into_iter().map(Square::rank).min().unwrap_or(variant.rules().ranks - 1)
}
