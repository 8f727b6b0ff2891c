//! The engine: evaluation and exchanges compared with their definitions, limits and the stop flag, draws, blunders.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::{self, Dice};
use xxlchess::engine::difficulty::{Difficulty, DifficultyPlayer, PlayStyle};
use xxlchess::engine::{
    Bound, ClockTimes, Engine, Evaluator, Limits, Options, Score, SearchEvent, SearchReport, SearchRequest,
    see_ge,
};
use xxlchess::notation::coords::{format_move, parse_move};
use xxlchess::notation::fen;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{
    Bitboard, ByColor, Color, GenType, Move, MoveFlag, Piece, Position, Setup, Square, Variant,
};

/// Variants of various boards and pieces, with hoppers and lame leapers.
const VARIANTS: [&str; 6] = ["xxl", "chess", "xxlfairy", "xxl16", "mess", "capablanca"];

fn engine() -> Engine {
    Engine::new(Options { hash_mib: 4, ..Options::default() })
}

fn think(position: &Position, limits: &Limits) -> SearchReport {
    engine().go(position, &[], limits, &AtomicBool::new(false), |_| {})
}

/// Calls `visit` for each position of a random game and the move made in it.
fn walk(variant: &Arc<Variant>, plies: usize, seed: u64, mut visit: impl FnMut(&Position, Move)) {
    let mut dice = Dice::new(seed);
    let mut position = Position::start(variant).expect("a legal start");
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let noisy: Vec<_> =
            moves.iter().copied().filter(|mv| position.board().piece_at(mv.to).is_some()).collect();
        let from = if noisy.is_empty() || dice.below(3) > 0 { &moves } else { &noisy };
        let mv = from[dice.below(from.len())];
        visit(&position, mv);
        position.make(mv);
    }
}

/// In random games of six variants the accumulator updated by a move equals the one computed from the position. The moves
/// include castling and promotions.
#[test]
fn incremental_evaluation_equals_the_one_from_scratch() {
    for name in VARIANTS {
        let variant = common::variant(name);
        let evaluator = Evaluator::new(&variant);
        for seed in 0..20 {
            walk(&variant, 120, seed, |position, _| {
                let before = evaluator.accumulate(position);
                let mut next = position.clone();
                for mv in position.legal_moves() {
                    let undo = next.make(mv);
                    assert_eq!(
                        evaluator.accumulator_after(before, mv, &undo),
                        evaluator.accumulate(&next),
                        "{name}: {} after {}",
                        format_move(&variant, mv),
                        fen::format(position)
                    );
                    next.unmake(mv, &undo);
                }
            });
        }
    }
}

/// A queen beside the enemy king, where a pawn could capture it, threatens safe checks and mate. The position is valued at
/// half a pawn more than with the queen elsewhere.
#[test]
fn safe_checks_beside_the_king_are_a_danger() {
    let variant = common::variant("chess");
    let white_lead = |board: &str| {
        let position = fen::parse(&variant, &format!("{board} b - - 0 1")).expect("a legal position");
        -Evaluator::new(&variant).evaluate(&position)
    };
    let attacking = white_lead("2rr3k/pp3pp1/1nnqbNQp/3pN3/2pP4/2P5/PPB4P/R4RK1");
    let elsewhere = white_lead("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P5/PPB4P/RQ3RK1");
    assert!(attacking > elsewhere + 50, "{attacking}, {elsewhere}");
}

/// Evaluation of a chess position with White to move.
fn white_value(board: &str) -> i32 {
    let variant = common::variant("chess");
    let position = fen::parse(&variant, &format!("{board} w - - 0 1")).expect("a legal position");
    Evaluator::new(&variant).evaluate(&position)
}

/// A passed pawn on the b-file is worth a pawn more if the enemy king is on the h-file than if it is in front of the pawn.
#[test]
fn a_passed_pawn_is_worth_more_far_from_the_enemy_king() {
    let (far, near) = (white_value("8/8/1PK4k/8/8/8/8/8"), white_value("8/8/1PK5/8/7k/8/8/8"));
    let beside = white_value("1k6/8/1PK5/8/8/8/8/8");
    assert!(far > beside + 100 && near > beside + 100, "{far}, {near}, {beside}");
}

