//! Fuzz target: variant files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xxlchess_fuzz::invariants::variants::check(bytes));
