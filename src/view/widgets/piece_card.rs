//! Card of a piece: its name, its value, and its moves as a diagram and in words.

pub mod diagram;

use std::sync::Arc;

use crate::engine::piece_value;
use crate::game::description::{describe, with_article};
use crate::game::material::format_value;
use crate::rules::{Color, Piece, Variant};
use crate::view::scene::{Font, Rect, TextRole};
use crate::view::text::{capitalized, measure, wrap};
use crate::view::widgets::build::picture;
use crate::view::widgets::node::{Surface, column};
use crate::view::widgets::pen::{Style, line_height};
use crate::view::widgets::piece_card::diagram::{Diagram, Key};
use crate::view::widgets::{Node, Pen};

/// Sizes of a card, in pixels of the design.
struct Sizes {
    /// Font height of the name.
    name: f32,
    /// Font height of the value, and of words beside the diagram.
    text: f32,
    /// Font height of words below the diagram.
    small: f32,
    /// Space between the parts.
    gap: f32,
}

const SIZES: Sizes = Sizes { name: 14.0, text: 11.5, small: 10.5, gap: 6.0 };

struct Card<'a> {
    variant: &'a Variant,
    piece: Piece,
    /// The side at the bottom of the board. Its pieces move up in the diagram.
    bottom: Color,
}

/// The card of `piece` as a node.
pub fn node<M>(variant: &Arc<Variant>, piece: Piece, bottom: Color) -> Node<M> {
    let variant = Arc::clone(variant);
    picture(move |pen, area, _| Card { variant: &variant, piece, bottom }.draw(pen, area))
}

/// The card of `piece` in a panel.
pub fn panel<M>(variant: &Arc<Variant>, piece: Piece, bottom: Color) -> Node<M> {
    column([node(variant, piece, bottom).fill(1.0)]).padding(7.0).surface(Surface::Panel).fill(1.0)
}

