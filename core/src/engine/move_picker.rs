//! Move picker: yields the moves of a node, those first that are most likely to cause a cutoff.
//!
//! The stages are those of Stockfish's main search: TT move, good noisy moves, quiet moves, bad noisy moves. ProbCut
//! searches no quiet moves, and quiescence only quiet checks. Unlike in Stockfish, evasions have no stages of their own.
//! Each stage generates and scores its moves when it begins, which saves work if a cutoff comes before.

use crate::rules::{Bitboard, GenType, Move, Position};

use super::check_squares::CheckSquares;
use super::eval::Evaluator;
use super::history::{FromTo, History, PieceTo, PreviousMoves};
use super::parameters::SearchParameters;
use super::score::Value;
use super::see::see_ge;
use super::threats::Threats;

/// Move lists of a node. They are reused, so that the search allocates nothing.
#[derive(Debug, Default)]
pub struct MoveBuffer {
    pub moves: Vec<Move>,
    /// Score and inverted index of each move, packed into one integer. The best move is then the maximum, which the compiler
    /// finds by vector instructions. The key of a move that was picked or must not be picked is 0.
    sort_keys: Vec<u64>,
    bad_noisies: Vec<Move>,
}

impl MoveBuffer {
    /// Sets the sort key of each move by its score. A move without a score is not picked.
    #[inline]
    fn set_sort_keys(&mut self, mut score: impl FnMut(Move) -> Option<i32>) {
        let key = |(index, &mv)| score(mv).map_or(0, |score| sort_key(score, index));
        self.sort_keys.extend(self.moves.iter().enumerate().map(key));
    }
}

/// Bound of the scores by which moves are ordered.
const MAX_SCORE: i32 = 1 << 30;

/// Sort key of a move. It grows with the score. If two scores are equal, the smaller index has the larger key.
#[inline]
fn sort_key(score: i32, index: usize) -> u64 {
    let score = score.clamp(-MAX_SCORE, MAX_SCORE) + MAX_SCORE + 1;
    // The score is positive here, and there are far fewer moves than 32 bits can count.
    (score as u64) << 32 | u64::from(!(index as u32))
}

/// Bonuses of the two killers and the counter move in the score of a quiet move.
const REFUTATION_BONUSES: [i32; 3] = [40_000, 36_000, 20_000];
/// A quiet check has a bonus if its exchange gains at least this.
const CHECK_SEE_THRESHOLD: Value = -75;

// Score of a noisy move = gain * weight - value of the attacker / divisor + capture history / divisor. This is the order
// by most valuable victim and least valuable attacker (MVV-LVA), corrected by the history.
const GAIN_WEIGHT: i32 = 7;
const ATTACKER_DIVISOR: i32 = 8;
const CAPTURE_HISTORY_DIVISOR: i32 = 16;
/// Bonus of a capture after which the piece can be captured, where captures are mandatory. The gain does not count there.
const RECAPTURED_BONUS: i32 = 2_000;
/// A noisy move is good if its exchange loses at most its score divided by this. A good history thus allows a small loss.
const SEE_SCORE_DIVISOR: i32 = 64;

/// Packed squares that stand for no move. The two squares of a move differ, so they are never both 0.
const NO_SQUARES: u16 = 0;

/// Both squares of a move, packed into one word.
#[inline]
fn squares(mv: Move) -> u16 {
    // The indices of both squares are below 256.
    (mv.from.index() as u16) << 8 | mv.to.index() as u16
}

/// Hints for the order of the moves of a node, which exist before the moves are generated.
#[derive(Clone, Copy, Default)]
pub struct OrderingHints<'t> {
    /// Move of the transposition table, which must be legal.
    pub tt_move: Option<Move>,
    /// Killer moves: quiet moves that caused a cutoff at the same ply.
    pub killers: [Option<Move>; 2],
    /// Counter move: the quiet move that refuted the opponent's last move when it was made before.
    pub counter_move: Option<Move>,
    /// The moves one, two and four plies ago, for the continuation histories.
    pub previous_moves: PreviousMoves,
    /// Squares that the opponent attacks. If they are `None`, as in quiescence, no square counts as attacked.
    pub threats: Option<&'t Threats>,
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

