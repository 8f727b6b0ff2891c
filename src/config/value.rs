//! What the values of a config file may be, each with its own words for it.

use crate::game::options::ROWS;
use crate::rules::Color;

/// Largest number that any key takes.
const LARGEST: f64 = 1e6;

/// A value of one kind; a reader accepts what it overrides, and gives `None` for what is out of range.
pub trait Value: Sized {
    /// What is expected, in words that follow "expected".
    const EXPECTED: &'static str;

    /// The value a number stands for.
    fn from_number(_: f64) -> Option<Self> {
        None
    }

    /// The value a text stands for.
    fn from_text(_: &str) -> Option<Self> {
        None
    }

    /// The value `true` or `false` stands for.
    fn from_flag(_: bool) -> Option<Self> {
        None
    }
}

/// A number above 0.
pub struct Positive(pub f64);

impl Value for Positive {
    const EXPECTED: &'static str = "a number above 0 and at most 1,000,000";

    fn from_number(number: f64) -> Option<Self> {
        (number > 0.0 && number <= LARGEST).then_some(Self(number))
    }
}

/// A number that may be 0.
pub struct AtLeastZero(pub f64);

impl Value for AtLeastZero {
    const EXPECTED: &'static str = "a number from 0 to 1,000,000";

    fn from_number(number: f64) -> Option<Self> {
        (0.0..=LARGEST).contains(&number).then_some(Self(number))
    }
}

/// A side by its colour.
pub struct Side(pub Color);

impl Value for Side {
    const EXPECTED: &'static str = "\"white\" or \"black\"";

    fn from_text(text: &str) -> Option<Self> {
        Color::ALL.into_iter().find(|color| color.to_string() == text).map(Self)
    }
}

/// The path of a file.
pub struct FileName(pub String);

impl Value for FileName {
    const EXPECTED: &'static str = "the path of a file, in quotes";

    fn from_text(text: &str) -> Option<Self> {
        is_one_line(text).then(|| Self(text.to_owned()))
    }
}

/// The name of something that is looked up later.
pub struct Name(pub String);

impl Value for Name {
    const EXPECTED: &'static str = "a name in quotes";

    fn from_text(text: &str) -> Option<Self> {
        is_one_line(text).then(|| Self(text.to_owned()))
    }
}

/// The letter of a piece of the config's own making.
pub struct Symbol(pub char);

impl Value for Symbol {
    const EXPECTED: &'static str = "one letter from \"a\" to \"z\"";

    fn from_text(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        letters.next().filter(|letter| letter.is_ascii_lowercase() && letters.next().is_none()).map(Self)
    }
}

/// The name of a piece of the config's own making.
pub struct PieceName(pub String);

impl Value for PieceName {
    const EXPECTED: &'static str = "a name of 1 to 30 letters, digits, spaces, - and _, in quotes";

    fn from_text(text: &str) -> Option<Self> {
        let fits = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let long = (1..=30).contains(&text.chars().count()) && text.trim() == text;
        (long && text.chars().all(fits)).then(|| Self(text.to_owned()))
    }
}

/// How a piece moves; read as notation later, for the words on what is wrong with it.
pub struct Notation(pub String);

impl Value for Notation {
    const EXPECTED: &'static str = "moves in Betza notation of 1 to 100 characters, in quotes";

    fn from_text(text: &str) -> Option<Self> {
        (is_one_line(text) && text.chars().count() <= 100).then(|| Self(text.to_owned()))
    }
}

/// What a piece is worth, in thousandths of a pawn.
pub struct PieceValue(pub i32);

impl Value for PieceValue {
    const EXPECTED: &'static str = "a number above 0 and at most 100";

    fn from_number(number: f64) -> Option<Self> {
        // Rounded up, or the smallest numbers above 0 would become 0.
        (number > 0.0 && number <= 100.0).then(|| Self((number * 1000.0).round().max(1.0) as i32))
    }
}

/// What an option is set to: the row of the table of options says what it may be.
pub struct Chosen<const ROW: usize>(pub u8);

impl<const ROW: usize> Value for Chosen<ROW> {
    const EXPECTED: &'static str = ROWS[ROW].expected;

    fn from_number(number: f64) -> Option<Self> {
        ROWS[ROW].from_number(number).map(Self)
    }

    fn from_text(text: &str) -> Option<Self> {
        ROWS[ROW].from_word(text).map(Self)
    }

    fn from_flag(flag: bool) -> Option<Self> {
        ROWS[ROW].from_flag(flag).map(Self)
    }
}

/// Whether a text has characters and keeps to one line wherever it is shown.
fn is_one_line(text: &str) -> bool {
    !text.trim().is_empty() && !text.chars().any(char::is_control)
}
