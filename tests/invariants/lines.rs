//! UCI commands: each line is a command within its bounds, or a short error.

use std::sync::LazyLock;

use xxlchess::protocol::uci::command::{Go, UciCommand, parse};
use xxlchess::rules::Position;

/// Parses each line of the bytes.
pub fn check(bytes: &[u8]) {
    static START: LazyLock<Position> = LazyLock::new(|| {
        let xxl = super::variants().get("xxl").expect("built in");
        Position::start(&xxl).expect("a legal start")
    });
    let text = String::from_utf8_lossy(bytes);
    for line in text.split('\n') {
        let command = parse(line, Some(&START));
        match &command {
            Err(error) => drop(super::words(error)),
            Ok(command) => assert_within_bounds(command, &START),
        }
        // The value of an option may be a path with several spaces in a row.
        if matches!(command, Ok(UciCommand::SetOption { .. })) {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let again = parse(&words.join(" "), Some(&START));
        assert_eq!(format!("{again:?}"), format!("{command:?}"), "{line:?} with single spaces");
    }
}

/// Asserts that the arguments of a command are within their bounds.
fn assert_within_bounds(command: &UciCommand, position: &Position) {
    match command {
        UciCommand::SetOption { name, .. } => assert!(!name.trim().is_empty()),
        UciCommand::Position { fen, moves } => {
            assert!(fen.as_ref().is_none_or(|fen| !fen.is_empty()));
            assert!(moves.iter().all(|word| !word.is_empty()));
        }
        UciCommand::Bench(depth) => assert!((1..=100).contains(depth)),
        UciCommand::Go(Go::Perft(depth)) => assert!(*depth <= 100),
        UciCommand::Go(Go::Search(limits)) => {
            assert!(limits.depth != Some(0) && limits.nodes != Some(0) && limits.mate != Some(0));
            assert!(limits.search_moves.iter().all(|&mv| position.is_legal(mv)));
        }
        _ => {}
    }
}
