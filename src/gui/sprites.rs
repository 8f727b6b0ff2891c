//! Bitmaps of the pieces, each in the size in which it is shown.

use resvg::usvg::Tree;

use super::atlas::Bitmap;
use super::drawing::OwnDrawings;
use super::{piece_sets, svg};
use crate::game::options::PieceSet;
use crate::rules::Color;
use crate::view::scene::Font;
use crate::view::text;

/// Comment in the SVG of a badge that is replaced by the letter of the piece, centred on the origin.
const BADGE_LETTER: &str = "<!-- letter -->";
/// Height of the letter on the badge in the SVG.
const BADGE_LETTER_HEIGHT: f32 = 22.0;

/// The drawings of the player. All other pieces have the built-in drawings.
#[derive(Debug, Default)]
pub struct Sprites(OwnDrawings);

impl Sprites {
    /// The drawings `own` replace built-in drawings of the same name.
    pub const fn new(own: OwnDrawings) -> Self {
        Self(own)
    }

    /// The bitmap of a piece of `size` by `size` pixels. Without a drawing called `name` it is a badge with the letter.
    pub fn bitmap(&self, set: PieceSet, name: &str, letter: char, color: Color, size: u32) -> Bitmap {
        let drawn = svg::rasterize(&self.trees(set, name, letter, color), size);
        drawn.unwrap_or_else(|| {
            let badge = parse_built_in(set, &badge(piece_sets::files(set).badge, letter), color);
            svg::rasterize(&badge, size).expect("badges can be rasterized")
        })
    }

    /// The drawing of a piece, one for each style sheet of its side. Without a drawing called `name` it is a badge with
    /// the letter.
    pub fn trees(&self, set: PieceSet, name: &str, letter: char, color: Color) -> Vec<Tree> {
        if let Some(own) = self.0.all().iter().find(|drawing| drawing.name == name) {
            return own.trees[set as usize][color].clone();
        }
        let built_in = piece_sets::drawing(set, name).map(str::to_owned);
        let svg = built_in.unwrap_or_else(|| badge(piece_sets::files(set).badge, letter));
        parse_built_in(set, &svg, color)
    }
}

fn parse_built_in(set: PieceSet, svg: &str, color: Color) -> Vec<Tree> {
    let style_sheets = piece_sets::files(set).style_sheets[color];
    svg::parse(svg, style_sheets).expect("built-in drawings and badges are valid")
}

