//! What the mouse and the keyboard mean on the board, beside it, under an offer and between two persons' turns.

use super::PlayScreen;
use crate::game::Command;
use crate::game::options::OptionKey;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::Point;
use crate::view::screen::Transition;
use crate::view::screens::play::notice::Toast;
use crate::view::widgets::board::cursor::Heard;

impl PlayScreen {
    /// What the mouse did: over the board it is the hand's affair, beside it a button may have been pressed.
    pub(super) fn mouse(&mut self, happening: InputEvent, layout: &Layout) -> Transition {
        match happening {
            InputEvent::Moved(point) => {
                self.pointer = Some(point);
                self.pointing.point(layout.square_at(point));
            }
            InputEvent::PointerLeft => {
                self.pointer = None;
                self.pointing.point(None);
            }
            InputEvent::Pressed(MouseButton::Left, point) if layout.square_at(point).is_none() => {
                return self.press_beside(point, layout);
            }
            InputEvent::Pressed(..) => self.pointing.act(),
            InputEvent::Wheel(notches) => self.wheel(notches, layout),
            _ => {}
        }
        if self.review.is_past() {
            // No move is made in the past: a click on the board returns to the present.
            if matches!(happening, InputEvent::Pressed(MouseButton::Left, _)) {
                self.look(usize::MAX);
            }
            return Transition::Stay;
        }
        let drag = self.options.is_on(OptionKey::Drag);
        let command = self.hand.happen(happening, self.session.game(), layout, drag);
        command.map_or(Transition::Stay, |command| self.apply(command))
    }

    /// The main button went down beside the board: on a button, or on a move of the list.
    fn press_beside(&mut self, point: Point, layout: &Layout) -> Transition {
        let sidebar = self.sidebar(layout);
        let (action, ply) = (sidebar.action_at(point), sidebar.ply_at(point));
        if let Some(ply) = ply {
            self.look(ply);
        }
        action.map_or(Transition::Stay, |action| self.act(action))
    }

    /// The wheel moves the list of moves, a row for each notch.
    fn wheel(&mut self, notches: f32, layout: &Layout) {
        // Some mice tell hundredths of a notch, some tell several at once.
        let rows = -(notches.signum() * notches.abs().ceil()) as isize;
        let scroll = self.pointer.and_then(|point| self.sidebar(layout).scrolled(point, rows));
        self.review.scroll = scroll.or(self.review.scroll);
    }

    /// Lets the cursor have a key, and says what came of it if the key was for it.
    pub(super) fn move_cursor(&mut self, key: Key, layout: &Layout) -> Option<Transition> {
        match self.cursor.key(key, self.session.game(), layout) {
            Heard::Nothing => None,
            Heard::Taken => {
                self.pointing.point(self.cursor.square());
                self.announcer.look(&self.cursor, &self.sight());
                Some(Transition::Stay)
            }
            // As a click on the board does: no move is made in the past.
            Heard::Told(_) if self.review.is_past() => {
                self.look(usize::MAX);
                Some(Transition::Stay)
            }
            Heard::Told(command) => {
                // As a press on the board does.
                self.offer = None;
                self.pointing.act();
                let before = self.session.game().selected();
                let transition = self.apply(command);
                self.announcer.select(before, self.session.game());
                Some(transition)
            }
        }
    }

    /// Takes in what happened while the board is passed on, and says whether that was meant for this screen.
    pub(super) fn happen_between_turns(&mut self, happening: InputEvent, layout: &Layout) -> bool {
        let ready = match happening {
            // Beside the board are the buttons of the sidebar.
            InputEvent::Pressed(_, point) => layout.square_at(point).is_some(),
            // Escape closes what is open before it resigns.
            InputEvent::Key { key, .. } => matches!(key, Key::Enter | Key::Space | Key::Escape),
            _ => false,
        };
        if ready && self.session.game().handover_to().is_some() {
            self.apply(Command::Ready);
            return true;
        }
        false
    }

    /// Takes in what is meant for the offer, if there is one, and says what becomes of the screen then; a press on the
    /// board begins the new game, and so turns the offer down.
    pub(super) fn happen_to_offer(&mut self, happening: InputEvent, layout: &Layout) -> Option<Transition> {
        let area = self.sidebar(layout).middle();
        if matches!(happening, InputEvent::Key { key: Key::Enter | Key::Escape, .. })
            && self.cursor.square().is_some()
        {
            // One is a click on the board, the other hides the cursor.
            return None;
        }
        let choice = self.offer.as_mut()?.happen(happening, area);
        if let Some(choice) = choice {
            return Some(match self.offer.as_ref()?.open(choice) {
                Ok(screen) => Transition::Reset(screen),
                Err(fault) => {
                    self.offer = None;
                    self.tell(Toast::answer(fault));
                    Transition::Stay
                }
            });
        }
        if let InputEvent::Pressed(_, point) = happening
            && layout.square_at(point).is_some()
        {
            self.offer = None;
        }
        None
    }
}
