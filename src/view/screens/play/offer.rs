//! The offer to go on with a game that was left: beside the board, so that a new one can be played at once instead.

use std::time::Duration;

use crate::game::PlayerKind;
use crate::game::game_record::GameRecord;
use crate::rules::Color;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Font, Item, Point, Rect};
use crate::view::text::{measure, wrap};
use crate::view::theme::Theme;
use crate::view::widgets::pen::{Style, line_height, mix, px, size};
use crate::view::widgets::{Button, Look, Pen, Widget};

/// What is asked.
const QUESTION: &str = "Resume the game you left?";
/// The smallest font of a button's label before it says less, in pixels of the design.
const SMALL: f32 = 12.0;

/// The player's answer to the offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Resume the unfinished game.
    Resume,
    /// Put it away and start a new game.
    Discard,
}

/// The offer to go on with a game that was left.
pub struct Offer {
    /// Which game it is: how far, against whom, when.
    details: [String; 3],
    /// What is wrong with it, if anything is.
    damage: Option<String>,
    pointer: Option<Point>,
}

/// Where the parts are.
struct Plan {
    unit: f32,
    panel: Rect,
    /// Each with its size in the design, and whether it is bold.
    words: Vec<(String, f32, bool, Rect)>,
    resume: Rect,
    anew: Rect,
}

impl Offer {
    /// The offer of the game that `sheet` tells of, left `age` ago; `damage` says what is missing of it.
    #[must_use]
    pub fn new(sheet: &GameRecord, age: Duration, damage: Option<String>) -> Self {
        Self { details: details(sheet, age), damage, pointer: None }
    }

    /// The offer in sentences, to be read aloud.
    #[must_use]
    pub fn words(&self) -> String {
        let damage = self.damage.as_ref().map_or(String::new(), |damage| format!("{damage} "));
        format!("{QUESTION} {}. {damage}Enter resumes it, N starts anew.", self.details.join(", "))
    }

    /// Handles one event, with the offer drawn in `area`.
    pub fn handle(&mut self, event: &InputEvent, area: Rect) -> Option<Choice> {
        match *event {
            InputEvent::Key { key: Key::Enter, control: false } => return Some(Choice::Resume),
            InputEvent::Key { key: Key::Escape | Key::Char('n'), control: false } => {
                return Some(Choice::Discard);
            }
            InputEvent::Moved(point) => self.pointer = Some(point),
            InputEvent::PointerLeft => self.pointer = None,
            InputEvent::Pressed(MouseButton::Left, point) => {
                let plan = self.plan(area);
                if plan.resume.contains(point) {
                    return Some(Choice::Resume);
                }
                return plan.anew.contains(point).then_some(Choice::Discard);
            }
            _ => {}
        }
        None
    }

    /// The parts in the middle of `area`: all below each other where that is narrow, the buttons and the details
    /// beside each other where not.
    fn plan(&self, area: Rect) -> Plan {
        let narrow = area.w < area.h * 1.6;
        let unit =
            if narrow { (area.w / 104.0).min(area.h / 220.0) } else { (area.w / 230.0).min(area.h / 96.0) };
        let (pad, gap, button) = (px(8.0, unit), px(6.0, unit), px(26.0, unit));
        let width = area.w - 2.0 * pad;
        let details = if narrow { self.details.to_vec() } else { vec![self.details.join(", ")] };
        let title = (QUESTION.to_owned(), 13.0, true);
        let plain = details.into_iter().chain(self.damage.clone()).map(|text| (text, 11.5, false));
        let mut y = 0.0;
        let mut words: Vec<_> = std::iter::once(title)
            .chain(plain)
            .map(|(text, points, bold)| {
                let (font, size) = (if bold { Font::Bold } else { Font::Regular }, size(points, unit));
                let lines = wrap(&text, font, size, width).len();
                let rect = Rect::new(area.x + pad, y, width, line_height(size) * lines as f32);
                y += rect.h + if bold { gap } else { 0.0 };
                (text, points, bold, rect)
            })
            .collect();
        let buttons = if narrow { 2.0 * button + gap } else { button };
        // What is too much for the room is cut off at the end of the words, never at the buttons.
        let most = area.h - 2.0 * pad - gap - buttons;
        let height = y.min(most);
        let panel_height = height + 2.0 * pad + gap + buttons;
        let top = (area.y + (area.h - panel_height) / 2.0).floor();
        for (_, _, _, rect) in &mut words {
            rect.y = rect.y.min(height);
            rect.h = rect.h.min(height - rect.y);
            rect.y += top + pad;
        }
        let panel = Rect { y: top, h: panel_height, ..area };
        let first = Rect::new(area.x + pad, top + pad + height + gap, width, button);
        let half = ((width - gap) / 2.0).floor();
        let (resume, anew) = if narrow {
            (first, Rect { y: first.y + button + gap, ..first })
        } else {
            (Rect { w: half, ..first }, Rect { x: first.x + width - half, w: half, ..first })
        };
        Plan { unit, panel, words, resume, anew }
    }

