//! Text measurement without a window, for layout and painting.
//!
//! Horizontally, letters keep their fractional advance and kerning. Vertically, they are stretched by a few per cent,
//! so that capitals are a whole number of pixels high. The baseline is on a whole pixel, so both ends of capitals are
//! crisp.

use std::fmt::Display;
use std::sync::OnceLock;

use ab_glyph::{Font as _, FontRef, Glyph, GlyphId, PxScale, point};

use super::scene::{Align, Font, Rect, Text};
pub use crate::game::description::capitalized;

/// A glyph of a line of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Index of the glyph in its font.
    pub glyph: u16,
    /// Pixels from the left end of the line to the origin of the glyph.
    pub x: f32,
}

/// Width of `text` in pixels. `size` is the height of the font as in [`Text::size`].
pub fn measure(text: &str, font: Font, size: u16) -> f32 {
    place(text, font, size).1
}

/// Height of a capital letter, a whole number of pixels.
pub fn cap_height(font: Font, size: u16) -> f32 {
    (f32::from(size) * face(font).cap).round().max(1.0)
}

/// The glyphs of `text`, and its width in pixels.
pub fn place(text: &str, font: Font, size: u16) -> (Vec<Placed>, f32) {
    let face = face(font);
    let factor = f32::from(size) / face.em;
    let (mut x, mut last) = (0.0, None);
    let mut glyphs = Vec::with_capacity(text.len());
    for letter in text.chars() {
        let (glyph, advance) = face.common.glyph(letter).unwrap_or_else(|| glyph(&face.font, letter));
        if let Some(last) = last {
            let common = face.common.kerning(last, letter);
            x += common.unwrap_or_else(|| kerning(&face.font, last, letter)) * factor;
        }
        glyphs.push(Placed { glyph: glyph.0, x });
        x += advance * factor;
        last = Some(letter);
    }
    (glyphs, x)
}

/// The left end and the baseline of `text`, both on whole pixels.
pub fn origin(text: &Text) -> (f32, f32) {
    let width = measure(&text.text, text.font, text.size);
    let x = match text.align {
        Align::Left => text.at.x,
        Align::Center => text.at.x - width / 2.0,
        Align::Right => text.at.x - width,
    };
    let baseline = text.at.y + cap_height(text.font, text.size) / 2.0;
    (x.round(), baseline.round())
}

/// The smallest rectangle that contains all ink of `text`. Without ink, it is an empty one at the origin.
pub fn bounds(text: &Text) -> Rect {
    let (left, baseline) = origin(text);
    let mut ink: Option<(f32, f32, f32, f32)> = None;
    for placed in place(&text.text, text.font, text.size).0 {
        let Some(outlined) = outline(text.font, text.size, placed.glyph, placed.x) else { continue };
        let b = outlined.px_bounds();
        let (x0, y0, x1, y1) = ink.unwrap_or((b.min.x, b.min.y, b.max.x, b.max.y));
        ink = Some((x0.min(b.min.x), y0.min(b.min.y), x1.max(b.max.x), y1.max(b.max.y)));
    }
    let (x0, y0, x1, y1) = ink.unwrap_or_default();
    Rect::new(left + x0, baseline + y0, x1 - x0, y1 - y0)
}

/// Breaks `text` into lines that are at most `width` pixels wide. Lines end between words, or between the folders of a
/// path that is wider than a line. A word that is wider than a line stands alone.
pub fn wrap(text: &str, font: Font, size: u16, width: f32) -> Vec<String> {
    let fits = |line: &str| measure(line, font, size) <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let mut space = " ";
        let wide = word.contains(['/', '\\']) && !fits(word);
        let parts = word.split_inclusive(|letter| wide && matches!(letter, '/' | '\\'));
        for part in parts {
            match lines.last_mut().map(|line| (format!("{line}{space}{part}"), line)) {
                Some((longer, line)) if fits(&longer) => *line = longer,
                _ => lines.push(part.to_owned()),
            }
            space = "";
        }
    }
    lines
}

