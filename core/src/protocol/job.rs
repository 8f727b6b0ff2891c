//! Jobs for an engine in a worker of a browser. The page and the worker exchange text: a job is a line, and so is each of
//! its answers.
//!
//! A line consists of fields: `move;variant=chess;fen=8/8/…;level=3;character=balanced;seed=7`. The notation of moves is
//! that of UCI. Page and engine are built together, so the format has no version.

use std::fmt::Write;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::engine::difficulty::{CHARACTERS, Character, Difficulty, DifficultyPlayer};
use crate::engine::mate_solver::{self, ProblemReply, ProblemRequest, SolverGoal, TriedMove, Verdict};
use crate::engine::{
    ANALYSIS_HASH_MIB, AnalysisRequest, Clock, Engine, Options, Player, Score, SearchReport, SearchRequest,
};
use crate::notation::text::{percent_decode, percent_encode};
use crate::notation::variants_ini::Variants;
use crate::notation::{coords, fen};
use crate::reason::{self, Gain, Reason, ReasonKind, ReasonRequest};
use crate::rules::{Move, MoveFlag, PieceKind, Position, Square, Variant};

const NO_ANSWER: &str = "none";

/// A computation for an engine.
#[derive(Clone, Debug)]
pub enum Job {
    /// Choose a move at a level with a character.
    Move(Difficulty, &'static Character, SearchRequest),
    /// Analyse a position by the full search.
    Analysis(AnalysisRequest),
    /// Answer a request about a problem.
    Problem(ProblemRequest),
    /// Explain why a move was bad.
    Reason(ReasonRequest),
}

/// The result of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The answer to [`Job::Move`] and [`Job::Analysis`]. The report has no move if there is no legal move.
    Report(SearchReport),
    /// The answer to [`Job::Problem`].
    Problem(ProblemReply),
    /// The answer to [`Job::Reason`]; `None` if nothing can be proved.
    Reason(Option<Reason>),
}

impl Job {
    /// Formats the job as a line for [`JobEngine::answer`]. Returns `None` if the variant is not one of `variants`,
    /// apart from choice of promotion, fog of war and castling from any files.
    pub fn to_line(&self, variants: &Variants) -> Option<String> {
        let position = self.position();
        let rules = position.variant().rules();
        let plain = variants.rules(&rules.name)?;
        let all = (0..8_u8).map(|bits| (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0));
        let (choice, fog, shuffled) = all
            .into_iter()
            .find(|&(choice, fog, shuffled)| *rules == plain.clone().with_options(choice, fog, shuffled))?;
        // The engine has only the built-in variants.
        let own = percent_encode(&variants.file_text(&rules.name));
        let place = format!(
            "variant={};own={own};choice={choice};fog={fog};shuffled={shuffled};fen={}",
            rules.name,
            fen::format(position)
        );
        Some(match self {
            Self::Move(level, character, request) => format!(
                "move;{place};level={};character={};{}",
                level.number(),
                character.name,
                format_request(request)
            ),
            Self::Analysis(AnalysisRequest { search, time, lines }) => {
                let word = match time {
                    Some(time) => format!("analysis;ms={}", time.as_millis()),
                    None => "endless".to_owned(),
                };
                format!("{word};{place};lines={lines};{}", format_request(search))
            }
            Self::Problem(ProblemRequest::Check(tried)) => {
                let line: Vec<_> = [tried.mv].into_iter().chain(tried.preferred_reply).collect();
                let (goal, line) = (format_goal(tried.goal), coords::format_line(position, &line).join(" "));
                format!("check;{place};goal={goal};moves={};line={line}", tried.moves)
            }
            Self::Problem(ProblemRequest::Solve(_, goal, moves)) => {
                format!("solve;{place};goal={};moves={moves}", format_goal(*goal))
            }
            Self::Reason(ReasonRequest { mv, keys, nodes, .. }) => {
                let mv = coords::format_legal_move(position, *mv);
                format!("explain;{place};line={mv};nodes={nodes};keys={}", format_keys(keys))
            }
        })
    }

