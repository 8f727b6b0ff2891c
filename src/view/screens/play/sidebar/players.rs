//! Names, clocks and captured pieces of the players.

use std::time::Duration;

use super::{Id, Sidebar, captured};
use crate::engine::difficulty::Difficulty;
use crate::game::{PlayerKind, clock};
use crate::rules::Color;
use crate::view::scene::{Font, Item, Rgba, TextRole};
use crate::view::widgets::node::{Ink, Surface, area, column, row, text};
use crate::view::widgets::{Node, Page, Pen};

/// Height of a player's row in the wide panel, of a name and of a clock in the narrow one, and of captured pieces.
const ROW: f32 = 38.0;
const NAME: f32 = 18.0;
const CLOCK: f32 = 34.0;
const CAPTURED: f32 = 20.0;
const CLOCK_WIDTH: f32 = 108.0;
const DISC: f32 = 12.0;
/// A clock with less time is red.
const LITTLE: Duration = Duration::from_secs(10);

impl Sidebar<'_> {
    /// Name, level and clock in one row.
    pub(super) fn player_row(&self, color: Color) -> Node<Id> {
        let name = text(self.name(color)).role(TextRole::Player(color)).sized(14.0).rigid();
        let level = self.difficulty(color).map(|(number, name)| format!("level {number}, {name}"));
        let level = level.map(|words| text(words).ink(Ink::Faint).sized(11.5));
        let names = column([name].into_iter().chain(level));
        let mut parts = vec![area(Id::Disc(color)).width(DISC).height(DISC).rigid(), names.fill(1.0)];
        parts.push(match self.time(color) {
            Some(_) => self.clock_box(color).width(CLOCK_WIDTH).rigid(),
            None => text(self.turn_words(color)).ink(Ink::Soft).sized(12.0).right().rigid(),
        });
        row(parts).gap(8.0).align_center().height(ROW)
    }

    /// Name and number of the level, in a narrow sidebar.
    pub(super) fn name_row(&self, color: Color) -> Node<Id> {
        let name = text(self.name(color)).role(TextRole::Player(color)).sized(13.0).fill(1.0);
        let mut parts = vec![area(Id::Disc(color)).width(DISC - 2.0).height(DISC - 2.0).rigid(), name];
        let level =
            self.difficulty(color).map(|(number, _)| text(number.to_string()).ink(Ink::Faint).sized(12.0));
        parts.extend(level.map(Node::rigid));
        let name = row(parts).gap(5.0).align_center().height(NAME).id(Id::Name(color));
        match self.difficulty(color) {
            Some((number, level)) => name.tip(format!("Level {number}, {level}"), ""),
            None => name,
        }
    }

    /// The clock in its box, or whose move it is.
    pub(super) fn clock_box(&self, color: Color) -> Node<Id> {
        let running = self.game.side_to_move() == Some(color);
        let Some(time) = self.time(color) else {
            return text(self.turn_words(color)).ink(Ink::Soft).sized(12.0).centered().height(NAME);
        };
        let little = time < LITTLE && self.game.termination().is_none();
        let (surface, ink) = match (running, little) {
            (true, true) => (Surface::Danger, Ink::OnDanger),
            (true, false) => (Surface::Active, Ink::OnActive),
            (false, true) => (Surface::Panel, Ink::Alarm),
            (false, false) => (Surface::Panel, Ink::Text),
        };
        // The narrow clock has no room for tenths.
        let format =
            if self.layout.is_wide() { clock::format_clock_with_tenths } else { clock::format_clock };
        let digits = text(format(time)).role(TextRole::Clock(color)).font(Font::Bold).sized(23.0);
        let mut parts = vec![digits.ink(ink).centered().fill(1.0)];
        if running && self.layout.unit() >= super::TINY {
            // Marks the running clock without colours, too.
            parts.insert(0, text("▶").ink(ink).sized(9.0).rigid());
        }
        row(parts).surface(surface).padded(6.0, 0.0).align_center().height(CLOCK)
    }

    pub(super) fn captured(&self, color: Color) -> Node<Id> {
        area(Id::Captured(color)).height(CAPTURED)
    }

    fn time(&self, color: Color) -> Option<Duration> {
        self.game.clocks().remaining(color)
    }

    /// Text in place of a clock.
    fn turn_words(&self, color: Color) -> &'static str {
        match (self.game.side_to_move() == Some(color), self.game.player(color)) {
            (false, _) => "",
            (true, PlayerKind::Computer) => "thinking…",
            (true, PlayerKind::Human) => "to move",
        }
    }

    fn name(&self, color: Color) -> &'static str {
        match (self.game.player(color), self.game.player(!color), color) {
            (PlayerKind::Computer, PlayerKind::Human, _) => "Computer",
            (PlayerKind::Human, PlayerKind::Computer, _) => "You",
            (_, _, Color::White) => "White",
            (_, _, Color::Black) => "Black",
        }
    }

    /// Number and name of the computer's difficulty.
    pub(super) fn difficulty(&self, color: Color) -> Option<(u8, &'static str)> {
        let difficulty = Difficulty::new(self.game.options().difficulty);
        (self.game.player(color) == PlayerKind::Computer)
            .then(|| (difficulty.number(), difficulty.row().name))
    }

    pub(super) fn draw_disc(&self, page: &Page<Id>, pen: &mut Pen, color: Color) {
        let Some(rect) = page.rect(Id::Disc(color)) else { return };
        let fill = if color == Color::White { Rgba::hex(0xFFF6E0) } else { Rgba::hex(0x14110F) };
        let (center, radius) = (rect.center(), (rect.w.min(rect.h) / 2.0 - 0.5).max(1.0));
        pen.items.push(Item::Disc { center, radius, color: pen.theme.faint });
        let rim = pen.px(1.5).max(1.0);
        pen.items.push(Item::Disc { center, radius: (radius - rim).max(0.5), color: fill });
    }

    pub(super) fn draw_captured(&self, page: &Page<Id>, pen: &mut Pen, color: Color) {
        let Some(area) = page.rect(Id::Captured(color)).filter(|area| area.h >= 8.0) else { return };
        let (variant, material) = (self.game.position().variant(), self.review.material());
        let lead = material.balance * i32::from(color.forward());
        captured::draw(pen, variant, color, &material.captured[color], lead, area);
    }
}
