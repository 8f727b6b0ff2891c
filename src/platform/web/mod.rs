//! A page in a browser. `web/page.js` has the functions of the page that are called from here.

pub mod chance;
pub mod clock;
pub mod file_system;
pub mod folders;
pub mod page;
pub mod process;
pub mod subprocess;
pub mod threads;

#[cfg(feature = "gui")]
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
