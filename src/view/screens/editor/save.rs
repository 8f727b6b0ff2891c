//! Dialog for the name of a level to be saved.

use std::time::Duration;

use crate::game::board_setup::{MAX_LEVEL_NAME, is_level_name_char};
use crate::notation::layout;
use crate::rules::{Color, Position};
use crate::view::input::{InputEvent, Key};
use crate::view::scene::{Rect, Scene, TextRole};
use crate::view::screen::{Action, Context, Env, OpenScreen, Reply};
use crate::view::widgets::node::{
    Ink, Surface, button, column, dialog, field, paragraph, row, row_reverse, space, text,
};
use crate::view::widgets::{Button, Field, Page, Ui, UiEvent};

/// Size of the panel, and of the window in which it has the size of its design.
const PANEL: (f32, f32) = (420.0, 230.0);
const DESIGN: (f32, f32) = (600.0, 480.0);
/// Time after the question before a level is replaced, so that a double click does not answer it.
const READING: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    Name,
    Save,
    Cancel,
}

/// Progress of saving.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// The name is being typed.
    Naming,
    /// There is a level of that name; the dialog asks whether to replace it.
    Taken,
    /// It could not be saved, for this reason.
    Failed(String),
    /// Saved under this id, in this file.
    Saved { id: String, file: String },
}

/// Dialog for the name of a level.
pub struct SaveScreen {
    position: Position,
    name: Field,
    state: State,
    ui: Ui<Id>,
    /// How long the dialog has been open.
    open_for: Duration,
    /// How long the present state has been shown.
    shown_for: Duration,
}

impl SaveScreen {
    /// A dialog that saves `position`; `name` is in the field at first.
    pub fn new(position: Position, name: &str) -> Self {
        let name: String =
            name.chars().filter(|&letter| is_level_name_char(letter)).take(MAX_LEVEL_NAME).collect();
        Self {
            position,
            name: Field::new(&name, MAX_LEVEL_NAME, is_level_name_char),
            state: State::Naming,
            ui: Ui::focused(Id::Name),
            open_for: Duration::ZERO,
            shown_for: Duration::ZERO,
        }
    }

    fn page(&self, ctx: &Env) -> Page<Id> {
        let (w, h) = ctx.size;
        let unit = (w / DESIGN.0).min(h / DESIGN.1).clamp(0.8, 2.0) * ctx.theme().scale();
        let unit = unit.min((w - 8.0) / PANEL.0).min((h - 8.0) / PANEL.1).max(0.1);
        let save = button(Id::Save, Button::new(self.label(), true)).height(36.0).width(130.0);
        let cancel = button(Id::Cancel, Button::new("Cancel", false)).height(36.0).width(96.0);
        let (name, buttons) = if self.is_done() {
            (text(self.name()).bold().sized(16.0), vec![save])
        } else {
            let name = field(Id::Name, self.name.clone()).named("Name").fill(1.0);
            (row([text("Name").ink(Ink::Soft).rigid(), name]).gap(12.0).align_center(), vec![save, cancel])
        };
        let ink = match self.state {
            State::Naming => Ink::Faint,
            State::Taken | State::Failed(_) => Ink::Alarm,
            State::Saved { .. } => Ink::Text,
        };
        let panel = column([
            text("Save level").bold().sized(20.0).height(28.0),
            space().height(8.0),
            name.height(32.0),
            space().height(10.0),
            paragraph(self.message()).role(TextRole::Message).ink(ink).sized(13.0).smallest(10.0).fill(1.0),
            space().height(8.0),
            row_reverse(buttons).gap(10.0),
        ]);
        let panel = panel.surface(Surface::Dialog).padding(18.0).width(PANEL.0).height(PANEL.1);
        self.ui.page(&dialog(panel.shrink()), Rect::new(0.0, 0.0, w, h), unit)
    }

    fn name(&self) -> String {
        self.name.text().trim().to_owned()
    }

    fn is_done(&self) -> bool {
        matches!(self.state, State::Saved { .. })
    }

    /// Saves the level, or closes the dialog when that has been done.
    fn save(&mut self) -> Option<Action> {
        if self.is_done() {
            return Some(Action::Close);
        }
        let (name, replace) = (self.name(), self.state == State::Taken);
        if replace && self.shown_for < READING {
            return None;
        }
        if name.is_empty() {
            self.state = State::Failed("Enter a name for the level.".to_owned());
            self.ui.set_focus(Some(Id::Name));
            return None;
        }
        Some(Action::SaveLevel { name, position: self.position.clone(), replace })
    }

    fn take_reply(&mut self, reply: Reply) {
        self.state = match reply {
            Reply::LevelSaved { id, file, .. } => State::Saved { id, file },
            Reply::LevelNameTaken => State::Taken,
            Reply::Failed(reason) => State::Failed(reason),
            Reply::Resign | Reply::Analysis(_) | Reply::GameDeleted => return,
        };
        self.shown_for = Duration::ZERO;
        self.ui.set_focus(Some(Id::Save));
    }

    fn handle(&mut self, event: &InputEvent, ctx: &Env) -> Option<Action> {
        match event {
            InputEvent::Key { key: Key::Escape, .. } => return Some(Action::Close),
            // Some systems report the letter of the key that opened the dialog after the key.
            InputEvent::Typed(_) if self.open_for.is_zero() => return None,
            _ => {}
        }
        match (self.ui.update(&self.page(ctx), event), event) {
            (UiEvent::Pressed(Id::Cancel), _) => return Some(Action::Close),
            (UiEvent::Pressed(Id::Save), _)
            | (UiEvent::Ignored, InputEvent::Key { key: Key::Enter, control: false }) => return self.save(),
            (UiEvent::Edited(_, field), _) => {
                // A changed name has not been tried yet.
                if field.text() != self.name.text() {
                    self.state = State::Naming;
                }
                self.name = field;
            }
            _ => {}
        }
        None
    }

    /// The text below the name.
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

    /// Label of the main button.
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

impl OpenScreen for SaveScreen {
    fn leave(&mut self, ctx: &mut Context) {
        if let State::Saved { id, file } = &self.state {
            let (id, name, file) = (id.clone(), self.name(), file.clone());
            ctx.reply = Some(Reply::LevelSaved { id, name, file });
        }
    }

    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if let Some(reply) = ctx.reply.take() {
            self.take_reply(reply);
        }
        self.open_for += ctx.elapsed;
        self.shown_for += ctx.elapsed;
        let action = input.iter().find_map(|event| self.handle(event, ctx));
        ctx.effects.cursor = self.ui.cursor();
        ctx.effects.clicked_text = self.ui.take_clicked_text().or(ctx.effects.clicked_text.take());
        if action.is_none() {
            let page = self.page(ctx);
            ctx.effects.announcements.extend(self.ui.announcements(&page, &self.message()));
        }
        action
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        self.ui.draw(&self.page(ctx), &ctx.theme(), &mut scene.items);
    }
}
