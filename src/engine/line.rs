//! Lines to be read: where the search cut a line short, its memory knows how it goes on.

use super::Engine;
use crate::rules::{Move, Position};

/// Half-moves to which a line is lengthened.
const WHOLE: usize = 10;

impl Engine {
    /// `line` from `position` with the moves that are remembered behind its end, as long as no position comes twice.
    pub(super) fn lengthened(&self, position: &Position, mut line: Vec<Move>) -> Vec<Move> {
        let mut position = position.clone();
        let mut keys = vec![position.key()];
        for &mv in &line {
            position.make(mv);
            keys.push(position.key());
        }
        while line.len() < WHOLE {
            let remembered = self.table.probe(position.key(), 0).and_then(|entry| entry.mv);
            let Some(mv) = remembered.filter(|&mv| position.is_legal(mv)) else { break };
            position.make(mv);
            if keys.contains(&position.key()) {
                break;
            }
            keys.push(position.key());
            line.push(mv);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::engine::{Limits, Options};
    use crate::notation::variants_ini::Variants;

    /// Shows that a line cut to its first move goes on with legal moves, as the search expected, and repeats nothing.
    #[test]
    fn a_line_goes_on_from_memory() {
        let variant = Variants::built_in().get("chess").expect("built in");
        let position = Position::start(&variant).expect("a legal start");
        let mut engine = Engine::new(Options { hash_mib: 4, ..Options::default() });
        let stop = AtomicBool::new(false);
        let found = engine.go(&position, &[], &Limits::nodes(60_000), &stop, |_| {});
        let line = engine.lengthened(&position, found.pv[..1].to_vec());
        assert!(line.len() > 3 && line.len() <= WHOLE, "{line:?}");
        assert_eq!(line[..2], found.pv[..2]);
        let mut after = position;
        let mut keys = vec![after.key()];
        for mv in line {
            after.play(mv).expect("a legal move");
            assert!(!keys.contains(&after.key()));
            keys.push(after.key());
        }
    }
}
