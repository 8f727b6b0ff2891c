//! Home screen: a game to go on with, the next game, the lessons and the puzzles, and links to all other screens.

mod layout;

use std::sync::Arc;
use std::time::Duration;

use crate::game::new_game::{BySeat, ColorChoice, PRESETS, preset};
use crate::game::options::OpponentKind;
use crate::view::home_setup::HomeSetup;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Action, Effects, Env, LayerKind, MenuTab, Reply, Screen};
use crate::view::screens::dialogs::{Question, START_NEW};
use crate::view::widgets::Node;
use crate::view::widgets::keymap::{Binding, KeyGroup};

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
    Analysis,
    Games,
    Workshop,
    /// A FEN, a PGN or a link was pasted.
    Paste(String),
    Help,
    Close,
}

pub(in crate::view::screens) const KEYS: &[KeyGroup<Message>] = &[KeyGroup {
    title: "",
    gestures: &[("Tab, arrows", "Go to the next or previous button"), ("Enter, Space", "Press the button")],
    bindings: &[
        Binding::new(Message::Continue, &[Key::Char('c')], "Continue", "Go on with your game"),
        Binding::new(Message::Menu(MenuTab::Game), &[Key::Char('m')], "Options", "Open the menu"),
        Binding::new(Message::Learn, &[Key::Char('l')], "Learn", "Learn the pieces and the rules"),
        Binding::new(Message::Puzzles, &[Key::Char('p')], "Solve puzzles", "Solve puzzles"),
        Binding::new(Message::Edit, &[Key::Char('e')], "Editor", "Set up a position"),
        Binding::new(
            Message::Analysis,
            &[Key::Char('a')],
            "Analysis",
            "Go on with your last analysis of this variant, or begin one",
        ),
        Binding::new(Message::Games, &[Key::Char('g')], "Games", "Open the list of your games"),
        Binding::new(Message::Workshop, &[Key::Char('w')], "Workshop", "Make a game of your own"),
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
    /// Whether another screen lay above this one at the last tick.
    was_covered: bool,
}

impl Home {
    pub fn new(setup: HomeSetup) -> Host<Self> {
        Host::new(Self::of(setup))
    }

    fn of(mut setup: HomeSetup) -> Self {
        // The card is about a game against the computer.
        setup.choices.options.opponent = OpponentKind::Computer;
        let presets = PRESETS.iter().map(|row| (row.0, BySeat::both(Some(preset(*row)))));
        let mut clocks: Vec<_> = [("No clock", BySeat::both(None))].into_iter().chain(presets).collect();
        let chosen = setup.choices.clocks;
        if !clocks.iter().any(|(_, clocks)| *clocks == chosen) {
            clocks.push(("Your own times", chosen));
        }
        Self { setup, clocks, notice: String::new(), was_covered: false }
    }
}

impl Screen for Home {
    type Message = Message;
    const LAYER: LayerKind = LayerKind { scales: (0.9, 1.8), caps_text: true, ..LayerKind::PAGE_OF_CARDS };

    fn view(&self, env: &Env) -> Node<Message> {
        self.page(env).on_paste(Message::Paste).keymap(KEYS)
    }

    fn can(&self, message: &Message) -> bool {
        *message != Message::Continue || self.setup.unfinished.is_some()
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
                let choices = choices.clone();
                let play = Action::Play { choices, position: None, start_number: None };
                if env.game_in_progress {
                    effects.open(Question::new(START_NEW, "New game", play));
                } else {
                    effects.request(play);
                }
            }
            Message::Menu(tab) => {
                effects.request(Action::OpenMenu { tab, choices: Some(choices.clone()) });
            }
            Message::Learn => {
                let variant = Arc::clone(self.setup.level.position.variant());
                effects.request(Action::OpenLessons { variant, options: env.options });
            }
            Message::Puzzles => {
                let variant = self.setup.level.position.variant().rules().name.clone();
                effects.request(Action::OpenPuzzles { variant, options: env.options });
            }
            Message::Edit => effects.request(Action::EditLevel(choices.clone())),
            Message::Analysis => effects.request(Action::ContinueAnalysis(choices.clone())),
            Message::Games => effects.request(Action::OpenGames),
            Message::Workshop => {
                let variant = self.setup.level.position.variant().rules().name.clone();
                effects.request(Action::OpenWorkshop(variant));
            }
            Message::Paste(text) => effects.request(Action::Paste { text, confirmed: false }),
            Message::Help => effects.open_help(Some(Arc::clone(self.setup.level.position.variant()))),
            Message::Close if self.setup.is_above_game => effects.close(),
            Message::Close => {}
        }
    }

    fn tick(&mut self, _elapsed: Duration, env: &Env, effects: &mut Effects) -> bool {
        // The screen above may have deleted the game or changed the choices.
        if std::mem::replace(&mut self.was_covered, !env.is_top) && env.is_top {
            effects.request(Action::RefreshHome(self.setup.choices.clone()));
        }
        false
    }

    fn reply(&mut self, reply: Reply, _env: &Env, effects: &mut Effects) {
        match reply {
            Reply::Failed(reason) => self.notice = reason,
            Reply::Choices(choices) => effects.request(Action::RefreshHome(*choices)),
            Reply::Home(setup) => {
                let notice = std::mem::take(&mut self.notice);
                *self = Self { notice, ..Self::of(*setup) };
            }
            _ => {}
        }
    }

    fn notice(&mut self, notice: String) -> Option<String> {
        self.notice = notice;
        None
    }
}
