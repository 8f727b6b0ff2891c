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
            Trapped,
            "r4r2/3k4/p2n1p2/2nR3p/4P2P/5P2/2NBK3/7R b",
            "c5b3",
            "It allows Bf4, which attacks the pinned knight on d6, and wins a knight.",
        ),
        (Trapped, "r4r2/3k4/p2n1p2/2nR3p/4P2P/5P2/2NBK3/7R b", "c5e6", ""),
        (
            Material,
            "r2q1rk1/1ppn1ppp/3n4/p1bpp1P1/B7/2N5/PPPP1P1P/1RBQ1RK1 w",
            "h2h3",
            "It allows c6, which wins the bishop on a4 for two pawns.",
        ),
        (Material, "r2q1rk1/1ppn1ppp/3n4/p1bpp1P1/8/1BN5/PPPP1P1P/1RBQ1RK1 w", "h2h3", ""),
        // The line of the proof, in which e5 wins a knight for two pawns, ends in a worse position.
        (Material, "r2q2k1/2pbnr2/p1nbp1p1/1p1p2Pp/3PP3/P1NB1NP1/1PP2P2/R2Q1RK1 b", "g8h8", ""),
        (Material, "r2q1bk1/2pbnr2/p1n1p1p1/1p1p2Pp/3PP3/P1NB1NP1/1PP2P2/R2Q1RK1 b", "g8h8", ""),
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

