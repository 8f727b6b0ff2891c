//! Outcomes, and the pieces that contribute to a mate, compared with slower definitions.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::{Dice, variant, xxl};
use xxlchess::notation::coords::parse_square;
use xxlchess::notation::fen;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Bitboard, Color, Outcome, Piece, Position, Setup, Square, Variant};

const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn on_board(square: Square) -> bool {
    square.file() < 14 && square.rank() < 14
}

/// Whether the piece on `from` attacks `to`, by the table of docs/rules.md, if the piece on `gone` is removed.
fn aims(position: &Position, from: Square, to: Square, gone: Square) -> bool {
    let board = position.board();
    let piece = board.piece_at(from).expect("a piece");
    let (right, up) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let (short, long) = (right.abs().min(up.abs()), right.abs().max(up.abs()));
    let slides = |steps: [(i8, i8); 4]| {
        steps.into_iter().any(|(x, y)| {
            let mut square = from;
            while let Some(next) = square.offset(x, y).filter(|&s| on_board(s)) {
                if next == to {
                    return true;
                }
                if next != gone && board.piece_at(next).is_some() {
                    return false;
                }
                square = next;
            }
            false
        })
    };
    let (king, knight) = (long == 1, (short, long) == (1, 2));
    match position.variant().piece(piece.kind).letter {
        'p' => right.abs() == 1 && up == piece.color.forward(),
        'n' => knight,
        'c' => (short, long) == (1, 3),
        'k' => king,
        'g' => king || knight,
        'r' => slides(ORTHOGONAL),
        'b' => slides(DIAGONAL),
        'h' => slides(DIAGONAL) || knight,
        'e' => slides(ORTHOGONAL) || knight,
        'q' => slides(ORTHOGONAL) || slides(DIAGONAL),
        'a' => slides(ORTHOGONAL) || slides(DIAGONAL) || knight,
        other => panic!("no piece {other}"),
    }
}

/// Attackers of the mated king's square, and of each square beside it that it cannot enter because of an attack.
fn forbidding_pieces(position: &Position) -> Vec<Vec<Square>> {
    let (us, board) = (position.turn(), position.board());
    let king = position.royal_king(us).expect("a king");
    let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
    let tiles = around.filter_map(|(x, y)| king.offset(x, y)).filter(|&s| on_board(s));
    let open = tiles.filter(|&s| s == king || board.piece_at(s).is_none_or(|piece| piece.color != us));
    let enemies: Vec<_> = board.by_color(!us).into_iter().collect();
    let attackers = |tile: Square| {
        enemies.iter().copied().filter(|&e| e != tile && aims(position, e, tile, king)).collect::<Vec<_>>()
    };
    open.map(attackers).filter(|pieces| !pieces.is_empty()).collect()
}

/// Size of the smallest set with a member of every list, found by trying all sets by size.
fn fewest(lists: &[Vec<Square>]) -> usize {
    let pieces: BTreeSet<Square> = lists.iter().flatten().copied().collect();
    let pieces: Vec<_> = pieces.into_iter().collect();
    let sets = (0_u32..1 << pieces.len()).map(|bits| -> Bitboard {
        pieces.iter().enumerate().filter(|(i, _)| bits & 1 << i != 0).map(|(_, &piece)| piece).collect()
    });
    let mut sets: Vec<_> = sets.collect();
    sets.sort_by_key(|set| set.count());
    let meets_all = |set: &Bitboard| lists.iter().all(|list| list.iter().any(|&piece| set.contains(piece)));
    sets.into_iter().find(meets_all).expect("all pieces together do").count() as usize
}

/// A random position: kings, `strong` pieces of White, and some pieces of Black near its king.
fn random_position(variant: &Arc<Variant>, dice: &mut Dice, strong: usize) -> Option<Position> {
    let mut pieces: Vec<(Square, Piece)> = Vec::new();
    let kind = |letter| variant.kind_by_letter(letter).expect("a kind");
    let mut put = |square: Square, color, letter| {
        if on_board(square) && pieces.iter().all(|&(s, _)| s != square) {
            pieces.push((square, Piece::new(color, kind(letter))));
        }
    };
    let square = |dice: &mut Dice, from: usize| {
        Square::new(dice.below(14) as u8, (from + dice.below(14 - from)) as u8)
    };
    let king = square(dice, 12);
    put(king, Color::Black, 'k');
    put(square(dice, 0), Color::White, 'k');
    for _ in 0..strong {
        let letter = b"prnbhcgaeq"[dice.below(10)];
        put(square(dice, 8), Color::White, char::from(letter));
    }
    for _ in 0..dice.below(4) {
        let near = king.offset(dice.below(5) as i8 - 2, dice.below(5) as i8 - 2);
        let letter = b"ppprnbh"[dice.below(7)];
        near.into_iter().for_each(|near| put(near, Color::Black, char::from(letter)));
    }
    Position::from_setup(variant, &Setup::at_start(pieces)).ok()
}

