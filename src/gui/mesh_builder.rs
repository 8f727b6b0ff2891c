//! Turns shapes and bitmaps into triangles.
//!
//! The outermost pixel of a slanted or round edge fades out, so that the edge is smooth. Vertical and horizontal edges
//! are moved to whole pixels and stay sharp.

use macroquad::prelude::{Mesh, Vertex, vec2, vec3, vec4};

use super::atlas::AtlasRegion;
use super::geometry::{
    Edges, along, circle_normals, circle_segments, covers, hairline, signed_area, unit_vector,
};
use crate::view::scene::{Point, Rect, Rgba};

/// Maximum number of vertices and of indices in a draw call. A shape has a few hundred of them. macroquad allocates
/// buffers of this size for every draw call and never frees them. With 4,096 vertices the process was 11 MiB larger
/// after the help page had been shown.
pub const DRAW_CALL_CAPACITY: (usize, usize) = (1025, 3073);

/// Minimum area in square pixels of an opaque shape that begins a new draw call. With a smaller area a frame has more
/// draw calls and is not faster.
const OPAQUE_AREA: f32 = 4000.0;

/// How a shape is drawn. Consecutive shapes of one kind become one draw call.
///
/// With software rendering at 792x672, a frame takes 1.6 to 2.1 times as long if opaque shapes are `Nearest`, and 1.15
/// times as long if bitmaps on whole pixels are `Linear` (docs/experiments.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// Drawn in plain colours, without texture and blending.
    Opaque,
    /// Drawn with a texture and without filtering: bitmaps on whole pixels, and translucent shapes.
    Nearest,
    /// Drawn with a texture and linear filtering: bitmaps between pixels.
    Linear,
}

/// Collects the triangles of a picture, in painting order. All triangles use the texture of the atlas.
pub struct MeshBuilder {
    /// The meshes, each of one shape. macroquad merges consecutive meshes into one draw call if their textures and
    /// materials are equal.
    meshes: Vec<(ShapeKind, Mesh)>,
    /// Size of a physical pixel in macroquad's units.
    pixel: f32,
    /// Size of a texel in texture coordinates.
    texel: f32,
    /// Position of a white texel, for plain shapes.
    white: f32,
    /// Area that need not be drawn.
    occluder: Option<Rect>,
}

impl MeshBuilder {
    /// An empty picture. Its texture has `side` by `side` texels and is white at (`white`, `white`).
    pub fn new(pixel: f32, side: u32, white: f32) -> Self {
        Self { meshes: Vec::new(), pixel, texel: 1.0 / side as f32, white, occluder: None }
    }

    /// Sets the area within which nothing is drawn from now on. Its edges are on whole pixels.
    pub fn set_occluder(&mut self, occluder: Option<Rect>) {
        self.occluder = occluder;
    }

    pub fn into_meshes(self) -> Vec<(ShapeKind, Mesh)> {
        self.meshes
    }

    /// Adds a bitmap of the atlas, with its upper left corner at `at`.
    pub fn image(&mut self, at: Point, region: AtlasRegion, color: Rgba) {
        if region.width == 0 || region.height == 0 {
            return;
        }
        let (w, h) = (region.width as f32, region.height as f32);
        let (u, v) = (region.x as f32, region.y as f32);
        let corner = |x: f32, y: f32| (Point::new(at.x + x, at.y + y), (u + x, v + y), color);
        let on_pixels = at.x.fract() == 0.0 && at.y.fract() == 0.0;
        let kind = if on_pixels { ShapeKind::Nearest } else { ShapeKind::Linear };
        self.push_fan(kind, &[corner(0.0, 0.0), corner(w, 0.0), corner(w, h), corner(0.0, h)]);
    }

    /// Adds a filled rectangle, moved to whole pixels. If it is not empty, it is at least one pixel wide and high.
    pub fn rect(&mut self, rect: Rect, color: Rgba) {
        let edges = Edges::of(rect);
        match self.occluder {
            Some(occluder) => {
                edges.without(occluder).into_iter().for_each(|part| self.rect_part(part, color))
            }
            None => self.rect_part(edges, color),
        }
    }

    fn rect_part(&mut self, Edges { left, top, right, bottom }: Edges, color: Rgba) {
        if right > left && bottom > top {
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
            self.solid(&corners.map(|(x, y)| Point::new(x, y)), color);
        }
    }

