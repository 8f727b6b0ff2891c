//! Parser of the commands of UCI.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::engine::{ClockTimes, Limits};
use crate::notation::coords;
use crate::notation::text::shorten;
use crate::rules::Position;

/// Default depth of `bench`, which takes half a second, long enough to measure the speed.
pub const BENCH_DEPTH: u32 = 13;
/// Greatest time in milliseconds, which is about a month. A longer time counts as this.
const MAX_MILLISECONDS: i64 = 2_500_000_000;

/// A command of UCI.
#[derive(Debug)]
pub enum UciCommand {
    /// An empty line or a command that this engine ignores.
    Ignored,
    /// `uci`.
    Uci,
    /// `isready`.
    IsReady,
    /// `ucinewgame`.
    NewGame,
    /// `setoption`.
    SetOption {
        /// Name, in the case of the line. It is not empty.
        name: String,
        /// Value; empty if there is none.
        value: String,
    },
    /// `position`.
    Position {
        /// FEN; `None` for `startpos`.
        fen: Option<String>,
        /// Moves, which have not been parsed.
        moves: Vec<String>,
    },
    /// `go`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `d`, which displays the board.
    Display,
    /// `eval`.
    Eval,
    /// `bench` with its depth, 1 to 100 plies.
    Bench(u32),
    /// `genfens`.
    GenFens(GenFens),
    /// `quit`.
    Quit,
}

/// Arguments of `go`.
#[derive(Debug)]
pub enum Go {
    /// Perft to this depth, 0 to 100.
    Perft(u32),
    /// A search.
    Search(Limits),
}

/// Arguments of `genfens`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenFens {
    /// Number of positions.
    pub count: u64,
    /// Seed of the random moves. The same seed gives the same positions.
    pub seed: u64,
    /// File with a FEN or EPD in each line. The random moves are played from a random line of it, or without a file from
    /// the start of the variant.
    pub book: Option<String>,
    /// Name of the variant; `None` for that of `UCI_Variant`.
    pub variant: Option<String>,
}

/// Why a line is not a command. The words of the line in an error are shortened to 60 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommandError {
    /// No word of the line is a command. This is the first of them.
    UnknownCommand(String),
    /// `setoption` without `name`.
    NoNameKeyword,
    /// `setoption name` without a name.
    NoOptionName,
    /// `position` without `startpos`, or without a FEN.
    NoPosition,
    /// This word after `bench` is not a number.
    BenchDepth(String),
    /// `genfens` without a number of positions or without a seed.
    GenFens,
    /// A search that only `stop` would end, where there is no input.
    NoLimit,
}

impl fmt::Display for UciCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand(word) => write!(f, "unknown command {word:?}"),
            Self::NoNameKeyword => f.write_str("setoption: `name` is missing"),
            Self::NoOptionName => f.write_str("setoption: the option has no name"),
            Self::NoPosition => f.write_str("position: `startpos` or `fen` and a FEN expected"),
            Self::BenchDepth(word) => write!(f, "bench: {word:?} is not a number"),
            Self::GenFens => f.write_str("genfens: a number of positions, `seed` and a number expected"),
            Self::NoLimit => {
                f.write_str("go: a limit expected, such as `depth 10`, because nothing can send `stop`")
            }
        }
    }
}

impl Error for UciCommandError {}

