//! Random boards and files, compared with the second implementation.

use std::collections::BTreeMap;

use xxlchess::rules::Square;
use xxlchess::simulator::files::Source;
use xxlchess::simulator::{Board, PieceRegistry, rule_set, run};

use crate::common::Dice;
use crate::second::{self, Fault, Piece};

const KINDS: &[u8] = b"kqrbnpp";

fn once_in(dice: &mut Dice, n: usize) -> bool {
    dice.below(n) == 0
}

fn one_of<T: Copy>(dice: &mut Dice, choices: &[T]) -> T {
    choices[dice.below(choices.len())]
}

/// A random board of the second implementation.
fn board(dice: &mut Dice) -> second::Board {
    let mut board = second::Board::default();
    for _ in 0..dice.below(40) {
        let (x, y) = (dice.below(8), dice.below(8));
        board.0[y][x] = Some([one_of(dice, b"wb"), one_of(dice, KINDS)]);
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

/// Random boards, every piece from every square.
#[test]
fn both_programs_have_the_same_moves() {
    let mut dice = Dice::new(8);
    let mut compared = 0;
    for (rules, mess) in [("simplified", false), ("mess", true)] {
        let table = rule_set(rules).unwrap();
        let registry = PieceRegistry::for_variant(&table);
        for _ in 0..60 {
            let second = board(&mut dice);
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
fn file(dice: &mut Dice, lines: &[String]) -> Vec<u8> {
    let end = if once_in(dice, 4) { "\r\n" } else { "\n" };
    let mut file = String::new();
    for line in lines {
        if once_in(dice, 10) {
            file += one_of(dice, &["#", "# a2-a4", "#e1=wk", "##"]);
            file += end;
        }
        file += line;
        file += end;
    }
    if once_in(dice, 4) {
        file.truncate(file.trim_end().len());
    }
    file.into_bytes()
}

/// Changes a few bytes of a file, or none.
fn spoil(dice: &mut Dice, file: &mut Vec<u8>) {
    const BYTES: &[u8] = b"abhiAw kpqxnr01289=--##:\t\n\n\r\xff\xc3\xa9";
    for _ in 0..1 + dice.below(2) {
        let byte = one_of(dice, BYTES);
        let at = dice.below(file.len() + 1);
        match dice.below(4) {
            _ if file.is_empty() || at == file.len() => file.push(byte),
            0 => drop(file.remove(at)),
            1 => file.insert(at, byte),
            2 => {
                let line = b"a2=wp\n\n"[dice.below(6)..].to_vec();
                drop(file.splice(at..at, line));
            }
            _ => file[at] = byte,
        }
    }
}

fn layout_lines(dice: &mut Dice, board: &second::Board) -> Vec<String> {
    let mut lines: Vec<_> = squares()
        .filter_map(|(x, y)| board.0[y][x].map(|piece| format!("{}={}", name((x, y)), text(piece))))
        .collect();
    for i in (1..lines.len()).rev() {
        lines.swap(i, dice.below(i + 1));
    }
    lines
}

/// Moves from `board`, most of them legal.
fn move_lines(dice: &mut Dice, mut board: second::Board, mess: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for _ in 0..dice.below(30) {
        if once_in(dice, 60) {
            lines.push(format!("{}-{}", name((dice.below(8), dice.below(8))), name((dice.below(8), 3))));
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
        let (from, to) = one_of(dice, &allowed);
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

/// Thousands of random files, valid and invalid.
#[test]
fn both_programs_have_the_same_output() {
    let mut dice = Dice::new(2024);
    let tables = ["simplified", "mess"].map(|name| rule_set(name).unwrap());
    let (mut good, mut captures) = (0, 0);
    let mut bad = BTreeMap::<(&str, Fault), u32>::new();
    for round in 0..6000 {
        let (mess, unicode) = (once_in(&mut dice, 2), once_in(&mut dice, 3));
        let mut standard = second::Board::default();
        let from_file = !once_in(&mut dice, 5);
        let board = if from_file {
            board(&mut dice)
        } else {
            second::set_up(&mut standard);
            standard
        };
        let mut lines = layout_lines(&mut dice, &board);
        if once_in(&mut dice, 20) && !lines.is_empty() {
            lines.push(one_of(&mut dice, &lines.iter().map(String::as_str).collect::<Vec<_>>()).to_owned());
        }
        let mut layout = file(&mut dice, &lines);
        let lines = move_lines(&mut dice, board, mess);
        let mut moves = file(&mut dice, &lines);
        if once_in(&mut dice, 4) {
            spoil(&mut dice, &mut layout);
        }
        if once_in(&mut dice, 3) {
            spoil(&mut dice, &mut moves);
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
                let error = ours.expect_err(&files());
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
