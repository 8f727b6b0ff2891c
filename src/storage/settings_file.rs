//! The choices made last in the menu, kept in a file of the program's own.
//!
//! The file is a help and never a hindrance: whatever in it cannot be read or means nothing any more is passed over.

use std::io;
use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::config::option_value;
use crate::files;
use crate::game::clock::TimeControl;
use crate::game::new_game::{BySeat, ColorChoice, NewGame};
use crate::game::options::{Kind, Options, ROWS};

/// Longest file that is read, in bytes.
const LONGEST: u64 = 64 * 1024;
/// Longest time that a clock takes, in seconds.
const LONGEST_TIME: f64 = 1e6;

/// The choices kept in the file at `path`; what it does not say, or cannot be read, is as in `otherwise`.
#[must_use]
pub fn load(path: &Path, otherwise: &NewGame) -> NewGame {
    let bytes = files::read(path, LONGEST).unwrap_or_default();
    read(&serde_json::from_slice(&bytes).unwrap_or_default(), otherwise)
}

/// Keeps `choices` in the file at `path`, making its folder if need be; the old file stays until the new one is
/// whole.
///
/// # Errors
/// When the system does not let the file be written.
pub fn save(path: &Path, choices: &NewGame) -> io::Result<()> {
    // This is asked for between two frames.
    files::replace(path, format!("{:#}\n", write(choices)).as_bytes())
}

fn write(choices: &NewGame) -> Value {
    let options: Map<String, Value> = ROWS
        .iter()
        .map(|row| {
            let value = choices.options.get(row.option);
            let told = match row.kind {
                Kind::Flag => json!(value != 0),
                Kind::Number(..) => json!(value),
                Kind::Words(_) => json!(row.words(value)),
            };
            (row.key.to_owned(), told)
        })
        .collect();
    let clock = |control: Option<TimeControl>| {
        control.map_or(
            Value::Null,
            |c| json!({ "seconds": c.initial.as_secs_f64(), "increment": c.increment.as_secs_f64() }),
        )
    };
    let BySeat { person, opponent } = choices.clocks;
    json!({
        "level": choices.level,
        "side": choices.color.name(),
        "clocks": { "person": clock(person), "opponent": clock(opponent) },
        "options": options,
    })
}

fn read(value: &Value, otherwise: &NewGame) -> NewGame {
    let word = |key: &str| value.get(key).and_then(Value::as_str);
    let side = word("side").and_then(|word| ColorChoice::ALL.into_iter().find(|side| side.name() == word));
    let mut options = otherwise.options;
    read_options(value.get("options"), &mut options);
    NewGame {
        level: word("level").unwrap_or(&otherwise.level).to_owned(),
        color: side.unwrap_or(otherwise.color),
        clocks: value.get("clocks").and_then(read_clocks).unwrap_or(otherwise.clocks),
        options,
    }
}

fn read_options(told: Option<&Value>, options: &mut Options) {
    for row in &ROWS {
        let value = told.and_then(|options| options.get(row.key));
        if let Some(value) = value.and_then(|value| option_value(row, value)) {
            options.set(row.option, value);
        }
    }
}

/// Both clocks, or nothing unless both mean something.
fn read_clocks(told: &Value) -> Option<BySeat> {
    Some(BySeat { person: read_clock(told.get("person")?)?, opponent: read_clock(told.get("opponent")?)? })
}

fn read_clock(told: &Value) -> Option<Option<TimeControl>> {
    if told.is_null() {
        return Some(None);
    }
    let time = |key| {
        let seconds = told.get(key)?.as_f64().filter(|seconds| *seconds <= LONGEST_TIME)?;
        Duration::try_from_secs_f64(seconds).ok()
    };
    let initial = time("seconds").filter(|time| !time.is_zero())?;
    Some(Some(TimeControl { initial, increment: time("increment")? }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::new_game::{PRESETS, preset};
    use crate::game::options::OptionKey;

    fn otherwise() -> NewGame {
        let clocks = BySeat::both(Some(preset(PRESETS[1])));
        NewGame { level: "xxl".to_owned(), color: ColorChoice::White, clocks, options: Options::default() }
    }

    /// Shows that any choices come back as they were, whatever each option is set to, with clocks of any length.
    #[test]
    fn comes_back_as_it_was() {
        for round in 0..11_u8 {
            let mut options = Options::default();
            for row in &ROWS {
                options.set(row.option, row.range().clone().nth(usize::from(round)).unwrap_or(row.default));
            }
            let odd = TimeControl { initial: Duration::new(999_999, 1), increment: Duration::from_nanos(3) };
            let clocks = BySeat { person: Some(odd), opponent: None };
            let color = ColorChoice::ALL[usize::from(round) % 3];
            let choices = NewGame { level: "a \"level\"\n".to_owned(), color, clocks, options };
            assert_eq!(read(&write(&choices), &otherwise()), choices);
        }
    }

    /// Shows that each thing that means nothing is passed over alone, and the rest is taken.
    #[test]
    fn nonsense_is_passed_over() {
        let told = r#"{"level": 3, "side": "green", "clocks": {"person": {"seconds": 0, "increment": 0},
            "opponent": null}, "options": {"difficulty": 11, "theme": "night", "drag": "yes", "fog_of_war": true,
            "opponent": null, "unheard_of": []}}"#;
        let choices = read(&serde_json::from_str(told).expect("JSON"), &otherwise());
        let mut expected = otherwise();
        expected.options.set(OptionKey::Theme, 2);
        expected.options.set(OptionKey::FogOfWar, 1);
        assert_eq!(choices, expected);
        for clock in
            [r#"{"seconds": 1e300, "increment": 0}"#, r#"{"seconds": 5, "increment": -1}"#, "[]", "7"]
        {
            let told = format!(r#"{{"clocks": {{"person": {clock}, "opponent": null}}}}"#);
            assert_eq!(read(&serde_json::from_str(&told).expect("JSON"), &otherwise()), otherwise());
        }
        for told in ["null", "[]", "7", "\"x\"", "{\"options\": 3, \"clocks\": []}"] {
            assert_eq!(read(&serde_json::from_str(told).expect("JSON"), &otherwise()), otherwise());
        }
    }
}
