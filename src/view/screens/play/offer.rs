//! Offer to resume the unfinished game, beside the board: a new game can be started there at once.

use std::time::Duration;

use crate::game::PlayerKind;
use crate::game::game_record::GameRecord;
use crate::rules::Color;
use crate::view::input::{InputEvent, Key};
use crate::view::scene::{Item, Rect};
use crate::view::theme::Theme;
use crate::view::widgets::node::{Ink, Surface, button, column, paragraph, row, space};
use crate::view::widgets::{Button, Page, Ui, UiEvent};

const QUESTION: &str = "Resume the game you left?";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    Resume,
    Discard,
}

/// The player's answer to the offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Resume the unfinished game.
    Resume,
    /// Put it away and start a new game.
    Discard,
}

/// Offer to resume the unfinished game.
pub struct Offer {
    /// Move number, opponent, age.
    details: [String; 3],
    /// What is missing of it.
    damage: Option<String>,
    ui: Ui<Id>,
}

impl Offer {
    /// Offer of the game of `sheet`, saved `age` ago; `damage` names what is missing of it.
    pub fn new(sheet: &GameRecord, age: Duration, damage: Option<String>) -> Self {
        Self { details: details(sheet, age), damage, ui: Ui::default() }
    }

    /// The offer as an announcement.
    pub fn announcement(&self) -> String {
        let damage = self.damage.as_ref().map_or(String::new(), |damage| format!("{damage} "));
        format!("{QUESTION} {}. {damage}Press Enter to resume it, N for a new game.", self.details.join(", "))
    }

    /// Handles one event, with the offer drawn in `area`.
    pub fn handle(&mut self, event: &InputEvent, area: Rect) -> Option<Choice> {
        match *event {
            InputEvent::Key { key: Key::Enter, control: false } => return Some(Choice::Resume),
            InputEvent::Key { key: Key::Escape | Key::Char('n'), control: false } => {
                return Some(Choice::Discard);
            }
            // Other keys are for the game.
            InputEvent::Key { .. } => return None,
            _ => {}
        }
        let page = self.page(area);
        match self.ui.update(&page, event) {
            UiEvent::Pressed(Id::Resume) => Some(Choice::Resume),
            UiEvent::Pressed(Id::Discard) => Some(Choice::Discard),
            _ => None,
        }
    }

    /// The panel in the middle of `area`: texts and buttons below each other where that is narrow, the buttons side by
    /// side and the details in one line where not.
    fn page(&self, area: Rect) -> Page<Id> {
        let narrow = area.w < area.h * 1.6;
        let unit =
            if narrow { (area.w / 104.0).min(area.h / 220.0) } else { (area.w / 230.0).min(area.h / 96.0) };
        let details = if narrow { self.details.to_vec() } else { vec![self.details.join(", ")] };
        let small = |text: String| paragraph(text).sized(11.5).smallest(8.0).ink(Ink::Soft);
        let mut parts = vec![paragraph(QUESTION).sized(13.0).bold().rigid(), space().height(6.0)];
        parts.extend(details.into_iter().map(small));
        // Where there is no room for all of it the end of this is cut, never the buttons.
        parts.extend(self.damage.clone().map(|text| small(text).shrink_first()));
        let buttons = [("Resume", Id::Resume, true), ("New game", Id::Discard, false)];
        let buttons = buttons.map(|(label, id, primary)| {
            let button = button(id, Button::new(label, primary)).height(26.0);
            if narrow { button } else { button.fill(1.0) }
        });
        parts.push(space().height(6.0));
        parts.push(if narrow { column(buttons) } else { row(buttons) }.gap(6.0));
        let panel = column(parts).surface(Surface::Offer).padding(8.0).shrink();
        self.ui.page(&column([panel]).justify_center().surface(Surface::Ground), area, unit)
    }

    /// Draws the offer in `area`, over whatever is there.
    pub fn draw(&self, theme: &Theme, area: Rect, items: &mut Vec<Item>) {
        self.ui.draw(&self.page(area), theme, items);
    }
}

/// The details: `Move 23`, `against the computer`, `12 minutes ago`.
fn details(sheet: &GameRecord, age: Duration) -> [String; 3] {
    let human = |color| sheet.setup.players[color] == PlayerKind::Human;
    let whom =
        if human(Color::White) && human(Color::Black) { "two persons" } else { "against the computer" };
    [format!("Move {}", sheet.move_number()), whom.to_owned(), ago(age)]
}

/// `age` in words.
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
    use crate::view::text::bounds;
    use crate::view::theme::OAK;

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
            let offer = Offer { details, damage, ui: Ui::default() };
            for (w, h) in [(104.0, 300.0), (240.0, 84.0), (300.0, 500.0), (180.0, 700.0), (500.0, 180.0)] {
                let area = Rect::new(7.0, 9.0, w, h);
                let page = offer.page(area);
                let [resume, discard] = [Id::Resume, Id::Discard].map(|id| page.rect(id).expect("a button"));
                assert!(!resume.contains(discard.center()) && resume.h > 20.0, "{w} by {h}");
                let mut items = Vec::new();
                offer.draw(&OAK, area, &mut items);
                let mut shown = 0;
                for item in &items {
                    let rect = match item {
                        Item::Text(text) => bounds(text),
                        Item::Panel { rect, .. } => *rect,
                        _ => continue,
                    };
                    let inside = rect.x >= 7.0 && rect.y >= 9.0;
                    let inside = inside && rect.x + rect.w <= 7.0 + w && rect.y + rect.h <= 9.0 + h;
                    assert!(inside, "{item:?} in {w} by {h}");
                    if let Item::Text(text) = item
                        && !["Resume", "New game"].contains(&text.text.as_str())
                    {
                        shown += 1;
                        assert!(rect.y + rect.h <= resume.y, "{text:?} in {w} by {h}");
                    }
                }
                assert!(shown > 1, "{w} by {h}");
            }
        }
    }
}
