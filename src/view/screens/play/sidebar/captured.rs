//! Captured pieces of a player, and the lead in material.

use crate::game::material::format_value;
use crate::rules::{Color, Piece, PieceKind, Variant};
use crate::view::scene::{Font, Item, Rect, Rgba, TextRole};
use crate::view::text::measure;
use crate::view::theme::brightness;
use crate::view::widgets::Pen;
use crate::view::widgets::board::sprite;
use crate::view::widgets::pen::Style;

/// Height of the font of the lead.
const TEXT: f32 = 12.0;
/// Height of the font of the number of equal pieces.
const COUNT: f32 = 10.0;
/// Height from which the area has two lines.
const TWO_LINES: f32 = 26.0;
/// Greatest size of a drawing.
const SIZE: f32 = 20.0;
/// Distance to the next drawing of another kind and of the same kind, in widths of a drawing. A drawing has empty edges.
const NEXT: (f32, f32) = (0.92, 0.68);
/// Left edge of the number of equal pieces, in widths of a drawing.
const NUMBER: f32 = 0.86;

/// A drawing: its kind, how many pieces it stands for in words, and its place.
struct Cell {
    kind: PieceKind,
    count: String,
    x: f32,
    line: usize,
}

/// Draws in `area` what `color` has captured, and its lead, which is in thousandths of a pawn, in tenths.
pub fn draw(pen: &mut Pen, variant: &Variant, color: Color, captured: &[PieceKind], lead: i32, area: Rect) {
    let lead = (lead >= 50).then(|| format!("+{}", format_value(lead)));
    let lead_width = lead.as_ref().map_or(0.0, |text| measure(text, Font::Bold, pen.size(TEXT)).ceil());
    let gap = pen.px(6.0);
    let lines = if area.h >= pen.px(TWO_LINES) { 2 } else { 1 };
    let size = (area.h / lines as f32).floor().min(pen.px(SIZE));
    let count_size = pen.size(COUNT);
    let width = |count: &str| measure(count, Font::Bold, count_size).ceil();
    // The lead stands at the end of the last line.
    let rooms = [area.w, area.w - gap - lead_width];
    let cells = cells(captured, size, &rooms[2 - lines..], width);
    let right =
        |cell: &Cell| cell.x + if cell.count.is_empty() { size } else { NUMBER * size + width(&cell.count) };
    let used = cells.last().map_or(0, |cell| cell.line);
    // Pieces of both colours can be seen on a tile.
    let tile = pen.theme.tile_color(false, None);
    for line in 0..=used {
        let w = cells.iter().filter(|cell| cell.line == line).map(right).fold(0.0, f32::max);
        if w > 0.0 {
            pen.panel(Rect::new(area.x, area.y + size * line as f32, w, size), tile);
        }
    }
    let ink = if brightness(tile) < 128_000 { Rgba::hex(0xFFFFFF) } else { Rgba::hex(0x000000) };
    for cell in &cells {
        let rect = Rect::new(area.x + cell.x, area.y + size * cell.line as f32, size, size);
        pen.items.push(Item::Sprite(sprite(variant, Piece::new(!color, cell.kind), None, rect)));
        if !cell.count.is_empty() {
            let rect = Rect { x: rect.x + NUMBER * size, w: width(&cell.count), ..rect };
            pen.label(&cell.count, rect, Style::control(ink).font(Font::Bold).sized(COUNT));
        }
    }
    if let Some(text) = lead {
        let x = area.x + cells.last().map_or(0.0, |last| right(last) + gap);
        let style = Style { role: TextRole::Lead(color), ..Style::control(pen.theme.faint) };
        let y = area.y + size * used as f32;
        let rect = Rect { x, y, w: (area.x + area.w - x).max(1.0), h: size };
        pen.label(&text, rect, style.font(Font::Bold).sized(TEXT));
    }
}

