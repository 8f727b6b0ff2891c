//! Graph of an analysis: White's winning chances over the moves of the game.

use crate::game::analysis::Analysis;
use crate::rules::Color;
use crate::view::scene::{Font, Item, Point, Rect, Rgba};
use crate::view::widgets::Pen;
use crate::view::widgets::pen::Style;

/// Colour of White's part of the graph.
const LIGHT: Rgba = Rgba::hex(0xF4EBD6);
/// Colour of Black's part.
const DARK: Rgba = Rgba::hex(0x14110F);
/// Colour of the line at even chances. It is visible on White's part and on Black's.
const EVEN: Rgba = Rgba::hex(0x8A8073);

/// What a graph shows.
pub struct Graph {
    /// White's winning chances in each position, as far as it is evaluated.
    chances: Vec<Option<f32>>,
    /// Ply of the position that is shown on the board.
    ply: usize,
    /// The worst moves in order: ply, side, and glyph of the judgement, such as `??`.
    worst: Vec<(usize, Color, &'static str)>,
}

/// Place of a graph in the window: converts between plies, winning chances and pixels.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The plot with the gutters for badges above and below it.
    pub area: Rect,
    /// Ply of the last position.
    pub last: usize,
    pub unit: f32,
}

impl Graph {
    /// Graph of the positions of `analysis` that are evaluated, with a line at `ply` and badges at the `worst` moves.
    pub fn new(analysis: &Analysis, ply: usize, worst: &[usize]) -> Self {
        // `f32` is exact enough for pixels.
        let chance = |ply| analysis.winning_chances(ply).map(|chance| chance as f32);
        let judged = |ply: usize| {
            let glyph = analysis.judged_move(ply).map_or("", |judged| judged.judgment.glyph());
            Some((ply, analysis.move_to(ply)?.piece.color, glyph))
        };
        Self {
            chances: (0..=analysis.last_ply()).map(chance).collect(),
            ply,
            worst: worst.iter().filter_map(|&ply| judged(ply)).collect(),
        }
    }

    pub fn draw(&self, pen: &mut Pen, area: Rect) {
        let place = Place { area, last: self.chances.len() - 1, unit: pen.unit };
        place.draw(pen, self);
    }
}

impl Place {
    /// Edge of a badge in pixels.
    fn badge(&self) -> f32 {
        // A glyph that can be read needs eleven pixels.
        (14.0 * self.unit).round().max(11.0)
    }

    fn plot(&self) -> Rect {
        let gutter = self.badge() + 2.0;
        let Rect { x, y, w, h } = self.area;
        Rect::new(x, y + gutter, w, (h - 2.0 * gutter).max(1.0))
    }

    /// Pixels from the left edge to the position after `ply` moves.
    fn along(&self, ply: usize) -> f32 {
        // Space for half of the line at the first and at the last position.
        let ends = 3.0;
        ends + (self.area.w - 2.0 * ends) * ply as f32 / self.last.max(1) as f32
    }

