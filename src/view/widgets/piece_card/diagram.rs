//! Diagram of the moves of a piece on a board that is empty or has a few other pieces.

use std::collections::BTreeMap;

use crate::rules::PieceType;
use crate::rules::betza::{Component, Hop, lame_path};
use crate::rules::{Color, Piece, Variant};
use crate::view::scene::{Item, Point, Rect, Rgba, Sprite};
use crate::view::widgets::Pen;
use crate::view::widgets::board::marks::{arrow_head, direction};
use crate::view::widgets::board::sprite;

/// Least and greatest number of squares shown on each side of the piece.
const REACH: (i16, i16) = (2, 7);

/// Other pieces: squares to the right and up from the piece, and the side.
pub type Others = BTreeMap<(i16, i16), Color>;

/// Ways in which a piece may move to a square. Each value is drawn with a shape of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Moves and captures: a disc.
    Both,
    /// Moves only: a ring.
    Move,
    /// Captures only: a cross.
    Capture,
}

/// A square that the piece can move to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Squares to the right and up from the piece, as shown.
    pub offset: (i16, i16),
    pub mark: Mark,
    /// Whether only the first move of the piece can go there, drawn as a frame around the mark.
    pub initial: bool,
}

/// A slide or a repeated leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Offset of the square where it begins: that of the piece, or the bend of a bent rider.
    pub start: (i16, i16),
    /// Offset of the last square shown: squares to the right and up from the piece.
    pub end: (i16, i16),
    /// Whether the slide goes on beyond the last square shown. If so, it is drawn as an arrow.
    pub endless: bool,
    /// Whether the slide jumps over another piece. If so, it is drawn as a broken line.
    pub hops: bool,
    /// Whether the slide may capture. If not, it is drawn as an outline.
    pub captures: bool,
}

/// The moves of a piece as shown: forward is up for the side at the bottom of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// Number of squares shown on each side of the piece.
    pub reach: i16,
    pub targets: Vec<Target>,
    pub ways: Vec<Way>,
    /// Whether a piece in between blocks a leap: a lame leaper.
    pub lame: bool,
    /// Whether the piece captures by jumping over another one, but moves without.
    pub captures_by_jump: bool,
    /// Pieces in the way.
    pub others: Others,
}

impl Diagram {
    /// The moves of `piece` of side `color`. The side at the bottom of the board is `bottom`.
    pub fn of(piece: &PieceType, color: Color, bottom: Color) -> Self {
        Self::among(piece, color, bottom, Others::new(), REACH.0)
    }

    /// The moves of `piece` among other pieces, as [`Diagram::of`] shows them on an empty board. At least `least` squares are shown
    /// on each side of the piece.
    pub fn among(piece: &PieceType, color: Color, bottom: Color, others: Others, least: i16) -> Self {
        let reach = piece.moves.iter().map(extent).max().unwrap_or(0).clamp(least, REACH.1);
        let mut diagram = Self { reach, others, ..Self::default() };
        for component in &piece.moves {
            // The pieces of the other side are shown upside down.
            let shown = component.for_color(if color == bottom { Color::White } else { Color::Black });
            shown.ways().for_each(|way| diagram.add(&shown, color, way));
        }
        diagram
    }

    /// Adds the squares that a component of a piece of `color` reaches on one of its ways.
    fn add(&mut self, component: &Component, color: Color, way: impl Iterator<Item = (i8, i8)>) {
        let hops = component.hop.is_some();
        let mark = match (component.quiet, component.capture) {
            (true, true) => Mark::Both,
            (true, false) => Mark::Move,
            (false, _) => Mark::Capture,
        };
        let bend = component.first_leg.map_or((0, 0), |leg| plus((0, 0), leg));
        let squares: Vec<_> = way
            .scan(bend, |at, step| {
                let from = *at;
                *at = plus(from, step);
                Some((*at, lame_path(step).map(move |passed| plus(from, passed))))
            })
            .take_while(|((right, up), _)| right.abs().max(up.abs()) <= self.reach)
            .collect();
        self.captures_by_jump |= hops && !component.quiet;
        self.lame |= component.lame && !component.initial;
        if bend != (0, 0) && self.others.contains_key(&bend) {
            return;
        }
        // On a line without other pieces a hopper shows all squares that it could reach over one of them.
        let meets = squares.iter().any(|(offset, _)| self.others.contains_key(offset));
        let (mut last, mut is_blocked, mut has_jumped) = (None, false, !hops || !meets);
        let count = squares.len();
        for (number, (offset, mut passed)) in squares.into_iter().enumerate() {
            let other = self.others.get(&offset).copied();
            is_blocked = component.lame && passed.any(|offset| self.others.contains_key(&offset));
            if is_blocked {
                break;
            }
            if hops && (!has_jumped || !meets && number == 0) {
                (has_jumped, last) = (has_jumped || other.is_some(), Some(offset));
                continue;
            }
            let captures = other.is_some_and(|other| other != color) && component.capture;
            is_blocked = other.is_some() || meets && component.hop == Some(Hop::Grasshopper);
            if other.is_none() || captures {
                let mark = if captures { Mark::Capture } else { mark };
                self.mark(Target { offset, mark, initial: component.initial });
                if component.circular {
                    let start = last.unwrap_or((0, 0));
                    self.add_way(Way {
                        start,
                        end: offset,
                        endless: false,
                        hops,
                        captures: component.capture,
                    });
                }
                last = Some(offset);
            }
            if is_blocked {
                break;
            }
        }
        if let Some(end) = last.filter(|_| component.range != 1 && !component.circular) {
            let endless = !is_blocked && (component.range == 0 || usize::from(component.range) > count);
            self.add_way(Way { start: bend, end, endless, hops, captures: component.capture });
        }
    }

