//! Crash test of saved games: repeatedly kills a program that plays, and checks which moves the next start reads.
//!
//! `tests/soak/kill` calls `kill [KILLS [SEED]]`. It starts and kills itself with the arguments `play FOLDER SEED`, which
//! click on the play screen without a window and save the game as the real program does.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xxlchess::engine::heuristic::HeuristicPlayer;
use xxlchess::game::clock::TimeControl;
use xxlchess::game::options::Options;
use xxlchess::game::worker::ThreadedWorker;
use xxlchess::game::{ComputerSettings, GameController};
use xxlchess::game::{Game, GameSetup, PlayerKind};
use xxlchess::notation::pgn::Tags;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{ByColor, Color, Position, Square, Variant};
use xxlchess::storage::game_reader::VariantUnavailable;
use xxlchess::storage::games_folder::LockedFile;
use xxlchess::storage::{Autosave, AutosavedGame, OpenedGames, Storage};
use xxlchess::view::host::Host;
use xxlchess::view::input::{InputEvent, Key, MouseButton};
use xxlchess::view::layout::BoardLayout;
use xxlchess::view::screen::{Context, OpenScreen};
use xxlchess::view::screens::play::PlayScreen;
use xxlchess::view::widgets::board::animation::Speed;

/// Size of the window for which the screen is laid out.
const SIZE: (f32, f32) = (792.0, 672.0);
/// Plies after which a game is resigned, so that some kills hit the end of a game.
const LENGTH: usize = 40;
/// Greatest age of a lost move, in milliseconds. It is long because a busy disk is slow.
const MAX_AGE: u64 = 5000;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| arguments.get(place).map_or(Ok(usual), |text| text.parse());
    match arguments.first().map(String::as_str) {
        Some("play") => {
            let folder = arguments.get(1).ok_or("a folder is needed")?;
            play(Path::new(folder), number(2, 1)?)
        }
        _ => kill(number(0, 50)?, number(1, 1)?),
    }
}

fn find(tags: &Tags) -> Result<Arc<Variant>, VariantUnavailable> {
    Variants::built_in()
        .find_by_tag(tags.get("Variant").unwrap_or_default())
        .map_err(VariantUnavailable::Unknown)
}

fn new_game() -> Outcome<Game> {
    let control = TimeControl { initial: Duration::from_secs(3600), increment: Duration::from_secs(1) };
    Ok(Game::new(GameSetup {
        position: Position::start(&Variants::built_in().find("xxl")?)?,
        players: ByColor { white: PlayerKind::Human, black: PlayerKind::Human },
        controls: ByColor { white: Some(control), black: Some(control) },
        options: Options::default(),
    }))
}

/// Plays and saves games until the program is killed, beginning with the unfinished one if there is one. Prints a line for
/// each event.
fn play(folder: &Path, seed: u64) -> Outcome<()> {
    let storage = Storage { data_dir: Some(folder.to_owned()), config_dir: None };
    let OpenedGames { mut autosave, unfinished: left, problems } = storage.open_games(true, &find);
    let mut out = std::io::stdout();
    for problem in problems {
        writeln!(out, "problem {problem}")?;
    }
    let game = left.as_ref().map_or_else(new_game, |left| Ok(Game::from_record(&left.record)?))?;
    print_event(&mut out, "found", &game)?;
    let file = match &left {
        Some(left) => {
            let locked = LockedFile::lock(&left.file)?.ok_or("the game is locked")?;
            autosave.resume(left, Some(locked), Tags::default())
        }
        None => autosave.new_game(Vec::new(), Tags::default()),
    };
    let settings = ComputerSettings { seed: 1, deterministic: true, pause: Duration::ZERO };
    let controller = GameController::new(
        game,
        Box::new(ThreadedWorker::opponent(Box::new(HeuristicPlayer)).inline()),
        settings,
    );
    let speed = Speed { pixels_a_frame: 1000.0, longest: Duration::ZERO };
    let mut ctx = Context::new(Options::default(), speed, Rc::default());
    ctx.size = SIZE;
    let screen = PlayScreen::new(controller, Color::White, None);
    let mut screen = Playing { screen, ctx, autosave, file };
    let mut random = StdRng::seed_from_u64(seed);
    loop {
        pass(&mut screen, Duration::from_millis(random.random_range(5..60)));
        let game = screen.screen.controller().game();
        let legal = game.position().legal_moves();
        if game.moves().len() >= LENGTH || legal.is_empty() {
            print_event(&mut out, "end", game)?;
            screen.input(key(Key::Escape));
            pass(&mut screen, Duration::from_millis(5));
            screen.input(key(Key::Char('r')));
            screen.tick(Duration::ZERO);
            print_event(&mut out, "made", screen.screen.controller().game())?;
            continue;
        }
        let mv = legal[random.random_range(0..legal.len())];
        click(&mut screen, mv.from);
        click(&mut screen, mv.to);
        screen.tick(Duration::ZERO);
        print_event(&mut out, "made", screen.screen.controller().game())?;
    }
}

