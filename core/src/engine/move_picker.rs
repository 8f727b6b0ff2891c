//! Move picker: yields the moves of a node in the order in which they are likely to cause a cutoff.
//!
//! The stages are those of Stockfish: table move, good captures, quiet moves, bad captures. Each stage generates and
//! scores its moves when it begins, so that an early cutoff saves the work.

use crate::rules::{GenType, Move, Position};

use super::eval::Evaluator;
use super::history::{History, PieceTo};
use super::score::Value;
use super::see::see_ge;

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Moves with a larger score come first.
    pub score: i32,
}

/// Move lists of one node, reused from node to node so that the search allocates nothing.
#[derive(Debug, Default)]
pub struct MoveBuffer {
    moves: Vec<Move>,
    /// Score and index of each move in one word, 0 once it was picked: the best move is the maximum of plain numbers,
    /// which the compiler vectorises.
    sort_keys: Vec<u64>,
    bad_noisies: Vec<ScoredMove>,
}

/// Bound of ordering scores.
const MAX_SCORE: i32 = 1 << 30;

/// Sort key of a move: larger for a larger score, of equal scores for the smaller index.
#[inline]
fn sort_key(score: i32, index: usize) -> u64 {
    let score = score.clamp(-MAX_SCORE, MAX_SCORE) + MAX_SCORE + 1;
    // The score is positive, and there are far fewer moves than 32 bits can count.
    (score as u64) << 32 | u64::from(!(index as u32))
}

/// Ordering bonuses of killers and counter move, in units of history.
const KILLER_BONUS: i32 = 40_000;
const SECOND_KILLER_BONUS: i32 = 36_000;
const COUNTER_MOVE_BONUS: i32 = 20_000;

/// The squares of no move, since no move has equal squares.
const NO_SQUARES: u16 = 0;

/// Both squares of a move in one word.
#[inline]
fn squares(mv: Move) -> u16 {
    // Both are below 256.
    (mv.from.index() as u16) << 8 | mv.to.index() as u16
}

/// What is known about the moves of a node before they are generated.
#[derive(Clone, Copy, Debug, Default)]
pub struct OrderingHints {
    /// Move of the transposition table, checked to be legal.
    pub tt_move: Option<Move>,
    /// Killer moves: quiet moves that caused a cutoff at the same ply.
    pub killers: [Option<Move>; 2],
    /// Counter move: the quiet move that last refuted the opponent's move.
    pub counter_move: Option<Move>,
    /// Moves one, two and four plies ago, for the continuation histories.
    pub previous_moves: [Option<PieceTo>; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Yields the moves of one node, the most promising first.
#[derive(Debug)]
pub struct MovePicker {
    stage: Stage,
    hints: OrderingHints,
    buffer: MoveBuffer,
    next_bad: usize,
    /// Yield noisy moves only, and only those whose exchange gains at least this.
    see_threshold: Option<Value>,
}

impl MovePicker {
    /// All legal moves.
    pub fn all(buffer: MoveBuffer, hints: OrderingHints) -> Self {
        Self { stage: Stage::TtMove, hints, buffer, next_bad: 0, see_threshold: None }
    }

    /// Noisy moves whose exchange gains at least `threshold`, and the table move.
    pub fn noisy(buffer: MoveBuffer, hints: OrderingHints, threshold: Value) -> Self {
        Self { stage: Stage::TtMove, hints, buffer, next_bad: 0, see_threshold: Some(threshold) }
    }

    /// Returns the buffer for the next node.
    pub fn into_buffer(self) -> MoveBuffer {
        self.buffer
    }

    /// Whether the last move was quiet, or a capture that loses material.
    pub fn is_past_good_noisies(&self) -> bool {
        matches!(self.stage, Stage::Quiet | Stage::BadNoisy | Stage::Done)
    }

    /// Skips the remaining quiet moves.
    pub fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::GenerateQuiet | Stage::Quiet) {
            self.start_bad_noisies();
        }
    }

