//! One searching thread: its position, its memory, and iterative deepening at the root.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::rules::{Move, Position};

use super::eval::{Accumulator, Evaluator};
use super::history::{History, PieceTo};
use super::limits::Limits;
use super::move_picker::MoveBuffer;
use super::score::{INFINITE, LEAST_MATE, MATE, MAX_PLY, Score, Value};
use super::time::{Settled, Timer};
use super::tt::TranspositionTable;

/// Frames before the root's, so that looking a few half-moves back needs no test.
pub(super) const BEFORE: usize = 4;
/// Nodes between two looks at clock and flags, less one.
const LOOK: u64 = 511;
/// Nodes that the first iteration may take whatever the limits.
const FIRST_ITERATION: u64 = 8_000;
/// First half-width of the aspiration window.
const WINDOW: Value = 18;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub evaluator: &'a Evaluator,
    pub limits: &'a Limits,
    pub timer: Timer,
    /// Set by the caller to end the search.
    pub stop: &'a AtomicBool,
    /// Set by the main thread when it has ended.
    pub quit: AtomicBool,
    /// Nodes of all threads, a little behind.
    pub nodes: AtomicU64,
    /// Reductions by depth and move number.
    pub reductions: &'a [[u8; 64]; 64],
    /// How many threads search.
    pub threads: usize,
}

/// What is remembered about one half-move of the current line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    pub accumulator: Accumulator,
    /// The static evaluation, if the side to move was not in check.
    pub evaluation: Option<Value>,
    /// The move made from here; `None` for a null move.
    pub landing: Option<PieceTo>,
    pub killers: [Option<Move>; 2],
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
    /// Cut-offs among the children.
    pub cutoffs: u8,
    /// Double extensions on the way here.
    pub doubles: u8,
}

/// A legal move of the root, with what the search found.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    pub score: Value,
    pub previous: Value,
    pub pv: Vec<Move>,
    pub nodes: u64,
    pub seldepth: usize,
}

/// A report on a finished iteration, or one line of it.
#[derive(Clone, Debug)]
pub struct Info {
    /// Depth in plies.
    pub depth: u32,
    /// Longest line looked at.
    pub selective_depth: usize,
    /// The number of the line, from 1.
    pub line: usize,
    /// Its score for the side to move.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub fullness: u32,
    /// The moves both sides are expected to play.
    pub pv: Vec<Move>,
}

/// One searching thread.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub history: &'a mut History,
    pub position: Position,
    /// Keys of the positions before this one, those of the game first.
    pub keys: Vec<u64>,
    /// How many of them are the game's.
    pub game_keys: usize,
    pub frames: Vec<Frame>,
    pub rooms: Vec<MoveBuffer>,
    pub pv: Vec<Vec<Move>>,
    pub root: Vec<RootMove>,
    pub root_from: usize,
    pub nodes: u64,
    flushed: u64,
    pub seldepth: usize,
    pub stopped: bool,
    pub null_from: usize,
    pub depth: i32,
    node_limit: u64,
    main: bool,
}

impl<'a> Worker<'a> {
    pub fn new(
        shared: &'a Shared<'a>,
        history: &'a mut History,
        position: &Position,
        earlier_keys: &[u64],
        root: &[RootMove],
        main: bool,
    ) -> Self {
        let mut frames = vec![Frame::default(); MAX_PLY + BEFORE + 4];
        frames[BEFORE].accumulator = shared.evaluator.accumulate(position);
        Self {
            shared,
            history,
            position: position.clone(),
            keys: earlier_keys.to_vec(),
            game_keys: earlier_keys.len(),
            frames,
            rooms: Vec::new(),
            pv: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            root: root.to_vec(),
            root_from: 0,
            nodes: 0,
            flushed: 0,
            seldepth: 0,
            stopped: false,
            null_from: 0,
            depth: 0,
            node_limit: shared.limits.nodes.filter(|_| main).unwrap_or(u64::MAX),
            main,
        }
    }

