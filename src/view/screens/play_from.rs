//! Dialog before a game from a position of the analysis: the level and the side of the player.

use crate::engine::difficulty::{DIFFICULTIES, Difficulty};
use crate::game::new_game::{ColorChoice, NewGame};
use crate::game::options::OpponentKind;
use crate::rules::{Color, Position};
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Action, Effects, Env, LayerKind, Screen};
use crate::view::screens::dialogs::{Question, START_NEW};
use crate::view::widgets::build::{button, choice, modal, slider};
use crate::view::widgets::node::{Ink, column, row, text};
use crate::view::widgets::{Node, Slider};

pub struct PlayFromScreen {
    position: Position,
    choices: NewGame,
    side: Color,
}

#[derive(Clone, Debug)]
pub enum Message {
    Level(usize),
    Side(usize),
    Play,
    Cancel,
}

impl PlayFromScreen {
    /// A dialog for a game from `position` with these choices. The player has the side to move, until another is chosen.
    pub fn new(position: Position, mut choices: NewGame) -> Host<Self> {
        choices.options.opponent = OpponentKind::Computer;
        let side = position.turn();
        Host::new(Self { position, choices, side })
    }
}

impl Screen for PlayFromScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::DIALOG;

    fn view(&self, _env: &Env) -> Node<Message> {
        let level = self.choices.options.difficulty;
        let most = (DIFFICULTIES.len() - 1) as u8;
        let sides = Color::ALL.map(|color| color.name().to_owned()).to_vec();
        let field = |label, control: Node<Message>| {
            row([text(label).ink(Ink::Soft).width(60.0).rigid(), control.named(label).fill(1.0)])
                .align_center()
                .height(30.0)
        };
        let buttons = row([
            button("Play", Message::Play).primary(true).focused().fill(1.0),
            button("Cancel", Message::Cancel).key(Key::Escape).fill(1.0),
        ]);
        let panel = column([
            text("Play from here").bold().sized(17.0),
            field("Level", slider(Slider::new(0, most, level), Message::Level)),
            text(Difficulty::new(level).to_string()).ink(Ink::Soft).sized(12.0).smallest(9.0),
            field("Side", choice(sides, self.side as usize, Message::Side)),
            buttons.gap(10.0).height(32.0),
        ]);
        modal(panel.gap(8.0).padding(18.0).width(320.0).height(212.0).shrink(), Message::Cancel)
    }

    fn update(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        match message {
            Message::Level(level) => self.choices.options.difficulty = level as u8,
            Message::Side(side) => self.side = Color::ALL[side.min(1)],
            Message::Play => {
                let choices = NewGame { color: ColorChoice::from(self.side), ..self.choices.clone() };
                let play =
                    Action::Play { choices, position: Some(self.position.clone()), start_number: None };
                if env.game_in_progress {
                    effects.open(Question::new(START_NEW, "New game", play));
                } else {
                    effects.request(play);
                }
            }
            Message::Cancel => effects.close(),
        }
    }
}
