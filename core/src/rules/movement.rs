//! Tables of moves: the movement of each kind, computed from its Betza components.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::betza::{Component, Hop, lame_path};
use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::geometry::{Geometry, LineOccupancy};
use super::mv::Move;
use super::piece::{PieceKind, PieceType};
use super::square::Square;

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Targets of a leap from every square. Kinds with equal leaps share a table, which saves cache.
type LeapTable = Arc<[Bitboard; 256]>;

/// Occupied squares as a bitboard and line by line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occupancy<'a> {
    pub all: Bitboard,
    pub lines: &'a LineOccupancy,
}

/// Targets of a piece: empty squares by a quiet move, and squares with pieces of either side by a capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    pub quiet: Bitboard,
    pub capture: Bitboard,
}

/// A step that all pawns make at once when their bitboard is shifted.
#[derive(Clone, Debug)]
pub(super) struct Shift {
    /// Index of the target minus index of the start.
    pub by: i16,
    /// Start squares from which the step is possible on an empty board.
    pub sources: Bitboard,
    /// Differences of index between the start and the squares that the step passes, which must be empty.
    pub passed: ArrayVec<i16, 14>,
    pub quiet: bool,
    pub capture: bool,
    pub initial: bool,
    /// Whether the step is a double step or a longer one, straight or diagonal, after which en passant is possible.
    pub double: bool,
}

#[derive(Debug)]
pub(super) struct Movement {
    quiet_leaps: ByColor<LeapTable>,
    pub capture_leaps: ByColor<LeapTable>,
    /// Slides without limit along ranks and files.
    pub orthogonal: bool,
    /// Slides without limit along diagonals.
    pub diagonal: bool,
    /// All other components: hoppers, lame leapers, limited and bent riders.
    complex_components: ByColor<Vec<ComplexComponent>>,
    /// For every target, the squares from which a complex component captures on the target if no piece is in its way.
    complex_sources: ByColor<LeapTable>,
    /// Whether the targets of the kind are exactly its [`Movement::simple_attacks`] without pieces of its side: it has only
    /// leaps and unlimited slides, and each of them may capture and may be quiet.
    pub simple: bool,
    /// Squares from which pieces of each side may make initial moves. There are none if the kind has no such moves.
    pub initial_from: ByColor<Bitboard>,
    /// All moves as shifts; `None` if the kind neither is a pawn nor makes double steps that permit en passant, or if it has
    /// moves that are no shifts.
    pub shifts: Option<ByColor<Vec<Shift>>>,
}

/// A component of one side that is neither a leap nor an unlimited slide.
#[derive(Debug)]
struct ComplexComponent {
    component: Component,
    /// How its targets are found along straight lines. If it is `None`, they are found step by step.
    lines: Option<LineTargets>,
}

/// Targets along ranks, files and diagonals.
#[derive(Debug)]
struct LineTargets {
    /// Whether there are steps along ranks and files.
    orthogonal: bool,
    /// Whether there are steps along diagonals.
    diagonal: bool,
    /// Targets from each square on an empty board. A bent rider starts at the end of its first leg.
    targets: LeapTable,
}

/// Squares on which the attacks on a square depend.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AttackLines {
    /// An attack may begin or end when one of these squares is vacated or occupied.
    pub all: Bitboard,
    /// An attack may begin when one of these squares is occupied, because a hopper needs a piece to jump over.
    pub hops: Bitboard,
}

/// Kinds that have the same capturing leaps.
#[derive(Debug)]
struct LeapClass {
    steps: ByColor<Vec<(i8, i8)>>,
    /// For every target, the squares from which a piece of each side captures on the target.
    sources: ByColor<LeapTable>,
    kinds: Vec<PieceKind>,
}

#[derive(Debug)]
pub(super) struct Movements {
    kinds: Vec<Movement>,
    leap_classes: Vec<LeapClass>,
    /// Union of the sources of all leap classes.
    leap_sources: ByColor<LeapTable>,
    pub orthogonal: Vec<PieceKind>,
    pub diagonal: Vec<PieceKind>,
    /// Kinds that capture in other ways than by leaps and unlimited slides. A piece pinned by one of them may not be on a
    /// line with it.
    pub complex: Vec<PieceKind>,
}

