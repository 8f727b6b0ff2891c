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

mod proof;
mod tactic;

use std::fmt;
use std::sync::atomic::AtomicBool;

use crate::engine::mate_solver::{Solver, SolverGoal};
use crate::engine::{Engine, Limits, Options, Score, SearchReport, see_ge};
use crate::notation::san;
use crate::rules::{Move, PieceKind, Position, Square};
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
/// Proofs that are tried, from the cheapest one: the number of plies of all moves after the first one, and the percentage
/// of the gain that must be proved. An exchange of bishop for knight may cost a tenth.
const PROOFS: [(i32, i32); 6] = [(2, 90), (4, 90), (2, 60), (4, 60), (6, 90), (6, 60)];
/// Number of moves of a line that are looked at.
const MAX_LINE: usize = 9;

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

/// What a reason is worth to the side that profits from it.
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
    /// What made the move bad.
    pub kind: ReasonKind,
    /// Whether a chance was missed: the line begins in place of the move. Otherwise it begins after the move.
    pub missed: bool,
    /// The moves that prove the reason.
    pub line: Vec<Move>,
    /// Squares of the pieces that the sentence names.
    pub squares: Vec<Square>,
    /// What the line gains.
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

    /// The tactic that the move allows if it explains half of the loss, and otherwise the greater one of those that it
    /// allows and misses.
    fn greater_tactic(&self, engine: &mut Engine) -> Option<Reason> {
        let loss = (centipawns(self.best.score) + centipawns(self.reply.score)) * 10;
        let gain = |reason: &Reason| if let Gain::Material(gain) = reason.gain { gain } else { 0 };
        let allowed = self.tactic(engine, false);
        if allowed.as_ref().is_some_and(|allowed| gain(allowed) * 2 >= loss) {
            return allowed;
        }
        // The last one of equal elements is the greatest.
        self.tactic(engine, true).into_iter().chain(allowed).max_by_key(gain)
    }

    /// A gain of material. It is proved against every defence, explains a good part of what the move lost, and remains in
    /// the best line of a search of the position after its first move.
    fn tactic(&self, engine: &mut Engine, missed: bool) -> Option<Reason> {
        let (before, (position, report)) = (&self.request.position, self.start(missed));
        let (first, side) = (report.best_move()?, position.turn());
        let mut after = position.clone();
        let captured_before = self.capture_of_move().filter(|_| !missed);
        if !missed && self.request.mv.promotion().is_some() {
            return None;
        }
        // The move that was made has taken the piece that another one would have taken.
        if missed && position.is_capture(first) && first.to == self.request.mv.to {
            return None;
        }
        after.make(first);
        let keys = [self.after.key(), after.key()];
        let search = search(engine, self.request, &after, &keys[usize::from(missed)..], self.stop);
        let (best, reply) = (centipawns(self.best.score), centipawns(self.reply.score));
        let defence = centipawns(search.score);
        let loss = (best + reply).min(if missed { reply - defence } else { best - defence }) * 10;
        let mut line = [&[first], &search.pv[..]].concat();
        if report.pv.len() > line.len() {
            line.clone_from(&report.pv);
        }
        self.lengthen(engine, position, &mut line);

        let evaluator = engine.evaluator(before.variant());
        let values: Vec<_> = before.variant().kinds().map(|kind| evaluator.value(kind) * 10).collect();
        let base = proof::balance(before, side, &values);
        let mut end = position.clone();
        let mut gains = Vec::new();
        let mut captures = Vec::new();
        for (index, &mv) in line.iter().enumerate() {
            let is_noisy = proof::gain(&end, mv, &values) > 0;
            captures.extend(end.make(mv).captured.map(|(square, piece)| (index, square, piece)));
            gains.push((is_noisy, proof::balance(&end, side, &values) - base));
        }
        // The gain must not become smaller until a later move of the side that no capture follows.
        let is_quiet = |index: usize| gains.get(index + 1).is_none_or(|(is_noisy, _)| !is_noisy);
        let quiet: Vec<usize> = (0..line.len()).step_by(2).filter(|&index| is_quiet(index)).collect();
        let lasts = |from: usize, gain: i32| quiet.iter().all(|&at| at < from || gains[at].1 >= gain);
        let wins_at_once =
            |gain: i32| position.is_capture(first) && see_ge(evaluator, position, first, gain / 10);
        let explains = |gain: i32| gain >= MIN_GAIN && gain * 4 >= loss && loss * 2 >= gain;
        // Each candidate ends the line after a move of the side. In the second one, the piece that captured is lost to a
        // piece that is not lost itself.
        let moved = position.board().piece_at(first.from)?.kind;
        let ends = |&(index, gain): &(usize, i32)| is_quiet(index) || index == 0 && wins_at_once(gain);
        let mut candidates: Vec<_> =
            (0..line.len()).step_by(2).map(|index| (index, gains[index].1)).collect();
        let recaptures = |mv: &Move| mv.to == first.to && see_ge(evaluator, &after, *mv, 0);
        if after.legal_moves().iter().any(recaptures) {
            candidates.insert(1, (0, gains[0].1 - values[moved.index()]));
        }
        candidates.retain(ends);
        candidates.dedup_by_key(|(_, gain)| *gain);
        let mut nodes = self.request.nodes.saturating_mul(PROOF_NODES);
        let (index, gain, percent) = PROOFS.into_iter().find_map(|(depth, percent)| {
            let mut proved = candidates.iter().filter(|&&(index, gain)| {
                let gain = gain * percent / 100;
                explains(gain)
                    && lasts(index, gain)
                    && proof::is_won(&after, base + gain, depth, &values, &mut nodes, self.stop)
            });
            proved.next().map(|&(index, gain)| (index, gain, percent))
        })?;
        let (is_exact, is_traded) = (percent == PROOFS[0].1, gain != gains[index].1);
        let gain = gain * percent / 100;
        // Later exchanges that change nothing do not belong to the line.
        let is_same = |at: &usize| gains[*at].1 == gains[index].1 && (at % 2 == 1 || is_quiet(*at));
        let index = (0..=index).find(is_same).unwrap_or(index);
        captures.retain(|(at, ..)| *at <= index);
        let is_needed =
            |at: &usize| line[*at].promotion().is_some() || captures.iter().any(|(last, ..)| last == at);
        line.truncate((0..=index).rev().find(is_needed)? + 1);
        let by_us = captures.iter().filter(|(at, ..)| at % 2 == 0).map(|(.., piece)| piece.kind);
        let by_them = captures.iter().filter(|(at, ..)| at % 2 == 1).map(|(.., piece)| piece.kind);
        let (mut gained, mut lost): (Vec<_>, Vec<_>) =
            (by_us.collect(), by_them.chain(captured_before).chain(is_traded.then_some(moved)).collect());
        gained.retain(|kind| {
            let same = lost.iter().position(|other| other == kind);
            same.map(|index| lost.remove(index)).is_none()
        });
        let cause = (!missed).then_some((before, self.request.mv));
        let tactic = Tactic { evaluator, cause, position, line, after, captures, gained, lost, is_exact };
        let (kind, text, squares) = tactic.describe()?;
        Some(Reason { kind, missed, line: tactic.line, squares, gain: Gain::Material(gain), text })
    }

    /// Brings a line that begins in `position` to its full length by short searches.
    fn lengthen(&self, engine: &mut Engine, position: &Position, line: &mut Vec<Move>) {
        let mut end = position.clone();
        for &mv in line.iter() {
            end.make(mv);
        }
        let limits = Limits::nodes(self.request.nodes / 5);
        while line.len() < MAX_LINE {
            let Some(mv) = engine.go(&end, &[], &limits, self.stop, |_| {}).best_move() else { break };
            end.make(mv);
            line.push(mv);
        }
        line.truncate(MAX_LINE);
    }

    /// The kind of the piece that the move captured.
    fn capture_of_move(&self) -> Option<PieceKind> {
        let mut position = self.request.position.clone();
        position.make(self.request.mv).captured.map(|(_, piece)| piece.kind)
    }
}
