//! Words of the form `key=value` and their values.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// Times are shorter than this: about thirty years.
const MAX_SECONDS: u64 = 1_000_000_000;

/// A word `key=value`.
pub fn pair(flag: &str, word: &str) -> Result<(String, String), String> {
    let (key, value) =
        word.split_once('=').ok_or_else(|| format!("{flag}: {word:?} must have the form key=value"))?;
    Ok((key.to_owned(), value.to_owned()))
}

/// The number in `value`, which belongs to `name`.
pub fn number<T: FromStr + PartialOrd + Display>(name: &str, value: &str, least: T) -> Result<T, String> {
    let parsed = value.parse().ok().filter(|number| *number >= least);
    parsed.ok_or_else(|| format!("{name} must be a number of at least {least}, not {value:?}"))
}

pub fn is_true(name: &str, value: &str) -> Result<bool, String> {
    match value {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(format!("{name} must be true or false, not {value:?}")),
    }
}

/// The index of `value` among the words that are allowed for `name`.
pub fn choice(name: &str, value: &str, words: &[&str]) -> Result<usize, String> {
    let index = words.iter().position(|word| *word == value);
    index.ok_or_else(|| format!("{name} must be {}, not {value:?}", words.join(" or ")))
}

pub fn seconds(name: &str, value: &str) -> Result<Duration, String> {
    let seconds = value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    // Sums of longer times could overflow.
    seconds
        .filter(|time| time.as_secs() < MAX_SECONDS)
        .ok_or_else(|| format!("{name} must be a time in seconds, not {value:?}"))
}

pub fn milliseconds(name: &str, value: &str) -> Result<Duration, String> {
    number::<u32>(name, value, 0).map(|number| Duration::from_millis(number.into()))
}

/// The single value of a flag.
pub fn single<'w>(flag: &str, values: &'w [String]) -> Result<&'w str, String> {
    match values {
        [value] => Ok(value),
        [] => Err(format!("{flag} needs a value")),
        _ => Err(format!("{flag} has one value, not {}; a value with spaces needs quotes", values.len())),
    }
}

pub fn unknown_key(flag: &str, key: &str, known: &str) -> String {
    format!("{flag}: unknown key {key:?}; it has {known}")
}
