//! Rows of the menu: colour, clocks and options with their controls.

use super::time::{format_minutes, format_seconds, parse_minutes, parse_seconds};
use super::{Menu, Message};
use crate::engine::difficulty::{CHARACTERS, Difficulty, PlayStyle};
use crate::game::clock::TimeControl;
use crate::game::engines::{EngineEntry, EngineList};
use crate::game::new_game::{BySeat, ColorChoice, PRESETS, preset};
use crate::game::odds;
use crate::game::options::{OPTIONS, OpponentKind, OptionRow, OptionValue, Options, StartKind, Values};
use crate::game::shuffled_start::ShuffledStarts;
use crate::rules::Position;
use crate::view::screen::{Action, Effects, Env, MenuTab};
use crate::view::text::capitalized;
use crate::view::theme::THEMES;
use crate::view::widgets::build::{button, choice, field, slider, swatches, switch};
use crate::view::widgets::node::{Ink, paragraph, row, text};
use crate::view::widgets::{Field, Node, Slider};

/// Label of the row of the opponent.
pub(super) const OPPONENT: &str = "Opponent";
/// Label of the row of the engine that analyses.
pub(super) const ANALYST: &str = "Analyse with";
/// Options that stand before colour and clocks.
const FIRST: [&str; 3] = ["opponent", "difficulty", "character"];
/// Label of the row of time odds.
const TIME_ODDS_LABEL: &str = "Time odds";
/// Time odds: a name, and the parts by which the times of the player and of the opponent are divided.
const TIME_ODDS: [(&str, u32, u32); 5] = [
    ("Equal", 1, 1),
    ("Opponent half", 1, 2),
    ("Opponent a quarter", 1, 4),
    ("You half", 2, 1),
    ("You a quarter", 4, 1),
];
/// Times shown while the player has no clock.
const NEW_CLOCK: TimeControl = preset(PRESETS[1]);
/// Label of the row with the number of the shuffled start.
const NUMBER: &str = "Start number";
/// Largest number of digits of the number of a start.
const LONGEST_NUMBER: usize = 15;
/// Largest number of letters of a time.
const LONGEST_TIME: usize = 8;

