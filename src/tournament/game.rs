//! A game of a tournament: how it is played, how it ended, and its text in PGN.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::adjudication::{Adjudicator, Verdict};
use super::openings::Opening;
use super::settings::{EngineSettings, PgnSettings, Settings};
use crate::engine::{Score, SearchReport};
use crate::notation::coords;
use crate::notation::game_tree::{GameTree, NodeId};
use crate::notation::pgn::{self, PgnGame, Tags};
use crate::notation::text;
use crate::rules::{ByColor, Color, Move};
use crate::uci_engine::{EngineError, UciEngine};

/// Time for a move if neither clock nor time for a move are limited.
const UNTIMED_MOVE: Duration = Duration::from_secs(600);

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules, by a word such as `checkmate`.
    Rules(&'static str),
    /// By adjudication.
    Adjudication(&'static str),
    /// The loser exceeded its time.
    Time,
    /// The loser made this move, which is not legal.
    IllegalMove(String),
    /// The loser has stopped or does not answer. The text is the end of a sentence.
    Failure(String),
}

impl End {
    /// Value of the tag `Termination`.
    const fn tag(&self) -> &'static str {
        match self {
            Self::Rules(_) => "normal",
            Self::Adjudication(_) => "adjudication",
            Self::Time => "time forfeit",
            Self::IllegalMove(_) => "illegal move",
            Self::Failure(_) => "abandoned",
        }
    }

    /// Description of the end, with the name of the loser if it made a fault.
    pub fn text(&self, loser: &str) -> String {
        match self {
            Self::Rules(text) | Self::Adjudication(text) => (*text).to_owned(),
            Self::Time => format!("{loser} lost on time"),
            Self::IllegalMove(mv) => format!("{loser} made an illegal move ({mv})"),
            Self::Failure(fault) => format!("{loser} {fault}"),
        }
    }

    /// The text by which equal ends are counted.
    pub fn kind(&self, loser: &str) -> String {
        match self {
            Self::IllegalMove(_) => format!("{loser} made an illegal move"),
            end => end.text(loser),
        }
    }
}

/// A move that an engine made.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// Score from the view of the engine, if it sent one.
    pub score: Option<Score>,
    /// Depth of the search in plies.
    pub depth: u32,
    /// Number of nodes.
    pub nodes: u64,
    /// Time for the move.
    pub time: Duration,
    /// Principal variation of the last report with a score. It may begin with another move if the engine was stopped within an
    /// iteration.
    pub pv: Vec<Move>,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// The opening.
    pub opening: Opening,
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub end: End,
}

/// Clock of an engine in a game.
struct Clock<'s> {
    settings: &'s EngineSettings,
    left: Duration,
    /// Number of moves until the next time is added; 0 if none is.
    moves: u32,
}

impl<'s> Clock<'s> {
    fn new(settings: &'s EngineSettings) -> Self {
        let (left, moves) = settings.clock.map_or((Duration::ZERO, 0), |clock| (clock.time, clock.moves));
        Self { settings, left, moves }
    }

    /// The arguments of `go` for this engine, whose opponent has the other clock.
    fn limits(&self, color: Color, other: &Self) -> String {
        let mut words = Vec::new();
        if let Some(own) = self.settings.clock {
            let of = |side: Color| {
                let clock = if side == color { self } else { other };
                // An opponent without a clock seems to have that of the engine.
                clock.settings.clock.map_or((self.left, own.increment), |known| (clock.left, known.increment))
            };
            let [white, black] = Color::ALL.map(of);
            words.push(format!(
                "wtime {} btime {} winc {} binc {}",
                white.0.as_millis().max(1),
                black.0.as_millis().max(1),
                white.1.as_millis(),
                black.1.as_millis()
            ));
            if self.moves > 0 {
                words.push(format!("movestogo {}", self.moves));
            }
        }
        let EngineSettings { move_time, nodes, depth, .. } = self.settings;
        words.extend(move_time.map(|time| format!("movetime {}", time.as_millis().max(1))));
        words.extend(nodes.map(|nodes| format!("nodes {nodes}")));
        words.extend(depth.map(|depth| format!("depth {depth}")));
        words.join(" ")
    }

