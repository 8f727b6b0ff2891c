//! Atoms of Betza notation, and the steps that a direction selects.

use super::error::Fault;

/// A step as (files to the right, ranks forward).
pub(super) type Step = (i8, i8);

/// A letter that stands for steps, as `N` stands for the eight leaps of a knight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Atom {
    pub(super) letter: char,
    /// Steps as (longer part, shorter part). Rotations and reflections of these steps belong to the atom, too.
    leaps: &'static [(i8, i8)],
    /// Range if the text has none: 1, or 0 for no limit.
    pub(super) range: u8,
}

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

/// A direction modifier: a letter or a pair.
#[derive(Clone, Debug)]
pub(super) struct Direction {
    /// Position in the text, counted from 1.
    pub(super) position: usize,
    first: char,
    second: Option<char>,
}

/// One eighth of the plane, a sector of 45 degrees.
///
/// A knight has one step in each octant. A step of `W` or `F` is on the border of two octants and belongs to both.
#[derive(Clone, Copy)]
struct Octant {
    /// Whether the longer part of a step goes along the file.
    steep: bool,
    right: bool,
    forward: bool,
}

impl Atom {
    pub(super) fn of(letter: char) -> Option<Self> {
        ATOMS.into_iter().find(|atom| atom.letter == letter)
    }

    /// Whether the steps of the atom pass squares, so that they can be blocked if they are lame.
    pub(super) fn is_blockable(self) -> bool {
        self.leaps.iter().all(|&(long, _)| long > 1)
    }

    /// Whether the steps of the atom are equally long and go along ranks, files or diagonals.
    pub(super) fn is_straight(self) -> bool {
        self.leaps.len() == 1 && !self.is_oblique()
    }

    /// Steps that `directions` select. Without directions these are all steps of the atom.
    pub(super) fn steps(self, directions: &[Direction]) -> Result<Vec<Step>, Fault> {
        if directions.is_empty() {
            return Ok(self.steps_in(|_| true));
        }
        let mut steps = Vec::new();
        for direction in directions {
            if direction.is_handed() && !self.is_oblique() {
                let message = format!(
                    "{:?} selects right- or left-handed steps, and {} has none; atoms that have are N C Z",
                    direction.text(),
                    self.letter
                );
                return Err((direction.position, message.into()));
            }
            for part in direction.parts(self) {
                let selected = self.steps_in(|octant| part.selects(octant));
                if selected.is_empty() {
                    let message = format!("direction {:?} selects no step of {}", part.text(), self.letter);
                    return Err((part.position, message.into()));
                }
                steps.extend(selected);
            }
        }
        Ok(steps)
    }

    fn steps_in(self, is_selected: impl Fn(Octant) -> bool) -> Vec<Step> {
        let octants = Octant::all().filter(|&octant| is_selected(octant));
        octants.flat_map(|octant| self.leaps.iter().map(move |&leap| octant.step(leap))).collect()
    }

    /// Whether all steps of the atom go along files and ranks.
    fn is_orthogonal(self) -> bool {
        self.leaps.iter().all(|&(_, short)| short == 0)
    }

    /// Whether the atom has eight steps, as a knight has.
    pub(super) fn is_oblique(self) -> bool {
        self.leaps.iter().all(|&(long, short)| short != 0 && short != long)
    }
}

impl Direction {
    pub(super) fn is_letter(letter: char) -> bool {
        is_vertical(letter) || is_sideways(letter)
    }

    /// The direction that begins with `first`, paired with `next` if the two form a pair.
    pub(super) fn parse(position: usize, first: char, next: Option<char>) -> Self {
        let second = next.filter(|&next| {
            next == first
                || is_vertical(first) && is_sideways(next)
                || is_sideways(first) && is_vertical(next)
        });
        Self { position, first, second }
    }

    pub(super) fn len(&self) -> usize {
        1 + usize::from(self.second.is_some())
    }

    fn text(&self) -> String {
        [Some(self.first), self.second].into_iter().flatten().collect()
    }