/// Which quiet moves are yielded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiets {
    All,
    /// Checks that lose no material.
    SafeChecks,
    None,
}

/// Yields the moves of one node, the most promising first.
pub struct MovePicker<'t> {
    stage: Stage,
    hints: OrderingHints<'t>,
    buffer: MoveBuffer,
    next_bad: usize,
    quiets: Quiets,
    /// If this is set, only noisy moves whose exchange gains at least this are yielded, and none of them counts as bad.
    see_threshold: Option<Value>,
}

impl<'t> MovePicker<'t> {
    pub fn all(buffer: MoveBuffer, hints: OrderingHints<'t>) -> Self {
        Self::new(buffer, hints, Quiets::All, None)
    }

    /// Yields the TT move and the noisy moves whose exchange gains at least `threshold` centipawns.
    pub fn noisy(buffer: MoveBuffer, hints: OrderingHints<'t>, threshold: Value) -> Self {
        Self::new(buffer, hints, Quiets::None, Some(threshold))
    }

    /// Yields the TT move, and the noisy moves and quiet checks that lose no material.
    pub fn noisy_and_checks(buffer: MoveBuffer, hints: OrderingHints<'t>) -> Self {
        Self::new(buffer, hints, Quiets::SafeChecks, Some(0))
    }

    fn new(
        buffer: MoveBuffer,
        hints: OrderingHints<'t>,
        quiets: Quiets,
        see_threshold: Option<Value>,
    ) -> Self {
        Self { stage: Stage::TtMove, hints, buffer, next_bad: 0, quiets, see_threshold }
    }

    /// Returns the buffer for the next node.
    pub fn into_buffer(self) -> MoveBuffer {
        self.buffer
    }

    /// Whether the last move was the TT move or a good noisy move.
    pub fn last_is_tt_or_good_noisy(&self) -> bool {
        !matches!(self.stage, Stage::Quiet | Stage::BadNoisy | Stage::Done)
    }

    /// Skips the remaining quiet moves. This has no effect before the first quiet move has been yielded.
    pub fn skip_quiets(&mut self) {
        if self.stage == Stage::Quiet {
            self.start_bad_noisies();
        }
    }

