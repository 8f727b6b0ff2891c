//! The system's clipboard: texts in and out.

use arboard::{Clipboard as System, Error};

/// The clipboard, opened when it is first needed.
#[derive(Default)]
pub struct Clipboard {
    system: Option<System>,
}

impl Clipboard {
    /// The text in the clipboard; none if there is none, or no clipboard.
    pub fn text(&mut self) -> Option<String> {
        self.with(System::get_text)
    }

    /// Puts `text` into the clipboard, where it stays as long as the program runs.
    pub fn set_text(&mut self, text: String) {
        self.with(|system| system.set_text(text));
    }

    fn with<T>(&mut self, act: impl FnOnce(&mut System) -> Result<T, Error>) -> Option<T> {
        if self.system.is_none() {
            self.system = System::new().map_err(|error| log::info!("no clipboard: {error}")).ok();
        }
        act(self.system.as_mut()?).map_err(|error| log::info!("clipboard: {error}")).ok()
    }
}
