//! The rows of the menu: from choices to controls and back. Rows of the table of options appear by themselves.

use super::time::{read_minutes, read_seconds, write_minutes, write_seconds};
use crate::game::clock::TimeControl;
use crate::game::new_game::{BySeat, ColorChoice, NewGame, PRESETS, Preset, preset};
use crate::game::options::{Kind, OptionKey, ROWS};
use crate::view::screen::LevelEntry;
use crate::view::widgets::{Choice, Control, Field, Slider, Switch};

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The person's colour.
    Color,
    /// Which clocks.
    Clocks,
    /// The person's own numbers.
    PersonClock,
    /// The opponent's own numbers.
    OpponentClock,
    /// An option.
    Option(OptionKey),
}

/// A row: a label and one or two controls.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is about.
    pub subject: Subject,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The controls, and what is written behind each.
    pub controls: Vec<(Control, &'static str)>,
}

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which row.
    pub row: usize,
    /// Which of its controls.
    pub slot: usize,
    /// What is wrong, in a sentence.
    pub message: String,
}

/// Options that have a place of their own among the first rows.
const FIRST: [OptionKey; 2] = [OptionKey::Opponent, OptionKey::Difficulty];
/// Clocks for the person's own numbers while there are none.
const NEW_CLOCK: TimeControl = preset(PRESETS[1]);
/// Most letters of a time.
const LONGEST_TIME: usize = 8;

