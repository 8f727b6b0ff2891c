//! Flag goals: how near each side is to the region that it must reach.

use arrayvec::ArrayVec;

use crate::rules::betza::Component;
use crate::rules::goals::{Flag, Goal};
use crate::rules::piece::MAX_KINDS;
use crate::rules::{Bitboard, ByColor, Color, Move, Piece, PieceKind, Position, Square, Variant};

use super::attacks::Attacks;

// Values are in centipawns.

/// Value of a king in its region. If the king can reach `n` squares of it after `plies` plies, but not earlier, this adds
/// `KING_GOAL * 4n / (4n + plies²)` to the value of its way.
const KING_GOAL: i32 = 1_000;
/// Takes the place of [`KING_GOAL`] where no move may give check. Such a king is not in danger on its way.
const SAFE_KING_GOAL: i32 = 1_500;
/// Value of the whole way of a piece other than a king. A piece that has made `made` moves of a way of `longest` moves has
/// the value `ADVANCE * made² / longest²`.
const ADVANCE: i32 = 1_000;
/// Value of two pieces other than kings beside each other (phalanx). Either can defend the other after its next step.
const PHALANX: i32 = 20;
/// Part of the value of its way that a piece gains if its own side defends it, in percent.
const DEFENDED_PERCENT: i32 = 30;
/// Value of a race that is won, without its plies.
const RACE: i32 = 2_500;
/// Value of each ply by which a race is won earlier.
const RACE_PLY: i32 = 60;
/// Number of moves up to which a race is computed.
const MAX_RACE: usize = 6;
/// Distance of a piece that cannot reach its region.
const NEVER: u8 = u8::MAX;

/// Tables of a variant with a flag goal.
#[derive(Debug)]
pub struct FlagTables {
    rule: Flag,
    /// The kind of the kings, which are not risked in a race.
    king: Option<PieceKind>,
    /// The moves of each kind, in the order of the variant's table of pieces.
    moves: ByColor<Vec<Moves>>,
    /// For each kind that counts, the number of moves from each square to the region.
    distance: ByColor<Vec<Vec<u8>>>,
    /// For each kind that counts, the squares outside the region from which it can reach it in one move.
    near: ByColor<Vec<Bitboard>>,
    /// All squares but those of the first file.
    not_first_file: Bitboard,
    /// The longest way to the region of each side.
    longest: ByColor<i32>,
    /// Whether races are computed.
    has_races: bool,
}

/// The squares that a kind can reach from each square if no other piece is on the board but one that it captures.
#[derive(Debug)]
struct Moves {
    quiet: Vec<Bitboard>,
    capture: Vec<Bitboard>,
}

impl Moves {
    fn new(variant: &Variant, piece: Piece) -> Self {
        let board = variant.geometry().board();
        let quiet = |from| variant.destinations(piece, from, &ByColor::default());
        let capture = |from| {
            let to_enemies = |enemies: Bitboard| {
                let mut occupied = ByColor::<Bitboard>::default();
                occupied[!piece.color] = enemies;
                variant.destinations(piece, from, &occupied) & enemies
            };
            // Slides end at the nearest of many enemies, so that their other squares are tried one by one.
            let leaps = to_enemies(board.without(Bitboard::from_square(from)));
            let is_slide = |&to: &Square| to_enemies(Bitboard::from_square(to)).any();
            leaps | quiet(from).without(leaps).into_iter().filter(is_slide).collect()
        };
        let on_board = |make: &dyn Fn(Square) -> Bitboard| {
            Square::all().map(|s| if board.contains(s) { make(s) } else { Bitboard::EMPTY }).collect()
        };
        Self { quiet: on_board(&quiet), capture: on_board(&capture) }
    }

    fn from(&self, square: Square) -> Bitboard {
        self.quiet[square.index()] | self.capture[square.index()]
    }
}