    /// Adds a way, unless it would be hidden by one that is not broken.
    fn add_way(&mut self, way: Way) {
        let is_same = |other: &Way| {
            let ends = (other.start, other.end);
            ends == (way.start, way.end) || ends == (way.end, way.start)
        };
        match self.ways.iter_mut().find(|other| is_same(other) && (!other.hops || way.hops)) {
            Some(other) => other.captures |= way.captures && way.hops == other.hops,
            None => self.ways.push(way),
        }
    }

    /// Adds a target. Two components that reach the same square give one target: a move and a capture become
    /// [`Mark::Both`], and a move at any time replaces one that is only possible at first.
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

    /// Legend of the shapes in the diagram. Discs alone need no explanation.
    pub fn legend(&self) -> Vec<Key> {
        let on_empty = |target: &&Target| !self.others.contains_key(&target.offset);
        let has = |mark| self.targets.iter().filter(on_empty).any(|target| target.mark == mark);
        let differ = has(Mark::Move) || has(Mark::Capture);
        let hops = self.ways.iter().any(|way| way.hops);
        let rows = [
            (differ && has(Mark::Both), Shape::Mark(Mark::Both), "moves, captures"),
            (has(Mark::Move), Shape::Mark(Mark::Move), "moves"),
            (has(Mark::Capture), Shape::Mark(Mark::Capture), "captures"),
            (self.targets.iter().any(|target| target.initial), Shape::Initial, "first move only"),
            (self.captures_by_jump, Shape::Hop, "captures by jumping"),
            (hops && !self.captures_by_jump, Shape::Hop, "over a piece"),
            (self.lame, Shape::Lame, "can be blocked"),
        ];
        rows.into_iter().filter(|row| row.0).map(|(_, shape, words)| Key { shape, words }).collect()
    }

    /// Draws the diagram at the top of `area`, centred, with squares of a whole number of pixels. Returns the rectangle
    /// that it covers.
    pub fn draw(&self, pen: &mut Pen, variant: &Variant, piece: Piece, area: Rect) -> Rect {
        self.draw_with(pen, |rect| Item::Sprite(sprite(variant, piece, None, rect)), area)
    }

    /// Draws the diagram as [`Diagram::draw`] does, with the drawing of the piece that `drawing` makes for its square.
    pub fn draw_with(&self, pen: &mut Pen, drawing: impl Fn(Rect) -> Item, area: Rect) -> Rect {
        let board = self.board(area);
        let tile = board.tile;
        board.tiles(pen);
        let ink = pen.theme.text_color_on(pen.theme.tile.dark);
        for way in &self.ways {
            board.way(pen, way, ink);
        }
        // An arrow ends on the last square shown, which needs no mark.
        let ends: Vec<_> = self.ways.iter().filter(|way| way.endless).map(|way| way.end).collect();
        for target in self.targets.iter().filter(|target| !ends.contains(&target.offset)) {
            let rect = board.tile_at(target.offset);
            if self.others.contains_key(&target.offset) {
                let (center, color) = (rect.center(), pen.theme.danger.dark);
                let width = (tile / 10.0).max(1.0);
                pen.items.push(Item::Ring { center, radius: tile / 2.0 - width / 2.0, width, color });
            } else {
                mark(pen, target.mark, rect, ink);
            }
            if target.initial {
                let color = ink.with_alpha(150);
                pen.items.push(Item::Frame { rect, width: (tile / 12.0).round().max(1.0), color });
            }
        }
        for (&offset, &color) in &self.others {
            let (name, letter, rect) = ("pawn".to_owned(), 'p', board.tile_at(offset));
            pen.items.push(Item::Sprite(Sprite { name, letter, color, square: None, rect, alpha: u8::MAX }));
        }
        pen.items.push(drawing(board.tile_at((0, 0))));
        board.rect
    }

