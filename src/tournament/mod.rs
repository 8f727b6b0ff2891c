//! Tournaments of UCI engines on any variant: pairs of games from one opening with both colours, several at a time.
//!
//! Pairs are reported in the order of their numbers, whatever the number of games at a time, and the opening of a pair
//! depends on the seed and its round alone. With a limit of nodes or depth and one thread for each engine, the games and
//! the decision of a test are therefore the same in every run.

pub mod adjudication;
pub mod flags;
pub mod game;
pub mod openings;
pub mod schedule;
pub mod settings;
pub mod standings;
pub mod state;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::engine::{Engine, Options};
use crate::notation::text::list_names;
use crate::notation::variants_ini::Variants;
use crate::protocol::uci::client::VARIANT_PATH;
use crate::rules::{ByColor, Color, Variant};
use crate::uci_engine::{EngineError, Launch, Log, UciEngine};
use game::{End, PlayedGame};
use openings::Openings;
use schedule::{Pair, Schedule};
use settings::{EngineSettings, SELF, Settings};
use standings::PairResult;

/// Greatest time in which an engine must list its options.
const START_TIME: Duration = Duration::from_secs(10);
/// Time between two looks at whether the tournament must end.
const POLL: Duration = Duration::from_millis(50);
/// Greatest number of variants of an engine that are named in a sentence.
const MAX_NAMES: usize = 12;

/// Gets each line of the conversations with all engines: the name of the engine, `>` or `<`, and the line.
pub type TournamentLog = Arc<dyn Fn(&str, char, &str) + Send + Sync>;

/// A tournament that can be run.
pub struct Tournament<'s> {
    /// The settings.
    pub settings: &'s Settings,
    /// The variant.
    pub variant: Arc<Variant>,
    /// The openings.
    pub openings: Openings,
    /// Command of this program's own engine.
    pub own_command: String,
    /// Gets all lines from and to the engines.
    pub log: Option<TournamentLog>,
}

/// A pair of games that has been played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedPair {
    /// Its place in the schedule.
    pub pair: Pair,
    /// The games. The first player has White in the first one. There is one game if an engine has failed in it and the
    /// tournament ends.
    pub games: Vec<PlayedGame>,
}

/// Work that a thread of the tournament has finished.
enum Finished {
    Pair(PlayedPair),
    /// A failure, and the pair with the games up to it.
    Failed(String, Option<PlayedPair>),
}

impl PlayedPair {
    /// The result; `None` if a game is missing. `names` are those of all engines.
    pub fn result(&self, settings: &Settings) -> Option<PairResult> {
        let [first, second] = &self.games[..] else { return None };
        let end = |game: &PlayedGame, white: usize| {
            let loser = game.winner.map_or("", |winner| {
                let index = if winner == Color::White { 1 - white } else { white };
                &settings.engines[self.pair.players[index]].name
            });
            game.end.kind(loser)
        };
        Some(PairResult {
            half_points: [first.half_points(Color::White), second.half_points(Color::Black)],
            ends: [end(first, 0), end(second, 1)],
        })
    }
}

/// Engines that run, by their place in the list.
type Running = BTreeMap<usize, UciEngine>;

