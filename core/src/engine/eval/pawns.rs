//! Pawns: pawn structure, passed pawns near promotion, open files and outposts.

use crate::rules::{Bitboard, ByColor, Color, PieceKind, Position, Square, Variant};

use super::attacks::Attacks;
use super::material;
use super::piece_square_table::steps_to_promotion;
use super::tapered::{Tapered, tapered};
use super::weights::Weights;

/// Greatest number of steps to promotion of a passed pawn that gets a bonus in addition to that for its placement.
const MAX_PASSED_STEPS: u8 = 5;

#[derive(Debug)]
pub struct PawnTables {
    /// Number of steps from the square to promotion; 255 if no promotion square is ahead.
    steps_to_promotion: ByColor<Vec<u8>>,
    /// Squares ahead of a pawn, up to its promotion square.
    promotion_path: ByColor<Vec<Bitboard>>,
    /// Squares on which an enemy pawn could stop a pawn or capture it on its way. A pawn is passed if there is none.
    passed_mask: ByColor<Vec<Bitboard>>,
    /// Squares from which an enemy pawn could advance to attack the square.
    pawn_attack_span: ByColor<Vec<Bitboard>>,
    /// Squares on which a piece can be on an outpost: those beyond the middle of the board.
    outposts: ByColor<Bitboard>,
    /// Kinds that slide along files but not along diagonals, such as rooks.
    rooks: Vec<PieceKind>,
    /// Non-pawn kinds that only leap, such as knights.
    pub leapers: Vec<PieceKind>,
    /// Non-pawn kinds that never leave the squares of one color, such as bishops.
    pub bishops: Vec<PieceKind>,
    /// Squares on which a passed pawn gets a bonus.
    near_promotion: ByColor<Bitboard>,
    /// All squares but those of the first file.
    not_first_file: Bitboard,
    /// Value of the best promotion piece.
    promotion_value: i32,
}

impl PawnTables {
    /// Computes the tables of `variant` with these piece values, in centipawns.
    pub fn new(variant: &Variant, values: &[i32]) -> Self {
        let table = |make: &dyn Fn(Color, Square) -> Bitboard| {
            ByColor::from_fn(|color| Square::all().map(|s| make(color, s)).collect::<Vec<_>>())
        };
        let board = variant.geometry().board();
        let steps = |color, square| steps_to_promotion(variant, color, square).unwrap_or(u8::MAX);
        let path = |color: Color, square: Square| -> Bitboard {
            let count = steps_to_promotion(variant, color, square).unwrap_or(0);
            (1..=count).filter_map(|n| square.offset(0, color.forward() * n as i8)).collect()
        };
        let passed_mask = |color: Color, square: Square| -> Bitboard {
            let count = steps_to_promotion(variant, color, square).unwrap_or(0);
            let ahead = (1..=count + 1).flat_map(|n| {
                [-1, 0, 1].into_iter().filter_map(move |f| square.offset(f, color.forward() * n as i8))
            });
            ahead.filter(|&s| board.contains(s)).collect()
        };
        let attack_span = |color: Color, square: Square| -> Bitboard {
            let ahead = (1..16)
                .flat_map(|n| [-1, 1].into_iter().filter_map(move |f| square.offset(f, color.forward() * n)));
            ahead.filter(|&s| board.contains(s)).collect()
        };
        let outposts = |color: Color| -> Bitboard {
            let ranks = variant.rules().ranks;
            board
                .into_iter()
                .filter(|&s| material::relative(variant, s, color).rank() >= (ranks - 1) / 2)
                .collect()
        };
        let near = |color: Color| -> Bitboard {
            board.into_iter().filter(|&s| (1..=MAX_PASSED_STEPS).contains(&steps(color, s))).collect()
        };
        let best = variant.rules().promotion.to.iter().map(|kind| values[kind.index()]).max();
        Self {
            steps_to_promotion: ByColor::from_fn(|color| Square::all().map(|s| steps(color, s)).collect()),
            promotion_path: table(&path),
            passed_mask: table(&passed_mask),
            pawn_attack_span: table(&attack_span),
            outposts: ByColor::from_fn(outposts),
            rooks: material::rooks(variant),
            leapers: material::leapers(variant),
            bishops: material::bishops(variant),
            near_promotion: ByColor::from_fn(near),
            not_first_file: board.into_iter().filter(|s| s.file() > 0).collect(),
            promotion_value: best.unwrap_or(0),
        }
    }

