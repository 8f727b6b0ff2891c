//! Parser of the commands of UCI.

use std::error::Error;
use std::fmt;
use std::str::SplitWhitespace;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::engine::{ClockTimes, Limits};
use crate::notation::coords;
use crate::notation::text::shorten;
use crate::rules::Position;

/// Default depth of `bench`.
pub const BENCH_DEPTH: u32 = 8;
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

/// Why a line is not a command. The words of the line in an error are shortened to 60 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommandError {
    /// The first word is not a command.
    UnknownCommand(String),
    /// `setoption` without `name`.
    NoNameKeyword,
    /// `setoption name` without a name.
    NoOptionName,
    /// `position` without `startpos`, or without a FEN.
    NoPosition,
    /// `go` has an unknown argument.
    UnknownArgument(String),
    /// This argument of `go` has no number.
    NoNumber(String),
    /// A word is not a number.
    InvalidNumber {
        /// The command and argument with the number, such as `bench` or `go: depth`.
        place: String,
        /// The word instead of the number.
        word: String,
    },
}

impl fmt::Display for UciCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand(word) => write!(f, "unknown command {word:?}"),
            Self::NoNameKeyword => f.write_str("setoption: `name` is missing"),
            Self::NoOptionName => f.write_str("setoption: the option has no name"),
            Self::NoPosition => f.write_str("position: `startpos` or `fen` and a FEN expected"),
            Self::UnknownArgument(word) => write!(f, "go: unknown argument {word:?}"),
            Self::NoNumber(word) => write!(f, "go: {word} needs a number"),
            Self::InvalidNumber { place, word } => write!(f, "{place}: {word:?} is not a number"),
        }
    }
}

impl Error for UciCommandError {}

/// Parses a line. The moves of `searchmoves` must be legal in `position`. Without a position they are ignored.
///
/// Numbers out of range are clamped. The greatest depth is 100 plies for `bench` and `go perft`, and 1000 for a search.
///
/// # Errors
/// An unknown command, or missing or wrong arguments.
///
/// ```
/// use xxlchess_core::protocol::uci::command::{Go, UciCommand, parse};
///
/// let command = parse("go depth 8", None).unwrap();
/// assert!(matches!(command, UciCommand::Go(Go::Search(limits)) if limits.depth == Some(8)));
/// assert_eq!(parse("go depth", None).unwrap_err().to_string(), "go: depth needs a number");
/// ```
pub fn parse(line: &str, position: Option<&Position>) -> Result<UciCommand, UciCommandError> {
    let mut words = line.split_whitespace();
    let command = match words.next() {
        None => UciCommand::Ignored,
        Some("uci") => UciCommand::Uci,
        Some("isready") => UciCommand::IsReady,
        Some("ucinewgame") => UciCommand::NewGame,
        Some("setoption") => return set_option(words),
        Some("position") => return set_position(words),
        Some("go") => return go(words, position).map(UciCommand::Go),
        Some("stop") => UciCommand::Stop,
        Some("ponderhit") => UciCommand::PonderHit,
        Some("d") => UciCommand::Display,
        Some("eval") => UciCommand::Eval,
        Some("bench") => match words.next() {
            None => UciCommand::Bench(BENCH_DEPTH),
            Some(depth) => UciCommand::Bench(number(depth, "bench")?.clamp(1, 100) as u32),
        },
        Some("quit") => UciCommand::Quit,
        // The engine has neither debugging output nor registration.
        Some("debug" | "register") => UciCommand::Ignored,
        Some(word) => return Err(UciCommandError::UnknownCommand(shorten(word.as_bytes()))),
    };
    Ok(command)
}

fn number(word: &str, place: impl Into<String>) -> Result<i64, UciCommandError> {
    let invalid = |_| UciCommandError::InvalidNumber { place: place.into(), word: shorten(word.as_bytes()) };
    word.parse().map_err(invalid)
}

