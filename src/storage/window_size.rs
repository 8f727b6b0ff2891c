//! File with the size that the window had when it was closed (`window.txt`): `1280x800`.

use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

use crate::files;

/// Width and height that a window can have.
const SIDES: RangeInclusive<u16> = 200..=10_000;

/// Width and height in pixels, if the file at `path` has them.
pub fn load(path: &Path) -> Option<(u16, u16)> {
    let text = String::from_utf8(files::read(path, 20).ok()?).ok()?;
    let (width, height) = text.trim().split_once('x')?;
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    Some((side(width)?, side(height)?))
}

pub fn save(path: &Path, (width, height): (u16, u16)) -> io::Result<()> {
    files::replace(path, format!("{width}x{height}\n").as_bytes())
}
