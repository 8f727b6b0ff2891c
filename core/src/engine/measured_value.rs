//! Value of a piece measured on random positions of its variant.
//!
//! The estimate of [`piece_value`](super::piece_value) takes every square of a full board to be equally likely, and every square
//! to be empty with the same probability. Here a piece wanders over the board of the variant, among as many other pieces as
//! its games have. So it counts where a piece gets stuck, such as one that only moves forward, what missing squares cut off,
//! and how often a hopper meets a piece to jump over. Rook, bishop and knight wander over the same board and set the scale, so
//! that their values are those of the estimate.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::piece_value::{Mobility, MobilityValues, mobility};
use crate::rules::betza::{self, Component};
use crate::rules::variant::Rules;
use crate::rules::{Bitboard, Color, PieceKind, PieceType, Square, Variant};

/// Number of walks over the board.
const WALKS: u32 = 400;
/// Number of moves in a walk.
const MOVES: u32 = 10;
/// Smallest and largest share of the pieces of the start that stand on the board.
const SHARES: (f64, f64) = (0.2, 1.0);
/// Pieces that set the scale for leaps, and for slides along ranks and files and along diagonals.
const REFERENCES: [&str; 3] = ["N", "R", "B"];
/// Values are multiples of this, in thousandths of a pawn.
const PRECISION: f64 = 50.0;

/// The measured value of `kind` in thousandths of a pawn. It takes some milliseconds, and is always the same for a variant.
/// `None` for a king, which is never captured, and a pawn, which is worth more than its moves.
///
/// ```
/// use xxlchess_core::engine::measured_value;
/// use xxlchess_core::notation::variants_ini::Variants;
///
/// let chess = Variants::built_in().get("chess").unwrap();
/// let value = |letter| measured_value::value(&chess, chess.kind_by_letter(letter).unwrap());
/// assert!(value('r') > value('b') && value('b') > value('n'));
/// assert_eq!(value('p'), None);
/// ```
pub fn value(variant: &Variant, kind: PieceKind) -> Option<i32> {
    let rules = variant.rules();
    if rules.king_kind() == Some(kind) || rules.pawns.contains(&kind) {
        return None;
    }
    let homes: Vec<_> =
        variant.start().pieces.iter().filter(|(_, piece)| piece.color == Color::White).collect();
    let own =
        homes.iter().filter(|(_, piece)| piece.kind == kind).map(|(square, _)| *square).collect::<Vec<_>>();
    let all: Vec<_> = homes.iter().map(|(square, _)| *square).collect();
    let measure = |moves: &[Component], homes: &[Square]| {
        Walker { rules, pieces: variant.start().pieces.len(), random: StdRng::seed_from_u64(1) }
            .mobility(moves, homes)
    };
    let measured = measure(&variant.piece(kind).moves, if own.is_empty() { &all } else { &own });
    let scales = REFERENCES.map(|notation| {
        // A test checks that the notation can be parsed.
        let moves = betza::parse(notation).unwrap_or_default();
        let sum = |mobility: Mobility| mobility.leaps + mobility.orthogonal + mobility.diagonal;
        let measured = sum(measure(&moves, &all));
        let piece = PieceType { letter: 'x', name: String::new(), moves, value: None };
        sum(mobility(&piece, rules.files, rules.ranks)) / measured.max(0.1)
    });
    let scaled = Mobility {
        leaps: measured.leaps * scales[0],
        orthogonal: measured.orthogonal * scales[1],
        diagonal: measured.diagonal * scales[2],
    };
    let value = scaled.value(&MobilityValues::of_board(rules.files, rules.ranks));
    // A piece moves to at most some hundred squares, so the value is far below the limits of 32 bits.
    Some(((value / PRECISION).round().max(1.0) * PRECISION) as i32)
}

/// A piece that wanders over a board.
struct Walker<'r> {
    rules: &'r Rules,
    /// Number of pieces in the start.
    pieces: usize,
    random: StdRng,
}