/// Mistakes of games between levels. In the first group the line of the sentence must be followed until nothing more can be
/// captured. In the second one the answer is the same after the best move, so there is no reason. In the third one a pawn is
/// captured first, but a chancellor or a rook is lost to a double attack. The next moves are bad in a plain way, although
/// both sides have other captures and promotions. Then come captures of a pawn or a bishop whose worth in score is much more
/// or less, and a promotion that wins a bishop. The last move allows a fork, but its proof ends in a worse position.
#[test]
fn mistakes_of_games_are_explained_by_what_is_really_lost() {
    for (name, text, mv, sentence) in [
        (
            "chess",
            "r1b1kb1r/pppp1ppp/8/3Qn2q/4P3/2N2N2/PPP2PPP/R3KB1R w KQkq - 3 10",
            "O-O-O",
            "It misses Nxe5, which wins a knight.",
        ),
        (
            "xxl",
            "rnbhcg1kgce1nr/ppp2pp1pp1ppp/14/8b1p3/4p2p6/2aB9Q/9B4/14/14/14/3P6P3/11E2/PPP1PPPPPP1PP1/RN1HCGAKGC2NR w KQkq - 0 12",
            "k5",
            "It leaves the bishop on d9 attacked: exd9 wins it.",
        ),
        (
            "xxl",
            "r2hcg1kgc2n1/ppp3pppp4/2n11/4p6p2/14/13p/5p2H5/4bB4e3/12q1/3Q10/5C1PCPP3/5A2Q5/2P2PP1P2PP1/RN3G1KG1E1N1 b Qq - 0 35",
            "Ek8",
            "It misses Exi8, which wins the undefended archbishop on i8.",
        ),
        (
            "capablanca",
            "r3k5/6pb1p/1Ap2p4/10/p1P1PP2P1/BP4nN1P/P9/4K5 b - - 1 36",
            "Ra6",
            "It allows Ac7+, which attacks the king on e8 and the rook on a6, and wins a rook for a pawn.",
        ),
        ("capablanca", "r7r1/p6pP1/2n1k4p/2p7/2Pp1p3P/4nP2C1/1P4PP2/6K2R b - - 0 33", "h6", ""),
        (
            "xxl",
            "rn1hcgakgc2nr/ppp3pppp2p1/14/4p6p2/3p10/13p/5p2b4R/4bB4e3/P3P9/14/7PC1P3/4HA2Q5/1PP2PP1PP1PP1/RN2CG1KG1E1N1 b Qkq - 0 23",
            "d9",
            "",
        ),
        (
            "capablanca",
            "rnabqkbc1r/pp1pp1pppp/2p2p3n/10/10/2NP1P1N2/PPP1P1PPPP/R1ABQKBC1R b KQkq - 0 4",
            "b5",
            "It allows Axi7, which attacks the chancellor on h8 and the knight on j6, and wins a chancellor and a pawn for an archbishop.",
        ),
        (
            "capablanca",
            "rna1qkbcnr/ppp1bpp1pp/7p2/3Np5/3p6/4BP1N2/PPPPP1PPPP/R1ABQK1C1R b KQkq - 1 6",
            "dxe3",
            "It allows Nxc7, which attacks the queen on e8 and the rook on a8, and wins a rook and a pawn for a bishop.",
        ),
        (
            "xxl",
            "14/3g10/6pk6/7p4p1/2p2C4H3/14/1p3n4Cp2/12c1/a11P1/10N3/8G5/2N11/2P1GPPPPP4/7K6 b - - 3 100",
            "Axe2",
            "The general on e2 was defended: Nxe2 wins an amazon for a general.",
        ),
        (
            "xxl",
            "r2hcg1kg3nr/ppp2ppppp1p1p/2n11/3p6c1p1/14/4p9/5a8/13P/3R10/14/4P9/10P3/1PP2PPPPP1PP1/1N2CGAKGCEBNR w Kkq - 1 19",
            "n8=Q",
            "It leaves the rook on d6 undefended: Axd6 wins it.",
        ),
        (
            "xxl",
            "rnb1cg1kgc2nr/pppp3ppp1pp1/14/4ppp7/13p/14/11a2/10b3/3P10/4P9/7H6/7A6/PPP2PPPPP1PPP/RNB1CG1KGC1BNR w KQkq - 5 16",
            "d7",
            "It leaves the archbishop on h4 attacked: Bxh4 wins it.",
        ),
        (
            "chess",
            "r4rk1/1ppn1ppp/3n4/p1bppq2/B7/2N4P/PPPP1P2/1RBQ1R1K w - - 2 16",
            "b3",
            "It leaves the pawn on h3 undefended: Qxh3+ wins it.",
        ),
        (
            "xxl",
            "rn1hcg1k1ce1nr/ppp1pppppp1ppp/5a3g4/3p6p3/7b6/14/8b5/5B8/14/10P3/3PP2P6/14/PPP2PP1PP1PPP/RNBHCGAKGCE1NR w KQkq - 1 7",
            "k6",
            "It leaves the bishop on f7 undefended: Axf7 wins it.",
        ),
        (
            "capablanca",
            "r1abqk1c1r/ppp3pppp/2n2p3n/10/2bPp3P1/5p1N1P/PPP1N1PP2/R1ABQKBC1R b KQkq - 3 10",
            "Nxi4",
            "The pawn on i4 was defended: jxi4 wins a knight for a pawn.",
        ),
        (
            "xxl",
            "rn1h2ak2ebnr/ppp2pppppppp1/3p2g2g4/7bc5/14/14/4p8p/5c4P2P/4A9/11P2/PP2PP8/14/2PP2PPPP2P1/RNBHCG1KGCE1NR w KQkq - 0 18",
            "g4",
            "It misses k8=Q, which wins the bishop on h11 for a pawn.",
        ),
        ("chess", "1r2rb1k/p1p2p2/5q2/1p1pNP2/1PnP2B1/3NP1P1/P4P2/R2QK3 b Q - 4 25", "Be7", ""),
    ] {
        let position = fen::parse(&variant(name), text).expect("a FEN");
        let mv = san::parse(&position, mv).expect("a legal move");
        let found = reason_of(&ReasonRequest::new(position, mv));
        assert_eq!(found.map_or(String::new(), |found| found.text), sentence, "{text}");
    }
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
    assert!(!reason.missed && reason.line.len() > 2 && reason.gain == Gain::Material(1_740), "{reason:?}");
    let best = ReasonRequest { mv: coords::parse_move(&request.position, "e1f1").expect("legal"), ..request };
    assert_eq!(explain(&mut engine, &best, &false.into()), None);
}
