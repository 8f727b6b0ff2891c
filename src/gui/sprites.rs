//! Bitmaps of the pieces, each in the size in which it is shown.

use std::fmt::Write as _;

use ab_glyph::OutlineCurve;

use super::atlas::Bitmap;
use super::drawing::Drawing;
use super::svg;
use crate::rules::Color;
use crate::view::scene::Font;
use crate::view::text;

/// A table of names and the drawings in `assets/pieces` with these names.
macro_rules! drawings {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../assets/pieces/", $name, ".svg")))),*]
    };
}

/// The built-in drawings, in alphabetical order. A row has the name of the piece and the SVG.
const DRAWINGS: &[(&str, &str)] = drawings![
    "amazon",
    "archbishop",
    "bishop",
    "camel",
    "cannon",
    "chancellor",
    "commoner",
    "general",
    "grasshopper",
    "king",
    "knight",
    "nightrider",
    "pawn",
    "queen",
    "rook",
    "royal-knight",
    "zebra"
];

/// SVG of the badge that stands in for a missing drawing.
const BADGE: &str = include_str!("../../assets/pieces/badge.svg");
/// Comment in [`BADGE`] that is replaced by the letter of the piece.
const BADGE_LETTER: &str = "<!-- letter -->";
/// Centre of the badge's disc in the SVG.
const BADGE_CENTER: (f32, f32) = (32.0, 24.5);
/// Height of the letter on the badge in the SVG.
const BADGE_LETTER_HEIGHT: f32 = 22.0;

/// The drawings of the config. All other pieces have the built-in drawings.
#[derive(Debug, Default)]
pub struct Sprites(Vec<Drawing>);

impl Sprites {
    /// The drawings `own` of the config. They replace built-in drawings of the same name.
    pub const fn new(own: Vec<Drawing>) -> Self {
        Self(own)
    }

    /// The bitmap of a piece of `size` by `size` pixels. Without a drawing called `name` it is a badge with the letter.
    pub fn bitmap(&self, name: &str, letter: char, color: Color, size: u32) -> Bitmap {
        let own = self.0.iter().find(|drawing| drawing.name == name);
        let drawn = match own {
            Some(own) => svg::rasterize(&own.trees[color], size),
            None => built_in(name).map(|svg| rasterize_built_in(svg, color, size)),
        };
        drawn.unwrap_or_else(|| rasterize_built_in(&badge(letter), color, size))
    }
}

/// The SVG of the built-in drawing called `name`.
fn built_in(name: &str) -> Option<&'static str> {
    DRAWINGS.iter().find(|(built_in, _)| *built_in == name).map(|(_, svg)| *svg)
}

fn rasterize_built_in(svg: &str, color: Color, size: u32) -> Bitmap {
    let trees = svg::parse(svg, color).expect("built-in drawings and badges are valid");
    svg::rasterize(&trees, size).expect("built-in drawings and badges can be rasterized")
}

