//! The drawing of the selected piece: the choice of one, and the drawing in both colours.

use super::board::sprite;
use super::layout::note;
use super::{Message, WorkshopScreen};
use crate::game::workshop::Edit;
use crate::notation::variants_ini::design::DesignPiece;
use crate::rules::Color;
use crate::view::picture::DRAWINGS;
use crate::view::scene::Item;
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, picture};
use crate::view::widgets::node::{column, row, space};

/// Name of the drawing that is the letter of the piece. No file has this name.
const BADGE: &str = "badge";
/// Edge of a drawing to choose, in pixels of the design.
const TILE: f32 = 48.0;
/// Space between two drawings, in pixels of the design.
const GAP: f32 = 4.0;
/// Opacity of the tile's colour above the drawing of another piece of the game.
const USED: u8 = 170;

impl WorkshopScreen {
    /// The drawing of the selected piece in one colour.
    pub(super) fn drawing(&self, color: Color, edge: f32) -> Node<Message> {
        let piece = self.workshop.design().pieces.get(self.piece).cloned();
        let drawing = picture(move |pen, rect, _| {
            pen.items.push(Item::fill(rect, pen.theme.tile_color(color == Color::White, None)));
            if let Some(piece) = &piece {
                pen.items.push(sprite(piece, color, rect));
            }
        });
        drawing.width(edge).height(edge).rigid()
    }

    /// Rows of all drawings, one of which is chosen for the selected piece, in a card of this width.
    pub(super) fn drawings(&self, width: f32) -> Vec<Node<Message>> {
        let Some(piece) = self.workshop.design().pieces.get(self.piece) else { return Vec::new() };
        let columns = ((width + GAP) / (TILE + GAP)).max(1.0) as usize;
        let names: Vec<_> =
            self.own_drawings.iter().map(String::as_str).chain(DRAWINGS.split(' ')).chain([BADGE]).collect();
        let open = button("Open SVG", Message::OpenDrawing).flat().height(26.0).width(84.0).rigid();
        let head = row([note("Those of other pieces of this game are pale.").fill(1.0), open]).align_center();
        let rows =
            names.chunks(columns).map(|names| row(names.iter().map(|name| self.tile(piece, name))).gap(GAP));
        [head].into_iter().chain(rows).map(|row| column([row, space().height(GAP)])).collect()
    }

    fn tile(&self, piece: &DesignPiece, name: &str) -> Node<Message> {
        let is_of = |piece: &DesignPiece| piece.drawing.as_ref().unwrap_or(&piece.name) == name;
        let is_chosen = is_of(piece);
        let is_used = !is_chosen && name != BADGE && self.workshop.design().pieces.iter().any(is_of);
        let mut drawn = piece.clone();
        drawn.drawing = Some(name.to_owned());
        let tile = picture(move |pen, rect, look| {
            let colors = if is_chosen { pen.theme.selected } else { pen.theme.tile };
            pen.items.push(Item::fill(rect, colors.dark));
            pen.items.push(sprite(&drawn, Color::White, rect.inset(2.0)));
            if is_used {
                pen.items.push(Item::fill(rect, colors.dark.with_alpha(USED)));
            }
            if is_chosen || look.hovers(rect) {
                let color = if is_chosen { pen.theme.accent } else { pen.theme.text };
                pen.items.push(Item::Frame { rect, width: 2.0, color });
            }
        });
        let words = if name == BADGE { "letter" } else { name };
        tile.on_press(Message::Edit(Edit::Drawing(self.piece, name.to_owned())))
            .tip(words, "")
            .width(TILE)
            .height(TILE)
            .rigid()
    }
}