/// A game screen whose game is saved.
struct Playing {
    screen: Host<PlayScreen>,
    ctx: Context,
    autosave: Autosave,
    file: AutosavedGame,
}

impl Playing {
    fn tick(&mut self, elapsed: Duration) {
        self.ctx.elapsed = elapsed;
        self.update(&[]);
    }

    fn input(&mut self, event: InputEvent) {
        self.ctx.elapsed = Duration::ZERO;
        self.update(&[event]);
    }

    fn update(&mut self, input: &[InputEvent]) {
        self.screen.update(input, &mut self.ctx);
        if let Some(record) = self.ctx.effects.record.take() {
            self.autosave.save(&mut self.file, record);
        }
    }
}

/// Prints an event with the number of moves, the key of the position and the time.
fn print_event(out: &mut impl Write, what: &str, game: &Game) -> std::io::Result<()> {
    writeln!(out, "{what} {} {:x} {}", game.moves().len(), game.position().key(), now())
}

/// Lets `time` pass in frames.
fn pass(screen: &mut Playing, time: Duration) {
    let end = Instant::now() + time;
    while Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
        screen.tick(Duration::from_millis(5));
    }
}

const fn key(key: Key) -> InputEvent {
    InputEvent::Key { key, control: false }
}

fn click(screen: &mut Playing, square: Square) {
    let at = BoardLayout::new(SIZE, (14, 14), Color::White).tile_rect(square).center();
    screen.input(InputEvent::Pressed(MouseButton::Left, at));
    screen.input(InputEvent::Released(MouseButton::Left, at));
}

/// A number of moves and the key of the position after them.
type State = (usize, String);

/// Output of one run of the program.
#[derive(Default)]
struct Output {
    found: Option<State>,
    /// States of the game, each with its time in milliseconds since 1970.
    made: Vec<(State, u64)>,
    ended: bool,
    problems: Vec<String>,
    /// Time of the kill, in milliseconds since 1970.
    killed: u64,
}

/// Number of kills by what was lost.
#[derive(Default)]
struct Losses {
    /// Kills after which no move was lost.
    nothing: u64,
    /// Kills after which the last move was lost, which was being written.
    one_move: u64,
    /// Kills after which several moves were lost, made while an earlier one was being written.
    more: u64,
    /// The longest time between the first move lost and the kill, in milliseconds.
    longest: u64,
    /// Kills after the end of a game, which was found among the finished games.
    ended: u64,
}