/// Parses a line. Unknown words are skipped, as the protocol demands.
///
/// The moves of `searchmoves` must be legal in `position`. Others are skipped, and without a position all of them are.
///
/// Numbers out of range are clamped. The greatest depth is 100 plies for `bench` and `go perft`, and 1000 for a search. A
/// missing or wrong number of `go` counts as 0, so that the search ends at once.
///
/// # Errors
/// A line without a command, or missing or wrong arguments.
///
/// ```
/// use xxlchess_core::protocol::uci::command::{Go, UciCommand, parse};
///
/// let command = parse("joho go depth 8 soon", None).unwrap();
/// assert!(matches!(command, UciCommand::Go(Go::Search(limits)) if limits.depth == Some(8)));
/// assert_eq!(parse("bench x", None).unwrap_err().to_string(), "bench: \"x\" is not a number");
/// ```
pub fn parse(line: &str, position: Option<&Position>) -> Result<UciCommand, UciCommandError> {
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let (word, arguments) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let command = match word {
            "uci" => UciCommand::Uci,
            "isready" => UciCommand::IsReady,
            "ucinewgame" => UciCommand::NewGame,
            "setoption" => return set_option(arguments),
            "position" => return set_position(arguments),
            "go" => UciCommand::Go(go(arguments, position)),
            "stop" => UciCommand::Stop,
            "ponderhit" => UciCommand::PonderHit,
            "d" => UciCommand::Display,
            "eval" => UciCommand::Eval,
            "bench" => return bench(arguments),
            "genfens" => UciCommand::GenFens(genfens(arguments).ok_or(UciCommandError::GenFens)?),
            "quit" => UciCommand::Quit,
            // The engine has neither debugging output nor registration.
            "debug" | "register" => UciCommand::Ignored,
            _ => {
                rest = arguments.trim_start();
                continue;
            }
        };
        return Ok(command);
    }
    match line.split_whitespace().next() {
        None => Ok(UciCommand::Ignored),
        Some(word) => Err(UciCommandError::UnknownCommand(shorten(word.as_bytes()))),
    }
}

/// The parts of `text` before and after `word`, which stands between white space.
fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let parts = |(at, _)| (&text[..at], &text[at + word.len()..]);
    let stands_alone = |(before, after): &(&str, &str)| {
        (before.is_empty() || before.ends_with(char::is_whitespace))
            && (after.is_empty() || after.starts_with(char::is_whitespace))
    };
    text.match_indices(word).map(parts).find(stands_alone)
}

fn bench(arguments: &str) -> Result<UciCommand, UciCommandError> {
    let Some(word) = arguments.split_whitespace().next() else { return Ok(UciCommand::Bench(BENCH_DEPTH)) };
    let depth: i64 = word.parse().map_err(|_| UciCommandError::BenchDepth(shorten(word.as_bytes())))?;
    Ok(UciCommand::Bench(depth.clamp(1, 100) as u32))
}

/// Parses `N seed S [book None|PATH] [variant NAME]`. A path may have spaces, and `variant` is not part of it if one word
/// follows. Returns `None` without number or seed.
fn genfens(arguments: &str) -> Option<GenFens> {
    let words = arguments.trim_end();
    let last = words.rsplit_once(char::is_whitespace);
    let variant = last.and_then(|(rest, name)| Some((rest.trim_end().strip_suffix(" variant")?, name)));
    let (rest, variant) = variant.map_or((words, None), |(rest, name)| (rest, Some(name)));
    let (rest, book) = split_at_word(rest, "book").unwrap_or((rest, ""));
    let (count, seed) = split_at_word(rest, "seed")?;
    let book = book.trim();
    Some(GenFens {
        count: count.trim().parse().ok()?,
        seed: seed.trim().parse().ok()?,
        book: (!book.is_empty() && !book.eq_ignore_ascii_case("none")).then(|| book.to_owned()),
        variant: variant.map(str::to_owned),
    })
}

fn set_option(arguments: &str) -> Result<UciCommand, UciCommandError> {
    let (_, rest) = split_at_word(arguments, "name").ok_or(UciCommandError::NoNameKeyword)?;
    let (name, value) = split_at_word(rest, "value").unwrap_or((rest, ""));
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(UciCommandError::NoOptionName);
    }
    // The value may be a path with several spaces in a row.
    Ok(UciCommand::SetOption { name, value: value.trim().to_owned() })
}

fn set_position(arguments: &str) -> Result<UciCommand, UciCommandError> {
    let (setup, moves) = split_at_word(arguments, "moves").unwrap_or((arguments, ""));
    let mut words = setup.split_whitespace();
    let fen = match words.find(|word| matches!(*word, "startpos" | "fen")) {
        Some("startpos") => None,
        Some(_) => Some(words.collect::<Vec<_>>().join(" ")),
        None => return Err(UciCommandError::NoPosition),
    };
    if fen.as_ref().is_some_and(String::is_empty) {
        return Err(UciCommandError::NoPosition);
    }
    Ok(UciCommand::Position { fen, moves: moves.split_whitespace().map(str::to_owned).collect() })
}

