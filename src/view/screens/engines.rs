//! List of engines of other programs: add, test, set options and remove them.

use crate::game::engines::{EngineEntry, EngineList, EngineTester};
use crate::protocol::uci::client::{EngineOption, OptionKind};
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Action, Effects, Env, LayerKind, Reply, Screen, is_wide};
use crate::view::text::counted;
use crate::view::widgets::build::{button, choice, field, list, switch};
use crate::view::widgets::node::{Ink, Surface, column, equal_row, paragraph, row, space, text};
use crate::view::widgets::{Field, Node};
use std::time::Duration;

/// Greatest length of a path or of an option.
const LONGEST: usize = 400;
/// Options that stand before the others, because they set the strength.
const STRENGTH: [&str; 3] = ["UCI_LimitStrength", "UCI_Elo", "Skill Level"];
/// Name of the field of the path, for the focus.
const PATH: &str = "path";

#[derive(Clone, Debug)]
pub enum Message {
    Close,
    Select(usize),
    Path(Field),
    Paste(String),
    /// Tests the engine of the path, and adds it if it is one.
    Add,
    /// Tests the selected engine again.
    Test,
    Remove,
    /// Sets the option with this index to this value.
    Value(usize, String),
    /// Edits the text of the option with this index.
    Edit(usize, Field),
}

pub struct EnginesScreen {
    list: EngineList,
    selected: usize,
    path: Field,
    /// The texts of the options of the selected engine. Options without a text have one that is not shown.
    fields: Vec<Field>,
    tester: Box<EngineTester>,
    /// Command of the engine that is being tested.
    tested: Option<String>,
    notice: Option<String>,
}

impl EnginesScreen {
    pub fn new(list: EngineList, tester: Box<EngineTester>) -> Host<Self> {
        let path = Field::new("", LONGEST, |letter| !letter.is_control());
        let mut screen =
            Self { list, selected: 0, path, fields: Vec::new(), tester, tested: None, notice: None };
        screen.select(0);
        Host::new(screen)
    }

    fn entry(&self) -> Option<&EngineEntry> {
        self.list.entries.get(self.selected)
    }

    fn select(&mut self, index: usize) {
        self.selected = index.min(self.list.entries.len().saturating_sub(1));
        let Some(entry) = self.entry() else { return self.fields.clear() };
        let field = |option: &EngineOption| {
            let accepts = match option.kind {
                OptionKind::Spin { .. } => |letter: char| letter.is_ascii_digit() || letter == '-',
                _ => |letter: char| !letter.is_control(),
            };
            Field::new(&entry.value(&option.name), LONGEST, accepts)
        };
        self.fields = options(entry).into_iter().map(field).collect();
    }

    fn test(&mut self, command: String) {
        self.notice = Some("Testing…".to_owned());
        self.tester.start(command.clone());
        self.tested = Some(command);
    }

    /// Sets an option of the selected engine and saves the list. A number out of range is not set.
    fn set(&mut self, index: usize, value: String, effects: &mut Effects) {
        let Some(entry) = self.list.entries.get_mut(self.selected) else { return };
        let Some(option) = options(entry).get(index).map(|&option| option.clone()) else { return };
        let is_valid = match option.kind {
            OptionKind::Spin { min, max, .. } => {
                value.parse().is_ok_and(|number: i64| (min..=max).contains(&number))
            }
            _ => true,
        };
        self.fields[index].set_valid(is_valid);
        if is_valid {
            entry.set(&option.name, value);
            effects.request(Action::SaveEngines(self.list.clone()));
        }
    }

    /// Name and path of an engine.
    fn row(&self, index: usize, entry: &EngineEntry) -> Node<Message> {
        let is_selected = index == self.selected;
        let ink = |ink| if is_selected { Ink::OnActive } else { ink };
        let words = [
            text(entry.name()).bold().sized(14.0).smallest(10.0).ink(ink(Ink::Text)),
            text(variants(entry)).sized(PAGE.small).ink(ink(Ink::Soft)),
            text(&entry.command).sized(PAGE.small).smallest(8.0).ink(ink(Ink::Faint)),
        ];
        let surface = if is_selected { Surface::Active } else { Surface::Row };
        column(words).gap(2.0).padding(8.0).surface(surface).on_press(Message::Select(index))
    }

