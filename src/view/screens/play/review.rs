//! Review of a game: its moves in SAN, the position shown, and the pieces captured before it.

use std::rc::Rc;

use crate::game::material::Material;
use crate::game::{Game, MadeMove, PlayerView, Viewer};
use crate::view::widgets::move_list::{MoveText, MoveTexts};
use crate::view::widgets::node::Ink;

/// The moves of a game and the position shown. The texts of the moves are cached.
#[derive(Clone, Debug)]
pub struct Review {
    viewer: Viewer,
    moves: Vec<MadeMove>,
    texts: MoveTexts,
    /// If an earlier position is shown, the number of moves before it and its view.
    past: Option<(usize, PlayerView)>,
    material: Material,
}

impl Review {
    pub fn of(game: &Game) -> Self {
        let mut review = Self {
            viewer: game.viewer(),
            moves: Vec::new(),
            texts: MoveTexts::new(&game.position_at(0), Vec::new()),
            past: None,
            material: game.material_at(0),
        };
        review.follow(game);
        review
    }

    /// Updates the moves from `game`, without those that have not arrived on the board. An earlier position that is
    /// shown stays, unless its last move was taken back.
    pub fn follow(&mut self, game: &Game) {
        let viewer = game.viewer();
        let moves = &game.moves()[..game.shown_moves()];
        if viewer == self.viewer && self.moves == moves {
            return;
        }
        let both = self.moves.iter().zip(moves);
        let kept = if viewer == self.viewer { both.take_while(|(a, b)| a == b).count() } else { 0 };
        if kept == 0 {
            self.texts = MoveTexts::new(&game.position_at(0), Vec::new());
        }
        let all = Rc::make_mut(&mut self.texts.texts);
        all.truncate(kept);
        let texts = game.move_texts(viewer, kept).into_iter().take(moves.len() - kept);
        all.extend(texts.map(|text| MoveText::new(text, Ink::Text)));
        self.moves = moves.to_vec();
        self.viewer = viewer;
        self.look(game, self.past.as_ref().map_or(usize::MAX, |(ply, _)| *ply));
    }

    /// Shows the position after the first `ply` moves, or the current position if there are no more moves than `ply`.
    pub fn look(&mut self, game: &Game, ply: usize) {
        let is_past = ply < self.moves.len() && self.viewer != Viewer::Nobody;
        self.past = is_past.then(|| (ply, game.player_view_at(ply)));
        self.material = game.material_at(self.shown());
    }

    /// Number of moves before the position shown.
    pub fn shown(&self) -> usize {
        self.past.as_ref().map_or(self.moves.len(), |(ply, _)| *ply)
    }

    pub const fn is_past(&self) -> bool {
        self.past.is_some()
    }

    /// The view of the position shown, if it is an earlier one.
    pub fn view(&self) -> Option<&PlayerView> {
        self.past.as_ref().map(|(_, view)| view)
    }

    pub const fn material(&self) -> &Material {
        &self.material
    }

    pub const fn moves(&self) -> &MoveTexts {
        &self.texts
    }

    /// Notice that an earlier position is shown. Lines may be broken only between its parts.
    pub fn notice(&self) -> Option<[String; 2]> {
        let (ply, _) = self.past.as_ref()?;
        let number = |place: usize| self.texts.number(place).0;
        let last = number(self.moves.len().saturating_sub(1));
        let at = match ply.checked_sub(1) {
            Some(place) => format!("move {} of {last}", number(place)),
            None => "the start".to_owned(),
        };
        Some(["Looking back".to_owned(), at])
    }
}
