//! Piece drawings that are not built in: those of the config, and those that the player opens.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use resvg::usvg::Tree;

use super::{piece_sets, svg};
use crate::game::options::PieceSet;
use crate::rules::ByColor;

/// Size in pixels at which a drawing is rasterized to check it.
const CHECK_SIZE: u32 = 48;

/// A valid SVG drawing of a kind of piece.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub(super) name: String,
    /// The parsed drawing for each piece set and side, one for each of the style sheets.
    pub(super) trees: Vec<ByColor<Vec<Tree>>>,
}

/// Drawings that are not built in. All clones share them, so that a new drawing is shown at once.
#[derive(Clone, Debug, Default)]
pub struct OwnDrawings(Arc<Mutex<Vec<Drawing>>>);

impl OwnDrawings {
    /// These drawings.
    pub fn new(drawings: Vec<Drawing>) -> Self {
        Self(Arc::new(Mutex::new(drawings)))
    }

    /// Adds a drawing, see [`Drawing::new`].
    ///
    /// # Errors
    /// If the text is not SVG, exceeds a limit, or draws nothing.
    pub fn add(&self, name: &str, svg: &str) -> Result<(), DrawingError> {
        let drawing = Drawing::new(name, svg)?;
        self.all().push(drawing);
        Ok(())
    }

    /// All drawings.
    pub(super) fn all(&self) -> MutexGuard<'_, Vec<Drawing>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reason why a text is not a valid drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawingError {
    /// The text is not SVG or not allowed, for this reason.
    InvalidSvg(String),
    /// The drawing has only transparent pixels.
    Empty,
}

impl Drawing {
    /// The drawing of the kind of piece called `name`. It replaces a built-in drawing of that name.
    ///
    /// The style sheets of the pieces colour the classes `body`, `line`, `mark` and `shade`. A drawing can have any
    /// size, but its lines are as thick as those of other pieces only if it is a square of 64.
    ///
    /// # Errors
    /// If the text is not SVG, exceeds a limit, or draws nothing.
    pub fn new(name: &str, svg: &str) -> Result<Self, DrawingError> {
        let parse = |sheets| svg::parse_limited(svg, sheets).map_err(DrawingError::InvalidSvg);
        let mut trees = Vec::new();
        for &set in PieceSet::ALL {
            let ByColor { white, black } = piece_sets::files(set).style_sheets;
            let (white, black) = (parse(white)?, parse(black)?);
            let bitmap = svg::rasterize(&white, CHECK_SIZE)
                .ok_or_else(|| DrawingError::InvalidSvg("it cannot be drawn".to_owned()))?;
            if bitmap.rgba.chunks(4).all(|pixel| pixel[3] == 0) {
                return Err(DrawingError::Empty);
            }
            trees.push(ByColor { white, black });
        }
        Ok(Self { name: name.to_owned(), trees })
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

    /// Texts that are not SVG, draw nothing or nest 30,000 levels deep give an error of one line.
    #[test]
    fn an_invalid_drawing_is_refused_with_a_reason() {
        let error = |svg: &str| Drawing::new("duchess", svg).unwrap_err().to_string();
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
        assert!(Drawing::new("duchess", &deep(1000)).is_ok());
        assert!(error(&deep(30_000)).starts_with("is not a valid SVG drawing: "));
    }
}
