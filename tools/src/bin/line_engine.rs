//! The engine of the browser as a program: lines in, lines out. `tests/web/levels` compares both.

use std::io::{BufRead as _, Write as _, stdin, stdout};

use xxlchess::engine::system_clock;
use xxlchess::protocol::uci::line_engine::LineEngine;

fn main() {
    let mut engine = LineEngine::new(system_clock);
    for line in stdin().lock().lines().map_while(Result::ok) {
        // Whoever reads the answers may have exited.
        engine.receive(&line, &mut |answer| drop(writeln!(stdout().lock(), "{answer}")));
    }
}
