//! The question for the name under which a level is kept, above the editor.

use std::rc::Rc;
use std::time::Duration;

use crate::game::board_setup::{MAX_LEVEL_NAME, is_level_name_char};
use crate::notation::layout;
use crate::rules::{Color, Position};
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Font, Item, Point, Rect, Rgba, TextRole};
use crate::view::screen::{Answer, Screen, Size, Transition};
use crate::view::starter::{Kept, Starter};
use crate::view::text::measure;
use crate::view::theme::Theme;
use crate::view::widgets::pen::{Style, mix, px};
use crate::view::widgets::{Button, Field, Look, Pen, Response, Widget};

/// Size of the panel in the design.
const PANEL: Size = (420.0, 230.0);
/// Size of a window in which the panel has the design's measure.
const DESIGN: Size = (600.0, 480.0);

/// The question whether to replace a level takes no answer sooner: the second press of a double click is none.
const READING: Duration = Duration::from_millis(500);
/// What the button says that keeps nothing.
const CANCEL: &str = "Cancel";

/// What has the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Name,
    Save,
    Cancel,
}

const TARGETS: [Target; 3] = [Target::Name, Target::Save, Target::Cancel];

/// How far it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// The name is being typed.
    Naming,
    /// There is a level of that name: it is asked whether to replace it.
    Taken,
    /// It could not be kept, for this reason.
    Failed(String),
    /// It is kept under this id, in this file.
    Done(String, String),
}

/// The question for the name.
pub struct SaveScreen {
    starter: Rc<dyn Starter>,
    position: Position,
    theme: Theme,
    name: Field,
    focus: Target,
    state: State,
    /// Until the first tick.
    fresh: bool,
    /// For how long it has been asked whether to replace another level.
    asked: Duration,
    pointer: Option<Point>,
    /// What was read aloud last: what there is to be said, and the place of the keyboard.
    told: [String; 2],
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
    /// Asks for the name of `position`, with `name` to begin with.
    #[must_use]
    pub fn new(starter: Rc<dyn Starter>, position: Position, name: &str, theme: Theme) -> Self {
        let name: String =
            name.chars().filter(|&letter| is_level_name_char(letter)).take(MAX_LEVEL_NAME).collect();
        let name = Field::new(&name, MAX_LEVEL_NAME, is_level_name_char);
        let (focus, state) = (Target::Name, State::Naming);
        let told = Default::default();
        let asked = Duration::ZERO;
        Self { starter, position, theme, name, focus, state, fresh: true, asked, pointer: None, told }
    }

    fn name(&self) -> String {
        self.name.text().trim().to_owned()
    }

    fn is_done(&self) -> bool {
        matches!(self.state, State::Done(..))
    }

    /// Keeps the level, or closes when that has been done.
    fn save(&mut self) -> Transition {
        if self.is_done() {
            return self.close();
        }
        let name = self.name();
        if self.state == State::Taken && self.asked < READING {
            return Transition::Stay;
        }
        if name.is_empty() {
            self.state = State::Failed("A level needs a name.".to_owned());
            self.focus = Target::Name;
            return Transition::Stay;
        }
        self.state = match self.starter.keep(&name, &self.position, self.state == State::Taken) {
            Ok(Kept::In { id, file }) => State::Done(id, file),
            Ok(Kept::Taken) => State::Taken,
            Err(reason) => State::Failed(reason),
        };
        self.asked = Duration::ZERO;
        self.focus = Target::Save;
        Transition::Stay
    }

    fn close(&mut self) -> Transition {
        let name = self.name();
        Transition::Close(match &self.state {
            State::Done(id, _) => Some(Answer::Saved { id: id.clone(), name }),
            _ => None,
        })
    }

    fn press(&mut self, at: Point, plan: &Plan) -> Transition {
        match plan.target_at(at) {
            Some((Target::Save, _)) => return self.save(),
            Some((Target::Cancel, _)) if !self.is_done() => return self.close(),
            Some((Target::Name, rect)) if !self.is_done() => {
                self.focus = Target::Name;
                self.name.press(at, rect, plan.unit);
            }
            _ => {}
        }
        Transition::Stay
    }

    fn key(&mut self, key: Key) -> Transition {
        self.pointer = None;
        if key == Key::Escape {
            return self.close();
        }
        if self.focus == Target::Name && !self.is_done() {
            let told = self.name.key(key);
            if told != Response::Ignored {
                self.heard(told);
                return Transition::Stay;
            }
        }
        match key {
            Key::Enter | Key::Space if self.focus == Target::Cancel => return self.close(),
            Key::Enter => return self.save(),
            Key::Space if self.focus == Target::Save => return self.save(),
            Key::Tab | Key::Down | Key::Right => self.step(1),
            Key::Up | Key::Left => self.step(TARGETS.len() - 1),
            _ => {}
        }
        Transition::Stay
    }

