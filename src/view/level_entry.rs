//! A level of the menu.

use crate::rules::Position;

/// Prefix of the ids of levels that the player made.
pub const OWN_LEVEL: &str = "own ";

/// Group of the player's own variants.
pub const OWN_VARIANTS: &str = "Your own games";

/// A level of the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    /// Id of the level in the settings.
    pub id: String,
    /// Heading above the levels of its kind.
    pub group: &'static str,
    pub title: String,
    /// A sentence about a variant; empty for other levels.
    pub description: &'static str,
    pub position: Position,
    /// The text of the file of a variant of the player's own, for links; empty for other levels.
    pub text: String,
}

impl LevelEntry {
    /// Whether this is the start of a variant of the player's own.
    pub fn is_own_variant(&self) -> bool {
        self.group == OWN_VARIANTS
    }

    /// Whether the player made the level.
    pub fn is_own(&self) -> bool {
        self.id.starts_with(OWN_LEVEL)
    }
}
