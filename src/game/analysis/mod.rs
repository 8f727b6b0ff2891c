//! Computer analysis of a game that has ended: an evaluation of every position, a judgement of every move, and one
//! variation of moves that the player tries.

pub mod analyzer;
pub mod evaluation;
pub mod judgment;

use std::ops::Range;
use std::time::Duration;

use super::{Game, MadeMove};
use crate::engine::{AnalysisRequest, SearchReport, SearchRequest};
use crate::rules::{Color, Move, Position};
pub use evaluation::{Evaluation, evaluation_of, winning_chances_scale};
pub use judgment::{JudgedMove, Judgment};

/// Maximum number of worst moves that are listed for each side.
pub const WORST: usize = 3;

/// Evaluation of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionEval {
    /// Centipawns, or the distance to mate.
    pub evaluation: Evaluation,
    /// Search depth in plies; 0 if the game is over.
    pub depth: u32,
    /// Principal variation: the best moves of both sides from this position. Empty if the game is over.
    pub line: Vec<Move>,
}

/// Analysis of a game and of one variation.
///
/// Positions are numbered by plies. Ply 0 is the start position, and ply `n` is the position after the `n`th move of
/// the game. The positions of the variation have the numbers after [`Analysis::last_ply`].
///
/// ```
/// use std::time::Duration;
/// use xxlchess::game::analysis::{Analysis, Judgment};
/// use xxlchess::game::worker::{ThreadedWorker, Worker};
/// # let variant = xxlchess::notation::variants_ini::Variants::built_in().get("chess").unwrap();
/// # use xxlchess::{game::{Game, GameSetup}, rules::Color};
/// # let start = xxlchess::rules::Position::start(&variant).unwrap();
/// # let setup = GameSetup::with_human(start, Color::White, Default::default());
/// # let mut game = Game::new(setup);
/// # for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
/// #     let mv = xxlchess::notation::coords::parse_move(game.position(), text).unwrap();
/// #     game.apply(xxlchess::game::Command::Play(mv));
/// # }
///
/// let mut analysis = Analysis::new(&game);
/// let mut analyst = ThreadedWorker::analyst(1).inline();
/// while let Some(ply) = analysis.next_unevaluated() {
///     analyst.start(analysis.request(ply, Duration::from_millis(20), true));
///     analysis.update(ply, analyst.poll().unwrap());
/// }
/// // 1. f3 e5 2. g4 allows mate.
/// assert_eq!(analysis.judged_move(3).unwrap().judgment, Judgment::Blunder);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    positions: Vec<Position>,
    keys: Vec<u64>,
    moves: Vec<MadeMove>,
    evals: Vec<Option<PositionEval>>,
    last_ply: usize,
    /// The ply of the game at which the variation begins.
    branch: usize,
    /// Centipawns with which a side has winning chances of 73 %.
    scale: f64,
}

impl Analysis {
    /// An analysis of `game` without evaluations, except of a position in which the game is over.
    pub fn new(game: &Game) -> Self {
        let (positions, keys) = (game.positions(), game.keys().to_vec());
        let evals = (0..positions.len()).map(|ply| game_over(&positions[ply], &keys[..=ply])).collect();
        let last_ply = game.moves().len();
        let scale = winning_chances_scale(positions[0].variant());
        Self { positions, keys, moves: game.moves().to_vec(), evals, last_ply, branch: last_ply, scale }
    }

    /// Whether this is an analysis of `game` with exactly these moves.
    pub fn is_for(&self, game: &Game) -> bool {
        self.keys[..=self.last_ply] == *game.keys() && self.moves() == game.moves()
    }

    /// The moves of the game.
    pub fn moves(&self) -> &[MadeMove] {
        &self.moves[..self.last_ply]
    }

    /// The ply of the last position of the game. It is the number of moves of the game.
    pub fn last_ply(&self) -> usize {
        self.last_ply
    }

