//! Sidebar of a game: players, clocks, captured pieces, moves, messages and buttons, arranged by form.

mod captured;
mod players;
mod slot;

use super::PlayScreen;
use super::keys::{KEYS, Message};
use crate::game::Command::{OfferDraw, Ready, Rematch, Resign, TakeBack, UndoResignation};
use crate::game::Game;
use crate::rules::{Color, Piece};
use crate::view::form::{Form, Metrics};
use crate::view::layout::BoardLayout;
use crate::view::screen::Env;
use crate::view::widgets::keymap::{binding, step_buttons};
use crate::view::widgets::move_list::MoveList;
use crate::view::widgets::node::{column, row};
use crate::view::widgets::{Node, build};
use Message::{
    Analyze, CopyGame, CopyLink, Do, Edit, Flip, Games, GoTo, Help, Hint, Menu, Mute, NewGame, Puzzles,
};

/// Buttons that open something or change how the game is shown, the most important first.
const LINKS: [Message; 8] = [Menu, Help, Flip, Mute, NewGame, Games, Puzzles, Edit];
/// The links after the end of a game where there is no room for more.
const FEW_AFTER_THE_END: [Message; 4] = [Menu, Help, NewGame, Games];

/// The game screen with the place of its sidebar.
struct Sidebar<'a> {
    screen: &'a PlayScreen,
    env: &'a Env,
    game: &'a Game,
    layout: &'a BoardLayout,
    form: Form,
    metrics: &'static Metrics,
    /// Width and height in pixels of the design.
    size: (f32, f32),
    /// A notice that replaces the message of the game.
    notice: Option<&'a str>,
    /// The piece whose card is shown where it has room.
    card: Option<Piece>,
}

impl PlayScreen {
    /// The sidebar beside the board, or below it.
    pub(super) fn sidebar(&self, layout: &BoardLayout, env: &Env) -> Node<Message> {
        let (form, unit) = (layout.form(), layout.unit());
        let sidebar = Sidebar {
            screen: self,
            env,
            game: self.controller.game(),
            layout,
            form,
            metrics: form.metrics(),
            size: (layout.sidebar.w / unit, layout.sidebar.h / unit),
            notice: self.shown_notice(),
            card: self.explained(env),
        };
        sidebar.node()
    }
}