    fn parse(line: &str, position: Position) -> Option<Self> {
        let moves = || number(line, "moves");
        let goal = || parse_goal(field(line, "goal")?, position.variant().rules().pieces.len());
        Some(match line.split(';').next()? {
            "move" => {
                let name = field(line, "character")?;
                let character = CHARACTERS.iter().find(|character| character.name == name)?;
                Self::Move(Difficulty::new(number(line, "level")?), character, parse_request(line, position))
            }
            word @ ("analysis" | "endless") => {
                let time = if word == "endless" { None } else { Some(milliseconds(line, "ms")?) };
                let lines = number(line, "lines").unwrap_or(1);
                Self::Analysis(AnalysisRequest { search: parse_request(line, position), time, lines })
            }
            "check" => {
                let moves = moves().filter(|&moves| moves > 0)?;
                let (goal, line) = (goal()?, coords::parse_line(&position, field(line, "line")?));
                let (mv, preferred_reply) = (*line.first()?, line.get(1).copied());
                let tried = TriedMove { position, mv, goal, moves, preferred_reply };
                Self::Problem(ProblemRequest::Check(tried))
            }
            "solve" => {
                let (goal, moves) = (goal()?, moves()?);
                Self::Problem(ProblemRequest::Solve(position, goal, moves))
            }
            "explain" => {
                let mv = *coords::parse_line(&position, field(line, "line")?).first()?;
                let (keys, nodes) = (parse_keys(line), number(line, "nodes")?);
                Self::Reason(ReasonRequest { position, mv, keys, nodes })
            }
            _ => return None,
        })
    }

    /// Parses the answer to this job. Returns `None` for a line that is not an answer.
    ///
    /// The first move of a report is one of the candidate moves. Every other move is legal in the position before it.
    pub fn parse_answer(&self, line: &str) -> Option<Answer> {
        let moves = || coords::parse_line(self.position(), field(line, "line").unwrap_or_default());
        Some(match (self, line.split(';').next()?) {
            (Self::Move(.., request) | Self::Analysis(AnalysisRequest { search: request, .. }), "report") => {
                let best = field(line, "line")?.split(' ').next()?;
                let is_best = |mv: &Move| coords::format_legal_move(&request.position, *mv) == best;
                // In fog of war the best move need not be legal in the visible position.
                let pv = match request.candidate_moves().into_iter().find(is_best) {
                    Some(mv) if !request.position.is_legal(mv) => vec![mv],
                    Some(_) => moves(),
                    None => Vec::new(),
                };
                let score = parse_score(field(line, "score")?)?;
                let (depth, nodes) = (number(line, "depth")?, number(line, "nodes")?);
                let next = |text: &str| {
                    let (score, moves) = text.split_once(':')?;
                    Some((parse_score(score)?, coords::parse_line(&request.position, moves)))
                };
                let further = field(line, "further").unwrap_or_default().split(',').filter_map(next);
                Answer::Report(SearchReport { score, depth, nodes, pv, further: further.collect() })
            }
            (Self::Problem(ProblemRequest::Check(_)), word) => {
                let verdict = match (word, &moves()[..]) {
                    ("solved", _) => Verdict::Solved,
                    ("continue", &[_, reply, next]) => Verdict::Continue { reply, next },
                    ("failed", line) => Verdict::Failed(line.get(1).copied()),
                    ("unknown", _) => Verdict::Unknown,
                    _ => return None,
                };
                Answer::Problem(ProblemReply::Verdict(verdict))
            }
            (Self::Problem(ProblemRequest::Solve(..)), "solution") => {
                Answer::Problem(ProblemReply::Solution(Some(moves()).filter(|moves| !moves.is_empty())))
            }
            (Self::Reason(request), "reason") => Answer::Reason(parse_reason(request, line)),
            _ => return None,
        })
    }

    fn position(&self) -> &Position {
        match self {
            Self::Move(.., request) | Self::Analysis(AnalysisRequest { search: request, .. }) => {
                &request.position
            }
            Self::Problem(request) => request.position(),
            Self::Reason(request) => &request.position,
        }
    }
}

