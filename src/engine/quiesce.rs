//! Quiescence: captures, promotions and answers to checks until the position is quiet.

use super::history::PieceTo;
use super::move_picker::{Context, MovePicker};
use super::score::{INFINITE, LEAST_MATE, MAX_PLY, Value, mate_in};
use super::tt::{Bound, Entry};
use super::worker::{BEFORE, Worker};

/// So many half-moves into the search only recaptures are tried: crowded boards have too much to take.
const FAR: usize = 7;
/// A capture must bring the value this near to the window to be tried.
const DELTA: Value = 170;

impl Worker<'_> {
    /// Searches noisy moves only; in check, all of them.
    pub(super) fn quiesce<const PV: bool>(&mut self, alpha: Value, beta: Value, ply: usize) -> Value {
        self.quiesce_from::<PV>(alpha, beta, ply, 0)
    }

    /// The same, `far` half-moves into the quiescence search.
    fn quiesce_from<const PV: bool>(
        &mut self,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        far: usize,
    ) -> Value {
        if self.must_stop() {
            return 0;
        }
        if PV {
            self.pv[ply].clear();
            self.seldepth = self.seldepth.max(ply + 1);
        }
        if self.can_take_king() {
            return mate_in(ply + 1);
        }
        if self.is_draw() {
            return 0;
        }
        let in_check = self.in_check();
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate(ply) };
        }
        let evaluator = self.shared.evaluator;
        let key = self.position.key();
        let entry = self.shared.table.probe(key, ply);
        if let (false, Some(entry)) = (PV, &entry) {
            let fits = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if fits {
                return entry.value;
            }
        }
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut evaluation = None;
        if !in_check {
            let known = entry.as_ref().and_then(|e| e.evaluation);
            let (value, whole) = match known {
                Some(value) => (value, true),
                None => evaluator.lazy(&self.position, self.frames[ply + BEFORE].accumulator, alpha, beta),
            };
            evaluation = Some(value).filter(|_| whole);
            best = value;
            if let Some(entry) = &entry {
                let better = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.value > best,
                    Bound::Upper => entry.value < best,
                };
                if better && entry.value.abs() < LEAST_MATE {
                    best = entry.value;
                }
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let stand = best;
        let hash = self.checked_hash_move(entry.as_ref()).filter(|&mv| in_check || self.is_noisy(mv));
        let context = Context { hash, ..Context::default() };
        let room = self.rooms.pop().unwrap_or_default();
        let mut picker =
            if in_check { MovePicker::all(room, context) } else { MovePicker::noisy(room, context, 0) };
        let last = self.frames[ply + BEFORE - 1].landing.map(PieceTo::square);
        let mut best_move = None;
        let mut count = 0;
        while let Some(scored) = picker.next(&self.position, evaluator, self.history) {
            let mv = scored.mv;
            count += 1;
            if far >= FAR && !in_check && last != Some(mv.to) {
                continue;
            }
            if !in_check && best > -LEAST_MATE {
                let captured = self.position.board().piece_at(mv.to);
                let gain = captured.map_or(0, |p| evaluator.value(p.kind))
                    + mv.promotion().map_or(0, |kind| evaluator.value(kind));
                let hope = stand + gain + DELTA;
                if hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
            }
            if in_check && best > -LEAST_MATE && count > 3 && picker.is_past_good_captures() {
                break;
            }
            let undo = self.make(mv, ply);
            let value = -self.quiesce_from::<PV>(-beta, -alpha, ply + 1, far + 1);
            self.unmake(mv, &undo);
            if self.stopped {
                self.rooms.push(picker.into_room());
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.keep_line(mv, ply);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        self.rooms.push(picker.into_room());
        if in_check && count == 0 {
            return self.without_moves(ply);
        }
        let bound = match best {
            value if value >= beta => Bound::Lower,
            value if PV && value > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.shared.table.store(key, ply, &Entry { mv: best_move, value: best, bound, depth: 0, evaluation });
        best
    }
}
