//! The engine alone, which is built in a fraction of the time of the game: UCI on standard input, or commands of UCI as
//! arguments. `make` builds it for OpenBench.

use std::io;
use std::process::ExitCode;

use xxlchess_core::notation::variants_ini::Variants;
use xxlchess_core::protocol::uci;

fn main() -> ExitCode {
    let commands: Vec<_> =
        std::env::args_os().skip(1).map(|command| command.to_string_lossy().into_owned()).collect();
    if commands.is_empty() {
        uci::run(io::BufReader::new(io::stdin()), io::stdout());
        return ExitCode::SUCCESS;
    }
    match uci::run_commands(Variants::built_in(), &commands, io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xxlchess-engine: {error}");
            ExitCode::from(2)
        }
    }
}
