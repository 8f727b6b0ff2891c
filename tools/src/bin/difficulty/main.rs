//! Matches between neighbouring levels of difficulty, which print how often the upper level wins.
//!
//! `difficulty --variant xxl,chess --games 100 --raw games.csv` plays 100 games of each variant for each pair, from random
//! balanced openings, each opening with both colours. Every player is limited by nodes, so the same arguments give the same
//! games on every machine.
//!
//! `--pairs 2,3` plays only 2 against 1 and 3 against 2. `--try "3 max_replies=5 depth=2"` replaces values of the table.
//! `--judge 5000` lets every level play against itself from the start of the game, judges each move by searches of 5,000
//! nodes, and prints how often the level errs and what people would not do. `--read games.csv` judges games of a file, and
//! `--show` prints games with diagrams.
//! `--openings` lets every level with the openings of the engine's games play from the start against the level without them.
//! `--characters` lets each character play against the level without one, and prints how they differ. `--plies 10000` lets
//! every level play 10,000 plies against itself, checks each move by the rules and prints the longest time of a move.

mod habits;

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Parser;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xxlchess::engine::difficulty::{
    CHARACTERS, DETERMINISTIC_NODES, Difficulty, DifficultyPlayer, PlayStyle, SearchBudget,
    is_near_enemy_king,
};
use xxlchess::engine::{Engine, Evaluator, Limits, Options, SearchRequest, see_ge};
use xxlchess::game::analysis::{Evaluation, JudgedMove, Judgment, evaluation_of, winning_chances_scale};
use xxlchess::game::openings::Openings;
use xxlchess::notation::game_tree::NodeId;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen, pgn, san};
use xxlchess::rules::{Color, Move, MoveFlag, Position, Square, Variant};
use xxlchess_tools::balanced_opening;

/// Number of plies for which a lead must have lasted to win a game.
const LEAD_FOR: usize = 12;
/// Evaluations beyond this number of centipawns count as this number in the loss of a move, as on lichess.
const LARGEST_EVALUATION: i32 = 1_000;
/// Least gain of a capture by static exchange evaluation that takes a free piece, in centipawns.
const FREE_PIECE: i32 = 200;
/// Number of moves of each side in which the share of the most-moved piece is counted, and the least number of moves that a
/// side must have made for it.
const OPENING_MOVES: (usize, usize) = (20, 10);
/// Number of plies by which two games are compared.
const SAME_PLIES: usize = 10;
/// Number of moves from one diagram to the next.
const DIAGRAM_EVERY: usize = 10;

#[derive(Parser)]
struct Arguments {
    /// Variants that are played.
    #[arg(long, value_delimiter = ',', default_value = "xxlm")]
    variant: Vec<String>,
    /// Games for each level or pair of levels, an even number.
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
    /// Let every level play against itself, and judge each move by searches of this number of nodes.
    #[arg(long)]
    judge: Option<u64>,
    /// Judge the games of this file, which has the form of `--raw`, instead of new games.
    #[arg(long, requires = "judge")]
    read: Option<String>,
    /// Let every level play against itself, and print the games.
    #[arg(long)]
    show: bool,
    /// Let each character of every level play against the level without one.
    #[arg(long)]
    characters: bool,
    /// Let every level play with the openings of the engine's games against the level without them.
    #[arg(long)]
    openings: bool,
    /// Let every level play this number of plies against itself.
    #[arg(long)]
    plies: Option<usize>,
}

/// State that all games share.
struct Table<'a> {
    variant: Arc<Variant>,
    evaluator: Evaluator,
    styles: Vec<PlayStyle>,
    arguments: &'a Arguments,
    raw: Option<&'a File>,
    /// The openings of the last style, and the level that plays them.
    openings: Option<(Openings, Difficulty)>,
}

/// A game that has ended.
struct Ended {
    /// White's score in half-points.
    half_points: u32,
    /// All positions but the last one, each with the move that was made in it.
    moves: Vec<(Position, Move)>,
    /// The last position.
    last: Position,
    /// How the game ended.
    how: &'static str,
}

