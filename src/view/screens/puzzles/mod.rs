//! Puzzle screen: puzzles are solved one after the other.

pub mod keys;
mod panel;

use crate::game::options::Options;
use crate::game::puzzle::progress::{Attempt, AttemptResult, Date, Details, Progress};
use crate::game::puzzle::selection::Selection;
use crate::game::puzzle::solver::PuzzleSolver;
use crate::game::puzzle::{Puzzle, PuzzleHint, PuzzleSession, PuzzleState};
use crate::game::{Command, Event};
use crate::notation::fen;
use crate::rules::Piece;
use crate::view::input::InputEvent;
use crate::view::layout::Layout;
use crate::view::scene::Scene;
use crate::view::screen::{Action, Context, Screen};
use crate::view::screens::help::HelpScreen;
use crate::view::screens::play::announce::Announcer;
use crate::view::screens::play::game_board::GameBoard;
use crate::view::screens::play::notice::Toast;
use crate::view::widgets::board::BoardResponse;
use crate::view::widgets::piece_card::Card;
use crate::view::widgets::{Pen, Ui, UiEvent};
use keys::KeyAction;
use panel::Id;

const COPIED: &str = "Position copied (FEN)";

pub struct PuzzleScreen {
    puzzles: Vec<Puzzle>,
    place: usize,
    run: PuzzleSession,
    progress: Progress,
    today: Date,
    /// The result of the attempt at the puzzle on the board, once it is known.
    result: Option<AttemptResult>,
    board: GameBoard,
    /// The last announced message.
    announced: Option<String>,
    notice: Option<Toast>,
    ui: Ui<Id>,
}

impl PuzzleScreen {
    /// Starts at the first puzzle that is not solved; `None` if there are no puzzles.
    pub fn new(
        puzzles: Vec<Puzzle>,
        progress: Progress,
        today: Date,
        solver: Box<PuzzleSolver>,
        options: Options,
    ) -> Option<Self> {
        let place = puzzles.iter().position(|puzzle| !progress.is_solved(puzzle)).unwrap_or_default();
        let run = PuzzleSession::new(puzzles.get(place)?.clone(), solver, options);
        let mut screen = Self {
            puzzles,
            place,
            run,
            progress,
            today,
            result: None,
            board: GameBoard::default(),
            announced: None,
            notice: None,
            ui: Ui::default(),
        };
        screen.introduce();
        Some(screen)
    }

    pub fn run(&self) -> &PuzzleSession {
        &self.run
    }

    fn layout(&self, ctx: &Context) -> Layout {
        let game = self.run.game();
        let rules = game.position().variant().rules();
        Layout::scaled(ctx.size, (rules.files, rules.ranks), game.orientation(), ctx.theme().scale())
    }

    /// Carries out the action of a key or a button.
    fn act(&mut self, action: KeyAction, ctx: &mut Context) -> Option<Action> {
        let count = self.puzzles.len();
        match action {
            KeyAction::Hint if self.run.state() != PuzzleState::Open => {}
            KeyAction::Hint => {
                self.finish(AttemptResult::Wrong, ctx);
                self.run.request_hint();
            }
            KeyAction::Solution => {
                self.finish(AttemptResult::Wrong, ctx);
                self.board.widget.release();
                let events = self.run.show_solution();
                self.show(&events, false, ctx);
            }
            KeyAction::Restart => {
                self.board.widget.release();
                let events = self.run.restart();
                self.show(&events, false, ctx);
            }
            KeyAction::Previous => self.go_to((self.place + count - 1) % count),
            KeyAction::Next => self.go_to((self.place + 1) % count),
            KeyAction::Copy => {
                ctx.effects.clipboard = Some(fen::format(self.run.game().position()));
                self.board.announcer.add(COPIED.to_owned());
                self.notice = Some(Toast::answer(COPIED));
            }
            KeyAction::Help => {
                let rows = keys::BINDINGS.iter().map(|row| (row.cap, row.help)).chain(keys::MOUSE).collect();
                return Some(Action::Open(Box::new(HelpScreen::of(rows))));
            }
            KeyAction::Close => return Some(Action::Close),
        }
        None
    }

