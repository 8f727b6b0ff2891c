//! Diagrams: marks and lines of pieces of several movements.

use super::*;
use crate::notation::variants_ini::Variants;
use crate::rules::betza;

fn diagram(moves: &str) -> Diagram {
    seen(moves, Color::White, Color::White)
}

fn seen(moves: &str, color: Color, bottom: Color) -> Diagram {
    let moves = betza::parse(moves).expect("the notation is right");
    Diagram::of(&PieceType { letter: 'x', name: "piece".to_owned(), moves, value: None }, color, bottom)
}

fn at(diagram: &Diagram, offset: (i16, i16)) -> Option<(Mark, bool)> {
    let target = diagram.targets.iter().find(|target| target.offset == offset)?;
    Some((target.mark, target.initial))
}

/// The pawn of either side, with either side below: it moves up the board or down, and each kind of move has its mark.
#[test]
fn moves_captures_and_first_moves_have_different_shapes() {
    for (color, bottom, up) in [
        (Color::White, Color::White, 1),
        (Color::Black, Color::White, -1),
        (Color::Black, Color::Black, 1),
        (Color::White, Color::Black, -1),
    ] {
        let pawn = seen("fmWfcFifmnD", color, bottom);
        assert_eq!(at(&pawn, (0, up)), Some((Mark::Move, false)));
        assert_eq!(at(&pawn, (0, 2 * up)), Some((Mark::Move, true)));
        assert_eq!(at(&pawn, (1, up)), Some((Mark::Capture, false)));
        assert_eq!((pawn.targets.len(), pawn.ways.len(), pawn.reach), (4, 0, 2));
    }
    let words: Vec<_> = diagram("fmWfcFifmnD").legend().iter().map(|key| key.words).collect();
    assert_eq!(words, ["moves", "captures", "first move only"]);
}

/// A queen has a line in eight directions, a camel none, an archbishop four lines besides its leaps. A piece without
/// moves has an empty diagram.
#[test]
fn slides_have_lines_and_leaps_have_none() {
    let queen = diagram("Q");
    assert_eq!((queen.ways.len(), queen.targets.len(), queen.reach), (8, 24, 3));
    assert!(queen.ways.iter().all(|way| way.endless && !way.hops));
    let camel = diagram("C");
    assert_eq!((camel.ways.len(), camel.targets.len()), (0, 8));
    assert_eq!(at(&camel, (3, -1)), Some((Mark::Both, false)));
    let archbishop = diagram("BN");
    assert_eq!((archbishop.ways.len(), archbishop.targets.len()), (4, 20));
    assert!(queen.legend().is_empty() && camel.legend().is_empty());
    let nothing = diagram("");
    assert_eq!((nothing.targets.len(), nothing.ways.len(), nothing.legend().len()), (0, 0, 0));
}

/// A slide that cannot capture has a way of its own, which is drawn as an outline: that of a cannon, but not that of a piece that
/// captures along the same line by another letter.
#[test]
fn a_slide_that_cannot_capture_differs() {
    let captures = |moves: &str| diagram(moves).ways.iter().map(|way| way.captures).collect::<Vec<_>>();
    assert_eq!(captures("mRcB"), [[false; 4], [true; 4]].concat());
    assert_eq!(captures("mRcR"), [true; 4]);
    assert_eq!(captures("mRcpR"), [false; 4]);
}

/// A rook of range 4 has a line that ends there. A rider, which repeats its leap without limit, has an arrow.
#[test]
fn a_limited_slide_has_no_arrow() {
    let short = diagram("R4");
    assert_eq!(short.reach, 4);
    assert!(short.ways.contains(&Way {
        start: (0, 0),
        end: (4, 0),
        endless: false,
        hops: false,
        captures: true
    }));
    let rider = diagram("NN");
    assert_eq!(rider.reach, 4);
    assert!(rider.ways.contains(&Way {
        start: (0, 0),
        end: (2, 4),
        endless: true,
        hops: false,
        captures: true
    }));
    assert_eq!(at(&rider, (2, 4)), Some((Mark::Both, false)));
}

/// The lines of a griffin begin on its bends.
#[test]
fn a_bent_slide_begins_on_the_bend() {
    let griffin = diagram("FyafsF");
    assert_eq!((griffin.ways.len(), griffin.targets.len(), griffin.reach), (8, 20, 3));
    assert!(griffin.ways.contains(&Way {
        start: (1, 1),
        end: (3, 1),
        endless: true,
        hops: false,
        captures: true
    }));
    assert_eq!((at(&griffin, (3, 1)), at(&griffin, (2, 2))), (Some((Mark::Both, false)), None));
}

/// A rose has a line for each leap of its eight circles, without arrows, and the farthest squares are in the diagram.
#[test]
fn a_circular_rider_has_closed_lines() {
    let rose = diagram("qN");
    assert_eq!((rose.ways.len(), rose.targets.len(), rose.reach), (56, 32, 6));
    assert!(rose.ways.iter().all(|way| !way.endless && !way.hops));
    let has_leap = |a, b| rose.ways.iter().any(|way| [(a, b), (b, a)].contains(&(way.start, way.end)));
    assert!(has_leap((0, 0), (1, 2)) && has_leap((1, 2), (3, 3)) && !has_leap((1, 2), (2, 4)));
    assert_eq!((at(&rose, (6, 0)), at(&rose, (0, 0))), (Some((Mark::Both, false)), None));
}

