//! Variant files: one section for each variant, with the keys of Fairy-Stockfish's `variants.ini`.
//!
//! `docs/variants.md` describes the keys. Nothing in a file is ignored but keys about the display: unknown and unsupported
//! keys, invalid values, keys that contradict each other and keys without effect are all faults, each with its line.

pub mod choices;
mod conflicts;
mod counting_rules;
mod definition;
pub mod design;
mod draft;
mod error;
mod keys;
mod pieces;
mod sections;
mod settings;
#[cfg(test)]
mod tests;
mod values;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, OnceLock};

use crate::notation::text::{did_you_mean, hash, list_names, quote, shorten, similar};
use crate::notation::variant_tag::variant_name;
use crate::rules::Variant;
use crate::rules::variant::Rules;

use definition::{Definition, SectionContext};
use error::Faults;
pub use error::{LineFault, UnknownVariant, VariantFileError, VariantFileFault};
use keys::Key;
pub use sections::MAX_FILE_BYTES as MAX_BYTES;
use sections::Section;
use settings::Settings;

/// The files of the built-in variants, with their texts. A section may have a parent in an earlier file.
const BUILT_IN: [(&str, &str); 2] = [
    ("variants.ini", include_str!("../../../assets/variants.ini")),
    ("large.ini", include_str!("../../../assets/large.ini")),
];

/// A variant: its rules, and its tables of moves from their first use on.
#[derive(Clone, Debug)]
struct LoadedVariant {
    /// Its section in a file, without comments.
    section: String,
    parent: Option<String>,
    settings: Settings,
    definition: Definition,
    /// File of a network of its own.
    network: Option<Arc<[u8]>>,
    variant: OnceLock<Arc<Variant>>,
}

/// Variants by name, in the order of their files.
#[derive(Clone, Debug, Default)]
pub struct Variants {
    entries: Vec<Arc<LoadedVariant>>,
    /// Number of entries at the beginning that are built in.
    built_in: usize,
}

impl Variants {
    /// The built-in variants.
    ///
    /// ```
    /// let variants = xxlchess_core::notation::variants_ini::Variants::built_in();
    /// let chess = variants.find("chess")?;
    /// assert_eq!(chess.rules().files, 8);
    /// # Ok::<(), xxlchess_core::notation::variants_ini::UnknownVariant>(())
    /// ```
    pub fn built_in() -> Self {
        // Parsing takes several milliseconds, and lists of lessons and puzzles ask for each of their rows.
        static PARSED: LazyLock<Variants> = LazyLock::new(|| {
            // A test checks that the files have no faults.
            let earlier = Variants::default();
            let variants =
                BUILT_IN.iter().fold(earlier, |earlier, (name, text)| earlier.parse(name, text, false).0);
            Variants { built_in: variants.entries.len(), ..variants }
        });
        PARSED.clone()
    }

    /// These variants and those of the file with this name and text. A parent may be in the file or among these
    /// variants.
    ///
    /// # Errors
    /// All faults of the file.
    ///
    /// ```
    /// # use xxlchess_core::notation::variants_ini::Variants;
    /// let own = "[quick:chess]\nnMoveRule = 10\n";
    /// let variants = Variants::built_in().with_file("own.ini", own).unwrap();
    /// assert_eq!(variants.rules("quick").unwrap().move_rule_plies, 20);
    /// ```
    pub fn with_file(&self, file_name: &str, text: &str) -> Result<Self, VariantFileError> {
        let (variants, faults, _) = self.parse(file_name, text, true);
        if faults.list.is_empty() { Ok(variants) } else { Err(VariantFileError(faults.list)) }
    }

    /// These variants and those of a file without its faulty sections and their children. Also returns why each of
    /// these sections was left out.
    ///
    /// ```
    /// # use xxlchess_core::notation::variants_ini::Variants;
    /// let (_, left_out) = Variants::built_in().with_valid_sections("own.ini", "[a:chess]\nmaxRank = x\n");
    /// assert!(left_out[0].to_string().starts_with("own.ini:1: [a] is left out: line 2: maxRank = x"));
    /// ```
    pub fn with_valid_sections(&self, file_name: &str, text: &str) -> (Self, Vec<VariantFileFault>) {
        let (variants, _, left_out) = self.parse(file_name, text, true);
        (variants, left_out.list)
    }

