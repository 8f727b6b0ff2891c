//! Match between two UCI engines, usually two builds of this one, with a sequential probability ratio test (SPRT).
//!
//! `match_engines "NEW uci" "OLD uci" --variant chess --go "nodes 5000" --games 400 --sprt 0,10` plays pairs of games from
//! random balanced openings, each opening with both colours, and prints the result after each pair. With `nodes` and one
//! thread, the same arguments give the same games on every machine.
//!
//! `--new-options "Hash=16"` sets options of one engine. `--raw` writes a line for each game. `--clock 10 0.1` plays with
//! ten seconds for a game and a tenth of a second more for each move, and prints the share of the clocks that was used.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser;
use rand::SeedableRng;
use rand::rngs::StdRng;
use xxlchess::game::match_score::{EloModel, MatchScore, Sprt};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen};
use xxlchess::rules::{Color, Position, Variant};
use xxlchess_tools::balanced_opening;
use xxlchess_tools::uci_player::UciPlayer;

/// Lead from which a game is won if both engines agree on it, in hundredths of a pawn.
const WON: i32 = 1_200;
/// Number of plies for which the engines must agree on the lead.
const WON_FOR: usize = 6;

#[derive(Parser)]
struct Arguments {
    /// Program and arguments of the engine whose score is printed.
    new: String,
    /// Program and arguments of its opponent.
    old: String,
    #[arg(long, default_value = "xxl")]
    variant: String,
    /// File with more variants, which the engines get as `VariantPath`.
    #[arg(long)]
    variants: Option<PathBuf>,
    /// Limits of each move, as in the command `go`.
    #[arg(long, default_value = "nodes 5000")]
    go: String,
    /// Limits of each move of the second engine, if they are others.
    #[arg(long)]
    old_go: Option<String>,
    /// Seconds for a game and increment a move, in place of `--go`.
    #[arg(long, num_args = 2, value_parser = seconds)]
    clock: Option<Vec<Duration>>,
    #[arg(long, default_value_t = 200)]
    games: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plies after which a game is drawn.
    #[arg(long, default_value_t = 300)]
    longest: usize,
    /// Elo differences of the two hypotheses. The match ends when one of them is accepted.
    #[arg(long, num_args = 2, value_delimiter = ',', allow_hyphen_values = true)]
    sprt: Option<Vec<f64>>,
    /// Option of the first engine, `NAME=VALUE`.
    #[arg(long)]
    new_options: Vec<String>,
    /// Option of the second engine, `NAME=VALUE`.
    #[arg(long)]
    old_options: Vec<String>,
    /// Writes every game to this file.
    #[arg(long)]
    raw: Option<PathBuf>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|error| format!("{error}"))?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// An engine and its clock.
struct Player {
    engine: UciPlayer,
    /// Limits of a move, if there is no clock.
    go: String,
    /// Time left in the present game.
    left: Duration,
    /// Time given in the present game so far.
    given: Duration,
    /// Least time left after a move of any game.
    least: Duration,
}

impl Player {
    fn start(command: &str, arguments: &Arguments, go: &str, options: &[String]) -> Self {
        let engine = UciPlayer::start(command, arguments.variants.as_deref(), &arguments.variant, options);
        Self { engine, go: go.to_owned(), left: Duration::ZERO, given: Duration::ZERO, least: Duration::MAX }
    }

    /// Takes the time of a move from the clock and returns whether there was enough.
    fn take_time(&mut self, time: Duration, increment: Duration) -> bool {
        self.least = self.least.min(self.left.saturating_sub(time));
        let is_enough = time <= self.left;
        self.left = self.left.saturating_sub(time) + increment;
        self.given += increment;
        is_enough
    }
}

