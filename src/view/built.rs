//! The widgets of a screen: what they are called, and which message each sends.

use std::rc::Rc;

use super::input::{InputEvent, Key};
use super::scene::Rect;
use super::screen::Env;
use super::text::read_aloud;
use super::widgets::build::hash;
use super::widgets::lower::{Element, Entry, Slot};
use super::widgets::node::{Content, Press, Surface};
use super::widgets::targets::is_target;
use super::widgets::{Control, Page, Scroll, UiEvent};
use crate::access::{AccessNode, Role};
use crate::game::speech::command::{CommandRow, Query};

/// Widgets, with the values from which they were built.
pub(super) struct Built<M> {
    pub env: Env,
    pub scrolls: Vec<(Slot, Scroll)>,
    pub page: Rc<Page>,
    pub entries: Vec<Entry<M>>,
}

impl<M: Clone> Built<M> {
    pub fn entry(&self, slot: Slot) -> Option<&Entry<M>> {
        self.entries.iter().find(|entry| entry.slot == slot)
    }

    /// The entry of an element.
    pub fn entry_at(&self, index: usize) -> Option<&Entry<M>> {
        let place = self.entries.binary_search_by_key(&index, |entry| entry.index);
        place.ok().map(|place| &self.entries[place])
    }

    /// The message of a node for an event that no widget has used.
    pub fn input(&self, entry: &Entry<M>, event: &InputEvent) -> Option<M> {
        let rect = self.page.rect(entry.index).unwrap_or_default();
        entry.handlers.input.iter().find_map(|handler| handler(event, rect))
    }

    /// The message of the first node that uses a typed command, if there is one.
    pub fn inputs(&self, command: &InputEvent) -> Vec<M> {
        self.entries.iter().find_map(|entry| self.input(entry, command)).into_iter().collect()
    }

    /// The line of help of an element, or of the innermost node around it.
    pub fn help(&self, index: usize) -> Option<String> {
        let around = |entry: &&Entry<M>| {
            (entry.index..entry.index + self.page.elements[entry.index].len).contains(&index)
        };
        self.entries.iter().rev().filter(around).find_map(|entry| entry.handlers.help.clone())
    }

    /// The message for a key. If several nodes have the key, the innermost node gets it. If several handlers of a node
    /// have the key, the first handler gets it.
    pub fn key_message(&self, key: Key) -> Option<M> {
        let mut keys = self.entries.iter().rev().filter(|entry| entry.is_enabled);
        let handler =
            keys.find_map(|entry| entry.handlers.keys.iter().find(|handler| handler.keys.contains(&key)));
        handler.map(|handler| handler.message.clone())
    }

    /// The message of the button or the key with this label, and the label. A button that is off has no message.
    pub fn labelled(&self, label: &str) -> Option<(&str, Option<M>)> {
        let button = |entry: &Entry<M>| {
            let element = &self.page.elements[entry.index];
            let is_shown = self.page.place(entry.index).is_some();
            let is_named = is_shown && element.label().eq_ignore_ascii_case(label);
            let message = entry.handlers.press.clone()?;
            is_named.then(|| (element.label(), Some(message).filter(|_| entry.is_enabled)))
        };
        let key = |entry: &Entry<M>| {
            let mut handlers = entry.handlers.keys.iter();
            let handler = handlers.find(|handler| handler.label.eq_ignore_ascii_case(label))?;
            Some((handler.label, Some(handler.message.clone())))
        };
        let named = self.entries.iter().find_map(button);
        named.or_else(|| self.entries.iter().rev().find_map(key)).filter(|_| !label.is_empty())
    }

    /// Numbers and names of the targets that `words` may mean: those with this name, or else those that begin with the words,
    /// or else those that contain them.
    pub fn named(&self, words: &str) -> Vec<(usize, String)> {
        let words = words.to_lowercase();
        let names = self.targets().into_iter().map(|index| self.target_name(index)).enumerate();
        let names: Vec<_> = names.map(|(place, name)| (place + 1, name.to_lowercase(), name)).collect();
        let tests: [fn(&str, &str) -> bool; 3] = [
            |name, words| name == words,
            |name, words| name.starts_with(words),
            |name, words| name.contains(words),
        ];
        let found = tests.map(|test| {
            let found = names.iter().filter(|(_, name, _)| test(name, &words));
            found.map(|(number, _, name)| (*number, name.clone())).collect::<Vec<_>>()
        });
        found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The commands about the board of the screen; none if it has no board.
    pub fn board_commands(&self) -> &'static [CommandRow<Query>] {
        let rows = self.entries.iter().map(|entry| entry.handlers.commands).find(|rows| !rows.is_empty());
        rows.unwrap_or_default()
    }

