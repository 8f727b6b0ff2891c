//! Betza notation: a text that describes how a piece moves.
//!
//! A text is a sequence of components. Each has the form `[modifiers] atom [range]`. [`parse`] reads the part of the
//! notation that XBoard and Fairy-Stockfish have in common, and of XBoard's extensions those for bent and circular riders
//! and en passant. Anything else is a [`BetzaError`].
//!
//! | Atom | Step | | Atom | Step | | Atom | Short for |
//! |------|------|-|------|------|-|------|-----------|
//! | `W`  | 1,0  | | `A`  | 2,2  | | `K`  | `WF`      |
//! | `F`  | 1,1  | | `H`  | 3,0  | | `R`  | `W0`      |
//! | `D`  | 2,0  | | `C`  | 3,1  | | `B`  | `F0`      |
//! | `N`  | 2,1  | | `Z`  | 3,2  | | `Q`  | `RB`      |
//! |      |      | | `G`  | 3,3  | |      |           |
//!
//! **Range**: a number from `1` to `15` after the atom, or `0` for no limit. A doubled atom (`NN`) has no limit. The range
//! counts all steps of the move, including those before the piece that a hopper jumps over.
//!
//! **Conditions** are modifiers. They may be in any order, and each may be given once:
//!
//! * `m`: the move ends on an empty square. `c`: the move is a capture. Without `m` and `c` both are allowed.
//! * `i`: only the piece's initial move.
//! * `n`: lame, so that pieces on the squares that the leap passes ([`lame_path`]) block it. The atom must be a leap that
//!   passes squares. `nn` is a lame step of two or three squares (`D A H G`) after which the piece can be captured en passant.
//! * `e`: the capture may also be en passant.
//! * `p`: jumps over a piece as a cannon does. `g`: jumps as a grasshopper does. The range must be above 1.
//! * `q`: a circular rider. It repeats a leap of `N C Z`, and each leap is turned by 45 degrees against the one before, always
//!   to the same side, so that eight of them would lead back to the start. Without a range there is no other limit: `qN` is a
//!   rose.
//!
//! `n`, `p`, `g`, `q` and `a` exclude each other.
//!
//! **Two legs**: `a` stands between the modifiers of the first leg, which are directions, and those of the second one. The
//! first leg is one step of the atom to an empty square, which must be one of `W F D A H G`. The second leg is an equally
//! long step, or with `y` before `a` a slide of such steps. Its directions are relative to the first leg: `f` goes straight
//! on, and `fr fs r br …` turn by 45, 90 or 135 degrees. A griffin is therefore `FyafsF`: it steps diagonally and may slide
//! on as a rook, away from where it came from. A rhinoceros is `WyafsW`.
//!
//! `[F?R]` is a shorter form of a bent rider: the moves of `F`, and from an empty square at their end those of `R` that go
//! on outward, so that neither part of the step turns back. `[F?R]` is a griffin, `[W?B]` a rhinoceros, and `[N?B]` slides
//! on diagonally after a knight's leap. `[F-R]` is the same without the moves that end on the bend.
//!
//! **Directions** are modifiers that select steps of the atom. A component with several directions has the steps of all
//! of them, and one without directions has all steps of its atom. Two letters form a pair if they are equal, or if one is
//! vertical (`f b v h`) and the other one sideways (`l r s h`).
//!
//! | Atom      | One letter                                    | Pair                                               |
//! |-----------|-----------------------------------------------|----------------------------------------------------|
//! | `W D H R` | the step this way; `v` is `fb`, `s` is `lr`   | the steps of both letters: `fsW` is `fWsW`         |
//! | `F A G B` | the two steps on this side                    | the step in this quarter: `frF`                    |
//! | `N C Z`   | the two steps that go furthest this way       | the first letter is the side, the second one the way of the longer part: `frN` is 2,1 and `rfN` is 1,2; `fsN` is `flNfrN` |
//! | `K Q`     | the steps of `W` and of `F`: `fK` is `fWfF`   | the step of `F` in this quarter, and that of `W` in the way of the second letter: `frK` is `rWfrF` |
//!
//! * `ff` is the same as `f`.
//! * `fh bh lh rh` select all steps on this side: `fhN` has four steps, `fhF` has two.
//! * `hr` selects the four right-handed steps of `N C Z`, which are 1,2 and its rotations by 90 degrees. `hl` selects the
//!   four left-handed ones.
//!
//! A direction that selects no step of its atom (`sfN`, a single `h`) is an error. XBoard and Fairy-Stockfish differ in
//! directions before `K` and `Q`. This module follows Fairy-Stockfish.