/// Plays a game and returns White's score in half-points, how the game ended, and its moves.
fn game(players: [&mut Player; 2], opening: &Position, arguments: &Arguments) -> (u32, &'static str, String) {
    let [white, black] = players;
    let mut position = opening.clone();
    let start = fen::format(opening);
    let mut keys = vec![position.key()];
    let mut moves = String::new();
    let mut agreed = 0_i32;
    for player in [&mut *white, &mut *black] {
        player.engine.new_game();
        if let Some(clock) = &arguments.clock {
            (player.left, player.given) = (clock[0], clock[0]);
        }
    }
    for _ in 0..arguments.longest {
        let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
        let won_by = |winner: Color| if winner == Color::White { 2 } else { 0 };
        if let Some(outcome) = position.outcome(occurrences) {
            return (outcome.winner().map_or(1, won_by), outcome.name(), moves);
        }
        // A variant without a rule for repetition could go on until the longest game.
        if occurrences >= 3 {
            return (1, "repetition", moves);
        }
        let turn = position.turn();
        let times = [white.left, black.left].map(|time| time.as_millis());
        let player = if turn == Color::White { &mut *white } else { &mut *black };
        let go = match &arguments.clock {
            None => player.go.clone(),
            Some(clock) => {
                let ([white, black], increment) = (times, clock[1].as_millis());
                format!("wtime {white} btime {black} winc {increment} binc {increment}")
            }
        };
        let asked = Instant::now();
        let (best, lines) = player.engine.think(&format!("fen {start} moves{moves}"), &go);
        if let Some(clock) = &arguments.clock
            && !player.take_time(asked.elapsed(), clock[1])
        {
            return (won_by(!turn), "time", moves);
        }
        let lead = lines.last().map_or(0, |line| line.score) * if turn == Color::White { 1 } else { -1 };
        // Number of plies in a row with a lead of White, negative with a lead of Black.
        agreed = match lead {
            lead if lead >= WON => agreed.max(0) + 1,
            lead if lead <= -WON => agreed.min(0) - 1,
            _ => 0,
        };
        if arguments.clock.is_none() && agreed.unsigned_abs() as usize >= WON_FOR {
            return (if agreed > 0 { 2 } else { 0 }, "lead", moves);
        }
        let Some(mv) = coords::parse_move(&position, &best) else {
            return (won_by(!turn), "illegal move", format!("{moves} {best}"));
        };
        position.play(mv).expect("it is legal");
        moves = format!("{moves} {best}");
        keys.push(position.key());
    }
    (1, "longest", moves)
}

fn main() {
    let arguments = Arguments::parse();
    let variants = Variants::built_in();
    let variants = match &arguments.variants {
        Some(path) => {
            let text = std::fs::read_to_string(path).expect("the file of variants can be read");
            variants.with_file(&path.to_string_lossy(), &text).expect("the file has no faults")
        }
        None => variants,
    };
    let variant: Arc<Variant> = variants.find(&arguments.variant).expect("the variant exists");
    let mut raw = arguments.raw.as_ref().map(|path| File::create(path).expect("the file can be made"));
    let old_go = arguments.old_go.as_ref().unwrap_or(&arguments.go);
    let mut new = Player::start(&arguments.new, &arguments, &arguments.go, &arguments.new_options);
    let mut old = Player::start(&arguments.old, &arguments, old_go, &arguments.old_options);
    let (mut tally, mut rng) = (MatchScore::default(), StdRng::seed_from_u64(arguments.seed));
    for pair in 0..arguments.games.div_ceil(2) {
        let opening = balanced_opening(&variant, &mut rng, 3_000, 40);
        let half_points = Color::ALL.map(|color| {
            let players = if color == Color::White { [&mut new, &mut old] } else { [&mut old, &mut new] };
            let (white, how, moves) = game(players, &opening, &arguments);
            let own = if color == Color::White { white } else { 2 - white };
            if arguments.clock.is_some() {
                let [used, other] =
                    [&new, &old].map(|player| 1.0 - player.left.as_secs_f64() / player.given.as_secs_f64());
                let (plies, least) = (moves.split_whitespace().count(), new.least.min(old.least));
                println!(
                    "{plies} plies, {how}: {:.0} and {:.0} % of the clocks used, {:.2} s left at least so far",
                    100.0 * used,
                    100.0 * other,
                    least.as_secs_f64()
                );
            }
            if let Some(raw) = &mut raw {
                let (opening, score) = (fen::format(&opening), f64::from(own) / 2.0);
                writeln!(raw, "{pair};{color:?};{score};{how};{opening};{}", moves.trim()).expect("written");
            }
            own
        });
        tally.add_pair(half_points.map(|points| points as u8));
        let test = arguments.sprt.as_ref().map(|elos| Sprt {
            elos: [elos[0], elos[1]],
            errors: [0.05, 0.05],
            model: EloModel::Logistic,
        });
        let ratio = test.map(|test| format!(", LLR {:.2}", test.likelihood_ratio(&tally)));
        println!("{tally}{}", ratio.unwrap_or_default());
        if test.is_some_and(|test| test.accepts(&tally).is_some()) {
            break;
        }
    }
}
