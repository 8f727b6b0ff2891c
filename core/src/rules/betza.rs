//! Betza notation: how a piece moves, as text.
//!
//! A text is a sequence of components, each `[modifiers] atom [range]`. [`parse`] reads the part of the notation that
//! XBoard and Fairy-Stockfish share. Anything else is a [`BetzaError`]; nothing is skipped.
//!
//! | Atom | Step | | Atom | Step | | Atom | Short for |
//! |------|------|-|------|------|-|------|-----------|
//! | `W`  | 1,0  | | `A`  | 2,2  | | `K`  | `WF`      |
//! | `F`  | 1,1  | | `H`  | 3,0  | | `R`  | `W0`      |
//! | `D`  | 2,0  | | `C`  | 3,1  | | `B`  | `F0`      |
//! | `N`  | 2,1  | | `Z`  | 3,2  | | `Q`  | `RB`      |
//! |      |      | | `G`  | 3,3  | |      |           |
//!
//! **Range**: `1` to `15` after the atom, or `0` for no limit. A doubled atom (`NN`) has no limit. The range counts all
//! steps of the move, those before a hurdle included.
//!
//! **Conditions**, in any order, each at most once: `m` to an empty square, `c` capture (neither: both), `i` only
//! as the piece's initial move, `n` lame, `p` cannon hop, `g` grasshopper hop. A hop needs a range above 1, `n` a
//! leap that passes squares ([`lame_path`]), and `n`, `p` and `g` exclude each other.
//!
//! **Directions** select steps of the atom. Several add up; none selects all. Two letters form a pair if they are
//! equal, or if one is vertical (`f b v h`) and the other sideways (`l r s h`).
//!
//! | Atom           | One letter                            | Pair                                           |
//! |----------------|---------------------------------------|------------------------------------------------|
//! | `W D H R`      | that way; `v` = `fb`, `s` = `lr`      | both ways: `fsW` is `fWsW`                     |
//! | `F A G B`      | the two steps on that side            | the one step in that quarter: `frF`            |
//! | `N C Z`        | the two longest steps that way        | the side, then the longer way: `frN` is 2,1 and `rfN` is 1,2; `fsN` is `flNfrN` |
//! | `K Q`          | as `W` and as `F`: `fK` is `fWfF`     | as `N` with its `W` steps: `frK` is `rWfrF` |
//!
//! `ff` is `f`; `fh bh lh rh` are all the steps on that side (`fhN` has four, `fhF` two); `hr` and `hl` are the four
//! right-handed steps of `N C Z` (1,2 and its quarter turns) and the four left-handed ones. A direction that
//! selects no step of its atom (`sfN`, a lone `h`) is an error. XBoard and Fairy-Stockfish differ in directions before
//! `K` and `Q`; this module follows Fairy-Stockfish.

mod direction;
mod error;
#[cfg(test)]
mod tests;

pub use error::BetzaError;

use super::color::Color;
use direction::{Atom, Direction};
use error::{Fault, beginning};

/// How a component jumps over a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hop {
    /// `p`, cannon: jumps over exactly one piece and may slide on.
    Cannon,
    /// `g`, grasshopper: lands on the first square beyond the first piece in the way.
    Grasshopper,
}

/// Steps of a piece that share range and conditions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// Steps of White's piece as (files to the right, ranks forward), sorted, without duplicates.
    pub steps: Vec<(i8, i8)>,
    /// Most steps in one move: 1 is a leap, 0 means no limit.
    pub range: u8,
    /// Whether a move may end on an empty square.
    pub quiet: bool,
    /// Whether a move may capture.
    pub capture: bool,
    /// Whether it is only for the piece's initial move.
    pub initial: bool,
    /// Whether the squares of [`lame_path`] must be empty.
    pub lame: bool,
    /// How a move must jump over a piece; `None` if it must not.
    pub hop: Option<Hop>,
}

