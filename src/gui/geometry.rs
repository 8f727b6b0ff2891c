//! Plane geometry for the mesh builder: rectangles on whole pixels, circles and normals.

use std::f32::consts::TAU;

use crate::view::scene::{Point, Rect, Rgba};

/// The edges of a rectangle, on whole pixels.
#[derive(Clone, Copy)]
pub struct Edges {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Edges {
    /// The edges of `rect`, rounded to whole pixels.
    pub fn of(rect: Rect) -> Self {
        let (left, right) = snap_to_pixels(rect.x, rect.w);
        let (top, bottom) = snap_to_pixels(rect.y, rect.h);
        Self { left, top, right, bottom }
    }

    /// The four parts of the rectangle above, left of, right of and below `hole`. A part may be empty.
    pub fn without(self, hole: Rect) -> [Self; 4] {
        let Self { left, top, right, bottom } = self;
        let hole_top = hole.y.clamp(top, bottom);
        let hole_bottom = (hole.y + hole.h).clamp(hole_top, bottom);
        let hole_left = hole.x.clamp(left, right);
        let hole_right = (hole.x + hole.w).clamp(hole_left, right);
        [
            Self { left, top, right, bottom: hole_top },
            Self { left, top: hole_top, right: hole_left, bottom: hole_bottom },
            Self { left: hole_right, top: hole_top, right, bottom: hole_bottom },
            Self { left, top: hole_bottom, right, bottom },
        ]
    }
}

/// Whether `point` is in `area` or on its edge.
pub fn covers(area: Rect, point: Point) -> bool {
    (area.x..=area.x + area.w).contains(&point.x) && (area.y..=area.y + area.h).contains(&point.y)
}

/// Rounds the start and the end of an interval to whole pixels. An interval that is not empty keeps at least one pixel.
fn snap_to_pixels(start: f32, length: f32) -> (f32, f32) {
    let first = start.round();
    let last = (start + length).round();
    (first, if length > 0.0 { last.max(first + 1.0) } else { first })
}

/// Width and colour with which a line is drawn. A line that is thinner than a pixel is drawn one pixel wide and
/// translucent in proportion.
pub fn hairline(width: f32, color: Rgba) -> (f32, Rgba) {
    if width >= 1.0 {
        return (width, color);
    }
    (1.0, color.with_alpha((f32::from(color.3) * width.max(0.0)) as u8))
}

/// The point at `distance` from `point` in the direction of `normal`.
pub fn along(point: Point, normal: Point, distance: f32) -> Point {
    Point::new(point.x + normal.x * distance, point.y + normal.y * distance)
}

/// The area of a polygon. It is positive if the order of the corners is clockwise on the screen.
pub fn signed_area(corners: &[Point]) -> f32 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>() / 2.0
}

/// Number of line segments with which a circle of radius `radius` looks round.
pub fn circle_segments(radius: f32) -> usize {
    ((radius.max(1.0).sqrt() * 7.0) as usize).clamp(12, 160)
}

/// Outward normals at the corners of the polygon that is drawn as a circle.
pub fn circle_normals(radius: f32) -> Vec<Point> {
    let steps = circle_segments(radius);
    (0..steps).map(|step| unit_vector(step as f32 / steps as f32)).collect()
}

/// The direction after `turn` full turns from the x axis, clockwise on the screen.
pub fn unit_vector(turn: f32) -> Point {
    let (y, x) = (turn * TAU).sin_cos();
    Point::new(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With tiles of 34.3 pixels, each tile ends on the pixel on which the next one begins.
    #[test]
    fn neighboring_tiles_share_their_edge() {
        let size = 34.3;
        for file in 0..14 {
            let edge = file as f32 * size;
            assert_eq!(snap_to_pixels(edge, size).1, snap_to_pixels(edge + size, size).0);
        }
    }
}
