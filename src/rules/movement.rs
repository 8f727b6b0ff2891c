//! How each kind moves, made ready for fast look-up from its Betza components.

use std::sync::Arc;

use super::betza::{Component, Hop, lame_path};
use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::geometry::{Geometry, LineOccupancy};
use super::mv::Move;
use super::piece::PieceKind;
use super::square::Square;
use super::variant::Rules;

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// For every square the squares one leap away; kinds that leap alike share one table, to spare the cache.
type LeapTable = Arc<[Bitboard; 256]>;

/// A set of squares told twice: as bits and line by line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occupancy<'a> {
    pub all: Bitboard,
    pub lines: &'a LineOccupancy,
}

/// Squares a piece can go to: to empty ones, and to occupied ones by capture (of either colour).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    pub quiet: Bitboard,
    pub capture: Bitboard,
}

/// A pawn's move told for all pawns at once: the same step for each.
#[derive(Clone, Debug)]
pub(super) struct Shift {
    /// Difference of square numbers from start to target.
    pub by: i16,
    /// Squares from which the step stays on the board.
    pub sources: Bitboard,
    /// Difference to the square that must be empty on the way, for a lame double step.
    pub over: Option<i16>,
    pub quiet: bool,
    pub capture: bool,
    pub initial: bool,
    /// Whether it is straight over one square, so that a pawn can be taken in passing after it.
    pub double: bool,
}

/// How one kind moves.
#[derive(Debug)]
pub(super) struct Movement {
    quiet_leaps: ByColor<LeapTable>,
    capture_leaps: ByColor<LeapTable>,
    /// Slides without limit along ranks and files.
    pub orthogonal: bool,
    /// Slides without limit along diagonals.
    pub diagonal: bool,
    /// Everything else, slow and general.
    complex_components: ByColor<Vec<Component>>,
    /// Whether it goes wherever it captures, by leaps and unlimited slides alone.
    simple: bool,
    /// All moves as shifts, for pawns.
    pub shifts: Option<ByColor<Vec<Shift>>>,
}

/// Kinds that capture by the same leaps.
#[derive(Debug)]
struct LeapClass {
    steps: ByColor<Vec<(i8, i8)>>,
    /// For every target the squares from which a piece of the side captures there.
    sources: ByColor<LeapTable>,
    kinds: Vec<PieceKind>,
}

/// How all kinds of a variant move and attack.
#[derive(Debug)]
pub(super) struct Movements {
    kinds: Vec<Movement>,
    leap_classes: Vec<LeapClass>,
    /// The union of the sources of all leap classes.
    leap_sources: ByColor<LeapTable>,
    /// Kinds that slide along ranks and files.
    pub orthogonal: Vec<PieceKind>,
    /// Kinds that slide along diagonals.
    pub diagonal: Vec<PieceKind>,
    /// Kinds with captures that are neither leaps nor unlimited slides: pins by them are no lines.
    pub complex: Vec<PieceKind>,
}

impl Movements {
    pub fn new(rules: &Rules, geometry: &Geometry) -> Self {
        let mut tables = LeapTables { geometry, made: Vec::new() };
        let kinds: Vec<_> = rules
            .pieces
            .iter()
            .enumerate()
            .map(|(row, piece)| {
                let pawn = rules.pawns.contains(&PieceKind::from_index(row));
                Movement::new(&piece.moves, pawn, &mut tables)
            })
            .collect();
        let leap_classes = leap_classes(rules, &mut tables);
        let leap_sources = ByColor::from_fn(|color| {
            let mut union = [Bitboard::EMPTY; 256];
            for class in &leap_classes {
                union.iter_mut().zip(class.sources[color].iter()).for_each(|(all, &s)| *all |= s);
            }
            tables.share(union)
        });
        let which = |keep: &dyn Fn(&Movement) -> bool| {
            (0..kinds.len()).filter(|&row| keep(&kinds[row])).map(PieceKind::from_index).collect()
        };
        Self {
            orthogonal: which(&|m| m.orthogonal),
            diagonal: which(&|m| m.diagonal),
            complex: which(&|m| m.complex_components.white.iter().any(|c| c.capture)),
            leap_classes,
            leap_sources,
            kinds,
        }
    }

