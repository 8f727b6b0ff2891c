//! Betza notation compared with target squares written by hand, on a board of 14x14.

use super::*;
use crate::rules::variant::Rules;
use crate::rules::{Bitboard, ByColor, Piece, PieceKind, PieceType, Setup, Square, Variant};

/// Targets of a piece: empty squares, and squares with an enemy piece.
#[derive(Debug, PartialEq, Eq)]
struct Reach {
    quiet: Bitboard,
    capture: Bitboard,
}

/// A variant with one kind of piece, which moves by the notation `betza`.
fn variant(betza: &str, first_move: bool) -> Variant {
    let moves = parse(betza).unwrap_or_else(|e| panic!("{e}"));
    let piece = PieceType { letter: 'x', name: "piece".to_owned(), moves, value: None };
    let region = if first_move { Bitboard::FULL } else { Bitboard::EMPTY };
    let initial_move_region = ByColor { white: region, black: region };
    let rules = Rules { files: 14, ranks: 14, pieces: vec![piece], initial_move_region, ..Rules::default() };
    Variant::new(rules, Setup::at_start(Vec::new()))
}

/// Targets of a piece of `color` on `from`, if the pieces of each side are on the squares `occupied`.
fn reach(variant: &Variant, occupied: &ByColor<Bitboard>, from: &str, color: Color) -> Reach {
    let piece = Piece::new(color, PieceKind::from_index(0));
    let targets = variant.destinations(piece, square(from), occupied);
    Reach { quiet: targets.without(occupied[!color]), capture: targets & occupied[!color] }
}

/// Targets of a white piece on an empty board, and the squares where it captures a lone enemy piece.
fn reach_on_empty(betza: &str, from: &str) -> Reach {
    let variant = variant(betza, true);
    let mut all = reach(&variant, &ByColor::default(), from, Color::White);
    for target in variant.geometry().board().without(Bitboard::from_square(square(from))) {
        let occupied = ByColor { white: Bitboard::EMPTY, black: Bitboard::from_square(target) };
        all.capture |= reach(&variant, &occupied, from, Color::White).capture;
    }
    all
}

fn square(name: &str) -> Square {
    let (file, rank) = name.split_at(1);
    Square::new(file.as_bytes()[0] - b'a', rank.parse::<u8>().expect("a rank") - 1)
}

/// Squares of a text such as `a1 c3-f6`: single squares, and lines from the first to the last.
fn squares_of(text: &str) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    for word in text.split_whitespace() {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let (mut at, end) = (square(first), square(last));
        squares.insert(at);
        while at != end {
            let step = |at: u8, end: u8| (end as i8 - at as i8).signum();
            at = at.offset(step(at.file(), end.file()), step(at.rank(), end.rank())).expect("a square");
            squares.insert(at);
        }
    }
    squares
}

/// Parses `quiet and capture | quiet only | capture only`.
fn expected(text: &str) -> Reach {
    let mut parts = text.split('|').map(squares_of);
    let mut next = || parts.next().unwrap_or_default();
    let (both, quiet, capture) = (next(), next(), next());
    Reach { quiet: both | quiet, capture: both | capture }
}

