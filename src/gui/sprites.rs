//! From the drawing of a piece to its picture at exactly the size asked for.

use std::fmt::Write as _;

use ab_glyph::OutlineCurve;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::atlas::Bitmap;
use super::drawing::Drawing;
use crate::rules::Color;
use crate::view::scene::Font;
use crate::view::text;

/// Every kind of piece that has a drawing, by name.
const DRAWINGS: [(&str, &str); 15] = [
    ("amazon", include_str!("../../assets/pieces/amazon.svg")),
    ("archbishop", include_str!("../../assets/pieces/archbishop.svg")),
    ("bishop", include_str!("../../assets/pieces/bishop.svg")),
    ("camel", include_str!("../../assets/pieces/camel.svg")),
    ("cannon", include_str!("../../assets/pieces/cannon.svg")),
    ("chancellor", include_str!("../../assets/pieces/chancellor.svg")),
    ("general", include_str!("../../assets/pieces/general.svg")),
    ("grasshopper", include_str!("../../assets/pieces/grasshopper.svg")),
    ("king", include_str!("../../assets/pieces/king.svg")),
    ("knight", include_str!("../../assets/pieces/knight.svg")),
    ("nightrider", include_str!("../../assets/pieces/nightrider.svg")),
    ("pawn", include_str!("../../assets/pieces/pawn.svg")),
    ("queen", include_str!("../../assets/pieces/queen.svg")),
    ("rook", include_str!("../../assets/pieces/rook.svg")),
    ("zebra", include_str!("../../assets/pieces/zebra.svg")),
];

/// What stands in for a drawing that is not there, and the mark in it that the letter replaces.
const BADGE: &str = include_str!("../../assets/pieces/badge.svg");
const BADGE_LETTER: &str = "<!-- letter -->";
/// Middle of the badge's disc, and the height of a letter on it.
const BADGE_MIDDLE: (f32, f32) = (32.0, 24.5);
const BADGE_LETTER_HEIGHT: f32 = 22.0;

/// The style sheets that give a drawing its colours, the lowest layer first. A black piece gets a thin light rim
/// under it, or it would sink into dark tiles.
const fn styles(color: Color) -> &'static [&'static str] {
    match color {
        Color::White => &[include_str!("../../assets/pieces/style-white.css")],
        Color::Black => &[
            include_str!("../../assets/pieces/style-black-rim.css"),
            include_str!("../../assets/pieces/style-black.css"),
        ],
    }
}

/// All drawings there are: the built-in ones, and those handed in.
#[derive(Debug, Default)]
pub struct Sprites(Vec<Drawing>);

impl Sprites {
    /// The built-in drawings with `own` before them.
    #[must_use]
    pub const fn new(own: Vec<Drawing>) -> Self {
        Self(own)
    }

    /// The picture of a piece, `size` pixels wide and high; a badge with its letter if `name` has no drawing.
    #[must_use]
    pub fn bitmap(&self, name: &str, letter: char, color: Color, size: u32) -> Bitmap {
        let known = self.svg(name).and_then(|drawing| paint(drawing, color, size).ok());
        known.unwrap_or_else(|| {
            paint(&badge(letter), color, size).expect("the badge is sound, whatever letter is on it")
        })
    }

    /// The drawing called `name`.
    fn svg(&self, name: &str) -> Option<&str> {
        let own = self.0.iter().find(|drawing| drawing.name == name).map(|drawing| drawing.svg.as_str());
        own.or_else(|| DRAWINGS.iter().find(|(known, _)| *known == name).map(|(_, drawing)| *drawing))
    }
}

/// Paints a drawing in the colours of a side; the error says why it is none.
pub(super) fn paint(drawing: &str, color: Color, size: u32) -> Result<Bitmap, String> {
    let size = size.max(1);
    let mut pixmap = Pixmap::new(size, size).expect("the size is above zero");
    for style in styles(color) {
        let tree = Tree::from_str(drawing, &options(style)).map_err(|error| reason(&error))?;
        // The whole drawing, as large as the tile holds it, in the middle.
        let (width, height) = (tree.size().width(), tree.size().height());
        let scale = size as f32 / width.max(height);
        let margin = |length: f32| (size as f32 - length * scale) / 2.0;
        let place = Transform::from_row(scale, 0.0, 0.0, scale, margin(width), margin(height));
        resvg::render(&tree, place, &mut pixmap.as_mut());
    }
    // The graphics card blends colours that are not yet multiplied by their opacity.
    let rgba = pixmap.pixels().iter().flat_map(|pixel| {
        let plain = pixel.demultiply();
        [plain.red(), plain.green(), plain.blue(), plain.alpha()]
    });
    Ok(Bitmap { width: size, height: size, offset: (0.0, 0.0), rgba: rgba.collect() })
}

/// The settings that give a drawing the colours of `style`, and let it read no other file.
fn options(style: &str) -> Options<'static> {
    let nothing =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    Options { style_sheet: Some(style.to_owned()), image_href_resolver: nothing, ..Options::default() }
}

