//! Input of the game screen: mouse and keyboard on the board and beside it.

use super::PlayScreen;
use crate::game::Command;
use crate::game::options::OptionKey;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::Point;
use crate::view::screen::{Action, Context};
use crate::view::screens::play::keys;
use crate::view::screens::play::offer::Choice;
use crate::view::widgets::board::cursor::CursorResponse;
use crate::view::widgets::board::promotion::Picked;

impl PlayScreen {
    /// Handles one event.
    pub(super) fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        let layout = self.layout(ctx);
        if let Some(picker) = &mut self.picker {
            match picker.handle(event, &layout) {
                Picked::Nothing => return None,
                Picked::Move(mv) => self.apply(Command::Play(mv), ctx),
                Picked::Closed => {}
            }
            self.picker = None;
            return None;
        }
        if let Some(choice) = self.handle_offer(event, &layout, ctx) {
            return Some(choice);
        }
        if self.hand_over(event, &layout, ctx) {
            return None;
        }
        let action = match event {
            InputEvent::Key { key, control: false } => {
                // The cursor takes the arrow keys while it is shown.
                if self.move_cursor(*key, &layout, ctx) {
                    return None;
                }
                keys::action(*key)
            }
            InputEvent::Typed(sign) => keys::typed(*sign),
            InputEvent::Paste(text) => return Some(Action::Paste { text: text.clone(), confirmed: false }),
            mouse => return self.handle_mouse(mouse, &layout, ctx),
        };
        action.and_then(|action| self.act(action, ctx))
    }

    /// Handles the mouse: on the board it moves pieces, beside it it presses buttons.
    fn handle_mouse(&mut self, event: &InputEvent, layout: &Layout, ctx: &mut Context) -> Option<Action> {
        match *event {
            InputEvent::Moved(point) => {
                self.pointer = Some(point);
                self.pointing.point(layout.square_at(point));
            }
            InputEvent::PointerLeft => {
                self.pointer = None;
                self.pointing.point(None);
            }
            InputEvent::Pressed(MouseButton::Left, point) if layout.square_at(point).is_none() => {
                return self.press_beside(point, layout, ctx);
            }
            InputEvent::Pressed(..) => self.pointing.act(),
            InputEvent::Wheel(notches) => self.scroll_moves(notches, layout, ctx),
            _ => {}
        }
        if self.review.is_past() {
            // No move is made in the past: a click on the board returns to the present.
            if matches!(event, InputEvent::Pressed(MouseButton::Left, _)) {
                self.go_to(usize::MAX);
            }
            return None;
        }
        let drag = ctx.options.is_on(OptionKey::Drag);
        if let Some(command) = self.hand.handle(event, self.session.game(), layout, drag) {
            self.apply(command, ctx);
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

    /// Passes a key to the cursor; returns whether the cursor has used it.
    fn move_cursor(&mut self, key: Key, layout: &Layout, ctx: &Context) -> bool {
        match self.cursor.key(key, self.session.game(), layout) {
            CursorResponse::Ignored => return false,
            CursorResponse::Moved => {
                self.pointing.point(self.cursor.square());
                self.announcer.look(&self.cursor, &self.sight());
            }
            // As with a click on the board: no move is made in the past.
            CursorResponse::Command(_) if self.review.is_past() => self.go_to(usize::MAX),
            CursorResponse::Command(command) => {
                self.offer = None;
                self.pointing.act();
                let before = self.session.game().selected();
                self.apply(command, ctx);
                self.announcer.select(before, self.session.game());
            }
        }
        true
    }

    /// While two persons pass the board on in the fog: a press on the board or Enter shows it. Returns whether the
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
            && self.cursor.square().is_some()
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
