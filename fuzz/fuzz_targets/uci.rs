//! Fuzz target: UCI sessions.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xxlchess_fuzz::invariants::uci::check(bytes));
