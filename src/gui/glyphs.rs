//! From a glyph to its picture.

use super::atlas::Bitmap;
use crate::view::scene::Font;
use crate::view::text;

/// Pictures of one glyph, each a quarter of a pixel further to the right than the one before: letters keep their
/// distances, which rounding to whole pixels would spoil, and are not blurred by the graphics card.
pub const SUBPIXEL_STEPS: u8 = 4;

/// Which picture of a glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GlyphKey {
    /// In which font.
    pub font: Font,
    /// How large, as in [`Text::size`](crate::view::scene::Text::size).
    pub size: u16,
    /// Its number in the font.
    pub glyph: u16,
    /// By how many quarters of a pixel it is shifted to the right.
    pub subpixel: u8,
}

/// Splits a position into a whole pixel and the phase of the glyph to draw there.
#[must_use]
pub fn split_subpixel(x: f32) -> (f32, u8) {
    let quarters = (x * f32::from(SUBPIXEL_STEPS)).round();
    let whole = (quarters / f32::from(SUBPIXEL_STEPS)).floor();
    (whole, (quarters - whole * f32::from(SUBPIXEL_STEPS)) as u8)
}

/// The picture of a glyph in white, its offset seen from the origin on the base line; that of a blank is empty.
#[must_use]
pub fn glyph_bitmap(key: GlyphKey) -> Bitmap {
    let shift = f32::from(key.subpixel) / f32::from(SUBPIXEL_STEPS);
    let Some(glyph) = text::outline(key.font, key.size, key.glyph, shift) else {
        return Bitmap::default();
    };
    let bounds = glyph.px_bounds();
    let (width, height) = (bounds.width() as u32, bounds.height() as u32);
    let mut rgba = [255, 255, 255, 0].repeat((width * height) as usize);
    glyph.draw(|x, y, coverage| {
        rgba[((y * width + x) * 4 + 3) as usize] = (coverage.clamp(0.0, 1.0) * 255.0).round() as u8;
    });
    Bitmap { width, height, offset: (bounds.min.x, bounds.min.y), rgba }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(phase: u8, letter: &str) -> Bitmap {
        let glyph = text::place(letter, Font::Bold, 14).0[0].glyph;
        glyph_bitmap(GlyphKey { font: Font::Bold, size: 14, glyph, subpixel: phase })
    }

    #[test]
    fn positions_split_into_pixels_and_quarters() {
        assert_eq!(split_subpixel(7.0), (7.0, 0));
        assert_eq!(split_subpixel(7.26), (7.0, 1));
        assert_eq!(split_subpixel(7.9), (8.0, 0));
        assert_eq!(split_subpixel(-0.25), (-1.0, 3));
    }

    #[test]
    fn a_glyph_stands_on_its_base_line_at_full_strength() {
        let h = letter(0, "H");
        assert_eq!(h.offset.1 + h.height as f32, 0.0);
        assert_eq!(h.height as f32, text::cap_height(Font::Bold, 14));
        assert!(h.rgba.chunks(4).any(|pixel| pixel[3] > 250));
        assert_ne!(h, letter(2, "H"));
        assert_eq!(letter(0, " "), Bitmap::default());
    }
}
