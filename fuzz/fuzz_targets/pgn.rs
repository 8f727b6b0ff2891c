//! Fuzz target: PGN.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xxlchess_fuzz::invariants::pgn::check(bytes));
