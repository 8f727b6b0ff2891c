//! From the text of a config file to its raw values, or to the fault in plain words.

use serde_json::Deserializer;
use serde_json::error::Category;

use super::error::FileFault;
use super::keys;
use super::raw::Raw;
use super::shapes::Table;
use crate::notation::text::quote;

/// Reads the whole text.
pub fn read(text: &str) -> Result<Raw, FileFault> {
    let mut deserializer = Deserializer::from_str(text);
    let Table(raw): Table<Raw> = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| fault(text, &error.path().to_string(), error.inner()))?;
    deserializer.end().map_err(|error| fault(text, ".", &error))?;
    Ok(raw)
}

fn fault(text: &str, path: &str, error: &serde_json::Error) -> FileFault {
    let message = without_place(error);
    if error.is_data() || message == OUT_OF_RANGE {
        return data_fault(text, path, &message, error.line());
    }
    // A line break has been read when it is refused, so the place is already that of the next line.
    let line = if error.column() == 0 { error.line().saturating_sub(1).max(1) } else { error.line() };
    let message = match error.classify() {
        Category::Eof => "the file ends too early".to_owned(),
        _ if message.starts_with("control character") => {
            "a line break or control character in a text; is a quote missing?".to_owned()
        }
        _ => format!("{message} at column {}", error.column()),
    };
    FileFault::Config { line: Some(line), key: None, message: format!("is not valid JSON: {message}") }
}

/// serde_json's words for a number that `f64` cannot hold.
const OUT_OF_RANGE: &str = "number out of range";

/// A fault in text that is valid JSON, at least up to there.
fn data_fault(text: &str, path: &str, message: &str, line: usize) -> FileFault {
    // What follows reads serde's words for the faults that are not ours; `tests/data/config` has a case of each.
    let named = |start: &str| message.strip_prefix(start)?.split('`').next();
    let inside = |name: &str| if path == "." { name.to_owned() } else { format!("{path}.{name}") };
    if let Some(name) = named("duplicate field `") {
        // The line of the second key; looking the key up would give either.
        return at(inside(name), line, "is there twice; expected once".to_owned());
    }
    // serde's place is behind the fault, which may be lines away.
    let line = keys::line_of(text, path).unwrap_or(line);
    if let Some(name) = named("missing field `") {
        let key = inside(name);
        let expected = keys::expected_at(&key).unwrap_or_else(|| "a value".to_owned());
        return at(key, line, format!("is missing; expected {expected}"));
    }
    let message = if message.starts_with("unknown field `") {
        let known = message.rsplit_once(", expected ").map_or("", |(_, known)| known);
        let known = known.strip_prefix("one of ").unwrap_or(known).replace('`', "");
        format!("is no known key; expected {known}")
    } else if message == OUT_OF_RANGE {
        let expected = keys::expected_at(path).unwrap_or_else(|| "a smaller one".to_owned());
        format!("found a number beyond all bounds; expected {expected}")
    } else {
        message.to_owned()
    };
    at(path.to_owned(), line, message)
}

fn at(key: String, line: usize, message: String) -> FileFault {
    // The whole file has no key, and a key that nobody knows may hold anything.
    let strange = |key: &str| key.len() > 60 || key.chars().any(char::is_control);
    let key = Some(key).filter(|key| key != ".").map(|key| if strange(&key) { quote(&key) } else { key });
    FileFault::Config { line: Some(line), key, message }
}

/// What `error` says, without the place that serde_json writes behind it.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&place).map_or(message.clone(), str::to_owned)
}