/// Squares from which pieces of a kind and of each side have initial moves.
#[derive(Clone, Copy, Debug)]
pub struct InitialRegions {
    /// Squares for initial moves of one or two squares.
    pub double: ByColor<Bitboard>,
    /// Squares for initial moves of three squares.
    pub triple: ByColor<Bitboard>,
}

impl Movements {
    pub fn new(
        pieces: &[PieceType],
        pawns: &[PieceKind],
        regions: impl Fn(PieceKind) -> InitialRegions,
        geometry: &Geometry,
    ) -> Self {
        let mut tables = LeapTables { geometry, made: Vec::new() };
        let movement = |(row, piece): (usize, &PieceType)| {
            let kind = PieceKind::from_index(row);
            Movement::new(&piece.moves, pawns.contains(&kind), &regions(kind), &mut tables)
        };
        let kinds: Vec<_> = pieces.iter().enumerate().map(movement).collect();
        let leap_classes = leap_classes(pieces, &mut tables);
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
            complex: which(&|m| m.complex_components.white.iter().any(|c| c.component.capture)),
            leap_classes,
            leap_sources,
            kinds,
        }
    }

    #[inline]
    pub fn of(&self, kind: PieceKind) -> &Movement {
        &self.kinds[kind.index()]
    }

    /// Pieces of `color` that capture on `target` by a leap. `pieces` are all pieces of `color`, and `set` returns those of a
    /// kind.
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
    fn new(
        components: &[Component],
        is_pawn: bool,
        regions: &InitialRegions,
        tables: &mut LeapTables<'_>,
    ) -> Self {
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
                orthogonal |= remove_all(&mut component.steps, &ORTHOGONAL);
                diagonal |= remove_all(&mut component.steps, &DIAGONAL);
            }
            if !component.steps.is_empty() {
                extras.push(component);
            }
        }
        let complex_components: ByColor<Vec<ComplexComponent>> = ByColor::from_fn(|color| {
            extras.iter().map(|c| ComplexComponent::new(c.for_color(color), tables)).collect()
        });
        let quiet_leaps = tables.of_components(leaps.iter().filter(|c| c.quiet));
        let capture_leaps = tables.of_components(leaps.iter().filter(|c| c.capture));
        Self {
            simple: quiet_leaps == capture_leaps && extras.is_empty(),
            quiet_leaps,
            capture_leaps,
            orthogonal,
            diagonal,
            complex_sources: ByColor::from_fn(|color| tables.of_sources(&complex_components[color])),
            complex_components,
            initial_from: if components.iter().any(|c| c.initial) {
                regions.double
            } else {
                ByColor::default()
            },
            shifts: if is_pawn || components.iter().any(|c| c.passing) {
                shifts(components, regions, tables.geometry)
            } else {
                None
            },
        }
    }

    /// Targets from `square`. Initial moves are included if `initial` is true.
    #[inline]
    pub fn reach(
        &self,
        color: Color,
        square: Square,
        occupied: Occupancy<'_>,
        geometry: &Geometry,
        initial: bool,
    ) -> Reach {
        let slides = geometry.slides(square, occupied.lines, self.orthogonal, self.diagonal);
        let mut reach = Reach {
            quiet: (slides | self.quiet_leaps[color][square.index()]).without(occupied.all),
            capture: (slides | self.capture_leaps[color][square.index()]) & occupied.all,
        };
        if let Some(shifts) = self.shifts.as_ref().filter(|_| !self.complex_components[color].is_empty()) {
            let shifts = shifts[color].iter().filter(|shift| initial || !shift.initial);
            shifts.for_each(|shift| shift.add_target(square, occupied.all, &mut reach));
            return reach;
        }
        for complex in &self.complex_components[color] {
            if initial || !complex.component.initial {
                complex.add_targets(square, occupied, geometry, &mut reach);
            }
        }
        reach
    }

    /// Squares attacked from `square` by leaps and unlimited slides.
    #[inline(always)]
    pub fn simple_attacks(
        &self,
        color: Color,
        square: Square,
        occupied: Occupancy<'_>,
        geometry: &Geometry,
    ) -> Bitboard {
        let slides = geometry.slides(square, occupied.lines, self.orthogonal, self.diagonal);
        self.capture_leaps[color][square.index()] | slides
    }

    /// Squares attacked from `square`. For complex components these are the squares to which the piece can move and those
    /// on which it can capture.
    #[inline(always)]
    pub fn attacks(
        &self,
        color: Color,
        square: Square,
        occupied: Occupancy<'_>,
        geometry: &Geometry,
    ) -> Bitboard {
        let attacks = self.simple_attacks(color, square, occupied, geometry);
        if self.complex_components[color].is_empty() {
            return attacks;
        }
        attacks | self.complex_attacks(color, square, occupied, geometry)
    }

    /// Squares that complex components attack from `square`.
    #[cold]
    fn complex_attacks(
        &self,
        color: Color,
        square: Square,
        occupied: Occupancy<'_>,
        geometry: &Geometry,
    ) -> Bitboard {
        let mut reach = Reach::default();
        for complex in self.capturing(color, false) {
            complex.add_targets(square, occupied, geometry, &mut reach);
        }
        reach.quiet | reach.capture
    }

    /// The complex components that capture. Initial moves are included if `initial` is true.
    fn capturing(&self, color: Color, initial: bool) -> impl Iterator<Item = &ComplexComponent> {
        let components = self.complex_components[color].iter();
        components.filter(move |c| c.component.capture && (initial || !c.component.initial))
    }

    /// The squares from which a complex component captures on `target` if no piece is in its way.
    #[inline]
    pub fn complex_sources(&self, color: Color, target: Square) -> Bitboard {
        self.complex_sources[color][target.index()]
    }

    /// Whether a complex component captures on `target` from `square`. Initial moves are included if `initial` is true.
    pub fn complex_attack(
        &self,
        color: Color,
        square: Square,
        target: Square,
        occupied: Bitboard,
        geometry: &Geometry,
        initial: bool,
    ) -> bool {
        self.capturing(color, initial).any(|c| c.attacks(square, target, occupied, geometry))
    }

    /// Adds the squares on which it depends whether a complex component captures on `target` from `square`.
    pub fn add_attack_lines(
        &self,
        color: Color,
        square: Square,
        target: Square,
        geometry: &Geometry,
        lines: &mut AttackLines,
    ) {
        for complex in self.capturing(color, true) {
            complex.add_attack_lines(square, target, geometry, lines);
        }
    }

    #[inline]
    pub fn capture_leaps(&self, color: Color, square: Square) -> Bitboard {
        self.capture_leaps[color][square.index()]
    }

    /// Whether a move between these squares, which is possible, is a step over squares that permits en passant.
    pub fn is_double(&self, color: Color, mv: Move, is_capture: bool) -> bool {
        let by = mv.to.index() as i16 - mv.from.index() as i16;
        let is_this = |s: &Shift| s.by == by && if is_capture { s.capture } else { s.quiet };
        self.shifts.as_ref().is_some_and(|shifts| shifts[color].iter().any(|s| s.double && is_this(s)))
    }

    /// Greatest number of squares that the kind passes by a step that permits en passant; 0 if it makes no such steps.
    pub fn most_passed(&self) -> usize {
        let shifts = self.shifts.iter().flat_map(|shifts| &shifts.white);
        shifts
            .filter(|shift| shift.double)
            .map(|shift| shift.by.unsigned_abs() as usize / 16 - 1)
            .max()
            .unwrap_or(0)
    }

    pub fn only_leaps(&self) -> bool {
        !self.orthogonal && !self.diagonal && self.complex_components.white.is_empty()
    }
}

