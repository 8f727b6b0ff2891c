//! The picker of what a pawn becomes: a column of pieces at the tile where it promotes.

use std::sync::Arc;
use std::time::Duration;

use crate::rules::{Color, Move, Piece, PieceKind, Square, Variant};
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::{Item, Rect, Rgba};
use crate::view::screen::{Answer, Screen, Size, Transition};
use crate::view::theme::Theme;
use crate::view::widgets::board::sprite;

/// The board is dimmed by this while the picker is open.
const SHADE: Rgba = Rgba(0, 0, 0, 110);

/// The picker, open until a piece is chosen or it is closed.
pub struct PromotionPicker {
    variant: Arc<Variant>,
    color: Color,
    bottom: Color,
    theme: Theme,
    /// The moves to choose from, which differ only in what the pawn becomes.
    moves: Vec<Move>,
    focus: usize,
    /// Which choice was read aloud last, if one was.
    told: Option<usize>,
}

impl PromotionPicker {
    /// A picker for `moves` of `color`, on a board shown for `bottom`.
    #[must_use]
    pub fn new(variant: &Arc<Variant>, color: Color, bottom: Color, theme: Theme, moves: Vec<Move>) -> Self {
        Self { variant: Arc::clone(variant), color, bottom, theme, moves, focus: 0, told: None }
    }

    fn layout(&self, size: Size) -> Layout {
        let board = (self.variant.rules().files, self.variant.rules().ranks);
        Layout::scaled(size, board, self.bottom, self.theme.scale())
    }

    /// Where each choice is drawn: from the tile towards the middle of the board, in as many columns as it takes.
    fn places(&self, layout: &Layout) -> Vec<Rect> {
        let target = self.moves.first().map_or(Square::new(0, 0), |mv| mv.to);
        let tile = layout.tile_rect(target);
        let board = layout.board;
        let down = tile.center().y < board.center().y;
        let room = if down { board.y + board.h - tile.y } else { tile.y + tile.h - board.y };
        let rows = ((room / tile.h).round() as usize).max(1);
        let right = tile.center().x < board.center().x;
        let place = |number: usize| {
            let (column, row) = ((number / rows) as f32, (number % rows) as f32);
            let x = tile.x + if right { column } else { -column } * tile.w;
            let y = tile.y + if down { row } else { -row } * tile.h;
            Rect::new(x, y, tile.w, tile.h)
        };
        (0..self.moves.len()).map(place).collect()
    }

    fn kind(&self, choice: usize) -> Option<PieceKind> {
        self.moves.get(choice)?.promotion()
    }

    fn choose(&self, choice: usize) -> Transition {
        self.moves.get(choice).map_or(Transition::Stay, |&mv| Transition::Close(Some(Answer::Promotion(mv))))
    }

    fn key(&mut self, key: Key) -> Transition {
        let count = self.moves.len().max(1);
        match key {
            Key::Escape => return Transition::Close(None),
            Key::Enter | Key::Space => return self.choose(self.focus),
            Key::Down | Key::Right | Key::Tab => self.focus = (self.focus + 1) % count,
            Key::Up | Key::Left => self.focus = (self.focus + count - 1) % count,
            Key::Char(letter) => {
                let called = |&choice: &usize| {
                    self.kind(choice).is_some_and(|kind| self.variant.piece(kind).letter == letter)
                };
                if let Some(choice) = (0..count).find(called) {
                    return self.choose(choice);
                }
            }
            _ => {}
        }
        Transition::Stay
    }
}

impl Screen for PromotionPicker {
    fn tick(&mut self, _elapsed: Duration) -> Transition {
        Transition::Stay
    }

    fn happen(&mut self, happening: InputEvent, size: Size) -> Transition {
        match happening {
            InputEvent::Key { key, control: false } => self.key(key),
            InputEvent::Pressed(MouseButton::Left, point) => {
                let places = self.places(&self.layout(size));
                match places.iter().position(|place| place.contains(point)) {
                    Some(choice) => self.choose(choice),
                    None => Transition::Close(None),
                }
            }
            InputEvent::Pressed(MouseButton::Right, _) => Transition::Close(None),
            _ => Transition::Stay,
        }
    }

    fn say(&mut self) -> Vec<String> {
        let news = self.told.replace(self.focus) != Some(self.focus);
        let kind = self.kind(self.focus).filter(|_| news);
        kind.map(|kind| format!("{}?", self.variant.piece(kind).name)).into_iter().collect()
    }

    fn draw(&self, size: Size, items: &mut Vec<Item>) {
        let layout = self.layout(size);
        items.push(Item::Panel { rect: layout.board, radius: 0.0, color: SHADE });
        for (choice, place) in self.places(&layout).into_iter().enumerate() {
            let panel = if choice == self.focus { self.theme.selected.light } else { self.theme.active };
            items.push(Item::Panel { rect: place, radius: 0.0, color: panel });
            items.push(Item::Frame { rect: place, width: 1.0, color: self.theme.panel });
            if let Some(kind) = self.kind(choice) {
                items.push(Item::Sprite(sprite(&self.variant, Piece::new(self.color, kind), None, place)));
            }
        }
    }

    fn ground(&self) -> Rgba {
        self.theme.ground
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
        PromotionPicker::new(&variant, Color::White, Color::White, crate::view::theme::OAK, moves)
    }

    fn key(key: Key) -> InputEvent {
        InputEvent::Key { key, control: false }
    }

    fn chosen(transition: &Transition) -> Option<char> {
        let variant = Variants::built_in().get("chess").expect("built in");
        match transition {
            Transition::Close(Some(Answer::Promotion(mv))) => {
                mv.promotion().map(|kind| variant.piece(kind).letter)
            }
            _ => None,
        }
    }

    /// Shows that every choice lies on the board, wherever the pawn promotes, and is chosen by a click on it.
    #[test]
    fn choices_are_on_the_board() {
        let size = (672.0, 672.0);
        for file in 0..8 {
            let mut picker = picker(Square::new(file, 7));
            let layout = picker.layout(size);
            let places = picker.places(&layout);
            assert_eq!(places.len(), 4);
            for (place, letter) in places.into_iter().zip("qrbn".chars()) {
                assert!(layout.square_at(place.center()).is_some());
                let transition = picker.happen(InputEvent::Pressed(MouseButton::Left, place.center()), size);
                let expected = picker.variant.kind_by_letter(letter);
                assert!(expected.is_some() && chosen(&transition).is_some());
            }
        }
    }

    /// Shows that arrows and Enter choose, letters choose at once, and Escape closes without a choice.
    #[test]
    fn keys_choose() {
        let size = (672.0, 672.0);
        let mut picker = picker(Square::new(3, 7));
        let first = chosen(&picker.happen(key(Key::Enter), size));
        picker.happen(key(Key::Down), size);
        let second = chosen(&picker.happen(key(Key::Enter), size));
        assert!(first.is_some() && second.is_some() && first != second);
        assert_eq!(chosen(&picker.happen(key(Key::Char('n')), size)), Some('n'));
        assert!(matches!(picker.happen(key(Key::Escape), size), Transition::Close(None)));
    }
}
