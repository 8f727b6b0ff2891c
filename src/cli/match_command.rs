//! `xxlchess match`: a match or tournament of UCI engines on any variant.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use xxlchess::notation::pgn::Tags;
use xxlchess::notation::text;
use xxlchess::platform::{clock, file_system, process, threads};
use xxlchess::rules::{ByColor, Color};
use xxlchess::storage;
use xxlchess::tournament::flags;
use xxlchess::tournament::game::{PlayedGame, time_control};
use xxlchess::tournament::openings::Openings;
use xxlchess::tournament::settings::{PgnSettings, Settings};
use xxlchess::tournament::standings::Standings;
use xxlchess::tournament::state::{Command, State, format_line};
use xxlchess::tournament::{PlayedPair, Tournament, TournamentLog};
use xxlchess::view::text::counted;

use super::{Failure, analyse, print_line, variants, warn};

/// Names of chess from shuffled starts.
const SHUFFLED_CHESS: [&str; 2] = ["fischerandom", "chess960"];

#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub struct MatchArguments {
    /// Flags, which `xxlchess match --help` lists.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FLAGS")]
    words: Vec<String>,
}

/// Plays the match and prints its score.
pub fn run(arguments: &MatchArguments) -> Result<(), Failure> {
    let mut words = arguments.words.clone();
    if words.is_empty() || words.iter().any(|word| ["-h", "-help", "--help"].contains(&word.as_str())) {
        return print_line(flags::help().trim_end());
    }
    let config = |words: &[String]| words.iter().position(|word| word == "-config");
    if !words.iter().any(|word| word == "-engine")
        && let Some(at) = config(&words)
        && let Some(file) = words.get(at + 1).and_then(|word| word.strip_prefix("file="))
    {
        words = [read_state(Path::new(file))?.command.words, words].concat();
    }
    let settings = Settings::parse(&words).map_err(Failure::input)?;
    if let Some(at) = config(&words) {
        words.drain(at..at + 2);
    }
    check_files(&settings)?;
    // Held until the match ends.
    let _lock = settings.state.as_deref().map(lock).transpose()?;
    let files = [&settings.openings.file, &settings.variants].into_iter().flatten();
    let files = files.map(|path| analyse::read(path).map(text::hash)).collect::<Result<_, _>>()?;
    let mut state = State { command: Command { words, files }, results: Vec::new() };
    // A program that was ended at once leaves an empty file.
    if let Some(path) =
        settings.state.as_deref().filter(|path| path.metadata().is_ok_and(|file| file.len() > 0))
    {
        let State { command, results } = read_state(path)?;
        let known = Settings::parse(&command.words).map_err(|error| fault(path, error))?;
        if known.identity() != settings.identity() || command.files != state.command.files {
            let advice = "is of a match with other engines, limits, openings or rules, or their files were changed; \
                          name another file";
            return Err(Failure::input(format_args!("{} {advice}", path.display())));
        }
        state.results = results;
    }
    let tournament = prepare(&settings)?;
    let mut standings = Standings::new(&settings);
    let schedule = tournament.schedule();
    for (number, result) in state.results.iter().enumerate() {
        if let Some(pair) = schedule.pair(number) {
            standings.add(&pair, result);
        }
    }
    let first = state.results.len();
    let mut files = Files::open(&settings, &state)?;
    if first > 0 {
        print_line(format_args!("The match goes on after {} games.", 2 * first))?;
    }
    let mut printed = Progress { begun: Instant::now(), last: None };
    let mut failure = None;
    let is_ended = process::end_requested();
    let mut result = Ok(());
    if standings.accepted().is_none() {
        let mut on_pair = |pair: PlayedPair| {
            let done = files.write(&settings, &pair).and_then(|()| {
                let Some(result) = pair.result(&settings) else { return Ok(()) };
                standings.add(&pair.pair, &result);
                if printed.is_due(settings.interval, standings.pairs()) {
                    let left = schedule.len() - standings.pairs();
                    let time =
                        printed.begun.elapsed().mul_f64(left as f64 / (standings.pairs() - first) as f64);
                    // A test may end the match earlier.
                    let most = if settings.sprt.is_some() { "at most " } else { "" };
                    let line = standings.line(schedule.len());
                    print_line(format_args!("{line}, {most}{} left", analyse::minutes(time)))?;
                }
                Ok(())
            });
            failure = done.err();
            failure.is_none() && standings.accepted().is_none()
        };
        result = tournament.run(first, &mut on_pair, &is_ended);
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    print_line(standings.report().trim_end())?;
    result.map_err(Failure::answer)?;
    if standings.pairs() < schedule.len() && standings.accepted().is_none() {
        let goes_on = if settings.state.is_some() { "; the same command goes on" } else { "" };
        return Err(Failure::answer(format_args!("the match was interrupted{goes_on}")));
    }
    Ok(())
}

/// Reads variant and openings, and starts each engine once.
fn prepare(settings: &Settings) -> Result<Tournament<'_>, Failure> {
    let name = &settings.variant;
    let variant = if SHUFFLED_CHESS.contains(&name.as_str()) {
        let chess = variants::find(None, "chess")?;
        Arc::new(chess.with_rules(chess.rules().clone().in_chess960()))
    } else {
        variants::find(settings.variants.as_deref(), name)?
    };
    let text = settings.openings.file.as_deref().map(analyse::read).transpose()?;
    let openings = Openings::new(&variant, &settings.openings, (settings.seed, settings.rounds), text);
    let openings = openings.map_err(Failure::input)?;
    if let Some(count) = openings.count().filter(|&count| count < settings.rounds as usize) {
        let openings = counted(count, "opening");
        let rounds = counted(settings.rounds as usize, "round");
        warn(format_args!("Only {openings} for {rounds}: openings repeat."));
    }
    let is_timed = settings.engines.iter().any(|engine| engine.clock.is_some() || engine.move_time.is_some());
    if is_timed && settings.concurrency > threads::available() {
        warn(format_args!(
            "{} games at a time share {} cores, so engines think less than their clocks say.",
            settings.concurrency,
            threads::available()
        ));
    }
    let program = std::env::current_exe().map_err(Failure::answer)?;
    let log = settings.log.as_deref().map(log).transpose()?;
    let own_command = format!("{} uci", program.display());
    let tournament = Tournament { settings, variant, openings, own_command, log };
    tournament.check().map_err(Failure::input)?.iter().for_each(warn);
    Ok(tournament)
}