fn main() {
    let arguments = Arguments::parse();
    let mut styles: Vec<_> = Difficulty::all().skip(1).map(|level| level.row().style).collect();
    for tried in &arguments.tries {
        change(&mut styles, tried);
    }
    let raw = arguments.raw.as_ref().map(|path| File::create(path).expect("the file can be made"));
    if let Some(mut raw) = raw.as_ref() {
        writeln!(raw, "variant;white;black;game;white's score;how;opening;moves").expect("written");
    }
    print_head(&arguments);
    for name in &arguments.variant {
        let variant = Variants::built_in().get(name).expect("a built-in variant");
        let evaluator = Evaluator::new(&variant);
        let (styles, raw) = (styles.clone(), raw.as_ref());
        let mut table = Table { variant, evaluator, styles, arguments: &arguments, raw, openings: None };
        match (arguments.plies, arguments.judge) {
            _ if arguments.characters => table.characters(),
            _ if arguments.openings => table.with_openings(),
            (Some(plies), _) => table.walk(plies),
            (None, Some(nodes)) => table.judge(nodes),
            (None, None) if arguments.show => table.show(),
            (None, None) => table.tournament(),
        }
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
            (PlayStyle::HumanLike(params), "overlooked") => params.overlooked = value,
            (PlayStyle::HumanLike(params), "plain_missed") => params.plain_missed = value,
            (PlayStyle::HumanLike(params), "mates_seen") => params.mates_seen = value,
            (PlayStyle::HumanLike(params), "habits") => params.habits = small as i32,
            (PlayStyle::HumanLike(params), "missed_undefended") => params.missed_undefended = value,
            (PlayStyle::HumanLike(params), "attack_bias") => params.attack_bias = small as i32,
            (PlayStyle::HumanLike(params), "king_attack_bias") => params.king_attack_bias = small as i32,
            (PlayStyle::HumanLike(params), "capture_bias") => params.capture_bias = small as i32,
            (PlayStyle::HumanLike(params), "eval_noise") => params.eval_noise = small as i32,
            (PlayStyle::Search(budget), "nodes") => budget.nodes = Some(value),
            (PlayStyle::Search(budget), "lines") => budget.lines = small as usize,
            _ => panic!("level {level} has no {name}"),
        }
    }
}

fn request(position: &Position, keys: &[u64], line: (Position, Vec<Move>), seed: u64) -> SearchRequest {
    SearchRequest {
        key_history: keys.to_vec(),
        line: Some(line),
        seed,
        ..SearchRequest::new(position.clone())
    }
}

/// Evaluations of all positions of a game by searches of `nodes` nodes, each with the best move.
fn evaluations(engine: &mut Engine, game: &Ended, nodes: u64) -> Vec<(Evaluation, Option<Move>)> {
    engine.new_game();
    let mut search = |position: &Position| {
        let report = engine.go(position, &[], &Limits::nodes(nodes), &AtomicBool::new(false), |_| {});
        (evaluation_of(report.score, position.turn()), report.best_move())
    };
    let mut found: Vec<_> = game.moves.iter().map(|(position, _)| search(position)).collect();
    found.push(match game.last.outcome(1).map(|outcome| outcome.winner()) {
        None => search(&game.last),
        Some(None) => (Evaluation::Centipawns(0), None),
        Some(Some(winner)) => (Evaluation::Mate { winner, moves: 0 }, None),
    });
    found
}

/// Centipawns that a move of `color` lost.
fn lost_centipawns(color: Color, before: Evaluation, after: Evaluation) -> f64 {
    let value = |evaluation| match evaluation {
        Evaluation::Centipawns(value) => value.clamp(-LARGEST_EVALUATION, LARGEST_EVALUATION),
        Evaluation::Mate { winner: Color::White, .. } => LARGEST_EVALUATION,
        Evaluation::Mate { winner: Color::Black, .. } => -LARGEST_EVALUATION,
    };
    let fall = value(before) - value(after);
    f64::from(if color == Color::White { fall } else { -fall }.max(0))
}

