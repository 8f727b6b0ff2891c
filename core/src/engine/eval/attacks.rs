//! Attack pass over all pieces: mobility, threats, king safety.

use arrayvec::ArrayVec;

use crate::rules::piece::MAX_KINDS;
use crate::rules::{Bitboard, ByColor, Color, Piece, PieceKind, Position, Square};

use super::checks;
use super::king;
use super::tapered::{Tapered, tapered};
use super::{Evaluator, MAX_MOBILITY};

pub struct Attacks {
    /// Squares attacked by each side.
    pub by_all: ByColor<Bitboard>,
    /// Squares attacked by at least two pieces of each side. All pawns count as one piece.
    pub by_two: ByColor<Bitboard>,
    /// Squares attacked by each side's pawns.
    pub by_pawns: ByColor<Bitboard>,
    pub kings: ByColor<Option<Square>>,
    /// Value of each side's pieces without pawns, in centipawns.
    pub material: ByColor<i32>,
    /// Mobility, threats and king safety, from White's view.
    pub score: Tapered,
}

/// State of the pass for one side.
#[derive(Clone, Copy, Default)]
struct Side {
    score: Tapered,
    /// Squares that count as mobility: all except those that enemy pawns attack and those with the side's own pawns and
    /// king.
    mobility_area: Bitboard,
    /// Squares of the zone of the enemy king.
    enemy_king_zone: Bitboard,
    /// Number of attacks on squares of the enemy king's zone, weighted by the kinds of the attackers.
    king_attack: i32,
    /// Number of pieces that attack the enemy king's zone.
    king_attackers: i32,
    /// Value of the pieces without pawns, in centipawns.
    material: i32,
    /// Value of the strongest piece, in centipawns.
    strongest: i32,
    /// Squares attacked by pieces of less value than the kind that is being evaluated.
    attacked_by_lesser: Bitboard,
    /// Squares attacked by pawns and by the kinds evaluated so far. The king is not among them.
    attacked_so_far: Bitboard,
    /// Squares attacked by pawns, by the king and by the kinds evaluated so far.
    attacked: Bitboard,
    /// Squares attacked by at least two pieces. All pawns count as one piece.
    attacked_twice: Bitboard,
    attacked_by_king: Bitboard,
}

impl Side {
    /// Adds the squares that a piece attacks.
    #[inline]
    fn add_attacks(&mut self, attacks: Bitboard) {
        self.attacked_twice |= self.attacked & attacks;
        self.attacked |= attacks;
    }
}

/// Evaluates the pieces of both sides, the least valuable first.
pub fn evaluate_pieces(evaluator: &Evaluator, position: &Position) -> Attacks {
    let board = position.board();
    let kings = ByColor::from_fn(|color| position.king_square(color));
    let pawns = ByColor::from_fn(|color| position.pawn_attacks(color));
    let mut sides = ByColor::from_fn(|color| {
        let mut side = Side { attacked_so_far: pawns[color], attacked: pawns[color], ..Side::default() };
        let pawns_and_king = board.by_kinds(&evaluator.pawns_and_king);
        side.mobility_area = !(pawns[!color] | (pawns_and_king & board.by_color(color)));
        side.enemy_king_zone =
            kings[!color].map_or(Bitboard::EMPTY, |king| evaluator.king.zone(!color, king));
        side
    });
    for color in Color::ALL {
        if let (Some(king), Some(kind)) = (kings[color], position.variant().rules().king_kind()) {
            let attacks = position.attacks_of(Piece::new(color, kind), king);
            sides[color].attacked_by_king = attacks;
            sides[color].add_attacks(attacks);
        }
    }
    // Attacked squares of each kind and side, in the order of `kinds_by_value`.
    let mut by_kind: ArrayVec<ByColor<Bitboard>, MAX_KINDS> = ArrayVec::new();
    for &(kind, is_worth_more) in &evaluator.kinds_by_value {
        if is_worth_more {
            for color in Color::ALL {
                sides[color].attacked_by_lesser = sides[color].attacked_so_far;
            }
        }
        by_kind.push(ByColor::from_fn(|color| {
            let threats = sides[!color].attacked_by_lesser;
            evaluate_kind(evaluator, position, Piece::new(color, kind), &mut sides[color], threats)
        }));
    }
    let mut score = Tapered::default();
    for color in Color::ALL {
        let (own, enemy) = (sides[color], sides[!color]);
        let mut total = own.score;
        total -= hanging_penalty(evaluator, position, color, kings[color], own.attacked, enemy.attacked);
        // Where no move may give check, a king is in no danger.
        if position.variant().rules().may_check {
            if let Some(enemy_king) = kings[!color] {
                total += king_danger(evaluator, position, color, enemy_king, &sides, &by_kind);
            }
            total += pawn_shelter(evaluator, position, color, kings[color]);
        }
        score += if color == Color::White { total } else { -total };
    }
    Attacks {
        by_all: ByColor::from_fn(|color| sides[color].attacked),
        by_two: ByColor::from_fn(|color| sides[color].attacked_twice),
        by_pawns: pawns,
        kings,
        material: ByColor::from_fn(|color| sides[color].material),
        score,
    }
}