/// The SVG of the badge with a letter.
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
    let center = ((bounds.min.x + bounds.max.x) / 2.0, (bounds.min.y + bounds.max.y) / 2.0);
    let (x, y) = (BADGE_CENTER.0 - center.0 * scale, BADGE_CENTER.1 + center.1 * scale);
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

    /// The share of opaque pixels, and the mean brightness of these pixels.
    fn ink(picture: &Bitmap) -> (f32, f32) {
        let painted: Vec<_> = picture.rgba.chunks(4).filter(|pixel| pixel[3] > 128).collect();
        let brightness: u32 = painted.iter().map(|p| p[..3].iter().map(|&c| u32::from(c)).sum::<u32>()).sum();
        let area = (picture.width * picture.height) as f32;
        (painted.len() as f32 / area, brightness as f32 / (3 * painted.len()) as f32)
    }

    /// The built-in drawings are the files of `assets/pieces`, without the badge.
    #[test]
    fn every_drawing_in_the_folder_is_built_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/pieces");
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|entry| {
                entry.unwrap().file_name().into_string().unwrap().strip_suffix(".svg").map(String::from)
            })
            .filter(|name| name != "badge")
            .collect();
        names.sort();
        assert!(names.iter().eq(DRAWINGS.iter().map(|(name, _)| name)), "{names:?}");
    }

    /// Each built-in drawing covers a fifth to four fifths of its square, and is lighter in white than in black.
    #[test]
    fn white_pieces_are_lighter_than_black_ones() {
        for (name, _) in DRAWINGS {
            let (white, black) = (picture(name, '?', Color::White, 48), picture(name, '?', Color::Black, 48));
            assert_eq!(white.rgba.len(), 48 * 48 * 4);
            let ((area, light), (_, dark)) = (ink(&white), ink(&black));
            assert!(area > 0.2 && area < 0.8, "{name} covers {area}");
            assert!(light > dark + 20.0, "{name}: {light} and {dark}");
        }
    }

    /// All pairs of built-in drawings at 48 pixels in both colours can be told apart by their outlines.
    #[test]
    fn silhouettes_of_two_pieces_overlap_by_less_than_four_fifths() {
        let silhouette = |name, color| {
            let picture = picture(name, '?', color, 48);
            picture.rgba.chunks(4).map(|pixel| pixel[3] > 127).collect::<Vec<_>>()
        };
        let mut too_similar = Vec::new();
        for color in [Color::White, Color::Black] {
            let silhouettes: Vec<_> =
                DRAWINGS.iter().map(|&(name, _)| (name, silhouette(name, color))).collect();
            for (i, (name, one)) in silhouettes.iter().enumerate() {
                for (other, two) in &silhouettes[..i] {
                    let pixels = one.iter().zip(two);
                    let both = pixels.clone().filter(|&(&a, &b)| a && b).count();
                    let either = pixels.filter(|&(&a, &b)| a || b).count();
                    let overlap = both as f32 / either as f32;
                    if overlap >= 0.8 {
                        too_similar.push(format!("{overlap:.3}: {color} {name} and {other}"));
                    }
                }
            }
        }
        too_similar.sort();
        assert!(too_similar.is_empty(), "{too_similar:#?}");
    }

    /// No built-in drawing uses the upper right 8 by 8 pixels of a square of 48 pixels, where marks are drawn.
    #[test]
    fn upper_right_corner_of_the_tile_stays_free() {
        for ((name, _), color) in DRAWINGS.iter().flat_map(|d| [(d, Color::White), (d, Color::Black)]) {
            let picture = picture(name, '?', color, 48);
            let drawn = picture
                .rgba
                .chunks(4 * 48)
                .take(8)
                .any(|row| row[4 * 40..].chunks(4).any(|pixel| pixel[3] > 0));
            assert!(!drawn, "{color} {name}");
        }
    }

    /// Two kinds without a drawing and with one letter look alike, and another letter looks different. A blank letter
    /// is allowed.
    #[test]
    fn a_piece_without_a_drawing_gets_a_badge_with_its_letter() {
        let w = picture("wizard", 'w', Color::White, 48);
        assert_eq!(w, picture("sorcerer", 'W', Color::White, 48));
        assert_ne!(w, picture("wizard", 'z', Color::White, 48));
        assert!(ink(&w).0 > 0.3);
        assert_eq!(picture("blank", ' ', Color::Black, 48).width, 48);
    }

    /// In a very small window the size of a piece is rounded to 0. Its bitmap has one pixel.
    #[test]
    fn a_size_of_zero_gives_one_pixel() {
        assert_eq!(picture("king", 'k', Color::White, 0).rgba.len(), 4);
    }

    /// A drawing of the config is used for a new kind and in place of the built-in rook. A kind that the config does
    /// not name still gets its badge.
    #[test]
    fn a_drawing_of_the_config_replaces_the_built_in_one() {
        let zebra = include_str!("../../assets/pieces/zebra.svg");
        let own = ["duchess", "rook"].map(|name| Drawing::new(name, zebra).unwrap());
        let sprites = Sprites::new(own.to_vec());
        let zebra = picture("zebra", 'z', Color::Black, 48);
        assert_eq!(sprites.bitmap("duchess", 'd', Color::Black, 48), zebra);
        assert_eq!(sprites.bitmap("rook", 'r', Color::Black, 48), zebra);
        assert_eq!(sprites.bitmap("duke", 'd', Color::White, 48), picture("duke", 'd', Color::White, 48));
    }
}