/// All rows, shown or not, and the level.
#[derive(Clone, Debug)]
pub struct Form {
    /// Which level.
    pub level: Control,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Form {
    /// A form that shows `choices`, with `levels` to choose from.
    #[must_use]
    pub fn new(choices: &NewGame, levels: &[LevelEntry]) -> Self {
        let side = ColorChoice::ALL.iter().position(|side| *side == choices.color).unwrap_or(0);
        let sides = ColorChoice::ALL.map(|side| capital(side.name())).to_vec();
        let mut rows = vec![Row {
            subject: Subject::Color,
            help: "The colour you play. White moves first.",
            controls: vec![(Control::Choice(Choice::new(sides, side)), "")],
        }];
        rows.extend(FIRST.map(|option| option_row(option, choices)));
        rows.push(clocks_row(choices.clocks));
        rows.push(own_row(Subject::PersonClock, choices.clocks.person));
        rows.push(own_row(Subject::OpponentClock, choices.clocks.opponent));
        let rest = ROWS.iter().map(|row| row.option).filter(|option| !FIRST.contains(option));
        rows.extend(rest.map(|option| option_row(option, choices)));
        Self { level: level_control(levels, &choices.level), rows }
    }

    /// Offers other levels, with the one called `id` chosen.
    pub fn offer(&mut self, levels: &[LevelEntry], id: &str) {
        self.level = level_control(levels, id);
    }

    /// The place of the level.
    #[must_use]
    pub fn level(&self) -> usize {
        chosen(&self.level)
    }

    /// The rows that mean something as things stand, top to bottom.
    #[must_use]
    pub fn shown(&self) -> Vec<usize> {
        let own = self.value(Subject::Clocks) > PRESETS.len();
        let two = self.two_persons();
        let shown = |row: &Row| match row.subject {
            Subject::PersonClock | Subject::OpponentClock => own,
            Subject::Option(OptionKey::Difficulty) => !two,
            Subject::Option(OptionKey::TurnBoard) => two,
            _ => true,
        };
        (0..self.rows.len()).filter(|&place| shown(&self.rows[place])).collect()
    }

    /// What a row is called.
    #[must_use]
    pub fn label(&self, row: &Row) -> String {
        let (person, opponent) = match (self.two_persons(), self.side()) {
            (false, _) => ("Your clock", "Computer's clock"),
            (true, ColorChoice::White) => ("White's clock", "Black's clock"),
            (true, ColorChoice::Black) => ("Black's clock", "White's clock"),
            (true, ColorChoice::Random) => ("Your clock", "The other clock"),
        };
        match row.subject {
            Subject::Color => "Colour",
            Subject::Clocks => "Clocks",
            Subject::PersonClock => person,
            Subject::OpponentClock => opponent,
            Subject::Option(option) => option.row().label,
        }
        .to_owned()
    }

    /// The colour chosen.
    #[must_use]
    pub fn side(&self) -> ColorChoice {
        ColorChoice::ALL.get(self.value(Subject::Color)).copied().unwrap_or(ColorChoice::White)
    }

    fn two_persons(&self) -> bool {
        self.value(Subject::Option(OptionKey::Opponent)) != 0
    }

    /// The value of the first control of the row about `subject`.
    fn value(&self, subject: Subject) -> usize {
        let row = self.rows.iter().find(|row| row.subject == subject);
        row.and_then(|row| row.controls.first()).map_or(0, |(control, _)| chosen(control))
    }

    /// What the form says, `levels` being those it was made with; what `before` says and no row shows stays, and so do
    /// its clocks as long as a row has a text that is no time: the first such row is told.
    pub fn choices(&self, before: &NewGame, levels: &[LevelEntry]) -> (NewGame, Option<Fault>) {
        let mut choices = before.clone();
        if let Some(level) = levels.get(self.level()) {
            choices.level.clone_from(&level.id);
        }
        choices.color = self.side();
        for row in &self.rows {
            if let (Subject::Option(option), Some((control, _))) = (row.subject, row.controls.first()) {
                // Every value of an option is a byte.
                choices.options.set(option, u8::try_from(chosen(control)).unwrap_or(0));
            }
        }
        match self.clocks() {
            Ok(clocks) => choices.clocks = clocks,
            Err(fault) => return (choices, Some(fault)),
        }
        (choices, None)
    }

    fn clocks(&self) -> Result<BySeat, Fault> {
        Ok(match self.value(Subject::Clocks) {
            0 => BySeat::both(None),
            place => match PRESETS.get(place - 1) {
                Some(row) => BySeat::both(Some(preset(*row))),
                None => BySeat {
                    person: Some(self.own_clock(Subject::PersonClock)?),
                    opponent: Some(self.own_clock(Subject::OpponentClock)?),
                },
            },
        })
    }

    /// Marks the fields that hold no time.
    pub fn mark(&mut self) {
        for row in &mut self.rows {
            for (slot, (control, _)) in row.controls.iter_mut().enumerate() {
                if let Control::Field(field) = control {
                    let text = field.text();
                    let valid = if slot == 0 { read_minutes(&text) } else { read_seconds(&text) }.is_some();
                    field.set_valid(valid);
                }
            }
        }
    }

    fn own_clock(&self, subject: Subject) -> Result<TimeControl, Fault> {
        let row = self.rows.iter().position(|row| row.subject == subject).unwrap_or(0);
        let text = |slot: usize| match self.rows[row].controls.get(slot) {
            Some((Control::Field(field), _)) => field.text(),
            _ => String::new(),
        };
        let label = self.label(&self.rows[row]);
        let fault = |slot, message| Fault { row, slot, message };
        Ok(TimeControl {
            initial: read_minutes(&text(0))
                .ok_or_else(|| fault(0, format!("{label}: write minutes such as 3 or 1:30.")))?,
            increment: read_seconds(&text(1))
                .ok_or_else(|| fault(1, format!("{label}: write seconds for each move, such as 2 or 0.")))?,
        })
    }
}

/// One of `levels`, the one called `id` if there is one.
fn level_control(levels: &[LevelEntry], id: &str) -> Control {
    let place = levels.iter().position(|level| level.id == id).unwrap_or(0);
    Control::Choice(Choice::new(levels.iter().map(|level| level.title.clone()).collect(), place))
}

/// What a control is set to, as a number.
fn chosen(control: &Control) -> usize {
    match control {
        Control::Choice(choice) => choice.value(),
        Control::Slider(slider) => usize::from(slider.value()),
        Control::Switch(switch) => usize::from(switch.is_on()),
        Control::Button(_) | Control::Field(_) => 0,
    }
}

/// The row of an option, with the control that fits what it may be.
fn option_row(option: OptionKey, choices: &NewGame) -> Row {
    let (row, value) = (option.row(), choices.options.get(option));
    let control = match row.kind {
        Kind::Flag => Control::Switch(Switch::new(value != 0)),
        Kind::Number(low, high) => Control::Slider(Slider::new(low, high, value)),
        Kind::Words(words) => {
            let words = words.iter().map(|word| capital(word)).collect();
            Control::Choice(Choice::new(words, usize::from(value)))
        }
    };
    Row { subject: Subject::Option(option), help: row.help, controls: vec![(control, "")] }
}

/// The row of the clocks by name: none, one of the presets, or own numbers.
fn clocks_row(clocks: BySeat) -> Row {
    let known = |row: &Preset| clocks == BySeat::both(Some(preset(*row)));
    let place = match PRESETS.iter().position(known) {
        Some(place) => place + 1,
        None if clocks == BySeat::both(None) => 0,
        None => PRESETS.len() + 1,
    };
    let names = PRESETS.iter().map(|row| row.0.to_owned());
    let words = ["None".to_owned()].into_iter().chain(names).chain(["Own numbers".to_owned()]);
    Row {
        subject: Subject::Clocks,
        help: "Minutes for the game, and seconds added for every move.",
        controls: vec![(Control::Choice(Choice::new(words.collect(), place)), "")],
    }
}

/// The row of a player's own numbers.
fn own_row(subject: Subject, control: Option<TimeControl>) -> Row {
    let control = control.unwrap_or(NEW_CLOCK);
    let minutes =
        Field::new(&write_minutes(control.initial), LONGEST_TIME, |c| c.is_ascii_digit() || ".:".contains(c));
    let seconds =
        Field::new(&write_seconds(control.increment), LONGEST_TIME, |c| c.is_ascii_digit() || c == '.');
    Row {
        subject,
        help: "Minutes for the game, such as 3 or 1:30, and seconds added for every move.",
        controls: vec![(Control::Field(minutes), "min"), (Control::Field(seconds), "s")],
    }
}

/// `word` with a capital first letter.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
