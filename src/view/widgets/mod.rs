//! Widgets of all screens: the board, controls, and their layout.
//!
//! A screen describes its widgets as a tree of [`Node`]s, which is built anew when something has changed and laid out
//! to a [`Page`]. [`Ui`] holds what is kept between frames: focus, pointer and scroll offsets. A control is a value
//! that draws itself and reacts to pointer and keys, without its place or purpose.

pub mod board;
pub mod build;
pub mod button;
pub mod choice;
pub mod field;
mod flex;
pub mod graph;
mod ink;
pub mod keymap;
pub(in crate::view) mod lower;
pub mod move_list;
pub mod move_tree;
pub mod node;
mod page;
pub mod pen;
pub mod piece_card;
pub mod scroll;
pub mod slider;
pub mod switch;
pub(in crate::view) mod targets;
mod ui;

use super::input::Key;
use super::scene::{Point, Rect};

pub use button::{Button, Weight};
pub use choice::Choice;
pub use field::Field;
pub use node::Node;
pub use page::Page;
pub use pen::Pen;
pub use scroll::Scroll;
pub use slider::Slider;
pub use switch::Switch;
pub use ui::{Ui, UiEvent};

/// Reaction of a control to input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// The control does not use the input.
    Ignored,
    /// The control uses the input, and its value stays the same.
    Taken,
    /// The value has changed.
    Changed,
    /// The button was pressed.
    Activated,
}

/// How a control is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    pub focused: bool,
    pub pointer: Option<Point>,
    /// Whether the main button went down on the control and is held.
    pub held: bool,
}

impl Look {
    /// Whether the pointer is on `rect`.
    pub fn hovers(&self, rect: Rect) -> bool {
        self.pointer.is_some_and(|point| rect.contains(point))
    }
}

pub trait Widget {
    /// The label or the value, for screen readers.
    fn value_text(&self) -> String;

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

/// Default width of a control, in pixels of the design.
const CONTROL_WIDTH: f32 = 120.0;

/// A control of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Control {
    Button(Button),
    Choice(Choice),
    Field(Field),
    Slider(Slider),
    Switch(Switch),
}

impl Control {
    /// The value of a choice, a slider or a switch; 0 for others.
    pub fn value(&self) -> usize {
        match self {
            Self::Choice(choice) => choice.value(),
            Self::Slider(slider) => usize::from(slider.value()),
            Self::Switch(switch) => usize::from(switch.is_on()),
            Self::Button(_) | Self::Field(_) => 0,
        }
    }

    /// The width at which the control is not cut.
    fn least_width(&self, unit: f32) -> f32 {
        if let Self::Button(button) = self { button.label_width(unit) } else { 0.0 }
    }

    /// The default width of the control.
    fn natural_width(&self, unit: f32) -> f32 {
        if let Self::Button(button) = self { button.label_width(unit) } else { pen::px(CONTROL_WIDTH, unit) }
    }

    /// The label or the value.
    pub fn value_text(&self) -> String {
        self.widget().value_text()
    }

    fn widget(&self) -> &dyn Widget {
        match self {
            Self::Button(button) => button,
            Self::Choice(choice) => choice,
            Self::Field(field) => field,
            Self::Slider(slider) => slider,
            Self::Switch(switch) => switch,
        }
    }

    fn widget_mut(&mut self) -> &mut dyn Widget {
        match self {
            Self::Button(button) => button,
            Self::Choice(choice) => choice,
            Self::Field(field) => field,
            Self::Slider(slider) => slider,
            Self::Switch(switch) => switch,
        }
    }
}
