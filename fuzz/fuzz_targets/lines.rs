//! What must hold for the reader `lines`, whatever the bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| xxlchess_fuzz::invariants::lines::check(bytes));
