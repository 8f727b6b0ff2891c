//! The shapes of JSON that a key of a config file takes: a single value, a group of keys, a list, a file or a group; and
//! the fault where another one stands.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::value::{FileName, Value};
use crate::notation::text::quote;

/// A value as serde reads it; a fault says what was found and what is expected.
pub struct Read<T>(pub T);

impl<'de, T: Value> Deserialize<'de> for Read<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor(PhantomData))
    }
}

/// A group of keys in braces; without it serde would take a list of values in the order of the fields too.
pub struct Table<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TableVisitor(PhantomData))
    }
}

/// Reads the value of an optional key that is there: unlike serde's own reading it refuses `null`.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// The words between what was found and what was expected in a fault.
pub const EXPECTED: &str = "; expected ";

fn fault<T, E: Error>(found: impl fmt::Display, expected: &str) -> Result<T, E> {
    Err(E::custom(format!("found {found}{EXPECTED}{expected}")))
}

/// What a list holds, and how many of it.
pub trait Listed {
    /// An item.
    type Item;
    /// What is expected, in words that follow "expected".
    const EXPECTED: &'static str;
    /// Fewest items.
    const LEAST: usize;
    /// Most items.
    const MOST: usize;
}

/// A list in brackets.
pub struct List<L: Listed>(pub Vec<L::Item>);

impl<'de, L: Listed<Item: Deserialize<'de>>> Deserialize<'de> for List<L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListVisitor(PhantomData))
    }
}

/// The methods of a visitor for kinds of values that are refused whatever they hold.
macro_rules! refuse {
    ($expected:expr; $($method:ident($($value:ident: $type:ty)?) $found:expr;)*) => {
        $(fn $method<E: Error>(self $(, $value: $type)?) -> Result<Self::Value, E> {
            fault($found, $expected)
        })*

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str($expected)
        }
    };
    (a list; $expected:expr) => {
        fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
            fault("a list", $expected)
        }
    };
    (a group; $expected:expr) => {
        fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
            fault("a group of keys", $expected)
        }
    };
    (a scalar; $expected:expr) => {
        refuse! { $expected;
            visit_bool(value: bool) value; visit_unit() "null"; visit_u64(value: u64) value;
            visit_i64(value: i64) value; visit_f64(value: f64) format_args!("{value:?}"); visit_str(value: &str) quote(value);
        }
    };
}

struct ValueVisitor<T>(PhantomData<T>);

impl<'de, T: Value> Visitor<'de> for ValueVisitor<T> {
    type Value = Read<T>;

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        // Rounding is far beyond the largest number that any key takes.
        T::from_number(number as f64).map(Read).map_or_else(|| fault(number, T::EXPECTED), Ok)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        T::from_number(number as f64).map(Read).map_or_else(|| fault(number, T::EXPECTED), Ok)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
        T::from_number(number).map(Read).map_or_else(|| fault(format_args!("{number:?}"), T::EXPECTED), Ok)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        T::from_text(text).map(Read).map_or_else(|| fault(quote(text), T::EXPECTED), Ok)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Self::Value, E> {
        T::from_flag(flag).map(Read).map_or_else(|| fault(flag, T::EXPECTED), Ok)
    }

    refuse! { T::EXPECTED; visit_unit() "null"; }
    refuse! { a list; T::EXPECTED }
    refuse! { a group; T::EXPECTED }
}

struct TableVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for TableVisitor<T> {
    type Value = Table<T>;

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Table)
    }

    refuse! { a list; "a group of keys in { }" }
    refuse! { a scalar; "a group of keys in { }" }
}

struct ListVisitor<L>(PhantomData<L>);

impl<'de, L: Listed<Item: Deserialize<'de>>> Visitor<'de> for ListVisitor<L> {
    type Value = List<L>;

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while items.len() < L::MOST {
            match list.next_element()? {
                Some(item) => items.push(item),
                None if items.len() < L::LEAST => return fault("a list that is too short", L::EXPECTED),
                None => return Ok(List(items)),
            }
        }
        match list.next_element::<IgnoredAny>()? {
            Some(_) => fault("a list that is too long", L::EXPECTED),
            None => Ok(List(items)),
        }
    }

    refuse! { a group; L::EXPECTED }
    refuse! { a scalar; L::EXPECTED }
}

/// Something that is told by the path of a file, or more closely by a group of keys.
pub enum FileOr<T> {
    /// The path.
    File(FileName),
    /// The group.
    Group(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for FileOr<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FileOrVisitor(PhantomData))
    }
}

struct FileOrVisitor<T>(PhantomData<T>);

/// What is expected where a file or a group may stand.
const FILE_OR_GROUP: &str = "the path of a file, in quotes, or a group of keys in { }";

impl<'de, T: Deserialize<'de>> Visitor<'de> for FileOrVisitor<T> {
    type Value = FileOr<T>;

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        FileName::from_text(text).map(FileOr::File).map_or_else(|| fault(quote(text), FILE_OR_GROUP), Ok)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(FileOr::Group)
    }

    refuse! { a list; FILE_OR_GROUP }
    refuse! { FILE_OR_GROUP;
        visit_bool(value: bool) value; visit_unit() "null"; visit_u64(value: u64) value;
        visit_i64(value: i64) value; visit_f64(value: f64) format_args!("{value:?}");
    }
}
