//! Random boards and files, compared with the second implementation.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use xxlchess_core::rules::Square;
use xxlchess_simulator::parse::Source;
use xxlchess_simulator::{Board, PieceRegistry, rule_set, run};

use crate::second::{self, Fault, Piece};

const KINDS: &[u8] = b"kqrbnpp";

fn one_of<T: Copy>(rng: &mut StdRng, choices: &[T]) -> T {
    *choices.choose(rng).expect("choices")
}

/// A random column or row.
fn place(rng: &mut StdRng) -> usize {
    rng.random_range(..8)
}

/// A board of the second implementation with up to 39 random pieces.
fn board(rng: &mut StdRng) -> second::Board {
    let mut board = second::Board::default();
    for _ in 0..rng.random_range(0..40) {
        let (x, y) = (place(rng), place(rng));
        board.0[y][x] = Some([one_of(rng, b"wb"), one_of(rng, KINDS)]);
    }
    board
}

fn squares() -> impl Iterator<Item = second::Square> {
    (0..64).map(|i| (i % 8, i / 8))
}

fn name((x, y): second::Square) -> String {
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}

fn text(piece: Piece) -> String {
    String::from_utf8(piece.to_vec()).unwrap()
}

/// On 120 random boards each piece has the same targets from each square.
#[test]
fn both_programs_have_the_same_moves() {
    let mut rng = StdRng::seed_from_u64(8);
    let mut compared = 0;
    for (rules, mess) in [("simplified", false), ("mess", true)] {
        let table = rule_set(rules).unwrap();
        let registry = PieceRegistry::for_variant(&table);
        for _ in 0..60 {
            let second = board(&mut rng);
            let mut board = Board::new(&table);
            for (x, y) in squares() {
                if let Some(piece) = second.0[y][x] {
                    board.add_piece(registry.create_piece(&text(piece)).unwrap(), name((x, y))).unwrap();
                }
            }
            for piece in b"wb".iter().flat_map(|&c| b"kqrbnp".map(move |kind| [c, kind])) {
                for from in squares() {
                    let expected: Vec<_> = squares()
                        .filter(|&to| second::may_go(&second, mess, piece, from, to))
                        .map(|(x, y)| Square::new(x as u8, y as u8))
                        .collect();
                    let made = registry.create_piece(&text(piece)).unwrap();
                    let moves = board.moves(&made, name(from)).unwrap();
                    assert_eq!(moves, expected, "{rules}: {} {}\n{board}", text(piece), name(from));
                    compared += moves.len();
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}

/// Joins lines with LF or CRLF and inserts comments.
fn file(rng: &mut StdRng, lines: &[String]) -> Vec<u8> {
    let end = if rng.random_ratio(1, 4) { "\r\n" } else { "\n" };
    let mut file = String::new();
    for line in lines {
        if rng.random_ratio(1, 10) {
            file += one_of(rng, &["#", "# a2-a4", "#e1=wk", "##"]);
            file += end;
        }
        file += line;
        file += end;
    }
    if rng.random_ratio(1, 4) {
        file.truncate(file.trim_end().len());
    }
    file.into_bytes()
}

/// Changes one or two places of a file.
fn spoil(rng: &mut StdRng, file: &mut Vec<u8>) {
    const BYTES: &[u8] = b"abhiAw kpqxnr01289=--##:\t\n\n\r\xff\xc3\xa9";
    for _ in 0..rng.random_range(1..3) {
        let byte = one_of(rng, BYTES);
        let at = rng.random_range(..=file.len());
        match rng.random_range(0..4) {
            _ if file.is_empty() || at == file.len() => file.push(byte),
            0 => drop(file.remove(at)),
            1 => file.insert(at, byte),
            2 => {
                let line = b"a2=wp\n\n"[rng.random_range(..6)..].to_vec();
                drop(file.splice(at..at, line));
            }
            _ => file[at] = byte,
        }
    }
}

fn layout_lines(rng: &mut StdRng, board: &second::Board) -> Vec<String> {
    let mut lines: Vec<_> = squares()
        .filter_map(|(x, y)| board.0[y][x].map(|piece| format!("{}={}", name((x, y)), text(piece))))
        .collect();
    lines.shuffle(rng);
    lines
}

/// Moves from `board`, most of them legal.
fn move_lines(rng: &mut StdRng, mut board: second::Board, mess: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for _ in 0..rng.random_range(0..30) {
        if rng.random_ratio(1, 60) {
            lines.push(format!("{}-{}", name((place(rng), place(rng))), name((place(rng), 3))));
            continue;
        }
        let mut allowed = Vec::new();
        for from in squares() {
            let Some(piece) = board.0[from.1][from.0] else { continue };
            let targets = squares().filter(|&to| second::may_go(&board, mess, piece, from, to));
            allowed.extend(targets.map(|to| (from, to)));
        }
        if allowed.is_empty() {
            break;
        }
        let (from, to) = one_of(rng, &allowed);
        board.0[to.1][to.0] = board.0[from.1][from.0].take();
        lines.push(format!("{}-{}", name(from), name(to)));
    }
    lines
}

/// Part of the error message for a fault of the second implementation.
fn words(fault: Fault) -> &'static str {
    match fault {
        Fault::NotUtf8 => ": not UTF-8: ",
        Fault::Blank => ": a blank line: ",
        Fault::Form => ": neither a # comment nor of the form ",
        Fault::NoSquare => " is not a square from a1 to h8: ",
        Fault::NoKind => " is not a piece; write its colour (b or w) and its letter (",
        Fault::Taken => " is already occupied by the piece of line ",
        Fault::NobodyThere => ": there is no piece on ",
        Fault::Forbidden => " cannot move from ",
    }
}

/// For 6,000 random files, valid and invalid, both programs have the same output or the same error.
#[test]
fn both_programs_have_the_same_output() {
    let mut rng = StdRng::seed_from_u64(2024);
    let tables = ["simplified", "mess"].map(|name| rule_set(name).unwrap());
    let (mut good, mut captures) = (0, 0);
    let mut bad = BTreeMap::<(&str, Fault), u32>::new();
    for round in 0..6000 {
        let (mess, unicode) = (rng.random_ratio(1, 2), rng.random_ratio(1, 3));
        let mut standard = second::Board::default();
        let from_file = !rng.random_ratio(1, 5);
        let board = if from_file {
            board(&mut rng)
        } else {
            second::set_up(&mut standard);
            standard
        };
        let mut lines = layout_lines(&mut rng, &board);
        if rng.random_ratio(1, 20) && !lines.is_empty() {
            lines.push(one_of(&mut rng, &lines.iter().map(String::as_str).collect::<Vec<_>>()).to_owned());
        }
        let mut layout = file(&mut rng, &lines);
        let lines = move_lines(&mut rng, board, mess);
        let mut moves = file(&mut rng, &lines);
        if rng.random_ratio(1, 4) {
            spoil(&mut rng, &mut layout);
        }
        if rng.random_ratio(1, 3) {
            spoil(&mut rng, &mut moves);
        }
        let layout = from_file.then_some(layout.as_slice());
        let mut out = Vec::new();
        let source = layout.map(|bytes| Source { name: "layout", bytes });
        let ours = run(
            source,
            Source { name: "moves", bytes: &moves },
            &tables[usize::from(mess)],
            unicode,
            &mut out,
        );
        let out = String::from_utf8(out).unwrap();
        let files = || {
            let show = |bytes| String::from_utf8_lossy(bytes).into_owned();
            format!("round {round}:\n{}\n--\n{}", layout.map(show).unwrap_or_default(), show(&moves))
        };
        match second::simulate(layout, &moves, mess, unicode) {
            Ok(expected) => {
                assert!(ours.is_ok(), "{}: {}", ours.unwrap_err(), files());
                assert_eq!(out, expected, "{}", files());
                good += 1;
                captures += expected.matches("captures").count();
            }
            Err((name, line, fault, text)) => {
                let error = ours.expect_err(&files()).to_string();
                assert!(error.starts_with(&format!("{name}:{line}: ")), "{error}: {}", files());
                assert!(error.contains(words(fault)), "{fault:?}, but {error}: {}", files());
                assert!(error.ends_with(&format!(": {text:?}")), "{text:?}, but {error}: {}", files());
                assert_eq!(out, "", "{}", files());
                *bad.entry((name, fault)).or_default() += 1;
            }
        }
    }
    assert!(good > 2000 && captures > 3000, "{good} good files with {captures} captures");
    assert_eq!(bad.len(), 6 + 6, "not every fault was met: {bad:?}");
    assert!(bad.values().all(|&count| count >= 10), "{bad:?}");
}
