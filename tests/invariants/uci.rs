//! UCI sessions: no input ends the process, and every request is answered.

use std::io::Cursor;

/// Runs a session with these bytes as its input.
pub fn check(bytes: &[u8]) {
    let lines: Vec<String> = String::from_utf8_lossy(bytes).split('\n').map(bounded).collect();
    let mut output = Vec::new();
    let input = Cursor::new(format!("setoption name Hash value 1\n{}", lines.join("\n")));
    xxlchess::protocol::uci::run_with(super::variants().clone(), input, &mut output);
    let output = String::from_utf8(output).expect("UTF-8");
    answered(&lines, &output);
    let longest = output.lines().map(str::len).max().unwrap_or(0);
    assert!(longest <= super::LONGEST_ERROR, "{lines:?}\n{output}");
}

/// Asserts that every request among `lines`, up to `quit`, has an answer in `output`.
pub fn answered(lines: &[String], output: &str) {
    let commands = lines.iter().map(|line| command(line).next().unwrap_or_default());
    let commands: Vec<_> = commands.take_while(|command| *command != "quit").collect();
    let sent = |command: &str| commands.iter().filter(|other| **other == command).count();
    let answers = |start: &str| output.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(answers("readyok"), sent("isready"), "{lines:#?}\n{output}");
    assert_eq!(answers("uciok"), sent("uci"), "{lines:#?}\n{output}");
    let perfts = answers("Nodes searched: ");
    assert_eq!(answers("bestmove ") + perfts, sent("go"), "{lines:#?}\n{output}");
    assert!(!output.contains("the search failed"), "{lines:#?}\n{output}");
}

/// The first command of the line and its arguments. The words before it are skipped.
fn command(line: &str) -> impl Iterator<Item = &str> {
    const COMMANDS: [&str; 15] = [
        "uci",
        "isready",
        "ucinewgame",
        "setoption",
        "position",
        "go",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "bench",
        "genfens",
        "quit",
        "debug",
        "register",
    ];
    line.split_whitespace().skip_while(|word| !COMMANDS.contains(word))
}

/// The line, or an empty one in place of a command that takes long, needs much memory or reads a file.
fn bounded(line: &str) -> String {
    let words: Vec<&str> = command(line).collect();
    let large = |word: &&str| word.parse::<f64>().is_ok_and(|number| number > 2.0);
    let heavy = match words.first() {
        Some(&"bench" | &"genfens") => true,
        Some(&"go") => words.contains(&"perft"),
        Some(&"setoption") => {
            let sets = |name: &str| words.iter().any(|word| word.eq_ignore_ascii_case(name));
            sets("variantpath")
                || sets("file")
                || ((sets("hash") || sets("threads")) && words.iter().any(large))
        }
        _ => false,
    };
    if heavy { String::new() } else { line.trim_end_matches('\r').to_owned() }
}
