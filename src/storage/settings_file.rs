//! File with the settings last chosen in the menu (`menu.json`).
//!
//! Each entry that cannot be read is ignored, so that a damaged file does not stop the program. `Storage` keeps a copy of a
//! damaged file.

use std::io;
use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::config::option_value;
use crate::game::clock::TimeControl;
use crate::game::new_game::{BySeat, ColorChoice, NewGame};
use crate::game::options::{OPTIONS, OptionRow, OptionValue, Options};
use crate::platform::file_system;

/// Maximum size of the file, in bytes.
pub const MAX_BYTES: u64 = 64 * 1024;
/// Maximum time on a clock, in seconds.
const MAX_SECONDS: f64 = 1e6;

/// Reads the file at `path`. Entries that are missing or cannot be read are taken from `fallback`.
pub fn load(path: &Path, fallback: &NewGame) -> NewGame {
    let mut settings = fallback.clone();
    read(&file_system::read(path, MAX_BYTES).unwrap_or_default(), &mut settings);
    settings
}

/// Whether every entry of the file can be read, so that the next [`save`] loses nothing.
pub fn is_whole(bytes: &[u8]) -> bool {
    let (level, color) = (String::new(), ColorChoice::White);
    read(bytes, &mut NewGame { level, color, clocks: BySeat::both(None), options: Options::default() })
}

/// Saves `settings` without the options called `omitted`. The next [`load`] takes these options from its fallback.
pub fn save(path: &Path, settings: &NewGame, omitted: &[&str]) -> io::Result<()> {
    // This is called between two frames, so it does not wait for the disk.
    file_system::replace(path, format!("{:#}\n", write(settings, omitted)).as_bytes())
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

/// Copies the entries of the file that can be read into `settings`. Returns whether all entries can be read.
fn read(bytes: &[u8], settings: &mut NewGame) -> bool {
    let Ok(entries) = serde_json::from_slice::<Map<String, Value>>(bytes) else { return false };
    let mut is_whole = true;
    for (key, value) in &entries {
        let entry = match key.as_str() {
            "level" => value.as_str().map(|level| level.clone_into(&mut settings.level)),
            "side" => read_side(value).map(|side| settings.color = side),
            "clocks" => read_clocks(value).map(|clocks| settings.clocks = clocks),
            "options" => read_options(value, &mut settings.options),
            _ => None,
        };
        is_whole &= entry.is_some();
    }
    is_whole
}

fn read_side(text: &Value) -> Option<ColorChoice> {
    let word = text.as_str()?;
    ColorChoice::ALL.into_iter().find(|side| side.name() == word)
}

/// Sets the options that can be read. Returns `None` if an option cannot be read.
fn read_options(entries: &Value, options: &mut Options) -> Option<()> {
    let mut is_whole = true;
    for (key, value) in entries.as_object()? {
        let row = OptionRow::by_key(key);
        let value = row.and_then(|row| option_value(row, value));
        is_whole &= row.zip(value).is_some_and(|(row, value)| row.set(options, value));
    }
    is_whole.then_some(())
}

/// The clocks of both players, or `None` if a clock cannot be read.
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

    fn read_from(text: &str) -> NewGame {
        let mut settings = fallback();
        read(text.as_bytes(), &mut settings);
        settings
    }

    /// Settings with every value of every option, odd clocks and a strange level name are read as they were written.
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
            let written = write(&settings, &[]).to_string();
            assert_eq!(read_from(&written), settings);
            assert!(is_whole(written.as_bytes()));
        }
    }

    /// Only the valid entries are read from a file with wrong entries, or from JSON of another structure.
    #[test]
    fn wrong_entries_are_ignored() {
        let text = r#"{"level": 3, "side": "green", "clocks": {"person": {"seconds": 0, "increment": 0},
            "opponent": null}, "options": {"difficulty": 200, "theme": "night", "drag": "yes", "fog_of_war": true,
            "opponent": null, "unheard_of": []}}"#;
        let settings = read_from(text);
        let mut expected = fallback();
        expected.options.theme = ThemeName::Night;
        expected.options.fog_of_war = true;
        assert_eq!(settings, expected);
        for clock in
            [r#"{"seconds": 1e300, "increment": 0}"#, r#"{"seconds": 5, "increment": -1}"#, "[]", "7"]
        {
            let text = format!(r#"{{"clocks": {{"person": {clock}, "opponent": null}}}}"#);
            assert_eq!(read_from(&text), fallback());
        }
        for text in ["null", "[]", "7", "\"x\"", "{\"options\": 3, \"clocks\": []}"] {
            assert_eq!(read_from(text), fallback());
        }
    }
}