/// Rows of a notation, its targets from g7 and its targets from a1. [`expected`] parses targets.
#[rustfmt::skip]
const ON_EMPTY: &[(&str, &str, &str)] = &[
    // No moves.
    ("", "", ""),
    // Bent riders: griffin and rhinoceros.
    ("FyafsF", "h8-n8 h9-h14 h6-n6 h5-h1 f6-a6 f5-f1 f8-a8 f9-f14", "b2-n2 b3-b14"),
    ("WyafsW", "g8 h9-m14 f9-b13 a14 g6 h5-l1 f5-b1 h7 i8-n13 i6-n1 f7 e8-a12 e6-a2", "a2 b3-m14 b1 c2-n13"),
    // A first leg of two squares, and second legs to the side and back.
    ("yafsA", "i11 i13 k9 m9 e11 e13 c9 a9 i3 i1 k5 m5 e3 e1 c5 a5", "c5 c7 c9 c11 c13 e3 g3 i3 k3 m3"),
    ("asW", "h8 h6 f8 f6", "b2"),
    ("fabrW", "h7", "b1"),
    // The same in brackets, without the bend, and a slide after a knight's leap.
    ("[W?B]", "g8 h9-m14 f9-b13 a14 g6 h5-l1 f5-b1 h7 i8-n13 i6-n1 f7 e8-a12 e6-a2", "a2 b3-m14 b1 c2-n13"),
    ("[F-R]", "i8-n8 h9-h14 i6-n6 h5-h1 e6-a6 f5-f1 e8-a8 f9-f14", "c2-n2 b3-b14"),
    ("[fN?B]", "h9-m14 f9-a14", "b3-m14"),
    ("[F?vR]", "h8-h14 h6-h1 f6-f1 f8-f14", "b2-b14"),
    // Leaping atoms.
    ("W", "g8 h7 g6 f7", "a2 b1"),
    ("F", "h8 h6 f6 f8", "b2"),
    ("D", "g9 i7 g5 e7", "a3 c1"),
    ("N", "h9 i8 i6 h5 f5 e6 e8 f9", "b3 c2"),
    ("A", "i9 i5 e5 e9", "c3"),
    ("H", "g10 j7 g4 d7", "a4 d1"),
    ("C", "h10 j8 j6 h4 f4 d6 d8 f10", "b4 d2"),
    ("Z", "i10 j9 j5 i4 e4 d5 d9 e10", "c4 d3"),
    ("G", "j10 j4 d4 d10", "d4"),
    ("K", "g8 h8 h7 h6 g6 f6 f7 f8", "a2 b2 b1"),
    // Riding atoms.
    ("R", "g8-g14 h7-n7 g6-g1 f7-a7", "a2-a14 b1-n1"),
    ("B", "h8-n14 h6-m1 f6-a1 f8-a13", "b2-n14"),
    ("Q", "g8-g14 h7-n7 g6-g1 f7-a7 h8-n14 h6-m1 f6-a1 f8-a13", "a2-a14 b1-n1 b2-n14"),
    // Doubled atoms.
    ("WW", "g8-g14 h7-n7 g6-g1 f7-a7", "a2-a14 b1-n1"),
    ("FF", "h8-n14 h6-m1 f6-a1 f8-a13", "b2-n14"),
    ("KK", "g8-g14 h7-n7 g6-g1 f7-a7 h8-n14 h6-m1 f6-a1 f8-a13", "a2-a14 b1-n1 b2-n14"),
    ("RR", "g8-g14 h7-n7 g6-g1 f7-a7", "a2-a14 b1-n1"),
    ("DD", "g9 g11 g13 i7 k7 m7 g5 g3 g1 e7 c7 a7", "a3 a5 a7 a9 a11 a13 c1 e1 g1 i1 k1 m1"),
    ("NN", "h9 i11 j13 i8 k9 m10 i6 k5 m4 h5 i3 j1 f5 e3 d1 e6 c5 a4 e8 c9 a10 f9 e11 d13",
        "b3 c5 d7 e9 f11 g13 c2 e3 g4 i5 k6 m7"),
    ("AA", "i9 k11 m13 i5 k3 m1 e5 c3 a1 e9 c11 a13", "c3 e5 g7 i9 k11 m13"),
    ("HH", "g10 g13 j7 m7 g4 g1 d7 a7", "a4 a7 a10 a13 d1 g1 j1 m1"),
    ("CC", "h10 i13 j8 m9 j6 m5 h4 i1 f4 e1 d6 a5 d8 a9 f10 e13", "b4 c7 d10 e13 d2 g3 j4 m5"),
    ("ZZ", "i10 k13 j9 m11 j5 m3 i4 k1 e4 c1 d5 a3 d9 a11 e10 c13", "c4 e7 g10 i13 d3 g5 j7 m9"),
    ("GG", "j10 m13 j4 m1 d4 a1 d10 a13", "d4 g7 j10 m13"),
    // A rose, and one of at most two leaps.
    ("qN", "a7 b5 b9 c3 c7 c11 d4 d10 e2 e6 e8 e12 f5 f9 g1 g3 g11 g13 h5 h9 i2 i6 i8 i12 j4 j10 k3 k7 k11 l5 l9 m7", "a5 a7 b3 c2 c6 d4 e1 f3 g1"),
    ("qN2", "c7 d4 d10 e6 e8 f5 f9 g3 g11 h5 h9 i6 i8 j4 j10 k7", "a5 b3 c2 d4 e1"),
    // Ranges: none, one digit, two digits, more than the board has.
    ("W0", "g8-g14 h7-n7 g6-g1 f7-a7", "a2-a14 b1-n1"),
    ("W1", "g8 h7 g6 f7", "a2 b1"),
    ("R1", "g8 h7 g6 f7", "a2 b1"),
    ("R3", "g8-g10 h7-j7 g6-g4 f7-d7", "a2-a4 b1-d1"),
    ("W12", "g8-g14 h7-n7 g6-g1 f7-a7", "a2-a13 b1-m1"),
    ("R15", "g8-g14 h7-n7 g6-g1 f7-a7", "a2-a14 b1-n1"),
    ("B2", "h8 i9 h6 i5 f6 e5 f8 e9", "b2 c3"),
    ("F10", "h8-n14 h6-m1 f6-a1 f8-a13", "b2-k11"),
    ("Q2", "g8 g9 h8 i9 h7 i7 h6 i5 g6 g5 f6 e5 f7 e7 f8 e9", "a2 a3 b2 c3 b1 c1"),
    ("K3", "g8-g10 h8-j10 h7-j7 h6-j4 g6-g4 f6-d4 f7-d7 f8-d10", "a2-a4 b2-d4 b1-d1"),
    ("K0", "g8-g14 h7-n7 g6-g1 f7-a7 h8-n14 h6-m1 f6-a1 f8-a13", "a2-a14 b1-n1 b2-n14"),
    ("N2", "h9 i11 i8 k9 i6 k5 h5 i3 f5 e3 e6 c5 e8 c9 f9 e11", "b3 c5 c2 e3"),
    ("D2", "g9 g11 i7 k7 g5 g3 e7 c7", "a3 a5 c1 e1"),
    // Compounds.
    ("KN", "g8 h8 h7 h6 g6 f6 f7 f8 h9 i8 i6 h5 f5 e6 e8 f9", "a2 b2 b1 b3 c2"),
    ("BN", "h8-n14 h6-m1 f6-a1 f8-a13 h9 i8 i6 h5 f5 e6 e8 f9", "b2-n14 b3 c2"),
    ("QN", "g8-g14 h7-n7 g6-g1 f7-a7 h8-n14 h6-m1 f6-a1 f8-a13 h9 i8 i6 h5 f5 e6 e8 f9",
        "a2-a14 b1-n1 b2-n14 b3 c2"),
    ("FfW", "h8 h6 f6 f8 g8", "b2 a2"),
    ("WfF", "g8 h7 g6 f7 f8 h8", "a2 b1 b2"),
    ("R2B1", "g8 g9 h7 i7 g6 g5 f7 e7 h8 h6 f6 f8", "a2 a3 b1 c1 b2"),
    // Directions of orthogonal atoms: a pair means both.
    ("fW", "g8", "a2"),
    ("bW", "g6", ""),
    ("lD", "e7", ""),
    ("rH", "j7", "d1"),
    ("vW", "g8 g6", "a2"),
    ("sD", "e7 i7", "c1"),
    ("fsW", "g8 f7 h7", "a2 b1"),
    ("lfW", "f7 g8", "a2"),
    ("rbW", "h7 g6", "b1"),
    ("fbR", "g8-g14 g6-g1", "a2-a14"),
    ("fR", "g8-g14", "a2-a14"),
    ("lrR", "f7-a7 h7-n7", "b1-n1"),
    ("rrffW", "h7 g8", "b1 a2"),
    ("vsW", "g8 g6 f7 h7", "a2 b1"),
    // Directions of diagonal atoms: a pair is one quarter.
    ("fF", "f8 h8", "b2"),
    ("bA", "e5 i5", ""),
    ("lF", "f8 f6", ""),
    ("rG", "j10 j4", "d4"),
    ("vF", "h8 h6 f6 f8", "b2"),
    ("sF", "h8 h6 f6 f8", "b2"),
    ("frF", "h8", "b2"),
    ("rfF", "h8", "b2"),
    ("blF", "f6", ""),
    ("fsF", "f8 h8", "b2"),
    ("rvA", "i9 i5", "c3"),
    ("fhF", "f8 h8", "b2"),
    ("lhB", "f8-a13 f6-a1", ""),
    ("fB", "f8-a13 h8-n14", "b2-n14"),
    ("lfrbB", "f8-a13 h6-m1", ""),
    ("rfblB", "h8-n14 f6-a1", "b2-n14"),
    // Directions of oblique atoms: alone, the furthest that way; in a pair, the side and then the longer way.
    ("fN", "f9 h9", "b3"),
    ("bN", "f5 h5", ""),
    ("lN", "e6 e8", ""),
    ("rN", "i6 i8", "c2"),
    ("vN", "f9 h9 f5 h5", "b3"),
    ("sN", "e6 e8 i6 i8", "c2"),
    ("ffN", "f9 h9", "b3"),
    ("fsN", "e8 i8", "c2"),
    ("bsN", "e6 i6", ""),
    ("lvN", "f9 f5", ""),
    ("rvN", "h9 h5", "b3"),
    ("frN", "i8", "c2"),
    ("rfN", "h9", "b3"),
    ("flN", "e8", ""),
    ("lfN", "f9", ""),
    ("brN", "i6", ""),
    ("rbN", "h5", ""),
    ("blN", "e6", ""),
    ("lbN", "f5", ""),
    ("fhN", "f9 h9 e8 i8", "b3 c2"),
    ("bhN", "f5 h5 e6 i6", ""),
    ("lhN", "f9 e8 e6 f5", ""),
    ("rhN", "h9 i8 i6 h5", "b3 c2"),
    ("hrN", "h9 i6 f5 e8", "b3"),
    ("hlN", "i8 h5 e6 f9", "c2"),
    ("ffsN", "f9 h9 e6 e8 i6 i8", "b3 c2"),
    ("ffNfsN", "f9 h9 e8 i8", "b3 c2"),
    ("fbN", "f9 h9 f5 h5", "b3"),
    ("flrN", "e8 i6 i8", "c2"),
    ("hrC", "h10 j6 f4 d8", "b4"),
    ("hlZ", "j9 i4 d5 e10", "d3"),
    ("fsC", "d8 j8", "d2"),
    ("rfZ", "i10", "c4"),
    ("fNN", "f9 e11 d13 h9 i11 j13", "b3 c5 d7 e9 f11 g13"),
    ("rhN2", "h9 i11 i8 k9 i6 k5 h5 i3", "b3 c5 c2 e3"),
    // Directions of K and Q: alone, those of W and F; in a pair, a flattened N and F.
    ("fK", "f8 g8 h8", "a2 b2"),
    ("sK", "f7 h7 f8 h8 f6 h6", "b1 b2"),
    ("frK", "h7 h8", "b1 b2"),
    ("rfK", "g8 h8", "a2 b2"),
    ("fsK", "f7 h7 f8 h8", "b1 b2"),
    ("fhK", "f7 f8 g8 h8 h7", "a2 b2 b1"),
    ("bQ", "g6-g1 f6-a1 h6-m1", ""),
    // Conditions.
    ("mW", "| g8 h7 g6 f7", "| a2 b1"),
    ("cF", "|| h8 h6 f6 f8", "|| b2"),
    ("mcW", "g8 h7 g6 f7", "a2 b1"),
    ("fmWfcF", "| g8 | f8 h8", "| a2 | b2"),
    ("mfWcfF", "| g8 | f8 h8", "| a2 | b2"),
    ("mRcB", "| g8-g14 h7-n7 g6-g1 f7-a7 | h8-n14 h6-m1 f6-a1 f8-a13", "| a2-a14 b1-n1 | b2-n14"),
    ("mfrWmrfF", "| g8 h7 h8", "| a2 b1 b2"),
    ("mfhNcfW", "| f9 h9 e8 i8 | g8", "| b3 c2 | a2"),
    ("fmWfcFifmnD", "| g8 g9 | f8 h8", "| a2 a3 | b2"),
    ("KifmnD", "g8 h8 h7 h6 g6 f6 f7 f8 | g9", "a2 b2 b1 | a3"),
    ("icA", "|| i9 i5 e5 e9", "|| c3"),
    ("nN", "h9 i8 i6 h5 f5 e6 e8 f9", "b3 c2"),
    // Hoppers have nothing to hop over on an empty board.
    ("pR", "", ""),
    ("gQ", "", ""),
    ("mRcpR", "| g8-g14 h7-n7 g6-g1 f7-a7", "| a2-a14 b1-n1"),
];