    /// Adds the outline of a rectangle, drawn inside the rectangle.
    pub fn frame(&mut self, rect: Rect, width: f32, color: Rgba) {
        let Edges { left, top, right, bottom } = Edges::of(rect);
        let width = width.round().max(1.0).min((right - left) / 2.0).min((bottom - top) / 2.0);
        let inner = bottom - top - 2.0 * width;
        self.rect(Rect::new(left, top, right - left, width), color);
        self.rect(Rect::new(left, bottom - width, right - left, width), color);
        self.rect(Rect::new(left, top + width, width, inner), color);
        self.rect(Rect::new(right - width, top + width, width, inner), color);
    }

    pub fn rounded_rect(&mut self, rect: Rect, radius: f32, color: Rgba) {
        let Edges { left, top, right, bottom } = Edges::of(rect);
        let radius = radius.min((right - left) / 2.0).min((bottom - top) / 2.0);
        if radius < 0.5 {
            return self.rect(rect, color);
        }
        let steps = (circle_segments(radius) / 4).max(3);
        let centers = [
            (right - radius, bottom - radius),
            (left + radius, bottom - radius),
            (left + radius, top + radius),
            (right - radius, top + radius),
        ];
        let mut outline = Vec::with_capacity(4 * (steps + 1));
        for (quarter, (x, y)) in centers.into_iter().enumerate() {
            for step in 0..=steps {
                let normal = unit_vector((quarter as f32 + step as f32 / steps as f32) / 4.0);
                outline.push((Point::new(x + normal.x * radius, y + normal.y * radius), normal));
            }
        }
        self.antialiased(&outline, color);
    }

    pub fn disc(&mut self, center: Point, radius: f32, color: Rgba) {
        let normals = circle_normals(radius);
        let outline: Vec<_> = normals.into_iter().map(|n| (along(center, n, radius), n)).collect();
        self.antialiased(&outline, color);
    }

    /// Adds the outline of a circle, drawn inside the circle.
    pub fn ring(&mut self, center: Point, radius: f32, width: f32, color: Rgba) {
        let (width, color) = hairline(width.min(radius), color);
        let clear = color.with_alpha(0);
        let normals = circle_normals(radius);
        let circle = |radius: f32| -> Vec<_> {
            normals.iter().map(|&normal| along(center, normal, radius.max(0.0))).collect()
        };
        let (outer, inner) = (circle(radius - 0.5), circle(radius - width + 0.5));
        self.strip((&circle(radius + 0.5), clear), (&outer, color));
        self.strip((&outer, color), (&inner, color));
        self.strip((&inner, color), (&circle(radius - width - 0.5), clear));
    }

    /// Adds a straight line with square ends. A vertical or horizontal line is moved to whole pixels.
    pub fn line(&mut self, from: Point, to: Point, width: f32, color: Rgba) {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        if dy == 0.0 || dx == 0.0 {
            let width = width.round().max(1.0);
            let (x, y) = (from.x.min(to.x), from.y.min(to.y));
            let rect = if dy == 0.0 {
                Rect::new(x, (y - width / 2.0).round(), dx.abs(), width)
            } else {
                Rect::new((x - width / 2.0).round(), y, width, dy.abs())
            };
            return self.rect(rect, color);
        }
        let (width, color) = hairline(width, color);
        let length = dx.hypot(dy);
        let normal = Point::new(-dy / length, dx / length);
        let half = width / 2.0;
        let corners = [
            along(from, normal, -half),
            along(to, normal, -half),
            along(to, normal, half),
            along(from, normal, half),
        ];
        self.polygon(&corners, color);
    }

    /// Adds a filled convex polygon. The order of its corners may be clockwise or not.
    pub fn polygon(&mut self, corners: &[Point], color: Rgba) {
        let area = signed_area(corners);
        if area == 0.0 {
            return;
        }
        let edge_normal = |from: Point, to: Point| {
            let length = (to.x - from.x).hypot(to.y - from.y).max(f32::EPSILON) * area.signum();
            Point::new((to.y - from.y) / length, (from.x - to.x) / length)
        };
        let count = corners.len();
        let outline: Vec<_> = (0..count)
            .map(|i| {
                let before = edge_normal(corners[(i + count - 1) % count], corners[i]);
                let after = edge_normal(corners[i], corners[(i + 1) % count]);
                // The mean of both normals, lengthened so that both edges move by one pixel. The length is limited,
                // because it grows without limit as corners become sharper.
                let scale = 1.0 / (1.0 + before.x * after.x + before.y * after.y).max(0.2);
                (corners[i], Point::new((before.x + after.x) * scale, (before.y + after.y) * scale))
            })
            .collect();
        self.antialiased(&outline, color);
    }