impl FlagTables {
    /// The tables of `variant`, if it has a flag goal.
    pub fn new(variant: &Variant) -> Option<Self> {
        let rule = variant.rules().goals.iter().find_map(|goal| match goal {
            Goal::Flag(rule) => Some(rule.clone()),
            _ => None,
        })?;
        let moves: ByColor<Vec<Moves>> = ByColor::from_fn(|color| {
            variant.kinds().map(|kind| Moves::new(variant, Piece::new(color, kind))).collect()
        });
        let board = variant.geometry().board();
        let distance = ByColor::from_fn(|color| {
            let by_kind = |&kind: &PieceKind| {
                let region = region_of(variant, &rule, Piece::new(color, kind));
                distances(&moves[color][kind.index()], region, board)
            };
            rule.kinds[color].iter().map(by_kind).collect::<Vec<_>>()
        });
        let near = |table: &Vec<u8>| board.into_iter().filter(|s| table[s.index()] == 1).collect();
        let longest = |color: Color| {
            let ways = distance[color].iter().flatten().filter(|&&way| way != NEVER);
            ways.max().map_or(1, |&way| i32::from(way).max(1))
        };
        Some(Self {
            king: variant.rules().king_kind(),
            near: ByColor::from_fn(|color| distance[color].iter().map(near).collect()),
            not_first_file: board.into_iter().filter(|square| square.file() > 0).collect(),
            longest: ByColor::from_fn(longest),
            has_races: has_races(variant, &rule),
            moves,
            distance,
            rule,
        })
    }

    /// The region of `color` if it could reach it by its next move, if it were its turn; otherwise empty. Pins are ignored.
    #[inline]
    pub fn near_region(&self, position: &Position, color: Color) -> Bitboard {
        let pieces = position.board().by_color(color);
        let kinds = self.rule.kinds[color].iter().zip(&self.near[color]);
        let mut near = kinds.map(|(&kind, &near)| pieces & position.board().by_kind(kind) & near);
        let is_near =
            near.any(|set| set.any() && set.into_iter().any(|from| self.reaches(position, color, from)));
        if is_near { self.rule.region[color] } else { Bitboard::EMPTY }
    }

    /// Number of moves to the region that a piece of `kind` has left after `mv` on an empty board. `None` if it is not nearer
    /// than before, or does not count.
    pub fn moves_left(&self, color: Color, kind: PieceKind, mv: Move) -> Option<u8> {
        let index = self.rule.kinds[color].iter().position(|&counts| counts == kind)?;
        let distance = &self.distance[color][index];
        let [before, after] = [mv.from, mv.to].map(|square| distance[square.index()]);
        (after < before).then_some(after)
    }

    /// Whether the piece on `from` reaches the goal of `color` by one move.
    fn reaches(&self, position: &Position, color: Color, from: Square) -> bool {
        let board = position.board();
        let Some(piece) = board.piece_at(from) else { return false };
        let region = self.rule.region[color];
        let there = (board.by_kinds(&self.rule.kinds[color]) & board.by_color(color) & region).count();
        if there + 1 < self.rule.count && !self.rule.blocked_wins {
            return false;
        }
        let must_be_safe = self.rule.safe || position.variant().rules().royal_kind == Some(piece.kind);
        let targets = position.destinations_from(from) & region_of(position.variant(), &self.rule, piece);
        targets.into_iter().any(|to| {
            let enemies = || position.attackers_without(to, !color, from).without(Bitboard::from_square(to));
            !must_be_safe || enemies().is_empty()
        })
    }

    /// Value of the goals of both sides in centipawns, from White's view.
    pub fn evaluate(&self, position: &Position, attacks: &Attacks) -> i32 {
        let side = |color| self.king_way(position, color, attacks) + self.advance(position, color, attacks);
        let races = ByColor::from_fn(|color| self.race(position, color));
        let race = match (races.white, races.black) {
            (Some(plies), None) => RACE - RACE_PLY * plies,
            (None, Some(plies)) => RACE_PLY * plies - RACE,
            _ => 0,
        };
        side(Color::White) - side(Color::Black) + race
    }

