//! Commands to a game, the events they cause, and how games end.

use std::time::Duration;

use crate::rules::{Color, Move, MoveFlag, Outcome, Piece, Position, Square};

/// A command to a game. A command that is not possible at the moment does nothing.
///
/// ```
/// use xxlchess::game::Command;
/// # let variant = xxlchess::notation::variants_ini::Variants::built_in().get("chess").unwrap();
/// # use xxlchess::{game::{Game, GameSetup}, rules::Color};
/// # let start = xxlchess::rules::Position::start(&variant).unwrap();
/// # let setup = GameSetup::with_human(start, Color::White, Default::default());
/// # let mut game = Game::new(setup);
///
/// assert_eq!(game.apply(Command::TakeBack), [], "there is no move yet");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A click on a square.
    Click(Square),
    /// The selected piece was dragged from one square to another.
    Drop {
        /// The square that the piece left.
        from: Square,
        /// The square on which the piece was dropped.
        to: Square,
    },
    /// Cancels all premoves.
    CancelPremoves,
    /// Makes a move.
    Play(Move),
    /// The next player is at the board and may see it. In a game of two people with fog of war, the board is hidden
    /// after each move until this command.
    Ready,
    /// Resigns.
    Resign,
    /// Goes on with the game after a resignation, if [`Game::can_undo_resignation`](super::Game::can_undo_resignation).
    UndoResignation,
    /// Takes back the human's last move.
    TakeBack,
    /// Offers a draw, or accepts the offer of the other player.
    OfferDraw,
    /// Accepts or declines a draw offer.
    AnswerDrawOffer(bool),
    /// After the end of the game, starts the level again.
    Restart,
    /// After the end of the game, starts the level again with colours swapped.
    Rematch,
    /// The time since the last tick. It is subtracted from the clock that runs.
    Tick(Duration),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The rules ended the game, for example by checkmate.
    Outcome(Outcome),
    /// A clock ran out.
    Time {
        /// The side whose clock had time left.
        winner: Color,
    },
    /// A side resigned.
    Resignation {
        /// The side that did not resign.
        winner: Color,
    },
    /// The sides agreed to a draw.
    Agreement,
}

impl Termination {
    /// The side that won; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Outcome(outcome) => outcome.winner(),
            Self::Time { winner } | Self::Resignation { winner } => Some(winner),
            Self::Agreement => None,
        }
    }
}

/// A move with the pieces it moved and captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadeMove {
    /// Origin, destination and flag of the move.
    pub mv: Move,
    /// The piece that moved. If it was promoted, this is the pawn.
    pub piece: Piece,
    /// The captured piece and its square.
    pub captured: Option<(Square, Piece)>,
    /// The castling rook, with its squares before and after the move.
    pub castling_rook: Option<(Piece, Square, Square)>,
}

impl MadeMove {
    /// The legal move `mv` in `position`.
    pub fn of(position: &Position, mv: Move) -> Self {
        let castling_rook = (mv.flag == MoveFlag::Castle)
            .then(|| position.castling_rook_squares(mv))
            .flatten()
            .and_then(|(from, to)| position.board().piece_at(from).map(|piece| (piece, from, to)));
        let undo = position.clone().make(mv);
        Self { mv, piece: undo.moved, captured: undo.captured, castling_rook }
    }
}

/// Something that happened in a game.
///
/// ```
/// use xxlchess::game::{Command, Event};
/// use xxlchess::notation::coords::parse_square;
/// # let variant = xxlchess::notation::variants_ini::Variants::built_in().get("chess").unwrap();
/// # use xxlchess::{game::{Game, GameSetup}, rules::Color};
/// # let start = xxlchess::rules::Position::start(&variant).unwrap();
/// # let setup = GameSetup::with_human(start, Color::White, Default::default());
/// # let mut game = Game::new(setup);
///
/// let square = parse_square("e2").unwrap();
/// assert_eq!(game.apply(Command::Click(square)), [Event::Selected(square)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A piece was selected.
    Selected(Square),
    /// The selection was cleared.
    Deselected,
    /// A premove was added.
    Premoved,
    /// The human has to choose what the pawn promotes to.
    ChoosePromotion {
        /// The square of the pawn.
        from: Square,
        /// The square on which the pawn promotes.
        to: Square,
    },
    /// A move was made.
    Moved(MadeMove),
    /// The opponent moved, in a game with fog of war. The move is `None` if the human did not see it.
    MovedInFog(Option<MadeMove>),
    /// The board was handed over, and the human who plays this side sees it now.
    HandedOver(Color),
    /// The king of this side is in check.
    Check(Color),
    /// The human tried a move that leaves the king of this side in check.
    MustDefendKing(Color),
    /// The game ended.
    Ended(Termination),
    /// The game goes on after a resignation.
    ResignationUndone,
    /// A move was taken back, the last move first. The move is `None` if the human did not see it.
    TakenBack(Option<MadeMove>),
    /// This side offers a draw.
    DrawOffered(Color),
    /// This side declined a draw.
    DrawDeclined(Color),
    /// A hint is shown.
    Hint(Move),
    /// The level started again.
    Restarted,
}

impl Event {
    /// The move of an [`Event::Moved`]; `None` for other events.
    pub fn made_move(&self) -> Option<MadeMove> {
        if let Self::Moved(made) = self { Some(*made) } else { None }
    }
}