    /// Adds a filled convex shape with smooth edges. `outline` has the corners of the shape and their outward normals.
    fn antialiased(&mut self, outline: &[(Point, Point)], color: Rgba) {
        let offset = |by: f32| outline.iter().map(|&(p, normal)| along(p, normal, by)).collect::<Vec<_>>();
        let inner = offset(-0.5);
        self.solid(&inner, color);
        self.strip((&inner, color), (&offset(0.5), color.with_alpha(0)));
    }

    /// Adds the area between two closed outlines of as many points, with a gradient between their colours.
    fn strip(&mut self, (a, a_color): (&[Point], Rgba), (b, b_color): (&[Point], Rgba)) {
        let kind = self.translucent_kind();
        let white = (self.white, self.white);
        for i in 0..a.len() {
            let next = (i + 1) % a.len();
            let corners = [(a[i], a_color), (a[next], a_color), (b[next], b_color), (b[i], b_color)];
            self.push_fan(kind, &corners.map(|(p, color)| (p, white, color)));
        }
    }

    /// Adds a filled convex polygon without smooth edges.
    fn solid(&mut self, corners: &[Point], color: Rgba) {
        let kind = self.kind_of_solid(signed_area(corners).abs(), color);
        let white = (self.white, self.white);
        let corners: Vec<_> = corners.iter().map(|&p| (p, white, color)).collect();
        self.push_fan(kind, &corners);
    }

    /// The kind of a shape in one colour.
    fn kind_of_solid(&self, area: f32, color: Rgba) -> ShapeKind {
        let goes_on = matches!(self.last_kind(), None | Some(ShapeKind::Opaque));
        if color.3 == 255 && (goes_on || area >= OPAQUE_AREA) {
            ShapeKind::Opaque
        } else {
            self.translucent_kind()
        }
    }

    /// The kind of a shape that needs blending: if possible that of the last shape, so that both are in one draw call.
    fn translucent_kind(&self) -> ShapeKind {
        match self.last_kind() {
            Some(ShapeKind::Linear) => ShapeKind::Linear,
            _ => ShapeKind::Nearest,
        }
    }

    fn last_kind(&self) -> Option<ShapeKind> {
        self.meshes.last().map(|(kind, _)| *kind)
    }

