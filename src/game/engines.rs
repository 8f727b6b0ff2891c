//! The engines of other programs that the user has added.

use std::collections::BTreeMap;

use super::worker::Worker;
use crate::protocol::uci::client::EngineInfo;

/// Worker that starts the engine of a command once. It returns its name and options, or a sentence why it cannot be used.
pub type EngineTester = dyn Worker<String, Result<EngineInfo, String>>;

/// The engines that the user has added, and which of them are in use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineList {
    /// The engines, in the order in which they were added. No two have the same name.
    pub entries: Vec<EngineEntry>,
    /// Name of the engine that plays if the opponent is an engine.
    pub opponent: String,
    /// Name of the engine that analyses games and gives hints; empty for the engine of this program.
    pub analyst: String,
}

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

impl EngineList {
    /// The engine of this name.
    pub fn find(&self, name: &str) -> Option<&EngineEntry> {
        self.entries.iter().find(|entry| entry.name() == name)
    }

    /// Adds an engine that was tested, or replaces the information on the engine of this command. An engine whose name
    /// is taken gets a number behind it. Returns its index.
    pub fn add(&mut self, command: &str, mut info: EngineInfo) -> usize {
        let index = self.entries.iter().position(|entry| entry.command == command);
        let index = index.unwrap_or(self.entries.len());
        let name = EngineEntry { info: info.clone(), ..EngineEntry::new(command) }.name().to_owned();
        let is_taken = |name: &str| {
            self.entries.iter().enumerate().any(|(other, entry)| other != index && entry.name() == name)
        };
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        info.name =
            std::iter::once(name.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or(name);
        match self.entries.get_mut(index) {
            Some(entry) => {
                let before = entry.name().to_owned();
                entry.info = info;
                let now = entry.name().to_owned();
                self.replace_chosen(&before, &now);
            }
            None => self.entries.push(EngineEntry { info, ..EngineEntry::new(command) }),
        }
        index
    }

    /// Removes the engine with this index, which exists, and returns it. It is not in use any more.
    pub fn remove(&mut self, index: usize) -> EngineEntry {
        let entry = self.entries.remove(index);
        self.replace_chosen(entry.name(), "");
        entry
    }

    /// Replaces the name of an engine where it is in use.
    fn replace_chosen(&mut self, before: &str, now: &str) {
        for chosen in [&mut self.opponent, &mut self.analyst] {
            if chosen == before {
                now.clone_into(chosen);
            }
        }
    }
}

impl EngineEntry {
    /// An engine that was not tested yet.
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned(), ..Self::default() }
    }

    /// The name of the engine, or the name of its file if it has none.
    pub fn name(&self) -> &str {
        let file = || self.command.rsplit(['/', '\\']).next().unwrap_or_default();
        if self.info.name.is_empty() { file() } else { &self.info.name }
    }

    /// The value of an option.
    pub fn value(&self, option: &str) -> String {
        let default = || self.info.option(option).map(|option| option.default_value());
        self.values.get(option).cloned().or_else(default).unwrap_or_default()
    }

    /// Sets an option. A value that is the default is not kept.
    pub fn set(&mut self, option: &str, value: String) {
        if self.info.option(option).is_some_and(|option| option.default_value() == value) {
            self.values.remove(option);
        } else {
            self.values.insert(option.to_owned(), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two engines of the same name get different names. An engine that is tested again keeps its name and its options.
    #[test]
    fn engines_have_different_names() {
        let mut list = EngineList::default();
        let hash = "id name Fish\noption name Hash type spin default 16 min 1 max 64";
        assert_eq!(
            [
                list.add("/a", EngineInfo::parse(hash)),
                list.add("/b", EngineInfo::parse(hash)),
                list.add("/c/d", EngineInfo::parse(""))
            ],
            [0, 1, 2]
        );
        list.entries[0].set("Hash", "32".to_owned());
        assert_eq!(list.add("/a", EngineInfo::parse(hash)), 0);
        assert_eq!(list.add("/b", EngineInfo::parse(hash)), 1);
        let names: Vec<&str> = list.entries.iter().map(EngineEntry::name).collect();
        assert_eq!(names, ["Fish", "Fish (2)", "d"]);
        assert_eq!(
            (list.entries[0].value("Hash"), list.entries[1].value("Hash")),
            ("32".into(), "16".into())
        );
        list.entries[0].set("Hash", "16".to_owned());
        assert!(list.entries[0].values.is_empty(), "the default is not kept");
    }

    /// The opponent is the same engine after a new version has another name. An engine that is removed is not in use.
    #[test]
    fn an_engine_in_use_may_be_renamed_and_removed() {
        let mut list = EngineList::default();
        list.add("/a", EngineInfo::parse("id name Fish 1"));
        list.add("/b", EngineInfo::parse("id name Other"));
        (list.opponent, list.analyst) = ("Fish 1".to_owned(), "Other".to_owned());
        list.add("/a", EngineInfo::parse("id name Fish 2"));
        assert_eq!((list.opponent.as_str(), list.analyst.as_str()), ("Fish 2", "Other"));
        assert_eq!(list.remove(0).name(), "Fish 2");
        assert_eq!((list.opponent.as_str(), list.analyst.as_str()), ("", "Other"));
    }
}