impl Walker<'_> {
    /// Mobility of White's piece with these moves, on its way from these squares.
    fn mobility(&mut self, moves: &[Component], homes: &[Square]) -> Mobility {
        let mut squares: Vec<_> = Square::all().filter(|&square| self.rules.has_square(square)).collect();
        let mut mobility = Mobility::default();
        for _ in 0..WALKS {
            let Some(&(mut square)) = homes.choose(&mut self.random).or(squares.first()) else { break };
            for _ in 0..MOVES {
                let share = self.random.random_range(SHARES.0..SHARES.1);
                let count = (self.pieces as f64 * share) as usize;
                let (others, _) = squares.partial_shuffle(&mut self.random, count);
                let occupied = others.iter().copied().filter(|&other| other != square).collect();
                let targets = targets(self.rules, moves, square, occupied);
                for (to, target) in &targets {
                    let is_straight = to.file() == square.file() || to.rank() == square.rank();
                    let squares = match (target.is_slide, is_straight) {
                        (false, _) => &mut mobility.leaps,
                        (true, true) => &mut mobility.orthogonal,
                        (true, false) => &mut mobility.diagonal,
                    };
                    // A quiet move and a capture count as half a square each.
                    let halves = u32::from(target.quiet) + u32::from(target.capture);
                    *squares += f64::from(halves) / 2.0 / f64::from(WALKS * MOVES);
                }
                let free: Vec<_> =
                    targets.iter().filter(|(to, target)| target.quiet && !occupied.contains(**to)).collect();
                if let Some((to, _)) = free.choose(&mut self.random) {
                    square = **to;
                }
            }
        }
        mobility
    }
}

/// How a piece reaches a square.
#[derive(Clone, Copy, Debug)]
struct Target {
    is_slide: bool,
    quiet: bool,
    capture: bool,
}

/// The squares that White's piece on `from` reaches among other pieces, whatever stands on these squares.
fn targets(rules: &Rules, moves: &[Component], from: Square, occupied: Bitboard) -> BTreeMap<Square, Target> {
    let mut targets = BTreeMap::new();
    let offset = |square: Square, (files, ranks): (i8, i8)| {
        square.offset(files, ranks).filter(|&square| rules.has_square(square))
    };
    for component in moves.iter().filter(|component| !component.initial) {
        component.walk(
            from,
            offset,
            |square| occupied.contains(square),
            |square, _| {
                let new = Target { is_slide: true, quiet: false, capture: false };
                let target = targets.entry(square).or_insert(new);
                target.is_slide &= component.range != 1;
                target.quiet |= component.quiet;
                target.capture |= component.capture;
            },
        );
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::piece_value;
    use crate::notation::variants_ini::Variants;

    /// The measured value of the piece `x` of these moves in chess, and its estimate.
    fn measured(moves: &str) -> (i32, i32) {
        let text = format!("[mine:chess]\ncustomPiece1 = x:{moves}\n");
        let variants = Variants::built_in().with_file("mine.ini", &text).expect("no fault");
        let variant = variants.get("mine").expect("it is there");
        let kind = variant.kind_by_letter('x').expect("a piece");
        (value(&variant, kind).expect("no king"), piece_value::value(&variant, kind).expect("no king"))
    }

    /// A piece that moves forward only gets stuck and is worth less than its estimate. Pieces of chess are worth what is known of
    /// them.
    #[test]
    fn measured_value_corrects_the_estimate() {
        let (forward, estimate) = measured("fRfB");
        assert!(forward < estimate * 3 / 4, "{forward} {estimate}");
        for moves in REFERENCES.into_iter().chain(["Q", "BN", "mRcpR"]) {
            let (value, estimate) = measured(moves);
            assert!(value.abs_diff(estimate) < 600, "{moves}: {value} {estimate}");
        }
    }
}
