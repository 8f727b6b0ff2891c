//! The graph of an analysis: the chance to win over the moves, from left to right or from top to bottom.

use crate::game::analysis::Analysis;
use crate::rules::Color;
use crate::view::scene::{Font, Item, Point, Rect, Rgba};
use crate::view::widgets::Pen;
use crate::view::widgets::pen::Style;

/// White's part of the graph.
const LIGHT: Rgba = Rgba::hex(0xF4EBD6);
/// Black's part.
const DARK: Rgba = Rgba::hex(0x14110F);
/// The line at even chances: seen on both.
const EVEN: Rgba = Rgba::hex(0x8A8073);
/// Edge of a badge in pixels of the design; the gutters on both sides of the graph are a little wider.
const BADGE: f32 = 14.0;

/// Where a graph is, and of how many moves.
#[derive(Clone, Copy, Debug)]
pub struct Graph {
    /// All of it, with the gutters in which the badges stand.
    pub area: Rect,
    /// The number of the last position.
    pub last: usize,
    pub unit: f32,
}

impl Graph {
    /// Whether it goes from left to right rather than from top to bottom.
    fn is_lying(&self) -> bool {
        self.area.w >= self.area.h
    }

    fn badge(&self) -> f32 {
        // A digit that can be read needs eleven pixels.
        (BADGE * self.unit).round().max(11.0)
    }

    pub fn plot(&self) -> Rect {
        let gutter = self.badge() + 2.0;
        let Rect { x, y, w, h } = self.area;
        if self.is_lying() {
            Rect::new(x, y + gutter, w, (h - 2.0 * gutter).max(1.0))
        } else {
            Rect::new(x + gutter, y, (w - 2.0 * gutter).max(1.0), h)
        }
    }

    /// How long the way from the start to the end is, in pixels.
    fn length(&self) -> f32 {
        if self.is_lying() { self.area.w } else { self.area.h }
    }

    /// How far along the way position number `ply` is.
    fn along(&self, ply: usize) -> f32 {
        // The line that shows where one is lies inside at both ends.
        let ends = 3.0;
        ends + (self.length() - 2.0 * ends) * ply as f32 / self.last.max(1) as f32
    }

    /// The rectangle from so far along the way to so far, and from so much of White's chance to so much.
    fn rect(&self, along: (f32, f32), chance: (f32, f32)) -> Rect {
        let plot = self.plot();
        let length = along.1 - along.0;
        if self.is_lying() {
            let (low, high) = ((plot.h * chance.0).round(), (plot.h * chance.1).round());
            Rect::new(plot.x + along.0, plot.y + plot.h - high, length, high - low)
        } else {
            let (low, high) = ((plot.w * chance.0).round(), (plot.w * chance.1).round());
            Rect::new(plot.x + low, plot.y + along.0, high - low, length)
        }
    }

    /// The number of the position nearest to `point`, wherever it is.
    pub fn ply_at(&self, point: Point) -> usize {
        let along = if self.is_lying() { point.x - self.area.x } else { point.y - self.area.y };
        let (first, last) = (self.along(0), self.along(self.last));
        let part = ((along - first) / (last - first).max(1.0)).clamp(0.0, 1.0);
        // Between 0 and the number of moves of a game.
        (part * self.last as f32).round() as usize
    }

    /// Draws what is known of the game, with a line at position number `ply` and badges at the `worst` moves, which
    /// are numbered from 1.
    pub fn draw(&self, pen: &mut Pen, analysis: &Analysis, ply: usize, worst: &[usize]) {
        let plot = self.plot();
        pen.items.push(Item::Panel { rect: plot, radius: 0.0, color: pen.theme.panel });
        self.curve(pen, analysis);
        let even = self.rect((0.0, self.length()), (0.5, 0.5));
        let even = Rect { w: even.w.max(1.0), h: even.h.max(1.0), ..even };
        pen.items.push(Item::Panel { rect: even, radius: 0.0, color: EVEN });
        let rim = pen.px(1.0).max(1.0);
        pen.items.push(Item::Frame { rect: plot, width: rim, color: pen.theme.faint });
        self.cursor(pen, ply);
        self.marks(pen, analysis, worst);
    }

