//! The system clipboard.
//!
//! macroquad has a clipboard of its own, which is not used here but cannot be switched off. While Ctrl is held with C
//! or X, it claims the clipboard in every frame, with an empty text. On X11 this process would even be ended if another
//! program requested that text and exited. So this module remembers the text of the clipboard when Ctrl is pressed. It
//! restores that text in these frames, and in a few frames after them, because X11 may report the change of owner late.
//! Pictures and formatted texts of other programs are lost.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use arboard::{Clipboard as SystemClipboard, Error};

/// Copies and pastes text without blocking.
#[derive(Default)]
pub struct Clipboard {
    /// Connected when text is first copied.
    system: Option<SystemClipboard>,
    /// The text that the clipboard should have.
    text: String,
    /// Receives the text that was in the clipboard when Ctrl was pressed.
    remembered: Option<Receiver<String>>,
    /// Whether the text must be restored.
    lost: bool,
    /// Receives the text that was requested.
    pending: Option<Receiver<String>>,
}

impl Clipboard {
    /// Requests the text of the clipboard. Does nothing while a request is pending.
    pub fn request_text(&mut self) {
        self.pending = self.pending.take().or_else(request_text);
    }

    /// Requests the text of the clipboard, as if the player had pasted it.
    pub fn ask_text(&mut self) {
        self.request_text();
    }

    /// Remembers the text of the clipboard. Must be called when Ctrl is pressed.
    pub fn remember(&mut self) {
        self.remembered = request_text();
    }

    /// Restores the text of the clipboard. Must be called in every frame; `lost` is whether macroquad has claimed the
    /// clipboard.
    pub fn restore(&mut self, lost: bool) {
        self.lost |= lost;
        // In a slow frame, Ctrl and X arrive together, and the request may read macroquad's empty text.
        if let Some(text) = poll(&mut self.remembered).filter(|text| !text.is_empty()) {
            self.text = text;
        }
        if self.lost && self.remembered.is_none() {
            self.lost = false;
            self.claim();
        }
    }

    /// The requested text, once it has arrived. It is empty if the clipboard has no text.
    pub fn poll_text(&mut self) -> Option<String> {
        poll(&mut self.pending)
    }

    /// Copies `text`. On X11 it is lost when the program ends.
    pub fn set_text(&mut self, text: String) {
        self.text = text;
        self.remembered = None;
        self.claim();
    }

    fn claim(&mut self) {
        if self.system.is_none() {
            self.system = log_error(SystemClipboard::new());
        }
        if let Some(system) = &mut self.system {
            log_error(system.set_text(self.text.clone()));
        }
    }
}

/// Requests the text of the clipboard, on a thread of its own, because the program that owns it may take seconds to
/// answer.
fn request_text() -> Option<Receiver<String>> {
    let (sender, receiver) = channel();
    let request = move || {
        let text = log_error(SystemClipboard::new().and_then(|mut system| system.get_text()));
        // The receiver is gone if the window has been closed.
        let _ = sender.send(text.unwrap_or_default());
    };
    std::thread::Builder::new().name("clipboard".to_owned()).spawn(request).ok()?;
    Some(receiver)
}

/// The text of a request, once it has arrived.
fn poll(request: &mut Option<Receiver<String>>) -> Option<String> {
    let text = match request.as_ref()?.try_recv() {
        Err(TryRecvError::Empty) => return None,
        Err(TryRecvError::Disconnected) => String::new(),
        Ok(text) => text,
    };
    *request = None;
    Some(text)
}

/// The value of a result whose error is only logged: the game goes on without a clipboard.
fn log_error<T>(result: Result<T, Error>) -> Option<T> {
    result.map_err(|error| log::info!("clipboard: {error}")).ok()
}