/// In 3,000 random mates the set attacks all squares. No smaller set does, which is found by trying all sets.
#[test]
fn mating_pieces_are_the_smallest_set_that_attacks_all_squares() {
    let variant = variant("xxl");
    let mut dice = Dice::new(11);
    let mut by_size = [0_u32; 8];
    while by_size.iter().sum::<u32>() < 3000 {
        let strong = 3 + dice.below(6);
        let Some(mut position) = random_position(&variant, &mut dice, strong) else { continue };
        for _ in 0..12 {
            let moves = position.legal_moves();
            for &mv in &moves {
                let undo = position.make(mv);
                if position.is_check() && !position.has_legal_move() {
                    let lists = forbidding_pieces(&position);
                    let pieces = position.mating_pieces();
                    let meets = |list: &Vec<Square>| list.iter().any(|&piece| pieces.contains(piece));
                    let fen = fen::format(&position);
                    assert!(lists.iter().all(meets), "{fen}: {pieces:?}");
                    assert_eq!(pieces.count() as usize, fewest(&lists), "{fen}: {pieces:?}");
                    by_size[pieces.count() as usize] += 1;
                }
                position.unmake(mv, &undo);
            }
            if moves.is_empty() {
                break;
            }
            position.make(moves[dice.below(moves.len())]);
        }
    }
    assert!(by_size[1..=4].iter().all(|&mates| mates > 20), "mates by number of pieces: {by_size:?}");
}

/// Squares of a text such as `a1 b2`.
fn squares(text: &str) -> Bitboard {
    text.split_whitespace().map(|name| parse_square(name).expect("a square")).collect()
}

/// Composed mates with attacks through the king, a piece that attacks two squares, pawns, defended pieces, and squares
/// that are occupied by the king's side.
#[test]
fn known_mates_have_their_contributing_pieces() {
    let below = "14/14/14/14/14/14/14/14/14/14";
    for (top, white_king, contributing) in [
        // The upper rook attacks g14 and, through the king, i14; the lower one attacks the rank below.
        ("R6k6/R13/13R", "K13", "a14 a13"),
        // The queen attacks all squares except her own, which the king defends.
        ("7k6/7Q6/6K7", "14", "h13 g12"),
        // Smothered: all squares beside the king hold its own pieces.
        ("kr12/ppN11/14", "K13", "c13"),
        // One pawn gives check, the other attacks a square, and the king defends both, so a12 is not needed.
        ("k13/PP12/PK12", "14", "a13 b13 b12"),
    ] {
        let position = xxl(&format!("{top}/{below}/{white_king} b - - 0 1"));
        assert_eq!(position.outcome(1), Some(Outcome::Checkmate { winner: Color::White }), "{top}");
        assert_eq!(position.mating_pieces(), squares(contributing), "{top}");
    }
}

/// Without a legal move either side is mated if its king is attacked, and stalemated if not, however often the position
/// has occurred.
#[test]
fn no_legal_move_is_checkmate_in_check_and_stalemate_otherwise() {
    for (text, outcome) in [
        ("k13/2Q11/14/14/14/14/14/14/14/14/14/14/14/7K6 b - - 0 1", Outcome::Stalemate { winner: None }),
        ("14/14/14/14/14/14/14/14/14/14/14/14/2q11/K6k6 w - - 0 1", Outcome::Stalemate { winner: None }),
        (
            "k13/Q13/1K12/14/14/14/14/14/14/14/14/14/14/14 b - - 0 1",
            Outcome::Checkmate { winner: Color::White },
        ),
        (
            "14/14/14/14/14/14/14/14/14/14/14/1k12/q13/K13 w - - 0 1",
            Outcome::Checkmate { winner: Color::Black },
        ),
    ] {
        assert_eq!(xxl(text).outcome(1), Some(outcome), "{text}");
        assert_eq!(xxl(text).outcome(100), Some(outcome), "{text}");
    }
    assert_eq!(xxl("k13/14/14/14/14/14/14/14/14/14/14/14/14/7K6 w - - 900 900").outcome(100), None);
}

/// Each value of the key `stalemateValue` gives the same stalemate another winner.
#[test]
fn stalemate_has_the_result_of_the_variant() {
    let text = "k13/2Q11/14/14/14/14/14/14/14/14/14/14/14/7K6 b - - 0 1";
    for (value, winner) in [("draw", None), ("win", Some(Color::Black)), ("loss", Some(Color::White))] {
        let ini = format!("[one:xxl]\nstalemateValue = {value}\n");
        let variants = Variants::built_in().with_file("test.ini", &ini).expect("a valid file");
        let position =
            fen::parse(&variants.get("one").expect("the variant"), text).expect("a legal position");
        assert_eq!(position.outcome(1), Some(Outcome::Stalemate { winner }), "{value}");
    }
}

