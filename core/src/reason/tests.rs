//! The sentence of each kind of reason, from moves and scores that are given. No test searches with the engine.

use std::sync::atomic::AtomicBool;

use super::tactic::Tactic;
use super::{Case, Gain, Reason, ReasonKind, ReasonRequest};
use crate::engine::{Evaluator, Score, SearchReport};
use crate::notation::variants_ini::Variants;
use crate::notation::{coords, fen};
use crate::rules::{Move, Position};

fn position(variant: &str, text: &str) -> Position {
    let variant = Variants::built_in().get(variant).expect("built in");
    fen::parse(&variant, &format!("{text} - - 0 1")).expect("a legal position")
}

/// Plays a line of legal moves in coordinates.
fn line(position: &mut Position, text: &str) -> Vec<Move> {
    let play = |text| {
        let mv = coords::parse_move(position, text).expect("a legal move");
        position.make(mv);
        mv
    };
    text.split_whitespace().map(play).collect()
}

/// Kind, sentence and squares of a line that wins material. It begins after the move `cause`, or in its place if that is
/// empty.
fn tactic(variant: &str, text: &str, cause: &str, moves: &str) -> (ReasonKind, String, String) {
    let before = position(variant, text);
    let mut start = before.clone();
    let cause = line(&mut start, cause).first().map(|&mv| (&before, mv));
    let line = line(&mut start.clone(), moves);
    let evaluator = Evaluator::new(before.variant());
    let (kind, sentence, squares) =
        Tactic::new(&evaluator, cause, &start, &line).describe().expect("a sentence");
    let squares: Vec<_> = squares.iter().map(ToString::to_string).collect();
    (kind, sentence, squares.join(" "))
}

/// Each row has a position, a bad move, the line that proves why it is bad, the sentence of this line and the squares of the
/// pieces that it names.
#[test]
fn a_line_that_a_move_allows_has_the_sentence_of_its_kind() {
    use ReasonKind::*;
    for (kind, text, cause, moves, sentence, squares) in [
        (Promotion, "8/2P5/8/3r4/8/8/k6K/8 b", "d5d3", "c7c8q", "It lets the pawn on c7 promote.", "c7"),
        (
            Recapture,
            "4k3/4p1p1/5n2/8/8/5R2/6K1/8 w",
            "f3f6",
            "e7f6",
            "The knight on f6 was defended: exf6 wins a rook for a knight.",
            "f6",
        ),
        (
            DefenderLost,
            "5r1k/6pp/8/8/5B2/3N4/6PP/6K1 w",
            "d3c5",
            "f8f4",
            "The knight no longer defends the bishop on f4: Rxf4 wins it.",
            "f4",
        ),
        (
            LineOpened,
            "8/1b4k1/8/3N4/8/8/8/4K2R w",
            "d5b4",
            "b7h1",
            "It opens the line of the bishop on b7 to the rook on h1: Bxh1 wins it.",
            "b7 h1",
        ),
        (
            Hanging,
            "3r2k1/5ppp/8/8/3N4/7P/5PP1/6K1 w",
            "g2g3",
            "d8d4",
            "It leaves the knight on d4 undefended: Rxd4 wins it.",
            "d4",
        ),
        (
            Hanging,
            "4k3/8/8/4p3/3B4/2P5/8/4K3 w",
            "e1e2",
            "e5d4 c3d4",
            "It leaves the bishop on d4 attacked: exd4 wins it for a pawn.",
            "d4",
        ),
        (
            Hanging,
            "q5k1/5ppp/8/8/8/7P/1R3PP1/6K1 w",
            "b2b7",
            "a8b7",
            "The rook on b7 can be taken: Qxb7 wins it.",
            "b7",
        ),
        (
            Fork,
            "6k1/5pp1/7p/8/1n6/8/5PPP/R3K3 w",
            "h2h3",
            "b4c2 e1d1 c2a1",
            "It allows Nc2+, which attacks the king on e1 and the rook on a1, and wins a rook.",
            "e1 a1",
        ),
        // The fork wins a pawn that it did not attack.
        (
            Fork,
            "6k1/5pp1/7p/8/1n1P4/8/5PPP/R3K3 w",
            "h2h3",
            "b4c2 e1d1 c2d4",
            "It allows Nc2+, which attacks the king on e1 and the rook on a1, and wins a pawn.",
            "e1 a1",
        ),
        (
            Discovered,
            "4r1k1/5ppp/8/4b3/8/8/Q4PPP/6K1 w",
            "a2e2",
            "e5h2 g1f1 e8e2 f1e2",
            "It allows Bxh2+, which opens the line of the rook on e8 to the queen on e2, and wins a queen and a pawn for a rook.",
            "e8 e2",
        ),
        (
            Pin,
            "rr4k1/5ppp/8/7Q/8/8/5PPP/4K3 w",
            "h5e5",
            "b8e8 e5e8 a8e8",
            "It allows Re8, which pins the queen on e5 to the king on e1, and wins a queen for a rook.",
            "e5 e1",
        ),
        (
            Skewer,
            "4Q3/8/7k/8/3K4/8/8/r7 w",
            "d4e4",
            "a1e1 e4d3 e1e8",
            "It allows Re1+, which attacks the king on e4 and the queen on e8 behind it, and wins a queen.",
            "e4 e8",
        ),
        (
            Trapped,
            "5k2/5N1p/4b3/8/8/8/5PPP/6K1 w",
            "f7h8",
            "f8g7 h2h3 g7h8",
            "It allows Kg7, which traps the knight on h8, and wins a knight.",
            "h8",
        ),
        (
            Trapped,
            "r4r2/3k4/p2n1p2/2nR3p/4P2P/5P2/2NBK3/7R b",
            "c5b3",
            "d2f4 b3c5 f4d6",
            "It allows Bf4, which attacks the pinned knight on d6, and wins a knight.",
            "d6",
        ),
        (
            DefenderTaken,
            "3q3k/6pp/8/3B4/1b6/2N5/1P3PPP/6K1 w",
            "h2h3",
            "b4c3 b2c3 d8d5",
            "It allows Bxc3, which takes a defender of the bishop on d5, and wins a knight.",
            "d5",
        ),
        (
            Material,
            "3rk3/7p/7p/8/3B4/8/8/4K2R w",
            "e1e2",
            "e8f8 h1h6 d8d4 h6h7",
            "It allows Kf8, which wins the bishop on d4 for two pawns.",
            "d4",
        ),
    ] {
        let expected = (kind, sentence.to_owned(), squares.to_owned());
        assert_eq!(tactic("chess", text, cause, moves), expected, "{text}");
    }
}