    /// Value of the way that a king has to its region.
    ///
    /// The ways are followed move by move. A square that is occupied by an own piece or attacked costs one move more, and one
    /// that is both or that is attacked twice costs two, because the square must become free first.
    fn king_way(&self, position: &Position, color: Color, attacks: &Attacks) -> i32 {
        let Some(kind) = self.king.filter(|kind| self.rule.kinds[color].contains(kind)) else { return 0 };
        let (board, region) = (position.board(), self.rule.region[color]);
        let (own, attacked) = (board.by_color(color), attacks.by_all[!color]);
        let one_late = own | attacked;
        let two_late = (own & attacked) | attacks.by_two[!color];
        let may_check = position.variant().rules().may_check;
        let goal = if may_check { KING_GOAL } else { SAFE_KING_GOAL };
        let moves = &self.moves[color][kind.index()];
        // The squares that are reached after the next three numbers of moves.
        let mut next = [board.by_piece(color, kind), Bitboard::EMPTY, Bitboard::EMPTY];
        let (mut done, mut value) = (Bitboard::EMPTY, 0);
        for moved in 0.. {
            let current = next[0].without(done);
            next = [next[1], next[2], Bitboard::EMPTY];
            if current.is_empty() && next.iter().all(|set| set.is_empty()) {
                break;
            }
            done |= current;
            let targets = (current & region).count() as i32;
            if targets > 0 {
                let plies = (2 * moved - i32::from(position.turn() == color)).max(0);
                value += 4 * goal * targets / (4 * targets + plies * plies);
            }
            for from in current.without(region) {
                let reached = moves.from(from).without(done);
                next[0] |= reached.without(one_late | two_late);
                next[1] |= reached.without(two_late);
                next[2] |= reached;
            }
        }
        value
    }

    /// Value of the ways that the pieces of `color` other than kings have made, and of their phalanxes.
    fn advance(&self, position: &Position, color: Color, attacks: &Attacks) -> i32 {
        let longest = self.longest[color];
        let mut value = 0;
        for (&kind, distance) in self.rule.kinds[color].iter().zip(&self.distance[color]) {
            if self.king == Some(kind) {
                continue;
            }
            let pieces = position.board().by_piece(color, kind);
            value += PHALANX * (pieces & pieces.shifted(1) & self.not_first_file).count() as i32;
            for square in pieces {
                let made = (longest - i32::from(distance[square.index()])).max(0);
                let way = ADVANCE * made * made / (longest * longest);
                let is_defended = attacks.by_all[color].contains(square);
                value += way + if is_defended { way * DEFENDED_PERCENT / 100 } else { 0 };
            }
        }
        value
    }

    /// For each piece that counts, the number of its moves to the region on an empty board.
    fn ways(&self, position: &Position, color: Color) -> impl Iterator<Item = u8> {
        let kinds = self.rule.kinds[color].iter().zip(&self.distance[color]);
        kinds.flat_map(move |(&kind, table)| {
            position.board().by_piece(color, kind).into_iter().map(|square| table[square.index()])
        })
    }

