//! Options: a struct with a field for each, and one table that config files, menu, saved games and documents share.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::difficulty::{CHARACTERS, Difficulty, PlayStyle};
use crate::rules::Variant;

/// Declares an option that is one of several words.
macro_rules! word_option {
    ($(#[$doc:meta])* $name:ident { $first:ident $first_word:literal $(, $variant:ident $word:literal)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum $name {
            #[default]
            $first,
            $($variant,)*
        }

        impl $name {
            /// All values, in the order of the menu.
            pub const ALL: &'static [Self] = &[Self::$first $(, Self::$variant)*];
            /// Their words in config files.
            pub const WORDS: &'static [&'static str] = &[$first_word $(, $word)*];
        }

        impl Field for $name {
            fn get(&self) -> OptionValue {
                OptionValue::Word(Self::WORDS[*self as usize])
            }

            fn set(&mut self, value: OptionValue) -> bool {
                let OptionValue::Word(word) = value else { return false };
                let found = Self::ALL.iter().zip(Self::WORDS).find(|(_, known)| **known == word);
                found.map(|(&value, _)| *self = value).is_some()
            }
        }
    };
}

word_option! {
    /// Who plays against the human.
    OpponentKind { Computer "computer", Human "human" }
}
word_option! {
    /// What the computer prefers at the levels that play like a human, one for each of [`CHARACTERS`].
    CharacterName { Balanced "balanced", Attacker "attacker", Grabber "grabber" }
}
word_option! {
    /// What a pawn becomes on the last rank.
    PromotionRule { Queen "queen", Choose "choose" }
}
word_option! {
    /// Colours of board and window.
    ThemeName { Oak "oak", Marble "marble", Night "night", Clear "clear", Contrast "contrast", Green "green", Blue "blue" }
}
word_option! {
    /// How destinations, captures and checks are marked on the board: `Shapes` adds shapes to the colours.
    Marks { Color "colour", Shapes "shapes" }
}
word_option! {
    /// How fast pieces slide in games that `config.json` does not start.
    Animation { Off "off", Fast "fast", Normal "normal", Slow "slow" }
}
word_option! {
    /// Size of texts.
    TextSize { Normal "normal", Large "large", Largest "largest" }
}

/// The options of a game and of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How strong the computer plays, from 1 to the strongest level.
    pub difficulty: u8,
    /// What the computer prefers, if it plays like a human.
    pub character: CharacterName,
    /// Whether the level follows the results: one up after a win, one down after a loss.
    pub adapt_level: bool,
    /// Who plays against the human.
    pub opponent: OpponentKind,
    /// What a pawn becomes on the last rank.
    pub promotion: PromotionRule,
    /// Whether moves can be made before it is one's turn.
    pub premoves: bool,
    /// Whether pieces can be dragged.
    pub drag: bool,
    /// Whether a side sees only what its pieces can reach.
    pub fog_of_war: bool,
    /// Whether the board turns to the side to move when two people play.
    pub turn_board: bool,
    /// Whether there are sounds.
    pub sound: bool,
    /// How loud they are, 0 to 10.
    pub volume: u8,
    /// Colours of board and window.
    pub theme: ThemeName,
    /// Marks on the board.
    pub marks: Marks,
    /// Size of texts.
    pub text_size: TextSize,
    /// How fast pieces slide in games that `config.json` does not start.
    pub animation: Animation,
    /// Whether a faint line marks the rank on which pawns promote.
    pub promotion_line: bool,
    /// Whether the piece under the pointer is explained.
    pub piece_card: bool,
    /// Whether resigning asks first.
    pub confirm_resign: bool,
    /// Whether the menu opens at the start.
    pub start_menu: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            difficulty: 4,
            character: CharacterName::default(),
            adapt_level: false,
            opponent: OpponentKind::default(),
            promotion: PromotionRule::default(),
            premoves: false,
            drag: true,
            fog_of_war: false,
            turn_board: false,
            sound: true,
            volume: 7,
            theme: ThemeName::default(),
            marks: Marks::default(),
            text_size: TextSize::default(),
            animation: Animation::Normal,
            promotion_line: false,
            piece_card: true,
            confirm_resign: false,
            start_menu: false,
        }
    }
}

