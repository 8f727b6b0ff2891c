//! Solving: the puzzles of a selection one after the other.

use super::book::Book;
use super::keys::{self, Id, KeyAction};
use crate::game::analysis::Analysis;
use crate::game::options::Options;
use crate::game::puzzle::progress::{Attempt, AttemptResult, Details};
use crate::game::puzzle::selection::Selection;
use crate::game::puzzle::solver::PuzzleSolver;
use crate::game::puzzle::{PuzzleController, PuzzleHint, PuzzleState};
use crate::game::{Command, Event};
use crate::notation::fen;
use crate::rules::Piece;
use crate::view::input::InputEvent;
use crate::view::layout::Layout;
use crate::view::scene::Scene;
use crate::view::screen::{Action, Context, Env};
use crate::view::screens::help::HelpScreen;
use crate::view::screens::play::announce::Announcer;
use crate::view::screens::play::game_board::GameBoard;
use crate::view::screens::play::notice::Toast;
use crate::view::widgets::board::BoardResponse;
use crate::view::widgets::board::marks::{REFUTATION, draw_mark};
use crate::view::widgets::piece_card::Card;
use crate::view::widgets::{Pen, Ui, UiEvent};

const COPIED: &str = "Position copied (FEN)";
const NO_MORE: &str = "There are no more of these puzzles";

pub struct Solving {
    pub(super) run: PuzzleController,
    pub(super) selection: Selection,
    /// The numbers of the puzzles of this sitting. The one on the board is at `place`.
    seen: Vec<usize>,
    place: usize,
    /// The result of the attempt at the puzzle on the board, once it is known.
    result: Option<AttemptResult>,
    /// By how much it has changed the player's rating.
    pub(super) rating_change: Option<i32>,
    /// Length of the streak that it has ended.
    pub(super) ended_streak: Option<usize>,
    board: GameBoard,
    /// The last announced message.
    announced: Option<String>,
    pub(super) notice: Option<Toast>,
    pub(super) ui: Ui<Id>,
}

impl Solving {
    /// Begins with the first puzzle of the list that is not solved.
    pub fn new(book: &Book, solver: Box<PuzzleSolver>, options: Options) -> Self {
        let number = book.next(&Selection::List, &[]).unwrap_or_default();
        Self {
            run: PuzzleController::new(book.puzzle(number).clone(), solver, options),
            selection: Selection::List,
            seen: vec![number],
            place: 0,
            result: None,
            rating_change: None,
            ended_streak: None,
            board: GameBoard::default(),
            announced: None,
            notice: None,
            ui: Ui::default(),
        }
    }

    /// Begins a sitting with the puzzle `number`, from `selection`.
    pub fn begin(&mut self, book: &Book, selection: Selection, number: usize) {
        self.selection = selection;
        self.seen.clear();
        self.go_to(number, book);
    }

    /// The number of the puzzle on the board.
    pub fn number(&self) -> usize {
        self.seen.get(self.place).copied().unwrap_or_default()
    }

    pub fn options(&self) -> Options {
        self.run.options()
    }

    /// Whether the puzzle has been solved, or its solution shown.
    pub fn is_over(&self) -> bool {
        matches!(self.run.state(), PuzzleState::Solved | PuzzleState::Shown)
    }

    fn layout(&self, ctx: &Env) -> Layout {
        let game = self.run.game();
        let rules = game.position().variant().rules();
        Layout::scaled(ctx.size, (rules.files, rules.ranks), game.orientation(), ctx.theme().scale())
    }

    /// Carries out the action of a key or a button.
    fn act(&mut self, action: KeyAction, book: &mut Book, ctx: &mut Context) -> Option<Action> {
        match action {
            KeyAction::Hint if self.run.state() != PuzzleState::Open => {}
            KeyAction::Hint => {
                self.finish(AttemptResult::Wrong, book, ctx);
                self.run.request_hint();
            }
            KeyAction::Solution => {
                self.finish(AttemptResult::Wrong, book, ctx);
                self.board.widget.release();
                let events = self.run.show_solution();
                self.show(&events, false, ctx);
            }
            KeyAction::Restart => {
                self.board.widget.release();
                let events = self.run.restart();
                self.show(&events, false, ctx);
            }
            KeyAction::Analyze if !self.is_over() => {}
            KeyAction::Analyze => {
                let game = self.run.game();
                return Some(Action::Analyze {
                    analysis: Box::new(Analysis::new(game)),
                    ending: game.message().filter(|_| game.termination().is_some()),
                    bottom: self.run.puzzle().side(),
                });
            }
            KeyAction::Previous => self.previous(book),
            KeyAction::Next => self.next(book),
            KeyAction::Copy => {
                ctx.effects.clipboard = Some(fen::format(self.run.game().position()));
                self.notify(COPIED);
            }
            KeyAction::Help => {
                let rows = keys::BINDINGS.iter().map(|row| (row.cap, row.help)).chain(keys::MOUSE).collect();
                return Some(Action::Open(Box::new(HelpScreen::of(rows))));
            }
            KeyAction::Close => return Some(Action::Close),
        }
        None
    }