    #[inline]
    pub fn of(&self, kind: PieceKind) -> &Movement {
        &self.kinds[kind.index()]
    }

    /// The pieces of `color` that capture on `target` by a leap; `set` gives the pieces of a kind.
    #[inline]
    pub fn leapers_to(
        &self,
        target: Square,
        color: Color,
        pieces: Bitboard,
        set: impl Fn(PieceKind) -> Bitboard,
    ) -> Bitboard {
        let near = self.leap_sources[color][target.index()] & pieces;
        if near.is_empty() {
            return near;
        }
        let mut leapers = Bitboard::EMPTY;
        for class in &self.leap_classes {
            let sources = class.sources[color][target.index()] & near;
            if sources.any() {
                for &kind in &class.kinds {
                    leapers |= sources & set(kind);
                }
            }
        }
        leapers
    }
}

impl Movement {
    fn new(components: &[Component], pawn: bool, tables: &mut LeapTables<'_>) -> Self {
        let mut leaps = Vec::new();
        let mut extras = Vec::new();
        let (mut orthogonal, mut diagonal) = (false, false);
        for component in components {
            let mut component = component.clone();
            if is_leap(&component) {
                leaps.push(component);
                continue;
            }
            if is_free_slide(&component) {
                orthogonal |= take_all(&mut component.steps, &ORTHOGONAL);
                diagonal |= take_all(&mut component.steps, &DIAGONAL);
            }
            if !component.steps.is_empty() {
                extras.push(component);
            }
        }
        let by_color = |component: &Component, color| Component {
            steps: component.steps_for(color).collect(),
            ..component.clone()
        };
        let quiet_leaps = tables.of_components(leaps.iter().filter(|c| c.quiet));
        let capture_leaps = tables.of_components(leaps.iter().filter(|c| c.capture));
        Self {
            simple: quiet_leaps == capture_leaps && extras.is_empty(),
            quiet_leaps,
            capture_leaps,
            orthogonal,
            diagonal,
            complex_components: ByColor::from_fn(|c| extras.iter().map(|e| by_color(e, c)).collect()),
            shifts: if pawn { shifts(components, tables.geometry) } else { None },
        }
    }

    /// Whether [`Movement::regular_attacks`] on all but own pieces are just its moves.
    #[inline]
    pub fn is_simple(&self) -> bool {
        self.simple
    }

    /// Where a piece of this kind can go from `square`; initial moves only where `initial` says so.
    #[inline]
    pub fn reach(
        &self,
        color: Color,
        square: Square,
        occupied: Occupancy<'_>,
        geometry: &Geometry,
        initial: bool,
    ) -> Reach {
        let mut slides = Bitboard::EMPTY;
        if self.orthogonal {
            slides |= geometry.rook_attacks(square, occupied.lines);
        }
        if self.diagonal {
            slides |= geometry.bishop_attacks(square, occupied.lines);
        }
        let mut reach = Reach {
            quiet: (slides | self.quiet_leaps[color][square.index()]).without(occupied.all),
            capture: (slides | self.capture_leaps[color][square.index()]) & occupied.all,
        };
        for component in &self.complex_components[color] {
            if initial || !component.initial {
                walk(component, square, occupied.all, geometry, &mut reach);
            }
        }
        reach
    }

    /// The squares attacked by leaps and unlimited slides from `square`.
    #[inline]
    pub fn simple_attacks(
        &self,
        color: Color,
        square: Square,
        occupied: Occupancy<'_>,
        geometry: &Geometry,
    ) -> Bitboard {
        let mut attacks = self.capture_leaps[color][square.index()];
        if self.orthogonal {
            attacks |= geometry.rook_attacks(square, occupied.lines);
        }
        if self.diagonal {
            attacks |= geometry.bishop_attacks(square, occupied.lines);
        }
        attacks
    }