impl ComplexComponent {
    fn new(component: Component, tables: &mut LeapTables<'_>) -> Self {
        let is_unit = |&(f, r): &(i8, i8)| f.abs() <= 1 && r.abs() <= 1;
        let is_line = component.steps.iter().all(is_unit)
            || component.lame && component.range == 1 && component.steps.iter().all(is_straight);
        let lines = (is_line && !component.circular && component.hop != Some(Hop::Grasshopper)).then(|| {
            let is_diagonal = |&(f, r): &(i8, i8)| f != 0 && r != 0;
            let free =
                Component { first_leg: None, lame: false, hop: None, quiet: true, ..component.clone() };
            LineTargets {
                orthogonal: !component.steps.iter().all(is_diagonal),
                diagonal: component.steps.iter().any(is_diagonal),
                targets: tables.of_walks(&free),
            }
        });
        Self { component, lines }
    }

    /// The square from which the steps are made; `None` if the first leg of a bent rider leaves the board.
    #[inline]
    fn start(&self, square: Square, geometry: &Geometry) -> Option<Square> {
        self.component.first_leg.map_or(Some(square), |leg| geometry.offset(square, leg))
    }

    /// Adds the targets of a piece on `square`.
    fn add_targets(&self, square: Square, occupied: Occupancy<'_>, geometry: &Geometry, reach: &mut Reach) {
        let component = &self.component;
        let Some(lines) = &self.lines else {
            return walk(component, square, occupied.all, geometry, reach);
        };
        let Some(start) = self.start(square, geometry) else { return };
        if component.first_leg.is_some() && occupied.all.contains(start) {
            return;
        }
        let slides_from = |square| geometry.slides(square, occupied.lines, lines.orthogonal, lines.diagonal);
        let mut slides = slides_from(start);
        if component.hop.is_some() {
            // Behind each piece in its way, a cannon slides on.
            let beyond = |piece| slides_from(piece) & geometry.line(start, piece).without(slides);
            let hurdles = slides & occupied.all;
            slides = hurdles.into_iter().map(beyond).fold(Bitboard::EMPTY, |all, far| all | far);
            slides.remove(start);
        }
        let targets = slides & lines.targets[start.index()];
        if component.quiet {
            reach.quiet |= targets.without(occupied.all);
        }
        if component.capture {
            reach.capture |= targets & occupied.all;
        }
    }

