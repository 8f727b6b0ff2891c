//! View of a side in fog of war, and its observations of a move.

use xxlchess::game::fog::{ObservedMove, VisibleBoard};
use xxlchess::notation::coords::parse_move;
use xxlchess::rules::{Bitboard, Color, Move, MoveFlag, Position};

use super::{at, fogged, start};
use crate::common::random_games;

/// In random games the squares that a side sees follow from the definition of a legal move.
#[test]
fn a_side_sees_its_pieces_and_the_squares_they_reach() {
    for name in ["xxl", "chess", "xxlfairy"] {
        random_games(&start(name), 2, 100, |position, dice| {
            if dice.below(4) > 0 {
                return;
            }
            for side in Color::ALL {
                let mut own_turn = position.clone();
                if own_turn.turn() != side {
                    own_turn.make_null();
                }
                let seen = VisibleBoard::of(position, side);
                let own = position.board().by_color(side);
                let squares = position.variant().geometry().board();
                let reached = |&to: &_| {
                    let kinds = position.variant().kinds().map(MoveFlag::Promote);
                    let flags =
                        [MoveFlag::Normal, MoveFlag::DoubleStep, MoveFlag::EnPassant, MoveFlag::Castle];
                    let flags: Vec<_> = flags.into_iter().chain(kinds).collect();
                    own.into_iter()
                        .any(|from| flags.iter().any(|&flag| own_turn.is_legal(Move { from, to, flag })))
                };
                let mut clear = own | squares.into_iter().filter(reached).collect::<Bitboard>();
                for mv in own_turn.legal_moves().iter().filter(|mv| mv.flag == MoveFlag::EnPassant) {
                    clear.insert(own_turn.clone().make(*mv).captured.expect("an en passant capture").0);
                }
                assert_eq!(seen.visible(), clear);
                assert_eq!(seen.side(), side);
                let pieces: Vec<_> = position.board().pieces().filter(|(s, _)| clear.contains(*s)).collect();
                assert_eq!(seen.pieces(), pieces);
                for square in squares {
                    let piece = position.board().piece_at(square).filter(|_| clear.contains(square));
                    assert_eq!(seen.piece_at(square), piece);
                }
                let mut moves = own_turn.legal_moves();
                moves.retain(|mv| mv.flag == MoveFlag::Castle || clear.contains(mv.to));
                assert_eq!(seen.moves(), moves);
            }
        });
    }
}

/// The position that a side sees has no hidden piece, and castling rights of that side only.
#[test]
fn the_visible_position_has_nothing_else() {
    random_games(&start("xxl"), 4, 100, |position, _| {
        for side in Color::ALL {
            let seen = VisibleBoard::of(position, side);
            let of_it = seen.position(position.variant());
            assert_eq!(of_it.board().pieces().collect::<Vec<_>>(), seen.pieces());
            assert_eq!((of_it.turn(), of_it.halfmove_clock()), (side, 0));
            let castling = |position: &Position| {
                let moves = position.castling_moves();
                moves.into_iter().filter(|mv| position.initial_move_rights().contains(mv.from)).count()
            };
            assert_eq!(
                castling(&of_it),
                seen.moves().iter().filter(|mv| mv.flag == MoveFlag::Castle).count()
            );
        }
    });
    let both = fogged("r6k5r/14/14/14/14/14/14/14/14/14/14/14/7R6/R6K5R w KQkq - 37 5");
    let seen = VisibleBoard::of(&both, Color::White).position(both.variant());
    // Black's king and rooks are in sight, but whether they have moved is not.
    assert_eq!((seen.board().pieces().count(), seen.initial_move_rights().count()), (7, 3));
}

/// For enemy moves that leave, enter or cross the visible squares, and for a capture, the observation has what was
/// seen.
#[test]
fn a_trace_has_what_was_seen_of_a_move() {
    let trace = |text: &str, mv: &str| {
        let before = fogged(text);
        let mut after = before.clone();
        after.make(parse_move(&before, mv).expect("a legal move"));
        ObservedMove::infer(&VisibleBoard::of(&before, Color::White), &VisibleBoard::of(&after, Color::White))
    };
    let set = |squares: &[&str]| squares.iter().map(|square| at(square)).collect::<Bitboard>();
    let board = |rank9: &str| format!("13k/14/14/14/14/{rank9}/14/14/14/14/14/14/14/R2R3K6 b - - 0 1");
    // The knight is visible on d9 and goes to a hidden square.
    let left = trace(&board("3n10"), "d9f10");
    assert_eq!((left.squares, left.made), (set(&["d9"]), None));
    // The knight comes from a hidden square.
    let came = trace(&board("5n8"), "f9d8");
    assert_eq!((came.squares, came.made), (set(&["d8"]), None));
    // The rook goes from one visible file to another.
    let seen = trace(&board("3r10"), "d9a9");
    assert_eq!(seen.squares, set(&["d9", "a9"]));
    assert_eq!(
        seen.made.map(|made| (made.mv, made.captured)),
        Some((Move::normal(at("d9"), at("a9")), None))
    );
    // The rook captures a rook. Only the loss on d1 is certain to be noticed.
    let lost = trace(&board("3r10"), "d9d1");
    assert_eq!(lost.squares, set(&["d9", "d1"]) & (lost.squares | set(&["d1"])));
    assert!(lost.squares.contains(at("d1")));
    // The knight goes from one hidden square to another, and nothing is noticed.
    assert_eq!(trace(&board("5n8"), "f9h8"), ObservedMove::default());
}

/// An enemy piece that becomes visible because another piece has opened the line is not taken for the piece that moved.
#[test]
fn a_piece_that_comes_into_view_has_not_moved() {
    // A knight on d9 hides a knight on d12 from the rook on d1.
    let before = fogged("13k/14/3n10/14/14/3n10/14/14/14/14/14/14/14/3R3K6 b - - 0 1");
    let mut after = before.clone();
    after.make(parse_move(&before, "d9f10").expect("a legal move"));
    let seen = VisibleBoard::of(&after, Color::White);
    assert!(seen.piece_at(at("d12")).is_some());
    let trace = ObservedMove::infer(&VisibleBoard::of(&before, Color::White), &seen);
    assert_eq!((trace.squares, trace.made), ([at("d9")].into_iter().collect(), None));
    let mut back = after.clone();
    back.make_null();
    let mut hidden = back.clone();
    hidden.make(parse_move(&back, "f10d9").expect("a legal move"));
    let trace = ObservedMove::infer(&seen, &VisibleBoard::of(&hidden, Color::White));
    assert_eq!((trace.squares, trace.made), ([at("d9")].into_iter().collect(), None));
}