/// The SVG `badge` with a letter.
fn badge(badge: &str, letter: char) -> String {
    let letter = letter.to_uppercase().next().unwrap_or(letter);
    let Some(outline) = text::raw_outline(Font::Bold, letter) else { return badge.to_owned() };
    let path = svg::path_data(&outline);
    let bounds = outline.bounds;
    let scale = BADGE_LETTER_HEIGHT / (bounds.max.y - bounds.min.y).abs().max(1.0);
    let center = ((bounds.min.x + bounds.max.x) / 2.0, (bounds.min.y + bounds.max.y) / 2.0);
    let (x, y) = (-center.0 * scale, center.1 * scale);
    let mark =
        format!(r#"<path class="mark" transform="translate({x} {y}) scale({scale} -{scale})" d="{path}"/>"#);
    badge.replace(BADGE_LETTER, &mark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::Drawing;
    use crate::notation::variants_ini::Variants;
    use crate::view::picture::DRAWINGS;
    use crate::view::scene::Rgba;
    use crate::view::theme::{THEMES, brightness};

    fn picture(name: &str, letter: char, color: Color, size: u32) -> Bitmap {
        Sprites::default().bitmap(PieceSet::default(), name, letter, color, size)
    }

    /// The bitmaps of all built-in drawings of a set in a colour, with their names.
    fn pictures(set: PieceSet, color: Color, size: u32) -> Vec<(&'static str, Bitmap)> {
        let picture = |name| (name, Sprites::default().bitmap(set, name, '?', color, size));
        piece_sets::files(set).drawings.iter().map(|&(name, _)| picture(name)).collect()
    }

    /// All sets in both colours.
    fn sides() -> impl Iterator<Item = (PieceSet, Color)> {
        PieceSet::ALL.iter().flat_map(|&set| Color::ALL.map(|color| (set, color)))
    }

    /// The share of opaque pixels, and the mean brightness of these pixels.
    fn ink(picture: &Bitmap) -> (f32, f32) {
        let painted: Vec<_> = picture.rgba.chunks(4).filter(|pixel| pixel[3] > 128).collect();
        let brightness: u32 = painted.iter().map(|p| p[..3].iter().map(|&c| u32::from(c)).sum::<u32>()).sum();
        let area = (picture.width * picture.height) as f32;
        (painted.len() as f32 / area, brightness as f32 / (3 * painted.len()) as f32)
    }

    /// The built-in drawings of a set are the files of its folder in `assets/pieces`, without the badge.
    #[test]
    fn every_drawing_in_the_folder_is_built_in() {
        for (&set, word) in PieceSet::ALL.iter().zip(PieceSet::WORDS) {
            let folder = format!("{}/assets/pieces/{word}", env!("CARGO_MANIFEST_DIR"));
            let mut names: Vec<String> = std::fs::read_dir(folder)
                .unwrap()
                .filter_map(|entry| {
                    entry.unwrap().file_name().into_string().unwrap().strip_suffix(".svg").map(String::from)
                })
                .filter(|name| name != "badge")
                .collect();
            names.sort();
            let drawings = piece_sets::files(set).drawings;
            assert!(names.iter().eq(DRAWINGS.split(' ')), "DRAWINGS has other names");
            assert!(names.iter().eq(drawings.iter().map(|(name, _)| name)), "{word}: {names:?}");
        }
    }

    /// Every piece of every built-in variant has a drawing in every set.
    #[test]
    fn no_piece_of_a_built_in_variant_is_a_badge() {
        let variants = Variants::built_in();
        for name in variants.names() {
            for piece in &variants.get(name).unwrap().rules().pieces {
                for &set in PieceSet::ALL {
                    assert!(
                        piece_sets::drawing(set, &piece.name).is_some(),
                        "{set:?} {name}: {}",
                        piece.name
                    );
                }
            }
        }
    }

    /// Another name of a kind finds the drawing of that kind, and no file has this name too.
    #[test]
    fn other_names_of_a_kind_share_its_drawing() {
        for (name, drawing) in piece_sets::SAME_DRAWING {
            for &set in PieceSet::ALL {
                let shared = piece_sets::drawing(set, drawing);
                assert!(shared.is_some() && piece_sets::drawing(set, name) == shared, "{set:?} {name}");
                assert!(
                    piece_sets::files(set).drawings.iter().all(|(file, _)| *file != name),
                    "{set:?} {name}"
                );
            }
        }
    }

    /// Each built-in drawing covers a fifth to four fifths of its square, and is lighter in white than in black.
    #[test]
    fn white_pieces_are_lighter_than_black_ones() {
        for &set in PieceSet::ALL {
            let [white, black] = Color::ALL.map(|color| pictures(set, color, 48));
            for ((name, white), (_, black)) in white.iter().zip(&black) {
                assert_eq!(white.rgba.len(), 48 * 48 * 4);
                let ((area, light), (_, dark)) = (ink(white), ink(black));
                assert!(area > 0.2 && area < 0.8, "{set:?} {name} covers {area}");
                assert!(light > dark + 20.0, "{set:?} {name}: {light} and {dark}");
            }
        }
    }

    /// The symbols at 24 pixels, on the tiles of all themes: at least a quarter of a white piece is lighter than any dark
    /// tile, and at least half of a black piece is clearly darker than the tile.
    #[test]
    fn small_symbols_of_both_colours_stand_out_from_the_tiles_of_every_theme() {
        let mut faults = Vec::new();
        for color in Color::ALL {
            for (name, picture) in pictures(PieceSet::Symbols, color, 24) {
                let painted = picture.rgba.chunks(4).filter(|pixel| pixel[3] > 128);
                let painted: Vec<_> =
                    painted.map(|p| brightness(Rgba(p[0], p[1], p[2], 255)) / 1000).collect();
                let share = |part: &dyn Fn(u32) -> bool| {
                    painted.iter().filter(|&&pixel| part(pixel)).count() as f32 / painted.len() as f32
                };
                for (theme, tile) in THEMES.iter().flat_map(|t| [(t, t.tile.light), (t, t.tile.dark)]) {
                    let tile = brightness(tile) / 1000;
                    let (share, least) = match color {
                        Color::White => (share(&|pixel| pixel > 200), 0.25),
                        Color::Black => (share(&|pixel| pixel + 30 < tile), 0.5),
                    };
                    if share < least {
                        faults.push(format!("{share:.2}: {color} {name} on {} {tile}", theme.name));
                    }
                }
            }
        }
        assert!(faults.is_empty(), "{faults:#?}");
    }

    /// In both colours, the silhouettes of two drawings of a set overlap by less than 85 % of their common area at 24
    /// pixels, and by less than 80 % at 32, 42 and 48 pixels.
    #[test]
    fn silhouettes_of_two_pieces_can_be_told_apart() {
        let mut too_similar = Vec::new();
        let sizes = [(24, 0.85), (32, 0.8), (42, 0.8), (48, 0.8)];
        for ((set, color), (size, limit)) in sides().flat_map(|side| sizes.map(|size| (side, size))) {
            let silhouette = |(name, picture): (_, Bitmap)| {
                (name, picture.rgba.chunks(4).map(|pixel| pixel[3] > 127).collect::<Vec<_>>())
            };
            let silhouettes: Vec<_> = pictures(set, color, size).into_iter().map(silhouette).collect();
            for (i, (name, one)) in silhouettes.iter().enumerate() {
                for (other, two) in &silhouettes[..i] {
                    let pixels = one.iter().zip(two);
                    let both = pixels.clone().filter(|&(&a, &b)| a && b).count();
                    let either = pixels.filter(|&(&a, &b)| a || b).count();
                    let overlap = both as f32 / either as f32;
                    if overlap >= limit {
                        too_similar
                            .push(format!("{overlap:.3}: {set:?} {color} {name} and {other} at {size}"));
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
        for (set, color) in sides() {
            for (name, picture) in pictures(set, color, 48) {
                let drawn = picture
                    .rgba
                    .chunks(4 * 48)
                    .take(8)
                    .any(|row| row[4 * 40..].chunks(4).any(|pixel| pixel[3] > 0));
                assert!(!drawn, "{set:?} {color} {name}");
            }
        }
    }

    /// The same piece, a piece without a drawing, and a piece of the config differ between two sets.
    #[test]
    fn another_set_draws_all_pieces_in_another_way() {
        let own = OwnDrawings::default();
        own.add("duchess", piece_sets::files(PieceSet::Classic).drawings[0].1).unwrap();
        let sprites = Sprites::new(own);
        for (name, color) in
            ["rook", "basilisk", "duchess"].into_iter().flat_map(|n| Color::ALL.map(|c| (n, c)))
        {
            let [classic, symbols] =
                [PieceSet::Classic, PieceSet::Symbols].map(|set| sprites.bitmap(set, name, 'b', color, 48));
            assert_ne!(classic, symbols, "{color} {name}");
        }
    }

    /// Two kinds without a drawing and with one letter look alike, and another letter looks different. A blank letter
    /// is allowed.
    #[test]
    fn a_piece_without_a_drawing_gets_a_badge_with_its_letter() {
        let b = picture("basilisk", 'b', Color::White, 48);
        assert_eq!(b, picture("beetle", 'B', Color::White, 48));
        assert_ne!(b, picture("basilisk", 'z', Color::White, 48));
        assert!(ink(&b).0 > 0.3);
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
        let drawings = piece_sets::files(PieceSet::Classic).drawings;
        let zebra = drawings.iter().find(|(name, _)| *name == "zebra").unwrap().1;
        let own = ["duchess", "rook"].map(|name| Drawing::new(name, zebra).unwrap());
        let sprites = Sprites::new(OwnDrawings::new(own.to_vec()));
        let zebra = picture("zebra", 'z', Color::Black, 48);
        assert_eq!(sprites.bitmap(PieceSet::Classic, "duchess", 'd', Color::Black, 48), zebra);
        assert_eq!(sprites.bitmap(PieceSet::Classic, "rook", 'r', Color::Black, 48), zebra);
        assert_eq!(
            sprites.bitmap(PieceSet::Classic, "duke", 'd', Color::White, 48),
            picture("duke", 'd', Color::White, 48)
        );
    }
}
