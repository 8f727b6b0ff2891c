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
    ReasonRequest { nodes: 30_000, ..ReasonRequest::new(position, mv) }
}

fn reason_of(request: &ReasonRequest) -> Option<Reason> {
    let mut engine = Engine::new(Options { hash_mib: 4, ..Options::default() });
    explain(&mut engine, request, &false.into())
}

fn reason(name: &str, text: &str, mv: &str) -> Option<Reason> {
    reason_of(&request(name, text, mv))
}

/// Kind of a reason, the first move of its line and the squares of the pieces that its sentence names: `Fork Nc2+ e1 a1`. These
/// are the same with any search that finds the reason, unlike the length of the line and the pieces that it wins.
fn summary(request: &ReasonRequest, reason: &Reason) -> String {
    let mut start = request.position.clone();
    if !reason.missed {
        start.play(request.mv).expect("legal");
    }
    let first = reason.line.first().map_or("-".to_owned(), |&mv| san::format(&start, mv));
    let squares: String = reason.squares.iter().map(|square| format!(" {square}")).collect();
    format!("{:?} {first}{squares}", reason.kind)
}

/// Each row has a position in which a move is bad for one reason, and one that differs by a piece, a pawn or the square of the
/// move, in which a reason of this kind would be false: the king has an escape, a piece is defended, a line is closed, the
/// pawn is stopped.
#[test]
fn a_reason_is_given_where_it_is_true_and_not_in_a_similar_position() {
    use ReasonKind::*;
    let chess = [
        (Mate, "q5k1/5ppp/8/8/8/8/1R3PPP/6K1 w", "b2b7", "Qa1+"),
        (Mate, "q5k1/5ppp/8/8/8/7P/1R3PP1/6K1 w", "b2b7", ""),
        (Mate, "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w", "a1e1", "Rxa8#"),
        (Mate, "r5k1/5pp1/7p/8/8/8/5PPP/R5K1 w", "a1e1", ""),
        (GameEnd, "7k/5K2/8/6Q1/8/8/8/8 w", "g5g6", "-"),
        (GameEnd, "7k/5K2/8/6Q1/8/8/8/8 w", "g5g1", ""),
        (Promotion, "8/2P5/8/3r4/8/8/k6K/8 b", "d5d3", "c8=Q c7"),
        (Promotion, "8/2P5/8/2r5/8/8/k6K/8 b", "c5c4", ""),
        (Recapture, "4k3/4p1p1/5n2/8/8/5R2/6K1/8 w", "f3f6", "exf6 f6"),
        (Recapture, "4k3/4p1p1/5n2/8/8/5R2/6K1/8 w", "f3f4", ""),
        // Both sides have other captures.
        (Recapture, "4k3/p3p3/1p3n2/P7/1P6/5R2/6K1/8 w", "f3f6", "exf6 f6"),
        (DefenderLost, "5r1k/6pp/8/8/5B2/3N4/6PP/6K1 w", "d3c5", "Rxf4 f4"),
        (DefenderLost, "5r1k/6pp/8/8/5B2/3N2P1/7P/6K1 w", "d3c5", ""),
        // The pawn decides the game, so the move loses much more than a pawn.
        (DefenderLost, "8/8/8/3k2p1/3P4/3K4/8/8 w", "d3d2", "Kxd4 d4"),
        (DefenderLost, "8/8/8/3k2p1/3P2P1/3K4/8/8 w", "d3d2", "Kxd4 d4"),
        (LineOpened, "8/1b4k1/8/3N4/8/8/8/4K2R w", "d5b4", "Bxh1 b7 h1"),
        (LineOpened, "8/1b4k1/8/3N4/8/5P2/8/4K2R w", "d5b4", ""),
        (Hanging, "3r2k1/5ppp/8/8/3N4/7P/5PP1/6K1 w", "g2g3", "Rxd4 d4"),
        (Hanging, "3r2k1/5ppp/8/8/3N4/2P4P/5PP1/6K1 w", "g2g3", ""),
        (Hanging, "q5k1/5ppp/8/8/8/7P/1R3PP1/6K1 w", "b2b7", "Qxb7 b7"),
        (Hanging, "q5k1/5ppp/8/2N5/8/7P/1R3PP1/6K1 w", "b2b7", ""),
        // The move itself takes the pawn that Rxh4 would win.
        (Hanging, "r4r2/3k1n2/p4p2/1pn4p/4P2p/5PP1/P1NBK3/R6R w", "g3h4", ""),
        (Fork, "6k1/5pp1/7p/8/1n6/R7/5PPP/4K3 w", "h2h3", "Nc2+ e1 a3"),
        (Fork, "6k1/5pp1/7p/8/1n6/R7/5PPP/3K4 w", "h2h3", ""),
        (Discovered, "4r1k1/5ppp/8/4b3/8/8/Q4PPP/6K1 w", "a2e2", "Bxh2+ e8 e2"),
        (Discovered, "3r2k1/5ppp/8/4b3/8/8/Q4PPP/6K1 w", "a2e2", ""),
        (Pin, "rr4k1/5ppp/8/7Q/8/6P1/5P1P/4K3 w", "h5e5", "Re8 e5 e1"),
        (Pin, "rr4k1/5ppp/8/7Q/8/6P1/5PK1/8 w", "h5e5", ""),
        (Skewer, "4Q3/8/7k/8/3K4/8/8/r7 w", "d4e4", "Re1+ e4 e8"),
        (Skewer, "4Q3/8/7k/8/3K4/8/8/r7 w", "d4d5", ""),
        (Trapped, "2k5/2N2ppp/8/8/8/8/5PPP/6K1 w", "c7a8", "Kb7 a8"),
        (Trapped, "3k4/2N2ppp/8/8/8/8/5PPP/6K1 w", "c7a8", ""),
        (DefenderTaken, "3q3k/6pp/8/3B4/1b6/2N5/1P3PPP/6K1 w", "h2h3", "Bxc3 d5"),
        (DefenderTaken, "4r2k/6p1/8/8/1b2B3/2N2P2/1P4PP/6K1 w", "h2h3", ""),
        (Trapped, "8/4k1pp/4p3/3n4/8/2P5/P4PPP/3R2K1 b", "e7d7", "c4 d5"),
        (Trapped, "8/4k1pp/4p3/3n4/8/2P5/P4PPP/3R2K1 b", "e7f7", ""),
        // The pawn attacks the defender of the bishop. Which of them is lost depends on the reply.
        (Material, "4r1k1/5pp1/7p/1p6/4B3/2N5/5PPP/6K1 b", "g8f8", "b4"),
        (Material, "4r1k1/5pp1/7p/1p6/4B3/2N2P2/6PP/6K1 b", "g8f8", ""),
        // The line of the proof, in which e5 wins a knight for two pawns, ends in a worse position.
        (Material, "r2q1bk1/2pbnr2/p1n1p1p1/1p1p2Pp/3PP3/P1NB1NP1/1PP2P2/R2Q1RK1 b", "g8h8", ""),
    ];
    for (kind, text, mv, expected) in chess {
        let request = request("chess", &format!("{text} - - 0 1"), mv);
        let found = reason_of(&request);
        if expected.is_empty() {
            assert!(found.as_ref().is_none_or(|found| found.kind != kind), "{text}: {found:?}");
        } else {
            let found = found.unwrap_or_else(|| panic!("{text}: no reason"));
            let summary = summary(&request, &found);
            assert!(summary.starts_with(&format!("{kind:?} {expected}")), "{text}: {summary}: {found}");
        }
    }
}

