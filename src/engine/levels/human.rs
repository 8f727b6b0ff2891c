//! A search that looks ahead as people do: shallow, at few replies, with human eyes.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::eval::{Accumulator, Evaluator};
use super::super::score::{INFINITE, Value, mate_in, mated_in};
use super::super::{SearchRequest, see};
use super::error_model::ErrorModel;
use super::table::HumanTraits;
use crate::rules::outcome::Outcome;
use crate::rules::{Bitboard, GenType, Move, Position};

/// How often the stop flag is looked at: every so many positions.
const LOOK: u64 = 128;
/// Checks lengthen a line by at most so many half-moves.
const CHECKS: u32 = 4;

/// A player who looks ahead as people do.
#[derive(Clone, Copy, Debug)]
pub struct HumanPlayer {
    /// What the player sees, and what not.
    pub traits: HumanTraits,
}

/// An own move under thought.
struct Candidate {
    mv: Move,
    /// What it was found to be worth, feeling included; `None` until it was looked at.
    worth: Option<Value>,
    /// What is felt about it beside what is seen: eagerness and misjudgement, in hundredths of a pawn.
    feeling: Value,
    /// Own pieces that it leaves, but that are thought to be guarded all the same.
    guarded: Bitboard,
}

impl HumanPlayer {
    /// The move for `task`, whose clock does not matter, or `None` if it has no legal one.
    ///
    /// The same task gives the same move. Positions that the game has seen count as drawn.
    #[must_use]
    pub fn choose(&self, evaluator: &Evaluator, task: &SearchRequest, stop: &AtomicBool) -> Option<Move> {
        let mut thought = Thought {
            evaluator,
            traits: &self.traits,
            eyes: ErrorModel::new(self.traits, task.seed),
            position: task.position.clone(),
            earlier_keys: &task.key_history,
            guarded: Bitboard::EMPTY,
            nodes: 0,
            stop,
            ended: false,
        };
        let mut candidates = thought.candidates(task);
        for depth in 1..=self.traits.depth.max(1) {
            thought.compare(&mut candidates, depth);
            // What patience did not reach keeps its order behind the rest.
            candidates.sort_by_key(|candidate| Reverse(candidate.worth));
            if thought.ended {
                break;
            }
        }
        candidates.first().map(|candidate| candidate.mv)
    }
}

/// The state of one search.
struct Thought<'a> {
    evaluator: &'a Evaluator,
    traits: &'a HumanTraits,
    eyes: ErrorModel,
    position: Position,
    earlier_keys: &'a [u64],
    /// Own pieces whose capture in answer to the own move under thought is taken for bad, and not looked at.
    guarded: Bitboard,
    nodes: u64,
    stop: &'a AtomicBool,
    ended: bool,
}

