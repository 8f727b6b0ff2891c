//! Sidebar of a game: players, clocks, captured pieces, moves, messages and buttons, arranged by form.

mod captured;
mod players;
mod slot;

use super::PlayScreen;
use super::keys::{KEYS, Message};
use super::offer::Offer;
use super::review::Review;
use crate::game::Game;
use crate::game::analysis::Analysis;
use crate::game::options::Options;
use crate::rules::Piece;
use crate::view::form::{Form, Metrics};
use crate::view::layout::BoardLayout;
use crate::view::screen::Env;
use crate::view::widgets::button::Icon;
use crate::view::widgets::keymap::{Binding, binding};
use crate::view::widgets::move_list::MoveList;
use crate::view::widgets::node::{column, row};
use crate::view::widgets::{Node, build};

/// Buttons that open something or change how the game is shown, the most important first.
const LINKS: [Message; 8] = [
    Message::Menu,
    Message::Help,
    Message::Flip,
    Message::Mute,
    Message::NewGame,
    Message::Games,
    Message::Puzzles,
    Message::Edit,
];
/// Those of them after the end of a game where there is no room for more.
const FEW_AFTER_THE_END: [Message; 4] = [Message::Menu, Message::Help, Message::NewGame, Message::Games];
const STEPS: [(Message, Icon); 4] = [
    (Message::GoTo(0), Icon::First),
    (Message::StepBack, Icon::Back),
    (Message::StepForward, Icon::Forward),
    (Message::GoTo(usize::MAX), Icon::Last),
];

/// What the sidebar shows.
struct Sidebar<'a> {
    game: &'a Game,
    review: &'a Review,
    options: &'a Options,
    layout: &'a BoardLayout,
    form: Form,
    metrics: &'static Metrics,
    room: Room,
    offer: Option<&'a Offer>,
    /// A notice that replaces the message of the game.
    notice: Option<&'a str>,
    /// The analysis of the game, if there is one.
    analysis: Option<&'a Analysis>,
    /// The piece whose card is shown.
    card: Option<Piece>,
    in_browser: bool,
    /// Number of times that the list of moves was scrolled back to the current move.
    move_list_resets: u32,
}

/// What a sidebar has room for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Room {
    /// Width of the sidebar, in pixels of the design.
    width: f32,
    /// Whether a column is wider than that of the window's first size.
    is_broad: bool,
    /// Whether the slot has room although nothing is in it.
    has_empty_slot: bool,
    /// Whether all links are shown.
    has_all_links: bool,
    /// Whether the list of moves has its buttons.
    has_steps: bool,
    /// Whether the card of a piece is shown.
    has_card: bool,
}

impl Room {
    /// The room of a sidebar of this form and size, in pixels of the design at the scale `unit`. A long notice takes
    /// the room of links.
    fn of(form: Form, (width, height): (f32, f32), unit: f32, has_long_notice: bool) -> Self {
        let is_broad = width >= 165.0;
        let column_has_links =
            height >= if is_broad { 480.0 } else { 540.0 } && unit >= 0.65 && !has_long_notice;
        let (has_empty_slot, has_all_links, has_steps, has_card) = match form {
            Form::Panel => (height >= 500.0, height >= 500.0, true, true),
            Form::Column => (height >= 620.0, column_has_links || height >= 620.0, true, true),
            Form::Strip => (false, height >= 200.0, height >= 200.0, height >= 150.0),
            Form::Tiny => (false, false, false, false),
        };
        Self { width, is_broad, has_empty_slot, has_all_links, has_steps, has_card }
    }
}