/// An engine that does one job after the other on the calling thread. A job cannot be stopped, and an analysis without
/// a time does not end.
///
/// ```
/// use xxlchess_core::engine::{SearchRequest, system_clock};
/// use xxlchess_core::engine::difficulty::{CHARACTERS, Difficulty};
/// use xxlchess_core::notation::variants_ini::Variants;
/// use xxlchess_core::protocol::job::{Answer, Job, JobEngine};
/// use xxlchess_core::rules::Position;
///
/// let variants = Variants::built_in();
/// let start = Position::start(&variants.get("chess").unwrap()).unwrap();
/// let job = Job::Move(Difficulty::new(1), &CHARACTERS[0], SearchRequest::new(start));
///
/// let mut answer = String::new();
/// let line = job.to_line(&variants).unwrap();
/// JobEngine::new(system_clock).answer(&line, &mut |line| answer = line);
/// let Some(Answer::Report(report)) = job.parse_answer(&answer) else { panic!("no report") };
/// assert!(report.best_move().is_some());
/// ```
pub struct JobEngine {
    variants: Variants,
    /// The field `own` whose variants are among `variants`.
    own: String,
    clock: Clock,
    /// The variant of the last job. It is kept, so that its tables are computed once.
    variant: Option<Arc<Variant>>,
    /// The player of the last job for a move, with its level and character.
    player: Option<(Difficulty, &'static Character, DifficultyPlayer)>,
    engine: Option<Engine>,
}

impl JobEngine {
    /// Creates an engine that measures time by `clock`. It has all variants of UCI.
    pub fn new(clock: Clock) -> Self {
        let (variants, own) = (Variants::built_in(), String::new());
        Self { variants, own, clock, variant: None, player: None, engine: None }
    }

    /// Does the job of `line`. Passes lines for [`Job::parse_answer`] to `send`, or `none` if `line` is not a job.
    pub fn answer(&mut self, line: &str, send: &mut dyn FnMut(String)) {
        match self.position(line).and_then(|position| Job::parse(line, position)) {
            Some(job) => self.run(&job, send),
            None => send(NO_ANSWER.to_owned()),
        }
    }

    /// The position of a job: its FEN or the start position, after the moves of the field `played`.
    fn position(&mut self, line: &str) -> Option<Position> {
        let is_on = |name: &str| field(line, name) == Some("true");
        if let Some(own) = field(line, "own").filter(|own| **own != self.own) {
            let text = percent_decode(own)?;
            self.variants = Variants::built_in().with_file("own", &text).ok()?;
            own.clone_into(&mut self.own);
        }
        let plain = self.variants.get(field(line, "variant")?)?;
        let rules = plain.rules().clone().with_options(is_on("choice"), is_on("fog"), is_on("shuffled"));
        let variant = match self.variant.take().filter(|variant| *variant.rules() == rules) {
            Some(variant) => variant,
            None => Arc::new(plain.with_rules(rules)),
        };
        self.variant = Some(Arc::clone(&variant));
        let mut position = match field(line, "fen") {
            Some(text) => fen::parse(&variant, text).ok()?,
            None => Position::start(&variant).ok()?,
        };
        for text in field(line, "played").unwrap_or_default().split_whitespace() {
            position.make(coords::parse_move(&position, text)?);
        }
        Some(position)
    }

    /// The engine for analyses.
    fn engine(&mut self) -> &mut Engine {
        let options = Options { hash_mib: ANALYSIS_HASH_MIB, clock: self.clock, ..Options::default() };
        self.engine.get_or_insert_with(|| Engine::new(options))
    }