/// Figures of the games of a level against itself.
#[derive(Default)]
struct Figures {
    /// Games that White lost, drew and won.
    results: [usize; 3],
    moves: usize,
    lost_centipawns: f64,
    blunders: usize,
    undone: usize,
    /// Share of the most-moved piece of each side of each game.
    most_moved: Vec<f64>,
    decided_by_one_move: usize,
    free_taken: usize,
    free_missed: usize,
    /// First plies of all games.
    openings: HashSet<Vec<Move>>,
}

impl Figures {
    /// Adds a game with the evaluations of all its positions.
    fn add(&mut self, game: &Ended, found: &[(Evaluation, Option<Move>)], evaluator: &Evaluator) {
        let scale = winning_chances_scale(game.last.variant());
        self.results[game.half_points as usize] += 1;
        self.moves += game.moves.len();
        self.openings.insert(game.moves.iter().take(SAME_PLIES).map(|(_, mv)| *mv).collect());
        let mut losses = Vec::new();
        for ((position, mv), pair) in game.moves.iter().zip(found.windows(2)) {
            let (color, change) = (position.turn(), (pair[0].0, pair[1].0));
            let judged = JudgedMove::new(NodeId::ROOT, *mv, color, change, pair[0].1, scale);
            losses.push(judged.loss);
            if judged.better.is_some() {
                self.lost_centipawns += lost_centipawns(color, judged.before, judged.after);
            }
            let takes_free = |mv: &Move| {
                position.board().piece_at(mv.to).is_some()
                    && mv.flag != MoveFlag::Castle
                    && see_ge(evaluator, position, *mv, FREE_PIECE)
            };
            if takes_free(mv) {
                self.free_taken += 1;
            } else if judged.judgment != Judgment::Good && position.legal_moves().iter().any(takes_free) {
                self.free_missed += 1;
            }
        }
        self.blunders += habits::blunders(&losses);
        for color in Color::ALL {
            let own = game.moves.iter().filter(|(position, _)| position.turn() == color);
            let own: Vec<_> = own.map(|(_, mv)| *mv).collect();
            self.undone += habits::undone_moves(&own);
            if own.len() >= OPENING_MOVES.1 {
                self.most_moved.push(habits::most_moved_share(&own[..own.len().min(OPENING_MOVES.0)]));
            }
        }
        let chances: Vec<_> =
            found.iter().map(|(evaluation, _)| evaluation.winning_chances(Color::White, scale)).collect();
        self.decided_by_one_move += usize::from(habits::is_decided_by_one_move(&chances));
    }

    /// Prints the row of a level.
    fn print(&self, variant: &str, level: &str) {
        let games = self.results.iter().sum::<usize>().max(1) as f64;
        let moves = self.moves.max(1) as f64;
        let [lost, drawn, won] = self.results;
        let mean = self.most_moved.iter().sum::<f64>() / self.most_moved.len().max(1) as f64;
        let greatest = self.most_moved.iter().copied().fold(0.0, f64::max);
        println!(
            "| {variant} | {level} | {won}, {drawn}, {lost} | {:.0} | {:.0} | {:.1} | {:.0} %, {:.0} % | {:.1} % | {:.0} % | {:.1}, {:.1} | {} |",
            moves / games,
            self.lost_centipawns / moves,
            100.0 * self.blunders as f64 / moves,
            100.0 * mean,
            100.0 * greatest,
            100.0 * self.undone as f64 / moves,
            100.0 * self.decided_by_one_move as f64 / games,
            self.free_taken as f64 / games,
            self.free_missed as f64 / games,
            games as usize - self.openings.len(),
        );
    }
}

