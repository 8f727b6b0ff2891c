//! Mouse and keyboard in the editor: presses, drags and keys become changes of the draft.

use super::Editor;
use super::draw::BOARD;
use super::layout::panel_layout;
use super::tool::{Stroke, Tool, index_of, tools};
use crate::game::Command;
use crate::game::speech::answer::answer_setup;
use crate::game::speech::describe_square;
use crate::notation::coords::parse_square;
use crate::rules::{Color, Piece, Square};
use crate::view::input::{InputEvent, MouseButton};
use crate::view::layout::BoardLayout;
use crate::view::scene::Point;
use crate::view::screen::{Effects, Env};
use crate::view::widgets::board::BoardInput;

impl Editor {
    /// Handles the mouse outside of buttons and palette.
    pub(super) fn use_board(&mut self, BoardInput { event, layout }: &BoardInput, effects: &mut Effects) {
        self.board.hover.handle(event, layout);
        match *event {
            InputEvent::Pressed(button, at) => {
                self.finish_stroke();
                effects.unfocus();
                if let Some(square) = layout.square_at(at) {
                    self.press_board(square, button, at);
                }
            }
            InputEvent::Dragged(at) => {
                self.finish_stroke();
                if let Some(square) = layout.square_at(at) {
                    self.press_board(square, MouseButton::Left, at);
                }
            }
            InputEvent::Moved(at) => self.drag(at, layout),
            InputEvent::Released(_, at) => self.release(at, layout),
            InputEvent::PointerLeft => self.finish_stroke(),
            _ => {}
        }
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

    /// Chooses a tool of the palette. A piece may be dragged from the palette to the board.
    pub(super) fn press_cell(&mut self, index: usize, effects: &mut Effects) {
        self.finish_stroke();
        effects.unfocus();
        let Some(&tool) = tools(self.draft.variant()).get(index) else { return };
        self.choose(tool);
        if let Tool::Put(piece) = tool {
            self.stroke = Stroke::Fetch(piece);
        }
    }

    fn drag(&mut self, at: Point, layout: &BoardLayout) {
        self.board.drag_to(at, layout);
        let Stroke::Paint { piece, last: from } = self.stroke else { return };
        self.stroke = Stroke::Paint { piece, last: at };
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

    fn release(&mut self, at: Point, layout: &BoardLayout) {
        self.drag(at, layout);
        let to = layout.square_at(at);
        if let (Stroke::Fetch(piece), Some(to)) = (self.stroke, to) {
            self.draft.set_piece(to, piece);
            // A piece that was dragged to the board is not chosen for more clicks.
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

    /// Ends a stroke of the mouse. A piece that is being dragged goes back.
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

    /// Carries out a typed command: a question about the board; a piece and a square, such as `Qd4` for White and `qd4` for
    /// Black; or `-d4`, which empties a square.
    pub(super) fn use_typed(&mut self, text: &str, effects: &mut Effects) {
        if let Some(sentences) = answer_setup(text, &self.player_view()) {
            effects.announcements.extend(sentences);
            return;
        }
        let mut letters = text.chars();
        let first = letters.next().unwrap_or_default();
        let variant = self.draft.variant();
        let square = parse_square(&letters.as_str().trim().to_lowercase());
        let square = square.filter(|&square| variant.geometry().board().contains(square));
        let color = if first.is_uppercase() { Color::White } else { Color::Black };
        let kind = variant.kind_by_letter(first.to_ascii_lowercase());
        match (square, kind) {
            (Some(square), _) if first == '-' => self.set_typed(square, None, effects),
            (Some(square), Some(kind)) => self.set_typed(square, Some(Piece::new(color, kind)), effects),
            _ => effects.announce("Type a piece and a square, such as Qd4 or qd4, or -d4 to empty a square."),
        }
    }

    fn set_typed(&mut self, square: Square, piece: Option<Piece>, effects: &mut Effects) {
        self.finish_stroke();
        self.paint(square, piece);
        self.picked = None;
        self.settle();
        effects.announce(describe_square(&self.player_view(), square));
    }

    /// Uses the tool on one tile: a click, or a key at the cursor.
    fn tap(&mut self, square: Square) {
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

    /// Uses the tool at the cursor. If the board does not have the focus, it gets the focus, which only shows the
    /// cursor.
    pub(super) fn use_tool(&mut self, env: &Env, effects: &mut Effects) {
        if env.has_focus(BOARD) {
            self.tap(self.cursor);
        } else {
            effects.focus(BOARD);
        }
    }

    /// Moves the cursor. If the palette has the focus, chooses the tool beside, above or below the chosen one instead.
    pub(super) fn step(&mut self, (right, down): (i8, i8), env: &Env, effects: &mut Effects) {
        let layout = self.layout(env);
        let Some(chosen) = self.focused_tool(env) else {
            self.cursor = layout.step(self.cursor, (right, down)).unwrap_or(self.cursor);
            return effects.focus(BOARD);
        };
        let (columns, _) = self.palette_grid(&panel_layout(layout));
        let step = isize::from(right) + isize::from(down) * columns as isize;
        let tools = tools(self.draft.variant());
        if let Some(&tool) = chosen.checked_add_signed(step).and_then(|next| tools.get(next)) {
            self.choose(tool);
            self.focus_chosen(effects);
        }
    }

    fn focus_chosen(&self, effects: &mut Effects) {
        if let Some(index) = index_of(self.tool, self.draft.variant()) {
            effects.focus(index);
        }
    }

    fn focused_tool(&self, env: &Env) -> Option<usize> {
        index_of(self.tool, self.draft.variant()).filter(|&index| env.has_focus(index))
    }

    /// Whether there is something to cancel before the editor closes.
    pub(super) fn can_cancel(&self) -> bool {
        let is_dragging = self.stroke != Stroke::None || self.board.is_holding();
        is_dragging || self.picked.is_some() || self.tool != Tool::Move
    }

    /// Cancels the drag. Without a drag it puts back the piece picked up, or else chooses the tool that moves pieces.
    pub(super) fn cancel(&mut self, env: &Env, effects: &mut Effects) {
        let is_dragging = self.stroke != Stroke::None || self.board.is_holding();
        self.finish_stroke();
        if !is_dragging && self.picked.take().is_none() {
            let has_focus = self.focused_tool(env).is_some();
            self.choose(Tool::Move);
            if has_focus {
                self.focus_chosen(effects);
            }
        }
    }

    /// Removes the piece picked up, or else the piece under the cursor if the board has the focus.
    pub(super) fn empty_tile(&mut self, env: &Env, effects: &mut Effects) {
        let is_on_board = env.has_focus(BOARD);
        if env.focus.is_some() && !is_on_board {
            return;
        }
        effects.focus(BOARD);
        if let Some(square) = self.picked.take().or(is_on_board.then_some(self.cursor)) {
            self.draft.remove_piece(square);
            self.settle();
        }
    }

    fn choose(&mut self, tool: Tool) {
        self.tool = tool;
        self.picked = None;
    }
}