    /// Time after which the next move is too late, and time after which the engine is not waited for any more.
    fn deadlines(&self, patience: Duration) -> (Option<Duration>, Duration) {
        let margin = self.settings.margin;
        let of_clock = self.settings.clock.map(|_| self.left + margin.unwrap_or_default());
        // A time for a move is not exact. It counts only if a margin is given.
        let of_move = self.settings.move_time.zip(margin).map(|(time, margin)| time + margin);
        let late = of_clock.into_iter().chain(of_move).min();
        let longest = late.or(self.settings.move_time).unwrap_or(UNTIMED_MOVE);
        (late, longest.saturating_add(patience))
    }

    /// Takes the time of a move from the clock.
    fn take(&mut self, time: Duration) {
        let Some(clock) = self.settings.clock else { return };
        self.left = self.left.saturating_sub(time) + clock.increment;
        if self.moves > 0 {
            self.moves -= 1;
            if self.moves == 0 {
                self.moves = clock.moves;
                self.left += clock.time;
            }
        }
    }
}

/// Plays a game. The engines are set up for it. Returns `None` if `stop` was set.
pub fn play(
    settings: &Settings,
    players: ByColor<&EngineSettings>,
    mut engines: ByColor<&mut UciEngine>,
    opening: Opening,
    stop: &AtomicBool,
) -> Option<PlayedGame> {
    let mut position = opening.start.clone();
    let mut keys = vec![position.key()];
    for &mv in &opening.moves {
        position.make(mv);
        keys.push(position.key());
    }
    let mut line = opening.moves.clone();
    let mut clocks = ByColor::from_fn(|color| Clock::new(players[color]));
    let mut adjudicator = Adjudicator::new(settings.adjudication);
    let mut moves = Vec::new();
    let (winner, end) = loop {
        let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
        if let Some(outcome) = position.outcome(occurrences) {
            break (outcome.winner(), End::Rules(outcome.name()));
        }
        // A variant without a rule for repetition could go on for very long.
        if occurrences >= 3 && position.variant().rules().repetition_limit == 0 {
            break (None, End::Adjudication("draw by repetition"));
        }
        let color = position.turn();
        let limits = clocks[color].limits(color, &clocks[!color]);
        let (late, longest) = clocks[color].deadlines(settings.patience);
        let line_so_far = (&opening.start, line.as_slice());
        let mut last = None;
        let mut keep = |report| last = Some(report);
        let found = engines[color].search(line_so_far, &limits, longest, 1, stop, &mut keep);
        let time = engines[color].thinking_time();
        let report = match found {
            Err(EngineError::Cancelled) => return None,
            Ok(_) | Err(EngineError::IllegalMove(_)) if late.is_some_and(|late| time > late) => {
                break (Some(!color), End::Time);
            }
            Ok(report) => report,
            Err(EngineError::IllegalMove(text)) => {
                break (Some(!color), End::IllegalMove(text::shorten(text.as_bytes())));
            }
            Err(error) => break (Some(!color), End::Failure(error.to_string())),
        };
        clocks[color].take(time);
        // The report of a search has a legal move.
        let mv = report.best_move()?;
        // An engine that was stopped within an iteration may make a move for which it has sent no score. Its last score
        // counts, which is that of another move.
        let is_scored = |report: &SearchReport| report.depth > 1 || report.nodes > 0;
        let scored = Some(report).filter(is_scored).or(last);
        let (depth, nodes) = scored.as_ref().map_or((0, 0), |report| (report.depth, report.nodes));
        let score = scored.as_ref().map(|report| report.score);
        let pv = scored.map_or(Vec::new(), |report| report.pv);
        position.make(mv);
        keys.push(position.key());
        line.push(mv);
        moves.push(PlayedMove { mv, score, depth, nodes, time, pv });
        // A game that the rules end is not adjudicated.
        let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
        if position.outcome(occurrences).is_some() {
            continue;
        }
        match adjudicator.add(&position, score) {
            Some(Verdict::Won(winner)) => break (Some(winner), End::Adjudication("win by adjudication")),
            Some(Verdict::Drawn) => break (None, End::Adjudication("draw by adjudication")),
            Some(Verdict::TooLong) => break (None, End::Adjudication("draw by length")),
            None => {}
        }
    };
    Some(PlayedGame { opening, moves, winner, end })
}

impl PlayedGame {
    /// Half-points of a color: 2 for a win, 1 for a draw.
    pub fn half_points(&self, color: Color) -> u8 {
        self.winner.map_or(1, |winner| 2 * u8::from(winner == color))
    }

