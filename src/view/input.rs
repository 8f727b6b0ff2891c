//! What the person at the window did since the last frame.

use std::time::Duration;

use super::scene::Point;

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Button {
    /// The main one.
    Left,
    /// The other one.
    Right,
}

/// A key that means something to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Escape.
    Escape,
    /// Enter or the key pad's Enter.
    Enter,
    /// Space.
    Space,
    /// Tab.
    Tab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Arrow to the left.
    Left,
    /// Arrow to the right.
    Right,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// Function key 1.
    F1,
    /// Function key 11.
    F11,
    /// What copies, as the system has it: control and C.
    Copy,
    /// What copies more: control, shift and C.
    CopyMore,
    /// What pastes: control and V. The text itself is told apart from it.
    Paste,
    /// A key with a letter, digit or sign on it, lower case whatever the shift key says.
    Char(char),
}

/// One thing that happened at the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    /// The pointer is somewhere else than in the last frame; told before all else that happened since.
    Moved(Point),
    /// A button of the mouse went down.
    Pressed(Button, Point),
    /// A button of the mouse went up.
    Released(Button, Point),
    /// A key went down, with the control key held or not.
    Key {
        /// Which key.
        key: Key,
        /// Whether the control key was held.
        control: bool,
    },
    /// Backspace or Delete is held down: for texts alone, where they go on erasing.
    Erasing(Key),
    /// A character was typed.
    Typed(char),
    /// The wheel was turned, positive up, in notches.
    Wheel(f32),
    /// The pointer left the window or the window lost the focus.
    Left,
    /// The person asked to close the window.
    CloseRequested,
}

/// Everything since the last frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Time since the last frame, by a monotonic clock.
    pub elapsed: Duration,
    /// Size of the window in pixels: width, height.
    pub size: (f32, f32),
    /// Where the pointer is.
    pub pointer: Point,
    /// What happened, in order.
    pub happenings: Vec<Happening>,
}