/// The engine's line after Bd7 is the skewer Ba3 Qe6 Bxf8, which wins a rook for a bishop. The knight can close the diagonal
/// by Nb4, so the skewer is not proved.
#[test]
fn a_line_with_a_better_defence_proves_nothing() {
    let text = "2r2rk1/1Rp1qp1p/2n1bnp1/p7/P1NPpP2/4P2P/P3B1P1/2BQ1RK1 b - - 3 18";
    let found = reason("chess", text, "e6d7");
    assert!(found.as_ref().is_none_or(|found| found.kind != ReasonKind::Skewer), "{found:?}");
}

/// Mistakes of games between levels whose reason does not depend on details of the search. In the first group the line must be followed
/// until nothing more can be captured. In the second one the answer is the same after the best move, so there is no reason. In
/// the third one a pawn is captured first, but a chancellor is lost to a double attack.
#[test]
fn mistakes_of_games_are_explained_by_what_is_really_lost() {
    for (name, text, mv, expected) in [
        (
            "xxl",
            "rnbhcg1kgce1nr/ppp2pp1pp1ppp/14/8b1p3/4p2p6/2aB9Q/9B4/14/14/14/3P6P3/11E2/PPP1PPPPPP1PP1/RN1HCGAKGC2NR w KQkq - 0 12",
            "k5",
            "Hanging exd9 d9",
        ),
        (
            "xxl",
            "r2hcg1kgc2n1/ppp3pppp4/2n11/4p6p2/14/13p/5p2H5/4bB4e3/12q1/3Q10/5C1PCPP3/5A2Q5/2P2PP1P2PP1/RN3G1KG1E1N1 b Qq - 0 35",
            "Ek8",
            "Hanging Exi8 i8",
        ),
        ("capablanca", "r3k5/6pb1p/1Ap2p4/10/p1P1PP2P1/BP4nN1P/P9/4K5 b - - 1 36", "Ra6", "Fork Ac7+ e8 a6"),
        ("capablanca", "r7r1/p6pP1/2n1k4p/2p7/2Pp1p3P/4nP2C1/1P4PP2/6K2R b - - 0 33", "h6", ""),
        (
            "capablanca",
            "rnabqkbc2/pp1pp1pppp/2p2p3n/10/10/2NP1P1N2/PPP1P1PPPP/R1ABQKBC1R b KQq - 0 4",
            "b5",
            "Fork Axi7 h8 j6",
        ),
    ] {
        let position = fen::parse(&variant(name), text).expect("a FEN");
        let mv = san::parse(&position, mv).expect("a legal move");
        let request = ReasonRequest::new(position, mv);
        let found = reason_of(&request);
        let summary = found.as_ref().map_or(String::new(), |found| summary(&request, found));
        assert_eq!(summary, expected, "{text}: {found:?}");
    }
}

