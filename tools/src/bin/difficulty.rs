//! Matches between neighbouring levels of difficulty: prints how often the upper one wins.
//!
//! `difficulty --games 100 --raw games.csv` plays 100 games for each pair on `xxlm`, from random balanced openings, each
//! with both colours. Every player is limited by nodes, so the same arguments give the same games on every machine.
//! `--pairs 2,3` plays only 2 against 1 and 3 against 2. `--try "3 max_replies=5 depth=2"` replaces values of the table.
//! `--plies 10000` lets every level play that many plies against itself, checks each move by the rules and prints the
//! longest time a move took.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Parser;
use xxlchess::engine::difficulty::{Difficulty, DifficultyPlayer, PlayStyle, SearchBudget};
use xxlchess::engine::{Evaluator, Limits, SearchRequest};
use xxlchess::notation::fen;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Position, Variant};
use xxlchess_tools::{balanced_opening, next_random};

/// An opening is balanced if a search of so many nodes finds no more than so many hundredths of a pawn.
const BALANCED: (u64, i32) = (3_000, 40);
/// A lead must have lasted so many plies to win.
const LEAD_FOR: usize = 12;

/// What to play.
#[derive(Parser)]
struct Arguments {
    /// Games for each pair of levels; an even number.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Seed of openings and errors.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The upper levels of the pairs, or the levels that play against themselves; all if none is named.
    #[arg(long, value_delimiter = ',')]
    pairs: Vec<u8>,
    /// Plies after which a game is drawn.
    #[arg(long, default_value_t = 400)]
    longest: usize,
    /// A lead that wins, in hundredths of a pawn; none wins if it is not named.
    #[arg(long)]
    lead: Option<i32>,
    /// Other values for a level: "3 max_replies=5 depth=2".
    #[arg(long = "try")]
    tries: Vec<String>,
    /// Writes every game to this file.
    #[arg(long)]
    raw: Option<String>,
    /// Lets every level play so many plies against itself instead.
    #[arg(long)]
    plies: Option<usize>,
}

/// State that all games share.
struct Table {
    variant: Arc<Variant>,
    evaluator: Evaluator,
    styles: Vec<PlayStyle>,
    arguments: Arguments,
}

/// How a game ended.
struct Ended {
    /// White's score in half-points.
    half_points: u32,
    plies: usize,
    how: &'static str,
}

fn main() {
    let arguments = Arguments::parse();
    let variant = Variants::built_in().get("xxlm").expect("a built-in variant");
    let mut styles: Vec<_> = Difficulty::all().map(|level| level.row().style).collect();
    for tried in &arguments.tries {
        change(&mut styles, tried);
    }
    let evaluator = Evaluator::new(&variant);
    let table = Table { variant, evaluator, styles, arguments };
    match table.arguments.plies {
        Some(plies) => table.walk(plies),
        None => table.tournament(),
    }
}

/// Replaces values of one level: `3 max_replies=5 depth=2`.
fn change(styles: &mut [PlayStyle], text: &str) {
    let mut words = text.split_whitespace();
    let level: usize = words.next().expect("a level").parse().expect("a number");
    for word in words {
        let (name, value) = word.split_once('=').expect("NAME=VALUE");
        let value: u64 = value.parse().expect("a number");
        let small = u32::try_from(value).unwrap_or(u32::MAX);
        match (&mut styles[level - 1], name) {
            (PlayStyle::HumanLike(params), "depth") => params.depth = small,
            (PlayStyle::HumanLike(params), "qsearch_depth") => params.qsearch_depth = small,
            (PlayStyle::HumanLike(params), "max_nodes") => params.max_nodes = value,
            (PlayStyle::HumanLike(params), "max_replies") => params.max_replies = small as usize,
            (PlayStyle::HumanLike(params), "missed_leaps") => params.missed_leaps = value,
            (PlayStyle::HumanLike(params), "missed_undefended") => params.missed_undefended = value,
            (PlayStyle::HumanLike(params), "attack_bias") => params.attack_bias = small as i32,
            (PlayStyle::HumanLike(params), "eval_noise") => params.eval_noise = small as i32,
            (PlayStyle::Search(budget), "nodes") => budget.deterministic_nodes = value,
            _ => panic!("level {level} has no {name}"),
        }
    }
}

fn request(position: &Position, keys: &[u64], seed: u64) -> SearchRequest {
    SearchRequest { key_history: keys.to_vec(), seed, ..SearchRequest::new(position.clone()) }
}

impl Table {
    fn player(&self, level: usize) -> (DifficultyPlayer, Limits) {
        let style = self.styles[level - 1];
        let limits = match style {
            PlayStyle::Search(budget) => Limits::nodes(budget.deterministic_nodes),
            PlayStyle::Rules | PlayStyle::HumanLike(_) => Limits::default(),
        };
        // The limit of the table is for games with clocks; here `limits` has another one.
        let style = match style {
            PlayStyle::Search(budget) => PlayStyle::Search(SearchBudget { nodes: None, ..budget }),
            other => other,
        };
        (DifficultyPlayer::with_style(style, 1), limits)
    }

    /// A balanced position after some random moves.
    fn opening(&self, seed: &mut u64) -> Position {
        balanced_opening(&self.variant, seed, BALANCED.0, BALANCED.1)
    }

