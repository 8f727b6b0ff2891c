//! Captured pieces of a player, and the lead in material.

use crate::game::material::format_pawns;
use crate::rules::{Color, Piece, PieceKind, Variant};
use crate::view::scene::{Font, Item, Rect, TextRole};
use crate::view::text::measure;
use crate::view::theme::brightness;
use crate::view::widgets::Pen;
use crate::view::widgets::board::sprite;
use crate::view::widgets::pen::Style;

/// Height of the font of the lead.
const TEXT: f32 = 12.0;

/// Draws in `area` what `color` has captured, and its lead, which is in thousandths of a pawn, in tenths.
pub fn draw(pen: &mut Pen, variant: &Variant, color: Color, captured: &[PieceKind], lead: i32, area: Rect) {
    let lead = (lead >= 50).then(|| format!("+{}", format_pawns((lead + 50) / 100 * 100)));
    let lead_width = lead.as_ref().map_or(0.0, |text| measure(text, Font::Bold, pen.size(TEXT)).ceil());
    let gap = pen.px(6.0);
    let (size, room) = (area.h, area.w - gap - lead_width);
    let places = places(captured, size, room);
    let x = area.x + places.last().map_or(0.0, |last| last + size + gap);
    // Dark pieces cannot be seen on a dark background, nor light ones on a light one, so both sides have the same.
    let ink = if brightness(pen.theme.background) < 128_000 { Color::White } else { Color::Black };
    for (kind, place) in captured.iter().zip(places) {
        let rect = Rect::new(area.x + place, area.y, size, size);
        pen.items.push(Item::Sprite(sprite(variant, Piece::new(ink, *kind), None, rect)));
    }
    if let Some(text) = lead {
        let style = Style { role: TextRole::Lead(color), ..Style::control(pen.theme.faint) };
        let rect = Rect { x, w: (area.x + area.w - x).max(1.0), ..area };
        pen.label(&text, rect, style.font(Font::Bold).sized(TEXT));
    }
}

/// Left edges of drawings of `size` pixels, closer together if they do not fit into `room`.
fn places(captured: &[PieceKind], size: f32, room: f32) -> Vec<f32> {
    let mut x = 0.0;
    let mut places = Vec::with_capacity(captured.len());
    for (place, kind) in captured.iter().enumerate() {
        if place > 0 {
            // Equal pieces stand closer together.
            x += size * if captured[place - 1] == *kind { 0.55 } else { 0.82 };
        }
        places.push(x);
    }
    let squeezed = ((room - size).max(0.0) / x.max(1.0)).min(1.0);
    places.into_iter().map(|place| (place * squeezed).floor()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equal pieces stand closer together than others, and 21 pieces fit in rows of 18 to 104 pixels.
    #[test]
    fn captured_pieces_fit_in_their_row() {
        let places = |rows: &[usize], size, room| {
            let kinds: Vec<_> = rows.iter().map(|&row| PieceKind::from_index(row)).collect();
            places(&kinds, size, room)
        };
        assert_eq!(places(&[1, 1, 2], 100.0, 900.0), [0.0, 55.0, 137.0]);
        assert!(places(&[], 10.0, 20.0).is_empty());
        let many = [1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8];
        for room in [70.0, 18.0, 104.0] {
            let places = places(&many, 18.0, room);
            assert_eq!(places.len(), many.len());
            assert!(places.iter().all(|&x| x + 18.0 <= room), "{places:?}");
            assert!(places.is_sorted());
        }
    }
}
