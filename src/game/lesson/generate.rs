//! Lessons made from the table of a variant: steps for each kind of piece, for promotion, en passant, check, mate, castling
//! and a king's first jump. The rules engine finds the squares, so the lessons suit variants that nobody has written lessons for.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::file::{without_check, without_goals};
use super::{MoveOutcome, Step, Task, solver};
use crate::engine::piece_value;
use crate::game::description::{capitalized, clauses, place, with_article};
use crate::game::puzzle::PuzzleGoal;
use crate::rules::betza::Component;
use crate::rules::variant::GameValue;
use crate::rules::{Bitboard, ByColor, Color, MoveFlag, Piece, PieceKind, Position, Setup, Square, Variant};

/// Most stars, or pieces to capture, of a step.
const MAX_TARGETS: usize = 4;
/// Usual number of stars, or pieces to capture. A piece with more ways of moving has a star for each.
const TARGETS: usize = 3;
/// Most positions that are tried for a step of a piece.
const MAX_TRIES: u32 = 400;
/// Greatest distance from a piece to one that it shall hop over, in steps of its movement.
const MAX_HURDLE: i8 = 3;

/// The lessons for `variant`. They depend on the variant alone.
///
/// ```
/// use xxlchess::game::lesson::generate::generate;
/// use xxlchess::notation::variants_ini::Variants;
///
/// let variant = Variants::built_in().get("xxlfairy").unwrap();
/// let steps = generate(&variant);
/// let step = steps.iter().find(|step| step.title == "The nightrider").unwrap();
/// assert!(step.text.starts_with("It leaps 2 squares and 1 to the side, and on in the same direction"));
/// ```
pub fn generate(variant: &Arc<Variant>) -> Vec<Step> {
    let free = without_check(variant);
    let with_kings = Arc::new(variant.with_rules(without_goals(variant)));
    // A pawn to be hopped over may stand where pawns promote. It must not become a piece that collects the stars.
    let mut rules = free.rules().clone();
    rules.promotion.to.clear();
    let pieces = Arc::new(variant.with_rules(rules));
    let mut steps: Vec<Step> = Vec::new();
    // A piece that combines others comes after them, because it is worth more. A king has no value and is the first.
    for kind in by_value(variant) {
        let [moves, captures] = [false, true].map(|captures| Course::step(&pieces, kind, captures));
        match (moves, captures) {
            (None, None) => steps.extend(immobile(&pieces, kind)),
            (moves, captures) => steps.extend(moves.into_iter().chain(captures)),
        }
    }
    steps.extend(variant.kinds().filter_map(|kind| promotion(&free, kind)));
    steps.extend(variant.rules().en_passant_kinds.iter().filter_map(|&kind| en_passant(&free, kind)));
    steps.extend(check(&with_kings));
    steps.extend(mate(&with_kings));
    steps.extend(castling(&with_kings));
    steps.extend(first_jump(&with_kings));
    steps.extend(practice(&free));
    steps
}

/// `components` of a movement in sentences: `It steps one square straight.`
fn sentences(variant: &Variant, kind: PieceKind, is_wanted: impl Fn(&Component) -> bool) -> String {
    format!("It {}.", clauses(variant, kind, is_wanted).join(". It also "))
}

/// The position of these pieces with White to move. It is `None` if the position is not legal.
fn position(variant: &Arc<Variant>, pieces: &[(Square, Piece)]) -> Option<Position> {
    Position::from_setup(variant, &Setup::at_start(pieces.to_vec())).ok()
}

/// The kinds of `variant`, the least valuable first. A king has no value and comes before them.
fn by_value(variant: &Variant) -> Vec<PieceKind> {
    let mut kinds: Vec<_> = variant.kinds().collect();
    kinds.sort_by_cached_key(|&kind| piece_value::value(variant, kind));
    kinds
}

