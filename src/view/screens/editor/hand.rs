//! The person's hand in the editor: presses and drags with the mouse become changes of the draft.

use super::keys::KeyAction;
use super::plan::Plan;
use super::tool::{Stroke, Tool, tools};
use super::{Editor, Focus};
use crate::rules::{Piece, Square};
use crate::view::input::{InputEvent, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::Point;
use crate::view::screen::{Action, Context};

/// How far the pointer must go, in tiles, before a press becomes a drag.
const DRAG_BEGINS: f32 = 0.15;

impl Editor {
    /// Handles the mouse.
    pub(super) fn mouse(
        &mut self,
        event: &InputEvent,
        layout: &Layout,
        plan: &Plan,
        ctx: &mut Context,
    ) -> Option<Action> {
        match *event {
            InputEvent::Moved(at) => {
                self.pointer = Some(at);
                self.go_on(at, layout, plan);
            }
            InputEvent::Pressed(button, at) => {
                self.finish_stroke();
                self.pointer = Some(at);
                self.keyboard = false;
                return match (layout.square_at(at), button) {
                    (Some(square), button) => {
                        self.press_board(square, button, at);
                        None
                    }
                    (None, MouseButton::Left) => self.press_panel(at, plan, ctx),
                    (None, MouseButton::Right) => None,
                };
            }
            InputEvent::Released(_, at) => self.release(at, layout, plan),
            InputEvent::PointerLeft => {
                self.pointer = None;
                self.finish_stroke();
            }
            _ => {}
        }
        None
    }

    fn press_board(&mut self, square: Square, button: MouseButton, at: Point) {
        self.focus = Focus::Board;
        self.cursor = square;
        let stands = self.draft.piece_at(square);
        let piece = match (button, self.tool) {
            (MouseButton::Right, _) | (_, Tool::Erase) => None,
            // A second click takes away what the first has put.
            (_, Tool::Put(piece)) => Some(piece).filter(|piece| stands != Some(*piece)),
            (_, Tool::Move) => {
                if stands.is_some() {
                    let again = self.picked.replace(square) == Some(square);
                    self.stroke = Stroke::Carry { from: square, pressed: at, moved: false, again };
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

    fn press_panel(&mut self, at: Point, plan: &Plan, ctx: &mut Context) -> Option<Action> {
        if let Some(tool) = plan.cell_at(at).and_then(|cell| tools(self.draft.variant()).get(cell).copied()) {
            self.choose(tool);
            if let Tool::Put(piece) = tool {
                self.stroke = Stroke::Fetch { piece, moved: false };
            }
        } else if let Some(binding) = plan.button_at(at) {
            return self.act(binding.action, ctx);
        }
        None
    }

    /// The pointer has come to `at` with a button held, or none.
    fn go_on(&mut self, at: Point, layout: &Layout, plan: &Plan) {
        match &mut self.stroke {
            Stroke::None => {}
            Stroke::Carry { pressed, moved, .. } => {
                *moved |= (at.x - pressed.x).hypot(at.y - pressed.y) > layout.tile * DRAG_BEGINS;
            }
            Stroke::Fetch { moved, .. } => *moved |= plan.cell_at(at).is_none(),
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

    fn release(&mut self, at: Point, layout: &Layout, plan: &Plan) {
        self.go_on(at, layout, plan);
        let to = layout.square_at(at);
        match std::mem::take(&mut self.stroke) {
            Stroke::Carry { from, moved: true, .. } => {
                match to {
                    Some(to) => self.draft.move_piece(from, to),
                    None => self.draft.remove_piece(from),
                }
                self.picked = None;
            }
            Stroke::Carry { again: true, .. } => self.picked = None,
            Stroke::Fetch { piece, moved: true } => {
                if let Some(to) = to {
                    self.draft.set_piece(to, piece);
                    // It was carried there: the hand is free again.
                    self.choose(Tool::Move);
                }
            }
            _ => {}
        }
        self.settle();
    }

    /// Ends what goes on with the mouse; a piece in the air goes back to where it was.
    pub(super) fn finish_stroke(&mut self) {
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

    /// Whether `action` means anything now.
    pub(super) fn is_on(&self, action: KeyAction) -> bool {
        match action {
            KeyAction::Play | KeyAction::Save => self.draft.position().is_ok(),
            _ => true,
        }
    }
}

/// The piece that `tool` would put on a tile where `stands` stands, while nothing is going on.
pub(super) fn ghost_of(tool: Tool, stroke: Stroke, stands: Option<Piece>) -> Option<Piece> {
    match tool {
        Tool::Put(piece) if stroke == Stroke::None && stands != Some(piece) => Some(piece),
        _ => None,
    }
}
