//! Client of UCI: the lines for an engine, and the state of the conversation with it. It has no input or output.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::engine::{Score, SearchReport};
use crate::notation::text::{printable, shorten};
use crate::notation::variants_ini::Variants;
use crate::notation::{coords, fen};
use crate::protocol::options::DEFAULT_VARIANT;
use crate::rules::{Move, Position, Variant};

/// Name of the option with the variants that the engine plays.
const VARIANT: &str = "UCI_Variant";
/// Name of the option for a file of further variants.
pub const VARIANT_PATH: &str = "VariantPath";
/// Name of the option for castling from any files.
const CHESS960: &str = "UCI_Chess960";
/// Name of the option to think in the opponent's time.
const PONDER: &str = "Ponder";
/// Name of the option for the number of lines.
const MULTI_PV: &str = "MultiPV";
/// Greatest number of options that are kept. Real engines have fewer than a hundred.
const MAX_OPTIONS: usize = 1_000;

/// Name and options of an engine, as its answer to `uci` lists them.
///
/// ```
/// use xxlchess_core::protocol::uci::client::{EngineInfo, OptionKind};
///
/// let info = EngineInfo::parse("id name Fish 1\noption name Hash type spin default 16 min 1 max 1024\nuciok");
/// assert_eq!(info.name, "Fish 1");
/// assert_eq!(info.options[0].kind, OptionKind::Spin { default: 16, min: 1, max: 1024 });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineInfo {
    /// Name with version; empty if the engine sends none.
    pub name: String,
    /// The options, in the order of the engine.
    pub options: Vec<EngineOption>,
}

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Name, which may have spaces.
    pub name: String,
    /// Type, default and range.
    pub kind: OptionKind,
}

/// Type of an option, its default and the values that it accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OptionKind {
    /// On or off.
    Check { default: bool },
    /// A whole number.
    Spin { default: i64, min: i64, max: i64 },
    /// One of several words.
    Combo { default: String, values: Vec<String> },
    /// Any text.
    Text { default: String },
    /// An action without a value.
    Button,
}

impl EngineInfo {
    /// The name and the options in the lines of an answer to `uci`.
    pub fn parse(lines: &str) -> Self {
        let mut info = Self::default();
        lines.lines().for_each(|line| info.add(line));
        info
    }

    /// Adds what a line of the answer to `uci` has. Other lines and faulty options are ignored.
    pub fn add(&mut self, line: &str) {
        let line = line.trim();
        if let Some(name) = line.strip_prefix("id name ") {
            name.trim().clone_into(&mut self.name);
        } else if let Some(option) = EngineOption::parse(line).filter(|_| self.options.len() < MAX_OPTIONS) {
            self.options.push(option);
        }
    }

    /// The option of this name; its case does not matter.
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Names of the variants that the engine plays. An engine that lists none plays chess.
    pub fn variants(&self) -> Vec<&str> {
        match self.option(VARIANT).map(|option| &option.kind) {
            Some(OptionKind::Combo { values, .. }) => values.iter().map(String::as_str).collect(),
            _ => vec![DEFAULT_VARIANT],
        }
    }

    /// Whether the engine plays `variant`: the engine has a variant of this name, and the rules are those that belong to the
    /// name.
    ///
    /// Rules that the options of a game or a config file have changed are not known to other programs. A variant that is not built
    /// in is played by an engine that reads files of variants, see [`VARIANT_PATH`].
    pub fn plays(&self, variant: &Variant) -> bool {
        let rules = variant.rules();
        let is_chess960 = rules.is_chess960();
        let variants = Variants::built_in();
        let Some(named) = variants.rules(&rules.name) else {
            return self.option(VARIANT_PATH).is_some() && !rules.fog && !is_chess960;
        };
        if !self.variants().contains(&rules.name.as_str()) || is_chess960 && self.option(CHESS960).is_none() {
            return false;
        }
        if is_chess960 { named.clone().in_chess960() == *rules } else { named == rules }
    }
}

