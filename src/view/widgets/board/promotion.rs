//! Promotion picker: a column of pieces on the board, of which the player chooses one.

use std::sync::Arc;

use crate::game::Game;
use crate::rules::{Color, Move, Piece, PieceKind, Square, Variant};
use crate::view::form::touch;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::layout::BoardLayout;
use crate::view::scene::{Align, Font, Item, Rect, Rgba, Text, TextRole};
use crate::view::text::{capitalized, measure};
use crate::view::theme::Theme;
use crate::view::widgets::board::sprite;

/// Shade over the board while the picker is open.
const SHADE: Rgba = Rgba(0, 0, 0, 110);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// Nothing is chosen yet, and the picker stays open.
    Nothing,
    Move(Move),
    /// The picker was closed without a choice.
    Closed,
}

#[derive(Clone)]
pub struct PromotionPicker {
    variant: Arc<Variant>,
    color: Color,
    /// The moves to choose from, which differ only in what the pawn becomes.
    moves: Vec<Move>,
    /// Index of the move under the pointer or the keyboard focus.
    focus: usize,
    /// The focus that was announced last.
    announced: Option<usize>,
}

impl PromotionPicker {
    /// The picker for the pawn of `game` that goes from `from` to `to`.
    pub fn for_pawn(game: &Game, from: Square, to: Square) -> Self {
        let position = game.position();
        let mut moves = position.legal_moves_from(from);
        moves.retain(|mv| mv.to == to && mv.promotion().is_some());
        Self::new(position.variant(), position.turn(), moves)
    }

    pub fn new(variant: &Arc<Variant>, color: Color, moves: Vec<Move>) -> Self {
        Self { variant: Arc::clone(variant), color, moves, focus: 0, announced: None }
    }

    /// Places of the choices: from the tile of the promotion towards the middle of the board, in as many columns as
    /// needed.
    fn places(&self, layout: &BoardLayout) -> Vec<Rect> {
        let target = self.moves.first().map_or(Square::new(0, 0), |mv| mv.to);
        let tile = layout.tile_rect(target);
        let board = layout.board;
        let side = if layout.is_touch() { tile.h.max(touch::TARGET) } else { tile.h };
        let down = tile.center().y < board.center().y;
        let room = if down { board.y + board.h - tile.y } else { tile.y + tile.h - board.y };
        let rows = ((room / side + 0.1) as usize).max(1);
        let right = tile.center().x < board.center().x;
        let place = |number: usize| {
            let (column, row) = ((number / rows) as f32, (number % rows) as f32);
            let x = if right { tile.x + column * side } else { tile.x + tile.w - (column + 1.0) * side };
            let y = if down { tile.y + row * side } else { tile.y + tile.h - (row + 1.0) * side };
            Rect::new(x, y, side, side)
        };
        (0..self.moves.len()).map(place).collect()
    }

    fn kind(&self, choice: usize) -> Option<PieceKind> {
        self.moves.get(choice)?.promotion()
    }

    /// The piece under the focus.
    pub fn focused(&self) -> Option<Piece> {
        self.kind(self.focus).map(|kind| Piece::new(self.color, kind))
    }

    fn pick(&self, choice: usize) -> Picked {
        self.moves.get(choice).map_or(Picked::Nothing, |&mv| Picked::Move(mv))
    }

    fn key(&mut self, key: Key) -> Picked {
        let count = self.moves.len().max(1);
        match key {
            Key::Escape => return Picked::Closed,
            Key::Enter | Key::Space => return self.pick(self.focus),
            Key::Down | Key::Right | Key::Tab => self.focus = (self.focus + 1) % count,
            Key::Up | Key::Left => self.focus = (self.focus + count - 1) % count,
            Key::Char(letter) => {
                let has_letter = |&choice: &usize| {
                    self.kind(choice).is_some_and(|kind| self.variant.piece(kind).letter == letter)
                };
                if let Some(choice) = (0..count).find(has_letter) {
                    return self.pick(choice);
                }
            }
            _ => {}
        }
        Picked::Nothing
    }

    /// Handles one event, with the board drawn by `layout`.
    pub fn handle(&mut self, event: &InputEvent, layout: &BoardLayout) -> Picked {
        match *event {
            InputEvent::Key { key, control: false } => self.key(key),
            InputEvent::Pressed(MouseButton::Left, point) => {
                match self.places(layout).iter().position(|place| place.contains(point)) {
                    Some(choice) => self.pick(choice),
                    None => Picked::Closed,
                }
            }
            InputEvent::Pressed(MouseButton::Right, _) => Picked::Closed,
            InputEvent::Moved(point) => {
                let under = self.places(layout).iter().position(|place| place.contains(point));
                self.focus = under.unwrap_or(self.focus);
                Picked::Nothing
            }
            InputEvent::Command(ref text) => self.named(text),
            _ => Picked::Nothing,
        }
    }