/// Rows of a notation, own pieces, enemy pieces, and targets from g7 as `quiet | captures`.
#[rustfmt::skip]
const BLOCKED: &[(&str, &str, &str, &str)] = &[
    // A slider stops before a friend and on an enemy.
    ("R", "g9 d7", "j7 g5", "g8 h7 i7 g6 f7 e7 | j7 g5"),
    // A leaper jumps over pieces between.
    ("N", "g8 h7 h8", "i8", "h9 i6 h5 f5 e6 e8 f9 | i8"),
    // Pieces on the squares a rider stops on block it, those between do not.
    ("fNN", "g8 h8 f9", "i11 i10", "h9 | i11"),
    // A Xiangqi horse is blocked by its neighbour: g8 blocks f9 and h9, h7 blocks i8 and i6.
    ("nN", "g8", "h7 e6", "e8 f5 h5 | e6"),
    // A Xiangqi elephant; f6 does not block the way to e9.
    ("nA", "h8", "f6", "e9 i5 |"),
    // A lame dabbaba, and a lame threeleaper with two squares between.
    ("nD", "g8", "h7 e7", "g5 | e7"),
    ("nH", "g9 h7", "f6", "g4 d7 |"),
    // A lame camel goes two squares orthogonally, then one diagonally: h8 does not block j8, i7 does.
    ("rhnC", "h8", "i7 j8", "h10 h4 |"),
    // A Janggi elephant goes one square orthogonally, then two diagonally: h9 blocks i10, h7 blocks j9 and j5.
    ("rhnZ", "h9", "h7", "i4 |"),
    ("rnZ", "i8", "i7 h8 h6", "j5 |"),
    ("nG", "i9 h6", "f6", "d10 |"),
    // Each leap of a lame nightrider can be blocked: i8 blocks the second one to k9, g8 the first to h9.
    ("frnNN", "j8", "m10", "i8 |"),
    ("fnNN", "g8", "", ""),
    ("rfnNN", "h10", "i10", "h9 |"),
    ("fnD2", "g10", "", "g9 |"),
    // A pawn: no capture ahead, no quiet move aside, no double step over a piece.
    ("fmWfcFifmnD", "", "g8 f8", "| f8"),
    ("fmWfcFifmnD", "h8", "g9", "g8 |"),
    ("ifD", "g8", "g9", "| g9"),
    // A Xiangqi cannon: moves like a rook, takes the first piece beyond one hurdle.
    ("mRcpR", "g9 e7", "g12 j7 l7 n7 c7 b7", "g8 h7 i7 g6-g1 f7 | g12 l7 c7"),
    // A Janggi-like cannon moves beyond its hurdle too; a friend or a second hurdle ends the ride.
    ("pR", "g9 m7", "i7 g12", "g10 g11 j7-l7 | g12"),
    // Quiet only beyond the hurdle.
    ("mpR", "g9", "g12", "g10 g11 |"),
    ("cpR", "g9", "g12", "| g12"),
    ("pB", "h8", "j10 f6", "i9 e5-a1 | j10"),
    // The range counts the squares before the hurdle too.
    ("pR3", "g8", "h7 j7 g4", "g9 g10 i7 | j7"),
    ("pB2", "h8 h6", "i9 e5", "i5 | i9"),
    ("frpNN", "i8", "m10", "k9 | m10"),
    // A grasshopper lands right beyond the hurdle, however far that is, and nowhere else.
    ("gQ", "g9 h8", "k7 l7 i9 c3", "g10 b2 | l7 i9"),
    ("mgR", "g9", "k7 l7", "g10 |"),
    ("cgR", "g9", "k7 l7", "| l7"),
    ("gB", "n14 a13", "l2", "m1 |"),
    ("gR3", "g9 d7", "h7", "g10 i7 |"),
    ("fgNN", "h9 e11", "d13", "i11 | d13"),
    // A rose captures on h9 and does not go on from there. It does not pass e8 either, but comes to the squares behind both from
    // the other side of their circles.
    ("qN", "e8", "h9", "a7 b5 b9 c3 c7 c11 d4 d10 e2 e6 e12 f5 f9 g1 g3 g11 g13 h5 i2 i6 i8 i12 j4 j10 k3 k7 k11 l5 l9 m7 | h9"),
    // A griffin: k8 and h11 end two of its slides, f6 is captured on the bend and ends both slides beyond.
    ("FyafsF", "k8", "h11 f6", "h8-j8 h9 h10 h6-n6 h5-h1 f8-a8 f9-f14 | h11 f6"),
    // Without `F` it does not end on the bend, where a piece of either side blocks it.
    ("yafsF", "h8", "f6", "i6-n6 h5-h1 e8-a8 f9-f14 |"),
    ("cyafsF", "h8", "f6 k6", "| k6"),
    // A rhinoceros that turns only to its right after a step forward.
    ("fyafrW", "", "j11", "h9 i10 | j11"),
    // A Xiangqi horse and a lame dabbaba as two steps.
    ("afsW", "g8", "h7 e6", "e8 f5 h5 | e6"),
    ("afW", "g8", "h7 e7", "g5 | e7"),
    // A ship goes one square diagonally and then along the file, away from its start.
    ("fryaflFbryafrF", "", "h11", "h9 h10 h5-h1 | h11"),
    ("vWfmnnD", "g8", "", "g6 |"),
];