impl EngineOption {
    /// Parses `option name … type …`. Returns `None` for another line and for an unknown type.
    fn parse(line: &str) -> Option<Self> {
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let rest = rest.trim();
        let (kind, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let text = rest.trim().strip_prefix("default").unwrap_or_default().trim();
        let mut values = Vec::new();
        let mut sections: BTreeMap<&str, String> = BTreeMap::new();
        let mut key = "";
        for word in rest.split_whitespace() {
            match word {
                "var" => values.push(String::new()),
                "default" | "min" | "max" => {}
                word => {
                    let text =
                        if key == "var" { values.last_mut()? } else { sections.entry(key).or_default() };
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(word);
                    continue;
                }
            }
            key = word;
        }
        let number = |name| sections.get(name).and_then(|text| text.parse::<i64>().ok());
        let default = sections.get("default").cloned().unwrap_or_default();
        let kind = match kind {
            "check" => OptionKind::Check { default: default == "true" },
            "spin" => {
                let (min, max) = (number("min")?, number("max")?);
                OptionKind::Spin { default: number("default")?, min, max: max.max(min) }
            }
            "combo" => OptionKind::Combo { default, values },
            "string" => {
                OptionKind::Text { default: Some(text).filter(|&t| t != EMPTY).unwrap_or("").to_owned() }
            }
            "button" => OptionKind::Button,
            _ => return None,
        };
        Some(Self { name: name.trim().to_owned(), kind })
    }

    /// The default value as text; empty for a button.
    pub fn default_value(&self) -> String {
        match &self.kind {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.clone(),
            OptionKind::Button => String::new(),
        }
    }

    /// Whether the program sets this option itself, so that the user has no choice.
    pub fn is_internal(&self) -> bool {
        [VARIANT, CHESS960, PONDER, MULTI_PV, "UCI_AnalyseMode", "UCI_ShowWDL", "UCI_Opponent"]
            .iter()
            .any(|name| self.name.eq_ignore_ascii_case(name))
    }
}

/// Value by which UCI writes an empty text.
const EMPTY: &str = "<empty>";

impl fmt::Display for EngineOption {
    /// Writes the line of the answer to `uci`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let empty = |text: &str| if text.is_empty() { EMPTY.to_owned() } else { text.to_owned() };
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            OptionKind::Combo { default, values } => {
                write!(f, "combo default {default}")?;
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            OptionKind::Text { default } => write!(f, "string default {}", empty(default)),
            OptionKind::Button => f.write_str("button"),
        }
    }
}

/// The line that sets an option.
pub fn set_option(name: &str, value: &str) -> String {
    match value {
        "" => format!("setoption name {name} value {EMPTY}"),
        value => format!("setoption name {name} value {value}"),
    }
}

/// How long an engine may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingTime {
    /// A fixed time for this move.
    Move(Duration),
    /// Time left on the clock, and time added after each move.
    Clock(Duration, Duration),
    /// The engine thinks until it gets the line `stop`.
    Infinite,
}

impl fmt::Display for ThinkingTime {
    /// Writes the arguments of `go`. Both sides have the same clock, because a player does not get the other clock.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Infinite => f.write_str("infinite"),
            Self::Move(time) => write!(f, "movetime {}", time.as_millis().max(1)),
            Self::Clock(left, increment) => {
                let (left, increment) = (left.as_millis().max(1), increment.as_millis());
                write!(f, "wtime {left} btime {left} winc {increment} binc {increment}")
            }
        }
    }
}

/// A line `info … score …` with a principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfoLine {
    /// Depth in plies; 0 if the engine does not send it.
    pub depth: u32,
    /// Number of nodes searched so far.
    pub nodes: u64,
    /// Number of the line among the best lines, from 1.
    pub multi_pv: usize,
    /// Score for the side to move.
    pub score: Score,
    /// Whether the score is only a bound.
    pub is_bound: bool,
    /// Principal variation, which is not empty.
    pub pv: Vec<String>,
}