/// A diagram in letters; those of White are upper case.
fn diagram(position: &Position) -> String {
    let (variant, board) = (position.variant(), position.board());
    let (files, ranks) = (variant.rules().files, variant.rules().ranks);
    let letter = |square| board.piece_at(square).map_or('.', |piece| fen::piece_letter(variant, piece));
    let rank = |rank| {
        let letters = (0..files).map(|file| format!(" {}", letter(Square::new(file, rank))));
        format!("{:>4} {}\n", rank + 1, letters.collect::<String>())
    };
    let names = (0..files).map(|file| format!(" {}", char::from(b'a' + file)));
    format!("{}     {}\n", (0..ranks).rev().map(rank).collect::<String>(), names.collect::<String>())
}

/// Prints the heads of the tables.
fn print_head(arguments: &Arguments) {
    if arguments.judge.is_some() {
        println!(
            "| variant | level | won by White, drawn, by Black | plies a game | centipawns lost a move | blunders in 100 moves | most-moved piece: mean, greatest | undone | decided by one move | free pieces a game: taken, missed | games that begin as another one |"
        );
        println!("|---|---|---|---|---|---|---|---|---|---|---|");
    } else if !arguments.show && !arguments.characters && arguments.plies.is_none() {
        println!("| variant | levels | games | won | drawn | lost | score | error (95 %) | plies a game |");
        println!("|---|---|---|---|---|---|---|---|---|");
    }
}

