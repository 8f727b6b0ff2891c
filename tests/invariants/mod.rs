//! Properties of the parsers, one file for each: the fuzzer (`fuzz/`) and `tests/notation/properties.rs` check them.
//!
//! Each `check` takes any bytes and panics where a property does not hold: a parser panics, an error has no location or is
//! too long, or a formatted value is not parsed as it was.

#![allow(dead_code, reason = "each user needs some of it")]

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

/// Name of a parser and the check of its properties.
pub type Target = (&'static str, fn(&[u8]));

/// All parsers; the fuzzer has a target of each name.
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

/// Longest error, in bytes: a few lines on a screen.
const LONGEST_ERROR: usize = 2000;

/// The built-in variants, parsed once.
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

/// The message of an error, which must not be empty or too long.
fn words(error: &impl Display) -> String {
    let words = error.to_string();
    assert!(!words.trim().is_empty(), "an error without a message");
    assert!(words.len() <= LONGEST_ERROR, "an error of {} bytes: {words}", words.len());
    words
}
