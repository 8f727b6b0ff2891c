//! Positions from which games are played: the start with pieces removed, or some pieces spread over the board.

use std::sync::Arc;

use xxlchess::rules::{Bitboard, Color, Piece, Position, Setup, Square, Variant};

use super::quotas::Quotas;
use crate::{next_random, random_opening};

/// Where the pieces stand at the start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Where they stand after some random moves from the start of the variant.
    Start,
    /// Some of them, in their own half.
    OwnHalf,
    /// Some of them, in two thirds of the board, so that they meet at once.
    Mixed,
}

impl Opening {
    /// A random one; most are mixed, because they have the most puzzles.
    pub fn random(seed: &mut u64) -> Self {
        match next_random(seed) % 10 {
            0 => Self::Start,
            1 | 2 => Self::OwnHalf,
            _ => Self::Mixed,
        }
    }

    /// Plies of a game.
    pub const fn plies(self) -> usize {
        match self {
            Self::Start | Self::OwnHalf => 110,
            Self::Mixed => 24,
        }
    }
}

/// A random position to start a game from. Kinds that are seldom the hero are mostly kept, those that often are removed.
pub fn random_start(opening: Opening, variant: &Arc<Variant>, seed: &mut u64, quotas: &Quotas) -> Position {
    if opening == Opening::Start {
        return random_opening(variant, seed);
    }
    loop {
        let setup = random_setup(opening, variant, seed, quotas);
        if let Ok(mut position) = Position::from_setup(variant, &setup) {
            for _ in 0..2 {
                let moves = position.legal_moves();
                if !moves.is_empty() {
                    position.make(moves[below(seed, moves.len())]);
                }
            }
            return position;
        }
    }
}

fn below(seed: &mut u64, count: usize) -> usize {
    (next_random(seed) % count.max(1) as u64) as usize
}

fn percent(seed: &mut u64, chance: u64) -> bool {
    next_random(seed) % 100 < chance
}

/// The same pieces for both sides, on mirrored squares or each on its own.
fn random_setup(opening: Opening, variant: &Arc<Variant>, seed: &mut u64, quotas: &Quotas) -> Setup {
    let rules = variant.rules();
    let ranks = rules.ranks;
    let mirrored = |square: Square| Square::new(square.file(), ranks - 1 - square.rank());
    let (keep_pieces, keep_pawns) = (15 + next_random(seed) % 60, 15 + next_random(seed) % 80);
    let mixed = opening == Opening::Mixed;
    let (spread, same) = (mixed || percent(seed, 75), percent(seed, 60));
    let is_pawn = |kind| rules.pawns.contains(&kind);
    // Games without some kinds have other heroes.
    let scarce = quotas.scarce();
    let most_absent = !scarce.is_empty() && percent(seed, 60);
    let absent: Vec<_> = variant
        .kinds()
        .filter(|&kind| percent(seed, if most_absent || !quotas.wants_hero(kind) { 85 } else { 40 }))
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
        if percent(seed, keep) {
            white.push((square, piece));
        }
    }
    let king_spread = percent(seed, 60);
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
                let rank = low + below(seed, usize::from(high - low) + 1) as u8;
                target = Square::new(below(seed, usize::from(rules.files)) as u8, rank);
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

/// The lowest rank on which White's pawns promote.
fn first_promotion_rank(variant: &Variant) -> u8 {
    let region = variant.rules().promotion.region[Color::White];
    region.into_iter().map(Square::rank).min().unwrap_or(variant.rules().ranks - 1)
}
