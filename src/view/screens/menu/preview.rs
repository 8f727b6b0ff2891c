//! A small picture of a board with its pieces.

use crate::rules::{Color, Position, Square};
use crate::view::scene::{Item, Rect, Rgba};
use crate::view::theme::Theme;
use crate::view::widgets::Node;
use crate::view::widgets::board::{is_light, sprite};
use crate::view::widgets::build::picture;
use crate::view::widgets::pen::mix;

/// Edge of a tile from which a drawing of a piece can be seen; smaller ones have a spot of its side's colour.
const SMALLEST_SPRITE: f32 = 7.0;
/// Below this edge light tiles are darker, so that white pieces, whose edges are thin, stand out.
const SMALL: f32 = 20.0;
const WHITE: Rgba = Rgba::hex(0xFFFFFF);
const BLACK: Rgba = Rgba::hex(0x14110F);

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
    let [light, dark] = [true, false].map(|light| theme.tile_color(light, None));
    let light = if tile < SMALL { mix(light, dark, 0.5) } else { light };
    for square in position.variant().geometry().board() {
        let color = if is_light(square) { light } else { dark };
        items.push(Item::Panel { rect: place(square), radius: 0.0, color });
    }
    for (square, piece) in position.board().pieces() {
        if tile >= SMALLEST_SPRITE {
            items.push(Item::Sprite(sprite(position.variant(), piece, None, place(square))));
            continue;
        }
        let spot = |edge: f32, color| {
            let rect = Rect { w: edge, h: edge, ..place(square) };
            Item::Panel { rect, radius: 0.0, color }
        };
        items.push(spot((tile - 1.0).max(1.0), BLACK));
        if piece.color == Color::White {
            // The rest of the dark spot is an edge on light tiles.
            items.push(spot((tile - 2.0).max(1.0), WHITE));
        }
    }
}

/// A place with `position` drawn in it.
pub fn board<M>(position: Position, bottom: Color) -> Node<M> {
    picture(move |pen, rect, _| draw(&position, bottom, pen.theme, rect, pen.items))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::options::Options;
    use crate::notation::variants_ini::Variants;

    /// The pictures of the list of games in the smallest windows.
    #[test]
    fn pieces_on_tiny_boards_are_spots() {
        let variant = Variants::built_in().get("xxl").expect("built in");
        let position = Position::start(&variant).expect("a legal start");
        for (edge, sprites) in [(14.0 * 7.0, 56), (14.0 * 3.0 + 10.0, 0)] {
            let mut items = Vec::new();
            let area = Rect::new(0.0, 0.0, edge, edge);
            draw(&position, Color::White, &Theme::of(&Options::default()), area, &mut items);
            let drawn = items.iter().filter(|item| matches!(item, Item::Sprite(_))).count();
            assert_eq!((drawn, items.len()), (sprites, 14 * 14 + if sprites > 0 { 56 } else { 56 + 28 }));
        }
    }
}