    /// Whether a piece on `square` captures on `target`.
    fn attacks(&self, square: Square, target: Square, occupied: Bitboard, geometry: &Geometry) -> bool {
        let Some(lines) = &self.lines else {
            let mut reach = Reach::default();
            walk(&self.component, square, occupied | Bitboard::from_square(target), geometry, &mut reach);
            return reach.capture.contains(target);
        };
        let Some(start) = self.start(square, geometry) else { return false };
        if !lines.targets[start.index()].contains(target)
            || self.component.first_leg.is_some() && occupied.contains(start)
        {
            return false;
        }
        let pieces = geometry.between(start, target) & occupied;
        if self.component.hop.is_some() { pieces.count() == 1 } else { pieces.is_empty() }
    }

    /// Adds the squares on which it depends whether a piece on `square` captures on `target`.
    fn add_attack_lines(&self, square: Square, target: Square, geometry: &Geometry, lines: &mut AttackLines) {
        let Some(on_lines) = &self.lines else {
            *lines = AttackLines { all: Bitboard::FULL, hops: Bitboard::FULL };
            return;
        };
        let Some(start) = self.start(square, geometry) else { return };
        if on_lines.targets[start.index()].contains(target) {
            let mut between = geometry.between(start, target);
            if start != square {
                between.insert(start);
            }
            lines.all |= between;
            if self.component.hop.is_some() {
                lines.hops |= between;
            }
        }
    }
}

/// Whether a step goes along a rank, file or diagonal.
fn is_straight(&(files, ranks): &(i8, i8)) -> bool {
    files == 0 || ranks == 0 || files.abs() == ranks.abs()
}

/// Whether a component is a leap without conditions, so that a leap table can hold it.
fn is_leap(component: &Component) -> bool {
    component.range == 1 && component.is_plain()
}

/// Whether a component slides without limits or conditions.
fn is_free_slide(component: &Component) -> bool {
    component.range == 0 && component.is_plain() && component.quiet && component.capture
}

/// Removes `all` from `steps` if `steps` contains all of them, and returns whether it does.
fn remove_all(steps: &mut Vec<(i8, i8)>, all: &[(i8, i8); 4]) -> bool {
    let complete = all.iter().all(|step| steps.contains(step));
    if complete {
        steps.retain(|step| !all.contains(step));
    }
    complete
}

