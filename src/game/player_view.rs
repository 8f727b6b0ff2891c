//! View of a player: the part of a game that this player may see. The board on the screen is drawn from it alone.

use std::sync::Arc;

use super::fog::VisibleBoard;
use super::{Event, Game, MadeMove, Premove, Termination};
use crate::rules::{Bitboard, Color, Outcome, Piece, Position, Square, Variant};

/// Who looks at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Everybody: the game has no fog, the game has ended, or no human plays.
    Everybody,
    /// One side, in a game with fog of war.
    Side(Color),
    /// Nobody: the board is being handed to the other player.
    Nobody,
}

/// All that may be shown on the board.
///
/// ```
/// use xxlchess::game::{Command, Game, GameSetup};
/// use xxlchess::notation::{coords::parse_square, variants_ini::Variants};
/// use xxlchess::rules::{Color, Position};
///
/// let variant = Variants::built_in().get("chess").unwrap();
/// let start = Position::start(&variant).unwrap();
/// let mut game = Game::new(GameSetup::with_human(start, Color::White, Default::default()));
/// game.apply(Command::Click(parse_square("g1").unwrap()));
///
/// let view = game.player_view();
/// assert_eq!(view.pieces.len(), 32);
/// assert_eq!(view.selected, parse_square("g1"));
/// assert_eq!(view.targets, ["f3", "h3"].into_iter().filter_map(parse_square).collect());
/// ```
#[derive(Clone, Debug)]
pub struct PlayerView {
    /// The variant, which has the shape of the board and the names of the pieces.
    pub variant: Arc<Variant>,
    /// The visible pieces.
    pub pieces: Vec<(Square, Piece)>,
    /// The squares in the fog.
    pub fog: Bitboard,
    /// Square of the piece that the human has selected.
    pub selected: Option<Square>,
    /// Destinations of the selected piece without a capture.
    pub targets: Bitboard,
    /// Destinations of the selected piece with a capture.
    pub captures: Bitboard,
    /// Premoves in the order in which they will be made.
    pub premoves: Vec<Premove>,
    /// The pieces that make the premoves, each on its destination.
    pub premoved: Vec<(Square, Piece)>,
    /// Origin and destination of the last move, as far as the viewer saw them.
    pub last_move: Bitboard,
    /// The king in check or mated.
    pub checked: Option<Square>,
    /// The square of the flashing king, and whether the square is dark red at the moment.
    pub flash: Option<(Square, bool)>,
    /// The pieces that take part in the mate.
    pub mating: Bitboard,
    /// In a lesson, the squares with a star.
    pub stars: Bitboard,
}

impl PlayerView {
    /// A board with `pieces` and nothing else.
    pub fn of_board(variant: &Arc<Variant>, pieces: Vec<(Square, Piece)>) -> Self {
        Self {
            variant: Arc::clone(variant),
            pieces,
            fog: Bitboard::EMPTY,
            selected: None,
            targets: Bitboard::EMPTY,
            captures: Bitboard::EMPTY,
            premoves: Vec::new(),
            premoved: Vec::new(),
            last_move: Bitboard::EMPTY,
            checked: None,
            flash: None,
            mating: Bitboard::EMPTY,
            stars: Bitboard::EMPTY,
        }
    }

    /// The whole board of `position` after the move `last`, without selection or fog.
    pub fn of_position(position: &Position, last: Option<&MadeMove>) -> Self {
        Self {
            last_move: last.into_iter().flat_map(|made| [made.mv.from, made.mv.to]).collect(),
            checked: position.royal_king(position.turn()).filter(|_| position.is_check()),
            mating: if position.is_checkmate() { position.mating_pieces() } else { Bitboard::EMPTY },
            ..Self::of_board(position.variant(), position.board().pieces().collect())
        }
    }

    /// The board of `variant`, completely in the fog.
    fn all_fog(variant: &Arc<Variant>) -> Self {
        Self { fog: variant.geometry().board(), ..Self::of_board(variant, Vec::new()) }
    }

    /// The view of `game` without fog.
    fn full(game: &Game) -> Self {
        let position = &game.position;
        let mated = matches!(game.termination, Some(Termination::Outcome(Outcome::Checkmate { .. })));
        let checked = game.is_all_shown() && (position.is_check() || mated);
        let last_move = game.moves[..game.shown_moves()].last().into_iter();
        let input = Self::with_input(game, position.board().pieces().collect());
        let pieces = if game.is_all_shown() {
            input.pieces
        } else {
            game.position_at(game.shown_moves()).board().pieces().collect()
        };
        Self {
            pieces,
            fog: Bitboard::EMPTY,
            last_move: last_move.flat_map(|made| [made.mv.from, made.mv.to]).collect(),
            checked: position.royal_king(position.turn()).filter(|_| checked),
            flash: game.king_flash(),
            mating: game.mating_pieces(),
            ..input
        }
    }