/// Every atom, range, direction and condition reaches the squares of the table, from the middle and from a corner.
#[test]
fn notations_reach_their_squares_on_an_empty_board() {
    assert!(ON_EMPTY.len() >= 44);
    for &(betza, middle, corner) in ON_EMPTY {
        assert_eq!(reach_on_empty(betza, "g7"), expected(middle), "{betza} from g7");
        assert_eq!(reach_on_empty(betza, "a1"), expected(corner), "{betza} from a1");
    }
}

/// Sliders, lame leapers, cannons and grasshoppers reach the squares of the table with pieces in their way.
#[test]
fn pieces_in_the_way_block_or_are_jumped_over() {
    for &(betza, friends, enemies, squares) in BLOCKED {
        let occupied = ByColor { white: squares_of(friends), black: squares_of(enemies) };
        let expected = expected(&format!("| {squares}"));
        let found = reach(&variant(betza, true), &occupied, "g7", Color::White);
        assert_eq!(found, expected, "{betza} with {friends} against {enemies}");
    }
}

/// For Black, forward is down the board and left is Black's own left.
#[test]
fn black_moves_are_rotated_by_180_degrees() {
    for (betza, squares) in [
        ("fR", "g6-g1"),
        ("fmWfcF", "g6"),
        ("lW", "h7"),
        ("frF", "f6"),
        ("rfN", "f5"),
        ("flN", "i6"),
        ("hrN", "h9 i6 f5 e8"),
    ] {
        let found = reach(&variant(betza, true), &ByColor::default(), "g7", Color::Black);
        assert_eq!(found.quiet, squares_of(squares), "{betza}");
    }
}

