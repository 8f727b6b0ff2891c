//! Errors at the start of the window, as sentences that a user can act on.

#[cfg(target_os = "linux")]
pub use linux::{WindowError, check, key_of, startup_error};
#[cfg(not(target_os = "linux"))]
pub use others::{WindowError, check, key_of, startup_error};

impl std::error::Error for WindowError {}

/// Whether the system restores the size of a window that leaves the full screen.
pub const RESTORES_SIZE: bool = !cfg!(windows);

/// Whether the last picture stays in the window if nothing is painted in a frame.
pub const KEEPS_PICTURE: bool = false;

/// Whether the window library multiplies the first size of the window by the scale of the display.
pub const OPENS_SCALED: bool = !cfg!(target_os = "linux");

/// Value that the window library reports for one notch of the wheel. On macOS a touch pad moves by single pixels, and ten of
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
    use std::error::Error;
    use std::fmt;

    use x11rb::connection::Connection as _;
    use x11rb::protocol::xproto::ConnectionExt as _;
    use xkeysym::Keysym;

    /// The characters of keys on the keyboard of the United States, with the key code of the first in each row.
    const ROWS: [(u8, &str); 4] =
        [(10, "1234567890-="), (24, "qwertyuiop[]"), (38, "asdfghjkl;'`"), (52, "zxcvbnm,./")];
    /// First character of the scripts that have a keyboard without Latin letters. The letters before it are Latin.
    const FIRST_GREEK: char = '\u{370}';

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

    /// The key that typed a character, for a key that the window library does not recognise. It recognises a key only if the
    /// first layout of the keyboard has an ASCII character on it.
    ///
    /// Returns the ASCII character that is typed by the key in another layout, or else the one that is on this key in
    /// the United States.
    pub fn key_of(typed: char) -> Option<char> {
        if typed.is_ascii() || typed < FIRST_GREEK {
            return typed.is_ascii_graphic().then(|| typed.to_ascii_lowercase());
        }
        let (first, width, keysyms) =
            keyboard().map_err(|error| log::info!("the keyboard's layout is unknown: {error}")).ok()?;
        latin_key(typed, first, width, &keysyms)
    }

    /// The first key code, the number of characters of each key, and the characters of all keys.
    fn keyboard() -> Result<(u8, usize, Vec<u32>), Box<dyn Error>> {
        let (connection, _) = x11rb::connect(None)?;
        let (first, last) = (connection.setup().min_keycode, connection.setup().max_keycode);
        let keyboard = connection.get_keyboard_mapping(first, last - first + 1)?.reply()?;
        Ok((first, keyboard.keysyms_per_keycode.into(), keyboard.keysyms))
    }

    fn latin_key(typed: char, first: u8, width: usize, keysyms: &[u32]) -> Option<char> {
        let characters = |key: &[u32]| -> Vec<_> {
            key.iter().filter_map(|&keysym| Keysym::new(keysym).key_char()).collect()
        };
        let mut keys = (first..).zip(keysyms.chunks(width.max(1)).map(characters));
        let (code, characters) = keys.find(|(_, characters)| characters.contains(&typed))?;
        let printed = characters.into_iter().find(char::is_ascii_graphic);
        let in_row = |(start, row): &(u8, &str)| row.chars().nth(code.checked_sub(*start)?.into());
        printed.map(|character| character.to_ascii_lowercase()).or_else(|| ROWS.iter().find_map(in_row))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// The key with the code 27 types Cyrillic, Greek or Hebrew letters. In a second layout it types "p"; without
        /// one it is the R of a keyboard of the United States. A letter that no key types has no key.
        #[test]
        fn a_key_of_another_script_is_named_by_its_latin_letter() {
            let (ka, big_ka, rho, resh) = (0x6cb, 0x6eb, 0x7f1, 0xcf8);
            for (typed, key, named) in [
                ('к', [ka, big_ka, 0, 0], Some('r')),
                ('К', [ka, big_ka, 0, 0], Some('r')),
                ('к', [ka, big_ka, 'p'.into(), 'P'.into()], Some('p')),
                ('ρ', [rho, 0, 0, 0], Some('r')),
                ('ר', [resh, 0, 0, 0], Some('r')),
                ('ж', [ka, big_ka, 0, 0], None),
            ] {
                let keysyms = [[0; 4], [0; 4], key].concat();
                assert_eq!(latin_key(typed, 25, 4, &keysyms), named, "{typed}");
            }
            assert_eq!(
                ["R", "?", "ü", " "].map(|text| key_of(text.chars().next().unwrap())),
                [Some('r'), Some('?'), None, None]
            );
        }

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

    /// Returns nothing: these systems report which key it is, whatever it types.
    pub fn key_of(_typed: char) -> Option<char> {
        None
    }

    /// The error for a panic message of the window library.
    pub fn startup_error(message: &str) -> WindowError {
        WindowError(message.lines().next().unwrap_or_default().to_owned())
    }
}
