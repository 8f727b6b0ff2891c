//! The protocol: whatever is said, the process goes on, and what asks for an answer has one.

use std::io::Cursor;

/// Says the bytes to the engine and hears it to the end.
pub fn check(bytes: &[u8]) {
    let lines: Vec<String> = String::from_utf8_lossy(bytes).split('\n').map(bounded).collect();
    let mut heard = Vec::new();
    let said = Cursor::new(format!("setoption name Hash value 1\n{}", lines.join("\n")));
    xxlchess::uci::run_with(super::variants().clone(), said, &mut heard);
    let heard = String::from_utf8(heard).expect("UTF-8");
    answered(&lines, &heard);
    let longest = heard.lines().map(str::len).max().unwrap_or(0);
    assert!(longest <= super::LONGEST_ERROR, "{lines:?}\n{heard}");
}

/// Whatever of `lines` asks for an answer, up to `quit`, has one in what was `heard`.
pub fn answered(lines: &[String], heard: &str) {
    let said = lines.iter().map(|line| line.split_whitespace().next().unwrap_or_default());
    let said: Vec<_> = said.take_while(|word| *word != "quit").collect();
    let asked = |word: &str| said.iter().filter(|said| **said == word).count();
    let answers = |words: &str| heard.lines().filter(|line| line.starts_with(words)).count();
    assert_eq!(answers("readyok"), asked("isready"), "{lines:#?}\n{heard}");
    assert_eq!(answers("uciok"), asked("uci"), "{lines:#?}\n{heard}");
    let refused = answers("info string go: ");
    let counted = answers("Nodes searched: ");
    assert_eq!(answers("bestmove ") + refused + counted, asked("go"), "{lines:#?}\n{heard}");
    assert!(!heard.contains("the search failed"), "{lines:#?}\n{heard}");
}

/// A line without what is meant to take long, much room or a file: counting deeply, a large table, many threads.
fn bounded(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let large = |word: &&str| word.parse::<f64>().is_ok_and(|number| number > 2.0);
    let heavy = match words.first() {
        Some(&"bench") => true,
        Some(&"go") => words.contains(&"perft"),
        Some(&"setoption") => {
            let settles = |name: &str| words.iter().any(|word| word.eq_ignore_ascii_case(name));
            settles("variantpath") || ((settles("hash") || settles("threads")) && words.iter().any(large))
        }
        _ => false,
    };
    if heavy { String::new() } else { line.trim_end_matches('\r').to_owned() }
}
