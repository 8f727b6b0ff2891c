//! Errors at the start of the window, as sentences that a user can act on.

#[cfg(target_os = "linux")]
pub use linux::{check, startup_error};
#[cfg(not(target_os = "linux"))]
pub use others::{check, startup_error};

/// Whether a window that leaves the full screen gets its size back without asking for it.
pub const RESTORES_SIZE: bool = !cfg!(windows);

/// Whether the picture stays when nothing is painted in a frame.
pub const KEEPS_PICTURE: bool = false;

/// Pixels of the window for one pixel of a scene.
pub fn scale() -> f32 {
    1.0
}

#[cfg(target_os = "linux")]
mod linux {
    /// The libraries that a window needs.
    const LIBRARIES: &str = "libX11, libXi, libxkbcommon and libGL \
                             (on Debian and Ubuntu: apt-get install libx11-6 libxi6 libxkbcommon0 libgl1)";

    /// Checks that a display is named. It is not connected to here: some X servers restart when a client disconnects,
    /// and refuse the next one meanwhile.
    pub fn check() -> Result<(), String> {
        if std::env::var_os("DISPLAY").is_none_or(|name| name.is_empty()) {
            return Err("no display: this game needs a graphical session (DISPLAY is not set)".into());
        }
        Ok(())
    }

    /// The error for a panic message of the window library.
    pub fn startup_error(message: &str) -> String {
        let missing = message.split("DlOpenError(\"").nth(1).and_then(|rest| rest.split('"').next());
        match missing {
            Some(library) => {
                format!("cannot open a window: {library} is missing; required are {LIBRARIES}")
            }
            None if message.contains("XOpenDisplay") => {
                let name = std::env::var("DISPLAY").unwrap_or_default();
                format!("no display: cannot connect to DISPLAY={name}")
            }
            // Neither a library nor the display is missing, so it is OpenGL.
            None => format!("cannot open a window: OpenGL does not start; required are {LIBRARIES}"),
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// A missing library, a missing display, and anything else.
        #[test]
        fn the_error_names_what_is_missing() {
            let error = startup_error("X11 backend failed: LibraryNotFound(DlOpenError(\"libXi.so.6\"))");
            assert!(error.contains("libXi.so.6 is missing") && error.contains("apt-get install"), "{error}");
            assert!(startup_error("XOpenDisplay() failed!").starts_with("no display: "));
            assert_eq!(startup_error("").lines().count(), 1);
        }
    }
}

/// Windows and macOS have the libraries, and a display in every session.
#[cfg(not(target_os = "linux"))]
mod others {
    pub fn check() -> Result<(), String> {
        Ok(())
    }

    pub fn startup_error(message: &str) -> String {
        let reason = message.lines().next().unwrap_or_default();
        format!("cannot open a window: OpenGL does not start: {reason}")
    }
}
