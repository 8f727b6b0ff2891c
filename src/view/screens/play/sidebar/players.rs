//! The two players: names, levels, clocks and captured pieces.

use std::f32::consts::TAU;
use std::time::Duration;

use super::{Message, Sidebar, captured};
use crate::engine::difficulty::Difficulty;
use crate::game::{PlayerKind, clock};
use crate::rules::Color;
use crate::rules::goals::Goal;
use crate::view::form::Form;
use crate::view::scene::{Font, Item, Point, Rect, Rgba, TextRole};
use crate::view::text::{capitalized, counted};
use crate::view::widgets::build::picture;
use crate::view::widgets::node::{Ink, Surface, column, row, text};
use crate::view::widgets::pen::{Style, mix};
use crate::view::widgets::{Node, Pen};

/// A clock with less time is red.
const LITTLE: Duration = Duration::from_secs(10);

impl Sidebar<'_> {
    /// Badge, name, level and clock in one row.
    pub(super) fn player_row(&self, color: Color) -> Node<Message> {
        let about = self.about_text(color, self.size.0 >= 330.0);
        let names = column([self.name_text(color, 14.0).rigid()].into_iter().chain(about)).fill(1.0);
        let parts = [self.badge(color, 36.0), names, self.clock_or_turn(color, 34.0)];
        row(parts).gap(10.0).align_center().height(38.0)
    }

    /// Badge and name in a narrow sidebar, and the rating where there is room.
    pub(super) fn name_row(&self, color: Color) -> Node<Message> {
        let (badge, height) = if self.has_empty_slot() { (28.0, 30.0) } else { (18.0, 18.0) };
        let is_needed = self.checks_left(color).is_some()
            || color == self.layout.bottom
                && self.env.variant_title(self.game.position().variant()).is_some();
        let about = self.about_text(color, false).filter(|_| is_needed || self.has_empty_slot());
        let height = if about.is_some() { 30.0 } else { height };
        let name = self.name_text(color, self.metrics.text).rigid();
        let names = column([name].into_iter().chain(about)).fill(1.0);
        let parts = row([self.badge(color, badge), names]).gap(6.0).align_center().height(height);
        if self.difficulty(color).is_some() {
            parts.keyed(color).tip(self.about(color, true), "")
        } else {
            parts
        }
    }

    /// A player above or below the board of an upright window. Captured pieces are below the name, or beside it in a low
    /// bar.
    pub(super) fn bar(&self, color: Color, height: f32) -> Node<Message> {
        let is_high = height >= 36.0;
        let name = self.name_text(color, if is_high { 14.0 } else { self.metrics.text }).rigid();
        let is_long = !self.layout.is_touch() || self.size.0 >= 420.0;
        let about = self.about_text(color, is_long).filter(|_| is_high && self.size.0 >= 330.0);
        let names = row([name].into_iter().chain(about.map(|about| about.fill(1.0)))).gap(8.0).align_center();
        let captured = self.captured(color);
        let names = if is_high {
            column([names, captured]).fill(1.0)
        } else {
            row([names.rigid(), captured.fill(1.0)]).gap(8.0).align_center().fill(1.0)
        };
        let badge = self.badge(color, (height - 4.0).min(36.0));
        let parts = [badge, names, self.clock_or_turn(color, (height - 2.0).min(34.0))];
        row(parts).gap(8.0).align_center().padded(self.metrics.margin, 0.0).height(height)
    }

    fn name_text(&self, color: Color, size: f32) -> Node<Message> {
        text(self.name(color)).role(TextRole::Player(color)).bold().sized(size).smallest(8.0)
    }

    fn about_text(&self, color: Color, is_long: bool) -> Option<Node<Message>> {
        let about = self.about(color, is_long);
        (!about.is_empty()).then(|| text(about).ink(Ink::Faint).sized(11.0).smallest(8.0))
    }

    /// The line below the name of the player of `color`.
    ///
    /// Where checks decide the game, it begins with the number of checks that the player still has to give.
    /// The computer has its level and rating; the short words leave out the level, because the badge has its number. A human at the
    /// bottom has the variant, unless it is XXL chess. The only human player has the colour, which the short words leave out beside
    /// a variant.
    fn about(&self, color: Color, is_long: bool) -> String {
        let checks = self.checks_left(color);
        let Some(level) = self.difficulty(color) else {
            let playing = format!("playing {}", color.name());
            let playing = Some(playing).filter(|_| self.game.only_human() == Some(color));
            let variant = self.env.variant_title(self.game.position().variant());
            let variant = variant.filter(|_| color == self.layout.bottom).map(str::to_owned);
            let parts: Vec<_> = checks.into_iter().chain(variant).chain(playing).collect();
            return if is_long { parts.join(" · ") } else { parts.into_iter().next().unwrap_or_default() };
        };
        let rating = match (level.row().rating, is_long) {
            (None, _) => "no rating".to_owned(),
            (Some(rating), true) => format!("level {} · about {rating}", level.number()),
            (Some(rating), false) => format!("about {rating}"),
        };
        match checks {
            Some(checks) if is_long => format!("{checks} · {rating}"),
            Some(checks) => checks,
            None => rating,
        }
    }

    /// The number of checks by which `color` would win, where checks decide the game.
    fn checks_left(&self, color: Color) -> Option<String> {
        let position = self.game.position();
        let decides = position.variant().rules().goals.contains(&Goal::Checks);
        decides.then(|| format!("{} to win", counted(position.checks_left()[color].into(), "check")))
    }

    /// The number of the computer's level in a ring that is filled in proportion to the level, or the colour of the
    /// player's pieces.
    fn badge(&self, color: Color, size: f32) -> Node<Message> {
        let badge = match self.difficulty(color).filter(|level| level.row().rating.is_some()) {
            Some(level) => picture(move |pen, rect, _| draw_level(pen, rect, level)),
            None => disc(color),
        };
        badge.width(size).height(size).rigid()
    }

    /// The clock, or whose move it is in a game without clocks.
    fn clock_or_turn(&self, color: Color, height: f32) -> Node<Message> {
        match self.time(color) {
            Some(_) => self.clock_box(color).width(108.0).height(height).rigid(),
            None => text(self.turn_words(color)).ink(Ink::Soft).sized(self.metrics.small).right().rigid(),
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
        let tip =
            "Captured pieces, and the lead in the value of pieces; an analysis counts the position, too";
        // Two lines where there is room for the slot.
        let height = if self.form == Form::Column && self.has_empty_slot() { 34.0 } else { 20.0 };
        paint.height(height).keyed(("captured", color)).tip(tip, "")
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

/// Draws the number of `level` in a ring with a part for each level, of which those up to `level` are filled.
fn draw_level(pen: &mut Pen, rect: Rect, level: Difficulty) {
    let (center, radius) = (rect.center(), rect.w.min(rect.h) / 2.0);
    let width = (radius * 0.14).max(1.5);
    let count = Difficulty::STRONGEST.number();
    for part in 0..count {
        // Clockwise from the top. A fifth of each part is the gap to the next one.
        let at = |share: f32| {
            let (sin, cos) = ((f32::from(part) + share) / f32::from(count) * TAU).sin_cos();
            let radius = radius - width / 2.0;
            Point::new(center.x + radius * sin, center.y - radius * cos)
        };
        let theme = pen.theme;
        let color = if part < level.number() { theme.accent } else { mix(theme.panel, theme.text, 0.15) };
        pen.items.push(Item::Line { from: at(0.1), to: at(0.9), width, color });
    }
    let number = Style::control(pen.theme.text).font(Font::Bold).centered().sized(radius * 0.9 / pen.unit);
    pen.label(&level.number().to_string(), rect, number);
}

/// A disc in the colour of the pieces of `color`.
fn disc(color: Color) -> Node<Message> {
    picture(move |pen, rect, _| {
        let fill = if color == Color::White { Rgba::hex(0xFFF6E0) } else { Rgba::hex(0x14110F) };
        let (center, radius) = (rect.center(), (rect.w.min(rect.h) / 2.0 - 0.5).max(1.0));
        pen.items.push(Item::Disc { center, radius, color: pen.theme.faint });
        let rim = pen.px(1.5).max(1.0);
        pen.items.push(Item::Disc { center, radius: (radius - rim).max(0.5), color: fill });
    })
}
