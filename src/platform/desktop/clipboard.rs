//! The system clipboard.
//!
//! macroquad has a clipboard of its own, which is not used here but cannot be switched off. While Ctrl is held with C
//! or X, it claims the clipboard in every frame, with an empty text. On X11 this process would even be ended if another
//! program requested that text and exited. So this module reclaims the clipboard in these frames, and in a few frames
//! after them, because X11 may report the change of owner late.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use arboard::{Clipboard as SystemClipboard, Error};

/// Copies and pastes text without blocking.
#[derive(Default)]
pub struct Clipboard {
    /// Connected when text is first copied.
    system: Option<SystemClipboard>,
    /// The text that was copied last.
    last_text: String,
    /// Receives the text that was requested.
    pending: Option<Receiver<String>>,
}

impl Clipboard {
    /// Requests the text of the clipboard, on a thread of its own, because the program that owns it may take seconds to
    /// answer. Does nothing while a request is pending.
    pub fn request_text(&mut self) {
        if self.pending.is_some() {
            return;
        }
        let (sender, pending) = channel();
        let request = move || {
            let text = log_error(SystemClipboard::new().and_then(|mut system| system.get_text()));
            // The receiver is gone if the window has been closed.
            let _ = sender.send(text.unwrap_or_default());
        };
        if std::thread::Builder::new().name("clipboard".to_owned()).spawn(request).is_ok() {
            self.pending = Some(pending);
        }
    }

    /// The requested text, once it has arrived. It is empty if the clipboard has no text.
    pub fn poll_text(&mut self) -> Option<String> {
        let text = match self.pending.as_ref()?.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => String::new(),
            Ok(text) => text,
        };
        self.pending = None;
        Some(text)
    }

    /// Copies `text`. On X11 it is lost when the program ends.
    pub fn set_text(&mut self, text: String) {
        self.last_text = text;
        self.reclaim();
    }

    /// Copies the last text again.
    pub fn reclaim(&mut self) {
        if self.system.is_none() {
            self.system = log_error(SystemClipboard::new());
        }
        if let Some(system) = &mut self.system {
            log_error(system.set_text(self.last_text.clone()));
        }
    }
}

/// The value of a result whose error is only logged: the game goes on without a clipboard.
fn log_error<T>(result: Result<T, Error>) -> Option<T> {
    result.map_err(|error| log::info!("clipboard: {error}")).ok()
}