/// With bishops on squares of different colors a lead of two pawns is worth less than four fifths of what it is with bishops
/// on squares of one color.
#[test]
fn bishops_of_opposite_colors_are_drawish() {
    let opposite = white_value("4kb2/8/8/8/8/8/PP6/4KB2");
    let equal = white_value("4k1b1/8/8/8/8/8/PP6/4KB2");
    assert!(opposite > 0 && opposite < equal * 4 / 5, "{opposite}, {equal}");
}

/// A rook pawn and a bishop that never attacks the corner of promotion do not win if the enemy king is in that corner. They
/// win with a bishop on the other color, against a king elsewhere and with a pawn on another file.
#[test]
fn rook_pawn_with_the_wrong_bishop_does_not_win() {
    let wrong = white_value("k7/8/PK6/8/8/2B5/8/8");
    assert!(wrong.abs() < 60, "{wrong}");
    for winning in ["k7/8/PK6/8/8/3B4/8/8", "8/8/PK6/8/8/2B4k/8/8", "k7/8/1PK5/8/8/2B5/8/8"] {
        let value = white_value(winning);
        assert!(value > wrong + 200, "{winning}: {value}");
    }
}

/// A minor piece or two knights cannot mate; a rook, or a bishop and a knight, can.
#[test]
fn too_little_to_mate_is_worth_nothing() {
    for drawn in ["4k3/8/8/8/8/8/8/4KB2", "4k3/8/8/8/8/8/8/1N2K3", "4k3/8/8/8/8/8/8/1N2K1N1"] {
        let value = white_value(drawn);
        assert!(value.abs() < 100, "{drawn}: {value}");
    }
    for won in ["4k3/8/8/8/8/8/8/R3K3", "4k3/8/8/8/8/8/8/1N2KB2"] {
        let value = white_value(won);
        assert!(value > 400, "{won}: {value}");
    }
}

/// Two knights against a king, and a wrong bishop with a rook pawn, have a score near a draw after a search. A lazy
/// evaluation by material alone would be far above it.
#[test]
fn drawn_endings_are_not_won_in_the_search() {
    for text in ["8/8/8/2N5/2N5/2K5/8/k7 w - - 0 1", "8/8/3b4/8/8/6kp/8/7K w - - 0 1"] {
        let outcome = think(&fen::parse(&common::variant("chess"), text).unwrap(), &Limits::nodes(20_000));
        assert!(
            matches!(outcome.score, Score::Centipawns(value) if value.abs() < 200),
            "{text}: {outcome:?}"
        );
    }
}

/// A search that has found a mate in two ends long before its limit of nodes. With `infinite` it goes on to depth 60.
#[test]
fn a_proved_mate_ends_the_search() {
    let position = fen::parse(&common::variant("chess"), "7k/8/5K2/8/8/8/8/R7 w - - 0 1").expect("legal");
    let outcome = think(&position, &Limits::nodes(2_000_000));
    assert!(matches!(outcome.score, Score::Mate(moves) if moves > 0) && outcome.depth < 60, "{outcome:?}");
    let limits = Limits { infinite: true, ..Limits::depth(60) };
    assert_eq!(think(&position, &limits).depth, 60);
}

/// A position and its mirror image with colors swapped have the same evaluation.
#[test]
fn evaluation_is_symmetric() {
    for name in ["xxl", "chess", "xxl16", "capablanca"] {
        let variant = common::variant(name);
        let evaluator = Evaluator::new(&variant);
        for seed in 0..40 {
            walk(&variant, 150, seed, |position, _| {
                let (here, there) =
                    (evaluator.evaluate(position), evaluator.evaluate(&common::mirrored(position)));
                assert_eq!(here, there, "{}", fen::format(position));
            });
        }
    }
}

/// A board as a list of pieces, on which exchanges are played.
#[derive(Clone)]
struct PieceList<'a> {
    variant: &'a Variant,
    pieces: Vec<(Square, Piece)>,
}

