//! Home screen: a game to go on with, the next game, the lessons and the puzzles, and links to all other screens.

mod layout;

use std::sync::Arc;
use std::time::Duration;

use crate::engine::difficulty::Difficulty;
use crate::game::Game;
use crate::game::game_record::GameRecord;
use crate::game::new_game::{BySeat, ColorChoice, NewGame, PRESETS, preset};
use crate::game::options::OpponentKind;
use crate::rules::{Color, PieceKind, Position};
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Action, Effects, Env, LayerKind, LevelEntry, MenuTab, Reply, Screen};
use crate::view::screens::dialogs::{Question, START_NEW};
use crate::view::screens::play::offer::ago;
use crate::view::text::capitalized;
use crate::view::widgets::Node;
use crate::view::widgets::keymap::{Binding, KeyGroup};

/// What the home screen shows.
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
    /// The pieces of the variant that a player of chess does not know, and the number of steps of its lessons.
    pub new_pieces: Vec<PieceKind>,
    pub steps: usize,
}

/// A game to go on with.
pub struct Unfinished {
    /// Title of the variant.
    variant: String,
    /// The position, with the side at the bottom; `None` in the fog, where the board would reveal what is hidden.
    board: Option<(Position, Color)>,
    opponent: String,
    /// Move number and age, and what of the game is damaged.
    details: Vec<String>,
    /// Whether the game is on the screen below. Otherwise it is resumed from its file.
    is_below: bool,
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
    fn sentence(&self) -> String {
        format!(
            "You can continue your game: {}. {}. {}.",
            self.variant,
            self.opponent,
            self.details.join(". ")
        )
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    Continue,
    Level(u8),
    /// Chooses the clocks of this index.
    Clocks(usize),
    Color(ColorChoice),
    Play,
    Menu(MenuTab),
    Learn,
    Puzzles,
    Edit,
    Games,
    Help,
    Close,
}

pub(in crate::view::screens) const KEYS: &[KeyGroup<Message>] = &[KeyGroup {
    title: "",
    gestures: &[("Tab, arrows", "Go to the next or previous button"), ("Enter, Space", "Press the button")],
    bindings: &[
        Binding::new(Message::Continue, &[Key::Char('c')], "Continue", "Go on with your game"),
        Binding::new(Message::Menu(MenuTab::Game), &[Key::Char('m')], "Options", "Open the menu"),
        Binding::new(Message::Learn, &[Key::Char('l')], "Start", "Learn the pieces and the rules"),
        Binding::new(Message::Puzzles, &[Key::Char('p')], "Solve puzzles", "Solve puzzles"),
        Binding::new(Message::Edit, &[Key::Char('e')], "Editor", "Set up a position"),
        Binding::new(Message::Games, &[Key::Char('g')], "Games", "Open the list of your games"),
        Binding::help(Message::Help),
        Binding::new(Message::Close, &[Key::Escape], "Close", "Go back to the game below"),
    ],
}];

pub struct Home {
    setup: HomeSetup,
    /// The clocks that can be chosen, with their names.
    clocks: Vec<(&'static str, BySeat)>,
    /// A message of the program, or why the last action was not possible.
    notice: String,
}

impl Home {
    pub fn new(mut setup: HomeSetup) -> Host<Self> {
        // The card is about a game against the computer.
        setup.choices.options.opponent = OpponentKind::Computer;
        let presets = PRESETS.iter().map(|row| (row.0, BySeat::both(Some(preset(*row)))));
        let mut clocks: Vec<_> = [("No clock", BySeat::both(None))].into_iter().chain(presets).collect();
        let chosen = setup.choices.clocks;
        if !clocks.iter().any(|(_, clocks)| *clocks == chosen) {
            clocks.push(("Your own times", chosen));
        }
        Host::new(Self { setup, clocks, notice: String::new() })
    }

    /// The choices of the card, with the options that are in effect now.
    fn choices(&self, env: &Env) -> NewGame {
        let mut choices = self.setup.choices.clone();
        let confirm_resign = choices.options.confirm_resign;
        choices.options.copy_live(&env.options);
        // The game that the config describes does not ask before resigning, unlike the next game.
        choices.options.confirm_resign = confirm_resign;
        choices
    }
}

impl Screen for Home {
    type Message = Message;
    const LAYER: LayerKind = LayerKind {
        design: (1280.0, 800.0),
        upright: (1280.0, 800.0),
        scales: (0.9, 1.8),
        caps_text: true,
        ..LayerKind::PAGE
    };

    fn view(&self, env: &Env) -> Node<Message> {
        self.page(env).keymap(KEYS)
    }

    fn update(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        self.notice.clear();
        let choices = &mut self.setup.choices;
        match message {
            Message::Continue => match &self.setup.unfinished {
                Some(game) if game.is_below => effects.close(),
                Some(_) => effects.request(Action::Resume),
                None => {}
            },
            Message::Level(level) => choices.options.difficulty = level,
            Message::Clocks(index) => {
                if let Some((_, clocks)) = self.clocks.get(index) {
                    choices.clocks = *clocks;
                }
            }
            Message::Color(color) => choices.color = color,
            Message::Play => {
                let play = Action::Play { choices: self.choices(env), position: None, start_number: None };
                if env.game_in_progress {
                    effects.open(Question::new(START_NEW, "New game", play));
                } else {
                    effects.request(play);
                }
            }
            Message::Menu(tab) => {
                effects.request(Action::OpenMenu { tab, choices: Some(self.choices(env)) });
            }
            Message::Learn => {
                let variant = Arc::clone(self.setup.level.position.variant());
                effects.request(Action::OpenLessons { variant, options: env.options });
            }
            Message::Puzzles => {
                let variant = self.setup.level.position.variant().rules().name.clone();
                effects.request(Action::OpenPuzzles { variant, options: env.options });
            }
            Message::Edit => effects.request(Action::EditLevel(self.choices(env))),
            Message::Games => effects.request(Action::OpenGames),
            Message::Help => effects.open_help(Some(Arc::clone(self.setup.level.position.variant()))),
            Message::Close if self.setup.is_above_game => effects.close(),
            Message::Close => {}
        }
    }

    fn reply(&mut self, reply: Reply, _env: &Env, _effects: &mut Effects) {
        match reply {
            Reply::Failed(reason) => self.notice = reason,
            Reply::Settings(settings) => self.setup.choices.options.copy_live(&settings.options),
            _ => {}
        }
    }

    fn notice(&mut self, notice: String) -> Option<String> {
        self.notice = notice;
        None
    }
}