/// Refuses files that would be written over one another.
fn check_files(settings: &Settings) -> Result<(), Failure> {
    let written = [
        ("-pgnout", settings.pgn.as_ref().map(|pgn| &pgn.file)),
        ("-config", settings.state.as_ref()),
        ("-log", settings.log.as_ref()),
    ];
    let read = [("-openings", settings.openings.file.as_ref()), ("-variants", settings.variants.as_ref())];
    for (number, (flag, file)) in written.iter().enumerate() {
        for (other_flag, other) in written[..number].iter().chain(&read) {
            if let (Some(file), Some(other)) = (file, other)
                && analyse::is_same_file(file, other)
            {
                let name = file.display();
                return Err(Failure::input(format_args!(
                    "{flag} and {other_flag} are the same file, {name}; name another file"
                )));
            }
        }
    }
    Ok(())
}

/// The lock of the state at `path`, so that no two matches write it.
fn lock(path: &Path) -> Result<file_system::Lock, Failure> {
    let mut lock = path.as_os_str().to_owned();
    lock.push(".lock");
    let lock = file_system::Lock::take(Path::new(&lock)).map_err(|error| fault(path, error))?;
    lock.ok_or_else(|| fault(path, "another match is writing to it"))
}

/// A file to which every line from and to an engine is written, with the seconds since the start.
fn log(path: &Path) -> Result<TournamentLog, Failure> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    let file = Mutex::new(file.map_err(|error| fault(path, error))?);
    let (begun, has_failed, path) = (Instant::now(), AtomicBool::new(false), path.to_owned());
    Ok(Arc::new(move |name, direction, line| {
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = writeln!(file, "{:.3} {name} {direction} {line}", begun.elapsed().as_secs_f64());
        // A log that cannot be written does not end the match.
        if let Err(error) = written
            && !has_failed.swap(true, Ordering::Relaxed)
        {
            warn(format_args!("{}: {error}; the log has gaps", path.display()));
        }
    }))
}

fn fault(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::input(format_args!("{}: {error}", path.display()))
}

fn read_state(path: &Path) -> Result<State, Failure> {
    State::parse(&analyse::read(path)?).map_err(|error| fault(path, error))
}

/// The files of a match that it appends to.
struct Files {
    pgn: Option<File>,
    state: Option<File>,
}

