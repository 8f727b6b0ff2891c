//! The options of the protocol: one table, and what they are set to.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::Options;
use crate::engine::levels::Level;
use crate::files;
use crate::notation::text;
use crate::notation::variants_ini::{self, Variants};
use crate::rules::{Position, Variant};

/// The variant until another is chosen.
const DEFAULT_VARIANT: &str = "xxl";

/// A whole number within bounds: name, default, least, most.
const NUMBERS: [(&str, i64, i64, i64); 5] = [
    ("Hash", 64, 1, 65_536),
    ("Threads", 1, 1, 256),
    ("MultiPV", 1, 1, 256),
    ("Move Overhead", 30, 0, 5_000),
    ("Skill Level", 10, 1, 10),
];

/// What a new setting changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Nothing,
    Engine,
    Clear,
    Variant,
}

/// What the options are set to.
#[derive(Debug)]
pub(super) struct Settings {
    numbers: [i64; NUMBERS.len()],
    variants: Variants,
    variant: String,
}

impl Settings {
    pub fn new(variants: Variants) -> Self {
        Self {
            numbers: NUMBERS.map(|(_, default, ..)| default),
            variants,
            variant: DEFAULT_VARIANT.to_owned(),
        }
    }

    /// The lines that tell the options.
    pub fn listing(&self) -> String {
        let mut text = String::new();
        for (name, default, least, most) in NUMBERS {
            // Writing to a string does not fail.
            let _ = writeln!(text, "option name {name} type spin default {default} min {least} max {most}");
        }
        text += "option name Clear Hash type button\noption name Ponder type check default false\n";
        let _ = write!(text, "option name UCI_Variant type combo default {DEFAULT_VARIANT}");
        for name in self.variants.names() {
            let _ = write!(text, " var {name}");
        }
        text + "\noption name VariantPath type string default <empty>"
    }

    pub fn engine_options(&self) -> Options {
        // The bounds of the table make all of them positive and small enough.
        let [hash, threads, lines, overhead, _] = self.numbers.map(|n| n as usize);
        Options {
            hash_mib: hash,
            threads,
            multi_pv: lines,
            move_overhead: Duration::from_millis(overhead as u64),
        }
    }

    /// The level to play at.
    pub fn level(&self) -> Level {
        // The bounds of the table are those of the levels.
        Level::new(self.numbers[NUMBERS.len() - 1] as u8)
    }

    /// The chosen variant and its start.
    pub fn start(&self) -> (Arc<Variant>, Position) {
        // Variants come from checked tables, whose starts are legal positions.
        let variant = self.variants.get(&self.variant).expect("the chosen variant exists");
        let position = Position::start(&variant).expect("a variant's start is legal");
        (variant, position)
    }

    /// Sets an option; names of options count without regard to case.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if let Some(row) = NUMBERS.iter().position(|(other, ..)| is(other)) {
            let (name, _, least, most) = NUMBERS[row];
            let bad = || format!("{name}: a number from {least} to {most} is needed");
            let number = value.parse().ok().filter(|n| (least..=most).contains(n)).ok_or_else(bad)?;
            self.numbers[row] = number;
            return Ok(Change::Engine);
        }
        if is("Clear Hash") {
            return Ok(Change::Clear);
        }
        if is("Ponder") {
            return Ok(Change::Nothing);
        }
        if is("VariantPath") {
            return self.read_variants(value);
        }
        if is("UCI_Variant") {
            let variant = self.variants.find(value).map_err(|unknown| unknown.to_string())?;
            Position::start(&variant).map_err(|faults| format!("{value}: its start: {faults}"))?;
            self.variant = value.to_owned();
            return Ok(Change::Variant);
        }
        Err(format!("unknown option {:?}", text::shorten(name.as_bytes())))
    }

    fn read_variants(&mut self, path: &str) -> Result<Change, String> {
        if path.is_empty() || path == "<empty>" {
            return Ok(Change::Nothing);
        }
        let bytes = files::read(Path::new(path), variants_ini::MAX_BYTES as u64);
        let bytes = bytes.map_err(|unread| format!("{path}: {unread}"))?;
        let text = text::decode(&bytes).map_err(|fault| format!("{path}:{}: {fault}", fault.location))?;
        let variants = self.variants.with_file(path, text);
        self.variants = variants.map_err(|faults| faults.to_string().replace('\n', "; "))?;
        Ok(Change::Nothing)
    }
}
