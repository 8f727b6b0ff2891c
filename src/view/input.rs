//! Input events of the window: pointer, keys and typed text.

use std::time::Duration;

use super::scene::Point;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MouseButton {
    Left,
    Right,
}

/// A key that the program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    Escape,
    /// Enter or the key pad's Enter.
    Enter,
    Space,
    Tab,
    Backspace,
    Delete,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    F1,
    F11,
    /// Copy: Ctrl C.
    Copy,
    /// Copy more: Ctrl Shift C.
    CopyMore,
    /// Paste: Ctrl V. The text follows as [`InputEvent::Paste`].
    Paste,
    /// A key with a letter, digit or sign; the letter is lower case also with Shift.
    Char(char),
    /// A typed sign, wherever it is on the keyboard. Only in tables of keys: the event is [`InputEvent::Typed`].
    Sign(char),
}

impl Key {
    /// Its name on the help page.
    pub fn cap(self) -> String {
        match self {
            Self::Escape => "Esc".to_owned(),
            Self::Left => "←".to_owned(),
            Self::Right => "→".to_owned(),
            Self::Up => "↑".to_owned(),
            Self::Down => "↓".to_owned(),
            Self::Copy => "Ctrl C".to_owned(),
            Self::CopyMore => "Ctrl Shift C".to_owned(),
            Self::Paste => "Ctrl V".to_owned(),
            Self::Char(letter) => letter.to_uppercase().to_string(),
            Self::Sign(sign) => sign.to_string(),
            other => format!("{other:?}"),
        }
    }
}

/// A modifier of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// Shift or Control.
    Shift,
    Alt,
}

/// An event of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum InputEvent {
    /// The pointer has moved; comes before all other events of a frame.
    Moved(Point),
    /// A modifier went down (`true`) or up.
    Modifier(Modifier, bool),
    /// A button of the mouse went down.
    Pressed(MouseButton, Point),
    /// A button of the mouse went up.
    Released(MouseButton, Point),
    /// A finger that went down here moves: it drags what is there, or scrolls the list.
    Dragged(Point),
    /// A finger rests here: what is there is explained.
    LongPressed(Point),
    /// A key went down.
    Key { key: Key, control: bool },
    /// Backspace or Delete repeats while it is held: only text fields use it.
    KeyRepeat(Key),
    /// A character was typed.
    Typed(char),
    /// The wheel was turned, in notches; up is positive.
    Wheel(f32),
    /// The pointer left the window, or the window lost the focus.
    PointerLeft,
    /// A text was pasted.
    Paste(String),
    /// The user asked to close the window.
    CloseRequested,
}

impl InputEvent {
    /// The same event with its point `factor` times as far from the upper left corner.
    #[must_use]
    pub fn scaled(self, factor: f32) -> Self {
        let scaled = |point: Point| Point::new(point.x * factor, point.y * factor);
        match self {
            Self::Moved(at) => Self::Moved(scaled(at)),
            Self::Pressed(button, at) => Self::Pressed(button, scaled(at)),
            Self::Released(button, at) => Self::Released(button, scaled(at)),
            other => other,
        }
    }
}

/// All input since the last frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Time since the last frame, by a monotonic clock.
    pub elapsed: Duration,
    /// Size of the window in pixels: width, height.
    pub size: (f32, f32),
    pub pointer: Point,
    /// In the order in which they came.
    pub events: Vec<InputEvent>,
}