/// Components with `i` have moves only before the piece has moved. Components without `i` always have moves.
#[test]
fn initial_moves_end_with_the_first_move() {
    for (betza, first, later) in [
        ("fmWfcFifmnD", "g8 g9", "g8"),
        ("iK", "f6-f8 g6 g8 h6-h8", ""),
        ("miNcK", "f5 e6 e8 f9 h9 i8 i6 h5", ""),
    ] {
        let quiet =
            |first_move| reach(&variant(betza, first_move), &ByColor::default(), "g7", Color::White).quiet;
        assert_eq!(quiet(true), squares_of(first), "{betza}, not yet moved");
        assert_eq!(quiet(false), squares_of(later), "{betza}, moved");
    }
}

fn component(steps: &[(i8, i8)]) -> Component {
    let steps = steps.to_vec();
    Component {
        steps,
        range: 1,
        quiet: true,
        capture: true,
        initial: false,
        lame: false,
        hop: None,
        circular: false,
        first_leg: None,
        passing: false,
        en_passant: false,
    }
}

/// Pawns, a cannon, a grasshopper and a bent rider have components with these fields, in the order of the text.
#[test]
fn components_have_the_fields_of_the_notation() {
    let pawn = [
        Component { capture: false, ..component(&[(0, 1)]) },
        Component { quiet: false, ..component(&[(-1, 1), (1, 1)]) },
        Component { capture: false, initial: true, lame: true, ..component(&[(0, 2)]) },
    ];
    assert_eq!(parse("fmWfcFifmnD").unwrap(), pawn);

    let rook = Component { range: 0, ..component(&[(-1, 0), (0, -1), (0, 1), (1, 0)]) };
    let cannon = [
        Component { capture: false, ..rook.clone() },
        Component { quiet: false, hop: Some(Hop::Cannon), ..rook.clone() },
    ];
    assert_eq!(parse("mRcpR").unwrap(), cannon);
    let grasshopper = Component { hop: Some(Hop::Grasshopper), range: 7, ..rook };
    assert_eq!(parse("gR7").unwrap(), [grasshopper]);

    let pawn = [
        Component { quiet: false, en_passant: true, ..component(&[(-1, 1), (1, 1)]) },
        Component { capture: false, passing: true, lame: true, ..component(&[(0, 2)]) },
    ];
    assert_eq!(parse("fceFfmnnD").unwrap(), pawn);
    let bent = [
        Component { range: 0, first_leg: Some((-1, 1)), ..component(&[(-1, 0), (0, 1)]) },
        Component { range: 0, first_leg: Some((1, 1)), ..component(&[(0, 1), (1, 0)]) },
    ];
    assert_eq!(parse("fyafsF").unwrap(), bent);
}

