//! Variant files: every rule set as a section of text, in the keys of Fairy-Stockfish's `variants.ini`.
//!
//! The keys are described in `docs/variants.md`. Nothing in a file is ignored: an unknown key, a rule that this
//! engine has not, a value that cannot be read and keys that contradict each other are all faults, told by line.

mod build;
mod check;
mod error;
mod file;
mod keys;
mod pieces;
mod refused;
mod region;
mod settings;
mod value;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::rules::Variant;
use crate::rules::variant::Rules;

use build::Definition;
use error::Faults;
pub use error::{Fault, UnknownVariant, VariantFileError};
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
        Self::default().read("variants.ini", BUILT_IN).0
    }

    /// These variants and those of the file `file_name` with the content `text`, whose parents may be any of both.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn extended_by(&self, file_name: &str, text: &str) -> Result<Self, VariantFileError> {
        let (variants, mut faults) = self.read(file_name, text);
        if faults.list.is_empty() {
            return Ok(variants);
        }
        faults.list.sort_by_key(|fault| fault.line);
        Err(VariantFileError(faults.list))
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

    fn read(&self, file_name: &str, text: &str) -> (Self, Faults) {
        let mut faults = Faults::new(file_name);
        let mut variants = self.clone();
        let sections = file::sections(text, &mut faults);
        let first = settings::by_name(&sections);
        let mut own: HashMap<&str, Settings> = HashMap::new();
        for (number, section) in sections.iter().enumerate() {
            let parent = section.parent.map(|parent| {
                own.get(parent)
                    .or_else(|| variants.entry(parent).map(|e| &e.settings))
                    .map(Settings::inherited)
            });
            let mut settings = parent.flatten().unwrap_or_default();
            settings.add(section, &mut faults);
            let _ = (number, &first);
            if let Some(definition) = build::build(section.name, section.line, &settings, &mut faults) {
                let entry = Entry { settings: settings.clone(), definition, ready: OnceLock::new() };
                variants.entries.push(Arc::new(entry));
            }
            own.insert(section.name, settings);
        }
        (variants, faults)
    }
}

impl Entry {
    fn variant(&self) -> Arc<Variant> {
        let make = || Arc::new(Variant::new(self.definition.rules.clone(), self.definition.start.clone()));
        Arc::clone(self.ready.get_or_init(make))
    }
}