    /// White's part in light and Black's in dark, where both neighbours on the way are known.
    fn curve(&self, pen: &mut Pen, analysis: &Analysis) {
        let mut columns: Vec<(f32, f32, f32)> = Vec::new();
        for pixel in 0..self.length() as usize {
            let from = pixel as f32;
            let Some(chance) = self.chance_at(analysis, from + 0.5) else { continue };
            match columns.last_mut() {
                Some((_, to, same)) if *to == from && self.is_same(*same, chance) => *to += 1.0,
                _ => columns.push((from, from + 1.0, chance)),
            }
        }
        for (from, to, chance) in columns {
            let mut part = |chances, color| {
                let rect = self.rect((from, to), chances);
                if rect.w > 0.0 && rect.h > 0.0 {
                    pen.items.push(Item::Panel { rect, radius: 0.0, color });
                }
            };
            part((0.0, chance), LIGHT);
            part((chance, 1.0), DARK);
        }
    }

    /// Whether two chances are the same pixel.
    fn is_same(&self, a: f32, b: f32) -> bool {
        self.rect((0.0, 1.0), (0.0, a)) == self.rect((0.0, 1.0), (0.0, b))
    }

    /// White's chance so far along the way, between two positions in proportion.
    fn chance_at(&self, analysis: &Analysis, along: f32) -> Option<f32> {
        let (first, last) = (self.along(0), self.along(self.last));
        let part = ((along - first) / (last - first).max(1.0)).clamp(0.0, 1.0) * self.last as f32;
        let (before, after) = (part.floor(), part.ceil());
        // A chance is told exactly enough by a pixel.
        let chance =
            |ply: f32| Some(analysis.eval(ply as usize)?.evaluation.winning_chances(Color::White) as f32);
        let (from, to) = (chance(before)?, chance(after)?);
        Some(from + (to - from) * (part - before))
    }

    /// A line through the graph at position number `ply`.
    fn cursor(&self, pen: &mut Pen, ply: usize) {
        let (middle, half) = (self.along(ply).round(), pen.px(1.0).max(1.0));
        let line = |width: f32| {
            let rect = self.rect((middle - width, middle + width), (0.0, 1.0));
            let gutter = self.badge() + 2.0;
            if self.is_lying() {
                Rect { y: rect.y - gutter, h: rect.h + 2.0 * gutter, ..rect }
            } else {
                Rect { x: rect.x - gutter, w: rect.w + 2.0 * gutter, ..rect }
            }
        };
        let (rim, color) = (pen.theme.background, pen.theme.accent);
        pen.items.push(Item::Panel { rect: line(half + 1.0), radius: 0.0, color: rim });
        pen.items.push(Item::Panel { rect: line(half), radius: 0.0, color });
    }

    /// Badges in the gutters, White's where White's part begins, and from each a thin line to its move.
    fn marks(&self, pen: &mut Pen, analysis: &Analysis, worst: &[usize]) {
        for color in Color::ALL {
            let own = |ply: &usize| analysis.move_to(*ply).is_some_and(|made| made.piece.color == color);
            let own: Vec<(usize, usize)> =
                worst.iter().copied().enumerate().filter(|(_, ply)| own(ply)).collect();
            let wanted: Vec<f32> = own.iter().map(|&(_, ply)| self.along(ply)).collect();
            for (&(place, ply), at) in own.iter().zip(self.apart(&wanted)) {
                self.pointer(pen, analysis, ply, color);
                badge(pen, self.badge_rect(at, color), place + 1, color);
            }
        }
    }