/// A cannon, which captures by a jump, and a grasshopper, which always jumps: the square beside them is no target of
/// the jump.
#[test]
fn a_hop_has_a_broken_line() {
    let cannon = diagram("mRcpR");
    assert_eq!(at(&cannon, (0, 1)), Some((Mark::Move, false)));
    assert_eq!(at(&cannon, (0, 2)), Some((Mark::Both, false)));
    assert!(cannon.legend().iter().any(|key| key.words == "captures by jumping"));
    let hopper = diagram("gQ");
    assert_eq!(at(&hopper, (1, 1)), None);
    assert!(hopper.ways.iter().all(|way| way.hops));
    assert!(hopper.legend().iter().any(|key| key.words == "over a piece"));
}

/// A move and a capture to the same square give one mark, and a move at any time replaces that of the first move.
#[test]
fn components_that_reach_the_same_square_share_a_mark() {
    assert_eq!(at(&diagram("mNcN"), (1, 2)), Some((Mark::Both, false)));
    assert_eq!(diagram("KQ").targets.len(), 24);
    assert_eq!(at(&diagram("iDmD"), (0, 2)), Some((Mark::Move, false)), "not only at first");
}

/// The legend of a lame knight explains that a piece in between blocks the leap.
#[test]
fn the_legend_explains_a_lame_leaper() {
    assert_eq!(diagram("nN").legend().iter().map(|key| key.shape).collect::<Vec<_>>(), [Shape::Lame]);
}

/// Every piece of seven variants: no square shown lies outside the diagram, and only a piece without moves has none.
#[test]
fn every_piece_has_a_diagram_that_fits() {
    let variants = Variants::built_in();
    for name in ["xxl", "chess", "xxlfairy", "mess", "capablanca", "knightmate", "xxl16"] {
        let variant = variants.get(name).expect("it is built in");
        for kind in variant.kinds() {
            let row = variant.piece(kind);
            let diagram = Diagram::of(row, Color::White, Color::White);
            let ends = diagram.ways.iter().map(|way| way.end);
            for (right, up) in diagram.targets.iter().map(|target| target.offset).chain(ends) {
                assert!(right.abs().max(up.abs()) <= diagram.reach, "{name} {}: {right} {up}", row.name);
            }
            assert_eq!(diagram.targets.is_empty(), row.moves.is_empty(), "{name} {}", row.name);
        }
    }
}

/// A rook stops before a white piece and captures a black one. A cannon captures beyond a piece and a grasshopper lands behind it. A
/// bent rider needs the square of its bend, and a lame knight the square beside it.
#[test]
fn pieces_in_the_way_block_and_are_captured() {
    let among = |moves: &str, others: &[((i16, i16), Color)]| {
        let moves = betza::parse(moves).expect("the notation is right");
        let piece = PieceType { letter: 'x', name: "piece".to_owned(), moves, value: None };
        Diagram::among(&piece, Color::White, Color::White, others.iter().copied().collect(), 2)
    };
    let rook = among("R", &[((0, 2), Color::Black), ((2, 0), Color::White)]);
    assert_eq!(at(&rook, (0, 2)), Some((Mark::Capture, false)));
    assert_eq!((at(&rook, (0, 3)), at(&rook, (2, 0)), at(&rook, (3, 0))), (None, None, None));
    assert!(rook.ways.iter().filter(|way| way.endless).count() == 2 && at(&rook, (1, 0)).is_some());
    let cannon = among("mRcpR", &[((0, 1), Color::White), ((0, 3), Color::Black)]);
    assert_eq!(at(&cannon, (0, 3)), Some((Mark::Capture, false)));
    assert_eq!((at(&cannon, (0, 1)), at(&cannon, (0, 4))), (None, None));
    let grasshopper = among("gQ", &[((0, 2), Color::White)]);
    assert_eq!((at(&grasshopper, (0, 3)).is_some(), at(&grasshopper, (0, 4))), (true, None));
    let griffin = among("FyafsF", &[((1, 1), Color::Black)]);
    assert_eq!((at(&griffin, (1, 1)), at(&griffin, (1, 2))), (Some((Mark::Capture, false)), None));
    let horse = among("nN", &[((0, 1), Color::White)]);
    assert_eq!((at(&horse, (1, 2)), at(&horse, (2, 1)).is_some()), (None, true));
}

/// The middle of each square of a diagram is found again, except that of the piece.
#[test]
fn points_of_a_diagram_are_found() {
    let (queen, area) = (diagram("Q"), Rect::new(10.0, 20.0, 300.0, 200.0));
    let board = queen.board(area);
    for offset in [(1, 0), (-3, 3), (3, -3)] {
        assert_eq!(queen.offset_at(board.tile_at(offset).center(), area), Some(offset));
    }
    assert_eq!(queen.offset_at(board.tile_at((0, 0)).center(), area), None);
    assert_eq!(queen.offset_at(Point::new(11.0, 21.0), area), None);
}
