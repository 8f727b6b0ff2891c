//! Time that the pointer rests on a square. After a moment the piece there is explained.

use std::time::Duration;

use crate::rules::Square;
use crate::view::input::InputEvent;
use crate::view::layout::BoardLayout;

/// Time after which the pointer counts as resting.
pub const RESTS: Duration = Duration::from_millis(600);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hover {
    square: Option<Square>,
    /// Time for which the pointer has been on `square`.
    since: Duration,
    /// Whether something has happened on `square`. Its piece is not explained until the pointer leaves it.
    busy: bool,
}

impl Hover {
    pub fn handle(&mut self, event: &InputEvent, layout: &BoardLayout) {
        match *event {
            InputEvent::Moved(point) => self.point(layout.square_at(point)),
            InputEvent::PointerLeft => self.point(None),
            InputEvent::Pressed(..) | InputEvent::Dragged(_) => self.act(),
            InputEvent::LongPressed(point) => {
                *self = Self { square: layout.square_at(point), since: RESTS, busy: false };
            }
            _ => {}
        }
    }

    /// Sets the square under the pointer.
    pub fn point(&mut self, square: Option<Square>) {
        if self.square != square {
            *self = Self { square, ..Self::default() };
        }
    }

    /// Notes that something has happened on the square. Until the pointer leaves it, it does not count as resting.
    pub fn act(&mut self) {
        self.busy = true;
    }

    /// The square under the pointer.
    pub fn square(&self) -> Option<Square> {
        self.square
    }

    pub fn tick(&mut self, elapsed: Duration) {
        self.since = self.since.saturating_add(elapsed);
    }

    /// The square on which the pointer has rested for [`RESTS`].
    pub fn rested(&self) -> Option<Square> {
        self.square.filter(|_| self.since >= RESTS && !self.busy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time counts from when the pointer comes to a square. After a click it does not count until the pointer has
    /// been elsewhere.
    #[test]
    fn resting_begins_anew_on_every_tile() {
        let (a, b) = (Square::new(0, 0), Square::new(1, 0));
        let mut hover = Hover::default();
        hover.tick(RESTS);
        assert_eq!(hover.rested(), None);
        hover.point(Some(a));
        hover.tick(RESTS / 2);
        hover.point(Some(a));
        assert_eq!(hover.rested(), None);
        hover.tick(RESTS / 2);
        assert_eq!(hover.rested(), Some(a));
        hover.point(Some(b));
        assert_eq!(hover.rested(), None);
        hover.tick(RESTS);
        assert_eq!(hover.rested(), Some(b));
        hover.act();
        hover.tick(RESTS);
        assert_eq!(hover.rested(), None, "after a click");
        hover.point(Some(a));
        hover.tick(RESTS);
        assert_eq!(hover.rested(), Some(a));
        hover.point(None);
        hover.tick(RESTS);
        assert_eq!(hover.rested(), None);
    }
}