    /// A thin line from the gutter to the move, and a dot on it.
    fn pointer(&self, pen: &mut Pen, analysis: &Analysis, ply: usize, color: Color) {
        let along = self.along(ply).round();
        let Some(chance) = self.chance_at(analysis, self.along(ply)) else { return };
        let chances = if color == Color::White { (0.0, chance) } else { (chance, 1.0) };
        let rect = self.rect((along, along + 1.0), chances);
        pen.items.push(Item::Panel { rect, radius: 0.0, color: EVEN });
        let dot = self.rect((along, along + 1.0), (chance, chance));
        let (center, radius) = (Point::new(dot.x + 0.5, dot.y + 0.5), pen.px(3.5).max(2.5));
        pen.items.push(Item::Disc { center, radius: radius + 1.0, color: DARK });
        pen.items.push(Item::Disc { center, radius, color: pen.theme.alarm });
    }

    fn badge_rect(&self, along: f32, color: Color) -> Rect {
        let (edge, plot) = (self.badge(), self.plot());
        let along = (along - edge / 2.0).round();
        match (self.is_lying(), color) {
            (true, Color::White) => Rect::new(plot.x + along, plot.y + plot.h + 1.0, edge, edge),
            (true, Color::Black) => Rect::new(plot.x + along, plot.y - 1.0 - edge, edge, edge),
            (false, Color::White) => Rect::new(plot.x - 1.0 - edge, plot.y + along, edge, edge),
            (false, Color::Black) => Rect::new(plot.x + plot.w + 1.0, plot.y + along, edge, edge),
        }
    }

    /// Places for badges as near to the wanted ones, which are in order, as they do not lie on each other.
    fn apart(&self, wanted: &[f32]) -> Vec<f32> {
        let (edge, mut places) = (self.badge() + 1.0, wanted.to_vec());
        let mut least = edge / 2.0;
        for place in &mut places {
            *place = place.max(least);
            least = *place + edge;
        }
        let mut most = self.length() - edge / 2.0;
        for place in places.iter_mut().rev() {
            *place = place.min(most);
            most = *place - edge;
        }
        places
    }
}

/// The badge of one of the worst moves: a disc for White, a tile for Black, with its number.
pub fn badge(pen: &mut Pen, rect: Rect, number: usize, color: Color) {
    let (fill, ink) = if color == Color::White { (LIGHT, DARK) } else { (DARK, LIGHT) };
    if color == Color::White {
        pen.items.push(Item::Disc { center: rect.center(), radius: rect.w / 2.0, color: pen.theme.faint });
        pen.items.push(Item::Disc { center: rect.center(), radius: rect.w / 2.0 - 1.0, color: fill });
    } else {
        pen.items.push(Item::Panel { rect, radius: 0.0, color: pen.theme.faint });
        pen.items.push(Item::Panel { rect: rect.inset(1.0), radius: 0.0, color: fill });
    }
    let style = Style::control(ink).centered().font(Font::Bold).sized(10.0);
    pen.label(&number.to_string(), rect, style);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(w: f32, h: f32) -> Graph {
        Graph { area: Rect::new(10.0, 20.0, w, h), last: 80, unit: 1.0 }
    }

    /// Both orientations, and beyond the ends.
    #[test]
    fn a_press_on_the_graph_gives_its_position() {
        for graph in [graph(200.0, 90.0), graph(100.0, 300.0)] {
            for ply in 0..=graph.last {
                let rect = graph.rect((graph.along(ply), graph.along(ply)), (0.3, 0.3));
                assert_eq!(graph.ply_at(Point::new(rect.x, rect.y)), ply);
            }
            assert_eq!(graph.ply_at(Point::new(-50.0, -50.0)), 0);
            assert_eq!(graph.ply_at(Point::new(5000.0, 5000.0)), 80);
        }
    }

    /// Also for neighbouring moves at either end.
    #[test]
    fn badges_do_not_overlap() {
        let graph = graph(100.0, 300.0);
        for wanted in [[3.0, 7.0, 9.0], [290.0, 294.0, 297.0], [3.0, 150.0, 152.0]] {
            let places = graph.apart(&wanted);
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= graph.badge()), "{places:?}");
            assert!(places[0] >= graph.badge() / 2.0 && places[2] <= 300.0 - graph.badge() / 2.0);
        }
        assert_eq!(graph.apart(&[50.0, 100.0]), [50.0, 100.0]);
    }
}