impl PieceList<'_> {
    fn at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(s, _)| *s == square).map(|&(_, piece)| piece)
    }

    /// Whether the piece on `from` could capture on `to`, by leaps and slides. The pieces of `xxl` have no other captures.
    fn attacks(&self, from: Square, piece: Piece, to: Square) -> bool {
        let captures = self.variant.piece(piece.kind).moves.iter().filter(|c| c.capture && !c.initial);
        captures.into_iter().any(|component| {
            component.steps_for(piece.color).any(|step| {
                let limit = if component.range == 0 { 16 } else { component.range };
                let mut square = from;
                for _ in 0..limit {
                    let Some(next) = self.variant.geometry().offset(square, step) else { return false };
                    square = next;
                    if square == to {
                        return true;
                    }
                    if self.at(square).is_some() {
                        return false;
                    }
                }
                false
            })
        })
    }

    fn least_valuable(
        &self,
        side: Color,
        to: Square,
        worth: &dyn Fn(Piece) -> i32,
    ) -> Option<(Square, Piece)> {
        let own = self.pieces.iter().filter(|&&(s, p)| p.color == side && s != to);
        own.filter(|&&(s, p)| self.attacks(s, p, to)).copied().min_by_key(|&(s, p)| (worth(p), s))
    }

    /// Gain of `side` by capturing on `to`, if both sides capture with their least valuable piece or stop.
    fn gain(&self, side: Color, to: Square, worth: &dyn Fn(Piece) -> i32) -> i32 {
        let (Some(victim), Some((from, piece))) = (self.at(to), self.least_valuable(side, to, worth)) else {
            return 0;
        };
        let after = self.moved(from, to, piece);
        let royal = self.variant.rules().royal_kind == Some(piece.kind);
        if royal && after.least_valuable(!side, to, worth).is_some() {
            return 0;
        }
        (worth(victim) - after.gain(!side, to, worth)).max(0)
    }

    fn moved(&self, from: Square, to: Square, placed: Piece) -> Self {
        let mut after = self.clone();
        after.pieces.retain(|&(s, _)| s != from && s != to);
        after.pieces.push((to, placed));
        after
    }
}

/// In random games of `xxl` static exchange evaluation gives each move the value that results from playing the captures on a
/// list of pieces.
#[test]
fn see_equals_playing_out_the_captures() {
    let variant = common::variant("xxl");
    let evaluator = Evaluator::new(&variant);
    let royal = variant.rules().royal_kind;
    let worth = |piece: Piece| if royal == Some(piece.kind) { 100_000 } else { evaluator.value(piece.kind) };
    let mut exchanges = 0;
    for seed in 0..60 {
        walk(&variant, 100, seed, |position, mv| {
            if mv.flag == MoveFlag::Castle {
                return;
            }
            let slow = PieceList { variant: &variant, pieces: position.board().pieces().collect() };
            let mover = slow.at(mv.from).expect("a piece moves");
            let placed = Piece { kind: mv.promotion().unwrap_or(mover.kind), ..mover };
            let first = slow.at(mv.to).map_or(0, worth) + worth(placed) - worth(mover);
            let value = first - slow.moved(mv.from, mv.to, placed).gain(!mover.color, mv.to, &worth);
            let text = || format!("{} in {}: {value}", format_move(&variant, mv), fen::format(position));
            assert!(see_ge(&evaluator, position, mv, value), "too low: {}", text());
            assert!(!see_ge(&evaluator, position, mv, value + 1), "too high: {}", text());
            exchanges += usize::from(value != first);
        });
    }
    assert!(exchanges > 300, "only {exchanges} exchanges went further than one move");
}

