//! Sidebar of a game: players, clocks, captured pieces, moves, messages and buttons, arranged by form.

mod captured;
mod players;
mod slot;
mod touch;

use super::PlayScreen;
use super::keys::{KEYS, Message};
use crate::game::Command::{OfferDraw, Ready, Rematch, Resign, TakeBack, UndoResignation};
use crate::game::Game;
use crate::rules::Piece;
use crate::view::form::{Form, Metrics};
use crate::view::input::Key;
use crate::view::layout::BoardLayout;
use crate::view::screen::Env;
use crate::view::widgets::build::layers;
use crate::view::widgets::keymap::{binding, step_buttons};
use crate::view::widgets::move_list::MoveList;
use crate::view::widgets::node::{column, equal_row, row, space};
use crate::view::widgets::{Node, build};
use Message::{
    Analyze, CopyGame, CopyLink, Do, Flip, Games, GoTo, Help, Hint, Learn, Menu, Mute, NewGame, Puzzles,
};

/// Buttons that open something or change how the game is shown, the most important first.
const LINKS: [Message; 8] = [Menu, Help, Flip, Mute, NewGame, Learn, Puzzles, Games];
/// The links after the end of a game where there is no room for more.
const FEW_AFTER_THE_END: [Message; 4] = [Menu, Help, NewGame, Games];
/// Key of the link that only a browser has.
const COPY_LINK: Key = Key::Char('k');
/// Width at which each button of a row has all of its label, in pixels of the design.
const MIN_BUTTON: f32 = 84.0;