mod direction;
mod error;
#[cfg(test)]
mod tests;

pub use error::{BetzaError, BetzaFault};

use super::color::Color;
use direction::{Atom, Direction};
use error::{Fault, beginning};

/// Most steps of a move, from one edge to the other of the largest board.
const MAX_RANGE: u8 = 15;

/// How a component jumps over a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hop {
    /// Cannon, `p`: jumps over exactly one piece and may slide on.
    Cannon,
    /// Grasshopper, `g`: lands on the first square beyond the first piece on its way.
    Grasshopper,
}

/// Steps of a piece that have the same range and conditions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// Steps of White's piece as (files to the right, ranks forward), sorted, without duplicates.
    pub steps: Vec<(i8, i8)>,
    /// Greatest number of steps in one move. 1 is a leap, 0 means no limit.
    pub range: u8,
    /// Whether a move may end on an empty square.
    pub quiet: bool,
    /// Whether a move may capture.
    pub capture: bool,
    /// Whether these are steps of the piece's initial move only.
    pub initial: bool,
    /// Whether the squares of [`lame_path`] must be empty.
    pub lame: bool,
    /// How a move jumps over a piece; `None` if it jumps over none.
    pub hop: Option<Hop>,
    /// Whether each step is turned by 45 degrees against the one before, to the same side in one move: a circular rider.
    pub circular: bool,
    /// Step to an empty square from which the other steps are made: the first leg of a bent rider.
    pub first_leg: Option<(i8, i8)>,
    /// Whether the piece can be captured en passant after this move, which is a double or triple step.
    pub passing: bool,
    /// Whether a capture may also be en passant.
    pub en_passant: bool,
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
        self.steps.iter().map(move |&step| turned(step, color))
    }

    /// The first leg of a piece of `color`, as in [`Component::steps_for`].
    pub fn first_leg_for(&self, color: Color) -> Option<(i8, i8)> {
        self.first_leg.map(|step| turned(step, color))
    }

    /// The component of a piece of `color`, whose steps are turned as by [`Component::steps_for`].
    pub fn for_color(&self, color: Color) -> Self {
        Self { steps: self.steps_for(color).collect(), first_leg: self.first_leg_for(color), ..self.clone() }
    }

    /// The ways of White's piece, each with its steps in order: as many as the range permits, or as any board has room for. A
    /// circular rider has two ways for each first step, and stops before its start.
    pub fn ways(&self) -> impl Iterator<Item = impl Iterator<Item = (i8, i8)>> {
        let (turns, longest): (&[i8], _) = if self.circular { (&[-1, 1], 7) } else { (&[0], MAX_RANGE) };
        let most = if self.range == 0 { longest } else { self.range.min(longest) };
        let firsts = self.steps.iter().flat_map(move |&step| turns.iter().map(move |&turn| (step, turn)));
        firsts.map(move |(step, turn)| {
            let next = move |&step: &(i8, i8)| Some(on_circle(step, turn));
            std::iter::successors(Some(step), next).take(most.into())
        })
    }

    /// Calls `visit` with each square on which a move from `from` can end and with whether it is occupied. The moves are
    /// those of White's piece. Whether a piece may be captured is left to the caller.
    ///
    /// `offset` returns the square at an offset from another one, or `None` if the board does not have it.
    pub fn walk<S: Copy>(
        &self,
        from: S,
        offset: impl Fn(S, (i8, i8)) -> Option<S>,
        is_occupied: impl Fn(S) -> bool,
        mut visit: impl FnMut(S, bool),
    ) {
        let free = |from, step| offset(from, step).filter(|&square| !is_occupied(square));
        let Some(start) = self.first_leg.map_or(Some(from), |leg| free(from, leg)) else { return };
        for way in self.ways() {
            let (mut square, mut has_jumped) = (start, self.hop.is_none());
            for step in way {
                if self.lame && lame_path(step).any(|passed| free(square, passed).is_none()) {
                    break;
                }
                let Some(next) = offset(square, step) else { break };
                square = next;
                let is_piece = is_occupied(square);
                if !has_jumped {
                    has_jumped = is_piece;
                    continue;
                }
                visit(square, is_piece);
                if is_piece || self.hop == Some(Hop::Grasshopper) {
                    break;
                }
            }
        }
    }

    /// Whether the moves are leaps or slides without conditions.
    pub fn is_plain(&self) -> bool {
        self.hop.is_none() && !self.initial && !self.lame && !self.circular && self.first_leg.is_none()
    }

    /// Whether no move leads to a square of the other color.
    pub fn keeps_color(&self) -> bool {
        let is_even = |(files, ranks): (i8, i8)| (files + ranks) % 2 == 0;
        let bend = self.first_leg.unwrap_or((0, 0));
        // A leap ends after both legs. A slide may end on any square of the second one.
        let keeps = |&step: &(i8, i8)| {
            is_even((bend.0 + step.0, bend.1 + step.1)) && (self.range == 1 || is_even(step))
        };
        self.steps.iter().all(keeps)
    }

    /// Whether both components have the same range and conditions, so that their steps can be in one component.
    fn can_merge(&self, other: &Self) -> bool {
        Self { steps: Vec::new(), ..self.clone() } == Self { steps: Vec::new(), ..other.clone() }
    }

    fn add_steps(&mut self, steps: Vec<(i8, i8)>) {
        self.steps.extend(steps);
        self.steps.sort_unstable();
        self.steps.dedup();
    }
}