impl Thought<'_> {
    /// The own moves, the most striking first.
    fn candidates(&mut self, task: &SearchRequest) -> Vec<Candidate> {
        let mut moves = task.candidate_moves();
        // In the fog some of them may not be legal as far as is seen.
        moves.retain(|&mv| task.search_moves.is_none() || self.position.is_legal(mv));
        self.sort(&mut moves);
        let candidate = |mv| {
            let guarded = self.eyes.falsely_guarded(&self.position, mv);
            let captures =
                self.position.board().piece_at(mv.to).is_some_and(|p| p.color != self.position.turn());
            let undo = self.position.make(mv);
            let striking = captures || self.position.is_check();
            self.position.unmake(mv, &undo);
            let eagerness = if striking { self.traits.attack_bias } else { 0 };
            let feeling = (eagerness + self.eyes.eval_error(mv)) / 10;
            Candidate { mv, worth: None, feeling, guarded }
        };
        moves.into_iter().map(candidate).collect()
    }

    /// Finds what each candidate is worth at `depth`, as far as patience goes.
    fn compare(&mut self, candidates: &mut [Candidate], depth: u32) {
        candidates.iter_mut().for_each(|candidate| candidate.worth = None);
        let accumulator = self.evaluator.accumulate(&self.position);
        let mut best = -INFINITE;
        for candidate in candidates {
            let undo = self.position.make(candidate.mv);
            let after = self.evaluator.after(accumulator, candidate.mv, &undo);
            self.guarded = candidate.guarded;
            let alpha = (best - candidate.feeling).max(-INFINITE);
            let value = if self.earlier_keys.contains(&self.position.key()) {
                0
            } else {
                -self.look(-INFINITE, -alpha, depth as i32 - 1, 1, after)
            };
            self.position.unmake(candidate.mv, &undo);
            if self.ended {
                return;
            }
            // Of a move that is no better than the best so far only that is known.
            let better = value > alpha;
            best = if better { value + candidate.feeling } else { best };
            candidate.worth = Some(if better { best } else { -INFINITE });
        }
    }

    /// Counts a position and looks whether the thought is at its end.
    fn must_stop(&mut self) -> bool {
        self.nodes += 1;
        let told = self.nodes.is_multiple_of(LOOK) && self.stop.load(Ordering::Relaxed);
        self.ended |= told || self.nodes > self.traits.max_nodes;
        self.ended
    }

    /// Whether the reply `mv` at `ply` comes to the player's eyes.
    fn sees(&self, mv: Move, ply: u32) -> bool {
        let forgotten = ply == 1 && self.guarded.has(mv.to);
        let overlooked = ply % 2 == 1 && self.eyes.misses_leap(&self.position, mv);
        !forgotten && !overlooked
    }

    /// The most striking moves first: captures by what they take and with what, promotions; the rest as they come.
    fn sort(&self, moves: &mut [Move]) {
        let value = |square| self.position.board().piece_at(square).map(|p| self.evaluator.value(p.kind));
        moves.sort_by_key(|mv| {
            let gained =
                value(mv.to).filter(|_| self.position.board().by_color(!self.position.turn()).has(mv.to));
            let promoted = mv.promotion().map(|kind| self.evaluator.value(kind));
            let striking = gained.is_some() || promoted.is_some();
            let won = 16 * (gained.unwrap_or(0) + promoted.unwrap_or(0));
            Reverse(if striking { won - value(mv.from).unwrap_or(0) + 10_000 } else { 0 })
        });
    }

    /// The value of the position for the side to move, as far as the player sees.
    fn look(
        &mut self,
        mut alpha: Value,
        beta: Value,
        depth: i32,
        ply: u32,
        accumulator: Accumulator,
    ) -> Value {
        if self.must_stop() {
            return 0;
        }
        if self.can_take_king() {
            return mate_in(ply as usize + 1);
        }
        let in_check = self.position.is_check();
        let extended = in_check && ply < self.traits.depth + CHECKS;
        if depth <= 0 && !extended {
            return self.exchange(alpha, beta, self.traits.capture_depth, ply, accumulator);
        }
        let mut moves = Vec::with_capacity(128);
        self.position.generate(GenType::All, &mut moves);
        if moves.is_empty() {
            return self.end(ply, accumulator);
        }
        let mut best = -INFINITE;
        // In check one looks at every way out.
        if !in_check {
            let all = moves.len();
            moves.retain(|&mv| self.sees(mv, ply));
            self.sort(&mut moves);
            moves.truncate(self.traits.max_replies);
            if moves.len() < all {
                // Of the moves not seen, one is taken to keep things as they are.
                best = self.evaluator.lazy(&self.position, accumulator, alpha, beta).0;
                if best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        } else {
            self.sort(&mut moves);
        }
        let left = if extended { depth.max(1) } else { depth };
        for mv in moves {
            let undo = self.position.make(mv);
            let after = self.evaluator.after(accumulator, mv, &undo);
            let value = -self.look(-beta, -alpha, left - 1, ply + 1, after);
            self.position.unmake(mv, &undo);
            if self.ended {
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

    /// Whether the side to move wins by capturing a king, in variants where that is how to win.
    fn can_take_king(&self) -> bool {
        let (turn, rules) = (self.position.turn(), self.position.variant().rules());
        rules.capturable_king.is_some()
            && self.position.king_square(!turn).is_some_and(|king| self.position.is_attacked(king, turn))
    }

    /// Follows captures for `left` more half-moves.
    fn exchange(
        &mut self,
        mut alpha: Value,
        beta: Value,
        left: u32,
        ply: u32,
        accumulator: Accumulator,
    ) -> Value {
        if self.can_take_king() {
            return mate_in(ply as usize + 1);
        }
        let mut best = self.evaluator.lazy(&self.position, accumulator, alpha, beta).0;
        if best >= beta || left == 0 {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = Vec::with_capacity(32);
        self.position.generate(GenType::Noisy, &mut moves);
        moves.retain(|&mv| self.sees(mv, ply) && see::see_ge(self.evaluator, &self.position, mv, 0));
        self.sort(&mut moves);
        for mv in moves {
            if self.must_stop() {
                return 0;
            }
            let undo = self.position.make(mv);
            let after = self.evaluator.after(accumulator, mv, &undo);
            let value = -self.exchange(-beta, -alpha, left - 1, ply + 1, after);
            self.position.unmake(mv, &undo);
            if self.ended {
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

    /// The value of a position without a legal move.
    fn end(&self, ply: u32, accumulator: Accumulator) -> Value {
        if self.position.variant().rules().fog {
            // The side will have moves with pieces that are not seen.
            return self.evaluator.full(&self.position, accumulator);
        }
        match self.position.outcome(1) {
            Some(Outcome::Checkmate { .. }) => mated_in(ply as usize),
            Some(Outcome::Stalemate { winner: Some(winner) }) if winner == self.position.turn() => {
                -mated_in(ply as usize)
            }
            Some(Outcome::Stalemate { winner: Some(_) }) => mated_in(ply as usize),
            _ => 0,
        }
    }
}
