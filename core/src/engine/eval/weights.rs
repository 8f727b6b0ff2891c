//! Weights of the evaluation for small and large boards. They are fitted to games by `fit_weights` of the tools.

use crate::rules::Variant;

/// Boards of at most `SMALL` squares have the weights of the first column, boards of at least `LARGE` those of the second
/// one. Between them, weights are interpolated.
const SMALL: i32 = 64;
const LARGE: i32 = 120;

/// Declares the weights, and a list of them by name.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $small:expr, $large:expr;)*) => {
        /// Weights of the features of a position, in centipawns unless stated otherwise.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Weights {
            /// The weights for the board of `variant`.
            pub fn new(variant: &Variant) -> Self {
                let squares = i32::from(variant.rules().files) * i32::from(variant.rules().ranks);
                let part = squares.clamp(SMALL, LARGE) - SMALL;
                Self { $($name: $small + ($large - $small) * part / (LARGE - SMALL),)* }
            }

            /// All weights with their names.
            pub fn rows(&mut self) -> Vec<(&'static str, &mut i32)> {
                vec![$((stringify!($name), &mut self.$name),)*]
            }
        }
    };
}

weights! {
    /// Piece value by mobility: a square reached by a leap.
    leap = 55, 55;
    /// Piece value by mobility: a square reached by a slide along ranks and files.
    orthogonal = 59, 59;
    /// Piece value by mobility: a square reached by a slide along diagonals.
    diagonal = 56, 56;
    /// Piece value by mobility: percent more for a compound piece.
    compound = 23, 23;
    /// Part of a piece value that comes from the variant's table, percent; the rest comes from mobility.
    table_percent = 125, 125;
    /// Piece values in the endgame, percent.
    material_eg = 115, 108;
    /// Value of a pawn in the endgame, percent.
    pawn_eg = 115, 24;

    /// Mobility, middlegame: `weight * sqrt(squares)`, counting squares that enemy pawns do not attack.
    mobility_mg = 19, 37;
    /// Mobility, endgame.
    mobility_eg = 48, 54;

    /// Placement: the center of the board against its edge, middlegame.
    center_mg = 34, 23;
    /// Placement: the center against the edge, endgame.
    center_eg = 0, 22;
    /// Placement: the last rank against the first, middlegame.
    advance_mg = -18, 8;
    /// Placement: the last rank against the first, endgame.
    advance_eg = 45, 24;
    /// Penalty for each rank of the king from its back rank, at most four, middlegame.
    king_forward = 24, 0;
    /// Penalty for a king on the central files, middlegame.
    king_center_mg = 32, 30;
    /// Bonus for a king in the center, endgame.
    king_center_eg = 36, 41;

    /// Pawn advance, middlegame: bonus for the whole way to promotion, scaled by the square of the part made.
    pawn_advance_mg = 20, 374;
    /// Pawn advance, endgame.
    pawn_advance_eg = 80, 409;
    /// Pawn defended by a pawn.
    pawn_defended = 0, 5;
    /// Pawn beside a pawn (phalanx).
    pawn_phalanx = 7, 12;
    /// Penalty for a pawn without friendly pawns on adjacent files.
    pawn_isolated = 8, 29;
    /// Penalty for each pawn beyond the first on a file.
    pawn_doubled = 12, 10;
    /// Penalty for a pawn whose next square an enemy pawn attacks, without support by another pawn.
    pawn_backward = 9, 0;
    /// Penalty for a pawn blocked by a piece.
    pawn_blocked = 6, 0;
    /// Passed pawn near promotion, middlegame.
    passed_mg = 66, 120;
    /// Passed pawn near promotion, endgame.
    passed_eg = 132, 138;
    /// Passed pawn: no piece on its path to promotion.
    passed_free = 38, 80;
    /// Passed pawn: also no enemy attack on its path.
    passed_safe = 125, 182;
    /// Passed pawn: another pawn defends it or stands beside it.
    passed_connected = 45, 0;
    /// Passed pawn: distance of the enemy king from its path, endgame.
    passed_enemy_king = 60, 0;
    /// Passed pawn: distance of its king from its path, endgame.
    passed_own_king = 45, 0;
    /// Pawn one step from a promotion that cannot be prevented, percent of the promoted piece's value.
    promoting = 0, 8;

    /// King danger: an attacked square of the king zone, times the attack weight of the piece.
    zone_attack = 14, 17;
    /// King danger: pieces that must attack the king zone for any danger.
    danger_attackers = 0, 2;
    /// King danger: present without any attack.
    danger_base = -15, 0;
    /// King danger: an attacked square of the king zone that at most the king defends.
    zone_weak = 10, 0;
    /// King danger: a kind of piece that could give check on a safe square.
    safe_check = 55, 55;
    /// King danger: each further safe square for its check, up to two.
    more_safe_checks = 15, 55;
    /// King danger: a square from which a piece could give check and be captured.
    unsafe_check = 7, 0;
    /// King danger: an attacked square of the king flank, in tenths; one attacked twice counts twice.
    flank_attack = 4, 0;
    /// King danger less: a defended square of the king flank, in tenths.
    flank_defence = 4, 0;
    /// King danger less: the strongest piece of the start position is missing; in part if others of some value are left.
    danger_strongest = 140, 0;
    /// King safety: a friendly pawn in the king zone.
    shelter = 22, 34;
    /// King danger: the penalty is the square of the danger over this.
    danger_divisor = 105, 138;
    /// King danger in the endgame, percent.
    danger_eg = 60, 79;

    /// Penalty for a piece attacked by a piece of less value.
    threat_by_lesser = 32, 27;
    /// The same penalty: percent of the piece's value added.
    threat_value_percent = 1, 4;
    /// Penalty for a piece that is attacked and not defended.
    hanging = 27, 16;
    /// Bonus for the side to move.
    tempo = 11, 30;
}
