//! The card of a piece: its drawing, its name, what it is worth and how it moves.

pub mod description;
pub mod diagram;

use crate::engine::piece_value;
use crate::game::material::format_tenths;
use crate::rules::{Color, Piece, Variant};
use crate::view::scene::{Font, Rect, TextRole};
use crate::view::text::{capitalized, measure, wrap};
use crate::view::widgets::Pen;
use crate::view::widgets::pen::{Style, line_height};
use crate::view::widgets::piece_card::description::describe;
use crate::view::widgets::piece_card::diagram::Diagram;

/// Height of the fonts of the name and of all else.
const NAME: f32 = 14.0;
const TEXT: f32 = 11.5;
/// Room around the card's parts.
const GAP: f32 = 6.0;

/// The card of `piece`, with `bottom` at the bottom of the board.
pub struct Card<'a> {
    pub variant: &'a Variant,
    pub piece: Piece,
    pub bottom: Color,
}

impl Card<'_> {
    /// Draws the card in `area`: the diagram below the name, or beside the words where there is little height.
    pub fn draw(&self, pen: &mut Pen, area: Rect) {
        let gap = pen.px(GAP);
        let row = &self.variant.piece(self.piece.kind);
        let diagram = Diagram::of(row, self.piece.color, self.bottom);
        if area.w > area.h * 1.1 {
            let side = area.h.min((area.w * 0.45).floor());
            let board = diagram.draw(pen, self.variant, self.piece, Rect { w: side, ..area });
            let x = board.x + board.w + 2.0 * gap;
            let left = self.head(pen, Rect { x, w: area.x + area.w - x, ..area });
            self.words(pen, &diagram, left);
            return;
        }
        let below = self.head(pen, area);
        let line = line_height(pen.size(TEXT));
        let lines = wrap(&self.description(), Font::Regular, pen.size(TEXT), below.w).len();
        // The diagram is more than the words: they go where there is no room for both.
        let spare = below.h - line * lines as f32 - gap;
        let is_roomy = spare >= below.w * 0.55;
        let board = diagram.draw(
            pen,
            self.variant,
            self.piece,
            Rect { h: if is_roomy { spare } else { below.h }, ..below },
        );
        if is_roomy {
            let y = board.y + board.h + gap;
            self.words(pen, &diagram, Rect { y, h: area.y + area.h - y, ..area });
        }
    }

    /// Name and value; returns what is left of `area`.
    fn head(&self, pen: &mut Pen, area: Rect) -> Rect {
        let style = Style { role: TextRole::Card, ..Style::control(pen.theme.text) };
        let name_style = style.sized(NAME).font(Font::Bold);
        let name = capitalized(&self.variant.piece(self.piece.kind).name);
        let value = self.value();
        let (line, small) = (line_height(pen.size(NAME)), line_height(pen.size(TEXT)));
        let width = measure(&name, Font::Bold, pen.size(NAME)).ceil();
        let value_style = Style { color: pen.theme.faint, ..style.sized(TEXT) };
        let value_width = measure(&value, Font::Regular, pen.size(TEXT)).ceil();
        pen.label(&name, Rect { h: line, ..area }, name_style);
        let is_beside = width + pen.px(GAP) + value_width <= area.w;
        let at = if is_beside {
            Rect { x: area.x + width + pen.px(GAP), w: area.w - width - pen.px(GAP), h: line, ..area }
        } else {
            Rect { y: area.y + line, h: small, ..area }
        };
        pen.label(&value, at, value_style);
        let y = at.y + at.h + pen.px(3.0);
        Rect { y, h: (area.y + area.h - y).max(1.0), ..area }
    }

    fn value(&self) -> String {
        piece_value::value(self.variant, self.piece.kind)
            .map_or_else(|| "royal".to_owned(), |value| format!("Value {}", format_tenths(value)))
    }

    fn description(&self) -> String {
        describe(self.variant, self.piece.kind)
    }

    /// How the piece moves, in words, and what the diagram cannot show, as far as there is room.
    fn words(&self, pen: &mut Pen, diagram: &Diagram, area: Rect) {
        let style = Style { role: TextRole::Card, ..Style::control(pen.theme.text) }.sized(TEXT);
        let mut left = area;
        let words = self.description();
        if pen.has_room(&words, left, style) {
            pen.paragraph(&words, left, style);
            let lines = wrap(&words, style.font, pen.size(TEXT), left.w).len();
            let used = line_height(pen.size(TEXT)) * lines as f32 + pen.px(3.0);
            left = Rect { y: left.y + used, h: left.h - used, ..left };
        }
        let left = self.legend(pen, diagram, left);
        self.notes(pen, left);
    }

    /// What the shapes of the diagram mean, as many as have room; returns what is left of `area`.
    fn legend(&self, pen: &mut Pen, diagram: &Diagram, area: Rect) -> Rect {
        let line = line_height(pen.size(TEXT));
        let room = (area.h / line).floor().max(0.0) as usize;
        let style = Style { role: TextRole::Card, ..Style::control(pen.theme.text) }.sized(TEXT);
        let shape = (line * 0.72).round();
        for (place, key) in diagram.legend().iter().take(room).enumerate() {
            let y = area.y + line * place as f32;
            key.draw(pen, Rect::new(area.x, y, shape, line));
            let left = shape + pen.px(4.0);
            pen.label(key.words, Rect { x: area.x + left, w: (area.w - left).max(1.0), y, h: line }, style);
        }
        let used = line * diagram.legend().len().min(room) as f32;
        Rect { y: area.y + used, h: area.h - used, ..area }
    }

    /// What the diagram cannot tell, if all of it has room.
    fn notes(&self, pen: &mut Pen, area: Rect) {
        let gap = pen.px(GAP);
        let room = Rect { y: area.y + gap, h: (area.h - gap).max(0.0), ..area };
        let style = Style { role: TextRole::Card, ..Style::control(pen.theme.faint) }.sized(TEXT);
        if let Some(words) = self.note().filter(|words| pen.has_room(words, room, style)) {
            pen.paragraph(&words, room, style);
        }
    }

    /// How it promotes or castles, if it does.
    fn note(&self) -> Option<String> {
        let Piece { color, kind } = self.piece;
        let rules = self.variant.rules();
        let promotion = &rules.promotion;
        if rules.castling.is_some() && rules.king_kind() == Some(kind) {
            return Some("May castle: click the square it goes to, or the rook.".to_owned());
        }
        let usual = promotion.to.first().filter(|_| promotion.from.contains(&kind))?;
        let ranks = promotion.region[color].into_iter().map(|square| square.rank() + 1);
        let nearest = if color == Color::White { ranks.clone().min() } else { ranks.clone().max() }?;
        let on = match (ranks.clone().any(|rank| rank != nearest), color) {
            (false, _) => "",
            (true, Color::White) => " or higher",
            (true, Color::Black) => " or lower",
        };
        let name = &self.variant.piece(*usual).name;
        let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let becomes = match promotion.to.len() {
            1 => format!("Becomes {article} {name}"),
            _ => "Promotes".to_owned(),
        };
        Some(format!("{becomes} on rank {nearest}{on}."))
    }
}
