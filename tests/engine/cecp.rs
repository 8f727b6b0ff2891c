//! CECP: input lines and the output they cause.

use xxlchess::protocol::cecp;

use crate::common::Dice;
use crate::uci::{Output, PanickingOutput, run_script};

/// Runs the protocol with these lines; returns the output.
fn talk(lines: &[&str]) -> String {
    run_script(lines, |input, transcript| cecp::run(input, Output(transcript)))
}

/// The lines of `text` that begin with `words`.
fn lines<'a>(text: &'a str, words: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.starts_with(words)).collect()
}

/// `protover` is answered by the features. They list all variants, with `normal` for chess, and end with `done=1`.
#[test]
fn features_are_listed() {
    let text = talk(&["xboard", "protover 2", "quit"]);
    assert!(text.contains("feature variants=\"xxl,") && text.contains(",normal,"), "{text}");
    assert!(text.ends_with("feature done=1\n"), "{text}");
}

/// After `new` the engine answers White's move. After `go` it plays for the side to move.
#[test]
fn the_engine_answers_moves() {
    let text = talk(&[
        "new",
        "st 0.02",
        "usermove e2e4",
        "? move ",
        "go",
        "? move ",
        "force",
        // The engine's own moves are not known here: back to the position after e2e4.
        "remove",
        "usermove a7a6",
        "quit",
    ]);
    assert_eq!(lines(&text, "move ").len(), 2, "{text}");
    assert!(!text.contains("Error") && !text.contains("Illegal"), "{text}");
}

/// After `force` an illegal move of either side is refused. `undo` takes back one ply and `remove` two, so that a move
/// that was legal before is illegal again.
#[test]
fn moves_are_checked_and_taken_back() {
    let text = talk(&[
        "new",
        "force",
        "usermove e2e4",
        "usermove e7e5",
        "usermove e4e5",
        "remove",
        "usermove e2e4",
        "undo",
        "usermove e7e5",
        "quit",
    ]);
    assert_eq!(lines(&text, "Illegal"), ["Illegal move: e4e5", "Illegal move: e7e5"]);
}

/// A mate by the engine and a stalemate by the opponent are followed by the result and its reason.
#[test]
fn the_end_of_a_game_is_sent() {
    let mate = ["new", "setboard 6k1/8/6K1/8/8/8/8/R7 w - - 0 1", "sd 3", "go", "? 1-0", "quit"];
    assert!(talk(&mate).ends_with("move a1a8\n1-0 {checkmate}\n"));
    let stalemate = ["new", "force", "setboard k7/8/8/1Q6/8/8/8/7K w - - 0 1", "usermove b5b6", "quit"];
    assert_eq!(talk(&stalemate), "1/2-1/2 {stalemate}\n");
}

/// `go` and `playother` in a position that is a stalemate, a mate or a draw by the move rule send the
/// result, and so does `setboard` while the engine plays. In force mode `setboard` sends nothing.
#[test]
fn the_result_of_a_position_that_is_over_is_sent() {
    for (position, result) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2 {stalemate}"),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "1-0 {checkmate}"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 100 150", "1/2-1/2 {move rule}"),
        ("8/8/8/8/8/6k1/5q2/7K w - - 0 1", "1/2-1/2 {stalemate}"),
        ("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1", "0-1 {checkmate}"),
    ] {
        let set = format!("setboard {position}");
        for command in ["go", "playother"] {
            let text = talk(&["new", "force", &set, "ping 1", command, "ping 2", "quit"]);
            assert_eq!(text, format!("pong 1\n{result}\npong 2\n"), "{command}: {position}");
        }
        assert_eq!(talk(&["new", &set, "ping 1", "quit"]), format!("{result}\npong 1\n"), "{position}");
    }
}

/// A search that panics is reported, and the engine still plays a move.
#[test]
fn a_panic_in_the_search_is_answered() {
    let lines = ["new", "post", "sd 5", "usermove e2e4", "? move ", "ping 1", "? pong", "quit"];
    let text = run_script(&lines, |input, transcript| {
        cecp::run(input, PanickingOutput(Output(transcript), Some("1 ")));
    });
    assert!(text.starts_with("tellusererror the search failed\nmove "), "{text}");
}