/// A way for a piece over squares with stars, or with enemy pieces, one in each move.
#[derive(Clone)]
struct Course<'v> {
    free: &'v Arc<Variant>,
    piece: Piece,
    from: Square,
    /// The kind of the enemies. If there are none, the piece collects stars.
    enemy: Option<Piece>,
    /// Pieces of the learner that are in place to be hopped over.
    hurdles: Vec<Square>,
    targets: Vec<Square>,
}

impl<'v> Course<'v> {
    /// The step in which a piece of `kind` collects stars, or captures. It is `None` if the piece cannot do that.
    fn step(free: &'v Arc<Variant>, kind: PieceKind, captures: bool) -> Option<Step> {
        let row = free.piece(kind);
        let differs = row.moves.iter().any(|component| component.quiet != component.capture);
        let course = Self::longest(free, kind, captures)?;
        let name = &row.name;
        let (title, text) = match (captures, differs) {
            (false, false) => (format!("The {name}"), sentences(free, kind, |_| true)),
            (false, true) => (format!("The {name}"), sentences(free, kind, |component| component.quiet)),
            (true, true) => {
                (format!("The {name} captures"), sentences(free, kind, |component| component.capture))
            }
            (true, false) => {
                let text = "It captures as it moves, and takes the place of the enemy piece.";
                (format!("The {name} captures"), text.to_owned())
            }
        };
        let first = course.targets.first()?;
        let hint = match course.enemy {
            Some(enemy) => format!("Take the {} on {first} first.", free.piece(enemy.kind).name),
            None => format!("Go to {first} first."),
        };
        Some(Step { title, text, hint, ..course.bare_step()? })
    }

    /// The course with the most targets.
    fn longest(free: &'v Arc<Variant>, kind: PieceKind, captures: bool) -> Option<Self> {
        let piece = Piece::new(Color::White, kind);
        let moves = &free.piece(kind).moves;
        if !moves.iter().any(|component| if captures { component.capture } else { component.quiet }) {
            return None;
        }
        let ways: BTreeSet<_> = (0..)
            .zip(moves)
            .filter(|(_, component)| component.quiet)
            .flat_map(|(row, component)| component.steps.iter().map(move |&step| (row, shape(step))))
            .collect();
        let wanted = if captures { TARGETS } else { ways.len().clamp(TARGETS, MAX_TARGETS) };
        let enemies: Vec<Option<Piece>> = if captures {
            let pawns = |kind: &PieceKind| Reverse(free.rules().promotion.from.contains(kind));
            let mut kinds = by_value(free);
            kinds.sort_by_key(pawns);
            kinds.into_iter().map(|kind| Some(Piece::new(Color::Black, kind))).collect()
        } else {
            vec![None]
        };
        let starts = starts(free, kind);
        (1..=wanted).rev().find_map(|count| {
            starts.iter().find_map(|&from| {
                enemies.iter().find_map(|&enemy| {
                    let course = Self { free, piece, from, enemy, hurdles: Vec::new(), targets: Vec::new() };
                    course.extended(count, &mut 0)
                })
            })
        })
    }

    /// This course with more targets, `count` in all.
    fn extended(&self, count: usize, tries: &mut u32) -> Option<Self> {
        if self.targets.len() == count {
            return Some(self.clone());
        }
        self.longer().into_iter().find_map(|course| {
            *tries += 1;
            (*tries <= MAX_TRIES && course.is_right()).then(|| course.extended(count, tries)).flatten()
        })
    }

