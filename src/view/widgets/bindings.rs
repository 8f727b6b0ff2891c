//! The form of the tables of keys that the screens beside the game have: each has one, with its own actions.

use crate::view::input::Key;

/// What a key or a button does, in the words of the screen and of the help page.
#[derive(Clone, Copy, Debug)]
pub struct Binding<A> {
    /// What it does.
    pub action: A,
    /// The key.
    pub key: Key,
    /// What is written on the key.
    pub cap: &'static str,
    /// What it does, in a word or two.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
}

impl<A> Binding<A> {
    /// A row of a table.
    #[must_use]
    pub const fn new(
        action: A,
        key: Key,
        cap: &'static str,
        label: &'static str,
        help: &'static str,
    ) -> Self {
        Self { action, key, cap, label, help }
    }
}

/// What `key` does by `table`.
#[must_use]
pub fn find<A: Copy>(table: &[Binding<A>], key: Key) -> Option<A> {
    table.iter().find(|binding| binding.key == key).map(|binding| binding.action)
}

/// The row of `action` in `table`.
///
/// # Panics
/// If there is none: a table has a row for each action.
#[must_use]
pub fn row<A: PartialEq>(table: &[Binding<A>], action: A) -> &Binding<A> {
    table.iter().find(|binding| binding.action == action).expect("each action has a row")
}

/// Fails if a key of `table` does two things, or the documentation has not every row in the words of the table.
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
