//! List of all puzzles, with ticks.

use super::Puzzles;
use crate::game::puzzle::selection::Selection;
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Action, Effects, Env, Screen};
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, rows};
use crate::view::widgets::node::{Ink, Surface, column, row, space, text};

/// Height of a row with the space below it.
const ROW: f32 = 36.0;

pub struct ListScreen {
    puzzles: Puzzles,
    selected: usize,
}

#[derive(Clone, Debug)]
pub enum Message {
    Select(usize),
    Open(usize),
    Close,
}

impl ListScreen {
    /// The first puzzle that is not solved is selected.
    pub fn new(puzzles: Puzzles) -> Host<Self> {
        let selected = puzzles.book.borrow().next(&Selection::List, &[]).unwrap_or_default();
        Host::new(Self { puzzles, selected })
    }
}

impl Screen for ListScreen {
    type Message = Message;

    fn view(&self, _env: &Env) -> Node<Message> {
        let (book, selected) = (self.puzzles.book.borrow(), self.selected);
        let heading = row([
            text("All puzzles").bold().sized(PAGE.heading).smallest(14.0).rigid(),
            text(book.solved_text()).ink(Ink::Faint).sized(PAGE.text).fill(1.0),
            button("Back", Message::Close).key(Key::Escape).height(PAGE.button).width(80.0).rigid(),
        ]);
        let puzzles = self.puzzles.clone();
        let list = rows(book.count(), ROW, move |place| line(&puzzles, place, place == selected));
        let list = list.anchored(Some(selected)).selected(selected, Message::Select).fill(1.0);
        let state = if book.record(selected).solved { " Solved." } else { "" };
        let task = book.puzzle(selected).instruction();
        column([heading.gap(14.0).align_center().height(PAGE.button), list])
            .gap(12.0)
            .padding(16.0)
            .on_keys(&[Key::Home], Message::Select(0))
            .on_keys(&[Key::End], Message::Select(usize::MAX))
            .on_keys(&[Key::Enter, Key::Space], Message::Open(selected))
            .spoken(format!("{}: {task}.{state}", self.puzzles.title(&book, selected, false)))
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        match message {
            Message::Select(place) => self.selected = place.min(self.puzzles.book.borrow().count() - 1),
            Message::Open(number) => {
                let solve = self.puzzles.solve(Selection::List, number);
                effects.request(Action::CloseThen(Box::new(solve)));
            }
            Message::Close => effects.close(),
        }
    }
}

/// Mark, title, instruction and rating of a puzzle.
fn line(puzzles: &Puzzles, place: usize, is_selected: bool) -> Node<Message> {
    let book = puzzles.book.borrow();
    let (record, puzzle) = (book.record(place), book.puzzle(place));
    let word =
        |words: String, ink| text(words).sized(PAGE.text).ink(if is_selected { Ink::OnActive } else { ink });
    let mark = match (record.to_retry, record.solved) {
        (true, _) => word("✗".to_owned(), Ink::Alarm),
        (_, true) => word("✓".to_owned(), Ink::Accent).bold(),
        _ => space(),
    };
    let rating = puzzles.rating(&book, place, false).map_or_else(String::new, |rating| rating.to_string());
    let words = row([
        mark.centered().width(24.0).rigid(),
        word(puzzles.title(&book, place, false), Ink::Text).fill(0.45),
        word(puzzle.instruction(), Ink::Soft).fill(0.55),
        word(rating, Ink::Faint).right().width(50.0).rigid(),
    ]);
    let words = words.gap(6.0).padded(6.0, 0.0).align_center().fill(1.0);
    let surface = if is_selected { Surface::Active } else { Surface::Row };
    column([words.surface(surface).on_press(Message::Open(place)), space().height(4.0)])
}