    /// The courses with one more target. Those with another way of moving, or another direction, come first.
    fn longer(&self) -> Vec<Self> {
        let at = self.targets.last().copied().unwrap_or(self.from);
        let rules = self.free.rules();
        let mut taken: Bitboard = self.targets.iter().chain(&self.hurdles).copied().collect();
        taken.insert(self.from);
        let mut closed = taken;
        if rules.promotion.from.contains(&self.piece.kind) {
            closed |= rules.promotion.region[Color::White];
        }
        let open = self.free.geometry().board().without(closed);
        let without = self.destinations(at, &self.hurdles, open);
        let mut found: Vec<(Square, Option<Square>)> =
            without.into_iter().map(|target| (target, None)).collect();
        for hurdle in self.hurdle_squares(at, taken) {
            let hurdles: Vec<Square> = self.hurdles.iter().copied().chain([hurdle]).collect();
            let open = open.without(Bitboard::from_square(hurdle));
            let new = self.destinations(at, &hurdles, open).without(without);
            found.extend(new.into_iter().map(|target| (target, Some(hurdle))));
        }
        found.sort_by_cached_key(|&(target, hurdle)| (self.rank_target(at, target), hurdle));
        let course = |(target, hurdle): (Square, Option<Square>)| {
            let mut course = self.clone();
            course.targets.push(target);
            course.hurdles.extend(hurdle);
            course
        };
        found.into_iter().map(course).collect()
    }

    /// The squares of `open` to which the piece can go from `at`, or on which it can capture.
    fn destinations(&self, at: Square, hurdles: &[Square], open: Bitboard) -> Bitboard {
        let reached = self.targets.iter().copied();
        let mut occupied = ByColor { white: hurdles.iter().copied().collect(), black: Bitboard::EMPTY };
        occupied.white.insert(at);
        if self.enemy.is_none() {
            return self.free.destinations(self.piece, at, &occupied) & open;
        }
        let left = |square: &Square| reached.clone().all(|other| other != *square);
        let captures = |square: &Square| {
            let mut occupied = occupied;
            occupied.black.insert(*square);
            self.free.destinations(self.piece, at, &occupied).contains(*square)
        };
        let is_edge = |square: &Square| [0, self.free.rules().ranks - 1].contains(&square.rank());
        // A pawn does not stand on the first or the last rank.
        let is_pawn = self.enemy.is_some_and(|enemy| self.free.rules().promotion.from.contains(&enemy.kind));
        open.into_iter()
            .filter(|square| left(square) && !(is_pawn && is_edge(square)) && captures(square))
            .collect()
    }

    /// The free squares on which a piece at `at` can need a piece to hop over.
    fn hurdle_squares(&self, at: Square, taken: Bitboard) -> Bitboard {
        let geometry = self.free.geometry();
        let hoppers =
            self.free.piece(self.piece.kind).moves.iter().filter(|component| component.hop.is_some());
        let steps = hoppers.flat_map(|component| &component.steps);
        let squares = steps.flat_map(|&(files, ranks)| {
            (1..=MAX_HURDLE).filter_map(move |count| geometry.offset(at, (count * files, count * ranks)))
        });
        squares.filter(|&square| geometry.board().contains(square) && !taken.contains(square)).collect()
    }

    /// Order of the next targets: a new way of moving first, then a new direction, then a distance that is easy to see.
    fn rank_target(&self, at: Square, target: Square) -> impl Ord + use<> {
        let squares: Vec<Square> = [self.from].into_iter().chain(self.targets.iter().copied()).collect();
        let before: Vec<_> = squares.windows(2).map(|pair| offset(pair[0], pair[1])).collect();
        let step = offset(at, target);
        let uses = |same: &dyn Fn((i8, i8)) -> bool| before.iter().filter(|&&other| same(other)).count();
        let way = uses(&|other| self.way(other) == self.way(step));
        let direction =
            uses(&|other| (other.0.signum(), other.1.signum()) == (step.0.signum(), step.1.signum()));
        let back =
            uses(&|other| (other.0.signum(), other.1.signum()) == (-step.0.signum(), -step.1.signum()));
        let length = step.0.abs().max(step.1.abs());
        let usual = (self.free.rules().ranks / 3) as i8;
        (way, direction + back, (length - usual).abs(), Reverse(target.rank()), target)
    }

    /// The row of the movement, and the shape of the single step, with which a piece moves by `offset`.
    fn way(&self, offset: (i8, i8)) -> Option<(usize, (i8, i8))> {
        let moves = self.free.piece(self.piece.kind).moves.iter().enumerate();
        let mut ways =
            moves.flat_map(|(row, component)| component.steps.iter().map(move |&step| (row, step)));
        let found = ways.find(|&(_, step)| {
            (1..16).any(|count| {
                (count * i16::from(step.0), count * i16::from(step.1)) == (offset.0.into(), offset.1.into())
            })
        });
        found.map(|(row, step)| (row, shape(step)))
    }