/// The drawings, of `size` pixels, in lines of the widths `rooms`, or in fewer lines. Where there is no room for all pieces,
/// those of a kind are one drawing with their number, which are closer together if they must. `width` measures a number.
fn cells(captured: &[PieceKind], size: f32, rooms: &[f32], width: impl Fn(&str) -> f32) -> Vec<Cell> {
    let singles: Vec<_> = captured.iter().map(|&kind| (kind, String::new())).collect();
    let groups = |sign: &str| -> Vec<_> {
        let count = |same: &[PieceKind]| match same.len() {
            1 => String::new(),
            count => format!("{sign}{count}"),
        };
        captured.chunk_by(|a, b| a == b).map(|same| (same[0], count(same))).collect()
    };
    let squeezed = [1.0, 0.8, 0.6, 0.4, 0.2].map(|spacing| (groups(""), spacing));
    let mut ways = [(singles, 1.0), (groups("×"), 1.0)].into_iter().chain(squeezed);
    let lines = |pieces: &[_], spacing| {
        (0..rooms.len()).rev().find_map(|first| flow(pieces, size, spacing, &rooms[first..], &width))
    };
    ways.find_map(|(pieces, spacing)| lines(&pieces, spacing)).unwrap_or_default()
}

/// The drawings of `pieces` in lines of the widths `rooms`; `None` if there is no room.
fn flow(
    pieces: &[(PieceKind, String)],
    size: f32,
    spacing: f32,
    rooms: &[f32],
    width: impl Fn(&str) -> f32,
) -> Option<Vec<Cell>> {
    let (mut x, mut line) = (0.0_f32, 0);
    let mut cells = Vec::with_capacity(pieces.len());
    for (place, (kind, count)) in pieces.iter().enumerate() {
        let w = if count.is_empty() { size } else { NUMBER * size + width(count) };
        if x + w > *rooms.get(line)? {
            (x, line) = (0.0, line + 1);
        }
        rooms.get(line).filter(|room| w <= **room)?;
        cells.push(Cell { kind: *kind, count: count.clone(), x: x.floor(), line });
        let is_same = pieces.get(place + 1).is_some_and(|(next, _)| next == kind);
        let distance = match (count.is_empty(), is_same) {
            (true, true) => NEXT.1 * size,
            (true, false) => NEXT.0 * size,
            (false, _) => w,
        };
        x += spacing * distance;
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(rows: &[usize]) -> Vec<PieceKind> {
        rows.iter().map(|&row| PieceKind::from_index(row)).collect()
    }

    /// Numbers are 10 pixels wide for each letter.
    fn width(count: &str) -> f32 {
        10.0 * count.chars().count() as f32
    }

    /// Left edge, line and number of each drawing of pieces of 100 pixels.
    fn places(rows: &[usize], rooms: &[f32]) -> Vec<(f32, usize, String)> {
        let cells = cells(&kinds(rows), 100.0, rooms, width);
        cells.into_iter().map(|cell| (cell.x, cell.line, cell.count)).collect()
    }

    /// Equal pieces stand closer together than others. Pieces that do not fit into a line go on in the next one.
    #[test]
    fn captured_pieces_fill_their_lines() {
        let place = |x, line| (x, line, String::new());
        assert_eq!(places(&[1, 1, 2], &[900.0]), [place(0.0, 0), place(68.0, 0), place(160.0, 0)]);
        assert_eq!(places(&[1, 1, 2], &[200.0, 100.0]), [place(0.0, 0), place(68.0, 0), place(0.0, 1)]);
        assert_eq!(places(&[1, 2], &[50.0, 195.0]), [place(0.0, 0), place(92.0, 0)]);
        assert!(places(&[], &[20.0]).is_empty());
    }

    /// Where eight pieces have no room, those of a kind are one drawing with their number.
    #[test]
    fn many_captured_pieces_are_counted() {
        let rows = [1, 2, 2, 3, 3, 3, 3, 3];
        let counts =
            |rooms: &[f32]| places(&rows, rooms).into_iter().map(|(_, _, count)| count).collect::<Vec<_>>();
        assert_eq!(counts(&[900.0]).len(), rows.len());
        assert_eq!(counts(&[400.0]), ["", "×2", "×5"]);
        assert_eq!(counts(&[270.0]), ["", "2", "5"]);
    }

    /// 21 pieces of ten kinds fit into a line of 104 pixels, and into two of 104 and 70 pixels.
    #[test]
    fn captured_pieces_fit_in_their_row() {
        let many = kinds(&[1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10]);
        for rooms in [&[104.0][..], &[104.0, 70.0]] {
            let cells = cells(&many, 18.0, rooms, width);
            assert_eq!(cells.len(), 10);
            assert!(cells.iter().all(|cell| cell.x + 18.0 <= rooms[cell.line]));
        }
    }
}
