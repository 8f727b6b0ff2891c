//! Training of networks for any variant, by games of the engine against itself and gradient descent.
//!
//! A round plays games with the best network so far, trains the weights of that network on the games of all rounds, and
//! keeps the result if it wins a match against that network. The first round begins with the network of the variant, if
//! there is one. All results are written to a folder, so that a training that was interrupted can be continued. The same seed
//! gives the same games with any number of threads.

pub mod games;
pub mod selfplay;
pub mod trainer;

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::engine::eval::network::{self, Inputs, Network};
use crate::engine::{Engine, Limits, NetworkChoice, Options, openings};
use crate::game::match_score::{EloModel, MatchScore, Sprt};
use crate::notation::game_tree::GameTree;
use crate::notation::pgn::{self, PgnGame, Tags, TimedMove};
use crate::platform::file_system::{self, Lock};
use crate::platform::threads;
use crate::rules::{Color, Position, Variant};
use games::{Game, Games, GamesFile, file_name, positions};
use trainer::{Epoch, TrainingSet};

/// Number of games that are played and written together.
const BATCH: u32 = 64;
/// Number of passes over all positions.
const EPOCHS: usize = 16;
/// Size of the transposition table of an engine, in MiB.
const HASH_MIB: usize = 8;
/// The test of the match. The first Elo difference means no gain, the second a gain.
const TEST: Sprt = Sprt { elos: [0.0, 30.0], errors: [0.05, 0.05], model: EloModel::Logistic };
/// File extension of networks that won their match.
const NETWORK: &str = "network";
/// File extension of networks that did not win their match.
const REJECTED: &str = "rejected";
/// Maximum number of games in the match.
const MATCH_GAMES: usize = 400;

/// Maximum number of random openings that are tried for a game.
pub const OPENINGS: usize = 2_000;

/// A training and its parameters.
#[derive(Clone, Debug)]
pub struct Training {
    /// The variant for which a network is trained.
    pub variant: Arc<Variant>,
    /// [Hash](crate::notation::variants_ini::Variants::rules_hash) of its rules.
    pub rules_hash: u32,
    /// The folder into which games and networks are written.
    pub folder: PathBuf,
    /// Other folders, whose games of each round are used, too.
    pub data: Vec<PathBuf>,
    /// Least number of positions of each round.
    pub positions: usize,
    /// Number of games of each round, in place of a number of positions.
    pub games: Option<u32>,
    /// Number of rounds.
    pub rounds: usize,
    /// Nodes for each move of the games.
    pub nodes: u64,
    /// Nodes for each move of the match. With few nodes a network seems weaker than it is in a game: one of racing kings scored
    /// 49.9 % with 300 nodes, 55.8 % with 1,000 and 60.9 % with 5,000.
    pub match_nodes: u64,
    /// Number of threads for games, training and match. At least one is started, and at most one for each core.
    pub threads: usize,
    /// Seed of the games and of the first weights.
    pub seed: u64,
    /// Share of the result in the targets at the end of the training of a network, see [`trainer::TrainingSet::train`].
    pub result_share: f32,
}

/// A part of the games of a round: those whose number leaves the remainder `number - 1` when it is divided by `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: u32,
    of: u32,
}

impl FromStr for Part {
    type Err = String;

    /// Parses `3/64`, the third of 64 parts.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let part = numbers.filter(|&(number, of)| (1..=of).contains(&number));
        let (number, of) = part.ok_or("expected a part such as 3/64, from 1/64 to 64/64")?;
        Ok(Self { number, of })
    }
}

/// Progress report of a training.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainingProgress {
    /// Games have been read from a file.
    File {
        /// The file.
        path: PathBuf,
        /// Number of games, without those of files before.
        games: usize,
        /// Number of their positions.
        positions: usize,
        /// Number of games that are also in a file before. They are used once.
        doubles: usize,
    },
    /// Games have been played.
    Games {
        /// Number of games of the round so far.
        games: usize,
        /// Number of their positions.
        positions: usize,
        /// The share of the round that has been played, from 0 to 1 and more.
        done: f64,
    },
    /// All games and positions with which a network is trained.
    Total {
        /// Number of games.
        games: usize,
        /// Number of positions.
        positions: usize,
    },
    /// The losses after a pass over all positions.
    Epoch(Epoch),
    /// A part of a file of games is damaged. Games that are lost are played again if the round has not ended.
    Damage(String),
    /// The score of the new network so far.
    Match(MatchScore),
    /// A round has ended.
    Round {
        /// Number of the round, from 1.
        number: usize,
        /// Whether the new network won the match and was kept.
        kept: bool,
    },
}