/// Each goal ends the game with its name and its winner, and leaves no legal move.
#[test]
fn goals_of_a_variant_end_the_game() {
    let rows = [
        ("kingofthehill", "8/8/8/4K3/8/8/8/k7 b - - 0 1", "reaching the goal", Some(Color::White)),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 b - - 0+1 0 1", "checks", Some(Color::White)),
        ("extinction", "rnb1kbnr/p7/8/8/8/8/P7/RNBQKBNR b - - 0 1", "extinction", Some(Color::White)),
        ("giveaway", "8/8/8/8/8/8/8/K7 b - - 0 1", "extinction", Some(Color::Black)),
        ("racingkings", "KN4k1/8/8/8/8/8/8/8 w - - 0 1", "reaching the goal", None),
        ("breakthrough", "8/8/8/8/8/8/8/p7 w - - 0 1", "reaching the goal", Some(Color::Black)),
    ];
    for (name, text, reason, winner) in rows {
        let variant = Variants::built_in().find(name).expect("built in");
        let position = fen::parse(&variant, text).expect("a legal position");
        let outcome = position.outcome(1).expect("the game is over");
        assert_eq!((outcome.name(), outcome.winner()), (reason, winner), "{name}");
        assert!(position.legal_moves().is_empty(), "{name}");
    }
}

/// Two kings alone are a draw also where checks or a bare king decide the game, but not where a king may win a race.
#[test]
fn two_kings_alone_draw_unless_they_race() {
    let rows = [
        ("chess", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", true),
        ("3check", "8/8/4k3/8/8/3K4/8/8 w - - 3+3 0 1", true),
        ("courier", "12/12/4k7/12/12/3K8/12/12 w - - 0 1", true),
        ("kingofthehill", "8/4k3/8/8/8/8/3K4/8 w - - 0 1", false),
        ("racingkings", "8/8/4k3/8/8/K7/8/8 w - - 0 1", false),
    ];
    for (name, text, is_drawn) in rows {
        let position = fen::parse(&variant(name), text).expect("a legal position");
        assert_eq!(position.outcome(1), is_drawn.then_some(Outcome::InsufficientMaterial), "{name}");
    }
}

/// `xxlm` has both rules, which apply at their limits and not one below them; `xxl` has none. Mate has priority.
#[test]
fn repetition_and_move_rule_end_the_game_at_their_limit() {
    let of = |name: &str, text: &str| fen::parse(&variant(name), text).expect("a legal position");
    let quiet = |clock: u32| format!("k12r/14/14/14/14/14/14/14/14/14/14/14/14/7K6 w - - {clock} 80");
    let at_limit = of("xxlm", &quiet(100));
    let before = of("xxlm", &quiet(99));
    assert_eq!(at_limit.outcome(1), Some(Outcome::MoveRule));
    assert_eq!(at_limit.outcome(3), Some(Outcome::Repetition));
    assert_eq!((before.outcome(1), before.outcome(2)), (None, None));
    assert_eq!(before.outcome(3), Some(Outcome::Repetition));
    assert_eq!(of("xxl", &quiet(100)).outcome(3), None);
    let mate = "k13/Q13/1K12/14/14/14/14/14/14/14/14/14/14/14 b - - 100 80";
    assert_eq!(of("xxlm", mate).outcome(3), Some(Outcome::Checkmate { winner: Color::White }));
}

/// Two kings alone are a draw in `xxlm` and in chess. The game goes on in `xxl`, which has no move rule, where a king in the
/// centre wins, and in the fog, where a king may be captured.
#[test]
fn two_kings_alone_draw_where_mate_is_the_aim() {
    let xxl = "k13/14/14/14/14/14/14/14/14/14/14/14/14/7K6 w - - 0 80";
    let chess = "k7/8/8/8/8/8/8/7K w - - 0 80";
    let outcome = |variant: &Arc<Variant>, text: &str| fen::parse(variant, text).expect("legal").outcome(1);
    let draw = Some(Outcome::InsufficientMaterial);
    for (name, text, expected) in
        [("xxlm", xxl, draw), ("chess", chess, draw), ("xxl", xxl, None), ("kingofthehill", chess, None)]
    {
        assert_eq!(outcome(&variant(name), text), expected, "{name}");
    }
    let in_fog = Arc::new(variant("chess").in_fog());
    assert_eq!(outcome(&in_fog, chess), None);
    let with_pawn = "k7/8/8/8/8/8/P7/7K w - - 0 80";
    assert_eq!(outcome(&variant("chess"), with_pawn), None);
}

/// In a variant without a king the set of mating pieces is empty.
#[test]
fn without_a_king_no_piece_contributes_to_a_mate() {
    let ini = "[kingless:xxl]\nking = -\nxCastlingSteps = 0\ncastling = false\n\
               startFen = p13/14/14/14/14/14/14/14/14/14/14/14/14/P13 w - - 0 1\n";
    let variants = Variants::built_in().with_file("test.ini", ini).expect("a valid file");
    let position = Position::start(&variants.get("kingless").expect("the variant")).expect("a legal start");
    assert!(position.mating_pieces().is_empty());
}
