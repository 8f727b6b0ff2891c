//! The one table of options: what config, menu and help know of them.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::rules::Variant;

/// An option, and its row in [`ROWS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OptionKey {
    /// How strong the computer plays.
    Difficulty,
    /// Who plays against the person.
    Opponent,
    /// What a pawn becomes.
    Promotion,
    /// Moves made before it is one's turn.
    Premoves,
    /// Pieces dragged by the mouse.
    Drag,
    /// Only what one's own pieces can reach is seen.
    FogOfWar,
    /// The board turns to the person whose move it is.
    TurnBoard,
    /// Whether there are sounds.
    Sound,
    /// How loud they are.
    Volume,
    /// The colours.
    Theme,
    /// How states of the board are told apart.
    Marks,
    /// How large texts are.
    TextSize,
    /// Whether the menu opens at the start.
    StartMenu,
}

/// What an option may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// On or off: 1 or 0.
    Flag,
    /// A whole number from the first to the second.
    Number(u8, u8),
    /// One of these words, by its place.
    Words(&'static [&'static str]),
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The option.
    pub option: OptionKey,
    /// Its key in the config file.
    pub key: &'static str,
    /// Its name in the menu.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is unless something is said.
    pub default: u8,
    /// Words that stand for values.
    pub names: &'static [(&'static str, u8)],
    /// What a config file may say, in words that follow "expected".
    pub expected: &'static str,
}

const fn flag(
    option: OptionKey,
    key: &'static str,
    label: &'static str,
    default: bool,
    help: &'static str,
) -> Row {
    let expected = "true or false";
    Row { option, key, label, help, kind: Kind::Flag, default: default as u8, names: &[], expected }
}

/// All options, in the order of [`OptionKey`] and of the menu.
pub const ROWS: [Row; 13] = [
    Row {
        option: OptionKey::Difficulty,
        key: "difficulty",
        label: "Difficulty",
        help: "How strong the computer plays, from 1 to 10.",
        kind: Kind::Number(1, 10),
        default: 4,
        names: &[("easy", 2), ("normal", 4), ("hard", 7), ("expert", 10)],
        expected: "a whole number from 1 to 10, \"easy\", \"normal\", \"hard\" or \"expert\"",
    },
    Row {
        option: OptionKey::Opponent,
        key: "opponent",
        label: "Opponent",
        help: "Who plays against you: the computer, or a second person at this board.",
        kind: Kind::Words(&["computer", "human"]),
        default: 0,
        names: &[],
        expected: "\"computer\" or \"human\"",
    },
    Row {
        option: OptionKey::Promotion,
        key: "promotion",
        label: "Promotion",
        help: "Whether a pawn becomes a queen, or what you choose.",
        kind: Kind::Words(&["queen", "choose"]),
        default: 0,
        names: &[],
        expected: "\"queen\" or \"choose\"",
    },
    flag(OptionKey::Premoves, "premoves", "Pre-moves", false, "Make moves while the computer thinks."),
    flag(OptionKey::Drag, "drag", "Drag pieces", true, "Move pieces by dragging them, too."),
    flag(OptionKey::FogOfWar, "fog_of_war", "Fog of war", false, "See only what your pieces can reach."),
    flag(
        OptionKey::TurnBoard,
        "turn_board",
        "Turn the board",
        false,
        "Of two persons, the one to move sits below.",
    ),
    flag(OptionKey::Sound, "sound", "Sound", true, "Hear moves, captures, checks and the end."),
    Row {
        option: OptionKey::Volume,
        key: "volume",
        label: "Volume",
        help: "How loud the sounds are, from 0 to 10.",
        kind: Kind::Number(0, 10),
        default: 7,
        names: &[],
        expected: "a whole number from 0 to 10",
    },
    Row {
        option: OptionKey::Theme,
        key: "theme",
        label: "Theme",
        help: "The colours of board and window.",
        kind: Kind::Words(&["oak", "marble", "night", "clear", "contrast"]),
        default: 0,
        names: &[],
        expected: "\"oak\", \"marble\", \"night\", \"clear\" or \"contrast\"",
    },
    Row {
        option: OptionKey::Marks,
        key: "marks",
        label: "Marks",
        help: "Show moves, captures and checks by colour alone, or by shapes, too.",
        kind: Kind::Words(&["colour", "shapes"]),
        default: 0,
        names: &[],
        expected: "\"colour\" or \"shapes\"",
    },
    Row {
        option: OptionKey::TextSize,
        key: "text_size",
        label: "Text size",
        help: "How large texts are; the board gives way to them.",
        kind: Kind::Words(&["normal", "large", "largest"]),
        default: 0,
        names: &[],
        expected: "\"normal\", \"large\" or \"largest\"",
    },
    flag(
        OptionKey::StartMenu,
        "start_menu",
        "Menu at the start",
        false,
        "Open the menu before the first game.",
    ),
];

