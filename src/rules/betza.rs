//! Betza notation: the text that says how a piece moves.

use super::color::Color;

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
    /// temp
    pub fn steps_for(&self, color: Color) -> impl Iterator<Item = (i8, i8)> + '_ {
        self.steps.iter().map(move |&(f, r)| (f * color.forward(), r * color.forward()))
    }
}
