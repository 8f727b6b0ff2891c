//! Reasons why moves were bad, found in the background.

use std::collections::HashMap;

use super::{Analysis, Judgment};
use crate::game::worker::Explainer;
use crate::notation::game_tree::NodeId;
use crate::reason::ReasonRequest;
use crate::rules::{Move, Position};

/// Reasons of moves, each with the position before the move as its key.
pub struct Explanations {
    explainer: Box<Explainer>,
    /// The move whose reason is being searched for.
    asked: Option<(NodeId, (u64, Move))>,
    /// Moves whose reasons are searched for when nothing else is asked, the last one first.
    waiting: Vec<NodeId>,
    /// Reasons that were found; `None` where nothing can be proved.
    known: HashMap<(u64, Move), Option<String>>,
}

impl Explanations {
    /// No reasons yet. `explainer` finds them.
    pub fn new(explainer: Box<Explainer>) -> Self {
        Self { explainer, asked: None, waiting: Vec::new(), known: HashMap::new() }
    }

    /// Looks for the reasons of these moves, too, in this order.
    pub fn ask(&mut self, moves: Vec<NodeId>) {
        self.waiting = moves;
        self.waiting.reverse();
    }

    /// Takes the reason that was found, and looks for that of the move that leads to `shown`, if it is judged to be bad, or
    /// else of the next move that waits. Returns the move whose reason was found.
    pub fn tick(&mut self, analysis: &Analysis, shown: NodeId) -> Option<NodeId> {
        let reason = self.asked.and_then(|asked| Some((asked, self.explainer.poll()?)));
        let found = reason.as_ref().map(|((id, _), _)| *id);
        if let Some(((_, key), reason)) = reason {
            self.known.insert(key, reason.map(|reason| reason.text));
            self.asked = None;
        }
        if self.asked.is_none()
            && !self.start(analysis, shown)
            && let Some(id) = self.waiting.pop().filter(|id| analysis.tree().contains(*id))
        {
            self.start(analysis, id);
        }
        found
    }

    /// Stops the search. In the browser the same engine explains moves on other screens.
    pub fn pause(&mut self) {
        if let Some((id, _)) = self.asked.take() {
            self.explainer.cancel();
            self.waiting.push(id);
        }
    }

    /// Looks for the reason of the move that leads to `id`, if it is judged to be bad and its reason is not known. Returns
    /// whether it does.
    fn start(&mut self, analysis: &Analysis, id: NodeId) -> bool {
        let unknown =
            bad_move(analysis, id).filter(|(before, mv)| !self.known.contains_key(&(before.key(), *mv)));
        let Some((before, mv)) = unknown else { return false };
        self.asked = Some((id, (before.key(), mv)));
        let tree = analysis.tree();
        let keys = tree.parent(id).map_or_else(Vec::new, |parent| tree.keys_to(parent));
        self.explainer.start(ReasonRequest { keys, ..ReasonRequest::new(before, mv) });
        true
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
