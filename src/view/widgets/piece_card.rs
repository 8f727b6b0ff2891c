//! The card of a piece: its drawing, its name, its value and its moves.

pub mod description;
pub mod diagram;

use std::sync::Arc;

use crate::engine::piece_value;
use crate::game::material::format_tenths;
use crate::rules::{Color, Piece, Variant};
use crate::view::scene::{Font, Rect, TextRole};
use crate::view::text::{capitalized, measure, wrap};
use crate::view::widgets::build::picture;
use crate::view::widgets::pen::{Style, line_height};
use crate::view::widgets::piece_card::description::describe;
use crate::view::widgets::piece_card::diagram::{Diagram, Key};
use crate::view::widgets::{Node, Pen};

/// Height of the fonts of the name and of all else.
const NAME: f32 = 14.0;
const TEXT: f32 = 11.5;
const SMALL_TEXT: f32 = 10.5;
/// Least width of words beside the diagram, and least size of a diagram above words in parts of the width.
const LEAST_WORDS: f32 = 90.0;
const LEAST_DIAGRAM: f32 = 0.55;
/// Room around the card's parts.
const GAP: f32 = 6.0;

/// The card of `piece`, with `bottom` at the bottom of the board.
struct Card<'a> {
    variant: &'a Variant,
    piece: Piece,
    bottom: Color,
}

/// A place with the card of `piece`.
pub fn node<M>(variant: &Arc<Variant>, piece: Piece, bottom: Color) -> Node<M> {
    let variant = Arc::clone(variant);
    picture(move |pen, area, _| Card { variant: &variant, piece, bottom }.draw(pen, area))
}

