//! The moves of a game in words, as far as who looks at them may know them; and what was seen of the past.

use super::{Game, MadeMove, PlayerView, Viewer};
use crate::notation::san;
use crate::rules::{Bitboard, Color, Position};

/// What stands for a move of which nothing is known.
const UNKNOWN: &str = "…";

impl Game {
    /// The moves from number `first` on, counted from 0, in standard algebraic notation; in the fog only what
    /// `viewer` knows of them, be it no more than `…`.
    #[must_use]
    pub fn move_texts(&self, viewer: Viewer, first: usize) -> Vec<String> {
        let mut position = self.position_at(first);
        let mut texts = Vec::new();
        for (place, made) in self.moves().iter().enumerate().skip(first) {
            texts.push(match viewer {
                Viewer::Everybody => san::format(&position, made.mv),
                Viewer::Side(side) if made.piece.color == side => san::format(&position, made.mv),
                Viewer::Side(side) => self.glimpse(place, side),
                Viewer::Nobody => UNKNOWN.to_owned(),
            });
            position.make(made.mv);
        }
        texts
    }

    /// What `side` knows of the enemy move number `place`: who was seen moving, or what was lost.
    fn glimpse(&self, place: usize, side: Color) -> String {
        let trace = self.observations.get(place).map(|traces| &traces[side]);
        let (seen, truth) = (trace.and_then(|trace| trace.made), self.moves().get(place));
        // Whoever loses a piece knows which one and where, whatever captured it.
        let lost = truth.and_then(|made| made.captured).filter(|(_, piece)| piece.color == side);
        match (seen, lost) {
            (Some(MadeMove { mv, piece, .. }), lost) => {
                let letter = self.position().variant().piece(piece.kind).letter.to_ascii_uppercase();
                format!("{letter}{}{}{}", mv.from, if lost.is_some() { "x" } else { "–" }, mv.to)
            }
            (None, Some((square, _))) => format!("{UNKNOWN}x{square}"),
            (None, None) => UNKNOWN.to_owned(),
        }
    }

    /// What may be shown of the position after the first `ply` moves to who looks at the board now: in the fog what
    /// that side saw then.
    #[must_use]
    pub fn player_view_at(&self, ply: usize) -> PlayerView {
        if ply >= self.moves().len() {
            return self.player_view();
        }
        let position = self.position_at(ply);
        let last = ply.checked_sub(1);
        match self.viewer() {
            Viewer::Everybody => {
                PlayerView::of_position(&position, last.and_then(|place| self.moves().get(place)))
            }
            Viewer::Side(side) => {
                let traces = last.and_then(|place| self.observations.get(place));
                let noticed = traces.map_or(Bitboard::EMPTY, |traces| traces[side].squares);
                PlayerView::of_fogged_position(&position, side, noticed)
            }
            Viewer::Nobody => PlayerView::all_fog(position.variant()),
        }
    }
}

impl PlayerView {
    /// What `side` saw of `position`, where it had `noticed` the last move.
    fn of_fogged_position(position: &Position, side: Color, noticed: Bitboard) -> Self {
        let seen = super::fog::VisibleBoard::of(position, side);
        Self {
            fog: position.variant().geometry().board().without(seen.visible()),
            pieces: seen.pieces().to_vec(),
            last_move: noticed,
            ..Self::all_fog(position.variant())
        }
    }
}
