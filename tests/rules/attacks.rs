//! Attack sets compared with the attackers of single squares.

use crate::common::{random_games, variant};
use xxlchess::rules::{Bitboard, Color, Piece, Position};

/// In random games the attacks of a piece, the attacks of all pawns and the squares from which a piece would attack
/// agree with the attackers of single squares.
#[test]
fn attack_sets_agree_with_the_attackers_of_a_square() {
    for name in ["xxl", "chess"] {
        let variant = variant(name);
        let board = variant.geometry().board();
        let start = Position::start(&variant).expect("a legal start");
        let mut looked_at = 0;
        random_games(&start, 6, 100, |position, dice| {
            if dice.below(10) != 0 {
                return;
            }
            looked_at += 1;
            for color in Color::ALL {
                let own = position.board().by_color(color);
                let mut pawns = Bitboard::EMPTY;
                for from in own {
                    let set = position.attacks_from(from);
                    let expected: Bitboard = board
                        .into_iter()
                        .filter(|&to| position.attackers_to(to, color).contains(from))
                        .collect();
                    assert_eq!(set, expected, "{from}");
                    let kind = position.board().piece_at(from).expect("a piece").kind;
                    if variant.rules().pawns.contains(&kind) {
                        pawns |= set;
                    }
                    for to in board.into_iter().filter(|_| dice.below(8) == 0) {
                        let slides = position.slides_from(to);
                        let back = position.attacking_squares(&slides, color, kind).contains(from);
                        assert_eq!(back, set.contains(to), "{from} {to}");
                    }
                }
                assert_eq!(position.pawn_attacks(color), pawns);
                for square in board {
                    let all = position.attackers_with_occupied(square, color, position.board().occupied());
                    assert_eq!(all, position.attackers_to(square, color), "{square}");
                }
            }
            assert_removal_opens_lines(position);
        });
        assert!(looked_at > 20, "{name}");
    }
}

/// Asserts that both ways of leaving a piece out of the board give the same attackers.
fn assert_removal_opens_lines(position: &Position) {
    let occupied = position.board().occupied();
    for gone in occupied.into_iter().step_by(5) {
        let rest = occupied.without(Bitboard::from_square(gone));
        for square in position.variant().geometry().board().into_iter().step_by(7) {
            for color in Color::ALL {
                let among = position.attackers_with_occupied(square, color, rest);
                assert_eq!(among, position.attackers_without(square, color, gone), "{square} without {gone}");
            }
        }
    }
}

/// A knight that is not on the board would attack eight squares from an empty square. The empty square itself attacks
/// none.
#[test]
fn an_empty_square_attacks_nothing() {
    let variant = variant("xxl");
    let position = Position::start(&variant).expect("a legal start");
    let square = xxlchess::notation::coords::parse_square("g7").expect("a square");
    assert!(position.attacks_from(square).is_empty());
    let knight = variant.kind_by_letter('n').expect("a knight");
    assert_eq!(position.attacks_of(Piece::new(Color::White, knight), square).count(), 8);
}