impl Options {
    /// How the computer plays.
    pub fn play_style(&self) -> PlayStyle {
        let style = Difficulty::new(self.difficulty).row().style;
        style.with_character(&CHARACTERS[self.character as usize])
    }

    /// `variant` with the changes that these options make to its rules.
    #[must_use]
    pub fn applied_to(&self, variant: &Arc<Variant>) -> Arc<Variant> {
        let chooses = self.promotion == PromotionRule::Choose;
        let rules = variant.rules().clone().with_options(chooses, self.fog_of_war);
        if rules == *variant.rules() {
            return Arc::clone(variant);
        }
        Arc::new(Variant::new(rules, variant.start().clone()))
    }

    /// Copies the options that take effect at once, [`OptionRow::live`], from `other`.
    pub fn copy_live(&mut self, other: &Self) {
        for row in OPTIONS.iter().filter(|row| row.live) {
            row.set(self, row.get(other));
        }
    }

    /// Applies the changes from `before` to `after` of the options that take effect at once.
    pub fn copy_live_changes(&mut self, before: &Self, after: &Self) {
        for row in OPTIONS.iter().filter(|row| row.live && row.get(before) != row.get(after)) {
            row.set(self, row.get(after));
        }
    }
}

impl Animation {
    /// How long a piece slides.
    pub const fn duration(self) -> Duration {
        Duration::from_millis(match self {
            Self::Off => 0,
            Self::Fast => 120,
            Self::Normal => 250,
            Self::Slow => 500,
        })
    }
}

/// The value of an option without its type, as config files and the menu have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// On or off.
    Switch(bool),
    /// A whole number.
    Number(u8),
    /// One of the words of the option.
    Word(&'static str),
}

/// The values that an option accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// On or off.
    Switch,
    /// A whole number of this range.
    Number(RangeInclusive<u8>),
    /// One of these words.
    Words(&'static [&'static str]),
}

/// A field of [`Options`] with the type erased.
trait Field {
    fn get(&self) -> OptionValue;
    /// Returns whether the type of the field accepts `value`.
    fn set(&mut self, value: OptionValue) -> bool;
}

impl Field for bool {
    fn get(&self) -> OptionValue {
        OptionValue::Switch(*self)
    }

    fn set(&mut self, value: OptionValue) -> bool {
        let OptionValue::Switch(on) = value else { return false };
        *self = on;
        true
    }
}

impl Field for u8 {
    fn get(&self) -> OptionValue {
        OptionValue::Number(*self)
    }

    fn set(&mut self, value: OptionValue) -> bool {
        let OptionValue::Number(number) = value else { return false };
        *self = number;
        true
    }
}

/// A row of [`OPTIONS`].
#[derive(Clone, Debug)]
pub struct OptionRow {
    /// Its key in config files and saved games.
    pub key: &'static str,
    /// Its name in the menu.
    pub label: &'static str,
    /// What it does, in a line that begins with a verb.
    pub help: &'static str,
    /// The values it accepts.
    pub values: Values,
    /// Words of config files that stand for numbers.
    pub aliases: &'static [(&'static str, u8)],
    /// Whether it changes how a game is shown and handled but not how it is played, and so takes effect at once.
    pub live: bool,
    field: fn(&mut Options) -> &mut dyn Field,
}