    fn run(&mut self, job: &Job, send: &mut dyn FnMut(String)) {
        let stop = AtomicBool::new(false);
        send(match job {
            Job::Move(level, character, request) => {
                if self.player.as_ref().is_some_and(|player| (player.0, player.1) != (*level, *character)) {
                    self.player = None;
                }
                let style = level.row().style.with_character(character);
                let make = || DifficultyPlayer::with_style(style, 1).with_clock(self.clock);
                let (.., player) = self.player.get_or_insert_with(|| (*level, *character, make()));
                let best = player.choose_move(request, &stop);
                format_report(&request.position, &SearchReport::from_move(best, Score::Centipawns(0)))
            }
            Job::Analysis(request) => {
                let position = &request.search.position;
                let send = &mut |report| send(format_report(position, &report));
                return self.engine().analyze(request, &stop, send);
            }
            Job::Reason(request) => {
                format_reason(request, reason::explain(self.engine(), request, &stop).as_ref())
            }
            Job::Problem(ProblemRequest::Check(tried)) => {
                let format = |word: &str, replies: &[Move]| {
                    let line = [&[tried.mv], replies].concat();
                    format!("{word};line={}", coords::format_line(&tried.position, &line).join(" "))
                };
                match mate_solver::check_move(tried, &stop) {
                    Verdict::Solved => "solved".to_owned(),
                    Verdict::Continue { reply, next } => format("continue", &[reply, next]),
                    Verdict::Failed(reply) => format("failed", reply.as_slice()),
                    Verdict::Unknown => "unknown".to_owned(),
                }
            }
            Job::Problem(ProblemRequest::Solve(position, goal, moves)) => {
                let line = mate_solver::solution(position, *goal, *moves, &stop).unwrap_or_default();
                format!("solution;line={}", coords::format_line(position, &line).join(" "))
            }
        });
    }
}

fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(';').find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
}

fn number<T: FromStr>(line: &str, name: &str) -> Option<T> {
    field(line, name)?.parse().ok()
}

fn milliseconds(line: &str, name: &str) -> Option<Duration> {
    number(line, name).map(Duration::from_millis)
}

fn format_keys(keys: &[u64]) -> String {
    keys.iter().map(|key| format!("{key:x}")).collect::<Vec<_>>().join(" ")
}

fn parse_keys(line: &str) -> Vec<u64> {
    let words = field(line, "keys").unwrap_or_default().split_whitespace();
    words.filter_map(|key| u64::from_str_radix(key, 16).ok()).collect()
}

/// Formats the fields of a request, without its position.
fn format_request(request: &SearchRequest) -> String {
    let mut text = format!(
        "seed={};deterministic={};increment={}",
        request.seed,
        request.deterministic,
        request.increment.as_millis()
    );
    // Writing to a string does not fail.
    if let Some(left) = request.time_left {
        let _ = write!(text, ";time={}", left.as_millis());
    }
    if let Some(moves) = &request.search_moves {
        let moves = moves.iter().map(|&mv| coords::format_legal_move(&request.position, mv));
        let _ = write!(text, ";candidates={}", moves.collect::<Vec<_>>().join(" "));
    }
    if let Some((start, moves)) = &request.line {
        let moves = coords::format_line(start, moves).join(" ");
        let _ = write!(text, ";start={};game={moves}", fen::format(start));
    }
    let _ = write!(text, ";keys={}", format_keys(&request.key_history));
    text
}

/// Parses the request for `position`. If a field is missing, the request has its default.
fn parse_request(line: &str, position: Position) -> SearchRequest {
    let words = |name: &str| field(line, name).map(str::split_whitespace);
    let legal = position.legal_moves();
    let moves =
        words("candidates").map(|words| words.filter_map(|text| parse_candidate(&position, &legal, text)));
    let start = field(line, "start").and_then(|text| fen::parse(position.variant(), text).ok());
    let line_of_game = start.map(|start| {
        let moves = coords::parse_line(&start, field(line, "game").unwrap_or_default());
        (start, moves)
    });
    SearchRequest {
        search_moves: moves.map(Iterator::collect),
        key_history: parse_keys(line),
        line: line_of_game,
        time_left: milliseconds(line, "time"),
        increment: milliseconds(line, "increment").unwrap_or_default(),
        seed: number(line, "seed").unwrap_or_default(),
        deterministic: number(line, "deterministic").unwrap_or_default(),
        ..SearchRequest::new(position)
    }
}

