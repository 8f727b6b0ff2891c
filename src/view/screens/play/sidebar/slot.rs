//! Slot between moves and buttons: message, result, offers and the card of a piece.

use super::{Message, Sidebar, touch};
use crate::game::results::is_rated;
use crate::game::{Command, PlayerKind, Termination};
use crate::rules::{Color, Piece};
use crate::view::form::Form;
use crate::view::input::Key;
use crate::view::scene::TextRole;
use crate::view::screens::play::keys::{DECLINE, KEYS};
use crate::view::screens::play::offer::Offer;
use crate::view::text::counted;
use crate::view::widgets::build::button;
use crate::view::widgets::keymap::{binding, cap};
use crate::view::widgets::node::{Ink, Surface, column, paragraph, row, space, text};
use crate::view::widgets::{Node, piece_card};

/// Height of a slot that has room for a card, a result or an offer, in pixels of the design.
const HEIGHT: f32 = 156.0;
/// Line below the result of a game in which the player had help.
const UNCOUNTED: &str = "Not counted for your rating, because you had help";
/// Hint in the empty slot for a player with a mouse.
const IDLE: &str = "Point at a piece to see how it moves.";
/// Hint in the empty slot for a player with a touch screen.
const IDLE_FOR_FINGERS: &str = "Hold a finger on a piece to see how it moves.";

/// Content of the slot below a message.
enum Content<'a> {
    Card(Piece),
    Result,
    DrawOffer,
    Offer(&'a Offer),
    /// A hint for the player where nothing else is shown.
    Idle,
    Nothing,
}

