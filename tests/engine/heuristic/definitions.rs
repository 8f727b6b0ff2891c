//! Decisions of the six rules compared with the definitions of the rules, by making every move.

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use xxlchess::engine::heuristic::{Decision, Rule, choose};
use xxlchess::notation::fen;
use xxlchess::rules::{Color, GenType, Move, MoveFlag, Piece, PieceKind, Position, Setup, Square, Variant};

use super::{variant, variants};

/// Whether `mv` mates: the king is attacked and no pseudo-legal move helps.
fn mates(position: &Position, mv: Move) -> bool {
    let mut after = played(position, mv);
    let mut tries = Vec::new();
    after.generate_pseudo_legal(GenType::All, &mut tries);
    after.is_check() && !tries.into_iter().any(|mv| after.is_safe_after(mv))
}

fn played(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play(mv).expect("a legal move");
    after
}

/// A position of few pieces with the black king at the edge, where mates are common.
fn near_mate(variant: &Arc<Variant>, rng: &mut StdRng) -> Option<Position> {
    let (files, ranks) = (variant.geometry().files(), variant.geometry().ranks());
    let royal = variant.rules().royal_kind?;
    let kinds: Vec<_> = variant.kinds().filter(|&kind| kind != royal).collect();
    let mut setup = Setup::at_start(Vec::new());
    let edge = Square::new(rng.random_range(0..files), ranks - 1);
    setup.pieces.push((edge, Piece::new(Color::Black, royal)));
    let mut put = |color, kind, rng: &mut StdRng| {
        let square = Square::new(rng.random_range(0..files), rng.random_range(0..ranks));
        setup.pieces.push((square, Piece::new(color, kind)));
    };
    put(Color::White, royal, rng);
    for _ in 0..5 {
        put(Color::White, *kinds.choose(rng)?, rng);
    }
    for _ in 0..3 {
        put(Color::Black, *kinds.choose(rng)?, rng);
    }
    Position::from_setup(variant, &setup).ok()
}

/// In 1,500 positions near a mate of each variant the rule of mate decides if and only if a move mates, and it chooses
/// such a move.
#[test]
fn mate_is_always_played() {
    for name in ["xxl", "chess", "choice", "zoo"] {
        let variant = variant(name);
        let mut rng = StdRng::seed_from_u64(7);
        let (mut with_mate, mut without) = (0, 0);
        while with_mate + without < 1500 {
            let Some(position) = near_mate(&variant, &mut rng) else { continue };
            let Some(Decision { mv, rule }) = choose(&position, &mut rng) else { continue };
            let mating: Vec<_> =
                position.legal_moves().into_iter().filter(|&mv| mates(&position, mv)).collect();
            assert_eq!(rule == Rule::Mate, !mating.is_empty(), "{}", fen::format(&position));
            assert!(mating.is_empty() || mating.contains(&mv), "{}", fen::format(&position));
            *(if mating.is_empty() { &mut without } else { &mut with_mate }) += 1;
        }
        assert!(with_mate > 20 && without > 20, "{name}: {with_mate} of {}", with_mate + without);
    }
}

/// The kinds of the pieces of `color` that could capture on `square`, by their moves if it were their turn;
/// `None` if that would not be a legal position.
fn capturers(variant: &Arc<Variant>, setup: &Setup, color: Color, square: Square) -> Option<Vec<PieceKind>> {
    let setup = Setup { turn: color, en_passant: None, ..setup.clone() };
    let position = Position::from_setup(variant, &setup).ok()?;
    let mut moves = Vec::new();
    position.generate_pseudo_legal(GenType::All, &mut moves);
    moves.retain(|mv| mv.to == square);
    moves.iter().map(|mv| position.board().piece_at(mv.from).map(|piece| piece.kind)).collect()
}

/// Whether the piece on `square` is threatened, by the captures of both sides.
fn threatened(position: &Position, square: Square) -> Option<bool> {
    let (variant, mut setup) = (position.variant(), position.to_setup());
    let piece = position.board().piece_at(square)?;
    if variant.rules().royal_kind == Some(piece.kind) {
        return Some(false);
    }
    let value = |kind| variant.piece(kind).value.filter(|_| variant.rules().royal_kind != Some(kind));
    let attackers = capturers(variant, &setup, !piece.color, square)?;
    if attackers.iter().filter_map(|&kind| value(kind)).any(|attacker| Some(attacker) < value(piece.kind)) {
        return Some(true);
    }
    // A square is defended if the piece could be recaptured.
    let recolor = |entry: &mut (Square, Piece)| {
        if entry.0 == square {
            entry.1.color = !piece.color;
        }
    };
    setup.pieces.iter_mut().for_each(recolor);
    let defenders = capturers(variant, &setup, piece.color, square)?;
    Some(!attackers.is_empty() && defenders.is_empty())
}

