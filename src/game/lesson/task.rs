//! Task of a step of a lesson, with its text in the file of lessons and its instruction to the learner.

use crate::game::puzzle::PuzzleGoal;
use crate::notation::coords::parse_square;
use crate::rules::{Bitboard, Color, Move, MoveFlag, PieceKind, Position, Variant};

/// Maximum number of moves of a [`Task::Forced`]. The mate solver proves so few moves in less than the time of a frame.
const MAX_FORCED_MOVES: u8 = 3;

/// Task of the learner in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Reach all these squares.
    Stars(Bitboard),
    /// Capture all enemy pieces, or all enemy pieces of one kind.
    Capture(Option<PieceKind>),
    /// Give check.
    Check,
    /// Castle.
    Castle,
    /// Promote a piece.
    Promote,
    /// Reach the goal of a puzzle against the best defence.
    Forced(PuzzleGoal),
    /// No task: the learner may try the pieces on the board.
    Free,
}

/// List of the possible tasks, for error messages.
pub(super) const EXPECTED: &str = "\"stars e4 f6\", \"capture\", \"capture q\", \"check\", \"castle\", \"promote\", \
     \"free\", \"mate 2\", \"save 2\" or \"win a 2\"";

impl Task {
    /// Parses a task of `variant`, such as `stars e4 f6` or `mate 2`.
    pub fn parse(variant: &Variant, text: &str) -> Option<Self> {
        let words: Vec<_> = text.split_whitespace().collect();
        match words.as_slice() {
            ["stars", squares @ ..] if !squares.is_empty() => {
                let squares =
                    squares.iter().map(|square| parse_square(square)).collect::<Option<Bitboard>>()?;
                Some(Self::Stars(squares)).filter(|_| squares.without(variant.geometry().board()).is_empty())
            }
            ["capture"] => Some(Self::Capture(None)),
            ["capture", letter] => Some(Self::Capture(Some(variant.kind_by_letter(letter.parse().ok()?)?))),
            ["check"] => Some(Self::Check),
            ["castle"] => Some(Self::Castle),
            ["promote"] => Some(Self::Promote),
            ["free"] => Some(Self::Free),
            _ => PuzzleGoal::parse(variant, text)
                .filter(|goal| goal.moves() <= MAX_FORCED_MOVES && !matches!(goal, PuzzleGoal::Best(_)))
                .map(Self::Forced),
        }
    }

    /// The instruction to the learner in a step that begins with `position`: `Collect all the stars.`
    pub(super) fn instruction(self, position: &Position) -> String {
        let variant = position.variant();
        let name = |kind| &variant.piece(kind).name;
        match self {
            Self::Stars(squares) if squares.count() == 1 => "Go to the star.".to_owned(),
            Self::Stars(_) => "Collect all the stars.".to_owned(),
            Self::Capture(None) => "Capture all the black pieces.".to_owned(),
            Self::Capture(Some(kind)) => format!("Capture the {}.", name(kind)),
            Self::Check => "Give check.".to_owned(),
            Self::Castle => "Castle.".to_owned(),
            Self::Promote => {
                let own =
                    variant.kinds().filter(|&kind| position.board().by_piece(position.turn(), kind).any());
                let promoting = own.filter(|&kind| variant.rules().promotion_of(kind).is_some());
                let names: Vec<_> = promoting.map(|kind| name(kind).as_str()).collect();
                format!("Promote the {}.", names.join(" or the "))
            }
            Self::Forced(PuzzleGoal::Mate(1)) => "Give mate in one move.".to_owned(),
            Self::Forced(PuzzleGoal::Mate(moves)) => format!("Give mate in {moves} moves."),
            Self::Forced(PuzzleGoal::Save(_)) => "Do not get mated.".to_owned(),
            Self::Forced(PuzzleGoal::Win(kind, _)) => format!("Win the {}.", name(kind)),
            Self::Forced(PuzzleGoal::Best(_) | PuzzleGoal::Better) => "Find the best move.".to_owned(),
            Self::Free => "Move any piece.".to_owned(),
        }
    }

    /// Whether the instruction contains the number of moves, or there is no task.
    pub(super) const fn names_moves(self) -> bool {
        matches!(self, Self::Forced(PuzzleGoal::Mate(_)) | Self::Free)
    }

    /// The squares with stars.
    pub(super) const fn stars(self) -> Bitboard {
        match self {
            Self::Stars(squares) => squares,
            _ => Bitboard::EMPTY,
        }
    }

    /// A number of moves below which the task cannot be completed, one for each star and each piece to capture.
    pub(super) fn least_moves(self, stars: Bitboard, position: &Position) -> usize {
        let enemy = !position.turn();
        let left = match self {
            Self::Stars(_) => stars,
            Self::Capture(None) => targets(position, enemy),
            Self::Capture(Some(kind)) => position.board().by_piece(enemy, kind),
            _ => Bitboard::EMPTY,
        };
        left.count() as usize
    }

    /// Whether the move `mv` has completed the task; false for a task against an opponent. `stars` are the squares with
    /// stars that have not been reached. `position` is the position after the move.
    pub(super) fn is_done(self, mv: Move, stars: Bitboard, position: &Position) -> bool {
        let enemy = position.turn();
        match self {
            Self::Stars(_) => stars.is_empty(),
            Self::Capture(None) => targets(position, enemy).is_empty(),
            Self::Capture(Some(kind)) => position.board().by_piece(enemy, kind).is_empty(),
            Self::Check => position.is_check(),
            Self::Castle => mv.flag == MoveFlag::Castle,
            Self::Promote => mv.promotion().is_some(),
            Self::Forced(_) | Self::Free => false,
        }
    }
}

/// The pieces of `color` that can be captured.
fn targets(position: &Position, color: Color) -> Bitboard {
    position.board().by_color(color).without(position.royal_king(color).into_iter().collect())
}