impl Card<'_> {
    /// Draws the card in `area`: the diagram beside the words if they have room there, or below the name.
    fn draw(&self, pen: &mut Pen, area: Rect) {
        let gap = pen.px(SIZES.gap);
        let row = &self.variant.piece(self.piece.kind);
        let diagram = Diagram::of(row, self.piece.color, self.bottom);
        let side = area.h.min((area.w * 0.45).floor());
        // Words in a narrower place would break into too many lines.
        if area.w - side - 2.0 * gap >= pen.px(90.0) {
            let board = diagram.draw(pen, self.variant, self.piece, Rect { w: side, ..area });
            let x = board.x + board.w + 2.0 * gap;
            let words = Rect { x, w: area.x + area.w - x, ..area };
            let left = self.head(pen, words);
            self.words(pen, &diagram, left, SIZES.text);
            return;
        }
        let below = self.head(pen, area);
        // The words are shown only if the diagram next to them has at least this edge.
        let board = (below.w * 0.55).min(below.h);
        let room = Rect { h: (below.h - board - gap).max(0.0), ..below };
        let used = height_of_all(pen, &self.choose_words(pen, room, SIZES.small), below.w, SIZES.small);
        let room = Rect { h: below.h - if used > 0.0 { used + gap } else { 0.0 }, ..below };
        let board = diagram.draw(pen, self.variant, self.piece, room);
        let y = board.y + board.h + gap;
        self.words(pen, &diagram, Rect { y, h: (area.y + area.h - y).max(0.0), ..area }, SIZES.small);
    }

    /// Draws name and value; returns the rest of `area`.
    fn head(&self, pen: &mut Pen, area: Rect) -> Rect {
        let style = Style { role: TextRole::Card, ..Style::control(pen.theme.text) };
        let name_style = style.sized(SIZES.name).font(Font::Bold);
        let name = capitalized(&self.variant.piece(self.piece.kind).name);
        let value = piece_value::value(self.variant, self.piece.kind).map(format_value);
        let (name_size, text_size) = (pen.size(SIZES.name), pen.size(SIZES.text));
        let line = line_height(name_size);
        let value_width = |text: &str| measure(text, Font::Regular, text_size).ceil();
        let width = measure(&name, Font::Bold, name_size).ceil() + pen.px(SIZES.gap);
        let beside = Rect { x: area.x + width, w: area.w - width, h: line, ..area };
        let value = value.map(|value| {
            let words = [format!("Value {value}"), value];
            match words.iter().find(|text| value_width(text) <= beside.w) {
                Some(short) => (short.clone(), beside),
                // Beside a long name there is no room for the value, so it has a line of its own.
                None => (words[0].clone(), Rect { y: area.y + line, h: line_height(text_size), ..area }),
            }
        });
        pen.label(&name, Rect { h: line, ..area }, name_style);
        let mut bottom = area.y + line;
        if let Some((words, at)) = value.filter(|(_, at)| at.y + at.h <= area.y + area.h) {
            pen.label(&words, at, Style { color: pen.theme.faint, ..style.sized(SIZES.text) });
            bottom = bottom.max(at.y + at.h);
        }
        let y = bottom + pen.px(3.0);
        Rect { y, h: (area.y + area.h - y).max(1.0), ..area }
    }

    /// The sentences that fit into `area`: how the piece moves, and its promotion or castling. If only one sentence
    /// fits, it is that about promotion or castling, because the diagram shows the moves.
    fn choose_words(&self, pen: &Pen, area: Rect, size: f32) -> Vec<String> {
        let description = describe(self.variant, self.piece.kind);
        let note = self.note();
        let both: Vec<String> = [Some(description.clone()), note.clone()].into_iter().flatten().collect();
        let one = vec![note.unwrap_or(description)];
        let style = Style::control(pen.theme.text).sized(size);
        let fits = |words: &Vec<String>| {
            height_of_all(pen, words, area.w, size) <= area.h
                && words.iter().all(|words| pen.has_room(words, area, style))
        };
        [both, one].into_iter().find(fits).unwrap_or_default()
    }

    /// Draws how the piece moves, what the shapes mean, and its promotion or castling, as far as they fit.
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
        // The legend stands between two sentences, or below a single one.
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

    /// Draws the meaning of as many shapes of the diagram as fit; returns the rest of `area`.
    fn legend(&self, pen: &mut Pen, diagram: &Diagram, area: Rect) -> Rect {
        let size = pen.size(SIZES.small);
        let line = line_height(size);
        let room = (area.h / line).floor().max(0.0) as usize;
        let style = Style { role: TextRole::Card, ..Style::control(pen.theme.text) }.sized(SIZES.small);
        let shape = (line * 0.72).round();
        let left = shape + pen.px(4.0);
        let fits = |key: &Key| measure(key.words, style.font, size) <= area.w - left;
        let keys: Vec<_> = diagram.legend().into_iter().filter(fits).take(room).collect();
        for (place, key) in keys.iter().enumerate() {
            let y = area.y + line * place as f32;
            key.draw(pen, Rect::new(area.x, y, shape, line));
            pen.label(key.words, Rect { x: area.x + left, w: (area.w - left).max(1.0), y, h: line }, style);
        }
        let used = line * keys.len() as f32;
        Rect { y: area.y + used, h: area.h - used, ..area }
    }

    /// A sentence about promotion or castling of the piece, if it has either.
    fn note(&self) -> Option<String> {
        let Piece { color, kind } = self.piece;
        let rules = self.variant.rules();
        if rules.castling.is_some() && rules.king_kind() == Some(kind) {
            return Some("May castle: choose the square it goes to, or the rook.".to_owned());
        }
        let promotion = rules.promotion_of(kind)?;
        let usual = promotion.to.first()?;
        let ranks = promotion.region[color].into_iter().map(|square| square.rank() + 1);
        let nearest = if color == Color::White { ranks.min() } else { ranks.max() }?;
        let becomes = match promotion.to.len() {
            1 => format!("Becomes {}", with_article(&self.variant.piece(*usual).name)),
            _ => "Promotes".to_owned(),
        };
        Some(format!("{becomes} on rank {nearest}."))
    }
}

/// Height of paragraphs with the space below each of them.
fn height_of_all(pen: &Pen, paragraphs: &[String], width: f32, size: f32) -> f32 {
    paragraphs.iter().map(|words| height_in(pen, words, width, size)).sum()
}

/// Height of a paragraph with the space below it. `size` is the height of the font in pixels of the design.
fn height_in(pen: &Pen, words: &str, width: f32, size: f32) -> f32 {
    let font = pen.size(size);
    line_height(font) * wrap(words, Font::Regular, font, width).len() as f32 + pen.px(2.0)
}
