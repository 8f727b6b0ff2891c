//! Panel over the board while it is passed to the other player in the fog. It names the player to move.

use crate::game::Game;
use crate::rules::Color;
use crate::view::layout::BoardLayout;
use crate::view::scene::{Align, Font, Item, Point, Rect, Text, TextRole};
use crate::view::text::fit;
use crate::view::theme::Theme;
use crate::view::widgets::Node;
use crate::view::widgets::build::picture;

/// The panel over the board while it is passed to `to`.
pub fn node<M>(game: &Game, to: Color, layout: BoardLayout) -> Node<M> {
    let has_clock = game.clocks().remaining(to).is_some();
    picture(move |pen, _, _| pen.items.extend(items(has_clock, to, pen.theme, &layout)))
}

fn items(has_clock: bool, to: Color, theme: &Theme, layout: &BoardLayout) -> Vec<Item> {
    let name = to.name();
    // The clock runs from the other side's move on, as in every game, so changing seats takes time from it.
    let clock = has_clock.then(|| format!("{name}'s clock is running"));
    let lines = [
        Some((format!("Pass the board to {name}"), Font::Bold, 0.62, theme.text)),
        Some(("Click or press Enter when ready".to_owned(), Font::Regular, 0.46, theme.text)),
        clock.map(|text| (text, Font::Regular, 0.36, theme.faint)),
    ];
    // The panel is as large on a board of any size as on one of 14 by 14, whose tiles are the unit.
    let unit = layout.board.w.min(layout.board.h) / 14.0;
    let (width, height) = ((8.4 * unit).round(), (3.0 * unit).round());
    let middle = layout.board.center();
    let panel = Rect::new((middle.x - width / 2.0).round(), (middle.y - height / 2.0).round(), width, height);
    let mut items = vec![
        Item::Panel { rect: panel, radius: (unit / 4.0).round(), color: theme.background },
        Item::Panel { rect: panel.inset(2.0), radius: (unit / 4.0).round(), color: theme.panel },
    ];
    let line_height = height / 4.0;
    for (place, (text, font, size, color)) in (1_u8..).zip(lines.into_iter().flatten()) {
        // At most some tens of pixels.
        let size = (size * unit * layout.scale).round().max(8.0) as u16;
        let (text, size) = fit(&text, font, size, width - unit);
        let at = Point::new(middle.x.round(), (panel.y + line_height * f32::from(place)).round());
        let role = TextRole::Label;
        items.push(Item::Text(Text { text, role, at, size, font, color, align: Align::Center }));
    }
    items
}
