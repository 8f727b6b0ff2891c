//! Parameters of the search, by class of boards.

use super::board_class::by_board_class;

by_board_class! {
    /// Margins, depths and weights of the search. Depths and reductions are in plies and margins in centipawns.
    pub struct SearchParameters {
        /// Half-width of the first aspiration window. Each failure widens the window by half.
        aspiration_delta = 9, 11, 18;

        /// Razoring: base of the margin.
        razoring_base = 280;
        /// Razoring: part of the margin for the square of the depth.
        razoring_per_depth_squared = 210;

        /// Reverse futility pruning: maximum depth.
        reverse_futility_max_depth = 9;
        /// Reverse futility pruning: part of the margin for each ply of depth.
        reverse_futility_per_depth = 85;
        /// Reverse futility pruning: value subtracted from the margin if the position is improving.
        reverse_futility_improving = 70;

        /// Null move: minimum depth.
        null_move_min_depth = 2;
        /// Null move: it is tried if the static evaluation is at least beta plus this. The minimum falls with depth.
        null_move_eval_base = 120, 170, 170;
        /// Null move: decrease of the minimum static evaluation for each ply of depth.
        null_move_eval_per_depth = 22;
        /// Null move: constant part of the reduction.
        null_move_reduction = 4;
        /// Null move: plies of depth for which the reduction grows by one ply.
        null_move_depth_divisor = 4;
        /// Null move: value of the evaluation above beta for which the reduction grows by one ply.
        null_move_eval_divisor = 190;
        /// Null move: greatest growth of the reduction by the evaluation.
        null_move_max_eval_reduction = 3;
        /// Null move: minimum depth at which a search without null moves verifies a cutoff.
        null_move_verification_depth = 14;

        /// Internal iterative reduction: minimum depth.
        iir_min_depth = 4;

        /// ProbCut: minimum depth.
        probcut_min_depth = 5;
        /// ProbCut: value above beta that a capture must have.
        probcut_margin = 190;
        /// ProbCut: value subtracted from the margin if the position is improving.
        probcut_improving = 40;
        /// ProbCut: reduction.
        probcut_reduction = 4;

        /// Late-move pruning (LMP): it starts at move number (this + depth²) * factor.
        lmp_base = 4;
        /// LMP: factor if the position is improving, in percent.
        lmp_improving_percent = 200, 150, 150;
        /// LMP: factor if the position is not improving, in percent.
        lmp_not_improving_percent = 100, 75, 75;
        /// LMP: maximum depth.
        lmp_max_depth = 8;

        /// Late-move reduction (LMR): base, in thousandths of a ply. The reduction is base + ln(depth) * ln(move number) /
        /// divisor.
        lmr_base = 520, 486, 400;
        /// LMR: divisor, in thousandths.
        lmr_divisor = 1_900, 2_111, 2_050;
        /// LMR: smallest reduction without the base, in thousandths of a ply, that is one ply more in a position that
        /// is not improving.
        lmr_not_improving_min = 880, 629, 0;
        /// LMR: minimum depth.
        lmr_min_depth = 3, 3, 2;
        /// LMR: number of root moves that are not reduced.
        lmr_root_moves = 3, 3, 2;
        /// LMR: history score that changes the reduction of a quiet move by one ply.
        lmr_quiet_history_divisor = 14_721, 13_087, 9_000;
        /// LMR: history score that does not change the reduction of a quiet move.
        lmr_quiet_history_offset = 3_500, 2_500, 0;
        /// LMR: the reduction is this much less in nodes that are or were PV nodes.
        lmr_tt_pv = 2, 2, 0;
        /// LMR: the reduction is this much more in nodes that are no PV nodes.
        lmr_non_pv = 1, 1, 0;
        /// LMR: the reduction is this much less if the TT move is quiet and singular.
        lmr_singular_quiet = 1, 1, 0;
        /// LMR: additional reduction of quiet moves in cut nodes. All moves in cut nodes are reduced by one ply more.
        lmr_cut_node_quiet = 1, 1, 0;
        /// LMR: the reduction of killers and counter moves is this much less.
        lmr_refutation = 0, 0, 1;
        /// LMR: history score that changes the reduction of a noisy move by one ply.
        lmr_noisy_history_divisor = 6_000;

        /// History pruning: quiet moves with a history score below this times the depth are pruned.
        history_pruning_per_depth = -5_500, -4_929, -3_500;
        /// History pruning: maximum depth.
        history_pruning_max_depth = 5;
        /// Futility pruning of quiet moves: maximum depth minus late-move reduction.
        futility_quiet_max_depth = 8;
        /// Futility pruning of quiet moves: base of the margin.
        futility_quiet_base = 100, 120, 95;
        /// Futility pruning of quiet moves: part of the margin for each ply of depth minus late-move reduction.
        futility_quiet_per_depth = 95, 110, 95;
        /// Futility pruning of quiet moves: history score that adds a centipawn to the margin.
        futility_quiet_history_divisor = 64;
        /// Futility pruning of noisy moves: maximum depth minus late-move reduction.
        futility_noisy_max_depth = 6;
        /// Futility pruning of noisy moves: base of the margin.
        futility_noisy_base = 260;
        /// Futility pruning of noisy moves: part of the margin for each ply of depth minus late-move reduction.
        futility_noisy_per_depth = 220;
        /// Futility pruning of noisy moves: history score that adds a centipawn to the margin.
        futility_noisy_history_divisor = 8;
        /// SEE pruning of quiet moves: loss that is allowed, for the square of the depth minus late-move reduction.
        see_quiet_per_depth_squared = -24;
        /// SEE pruning of noisy moves: loss that is allowed for each ply of depth.
        see_noisy_per_depth = -110;
        /// Futility pruning of noisy moves in quiescence: margin.
        qs_futility_margin = 170;

        /// Singular extension: minimum depth.
        singular_min_depth = 7, 7, 6;
        /// Singular extension: the depth of the TT entry is at least the depth of the node minus this.
        singular_tt_depth_margin = 3;
        /// Singular extension: the values of all other moves must be below the TT value minus this for each ply of depth.
        singular_beta_per_depth = 2;
        /// Singular extension: the TT move is extended by two plies if the value of all other moves is below the singular
        /// bound by more than this.
        double_extension_margin = 46, 40, 22;
        /// Singular extension: greatest number of double extensions on one line.
        double_extension_max = 3, 4, 8;
        /// Check extension: maximum depth at which checks by the TT move and by good noisy moves are extended.
        check_extension_max_depth = 6;

        /// History bonus: factor of the square of the depth.
        history_bonus_squared = 6, 5, 0;
        /// History bonus: factor of the depth.
        history_bonus_linear = 229, 204, 140;
        /// History bonus: constant part.
        history_bonus_constant = -215, -171, -60;
        /// History bonus: greatest value.
        history_bonus_max = 4_167, 3_434, 1_600;
        /// Bound of the values of the continuation histories.
        continuation_max = 29_952, 26_076, 16_384;
        /// Whether (1 or 0) histories are also updated by TT cutoffs, by nodes that fail low, by the refutation of an early
        /// move and by the second search of a reduced move.
        more_history_updates = 1, 1, 0;
        /// Bonus of the opponent's last quiet move: factor of the depth and of the centipawns that the move gained.
        history_bonus_by_eval = 8, 6, 0;
        /// Bonus of the opponent's last quiet move: greatest absolute value.
        eval_bonus_max = 1_000;

        /// Move order: weight of the continuation history of the last move, in halves.
        order_last_move = 4, 4, 2;
        /// Move order: weight of the continuation history of four plies ago, in halves.
        order_four_plies_ago = 2, 2, 1;
        /// Move order: bonus of killers and counter moves, in addition to the bonuses that order them among themselves.
        order_refutations = 1_000_000, 1_000_000, 0;
        /// Move order: bonus of a quiet move that leaves the squares which pieces of less value attack, for each centipawn of the
        /// moved piece.
        order_escape = 50;
        /// Move order: bonus of quiet checks whose exchange loses little.
        order_checks = 4_000, 4_571, 16_000;
    }
}
