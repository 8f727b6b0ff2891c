//! Diagram of the moves of a piece on an empty board, made from its movement.

use crate::rules::PieceType;
use crate::rules::betza::Component;
use crate::rules::{Color, Piece, Variant};
use crate::view::scene::{Item, Point, Rect, Rgba};
use crate::view::widgets::Pen;
use crate::view::widgets::board::sprite;

/// Least and greatest number of squares shown on each side of the piece.
const REACH: (i16, i16) = (2, 7);

/// What a piece may do on a square; each has its own shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// It moves and captures there: a disc.
    Both,
    /// It moves there, but does not capture: a ring.
    Move,
    /// It captures there, but does not move: a cross.
    Capture,
}

/// A square that the piece can move to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Squares to the right and up from the piece, as shown.
    pub offset: (i16, i16),
    /// Whether it moves or captures there.
    pub mark: Mark,
    /// Whether it is for the first move only: a frame around the mark.
    pub initial: bool,
}

/// A slide or a repeated leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Its last square shown: squares to the right and up from the piece.
    pub end: (i16, i16),
    /// Whether it has no limit: drawn as an arrow.
    pub endless: bool,
    /// Whether it jumps over another piece: drawn as a broken line.
    pub hops: bool,
}

/// The moves of a piece as shown: forward is up for the side at the bottom of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// Number of squares shown on each side of the piece.
    pub reach: i16,
    /// The squares it can move to.
    pub targets: Vec<Target>,
    /// Its slides and repeated leaps.
    pub ways: Vec<Way>,
    /// Whether pieces in between block a single leap (lame leaper).
    pub lame: bool,
    /// Whether it captures only by jumping over a piece.
    pub captures_by_jump: bool,
}

impl Diagram {
    /// The moves of `piece`, as shown with `bottom` at the bottom of the board.
    pub fn of(piece: &PieceType, color: Color, bottom: Color) -> Self {
        let reach = piece.moves.iter().map(extent).max().unwrap_or(0).clamp(REACH.0, REACH.1);
        let mut diagram = Self { reach, ..Self::default() };
        let turn = i16::from(bottom.forward());
        for component in &piece.moves {
            for step in component.steps_for(color) {
                diagram.add(component, (turn * i16::from(step.0), turn * i16::from(step.1)));
            }
        }
        diagram
    }

    /// Adds the squares reached by repeating `step`.
    fn add(&mut self, component: &Component, step: (i16, i16)) {
        let (hops, endless) = (component.hop.is_some(), component.range == 0);
        let mark = match (component.quiet, component.capture) {
            (true, true) => Mark::Both,
            (true, false) => Mark::Move,
            (false, _) => Mark::Capture,
        };
        let long = step.0.abs().max(step.1.abs()).max(1);
        let shown = self.reach / long;
        let count = if endless { shown } else { i16::from(component.range).min(shown) };
        self.captures_by_jump |= hops && !component.quiet;
        self.lame |= component.lame && long > 1 && !component.initial;
        // A hopper needs a piece to jump over, so it cannot move to the adjacent square.
        for step_count in 1 + i16::from(hops)..=count {
            let offset = (step.0 * step_count, step.1 * step_count);
            self.mark(Target { offset, mark, initial: component.initial });
        }
        if component.range != 1 && count > 0 {
            let end = (step.0 * count, step.1 * count);
            let way = Way { end, endless: endless || i16::from(component.range) > count, hops };
            if !self.ways.iter().any(|other| other.end == end && (!other.hops || other.hops == hops)) {
                self.ways.push(way);
            }
        }
    }

    /// Adds a target; marks of two components on the same square are combined.
    fn mark(&mut self, target: Target) {
        let same = |other: &&mut Target| other.offset == target.offset;
        match self.targets.iter_mut().find(same) {
            Some(other) if other.initial == target.initial && other.mark != target.mark => {
                other.mark = Mark::Both;
            }
            Some(other) if other.initial && !target.initial => *other = target,
            Some(_) => {}
            None => self.targets.push(target),
        }
    }

