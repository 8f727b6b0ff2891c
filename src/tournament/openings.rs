//! Openings of a tournament: random moves to an even position, or those of a file.

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::settings::OpeningSettings;
use crate::engine::Engine;
use crate::engine::openings::{RANDOM_PLIES, balanced_opening};
use crate::game::shuffled_start::ShuffledStarts;
use crate::notation::fen;
use crate::notation::pgn::PgnGame;
use crate::notation::pgn::collection::{GameEntry, Games};
use crate::notation::text::entries;
use crate::rules::{Move, Position, Variant};

/// A position and the moves of the opening from there.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The position at the start of the game.
    pub start: Position,
    /// Moves that the engines do not choose.
    pub moves: Vec<Move>,
}

/// The openings by round.
#[derive(Debug)]
pub struct Openings {
    variant: Arc<Variant>,
    plies: Option<usize>,
    seed: u64,
    file: Option<File>,
}

/// A file of openings.
#[derive(Debug)]
struct File {
    name: String,
    text: String,
    openings: Entries,
    /// Indices of the openings in the order in which they are played.
    order: Vec<u32>,
}

#[derive(Debug)]
enum Entries {
    /// Number and bytes of each line that has a position.
    Lines(Vec<(usize, std::ops::Range<usize>)>),
    Games(Vec<GameEntry>),
}

impl Openings {
    /// The openings of `settings` for this number of rounds. `text` is that of their file.
    ///
    /// # Errors
    /// If the file has no opening, or one of those for the rounds cannot be read or ends the game.
    pub fn new(
        variant: &Arc<Variant>,
        settings: &OpeningSettings,
        (seed, rounds): (u64, u32),
        text: Option<String>,
    ) -> Result<Self, String> {
        let name = settings.file.as_ref().map_or(String::new(), |file| file.display().to_string());
        let file = text.map(|text| File::new(name, text, settings, seed)).transpose()?;
        let openings = Self { variant: Arc::clone(variant), plies: settings.plies, seed, file };
        if let Some(file) = &openings.file {
            for round in (0..rounds).take(file.order.len()) {
                openings.of_file(file, round)?;
            }
        }
        Ok(openings)
    }

    /// Number of openings of the file; `None` without a file.
    pub fn count(&self) -> Option<usize> {
        self.file.as_ref().map(|file| file.order.len())
    }

    /// The opening of a round. The same round has the same opening in every run. After the last opening of a file its
    /// first one follows. `engine` judges random openings.
    ///
    /// # Errors
    /// If the opening of the file cannot be read, or no game of the variant can be begun.
    pub fn get(&self, round: u32, engine: &mut Engine) -> Result<Opening, String> {
        match &self.file {
            Some(file) => self.of_file(file, round),
            None => self.random(round, engine),
        }
    }

    fn of_file(&self, file: &File, round: u32) -> Result<Opening, String> {
        let index = file.order[round as usize % file.order.len()] as usize;
        match &file.openings {
            Entries::Lines(lines) => {
                let (line, range) = &lines[index];
                let start = fen::parse(&self.variant, &file.text[range.clone()]);
                let start = start.map_err(|error| format!("{}:{line}: {error}", file.name))?;
                if start.outcome(1).is_some() {
                    return Err(format!("{}:{line}: the game is over in this position", file.name));
                }
                Ok(Opening { start, moves: Vec::new() })
            }
            Entries::Games(games) => {
                let GameEntry { range, line, .. } = &games[index];
                let game = PgnGame::parse(&file.text[range.clone()], |_| Ok(Arc::clone(&self.variant)));
                let game = game
                    .map_err(|error| format!("{}:{}: {}", file.name, error.line + line - 1, error.message))?;
                let moves = game.moves().into_iter().map(|(mv, _)| mv);
                let moves: Vec<_> = moves.take(self.plies.unwrap_or(usize::MAX)).collect();
                let mut position = game.start().clone();
                moves.iter().for_each(|&mv| _ = position.make(mv));
                if position.outcome(1).is_some() {
                    let words = "the game is over after its moves; plies=8 takes the first eight plies as the opening";
                    return Err(format!("{}:{line}: {words}", file.name));
                }
                Ok(Opening { start: game.start().clone(), moves })
            }
        }
    }

    fn random(&self, round: u32, engine: &mut Engine) -> Result<Opening, String> {
        let mut random = StdRng::seed_from_u64(self.seed.rotate_left(32) ^ u64::from(round));
        let plies = self.plies.unwrap_or(RANDOM_PLIES);
        let start = random_start(&self.variant, &mut random);
        let opening = start.and_then(|start| {
            let (_, moves) = balanced_opening(engine, &start, plies, &mut random)?;
            Some(Opening { start, moves })
        });
        opening
            .ok_or_else(|| format!("no game of {} lasts longer than its opening", self.variant.rules().name))
    }
}

/// The start of a game, which is shuffled in Chess960.
fn random_start(variant: &Arc<Variant>, random: &mut StdRng) -> Option<Position> {
    let is_shuffled = variant.rules().is_chess960();
    match ShuffledStarts::of(variant).filter(|_| is_shuffled) {
        Some(starts) => starts.position(random.random_range(0..starts.count())),
        None => Position::start(variant).ok(),
    }
}