    /// The labels of the keys whose messages do something now, each once.
    pub fn key_labels(&self, can: impl Fn(&M) -> bool) -> Vec<&'static str> {
        let mut labels = Vec::new();
        for handler in self.entries.iter().flat_map(|entry| &entry.handlers.keys) {
            if !handler.label.is_empty() && !labels.contains(&handler.label) && can(&handler.message) {
                labels.push(handler.label);
            }
        }
        labels
    }

    /// The texts in sight.
    pub fn texts(&self) -> Vec<String> {
        let is_shown = |index: usize| self.page.rect(index).is_some();
        let texts = self.page.elements.iter().enumerate().filter_map(|(index, element)| {
            let Content::Text(text) = &element.body.content else { return None };
            is_shown(index).then(|| read_aloud(&text.text))
        });
        texts.filter(|text| !text.is_empty()).collect()
    }

    /// The message of a widget for `event`, if its node has one.
    pub fn message_of(&self, event: UiEvent) -> Option<M> {
        match event {
            UiEvent::Pressed(slot) => {
                self.entry(slot).filter(|entry| entry.is_enabled)?.handlers.press.clone()
            }
            UiEvent::Changed(slot, control) => self.entry(slot)?.handlers.changed.as_ref()?(control),
            UiEvent::Ignored | UiEvent::Handled => None,
        }
    }

    /// Indices of the controls and of all else that can be pressed, in the order of the numbers by which they are used. Rows of
    /// lists that are no controls, such as the moves of a game, come last.
    pub fn targets(&self) -> Vec<usize> {
        let has_panel = self.page.elements.iter().any(|element| element.body.press == Press::Inert);
        let is_wanted = |&index: &usize| {
            let element = &self.page.elements[index];
            let is_pressable = element.body.press == Press::Active
                && self.entry_at(index).is_some_and(|entry| entry.handlers.press.is_some())
                // A picture without a name does what a button beside it does, and a tile what the button in it does.
                && !self.target_name(index).is_empty()
                && !self.page.elements[index + 1..index + element.len].iter().any(Element::is_stop);
            self.page.place(index).is_some()
                && (element.is_stop() || is_pressable)
                && !(has_panel && self.is_covered(index))
        };
        let mut targets: Vec<usize> = (0..self.page.elements.len()).filter(is_wanted).collect();
        targets.sort_by_key(|&index| self.is_row(index));
        targets
    }

    /// Whether a panel that takes presses, or something on it, lies above the middle of the element.
    fn is_covered(&self, index: usize) -> bool {
        let Some(rect) = self.page.rect(index) else { return false };
        let mut above = self.page.under(rect.center());
        let top = above.find(|(_, other, _)| is_target(other) || other.body.press == Press::Inert);
        top.is_some_and(|(top, ..)| top >= index + self.page.elements[index].len)
    }

    /// Whether the element is in a list and cannot have the focus.
    pub fn is_row(&self, index: usize) -> bool {
        let is_listed = self.page.place(index).is_some_and(|place| place.inside.list.is_some());
        is_listed && !self.page.elements[index].is_stop()
    }

    /// The name of a target, and whether it is the chosen row of a list.
    pub fn spoken_name(&self, index: usize) -> String {
        let element = &self.page.elements[index];
        let is_chosen = !element.is_stop() && element.body.surface == Some(Surface::Active);
        self.target_name(index) + if is_chosen { ", chosen" } else { "" }
    }

    /// The name of a control or of something else that can be pressed.
    pub fn target_name(&self, index: usize) -> String {
        let element = &self.page.elements[index];
        let tip = element.body.tip.as_ref().map_or("", |tip| &tip.text);
        let texts = || {
            let inside = &self.page.elements[index..index + element.len];
            let texts = inside.iter().filter_map(|element| match &element.body.content {
                Content::Text(text) => Some(read_aloud(&text.text)),
                _ => None,
            });
            texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
        };
        match (element.label(), tip) {
            ("", "") if element.body.surface == Some(Surface::Cross) => "Close".to_owned(),
            ("", "") if matches!(element.body.content, Content::Area(true)) => "Board".to_owned(),
            ("", "") => texts(),
            ("", tip) if texts().is_empty() => tip.to_owned(),
            ("", tip) => format!("{tip}: {}", texts()),
            (label, _) => label.to_owned(),
        }
    }

    /// Controls and all else that can be pressed, the texts in sight, and the squares of a board. A control that a list has
    /// scrolled out of sight has no size.
    pub fn access(&self, focus: Option<Slot>) -> Vec<AccessNode> {
        let targets = self.targets();
        let (mut nodes, mut covered) = (Vec::new(), 0);
        for (index, element) in self.page.elements.iter().enumerate() {
            let Some(place) = self.page.place(index) else { continue };
            let is_shown = !place.inside.is_out_of_sight;
            let rect = if is_shown { place.rect } else { Rect { w: 0.0, h: 0.0, ..place.rect } };
            let entry = self.entry_at(index);
            if let Some(squares) = entry.and_then(|entry| entry.handlers.squares.as_ref()) {
                nodes.extend(squares());
            }
            let number = targets.iter().position(|&target| target == index).map(|place| place + 1);
            if let (Some(number), Some(slot)) = (number, element.slot) {
                nodes.push(AccessNode {
                    id: slot,
                    role: role(element),
                    name: self.spoken_name(index),
                    value: element
                        .control()
                        .filter(|control| !matches!(control, Control::Button(_)))
                        .map_or_else(String::new, Control::value_text),
                    bounds: [rect.x, rect.y, rect.w, rect.h],
                    press: number.to_string(),
                    focus: if element.is_stop() { format!("focus {number}") } else { String::new() },
                    is_focused: focus == Some(slot),
                    is_enabled: entry.is_none_or(|entry| entry.is_enabled),
                });
                // The texts inside are its name.
                covered = covered.max(index + element.len);
            } else if let Content::Text(text) = &element.body.content
                && index >= covered
                && is_shown
                && let name = read_aloud(&text.text)
                && !name.is_empty()
            {
                nodes.push(AccessNode {
                    id: hash(&("text", index)),
                    role: Role::Text,
                    name,
                    value: String::new(),
                    bounds: [rect.x, rect.y, rect.w, rect.h],
                    press: String::new(),
                    focus: String::new(),
                    is_focused: false,
                    is_enabled: true,
                });
            }
        }
        nodes
    }
}

fn role(element: &Element) -> Role {
    match element.control() {
        Some(Control::Choice(_)) => Role::Choice,
        Some(Control::Slider(_)) => Role::Slider,
        Some(Control::Switch(_)) => Role::Switch,
        Some(Control::Field(_)) => Role::Field,
        Some(Control::Button(_)) | None => Role::Button,
    }
}
