//! Sidebar for fingers: the two players around a line of moves, the slot and a bar of large buttons.

use super::{KEYS, Message, Sidebar};
use crate::game::Command::{OfferDraw, Rematch, Resign, TakeBack};
use crate::rules::Color;
use crate::view::scene::{Font, TextRole};
use crate::view::text::measure;
use crate::view::widgets::Node;
use crate::view::widgets::build::layers;
use crate::view::widgets::button::Icon;
use crate::view::widgets::keymap::binding;
use crate::view::widgets::node::{Ink, Surface, column, equal_row, row, text};
use crate::view::widgets::pen;
use Message::{Analyze, CopyGame, CopyLink, Do, Flip, GoTo, Help, Hint, Menu, Mute, NewGame};

/// Height of a player's bar beside the board.
const BAR: f32 = 46.0;
/// Height of the bar of buttons.
const TOOLS: f32 = 52.0;
/// Height of the middle from which the moves are a list.
const LIST: f32 = 330.0;
/// Least height of the slot with a card.
pub(super) const CARD: f32 = 100.0;
/// Height of the slot below a list of moves.
const SLOT: f32 = 150.0;
/// Width of the slot beside the moves, from which it stands there in a low middle.
const BESIDE: f32 = 300.0;
/// Width in which all buttons have room in one line.
const ONE_LINE: f32 = 620.0;
/// Space at both sides of the text of a move, and least width of its cell.
const MOVE: (f32, f32) = (6.0, 40.0);
/// Font height of a move.
const MOVE_TEXT: f32 = 14.0;

