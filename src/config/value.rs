//! Types of values in config files: newtypes that are checked, and groups of keys.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::game::puzzle::file::is_name;
use crate::notation::text::quote;
use crate::rules::Color;
use crate::rules::betza::{self, Component};

/// Declares newtypes of checked values. A row has the name of the newtype, the type of its value, the allowed values in
/// words, and a function that checks a JSON value.
macro_rules! checked_values {
    ($($name:ident($type:ty): $allowed:literal, $check:expr;)*) => {$(
        #[derive(Deserialize)]
        #[serde(try_from = "Value")]
        pub struct $name(pub $type);

        impl TryFrom<Value> for $name {
            type Error = String;

            fn try_from(value: Value) -> Result<Self, String> {
                let check: fn(&Value) -> Option<$type> = $check;
                check(&value).map(Self).ok_or_else(|| found_and_allowed(&value, $allowed))
            }
        }
    )*};
}

checked_values! {
    Positive(f64): "a number above 0 and at most 1,000,000",
        |value| value.as_f64().filter(|&number| number > 0.0 && number <= 1e6);
    NonNegative(f64): "a number from 0 to 1,000,000",
        |value| value.as_f64().filter(|number| (0.0..=1e6).contains(number));
    Side(Color): "\"white\" or \"black\"",
        |value| Color::ALL.into_iter().find(|color| value.as_str() == Some(&color.to_string()));
    FileName(String): "the path of a file, in quotes", |value| one_line(value).map(str::to_owned);
    Title(String): "a title of 1 to 60 characters, in quotes",
        |value| one_line(value).filter(|title| is_name(title)).map(str::to_owned);
    Name(String): "a name in quotes", |value| one_line(value).map(str::to_owned);
    Symbol(char): "one letter from \"a\" to \"z\"", |value| match value.as_str()?.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(char::from(*letter)),
        _ => None,
    };
    PieceName(String): "a name of 1 to 30 letters, digits, spaces, - and _, in quotes", |value| {
        let name = value.as_str().filter(|name| (1..=30).contains(&name.chars().count()) && name.trim() == *name)?;
        name.chars().all(|c| c.is_alphanumeric() || " -_".contains(c)).then(|| name.to_owned())
    };
    // The file has pawns, the newtype has thousandths of a pawn. A very small number is rounded up to one thousandth.
    PieceValue(i32): "a number above 0 and at most 100", |value| {
        let pawns = value.as_f64().filter(|&number| number > 0.0 && number <= 100.0)?;
        Some((pawns * 1000.0).round().max(1.0) as i32)
    };
}

/// Moves in Betza notation.
#[derive(Deserialize)]
#[serde(try_from = "Value")]
pub struct Notation(pub Vec<Component>);

impl TryFrom<Value> for Notation {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let text = one_line(&value).filter(|text| text.chars().count() <= 100).ok_or_else(|| {
            found_and_allowed(&value, "moves in Betza notation of 1 to 100 characters, in quotes")
        })?;
        betza::parse(text).map(Self).map_err(|error| error.to_string())
    }
}

/// The text of `value`, if it is not blank and has no line breaks or other control characters.
fn one_line(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.trim().is_empty() && !text.chars().any(char::is_control))
}

/// The message of an error, such as `found 0; expected a number above 0`.
pub fn found_and_allowed(value: &Value, allowed: &str) -> String {
    let found = match value {
        Value::String(text) => quote(text),
        Value::Array(items) => format!("a list of length {}", items.len()),
        Value::Object(_) => "a group of keys".to_owned(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    };
    format!("found {found}; expected {allowed}")
}

/// Reads an optional key that is in the file. Serde's own `Option` would treat `null` like a missing key.
pub fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<Option<T>, D::Error> {
    T::deserialize(input).map(Some)
}

/// A group of keys in braces. Serde's derived implementation would accept a list of the values, too.
pub struct Group<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Group<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct GroupVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for GroupVisitor<T> {
            type Value = Group<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a group of keys in { }")
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(keys)).map(Group)
            }
        }

        input.deserialize_any(GroupVisitor(PhantomData))
    }
}
