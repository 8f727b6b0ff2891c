//! Functions that differ by system: clock, threads, other programs, files, random numbers, user folders, and for the window
//! clipboard, saved pictures, sound output, announcements, text dialogs, touch screens, requests to end the program, and the display.
//!
//! Only this module has conditions on the system. The rest of the program is the same everywhere.

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
pub use system::{access, announcer, audio, clipboard, display, export, input_watch, prompt, touch};
pub use system::{chance, clock, file_system, folders, process, subprocess, threads};