/// Parses a move to choose from. In fog of war the move need not be legal in the visible position.
fn parse_candidate(position: &Position, legal: &[Move], text: &str) -> Option<Move> {
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

fn format_report(position: &Position, report: &SearchReport) -> String {
    let line = match report.pv[..] {
        // In fog of war the move may not be legal in the visible position, and then cannot be made in it.
        [only] => coords::format_legal_move(position, only),
        _ => coords::format_line(position, &report.pv).join(" "),
    };
    let SearchReport { depth, nodes, score, further, .. } = report;
    let further = further
        .iter()
        .map(|(score, line)| format!("{score}:{}", coords::format_line(position, line).join(" ")));
    let further = further.collect::<Vec<_>>().join(",");
    format!("report;depth={depth};nodes={nodes};score={score};line={line};further={further}")
}

/// Parses a score as it is displayed.
fn parse_score(text: &str) -> Option<Score> {
    Some(match text.split_once(' ')? {
        ("cp", value) => Score::Centipawns(value.parse().ok()?),
        (_, value) => Score::Mate(value.parse().ok()?),
    })
}

/// The position in which the line of a reason begins.
fn start_of_reason(request: &ReasonRequest, missed: bool) -> Position {
    let mut position = request.position.clone();
    if !missed {
        position.make(request.mv);
    }
    position
}

/// Formats a reason as a line. Its text is the last field, because it may contain any character but a line break.
fn format_reason(request: &ReasonRequest, reason: Option<&Reason>) -> String {
    let Some(reason) = reason else { return "reason".to_owned() };
    let line = coords::format_line(&start_of_reason(request, reason.missed), &reason.line).join(" ");
    let squares: Vec<_> = reason.squares.iter().map(Square::to_string).collect();
    let gain = match reason.gain {
        Gain::Mate(moves) => format!("mate {moves}"),
        Gain::Material(value) => format!("material {value}"),
        Gain::Result => "result 0".to_owned(),
    };
    let Reason { kind, missed, text, .. } = reason;
    let kind = *kind as usize;
    format!(
        "reason;kind={kind};missed={missed};gain={gain};squares={};line={line};text={text}",
        squares.join(" ")
    )
}

fn parse_reason(request: &ReasonRequest, line: &str) -> Option<Reason> {
    let (line, text) = line.split_once(";text=")?;
    let missed = number(line, "missed")?;
    let gain = match field(line, "gain")?.split_once(' ')? {
        ("mate", moves) => Gain::Mate(moves.parse().ok()?),
        ("material", value) => Gain::Material(value.parse().ok()?),
        _ => Gain::Result,
    };
    Some(Reason {
        kind: *ReasonKind::ALL.get(number::<usize>(line, "kind")?)?,
        missed,
        line: coords::parse_line(&start_of_reason(request, missed), field(line, "line")?),
        squares: field(line, "squares")?.split_whitespace().filter_map(coords::parse_square).collect(),
        gain,
        text: text.to_owned(),
    })
}

/// Formats a goal as `mate`, `survive` or `win KIND BALANCE`.
fn format_goal(goal: SolverGoal) -> String {
    match goal {
        SolverGoal::Mate => "mate".to_owned(),
        SolverGoal::Survive => "survive".to_owned(),
        SolverGoal::WinPiece { kind, balance } => format!("win {} {balance}", kind.index()),
    }
}

/// Parses a goal in a variant with this number of kinds of pieces.
fn parse_goal(text: &str, kinds: usize) -> Option<SolverGoal> {
    match text.split(' ').collect::<Vec<_>>()[..] {
        ["mate"] => Some(SolverGoal::Mate),
        ["survive"] => Some(SolverGoal::Survive),
        ["win", kind, balance] => {
            let kind = kind.parse().ok().filter(|&kind| kind < kinds)?;
            Some(SolverGoal::WinPiece { kind: PieceKind::from_index(kind), balance: balance.parse().ok()? })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::system_clock;

    /// While a count runs, a job has the count and the half-move clock, by which the search finds repetitions.
    #[test]
    fn a_job_keeps_the_count_and_the_half_move_clock() {
        let variants = Variants::built_in();
        let makruk = variants.get("makruk").expect("built in");
        let position = fen::parse(&makruk, "8/8/8/4k3/8/8/8/R3K3 b - 32 8 60 - 7").expect("a legal position");
        let search = SearchRequest::new(position.clone());
        let line = Job::Analysis(AnalysisRequest { search, time: None, lines: 1 }).to_line(&variants);
        let read = JobEngine::new(system_clock).position(&line.expect("a built-in variant"));
        let read = read.expect("the position of the job");
        assert!(read.count().is_some());
        assert_eq!((read.count(), read.halfmove_clock()), (position.count(), 7));
    }
}
