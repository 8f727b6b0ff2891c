//! Opening the window. Panics of the window library become errors that a person can act on.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::platform::display::{WindowError, startup_error};

/// Runs `open`, which opens the window and returns when it is closed. A panic before `opened` is set becomes an error
/// and prints nothing. A panic after that is a bug and is passed on.
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
        Err(_) => {
            let message = message.lock().map_or_else(|_| String::new(), |text| text.clone());
            log::debug!("the window library panicked: {message}");
            Err(startup_error(&message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A panic before the window is open is an error that names OpenGL, and a panic after that is passed on.
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
