//! Betza notation: the text that says how a piece moves.
//!
//! A text is a row of components, each `[modifiers] atom [range]`. [`parse`] reads the part of the notation
//! that XBoard and Fairy-Stockfish share, but nothing is skipped: whatever has no meaning is a [`BetzaError`].
//!
//! | Atom | Step | | Atom | Step | | Atom | Short for |
//! |------|------|-|------|------|-|------|-----------|
//! | `W`  | 1,0  | | `A`  | 2,2  | | `K`  | `WF`      |
//! | `F`  | 1,1  | | `H`  | 3,0  | | `R`  | `W0`      |
//! | `D`  | 2,0  | | `C`  | 3,1  | | `B`  | `F0`      |
//! | `N`  | 2,1  | | `Z`  | 3,2  | | `Q`  | `RB`      |
//! |      |      | | `G`  | 3,3  | |      |           |
//!
//! **Range**: `1` to `15` behind the atom, `0` without limit; a doubled atom (`NN`) is one without limit. It counts
//! the steps of the whole move, those before a hurdle too.
//!
//! **Conditions**, in any order, each at most once: `m` to an empty square, `c` capture (neither: both), `i` only
//! as the piece's first move, `n` lame, `p` cannon hop, `g` grasshopper hop. A hop needs a range above 1, `n` a
//! leap with squares between ([`squares_between`]), and the two exclude each other.
//!
//! **Directions** say which steps of the atom are meant; several add up, none means all. A letter joins the next
//! one when that is the same or one of the two is vertical (`f b v h`) and the other sideways (`l r s h`).
//!
//! | Atom           | One letter                            | Pair                                           |
//! |----------------|---------------------------------------|------------------------------------------------|
//! | `W D H R`      | that way; `v` = `fb`, `s` = `lr`      | both ways: `fsW` is `fWsW`                     |
//! | `F A G B`      | the two steps on that side            | the one step in that quarter: `frF`            |
//! | `N C Z`        | the two steps that go furthest there  | the side, then the longer way: `frN` is 2,1 and `rfN` is 1,2; `fsN` is `flNfrN` |
//! | `K Q`          | as `W` and as `F`: `fK` is `fWfF`     | its `W` part as an `N` pressed flat: `frK` is `rWfrF` |
//!
//! `ff` is `f`; `fh bh lh rh` are all the steps on that side (`fhN` has four, `fhF` two); `hr` and `hl` are the four
//! right-handed steps of `N C Z` (1,2 and its quarter turns) and the four left-handed ones. A direction that
//! selects no step of its atom (`sfN`, a lone `h`) is an error. Where XBoard and Fairy-Stockfish differ, which is
//! with directions before `K` and `Q`, the latter is followed.

mod direction;
mod error;
#[cfg(test)]
mod tests;

pub use error::BetzaError;

use super::color::Color;
use direction::{Atom, Direction};
use error::Fault;

/// How a component may jump over pieces on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hop {
    /// `p`: rides on from beyond exactly one piece in the way (cannon).
    Cannon,
    /// `g`: lands on the first step beyond the first piece in the way (grasshopper).
    Grasshopper,
}

/// One component of a piece's movement: steps that share their conditions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// The steps for White as (files to the right, ranks forward), each once, sorted.
    pub steps: Vec<(i8, i8)>,
    /// How often a step may be repeated in one move: 1 is a leap, 0 without limit.
    pub range: u8,
    /// May end on an empty square.
    pub quiet: bool,
    /// May end on an enemy piece.
    pub capture: bool,
    /// Only as a piece's first move.
    pub initial: bool,
    /// The squares between must be empty ("lame": a leap that does not jump).
    pub lame: bool,
    /// Needs a piece to jump over.
    pub hop: Option<Hop>,
}

