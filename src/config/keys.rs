//! Keys by their path, `time_controls.cpu.seconds` or `levels[3].title`: where one stands, what it should hold.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::raw::Raw;
use super::shapes::{EXPECTED, Table};

/// A step of a path.
enum Step<'a> {
    Name(&'a str),
    Index(usize),
}

/// The steps of `key`; none for the whole file, which is written as nothing or `.`.
fn steps(key: &str) -> impl DoubleEndedIterator<Item = Step<'_>> {
    key.split(['.', '[']).filter(|step| !step.is_empty()).map(|step| {
        match step.strip_suffix(']').and_then(|number| number.parse().ok()) {
            Some(index) => Step::Index(index),
            None => Step::Name(step),
        }
    })
}

/// The line of `text` on which the value of `key` begins, or `None` if it is not there or `text` is not valid.
pub fn line_of(text: &str, key: &str) -> Option<usize> {
    let mut value: &RawValue = serde_json::from_str(text).ok()?;
    for step in steps(key) {
        let inside = value.get();
        value = match step {
            Step::Name(name) => {
                serde_json::from_str::<BTreeMap<String, &RawValue>>(inside).ok()?.remove(name)?
            }
            Step::Index(index) => serde_json::from_str::<Vec<&RawValue>>(inside).ok()?.get(index).copied()?,
        };
    }
    // Raw values borrow from the text they were read from, so this is a distance within it.
    let offset = value.get().as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    Some(text.get(..offset)?.matches('\n').count() + 1)
}

/// What `key` should hold, in words: asked of the reader itself, by giving it `null` there and nothing else.
pub fn expected_at(key: &str) -> Option<String> {
    let probe = steps(key).rev().fold(Value::Null, |value, step| match step {
        Step::Name(name) => Value::Object([(name.to_owned(), value)].into_iter().collect()),
        Step::Index(_) => Value::Array(vec![value]),
    });
    let fault = serde_json::from_value::<Table<Raw>>(probe).err()?.to_string();
    fault.split_once(EXPECTED).map(|(_, expected)| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows that the line of a value is found by name and by number, whatever stands before it.
    #[test]
    fn the_line_of_a_value() {
        let text = "\n{\"a\": {\"b\":\n [1,\n  {\"c\": [[0],\n [2]]}]},\n \"d\": 3}";
        for (key, line) in
            [(".", 2), ("a", 2), ("a.b", 3), ("a.b[0]", 3), ("a.b[1].c", 4), ("a.b[1].c[1][0]", 5), ("d", 6)]
        {
            assert_eq!(line_of(text, key), Some(line), "{key}");
        }
        for key in ["e", "a.c", "a.b[2]", "a.b.c", "a[0]", "d.e"] {
            assert_eq!(line_of(text, key), None, "{key}");
        }
        assert_eq!(line_of("{\"a\": 1", "a"), None);
    }

    /// Shows that what a key should hold is known from its path alone.
    #[test]
    fn what_a_key_should_hold() {
        assert_eq!(expected_at("player_colour").as_deref(), Some("\"white\" or \"black\""));
        assert_eq!(expected_at("time_controls.cpu").as_deref(), Some("a group of keys in { }"));
        assert_eq!(expected_at("time_controls.gpu"), None);
    }
}
