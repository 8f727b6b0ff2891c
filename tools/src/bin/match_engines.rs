//! Match between two UCI engines, usually two builds of this one, with a sequential probability ratio test (SPRT).
//!
//! `match_engines "NEW uci" "OLD uci" --variant chess --go "nodes 5000" --games 400 --sprt 0,10`: each pair of games has
//! one random balanced opening, played with both colours. Prints the result after each pair. With `nodes` and one thread, the same
//! arguments give the same games on every machine. `--new-options "Hash=16"` sets options of one engine; `--raw` writes
//! the games, a line each.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use clap::Parser;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen};
use xxlchess::rules::{Color, Position, Variant};
use xxlchess_tools::balanced_opening;

/// A game is won when both engines have agreed on a lead of so many hundredths of a pawn …
const WON: i32 = 1_200;
/// … for so many plies.
const WON_FOR: usize = 6;
/// Chances of the two errors of the SPRT.
const ALPHA: f64 = 0.05;

#[derive(Parser)]
struct Arguments {
    /// Program and arguments of the engine whose score is printed.
    new: String,
    old: String,
    #[arg(long, default_value = "xxl")]
    variant: String,
    /// A file with more variants, also sent to the engines as `VariantPath`.
    #[arg(long)]
    variants: Option<PathBuf>,
    /// Limits of each move, as in the command `go`.
    #[arg(long, default_value = "nodes 5000")]
    go: String,
    #[arg(long, default_value_t = 200)]
    games: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plies after which a game is drawn.
    #[arg(long, default_value_t = 300)]
    longest: usize,
    /// Elo differences of the two hypotheses; the match ends when one is accepted.
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)]
    sprt: Option<Vec<f64>>,
    /// Options of an engine: `NAME=VALUE`.
    #[arg(long)]
    new_options: Vec<String>,
    #[arg(long)]
    old_options: Vec<String>,
    /// Writes every game to this file.
    #[arg(long)]
    raw: Option<PathBuf>,
}

struct Player {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Player {
    fn start(command: &str, arguments: &Arguments, options: &[String]) -> Self {
        let mut words = command.split_whitespace();
        let mut command = Command::new(words.next().expect("a program is named"));
        let command = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the engine starts");
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut player = Self { child, input, output };
        player.send("uci");
        player.read_until("uciok");
        if let Some(variants) = &arguments.variants {
            player.send(&format!("setoption name VariantPath value {}", variants.display()));
        }
        player.send(&format!("setoption name UCI_Variant value {}", arguments.variant));
        for (name, value) in options.iter().filter_map(|option| option.split_once('=')) {
            player.send(&format!("setoption name {name} value {value}"));
        }
        player
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine reads");
    }

