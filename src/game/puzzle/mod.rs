//! Puzzles: positions with a goal that the side to move can force.

pub mod catalog;
pub mod check;
mod controller;
pub mod file;
pub mod goal;
pub mod mistake;
pub mod progress;
pub mod selection;
pub mod theme;

pub use controller::{PuzzleController, PuzzleHint, PuzzleState};
pub use goal::PuzzleGoal;
use mistake::Mistake;

use crate::engine::mate_solver::SolverGoal;
use crate::notation::fen;
use crate::notation::pgn::PgnGame;
use crate::rules::{Color, Move, PieceKind, Position, Undo};

/// Moves of a puzzle that have no alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unique {
    /// None of the moves.
    No,
    /// The first move.
    First,
    /// All moves of the solution by the side that begins.
    Line,
}

/// A puzzle.
///
/// ```
/// use xxlchess::game::puzzle::file;
/// use xxlchess::notation::variants_ini::Variants;
///
/// let variant = Variants::built_in().get("chess").unwrap();
/// let text = "[A rook]\nfen = k7/8/K7/8/8/8/8/7R w - - 0 1\ngoal = mate 1\n";
/// let puzzle = file::parse(&variant, text).unwrap().remove(0);
/// assert_eq!(puzzle.instruction(), "White mates in 1");
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Title of the puzzle.
    pub title: String,
    /// Themes of the puzzle, each of one or two words. Themes in [`theme::THEMES`] have a title and a description.
    pub themes: Vec<String>,
    /// Difficulty: the Elo rating of a player who solves the puzzle half of the time.
    pub rating: Option<u16>,
    /// The goal of the side to move.
    pub goal: PuzzleGoal,
    /// Moves of the solution that have no alternative.
    pub unique: Unique,
    /// The start position. The player has the side to move.
    pub position: Position,
    /// The move of the other side that led to the start position, with the undo information for it.
    pub last_move: Option<(Move, Undo)>,
    /// The moves of both sides from the start to the goal. It is empty if the file gives no solution.
    pub solution: Vec<Move>,
    /// The mistake in a game from which the puzzle was made, if it was.
    pub mistake: Option<Box<Mistake>>,
}

impl Puzzle {
    /// A puzzle without themes, rating, last move or solution.
    pub fn new(title: String, goal: PuzzleGoal, position: Position) -> Self {
        Self {
            title,
            themes: Vec::new(),
            rating: None,
            goal,
            unique: Unique::No,
            position,
            last_move: None,
            solution: Vec::new(),
            mistake: None,
        }
    }

    /// The puzzle to find a better move than the mistake of `record`, which [`mistake::found`] has returned. `None` if the
    /// better move or an evaluation is missing.
    pub fn of_mistake(record: PgnGame) -> Option<Self> {
        let mistake = Mistake::of(record)?;
        let (tree, before) = (&mistake.record.tree, mistake.before);
        let mut position = tree.start().clone();
        let last_move = tree.move_to(before).map(|mv| (mv, position.make(mv)));
        let better = *tree.children(before).get(1)?;
        let line = [better].into_iter().chain(tree.line_after(better));
        let solution = line.filter_map(|id| tree.move_to(id)).collect();
        let title = mistake.title();
        let puzzle = Self::new(title, PuzzleGoal::Better, position);
        Some(Self { last_move, solution, mistake: Some(Box::new(mistake)), ..puzzle })
    }

    /// The record of the mistake, to be saved with its id.
    pub fn kept(&mut self) -> Option<PgnGame> {
        let id = self.id();
        let tags = &mut self.mistake.as_mut()?.record.tags;
        tags.remove(&[mistake::ID]);
        tags.push(mistake::ID, id);
        self.mistake.as_ref().map(|mistake| mistake.record.clone())
    }

    /// The side that the player plays.
    pub fn side(&self) -> Color {
        self.position.turn()
    }

    /// The position before [`Puzzle::last_move`]. If there is no last move, it is the start position.
    pub fn before(&self) -> Position {
        let mut position = self.position.clone();
        if let Some((mv, undo)) = &self.last_move {
            position.unmake(*mv, undo);
        }
        position
    }

    /// The number of moves in which the goal must be reached.
    pub const fn moves(&self) -> u8 {
        self.goal.moves()
    }

    /// The kind of the piece that moves first; `None` if the file gives no solution.
    pub fn hero(&self) -> Option<PieceKind> {
        self.position.board().piece_at(self.solution.first()?.from).map(|piece| piece.kind)
    }

    /// Whether only moves of the solution and moves that mate at once are right.
    pub fn follows_line(&self) -> bool {
        self.unique == Unique::Line || matches!(self.goal, PuzzleGoal::Best(_))
    }

    /// The goal for the mate solver; `None` if only the moves of the solution are right.
    pub fn solver_goal(&self) -> Option<SolverGoal> {
        if self.follows_line() { None } else { self.goal.solver_goal(&self.position) }
    }

    /// The instruction to the player: `White mates in 2`.
    pub fn instruction(&self) -> String {
        self.goal.instruction(self.position.variant(), self.side())
    }

    /// The id under which progress is saved. It depends on variant, position and goal, but not on file or title.
    pub fn id(&self) -> String {
        let variant = self.position.variant();
        let text = format!(
            "{}|{}|{}",
            variant.rules().name,
            fen::format(&self.position),
            self.goal.to_text(variant)
        );
        format!("{:016x}", fnv1a(&text))
    }
}

/// FNV-1a hash of a text, which is the same on every machine.
fn fnv1a(text: &str) -> u64 {
    text.bytes()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