    /// Whether each move to the next target is legal and is not judged wrong.
    fn is_right(&self) -> bool {
        let Some(step) = self.bare_step() else { return false };
        let (mut state, mut at) = (step.start(), self.from);
        for (number, &target) in self.targets.iter().enumerate() {
            let moves = state.position.legal_moves_from(at);
            let Some(mv) = moves.into_iter().find(|mv| mv.to == target && mv.promotion().is_none()) else {
                return false;
            };
            match step.outcome(&state, mv) {
                MoveOutcome::Done => return number + 1 == self.targets.len(),
                MoveOutcome::Continue(next, _) => (state, at) = (*next, target),
                MoveOutcome::Failed(_) => return false,
            }
        }
        false
    }

    /// The step without its texts. A move cannot reach two targets, so no solution has fewer moves than targets.
    fn bare_step(&self) -> Option<Step> {
        let hurdle = self.hurdle_kind();
        let hurdles = self.hurdles.iter().map(|&square| (square, Piece::new(Color::White, hurdle)));
        let enemies =
            self.enemy.into_iter().flat_map(|enemy| self.targets.iter().map(move |&square| (square, enemy)));
        let pieces: Vec<_> = [(self.from, self.piece)].into_iter().chain(hurdles).chain(enemies).collect();
        let task = match self.enemy {
            Some(_) => Task::Capture(None),
            None => Task::Stars(self.targets.iter().copied().collect()),
        };
        Some(Step {
            lesson: capitalized(&self.free.piece(self.piece.kind).name),
            title: String::new(),
            text: String::new(),
            hint: String::new(),
            task,
            moves: self.targets.len() as u8,
            position: position(self.free, &pieces)?,
        })
    }

    /// The kind of the pieces to be hopped over: the pawn, or the least valuable piece.
    fn hurdle_kind(&self) -> PieceKind {
        let pawn = self.free.rules().promotion.from.first().copied();
        pawn.or(by_value(self.free).first().copied()).unwrap_or(self.piece.kind)
    }
}

/// The longer and the shorter side of a step.
fn shape((files, ranks): (i8, i8)) -> (i8, i8) {
    (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()))
}

/// Files and ranks from `a` to `b`.
fn offset(a: Square, b: Square) -> (i8, i8) {
    // Files and ranks are below 16.
    (b.file() as i8 - a.file() as i8, b.rank() as i8 - a.rank() as i8)
}

/// The start squares to try: in the middle near the learner's side, and then all.
fn starts(variant: &Variant, kind: PieceKind) -> Vec<Square> {
    let rules = variant.rules();
    let middle = (rules.files - 1) / 2;
    let region = rules.initial_region(Piece::new(Color::White, kind));
    let has_initial = variant.piece(kind).moves.iter().any(|component| component.initial);
    let ranks = (1..rules.ranks).filter(|&rank| has_initial && region.contains(Square::new(middle, rank)));
    let walks_back = |component: &Component| component.steps.iter().any(|step| step.1 < 0);
    let usual = if variant.piece(kind).moves.iter().any(walks_back) { rules.ranks / 4 } else { 1 };
    let near = ranks.take(1).chain([usual, 1, 0]).map(|rank| Square::new(middle, rank));
    near.chain(variant.geometry().board())
        .filter(|&square| variant.geometry().board().contains(square))
        .collect()
}

