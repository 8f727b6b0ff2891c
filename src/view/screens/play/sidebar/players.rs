//! The two players: names, levels, clocks and captured pieces.

use std::time::Duration;

use super::{Message, Sidebar, captured};
use crate::engine::difficulty::Difficulty;
use crate::game::{PlayerKind, clock};
use crate::rules::Color;
use crate::view::form::Form;
use crate::view::scene::{Font, Item, Rgba, TextRole};
use crate::view::text::capitalized;
use crate::view::widgets::Node;
use crate::view::widgets::build::picture;
use crate::view::widgets::node::{Ink, Surface, column, row, text};

/// A clock with less time is red.
const LITTLE: Duration = Duration::from_secs(10);

impl Sidebar<'_> {
    /// Name, level and clock in one row.
    pub(super) fn player_row(&self, color: Color) -> Node<Message> {
        let name = text(self.name(color)).role(TextRole::Player(color)).sized(14.0).rigid();
        let level = self.difficulty(color);
        let level = level.map(|level| text(level.to_string()).ink(Ink::Faint).sized(11.5));
        let clock = match self.time(color) {
            Some(_) => self.clock_box(color).width(108.0).rigid(),
            None => text(self.turn_words(color)).ink(Ink::Soft).sized(self.metrics.small).right().rigid(),
        };
        let names = column([name].into_iter().chain(level)).fill(1.0);
        row([disc(color).width(12.0).height(12.0).rigid(), names, clock]).gap(8.0).align_center().height(38.0)
    }

    /// Name and number of the level, in a narrow sidebar.
    pub(super) fn name_row(&self, color: Color) -> Node<Message> {
        let name = text(self.name(color)).role(TextRole::Player(color)).sized(self.metrics.text).fill(1.0);
        let difficulty = self.difficulty(color);
        let number = |level: Difficulty| text(level.number().to_string()).ink(Ink::Faint).sized(12.0).rigid();
        let parts = [disc(color).width(10.0).height(10.0).rigid(), name];
        let parts = row(parts.into_iter().chain(difficulty.map(number))).gap(5.0).align_center().height(18.0);
        match difficulty {
            Some(level) => parts.keyed(color).tip(capitalized(&level.to_string()), ""),
            None => parts,
        }
    }

    /// The clock in its box, or whose move it is.
    pub(super) fn clock_box(&self, color: Color) -> Node<Message> {
        let running = self.game.running_clock() == Some(color);
        let Some(time) = self.time(color) else {
            return text(self.turn_words(color)).ink(Ink::Soft).sized(12.0).centered().height(18.0);
        };
        let little = time < LITTLE && self.game.termination().is_none();
        let (surface, ink) = match (running, little) {
            (true, true) => (Surface::Danger, Ink::OnDanger),
            (true, false) => (Surface::Active, Ink::OnActive),
            (false, true) => (Surface::Panel, Ink::Alarm),
            (false, false) => (Surface::Panel, Ink::Text),
        };
        // The narrow clock has no room for tenths.
        let format = if self.is_wide() { clock::format_clock_with_tenths } else { clock::format_clock };
        let digits = text(format(time)).role(TextRole::Clock(color)).font(Font::Bold).sized(23.0);
        // The sign marks the running clock for players who cannot distinguish the colours.
        let mark = text("▶").ink(ink).sized(9.0).rigid().when(running && self.form != Form::Tiny);
        row([mark, digits.ink(ink).centered().fill(1.0)])
            .surface(surface)
            .padded(6.0, 0.0)
            .align_center()
            .height(34.0)
    }

    pub(super) fn captured(&self, color: Color) -> Node<Message> {
        let (variant, material) = (self.game.position().variant().clone(), self.screen.review.material());
        let lead = material.balance * i32::from(color.forward());
        let captured = material.captured[color].clone();
        let paint = picture(move |pen, area, _| {
            if area.h >= 8.0 {
                captured::draw(pen, &variant, color, &captured, lead, area);
            }
        });
        paint.height(20.0)
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

    /// "You", the name of the engine or of the computer's level, or the colour if two people play.
    pub(super) fn name(&self, color: Color) -> String {
        if let Some(engine) = self.game.engine(color) {
            return engine.to_owned();
        }
        match (self.difficulty(color), self.game.only_human()) {
            (Some(level), _) => capitalized(level.row().name),
            (None, Some(_)) => "You".to_owned(),
            (None, None) => color.name().to_owned(),
        }
    }

    /// The difficulty of the computer, if it plays `color`.
    pub(super) fn difficulty(&self, color: Color) -> Option<Difficulty> {
        let is_computer = self.game.player(color) == PlayerKind::Computer;
        (is_computer && self.game.engine(color).is_none())
            .then(|| Difficulty::new(self.game.options().difficulty))
    }
}

fn disc(color: Color) -> Node<Message> {
    picture(move |pen, rect, _| {
        let fill = if color == Color::White { Rgba::hex(0xFFF6E0) } else { Rgba::hex(0x14110F) };
        let (center, radius) = (rect.center(), (rect.w.min(rect.h) / 2.0 - 0.5).max(1.0));
        pen.items.push(Item::Disc { center, radius, color: pen.theme.faint });
        let rim = pen.px(1.5).max(1.0);
        pen.items.push(Item::Disc { center, radius: (radius - rim).max(0.5), color: fill });
    })
}
