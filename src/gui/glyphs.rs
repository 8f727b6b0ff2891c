//! Rasterizes glyphs of the built-in fonts.

use super::atlas::Bitmap;
use crate::view::scene::Font;
use crate::view::text;

/// Number of positions within a pixel at which a glyph is rasterized. If letters were drawn only on whole pixels, the
/// distances between them would be uneven. If the graphics card moved them by parts of a pixel, they would be blurred.
pub const SUBPIXEL_STEPS: u8 = 4;

/// A glyph at one size and subpixel position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GlyphKey {
    pub font: Font,
    /// Height of the font in pixels, as in [`Text::size`](crate::view::scene::Text::size).
    pub size: u16,
    /// Number of the glyph in the font.
    pub glyph: u16,
    /// Shift to the right, in quarters of a pixel.
    pub subpixel: u8,
}

/// Splits a horizontal position into a whole pixel and a shift in quarters of a pixel.
pub fn split_subpixel(x: f32) -> (f32, u8) {
    let quarters = (x * f32::from(SUBPIXEL_STEPS)).round();
    let whole = (quarters / f32::from(SUBPIXEL_STEPS)).floor();
    (whole, (quarters - whole * f32::from(SUBPIXEL_STEPS)) as u8)
}

/// The bitmap of a glyph, in white. Its offset is relative to the origin on the baseline. A space is empty.
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

    fn letter(subpixel: u8, letter: &str) -> Bitmap {
        let glyph = text::place(letter, Font::Bold, 14).0[0].glyph;
        glyph_bitmap(GlyphKey { font: Font::Bold, size: 14, glyph, subpixel })
    }

    /// Positions on a pixel, a quarter after a pixel and just before a pixel, and a negative position are split.
    #[test]
    fn positions_split_into_pixels_and_quarters() {
        assert_eq!(split_subpixel(7.0), (7.0, 0));
        assert_eq!(split_subpixel(7.26), (7.0, 1));
        assert_eq!(split_subpixel(7.9), (8.0, 0));
        assert_eq!(split_subpixel(-0.25), (-1.0, 3));
    }

    /// An H ends on the baseline, is as high as capitals are, has opaque pixels and differs with its subpixel
    /// position. A space has no bitmap.
    #[test]
    fn a_glyph_stands_on_its_baseline_at_full_strength() {
        let h = letter(0, "H");
        assert_eq!(h.offset.1 + h.height as f32, 0.0);
        assert_eq!(h.height as f32, text::cap_height(Font::Bold, 14));
        assert!(h.rgba.chunks(4).any(|pixel| pixel[3] > 250));
        assert_ne!(h, letter(2, "H"));
        assert_eq!(letter(0, " "), Bitmap::default());
    }
}