impl InfoLine {
    /// Parses a line. Returns `None` for a line without a score or without a variation.
    pub fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.strip_prefix("info ")?.split_whitespace().collect();
        let (before, pv) = words.split_at(words.iter().position(|&word| word == "pv")?);
        let after = |name| before.iter().position(|&word| word == name).and_then(|at| before.get(at + 1));
        let number = |name| after(name).and_then(|text| text.parse::<i64>().ok());
        // A score beyond these bounds would overflow sums with other scores.
        let small = |score: i64| score.clamp(-1_000_000, 1_000_000) as i32;
        let score = match number("mate") {
            Some(moves) => Score::Mate(small(moves)),
            None => Score::Centipawns(small(number("cp")?)),
        };
        let pv: Vec<String> = pv[1..].iter().map(|&word| word.to_owned()).collect();
        (!pv.is_empty()).then(|| Self {
            depth: number("depth").unwrap_or(0).clamp(0, 1000) as u32,
            nodes: number("nodes").unwrap_or(0).max(0) as u64,
            multi_pv: number("multipv").unwrap_or(1).max(1) as usize,
            score,
            is_bound: before.iter().any(|word| word.ends_with("erbound")),
            pv,
        })
    }
}

/// A conversation with an engine. The caller sends the lines that the methods return, and passes on each line of the engine.
///
/// ```
/// use xxlchess_core::{notation::{coords, variants_ini::Variants}, rules::Position};
/// use xxlchess_core::protocol::uci::client::{Client, Event, ThinkingTime};
///
/// let mut client = Client::default();
/// assert_eq!(client.receive("uciok"), Some(Event::Started));
/// let start = Position::start(&Variants::built_in().get("chess").unwrap()).unwrap();
/// let lines = client.search(&start, &[], ThinkingTime::Move(std::time::Duration::from_secs(1)));
/// assert_eq!(lines[1], "go movetime 1000");
/// let Some(Event::Report(report)) = client.receive("bestmove e2e4") else { panic!() };
/// assert_eq!(report.best_move(), coords::parse_move(&start, "e2e4"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Client {
    info: EngineInfo,
    state: State,
}

#[derive(Clone, Debug, Default)]
enum State {
    /// The engine has not answered `uci` yet.
    #[default]
    Starting,
    Idle,
    /// The engine searches this position. The best lines are those of its last lines of information. The bound is the last
    /// line with a score that is not exact.
    Searching {
        position: Box<Position>,
        lines: usize,
        best: Vec<SearchReport>,
        bound: Option<SearchReport>,
    },
}

/// Event that a line of the engine causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The engine has listed its options and is ready.
    Started,
    /// The engine has carried out all commands before `isready`.
    Ready,
    /// The search has a new score for each of its lines, and goes on.
    Progress(SearchReport),
    /// The search has ended. The report has a legal move.
    Report(SearchReport),
    /// The search has ended with this text, which is not a legal move.
    IllegalMove(String),
}

impl Client {
    /// The first line for an engine.
    pub const FIRST: &str = "uci";

    /// Name and options of the engine, as far as it has sent them.
    pub fn info(&self) -> &EngineInfo {
        &self.info
    }

    /// The lines that set the variant and the options of the user, and begin a new game. The engine answers
    /// [`Event::Ready`].
    pub fn set_up(&self, variant: &Variant, values: &BTreeMap<String, String>) -> Vec<String> {
        let rules = variant.rules();
        let own = values.iter().filter(|(name, _)| self.info.option(name).is_some());
        let own = own.map(|(name, value)| set_option(name, value));
        let ours = [
            (VARIANT, rules.name.clone()),
            (CHESS960, rules.is_chess960().to_string()),
            // Some engines think in the opponent's time by default.
            (PONDER, false.to_string()),
        ];
        let ours = ours.into_iter().filter(|(name, _)| self.info.option(name).is_some());
        let ours = ours.map(|(name, value)| set_option(name, &value));
        own.chain(ours).chain(Self::new_game()).collect()
    }

