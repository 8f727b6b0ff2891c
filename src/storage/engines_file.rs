//! File with the engines that the user has added (`engines.json`).

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::game::engines::{EngineEntry, EngineList};
use crate::platform::file_system;

/// Maximum size of the file, in bytes.
pub const MAX_BYTES: u64 = 1 << 20;

#[derive(Serialize, Deserialize)]
struct File {
    #[serde(default)]
    opponent: String,
    #[serde(default)]
    analyst: String,
    engines: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    command: String,
    name: String,
    /// Values of the options that differ from their defaults.
    #[serde(default)]
    values: BTreeMap<String, String>,
    /// Lines of UCI with the options of the engine.
    #[serde(default)]
    options: Vec<String>,
}

/// Reads the file at `path`. If it is missing or damaged, there are no engines.
pub fn load(path: &Path) -> EngineList {
    read(&file_system::read(path, MAX_BYTES).unwrap_or_default()).unwrap_or_default()
}

/// Whether the file can be read, so that the next [`save`] loses nothing.
pub fn is_whole(bytes: &[u8]) -> bool {
    read(bytes).is_some()
}

/// Saves the engines.
pub fn save(path: &Path, list: &EngineList) -> io::Result<()> {
    let entry = |entry: &EngineEntry| Entry {
        command: entry.command.clone(),
        name: entry.name().to_owned(),
        values: entry.values.clone(),
        options: entry.info.options.iter().map(ToString::to_string).collect(),
    };
    let EngineList { entries, opponent, analyst } = list.clone();
    let file = File { opponent, analyst, engines: entries.iter().map(entry).collect() };
    let text = serde_json::to_string_pretty(&file).map_err(io::Error::other)?;
    file_system::replace(path, format!("{text}\n").as_bytes())
}

fn read(bytes: &[u8]) -> Option<EngineList> {
    let File { opponent, analyst, engines } = serde_json::from_slice(bytes).ok()?;
    let entry = |entry: Entry| {
        let mut engine = EngineEntry { values: entry.values, ..EngineEntry::new(&entry.command) };
        engine.info.add(&format!("id name {}", entry.name));
        entry.options.iter().for_each(|line| engine.info.add(line));
        engine
    };
    Some(EngineList { entries: engines.into_iter().map(entry).collect(), opponent, analyst })
}