    /// Evaluation of the pawns of `color`, in addition to material and placement.
    pub fn evaluate(
        &self,
        position: &Position,
        color: Color,
        attacks: &Attacks,
        weights: &Weights,
    ) -> Tapered {
        let board = position.board();
        let all = board.by_kinds(&position.variant().rules().pawns);
        let pawns = all & board.by_color(color);
        if pawns.is_empty() {
            return Tapered::default();
        }
        let count = |set: Bitboard| set.count() as i32;
        let files = pawns.files();
        let isolated = files & !(files << 1) & !(files >> 1);
        let step = i16::from(color.forward()) * 16;
        let neighbours = pawns.shifted(1) & self.not_first_file | (pawns & self.not_first_file).shifted(-1);
        let connected = pawns & (attacks.by_pawns[color] | neighbours);
        // Pawns without support by another pawn, which an enemy pawn could capture after a step.
        let backward = pawns.without(connected)
            & (attacks.by_pawns[!color].without(attacks.by_pawns[color])).shifted(-step);
        let structure = weights.pawn_defended * count(pawns & attacks.by_pawns[color])
            + weights.pawn_phalanx * count(pawns & pawns.shifted(1) & self.not_first_file)
            - weights.pawn_isolated * isolated.count_ones() as i32
            - weights.pawn_doubled * (count(pawns) - files.count_ones() as i32)
            - weights.pawn_backward * count(backward)
            - weights.pawn_blocked * count(pawns.shifted(step) & board.occupied());
        let mut score = tapered(structure, structure);
        let enemy_pawns = all & board.by_color(!color);
        score += self.open_files(position, color, files, enemy_pawns.files(), attacks.kings[color], weights);
        score += self.outposts(position, color, enemy_pawns, attacks, weights);
        // Squares that pawns would attack after a step to a square that no enemy pawn attacks.
        let steps = pawns.shifted(step).without(board.occupied() | attacks.by_pawns[!color]);
        let ahead = steps.shifted(step);
        let reach = ahead.shifted(1) & self.not_first_file | (ahead & self.not_first_file).shifted(-1);
        let threats = weights.push_threat * count(reach & board.by_color(!color).without(all));
        score += tapered(threats, threats / 2);
        for pawn in pawns & self.near_promotion[color] {
            if !self.passed_mask[color][pawn.index()].intersects(enemy_pawns) {
                score += self.passed_pawn(position, color, pawn, connected.contains(pawn), attacks, weights);
            }
        }
        score
    }

    /// Bonus for rooks on files without own pawns, and penalty for a king on such a file. `own_files` and `enemy_files` have
    /// a bit for each file with pawns of the side.
    fn open_files(
        &self,
        position: &Position,
        color: Color,
        own_files: u16,
        enemy_files: u16,
        king: Option<Square>,
        weights: &Weights,
    ) -> Tapered {
        let board = position.board();
        let without_own = Bitboard::on_every_rank(!own_files);
        let rooks = board.by_kinds(&self.rooks) & board.by_color(color) & without_own;
        let half_open = (rooks & Bitboard::on_every_rank(enemy_files)).count() as i32;
        let open = rooks.count() as i32 - half_open;
        let king_is_open = king.is_some_and(|king| without_own.contains(king));
        let bonus = weights.open_file * open + weights.half_open_file * half_open
            - weights.king_half_open_file * i32::from(king_is_open);
        tapered(bonus, 0)
    }

    /// Bonus for pieces on outposts: squares that an own pawn defends and that enemy pawns cannot come to attack.
    fn outposts(
        &self,
        position: &Position,
        color: Color,
        enemy_pawns: Bitboard,
        attacks: &Attacks,
        weights: &Weights,
    ) -> Tapered {
        let board = position.board();
        let candidates = (self.outposts[color] & board.by_color(color) & attacks.by_pawns[color])
            .without(attacks.by_pawns[!color]);
        if candidates.is_empty() {
            return Tapered::default();
        }
        let count = |kinds: &[PieceKind]| -> i32 {
            let pieces = kinds.iter().flat_map(|&kind| candidates & board.by_kind(kind));
            pieces.filter(|s| !self.pawn_attack_span[color][s.index()].intersects(enemy_pawns)).count() as i32
        };
        tapered(
            weights.leaper_outpost * count(&self.leapers) + weights.bishop_outpost * count(&self.bishops),
            0,
        )
    }

    fn passed_pawn(
        &self,
        position: &Position,
        color: Color,
        pawn: Square,
        is_connected: bool,
        attacks: &Attacks,
        weights: &Weights,
    ) -> Tapered {
        let left = i32::from(self.steps_to_promotion[color][pawn.index()]);
        // Percentage that is 100 one step from promotion, and less for each further step.
        let way = 100 * (i32::from(MAX_PASSED_STEPS) + 1 - left) / i32::from(MAX_PASSED_STEPS);
        let nearness = way * way / 100;
        let path = self.promotion_path[color][pawn.index()];
        let (own, enemy) = (attacks.by_all[color], attacks.by_all[!color]);
        let is_free = !path.intersects(position.board().occupied());
        let is_defended = !path.intersects(enemy.without(own));
        let extra = i32::from(is_free) * weights.passed_free
            + i32::from(is_free && !path.intersects(enemy)) * weights.passed_safe
            + i32::from(is_connected) * weights.passed_connected
            + i32::from(is_free && is_defended && left == 1) * self.promotion_value * weights.promoting / 100;
        // The kings race for the square in front of the pawn.
        let stop = pawn.offset(0, color.forward()).unwrap_or(pawn);
        let distance = |color: Color| attacks.kings[color].map_or(0, |king| distance(king, stop).min(5));
        let kings = weights.passed_enemy_king * distance(!color) - weights.passed_own_king * distance(color);
        tapered(
            (weights.passed_mg + extra) * nearness / 100,
            (weights.passed_eg + extra + kings) * nearness / 100,
        )
    }
}

/// Number of moves that a king needs from one square to another on an empty board.
pub fn distance(a: Square, b: Square) -> i32 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())).into()
}
