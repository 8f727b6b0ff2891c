//! Input of the game screen: mouse and keyboard on the board and beside it.

use super::PlayScreen;
use crate::game::Command;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::layout::Layout;
use crate::view::screen::{Action, Context};
use crate::view::screens::play::keys;
use crate::view::widgets::board::BoardResponse;

impl PlayScreen {
    /// Handles one event.
    pub(super) fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        let layout = self.layout(ctx);
        let (used, action) = self.handle_sidebar(event, &layout, ctx);
        if used {
            return action;
        }
        if self.board.widget.is_picking() {
            return self.handle_board(event, &layout, ctx);
        }
        if self.offer.is_some() && self.board.widget.cursor().is_none() {
            match event {
                InputEvent::Key { key: Key::Enter, .. } => return Some(Action::Resume),
                // Escape undoes the smallest thing that is open.
                InputEvent::Key { key: Key::Escape, .. } => {
                    self.offer = None;
                    return None;
                }
                _ => {}
            }
        }
        if self.hand_over(event, &layout, ctx) {
            return None;
        }
        match *event {
            InputEvent::Typed(sign) => keys::typed(sign).and_then(|action| self.act(action, ctx)),
            InputEvent::Paste(ref text) => Some(Action::Paste { text: text.clone(), confirmed: false }),
            InputEvent::Wheel(notches) => {
                // Downwards is forwards, as in a list of moves.
                let shown = self.review.shown();
                self.go_to(if notches > 0.0 { shown.saturating_sub(1) } else { shown + 1 });
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
                if key == Key::Escape && self.review.is_past() {
                    self.go_to(usize::MAX);
                    return None;
                }
                return keys::action(key).and_then(|action| self.act(action, ctx));
            }
            BoardResponse::Handled | BoardResponse::CursorMoved => {}
            // As with a click on the board.
            BoardResponse::Command { .. } if self.review.is_past() => self.go_to(usize::MAX),
            BoardResponse::Command { command, .. } => {
                self.apply(command, ctx);
            }
        }
        None
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
}
