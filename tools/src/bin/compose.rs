//! Search for composed puzzles: random positions with exactly one first move that reaches the goal, without the pieces that
//! the puzzle does not need. A person chooses from the positions that are printed.
//!
//! `compose SEED SECONDS MOVES AIM BOX PIECES [FEN]` searches. `AIM` is `mate`, `save` or the letter of the piece to be won.
//! `BOX` has the squares for the pieces, such as `h8-n14`, and `PIECES` their letters as in FEN. `FEN` is a position that
//! the pieces are added to. `compose FILE` checks a file of puzzles and prints their solutions.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xxlchess::engine::mate_solver::{self, Solver, SolverGoal};
use xxlchess::game::puzzle::file;
use xxlchess::notation::coords::{format_move, parse_move, parse_square};
use xxlchess::notation::fen;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Bitboard, Color, Move, Piece, Position, Setup, Square, Variant};

/// Largest number of nodes that the solver searches for one position.
const NODES: u64 = 3_000_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [path] = arguments.as_slice() {
        return check(path);
    }
    let [seed, seconds, moves, aim, frame, pieces, base @ ..] = arguments.as_slice() else {
        eprintln!("compose SEED SECONDS MOVES AIM BOX PIECES [FEN]");
        std::process::exit(2);
    };
    let variant = Variants::built_in().get("xxl").expect("built in");
    let mut search = Search {
        dice: StdRng::seed_from_u64(seed.parse().expect("a number")),
        base: base.first().map(|text| fen::parse_setup(variant.rules(), text).expect("a FEN")),
        moves: moves.parse().expect("a number of moves"),
        aim: aim.clone(),
        frame: squares(frame),
        pieces: pieces.chars().map(|letter| piece(&variant, letter)).collect(),
        variant,
    };
    let end = Instant::now() + Duration::from_secs(seconds.parse().expect("seconds"));
    while Instant::now() < end {
        search.try_position();
    }
}

/// Prints all first moves and the solution of every puzzle of a file.
fn check(path: &str) {
    let variant = Variants::built_in().get("xxl").expect("built in");
    let text = std::fs::read_to_string(path).expect("a file");
    let puzzles = file::parse(&variant, &text).expect("a puzzle file");
    let stop = AtomicBool::new(false);
    let write = |moves: Vec<Move>| {
        let words: Vec<_> = moves.into_iter().map(|mv| format_move(&variant, mv)).collect();
        words.join(" ")
    };
    for puzzle in puzzles {
        let start = Instant::now();
        let Some(goal) = puzzle.solver_goal() else { continue };
        let mut solver = Solver::new(goal, u64::MAX, &stop);
        let firsts = solver.solutions(&puzzle.position, puzzle.moves()).expect("an end");
        let line = mate_solver::solution(&puzzle.position, goal, puzzle.moves(), &stop).unwrap_or_default();
        println!("{} | {} | {} | {:?}", puzzle.title, write(firsts), write(line), start.elapsed());
    }
}

fn piece(variant: &Variant, letter: char) -> Piece {
    let color = if letter.is_uppercase() { Color::White } else { Color::Black };
    Piece::new(color, variant.kind_by_letter(letter).expect("the letter of a kind"))
}

/// The squares of a box such as `h8-n14`.
fn squares(text: &str) -> Vec<Square> {
    let (low, high) = text.split_once('-').expect("two corners");
    let (low, high) = (parse_square(low).expect("a corner"), parse_square(high).expect("a corner"));
    let inside = |s: &Square| {
        (low.file()..=high.file()).contains(&s.file()) && (low.rank()..=high.rank()).contains(&s.rank())
    };
    Square::all().filter(inside).collect()
}

/// State of the search for puzzles.
struct Search {
    variant: Arc<Variant>,
    dice: StdRng,
    base: Option<Setup>,
    moves: u8,
    aim: String,
    frame: Vec<Square>,
    pieces: Vec<Piece>,
}

impl Search {
    fn try_position(&mut self) {
        let setup = self.random_setup();
        let Some(key) = self.key_of(&setup) else { return };
        let setup = self.strip(setup, key);
        let Ok(position) = Position::from_setup(&self.variant, &setup) else { return };
        self.show(&position, key);
    }

    /// The base position with all pieces on random squares of the box.
    fn random_setup(&mut self) -> Setup {
        let mut setup = self.base.clone().unwrap_or_else(|| {
            let mut setup = Setup::at_start(Vec::new());
            setup.initial_move_rights = Bitboard::EMPTY;
            setup
        });
        let promotion = &self.variant.rules().promotion;
        for &piece in &self.pieces {
            for _ in 0..50 {
                let square = self.frame[self.dice.random_range(0..self.frame.len())];
                // A pawn cannot stand in its promotion region or on its first rank.
                let own_rank = if piece.color == Color::White { square.rank() } else { 13 - square.rank() };
                let pawn = promotion.from.contains(&piece.kind);
                if setup.piece_at(square).is_none()
                    && !(pawn && (promotion.region[piece.color].contains(square) || own_rank == 0))
                {
                    setup.pieces.push((square, piece));
                    break;
                }
            }
        }
        for (square, piece) in &setup.pieces {
            if promotion.from.contains(&piece.kind) {
                setup.initial_move_rights.insert(*square);
            }
        }
        setup
    }

