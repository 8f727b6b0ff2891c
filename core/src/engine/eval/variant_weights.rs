//! Weights for variants whose promotion gains little, whose pieces are weak, or in which checks are counted.
//!
//! The weights are fitted to games in which pawns become queens and queens attack kings. In other variants those terms
//! count less. They are scaled here by the values of the variant's pieces.

use crate::rules::{PieceKind, Variant};

use super::checks;
use super::material;
use super::weights::Weights;

/// Gain of a promotion from which its weights count in full, in centipawns.
const FULL_GAIN: i32 = 400;
/// Value of the strongest piece from which kings need shelter as in chess, in centipawns.
const FULL_STRENGTH: i32 = 800;

/// Scales the weights that depend on promotion and on the strength of the pieces. `values` are the piece values in
/// centipawns. The weights of variants with queens, or stronger pieces, stay as they are unless checks are counted.
pub fn scale(variant: &Variant, values: &[i32], weights: &mut Weights) {
    let rules = variant.rules();
    let value = |kind: &PieceKind| values[kind.index()];
    let promoted = rules.promotion.to.iter().map(value).max();
    let pawn = rules.promotion.from.iter().map(value).max();
    if let (Some(promoted), Some(pawn)) = (promoted, pawn) {
        let percent = (100 * (promoted - pawn) / FULL_GAIN).clamp(0, 100);
        for weight in [
            &mut weights.pawn_advance_mg,
            &mut weights.pawn_advance_eg,
            &mut weights.passed_mg,
            &mut weights.passed_eg,
            &mut weights.passed_free,
            &mut weights.passed_safe,
            &mut weights.passed_connected,
            &mut weights.passed_enemy_king,
            &mut weights.passed_own_king,
            &mut weights.promoting,
        ] {
            *weight = *weight * percent / 100;
        }
    }
    if variant.counts_checks() {
        checks::scale(weights);
    }
    if rules.king_kind().is_some() {
        let percent = (100 * material::strongest(variant, values) / FULL_STRENGTH).min(100);
        // Pieces of two thirds of the strength do not force a king to hide.
        let shelter = (3 * percent - 200).max(0);
        weights.king_forward = weights.king_forward * shelter / 100;
        weights.king_center_mg = weights.king_center_mg * shelter / 100;
        weights.danger_divisor = weights.danger_divisor * 100 / percent.max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    fn scaled(variant: &Variant) -> Weights {
        let mut weights = Weights::new(variant);
        let values = material::values(variant, &weights);
        scale(variant, &values, &mut weights);
        weights
    }

    /// In Makruk, where pawns become mets and the rook is the strongest piece, passed pawns and the shelter of the king count
    /// less than in chess. Variants with queens keep their weights.
    #[test]
    fn weak_promotions_and_weak_pieces_have_smaller_weights() {
        let variant = |name: &str| Variants::built_in().find(name).expect("built in");
        for name in ["chess", "xxl", "xxl12", "capablanca", "losalamos", "antichess", "grand", "almost"] {
            let variant = variant(name);
            assert_eq!(scaled(&variant), Weights::new(&variant), "{name}");
        }
        let (chess, makruk) = (scaled(&variant("chess")), scaled(&variant("makruk")));
        assert!(makruk.passed_eg < chess.passed_eg / 4 && makruk.passed_eg > 0, "{makruk:?}");
        assert!(makruk.king_forward < chess.king_forward / 4, "{makruk:?}");
        assert!(makruk.danger_divisor > chess.danger_divisor, "{makruk:?}");
    }
}
