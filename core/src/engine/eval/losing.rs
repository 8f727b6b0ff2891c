//! Losing chess: variants in which a side wins by losing its pieces, and captures are usually mandatory.
//!
//! The weights were fitted to the results of games at 1,000 nodes a move by logistic regression. Piece values are
//! polynomials of the usual values, so that they fit other pieces, too.

use crate::rules::goals::{Extinction, GameValue, Goal};
use crate::rules::{Bitboard, ByColor, Color, Piece, PieceKind, Position, Square, Variant};

use super::tapered::{Tapered, tapered};

/// Bonus for the side to move.
const TEMPO: Tapered = tapered(81, 41);
/// Penalty of a side that attacks enemy pieces, if all of them are undefended: it must capture, and nothing recaptures.
const ONLY_FREE_CAPTURES: Tapered = tapered(-284, 360);
/// Bonus for attacks on enemy pieces.
const CAPTURES: Tapered = tapered(84, -656);
/// Bonus for each defended enemy piece that the side attacks.
const DEFENDED_TARGET: Tapered = tapered(-16, 337);
/// Bonus if a piece can be offered: it can move to a square that an enemy piece attacks and none of its own defends.
const OFFER: Tapered = tapered(51, 99);
/// Bonus for each file with pawns that has no pawns beside it.
const ISOLATED_FILE: Tapered = tapered(39, -55);
/// Bonus for each pawn on the enemy's half of the board.
const ADVANCED_PAWN: Tapered = tapered(35, 38);
/// Bonus for each quiet move to a square that no enemy piece attacks.
const SAFE_MOVE: Tapered = tapered(4, 11);

/// Value of a pawn.
const PAWN: Tapered = tapered(-14, -62);
/// Greatest usual value of a piece, in tenths of a pawn, that its value here grows with. Stronger pieces are no greater burden.
const MAX_VALUE: i32 = 100;

/// Value of a piece other than a pawn by its usual value, in tenths of a pawn.
fn value_of_piece(usual: i32) -> Tapered {
    let usual = usual.min(MAX_VALUE);
    tapered((53 * usual - 4_200) * usual / 1_000, -32 * usual * usual / 1_000)
}

/// Tables of the evaluation of a variant.
#[derive(Debug)]
pub struct LosingTables {
    /// Value of a piece by kind, which is usually negative.
    values: Vec<Tapered>,
    /// Number of pieces of the start position, at least 1.
    pieces: i32,
}

/// Squares attacked by a side.
#[derive(Clone, Copy, Default)]
struct Attacks {
    all: Bitboard,
    twice: Bitboard,
}

impl LosingTables {
    /// Computes the tables of `variant` with the usual piece values, in centipawns. Returns `None` unless the only goal of the
    /// variant is to lose all pieces but kings. Other goals of losing pieces are in `extinction.rs`.
    pub fn new(variant: &Variant, values: &[i32]) -> Option<Self> {
        let rules = variant.rules();
        let [Goal::Extinction(Extinction { kinds: sets, value: GameValue::Win, .. })] = &rules.goals[..]
        else {
            return None;
        };
        let is_all = |set: &Vec<PieceKind>| {
            variant.kinds().all(|kind| set.contains(&kind) || rules.king_kind() == Some(kind))
        };
        if !sets.iter().any(is_all) {
            return None;
        }
        let value = |kind: PieceKind| match rules.pawns.contains(&kind) {
            true => PAWN,
            false => value_of_piece(values[kind.index()] / 10),
        };
        Some(Self {
            values: variant.kinds().map(value).collect(),
            pieces: variant.start().pieces.len().max(1) as i32,
        })
    }

    /// Evaluation of `position` in centipawns from the view of the side to move.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let mut attacks = ByColor::from_fn(|_| Attacks::default());
        for color in Color::ALL {
            let own = &mut attacks[color];
            for kind in position.variant().kinds() {
                for squares in position.attacks_of_each(Piece::new(color, kind)) {
                    own.twice |= own.all & squares;
                    own.all |= squares;
                }
            }
        }
        let turn = position.turn();
        let mut score = TEMPO;
        score += self.side(position, turn, &attacks);
        score -= self.side(position, !turn, &attacks);
        let phase = (position.board().occupied().count() as i32).min(self.pieces);
        (score.mg * phase + score.eg * (self.pieces - phase)) / self.pieces
    }

    fn side(&self, position: &Position, color: Color, attacks: &ByColor<Attacks>) -> Tapered {
        let (board, variant) = (position.board(), position.variant());
        let rules = variant.rules();
        let (own, enemy) = (attacks[color], attacks[!color]);
        let free = variant.geometry().board().without(board.occupied());
        let (mut score, mut safe_moves, mut offers) = (Tapered::default(), 0, Bitboard::EMPTY);
        for kind in variant.kinds() {
            let pieces = board.by_piece(color, kind);
            score += self.values[kind.index()].times(pieces.count() as i32);
            if rules.pawns.contains(&kind) {
                continue;
            }
            for squares in position.attacks_of_each(Piece::new(color, kind)) {
                safe_moves += (squares & free).without(enemy.all).count() as i32;
                offers |= (squares & free & enemy.all).without(own.twice);
            }
        }
        let pawns = board.by_kinds(&rules.pawns) & board.by_color(color);
        let steps = pawns.shifted(i16::from(color.forward()) * 16) & free;
        safe_moves += steps.without(enemy.all).count() as i32;
        offers |= (steps & enemy.all).without(own.all);
        score += SAFE_MOVE.times(safe_moves);
        if offers.any() {
            score += OFFER;
        }
        let targets = own.all & board.by_color(!color);
        if targets.any() {
            let defended = (targets & enemy.all).count() as i32;
            score += CAPTURES + DEFENDED_TARGET.times(defended);
            if defended == 0 {
                score += ONLY_FREE_CAPTURES;
            }
        }
        let files = pawns.files();
        score += ISOLATED_FILE.times((files & !(files << 1) & !(files >> 1)).count_ones() as i32);
        let is_advanced = |pawn: &Square| match color {
            Color::White => pawn.rank() >= rules.ranks / 2,
            Color::Black => pawn.rank() < rules.ranks.div_ceil(2),
        };
        score + ADVANCED_PAWN.times(pawns.into_iter().filter(is_advanced).count() as i32)
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::Evaluator;
    use crate::notation::{fen, variants_ini::Variants};

    /// In antichess a queen more is a burden in an endgame, and so is the capture of an undefended knight by a rook, if it is the
    /// only one that White can make: the rook is better off on a file without the knight.
    #[test]
    fn material_is_a_burden_where_losing_all_pieces_wins() {
        let variant = Variants::built_in().find("antichess").expect("built in");
        let evaluator = Evaluator::new(&variant);
        let value = |text| evaluator.evaluate(&fen::parse(&variant, text).expect("a legal position"));
        assert!(value("8/8/8/1p6/8/8/8/QQ6 b - - 0 1") > value("8/8/8/1p6/8/8/8/Q7 b - - 0 1"));
        let (free, capture) = (value("n7/8/8/8/8/8/8/3R4 w - - 0 1"), value("n7/8/8/8/8/8/8/R7 w - - 0 1"));
        assert!(free > capture + 200, "{free} {capture}");
    }
}
