//! Tests of parsing and formatting layouts; `tests/notation/layout_files.rs` tests level files.

use std::sync::Arc;

use super::*;
use crate::notation::variants_ini::Variants;
use crate::rules::random_game;

fn xxl() -> Arc<Variant> {
    Variants::built_in().get("xxl").expect("xxl is built in")
}

/// Random positions are the same after formatting and parsing, with White and with Black at the bottom.
#[test]
fn formatted_layouts_are_parsed_again() {
    let xxl = xxl();
    let start = Position::start(&xxl).expect("the start is legal");
    for game in 0..50 {
        let setup = random_game::play(start.clone(), game, 3 * game as usize, |_, _, _| {}).to_setup();
        let text = format(&xxl, &setup);
        let mut pieces = setup.pieces.clone();
        pieces.sort_unstable();
        let read = |text: &str, bottom| {
            let mut read = parse_setup(&xxl, text.as_bytes(), bottom).unwrap().pieces;
            read.sort_unstable();
            read
        };
        assert_eq!(read(&text, Some(Color::White)), pieces);
        if lower_side(&setup.pieces) == Color::White {
            assert_eq!(read(&text, None), pieces);
        }
        // Rotating by 180 degrees reverses the characters, if every line has full length.
        let lines: Vec<_> = text.lines().map(|line| format!("{line:14}")).collect();
        let turned: String = lines.join("\n").chars().rev().collect();
        assert_eq!(read(&turned, Some(Color::Black)), pieces);
    }
}

/// The start of `xxl` is formatted letter by letter as the standard level.
#[test]
fn the_start_has_the_standard_layout() {
    let xxl = xxl();
    assert_eq!(format(&xxl, xxl.start()), include_str!("../../../../level1.txt"));
}

/// A layout without kings is parsed as a setup with all initial-move rights.
#[test]
fn a_setup_need_not_be_legal() {
    let setup = parse_setup(&xxl(), b"q", None).unwrap();
    assert_eq!(setup.pieces.len(), 1);
    assert_eq!((setup.pieces[0].0, setup.turn), (Square::new(0, 13), Color::White));
    assert_eq!(setup, Setup::at_start(setup.pieces.clone()));
}

/// The side whose pieces have the lower average rank plays up the board, wherever its king is. It is White on a tie and if
/// a side has no piece.
#[test]
fn the_side_that_is_lower_on_the_average_plays_up() {
    let xxl = xxl();
    let lower = |text: &str| {
        let setup = parse_setup(&xxl, text.as_bytes(), Some(Color::White)).unwrap();
        lower_side(&setup.pieces)
    };
    assert_eq!(lower("K\nk"), Color::White);
    assert_eq!(lower("k\nK"), Color::Black);
    assert_eq!(lower("K\nQQ\nk\n\nQQ"), Color::White, "both averages are 11");
    assert_eq!(lower("K\n\nk\n\nQQ"), Color::Black, "two queens outweigh the king: 10.3 and 11");
    assert_eq!(lower("qqq\nk\nK\n\nqq"), Color::Black);
    for text in ["kK", "", "K", "k", "P\np"] {
        assert_eq!(lower(text), Color::White, "{text}");
    }
}

/// Blanks beyond the last file and points in lines after the last rank are ignored.
#[test]
fn blanks_beyond_the_board_are_ignored() {
    let text = format!("K{}\n{}k..   .\n\n . ..\n", " .".repeat(20), "\n".repeat(12));
    let position = parse(&xxl(), text.as_bytes(), None).unwrap();
    assert_eq!(position.board().pieces().count(), 2);
    let error = parse(&xxl(), b"K\n              k", None).unwrap_err();
    assert_eq!(error.location(), Some(Location { line: 2, column: 15 }));
}

/// An invalid letter has its line and column, and a layout that is too long has no location.
#[test]
fn an_error_has_its_location() {
    let error = parse(&xxl(), b"\r\n  qX", None).unwrap_err();
    assert_eq!(error.location(), Some(Location { line: 2, column: 4 }));
    assert!(
        matches!(error, LayoutError::Syntax(_, LayoutFault::UnknownLetter { found: 'X', .. })),
        "{error:?}"
    );
    assert_eq!(parse(&xxl(), b"", None).unwrap_err().location(), None);
}

/// No text of two bytes panics.
#[test]
fn no_two_bytes_panic() {
    let xxl = xxl();
    for bytes in 0..=u16::MAX {
        let _ = parse_setup(&xxl, &bytes.to_le_bytes(), None);
    }
}