    /// The game in PGN. `tags` are those before `Result`.
    pub fn to_pgn(&self, tags: Tags, names: ByColor<&str>, settings: &PgnSettings) -> String {
        let reason = self.reason(names);
        let mut tree = GameTree::new(self.opening.start.clone());
        let line = self.opening.moves.iter().copied().chain(self.moves.iter().map(|played| played.mv));
        let mut last = NodeId::ROOT;
        // The moves are legal.
        if let Ok(node) = tree.add_line(NodeId::ROOT, &line.collect::<Vec<_>>()) {
            last = node;
        }
        if !settings.is_minimal {
            let nodes = tree.main_line();
            let (book, played) = nodes.split_at(self.opening.moves.len().min(nodes.len()));
            for &node in book {
                tree.annotations_mut(node).comment = "book".to_owned();
            }
            let mut before = book.last().copied().unwrap_or(NodeId::ROOT);
            for (&node, played) in played.iter().zip(&self.moves) {
                let mut comment = played.to_string();
                if settings.has_nodes {
                    comment += &format!(", n={}", played.nodes);
                }
                if settings.has_pv {
                    let pv = coords::format_line(&tree.position(before), &played.pv);
                    comment += &format!(", pv=\"{}\"", pv.join(" "));
                }
                tree.annotations_mut(node).comment = comment;
                before = node;
            }
            let comment = &mut tree.annotations_mut(last).comment;
            *comment = if comment.is_empty() { reason } else { format!("{comment}, {reason}") };
        }
        let mut tags = tags;
        tags.push("PlyCount", (self.opening.moves.len() + self.moves.len()).to_string());
        tags.push("Termination", self.end.tag());
        PgnGame::new(tags, tree, pgn::result(self.winner)).to_string()
    }

    /// How the game ended in words.
    fn reason(&self, names: ByColor<&str>) -> String {
        self.end.text(self.winner.map_or("", |winner| names[!winner]))
    }
}

impl fmt::Display for PlayedMove {
    /// Writes score, depth and time: `+0.31/8 0.123s`, or `-M4/12 0.010s` for a mate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Some(Score::Centipawns(value)) => write!(f, "{:+.2}/{} ", f64::from(value) / 100.0, self.depth)?,
            Some(Score::Mate(moves)) => {
                let sign = if moves > 0 { '+' } else { '-' };
                write!(f, "{sign}M{}/{} ", moves.unsigned_abs(), self.depth)?;
            }
            None => {}
        }
        write!(f, "{:.3}s", self.time.as_secs_f64())
    }
}

