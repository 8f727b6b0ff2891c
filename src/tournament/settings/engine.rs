//! An engine of a match, with its options and limits.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use super::SELF;
use super::words::{choice, is_true, milliseconds, number, pair, seconds, unknown_key};

/// An engine and its limits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineSettings {
    /// Name in games and reports.
    pub name: String,
    /// Path of the program, which may have arguments behind it, or [`SELF`].
    pub command: String,
    /// Further arguments.
    pub arguments: String,
    /// Folder in which it runs.
    pub folder: Option<PathBuf>,
    /// Options by name.
    pub options: BTreeMap<String, String>,
    /// Clock of a game.
    pub clock: Option<ClockSettings>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each search.
    pub depth: Option<u32>,
    /// Time by which a clock or the time for a move may be exceeded.
    pub margin: Option<Duration>,
    /// Whether the engine is started again for each game.
    pub restarts: bool,
}

/// A clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClockSettings {
    /// Time at the start.
    pub time: Duration,
    /// Time that each move adds.
    pub increment: Duration,
    /// Number of moves after which the time at the start is added again; 0 if it is not.
    pub moves: u32,
}

impl EngineSettings {
    /// The engine with this index by the words of `-each` and then its own.
    pub(super) fn parse(index: usize, each: &[String], words: &[String]) -> Result<Self, String> {
        let mut engine = Self { command: SELF.to_owned(), ..Self::default() };
        for (flag, words) in [("-each", each), ("-engine", words)] {
            for word in words {
                let (key, value) = pair(flag, word)?;
                let name = format!("{flag} {key}");
                match key.as_str() {
                    "name" if flag == "-engine" => engine.name = value,
                    "cmd" if value.is_empty() => return Err(format!("{name} must be a program")),
                    "cmd" => engine.command = value,
                    "args" => engine.arguments = value,
                    "dir" => engine.folder = Some(value.into()),
                    "proto" => drop(choice(&name, &value, &["uci"])?),
                    "tc" => engine.clock = parse_clock(&name, &value)?,
                    "st" => engine.move_time = Some(seconds(&name, &value)?),
                    "nodes" => engine.nodes = Some(number(&name, &value, 1)?),
                    "depth" | "plies" => engine.depth = Some(number(&name, &value, 1)?),
                    "timemargin" => engine.margin = Some(milliseconds(&name, &value)?),
                    "restart" => engine.restarts = is_true(&name, &value)?,
                    key => match key.strip_prefix("option.") {
                        Some(option) if !option.is_empty() => {
                            engine.options.insert(option.to_owned(), value);
                        }
                        _ => {
                            let known = "cmd, name, args, dir, option.NAME, tc, st, nodes, depth, timemargin, restart";
                            return Err(unknown_key(flag, key, known));
                        }
                    },
                }
            }
        }
        if !engine.arguments.is_empty() && engine.command == SELF {
            return Err(format!("engine {} has args but no cmd", index + 1));
        }
        Ok(engine)
    }
}

/// Parses `[moves/][minutes:]seconds[+increment]`. `inf` is no clock.
fn parse_clock(name: &str, text: &str) -> Result<Option<ClockSettings>, String> {
    if matches!(text, "inf" | "infinite") {
        return Ok(None);
    }
    let fault = || format!("{name} must be like 10+0.1, 40/60 or 1:30+1, not {text:?}");
    let (moves, rest) = text.split_once('/').unwrap_or(("0", text));
    let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (minutes, time) = time.split_once(':').unwrap_or(("0", time));
    let seconds = |text: &str| seconds(name, text).map_err(|_| fault());
    let minutes: u32 = minutes.parse().map_err(|_| fault())?;
    let time = seconds(time)? + Duration::from_secs(60 * u64::from(minutes));
    let moves = moves.parse().map_err(|_| fault())?;
    if time.is_zero() {
        return Err(fault());
    }
    Ok(Some(ClockSettings { time, increment: seconds(increment)?, moves }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clocks of all forms.
    #[test]
    fn clocks_are_parsed() {
        for (text, time, increment, moves) in [
            ("10", 10_000, 0, 0),
            ("0.5+0.05", 500, 50, 0),
            ("40/60", 60_000, 0, 40),
            ("2:00+1", 120_000, 1_000, 0),
        ] {
            let clock = parse_clock("tc", text).expect(text).expect(text);
            let millis = [clock.time, clock.increment].map(|time| time.as_millis());
            assert_eq!((millis, clock.moves), ([time, increment], moves), "{text}");
        }
        assert_eq!(parse_clock("tc", "inf"), Ok(None));
    }
}