    fn is_handed(&self) -> bool {
        self.first == 'h' && matches!(self.second, Some('r' | 'l'))
    }

    /// Splits a pair before an orthogonal atom into two directions. Any other direction stays one.
    fn parts(&self, atom: Atom) -> Vec<Self> {
        match self.second {
            Some(second) if second != self.first && atom.is_orthogonal() => vec![
                Self { second: None, ..self.clone() },
                Self { position: self.position + 1, first: second, second: None },
            ],
            _ => vec![self.clone()],
        }
    }

    fn selects(&self, octant: Octant) -> bool {
        match (self.first, self.second) {
            (way, None) => octant.points_to(way),
            (way, Some(again)) if again == way => octant.points_to(way),
            ('h', Some('r')) => octant.is_right_handed(),
            ('h', Some('l')) => !octant.is_right_handed(),
            (side, Some('h')) => octant.lies_on(side),
            (side, Some(way)) => octant.lies_on(side) && octant.points_to(way),
        }
    }
}

/// Steps of a second leg that `directions` select, relative to the straight step `first`. They are as many squares long.
pub(super) fn turns(first: Step, directions: &[Direction]) -> Result<Vec<Step>, Fault> {
    const CIRCLE: [Step; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let length = first.0.abs().max(first.1.abs());
    let start = CIRCLE.iter().position(|&way| way == (first.0 / length, first.1 / length)).unwrap_or(0);
    let mut steps = Vec::new();
    for direction in directions {
        let eighths: &[usize] = match (direction.first, direction.second) {
            ('f', None | Some('f')) => &[0],
            ('b', None | Some('b')) => &[4],
            ('v', None | Some('v')) => &[0, 4],
            ('r', None | Some('r')) => &[2],
            ('l', None | Some('l')) => &[6],
            ('s', None | Some('s')) => &[2, 6],
            ('f', Some('r')) | ('r', Some('f')) => &[1],
            ('f', Some('l')) | ('l', Some('f')) => &[7],
            ('f', Some('s')) | ('s', Some('f')) => &[1, 7],
            ('b', Some('r')) | ('r', Some('b')) => &[3],
            ('b', Some('l')) | ('l', Some('b')) => &[5],
            ('b', Some('s')) | ('s', Some('b')) => &[3, 5],
            _ => {
                let message = format!("direction {:?} selects no step of a second leg", direction.text());
                return Err((direction.position, message.into()));
            }
        };
        steps.extend(eighths.iter().map(|eighth| {
            let (files, ranks) = CIRCLE[(start + eighth) % 8];
            (length * files, length * ranks)
        }));
    }
    Ok(steps)
}

fn is_vertical(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'v' | 'h')
}

fn is_sideways(letter: char) -> bool {
    matches!(letter, 'l' | 'r' | 's' | 'h')
}

impl Octant {
    fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|n| Self { steep: n & 1 != 0, right: n & 2 != 0, forward: n & 4 != 0 })
    }

    fn step(self, (long, short): (i8, i8)) -> Step {
        let (files, ranks) = if self.steep { (short, long) } else { (long, short) };
        (if self.right { files } else { -files }, if self.forward { ranks } else { -ranks })
    }

    /// Whether the longer part of a step in this octant goes in the direction `way`.
    fn points_to(self, way: char) -> bool {
        match way {
            'f' => self.steep && self.forward,
            'b' => self.steep && !self.forward,
            'v' => self.steep,
            'r' => !self.steep && self.right,
            'l' => !self.steep && !self.right,
            's' => !self.steep,
            _ => false,
        }
    }

    /// Whether the octant is on this side of the piece.
    fn lies_on(self, side: char) -> bool {
        match side {
            'f' => self.forward,
            'b' => !self.forward,
            'r' => self.right,
            'l' => !self.right,
            _ => false,
        }
    }

    /// Whether rotations by 90 degrees turn a step in this octant into the step two forward and one to the right.
    fn is_right_handed(self) -> bool {
        self.steep == (self.right == self.forward)
    }
}
