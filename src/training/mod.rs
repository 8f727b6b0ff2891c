//! Training of networks for any variant, by games of the engine against itself and gradient descent.
//!
//! A round plays games with the best network so far, trains the weights of that network on the games of all rounds, and
//! keeps the result if it wins a match against that network. The first round begins with the built-in network, if there
//! is one. All results are written to a folder, so that a training that was interrupted can be continued. The same seed
//! gives the same games with any number of threads.

pub mod samples;
pub mod selfplay;
pub mod trainer;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::engine::eval::network::{self, Inputs, Network};
use crate::engine::{Engine, Limits, NetworkChoice, Options, openings};
use crate::game::match_score::{EloModel, MatchScore, Sprt};
use crate::notation::game_tree::GameTree;
use crate::notation::pgn::{self, PgnGame, Tags, TimedMove};
use crate::notation::text;
use crate::platform::file_system::{self, Lock};
use crate::platform::threads;
use crate::rules::{Color, Position, Variant};
use samples::{Games, GamesFile, Sample, file_name};
use trainer::{Epoch, TrainingSet};

/// Number of games that are played and written together.
const BATCH: u32 = 64;
/// Number of passes over all samples.
const EPOCHS: usize = 8;
/// Size of the transposition table of an engine, in MiB.
const HASH_MIB: usize = 8;
/// The test of the match. The first Elo difference means no gain, the second a gain.
const TEST: Sprt = Sprt { elos: [0.0, 30.0], errors: [0.05, 0.05], model: EloModel::Logistic };
/// Maximum number of games in the match.
const MATCH_GAMES: usize = 400;

/// Maximum number of random openings that are tried for a game.
const OPENINGS: usize = 2_000;

/// A training and its parameters.
#[derive(Clone, Debug)]
pub struct Training {
    /// The variant for which a network is trained.
    pub variant: Arc<Variant>,
    /// The folder into which samples, games and networks are written.
    pub folder: PathBuf,
    /// Least number of positions of each round.
    pub positions: usize,
    /// Number of rounds.
    pub rounds: usize,
    /// Nodes for each move, in games and in the match.
    pub nodes: u64,
    /// Number of threads for games, training and match. At least one is started, and at most one for each core.
    pub threads: usize,
    /// Seed of the games and of the first weights.
    pub seed: u64,
}

/// Progress report of a training.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainingProgress {
    /// Number of positions so far, and how many are needed.
    Positions(usize, usize),
    /// The losses after a pass over all samples.
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

