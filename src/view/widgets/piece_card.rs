//! The card of a piece: its drawing, its name, what it is worth and how it moves.

pub mod description;
pub mod diagram;

use crate::engine::piece_value;
use crate::game::material::format_pawns;
use crate::rules::{Color, Piece, Variant};
use crate::view::scene::{Font, Item, Rect, TextRole};
use crate::view::text::{capitalized, measure};
use crate::view::widgets::Pen;
use crate::view::widgets::board::sprite;
use crate::view::widgets::pen::{Style, line_height};
use crate::view::widgets::piece_card::diagram::Diagram;

/// Height of the fonts of the name and of all else.
const NAME: f32 = 14.0;
const TEXT: f32 = 10.5;
/// Room around the card's parts.
const GAP: f32 = 6.0;
const DRAWING: f32 = 32.0;
/// The smallest font in which words may be set rather than left out, in pixels.
const SMALLEST: u16 = 8;

/// The card of `piece`, with `bottom` at the bottom of the board.
pub struct Card<'a> {
    pub variant: &'a Variant,
    pub piece: Piece,
    pub bottom: Color,
}

impl Card<'_> {
    /// Draws the card in `area`: the diagram below the words, or beside them where there is little height.
    pub fn draw(&self, pen: &mut Pen, area: Rect) {
        let gap = pen.px(GAP);
        let inner = area;
        let row = &self.variant.piece(self.piece.kind);
        let diagram = Diagram::of(row, self.piece.color, self.bottom);
        if area.w > area.h * 1.1 {
            let side = inner.h.min((inner.w * 0.5).floor());
            let board = diagram.draw(pen, self.variant, self.piece, Rect { w: side, ..inner });
            let x = board.x + board.w + gap;
            let words = Rect { x, w: inner.x + inner.w - x, ..inner };
            let below = self.head(pen, words, false);
            let left = self.legend(pen, &diagram, below);
            self.notes(pen, left);
            return;
        }
        let below = self.head(pen, inner, inner.h > inner.w + pen.px(DRAWING + NAME * 2.0));
        let legend = diagram.legend().len() as f32 * line_height(pen.size(TEXT));
        // The diagram is more than the words: they go where there is no room for both.
        let roomy = below.h - legend - gap >= below.w * 0.8;
        let room = Rect { h: if roomy { below.h - legend - gap } else { below.h }, ..below };
        let board = diagram.draw(pen, self.variant, self.piece, room);
        if roomy {
            let y = board.y + board.h + gap;
            let left = self.legend(pen, &diagram, Rect { y, h: inner.y + inner.h - y, ..inner });
            self.notes(pen, left);
        }
    }

    /// Name and worth, with the drawing where there is room; returns what is left of `area`.
    fn head(&self, pen: &mut Pen, area: Rect, drawing: bool) -> Rect {
        let style = Style { role: TextRole::Card, ..Style::control(pen.theme.text) };
        let name_style = style.sized(NAME).font(Font::Bold);
        let mut y = area.y;
        let name = Rect { h: line_height(pen.size(NAME)), ..area };
        pen.label(&capitalized(&self.variant.piece(self.piece.kind).name), name, name_style);
        y += name.h;
        let line = line_height(pen.size(TEXT));
        let style = style.sized(TEXT);
        let [before, worth] = self.worth();
        let side = pen.px(DRAWING);
        let beside = area.w - side - pen.px(GAP / 2.0);
        let fits = |text: &str, width: f32| measure(text, style.font, SMALLEST) <= width;
        if drawing && fits(&worth, beside) {
            let rect = Rect::new(area.x, y, side, side);
            pen.items.push(Item::Sprite(sprite(self.variant, self.piece, None, rect)));
            let top = (rect.center().y - line).round();
            let words = Rect { x: area.x + area.w - beside, w: beside, y: top, h: line };
            pen.label(&before, words, style);
            pen.label(&worth, Rect { y: top + line, ..words }, style);
            y += side;
        } else {
            let both = format!("{before} {worth}");
            let text = if fits(&both, area.w) { &both } else { &worth };
            pen.label(text, Rect { y, h: line, ..area }, style);
            y += line;
        }
        y += pen.px(GAP);
        Rect { y, h: (area.y + area.h - y).max(1.0), ..area }
    }

    fn worth(&self) -> [String; 2] {
        match piece_value::value(self.variant, self.piece.kind) {
            Some(1000) => ["worth".to_owned(), "1 pawn".to_owned()],
            Some(value) => ["worth".to_owned(), format!("{} pawns", format_pawns(value))],
            None => ["worth".to_owned(), "the game".to_owned()],
        }
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
