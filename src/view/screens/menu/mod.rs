//! The menu: what is chosen before a game, as a screen above the game or before the first one.
//!
//! It starts games and remembers choices through [`Starter`]; it reads and writes nothing itself.

mod draw;
pub mod form;
mod plan;
mod preview;
mod spoken;
pub mod time;

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use super::editor::{Editor, Opening};
use crate::game::board_setup::BoardSetup;
use crate::game::new_game::NewGame;
use crate::rules::Color;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Item, Point, Rect, Rgba};
use crate::view::screen::{Answer, Screen, Size, Transition};
use crate::view::screens::play::keys::{self, Action};
use crate::view::theme::Theme;
use crate::view::widgets::{self, Response, Ring, Scroll, Widget};
use form::{Fault, Form};
use plan::Plan;

pub use crate::view::starter::{Level, Starter};

/// What is below the menu.
pub enum Below {
    /// A game, and whether it is one that would be lost by starting another.
    Game(Rc<Cell<bool>>),
    /// Nothing yet; a game by these choices when the menu is closed.
    Nothing(NewGame),
}

/// A place that the keyboard or the pointer can be at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Level,
    /// A control: its row and its place in it.
    Row(usize, usize),
    Edit,
    Puzzles,
    Play,
    Back,
    /// For the pointer only.
    Close,
    /// For the pointer only.
    Bar,
}

impl Target {
    /// The button that stands beside this one; the place itself where there is none.
    fn beside(self) -> Self {
        match self {
            Self::Play => Self::Back,
            Self::Back => Self::Play,
            Self::Edit => Self::Puzzles,
            Self::Puzzles => Self::Edit,
            other => other,
        }
    }
}

/// The menu.
pub struct Menu {
    starter: Rc<dyn Starter>,
    /// The levels the form shows.
    levels: Rc<[Level]>,
    below: Below,
    /// The choices the form was made from.
    before: NewGame,
    /// What the form says, as far as it can be read.
    now: NewGame,
    form: Form,
    focus: Target,
    scroll: Scroll,
    pointer: Option<Point>,
    /// What the main button went down on, while it is held.
    held: Option<Target>,
    /// Whether the person has been asked if the game below may be given up.
    asked: bool,
    fault: Option<String>,
    /// What was read aloud last.
    told: String,
}

impl Menu {
    /// A menu that shows `choices`.
    #[must_use]
    pub fn new(starter: Rc<dyn Starter>, choices: NewGame, below: Below) -> Self {
        let levels = starter.levels();
        let form = Form::new(&choices, &levels);
        let mut menu = Self {
            starter,
            levels,
            below,
            now: choices.clone(),
            before: choices,
            form,
            focus: Target::Play,
            scroll: Scroll::default(),
            pointer: None,
            held: None,
            asked: false,
            fault: None,
            told: String::new(),
        };
        menu.changed();
        menu
    }

    /// What the menu says now.
    #[must_use]
    pub fn choices(&self) -> &NewGame {
        &self.now
    }

    /// The places of the keyboard, in its order.
    fn targets(&self) -> Vec<Target> {
        let slots =
            |row: usize| (0..self.form.rows[row].controls.len()).map(move |slot| Target::Row(row, slot));
        let rows = self.form.shown().into_iter().flat_map(slots);
        let level = [Target::Level, Target::Edit, Target::Puzzles];
        level.into_iter().chain(rows).chain([Target::Play, Target::Back]).collect()
    }

    fn plan(&self, size: Size) -> Plan {
        Plan::new(size, self.form.shown().len(), Theme::of(&self.now.options).scale())
    }

    /// Where everything that can be pressed is.
    fn places(&self, plan: &Plan) -> Vec<(Target, Rect)> {
        let shown = self.form.shown();
        let first = self.scroll.first(shown.len(), plan.room);
        let mut places = vec![
            (Target::Close, plan.close),
            (Target::Level, plan.level),
            (Target::Edit, plan.edit),
            (Target::Puzzles, plan.puzzles),
            (Target::Play, plan.play),
            (Target::Back, plan.back),
        ];
        for (place, &row) in shown.iter().skip(first).take(plan.room).enumerate() {
            let count = self.form.rows[row].controls.len();
            for slot in 0..count {
                let (rect, _) = plan.control_rect(plan.row_rect(place), slot, count);
                places.push((Target::Row(row, slot), rect));
            }
        }
        places.extend(plan.bar.map(|bar| (Target::Bar, bar)));
        places
    }

