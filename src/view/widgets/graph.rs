//! Graph of an analysis: White's winning chances over the moves of the game. And the bar with those of one position.

use crate::game::analysis::{Analysis, Judgment};
use crate::notation::game_tree::NodeId;
use crate::rules::Color;
use crate::view::scene::{Font, Item, Point, Rect, Rgba};
use crate::view::theme::Theme;
use crate::view::widgets::Pen;
use crate::view::widgets::pen::{Style, mix};

/// Colour of White's part of the graph.
const LIGHT: Rgba = Rgba::hex(0xF4EBD6);
/// Colour of Black's part.
const DARK: Rgba = Rgba::hex(0x14110F);
/// Colour of the line at even chances. It is visible on White's part and on Black's.
const EVEN: Rgba = Rgba::hex(0x8A8073);

/// Colours of an inaccuracy, a mistake and a blunder.
const BAD: [Rgba; 3] = [Rgba::hex(0xD9A92E), Rgba::hex(0xE0762F), Rgba::hex(0xC93A34)];

/// Colour of a judgement on the board and in the graph.
pub fn judgment_color(judgment: Judgment) -> Rgba {
    (judgment as usize).checked_sub(1).map_or(EVEN, |place| BAD[place])
}

/// Data of a graph.
pub struct Graph {
    /// White's winning chances in each position, as far as it is evaluated.
    chances: Vec<Option<f32>>,
    /// Ply of the position that is shown on the board.
    ply: usize,
    /// The mistakes in order: ply, colour, and whether the mark is large.
    marks: Vec<(usize, Rgba, bool)>,
}

/// Place of a graph in the window: converts between plies, winning chances and pixels.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub area: Rect,
    /// Ply of the last position.
    pub last: usize,
}

impl Graph {
    /// Graph of the positions of `line` that are evaluated, with a line at `ply` and marks at mistakes. Those of `person`
    /// have larger marks.
    pub fn new(analysis: &Analysis, line: &[NodeId], ply: usize, person: Option<Color>) -> Self {
        // `f32` is exact enough for pixels.
        let chances = line.iter().map(|&id| analysis.winning_chances(id).map(|chance| chance as f32));
        let mark = |(ply, id): (usize, &NodeId)| {
            let judged = analysis.judged_move(*id).filter(|judged| judged.judgment >= Judgment::Mistake)?;
            let is_large = person.is_none_or(|person| person == judged.color);
            Some((ply, judgment_color(judged.judgment), is_large))
        };
        Self { chances: chances.collect(), ply, marks: line.iter().enumerate().filter_map(mark).collect() }
    }

    pub fn draw(&self, pen: &mut Pen, area: Rect) {
        let place = Place { area, last: self.chances.len().saturating_sub(1) };
        place.draw(pen, self);
    }
}

impl Place {
    /// Pixels from the left edge to the position after `ply` moves.
    fn along(&self, ply: usize) -> f32 {
        // Space for half of the line at the first and at the last position.
        let ends = 3.0;
        ends + (self.area.w - 2.0 * ends) * ply as f32 / self.last.max(1) as f32
    }

    /// The rectangle between two distances from the left edge and two winning chances of White, 0 to 1.
    fn rect(&self, along: (f32, f32), chance: (f32, f32)) -> Rect {
        let plot = self.area;
        let (low, high) = ((plot.h * chance.0).round(), (plot.h * chance.1).round());
        Rect::new(plot.x + along.0, plot.y + plot.h - high, along.1 - along.0, high - low)
    }

    /// Ply of the position nearest to `point`, which may lie outside.
    pub fn ply_at(&self, point: Point) -> usize {
        self.ply_along(point.x - self.area.x).round() as usize
    }

    /// The inverse of `along`. The result is between 0 and `last`; between two positions it is not a whole number.
    fn ply_along(&self, along: f32) -> f32 {
        let (first, last) = (self.along(0), self.along(self.last));
        ((along - first) / (last - first).max(1.0)).clamp(0.0, 1.0) * self.last as f32
    }

    fn draw(&self, pen: &mut Pen, graph: &Graph) {
        pen.items.push(Item::fill(self.area, pen.theme.panel));
        self.curve(pen, graph);
        let even = self.rect((0.0, self.area.w), (0.5, 0.5));
        pen.items.push(Item::fill(Rect { w: even.w.max(1.0), h: even.h.max(1.0), ..even }, EVEN));
        let rim = pen.px(1.0).max(1.0);
        pen.items.push(Item::Frame { rect: self.area, width: rim, color: pen.theme.faint });
        let (middle, half) = (self.along(graph.ply).round(), rim);
        let cursor = self.rect((middle - half, middle + half), (0.0, 1.0));
        pen.items.push(Item::fill(cursor, pen.theme.accent));
        for &(ply, color, is_large) in &graph.marks {
            let Some(chance) = self.chance_at(graph, self.along(ply)) else { continue };
            let radius = pen.px(if is_large { 4.5 } else { 2.5 }).max(2.0);
            let dot = self.rect((self.along(ply), self.along(ply)), (chance, chance));
            let (top, bottom) = (self.area.y + radius + 1.0, self.area.y + self.area.h - radius - 1.0);
            let left = self.area.x + radius + 1.0;
            let x = dot.x.clamp(left, (self.area.x + self.area.w - radius - 1.0).max(left));
            let center = Point::new(x, dot.y.clamp(top, bottom.max(top)));
            pen.items.push(Item::Disc { center, radius: radius + 1.0, color: DARK });
            pen.items.push(Item::Disc { center, radius, color });
        }
    }

