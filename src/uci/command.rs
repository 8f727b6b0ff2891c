//! The lines of the protocol, read into commands.

use std::fmt;
use std::str::SplitWhitespace;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::engine::{ClockTimes, Limits};
use crate::notation::coords;
use crate::notation::text::shorten;
use crate::rules::Position;

/// The depth of `bench` when none is given.
pub const BENCH_DEPTH: u32 = 8;
/// Longer times are cut to this: about a month.
const LONGEST: i64 = 2_500_000_000;

/// One line, understood.
#[derive(Debug)]
pub enum Command {
    /// An empty line, or one that this engine has no use for.
    Nothing,
    /// `uci`.
    Uci,
    /// `isready`.
    IsReady,
    /// `ucinewgame`.
    NewGame,
    /// `setoption`.
    SetOption {
        /// The name, as it was written; never empty.
        name: String,
        /// The value; empty if there is none.
        value: String,
    },
    /// `position`.
    Position {
        /// The FEN; `None` for the start.
        fen: Option<String>,
        /// The moves from there, as they were written.
        moves: Vec<String>,
    },
    /// `go`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `d`.
    Show,
    /// `eval`.
    Eval,
    /// `bench`, and how deep: 1 to 100 plies.
    Bench(u32),
    /// `quit`.
    Quit,
}

/// What `go` asks for.
#[derive(Debug)]
pub enum Go {
    /// The number of sequences of so many moves, 0 to 100.
    Perft(u32),
    /// A search.
    Search(Limits),
}

/// Why a line was not understood.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault(String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn fault<T>(text: impl Into<String>) -> Result<T, Fault> {
    Err(Fault(text.into()))
}

/// Reads one line; `position` tells what the moves of `searchmoves` mean.
///
/// # Errors
/// A line that is none of the protocol, or lacks something.
pub fn parse(line: &str, position: &Position) -> Result<Command, Fault> {
    let mut words = line.split_whitespace();
    let command = match words.next() {
        None => Command::Nothing,
        Some("uci") => Command::Uci,
        Some("isready") => Command::IsReady,
        Some("ucinewgame") => Command::NewGame,
        Some("setoption") => return set_option(words),
        Some("position") => return set_position(words),
        Some("go") => return go(words, position).map(Command::Go),
        Some("stop") => Command::Stop,
        Some("ponderhit") => Command::PonderHit,
        Some("d") => Command::Show,
        Some("eval") => Command::Eval,
        Some("bench") => match words.next() {
            None => Command::Bench(BENCH_DEPTH),
            Some(depth) => Command::Bench(number(depth, "bench")?.clamp(1, 100) as u32),
        },
        Some("quit") => Command::Quit,
        // Debugging output and registration are nothing this engine has.
        Some("debug" | "register") => Command::Nothing,
        Some(word) => return fault(format!("unknown command {:?}", shorten(word.as_bytes()))),
    };
    Ok(command)
}

fn number(word: &str, after: &str) -> Result<i64, Fault> {
    word.parse().map_err(|_| Fault(format!("{after}: {:?} is no number", shorten(word.as_bytes()))))
}

fn set_option(words: SplitWhitespace<'_>) -> Result<Command, Fault> {
    let words: Vec<_> = words.collect();
    if words.first() != Some(&"name") {
        return fault("setoption: `name` is missing");
    }
    let split = words.iter().position(|&w| w == "value").unwrap_or(words.len());
    let name = words[1..split].join(" ");
    let value = words.get(split + 1..).unwrap_or_default().join(" ");
    if name.is_empty() {
        fault("setoption: the name is missing")
    } else {
        Ok(Command::SetOption { name, value })
    }
}

fn set_position(words: SplitWhitespace<'_>) -> Result<Command, Fault> {
    let words: Vec<_> = words.collect();
    let split = words.iter().position(|&w| w == "moves").unwrap_or(words.len());
    let moves = words.get(split + 1..).unwrap_or_default().iter().map(|&w| w.to_owned()).collect();
    let fen = match words[..split] {
        ["startpos"] => None,
        ["fen", ref fields @ ..] if !fields.is_empty() => Some(fields.join(" ")),
        _ => return fault("position: `startpos` or `fen` with a FEN is needed"),
    };
    Ok(Command::Position { fen, moves })
}

fn go(words: SplitWhitespace<'_>, position: &Position) -> Result<Go, Fault> {
    let mut words = words.peekable();
    let mut limits = Limits::default();
    let mut clocks = ClockTimes::default();
    let mut timed = false;
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
                while let Some(mv) = words.peek().and_then(|text| coords::parse_move(position, text)) {
                    limits.search_moves.push(mv);
                    words.next();
                }
                continue;
            }
            _ => {}
        }
        let known = shorten(word.as_bytes());
        let Some(text) = words.next() else { return fault(format!("go: {known} needs a number")) };
        let count = number(text, &format!("go: {known}"))?;
        let time = || Duration::from_millis(count.clamp(0, LONGEST) as u64);
        let plies = count.clamp(1, 1000) as u32;
        match word {
            "perft" => return Ok(Go::Perft(count.clamp(0, 100) as u32)),
            "wtime" => clocks.time.white = time(),
            "btime" => clocks.time.black = time(),
            "winc" => clocks.increment.white = time(),
            "binc" => clocks.increment.black = time(),
            // Some programs say 0 where the clock is never set anew.
            "movestogo" => clocks.moves_to_go = Some(plies).filter(|_| count > 0),
            "depth" => limits.depth = Some(plies),
            "nodes" => limits.nodes = Some(count.max(1) as u64),
            "mate" => limits.mate = Some(plies),
            "movetime" => limits.move_time = Some(time()),
            _ => return fault(format!("go: unknown word {:?}", shorten(word.as_bytes()))),
        }
        timed |= matches!(word, "wtime" | "btime");
    }
    limits.clocks = Some(clocks).filter(|_| timed && !limits.infinite);
    limits.move_time = limits.move_time.filter(|_| !limits.infinite);
    Ok(Go::Search(limits))
}