    /// Picks the piece with a name or a letter. If there is none, the focused piece is announced again.
    fn named(&mut self, text: &str) -> Picked {
        let text = text.trim().to_lowercase();
        let is_named = |&choice: &usize| {
            let piece = self.kind(choice).map(|kind| self.variant.piece(kind));
            piece.is_some_and(|piece| text == piece.name || text == piece.letter.to_string())
        };
        let named = (0..self.moves.len()).find(is_named);
        self.announced = None;
        named.map_or(Picked::Nothing, |choice| self.pick(choice))
    }

    /// The piece under the focus, if it has not been announced yet.
    pub fn announcement(&mut self) -> Option<String> {
        let changed = self.announced.replace(self.focus) != Some(self.focus);
        let kind = self.kind(self.focus).filter(|_| changed)?;
        Some(format!("{}?", self.variant.piece(kind).name))
    }

    pub fn draw(&self, layout: &BoardLayout, theme: &Theme, items: &mut Vec<Item>) {
        items.push(Item::fill(layout.board, SHADE));
        for (choice, place) in self.places(layout).into_iter().enumerate() {
            let panel = if choice == self.focus { theme.selected.light } else { theme.active };
            items.push(Item::fill(place, panel));
            items.push(Item::Frame { rect: place, width: 1.0, color: theme.panel });
            if let Some(kind) = self.kind(choice) {
                items.push(Item::Sprite(sprite(&self.variant, Piece::new(self.color, kind), None, place)));
            }
        }
        self.draw_name(layout, theme, items);
    }

    /// Draws the name of the piece under the focus beside it, towards the middle of the board.
    fn draw_name(&self, layout: &BoardLayout, theme: &Theme, items: &mut Vec<Item>) {
        let places = self.places(layout);
        let (Some(kind), Some(place)) = (self.kind(self.focus), places.get(self.focus)) else { return };
        let text = capitalized(&self.variant.piece(kind).name);
        // At most some tens of pixels.
        let size = (layout.tile * 0.3).round().max(11.0).max(f32::from(theme.least_text)) as u16;
        let width = measure(&text, Font::Bold, size) + layout.tile * 0.4;
        let height = (layout.tile * 0.6).max(1.5 * f32::from(theme.least_text)).round();
        let right = place.center().x < layout.board.center().x;
        let edge = places
            .iter()
            .fold(place.x, |edge, other| if right { edge.max(other.x) } else { edge.min(other.x) });
        let x = if right { edge + place.w + layout.tile * 0.1 } else { edge - width - layout.tile * 0.1 };
        let rect = Rect::new(x.round(), (place.center().y - height / 2.0).round(), width.round(), height);
        items.push(Item::Panel { rect, radius: (layout.tile / 10.0).round(), color: theme.panel });
        let at = rect.center();
        let role = TextRole::Label;
        items.push(Item::Text(Text {
            text,
            role,
            at,
            size,
            font: Font::Bold,
            color: theme.text,
            align: Align::Center,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;
    use crate::rules::MoveFlag;

    fn picker(to: Square) -> PromotionPicker {
        let variant = Variants::built_in().get("chess").expect("built in");
        let kinds = variant.rules().promotion.to.clone();
        let moves =
            kinds.into_iter().map(|kind| Move { from: to, to, flag: MoveFlag::Promote(kind) }).collect();
        PromotionPicker::new(&variant, Color::White, moves)
    }

    fn layout() -> BoardLayout {
        BoardLayout::new((672.0, 672.0), (8, 8), Color::White)
    }

    fn key(key: Key) -> InputEvent {
        InputEvent::Key { key, control: false }
    }

    /// The letter of the piece picked, if one was.
    fn letter(picked: Picked) -> Option<char> {
        let variant = Variants::built_in().get("chess").expect("built in");
        match picked {
            Picked::Move(mv) => mv.promotion().map(|kind| variant.piece(kind).letter),
            _ => None,
        }
    }

    /// For a pawn on each file all choices lie on the board, and a click on each of them picks another piece.
    #[test]
    fn choices_lie_on_the_board() {
        let layout = layout();
        for file in 0..8 {
            let mut picker = picker(Square::new(file, 7));
            let places = picker.places(&layout);
            assert!(places.iter().all(|place| layout.square_at(place.center()).is_some()), "{places:?}");
            let mut click = |place: Rect| {
                letter(picker.handle(&InputEvent::Pressed(MouseButton::Left, place.center()), &layout))
            };
            let mut picked: Vec<_> = places.into_iter().map(&mut click).collect();
            picked.sort_unstable();
            assert_eq!(picked, ['b', 'n', 'q', 'r'].map(Some));
        }
    }

    /// An arrow key and Enter choose another piece than Enter alone, the letter of a piece chooses it at once, and
    /// Escape closes the picker.
    #[test]
    fn keys_choose() {
        let layout = layout();
        let mut picker = picker(Square::new(3, 7));
        let first = letter(picker.handle(&key(Key::Enter), &layout));
        picker.handle(&key(Key::Down), &layout);
        let second = letter(picker.handle(&key(Key::Enter), &layout));
        assert!(first.is_some() && second.is_some() && first != second);
        assert_eq!(letter(picker.handle(&key(Key::Char('n')), &layout)), Some('n'));
        assert_eq!(picker.handle(&key(Key::Escape), &layout), Picked::Closed);
    }
}
