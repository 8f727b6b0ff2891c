//! Table of the keys and buttons of the editor, and the buttons of its panel.

use super::node::{self, button, column};
use super::{Button, Node, Weight};
use crate::view::input::Key;
use crate::view::layout::Layout;

/// Heights of a button in a wide panel and in a narrow one, and the space between buttons.
const BUTTON: (f32, f32) = (32.0, 24.0);
const GAP: f32 = 4.0;
/// Scale of a panel below which its texts cannot be read, so that its buttons are left out.
const SMALLEST_UNIT: f32 = 0.5;

/// What a key or a button does, with its texts on the screen and on the help page.
#[derive(Clone, Copy, Debug)]
pub struct Binding<A> {
    pub action: A,
    pub key: Key,
    /// Name of the key.
    pub cap: &'static str,
    /// Label of the button.
    pub label: &'static str,
    /// Line of the help page.
    pub help: &'static str,
}

impl<A> Binding<A> {
    pub const fn new(
        action: A,
        key: Key,
        cap: &'static str,
        label: &'static str,
        help: &'static str,
    ) -> Self {
        Self { action, key, cap, label, help }
    }

    pub fn button<Id>(&self, id: Id, label: &str, weight: Weight) -> Node<Id> {
        self.tipped(button(id, Button { weight, ..Button::new(label, false) }))
    }

    /// `button` that shows the key and its help while the pointer rests on it.
    pub fn tipped<Id>(&self, button: Node<Id>) -> Node<Id> {
        button.named(self.label).tip(self.help, self.cap)
    }
}

/// Rows of buttons below each other, of the height that buttons have in `layout`.
pub fn button_rows<A: Copy, Id>(rows: &[&[A]], layout: &Layout, button: impl Fn(A) -> Node<Id>) -> Node<Id> {
    let height = if layout.is_wide() { BUTTON.0 } else { BUTTON.1 };
    let line =
        |actions: &&[A]| node::row(actions.iter().map(|&action| button(action))).gap(GAP).height(height);
    column(rows.iter().map(line).collect::<Vec<_>>()).gap(GAP)
}

/// Scale of a panel that needs this height beside the board, or this size below it; `None` if there is no room for one
/// that can be read.
pub fn panel_unit(layout: &Layout, least_height: f32, least_below: (f32, f32)) -> Option<f32> {
    let area = layout.sidebar;
    let most = if layout.is_upright() {
        (area.w / least_below.0).min(area.h / least_below.1)
    } else {
        area.h / least_height
    };
    Some(layout.unit().min(most)).filter(|&unit| unit >= SMALLEST_UNIT)
}

/// What `key` does by `table`.
pub fn find<A: Copy>(table: &[Binding<A>], key: Key) -> Option<A> {
    table.iter().find(|binding| binding.key == key).map(|binding| binding.action)
}

/// The row of `action` in `table`.
///
/// # Panics
/// If there is none: a table has a row for each action.
pub fn row<A: PartialEq>(table: &[Binding<A>], action: A) -> &Binding<A> {
    table.iter().find(|binding| binding.action == action).expect("each action has a row")
}

/// Fails if a key of `table` has two actions, or docs/keys.md lacks a row.
#[cfg(test)]
pub(crate) fn assert_sound<A: Copy + PartialEq + std::fmt::Debug>(table: &[Binding<A>]) {
    let docs = include_str!("../../../docs/keys.md");
    for row in table {
        assert_eq!(table.iter().filter(|other| other.key == row.key).count(), 1, "{}", row.cap);
        assert_eq!(find(table, row.key), Some(row.action));
        let line = format!("| `{}` | {} | {} |", row.cap, row.label, row.help);
        assert!(docs.contains(&line), "docs/keys.md has no line\n{line}");
    }
}