impl Component {
    /// Steps of a piece of `color` as (files to the right, ranks up), both from White's point of view.
    ///
    /// Black's steps are White's rotated by 180 degrees, as in Fairy-Stockfish and XBoard. Mirroring would differ for
    /// asymmetric pieces such as `hrN`.
    ///
    /// ```
    /// # use xxlchess_core::rules::{Color, betza};
    /// let pawn = betza::parse("fW").unwrap();
    /// assert_eq!(pawn[0].steps_for(Color::Black).collect::<Vec<_>>(), [(0, -1)]);
    /// ```
    pub fn steps_for(&self, color: Color) -> impl Iterator<Item = (i8, i8)> {
        let sign = color.forward();
        self.steps.iter().map(move |&(files, ranks)| (sign * files, sign * ranks))
    }

    /// Whether both have the same range and conditions, so that they can be one component.
    fn can_merge(&self, other: &Self) -> bool {
        let conditions = |c: &Self| (c.range, c.quiet, c.capture, c.initial, c.lame, c.hop);
        conditions(self) == conditions(other)
    }

    fn add_steps(&mut self, steps: Vec<(i8, i8)>) {
        self.steps.extend(steps);
        self.steps.sort_unstable();
        self.steps.dedup();
    }
}

/// Squares that a lame `step` passes, as offsets from its start: orthogonal steps first, then diagonal ones.
///
/// A lame knight is the horse of Xiangqi, a lame zebra the elephant of Janggi. Steps to adjacent squares pass none.
///
/// ```
/// # use xxlchess_core::rules::betza;
/// assert_eq!(betza::lame_path((2, 1)).collect::<Vec<_>>(), [(1, 0)]);
/// ```
pub fn lame_path(step: (i8, i8)) -> impl Iterator<Item = (i8, i8)> {
    let (files, ranks) = (i16::from(step.0), i16::from(step.1));
    let long = files.abs().max(ranks.abs());
    (1..long).map(move |done| {
        // The shorter component starts later, so that both end at the target.
        let part = |total: i16| total.signum() * (done - (long - total.abs())).max(0);
        // `done` is below 128, so each part fits into an i8.
        (part(files) as i8, part(ranks) as i8)
    })
}

/// Parses Betza notation. The empty text is a piece without moves.
///
/// Atoms with equal range and conditions are merged: `K` is one component of eight steps, `KN` one of sixteen.
///
/// # Errors
/// The first invalid character and its position.
///
/// ```
/// # use xxlchess_core::rules::betza;
/// let camel = betza::parse("C").unwrap();
/// assert_eq!((camel[0].steps.len(), camel[0].range), (8, 1));
/// assert_eq!(betza::parse("fmX").unwrap_err().position(), 3);
/// ```
pub fn parse(text: &str) -> Result<Vec<Component>, BetzaError> {
    let mut parser = Parser { letters: text.chars().collect(), at: 0 };
    let mut components: Vec<Component> = Vec::new();
    while parser.at < parser.letters.len() {
        let new = parser.component().map_err(|fault| BetzaError::new(text, fault))?;
        add(&mut components, new);
    }
    Ok(components)
}

/// Movement of a piece that combines all `parts`, without duplicate steps.
///
/// ```
/// # use xxlchess_core::rules::betza;
/// let parts = ["B", "N"].map(|part| betza::parse(part).unwrap());
/// assert_eq!(betza::union(parts.iter().map(Vec::as_slice)), betza::parse("BN").unwrap());
/// ```
pub fn union<'a>(parts: impl IntoIterator<Item = &'a [Component]>) -> Vec<Component> {
    let mut components = Vec::new();
    for component in parts.into_iter().flatten() {
        add(&mut components, component.clone());
    }
    components
}

fn add(components: &mut Vec<Component>, new: Component) {
    match components.iter_mut().find(|old| old.can_merge(&new)) {
        Some(old) => old.add_steps(new.steps),
        None => components.push(new),
    }
}

struct Parser {
    letters: Vec<char>,
    at: usize,
}

/// Modifiers of one component.
#[derive(Default)]
struct Modifiers {
    /// Letters of `m c i n p g`, each with its position.
    conditions: Vec<(char, usize)>,
    directions: Vec<Direction>,
}

impl Parser {
    fn component(&mut self) -> Result<Component, Fault> {
        let start = self.at;
        let modifiers = self.modifiers()?;
        let atom = self.atom(start)?;
        let range = self.range(atom)?;
        modifiers.component(atom, range)
    }

    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    /// Position of the next character, counted from 1.
    fn position(&self) -> usize {
        self.at + 1
    }