/// Atoms with equal range and conditions become one component without repeated steps. Atoms with different ranges or
/// conditions become components of their own.
#[test]
fn atoms_with_equal_conditions_are_merged() {
    let sizes = |text| parse(text).unwrap().iter().map(|c| (c.range, c.steps.len())).collect::<Vec<_>>();
    assert_eq!(sizes(""), []);
    assert_eq!(sizes("K"), [(1, 8)]);
    assert_eq!(sizes("KN"), [(1, 16)]);
    assert_eq!(sizes("WFWK"), [(1, 8)]);
    assert_eq!(sizes("RB"), [(0, 8)]);
    assert_eq!(sizes("RFN"), [(0, 4), (1, 12)]);
    assert_eq!(sizes("WR3F"), [(1, 8), (3, 4)]);
    assert_eq!(sizes("mWcW"), [(1, 4), (1, 4)]);
    assert_eq!(sizes("mWmcW"), [(1, 4), (1, 4)]);
    assert_eq!(sizes("fWbW"), [(1, 2)]);
    assert_eq!(sizes("NnN"), [(1, 8), (1, 8)]);
    assert_eq!(sizes("WiW"), [(1, 4), (1, 4)]);
    assert_eq!(sizes("RpRgR"), [(0, 4), (0, 4), (0, 4)]);
}

/// Paths of steps in every quarter, and of a step longer than any board, are orthogonal at first and then diagonal.
#[test]
fn a_lame_path_is_orthogonal_before_diagonal() {
    let between = |files, ranks| lame_path((files, ranks)).collect::<Vec<_>>();
    assert_eq!(between(0, 0), []);
    assert_eq!(between(-1, 1), []);
    assert_eq!(between(0, -2), [(0, -1)]);
    assert_eq!(between(1, -2), [(0, -1)]);
    assert_eq!(between(-2, 2), [(-1, 1)]);
    assert_eq!(between(3, 0), [(1, 0), (2, 0)]);
    assert_eq!(between(-1, 3), [(0, 1), (0, 2)]);
    assert_eq!(between(3, -2), [(1, 0), (2, -1)]);
    assert_eq!(between(-3, -3), [(-1, -1), (-2, -2)]);
    assert_eq!(between(i8::MIN, 0).last(), Some(&(-127, 0)));
}

