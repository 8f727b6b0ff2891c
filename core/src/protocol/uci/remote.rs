//! Jobs for an engine that is reached by lines of text only, such as one in a browser's worker: UCI with some options
//! and two commands of our own. [`LineEngine`](super::line_engine::LineEngine) is the other end.

use std::fmt::Write;
use std::time::Duration;

use crate::engine::difficulty::{Character, Difficulty};
use crate::engine::mate_solver::{SolverGoal, TriedMove, Verdict};
use crate::engine::{Score, SearchReport, SearchRequest};
use crate::notation::variants_ini::Variants;
use crate::notation::{coords, fen};
use crate::rules::{Color, Move, MoveFlag, PieceKind, Position};

/// The options besides those of UCI.
pub(super) const CHOICE: &str = "Promotion Choice";
pub(super) const CHARACTER: &str = "Character";
pub(super) const FOG: &str = "Fog";
pub(super) const SEED: &str = "Seed";
pub(super) const DETERMINISTIC: &str = "Deterministic";
pub(super) const KEYS: &str = "Keys";
/// Value of `Skill Level` for the full engine.
pub(super) const FULL: u8 = 0;

/// What the engine computes.
#[derive(Clone, Debug)]
pub enum Job {
    /// The move of a level with a character.
    Move(Difficulty, &'static Character, SearchRequest),
    /// An analysis of this length by the full engine.
    Analysis(SearchRequest, Duration),
    /// Whether a move solves a problem.
    Check(TriedMove),
    /// The solution of a problem in at most this many moves.
    Solve(Position, SolverGoal, u8),
}

/// What the engine has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The end of a search. It has no move if there is none, or if the engine refused the job.
    Report(SearchReport),
    /// The answer to [`Job::Check`].
    Verdict(Verdict),
    /// The answer to [`Job::Solve`].
    Solution(Option<Vec<Move>>),
}

/// A job and what has been received about it.
#[derive(Clone, Debug)]
pub struct RemoteJob {
    job: Job,
    report: SearchReport,
}

impl RemoteJob {
    /// A job that has just been sent.
    pub fn new(job: Job) -> Self {
        Self { job, report: SearchReport::from_move(None, Score::Centipawns(0)) }
    }

    /// The lines that start the job; `None` if its variant is not one of `variants`, with or without the options of
    /// the game.
    pub fn lines(&self, variants: &Variants) -> Option<Vec<String>> {
        let position = self.position();
        let rules = position.variant().rules();
        let plain = variants.rules(&rules.name)?;
        let (choice, fog) = [(false, false), (true, false), (false, true), (true, true)]
            .into_iter()
            .find(|&(choice, fog)| *rules == plain.clone().with_options(choice, fog))?;
        let mut lines = vec![
            option("UCI_Variant", &rules.name),
            option(CHOICE, choice),
            option(FOG, fog),
            format!("position fen {}", fen::format(position)),
        ];
        match &self.job {
            Job::Move(level, character, request) => {
                lines.extend(request_options(request, level.number()));
                lines.push(option(CHARACTER, character.name));
                lines.push(format!("go{}{}", clock(request), search_moves(request)));
            }
            Job::Analysis(request, time) => {
                lines.extend(request_options(request, FULL));
                lines.push(format!("go movetime {}{}", time.as_millis(), search_moves(request)));
            }
            Job::Check(attempt) => {
                let line: Vec<_> = [attempt.mv].into_iter().chain(attempt.preferred_reply).collect();
                let (goal, line) = (format_goal(attempt.goal), coords::format_line(position, &line));
                lines.push(format!("check {goal} {} {}", attempt.moves, line.join(" ")));
            }
            Job::Solve(_, goal, moves) => lines.push(format!("solve {} {moves}", format_goal(*goal))),
        }
        Some(lines)
    }

    /// Takes a line of the engine; the answer if it is the last one.
    pub fn receive(&mut self, line: &str) -> Option<Answer> {
        let mut words = line.split_whitespace();
        match words.next()? {
            "info" => {
                self.read_info(words);
                None
            }
            "bestmove" => {
                let best = words.next().and_then(|text| self.parse_candidate(text));
                if self.report.best_move() != best {
                    self.report = SearchReport::from_move(best, self.report.score);
                }
                Some(Answer::Report(self.report.clone()))
            }
            "verdict" => Some(Answer::Verdict(self.parse_verdict(words))),
            "solution" => {
                let line = parse_line(self.position(), words);
                Some(Answer::Solution(Some(line).filter(|line| !line.is_empty())))
            }
            _ => None,
        }
    }

    fn position(&self) -> &Position {
        match &self.job {
            Job::Move(.., request) | Job::Analysis(request, _) => &request.position,
            Job::Check(attempt) => &attempt.position,
            Job::Solve(position, ..) => position,
        }
    }

    /// The move among those to choose from that is written like this.
    fn parse_candidate(&self, text: &str) -> Option<Move> {
        let (Job::Move(.., request) | Job::Analysis(request, _)) = &self.job else { return None };
        let is_written_so = |mv: &Move| coords::format_legal_move(&request.position, *mv) == text;
        request.candidate_moves().into_iter().find(is_written_so)
    }

