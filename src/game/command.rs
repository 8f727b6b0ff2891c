//! Commands to a game, the events they cause, and how games end.

use std::time::Duration;

use crate::rules::{Color, Move, Outcome, Piece, Square};

/// A command to a game. One that is not possible at the moment does nothing.
///
/// ```
/// use xxlchess::game::Command;
/// # let variant = xxlchess::notation::variants_ini::Variants::built_in().get("chess").unwrap();
/// # let mut game = xxlchess::game::Game::new(xxlchess::game::GameSetup {
/// #     position: xxlchess::rules::Position::start(&variant).unwrap(),
/// #     players: xxlchess::rules::ByColor::from_fn(|_| xxlchess::game::PlayerKind::Human),
/// #     controls: Default::default(),
/// #     options: Default::default(),
/// # });
///
/// assert_eq!(game.apply(Command::TakeBack), [], "there is no move yet");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A click on a square.
    Click(Square),
    /// The selected piece was dragged from one square to another.
    Drop {
        /// Where it stood.
        from: Square,
        /// Where it was dropped.
        to: Square,
    },
    /// Cancels all premoves.
    CancelPremoves,
    /// Makes a move.
    Play(Move),
    /// The next player is at the board, after [`Event::Moved`] in a game of two people in the fog.
    Ready,
    /// Resigns.
    Resign,
    /// Takes back the human's last move.
    TakeBack,
    /// Offers a draw, or accepts the offer of the other player.
    OfferDraw,
    /// Accepts or declines a draw offer.
    AnswerDrawOffer(bool),
    /// Starts the level again after the end of the game.
    Restart,
    /// Starts the level again with colours swapped, after the end of the game.
    Rematch,
    /// So much time has passed since the last tick: the clock of the side to move runs.
    Tick(Duration),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By the rules of the board.
    Outcome(Outcome),
    /// A clock ran out.
    Time {
        /// The side with time left.
        winner: Color,
    },
    /// A side resigned.
    Resignation {
        /// The other side.
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
    /// Its squares and flag.
    pub mv: Move,
    /// The piece that moved, before a promotion.
    pub piece: Piece,
    /// The captured piece and its square.
    pub captured: Option<(Square, Piece)>,
    /// The castling rook, its square before and after.
    pub castling_rook: Option<(Piece, Square, Square)>,
}

/// Something that happened in a game.
///
/// ```
/// use xxlchess::game::{Command, Event};
/// use xxlchess::notation::coords::parse_square;
/// # let variant = xxlchess::notation::variants_ini::Variants::built_in().get("chess").unwrap();
/// # let mut game = xxlchess::game::Game::new(xxlchess::game::GameSetup {
/// #     position: xxlchess::rules::Position::start(&variant).unwrap(),
/// #     players: xxlchess::rules::ByColor::from_fn(|_| xxlchess::game::PlayerKind::Human),
/// #     controls: Default::default(),
/// #     options: Default::default(),
/// # });
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
        /// Where the pawn stands.
        from: Square,
        /// Where it promotes.
        to: Square,
    },
    /// A move was made.
    Moved(MadeMove),
    /// The opponent moved in the fog. The move is given if the human saw it.
    MovedInFog(Option<MadeMove>),
    /// The board was handed over, and the human who plays this side sees it now.
    HandedOver(Color),
    /// The king of this side is in check.
    Check(Color),
    /// The human tried a move that leaves the king of this side in check.
    MustDefendKing(Color),
    /// The game ended.
    Ended(Termination),
    /// A move was taken back, the last one first. `None` if the human did not see the move.
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
    /// The move of [`Event::Moved`].
    pub fn made_move(&self) -> Option<MadeMove> {
        if let Self::Moved(made) = self { Some(*made) } else { None }
    }
}
