//! The canvas of the page.

use std::fmt;

/// Whether a window that leaves the full screen gets its size back without asking for it.
pub const RESTORES_SIZE: bool = true;

/// Whether the picture stays when nothing is painted in a frame: the page clears the canvas only before it paints.
pub const KEEPS_PICTURE: bool = true;

/// Pixels of the canvas for one pixel of a scene: screens are laid out in the pixels of style sheets.
pub fn scale() -> f32 {
    // Not the window library's, which is that of the start: the player may enlarge the page.
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

/// Finds nothing wrong.
///
/// # Errors
/// None.
pub fn check() -> Result<(), WindowError> {
    Ok(())
}

/// The error for a panic message of the window library.
pub fn startup_error(message: &str) -> WindowError {
    WindowError(message.to_owned())
}
