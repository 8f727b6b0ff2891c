//! Weights of the evaluation for small and large boards. They are fitted to games by `fit_weights` of the tools.

use crate::engine::by_board_size::by_board_size;

by_board_size! {
    /// Weights of the features of a position, in centipawns unless stated otherwise.
    pub struct Weights {
        /// Piece value by mobility: a square reached by a leap.
        leap = 58, 34;
        /// Piece value by mobility: a square reached by a slide along ranks and files.
        orthogonal = 58, 28;
        /// Piece value by mobility: a square reached by a slide along diagonals.
        diagonal = 58, 26;
        /// Piece value by mobility: percent more for a compound piece.
        compound = 10, 26;
        /// Part of a piece value that comes from the variant's table, percent; the rest comes from mobility.
        table_percent = 119, 125;
        /// Piece values in the endgame, percent.
        material_eg = 144, 85;
        /// Value of a pawn in the endgame, percent.
        pawn_eg = 92, 27;

        /// Mobility, middlegame: `weight * sqrt(squares)`, counting squares that enemy pawns do not attack.
        mobility_mg = 22, 30;
        /// Mobility, endgame.
        mobility_eg = 33, 44;

        /// Placement: the center of the board against its edge, middlegame.
        center_mg = 32, 46;
        /// Placement: the center against the edge, endgame.
        center_eg = -2, 34;
        /// Placement: the last rank against the first, middlegame.
        advance_mg = -10, -67;
        /// Placement: the last rank against the first, endgame.
        advance_eg = 57, 66;
        /// Placement of pieces that only leap: the center against the edge, in addition, middlegame.
        leaper_center_mg = 42, 20;
        /// Placement of pieces that only leap: the center against the edge, in addition, endgame.
        leaper_center_eg = 48, 74;
        /// Placement of pieces that only leap: the last rank against the first, in addition, middlegame.
        leaper_advance_mg = -5, 62;
        /// Penalty for each rank between the king and its back rank, at most four ranks, middlegame.
        king_forward = 37, 0;
        /// Penalty for a king on the central files, middlegame.
        king_center_mg = 202, -4;
        /// Bonus for a king in the center, endgame.
        king_center_eg = 135, 13;

        /// Pawn advance, middlegame: bonus for the whole way to promotion, scaled by the square of the part made.
        pawn_advance_mg = 26, 660;
        /// Pawn advance, endgame.
        pawn_advance_eg = 80, 394;
        /// Pawn defended by a pawn.
        pawn_defended = 4, 5;
        /// Pawn beside a pawn (phalanx).
        pawn_phalanx = 6, 8;
        /// Penalty for a pawn without friendly pawns on adjacent files.
        pawn_isolated = 8, 12;
        /// Penalty for each pawn beyond the first on a file.
        pawn_doubled = 15, 17;
        /// Penalty for a pawn whose next square an enemy pawn attacks, without support by another pawn.
        pawn_backward = 4, 82;
        /// Penalty for a pawn blocked by a piece.
        pawn_blocked = 7, -5;
        /// Passed pawn near promotion, middlegame.
        passed_mg = -21, 24;
        /// Passed pawn near promotion, endgame.
        passed_eg = 174, -16;
        /// Passed pawn: no piece on its path to promotion.
        passed_free = 42, 73;
        /// Passed pawn: no piece and no enemy attack on its path to promotion, in addition.
        passed_safe = 97, 156;
        /// Passed pawn: another pawn defends it or stands beside it.
        passed_connected = 82, -5;
        /// Passed pawn: distance of the enemy king from its path, endgame.
        passed_enemy_king = 66, 20;
        /// Passed pawn: distance of its king from its path, endgame.
        passed_own_king = 51, -1;
        /// Pawn one step from a promotion that cannot be prevented, percent of the promoted piece's value.
        promoting = 7, 1;

        /// King danger: an attacked square of the king zone, times the attack weight of the piece.
        zone_attack = 9, 17;
        /// King danger: least number of pieces that must attack the king zone for any danger.
        danger_attackers = 0, 2;
        /// King danger: an attacked square of the king zone that at most the king defends.
        zone_weak = 4, 0;
        /// King danger: a kind of piece that could give check on a safe square.
        safe_check = 25, 55;
        /// King danger: each further safe square for its check, up to two.
        more_safe_checks = 9, 55;
        /// King danger: a square from which a piece could give check and be captured.
        unsafe_check = 4, 0;
        /// King danger: an attacked square of the king flank, in tenths; one attacked twice counts twice.
        flank_attack = 26, 0;
        /// King danger, subtracted: a defended square of the king flank, in tenths.
        flank_defence = 9, 0;
        /// King danger, subtracted if the strongest piece of the start position is missing: in proportion to the value by which
        /// the strongest piece left is weaker.
        danger_strongest = 58, 0;
        /// King safety: a friendly pawn in the king zone.
        shelter = 8, 56;
        /// King danger: divisor of its square, which gives the penalty.
        danger_divisor = 80, 138;
        /// King danger in the endgame, percent.
        danger_eg = 133, 79;

        /// Bishop pair: two pieces that never leave the squares of one color, on squares of both colors, middlegame.
        pair_mg = 36, 30;
        /// Bishop pair, endgame.
        pair_eg = 60, 54;

        /// Rook, or another piece that slides along files but not diagonals, on a file without pawns, middlegame.
        open_file = 31, 42;
        /// Rook, or another piece that slides along files but not diagonals, on a file with enemy pawns only, middlegame.
        half_open_file = 19, 42;
        /// Penalty for a king on a file without own pawns, middlegame.
        king_half_open_file = 14, -54;
        /// Piece that only leaps, on an outpost: defended by a pawn, beyond the reach of enemy pawns, middlegame.
        leaper_outpost = 26, 137;
        /// Piece that never leaves the squares of one color, on an outpost, middlegame.
        bishop_outpost = 24, 53;
        /// Enemy piece that a pawn could attack by a safe step.
        push_threat = 12, 11;
        /// Penalty for a piece attacked by a piece of less value.
        threat_by_lesser = 60, 34;
        /// Penalty for a piece attacked by a piece of less value: percent of the attacked piece's value, in addition.
        threat_value_percent = 0, 4;
        /// Penalty for a piece that is attacked and not defended.
        hanging = 24, 49;
        /// Bonus for the side to move.
        tempo = 28, 68;
    }
}
