//! Mistakes of games between levels, each with its reason, for readers who check the reasons on the board.
//!
//! `reasons --count 100 --seed 1` plays games of levels 2 to 6 against each other, takes mistakes at random and prints each
//! with the position, the move, the sentence about it, the line that proves it, the engine's answer and the best line.

use std::sync::atomic::AtomicBool;

use clap::Parser;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use xxlchess::engine::difficulty::{Difficulty, DifficultyPlayer};
use xxlchess::engine::{Engine, Limits, Options, Player, SearchReport, SearchRequest};
use xxlchess::game::analysis::{Judgment, evaluation_of, winning_chances_scale};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{fen, san};
use xxlchess::reason::{ReasonRequest, explain};
use xxlchess::rules::{Color, Move, Position, Square};

/// Nodes of the searches that find the mistakes.
const NODES: u64 = 20_000;
/// Longest game in plies.
const LONGEST: usize = 200;
/// Mistakes of one game.
const OF_A_GAME: usize = 4;

#[derive(Parser)]
struct Arguments {
    /// Number of mistakes.
    #[arg(long, default_value_t = 100)]
    count: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, value_delimiter = ',', default_value = "xxl,chess,capablanca")]
    variants: Vec<String>,
    /// Nodes of each search for a reason.
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
}

/// A game between two levels: the positions with the moves made in them. The first moves are random.
fn game(start: &Position, levels: [u8; 2], rng: &mut StdRng) -> Vec<(Position, Move)> {
    let mut players = levels.map(|level| DifficultyPlayer::new(Difficulty::new(level), 1));
    let mut position = start.clone();
    let (mut keys, mut played) = (vec![position.key()], Vec::new());
    let seeds: [u64; 2] = rng.random();
    while played.len() < LONGEST {
        let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
        let side = usize::from(position.turn() == Color::Black);
        let mut request = SearchRequest { seed: seeds[side], ..SearchRequest::new(position.clone()) };
        request.key_history.clone_from(&keys);
        let stop = AtomicBool::new(false);
        let mv =
            players[side].choose_move(&request, &stop).filter(|_| position.outcome(occurrences).is_none());
        let Some(mv) = mv else { break };
        played.push((position.clone(), mv));
        position.make(mv);
        keys.push(position.key());
    }
    played
}

/// The board with files and ranks, upper-case letters for White.
fn diagram(position: &Position) -> String {
    let rules = position.variant().rules();
    let mut text = String::new();
    for rank in (0..rules.ranks).rev() {
        text += &format!("{:>2} ", rank + 1);
        for file in 0..rules.files {
            let piece = position.board().piece_at(Square::new(file, rank));
            let letter = piece.map_or('.', |piece| {
                let letter = position.variant().piece(piece.kind).letter;
                if piece.color == Color::White { letter.to_ascii_uppercase() } else { letter }
            });
            text += &format!(" {letter}");
        }
        text.push('\n');
    }
    let kinds = position.variant().kinds().map(|kind| position.variant().piece(kind));
    let legend: Vec<_> = kinds.map(|piece| format!("{} {}", piece.letter, piece.name)).collect();
    let files: String = (0..rules.files).map(|file| format!(" {}", char::from(b'a' + file))).collect();
    format!("{text}   {files}\n{}", legend.join(", "))
}

fn line_text(position: &Position, line: &[Move]) -> String {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(san::format(&position, mv));
        position.make(mv);
    }
    texts.join(" ")
}

fn main() {
    let arguments = Arguments::parse();
    let mut rng = StdRng::seed_from_u64(arguments.seed);
    let mut engine = Engine::new(Options { hash_mib: 16, ..Options::default() });
    let (mut found, mut explained) = (0, 0);
    let variants = Variants::built_in();
    for name in arguments.variants.iter().cycle() {
        let variant = variants.get(name).expect("a built-in variant");
        let scale = winning_chances_scale(&variant);
        let levels = [rng.random_range(2..=6), rng.random_range(2..=6)];
        let played = game(&Position::start(&variant).expect("the start is legal"), levels, &mut rng);
        let keys: Vec<_> = played.iter().map(|(position, _)| position.key()).collect();
        let mut plies: Vec<usize> = (0..played.len()).collect();
        plies.shuffle(&mut rng);
        let mut left = OF_A_GAME;
        for ply in plies {
            let (position, mv) = &played[ply];
            let mut search = |position: &Position| -> SearchReport {
                engine.go(position, &keys[..=ply], &Limits::nodes(NODES), &AtomicBool::new(false), |_| {})
            };
            let best = search(position);
            let mut after = position.clone();
            after.make(*mv);
            let reply = search(&after);
            let turn = position.turn();
            let change = (evaluation_of(best.score, turn), evaluation_of(reply.score, !turn));
            let [before, now] =
                [change.0, change.1].map(|evaluation| evaluation.winning_chances(turn, scale));
            let judgment = Judgment::of(before - now);
            if best.best_move() == Some(*mv) || judgment < Judgment::Mistake {
                continue;
            }
            let request = ReasonRequest {
                keys: keys[..=ply].to_vec(),
                nodes: arguments.nodes,
                ..ReasonRequest::new(position.clone(), *mv)
            };
            let reason = explain(&mut engine, &request, &AtomicBool::new(false));
            found += 1;
            let level = levels[usize::from(turn == Color::Black)];
            println!("=== {found}. {name}, level {level}, {} to move", turn.name());
            println!("{}\n{}", fen::format(position), diagram(position));
            let glyph = judgment.glyph();
            println!("Move: {}{glyph} ({} to {})", san::format(position, *mv), change.0, change.1);
            match &reason {
                Some(reason) => {
                    explained += 1;
                    let (start, where_) =
                        if reason.missed { (position, "in its place") } else { (&after, "after it") };
                    println!("Reason: {reason} [{:?}, {:?}]", reason.kind, reason.gain);
                    println!("Proof, {where_}: {}", line_text(start, &reason.line));
                }
                None => println!("No reason."),
            }
            println!("After it: {}", line_text(&after, &reply.pv));
            println!("Best: {}\n", line_text(position, &best.pv));
            left -= 1;
            if found == arguments.count {
                println!("{explained} of {found} explained");
                return;
            }
            if left == 0 {
                break;
            }
        }
    }
}
