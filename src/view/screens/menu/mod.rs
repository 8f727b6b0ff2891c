//! Menu: variant, opponent, clocks and options of the next game, and the preferences.

mod form;
mod layout;
pub mod preview;
pub mod time;

use std::rc::Rc;

use crate::game::new_game::NewGame;
use crate::view::input::{InputEvent, Key};
use crate::view::scene::{Item, Scene};
use crate::view::screen::{Action, Context, Env, LevelEntry, OpenScreen, Reply, Size};
use crate::view::screens::rules::RulesScreen;
use crate::view::theme::Theme;
use crate::view::widgets::{Page, Ui, UiEvent};
use form::{Fault, Form, Subject, Tab};

/// Names of the menu's widgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    Close,
    Board,
    /// A variant or level of the list: its row, its picture and its button.
    Tile(usize),
    Picture(usize),
    Variant(usize),
    Rules,
    Edit,
    Learn,
    Puzzles,
    Games,
    Tabs,
    Rows(Tab),
    Row(Subject),
    /// A control of a row, by its place in it.
    Control(Subject, usize),
    Play,
    Back,
}

pub struct Menu {
    levels: Rc<[LevelEntry]>,
    /// The choices the menu was opened with.
    before: NewGame,
    form: Form,
    /// The page of rows that is shown.
    tab: Tab,
    /// The choices of the form, as far as they can be read.
    now: NewGame,
    ui: Ui<Id>,
    /// Whether the game below would be given up by starting another.
    game_in_progress: bool,
    /// Whether the question whether to give it up is shown.
    asked: bool,
    fault: Option<String>,
}

impl Menu {
    /// A menu that shows `choices`.
    pub fn new(choices: NewGame, levels: &Rc<[LevelEntry]>) -> Self {
        let mut menu = Self {
            levels: Rc::clone(levels),
            form: Form::new(&choices, levels),
            tab: Tab::Game,
            now: choices.clone(),
            before: choices,
            ui: Ui::focused(Id::Play),
            game_in_progress: false,
            asked: false,
            fault: None,
        };
        menu.read_form();
        menu
    }

    pub fn choices(&self) -> &NewGame {
        &self.now
    }

    fn theme(&self) -> Theme {
        Theme::of(&self.now.options)
    }

    fn handle(&mut self, event: &InputEvent, size: Size) -> Option<Action> {
        if let InputEvent::Key { key, control } = *event
            && (key == Key::Escape || (key == Key::Char('m') && !control))
        {
            return self.close();
        }
        let page = self.page(size, false);
        let focus = self.ui.focus();
        let used = self.ui.update(&page, event);
        // A change of the focus cancels the question.
        self.asked &= focus == self.ui.focus() || matches!(self.ui.focus(), Some(Id::Play | Id::Back));
        match used {
            UiEvent::Pressed(id) => return self.press(id, size),
            UiEvent::Chosen(Id::Tabs, value) => {
                self.tab = Tab::ALL.get(value).copied().unwrap_or(self.tab);
                return None;
            }
            UiEvent::Chosen(Id::Control(subject, _), value) => self.form.set(subject, value),
            UiEvent::Edited(Id::Control(subject, place), field) => self.form.set_field(subject, place, field),
            UiEvent::Ignored => return self.handle_key(event, size),
            _ => return None,
        }
        self.read_form();
        // Fewer rows of larger texts fit: the changed row stays visible.
        if let Some(focus) = self.ui.focus() {
            let page = self.page(size, false);
            self.ui.show(&page, focus);
        }
        None
    }

    fn press(&mut self, id: Id, size: Size) -> Option<Action> {
        match id {
            Id::Edit => Some(self.edit()),
            Id::Rules => {
                let level = self.levels.get(self.form.level)?;
                Some(Action::Open(Box::new(RulesScreen::new(level.position.variant()))))
            }
            Id::Learn => Some(Action::OpenLearn(self.now.options)),
            Id::Puzzles => {
                let level = self.levels.get(self.form.level);
                let variant = level.map(|level| level.position.variant().rules().name.clone());
                let (variant, options) = (variant.unwrap_or_default(), self.now.options);
                Some(Action::OpenPuzzles { variant, options })
            }
            Id::Games => Some(Action::OpenGames),
            Id::Play => self.play(size),
            Id::Back | Id::Close => self.close(),
            Id::Board => {
                self.tab = Tab::Variant;
                None
            }
            Id::Tile(place) | Id::Variant(place) => {
                self.form.level = place;
                self.read_form();
                None
            }
            _ => None,
        }
    }