    fn step(&mut self, by: usize) {
        let now = TARGETS.iter().position(|target| *target == self.focus).unwrap_or(0);
        if !self.is_done() {
            self.focus = TARGETS[(now + by) % TARGETS.len()];
        }
    }

    /// Another name is another question.
    fn heard(&mut self, response: Response) {
        if response == Response::Changed {
            self.state = State::Naming;
        }
    }

    /// What there is to be said.
    fn words(&self) -> String {
        match &self.state {
            State::Naming => self.about().to_owned(),
            State::Taken => format!("There is a level called {} already. Replace it?", self.name()),
            State::Failed(reason) => reason.clone(),
            State::Done(_, file) => format!("Saved. The menu has it among its levels. It is in {file}"),
        }
    }

    fn ink(&self) -> Rgba {
        match self.state {
            State::Naming => self.theme.faint,
            State::Taken | State::Failed(_) => self.theme.alarm,
            State::Done(..) => self.theme.text,
        }
    }

    /// What the button says that goes on.
    const fn label(&self) -> &'static str {
        match self.state {
            State::Taken => "Replace it",
            State::Done(..) => "Done",
            State::Naming | State::Failed(_) => "Save",
        }
    }

    /// The place of the keyboard in a sentence.
    fn place(&self) -> String {
        match self.focus {
            Target::Name => format!("Name: {}.", self.name.words()),
            Target::Save => format!("Button: {}.", self.label()),
            Target::Cancel => format!("Button: {CANCEL}."),
        }
    }

    /// What becomes of the position in the file.
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

impl Screen for SaveScreen {
    fn tick(&mut self, elapsed: Duration) -> Transition {
        self.fresh = false;
        self.asked += elapsed;
        Transition::Stay
    }

    fn happen(&mut self, happening: InputEvent, size: Size) -> Transition {
        match happening {
            InputEvent::Moved(at) => self.pointer = Some(at),
            InputEvent::Pressed(MouseButton::Left, at) => {
                return self.press(at, &Plan::new(size, self.theme.scale()));
            }
            InputEvent::Key { key, .. } => return self.key(key),
            // The letter of the key that has opened this screen: some systems tell of it after the key.
            InputEvent::KeyRepeat(key) if self.focus == Target::Name => return self.key(key),
            InputEvent::Typed(_) if self.fresh => {}
            InputEvent::Typed(letter) if self.focus == Target::Name && !self.is_done() => {
                let told = self.name.typed(letter);
                self.heard(told);
            }
            InputEvent::PointerLeft => self.pointer = None,
            _ => {}
        }
        Transition::Stay
    }

    fn say(&mut self) -> Vec<String> {
        let now = [self.words(), self.place()];
        let told = std::mem::replace(&mut self.told, now.clone());
        now.into_iter().zip(told).filter(|(now, told)| now != told).map(|(now, _)| now).collect()
    }

    fn draw(&self, window: Size, items: &mut Vec<Item>) {
        let plan = Plan::new(window, self.theme.scale());
        let mut pen = Pen { theme: &self.theme, unit: plan.unit, items };
        let veil = Rect::new(0.0, 0.0, window.0, window.1);
        pen.items.push(Item::Panel { rect: veil, radius: 0.0, color: Rgba(0, 0, 0, 150) });
        let (radius, rim) = (pen.px(10.0), pen.px(1.0).max(1.0));
        let color = mix(self.theme.panel, self.theme.faint, 0.35);
        pen.items.push(Item::Panel { rect: plan.panel, radius, color });
        let rect = plan.panel.inset(rim);
        pen.items.push(Item::Panel { rect, radius: radius - rim, color: self.theme.ground });
        let style = Style::control(self.theme.text);
        pen.label("Save level", plan.title, style.sized(20.0).font(Font::Bold));
        let look = |target| Look { focused: self.focus == target, pointer: self.pointer };
        if self.is_done() {
            pen.label(&self.name(), plan.name, style.sized(16.0).font(Font::Bold));
        } else {
            self.name.draw(&mut pen, plan.name, look(Target::Name));
            Button::new(CANCEL, false).draw(&mut pen, plan.cancel, look(Target::Cancel));
        }
        let style = style.sized(13.0);
        let words = break_words(&self.words(), style.font, pen.size(style.size), plan.words.w);
        pen.paragraph(&words, plan.words, Style { role: TextRole::Message, color: self.ink(), ..style });
        Button::new(self.label(), true).draw(&mut pen, plan.save, look(Target::Save));
    }

    fn ground(&self) -> Rgba {
        self.theme.ground
    }
}
