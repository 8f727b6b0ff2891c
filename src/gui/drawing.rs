//! Drawings of pieces that are not built in: handed in before the window opens, and looked at first.

use std::fmt;

use super::sprites;
use crate::rules::Color;

/// Side of the picture by which a drawing is tried.
const TRIAL: u32 = 48;

/// The drawing of a kind of piece, as SVG that can be painted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    pub(super) name: String,
    pub(super) svg: String,
}

/// Why a text is no drawing of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawingError {
    /// It cannot be read as SVG, for this reason.
    NoSvg(String),
    /// It is read, and nothing is to be seen.
    Empty,
}

impl Drawing {
    /// The drawing `svg` for the kind called `name`; it goes before a built-in one of that name.
    ///
    /// Its colours come from the style sheets of the pieces by the classes `body`, `line`, `mark` and `shade`; its
    /// size does not matter, though outlines are as wide as those of other pieces only on a square of 64.
    ///
    /// # Errors
    /// When the text is no SVG, or shows nothing.
    pub fn new(name: &str, svg: String) -> Result<Self, DrawingError> {
        let picture = sprites::paint(&svg, Color::White, TRIAL).map_err(DrawingError::NoSvg)?;
        let visible = picture.rgba.chunks(4).any(|pixel| pixel[3] > 0);
        if visible { Ok(Self { name: name.to_owned(), svg }) } else { Err(DrawingError::Empty) }
    }
}

impl fmt::Display for DrawingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSvg(reason) => write!(f, "is no SVG drawing: {reason}"),
            Self::Empty => f.write_str("is a drawing that shows nothing"),
        }
    }
}

impl std::error::Error for DrawingError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows that a text that is no SVG, draws nothing or nests too deep is refused with a reason.
    #[test]
    fn what_is_no_drawing_is_refused() {
        let error = |svg: &str| Drawing::new("duchess", svg.to_owned()).unwrap_err().to_string();
        for text in ["", "duchess", "<svg>", "<html xmlns='http://www.w3.org/1999/xhtml'/>"] {
            let error = error(text);
            assert!(error.starts_with("is no SVG drawing: ") && error.lines().count() == 1, "{error}");
        }
        let svg = |inside: &str| {
            format!("<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>{inside}</svg>")
        };
        assert_eq!(error(&svg("")), "is a drawing that shows nothing");
        assert_eq!(
            error(&svg("<image href='/etc/hostname' width='64' height='64'/>")),
            "is a drawing that shows nothing"
        );
        let deep = |depth: usize| svg(&("<g>".repeat(depth) + "<circle r='9'/>" + &"</g>".repeat(depth)));
        assert!(Drawing::new("duchess", deep(1000)).is_ok());
        assert!(error(&deep(30_000)).starts_with("is no SVG drawing: "));
    }

    /// Shows that the size of a drawing does not matter: it fills the tile, in the middle of it.
    #[test]
    fn a_drawing_of_any_size_fills_the_tile() {
        let square = |side: u32| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='{side}' height='{side}'><rect width='{side}' height='{side}'/></svg>"
            )
        };
        let [small, large] = [8, 4096].map(|side| sprites::paint(&square(side), Color::White, 16).unwrap());
        assert_eq!(small.rgba, large.rgba);
        assert!(small.rgba.chunks(4).all(|pixel| pixel[3] == 255));
        let flat = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20'/></svg>";
        let flat = sprites::paint(flat, Color::White, 16).unwrap();
        let painted = |row: usize| flat.rgba[row * 64 + 3] > 0;
        assert_eq!((0..16).filter(|&row| painted(row)).collect::<Vec<_>>(), (4..12).collect::<Vec<_>>());
    }
}