/// Games of a round, by the first lines of their files. The first lines of the parts of a training are the same.
type GamesByLine = BTreeMap<String, Games>;

impl Training {
    /// Runs all rounds and passes their progress to `report`. Returns the path of the best network, or `None` if no new
    /// network won its match. Rounds and games that an earlier run wrote to the folder are not repeated.
    ///
    /// # Errors
    /// If a file cannot be read or written, or has not been written by a training, if the number of positions, games,
    /// rounds or nodes is 0, or if games of the variant have no balanced openings or no quiet positions.
    pub fn run(&self, mut report: impl FnMut(TrainingProgress)) -> io::Result<Option<PathBuf>> {
        let _lock = self.start("training")?;
        let mut best = Network::of(&self.variant);
        let mut best_path = None;
        let mut games = Vec::new();
        for round in 1..=self.rounds {
            let (file, rejected) = (self.path(round, NETWORK), self.path(round, REJECTED));
            let has_ended = file.exists() || rejected.exists();
            let own = self.games_file(round, None);
            let mut found = self.read_games(round, &own, has_ended, &mut report)?;
            if has_ended {
                // The round has ended, even if it has fewer positions than are needed now.
                if file.exists() {
                    best = Some(Arc::new(self.read_network(&file)?));
                }
            } else {
                self.play_games(round, None, best.clone(), &own, &mut found, &mut report)?;
            }
            games.extend(found.into_values().flat_map(Games::into_values));
            if !has_ended {
                let count = positions(&games);
                report(TrainingProgress::Total { games: games.len(), positions: count });
                if count == 0 {
                    return Err(io::Error::other(
                        "the games have no quiet position, so there is nothing to train on",
                    ));
                }
                let candidate = Arc::new(self.train(&games, best.as_deref(), round, &mut report));
                let pgn = self.path(round, "pgn");
                let score = self.compare(Arc::clone(&candidate), best.clone(), round, &pgn, &mut report)?;
                let kept = TEST.accepts(&score).unwrap_or(TEST.likelihood_ratio(&score) > 0.0);
                file_system::replace_and_sync(if kept { &file } else { &rejected }, &candidate.to_bytes())?;
                if kept {
                    best = Some(candidate);
                }
            }
            let kept = file.exists();
            if kept {
                best_path = Some(file);
            }
            report(TrainingProgress::Round { number: round, kept });
        }
        Ok(best_path)
    }

    /// Plays the games of the first round that has not ended, or only those of a part, which needs
    /// [`games`](Self::games). Returns the path of the file of games. Trains nothing.
    ///
    /// # Errors
    /// As for [`run`](Self::run), and if a part of a number of positions is asked for.
    pub fn play(&self, part: Option<Part>, mut report: impl FnMut(TrainingProgress)) -> io::Result<PathBuf> {
        let _lock =
            self.start(&part.map_or("training".to_owned(), |part| format!("part-{}", part.number)))?;
        if part.is_some() && self.games.is_none() {
            return Err(io::Error::other("a part is a part of a number of games, not of positions"));
        }
        let mut best = Network::of(&self.variant);
        let mut round = 1;
        loop {
            let file = self.path(round, NETWORK);
            if file.exists() {
                best = Some(Arc::new(self.read_network(&file)?));
            } else if !self.path(round, REJECTED).exists() {
                break;
            }
            round += 1;
        }
        let own = self.games_file(round, part);
        let mut games = GamesByLine::new();
        self.read_own(&own, false, &mut games, &mut report)?;
        self.play_games(round, part, best, &own, &mut games, &mut report)?;
        Ok(own.path)
    }

    /// Checks the numbers of the training and takes the lock `name` of its folder.
    fn start(&self, name: &str) -> io::Result<Lock> {
        let counts = [self.positions as u64, self.rounds as u64, self.nodes, self.match_nodes];
        if counts.contains(&0) || self.games == Some(0) {
            return Err(io::Error::other("positions, games, rounds and nodes must be at least 1"));
        }
        if self.games.is_some_and(|games| games > games::MAX_GAMES) {
            return Err(io::Error::other(format!("a round has at most {} games", games::MAX_GAMES)));
        }
        let lock = Lock::take(&self.folder.join(format!("{name}.lock")))?;
        lock.ok_or_else(|| io::Error::other("another training is writing to this folder"))
    }

