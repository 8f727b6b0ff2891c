//! One pass over the pieces: mobility, attacks near the kings, and threats.

use crate::rules::piece::MAX_KINDS;
use crate::rules::{Bitboard, ByColor, Color, Piece, PieceKind, Position, Square};

use super::king;
use super::tapered::{Tapered, both};
use super::{Evaluator, MOBILITY_MAX};

/// What the pass finds.
pub struct Attacks {
    /// All squares each side attacks.
    pub all: ByColor<Bitboard>,
    /// The squares each side's pawns attack.
    pub pawns: ByColor<Bitboard>,
    /// Mobility, threats and king safety, from White's view.
    pub score: Tapered,
}

/// What is counted for one side during the pass.
#[derive(Clone, Copy, Default)]
struct Side {
    score: Tapered,
    /// Squares that count as mobility.
    area: Bitboard,
    /// The zone of the enemy king.
    target: Bitboard,
    /// Attacks on that zone, squares times force.
    pressure: i32,
    attackers: i32,
    /// Squares attacked by pieces of less value than those looked at now.
    lesser: Bitboard,
    /// The same with those of the same value.
    up_to: Bitboard,
    all: Bitboard,
}

/// Looks at all pieces of both sides, the cheapest first.
pub fn look(evaluator: &Evaluator, position: &Position) -> Attacks {
    let board = position.board();
    let kings = ByColor::from_fn(|color| position.king_square(color));
    let pawns = ByColor::from_fn(|color| position.pawn_attacks(color));
    let mut sides = ByColor::from_fn(|color| {
        let mut side = Side { up_to: pawns[color], all: pawns[color], ..Side::default() };
        let heavy = evaluator.small.iter().fold(Bitboard::EMPTY, |set, &kind| set | board.by_kind(kind));
        side.area = !(pawns[!color] | (heavy & board.by_color(color)));
        side.target = kings[!color].map_or(Bitboard::EMPTY, |king| evaluator.king.zone(!color, king));
        side
    });
    for color in Color::ALL {
        if let (Some(king), Some(kind)) = (kings[color], position.variant().rules().king_kind()) {
            sides[color].all |= position.attacks_of(Piece::new(color, kind), king);
        }
    }
    let mut by_kind = [ByColor::<Bitboard>::default(); MAX_KINDS];
    for &(kind, new_value) in &evaluator.ascending {
        if new_value {
            Color::ALL.into_iter().for_each(|color| sides[color].lesser = sides[color].up_to);
        }
        for color in Color::ALL {
            let attacks = &mut by_kind[kind.index()][color];
            let lesser = sides[!color].lesser;
            pieces_of(evaluator, position, Piece::new(color, kind), &mut sides[color], lesser, attacks);
        }
    }
    let mut score = Tapered::default();
    for color in Color::ALL {
        let (own, enemy) = (sides[color], sides[!color]);
        let mut total = own.score;
        total -= hanging(evaluator, position, color, own.all, enemy.all);
        if let Some(target) = kings[!color] {
            let checks = Checks { position, color, target, safe: !enemy.all & !board.by_color(color) };
            total += danger(evaluator, &own, &checks, &by_kind);
        }
        total += shelter(evaluator, position, color, kings[color]);
        score += if color == Color::White { total } else { -total };
    }
    Attacks { all: ByColor::from_fn(|color| sides[color].all), pawns, score }
}

/// Counts the pieces of one kind and side; `lesser` are the squares that lesser enemy pieces attack.
#[inline]
fn pieces_of(
    evaluator: &Evaluator,
    position: &Position,
    piece: Piece,
    side: &mut Side,
    lesser: Bitboard,
    kind_attacks: &mut Bitboard,
) {
    let set = position.board().by_piece(piece.color, piece.kind);
    if set.is_empty() {
        return;
    }
    let threatened = (set & lesser).count() as i32;
    if threatened > 0 {
        let cost = evaluator.threat[piece.kind.index()] * threatened;
        side.score -= both(cost, cost);
    }
    let force = evaluator.king.force[piece.kind.index()];
    for square in set {
        let attacks = position.attacks_of(piece, square);
        *kind_attacks |= attacks;
        let squares = (attacks & side.area).count() as usize;
        side.score += evaluator.mobility[squares.min(MOBILITY_MAX)];
        let near = (attacks & side.target).count() as i32;
        if near > 0 {
            side.pressure += near * force;
            side.attackers += 1;
        }
    }
    side.up_to |= *kind_attacks;
    side.all |= *kind_attacks;
}

/// What the pieces of `color` that are attacked and not defended cost.
fn hanging(
    evaluator: &Evaluator,
    position: &Position,
    color: Color,
    own: Bitboard,
    enemy: Bitboard,
) -> Tapered {
    let mut pieces = position.board().by_color(color) & enemy.without(own);
    if let Some(king) = position.king_square(color) {
        pieces.remove(king);
    }
    let cost = evaluator.weights.hanging * pieces.count() as i32;
    both(cost, cost)
}

/// What looking for checks needs.
struct Checks<'a> {
    position: &'a Position,
    color: Color,
    target: Square,
    /// Squares that the checked side does not attack.
    safe: Bitboard,
}

/// What the attack of one side on the enemy king is worth.
fn danger(
    evaluator: &Evaluator,
    side: &Side,
    checks: &Checks<'_>,
    by_kind: &[ByColor<Bitboard>; MAX_KINDS],
) -> Tapered {
    if side.attackers < 2 {
        return Tapered::default();
    }
    let mut squares = 0;
    for &(kind, _) in &evaluator.ascending {
        let reach = by_kind[kind.index()][checks.color] & checks.safe;
        if reach.any() {
            let from = checks.position.attacking_squares(checks.target, checks.color, kind);
            squares += (reach & from).count().min(3) as i32;
        }
    }
    let weights = &evaluator.weights;
    let pressure = side.pressure * weights.zone_attack / 10 / 10 * side.attackers.min(5) / 2;
    king::penalty(pressure + squares * weights.safe_check, weights)
}

/// What the own pawns beside and before the king are worth.
fn shelter(evaluator: &Evaluator, position: &Position, color: Color, king: Option<Square>) -> Tapered {
    let Some(king) = king else { return Tapered::default() };
    let kinds = &position.variant().rules().pawns;
    let near = evaluator.king.zone(color, king) & position.board().by_color(color);
    let count = |kind: &PieceKind| (near & position.board().by_kind(*kind)).count() as i32;
    both(kinds.iter().map(count).sum::<i32>().min(4) * evaluator.weights.shelter, 0)
}