/// Reason why a game cannot start: the label of the row at fault, the place of the control in that row, and a sentence.
pub type Fault = ((&'static str, usize), String);

/// A row and its label.
type Row = (&'static str, Node<Message>);

/// A control and the unit behind it.
type Control = (Node<Message>, Option<&'static str>);

impl Menu {
    /// The rows of the tab that is shown, top to bottom.
    pub(super) fn rows(&self, env: &Env) -> Vec<Row> {
        let shown = |row: &&OptionRow| row.live == (self.tab == MenuTab::Preferences);
        let (first, rest): (Vec<_>, _) =
            OPTIONS.iter().filter(shown).partition(|row| FIRST.contains(&row.key));
        let option = |option: &'static OptionRow| match self.no_effect(option, env) {
            // The row stays in its place, so that no other row moves under the pointer.
            Some(reason) => off_row(option.label, &value_text(option, &self.now.options), reason),
            None => {
                let control = match option.key {
                    "opponent" => self.opponent(env),
                    "odds" => self.odds(option),
                    _ => control(option, &self.now.options, self.usual_promotion(option)),
                };
                self.row(env, option.label, self.help(option, env), vec![(control, None)])
            }
        };
        let start =
            (self.tab == MenuTab::Game).then(|| [self.color(env), self.clocks(env), self.time_odds(env)]);
        let custom = (self.tab == MenuTab::Game && self.has_own_times()).then_some([0, 1]);
        let times = custom.into_iter().flatten().map(|seat| self.times(env, seat));
        let start = start.into_iter().flatten().chain(times);
        let rest = rest.into_iter().flat_map(|row| {
            let number = (row.key == "start" && self.starts().is_some()).then(|| self.number(env));
            std::iter::once(option(row)).chain(number)
        });
        let engines = (self.tab == MenuTab::Preferences).then(|| self.engines(env)).into_iter().flatten();
        let options = first.into_iter().map(option).chain(start).chain(rest);
        options.chain(engines).collect()
    }

    /// The choice of the opponent: the computer, a second person, or an engine.
    fn opponent(&self, env: &Env) -> Node<Message> {
        let engines = env.engines.iter().flat_map(|list| &list.entries);
        let words = ["Computer", "Human"].into_iter().chain(engines.map(EngineEntry::name));
        let chosen = env.engines.as_ref().filter(|_| self.plays_engine()).and_then(|list| {
            list.entries.iter().position(|entry| entry.name() == list.opponent).map(|index| index + 2)
        });
        let index = chosen.unwrap_or(usize::from(self.two_players()));
        choice(words.map(str::to_owned).collect(), index, Message::Opponent)
    }

    /// The rows about engines of other programs. There are none where these cannot be started.
    fn engines(&self, env: &Env) -> Vec<Row> {
        let Some(list) = &env.engines else { return Vec::new() };
        let names = list.entries.iter().map(EngineEntry::name);
        let words = ["Built-in"].into_iter().chain(names).map(str::to_owned);
        let chosen = list.entries.iter().position(|entry| entry.name() == list.analyst);
        let analyst = choice(words.collect(), chosen.map_or(0, |index| index + 1), Message::Analyst);
        let help = "Choose who analyses games and gives hints, in the variants that the engine plays";
        let analyst = (!list.entries.is_empty()).then(|| self.row(env, ANALYST, help, vec![(analyst, None)]));
        let manage = button("Manage", Message::Engines);
        let help = "Add engines of other programs, or watch two of them play a match";
        let watch = button("Match", Message::Match);
        let last = self.row(env, "Engines", help, vec![(manage, None), (watch, None)]);
        analyst.into_iter().chain([last]).collect()
    }

    /// Stores the name of the engine with this index in the field of the list that `field` returns, or no name if there is
    /// no such engine.
    pub(super) fn choose_engine(
        &self,
        env: &Env,
        index: Option<usize>,
        effects: &mut Effects,
        field: fn(&mut EngineList) -> &mut String,
    ) {
        let Some(mut list) = env.engines.as_deref().cloned() else { return };
        let name = index.and_then(|index| list.entries.get(index)).map(|entry| entry.name().to_owned());
        *field(&mut list) = name.unwrap_or_default();
        effects.request(Action::SaveEngines(list));
    }

    fn plays_engine(&self) -> bool {
        self.now.options.opponent == OpponentKind::Engine
    }

    /// Why the chosen engine cannot play.
    pub(super) fn engine_fault(&self, env: &Env) -> Option<Fault> {
        let list = env.engines.as_ref().filter(|_| self.plays_engine())?;
        let (entry, level) = (list.find(&list.opponent)?, self.level()?);
        let words = format!("{} does not play {}", entry.name(), level.title);
        (!entry.info.plays(level.position.variant())).then_some(((OPPONENT, 0), words))
    }

    /// A row of controls, of which some have a unit behind them.
    fn row(&self, env: &Env, label: &'static str, help: &str, controls: Vec<Control>) -> Row {
        let has_focus = (0..controls.len()).any(|place| env.has_focus((label, place)));
        // The high rows for fingers have room for two lines.
        let words = if env.touch { paragraph(label) } else { text(label) };
        let mut parts = vec![words.ink(if has_focus { Ink::Text } else { Ink::Soft }).width_part(0.38)];
        for (place, (control, unit)) in controls.into_iter().enumerate() {
            let control = control.named(label).unit(unit.unwrap_or_default());
            parts.push(control.keyed((label, place)).fill(1.0));
            parts.extend(unit.map(|unit| text(unit).ink(Ink::Faint).width(36.0)));
        }
        (label, row(parts).gap(6.0).align_center().height(36.0).keyed(label).help(help))
    }

    /// Help for an option, or the description of the chosen level or character, or why there is no sound.
    fn help(&self, option: &OptionRow, env: &Env) -> &'static str {
        match option.key {
            "difficulty" => Difficulty::new(self.now.options.difficulty).row().description,
            "character" => CHARACTERS[self.now.options.character as usize].description,
            "sound" if env.no_audio => "No sound device was found",
            _ => option.help,
        }
    }

    /// Why an option has no effect with the other choices; `None` if it has one.
    fn no_effect(&self, option: &OptionRow, env: &Env) -> Option<&'static str> {
        let (two_players, plays_engine) = (self.two_players(), self.plays_engine());
        match option.key {
            "difficulty" | "character" | "adapt_level" if two_players || plays_engine => {
                Some("Only against the computer")
            }
            "promotion" if plays_engine => Some("Engines promote by the rules of the variant"),
            "fog_of_war" if plays_engine => Some("Engines do not play in the fog"),
            "character" if !matches!(self.now.options.play_style(), PlayStyle::HumanLike(_)) => {
                Some("The computer has no character at this level")
            }
            "start" if plays_engine => Some("An engine plays the usual start only"),
            "start" if self.all_starts().is_none() => Some("The pieces of this level cannot change places"),
            "odds_of" if self.now.options.odds == 0 => Some("Only with odds of a piece"),
            "engine_threads" | "engine_memory" if env.engines.is_none() => Some("The browser decides this"),
            "confirm_moves" if !env.touch => Some("Only for fingers on a touch screen"),
            "turn_board" if !two_players => Some("Only for two players at this board"),
            _ => None,
        }
    }

    fn two_players(&self) -> bool {
        self.now.options.opponent == OpponentKind::Human
    }

    fn color(&self, env: &Env) -> Row {
        let index = ColorChoice::ALL.iter().position(|color| *color == self.now.color).unwrap_or(0);
        let words = ColorChoice::ALL.map(|color| capitalized(color.name())).to_vec();
        let control = choice(words, index, |index| {
            Message::Color(ColorChoice::ALL.get(index).copied().unwrap_or(ColorChoice::Random))
        });
        self.row(env, "Colour", "Choose your colour; White moves first", vec![(control, None)])
    }

    fn clocks(&self, env: &Env) -> Row {
        let names = PRESETS.iter().map(|preset| preset.0);
        let words = ["No clock"].into_iter().chain(names).chain(["Custom"]).map(str::to_owned);
        let control = choice(words.collect(), self.clocks, Message::Clocks);
        let help = "Choose minutes for the game and seconds added for each move";
        self.row(env, "Clock", help, vec![(control, None)])
    }

    /// The shuffled starts of the level, if there are any.
    fn all_starts(&self) -> Option<ShuffledStarts> {
        let level = &self.level()?.position;
        let variant = self.now.options.applied_to(level.variant());
        let start = Position::start(level.variant()).ok()?;
        ShuffledStarts::of(&variant).filter(|_| start == *level)
    }

    /// The shuffled starts of the level, if the game begins with one of them.
    fn starts(&self) -> Option<ShuffledStarts> {
        let is_shuffled = self.now.options.start == StartKind::Shuffled && !self.plays_engine();
        self.all_starts().filter(|_| is_shuffled)
    }

    /// The number of the shuffled start.
    fn number(&self, env: &Env) -> Row {
        let last = self.starts().map_or(0, |starts| starts.count() - 1);
        let help = format!("Enter 0 to {last} to choose the start, or nothing for a random one");
        self.row(env, NUMBER, &help, vec![(field(self.number.clone(), Message::Number), None)])
    }

    /// The number of the shuffled start in the form, or what is wrong. `None` stands for a random start.
    pub(super) fn read_number(&self) -> Result<Option<u64>, Fault> {
        let (text, starts) = (self.number.text(), self.starts());
        let Some(starts) = starts.filter(|_| !text.is_empty()) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| *number < starts.count());
        let wanted = format!("{NUMBER}: enter 0 to {}, or nothing for a random start", starts.count() - 1);
        number.map(Some).ok_or(((NUMBER, 0), wanted))
    }

    /// The shuffled start with the number in the form.
    pub(super) fn numbered_start(&self) -> Option<Position> {
        self.starts()?.position(self.read_number().ok()??)
    }

    /// Name of the piece that pawns of the variant become without a choice, which need not be a queen. `None` for all options
    /// but that of promotion.
    fn usual_promotion(&self, option: &OptionRow) -> Option<String> {
        let variant = self.level().filter(|_| option.key == "promotion")?.position.variant();
        let kind = *variant.rules().promotion.to.first()?;
        Some(capitalized(&variant.piece(kind).name))
    }

    /// The choice of the piece that one side gives as odds.
    fn odds(&self, option: &'static OptionRow) -> Node<Message> {
        let position = self.level().map(|level| &level.position);
        let names = position.into_iter().flat_map(|position| {
            odds::kinds(position).into_iter().map(|kind| capitalized(&position.variant().piece(kind).name))
        });
        let words = std::iter::once("None".to_owned()).chain(names).collect();
        choice(words, usize::from(self.now.options.odds), move |index| {
            Message::Option(option, OptionValue::Number(index as u8))
        })
    }

    /// The choice of shorter times for one side.
    fn time_odds(&self, env: &Env) -> Row {
        let BySeat { person: Some(person), opponent: Some(opponent) } = self.now.clocks else {
            return off_row(TIME_ODDS_LABEL, TIME_ODDS[0].0, "Only with clocks");
        };
        let is_shown = |(_, yours, other): &(&str, u32, u32)| {
            person.initial * *yours == opponent.initial * *other
                && person.increment * *yours == opponent.increment * *other
        };
        let index = TIME_ODDS.iter().position(is_shown);
        let others = index.is_none().then_some("Other");
        let words = TIME_ODDS.iter().map(|row| row.0).chain(others).map(str::to_owned).collect();
        let control = choice(words, index.unwrap_or(TIME_ODDS.len()), Message::TimeOdds);
        self.row(env, TIME_ODDS_LABEL, "Give one side a part of the time", vec![(control, None)])
    }

    /// Gives one side a part of the longer of the present times.
    pub(super) fn set_time_odds(&mut self, index: usize) {
        let BySeat { person: Some(person), opponent: Some(opponent) } = self.now.clocks else { return };
        let Some((_, yours, other)) = TIME_ODDS.get(index) else { return };
        let whole = if person.initial >= opponent.initial { person } else { opponent };
        let part = |by: u32| TimeControl { initial: whole.initial / by, increment: whole.increment / by };
        self.now.clocks = BySeat { person: Some(part(*yours)), opponent: Some(part(*other)) };
        self.clocks = clocks_index(self.now.clocks);
        self.times = [self.now.clocks.person, self.now.clocks.opponent].map(time_fields);
    }

    /// The times of the player, or of the opponent: `seat` 0 or 1.
    fn times(&self, env: &Env, seat: usize) -> Row {
        let [minutes, seconds] = &self.times[seat];
        // A time such as 0:45 has no unit.
        let minutes_unit = if minutes.text().contains(':') { "" } else { "min" };
        let controls = [(minutes, minutes_unit), (seconds, "s")].into_iter().enumerate();
        let controls = controls.map(|(place, (time, unit))| {
            (field(time.clone(), move |field| Message::Time { seat, place, field }), Some(unit))
        });
        let help = "Enter minutes for the game, such as 3 or 1:30, and seconds added for each move";
        self.row(env, self.clock_label(seat), help, controls.collect())
    }

    fn clock_label(&self, seat: usize) -> &'static str {
        let labels = match (self.two_players(), self.now.color) {
            (false, _) if self.plays_engine() => ["Your clock", "Engine's clock"],
            (false, _) => ["Your clock", "Computer's clock"],
            (true, ColorChoice::White) => ["White's clock", "Black's clock"],
            (true, ColorChoice::Black) => ["Black's clock", "White's clock"],
            (true, ColorChoice::Random) => ["Your clock", "Other clock"],
        };
        labels[seat]
    }

    pub(super) fn has_own_times(&self) -> bool {
        self.clocks > PRESETS.len()
    }

    /// Sets the minutes (`place` 0) or the seconds of a clock.
    pub(super) fn set_time(&mut self, seat: usize, place: usize, mut field: Field) {
        let time = if place == 0 { parse_minutes(&field.text()) } else { parse_seconds(&field.text()) };
        field.set_valid(time.is_some());
        self.times[seat][place] = field;
    }

    /// The clocks of the form, or what is wrong.
    pub(super) fn read_clocks(&self) -> Result<BySeat, Fault> {
        if self.has_own_times() {
            return Ok(BySeat { person: Some(self.read_time(0)?), opponent: Some(self.read_time(1)?) });
        }
        let row = self.clocks.checked_sub(1).and_then(|index| PRESETS.get(index));
        Ok(BySeat::both(row.map(|row| preset(*row))))
    }

    fn read_time(&self, seat: usize) -> Result<TimeControl, Fault> {
        let (label, [minutes, seconds]) = (self.clock_label(seat), &self.times[seat]);
        let fault = |place, wanted| ((label, place), format!("{label}: enter {wanted}"));
        Ok(TimeControl {
            initial: parse_minutes(&minutes.text()).ok_or_else(|| fault(0, "minutes, such as 3 or 1:30"))?,
            increment: parse_seconds(&seconds.text())
                .ok_or_else(|| fault(1, "seconds for each move, such as 2 or 0"))?,
        })
    }
}

