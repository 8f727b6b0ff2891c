//! What differs by system: clock, threads, files, chance, user folders and, for the window, clipboard, sound output,
//! announcements, questions, requests to end, and the display.
//!
//! Every condition on the system is in this module; the rest of the program is the same everywhere.

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(not(target_arch = "wasm32"))]
use desktop as system;

#[cfg(target_arch = "wasm32")]
mod web;
#[cfg(target_arch = "wasm32")]
use web as system;
#[cfg(target_arch = "wasm32")]
pub use web::page;

#[cfg(feature = "gui")]
pub use system::{announcer, audio, clipboard, display, input_watch, process, prompt};
pub use system::{chance, clock, file_system, folders, threads};
