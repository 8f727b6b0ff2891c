//! Rows of the menu: which there are, what they show, and the choices they make.

use super::time::{format_minutes, format_seconds, parse_minutes, parse_seconds};
use crate::engine::difficulty::{CHARACTERS, DIFFICULTIES, Difficulty, PlayStyle};
use crate::game::clock::TimeControl;
use crate::game::new_game::{BySeat, ColorChoice, NewGame, PRESETS, Preset, preset};
use crate::game::options::{OPTIONS, OpponentKind, OptionRow, OptionValue, Options, Values};
use crate::rules::Color;
use crate::view::screen::LevelEntry;
use crate::view::text::capitalized;
use crate::view::widgets::{Choice, Control, Field, Slider, Switch};

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Color,
    Clocks,
    /// The player's own times.
    PlayerClock,
    /// The opponent's own times.
    OpponentClock,
    Option(&'static OptionRow),
}

/// A choice that prevents a game from starting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub subject: Subject,
    /// Which control of the row.
    pub place: usize,
    pub message: String,
}

/// Options that stand before colour and clocks.
const FIRST: [&str; 3] = ["opponent", "difficulty", "character"];
/// Names of the levels of difficulty.
static DIFFICULTY_NAMES: [&str; DIFFICULTIES.len()] = {
    let mut names = [""; DIFFICULTIES.len()];
    let mut index = 0;
    while index < DIFFICULTIES.len() {
        names[index] = DIFFICULTIES[index].name;
        index += 1;
    }
    names
};
/// Times shown while the player has no clock.
const NEW_CLOCK: TimeControl = preset(PRESETS[1]);
/// Longest text of a time.
const LONGEST_TIME: usize = 8;

/// A page of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// Pictures of all variants and levels.
    Variant,
    /// What the next game is.
    Game,
    /// Appearance, handling and sound, which take effect at once.
    Preferences,
}

impl Tab {
    pub const ALL: [Self; 3] = [Self::Variant, Self::Game, Self::Preferences];

    pub fn title(self) -> &'static str {
        match self {
            Self::Variant => "Variant",
            Self::Game => "Game",
            Self::Preferences => "Preferences",
        }
    }
}

impl Subject {
    /// The page on which the row is.
    pub fn tab(self) -> Tab {
        match self {
            Self::Option(row) if row.live => Tab::Preferences,
            _ => Tab::Game,
        }
    }
}

/// The state of all rows, shown or not.
#[derive(Clone, Debug)]
pub struct Form {
    /// Index of the level.
    pub level: usize,
    color: ColorChoice,
    options: Options,
    /// No clock, a preset or, last, times of their own.
    clocks: usize,
    /// Minutes and seconds of the player and of the opponent.
    times: [[Field; 2]; 2],
}

impl Form {
    /// What the row does, or what the level or the character is like, in one line.
    pub fn help(&self, subject: Subject) -> &'static str {
        match subject {
            Subject::Color => "Choose your colour; White moves first",
            Subject::Clocks => "Choose minutes for the game and seconds added for each move",
            Subject::PlayerClock | Subject::OpponentClock => {
                "Enter minutes for the game, such as 3 or 1:30, and seconds added for each move"
            }
            Subject::Option(row) if row.key == "difficulty" => {
                Difficulty::new(self.options.difficulty).row().description
            }
            Subject::Option(row) if row.key == "character" => {
                CHARACTERS[self.options.character as usize].description
            }
            Subject::Option(row) => row.help,
        }
    }
}

impl Subject {
    /// Index of the times that the row shows.
    const fn times(self) -> usize {
        if matches!(self, Self::OpponentClock) { 1 } else { 0 }
    }
}

impl Form {
    /// A form that shows `choices`, with `levels` to choose from.
    pub fn new(choices: &NewGame, levels: &[LevelEntry]) -> Self {
        let clocks = choices.clocks;
        Self {
            level: level_index(levels, &choices.level),
            color: choices.color,
            options: choices.options,
            clocks: clocks_index(clocks),
            times: [clocks.person, clocks.opponent].map(time_fields),
        }
    }

