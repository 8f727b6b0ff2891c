//! `xxlchess analyse`: annotates the games of a PGN file by searches of the engine.

use std::fs::OpenOptions;
use std::io::{self, IsTerminal as _, Write as _};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use xxlchess::config;
use xxlchess::engine::{Bound, Engine, Limits, MAX_THREADS, Options as EngineOptions, SearchEvent};
use xxlchess::game::analysis::{Analysis, Judgment};
use xxlchess::game::options::Options;
use xxlchess::notation::game_tree::NodeId;
use xxlchess::notation::pgn::PgnGame;
use xxlchess::notation::pgn::collection::{GameEntry, Games};
use xxlchess::notation::text;
use xxlchess::platform::file_system;
use xxlchess::rules::{Color, Move};
use xxlchess::storage::game_reader::GameReader;

use super::variants::VariantArguments;
use super::{Failure, positive, print_by, warn};

/// Maximum size of a file, in bytes.
const MAX_BYTES: u64 = 1 << 30;
/// Number of moves of a better line.
const LINE_MOVES: usize = 8;
/// Size of the transposition table in MiB.
const HASH_MIB: usize = 64;

#[derive(Args, Debug)]
pub struct AnalyseArguments {
    /// PGN file with any number of games.
    file: PathBuf,
    /// Nodes searched for each position.
    #[arg(value_parser = positive::<NonZeroU64>, long, value_name = "NUMBER", default_value = "100000")]
    nodes: NonZeroU64,
    /// Threads of the search.
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64)
    )]
    threads: u16,
    /// Number of better lines that are written as variations after a mistake.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=5))]
    lines: u8,
    /// File that the games are appended to; games that it has already are skipped [default: standard output].
    #[arg(long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    variant: VariantArguments,
}

/// Annotates all games, and prints the progress to standard error.
pub fn run(arguments: &AnalyseArguments) -> Result<(), Failure> {
    let reader = arguments.variant.reader()?;
    let input = read(&arguments.file)?;
    let entries: Vec<_> = Games::new(&input).collect();
    let name = arguments.file.display();
    if entries.is_empty() {
        return Err(Failure::input(format_args!("{name}: there is no game in the file")));
    }
    let mut earlier = Earlier::default();
    if let Some(path) = arguments.output.as_ref().filter(|path| file_system::exists(path)) {
        if is_same_file(path, &arguments.file) {
            return Err(Failure::input("--output is the file of the games; name another file"));
        }
        earlier = Earlier::read(path, &reader)?;
    }
    let mut known = std::mem::take(&mut earlier.games).into_iter();
    let output = arguments.output.as_deref().unwrap_or(Path::new("")).display();
    let options = EngineOptions {
        hash_mib: HASH_MIB,
        threads: arguments.threads.into(),
        multi_pv: usize::from(arguments.lines).max(1),
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(options);
    let start = Instant::now();
    let (mut unreadable, mut done) = (0, 0);
    for (index, entry) in entries.iter().enumerate() {
        let mut game = match parse(&input, entry, &reader) {
            Ok(game) => game,
            Err(error) => {
                warn(format_args!("{name}: game {} in line {}: {error}", index + 1, entry.line));
                unreadable += 1;
                continue;
            }
        };
        for error in &game.errors {
            warn(format_args!("{name}:{}: {}", error.line, error.message));
        }
        if let Some(known) = known.next() {
            if known.moves() != game.moves() {
                return Err(Failure::input(format_args!(
                    "{output} has other games than {name}; name another file"
                )));
            }
            let has_evaluation = |id: &NodeId| known.tree.annotations(*id).evaluation.is_some();
            let line = known.tree.main_line();
            if !line.is_empty() && !line.iter().any(has_evaluation) {
                return Err(Failure::input(format_args!(
                    "{output} has game {} without an analysis; name another file",
                    index + 1
                )));
            }
            continue;
        }
        if let Some(path) = arguments.output.as_ref().filter(|_| !earlier.rest.is_empty()) {
            if !is_beginning(&earlier.rest, &game, &reader) {
                return Err(Failure::input(format_args!(
                    "{output} ends with a text that is not from an analysis of {name}; name another file"
                )));
            }
            earlier.cut(path)?;
        }
        let title = format!("game {} of {}", index + 1, entries.len());
        let summary = annotate(&mut game, &mut engine, arguments, |ply, plies| {
            // In a terminal each count replaces the one before on the same line.
            if io::stderr().is_terminal() {
                let _ = write!(io::stderr(), "\r{title}: move {ply} of {plies} ");
            }
        });
        write(arguments.output.as_deref(), &game)?;
        done += 1;
        let left = start.elapsed() / done * (entries.len() - index - 1) as u32;
        let end = if io::stderr().is_terminal() { "\r" } else { "" };
        warn(format_args!("{end}{title}: {summary}, {} left", minutes(left)));
    }
    match unreadable {
        0 => Ok(()),
        1 => Err(Failure::answer("1 game cannot be read")),
        count => Err(Failure::answer(format_args!("{count} games cannot be read"))),
    }
}

/// Minutes and seconds, such as `3:07`.
pub fn minutes(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

/// Reads a file of games.
pub fn read(path: &Path) -> Result<String, Failure> {
    let bytes = file_system::read(path, MAX_BYTES);
    let bytes = bytes.map_err(|error| Failure::input(config::FileError::new(path, error)))?;
    Ok(text::decode_or_latin1(&bytes).into_owned())
}

/// Reads a game of `text` as far as that is possible.
pub fn parse(text: &str, entry: &GameEntry, reader: &GameReader) -> Result<PgnGame, String> {
    let text = &text[entry.range.clone()];
    reader.read_at_line(text, entry.line, &Options::default(), "").map(|(game, _)| game)
}

/// Whether both paths lead to one file, which need not exist.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
    place(a).is_some_and(|a| place(b) == Some(a))
}

/// Output of an earlier call.
#[derive(Default)]
struct Earlier {
    /// Whole games, each with an empty line after it.
    games: Vec<PgnGame>,
    /// Text of the whole games.
    whole: String,
    /// Text after the whole games, which may be the beginning of a game.
    rest: String,
}

impl Earlier {
    fn read(path: &Path, reader: &GameReader) -> Result<Self, Failure> {
        let mut whole = read(path)?;
        let end = if whole.ends_with("\n\n") || whole.trim().is_empty() {
            whole.len()
        } else {
            Games::new(&whole).last().map_or(0, |entry| entry.range.start)
        };
        let rest = whole.split_off(end);
        let game = |entry: GameEntry| {
            parse(&whole, &entry, reader)
                .map_err(|error| Failure::input(format_args!("{}:{}: {error}", path.display(), entry.line)))
        };
        let games = Games::new(&whole).map(game).collect::<Result<_, _>>()?;
        Ok(Self { games, whole, rest })
    }

    /// Removes what follows the whole games from the output.
    fn cut(&mut self, path: &Path) -> Result<(), Failure> {
        self.rest.clear();
        file_system::replace(path, self.whole.as_bytes())
            .map_err(|error| Failure::answer(format_args!("{}: {error}", path.display())))
    }
}

/// Whether `text` is that of `game` with or without annotations, but not to its end.
fn is_beginning(text: &str, game: &PgnGame, reader: &GameReader) -> bool {
    let whole = game.to_string();
    let (tags, moves) = whole.split_once("\n\n").unwrap_or((&whole, ""));
    let result = moves.split_whitespace().last().unwrap_or_default();
    let has_its_moves = || {
        let begun = Games::new(text).next().and_then(|entry| parse(text, &entry, reader).ok());
        begun.is_some_and(|begun| game.moves().starts_with(&begun.moves()))
    };
    tags.starts_with(text) || text.starts_with(tags) && !text.trim_end().ends_with(result) && has_its_moves()
}

/// Appends a game and an empty line to the file at `path`, or prints them.
fn write(path: Option<&Path>, game: &PgnGame) -> Result<(), Failure> {
    let text = format!("{game}\n");
    let Some(path) = path else { return print_by(|| io::stdout().write_all(text.as_bytes())) };
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| Failure::answer(format_args!("{}: {error}", path.display())))
}