    /// Adds the triangles of a convex polygon. A corner has a position, a texel and a colour.
    fn push_fan(&mut self, kind: ShapeKind, corners: &[(Point, (f32, f32), Rgba)]) {
        if self.occluder.is_some_and(|area| corners.iter().all(|corner| covers(area, corner.0))) {
            return;
        }
        let vertex = |&(p, (u, v), Rgba(r, g, b, a)): &(Point, (f32, f32), Rgba)| Vertex {
            position: vec3(p.x * self.pixel, p.y * self.pixel, 0.0),
            uv: vec2(u * self.texel, v * self.texel),
            color: [r, g, b, a],
            normal: vec4(0.0, 0.0, 0.0, 0.0),
        };
        let vertices = corners.iter().map(vertex).collect();
        let indices = (2..corners.len() as u16).flat_map(|i| [0, i - 1, i]).collect();
        self.meshes.push((kind, Mesh { vertices, indices, texture: None }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Rgba = Rgba(10, 20, 30, 255);

    const REGION: AtlasRegion = AtlasRegion { x: 16, y: 32, width: 8, height: 4, offset: (0.0, 0.0) };

    fn drawn(draw: impl FnOnce(&mut MeshBuilder)) -> Vec<(ShapeKind, Mesh)> {
        let mut builder = MeshBuilder::new(1.0, 64, 2.0);
        draw(&mut builder);
        builder.into_meshes()
    }

    /// The sum of the opacities, each from 0 to 1, of all triangles at a point that does not lie on an edge.
    fn opacity(meshes: &[(ShapeKind, Mesh)], (x, y): (f32, f32)) -> f32 {
        let mut sum = 0.0;
        for (_, mesh) in meshes {
            for triangle in mesh.indices.chunks(3) {
                let [a, b, c] = [triangle[0], triangle[1], triangle[2]].map(|i| mesh.vertices[i as usize]);
                let area = |p: (f32, f32), q: (f32, f32), r: (f32, f32)| {
                    (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)
                };
                let [p, q, r] = [a, b, c].map(|vertex| (vertex.position.x, vertex.position.y));
                let whole = area(p, q, r);
                let parts = [area((x, y), q, r), area(p, (x, y), r), area(p, q, (x, y))];
                let weights = parts.map(|part| part / whole);
                if whole != 0.0 && weights.iter().all(|&weight| weight > 0.0) {
                    let alpha = |(weight, vertex): (f32, Vertex)| weight * f32::from(vertex.color[3]) / 255.0;
                    sum += weights.into_iter().zip([a, b, c]).map(alpha).sum::<f32>();
                }
            }
        }
        sum
    }

    /// Asserts that the shapes that `draw` adds cover each point of `inside` exactly once and no point of `outside`.
    fn assert_covers(draw: impl FnOnce(&mut MeshBuilder), inside: &[(f32, f32)], outside: &[(f32, f32)]) {
        let meshes = drawn(draw);
        for &point in inside {
            assert!((opacity(&meshes, point) - 1.0).abs() < 0.01, "{point:?}: {}", opacity(&meshes, point));
        }
        for &point in outside {
            assert_eq!(opacity(&meshes, point), 0.0, "{point:?}");
        }
    }

    /// Each kind of shape is drawn at points inside it, and not at points outside it.
    #[test]
    fn shapes_cover_their_inside_once_and_nothing_else() {
        let p = Point::new;
        assert_covers(
            |m| m.rect(Rect::new(2.2, 3.1, 10.0, 5.0), INK),
            &[(2.3, 3.6), (11.9, 7.2)],
            &[(1.9, 5.2), (12.1, 5.2), (5.1, 2.9), (5.1, 8.1)],
        );
        assert_covers(
            |m| m.frame(Rect::new(0.0, 0.0, 20.0, 10.0), 2.0, INK),
            &[(0.7, 1.2), (9.7, 1.2), (19.2, 8.9), (1.1, 4.3)],
            &[(2.1, 5.3), (9.7, 5.3), (17.9, 2.2)],
        );
        assert_covers(
            |m| m.disc(p(50.0, 50.0), 20.0, INK),
            &[(50.2, 50.3), (69.0, 50.3), (63.3, 63.5)],
            &[(70.6, 50.3), (64.6, 64.7)],
        );
        assert_covers(
            |m| m.ring(p(50.0, 50.0), 20.0, 4.0, INK),
            &[(68.1, 50.3), (50.3, 32.1)],
            &[(50.2, 50.3), (65.2, 50.3), (70.6, 50.3)],
        );
        assert_covers(
            |m| m.rounded_rect(Rect::new(0.0, 0.0, 40.0, 30.0), 8.0, INK),
            &[(20.3, 15.2), (3.1, 3.2), (39.1, 15.2)],
            &[(1.1, 1.2), (38.8, 28.7), (40.6, 15.2)],
        );
        assert_covers(
            |m| m.line(p(0.0, 0.0), p(30.0, 40.0), 3.0, INK),
            &[(15.1, 20.3)],
            &[(12.6, 21.9), (17.5, 18.3), (31.3, 41.4)],
        );
        assert_covers(
            |m| m.line(p(4.0, 0.0), p(4.0, 40.0), 1.0, INK),
            &[(4.4, 20.3)],
            &[(3.9, 20.3), (5.1, 20.3)],
        );
        let triangle = [p(0.0, 0.0), p(40.0, 0.0), p(20.0, 30.0)];
        let [a, b, c] = triangle;
        for corners in [triangle, [c, b, a]] {
            assert_covers(|m| m.polygon(&corners, INK), &[(20.3, 10.1)], &[(2.1, 20.3), (38.2, 20.3)]);
        }
    }

    /// A slanted line of half a pixel is drawn one pixel wide with half the opacity.
    #[test]
    fn a_line_thinner_than_a_pixel_is_translucent() {
        let meshes = drawn(|m| m.line(Point::new(0.0, 0.0), Point::new(30.0, 40.0), 0.5, INK));
        let middle = opacity(&meshes, (15.0, 20.01));
        assert!((0.45..0.55).contains(&middle), "{middle}");
    }

    /// A rectangle between pixels that is less than a pixel high becomes one pixel high, on whole pixels.
    #[test]
    fn upright_edges_lie_on_whole_pixels() {
        let meshes = drawn(|m| m.rect(Rect::new(2.4, 3.6, 10.3, 0.2), INK));
        let corners: Vec<_> = meshes[0].1.vertices.iter().map(|v| (v.position.x, v.position.y)).collect();
        assert_eq!(corners, [(2.0, 4.0), (13.0, 4.0), (13.0, 5.0), (2.0, 5.0)]);
    }

    /// The lower right corner of a bitmap of 8 by 4 texels is 8 pixels right of its upper left corner, and 4 below it.
    #[test]
    fn bitmaps_are_drawn_texel_by_pixel() {
        let meshes = drawn(|m| m.image(Point::new(5.0, 6.0), REGION, INK));
        let last = meshes[0].1.vertices[2];
        assert_eq!((last.position.x, last.position.y), (13.0, 10.0));
        assert_eq!((last.uv.x * 64.0, last.uv.y * 64.0), (24.0, 36.0));
    }

    /// Large opaque shapes are drawn without blending. Small opaque shapes are drawn without blending if the shape
    /// before them is. Translucent shapes and bitmaps are drawn with blending, and bitmaps between pixels are filtered.
    #[test]
    fn each_shape_is_drawn_in_the_cheapest_way_that_shows_it_correctly() {
        let at = |x: f32| Point::new(x, 0.0);
        let small = Rect::new(48.0, 0.0, 4.0, 4.0);
        let large = Rect::new(0.0, 0.0, 90.0, 90.0);
        let meshes = drawn(|m| {
            m.rect(small, INK);
            m.image(at(1.0), REGION, INK);
            m.rect(small, INK);
            m.rect(large, INK);
            m.rect(small, INK);
            m.image(at(1.5), REGION, INK);
            m.rect(small, INK);
            m.rect(large, INK.with_alpha(99));
        });
        let kinds: Vec<_> = meshes.iter().map(|(kind, _)| *kind).collect();
        use ShapeKind::{Linear, Nearest, Opaque};
        assert_eq!(kinds, [Opaque, Nearest, Nearest, Opaque, Opaque, Linear, Linear, Linear]);
    }

    /// A rectangle is drawn without the covered area. Another shape is left out if it is covered completely, and drawn
    /// whole if it is not. A shape is drawn if the covered area no longer applies to it.
    #[test]
    fn covered_areas_are_not_drawn() {
        let hidden = Rect::new(10.0, 10.0, 20.0, 10.0);
        let rect = |rect: Rect| {
            move |m: &mut MeshBuilder| {
                m.set_occluder(Some(hidden));
                m.rect(rect, INK);
            }
        };
        assert_covers(
            rect(Rect::new(0.0, 0.0, 50.0, 40.0)),
            &[(5.2, 5.3), (9.9, 15.2), (30.1, 15.2), (20.3, 9.9), (20.3, 20.1), (48.2, 38.1)],
            &[(10.1, 10.2), (20.3, 15.2), (29.9, 19.8)],
        );
        assert_covers(
            rect(Rect::new(25.0, 15.0, 10.0, 30.0)),
            &[(27.2, 20.1), (30.1, 16.2), (34.2, 44.1)],
            &[(25.1, 15.2), (29.9, 19.8)],
        );
        assert_covers(rect(Rect::new(0.0, 0.0, 9.0, 9.0)), &[(4.2, 4.3), (8.9, 1.2)], &[]);
        assert!(drawn(rect(Rect::new(12.0, 12.0, 5.0, 5.0))).is_empty());
        let disc = |radius: f32, occluder: Option<Rect>| {
            move |m: &mut MeshBuilder| {
                m.set_occluder(Some(hidden));
                m.set_occluder(occluder);
                m.disc(Point::new(20.0, 15.0), radius, INK);
            }
        };
        assert!(drawn(disc(4.0, Some(hidden))).is_empty());
        assert_covers(disc(4.0, None), &[(20.2, 15.3)], &[]);
        assert_covers(disc(20.0, Some(hidden)), &[(20.2, 15.3), (20.2, 33.1)], &[]);
    }

    /// A rectangle, a polygon and a bitmap without area have no mesh.
    #[test]
    fn empty_shapes_draw_nothing() {
        let meshes = drawn(|m| {
            m.rect(Rect::new(5.0, 5.0, 0.0, 9.0), INK);
            m.polygon(&[Point::new(1.0, 1.0); 3], INK);
            m.image(Point::default(), AtlasRegion { width: 0, height: 0, ..REGION }, INK);
        });
        assert!(meshes.is_empty());
    }
}
