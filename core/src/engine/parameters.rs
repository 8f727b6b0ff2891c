//! Parameters of the search for small and large boards.

use super::by_board_size::by_board_size;

by_board_size! {
    /// Search parameters that depend on the size of the board. Depths and reductions are in plies and margins in centipawns.
    /// `search.rs` has the parameters that are the same on all boards.
    pub struct SearchParameters {
        /// Half-width of the first aspiration window. Each failure widens the window by half.
        aspiration_delta = 9, 18;

        /// Late-move reduction (LMR): base, in thousandths of a ply. The reduction is base + ln(depth) * ln(move number) /
        /// divisor.
        lmr_base = 520, 400;
        /// LMR: divisor, in thousandths.
        lmr_divisor = 2_135, 2_050;
        /// LMR: smallest reduction without the base, in thousandths of a ply, that is one ply more in a position that
        /// is not improving.
        lmr_not_improving_min = 880, 0;
        /// LMR: minimum depth.
        lmr_min_depth = 3, 2;
        /// LMR: number of root moves that are not reduced.
        lmr_root_moves = 3, 2;
        /// LMR: history score that changes the reduction of a quiet move by one ply.
        lmr_quiet_history_divisor = 14_721, 9_000;
        /// LMR: history score that does not change the reduction of a quiet move.
        lmr_quiet_history_offset = 3_500, 0;
        /// LMR: the reduction is this much less in nodes that are or were PV nodes.
        lmr_tt_pv = 2, 0;
        /// LMR: the reduction is this much more in nodes that are no PV nodes.
        lmr_non_pv = 1, 0;
        /// LMR: the reduction is this much less if the TT move is quiet and singular.
        lmr_singular_quiet = 1, 0;
        /// LMR: additional reduction of quiet moves in cut nodes. All moves in cut nodes are reduced by one ply more.
        lmr_cut_node_quiet = 1, 0;
        /// LMR: the reduction of killers and counter moves is this much less.
        lmr_refutation = 0, 1;

        /// History pruning: quiet moves with a history score below this times the depth are pruned.
        history_pruning_per_depth = -5_500, -3_500;
        /// Futility pruning of quiet moves: base of the margin, in centipawns.
        futility_quiet_base = 130, 95;
        /// Futility pruning of quiet moves: part of the margin for each ply of reduced depth, in centipawns.
        futility_quiet_per_depth = 115, 95;

        /// Singular extension: minimum depth.
        singular_min_depth = 7, 6;
        /// Singular extension: the TT move is extended by two plies if the value of all other moves is below the singular
        /// bound by more than this.
        double_extension_margin = 46, 22;
        /// Singular extension: greatest number of double extensions on one line.
        double_extension_max = 3, 8;
        /// Check extension: minimum depth at which all checks are extended.
        check_extension_min_depth = 7, 999;

        /// History bonus: factor of the square of the depth.
        history_bonus_squared = 6, 0;
        /// History bonus: factor of the depth.
        history_bonus_linear = 229, 140;
        /// History bonus: constant part.
        history_bonus_constant = -215, -60;
        /// History bonus: greatest value.
        history_bonus_max = 4_167, 1_600;
        /// Bound of the values of the continuation histories.
        continuation_max = 29_952, 16_384;
        /// Whether (1 or 0) histories are also updated by TT cutoffs, by nodes that fail low, by the refutation of an early
        /// move and by the second search of a reduced move.
        more_history_updates = 1, 0;
        /// Bonus of the opponent's last quiet move: factor of the depth and of the centipawns that the move gained.
        history_bonus_by_eval = 8, 0;

        /// Move order: weight of the continuation history of the last move, in halves.
        order_last_move = 4, 2;
        /// Move order: weight of the continuation history of four plies ago, in halves.
        order_four_plies_ago = 2, 1;
        /// Move order: bonus of killers and counter moves, in addition to the bonuses that order them among themselves.
        order_refutations = 1_000_000, 0;
        /// Move order: bonus of quiet checks whose exchange loses little.
        order_checks = 0, 16_000;
    }
}