    /// The lines up to the one that starts with `word`.
    fn read_until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let count = self.output.read_line(&mut line).expect("the engine writes text");
            assert!(count > 0, "the engine has ended");
            let is_last = line.starts_with(word);
            lines.push(line.trim().to_owned());
            if is_last {
                return lines;
            }
        }
    }

    /// Its move and its score in hundredths of a pawn.
    fn think(&mut self, position: &str, go: &str) -> (String, Option<i32>) {
        self.send(position);
        self.send(&format!("go {go}"));
        let lines = self.read_until("bestmove");
        let score = lines.iter().rev().find_map(|line| {
            let mut words = line.split_whitespace().skip_while(|&word| word != "score").skip(1);
            let (unit, value) = (words.next()?, words.next()?.parse::<i32>().ok()?);
            Some(if unit == "mate" { value.signum() * 30_000 } else { value })
        });
        let best = lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or_default();
        (best.to_owned(), score)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

/// Plays a game; returns White's score in half-points, how it ended, and the moves.
fn game(players: [&mut Player; 2], opening: &Position, arguments: &Arguments) -> (u32, &'static str, String) {
    let [white, black] = players;
    let mut position = opening.clone();
    let start = fen::format(opening);
    let mut keys = vec![position.key()];
    let mut moves = String::new();
    let mut agreed = 0_i32;
    for player in [&mut *white, &mut *black] {
        player.send("ucinewgame");
        player.send("isready");
        player.read_until("readyok");
    }
    for _ in 0..arguments.longest {
        let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
        let won_by = |winner: Color| if winner == Color::White { 2 } else { 0 };
        if let Some(outcome) = position.outcome(occurrences) {
            return (outcome.winner().map_or(1, won_by), outcome.name(), moves);
        }
        // Variants without a rule against repetition would go on for ever.
        if occurrences >= 3 {
            return (1, "repetition", moves);
        }
        let turn = position.turn();
        let player = if turn == Color::White { &mut *white } else { &mut *black };
        let (best, score) = player.think(&format!("position fen {start} moves{moves}"), &arguments.go);
        let lead = score.unwrap_or(0) * if turn == Color::White { 1 } else { -1 };
        // Counts upwards for White's lead, downwards for Black's.
        agreed = match lead {
            lead if lead >= WON => agreed.max(0) + 1,
            lead if lead <= -WON => agreed.min(0) - 1,
            _ => 0,
        };
        if agreed.unsigned_abs() as usize >= WON_FOR {
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

/// Score of a match so far.
#[derive(Default)]
struct Tally {
    lost: u32,
    drawn: u32,
    won: u32,
    /// Score of each pair of games, 0 to 1.
    pairs: Vec<f64>,
}

impl Tally {
    fn mean_and_variance(&self) -> (f64, f64) {
        let count = self.pairs.len() as f64;
        let mean = self.pairs.iter().sum::<f64>() / count;
        let variance = self.pairs.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count;
        (mean, variance)
    }

    /// Logarithm of the likelihood ratio of two Elo differences, from the normal approximation of the pairs' scores.
    fn llr(&self, elos: &[f64]) -> f64 {
        let (mean, variance) = self.mean_and_variance();
        if variance == 0.0 {
            return 0.0;
        }
        let score = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (lower, upper) = (score(elos[0]), score(elos[1]));
        self.pairs.len() as f64 * (upper - lower) * (2.0 * mean - lower - upper) / (2.0 * variance)
    }

    fn line(&self) -> String {
        let (mean, variance) = self.mean_and_variance();
        let error = 1.96 * (variance / self.pairs.len() as f64).sqrt();
        let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
        let Self { won, drawn, lost, .. } = self;
        format!(
            "{} games: {won} won, {drawn} drawn, {lost} lost: {:.1} % ± {:.1}, Elo {:+.0} ({:+.0} to {:+.0})",
            2 * self.pairs.len(),
            100.0 * mean,
            100.0 * error,
            elo(mean),
            elo(mean - error),
            elo(mean + error)
        )
    }
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
    let mut new = Player::start(&arguments.new, &arguments, &arguments.new_options);
    let mut old = Player::start(&arguments.old, &arguments, &arguments.old_options);
    let (mut tally, mut seed) = (Tally::default(), arguments.seed);
    let bound = ((1.0 - ALPHA) / ALPHA).ln();
    for pair in 0..arguments.games.div_ceil(2) {
        let opening = balanced_opening(&variant, &mut seed, 3_000, 40);
        let mut score = 0;
        for color in Color::ALL {
            let players = if color == Color::White { [&mut new, &mut old] } else { [&mut old, &mut new] };
            let (white, how, moves) = game(players, &opening, &arguments);
            let own = if color == Color::White { white } else { 2 - white };
            *[&mut tally.lost, &mut tally.drawn, &mut tally.won][own as usize] += 1;
            score += own;
            if let Some(raw) = &mut raw {
                let (opening, score) = (fen::format(&opening), f64::from(own) / 2.0);
                writeln!(raw, "{pair};{color:?};{score};{how};{opening};{}", moves.trim()).expect("written");
            }
        }
        tally.pairs.push(f64::from(score) / 4.0);
        let llr = arguments.sprt.as_ref().map(|elos| tally.llr(elos));
        let llr_text = llr.map_or(String::new(), |llr| format!(", LLR {llr:.2} of ±{bound:.2}"));
        println!("{}{llr_text}", tally.line());
        if llr.is_some_and(|llr| llr.abs() >= bound) && pair >= 15 {
            break;
        }
    }
}
