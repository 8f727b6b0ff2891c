//! The canvas of the page.

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

pub fn check() -> Result<(), String> {
    Ok(())
}

pub fn startup_error(message: &str) -> String {
    format!("WebGL does not start: {message}")
}