    fn aim(&self, position: &Position) -> SolverGoal {
        match self.aim.as_str() {
            "mate" => SolverGoal::Mate,
            "save" => SolverGoal::Survive,
            letter => {
                let kind = letter.chars().next().and_then(|letter| self.variant.kind_by_letter(letter));
                SolverGoal::win_piece(position, kind.expect("an aim"))
            }
        }
    }

    /// The only first move that solves `setup`, or `None` if there is none or more than one.
    fn key_of(&self, setup: &Setup) -> Option<Move> {
        let position = Position::from_setup(&self.variant, setup).ok()?;
        let aim = self.aim(&position);
        if position.is_check() && aim != SolverGoal::Survive {
            return None;
        }
        let stop = AtomicBool::new(false);
        let mut solver = Solver::new(aim, NODES, &stop);
        if aim != SolverGoal::Survive
            && self.moves > 1
            && solver.shortest(&position, self.moves - 1).ok()?.is_some()
        {
            return None;
        }
        let mut key = None;
        let legal = position.legal_moves();
        if aim == SolverGoal::Survive {
            // There must be a threat of mate, and enough moves to choose from.
            let mut passed = position.clone();
            if legal.len() < 12 || position.is_check() {
                return None;
            }
            passed.make_null();
            Solver::new(SolverGoal::Mate, NODES, &stop).shortest(&passed, self.moves).ok()??;
        }
        for mv in legal {
            if solver.solves(&position, mv, self.moves).ok()? && key.replace(mv).is_some() {
                return None;
            }
        }
        key
    }

    /// Removes each piece without which `key` is still the only solution.
    fn strip(&self, mut setup: Setup, key: Move) -> Setup {
        let fixed = self.base.as_ref().map_or(0, |base| base.pieces.len());
        let mut index = setup.pieces.len();
        while index > fixed {
            index -= 1;
            let mut without = setup.clone();
            without.pieces.remove(index);
            if self.key_of(&without) == Some(key) {
                setup = without;
            }
        }
        setup
    }

    fn show(&self, position: &Position, key: Move) {
        let stop = AtomicBool::new(false);
        let mut solver = Solver::new(self.aim(position), NODES * 10, &stop);
        let mut after = position.clone();
        let mover = position.board().piece_at(key.from).expect("a piece moves");
        let takes = position.board().piece_at(key.to).is_some();
        after.make(key);
        let check = after.is_check();
        let mut lines = Vec::new();
        let mut answers = std::collections::BTreeSet::new();
        let mut tags = std::collections::BTreeSet::new();
        let replies = after.legal_moves();
        let choice = replies.len();
        for reply in replies {
            let mut then = after.clone();
            then.make(reply);
            let Ok(Some((length, next))) = solver.shortest(&then, self.moves.saturating_sub(1)) else {
                continue;
            };
            if length + 1 == self.moves {
                let kind = then.board().piece_at(next.from).expect("a piece moves").kind;
                answers.insert((kind, next.to));
                lines.push(format!(
                    "{} {}",
                    format_move(&self.variant, reply),
                    format_move(&self.variant, next)
                ));
                then.make(next);
                tags.extend(self.tags(&then));
            }
        }
        lines.truncate(8);
        let main = mate_solver::solution(position, self.aim(position), self.moves, &stop).unwrap_or_default();
        let main: Vec<_> = main.into_iter().map(|mv| format_move(&self.variant, mv)).collect();
        let score = 3 * usize::from(!takes) + 3 * usize::from(!check) + answers.len().min(5);
        println!(
            "{score} | {}{}{} {} | {} replies {} answers | {:?} | {} | {} | {}",
            fen::piece_letter(&self.variant, mover),
            format_move(&self.variant, key),
            if check { "+" } else { "" },
            if takes { "x" } else { "" },
            choice,
            answers.len(),
            tags,
            lines.join(", "),
            main.join(" "),
            fen::format(position),
        );
    }

    /// Motifs of a mate.
    fn tags(&self, mated: &Position) -> Vec<&'static str> {
        let mut tags = Vec::new();
        if !mated.is_check() || mated.has_legal_move() {
            return tags;
        }
        let turn = mated.turn();
        let Some(king) = mated.royal_king(turn) else { return tags };
        let checkers = mated.attackers_to(king, !turn);
        if checkers.count() > 1 {
            tags.push("double");
        }
        let beside = mated.attacks_from(king);
        if !beside.without(mated.board().by_color(turn)).any() {
            tags.push("smothered");
        }
        // Mate by pin: a piece attacks the checking piece but may not capture it.
        if checkers.count() == 1
            && checkers
                .into_iter()
                .any(|s| mated.attackers_to(s, turn).without(Bitboard::from_square(king)).any())
        {
            tags.push("pin");
        }
        if parse_move(mated, "").is_none() && mated.legal_moves().is_empty() && beside.count() == 8 {
            tags.push("open");
        }
        tags
    }
}
