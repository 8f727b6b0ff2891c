//! Human-like player: a shallow alpha-beta search that considers few replies and makes errors like those of humans.

use std::cmp::Reverse;

use super::super::check_squares::CheckSquares;
use super::super::eval::{Accumulator, Evaluator};
use super::super::goals::wins_at_once_by;
use super::super::player::SearchRequest;
use super::super::score::{DRAW, INFINITE, Value, mate_in, mate_or_stalemate_value, value_for};
use super::super::see::see_ge;
use super::habits::Habits;
use super::human_params::HumanParams;
use super::sight::{Sight, distance};
use crate::rules::{Bitboard, GenType, Move, Position, Square};

/// Centipawns that a player takes off a move after which it sees that it can be mated at once.
const MATED_MALUS: Value = 3_000;
/// Weight of the likes of a game, in centipawns.
const TASTE: Value = 45;
/// Greatest distance of a square near the king, in moves of a king.
const NEAR_KING: u8 = 4;
/// Greatest number of plies by which checks extend the search beyond its depth.
const MAX_CHECK_EXTENSION: u32 = 4;

/// A player that plays like a human.
///
/// ```
/// # use xxlchess_core::engine::difficulty::{HumanLikePlayer, HumanParams};
/// # use xxlchess_core::engine::{Evaluator, SearchRequest};
/// # use xxlchess_core::notation::{coords, fen, variants_ini::Variants};
/// let chess = Variants::built_in().get("chess").unwrap();
/// let position = fen::parse(&chess, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// let player = HumanLikePlayer { params: HumanParams::flawless(1) };
/// let mv = player.search(&Evaluator::new(&chess), &SearchRequest::new(position), &|| false).unwrap();
/// assert_eq!(coords::format_move(&chess, mv), "e4d5");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct HumanLikePlayer {
    /// Depth of search and rates of error.
    pub params: HumanParams,
}

/// Whether `square` is at most four moves of a king away from the king of the side not to move.
pub fn is_near_enemy_king(position: &Position, square: Square) -> bool {
    position.king_square(!position.turn()).is_some_and(|king| distance(king, square) <= NEAR_KING)
}

/// A move that the player considers in the root position.
struct CandidateMove {
    mv: Move,
    /// Value that the search has found, including `bias`; `None` before the move is searched.
    value: Option<Value>,
    /// Sum of the player's biases and of the random error of the evaluation, in centipawns.
    bias: Value,
    /// Pieces that the player wrongly assumes to be still defended after this move.
    assumed_defended: Bitboard,
}

impl HumanLikePlayer {
    /// Chooses a move. Returns `None` if there is no legal move. `should_end` is called at each
    /// node and ends the search. The clock of the request is ignored.
    ///
    /// The same request gives the same move unless the search is ended. Positions that have occurred in the game count as draws.
    pub fn search(
        &self,
        evaluator: &Evaluator,
        request: &SearchRequest,
        should_end: &dyn Fn() -> bool,
    ) -> Option<Move> {
        let mut last = request.moves().iter().rev().map(|mv| mv.to);
        let mut search = HumanSearch {
            evaluator,
            params: &self.params,
            sight: Sight::new(self.params, evaluator, request),
            last: [last.next(), last.next()],
            position: request.position.clone(),
            game_keys: &request.key_history,
            assumed_defended: Bitboard::EMPTY,
            nodes: 0,
            should_end,
            stopped: false,
        };
        let mut candidates = search.candidates(request);
        // A winning move that is seen is played. A search could prefer a later mate because of its biases, again and again.
        if let Some(winning) = candidates.iter().find(|candidate| search.wins(candidate.mv)) {
            return Some(winning.mv);
        }
        for depth in 1..=self.params.depth.max(1) {
            search.search_root(&mut candidates, depth);
            // If the search was stopped, moves that were not searched have no value and come last.
            candidates.sort_by_key(|candidate| Reverse(candidate.value));
            if search.stopped {
                break;
            }
        }
        candidates.first().map(|candidate| candidate.mv)
    }
}

