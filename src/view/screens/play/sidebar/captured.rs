//! Captured pieces of a player, and the lead in material.

use super::slots::PlayerSlot;
use crate::game::material::format_tenths;
use crate::rules::{Color, Piece, PieceKind, Variant};
use crate::view::scene::{Font, Item, Point, Rect, TextRole};
use crate::view::text::measure;
use crate::view::widgets::Pen;
use crate::view::widgets::board::sprite;
use crate::view::widgets::pen::{Style, mix};

/// From one drawing to the next, in parts of its width: of the same kind, and of another one.
const SAME: f32 = 0.42;
const OTHER: f32 = 0.82;
/// Height of the font of the lead.
const TEXT: f32 = 12.0;
/// Height of the only line of drawings, and the smallest height of one of two.
const ONE_LINE: f32 = 20.0;
const SMALLEST: f32 = 13.0;
/// Room at both ends of the line.
const PAD: f32 = 3.0;
/// How much of a tile's colour is in the background of the drawings.
const BACKGROUND_MIX: f32 = 0.5;
/// Smallest lead that is shown, in thousandths of a pawn: what rounds to a tenth.
const LEAST: i32 = 50;

/// Draws what `color` has captured and its lead, in thousandths of a pawn, if it has one; from the edge of `area`
/// that is beside the clock.
pub fn draw(
    pen: &mut Pen,
    variant: &Variant,
    color: Color,
    captured: &[PieceKind],
    lead: i32,
    slot: &PlayerSlot,
) {
    let area = slot.captured;
    let lead = (lead >= LEAST).then(|| format!("+{}", format_tenths(lead)));
    let text_width = |text: &String| measure(text, Font::Bold, pen.size(TEXT)).ceil() + pen.px(2.0 * PAD);
    let pad = pen.px(PAD);
    let room = area.w - 2.0 * pad;
    let first = room - lead.as_ref().map_or(0.0, text_width);
    let one = pen.px(ONE_LINE).min(area.h);
    let two = (area.h / 2.0).floor();
    let fits = |size: f32| width(captured, size) <= first;
    let (size, rooms) = match two >= pen.px(SMALLEST) {
        true if !fits(one) && !fits(two) => (two, vec![first, room]),
        true if !fits(one) => (two, vec![first]),
        _ => (one, vec![first]),
    };
    let high = size * rooms.len() as f32;
    let y = if slot.name_above { area.y } else { area.y + area.h - high };
    let area = Rect { y, h: high, ..area };
    let mixed_background = mix(pen.theme.background, pen.theme.tile.dark, BACKGROUND_MIX);
    if !captured.is_empty() {
        // Dark pieces cannot be seen on a dark background, nor light ones on a light one.
        pen.items.push(Item::Panel { rect: area, radius: pen.px(4.0), color: mixed_background });
    }
    for (kind, place) in captured.iter().zip(places(captured, size, &rooms)) {
        let rect = Rect::new(area.x + pad + place.x, area.y + place.y, size, size);
        pen.items.push(Item::Sprite(sprite(variant, Piece::new(!color, *kind), None, rect)));
    }
    if let Some(text) = lead {
        let background = if captured.is_empty() { pen.theme.background } else { mixed_background };
        let style =
            Style { role: TextRole::Lead(color), ..Style::control(pen.theme.text_color_on(background)) };
        let rect = Rect { x: area.x + pad, w: room, h: size, ..area };
        pen.label(&text, rect, style.font(Font::Bold).sized(TEXT).right());
    }
}

/// How far the drawings of `size` reach in one line, none closer than it should be.
fn width(captured: &[PieceKind], size: f32) -> f32 {
    places(captured, size, &[f32::INFINITY]).last().map_or(0.0, |last| last.x + size)
}

/// Where the drawings of `size` begin, in lines of these widths: in the last one closer together where there are many.
fn places(captured: &[PieceKind], size: f32, rooms: &[f32]) -> Vec<Point> {
    let mut places: Vec<Point> = Vec::with_capacity(captured.len());
    let (mut line, mut begun) = (0, 0);
    for (place, kind) in captured.iter().enumerate() {
        let before = places.get(begun..).and_then(<[Point]>::last);
        let step = if place > 0 && captured.get(place - 1) == Some(kind) { SAME } else { OTHER };
        let mut x = before.map_or(0.0, |before| before.x + size * step);
        if line + 1 < rooms.len() && x + size > rooms[line] {
            (line, begun, x) = (line + 1, places.len(), 0.0);
        }
        places.push(Point::new(x, size * line as f32));
    }
    let room = rooms.last().map_or(0.0, |room| (room - size).max(0.0));
    let last = places.last().filter(|_| line + 1 == rooms.len()).map_or(0.0, |last| last.x);
    let squeezed = (room / last.max(1.0)).min(1.0);
    for place in places.iter_mut().skip(begun) {
        place.x = (place.x * squeezed).floor();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Any number of them; equal pieces stand closer.
    #[test]
    fn captured_pieces_fit_in_their_row() {
        let kinds = |rows: &[usize]| rows.iter().map(|&row| PieceKind::from_index(row)).collect::<Vec<_>>();
        let xs = |rows: &[usize], size, rooms: &[f32]| -> Vec<(f32, f32)> {
            places(&kinds(rows), size, rooms).iter().map(|place| (place.x, place.y)).collect()
        };
        assert_eq!(xs(&[1, 1, 2], 100.0, &[900.0]), [(0.0, 0.0), (42.0, 0.0), (124.0, 0.0)]);
        assert_eq!(xs(&[1, 2, 2], 100.0, &[190.0, 300.0]), [(0.0, 0.0), (82.0, 0.0), (0.0, 100.0)]);
        assert!(xs(&[], 10.0, &[20.0]).is_empty());
        let many = [1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8];
        for rooms in [vec![70.0], vec![60.0, 104.0], vec![10.0, 40.0]] {
            let places = xs(&many, 18.0, &rooms);
            assert_eq!(places.len(), many.len());
            assert!(
                places.iter().all(|&(x, y)| x + 18.0 <= rooms[(y / 18.0) as usize].max(18.0)),
                "{places:?}"
            );
            assert!(places.is_sorted_by_key(|&(x, y)| (y, x)));
        }
    }
}
