//! Clicks and drags with the mouse: they become commands of the game.

use crate::game::{Command, Game};
use crate::rules::Square;
use crate::view::input::{InputEvent, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::Point;

/// How far the pointer must go, in tiles, before a press becomes a drag.
const DRAG_BEGINS: f32 = 0.15;

/// A button held down on an own piece.
#[derive(Clone, Copy, Debug)]
struct Held {
    square: Square,
    pressed: Point,
    pointer: Point,
    /// Whether the pointer has gone far enough for the piece to follow it.
    dragged: bool,
    /// Whether the piece was selected before: a click on it then selects nothing.
    again: bool,
}

/// The piece under a button that is held down.
#[derive(Clone, Debug, Default)]
pub struct Drag {
    held: Option<Held>,
}

impl Drag {
    /// The piece that follows the pointer, by its square, and where the pointer is.
    pub fn dragged(&self) -> Option<(Square, Point)> {
        self.held.filter(|held| held.dragged).map(|held| (held.square, held.pointer))
    }

    /// Drops the piece where it came from.
    pub fn release(&mut self) {
        self.held = None;
    }

    /// Turns the mouse over the board into a command of the game; pieces can be dragged if `drag` is on.
    pub fn handle(
        &mut self,
        event: &InputEvent,
        game: &Game,
        layout: &Layout,
        drag: bool,
    ) -> Option<Command> {
        match *event {
            InputEvent::Pressed(MouseButton::Left, point) => return self.press(point, game, layout, drag),
            InputEvent::Released(MouseButton::Left, point) => return self.drop_piece(point, layout),
            InputEvent::Pressed(MouseButton::Right, _) if !game.premoves().is_empty() => {
                return Some(Command::CancelPremoves);
            }
            InputEvent::Moved(point) => self.point(point, layout),
            InputEvent::PointerLeft => self.release(),
            _ => {}
        }
        None
    }

    fn press(&mut self, point: Point, game: &Game, layout: &Layout, drag: bool) -> Option<Command> {
        let square = layout.square_at(point)?;
        let again = game.selected() == Some(square);
        if drag && game.own_piece_at(square).is_some() {
            self.held = Some(Held { square, pressed: point, pointer: point, dragged: false, again });
            // Whether a press on the selected piece is a click on it or the start of a drag shows only later.
            return (!again).then_some(Command::Click(square));
        }
        Some(Command::Click(square))
    }

    fn drop_piece(&mut self, point: Point, layout: &Layout) -> Option<Command> {
        let held = self.held.take()?;
        match layout.square_at(point)? {
            square if square == held.square => {
                (held.again && !held.dragged).then_some(Command::Click(square))
            }
            to => Some(Command::Drop { from: held.square, to }),
        }
    }

    fn point(&mut self, point: Point, layout: &Layout) {
        if let Some(held) = &mut self.held {
            let (x, y) = (point.x - held.pressed.x, point.y - held.pressed.y);
            held.pointer = point;
            held.dragged |= x.hypot(y) > layout.tile * DRAG_BEGINS;
        }
    }
}