impl Training {
    /// Runs all rounds and passes their progress to `report`. Returns the path of the best network, or `None` if no new
    /// network won its match. Rounds and games that an earlier run wrote to the folder are not repeated.
    ///
    /// # Errors
    /// If a file cannot be read or written, or has not been written by a training, if the number of positions, rounds
    /// or nodes is 0, or if games of the variant have no balanced openings or no quiet positions.
    pub fn run(&self, mut report: impl FnMut(TrainingProgress)) -> io::Result<Option<PathBuf>> {
        if self.positions == 0 || self.rounds == 0 || self.nodes == 0 {
            return Err(io::Error::other("positions, rounds and nodes must be at least 1"));
        }
        let lock = Lock::take(&self.folder.join("training.lock"))?;
        let _lock = lock.ok_or_else(|| io::Error::other("another training is writing to this folder"))?;
        let path = |round: usize, end: &str| self.folder.join(format!("round-{round}.{end}"));
        let mut best = Network::built_in(&self.variant);
        let mut best_path = None;
        let mut games = Vec::new();
        for round in 1..=self.rounds {
            let (file, rejected) = (path(round, "network"), path(round, "rejected"));
            let games_file = self.games_file(round);
            if file.exists() || rejected.exists() {
                // The round has ended, even if it has fewer positions than are needed now.
                let found = games_file.read(|damage| report(TrainingProgress::Damage(damage)))?;
                games.extend(found.into_values());
                if file.exists() {
                    best = Some(Arc::new(self.read_network(&file)?));
                }
            } else {
                games.extend(self.play_games(round, best.clone(), &games_file, &mut report)?.into_values());
                let candidate = Arc::new(self.train(&games, best.as_deref(), round, &mut report));
                let pgn = path(round, "pgn");
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

    /// The file of the games of a round.
    pub fn games_file(&self, round: usize) -> GamesFile {
        let (rules, start) = (self.variant.rules(), self.variant.start());
        let hash = text::hash(format!("{rules:?} {start:?}"));
        GamesFile {
            path: self.folder.join(format!("round-{round}.games")),
            training: format!(
                "{}, rules {hash:08x}, {} nodes, seed {}, round {round}",
                rules.name, self.nodes, self.seed
            ),
            inputs: Inputs::new(&self.variant),
        }
    }

    /// Reads the games of a round from its file, and plays the missing games.
    fn play_games(
        &self,
        round: usize,
        network: Option<Arc<Network>>,
        file: &GamesFile,
        report: &mut impl FnMut(TrainingProgress),
    ) -> io::Result<Games> {
        if !file_system::exists(&file.path) {
            file.create()?;
        }
        let mut games = file.read(|damage| report(TrainingProgress::Damage(damage)))?;
        let count = |games: &Games| games.values().map(Vec::len).sum::<usize>();
        let mut engines: Vec<_> = (0..self.threads()).map(|_| self.engine(network.clone())).collect();
        loop {
            // Only whole batches are played. So a training that was interrupted within a batch gets the same games.
            let end = games.keys().last().map_or(0, |number| number + 1).next_multiple_of(BATCH);
            let mut missing: Vec<_> = (0..end).filter(|number| !games.contains_key(number)).collect();
            if missing.is_empty() {
                if count(&games) >= self.positions {
                    return Ok(games);
                }
                missing = (end..end + BATCH).collect();
            }
            missing.truncate(BATCH as usize);
            let next = AtomicUsize::new(0);
            let found = in_threads(&mut engines, |_, engine| self.play_batch(engine, round, &missing, &next));
            let found: Option<Vec<_>> = found.into_iter().collect();
            let found = found.ok_or_else(|| self.no_opening())?.into_iter().flatten().collect();
            file.append(&found)?;
            games.extend(found);
            if games.values().rev().take(BATCH as usize).all(Vec::is_empty) {
                return Err(io::Error::other(format!(
                    "{BATCH} games of {} in succession have no quiet position, so there is nothing to train on",
                    self.variant.rules().name
                )));
            }
            report(TrainingProgress::Positions(count(&games), self.positions));
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
            let Some(samples) = (0..OPENINGS).find_map(|_| play()) else {
                // The other threads end, too.
                next.store(missing.len(), Ordering::Relaxed);
                return None;
            };
            games.insert(number, samples);
        }
    }

    fn train(
        &self,
        games: &[Vec<Sample>],
        start: Option<&Network>,
        round: usize,
        report: &mut impl FnMut(TrainingProgress),
    ) -> Network {
        let set = TrainingSet::new(&self.variant, games);
        let seed = self.seed.wrapping_add(round as u64);
        let weights =
            set.train(start, EPOCHS, self.threads(), seed, |epoch| report(TrainingProgress::Epoch(epoch)));
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
        mut position: Position,
    ) -> (Option<Color>, Vec<TimedMove>) {
        engines.iter_mut().for_each(Engine::new_game);
        let (mut keys, mut moves) = (Vec::new(), Vec::new());
        for _ in 0..selfplay::LONGEST {
            keys.push(position.key());
            let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
            if let Some(outcome) = position.outcome(occurrences) {
                return (outcome.winner(), moves);
            }
            let engine = &mut engines[usize::from(position.turn() != color)];
            let limits = Limits::nodes(self.nodes);
            let report = engine.go(&position, &keys, &limits, &AtomicBool::new(false), |_| {});
            let Some(mv) = report.best_move() else { break };
            position.make(mv);
            moves.push((mv, None));
        }
        (None, moves)
    }
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
