//! `xxlchess simulate`: runs one of the two 8x8 programs.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use xxlchess::config;
use xxlchess_simulator::parse::{MAX_BYTES, Source};
use xxlchess_simulator::{RULE_SETS, rule_set};

use super::{Failure, warn};

/// Maximum size of a file, in bytes.
const LONGEST: u64 = MAX_BYTES as u64;

#[derive(Args, Debug)]
pub struct SimulateArguments {
    /// File with a line `xn=cp` for each piece, or `-` for the standard position.
    layout: PathBuf,
    /// File with a line `xn-ym` for each move, or `-` for standard input.
    moves: PathBuf,
    /// Rules of the game.
    #[arg(long, value_name = "RULES", value_parser = RULE_SETS, default_value = RULE_SETS[0])]
    rules: String,
    /// Print the board with a frame and Unicode chess pieces.
    #[arg(long)]
    unicode: bool,
}

/// Plays the moves, and prints them and the board.
pub fn run(arguments: &SimulateArguments) -> Result<(), Failure> {
    // Clap accepts only the names of `RULE_SETS`, so this is never an error.
    let rules = rule_set(&arguments.rules).ok_or_else(|| Failure::answer("no such rules"))?;
    let read = |path: &Path| config::read(path, LONGEST).map_err(Failure::answer);
    let standard = arguments.layout.as_os_str() == "-";
    let layout = if standard { None } else { Some(read(&arguments.layout)?) };
    let (moves_name, moves) = if arguments.moves.as_os_str() == "-" {
        ("standard input".to_owned(), read_input()?)
    } else {
        (arguments.moves.display().to_string(), read(&arguments.moves)?)
    };
    let layout_name = arguments.layout.display().to_string();
    let layout = layout.as_deref().map(|bytes| Source { name: &layout_name, bytes });
    let moves = Source { name: &moves_name, bytes: &moves };
    xxlchess_simulator::run(layout, moves, &rules, arguments.unicode, &mut io::stdout().lock()).map_err(
        |error| {
            // The message begins with FILE:LINE, as tools expect, so it is printed without the name of the program.
            warn(&error);
            Failure::answer("")
        },
    )
}

/// Reads the moves from standard input. It reads one byte more than the limit, so that the parser refuses longer texts.
fn read_input() -> Result<Vec<u8>, Failure> {
    let mut moves = Vec::new();
    let read = io::stdin().lock().take(LONGEST + 1).read_to_end(&mut moves);
    read.map_err(|error| Failure::answer(format_args!("standard input cannot be read: {error}")))?;
    Ok(moves)
}