/// The lines begin in place of the bad move, so the sentence names the chance that was missed. A promoted pawn that is
/// captured is the price of the piece that recaptures.
#[test]
fn a_line_that_a_move_misses_has_the_sentence_of_its_kind() {
    use ReasonKind::*;
    for (kind, text, moves, sentence, squares) in [
        (Promotion, "8/2P5/8/8/8/8/k6K/8 w", "c7c8q", "It misses c8=Q, which promotes the pawn on c7.", "c7"),
        (
            Promotion,
            "8/8/2P5/8/8/8/k6K/8 w",
            "c6c7 a2b2 c7c8q",
            "It misses c7, after which the pawn on c6 promotes.",
            "c6",
        ),
        (
            Promotion,
            "r7/2P5/8/8/8/7B/k6K/8 w",
            "c7c8q a8c8 h3c8",
            "It misses c8=Q, which wins the rook on a8 for a pawn.",
            "a8",
        ),
        (
            Hanging,
            "3r2k1/5ppp/8/8/3N4/7P/5PP1/6K1 b",
            "d8d4",
            "It misses Rxd4, which wins the undefended knight on d4.",
            "d4",
        ),
        (
            Hanging,
            "4k3/8/8/4p3/3B4/2P5/8/4K3 b",
            "e5d4 c3d4",
            "It misses exd4, which wins a bishop for a pawn.",
            "d4",
        ),
        (
            Skewer,
            "4Q3/8/7k/8/4K3/8/8/r7 b",
            "a1e1 e4d3 e1e8",
            "It misses Re1+, which attacks the king on e4 and the queen on e8 behind it, and wins a queen.",
            "e4 e8",
        ),
    ] {
        let expected = (kind, sentence.to_owned(), squares.to_owned());
        assert_eq!(tactic("chess", text, "", moves), expected, "{text}");
    }
}

