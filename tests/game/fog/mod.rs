//! The fog of war: its rules, what a side sees, what is drawn, and the computer under it.

mod computer;
mod game;
mod hidden;
mod rules;
mod scene;
mod sight;

use std::time::Duration;

use crate::common::{self, TWO_HUMANS, at, deterministic};
use xxlchess::game::GameController;
use xxlchess::game::clock::TimeControl;
use xxlchess::game::options::Options;
use xxlchess::game::worker::Opponent;
use xxlchess::game::{Game, GameSetup, PlayerKind};
use xxlchess::notation::fen;
use xxlchess::rules::{ByColor, Color, Position};

fn against_computer(human: Color) -> ByColor<PlayerKind> {
    ByColor::from_fn(|color| if color == human { PlayerKind::Human } else { PlayerKind::Computer })
}

/// The start of the built-in variant `name` in the fog.
fn start(name: &str) -> Position {
    Position::start(&common::variant(name)).expect("a legal start").in_fog()
}

/// A position of `xxl` in the fog, in which the king of either side may be attacked.
fn fogged(text: &str) -> Position {
    let variant = std::sync::Arc::new(common::variant("xxl").in_fog());
    fen::parse(&variant, text).expect("a position")
}

fn setup(position: Position, players: ByColor<PlayerKind>) -> GameSetup {
    let control = Some(TimeControl { initial: Duration::from_secs(60), increment: Duration::ZERO });
    let options = Options { fog_of_war: true, premoves: true, ..Options::default() };
    GameSetup { position, players, controls: ByColor { white: control, black: control }, options }
}

fn game(position: Position, players: ByColor<PlayerKind>) -> Game {
    Game::new(setup(position, players))
}

fn controller(position: Position, players: ByColor<PlayerKind>, opponent: Box<Opponent>) -> GameController {
    GameController::new(game(position, players), opponent, deterministic(5))
}
