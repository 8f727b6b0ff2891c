//! The program: reads the command line and hands over to the library.

mod cli;

use std::io::Write;
use std::process::ExitCode;

use xxlchess::notation::text::printable;

fn main() -> ExitCode {
    // Reasons may name files.
    let format = |out: &mut env_logger::fmt::Formatter, record: &log::Record<'_>| {
        writeln!(out, "{}: {}", record.level(), printable(&record.args().to_string()))
    };
    env_logger::builder().format(format).init();
    cli::run()
}