    fn go_to(&mut self, place: usize) {
        if let Some(puzzle) = self.puzzles.get(place) {
            self.place = place;
            self.result = None;
            self.run.open(puzzle.clone());
            self.board.widget.slides.clear();
            self.board.widget.clear();
            self.introduce();
        }
    }

    /// Announces the puzzle on the board.
    fn introduce(&mut self) {
        let puzzle = self.run.puzzle();
        let (title, task) = (&puzzle.title, puzzle.instruction());
        let number = format!("Puzzle {} of {}: {title}. {task}.", self.place + 1, self.puzzles.len());
        self.board.announcer = Announcer::introduced(&number, self.run.game());
        self.announced = None;
    }

    fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        let layout = self.layout(ctx);
        if !self.board.widget.is_picking() && !matches!(event, InputEvent::Key { .. }) {
            let page = self.page(&layout);
            match self.ui.update(&page, event) {
                UiEvent::Pressed(Id::Button(action)) => return self.act(action, ctx),
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
                return action.and_then(|action| self.act(action, ctx));
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
    fn show(&mut self, events: &[Event], dropped: bool, ctx: &Context) {
        self.board.show(events, self.run.game(), dropped, ctx);
        self.run.set_unshown_moves(self.board.widget.slides.pending());
    }

    /// The piece whose card is shown: the one under the resting pointer.
    fn explained(&self) -> Option<Piece> {
        self.run.game().player_view().piece_at(self.board.widget.rested()?)
    }

    /// Lets time pass; the reply to a move may arrive.
    fn tick(&mut self, ctx: &mut Context) {
        self.board.widget.tick(ctx.elapsed);
        self.ui.tick(ctx.elapsed);
        self.notice = self.notice.take().and_then(|notice| notice.after(ctx.elapsed, false));
        let events = self.run.tick(ctx.elapsed);
        match self.run.state() {
            PuzzleState::Wrong => self.finish(AttemptResult::Wrong, ctx),
            PuzzleState::Solved => self.finish(AttemptResult::Right, ctx),
            _ => {}
        }
        self.show(&events, false, ctx);
    }

    /// Logs the result of the attempt. A puzzle that is solved after an error is solved all the same.
    fn finish(&mut self, result: AttemptResult, ctx: &mut Context) {
        let result = match (self.result, result) {
            (None, result) => result,
            (Some(AttemptResult::Wrong), AttemptResult::Right) => AttemptResult::Solved,
            _ => return,
        };
        self.result = Some(result);
        let puzzle = self.run.puzzle();
        let details = Details { date: self.today, result, rating: puzzle.rating, selection: Selection::List };
        let attempt = Attempt { id: puzzle.id(), details: Some(details) };
        self.progress.add(attempt.clone());
        ctx.effects.attempts.push(attempt);
    }

    fn announce(&mut self, ctx: &mut Context) {
        let message = self.run.message();
        if message != self.announced {
            self.announced.clone_from(&message);
            message.into_iter().for_each(|message| self.board.announcer.add(message));
        }
        self.board.push_effects(self.run.game(), ctx);
    }
}

impl Screen for PuzzleScreen {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if input.is_empty() {
            self.tick(ctx);
        }
        let action = input.iter().find_map(|event| self.handle(event, ctx));
        ctx.effects.cursor = self.ui.cursor();
        ctx.effects.waiting |= matches!(self.run.state(), PuzzleState::Checking | PuzzleState::Showing);
        self.announce(ctx);
        action
    }

    fn draw(&self, ctx: &Context, scene: &mut Scene) {
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
        let page = self.page(&layout);
        self.ui.draw(&page, &theme, items);
        if let (Some(piece), Some(area)) = (self.explained(), page.rect(Id::Card)) {
            let card = Card { variant: &player_view.variant, piece, bottom: layout.bottom };
            card.draw(&mut Pen { theme: &theme, unit: page.unit(), items }, area.inset(7.0 * page.unit()));
        }
        self.board.widget.draw_above(&view, items);
    }
}
