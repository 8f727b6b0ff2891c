//! The command `genfens` of OpenBench: random balanced openings from which games for the training of networks begin.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::command::GenFens;
use crate::engine::openings::{RANDOM_PLIES, balanced_opening};
use crate::engine::{Engine, Options};
use crate::files;
use crate::notation::fen;
use crate::notation::text::entries;
use crate::rules::{Position, Variant};

/// Greatest size of a file with openings.
const MAX_BOOK_BYTES: u64 = 1 << 30;

/// Passes the FENs to `send` until all are found, or until `stop` is set.
///
/// # Errors
/// If the book cannot be used, or if every random opening ends the game.
pub(super) fn run(
    genfens: &GenFens,
    variant: &Arc<Variant>,
    options: Options,
    stop: &AtomicBool,
    send: impl Fn(&str),
) -> Result<(), String> {
    let mut random = StdRng::seed_from_u64(genfens.seed);
    let mut engine = Engine::new(Options { hash_mib: 1, threads: 1, ..options });
    let start = Position::start(variant).map_err(|error| error.to_string())?;
    let book = genfens.book.as_deref().map(read_book).transpose()?;
    let lines: Vec<_> = book.iter().flat_map(|book| entries(book)).collect();
    let name = genfens.book.as_deref().unwrap_or_default();
    if book.is_some() && lines.is_empty() {
        return Err(format!("{name}: there is no opening in the file"));
    }
    for _ in (0..genfens.count).take_while(|_| !stop.load(Ordering::Relaxed)) {
        let start = match lines.choose(&mut random) {
            Some((number, line)) => {
                fen::parse(variant, line).map_err(|error| format!("{name}:{number}: {error}"))?
            }
            None => start.clone(),
        };
        let opening = balanced_opening(&mut engine, &start, RANDOM_PLIES, &mut random);
        let (position, _) = opening.ok_or("every random opening ends the game")?;
        send(&fen::format(&position));
    }
    Ok(())
}

fn read_book(path: &str) -> Result<String, String> {
    let bytes = files::read(Path::new(path), MAX_BOOK_BYTES).map_err(|error| format!("{path}: {error}"))?;
    String::from_utf8(bytes).map_err(|error| format!("{path}: {error}"))
}