    fn modifiers(&mut self) -> Result<Modifiers, Fault> {
        let mut modifiers = Modifiers::default();
        while let Some(letter) = self.peek().filter(char::is_ascii_lowercase) {
            if Direction::is_letter(letter) {
                let next = self.letters.get(self.at + 1).copied();
                let direction = Direction::parse(self.position(), letter, next);
                self.at += direction.len();
                modifiers.directions.push(direction);
            } else {
                modifiers.add_condition(letter, self.position())?;
                self.at += 1;
            }
        }
        Ok(modifiers)
    }

    /// Parses the atom. `start` is the index of the component's first modifier.
    fn atom(&mut self, start: usize) -> Result<Atom, Fault> {
        let Some(letter) = self.peek() else {
            let modifiers: String = self.letters[start..].iter().collect();
            return Err((start + 1, format!("no atom follows the modifiers {:?}", beginning(&modifiers))));
        };
        let atom = Atom::of(letter).ok_or_else(|| {
            let message = match letter {
                '0'..='9' => "a range must follow an atom".to_owned(),
                _ if letter.is_uppercase() => {
                    format!("{letter:?} is not an atom; atoms are W F D N A H C Z G K Q R B")
                }
                _ => format!("{letter:?} is neither a modifier nor an atom"),
            };
            (self.position(), message)
        })?;
        self.at += 1;
        Ok(atom)
    }

    /// Parses the range after `atom`: a number, a repeated letter, or nothing for the atom's own range.
    fn range(&mut self, atom: Atom) -> Result<u8, Fault> {
        if self.peek() == Some(atom.letter) {
            self.at += 1;
            if self.peek().is_some_and(|next| next.is_ascii_digit()) {
                let letter = atom.letter;
                let message =
                    format!("a doubled atom has no limit: write {letter} with a range, or {letter}{letter}");
                return Err((self.position(), message));
            }
            return Ok(0);
        }
        let start = self.at;
        while self.peek().is_some_and(|next| next.is_ascii_digit()) {
            self.at += 1;
        }
        match self.letters[start..self.at] {
            [] => Ok(atom.range),
            [digit] => Ok(digit as u8 - b'0'),
            ['1', digit @ '0'..='5'] => Ok(10 + (digit as u8 - b'0')),
            _ => Err((start + 1, "a range must be 0 (no limit) or a number from 1 to 15".to_owned())),
        }
    }
}

impl Modifiers {
    /// Adds one of `m c i n p g`, unless it repeats or contradicts another.
    fn add_condition(&mut self, letter: char, position: usize) -> Result<(), Fault> {
        if !"mcinpg".contains(letter) {
            let message = "is not a modifier; modifiers are m c i n p g and the directions f b l r v s h";
            return Err((position, format!("{letter:?} {message}")));
        }
        if self.has(letter) {
            return Err((position, format!("{letter:?} is given twice")));
        }
        let exclusive = "npg";
        let other = self.conditions.iter().find(|(other, _)| exclusive.contains(*other));
        if let Some(&(other, _)) = other.filter(|_| exclusive.contains(letter)) {
            return Err((position, format!("{letter:?} contradicts {other:?}")));
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

    fn component(&self, atom: Atom, range: u8) -> Result<Component, Fault> {
        if let Some(position) = self.position_of('n').filter(|_| !atom.is_blockable()) {
            let letter = atom.letter;
            let message = format!("'n' needs a leap that can be blocked; {letter} moves to adjacent squares");
            return Err((position, message));
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

    fn hop(&self, range: u8) -> Result<Option<Hop>, Fault> {
        for (letter, hop) in [('p', Hop::Cannon), ('g', Hop::Grasshopper)] {
            match self.position_of(letter) {
                Some(position) if range == 1 => {
                    let message = "needs an atom that moves beyond the piece it jumps over: \
                                   R B Q, a doubled atom or a range above 1";
                    return Err((position, format!("{letter:?} {message}")));
                }
                Some(_) => return Ok(Some(hop)),
                None => {}
            }
        }
        Ok(None)
    }
}