    /// White's part in light and Black's in dark, where the positions on both sides are evaluated. Neighbouring columns
    /// of the same height become one rectangle.
    fn curve(&self, pen: &mut Pen, graph: &Graph) {
        let mut columns: Vec<(f32, f32, f32)> = Vec::new();
        for pixel in 0..self.area.w as usize {
            let from = pixel as f32;
            let Some(chance) = self.chance_at(graph, from + 0.5) else { continue };
            match columns.last_mut() {
                Some((_, to, same)) if *to == from && self.is_same(*same, chance) => *to += 1.0,
                _ => columns.push((from, from + 1.0, chance)),
            }
        }
        for (from, to, chance) in columns {
            let mut part = |chances, color| {
                let rect = self.rect((from, to), chances);
                if rect.w > 0.0 && rect.h > 0.0 {
                    pen.items.push(Item::fill(rect, color));
                }
            };
            part((0.0, chance), LIGHT);
            part((chance, 1.0), DARK);
        }
    }

    /// Whether two winning chances have the same height in pixels.
    fn is_same(&self, a: f32, b: f32) -> bool {
        self.rect((0.0, 1.0), (0.0, a)) == self.rect((0.0, 1.0), (0.0, b))
    }

    /// White's winning chances at a distance from the left edge, interpolated between two positions. `None` if one of
    /// them is not evaluated.
    fn chance_at(&self, graph: &Graph, along: f32) -> Option<f32> {
        let ply = self.ply_along(along);
        let chance = |ply: f32| graph.chances.get(ply as usize).copied().flatten();
        let (from, to) = (chance(ply.floor())?, chance(ply.ceil())?);
        Some(from + (to - from) * ply.fract())
    }
}

/// Draws the evaluation bar: White's part by its winning chances, at the end of White's side of the board, and the number
/// at the end of the side that is better.
pub fn draw_bar(pen: &mut Pen, area: Rect, chance: Option<f32>, number: &str, bottom: Color) {
    let white = (area.h * chance.unwrap_or(0.5)).round();
    let y = if bottom == Color::White { area.y + area.h - white } else { area.y };
    pen.items.push(Item::fill(area, if chance.is_some() { DARK } else { pen.theme.panel }));
    if chance.is_some() {
        pen.items.push(Item::fill(Rect { y, h: white, ..area }, LIGHT));
    }
    let middle = Rect { y: area.center().y.round() - 1.0, h: 2.0, ..area };
    pen.items.push(Item::fill(middle, pen.theme.accent));
    let is_white = chance.is_some_and(|chance| chance >= 0.5);
    let h = pen.px(16.0);
    let at_bottom = is_white == (bottom == Color::White);
    let y = if at_bottom { area.y + area.h - h } else { area.y };
    let style = Style::control(if is_white { DARK } else { LIGHT }).centered().font(Font::Bold);
    // In a narrow bar the number could not be read.
    if chance.is_some() && area.w >= 16.0 {
        let style = style.sized((0.5 * area.w / pen.unit).min(10.0));
        pen.label(number, Rect { y, h, ..area }, style);
    }
}

/// A chip with a score: light if White is better, dark if Black is.
pub fn draw_chip(pen: &mut Pen, area: Rect, text: &str, is_white: bool) {
    let (fill, ink) = if is_white { (LIGHT, DARK) } else { (DARK, LIGHT) };
    pen.panel(area, mix(pen.theme.panel, pen.theme.faint, 0.5));
    pen.panel(area.inset(1.0), fill);
    pen.label(text, area, Style::control(ink).centered().font(Font::Bold).sized(11.0));
}

/// Draws the badge of a move on the upper right corner of its `tile`: a disc with the sign.
pub fn draw_badge(tile: Rect, board: Rect, sign: &str, color: Rgba, theme: &Theme, items: &mut Vec<Item>) {
    let radius = (tile.w * 0.21).max(6.0);
    let x = (tile.x + tile.w - radius * 0.3).min(board.x + board.w - radius - 1.0);
    let y = (tile.y + radius * 0.3).max(board.y + radius + 1.0);
    let center = Point::new(x.round(), y.round());
    items.push(Item::Disc { center, radius: radius + 1.0, color: DARK });
    items.push(Item::Disc { center, radius, color });
    let mut pen = Pen { theme, unit: 1.0, items };
    let rect = Rect::new(center.x - radius, center.y - radius, 2.0 * radius, 2.0 * radius);
    let style = Style::control(Rgba::hex(0xFFFFFF)).centered().font(Font::Bold).sized(radius * 1.1);
    pen.label(sign, rect, style);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A press on the curve selects the position below it, a press beyond an end the first or the last position.
    #[test]
    fn a_press_on_the_graph_gives_its_position() {
        let graph = Place { area: Rect::new(10.0, 20.0, 200.0, 90.0), last: 80 };
        for ply in 0..=graph.last {
            let rect = graph.rect((graph.along(ply), graph.along(ply)), (0.3, 0.3));
            assert_eq!(graph.ply_at(Point::new(rect.x, rect.y)), ply);
        }
        assert_eq!(graph.ply_at(Point::new(-50.0, -50.0)), 0);
        assert_eq!(graph.ply_at(Point::new(5000.0, 5000.0)), 80);
    }
}