/// A `setboard` without kings is refused. Until there is a position again, moves are refused and `go` has no effect.
#[test]
fn an_illegal_position_is_refused() {
    let text = talk(&["new", "setboard 8/8/8/8/8/8/8/8 w - - 0 1", "go", "usermove e2e4", "ping 1", "quit"]);
    assert!(text.starts_with("tellusererror Illegal position: "), "{text}");
    assert!(text.ends_with("Illegal move (no position): e2e4\npong 1\n"), "{text}");
}

/// `ping` is answered after the move of a running search, and at once in analysis.
#[test]
fn ping_waits_for_the_move() {
    let text = talk(&["new", "st 0.1", "go", "ping 7", "? pong", "quit"]);
    let [mv, pong] = ["move ", "pong 7"].map(|words| text.find(words).expect("both are sent"));
    assert!(mv < pong, "{text}");
    let text = talk(&["new", "analyze", "ping 8", "? pong 8", "exit", "quit"]);
    assert!(!text.contains("move "), "{text}");
}

/// `analyze` shows variations of the position, and after `usermove` those of the next one. No move is played.
#[test]
fn analysis_follows_the_moves() {
    let text = talk(&["new", "analyze", "? 3 ", "usermove e2e4", "? e7e", "exit", "quit"]);
    assert!(!text.contains("move ") && !text.contains("Error"), "{text}");
}

/// `?` ends a search of 1000 seconds, and its move is played.
#[test]
fn move_now_ends_the_search() {
    let text = talk(&["new", "st 1000", "post", "go", "? 4 ", "?", "? move ", "quit"]);
    assert_eq!(lines(&text, "move ").len(), 1, "{text}");
}

/// For `xxl` the size of the board and its pieces are sent. A promotion in the middle of the board is marked on `lift`,
/// offered on `put`, and needs no letter.
#[test]
fn xboard_is_told_about_large_boards() {
    let position = "setboard 6k7/14/14/14/14/14/14/P13/14/14/14/14/14/6K7 w - - 0 1";
    let text = talk(&[
        "new",
        "variant xxl",
        "force",
        "usermove a2a4",
        position,
        "lift a7",
        "put a8",
        "usermove a7a8",
        "quit",
    ]);
    let [setup] = lines(&text, "setup")[..] else { panic!("no set-up: {text}") };
    assert!(
        setup.starts_with("setup (PNBRQ..HE.G.............C....AK") && setup.contains(" 14x14+0_fairy rnb"),
        "{setup}"
    );
    let [highlight, choice] = ["highlight", "choice"].map(|words| lines(&text, words).join(";"));
    assert!(!text.contains("Illegal"), "{text}");
    assert_eq!(highlight, "highlight 14/14/14/14/14/14/B13/14/14/14/14/14/14/14");
    assert_eq!(choice, "choice Q");
}

/// An unknown command, a level out of range and an unknown variant are answered by one error each. A valid level,
/// memory and threads are accepted without an answer.
#[test]
fn errors_are_answered() {
    let text = talk(&[
        "sdf",
        "option Skill Level=3",
        "option Skill Level=99",
        "memory 1",
        "cores 2",
        "variant none",
        "quit",
    ]);
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.starts_with(
        "Error (unknown command): sdf\nError (unknown option or value): Skill Level=99\ntellusererror "
    ));
}

/// After 200 commands in random order, some of them with wrong arguments, the session still answers `ping`.
#[test]
fn any_order_of_commands_is_answered() {
    const LINES: [&str; 36] = [
        "new",
        "variant xxl",
        "variant normal",
        "variant x",
        "force",
        "go",
        "playother",
        "level 40 5 0",
        "level 4294967295 1 1",
        "level é:é 1 1",
        "st 0.01",
        "sd 1",
        "time -5",
        "otim 99999999999",
        "usermove e2e4",
        "usermove a2a4",
        "usermove n14n13",
        "usermove",
        "?",
        "ping 1",
        "result 1-0 {x}",
        "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
        "setboard k7/8/8/8/8/8/8/K6R b - - 65535 65535",
        "hint",
        "undo",
        "remove",
        "post",
        "analyze",
        "exit",
        "memory 0",
        "cores 2",
        "option Skill Level=1",
        "option x",
        "lift é",
        "put e4",
        "",
    ];
    for seed in 0..4 {
        let mut dice = Dice::new(seed);
        let mut lines: Vec<_> = (0..200).map(|_| LINES[dice.below(LINES.len())]).collect();
        lines.extend(["force", "exit", "ping 2", "? pong 2", "quit"]);
        assert!(talk(&lines).ends_with("pong 2\n"), "seed {seed}");
    }
}
