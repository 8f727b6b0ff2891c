//! Windows without a display: input for an app or for a screen alone, and the sizes that pictures are tested in.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use super::at;
use xxlchess::app::App;
use xxlchess::sound::Sound;
use xxlchess::view::frame::Frame;
use xxlchess::view::input::{Input, InputEvent, Key, MouseButton};
use xxlchess::view::scene::{Item, Point, Scene, Text, TextRole};
use xxlchess::view::screen::Size;
use xxlchess::view::text::bounds;

/// The first size of the window.
pub const FIRST: Size = (792.0, 672.0);
/// The smallest size in which every button is shown.
pub const SMALL: Size = (480.0, 400.0);
/// A size with a panel beside the board.
pub const WIDE: Size = (1280.0, 800.0);
/// A size with the sidebar below the board.
pub const UPRIGHT: Size = (500.0, 760.0);
/// Sizes of each form, for tests that take long.
pub const FORMS: [Size; 6] = [FIRST, SMALL, WIDE, UPRIGHT, (1920.0, 1080.0), (500.0, 900.0)];
/// Sizes from the smallest to the largest, wide, square and upright.
pub const SIZES: [Size; 24] = [
    FIRST,
    SMALL,
    (500.0, 430.0),
    (640.0, 480.0),
    (673.0, 511.0),
    (800.0, 600.0),
    (1024.0, 600.0),
    (1024.0, 768.0),
    (1280.0, 720.0),
    WIDE,
    (1584.0, 1344.0),
    (1600.0, 900.0),
    (1920.0, 1080.0),
    (2560.0, 1080.0),
    (3840.0, 2160.0),
    (2000.0, 400.0),
    (400.0, 480.0),
    (480.0, 800.0),
    (600.0, 600.0),
    (700.0, 720.0),
    UPRIGHT,
    (500.0, 900.0),
    (1080.0, 1920.0),
    (2160.0, 3840.0),
];
/// Time of a frame.
pub const FRAME: Duration = Duration::from_millis(16);

/// The event of a pressed key.
pub const fn key_event(key: Key) -> InputEvent {
    InputEvent::Key { key, control: false }
}

/// Input by mouse and keyboard, and what is on the screen, for a [`Window`] and for a screen [`Alone`](super::Alone).
pub trait Driver {
    /// Passes these events.
    fn input(&mut self, events: Vec<InputEvent>);

    /// Moves the pointer, and passes these events.
    fn input_at(&mut self, at: Point, events: Vec<InputEvent>);

    /// The picture in the present size of the window.
    fn scene(&self) -> Scene;

    fn key(&mut self, key: Key) {
        self.input(vec![key_event(key)]);
    }

    fn keys(&mut self, keys: &[Key]) {
        keys.iter().for_each(|&key| self.key(key));
    }

    /// Types as a keyboard does: a key, and its character.
    fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let key = if letter == ' ' { Key::Space } else { Key::Char(letter.to_ascii_lowercase()) };
            self.input(vec![key_event(key), InputEvent::Typed(letter)]);
        }
    }

    fn press(&mut self, button: MouseButton, at: Point) {
        self.input_at(at, vec![InputEvent::Pressed(button, at)]);
    }

    fn move_to(&mut self, at: Point) {
        self.input_at(at, vec![]);
    }

    fn release(&mut self, button: MouseButton, at: Point) {
        self.input_at(at, vec![InputEvent::Released(button, at)]);
    }

    fn click(&mut self, at: Point) {
        self.press(MouseButton::Left, at);
        self.release(MouseButton::Left, at);
    }

    fn right_click(&mut self, at: Point) {
        self.press(MouseButton::Right, at);
        self.release(MouseButton::Right, at);
    }

    /// Presses the left button on the tile called `name`.
    fn press_square(&mut self, name: &str) {
        self.press(MouseButton::Left, self.tile(name));
    }

    /// Releases the left button on the tile called `name`.
    fn release_square(&mut self, name: &str) {
        self.release(MouseButton::Left, self.tile(name));
    }

    fn click_square(&mut self, name: &str) {
        self.click(self.tile(name));
    }

    fn click_squares(&mut self, names: &[&str]) {
        names.iter().for_each(|name| self.click_square(name));
    }

    fn drag(&mut self, from: Point, to: Point) {
        self.press(MouseButton::Left, from);
        self.move_to(to);
        self.release(MouseButton::Left, to);
    }

    /// The middle of the tile called `name`.
    fn tile(&self, name: &str) -> Point {
        let square = at(name);
        self.scene().tiles().find(|tile| tile.square == square).expect("a tile").rect.center()
    }

    /// The last text `words`.
    fn text(&self, words: &str) -> Option<Text> {
        self.scene().texts().filter(|text| text.text == words).last().cloned()
    }

    /// The middle of the last text `words`.
    fn word(&self, words: &str) -> Option<Point> {
        self.text(words).map(|text| bounds(&text).center())
    }

    /// Whether the text `words` is on the screen.
    fn shows(&self, words: &str) -> bool {
        self.text(words).is_some()
    }

    fn click_word(&mut self, words: &str) {
        let at = self.word(words).unwrap_or_else(|| panic!("{words} is not on the screen"));
        self.click(at);
    }

    /// Whether an arrow points to the middle of the tile called `name`.
    fn has_arrow_to(&self, name: &str) -> bool {
        let tip = self.tile(name);
        self.scene()
            .items
            .iter()
            .any(|item| matches!(item, Item::Triangle { corners, .. } if corners[0] == tip))
    }

    /// Whether there is a ring round the middle of the tile called `name`.
    fn has_ring(&self, name: &str) -> bool {
        let middle = self.tile(name);
        self.scene().items.iter().any(|item| matches!(item, Item::Ring { center, .. } if *center == middle))
    }

    /// All texts of this role, in the order of painting.
    fn text_of(&self, role: TextRole) -> String {
        self.scene().text_of(role)
    }
}