/// Makes `text` at most `width` pixels wide: reduces its size, but not below `least`, and cuts it if that is not enough.
pub fn fit(text: &str, font: Font, size: u16, width: f32, least: u16) -> (String, u16) {
    let smallest = size.min(least);
    if let Some(size) = (smallest..=size).rev().find(|&size| measure(text, font, size) <= width) {
        return (text.to_owned(), size);
    }
    (cut(text, |shorter| measure(shorter, font, smallest) <= width), smallest)
}

/// The longest beginning of `text` that fits with an ellipsis, or only the ellipsis.
fn cut(text: &str, fits: impl Fn(&str) -> bool) -> String {
    let ends: Vec<usize> = text.char_indices().map(|(end, _)| end).collect();
    let cut = |end: usize| format!("{}…", &text[..end]);
    let count = ends.partition_point(|&end| fits(&cut(end)));
    cut(ends[..count].last().copied().unwrap_or(0))
}

/// The shape of a glyph in pixels, with its origin at `x`; `None` for a blank.
pub fn outline(font: Font, size: u16, glyph: u16, x: f32) -> Option<ab_glyph::OutlinedGlyph> {
    let face = face(font);
    // ab_glyph scales by line height, not by the em square.
    let to_scale = face.font.height_unscaled() / face.em;
    // Capitals are slightly lower than whole pixels. Otherwise rounding adds a faint row above them.
    let (across, up) = (f32::from(size), cap_height(font, size) / face.cap * 0.9999);
    face.font.outline_glyph(Glyph {
        id: GlyphId(glyph),
        scale: PxScale { x: across * to_scale, y: up * to_scale },
        position: point(x, 0.0),
    })
}

/// The shape of `letter` in units of the font, in which y increases upwards; `None` for a blank.
pub fn raw_outline(font: Font, letter: char) -> Option<ab_glyph::Outline> {
    let face = face(font);
    face.font.outline(face.font.glyph_id(letter))
}

/// The glyph of a letter, and its advance width in units of the font.
fn glyph(font: &FontRef, letter: char) -> (GlyphId, f32) {
    let glyph = font.glyph_id(letter);
    (glyph, font.h_advance_unscaled(glyph))
}

/// Kerning of a pair of letters, in units of the font.
fn kerning(font: &FontRef, before: char, after: char) -> f32 {
    font.kern_unscaled(font.glyph_id(before), font.glyph_id(after))
}

/// Advance widths and kerning of the letters of English. They are cached because searching the tables of the font took
/// half of the time of a frame with a page of text.
struct Common {
    glyphs: Vec<(GlyphId, f32)>,
    /// The kerning of every pair of letters, by the first and then by the second.
    kernings: Vec<f32>,
}

/// The letters of [`Common`].
const COMMON: std::ops::RangeInclusive<char> = ' '..='~';

impl Common {
    fn new(font: &FontRef) -> Self {
        let pairs = COMMON.flat_map(|before| COMMON.map(move |after| (before, after)));
        Self {
            glyphs: COMMON.map(|letter| glyph(font, letter)).collect(),
            kernings: pairs.map(|(before, after)| kerning(font, before, after)).collect(),
        }
    }

    fn glyph(&self, letter: char) -> Option<(GlyphId, f32)> {
        self.glyphs.get(place_of(letter)?).copied()
    }

    fn kerning(&self, before: char, after: char) -> Option<f32> {
        self.kernings.get(place_of(before)? * self.glyphs.len() + place_of(after)?).copied()
    }
}

/// Index of a letter in [`COMMON`].
fn place_of(letter: char) -> Option<usize> {
    COMMON.contains(&letter).then(|| letter as usize - *COMMON.start() as usize)
}

/// A parsed font and its measures.
struct Face {
    font: FontRef<'static>,
    common: Common,
    /// Units in the em square.
    em: f32,
    /// Height of a capital, as a part of the em square.
    cap: f32,
}

/// The parsed font. Each is parsed when it is first used.
fn face(font: Font) -> &'static Face {
    static FACES: [OnceLock<Face>; 3] = [const { OnceLock::new() }; 3];
    FACES[font as usize].get_or_init(|| {
        let font = FontRef::try_from_slice(data(font)).expect("the embedded fonts are sound");
        let em = font.units_per_em().expect("the embedded fonts have an em square");
        let capital = font.outline(font.glyph_id('H')).expect("the embedded fonts have a capital H").bounds;
        let cap = (capital.max.y - capital.min.y).abs() / em;
        Face { em, cap, common: Common::new(&font), font }
    })
}

