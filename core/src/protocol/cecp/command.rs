//! Parser of the commands of CECP.

use std::time::Duration;

use crate::notation::text::shorten;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum CecpCommand {
    /// A command that needs no action.
    Ignored,
    /// `protover N`: the version of the protocol.
    ProtoVer,
    New,
    Variant(String),
    Force,
    Go,
    PlayOther,
    /// `level MPS BASE INC`.
    Level(TimeControl),
    /// `st TIME`: a fixed time for each move.
    MoveTime(Duration),
    /// `sd DEPTH`, in plies.
    Depth(u32),
    /// `time N`: the engine's clock.
    EngineClock(Duration),
    /// `otim N`: the opponent's clock.
    OpponentClock(Duration),
    /// `usermove MOVE`.
    Move(String),
    MoveNow,
    Ping(String),
    Result,
    SetBoard(String),
    Hint,
    Undo,
    Remove,
    Post(bool),
    Analyze,
    ExitAnalyze,
    /// `memory N`: MiB of the transposition table.
    Memory(usize),
    /// `cores N`: search threads.
    Cores(usize),
    /// `option NAME=VALUE`.
    Option(String, String),
    Lift(String),
    Put(String),
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl {
    /// Number of moves until the next time control; 0 if the time is for the whole game.
    pub moves: u32,
    pub base: Duration,
    pub increment: Duration,
}

impl TimeControl {
    /// Number of moves of the side to move until its next time control, after a game of this number of plies.
    pub fn moves_to_go(&self, plies: usize) -> Option<u32> {
        // Both sides have made this number of moves, or the side that is not to move one more.
        let played = (plies / 2) as u32;
        (self.moves > 0).then(|| self.moves - played % self.moves)
    }
}

/// Parses a line.
///
/// # Errors
/// The protocol's error message: an unknown command, or missing or wrong arguments.
pub(super) fn parse(line: &str) -> Result<CecpCommand, String> {
    let line = line.trim();
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let shown = || shorten(line.as_bytes());
    let bad = |what: &str| format!("Error ({what}): {}", shown());
    let number = || rest.parse::<u32>().map_err(|_| bad("a number is needed"));
    let text =
        || Some(rest.to_owned()).filter(|text| !text.is_empty()).ok_or_else(|| bad("argument missing"));
    let centiseconds = || {
        // The clock of a side that has exceeded its time is negative.
        let clock: i64 = rest.parse().map_err(|_| bad("hundredths of a second are needed"))?;
        Ok::<_, String>(Duration::from_millis(clock.clamp(0, i64::from(u32::MAX)) as u64 * 10))
    };
    let command = match name {
        "protover" => CecpCommand::ProtoVer,
        "new" => CecpCommand::New,
        "variant" => CecpCommand::Variant(text()?),
        "force" => CecpCommand::Force,
        "go" => CecpCommand::Go,
        "playother" => CecpCommand::PlayOther,
        "level" => CecpCommand::Level(time_control(rest).ok_or_else(|| bad("MPS BASE INC are needed"))?),
        "st" => CecpCommand::MoveTime(clock(rest, 1.0).ok_or_else(|| bad("seconds are needed"))?),
        "sd" => CecpCommand::Depth(number()?.max(1)),
        "time" => CecpCommand::EngineClock(centiseconds()?),
        "otim" => CecpCommand::OpponentClock(centiseconds()?),
        "usermove" => CecpCommand::Move(text()?),
        "?" => CecpCommand::MoveNow,
        "ping" => CecpCommand::Ping(rest.to_owned()),
        "result" => CecpCommand::Result,
        "setboard" => CecpCommand::SetBoard(text()?),
        "hint" => CecpCommand::Hint,
        "undo" => CecpCommand::Undo,
        "remove" => CecpCommand::Remove,
        "post" => CecpCommand::Post(true),
        "nopost" => CecpCommand::Post(false),
        "analyze" => CecpCommand::Analyze,
        "exit" => CecpCommand::ExitAnalyze,
        "memory" => CecpCommand::Memory(number()? as usize),
        "cores" => CecpCommand::Cores(number()? as usize),
        "option" => {
            let (name, value) = rest.split_once('=').ok_or_else(|| bad("NAME=VALUE is needed"))?;
            CecpCommand::Option(name.to_owned(), value.to_owned())
        }
        "lift" => CecpCommand::Lift(text()?),
        "put" => CecpCommand::Put(text()?),
        "quit" => CecpCommand::Quit,
        // No answer to a draw offer declines it. Pondering is not supported.
        "" | "xboard" | "accepted" | "rejected" | "random" | "draw" | "hard" | "easy" | "name" | "rating"
        | "computer" | "hover" | "." | "bk" => CecpCommand::Ignored,
        _ => return Err(bad("unknown command")),
    };
    Ok(command)
}

/// Parses `MPS BASE INC`. The base is in minutes or has the form `minutes:seconds`, and the increment is in seconds.
fn time_control(text: &str) -> Option<TimeControl> {
    let mut words = text.split_whitespace();
    let control = TimeControl {
        moves: words.next()?.parse().ok()?,
        base: clock(words.next()?, 60.0)?,
        increment: clock(words.next()?, 1.0)?,
    };
    words.next().is_none().then_some(control)
}

/// Parses `a` or `a:b`. The unit of `a` is `unit` seconds, and that of `b` is a sixtieth of it.
fn clock(text: &str, unit: f64) -> Option<Duration> {
    let (whole, part) = text.split_once(':').unwrap_or((text, "0"));
    let value: f64 = whole.parse::<f64>().ok()? + part.parse::<f64>().ok()? / 60.0;
    Duration::try_from_secs_f64(value * unit).ok().filter(|time| time.as_secs() <= u64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With 40 moves to a time control, both sides have 40 left before their first move and 1 before their 40th, also if Black
    /// begins. Without a number of moves there is no time control to come.
    #[test]
    fn both_sides_have_as_many_moves_to_the_time_control() {
        let control = |moves| TimeControl { moves, base: Duration::ZERO, increment: Duration::ZERO };
        let left = [0, 1, 78, 79, 80, 81].map(|plies| control(40).moves_to_go(plies));
        assert_eq!(left, [40, 40, 1, 1, 40, 40].map(Some));
        assert_eq!(control(0).moves_to_go(10), None);
    }

    /// The base of `level` is in minutes, or in minutes and seconds. A negative, infinite or missing time is an error.
    #[test]
    fn time_controls_are_parsed() {
        let control = |moves, base, increment| {
            let (base, increment) = (Duration::from_secs_f64(base), Duration::from_secs_f64(increment));
            Some(TimeControl { moves, base, increment })
        };
        assert_eq!(time_control("40 5 0"), control(40, 300.0, 0.0));
        assert_eq!(time_control("40 0:30 0"), control(40, 30.0, 0.0));
        assert_eq!(time_control("0 2 12"), control(0, 120.0, 12.0));
        assert_eq!(time_control("0 0:01 0.1"), control(0, 1.0, 0.1));
        for bad in ["", "40", "40 5", "40 5 0 0", "x 5 0", "40 -5 0", "40 nan 0", "40 1e99 0"] {
            assert_eq!(time_control(bad), None, "{bad:?}");
        }
    }

    /// An error has the form `Error (reason): line`, as the protocol demands. A negative clock is no error, and counts as 0.
    #[test]
    fn wrong_commands_are_named() {
        assert_eq!(parse("nonsense 1").unwrap_err(), "Error (unknown command): nonsense 1");
        assert_eq!(parse("sd deep").unwrap_err(), "Error (a number is needed): sd deep");
        assert_eq!(parse("setboard").unwrap_err(), "Error (argument missing): setboard");
        assert_eq!(parse("time -35"), Ok(CecpCommand::EngineClock(Duration::ZERO)));
    }
}