/// A window with an app. `state` is for what a group of tests needs of its own.
pub struct Window<S = ()> {
    pub app: App,
    pub size: Size,
    pub pointer: Point,
    /// The last frame.
    pub frame: Frame,
    /// The text that was copied last.
    pub copied: Option<String>,
    /// All announcements, until a test takes them.
    pub announced: Vec<String>,
    /// All sounds, until a test takes them.
    pub sounds: Vec<Sound>,
    /// [`Input::no_audio`] of the next frames.
    pub no_audio: bool,
    /// [`Input::touch`] of the next frames.
    pub touch: bool,
    pub state: S,
}

impl Window {
    pub fn new(app: App) -> Self {
        Self::with(app, ())
    }
}

impl<S> Window<S> {
    pub fn with(app: App, state: S) -> Self {
        Self::of_size(app, FIRST, state)
    }

    /// A window that has this size from its first frame.
    pub fn of_size(mut app: App, size: Size, state: S) -> Self {
        let pointer = Point::default();
        // The first frame comes an hour after the start. No clock and no animation may count this time.
        let elapsed = Duration::from_secs(3600);
        let frame = app.frame(&Input {
            elapsed,
            hidden: Duration::ZERO,
            no_audio: false,
            wants_access: false,
            touch: false,
            size,
            pointer,
            events: Vec::new(),
        });
        let announced = frame.announcements.clone();
        Self {
            app,
            size,
            pointer,
            frame,
            copied: None,
            announced,
            sounds: Vec::new(),
            no_audio: false,
            touch: false,
            state,
        }
    }

    /// A frame after `elapsed`, with these events.
    pub fn after(&mut self, elapsed: Duration, events: Vec<InputEvent>) {
        self.after_hidden(elapsed, Duration::ZERO, events);
    }

    /// A frame after `elapsed`, in which the window was hidden for the time `hidden`.
    pub fn after_hidden(&mut self, elapsed: Duration, hidden: Duration, events: Vec<InputEvent>) {
        let (no_audio, touch, size, pointer) = (self.no_audio, self.touch, self.size, self.pointer);
        let wants_access = false;
        let input = Input { elapsed, hidden, no_audio, wants_access, touch, size, pointer, events };
        self.frame = self.app.frame(&input);
        self.copied = self.frame.clipboard.clone().or(self.copied.take());
        self.announced.append(&mut self.frame.announcements.clone());
        self.sounds.extend(self.frame.sound.map(|cue| cue.sound));
    }
}

impl<S> Driver for Window<S> {
    fn input(&mut self, events: Vec<InputEvent>) {
        self.after(FRAME, events);
    }

    fn input_at(&mut self, at: Point, events: Vec<InputEvent>) {
        self.pointer = at;
        self.input(events);
    }

    fn scene(&self) -> Scene {
        self.app.scene(self.size)
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