    /// Names of the variants.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name())
    }

    /// Names of the variants that are not built in.
    pub fn own_names(&self) -> impl Iterator<Item = &str> {
        self.names().skip(self.built_in)
    }

    /// The text of a file with the variant `name`, and before it those of its parents that are not built in. It is empty for a
    /// built-in variant.
    ///
    /// ```
    /// # use xxlchess_core::notation::variants_ini::Variants;
    /// let text = "[quick:chess]\nnMoveRule = 10\n[quicker:quick]\nnMoveRule = 5\n";
    /// let variants = Variants::built_in().with_file("own.ini", text).unwrap();
    /// assert_eq!(variants.file_text("quicker"), text);
    /// assert_eq!(variants.file_text("chess"), "");
    /// ```
    pub fn file_text(&self, name: &str) -> String {
        sections(&self.entries[self.built_in..], name)
    }

    /// Hash of the rules of `name`, as its section and those of its parents have them. Names and drawings of pieces do not
    /// count, and neither do built-in parents of a variant that is not built in.
    ///
    /// ```
    /// # use xxlchess_core::notation::variants_ini::Variants;
    /// let hash = |text: &str| Variants::built_in().with_file("own.ini", text).unwrap().rules_hash("own");
    /// let own = hash("[own:chess]\nnMoveRule = 10\n");
    /// assert_eq!(own, hash("# Quick\n[own:chess]\nnMoveRule = 10\nxPieceNames = r:tower\n"));
    /// assert_ne!(own, hash("[own:chess]\nnMoveRule = 11\n"));
    /// let built_in = Variants::built_in();
    /// assert_ne!(built_in.rules_hash("chess"), built_in.rules_hash("xxl"));
    /// ```
    pub fn rules_hash(&self, name: &str) -> u32 {
        let own = self.file_text(name);
        let text = if own.is_empty() { sections(&self.entries, name) } else { own };
        let is_look = |line: &&str| {
            [Key::xPieceNames, Key::xPieceDrawings].into_iter().any(|key| line.starts_with(key.name()))
        };
        hash(text.lines().filter(|line| !is_look(line)).collect::<Vec<_>>().join("\n"))
    }

    /// The variant `name`. Its attack tables are built on first use.
    pub fn get(&self, name: &str) -> Option<Arc<Variant>> {
        self.entry(name).map(|entry| entry.variant())
    }

    /// The variant `name`. If there is none, the case of its letters is ignored.
    ///
    /// # Errors
    /// If there is none. The error has the most similar name and lists the known ones.
    ///
    /// ```
    /// # use xxlchess_core::notation::variants_ini::Variants;
    /// assert_eq!(Variants::built_in().find("Chess").unwrap().rules().name, "chess");
    /// assert_eq!(Variants::built_in().find("ches").unwrap_err().name, "ches");
    /// ```
    pub fn find(&self, name: &str) -> Result<Arc<Variant>, UnknownVariant> {
        let other_case = || self.names().find(|known| known.eq_ignore_ascii_case(name));
        self.get(name).or_else(|| self.get(other_case()?)).ok_or_else(|| UnknownVariant {
            name: shorten(name.as_bytes()),
            similar: similar(name, self.names()).map(str::to_owned),
            known: list_names(self.names()),
        })
    }

    /// The variant that the tag Variant of a PGN names. A variant called `tag` comes before those that other programs call so.
    ///
    /// # Errors
    /// If there is none, as [`Variants::find`].
    ///
    /// ```
    /// # use xxlchess_core::notation::variants_ini::Variants;
    /// assert_eq!(Variants::built_in().find_by_tag("King of the Hill").unwrap().rules().name, "kingofthehill");
    /// ```
    pub fn find_by_tag(&self, tag: &str) -> Result<Arc<Variant>, UnknownVariant> {
        self.find(tag).or_else(|unknown| self.find(variant_name(tag)).map_err(|_| unknown))
    }

    /// The rules of the variant `name`, without making its tables of moves.
    pub fn rules(&self, name: &str) -> Option<&Rules> {
        self.entry(name).map(|entry| &entry.definition.rules)
    }

    fn entry(&self, name: &str) -> Option<&Arc<LoadedVariant>> {
        self.entries.iter().find(|entry| entry.name() == name)
    }

    /// These variants, of which the one called `name` has the file of a [network](Variant::network).
    #[must_use]
    pub fn with_network(mut self, name: &str, file: Vec<u8>) -> Self {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.name() == name) {
            let (network, variant) = (Some(file.into()), OnceLock::new());
            *entry = Arc::new(LoadedVariant { network, variant, ..LoadedVariant::clone(entry) });
        }
        self
    }

    /// Adds the variants of a file without its faulty sections. Returns all faults, and a fault for each section that was
    /// left out. `check_starts` also checks the start positions, which needs the tables of moves.
    fn parse(&self, file_name: &str, text: &str, check_starts: bool) -> (Self, Faults, Faults) {
        let (mut faults, mut left_out) = (Faults::new(file_name), Faults::new(file_name));
        let sections = sections::split(text, &mut faults);
        let first = sections.first().map_or(usize::MAX, |section| section.line);
        left_out.list.extend(faults.list.iter().filter(|fault| fault.line < first).cloned());
        let mut parser = Parser {
            before: self,
            variants: self.clone(),
            own: HashMap::new(),
            split_faults: faults.list.len(),
            lines: HashMap::new(),
        };
        for section in &sections {
            parser.lines.entry(section.name).or_insert(section.line);
        }
        for (number, section) in sections.iter().enumerate() {
            let end = sections.get(number + 1).map_or(usize::MAX, |next| next.line);
            let fault = parser.section(section, section.line..end, check_starts, &mut faults);
            if let Some(fault) = fault {
                left_out.add(section.line, format!("[{}] is left out: {fault}", section.name));
            }
        }
        faults.list.sort_by_key(|fault| fault.line);
        (parser.variants, faults, left_out)
    }
}