    /// Legend of those shapes in the diagram that need one.
    pub fn legend(&self) -> Vec<Key> {
        let has = |mark| self.targets.iter().any(|target| target.mark == mark);
        let plain = !has(Mark::Move) && !has(Mark::Capture);
        let mut keys = Vec::new();
        if !plain {
            for (mark, words) in
                [(Mark::Both, "moves, captures"), (Mark::Move, "moves"), (Mark::Capture, "captures")]
            {
                if has(mark) {
                    keys.push(Key { shape: Shape::Mark(mark), words });
                }
            }
        }
        if self.targets.iter().any(|target| target.initial) {
            keys.push(Key { shape: Shape::Initial, words: "first move only" });
        }
        if self.captures_by_jump {
            keys.push(Key { shape: Shape::Hop, words: "captures by jumping" });
        } else if self.ways.iter().any(|way| way.hops) {
            keys.push(Key { shape: Shape::Hop, words: "over a piece" });
        }
        if self.lame {
            keys.push(Key { shape: Shape::Lame, words: "can be blocked" });
        }
        keys
    }

    /// Draws it in the middle of `area`, as large as whole pixels for each square allow. Returns its rectangle.
    pub fn draw(&self, pen: &mut Pen, variant: &Variant, piece: Piece, area: Rect) -> Rect {
        let tiles = f32::from(2 * self.reach + 1);
        let tile = (area.w.min(area.h) / tiles).floor().max(1.0);
        let side = tile * tiles;
        let x = (area.x + (area.w - side) / 2.0).floor();
        let board = DiagramBoard { tile, reach: self.reach, rect: Rect::new(x, area.y, side, side) };
        board.tiles(pen);
        let ink = pen.theme.text_color_on(pen.theme.tile.dark);
        for way in &self.ways {
            board.way(pen, way, ink);
        }
        // The arrow of a ride needs no mark on its last square.
        let ends: Vec<_> = self.ways.iter().filter(|way| way.endless).map(|way| way.end).collect();
        for target in self.targets.iter().filter(|target| !ends.contains(&target.offset)) {
            let rect = board.tile_at(target.offset);
            mark(pen, target.mark, rect, ink);
            if target.initial {
                let color = ink.with_alpha(150);
                pen.items.push(Item::Frame { rect, width: (tile / 12.0).round().max(1.0), color });
            }
        }
        pen.items.push(Item::Sprite(sprite(variant, piece, None, board.tile_at((0, 0)))));
        board.rect
    }
}

/// Range of a component that has a limit. An unlimited one is shown by a few squares.
fn extent(component: &Component) -> i16 {
    let steps = component.steps.iter();
    let long = steps.map(|&(files, ranks)| i16::from(files).abs().max(i16::from(ranks).abs())).max();
    let times = match (component.range, component.hop) {
        (0, Some(_)) => 4,
        (0, None) if long == Some(1) => 3,
        (0, None) => 2,
        (range, _) => i16::from(range),
    };
    long.unwrap_or(0) * times
}

/// A shape of the diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A mark on a tile.
    Mark(Mark),
    /// The frame of a first move.
    Initial,
    /// The broken line over another piece.
    Hop,
    /// A leap that does not jump.
    Lame,
}

/// A shape and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The shape.
    pub shape: Shape,
    /// What it means.
    pub words: &'static str,
}

impl Key {
    /// Draws the shape in `rect`, on the background of the window.
    pub fn draw(&self, pen: &mut Pen, rect: Rect) {
        let ink = pen.theme.text;
        let side = rect.w.min(rect.h);
        let square = Rect::new(rect.x, (rect.center().y - side / 2.0).round(), side, side);
        match self.shape {
            Shape::Mark(shape) => mark(pen, shape, square, ink),
            Shape::Initial => {
                let width = (side / 12.0).round().max(1.0);
                pen.items.push(Item::Frame { rect: square.inset(1.0), width, color: ink });
            }
            Shape::Hop => {
                let (y, end) = (square.center().y, square.x + side);
                dashes(pen, Point::new(square.x, y), Point::new(end, y), side, ink);
            }
            Shape::Lame => {
                let (from, to) = (square.inset(2.0), square.center());
                pen.items.push(Item::Disc { center: to, radius: side * 0.14, color: ink });
                let rect = Rect { h: (side / 8.0).round().max(1.0), ..from };
                pen.items.push(Item::Panel { rect, radius: 0.0, color: ink });
                let rect = Rect { y: from.y + from.h - rect.h, ..rect };
                pen.items.push(Item::Panel { rect, radius: 0.0, color: ink });
            }
        }
    }
}

