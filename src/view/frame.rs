//! Frame: what the window shows and does after an update.

use super::scene::Scene;
use crate::sound::SoundCue;

/// Shape of the mouse pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerShape {
    #[default]
    Arrow,
    /// Over what can be clicked.
    Hand,
    /// Over a text field.
    Text,
}

/// What to show and do after an update.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    pub scene: Scene,
    /// Whether the window closes after this frame.
    pub quit: bool,
    /// Fill the screen (`true`) or return to a window (`false`). Set only in the frame that changes it.
    pub fullscreen: Option<bool>,
    /// At most one sound a frame.
    pub sound: Option<SoundCue>,
    pub cursor: PointerShape,
    /// Text of the field that was clicked or tapped.
    pub clicked_text: Option<String>,
    /// Text for the clipboard.
    pub clipboard: Option<String>,
    /// Sentences for screen readers.
    pub announcements: Vec<String>,
    /// Whether the next frames are urgent: something moves, or a reply such as the computer's move is due.
    pub waiting: bool,
}
