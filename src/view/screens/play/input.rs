//! Input of the game screen: mouse and keyboard on the board and beside it.

use super::PlayScreen;
use crate::game::Command;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::Point;
use crate::view::screen::{Action, Context};
use crate::view::screens::play::keys;
use crate::view::screens::play::offer::Choice;
use crate::view::widgets::board::BoardResponse;

impl PlayScreen {
    /// Handles one event.
    pub(super) fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        let layout = self.layout(ctx);
        match *event {
            InputEvent::Moved(point) => self.pointer = Some(point),
            InputEvent::PointerLeft => self.pointer = None,
            _ => {}
        }
        if self.board.widget.is_picking() {
            return self.handle_board(event, &layout, ctx);
        }
        if let Some(choice) = self.handle_offer(event, &layout, ctx) {
            return Some(choice);
        }
        if self.hand_over(event, &layout, ctx) {
            return None;
        }
        match *event {
            InputEvent::Typed(sign) => keys::typed(sign).and_then(|action| self.act(action, ctx)),
            InputEvent::Paste(ref text) => Some(Action::Paste { text: text.clone(), confirmed: false }),
            InputEvent::Pressed(MouseButton::Left, point) if layout.square_at(point).is_none() => {
                self.press_beside(point, &layout, ctx)
            }
            InputEvent::Wheel(notches) => {
                self.scroll_moves(notches, &layout, ctx);
                None
            }
            InputEvent::Pressed(button, _) if self.review.is_past() => {
                // No move is made in the past: a click on the board returns to the present.
                if button == MouseButton::Left {
                    self.go_to(usize::MAX);
                }
                None
            }
            _ => self.handle_board(event, &layout, ctx),
        }
    }

    /// Handles mouse and keys on the board. Keys that the cursor does not use are those of the buttons.
    fn handle_board(&mut self, event: &InputEvent, layout: &Layout, ctx: &mut Context) -> Option<Action> {
        let view = self.player_view();
        match self.board.handle(event, self.session.game(), &view, layout, ctx) {
            BoardResponse::Ignored => {
                let InputEvent::Key { key, control: false } = *event else { return None };
                return keys::action(key).and_then(|action| self.act(action, ctx));
            }
            BoardResponse::Handled | BoardResponse::CursorMoved => {}
            // As with a click on the board.
            BoardResponse::Command { .. } if self.review.is_past() => self.go_to(usize::MAX),
            BoardResponse::Command { command, .. } => {
                self.offer = None;
                self.apply(command, ctx);
            }
        }
        None
    }

    /// A press beside the board: on a button, or on a move of the list.
    fn press_beside(&mut self, point: Point, layout: &Layout, ctx: &mut Context) -> Option<Action> {
        let sidebar = self.sidebar(layout, ctx);
        let (action, ply) = (sidebar.action_at(point), sidebar.ply_at(point));
        if let Some(ply) = ply {
            self.go_to(ply);
        }
        action.and_then(|action| self.act(action, ctx))
    }

    /// The wheel scrolls the list of moves by a row a notch.
    fn scroll_moves(&mut self, notches: f32, layout: &Layout, ctx: &Context) {
        // Some mice report hundredths of a notch, some several notches at once.
        let rows = -(notches.signum() * notches.abs().ceil()) as isize;
        let scroll = self.pointer.and_then(|point| self.sidebar(layout, ctx).scrolled(point, rows));
        self.review.scroll = scroll.or(self.review.scroll);
    }

    /// While two players pass the board on in the fog: a press on the board or Enter shows it. Returns whether the
    /// event has done so.
    fn hand_over(&mut self, event: &InputEvent, layout: &Layout, ctx: &Context) -> bool {
        let ready = match *event {
            InputEvent::Pressed(_, point) => layout.square_at(point).is_some(),
            InputEvent::Key { key, .. } => matches!(key, Key::Enter | Key::Space | Key::Escape),
            _ => false,
        };
        if ready && self.session.game().handover_to().is_some() {
            self.apply(Command::Ready, ctx);
            return true;
        }
        false
    }

    /// Handles what is meant for the offer to resume a game. A press on the board declines it.
    fn handle_offer(&mut self, event: &InputEvent, layout: &Layout, ctx: &Context) -> Option<Action> {
        let area = self.sidebar(layout, ctx).middle();
        if matches!(event, InputEvent::Key { key: Key::Enter | Key::Escape, .. })
            && self.board.widget.cursor().is_some()
        {
            // One is a click on the board, the other hides the cursor.
            return None;
        }
        let choice = self.offer.as_mut()?.handle(event, area);
        if let InputEvent::Pressed(_, point) = *event
            && layout.square_at(point).is_some()
        {
            self.offer = None;
        }
        Some(match choice? {
            Choice::Resume => Action::Resume,
            Choice::Discard => Action::Discard,
        })
    }
}