/// The squares of a diagram.
struct DiagramBoard {
    tile: f32,
    reach: i16,
    rect: Rect,
}

impl DiagramBoard {
    /// Rectangle of the square at an offset to the right and up from the piece.
    fn tile_at(&self, (right, up): (i16, i16)) -> Rect {
        let at = |tiles: i16| self.tile * f32::from(self.reach + tiles);
        Rect::new(self.rect.x + at(right), self.rect.y + at(-up), self.tile, self.tile)
    }

    fn tiles(&self, pen: &mut Pen) {
        let (light, dark) = (pen.theme.tile.light, pen.theme.tile.dark);
        pen.items.push(Item::Panel { rect: self.rect, radius: 0.0, color: light });
        let offsets = || -self.reach..=self.reach;
        for (right, up) in offsets().flat_map(|up| offsets().map(move |right| (right, up))) {
            if (right + up) % 2 != 0 {
                let rect = self.tile_at((right, up));
                pen.items.push(Item::Panel { rect, radius: 0.0, color: dark });
            }
        }
    }

    /// A line from the piece to the end of `way`, with an arrow head if it has no limit.
    fn way(&self, pen: &mut Pen, way: &Way, ink: Rgba) {
        let from = self.tile_at((0, 0)).center();
        let mut to = self.tile_at(way.end).center();
        let (x, y) = (to.x - from.x, to.y - from.y);
        let length = x.hypot(y).max(1.0);
        let (x, y) = (x / length, y / length);
        // The line begins at the edge of the piece's square.
        let from = Point::new(from.x + x * self.tile * 0.5, from.y + y * self.tile * 0.5);
        if way.endless {
            let (head, half) = (self.tile * 0.62, self.tile * 0.36);
            // The arrow head stays inside the diagram in all directions.
            let tip = Point::new(to.x + x * self.tile * 0.45, to.y + y * self.tile * 0.45);
            to = Point::new(tip.x - x * head, tip.y - y * head);
            let corners = [
                tip,
                Point::new(to.x - y * half, to.y + x * half),
                Point::new(to.x + y * half, to.y - x * half),
            ];
            pen.items.push(Item::Triangle { corners, color: ink });
        }
        if way.hops {
            dashes(pen, from, to, self.tile, ink);
        } else {
            let width = (self.tile * 0.14).max(1.0);
            pen.items.push(Item::Line { from, to, width, color: ink });
        }
    }
}

/// A broken line on tiles of `tile` pixels.
fn dashes(pen: &mut Pen, from: Point, to: Point, tile: f32, ink: Rgba) {
    let (x, y) = (to.x - from.x, to.y - from.y);
    // Two dashes per square; some tens at most.
    let count = ((x.hypot(y) / tile.max(1.0) * 2.0).round().max(1.0)) as u16;
    let at = |part: f32| Point::new(from.x + x * part, from.y + y * part);
    let width = (tile * 0.14).max(1.0);
    for dash in 0..count {
        let part = |end: f32| (f32::from(dash) + end) / f32::from(count);
        pen.items.push(Item::Line { from: at(part(0.0)), to: at(part(0.55)), width, color: ink });
    }
}

/// The mark on a tile at `rect`.
fn mark(pen: &mut Pen, mark: Mark, rect: Rect, ink: Rgba) {
    let (center, side) = (rect.center(), rect.w);
    match mark {
        Mark::Both => pen.items.push(Item::Disc { center, radius: (side * 0.26).max(1.5), color: ink }),
        Mark::Move => {
            let (radius, width) = ((side * 0.3).max(2.0), (side * 0.12).max(1.0));
            pen.items.push(Item::Ring { center, radius, width, color: ink });
        }
        Mark::Capture => {
            let (arm, width) = ((side * 0.26).max(1.5), (side * 0.14).max(1.0));
            for turn in [1.0, -1.0] {
                let from = Point::new(center.x - arm, center.y - arm * turn);
                let to = Point::new(center.x + arm, center.y + arm * turn);
                pen.items.push(Item::Line { from, to, width, color: ink });
            }
        }
    }
}

#[cfg(test)]
mod tests;
