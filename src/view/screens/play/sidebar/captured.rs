//! Captured pieces of a player, and the lead in material.

use crate::game::material::format_pawns;
use crate::rules::{Color, Piece, PieceKind, Variant};
use crate::view::scene::{Font, Item, Rect, TextRole};
use crate::view::text::measure;
use crate::view::widgets::Pen;
use crate::view::widgets::board::sprite;
use crate::view::widgets::pen::{Style, mix};

/// Height of the font of the lead.
const TEXT: f32 = 12.0;

/// Draws in `area` what `color` has captured, and its lead in thousandths of a pawn.
pub fn draw(pen: &mut Pen, variant: &Variant, color: Color, captured: &[PieceKind], lead: i32, area: Rect) {
    let lead = (lead > 0).then(|| format!("+{}", format_pawns(lead)));
    let lead_width = lead.as_ref().map_or(0.0, |text| measure(text, Font::Bold, pen.size(TEXT)).ceil());
    let (pad, gap) = (pen.px(2.0), pen.px(6.0));
    let (size, room) = (area.h, area.w - 2.0 * pad - gap - lead_width);
    let places = places(captured, size, room);
    let mut x = area.x;
    if let Some(last) = places.last() {
        // Dark pieces cannot be seen on a dark background, nor light ones on a light one.
        let color = mix(pen.theme.background, pen.theme.tile.dark, 0.8);
        let rect = Rect { w: last + size + 2.0 * pad, ..area };
        pen.items.push(Item::Panel { rect, radius: pen.px(4.0), color });
        x += rect.w + gap;
    }
    for (kind, place) in captured.iter().zip(places) {
        let rect = Rect::new(area.x + pad + place, area.y, size, size);
        pen.items.push(Item::Sprite(sprite(variant, Piece::new(!color, *kind), None, rect)));
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
            x += size * if captured[place - 1] == *kind { 0.42 } else { 0.82 };
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
        assert_eq!(places(&[1, 1, 2], 100.0, 900.0), [0.0, 42.0, 124.0]);
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
