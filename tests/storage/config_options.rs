//! The options in a config file: every key of the table, every way to say its value, and what is refused.

use std::path::Path;

use xxlchess::config::{Config, FileError};
use xxlchess::game::options::{Kind, OptionKey, Options, ROWS};

/// The sample config with one more key.
fn with(key: &str, value: &str) -> Result<Config, FileError> {
    let sample = include_str!("../../config.json");
    let end = sample.rfind('}').expect("the end of the table");
    Config::parse(
        Path::new("config.json"),
        &format!("{},\n  \"{key}\": {value}\n}}\n", sample[..end].trim_end()),
    )
}

/// The ways to write each value of a row, as they stand in the file.
fn written(kind: Kind, value: u8) -> String {
    match kind {
        Kind::Flag => (value == 1).to_string(),
        Kind::Number(..) => value.to_string(),
        Kind::Words(words) => format!("{:?}", words[usize::from(value)]),
    }
}

/// It changes that option alone; the others have their defaults.
#[test]
fn every_value_of_every_option_is_read() {
    let sample =
        Config::parse(Path::new("config.json"), include_str!("../../config.json")).expect("the sample");
    for row in ROWS {
        assert_eq!(sample.options.get(row.option), row.default, "{}", row.key);
        let words = row.names.iter().map(|&(name, value)| (format!("{name:?}"), value));
        for (text, value) in row.range().map(|value| (written(row.kind, value), value)).chain(words) {
            let options = with(row.key, &text).expect("a valid config").options;
            for other in ROWS {
                let expected = if other.option == row.option { value } else { other.default };
                assert_eq!(options.get(other.option), expected, "{}: {text}, {}", row.key, other.key);
            }
        }
    }
}

/// With line, key and expected value.
#[test]
fn a_value_that_an_option_cannot_take_is_refused() {
    for row in ROWS {
        let wrong: &[&str] = match row.kind {
            Kind::Flag => &["1", "\"on\"", "null", "[]", "{}"],
            Kind::Number(..) => &["11", "-1", "2.5", "1e99", "\"none\"", "true", "null", "[]", "{}"],
            Kind::Words(_) => &["0", "\"Queen\"", "\"\"", "false", "null", "[]", "{}"],
        };
        for value in wrong {
            let told = with(row.key, value).expect_err(value).to_string();
            let place = format!("config.json:16: {}: ", row.key);
            assert!(told.starts_with(&place), "{}: {value}: {told}", row.key);
            assert!(told.contains(row.expected), "{}: {value}: {told}", row.key);
        }
    }
}

/// Only those that apply at once.
#[test]
fn settings_of_the_menu_apply_unless_the_config_names_them() {
    let mut left = Options::default();
    left.set(OptionKey::Theme, 2);
    left.set(OptionKey::Volume, 3);
    left.set(OptionKey::Difficulty, 9);
    let config = with("theme", "\"marble\"").expect("a valid config");
    let named = config.options.get(OptionKey::Theme);
    let options = config.with_live_options(&left).options;
    let wanted = (named, 3, OptionKey::Difficulty.row().default);
    let [theme, volume, difficulty] =
        [OptionKey::Theme, OptionKey::Volume, OptionKey::Difficulty].map(|option| options.get(option));
    assert_eq!((theme, volume, difficulty), wanted);
    assert_ne!(theme, 2);
}
