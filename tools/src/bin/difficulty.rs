//! Matches between neighbouring levels of difficulty, which print how often the upper level wins.
//!
//! `difficulty --games 100 --raw games.csv` plays 100 games of `xxlm` for each pair, from random balanced openings, each
//! opening with both colours. Every player is limited by nodes, so the same arguments give the same games on every machine.
//!
//! `--pairs 2,3` plays only 2 against 1 and 3 against 2. `--try "3 max_replies=5 depth=2"` replaces values of the table.
//! `--blunders 5000` judges the moves of games of every level against itself, by searches of 5,000 nodes. `--characters`
//! lets each character play against the level without one, and prints how they differ. `--plies 10000` lets every level
//! play 10,000 plies against itself, checks each move by the rules and prints the longest time of a move.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Parser;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xxlchess::engine::difficulty::{
    CHARACTERS, Difficulty, DifficultyPlayer, PlayStyle, SearchBudget, is_near_enemy_king,
};
use xxlchess::engine::{Engine, Evaluator, Limits, Options, SearchRequest};
use xxlchess::game::analysis::evaluation::LICHESS_SCALE;
use xxlchess::game::analysis::{Evaluation, JudgedMove, Judgment, winning_chances_scale};
use xxlchess::notation::fen;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Move, Position, Variant};
use xxlchess_tools::balanced_opening;

/// Nodes of the search that judges an opening, and the largest advantage that is balanced, in hundredths of a pawn.
const BALANCED: (u64, i32) = (3_000, 40);
/// Number of plies for which a lead must have lasted to win a game.
const LEAD_FOR: usize = 12;

#[derive(Parser)]
struct Arguments {
    /// Games for each pair of levels, an even number.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Seed of openings and errors.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Upper levels of the pairs, or levels that play against themselves. The default is all levels.
    #[arg(long, value_delimiter = ',')]
    pairs: Vec<u8>,
    /// Plies after which a game is drawn.
    #[arg(long, default_value_t = 400)]
    longest: usize,
    /// Lead that wins a game, in hundredths of a pawn. By default no lead wins.
    #[arg(long)]
    lead: Option<i32>,
    /// Other values for a level, such as "3 max_replies=5 depth=2".
    #[arg(long = "try")]
    tries: Vec<String>,
    /// Writes every game to this file.
    #[arg(long)]
    raw: Option<String>,
    /// Let every level play against itself, and judge each move by a search of this number of nodes.
    #[arg(long)]
    blunders: Option<u64>,
    /// Let each character of every level play against the level without one.
    #[arg(long)]
    characters: bool,
    /// Let every level play this number of plies against itself.
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

/// A game that has ended.
struct Ended {
    /// White's score in half-points.
    half_points: u32,
    /// All positions, each with the move that was made in it.
    moves: Vec<(Position, Move)>,
    /// How the game ended.
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
    let mut table = Table { variant, evaluator, styles, arguments };
    if table.arguments.characters {
        table.characters();
        return;
    }
    match (table.arguments.plies, table.arguments.blunders) {
        (Some(plies), _) => table.walk(plies),
        (None, Some(nodes)) => table.judge(nodes),
        (None, None) => table.tournament(),
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
            (PlayStyle::HumanLike(params), "king_attack_bias") => params.king_attack_bias = small as i32,
            (PlayStyle::HumanLike(params), "capture_bias") => params.capture_bias = small as i32,
            (PlayStyle::HumanLike(params), "eval_noise") => params.eval_noise = small as i32,
            (PlayStyle::Search(budget), "nodes") => budget.deterministic_nodes = value,
            _ => panic!("level {level} has no {name}"),
        }
    }
}

fn request(position: &Position, keys: &[u64], seed: u64) -> SearchRequest {
    SearchRequest { key_history: keys.to_vec(), seed, ..SearchRequest::new(position.clone()) }
}

/// For each move but the last one, the side that made it and the winning chances that it lost, from 0 to 1.
fn losses(engine: &mut Engine, moves: &[(Position, Move)], nodes: u64) -> Vec<(Color, f64)> {
    engine.new_game();
    let mut search = |position: &Position| {
        let report = engine.go(position, &[], &Limits::nodes(nodes), &AtomicBool::new(false), |_| {});
        (Evaluation::of(report.score, position.turn()), report.best_move())
    };
    let found: Vec<_> = moves.iter().map(|(position, _)| search(position)).collect();
    let scale =
        moves.first().map_or(LICHESS_SCALE, |(position, _)| winning_chances_scale(position.variant()));
    let lost = moves.iter().zip(found.windows(2)).map(|((position, mv), pair)| {
        let (color, better) = (position.turn(), pair[0].1.filter(|best| best != mv));
        (color, JudgedMove::new(0, color, (pair[0].0, pair[1].0), better, scale).loss)
    });
    lost.collect()
}

