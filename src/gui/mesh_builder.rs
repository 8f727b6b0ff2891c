//! Plain shapes and pictures cut into triangles, with smooth edges: the outermost pixel of a slanted or round edge
//! fades out, while upright edges lie between whole pixels and stay sharp.

use std::f32::consts::TAU;

use macroquad::prelude::{Mesh, Vertex, vec2, vec3, vec4};

use super::atlas::AtlasRegion;
use crate::view::scene::{Point, Rect, Rgba};

/// How many corners go into one mesh; see [`Triangles::CAPACITY`]. Most meshes have less than a hundred, and macroquad
/// keeps room for a full one for each mesh of the richest picture it was ever given.
const BATCH_VERTICES: usize = 1024;

/// From so many meshes on, areas that need no texture are no longer drawn for themselves: that is faster as long as
/// the meshes are few.
const MAX_SPLIT_BATCHES: usize = 24;

/// From so many square pixels on, an area of one colour is worth a mesh of its own.
const OPAQUE_BATCH_AREA: f32 = 1500.0;

/// How a mesh is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchKind {
    /// Covers what is below; no texture needed.
    Opaque,
    /// With pictures from the texture that lie on whole pixels.
    Nearest,
    /// With pictures from the texture that lie between pixels.
    Linear,
}

/// Triangles that are drawn at once.
pub struct Batch {
    /// How.
    pub kind: BatchKind,
    /// The triangles.
    pub mesh: Mesh,
}

/// Triangles in the order of painting, all on one texture.
#[derive(Default)]
pub struct MeshBuilder {
    batches: Vec<Batch>,
    used: usize,
    /// Length of a pixel of the window in the units that macroquad draws in.
    pixel: f32,
    /// Length of a pixel of the texture in parts of its side, and where it is white, in pixels.
    texel: f32,
    white: f32,
    /// What lies wholly within is left out.
    occluder: Option<Rect>,
}

impl MeshBuilder {
    /// The corners and indices of a mesh are fewer than these: macroquad complains of as many as it has room for.
    pub const CAPACITY: (usize, usize) = (BATCH_VERTICES + 1, 3 * BATCH_VERTICES + 1);

    /// Throws all triangles away and starts a picture on a texture of `side` pixels that is white at `white`.
    pub fn begin(&mut self, unit: f32, side: u32, white: f32) {
        for part in &mut self.batches[..self.used] {
            part.mesh.vertices.clear();
            part.mesh.indices.clear();
        }
        self.used = 0;
        self.pixel = unit;
        self.texel = 1.0 / side as f32;
        self.white = white;
        self.occluder = None;
    }

    /// From now on leaves out what nobody sees: all within `hidden`, whose edges lie between whole pixels.
    pub fn set_occluder(&mut self, hidden: Option<Rect>) {
        self.occluder = hidden;
    }

    /// The meshes to draw, in this order.
    pub fn batches(&mut self) -> &mut [Batch] {
        &mut self.batches[..self.used]
    }

    /// A picture from the texture, pixel by pixel, its upper left corner at `at`.
    pub fn image(&mut self, at: Point, spot: AtlasRegion, color: Rgba) {
        if spot.width == 0 || spot.height == 0 {
            return;
        }
        let (w, h) = (spot.width as f32, spot.height as f32);
        let (u, v) = (spot.x as f32, spot.y as f32);
        let corner = |x: f32, y: f32| (Point::new(at.x + x, at.y + y), (u + x, v + y), color);
        let kind =
            if at.x.fract() == 0.0 && at.y.fract() == 0.0 { BatchKind::Nearest } else { BatchKind::Linear };
        self.push_fan(kind, &[corner(0.0, 0.0), corner(w, 0.0), corner(w, h), corner(0.0, h)]);
    }

    /// A filled upright rectangle, its edges moved to whole pixels; what has any width keeps at least one pixel.
    pub fn rect(&mut self, rect: Rect, color: Rgba) {
        let (left, right) = snap_to_pixels(rect.x, rect.w);
        let (top, bottom) = snap_to_pixels(rect.y, rect.h);
        let edges = Edges { left, top, right, bottom };
        match self.occluder {
            Some(hidden) => edges.around(hidden).into_iter().for_each(|part| self.rect_part(part, color)),
            None => self.rect_part(edges, color),
        }
    }

