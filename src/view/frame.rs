//! Result of an update: what the window shows and does.

use super::scene::Scene;
use crate::access::AccessNode;
use crate::sound::SoundCue;

/// Shape of the mouse pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerShape {
    #[default]
    Arrow,
    /// Over something that can be clicked.
    Hand,
    /// Over a text field.
    Text,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    pub scene: Scene,
    /// Whether the window closes after this frame.
    pub quit: bool,
    /// `true` fills the screen, `false` returns to a window. It is set only in the frame that changes it.
    pub fullscreen: Option<bool>,
    pub sound: Option<SoundCue>,
    pub cursor: PointerShape,
    /// The content of a text field that was clicked or tapped.
    pub clicked_text: Option<String>,
    /// Whether the browser asks for a file, whose text is pasted.
    pub picks_file: bool,
    /// Whether the text of the clipboard is pasted.
    pub pastes: bool,
    /// A text to copy to the clipboard.
    pub clipboard: Option<String>,
    /// Accessible nodes of the top screen, if [`Input::wants_access`](super::input::Input::wants_access).
    pub access: Option<Vec<AccessNode>>,
    /// Sentences for screen readers.
    pub announcements: Vec<String>,
    /// Whether the device vibrates for a moment.
    pub vibrates: bool,
    /// Whether the next frame must not wait for input, because something moves or the computer's reply may come.
    pub waiting: bool,
}
