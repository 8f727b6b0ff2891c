//! Name and clock of a player.

use super::slots::PlayerSlot;
use crate::game::{Game, PlayerKind, clock};
use crate::rules::Color;
use crate::view::scene::{Align, Font, Item, Point, Rect, Rgba, Text, TextRole};
use crate::view::text::fit;
use crate::view::widgets::Pen;
use crate::view::widgets::pen::Style;

const NAME: f32 = 22.0;

pub fn draw(pen: &mut Pen, game: &Game, color: Color, slot: &PlayerSlot) {
    let area = slot.name_and_clock;
    let name_height = pen.px(NAME);
    let clock_height = area.h - name_height;
    let (name_y, clock_y) =
        if slot.name_above { (area.y, area.y + name_height) } else { (area.y + clock_height, area.y) };
    name(pen, game, color, Rect { y: name_y, h: name_height, ..area });
    clock(pen, game, color, Rect { y: clock_y, h: clock_height, ..area });
}

fn name(pen: &mut Pen, game: &Game, color: Color, area: Rect) {
    let radius = pen.px(5.0);
    let center = Point::new(area.x + radius + pen.px(1.0), area.center().y.round());
    let fill = if color == Color::White { Rgba::hex(0xFFF6E0) } else { Rgba::hex(0x14110F) };
    pen.items.push(Item::Disc { center, radius, color: pen.theme.faint });
    let rim = pen.px(1.0).max(1.0);
    pen.items.push(Item::Disc { center, radius: radius - rim, color: fill });
    let left = pen.px(17.0);
    let style = Style { role: TextRole::Player(color), ..Style::control(pen.theme.text) };
    pen.label(player_name(game, color), Rect { x: area.x + left, w: area.w - left, ..area }, style);
}

fn player_name(game: &Game, color: Color) -> &'static str {
    match (game.player(color), game.player(!color), color) {
        (PlayerKind::Computer, PlayerKind::Human, _) => "Computer",
        (PlayerKind::Human, PlayerKind::Computer, _) => "You",
        (_, _, Color::White) => "White",
        (_, _, Color::Black) => "Black",
    }
}

fn clock(pen: &mut Pen, game: &Game, color: Color, area: Rect) {
    let running = game.side_to_move() == Some(color);
    let (panel, ink) =
        if running { (pen.theme.active, pen.theme.active_text) } else { (pen.theme.panel, pen.theme.text) };
    pen.items.push(Item::Panel { rect: area, radius: pen.px(6.0), color: panel });
    if running {
        // A mark beside the digits says which clock runs without colour, too.
        let (x, y, h) = (area.x + pen.px(8.0), area.center().y, pen.px(6.0));
        let corners = [Point::new(x, y - h), Point::new(x, y + h), Point::new(x + h * 1.2, y)];
        pen.items.push(Item::Triangle { corners, color: ink });
    }
    let time = game.clocks().remaining(color).map_or_else(|| "–:––".to_owned(), clock::format_clock);
    let (text, size) = fit(&time, Font::Mono, pen.size(26.0), area.w - pen.px(26.0));
    let at = Point::new(area.x + area.w - pen.px(8.0), area.center().y);
    let role = TextRole::Clock(color);
    pen.items.push(Item::Text(Text {
        text,
        role,
        at,
        size,
        font: Font::Mono,
        color: ink,
        align: Align::Right,
    }));
}
