//! Reasons why moves were bad, found in the background.

use std::collections::HashMap;

use super::{Analysis, Judgment};
use crate::game::worker::Explainer;
use crate::notation::game_tree::NodeId;
use crate::reason::ReasonRequest;
use crate::rules::{Move, Position};

/// Reasons of the moves that were shown, each with the position before the move as its key.
pub struct Explanations {
    explainer: Box<Explainer>,
    /// The move whose reason is being searched for.
    asked: Option<(u64, Move)>,
    /// Reasons that were found; `None` where nothing can be proved.
    known: HashMap<(u64, Move), Option<String>>,
}

impl Explanations {
    /// No reasons yet. `explainer` finds them.
    pub fn new(explainer: Box<Explainer>) -> Self {
        Self { explainer, asked: None, known: HashMap::new() }
    }

    /// Takes the reason that was found, and looks for that of the move that leads to `shown`, if it is judged to be bad.
    /// Returns whether a reason was found.
    pub fn tick(&mut self, analysis: &Analysis, shown: NodeId) -> bool {
        let reason = self.asked.and_then(|asked| Some((asked, self.explainer.poll()?)));
        let found = reason.is_some();
        if let Some((asked, reason)) = reason {
            self.known.insert(asked, reason.map(|reason| reason.text));
            self.asked = None;
        }
        if self.asked.is_none()
            && let Some((before, mv)) = bad_move(analysis, shown)
            && !self.known.contains_key(&(before.key(), mv))
        {
            self.asked = Some((before.key(), mv));
            let tree = analysis.tree();
            let keys = tree.parent(shown).map_or_else(Vec::new, |parent| tree.keys_to(parent));
            self.explainer.start(ReasonRequest { keys, ..ReasonRequest::new(before, mv) });
        }
        found
    }

    /// The reason why the move that leads to `id` is bad, if it has been found.
    pub fn of(&self, analysis: &Analysis, id: NodeId) -> Option<&str> {
        let (before, mv) = bad_move(analysis, id)?;
        self.known.get(&(before.key(), mv))?.as_deref()
    }
}

/// The move that leads to `id`, with the position before it. `None` if the move is not judged to be bad.
fn bad_move(analysis: &Analysis, id: NodeId) -> Option<(Position, Move)> {
    let tree = analysis.tree();
    if analysis.judged_move(id)?.judgment == Judgment::Good {
        return None;
    }
    Some((tree.position(tree.parent(id)?), tree.move_to(id)?))
}