    /// Number of plies after which a piece of `color` has reached its region. `None` if the enemy may prevent that or reach its
    /// own goal before, and in variants without [races](has_races). Draws by repetition, move rule and stalemate are ignored.
    fn race(&self, position: &Position, color: Color) -> Option<i32> {
        if !self.has_races {
            return None;
        }
        let board = position.board();
        let own = board.by_color(color);
        let region = self.rule.region[color];
        let is_turn = position.turn() == color;
        let runners = |(&kind, distance): (&PieceKind, &Vec<u8>)| {
            let pieces = board.by_piece(color, kind).into_iter();
            pieces.filter(|square| usize::from(distance[square.index()]) <= MAX_RACE).collect()
        };
        let kinds = self.rule.kinds[color].iter().zip(&self.distance[color]);
        let mut runners: ArrayVec<Bitboard, MAX_KINDS> = kinds.take(MAX_KINDS).map(runners).collect();
        if runners.iter().all(|set| set.is_empty()) {
            return None;
        }
        let enemy_moves = self.ways(position, !color).min().map_or(usize::MAX, usize::from);
        let mut enemy = Enemy::new(position, &self.moves[!color], !color);
        if !is_turn {
            runners.iter_mut().for_each(|set| *set = set.without(enemy.attacked));
            enemy.advance();
        }
        for moved in 1..=MAX_RACE {
            // The enemy may reach its goal first.
            if moved > enemy_moves || (moved == enemy_moves && !is_turn) {
                return None;
            }
            let mut reached = false;
            for (&kind, set) in self.rule.kinds[color].iter().zip(&mut runners) {
                let moves = &self.moves[color][kind.index()];
                let mut next = Bitboard::EMPTY;
                for square in *set {
                    let (quiet, capture) = (moves.quiet[square.index()], moves.capture[square.index()]);
                    next |= quiet.without(enemy.occupied) | (quiet & capture);
                }
                next = next.without(own);
                reached |= next.intersects(region);
                *set = next.without(enemy.attacked);
            }
            if reached {
                return Some(2 * moved as i32 - i32::from(is_turn));
            }
            if runners.iter().all(|set| set.is_empty()) {
                return None;
            }
            enemy.advance();
        }
        None
    }
}

/// All that a side could occupy and attack by a number of moves. Its pieces make all their moves at once, so that the side can
/// in fact do less.
struct Enemy<'a> {
    moves: &'a [Moves],
    /// For each kind, the squares that it has reached and those among them that it has reached by the last move.
    by_kind: ArrayVec<(Bitboard, Bitboard), MAX_KINDS>,
    occupied: Bitboard,
    attacked: Bitboard,
}

impl<'a> Enemy<'a> {
    fn new(position: &Position, moves: &'a [Moves], color: Color) -> Self {
        let pieces = |kind| position.board().by_piece(color, kind);
        let by_kind = position.variant().kinds().map(|kind| (pieces(kind), pieces(kind))).collect();
        let mut enemy =
            Self { moves, by_kind, occupied: position.board().by_color(color), attacked: Bitboard::EMPTY };
        enemy.add_attacks();
        enemy
    }

    /// Adds the attacks from the squares that were reached by the last move.
    fn add_attacks(&mut self) {
        for (moves, (_, newest)) in self.moves.iter().zip(&self.by_kind) {
            newest.into_iter().for_each(|square| self.attacked |= moves.capture[square.index()]);
        }
    }

    fn advance(&mut self) {
        for (moves, (all, newest)) in self.moves.iter().zip(&mut self.by_kind) {
            let mut next = Bitboard::EMPTY;
            newest.into_iter().for_each(|square| next |= moves.from(square));
            *newest = next.without(*all);
            *all |= *newest;
            self.occupied |= *newest;
        }
        self.add_attacks();
    }
}

/// The squares of the region of `rule` on which `piece` counts. It does not where it must promote to a kind that does not.
fn region_of(variant: &Variant, rule: &Flag, piece: Piece) -> Bitboard {
    let (region, promotion) = (rule.region[piece.color], &variant.rules().promotion);
    let counts = |kind: &PieceKind| rule.kinds[piece.color].contains(kind);
    let can_count =
        !promotion.from.contains(&piece.kind) || promotion.to.is_empty() || promotion.to.iter().any(counts);
    if can_count { region } else { region.without(promotion.mandatory[piece.color]) }
}

