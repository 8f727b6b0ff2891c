//! What differs by system: clock, threads, user folders and, for the window, clipboard, sound output, requests to end,
//! and the display.
//!
//! Every condition on the system is in this module; the rest of the program is the same everywhere.

mod desktop;

#[cfg(feature = "gui")]
pub use desktop::{audio, clipboard, display, input_watch, process};
pub use desktop::{clock, folders, threads};
