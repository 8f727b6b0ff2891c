//! How long the pointer has rested on a tile: long enough, and the piece there is explained.

use std::time::Duration;

use crate::rules::Square;

/// How long the pointer rests before that means something.
pub const RESTS: Duration = Duration::from_millis(600);

/// Where the pointer is on the board, and for how long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointing {
    square: Option<Square>,
    since: Duration,
    /// Whether it has come here to do something, not to ask.
    busy: bool,
}

impl Pointing {
    /// The pointer is on the tile of `square`, or on none.
    pub fn point(&mut self, square: Option<Square>) {
        if self.square != square {
            *self = Self { square, ..Self::default() };
        }
    }

    /// Something was done on the tile, or came to it: until the pointer leaves it, resting there means nothing.
    pub fn act(&mut self) {
        self.busy = true;
    }

    /// The tile on which the pointer is.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        self.square
    }

    /// Time has passed.
    pub fn tick(&mut self, elapsed: Duration) {
        self.since = self.since.saturating_add(elapsed);
    }

    /// The tile on which the pointer has rested.
    #[must_use]
    pub fn rested(&self) -> Option<Square> {
        self.square.filter(|_| self.since >= RESTS && !self.busy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pointer moves from tile to tile.
    #[test]
    fn resting_starts_again_on_every_tile() {
        let (a, b) = (Square::new(0, 0), Square::new(1, 0));
        let mut pointing = Pointing::default();
        pointing.tick(RESTS);
        assert_eq!(pointing.rested(), None);
        pointing.point(Some(a));
        pointing.tick(RESTS / 2);
        pointing.point(Some(a));
        assert_eq!(pointing.rested(), None);
        pointing.tick(RESTS / 2);
        assert_eq!(pointing.rested(), Some(a));
        pointing.point(Some(b));
        assert_eq!(pointing.rested(), None);
        pointing.tick(RESTS);
        assert_eq!(pointing.rested(), Some(b));
        pointing.act();
        pointing.tick(RESTS);
        assert_eq!(pointing.rested(), None, "whoever clicks does not ask");
        pointing.point(Some(a));
        pointing.tick(RESTS);
        assert_eq!(pointing.rested(), Some(a));
        pointing.point(None);
        pointing.tick(RESTS);
        assert_eq!(pointing.rested(), None);
    }
}
