//! Why a move was bad: each kind of reason in a position in which it is true, and in a similar one in which it is not.

use std::sync::Arc;

use crate::common::variant;
use xxlchess::engine::{Engine, Options};
use xxlchess::notation::{coords, fen, san};
use xxlchess::reason::{Gain, Reason, ReasonKind, ReasonRequest, explain};
use xxlchess::rules::Position;

fn request(name: &str, text: &str, mv: &str) -> ReasonRequest {
    let position = fen::parse(&variant(name), text).expect("a FEN");
    let mv = coords::parse_move(&position, mv).expect("a legal move");
    ReasonRequest { nodes: 20_000, ..ReasonRequest::new(position, mv) }
}

fn reason(name: &str, text: &str, mv: &str) -> Option<Reason> {
    let mut engine = Engine::new(Options { hash_mib: 4, ..Options::default() });
    explain(&mut engine, &request(name, text, mv), &false.into())
}

/// Each row has a position in which a move is bad for the reason of the sentence, and one that differs by a piece, a pawn or
/// the square of the move, in which a sentence of this kind would be false: the king has an escape, a piece is defended, a
/// line is closed, the pawn is stopped.
#[test]
fn a_reason_is_given_where_it_is_true_and_not_in_a_similar_position() {
    use ReasonKind::*;
    let chess = [
        (Mate, "q5k1/5ppp/8/8/8/8/1R3PPP/6K1 w", "b2b7", "It allows mate in 2 by Qa1+."),
        (Mate, "q5k1/5ppp/8/8/8/7P/1R3PP1/6K1 w", "b2b7", ""),
        (Mate, "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w", "a1e1", "It misses mate in 1 by Rxa8#."),
        (Mate, "r5k1/5pp1/7p/8/8/8/5PPP/R5K1 w", "a1e1", ""),
        (GameEnd, "7k/5K2/8/6Q1/8/8/8/8 w", "g5g6", "It draws by stalemate in a won position."),
        (GameEnd, "7k/5K2/8/6Q1/8/8/8/8 w", "g5g1", ""),
        (Promotion, "8/2P5/8/3r4/8/8/k6K/8 b", "d5d3", "It lets the pawn on c7 promote."),
        (Promotion, "8/2P5/8/2r5/8/8/k6K/8 b", "c5c4", ""),
        (
            Recapture,
            "4k3/4p1p1/5n2/8/8/5R2/6K1/8 w",
            "f3f6",
            "The knight on f6 was defended: exf6 wins a rook for a knight.",
        ),
        (Recapture, "4k3/4p1p1/5n2/8/8/5R2/6K1/8 w", "f3f4", ""),
        (
            DefenderLost,
            "5r1k/6pp/8/8/5B2/3N4/6PP/6K1 w",
            "d3c5",
            "The knight no longer defends the bishop on f4: Rxf4 wins it.",
        ),
        (DefenderLost, "5r1k/6pp/8/8/5B2/3N2P1/7P/6K1 w", "d3c5", ""),
        (
            LineOpened,
            "8/1b4k1/8/3N4/8/8/8/4K2R w",
            "d5b4",
            "It opens the line of the bishop on b7 to the rook on h1: Bxh1 wins it.",
        ),
        (LineOpened, "8/1b4k1/8/3N4/8/5P2/8/4K2R w", "d5b4", ""),
        (
            Hanging,
            "3r2k1/5ppp/8/8/3N4/7P/5PP1/6K1 w",
            "g2g3",
            "It leaves the knight on d4 undefended: Rxd4 wins it.",
        ),
        (Hanging, "3r2k1/5ppp/8/8/3N4/2P4P/5PP1/6K1 w", "g2g3", ""),
        (Hanging, "q5k1/5ppp/8/8/8/7P/1R3PP1/6K1 w", "b2b7", "The rook on b7 can be taken: Qxb7 wins it."),
        (Hanging, "q5k1/5ppp/8/2N5/8/7P/1R3PP1/6K1 w", "b2b7", ""),
        // The move itself takes the pawn that Rxh4 would win.
        (Hanging, "r4r2/3k1n2/p4p2/1pn4p/4P2p/5PP1/P1NBK3/R6R w", "g3h4", ""),
        (
            Fork,
            "6k1/5pp1/7p/8/1n6/8/5PPP/R3K3 w",
            "h2h3",
            "It allows Nc2+, which attacks the king on e1 and the rook on a1, and wins a rook for a knight.",
        ),
        (Fork, "6k1/5pp1/7p/8/1n6/N7/5PPP/R3K3 w", "h2h3", ""),
        (
            Discovered,
            "4r1k1/5ppp/8/4b3/8/8/Q4PPP/6K1 w",
            "a2e2",
            "It allows Bxh2+, which opens the line of the rook on e8 to the queen on e2, and wins a queen and a pawn for a rook.",
        ),
        (Discovered, "3r2k1/5ppp/8/4b3/8/8/Q4PPP/6K1 w", "a2e2", ""),
        (
            Pin,
            "rr4k1/5ppp/8/7Q/8/8/5PPP/4K3 w",
            "h5e5",
            "It allows Re8, which pins the queen on e5 to the king on e1, and wins a queen for a rook.",
        ),
        (Pin, "rr4k1/5ppp/8/7Q/8/6P1/5PK1/8 w", "h5e5", ""),
        (
            Skewer,
            "4Q3/8/7k/8/3K4/8/8/r7 w",
            "d4e4",
            "It allows Re1+, which attacks the king on e4 and the queen on e8 behind it, and wins a queen.",
        ),
        (Skewer, "4Q3/8/7k/8/3K4/8/8/r7 w", "d4d5", ""),
        (
            Trapped,
            "5k2/5N1p/4b3/8/8/8/5PPP/6K1 w",
            "f7h8",
            "It allows Kg7, which traps the knight on h8, and wins a knight.",
        ),
        (Trapped, "5k2/5N2/4b3/7P/8/8/5PPP/6K1 w", "f7h8", ""),
        (
            DefenderTaken,
            "3q3k/6pp/8/3B4/1b6/2N5/1P3PPP/6K1 w",
            "h2h3",
            "It allows Bxc3, which takes a defender of the bishop on d5, and wins a knight.",
        ),
        (DefenderTaken, "4r2k/6p1/8/8/1b2B3/2N2P2/1P4PP/6K1 w", "h2h3", ""),
        (
            Material,
            "r4r2/3k4/p2n1p2/2nR3p/4P2P/5P2/2NBK3/7R b",
            "c5b3",
            "It allows Bf4, which wins a knight.",
        ),
        (Material, "r4r2/3k4/p2n1p2/2nR3p/4P2P/5P2/2NBK3/7R b", "c5e6", ""),
    ];
    for (kind, text, mv, sentence) in chess {
        let found = reason("chess", &format!("{text} - - 0 1"), mv);
        if sentence.is_empty() {
            assert!(found.as_ref().is_none_or(|found| found.kind != kind), "{text}: {found:?}");
        } else {
            let found = found.unwrap_or_else(|| panic!("{text}: no reason"));
            assert_eq!((found.kind, &*found.text), (kind, sentence), "{text}");
        }
    }
}