    fn place_of(&self, target: Target, plan: &Plan) -> Option<Rect> {
        self.places(plan).into_iter().find(|(other, _)| *other == target).map(|(_, rect)| rect)
    }

    fn control(&mut self, target: Target) -> Option<&mut widgets::Control> {
        match target {
            Target::Level => Some(&mut self.form.level),
            Target::Row(row, slot) => self.form.rows.get_mut(row)?.controls.get_mut(slot).map(|(c, _)| c),
            _ => None,
        }
    }

    fn press(&mut self, at: Point, size: Size) -> Transition {
        let plan = self.plan(size);
        let hit = self.places(&plan).into_iter().find(|(_, rect)| rect.contains(at));
        let Some((target, rect)) = hit else {
            if plan.board.contains(at) {
                // The small picture stands for the level: a press on it goes on to the next one.
                self.focus = Target::Level;
                let told = self.form.level.key(Key::Right);
                self.heard(Some(told));
            }
            return Transition::Stay;
        };
        self.held = Some(target);
        match target {
            Target::Edit | Target::Puzzles | Target::Play | Target::Back | Target::Close => {
                return self.activate(target, size);
            }
            Target::Bar => self.scroll.drag(at, rect, self.form.shown().len(), plan.room),
            Target::Level | Target::Row(..) => {
                self.focus = target;
                let told = self.control(target).map(|control| control.press(at, rect, plan.unit));
                self.heard(told);
            }
        }
        Transition::Stay
    }

    fn drag(&mut self, at: Point, size: Size) {
        let plan = self.plan(size);
        let Some((target, rect)) = self.held.and_then(|held| Some((held, self.place_of(held, &plan)?)))
        else {
            return;
        };
        if target == Target::Bar {
            self.scroll.drag(at, rect, self.form.shown().len(), plan.room);
        } else {
            let told = self.control(target).map(|control| control.drag(at, rect, plan.unit));
            self.heard(told);
        }
    }

    fn key(&mut self, key: Key, control: bool, size: Size) -> Transition {
        if key == Key::Escape || (key == Key::Char('m') && !control) {
            return self.close();
        }
        let told = self.control(self.focus).map_or(Response::Ignored, |control| control.key(key));
        if told != Response::Ignored {
            self.heard(Some(told));
            return Transition::Stay;
        }
        match key {
            Key::Enter => return self.activate(self.focus, size),
            // In a text it is a letter like any other.
            Key::Space if !matches!(self.focus, Target::Level | Target::Row(..)) => {
                return self.activate(self.focus, size);
            }
            Key::Tab | Key::Down => self.step(true, size),
            Key::Up => self.step(false, size),
            Key::Left | Key::Right => self.focus = self.focus.beside(),
            _ if keys::action(key) == Some(Action::Edit) && !control => return self.edit(),
            _ => {}
        }
        Transition::Stay
    }

    /// Does what the button `target` is for; Enter at what is no button plays.
    fn activate(&mut self, target: Target, size: Size) -> Transition {
        match target {
            Target::Edit => self.edit(),
            Target::Puzzles => self.puzzles(),
            Target::Back | Target::Close => self.close(),
            Target::Level | Target::Row(..) | Target::Play | Target::Bar => self.play(size),
        }
    }

    /// Moves the keyboard on or back, and the list with it.
    fn step(&mut self, forward: bool, size: Size) {
        let targets = self.targets();
        let now = targets.iter().position(|target| *target == self.focus).unwrap_or(0);
        let next = Ring::at(now).step(forward, targets.len()).place(targets.len());
        self.focus = targets.get(next).copied().unwrap_or(Target::Play);
        self.reveal(size);
        self.asked = false;
    }

    /// Moves the list so that the row with the keyboard is seen.
    fn reveal(&mut self, size: Size) {
        let (shown, plan) = (self.form.shown(), self.plan(size));
        if let Target::Row(row, _) = self.focus
            && let Some(place) = shown.iter().position(|&shown| shown == row)
        {
            self.scroll.reveal(place, shown.len(), plan.room);
        }
    }

    /// Takes in what a control made of what it was told.
    fn heard(&mut self, response: Option<Response>) {
        if response == Some(Response::Changed) {
            self.changed();
        }
    }

    fn changed(&mut self) {
        self.asked = false;
        self.form.mark();
        let (choices, fault) = self.form.choices(&self.before, &self.levels);
        self.now = choices;
        self.fault = fault.map(|fault| fault.message);
    }