/// Whether the variant has races: the pieces that count move by single steps, which nothing can block but a piece on the
/// target, and no other rule makes a side do anything else than run. Pieces that hop are not in the tables of [`Moves`].
fn has_races(variant: &Variant, rule: &Flag) -> bool {
    let rules = variant.rules();
    let moves = |kind: PieceKind| variant.piece(kind).moves.iter();
    let is_step = |component: &Component| {
        component.range == 1
            && component.first_leg.is_none()
            && component.steps.iter().all(|&(files, ranks)| files.abs().max(ranks.abs()) == 1)
    };
    let mut runners = Color::ALL.into_iter().flat_map(|color| &rule.kinds[color]);
    let is_plain_flag = rule.count <= 1 && !rule.safe && !rule.last_move && rules.goals.len() == 1;
    is_plain_flag
        && runners.all(|&kind| moves(kind).all(is_step))
        && variant.kinds().all(|kind| moves(kind).all(|component| component.hop.is_none()))
        && rules.king_kind().is_none()
        && rules.pseudo_royal.is_none()
        && rules.castling.is_none()
        && rules.promotion.to.is_empty()
        && rules.piece_promotions.is_empty()
        && !rules.must_capture
}

/// Number of moves from each square to `region` by `moves`, if no other pieces are on the board.
fn distances(moves: &Moves, region: Bitboard, board: Bitboard) -> Vec<u8> {
    let mut distances = vec![NEVER; 256];
    let mut reached = region & board;
    let mut distance = 0;
    let mut newest = reached;
    while newest.any() && distance < NEVER {
        newest.into_iter().for_each(|square| distances[square.index()] = distance);
        newest = board.without(reached).into_iter().filter(|&s| moves.from(s).intersects(reached)).collect();
        reached |= newest;
        distance += 1;
    }
    distances
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use crate::engine::goals::wins_at_once;
    use crate::engine::{Engine, Evaluator, Limits, Score};
    use crate::notation::coords::format_move;
    use crate::notation::{fen, variants_ini::Variants};
    use crate::rules::{Position, Variant};

    fn position(variant: &str, text: &str) -> Position {
        fen::parse(&Variants::built_in().get(variant).expect("built in"), text).expect("a position")
    }

    /// Score and best move of a search of one ply.
    fn search(position: &Position) -> (Score, String) {
        let mut engine = Engine::new(Default::default());
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let report = engine.go(position, &[], &limits, &AtomicBool::new(false), |_| {});
        (report.score, report.best_move().map(|mv| format_move(position.variant(), mv)).unwrap_or_default())
    }

    /// White's king goes to the third rank, and Black cannot keep it from the center. Quiescence sees that no answer helps.
    #[test]
    fn a_goal_that_cannot_be_prevented_is_seen_by_a_search_of_one_ply() {
        let position = position("kingofthehill", "7k/8/8/8/8/8/3K4/8 w - - 0 1");
        assert_eq!(search(&position).0, Score::Mate(2));
    }

    /// The white king threatens to go to e4 or d4. Only one move of the rook attacks both squares, and quiescence sees that
    /// the capture of the knight loses.
    #[test]
    fn a_threat_to_reach_the_goal_is_stopped_by_a_search_of_one_ply() {
        let position = position("kingofthehill", "k6r/8/8/8/8/4K3/7N/8 b - - 0 1");
        let (score, mv) = search(&position);
        assert_eq!(mv, "h8h4");
        assert!(matches!(score, Score::Centipawns(_)), "{score:?}");
    }

    /// White's king reaches the last rank. The game goes on for one move, by which Black's king may follow. White has won
    /// only if it cannot.
    #[test]
    fn a_goal_that_the_other_side_can_reach_as_well_does_not_win_at_once() {
        let wins = |text| {
            let mut position = position("racingkings", text);
            let evaluator = Evaluator::new(position.variant());
            wins_at_once(evaluator.near_region(&position, position.turn()), &mut position, &mut Vec::new())
        };
        assert!(wins("8/K7/7k/8/8/8/8/8 w - - 0 1"));
        assert!(!wins("8/K6k/8/8/8/8/8/8 w - - 0 1"));
        assert!(wins("8/K6k/8/8/8/8/8/8 b - - 0 1"));
    }

    /// A pawn of breakthrough has five moves left after its step to the third rank, and so has a king of racing kings. A king
    /// that steps aside or back, and a rook, which does not count, come no nearer.
    #[test]
    fn moves_left_count_for_pieces_that_come_nearer() {
        let moves_left = |variant: &str, text: &str, mv: &str| {
            let position = position(variant, text);
            let mv = crate::notation::coords::parse_move(&position, mv).expect("a legal move");
            Evaluator::new(position.variant()).moves_left(&position, mv)
        };
        assert_eq!(moves_left("breakthrough", "pppppppp/8/8/8/8/8/PPPPPPPP/8 w - - 0 1", "a2b3"), Some(5));
        let racing = |mv| moves_left("racingkings", "8/8/8/8/8/1k6/7K/4R3 w - - 0 1", mv);
        assert_eq!(["h2g3", "h2g2", "h2h1", "e1e8"].map(racing), [Some(5), None, None, None]);
    }

    /// A queen attacks d4 through the king, so that the king can reach only e4. With a rook on the e-file it can reach neither.
    #[test]
    fn a_king_does_not_threaten_to_reach_an_attacked_square() {
        let is_near = |text| {
            let position = position("kingofthehill", text);
            Evaluator::new(position.variant()).near_region(&position, position.turn()).any()
        };
        assert!(is_near("7k/8/8/8/8/3K4/8/3q4 w - - 0 1"));
        assert!(!is_near("7k/8/8/8/8/3K4/8/3qr3 w - - 0 1"));
    }

    /// A pawn with a free way wins the race, whoever is to move. It does not if a pawn can capture it on its way, or if the
    /// enemy is nearer to its goal.
    #[test]
    fn a_runner_that_nobody_can_stop_decides_the_race() {
        let value = |text| {
            let position = position("breakthrough", text);
            Evaluator::new(position.variant()).evaluate(&position)
        };
        let won = super::RACE / 2;
        assert!(value("8/7p/8/P7/8/8/8/8 w - - 0 1") > won);
        assert!(value("8/7p/8/P7/8/8/8/8 b - - 0 1") < -won);
        assert!(value("ppp5/7p/8/P7/8/8/8/8 w - - 0 1") < won);
        assert!(value("8/8/8/P7/8/7p/8/8 w - - 0 1") < won);
        assert!(value("8/8/8/8/8/8/P7/8 b - - 0 1") < -won);
    }

    /// A variant with this parent and these settings.
    fn variant(parent: &str, settings: &str) -> Arc<Variant> {
        let text = format!("[test:{parent}]\n{settings}\n");
        let variants = Variants::built_in().with_file("test.ini", &text).expect("a valid file");
        variants.get("test").expect("in the file")
    }

    /// Nobody can stop the pawn by its moves, but the race is not counted as won where an enemy could capture by a hop, where
    /// captures are mandatory, and where two pieces must reach the region.
    #[test]
    fn a_race_is_not_won_where_other_rules_could_stop_the_runner() {
        let value = |settings| {
            let variant = variant("breakthrough", settings);
            let position = fen::parse(&variant, "8/7p/8/P7/8/8/8/8 w - - 0 1").expect("a position");
            Evaluator::new(&variant).evaluate(&position)
        };
        let won = super::RACE / 2;
        assert!(value("nMoveRule = 0") > won);
        for settings in ["customPiece1 = c:mRcpR", "mustCapture = true", "flagPieceCount = 2"] {
            assert!(value(settings) < won, "{settings}");
        }
    }

    /// A pawn that must promote on the last rank does not count there. It does if it may stay a pawn.
    #[test]
    fn a_piece_that_must_promote_does_not_reach_the_goal() {
        let is_near = |settings| {
            let flag = "flagPiece = p\nflagRegionWhite = *8\nflagRegionBlack = *1\n";
            let variant = variant("chess", &format!("{flag}{settings}"));
            let position = fen::parse(&variant, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").expect("a position");
            Evaluator::new(&variant).near_region(&position, position.turn()).any()
        };
        assert!(!is_near("mandatoryPawnPromotion = true"));
        assert!(is_near("mandatoryPawnPromotion = false"));
    }

    /// Two knights must reach the center. The second one is near it only if the first one is there already.
    #[test]
    fn a_goal_of_two_pieces_is_near_when_one_is_missing() {
        let variant = variant("chess", "flagPiece = n\nflagRegion = d4 e4 d5 e5\nflagPieceCount = 2");
        let evaluator = Evaluator::new(&variant);
        let position = |text| fen::parse(&variant, text).expect("a position");
        let (one, none) =
            (position("4k3/8/8/3N4/8/2N5/8/4K3 w - - 0 1"), position("4k3/8/8/8/8/2N2N2/8/4K3 w - - 0 1"));
        assert!(evaluator.near_region(&one, one.turn()).any());
        assert!(!evaluator.near_region(&none, none.turn()).any());
    }

    /// The knight counts only on a square that is not attacked. It can go to d5 or e4. A rook attacks the first, a second
    /// rook the other one.
    #[test]
    fn a_goal_that_must_be_safe_is_not_near_if_its_squares_are_attacked() {
        let variant = variant("chess", "flagPiece = n\nflagRegion = d4 e4 d5 e5\nflagPieceSafe = true");
        let evaluator = Evaluator::new(&variant);
        let position = |text| fen::parse(&variant, text).expect("a position");
        let (free, attacked) =
            (position("4k3/8/8/r7/8/2N5/8/4K3 w - - 0 1"), position("4k3/8/8/r7/r7/2N5/8/4K3 w - - 0 1"));
        assert!(evaluator.near_region(&free, free.turn()).any());
        assert!(!evaluator.near_region(&attacked, free.turn()).any());
    }

    /// A king in the middle or the third check wins. A king nearer to the middle, one check less to give and a rook more
    /// each increase the value. In a variant with three checks in which captures are mandatory and losing all pieces wins,
    /// a check that was given still counts.
    #[test]
    fn the_goals_of_a_variant_are_added() {
        let evaluate = |variant: &Arc<Variant>, text: &str| {
            Evaluator::new(variant).evaluate(&fen::parse(variant, text).expect("a position"))
        };
        let hill = variant(
            "kingofthehill",
            "checkCounting = true\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
        );
        let value = evaluate(&hill, "7k/8/8/8/8/8/8/K5R1 w - - 3+3 0 1");
        assert!(evaluate(&hill, "7k/8/8/8/8/8/8/K5R1 w - - 1+3 0 1") > value + 200);
        assert!(evaluate(&hill, "7k/8/8/8/8/2K5/8/6R1 w - - 3+3 0 1") > value + 200);
        let giveaway = variant(
            "giveaway",
            "checkCounting = true\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
        );
        let value =
            |checks, rank| evaluate(&giveaway, &format!("7k/p7/8/8/8/8/P7/{rank} w - - {checks} 0 1"));
        assert!(value("1+3", "K7") > value("3+3", "K7") + 200);
        assert!(value("3+3", "K5R1") < value("3+3", "K7"));
    }

    /// Two pieces beside each other are worth more than two apart.
    #[test]
    fn a_phalanx_of_runners_is_worth_more() {
        let value = |text| {
            let position = position("breakthrough", text);
            Evaluator::new(position.variant()).evaluate(&position)
        };
        let black = "pppppppp/8/8/8/8";
        assert!(
            value(&format!("{black}/3PP3/8/8 w - - 0 1")) > value(&format!("{black}/2P2P2/8/8 w - - 0 1"))
        );
    }

    /// A king that comes nearer to its region, and one whose way becomes free, are worth more.
    #[test]
    fn a_shorter_and_a_free_way_of_the_king_are_worth_more() {
        let value = |text| {
            let position = position("racingkings", text);
            Evaluator::new(position.variant()).evaluate(&position)
        };
        let near = value("8/8/8/K7/8/8/8/k7 w - - 0 1");
        assert!(near > value("8/8/8/8/8/K7/8/k7 w - - 0 1") + 50);
        assert!(value("8/8/8/K7/8/8/6n1/k7 w - - 0 1") > value("8/8/2n5/K7/8/8/8/k7 w - - 0 1"));
    }
}