/// State of one search.
struct HumanSearch<'a> {
    evaluator: &'a Evaluator,
    params: &'a HumanParams,
    sight: Sight<'a>,
    /// Targets of the last move of the side that is not to move, and of the last move of the side to move.
    last: [Option<Square>; 2],
    position: Position,
    game_keys: &'a [u64],
    /// Pieces that the player wrongly assumes to be still defended after the current root move. The player overlooks that
    /// they can be captured at ply 1.
    assumed_defended: Bitboard,
    nodes: u64,
    should_end: &'a dyn Fn() -> bool,
    /// Whether the search was aborted. If so, every value that it returns is meaningless.
    stopped: bool,
}

impl HumanSearch<'_> {
    /// The moves to choose from, sorted by [`HumanSearch::sort`].
    fn candidates(&mut self, request: &SearchRequest) -> Vec<CandidateMove> {
        let mut moves = request.candidate_moves();
        // In fog of war some moves may not be legal in the visible position.
        moves.retain(|&mv| request.search_moves.is_none() || self.position.is_legal(mv));
        let seen: Vec<_> = moves.iter().copied().filter(|&mv| self.sees_own(mv)).collect();
        if !seen.is_empty() {
            moves = seen;
        }
        self.sort(&mut moves);
        let habits = Habits::new(self.evaluator, request, self.sight.seed(), TASTE);
        let candidate = |mv| {
            let assumed_defended = self.sight.assumed_defended(&self.position, mv);
            let is_capture = self.position.board().piece_at(mv.to).is_some();
            let is_plain = (is_capture || mv.promotion().is_some())
                && self.sight.is_plain(&self.position, mv, self.last, 0);
            let loses = !see_ge(self.evaluator, &self.position, mv, 0);
            let undo = self.position.make(mv);
            let is_check = self.position.is_check();
            let last = [Some(mv.to), self.last[0]];
            let takes_back = self.position.attackers_to(mv.to, self.position.turn()).into_iter();
            let takes_back = takes_back.filter(|_| loses).map(|from| Move::normal(from, mv.to));
            let own = self.position.board().by_color(!self.position.turn());
            let attacked =
                |enemy| (self.position.attacks_from(enemy) & own).into_iter().map(move |to| (enemy, to));
            let threats = last[1].filter(|_| !is_capture).into_iter().flat_map(attacked);
            let threats = threats.map(|(enemy, to)| Move::normal(enemy, to));
            let is_seen = |reply| {
                see_ge(self.evaluator, &self.position, reply, 1)
                    && !self.sight.overlooks(&self.position, reply, last, 1)
            };
            let is_unsound = takes_back.chain(threats).any(is_seen);
            let is_mated = self.sees_mate_threat();
            self.position.unmake(mv, &undo);
            let attacks_king = is_check || is_near_enemy_king(&self.position, mv.to);
            let bias_of = |overrated, bias| if overrated && !is_unsound { bias } else { 0 };
            let bias = bias_of(is_capture || is_check, self.params.attack_bias)
                + bias_of(attacks_king, self.params.king_attack_bias)
                + bias_of(is_capture, self.params.capture_bias);
            let error = match self.sight.eval_error(mv) {
                error if is_unsound => error.min(0),
                error if is_plain => error.max(0),
                error => error,
            };
            // Biases are in thousandths of a pawn, values in centipawns.
            let bias = (bias + error) / 10 + habits.bias(mv) * self.params.habits / 100
                - if is_mated { MATED_MALUS } else { 0 };
            CandidateMove { mv, value: None, bias, assumed_defended }
        };
        moves.into_iter().map(candidate).collect()
    }

    /// Searches the candidate moves to `depth` plies, or until the search is stopped.
    fn search_root(&mut self, candidates: &mut [CandidateMove], depth: u32) {
        candidates.iter_mut().for_each(|candidate| candidate.value = None);
        let accumulator = self.evaluator.accumulate(&self.position);
        let mut best = -INFINITE;
        for candidate in candidates {
            let undo = self.position.make(candidate.mv);
            let next_accumulator = self.evaluator.accumulator_after(accumulator, candidate.mv, &undo);
            self.assumed_defended = candidate.assumed_defended;
            let last = self.last;
            self.last = [Some(candidate.mv.to), last[0]];
            let alpha = (best - candidate.bias).max(-INFINITE);
            let value = if self.game_keys.contains(&self.position.key()) {
                DRAW
            } else {
                -self.negamax(-INFINITE, -alpha, depth as i32 - 1, 1, next_accumulator)
            };
            self.position.unmake(candidate.mv, &undo);
            self.last = last;
            if self.stopped {
                return;
            }
            // A value of at most alpha is only an upper bound, so the move is worse than the best one.
            let is_better = value > alpha;
            best = if is_better { value + candidate.bias } else { best };
            candidate.value = Some(if is_better { best } else { -INFINITE });
        }
    }

    /// Whether the search must stop, because it has no nodes left or is ended.
    fn should_stop(&mut self) -> bool {
        self.stopped = self.stopped || self.nodes > self.params.max_nodes || (self.should_end)();
        self.stopped
    }

    /// Whether the player notices the move `mv` at `ply`. The opponent moves at odd plies.
    fn notices(&self, mv: Move, ply: u32) -> bool {
        let misses_capture = ply == 1
            && self.assumed_defended.contains(mv.to)
            && !self.sight.is_plain(&self.position, mv, self.last, ply);
        !misses_capture && !self.sight.overlooks(&self.position, mv, self.last, ply)
    }

    /// Whether the player notices its own move `mv` in the root position: a capture, mate or any other move.
    fn sees_own(&mut self, mv: Move) -> bool {
        let is_quiet = !self.position.is_capture(mv) && mv.promotion().is_none();
        if !is_quiet && !self.position.is_check() && self.sight.overlooks(&self.position, mv, self.last, 0) {
            return false;
        }
        !(self.sight.misses_plain(mv) && self.wins(mv))
    }

    /// Whether `mv` mates or reaches a goal. The position is the same after the call.
    fn wins(&mut self, mv: Move) -> bool {
        let turn = self.position.turn();
        let undo = self.position.make(mv);
        let wins = match self.position.reached_goal() {
            Some((_, winner)) => winner == Some(turn),
            None => self.position.is_checkmate(),
        };
        self.position.unmake(mv, &undo);
        wins
    }

    /// Value of the position at `ply` if the game has ended, or if the player sees that the side to move wins by its next
    /// move: by the capture of a king or by a goal of the variant.
    fn end_of_game(&mut self, ply: u32) -> Option<Value> {
        let turn = self.position.turn();
        if self.position.can_capture_king() {
            return Some(mate_in(ply as usize + 1));
        }
        if let Some((_, winner)) = self.position.reached_goal() {
            return Some(value_for(winner, turn, ply as usize));
        }
        if !self.evaluator.goals.can_win_at_once {
            return None;
        }
        let region = self.evaluator.near_region(&self.position, turn);
        let is_seen = |mv| !self.sight.misses_mate(mv);
        let wins = wins_at_once_by(region, &mut self.position, &mut Vec::new(), is_seen);
        wins.then(|| mate_in(ply as usize + 1))
    }

    /// Whether the player sees that the side to move can mate at once. Discovered checks are overlooked.
    fn sees_mate_threat(&mut self) -> bool {
        let (mut moves, mut checks) = (Vec::with_capacity(128), CheckSquares::new());
        self.position.generate(GenType::All, &mut moves);
        moves.retain(|&mv| checks.gives_check(&self.position, mv) && !self.sight.misses_mate(mv));
        moves.into_iter().any(|mv| self.wins(mv))
    }

    /// Sorts captures and promotions to the front, by most valuable victim and least valuable attacker (MVV-LVA). Moves that
    /// bring a piece nearer to the region of a flag goal follow, those with the shortest way left first. The other moves keep
    /// their order.
    fn sort(&self, moves: &mut [Move]) {
        let value = |square| self.position.board().piece_at(square).map(|p| self.evaluator.value(p.kind));
        moves.sort_by_key(|mv| {
            let captured = value(mv.to);
            let promoted = mv.promotion().map(|kind| self.evaluator.value(kind));
            let is_noisy = captured.is_some() || promoted.is_some();
            let gain = 16 * (captured.unwrap_or(0) + promoted.unwrap_or(0));
            let moves_left = || self.evaluator.moves_left(&self.position, *mv);
            Reverse(if is_noisy {
                gain - value(mv.from).unwrap_or(0) + 10_000
            } else {
                moves_left().map_or(0, |moves| 256 - i32::from(moves))
            })
        });
    }

    /// Searches the moves that the player notices. Returns the value of the position for the side to move.
    fn negamax(
        &mut self,
        mut alpha: Value,
        beta: Value,
        depth: i32,
        ply: u32,
        accumulator: Accumulator,
    ) -> Value {
        let in_check = self.position.is_check();
        let is_extended = in_check && ply < self.params.depth + MAX_CHECK_EXTENSION;
        if depth <= 0 && !is_extended {
            return self.qsearch(alpha, beta, self.params.qsearch_depth, ply, accumulator);
        }
        self.nodes += 1;
        if self.should_stop() {
            return 0;
        }
        if let Some(value) = self.end_of_game(ply) {
            return value;
        }
        let mut moves = Vec::with_capacity(128);
        self.position.generate(GenType::All, &mut moves);
        if moves.is_empty() {
            let value = mate_or_stalemate_value(&self.position, ply as usize);
            return value.unwrap_or_else(|| self.evaluator.evaluate_with(&self.position, accumulator));
        }
        let mut best = -INFINITE;
        // A side in check considers all its moves.
        if in_check {
            self.sort(&mut moves);
        } else {
            let legal_count = moves.len();
            moves.retain(|&mv| self.notices(mv, ply));
            self.sort(&mut moves);
            moves.truncate(self.params.max_replies);
            if moves.len() < legal_count && (moves.is_empty() || !self.position.must_capture()) {
                // One of the ignored moves is assumed to have at least the value of the static evaluation.
                best = self.evaluate(accumulator, alpha, beta);
                if best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }
        let depth = if is_extended { depth.max(1) } else { depth };
        self.search_children(&moves, best, alpha, beta, accumulator, |search, alpha, beta, accumulator| {
            search.negamax(alpha, beta, depth - 1, ply + 1, accumulator)
        })
    }

    /// Evaluation without a network. The evaluation is lazy if it is far outside the window.
    fn evaluate(&self, accumulator: Accumulator, alpha: Value, beta: Value) -> Value {
        let lazy = self.evaluator.evaluate_lazily(&self.position, accumulator, alpha, beta);
        lazy.unwrap_or_else(|| self.evaluator.evaluate_with(&self.position, accumulator))
    }

    /// Quiescence search: searches captures and promotions that lose no material, for at most `depth` plies.
    fn qsearch(
        &mut self,
        mut alpha: Value,
        beta: Value,
        depth: u32,
        ply: u32,
        accumulator: Accumulator,
    ) -> Value {
        self.nodes += 1;
        if self.should_stop() {
            return 0;
        }
        if let Some(value) = self.end_of_game(ply) {
            return value;
        }
        let mut moves = Vec::with_capacity(32);
        if depth > 0 {
            self.position.generate(GenType::Noisy, &mut moves);
            moves.retain(|&mv| self.notices(mv, ply) && see_ge(self.evaluator, &self.position, mv, 0));
        }
        let mut best = -INFINITE;
        // A side that must capture cannot keep the static evaluation.
        if moves.is_empty() || !self.position.must_capture() {
            best = self.evaluate(accumulator, alpha, beta);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        self.sort(&mut moves);
        self.search_children(&moves, best, alpha, beta, accumulator, |search, alpha, beta, accumulator| {
            search.qsearch(alpha, beta, depth - 1, ply + 1, accumulator)
        })
    }

    /// Searches `moves` until one fails high. Returns the greatest of their values and `best`.
    ///
    /// `search_child` is called after each move, with the window and the accumulator of the new position.
    fn search_children(
        &mut self,
        moves: &[Move],
        mut best: Value,
        mut alpha: Value,
        beta: Value,
        accumulator: Accumulator,
        search_child: impl Fn(&mut Self, Value, Value, Accumulator) -> Value,
    ) -> Value {
        for &mv in moves {
            let undo = self.position.make(mv);
            let last = self.last;
            self.last = [Some(mv.to), last[0]];
            let next_accumulator = self.evaluator.accumulator_after(accumulator, mv, &undo);
            let value = -search_child(self, -beta, -alpha, next_accumulator);
            self.position.unmake(mv, &undo);
            self.last = last;
            if self.stopped {
                return 0;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
