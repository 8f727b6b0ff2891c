//! Panel of a mistake: the mistakes of the list, what was played and why it was bad, and the buttons.

use std::sync::Arc;

use super::book::Book;
use super::solving::{KEYS, Message, PuzzleScreen};
use crate::game::puzzle::PuzzleState;
use crate::game::puzzle::mistake::{ID, Mistake};
use crate::game::puzzle::progress::AttemptResult;
use crate::view::form::Form;
use crate::view::layout::BoardLayout;
use crate::view::scene::Item;
use crate::view::widgets::Node;
use crate::view::widgets::board::marks::{REFUTATION, draw_dashed, draw_mark};
use crate::view::widgets::board::{is_light, sprite};
use crate::view::widgets::build::{button, cross, picture};
use crate::view::widgets::graph::draw_chip;
use crate::view::widgets::keymap::binding;
use crate::view::widgets::move_tree::{ink, short};
use crate::view::widgets::node::{Ink, Surface, column, paragraph, row, space, text};

const GAP: f32 = 8.0;
/// Number of mistakes that have a button.
const CHIPS: usize = 5;
/// Edge of the drawing of the piece that moved.
const PIECE: f32 = 46.0;
/// Least height of the reason. With it the buttons below the reason stay where they are.
const REASON: f32 = 34.0;
/// Least height of the message. With it the buttons below the message stay where they are.
const MESSAGE: f32 = 44.0;

impl PuzzleScreen {
    /// An arrow for the move of the game, and a dashed one for the reply that makes it bad, while a better move is looked for.
    pub(super) fn mistake_marks(&self, layout: BoardLayout) -> Node<Message> {
        let book = self.puzzles.book.borrow();
        let is_open = self.past.is_none() && self.run.state() == PuzzleState::Open;
        let mistake = book.puzzle(self.number()).mistake.as_ref().filter(|_| is_open);
        let moves = mistake.map(|mistake| (mistake.played, mistake.reply));
        picture(move |pen, _, _| {
            let Some((played, reply)) = moves else { return };
            if let Some(reply) = reply {
                draw_dashed((reply.from, reply.to), REFUTATION, &layout, pen.items);
                draw_mark((reply.to, reply.to), REFUTATION, 1.0, &layout, pen.items);
            }
            draw_mark((played.from, played.to), REFUTATION, 1.0, &layout, pen.items);
        })
    }

    pub(super) fn mistake_panel(&self, book: &Book, mistake: &Mistake, form: Form) -> Node<Message> {
        let (place, count) = (self.number() + 1, book.count());
        let of = if form == Form::Strip { "/" } else { " of " };
        let number = text(format!("{place}{of}{count}")).ink(Ink::Faint).sized(12.0).smallest(9.0).rigid();
        let (played, reason) = (self.played(mistake, form), self.reason(mistake, form));
        let middle = if self.is_at_end() {
            column([self.middle(form).fill(1.0), self.score()])
        } else {
            self.middle(form)
        };
        let (first, last) =
            (self.mistake_buttons(form), self.button_rows(form, &[&[Message::Help, Message::Close]]));
        let panel = match form {
            // Without room for buttons, only their keys work.
            Form::Tiny => column([text("Find a better move.")]),
            Form::Strip => {
                let head = row([self.chips(book).fill(1.0), number]).gap(6.0).align_center().height(26.0);
                let left = column([played, reason.shrink()]).gap(4.0).fill(1.0);
                column([head, row([left, middle.fill(0.8)]).gap(GAP).fill(1.0), first])
            }
            Form::Column => {
                column([number, played, reason.shrink(), middle.min_height(60.0).fill(1.0), first, last])
            }
            Form::Panel => {
                let is_own = mistake.record.tags.get(ID).is_some();
                let side = self.run.puzzle().side().name();
                let title = if is_own {
                    "Learn from your mistakes".to_owned()
                } else {
                    format!("{side}’s mistakes")
                };
                let title = text(title).bold().sized(15.0).smallest(11.0).fill(1.0);
                let head = row([title, number, cross(24.0, Message::Close)]).gap(GAP).align_center();
                let chips = self.chips(book).height(30.0).when(count > 1);
                let rule = format!("{side} to move. Any move that is about as good as the best one counts.");
                let rule = paragraph(rule).ink(Ink::Faint).sized(12.0);
                let rule = rule.when(!self.is_over() && !self.is_at_end());
                let card = column([played, reason, middle.min_height(MESSAGE), first, rule]);
                column([
                    head,
                    chips,
                    card.gap(12.0).padding(14.0).surface(Surface::Box),
                    space().fill(1.0),
                    last,
                ])
            }
        };
        panel.gap(GAP).padding(GAP)
    }

    /// Buttons of the mistakes around the present one, with a mark on those that have been solved or missed.
    fn chips(&self, book: &Book) -> Node<Message> {
        let number = self.number();
        let first = number.saturating_sub(CHIPS / 2).min(book.count().saturating_sub(CHIPS));
        let chip = |other: usize| {
            let mark = match (book.is_due(other), book.record(other).to_retry) {
                (true, _) => "",
                (false, true) => "✗ ",
                (false, false) => "✓ ",
            };
            let label = format!("{mark}{}", book.puzzle(other).title);
            button(&label, Message::Show(other)).primary(other == number).fill(1.0)
        };
        row((first..book.count().min(first + CHIPS)).map(chip)).gap(4.0)
    }

