//! From the text of a config file to its raw values, or to the fault in plain words.

use serde_json::Deserializer;
use serde_json::error::Category;

use super::error::FileFault;
use super::keys;
use super::raw::Raw;
use super::value::{Table, quoted};

/// Reads the whole text; a byte order mark at its start is passed over.
pub fn read(text: &str) -> Result<Raw, FileFault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut deserializer = Deserializer::from_str(text);
    let Table(raw): Table<Raw> = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| fault(text, &error.path().to_string(), error.inner()))?;
    deserializer.end().map_err(|error| fault(text, ".", &error))?;
    Ok(raw)
}

fn fault(text: &str, path: &str, error: &serde_json::Error) -> FileFault {
    let message = without_place(error);
    if error.is_data() || message == "number out of range" {
        return data_fault(text, path, &message, error.line());
    }
    let message = match error.classify() {
        Category::Eof => "is not valid JSON: the file ends too early".to_owned(),
        _ => format!("is not valid JSON: {message} at column {}", error.column()),
    };
    FileFault::Config { line: Some(error.line()), key: None, message }
}

/// A fault in text that is valid JSON, at least up to there.
fn data_fault(text: &str, path: &str, message: &str, mut line: usize) -> FileFault {
    // serde's place is behind the fault, which may be lines away; a second key is where the place says, though.
    if !message.starts_with("duplicate field `") {
        line = keys::line_of(text, path).unwrap_or(line);
    }
    // The parts of serde's three messages that are not ours; `tests/data/config` has a case of each.
    let named = |start: &str| message.strip_prefix(start)?.split('`').next();
    let (key, message) = if let Some(name) = named("missing field `") {
        let key = if path == "." { name.to_owned() } else { format!("{path}.{name}") };
        let message = match keys::expected_at(&key) {
            Some(expected) => format!("is missing; expected {expected}"),
            None => "is missing".to_owned(),
        };
        (key, message)
    } else if message.starts_with("duplicate field `") {
        (path.to_owned(), "is there twice; expected once".to_owned())
    } else if message.starts_with("unknown field `") {
        let known = message.rsplit_once(", expected ").map_or("", |(_, known)| known);
        let known = known.strip_prefix("one of ").unwrap_or(known).replace('`', "");
        (path.to_owned(), format!("is no known key; expected {known}"))
    } else if message == "number out of range" {
        let expected = keys::expected_at(path).unwrap_or_else(|| "a smaller one".to_owned());
        (path.to_owned(), format!("found a number beyond all bounds; expected {expected}"))
    } else {
        (path.to_owned(), message.to_owned())
    };
    FileFault::Config { line: Some(line), key: Some(key), message }
}

/// What `error` says, without the place that serde_json writes behind it.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&place).map_or(message.clone(), str::to_owned)
}