    /// Keys that no widget uses.
    fn handle_key(&mut self, event: &InputEvent, size: Size) -> Option<Action> {
        match *event {
            InputEvent::Key { key: Key::Enter, .. } if self.ui.focus() == Some(Id::Tabs) => {
                // The page is shown already: go to its first row.
                let row = match self.tab {
                    Tab::Variant => Some(Id::Variant(self.form.level)),
                    tab => self.form.shown(tab).next().map(|subject| Id::Control(subject, 0)),
                };
                self.ui.set_focus(row);
                None
            }
            InputEvent::Key { key: Key::Enter, control: false } => self.play(size),
            InputEvent::Key { key, control: false } if key == Key::Char('e') => Some(self.edit()),
            _ => None,
        }
    }

    /// Reads the choices from the form after a change.
    fn read_form(&mut self) {
        self.asked = false;
        let (choices, fault) = self.form.choices(&self.before, &self.levels);
        self.now = choices;
        self.fault = fault.map(|fault| fault.message);
    }

    /// Opens the editor with the level that is shown.
    fn edit(&self) -> Action {
        Action::EditLevel(self.now.clone())
    }

    /// Starts the game; asks first if another one is in progress.
    fn play(&mut self, size: Size) -> Option<Action> {
        if let (_, Some(Fault { subject, place, message })) = self.form.choices(&self.before, &self.levels) {
            self.tab = subject.tab();
            let page = self.page(size, false);
            self.ui.show(&page, Id::Control(subject, place));
            self.fault = Some(message);
            return None;
        }
        if self.game_in_progress && !self.asked {
            self.asked = true;
            self.ui.set_focus(Some(Id::Play));
            return None;
        }
        Some(Action::Play { choices: self.now.clone(), position: None })
    }

    /// Closes the menu; options that took effect at once are kept.
    fn close(&self) -> Option<Action> {
        let mut settings = self.before.clone();
        settings.options.copy_live(&self.now.options);
        Some(Action::CloseMenu { settings: (settings != self.before).then_some(settings) })
    }

    fn take_reply(&mut self, reply: Reply, ctx: &Env) {
        match reply {
            Reply::Failed(reason) => self.fault = Some(reason),
            Reply::LevelSaved { id, .. } => {
                self.levels = Rc::clone(&ctx.levels);
                self.form.level = form::level_index(&self.levels, &id);
                self.read_form();
            }
            Reply::LevelNameTaken | Reply::Resign | Reply::Analysis(_) | Reply::GameDeleted => {}
        }
    }

    /// Draws the board of the level, or the pictures of all.
    fn draw_boards(&self, page: &Page<Id>, theme: &Theme, items: &mut Vec<Item>) {
        let pictures = self.levels.iter().enumerate().map(|(place, level)| (level, Id::Picture(place)));
        let shown = self.levels.get(self.form.level).map(|level| (level, Id::Board));
        for (level, id) in pictures.chain(shown) {
            if let Some(board) = page.rect(id) {
                preview::draw(&level.position, self.form.bottom(), theme, board, items);
            }
        }
    }
}

impl OpenScreen for Menu {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if let Some(reply) = ctx.reply.take() {
            self.take_reply(reply, ctx);
        }
        if !ctx.is_top {
            self.ui.release();
        }
        self.game_in_progress = ctx.game_in_progress;
        let (before, level) = (self.now.options, self.form.level);
        let action = input.iter().find_map(|event| self.handle(event, ctx.size));
        ctx.effects.cursor = self.ui.cursor();
        ctx.effects.clicked_text = self.ui.take_clicked_text().or(ctx.effects.clicked_text.take());
        ctx.options.copy_live_changes(&before, &self.now.options);
        if action.is_none() && ctx.is_top {
            let page = self.page(ctx.size, false);
            let message = self.message().unwrap_or_default().to_owned();
            if let Some(chosen) = self.levels.get(self.form.level).filter(|_| self.form.level != level) {
                ctx.announce(format!("Variant: {}.", chosen.title));
            }
            ctx.effects.announcements.extend(self.ui.announcements(&page, &message));
        }
        action
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        let theme = self.theme();
        let page = self.page(ctx.size, !scene.items.is_empty());
        self.ui.draw(&page, &theme, &mut scene.items);
        self.draw_boards(&page, &theme, &mut scene.items);
    }
}