    /// The square of a point of the diagram, as squares to the right and up from the piece. `None` on the piece itself.
    pub fn offset_at(&self, point: Point, area: Rect) -> Option<(i16, i16)> {
        let board = self.board(area);
        if !board.rect.contains(point) {
            return None;
        }
        // The point is in the diagram, so there are at most 15 squares.
        let place = |pixels: f32| (pixels / board.tile) as i16;
        let (column, row) = (place(point.x - board.rect.x), place(point.y - board.rect.y));
        Some((column - self.reach, self.reach - row)).filter(|offset| *offset != (0, 0))
    }

    fn board(&self, area: Rect) -> DiagramBoard {
        let tiles = f32::from(2 * self.reach + 1);
        let tile = (area.w.min(area.h) / tiles).floor().max(1.0);
        let side = tile * tiles;
        let x = (area.x + (area.w - side) / 2.0).floor();
        DiagramBoard { tile, reach: self.reach, rect: Rect::new(x, area.y, side, side) }
    }
}

/// The square at a step from another one.
fn plus((right, up): (i16, i16), step: (i8, i8)) -> (i16, i16) {
    (right + i16::from(step.0), up + i16::from(step.1))
}

/// Number of squares that show a component: its range, or a few squares if it has no limit.
fn extent(component: &Component) -> i16 {
    let steps = component.steps.iter();
    let long = steps.map(|&(files, ranks)| i16::from(files).abs().max(i16::from(ranks).abs())).max();
    let times = match (component.range, component.hop) {
        // The far side of the circle.
        _ if component.circular => 3,
        (0, Some(_)) => 4,
        (0, None) if long == Some(1) => 3,
        (0, None) => 2,
        (range, _) => i16::from(range),
    };
    long.unwrap_or(0) * times
}

/// A shape that the legend explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Mark(Mark),
    /// The frame of a first move.
    Initial,
    /// The broken line of a jump over another piece.
    Hop,
    /// A leap that a piece in between blocks.
    Lame,
}

/// A line of the legend: a shape and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    pub shape: Shape,
    pub words: &'static str,
}

impl Key {
    /// Draws the shape in `rect`. It is on the background of the window, so it has the colour of texts.
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
                pen.items.push(Item::fill(rect, ink));
                let rect = Rect { y: from.y + from.h - rect.h, ..rect };
                pen.items.push(Item::fill(rect, ink));
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
        pen.items.push(Item::fill(self.rect, light));
        let offsets = || -self.reach..=self.reach;
        for (right, up) in offsets().flat_map(|up| offsets().map(move |right| (right, up))) {
            if (right + up) % 2 != 0 {
                pen.items.push(Item::fill(self.tile_at((right, up)), dark));
            }
        }
    }

    /// A line from the piece to the end of `way`, with an arrow head if it has no limit.
    fn way(&self, pen: &mut Pen, way: &Way, ink: Rgba) {
        let from = self.tile_at(way.start).center();
        let mut to = self.tile_at(way.end).center();
        let (x, y) = direction(from, to);
        // The line begins at the edge of the square of the piece or of the bend.
        let from = Point::new(from.x + x * self.tile * 0.5, from.y + y * self.tile * 0.5);
        if way.endless {
            // Less than half a tile, so that the head of the arrow stays inside the diagram.
            let tip = Point::new(to.x + x * self.tile * 0.45, to.y + y * self.tile * 0.45);
            let (head, neck) = arrow_head(tip, (x, y), self.tile * 0.62, self.tile * 0.36);
            to = neck;
            let [a, b, c] = head;
            match way.captures {
                true => pen.items.push(Item::Triangle { corners: head, color: ink }),
                false => [(a, b), (b, c), (c, a)]
                    .into_iter()
                    .for_each(|(from, to)| self.outline(pen, from, to, ink)),
            }
        }
        let width = (self.tile * 0.14).max(1.0);
        if way.hops {
            dashes(pen, from, to, self.tile, ink);
        } else if way.captures {
            pen.items.push(Item::Line { from, to, width, color: ink });
        } else {
            for side in [-0.5, 0.5] {
                let beside = |at: Point| Point::new(at.x - y * width * side, at.y + x * width * side);
                self.outline(pen, beside(from), beside(to), ink);
            }
        }
    }

    fn outline(&self, pen: &mut Pen, from: Point, to: Point, color: Rgba) {
        pen.items.push(Item::Line { from, to, width: (self.tile * 0.05).max(1.0), color });
    }
}

/// A broken line. `tile` is the edge of a square in pixels.
fn dashes(pen: &mut Pen, from: Point, to: Point, tile: f32, ink: Rgba) {
    let (x, y) = (to.x - from.x, to.y - from.y);
    // There are two dashes per square, and at most some tens in all.
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
