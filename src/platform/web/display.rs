//! The canvas of the page.

use std::fmt;

/// Whether the system restores the size of a window that leaves the full screen.
pub const RESTORES_SIZE: bool = true;

/// Whether the window library multiplies the first size of the window by the scale of the display. The page sets the size.
pub const OPENS_SCALED: bool = true;

/// Whether the last picture stays if nothing is painted in a frame. The page clears the canvas only before it paints.
pub const KEEPS_PICTURE: bool = true;

/// Value that the window library reports for one notch of the wheel. The page counts the notches.
pub const WHEEL_NOTCH: f32 = 1.0;

/// Returns nothing: a browser reports which key it is, whatever it types.
pub fn key_of(_typed: char) -> Option<char> {
    None
}

/// Pixels of the canvas for one pixel of a scene. Screens are laid out in CSS pixels.
pub fn scale() -> f32 {
    // The window library has the scale of the start, which is out of date if the player has zoomed the page.
    let scale = super::page::call("scale", "").and_then(|scale| scale.parse().ok());
    scale.filter(|&scale: &f32| scale > 0.0).unwrap_or(1.0)
}

/// WebGL does not start, for this reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowError(String);

impl fmt::Display for WindowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WebGL does not start: {}", self.0)
    }
}

impl std::error::Error for WindowError {}

/// Returns no error: a page always has a canvas.
pub fn check() -> Result<(), WindowError> {
    Ok(())
}

/// The error for a panic message of the window library.
pub fn startup_error(message: &str) -> WindowError {
    WindowError(message.to_owned())
}