impl Files {
    /// Opens the files, and replaces that of the state by `state`: the command may be another, and the file may end within
    /// a line.
    fn open(settings: &Settings, state: &State) -> Result<Self, Failure> {
        let open = |path: &Path, is_emptied: bool| {
            let mut options = OpenOptions::new();
            let file = options.create(true).append(!is_emptied).write(true).truncate(is_emptied).open(path);
            file.map_err(|error| fault(path, error))
        };
        let is_emptied = |pgn: &PgnSettings| state.results.is_empty() && !pgn.appends;
        let pgn = settings.pgn.as_ref().map(|pgn| {
            let mut file = open(&pgn.file, is_emptied(pgn))?;
            let goes_on = !state.results.is_empty();
            end_games(&mut file, &pgn.file, goes_on).map_err(|error| fault(&pgn.file, error))?;
            Ok(file)
        });
        let pgn = pgn.transpose()?;
        let results: String = state.results.iter().map(format_line).collect();
        let text = format_line(&state.command) + &results;
        let state = settings.state.as_deref().map(|path| {
            file_system::replace_and_sync(path, text.as_bytes()).map_err(|error| fault(path, error))?;
            open(path, false)
        });
        Ok(Self { pgn, state: state.transpose()? })
    }

    /// Writes the games of a pair, and its result if it is complete.
    fn write(&mut self, settings: &Settings, pair: &PlayedPair) -> Result<(), Failure> {
        if let (Some(file), Some(pgn)) = (&mut self.pgn, &settings.pgn) {
            let games = pair.games.iter().enumerate();
            let text: String =
                games.map(|(index, game)| format_game(settings, pgn, pair, index, game)).collect();
            let length = file.metadata().map(|file| file.len());
            if let Err(error) = file.write_all(text.as_bytes()) {
                // The part of the games that was written would spoil those of the same match when it goes on.
                let _ = length.and_then(|length| file.set_len(length));
                return Err(fault(&pgn.file, error));
            }
        }
        if let (Some(file), Some(path), Some(result)) =
            (&mut self.state, &settings.state, pair.result(settings))
        {
            let written = file.write_all(format_line(&result).as_bytes()).and_then(|()| file.sync_data());
            written.map_err(|error| fault(path, error))?;
        }
        Ok(())
    }
}

/// Makes the file of games at `path` end with an empty line, so that more games can be appended. Where a match goes on, a last game
/// without that line was cut by a crash and is removed, because it is played again.
fn end_games(file: &mut File, path: &Path, goes_on: bool) -> io::Result<()> {
    let length = file.metadata()?.len();
    // A terminal or a pipe cannot be read.
    if length == 0 || !path.is_file() {
        return Ok(());
    }
    let mut end = Vec::new();
    let mut reader = File::open(path)?;
    reader.seek(SeekFrom::Start(length.saturating_sub(2)))?;
    reader.read_to_end(&mut end)?;
    if end == b"\n\n" {
        return Ok(());
    }
    if goes_on {
        let games = fs::read(path)?;
        let last = games.windows(3).rposition(|bytes| bytes == b"\n\n[").map_or(0, |end| end + 2);
        return file.set_len(last as u64);
    }
    file.write_all(b"\n\n")
}

/// A game in PGN with an empty line behind it.
fn format_game(
    settings: &Settings,
    pgn: &PgnSettings,
    pair: &PlayedPair,
    index: usize,
    game: &PlayedGame,
) -> String {
    let [first, second] = pair.pair.players.map(|index| &settings.engines[index]);
    let players = if index == 0 {
        ByColor { white: first, black: second }
    } else {
        ByColor { white: second, black: first }
    };
    let mut tags = Tags::default();
    tags.push("Event", &settings.event);
    tags.push("Site", &settings.site);
    tags.push("Date", storage::utc(clock::system_time()).date);
    tags.push("Round", format!("{}.{}", pair.pair.round + 1, index + 1));
    for color in Color::ALL {
        tags.push(color.name(), &players[color].name);
    }
    let controls = ByColor::from_fn(|color| time_control(players[color]));
    if controls.white == controls.black {
        tags.push("TimeControl", controls.white);
    } else {
        tags.push("WhiteTimeControl", controls.white);
        tags.push("BlackTimeControl", controls.black);
    }
    let names = ByColor::from_fn(|color| players[color].name.as_str());
    format!("{}\n", game.to_pgn(tags, names, pgn))
}

/// When the score is printed.
struct Progress {
    begun: Instant,
    last: Option<Instant>,
}

impl Progress {
    /// Whether the score must be printed after this number of pairs. In a long match it is printed less often.
    fn is_due(&mut self, interval: Option<u32>, pairs: usize) -> bool {
        let pause = Duration::from_secs(1) + self.begun.elapsed() / 100;
        let is_due = match interval {
            Some(interval) => pairs.is_multiple_of(interval as usize),
            None => self.last.is_none_or(|last| last.elapsed() >= pause),
        };
        if is_due {
            self.last = Some(Instant::now());
        }
        is_due
    }
}