const NO_ATOM: &str = "is not an atom; atoms are W F D N A H C Z G K Q R B";
const NO_MODIFIER: &str =
    "is not a modifier; modifiers are m c i n e p g q y a and the directions f b l r v s h";
const NO_RANGE: &str = "a range must be 0 (no limit) or a number from 1 to 15";
const NO_ROOM: &str =
    "needs an atom that moves beyond the piece it jumps over: R B Q, a doubled atom or a range above 1";
const NOT_BLOCKABLE: &str = "'n' needs a leap that can be blocked;";
const ADJACENT: &str = "moves to adjacent squares";
const NO_FIRST_LEG: &str = "'a' needs a single step of W F D A H G, and not of";
const BRACKET: &str = "a bent rider is written as [F?R] or [F-R], with two simple moves";
const CIRCLE: &str = "'q' needs a leap of N C Z and a range above 1, or none";
const NOT_HANDED: &str = "selects right- or left-handed steps, and";
const HANDED: &str = "has none; atoms that have are N C Z";

/// Each kind of error has its position and its message.
#[test]
fn errors_name_the_position_and_the_reason() {
    let cases = [
        // Letters without a meaning.
        ("fmX", 3, format!("'X' {NO_ATOM}")),
        ("L", 1, format!("'L' {NO_ATOM}")),
        ("WWÄ", 3, format!("'Ä' {NO_ATOM}")),
        ("Wfmx", 4, format!("'x' {NO_MODIFIER}")),
        ("fmWfkF", 5, format!("'k' {NO_MODIFIER}")),
        ("W F", 2, "' ' is neither a modifier nor an atom".to_owned()),
        ("f♞N", 2, "'♞' is neither a modifier nor an atom".to_owned()),
        ("♞", 1, "'♞' is neither a modifier nor an atom".to_owned()),
        ("mßW", 2, "'ß' is neither a modifier nor an atom".to_owned()),
        ("W\u{663}", 2, "'\u{663}' is neither a modifier nor an atom".to_owned()),
        // Modifiers without an atom.
        ("fm", 1, "no atom follows the modifiers \"fm\"".to_owned()),
        ("fmWfc", 4, "no atom follows the modifiers \"fc\"".to_owned()),
        ("Wh", 2, "no atom follows the modifiers \"h\"".to_owned()),
        // Ranges.
        ("3W", 1, "a range must follow an atom".to_owned()),
        ("f3W", 2, "a range must follow an atom".to_owned()),
        ("W16", 2, NO_RANGE.to_owned()),
        ("fR99999999999999999999999", 3, NO_RANGE.to_owned()),
        ("W05", 2, NO_RANGE.to_owned()),
        ("B00", 2, NO_RANGE.to_owned()),
        ("WW3", 3, "a doubled atom has no limit: write W with a range, or WW".to_owned()),
        // Conditions that repeat, contradict each other or the atom.
        ("mfmW", 3, "'m' is given twice".to_owned()),
        ("iiD", 2, "'i' is given twice".to_owned()),
        ("pgR", 2, "'g' contradicts 'p'".to_owned()),
        ("gcpR", 3, "'p' contradicts 'g'".to_owned()),
        ("npR", 2, "'p' contradicts 'n'".to_owned()),
        ("pnDD", 2, "'n' contradicts 'p'".to_owned()),
        ("cpW", 2, format!("'p' {NO_ROOM}")),
        ("gN", 1, format!("'g' {NO_ROOM}")),
        ("WpR1", 2, format!("'p' {NO_ROOM}")),
        ("mnW", 2, format!("{NOT_BLOCKABLE} W {ADJACENT}")),
        ("nQ", 1, format!("{NOT_BLOCKABLE} Q {ADJACENT}")),
        ("nF3", 1, format!("{NOT_BLOCKABLE} F {ADJACENT}")),
        ("nnN", 1, "\"nn\" needs a single step of D A H G, and not of N".to_owned()),
        ("nnDD", 1, "\"nn\" needs a single step of D A H G, and not of D".to_owned()),
        ("nnnD", 3, "'n' is given twice".to_owned()),
        ("nfnD", 3, "'n' is given twice".to_owned()),
        ("mfeF", 3, "'e' needs a capture: write ce".to_owned()),
        // Second legs.
        ("yW", 1, "'y' needs a second leg, which begins with 'a'".to_owned()),
        ("yaF", 2, "'a' needs directions of the second leg, such as afs".to_owned()),
        ("yafsN", 2, format!("{NO_FIRST_LEG} N")),
        ("afsR", 1, format!("{NO_FIRST_LEG} R")),
        ("afsaW", 4, "'a' is given twice".to_owned()),
        ("pafsW", 2, "'a' contradicts 'p'".to_owned()),
        ("afhW", 2, "direction \"fh\" selects no step of a second leg".to_owned()),
        ("[F?R", 1, BRACKET.to_owned()),
        ("W[F?]", 5, "']' is neither a modifier nor an atom".to_owned()),
        ("[R?F]", 1, BRACKET.to_owned()),
        ("[F?pR]", 1, BRACKET.to_owned()),
        ("[yafsF?R]", 1, BRACKET.to_owned()),
        ("[F,R]", 1, BRACKET.to_owned()),
        // Directions that select no step.
        ("hN", 1, "direction \"h\" selects no step of N".to_owned()),
        ("mhhN", 2, "direction \"hh\" selects no step of N".to_owned()),
        ("fhW", 2, "direction \"h\" selects no step of W".to_owned()),
        ("hrR", 1, format!("\"hr\" {NOT_HANDED} R {HANDED}")),
        ("sfN", 1, "direction \"sf\" selects no step of N".to_owned()),
        ("ffsfN", 3, "direction \"sf\" selects no step of N".to_owned()),
        ("vrF", 1, "direction \"vr\" selects no step of F".to_owned()),
        ("vhK", 1, "direction \"vh\" selects no step of K".to_owned()),
        ("hfN", 1, "direction \"hf\" selects no step of N".to_owned()),
        ("qW", 1, CIRCLE.to_owned()),
        ("qN1", 1, CIRCLE.to_owned()),
        ("nqN", 2, "'q' contradicts 'n'".to_owned()),
        ("[F?qN]", 1, BRACKET.to_owned()),
        ("fchlF", 3, format!("\"hl\" {NOT_HANDED} F {HANDED}")),
        ("hrK", 1, format!("\"hr\" {NOT_HANDED} K {HANDED}")),
    ];
    for (text, position, fault) in cases {
        let error = parse(text).expect_err(text);
        assert_eq!(error.position(), position, "{text}");
        assert_eq!(error.to_string(), format!("character {position} of \"{text}\": {fault}"));
    }
}

