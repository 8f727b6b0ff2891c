//! Reads the keys from the text of `config.json`. An error has the line and the key at which it is.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::value::RawValue;
use serde_json::{Deserializer, Value};

use super::error::FileError;
use super::schema::ConfigFile;
use super::value::{Group, found_and_allowed};
use crate::notation::text::quote;

/// Reads the keys from `text`, the text of `file`.
pub fn read(file: &Path, text: &str) -> Result<ConfigFile, FileError> {
    let mut input = Deserializer::from_str(text);
    let Group(keys): Group<ConfigFile> = serde_path_to_error::deserialize(&mut input).map_err(|error| {
        let (path, error) = (error.path().to_string(), error.into_inner());
        if !error.is_data() && without_location(&error) != OUT_OF_RANGE {
            return syntax_error(file, &error);
        }
        match serde_json::from_str::<&RawValue>(text) {
            Ok(_) => {
                let (key, message) = key_and_message(text, path, &error);
                key_error(file, text, &key, &message)
            }
            // A key is found by parsing the file, which must be valid JSON from the start to the end.
            Err(error) => syntax_error(file, &error),
        }
    })?;
    input.end().map_err(|error| syntax_error(file, &error))?;
    Ok(keys)
}

/// Message of serde_json for a number that `f64` cannot hold.
const OUT_OF_RANGE: &str = "number out of range";

/// An error in the value of `key`, such as `levels[3].title`. The key `.` stands for the whole file.
pub fn key_error(file: &Path, text: &str, key: &str, message: &str) -> FileError {
    let group = key.rsplit_once('.').map_or(".", |(group, _)| group);
    let value = value_of(text, key).or_else(|| value_of(text, group)).unwrap_or(text);
    // `value` is a slice of `text`, so the difference of their addresses is its offset.
    let offset = value.as_ptr().addr() - text.as_ptr().addr();
    let line = text[..offset].matches('\n').count() + 1;
    // A key that does not exist may be long or have control characters. Such a key is quoted.
    let is_plain = key.len() <= 60 && !key.chars().any(char::is_control);
    match key {
        "." => FileError::at_line(file, format_args!("{line}: {message}")),
        key if is_plain => FileError::at_line(file, format_args!("{line}: {key}: {message}")),
        key => FileError::at_line(file, format_args!("{line}: {}: {message}", quote(key))),
    }
}

fn syntax_error(file: &Path, error: &serde_json::Error) -> FileError {
    // serde_json reports an error at a line break in column 0 of the next line.
    let line = if error.column() == 0 { error.line().saturating_sub(1).max(1) } else { error.line() };
    let message = without_location(error);
    let message = if error.is_eof() {
        "the file ends too early".to_owned()
    } else if message.starts_with("control character") {
        "a line break or control character in a text; is a quote missing?".to_owned()
    } else {
        format!("{message} at column {}", error.column())
    };
    FileError::at_line(file, format_args!("{line}: is not valid JSON: {message}"))
}

/// The key and the message for an error of serde at `path`. `tests/data/config` has a case of each kind of error.
fn key_and_message(text: &str, path: String, error: &serde_json::Error) -> (String, String) {
    let message = without_location(error);
    let named = |start: &str| {
        let name = message.strip_prefix(start)?.strip_suffix('`')?;
        Some(if path == "." { name.to_owned() } else { format!("{path}.{name}") })
    };
    if let Some(key) = named("duplicate field `") {
        return (key, "duplicate key".to_owned());
    }
    if let Some(key) = named("missing field `") {
        let allowed = allowed_at(&key).unwrap_or_default();
        return (key, format!("is missing; expected {allowed}"));
    }
    let allowed = allowed_by(&message).unwrap_or_default();
    if message.starts_with("unknown field `") {
        return (path, format!("unknown key; expected {}", allowed.replace('`', "")));
    }
    if message.starts_with("invalid ") {
        let value = value_of(text, &path).and_then(|value| serde_json::from_str(value).ok());
        let message = found_and_allowed(&value.unwrap_or_default(), &allowed);
        return (path, message);
    }
    if message == OUT_OF_RANGE {
        let allowed = allowed_at(&path).unwrap_or_else(|| "a smaller one".to_owned());
        return (path, format!("found a number out of range; expected {allowed}"));
    }
    (path, message)
}

/// The values that are allowed at `key`. They are taken from serde's message for a file in which the key has the value
/// `null`.
fn allowed_at(key: &str) -> Option<String> {
    let file = steps(key).rev().fold(Value::Null, |value, step| match step.parse::<usize>() {
        Ok(_) => Value::Array(vec![value]),
        Err(_) => Value::Object([(step.to_owned(), value)].into_iter().collect()),
    });
    let error = serde_json::from_value::<Group<ConfigFile>>(file).err()?.to_string();
    allowed_by(&error)
}

/// The part of serde's message that follows "expected", in the words of the manual.
fn allowed_by(message: &str) -> Option<String> {
    let (_, allowed) = message.split_once("expected ")?;
    Some(if allowed == "a sequence" { "a list in [ ]".to_owned() } else { allowed.to_owned() })
}

/// The part of `text` that is the value of `key`.
fn value_of<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let value: &RawValue = serde_json::from_str(text).ok()?;
    steps(key).try_fold(value.get(), |value, step| {
        let part: &RawValue = match step.parse::<usize>() {
            Ok(index) => serde_json::from_str::<Vec<&RawValue>>(value).ok()?.get(index)?,
            Err(_) => serde_json::from_str::<BTreeMap<String, &RawValue>>(value).ok()?.get(step)?,
        };
        Some(part.get())
    })
}

/// The names and indices in a key: `levels`, `3`, `title`.
fn steps(key: &str) -> impl DoubleEndedIterator<Item = &str> {
    key.split(['.', '[', ']']).filter(|step| !step.is_empty())
}

/// The message of `error` without the line and column that serde_json appends.
fn without_location(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let location = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&location).unwrap_or(&message).to_owned()
}
