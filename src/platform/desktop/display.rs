//! Errors at the start of the window, as sentences that a user can act on.

#[cfg(target_os = "linux")]
pub use linux::{WindowError, check, startup_error};
#[cfg(not(target_os = "linux"))]
pub use others::{WindowError, check, startup_error};

impl std::error::Error for WindowError {}

/// Whether the system restores the size of a window that leaves the full screen.
pub const RESTORES_SIZE: bool = !cfg!(windows);

/// Whether the last picture stays in the window if nothing is painted in a frame.
pub const KEEPS_PICTURE: bool = false;

/// What the window library reports for one notch of the wheel. On macOS a touch pad moves by single pixels, and ten of
/// them are a notch.
pub const WHEEL_NOTCH: f32 = if cfg!(windows) {
    120.0
} else if cfg!(target_os = "macos") {
    10.0
} else {
    1.0
};

/// Pixels of the window for one pixel of a scene.
pub fn scale() -> f32 {
    1.0
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fmt;

    /// The libraries that a window needs.
    const LIBRARIES: &str = "libX11, libXi, libxkbcommon and libGL \
                             (on Debian and Ubuntu: apt-get install libx11-6 libxi6 libxkbcommon0 libgl1)";

    /// Reason why no window can be opened.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum WindowError {
        /// The variable `DISPLAY` is not set.
        NoDisplay,
        /// The display of this name does not accept a connection.
        NoConnection(String),
        /// A library of this name is missing.
        MissingLibrary(String),
        /// OpenGL does not start.
        NoOpenGl,
    }

    impl fmt::Display for WindowError {
        /// Writes a line for the user.
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Self::NoDisplay => {
                    f.write_str("no display: this game needs a graphical session (DISPLAY is not set)")
                }
                Self::NoConnection(name) => write!(f, "no display: cannot connect to DISPLAY={name}"),
                Self::MissingLibrary(library) => {
                    write!(f, "cannot open a window: {library} is missing; required are {LIBRARIES}")
                }
                Self::NoOpenGl => {
                    write!(f, "cannot open a window: OpenGL does not start; required are {LIBRARIES}")
                }
            }
        }
    }

    /// Checks that the variable `DISPLAY` is set. No connection is tried here, because some X servers restart when a
    /// client disconnects, and refuse the next client meanwhile.
    ///
    /// # Errors
    /// If the variable is not set.
    pub fn check() -> Result<(), WindowError> {
        let named = std::env::var_os("DISPLAY").is_some_and(|name| !name.is_empty());
        if named { Ok(()) } else { Err(WindowError::NoDisplay) }
    }

    /// The error for a panic message of the window library.
    pub fn startup_error(message: &str) -> WindowError {
        let missing = message.split("DlOpenError(\"").nth(1).and_then(|rest| rest.split('"').next());
        match missing {
            Some(library) => WindowError::MissingLibrary(library.to_owned()),
            None if message.contains("XOpenDisplay") => {
                WindowError::NoConnection(std::env::var("DISPLAY").unwrap_or_default())
            }
            // Libraries and display are there, so the cause is OpenGL.
            None => WindowError::NoOpenGl,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// The errors for a missing library and for a missing display name what is missing. An unknown message gives an
        /// error of one line.
        #[test]
        fn the_error_names_what_is_missing() {
            let text = |message| startup_error(message).to_string();
            let error = text("X11 backend failed: LibraryNotFound(DlOpenError(\"libXi.so.6\"))");
            assert!(error.contains("libXi.so.6 is missing") && error.contains("apt-get install"), "{error}");
            assert!(text("XOpenDisplay() failed!").starts_with("no display: "));
            assert_eq!(text("").lines().count(), 1);
        }
    }
}

/// Windows and macOS always have the libraries and a display.
#[cfg(not(target_os = "linux"))]
mod others {
    use std::fmt;

    /// OpenGL does not start, for this reason.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct WindowError(String);

    impl fmt::Display for WindowError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "cannot open a window: OpenGL does not start: {}", self.0)
        }
    }

    /// Returns no error: these systems have a display.
    pub fn check() -> Result<(), WindowError> {
        Ok(())
    }

    /// The error for a panic message of the window library.
    pub fn startup_error(message: &str) -> WindowError {
        WindowError(message.lines().next().unwrap_or_default().to_owned())
    }
}