    /// Returns the next move. Quiet checks are found by `check_squares`.
    pub fn next(
        &mut self,
        position: &Position,
        evaluator: &Evaluator,
        history: &History,
        parameters: &SearchParameters,
        mut check_squares: Option<&mut CheckSquares>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    if self.hints.tt_move.is_some() {
                        return self.hints.tt_move;
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate(position, GenType::Noisy);
                    self.buffer.bad_noisies.clear();
                    self.score_noisy(position, evaluator, history);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.pick_best() {
                    Some((mv, score)) => {
                        let threshold = self.see_threshold.unwrap_or(-score / SEE_SCORE_DIVISOR);
                        if see_ge(evaluator, position, mv, threshold) {
                            return Some(mv);
                        }
                        if self.see_threshold.is_none() {
                            self.buffer.bad_noisies.push(mv);
                        }
                    }
                    None if self.quiets == Quiets::None => self.stage = Stage::Done,
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.generate(position, GenType::Quiet);
                    self.score_quiet(position, evaluator, history, parameters, check_squares.as_deref_mut());
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.pick_best() {
                    Some((mv, _)) => return Some(mv),
                    None => self.start_bad_noisies(),
                },
                Stage::BadNoisy => match self.buffer.bad_noisies.get(self.next_bad).copied() {
                    Some(mv) => {
                        self.next_bad += 1;
                        return Some(mv);
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

    fn generate(&mut self, position: &Position, gen_type: GenType) {
        self.buffer.moves.clear();
        self.buffer.sort_keys.clear();
        position.generate(gen_type, &mut self.buffer.moves);
    }

    fn score_quiet(
        &mut self,
        position: &Position,
        evaluator: &Evaluator,
        history: &History,
        parameters: &SearchParameters,
        mut check_squares: Option<&mut CheckSquares>,
    ) {
        let (hints, color, quiets) = (&self.hints, position.turn(), self.quiets);
        let refutations = [hints.killers[0], hints.killers[1], hints.counter_move];
        // Few moves are among these, and it is faster to compare squares than moves.
        let special = [hints.tt_move, refutations[0], refutations[1], refutations[2]];
        let special_squares = special.map(|mv| mv.map_or(NO_SQUARES, squares));
        let mut gives_check =
            |mv| check_squares.as_deref_mut().is_some_and(|squares| squares.gives_check(position, mv));
        let attacked = hints.threats.map_or(Bitboard::EMPTY, |threats| threats.by_any);
        let score = |mv: Move| {
            let kind = position.board().piece_at(mv.from)?.kind;
            let piece_to = PieceTo::new(kind, mv.to);
            let history_score = history.quiet(FromTo::new(color, mv, attacked))
                + parameters.order_last_move * history.continuation(hints.previous_moves[0], piece_to) / 2
                + history.continuation(hints.previous_moves[1], piece_to)
                + parameters.order_four_plies_ago * history.continuation(hints.previous_moves[2], piece_to)
                    / 2;
            let bonus = if !special_squares.contains(&squares(mv)) {
                0
            } else if hints.tt_move == Some(mv) {
                return None;
            } else {
                let rank = refutations.iter().position(|&refutation| refutation == Some(mv));
                rank.map_or(0, |rank| REFUTATION_BONUSES[rank] + parameters.order_refutations)
            };
            let mut is_check = |threshold| {
                gives_check(mv)
                    && (evaluator.goals.counts_checks || see_ge(evaluator, position, mv, threshold))
            };
            match quiets {
                Quiets::All => {
                    let is_good_check = parameters.order_checks > 0 && is_check(CHECK_SEE_THRESHOLD);
                    let check_bonus = if is_good_check { parameters.order_checks } else { 0 };
                    let is_escape = hints.threats.is_some_and(|threats| threats.is_escape(kind, mv));
                    let escape_bonus =
                        if is_escape { parameters.order_escape * evaluator.value(kind) } else { 0 };
                    Some(history_score + bonus + check_bonus + escape_bonus)
                }
                Quiets::SafeChecks => is_check(0).then_some(history_score),
                Quiets::None => None,
            }
        };
        self.buffer.set_sort_keys(score);
    }

    /// Scores noisy moves. An en passant capture counts as capturing nothing.
    fn score_noisy(&mut self, position: &Position, evaluator: &Evaluator, history: &History) {
        let tt_move = self.hints.tt_move;
        let captures_are_mandatory = position.variant().rules().must_capture;
        let score = |mv: Move| {
            let piece = position.board().piece_at(mv.from).filter(|_| tt_move != Some(mv))?;
            let captured = position.board().piece_at(mv.to);
            let gain = captured.map_or(0, |p| evaluator.value(p.kind))
                + mv.promotion().map_or(0, |kind| evaluator.value(kind) - evaluator.value(piece.kind));
            let history_score = history.capture(PieceTo::new(piece.kind, mv.to), captured);
            if captures_are_mandatory {
                let is_recaptured = position.is_attacked(mv.to, !position.turn());
                let bonus = if is_recaptured { RECAPTURED_BONUS } else { 0 };
                return Some(bonus + history_score / CAPTURE_HISTORY_DIVISOR);
            }
            let attacker = evaluator.value(piece.kind);
            Some(GAIN_WEIGHT * gain - attacker / ATTACKER_DIVISOR + history_score / CAPTURE_HISTORY_DIVISOR)
        };
        self.buffer.set_sort_keys(score);
    }

    /// Picks the best of the remaining moves, and returns it with its score.
    fn pick_best(&mut self) -> Option<(Move, i32)> {
        let best = self.buffer.sort_keys.iter().copied().max().filter(|&key| key > 0)?;
        let index = !(best as u32) as usize;
        self.buffer.sort_keys[index] = 0;
        let score = (best >> 32) as i32 - MAX_SCORE - 1;
        Some((self.buffer.moves[index], score))
    }
}
