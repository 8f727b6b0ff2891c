//! Texture atlas: one square image that contains the bitmaps of pieces and glyphs, each in the size in which it is
//! shown.
//!
//! The atlas has a white spot for translucent shapes, so that a whole frame needs only one texture. With a texture for
//! each bitmap a frame takes 2.1 to 2.7 times as long (docs/experiments.md). A full atlas is cleared, and the visible
//! bitmaps are added again, so that bitmaps of former window sizes do not stay in memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// Side of a new atlas in pixels.
const FIRST_SIDE: u32 = 1024;
/// Maximum side of an atlas in pixels. Every graphics card of the last fifteen years supports this size.
const LAST_SIDE: u32 = 4096;
/// Number of empty pixels between two bitmaps. Without them linear filtering would mix the edges of neighbours.
const GAP: u32 = 1;
/// Side in pixels of the white spot in the upper left corner.
const WHITE: u32 = 4;

/// An image in RGBA, not premultiplied by its opacity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bitmap {
    pub width: u32,
    pub height: u32,
    /// Position of the upper left corner relative to the point at which the bitmap is drawn.
    pub offset: (f32, f32),
    /// `4 * width * height` bytes.
    pub rgba: Vec<u8>,
}

impl Bitmap {
    /// The bitmap without its transparent border. Drawing the border takes 5 to 9 % of the time of a frame.
    pub fn trimmed(self) -> Self {
        let visible = |x: u32, y: u32| self.rgba[((y * self.width + x) * 4 + 3) as usize] != 0;
        let row = |&y: &u32| (0..self.width).any(|x| visible(x, y));
        let column = |&x: &u32| (0..self.height).any(|y| visible(x, y));
        let (Some(top), Some(left)) = ((0..self.height).find(row), (0..self.width).find(column)) else {
            return Self::default();
        };
        // There is a visible row and column, so there is a last one.
        let bottom = (top..self.height).rfind(row).unwrap_or(top) + 1;
        let right = (left..self.width).rfind(column).unwrap_or(left) + 1;
        let bytes = |y: u32| ((y * self.width + left) * 4) as usize..((y * self.width + right) * 4) as usize;
        Self {
            width: right - left,
            height: bottom - top,
            offset: (self.offset.0 + left as f32, self.offset.1 + top as f32),
            rgba: (top..bottom).flat_map(|y| &self.rgba[bytes(y)]).copied().collect(),
        }
    }
}

/// The place of a bitmap in the atlas, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtlasRegion {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
    /// See [`Bitmap::offset`].
    pub offset: (f32, f32),
}

/// The error of a bitmap for which the atlas has no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtlasFull;

/// A texture atlas, filled in rows from top to bottom. A bitmap is placed to the right of the last one, or in a new row
/// if the row is full.
pub struct TextureAtlas<K> {
    side: u32,
    rgba: Vec<u8>,
    regions: HashMap<K, AtlasRegion>,
    /// Position of the next bitmap: x, y, and the height of the row so far.
    cursor: (u32, u32, u32),
    /// Rows of pixels that have changed since the last call of [`Self::take_dirty`].
    dirty: Option<Range<u32>>,
}

impl<K: Eq + Hash> Default for TextureAtlas<K> {
    fn default() -> Self {
        Self::new(FIRST_SIDE)
    }
}

impl<K: Eq + Hash> TextureAtlas<K> {
    pub fn new(side: u32) -> Self {
        let mut atlas =
            Self { side, rgba: Vec::new(), regions: HashMap::new(), cursor: (0, 0, 0), dirty: None };
        atlas.clear();
        atlas
    }

    pub const fn side(&self) -> u32 {
        self.side
    }

    /// Whether the atlas is larger than a new one.
    pub const fn has_grown(&self) -> bool {
        self.side > FIRST_SIDE
    }

    /// The centre of the white spot, in pixels from both edges.
    pub const fn white() -> f32 {
        WHITE as f32 / 2.0
    }

    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    pub fn clear(&mut self) {
        self.regions.clear();
        self.rgba.clear();
        self.rgba.resize((self.side * self.side * 4) as usize, 0);
        for y in 0..WHITE {
            let start = (y * self.side * 4) as usize;
            self.rgba[start..start + (WHITE * 4) as usize].fill(255);
        }
        self.cursor = (WHITE + GAP, 0, WHITE + GAP);
        self.dirty = Some(0..self.side);
    }

    /// Clears the atlas and doubles its side. Returns `false` and changes nothing if it is as large as possible.
    pub fn grow(&mut self) -> bool {
        if self.side >= LAST_SIDE {
            return false;
        }
        self.side *= 2;
        self.clear();
        true
    }

    /// The region of the bitmap of `key`. The first call for a key adds the bitmap that `make` returns.
    ///
    /// # Errors
    /// Returns an error if there is no room for the bitmap.
    pub fn get_or_insert(&mut self, key: K, make: impl FnOnce() -> Bitmap) -> Result<AtlasRegion, AtlasFull> {
        if let Some(&region) = self.regions.get(&key) {
            return Ok(region);
        }
        let bitmap = make();
        let (x, y) = self.allocate(bitmap.width, bitmap.height)?;
        for row in 0..bitmap.height {
            let from = (row * bitmap.width * 4) as usize;
            let to = (((y + row) * self.side + x) * 4) as usize;
            let length = (bitmap.width * 4) as usize;
            self.rgba[to..to + length].copy_from_slice(&bitmap.rgba[from..from + length]);
        }
        let rows = y..y + bitmap.height;
        let changed = self.dirty.get_or_insert(rows.clone());
        *changed = changed.start.min(rows.start)..changed.end.max(rows.end);
        let region = AtlasRegion { x, y, width: bitmap.width, height: bitmap.height, offset: bitmap.offset };
        self.regions.insert(key, region);
        Ok(region)
    }

