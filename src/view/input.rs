//! Input events of the window: pointer, keys and typed text.

use std::time::Duration;

use super::scene::Point;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MouseButton {
    Left,
    Right,
}

/// A key for which the program has a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    Escape,
    /// Enter, also on the key pad.
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
    /// Ctrl C.
    Copy,
    /// Ctrl Shift C.
    CopyMore,
    /// Ctrl V. The text follows as [`InputEvent::Paste`].
    Paste,
    /// Ctrl Y or Ctrl Shift Z.
    Redo,
    /// Ctrl A.
    SelectAll,
    /// A key with a letter, digit or sign. The letter is lower case, also with Shift.
    Char(char),
    /// A letter with Ctrl, or Cmd on macOS. It occurs only in tables of keys: pressing it sends [`InputEvent::Key`] with `control`.
    Ctrl(char),
    /// A sign that is on different keys of different keyboards. It occurs only in tables of keys: typing it sends
    /// [`InputEvent::Typed`].
    Sign(char),
}

impl Key {
    /// The name of the key on the help page.
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
            Self::Redo => "Ctrl Y".to_owned(),
            Self::SelectAll => "Ctrl A".to_owned(),
            Self::Char(letter) => letter.to_uppercase().to_string(),
            Self::Ctrl(letter) => format!("Ctrl {}", letter.to_uppercase()),
            Self::Sign(sign) => sign.to_string(),
            other => format!("{other:?}"),
        }
    }
}

/// A key that changes the meaning of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// Shift or Control.
    Shift,
    Alt,
}

/// An event of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum InputEvent {
    /// The pointer has moved. This event is the first of a frame.
    Moved(Point),
    /// A modifier went down (`true`) or up.
    Modifier(Modifier, bool),
    /// A button of the mouse went down.
    Pressed(MouseButton, Point),
    /// A button of the mouse went up.
    Released(MouseButton, Point),
    /// A finger that went down at this point moves. It drags what is there, or scrolls the list.
    Dragged(Point),
    /// A finger rests at this point, which asks for an explanation of what is there.
    LongPressed(Point),
    /// Two fingers around the point `at` have moved it by `by`, and their distance has grown by the factor `factor`.
    Pinched { at: Point, by: (f32, f32), factor: f32 },
    /// A second tap at about the same point. It follows the events of a tap.
    DoubleTapped(Point),
    /// A key went down.
    Key { key: Key, control: bool },
    /// Backspace or Delete is held and repeats. Only text fields use this event.
    KeyRepeat(Key),
    /// A character was typed.
    Typed(char),
    /// Whole notches by which the wheel was turned. Up is positive.
    Wheel(f32),
    /// The pointer left the window, or the window lost the focus.
    PointerLeft,
    /// A text was pasted.
    Paste(String),
    /// A file was dropped on the window: its text, or a sentence with the reason why it cannot be read.
    Dropped(Result<String, String>),
    /// A command or a move was typed: below the window, in a form of the page, or on the terminal.
    Command(String),
    /// The user asked to close the window.
    CloseRequested,
}

impl InputEvent {
    /// The event with the coordinates of the mouse multiplied by `factor`. Those of touches are scaled before they become
    /// events.
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
    /// The part of `elapsed` in which the window was hidden and the computer was not thinking.
    pub hidden: Duration,
    /// Whether the last sound could not be played, because no sound device was found.
    pub no_audio: bool,
    /// Whether a screen reader asks for the nodes of the screen.
    pub wants_access: bool,
    /// Whether the player touches the screen rather than using a mouse.
    pub touch: bool,
    /// Width and height of the window in pixels.
    pub size: (f32, f32),
    pub pointer: Point,
    /// The events in the order in which they happened.
    pub events: Vec<InputEvent>,
}
