//! What stands between the window and the program: one call a frame, input in, picture out.

use super::input::Input;
use super::scene::Scene;
use crate::sound::SoundCue;

/// What the window loop runs.
pub trait App {
    /// Takes in what happened since the last frame and says what to show.
    fn frame(&mut self, input: &Input) -> Frame;

    /// Takes in a text that the person has pasted; the next frame shows what became of it.
    fn paste(&mut self, _text: &str) {}
}

/// What a frame asks of the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The picture.
    pub scene: Scene,
    /// Whether the window closes after it.
    pub quit: bool,
    /// Fill the screen (`true`) or go back to a window (`false`); named only in the frame that changes it.
    pub fullscreen: Option<bool>,
    /// What to play with it; a frame has one sound at most.
    pub sound: Option<SoundCue>,
    /// What to put into the clipboard.
    pub copied: Option<String>,
    /// What happened, in sentences to be read aloud.
    pub said: Vec<String>,
    /// Whether something is awaited that is to be shown as soon as it comes.
    pub waiting: bool,
}

impl Frame {
    /// A frame that shows `scene` and asks for nothing else.
    #[must_use]
    pub const fn show(scene: Scene) -> Self {
        Self {
            scene,
            quit: false,
            fullscreen: None,
            sound: None,
            copied: None,
            said: Vec::new(),
            waiting: false,
        }
    }
}
