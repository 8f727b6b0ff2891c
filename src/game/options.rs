//! Options of a game and of the program: a struct with a typed field for each option, and the table [`OPTIONS`], which
//! config files, menu, saved games and documents share. One list of rows declares both.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::ANALYSIS_HASH_MIB;
use crate::engine::difficulty::{CHARACTERS, Difficulty, PlayStyle};
use crate::rules::Variant;

/// Declares the enum of an option whose value is one of several words.
macro_rules! word_option {
    ($(#[$doc:meta])* $name:ident { $first:ident $first_word:literal $(, $variant:ident $word:literal)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            #[default]
            #[doc = concat!("`", $first_word, "` in config files.")]
            $first,
            $(#[doc = concat!("`", $word, "` in config files.")] $variant,)*
        }

        impl $name {
            /// All values, in the order of the menu.
            pub const ALL: &'static [Self] = &[Self::$first $(, Self::$variant)*];
            /// The words of all values in config files, in the same order as `ALL`.
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
    /// Opponent of the human. `Engine` is the engine of another program that was last chosen in the menu.
    OpponentKind { Computer "computer", Human "human", Engine "engine" }
}
word_option! {
    /// Character of the computer at the levels that play like a human. There is a value for each row of [`CHARACTERS`].
    CharacterName { Balanced "balanced", Attacker "attacker", Grabber "grabber" }
}
word_option! {
    /// Start of a variant: the usual one, or one whose pieces have changed places.
    StartKind { Standard "standard", Shuffled "shuffled" }
}
word_option! {
    /// The side that begins without a piece.
    OddsSide { Opponent "opponent", You "you" }
}
word_option! {
    /// Piece to which a pawn is promoted: always a queen, or the player's choice.
    PromotionRule { Queen "queen", Choose "choose" }
}
word_option! {
    /// Colours of board and window.
    ThemeName { Oak "oak", Marble "marble", Night "night", Clear "clear", Contrast "contrast", Green "green", Blue "blue" }
}
word_option! {
    /// Drawings of the pieces. There is a folder of `assets/pieces` for each word.
    PieceSet { Classic "classic", Symbols "symbols" }
}
word_option! {
    /// Sounds of the game. There is a table in `sound::specs::SETS` for each word.
    SoundSet { Wood "wood", Soft "soft" }
}
word_option! {
    /// How destinations, captures and checks are marked on the board: `Shapes` adds shapes to the colours.
    Marks { Color "colour", Shapes "shapes" }
}
word_option! {
    /// Whether a move by touch waits for a second tap: never, on squares too small for a finger, or always, dragged pieces
    /// included.
    ConfirmMoves { Small "small squares", Never "never", Always "always" }
}
word_option! {
    /// Speed at which pieces slide, except in games that `config.json` starts: the file has a speed of its own.
    Animation { Off "off", Fast "fast", Normal "normal", Slow "slow" }
}
word_option! {
    /// Size of texts.
    TextSize { Normal "normal", Large "large", Largest "largest" }
}

/// Greatest number of lines of the engine on the analysis board.
pub const MAX_LINES: u8 = 5;

word_option! {
    /// Number of threads of the engine that analyses; `Auto` leaves one core to the window.
    EngineThreads { Auto "auto", One "1", Two "2", Three "3", Four "4", Six "6", Eight "8", Twelve "12", Sixteen "16" }
}
word_option! {
    /// Size in MiB of the transposition table of the engine that analyses.
    EngineMemory { Small "16", Medium "64", Large "256", Huge "1024" }
}

/// Declares [`Options`], its default and [`OPTIONS`] by a row for each option: key, type, default, accepted values,
/// label and help. Options in `game` change how a game is played. Options in `live` change how it is shown and handled.
macro_rules! options {
    (
        game { $($key:ident: $type:ty = $default:expr, $values:expr, $label:literal, $help:literal;)* }
        live { $($lkey:ident: $ltype:ty = $ldefault:expr, $lvalues:expr, $llabel:literal, $lhelp:literal;)* }
    ) => {
        /// The options of a game and of the program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Options {
            $(#[doc = $help] pub $key: $type,)*
            $(#[doc = $lhelp] pub $lkey: $ltype,)*
        }

        impl Default for Options {
            fn default() -> Self {
                Self { $($key: $default,)* $($lkey: $ldefault,)* }
            }
        }

        /// All options, in the order of the menu. The options that change how a game is played come first.
        pub static OPTIONS: [OptionRow; 30] = [
            $(OptionRow {
                key: stringify!($key), label: $label, help: $help, values: $values, live: false,
                field: |options| &mut options.$key,
            },)*
            $(OptionRow {
                key: stringify!($lkey), label: $llabel, help: $lhelp, values: $lvalues, live: true,
                field: |options| &mut options.$lkey,
            },)*
        ];
    };
}

options! {
    game {
        opponent: OpponentKind = OpponentKind::Computer, Values::Words(OpponentKind::WORDS),
            "Opponent", "Play against the computer, a second player at this board, or an engine";
        difficulty: u8 = 4, Values::Number(0..=Difficulty::STRONGEST.number()),
            "Level", "Set how strong the computer plays; 1 is the weakest level, 0 stands for six rules";
        character: CharacterName = CharacterName::Balanced, Values::Words(CharacterName::WORDS),
            "Character", "Choose what the computer likes: attacks, captures or neither";
        adapt_level: bool = false, Values::Switch,
            "Adapt level", "Choose the level by your rating after each game";
        start: StartKind = StartKind::Standard, Values::Words(StartKind::WORDS),
            "Start", "Begin with the usual start, or let the pieces behind the pawns change places";
        odds: u8 = 0, Values::Number(0..=12),
            "Odds", "Begin without a piece of one side: a pawn, or a more valuable piece";
        odds_of: OddsSide = OddsSide::Opponent, Values::Words(OddsSide::WORDS),
            "Odds from", "Choose whose piece is missing";
        promotion: PromotionRule = PromotionRule::Queen, Values::Words(PromotionRule::WORDS),
            "Promotion", "Promote pawns to the usual piece, or choose each time";
        premoves: bool = false, Values::Switch,
            "Premoves", "Enter moves while the computer thinks";
        fog_of_war: bool = false, Values::Switch,
            "Fog of war", "See only the squares your pieces can reach, and win by capturing the king";
    }
    live {
        theme: ThemeName = ThemeName::Oak, Values::Words(ThemeName::WORDS),
            "Theme", "Choose the colours of board and window";
        piece_set: PieceSet = PieceSet::Classic, Values::Words(PieceSet::WORDS),
            "Pieces", "Choose how the pieces are drawn: carved, or as flat symbols";
        marks: Marks = Marks::Color, Values::Words(Marks::WORDS),
            "Marks", "Mark moves, captures and checks by colour, or by shapes as well";
        text_size: TextSize = TextSize::Normal, Values::Words(TextSize::WORDS),
            "Text size", "Set the size of texts; larger texts leave less room for the board";
        animation: Animation = Animation::Normal, Values::Words(Animation::WORDS),
            "Animation", "Set how fast pieces slide";
        promotion_line: bool = false, Values::Switch,
            "Promotion line", "Draw a dashed line before the rank on which pawns promote";
        piece_card: bool = true, Values::Switch,
            "Piece card", "Show how the piece under the pointer moves";
        hide_titles: bool = false, Values::Switch,
            "Hide puzzle titles", "Show title and rating of a puzzle only when it is over";
        drag: bool = true, Values::Switch,
            "Drag pieces", "Move pieces by dragging as well as by clicking";
        confirm_moves: ConfirmMoves = ConfirmMoves::Small, Values::Words(ConfirmMoves::WORDS),
            "Confirm moves", "Ask for a second tap before a move: on small squares, never or always";
        turn_board: bool = false, Values::Switch,
            "Turn the board", "Turn the board to the side to move";
        confirm_resign: bool = false, Values::Switch,
            "Confirm resigning", "Ask before you resign a game";
        sound: bool = true, Values::Switch,
            "Sound", "Play sounds for moves, captures, checks and the end of the game";
        volume: u8 = 7, Values::Number(0..=10),
            "Volume", "Set the volume of the sounds, from 0 to 10";
        sounds: SoundSet = SoundSet::Wood, Values::Words(SoundSet::WORDS),
            "Sounds", "Choose the sounds: of wood, bells and strings, or lower and softer ones";
        start_menu: bool = false, Values::Switch,
            "Home at the start", "Open the home screen before the first game";
        engine_on: bool = true, Values::Switch,
            "Engine", "Turn the engine of the analysis board on or off";
        engine_lines: u8 = 3, Values::Number(1..=MAX_LINES),
            "Engine lines", "Set how many lines of the engine the analysis board shows";
        engine_threads: EngineThreads = EngineThreads::Auto, Values::Words(EngineThreads::WORDS),
            "Engine threads", "Choose how many cores analyse and find hints; auto leaves one to the window";
        engine_memory: EngineMemory = EngineMemory::Small, Values::Words(EngineMemory::WORDS),
            "Engine memory (MiB)", "Choose the size of the table for analyses; long ones need more";
    }
}

impl Options {
    /// The computer's level and character.
    pub fn play_style(&self) -> PlayStyle {
        let style = Difficulty::new(self.difficulty).row().style;
        style.with_character(&CHARACTERS[self.character as usize])
    }

    /// `variant` with the changes that these options make to its rules.
    pub fn applied_to(&self, variant: &Arc<Variant>) -> Arc<Variant> {
        let chooses = self.promotion == PromotionRule::Choose;
        let shuffled = self.start == StartKind::Shuffled;
        let rules = variant.rules().clone().with_options(chooses, self.fog_of_war, shuffled);
        if rules == *variant.rules() {
            return Arc::clone(variant);
        }
        Arc::new(variant.with_rules(rules))
    }

    /// Number of threads for analyses on a computer with `cores` cores.
    pub fn analysis_threads(&self, cores: usize) -> usize {
        let chosen = EngineThreads::WORDS[self.engine_threads as usize].parse();
        chosen.unwrap_or(cores.saturating_sub(1)).clamp(1, cores.max(1))
    }

    /// Size of the transposition table for analyses in MiB.
    pub fn analysis_memory(&self) -> usize {
        EngineMemory::WORDS[self.engine_memory as usize].parse().unwrap_or(ANALYSIS_HASH_MIB)
    }

    /// Copies the options with [`OptionRow::live`] from `other`.
    pub fn copy_live(&mut self, other: &Self) {
        for row in OPTIONS.iter().filter(|row| row.live) {
            row.set(self, row.get(other));
        }
    }
}

impl Animation {
    /// Time for which a piece slides.
    pub const fn duration(self) -> Duration {
        Duration::from_millis(match self {
            Self::Off => 0,
            Self::Fast => 120,
            Self::Normal => 250,
            Self::Slow => 500,
        })
    }
}

/// The value of an option of any type, as config files and the menu use it.
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

/// A field of [`Options`], of any type.
trait Field {
    fn get(&self) -> OptionValue;
    /// Sets the field to `value`. Returns false and changes nothing if `value` has another type.
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
///
/// ```
/// use xxlchess::game::options::{OptionRow, OptionValue, Options, ThemeName};
///
/// let (mut options, theme) = (Options::default(), OptionRow::by_key("theme").unwrap());
/// assert!(theme.set(&mut options, OptionValue::Word("night")));
/// assert_eq!(options.theme, ThemeName::Night);
/// assert!(!theme.set(&mut options, OptionValue::Word("pink")));
/// ```
#[derive(Clone, Debug)]
pub struct OptionRow {
    /// Key of the option in config files and saved games.
    pub key: &'static str,
    /// Name of the option in the menu.
    pub label: &'static str,
    /// Effect of the option, in a line that begins with a verb.
    pub help: &'static str,
    /// The values that the option accepts.
    pub values: Values,
    /// Whether the option only changes how a game is shown and handled. Such an option takes effect at once; the others
    /// take effect in the next game.
    pub live: bool,
    field: fn(&mut Options) -> &mut dyn Field,
}

/// Words that stand for levels of difficulty in config files.
const DIFFICULTY_NAMES: &[(&str, u8)] = &[
    ("rules", Difficulty::SIX_RULES.number()),
    ("easy", 2),
    ("normal", 4),
    ("hard", 7),
    ("expert", Difficulty::STRONGEST.number()),
];

impl OptionRow {
    /// The row of the option with this key.
    pub fn by_key(key: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|row| row.key == key)
    }

    /// Words that stand for numbers of this option in config files.
    pub fn aliases(&self) -> &'static [(&'static str, u8)] {
        if self.key == "difficulty" { DIFFICULTY_NAMES } else { &[] }
    }

    /// The value of this option in `options`.
    pub fn get(&self, options: &Options) -> OptionValue {
        let mut options = *options;
        (self.field)(&mut options).get()
    }

    /// Sets this option in `options`. Returns false and changes nothing if the option does not accept `value`.
    pub fn set(&self, options: &mut Options, value: OptionValue) -> bool {
        self.all_values().contains(&value) && (self.field)(options).set(value)
    }

    /// All values that the option accepts, in the order of the menu.
    pub fn all_values(&self) -> Vec<OptionValue> {
        match &self.values {
            Values::Switch => [false, true].map(OptionValue::Switch).to_vec(),
            Values::Number(range) => range.clone().map(OptionValue::Number).collect(),
            Values::Words(words) => words.iter().map(|word| OptionValue::Word(word)).collect(),
        }
    }

    /// Parses the text that [`OptionValue`] has in saved games.
    pub fn parse(&self, text: &str) -> Option<OptionValue> {
        self.all_values().into_iter().find(|value| value.to_string() == text)
    }

    /// The values that a config file may have, as the end of a sentence that begins with "expected".
    pub fn expected(&self) -> String {
        let quoted = |words: &mut dyn Iterator<Item = &str>| -> Vec<String> {
            words.map(|word| format!("{word:?}")).collect()
        };
        let alternatives = match &self.values {
            Values::Switch => vec!["true".to_owned(), "false".to_owned()],
            Values::Words(words) => quoted(&mut words.iter().copied()),
            Values::Number(range) => {
                let mut all = vec![format!("a whole number from {} to {}", range.start(), range.end())];
                all.extend(quoted(&mut self.aliases().iter().map(|(word, _)| *word)));
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

    /// No two options have the same key. Every value of every row can be set, read back and parsed from its text, and
    /// no other option changes.
    #[test]
    fn every_value_of_the_table_is_set_and_read_back() {
        for row in &OPTIONS {
            assert_eq!(OPTIONS.iter().filter(|other| other.key == row.key).count(), 1);
            assert!(row.all_values().contains(&row.get(&Options::default())), "{}", row.key);
            for (_, number) in row.aliases() {
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

    /// A number out of range and a word in place of a number leave the options as they were.
    #[test]
    fn value_that_is_not_accepted_changes_nothing() {
        let mut options = Options::default();
        let difficulty = OptionRow::by_key("difficulty").expect("an option");
        assert!(difficulty.set(&mut options, OptionValue::Number(7)));
        assert!(!difficulty.set(&mut options, OptionValue::Number(Difficulty::STRONGEST.number() + 1)));
        assert!(!difficulty.set(&mut options, OptionValue::Word("easy")));
        assert_eq!(options, Options { difficulty: 7, ..Options::default() });
    }

    /// Characters change the levels that play like a human and no others.
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

    /// Errors of config files list the values that an option accepts.
    #[test]
    fn expected_lists_the_accepted_values() {
        let expected = |key| OptionRow::by_key(key).expect("an option").expected();
        assert_eq!(
            expected("difficulty"),
            format!(
                "a whole number from 0 to {}, \"rules\", \"easy\", \"normal\", \"hard\" or \"expert\"",
                Difficulty::STRONGEST.number()
            )
        );
        assert_eq!(expected("volume"), "a whole number from 0 to 10");
        assert_eq!(expected("opponent"), "\"computer\", \"human\" or \"engine\"");
        assert_eq!(expected("text_size"), "\"normal\", \"large\" or \"largest\"");
        assert_eq!(expected("sound"), "true or false");
    }
}
