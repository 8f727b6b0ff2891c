//! The keyboard in the editor: Tab goes from board to palette to buttons, arrows move within them.

use super::keys;
use super::plan::Plan;
use super::tool::{Stroke, Tool, tools};
use super::{Editor, Focus};
use crate::view::input::Key;
use crate::view::layout::Layout;
use crate::view::screen::{Action, Context};

impl Editor {
    /// Handles a key.
    pub(super) fn key(
        &mut self,
        (key, control): (Key, bool),
        layout: &Layout,
        plan: &Plan,
        ctx: &mut Context,
    ) -> Option<Action> {
        // The person has turned to the keyboard: what lies under the pointer by chance counts no more.
        self.pointer = None;
        match key {
            Key::Escape if self.let_go() => {}
            Key::Tab => self.step(true, plan),
            Key::Enter | Key::Space => return self.press_key(plan, ctx),
            Key::Backspace | Key::Delete if self.focus == Focus::Board => self.empty_tile(),
            Key::Left | Key::Right | Key::Up | Key::Down => self.arrow(key, layout, plan),
            _ => return keys::action(key, control).and_then(|action| self.act(action, ctx)),
        }
        None
    }

    /// Lets go of the piece or the tool in the hand; says whether there was any.
    fn let_go(&mut self) -> bool {
        let stroke = std::mem::take(&mut self.stroke) != Stroke::None;
        if stroke || self.picked.take().is_some() {
            self.settle();
            return true;
        }
        std::mem::take(&mut self.tool) != Tool::Move
    }

    /// Moves the keyboard on to the next place, or back.
    fn step(&mut self, forward: bool, plan: &Plan) {
        let buttons = plan.buttons.len();
        let places = [Focus::Board, Focus::Palette].into_iter().chain((0..buttons).map(Focus::Button));
        let places: Vec<_> = places.collect();
        let now = places.iter().position(|place| *place == self.focus).unwrap_or(0);
        // The first Tab only shows where the keyboard is.
        if self.keyboard {
            let step = if forward { 1 } else { places.len() - 1 };
            self.focus = places[(now + step) % places.len()];
        }
        self.keyboard = true;
    }

    /// Enter or Space at the place of the keyboard.
    fn press_key(&mut self, plan: &Plan, ctx: &mut Context) -> Option<Action> {
        let shown = std::mem::replace(&mut self.keyboard, true);
        match self.focus {
            _ if !shown => {}
            Focus::Board => self.tap(self.cursor),
            // What has been chosen is there to be used.
            Focus::Palette => self.focus = Focus::Board,
            Focus::Button(place) => {
                let action = plan.buttons.get(place).map(|(_, binding)| binding.action);
                return action.and_then(|action| self.act(action, ctx));
            }
        }
        None
    }

    /// Takes away what was picked up, or what stands under the cursor where that is seen.
    fn empty_tile(&mut self) {
        let shown = std::mem::replace(&mut self.keyboard, true);
        if let Some(square) = self.picked.take().or(Some(self.cursor).filter(|_| shown)) {
            self.draft.remove_piece(square);
            self.settle();
        }
    }

    fn arrow(&mut self, key: Key, layout: &Layout, plan: &Plan) {
        self.keyboard = true;
        let (right, down) = match key {
            Key::Left => (-1, 0),
            Key::Right => (1, 0),
            Key::Up => (0, -1),
            _ => (0, 1),
        };
        match self.focus {
            Focus::Board => {
                self.cursor = layout.step(self.cursor, (right, down)).unwrap_or(self.cursor);
            }
            Focus::Palette => {
                let all = tools(self.draft.variant());
                let now = all.iter().position(|tool| *tool == self.tool).unwrap_or(0);
                let by = isize::from(right) + isize::from(down) * plan.columns as isize;
                let next = now.checked_add_signed(by).and_then(|next| all.get(next));
                self.choose(next.copied().unwrap_or(self.tool));
            }
            Focus::Button(_) => self.step(right + down > 0, plan),
        }
    }
}
