//! Analysis of a game that has ended: how good every position was, and what each move gave away.

pub mod analyzer;
pub mod evaluation;
pub mod judgement;

use std::time::Duration;

use super::adviser::Question;
use super::{Game, MadeMove};
use crate::engine::{SearchReport, SearchRequest};
use crate::rules::{Color, Move, Outcome, Position};
pub use evaluation::Evaluation;
pub use judgement::{JudgedMove, Judgement};

/// How many of each side's moves are pointed out at most.
pub const WORST: usize = 3;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionEval {
    /// How good it is.
    pub evaluation: Evaluation,
    /// How many half-moves were looked ahead; 0 where the rules decide.
    pub depth: u32,
    /// The moves both sides should play from there, the best move first; empty where the game is over.
    pub line: Vec<Move>,
}

/// A game with what is known of its positions. Positions are counted from 0, the start; number `n` is the one after
/// the `n`th move.
#[derive(Clone, Debug)]
pub struct Analysis {
    positions: Vec<Position>,
    keys: Vec<u64>,
    moves: Vec<MadeMove>,
    evals: Vec<Option<PositionEval>>,
}

impl PartialEq for Analysis {
    /// Two analyses are the same that know the same of the same game; its positions follow from its moves.
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys && self.moves == other.moves && self.evals == other.evals
    }
}

impl Analysis {
    /// The analysis of `game` in which nothing is known yet but what the rules decide.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let (positions, keys) = (game.positions(), game.keys().to_vec());
        let evals = (0..positions.len()).map(|ply| decided(&positions[ply], &keys[..=ply])).collect();
        Self { positions, keys, moves: game.moves().to_vec(), evals }
    }

    /// Whether it is one of `game` as it stands.
    #[must_use]
    pub fn is_for(&self, game: &Game) -> bool {
        self.keys == game.keys() && self.moves == game.moves()
    }

    /// The moves of the game.
    #[must_use]
    pub fn moves(&self) -> &[MadeMove] {
        &self.moves
    }

    /// The number of the last position, which is the number of moves.
    #[must_use]
    pub fn last_ply(&self) -> usize {
        self.moves.len()
    }

    /// The position after `ply` moves; the last one beyond the end.
    #[must_use]
    pub fn position(&self, ply: usize) -> &Position {
        &self.positions[ply.min(self.last_ply())]
    }

    /// The move that led to position number `ply`; `None` for the start.
    #[must_use]
    pub fn move_to(&self, ply: usize) -> Option<&MadeMove> {
        self.moves.get(ply.checked_sub(1)?)
    }

    /// What is known of position number `ply`.
    #[must_use]
    pub fn eval(&self, ply: usize) -> Option<&PositionEval> {
        self.evals.get(ply)?.as_ref()
    }

    /// How many positions something is known of.
    #[must_use]
    pub fn evaluated(&self) -> usize {
        self.evals.iter().flatten().count()
    }

    /// The last position nothing is known of: from the end to the start, each search finds in the engine's memory
    /// what comes after its position.
    #[must_use]
    pub fn next_unevaluated(&self) -> Option<usize> {
        self.evals.iter().rposition(Option::is_none)
    }

    /// The question what to think of position number `ply`, to be looked into for `time`; whether the answer must be
    /// `repeatable` on every machine.
    #[must_use]
    pub fn request(&self, ply: usize, time: Duration, repeatable: bool) -> Question {
        let ply = ply.min(self.last_ply());
        let task = SearchRequest {
            position: self.positions[ply].clone(),
            search_moves: None,
            key_history: self.keys[..=ply].to_vec(),
            time_left: None,
            increment: Duration::ZERO,
            seed: 0,
            deterministic: repeatable,
        };
        Question { task, time }
    }

    /// Takes in what was found out about position number `ply`, unless more is known; says whether it was news.
    pub fn update(&mut self, ply: usize, found: SearchReport) -> bool {
        let Some(place) = self.evals.get_mut(ply) else { return false };
        let open = |known: &PositionEval| !known.line.is_empty() && found.depth >= known.depth;
        let deeper = place.as_ref().is_none_or(open);
        if deeper {
            let evaluation = Evaluation::of(found.score, self.positions[ply].turn());
            *place = Some(PositionEval { evaluation, depth: found.depth, line: found.pv });
        }
        deeper
    }

    /// What the move to position number `ply` was worth; `None` while that is not known.
    #[must_use]
    pub fn judged_move(&self, ply: usize) -> Option<JudgedMove> {
        let made = self.move_to(ply)?;
        let (before, after) = (self.eval(ply - 1)?, self.eval(ply)?);
        let best = before.line.first().copied();
        let change = (before.evaluation, after.evaluation);
        Some(JudgedMove::new(ply, made.piece.color, change, best.filter(|&best| best != made.mv)))
    }

    /// The moves with which `color` gave most away, at most [`WORST`], the worst first; of equal ones the earlier.
    #[must_use]
    pub fn worst(&self, color: Color) -> Vec<JudgedMove> {
        let all = (1..=self.last_ply()).filter_map(|ply| self.judged_move(ply));
        let mut bad: Vec<_> = all.filter(|j| j.color == color && j.judgement != Judgement::Good).collect();
        // The sort keeps the order of equals.
        bad.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        bad.truncate(WORST);
        bad
    }
}

/// What the rules say of a position in which the game is over; `keys` are those of the positions up to it.
fn decided(position: &Position, keys: &[u64]) -> Option<PositionEval> {
    let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
    let winner = match position.outcome(occurrences)? {
        Outcome::KingCaptured { winner } | Outcome::Checkmate { winner } => Some(winner),
        Outcome::Stalemate { winner } => winner,
        Outcome::Repetition | Outcome::MoveRule => None,
    };
    let evaluation = winner.map_or(Evaluation::Centipawns(0), |winner| Evaluation::Mate { winner, moves: 0 });
    Some(PositionEval { evaluation, depth: 0, line: Vec::new() })
}
