//! Menu: level, opponent, clocks and options of the next game.

mod draw;
pub mod form;
mod plan;
mod preview;
mod spoken;
pub mod time;

use std::rc::Rc;

use crate::game::new_game::NewGame;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Point, Rect, Scene};
use crate::view::screen::{Action, Context, LevelEntry, Reply, Screen, Size};
use crate::view::screens::play::keys::{self, KeyAction};
use crate::view::theme::Theme;
use crate::view::widgets::{self, Response, Ring, Scroll, Widget};
use form::{Fault, Form};
use plan::Plan;

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
    /// The levels the form shows.
    levels: Rc<[LevelEntry]>,
    /// The choices the menu was opened with.
    before: NewGame,
    /// The choices of the form, as far as they can be read.
    now: NewGame,
    form: Form,
    focus: Target,
    scroll: Scroll,
    pointer: Option<Point>,
    /// What the main button went down on, while it is held.
    held: Option<Target>,
    /// Whether the game below would be given up by starting another.
    game_in_progress: bool,
    /// Whether the player has been asked to give it up.
    asked: bool,
    fault: Option<String>,
    /// What was announced last.
    announced: String,
}

impl Menu {
    /// A menu that shows `choices`.
    #[must_use]
    pub fn new(choices: NewGame, levels: &Rc<[LevelEntry]>) -> Self {
        let form = Form::new(&choices, levels);
        let mut menu = Self {
            levels: Rc::clone(levels),
            now: choices.clone(),
            before: choices,
            form,
            focus: Target::Play,
            scroll: Scroll::default(),
            pointer: None,
            held: None,
            game_in_progress: false,
            asked: false,
            fault: None,
            announced: String::new(),
        };
        menu.changed();
        menu
    }

    /// The choices shown.
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

    fn press(&mut self, at: Point, size: Size) -> Option<Action> {
        let plan = self.plan(size);
        let hit = self.places(&plan).into_iter().find(|(_, rect)| rect.contains(at));
        let Some((target, rect)) = hit else {
            if plan.board.contains(at) {
                // The small picture stands for the level: a press on it goes on to the next one.
                self.focus = Target::Level;
                let response = self.form.level.key(Key::Right);
                self.take_response(Some(response));
            }
            return None;
        };
        self.held = Some(target);
        match target {
            Target::Edit | Target::Puzzles | Target::Play | Target::Back | Target::Close => {
                return self.activate(target, size);
            }
            Target::Bar => self.scroll.drag(at, rect, self.form.shown().len(), plan.room),
            Target::Level | Target::Row(..) => {
                self.focus = target;
                let response = self.control(target).map(|control| control.press(at, rect, plan.unit));
                self.take_response(response);
            }
        }
        None
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
            let response = self.control(target).map(|control| control.drag(at, rect, plan.unit));
            self.take_response(response);
        }
    }

    fn key(&mut self, key: Key, control: bool, size: Size) -> Option<Action> {
        if key == Key::Escape || (key == Key::Char('m') && !control) {
            return self.close();
        }
        let response = self.control(self.focus).map_or(Response::Ignored, |control| control.key(key));
        if response != Response::Ignored {
            self.take_response(Some(response));
            return None;
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
            _ if keys::action(key) == Some(KeyAction::Edit) && !control => return self.edit(),
            _ => {}
        }
        None
    }

    /// Does what the button `target` is for; Enter at what is no button plays.
    fn activate(&mut self, target: Target, size: Size) -> Option<Action> {
        match target {
            Target::Edit => self.edit(),
            Target::Puzzles => Some(Action::OpenPuzzles(self.now.options)),
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

    fn take_response(&mut self, response: Option<Response>) {
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

    /// Opens the editor with the level that is shown.
    fn edit(&self) -> Option<Action> {
        Some(Action::EditLevel(self.now.clone()))
    }

    /// Starts the game; asks first if that gives up another one.
    fn play(&mut self, size: Size) -> Option<Action> {
        if let (_, Some(Fault { row, slot, message })) = self.form.choices(&self.before, &self.levels) {
            self.focus = Target::Row(row, slot);
            self.reveal(size);
            self.fault = Some(message);
            return None;
        }
        if self.game_in_progress && !self.asked {
            self.asked = true;
            self.focus = Target::Play;
            return None;
        }
        Some(Action::Play { choices: self.now.clone(), position: None })
    }

    /// Closes the menu; options that took effect at once are kept.
    fn close(&self) -> Option<Action> {
        let mut settings = self.before.clone();
        settings.options.take_live(&self.now.options);
        Some(Action::CloseMenu { settings: (settings != self.before).then_some(settings) })
    }

    fn wheel(&mut self, notches: f32, size: Size) {
        let (count, room) = (self.form.shown().len(), self.plan(size).room);
        let rows = if notches > 0.0 { -1 } else { 1 };
        self.scroll.shift(rows, count, room);
    }
}

impl Menu {
    fn handle(&mut self, event: &InputEvent, size: Size) -> Option<Action> {
        match *event {
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
                // The player uses the keyboard now: what lies under the pointer does not count any more.
                self.pointer = None;
                return self.key(key, control, size);
            }
            InputEvent::KeyRepeat(key) => {
                let response = self.control(self.focus).map(|control| control.key(key));
                self.take_response(response);
            }
            InputEvent::Typed(letter) => {
                let response = self.control(self.focus).map(|control| control.typed(letter));
                self.take_response(response);
            }
            InputEvent::Wheel(notches) => self.wheel(notches, size),
            InputEvent::PointerLeft => {
                self.pointer = None;
                self.held = None;
            }
            _ => {}
        }
        None
    }

    fn take_reply(&mut self, reply: Reply, ctx: &Context) {
        match reply {
            Reply::Failed(reason) => self.fault = Some(reason),
            Reply::LevelSaved { id, .. } => {
                self.levels = Rc::clone(&ctx.levels);
                self.form.offer(&self.levels, &id);
                self.changed();
            }
            Reply::LevelNameTaken | Reply::Analysis(_) => {}
        }
    }
}

impl Screen for Menu {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if let Some(reply) = ctx.reply.take() {
            self.take_reply(reply, ctx);
        }
        if !ctx.is_top {
            self.held = None;
        }
        self.game_in_progress = ctx.game_in_progress;
        let action = input.iter().find_map(|event| self.handle(event, ctx.size));
        ctx.options.take_live(&self.now.options);
        if action.is_none() && ctx.is_top {
            ctx.effects.announcements.extend(self.announcement());
        }
        action
    }

    fn draw(&self, ctx: &Context, scene: &mut Scene) {
        self.draw_menu(ctx.size, &mut scene.items);
    }
}
