//! Fuzz target: the simulator's files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xxlchess_fuzz::invariants::simulator::check(bytes));