/// Leap tables that have been made, so that equal tables are shared.
struct LeapTables<'g> {
    geometry: &'g Geometry,
    made: Vec<LeapTable>,
}

impl LeapTables<'_> {
    /// The table of the leaps of `components` for each side.
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

    /// For every target, the squares from which one of `components` captures on the target if no piece is in its way.
    fn of_sources(&mut self, components: &[ComplexComponent]) -> LeapTable {
        let mut table = [Bitboard::EMPTY; 256];
        for complex in components.iter().filter(|complex| complex.component.capture) {
            let free = Component { quiet: true, hop: None, ..complex.component.clone() };
            for from in self.geometry.board() {
                for target in self.walk_alone(&free, from) {
                    table[target.index()].insert(from);
                }
            }
        }
        self.share(table)
    }

    /// Table of the targets from each square on an empty board. `component` must be quiet.
    fn of_walks(&mut self, component: &Component) -> LeapTable {
        let mut table = [Bitboard::EMPTY; 256];
        for from in self.geometry.board() {
            table[from.index()] = self.walk_alone(component, from);
        }
        self.share(table)
    }

    /// The targets of `component`, which is quiet, from `from` on an empty board.
    fn walk_alone(&self, component: &Component, from: Square) -> Bitboard {
        let mut reach = Reach::default();
        walk(component, from, Bitboard::EMPTY, self.geometry, &mut reach);
        reach.quiet
    }

    /// Returns an earlier table equal to `table`, or adds it.
    fn share(&mut self, table: [Bitboard; 256]) -> LeapTable {
        if let Some(same) = self.made.iter().find(|made| ***made == table) {
            return Arc::clone(same);
        }
        self.made.push(Arc::new(table));
        Arc::clone(&self.made[self.made.len() - 1])
    }
}

