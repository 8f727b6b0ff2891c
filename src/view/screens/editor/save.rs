//! Dialog for the name of a level to be saved.

use std::time::Duration;

use crate::game::board_setup::{MAX_LEVEL_NAME, is_level_name_char};
use crate::notation::layout;
use crate::rules::{Color, Position};
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Font, Item, Point, Rect, Rgba, Scene, TextRole};
use crate::view::screen::{Action, Context, Reply, Screen, Size};
use crate::view::text::measure;
use crate::view::theme::Theme;
use crate::view::widgets::pen::{Style, mix, px};
use crate::view::widgets::{Button, Field, Look, Pen, Response, Widget};

/// Size of the panel in the design.
const PANEL: Size = (420.0, 230.0);
/// Size of a window in which the panel has the design's measure.
const DESIGN: Size = (600.0, 480.0);

/// A level is not replaced sooner after the question: the second press of a double click does not count.
const READING: Duration = Duration::from_millis(500);
/// Label of the button that saves nothing.
const CANCEL: &str = "Cancel";

/// What has the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Name,
    Save,
    Cancel,
}

const TARGETS: [Target; 3] = [Target::Name, Target::Save, Target::Cancel];

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
    focus: Target,
    state: State,
    /// How long the dialog has been open.
    open_for: Duration,
    /// How long the present state has been shown.
    shown_for: Duration,
    pointer: Option<Point>,
    /// Announced last: the text, and the place of the keyboard.
    announced: [String; 2],
}

/// Where everything is.
struct Plan {
    unit: f32,
    panel: Rect,
    title: Rect,
    name: Rect,
    words: Rect,
    save: Rect,
    cancel: Rect,
}

impl Plan {
    fn new(window: Size, scale: f32) -> Self {
        let unit = (window.0 / DESIGN.0).min(window.1 / DESIGN.1).clamp(0.8, 2.0) * scale;
        let unit = unit.min((window.0 - 8.0) / PANEL.0).min((window.1 - 8.0) / PANEL.1).max(0.1);
        let px = |pixels| px(pixels, unit);
        let (w, h) = (px(PANEL.0).min(window.0 - 8.0).max(1.0), px(PANEL.1).min(window.1 - 8.0).max(1.0));
        let panel = Rect::new(((window.0 - w) / 2.0).floor(), ((window.1 - h) / 2.0).floor(), w, h);
        let inner = panel.inset(px(18.0));
        let title = Rect { h: px(28.0), ..inner };
        let name = Rect { y: title.y + title.h + px(8.0), h: px(32.0), ..inner };
        let button = px(36.0);
        let foot = inner.y + inner.h - button;
        let save = Rect::new(inner.x + inner.w - px(130.0), foot, px(130.0), button);
        let cancel = Rect { x: save.x - px(10.0) - px(96.0), w: px(96.0), ..save };
        let top = name.y + name.h + px(10.0);
        let words = Rect { y: top, h: (foot - px(8.0) - top).max(0.0), ..inner };
        Self { unit, panel, title, name, words, save, cancel }
    }

    fn target_at(&self, at: Point) -> Option<(Target, Rect)> {
        let places = [(Target::Name, self.name), (Target::Save, self.save), (Target::Cancel, self.cancel)];
        places.into_iter().find(|(_, rect)| rect.contains(at))
    }
}

impl SaveScreen {
    /// A dialog that saves `position`; `name` is in the field at first.
    #[must_use]
    pub fn new(position: Position, name: &str) -> Self {
        let name: String =
            name.chars().filter(|&letter| is_level_name_char(letter)).take(MAX_LEVEL_NAME).collect();
        let name = Field::new(&name, MAX_LEVEL_NAME, is_level_name_char);
        Self {
            position,
            name,
            focus: Target::Name,
            state: State::Naming,
            open_for: Duration::ZERO,
            shown_for: Duration::ZERO,
            pointer: None,
            announced: Default::default(),
        }
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
            self.state = State::Failed("A level needs a name.".to_owned());
            self.focus = Target::Name;
            return None;
        }
        Some(Action::SaveLevel { name, position: self.position.clone(), replace })
    }

    fn take_reply(&mut self, reply: Reply) {
        self.state = match reply {
            Reply::LevelSaved { id, file, .. } => State::Saved { id, file },
            Reply::LevelNameTaken => State::Taken,
            Reply::Failed(reason) => State::Failed(reason),
            Reply::Analysis(_) => return,
        };
        self.shown_for = Duration::ZERO;
        self.focus = Target::Save;
    }

    fn press(&mut self, at: Point, ctx: &Context) -> Option<Action> {
        let plan = Plan::new(ctx.size, ctx.theme().scale());
        match plan.target_at(at) {
            Some((Target::Save, _)) => return self.save(),
            Some((Target::Cancel, _)) if !self.is_done() => return Some(Action::Close),
            Some((Target::Name, rect)) if !self.is_done() => {
                self.focus = Target::Name;
                self.name.press(at, rect, plan.unit);
            }
            _ => {}
        }
        None
    }

    fn key(&mut self, key: Key) -> Option<Action> {
        self.pointer = None;
        if key == Key::Escape {
            return Some(Action::Close);
        }
        if self.focus == Target::Name && !self.is_done() {
            let response = self.name.key(key);
            if response != Response::Ignored {
                self.name_response(response);
                return None;
            }
        }
        match key {
            Key::Enter | Key::Space if self.focus == Target::Cancel => return Some(Action::Close),
            Key::Enter => return self.save(),
            Key::Space if self.focus == Target::Save => return self.save(),
            Key::Tab | Key::Down | Key::Right => self.step(1),
            Key::Up | Key::Left => self.step(TARGETS.len() - 1),
            _ => {}
        }
        None
    }

    fn step(&mut self, by: usize) {
        let now = TARGETS.iter().position(|target| *target == self.focus).unwrap_or(0);
        if !self.is_done() {
            self.focus = TARGETS[(now + by) % TARGETS.len()];
        }
    }

    /// A changed name has not been tried yet.
    fn name_response(&mut self, response: Response) {
        if response == Response::Changed {
            self.state = State::Naming;
        }
    }

    /// The text below the name.
    fn message(&self) -> String {
        match &self.state {
            State::Naming => self.about().to_owned(),
            State::Taken => format!("There is a level called {} already. Replace it?", self.name()),
            State::Failed(reason) => reason.clone(),
            State::Saved { file, .. } => format!("Saved. The menu has it among its levels. It is in {file}"),
        }
    }

    fn ink(&self, theme: &Theme) -> Rgba {
        match self.state {
            State::Naming => theme.faint,
            State::Taken | State::Failed(_) => theme.alarm,
            State::Saved { .. } => theme.text,
        }
    }

    /// Label of the main button.
    const fn label(&self) -> &'static str {
        match self.state {
            State::Taken => "Replace it",
            State::Saved { .. } => "Done",
            State::Naming | State::Failed(_) => "Save",
        }
    }

    /// The place of the keyboard, for screen readers.
    fn place(&self) -> String {
        match self.focus {
            Target::Name => format!("Name: {}.", self.name.words()),
            Target::Save => format!("Button: {}.", self.label()),
            Target::Cancel => format!("Button: {CANCEL}."),
        }
    }

    /// How the position will be stored.
    fn about(&self) -> &'static str {
        if layout::can_represent(&self.position) {
            return "A level file: pieces have not moved, White is to move. The menu has it among its levels.";
        }
        if self.position.turn() == Color::Black {
            return "A level file cannot say that Black is to move. The position is kept as a FEN instead.";
        }
        "With Black's pieces below White's a level file would be read upside down. The position is kept as a FEN \
         instead."
    }
}