    /// The rows of a page that apply at present, top to bottom.
    pub fn shown(&self, tab: Tab) -> impl Iterator<Item = Subject> {
        let first = FIRST.into_iter().filter_map(OptionRow::by_key);
        let clocks = [Subject::Clocks, Subject::PlayerClock, Subject::OpponentClock];
        let rest = OPTIONS.iter().filter(|row| !FIRST.contains(&row.key));
        let all = first.map(Subject::Option).chain([Subject::Color]).chain(clocks);
        let all = all.chain(rest.map(Subject::Option));
        all.filter(move |&subject| subject.tab() == tab && self.applies(subject))
    }

    fn applies(&self, subject: Subject) -> bool {
        match subject {
            Subject::PlayerClock | Subject::OpponentClock => self.has_own_times(),
            Subject::Option(row) if ["difficulty", "adapt_level"].contains(&row.key) => !self.two_players(),
            Subject::Option(row) if row.key == "character" => {
                !self.two_players() && matches!(self.options.play_style(), PlayStyle::HumanLike(_))
            }
            Subject::Option(row) if row.key == "turn_board" => self.two_players(),
            _ => true,
        }
    }

    fn has_own_times(&self) -> bool {
        self.clocks > PRESETS.len()
    }

    fn two_players(&self) -> bool {
        self.options.opponent == OpponentKind::Human
    }

    /// The side at the bottom of the board.
    pub fn bottom(&self) -> Color {
        self.color.resolve(Color::White)
    }

    pub fn label(&self, subject: Subject) -> &'static str {
        let (player, opponent) = match (self.two_players(), self.color) {
            (false, _) => ("Your clock", "Computer's clock"),
            (true, ColorChoice::White) => ("White's clock", "Black's clock"),
            (true, ColorChoice::Black) => ("Black's clock", "White's clock"),
            (true, ColorChoice::Random) => ("Your clock", "Other clock"),
        };
        match subject {
            Subject::Color => "Colour",
            Subject::Clocks => "Clocks",
            Subject::PlayerClock => player,
            Subject::OpponentClock => opponent,
            Subject::Option(row) => row.label,
        }
    }

    /// The controls of a row, each with the unit behind it.
    pub fn controls(&self, subject: Subject) -> Vec<(Control, &'static str)> {
        match subject {
            Subject::Color => {
                let index = ColorChoice::ALL.iter().position(|side| *side == self.color).unwrap_or(0);
                let words = ColorChoice::ALL.map(|side| capitalized(side.name())).to_vec();
                vec![(Control::Choice(Choice::new(words, index)), "")]
            }
            Subject::Clocks => {
                let names = PRESETS.iter().map(|row| row.0);
                let words = ["No clock"].into_iter().chain(names).chain(["Custom"]).map(str::to_owned);
                vec![(Control::Choice(Choice::new(words.collect(), self.clocks)), "")]
            }
            Subject::PlayerClock | Subject::OpponentClock => {
                let [minutes, seconds] = self.times[subject.times()].clone();
                // A time such as 0:45 has no unit.
                let unit = if minutes.text().contains(':') { "" } else { "min" };
                vec![(Control::Field(minutes), unit), (Control::Field(seconds), "s")]
            }
            Subject::Option(row) => vec![(option_control(row, &self.options), "")],
        }
    }

    /// Sets the value of a choice, a slider or a switch.
    pub fn set(&mut self, subject: Subject, value: usize) {
        match subject {
            Subject::Color => self.color = ColorChoice::ALL.get(value).copied().unwrap_or(self.color),
            Subject::Clocks => self.clocks = value,
            Subject::Option(row) => {
                // A slider has the number, the other controls an index.
                let first =
                    if let Values::Number(range) = &row.values { usize::from(*range.start()) } else { 0 };
                let index = value.checked_sub(first);
                if let Some(value) = index.and_then(|index| row.all_values().get(index).copied()) {
                    row.set(&mut self.options, value);
                }
            }
            Subject::PlayerClock | Subject::OpponentClock => {}
        }
    }

    /// Sets the minutes (`place` 0) or the seconds of a clock.
    pub fn set_field(&mut self, subject: Subject, place: usize, mut field: Field) {
        let time = if place == 0 { parse_minutes(&field.text()) } else { parse_seconds(&field.text()) };
        field.set_valid(time.is_some());
        if let Some(slot) = self.times[subject.times()].get_mut(place) {
            *slot = field;
        }
    }

    /// The choices of the form, and the first fault in them. Clocks that cannot be read stay as they were `before`.
    pub fn choices(&self, before: &NewGame, levels: &[LevelEntry]) -> (NewGame, Option<Fault>) {
        let mut choices = before.clone();
        if let Some(level) = levels.get(self.level) {
            choices.level.clone_from(&level.id);
        }
        choices.color = self.color;
        choices.options = self.options;
        match self.read_clocks() {
            Ok(clocks) => choices.clocks = clocks,
            Err(fault) => return (choices, Some(fault)),
        }
        // The config may name a level that is legal in the fog only.
        let needs_fog = levels.get(self.level).is_some_and(|level| level.position.variant().rules().fog);
        let row = OPTIONS.iter().find(|row| row.key == "fog_of_war");
        let fault = row.filter(|_| needs_fog && !self.options.fog_of_war).map(|row| Fault {
            subject: Subject::Option(row),
            place: 0,
            message: "A king can be captured here, so this board needs fog of war".to_owned(),
        });
        (choices, fault)
    }

    fn read_clocks(&self) -> Result<BySeat, Fault> {
        if self.has_own_times() {
            let person = Some(self.read_time(Subject::PlayerClock)?);
            return Ok(BySeat { person, opponent: Some(self.read_time(Subject::OpponentClock)?) });
        }
        let row = self.clocks.checked_sub(1).and_then(|index| PRESETS.get(index));
        Ok(BySeat::both(row.map(|row| preset(*row))))
    }

    fn read_time(&self, subject: Subject) -> Result<TimeControl, Fault> {
        let [minutes, seconds] = &self.times[subject.times()];
        let fault = |place, wanted| {
            let message = format!("{}: enter {wanted}", self.label(subject));
            Fault { subject, place, message }
        };
        Ok(TimeControl {
            initial: parse_minutes(&minutes.text()).ok_or_else(|| fault(0, "minutes, such as 3 or 1:30"))?,
            increment: parse_seconds(&seconds.text())
                .ok_or_else(|| fault(1, "seconds for each move, such as 2 or 0"))?,
        })
    }
}