/// Two searches of 30,000 nodes by one thread report the same lines and move. Bounds are left out, because they are reported
/// only after a second.
#[test]
fn single_threaded_node_searches_are_deterministic() {
    let position = common::xxl(
        "r2hcgakgceb1r/ppp1pppp1pppp1/1n12/12n1/3p9p/14/14/14/14/4P4P4/14/2N8N2/PPPP1PPPP1PPPP/R2HCGAKGCEB1R w KQkq - 0 1",
    );
    let search = || {
        let mut lines = Vec::new();
        let mut engine = engine();
        let outcome = engine.go(&position, &[], &Limits::nodes(30_000), &AtomicBool::new(false), |event| {
            if let SearchEvent::Variation(info) = event
                && info.bound == Bound::Exact
            {
                lines.push((info.depth, info.nodes, info.score, info.pv.clone()));
            }
        });
        (outcome.best_move(), outcome.score, outcome.nodes, lines)
    };
    let (first, second) = (search(), search());
    assert_eq!(first, second);
    assert!((29_000..=30_100).contains(&first.2), "{} nodes", first.2);
}

/// With no time on the clock, no time for the move or one node, the first iteration is finished and a move is found.
#[test]
fn a_move_is_found_without_time() {
    let position = Position::start(&common::variant("xxl")).expect("a legal start");
    let clocks = ClockTimes { time: ByColor::default(), ..ClockTimes::default() };
    for limits in [
        Limits { clocks: Some(clocks), ..Limits::default() },
        Limits::move_time(Duration::ZERO),
        Limits::nodes(1),
    ] {
        let outcome = think(&position, &limits);
        assert!(outcome.best_move().is_some_and(|mv| position.is_legal(mv)), "{limits:?}");
        assert!(outcome.depth >= 1 && outcome.nodes < 2_000, "{limits:?}: {outcome:?}");
    }
}

/// A stop flag that is set before the search, or 100 ms after its start, ends it with a legal move.
#[test]
fn stop_ends_the_search_at_once() {
    let position = Position::start(&common::variant("xxl")).expect("a legal start");
    let stop = AtomicBool::new(true);
    let outcome = engine().go(&position, &[], &Limits::default(), &stop, |_| {});
    assert!(outcome.best_move().is_some_and(|mv| position.is_legal(mv)));
    stop.store(false, Ordering::Relaxed);
    let stopped_after = std::thread::scope(|scope| {
        let search = scope.spawn(|| engine().go(&position, &[], &Limits::default(), &stop, |_| {}));
        std::thread::sleep(Duration::from_millis(100));
        let start = Instant::now();
        stop.store(true, Ordering::Relaxed);
        search.join().expect("the search ends").best_move().expect("a move");
        start.elapsed()
    });
    // The search usually ends within a millisecond, but a busy machine takes longer.
    assert!(stopped_after < Duration::from_millis(500), "{stopped_after:?}");
}

/// Two threads with a limit of 100,000 nodes search 90,000 to 120,000 nodes together.
#[test]
fn the_node_limit_counts_all_threads() {
    let position = Position::start(&common::variant("xxl")).expect("a legal start");
    let mut engine = Engine::new(Options { hash_mib: 4, threads: 2, ..Options::default() });
    let found = engine.go(&position, &[], &Limits::nodes(100_000), &AtomicBool::new(false), |_| {});
    assert!((90_000..120_000).contains(&found.nodes), "{}", found.nodes);
}

/// In a variant in which moves of another piece than the pawn reset the move counter, a third repetition across such a move
/// is scored as a draw.
#[test]
fn repetitions_are_found_across_resets_of_the_move_counter() {
    let text = "[own:xxl]\nnMoveRule = 50\nnMoveRuleTypes = pg\n";
    let own = common::own_variant(text);
    // White is far behind. The general of White and the black king move to and fro.
    let mut position =
        fen::parse(&own, "k13/14/14/14/14/14/14/14/14/14/qq12/14/14/4G6K2 w - - 0 1").expect("legal");
    let mut keys = vec![position.key()];
    for mv in ["e1e2", "a14b14", "e2e1", "b14a14", "e1e2", "a14b14", "e2e1"] {
        let found = parse_move(&position, mv).expect("a legal move");
        position.play(found).expect("legal");
        keys.push(position.key());
    }
    // The move b14a14 is the third repetition. A search of this move alone must score it as a draw.
    let back = parse_move(&position, "b14a14").expect("a legal move");
    let limits = Limits { search_moves: vec![back], ..Limits::nodes(3_000) };
    let outcome = engine().go(&position, &keys, &limits, &AtomicBool::new(false), |_| {});
    assert_eq!(outcome.score, Score::Centipawns(0));
}

