//! Random boards and files, compared with the second implementation.

use std::collections::BTreeMap;

use xxlchess::rules::Square;
use xxlchess::simulator::files::Source;
use xxlchess::simulator::{Board, PieceRegistry, rule_set, run};

use crate::second::{self, Fault, Piece};

const KINDS: &[u8] = b"kqrbnpp";

/// Random numbers (SplitMix64), the same for the same seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True with probability 1/n.
    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// A random board of the second implementation.
fn board(random: &mut Random) -> second::Board {
    let mut board = second::Board::default();
    for _ in 0..random.below(40) {
        let (x, y) = (random.below(8), random.below(8));
        board.0[y][x] = Some([random.of(b"wb"), random.of(KINDS)]);
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
    let mut random = Random(8);
    let mut compared = 0;
    for (rules, mess) in [("simplified", false), ("mess", true)] {
        let table = rule_set(rules).unwrap();
        let registry = PieceRegistry::for_variant(&table);
        for _ in 0..60 {
            let second = board(&mut random);
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
fn file(random: &mut Random, lines: &[String]) -> Vec<u8> {
    let end = if random.once_in(4) { "\r\n" } else { "\n" };
    let mut file = String::new();
    for line in lines {
        if random.once_in(10) {
            file += random.of(&["#", "# a2-a4", "#e1=wk", "##"]);
            file += end;
        }
        file += line;
        file += end;
    }
    if random.once_in(4) {
        file.truncate(file.trim_end().len());
    }
    file.into_bytes()
}

/// Changes a few bytes of a file, or none.
fn spoil(random: &mut Random, file: &mut Vec<u8>) {
    const BYTES: &[u8] = b"abhiAw kpqxnr01289=--##:\t\n\n\r\xff\xc3\xa9";
    for _ in 0..1 + random.below(2) {
        let byte = random.of(BYTES);
        let at = random.below(file.len() + 1);
        match random.below(4) {
            _ if file.is_empty() || at == file.len() => file.push(byte),
            0 => drop(file.remove(at)),
            1 => file.insert(at, byte),
            2 => {
                let line = b"a2=wp\n\n"[random.below(6)..].to_vec();
                drop(file.splice(at..at, line));
            }
            _ => file[at] = byte,
        }
    }
}

fn layout_lines(random: &mut Random, board: &second::Board) -> Vec<String> {
    let mut lines: Vec<_> = squares()
        .filter_map(|(x, y)| board.0[y][x].map(|piece| format!("{}={}", name((x, y)), text(piece))))
        .collect();
    for i in (1..lines.len()).rev() {
        lines.swap(i, random.below(i + 1));
    }
    lines
}

/// Moves from `board`, most of them legal.
fn move_lines(random: &mut Random, mut board: second::Board, mess: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for _ in 0..random.below(30) {
        if random.once_in(60) {
            lines.push(format!(
                "{}-{}",
                name((random.below(8), random.below(8))),
                name((random.below(8), 3))
            ));
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
        let (from, to) = random.of(&allowed);
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
        Fault::NoKind => " is not a piece; write b or w and one of ",
        Fault::Taken => " is already occupied by the piece of line ",
        Fault::NobodyThere => ": there is no piece on ",
        Fault::Forbidden => " cannot move from ",
    }
}

/// Thousands of random files, valid and invalid.
#[test]
fn both_programs_have_the_same_output() {
    let mut random = Random(2024);
    let tables = ["simplified", "mess"].map(|name| rule_set(name).unwrap());
    let (mut good, mut captures) = (0, 0);
    let mut bad = BTreeMap::<(&str, Fault), u32>::new();
    for round in 0..6000 {
        let (mess, unicode) = (random.once_in(2), random.once_in(3));
        let mut standard = second::Board::default();
        let from_file = !random.once_in(5);
        let board = if from_file {
            board(&mut random)
        } else {
            second::set_up(&mut standard);
            standard
        };
        let mut lines = layout_lines(&mut random, &board);
        if random.once_in(20) && !lines.is_empty() {
            lines.push(random.of(&lines.iter().map(String::as_str).collect::<Vec<_>>()).to_owned());
        }
        let mut layout = file(&mut random, &lines);
        let lines = move_lines(&mut random, board, mess);
        let mut moves = file(&mut random, &lines);
        if random.once_in(4) {
            spoil(&mut random, &mut layout);
        }
        if random.once_in(3) {
            spoil(&mut random, &mut moves);
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