impl Tournament<'_> {
    /// Starts each engine once. Returns sentences about options that an engine does not have, and what it sends about its
    /// options or their values.
    ///
    /// # Errors
    /// A sentence about an engine that cannot be started or does not play the variant.
    pub fn check(&self) -> Result<Vec<String>, String> {
        let mut notes = Vec::new();
        for settings in &self.settings.engines {
            let name = &settings.name;
            let (own, strings) = (self.log_of(settings), Arc::new(Mutex::new(Vec::new())));
            let kept = Arc::clone(&strings);
            let log = move |direction: char, line: &str| {
                if let Some(own) = &own {
                    own(direction, line);
                }
                if let Some(text) = line.strip_prefix("info string ") {
                    lock(&kept).push(text.to_owned());
                }
            };
            let engine = self.start(settings, Some(Arc::new(log)), &AtomicBool::new(false));
            let engine = engine.map_err(|error| format!("{name} ({}) {error}", settings.command))?;
            let info = engine.info();
            let rules = self.variant.rules();
            let is_built_in = Variants::built_in().rules(&rules.name).is_some();
            let is_listed = info.variants().contains(&rules.name.as_str());
            let learns = self.settings.variants.is_some() && info.option(VARIANT_PATH).is_some();
            let is_chess960 = rules.is_chess960();
            let plays =
                if is_built_in { info.plays(&self.variant) || is_listed && !is_chess960 } else { is_listed };
            if !plays && !learns {
                let others = info.variants();
                let others = match others.len() {
                    count if count > MAX_NAMES => format!("{count} other variants"),
                    _ => list_names(others),
                };
                let wanted = if is_chess960 { "Chess960" } else { &rules.name };
                let hint = match info.option(VARIANT_PATH) {
                    Some(_) => "; it can read the rules from a file, which -variants names",
                    None => "",
                };
                let others = if others.is_empty() { "no variant that it names".to_owned() } else { others };
                return Err(format!("{name} does not play {wanted} but {others}{hint}"));
            }
            let unknown = settings.options.keys().filter(|option| info.option(option).is_none());
            notes.extend(unknown.map(|option| format!("{name} has no option {option}, which is ignored")));
            // Short values, such as numbers, are in other sentences, too.
            let names = |text: &str, (name, value): (&String, &String)| {
                text.contains(name) || value.len() > 3 && text.contains(value)
            };
            let about = |text: &&String| settings.options.iter().any(|option| names(text, option));
            notes.extend(lock(&strings).iter().filter(about).map(|text| format!("{name}: {text}")));
        }
        Ok(notes)
    }

    /// The pairs of the tournament.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.settings.engines.len(), self.settings.is_gauntlet, self.settings.rounds)
    }

    /// Plays all pairs from the number `first` on. Passes each one to `on_pair` in the order of their numbers, which
    /// returns whether the tournament goes on. Ends when `is_ended` returns true. No engine runs afterwards.
    ///
    /// # Errors
    /// A sentence if an engine fails and is not started again, after its last game was passed on, or if there is no
    /// opening.
    pub fn run(
        &self,
        first: usize,
        on_pair: &mut dyn FnMut(PlayedPair) -> bool,
        is_ended: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let schedule = self.schedule();
        let (next, stop) = (AtomicUsize::new(first), AtomicBool::new(false));
        let mut failure = None;
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            for _ in 0..self.settings.concurrency.min(schedule.len().saturating_sub(first)) {
                let sender = sender.clone();
                let (schedule, next, stop) = (&schedule, &next, &stop);
                scope.spawn(move || self.play_pairs(schedule, next, stop, &sender));
            }
            drop(sender);
            // Pairs that were finished before one with a lower number.
            let mut waiting = BTreeMap::new();
            let mut expected = first;
            while !stop.load(Ordering::Relaxed) {
                match receiver.recv_timeout(POLL) {
                    Ok(Finished::Pair(pair)) => drop(waiting.insert(pair.pair.number, pair)),
                    Ok(Finished::Failed(sentence, pair)) => {
                        if let Some(pair) = pair {
                            on_pair(pair);
                        }
                        failure = Some(sentence);
                        break;
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                while let Some(pair) = waiting.remove(&expected) {
                    expected += 1;
                    if !on_pair(pair) {
                        stop.store(true, Ordering::Relaxed);
                        break;
                    }
                }
                if is_ended() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            stop.store(true, Ordering::Relaxed);
        });
        failure.map_or(Ok(()), Err)
    }

    /// Plays pairs until there are no more.
    fn play_pairs(
        &self,
        schedule: &Schedule,
        next: &AtomicUsize,
        stop: &AtomicBool,
        sender: &Sender<Finished>,
    ) {
        let mut judge = Engine::new(Options { hash_mib: 1, ..Options::default() });
        let mut running = Running::new();
        while !stop.load(Ordering::Relaxed) {
            let Some(pair) = schedule.pair(next.fetch_add(1, Ordering::Relaxed)) else { return };
            // Only the engines of the pair use memory.
            running.retain(|index, _| pair.players.contains(index));
            let finished = match self.play_pair(pair, &mut judge, &mut running, stop) {
                Ok(Some(pair)) => Finished::Pair(pair),
                Ok(None) => return,
                Err((sentence, pair)) => Finished::Failed(sentence, pair),
            };
            let is_last = matches!(finished, Finished::Failed(..));
            // The receiver ends only after all threads.
            if sender.send(finished).is_err() || is_last {
                return;
            }
        }
    }

    /// Plays the games of a pair. Returns `None` if `stop` was set.
    fn play_pair(
        &self,
        pair: Pair,
        judge: &mut Engine,
        running: &mut Running,
        stop: &AtomicBool,
    ) -> Result<Option<PlayedPair>, (String, Option<PlayedPair>)> {
        let opening = self.openings.get(pair.round, judge).map_err(|error| (error, None))?;
        let mut played = PlayedPair { pair, games: Vec::new() };
        for color in Color::ALL {
            let [first, second] = pair.players;
            let seats = ByColor::from_fn(|side| if side == color { first } else { second });
            let players = ByColor::from_fn(|side| &self.settings.engines[seats[side]]);
            for index in pair.players {
                match self.make_ready(index, running, stop) {
                    Ok(()) => {}
                    Err(EngineError::Cancelled) => return Ok(None),
                    Err(error) => {
                        let name = &self.settings.engines[index].name;
                        return Err((
                            format!("{name} {error} before a game of round {}", pair.round + 1),
                            None,
                        ));
                    }
                }
            }
            let [white, black] = [seats.white, seats.black].map(|index| running.remove(&index));
            // Both have just been made ready.
            let (Some(mut white), Some(mut black)) = (white, black) else { return Ok(None) };
            let engines = ByColor { white: &mut white, black: &mut black };
            let game = game::play(self.settings, players, engines, opening.clone(), stop);
            running.extend([(seats.white, white), (seats.black, black)]);
            let Some(game) = game else { return Ok(None) };
            let loser = game.winner.map(|winner| seats[!winner]);
            let end = game.end.clone();
            played.games.push(game);
            if let (Some(loser), End::Failure(fault)) = (loser, &end) {
                running.remove(&loser);
                if self.settings.recovers {
                    continue;
                }
                let name = &self.settings.engines[loser].name;
                let sentence = format!(
                    "{name} {fault} in game {} of round {}; with -recover it is started again and the match goes on",
                    played.games.len(),
                    pair.round + 1
                );
                return Err((sentence, Some(played)));
            }
        }
        Ok(Some(played))
    }

    /// Starts an engine that does not run, and begins a new game.
    fn make_ready(&self, index: usize, running: &mut Running, stop: &AtomicBool) -> Result<(), EngineError> {
        let settings = &self.settings.engines[index];
        if settings.restarts {
            running.remove(&index);
        }
        if let Some(engine) = running.get_mut(&index) {
            match engine.new_game(stop) {
                Ok(()) => return Ok(()),
                Err(EngineError::Cancelled) => return Err(EngineError::Cancelled),
                // It has stopped after its last game.
                Err(_) if self.settings.recovers => drop(running.remove(&index)),
                Err(error) => return Err(error),
            }
        }
        running.insert(index, self.start(settings, self.log_of(settings), stop)?);
        Ok(())
    }

    /// The log of the lines of an engine.
    fn log_of(&self, settings: &EngineSettings) -> Option<Log> {
        let (log, name) = (self.log.clone()?, settings.name.clone());
        Some(Arc::new(move |direction, line| log(&name, direction, line)))
    }

    /// Starts an engine and sets it up.
    fn start(
        &self,
        settings: &EngineSettings,
        log: Option<Log>,
        stop: &AtomicBool,
    ) -> Result<UciEngine, EngineError> {
        let command = if settings.command == SELF { &self.own_command } else { &settings.command };
        let command = format!("{command} {}", settings.arguments);
        let launch = Launch { command: &command, folder: settings.folder.as_deref(), log };
        let patience = self.settings.patience;
        let mut engine = UciEngine::start(launch, patience.min(START_TIME), stop)?;
        engine.set_patience(patience);
        let mut values = settings.options.clone();
        if let Some(file) = &self.settings.variants {
            values.entry(VARIANT_PATH.to_owned()).or_insert_with(|| absolute(file));
        }
        engine.set_up(&self.variant, &values, stop)?;
        Ok(engine)
    }
}

/// Locks the lines of an engine. A panic while they are locked leaves them valid.
fn lock(lines: &Mutex<Vec<String>>) -> MutexGuard<'_, Vec<String>> {
    lines.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The path from the root, for an engine that may run in another folder.
fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or(path.to_owned()).display().to_string()
}