    /// Deepens until something ends the search; the first root move is the best then.
    ///
    /// Gives the depth of the last whole iteration.
    pub fn deepen(&mut self, lines: usize, on_info: &mut dyn FnMut(&Info)) -> u32 {
        let greatest = self.shared.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let lines = lines.clamp(1, self.root.len().max(1));
        let mut settled = Settled { only_move: self.root.len() == 1, ..Settled::default() };
        let mut reached = 0;
        for depth in 1..=greatest {
            self.depth = depth as i32;
            let (nodes, best, before) = (self.nodes, self.root[0].mv, self.root[0].score);
            for root in &mut self.root {
                root.previous = root.score;
                root.score = -INFINITE;
                root.nodes = 0;
            }
            for line in 0..lines {
                self.root_from = line;
                self.seldepth = 0;
                self.aspire(depth as i32);
                self.root[line..].sort_by_key(|r| std::cmp::Reverse((r.score, r.previous)));
                self.root[..=line].sort_by_key(|r| std::cmp::Reverse((r.score, r.previous)));
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            reached = depth;
            if !self.main {
                continue;
            }
            self.flush();
            for line in 0..lines {
                on_info(&self.info(depth, line));
            }
            let first = &self.root[0];
            settled.iterations = if first.mv == best { settled.iterations + 1 } else { 0 };
            // Against the best move of the iteration before, be it the same or not.
            settled.fall = if depth > 1 { (before - first.score).clamp(-500, 500) } else { 0 };
            settled.effort = (first.nodes * 100 / (self.nodes - nodes).max(1)) as u32;
            let distance = MATE - first.score.abs();
            settled.mate = first.score.abs() >= LEAST_MATE && depth as i32 > distance + 2;
            if self.is_done(&settled) {
                break;
            }
        }
        reached
    }

    /// Whether no further iteration is wanted.
    fn is_done(&self, settled: &Settled) -> bool {
        let first = &self.root[0];
        let wanted = self.shared.limits.mate.is_some_and(
            |n| matches!(Score::from_value(first.score), Score::Mate(m) if m > 0 && m as u32 <= n),
        );
        wanted || (!self.is_pondering() && self.shared.timer.is_enough(settled))
    }

    fn info(&self, depth: u32, line: usize) -> Info {
        let root = &self.root[line];
        Info {
            depth,
            selective_depth: root.seldepth,
            line: line + 1,
            score: Score::from_value(if root.score == -INFINITE { root.previous } else { root.score }),
            nodes: self.shared.nodes.load(Ordering::Relaxed),
            time: self.shared.timer.elapsed(),
            fullness: self.shared.table.fullness(),
            pv: root.pv.clone(),
        }
    }

    /// Searches the root with a window around the score of the last iteration, widened until it holds.
    fn aspire(&mut self, depth: i32) {
        let expected = self.root[self.root_from].previous;
        let mut width = WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && expected.abs() < LEAST_MATE {
            (alpha, beta) = (expected - width, expected + width);
        }
        let mut reduction = 0;
        loop {
            let value = self.search::<true>(alpha, beta, (depth - reduction).max(1), 0, false);
            if self.stopped {
                return;
            }
            self.root[self.root_from..].sort_by_key(|r| std::cmp::Reverse((r.score, r.previous)));
            if value <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (value - width).max(-INFINITE);
                reduction = 0;
            } else if value >= beta && beta < INFINITE {
                beta = (value + width).min(INFINITE);
                reduction = (reduction + 1).min(3);
            } else {
                return;
            }
            width += width / 2;
            if width > 1500 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn is_pondering(&self) -> bool {
        self.shared.limits.ponder.as_ref().is_some_and(|p| p.load(Ordering::Relaxed))
    }

    /// Looks now and then whether the search must end.
    #[inline]
    pub fn must_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        if self.nodes >= self.node_limit {
            self.stopped = self.may_be_cut();
        } else if self.nodes & LOOK == 0 {
            self.flush();
            let shared = self.shared;
            let flagged = shared.stop.load(Ordering::Relaxed) || shared.quit.load(Ordering::Relaxed);
            let late = self.main && self.may_be_cut() && shared.timer.is_over() && !self.is_pondering();
            let spent = shared.limits.nodes.is_some_and(|most| shared.nodes.load(Ordering::Relaxed) >= most);
            // Alone, the main thread counts to the last node.
            let spent = spent && self.may_be_cut() && (!self.main || self.shared.threads > 1);
            self.stopped = flagged || late || spent;
        }
        self.stopped
    }

    /// Whether a limit may end the search here: not in the first iteration, for the sake of a considered answer,
    /// unless a crowded board makes that one long.
    fn may_be_cut(&self) -> bool {
        self.depth > 1 || self.nodes > FIRST_ITERATION
    }

    /// Adds the nodes counted since the last time to those of all threads.
    pub fn flush(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.flushed, Ordering::Relaxed);
        self.flushed = self.nodes;
    }
}