    /// A filled upright rectangle of whole pixels.
    fn rect_part(&mut self, Edges { left, top, right, bottom }: Edges, color: Rgba) {
        if right > left && bottom > top {
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
            self.solid(&corners.map(|(x, y)| Point::new(x, y)), color);
        }
    }

    /// The outline of an upright rectangle, inside it.
    pub fn frame(&mut self, rect: Rect, width: f32, color: Rgba) {
        let (left, right) = snap_to_pixels(rect.x, rect.w);
        let (top, bottom) = snap_to_pixels(rect.y, rect.h);
        let width = width.round().max(1.0).min((right - left) / 2.0).min((bottom - top) / 2.0);
        let inner = bottom - top - 2.0 * width;
        self.rect(Rect::new(left, top, right - left, width), color);
        self.rect(Rect::new(left, bottom - width, right - left, width), color);
        self.rect(Rect::new(left, top + width, width, inner), color);
        self.rect(Rect::new(right - width, top + width, width, inner), color);
    }

    /// A filled upright rectangle with round corners.
    pub fn rounded_rect(&mut self, rect: Rect, radius: f32, color: Rgba) {
        let (left, right) = snap_to_pixels(rect.x, rect.w);
        let (top, bottom) = snap_to_pixels(rect.y, rect.h);
        let radius = radius.min((right - left) / 2.0).min((bottom - top) / 2.0);
        if radius < 0.5 {
            return self.rect(rect, color);
        }
        let steps = (circle_segments(radius) / 4).max(3);
        let middles = [
            (right - radius, bottom - radius),
            (left + radius, bottom - radius),
            (left + radius, top + radius),
            (right - radius, top + radius),
        ];
        let mut outline = Vec::with_capacity(4 * (steps + 1));
        for (quarter, (x, y)) in middles.into_iter().enumerate() {
            for step in 0..=steps {
                let turn = (quarter as f32 + step as f32 / steps as f32) / 4.0;
                let normal = unit_vector(turn);
                outline.push((Point::new(x + normal.x * radius, y + normal.y * radius), normal));
            }
        }
        // In slabs from the top down: the large one in the middle is drawn faster than many slender triangles.
        let kind = self.kind_of_solid((right - left) * (bottom - top), color);
        let inner = offset_outline(&outline, -0.5);
        let (start, white) = (3 * (steps + 1), (self.white, self.white));
        let at = |i: usize| (inner[i % inner.len()], white, color);
        for row in 0..2 * steps + 1 {
            let (on_left, on_right) = (start - 1 - row, start + row);
            self.push_fan(kind, &[at(on_left), at(on_right), at(on_right + 1), at(on_left - 1)]);
        }
        self.fringe(&inner, &offset_outline(&outline, 0.5), color);
    }

    /// A filled disc.
    pub fn disc(&mut self, center: Point, radius: f32, color: Rgba) {
        let steps = circle_segments(radius);
        let outline: Vec<_> = (0..steps)
            .map(|step| unit_vector(step as f32 / steps as f32))
            .map(|n| (Point::new(center.x + n.x * radius, center.y + n.y * radius), n))
            .collect();
        self.antialiased(&outline, color);
    }

    /// The outline of a circle, inside it.
    pub fn ring(&mut self, center: Point, radius: f32, width: f32, color: Rgba) {
        let (width, color) = hairline(width.min(radius), color);
        let clear = color.with_alpha(0);
        let edges = [
            (radius + 0.5, clear),
            (radius - 0.5, color),
            ((radius - width + 0.5).max(0.0), color),
            ((radius - width - 0.5).max(0.0), clear),
        ];
        let steps = circle_segments(radius);
        for step in 0..steps {
            let (from, to) =
                (unit_vector(step as f32 / steps as f32), unit_vector((step + 1) as f32 / steps as f32));
            let at = |n: Point, (r, color): (f32, Rgba)| {
                (Point::new(center.x + n.x * r, center.y + n.y * r), color)
            };
            for pair in edges.windows(2) {
                let corners = [at(from, pair[0]), at(to, pair[0]), at(to, pair[1]), at(from, pair[1])];
                self.shaded(&corners);
            }
        }
    }