/// A piece that never moves is captured by another piece.
fn immobile(free: &Arc<Variant>, kind: PieceKind) -> Option<Step> {
    let enemy = Some(Piece::new(Color::Black, kind));
    let step = by_value(free).into_iter().rev().find_map(|other| {
        let piece = Piece::new(Color::White, other);
        starts(free, other).into_iter().find_map(|from| {
            let course = Course { free, piece, from, enemy, hurdles: Vec::new(), targets: Vec::new() };
            course.extended(1, &mut 0)?.bare_step().map(|step| (step, other))
        })
    });
    let (step, other) = step?;
    let name = &free.piece(kind).name;
    Some(Step {
        lesson: capitalized(name),
        title: format!("The {name}"),
        text: "It never moves, but it can be captured.".to_owned(),
        hint: format!("Take it with the {}.", free.piece(other).name),
        ..step
    })
}

/// A piece of `kind` goes to a square where it promotes.
fn promotion(free: &Arc<Variant>, kind: PieceKind) -> Option<Step> {
    let rules = free.rules();
    let rule = rules.promotion_of(kind)?;
    let usual = rule.to.first()?;
    let region = rule.region[Color::White];
    let nearest = region.into_iter().map(Square::rank).min()?;
    let (name, place) = (&free.piece(kind).name, place(free, region));
    let more = if region.into_iter().any(|square| square.rank() > nearest) {
        ", beyond the dashed line"
    } else {
        ""
    };
    let usual = with_article(&free.piece(*usual).name);
    let becomes = match rule.to.len() {
        _ if !rule.choice_squares.is_empty() => "promotes to the piece of its square on".to_owned(),
        1 if rule.by_step => format!("becomes {usual} when it goes by a single step to"),
        1 => format!("becomes {usual} when it reaches"),
        _ => format!("becomes {usual}, or another piece of your choice, on"),
    };
    let step = |square| {
        let position = position(free, &[(square, Piece::new(Color::White, kind))])?;
        let step = Step {
            lesson: "Promotion".to_owned(),
            title: format!("The {name} promotes"),
            text: format!("A white {name} {becomes} {place}{more}."),
            hint: "Just go on.".to_owned(),
            task: Task::Promote,
            moves: 2,
            position,
        };
        let moves = solver::solve(&step, &step.start())?.len();
        Some(Step { moves: u8::try_from(moves).ok()?, ..step })
    };
    let middle = (rules.files - 1) / 2;
    let squares = (0..nearest).rev().map(|rank| Square::new(middle, rank));
    let steps: Vec<Step> = squares.filter_map(step).collect();
    steps.into_iter().min_by_key(|step| step.moves.abs_diff(2))
}

/// A piece of `kind` captures en passant a piece that has just left its place in the start.
fn en_passant(free: &Arc<Variant>, kind: PieceKind) -> Option<Step> {
    let middle = free.rules().files / 2;
    let passed = |pieces: &[(Square, Piece)]| {
        let setup = Setup { turn: Color::Black, ..Setup::at_start(pieces.to_vec()) };
        let mut position = Position::from_setup(free, &setup).ok()?;
        let mv = position.legal_moves().into_iter().rfind(|mv| mv.flag == MoveFlag::DoubleStep)?;
        position.make(mv);
        Some((mv, position))
    };
    let step = |pieces: &[(Square, Piece)]| {
        let (mv, position) = passed(pieces)?;
        let capture = position.legal_moves().into_iter().find(|mv| mv.flag == MoveFlag::EnPassant)?;
        let name = &free.piece(kind).name;
        let passer = &free.piece(pieces[0].1.kind).name;
        Some(Step {
            lesson: "En passant".to_owned(),
            title: format!("The {name} captures en passant"),
            text: format!(
                "The black {passer} has just gone from {} to {}. Your {name} can capture it on {}, which it has passed, but \
                 only with the next move.",
                mv.from, mv.to, capture.to
            ),
            hint: format!("Go to {}.", capture.to),
            task: Task::Capture(None),
            moves: 1,
            position,
        })
    };
    let mut homes: Vec<_> =
        free.start().pieces.iter().filter(|(_, piece)| piece.color == Color::Black).collect();
    homes.sort_by_key(|(square, _)| square.file().abs_diff(middle));
    homes.into_iter().filter(|&&home| passed(&[home]).is_some()).find_map(|&home| {
        let squares = free.geometry().board().into_iter().filter(|&square| square != home.0);
        squares.into_iter().find_map(|from| step(&[home, (from, Piece::new(Color::White, kind))]))
    })
}

