//! Weights of the evaluation, by class of boards. The tool `fit_weights` fits them to games.

use crate::engine::board_class::by_board_class;

by_board_class! {
    /// Weights of the features of a position, in centipawns unless stated otherwise.
    pub struct Weights {
        /// Piece value by mobility: a square reached by a leap.
        leap = 58, 52, 34;
        /// Piece value by mobility: a square reached by a slide along ranks and files.
        orthogonal = 58, 50, 28;
        /// Piece value by mobility: a square reached by a slide along diagonals.
        diagonal = 58, 49, 26;
        /// Piece value by mobility: increase for a compound piece, percent.
        compound = 10, 14, 26;
        /// Part of the variant's table in the mean of the table's value and the value by mobility, percent.
        table_percent = 119, 120, 125;
        /// Piece values in the endgame, percent.
        material_eg = 144, 128, 85;
        /// Value of a pawn in the endgame, percent.
        pawn_eg = 92, 74, 27;

        /// Mobility, middlegame: `weight * sqrt(squares)`, counting squares that enemy pawns do not attack.
        mobility_mg = 22, 24, 30;
        /// Mobility, endgame.
        mobility_eg = 33, 36, 44;

        /// Placement, middlegame: value of the center of the board minus that of a corner.
        center_mg = 32, 36, 46;
        /// Placement, endgame: value of the center of the board minus that of a corner.
        center_eg = -2, 8, 34;
        /// Placement, middlegame: value of the last rank minus that of the first.
        advance_mg = -10, -26, -67;
        /// Placement, endgame: value of the last rank minus that of the first.
        advance_eg = 57, 59, 66;
        /// Placement, middlegame: addition to `center_mg` for pieces that only leap.
        leaper_center_mg = 42, 36, 20;
        /// Placement, endgame: addition to `center_eg` for pieces that only leap.
        leaper_center_eg = 48, 55, 74;
        /// Placement, middlegame: addition to `advance_mg` for pieces that only leap.
        leaper_advance_mg = -5, 14, 62;
        /// Penalty for each rank that the king has advanced, at most four ranks, middlegame.
        king_forward = 37, 27, 0;
        /// Penalty for a king on the central files, middlegame.
        king_center_mg = 202, 144, -4;
        /// Bonus for a king in the center, endgame.
        king_center_eg = 135, 101, 13;

        /// Pawn advance, middlegame: bonus for the whole way to promotion, scaled by the square of the part that was made.
        pawn_advance_mg = 26, 207, 660;
        /// Pawn advance, endgame.
        pawn_advance_eg = 80, 169, 394;
        /// Bonus for a pawn that a pawn defends.
        pawn_defended = 4, 4, 5;
        /// Bonus for a pawn beside another pawn (phalanx).
        pawn_phalanx = 6, 6, 8;
        /// Penalty for a pawn without friendly pawns on adjacent files.
        pawn_isolated = 8, 9, 12;
        /// Penalty for each pawn beyond the first on a file.
        pawn_doubled = 15, 15, 17;
        /// Penalty for a pawn without support by another pawn whose next square an enemy pawn attacks.
        pawn_backward = 4, 26, 82;
        /// Penalty for a pawn that a piece blocks.
        pawn_blocked = 7, 4, -5;
        /// Bonus for a passed pawn near promotion, middlegame.
        passed_mg = -21, -9, 24;
        /// Bonus for a passed pawn near promotion, endgame.
        passed_eg = 174, 120, -16;
        /// Passed pawn: bonus if no piece is on its path to promotion.
        passed_free = 42, 50, 73;
        /// Passed pawn: additional bonus if no piece is on its path to promotion and no enemy piece attacks the path.
        passed_safe = 97, 113, 156;
        /// Passed pawn: bonus if another pawn defends it or is beside it.
        passed_connected = 82, 58, -5;
        /// Passed pawn, endgame: bonus for each king's move between the enemy king and the square ahead of the pawn.
        passed_enemy_king = 66, 53, 20;
        /// Passed pawn, endgame: penalty for each king's move between its king and the square ahead of the pawn.
        passed_own_king = 51, 37, -1;
        /// Bonus for a pawn one step from a promotion that cannot be prevented, percent of the value of the promoted piece.
        promoting = 7, 6, 1;

        /// King danger: each attack on a square of the king zone, times the attack weight of the attacker.
        zone_attack = 9, 11, 17;
        /// King danger: smallest number of pieces that must attack the king zone. With fewer there is no danger.
        danger_attackers = 0, 0, 2;
        /// King danger: each attacked square of the king zone that only the king or no piece defends.
        zone_weak = 4, 3, 0;
        /// King danger: each kind of piece that could give check on a safe square.
        safe_check = 25, 33, 55;
        /// King danger: the second and third safe square on which a kind of piece could give check.
        more_safe_checks = 9, 22, 55;
        /// King danger: each square on which a piece could give check but be captured.
        unsafe_check = 4, 3, 0;
        /// King danger: each attacked square of the king flank, in tenths. A square that is attacked twice counts twice.
        flank_attack = 26, 19, 0;
        /// King danger: subtracted for each defended square of the king flank, in tenths.
        flank_defence = 9, 7, 0;
        /// King danger: subtracted in proportion to the value by which the strongest piece left is weaker than the strongest
        /// piece of the start position.
        danger_strongest = 58, 42, 0;
        /// King safety: bonus for each own pawn in the king zone, up to four.
        shelter = 8, 21, 56;
        /// King danger: the penalty is the square of the danger over this divisor.
        danger_divisor = 80, 96, 138;
        /// King danger: penalty in the endgame, percent.
        danger_eg = 133, 118, 79;

        /// Bishop pair, middlegame: two pieces that never leave the squares of one color, on squares of both colors.
        pair_mg = 36, 35, 30;
        /// Bishop pair, endgame.
        pair_eg = 60, 59, 54;

        /// Bonus for a rook-like piece on a file without pawns, middlegame. Rook-like pieces slide along files, but not along
        /// diagonals.
        open_file = 31, 34, 42;
        /// Bonus for a rook-like piece on a file with enemy pawns only, middlegame.
        half_open_file = 19, 25, 42;
        /// Penalty for a king on a file without own pawns, middlegame.
        king_half_open_file = 14, 0, -54;
        /// Bonus for a piece that only leaps on an outpost, middlegame. An own pawn defends an outpost, and enemy pawns cannot
        /// come to attack it.
        leaper_outpost = 26, 57, 137;
        /// Bonus for a piece that never leaves the squares of one color on an outpost, middlegame.
        bishop_outpost = 24, 32, 53;
        /// Bonus for each enemy piece that a pawn could attack by a safe step.
        push_threat = 12, 12, 11;
        /// Penalty for a piece that a piece of less value attacks.
        threat_by_lesser = 60, 53, 34;
        /// Additional penalty for a piece that a piece of less value attacks, percent of the value of the attacked piece.
        threat_value_percent = 0, 1, 4;
        /// Penalty for an attacked piece that is not defended.
        hanging = 24, 31, 49;
        /// Bonus for the side to move.
        tempo = 28, 39, 68;
    }
}