impl Sidebar<'_> {
    fn is_wide(&self) -> bool {
        self.form == Form::Panel
    }

    /// Whether a column is wider than that of the window's first size.
    fn is_broad(&self) -> bool {
        self.size.0 >= 165.0
    }

    /// Whether the slot has room although nothing is in it.
    fn has_empty_slot(&self) -> bool {
        match self.form {
            Form::Panel => self.size.1 >= 500.0,
            Form::Column => self.size.1 >= 620.0,
            Form::Strip | Form::Tiny => false,
        }
    }

    /// Whether there is room for all links.
    fn has_all_links(&self) -> bool {
        let height = self.size.1;
        match self.form {
            Form::Panel => height >= 500.0,
            Form::Column if self.layout.unit() < 0.65 || self.has_long_notice() => height >= 620.0,
            Form::Column => height >= if self.is_broad() { 480.0 } else { 540.0 },
            Form::Strip => height >= 200.0,
            Form::Tiny => false,
        }
    }

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
                let player = |color: Color| {
                    let clock = self.clock_box(color).shrink();
                    let parts = [self.name_row(color), clock, self.captured(color).shrink()];
                    column(parts).gap(3.0).width_part(self.player_part()).rigid()
                };
                let slot = self.slot().fill(1.0).when(self.has_slot());
                let middle = row([self.moves().fill(1.0), slot]).gap(gap).fill(1.0);
                let upper = row([player(top), middle, player(bottom)]).gap(gap).fill(1.0);
                let links = self.links().into_iter().filter(|_| self.has_all_links());
                column([upper, self.buttons_below()].into_iter().chain(links)).gap(gap).padding(margin)
            }
            Form::Tiny => {
                let clock = |color| self.clock_box(color).shrink();
                let parts = [clock(top), self.message().fill(1.0), self.link(&Menu).shrink(), clock(bottom)];
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
            // The list has the space between the players, or half of it if the slot is beside the list.
            let middle = self.size.0 * (1.0 - 2.0 * self.player_part()) - 2.0 * (margin + gap);
            if self.has_slot() { (middle - gap) / 2.0 } else { middle }
        } else {
            self.size.0 - 2.0 * margin
        };
        let moves = MoveList {
            moves: self.screen.review.moves(),
            variation: None,
            shown: self.screen.review.shown(),
            is_wide: self.is_wide(),
            // In a low sidebar the slot needs the room.
            fewest: match (self.has_slot() && !self.has_empty_slot(), self.has_all_links()) {
                (false, _) => 3,
                (true, true) => 2,
                (true, false) => 1,
            },
            width,
            unit: self.layout.unit(),
        };
        let has_steps = self.form != Form::Strip || self.has_all_links();
        let steps = [GoTo(0), Message::StepBack, Message::StepForward, GoTo(usize::MAX)];
        let steps = if has_steps { step_buttons(KEYS, steps) } else { Vec::new() };
        moves.node(("moves", self.screen.move_list_resets), GoTo, steps)
    }

    /// Buttons for a game in progress. There are none after its end, and none where a question needs their room.
    fn buttons(&self) -> Vec<Node<Message>> {
        let has_room = self.question().is_none() || self.has_empty_slot();
        if self.game.shown_termination().is_some() || !has_room {
            return Vec::new();
        }
        let rows: &[&[Message]] = match (self.form, self.is_broad()) {
            (Form::Panel, _) => &[&[Do(TakeBack), Hint, Do(OfferDraw), Do(Resign)]],
            (_, true) => &[&[Do(TakeBack), Hint], &[Do(OfferDraw), Do(Resign)]],
            (_, false) => &[&[Do(TakeBack)], &[Hint, Do(OfferDraw)], &[Do(Resign)]],
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
        let mut links = match (self.has_all_links(), has_ended) {
            (true, _) => LINKS.to_vec(),
            (false, false) => LINKS[..4].to_vec(),
            (false, true) => FEW_AFTER_THE_END.to_vec(),
        };
        if has_ended && self.has_empty_slot() {
            // The result has a button for a new game already.
            links[4] = CopyGame;
        }
        if let (Some(_), Some(last)) = (&self.env.page, links.get_mut(7)) {
            // In a browser the last link copies an address. It replaces the editor, which the menu opens, too.
            *last = CopyLink;
        }
        let columns = match (self.form, self.is_broad()) {
            (Form::Panel | Form::Strip, _) => 4,
            (_, true) if links.len() > 4 => 3,
            _ => 2,
        };
        let row_of = |messages: &[Message]| row(messages.iter().map(|message| self.link(message).fill(1.0)));
        links.chunks(columns).map(|messages| row_of(messages).height(self.metrics.link)).collect()
    }

    /// The links that have no room below the buttons of a low column. They are in the slot while it is empty.
    fn links_in_slot(&self) -> Option<Node<Message>> {
        let has_room = self.form == Form::Column && !self.has_all_links() && self.size.1 >= 440.0;
        let row_of = |messages: &[Message]| row(messages.iter().map(|message| self.link(message).fill(1.0)));
        let rows = LINKS[4..].chunks(2).map(|messages| row_of(messages).height(self.metrics.link));
        has_room.then(|| column(rows).gap(self.metrics.gap).rigid())
    }

    /// All buttons of a strip, in two rows if they do not fit in one, or the answers to a question.
    fn buttons_below(&self) -> Node<Message> {
        let below = |buttons: Vec<Node<Message>>| {
            let buttons = buttons.into_iter().map(|button| button.height(self.metrics.button).grow());
            row(buttons).gap(self.metrics.gap).rigid()
        };
        if let Some(answers) = self.question() {
            return below(answers.into());
        }
        let mut messages = match self.game.shown_termination() {
            Some(_) => vec![Do(Rematch), Analyze, NewGame],
            None => vec![Do(TakeBack), Hint, Do(OfferDraw), Do(Resign)],
        };
        if self.game.can_undo_resignation() {
            messages.insert(0, Do(UndoResignation));
        }
        if !self.has_all_links() {
            messages.extend([Menu, Help]);
        }
        let button = |message| self.button(message).primary(matches!(message, Do(Rematch) | Analyze));
        below(messages.iter().map(button).collect()).wrap()
    }

    fn button(&self, message: &Message) -> Node<Message> {
        let is_enabled = match message {
            Do(TakeBack) => self.game.can_take_back(),
            Do(Resign) if self.game.handover_to().is_some() => return build::button("Show board", Do(Ready)),
            Hint => !self.game.both_human() && !self.game.has_clocks(),
            Analyze => !self.game.moves().is_empty(),
            _ => true,
        };
        binding(KEYS, message).button().enabled(is_enabled)
    }

    fn link(&self, message: &Message) -> Node<Message> {
        let (is_wide, sound) = (self.is_wide(), self.env.options.sound);
        if *message == CopyLink {
            return build::button(if is_wide { "Copy link" } else { "Link" }, CopyLink).flat();
        }
        let binding = binding(KEYS, message);
        let label = match message {
            Mute if !sound => "Muted",
            Edit => "Editor",
            NewGame if !is_wide => "New",
            CopyGame if !is_wide => "Copy",
            _ => binding.label,
        };
        binding.button().labelled(label).flat()
    }
}
