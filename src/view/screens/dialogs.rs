//! A question above a game: a sentence and two buttons.

use std::time::Duration;

use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Font, Item, Point, Rect, Rgba};
use crate::view::screen::{Answer, Screen, Size, Transition};
use crate::view::theme::Theme;
use crate::view::widgets::pen::{Style, mix, px};
use crate::view::widgets::{Button, Look, Pen, Widget};

/// What the button says that leaves everything as it is.
const NO: &str = "Back";
/// Opacity of the veil over what is below.
const VEIL: u8 = 150;
/// Width and height of the panel in pixels of the design.
const PANEL: (f32, f32) = (300.0, 118.0);
/// Size of the window for which the panel has its design's measure.
const DESIGN: Size = (600.0, 480.0);

/// A question, open until it is answered.
pub struct Question {
    theme: Theme,
    words: &'static str,
    /// What the first button says, and what it tells the screen below; the second one tells nothing.
    yes: (&'static str, Answer),
    /// Whether the keyboard is at the first button.
    at_yes: bool,
    pointer: Option<Point>,
    /// Which button was read aloud last, if one was.
    told: Option<bool>,
}

/// Where the parts are.
struct Plan {
    unit: f32,
    panel: Rect,
    words: Rect,
    yes: Rect,
    no: Rect,
}

impl Question {
    /// The question `words`; who presses the button `yes` sends `answer` to the screen below.
    #[must_use]
    pub const fn new(theme: Theme, words: &'static str, yes: &'static str, answer: Answer) -> Self {
        Self { theme, words, yes: (yes, answer), at_yes: true, pointer: None, told: None }
    }

    fn plan(window: Size) -> Plan {
        let unit = (window.0 / DESIGN.0).min(window.1 / DESIGN.1).clamp(0.7, 2.5);
        let (w, h, pad) = (px(PANEL.0, unit).min(window.0), px(PANEL.1, unit), px(18.0, unit));
        let panel = Rect::new(((window.0 - w) / 2.0).floor(), ((window.1 - h) / 2.0).floor(), w, h);
        let inner = panel.inset(pad);
        let (gap, button) = (px(10.0, unit), px(32.0, unit));
        let half = ((inner.w - gap) / 2.0).floor();
        let yes = Rect::new(inner.x, inner.y + inner.h - button, half, button);
        let no = Rect { x: inner.x + inner.w - half, ..yes };
        Plan { unit, panel, words: Rect { h: inner.h - button - gap, ..inner }, yes, no }
    }

    fn answer(&self, yes: bool) -> Transition {
        Transition::Close(yes.then(|| self.yes.1.clone()))
    }

    fn key(&mut self, key: Key) -> Transition {
        match key {
            Key::Enter | Key::Space => return self.answer(self.at_yes),
            Key::Char('y') => return self.answer(true),
            Key::Escape | Key::Char('n') => return self.answer(false),
            Key::Tab | Key::Left | Key::Right | Key::Up | Key::Down => self.at_yes = !self.at_yes,
            _ => {}
        }
        Transition::Stay
    }
}

impl Screen for Question {
    fn tick(&mut self, _elapsed: Duration) -> Transition {
        Transition::Stay
    }

    fn happen(&mut self, happening: InputEvent, window: Size) -> Transition {
        match happening {
            InputEvent::Key { key, control: false } => return self.key(key),
            InputEvent::Moved(point) => self.pointer = Some(point),
            InputEvent::PointerLeft => self.pointer = None,
            InputEvent::Pressed(MouseButton::Left, point) => {
                let plan = Self::plan(window);
                // A press beside the panel is taken for a change of mind, one on it for a slip.
                if plan.yes.contains(point) {
                    return self.answer(true);
                } else if plan.no.contains(point) || !plan.panel.contains(point) {
                    return self.answer(false);
                }
            }
            _ => {}
        }
        Transition::Stay
    }

    fn say(&mut self) -> Vec<String> {
        let button = format!("Button: {}.", if self.at_yes { self.yes.0 } else { NO });
        match self.told.replace(self.at_yes) {
            None => vec![format!("{} {button}", self.words)],
            Some(told) if told != self.at_yes => vec![button],
            Some(_) => Vec::new(),
        }
    }

    fn draw(&self, window: Size, items: &mut Vec<Item>) {
        let plan = Self::plan(window);
        let mut pen = Pen { theme: &self.theme, unit: plan.unit, items };
        let veil = Rect::new(0.0, 0.0, window.0, window.1);
        pen.items.push(Item::Panel { rect: veil, radius: 0.0, color: Rgba(0, 0, 0, VEIL) });
        let (radius, rim) = (pen.px(10.0), pen.px(1.0).max(1.0));
        let color = mix(self.theme.panel, self.theme.faint, 0.35);
        pen.items.push(Item::Panel { rect: plan.panel, radius, color });
        let (rect, color) = (plan.panel.inset(rim), self.theme.ground);
        pen.items.push(Item::Panel { rect, radius: radius - rim, color });
        let style = Style::control(self.theme.text).sized(17.0).font(Font::Bold).centered();
        pen.label(self.words, plan.words, style);
        let look = |focused| Look { focused, pointer: self.pointer };
        Button::new(self.yes.0, true).draw(&mut pen, plan.yes, look(self.at_yes));
        Button::new(NO, false).draw(&mut pen, plan.no, look(!self.at_yes));
    }

    fn ground(&self) -> Rgba {
        self.theme.ground
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::theme::OAK;

    fn question() -> Question {
        Question::new(OAK, "Give up this game?", "Yes, new game", Answer::NewGame)
    }

    /// What `transition` tells the screen below: `None` while the question stays open.
    fn told(transition: &Transition) -> Option<bool> {
        match transition {
            Transition::Close(answer) => Some(answer == &Some(Answer::NewGame)),
            _ => None,
        }
    }

    /// Shows that Enter and y say yes, Escape and n no, and that the arrows go from one button to the other.
    #[test]
    fn keys_answer() {
        for (keys, answer) in [
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
                said = told(&question.happen(InputEvent::Key { key, control: false }, (792.0, 672.0)));
            }
            assert_eq!(said, answer, "{keys:?}");
        }
    }

    /// Shows that in windows of all shapes the buttons lie in the window and answer to a press, a press beside the
    /// panel says no, and one on its words nothing.
    #[test]
    fn the_mouse_answers() {
        for size in [(792.0, 672.0), (480.0, 400.0), (400.0, 480.0), (3840.0, 2160.0)] {
            let plan = Question::plan(size);
            assert!(plan.panel.x >= 0.0 && plan.panel.y >= 0.0 && plan.words.h > 10.0);
            assert!(plan.yes.x + plan.yes.w < plan.no.x);
            let corner = Point::new(1.0, 1.0);
            for (point, answer) in [
                (plan.yes.center(), Some(true)),
                (plan.no.center(), Some(false)),
                (corner, Some(false)),
                (plan.words.center(), None),
            ] {
                let press = InputEvent::Pressed(MouseButton::Left, point);
                assert_eq!(told(&question().happen(press, size)), answer, "{point:?} in {size:?}");
            }
        }
    }
}
