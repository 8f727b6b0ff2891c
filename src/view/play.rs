//! The screen on which a game is played.

use std::time::Duration;

use super::animation::{Slides, Speed};
use super::app::{App, Frame};
use super::board::BoardView;
use super::input::{Button, Happening, Input, Key};
use super::layout::Layout;
use super::scene::{Point, Scene};
use super::sidebar::Sidebar;
use super::theme::{OAK, Theme};
use crate::game::session::Session;
use crate::game::{Command, Event};

/// The screen on which a game is played.
pub struct PlayScreen {
    session: Session,
    speed: Speed,
    theme: Theme,
    slides: Slides,
    /// Whether a frame has been shown: the first clock starts with it.
    started: bool,
    quit: bool,
}

impl PlayScreen {
    /// A screen for `session`, with pieces sliding at `speed`.
    #[must_use]
    pub fn new(session: Session, speed: Speed) -> Self {
        Self { session, speed, theme: OAK, slides: Slides::default(), started: false, quit: false }
    }

    /// The game and the computer in it.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Takes in what happened since the last frame.
    pub fn update(&mut self, input: &Input) {
        let elapsed = if self.started { input.elapsed } else { Duration::ZERO };
        self.started = true;
        self.slides.tick(elapsed);
        self.apply(Command::Tick(elapsed));
        let layout = self.layout(input.size);
        for happening in &input.happenings {
            self.happen(*happening, &layout);
        }
    }

    /// The picture in a window of `size` (width, height in pixels).
    #[must_use]
    pub fn scene(&self, size: (f32, f32)) -> Scene {
        let layout = self.layout(size);
        let game = self.session.game();
        let mut scene = Scene::new(self.theme.ground);
        let board = BoardView { game, slides: &self.slides, layout: &layout, theme: &self.theme };
        scene.items.extend(board.items());
        scene.items.extend(Sidebar::items(game, &self.theme, &layout));
        scene
    }

    fn layout(&self, size: (f32, f32)) -> Layout {
        let game = self.session.game();
        let rules = game.position().variant().rules();
        Layout::new(size, (rules.files, rules.ranks), game.bottom())
    }

    fn happen(&mut self, happening: Happening, layout: &Layout) {
        match happening {
            Happening::Pressed(Button::Left, point) => self.press(point, layout),
            Happening::Key { key: Key::Escape, .. } => self.apply(Command::Resign),
            Happening::Key { key: Key::Char('r'), control: false } => self.apply(Command::Restart),
            Happening::CloseRequested => self.quit = true,
            _ => {}
        }
    }

    fn press(&mut self, point: Point, layout: &Layout) {
        if let Some(square) = layout.square_at(point) {
            self.apply(Command::Click(square));
        }
    }

    fn apply(&mut self, command: Command) {
        for event in self.session.apply(command) {
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

impl App for PlayScreen {
    fn frame(&mut self, input: &Input) -> Frame {
        self.update(input);
        Frame { quit: self.quit, ..Frame::show(self.scene(input.size)) }
    }
}
