//! What becomes of a move in a node: whether it is searched, and how deep.

use crate::rules::piece::MAX_KINDS;
use crate::rules::{Bitboard, Move, Piece, Position};

use super::history::PieceTo;
use super::move_picker::MovePicker;
use super::score::{LEAST_MATE, Value};
use super::search::Node;
use super::see;
use super::tt::{Bound, Entry};
use super::worker::{BEFORE, Worker};

/// Deepest entry of the table of reductions.
const TABLE: usize = 63;

/// How many plies less the `move`th move is searched at a depth, by depth and move number.
pub(super) fn reductions() -> [[u8; 64]; 64] {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (count, cell) in row.iter_mut().enumerate().skip(1) {
            let plies = 0.4 + (depth as f64).ln() * (count as f64).ln() / 2.05;
            *cell = plies as u8;
        }
    }
    table
}

/// The squares from which each kind of the side to move would give check; made when first asked for.
pub(super) struct CheckSquares {
    made: bool,
    squares: [Bitboard; MAX_KINDS],
}

impl CheckSquares {
    pub(super) const fn new() -> Self {
        Self { made: false, squares: [Bitboard::EMPTY; MAX_KINDS] }
    }

    /// Whether `mv` attacks the enemy king from where it lands; discovered checks are not seen.
    pub(super) fn has(&mut self, position: &Position, mv: Move) -> bool {
        let color = position.turn();
        if !self.made {
            self.made = true;
            if let Some(king) = position.king_square(!color) {
                for kind in position.variant().kinds() {
                    if position.board().by_piece(color, kind).any() {
                        self.squares[kind.index()] = position.attacking_squares(king, color, kind);
                    }
                }
            }
        }
        position.board().piece_at(mv.from).is_some_and(|p| self.squares[p.kind.index()].has(mv.to))
    }
}

/// A move that is looked at, with what is known about it.
pub(super) struct Candidate {
    pub mv: Move,
    /// Its number among the node's moves, from 1.
    pub count: usize,
    pub landing: PieceTo,
    pub captured: Option<Piece>,
    pub noisy: bool,
    pub gives_check: bool,
    /// What the histories say of it.
    pub past: i32,
}

/// What becomes of a move.
pub(super) enum Fate {
    /// It is searched.
    Searched,
    /// It is left out.
    Pruned,
    /// It is left out, and so are all quiet moves after it: none brings more than this.
    Hopeless(Value),
}

/// What the search for a second good move says of the hash move.
pub(super) enum Singular {
    /// It is searched so many plies deeper.
    Extended(i32),
    /// There are two moves that good: the node is worth this.
    Cut(Value),
}

impl Worker<'_> {
    /// How many plies less a candidate is searched, before its own merits.
    #[inline]
    pub(super) fn usual_reduction(&self, node: &Node, count: usize) -> i32 {
        let table = &self.shared.reductions[(node.depth as usize).min(TABLE)];
        i32::from(table[count.min(TABLE)]) + i32::from(!node.improving)
    }

    /// Whether `candidate` is worth a search, where a move is known that avoids mate.
    #[inline]
    pub(super) fn fate(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: Value,
        reduction: i32,
        picker: &mut MovePicker,
    ) -> Fate {
        let left = (node.depth - reduction).max(0);
        if candidate.noisy {
            return self.noisy_fate(node, candidate, alpha, left, picker);
        }
        let (depth, gives_check) = (node.depth, candidate.gives_check);
        if alpha >= LEAST_MATE {
            // A shorter mate is looked for: only checks can give it, and none of them may be missed.
            return if depth <= 1 && !gives_check { Fate::Pruned } else { Fate::Searched };
        }
        let enough = (4 + depth * depth) as usize;
        let enough = if node.improving { enough * 3 / 2 } else { enough * 3 / 4 };
        if candidate.count >= enough && depth <= 8 {
            picker.skip_quiet();
            if !gives_check {
                return Fate::Pruned;
            }
        }
        if candidate.past < -3500 * depth && depth <= 5 {
            return Fate::Pruned;
        }
        if !node.in_check && !gives_check && left <= 8 {
            let hope = node.static_value.unwrap_or(0) + 95 + 95 * left + candidate.past / 64;
            if hope <= alpha {
                return Fate::Hopeless(hope);
            }
        }
        if see::see_ge(self.shared.evaluator, &self.position, candidate.mv, -24 * left * left) {
            Fate::Searched
        } else {
            Fate::Pruned
        }
    }

    fn noisy_fate(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: Value,
        left: i32,
        picker: &MovePicker,
    ) -> Fate {
        let evaluator = self.shared.evaluator;
        if !candidate.gives_check && left < 7 && !node.in_check {
            let gain = candidate.captured.map_or(0, |piece| evaluator.value(piece.kind))
                + candidate.mv.promotion().map_or(0, |kind| evaluator.value(kind));
            let hope = node.static_value.unwrap_or(0) + 260 + 220 * left + gain + candidate.past / 8;
            if hope <= alpha {
                return Fate::Pruned;
            }
        }
        let loses = picker.is_past_good_captures()
            && !see::see_ge(evaluator, &self.position, candidate.mv, -110 * node.depth);
        if loses { Fate::Pruned } else { Fate::Searched }
    }

    /// Whether the hash move is much better than all others: then it deserves a deeper look.
    pub(super) fn singular<const PV: bool>(&mut self, node: &Node, mv: Move, beta: Value) -> Singular {
        let known = |entry: &&Entry| {
            !node.root
                && node.excluded.is_none()
                && Some(mv) == node.hash
                && node.depth >= 6
                && node.ply < 2 * self.depth as usize
                && entry.bound != Bound::Upper
                && entry.depth >= node.depth - 3
                && entry.value.abs() < LEAST_MATE
        };
        let Some(entry) = node.entry.as_ref().filter(known) else { return Singular::Extended(0) };
        let (ply, single) = (node.ply, entry.value - 2 * node.depth);
        self.frame(ply).excluded = Some(mv);
        let value = self.search::<false>(single - 1, single, (node.depth - 1) / 2, ply, node.cut);
        self.frame(ply).excluded = None;
        if value < single {
            let doubles = self.frames[ply + BEFORE].doubles;
            let twice = !PV && value < single - 22 && doubles < 8;
            return Singular::Extended(if twice { 2 } else { 1 });
        }
        match single {
            _ if single >= beta => Singular::Cut(single),
            _ if entry.value >= beta => Singular::Extended(-2),
            _ if node.cut => Singular::Extended(-1),
            _ => Singular::Extended(0),
        }
    }

    /// How many plies less a candidate that has been made is searched at first.
    #[inline]
    pub(super) fn reduction<const PV: bool>(
        &self,
        node: &Node,
        candidate: &Candidate,
        usual: i32,
        marked: bool,
    ) -> i32 {
        let less = i32::from(PV) + i32::from(candidate.gives_check) + i32::from(marked);
        let more = i32::from(node.cut)
            + i32::from(node.hash_is_noisy && !candidate.noisy)
            + i32::from(self.frames[node.ply + BEFORE + 1].cutoffs > 3);
        usual + more - less - candidate.past / if candidate.noisy { 6000 } else { 9000 }
    }
}
