//! Puzzles: the start page, the screen to solve them, the list of all puzzles, and the statistics.

pub mod book;
mod list;
mod mistake;
pub mod mistakes;
mod panel;
pub mod solving;
pub mod start;
pub mod statistics;

use std::cell::RefCell;
use std::rc::Rc;

use crate::game::options::Options;
use crate::game::puzzle::Puzzle;
use crate::game::puzzle::mistake::MistakeExplainer;
use crate::game::puzzle::progress::{Date, Progress};
use crate::game::puzzle::selection::Selection;
use crate::game::worker::PuzzleSolver;
use crate::view::host::Host;
use crate::view::screen::Action;
use book::Book;
use mistakes::Workers;
use solving::PuzzleScreen;
use start::StartScreen;

/// Data that the screens of the puzzles share.
#[derive(Clone)]
pub struct Puzzles {
    book: Rc<RefCell<Book>>,
    make_solver: Rc<dyn Fn() -> Box<PuzzleSolver>>,
    options: Options,
}

impl Puzzles {
    /// Returns `None` if there are no puzzles.
    pub fn new(
        puzzles: Vec<Puzzle>,
        progress: Progress,
        today: Date,
        make_solver: Rc<dyn Fn() -> Box<PuzzleSolver>>,
        options: Options,
    ) -> Option<Self> {
        let book = Rc::new(RefCell::new(Book::new(puzzles, progress, today)?));
        Some(Self { book, make_solver, options })
    }

    /// The start page. `variants` are names and titles of all variants with puzzles.
    pub fn start(self, variants: Vec<(String, String)>) -> Host<StartScreen> {
        StartScreen::new(self, variants)
    }

    /// The screen to solve all puzzles one after the other, from the first that is not solved.
    pub fn solve_all(self) -> Host<PuzzleScreen> {
        let first = self.book.borrow().next(&Selection::List, &[]).unwrap_or_default();
        PuzzleScreen::new(self, Selection::List, first)
    }

    /// The screen to find better moves than the mistakes. The analyst checks them, and the explainer finds out why the mistakes
    /// were bad. `others` is the number of the other side's mistakes, if they come from the analysis board.
    pub fn learn(self, (analyst, limits, explainer): Workers, others: Option<usize>) -> Host<PuzzleScreen> {
        let first = self.book.borrow().next(&Selection::Mistakes, &[]).unwrap_or_default();
        let mut screen = PuzzleScreen::of(self, Selection::Mistakes, first);
        screen.run = screen.run.with_analyst(analyst, limits);
        screen.explainer = Some(MistakeExplainer::new(explainer));
        screen.others = others;
        Host::new(screen)
    }

    /// Title of a puzzle. A title or a rating that would give the solution away can be hidden until the puzzle is over,
    /// now or before.
    fn title(&self, book: &Book, number: usize, is_over: bool) -> String {
        let is_hidden = self.hides(book, number, is_over);
        if is_hidden { format!("Puzzle {}", number + 1) } else { book.title(number) }
    }

    fn rating(&self, book: &Book, number: usize, is_over: bool) -> Option<u16> {
        book.puzzle(number).rating.filter(|_| !self.hides(book, number, is_over))
    }

    fn hides(&self, book: &Book, number: usize, is_over: bool) -> bool {
        self.options.hide_titles && !is_over && !book.record(number).solved
    }

    /// Opens the screen to solve the puzzles of `selection`, the puzzle `number` first.
    fn solve(&self, selection: Selection, number: usize) -> Action {
        Action::Open(Box::new(PuzzleScreen::new(self.clone(), selection, number)))
    }
}
