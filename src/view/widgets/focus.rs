//! Tab order: a ring of controls.

/// Index in a ring of controls, whose count may change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ring(usize);

impl Ring {
    /// The ring at index `place`.
    pub const fn at(place: usize) -> Self {
        Self(place)
    }

    /// The index in a ring of `count`.
    pub fn place(self, count: usize) -> usize {
        self.0.min(count.saturating_sub(1))
    }

    /// The next index or the previous one; after the last comes the first.
    pub fn step(self, forward: bool, count: usize) -> Self {
        let count = count.max(1);
        let step = if forward { 1 } else { count - 1 };
        Self((self.place(count) + step) % count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both directions; also when the ring becomes smaller or empty.
    #[test]
    fn focus_wraps_around() {
        assert_eq!(Ring::at(2).step(true, 3), Ring::at(0));
        assert_eq!(Ring::at(0).step(false, 3), Ring::at(2));
        assert_eq!(Ring::at(7).place(3), 2);
        assert_eq!((Ring::at(7).step(true, 0).place(0), Ring::default().place(0)), (0, 0));
    }
}