/// Groups the kinds by their capturing leaps.
fn leap_classes(pieces: &[PieceType], tables: &mut LeapTables<'_>) -> Vec<LeapClass> {
    let mut classes: Vec<LeapClass> = Vec::new();
    for (row, piece) in pieces.iter().enumerate() {
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

impl Shift {
    /// Adds the target of a piece on `square`.
    fn add_target(&self, square: Square, occupied: Bitboard, reach: &mut Reach) {
        // The source squares are those from which the step stays on the board.
        let at = |by: i16| Square::from_index((square.index() as i16 + by) as u8);
        if !self.sources.contains(square) || self.passed.iter().any(|&by| occupied.contains(at(by))) {
            return;
        }
        let to = at(self.by);
        match occupied.contains(to) {
            true if self.capture => reach.capture.insert(to),
            false if self.quiet => reach.quiet.insert(to),
            _ => {}
        }
    }
}

/// Converts the components of a pawn to shifts. Returns `None` if a component neither leaps, nor rides a limited number of
/// steps, nor is a straight lame leap, or if two shifts would give the same move.
fn shifts(
    components: &[Component],
    regions: &InitialRegions,
    geometry: &Geometry,
) -> Option<ByColor<Vec<Shift>>> {
    let can_shift = |c: &Component| {
        let is_straight_leap = || c.range == 1 && c.steps.iter().all(is_straight);
        let is_ride = c.range > 0 && !c.circular && c.hop.is_none() && c.first_leg.is_none();
        is_ride && (!c.lame || is_straight_leap())
    };
    if !components.iter().all(can_shift) {
        return None;
    }
    let shifts: ByColor<Vec<Shift>> = ByColor::from_fn(|color| {
        let shift = |component: &Component, step: (i8, i8), count: i8| {
            let by = |(files, ranks): (i8, i8)| i16::from(ranks) * 16 + i16::from(files);
            let times = move |count| (step.0 * count, step.1 * count);
            let target = times(count);
            let length = target.0.abs().max(target.1.abs());
            let on_path = lame_path(step).take(if component.lame { 2 } else { 0 });
            let passed: Vec<_> = on_path.chain((1..count).map(times)).collect();
            let can_start = |&from: &Square| {
                let is_triple = component.range == 1 && length > 2;
                let region = if is_triple { regions.triple } else { regions.double };
                let is_home = !component.initial || region[color].contains(from);
                is_home && passed.iter().chain([&target]).all(|&step| geometry.offset(from, step).is_some())
            };
            let is_double = target.1.abs() > 1 && (target.0 == 0 || target.0.abs() == target.1.abs());
            Shift {
                by: by(target),
                sources: geometry.board().into_iter().filter(can_start).collect(),
                passed: passed.into_iter().map(by).collect(),
                quiet: component.quiet,
                capture: component.capture,
                initial: component.initial,
                double: is_double && (component.passing || component.initial),
            }
        };
        let mut shifts: Vec<Shift> = Vec::new();
        for component in components {
            for step in component.steps_for(color) {
                let new = (1..=component.range).map(|count| shift(component, step, count as i8));
                // A first move of several steps includes the single step, which the piece has at any time.
                let is_usual = |new: &Shift| shifts.iter().any(|old| !old.initial && is_same_move(old, new));
                let new: Vec<_> = new.filter(|new| !new.initial || !is_usual(new)).collect();
                shifts.extend(new);
            }
        }
        shifts
    });
    // Two shifts that give the same move would generate it twice.
    let white = &shifts.white;
    let overlap =
        (1..white.len()).any(|row| white[..row].iter().any(|other| is_same_move(&white[row], other)));
    (!overlap).then_some(shifts)
}

/// Whether two shifts can give the same move.
fn is_same_move(a: &Shift, b: &Shift) -> bool {
    a.by == b.by && (a.quiet && b.quiet || a.capture && b.capture)
}

/// Adds the targets of one component from `from`, which are found square by square.
fn walk(component: &Component, from: Square, occupied: Bitboard, geometry: &Geometry, reach: &mut Reach) {
    component.walk(
        from,
        |square, step| geometry.offset(square, step),
        |square| occupied.contains(square),
        |square, is_piece| match is_piece {
            true if component.capture => reach.capture.insert(square),
            false if component.quiet => reach.quiet.insert(square),
            _ => {}
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    /// Whether a square has a piece, for many different boards: about one in six has one.
    fn has_piece(square: Square, board: u64) -> bool {
        ((square.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15 ^ board << 20) >> 40)
            .is_multiple_of(6)
    }

    /// For every complex component of the built-in variants and on several boards, the targets and attacks along lines are
    /// those found step by step. A square on which an attack does not depend can be vacated or occupied without changing it.
    #[test]
    fn line_targets_equal_walking() {
        let variants = Variants::built_in();
        for variant in variants.names().map(|name| variants.find(name).expect("built in")) {
            let geometry = variant.geometry();
            let complex = variant.kinds().flat_map(|kind| {
                let sides = &variant.movements().of(kind).complex_components;
                sides.white.iter().chain(&sides.black)
            });
            for (board, complex) in (0..).zip(complex.filter(|complex| complex.lines.is_some())) {
                let pieces: Bitboard =
                    geometry.board().into_iter().filter(|&s| has_piece(s, board)).collect();
                let mut lines = geometry.empty_lines();
                pieces.into_iter().for_each(|square| lines.flip(square));
                let occupied = Occupancy { all: pieces, lines: &lines };
                for from in geometry.board() {
                    let (mut fast, mut slow) = (Reach::default(), Reach::default());
                    complex.add_targets(from, occupied, geometry, &mut fast);
                    walk(&complex.component, from, pieces, geometry, &mut slow);
                    assert_eq!(fast, slow, "{:?} from {from}", complex.component);
                    if !complex.component.capture {
                        continue;
                    }
                    for target in pieces {
                        let attacks = slow.capture.contains(target);
                        assert_eq!(complex.attacks(from, target, pieces, geometry), attacks);
                        let mut depends = AttackLines::default();
                        complex.add_attack_lines(from, target, geometry, &mut depends);
                        let both = Bitboard::from_square(from) | Bitboard::from_square(target);
                        let vacated = pieces & (depends.all | both);
                        assert_eq!(complex.attacks(from, target, vacated, geometry), attacks);
                        if complex.component.hop.is_none() && attacks {
                            assert!(!depends.all.intersects(pieces) && depends.hops.is_empty());
                        }
                    }
                }
            }
        }
    }
}