impl PartialEq for OptionRow {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for OptionRow {}

const fn row(
    key: &'static str,
    label: &'static str,
    values: Values,
    field: fn(&mut Options) -> &mut dyn Field,
    help: &'static str,
) -> OptionRow {
    OptionRow { key, label, help, values, aliases: &[], live: false, field }
}

const fn live(row: OptionRow) -> OptionRow {
    OptionRow { live: true, ..row }
}

/// Words for difficulties in a config.
const DIFFICULTY_WORDS: &[(&str, u8)] =
    &[("easy", 2), ("normal", 4), ("hard", 7), ("expert", Difficulty::STRONGEST.number())];

/// All options, in the order of the menu: those of a game, then those that take effect at once.
pub static OPTIONS: [OptionRow; 19] = [
    row(
        "opponent",
        "Opponent",
        Values::Words(OpponentKind::WORDS),
        |options| &mut options.opponent,
        "Play against the computer, or with a second player at this board",
    ),
    OptionRow {
        aliases: DIFFICULTY_WORDS,
        ..row(
            "difficulty",
            "Level",
            Values::Number(1..=Difficulty::STRONGEST.number()),
            |options| &mut options.difficulty,
            "Set how strong the computer plays; 1 is the weakest level",
        )
    },
    row(
        "character",
        "Character",
        Values::Words(CharacterName::WORDS),
        |options| &mut options.character,
        "Choose what the computer likes: attacks, captures or neither",
    ),
    row(
        "adapt_level",
        "Adapt level",
        Values::Switch,
        |options| &mut options.adapt_level,
        "Raise the level after each win and lower it after each loss",
    ),
    row(
        "promotion",
        "Promotion",
        Values::Words(PromotionRule::WORDS),
        |options| &mut options.promotion,
        "Promote pawns to queens, or choose each time",
    ),
    row(
        "premoves",
        "Premoves",
        Values::Switch,
        |options| &mut options.premoves,
        "Enter moves while the computer thinks",
    ),
    row(
        "fog_of_war",
        "Fog of war",
        Values::Switch,
        |options| &mut options.fog_of_war,
        "See only the squares your pieces can reach, and win by capturing the king",
    ),
    live(row(
        "theme",
        "Theme",
        Values::Words(ThemeName::WORDS),
        |options| &mut options.theme,
        "Choose the colours of board and window",
    )),
    live(row(
        "marks",
        "Marks",
        Values::Words(Marks::WORDS),
        |options| &mut options.marks,
        "Mark moves, captures and checks by colour, or by shapes as well",
    )),
    live(row(
        "text_size",
        "Text size",
        Values::Words(TextSize::WORDS),
        |options| &mut options.text_size,
        "Set the size of texts; larger texts leave less room for the board",
    )),
    live(row(
        "animation",
        "Animation",
        Values::Words(Animation::WORDS),
        |options| &mut options.animation,
        "Set how fast pieces slide",
    )),
    live(row(
        "promotion_line",
        "Promotion line",
        Values::Switch,
        |options| &mut options.promotion_line,
        "Mark the rank on which pawns promote by a faint line",
    )),
    live(row(
        "piece_card",
        "Piece card",
        Values::Switch,
        |options| &mut options.piece_card,
        "Show how the piece under the pointer moves",
    )),
    live(row(
        "drag",
        "Drag pieces",
        Values::Switch,
        |options| &mut options.drag,
        "Move pieces by dragging as well as by clicking",
    )),
    live(row(
        "turn_board",
        "Turn the board",
        Values::Switch,
        |options| &mut options.turn_board,
        "Turn the board to the side to move",
    )),
    live(row(
        "confirm_resign",
        "Confirm resigning",
        Values::Switch,
        |options| &mut options.confirm_resign,
        "Ask before you resign a game",
    )),
    live(row(
        "sound",
        "Sound",
        Values::Switch,
        |options| &mut options.sound,
        "Play sounds for moves, captures, checks and the end of the game",
    )),
    live(row(
        "volume",
        "Volume",
        Values::Number(0..=10),
        |options| &mut options.volume,
        "Set the volume of the sounds, from 0 to 10",
    )),
    live(row(
        "start_menu",
        "Menu at the start",
        Values::Switch,
        |options| &mut options.start_menu,
        "Open the menu before the first game",
    )),
];

impl OptionRow {
    /// The row of the option with this key.
    #[must_use]
    pub fn by_key(key: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|row| row.key == key)
    }

    /// Its value in `options`.
    #[must_use]
    pub fn get(&self, options: &Options) -> OptionValue {
        let mut options = *options;
        (self.field)(&mut options).get()
    }

    /// Sets it in `options` and returns whether it accepts `value`; otherwise nothing changes.
    pub fn set(&self, options: &mut Options, value: OptionValue) -> bool {
        let in_range = match (&self.values, value) {
            (Values::Number(range), OptionValue::Number(number)) => range.contains(&number),
            _ => true,
        };
        in_range && (self.field)(options).set(value)
    }

    /// All values it accepts, in the order of the menu.
    #[must_use]
    pub fn all_values(&self) -> Vec<OptionValue> {
        match &self.values {
            Values::Switch => [false, true].map(OptionValue::Switch).to_vec(),
            Values::Number(range) => range.clone().map(OptionValue::Number).collect(),
            Values::Words(words) => words.iter().map(|word| OptionValue::Word(word)).collect(),
        }
    }