/// The kinds that can attack a king, the most valuable first.
fn attackers(variant: &Variant) -> impl Iterator<Item = PieceKind> {
    let rules = variant.rules();
    let is_other = |kind: &PieceKind| rules.promotion.from.contains(kind) || rules.royal_kind == Some(*kind);
    by_value(variant).into_iter().rev().filter(move |kind| !is_other(kind))
}

/// The first position of both kings and a piece of White, White to move, in which `is_right` holds.
fn with_kings(
    variant: &Arc<Variant>,
    kind: PieceKind,
    kings: [Square; 2],
    is_right: impl Fn(&Position) -> bool,
) -> Option<Position> {
    let king = variant.rules().royal_kind?;
    let [white, black] = [(Color::White, kings[0]), (Color::Black, kings[1])]
        .map(|(color, square)| (square, Piece::new(color, king)));
    let squares = variant.geometry().board().into_iter().filter(|square| !kings.contains(square));
    let positions = squares
        .filter_map(|square| position(variant, &[white, black, (square, Piece::new(Color::White, kind))]));
    positions.into_iter().find(|position| !position.is_check() && is_right(position))
}

/// A check in one move.
fn check(variant: &Arc<Variant>) -> Option<Step> {
    let rules = variant.rules();
    let king = &variant.piece(rules.royal_kind?).name;
    let kings = [Square::new(0, 0), Square::new(rules.files / 2, rules.ranks - 2)];
    attackers(variant).filter(|_| rules.may_check).find_map(|kind| {
        let step = |position| Step {
            lesson: "Check and mate".to_owned(),
            title: "Check".to_owned(),
            text: format!("A {king} that is attacked is in check."),
            hint: format!("The {} can attack the black {king}.", variant.piece(kind).name),
            task: Task::Check,
            moves: 1,
            position,
        };
        with_kings(variant, kind, kings, |position| {
            let moves = position.legal_moves();
            let step = step(position.clone());
            let right =
                moves.iter().filter(|&&mv| matches!(step.outcome(&step.start(), mv), MoveOutcome::Done));
            (1..=moves.len() / 4).contains(&right.count())
        })
        .map(step)
    })
}

/// A mate in one move.
fn mate(variant: &Arc<Variant>) -> Option<Step> {
    let rules = variant.rules();
    let royal = rules.royal_kind.filter(|_| rules.may_check && rules.checkmate == GameValue::Loss)?;
    let king = &variant.piece(royal).name;
    let (file, rank) = (rules.files - 1, rules.ranks - 1);
    let is_mate = |position: &Position| {
        let right = position.legal_moves().into_iter().filter(|&mv| {
            let mut next = position.clone();
            next.make(mv);
            next.is_checkmate()
        });
        (1..=2).contains(&right.count())
    };
    let near = |black: Square| {
        let squares = variant.geometry().board().into_iter();
        let mut squares: Vec<_> =
            squares.filter(|&square| (2..=3).contains(&shape(offset(square, black)).0)).collect();
        squares.sort_by_key(|&square| (shape(offset(square, black)), Reverse(square)));
        squares
    };
    let corners = [Square::new(file / 2, rank), Square::new(file, rank)];
    let places: Vec<[Square; 2]> = corners
        .into_iter()
        .flat_map(|black| near(black).into_iter().map(move |white| [white, black]))
        .collect();
    let position = attackers(variant)
        .take(2)
        .find_map(|kind| places.iter().find_map(|&kings| with_kings(variant, kind, kings, is_mate)))?;
    Some(Step {
        lesson: "Check and mate".to_owned(),
        title: "Mate".to_owned(),
        text: format!("If a {king} is in check and nothing can save it, that is mate: you win."),
        hint: format!("Attack the {king} so that it has no square to go to."),
        task: Task::Forced(PuzzleGoal::Mate(1)),
        moves: 1,
        position,
    })
}