    /// Draws the offer in `area`, over whatever is there.
    pub fn draw(&self, theme: &Theme, area: Rect, items: &mut Vec<Item>) {
        let plan = self.plan(area);
        let mut pen = Pen { theme, unit: plan.unit, items };
        pen.items.push(Item::Panel { rect: area, radius: 0.0, color: theme.ground });
        pen.items.push(Item::Panel { rect: plan.panel, radius: pen_radius(plan.unit), color: theme.accent });
        let (inner, radius) = (plan.panel.inset(px(1.5, plan.unit).max(1.0)), pen_radius(plan.unit));
        pen.items.push(Item::Panel { rect: inner, radius, color: mix(theme.ground, theme.panel, 0.5) });
        for (text, points, bold, rect) in &plan.words {
            let font = if *bold { Font::Bold } else { Font::Regular };
            let color = if *bold { theme.text } else { mix(theme.faint, theme.text, 0.7) };
            pen.paragraph(text, *rect, Style::control(color).font(font).sized(*points));
        }
        let look = |focused| Look { focused, pointer: self.pointer };
        Button::new("Resume", true).draw(&mut pen, plan.resume, look(false));
        let room = plan.anew.w - px(12.0, plan.unit);
        let fits = measure("New game", Font::Bold, size(SMALL, plan.unit)) <= room;
        Button::new(if fits { "New game" } else { "New" }, false).draw(&mut pen, plan.anew, look(false));
    }
}

/// Radius of the panel's corners.
fn pen_radius(unit: f32) -> f32 {
    px(6.0, unit)
}

/// Which game it is: `Move 23`, `against the computer`, `12 minutes ago`.
fn details(sheet: &GameRecord, age: Duration) -> [String; 3] {
    let human = |color| sheet.setup.players[color] == PlayerKind::Human;
    let whom =
        if human(Color::White) && human(Color::Black) { "two persons" } else { "against the computer" };
    [format!("Move {}", sheet.move_number()), whom.to_owned(), ago(age)]
}

/// How long ago something was, in words.
fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, what) = match minutes {
        0 => return "a moment ago".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {what}{} ago", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Singular and plural.
    #[test]
    fn ages_are_written_in_their_largest_unit() {
        for (seconds, words) in [
            (0, "a moment ago"),
            (59, "a moment ago"),
            (60, "1 minute ago"),
            (12 * 60 + 59, "12 minutes ago"),
            (3600, "1 hour ago"),
            (23 * 3600, "23 hours ago"),
            (49 * 3600, "2 days ago"),
        ] {
            assert_eq!(ago(Duration::from_secs(seconds)), words);
        }
    }

    /// Areas of all shapes; too long texts take nothing from the buttons.
    #[test]
    fn the_parts_of_an_offer_do_not_overlap() {
        let details = ["Move 123", "against the computer", "12 minutes ago"].map(str::to_owned);
        for damage in [None, Some("Only the first 23 moves of the game you left can be read. ".repeat(9))] {
            let details = details.clone();
            let offer = Offer { details, damage, pointer: None };
            for (w, h) in [(104.0, 300.0), (240.0, 84.0), (300.0, 500.0), (180.0, 700.0), (500.0, 180.0)] {
                let area = Rect::new(7.0, 9.0, w, h);
                let plan = offer.plan(area);
                let inside = |rect: Rect| {
                    rect.x >= 7.0 && rect.y >= 9.0 && rect.x + rect.w <= 7.0 + w && rect.y + rect.h <= 9.0 + h
                };
                assert!(inside(plan.panel) && inside(plan.resume) && inside(plan.anew), "{w} by {h}");
                assert!(!plan.resume.contains(plan.anew.center()), "{w} by {h}");
                assert!(plan.resume.h > 20.0 && plan.words[0].3.h > 14.0, "{w} by {h}");
                for (text, _, _, rect) in &plan.words {
                    assert!(rect.y + rect.h <= plan.resume.y && inside(*rect), "{text} in {w} by {h}");
                }
            }
        }
    }
}
