//! Keys of a screen: what each sends, its label and its line on the help page.

use super::Node;
use super::build::{button, icon_button};
use super::button::Icon;
use super::node::{HelpGroup, KeyHandler};
use crate::view::input::Key;

/// Keys that send a message. The label is that of the button for the message. The help line is shown on the help page
/// and in the tip of the button.
#[derive(Clone, Copy, Debug)]
pub struct Binding<M: 'static> {
    pub message: M,
    pub keys: &'static [Key],
    pub label: &'static str,
    pub help: &'static str,
}

/// Bindings and mouse gestures that stand together on the help page.
#[derive(Clone, Copy, Debug)]
pub struct KeyGroup<M: 'static> {
    /// Heading; empty for a page with one group.
    pub title: &'static str,
    /// Gestures of the mouse, with their help lines.
    pub gestures: &'static [(&'static str, &'static str)],
    pub bindings: &'static [Binding<M>],
}

impl<M: Clone> Binding<M> {
    pub const fn new(message: M, keys: &'static [Key], label: &'static str, help: &'static str) -> Self {
        Self { message, keys, label, help }
    }

    /// The keys of the help page.
    pub const fn help(message: M) -> Self {
        Self::new(message, &[Key::F1, Key::Sign('?')], "Help", "Show or hide this page")
    }

    pub const fn copy_position(message: M) -> Self {
        Self::new(message, &[Key::Copy], "Copy position", "Copy the position as FEN")
    }

    /// A button that sends the message.
    pub fn button(&self) -> Node<M> {
        self.tip(button(self.label, self.message.clone()))
    }

    /// A button with a sign that sends the message.
    pub fn icon_button(&self, icon: Icon) -> Node<M> {
        self.tip(icon_button(icon, self.label, self.message.clone()))
    }

    /// `node` with the help line and the key as its tip.
    pub fn tip(&self, node: Node<M>) -> Node<M> {
        node.tip(self.help, cap(self.keys)).named(self.label)
    }
}

impl<M> KeyGroup<M> {
    /// The lines of the help page.
    fn help(&self) -> HelpGroup {
        let gestures = self.gestures.iter().map(|&(gesture, help)| (gesture.to_owned(), help));
        let keys = self.bindings.iter().map(|binding| (cap(binding.keys), binding.help));
        (self.title, gestures.chain(keys).collect())
    }
}

impl<M> Node<M> {
    /// All keys of a screen, and its lines of the help page. Keys of nodes inside this one go first.
    pub fn keymap(self, groups: &'static [KeyGroup<M>]) -> Self
    where
        M: Clone,
    {
        self.with(|handlers| {
            let bindings = groups.iter().flat_map(|group| group.bindings);
            handlers.keys.extend(bindings.map(|binding| KeyHandler {
                keys: binding.keys.to_vec(),
                label: binding.label,
                message: binding.message.clone(),
            }));
            handlers.help_page = Some(Box::new(|| groups.iter().map(KeyGroup::help).collect()));
        })
    }
}

/// The binding of `message` in `groups`.
///
/// # Panics
/// If there is none: a screen asks for the bindings of its own table.
pub fn binding<M: PartialEq>(groups: &'static [KeyGroup<M>], message: &M) -> &'static Binding<M> {
    let mut all = groups.iter().flat_map(|group| group.bindings);
    all.find(|binding| binding.message == *message).expect("the table has each message that is asked for")
}

/// The buttons that step through the moves of a game: to the first one, back, forward and to the last one.
pub fn step_buttons<M: Clone + PartialEq>(
    groups: &'static [KeyGroup<M>],
    [first, back, forward, last]: [M; 4],
) -> Vec<Node<M>> {
    let steps = [(first, Icon::First), (back, Icon::Back), (forward, Icon::Forward), (last, Icon::Last)];
    steps.map(|(message, icon)| binding(groups, &message).icon_button(icon).fill(1.0)).into()
}

/// Names of keys, side by side.
pub fn cap(keys: &[Key]) -> String {
    keys.iter().map(|key| key.cap()).collect::<Vec<_>>().join(" ")
}

/// Fails if a key of `groups` has two actions, or docs/keys.md lacks a row.
#[cfg(test)]
pub(crate) fn assert_sound<M>(groups: &[KeyGroup<M>]) {
    let docs = include_str!("../../../docs/keys.md");
    let bindings: Vec<_> = groups.iter().flat_map(|group| group.bindings).collect();
    for binding in &bindings {
        for key in binding.keys {
            assert_eq!(bindings.iter().filter(|other| other.keys.contains(key)).count(), 1, "{key:?}");
        }
        let line = format!("| `{}` | {} | {} |", cap(binding.keys), binding.label, binding.help);
        assert!(docs.contains(&line), "docs/keys.md has no line\n{line}");
    }
}