/// Kills the program `kills` times and prints the losses. A lost move that should have been saved is an error.
fn kill(kills: u64, seed: u64) -> Outcome<()> {
    let folder = std::env::temp_dir().join(format!("xxlchess-kill-{}", std::process::id()));
    let (start, mut random) = (Instant::now(), StdRng::seed_from_u64(seed));
    let (mut losses, mut before) = (Losses::default(), None);
    for round in 0..=kills {
        let mut child = spawn(&folder, random.random())?;
        let life = Duration::from_millis(random.random_range(60..900));
        let output = run_and_kill(&mut child, life)?;
        let fault = match (output.problems.first(), &output.found, &before) {
            (Some(problem), ..) => Some(problem.clone()),
            (None, None, _) => Some("no output".to_owned()),
            (None, Some(found), Some(before)) => losses.add(before, found).err(),
            (None, Some(_), None) => None,
        };
        if let Some(fault) = fault {
            return Err(format!("round {round}: {fault} ({})", folder.display()).into());
        }
        before = Some(output);
    }
    let games = std::fs::read_dir(folder.join("games")).map_or(0, Iterator::count);
    let Losses { nothing, one_move, more, longest, ended } = losses;
    println!(
        "{kills} kills, seed {seed}: {nothing} cost nothing, {one_move} the move that was being written, {more} another \
         one made meanwhile, {ended} came as a game had ended; the oldest move lost was {longest} ms old; {games} games \
         kept; {:.0} s",
        start.elapsed().as_secs_f64()
    );
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

impl Losses {
    /// Compares the output of a program `before` it was killed with the state that the next one found.
    fn add(&mut self, before: &Output, found: &State) -> Result<(), String> {
        let place = before.made.iter().rposition(|(state, _)| state == found);
        match (place, before.made.last()) {
            (Some(place), _) => {
                let Some((_, first_lost)) = before.made.get(place + 1) else {
                    self.nothing += 1;
                    return Ok(());
                };
                let age = before.killed.saturating_sub(*first_lost);
                if age > MAX_AGE {
                    return Err(format!("a move {age} ms old was lost"));
                }
                self.longest = self.longest.max(age);
                *(if place + 2 == before.made.len() { &mut self.one_move } else { &mut self.more }) += 1;
            }
            // The program had made and written the move, but not yet printed it.
            (None, Some(((count, _), _))) if found.0 == count + 1 => self.nothing += 1,
            _ if before.ended && found.0 <= 1 => self.ended += 1,
            (None, last) => return Err(format!("the last state was {last:?}, but {found:?} was found")),
        }
        Ok(())
    }
}

/// The time, in milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

fn spawn(folder: &PathBuf, seed: u64) -> Outcome<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("play").arg(folder).arg(seed.to_string());
    Ok(command.stdout(Stdio::piped()).spawn()?)
}

/// Kills `child` after the time `life`, counted from its first line, and returns its output.
fn run_and_kill(child: &mut Child, life: Duration) -> Outcome<Output> {
    let mut lines = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
    let mut output = Output::default();
    if let Some(line) = lines.next() {
        output.read_line(&line?);
    }
    std::thread::sleep(life);
    // `Child::kill` sends SIGKILL, which a program cannot handle.
    output.killed = now();
    child.kill()?;
    child.wait()?;
    for line in lines {
        output.read_line(&line?);
    }
    Ok(output)
}

impl Output {
    fn read_line(&mut self, line: &str) {
        let mut words = line.split(' ');
        let (Some(what), rest) = (words.next(), words.collect::<Vec<_>>()) else { return };
        let state = match rest.as_slice() {
            [count, key, time] => count
                .parse()
                .ok()
                .zip(time.parse().ok())
                .map(|(count, time)| ((count, (*key).to_owned()), time)),
            _ => None,
        };
        match (what, state) {
            ("found", Some((state, time))) => {
                self.found = Some(state.clone());
                self.made.push((state, time));
            }
            ("made", Some((state, time))) => {
                self.ended &= state.0 == 0;
                self.made.push((state, time));
            }
            ("end", _) => self.ended = true,
            ("problem", _) => self.problems.push(rest.join(" ")),
            _ => {}
        }
    }
}