    /// Plays a game between the levels `white` and `black`.
    fn game(&self, white: usize, black: usize, opening: &Position, mut seed: u64) -> Ended {
        let mut players = [self.player(white), self.player(black)];
        let mut position = opening.clone();
        let mut keys = vec![position.key()];
        let mut lead_for = 0;
        for plies in 0..self.arguments.longest {
            let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
            let ended = |half_points, how| Ended { half_points, plies, how };
            if let Some(outcome) = position.outcome(occurrences) {
                let won_by = |winner| if winner == Color::White { 2 } else { 0 };
                return ended(outcome.winner().map_or(1, won_by), outcome.name());
            }
            let to_move = if position.turn() == Color::White { 1 } else { -1 };
            let lead = to_move * self.evaluator.evaluate(&position);
            lead_for =
                if self.arguments.lead.is_some_and(|most| lead.abs() >= most) { lead_for + 1 } else { 0 };
            if lead_for >= LEAD_FOR {
                return ended(if lead > 0 { 2 } else { 0 }, "lead");
            }
            let (player, limits) = &mut players[usize::from(position.turn() == Color::Black)];
            let mv = player.search(
                &request(&position, &keys, next_random(&mut seed)),
                limits,
                &AtomicBool::new(false),
            );
            position.play(mv.expect("there is a move")).expect("it is legal");
            keys.push(position.key());
        }
        Ended { half_points: 1, plies: self.arguments.longest, how: "longest" }
    }

    fn tournament(&self) {
        let arguments = &self.arguments;
        let mut raw = arguments.raw.as_ref().map(|path| File::create(path).expect("the file can be made"));
        if let Some(raw) = &mut raw {
            writeln!(raw, "upper;lower;game;upper's colour;upper's score;plies;how;opening")
                .expect("written");
        }
        let mut seed = arguments.seed;
        let openings: Vec<_> = (0..arguments.games.div_ceil(2)).map(|_| self.opening(&mut seed)).collect();
        println!("| levels | games | won | drawn | lost | score | error (95 %) | plies a game |");
        println!("|---|---|---|---|---|---|---|---|");
        let all: Vec<_> = (2..=self.styles.len() as u8).collect();
        for &upper in if arguments.pairs.is_empty() { &all } else { &arguments.pairs } {
            self.pair(usize::from(upper), &openings, &mut raw);
        }
    }

    fn pair(&self, upper: usize, openings: &[Position], raw: &mut Option<File>) {
        let lower = upper - 1;
        let mut counts = [0_u32; 3];
        let mut pairs = Vec::new();
        let mut plies = 0;
        for (number, opening) in openings.iter().enumerate() {
            let mut score = 0;
            for color in Color::ALL {
                let (white, black) = if color == Color::White { (upper, lower) } else { (lower, upper) };
                let mut seed = self.arguments.seed ^ (number as u64) << 8 ^ (upper as u64) << 40;
                let ended = self.game(white, black, opening, next_random(&mut seed));
                let won = if color == Color::White { ended.half_points } else { 2 - ended.half_points };
                counts[won as usize] += 1;
                score += won;
                plies += ended.plies;
                if let Some(raw) = raw {
                    let (score, opening) = (f64::from(won) / 2.0, fen::format(opening));
                    let Ended { plies, how, .. } = ended;
                    writeln!(raw, "{upper};{lower};{number};{color:?};{score};{plies};{how};{opening}")
                        .expect("written");
                }
            }
            pairs.push(f64::from(score) / 4.0);
        }
        let count = pairs.len() as f64;
        let mean = pairs.iter().sum::<f64>() / count;
        let variance = pairs.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let error = 1.96 * (variance / count).sqrt();
        let [lost, drawn, won] = counts;
        println!(
            "| {upper} - {lower} | {} | {won} | {drawn} | {lost} | {:.1} % | {:.1} % | {} |",
            2 * pairs.len(),
            100.0 * mean,
            100.0 * error,
            plies / (2 * pairs.len()).max(1)
        );
    }

    /// Lets every level play `plies` plies against itself.
    fn walk(&self, plies: usize) {
        let named = &self.arguments.pairs;
        // Fewer than 256 levels.
        for level in (1..=self.styles.len()).filter(|&n| named.is_empty() || named.contains(&(n as u8))) {
            let (mut player, limits) = self.player(level);
            let mut seed = self.arguments.seed;
            let (mut longest, mut games, mut played) = (Duration::ZERO, 0, 0);
            let start = Instant::now();
            while played < plies {
                games += 1;
                let mut position = self.opening(&mut seed);
                let mut keys = vec![position.key()];
                while played < plies && keys.len() < self.arguments.longest && position.outcome(1).is_none() {
                    let begin = Instant::now();
                    let mv = player.search(
                        &request(&position, &keys, next_random(&mut seed)),
                        &limits,
                        &AtomicBool::new(false),
                    );
                    longest = longest.max(begin.elapsed());
                    position.play(mv.expect("there is a move")).expect("it is legal");
                    keys.push(position.key());
                    played += 1;
                }
            }
            let mean = start.elapsed() / played.max(1) as u32;
            println!(
                "level {level}: {played} plies in {games} games, mean {mean:.1?}, longest {longest:.1?}"
            );
        }
    }
}
