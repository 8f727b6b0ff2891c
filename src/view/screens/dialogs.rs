//! Dialog above another screen: a question, one or more answers, and a button that cancels.

use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Action, Effects, Env, LayerKind, Screen};
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, modal};
use crate::view::widgets::node::{column, equal_row, paragraph};

/// Question before a game in progress is left for another one.
pub const START_NEW: &str = "Start a new game? You can resume this one from Games.";

/// A question above another screen. An answer closes it and does its action for the screen below.
pub struct Question {
    text: String,
    /// Labels and actions of the answers.
    answers: Vec<(&'static str, Option<Action>)>,
    /// Label of the button that only closes the dialog.
    cancel: &'static str,
    /// Whether that button has the focus, because an answer loses something. Otherwise the first answer has it.
    is_warning: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// The answer with this index.
    Answer(usize),
    Cancel,
}

impl Question {
    /// A dialog that asks `text` and does `action` if the button `yes` is pressed.
    pub fn new(text: impl Into<String>, yes: &'static str, action: Action) -> Host<Self> {
        Self::choice(text, vec![(yes, action)], "Cancel")
    }

    /// A dialog that asks `text` before an `action` that cannot be undone. Enter cancels, because "Cancel" has the focus.
    pub fn warning(text: impl Into<String>, yes: &'static str, action: Action) -> Host<Self> {
        let answers = vec![(yes, Some(action))];
        Host::new(Self { text: text.into(), answers, cancel: "Cancel", is_warning: true })
    }

    /// A dialog with several answers.
    pub fn choice(
        text: impl Into<String>,
        answers: Vec<(&'static str, Action)>,
        cancel: &'static str,
    ) -> Host<Self> {
        let answers = answers.into_iter().map(|(label, action)| (label, Some(action))).collect();
        Host::new(Self { text: text.into(), answers, cancel, is_warning: false })
    }
}

impl Screen for Question {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::DIALOG;

    fn view(&self, _env: &Env) -> Node<Message> {
        let text = paragraph(self.text.clone()).sized(17.0).smallest(12.0).bold().centered().middle();
        let answer = |(index, (label, _)): (usize, &(&'static str, _))| {
            let answer = button(label, Message::Answer(index));
            let answer = if index == 0 { answer.key(Key::Char('y')) } else { answer };
            if index == 0 && !self.is_warning { answer.primary(true).focused() } else { answer }
        };
        let cancel = button(self.cancel, Message::Cancel).keys(&[Key::Escape, Key::Char('n')]);
        let is_main = self.is_warning || self.answers.is_empty();
        let cancel = if is_main { cancel.primary(true).focused() } else { cancel };
        let buttons = self.answers.iter().enumerate().map(answer).chain([cancel]);
        let buttons = equal_row(buttons.map(|button| button.height(32.0))).gap(10.0);
        // Most questions are short; an error may need several lines.
        let more_lines = self.text.chars().count() / 35;
        let height = 118.0 + 20.0 * more_lines.min(10) as f32;
        let panel = column([text.spoken(self.text.clone()).fill(1.0), buttons]).padding(18.0).gap(10.0);
        let width = if self.answers.len() > 1 { 380.0 } else { 300.0 };
        modal(panel.width(width).height(height).shrink(), Message::Cancel)
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        let action = match message {
            Message::Answer(index) => self.answers.get_mut(index).and_then(|(_, action)| action.take()),
            Message::Cancel => None,
        };
        effects.request(action.map_or(Action::Close, |action| Action::CloseThen(Box::new(action))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::host::test::{context, key, press, text_at};
    use crate::view::scene::Point;

    fn question() -> Host<Question> {
        Question::new("Start a new game?", "New game", Action::NewGame)
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
            let (mut question, mut ctx) = (question(), context((792.0, 672.0)));
            let answers = keys.iter().map(|&pressed| answer(key(&mut question, pressed, &mut ctx)));
            assert_eq!(answers.last().flatten(), expected, "{keys:?}");
        }
    }

    /// Enter cancels a question about something that cannot be undone, and y answers yes.
    #[test]
    fn enter_cancels_a_warning() {
        for (pressed, expected) in [(Key::Enter, Some(false)), (Key::Char('y'), Some(true))] {
            let mut question = Question::warning("Delete this game?", "Delete", Action::NewGame);
            let action = key(&mut question, pressed, &mut context((792.0, 672.0)));
            assert_eq!(answer(action), expected, "{pressed:?}");
        }
    }

    /// In windows of all shapes a press on a button answers, a press outside the panel means no, and a press on the
    /// text does nothing.
    #[test]
    fn the_mouse_answers() {
        for size in [(792.0, 672.0), (480.0, 400.0), (400.0, 480.0), (3840.0, 2160.0)] {
            let mut ctx = context(size);
            let [text, yes, no] = ["Start a new game?", "New game", "Cancel"]
                .map(|words| text_at(&question(), words, &ctx).expect("a text of the dialog"));
            assert!(text.y < yes.y && yes.x < no.x);
            for (point, expected) in
                [(yes, Some(true)), (no, Some(false)), (Point::new(1.0, 1.0), Some(false)), (text, None)]
            {
                assert_eq!(
                    answer(press(&mut question(), point, &mut ctx)),
                    expected,
                    "{point:?} in {size:?}"
                );
            }
        }
    }
}