impl Table {
    fn player(&self, level: usize) -> (DifficultyPlayer, Limits) {
        let style = self.styles[level - 1];
        let limits = match style {
            PlayStyle::Search(budget) => Limits::nodes(budget.deterministic_nodes),
            PlayStyle::Rules | PlayStyle::HumanLike(_) => Limits::default(),
        };
        // The limit of the table is for games with clocks. `limits` has the one for games without.
        let style = match style {
            PlayStyle::Search(budget) => PlayStyle::Search(SearchBudget { nodes: None, ..budget }),
            other => other,
        };
        (DifficultyPlayer::with_style(style, 1), limits)
    }

    /// Random numbers of the seed on the command line.
    fn rng(&self) -> StdRng {
        StdRng::seed_from_u64(self.arguments.seed)
    }

    /// A balanced position after some random moves.
    fn opening(&self, rng: &mut StdRng) -> Position {
        balanced_opening(&self.variant, rng, BALANCED.0, BALANCED.1)
    }

    /// Plays a game between the levels `white` and `black`.
    fn game(&self, white: usize, black: usize, opening: &Position, seed: u64) -> Ended {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut players = [self.player(white), self.player(black)];
        let mut position = opening.clone();
        let mut keys = vec![position.key()];
        let mut lead_for = 0;
        let mut moves = Vec::new();
        while moves.len() < self.arguments.longest {
            let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
            let ended = |half_points, how| Ended { half_points, moves: moves.clone(), how };
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
            let mv = player.search(&request(&position, &keys, rng.random()), limits, &AtomicBool::new(false));
            let mv = mv.expect("there is a move");
            moves.push((position.clone(), mv));
            position.play(mv).expect("it is legal");
            keys.push(position.key());
        }
        Ended { half_points: 1, moves, how: "longest" }
    }

    /// Lets every level play against itself, and judges each move by searches of `nodes` nodes.
    fn judge(&self, nodes: u64) {
        println!(
            "| level | games | inaccuracies, mistakes and blunders in 100 moves | of the loser in a game | largest loss |"
        );
        println!("|---|---|---|---|---|");
        let named = &self.arguments.pairs;
        let mut engine = Engine::new(Options { hash_mib: 8, ..Options::default() });
        // Fewer than 256 levels.
        for level in (1..=self.styles.len()).filter(|&n| named.is_empty() || named.contains(&(n as u8))) {
            let mut rng = self.rng();
            let (mut moves, mut judged, mut lost, mut largest) = (0, [0; 4], [0; 4], Vec::new());
            for _ in 0..self.arguments.games {
                let opening = self.opening(&mut rng);
                let ended = self.game(level, level, &opening, rng.random());
                let loser = match ended.half_points {
                    0 => Some(Color::White),
                    2 => Some(Color::Black),
                    _ => None,
                };
                let mut most = 0.0_f64;
                for (color, loss) in losses(&mut engine, &ended.moves, nodes) {
                    moves += 1;
                    judged[Judgment::of(loss) as usize] += 1;
                    if Some(color) == loser {
                        lost[Judgment::of(loss) as usize] += 1;
                        most = most.max(loss);
                    }
                }
                largest.extend(loser.map(|_| most));
            }
            let [_, inaccuracies, mistakes, blunders] =
                judged.map(|n| 100.0 * f64::from(n) / f64::from(moves));
            let decided = largest.len().max(1) as f64;
            let [_, few, some, many] = lost.map(|n| f64::from(n) / decided);
            println!(
                "| {level} | {} | {inaccuracies:.1}, {mistakes:.1}, {blunders:.1} | {few:.1}, {some:.1}, {many:.1} | {:.0} % |",
                self.arguments.games,
                100.0 * largest.iter().sum::<f64>() / decided,
            );
        }
    }

