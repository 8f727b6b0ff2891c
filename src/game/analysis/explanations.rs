//! Reasons why moves were bad, found in the background.

use std::collections::HashMap;

use super::{Analysis, Judgment};
use crate::game::worker::Explainer;
use crate::notation::game_tree::NodeId;
use crate::reason::ReasonRequest;
use crate::rules::Move;

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
            && let Some((request, key)) = request(analysis, shown)
            && !self.known.contains_key(&key)
        {
            self.explainer.start(request);
            self.asked = Some(key);
        }
        found
    }

    /// The reason why the move that leads to `id` is bad, if it has been found.
    pub fn of(&self, analysis: &Analysis, id: NodeId) -> Option<&str> {
        self.known.get(&request(analysis, id)?.1)?.as_deref()
    }
}

/// The request for the reason of the move that leads to `id`, and its key. `None` if the move is not judged to be bad.
fn request(analysis: &Analysis, id: NodeId) -> Option<(ReasonRequest, (u64, Move))> {
    let tree = analysis.tree();
    if analysis.judged_move(id)?.judgment == Judgment::Good {
        return None;
    }
    let (parent, mv) = (tree.parent(id)?, tree.move_to(id)?);
    let before = tree.position(parent);
    let key = (before.key(), mv);
    let request = ReasonRequest { keys: tree.keys_to(parent), ..ReasonRequest::new(before, mv) };
    Some((request, key))
}
