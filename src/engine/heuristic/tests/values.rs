//! Values from the table and by guess.

use super::super::values::{Values, estimate};
use super::variant;
use crate::rules::betza;
use crate::rules::variant::PieceType;

fn guess(moves: &str, size: u8) -> i32 {
    let moves = betza::parse(moves).expect("the notation is right");
    estimate(&PieceType { letter: 'x', name: "piece".to_owned(), moves, value: None }, size, size)
}

/// Shows that the table's values are used as they stand and that the king has none.
#[test]
fn the_table_comes_first() {
    let xxl = variant("xxl");
    let values = Values::of_variant(&xxl);
    let of = |name| values.of(xxl.kind_by_name(name).expect("a piece of the table"));
    assert_eq!((of("pawn"), of("bishop"), of("amazon")), (Some(1000), Some(3625), Some(12_000)));
    assert_eq!(of("king"), None);
}

/// Shows that every kind of a table without values gets one above nothing.
#[test]
fn pieces_without_a_value_get_one() {
    let zoo = variant("zoo");
    let values = Values::of_variant(&zoo);
    let royal = zoo.rules().royal;
    assert!(zoo.kinds().filter(|&kind| Some(kind) != royal).all(|kind| values.of(kind) > Some(0)));
}

/// Shows that guesses come in the order players know, on the usual board and on the large one.
#[test]
fn guesses_are_in_the_known_order() {
    for size in [8, 14] {
        let rising = ["", "fmWfcFifmnD", "N", "R", "RN", "Q", "QN"].map(|moves| guess(moves, size));
        assert!(rising.is_sorted_by(|a, b| a < b), "{rising:?}");
        assert!(guess("B", size) < guess("R", size));
        assert!(guess("nN", size) < guess("N", size) && guess("N", size) < guess("NN", size));
        assert!(guess("gQ", size) < guess("mRcpR", size) && guess("mRcpR", size) < guess("R", size));
        assert!(guess("mN", size) == guess("cN", size) && guess("mN", size) < guess("N", size));
    }
}

/// Shows that guesses on the usual board come near the values players know: within two thirds of a pawn.
#[test]
fn guesses_are_near_the_known_values() {
    for (moves, known) in [("fmWfcF", 1000), ("N", 3000), ("B", 3250), ("R", 5000)] {
        let guess = guess(moves, 8);
        assert!(guess.abs_diff(known) < 670, "{moves}: {guess}");
    }
}
