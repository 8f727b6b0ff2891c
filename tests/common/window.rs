//! A window without a display: passes input to an app and keeps what its frames return.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use super::at;
use xxlchess::app::App;
use xxlchess::sound::Sound;
use xxlchess::view::frame::Frame;
use xxlchess::view::input::{Input, InputEvent, Key, MouseButton};
use xxlchess::view::scene::{Point, Scene};
use xxlchess::view::screen::Size;
use xxlchess::view::text::bounds;

/// The first size of the window.
pub const FIRST: Size = (792.0, 672.0);
/// Time of a frame.
pub const FRAME: Duration = Duration::from_millis(16);

/// A window with an app; `state` is what a group of tests needs besides.
pub struct Window<S = ()> {
    pub app: App,
    pub size: Size,
    pub pointer: Point,
    /// The last frame.
    pub frame: Frame,
    /// The text that was copied last.
    pub copied: Option<String>,
    /// Everything announced and all sounds, until a test takes them.
    pub announced: Vec<String>,
    pub sounds: Vec<Sound>,
    pub state: S,
}

impl Window {
    pub fn new(app: App) -> Self {
        Self::with(app, ())
    }
}

impl<S> Window<S> {
    pub fn with(mut app: App, state: S) -> Self {
        let pointer = Point::default();
        let frame = app.frame(&Input { elapsed: Duration::ZERO, size: FIRST, pointer, events: Vec::new() });
        let announced = frame.announcements.clone();
        Self { app, size: FIRST, pointer, frame, copied: None, announced, sounds: Vec::new(), state }
    }

    /// A frame after `elapsed`, with these events.
    pub fn after(&mut self, elapsed: Duration, events: Vec<InputEvent>) {
        let (size, pointer) = (self.size, self.pointer);
        self.frame = self.app.frame(&Input { elapsed, size, pointer, events });
        self.copied = self.frame.clipboard.clone().or(self.copied.take());
        self.announced.append(&mut self.frame.announcements.clone());
        self.sounds.extend(self.frame.sound.map(|cue| cue.sound));
    }

    /// A frame with these events.
    pub fn input(&mut self, events: Vec<InputEvent>) {
        self.after(FRAME, events);
    }

    pub fn key(&mut self, key: Key) {
        self.input(vec![InputEvent::Key { key, control: false }]);
    }

    pub fn keys(&mut self, keys: &[Key]) {
        keys.iter().for_each(|&key| self.key(key));
    }

    /// Types as a keyboard does: a key, and its character.
    pub fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let key = Key::Char(letter.to_ascii_lowercase());
            self.input(vec![InputEvent::Key { key, control: false }, InputEvent::Typed(letter)]);
        }
    }

    pub fn press(&mut self, button: MouseButton, at: Point) {
        self.pointer = at;
        self.input(vec![InputEvent::Pressed(button, at)]);
    }

    pub fn move_to(&mut self, at: Point) {
        self.pointer = at;
        self.input(vec![]);
    }

    pub fn release(&mut self, button: MouseButton, at: Point) {
        self.pointer = at;
        self.input(vec![InputEvent::Released(button, at)]);
    }

    pub fn click(&mut self, at: Point) {
        self.press(MouseButton::Left, at);
        self.release(MouseButton::Left, at);
    }

    pub fn click_square(&mut self, name: &str) {
        let at = self.tile(name);
        self.click(at);
    }

    pub fn drag(&mut self, from: Point, to: Point) {
        self.press(MouseButton::Left, from);
        self.move_to(to);
        self.release(MouseButton::Left, to);
    }

    /// The picture in the present size of the window.
    pub fn scene(&self) -> Scene {
        self.app.scene(self.size)
    }

    /// The middle of the tile called `name`.
    pub fn tile(&self, name: &str) -> Point {
        let square = at(name);
        self.scene().tiles().find(|tile| tile.square == square).expect("a tile").rect.center()
    }

    /// The middle of the last text `words`.
    pub fn word(&self, words: &str) -> Option<Point> {
        self.scene().texts().filter(|text| text.text == words).last().map(|text| bounds(text).center())
    }

    /// Whether the text `words` is on the screen.
    pub fn shows(&self, words: &str) -> bool {
        self.word(words).is_some()
    }

    pub fn click_word(&mut self, words: &str) {
        let at = self.word(words).unwrap_or_else(|| panic!("{words} is not on the screen"));
        self.click(at);
    }
}

impl<S> Deref for Window<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state
    }
}

impl<S> DerefMut for Window<S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.state
    }
}
