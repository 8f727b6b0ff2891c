//! Fuzz target: lines of UCI.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xxlchess_fuzz::invariants::lines::check(bytes));