    /// The plies of the variation; empty if there is no variation.
    pub fn variation(&self) -> Range<usize> {
        self.last_ply + 1..self.positions.len()
    }

    /// The ply of the game at which the variation begins.
    pub fn branch(&self) -> usize {
        self.branch
    }

    /// `ply` itself if it is in the game. If it is in the variation, the ply at which the variation begins.
    pub fn ply_in_game(&self, ply: usize) -> usize {
        if ply > self.last_ply { self.branch } else { ply }
    }

    /// The ply of the position before `ply`; `None` at the start position.
    pub fn previous(&self, ply: usize) -> Option<usize> {
        if ply == self.variation().start { Some(self.branch) } else { ply.checked_sub(1) }
    }

    /// The ply of the position after `ply`; `None` if there is none. At the ply where the variation begins, it is the
    /// next position of the game. If the game has ended there, it is the first position of the variation.
    pub fn next(&self, ply: usize) -> Option<usize> {
        let is_end = ply == self.last_ply && self.branch != ply;
        Some(ply + 1).filter(|&next| next < self.positions.len() && !is_end)
    }

    /// The ply of the position after `mv` at `ply`; `None` if neither the game nor the variation has this move.
    pub fn after(&self, ply: usize, mv: Move) -> Option<usize> {
        let first = Some(self.variation().start).filter(|_| ply == self.branch);
        let mut next = self.next(ply).into_iter().chain(first);
        next.find(|&next| self.move_to(next).is_some_and(|made| made.mv == mv))
    }

    /// Adds a move at `ply`. If `ply` is in the game, the move begins a new variation, which replaces the old one. If
    /// it is in the variation, the later moves of the variation are removed. Returns the ply of the position after the
    /// move, or `None` if the move is illegal.
    pub fn add(&mut self, ply: usize, made: MadeMove) -> Option<usize> {
        let mut position = self.position(ply).clone();
        position.play(made.mv).ok()?;
        if ply <= self.last_ply {
            self.branch = ply;
        }
        let number = ply.max(self.last_ply) + 1;
        self.positions.truncate(number);
        self.keys.truncate(number);
        self.moves.truncate(number - 1);
        self.evals.truncate(number);
        self.keys.push(position.key());
        self.moves.push(made);
        let keys = self.keys_to(number);
        self.evals.push(game_over(&position, &keys));
        self.positions.push(position);
        Some(number)
    }

    /// The keys of the positions up to `ply`.
    fn keys_to(&self, ply: usize) -> Vec<u64> {
        let mut keys = self.keys[..=self.ply_in_game(ply)].to_vec();
        keys.extend(self.keys.get(self.variation().start..=ply).unwrap_or_default());
        keys
    }

    /// The moves that led to the position at `ply`.
    fn moves_to(&self, ply: usize) -> Vec<Move> {
        let game = &self.moves[..self.ply_in_game(ply)];
        let variation = self.moves.get(self.variation().start - 1..ply).unwrap_or_default();
        game.iter().chain(variation).map(|made| made.mv).collect()
    }

    /// The position at `ply`. If there is no such position, it is the last one.
    pub fn position(&self, ply: usize) -> &Position {
        &self.positions[ply.min(self.moves.len())]
    }

    /// The move that led to the position at `ply`; `None` for the start position.
    pub fn move_to(&self, ply: usize) -> Option<&MadeMove> {
        self.moves.get(ply.checked_sub(1)?)
    }

    /// The evaluation of the position at `ply`, if there is one yet.
    pub fn eval(&self, ply: usize) -> Option<&PositionEval> {
        self.evals.get(ply)?.as_ref()
    }

    /// White's winning chances at `ply`, from 0 to 1; `None` if the position has not been evaluated.
    pub fn winning_chances(&self, ply: usize) -> Option<f64> {
        Some(self.eval(ply)?.evaluation.winning_chances(Color::White, self.scale))
    }