impl Card<'_> {
    /// Draws the card in `area`: the diagram below the name, or beside the words where there is little height.
    fn draw(&self, pen: &mut Pen, area: Rect) {
        let gap = pen.px(GAP);
        let row = &self.variant.piece(self.piece.kind);
        let diagram = Diagram::of(row, self.piece.color, self.bottom);
        let side = area.h.min((area.w * 0.45).floor());
        if area.w - side - 2.0 * gap >= pen.px(LEAST_WORDS) {
            let board = diagram.draw(pen, self.variant, self.piece, Rect { w: side, ..area });
            let x = board.x + board.w + 2.0 * gap;
            let words = Rect { x, w: area.x + area.w - x, ..area };
            let left = self.head(pen, words);
            self.words(pen, &diagram, left, TEXT);
            return;
        }
        let below = self.head(pen, area);
        // Without room for both, the diagram is shown.
        let board = (below.w * LEAST_DIAGRAM).min(below.h);
        let room = Rect { h: (below.h - board - gap).max(0.0), ..below };
        let used = self.choose_words(pen, room, SMALL_TEXT);
        let used = used.iter().map(|words| height_in(pen, words, below.w, SMALL_TEXT)).sum::<f32>();
        let room = Rect { h: below.h - if used > 0.0 { used + gap } else { 0.0 }, ..below };
        let board = diagram.draw(pen, self.variant, self.piece, room);
        let y = board.y + board.h + gap;
        self.words(pen, &diagram, Rect { y, h: (area.y + area.h - y).max(0.0), ..area }, SMALL_TEXT);
    }

    /// Name and value; returns the rest of `area`.
    fn head(&self, pen: &mut Pen, area: Rect) -> Rect {
        let style = Style { role: TextRole::Card, ..Style::control(pen.theme.text) };
        let name_style = style.sized(NAME).font(Font::Bold);
        let name = capitalized(&self.variant.piece(self.piece.kind).name);
        let value = piece_value::value(self.variant, self.piece.kind).map(format_tenths);
        let line = line_height(pen.size(NAME));
        let value_width = |text: &str| measure(text, Font::Regular, pen.size(TEXT)).ceil();
        let width = measure(&name, Font::Bold, pen.size(NAME)).ceil() + pen.px(GAP);
        let beside = Rect { x: area.x + width, w: area.w - width, h: line, ..area };
        let value = value.map(|value| {
            let words = [format!("Value {value}"), value];
            match words.iter().find(|text| value_width(text) <= beside.w) {
                Some(short) => (short.clone(), beside),
                // A long name leaves no room beside it.
                None => (words[0].clone(), Rect { y: area.y + line, h: line_height(pen.size(TEXT)), ..area }),
            }
        });
        pen.label(&name, Rect { h: line, ..area }, name_style);
        let mut bottom = area.y + line;
        if let Some((words, at)) = value.filter(|(_, at)| at.y + at.h <= area.y + area.h) {
            pen.label(&words, at, Style { color: pen.theme.faint, ..style.sized(TEXT) });
            bottom = bottom.max(at.y + at.h);
        }
        let y = bottom + pen.px(3.0);
        Rect { y, h: (area.y + area.h - y).max(1.0), ..area }
    }

    /// The sentences that fit into `area`: how the piece moves, and its promotion or castling.
    fn choose_words(&self, pen: &Pen, area: Rect, size: f32) -> Vec<String> {
        let description = describe(self.variant, self.piece.kind);
        let note = self.note();
        let both: Vec<String> = [Some(description.clone()), note.clone()].into_iter().flatten().collect();
        let one = vec![note.unwrap_or(description)];
        let style = Style::control(pen.theme.text).sized(size);
        let fits = |words: &Vec<String>| {
            let all = words.iter().map(|words| height_in(pen, words, area.w, size)).sum::<f32>();
            all <= area.h && words.iter().all(|words| pen.has_room(words, area, style))
        };
        [both, one].into_iter().find(fits).unwrap_or_default()
    }

    /// How the piece moves, what the shapes mean, and its promotion or castling, as far as they fit.
    fn words(&self, pen: &mut Pen, diagram: &Diagram, area: Rect, size: f32) {
        let style = Style { role: TextRole::Card, ..Style::control(pen.theme.text) }.sized(size);
        let mut sentences = self.choose_words(pen, area, size);
        let last = sentences.pop();
        let mut left = area;
        for words in &sentences {
            pen.paragraph(words, left, style);
            let used = height_in(pen, words, area.w, size);
            left = Rect { y: left.y + used, h: left.h - used, ..left };
        }
        let Some(last) = last else {
            self.legend(pen, diagram, left);
            return;
        };
        // The legend comes before the last sentence.
        let reserved = height_in(pen, &last, area.w, size);
        let room = Rect { h: left.h - reserved, ..left };
        let rest = if sentences.is_empty() { room } else { self.legend(pen, diagram, room) };
        let y = if sentences.is_empty() { left.y } else { rest.y };
        pen.paragraph(&last, Rect { y, h: area.y + area.h - y, ..area }, style);
        if sentences.is_empty() {
            let y = y + reserved;
            self.legend(pen, diagram, Rect { y, h: (area.y + area.h - y).max(0.0), ..area });
        }
    }

    /// The meaning of as many shapes of the diagram as fit; returns the rest of `area`.
    fn legend(&self, pen: &mut Pen, diagram: &Diagram, area: Rect) -> Rect {
        let line = line_height(pen.size(SMALL_TEXT));
        let room = (area.h / line).floor().max(0.0) as usize;
        let style = Style { role: TextRole::Card, ..Style::control(pen.theme.text) }.sized(SMALL_TEXT);
        let shape = (line * 0.72).round();
        let left = shape + pen.px(4.0);
        let fits = |key: &Key| measure(key.words, style.font, pen.size(SMALL_TEXT)) <= area.w - left;
        let keys: Vec<_> = diagram.legend().into_iter().filter(fits).take(room).collect();
        for (place, key) in keys.iter().enumerate() {
            let y = area.y + line * place as f32;
            key.draw(pen, Rect::new(area.x, y, shape, line));
            pen.label(key.words, Rect { x: area.x + left, w: (area.w - left).max(1.0), y, h: line }, style);
        }
        let used = line * keys.len() as f32;
        Rect { y: area.y + used, h: area.h - used, ..area }
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

/// Height of a paragraph `width` wide, in a font of `size`, with the space below it.
fn height_in(pen: &Pen, words: &str, width: f32, size: f32) -> f32 {
    let font = pen.size(size);
    line_height(font) * wrap(words, Font::Regular, font, width).len() as f32 + pen.px(2.0)
}