    fn read_info<'w>(&mut self, mut words: impl Iterator<Item = &'w str>) {
        while let Some(word) = words.next() {
            let mut number = || words.next()?.parse::<i64>().ok();
            match word {
                "depth" => self.report.depth = number().unwrap_or(0) as u32,
                "nodes" => self.report.nodes = number().unwrap_or(0) as u64,
                "cp" => self.report.score = Score::Centipawns(number().unwrap_or(0) as i32),
                "mate" => self.report.score = Score::Mate(number().unwrap_or(0) as i32),
                "pv" => {
                    let mut rest = words;
                    let first = rest.next().and_then(|text| self.parse_candidate(text));
                    let mut position = self.position().clone();
                    self.report.pv = first.into_iter().collect();
                    if let Some(mv) = first.filter(|&mv| position.is_legal(mv)) {
                        position.make(mv);
                        self.report.pv.extend(parse_line(&position, rest));
                    }
                    return;
                }
                _ => {}
            }
        }
    }

    fn parse_verdict<'w>(&self, mut words: impl Iterator<Item = &'w str>) -> Verdict {
        let Job::Check(attempt) = &self.job else { return Verdict::Unknown };
        let mut after = attempt.position.clone();
        after.make(attempt.mv);
        match words.next() {
            Some("solved") => Verdict::Solved,
            Some("continue") => match parse_line(&after, words)[..] {
                [reply, next] => Verdict::Continue { reply, next },
                _ => Verdict::Unknown,
            },
            Some("failed") => Verdict::Failed(parse_line(&after, words).first().copied()),
            _ => Verdict::Unknown,
        }
    }
}

fn option(name: &str, value: impl std::fmt::Display) -> String {
    format!("setoption name {name} value {value}")
}

fn request_options(request: &SearchRequest, level: u8) -> [String; 4] {
    let mut keys = String::new();
    for key in &request.key_history {
        // Writing to a string does not fail.
        let _ = write!(keys, "{key:x} ");
    }
    [
        option("Skill Level", level),
        option(SEED, request.seed),
        option(DETERMINISTIC, request.deterministic),
        option(KEYS, keys.trim_end()),
    ]
}

fn clock(request: &SearchRequest) -> String {
    let Some(left) = request.time_left else { return String::new() };
    let side = if request.position.turn() == Color::White { 'w' } else { 'b' };
    format!(" {side}time {} {side}inc {}", left.as_millis(), request.increment.as_millis())
}

fn search_moves(request: &SearchRequest) -> String {
    let Some(moves) = &request.search_moves else { return String::new() };
    let moves: Vec<_> = moves.iter().map(|&mv| coords::format_legal_move(&request.position, mv)).collect();
    format!(" searchmoves {}", moves.join(" "))
}

/// A move of `searchmoves`. In the fog it need not be legal in the visible position.
pub(super) fn parse_search_move(position: &Position, legal: &[Move], text: &str) -> Option<Move> {
    if let Some(mv) = legal.iter().copied().find(|&mv| coords::format_legal_move(position, mv) == text) {
        return Some(mv);
    }
    let (from, rest) = coords::split_square(text)?;
    let (to, promotion) = coords::split_square(rest)?;
    let Some(letter) = promotion.chars().next() else { return Some(Move::normal(from, to)) };
    let pieces = &position.variant().rules().pieces;
    let kind = pieces.iter().position(|piece| piece.letter == letter)?;
    Some(Move { from, to, flag: MoveFlag::Promote(PieceKind::from_index(kind)) })
}

/// Goals as words: `mate`, `survive`, `win KIND BALANCE`.
fn format_goal(goal: SolverGoal) -> String {
    match goal {
        SolverGoal::Mate => "mate".to_owned(),
        SolverGoal::Survive => "survive".to_owned(),
        SolverGoal::WinPiece { kind, balance } => format!("win {} {balance}", kind.index()),
    }
}

/// A goal at the start of `words`; a kind must be less than `kinds`.
pub(super) fn parse_goal<'w>(words: &mut impl Iterator<Item = &'w str>, kinds: usize) -> Option<SolverGoal> {
    Some(match words.next()? {
        "mate" => SolverGoal::Mate,
        "survive" => SolverGoal::Survive,
        "win" => {
            let kind = words.next()?.parse().ok().filter(|&kind| kind < kinds)?;
            SolverGoal::WinPiece { kind: PieceKind::from_index(kind), balance: words.next()?.parse().ok()? }
        }
        _ => return None,
    })
}

/// The legal moves at the start of `words`, played from `position`.
fn parse_line<'w>(position: &Position, words: impl Iterator<Item = &'w str>) -> Vec<Move> {
    let mut position = position.clone();
    let parse = |text| {
        let mv = coords::parse_move(&position, text)?;
        position.make(mv);
        Some(mv)
    };
    words.map_while(parse).collect()
}
