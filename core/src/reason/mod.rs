//! Why a move was bad, in a sentence that is proved before it is shown. docs/analysis.md explains the kinds of reasons and
//! their proofs.
//!
//! ```
//! use xxlchess_core::engine::{Engine, Options};
//! use xxlchess_core::notation::{coords, fen, variants_ini::Variants};
//! use xxlchess_core::reason::{ReasonRequest, explain};
//!
//! let chess = Variants::built_in().get("chess").unwrap();
//! let position = fen::parse(&chess, "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap();
//! let mv = coords::parse_move(&position, "a1e1").unwrap();
//! let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
//! let request = ReasonRequest { nodes: 5_000, ..ReasonRequest::new(position, mv) };
//! let reason = explain(&mut engine, &request, &false.into()).unwrap();
//! assert_eq!(reason.text, "It misses mate in 1 by Rxa8#.");
//! ```

pub mod motif;
mod proof;
mod tactic;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::atomic::AtomicBool;

use crate::engine::mate_solver::{Solver, SolverGoal};
use crate::engine::{Engine, Limits, Options, Score, SearchReport};
use crate::notation::san;
use crate::rules::{Move, Position, Square};
use proof::Proof;
pub use tactic::ReasonKind;
use tactic::Tactic;

/// Nodes of each search of the engine.
const NODES: u64 = 100_000;
/// Positions that the mate solver may search for each node of the engine. Its nodes cost much less time.
const SOLVER_NODES: u64 = 20;
/// Positions of the proof of a material gain for each node of the engine.
const PROOF_NODES: u64 = 8;
/// Greatest score in centipawns. All mates and higher scores count as this one.
const MAX_SCORE: i32 = 2_000;
/// Score from which a position is won, in centipawns.
const WON: i32 = 300;
/// Least material gain of a tactic, in thousandths of a pawn.
const MIN_GAIN: i32 = 500;
/// Depths of the proofs: plies of all moves after the first one.
const PROOF_DEPTHS: [i32; 3] = [2, 4, 6];
/// Number of plies of best play after which most of a gain of material must be left.
const LINE: usize = 9;
/// Longest line that is shown, in plies.
const MAX_LINE: usize = 10;
/// A loss of which a part is enough to decide the game, in thousandths of a pawn.
const LARGE_LOSS: i32 = 10_000;
/// Greatest loss of which captures on one square must gain a part, in thousandths of a pawn. The part is a pawn, which is
/// always enough, because a pawn may be what stopped or started an attack.
const LARGE_LOSS_OF_EXCHANGE: i32 = 2_500;

/// A move to explain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasonRequest {
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// Keys of all positions of the game up to `position`.
    pub keys: Vec<u64>,
    /// Nodes of each search of the engine.
    pub nodes: u64,
}

impl ReasonRequest {
    /// A request without the earlier positions of the game, with 100,000 nodes for each search.
    pub fn new(position: Position, mv: Move) -> Self {
        Self { keys: vec![position.key()], position, mv, nodes: NODES }
    }
}

/// Gain of the side that profits from a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gain {
    /// Mate in this number of moves.
    Mate(u8),
    /// Material in thousandths of a pawn.
    Material(i32),
    /// The result of the game.
    Result,
}

/// Why a move was bad. It displays as its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Kind of the reason.
    pub kind: ReasonKind,
    /// Whether a chance was missed: the line begins in place of the move. Otherwise it begins after the move.
    pub missed: bool,
    /// The moves that prove the reason.
    pub line: Vec<Move>,
    /// Squares of the pieces that the sentence names.
    pub squares: Vec<Square>,
    /// Gain of the line.
    pub gain: Gain,
    /// The sentence in English.
    pub text: String,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Explains why the move of `request` is worse than the best one. `None` if nothing can be proved, or if it is the best.
