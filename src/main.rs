//! The program. It parses the command line and calls the library.

mod cli;

use std::io::Write;
use std::process::ExitCode;

use xxlchess::notation::text::printable;

fn main() -> ExitCode {
    // A message may have the name of a file, which may have control characters.
    let format = |out: &mut env_logger::fmt::Formatter, record: &log::Record<'_>| {
        writeln!(out, "{}: {}", record.level(), printable(&record.args().to_string()))
    };
    env_logger::builder().format(format).init();
    cli::run()
}
