//! Contents of the home screen.

use std::time::Duration;

use super::level_entry::LevelEntry;
use super::screens::play::offer::ago;
use super::text::capitalized;
use crate::engine::difficulty::Difficulty;
use crate::game::Game;
use crate::game::game_record::GameRecord;
use crate::game::new_game::NewGame;
use crate::rules::{Color, PieceKind, Position};

/// Contents of the home screen.
#[derive(Clone, Debug, PartialEq)]
pub struct HomeSetup {
    /// The choices of the next game.
    pub choices: NewGame,
    /// The level of these choices.
    pub level: LevelEntry,
    pub unfinished: Option<Unfinished>,
    /// Whether the screen lies above a game, to which it can go back.
    pub is_above_game: bool,
    /// A position of a puzzle, and the number of puzzles.
    pub puzzle: Option<Position>,
    pub puzzles: usize,
    /// Title of the variant of the puzzles, if the variant of the next game has none.
    pub puzzles_of: Option<String>,
    /// The pieces of the variant that a player of chess does not know.
    pub new_pieces: Vec<PieceKind>,
    /// The number of steps of its lessons, and the number of those that are done.
    pub steps: usize,
    pub steps_done: usize,
}

/// A game to go on with.
#[derive(Clone, Debug, PartialEq)]
pub struct Unfinished {
    /// Title of the variant.
    pub variant: String,
    /// The position, with the side at the bottom; `None` in the fog, where the board would reveal what is hidden.
    pub board: Option<(Position, Color)>,
    pub opponent: String,
    /// Move number and age, and what of the game is damaged.
    pub details: Vec<String>,
    /// Whether the game is on the screen below. Otherwise it is resumed from its file.
    pub is_below: bool,
}

impl Unfinished {
    /// The game of `record`, in the variant of this title. `saved` is the age of its file and a sentence about damage;
    /// `None` stands for the game on the screen below.
    pub fn new(record: &GameRecord, variant: String, saved: Option<(Duration, Option<String>)>) -> Self {
        let (setup, game) = (&record.setup, Game::from_record(record));
        let game = game.ok().filter(|_| !setup.options.fog_of_war);
        let bottom = setup.only_human().unwrap_or(record.orientation);
        let is_below = saved.is_none();
        let number = format!("Move {}", record.move_number());
        let details = match saved {
            Some((age, damage)) => [format!("{number}, {}", ago(age))].into_iter().chain(damage).collect(),
            None => vec![number],
        };
        let opponent = match setup.only_human() {
            Some(human) => record.engines[!human]
                .clone()
                .unwrap_or_else(|| capitalized(&Difficulty::new(setup.options.difficulty).to_string())),
            None => "Two players".to_owned(),
        };
        let board = game.map(|game| (game.position().clone(), bottom));
        Self { variant, board, opponent, details, is_below }
    }

    /// The game in a sentence, for screen readers.
    pub fn sentence(&self) -> String {
        format!(
            "You can continue your game: {}. {}. {}.",
            self.variant,
            self.opponent,
            self.details.join(". ")
        )
    }
}
