//! Variant files: variants that can be played from the start, or faults with their lines.

use xxlchess::rules::Position;

/// Parses the bytes as a file of variants.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let lines = text.lines().count().max(1);
    match super::variants().with_file("own.ini", text) {
        Err(error) => {
            super::words(&error);
            assert!(!error.0.is_empty(), "an error without a fault");
            for fault in &error.0 {
                let words = super::words(fault);
                assert!(words.starts_with("own.ini:"), "{words}");
                assert!((1..=lines).contains(&fault.line), "{words}");
            }
        }
        Ok(variants) => {
            let new = variants.names().filter(|name| super::variants().rules(name).is_none());
            for variant in new.filter_map(|name| variants.get(name)) {
                super::fen::assert_consistent(&Position::start(&variant).expect("a legal start"));
            }
        }
    }
}
