//! Move ordering: the hash move, good captures, quiet moves by their history, bad captures; generated in stages.

use crate::rules::{GenType, Move, Position};

use super::eval::Evaluator;
use super::history::{History, PieceTo};
use super::score::Value;
use super::see;

/// A move and what its order goes by.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Larger comes first.
    pub score: i32,
}

/// Room for the moves of one node, kept from node to node so that nothing is allocated in the search.
#[derive(Debug, Default)]
pub struct MoveBuffer {
    moves: Vec<Move>,
    /// For each move its score and number in one word, 0 when it was given: the best is a plain maximum, which
    /// the compiler makes a few wide instructions.
    order: Vec<u64>,
    bad: Vec<ScoredMove>,
}

/// Scores lie this far from 0 at most.
const SCORE_LIMIT: i32 = 1 << 30;

/// One word for the score and number of a move; larger comes first, of equals the lower number.
#[inline]
fn word(score: i32, number: usize) -> u64 {
    let score = score.clamp(-SCORE_LIMIT, SCORE_LIMIT) + SCORE_LIMIT + 1;
    // The score is positive, and there are far fewer moves than 32 bits can count.
    (score as u64) << 32 | u64::from(!(number as u32))
}

/// The way of no move: none stays where it is.
const NO_WAY: u16 = 0;

/// Both squares of a move in one word.
#[inline]
fn way(mv: Move) -> u16 {
    // Both are below 256.
    (mv.from.index() as u16) << 8 | mv.to.index() as u16
}

/// What ordering asks about the moves played before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context {
    /// The hash move, already known to be legal.
    pub hash: Option<Move>,
    /// Quiet moves that cut off beside this node.
    pub killers: [Option<Move>; 2],
    /// The quiet move that refuted the opponent's last move before.
    pub counter: Option<Move>,
    /// Landings one, two and four half-moves ago.
    pub before: [Option<PieceTo>; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Hash,
    MakeNoisy,
    Noisy,
    MakeQuiet,
    Quiet,
    Bad,
    Done,
}

/// Gives the moves of one node, best first.
#[derive(Debug)]
pub struct MovePicker {
    stage: Stage,
    context: Context,
    room: MoveBuffer,
    next: usize,
    /// Give only noisy moves, and of them only those whose exchange gains at least this.
    noisy_only: Option<Value>,
}

impl MovePicker {
    /// All legal moves.
    #[must_use]
    pub fn all(room: MoveBuffer, context: Context) -> Self {
        Self { stage: Stage::Hash, context, room, next: 0, noisy_only: None }
    }

    /// Noisy moves whose exchange gains at least `threshold`.
    #[must_use]
    pub fn noisy(room: MoveBuffer, context: Context, threshold: Value) -> Self {
        Self { stage: Stage::Hash, context, room, next: 0, noisy_only: Some(threshold) }
    }

    /// Gives the room back.
    #[must_use]
    pub fn into_room(self) -> MoveBuffer {
        self.room
    }

    /// Whether the move given last was quiet, or a capture that loses material.
    #[must_use]
    pub fn is_past_good_captures(&self) -> bool {
        matches!(self.stage, Stage::Quiet | Stage::Bad | Stage::Done)
    }

    /// Leaves out the quiet moves that are left.
    pub fn skip_quiet(&mut self) {
        if matches!(self.stage, Stage::MakeQuiet | Stage::Quiet) {
            self.begin_bad();
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
                Stage::Hash => {
                    self.stage = Stage::MakeNoisy;
                    if let Some(mv) = self.context.hash {
                        return Some(ScoredMove { mv, score: i32::MAX });
                    }
                }
                Stage::MakeNoisy => {
                    self.generate(position, GenType::Noisy);
                    self.room.bad.clear();
                    self.score_noisy(position, evaluator, history);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.best() {
                    Some(scored) => {
                        let least = self.noisy_only.unwrap_or(-scored.score / 64);
                        if see::see_ge(evaluator, position, scored.mv, least) {
                            return Some(scored);
                        }
                        if self.noisy_only.is_none() {
                            self.room.bad.push(scored);
                        }
                    }
                    None if self.noisy_only.is_some() => self.stage = Stage::Done,
                    None => self.stage = Stage::MakeQuiet,
                },
                Stage::MakeQuiet => {
                    self.generate(position, GenType::Quiet);
                    self.score_quiet(position, history);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best() {
                    Some(scored) => return Some(scored),
                    None => self.begin_bad(),
                },
                Stage::Bad => match self.room.bad.get(self.next).copied() {
                    Some(scored) => {
                        self.next += 1;
                        return Some(scored);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn begin_bad(&mut self) {
        self.next = 0;
        self.stage = Stage::Bad;
    }

    fn generate(&mut self, position: &Position, scope: GenType) {
        self.room.moves.clear();
        self.room.order.clear();
        position.generate(scope, &mut self.room.moves);
    }

    fn score_quiet(&mut self, position: &Position, history: &History) {
        let (context, color) = (&self.context, position.turn());
        let [first, second] = context.killers;
        // Hardly any move is one of these: the squares alone tell most of them apart, in one comparison.
        let marked = [context.hash, first, second, context.counter].map(|mv| mv.map_or(NO_WAY, way));
        let score = |mv: Move| {
            let landing = PieceTo::new(position.board().piece_at(mv.from)?.kind, mv.to);
            let past = history.quiet(color, mv)
                + history.continuation(context.before[0], landing)
                + history.continuation(context.before[1], landing)
                + history.continuation(context.before[2], landing) / 2;
            let known = match Some(mv) {
                _ if !marked.contains(&way(mv)) => 0,
                _ if context.hash == Some(mv) => return None,
                refuter if refuter == context.killers[0] => 40_000,
                refuter if refuter == context.killers[1] => 36_000,
                refuter if refuter == context.counter => 20_000,
                _ => 0,
            };
            Some(past + known)
        };
        let words = self.room.moves.iter().enumerate();
        self.room.order.extend(words.map(|(n, &mv)| score(mv).map_or(0, |score| word(score, n))));
    }

    /// Captures of much by little first, corrected by what captures like these did before.
    fn score_noisy(&mut self, position: &Position, evaluator: &Evaluator, history: &History) {
        let hash = self.context.hash;
        let score = |mv: Move| {
            let piece = position.board().piece_at(mv.from).filter(|_| hash != Some(mv))?;
            let captured = position.board().piece_at(mv.to);
            let gain = captured.map_or(0, |p| evaluator.value(p.kind))
                + mv.promotion().map_or(0, |kind| evaluator.value(kind) - evaluator.value(piece.kind));
            let past = history.capture(PieceTo::new(piece.kind, mv.to), captured);
            Some(7 * gain - evaluator.value(piece.kind) / 8 + past / 16)
        };
        let words = self.room.moves.iter().enumerate();
        self.room.order.extend(words.map(|(n, &mv)| score(mv).map_or(0, |score| word(score, n))));
    }

    /// The best of the moves not given yet.
    fn best(&mut self) -> Option<ScoredMove> {
        let best = self.room.order.iter().copied().max().filter(|&word| word > 0)?;
        let number = !(best as u32) as usize;
        self.room.order[number] = 0;
        let score = (best >> 32) as i32 - SCORE_LIMIT - 1;
        Some(ScoredMove { mv: self.room.moves[number], score })
    }
}
