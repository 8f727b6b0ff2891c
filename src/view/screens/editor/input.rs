//! Mouse and keyboard in the editor: presses, drags and keys become changes of the draft.

use super::keys::{self, KeyAction};
use super::tool::{Stroke, Tool, tools};
use super::{Editor, Id};
use crate::game::Command;
use crate::rules::{Piece, Square};
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::Point;
use crate::view::screen::{Action, Context};
use crate::view::widgets::{Page, UiEvent};

impl Editor {
    /// Handles mouse and keyboard: what the sidebar's widgets do not use is for the board and the palette.
    pub(super) fn use_input(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        let layout = self.layout(ctx);
        let page = self.page(&layout, ctx.game_in_progress);
        let used = self.ui.update(&page, event);
        match (event, used) {
            (InputEvent::Key { .. }, UiEvent::Pressed(Id::Button(action))) => return self.act(action, ctx),
            (&InputEvent::Key { key, control }, UiEvent::Ignored) => {
                return self.key((key, control), &layout, &page, ctx);
            }
            (&InputEvent::Pressed(button, at), used) => {
                self.finish_stroke();
                self.ui.set_focus(None);
                match (layout.square_at(at), used) {
                    (Some(square), _) => self.press_board(square, button, at),
                    (None, UiEvent::Pressed(Id::Cell(index))) => self.press_cell(index),
                    (None, UiEvent::Pressed(Id::Button(action))) => return self.act(action, ctx),
                    _ => {}
                }
            }
            (&InputEvent::Moved(at), _) => self.drag(at, &layout),
            (&InputEvent::Released(_, at), _) => self.release(at, &layout),
            (InputEvent::PointerLeft, _) => self.finish_stroke(),
            _ => {}
        }
        None
    }

    fn press_board(&mut self, square: Square, button: MouseButton, at: Point) {
        self.cursor = square;
        let stands = self.draft.piece_at(square);
        let piece = match (button, self.tool) {
            (MouseButton::Right, _) | (_, Tool::Erase) => None,
            // A second click removes the piece that the first one has placed.
            (_, Tool::Put(piece)) => Some(piece).filter(|piece| stands != Some(*piece)),
            (_, Tool::Move) => {
                if let Some(piece) = stands {
                    let was_picked = self.picked.replace(square) == Some(square);
                    self.board.hold(piece, square, at, was_picked);
                } else {
                    self.tap(square);
                }
                return;
            }
        };
        self.picked = None;
        self.stroke = Stroke::Paint { piece, last: at };
        self.paint(square, piece);
    }

    /// Chooses a tool of the palette; a piece may be dragged from there.
    fn press_cell(&mut self, index: usize) {
        let Some(&tool) = tools(self.draft.variant()).get(index) else { return };
        self.choose(tool);
        if let Tool::Put(piece) = tool {
            self.stroke = Stroke::Fetch { piece, moved: false };
        }
    }

    /// The pointer moved to `at`.
    fn drag(&mut self, at: Point, layout: &Layout) {
        self.board.drag_to(at, layout);
        let on_palette = matches!(self.ui.hovered(), Some(Id::Cell(_)));
        match &mut self.stroke {
            Stroke::None => {}
            Stroke::Fetch { moved, .. } => *moved |= !on_palette,
            Stroke::Paint { piece, last } => {
                let (piece, from) = (*piece, std::mem::replace(last, at));
                // The pointer may have passed tiles since the last frame.
                let steps = ((at.x - from.x).hypot(at.y - from.y) / layout.tile * 2.0).ceil().max(1.0);
                for step in 1..=steps as u16 {
                    let part = f32::from(step) / steps;
                    let on_way = Point::new(from.x + (at.x - from.x) * part, from.y + (at.y - from.y) * part);
                    if let Some(square) = layout.square_at(on_way) {
                        self.paint(square, piece);
                    }
                }
            }
        }
    }

    fn release(&mut self, at: Point, layout: &Layout) {
        self.drag(at, layout);
        let to = layout.square_at(at);
        if let (Stroke::Fetch { piece, moved: true }, Some(to)) = (self.stroke, to) {
            self.draft.set_piece(to, piece);
            // It was dragged there, so it is not chosen any more.
            self.choose(Tool::Move);
        }
        self.stroke = Stroke::None;
        let dragged = self.board.dragged();
        let command = self.board.drop_piece(at, layout);
        if let Some(Command::Drop { from, to }) = command {
            self.draft.move_piece(from, to);
        } else if let (Some(from), None) = (dragged, to) {
            self.draft.remove_piece(from);
        }
        if dragged.is_some() || command.is_some() {
            self.picked = None;
        }
        self.settle();
    }