impl Sidebar<'_> {
    /// The first content that applies. A card never hides buttons.
    fn content(&self) -> Content<'_> {
        let has_card = match self.form {
            _ if self.layout.is_touch() => self.touch_slot() >= touch::CARD,
            Form::Strip => self.size.1 >= 120.0,
            // A narrow sidebar has room for a long notice alone.
            _ => self.is_wide() || !self.has_long_notice(),
        };
        match (self.card.filter(|_| has_card), &self.screen.offer) {
            _ if self.game.shown_termination().is_some() => Content::Result,
            _ if self.is_draw_offered() => Content::DrawOffer,
            // A narrow sidebar has no room for both an offer and a notice, which disappears by itself.
            (_, Some(offer)) if self.is_wide() || !self.has_notice() => Content::Offer(offer),
            (Some(piece), None) => Content::Card(piece),
            _ if self.has_words() => Content::Nothing,
            _ if self.has_idle_slot() && self.env.options.piece_card => Content::Idle,
            _ => Content::Nothing,
        }
    }

    /// Whether a hint stands in the empty slot.
    fn has_idle_slot(&self) -> bool {
        self.has_empty_slot() || self.layout.is_touch() && self.touch_slot() >= touch::CARD
    }

    /// Whether the slot has room for one line only.
    fn is_low_slot(&self) -> bool {
        self.layout.is_touch() && self.touch_slot() < touch::CARD
    }

    fn has_message(&self) -> bool {
        self.notice.is_some() || self.game.message().is_some()
    }

    /// The notice where it replaces the message. After the end it is a line below the result, if there is room.
    fn headline(&self) -> Option<&str> {
        self.notice.filter(|_| self.game.shown_termination().is_none() || !self.has_result_lines())
    }

    /// Whether there are lines below the result. A low strip has room for the message only.
    fn has_result_lines(&self) -> bool {
        self.form != Form::Tiny && (self.form != Form::Strip || self.has_all_links() && !self.is_low_slot())
    }

    fn has_notice(&self) -> bool {
        self.notice.is_some() || self.game.notice().is_some()
    }

    fn has_words(&self) -> bool {
        self.has_message() || self.screen.review.is_past()
    }

    /// Whether the slot has more than a hint. A result and a draw offer always have a message.
    pub(super) fn has_slot(&self) -> bool {
        self.has_words() || matches!(self.content(), Content::Card(_) | Content::Offer(_))
    }

    /// Whether the notice is so long that a narrow sidebar gives it more room and a smaller font.
    pub(super) fn has_long_notice(&self) -> bool {
        self.notice.is_some_and(|notice| notice.chars().count() >= 40)
    }

    pub(super) fn slot(&self) -> Node<Message> {
        let content = self.content();
        if !self.has_words() && matches!(content, Content::Nothing) {
            return self.links_in_slot().unwrap_or_else(space);
        }
        let is_wide = self.is_wide();
        let has_room = !(self.is_low_slot() && self.screen.review.is_past());
        let message = self.message().when(self.has_message() && has_room);
        let score = self
            .score()
            .filter(|_| is_wide)
            .map(|score| text(score).bold().sized(17.0).ink(Ink::Faint).rigid());
        let message = match score {
            Some(score) => row([message.fill(1.0), score]).gap(8.0).rigid(),
            None => message,
        };
        let mut parts: Vec<_> = self.past().into_iter().chain([message]).collect();
        match content {
            Content::Card(piece) => {
                let card = piece_card::node(self.game.position().variant(), piece, self.layout.bottom);
                let fills = self.has_empty_slot() || self.form == Form::Strip;
                parts.push(if fills { card.fill(1.0) } else { card.height(118.0).shrink() });
            }
            Content::Result => parts.extend(self.result()),
            Content::DrawOffer => parts.extend(self.answers()),
            Content::Offer(offer) => {
                parts.push(paragraph(offer.question).sized(self.metrics.text).bold().rigid());
                parts.extend(offer.details.iter().map(|line| {
                    paragraph(line).sized(self.metrics.small).smallest(8.0).ink(Ink::Soft).shrink()
                }));
                parts.push(space().fill(1.0));
                parts.extend(self.answers());
            }
            Content::Idle => {
                let words = if self.layout.is_touch() { IDLE_FOR_FINGERS } else { IDLE };
                let idle = paragraph(words).ink(Ink::Faint).sized(12.0).centered().middle().whole();
                parts.push(idle.fill(1.0));
            }
            Content::Nothing => {}
        }
        let slot = column(parts).surface(Surface::Box).gap(if is_wide { 6.0 } else { 4.0 });
        let slot = slot.padding(if is_wide { 12.0 } else { 5.0 }).shrink();
        let has_ended = self.game.shown_termination().is_some();
        match (is_wide, self.has_empty_slot()) {
            (true, _) if has_ended => slot.min_height(HEIGHT),
            (true, _) => slot.height(HEIGHT),
            (false, true) if self.has_long_notice() || self.screen.offer.is_some() => slot.min_height(HEIGHT),
            (false, true) if !has_ended => slot.height(HEIGHT),
            _ => slot,
        }
    }

    /// The notice, or the message of the game.
    pub(super) fn message(&self) -> Node<Message> {
        let notice = self.headline();
        let words = notice.map(str::to_owned).or_else(|| self.game.message()).unwrap_or_default();
        let is_alarm = notice.is_none() && self.game.is_king_threatened();
        let role = if notice.is_some() { TextRole::Label } else { TextRole::Message };
        let words = paragraph(words).role(role).ink(if is_alarm { Ink::Alarm } else { Ink::Text });
        match (self.is_wide(), self.has_long_notice()) {
            (true, _) => words.bold().sized(17.0).smallest(8.0),
            (false, true) => words.sized(self.metrics.small).smallest(8.0).centered().middle(),
            (false, false) => words.bold().sized(self.metrics.title).smallest(8.0).centered().middle(),
        }
    }

    /// Notice that an earlier position is shown.
    fn past(&self) -> Option<Node<Message>> {
        let parts = self.screen.review.notice()?;
        let block = if self.form == Form::Strip { paragraph } else { text };
        let is_wide = self.is_wide();
        let is_small = !is_wide && self.layout.unit() < 0.9;
        let line = |words: String| {
            let words = if is_small { words.replace(" of ", "/") } else { words };
            block(words).role(TextRole::Past).ink(Ink::OnAccent).sized(12.0)
        };
        let parts = parts.map(line);
        let notice =
            if is_wide { row(parts).gap(6.0).justify_between() } else { column(parts.map(Node::centered)) };
        let notice = notice.padded(if is_wide { 8.0 } else { 1.0 }, 3.0).rigid().surface(Surface::Accent);
        let present = Message::GoTo(usize::MAX);
        Some(binding(KEYS, &present).tip(notice.on_press(present)))
    }

    /// The points of White and Black after the end.
    fn score(&self) -> Option<&'static str> {
        Some(match self.game.shown_termination()?.winner() {
            Some(Color::White) => "1–0",
            Some(Color::Black) => "0–1",
            None => "½–½",
        })
    }

    /// The winner where the message names only the loser, or the opponent of a person.
    fn opponent(&self) -> Option<String> {
        match (self.game.shown_termination(), self.game.only_human()) {
            (Some(Termination::Resignation { winner }), _) => Some(format!("{} won", self.name(winner))),
            (_, Some(person)) => Some(format!("against {}", self.name(!person))),
            (_, None) => None,
        }
    }

    /// Length and opponent of the finished game, and buttons for the next one.
    fn result(&self) -> Vec<Node<Message>> {
        let is_wide = self.is_wide();
        let moves = self.game.moves().len().div_ceil(2);
        let moves = (moves > 0).then(|| counted(moves, "move"));
        // Beside the wide message there is room for the score.
        let score = self.score().filter(|_| !is_wide).map(str::to_owned);
        let length: Vec<_> = score.into_iter().chain(moves).collect();
        let length = (!length.is_empty()).then(|| length.join(" · "));
        let mut lines: Vec<_> = [length, self.opponent(), self.accuracy()].into_iter().flatten().collect();
        if is_wide {
            lines = vec![lines.join(" · ")];
        }
        let score = self.env.match_score.as_ref().filter(|_| self.game.is_watched());
        let is_uncounted = self.game.is_assisted() && is_rated(self.game.setup());
        let note = score.or(self.env.result_note.as_ref()).map(AsRef::as_ref);
        lines.extend(note.or(is_uncounted.then_some(UNCOUNTED)).map(str::to_owned));
        let lines = self.notice.map(str::to_owned).into_iter().chain(lines);
        // Where there is not room for all lines, the first ones are shown.
        let words = (1..).zip(lines).map(|(rank, words)| {
            let words = paragraph(words).sized(self.metrics.small).ink(Ink::Soft).whole();
            let words = words.shrink_with_rank(rank);
            if is_wide { words } else { words.centered() }
        });
        if self.form == Form::Strip {
            // The buttons of a strip are in the row of all buttons.
            return words.filter(|_| self.has_result_lines()).collect();
        }
        let next = self.next_steps();
        let rows = next.chunks(if is_wide { 2 } else { 1 });
        let rows = rows.map(|row| self.row_of(row.iter().map(|message| self.button(message))));
        words.chain([space().fill(1.0)]).chain(rows).chain(self.undo()).collect()
    }

    /// The button to undo a resignation where it has a row of its own. The row stays when the time is over, so that the
    /// buttons above it do not move.
    fn undo(&self) -> Option<Node<Message>> {
        let is_resignation = matches!(self.game.shown_termination(), Some(Termination::Resignation { .. }));
        let has_room = self.has_empty_slot() && is_resignation;
        let undo = self.button(&Message::Do(Command::UndoResignation)).flat();
        let row = column([undo.fill(1.0).when(self.game.undo_time_left().is_some())]);
        has_room.then(|| row.height(self.metrics.link).rigid())
    }

    /// The accuracy of the human players, once the game has been analysed.
    fn accuracy(&self) -> Option<String> {
        let analysis = self.screen.analysis.as_ref().filter(|analysis| analysis.is_for(self.game))?;
        match self.game.only_human() {
            Some(person) => Some(format!("accuracy {}%", analysis.summary(person).accuracy?)),
            None => analysis.accuracy_of_both(),
        }
    }

    /// Whether a human is offered a draw and is at the board.
    fn is_draw_offered(&self) -> bool {
        self.game.draw_offer().is_some_and(|offering| self.game.player(!offering) == PlayerKind::Human)
            && self.game.handover_to().is_none()
    }

    /// The buttons that answer a question. In a strip they are in the row of all buttons.
    fn answers(&self) -> Option<Node<Message>> {
        let buttons = self.question().filter(|_| self.form != Form::Strip)?;
        Some(if self.is_wide() {
            self.row_of(buttons)
        } else {
            column(buttons.map(|button| button.height(self.metrics.button).rigid())).gap(5.0)
        })
    }

    /// The two answers to a question, if there is one: a move that waits for a second tap, a draw offer, a game to resume, or
    /// the lessons.
    pub(super) fn question(&self) -> Option<[Node<Message>; 2]> {
        let confirm = self.screen.board.confirm_buttons(Message::Confirm);
        if let Some(answers) = confirm.filter(|_| !self.screen.review.is_past()) {
            return Some(answers);
        }
        let (yes, no) = if self.is_draw_offered() {
            let answer = |accepts| Message::Do(Command::AnswerDrawOffer(accepts));
            let accept = binding(KEYS, &Message::Do(Command::OfferDraw)).keys;
            let yes = button("Accept", answer(true)).tip("Agree to a draw", cap(accept));
            (yes, button("Decline", answer(false)).tip("Go on with the game", DECLINE.cap()))
        } else {
            let offer = self.screen.offer.as_ref()?;
            let yes = button(offer.accept, Message::AnswerOffer(true));
            let no = button("Not now", Message::AnswerOffer(false));
            (yes.tip(offer.help, Key::Enter.cap()), no.tip("Close this question", DECLINE.cap()))
        };
        Some([yes.primary(true), no.key(DECLINE)])
    }
}
