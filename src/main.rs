//! The program. It parses the command line and calls the library.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    let end_log = cli::logging::start();
    let code = cli::run();
    end_log();
    code
}