/// Evaluates mobility, threats and attacks on the king for the pieces of one kind and side. `threats` are the squares that
/// enemy pieces of less value attack. Returns the attacked squares.
#[inline]
fn evaluate_kind(
    evaluator: &Evaluator,
    position: &Position,
    piece: Piece,
    side: &mut Side,
    threats: Bitboard,
) -> Bitboard {
    let pieces = position.board().by_piece(piece.color, piece.kind);
    if pieces.is_empty() {
        return Bitboard::EMPTY;
    }
    let threatened = (pieces & threats).count() as i32;
    if threatened > 0 {
        let penalty = evaluator.threat[piece.kind.index()] * threatened;
        side.score -= tapered(penalty, penalty);
    }
    // Local variables stay in registers, unlike the fields of `side`.
    let (mut mobility_score, mut zone_attacks, mut king_attackers) = (Tapered::default(), 0, 0);
    let (mut attacked, mut attacked_twice, mut attacked_by_kind) =
        (side.attacked, side.attacked_twice, Bitboard::EMPTY);
    for attacks in position.attacks_of_each(piece) {
        attacked_by_kind |= attacks;
        attacked_twice |= attacked & attacks;
        attacked |= attacks;
        let mobility = (attacks & side.mobility_area).count() as usize;
        mobility_score += evaluator.mobility[mobility.min(MAX_MOBILITY)];
        let in_zone = (attacks & side.enemy_king_zone).count() as i32;
        zone_attacks += in_zone;
        king_attackers += i32::from(in_zone > 0);
    }
    side.attacked = attacked;
    side.attacked_twice = attacked_twice;
    side.attacked_so_far |= attacked_by_kind;
    side.score += mobility_score;
    side.king_attack += zone_attacks * evaluator.king.attack_weight[piece.kind.index()];
    side.king_attackers += king_attackers;
    // The kinds are evaluated in the order of their values, so this is the strongest kind so far.
    side.strongest = evaluator.value(piece.kind);
    side.material += side.strongest * pieces.count() as i32;
    attacked_by_kind
}

/// Penalty for the pieces of `color` that are attacked and not defended.
fn hanging_penalty(
    evaluator: &Evaluator,
    position: &Position,
    color: Color,
    king: Option<Square>,
    own_attacks: Bitboard,
    enemy_attacks: Bitboard,
) -> Tapered {
    let mut pieces = position.board().by_color(color) & enemy_attacks.without(own_attacks);
    if let Some(king) = king {
        pieces.remove(king);
    }
    let penalty = evaluator.weights.hanging * pieces.count() as i32;
    tapered(penalty, penalty)
}

/// Value of the attack of `color` on the enemy king. It is proportional to the square of the king danger.
fn king_danger(
    evaluator: &Evaluator,
    position: &Position,
    color: Color,
    enemy_king: Square,
    sides: &ByColor<Side>,
    by_kind: &[ByColor<Bitboard>],
) -> Tapered {
    let (own, enemy, weights) = (&sides[color], &sides[!color], &evaluator.weights);
    if own.king_attackers < weights.danger_attackers {
        return Tapered::default();
    }
    let count = |set: Bitboard| set.count() as i32;
    // Attacked squares that no enemy piece defends, or only the king.
    let weak = own.attacked & !enemy.attacked_twice & (!enemy.attacked | enemy.attacked_by_king);
    let free = !position.board().by_color(color);
    let checks_left = evaluator.goals.counts_checks.then(|| position.checks_left()[color]);
    let safe = match checks_left {
        // The last check wins even if the piece that gives it could be captured.
        Some(1) => free,
        _ => free & (!enemy.attacked | (weak & own.attacked_twice)),
    };
    let slides = position.slides_from(enemy_king);
    let (mut safe_checks, mut more_safe_checks, mut unsafe_checks) = (0, 0, Bitboard::EMPTY);
    for (&(kind, _), by_color) in evaluator.kinds_by_value.iter().zip(by_kind) {
        let attacks = by_color[color] & free;
        if attacks.any() {
            let checks = attacks & position.attacking_squares(&slides, color, kind);
            let safe_squares = count(checks & safe);
            safe_checks += safe_squares.min(1);
            more_safe_checks += (safe_squares - 1).clamp(0, 2);
            unsafe_checks |= checks.without(safe);
        }
    }
    let flank = evaluator.king.flank(!color, enemy_king);
    let mut safe_danger = weights.safe_check * safe_checks + weights.more_safe_checks * more_safe_checks;
    if let Some(left) = checks_left {
        safe_danger = safe_danger * checks::safe_checks_percent(left) / 100;
    }
    let danger = own.king_attack * weights.zone_attack / 100 * own.king_attackers.min(5) / 2
        + weights.zone_weak * count(own.enemy_king_zone & weak)
        + safe_danger
        + weights.unsafe_check * count(unsafe_checks)
        + (weights.flank_attack * (count(flank & own.attacked) + count(flank & own.attacked_twice))
            - weights.flank_defence * count(flank & enemy.attacked))
            / 10
        + weights.danger_strongest * (own.strongest - evaluator.strongest) / evaluator.strongest;
    let penalty = king::danger_penalty(danger, weights);
    checks_left.map_or(penalty, |left| penalty.percent(checks::penalty_percent(left)))
}

/// Bonus for pawns in the zone of their king.
fn pawn_shelter(evaluator: &Evaluator, position: &Position, color: Color, king: Option<Square>) -> Tapered {
    let Some(king) = king else { return Tapered::default() };
    let kinds = &position.variant().rules().pawns;
    let zone = evaluator.king.zone(color, king) & position.board().by_color(color);
    let count = |kind: &PieceKind| (zone & position.board().by_kind(*kind)).count() as i32;
    tapered(kinds.iter().map(count).sum::<i32>().min(4) * evaluator.weights.shelter, 0)
}
