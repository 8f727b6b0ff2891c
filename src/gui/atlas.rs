//! One big picture that holds every small one: pieces and letters at exactly the size they are shown in.
//!
//! With all of them (and a white spot for plain shapes) on one texture, a whole frame is a few meshes. When the
//! sheet is full it is wiped, and what is still shown is drawn again: pictures of sizes gone by take no memory for good.

use std::collections::HashMap;
use std::hash::Hash;

/// Side of a new sheet in pixels.
const FIRST_SIDE: u32 = 1024;
/// Side beyond which a sheet does not grow: every graphics card of the last fifteen years takes it.
const LAST_SIDE: u32 = 4096;
/// Empty pixels around each picture, so that nothing bleeds over when one is drawn between pixels.
const GAP: u32 = 1;
/// Side of the white spot in the upper left corner.
const WHITE: u32 = 4;

/// A small picture: rows of red, green, blue, opacity, the colours not multiplied by the opacity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bitmap {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Where its upper left corner belongs, seen from the point it is drawn at.
    pub offset: (f32, f32),
    /// `4 * width * height` bytes.
    pub rgba: Vec<u8>,
}

impl Bitmap {
    /// The same picture without empty rows and columns at its edges: what is not there takes no time to draw.
    #[must_use]
    pub fn trimmed(self) -> Self {
        let inked = |x: u32, y: u32| self.rgba[((y * self.width + x) * 4 + 3) as usize] != 0;
        let row = |&y: &u32| (0..self.width).any(|x| inked(x, y));
        let column = |&x: &u32| (0..self.height).any(|y| inked(x, y));
        let (Some(top), Some(left)) = ((0..self.height).find(row), (0..self.width).find(column)) else {
            return Self::default();
        };
        // Where there is a first inked row and column there is a last one.
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

/// Where a picture lies on the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtlasRegion {
    /// Left edge.
    pub x: u32,
    /// Upper edge.
    pub y: u32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
    /// See [`Picture::offset`].
    pub offset: (f32, f32),
}

/// The sheet has no room left for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtlasFull;

/// The rows of the sheet that changed since they were last taken.
pub type Rows = std::ops::Range<u32>;

/// A square picture filled in shelves, from the top down.
pub struct TextureAtlas<K> {
    side: u32,
    rgba: Vec<u8>,
    regions: HashMap<K, AtlasRegion>,
    /// Where the next picture goes, and how high the shelf is so far.
    cursor: (u32, u32, u32),
    dirty: Option<Rows>,
}

impl<K: Eq + Hash> Default for TextureAtlas<K> {
    fn default() -> Self {
        Self::new(FIRST_SIDE)
    }
}

impl<K: Eq + Hash> TextureAtlas<K> {
    /// An empty sheet of `side` by `side` pixels.
    #[must_use]
    pub fn new(side: u32) -> Self {
        let mut sheet =
            Self { side, rgba: Vec::new(), regions: HashMap::new(), cursor: (0, 0, 0), dirty: None };
        sheet.clear();
        sheet
    }

    /// Its width and height.
    #[must_use]
    pub const fn side(&self) -> u32 {
        self.side
    }

    /// The middle of the white spot, in pixels.
    #[must_use]
    pub const fn white() -> f32 {
        WHITE as f32 / 2.0
    }

    /// Whether nothing is on it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// Forgets everything on it.
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

    /// Wipes it and doubles its side; `false` if it is as large as it may be.
    pub fn grow(&mut self) -> bool {
        if self.side >= LAST_SIDE {
            return false;
        }
        self.side *= 2;
        self.clear();
        true
    }

    /// Where the picture of `key` lies, made and put there by `make` if it is asked for the first time.
    pub fn get_or_insert(&mut self, key: K, make: impl FnOnce() -> Bitmap) -> Result<AtlasRegion, AtlasFull> {
        if let Some(&spot) = self.regions.get(&key) {
            return Ok(spot);
        }
        let picture = make();
        let (x, y) = self.allocate(picture.width, picture.height)?;
        for row in 0..picture.height {
            let from = (row * picture.width * 4) as usize;
            let to = (((y + row) * self.side + x) * 4) as usize;
            let length = (picture.width * 4) as usize;
            self.rgba[to..to + length].copy_from_slice(&picture.rgba[from..from + length]);
        }
        let rows = y..y + picture.height;
        let changed = self.dirty.get_or_insert(rows.clone());
        *changed = changed.start.min(rows.start)..changed.end.max(rows.end);
        let spot = AtlasRegion { x, y, width: picture.width, height: picture.height, offset: picture.offset };
        self.regions.insert(key, spot);
        Ok(spot)
    }

