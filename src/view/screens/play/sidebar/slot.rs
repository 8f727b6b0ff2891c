//! Slot between moves and buttons: message, result, offers and the card of a piece.

use super::{Id, Sidebar, framed};
use crate::game::PlayerKind;
use crate::rules::Color;
use crate::view::scene::TextRole;
use crate::view::screens::play::keys::KeyAction;
use crate::view::widgets::node::{Ink, Surface, area, button, column, paragraph, row, space, text};
use crate::view::widgets::{Button, Node};

/// Height of the slot in the wide panel and in a narrow sidebar that is roomy.
const WIDE: f32 = 156.0;
const NARROW: f32 = 156.0;
/// Height of a card in a slot without a fixed height.
const CARD: f32 = 118.0;
/// Least height of a strip below the board that shows a card.
const CARD_BELOW: f32 = 150.0;
const BUTTON: f32 = 30.0;
const NARROW_BUTTON: f32 = 26.0;
/// Number of letters from which a notice in a narrow panel is long: its font is smaller, and the slot grows with it.
const LONG: usize = 40;
const IDLE: &str = "Point at a piece to see how it moves.";

impl Sidebar<'_> {
    /// Whether the slot has something to show.
    pub(super) fn has_slot(&self) -> bool {
        let has_words = self.notice.is_some() || self.game.message().is_some() || self.review.is_past();
        has_words || self.has_card() || self.offer.is_some()
    }

    /// Whether the card of a piece is shown: a low strip below the board has no room for it.
    fn has_card(&self) -> bool {
        let is_high = !self.layout.is_upright() || self.height() >= CARD_BELOW;
        self.card.is_some() && is_high
    }

    pub(super) fn slot(&self) -> Node<Id> {
        let wide = self.layout.is_wide();
        if !(self.has_slot() || self.is_roomy() && self.options.piece_card) {
            return space();
        }
        let mut parts = Vec::new();
        parts.extend(self.past());
        if self.notice.is_some() || self.game.message().is_some() {
            parts.push(self.message());
        }
        if self.has_card() {
            let card = area(Id::Card);
            parts.push(if self.is_roomy() || self.layout.is_upright() {
                card.fill(1.0)
            } else {
                card.height(CARD).shrink()
            });
        } else if self.game.shown_termination().is_some() {
            parts.extend(self.result());
        } else if self.is_draw_offered() {
            parts.extend(self.answers());
        } else if let Some(offer) = self.offer {
            parts.push(paragraph(offer.question()).sized(13.0).bold().rigid());
            parts.extend(offer.paragraphs().map(|line| {
                paragraph(line).sized(if wide { 12.0 } else { 11.0 }).smallest(8.0).ink(Ink::Soft).shrink()
            }));
            parts.push(space().fill(1.0));
            parts.extend(self.answers());
        } else if parts.is_empty() {
            parts.push(paragraph(IDLE).ink(Ink::Faint).sized(12.0).centered().middle().whole().fill(1.0));
        }
        let slot = framed(parts).gap(if wide { 6.0 } else { 4.0 });
        let slot = if wide { slot.padding(12.0) } else { slot.padded(5.0, 5.0) };
        match (wide, self.is_roomy()) {
            (true, _) => {
                slot.height(WIDE + if self.game.shown_termination().is_some() { 8.0 } else { 0.0 }).shrink()
            }
            (false, true) if self.has_long_notice() || self.offer.is_some() => {
                slot.min_height(NARROW).shrink()
            }
            (false, true) if self.game.shown_termination().is_none() => slot.height(NARROW).shrink(),
            _ => slot.shrink(),
        }
    }

    /// The notice, or the message of the game.
    pub(super) fn message(&self) -> Node<Id> {
        let words = self.notice.map(str::to_owned).or_else(|| self.game.message()).unwrap_or_default();
        let is_alarm = self.notice.is_none() && self.game.is_king_threatened();
        let role = if self.notice.is_some() { TextRole::Label } else { TextRole::Message };
        let words = paragraph(words).role(role).ink(if is_alarm { Ink::Alarm } else { Ink::Text });
        let words = match (self.layout.is_wide(), self.has_long_notice()) {
            (true, _) => words.bold().sized(17.0),
            (false, true) => words.sized(11.0),
            (false, false) => words.bold().sized(14.0),
        };
        let words = words.smallest(8.0);
        if self.layout.is_wide() { words } else { words.centered().middle() }
    }

    pub(super) fn has_long_notice(&self) -> bool {
        !self.layout.is_wide() && self.notice.is_some_and(|notice| notice.chars().count() >= LONG)
    }

    /// Notice that an earlier position is shown.
    fn past(&self) -> Option<Node<Id>> {
        let parts = self.review.notice()?;
        let block = if self.layout.is_upright() { paragraph } else { text };
        let line = |words: String| block(words).role(TextRole::Past).ink(Ink::OnAccent).sized(12.0);
        let is_small = !self.layout.is_wide() && self.layout.unit() < 0.9;
        let short = |words: String| if is_small { words.replace(" of ", "/") } else { words };
        let parts = parts.map(|words| line(short(words)));
        let notice = if self.layout.is_wide() {
            row(parts).gap(6.0).justify_between()
        } else {
            column(parts.map(Node::centered))
        };
        let notice = notice.padded(if self.layout.is_wide() { 8.0 } else { 1.0 }, 3.0).rigid();
        let notice = notice.surface(Surface::Accent).id(Id::Past).pressable();
        Some(self.with_tip(KeyAction::ToPresent, notice))
    }

    /// Length and opponent of the finished game, and buttons for the next one.
    fn result(&self) -> Vec<Node<Id>> {
        let moves = match self.game.moves().len().div_ceil(2) {
            0 => None,
            1 => Some("1 move".to_owned()),
            count => Some(format!("{count} moves")),
        };
        let levels = Color::ALL.into_iter().find_map(|color| self.difficulty(color));
        let level = levels.map(|(number, name)| format!("level {number}, {name}"));
        let mut lines: Vec<_> = [moves, level, self.accuracy()].into_iter().flatten().collect();
        if self.layout.is_wide() {
            lines = vec![lines.join(" · ")];
        }
        let small = if self.layout.is_wide() { 12.0 } else { 11.0 };
        let words = lines.into_iter().map(|words| {
            let words = paragraph(words).sized(small).ink(Ink::Soft).whole().shrink_first();
            if self.layout.is_wide() { words } else { words.centered() }
        });
        if self.layout.is_upright() {
            // The buttons are in the row of all buttons; a low strip has room for the message only.
            return words.filter(|_| self.is_tall_strip()).collect();
        }
        let button = |action, strong| self.button(action, strong).height(self.button_height());
        let filled = [button(KeyAction::Rematch, true), button(KeyAction::Analyze, true)];
        let filled = if self.layout.is_wide() {
            row(filled.map(|node| node.fill(1.0))).gap(8.0)
        } else {
            column(filled).gap(5.0)
        };
        // With little room, a new game is only among the links.
        let new_game = self.is_roomy().then(|| button(KeyAction::NewGame, false));
        words.chain([space().fill(1.0), filled]).chain(new_game).collect()
    }

    /// The accuracy of the human players, once the game has been analysed.
    fn accuracy(&self) -> Option<String> {
        let (analysis, is_human) = (self.analysis?, |color| self.game.player(color) == PlayerKind::Human);
        match Color::ALL.into_iter().find(|&color| is_human(color) && !is_human(!color)) {
            Some(person) => Some(format!("accuracy {}%", analysis.accuracy(person)?)),
            None => analysis.accuracy_of_both(),
        }
    }

    /// Whether a human is offered a draw and is at the board.
    fn is_draw_offered(&self) -> bool {
        self.game.draw_offer().is_some_and(|offering| self.game.player(!offering) == PlayerKind::Human)
            && self.game.handover_to().is_none()
    }

    /// The buttons that answer a question; in a strip they are in the row of all buttons.
    fn answers(&self) -> Option<Node<Id>> {
        let buttons = self.question().filter(|_| !self.layout.is_upright())?;
        let buttons = buttons.map(|node| node.height(self.button_height()));
        Some(if self.layout.is_wide() {
            row(buttons.map(Node::grow)).gap(8.0)
        } else {
            column(buttons.map(Node::rigid)).gap(5.0)
        })
    }

    /// The two answers to a question, if there is one: a draw offer, a game to resume, or the lessons.
    pub(super) fn question(&self) -> Option<[Node<Id>; 2]> {
        let answers = if self.is_draw_offered() {
            [(Id::AcceptDraw, "Accept", true), (Id::DeclineDraw, "Decline", false)]
        } else {
            [(Id::AcceptOffer, self.offer?.accept_label(), true), (Id::Dismiss, "Not now", false)]
        };
        Some(answers.map(|(id, label, strong)| button(id, Button::new(label, strong))))
    }

    fn button_height(&self) -> f32 {
        if self.layout.is_wide() { BUTTON } else { NARROW_BUTTON }
    }
}