impl File {
    fn new(name: String, text: String, settings: &OpeningSettings, seed: u64) -> Result<Self, String> {
        let openings = if settings.is_pgn {
            Entries::Games(Games::new(&text).collect())
        } else {
            let start = text.as_ptr() as usize;
            let lines = entries(&text).map(|(number, line)| {
                let begin = line.as_ptr() as usize - start;
                (number, begin..begin + line.len())
            });
            Entries::Lines(lines.collect())
        };
        let count = match &openings {
            Entries::Lines(lines) => lines.len(),
            Entries::Games(games) => games.len(),
        };
        if count == 0 {
            return Err(format!("{name}: there is no opening in the file"));
        }
        // A file of four thousand million openings does not fit into memory.
        let mut order: Vec<u32> = (0..count as u32).collect();
        if settings.is_random {
            order.shuffle(&mut StdRng::seed_from_u64(seed));
        }
        order.rotate_left((settings.start - 1) % count);
        Ok(Self { name, text, openings, order })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::notation::coords;
    use crate::notation::variants_ini::Variants;

    fn variant(name: &str) -> Arc<Variant> {
        Variants::built_in().get(name).expect("built in")
    }

    fn engine() -> Engine {
        Engine::new(Options { hash_mib: 1, ..Options::default() })
    }

    fn of_text(settings: OpeningSettings, text: &str) -> Result<Openings, String> {
        let settings = OpeningSettings { file: Some("book".into()), ..settings };
        Openings::new(&variant("chess"), &settings, (7, 3), Some(text.to_owned()))
    }

    const FIRST: OpeningSettings =
        OpeningSettings { file: None, is_pgn: false, is_random: false, plies: None, start: 1 };

    /// Each round and each seed has its own random opening of eight plies, which is the same when it is asked for again.
    #[test]
    fn random_openings_depend_on_seed_and_round_alone() {
        let xxl = variant("xxl");
        let of = |seed, round, engine: &mut Engine| {
            let openings = Openings::new(&xxl, &FIRST, (seed, 1), None).expect("no file");
            openings.get(round, engine).expect("an opening")
        };
        let mut used = engine();
        let first = of(1, 5, &mut used);
        assert_eq!(first.moves.len(), 8);
        assert_eq!(of(1, 5, &mut engine()), first);
        assert_ne!(of(1, 6, &mut used), first);
        assert_ne!(of(2, 5, &mut used), first);
        assert_eq!(of(1, 5, &mut used), first);
    }

    /// Games of Chess960 begin from shuffled starts.
    #[test]
    fn chess960_begins_from_shuffled_starts() {
        let chess = variant("chess");
        let chess960 = Arc::new(Variant::new(chess.rules().clone().in_chess960(), chess.start().clone()));
        let settings = OpeningSettings { plies: Some(0), ..FIRST };
        let openings = Openings::new(&chess960, &settings, (1, 3), None).expect("no file");
        let starts: Vec<_> =
            (0..3).map(|round| openings.get(round, &mut engine()).expect("one").start).collect();
        assert!(starts[0] != starts[1] && starts[1] != starts[2]);
    }

    /// Lines of a file are positions, comments and empty lines are skipped, and the first follows the last. A start and a
    /// random order change where they begin.
    #[test]
    fn positions_are_read_line_by_line() {
        let text = "# kings\n4k3/8/8/8/8/8/8/4K2R w - -\n\n4k3/8/8/8/8/8/8/4K2Q w - - bm Qh8;\n4k3/8/8/8/8/8/8/R3K3 b - - 3 9\n";
        let fens = |settings| {
            let openings = of_text(settings, text).expect("valid");
            let last_rank = |round| {
                let start = fen::format(&openings.get(round, &mut engine()).expect("valid").start);
                start.split([' ', '/']).nth(7).unwrap_or_default().to_owned()
            };
            [0, 1, 2, 3].map(last_rank)
        };
        assert_eq!(fens(FIRST), ["4K2R", "4K2Q", "R3K3", "4K2R"]);
        assert_eq!(fens(OpeningSettings { start: 3, ..FIRST }), ["R3K3", "4K2R", "4K2Q", "R3K3"]);
        assert_eq!(of_text(FIRST, text).expect("valid").count(), Some(3));
        let random = OpeningSettings { is_random: true, ..FIRST };
        assert_eq!(fens(random.clone()), fens(random));
    }

    /// Games of a file are openings up to the number of plies.
    #[test]
    fn games_are_openings_up_to_a_ply() {
        let text = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 *\n";
        let openings =
            of_text(OpeningSettings { is_pgn: true, plies: Some(2), ..FIRST }, text).expect("valid");
        let moves = |round| {
            let opening = openings.get(round, &mut engine()).expect("valid");
            coords::format_line(&opening.start, &opening.moves).join(" ")
        };
        assert_eq!([0, 1, 2].map(moves), ["e2e4 e7e5", "d2d4", "e2e4 e7e5"]);
    }

    /// Faults of a file name it and the line.
    #[test]
    fn faults_of_a_file_have_its_name_and_line() {
        for (is_pgn, text, words) in [
            (false, "\n\n", "book: there is no opening"),
            (false, "\n8/8 w - -\n", "book:2: FEN, pieces: 2 ranks"),
            (true, "", "book: there is no opening"),
            (true, "\n\n[Event \"x\"]\n\n1. e5 *\n", "book:5: move 1 of White"),
            // The first opening is right, and the second one is not.
            (false, "4k3/8/8/8/8/8/8/4K2R w - -\n4k3/8 w - -\n", "book:2: FEN, pieces: 2 ranks"),
            (false, "4k3/8/8/8/8/8/8/4K3 w - -\n", "book:1: the game is over in this position"),
            (true, "[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", "book:1: the game is over after its moves"),
        ] {
            let error = of_text(OpeningSettings { is_pgn, ..FIRST }, text).expect_err(words);
            assert!(error.starts_with(words), "{error}");
        }
    }
}