    /// The buttons and the options of the selected engine.
    fn details(&self, entry: &EngineEntry) -> Node<Message> {
        let buttons =
            [button("Test", Message::Test).enabled(self.tested.is_none()), button("Remove", Message::Remove)];
        let buttons = equal_row(buttons.map(|button| button.height(PAGE.button))).gap(PAGE.button_gap);
        let rows = options(entry).into_iter().zip(&self.fields).enumerate();
        let rows = rows.map(|(index, (option, field))| self.option(entry, index, option, field));
        let rows = list(rows).keyed(entry.name()).fill(1.0);
        let title = text(entry.name()).bold().sized(PAGE.title).smallest(10.0);
        column([title, buttons.rigid(), rows]).gap(PAGE.button_gap)
    }

    fn option(
        &self,
        entry: &EngineEntry,
        index: usize,
        option: &EngineOption,
        text_field: &Field,
    ) -> Node<Message> {
        let value = entry.value(&option.name);
        let (control, help) = match &option.kind {
            OptionKind::Check { .. } => {
                let control = switch(value == "true", move |on| Message::Value(index, on.to_string()));
                (control, String::new())
            }
            OptionKind::Combo { values, .. } => {
                let place = values.iter().position(|other| *other == value).unwrap_or(0);
                let all = values.clone();
                let control = choice(values.clone(), place, move |place| {
                    Message::Value(index, all.get(place).cloned().unwrap_or_default())
                });
                (control, String::new())
            }
            OptionKind::Spin { min, max, .. } => {
                let control = field(text_field.clone(), move |field| Message::Edit(index, field));
                (control, format!("{min} to {max}"))
            }
            OptionKind::Text { .. } | OptionKind::Button => {
                (field(text_field.clone(), move |field| Message::Edit(index, field)), String::new())
            }
        };
        let label = text(&option.name).ink(Ink::Soft).smallest(9.0).width_part(0.42);
        let control = control.named(&option.name).keyed((&option.name, 0_usize)).fill(1.0);
        let range = text(&help).ink(Ink::Faint).sized(10.5).smallest(7.0).width(92.0).when(!help.is_empty());
        row([label, control, range]).gap(6.0).align_center().height(34.0).keyed(&option.name)
    }
}

/// The options of an engine that the user sets. Those of its strength come first; a button has no value.
fn options(entry: &EngineEntry) -> Vec<&EngineOption> {
    let shown = |option: &&EngineOption| !option.is_internal() && option.kind != OptionKind::Button;
    let (first, rest): (Vec<_>, _) = entry
        .info
        .options
        .iter()
        .filter(shown)
        .partition(|option| STRENGTH.iter().any(|name| option.name.eq_ignore_ascii_case(name)));
    [first, rest].concat()
}

/// Variants of an engine: the only one, or their number.
fn variants(entry: &EngineEntry) -> String {
    match entry.info.variants()[..] {
        [only] => format!("plays {only}"),
        ref all => counted(all.len(), "variant"),
    }
}

/// The path in a text that was pasted or dropped, which may be an address.
fn path_of(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    line.strip_prefix("file://").map_or_else(|| line.to_owned(), decoded)
}