///
/// The tables of the engine are cleared, and it searches one line on one thread, so the result depends on the request alone unless `stop` is set. In fog of war and
/// in variants in which a side must capture, nothing is explained.
pub fn explain(engine: &mut Engine, request: &ReasonRequest, stop: &AtomicBool) -> Option<Reason> {
    let (before, mv) = (&request.position, request.mv);
    let rules = before.variant().rules();
    if rules.fog || rules.must_capture || !before.is_legal(mv) {
        return None;
    }
    let options = Options { multi_pv: 1, threads: 1, ..engine.options().clone() };
    // Setting these options allocates nothing, so it cannot fail.
    let _ = engine.set_options(options);
    engine.new_game();
    let mut after = before.clone();
    after.make(mv);
    let best = search(engine, request, before, &[], stop);
    let reply = search(engine, request, &after, &[after.key()], stop);
    let case = Case { request, after, best, reply, stop };
    if case.best.best_move()? == mv {
        return None;
    }
    case.mate(false)
        .or_else(|| case.game_end())
        .or_else(|| case.mate(true))
        .or_else(|| case.greater_tactic(engine))
}

/// Searches `position`, which was reached from that of the request by positions with these keys.
fn search(
    engine: &mut Engine,
    request: &ReasonRequest,
    position: &Position,
    keys: &[u64],
    stop: &AtomicBool,
) -> SearchReport {
    let keys = [&request.keys, keys].concat();
    engine.go(position, &keys, &Limits::nodes(request.nodes), stop, |_| {})
}

/// The score in centipawns.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-MAX_SCORE, MAX_SCORE),
        Score::Mate(moves) => {
            if moves > 0 {
                MAX_SCORE
            } else {
                -MAX_SCORE
            }
        }
    }
}

/// A move with the searches of the positions before and after it.
struct Case<'a> {
    request: &'a ReasonRequest,
    after: Position,
    best: SearchReport,
    reply: SearchReport,
    stop: &'a AtomicBool,
}