/// Index of the choice of clocks: 0 for none, then the presets, and last the times in the fields.
pub(super) fn clocks_index(clocks: BySeat) -> usize {
    let presets = PRESETS.iter().map(|row| BySeat::both(Some(preset(*row))));
    let mut all = std::iter::once(BySeat::both(None)).chain(presets);
    all.position(|other| other == clocks).unwrap_or(PRESETS.len() + 1)
}

/// A field for the number of a shuffled start.
pub(super) fn number_field() -> Field {
    Field::new("", LONGEST_NUMBER, |letter| letter.is_ascii_digit())
}

/// Fields for the minutes and the seconds of a clock.
pub(super) fn time_fields(control: Option<TimeControl>) -> [Field; 2] {
    let control = control.unwrap_or(NEW_CLOCK);
    let is_minutes = |letter: char| letter.is_ascii_digit() || ".:".contains(letter);
    let is_seconds = |letter: char| letter.is_ascii_digit() || letter == '.';
    [
        Field::new(&format_minutes(control.initial), LONGEST_TIME, is_minutes),
        Field::new(&format_seconds(control.increment), LONGEST_TIME, is_seconds),
    ]
}

/// A row of an option that has no effect: its value without a control.
fn off_row(label: &'static str, value: &str, help: &str) -> Row {
    let words = [text(label).ink(Ink::Faint).width_part(0.38), text(value).ink(Ink::Faint).fill(1.0)];
    (label, row(words).gap(6.0).align_center().height(36.0).keyed(label).help(help))
}

