//! Dialog for the name of a level to be saved.

use std::time::Duration;

use crate::game::board_setup::{MAX_LEVEL_NAME, is_level_name_char};
use crate::notation::layout;
use crate::rules::{Color, Position};
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::scene::TextRole;
use crate::view::screen::{Action, Effects, Env, LayerKind, Reply, Screen};
use crate::view::widgets::build::{button, field};
use crate::view::widgets::node::{Ink, Surface, column, dialog, paragraph, row, row_reverse, space, text};
use crate::view::widgets::{Field, Node};

/// Time after the question before a level is replaced, so that a double click does not answer it.
const READING: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub enum Message {
    Edited(Field),
    Save,
    Cancel,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// The name is being typed.
    Naming,
    /// There is a level of that name, and the dialog asks whether to replace it.
    Taken,
    /// The level could not be saved, for this reason.
    Failed(String),
    /// The level is saved under this id, in this file.
    Saved { id: String, file: String },
}

pub struct SaveScreen {
    position: Position,
    name: Field,
    state: State,
    /// How long the dialog has been open.
    open_for: Duration,
    /// How long the present state has been shown.
    shown_for: Duration,
}

impl SaveScreen {
    /// A dialog that saves `position`, with `name` in its field.
    pub fn new(position: Position, name: &str) -> Host<Self> {
        let name: String =
            name.chars().filter(|&letter| is_level_name_char(letter)).take(MAX_LEVEL_NAME).collect();
        Host::new(Self {
            position,
            name: Field::new(&name, MAX_LEVEL_NAME, is_level_name_char),
            state: State::Naming,
            open_for: Duration::ZERO,
            shown_for: Duration::ZERO,
        })
    }

    fn name(&self) -> String {
        self.name.text().trim().to_owned()
    }

    fn is_done(&self) -> bool {
        matches!(self.state, State::Saved { .. })
    }

    /// Saves the level, or closes the dialog when that has been done.
    fn save(&mut self, effects: &mut Effects) {
        let (name, replace) = (self.name(), self.state == State::Taken);
        if self.is_done() {
            effects.close();
        } else if name.is_empty() {
            self.state = State::Failed("Enter a name for the level.".to_owned());
            effects.focus("name");
        } else if !replace || self.shown_for >= READING {
            effects.request(Action::SaveLevel { name, position: self.position.clone(), replace });
        }
    }

    fn message(&self) -> String {
        match &self.state {
            State::Naming => self.about().to_owned(),
            State::Taken => format!("There is already a level called {}. Replace it?", self.name()),
            State::Failed(reason) => reason.clone(),
            State::Saved { file, .. } => {
                let file = if file.is_empty() { String::new() } else { format!(" File: {file}") };
                format!("Saved. It is in the menu under Variant.{file}")
            }
        }
    }

    const fn label(&self) -> &'static str {
        match self.state {
            State::Taken => "Replace",
            State::Saved { .. } => "Done",
            State::Naming | State::Failed(_) => "Save",
        }
    }

    /// How the position will be stored.
    fn about(&self) -> &'static str {
        if layout::can_represent(&self.position) {
            return "The level appears in the menu under Variant. White moves first, and no piece counts as moved.";
        }
        if self.position.turn() == Color::Black {
            return "The position is saved as a FEN, because in a level file White moves first.";
        }
        "The position is saved as a FEN, because in a level file White's pieces stand below Black's."
    }
}

impl Screen for SaveScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind { pauses_game: false, ..LayerKind::HELP };

    fn view(&self, _env: &Env) -> Node<Message> {
        let name = field(self.name.clone(), Message::Edited).named("Name").keyed("name").focused().fill(1.0);
        let name = match self.is_done() {
            true => text(self.name()).bold().sized(16.0),
            false => row([text("Name").ink(Ink::Soft).rigid(), name]).gap(12.0).align_center(),
        };
        let ink = match self.state {
            State::Naming => Ink::Faint,
            State::Taken | State::Failed(_) => Ink::Alarm,
            State::Saved { .. } => Ink::Text,
        };
        let message = paragraph(self.message()).role(TextRole::Message).ink(ink).sized(13.0).smallest(10.0);
        let save = button(self.label(), Message::Save).primary(true).keyed("save").key(Key::Enter);
        let cancel = button("Cancel", Message::Cancel).when(!self.is_done());
        let panel = column([
            text("Save level").bold().sized(20.0).height(28.0),
            space().height(8.0),
            name.height(32.0),
            space().height(10.0),
            message.spoken(self.message()).fill(1.0),
            space().height(8.0),
            row_reverse([save.width(130.0), cancel.width(96.0)].map(|button| button.height(36.0))).gap(10.0),
        ]);
        let panel = panel.padding(18.0).width_part(0.98).max_width(420.0).height(230.0).shrink();
        dialog(panel.surface(Surface::Dialog)).on_keys(&[Key::Escape], Message::Cancel)
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        match message {
            Message::Cancel => effects.close(),
            Message::Save => self.save(effects),
            // Some systems send the letter of a key after the key, and a letter opens the dialog.
            Message::Edited(_) if self.open_for.is_zero() => {}
            Message::Edited(field) => {
                // The result of an earlier attempt does not apply to a changed name.
                if field.text() != self.name.text() {
                    self.state = State::Naming;
                }
                self.name = field;
            }
        }
    }

    fn tick(&mut self, elapsed: Duration, _env: &Env, _effects: &mut Effects) -> bool {
        self.open_for += elapsed;
        self.shown_for += elapsed;
        false
    }

    fn reply(&mut self, reply: Reply, _env: &Env, effects: &mut Effects) {
        self.state = match reply {
            Reply::LevelSaved { id, file, .. } => State::Saved { id, file },
            Reply::LevelNameTaken => State::Taken,
            Reply::Failed(reason) => State::Failed(reason),
            _ => return,
        };
        self.shown_for = Duration::ZERO;
        effects.focus("save");
    }

    fn leave(&mut self, effects: &mut Effects) {
        if let State::Saved { id, file } = &self.state {
            let (id, name, file) = (id.clone(), self.name(), file.clone());
            effects.reply = Some(Reply::LevelSaved { id, name, file });
        }
    }
}
