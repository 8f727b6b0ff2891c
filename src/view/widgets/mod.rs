//! The controls that all screens use: values that draw themselves into a picture and take in pointer and keys.
//!
//! A control knows neither where it is nor what it is for: its screen says the first when it draws it or hands on
//! the pointer, and asks for its value when it says that something changed.

pub mod bindings;
pub mod board;
pub mod button;
pub mod choice;
pub mod field;
pub mod focus;
pub mod graph;
pub mod keyed;
pub mod pen;
pub mod piece_card;
pub mod scroll;
pub mod slider;
pub mod switch;

use super::input::Key;
use super::scene::{Point, Rect};

pub use button::Button;
pub use choice::Choice;
pub use field::Field;
pub use focus::Ring;
pub use keyed::{KeyButton, Weight};
pub use pen::Pen;
pub use scroll::Scroll;
pub use slider::Slider;
pub use switch::Switch;

/// What became of something told to a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// It means nothing to it: the screen may take it.
    Ignored,
    /// It was taken in, and the value is as before.
    Taken,
    /// The value has changed.
    Changed,
    /// The button was pressed.
    Activated,
}

/// How a control is shown at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    /// It has the keyboard.
    pub focused: bool,
    /// Where the pointer is.
    pub pointer: Option<Point>,
}

impl Look {
    /// Whether the pointer is on `rect`.
    #[must_use]
    pub fn hovers(&self, rect: Rect) -> bool {
        self.pointer.is_some_and(|point| rect.contains(point))
    }
}

/// What every control can do.
pub trait Widget {
    /// What it says or what its value is, to be read aloud.
    fn words(&self) -> String;

    /// Draws it in `rect`.
    fn draw(&self, pen: &mut Pen, rect: Rect, look: Look);

    /// The main button went down at `at` inside `rect`.
    fn press(&mut self, at: Point, rect: Rect, unit: f32) -> Response;

    /// The pointer moved to `at` with the button held since a press.
    fn drag(&mut self, _at: Point, _rect: Rect, _unit: f32) -> Response {
        Response::Ignored
    }

    /// A key went down.
    fn key(&mut self, _key: Key) -> Response {
        Response::Ignored
    }

    /// A character was typed.
    fn typed(&mut self, _letter: char) -> Response {
        Response::Ignored
    }
}

/// A control of any kind.
#[derive(Clone, Debug)]
pub enum Control {
    /// See [`Button`].
    Button(Button),
    /// See [`Choice`].
    Choice(Choice),
    /// See [`Field`].
    Field(Field),
    /// See [`Slider`].
    Slider(Slider),
    /// See [`Switch`].
    Switch(Switch),
}

impl Control {
    fn inner(&self) -> &dyn Widget {
        match self {
            Self::Button(button) => button,
            Self::Choice(choice) => choice,
            Self::Field(field) => field,
            Self::Slider(slider) => slider,
            Self::Switch(switch) => switch,
        }
    }

    fn inner_mut(&mut self) -> &mut dyn Widget {
        match self {
            Self::Button(button) => button,
            Self::Choice(choice) => choice,
            Self::Field(field) => field,
            Self::Slider(slider) => slider,
            Self::Switch(switch) => switch,
        }
    }
}

impl Widget for Control {
    fn words(&self) -> String {
        self.inner().words()
    }

    fn draw(&self, pen: &mut Pen, rect: Rect, look: Look) {
        self.inner().draw(pen, rect, look);
    }

    fn press(&mut self, at: Point, rect: Rect, unit: f32) -> Response {
        self.inner_mut().press(at, rect, unit)
    }

    fn drag(&mut self, at: Point, rect: Rect, unit: f32) -> Response {
        self.inner_mut().drag(at, rect, unit)
    }

    fn key(&mut self, key: Key) -> Response {
        self.inner_mut().key(key)
    }

    fn typed(&mut self, letter: char) -> Response {
        self.inner_mut().typed(letter)
    }
}