/// On a board of 14x14 the sentence has the names of the variant's pieces.
#[test]
fn a_sentence_has_the_names_of_the_pieces_of_the_variant() {
    let board =
        "rn1hcgakgc1bnr/ppp1pppppp1ppp/14/3p10/14/10e3/14/9b4/14/13P/3PP5P3/14/PPP2PPPPP1PP1/RN1HCGAKGCEBNR";
    let sentence = "The bishop on j7 was defended: Exj7 wins an archbishop for a bishop.";
    let expected = (ReasonKind::Recapture, sentence.to_owned(), "j7".to_owned());
    assert_eq!(tactic("xxl", &format!("{board} w"), "d1j7", "k9j7"), expected);
}

/// Passes a move and the results of the searches before and after it to `explain`.
fn with_case(
    before: &Position,
    mv: &str,
    [best, reply]: [(Score, &str); 2],
    explain: impl FnOnce(&Case) -> Option<Reason>,
) -> Option<Reason> {
    let mut after = before.clone();
    let mv = line(&mut after, mv)[0];
    let report = |position: &Position, (score, moves): (Score, &str)| SearchReport {
        pv: line(&mut position.clone(), moves),
        ..SearchReport::from_move(None, score)
    };
    let (best, reply) = (report(before, best), report(&after, reply));
    let (request, stop) = (ReasonRequest::new(before.clone(), mv), AtomicBool::new(false));
    explain(&Case { request: &request, after, best, reply, stop: &stop })
}

/// A search may give the mate of the first row as one in three moves, but the sentence has the shortest one. A mate that does
/// not exist is not proved, and a side that was mated before its move as well is not mated because of it.
#[test]
fn a_mate_is_named_only_if_it_is_proved() {
    let mate = |text: &str, mv, best, reply, missed| {
        let reason = with_case(&position("chess", text), mv, [best, reply], |case| case.mate(missed));
        reason.map(|reason| (reason.gain, reason.missed, reason.text))
    };
    let even = (Score::Centipawns(0), "");
    let back_rank = "q5k1/5ppp/8/8/8/8/1R3PPP/6K1 w";
    let in_two = |moves| mate(back_rank, "b2b7", even, (Score::Mate(moves), "a8a1"), false);
    let expected = Some((Gain::Mate(2), false, "It allows mate in 2 by Qa1+.".to_owned()));
    assert_eq!((in_two(2), in_two(3)), (expected.clone(), expected));
    assert_eq!(mate(back_rank, "b2b7", even, (Score::Mate(2), "a8c8"), false), None);
    assert_eq!(mate(back_rank, "b2b7", (Score::Mate(-3), ""), (Score::Mate(2), "a8a1"), false), None);
    let missed = mate("r5k1/5ppp/8/8/8/8/5PPP/R5K1 w", "a1e1", (Score::Mate(1), "a1a8"), even, true);
    assert_eq!(missed, Some((Gain::Mate(1), true, "It misses mate in 1 by Rxa8#.".to_owned())));
}

/// A stalemate is a reason only if the position was won. In king of the hill the reply may reach the goal.
#[test]
fn an_end_of_the_game_is_a_reason_if_it_is_worse() {
    let end = |before: &Position, mv, score, reply| {
        let searches = [(Score::Centipawns(score), ""), (Score::Centipawns(0), reply)];
        let reason = with_case(before, mv, searches, |case| case.game_end())?;
        assert_eq!((reason.kind, reason.gain), (ReasonKind::GameEnd, Gain::Result));
        Some(reason.text)
    };
    let stalemate = position("chess", "7k/5K2/8/6Q1/8/8/8/8 w");
    let sentence = "It draws by stalemate in a won position.".to_owned();
    assert_eq!(end(&stalemate, "g5g6", 900, ""), Some(sentence));
    assert_eq!(end(&stalemate, "g5g6", 100, ""), None);
    let hill = position("kingofthehill", "3r3k/8/8/8/8/2K5/8/8 b");
    let sentence = "It allows Kd4, which wins by reaching the goal.".to_owned();
    assert_eq!(end(&hill, "d8a8", 0, "c3d4"), Some(sentence));
    assert_eq!(end(&hill, "d8a8", 0, "c3c4"), None);
}