/// The engine's line after Bd7 is the skewer Ba3 Qe6 Bxf8, which wins a rook for a bishop. The knight can close the diagonal
/// by Nb4, so the skewer is not proved.
#[test]
fn a_line_with_a_better_defence_proves_nothing() {
    let text = "2r2rk1/1Rp1qp1p/2n1bnp1/p7/P1NPpP2/4P2P/P3B1P1/2BQ1RK1 b - - 3 18";
    assert_eq!(reason("chess", text, "e6d7"), None);
}

/// The pawn that takes the bishop on d9 could be taken only by the queen, which would be lost to the amazon. So the bishop is
/// not won "for a pawn".
#[test]
fn a_piece_that_cannot_be_recaptured_has_no_price() {
    let board = "rnbhcg1kgce1nr/ppp2pp1pp1ppp/14/8b1p3/4p2p6/2aB9Q/9B4/14/14/14/3P6P3/11E2/PPP1PPPPPP1PP1/RN1HCGAKGC2NR";
    let found = reason("xxl", &format!("{board} w KQkq - 0 12"), "k4k5").expect("a reason");
    assert!(found.text.contains("bishop on d9") && !found.text.contains("for a pawn"), "{}", found.text);
}

/// On a board of 14x14 the sentence has the names of the variant's pieces. In king of the hill, a move that no longer guards
/// the hill loses to a goal. In fog of war nothing is explained, because kings may be captured.
#[test]
fn reasons_are_given_in_any_variant() {
    let board =
        "rn1hcgakgc1bnr/ppp1pppppp1ppp/14/3p10/14/10e3/14/9b4/14/13P/3PP5P3/14/PPP2PPPPP1PP1/RN1HCGAKGCEBNR";
    let text = format!("{board} w KQkq - 1 7");
    let variant = variant("xxl");
    let position = fen::parse(&variant, &text).expect("a FEN");
    let mv = san::parse(&position, "Hxj7").expect("a legal move");
    let xxl = reason("xxl", &text, &coords::format_move(&variant, mv)).expect("a reason");
    assert_eq!(xxl.text, "The bishop on j7 was defended: Exj7 wins an archbishop for a bishop.");
    let hill = reason("kingofthehill", "3r3k/8/8/8/8/2K5/8/8 b - - 0 1", "d8a8").expect("a reason");
    assert_eq!((&*hill.text, hill.gain), ("It allows Kd4, which wins by reaching the goal.", Gain::Result));

    let fog = Arc::new(variant.in_fog());
    let position = fen::parse(&fog, &text).expect("a FEN");
    let mut engine = Engine::new(Options { hash_mib: 4, ..Options::default() });
    let request = ReasonRequest { nodes: 1_000, ..ReasonRequest::new(position, mv) };
    assert_eq!(explain(&mut engine, &request, &false.into()), None);
}

/// The line of every reason is legal from the position in which it begins, and nothing is said about the best move.
#[test]
fn the_line_of_a_reason_can_be_played() {
    let request = request("chess", "6k1/5pp1/7p/8/1n6/8/5PPP/R3K3 w - - 0 1", "h2h3");
    let mut engine = Engine::new(Options { hash_mib: 4, ..Options::default() });
    let reason = explain(&mut engine, &request, &false.into()).expect("a reason");
    let mut position: Position = request.position.clone();
    position.play(request.mv).expect("legal");
    for &mv in &reason.line {
        position.play(mv).expect("a legal move");
    }
    assert!(!reason.missed && reason.line.len() > 2 && reason.gain == Gain::Material(1_566), "{reason:?}");
    let best = ReasonRequest { mv: coords::parse_move(&request.position, "e1f1").expect("legal"), ..request };
    assert_eq!(explain(&mut engine, &best, &false.into()), None);
}
