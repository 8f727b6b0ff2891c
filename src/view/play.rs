//! The screen on which a game is played.

use std::time::Duration;

use super::animation::{Slides, Speed};
use super::board::BoardView;
use super::handover;
use super::input::{Button, Happening, Key};
use super::layout::Layout;
use super::scene::{Item, Point, Rgba};
use super::screen::{Screen, Size, Transition};
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
}

impl PlayScreen {
    /// A screen for `session`, with pieces sliding at `speed`.
    #[must_use]
    pub fn new(session: Session, speed: Speed) -> Self {
        Self { session, speed, theme: OAK, slides: Slides::default() }
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
        for event in &events {
            match event {
                Event::Moved(made) | Event::MovedInFog(Some(made)) => {
                    log::debug!("moved {}{}", made.mv.from, made.mv.to);
                    self.slides.start(made, &self.speed);
                }
                Event::Restarted => self.slides.clear(),
                _ => {}
            }
        }
        let game = self.session.game();
        if game.is_fogged() && !events.is_empty() {
            let sight = game.sight();
            self.slides.keep(|square| sight.has_piece(square));
        }
    }

    /// Takes in what happened while the board is passed on, and says whether that was meant for this screen.
    fn happen_between_turns(&mut self, happening: Happening) -> bool {
        let ready = match happening {
            Happening::Pressed(..) => true,
            // Escape closes what is open before it resigns.
            Happening::Key { key, .. } => matches!(key, Key::Enter | Key::Space | Key::Escape),
            _ => false,
        };
        if ready && self.session.game().handing_over().is_some() {
            self.apply(Command::Ready);
            return true;
        }
        false
    }
}

impl Screen for PlayScreen {
    fn tick(&mut self, elapsed: Duration) -> Transition {
        self.slides.tick(elapsed);
        self.apply(Command::Tick(elapsed));
        Transition::Stay
    }

    fn happen(&mut self, happening: Happening, size: Size) -> Transition {
        if self.happen_between_turns(happening) {
            return Transition::Stay;
        }
        match happening {
            Happening::Pressed(Button::Left, point) => self.press(point, &self.layout(size)),
            Happening::Key { key: Key::Escape, .. } => self.apply(Command::Resign),
            Happening::Key { key: Key::Char('r'), control: false } => self.apply(Command::Restart),
            _ => {}
        }
        Transition::Stay
    }

    fn draw(&self, size: Size, items: &mut Vec<Item>) {
        let layout = self.layout(size);
        let game = self.session.game();
        let sight = game.sight();
        let board = BoardView { sight: &sight, slides: &self.slides, layout: &layout, theme: &self.theme };
        items.extend(board.items());
        if let Some(color) = game.handing_over() {
            items.extend(handover::items(game, color, &self.theme, &layout));
        }
        items.extend(Sidebar::items(game, &self.theme, &layout));
    }

    fn ground(&self) -> Rgba {
        self.theme.ground
    }
}
