//! Variant files: every rule set as a section of text, in the keys of Fairy-Stockfish's `variants.ini`.
//!
//! The keys are described in `docs/variants.md`. Nothing in a file is ignored: an unknown key, a rule that this
//! engine has not, a value that cannot be read and keys that contradict each other are all faults, told by line.

mod build;
mod contradict;
mod error;
mod file;
mod keys;
mod pieces;
mod refused;
mod region;
mod settings;
mod start;
#[cfg(test)]
mod tests;
mod value;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::notation::text::{list_names, quote};
use crate::rules::Variant;
use crate::rules::variant::Rules;

use build::{Definition, Place};
use error::Faults;
pub use error::{UnknownVariant, VariantFileError, VariantFileFault};
pub use file::MAX_FILE_BYTES as LONGEST;
use settings::Settings;

/// The variants built into the program, as text.
const BUILT_IN: &str = include_str!("../../../assets/variants.ini");

/// One variant: its rules as plain values, and the tables once they are asked for.
#[derive(Debug)]
struct Entry {
    settings: Settings,
    definition: Definition,
    ready: OnceLock<Arc<Variant>>,
}

/// An ordered collection of variants by name.
#[derive(Clone, Debug, Default)]
pub struct Variants {
    entries: Vec<Arc<Entry>>,
}

impl Variants {
    /// The variants built into the program.
    ///
    /// ```
    /// let variants = xxlchess::notation::variants_ini::Variants::built_in();
    /// let chess = variants.find("chess")?;
    /// assert_eq!(chess.rules().files, 8);
    /// # Ok::<(), xxlchess::notation::variants_ini::UnknownVariant>(())
    /// ```
    #[must_use]
    pub fn built_in() -> Self {
        // A test shows that the text has no faults.
        Self::default().read("variants.ini", BUILT_IN, false).0
    }

    /// These variants and those of the file `file_name` with the content `text`, whose parents may be any of both.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn with_file(&self, file_name: &str, text: &str) -> Result<Self, VariantFileError> {
        let (variants, faults) = self.read(file_name, text, true);
        if faults.list.is_empty() { Ok(variants) } else { Err(VariantFileError(faults.list)) }
    }

    /// The names, in the order of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.definition.rules.name.as_str())
    }

    /// The variant called `name`, made ready for play when it is first asked for.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Arc<Variant>> {
        self.entry(name).map(|entry| entry.variant())
    }

    /// The variant called `name`.
    ///
    /// # Errors
    /// When there is none; the error lists the names there are.
    pub fn find(&self, name: &str) -> Result<Arc<Variant>, UnknownVariant> {
        let known = || self.names().map(str::to_owned).collect();
        self.get(name).ok_or_else(|| UnknownVariant { name: name.to_owned(), known: known() })
    }

    /// The rules of the variant called `name` as plain values, without making it ready for play.
    #[must_use]
    pub fn rules(&self, name: &str) -> Option<&Rules> {
        self.entry(name).map(|entry| &entry.definition.rules)
    }

    fn entry(&self, name: &str) -> Option<&Arc<Entry>> {
        self.entries.iter().find(|entry| entry.definition.rules.name == name)
    }

    /// Reads `text` after these variants; `deep` also tries every start, which takes the time of making its tables.
    fn read(&self, file_name: &str, text: &str, deep: bool) -> (Self, Faults) {
        let mut faults = Faults::new(file_name);
        let sections = file::sections(text, &mut faults);
        let mut reader =
            Reader { before: self, variants: self.clone(), own: HashMap::new(), lines: HashMap::new() };
        for section in &sections {
            reader.lines.entry(section.name).or_insert(section.line);
        }
        for section in &sections {
            reader.section(section, deep, &mut faults);
        }
        faults.list.sort_by_key(|fault| fault.line);
        (reader.variants, faults)
    }
}

/// Every fault of the file `file_name` with the content `text`, by line; none if it can be used.
///
/// Parents may be in the file, above their children, or built into the program.
#[must_use]
pub fn check(file_name: &str, text: &str) -> Vec<VariantFileFault> {
    Variants::built_in().read(file_name, text, true).1.list
}

/// A file on its way from sections to variants.
struct Reader<'r> {
    /// The variants known before the file.
    before: &'r Variants,
    /// These, and those of the file so far.
    variants: Variants,
    /// The settings of the file's sections so far.
    own: HashMap<&'r str, Settings>,
    /// The first line of each section of the file.
    lines: HashMap<&'r str, usize>,
}

impl<'r> Reader<'r> {
    fn section(&mut self, section: &file::Section<'r>, deep: bool, faults: &mut Faults) {
        let place = Place { line: section.line, faults: faults.list.len(), deep };
        let mut settings = self.beginning(section, faults);
        settings.add(section, faults);
        if !settings.orphan
            && let Some(definition) = build::build(section.name, place, &settings, faults)
        {
            self.keep(section, &settings, definition, faults);
        }
        if !section.name.is_empty() {
            self.own.entry(section.name).or_insert(settings);
        }
    }

    /// What a section has before its own entries.
    fn beginning(&self, section: &file::Section<'_>, faults: &mut Faults) -> Settings {
        let name = section.name;
        let line = self.lines.get(name).copied().unwrap_or(section.line);
        if !name.is_empty() && line != section.line {
            faults.add(section.line, format!("[{name}] is given a second time, after line {line}"));
        }
        let Some(parent) = section.parent else {
            return if name.is_empty() { Settings::orphan() } else { Settings::default() };
        };
        let known = self.own.get(parent).or_else(|| self.before.entry(parent).map(|entry| &entry.settings));
        if let Some(known) = known {
            return known.inherited();
        }
        let text = match self.lines.get(parent) {
            Some(&line) if line == section.line => format!("[{name}] cannot be its own parent"),
            Some(line) => {
                format!("the parent {parent} comes later, on line {line}; it must stand before {name}")
            }
            None => {
                let known = list_names(self.variants.names());
                format!("there is no variant {} to build on; there are {known}", quote(parent))
            }
        };
        faults.add(section.line, text);
        Settings::orphan()
    }

    fn keep(
        &mut self,
        section: &file::Section<'_>,
        settings: &Settings,
        new: Definition,
        faults: &mut Faults,
    ) {
        let name = section.name;
        if self.own.contains_key(name) {
            return;
        }
        if let Some(old) = self.before.entry(name) {
            // Telling a known variant again does no harm.
            if old.definition != new {
                faults.add(
                    section.line,
                    format!("{name} is already known with other rules; choose another name"),
                );
            }
            return;
        }
        let entry = Entry { settings: settings.clone(), definition: new, ready: OnceLock::new() };
        self.variants.entries.push(Arc::new(entry));
    }
}

impl Entry {
    fn variant(&self) -> Arc<Variant> {
        let make = || Arc::new(Variant::new(self.definition.rules.clone(), self.definition.start.clone()));
        Arc::clone(self.ready.get_or_init(make))
    }
}