fn turned((files, ranks): (i8, i8), color: Color) -> (i8, i8) {
    (color.forward() * files, color.forward() * ranks)
}

/// The leap that is turned by 45 degrees against `step`, to the left for a `turn` of 1, to the right for -1, and not at all
/// for 0.
fn on_circle((x, y): (i8, i8), turn: i8) -> (i8, i8) {
    // The neighbours on the circle are the two mirror images of the step at an acute angle to it.
    let is_neighbour = |&(a, b): &(i8, i8)| x * a + y * b > 0 && (x * b - y * a).signum() == turn;
    [(y, x), (-y, -x), (-x, y), (x, -y)].into_iter().find(is_neighbour).unwrap_or((x, y))
}

/// Squares that a lame `step` passes, as offsets from its start. The path is orthogonal at first and then diagonal.
///
/// A lame knight is the horse of Xiangqi, and a lame zebra is the elephant of Janggi. A step to an adjacent square passes
/// no square.
///
/// ```
/// # use xxlchess_core::rules::betza;
/// assert_eq!(betza::lame_path((2, 1)).collect::<Vec<_>>(), [(1, 0)]);
/// ```
pub fn lame_path(step: (i8, i8)) -> impl Iterator<Item = (i8, i8)> {
    let (files, ranks) = (i16::from(step.0), i16::from(step.1));
    let long = files.abs().max(ranks.abs());
    (1..long).map(move |done| {
        // The shorter part of the step begins later, so that both parts end at the target.
        let part = |total: i16| total.signum() * (done - (long - total.abs())).max(0);
        // `done` is below 128, so each part fits into an i8.
        (part(files) as i8, part(ranks) as i8)
    })
}

/// Parses Betza notation. The empty text describes a piece without moves.
///
/// Atoms with the same range and conditions become one component: `K` is a component of eight steps, and `KN` is one of
/// sixteen.
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
    let parts = parts(text)?;
    Ok(union(parts.iter().map(|(_, components)| components.as_slice())))
}

/// Splits Betza notation into its parts, which are atoms with their modifiers and bent riders in brackets, each with its components.
///
/// # Errors
/// The first invalid character and its position.
pub fn parts(text: &str) -> Result<Vec<(String, Vec<Component>)>, BetzaError> {
    let mut parser = Parser { letters: text.chars().collect(), at: 0 };
    let mut parts = Vec::new();
    while parser.at < parser.letters.len() {
        let start = parser.at;
        let components = parser.part().map_err(|fault| BetzaError::new(text, fault))?;
        parts.push((parser.letters[start..parser.at].iter().collect(), components));
    }
    Ok(parts)
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
    /// Letters of `m c i n e p g q y a`, each with its position. `nn` is two of them.
    conditions: Vec<(char, usize)>,
    directions: Vec<Direction>,
    /// Directions of the second leg.
    turns: Vec<Direction>,
}

