//! What must hold whatever a text says, one file for each reader: the fuzzer (`fuzz/`) and `tests/notation/properties.rs`
//! put the same questions to them.
//!
//! Each `check` takes any bytes at all and panics where a law is broken: a reader panics, an error does not say where
//! it is or fills the screen, or what was read is not read again as it is written.

#![allow(dead_code, reason = "each user takes its own part")]

pub mod betza;
pub mod config;
pub mod fen;
pub mod layout;
pub mod lines;
pub mod pgn;
pub mod simulator;
pub mod uci;
pub mod variants;

use std::fmt::Display;
use std::sync::{Arc, LazyLock};

use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::Variant;

/// A reader by name, and what must hold for it.
pub type Target = (&'static str, fn(&[u8]));

/// All of them; the fuzzer has a target of each name.
pub const TARGETS: [Target; 9] = [
    ("config", config::check),
    ("layout", layout::check),
    ("fen", fen::check),
    ("pgn", pgn::check),
    ("variants", variants::check),
    ("betza", betza::check),
    ("simulator", simulator::check),
    ("lines", lines::check),
    ("uci", uci::check),
];

/// Most characters that an error may take: a few lines on a screen.
const LONGEST_ERROR: usize = 2000;

/// The built-in variants, read once.
pub fn variants() -> &'static Variants {
    static VARIANTS: LazyLock<Variants> = LazyLock::new(Variants::built_in);
    &VARIANTS
}

/// A built-in variant that the first byte chooses, and the bytes after it.
fn choose(bytes: &[u8]) -> Option<(Arc<Variant>, &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    let names: Vec<&str> = variants().names().collect();
    Some((variants().get(names[usize::from(first) % names.len()])?, rest))
}

/// The words of an error, which must be some and not too many.
fn words(error: &impl Display) -> String {
    let words = error.to_string();
    assert!(!words.trim().is_empty(), "an error without words");
    assert!(words.len() <= LONGEST_ERROR, "an error of {} bytes: {words}", words.len());
    words
}
