//! Turns shapes and bitmaps into triangles.
//!
//! Edges are antialiased by a fringe: the outermost pixel of a slanted or round edge fades out. Upright edges are moved
//! to whole pixels and stay sharp.

use macroquad::prelude::{Mesh, Vertex, vec2, vec3, vec4};

use super::atlas::AtlasRegion;
use super::geometry::{
    Edges, along, circle_normals, circle_segments, covers, hairline, signed_area, unit_vector,
};
use crate::view::scene::{Point, Rect, Rgba};

/// Vertices in a batch at most. macroquad keeps buffers of this size for as many draw calls as a frame ever had; with
/// 4,096 vertices the process was 11 MiB larger after the help page (docs/reliability.md).
const BATCH_VERTICES: usize = 1024;

/// Batches after which opaque shapes get no batches of their own any more. Without this limit the process is 4 MiB
/// larger after the help page, and no faster.
const MAX_SPLIT_BATCHES: usize = 24;

/// Area in square pixels from which an opaque shape is worth a batch of its own.
const OPAQUE_BATCH_AREA: f32 = 1500.0;

/// How a batch is drawn. With software rendering, a frame of the start position takes 60 % more processor time if all
/// batches are `Nearest`, and more than twice as much if they are `Linear`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchKind {
    /// Plain colours without texture and blending.
    Opaque,
    /// Textured without filtering: bitmaps on whole pixels, and translucent shapes.
    Nearest,
    /// Textured with linear filtering: bitmaps between pixels.
    Linear,
}

/// Triangles of one draw call.
pub struct Batch {
    pub kind: BatchKind,
    pub mesh: Mesh,
}

/// Collects the batches of a frame, in painting order. All use the texture of the atlas.
#[derive(Default)]
pub struct MeshBuilder {
    /// Batches of this frame, then unused ones of earlier frames, whose buffers are used again.
    batches: Vec<Batch>,
    used: usize,
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
    /// Vertices and indices of a draw call: one more than are used, because macroquad warns about full buffers.
    pub const CAPACITY: (usize, usize) = (BATCH_VERTICES + 1, 3 * BATCH_VERTICES + 1);

    /// Starts a new frame, with a texture of `side` by `side` texels that is white at (`white`, `white`).
    pub fn begin(&mut self, pixel: f32, side: u32, white: f32) {
        for batch in &mut self.batches[..self.used] {
            batch.mesh.vertices.clear();
            batch.mesh.indices.clear();
            // An unused batch must not keep a texture alive that has been replaced.
            batch.mesh.texture = None;
        }
        self.used = 0;
        self.pixel = pixel;
        self.texel = 1.0 / side as f32;
        self.white = white;
        self.occluder = None;
    }

    /// From now on nothing is drawn within `occluder`, whose edges are on whole pixels.
    pub fn set_occluder(&mut self, occluder: Option<Rect>) {
        self.occluder = occluder;
    }

    pub fn batches(&mut self) -> &mut [Batch] {
        &mut self.batches[..self.used]
    }

    /// A bitmap of the atlas, with its upper left corner at `at`.
    pub fn image(&mut self, at: Point, region: AtlasRegion, color: Rgba) {
        if region.width == 0 || region.height == 0 {
            return;
        }
        let (w, h) = (region.width as f32, region.height as f32);
        let (u, v) = (region.x as f32, region.y as f32);
        let corner = |x: f32, y: f32| (Point::new(at.x + x, at.y + y), (u + x, v + y), color);
        let on_pixels = at.x.fract() == 0.0 && at.y.fract() == 0.0;
        let kind = if on_pixels { BatchKind::Nearest } else { BatchKind::Linear };
        self.push_fan(kind, &[corner(0.0, 0.0), corner(w, 0.0), corner(w, h), corner(0.0, h)]);
    }

    /// A filled rectangle, moved to whole pixels and at least one pixel wide and high if it is not empty.
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

    /// The outline of a rectangle, inside it.
    pub fn frame(&mut self, rect: Rect, width: f32, color: Rgba) {
        let Edges { left, top, right, bottom } = Edges::of(rect);
        let width = width.round().max(1.0).min((right - left) / 2.0).min((bottom - top) / 2.0);
        let inner = bottom - top - 2.0 * width;
        self.rect(Rect::new(left, top, right - left, width), color);
        self.rect(Rect::new(left, bottom - width, right - left, width), color);
        self.rect(Rect::new(left, top + width, width, inner), color);
        self.rect(Rect::new(right - width, top + width, width, inner), color);
    }

    /// A filled rectangle with round corners.
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

    /// A filled circle.
    pub fn disc(&mut self, center: Point, radius: f32, color: Rgba) {
        let normals = circle_normals(radius);
        let outline: Vec<_> = normals.into_iter().map(|n| (along(center, n, radius), n)).collect();
        self.antialiased(&outline, color);
    }