    fn path(&self, round: usize, end: &str) -> PathBuf {
        path(&self.folder, round, end)
    }

    /// Reads the network of a round that has ended.
    fn read_network(&self, path: &Path) -> io::Result<Network> {
        let bytes = file_system::read(path, network::MAX_BYTES).map_err(|error| error.to_string());
        let network = bytes.and_then(|bytes| Network::from_bytes(&bytes).map_err(|error| error.to_string()));
        let error = match network {
            Ok(network) if network.fits(&self.variant) => return Ok(network),
            Ok(_) => format!("it is not a network for {}", self.variant.rules().name),
            Err(error) => error,
        };
        let advice = "Remove this file to train the network of this round again.";
        Err(io::Error::other(format!("{}: {error}. {advice}", file_name(path))))
    }

    fn threads(&self) -> usize {
        self.threads.clamp(1, threads::available())
    }

    fn engine(&self, network: Option<Arc<Network>>) -> Engine {
        let network = network.map_or(NetworkChoice::Written, NetworkChoice::Network);
        Engine::new(Options { hash_mib: HASH_MIB, network, ..Options::default() })
    }

    /// The file of the games of a round, or of a part of them.
    pub fn games_file(&self, round: usize, part: Option<Part>) -> GamesFile {
        let line = GamesFile::line_of(&self.variant, self.rules_hash);
        let part = part.map_or(String::new(), |part| format!("part-{}.", part.number));
        GamesFile {
            path: self.path(round, &format!("{part}games")),
            training: format!("{line}, {} nodes, seed {}, round {round}", self.nodes, self.seed),
            variant: Arc::clone(&self.variant),
        }
    }

    /// Reads the games of a round from its file `own`, from the files of its parts, and from the other folders.
    fn read_games(
        &self,
        round: usize,
        own: &GamesFile,
        has_ended: bool,
        report: &mut impl FnMut(TrainingProgress),
    ) -> io::Result<GamesByLine> {
        let mut found = GamesByLine::new();
        let start = format!("round-{round}.");
        for folder in [&self.folder].into_iter().chain(&self.data) {
            let mut files = file_system::list(folder);
            files.retain(|path| path.extension().is_some_and(|extension| extension == "games"));
            if files.is_empty() && *folder != self.folder {
                return Err(io::Error::other(format!(
                    "{}: no games were found in this folder",
                    folder.display()
                )));
            }
            files.retain(|path| *path != own.path && file_name(path).starts_with(&start));
            files.sort();
            for path in files {
                let file = GamesFile::open(&path, &self.variant, self.rules_hash)?;
                let games =
                    file.read_only(self.threads(), |damage| report(TrainingProgress::Damage(damage)))?;
                add_games(&mut found, file, games, report);
            }
        }
        // Its file is created last, so that a training that is refused leaves none.
        self.read_own(own, has_ended, &mut found, report)?;
        Ok(found)
    }

    /// Reads the games of the file `own`, which is created if it need not exist.
    fn read_own(
        &self,
        own: &GamesFile,
        must_exist: bool,
        found: &mut GamesByLine,
        report: &mut impl FnMut(TrainingProgress),
    ) -> io::Result<()> {
        if !must_exist && !file_system::exists(&own.path) {
            own.create()?;
        }
        let games = own.read(self.threads(), |damage| report(TrainingProgress::Damage(damage)))?;
        add_games(found, own.clone(), games, report);
        Ok(())
    }

