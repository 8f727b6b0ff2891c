//! File with the settings last chosen in the menu (`menu.json`).
//!
//! Each entry that cannot be read is ignored: a damaged file must not stop the program. `Storage` keeps a copy of it.

use std::io;
use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::config::option_value;
use crate::files;
use crate::game::clock::TimeControl;
use crate::game::new_game::{BySeat, ColorChoice, NewGame};
use crate::game::options::{OPTIONS, OptionValue, Options};

/// Longest file that is read, in bytes.
pub const MAX_BYTES: u64 = 64 * 1024;
/// Longest time on a clock, in seconds.
const MAX_SECONDS: f64 = 1e6;

/// Reads the file at `path`; entries that are missing or cannot be read are those of `fallback`.
pub fn load(path: &Path, fallback: &NewGame) -> NewGame {
    let bytes = files::read(path, MAX_BYTES).unwrap_or_default();
    read(&serde_json::from_slice(&bytes).unwrap_or_default(), fallback)
}

/// Whether every entry of the file can be read, so that the next [`save`] loses nothing.
pub fn is_whole(bytes: &[u8]) -> bool {
    let is_option = |(key, value): (&String, &Value)| {
        OPTIONS.iter().any(|row| row.key == key && option_value(row, value).is_some())
    };
    let is_entry = |(key, value): (&String, &Value)| match key.as_str() {
        "level" => value.is_string(),
        "side" => read_side(value).is_some(),
        "clocks" => read_clocks(value).is_some(),
        "options" => value.as_object().is_some_and(|options| options.iter().all(is_option)),
        _ => false,
    };
    serde_json::from_slice::<Map<String, Value>>(bytes).is_ok_and(|entries| entries.iter().all(is_entry))
}

/// Saves `settings` without the options called `omitted`: the next [`load`] gives those of its fallback.
pub fn save(path: &Path, settings: &NewGame, omitted: &[&str]) -> io::Result<()> {
    // Called between two frames, so it does not wait for the disk.
    files::replace(path, format!("{:#}\n", write(settings, omitted)).as_bytes())
}

fn write(settings: &NewGame, omitted: &[&str]) -> Value {
    let options: Map<String, Value> = OPTIONS
        .iter()
        .filter(|row| !omitted.contains(&row.key))
        .map(|row| {
            let value = match row.get(&settings.options) {
                OptionValue::Switch(on) => json!(on),
                OptionValue::Number(number) => json!(number),
                OptionValue::Word(word) => json!(word),
            };
            (row.key.to_owned(), value)
        })
        .collect();
    let clock = |control: Option<TimeControl>| {
        control.map_or(
            Value::Null,
            |c| json!({ "seconds": c.initial.as_secs_f64(), "increment": c.increment.as_secs_f64() }),
        )
    };
    let BySeat { person, opponent } = settings.clocks;
    json!({
        "level": settings.level,
        "side": settings.color.name(),
        "clocks": { "person": clock(person), "opponent": clock(opponent) },
        "options": options,
    })
}

fn read(value: &Value, fallback: &NewGame) -> NewGame {
    let mut options = fallback.options;
    read_options(value.get("options"), &mut options);
    NewGame {
        level: value.get("level").and_then(Value::as_str).unwrap_or(&fallback.level).to_owned(),
        color: value.get("side").and_then(read_side).unwrap_or(fallback.color),
        clocks: value.get("clocks").and_then(read_clocks).unwrap_or(fallback.clocks),
        options,
    }
}

fn read_side(text: &Value) -> Option<ColorChoice> {
    let word = text.as_str()?;
    ColorChoice::ALL.into_iter().find(|side| side.name() == word)
}

fn read_options(text: Option<&Value>, options: &mut Options) {
    for row in &OPTIONS {
        let value = text.and_then(|options| options.get(row.key));
        if let Some(value) = value.and_then(|value| option_value(row, value)) {
            row.set(options, value);
        }
    }
}

/// Both clocks, or `None` unless both can be read.
fn read_clocks(text: &Value) -> Option<BySeat> {
    Some(BySeat { person: read_clock(text.get("person")?)?, opponent: read_clock(text.get("opponent")?)? })
}

fn read_clock(text: &Value) -> Option<Option<TimeControl>> {
    if text.is_null() {
        return Some(None);
    }
    let time = |key| {
        let seconds = text.get(key)?.as_f64().filter(|seconds| *seconds <= MAX_SECONDS)?;
        Duration::try_from_secs_f64(seconds).ok()
    };
    let initial = time("seconds").filter(|time| !time.is_zero())?;
    Some(Some(TimeControl { initial, increment: time("increment")? }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::new_game::{PRESETS, preset};
    use crate::game::options::ThemeName;

    fn fallback() -> NewGame {
        let clocks = BySeat::both(Some(preset(PRESETS[1])));
        NewGame { level: "xxl".to_owned(), color: ColorChoice::White, clocks, options: Options::default() }
    }

    /// Every value of every option, odd clocks and a strange level name.
    #[test]
    fn settings_are_read_as_they_were_written() {
        for round in 0..11_u8 {
            let mut options = Options::default();
            for row in &OPTIONS {
                if let Some(&value) = row.all_values().get(usize::from(round)) {
                    row.set(&mut options, value);
                }
            }
            let odd = TimeControl { initial: Duration::new(999_999, 1), increment: Duration::from_nanos(3) };
            let clocks = BySeat { person: Some(odd), opponent: None };
            let color = ColorChoice::ALL[usize::from(round) % 3];
            let settings = NewGame { level: "a \"level\"\n".to_owned(), color, clocks, options };
            let written = write(&settings, &[]);
            assert_eq!(read(&written, &fallback()), settings);
            assert!(is_whole(written.to_string().as_bytes()));
        }
    }

    /// Wrong entries one by one, beside valid ones, and files of another shape.
    #[test]
    fn wrong_entries_are_ignored() {
        let text = r#"{"level": 3, "side": "green", "clocks": {"person": {"seconds": 0, "increment": 0},
            "opponent": null}, "options": {"difficulty": 200, "theme": "night", "drag": "yes", "fog_of_war": true,
            "opponent": null, "unheard_of": []}}"#;
        let settings = read(&serde_json::from_str(text).expect("JSON"), &fallback());
        let mut expected = fallback();
        expected.options.theme = ThemeName::Night;
        expected.options.fog_of_war = true;
        assert_eq!(settings, expected);
        for clock in
            [r#"{"seconds": 1e300, "increment": 0}"#, r#"{"seconds": 5, "increment": -1}"#, "[]", "7"]
        {
            let text = format!(r#"{{"clocks": {{"person": {clock}, "opponent": null}}}}"#);
            assert_eq!(read(&serde_json::from_str(&text).expect("JSON"), &fallback()), fallback());
        }
        for text in ["null", "[]", "7", "\"x\"", "{\"options\": 3, \"clocks\": []}"] {
            assert_eq!(read(&serde_json::from_str(text).expect("JSON"), &fallback()), fallback());
        }
    }
}