    /// The outline of a circle, inside it.
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

    /// A straight line with square ends. An upright one is moved to whole pixels.
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

    /// A filled convex polygon, its corners in either direction.
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
                // The mean of both normals, so long that both edges move by one pixel; limited at sharp corners.
                let scale = 1.0 / (1.0 + before.x * after.x + before.y * after.y).max(0.2);
                (corners[i], Point::new((before.x + after.x) * scale, (before.y + after.y) * scale))
            })
            .collect();
        self.antialiased(&outline, color);
    }

    /// A filled convex shape, given by the points of its outline and their outward normals.
    fn antialiased(&mut self, outline: &[(Point, Point)], color: Rgba) {
        let offset = |by: f32| outline.iter().map(|&(p, normal)| along(p, normal, by)).collect::<Vec<_>>();
        let inner = offset(-0.5);
        self.solid(&inner, color);
        self.strip((&inner, color), (&offset(0.5), color.with_alpha(0)));
    }

    /// The area between two closed outlines of as many points, with a gradient between their colours.
    fn strip(&mut self, (a, a_color): (&[Point], Rgba), (b, b_color): (&[Point], Rgba)) {
        let kind = self.last_kind().filter(|kind| *kind != BatchKind::Opaque).unwrap_or(BatchKind::Nearest);
        let white = (self.white, self.white);
        for i in 0..a.len() {
            let next = (i + 1) % a.len();
            let corners = [(a[i], a_color), (a[next], a_color), (b[next], b_color), (b[i], b_color)];
            self.push_fan(kind, &corners.map(|(p, color)| (p, white, color)));
        }
    }

    /// A filled convex polygon without antialiasing.
    fn solid(&mut self, corners: &[Point], color: Rgba) {
        let kind = self.kind_of_solid(signed_area(corners).abs(), color);
        let white = (self.white, self.white);
        let corners: Vec<_> = corners.iter().map(|&p| (p, white, color)).collect();
        self.push_fan(kind, &corners);
    }

    /// The batch for a shape in one colour: the last one if possible, a new opaque one for a large opaque shape.
    fn kind_of_solid(&self, area: f32, color: Rgba) -> BatchKind {
        let opaque = color.3 == 255 && self.used < MAX_SPLIT_BATCHES;
        match self.last_kind() {
            Some(BatchKind::Opaque) | None if opaque => BatchKind::Opaque,
            _ if opaque && area >= OPAQUE_BATCH_AREA => BatchKind::Opaque,
            kind => kind.filter(|kind| *kind != BatchKind::Opaque).unwrap_or(BatchKind::Nearest),
        }
    }

    fn last_kind(&self) -> Option<BatchKind> {
        self.batches[..self.used].last().map(|batch| batch.kind)
    }

    /// Adds the triangles of a convex polygon: position, texel and colour of each corner.
    fn push_fan(&mut self, kind: BatchKind, corners: &[(Point, (f32, f32), Rgba)]) {
        if self.occluder.is_some_and(|area| corners.iter().all(|corner| covers(area, corner.0))) {
            return;
        }
        let fits =
            |batch: &Batch| batch.kind == kind && batch.mesh.vertices.len() + corners.len() <= BATCH_VERTICES;
        if !self.batches[..self.used].last().is_some_and(fits) {
            if self.batches.len() == self.used {
                let mesh = Mesh { vertices: Vec::new(), indices: Vec::new(), texture: None };
                self.batches.push(Batch { kind, mesh });
            }
            self.batches[self.used].kind = kind;
            self.used += 1;
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

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Rgba = Rgba(10, 20, 30, 255);

    fn drawn(draw: impl FnOnce(&mut MeshBuilder)) -> MeshBuilder {
        let mut meshes = MeshBuilder::default();
        meshes.begin(1.0, 64, 2.0);
        draw(&mut meshes);
        meshes
    }

    /// The total area of all meshes, weighted by opacity.
    fn covered(meshes: &mut MeshBuilder) -> f32 {
        let mut sum = 0.0;
        for Batch { mesh, .. } in meshes.batches() {
            for t in mesh.indices.chunks(3) {
                let [a, b, c] = [t[0], t[1], t[2]].map(|i| mesh.vertices[i as usize]);
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

    /// Every kind of shape.
    #[test]
    fn shapes_cover_the_right_area() {
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

    /// A rectangle of less than a pixel in height.
    #[test]
    fn upright_edges_lie_on_whole_pixels() {
        let mut meshes = drawn(|t| t.rect(Rect::new(2.4, 3.6, 10.3, 0.2), INK));
        let corners: Vec<_> =
            meshes.batches()[0].mesh.vertices.iter().map(|v| (v.position.x, v.position.y)).collect();
        assert_eq!(corners, [(2.0, 4.0), (13.0, 4.0), (13.0, 5.0), (2.0, 5.0)]);
    }

    /// The lower right corner of a bitmap.
    #[test]
    fn bitmaps_are_drawn_texel_by_pixel() {
        let region = AtlasRegion { x: 16, y: 32, width: 8, height: 4, offset: (0.0, 0.0) };
        let mut meshes = drawn(|t| t.image(Point::new(5.0, 6.0), region, INK));
        let last = meshes.batches()[0].mesh.vertices[2];
        assert_eq!((last.position.x, last.position.y), (13.0, 10.0));
        assert_eq!((last.uv.x * 64.0, last.uv.y * 64.0), (24.0, 36.0));
    }

    /// Large and small, opaque and translucent shapes, and bitmaps.
    #[test]
    fn large_opaque_shapes_start_an_opaque_batch() {
        let region = AtlasRegion { x: 16, y: 32, width: 8, height: 4, offset: (0.0, 0.0) };
        let at = |x: f32| Point::new(x, 0.0);
        let mut meshes = drawn(|t| {
            t.rect(Rect::new(0.0, 0.0, 48.0, 48.0), INK);
            t.rect(Rect::new(48.0, 0.0, 4.0, 4.0), INK);
            t.image(at(1.0), region, INK);
            t.rect(Rect::new(48.0, 0.0, 4.0, 4.0), INK);
            t.image(at(1.5), region, INK);
            t.disc(at(60.0), 4.0, INK);
            t.rect(Rect::new(0.0, 0.0, 90.0, 90.0), INK.with_alpha(99));
            t.rounded_rect(Rect::new(0.0, 0.0, 90.0, 90.0), 5.0, INK);
        });
        let kinds: Vec<_> = meshes.batches().iter().map(|batch| batch.kind).collect();
        assert_eq!(
            kinds,
            [BatchKind::Opaque, BatchKind::Nearest, BatchKind::Linear, BatchKind::Opaque, BatchKind::Nearest]
        );
    }

    /// Rectangles are cut; other shapes are left out if they are covered completely.
    #[test]
    fn covered_areas_are_not_drawn() {
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
            let mut meshes = drawn(|t| {
                t.set_occluder(hidden);
                t.rect(rect, INK);
            });
            assert_eq!(covered(&mut meshes), area, "{rect:?}");
        }
        let mut meshes = drawn(|t| {
            t.set_occluder(hidden);
            t.disc(Point::new(20.0, 15.0), 4.0, INK);
        });
        assert!(meshes.batches().is_empty());
        near(
            covered(&mut drawn(|t| {
                t.set_occluder(hidden);
                t.set_occluder(None);
                t.disc(Point::new(20.0, 15.0), 20.0, INK);
            })),
            1256.6,
        );
    }

    /// Two hundred layers. The buffers of each batch stay in memory.
    #[test]
    fn a_frame_of_many_layers_has_few_batches() {
        let region = AtlasRegion { x: 16, y: 32, width: 8, height: 4, offset: (0.0, 0.0) };
        let mut meshes = drawn(|t| {
            for row in 0..200 {
                let y = row as f32 * 50.0;
                t.rect(Rect::new(0.0, y, 48.0, 48.0), INK);
                t.image(Point::new(1.0, y), region, INK);
            }
        });
        assert_eq!(meshes.batches().len(), MAX_SPLIT_BATCHES + 1);
        let corners: usize = meshes.batches().iter().map(|batch| batch.mesh.vertices.len()).sum();
        assert_eq!(corners, 200 * 8);
    }

    /// A rectangle, a polygon and a bitmap without area.
    #[test]
    fn empty_shapes_draw_nothing() {
        let mut meshes = drawn(|t| {
            t.rect(Rect::new(5.0, 5.0, 0.0, 9.0), INK);
            t.polygon(&[Point::new(1.0, 1.0); 3], INK);
            t.image(
                Point::default(),
                AtlasRegion { x: 0, y: 0, width: 0, height: 0, offset: (0.0, 0.0) },
                INK,
            );
        });
        assert!(meshes.batches().is_empty());
    }

    /// Five thousand rectangles.
    #[test]
    fn a_large_frame_is_split_into_batches_that_fit() {
        let mut meshes = drawn(|t| (0..5000).for_each(|i| t.rect(Rect::new(i as f32, 0.0, 1.0, 1.0), INK)));
        assert_eq!(meshes.batches().len(), 20);
        for Batch { mesh, .. } in meshes.batches() {
            assert!(
                mesh.vertices.len() < MeshBuilder::CAPACITY.0 && mesh.indices.len() < MeshBuilder::CAPACITY.1
            );
            assert!(mesh.indices.iter().all(|&i| usize::from(i) < mesh.vertices.len()));
        }
        meshes.begin(1.0, 64, 2.0);
        assert!(meshes.batches().is_empty());
    }
}