/// Castling with the king and the rooks of the start.
fn castling(variant: &Arc<Variant>) -> Option<Step> {
    let rules = variant.rules();
    let king = rules.castling_king_kind()?;
    let rooks = &rules.castling.as_ref()?.rook_kinds;
    let start = &variant.start().pieces;
    let is_wanted = |piece: &Piece| {
        Some(piece.kind) == rules.royal_kind
            || piece.color == Color::White && (piece.kind == king || rooks.contains(&piece.kind))
    };
    let pieces: Vec<_> = start.iter().copied().filter(|(_, piece)| is_wanted(piece)).collect();
    let position = position(variant, &pieces).filter(|position| !position.is_check())?;
    let moves = position.legal_moves().into_iter().filter(|mv| mv.flag == MoveFlag::Castle);
    let targets: Vec<_> = moves.map(|mv| mv.to.to_string()).collect();
    let first = targets.first()?;
    let (king, rook) = (&variant.piece(king).name, &variant.piece(*rooks.first()?).name);
    Some(Step {
        lesson: "Castling".to_owned(),
        title: "Castling".to_owned(),
        text: format!(
            "Once in a game the {king} may go to {}, and the {rook} jumps to its other side. Neither may have moved before.",
            targets.join(" or ")
        ),
        hint: format!("Select the {king}, then click {first}."),
        task: Task::Castle,
        moves: 1,
        position,
    })
}

/// The king jumps from its place in the start, with its neighbours beside it.
fn first_jump(variant: &Arc<Variant>) -> Option<Step> {
    let rules = variant.rules();
    let royal = rules.royal_kind.filter(|_| rules.king_jump_needs_safety)?;
    let start = &variant.start().pieces;
    let home = start.iter().find(|(_, piece)| *piece == Piece::new(Color::White, royal))?.0;
    let is_near = |&(square, piece): &(Square, Piece)| {
        piece.color == Color::White && shape(offset(home, square)).0 <= 1
    };
    let near: Vec<_> = start.iter().copied().filter(is_near).collect();
    let alone = vec![(home, Piece::new(Color::White, royal))];
    // The black king stands where none of these pieces attacks it, and as far away as possible.
    let mut squares: Vec<_> = variant.geometry().board().into_iter().collect();
    squares.sort_by_key(|&square| Reverse(shape(offset(home, square))));
    let jump = |pieces: &[(Square, Piece)], black: Square| {
        let position = position(variant, &[pieces, &[(black, Piece::new(Color::Black, royal))]].concat())?;
        let moves = position.legal_moves();
        // No other piece can go to the star.
        let is_only = |to: Square| moves.iter().all(|mv| mv.to != to || mv.from == home);
        let far = moves.iter().map(|mv| mv.to).filter(|&to| shape(offset(home, to)).0 > 1 && is_only(to));
        Some((far.max_by_key(|to| to.rank())?, position))
    };
    let (target, position) =
        [near, alone].iter().find_map(|pieces| squares.iter().find_map(|&black| jump(pieces, black)))?;
    let king = &variant.piece(royal).name;
    Some(Step {
        lesson: "First jump".to_owned(),
        title: format!("The {king} jumps"),
        text: format!(
            "The first move of a {king} may be a jump of two squares, also over a piece. The {king} may not be in check, and may not \
             pass an attacked square."
        ),
        hint: format!("Select the {king}, then click {target}."),
        task: Task::Stars([target].into_iter().collect()),
        moves: 1,
        position,
    })
}

/// The start position without an opponent.
fn practice(free: &Arc<Variant>) -> Option<Step> {
    Some(Step {
        lesson: "Practice board".to_owned(),
        title: "Practice board".to_owned(),
        text: "The pieces as a game begins. Push them around; nothing captures you here.".to_owned(),
        hint: String::new(),
        task: Task::Free,
        moves: 0,
        position: Position::start(free).ok()?,
    })
}