/// `words` with spaces behind the slashes of paths that are too wide for a line of `width` pixels.
fn break_words(words: &str, font: Font, size: u16, width: f32) -> String {
    let mut broken = String::new();
    for word in words.split_inclusive(' ') {
        let mut line = String::new();
        for part in word.split_inclusive(['/', '\\']) {
            if !line.is_empty() && measure(&format!("{line}{part}"), font, size) > width {
                broken.push_str(&line);
                broken.push(' ');
                line.clear();
            }
            line.push_str(part);
        }
        broken.push_str(&line);
    }
    broken
}

impl SaveScreen {
    fn handle(&mut self, event: &InputEvent, ctx: &Context) -> Option<Action> {
        match *event {
            InputEvent::Moved(at) => self.pointer = Some(at),
            InputEvent::Pressed(MouseButton::Left, at) => return self.press(at, ctx),
            InputEvent::Key { key, .. } => return self.key(key),
            InputEvent::KeyRepeat(key) if self.focus == Target::Name => return self.key(key),
            // The letter of the key that has opened the dialog: some systems report it after the key.
            InputEvent::Typed(_) if self.open_for.is_zero() => {}
            InputEvent::Typed(letter) if self.focus == Target::Name && !self.is_done() => {
                let response = self.name.typed(letter);
                self.name_response(response);
            }
            InputEvent::PointerLeft => self.pointer = None,
            _ => {}
        }
        None
    }

    fn announce(&mut self, ctx: &mut Context) {
        let now = [self.message(), self.place()];
        for (now, before) in now.iter().zip(&self.announced) {
            if now != before {
                ctx.announce(now);
            }
        }
        self.announced = now;
    }
}

impl Screen for SaveScreen {
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
        if action.is_none() {
            self.announce(ctx);
        }
        action
    }

    fn draw(&self, ctx: &Context, scene: &mut Scene) {
        let theme = &ctx.theme();
        let plan = Plan::new(ctx.size, theme.scale());
        let mut pen = Pen { theme, unit: plan.unit, items: &mut scene.items };
        let veil = Rect::new(0.0, 0.0, ctx.size.0, ctx.size.1);
        pen.items.push(Item::Panel { rect: veil, radius: 0.0, color: Rgba(0, 0, 0, 150) });
        let (radius, rim) = (pen.px(10.0), pen.px(1.0).max(1.0));
        let color = mix(theme.panel, theme.faint, 0.35);
        pen.items.push(Item::Panel { rect: plan.panel, radius, color });
        let rect = plan.panel.inset(rim);
        pen.items.push(Item::Panel { rect, radius: radius - rim, color: theme.ground });
        let style = Style::control(theme.text);
        pen.label("Save level", plan.title, style.sized(20.0).font(Font::Bold));
        let look = |target| Look { focused: self.focus == target, pointer: self.pointer };
        if self.is_done() {
            pen.label(&self.name(), plan.name, style.sized(16.0).font(Font::Bold));
        } else {
            self.name.draw(&mut pen, plan.name, look(Target::Name));
            Button::new(CANCEL, false).draw(&mut pen, plan.cancel, look(Target::Cancel));
        }
        let style = style.sized(13.0);
        let words = break_words(&self.message(), style.font, pen.size(style.size), plan.words.w);
        pen.paragraph(&words, plan.words, Style { role: TextRole::Message, color: self.ink(theme), ..style });
        Button::new(self.label(), true).draw(&mut pen, plan.save, look(Target::Save));
    }
}
