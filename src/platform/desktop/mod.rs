//! Linux, Windows and macOS.

pub mod chance;
pub mod clock;
pub mod file_system;
pub mod folders;
pub mod process;
pub mod subprocess;
pub mod threads;

#[cfg(all(feature = "gui", target_os = "linux"))]
pub mod access;
#[cfg(all(feature = "gui", not(target_os = "linux")))]
#[path = "no_access.rs"]
pub mod access;
#[cfg(feature = "gui")]
pub mod announcer;
#[cfg(feature = "gui")]
pub mod audio;
#[cfg(feature = "gui")]
pub mod clipboard;
#[cfg(feature = "gui")]
pub mod display;
#[cfg(feature = "gui")]
pub mod export;
#[cfg(feature = "gui")]
pub mod input_watch;
#[cfg(feature = "gui")]
pub mod prompt;
#[cfg(feature = "gui")]
pub mod touch;
