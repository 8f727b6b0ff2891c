//! Fuzz target: layouts.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xxlchess_fuzz::invariants::layout::check(bytes));