/// The sections of `name` and of its parents among `entries`, parents first.
fn sections(entries: &[Arc<LoadedVariant>], name: &str) -> String {
    let find = |name: &str| entries.iter().find(|entry| entry.name() == name);
    let mut sections = Vec::new();
    let mut next = find(name);
    // A parent is defined before its children, so this ends.
    while let Some(entry) = next {
        sections.push(entry.section.as_str());
        next = entry.parent.as_deref().and_then(find);
    }
    sections.into_iter().rev().collect()
}

/// Names of the sections of a variant file, in its order. The name of a section with an invalid header is empty. Other faults
/// are ignored.
///
/// ```
/// # use xxlchess_core::notation::variants_ini::section_names;
/// assert_eq!(section_names("[mine:chess]\nnMoveRule = 20\n[other]\n"), ["mine", "other"]);
/// ```
pub fn section_names(text: &str) -> Vec<&str> {
    sections::split(text, &mut Faults::new("")).into_iter().map(|section| section.name).collect()
}

/// All faults of a file with this name and text, by line.
///
/// ```
/// # use xxlchess_core::notation::variants_ini;
/// let faults = variants_ini::check("own.ini", "[a:chess]\nmaxrank = 8\n");
/// assert_eq!(faults[0].to_string(), "own.ini:2: unknown key \"maxrank\"; did you mean maxRank?");
/// ```
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
    /// Number of faults that were found before the first section was parsed.
    split_faults: usize,
    /// First line of each section.
    lines: HashMap<&'r str, usize>,
}

impl<'r> Parser<'r> {
    /// Adds the variant of a section on these lines. If it was left out, returns why.
    fn section(
        &mut self,
        section: &Section<'r>,
        lines: Range<usize>,
        check_start: bool,
        faults: &mut Faults,
    ) -> Option<String> {
        let context = SectionContext { line: section.line, earlier_faults: faults.list.len(), check_start };
        let mut settings = self.inherited(section, faults);
        settings.add(section, faults);
        let split_faults = self.split_faults;
        // The faults of lines that are no entry were found by `sections::split` and are sorted by line.
        let fault = |faults: &Faults| {
            let (split, own) = (&faults.list[..split_faults], &faults.list[context.earlier_faults..]);
            let first = split.partition_point(|fault| fault.line < lines.start);
            split.get(first).filter(|fault| lines.contains(&fault.line)).or(own.first()).cloned()
        };
        if !settings.unknown_parent
            && let Some(definition) = definition::define(section.name, context, &settings, faults)
            && !settings.is_faulty
            && fault(faults).is_none()
        {
            self.add(section, &settings, definition, faults);
        }
        let own = fault(faults).map(|fault| format!("line {}: {}", fault.line, fault.fault));
        let reason = own.or(settings.is_faulty.then(|| "its parent is left out".to_owned()));
        settings.is_faulty = reason.is_some();
        if !section.name.is_empty() {
            self.own.entry(section.name).or_insert(settings);
        }
        reason
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
                format!(
                    "unknown parent {}{}",
                    quote(parent),
                    did_you_mean(similar(parent, self.variants.names()))
                )
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
            // A known variant may be repeated with the same rules, whatever its pieces are called.
            if !old.definition.has_rules_of(new) {
                faults.add(
                    section.line,
                    format!("{name} already exists with other rules; choose another name"),
                );
            }
            return;
        }
        let entry = LoadedVariant {
            section: section.to_string(),
            parent: section.parent.map(str::to_owned),
            settings: settings.clone(),
            definition: new,
            network: None,
            variant: OnceLock::new(),
        };
        self.variants.entries.push(Arc::new(entry));
    }
}

impl LoadedVariant {
    fn name(&self) -> &str {
        &self.definition.rules.name
    }

    fn variant(&self) -> Arc<Variant> {
        let make = || {
            let variant = Variant::new(self.definition.rules.clone(), self.definition.start.clone());
            Arc::new(variant.with_network(self.network.clone()))
        };
        Arc::clone(self.variant.get_or_init(make))
    }
}
