//! What every node of the search does: making moves, and seeing where a line ends.

use crate::rules::variant::StalemateValue;
use crate::rules::{Move, MoveFlag, Undo};

use super::history::PieceTo;
use super::score::{Value, mate_in, mated_in};
use super::tt::Entry;
use super::worker::{BEFORE, Frame, Worker};

impl Worker<'_> {
    #[inline]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// The landing made `back` half-moves before `ply`.
    #[inline]
    pub(super) fn landing_before(&self, ply: usize, back: usize) -> Option<PieceTo> {
        self.frames[ply + BEFORE - back].landing
    }

    /// Makes `mv` in the node at `ply`.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, ply: usize) -> Undo {
        self.keys.push(self.position.key());
        self.nodes += 1;
        let undo = self.position.make(mv);
        self.shared.table.prefetch(self.position.key());
        let accumulator = self.frames[ply + BEFORE].accumulator;
        self.frames[ply + BEFORE + 1].accumulator = self.shared.evaluator.after(accumulator, mv, &undo);
        self.frames[ply + BEFORE].landing = Some(PieceTo::new(undo.moved.kind, mv.to));
        undo
    }

    #[inline]
    pub(super) fn unmake(&mut self, mv: Move, undo: &Undo) {
        self.position.unmake(mv, undo);
        self.keys.pop();
    }

    /// Whether the game is drawn here by repetition or by the move rule.
    ///
    /// One repetition inside the searched line counts: what happened once will happen again. So it does where the
    /// variant has no such rule, because a line that goes round in circles wins for nobody.
    pub(super) fn is_draw(&self) -> bool {
        let rules = self.position.variant().rules();
        let clock = usize::from(self.position.halfmove_clock());
        if rules.move_rule_plies > 0 && clock >= usize::from(rules.move_rule_plies) {
            return !self.position.is_check() || self.position.has_legal_move();
        }
        let key = self.position.key();
        let needed = usize::from(rules.repetition_limit.max(2)) - 1;
        let mut times = 0;
        let mut back = 2;
        // Where other moves than those of pawns set the clock back, it does not tell what cannot come again.
        let reach =
            if rules.zeroing_is_irreversible() { clock.min(self.keys.len()) } else { self.keys.len() };
        while back <= reach {
            let at = self.keys.len() - back;
            if self.keys[at] == key {
                times += 1;
                if at > self.game_keys || times >= needed {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// Whether the king of the side to move is attacked, even where the rules let it be.
    pub(super) fn in_check(&self) -> bool {
        let (turn, position) = (self.position.turn(), &self.position);
        position.king_square(turn).is_some_and(|king| position.is_attacked(king, !turn))
    }

    /// Whether the side to move wins by capturing a king: then nothing else need be looked at.
    pub(super) fn can_take_king(&self) -> bool {
        let (turn, position) = (self.position.turn(), &self.position);
        position.variant().rules().capturable_king.is_some()
            && position.king_square(!turn).is_some_and(|king| position.is_attacked(king, turn))
    }

    /// The value at `ply` for a side that has no legal move.
    pub(super) fn without_moves(&self, ply: usize) -> Value {
        if self.position.variant().rules().fog {
            // It will have some with pieces that are not seen.
            return self.evaluate(ply);
        }
        if self.position.is_check() { mated_in(ply) } else { self.stalemate(ply) }
    }

    /// What a side without a legal move and not in check gets.
    fn stalemate(&self, ply: usize) -> Value {
        match self.position.variant().rules().stalemate {
            StalemateValue::Draw => 0,
            StalemateValue::Win => mate_in(ply),
            StalemateValue::Loss => mated_in(ply),
        }
    }

    /// The hash move, if it is a legal move here.
    pub(super) fn checked_hash_move(&mut self, entry: Option<&Entry>) -> Option<Move> {
        let mv = entry?.mv?;
        (self.position.is_pseudo_legal(mv) && self.position.is_king_safe_after(mv)).then_some(mv)
    }

    pub(super) fn is_noisy(&self, mv: Move) -> bool {
        self.position.board().piece_at(mv.to).is_some()
            || !matches!(mv.flag, MoveFlag::Normal | MoveFlag::DoubleStep | MoveFlag::Castle)
    }

    /// The static evaluation of the position at `ply`.
    pub(super) fn evaluate(&self, ply: usize) -> Value {
        self.shared.evaluator.full(&self.position, self.frames[ply + BEFORE].accumulator)
    }

    /// Makes `mv`, followed by the line of the next ply, the line of this one.
    pub(super) fn keep_line(&mut self, mv: Move, ply: usize) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        if let Some(rest) = tail.first() {
            head[ply].extend_from_slice(rest);
        }
    }
}