    /// The value that the text of a saved game stands for, as [`OptionValue`] is displayed.
    #[must_use]
    pub fn parse(&self, text: &str) -> Option<OptionValue> {
        self.all_values().into_iter().find(|value| value.to_string() == text)
    }

    /// What a config file may say, in words that follow "expected".
    #[must_use]
    pub fn expected(&self) -> String {
        let quoted = |words: &mut dyn Iterator<Item = &str>| -> Vec<String> {
            words.map(|word| format!("{word:?}")).collect()
        };
        let alternatives = match &self.values {
            Values::Switch => vec!["true".to_owned(), "false".to_owned()],
            Values::Words(words) => quoted(&mut words.iter().copied()),
            Values::Number(range) => {
                let mut all = vec![format!("a whole number from {} to {}", range.start(), range.end())];
                all.extend(quoted(&mut self.aliases.iter().map(|(word, _)| *word)));
                all
            }
        };
        match alternatives.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => alternatives.join(""),
        }
    }
}

impl std::fmt::Display for OptionValue {
    /// Writes `on`, `off`, the number or the word.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Switch(true) => f.write_str("on"),
            Self::Switch(false) => f.write_str("off"),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row: keys differ, every value is set, read back and parsed from its text.
    #[test]
    fn every_value_of_the_table_is_set_and_read_back() {
        for row in &OPTIONS {
            assert_eq!(OPTIONS.iter().filter(|other| other.key == row.key).count(), 1);
            assert!(row.all_values().contains(&row.get(&Options::default())), "{}", row.key);
            for (_, number) in row.aliases {
                assert!(row.all_values().contains(&OptionValue::Number(*number)));
            }
            for value in row.all_values() {
                assert_eq!(row.parse(&value.to_string()), Some(value), "{}", row.key);
                let mut options = Options::default();
                assert!(row.set(&mut options, value));
                assert_eq!(row.get(&options), value, "{}", row.key);
                let others = OPTIONS.iter().filter(|other| other.key != row.key);
                for other in others {
                    assert_eq!(
                        other.get(&options),
                        other.get(&Options::default()),
                        "{} {}",
                        row.key,
                        other.key
                    );
                }
            }
            assert!(!row.help.is_empty() && !row.label.is_empty());
        }
    }

    /// A value out of range or of another type.
    #[test]
    fn value_that_is_not_accepted_changes_nothing() {
        let mut options = Options::default();
        let difficulty = OptionRow::by_key("difficulty").expect("an option");
        assert!(difficulty.set(&mut options, OptionValue::Number(7)));
        assert!(!difficulty.set(&mut options, OptionValue::Number(Difficulty::STRONGEST.number() + 1)));
        assert!(!difficulty.set(&mut options, OptionValue::Word("easy")));
        assert_eq!(options, Options { difficulty: 7, ..Options::default() });
    }

    /// Levels that play like a human and others.
    #[test]
    fn characters_change_the_human_like_levels() {
        let names: Vec<_> = CHARACTERS.iter().map(|character| character.name).collect();
        assert_eq!(names, CharacterName::WORDS);
        for level in Difficulty::all() {
            let of = |character| {
                Options { difficulty: level.number(), character, ..Options::default() }.play_style()
            };
            assert_eq!(of(CharacterName::Balanced), level.row().style);
            let human_like = matches!(level.row().style, PlayStyle::HumanLike(_));
            let differs = of(CharacterName::Attacker) != of(CharacterName::Grabber);
            assert_eq!(differs, human_like, "level {}", level.number());
        }
    }

    /// What errors of config files say an option may be.
    #[test]
    fn expected_lists_the_accepted_values() {
        let expected = |key| OptionRow::by_key(key).expect("an option").expected();
        assert_eq!(
            expected("difficulty"),
            format!(
                "a whole number from 1 to {}, \"easy\", \"normal\", \"hard\" or \"expert\"",
                Difficulty::STRONGEST.number()
            )
        );
        assert_eq!(expected("volume"), "a whole number from 0 to 10");
        assert_eq!(expected("opponent"), "\"computer\" or \"human\"");
        assert_eq!(expected("text_size"), "\"normal\", \"large\" or \"largest\"");
        assert_eq!(expected("sound"), "true or false");
    }
}
