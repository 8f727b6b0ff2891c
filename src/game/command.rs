//! What can be told to a game, and what it tells back.

use std::time::Duration;

use crate::rules::{Color, Move, Piece, Square};

/// Something told to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The person clicked on a tile.
    Click(Square),
    /// The person dragged the selected piece from its tile to another.
    Drop {
        /// Where it was.
        from: Square,
        /// Where it was let go.
        to: Square,
    },
    /// The person takes back the moves made before their turn.
    CancelPremoves,
    /// A player makes a move.
    Play(Move),
    /// The next person sits before the board: it may be seen again. Heard only while it is passed on.
    Ready,
    /// The person gives up.
    Resign,
    /// The person takes back their last move, or what ended the game.
    Takeback,
    /// The person offers a draw, or takes the other person's offer.
    OfferDraw,
    /// The side to which a draw was offered agrees, or does not.
    AnswerDrawOffer(bool),
    /// The person wants the level again; heard only when the game has ended.
    Restart,
    /// The same with colours changed; heard only when the game has ended.
    Rematch,
    /// Time has passed.
    Tick(Duration),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// A king is mated.
    Checkmate {
        /// The side that mated.
        winner: Color,
    },
    /// A king was captured, where that wins.
    KingCaptured {
        /// The side that captured it.
        winner: Color,
    },
    /// A clock ran out.
    Time {
        /// The side with time left.
        winner: Color,
    },
    /// A side gave up.
    Resignation {
        /// The other side.
        winner: Color,
    },
    /// No legal move and no check.
    Stalemate {
        /// Who wins by it, in variants where it is no draw.
        winner: Option<Color>,
    },
    /// A position has come too often.
    Repetition,
    /// Too many moves without capture or pawn move.
    MoveRule,
    /// Both sides agreed to a draw.
    Agreement,
}

impl Termination {
    /// The side that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner }
            | Self::KingCaptured { winner }
            | Self::Time { winner }
            | Self::Resignation { winner } => Some(winner),
            Self::Stalemate { winner } => winner,
            Self::Repetition | Self::MoveRule | Self::Agreement => None,
        }
    }

    /// Whether the rules ended the game with the last move, rather than a clock or a player's word after it.
    #[must_use]
    pub const fn is_by_rules(self) -> bool {
        !matches!(self, Self::Time { .. } | Self::Resignation { .. } | Self::Agreement)
    }
}

/// A move as it was made on the board, with all that anyone watching sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadeMove {
    /// The move.
    pub mv: Move,
    /// The piece that moved, as it was before.
    pub piece: Piece,
    /// The piece captured, and where it stood.
    pub captured: Option<(Square, Piece)>,
    /// The castling partner and its way.
    pub castling_rook: Option<(Piece, Square, Square)>,
}

/// Something that happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A piece was selected.
    Selected(Square),
    /// Nothing is selected any more.
    Deselected,
    /// A move was noted for when it is the person's turn.
    Premoved,
    /// The person must say what the pawn that goes from one tile to the other becomes.
    ChoosePromotion {
        /// Where the pawn stands.
        from: Square,
        /// Where it promotes.
        to: Square,
    },
    /// A move was made.
    Moved(MadeMove),
    /// The other side made a move in the fog, of which this is known.
    MovedInFog(Option<MadeMove>),
    /// The board was passed on, and this side looks at it now.
    HandedOver(Color),
    /// The king of this side is in check now.
    Check(Color),
    /// The person tried a move that leaves the king of this side under attack.
    MustDefendKing(Color),
    /// The game ended.
    Ended(Termination),
    /// A move was taken back, the latest first; `None` if it is not known to the person.
    TakenBack(Option<MadeMove>),
    /// The game had ended and goes on: its end was taken back.
    Resumed,
    /// This side offers a draw.
    DrawOffered(Color),
    /// This side declined a draw.
    DrawDeclined(Color),
    /// The person was shown a good move.
    Hint(Move),
    /// The level started again.
    Restarted,
}