/// The limits of an engine as the tag `TimeControl` has them.
pub fn time_control(engine: &EngineSettings) -> String {
    let seconds = |time: Duration| time.as_secs_f64().to_string();
    let clock = engine.clock.map(|clock| {
        let moves = if clock.moves > 0 { format!("{}/", clock.moves) } else { String::new() };
        let increment =
            if clock.increment.is_zero() { String::new() } else { format!("+{}", seconds(clock.increment)) };
        format!("{moves}{}{increment}", seconds(clock.time))
    });
    let move_time = engine.move_time.map(|time| format!("1/{}", seconds(time)));
    let nodes = engine.nodes.map(|nodes| format!("{nodes} nodes"));
    let depth = engine.depth.map(|depth| format!("depth {depth}"));
    let all: Vec<_> = [clock, move_time, nodes, depth].into_iter().flatten().collect();
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;
    use crate::rules::Position;
    use crate::tournament::settings::ClockSettings;

    const fn millis(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn engine(time: u64, increment: u64, moves: u32) -> EngineSettings {
        let clock = Some(ClockSettings { time: millis(time), increment: millis(increment), moves });
        EngineSettings { clock, ..EngineSettings::default() }
    }

    /// A clock loses the time of each move, gains the increment, and gets its time again after its moves.
    #[test]
    fn a_clock_counts_down_and_is_refilled() {
        let (with_moves, plain) = (engine(1_000, 10, 2), engine(500, 0, 0));
        let (mut clock, mut other) = (Clock::new(&with_moves), Clock::new(&plain));
        assert_eq!(clock.limits(Color::White, &other), "wtime 1000 btime 500 winc 10 binc 0 movestogo 2");
        clock.take(millis(300));
        other.take(millis(600));
        assert_eq!(clock.limits(Color::White, &other), "wtime 710 btime 1 winc 10 binc 0 movestogo 1");
        clock.take(millis(300));
        assert_eq!(clock.limits(Color::White, &other), "wtime 1420 btime 1 winc 10 binc 0 movestogo 2");
        assert_eq!(other.limits(Color::Black, &clock), "wtime 1420 btime 1 winc 10 binc 0");
    }

    /// All limits are passed on. An engine with a clock whose opponent has none sees its own clock twice.
    #[test]
    fn limits_are_combined() {
        let fixed = EngineSettings {
            move_time: Some(millis(50)),
            nodes: Some(9),
            depth: Some(3),
            ..EngineSettings::default()
        };
        let (fixed_clock, with_clock) = (Clock::new(&fixed), engine(1_000, 0, 0));
        let clock = Clock::new(&with_clock);
        assert_eq!(fixed_clock.limits(Color::White, &clock), "movetime 50 nodes 9 depth 3");
        assert_eq!(clock.limits(Color::Black, &fixed_clock), "wtime 1000 btime 1000 winc 0 binc 0");
        assert_eq!(
            (time_control(&fixed).as_str(), time_control(&engine(60_000, 500, 40)).as_str()),
            ("1/0.05, 9 nodes, depth 3", "40/60+0.5")
        );
    }

    /// A move is late after the clock and its margin. A time for a move is exceeded only if it has a margin, and without
    /// time an engine is waited for ten minutes.
    #[test]
    fn a_move_is_late_after_clock_and_margin() {
        let deadlines = |engine: &EngineSettings| Clock::new(engine).deadlines(millis(10));
        let with_margin = EngineSettings { margin: Some(millis(5)), ..engine(100, 0, 0) };
        assert_eq!(deadlines(&with_margin), (Some(millis(105)), millis(115)));
        let fixed = EngineSettings { move_time: Some(millis(50)), ..EngineSettings::default() };
        assert_eq!(deadlines(&fixed), (None, millis(60)));
        let strict = EngineSettings { margin: Some(millis(5)), ..fixed };
        assert_eq!(deadlines(&strict), (Some(millis(55)), millis(65)));
        assert_eq!(deadlines(&EngineSettings::default()), (None, millis(600_010)));
    }

    /// The PGN has the moves of the opening, score, depth and time of each other move, and the reason of the end, and is
    /// read again.
    #[test]
    fn a_game_in_pgn_has_comments_and_the_end() {
        let chess = Variants::built_in().get("chess").expect("built in");
        let start = Position::start(&chess).expect("legal");
        let mut position = start.clone();
        let mut make = |text: &str| {
            let mv = coords::parse_move(&position, text).expect("legal");
            position.make(mv);
            mv
        };
        let opening = Opening { start, moves: vec![make("f2f3")] };
        let played =
            |mv, score, depth| PlayedMove { mv, score, depth, nodes: 77, time: millis(12), pv: vec![mv] };
        let moves = vec![
            played(make("e7e5"), Some(Score::Centipawns(-5)), 3),
            played(make("g2g4"), None, 0),
            played(make("d8h4"), Some(Score::Mate(1)), 9),
        ];
        let game = PlayedGame { opening, moves, winner: Some(Color::Black), end: End::Rules("checkmate") };
        let names = ByColor { white: "a", black: "b" };
        let settings =
            PgnSettings { file: "".into(), appends: true, has_nodes: true, has_pv: false, is_minimal: false };
        let text = game.to_pgn(Tags::default(), names, &settings);
        let moves = "1. f3 {book} 1... e5 {-0.05/3 0.012s, n=77} 2. g4 {0.012s, n=77} 2... Qh4# {+M1/9 0.012s, n=77, checkmate} 0-1";
        let one_line = text.split_once("\n\n").expect("moves").1.trim().replace('\n', " ");
        assert_eq!(one_line, moves);
        assert!(text.contains("[PlyCount \"4\"]\n[Termination \"normal\"]"), "{text}");
        let read = PgnGame::parse(&text, |_| Ok(chess)).expect("valid");
        assert_eq!((read.moves().len(), read.result.as_str()), (4, "0-1"));
        let settings = PgnSettings { has_nodes: false, has_pv: true, ..settings };
        let text = game.to_pgn(Tags::default(), names, &settings);
        assert!(text.contains("{-0.05/3 0.012s, pv=\"e7e5\"}"), "{text}");
        let lost = PlayedGame { end: End::IllegalMove("e1e8".to_owned()), ..game };
        let text = lost.to_pgn(Tags::default(), names, &settings);
        assert!(
            text.contains("a made an illegal move (e1e8)") && text.contains("\"illegal move\""),
            "{text}"
        );
    }
}