/// Why a drawing cannot be read, on one line.
fn reason(error: &resvg::usvg::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

/// A drawing made of the badge and a letter.
fn badge(letter: char) -> String {
    let letter = letter.to_uppercase().next().unwrap_or(letter);
    let Some(outline) = text::raw_outline(Font::Bold, letter) else { return BADGE.to_owned() };
    let mut path = String::new();
    let mut end = None;
    for curve in &outline.curves {
        let (start, stop) = match *curve {
            OutlineCurve::Line(a, b) | OutlineCurve::Quad(a, _, b) | OutlineCurve::Cubic(a, _, _, b) => {
                (a, b)
            }
        };
        if end != Some((start.x, start.y)) {
            let _ = write!(path, "M {} {} ", start.x, start.y);
        }
        let _ = match *curve {
            OutlineCurve::Line(_, b) => write!(path, "L {} {} ", b.x, b.y),
            OutlineCurve::Quad(_, c, b) => write!(path, "Q {} {} {} {} ", c.x, c.y, b.x, b.y),
            OutlineCurve::Cubic(_, c, d, b) => {
                write!(path, "C {} {} {} {} {} {} ", c.x, c.y, d.x, d.y, b.x, b.y)
            }
        };
        end = Some((stop.x, stop.y));
    }
    let bounds = outline.bounds;
    let scale = BADGE_LETTER_HEIGHT / (bounds.max.y - bounds.min.y).abs().max(1.0);
    let middle = ((bounds.min.x + bounds.max.x) / 2.0, (bounds.min.y + bounds.max.y) / 2.0);
    let (x, y) = (BADGE_MIDDLE.0 - middle.0 * scale, BADGE_MIDDLE.1 + middle.1 * scale);
    let mark =
        format!(r#"<path class="mark" transform="translate({x} {y}) scale({scale} -{scale})" d="{path}"/>"#);
    BADGE.replace(BADGE_LETTER, &mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(name: &str, letter: char, color: Color, size: u32) -> Bitmap {
        Sprites::default().bitmap(name, letter, color, size)
    }

    /// The part of a picture that is painted, and how bright it is there on the average.
    fn ink(picture: &Bitmap) -> (f32, f32) {
        let painted: Vec<_> = picture.rgba.chunks(4).filter(|pixel| pixel[3] > 128).collect();
        let brightness: u32 = painted.iter().map(|p| p[..3].iter().map(|&c| u32::from(c)).sum::<u32>()).sum();
        let area = (picture.width * picture.height) as f32;
        (painted.len() as f32 / area, brightness as f32 / (3 * painted.len()) as f32)
    }

    #[test]
    fn every_drawing_in_the_folder_is_known() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/pieces");
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|entry| {
                entry.unwrap().file_name().into_string().unwrap().strip_suffix(".svg").map(String::from)
            })
            .filter(|name| name != "badge")
            .collect();
        names.sort();
        assert_eq!(names, DRAWINGS.map(|(name, _)| name));
    }

    #[test]
    fn every_drawing_paints_a_light_and_a_dark_piece() {
        for (name, _) in DRAWINGS {
            let (white, black) = (picture(name, '?', Color::White, 48), picture(name, '?', Color::Black, 48));
            assert_eq!(white.rgba.len(), 48 * 48 * 4);
            let ((area, light), (_, dark)) = (ink(&white), ink(&black));
            assert!(area > 0.2 && area < 0.8, "{name} covers {area}");
            assert!(light > dark + 20.0, "{name}: {light} and {dark}");
        }
    }

    #[test]
    fn no_two_drawings_are_alike() {
        for (i, (name, _)) in DRAWINGS.iter().enumerate() {
            let one = picture(name, '?', Color::White, 32);
            for (other, _) in &DRAWINGS[..i] {
                let two = picture(other, '?', Color::White, 32);
                let apart = one.rgba.iter().zip(&two.rgba).filter(|(a, b)| a.abs_diff(**b) > 40).count();
                assert!(apart > 150, "{name} and {other}");
            }
        }
    }

    #[test]
    fn an_unknown_kind_gets_a_badge_with_its_letter() {
        let w = picture("wizard", 'w', Color::White, 48);
        assert_eq!(w, picture("sorcerer", 'W', Color::White, 48));
        assert_ne!(w, picture("wizard", 'z', Color::White, 48));
        assert!(ink(&w).0 > 0.3);
        assert_eq!(picture("blank", ' ', Color::Black, 48).width, 48);
    }

    #[test]
    fn a_size_of_zero_is_a_pixel() {
        assert_eq!(picture("king", 'k', Color::White, 0).rgba.len(), 4);
    }

    /// Shows that a drawing handed in is used for its kind, before a built-in one, and for no other kind.
    #[test]
    fn a_drawing_handed_in_goes_first() {
        let zebra = include_str!("../../assets/pieces/zebra.svg").to_owned();
        let own = ["duchess", "rook"].map(|name| Drawing::new(name, zebra.clone()).unwrap());
        let sprites = Sprites::new(own.to_vec());
        let zebra = picture("zebra", 'z', Color::Black, 48);
        assert_eq!(sprites.bitmap("duchess", 'd', Color::Black, 48), zebra);
        assert_eq!(sprites.bitmap("rook", 'r', Color::Black, 48), zebra);
        assert_eq!(sprites.bitmap("duke", 'd', Color::White, 48), picture("duke", 'd', Color::White, 48));
    }
}
