//! Piece drawings that are not built in, such as those named in the config.

use std::fmt;

use super::svg;
use crate::rules::Color;

/// Size in pixels at which a drawing is checked.
const CHECK_SIZE: u32 = 48;

/// The SVG drawing of a kind of piece; known to be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    pub(super) name: String,
    pub(super) svg: String,
}

/// Why a text is not a valid drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawingError {
    /// The SVG parser's reason.
    InvalidSvg(String),
    /// Every pixel is transparent.
    Empty,
}

impl Drawing {
    /// The drawing of the kind called `name`; it replaces a built-in one of that name.
    ///
    /// The style sheets of the pieces colour the classes `body`, `line`, `mark` and `shade`. Any size will do, but line
    /// widths match those of other pieces only on a square of 64.
    ///
    /// # Errors
    /// If the text is not SVG, or draws nothing.
    pub fn new(name: &str, svg: String) -> Result<Self, DrawingError> {
        let bitmap = svg::rasterize(&svg, Color::White, CHECK_SIZE).map_err(DrawingError::InvalidSvg)?;
        let visible = bitmap.rgba.chunks(4).any(|pixel| pixel[3] > 0);
        if visible { Ok(Self { name: name.to_owned(), svg }) } else { Err(DrawingError::Empty) }
    }
}

impl fmt::Display for DrawingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidSvg(reason) => write!(f, "is not a valid SVG drawing: {reason}"),
            Self::Empty => f.write_str("is a drawing that shows nothing"),
        }
    }
}

impl std::error::Error for DrawingError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that are not SVG, draw nothing or nest too deep.
    #[test]
    fn an_invalid_drawing_is_refused_with_a_reason() {
        let error = |svg: &str| Drawing::new("duchess", svg.to_owned()).unwrap_err().to_string();
        for text in ["", "duchess", "<svg>", "<html xmlns='http://www.w3.org/1999/xhtml'/>"] {
            let error = error(text);
            assert!(
                error.starts_with("is not a valid SVG drawing: ") && error.lines().count() == 1,
                "{error}"
            );
        }
        let svg = |inside: &str| {
            format!("<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>{inside}</svg>")
        };
        assert_eq!(error(&svg("")), "is a drawing that shows nothing");
        let deep = |depth: usize| svg(&("<g>".repeat(depth) + "<circle r='9'/>" + &"</g>".repeat(depth)));
        assert!(Drawing::new("duchess", deep(1000)).is_ok());
        assert!(error(&deep(30_000)).starts_with("is not a valid SVG drawing: "));
    }
}