    /// The next move.
    pub fn next(
        &mut self,
        position: &Position,
        evaluator: &Evaluator,
        history: &History,
    ) -> Option<ScoredMove> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.hints.tt_move {
                        return Some(ScoredMove { mv, score: i32::MAX });
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate(position, GenType::Noisy);
                    self.buffer.bad_noisies.clear();
                    self.score_noisy(position, evaluator, history);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.pick_best() {
                    Some(scored) => {
                        let threshold = self.see_threshold.unwrap_or(-scored.score / 64);
                        if see_ge(evaluator, position, scored.mv, threshold) {
                            return Some(scored);
                        }
                        if self.see_threshold.is_none() {
                            self.buffer.bad_noisies.push(scored);
                        }
                    }
                    None if self.see_threshold.is_some() => self.stage = Stage::Done,
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.generate(position, GenType::Quiet);
                    self.score_quiet(position, history);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.pick_best() {
                    Some(scored) => return Some(scored),
                    None => self.start_bad_noisies(),
                },
                Stage::BadNoisy => match self.buffer.bad_noisies.get(self.next_bad).copied() {
                    Some(scored) => {
                        self.next_bad += 1;
                        return Some(scored);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn start_bad_noisies(&mut self) {
        self.next_bad = 0;
        self.stage = Stage::BadNoisy;
    }

    fn generate(&mut self, position: &Position, scope: GenType) {
        self.buffer.moves.clear();
        self.buffer.sort_keys.clear();
        position.generate(scope, &mut self.buffer.moves);
    }

    fn score_quiet(&mut self, position: &Position, history: &History) {
        let (hints, color) = (&self.hints, position.turn());
        let [killer, second_killer] = hints.killers;
        // Few moves are one of these: one comparison of the squares rules out most.
        let special = [hints.tt_move, killer, second_killer, hints.counter_move];
        let special_squares = special.map(|mv| mv.map_or(NO_SQUARES, squares));
        let score = |mv: Move| {
            let piece_to = PieceTo::new(position.board().piece_at(mv.from)?.kind, mv.to);
            let history_score = history.quiet(color, mv)
                + history.continuation(hints.previous_moves[0], piece_to)
                + history.continuation(hints.previous_moves[1], piece_to)
                + history.continuation(hints.previous_moves[2], piece_to) / 2;
            let bonus = match Some(mv) {
                _ if !special_squares.contains(&squares(mv)) => 0,
                _ if hints.tt_move == Some(mv) => return None,
                some_mv if some_mv == killer => KILLER_BONUS,
                some_mv if some_mv == second_killer => SECOND_KILLER_BONUS,
                some_mv if some_mv == hints.counter_move => COUNTER_MOVE_BONUS,
                _ => 0,
            };
            Some(history_score + bonus)
        };
        let moves = self.buffer.moves.iter().enumerate();
        self.buffer
            .sort_keys
            .extend(moves.map(|(index, &mv)| score(mv).map_or(0, |score| sort_key(score, index))));
    }

    /// Most valuable victim, least valuable attacker (MVV-LVA), corrected by the capture history.
    fn score_noisy(&mut self, position: &Position, evaluator: &Evaluator, history: &History) {
        let tt_move = self.hints.tt_move;
        let score = |mv: Move| {
            let piece = position.board().piece_at(mv.from).filter(|_| tt_move != Some(mv))?;
            let captured = position.board().piece_at(mv.to);
            let gain = captured.map_or(0, |p| evaluator.value(p.kind))
                + mv.promotion().map_or(0, |kind| evaluator.value(kind) - evaluator.value(piece.kind));
            let history_score = history.capture(PieceTo::new(piece.kind, mv.to), captured);
            Some(7 * gain - evaluator.value(piece.kind) / 8 + history_score / 16)
        };
        let moves = self.buffer.moves.iter().enumerate();
        self.buffer
            .sort_keys
            .extend(moves.map(|(index, &mv)| score(mv).map_or(0, |score| sort_key(score, index))));
    }

    /// The best of the moves that were not picked yet.
    fn pick_best(&mut self) -> Option<ScoredMove> {
        let best = self.buffer.sort_keys.iter().copied().max().filter(|&key| key > 0)?;
        let index = !(best as u32) as usize;
        self.buffer.sort_keys[index] = 0;
        let score = (best >> 32) as i32 - MAX_SCORE - 1;
        Some(ScoredMove { mv: self.buffer.moves[index], score })
    }
}