    /// The rows that have changed since the last call, and their pixels.
    pub fn take_dirty(&mut self) -> Option<(Range<u32>, &[u8])> {
        let rows = self.dirty.take()?;
        let stride = self.side as usize * 4;
        let bytes = &self.rgba[rows.start as usize * stride..rows.end as usize * stride];
        Some((rows, bytes))
    }

    fn allocate(&mut self, width: u32, height: u32) -> Result<(u32, u32), AtlasFull> {
        let (mut x, mut y, mut shelf) = self.cursor;
        if x + width > self.side {
            (x, y, shelf) = (0, y + shelf, 0);
        }
        if x + width > self.side || y + height > self.side {
            return Err(AtlasFull);
        }
        self.cursor = (x + width + GAP, y, shelf.max(height + GAP));
        Ok((x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bitmap(width: u32, height: u32, value: u8) -> Bitmap {
        Bitmap { width, height, offset: (0.0, 0.0), rgba: vec![value; (width * height * 4) as usize] }
    }

    /// A bitmap with two opaque pixels is cut to the square around them. An empty bitmap has no pixel left, and a full
    /// one is unchanged.
    #[test]
    fn trimming_removes_the_border_and_keeps_the_position() {
        let mut rgba = vec![0; 4 * 3 * 4];
        for (x, y) in [(1, 1), (2, 2)] {
            rgba[(y * 4 + x) * 4..][..4].fill(7);
        }
        let trimmed = Bitmap { width: 4, height: 3, offset: (0.5, 2.0), rgba }.trimmed();
        assert_eq!((trimmed.width, trimmed.height, trimmed.offset), (2, 2, (1.5, 3.0)));
        assert_eq!(trimmed.rgba, [[7; 4], [0; 4], [0; 4], [7; 4]].concat());
        assert_eq!(bitmap(3, 2, 0).trimmed(), Bitmap::default());
        assert_eq!(bitmap(3, 2, 9).trimmed(), bitmap(3, 2, 9));
    }

    /// Twelve bitmaps of four sizes have a gap between each other. A key that has been added is not rasterized again.
    #[test]
    fn bitmaps_are_made_once_and_never_overlap() {
        let mut atlas = TextureAtlas::new(64);
        let mut regions = Vec::new();
        for key in 0..12u8 {
            let size = 5 + u32::from(key % 4) * 3;
            regions.push(atlas.get_or_insert(key, || bitmap(size, size, key + 1)).unwrap());
        }
        assert_eq!(atlas.get_or_insert(3, || unreachable!("it is cached")), Ok(regions[3]));
        for (i, a) in regions.iter().enumerate() {
            assert!(a.x >= WHITE || a.y >= WHITE, "overlaps the white spot: {a:?}");
            for b in &regions[..i] {
                let apart = a.x + a.width < b.x + GAP
                    || b.x + b.width < a.x + GAP
                    || a.y + a.height < b.y + GAP
                    || b.y + b.height < a.y + GAP;
                assert!(apart, "{a:?} {b:?}");
            }
            let pixel = ((a.y * 64 + a.x) * 4) as usize;
            assert_eq!(atlas.rgba[pixel], i as u8 + 1);
        }
    }

    /// A full atlas refuses a bitmap and takes it once it is cleared. A bitmap wider than the atlas fits once it has
    /// grown.
    #[test]
    fn a_full_atlas_has_room_again_when_cleared_or_grown() {
        let mut atlas = TextureAtlas::new(32);
        assert!(atlas.get_or_insert(0, || bitmap(20, 20, 9)).is_ok());
        assert_eq!(atlas.get_or_insert(1, || bitmap(20, 20, 9)), Err(AtlasFull));
        atlas.clear();
        assert!(atlas.is_empty());
        assert!(atlas.get_or_insert(1, || bitmap(20, 20, 9)).is_ok());
        assert_eq!(atlas.get_or_insert(2, || bitmap(40, 1, 9)), Err(AtlasFull));
        assert!(atlas.grow());
        assert!(atlas.get_or_insert(2, || bitmap(40, 1, 9)).is_ok());
        assert_eq!(atlas.side(), 64);
    }

    /// An atlas of the largest side that graphics cards support does not grow.
    #[test]
    fn an_atlas_does_not_grow_without_limit() {
        let mut atlas = TextureAtlas::<u8>::new(LAST_SIDE);
        assert!(!atlas.grow());
    }

    /// All rows of a new atlas are dirty, and after that only the rows of a new bitmap.
    #[test]
    fn only_changed_rows_are_dirty() {
        let mut atlas = TextureAtlas::new(32);
        assert_eq!(atlas.take_dirty().unwrap().0, 0..32);
        assert!(atlas.take_dirty().is_none());
        let region = atlas.get_or_insert(0, || bitmap(8, 6, 7)).unwrap();
        let (rows, bytes) = atlas.take_dirty().unwrap();
        assert_eq!(rows, region.y..region.y + 6);
        assert_eq!(bytes.len(), 6 * 32 * 4);
        atlas.get_or_insert(0, || unreachable!()).unwrap();
        assert!(atlas.take_dirty().is_none());
    }

    /// The pixel with which plain shapes are drawn is opaque white.
    #[test]
    fn the_white_spot_is_white() {
        let atlas = TextureAtlas::<u8>::new(32);
        let middle = TextureAtlas::<u8>::white() as usize;
        assert_eq!(atlas.rgba[(middle * 32 + middle) * 4..][..4], [255; 4]);
    }
}