    /// The lines that begin a new game. The engine answers [`Event::Ready`].
    pub fn new_game() -> [String; 2] {
        ["ucinewgame", "isready"].map(str::to_owned)
    }

    /// The lines that start a search for the best move after `moves`, which are legal from `start`. The limits are a
    /// [`ThinkingTime`], or other arguments of `go`. The engine answers [`Event::Report`] or [`Event::IllegalMove`].
    pub fn search(&mut self, start: &Position, moves: &[Move], limits: impl fmt::Display) -> [String; 2] {
        let mut position = start.clone();
        for &mv in moves {
            position.make(mv);
        }
        self.state =
            State::Searching { position: Box::new(position), lines: 1, best: Vec::new(), bound: None };
        let words = coords::format_line(start, moves).join(" ");
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {words}") };
        [format!("position fen {}{moves}", fen::format(start)), format!("go {limits}")]
    }

    /// Makes the search that was started last report this number of lines, if the engine can. Returns the line for the
    /// engine, which must be sent before those of the search.
    pub fn set_lines(&mut self, count: usize) -> Option<String> {
        let option = self.info.option(MULTI_PV)?;
        let OptionKind::Spin { max, .. } = option.kind else { return None };
        let count = count.clamp(1, usize::try_from(max).unwrap_or(1).max(1));
        if let State::Searching { position, lines, .. } = &mut self.state {
            *lines = count.min(position.legal_moves().len()).max(1);
        }
        Some(set_option(MULTI_PV, &count.to_string()))
    }

