//! The engine of the browser as a program: a job on each line of its input, the answers on lines of its output.
//! `tests/web/levels.mjs` compares both.

use std::io::{BufRead as _, Write as _, stdin, stdout};

use xxlchess::engine::system_clock;
use xxlchess::protocol::job::JobEngine;

fn main() {
    let mut engine = JobEngine::new(system_clock);
    for line in stdin().lock().lines().map_while(Result::ok) {
        // Whoever reads the answers may have exited.
        engine.answer(&line, &mut |answer| drop(writeln!(stdout().lock(), "{answer}")));
    }
}
