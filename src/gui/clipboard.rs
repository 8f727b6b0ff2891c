//! The system's clipboard: texts in and out.
//!
//! The window library has a toolkit of its own, which is not used here and cannot be switched off. While Ctrl is held
//! with C or X it takes the clipboard in every frame, with an empty text, and a program that asks for that text and
//! goes away meanwhile ends this one. So the clipboard is taken back in each of these frames, and in a few more: the
//! system may tell of the taking late.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use arboard::{Clipboard as System, Error};

/// The clipboard, opened when it is first needed.
#[derive(Default)]
pub struct Clipboard {
    system: Option<System>,
    /// What was put into it last.
    last_text: String,
    /// Where the text that was asked for will arrive.
    pending: Option<Receiver<String>>,
}

impl Clipboard {
    /// Asks for the text in the clipboard, on a thread of its own: the program that has it may take many seconds, or
    /// for ever. While an answer is awaited nothing is asked again.
    pub fn request_text(&mut self) {
        if self.pending.is_some() {
            return;
        }
        let (sender, asked) = channel();
        let work = move || {
            let text = log_error(System::new().and_then(|mut system| system.get_text()));
            // The window may be closed by now.
            let _ = sender.send(text.unwrap_or_default());
        };
        if std::thread::Builder::new().name("clipboard".to_owned()).spawn(work).is_ok() {
            self.pending = Some(asked);
        }
    }

    /// The text that was asked for, once it is there; an empty one if there is none, or no clipboard.
    pub fn poll_text(&mut self) -> Option<String> {
        let text = match self.pending.as_ref()?.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => String::new(),
            Ok(text) => text,
        };
        self.pending = None;
        Some(text)
    }

    /// Puts `text` into the clipboard, where it stays as long as the program runs.
    pub fn set_text(&mut self, text: String) {
        self.last_text = text;
        self.reclaim();
    }

    /// Puts the last text into the clipboard once more, or an empty one if there was none.
    pub fn reclaim(&mut self) {
        if self.system.is_none() {
            self.system = log_error(System::new());
        }
        if let Some(system) = &mut self.system {
            log_error(system.set_text(self.last_text.clone()));
        }
    }
}

/// What was done, if it could be; a clipboard that does not answer is no reason to stop.
fn log_error<T>(done: Result<T, Error>) -> Option<T> {
    done.map_err(|error| log::info!("clipboard: {error}")).ok()
}
