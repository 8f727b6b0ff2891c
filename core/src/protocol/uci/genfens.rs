//! The command `genfens` of OpenBench: random balanced openings from which games for the training of networks begin.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::command::split_at_word;
use crate::engine::openings::{RANDOM_PLIES, TRIES, choose_balanced, random_opening};
use crate::engine::{Engine, Options};
use crate::files;
use crate::notation::fen;
use crate::rules::{Position, Variant};

/// Greatest size of a file with openings.
const MAX_BOOK_BYTES: u64 = 1 << 30;

/// Arguments of `genfens`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenFens {
    /// Number of positions.
    pub count: u64,
    /// Seed of the random moves. The same seed gives the same positions.
    pub seed: u64,
    /// File with a FEN or EPD in each line. The random moves are played from a random line of it, or without a file from
    /// the start of the variant.
    pub book: Option<String>,
    /// Name of the variant; `None` for that of `UCI_Variant`.
    pub variant: Option<String>,
}

impl GenFens {
    /// Parses `N seed S [book None|PATH] [variant NAME]`. A path may have spaces. Returns `None` without number or seed.
    pub(super) fn parse(arguments: &str) -> Option<Self> {
        let (rest, variant) = split_at_word(arguments, "variant").unwrap_or((arguments, ""));
        let (rest, book) = split_at_word(rest, "book").unwrap_or((rest, ""));
        let (count, seed) = split_at_word(rest, "seed")?;
        let book = book.trim();
        Some(Self {
            count: count.trim().parse().ok()?,
            seed: seed.trim().parse().ok()?,
            book: (!book.is_empty() && !book.eq_ignore_ascii_case("none")).then(|| book.to_owned()),
            variant: variant.split_whitespace().next().map(str::to_owned),
        })
    }

    /// Passes the FENs to `send` until all are found, or until `stop` is set.
    ///
    /// # Errors
    /// If the book cannot be used, or if every random opening ends the game.
    pub(super) fn run(
        &self,
        variant: &Arc<Variant>,
        options: Options,
        stop: &AtomicBool,
        send: impl Fn(&str),
    ) -> Result<(), String> {
        let mut random = StdRng::seed_from_u64(self.seed);
        let mut engine = Engine::new(Options { hash_mib: 1, threads: 1, ..options });
        let start = Position::start(variant).map_err(|error| error.to_string())?;
        let book = self.book.as_deref().map(read_book).transpose()?;
        let lines: Vec<&str> =
            book.iter().flat_map(|book| book.lines()).filter(|line| !line.is_empty()).collect();
        for _ in (0..self.count).take_while(|_| !stop.load(Ordering::Relaxed)) {
            let line = lines.choose(&mut random);
            let start = line.map_or(Ok(start.clone()), |line| fen::parse(variant, line));
            let start = start.map_err(|error| error.to_string())?;
            let openings = (0..TRIES).filter_map(|_| random_opening(&start, RANDOM_PLIES, &mut random));
            let opening = choose_balanced(&mut engine, openings);
            let (position, _) = opening.ok_or("every random opening ends the game")?;
            send(&fen::format(&position));
        }
        Ok(())
    }
}

fn read_book(path: &str) -> Result<String, String> {
    let bytes = files::read(Path::new(path), MAX_BOOK_BYTES).map_err(|error| format!("{path}: {error}"))?;
    String::from_utf8(bytes).map_err(|error| format!("{path}: {error}"))
}