impl Parser {
    /// Parses the next part of the text: an atom with its modifiers, or a bent rider in brackets.
    fn part(&mut self) -> Result<Vec<Component>, Fault> {
        if self.peek() == Some('[') { self.bracket() } else { self.components() }
    }

    /// Parses an atom with its modifiers. If there are two legs, the result has a component for each first leg.
    fn components(&mut self) -> Result<Vec<Component>, Fault> {
        let start = self.at;
        let modifiers = self.modifiers()?;
        let atom = self.atom(start)?;
        let range = self.range(atom, if modifiers.has('q') { 0 } else { atom.range })?;
        modifiers.components(atom, range)
    }

    /// Parses a bent rider such as `[F?R]`.
    fn bracket(&mut self) -> Result<Vec<Component>, Fault> {
        let start = self.position();
        let fault = || (start, "a bent rider is written as [F?R] or [F-R], with two simple moves".into());
        self.at += 1;
        let mut leg = |ends: [char; 2]| {
            self.peek().ok_or_else(fault)?;
            let components = self.components()?;
            let end = self.peek().filter(|end| ends.contains(end)).ok_or_else(fault)?;
            self.at += 1;
            match <[Component; 1]>::try_from(components) {
                Ok([leg]) if leg.is_plain() => Ok((leg, end)),
                _ => Err(fault()),
            }
        };
        let (first, separator) = leg(['?', '-'])?;
        let (second, _) = leg([']', ']'])?;
        if first.range != 1 {
            return Err(fault());
        }
        let outward = |bend: (i8, i8), step: (i8, i8)| {
            let (files, ranks) = (bend.0 * step.0, bend.1 * step.1);
            files >= 0 && ranks >= 0 && files + ranks > 0
        };
        let mut components = Vec::new();
        for &bend in &first.steps {
            let steps: Vec<_> = second.steps.iter().copied().filter(|&step| outward(bend, step)).collect();
            if !steps.is_empty() {
                components.push(Component { steps, first_leg: Some(bend), ..second.clone() });
            }
        }
        if separator == '?' {
            components.insert(0, first);
        }
        Ok(components)
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
                let is_second_leg = modifiers.has('a');
                if is_second_leg { &mut modifiers.turns } else { &mut modifiers.directions }.push(direction);
            } else {
                modifiers.add_condition(letter, self.position())?;
                self.at += 1;
            }
        }
        Ok(modifiers)
    }

    /// Parses the atom of the component that starts at the index `start`.
    fn atom(&mut self, start: usize) -> Result<Atom, Fault> {
        let Some(letter) = self.peek() else {
            let modifiers: String = self.letters[start..].iter().collect();
            return Err((
                start + 1,
                format!("no atom follows the modifiers {:?}", beginning(&modifiers)).into(),
            ));
        };
        let atom = Atom::of(letter).ok_or_else(|| {
            let fault = match letter {
                '0'..='9' => "a range must follow an atom".into(),
                _ => BetzaFault::UnknownLetter(letter),
            };
            (self.position(), fault)
        })?;
        self.at += 1;
        Ok(atom)
    }

    /// Parses the range after `atom`: a number, the letter of the atom again, or nothing for the range `usual`.
    fn range(&mut self, atom: Atom, usual: u8) -> Result<u8, Fault> {
        if self.peek() == Some(atom.letter) {
            self.at += 1;
            if self.peek().is_some_and(|next| next.is_ascii_digit()) {
                let letter = atom.letter;
                let message =
                    format!("a doubled atom has no limit: write {letter} with a range, or {letter}{letter}");
                return Err((self.position(), message.into()));
            }
            return Ok(0);
        }
        let start = self.at;
        while self.peek().is_some_and(|next| next.is_ascii_digit()) {
            self.at += 1;
        }
        match self.letters[start..self.at] {
            [] => Ok(usual),
            [digit] => Ok(digit as u8 - b'0'),
            ['1', digit @ '0'..='5'] => Ok(10 + (digit as u8 - b'0')),
            _ => Err((start + 1, "a range must be 0 (no limit) or a number from 1 to 15".into())),
        }
    }
}