    /// A straight line with square ends; one along the edges of pixels is moved onto whole ones.
    pub fn line(&mut self, from: Point, to: Point, width: f32, color: Rgba) {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        if dy == 0.0 || dx == 0.0 {
            let thick = width.round().max(1.0);
            let (x, y) = (from.x.min(to.x), from.y.min(to.y));
            let rect = if dy == 0.0 {
                Rect::new(x, (y - thick / 2.0).round(), dx.abs(), thick)
            } else {
                Rect::new((x - thick / 2.0).round(), y, thick, dy.abs())
            };
            return self.rect(rect, color);
        }
        let (width, color) = hairline(width, color);
        let length = dx.hypot(dy);
        let (nx, ny) = (-dy / length * width / 2.0, dx / length * width / 2.0);
        let corner = |p: Point, side: f32| Point::new(p.x + nx * side, p.y + ny * side);
        self.polygon(&[corner(from, -1.0), corner(to, -1.0), corner(to, 1.0), corner(from, 1.0)], color);
    }

    /// A filled shape without dents, its corners in either direction around it.
    pub fn polygon(&mut self, corners: &[Point], color: Rgba) {
        let around = |i: usize| (corners[i], corners[(i + 1) % corners.len()]);
        let area = signed_area(corners);
        if area == 0.0 {
            return;
        }
        let side = area.signum();
        let outward = |(a, b): (Point, Point)| {
            let length = (b.x - a.x).hypot(b.y - a.y).max(f32::EPSILON);
            Point::new((b.y - a.y) / length * side, (a.x - b.x) / length * side)
        };
        let outline: Vec<_> = (0..corners.len())
            .map(|i| {
                let before = outward(around((i + corners.len() - 1) % corners.len()));
                let after = outward(around(i));
                // Half way between both edges, as long as to move each edge by one; a sharp tip stays a tip.
                let stretch = 1.0 / (1.0 + before.x * after.x + before.y * after.y).max(0.2);
                let normal = Point::new((before.x + after.x) * stretch, (before.y + after.y) * stretch);
                (corners[i], normal)
            })
            .collect();
        self.antialiased(&outline, color);
    }

    /// A filled shape without dents, given by its outline and the direction out of it at each corner.
    fn antialiased(&mut self, outline: &[(Point, Point)], color: Rgba) {
        let inner = offset_outline(outline, -0.5);
        self.solid(&inner, color);
        self.fringe(&inner, &offset_outline(outline, 0.5), color);
    }

    /// The edge of a shape, which fades out from the corners `inner` to the corners `outer`.
    fn fringe(&mut self, inner: &[Point], outer: &[Point], color: Rgba) {
        let clear = color.with_alpha(0);
        for i in 0..inner.len() {
            let next = (i + 1) % inner.len();
            self.shaded(&[(inner[i], color), (inner[next], color), (outer[next], clear), (outer[i], clear)]);
        }
    }

    /// A filled shape without dents in one colour.
    fn solid(&mut self, corners: &[Point], color: Rgba) {
        let kind = self.kind_of_solid(signed_area(corners).abs(), color);
        let white = (self.white, self.white);
        let corners: Vec<_> = corners.iter().map(|&p| (p, white, color)).collect();
        self.push_fan(kind, &corners);
    }

    /// How an area of so many square pixels in one colour is drawn best.
    fn kind_of_solid(&self, area: f32, color: Rgba) -> BatchKind {
        let covers = color.3 == 255 && self.used < MAX_SPLIT_BATCHES;
        match self.kind() {
            Some(BatchKind::Opaque) | None if covers => BatchKind::Opaque,
            _ if covers && area >= OPAQUE_BATCH_AREA => BatchKind::Opaque,
            kind => kind.filter(|kind| *kind != BatchKind::Opaque).unwrap_or(BatchKind::Nearest),
        }
    }

    /// A filled shape without dents with a colour for each corner.
    fn shaded(&mut self, corners: &[(Point, Rgba); 4]) {
        let kind = self.kind().filter(|kind| *kind != BatchKind::Opaque).unwrap_or(BatchKind::Nearest);
        let white = (self.white, self.white);
        self.push_fan(kind, &corners.map(|(p, color)| (p, white, color)));
    }

    /// How the last triangles so far are drawn.
    fn kind(&self) -> Option<BatchKind> {
        self.batches[..self.used].last().map(|part| part.kind)
    }

