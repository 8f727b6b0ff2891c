//! The screen on which a game is played.

use std::time::Duration;

use super::animation::{Slides, Speed};
use super::board::BoardView;
use super::input::{Button, Happening, Key};
use super::layout::Layout;
use super::scene::{Item, Point, Rgba};
use super::screen::{Screen, Size, Transition};
use super::sidebar::Sidebar;
use super::sound::{Cue, Hearing};
use super::theme::{OAK, Theme};
use crate::game::options::Options;
use crate::game::session::Session;
use crate::game::{Command, Event};

/// The screen on which a game is played.
pub struct PlayScreen {
    session: Session,
    speed: Speed,
    theme: Theme,
    slides: Slides,
    hearing: Hearing,
}

impl PlayScreen {
    /// A screen for `session`, with pieces sliding at `speed`.
    #[must_use]
    pub fn new(session: Session, speed: Speed) -> Self {
        let hearing = Hearing::new(&Options::default());
        Self { session, speed, theme: OAK, slides: Slides::default(), hearing }
    }

    /// The same screen with the sounds of `options`.
    #[must_use]
    pub fn with_sound(self, options: &Options) -> Self {
        Self { hearing: Hearing::new(options), ..self }
    }

    /// The game and the computer in it.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    fn layout(&self, size: Size) -> Layout {
        let game = self.session.game();
        let rules = game.position().variant().rules();
        Layout::new(size, (rules.files, rules.ranks), game.bottom())
    }

    fn press(&mut self, point: Point, layout: &Layout) {
        if let Some(square) = layout.square_at(point) {
            self.apply(Command::Click(square));
        }
    }

    fn apply(&mut self, command: Command) {
        let events = self.session.apply(command);
        self.hearing.hear(&events, self.session.game());
        for event in events {
            match event {
                Event::Moved(made) => {
                    log::debug!("moved {}{}", made.mv.from, made.mv.to);
                    self.slides.start(&made, &self.speed);
                }
                Event::Restarted => self.slides.clear(),
                _ => {}
            }
        }
    }
}

impl Screen for PlayScreen {
    fn tick(&mut self, elapsed: Duration) -> Transition {
        self.slides.tick(elapsed);
        self.apply(Command::Tick(elapsed));
        Transition::Stay
    }

    fn happen(&mut self, happening: Happening, size: Size) -> Transition {
        match happening {
            Happening::Pressed(Button::Left, point) => self.press(point, &self.layout(size)),
            Happening::Key { key: Key::Escape, .. } => self.apply(Command::Resign),
            Happening::Key { key: Key::Char('r'), control: false } => self.apply(Command::Restart),
            Happening::Key { key: Key::Char('s'), control: false } => self.hearing.toggle(),
            _ => {}
        }
        Transition::Stay
    }

    fn sound(&mut self) -> Option<Cue> {
        self.hearing.take()
    }

    fn draw(&self, size: Size, items: &mut Vec<Item>) {
        let layout = self.layout(size);
        let game = self.session.game();
        let board = BoardView { game, slides: &self.slides, layout: &layout, theme: &self.theme };
        items.extend(board.items());
        items.extend(Sidebar::items(game, &self.theme, &layout));
    }

    fn ground(&self) -> Rgba {
        self.theme.ground
    }
}