/// Value of the captured piece minus that of the capturing one, where a king counts 0.
fn gain(position: &Position, mv: Move) -> Option<i32> {
    let value = |square| {
        let piece: Piece = position.board().piece_at(square)?;
        Some(position.variant().piece(piece.kind).value.unwrap_or(0))
    };
    if mv.flag == MoveFlag::EnPassant { Some(0) } else { Some(value(mv.to)? - value(mv.from)?) }
}

/// Whether `mv` attacks a square near the enemy king that was not attacked before.
fn attacks_king(position: &Position, mv: Move) -> bool {
    let (us, after) = (position.turn(), played(position, mv));
    let near = |king: Square| {
        move |s: &Square| king.file().abs_diff(s.file()) < 2 && king.rank().abs_diff(s.rank()) < 2
    };
    let beside = position.royal_king(!us).into_iter().flat_map(|king| Square::all().filter(near(king)));
    let on_board = beside.filter(|&s| position.variant().geometry().board().contains(s));
    on_board.into_iter().any(|s| after.is_attacked(s, us) && !position.is_attacked(s, us))
}

/// Asserts that the move fulfils its rule, and that no rule before it proposed a move.
fn assert_follows_rules(position: &Position, Decision { mv, rule }: Decision) {
    let text = || format!("{} {mv:?} {rule}", fen::format(position));
    let moves = position.legal_moves();
    let best = moves.iter().filter_map(|&mv| gain(position, mv)).max().filter(|&gain| gain > 0);
    let threatened_after = |mv: Move| threatened(&played(position, mv), mv.to);
    let threatened_before = |mv: Move| threatened(position, mv.from);
    let saves = |mv| threatened_before(mv) == Some(true) && threatened_after(mv) == Some(false);
    let attacks = |mv| attacks_king(position, mv) && threatened_after(mv) == Some(false);
    let precedence = Rule::ALL.iter().position(|&other| other == rule).expect("all rules are in the list");
    if precedence > 1 {
        assert_eq!(best, None, "a capture was missed: {}", text());
    }
    if precedence > 2 {
        assert!(!moves.iter().copied().any(saves), "a piece was not saved: {}", text());
    }
    if precedence > 3 {
        assert!(!moves.iter().copied().any(attacks), "the king was not attacked: {}", text());
    }
    let holds = match rule {
        Rule::Mate => mates(position, mv),
        Rule::Capture => gain(position, mv) == best,
        Rule::Save => threatened_before(mv) != Some(false) && threatened_after(mv) != Some(true),
        Rule::AttackKing => attacks_king(position, mv) && threatened_after(mv) != Some(true),
        Rule::SafeSquare => threatened_after(mv) != Some(true),
        Rule::Random => moves.iter().all(|&mv| threatened_after(mv) != Some(false)),
    };
    assert!(holds, "{}", text());
}

/// In random games of two variants each decision fulfils its rule, and no rule before it would have proposed a move.
#[test]
fn decisions_follow_the_rules_in_order() {
    let mut seen = Vec::new();
    for name in ["xxl", "chess"] {
        let variant = variant(name);
        let mut rng = StdRng::seed_from_u64(11);
        for _ in 0..60 {
            let mut position = Position::start(&variant).expect("a legal start");
            for ply in 0..60 {
                let Some(decision) = choose(&position, &mut rng) else { break };
                if ply % 5 == 0 {
                    assert_follows_rules(&position, decision);
                    seen.push(decision.rule);
                }
                // Half of the moves are random, because the rules leave few pieces hanging.
                let any = position.legal_moves().choose(&mut rng).copied().filter(|_| rng.random());
                position.make(any.unwrap_or(decision.mv));
            }
        }
    }
    for rule in [Rule::Capture, Rule::Save, Rule::AttackKing, Rule::SafeSquare] {
        assert!(seen.contains(&rule), "{rule} never decided");
    }
}

/// Choosing a move from the start of each variant leaves the position as it was.
#[test]
fn choosing_a_move_leaves_the_position_unchanged() {
    let variants = variants();
    for name in variants.names() {
        let position = Position::start(&variant(name)).expect("a legal start");
        let before = position.clone();
        assert!(choose(&position, &mut StdRng::seed_from_u64(3)).is_some());
        assert_eq!(position, before);
    }
}