    /// The triangles of a shape without dents: its corners, where each lies on the texture, and its colour.
    fn push_fan(&mut self, kind: BatchKind, corners: &[(Point, (f32, f32), Rgba)]) {
        let within = |hidden: Rect| {
            let (right, bottom) = (hidden.x + hidden.w, hidden.y + hidden.h);
            let inside = |p: Point| (hidden.x..=right).contains(&p.x) && (hidden.y..=bottom).contains(&p.y);
            corners.iter().all(|corner| inside(corner.0))
        };
        if self.occluder.is_some_and(within) {
            return;
        }
        let fits =
            |part: &Batch| part.kind == kind && part.mesh.vertices.len() + corners.len() <= BATCH_VERTICES;
        if !self.batches[..self.used].last().is_some_and(fits) {
            self.used += 1;
            if self.batches.len() < self.used {
                let mesh = Mesh { vertices: Vec::new(), indices: Vec::new(), texture: None };
                self.batches.push(Batch { kind, mesh });
            }
            self.batches[self.used - 1].kind = kind;
        }
        let mesh = &mut self.batches[self.used - 1].mesh;
        let first = mesh.vertices.len() as u16;
        mesh.vertices.extend(corners.iter().map(|&(p, (u, v), Rgba(r, g, b, a))| Vertex {
            position: vec3(p.x * self.pixel, p.y * self.pixel, 0.0),
            uv: vec2(u * self.texel, v * self.texel),
            color: [r, g, b, a],
            normal: vec4(0.0, 0.0, 0.0, 0.0),
        }));
        for i in 2..corners.len() as u16 {
            mesh.indices.extend([first, first + i - 1, first + i]);
        }
    }
}

/// An upright rectangle by its four edges.
#[derive(Clone, Copy)]
struct Edges {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Edges {
    /// What is left of it without `hidden`: above, to the left, to the right, below; some may be empty.
    fn around(self, hidden: Rect) -> [Self; 4] {
        let Self { left, top, right, bottom } = self;
        let hole_top = hidden.y.clamp(top, bottom);
        let hole_bottom = (hidden.y + hidden.h).clamp(hole_top, bottom);
        let hole_left = hidden.x.clamp(left, right);
        let hole_right = (hidden.x + hidden.w).clamp(hole_left, right);
        [
            Self { left, top, right, bottom: hole_top },
            Self { left, top: hole_top, right: hole_left, bottom: hole_bottom },
            Self { left: hole_right, top: hole_top, right, bottom: hole_bottom },
            Self { left, top: hole_bottom, right, bottom },
        ]
    }
}

/// The corners of an outline, each moved by so many pixels in its direction out.
fn offset_outline(outline: &[(Point, Point)], by: f32) -> Vec<Point> {
    outline.iter().map(|(p, n)| Point::new(p.x + n.x * by, p.y + n.y * by)).collect()
}

/// The area inside of `corners`, below zero if they run against the clock.
fn signed_area(corners: &[Point]) -> f32 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>() / 2.0
}

/// Start and end of a stretch moved to whole pixels; what has any length keeps at least one pixel.
fn snap_to_pixels(start: f32, length: f32) -> (f32, f32) {
    let first = start.round();
    let last = (start + length).round();
    (first, if length > 0.0 { last.max(first + 1.0) } else { first })
}

/// A line thinner than a pixel is a pixel wide and paler.
fn hairline(width: f32, color: Rgba) -> (f32, Rgba) {
    if width >= 1.0 {
        return (width, color);
    }
    (1.0, color.with_alpha((f32::from(color.3) * width.max(0.0)) as u8))
}

/// How many straight pieces make a circle that looks round.
fn circle_segments(radius: f32) -> usize {
    ((radius.max(1.0).sqrt() * 7.0) as usize).clamp(12, 160)
}

