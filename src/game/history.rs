//! Earlier positions of a game, and its moves in notation.

use super::{Game, MadeMove, Viewer};
use crate::notation::san;
use crate::rules::{Color, Position};

/// Text of a move that the viewer did not see.
const UNKNOWN: &str = "…";

impl Game {
    /// The position after the first `ply` moves. If there are fewer moves, it is the current position.
    pub fn position_at(&self, ply: usize) -> Position {
        let mut position = self.setup.position.clone();
        for made in self.moves.iter().take(ply) {
            position.make(made.mv);
        }
        position
    }

    /// All positions from the start to the current position. There is one more position than there are moves.
    pub fn positions(&self) -> Vec<Position> {
        let mut position = self.setup.position.clone();
        let mut positions = vec![position.clone()];
        positions.extend(self.moves.iter().map(|made| {
            position.make(made.mv);
            position.clone()
        }));
        positions
    }

    /// The moves from index `first` on in standard algebraic notation. With fog of war, the text of an opponent's move
    /// has only what `viewer` saw of it.
    pub fn move_texts(&self, viewer: Viewer, first: usize) -> Vec<String> {
        let mut position = self.position_at(first);
        let mut texts = Vec::new();
        for (index, made) in self.moves().iter().enumerate().skip(first) {
            texts.push(match viewer {
                Viewer::Everybody => san::format(&position, made.mv),
                Viewer::Side(side) if made.piece.color == side => san::format(&position, made.mv),
                Viewer::Side(side) => self.observed_text(index, side),
                Viewer::Nobody => UNKNOWN.to_owned(),
            });
            position.make(made.mv);
        }
        texts
    }

    /// The part of the opponent's move at `index` that `side` saw: `Nb8–c6`, `Nb8xc6`, `…xc6` or `…`.
    fn observed_text(&self, index: usize, side: Color) -> String {
        let seen = self.observations.get(index).and_then(|observed| observed[side].made);
        // A side notices the loss of a piece even if it does not see the piece that captured it.
        let captured = self.moves().get(index).and_then(|made| made.captured);
        let lost = captured.filter(|(_, piece)| piece.color == side);
        match (seen, lost) {
            (Some(MadeMove { mv, piece, .. }), lost) => {
                let letter = self.position().variant().piece(piece.kind).letter.to_ascii_uppercase();
                format!("{letter}{}{}{}", mv.from, if lost.is_some() { "x" } else { "–" }, mv.to)
            }
            (None, Some((square, _))) => format!("{UNKNOWN}x{square}"),
            (None, None) => UNKNOWN.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::PlayerView;
    use crate::game::options::Options;
    use crate::game::{Command, GameSetup, PlayerKind};
    use crate::notation::{coords, variants_ini::Variants};
    use crate::rules::ByColor;

    /// In fool's mate, the positions by ply and the view of the last position are those of the game.
    #[test]
    fn earlier_positions_are_those_of_the_game() {
        let variant = Variants::built_in().get("chess").expect("built in");
        let position = Position::start(&variant).expect("a legal start");
        let players = ByColor { white: PlayerKind::Human, black: PlayerKind::Human };
        let controls = ByColor { white: None, black: None };
        let mut game = Game::new(GameSetup { position, players, controls, options: Options::default() });
        for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
            let mv = coords::parse_move(game.position(), text).expect("a legal move");
            game.apply(Command::Play(mv));
        }
        let keys: Vec<u64> = game.positions().iter().map(Position::key).collect();
        assert_eq!(keys, game.keys());
        let at: Vec<u64> = (0..=4).map(|ply| game.position_at(ply).key()).collect();
        assert_eq!(at, keys);
        assert_eq!(game.position_at(9).key(), keys[4]);
        let view = PlayerView::of_position(&game.position_at(4), game.moves().last());
        let shown = game.player_view();
        assert_eq!(
            (view.mating, view.checked, view.last_move, view.fog, view.pieces),
            (shown.mating, shown.checked, shown.last_move, shown.fog, shown.pieces)
        );
    }
}