/// The game screen with the place of its sidebar.
struct Sidebar<'a> {
    screen: &'a PlayScreen,
    env: &'a Env,
    game: &'a Game,
    layout: &'a BoardLayout,
    form: Form,
    metrics: Metrics,
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
        let unit = layout.unit();
        let form = layout.sidebar_form();
        let size = (layout.sidebar.w / unit, layout.sidebar.h / unit);
        let sidebar = Sidebar {
            screen: self,
            env,
            game: self.controller.game(),
            layout,
            form,
            metrics: match form {
                _ if layout.is_touch() => *layout.metrics(),
                // On a phone there is room for buttons that a finger can press.
                Form::Strip if size.1 >= 300.0 => Metrics { button: 36.0, link: 32.0, ..*form.metrics() },
                _ => *form.metrics(),
            },
            size,
            notice: self.shown_notice().or_else(|| {
                let score = env.match_score.as_deref();
                score.filter(|_| self.controller.game().message().is_none())
            }),
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
            Form::Column if self.layout.unit() < 0.65 => height >= 620.0,
            Form::Column => height >= if self.is_broad() { 480.0 } else { 540.0 },
            Form::Strip => height >= 200.0,
            Form::Tiny => false,
        }
    }

    fn node(&self) -> Node<Message> {
        if self.layout.is_touch() {
            return self.touch_node();
        }
        let (top, bottom) = (!self.layout.bottom, self.layout.bottom);
        let Metrics { gap, margin, .. } = self.metrics;
        let middle = || [self.moves(), self.slot()].into_iter().chain(self.buttons()).chain(self.links());
        match self.form {
            Form::Panel => {
                let above = [self.player_row(top), self.captured(top)];
                let below = [self.captured(bottom), self.player_row(bottom)];
                column(above.into_iter().chain(middle()).chain(below)).gap(gap).padded(margin, 0.0)
            }
            Form::Column => {
                // A long notice needs the room.
                let captured = |color| match self.has_empty_slot() && !self.has_long_notice() {
                    true => self.captured(color).rigid(),
                    false => self.captured(color).shrink_first(),
                };
                let above = [self.name_row(top), self.clock_box(top), captured(top)];
                let below = [captured(bottom), self.clock_box(bottom), self.name_row(bottom)];
                column(above.into_iter().chain(middle()).chain(below)).gap(gap).padding(margin)
            }
            Form::Strip => {
                let BoardLayout { header, sidebar, .. } = *self.layout;
                let unit = self.layout.unit();
                let bar = |color| self.bar(color, header.h / unit);
                let slot = self.slot().fill(1.0).when(self.has_slot());
                let upper = row([self.moves().fill(1.0), slot]).gap(gap).fill(1.0);
                let links = self.links().into_iter().filter(|_| self.has_all_links());
                let below = self.buttons_below().into_iter().chain(links);
                let strip = column([upper].into_iter().chain(below)).gap(gap).padded(margin, 0.0).fill(1.0);
                let strip = column([bar(bottom), strip, space().height(gap).rigid()]);
                layers([bar(top).at(header, unit), strip.at(sidebar, unit)])
            }
            Form::Tiny => {
                let clock = |color| self.clock_box(color).shrink();
                let parts = [clock(top), self.message().fill(1.0), self.link(&Menu).shrink(), clock(bottom)];
                if self.layout.is_upright() { equal_row(parts) } else { column(parts) }
            }
        }
    }

    /// The moves of the game, and the buttons that step through them.
    fn moves(&self) -> Node<Message> {
        let Metrics { gap, margin, .. } = self.metrics;
        let width = self.size.0 - 2.0 * margin;
        // In a strip the slot is beside the list.
        let is_beside = self.form == Form::Strip && self.has_slot() && !self.layout.is_touch();
        let width = if is_beside { (width - gap) / 2.0 } else { width };
        let has_offer = !self.is_wide() && self.screen.offer.is_some();
        let moves = MoveList {
            moves: self.screen.review.moves(),
            shown: self.screen.review.shown(),
            is_wide: self.is_wide(),
            // In a low sidebar the slot needs the room, in a narrow one an offer, and in a strip the buttons.
            fewest: match (self.has_slot() && (!self.has_empty_slot() || has_offer), self.has_all_links()) {
                _ if self.form == Form::Strip => 1,
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
            (Form::Panel, _) if self.size.0 >= 4.0 * MIN_BUTTON => {
                &[&[Do(TakeBack), Hint, Do(OfferDraw), Do(Resign)]]
            }
            (_, true) => &[&[Do(TakeBack), Hint], &[Do(OfferDraw), Do(Resign)]],
            (_, false) => &[&[Do(TakeBack)], &[Hint, Do(OfferDraw)], &[Do(Resign)]],
        };
        rows.iter().map(|row| self.row_of(row.iter().map(|message| self.button(message)))).collect()
    }

    /// Links to other screens and switches of the view.
    fn links(&self) -> Vec<Node<Message>> {
        let has_ended = self.game.shown_termination().is_some();
        let mut links = match (self.has_all_links(), has_ended) {
            (true, _) => LINKS.to_vec(),
            (false, false) => LINKS[..4].to_vec(),
            (false, true) => FEW_AFTER_THE_END.to_vec(),
        };
        if has_ended && self.next_steps().contains(&NewGame) {
            links.iter_mut().filter(|link| **link == NewGame).for_each(|link| *link = CopyGame);
        }
        if let (Some(_), Some(last)) = (&self.env.page, links.get_mut(7)) {
            // In a browser the last link copies an address. It replaces the list of games, which the menu opens, too.
            *last = CopyLink;
        }
        let columns = match (self.form, self.is_broad()) {
            (Form::Panel | Form::Strip, _) => 4,
            (_, true) if links.len() > 4 => 3,
            _ => 2,
        };
        let row_of = |messages: &[Message]| equal_row(messages.iter().map(|message| self.link(message)));
        links.chunks(columns).map(|messages| row_of(messages).height(self.metrics.link)).collect()
    }

    /// The links that have no room below the buttons of a low column. They are in the slot while it is empty.
    fn links_in_slot(&self) -> Option<Node<Message>> {
        let has_room = self.form == Form::Column && !self.has_all_links() && self.size.1 >= 440.0;
        let row_of = |messages: &[Message]| equal_row(messages.iter().map(|message| self.link(message)));
        let rows = LINKS[4..].chunks(2).map(|messages| row_of(messages).height(self.metrics.link));
        has_room.then(|| column(rows).gap(self.metrics.gap).rigid())
    }

    /// All buttons of a strip, or the answers to a question.
    fn buttons_below(&self) -> Vec<Node<Message>> {
        if let Some(answers) = self.question() {
            return vec![self.row_of(answers)];
        }
        let mut messages = match self.game.shown_termination() {
            Some(_) => self.next_steps().to_vec(),
            None => vec![Do(TakeBack), Hint, Do(OfferDraw), Do(Resign)],
        };
        if !self.has_all_links() {
            messages.extend([Menu, Help]);
        }
        let has_room = self.size.0 >= MIN_BUTTON * messages.len() as f32;
        let columns = if has_room { messages.len() } else { messages.len().div_ceil(2) };
        messages
            .chunks(columns)
            .map(|row| self.row_of(row.iter().map(|message| self.button(message))))
            .collect()
    }

    /// Actions of the player after the end of the game. While a resignation can be undone, the button for it takes the place of
    /// "New game" where there is no room for both.
    fn next_steps(&self) -> [Message; 3] {
        let has_no_row = self.game.undo_time_left().is_some() && !self.has_empty_slot();
        [Do(Rematch), Analyze, if has_no_row { Do(UndoResignation) } else { NewGame }]
    }

    /// Buttons of one size.
    fn row_of(&self, buttons: impl IntoIterator<Item = Node<Message>>) -> Node<Message> {
        let buttons = buttons.into_iter().map(|button| button.height(self.metrics.button).fill(1.0));
        row(buttons).gap(self.metrics.button_gap).rigid()
    }

    fn button(&self, message: &Message) -> Node<Message> {
        match message {
            Do(Resign) if self.game.is_watched() => {
                return build::button("Stop match", Do(Resign)).tip("End the match", Key::Escape.cap());
            }
            Do(Resign) if self.game.handover_to().is_some() => {
                return build::button("Show board", Do(Ready)).tip("Show the board", Key::Enter.cap());
            }
            _ => {}
        }
        let is_enabled = self.screen.is_possible(message);
        let button = binding(KEYS, message).button().enabled(is_enabled).primary(*message == Do(Rematch));
        let button = button.glyph(match message {
            Do(TakeBack) => "↶",
            Hint if self.layout.is_touch() => "☼",
            Do(Rematch) if self.layout.is_touch() => "⟳",
            NewGame if self.layout.is_touch() => "+",
            Analyze if self.layout.is_touch() => "◎",
            Do(UndoResignation) if self.layout.is_touch() => "↶",
            Do(OfferDraw) => "½",
            Do(Resign) => "⚑",
            _ => "",
        });
        match (message, self.game.undo_time_left()) {
            (Do(UndoResignation), Some(left)) => {
                let seconds = left.as_secs_f32().ceil();
                match (self.is_wide(), self.layout.is_touch()) {
                    (true, _) => button.labelled(&format!("Undo resignation ({seconds} s)")),
                    (false, true) => button.labelled(&format!("Undo {seconds} s")),
                    (false, false) => button.labelled(&format!("Undo ({seconds} s)")),
                }
            }
            _ => button,
        }
    }

    fn link(&self, message: &Message) -> Node<Message> {
        let (is_wide, sound) = (self.is_wide(), self.env.options.sound);
        if *message == CopyLink {
            let button = build::button(if is_wide { "Copy link" } else { "Link" }, CopyLink).flat();
            return button.key(COPY_LINK).tip("Copy a link to the position", COPY_LINK.cap());
        }
        let binding = binding(KEYS, message);
        let label = match message {
            Mute if !sound => "Muted",
            NewGame if !is_wide => "New",
            CopyGame if !is_wide => "Copy",
            _ => binding.label,
        };
        binding.button().labelled(label).flat()
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::time::Duration;

    use super::*;
    use crate::engine::SearchRequest;
    use crate::game::options::Options;
    use crate::game::worker::Worker;
    use crate::game::{Command, ComputerSettings, GameController, GameSetup, PlayerKind};
    use crate::notation::variants_ini::Variants;
    use crate::rules::{ByColor, Color, Move, Position};
    use crate::view::screen::{Context, Screen};
    use crate::view::screens::play::offer::Offer;
    use crate::view::widgets::board::animation::Speed;
    use crate::view::widgets::lower::{Element, lower};
    use crate::view::widgets::{Control, Weight};

    struct Silent;

    impl Worker<SearchRequest, Move> for Silent {
        fn start(&mut self, _task: SearchRequest) {}
        fn poll(&mut self) -> Option<Move> {
            None
        }
        fn cancel(&mut self) {}
    }

    /// The elements of the screen of a game after `commands`, in a window of `size`.
    fn elements(two: bool, commands: &[Command], offer: Option<Offer>, size: (f32, f32)) -> Vec<Element> {
        let chess = Variants::built_in().get("xxl").expect("built in");
        let position = Position::start(&chess).expect("a start");
        let black = if two { PlayerKind::Human } else { PlayerKind::Computer };
        let players = ByColor { white: PlayerKind::Human, black };
        let options = Options::default();
        let mut game = Game::new(GameSetup { position, players, controls: ByColor::default(), options });
        for &command in commands {
            game.apply(command);
        }
        let settings = ComputerSettings { seed: 0, deterministic: true, pause: Duration::ZERO };
        let controller = GameController::new(game, Box::new(Silent), settings);
        let speed = Speed { pixels_a_frame: 1.0, longest: Duration::ZERO };
        let mut env = Context::new(options, speed, Rc::default()).env;
        (env.size, env.page) = (size, Some("page".into()));
        let screen = PlayScreen::new(controller, Color::White, offer);
        lower(screen.screen.view(&env), &|_, count, _, _| 0..count).0
    }

    /// The game screens of all forms: in progress, with a draw offer, with an offer beside the board, and after the end.
    fn all_elements() -> Vec<Vec<Element>> {
        let sizes = [(792.0, 672.0), (480.0, 400.0), (1280.0, 800.0), (390.0, 844.0), (200.0, 200.0)];
        let of_size = |size| {
            [
                elements(false, &[], None, size),
                elements(true, &[OfferDraw], None, size),
                elements(false, &[], Some(Offer::LEARN), size),
                elements(false, &[Resign], None, size),
            ]
        };
        sizes.into_iter().flat_map(of_size).collect()
    }

    /// In all forms, every button of the game has a tip with its key: during a game, a draw offer, an offer beside the
    /// board, and after the end.
    #[test]
    fn every_button_of_the_game_has_a_tip_with_its_key() {
        for elements in all_elements() {
            let mut buttons = 0;
            for element in &elements {
                let Some(Control::Button(button)) = element.control() else { continue };
                let cap = element.body.tip.as_ref().map(|tip| tip.cap.as_str());
                assert!(cap.is_some_and(|cap| !cap.is_empty()), "{}: {cap:?}", button.label);
                buttons += 1;
            }
            assert!(buttons > 0);
        }
    }

    /// In all forms and states of a game at most one button is the main one.
    #[test]
    fn at_most_one_button_of_the_game_is_the_main_one() {
        for elements in all_elements() {
            let is_main = |element: &&Element| matches!(element.control(), Some(Control::Button(button)) if button.weight == Weight::Strong);
            assert!(elements.iter().filter(is_main).count() <= 1);
        }
    }
}