/// The direction after a part of a full turn.
fn unit_vector(turn: f32) -> Point {
    let (y, x) = (turn * TAU).sin_cos();
    Point::new(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Rgba = Rgba(10, 20, 30, 255);

    fn drawn(draw: impl FnOnce(&mut MeshBuilder)) -> MeshBuilder {
        let mut triangles = MeshBuilder::default();
        triangles.begin(1.0, 64, 2.0);
        draw(&mut triangles);
        triangles
    }

    /// The area of all triangles, weighted by their opacity.
    fn covered(triangles: &mut MeshBuilder) -> f32 {
        let mut sum = 0.0;
        for Batch { mesh: part, .. } in triangles.batches() {
            for t in part.indices.chunks(3) {
                let [a, b, c] = [t[0], t[1], t[2]].map(|i| part.vertices[i as usize]);
                let (ab, ac) = (b.position - a.position, c.position - a.position);
                let alpha = [a, b, c].iter().map(|v| f32::from(v.color[3])).sum::<f32>() / (3.0 * 255.0);
                sum += (ab.x * ac.y - ab.y * ac.x).abs() / 2.0 * alpha;
            }
        }
        sum
    }

    fn near(value: f32, wanted: f32) {
        assert!((value - wanted).abs() < wanted * 0.03, "{value} is not {wanted}");
    }

    #[test]
    fn shapes_cover_the_area_they_should() {
        let p = Point::new;
        near(covered(&mut drawn(|t| t.rect(Rect::new(2.2, 3.1, 10.0, 5.0), INK))), 50.0);
        near(covered(&mut drawn(|t| t.frame(Rect::new(0.0, 0.0, 20.0, 10.0), 2.0, INK))), 104.0);
        near(covered(&mut drawn(|t| t.disc(p(50.0, 50.0), 20.0, INK))), 1256.6);
        near(covered(&mut drawn(|t| t.ring(p(50.0, 50.0), 20.0, 4.0, INK))), 452.4);
        near(covered(&mut drawn(|t| t.rounded_rect(Rect::new(0.0, 0.0, 40.0, 30.0), 8.0, INK))), 1145.1);
        near(covered(&mut drawn(|t| t.line(p(0.0, 0.0), p(30.0, 40.0), 3.0, INK))), 150.0);
        near(covered(&mut drawn(|t| t.line(p(0.0, 0.0), p(30.0, 40.0), 0.5, INK))), 25.0);
        near(covered(&mut drawn(|t| t.line(p(4.0, 0.0), p(4.0, 40.0), 1.0, INK))), 40.0);
        let corners = [p(0.0, 0.0), p(40.0, 0.0), p(20.0, 30.0)];
        near(covered(&mut drawn(|t| t.polygon(&corners, INK))), 600.0);
        let other_way = [corners[2], corners[1], corners[0]];
        near(covered(&mut drawn(|t| t.polygon(&other_way, INK))), 600.0);
    }

    #[test]
    fn upright_edges_lie_on_whole_pixels() {
        let mut triangles = drawn(|t| t.rect(Rect::new(2.4, 3.6, 10.3, 0.2), INK));
        let corners: Vec<_> =
            triangles.batches()[0].mesh.vertices.iter().map(|v| (v.position.x, v.position.y)).collect();
        assert_eq!(corners, [(2.0, 4.0), (13.0, 4.0), (13.0, 5.0), (2.0, 5.0)]);
    }

    #[test]
    fn neighbouring_tiles_share_their_edge() {
        let size = 34.3;
        for file in 0..14 {
            let edge = file as f32 * size;
            assert_eq!(snap_to_pixels(edge, size).1, snap_to_pixels(edge + size, size).0);
        }
    }

    #[test]
    fn pictures_map_pixel_to_pixel() {
        let spot = AtlasRegion { x: 16, y: 32, width: 8, height: 4, offset: (0.0, 0.0) };
        let mut triangles = drawn(|t| t.image(Point::new(5.0, 6.0), spot, INK));
        let last = triangles.batches()[0].mesh.vertices[2];
        assert_eq!((last.position.x, last.position.y), (13.0, 10.0));
        assert_eq!((last.uv.x * 64.0, last.uv.y * 64.0), (24.0, 36.0));
    }

    #[test]
    fn large_areas_go_without_the_texture_as_far_as_the_order_allows() {
        let spot = AtlasRegion { x: 16, y: 32, width: 8, height: 4, offset: (0.0, 0.0) };
        let at = |x: f32| Point::new(x, 0.0);
        let mut triangles = drawn(|t| {
            t.rect(Rect::new(0.0, 0.0, 48.0, 48.0), INK);
            t.rect(Rect::new(48.0, 0.0, 4.0, 4.0), INK);
            t.image(at(1.0), spot, INK);
            t.rect(Rect::new(48.0, 0.0, 4.0, 4.0), INK);
            t.image(at(1.5), spot, INK);
            t.disc(at(60.0), 4.0, INK);
            t.rect(Rect::new(0.0, 0.0, 90.0, 90.0), INK.with_alpha(99));
            t.rounded_rect(Rect::new(0.0, 0.0, 90.0, 90.0), 5.0, INK);
        });
        let kinds: Vec<_> = triangles.batches().iter().map(|part| part.kind).collect();
        assert_eq!(
            kinds,
            [BatchKind::Opaque, BatchKind::Nearest, BatchKind::Linear, BatchKind::Opaque, BatchKind::Nearest]
        );
    }

    /// Shows that what is hidden is cut out of rectangles and left out else, that nothing else changes, and that hiding
    /// ends when told so.
    #[test]
    fn what_is_hidden_is_not_drawn() {
        let hidden = Some(Rect::new(10.0, 10.0, 20.0, 10.0));
        let rects = [
            (Rect::new(0.0, 0.0, 50.0, 40.0), 2000.0 - 200.0),
            (Rect::new(12.0, 12.0, 5.0, 5.0), 0.0),
            (Rect::new(0.0, 0.0, 9.0, 9.0), 81.0),
            (Rect::new(40.0, 5.0, 9.0, 30.0), 270.0),
            (Rect::new(25.0, 15.0, 10.0, 30.0), 300.0 - 25.0),
            (Rect::new(0.0, 12.0, 50.0, 2.0), 100.0 - 40.0),
        ];
        for (rect, area) in rects {
            let mut triangles = drawn(|t| {
                t.set_occluder(hidden);
                t.rect(rect, INK);
            });
            assert_eq!(covered(&mut triangles), area, "{rect:?}");
        }
        let mut triangles = drawn(|t| {
            t.set_occluder(hidden);
            t.disc(Point::new(20.0, 15.0), 4.0, INK);
        });
        assert!(triangles.batches().is_empty());
        near(
            covered(&mut drawn(|t| {
                t.set_occluder(hidden);
                t.set_occluder(None);
                t.disc(Point::new(20.0, 15.0), 20.0, INK);
            })),
            1256.6,
        );
    }

    /// Shows that a picture of many layers takes few meshes, each of which costs room for good.
    #[test]
    fn a_picture_of_many_layers_takes_few_meshes() {
        let spot = AtlasRegion { x: 16, y: 32, width: 8, height: 4, offset: (0.0, 0.0) };
        let mut triangles = drawn(|t| {
            for row in 0..200 {
                let y = row as f32 * 50.0;
                t.rect(Rect::new(0.0, y, 48.0, 48.0), INK);
                t.image(Point::new(1.0, y), spot, INK);
            }
        });
        assert_eq!(triangles.batches().len(), MAX_SPLIT_BATCHES + 1);
        let corners: usize = triangles.batches().iter().map(|part| part.mesh.vertices.len()).sum();
        assert_eq!(corners, 200 * 8);
    }

    #[test]
    fn empty_shapes_draw_nothing() {
        let mut triangles = drawn(|t| {
            t.rect(Rect::new(5.0, 5.0, 0.0, 9.0), INK);
            t.polygon(&[Point::new(1.0, 1.0); 3], INK);
            t.image(
                Point::default(),
                AtlasRegion { x: 0, y: 0, width: 0, height: 0, offset: (0.0, 0.0) },
                INK,
            );
        });
        assert!(triangles.batches().is_empty());
    }

    #[test]
    fn a_large_picture_is_cut_into_meshes_that_can_be_drawn() {
        let mut triangles =
            drawn(|t| (0..5000).for_each(|i| t.rect(Rect::new(i as f32, 0.0, 1.0, 1.0), INK)));
        assert_eq!(triangles.batches().len(), 20);
        for Batch { mesh: part, .. } in triangles.batches() {
            assert!(
                part.vertices.len() < MeshBuilder::CAPACITY.0 && part.indices.len() < MeshBuilder::CAPACITY.1
            );
            assert!(part.indices.iter().all(|&i| usize::from(i) < part.vertices.len()));
        }
        triangles.begin(1.0, 64, 2.0);
        assert!(triangles.batches().is_empty());
    }
}