/// Asserts the invariants of a component.
fn assert_sound(component: &Component, text: &str) {
    assert!(!component.steps.is_empty(), "{text}");
    assert!(component.steps.is_sorted_by(|a, b| a < b), "{text}");
    assert!(component.range <= 15 && (component.quiet || component.capture), "{text}");
    assert!(component.hop.is_none() || component.range != 1 && !component.lame, "{text}");
    assert!(component.steps.iter().all(|&s| !component.lame || lame_path(s).count() > 0), "{text}");
}

/// No text of up to four letters panics. Each gives valid components or an error whose position is inside the text.
#[test]
fn every_short_text_is_parsed_or_rejected() {
    let alphabet: Vec<char> = "WDNBKQXmcinepgqayfbrvshx019[?]♞".chars().collect();
    let (mut texts, mut read, mut refused) = (vec![String::new()], 0, 0);
    for _ in 0..4 {
        texts = texts
            .iter()
            .flat_map(|text| alphabet.iter().map(move |letter| format!("{text}{letter}")))
            .collect();
        for text in &texts {
            match parse(text) {
                Ok(components) => {
                    read += 1;
                    components.iter().for_each(|component| assert_sound(component, text));
                }
                Err(error) => {
                    refused += 1;
                    assert!((1..=text.chars().count()).contains(&error.position()), "{error}");
                }
            }
        }
    }
    assert!(read > 10_000 && refused > 100_000, "{read} read, {refused} refused");
}

/// Parts that share steps have each step once in their union.
#[test]
fn a_union_has_every_step_once() {
    let [rook, camel, queen, pawn] = ["R", "C", "Q", "fmWfcF"].map(|text| parse(text).expect("right"));
    assert_eq!(union([rook.as_slice(), &camel]), parse("RC").expect("right"));
    assert_eq!(union([rook.as_slice(), &queen, &rook]), queen);
    assert_eq!(union([pawn.as_slice(), &camel]), parse("fmWfcFC").expect("right"));
    assert!(union([]).is_empty());
}

/// Bishops, camels and elephants keep the color of their square. A bent rider does if both of its legs do, and so does a leap
/// of two orthogonal steps.
#[test]
fn a_component_keeps_the_color_of_its_square_over_both_legs() {
    for (text, expected) in [
        ("B", true),
        ("C", true),
        ("FA", true),
        ("N", false),
        ("FyafsF", false),
        ("[D-B]", true),
        ("[W-B]", false),
        ("[D-R]", false),
        ("asW", true),
    ] {
        let components = parse(text).expect("a notation");
        assert_eq!(components.iter().all(Component::keeps_color), expected, "{text}");
    }
}
