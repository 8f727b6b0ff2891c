//! `xxlchess simulate` with moves from standard input.

use std::io::Write;
use std::process::{Command, Stdio};

use xxlchess_simulator::parse::MAX_BYTES;

/// Moves from a pipe are played, and errors name standard input: an illegal move, and more bytes than the limit.
#[test]
fn moves_are_read_from_standard_input() {
    let run = |moves: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_xxlchess"));
        program
            .args(["simulate", "-", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut program = program.spawn().unwrap();
        // The program stops reading at the limit, after which writing fails.
        let _ = program.stdin.take().unwrap().write_all(moves.as_bytes());
        let output = program.wait_with_output().unwrap();
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    assert!(run("a2-a4\na7-a5\n")[0].starts_with("wp a2-a4\nbp a7-a5\n"));
    assert_eq!(run("a2-a4\na2-a3\n")[1], "standard input:2: there is no piece on a2: \"a2-a3\"\n");
    let [out, error] = run(&"# comment\n".repeat(MAX_BYTES / 9));
    assert!(out.is_empty() && error.contains("is longer than"), "{error}");
}
