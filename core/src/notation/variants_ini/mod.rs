//! Variant files: one section for each variant, with the keys of Fairy-Stockfish's `variants.ini`.
//!
//! `docs/variants.md` describes the keys. Nothing in a file is ignored: unknown and unsupported keys, invalid values, keys
//! that contradict each other and keys without effect are all faults, each with its line.

mod conflicts;
mod error;
mod keys;
mod pieces;
mod rules;
mod sections;
mod settings;
#[cfg(test)]
mod tests;
mod values;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::notation::text::{list_names, quote};
use crate::rules::Variant;
use crate::rules::variant::Rules;

use error::Faults;
pub use error::{VariantFileError, VariantFileFault};
use rules::{Definition, SectionContext};
pub use sections::MAX_FILE_BYTES as MAX_BYTES;
use sections::Section;
use settings::Settings;

/// The file of the built-in variants.
const BUILT_IN: &str = include_str!("../../../../assets/variants.ini");

/// A variant: its rules, and its tables of moves from their first use on.
#[derive(Debug)]
struct LoadedVariant {
    settings: Settings,
    definition: Definition,
    variant: OnceLock<Arc<Variant>>,
}

/// Variants by name, in the order of their files.
#[derive(Clone, Debug, Default)]
pub struct Variants {
    entries: Vec<Arc<LoadedVariant>>,
}

impl Variants {
    /// The built-in variants.
    ///
    /// ```
    /// let variants = xxlchess_core::notation::variants_ini::Variants::built_in();
    /// let chess = variants.find("chess")?;
    /// assert_eq!(chess.rules().files, 8);
    /// # Ok::<(), String>(())
    /// ```
    pub fn built_in() -> Self {
        // A test checks that the file has no faults.
        Self::default().parse("variants.ini", BUILT_IN, false).0
    }

    /// These variants and those of a file with this name and text, whose parents may be in either.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn with_file(&self, file_name: &str, text: &str) -> Result<Self, VariantFileError> {
        let (variants, faults) = self.parse(file_name, text, true);
        if faults.list.is_empty() { Ok(variants) } else { Err(VariantFileError(faults.list)) }
    }

    /// Names of the variants.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.definition.rules.name.as_str())
    }

    /// The variant `name`. Its tables of moves are made on first use.
    pub fn get(&self, name: &str) -> Option<Arc<Variant>> {
        self.entry(name).map(|entry| entry.variant())
    }

    /// The variant `name`.
    ///
    /// # Errors
    /// If there is none. The error lists the known names.
    pub fn find(&self, name: &str) -> Result<Arc<Variant>, String> {
        self.get(name).ok_or_else(|| {
            let known = list_names(self.names());
            format!("unknown variant {}; known variants: {known}", quote(name))
        })
    }

    /// The rules of the variant `name`, without making its tables of moves.
    pub fn rules(&self, name: &str) -> Option<&Rules> {
        self.entry(name).map(|entry| &entry.definition.rules)
    }

    fn entry(&self, name: &str) -> Option<&Arc<LoadedVariant>> {
        self.entries.iter().find(|entry| entry.definition.rules.name == name)
    }

    /// Adds the variants of a file. `check_starts` also checks the start positions, which needs the tables of moves.
    fn parse(&self, file_name: &str, text: &str, check_starts: bool) -> (Self, Faults) {
        let mut faults = Faults::new(file_name);
        let sections = sections::split(text, &mut faults);
        let mut parser =
            Parser { before: self, variants: self.clone(), own: HashMap::new(), lines: HashMap::new() };
        for section in &sections {
            parser.lines.entry(section.name).or_insert(section.line);
        }
        for section in &sections {
            parser.section(section, check_starts, &mut faults);
        }
        faults.list.sort_by_key(|fault| fault.line);
        (parser.variants, faults)
    }
}

/// All faults of a file with this name and text, by line. Parents may be built-in variants.
pub fn check(file_name: &str, text: &str) -> Vec<VariantFileFault> {
    Variants::built_in().parse(file_name, text, true).1.list
}

/// State of parsing a file.
struct Parser<'r> {
    /// Variants before the file.
    before: &'r Variants,
    /// Variants before the file and those of the file so far.
    variants: Variants,
    /// Settings of the sections so far.
    own: HashMap<&'r str, Settings>,
    /// First line of each section.
    lines: HashMap<&'r str, usize>,
}

impl<'r> Parser<'r> {
    fn section(&mut self, section: &Section<'r>, check_start: bool, faults: &mut Faults) {
        let context = SectionContext { line: section.line, earlier_faults: faults.list.len(), check_start };
        let mut settings = self.inherited(section, faults);
        settings.add(section, faults);
        if !settings.unknown_parent
            && let Some(definition) = rules::define(section.name, context, &settings, faults)
        {
            self.add(section, &settings, definition, faults);
        }
        if !section.name.is_empty() {
            self.own.entry(section.name).or_insert(settings);
        }
    }

    /// Settings that a section inherits.
    fn inherited(&self, section: &Section<'_>, faults: &mut Faults) -> Settings {
        let name = section.name;
        let line = self.lines.get(name).copied().unwrap_or(section.line);
        if !name.is_empty() && line != section.line {
            faults.add(section.line, format!("[{name}] is already given on line {line}"));
        }
        let Some(parent) = section.parent else {
            return if name.is_empty() { Settings::with_unknown_parent() } else { Settings::default() };
        };
        let known = self.own.get(parent).or_else(|| self.before.entry(parent).map(|entry| &entry.settings));
        if let Some(known) = known {
            return known.inherited();
        }
        let text = match self.lines.get(parent) {
            Some(&line) if line == section.line => format!("[{name}] cannot be its own parent"),
            Some(line) => {
                format!("the parent {parent} follows on line {line}; it must come before {name}")
            }
            None => {
                let known = list_names(self.variants.names());
                format!("unknown parent {}; known variants: {known}", quote(parent))
            }
        };
        faults.add(section.line, text);
        Settings::with_unknown_parent()
    }

    fn add(&mut self, section: &Section<'_>, settings: &Settings, new: Definition, faults: &mut Faults) {
        let name = section.name;
        if self.own.contains_key(name) {
            return;
        }
        if let Some(old) = self.before.entry(name) {
            // A known variant may be repeated with the same rules.
            if old.definition != new {
                faults.add(
                    section.line,
                    format!("{name} already exists with other rules; choose another name"),
                );
            }
            return;
        }
        let entry = LoadedVariant { settings: settings.clone(), definition: new, variant: OnceLock::new() };
        self.variants.entries.push(Arc::new(entry));
    }
}

impl LoadedVariant {
    fn variant(&self) -> Arc<Variant> {
        let make = || Arc::new(Variant::new(self.definition.rules.clone(), self.definition.start.clone()));
        Arc::clone(self.variant.get_or_init(make))
    }
}