    /// The number of evaluated positions of the game.
    pub fn evaluated(&self) -> usize {
        self.evals[..=self.last_ply].iter().flatten().count()
    }

    /// The ply of the last position without an evaluation. Positions are searched from the end backwards, because the
    /// engine's hash table then contains the positions after each of them.
    pub fn next_unevaluated(&self) -> Option<usize> {
        self.evals.iter().rposition(Option::is_none)
    }

    /// The request to search the position at `ply` for `time`.
    pub fn request(&self, ply: usize, time: Duration, deterministic: bool) -> AnalysisRequest {
        let ply = ply.min(self.moves.len());
        let search = SearchRequest {
            key_history: self.keys_to(ply),
            line: Some((self.positions[0].clone(), self.moves_to(ply))),
            deterministic,
            ..SearchRequest::new(self.positions[ply].clone())
        };
        AnalysisRequest::timed(search, time)
    }

    /// Stores `report` as the evaluation at `ply`, unless the present one is deeper. Returns whether it was stored.
    pub fn update(&mut self, ply: usize, report: SearchReport) -> bool {
        let Some(slot) = self.evals.get_mut(ply) else { return false };
        let improves = |eval: &PositionEval| !eval.line.is_empty() && report.depth >= eval.depth;
        let better = slot.as_ref().is_none_or(improves);
        if better {
            let evaluation = evaluation_of(report.score, self.positions[ply].turn());
            *slot = Some(PositionEval { evaluation, depth: report.depth, line: report.pv });
        }
        better
    }

    /// The judgement of the move that led to `ply`; `None` until the positions before and after it have been evaluated.
    pub fn judged_move(&self, ply: usize) -> Option<JudgedMove> {
        let made = self.move_to(ply)?;
        let (before, after) = (self.eval(self.previous(ply)?)?, self.eval(ply)?);
        let best = before.line.first().copied();
        let change = (before.evaluation, after.evaluation);
        let better = best.filter(|&best| best != made.mv);
        Some(JudgedMove::new(ply, made.piece.color, change, better, self.scale))
    }

    /// The accuracy of `color` in percent. `None` until all moves of this side are judged, and if it has made no move.
    pub fn accuracy(&self, color: Color) -> Option<u8> {
        let plies = (1..=self.last_ply()).filter(|&ply| self.moves[ply - 1].piece.color == color);
        let losses: Option<Vec<f64>> = plies.map(|ply| Some(self.judged_move(ply)?.loss)).collect();
        judgment::accuracy(&losses?).map(|percent| percent.round() as u8)
    }

    /// The accuracy of both sides in words: `Accuracy: White 87%, Black 91%`.
    pub fn accuracy_of_both(&self) -> Option<String> {
        let side = |color: Color| Some(format!("{} {}%", color.name(), self.accuracy(color)?));
        let sides: Vec<String> = Color::ALL.into_iter().filter_map(side).collect();
        (!sides.is_empty()).then(|| format!("Accuracy: {}", sides.join(", ")))
    }

    /// The worst moves of `color`, at most [`WORST`], from the worst on. Of equally bad moves the earlier comes first.
    pub fn worst(&self, color: Color) -> Vec<JudgedMove> {
        let all = (1..=self.last_ply()).filter_map(|ply| self.judged_move(ply));
        let mut bad: Vec<_> = all.filter(|j| j.color == color && j.judgment != Judgment::Good).collect();
        // The sort is stable.
        bad.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        bad.truncate(WORST);
        bad
    }
}

/// The evaluation of `position` if the rules end the game there. `keys` are the keys of the positions up to it.
fn game_over(position: &Position, keys: &[u64]) -> Option<PositionEval> {
    let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
    let winner = position.outcome(occurrences)?.winner();
    let evaluation = winner.map_or(Evaluation::Centipawns(0), |winner| Evaluation::Mate { winner, moves: 0 });
    Some(PositionEval { evaluation, depth: 0, line: Vec::new() })
}