impl Component {
    /// The steps for a piece of `color` as (files to the right, ranks up), both as White sees the board.
    ///
    /// Black's pieces stand turned by half a turn, as in Fairy-Stockfish and XBoard: forward is down the board, and
    /// left is Black's own left. A mirrored reading would differ for pieces that are not symmetric, such as `hrN`.
    pub fn steps_for(&self, color: Color) -> impl Iterator<Item = (i8, i8)> {
        let turn = color.forward();
        self.steps.iter().map(move |&(files, ranks)| (turn * files, turn * ranks))
    }

    /// Whether the two have the same conditions and range, so that their steps may stand in one component.
    fn joins(&self, other: &Self) -> bool {
        let conditions = |c: &Self| (c.range, c.quiet, c.capture, c.initial, c.lame, c.hop);
        conditions(self) == conditions(other)
    }

    fn add_steps(&mut self, steps: Vec<(i8, i8)>) {
        self.steps.extend(steps);
        self.steps.sort_unstable();
        self.steps.dedup();
    }
}

/// The squares that a lame `step` passes, as offsets from its start: orthogonally first, then diagonally.
///
/// So a lame knight is a Xiangqi horse, and a lame zebra a Janggi elephant. Steps to a neighbour pass none.
pub fn lame_path(step: (i8, i8)) -> impl Iterator<Item = (i8, i8)> {
    let (files, ranks) = (i16::from(step.0), i16::from(step.1));
    let long = files.abs().max(ranks.abs());
    (1..long).map(move |done| {
        // The shorter way starts late, so that both ways end together.
        let part = |way: i16| way.signum() * (done - (long - way.abs())).max(0);
        // `done` stays below 128, and no part is longer.
        (part(files) as i8, part(ranks) as i8)
    })
}

/// Reads `text`; an empty text is a piece without moves.
///
/// Atoms that share conditions and range come out as one component, so `K` is one component of eight steps and
/// `KN` one of sixteen.
///
/// # Errors
/// The first thing in the text that has no meaning, with its position.
pub fn parse(text: &str) -> Result<Vec<Component>, BetzaError> {
    let mut reader = Reader { letters: text.chars().collect(), at: 0 };
    let mut components: Vec<Component> = Vec::new();
    while reader.at < reader.letters.len() {
        let new = reader.component().map_err(|(position, fault)| BetzaError::new(text, position, fault))?;
        add(&mut components, new);
    }
    Ok(components)
}

/// The movement of a piece that moves in every way of `parts`; what two parts share is there once.
#[must_use]
pub fn union<'a>(parts: impl IntoIterator<Item = &'a [Component]>) -> Vec<Component> {
    let mut components = Vec::new();
    for component in parts.into_iter().flatten() {
        add(&mut components, component.clone());
    }
    components
}

fn add(components: &mut Vec<Component>, new: Component) {
    match components.iter_mut().find(|old| old.joins(&new)) {
        Some(old) => old.add_steps(new.steps),
        None => components.push(new),
    }
}

/// A fault and the number of its character, counted from 1.
type Found = (usize, Fault);

/// The letters of a text, read from the left.
struct Reader {
    letters: Vec<char>,
    at: usize,
}

/// What stands before an atom.
#[derive(Default)]
struct Modifiers {
    /// Each of `m c i n p g` that was given, and where.
    conditions: Vec<(char, usize)>,
    directions: Vec<Direction>,
}

impl Reader {
    fn component(&mut self) -> Result<Component, Found> {
        let start = self.at;
        let modifiers = self.modifiers()?;
        let atom = self.atom(start)?;
        let range = self.range(atom)?;
        modifiers.component(atom, range)
    }

    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    /// The number of the next character, counted from 1.
    fn position(&self) -> usize {
        self.at + 1
    }

