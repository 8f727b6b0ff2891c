//! Looking back: the positions a game has gone through.

use super::{Game, MadeMove, PlayerView};
use crate::rules::{Bitboard, Position};

impl Game {
    /// The position after the first `ply` moves, 0 being the start; beyond the last move the present one.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Position {
        let mut position = self.setup.position.clone();
        for made in self.moves.iter().take(ply) {
            position.make(made.mv);
        }
        position
    }

    /// All positions from the start to the present one, one more than there are moves.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut position = self.setup.position.clone();
        let mut positions = vec![position.clone()];
        positions.extend(self.moves.iter().map(|made| {
            position.make(made.mv);
            position.clone()
        }));
        positions
    }
}

impl PlayerView {
    /// All of `position`, to which the move `last` led, with nothing in anybody's hand and no fog.
    #[must_use]
    pub fn of_position(position: &Position, last: Option<&MadeMove>) -> Self {
        let mated = position.is_check() && !position.has_legal_move();
        Self {
            last_move: last.into_iter().flat_map(|made| [made.mv.from, made.mv.to]).collect(),
            checked: position.royal_king(position.turn()).filter(|_| position.is_check()),
            mating: if mated { position.mating_pieces() } else { Bitboard::EMPTY },
            ..Self::of_board(position.variant(), position.board().pieces().collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::options::Options;
    use crate::game::{Command, GameSetup, PlayerKind};
    use crate::notation::{coords, variants_ini::Variants};
    use crate::rules::ByColor;

    /// A mate is shown as one afterwards.
    #[test]
    fn every_earlier_position_can_be_shown() {
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
        let sight = PlayerView::of_position(&game.position_at(4), game.moves().last());
        let shown = game.player_view();
        assert_eq!(
            (sight.mating, sight.checked, sight.last_move, sight.fog, sight.pieces),
            (shown.mating, shown.checked, shown.last_move, shown.fog, shown.pieces)
        );
    }
}