/// Searches all positions of the main line. Adds evaluations, glyphs of bad moves, and better lines. Returns what was
/// found in words.
fn annotate(
    game: &mut PgnGame,
    engine: &mut Engine,
    arguments: &AnalyseArguments,
    mut progress: impl FnMut(usize, usize),
) -> String {
    engine.new_game();
    let mut tree = game.tree.clone();
    for id in std::iter::once(NodeId::ROOT).chain(tree.main_line()) {
        // Evaluations of others would be mixed with those of the engine.
        let annotations = tree.annotations_mut(id);
        (annotations.evaluation, annotations.depth) = (None, None);
    }
    let mut analysis = Analysis::new(tree);
    let line = analysis.line();
    let mut lines: Vec<Vec<Vec<Move>>> = Vec::new();
    for (ply, &id) in line.iter().enumerate() {
        progress(ply, line.len() - 1);
        let mut best: Vec<Vec<Move>> = Vec::new();
        if analysis.end(id).is_none() {
            let request = analysis.request(id, false);
            let limits = Limits::nodes(arguments.nodes.get());
            let stop = AtomicBool::new(false);
            let report = engine.go(&request.position, &request.key_history, &limits, &stop, |event| {
                if let SearchEvent::Variation(info) = event
                    && info.bound == Bound::Exact
                {
                    best.truncate(info.multi_pv - 1);
                    best.push(info.pv.clone());
                }
            });
            analysis.update(id, &report);
        }
        lines.push(best);
    }
    let mut tree = analysis.with_glyphs().tree().clone();
    for (&id, lines) in line.iter().skip(1).zip(&lines) {
        let Some(judged) = analysis.judged_move(id) else { continue };
        let Some(parent) = tree.parent(id).filter(|_| judged.judgment >= Judgment::Mistake) else { continue };
        for better in lines.iter().take(arguments.lines.into()) {
            // The moves of a search are legal.
            let _ = tree.add_line(parent, &better[..better.len().min(LINE_MOVES)]);
        }
    }
    game.tree = tree;
    let side = |color: Color| {
        let summary = analysis.summary(color);
        let accuracy = summary.accuracy.map_or("–".to_owned(), |percent| format!("{percent}%"));
        let [inaccuracies, mistakes, blunders] = summary.counts;
        format!("{} {accuracy} ({inaccuracies} ?!, {mistakes} ?, {blunders} ??)", color.name())
    };
    format!("{}, {}", side(Color::White), side(Color::Black))
}