    /// The squares attacked from `square`; for irregular components those it may go to.
    #[inline]
    pub fn attacks(
        &self,
        color: Color,
        square: Square,
        occupied: Occupancy<'_>,
        geometry: &Geometry,
    ) -> Bitboard {
        let mut attacks = self.simple_attacks(color, square, occupied, geometry);
        for component in self.complex_components[color].iter().filter(|c| c.capture && !c.initial) {
            let mut reach = Reach::default();
            walk(component, square, occupied.all, geometry, &mut reach);
            attacks |= reach.quiet | reach.capture;
        }
        attacks
    }

    /// Whether the captures of the irregular components from `square` include `target`, seen as occupied;
    /// those of initial moves only where `initial` says so.
    pub fn complex_attack(
        &self,
        color: Color,
        square: Square,
        target: Square,
        occupied: Bitboard,
        geometry: &Geometry,
        initial: bool,
    ) -> bool {
        let occupied = occupied | Bitboard::from_square(target);
        let mut reach = Reach::default();
        for component in
            self.complex_components[color].iter().filter(|c| c.capture && (initial || !c.initial))
        {
            walk(component, square, occupied, geometry, &mut reach);
        }
        reach.capture.has(target)
    }

    /// The squares this kind captures on by a leap from `square`.
    #[inline]
    pub fn capture_leaps(&self, color: Color, square: Square) -> Bitboard {
        self.capture_leaps[color][square.index()]
    }

    /// Whether `mv` is straight over one square, as a pawn's double step is.
    pub fn is_double(&self, mv: Move) -> bool {
        let straight = mv.from.file() == mv.to.file() && mv.from.rank().abs_diff(mv.to.rank()) == 2;
        straight && self.shifts.is_some()
    }

    /// Whether all it does is leap: no slide, nothing irregular.
    pub fn only_leaps(&self) -> bool {
        !self.orthogonal && !self.diagonal && self.complex_components.white.is_empty()
    }
}

/// Whether a component is a plain leap, told by a table of squares.
fn is_leap(component: &Component) -> bool {
    component.range == 1 && component.hop.is_none() && !component.initial && !is_blockable(component)
}

/// Whether a single step of the component can be blocked on the way.
fn is_blockable(component: &Component) -> bool {
    component.lame && component.steps.iter().any(|&(f, r)| f.abs().max(r.abs()) > 1)
}

/// Whether a component slides without limit or condition.
fn is_free_slide(component: &Component) -> bool {
    let plain = component.hop.is_none() && !component.initial && !is_blockable(component);
    plain && component.range == 0 && component.quiet && component.capture
}

/// Takes `all` out of `steps` if every one of them is there, and says whether it was so.
fn take_all(steps: &mut Vec<(i8, i8)>, all: &[(i8, i8); 4]) -> bool {
    let complete = all.iter().all(|step| steps.contains(step));
    if complete {
        steps.retain(|step| !all.contains(step));
    }
    complete
}

/// Makes tables of leaps, each only once.
struct LeapTables<'g> {
    geometry: &'g Geometry,
    made: Vec<LeapTable>,
}

impl LeapTables<'_> {
    /// For each side the squares its pieces reach by the plain leaps `components`.
    fn of_components<'a>(
        &mut self,
        components: impl Iterator<Item = &'a Component> + Clone,
    ) -> ByColor<LeapTable> {
        ByColor::from_fn(|color| {
            let steps: Vec<_> = components.clone().flat_map(|c| c.steps_for(color)).collect();
            self.of_steps(&steps)
        })
    }

    fn of_steps(&mut self, steps: &[(i8, i8)]) -> LeapTable {
        let mut table = [Bitboard::EMPTY; 256];
        for from in self.geometry.board() {
            let leaps = steps.iter().filter_map(|&step| self.geometry.offset(from, step));
            table[from.index()] = leaps.collect();
        }
        self.share(table)
    }

    /// The table equal to `table`, made before or now.
    fn share(&mut self, table: [Bitboard; 256]) -> LeapTable {
        if let Some(same) = self.made.iter().find(|made| ***made == table) {
            return Arc::clone(same);
        }
        self.made.push(Arc::new(table));
        Arc::clone(&self.made[self.made.len() - 1])
    }
}

