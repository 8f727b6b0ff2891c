//! Confirmation dialog: a question and two buttons above another screen.

use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Rect, Scene};
use crate::view::screen::{Action, Context, Screen, Size};
use crate::view::widgets::node::{Surface, button, column, dialog, paragraph, row};
use crate::view::widgets::{Button, Node, Page, Ui, UiEvent};

/// Label of the button that changes nothing.
const NO: &str = "Cancel";
/// Size of the window in which the dialog has the size of its design.
const DESIGN: Size = (600.0, 480.0);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    Panel,
    Text,
    Yes,
    No,
}

/// A yes-or-no dialog above another screen. "Yes" closes it and does its action for the screen below.
pub struct Question {
    text: String,
    /// Label and action of the first button.
    yes: (&'static str, Option<Action>),
    ui: Ui<Id>,
}

impl Question {
    /// A dialog that asks `text` and does `action` if the button `yes` is pressed.
    pub fn new(text: impl Into<String>, yes: &'static str, action: Action) -> Self {
        Self { text: text.into(), yes: (yes, Some(action)), ui: Ui::focused(Id::Yes) }
    }

    fn page(&self, window: Size) -> Page<Id> {
        let button = |id, label, primary| -> Node<Id> {
            button(id, Button::new(label, primary)).height(32.0).fill(1.0)
        };
        let panel = column([
            paragraph(self.text.clone())
                .sized(17.0)
                .smallest(12.0)
                .bold()
                .centered()
                .middle()
                .id(Id::Text)
                .fill(1.0),
            row([button(Id::Yes, self.yes.0, true), button(Id::No, NO, false)]).gap(10.0),
        ]);
        let panel = panel.id(Id::Panel).surface(Surface::Dialog).padding(18.0).gap(10.0);
        // Most questions are short; an error may need several lines.
        let more_lines = self.text.chars().count() / 35;
        let height = 118.0 + 20.0 * more_lines.min(10) as f32;
        let unit = (window.0 / DESIGN.0).min(window.1 / DESIGN.1).clamp(0.7, 2.5);
        self.ui.page(
            &dialog(panel.width(300.0).height(height).shrink()),
            Rect::new(0.0, 0.0, window.0, window.1),
            unit,
        )
    }

    fn answer(&mut self, yes: bool) -> Option<Action> {
        let action = self.yes.1.take().filter(|_| yes);
        Some(action.map_or(Action::Close, |action| Action::CloseThen(Box::new(action))))
    }

    fn handle(&mut self, event: &InputEvent, window: Size) -> Option<Action> {
        match *event {
            InputEvent::Key { key: Key::Char('y'), control: false } => return self.answer(true),
            InputEvent::Key { key: Key::Escape | Key::Char('n'), control: false } => {
                return self.answer(false);
            }
            _ => {}
        }
        let page = self.page(window);
        match (self.ui.update(&page, event), event) {
            (UiEvent::Pressed(id), _) => self.answer(id == Id::Yes),
            // A press outside the panel means no; a press on its text does nothing.
            (_, InputEvent::Pressed(MouseButton::Left, at))
                if page.rect(Id::Panel).is_some_and(|panel| !panel.contains(*at)) =>
            {
                self.answer(false)
            }
            _ => None,
        }
    }
}

impl Screen for Question {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        let action = input.iter().find_map(|event| self.handle(event, ctx.size));
        ctx.effects.cursor = self.ui.cursor();
        if action.is_none() {
            let page = self.page(ctx.size);
            ctx.effects.announcements.extend(self.ui.announcements(&page, &self.text));
        }
        action
    }

    fn hides_below(&self) -> bool {
        false
    }

    fn draw(&self, ctx: &Context, scene: &mut Scene) {
        self.ui.draw(&self.page(ctx.size), &ctx.theme(), &mut scene.items);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::scene::Point;

    fn question() -> Question {
        Question::new("Give up this game?", "New game", Action::NewGame)
    }

    /// The answer: `None` while the dialog stays open.
    fn answer(action: Option<Action>) -> Option<bool> {
        action.map(|action| matches!(action, Action::CloseThen(_)))
    }

    /// Enter and y mean yes, Escape and n mean no, arrows and Tab change the button.
    #[test]
    fn keys_answer() {
        for (keys, expected) in [
            (vec![Key::Enter], Some(true)),
            (vec![Key::Char('y')], Some(true)),
            (vec![Key::Escape], Some(false)),
            (vec![Key::Char('n')], Some(false)),
            (vec![Key::Right], None),
            (vec![Key::Tab, Key::Space], Some(false)),
            (vec![Key::Left, Key::Right, Key::Enter], Some(true)),
        ] {
            let mut question = question();
            let mut said = None;
            for &key in &keys {
                said = answer(question.handle(&InputEvent::Key { key, control: false }, (792.0, 672.0)));
            }
            assert_eq!(said, expected, "{keys:?}");
        }
    }

    /// Windows of all shapes: a press on a button answers, one outside the panel means no, one on its text nothing.
    #[test]
    fn the_mouse_answers() {
        for size in [(792.0, 672.0), (480.0, 400.0), (400.0, 480.0), (3840.0, 2160.0)] {
            let page = question().page(size);
            let [panel, text, yes, no] =
                [Id::Panel, Id::Text, Id::Yes, Id::No].map(|id| page.rect(id).expect("a part"));
            assert!(panel.x >= 0.0 && panel.y >= 0.0 && text.h > 10.0);
            assert!(yes.x + yes.w < no.x);
            for (point, expected) in [
                (yes.center(), Some(true)),
                (no.center(), Some(false)),
                (Point::new(1.0, 1.0), Some(false)),
                (text.center(), None),
            ] {
                let press = InputEvent::Pressed(MouseButton::Left, point);
                assert_eq!(answer(question().handle(&press, size)), expected, "{point:?} in {size:?}");
            }
        }
    }
}