    /// The view of `game` that `side` has with fog of war.
    fn for_side(game: &Game, side: Color) -> Self {
        let seen = VisibleBoard::of(&game.position, side);
        let input = Self::with_input(game, seen.pieces().to_vec());
        let last = game.observations[..game.shown_moves()].last();
        let last_move = last.map_or(Bitboard::EMPTY, |observed| observed[side].squares);
        let shown = if game.is_all_shown() {
            seen
        } else {
            VisibleBoard::of(&game.position_at(game.shown_moves()), side)
        };
        Self {
            pieces: shown.pieces().to_vec(),
            fog: game.position.variant().geometry().board().without(shown.visible()),
            last_move,
            ..input
        }
    }

    /// The view of an earlier position that `side` had with fog of war. `last_move` are the squares of the move before
    /// it that the side observed.
    fn for_side_earlier(position: &Position, side: Color, last_move: Bitboard) -> Self {
        let seen = VisibleBoard::of(position, side);
        Self {
            fog: position.variant().geometry().board().without(seen.visible()),
            pieces: seen.pieces().to_vec(),
            last_move,
            ..Self::all_fog(position.variant())
        }
    }

    /// A view with `pieces` and with the selection and premoves of `game`.
    fn with_input(game: &Game, pieces: Vec<(Square, Piece)>) -> Self {
        let moves = game.selected_moves();
        let targets: Bitboard = moves.iter().map(|mv| mv.to).chain(game.premove_destinations()).collect();
        let own = game.selectable_color();
        // A premove to a hidden piece must not be shown as a capture.
        let enemy = pieces.iter().filter(|(_, piece)| own.is_some_and(|own| piece.color != own));
        let enemy: Bitboard = enemy.map(|&(square, _)| square).collect();
        let premoved = |premove: &Premove| Some((premove.to, game.own_piece_at(premove.to)?));
        Self {
            pieces,
            selected: game.selected,
            targets: targets.without(enemy),
            captures: targets & enemy,
            premoves: game.premoves.clone(),
            premoved: game.premoves.iter().filter_map(premoved).collect(),
            ..Self::all_fog(game.position.variant())
        }
    }

    /// The visible piece on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|&&(s, _)| s == square).map(|&(_, piece)| piece)
    }
}

impl Game {
    /// Whether this is a game with fog of war, in which each side sees only the squares that its pieces can reach.
    pub fn has_fog(&self) -> bool {
        self.position.variant().rules().fog
    }

    /// Who looks at the board now.
    pub fn viewer(&self) -> Viewer {
        if !self.has_fog() || self.shown_termination().is_some() {
            return Viewer::Everybody;
        }
        if self.handing_over {
            return Viewer::Nobody;
        }
        self.selectable_color().map_or(Viewer::Everybody, Viewer::Side)
    }

    /// The side to which the board is being handed over; `None` if the board is not hidden.
    pub fn handover_to(&self) -> Option<Color> {
        (self.viewer() == Viewer::Nobody).then(|| self.position.turn())
    }

    /// All that may be shown on the board now.
    pub fn player_view(&self) -> PlayerView {
        match self.viewer() {
            Viewer::Everybody => PlayerView::full(self),
            Viewer::Side(side) => PlayerView::for_side(self, side),
            Viewer::Nobody => PlayerView::all_fog(self.position.variant()),
        }
    }

    /// All that the present viewer may be shown of the position after the first `ply` moves. With fog of war, it is the
    /// part of the board that the viewer's side saw at that time.
    pub fn player_view_at(&self, ply: usize) -> PlayerView {
        if ply >= self.moves().len() {
            return self.player_view();
        }
        let position = self.position_at(ply);
        let last = ply.checked_sub(1);
        match self.viewer() {
            Viewer::Everybody => {
                PlayerView::of_position(&position, last.and_then(|last| self.moves().get(last)))
            }
            Viewer::Side(side) => {
                let observed = last.and_then(|last| self.observations.get(last));
                let squares = observed.map_or(Bitboard::EMPTY, |observed| observed[side].squares);
                PlayerView::for_side_earlier(&position, side, squares)
            }
            Viewer::Nobody => PlayerView::all_fog(position.variant()),
        }
    }

    /// The move at `index`, if the present viewer saw it.
    pub fn observed_move(&self, index: usize) -> Option<MadeMove> {
        match self.viewer() {
            Viewer::Everybody => self.moves.get(index).copied(),
            Viewer::Side(side) => self.observations.get(index)?[side].made,
            Viewer::Nobody => None,
        }
    }

    /// `event` without data that is hidden from `viewer`. With fog of war, an opponent's move becomes
    /// [`Event::MovedInFog`].
    pub fn event_for(&self, viewer: Viewer, event: Event) -> Event {
        match (viewer, event) {
            (Viewer::Side(side), Event::Moved(made))
                if made.piece.color != side && self.termination.is_none() =>
            {
                let index = self.moves.iter().rposition(|other| *other == made);
                let observed = index.and_then(|index| self.observations.get(index));
                Event::MovedInFog(observed.and_then(|observed| observed[side].made))
            }
            (Viewer::Side(side), Event::TakenBack(Some(made))) if made.piece.color != side => {
                Event::TakenBack(None)
            }
            (Viewer::Nobody, Event::TakenBack(_)) => Event::TakenBack(None),
            (_, event) => event,
        }
    }
}
