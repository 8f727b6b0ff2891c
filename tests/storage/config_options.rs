//! The options in a config file: every key of the table, every form of its values, and errors.

use std::path::Path;

use xxlchess::config::{Config, FileError};
use xxlchess::game::options::{OPTIONS, OptionRow, OptionValue, Options, ThemeName, Values};

/// The sample config with one more key.
fn with(key: &str, value: &str) -> Result<Config, FileError> {
    let sample = include_str!("../../config.json");
    let end = sample.rfind('}').expect("the end of the table");
    Config::parse(
        Path::new("config.json"),
        &format!("{},\n  \"{key}\": {value}\n}}\n", sample[..end].trim_end()),
    )
}

/// A value as it stands in the file.
fn written(value: OptionValue) -> String {
    match value {
        OptionValue::Switch(on) => on.to_string(),
        OptionValue::Number(number) => number.to_string(),
        OptionValue::Word(word) => format!("{word:?}"),
    }
}

/// Each value changes its option alone, and the other options have their defaults.
#[test]
fn every_value_of_every_option_is_read() {
    let sample =
        Config::parse(Path::new("config.json"), include_str!("../../config.json")).expect("the sample");
    let default = |row: &OptionRow| row.get(&Options::default());
    for row in &OPTIONS {
        assert_eq!(row.get(&sample.options), default(row), "{}", row.key);
        let aliases =
            row.aliases().iter().map(|&(word, number)| (format!("{word:?}"), OptionValue::Number(number)));
        for (text, value) in row.all_values().into_iter().map(|value| (written(value), value)).chain(aliases)
        {
            let options = with(row.key, &text).expect("a valid config").options;
            for other in &OPTIONS {
                let expected = if other.key == row.key { value } else { default(other) };
                assert_eq!(other.get(&options), expected, "{}: {text}, {}", row.key, other.key);
            }
        }
    }
}

/// A value of another type or out of range is refused with line, key and expected value.
#[test]
fn a_value_that_an_option_cannot_take_is_refused() {
    for row in &OPTIONS {
        let wrong: &[&str] = match row.values {
            Values::Switch => &["1", "\"on\"", "null", "[]", "{}"],
            Values::Number(_) => &["200", "-1", "2.5", "1e99", "\"none\"", "true", "null", "[]", "{}"],
            Values::Words(_) => &["0", "\"Queen\"", "\"\"", "false", "null", "[]", "{}"],
        };
        for value in wrong {
            let error = with(row.key, value).expect_err(value).to_string();
            let place = format!("config.json:16: {}: ", row.key);
            assert!(error.starts_with(&place), "{}: {value}: {error}", row.key);
            assert!(error.contains(&row.expected()), "{}: {value}: {error}", row.key);
        }
    }
}

/// Only those saved settings apply that take effect at once and that the config does not name.
#[test]
fn settings_of_the_menu_apply_unless_the_config_names_them() {
    let left = Options { theme: ThemeName::Night, volume: 3, difficulty: 9, ..Options::default() };
    let config = with("theme", "\"marble\"").expect("a valid config");
    let named = config.options.theme;
    let options = config.with_live_options(&left).options;
    let wanted = (named, 3, Options::default().difficulty);
    assert_eq!((options.theme, options.volume, options.difficulty), wanted);
    assert_ne!(options.theme, ThemeName::Night);
}