/// On a board of 14x14 a bishop was defended. In king of the hill, a move that no longer guards
/// the hill loses to a goal. In fog of war nothing is explained, because kings may be captured.
#[test]
fn reasons_are_given_in_any_variant() {
    let board =
        "rn1hcgakgc1bnr/ppp1pppppp1ppp/14/3p10/14/10e3/14/9b4/14/13P/3PP5P3/14/PPP2PPPPP1PP1/RN1HCGAKGCEBNR";
    let text = format!("{board} w KQkq - 1 7");
    let variant = variant("xxl");
    let position = fen::parse(&variant, &text).expect("a FEN");
    let mv = san::parse(&position, "Hxj7").expect("a legal move");
    let request = ReasonRequest::new(position, mv);
    let found = reason_of(&request).expect("a reason");
    assert_eq!(summary(&request, &found), "Recapture Exj7 j7", "{found}");
    let request = self::request("kingofthehill", "3r3k/8/8/8/8/2K5/8/8 b - - 0 1", "d8a8");
    let found = reason_of(&request).expect("a reason");
    assert_eq!(summary(&request, &found), "GameEnd Kd4", "{found}");

    let fog = Arc::new(variant.in_fog());
    let position = fen::parse(&fog, &text).expect("a FEN");
    let mut engine = Engine::new(Options { hash_mib: 4, ..Options::default() });
    let request = ReasonRequest { nodes: 1_000, ..ReasonRequest::new(position, mv) };
    assert_eq!(explain(&mut engine, &request, &false.into()), None);
}

/// The line of every reason is legal from the position in which it begins, and the best move has no reason.
#[test]
fn the_line_of_a_reason_can_be_played() {
    let request = request("chess", "6k1/5pp1/7p/8/1n6/R7/5PPP/4K3 w - - 0 1", "h2h3");
    let mut engine = Engine::new(Options { hash_mib: 4, ..Options::default() });
    let reason = explain(&mut engine, &request, &false.into()).expect("a reason");
    let mut position: Position = request.position.clone();
    position.play(request.mv).expect("legal");
    for &mv in &reason.line {
        position.play(mv).expect("a legal move");
    }
    assert!(
        !reason.missed && reason.line.len() > 2 && matches!(reason.gain, Gain::Material(1_000..)),
        "{reason:?}"
    );
    let best = ReasonRequest { mv: coords::parse_move(&request.position, "e1f1").expect("legal"), ..request };
    assert_eq!(explain(&mut engine, &best, &false.into()), None);
}

/// A rook captures a defended knight and is captured by a pawn. What that wins is the rook less the knight.
#[test]
fn what_the_bad_move_captured_is_part_of_the_price() {
    let reason = reason("chess", "4k3/4p1p1/5n2/8/8/5R2/6K1/8 w - - 0 1", "f3f6").expect("a reason");
    assert!(matches!(reason.gain, Gain::Material(500..4_000)), "{reason:?}");
}