fn value_text(option: &OptionRow, options: &Options) -> String {
    match option.get(options) {
        OptionValue::Number(level) if option.key == "difficulty" => {
            format!("{level} · {}", Difficulty::new(level).row().name)
        }
        value => capitalized(&value.to_string()),
    }
}

/// The control of an option. `first` replaces the first of its words.
fn control(option: &'static OptionRow, options: &Options, first: Option<String>) -> Node<Message> {
    let message = move |value| Message::Option(option, value);
    match (&option.values, option.get(options)) {
        (Values::Number(range), OptionValue::Number(number)) => {
            let line = Slider::new(*range.start(), *range.end(), number);
            let is_level = option.key == "difficulty";
            let line = if is_level { line.named(Difficulty::new(number).row().name) } else { line };
            slider(line, move |value| message(OptionValue::Number(value as u8)))
        }
        (Values::Words(words), value) => {
            let index = words.iter().position(|word| value == OptionValue::Word(word)).unwrap_or(0);
            let rest = words.iter().skip(first.iter().len()).map(|word| capitalized(word));
            let labels = first.into_iter().chain(rest).collect();
            let chosen =
                move |index| message(OptionValue::Word(words.get(index).copied().unwrap_or_default()));
            if option.key == "theme" {
                let colors = THEMES.iter().map(|theme| [theme.tile.light, theme.tile.dark, theme.panel]);
                return swatches(labels, colors.collect(), index, chosen);
            }
            choice(labels, index, chosen)
        }
        (_, value) => switch(value == OptionValue::Switch(true), move |on| message(OptionValue::Switch(on))),
    }
}
