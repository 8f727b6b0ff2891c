//! Parameters of the search for small and large boards.

use super::by_board_size::by_board_size;

by_board_size! {
    /// Search parameters that depend on the size of the board: depths and reductions in plies, margins in centipawns,
    /// history bonuses and bounds in units of history. Parameters that are the same on all boards are constants of
    /// `search.rs`.
    pub struct SearchParameters {
        /// Half-width of the first aspiration window, in centipawns. Each failure widens it by half.
        aspiration_delta = 9, 18;

        /// Base of the late-move reduction (LMR), in thousandths of a ply. The reduction is base + ln(depth) *
        /// ln(move number) / divisor.
        lmr_base = 520, 400;
        /// The divisor of LMR, in thousandths.
        lmr_divisor = 2_135, 2_050;
        /// LMR: reductions whose part without the base is at least this, in thousandths of a ply, are one ply more if the
        /// position is not improving.
        lmr_not_improving_min = 880, 0;
        /// LMR: least depth.
        lmr_min_depth = 3, 2;
        /// LMR: number of root moves that are not reduced.
        lmr_root_moves = 3, 2;
        /// LMR: a history score of this much changes the reduction of a quiet move by one ply.
        lmr_quiet_history_divisor = 14_721, 9_000;
        /// LMR: the history score of a quiet move that does not change its reduction.
        lmr_quiet_history_offset = 3_500, 0;
        /// LMR: plies less on nodes that are or were PV nodes.
        lmr_tt_pv = 2, 0;
        /// LMR: plies more outside of PV nodes.
        lmr_non_pv = 1, 0;
        /// LMR: plies less if the TT move is quiet and singular.
        lmr_singular_quiet = 1, 0;
        /// LMR: plies more for quiet moves in cut nodes, in addition to one ply for all moves in cut nodes.
        lmr_cut_node_quiet = 1, 0;
        /// LMR: plies less for killers and counter move.
        lmr_refutation = 0, 1;

        /// History pruning: quiet moves with a history score under this times the depth are pruned.
        history_pruning_per_depth = -5_500, -3_500;
        /// Futility pruning of quiet moves: base of the margin, in centipawns.
        futility_quiet_base = 130, 95;
        /// Futility pruning of quiet moves: part of the margin for each ply of reduced depth, in centipawns.
        futility_quiet_per_depth = 115, 95;

        /// Singular extension: least depth.
        singular_min_depth = 7, 6;
        /// Singular extension: the TT move is extended by two plies if the value of the others is below the singular bound by
        /// more than this many centipawns.
        double_extension_margin = 46, 22;
        /// Singular extension: at most this many double extensions on one line.
        double_extension_max = 3, 8;
        /// Check extension: all checks are extended from this depth on.
        check_extension_min_depth = 7, 999;

        /// Bonus of the histories: times the square of the depth.
        history_bonus_squared = 6, 0;
        /// Bonus of the histories: times the depth.
        history_bonus_linear = 229, 140;
        /// Bonus of the histories: constant part.
        history_bonus_constant = -215, -60;
        /// Bonus of the histories: greatest value.
        history_bonus_max = 4_167, 1_600;
        /// Bound of the continuation histories.
        continuation_max = 29_952, 16_384;
        /// Whether histories are also updated by TT cutoffs, by nodes that fail low, by the refutation of an early move and by
        /// the re-search of a reduced move: 1 or 0.
        more_history_updates = 1, 0;
        /// Bonus of the opponent's last quiet move: times the depth and the centipawns that it gained.
        history_bonus_by_eval = 8, 0;

        /// Move order: weight of the continuation history of the last move, in halves.
        order_last_move = 4, 2;
        /// Move order: weight of the continuation history of four plies ago, in halves.
        order_four_plies_ago = 2, 1;
        /// Move order: bonus of killers and counter move, in addition to the bonuses that order them among themselves.
        order_refutations = 1_000_000, 0;
        /// Move order: bonus of quiet checks whose exchange loses little.
        order_checks = 0, 16_000;
    }
}
