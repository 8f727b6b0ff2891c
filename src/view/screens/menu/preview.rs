//! Small picture of a position.

use crate::rules::{Color, Position, Square};
use crate::view::scene::{Item, Rect, Rgba};
use crate::view::theme::Theme;
use crate::view::widgets::Node;
use crate::view::widgets::board::{is_light, sprite};
use crate::view::widgets::build::picture;
use crate::view::widgets::pen::mix;

const WHITE: Rgba = Rgba::hex(0xFFFFFF);
const BLACK: Rgba = Rgba::hex(0x14110F);

/// Draws `position` in the middle of `area`, with tiles of a whole number of pixels and with `bottom` below.
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
    // The edges of small pieces are thin. White pieces stand out from darker tiles only.
    let light = if tile < 20.0 { mix(light, dark, 0.5) } else { light };
    for square in position.variant().geometry().board() {
        let color = if is_light(square) { light } else { dark };
        items.push(Item::fill(place(square), color));
    }
    for (square, piece) in position.board().pieces() {
        // On smaller tiles a drawing cannot be recognized, and a spot shows the side of the piece.
        if tile >= 7.0 {
            items.push(Item::Sprite(sprite(position.variant(), piece, None, place(square))));
            continue;
        }
        let spot = |edge: f32, color| Item::fill(Rect { w: edge, h: edge, ..place(square) }, color);
        items.push(spot((tile - 1.0).max(1.0), BLACK));
        if piece.color == Color::White {
            // The dark spot remains visible as an edge around the white one, which is needed on light tiles.
            items.push(spot((tile - 2.0).max(1.0), WHITE));
        }
    }
}

/// A picture of `position` as a node. Tiles of fewer than 7 pixels of the window have spots in place of pieces.
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

    /// Tiles of 7 pixels have drawings of all 56 pieces. Tiles of 3 pixels, as in the list of games in a small window,
    /// have a dark spot for each piece and a white one on those of White.
    #[test]
    fn pieces_on_tiny_boards_are_spots() {
        let variant = Variants::built_in().get("xxl").expect("built in");
        let position = Position::start(&variant).expect("a legal start");
        for (edge, expected_sprites, spots) in [(14.0 * 7.0, 56, 0), (14.0 * 3.0 + 10.0, 0, 56 + 28)] {
            let mut items = Vec::new();
            let area = Rect::new(0.0, 0.0, edge, edge);
            draw(&position, Color::White, &Theme::of(&Options::default()), area, &mut items);
            let sprites = items.iter().filter(|item| matches!(item, Item::Sprite(_))).count();
            assert_eq!((sprites, items.len() - sprites - 14 * 14), (expected_sprites, spots));
        }
    }
}
