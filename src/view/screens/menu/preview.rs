//! A small picture of a board with its pieces.

use crate::rules::{Color, Position, Square};
use crate::view::scene::{Item, Rect};
use crate::view::theme::Theme;
use crate::view::widgets::board::{is_light, sprite};

/// Draws `position` as large as whole pixels allow into the middle of `area`, with `bottom` below.
pub fn draw(position: &Position, bottom: Color, theme: &Theme, area: Rect, items: &mut Vec<Item>) {
    let rules = position.variant().rules();
    let (files, ranks) = (f32::from(rules.files), f32::from(rules.ranks));
    let tile = (area.w / files).min(area.h / ranks).floor();
    if tile < 1.0 {
        return;
    }
    let left = (area.x + (area.w - tile * files) / 2.0).floor();
    let top = (area.y + (area.h - tile * ranks) / 2.0).floor();
    let place = |square: Square| {
        let (column, row) = match bottom {
            Color::White => (square.file(), rules.ranks - 1 - square.rank()),
            Color::Black => (rules.files - 1 - square.file(), square.rank()),
        };
        Rect::new(left + tile * f32::from(column), top + tile * f32::from(row), tile, tile)
    };
    for square in position.variant().geometry().board() {
        let color = theme.tile_color(is_light(square), None);
        items.push(Item::Panel { rect: place(square), radius: 0.0, color });
    }
    for (square, piece) in position.board().pieces() {
        items.push(Item::Sprite(sprite(position.variant(), piece, None, place(square))));
    }
}

/// The size of the board and the kinds of its pieces.
pub fn note(position: &Position) -> String {
    let variant = position.variant();
    let rules = variant.rules();
    let mut names: Vec<&str> = Vec::new();
    for (_, piece) in position.board().pieces() {
        let name = variant.piece(piece.kind).name.as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    format!("{} × {}: {}.", rules.files, rules.ranks, names.join(", "))
}