    /// Plays the games of a round or a part that are not among the games `found`, and adds them to the file `own`.
    fn play_games(
        &self,
        round: usize,
        part: Option<Part>,
        network: Option<Arc<Network>>,
        own: &GamesFile,
        found: &mut GamesByLine,
        report: &mut impl FnMut(TrainingProgress),
    ) -> io::Result<()> {
        let (games_before, positions_before) = found
            .iter()
            .filter(|(line, _)| **line != own.training)
            .fold((0, 0), |sum, (_, games)| (sum.0 + games.len(), sum.1 + positions(games.values())));
        let games = found.entry(own.training.clone()).or_default();
        let (first, step) = part.map_or((0, 1), |part| (part.number - 1, part.of as usize));
        let mut engines: Vec<_> = (0..self.threads()).map(|_| self.engine(network.clone())).collect();
        loop {
            // Without a number of games only whole batches are played. So a training that was interrupted within a batch
            // gets the same games.
            let last = games.keys().last().map_or(0, |number| number + 1);
            let end = self.games.unwrap_or_else(|| last.next_multiple_of(BATCH));
            let mut missing: Vec<_> =
                (first..end).step_by(step).filter(|number| !games.contains_key(number)).collect();
            if missing.is_empty() {
                if self.games.is_some() || positions_before + positions(games.values()) >= self.positions {
                    return Ok(());
                }
                missing = (end..end + BATCH).collect();
            }
            missing.truncate(BATCH as usize);
            let next = AtomicUsize::new(0);
            let played =
                in_threads(&mut engines, |_, engine| self.play_batch(engine, round, &missing, &next));
            let played: Option<Vec<_>> = played.into_iter().collect();
            let played = played.ok_or_else(|| self.no_opening())?.into_iter().flatten().collect();
            own.append(&played)?;
            games.extend(played);
            let count = positions(games.values());
            if games.len() >= BATCH as usize && positions(games.values().rev().take(BATCH as usize)) == 0 {
                return Err(io::Error::other(format!(
                    "{BATCH} games of {} in succession have no quiet position, so there is nothing to train on",
                    self.variant.rules().name
                )));
            }
            report(TrainingProgress::Games {
                games: games_before + games.len(),
                positions: positions_before + count,
                done: match self.games {
                    Some(end) => games.len() as f64 / (first..end).step_by(step).len() as f64,
                    None => (positions_before + count) as f64 / self.positions as f64,
                },
            });
        }
    }

    fn no_opening(&self) -> io::Error {
        io::Error::other(format!(
            "none of {OPENINGS} random openings of {} is balanced, so no game can be played",
            self.variant.rules().name
        ))
    }

    /// Plays the games with the numbers `missing`, from the index `next` on. Returns `None` if no opening of a game is
    /// balanced.
    fn play_batch(
        &self,
        engine: &mut Engine,
        round: usize,
        missing: &[u32],
        next: &AtomicUsize,
    ) -> Option<Games> {
        let mut games = Games::new();
        loop {
            let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else { return Some(games) };
            let mut seeds = StdRng::seed_from_u64(self.seed ^ (round as u64) << 56 ^ u64::from(number) << 8);
            let mut play = || selfplay::play_game(&self.variant, engine, self.nodes, seeds.random());
            let Some(game) = (0..OPENINGS).find_map(|_| play()) else {
                // The other threads end, too.
                next.store(missing.len(), Ordering::Relaxed);
                return None;
            };
            games.insert(number, game);
        }
    }

    fn train(
        &self,
        games: &[Game],
        start: Option<&Network>,
        round: usize,
        report: &mut impl FnMut(TrainingProgress),
    ) -> Network {
        let set = TrainingSet::new(&self.variant, games, self.threads());
        let seed = self.seed.wrapping_add(round as u64);
        let weights = set.train(start, EPOCHS, self.threads(), seed, self.result_share, |epoch| {
            report(TrainingProgress::Epoch(epoch));
        });
        Network::from_weights(Inputs::new(&self.variant), &weights, set.scale.round() as i32)
    }

    /// Plays a match of `new` against `old` until the test decides. Each thread plays a pair of games at a time. Writes
    /// the games to `path`.
    fn compare(
        &self,
        new: Arc<Network>,
        old: Option<Arc<Network>>,
        round: usize,
        path: &Path,
        report: &mut impl FnMut(TrainingProgress),
    ) -> io::Result<MatchScore> {
        let mut score = MatchScore::default();
        let mut games = String::new();
        let threads = self.threads();
        let mut engines: Vec<_> =
            (0..threads).map(|_| [self.engine(Some(Arc::clone(&new))), self.engine(old.clone())]).collect();
        let mut pair = 0;
        while score.games() < MATCH_GAMES && TEST.accepts(&score).is_none() {
            let results = in_threads(&mut engines, |thread, engines| {
                let seed = self.seed ^ (round as u64) << 56 ^ 1 << 48 ^ (pair + thread) as u64;
                self.play_pair(engines, round, seed)
            });
            for pair in results {
                let pair = pair.ok_or_else(|| self.no_opening())?;
                for (_, game) in &pair {
                    games += &format!("{game}\n");
                }
                score.add_pair(pair.map(|(half_points, _)| half_points));
            }
            pair += threads;
            report(TrainingProgress::Match(score.clone()));
        }
        file_system::replace(path, games.as_bytes())?;
        Ok(score)
    }

