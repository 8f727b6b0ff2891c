//! What may be shown of a game: the picture of the board is drawn from this alone.

use std::sync::Arc;

use super::fog::VisibleBoard;
use super::{Event, Game, PlayerKind, Premove, Termination};
use crate::rules::{Bitboard, Color, Piece, Square, Variant};

/// Who looks at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Anybody: there is no fog, the game has ended, or no person plays in it.
    Everybody,
    /// One side, in the fog.
    Side(Color),
    /// Nobody: the board is being passed from one person to the other.
    Nobody,
}

/// All that may be shown on the board of a game as it stands.
#[derive(Clone, Debug)]
pub struct PlayerView {
    /// The variant, for the shape of the board and the names of the pieces.
    pub variant: Arc<Variant>,
    /// The pieces that are seen.
    pub pieces: Vec<(Square, Piece)>,
    /// The squares in the fog.
    pub fog: Bitboard,
    /// The selected square.
    pub selected: Option<Square>,
    /// Where the selected piece can go without capturing.
    pub targets: Bitboard,
    /// Where it can capture.
    pub captures: Bitboard,
    /// The moves made before their turn.
    pub premoves: Vec<Premove>,
    /// The pieces that make them, each where it will be then.
    pub premoved: Vec<(Square, Piece)>,
    /// Where the last move began and ended, as far as it was seen.
    pub last_move: Bitboard,
    /// The king in check or mated.
    pub checked: Option<Square>,
    /// The king to be defended, and whether its tile is dark red in this part of the flash.
    pub flash: Option<(Square, bool)>,
    /// The pieces that contribute to the mate.
    pub mating: Bitboard,
}

impl PlayerView {
    /// A board with `pieces` on it and nothing else to be seen.
    #[must_use]
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
        }
    }

    /// Nothing but the empty board of `variant`, all in the fog.
    pub(super) fn all_fog(variant: &Arc<Variant>) -> Self {
        Self { fog: variant.geometry().board(), ..Self::of_board(variant, Vec::new()) }
    }

    /// All of `game`.
    fn full(game: &Game) -> Self {
        let position = &game.position;
        let mated = matches!(game.termination, Some(Termination::Checkmate { .. }));
        let checked = position.is_check() || mated;
        let last_move = game.moves.last().into_iter().flat_map(|made| [made.mv.from, made.mv.to]);
        Self {
            fog: Bitboard::EMPTY,
            last_move: last_move.collect(),
            checked: position.royal_king(position.turn()).filter(|_| checked),
            flash: game.king_flash(),
            mating: game.mating_pieces(),
            ..Self::of_pieces(game, position.board().pieces().collect())
        }
    }

    /// What `side` sees of `game`.
    fn for_side(game: &Game, side: Color) -> Self {
        let seen = VisibleBoard::of(&game.position, side);
        Self {
            fog: game.position.variant().geometry().board().without(seen.visible()),
            last_move: game.observations.last().map_or(Bitboard::EMPTY, |traces| traces[side].squares),
            ..Self::of_pieces(game, seen.pieces().to_vec())
        }
    }

    /// These pieces of `game`, and what the person's hand does with its own.
    fn of_pieces(game: &Game, pieces: Vec<(Square, Piece)>) -> Self {
        let moves = game.selected_moves();
        let targets: Bitboard = moves.iter().map(|mv| mv.to).chain(game.premove_destinations()).collect();
        let own = game.selectable_color();
        // A pre-move may aim at a hidden piece: only those that are seen make it a capture.
        let enemy = pieces.iter().filter(|(_, piece)| own.is_some_and(|own| piece.color != own));
        let enemy: Bitboard = enemy.map(|&(square, _)| square).collect();
        let ahead = |premove: &Premove| Some((premove.to, game.own_piece_at(premove.to)?));
        Self {
            pieces,
            selected: game.selected,
            targets: targets.without(enemy),
            captures: targets & enemy,
            premoves: game.premoves.clone(),
            premoved: game.premoves.iter().filter_map(ahead).collect(),
            ..Self::all_fog(game.position.variant())
        }
    }

    /// The piece that is seen on `square`.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|&&(s, _)| s == square).map(|&(_, piece)| piece)
    }
}

impl Game {
    /// Whether each side sees only what its pieces can reach.
    #[must_use]
    pub fn has_fog(&self) -> bool {
        self.position.variant().rules().fog
    }

    /// Who looks at the board now.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        if !self.has_fog() || self.termination.is_some() {
            return Viewer::Everybody;
        }
        if self.handing_over {
            return Viewer::Nobody;
        }
        let turn = self.position.turn();
        let person = [turn, !turn].into_iter().find(|&color| self.player(color) == PlayerKind::Human);
        person.map_or(Viewer::Everybody, Viewer::Side)
    }

    /// The side the board is being passed to, while nobody looks at it.
    #[must_use]
    pub fn handover_to(&self) -> Option<Color> {
        (self.viewer() == Viewer::Nobody).then(|| self.position.turn())
    }

    /// All that may be shown on the board now.
    #[must_use]
    pub fn player_view(&self) -> PlayerView {
        match self.viewer() {
            Viewer::Everybody => PlayerView::full(self),
            Viewer::Side(side) => PlayerView::for_side(self, side),
            Viewer::Nobody => PlayerView::all_fog(self.position.variant()),
        }
    }

    /// `event` as it is told to `viewer`: an enemy move in the fog is told as [`Event::MovedInFog`], with what was
    /// seen of it.
    #[must_use]
    pub fn event_for(&self, viewer: Viewer, event: Event) -> Event {
        match (viewer, event) {
            (Viewer::Side(side), Event::Moved(made))
                if made.piece.color != side && self.termination.is_none() =>
            {
                let place = self.moves.iter().rposition(|other| *other == made);
                let traces = place.and_then(|place| self.observations.get(place));
                Event::MovedInFog(traces.and_then(|traces| traces[side].made))
            }
            (Viewer::Side(side), Event::TakenBack(Some(made))) if made.piece.color != side => {
                Event::TakenBack(None)
            }
            (Viewer::Nobody, Event::TakenBack(_)) => Event::TakenBack(None),
            (_, event) => event,
        }
    }
}