/// Groups the kinds by the leaps they capture with.
fn leap_classes(rules: &Rules, tables: &mut LeapTables<'_>) -> Vec<LeapClass> {
    let mut classes: Vec<LeapClass> = Vec::new();
    for (row, piece) in rules.pieces.iter().enumerate() {
        let steps = ByColor::from_fn(|color| {
            let captures = piece.moves.iter().filter(|c| c.capture && is_leap(c));
            let mut steps: Vec<_> = captures.flat_map(|c| c.steps_for(color)).collect();
            steps.sort_unstable();
            steps.dedup();
            steps
        });
        let kind = PieceKind::from_index(row);
        if steps.white.is_empty() {
            continue;
        }
        if let Some(class) = classes.iter_mut().find(|class| class.steps == steps) {
            class.kinds.push(kind);
            continue;
        }
        let sources = ByColor::from_fn(|color| {
            let back: Vec<_> = steps[color].iter().map(|&(f, r)| (-f, -r)).collect();
            tables.of_steps(&back)
        });
        classes.push(LeapClass { steps, sources, kinds: vec![kind] });
    }
    classes
}

/// Tells a pawn's components as shifts, or `None` when they are more than leaps and lame initial leaps.
fn shifts(components: &[Component], geometry: &Geometry) -> Option<ByColor<Vec<Shift>>> {
    let told = |c: &Component| {
        let double = |&(f, r): &(i8, i8)| (f == 0 || f.abs() == 2) && (r == 0 || r.abs() == 2);
        is_leap(c) || (c.range == 1 && c.hop.is_none() && (!is_blockable(c) || c.steps.iter().all(double)))
    };
    if !components.iter().all(told) {
        return None;
    }
    let shifts: ByColor<Vec<Shift>> = ByColor::from_fn(|color| {
        let shift = |component: &Component, (files, ranks): (i8, i8)| {
            let by = |files: i8, ranks: i8| i16::from(ranks) * 16 + i16::from(files);
            let sources =
                geometry.board().into_iter().filter(|&s| geometry.offset(s, (files, ranks)).is_some());
            Shift {
                by: by(files, ranks),
                sources: sources.collect(),
                over: is_blockable(component).then(|| by(files / 2, ranks / 2)),
                quiet: component.quiet,
                capture: component.capture,
                initial: component.initial,
                double: component.initial && files == 0 && ranks.abs() == 2,
            }
        };
        components.iter().flat_map(|c| c.steps_for(color).map(move |step| shift(c, step))).collect()
    });
    // A move that two shifts gave would be found twice.
    (!overlap(&shifts.white)).then_some(shifts)
}

/// Whether two of `shifts` may give the same move.
fn overlap(shifts: &[Shift]) -> bool {
    let same = |a: &Shift, b: &Shift| a.by == b.by && ((a.quiet && b.quiet) || (a.capture && b.capture));
    shifts.iter().enumerate().any(|(row, a)| shifts[row + 1..].iter().any(|b| same(a, b)))
}

/// Walks the steps of one component from `from` and adds what they reach.
fn walk(component: &Component, from: Square, occupied: Bitboard, geometry: &Geometry, reach: &mut Reach) {
    for &step in &component.steps {
        let limit = if component.range == 0 { u8::MAX } else { component.range };
        let mut square = from;
        let mut hops = 0;
        for _ in 0..limit {
            let Some(next) = geometry.offset(square, step) else { break };
            if component.lame && passed(square, step).any(|s| occupied.has(s)) {
                break;
            }
            square = next;
            let piece = occupied.has(square);
            let may_land = component.hop.is_none() || hops == 1;
            if may_land && piece && component.capture {
                reach.capture.insert(square);
            }
            if may_land && !piece && component.quiet {
                reach.quiet.insert(square);
            }
            let landed_behind = hops == 1 && component.hop == Some(Hop::Grasshopper);
            if landed_behind || (may_land && piece) {
                break;
            }
            hops += u8::from(piece);
        }
    }
}

/// The squares a lame leap from `from` passes.
fn passed(from: Square, step: (i8, i8)) -> impl Iterator<Item = Square> {
    lame_path(step).filter_map(move |(files, ranks)| from.offset(files, ranks))
}
