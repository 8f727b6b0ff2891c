//! Fuzz target: config files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xxlchess_fuzz::invariants::config::check(bytes));