impl PlayScreen {
    /// The sidebar beside the board, or below it.
    pub(super) fn sidebar(&self, layout: &BoardLayout, env: &Env) -> Node<Message> {
        let (game, form, unit) = (self.controller.game(), layout.form(), layout.unit());
        let notice = self.shown_notice();
        let size = (layout.sidebar.w / unit, layout.sidebar.h / unit);
        let sidebar = Sidebar {
            game,
            review: &self.review,
            options: &env.options,
            layout,
            form,
            metrics: form.metrics(),
            room: Room::of(form, size, unit, form == Form::Column && notice.is_some_and(slot::is_long)),
            offer: self.offer.as_ref(),
            notice,
            analysis: self.analysis.as_ref().filter(|analysis| analysis.is_for(game)),
            card: self.explained(&self.player_view(), env),
            in_browser: env.page.is_some(),
            move_list_resets: self.move_list_resets,
        };
        sidebar.node()
    }
}

impl Sidebar<'_> {
    fn node(&self) -> Node<Message> {
        let (top, bottom) = (!self.layout.bottom, self.layout.bottom);
        let Metrics { gap, margin, .. } = *self.metrics;
        let middle = || [self.moves(), self.slot()].into_iter().chain(self.buttons()).chain(self.links());
        match self.form {
            Form::Panel => {
                let above = [self.player_row(top), self.captured(top)];
                let below = [self.captured(bottom), self.player_row(bottom)];
                column(above.into_iter().chain(middle()).chain(below)).gap(gap).padded(margin, 0.0)
            }
            Form::Column => {
                let captured = |color| self.captured(color).shrink_first();
                let above = [self.name_row(top), self.clock_box(top), captured(top)];
                let below = [captured(bottom), self.clock_box(bottom), self.name_row(bottom)];
                column(above.into_iter().chain(middle()).chain(below)).gap(gap).padding(margin)
            }
            Form::Strip => {
                let player = |color| {
                    let clock = self.clock_box(color).shrink();
                    let parts = [self.name_row(color), clock, self.captured(color).shrink()];
                    column(parts).gap(3.0).width_part(self.player_part()).rigid()
                };
                let slot = self.slot().fill(1.0).when(self.has_slot());
                let middle = row([self.moves().fill(1.0), slot]).gap(gap).fill(1.0);
                let upper = row([player(top), middle, player(bottom)]).gap(gap).fill(1.0);
                let links = self.links().into_iter().filter(|_| self.room.has_all_links);
                column([upper, self.buttons_below()].into_iter().chain(links)).gap(gap).padding(margin)
            }
            Form::Tiny => {
                let clock = |color| self.clock_box(color).shrink();
                let menu = self.link(&Message::Menu).shrink();
                let parts = [clock(top), self.message().fill(1.0), menu, clock(bottom)];
                if self.layout.is_upright() { row(parts.map(|part| part.fill(1.0))) } else { column(parts) }
            }
        }
    }

    /// Width of a player in a strip, in parts of the strip: larger names need more.
    fn player_part(&self) -> f32 {
        0.25 + 0.1 * (self.layout.scale - 1.0)
    }

    /// The moves of the game, and the buttons that step through them.
    fn moves(&self) -> Node<Message> {
        let Metrics { gap, margin, .. } = *self.metrics;
        let width = if self.form == Form::Strip {
            // Half of the space between the players if the slot is beside it.
            let middle = self.room.width * (1.0 - 2.0 * self.player_part()) - 2.0 * (margin + gap);
            if self.has_slot() { (middle - gap) / 2.0 } else { middle }
        } else {
            self.room.width - 2.0 * margin
        };
        let moves = MoveList {
            moves: self.review.moves(),
            variation: None,
            shown: self.review.shown(),
            is_wide: self.form == Form::Panel,
            // In a low sidebar the slot needs the room.
            fewest: match (self.has_slot() && !self.room.has_empty_slot, self.room.has_all_links) {
                (false, _) => 3,
                (true, true) => 2,
                (true, false) => 1,
            },
            width,
            unit: self.layout.unit(),
        };
        let steps = STEPS.iter().filter(|_| self.room.has_steps);
        let steps =
            steps.map(|(message, icon)| binding(KEYS, message).icon_button(*icon).fill(1.0)).collect();
        moves.node(("moves", self.move_list_resets), Message::GoTo, steps)
    }

    /// Buttons of the moves of a game: none after its end, and none where a question needs their room.
    fn buttons(&self) -> Vec<Node<Message>> {
        use Message::{Hint, OfferDraw, Resign, TakeBack};
        let has_room = self.question().is_none() || self.room.has_empty_slot;
        if self.game.shown_termination().is_some() || !has_room {
            return Vec::new();
        }
        let rows: &[&[Message]] = match (self.form, self.room.is_broad) {
            (Form::Panel, _) => &[&[TakeBack, Hint, OfferDraw, Resign]],
            (_, true) => &[&[TakeBack, Hint], &[OfferDraw, Resign]],
            (_, false) => &[&[TakeBack], &[Hint, OfferDraw], &[Resign]],
        };
        let row_of = |messages: &&[Message]| {
            // Long labels get more room than short ones.
            let buttons = messages.iter().map(|message| self.button(message).grow());
            row(buttons).gap(self.metrics.button_gap).height(self.metrics.button)
        };
        rows.iter().map(row_of).collect()
    }

    /// Links to other screens and switches of the view.
    fn links(&self) -> Vec<Node<Message>> {
        let has_ended = self.game.shown_termination().is_some();
        let mut links = match (self.room.has_all_links, has_ended) {
            (true, _) => LINKS.to_vec(),
            (false, false) => LINKS[..4].to_vec(),
            (false, true) => FEW_AFTER_THE_END.to_vec(),
        };
        if has_ended && self.room.has_empty_slot {
            // The result has a button for a new game.
            links[4] = Message::CopyGame;
        }
        if let (true, Some(last)) = (self.in_browser, links.get_mut(7)) {
            // The menu has the editor, too.
            *last = Message::CopyLink;
        }
        let columns = match (self.form, self.room.is_broad) {
            (Form::Panel | Form::Strip, _) => 4,
            (_, true) if links.len() > 4 => 3,
            _ => 2,
        };
        let row_of = |messages: &[Message]| row(messages.iter().map(|message| self.link(message).fill(1.0)));
        links.chunks(columns).map(|messages| row_of(messages).height(self.metrics.link)).collect()
    }

    /// All buttons of a strip, or the answers to a question: in a second row what has no room in the first.
    fn buttons_below(&self) -> Node<Message> {
        use Message::{Analyze, Help, Hint, Menu, NewGame, OfferDraw, Rematch, Resign, TakeBack};
        let height = self.metrics.button;
        if let Some(answers) = self.question() {
            return row(answers.map(|node| node.height(height).grow())).gap(self.metrics.gap).rigid();
        }
        let mut messages = match self.game.shown_termination() {
            Some(_) => vec![Rematch, Analyze, NewGame],
            None => vec![TakeBack, Hint, OfferDraw, Resign],
        };
        if !self.room.has_all_links {
            messages.extend([Menu, Help]);
        }
        let buttons = messages.iter().map(|message| {
            self.button(message).primary(matches!(message, Rematch | Analyze)).height(height).grow()
        });
        row(buttons).gap(self.metrics.gap).wrap().rigid()
    }

    fn button(&self, message: &Message) -> Node<Message> {
        let is_enabled = match message {
            Message::TakeBack => self.game.can_take_back(),
            Message::Hint => !self.game.both_human(),
            Message::Analyze => !self.game.moves().is_empty(),
            _ => true,
        };
        if *message == Message::Resign && self.game.handover_to().is_some() {
            return build::button("Show board", Message::Ready);
        }
        binding(KEYS, message).button().enabled(is_enabled)
    }

    fn link(&self, message: &Message) -> Node<Message> {
        let is_wide = self.form == Form::Panel;
        if *message == Message::CopyLink {
            return build::button(if is_wide { "Copy link" } else { "Link" }, Message::CopyLink).flat();
        }
        let binding: &Binding<Message> = binding(KEYS, message);
        let label = match message {
            Message::Mute if !self.options.sound => "Muted",
            Message::Edit => "Editor",
            Message::NewGame if !is_wide => "New",
            Message::CopyGame if !is_wide => "Copy",
            _ => binding.label,
        };
        binding.button().labelled(label).flat()
    }
}