    /// Plays two games from the same opening. Returns each game with the half-points of the first engine, or `None` if
    /// every opening ends the game.
    fn play_pair(&self, engines: &mut [Engine; 2], round: usize, seed: u64) -> Option<[(u8, PgnGame); 2]> {
        let mut random = StdRng::seed_from_u64(seed);
        let start = Position::start(&self.variant).ok()?;
        let mut opening = || openings::random_opening(&start, openings::RANDOM_PLIES, &mut random);
        let (opening, _) = (0..OPENINGS).find_map(|_| opening())?;
        let games = [Color::White, Color::Black].map(|color| {
            let (winner, moves) = self.play_match_game(engines, color, opening.clone());
            let mut tags = Tags::default();
            tags.push("Event", format!("Training, round {round}"));
            let names = if color == Color::White { ["new", "old"] } else { ["old", "new"] };
            tags.push("White", names[0]);
            tags.push("Black", names[1]);
            let result = pgn::result(winner);
            let half_points = winner.map_or(1, |winner| 2 * u8::from(winner == color));
            (half_points, PgnGame::new(tags, GameTree::from_line(opening.clone(), &moves), result))
        });
        Some(games)
    }

    /// Plays a game in which the first engine has `color`. Returns the winner and the moves.
    fn play_match_game(
        &self,
        engines: &mut [Engine; 2],
        color: Color,
        opening: Position,
    ) -> (Option<Color>, Vec<TimedMove>) {
        engines.iter_mut().for_each(Engine::new_game);
        let mut moves = Vec::new();
        let search = |position: &Position, keys: &[u64]| {
            let engine = &mut engines[usize::from(position.turn() != color)];
            engine.go(position, keys, &Limits::nodes(self.match_nodes), &AtomicBool::new(false), |_| {})
        };
        let winner = selfplay::play_on(opening, search, |_, _, report| {
            moves.extend(report.best_move().map(|mv| (mv, None)));
            ControlFlow::Continue(())
        });
        (winner, moves)
    }
}

/// Number of rounds of the training in `folder` that have ended.
pub fn rounds(folder: &Path) -> usize {
    let has_ended = |round: &usize| [NETWORK, REJECTED].iter().any(|end| path(folder, *round, end).exists());
    (1..).take_while(has_ended).count()
}

/// The file of the last network in `folder` that won its match, if there is one.
pub fn last_network(folder: &Path) -> Option<PathBuf> {
    (1..=rounds(folder)).rev().map(|round| path(folder, round, NETWORK)).find(|path| path.exists())
}

fn path(folder: &Path, round: usize, end: &str) -> PathBuf {
    folder.join(format!("round-{round}.{end}"))
}

/// Adds the games of a file to `found` and reports their number. A game is a double if one with its number has been found
/// in a file of the same training.
fn add_games(
    found: &mut GamesByLine,
    file: GamesFile,
    games: Games,
    report: &mut impl FnMut(TrainingProgress),
) {
    if games.is_empty() {
        return;
    }
    let known = found.entry(file.training).or_default();
    let all = games.len();
    let new: Games = games.into_iter().filter(|(number, _)| !known.contains_key(number)).collect();
    report(TrainingProgress::File {
        path: file.path,
        games: new.len(),
        positions: positions(new.values()),
        doubles: all - new.len(),
    });
    known.extend(new);
}

/// Calls `run` for each item, on a thread of its own, with the index of the item. Returns the results in order.
fn in_threads<T: Send, R: Send>(items: &mut [T], run: impl Fn(usize, &mut T) -> R + Sync) -> Vec<R> {
    std::thread::scope(|scope| {
        let run = &run;
        let start = |(index, item)| scope.spawn(move || run(index, item));
        let threads: Vec<_> = items.iter_mut().enumerate().map(start).collect();
        // A panic in a thread is a bug and is passed on.
        threads.into_iter().map(|thread| thread.join().expect("the thread does not panic")).collect()
    })
}
