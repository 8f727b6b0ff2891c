//! Opening the display: turns the window library's panics at startup into errors that a user can act on.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Why no window could be opened, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowError(String);

impl std::fmt::Display for WindowError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WindowError {}

/// The libraries that a window needs.
const LIBRARIES: &str = "libX11, libXi, libxkbcommon and libGL \
                         (on Debian and Ubuntu: apt-get install libx11-6 libxi6 libxkbcommon0 libgl1)";

/// Checks that a display is named. It is not connected to here: some X servers restart when a client disconnects, and
/// refuse the next one meanwhile.
pub fn check() -> Result<(), WindowError> {
    if cfg!(target_os = "linux") && std::env::var_os("DISPLAY").is_none_or(|name| name.is_empty()) {
        return Err(WindowError(
            "no display: this game needs a graphical session (DISPLAY is not set)".into(),
        ));
    }
    Ok(())
}

/// Runs `open`, which opens the window and returns when it is closed. A panic before `opened` is set becomes an error,
/// without output on the terminal; a later one is a bug and is passed on.
pub fn catch_startup_panic(opened: &Arc<AtomicBool>, open: impl FnOnce()) -> Result<(), WindowError> {
    let message = Arc::new(Mutex::new(String::new()));
    let default_hook = Arc::new(panic::take_hook());
    panic::set_hook({
        let (default_hook, opened, message) =
            (Arc::clone(&default_hook), Arc::clone(opened), Arc::clone(&message));
        Box::new(move |info| {
            if opened.load(Ordering::Relaxed) {
                default_hook(info);
            } else if let Ok(mut message) = message.lock() {
                let payload = info.payload();
                let text = payload.downcast_ref::<&str>().copied();
                let text = text.or(payload.downcast_ref::<String>().map(String::as_str));
                *message = text.unwrap_or_default().to_owned();
            }
        })
    });
    let result = panic::catch_unwind(AssertUnwindSafe(open));
    panic::set_hook(Box::new(move |info| default_hook(info)));
    match result {
        Ok(()) => Ok(()),
        Err(panic) if opened.load(Ordering::Relaxed) => panic::resume_unwind(panic),
        Err(_) => Err(startup_error(&message.lock().map_or_else(|_| String::new(), |text| text.clone()))),
    }
}

/// The error for a panic message of the window library.
fn startup_error(message: &str) -> WindowError {
    let missing = message.split("DlOpenError(\"").nth(1).and_then(|rest| rest.split('"').next());
    log::debug!("the window library panicked: {message}");
    WindowError(match missing {
        Some(library) => {
            format!("cannot open a window: {library} is missing; required are {LIBRARIES}")
        }
        None if message.contains("XOpenDisplay") => {
            let name = std::env::var("DISPLAY").unwrap_or_default();
            format!("no display: cannot connect to DISPLAY={name}")
        }
        // Neither a library nor the display is missing, so it is OpenGL.
        None => format!("cannot open a window: OpenGL does not start; required are {LIBRARIES}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A missing library, a missing display, and anything else.
    #[test]
    fn the_error_names_what_is_missing() {
        let error =
            startup_error("X11 backend failed: LibraryNotFound(DlOpenError(\"libXi.so.6\"))").to_string();
        assert!(error.contains("libXi.so.6 is missing") && error.contains("apt-get install"), "{error}");
        assert!(startup_error("XOpenDisplay() failed!").to_string().starts_with("no display: "));
        assert_eq!(startup_error("").to_string().lines().count(), 1);
    }

    /// No panic, one before the window is open and one after.
    #[test]
    fn only_panics_before_the_window_is_open_become_errors() {
        let opened = Arc::new(AtomicBool::new(false));
        assert_eq!(catch_startup_panic(&opened, || ()), Ok(()));
        let error = catch_startup_panic(&opened, || panic!("surface creation failed")).unwrap_err();
        assert!(error.to_string().contains("OpenGL"));
        opened.store(true, Ordering::Relaxed);
        let result = panic::catch_unwind(|| catch_startup_panic(&opened, || panic!("a bug")));
        assert!(result.is_err());
    }
}