impl Case<'_> {
    /// The position in which a missed or an allowed line begins, and the search of it.
    fn start(&self, missed: bool) -> (&Position, &SearchReport) {
        if missed { (&self.request.position, &self.best) } else { (&self.after, &self.reply) }
    }

    /// A mate, which the mate solver proves.
    fn mate(&self, missed: bool) -> Option<Reason> {
        let (position, report) = self.start(missed);
        let Score::Mate(moves @ 1..) = report.score else { return None };
        let other = if missed { self.reply.score } else { self.best.score };
        if matches!(other, Score::Mate(..=0)) {
            return None;
        }
        let (mut moves, mut first) = (u8::try_from(moves).ok()?, report.best_move()?);
        let mut solver =
            Solver::new(SolverGoal::Mate, self.request.nodes.saturating_mul(SOLVER_NODES), self.stop);
        if !solver.solves(position, first, moves).ok()? {
            return None;
        }
        let mut line = report.pv.clone();
        if let Ok(Some(shorter)) = solver.shortest(position, moves - 1) {
            (moves, first) = shorter;
            line = vec![first];
        }
        let verb = if missed { "misses" } else { "allows" };
        let text = format!("It {verb} mate in {moves} by {}.", san::format(position, first));
        Some(Reason {
            kind: ReasonKind::Mate,
            missed,
            line,
            squares: Vec::new(),
            gain: Gain::Mate(moves),
            text,
        })
    }

    /// An end of the game other than mate: a draw in a won position, or a goal of the variant.
    fn game_end(&self) -> Option<Reason> {
        let (us, keys) =
            (self.request.position.turn(), [&self.request.keys[..], &[self.after.key()]].concat());
        let is_won = centipawns(self.best.score) >= WON;
        let bad_end = |position: &Position, keys: &[u64]| {
            let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
            let outcome = position.outcome(occurrences)?;
            match outcome.winner() {
                None if is_won => Some(format!("draws by {} in a won position", outcome.name())),
                Some(winner) if winner != us => Some(format!("wins by {}", outcome.name())),
                _ => None,
            }
        };
        let (text, line) = match bad_end(&self.after, &keys) {
            Some(text) => (format!("It {}.", text.replace("wins", "loses")), Vec::new()),
            None => {
                let (mv, mut position) = (self.reply.best_move()?, self.after.clone());
                position.make(mv);
                let text = bad_end(&position, &[&keys[..], &[position.key()]].concat())?;
                (format!("It allows {}, which {text}.", san::format(&self.after, mv)), vec![mv])
            }
        };
        let squares = Vec::new();
        Some(Reason { kind: ReasonKind::GameEnd, missed: false, line, squares, gain: Gain::Result, text })
    }

    /// The tactic that the move allows if it explains two fifths of the loss, and otherwise the greater one of those that it
    /// allows and misses.
    fn greater_tactic(&self, engine: &mut Engine) -> Option<Reason> {
        let loss = (centipawns(self.best.score) + centipawns(self.reply.score)) * 10;
        let gain = |reason: &Reason| if let Gain::Material(gain) = reason.gain { gain } else { 0 };
        let allowed = self.tactic(engine, false);
        if allowed.as_ref().is_some_and(|allowed| gain(allowed) * 5 >= loss * 2) {
            return allowed;
        }
        // The last one of equal elements is the greatest.
        self.tactic(engine, true).into_iter().chain(allowed).max_by_key(gain)
    }

    /// A gain of material: the material that the first move of the line gains against every defence, if most of it is neither
    /// lost again in best play nor gained after the other move, too.
    fn tactic(&self, engine: &mut Engine, missed: bool) -> Option<Reason> {
        let (before, (position, report)) = (&self.request.position, self.start(missed));
        let (first, side) = (report.best_move()?, position.turn());
        // The move that was made has taken the piece that another one would have taken.
        if missed && position.is_capture(first) && first.to == self.request.mv.to {
            return None;
        }
        // The best move has the same answer.
        if !missed && !position.is_capture(first) && self.best.pv.get(1) == Some(&first) {
            return None;
        }
        let mut after = position.clone();
        after.make(first);
        let keys = [self.after.key(), after.key()];
        let search = search(engine, self.request, &after, &keys[usize::from(missed)..], self.stop);
        let (best, reply) = (centipawns(self.best.score), centipawns(self.reply.score));
        let defence = centipawns(search.score);
        let loss = (best + reply).min(if missed { reply - defence } else { best - defence }) * 10;
        let values: Vec<_> = {
            let evaluator = engine.evaluator(before.variant());
            before.variant().kinds().map(|kind| evaluator.value(kind) * 10).collect()
        };
        // The price includes the piece that the bad move captured.
        let captured = before.clone().make(self.request.mv).captured.filter(|_| !missed);
        let base = proof::balance(position, side, &values)
            + captured.map_or(0, |(_, piece)| values[piece.kind.index()]);
        let nodes = self.request.nodes.saturating_mul(PROOF_NODES);
        let mut proof =
            Proof { values: &values, attacker: side, nodes, stop: self.stop, killers: [None; 16] };

        let mut expected = [&[first], &search.pv[..]].concat();
        if report.pv.len() > expected.len() {
            expected.clone_from(&report.pv);
        }
        let (best_line, _) = self.settled(engine, before, &self.best.pv, &mut proof)?;
        // A loss that the side has in best play, too, is not part of the price of its gain.
        let floor = if missed { base } else { base.min(best_line) };
        let (expected_end, _) = self.settled(engine, position, &expected, &mut proof)?;
        let mut proofs = Vec::new();
        for depth in PROOF_DEPTHS {
            let left = proof.nodes;
            proofs.extend(proof.play(&after, &expected[1..], floor, depth));
            // Two more plies visit at least ten times as many positions.
            if (left - proof.nodes) * 10 > proof.nodes {
                break;
            }
        }
        // The shallowest proof with about the value of the deepest one gives the shortest line.
        let deepest = proofs.last()?.0;
        let is_near = |&(value, _): &(i32, _)| (value - deepest).abs() * 5 <= (deepest - floor).abs();
        let (value, replies) = proofs.into_iter().find(is_near)?;
        let line = [&[first], &replies[..]].concat();
        proof.nodes = nodes;
        let (end, end_score) = self.settled(engine, position, &line, &mut proof)?;
        let end = end.max(expected_end);
        let elsewhere = self.elsewhere(missed, first, &mut proof).map_or(0, |value| value - base);
        let gain_of = |line: &[Move]| proof::balance(&proof::after(position, line), side, &values) - base;
        let exchange = &line[..proof.exchange(position, &line)];
        let explains = |line: &[Move]| {
            let gain = gain_of(line);
            let is_exchange = line == exchange;
            // The scores of the searches show whether the gain of an exchange is lost again.
            let lasts = (value - floor) * 3 >= gain * 2 && (is_exchange || (end - floor) * 2 >= gain);
            let large = if is_exchange { LARGE_LOSS_OF_EXCHANGE } else { LARGE_LOSS };
            let promotes = line.iter().skip(1).step_by(2).any(|mv| mv.promotion().is_some());
            gain >= MIN_GAIN
                && gain * 5 >= loss.min(large) * 2
                && gain <= loss * if is_exchange { 3 } else { 2 }
                && elsewhere * 2 < gain
                && lasts
                && !promotes
        };
        // Any other line that explains the move is better than such an exchange.
        let is_small = |line: &[Move]| line == exchange && gain_of(line) * 5 < loss.min(LARGE_LOSS) * 2;
        // The captures on the square of the first move are a line of their own. The line of the proof counts only if it begins
        // with the reply of the engine, because other replies may lose something to delay a greater loss.
        let quiet = (1..=expected.len().min(MAX_LINE)).map(|length| &expected[..length]).find(|&line| {
            !is_small(line) && explains(line) && proof.is_quiet(position, &expected, line.len())
        });
        // Nor does it count if the side is worse off at its end than if the other one had played its best.
        let is_better = end_score >= if missed { -reply } else { -best };
        let proved = Some(&line[..]).filter(|line| line.get(1) == expected.get(1) && is_better);
        let mut lines: Vec<_> =
            [Some(exchange), quiet, proved].into_iter().flatten().filter(|line| explains(line)).collect();
        let is_most = |line: &[Move]| line == exchange && gain_of(line) * 5 >= loss * 3;
        lines.sort_by_key(|line| (is_small(line), !is_most(line), (gain_of(line) - loss).abs()));
        let cause = (!missed).then_some((before, self.request.mv));
        let evaluator = engine.evaluator(before.variant());
        lines.into_iter().find_map(|line| {
            let tactic = Tactic::new(evaluator, cause, position, line);
            let (kind, text, squares) = tactic.describe()?;
            let gain = Gain::Material(gain_of(line));
            Some(Reason { kind, missed, line: line.to_vec(), squares, gain, text })
        })
    }

    /// Balance that `first` reaches by force after the best move, or if it was missed, one move later.
    fn elsewhere(&self, missed: bool, first: Move, proof: &mut Proof) -> Option<i32> {
        let (start, report) = self.start(!missed);
        let mut position = start.clone();
        position.make(report.best_move()?);
        if !position.is_legal(first) {
            return None;
        }
        position.make(first);
        proof.play(&position, &[], -proof::END, 2).map(|(value, _)| value)
    }

    /// Balance of the attacker after a line that begins in `position`, short searches that bring it to its full length, and
    /// all captures and promotions after it. The other value is the score for the attacker at the end of the line.
    fn settled(
        &self,
        engine: &mut Engine,
        position: &Position,
        line: &[Move],
        proof: &mut Proof,
    ) -> Option<(i32, i32)> {
        let (mut end, mut length) = (proof::after(position, line), line.len());
        let mut score = None;
        let limits = Limits::nodes(self.request.nodes / 5);
        let full = LINE.max(length + LINE / 2);
        while length < full {
            let report = engine.go(&end, &[], &limits, self.stop, |_| {});
            let sign = if end.turn() == proof.attacker { 1 } else { -1 };
            score.get_or_insert(sign * centipawns(report.score));
            if report.pv.is_empty() {
                break;
            }
            for &mv in report.pv.iter().take(full - length) {
                end.make(mv);
                length += 1;
            }
        }
        proof.play(&end, &[], -proof::END, 0).map(|(value, _)| (value, score.unwrap_or(0)))
    }
}