/// The options that count as soon as they are set: they say how a game is shown and handled, not how it is played.
pub const LIVE: [OptionKey; 8] = [
    OptionKey::Drag,
    OptionKey::TurnBoard,
    OptionKey::Sound,
    OptionKey::Volume,
    OptionKey::Theme,
    OptionKey::Marks,
    OptionKey::TextSize,
    OptionKey::StartMenu,
];

impl OptionKey {
    /// The row of this option.
    #[must_use]
    pub const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}

impl Row {
    /// The values it may take.
    #[must_use]
    pub fn range(&self) -> RangeInclusive<u8> {
        match self.kind {
            Kind::Flag => 0..=1,
            Kind::Number(low, high) => low..=high,
            // The tables have a handful of words each.
            Kind::Words(words) => 0..=words.len().saturating_sub(1) as u8,
        }
    }

    /// The value that a word of a config file stands for.
    #[must_use]
    pub fn from_word(&self, word: &str) -> Option<u8> {
        let named = self.names.iter().find(|(name, _)| *name == word).map(|&(_, value)| value);
        let Kind::Words(words) = self.kind else { return named };
        words.iter().position(|&w| w == word).map_or(named, |place| u8::try_from(place).ok())
    }

    /// The value that a number of a config file stands for.
    #[must_use]
    pub fn from_number(&self, number: f64) -> Option<u8> {
        let Kind::Number(low, high) = self.kind else { return None };
        (low..=high).find(|&value| f64::from(value) == number)
    }

    /// The value that `true` or `false` stands for.
    #[must_use]
    pub fn from_flag(&self, flag: bool) -> Option<u8> {
        (self.kind == Kind::Flag).then_some(u8::from(flag))
    }

    /// `value` in words, as the menu shows it.
    #[must_use]
    pub fn words(&self, value: u8) -> String {
        match self.kind {
            Kind::Flag => if value == 0 { "off" } else { "on" }.to_owned(),
            Kind::Number(..) => value.to_string(),
            Kind::Words(words) => words.get(usize::from(value)).copied().unwrap_or_default().to_owned(),
        }
    }
}

/// A choice for every option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options([u8; ROWS.len()]);

impl Default for Options {
    fn default() -> Self {
        Self(ROWS.map(|row| row.default))
    }
}

impl Options {
    /// What `option` is.
    #[must_use]
    pub const fn get(&self, option: OptionKey) -> u8 {
        self.0[option as usize]
    }

    /// Whether the flag `option` is on.
    #[must_use]
    pub const fn is_on(&self, option: OptionKey) -> bool {
        self.get(option) != 0
    }

    /// `variant` as these options change it.
    #[must_use]
    pub fn applied_to(&self, variant: &Arc<Variant>) -> Arc<Variant> {
        let mut rules = variant.rules().clone();
        if self.get(OptionKey::Promotion) != OptionKey::Promotion.row().default {
            rules = rules.with_promotion_choice();
        }
        if self.is_on(OptionKey::FogOfWar) && !rules.fog {
            rules = rules.in_fog();
        }
        if rules == *variant.rules() {
            return Arc::clone(variant);
        }
        Arc::new(Variant::new(rules, variant.start().clone()))
    }

    /// Takes the options of [`LIVE`] from `other`.
    pub fn take_live(&mut self, other: &Self) {
        for option in LIVE {
            self.set(option, other.get(option));
        }
    }

    /// Turns the flag `option` on if it is off, and off if it is on.
    pub fn toggle(&mut self, option: OptionKey) {
        self.set(option, u8::from(!self.is_on(option)));
    }

    /// Sets `option`; a value that it cannot take changes nothing.
    pub fn set(&mut self, option: OptionKey, value: u8) {
        if option.row().range().contains(&value) {
            self.0[option as usize] = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys differ, defaults and names are in range, and every value is written and read.
    #[test]
    fn the_table_of_options_is_consistent() {
        for (place, row) in ROWS.iter().enumerate() {
            assert_eq!(row.option as usize, place, "{}", row.key);
            assert_eq!(ROWS.iter().filter(|other| other.key == row.key).count(), 1);
            assert!(row.range().contains(&row.default));
            assert!(
                row.names.iter().all(|(name, value)| {
                    row.range().contains(value) && row.from_word(name) == Some(*value)
                })
            );
            for value in row.range() {
                let read = match row.kind {
                    Kind::Flag => row.from_flag(value == 1),
                    Kind::Number(..) => row.from_number(f64::from(value)),
                    Kind::Words(_) => row.from_word(&row.words(value)),
                };
                assert_eq!(read, Some(value), "{}", row.key);
            }
            assert!(row.help.ends_with('.') && !row.label.is_empty());
        }
    }

    /// One beyond the range.
    #[test]
    fn a_value_out_of_range_is_not_taken() {
        let mut options = Options::default();
        options.set(OptionKey::Difficulty, 7);
        options.set(OptionKey::Difficulty, 11);
        assert_eq!(options.get(OptionKey::Difficulty), 7);
        assert!(!options.is_on(OptionKey::FogOfWar));
    }
}