    /// Ends a stroke of the mouse; a piece that is being dragged goes back.
    pub(super) fn finish_stroke(&mut self) {
        self.board.release();
        self.stroke = Stroke::None;
        self.settle();
    }

    fn paint(&mut self, square: Square, piece: Option<Piece>) {
        match piece {
            Some(piece) => self.draft.set_piece(square, piece),
            None => self.draft.remove_piece(square),
        }
    }

    /// Uses the tool on one tile: a click, or a key at the cursor.
    pub(super) fn tap(&mut self, square: Square) {
        let stands = self.draft.piece_at(square);
        match self.tool {
            Tool::Erase => self.draft.remove_piece(square),
            Tool::Put(piece) => self.paint(square, Some(piece).filter(|piece| stands != Some(*piece))),
            Tool::Move => match self.picked.take() {
                Some(from) if from == square => {}
                Some(from) if stands.is_none() => self.draft.move_piece(from, square),
                _ => self.picked = Some(square).filter(|_| stands.is_some()),
            },
        }
        self.settle();
    }

    /// Handles a key that no button uses.
    fn key(
        &mut self,
        (key, control): (Key, bool),
        layout: &Layout,
        page: &Page<Id>,
        ctx: &mut Context,
    ) -> Option<Action> {
        match (key, self.ui.focus()) {
            (Key::Escape, _) if self.let_go() => {}
            (Key::Left | Key::Right | Key::Up | Key::Down, Some(Id::Cell(index))) => {
                self.choose_next(key, index, page);
            }
            (Key::Left | Key::Right | Key::Up | Key::Down, _) => {
                self.ui.set_focus(Some(Id::Board));
                self.cursor = layout.step(self.cursor, direction(key)).unwrap_or(self.cursor);
            }
            (Key::Enter | Key::Space, Some(Id::Board)) => self.tap(self.cursor),
            // Without the focus on the board the key only shows the cursor.
            (Key::Enter | Key::Space, _) => self.ui.set_focus(Some(Id::Board)),
            (Key::Backspace | Key::Delete, None | Some(Id::Board)) => self.empty_tile(),
            _ => return keys::action(key, control).and_then(|action| self.act(action, ctx)),
        }
        None
    }

    /// Cancels the picked-up piece or the chosen tool; returns whether there was one.
    fn let_go(&mut self) -> bool {
        let stroke = std::mem::take(&mut self.stroke) != Stroke::None || self.board.is_holding();
        self.board.release();
        if stroke || self.picked.take().is_some() {
            self.settle();
            return true;
        }
        let chosen = self.tool != Tool::Move;
        self.choose(Tool::Move);
        chosen
    }

    /// Removes the piece picked up, or the one under the cursor where that is shown.
    fn empty_tile(&mut self) {
        let cursor = self.ui.focus().map(|_| self.cursor);
        self.ui.set_focus(Some(Id::Board));
        if let Some(square) = self.picked.take().or(cursor) {
            self.draft.remove_piece(square);
            self.settle();
        }
    }

    /// Chooses the tool beside, above or below the one at `index`.
    fn choose_next(&mut self, key: Key, index: usize, page: &Page<Id>) {
        let tools = tools(self.draft.variant());
        // The cells of the first row are at one height.
        let top = |index: usize| page.rect(Id::Cell(index)).map(|rect| rect.y);
        let columns = (0..tools.len()).take_while(|&cell| top(cell) == top(0)).count();
        let (right, down) = direction(key);
        let step = isize::from(right) + isize::from(down) * columns as isize;
        if let Some(&tool) = index.checked_add_signed(step).and_then(|next| tools.get(next)) {
            self.choose(tool);
        }
    }

    /// Whether `action` can be done now.
    pub(super) fn is_on(&self, action: KeyAction) -> bool {
        match action {
            KeyAction::Play | KeyAction::Save => self.draft.position().is_ok(),
            _ => true,
        }
    }
}

/// Steps to the right and downwards, in tiles.
fn direction(key: Key) -> (i8, i8) {
    match key {
        Key::Left => (-1, 0),
        Key::Right => (1, 0),
        Key::Up => (0, -1),
        _ => (0, 1),
    }
}

/// The piece that `tool` would put on a tile where `present` stands, while nothing is dragged.
pub(super) fn ghost_of(tool: Tool, stroke: Stroke, present: Option<Piece>) -> Option<Piece> {
    match tool {
        Tool::Put(piece) if stroke == Stroke::None && present != Some(piece) => Some(piece),
        _ => None,
    }
}