    /// The rows that changed since the last call, and their bytes.
    pub fn take_dirty(&mut self) -> Option<(Rows, &[u8])> {
        let rows = self.dirty.take()?;
        let stride = self.side as usize * 4;
        let bytes = &self.rgba[rows.start as usize * stride..rows.end as usize * stride];
        Some((rows, bytes))
    }

    /// Finds a free place for a picture of that size.
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

    fn picture(width: u32, height: u32, value: u8) -> Bitmap {
        Bitmap { width, height, offset: (0.0, 0.0), rgba: vec![value; (width * height * 4) as usize] }
    }

    /// Shows that a trimmed picture loses its empty edges only, and is drawn where it was.
    #[test]
    fn trimming_moves_nothing() {
        let mut rgba = vec![0; 4 * 3 * 4];
        for (x, y) in [(1, 1), (2, 2)] {
            rgba[(y * 4 + x) * 4..][..4].fill(7);
        }
        let trimmed = Bitmap { width: 4, height: 3, offset: (0.5, 2.0), rgba }.trimmed();
        assert_eq!((trimmed.width, trimmed.height, trimmed.offset), (2, 2, (1.5, 3.0)));
        assert_eq!(trimmed.rgba, [[7; 4], [0; 4], [0; 4], [7; 4]].concat());
        assert_eq!(picture(3, 2, 0).trimmed(), Bitmap::default());
        assert_eq!(picture(3, 2, 9).trimmed(), picture(3, 2, 9));
    }

    #[test]
    fn pictures_are_made_once_and_never_overlap() {
        let mut sheet = TextureAtlas::new(64);
        let mut spots = Vec::new();
        for key in 0..12u8 {
            let size = 5 + u32::from(key % 4) * 3;
            spots.push(sheet.get_or_insert(key, || picture(size, size, key + 1)).unwrap());
        }
        assert_eq!(sheet.get_or_insert(3, || unreachable!("it is there")), Ok(spots[3]));
        for (i, a) in spots.iter().enumerate() {
            assert!(a.x >= WHITE || a.y >= WHITE, "on the white spot: {a:?}");
            for b in &spots[..i] {
                let apart = a.x + a.width < b.x + GAP
                    || b.x + b.width < a.x + GAP
                    || a.y + a.height < b.y + GAP
                    || b.y + b.height < a.y + GAP;
                assert!(apart, "{a:?} {b:?}");
            }
            let pixel = ((a.y * 64 + a.x) * 4) as usize;
            assert_eq!(sheet.rgba[pixel], i as u8 + 1);
        }
    }

    #[test]
    fn a_full_sheet_says_so_and_is_good_again_after_a_wipe() {
        let mut sheet = TextureAtlas::new(32);
        assert!(sheet.get_or_insert(0, || picture(20, 20, 9)).is_ok());
        assert_eq!(sheet.get_or_insert(1, || picture(20, 20, 9)), Err(AtlasFull));
        sheet.clear();
        assert!(sheet.is_empty());
        assert!(sheet.get_or_insert(1, || picture(20, 20, 9)).is_ok());
        assert_eq!(sheet.get_or_insert(2, || picture(40, 1, 9)), Err(AtlasFull));
        assert!(sheet.grow());
        assert!(sheet.get_or_insert(2, || picture(40, 1, 9)).is_ok());
        assert_eq!(sheet.side(), 64);
    }

    #[test]
    fn growing_ends() {
        let mut sheet = TextureAtlas::<u8>::new(LAST_SIDE);
        assert!(!sheet.grow());
    }

    #[test]
    fn only_changed_rows_are_handed_out() {
        let mut sheet = TextureAtlas::new(32);
        assert_eq!(sheet.take_dirty().unwrap().0, 0..32);
        assert!(sheet.take_dirty().is_none());
        let spot = sheet.get_or_insert(0, || picture(8, 6, 7)).unwrap();
        let (rows, bytes) = sheet.take_dirty().unwrap();
        assert_eq!(rows, spot.y..spot.y + 6);
        assert_eq!(bytes.len(), 6 * 32 * 4);
        sheet.get_or_insert(0, || unreachable!()).unwrap();
        assert!(sheet.take_dirty().is_none());
    }

    #[test]
    fn the_white_spot_is_white() {
        let sheet = TextureAtlas::<u8>::new(32);
        let middle = TextureAtlas::<u8>::white() as usize;
        assert_eq!(sheet.rgba[(middle * 32 + middle) * 4..][..4], [255; 4]);
    }
}