fn go(arguments: &str, position: Option<&Position>) -> Go {
    let mut words = arguments.split_whitespace().peekable();
    let mut limits = Limits::default();
    let mut clocks = ClockTimes::default();
    let (mut has_clocks, mut has_search_moves) = (false, false);
    while let Some(word) = words.next() {
        let mut count = || {
            let number = words.peek().and_then(|text| text.parse::<f64>().ok());
            // The number is read as a float, because some programs send parts of a millisecond.
            words.next_if(|_| number.is_some());
            number.unwrap_or_default() as i64
        };
        let time = |count: i64| Duration::from_millis(count.clamp(0, MAX_MILLISECONDS) as u64);
        let plies = |count: i64| count.clamp(1, 1000) as u32;
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = Some(Arc::new(AtomicBool::new(true))),
            "searchmoves" => has_search_moves = true,
            "perft" => return Go::Perft(count().clamp(0, 100) as u32),
            "wtime" => (clocks.time.white, has_clocks) = (time(count()), true),
            "btime" => (clocks.time.black, has_clocks) = (time(count()), true),
            "winc" => clocks.increment.white = time(count()),
            "binc" => clocks.increment.black = time(count()),
            // Some programs send 0 if there is no further time control.
            "movestogo" => clocks.moves_to_go = Some(count()).filter(|&moves| moves > 0).map(plies),
            "depth" => limits.depth = Some(plies(count())),
            "nodes" => limits.nodes = Some(count().max(1) as u64),
            "mate" => limits.mate = Some(plies(count())),
            "movetime" => limits.move_time = Some(time(count())),
            _ if has_search_moves => {
                limits.search_moves.extend(position.and_then(|position| coords::parse_move(position, word)));
            }
            _ => {}
        }
    }
    limits.clocks = Some(clocks).filter(|_| has_clocks && !limits.infinite);
    limits.move_time = limits.move_time.filter(|_| !limits.infinite);
    Go::Search(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The command as OpenBench writes it: `None` is no book, and arguments of the test may name a variant.
    #[test]
    fn genfens_has_book_and_variant() {
        for (line, book, variant) in [
            ("genfens 3 seed 18", None, None),
            ("genfens 3 seed 18 book None ", None, None),
            ("genfens 3 seed 18 book my books/a.epd", Some("my books/a.epd"), None),
            ("genfens 3 seed 18 book a variant of it/b.epd", Some("a variant of it/b.epd"), None),
            (
                "genfens 3 seed 18 book my variant book.epd variant xxl ",
                Some("my variant book.epd"),
                Some("xxl"),
            ),
            (
                "genfens 3 seed 18 book Books/8moves_v3.epd variant xxl",
                Some("Books/8moves_v3.epd"),
                Some("xxl"),
            ),
        ] {
            let Ok(UciCommand::GenFens(genfens)) = parse(line, None) else { panic!("{line:?}") };
            assert_eq!((genfens.count, genfens.seed), (3, 18));
            assert_eq!((genfens.book.as_deref(), genfens.variant.as_deref()), (book, variant));
        }
    }

    /// A path with two spaces in a row and with the word "name" is passed on as it is.
    #[test]
    fn the_value_of_an_option_keeps_its_spaces() {
        let line = "setoption  name Debug  Log File value  /my  files/name of\tvalue x.txt ";
        let Ok(UciCommand::SetOption { name, value }) = parse(line, None) else { panic!("{line:?}") };
        assert_eq!((&*name, &*value), ("Debug Log File", "/my  files/name of\tvalue x.txt"));
    }

    /// The error of each kind of faulty line names the fault.
    #[test]
    fn faulty_lines_are_explained() {
        for (line, text) in [
            ("xyzzy 1", "unknown command \"xyzzy\""),
            ("bench x", "bench: \"x\" is not a number"),
            ("setoption Hash", "setoption: `name` is missing"),
            ("setoption name value 1", "setoption: the option has no name"),
            ("position fen", "position: `startpos` or `fen` and a FEN expected"),
            ("genfens 5 seed x", "genfens: a number of positions, `seed` and a number expected"),
        ] {
            assert_eq!(parse(line, None).expect_err(line).to_string(), text);
        }
    }
}
