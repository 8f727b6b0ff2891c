//! Players, which choose the moves of a side in a game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::score::Score;
use crate::rules::{Move, Position};

/// A position in which a [`Player`] has to choose a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// The position. In fog of war it has only the pieces that the player sees.
    pub position: Position,
    /// The moves to choose from; `None` stands for all legal moves of `position`. In fog of war the legal moves of the
    /// game may differ from those of `position`, because of pieces that the player does not see.
    pub search_moves: Option<Vec<Move>>,
    /// Keys of all positions of the game, that of the present position last.
    pub key_history: Vec<u64>,
    /// The start position of the game and the moves that led to `position`, for engines of other programs and for the
    /// habits of people. It is `None` if it is unknown, and in fog of war.
    pub line: Option<(Position, Vec<Move>)>,
    /// Time left on the player's clock; `None` without a clock.
    pub time_left: Option<Duration>,
    /// Time added to the clock after each move.
    pub increment: Duration,
    /// Seed of all random choices. Requests of one game have the same seed, so that a player keeps its habits.
    pub seed: u64,
    /// Whether the answer must depend on this request alone, and not on the speed of the machine or on earlier searches.
    pub deterministic: bool,
}

impl SearchRequest {
    /// Creates a deterministic request for a move in `position`, without clock and history.
    pub fn new(position: Position) -> Self {
        Self {
            position,
            search_moves: None,
            key_history: Vec::new(),
            line: None,
            time_left: None,
            increment: Duration::ZERO,
            seed: 0,
            deterministic: true,
        }
    }

    /// The moves of the game so far, the last one last; empty if they are unknown.
    pub fn moves(&self) -> &[Move] {
        self.line.as_ref().map_or(&[], |(_, moves)| moves)
    }

    /// The moves to choose from.
    pub fn candidate_moves(&self) -> Vec<Move> {
        self.search_moves.clone().unwrap_or_else(|| self.position.legal_moves())
    }

    /// A move that is made without a search in fog of war. It captures the king, or it is any candidate move if none of
    /// them is legal in the visible position.
    pub(super) fn move_without_search(&self) -> Option<Move> {
        let moves = self.search_moves.as_ref()?;
        let king_capture = moves.iter().copied().find(|&mv| self.position.captures_king(mv));
        let is_searchable = moves.iter().any(|&mv| self.position.is_legal(mv));
        // The remainder is less than the length of a list, so it fits into a `usize`.
        let any =
            || moves.get(((self.seed ^ self.position.key()) % (moves.len() as u64).max(1)) as usize).copied();
        king_capture.or_else(|| if is_searchable { None } else { any() })
    }
}

/// A position to analyse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisRequest {
    /// The position with its history.
    pub search: SearchRequest,
    /// Length of the search, which is reported once. If it is `None`, the search goes on until it is stopped, and each
    /// iteration is reported.
    pub time: Option<Duration>,
    /// Number of best moves for which the analysis has a line. 0 counts as 1.
    pub lines: usize,
}

impl AnalysisRequest {
    /// A request to search for a fixed time, with one line.
    pub fn timed(search: SearchRequest, time: Duration) -> Self {
        Self { search, time: Some(time), lines: 1 }
    }
}

/// Chooses moves for one side of a game.
///
/// ```
/// # use std::sync::atomic::AtomicBool;
/// # use xxlchess_core::engine::{Player, SearchRequest, heuristic::HeuristicPlayer};
/// # use xxlchess_core::{notation::variants_ini::Variants, rules::Position};
/// let position = Position::start(&Variants::built_in().get("xxl").unwrap()).unwrap();
/// let mut player: Box<dyn Player> = Box::new(HeuristicPlayer);
/// let mv = player.choose_move(&SearchRequest::new(position.clone()), &AtomicBool::new(false));
/// assert!(mv.is_some_and(|mv| position.is_legal(mv)));
/// ```
pub trait Player: Send {
    /// Returns a legal move, or `None` if there is none. Soon after `stop` becomes true, the player returns the best move
    /// that it has found.
    fn choose_move(&mut self, request: &SearchRequest, stop: &AtomicBool) -> Option<Move>;
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// Score for the side to move.
    pub score: Score,
    /// Depth of the last completed iteration, in plies.
    pub depth: u32,
    /// Number of nodes of all threads.
    pub nodes: u64,
    /// Principal variation, the best move first; empty if there is no legal move.
    pub pv: Vec<Move>,
    /// Scores and principal variations of the next best moves, if the search was asked for several lines.
    pub further: Vec<(Score, Vec<Move>)>,
}

impl SearchReport {
    /// Creates the report of a move that was found without a search. Its depth is 1, or 0 if there is no move.
    pub fn from_move(best: Option<Move>, score: Score) -> Self {
        let depth = u32::from(best.is_some());
        Self { score, depth, nodes: 0, pv: best.into_iter().collect(), further: Vec::new() }
    }

    /// The best move; `None` if there is no legal move.
    pub fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// The expected reply to the best move.
    pub fn ponder_move(&self) -> Option<Move> {
        self.pv.get(1).copied()
    }
}
