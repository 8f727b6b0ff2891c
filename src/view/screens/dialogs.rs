//! Yes-or-no dialog.

use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Font, Item, Point, Rect, Rgba, Scene};
use crate::view::screen::{Action, Context, Screen, Size};
use crate::view::widgets::pen::{Style, mix, px};
use crate::view::widgets::{Button, Look, Pen, Widget};

/// Label of the button that changes nothing.
const NO: &str = "Back";
/// Opacity of the veil over what is below.
const VEIL: u8 = 150;
/// Width and height of the panel in pixels of the design.
const PANEL: (f32, f32) = (300.0, 118.0);
/// Size of the window for which the panel has its design's measure.
const DESIGN: Size = (600.0, 480.0);

/// A yes-or-no dialog above another screen. "Yes" closes it and does its action for the screen below.
pub struct Question {
    text: &'static str,
    /// Label and action of the first button.
    yes: (&'static str, Option<Action>),
    /// Whether the keyboard is at the first button.
    at_yes: bool,
    pointer: Option<Point>,
    /// Which button was announced last.
    announced: Option<bool>,
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
    /// A dialog that asks `text` and does `action` if the button `yes` is pressed.
    #[must_use]
    pub const fn new(text: &'static str, yes: &'static str, action: Action) -> Self {
        Self { text, yes: (yes, Some(action)), at_yes: true, pointer: None, announced: None }
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

    fn answer(&mut self, yes: bool) -> Option<Action> {
        let action = self.yes.1.take().filter(|_| yes);
        Some(action.map_or(Action::Close, |action| Action::CloseThen(Box::new(action))))
    }

    fn handle(&mut self, event: &InputEvent, window: Size) -> Option<Action> {
        match *event {
            InputEvent::Key { key, control: false } => match key {
                Key::Enter | Key::Space => return self.answer(self.at_yes),
                Key::Char('y') => return self.answer(true),
                Key::Escape | Key::Char('n') => return self.answer(false),
                Key::Tab | Key::Left | Key::Right | Key::Up | Key::Down => self.at_yes = !self.at_yes,
                _ => {}
            },
            InputEvent::Moved(point) => self.pointer = Some(point),
            InputEvent::PointerLeft => self.pointer = None,
            InputEvent::Pressed(MouseButton::Left, point) => {
                let plan = Self::plan(window);
                // A press beside the panel means no, one on its text is a slip.
                if plan.yes.contains(point) {
                    return self.answer(true);
                } else if plan.no.contains(point) || !plan.panel.contains(point) {
                    return self.answer(false);
                }
            }
            _ => {}
        }
        None
    }

    fn announcement(&mut self) -> Option<String> {
        let button = format!("Button: {}.", if self.at_yes { self.yes.0 } else { NO });
        match self.announced.replace(self.at_yes) {
            None => Some(format!("{} {button}", self.text)),
            Some(announced) => (announced != self.at_yes).then_some(button),
        }
    }
}

impl Screen for Question {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        let action = input.iter().find_map(|event| self.handle(event, ctx.size));
        if action.is_none() {
            ctx.effects.announcements.extend(self.announcement());
        }
        action
    }

    fn draw(&self, ctx: &Context, scene: &mut Scene) {
        let (plan, theme) = (Self::plan(ctx.size), &ctx.theme());
        let mut pen = Pen { theme, unit: plan.unit, items: &mut scene.items };
        let veil = Rect::new(0.0, 0.0, ctx.size.0, ctx.size.1);
        pen.items.push(Item::Panel { rect: veil, radius: 0.0, color: Rgba(0, 0, 0, VEIL) });
        let (radius, rim) = (pen.px(10.0), pen.px(1.0).max(1.0));
        let color = mix(theme.panel, theme.faint, 0.35);
        pen.items.push(Item::Panel { rect: plan.panel, radius, color });
        let (rect, color) = (plan.panel.inset(rim), theme.ground);
        pen.items.push(Item::Panel { rect, radius: radius - rim, color });
        let style = Style::control(theme.text).sized(17.0).font(Font::Bold).centered();
        pen.label(self.text, plan.words, style);
        let look = |focused| Look { focused, pointer: self.pointer };
        Button::new(self.yes.0, true).draw(&mut pen, plan.yes, look(self.at_yes));
        Button::new(NO, false).draw(&mut pen, plan.no, look(!self.at_yes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question() -> Question {
        Question::new("Give up this game?", "Yes, new game", Action::NewGame)
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

    /// Windows of all shapes: a press on a button answers, one beside the panel means no, one on its text nothing.
    #[test]
    fn the_mouse_answers() {
        for size in [(792.0, 672.0), (480.0, 400.0), (400.0, 480.0), (3840.0, 2160.0)] {
            let plan = Question::plan(size);
            assert!(plan.panel.x >= 0.0 && plan.panel.y >= 0.0 && plan.words.h > 10.0);
            assert!(plan.yes.x + plan.yes.w < plan.no.x);
            let corner = Point::new(1.0, 1.0);
            for (point, expected) in [
                (plan.yes.center(), Some(true)),
                (plan.no.center(), Some(false)),
                (corner, Some(false)),
                (plan.words.center(), None),
            ] {
                let press = InputEvent::Pressed(MouseButton::Left, point);
                assert_eq!(answer(question().handle(&press, size)), expected, "{point:?} in {size:?}");
            }
        }
    }
}