    fn previous(&mut self, book: &Book) {
        if self.selection == Selection::List {
            let number = (self.number() + book.count() - 1) % book.count();
            self.begin(book, Selection::List, number);
        } else if let Some(place) = self.place.checked_sub(1) {
            self.show_puzzle(place, book);
        }
    }

    fn next(&mut self, book: &Book) {
        if self.selection == Selection::Day {
            self.selection = Selection::Mixed;
        }
        if self.place + 1 < self.seen.len() {
            self.show_puzzle(self.place + 1, book);
            return;
        }
        match book.next(&self.selection, &self.seen) {
            Some(number) => self.go_to(number, book),
            None => self.notify(NO_MORE),
        }
    }

    /// Adds the puzzle `number` to those of this sitting and shows it.
    fn go_to(&mut self, number: usize, book: &Book) {
        self.seen.push(number);
        self.show_puzzle(self.seen.len() - 1, book);
    }

    fn show_puzzle(&mut self, place: usize, book: &Book) {
        self.place = place;
        (self.result, self.rating_change, self.ended_streak) = (None, None, None);
        self.run.open(book.puzzle(self.number()).clone());
        self.board.widget.slides.clear();
        self.board.widget.clear();
        self.introduce(book);
    }

    /// Announces the puzzle on the board.
    pub fn introduce(&mut self, book: &Book) {
        let (title, task) = (book.title(self.number()), self.run.puzzle().instruction());
        let place = match &self.selection {
            Selection::List => format!("Puzzle {} of {}", self.number() + 1, book.count()),
            selection => selection.title(),
        };
        self.board.announcer = Announcer::introduced(&format!("{place}: {title}. {task}."), self.run.game());
        self.announced = None;
    }

    fn notify(&mut self, words: &'static str) {
        self.board.announcer.add(words.to_owned());
        self.notice = Some(Toast::answer(words));
    }

    /// Logs the result of the attempt. A puzzle that is solved after an error is solved all the same.
    fn finish(&mut self, result: AttemptResult, book: &mut Book, ctx: &mut Context) {
        let result = match (self.result, result) {
            (None, result) => result,
            (Some(AttemptResult::Wrong), AttemptResult::Right) => AttemptResult::Solved,
            _ => return,
        };
        self.result = Some(result);
        let puzzle = self.run.puzzle();
        let (date, rating, selection) = (book.today, puzzle.rating, self.selection.clone());
        let attempt = Attempt { id: puzzle.id(), details: Some(Details { date, result, rating, selection }) };
        let streak = book.progress.streak();
        let change = book.add(attempt.clone());
        self.rating_change = self.rating_change.or(change);
        if change.is_some() {
            self.board.announcer.add(format!("Your rating: {}.", book.rating_text()));
        }
        if self.selection == Selection::Streak && result == AttemptResult::Wrong {
            self.ended_streak = Some(streak);
        }
        ctx.effects.attempts.push(attempt);
    }

    pub fn handle(&mut self, event: &InputEvent, book: &mut Book, ctx: &mut Context) -> Option<Action> {
        let layout = self.layout(ctx);
        if !self.board.widget.is_picking() && !matches!(event, InputEvent::Key { .. }) {
            let page = self.page(book, &layout);
            match self.ui.update(&page, event) {
                UiEvent::Pressed(Id::Button(action)) => return self.act(action, book, ctx),
                UiEvent::Ignored | UiEvent::Pressed(Id::Card) => {}
                UiEvent::Handled | UiEvent::Chosen(..) | UiEvent::Edited(..) => return None,
            }
        }
        let game = self.run.game();
        match self.board.handle(event, game, &game.player_view(), &layout, ctx) {
            BoardResponse::Ignored => {
                let action = match *event {
                    InputEvent::Key { key, control: false } => keys::action(key),
                    InputEvent::Typed('?') => Some(KeyAction::Help),
                    _ => None,
                };
                return action.and_then(|action| self.act(action, book, ctx));
            }
            BoardResponse::Handled | BoardResponse::CursorMoved => {}
            BoardResponse::Command { command, .. } => {
                let dropped = matches!(command, Command::Drop { .. });
                let events = self.run.apply(command);
                self.show(&events, dropped, ctx);
            }
        }
        None
    }

