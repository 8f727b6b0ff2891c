//! Message of the game between the clocks.

use crate::game::Game;
use crate::view::scene::{Align, Font, Item, Point, Rect, Text, TextRole};
use crate::view::text::{fit, wrap};
use crate::view::widgets::Pen;
use crate::view::widgets::pen::size;

/// Height of the font: the first with which all lines have room.
const SIZES: [f32; 5] = [18.0, 16.0, 14.0, 12.0, 10.0];

/// Height of the message of `game` in lines of `width`, if there is one.
pub fn height(game: &Game, width: f32, unit: f32) -> Option<f32> {
    let (lines, font) = lines(&game.message()?, size(SIZES[0], unit), width);
    Some(line_height(font) * lines.len() as f32)
}

/// Draws the message of `game` in the middle of `area`.
pub fn draw(pen: &mut Pen, game: &Game, area: Rect) {
    let Some(message) = game.message() else { return };
    let color = if game.is_king_threatened() { pen.theme.alarm } else { pen.theme.text };
    let ways = SIZES.map(|size| lines(&message, pen.size(size), area.w));
    let fits = |(lines, size): &&(Vec<String>, u16)| line_height(*size) * lines.len() as f32 <= area.h;
    let Some((lines, size)) = ways.iter().find(fits).or(ways.last()) else { return };
    let size = *size;
    let line_height = line_height(size);
    let top = area.center().y - line_height * (lines.len() as f32 - 1.0) / 2.0;
    for (i, line) in lines.iter().enumerate() {
        let (text, size) = fit(line, Font::Bold, size, area.w);
        let at = Point::new(area.center().x, (top + line_height * i as f32).round());
        let (role, font, align) = (TextRole::Message, Font::Bold, Align::Center);
        pen.items.push(Item::Text(Text { text, role, at, size, font, color, align }));
    }
}

/// The lines of `message`, and the one size in which the widest word of all fits.
fn lines(message: &str, size: u16, width: f32) -> (Vec<String>, u16) {
    let lines = wrap(message, Font::Bold, size, width);
    let fitting = |line: &String| fit(line, Font::Bold, size, width).1;
    let size = lines.iter().map(fitting).min().unwrap_or_default();
    (lines, size)
}

fn line_height(size: u16) -> f32 {
    (f32::from(size) * 1.35).round()
}
