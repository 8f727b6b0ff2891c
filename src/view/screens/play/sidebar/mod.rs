//! Sidebar of a game: players, clocks, captured pieces, moves and buttons.

pub mod buttons;
pub mod captured;
pub mod message;
pub mod middle;
pub mod moves;
pub mod player;
pub mod slots;

use super::keys::KeyAction;
use super::review::Review;
use crate::game::Game;
use crate::game::options::Options;
use crate::rules::{Color, Piece};
use crate::view::layout::Layout;
use crate::view::scene::{Font, Item, Point, Rect};
use crate::view::text::wrap;
use crate::view::theme::Theme;
use crate::view::widgets::pen::{line_height, px, size};
use crate::view::widgets::piece_card::Card;
use crate::view::widgets::{Pen, Scroll};
use buttons::Grid;
use middle::Parts;
use moves::MoveList;
use slots::{PlayerSlot, Slots};

/// Height of the middle below which a card takes all of it, in pixels of the window's first size.
const CARD: f32 = 150.0;

/// Height of the room for a few words, and of their font.
const FEW_WORDS: f32 = 84.0;
const WORDS: f32 = 14.0;

/// The sidebar of one game at one moment.
pub struct Sidebar<'a> {
    game: &'a Game,
    review: &'a Review,
    theme: Theme,
    bottom: Color,
    slots: Slots,
    parts: Parts,
    grid: Grid,
    pointer: Option<Point>,
    card: Option<Piece>,
    has_middle: bool,
}

impl<'a> Sidebar<'a> {
    /// The sidebar of `game`, of which `review` is the record, shown by `options`, where `layout` has it.
    pub fn new(game: &'a Game, review: &'a Review, options: &Options, layout: &Layout) -> Self {
        let grid = Grid::new(game, options, layout);
        let slots = Slots::new(layout, grid.height);
        let parts = Parts::new(game, review, slots.middle, slots.unit);
        let (theme, bottom) = (Theme::of(options), layout.bottom);
        Self { game, review, theme, bottom, slots, parts, grid, pointer: None, card: None, has_middle: true }
    }

    /// The same with the pointer at `pointer`, if it is in the window.
    pub fn with_pointer(self, pointer: Option<Point>) -> Self {
        Self { pointer, ..self }
    }

    /// The same with the card of `piece`, if there is one to be explained.
    pub fn with_card(self, piece: Option<Piece>) -> Self {
        Self { card: piece, ..self }
    }

    /// The same with nothing between the players.
    pub fn without_middle(self) -> Self {
        Self { has_middle: false, ..self }
    }

    /// What is to be drawn.
    pub fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        let mut pen = Pen { theme: &self.theme, unit: self.slots.unit, items: &mut items };
        self.player(&mut pen, !self.bottom, &self.slots.top);
        self.player(&mut pen, self.bottom, &self.slots.bottom);
        if self.has_middle {
            self.draw_middle(&mut pen);
        }
        self.grid.draw(&mut pen, self.slots.buttons, self.pointer);
        items
    }

    fn player(&self, pen: &mut Pen, color: Color, slot: &PlayerSlot) {
        player::draw(pen, self.game, color, slot);
        let (variant, material) = (self.game.position().variant(), self.review.material());
        let lead = material.balance * i32::from(color.forward());
        captured::draw(pen, variant, color, &material.captured[color], lead, slot);
    }

    /// The moves, or the card of a piece in their place.
    fn draw_middle(&self, pen: &mut Pen) {
        let Some(piece) = self.card else {
            return self.parts.draw(pen, self.game, self.review, self.pointer);
        };
        let roomy = |rect: &Rect| rect.h >= pen.px(CARD) || rect.w > rect.h && *rect == self.slots.middle;
        let area = self.parts.list.filter(roomy);
        if area.is_some() {
            let parts = Parts { list: None, ..self.parts.clone() };
            parts.draw(pen, self.game, self.review, self.pointer);
        }
        let card = Card { variant: self.game.position().variant(), piece, bottom: self.bottom };
        card.draw(pen, area.unwrap_or(self.slots.middle));
    }

    /// The area between the players.
    pub fn middle(&self) -> Rect {
        self.slots.middle
    }

    /// The area between the players that `text` covers: no more than it needs.
    pub fn room_for(&self, text: &str) -> Rect {
        let (unit, area) = (self.slots.unit, self.slots.middle);
        let font = size(WORDS, unit);
        let lines = wrap(text, Font::Bold, font, area.w).len() as f32;
        let few = px(FEW_WORDS, unit).min(area.h);
        if line_height(font) * lines <= few { Rect { h: few, ..area } } else { area }
    }

    /// Pixels for one pixel of the window's first size.
    pub fn unit(&self) -> f32 {
        self.slots.unit
    }

    /// The action of the button at `point`.
    pub fn action_at(&self, point: Point) -> Option<KeyAction> {
        let mut placed = self.grid.placed(self.slots.buttons);
        placed.find(|(rect, _)| rect.contains(point)).map(|(_, button)| button.action)
    }

    /// The ply that a press at `point` goes to; from the last one on that is the present.
    pub fn ply_at(&self, point: Point) -> Option<usize> {
        self.parts.ply_at(self.review, point, self.slots.unit)
    }

    /// Place of the list of moves after the wheel was turned over `point` by `rows`, down if positive.
    pub fn scrolled(&self, point: Point, rows: isize) -> Option<Scroll> {
        let list = self.parts.list.filter(|list| list.contains(point))?;
        Some(MoveList::new(self.review, list, self.slots.unit).scrolled(rows))
    }
}
