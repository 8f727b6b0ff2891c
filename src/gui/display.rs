//! Whether there is a display at all, asked before the window library is: it knows no other answer than a panic.

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

/// What a person may have to install, for the one sentence.
const LIBRARIES: &str = "libX11, libXi, libxkbcommon and libGL \
                         (on Debian and Ubuntu: apt-get install libx11-6 libxi6 libxkbcommon0 libgl1)";

/// Asks for a display, as far as that can be done without one. Knocking at the display is left to the window library:
/// some displays start afresh when a caller hangs up, and refuse the next one meanwhile.
pub fn check() -> Result<(), WindowError> {
    if cfg!(target_os = "linux") && std::env::var_os("DISPLAY").is_none_or(|name| name.is_empty()) {
        return Err(WindowError(
            "no display: this game needs a graphical session (DISPLAY is not set)".into(),
        ));
    }
    Ok(())
}

/// Runs `open` to its end. A panic before `opened` is set is turned into an error, without a word on the terminal; one
/// after it is a fault of the program and goes its way.
pub fn catch_startup_panic(opened: &Arc<AtomicBool>, open: impl FnOnce()) -> Result<(), WindowError> {
    let said = Arc::new(Mutex::new(String::new()));
    let usual = Arc::new(panic::take_hook());
    let hook = (Arc::clone(&usual), Arc::clone(opened), Arc::clone(&said));
    panic::set_hook(Box::new(move |info| {
        if hook.1.load(Ordering::Relaxed) {
            (hook.0)(info);
        } else if let Ok(mut said) = hook.2.lock() {
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().copied();
            *said =
                text.or(payload.downcast_ref::<String>().map(String::as_str)).unwrap_or_default().to_owned();
        }
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(open));
    panic::set_hook(Box::new(move |info| usual(info)));
    match result {
        Ok(()) => Ok(()),
        Err(fault) if opened.load(Ordering::Relaxed) => panic::resume_unwind(fault),
        Err(_) => {
            Err(startup_error(said.lock().map_or_else(|_| String::new(), |said| said.clone()).as_str()))
        }
    }
}

/// The sentence for what the window library said before it gave up.
fn startup_error(said: &str) -> WindowError {
    let missing = said.split("DlOpenError(\"").nth(1).and_then(|rest| rest.split('"').next());
    log::debug!("the window library gave up: {said}");
    WindowError(match missing {
        Some(library) => format!("no window can be opened: {library} is missing; needed are {LIBRARIES}"),
        None if said.contains("XOpenDisplay") => {
            let name = std::env::var("DISPLAY").unwrap_or_default();
            format!("no display: DISPLAY={name} does not answer, or does not let this program in")
        }
        // With the libraries and the display at hand, what is left is OpenGL.
        None => format!("no window can be opened: OpenGL does not start; needed are {LIBRARIES}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let error =
            startup_error("X11 backend failed: LibraryNotFound(DlOpenError(\"libXi.so.6\"))").to_string();
        assert!(error.contains("libXi.so.6 is missing") && error.contains("apt-get install"), "{error}");
        assert!(startup_error("XOpenDisplay() failed!").to_string().starts_with("no display: "));
        assert_eq!(startup_error("").to_string().lines().count(), 1);
    }

    #[test]
    fn only_panics_before_the_window_is_open_become_errors() {
        let opened = Arc::new(AtomicBool::new(false));
        assert_eq!(catch_startup_panic(&opened, || ()), Ok(()));
        let error = catch_startup_panic(&opened, || panic!("surface creation failed")).unwrap_err();
        assert!(error.to_string().contains("OpenGL"));
        opened.store(true, Ordering::Relaxed);
        let result =
            panic::catch_unwind(|| catch_startup_panic(&opened, || panic!("a fault of the program")));
        assert!(result.is_err());
    }
}