    fn modifiers(&mut self) -> Result<Modifiers, Found> {
        let mut modifiers = Modifiers::default();
        while let Some(letter) = self.peek().filter(char::is_ascii_lowercase) {
            if Direction::is_letter(letter) {
                let next = self.letters.get(self.at + 1).copied();
                let direction = Direction::read(self.position(), letter, next);
                self.at += direction.len();
                modifiers.directions.push(direction);
            } else {
                modifiers.add_condition(letter, self.position())?;
                self.at += 1;
            }
        }
        Ok(modifiers)
    }

    /// The atom of the component whose modifiers began at `start`.
    fn atom(&mut self, start: usize) -> Result<Atom, Found> {
        let Some(letter) = self.peek() else {
            let modifiers = self.letters[start..].iter().collect();
            return Err((start + 1, Fault::AtomMissing(modifiers)));
        };
        let atom = Atom::of(letter).ok_or_else(|| {
            let fault = match letter {
                '0'..='9' => Fault::LoneDigit,
                _ if letter.is_uppercase() => Fault::NoAtom(letter),
                _ => Fault::NoLetter(letter),
            };
            (self.position(), fault)
        })?;
        self.at += 1;
        Ok(atom)
    }

    /// The range behind `atom`: a number, a doubled letter, or what the atom has by itself.
    fn range(&mut self, atom: Atom) -> Result<u8, Found> {
        if self.peek() == Some(atom.letter) {
            self.at += 1;
            let limited = self.peek().is_some_and(|next| next.is_ascii_digit());
            return if limited { Err((self.position(), Fault::RangeOfDoubled(atom.letter))) } else { Ok(0) };
        }
        let start = self.at;
        while self.peek().is_some_and(|next| next.is_ascii_digit()) {
            self.at += 1;
        }
        match self.letters[start..self.at] {
            [] => Ok(atom.range),
            [digit] => Ok(digit as u8 - b'0'),
            ['1', digit @ '0'..='5'] => Ok(10 + (digit as u8 - b'0')),
            _ => Err((start + 1, Fault::Range)),
        }
    }
}

impl Modifiers {
    /// Takes one of `m c i n p g` in, unless it repeats or contradicts another.
    fn add_condition(&mut self, letter: char, position: usize) -> Result<(), Found> {
        if !"mcinpg".contains(letter) {
            return Err((position, Fault::NoModifier(letter)));
        }
        if self.has(letter) {
            return Err((position, Fault::Twice(letter)));
        }
        let exclusive = "npg";
        let other = self.conditions.iter().find(|(other, _)| exclusive.contains(*other));
        if let Some(&(other, _)) = other.filter(|_| exclusive.contains(letter)) {
            return Err((position, Fault::Contradiction(other, letter)));
        }
        self.conditions.push((letter, position));
        Ok(())
    }

    fn position_of(&self, letter: char) -> Option<usize> {
        self.conditions.iter().find(|(given, _)| *given == letter).map(|&(_, position)| position)
    }

    fn has(&self, letter: char) -> bool {
        self.position_of(letter).is_some()
    }

    fn component(&self, atom: Atom, range: u8) -> Result<Component, Found> {
        if let Some(position) = self.position_of('n').filter(|_| !atom.has_squares_between()) {
            return Err((position, Fault::NothingBetween(atom.letter)));
        }
        let hop = self.hop(range)?;
        let neither = !self.has('m') && !self.has('c');
        let mut component = Component {
            steps: Vec::new(),
            range,
            quiet: neither || self.has('m'),
            capture: neither || self.has('c'),
            initial: self.has('i'),
            lame: self.has('n'),
            hop,
        };
        component.add_steps(atom.steps(&self.directions)?);
        Ok(component)
    }

    fn hop(&self, range: u8) -> Result<Option<Hop>, Found> {
        for (letter, hop) in [('p', Hop::Cannon), ('g', Hop::Grasshopper)] {
            match self.position_of(letter) {
                Some(position) if range == 1 => return Err((position, Fault::NoRoomToHop(letter))),
                Some(_) => return Ok(Some(hop)),
                None => {}
            }
        }
        Ok(None)
    }
}