impl Table<'_> {
    fn player(&self, level: usize) -> (DifficultyPlayer, Limits) {
        let style = self.styles[level - 1];
        let limits = match style {
            PlayStyle::Search(SearchBudget { nodes: None, .. }) => Limits::nodes(DETERMINISTIC_NODES),
            _ => Limits::default(),
        };
        (DifficultyPlayer::with_style(style, 1), limits)
    }

    /// Random numbers of the seed on the command line.
    fn rng(&self) -> StdRng {
        StdRng::seed_from_u64(self.arguments.seed)
    }

    /// A balanced position after some random moves.
    fn opening(&self, rng: &mut StdRng) -> Position {
        balanced_opening(&self.variant, rng)
    }

    /// Plays a game between the levels `white` and `black`.
    fn game(&self, white: usize, black: usize, opening: &Position, seed: u64) -> Ended {
        let mut rng = StdRng::seed_from_u64(seed);
        let seeds: [u64; 2] = rng.random();
        let mut players = [self.player(white), self.player(black)];
        let mut position = opening.clone();
        let mut keys = vec![position.key()];
        let mut lead_for = 0;
        let mut moves = Vec::new();
        while moves.len() < self.arguments.longest {
            let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
            if let Some(outcome) = position.outcome(occurrences) {
                let won_by = |winner| if winner == Color::White { 2 } else { 0 };
                let half_points = outcome.winner().map_or(1, won_by);
                return Ended { half_points, moves, last: position, how: outcome.name() };
            }
            let to_move = if position.turn() == Color::White { 1 } else { -1 };
            let lead = to_move * self.evaluator.evaluate(&position);
            lead_for =
                if self.arguments.lead.is_some_and(|most| lead.abs() >= most) { lead_for + 1 } else { 0 };
            if lead_for >= LEAD_FOR {
                return Ended {
                    half_points: if lead > 0 { 2 } else { 0 },
                    moves,
                    last: position,
                    how: "lead",
                };
            }
            let side = usize::from(position.turn() == Color::Black);
            let (player, limits) = &mut players[side];
            let played = moves.iter().map(|(_, mv)| *mv).collect();
            let request = request(&position, &keys, (opening.clone(), played), seeds[side]);
            let knows = [white, black][side] == self.styles.len();
            let openings = self.openings.as_ref().filter(|_| knows);
            let known = openings.and_then(|(openings, level)| openings.choose(*level, &request));
            let mv = known.or_else(|| player.search(&request, limits, &AtomicBool::new(false)));
            let mv = mv.expect("there is a move");
            moves.push((position.clone(), mv));
            position.play(mv).expect("it is legal");
            keys.push(position.key());
        }
        Ended { half_points: 1, moves, last: position, how: "longest" }
    }

    /// The levels on the command line, or all.
    fn levels(&self) -> Vec<usize> {
        let named = &self.arguments.pairs;
        // Fewer than 256 levels.
        (1..=self.styles.len()).filter(|&n| named.is_empty() || named.contains(&(n as u8))).collect()
    }

    /// Lets `level` play the games against itself from the start of the game.
    fn own_games(&self, level: usize) -> impl Iterator<Item = Ended> {
        let start = Position::start(&self.variant).expect("the start is legal");
        let mut rng = self.rng();
        (0..self.arguments.games).map(move |number| {
            let game = self.game(level, level, &start, rng.random());
            self.write(level, level, number, &start, &game);
            game
        })
    }

    /// Writes a game to the file on the command line.
    fn write(&self, white: usize, black: usize, number: u64, opening: &Position, game: &Ended) {
        let Some(mut raw) = self.raw else { return };
        let moves = game.moves.iter().map(|(position, mv)| coords::format_legal_move(position, *mv));
        writeln!(
            raw,
            "{};{white};{black};{number};{};{};{};{}",
            self.variant.rules().name,
            f64::from(game.half_points) / 2.0,
            game.how,
            fen::format(opening),
            moves.collect::<Vec<_>>().join(" ")
        )
        .expect("written");
    }

    /// Lets every level play against itself, judges each move by searches of `nodes` nodes, and prints the figures.
    fn judge(&self, nodes: u64) {
        let mut engine = Engine::new(Options { hash_mib: 8, ..Options::default() });
        let mut judge = |name: &str, games: &mut dyn Iterator<Item = Ended>| {
            let mut figures = Figures::default();
            for game in games {
                figures.add(&game, &evaluations(&mut engine, &game, nodes), &self.evaluator);
            }
            figures.print(&self.variant.rules().name, name);
        };
        match &self.arguments.read {
            None => self.levels().into_iter().for_each(|n| judge(&n.to_string(), &mut self.own_games(n))),
            Some(path) => {
                let text = std::fs::read_to_string(path).expect("the file can be read");
                let mut games: BTreeMap<_, Vec<_>> = BTreeMap::new();
                for (white, game) in text.lines().filter_map(|line| self.read(line)) {
                    games.entry(white).or_default().push(game);
                }
                games.into_iter().for_each(|(white, games)| judge(white, &mut games.into_iter()));
            }
        }
    }

    /// Reads a line of a file of games. Returns the name of White and the game, or `None` if it is of another variant.
    fn read<'t>(&self, line: &'t str) -> Option<(&'t str, Ended)> {
        let fields: Vec<_> = line.split(';').collect();
        let [variant, white, _, _, score, _, opening, texts] = fields[..] else { return None };
        if variant != self.variant.rules().name {
            return None;
        }
        let mut last = fen::parse(&self.variant, opening).expect("the opening is legal");
        let mut moves = Vec::new();
        for text in texts.split_whitespace() {
            let mv = coords::parse_move(&last, text).expect("the move is legal");
            moves.push((last.clone(), mv));
            last.make(mv);
        }
        let half_points = (2.0 * score.parse::<f64>().expect("a score")) as u32;
        Some((white, Ended { half_points, moves, last, how: "" }))
    }

    /// Prints games of every level against itself, with a diagram every ten moves.
    fn show(&self) {
        for level in self.levels() {
            for game in self.own_games(level) {
                println!("Level {level}, {}\n", self.variant.rules().name);
                for (ply, (position, mv)) in game.moves.iter().enumerate() {
                    if ply > 0 && ply % (2 * DIAGRAM_EVERY) == 0 {
                        println!("\n\n{}", diagram(position));
                    }
                    let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
                    print!("{number}{} ", san::format(position, *mv));
                }
                let winner = [Some(Color::Black), None, Some(Color::White)][game.half_points as usize];
                println!("{} ({})\n\n{}", pgn::result(winner), game.how, diagram(&game.last));
            }
        }
    }

    fn tournament(&self) {
        let arguments = self.arguments;
        let mut rng = self.rng();
        let openings: Vec<_> = (0..arguments.games.div_ceil(2)).map(|_| self.opening(&mut rng)).collect();
        let all: Vec<_> = (2..=self.styles.len() as u8).collect();
        for &upper in if arguments.pairs.is_empty() { &all } else { &arguments.pairs } {
            let upper = usize::from(upper);
            self.pair(&format!("{upper} - {}", upper - 1), (upper, upper - 1), &openings);
        }
    }

    /// Plays the games of a pair of styles, prints their line and returns the moves of the upper one.
    fn pair(
        &self,
        name: &str,
        (upper, lower): (usize, usize),
        openings: &[Position],
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
                self.write(white, black, number as u64, opening, &ended);
                let won = if color == Color::White { ended.half_points } else { 2 - ended.half_points };
                counts[won as usize] += 1;
                score += won;
                plies += ended.moves.len();
                let own = ended.moves.into_iter().filter(|(position, _)| position.turn() == color);
                moves_of_upper.extend(own);
            }
            pairs.push(f64::from(score) / 4.0);
        }
        let count = pairs.len() as f64;
        let mean = pairs.iter().sum::<f64>() / count;
        let variance = pairs.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let error = 1.96 * (variance / count).sqrt();
        let [lost, drawn, won] = counts;
        println!(
            "| {} | {name} | {} | {won} | {drawn} | {lost} | {:.1} % | {:.1} % | {} |",
            self.variant.rules().name,
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
        let mut levels = self.levels();
        levels.retain(|&level| matches!(self.styles[level - 1], PlayStyle::HumanLike(_)));
        // The character plays as a further level.
        self.styles.push(PlayStyle::Rules);
        let last = self.styles.len();
        for level in levels {
            for character in CHARACTERS {
                self.styles[last - 1] = self.styles[level - 1].with_character(character);
                let moves = self.pair(&format!("{level}, {}", character.name), (last, level), &openings);
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

    /// Lets every level with openings play against the level without them.
    fn with_openings(&mut self) {
        let start = Position::start(&self.variant).expect("the start is legal");
        let starts: Vec<_> = (0..self.arguments.games.div_ceil(2)).map(|_| start.clone()).collect();
        let levels = self.levels();
        // The level with openings plays as a further level.
        self.styles.push(PlayStyle::Rules);
        let last = self.styles.len();
        for level in levels {
            self.styles[last - 1] = self.styles[level - 1];
            // There are fewer than 256 levels.
            let difficulty = Difficulty::new(level as u8);
            self.openings = Some((Openings::known_by(difficulty, &self.variant), difficulty));
            self.pair(&format!("{level} with openings - {level}"), (last, level), &starts);
        }
    }

    /// Lets every level play `plies` plies against itself.
    fn walk(&self, plies: usize) {
        for level in self.levels() {
            let (mut player, limits) = self.player(level);
            let mut rng = self.rng();
            let (mut longest, mut games, mut played) = (Duration::ZERO, 0, 0);
            let start = Instant::now();
            while played < plies {
                games += 1;
                let opening = self.opening(&mut rng);
                let mut position = opening.clone();
                let (mut keys, mut moves, seed) = (vec![position.key()], Vec::new(), rng.random());
                while played < plies && keys.len() < self.arguments.longest && position.outcome(1).is_none() {
                    let begin = Instant::now();
                    let mv = player.search(
                        &request(&position, &keys, (opening.clone(), moves.clone()), seed),
                        &limits,
                        &AtomicBool::new(false),
                    );
                    longest = longest.max(begin.elapsed());
                    let mv = mv.expect("there is a move");
                    moves.push(mv);
                    position.play(mv).expect("it is legal");
                    keys.push(position.key());
                    played += 1;
                }
            }
            let mean = start.elapsed() / played.max(1) as u32;
            println!(
                "{}, level {level}: {played} plies in {games} games, mean {mean:.1?}, longest {longest:.1?}",
                self.variant.rules().name,
            );
        }
    }
}