/// The text of an address, in which `%` and two hexadecimal digits stand for a byte.
fn decoded(address: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), address);
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend(before.bytes());
        let byte = after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(b'%'));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    bytes.extend(rest.bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Screen for EnginesScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::PAGE;

    fn view(&self, env: &Env) -> Node<Message> {
        let back = button("Back", Message::Close).key(Key::Escape).height(PAGE.button).width(80.0);
        let heading = row([text("Engines").bold().sized(PAGE.heading).fill(1.0), back]);
        let path =
            field(self.path.clone(), Message::Path).named("Path of a UCI engine").keyed(PATH).focused();
        let add = button("Add", Message::Add).primary(true).enabled(self.tested.is_none());
        let add = add.height(PAGE.button).width(80.0).rigid();
        let label = text("Path").ink(Ink::Soft).width(44.0).rigid();
        let path = row([label, path.fill(1.0), add]).gap(8.0).align_center().height(PAGE.button);
        let notice = self.notice.clone().unwrap_or_else(|| {
            "Enter or paste the path of a UCI engine, such as /usr/games/stockfish.".to_owned()
        });
        let notice = paragraph(notice.clone()).ink(Ink::Soft).sized(PAGE.small).spoken(notice).rigid();
        let engines = self.list.entries.iter().enumerate().map(|(index, entry)| self.row(index, entry));
        let engines = list(engines).keyed("engines").fill(1.0);
        let details = self.entry().map_or_else(space, |entry| self.details(entry)).fill(1.4);
        let body = if is_wide(env.size) {
            row([engines, details]).gap(20.0)
        } else {
            column([engines, details]).gap(12.0)
        };
        let heading = heading.align_center().height(PAGE.button);
        column([heading, path, notice, body.fill(1.0)])
            .gap(12.0)
            .padding(16.0)
            .on_keys(&[Key::Enter], Message::Add)
            .on_paste(Message::Paste)
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        match message {
            Message::Close => effects.close(),
            Message::Select(index) => self.select(index),
            Message::Path(field) => self.path = field,
            Message::Paste(text) => {
                self.path = Field::new(&path_of(&text), LONGEST, |letter| !letter.is_control());
                effects.focus(PATH);
            }
            Message::Add => {
                let path = self.path.text().trim().to_owned();
                if path.is_empty() || self.tested.is_some() {
                    return effects.focus(PATH);
                }
                self.test(path);
            }
            Message::Test => {
                if let Some(command) = self.entry().map(|entry| entry.command.clone()) {
                    self.test(command);
                }
            }
            Message::Remove if self.selected < self.list.entries.len() => {
                let entry = self.list.remove(self.selected);
                self.notice = Some(format!("{} was removed.", entry.name()));
                self.select(self.selected);
                effects.request(Action::SaveEngines(self.list.clone()));
            }
            Message::Remove => {}
            Message::Value(index, value) => self.set(index, value, effects),
            Message::Edit(index, field) => {
                let value = field.text();
                if let Some(slot) = self.fields.get_mut(index) {
                    *slot = field;
                    self.set(index, value, effects);
                }
            }
        }
    }

    fn tick(&mut self, _elapsed: Duration, _env: &Env, effects: &mut Effects) -> bool {
        let Some(result) = self.tester.poll() else {
            effects.waiting |= self.tested.is_some();
            return false;
        };
        let command = self.tested.take().unwrap_or_default();
        match result {
            Ok(info) => {
                let is_new = self.path.text().trim() == command;
                let index = self.list.add(&command, info);
                let entry = &self.list.entries[index];
                self.notice = Some(format!("{} · {}", entry.name(), variants(entry)));
                if is_new {
                    self.path = self.path.with_text("");
                }
                self.select(index);
                effects.request(Action::SaveEngines(self.list.clone()));
            }
            Err(reason) => self.notice = Some(reason),
        }
        true
    }

    fn reply(&mut self, reply: Reply, _env: &Env, _effects: &mut Effects) {
        if let Reply::Failed(reason) = reply {
            self.notice = Some(reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spaces, letters of two bytes and a percent sign in an address are decoded. A percent sign without digits, and one in a
    /// path, stay.
    #[test]
    fn addresses_of_files_are_decoded() {
        for (text, path) in [
            ("file:///opt/my%20fish\r\nfile:///b", "/opt/my fish"),
            ("file:///opt/%C3%A9%25%zz%", "/opt/é%%zz%"),
            (" /opt/a%20b ", "/opt/a%20b"),
        ] {
            assert_eq!(path_of(text), path);
        }
    }
}