impl Modifiers {
    /// Adds one of `m c i n e p g q y a`, unless it repeats or contradicts another.
    fn add_condition(&mut self, letter: char, position: usize) -> Result<(), Fault> {
        if !"mcinepgqya".contains(letter) {
            return Err((position, BetzaFault::UnknownLetter(letter)));
        }
        let is_double_n = letter == 'n' && self.position_of('n') == Some(position - 1) && !self.is_passing();
        if self.has(letter) && !is_double_n {
            return Err((position, format!("{letter:?} is given twice").into()));
        }
        let exclusive = "npgqa";
        let is_other = |other: char| exclusive.contains(other) && other != letter;
        let other = self.conditions.iter().find(|(other, _)| is_other(*other));
        if let Some(&(other, _)) = other.filter(|_| exclusive.contains(letter)) {
            return Err((position, format!("{letter:?} contradicts {other:?}").into()));
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

    /// Whether the modifiers contain `nn`.
    fn is_passing(&self) -> bool {
        self.conditions.iter().filter(|(given, _)| *given == 'n').count() == 2
    }

    fn components(&self, atom: Atom, range: u8) -> Result<Vec<Component>, Fault> {
        let letter = atom.letter;
        if let Some(position) = self.position_of('n').filter(|_| !atom.is_blockable()) {
            let message = format!("'n' needs a leap that can be blocked; {letter} moves to adjacent squares");
            return Err((position, message.into()));
        }
        if let Some(position) = self.position_of('n').filter(|_| self.is_passing())
            && (!atom.is_straight() || range != 1)
        {
            return Err((
                position,
                format!("\"nn\" needs a single step of D A H G, and not of {letter}").into(),
            ));
        }
        if let Some(position) = self.position_of('q').filter(|_| !atom.is_oblique() || range == 1) {
            return Err((position, "'q' needs a leap of N C Z and a range above 1, or none".into()));
        }
        let neither = !self.has('m') && !self.has('c');
        let component = Component {
            steps: Vec::new(),
            range,
            quiet: neither || self.has('m'),
            capture: neither || self.has('c'),
            initial: self.has('i'),
            lame: self.has('n'),
            hop: self.hop(range)?,
            circular: self.has('q'),
            first_leg: None,
            passing: self.is_passing(),
            en_passant: self.has('e'),
        };
        if let Some(position) = self.position_of('e').filter(|_| !self.has('c')) {
            return Err((position, "'e' needs a capture: write ce".into()));
        }
        let steps = atom.steps(&self.directions)?;
        let Some(second_leg) = self.position_of('a') else {
            if let Some(position) = self.position_of('y') {
                return Err((position, "'y' needs a second leg, which begins with 'a'".into()));
            }
            let mut component = component;
            component.add_steps(steps);
            return Ok(vec![component]);
        };
        if !atom.is_straight() || range != 1 {
            let message = format!("'a' needs a single step of W F D A H G, and not of {letter}");
            return Err((second_leg, message.into()));
        }
        if self.turns.is_empty() {
            return Err((second_leg, "'a' needs directions of the second leg, such as afs".into()));
        }
        let range = if self.has('y') { 0 } else { 1 };
        let legs = steps.into_iter().map(|first| {
            let mut component = Component { range, first_leg: Some(first), ..component.clone() };
            component.add_steps(direction::turns(first, &self.turns)?);
            Ok(component)
        });
        legs.collect()
    }

    fn hop(&self, range: u8) -> Result<Option<Hop>, Fault> {
        for (letter, hop) in [('p', Hop::Cannon), ('g', Hop::Grasshopper)] {
            match self.position_of(letter) {
                Some(position) if range == 1 => {
                    let message = "needs an atom that moves beyond the piece it jumps over: \
                                   R B Q, a doubled atom or a range above 1";
                    return Err((position, format!("{letter:?} {message}").into()));
                }
                Some(_) => return Ok(Some(hop)),
                None => {}
            }
        }
        Ok(None)
    }
}
