//! What must hold for the reader `simulator`, whatever the bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xxlchess_fuzz::invariants::simulator::check(bytes));