    /// Opens the editor on the level that is shown.
    fn edit(&mut self) -> Transition {
        let Some(level) = self.levels.get(self.form.level()) else { return Transition::Stay };
        let opening = Opening {
            draft: BoardSetup::from_position(&level.position),
            bottom: self.now.color.resolve(Color::White),
            choices: self.now.clone(),
            name: if level.is_own() { level.title.clone() } else { String::new() },
            busy: match &self.below {
                Below::Game(busy) => Rc::clone(busy),
                Below::Nothing(_) => Rc::default(),
            },
        };
        Transition::Open(Box::new(Editor::new(Rc::clone(&self.starter), opening)))
    }

    /// Opens the puzzles above the menu, and above the game below it.
    fn puzzles(&mut self) -> Transition {
        match self.starter.puzzles(&self.now.options) {
            Ok(screen) => Transition::Open(screen),
            Err(message) => {
                self.fault = Some(message);
                Transition::Stay
            }
        }
    }

    /// Whether starting a game gives up one that has begun.
    fn gives_up(&self) -> bool {
        matches!(&self.below, Below::Game(busy) if busy.get())
    }

    fn play(&mut self, size: Size) -> Transition {
        if let (_, Some(Fault { row, slot, message })) = self.form.choices(&self.before, &self.levels) {
            self.focus = Target::Row(row, slot);
            self.reveal(size);
            self.fault = Some(message);
            return Transition::Stay;
        }
        if self.gives_up() && !self.asked {
            self.asked = true;
            self.focus = Target::Play;
            return Transition::Stay;
        }
        match Rc::clone(&self.starter).start(&self.now) {
            Ok(screen) => {
                self.starter.remember(&self.now);
                Transition::Reset(screen)
            }
            Err(message) => {
                self.fault = Some(message);
                Transition::Stay
            }
        }
    }

    fn close(&mut self) -> Transition {
        let mut kept = self.before.clone();
        kept.options.take_live(&self.now.options);
        if kept != self.before {
            self.starter.remember(&kept);
        }
        match &self.below {
            Below::Game(_) => Transition::Close(Some(Answer::Options(self.now.options))),
            Below::Nothing(choices) => {
                let mut choices = choices.clone();
                choices.options.take_live(&self.now.options);
                match Rc::clone(&self.starter).start(&choices) {
                    Ok(screen) => Transition::Reset(screen),
                    Err(message) => {
                        self.fault = Some(message);
                        Transition::Stay
                    }
                }
            }
        }
    }

    fn wheel(&mut self, notches: f32, size: Size) {
        let (count, room) = (self.form.shown().len(), self.plan(size).room);
        let rows = if notches > 0.0 { -1 } else { 1 };
        self.scroll.shift(rows, count, room);
    }
}

impl Screen for Menu {
    fn tick(&mut self, _elapsed: Duration) -> Transition {
        Transition::Stay
    }

    fn covered(&mut self) {
        self.held = None;
    }

    fn happen(&mut self, happening: InputEvent, size: Size) -> Transition {
        match happening {
            InputEvent::Moved(at) => {
                self.pointer = Some(at);
                self.drag(at, size);
            }
            InputEvent::Pressed(MouseButton::Left, at) => return self.press(at, size),
            InputEvent::Released(MouseButton::Left, at) => {
                self.drag(at, size);
                self.held = None;
            }
            InputEvent::Key { key, control } => {
                // The person has turned to the keyboard: what lies under the pointer by chance counts no more.
                self.pointer = None;
                return self.key(key, control, size);
            }
            InputEvent::KeyRepeat(key) => {
                let told = self.control(self.focus).map(|control| control.key(key));
                self.heard(told);
            }
            InputEvent::Typed(letter) => {
                let told = self.control(self.focus).map(|control| control.typed(letter));
                self.heard(told);
            }
            InputEvent::Wheel(notches) => self.wheel(notches, size),
            InputEvent::PointerLeft => {
                self.pointer = None;
                self.held = None;
            }
            InputEvent::Pressed(MouseButton::Right, _)
            | InputEvent::Released(MouseButton::Right, _)
            | InputEvent::CloseRequested => {}
        }
        Transition::Stay
    }

    fn hear(&mut self, answer: Answer) -> Transition {
        if let Answer::Saved { id, .. } = answer {
            self.levels = self.starter.levels();
            self.form.offer(&self.levels, &id);
            self.changed();
        }
        Transition::Stay
    }

    fn say(&mut self) -> Vec<String> {
        self.take_spoken()
    }

    fn draw(&self, size: Size, items: &mut Vec<Item>) {
        self.draw_menu(size, items);
    }

    fn ground(&self) -> Rgba {
        Theme::of(&self.now.options).ground
    }
}