#[cfg(not(feature = "small-fonts"))]
fn data(font: Font) -> &'static [u8] {
    match font {
        Font::Regular => dejavu::sans::regular(),
        Font::Bold => dejavu::sans::bold(),
        Font::Mono => dejavu::sans_mono::regular(),
    }
}

/// The fonts of the page, which `tools/fonts` makes.
#[cfg(feature = "small-fonts")]
fn data(font: Font) -> &'static [u8] {
    match font {
        Font::Regular => include_bytes!("../../assets/fonts/DejaVuSans.ttf"),
        Font::Bold => include_bytes!("../../assets/fonts/DejaVuSans-Bold.ttf"),
        Font::Mono => include_bytes!("../../assets/fonts/DejaVuSansMono.ttf"),
    }
}

/// `count` things called `noun`: `1 move`, `2 moves`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The first of some faults and the number of the others, if there are any.
pub fn first_of(faults: &[impl Display]) -> Option<String> {
    let (first, others) = faults.split_first()?;
    let others = match others.len() {
        0 => String::new(),
        count => format!(" (and {})", counted(count, "other fault")),
    };
    Some(format!("{first}{others}"))
}

/// The text as it is read aloud: stars are counted, and signs that only point somewhere are left out.
pub fn read_aloud(text: &str) -> String {
    let stars = text.chars().filter(|&letter| letter == '★').count();
    let stars = if stars > 0 { counted(stars, "star") } else { String::new() };
    let words = text.replacen('★', &stars, 1);
    words.replace(['★', '☆', '▾', '▴', '◀', '▶'], "").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A rating by three of three or one of three stars, a list to open, and a text without signs.
    #[test]
    fn signs_are_read_as_words_or_left_out() {
        for (text, words) in [
            ("1 move would earn ★★★.", "1 move would earn 3 stars."),
            ("★☆☆", "1 star"),
            ("Chess ▾", "Chess"),
            ("▾", ""),
            ("White to move", "White to move"),
        ] {
            assert_eq!(read_aloud(text), words);
        }
    }
    use crate::view::scene::{Point, Rgba, TextRole};

    fn text(text: &str, align: Align) -> Text {
        Text {
            text: text.into(),
            role: TextRole::Message,
            at: Point::new(60.0, 20.0),
            size: 13,
            font: Font::Regular,
            color: Rgba::hex(0),
            align,
        }
    }

    /// The width depends on the letters and on the font. Digits of the monospaced font are equally wide.
    #[test]
    fn wider_texts_are_wider_and_mono_digits_are_all_alike() {
        assert!(measure("iiii", Font::Regular, 12) < measure("MMMM", Font::Regular, 12));
        assert!(measure("Check!", Font::Regular, 12) < measure("Check!", Font::Bold, 12));
        assert_eq!(measure("", Font::Regular, 12), 0.0);
        let one = measure("1", Font::Mono, 20);
        for digit in '0'..='9' {
            assert_eq!(measure(&digit.to_string(), Font::Mono, 20), one);
        }
    }

    /// An H at the size of the em square has the width from the font.
    #[test]
    fn the_width_of_a_text_follows_from_the_font() {
        // DejaVu Sans: H is 1540 of 2048 units wide.
        assert!((measure("H", Font::Regular, 2048) - 1540.0).abs() < 0.5);
    }

    /// Pairs of letters that are cached, that are not, and of both kinds have the widths and the kerning of the font.
    #[test]
    fn cached_widths_are_those_of_the_font() {
        for font in [Font::Regular, Font::Bold, Font::Mono] {
            let face = face(font);
            let letters: Vec<char> = (' '..='~').chain("–½♔äÄé".chars()).collect();
            for &before in &letters {
                for &after in &letters {
                    let (first, second) = (face.font.glyph_id(before), face.font.glyph_id(after));
                    let start = face.font.h_advance_unscaled(first) + face.font.kern_unscaled(first, second);
                    let (placed, width) = place(&format!("{before}{after}"), font, face.em as u16);
                    assert_eq!(placed.iter().map(|p| p.glyph).collect::<Vec<_>>(), [first.0, second.0]);
                    assert!((placed[1].x - start).abs() < 0.01, "{before}{after}");
                    assert!((width - start - face.font.h_advance_unscaled(second)).abs() < 0.01);
                }
            }
        }
    }

    /// Chess glyphs, arrows, dashes and other signs beyond ASCII are in all three fonts.
    #[test]
    fn every_sign_the_program_shows_is_in_every_font() {
        for font in [Font::Regular, Font::Bold, Font::Mono] {
            for letter in "–—…×·←→↑↓½♔♕♖♗♘♙♚♛♜♝♞♟".chars() {
                assert_ne!(face(font).font.glyph_id(letter).0, 0, "{letter} in {font:?}");
            }
        }
    }

    /// At every size, capitals have the height that is computed and are centred at the position of the text.
    #[test]
    fn capitals_are_whole_pixels_high_and_stand_around_the_middle() {
        for size in 8..60 {
            let heading = Text { size, ..text("HEH", Align::Left) };
            let ink = bounds(&heading);
            assert_eq!(ink.h, cap_height(Font::Regular, size), "{size}");
            assert!((ink.y + ink.h / 2.0 - 20.0).abs() <= 0.5, "{size}: {ink:?}");
        }
    }

    /// The ink begins at the position, ends there or is centred there. Spaces have no ink.
    #[test]
    fn ink_lies_where_the_alignment_says() {
        let left = bounds(&text("Draw", Align::Left));
        assert!(left.x >= 60.0 && left.x < 63.0, "{left:?}");
        let right = bounds(&text("Draw", Align::Right));
        assert!(right.x + right.w <= 61.0 && right.x + right.w > 57.0, "{right:?}");
        let center = bounds(&text("Draw", Align::Center));
        assert!((center.center().x - 60.0).abs() < 1.5, "{center:?}");
        assert_eq!(bounds(&text("  ", Align::Left)).w, 0.0);
    }

    /// A sentence on several lines, a word that is wider than a line, and an empty text lose no word.
    #[test]
    fn wrapping_keeps_every_word_and_the_width() {
        let lines = wrap("You must defend your king!", Font::Regular, 13, 100.0);
        assert_eq!(lines.join(" "), "You must defend your king!");
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| measure(line, Font::Regular, 13) <= 100.0));
        assert_eq!(wrap("Donaudampfschifffahrt", Font::Regular, 13, 10.0).len(), 1);
        assert!(wrap("", Font::Regular, 13, 10.0).is_empty());
    }

    /// A text that fits is unchanged, one that is a little too wide gets smaller, and a long one is cut at the
    /// smallest size.
    #[test]
    fn fitting_shrinks_a_text_before_it_cuts_it() {
        let wide = measure("180:00", Font::Mono, 26);
        assert_eq!(fit("180:00", Font::Mono, 26, wide, 8), ("180:00".to_owned(), 26));
        let (text, size) = fit("180:00", Font::Mono, 26, wide * 0.8, 8);
        assert!(text == "180:00" && size < 26 && measure(&text, Font::Mono, size) <= wide * 0.8);
        let (text, size) = fit("A very long name indeed", Font::Regular, 14, 50.0, 8);
        assert!(text.ends_with('…') && text.starts_with('A') && size == 8);
        assert!(measure(&text, Font::Regular, size) <= 50.0);
    }

    /// A text of 4,900 letters keeps the longest beginning that fits, which a binary search finds with 14 tries.
    #[test]
    fn long_texts_are_cut_with_few_tries() {
        let long: String = "Long – ".repeat(700);
        for kept in [0, 1, 7, 100, 4_000, 4_899] {
            let tries = Cell::new(0);
            let text = cut(&long, |shorter| {
                tries.set(tries.get() + 1);
                shorter.chars().count() <= kept + 1
            });
            let expected: String = long.chars().take(kept).chain(['…']).collect();
            assert_eq!((text, tries.get() <= 14), (expected, true), "{kept}: {tries:?}");
        }
        assert_eq!(cut("King", |_| false), "…");
    }
}
