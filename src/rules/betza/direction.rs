//! The atoms of Betza notation, and which of their steps a direction selects.

use super::error::Fault;

/// A step as (files to the right, ranks forward).
pub(super) type Step = (i8, i8);

/// A letter that stands for a piece's steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Atom {
    pub(super) letter: char,
    /// Its steps up to symmetry, each by its longer and its shorter way.
    leaps: &'static [(i8, i8)],
    /// How often it steps when the text gives no range.
    pub(super) range: u8,
}

/// Every atom, in the order in which an error lists them.
pub(super) const ATOMS: [Atom; 13] = [
    Atom { letter: 'W', leaps: &[(1, 0)], range: 1 },
    Atom { letter: 'F', leaps: &[(1, 1)], range: 1 },
    Atom { letter: 'D', leaps: &[(2, 0)], range: 1 },
    Atom { letter: 'N', leaps: &[(2, 1)], range: 1 },
    Atom { letter: 'A', leaps: &[(2, 2)], range: 1 },
    Atom { letter: 'H', leaps: &[(3, 0)], range: 1 },
    Atom { letter: 'C', leaps: &[(3, 1)], range: 1 },
    Atom { letter: 'Z', leaps: &[(3, 2)], range: 1 },
    Atom { letter: 'G', leaps: &[(3, 3)], range: 1 },
    Atom { letter: 'K', leaps: &[(1, 0), (1, 1)], range: 1 },
    Atom { letter: 'Q', leaps: &[(1, 0), (1, 1)], range: 0 },
    Atom { letter: 'R', leaps: &[(1, 0)], range: 0 },
    Atom { letter: 'B', leaps: &[(1, 1)], range: 0 },
];

/// One direction of a text: a letter alone, or a pair.
#[derive(Clone, Debug)]
pub(super) struct Direction {
    /// Where it stands, counted from 1.
    pub(super) position: usize,
    first: char,
    second: Option<char>,
}

/// One of the eight places that a step of an atom can take.
///
/// A knight has a step in each place; a step of W or F takes two of them.
#[derive(Clone, Copy)]
struct Place {
    /// The longer way goes along the file.
    upright: bool,
    right: bool,
    forward: bool,
}

impl Atom {
    pub(super) fn of(letter: char) -> Option<Self> {
        ATOMS.into_iter().find(|atom| atom.letter == letter)
    }

    /// Whether a square lies between the two ends of its steps, so that a lame one can be blocked.
    pub(super) fn has_squares_between(self) -> bool {
        self.leaps.iter().all(|&(long, _)| long > 1)
    }

    /// The steps that `directions` select, or all if there are none; a fault comes with its position.
    pub(super) fn steps(self, directions: &[Direction]) -> Result<Vec<Step>, (usize, Fault)> {
        if directions.is_empty() {
            return Ok(self.steps_in(|_| true));
        }
        let mut steps = Vec::new();
        for direction in directions {
            if direction.is_handed() && !self.is_oblique() {
                let fault = Fault::NotHanded(direction.written(), self.letter);
                return Err((direction.position, fault));
            }
            for part in direction.parts(self) {
                let selected = self.steps_in(|place| part.selects(place));
                if selected.is_empty() {
                    return Err((part.position, Fault::NoStep(part.written(), self.letter)));
                }
                steps.extend(selected);
            }
        }
        Ok(steps)
    }

    fn steps_in(self, wanted: impl Fn(Place) -> bool) -> Vec<Step> {
        let places = Place::all().filter(|&place| wanted(place));
        places.flat_map(|place| self.leaps.iter().map(move |&leap| place.step(leap))).collect()
    }

    /// Whether its steps go along files and ranks only.
    fn is_orthogonal(self) -> bool {
        self.leaps.iter().all(|&(_, short)| short == 0)
    }

    /// Whether it has eight steps that are one by symmetry, as a knight has.
    fn is_oblique(self) -> bool {
        self.leaps.iter().all(|&(long, short)| short != 0 && short != long)
    }
}

impl Direction {
    /// Whether `letter` begins a direction.
    pub(super) fn is_letter(letter: char) -> bool {
        is_vertical(letter) || is_sideways(letter)
    }

    /// The direction that begins with `first`, and whether it takes `next` along.
    pub(super) fn read(position: usize, first: char, next: Option<char>) -> Self {
        let second = next.filter(|&next| {
            next == first
                || is_vertical(first) && is_sideways(next)
                || is_sideways(first) && is_vertical(next)
        });
        Self { position, first, second }
    }

    /// How many letters it has.
    pub(super) fn len(&self) -> usize {
        1 + usize::from(self.second.is_some())
    }

    fn written(&self) -> String {
        [Some(self.first), self.second].into_iter().flatten().collect()
    }

    fn is_handed(&self) -> bool {
        self.first == 'h' && matches!(self.second, Some('r' | 'l'))
    }

    /// The directions to select by: an orthogonal atom has no steps between two directions, so a pair means both.
    fn parts(&self, atom: Atom) -> Vec<Self> {
        match self.second {
            Some(second) if second != self.first && atom.is_orthogonal() => vec![
                Self { second: None, ..self.clone() },
                Self { position: self.position + 1, first: second, second: None },
            ],
            _ => vec![self.clone()],
        }
    }

    fn selects(&self, place: Place) -> bool {
        match (self.first, self.second) {
            (way, None) => place.points(way),
            (way, Some(again)) if again == way => place.points(way),
            ('h', Some('r')) => place.is_right_handed(),
            ('h', Some('l')) => !place.is_right_handed(),
            (side, Some('h')) => place.lies(side),
            (side, Some(way)) => place.lies(side) && place.points(way),
        }
    }
}

fn is_vertical(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'v' | 'h')
}

fn is_sideways(letter: char) -> bool {
    matches!(letter, 'l' | 'r' | 's' | 'h')
}

impl Place {
    fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|n| Self { upright: n & 1 != 0, right: n & 2 != 0, forward: n & 4 != 0 })
    }

    fn step(self, (long, short): (i8, i8)) -> Step {
        let (files, ranks) = if self.upright { (short, long) } else { (long, short) };
        (if self.right { files } else { -files }, if self.forward { ranks } else { -ranks })
    }

    /// Whether the longer way of the step goes `way`.
    fn points(self, way: char) -> bool {
        match way {
            'f' => self.upright && self.forward,
            'b' => self.upright && !self.forward,
            'v' => self.upright,
            'r' => !self.upright && self.right,
            'l' => !self.upright && !self.right,
            's' => !self.upright,
            _ => false,
        }
    }

    /// Whether the step lies on one side of the piece.
    fn lies(self, side: char) -> bool {
        match side {
            'f' => self.forward,
            'b' => !self.forward,
            'r' => self.right,
            'l' => !self.right,
            _ => false,
        }
    }

    /// Whether quarter turns make it the step that goes two forward and one to the right.
    fn is_right_handed(self) -> bool {
        self.upright == (self.right == self.forward)
    }
}
