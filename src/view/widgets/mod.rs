//! The controls that all screens use: values that draw themselves into a picture and take in pointer and keys.
//!
//! A control knows neither where it is nor what it is for: its screen says the first when it draws it or hands on
//! the pointer, and asks for its value when it says that something changed.

pub mod bindings;
pub mod board;
pub mod button;
pub mod choice;
pub mod field;
mod flex;
pub mod focus;
pub mod graph;
pub mod keyed;
pub mod node;
mod page;
pub mod pen;
pub mod piece_card;
pub mod scroll;
pub mod slider;
pub mod switch;
mod ui;

use super::input::Key;
use super::scene::{Point, Rect};

pub use button::Button;
pub use choice::Choice;
pub use field::Field;
pub use focus::Ring;
pub use keyed::{KeyButton, Weight};
pub use node::Node;
pub use page::Page;
pub use pen::Pen;
pub use scroll::Scroll;
pub use slider::Slider;
pub use switch::Switch;
pub use ui::{Ui, UiEvent, largest_scale};

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

/// Width of a control where nothing else gives it one, in pixels of the design.
const CONTROL_WIDTH: f32 = 120.0;

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
    /// The value of a choice, a slider or a switch; 0 for others.
    #[must_use]
    pub fn value(&self) -> usize {
        match self {
            Self::Choice(choice) => choice.value(),
            Self::Slider(slider) => usize::from(slider.value()),
            Self::Switch(switch) => usize::from(switch.is_on()),
            Self::Button(_) | Self::Field(_) => 0,
        }
    }

    /// The width at which it is not cut.
    fn least_width(&self, unit: f32) -> f32 {
        if let Self::Button(button) = self { button.label_width(unit) } else { 0.0 }
    }

    /// The width that it has where nothing else gives it one.
    fn natural_width(&self, unit: f32) -> f32 {
        if let Self::Button(button) = self { button.label_width(unit) } else { pen::px(CONTROL_WIDTH, unit) }
    }

    fn has_room_for_cap(&self, rect: Rect, unit: f32) -> bool {
        matches!(self, Self::Button(button) if button.has_room_for_cap(rect, unit))
    }

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

impl From<Button> for Control {
    fn from(control: Button) -> Self {
        Self::Button(control)
    }
}

impl From<Choice> for Control {
    fn from(control: Choice) -> Self {
        Self::Choice(control)
    }
}

impl From<Field> for Control {
    fn from(control: Field) -> Self {
        Self::Field(control)
    }
}

impl From<Slider> for Control {
    fn from(control: Slider) -> Self {
        Self::Slider(control)
    }
}

impl From<Switch> for Control {
    fn from(control: Switch) -> Self {
        Self::Switch(control)
    }
}