    /// The rectangle between two distances from the left edge and two winning chances of White, 0 to 1.
    fn rect(&self, along: (f32, f32), chance: (f32, f32)) -> Rect {
        let plot = self.plot();
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
        let plot = self.plot();
        pen.items.push(Item::fill(plot, pen.theme.panel));
        self.curve(pen, graph);
        let even = self.rect((0.0, self.area.w), (0.5, 0.5));
        let even = Rect { w: even.w.max(1.0), h: even.h.max(1.0), ..even };
        pen.items.push(Item::fill(even, EVEN));
        let rim = pen.px(1.0).max(1.0);
        pen.items.push(Item::Frame { rect: plot, width: rim, color: pen.theme.faint });
        self.cursor(pen, graph.ply);
        self.marks(pen, graph);
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

    /// A line across the graph at `ply`.
    fn cursor(&self, pen: &mut Pen, ply: usize) {
        let (middle, half) = (self.along(ply).round(), pen.px(1.0).max(1.0));
        let line = |width: f32| {
            let rect = self.rect((middle - width, middle + width), (0.0, 1.0));
            let gutter = self.badge() + 2.0;
            Rect { y: rect.y - gutter, h: rect.h + 2.0 * gutter, ..rect }
        };
        pen.items.push(Item::fill(line(half + 1.0), pen.theme.background));
        pen.items.push(Item::fill(line(half), pen.theme.accent));
    }

    /// Marks of the worst moves: a badge in the gutter, White's below and Black's above, and a thin line to the move.
    fn marks(&self, pen: &mut Pen, graph: &Graph) {
        for color in Color::ALL {
            let own: Vec<_> = graph.worst.iter().filter(|(_, by, _)| *by == color).collect();
            let wanted: Vec<f32> = own.iter().map(|(ply, ..)| self.along(*ply)).collect();
            for ((ply, _, glyph), place) in own.into_iter().zip(self.badges(&wanted)) {
                self.pointer(pen, graph, *ply, color);
                if let Some(at) = place {
                    badge(pen, self.badge_rect(at, color), glyph, color);
                }
            }
        }
    }

    /// A thin line from the gutter to the move, and a dot on it.
    fn pointer(&self, pen: &mut Pen, graph: &Graph, ply: usize, color: Color) {
        let along = self.along(ply).round();
        let Some(chance) = self.chance_at(graph, self.along(ply)) else { return };
        let chances = if color == Color::White { (0.0, chance) } else { (chance, 1.0) };
        let rect = self.rect((along, along + 1.0), chances);
        pen.items.push(Item::fill(rect, EVEN));
        let dot = self.rect((along, along + 1.0), (chance, chance));
        let (center, radius) = (Point::new(dot.x + 0.5, dot.y + 0.5), pen.px(3.5).max(2.5));
        pen.items.push(Item::Disc { center, radius: radius + 1.0, color: DARK });
        pen.items.push(Item::Disc { center, radius, color: pen.theme.alarm });
    }

    fn badge_rect(&self, along: f32, color: Color) -> Rect {
        let (edge, plot) = (self.badge(), self.plot());
        let along = (along - edge / 2.0).round();
        let y = if color == Color::White { plot.y + plot.h + 1.0 } else { plot.y - 1.0 - edge };
        Rect::new(plot.x + along, y, edge, edge)
    }

    /// Places of the badges of moves at `wanted`, in ascending order. `None`: other badges leave no room near the move,
    /// and the badge is left out.
    fn badges(&self, wanted: &[f32]) -> Vec<Option<f32>> {
        let places = self.apart(wanted).into_iter().zip(wanted);
        places.map(|(place, at)| ((place - at).abs() <= self.badge() / 3.0).then_some(place)).collect()
    }

    /// Places near the `wanted` ones, in ascending order, at which badges do not overlap.
    fn apart(&self, wanted: &[f32]) -> Vec<f32> {
        let (edge, mut places) = (self.badge() + 1.0, wanted.to_vec());
        let mut least = edge / 2.0;
        for place in &mut places {
            *place = place.max(least);
            least = *place + edge;
        }
        let mut most = self.area.w - edge / 2.0;
        for place in places.iter_mut().rev() {
            *place = place.min(most);
            most = *place - edge;
        }
        places
    }
}

/// Badge of one of the worst moves: a disc for White, a square for Black, with the glyph of the judgement.
fn badge(pen: &mut Pen, rect: Rect, glyph: &str, color: Color) {
    let (fill, ink) = if color == Color::White { (LIGHT, DARK) } else { (DARK, LIGHT) };
    if color == Color::White {
        pen.items.push(Item::Disc { center: rect.center(), radius: rect.w / 2.0, color: pen.theme.faint });
        pen.items.push(Item::Disc { center: rect.center(), radius: rect.w / 2.0 - 1.0, color: fill });
    } else {
        pen.items.push(Item::fill(rect, pen.theme.faint));
        pen.items.push(Item::fill(rect.inset(1.0), fill));
    }
    let style = Style::control(ink).centered().font(Font::Bold).sized(10.0);
    pen.label(glyph, rect, style);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(w: f32) -> Place {
        Place { area: Rect::new(10.0, 20.0, w, 90.0), last: 80, unit: 1.0 }
    }

    /// A press on the curve selects the position below it, a press beyond an end the first or the last position.
    #[test]
    fn a_press_on_the_graph_gives_its_position() {
        let graph = graph(200.0);
        for ply in 0..=graph.last {
            let rect = graph.rect((graph.along(ply), graph.along(ply)), (0.3, 0.3));
            assert_eq!(graph.ply_at(Point::new(rect.x, rect.y)), ply);
        }
        assert_eq!(graph.ply_at(Point::new(-50.0, -50.0)), 0);
        assert_eq!(graph.ply_at(Point::new(5000.0, 5000.0)), 80);
    }

    /// Three moves near the left end, near the right end and apart: badges lie side by side within the graph.
    #[test]
    fn badges_do_not_overlap() {
        let graph = graph(300.0);
        for wanted in [[3.0, 7.0, 9.0], [290.0, 294.0, 297.0], [3.0, 150.0, 152.0]] {
            let places = graph.apart(&wanted);
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= graph.badge()), "{places:?}");
            assert!(places[0] >= graph.badge() / 2.0 && places[2] <= 300.0 - graph.badge() / 2.0);
        }
        assert_eq!(graph.apart(&[50.0, 100.0]), [50.0, 100.0]);
    }

    /// The second of three badges has no room at its move and is left out. Those at the ends stay.
    #[test]
    fn a_badge_without_room_is_left_out() {
        let graph = graph(300.0);
        assert_eq!(graph.badges(&[50.0, 60.0, 100.0]), [Some(50.0), None, Some(100.0)]);
        assert!(graph.badges(&[3.0, 297.0]).iter().all(Option::is_some), "at the ends");
    }
}
