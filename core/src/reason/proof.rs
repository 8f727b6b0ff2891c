//! Proof that a side wins material: an exhaustive search that counts material alone, with a quiescence search at its
//! leaves.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::rules::{Color, Move, Piece, Position};

/// Greatest depth of the quiescence search in plies. What is not decided by then is not proved.
const MAX_QUIESCENCE: i32 = 8;

/// Material of `color` minus that of the other side. `values` are those of the kinds.
pub fn balance(position: &Position, color: Color, values: &[i32]) -> i32 {
    let signed = |piece: Piece| if piece.color == color { 1 } else { -1 } * values[piece.kind.index()];
    position.board().pieces().map(|(_, piece)| signed(piece)).sum()
}

/// Material that the side to move gains by `mv`: the captured piece and the difference made by a promotion.
pub fn gain(position: &Position, mv: Move, values: &[i32]) -> i32 {
    let value_at = |square| position.board().piece_at(square).map_or(0, |piece| values[piece.kind.index()]);
    let captured = match mv {
        _ if !position.is_capture(mv) => 0,
        _ if position.board().piece_at(mv.to).is_some() => value_at(mv.to),
        _ => value_at(position.en_passant_victim(mv.to)),
    };
    captured + mv.promotion().map_or(0, |kind| values[kind.index()] - value_at(mv.from))
}

/// Whether the side that has just moved reaches a material balance of at least `target` against every defence, by a search
/// of all moves for `depth` plies. It takes the positions that it visits from `nodes`; if there are not enough, there is no
/// proof.
pub fn is_won(
    position: &Position,
    target: i32,
    depth: i32,
    values: &[i32],
    nodes: &mut u64,
    stop: &AtomicBool,
) -> bool {
    let attacker = !position.turn();
    let mut search = Search { values, attacker, target, nodes, stop, killers: [None; 16] };
    search.is_forced(&mut position.clone(), balance(position, attacker, values), depth) == Some(true)
}

struct Search<'a> {
    values: &'a [i32],
    attacker: Color,
    target: i32,
    nodes: &'a mut u64,
    stop: &'a AtomicBool,
    /// Killer moves: the last move that decided a node, for each depth.
    killers: [Option<Move>; 16],
}

impl Search<'_> {
    /// Whether the attacker, whose material balance is `balance`, can force the target. `None` if there are no nodes left.
    fn is_forced(&mut self, position: &mut Position, balance: i32, depth: i32) -> Option<bool> {
        *self.nodes = self.nodes.checked_sub(1).filter(|_| !self.stop.load(Ordering::Relaxed))?;
        let attacks = position.turn() == self.attacker;
        if let Some((_, winner)) = position.reached_goal() {
            return Some(winner == Some(self.attacker));
        }
        let is_quiescence = depth <= 0 && !position.is_check();
        let stands_pat = balance >= self.target;
        if is_quiescence && stands_pat == attacks {
            return Some(attacks);
        }
        if depth < -MAX_QUIESCENCE {
            return Some(false);
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return Some(position.outcome(1).and_then(|outcome| outcome.winner()) == Some(self.attacker));
        }
        let killer = (depth + MAX_QUIESCENCE) as usize;
        if is_quiescence {
            moves.retain(|&mv| gain(position, mv, self.values) > 0);
        }
        moves.sort_by_cached_key(|&mv| (Some(mv) != self.killers[killer], -gain(position, mv, self.values)));
        for mv in moves {
            let gain = gain(position, mv, self.values);
            let undo = position.make(mv);
            let result =
                self.is_forced(position, if attacks { balance + gain } else { balance - gain }, depth - 1);
            position.unmake(mv, &undo);
            if result? == attacks {
                self.killers[killer] = Some(mv);
                return Some(attacks);
            }
        }
        Some(!attacks)
    }
}
