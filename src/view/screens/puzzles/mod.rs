//! Puzzles: a start page to choose from, the solving of them, a list of all, and statistics.

pub mod book;
pub mod keys;
mod list;
mod panel;
mod solving;
mod start;
mod statistics;

use crate::game::options::Options;
use crate::game::puzzle::Puzzle;
use crate::game::puzzle::progress::{Date, Progress};
use crate::game::puzzle::selection::Selection;
use crate::game::puzzle::solver::PuzzleSolver;
use crate::view::input::InputEvent;
use crate::view::scene::Scene;
use crate::view::screen::{Action, Context, Env, OpenScreen, Reply};
use book::Book;
use list::ListPage;
use solving::Solving;
use start::StartPage;
use statistics::StatisticsPage;

/// What a page does after an event.
enum Request {
    /// Begins with a puzzle of this selection.
    Solve(Selection),
    /// Opens the puzzle of this number in the list.
    Open(usize),
    List,
    Statistics,
    /// Goes back to the start page.
    Back,
    Follow(Box<Action>),
}

impl Request {
    fn follow(action: Action) -> Self {
        Self::Follow(Box::new(action))
    }
}

/// The page that is shown.
enum View {
    Start,
    List(ListPage),
    Statistics(StatisticsPage),
    Solving,
}

pub struct PuzzleScreen {
    book: Book,
    /// `None` for the puzzles of a config, which are solved one after the other.
    start: Option<StartPage>,
    solving: Solving,
    view: View,
}

impl PuzzleScreen {
    /// Puzzles to solve one after the other, from the first that is not solved; `None` if there are none.
    pub fn of_list(
        puzzles: Vec<Puzzle>,
        progress: Progress,
        today: Date,
        solver: Box<PuzzleSolver>,
        options: Options,
    ) -> Option<Self> {
        let book = Book::new(puzzles, progress, today)?;
        let mut solving = Solving::new(&book, solver, options);
        solving.introduce(&book);
        Some(Self { book, start: None, solving, view: View::Solving })
    }

    /// The same puzzles below a start page. `variants` are names and titles of all variants with puzzles.
    pub fn with_start(self, variants: Vec<(String, String)>) -> Self {
        let start = StartPage::new(&self.book, variants, self.solving.options());
        Self { start: Some(start), view: View::Start, ..self }
    }

    fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        let book = &mut self.book;
        let request = match &mut self.view {
            View::Start => self.start.as_mut()?.handle(event, ctx),
            View::List(list) => list.handle(event, book, ctx),
            View::Statistics(statistics) => statistics.handle(event, book, ctx),
            View::Solving => match self.solving.handle(event, book, ctx) {
                Some(Action::Close) if self.start.is_some() => Some(Request::Back),
                action => action.map(Request::follow),
            },
        };
        match request? {
            Request::Follow(action) => return Some(*action),
            Request::Back => self.go_back(),
            Request::List => self.view = View::List(ListPage::new(&self.book)),
            Request::Statistics => self.view = View::Statistics(StatisticsPage::new(&self.book)),
            Request::Open(number) => self.solve(Selection::List, number),
            Request::Solve(selection) => {
                if let Some(number) = self.book.next(&selection, &[]) {
                    self.solve(selection, number);
                }
            }
        }
        None
    }

    fn solve(&mut self, selection: Selection, number: usize) {
        self.solving.begin(&self.book, selection, number);
        self.view = View::Solving;
    }

    fn go_back(&mut self) {
        if let Some(start) = &mut self.start {
            start.refresh(&self.book);
            self.view = View::Start;
        }
    }
}

impl OpenScreen for PuzzleScreen {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        let reply = ctx.reply.take_if(|_| ctx.env.is_top);
        if let (Some(Reply::Failed(reason)), Some(start)) = (reply, &mut self.start) {
            start.notice = reason;
        }
        let is_solving = matches!(self.view, View::Solving);
        if input.is_empty() && is_solving {
            self.solving.tick(&mut self.book, ctx);
        }
        let action = input.iter().find_map(|event| self.handle(event, ctx));
        match &mut self.view {
            View::Start => {
                if let Some(start) = &mut self.start {
                    start.push_effects(ctx);
                }
            }
            View::List(list) => list.push_effects(&self.book, ctx),
            View::Statistics(statistics) => statistics.push_effects(&self.book, ctx),
            View::Solving => self.solving.push_effects(&self.book, ctx),
        }
        action
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        scene.clear();
        match &self.view {
            View::Start => {
                if let Some(start) = &self.start {
                    start.draw(&self.book, ctx, scene);
                }
            }
            View::List(list) => list.draw(&self.book, ctx, scene),
            View::Statistics(statistics) => statistics.draw(&self.book, ctx, scene),
            View::Solving => self.solving.draw(&self.book, ctx, scene),
        }
    }
}