/// The score of a stalemated side is a draw, a loss or a win, by the option `stalemateValue` of the variant.
#[test]
fn stalemate_scores_follow_the_rules() {
    for (value, score) in [("draw", Score::Centipawns(0)), ("loss", Score::Mate(0)), ("win", Score::Mate(1))]
    {
        let text = format!("[own:chess]\nstalemateValue = {value}\n");
        let own = common::own_variant(&text);
        let position = fen::parse(&own, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").expect("legal");
        assert_eq!(think(&position, &Limits::depth(3)).score, score, "{value}");
    }
}

/// In a variant with mandatory captures in which the side without pieces wins, a search of depth 2 finds that White wins by
/// offering its rook.
#[test]
fn an_offer_of_the_last_piece_wins_where_it_must_be_captured() {
    let rules = "king = -\ncommoner = k\ncastling = false\nmustCapture = true\nstalemateValue = win\nextinctionValue = win\n";
    let own = common::own_variant(&format!("[own:chess]\n{rules}extinctionPieceTypes = *\n"));
    let position = fen::parse(&own, "7r/8/8/8/8/8/8/R7 w - - 0 1").expect("legal");
    assert_eq!(think(&position, &Limits::depth(2)).score, Score::Mate(1));
}

/// Three threads search to depth 7 and return a legal move.
#[test]
fn several_threads_find_a_legal_move() {
    let position = Position::start(&common::variant("xxl")).expect("a legal start");
    let mut engine = Engine::new(Options { hash_mib: 4, threads: 3, ..Options::default() });
    let outcome = engine.go(&position, &[], &Limits::depth(7), &AtomicBool::new(false), |_| {});
    assert!(outcome.best_move().is_some_and(|mv| position.is_legal(mv)));
    assert_eq!(outcome.depth, 7);
}

/// A side that is two queens behind finds a perpetual check, and its score is that of a draw.
#[test]
fn perpetual_check_is_a_draw() {
    let position = fen::parse(&common::variant("chess"), "6k1/6p1/8/7Q/8/8/qq6/6K1 w - - 0 1").unwrap();
    let outcome = think(&position, &Limits::nodes(60_000));
    assert_eq!(outcome.score, Score::Centipawns(0), "{outcome:?}");
    assert_eq!(format_move(position.variant(), outcome.best_move().unwrap()), "h5e8");
}

/// After two repetitions the winning side does not repeat the position a third time.
#[test]
fn the_stronger_side_does_not_repeat() {
    let variant = common::variant("chess");
    let mut position = fen::parse(&variant, "7k/8/8/8/8/3q4/8/K7 b - - 0 1").unwrap();
    let mut keys = Vec::new();
    // The queen shuffles; the king goes to and fro.
    for text in ["d3d4", "a1a2", "d4d3", "a2a1", "d3d4", "a1a2", "d4d3", "a2a1"] {
        let mv = parse_move(&position, text).expect(text);
        keys.push(position.key());
        position.make(mv);
    }
    let outcome = engine().go(&position, &keys, &Limits::nodes(30_000), &AtomicBool::new(false), |_| {});
    position.make(outcome.best_move().unwrap());
    assert!(keys.iter().filter(|&&key| key == position.key()).count() < 2, "{outcome:?}");
}

/// One ply before a draw by the move rule the winning side makes a capture or a pawn move, which alone keep the win.
#[test]
fn the_move_rule_is_respected() {
    let variant = common::variant("chess");
    let position = fen::parse(&variant, "7k/8/8/8/3p4/8/PQ6/K7 w - - 99 80").unwrap();
    let outcome = think(&position, &Limits::nodes(20_000));
    let mv = outcome.best_move().unwrap();
    let pawn = variant.kind_by_letter('p').unwrap();
    let piece = position.board().piece_at(mv.from).unwrap();
    assert!(piece.kind == pawn || position.board().piece_at(mv.to).is_some(), "{outcome:?}");
}

/// Positions of king and queen against king in which at least one move is stalemate.
fn near_stalemates(name: &str, count: usize) -> Vec<Position> {
    let variant = common::variant(name);
    let squares: Vec<_> = variant.geometry().board().into_iter().collect();
    let corner: Vec<_> = squares.iter().copied().filter(|s| s.file() < 3 && s.rank() < 3).collect();
    let (king, queen) = (variant.rules().royal_kind.unwrap(), variant.kind_by_letter('q').unwrap());
    let mut dice = Dice::new(7);
    let mut found = Vec::new();
    while found.len() < count {
        let pieces = vec![
            (corner[dice.below(corner.len())], Piece::new(Color::Black, king)),
            (corner[dice.below(corner.len())].offset(2, 2).unwrap(), Piece::new(Color::White, king)),
            (squares[dice.below(squares.len())], Piece::new(Color::White, queen)),
        ];
        let setup = Setup { initial_move_rights: Bitboard::EMPTY, ..Setup::at_start(pieces) };
        let Ok(position) = Position::from_setup(&variant, &setup) else { continue };
        if position.legal_moves().into_iter().any(|mv| is_stalemate_after(&position, mv)) {
            found.push(position);
        }
    }
    found
}

fn is_stalemate_after(position: &Position, mv: Move) -> bool {
    let mut next = position.clone();
    next.make(mv);
    !next.has_legal_move() && !next.is_check()
}

/// In thirty positions of king and queen against king on 8x8 and on 14x14, in which a move is stalemate, the engine plays
/// another one and has a winning score.
#[test]
fn a_won_endgame_is_not_stalemated() {
    for position in near_stalemates("chess", 30).iter().chain(&near_stalemates("xxl", 30)) {
        let outcome = think(position, &Limits::nodes(3_000));
        let text = fen::format(position);
        assert!(!is_stalemate_after(position, outcome.best_move().unwrap()), "{text}: {outcome:?}");
        assert_ne!(outcome.score, Score::Centipawns(0), "{text}");
    }
}

/// A king in the corner in front of a rook pawn cannot be dislodged, so the score is that of a draw.
#[test]
fn stalemate_is_a_draw() {
    let position = fen::parse(&common::variant("chess"), "8/8/8/8/8/7k/7p/7K b - - 0 1").unwrap();
    let outcome = think(&position, &Limits::nodes(5_000));
    assert_eq!(outcome.score, Score::Centipawns(0), "{outcome:?}");
}

/// On 8x8 and on 14x14 a king that can capture the last pawn has the score of a draw, because nobody can win with a bare
/// king.
#[test]
fn bare_kings_are_a_draw() {
    for (variant, text) in [
        ("chess", "8/8/8/4k3/8/8/4p3/4K3 w - - 0 1"),
        ("xxl", "14/14/14/14/14/14/14/14/14/14/5k8/14/5p8/5K8 w - - 0 1"),
    ] {
        let position = fen::parse(&common::variant(variant), text).unwrap();
        let outcome = think(&position, &Limits::nodes(3_000));
        assert_eq!(outcome.score, Score::Centipawns(0), "{variant}: {outcome:?}");
    }
}

/// Material balance of the side to move in thousandths of a pawn.
fn material(position: &Position) -> i32 {
    let value = |(_, piece): (Square, Piece)| {
        let value = position.variant().piece(piece.kind).value.unwrap_or(0);
        if piece.color == position.turn() { value } else { -value }
    };
    position.board().pieces().map(value).sum()
}

/// Material balance after up to `plies` captures, by a search of all captures.
fn material_after_captures(position: &mut Position, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    alpha = alpha.max(material(position));
    let mut captures = Vec::new();
    if plies > 0 {
        position.generate(GenType::Noisy, &mut captures);
    }
    for mv in captures {
        if alpha >= beta {
            break;
        }
        let undo = position.make(mv);
        alpha = alpha.max(-material_after_captures(position, plies - 1, -beta, -alpha));
        position.unmake(mv, &undo);
    }
    alpha
}

/// In each position of `no_hang.txt` the chosen move keeps within two pawns of the material that the best move keeps
/// when all captures are tried.
#[test]
fn no_piece_is_left_hanging() {
    let variant = common::variant("xxl");
    let mut blunders = Vec::new();
    let lines: Vec<&str> =
        include_str!("../data/no_hang.txt").lines().filter(|l| !l.starts_with('#')).collect();
    for line in &lines {
        let mut position = fen::parse(&variant, line).expect("a legal position");
        let found = think(&position, &Limits::nodes(100_000)).best_move().expect("a move");
        let mut material_after = |mv| {
            let undo = position.make(mv);
            let material = -material_after_captures(&mut position, 4, -1_000_000, 1_000_000);
            position.unmake(mv, &undo);
            material
        };
        let best = fen::parse(&variant, line)
            .expect("as above")
            .legal_moves()
            .into_iter()
            .map(&mut material_after)
            .max();
        let loss = best.expect("a move") - material_after(found);
        if loss > 2000 {
            blunders.push(format!("{line}: {} loses {loss}", format_move(&variant, found)));
        }
    }
    assert!(lines.len() >= 20 && blunders.is_empty(), "{} positions: {}", lines.len(), blunders.join("\n"));
}

/// In four positions of 110 or 200 pieces on a 16x16 board, one of them with more than 400 moves, the engine returns a legal
/// move.
#[test]
fn crowded_boards_are_searched() {
    let variant = common::variant("xxl16");
    let kinds: Vec<_> = variant.kinds().filter(|&k| variant.rules().royal_kind != Some(k)).collect();
    let king = variant.rules().royal_kind.unwrap();
    let mut dice = Dice::new(3);
    let setup = |pieces: &[(Square, Piece)]| Setup {
        initial_move_rights: Bitboard::EMPTY,
        ..Setup::at_start(pieces.to_vec())
    };
    let mut searched = 0;
    let mut most = 0;
    while searched < 4 {
        let mut pieces = vec![
            (Square::new(0, 0), Piece::new(Color::White, king)),
            (Square::new(15, 15), Piece::new(Color::Black, king)),
        ];
        let free = variant.geometry().board().into_iter().filter(|&s| !pieces.iter().any(|p| p.0 == s));
        let mut squares: Vec<_> = free.collect();
        let crowd = if searched % 2 == 0 { 200 } else { 110 };
        while pieces.len() < crowd && !squares.is_empty() {
            let square = squares.swap_remove(dice.below(squares.len()));
            let color = if dice.below(3) == 0 { Color::Black } else { Color::White };
            pieces.push((square, Piece::new(color, kinds[dice.below(kinds.len())])));
            // A piece that attacks the king of the side not to move is left out.
            if Position::from_setup(&variant, &setup(&pieces)).is_err() {
                pieces.pop();
            }
        }
        let Ok(position) = Position::from_setup(&variant, &setup(&pieces)) else { continue };
        if !position.has_legal_move() {
            continue;
        }
        searched += 1;
        most = most.max(position.legal_moves().len());
        let outcome = think(&position, &Limits::nodes(20_000));
        assert!(outcome.best_move().is_some_and(|mv| position.is_legal(mv)));
    }
    assert!(most > 400, "at most {most} moves");
}

thread_local! {
    /// The time of [`slow_clock`] in milliseconds.
    static SLOW_TIME: Cell<u64> = const { Cell::new(0) };
}

/// A clock that advances by 3 ms at each look, as if every node of the search took at least this long.
fn slow_clock() -> Duration {
    SLOW_TIME.set(SLOW_TIME.get() + 3);
    Duration::from_millis(SLOW_TIME.get())
}

/// The middle game of `xxl16` with more pieces than any first iteration of a few nodes could search.
fn crowded() -> Position {
    let row = "aqaqaqaqaqaqaqaq";
    let (black, white) = (format!("k{}/{row}/{row}", &row[1..]), row.to_uppercase());
    let fen = format!("{black}/16/16/16/16/16/16/16/16/16/16/{white}/{white}/K{} w - - 0 1", &white[1..]);
    fen::parse(&common::variant("xxl16"), &fen).expect("a legal position")
}

/// If nodes are slow, the clock is read at each of them: a search of 60 ms ends after 20 looks at the clock, in the first
/// iteration, too. A set stop flag ends the search within 50 ms.
#[test]
fn slow_nodes_are_stopped_in_time() {
    let options = Options { hash_mib: 4, clock: slow_clock, ..Options::default() };
    let clocks = ClockTimes {
        time: ByColor { white: Duration::from_millis(200), ..ByColor::default() },
        ..ClockTimes::default()
    };
    for (limits, stop, most) in [
        (Limits::move_time(Duration::from_millis(60)), false, 60 + 20),
        (Limits::move_time(Duration::from_millis(1)), false, 1 + 20),
        (Limits { clocks: Some(clocks), ..Limits::default() }, false, 60 + 20),
        (Limits { infinite: true, ..Limits::default() }, true, 50),
        (Limits::nodes(1), true, 50),
        (Limits::depth(9), true, 50),
    ] {
        let start = SLOW_TIME.get();
        let report =
            Engine::new(options.clone()).go(&crowded(), &[], &limits, &AtomicBool::new(stop), |_| {});
        assert!(report.best_move().is_some());
        let passed = SLOW_TIME.get() - start;
        assert!(passed <= most && report.nodes < 40, "{limits:?}: {passed} ms, {} nodes", report.nodes);
    }
}

/// A human-like player whose nodes are slow searches until the end of its time, and at least 10 ms.
#[test]
fn slow_nodes_of_a_level_are_stopped_in_time() {
    let request = SearchRequest::new(crowded());
    for level in Difficulty::all().filter(|level| matches!(level.row().style, PlayStyle::HumanLike(_))) {
        for (time, expected) in [(60, 58..=80), (1, 10..=21)] {
            let start = SLOW_TIME.get();
            let limits = Limits::move_time(Duration::from_millis(time));
            let mut player = DifficultyPlayer::new(level, 1).with_clock(slow_clock);
            assert!(player.search(&request, &limits, &AtomicBool::new(false)).is_some());
            let passed = SLOW_TIME.get() - start;
            assert!(expected.contains(&passed), "level {}, {time} ms: {passed} ms", level.number());
        }
    }
}

/// Where a piece on its goal wins only if the other side cannot follow by its next move, both sides may threaten to reach their
/// goals at every ply. Quiescence ends all the same, so that a search of few nodes has several iterations.
#[test]
fn threats_of_both_sides_to_reach_their_goals_do_not_hold_up_the_search() {
    for (piece, ranks) in [("p", (4, 5)), ("n", (6, 3)), ("q", (8, 1))] {
        let variant = common::own_variant(&format!(
            "[own:chess]\nflagPiece = {piece}\nflagRegionWhite = *{}\nflagRegionBlack = *{}\nflagMove = true\n",
            ranks.0, ranks.1
        ));
        let position = Position::start(&variant).expect("a legal start");
        let report = think(&position, &Limits::nodes(20_000));
        assert!(report.depth >= 3, "{piece}: depth {}", report.depth);
    }
}

/// The engine evaluates and searches boards of a single rank or file, and small squares.
#[test]
fn the_smallest_boards_are_searched() {
    for (files, ranks, fen) in [
        (16, 1, "krp10PRK w - - 0 1"),
        (3, 1, "k1K w - - 0 1"),
        (1, 16, "k/p/1/1/1/1/1/1/1/1/1/1/1/1/P/K w - - 0 1"),
        (1, 3, "k/1/K b - - 0 1"),
        (16, 2, "krp10PRK/16 w - - 0 1"),
        (3, 3, "k2/3/2K w - - 0 1"),
    ] {
        let section = format!(
            "[small:chess]\nmaxFile = {files}\nmaxRank = {ranks}\ncastling = false\nstartFen = {fen}\n"
        );
        let variants = Variants::built_in().with_file("test", &section).expect("no faults");
        let variant = variants.get("small").expect("it exists");
        let position = Position::start(&variant).expect("a legal start");
        assert!(Evaluator::new(&variant).evaluate(&position).abs() < 10_000, "{fen}");
        let report = think(&position, &Limits::depth(5));
        assert_eq!(report.best_move().is_some(), position.has_legal_move(), "{fen}");
    }
}