fn set_option(words: SplitWhitespace<'_>) -> Result<UciCommand, UciCommandError> {
    let words: Vec<_> = words.collect();
    if words.first() != Some(&"name") {
        return Err(UciCommandError::NoNameKeyword);
    }
    let split = words.iter().position(|&w| w == "value").unwrap_or(words.len());
    let name = words[1..split].join(" ");
    let value = words.get(split + 1..).unwrap_or_default().join(" ");
    if name.is_empty() {
        Err(UciCommandError::NoOptionName)
    } else {
        Ok(UciCommand::SetOption { name, value })
    }
}

fn set_position(words: SplitWhitespace<'_>) -> Result<UciCommand, UciCommandError> {
    let words: Vec<_> = words.collect();
    let split = words.iter().position(|&w| w == "moves").unwrap_or(words.len());
    let moves = words.get(split + 1..).unwrap_or_default().iter().map(|&w| w.to_owned()).collect();
    let fen = match words[..split] {
        ["startpos"] => None,
        ["fen", ref fields @ ..] if !fields.is_empty() => Some(fields.join(" ")),
        _ => return Err(UciCommandError::NoPosition),
    };
    Ok(UciCommand::Position { fen, moves })
}

fn go(words: SplitWhitespace<'_>, position: Option<&Position>) -> Result<Go, UciCommandError> {
    let mut words = words.peekable();
    let mut limits = Limits::default();
    let mut clocks = ClockTimes::default();
    let mut has_clocks = false;
    while let Some(word) = words.next() {
        match word {
            "infinite" => {
                limits.infinite = true;
                continue;
            }
            "ponder" => {
                limits.ponder = Some(Arc::new(AtomicBool::new(true)));
                continue;
            }
            "searchmoves" => {
                let mv = |text: &&str| coords::parse_move(position?, text);
                while let Some(mv) = words.peek().and_then(mv) {
                    limits.search_moves.push(mv);
                    words.next();
                }
                continue;
            }
            _ => {}
        }
        let name = shorten(word.as_bytes());
        let Some(text) = words.next() else { return Err(UciCommandError::NoNumber(name)) };
        let count = number(text, format!("go: {name}"))?;
        let time = || Duration::from_millis(count.clamp(0, MAX_MILLISECONDS) as u64);
        let plies = count.clamp(1, 1000) as u32;
        match word {
            "perft" => return Ok(Go::Perft(count.clamp(0, 100) as u32)),
            "wtime" => clocks.time.white = time(),
            "btime" => clocks.time.black = time(),
            "winc" => clocks.increment.white = time(),
            "binc" => clocks.increment.black = time(),
            // Some programs send 0 if there is no further time control.
            "movestogo" => clocks.moves_to_go = Some(plies).filter(|_| count > 0),
            "depth" => limits.depth = Some(plies),
            "nodes" => limits.nodes = Some(count.max(1) as u64),
            "mate" => limits.mate = Some(plies),
            "movetime" => limits.move_time = Some(time()),
            _ => return Err(UciCommandError::UnknownArgument(name)),
        }
        has_clocks |= matches!(word, "wtime" | "btime");
    }
    limits.clocks = Some(clocks).filter(|_| has_clocks && !limits.infinite);
    limits.move_time = limits.move_time.filter(|_| !limits.infinite);
    Ok(Go::Search(limits))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error of each kind of faulty line names the fault.
    #[test]
    fn faulty_lines_are_explained() {
        for (line, text) in [
            ("xyzzy 1", "unknown command \"xyzzy\""),
            ("bench x", "bench: \"x\" is not a number"),
            ("setoption Hash", "setoption: `name` is missing"),
            ("setoption name value 1", "setoption: the option has no name"),
            ("position fen", "position: `startpos` or `fen` and a FEN expected"),
            ("go banana 3", "go: unknown argument \"banana\""),
            ("go depth", "go: depth needs a number"),
            ("go depth x", "go: depth: \"x\" is not a number"),
        ] {
            assert_eq!(parse(line, None).expect_err(line).to_string(), text);
        }
    }
}