    /// Handles a line of the engine. A line that is not expected in the present state is ignored.
    pub fn receive(&mut self, line: &str) -> Option<Event> {
        let line = line.trim();
        let word = line.split_whitespace().next()?;
        match (&mut self.state, word) {
            (State::Starting, "uciok") => {
                self.state = State::Idle;
                Some(Event::Started)
            }
            (State::Starting, _) => {
                self.info.add(line);
                None
            }
            (_, "readyok") => Some(Event::Ready),
            (State::Searching { position, lines, best, bound }, "info") => {
                let info = InfoLine::parse(line).filter(|info| info.multi_pv <= *lines)?;
                let InfoLine { score, depth, nodes, multi_pv, .. } = info;
                let pv = coords::parse_line(position, &info.pv.join(" "));
                let report = SearchReport { score, depth, nodes, pv, further: Vec::new() };
                if info.is_bound {
                    *bound = Some(report);
                    return None;
                }
                best.truncate(multi_pv - 1);
                best.push(report);
                let (first, others) = best.split_first().filter(|_| best.len() == *lines)?;
                let further = others.iter().map(|report| (report.score, report.pv.clone())).collect();
                Some(Event::Progress(SearchReport { further, ..first.clone() }))
            }
            (State::Searching { position, best: lines, bound, .. }, "bestmove") => {
                let text = line.split_whitespace().nth(1).unwrap_or_default();
                let best = coords::parse_move(position, text);
                // A search that is stopped after a change of its best move has a bound for it only.
                let mut reports = lines.first().cloned().into_iter().chain(bound.take());
                self.state = State::Idle;
                let Some(best) = best else {
                    return Some(Event::IllegalMove(printable(&shorten(text.as_bytes()))));
                };
                let searched = reports.find(|report| report.best_move() == Some(best));
                let report =
                    searched.unwrap_or_else(|| SearchReport::from_move(Some(best), Score::Centipawns(0)));
                Some(Event::Report(report))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(name: &str) -> Position {
        Position::start(&Variants::built_in().get(name).expect("a variant")).expect("a start")
    }

    const SECOND: ThinkingTime = ThinkingTime::Move(Duration::from_secs(1));

    /// Options of every type, with spaces in names and values, are read, and are written as they were read.
    #[test]
    fn options_of_every_type_are_read_and_written() {
        let lines = "option name Hash type spin default 16 min 1 max 33554432\n\
            option name Skill Level type spin default 20 min 0 max 20\n\
            option name Ponder type check default false\n\
            option name Clear Hash type button\n\
            option name Debug Log File type string default <empty>\n\
            option name SyzygyPath type string default /a  path/min max\n\
            option name Style type combo default Very solid var Very solid var Risky";
        let info = EngineInfo::parse(lines);
        let written: Vec<String> = info.options.iter().map(ToString::to_string).collect();
        assert_eq!(written.join("\n"), lines.replace("            ", ""));
        let values: Vec<String> = info.options.iter().map(EngineOption::default_value).collect();
        assert_eq!(values, ["16", "20", "false", "", "", "/a  path/min max", "Very solid"]);
    }

    /// Lines that are no options, and options without a range, are left out.
    #[test]
    fn faulty_options_are_left_out() {
        let info = EngineInfo::parse(
            "option name A type spin default 1\noption name type\noption\nhello\n\
            option name B type colour default red\nid name \noption name C type check",
        );
        assert_eq!(info.options.len(), 1);
        assert_eq!((info.name.as_str(), info.options[0].name.as_str()), ("", "C"));
    }

    /// An engine without `UCI_Variant` plays chess only. One with a list plays what is in the list, by the rules that
    /// belong to the name, and Chess960 only with the option for it. A variant of a file is played by one that reads such files.
    #[test]
    fn an_engine_plays_the_variants_that_it_lists() {
        let plain = EngineInfo::parse("id name Plain");
        let fairy = EngineInfo::parse(
            "option name UCI_Variant type combo default chess var chess var capablanca\n\
            option name UCI_Chess960 type check default false",
        );
        let chess = start("chess").variant().clone();
        let text = "[own:chess]\nnMoveRule = 7\n";
        let own =
            Variants::built_in().with_file("own", text).expect("a valid file").get("own").expect("in it");
        let reads_files = EngineInfo::parse("option name VariantPath type string default <empty>");
        assert!(reads_files.plays(&own) && !fairy.plays(&own));
        let chess960 = Variant::new(chess.rules().clone().in_chess960(), chess.start().clone());
        let fog = Variant::new(chess.rules().clone().with_options(false, true, false), chess.start().clone());
        for (variant, by_plain, by_fairy) in [
            (&*chess, true, true),
            (&chess960, false, true),
            (&fog, false, false),
            (&**start("capablanca").variant(), false, true),
            (&**start("xxl").variant(), false, false),
        ] {
            assert_eq!(plain.plays(variant), by_plain, "{:?}", variant.rules().name);
            assert_eq!(fairy.plays(variant), by_fairy, "{:?}", variant.rules().name);
        }
    }

    /// The set-up sends the options of the user that the engine supports, then the variant, then a new game.
    #[test]
    fn set_up_names_options_and_variant() {
        let mut client = Client::default();
        for line in [
            "option name UCI_Variant type combo default chess var chess",
            "option name Hash type spin default 1 min 1 max 9",
            "option name Book type string default <empty>",
            "option name Ponder type check default true",
            "uciok",
        ] {
            client.receive(line);
        }
        let values =
            [("Hash", "5"), ("Gone", "1"), ("Book", "")].map(|(name, value)| (name.into(), value.into()));
        let lines = client.set_up(start("chess").variant(), &values.into());
        let expected = [
            "setoption name Book value <empty>",
            "setoption name Hash value 5",
            "setoption name UCI_Variant value chess",
            "setoption name Ponder value false",
            "ucinewgame",
            "isready",
        ];
        assert_eq!(lines, expected);
    }

    /// The position of a search is written as the start of the game and its moves. The report has the last exact line.
    #[test]
    fn a_search_is_reported_with_score_and_line() {
        let mut client = Client::default();
        client.receive("uciok");
        let start = start("chess");
        let first = coords::parse_move(&start, "e2e4").expect("legal");
        let clock = ThinkingTime::Clock(Duration::from_millis(61_500), Duration::from_secs(2));
        let lines = client.search(&start, &[first], clock);
        assert!(lines[0].starts_with("position fen rnbqkbnr/") && lines[0].ends_with(" moves e2e4"));
        assert_eq!(lines[1], "go wtime 61500 btime 61500 winc 2000 binc 2000");
        for line in [
            "info string pv e7e5",
            "info depth 3 score cp 12 nodes 100 pv e7e5 g1f3",
            "info depth 4 score cp 90 upperbound nodes 150 pv c7c5",
            "info depth 4 multipv 2 score cp 3 nodes 170 pv d7d5",
            "info depth 5 seldepth 9 score mate -3 nodes 200 time 3 pv e7e5 g1f3 e4e4",
        ] {
            let has_ended = matches!(client.receive(line), Some(Event::Report(_) | Event::IllegalMove(_)));
            assert!(!has_ended, "{line}");
        }
        let Some(Event::Report(report)) = client.receive("bestmove e7e5 ponder g1f3") else {
            panic!("no report")
        };
        assert_eq!((report.score, report.depth, report.nodes, report.pv.len()), (Score::Mate(-3), 5, 200, 2));
    }

    /// A search that ends with a bound for a new best move reports that bound, not a score of zero.
    #[test]
    fn a_bound_is_the_score_of_a_move_without_an_exact_one() {
        let mut client = Client::default();
        client.receive("uciok");
        client.search(&start("chess"), &[], SECOND);
        client.receive("info depth 3 score cp 12 nodes 100 pv e2e4");
        client.receive("info depth 4 score cp 90 lowerbound nodes 150 pv d2d4");
        let Some(Event::Report(report)) = client.receive("bestmove d2d4") else { panic!("no report") };
        assert_eq!((report.score, report.depth), (Score::Centipawns(90), 4));
    }

    /// A rude engine: garbage, answers that nobody asked for, a move that is not legal, and a move that its last line does
    /// not begin with. Nothing but the answer to a search counts.
    #[test]
    fn a_rude_engine_is_understood_as_far_as_possible() {
        let mut client = Client::default();
        for line in ["", "\u{0}\u{7f}", "bestmove e2e4", "readyok?", "info depth x score cp y pv", "option"] {
            assert_eq!(client.receive(line), None, "{line:?}");
        }
        assert_eq!(client.receive("uciok"), Some(Event::Started));
        assert_eq!(client.receive("uciok"), None);
        assert_eq!(client.receive("bestmove e2e4"), None, "there is no search");
        client.search(&start("chess"), &[], SECOND);
        assert_eq!(client.receive("bestmove e2e5"), Some(Event::IllegalMove("e2e5".to_owned())));
        assert_eq!(client.receive("bestmove e2e4"), None, "the search has ended");
        client.search(&start("chess"), &[], SECOND);
        assert_eq!(client.receive("bestmove"), Some(Event::IllegalMove(String::new())));
        client.search(&start("chess"), &[], SECOND);
        assert_eq!(client.receive("bestmove \0e4"), Some(Event::IllegalMove("\\u{0}e4".to_owned())));
        client.search(&start("chess"), &[], SECOND);
        let huge = client.receive("info depth 99999999999 score cp 99999999999 nodes -4 pv d2d4");
        assert!(matches!(huge, Some(Event::Progress(_))));
        let Some(Event::Report(report)) = client.receive("bestmove e2e4") else { panic!("no report") };
        assert_eq!((report.pv.len(), report.score), (1, Score::Centipawns(0)));
    }
}