/// Index of the level called `id`, or of the first.
pub fn level_index(levels: &[LevelEntry], id: &str) -> usize {
    levels.iter().position(|level| level.id == id).unwrap_or(0)
}

fn clocks_index(clocks: BySeat) -> usize {
    let is_preset = |row: &Preset| clocks == BySeat::both(Some(preset(*row)));
    match PRESETS.iter().position(is_preset) {
        Some(index) => index + 1,
        None if clocks == BySeat::both(None) => 0,
        None => PRESETS.len() + 1,
    }
}

fn time_fields(control: Option<TimeControl>) -> [Field; 2] {
    let control = control.unwrap_or(NEW_CLOCK);
    [
        Field::new(&format_minutes(control.initial), LONGEST_TIME, |c| {
            c.is_ascii_digit() || ".:".contains(c)
        }),
        Field::new(&format_seconds(control.increment), LONGEST_TIME, |c| c.is_ascii_digit() || c == '.'),
    ]
}

/// The control that fits the values of an option.
fn option_control(row: &OptionRow, options: &Options) -> Control {
    match (&row.values, row.get(options)) {
        (Values::Number(range), OptionValue::Number(number)) => {
            let slider = Slider::new(*range.start(), *range.end(), number);
            Control::Slider(if row.key == "difficulty" { slider.named(&DIFFICULTY_NAMES) } else { slider })
        }
        (Values::Words(words), value) => {
            let index = words.iter().position(|word| value == OptionValue::Word(word)).unwrap_or(0);
            Control::Choice(Choice::new(words.iter().map(|word| capitalized(word)).collect(), index))
        }
        (_, value) => Control::Switch(Switch::new(value == OptionValue::Switch(true))),
    }
}