impl Sidebar<'_> {
    pub(super) fn touch_node(&self) -> Node<Message> {
        let (top, bottom) = (!self.layout.bottom, self.layout.bottom);
        let (unit, header) = (self.layout.unit(), self.layout.header);
        if !self.layout.is_upright() {
            let parts = [self.bar(top, BAR), self.touch_middle().fill(1.0), self.bar(bottom, BAR)];
            return column(parts).surface(Surface::Ground);
        }
        let above = self.bar(top, header.h / unit).surface(Surface::Ground);
        let below = column([self.bar(bottom, BAR), self.touch_middle().fill(1.0)]).surface(Surface::Ground);
        layers([above.at(header, unit), below.at(self.layout.sidebar, unit)])
    }

    /// Width and height of what lies between the players, or below them.
    fn middle_size(&self) -> (f32, f32) {
        let bars = if self.layout.is_upright() { BAR } else { 2.0 * BAR };
        (self.size.0 - 2.0 * self.metrics.margin, self.size.1 - bars)
    }

    /// Height of the slot.
    pub(super) fn touch_slot(&self) -> f32 {
        let (width, height) = self.middle_size();
        let left = height - TOOLS - 2.0 * self.metrics.gap;
        let left = if width >= ONE_LINE { left } else { left - self.metrics.link - self.metrics.gap };
        if width >= 2.0 * BESIDE { left } else { left - self.metrics.link - self.metrics.gap }
    }

    fn touch_middle(&self) -> Node<Message> {
        let gap = self.metrics.gap;
        let (width, height) = self.middle_size();
        let has_slot = self.has_slot();
        let is_beside = width >= 2.0 * BESIDE && has_slot;
        let moves_width = if is_beside { (width - gap) / 2.0 } else { width };
        let moves = if height >= LIST + TOOLS {
            self.moves()
        } else {
            self.line_of_moves(moves_width).height(self.metrics.link).rigid()
        };
        let slot = self.slot();
        // In a low window the slot takes the place of the links.
        let has_links = width < ONE_LINE && (!has_slot || self.touch_slot() >= self.metrics.link);
        let upper = if is_beside {
            row([column([moves]).fill(1.0), slot.fill(1.0)]).gap(gap).fill(1.0)
        } else if height >= LIST + TOOLS {
            column([moves.fill(1.0), slot.height(SLOT).rigid()]).gap(gap).fill(1.0)
        } else {
            column([moves, slot.fill(1.0)]).gap(gap).fill(1.0)
        };
        let links = self.row_of(self.touch_links().iter().map(|message| self.link(message)));
        column([upper, links.height(self.metrics.link).when(has_links), self.tools(width)])
            .gap(gap)
            .padded(self.metrics.margin, gap / 2.0)
    }

    fn touch_links(&self) -> Vec<Message> {
        let link = self.env.page.is_some().then_some(CopyLink);
        [Flip, Mute, NewGame, Help].into_iter().chain(link).collect()
    }

    /// The main buttons, or the answers to a question.
    fn tools(&self, width: f32) -> Node<Message> {
        if let Some(answers) = self.question() {
            return equal_row(answers).gap(self.metrics.button_gap).height(TOOLS);
        }
        let mut messages = vec![Menu];
        match self.game.shown_termination() {
            Some(_) => messages.extend(self.next_steps().into_iter().chain([CopyGame])),
            None => messages.extend([Do(TakeBack), Hint, Do(OfferDraw), Do(Resign)]),
        }
        if width >= ONE_LINE {
            messages.extend(self.touch_links().into_iter().filter(|link| *link != NewGame));
        }
        let buttons = messages.iter().map(|message| match message {
            Menu => self.link(message).glyph("☰").fill(1.0),
            Flip => self.link(message).glyph("⇅").fill(1.0),
            Mute => self.link(message).glyph("♪").fill(1.0),
            Help => self.link(message).glyph("?").fill(1.0),
            CopyGame => self.link(message).glyph("❐").fill(1.0),
            CopyLink => self.link(message).glyph("↗").fill(1.0),
            Do(Rematch) | Analyze => self.button(message).fill(1.0),
            _ => self.button(message).flat().fill(1.0),
        });
        row(buttons).gap(2.0).height(TOOLS).rigid()
    }

    /// The moves around the one shown that have room in one line, between the buttons that step through them.
    fn line_of_moves(&self, width: f32) -> Node<Message> {
        let (moves, shown) = (self.screen.review.moves(), self.screen.review.shown());
        let (unit, step) = (self.layout.unit(), self.metrics.link);
        let size = pen::size(MOVE_TEXT, unit);
        let wide = |words: &str| measure(words, Font::Bold, size).ceil() / unit;
        let number = |place: usize| match moves.number(place) {
            (number, Color::White) => format!("{number}"),
            _ => String::new(),
        };
        let cell_width = |place: usize| {
            let text = moves.texts.get(place).map_or("", |made| &*made.text);
            let number = number(place);
            let number = if number.is_empty() { 0.0 } else { wide(&number) + MOVE.0 };
            ((wide(text) + 2.0 * MOVE.0).max(MOVE.1), number)
        };
        let count = moves.texts.len();
        let mut room = width - 2.0 * step - 4.0;
        let mut takes = |place: usize| {
            let (cell, number) = cell_width(place);
            let has_room = cell + number <= room;
            room -= if has_room { cell + number } else { 0.0 };
            has_room
        };
        // One move after the one shown is in sight, and all that have room before it.
        let end = (shown + 1).min(count);
        let mut first = end;
        while first > 0 && takes(first - 1) {
            first -= 1;
        }
        let mut last = end;
        while first == 0 && last < count && takes(last) {
            last += 1;
        }
        let cells = (first..last).map(|place| {
            let is_shown = place + 1 == shown;
            let made = moves.texts.get(place);
            let (surface, ink) = match is_shown {
                true => (Surface::Active, Ink::OnActive),
                false => (Surface::Hover, made.map_or(Ink::Text, |made| made.ink)),
            };
            let (cell, before) = cell_width(place);
            let words = text(made.map_or("", |made| &*made.text)).role(TextRole::Moves).sized(MOVE_TEXT);
            let words = if is_shown { words.bold() } else { words };
            let pressed = row([words.ink(ink).centered().fill(1.0)]).align_center().surface(surface);
            let number = text(number(place)).role(TextRole::Moves).ink(Ink::Faint).sized(MOVE_TEXT);
            let number = number.right().width(before - 3.0).rigid();
            let pressed = pressed.width(cell).rigid().on_press(GoTo(place + 1));
            row([column([number]).justify_center().when(before > 0.0), pressed]).gap(3.0).rigid()
        });
        let steps = [(Message::StepBack, Icon::Back), (Message::StepForward, Icon::Forward)];
        let [back, forward] =
            steps.map(|(message, icon)| binding(KEYS, &message).icon_button(icon).width(step).rigid());
        let line = row(cells.collect::<Vec<_>>()).fill(1.0);
        row([back, line, forward]).gap(2.0).surface(Surface::Box)
    }
}
