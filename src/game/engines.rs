//! The engines of other programs that the user has added.

use std::collections::BTreeMap;

use crate::protocol::uci::client::EngineInfo;

/// An engine that the user has added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineEntry {
    /// Path of the program, or path and arguments with spaces between them.
    pub command: String,
    /// Name and options that the engine had when it was tested.
    pub info: EngineInfo,
    /// The options that differ from their defaults.
    pub values: BTreeMap<String, String>,
}

/// The engines that the user has added, and which of them are in use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineList {
    /// The engines, in the order in which they were added. No two have the same name.
    pub entries: Vec<EngineEntry>,
    /// Name of the engine that plays if the opponent is an engine.
    pub opponent: String,
}

impl EngineList {
    /// The engine of this name.
    pub fn find(&self, name: &str) -> Option<&EngineEntry> {
        self.entries.iter().find(|entry| entry.name() == name)
    }
}

impl EngineEntry {
    /// The name of the engine, or the name of its file if it has none.
    pub fn name(&self) -> &str {
        let file = || self.command.rsplit(['/', '\\']).next().unwrap_or_default();
        if self.info.name.is_empty() { file() } else { &self.info.name }
    }
}