    /// The mistake that was played, and the task.
    fn played(&self, mistake: &Mistake, form: Form) -> Node<Message> {
        let (is_wide, judgment) = (form == Form::Panel, mistake.judgment(mistake.change.1));
        let size = if is_wide { 15.0 } else { 12.0 };
        let line = |words: String| text(words).sized(size).smallest(9.0);
        let is_own = mistake.record.tags.get(ID).is_some();
        let who = if is_own { "You" } else { self.run.puzzle().side().name() };
        let you = line(format!("{who} played")).rigid();
        let san = line(format!("{}{}", mistake.san(), judgment.glyph())).bold().ink(ink(judgment));
        let played = if form == Form::Column { column([you, san]) } else { row([you, san]).gap(5.0) };
        let task = paragraph("Find a better move.").bold().sized(size + 2.0).smallest(10.0);
        let game = mistake.record.tags.get("Event").unwrap_or_default();
        let game = text(game).ink(Ink::Faint).sized(11.0).smallest(9.0).when(is_wide);
        let words = column([played, task.when(!self.is_over()), game]).gap(3.0);
        let position = &self.run.puzzle().position;
        let piece = position.board().piece_at(mistake.played.from).filter(|_| is_wide);
        let drawing = piece.map(|piece| {
            let (variant, is_light) = (Arc::clone(position.variant()), is_light(mistake.played.from));
            let drawing = picture(move |pen, rect, _| {
                pen.items.push(Item::fill(rect, pen.theme.tile_color(is_light, None)));
                pen.items.push(Item::Sprite(sprite(&variant, piece, None, rect)));
            });
            drawing.width(PIECE).height(PIECE).rigid()
        });
        row(drawing.into_iter().chain([words.fill(1.0)])).gap(12.0).align_center()
    }

    /// Why the move was bad, and the scores before and after it. A reason that names the better move is shown at the end.
    fn reason(&self, mistake: &Mistake, form: Form) -> Node<Message> {
        let words = match mistake.kind() {
            Some(kind) if mistake.is_missed() && !self.is_over() => format!("You {kind}."),
            _ => mistake.reason().to_owned(),
        };
        let size = if form == Form::Panel { 13.0 } else { 11.0 };
        let least = if form == Form::Panel { REASON } else { 0.0 };
        let words = column([paragraph(words).sized(size).smallest(9.0)]).min_height(least);
        let (before, after) = mistake.change;
        let chip = |evaluation| {
            let is_white = mistake.chances(evaluation) >= 0.5;
            let score = short(evaluation);
            picture(move |pen, rect, _| draw_chip(pen, rect, &score, is_white))
                .width(44.0)
                .height(18.0)
                .rigid()
        };
        let note = text("White’s score before and after").ink(Ink::Faint).sized(11.0).smallest(9.0);
        let arrow = text("→").ink(Ink::Faint).sized(12.0).rigid();
        let note = note.fill(1.0).when(form == Form::Panel);
        let scores = row([chip(before), arrow, chip(after), note]).gap(6.0).align_center();
        column([scores, words]).gap(6.0)
    }

    /// How many of the mistakes were solved, failed and skipped.
    fn score(&self) -> Node<Message> {
        let failed = self.results.values().filter(|result| **result == AttemptResult::Wrong).count();
        let (solved, skipped) = (self.results.len() - failed, self.skipped());
        let words = format!("Solved {solved}, failed {failed}, skipped {skipped}");
        text(words).bold().sized(13.0).smallest(9.0).centered().height(20.0)
    }

    fn mistake_buttons(&self, form: Form) -> Node<Message> {
        use Message::{Again, Analyze, Close, Next, OtherSide, Solution};
        if let Some(confirm) = self.confirm_buttons(form) {
            return confirm;
        }
        let first = if self.is_over() { Analyze } else { Solution };
        let has_others = self.others.is_some_and(|others| others > 0);
        if self.is_at_end() {
            return match form {
                Form::Strip if has_others => self.button_rows(form, &[&[first, Again, OtherSide, Close]]),
                Form::Strip => self.button_rows(form, &[&[first, Again, Close]]),
                _ if has_others => self.button_rows(form, &[&[first], &[Again], &[OtherSide]]),
                _ => self.button_rows(form, &[&[first], &[Again]]),
            };
        }
        match form {
            Form::Strip => self.button_rows(form, &[&[first, Next, Close]]),
            Form::Panel => self.button_rows(form, &[&[first, Next]]),
            Form::Column | Form::Tiny => self.button_rows(form, &[&[first], &[Next]]),
        }
    }

    fn button_rows(&self, form: Form, rows: &[&[Message]]) -> Node<Message> {
        use Message::{Again, Close, Help, Next, OtherSide, Solution};
        let (is_over, is_wide) = (self.is_over(), form == Form::Panel);
        let (skipped, others, side) = (self.skipped(), self.others.unwrap_or(0), !self.run.puzzle().side());
        let button = |message: &Message| {
            let button = match message {
                Again if skipped > 0 && is_wide => {
                    return button(&format!("Try the skipped ({skipped})"), Again).fill(1.0);
                }
                Again => return button("Again", Again).fill(1.0),
                OtherSide if is_wide => {
                    return button(&format!("{}’s mistakes ({others})", side.name()), OtherSide).fill(1.0);
                }
                OtherSide => return button(&format!("{}: {others}", side.name()), OtherSide).fill(1.0),
                _ => binding(KEYS, message).button(),
            };
            let button = match message {
                Close if self.is_at_end() && self.others.is_some() && is_wide => {
                    button.labelled("Back to the analysis")
                }
                Next if !is_over => button.labelled("Skip"),
                Next if is_wide => button.labelled("Next mistake"),
                Solution if is_wide => button.labelled("View the solution"),
                Help | Close if form != Form::Strip => button.flat(),
                _ => button,
            };
            button.primary(*message == Next && is_over).fill(1.0)
        };
        let height = form.metrics().button;
        column(rows.iter().map(|line| row(line.iter().map(button)).gap(4.0).height(height))).gap(4.0)
    }
}
