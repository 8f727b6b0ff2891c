//! The simulator's files: moves and a board, or an error with file and line and no output.

use xxlchess_simulator::parse::Source;
use xxlchess_simulator::{RULE_SETS, run};

/// Line between layout and moves.
const BETWEEN: &[u8] = b"\n%%\n";

/// Plays the bytes. The first byte chooses rules and format. The others are layout and moves, separated by a line `%%`.
pub fn check(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let rules = super::variants().get(RULE_SETS[usize::from(first) % RULE_SETS.len()]).expect("a rule set");
    let place = rest.windows(BETWEEN.len()).position(|window| window == BETWEEN);
    let (layout, moves) = match place {
        Some(place) => (Some(&rest[..place]), &rest[place + BETWEEN.len()..]),
        None => (None, rest),
    };
    let play = || {
        let mut out = Vec::new();
        let layout = layout.map(|bytes| Source { name: "layout", bytes });
        let played = run(layout, Source { name: "moves", bytes: moves }, &rules, first & 2 != 0, &mut out);
        (played.map_err(|error| super::words(&error)), out)
    };
    let (played, out) = play();
    match &played {
        Err(words) => {
            assert!(words.starts_with("layout:") || words.starts_with("moves:"), "{words}");
            assert!(out.is_empty(), "{words}, but there is output");
        }
        Ok(()) => {
            let text = std::str::from_utf8(&out).expect("UTF-8");
            assert!(text.ends_with('\n') && text.lines().count() >= 9, "{text}");
        }
    }
    assert_eq!(play(), (played, out));
}