    fn tournament(&self) {
        let arguments = &self.arguments;
        let mut raw = arguments.raw.as_ref().map(|path| File::create(path).expect("the file can be made"));
        if let Some(raw) = &mut raw {
            writeln!(raw, "upper;lower;game;upper's colour;upper's score;plies;how;opening")
                .expect("written");
        }
        let mut rng = self.rng();
        let openings: Vec<_> = (0..arguments.games.div_ceil(2)).map(|_| self.opening(&mut rng)).collect();
        println!("| levels | games | won | drawn | lost | score | error (95 %) | plies a game |");
        println!("|---|---|---|---|---|---|---|---|");
        let all: Vec<_> = (2..=self.styles.len() as u8).collect();
        for &upper in if arguments.pairs.is_empty() { &all } else { &arguments.pairs } {
            let upper = usize::from(upper);
            self.pair(&format!("{upper} - {}", upper - 1), (upper, upper - 1), &openings, &mut raw);
        }
    }

    /// Plays the games of a pair of styles, prints their line and returns the moves of the upper one.
    fn pair(
        &self,
        name: &str,
        (upper, lower): (usize, usize),
        openings: &[Position],
        raw: &mut Option<File>,
    ) -> Vec<(Position, Move)> {
        let mut moves_of_upper = Vec::new();
        let mut counts = [0_u32; 3];
        let mut pairs = Vec::new();
        let mut plies = 0;
        for (number, opening) in openings.iter().enumerate() {
            let mut score = 0;
            for color in Color::ALL {
                let (white, black) = if color == Color::White { (upper, lower) } else { (lower, upper) };
                let seed = self.arguments.seed ^ (number as u64) << 8 ^ (upper as u64) << 40;
                let ended = self.game(white, black, opening, seed);
                let won = if color == Color::White { ended.half_points } else { 2 - ended.half_points };
                counts[won as usize] += 1;
                score += won;
                plies += ended.moves.len();
                let own = ended.moves.iter().filter(|(position, _)| position.turn() == color);
                moves_of_upper.extend(own.cloned());
                if let Some(raw) = raw {
                    let (score, opening) = (f64::from(won) / 2.0, fen::format(opening));
                    let Ended { moves, how, .. } = ended;
                    let plies = moves.len();
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
            "| {name} | {} | {won} | {drawn} | {lost} | {:.1} % | {:.1} % | {} |",
            2 * pairs.len(),
            100.0 * mean,
            100.0 * error,
            plies / (2 * pairs.len()).max(1)
        );
        moves_of_upper
    }

    /// Lets each character of the human-like levels play against the level without one.
    fn characters(&mut self) {
        let mut rng = self.rng();
        let openings: Vec<_> =
            (0..self.arguments.games.div_ceil(2)).map(|_| self.opening(&mut rng)).collect();
        let named = self.arguments.pairs.clone();
        let levels: Vec<_> = (1..=self.styles.len())
            .filter(|&n| matches!(self.styles[n - 1], PlayStyle::HumanLike(_)))
            .collect();
        // The character plays as a further level.
        self.styles.push(PlayStyle::Rules);
        let last = self.styles.len();
        for level in levels.into_iter().filter(|&n| named.is_empty() || named.contains(&(n as u8))) {
            for character in CHARACTERS {
                self.styles[last - 1] = self.styles[level - 1].with_character(character);
                let moves =
                    self.pair(&format!("{level}, {}", character.name), (last, level), &openings, &mut None);
                let share = |is: &dyn Fn(&Position, Move) -> bool| {
                    let count = moves.iter().filter(|(position, mv)| is(position, *mv)).count();
                    100.0 * count as f64 / moves.len().max(1) as f64
                };
                println!(
                    "  captures {:.1}, near the enemy king {:.1} of 100 moves",
                    share(&|position, mv| position.board().piece_at(mv.to).is_some()),
                    share(&|position, mv| is_near_enemy_king(position, mv.to)),
                );
            }
        }
    }

    /// Lets every level play `plies` plies against itself.
    fn walk(&self, plies: usize) {
        let named = &self.arguments.pairs;
        // Fewer than 256 levels.
        for level in (1..=self.styles.len()).filter(|&n| named.is_empty() || named.contains(&(n as u8))) {
            let (mut player, limits) = self.player(level);
            let mut rng = self.rng();
            let (mut longest, mut games, mut played) = (Duration::ZERO, 0, 0);
            let start = Instant::now();
            while played < plies {
                games += 1;
                let mut position = self.opening(&mut rng);
                let mut keys = vec![position.key()];
                while played < plies && keys.len() < self.arguments.longest && position.outcome(1).is_none() {
                    let begin = Instant::now();
                    let mv = player.search(
                        &request(&position, &keys, rng.random()),
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
