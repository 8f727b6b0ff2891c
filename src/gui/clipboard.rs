//! The system's clipboard: texts in and out.
//!
//! The window library has a toolkit of its own, which is not used here and cannot be switched off. While Ctrl is held
//! with C or X it takes the clipboard in every frame, with an empty text, and a program that asks for that text and
//! goes away meanwhile ends this one. So the clipboard is taken back in each of these frames.

use arboard::{Clipboard as System, Error};

/// The clipboard, opened when it is first needed.
#[derive(Default)]
pub struct Clipboard {
    system: Option<System>,
    /// What was put into it last.
    ours: String,
}

impl Clipboard {
    /// The text in the clipboard; none if there is none, or no clipboard.
    pub fn text(&mut self) -> Option<String> {
        self.with(System::get_text)
    }

    /// Puts `text` into the clipboard, where it stays as long as the program runs.
    pub fn set_text(&mut self, text: String) {
        self.ours = text;
        self.take_back();
    }

    /// Puts the last text into the clipboard once more, or an empty one if there was none.
    pub fn take_back(&mut self) {
        let text = self.ours.clone();
        self.with(|system| system.set_text(text));
    }

    fn with<T>(&mut self, act: impl FnOnce(&mut System) -> Result<T, Error>) -> Option<T> {
        if self.system.is_none() {
            self.system = System::new().map_err(|error| log::info!("no clipboard: {error}")).ok();
        }
        act(self.system.as_mut()?).map_err(|error| log::info!("clipboard: {error}")).ok()
    }
}