    /// Shows what happened on the board; a piece that was `dropped` does not slide. If a wrong move is taken back during
    /// a drag, the drag goes on.
    fn show(&mut self, events: &[Event], dropped: bool, ctx: &Env) {
        self.board.show(events, self.run.game(), dropped, ctx);
        self.run.set_unshown_moves(self.board.widget.slides.pending());
    }

    /// The piece whose card is shown: the one under the resting pointer.
    pub(super) fn explained(&self) -> Option<Piece> {
        self.run.game().player_view().piece_at(self.board.widget.rested()?)
    }

    /// Lets time pass; the reply to a move may arrive.
    pub fn tick(&mut self, book: &mut Book, ctx: &mut Context) {
        self.board.widget.tick(ctx.elapsed);
        self.ui.tick(ctx.elapsed);
        self.notice = self.notice.take().and_then(|notice| notice.after(ctx.elapsed, false));
        let events = self.run.tick(ctx.elapsed);
        match self.run.state() {
            PuzzleState::Wrong => self.finish(AttemptResult::Wrong, book, ctx),
            PuzzleState::Solved => self.finish(AttemptResult::Right, book, ctx),
            _ => {}
        }
        self.show(&events, false, ctx);
    }

    /// Whether the puzzle was solved at the first try.
    pub(super) fn was_right(&self) -> bool {
        self.result == Some(AttemptResult::Right)
    }

    /// The message to the player.
    pub(super) fn message(&self, book: &Book) -> Option<String> {
        let is_over = self.is_over() || self.run.state() == PuzzleState::Showing;
        match (self.ended_streak, self.result) {
            (Some(streak), _) if !is_over => {
                let best = book.progress.best_streak();
                Some(format!("Streak over: {streak} solved. Best: {best}."))
            }
            (_, Some(AttemptResult::Solved)) if self.run.state() == PuzzleState::Solved => {
                Some("Solved, but not at the first try".to_owned())
            }
            _ => self.run.message(),
        }
    }

    fn announce(&mut self, book: &Book, ctx: &mut Context) {
        let message = self.message(book);
        if message != self.announced {
            self.announced.clone_from(&message);
            message.into_iter().for_each(|message| self.board.announcer.add(message));
        }
        self.board.push_effects(self.run.game(), &ctx.env, &mut ctx.effects);
    }

    /// Pushes effects after the input of a frame.
    pub fn push_effects(&mut self, book: &Book, ctx: &mut Context) {
        ctx.effects.cursor = self.ui.cursor();
        ctx.effects.waiting |= matches!(self.run.state(), PuzzleState::Checking | PuzzleState::Showing);
        self.announce(book, ctx);
    }

    pub fn draw(&self, book: &Book, ctx: &Env, scene: &mut Scene) {
        scene.clear();
        let (layout, theme, items) = (self.layout(ctx), ctx.theme(), &mut scene.items);
        let game = self.run.game();
        let player_view = game.player_view();
        let hint = self.run.hint().map(|hint| match hint {
            PuzzleHint::Piece(square) => (square, square),
            PuzzleHint::Move(from, to) => (from, to),
        });
        let view = self.board.widget.view(&player_view, &layout, &theme);
        self.board.widget.draw(&view, hint, items);
        if let Some(reply) = self.run.last_refutation() {
            draw_mark(reply, REFUTATION, &layout, items);
        }
        let page = self.page(book, &layout);
        self.ui.draw(&page, &theme, items);
        if let (Some(piece), Some(area)) = (self.explained(), page.rect(Id::Card)) {
            let card = Card { variant: &player_view.variant, piece, bottom: layout.bottom };
            card.draw(&mut Pen { theme: &theme, unit: page.unit(), items }, area.inset(7.0 * page.unit()));
        }
        self.board.widget.draw_above(&view, items);
    }
}
