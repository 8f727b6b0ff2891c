//! Solving: the puzzles of a selection one after the other.

use std::collections::HashMap;
use std::time::Duration;

use super::Puzzles;
use crate::game::analysis::AnalysisSetup;
use crate::game::puzzle::mistake::{ID, MistakeExplainer};
use crate::game::puzzle::progress::{Attempt, AttemptResult, Details};
use crate::game::puzzle::selection::Selection;
use crate::game::puzzle::{PuzzleController, PuzzleHint, PuzzleState};
use crate::game::speech::command::Query;
use crate::game::speech::turn;
use crate::game::{Command, Event, PlayerView};
use crate::notation::fen;
use crate::sound::Sound;
use crate::view::host::Host;
use crate::view::input::Key::{self, Char};
use crate::view::input::{InputEvent, MouseButton};
use crate::view::screen::{Action, Effects, Env, Reply, Screen};
use crate::view::screens::play::game_board::{BoardPicture, GameBoard, past_frame};
use crate::view::screens::play::notice::Toast;
use crate::view::widgets::Node;
use crate::view::widgets::board::BoardInput;
use crate::view::widgets::keymap::{Binding, KeyGroup};
use crate::view::widgets::move_list::wheel_target;
use Message::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    Hint,
    Analyze,
    Solution,
    Restart,
    StepBack,
    StepForward,
    /// Shows the position after this many moves. A number above that of all moves stands for the current position.
    GoTo(usize),
    /// Shows the puzzle with this number.
    Show(usize),
    Previous,
    Next,
    /// Begins again with the mistakes that were skipped, or if there are none with all.
    Again,
    /// Goes on with the mistakes of the other side.
    OtherSide,
    Copy,
    Help,
    Close,
    /// Makes or cancels the move that waits for a second tap.
    Confirm(bool),
    Board(BoardInput),
}

pub(in crate::view::screens) const KEYS: &[KeyGroup<Message>] = &[KeyGroup {
    title: "",
    gestures: &[
        ("Click or drag", "Move a piece"),
        ("Rest on a piece", "Show its value and how it moves"),
        ("Wheel", "Step through the moves"),
        ("Right button", "Draw arrows and circles"),
    ],
    bindings: &[
        Binding::new(
            Hint,
            &[Char('h')],
            "Hint",
            "Show the piece to move, then the move; it counts as an error",
        ),
        Binding::new(
            Analyze,
            &[Char('a')],
            "Analyse",
            "After the puzzle: explore its moves on the analysis board",
        ),
        Binding::new(Solution, &[Char('l')], "Solution", "Play the solution; it counts as an error"),
        Binding::new(Restart, &[Char('r')], "Restart", "Start the puzzle again"),
        Binding::new(StepBack, &[Key::Left], "Back", "Go back one move"),
        Binding::new(StepForward, &[Key::Right], "Forward", "Go forward one move"),
        Binding::new(GoTo(0), &[Key::Home, Key::Up], "First", "Go to the first move"),
        Binding::new(GoTo(usize::MAX), &[Key::End, Key::Down], "Last", "Go to the last move"),
        Binding::new(Previous, &[Char('b')], "Previous", "Go to the previous puzzle"),
        Binding::new(Next, &[Char('n'), Key::Enter, Key::Space], "Next", "Go to the next puzzle"),
        Binding::copy_position(Copy),
        Binding::help(Help),
        Binding::new(Close, &[Key::Escape], "Close", "Go back to all puzzles, or close them"),
    ],
}];

pub struct PuzzleScreen {
    pub(super) puzzles: Puzzles,
    pub(super) run: PuzzleController,
    pub(super) selection: Selection,
    /// The numbers of the puzzles shown so far. The puzzle on the board is at `place`.
    seen: Vec<usize>,
    place: usize,
    /// The result of the attempt at the puzzle on the board, once it is known.
    result: Option<AttemptResult>,
    /// By how much the attempt has changed the player's rating.
    pub(super) rating_change: Option<i32>,
    /// Length of the streak that the attempt has ended.
    pub(super) ended_streak: Option<usize>,
    pub(super) board: GameBoard,
    /// Number of moves before an earlier position that is shown.
    pub(super) past: Option<usize>,
    pub(super) notice: Option<Toast>,
    /// Finds out why the mistakes were bad.
    pub(super) explainer: Option<MistakeExplainer>,
    /// Number of the other side's mistakes, if the mistakes come from the analysis board.
    pub(super) others: Option<usize>,
    /// The last results of the puzzles tried so far.
    pub(super) results: HashMap<usize, AttemptResult>,
    /// Whether the last mistake has been skipped.
    has_ended: bool,
    reply: Option<Reply>,
}

impl PuzzleScreen {
    pub fn new(puzzles: Puzzles, selection: Selection, number: usize) -> Host<Self> {
        Host::new(Self::of(puzzles, selection, number))
    }

    pub(super) fn of(puzzles: Puzzles, selection: Selection, number: usize) -> Self {
        let puzzle = puzzles.book.borrow().puzzle(number).clone();
        let run = PuzzleController::new(puzzle, (puzzles.make_solver)(), puzzles.options);
        let mut screen = Self {
            puzzles,
            run,
            selection,
            seen: vec![number],
            place: 0,
            result: None,
            rating_change: None,
            ended_streak: None,
            board: GameBoard::default(),
            past: None,
            notice: None,
            explainer: None,
            others: None,
            results: HashMap::new(),
            has_ended: false,
            reply: None,
        };
        screen.introduce();
        screen
    }

    pub fn number(&self) -> usize {
        self.seen.get(self.place).copied().unwrap_or_default()
    }

    /// Whether the puzzle has been solved, or its solution shown.
    pub fn is_over(&self) -> bool {
        matches!(self.run.state(), PuzzleState::Solved | PuzzleState::Shown)
    }

    fn previous(&mut self) {
        if self.selection == Selection::List {
            let count = self.puzzles.book.borrow().count();
            let number = (self.number() + count - 1) % count;
            self.seen.clear();
            self.go_to(number);
        } else if let Some(place) = self.place.checked_sub(1) {
            self.show_puzzle(place);
        }
    }

    fn next(&mut self) {
        if self.selection == Selection::Day {
            self.selection = Selection::Mixed;
        }
        if self.place + 1 < self.seen.len() {
            self.show_puzzle(self.place + 1);
            return;
        }
        let next = self.puzzles.book.borrow().next(&self.selection, &self.seen);
        match next {
            Some(number) => self.go_to(number),
            None if self.selection == Selection::Mistakes => self.has_ended = true,
            None => self.notify("There are no more of these puzzles"),
        }
    }

    /// Whether no mistake follows.
    pub(super) fn is_at_end(&self) -> bool {
        let next = || self.puzzles.book.borrow().next(&self.selection, &self.seen);
        self.selection == Selection::Mistakes
            && (self.has_ended || self.is_over() && self.place + 1 == self.seen.len() && next().is_none())
    }

    /// Number of mistakes that were neither solved nor missed.
    pub(super) fn skipped(&self) -> usize {
        self.puzzles.book.borrow().count() - self.results.len()
    }

    fn again(&mut self) {
        if self.skipped() == 0 {
            self.results.clear();
        }
        self.seen = self.results.keys().copied().collect();
        let next = self.puzzles.book.borrow().next(&self.selection, &self.seen);
        self.go_to(next.unwrap_or_default());
    }

    /// Shows the puzzle `number` after those shown so far.
    fn go_to(&mut self, number: usize) {
        self.seen.push(number);
        self.show_puzzle(self.seen.len() - 1);
    }

    fn show_puzzle(&mut self, place: usize) {
        self.place = place;
        (self.result, self.rating_change, self.ended_streak, self.past) = (None, None, None, None);
        self.has_ended = false;
        self.run.open(self.puzzles.book.borrow().puzzle(self.number()).clone());
        self.introduce();
    }

    fn introduce(&mut self) {
        let book = self.puzzles.book.borrow();
        let title = self.puzzles.title(&book, self.number(), false);
        let task = self.run.puzzle().instruction();
        let place = match &self.selection {
            Selection::List => format!("Puzzle {} of {}", self.number() + 1, book.count()),
            selection => selection.title(),
        };
        self.board.introduce(&format!("{place}: {title}. {task}."), self.run.game());
    }

    fn notify(&mut self, words: impl Into<String>) {
        let toast = Toast::answer(words);
        self.board.announcer.add(toast.text().to_owned());
        self.notice = Some(toast);
    }

    /// Logs the result of the attempt. A puzzle that is solved after an error counts as solved.
    fn finish(&mut self, result: AttemptResult, effects: &mut Effects) {
        let result = match (self.result, result) {
            (None, result) => result,
            (Some(AttemptResult::Wrong), AttemptResult::Right) => AttemptResult::Solved,
            _ => return,
        };
        self.result = Some(result);
        self.results.insert(self.number(), result);
        let (mut book, puzzle) = (self.puzzles.book.borrow_mut(), self.run.puzzle());
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
        effects.attempts.push(attempt);
    }

    /// Number of moves before the position shown.
    fn shown(&self) -> usize {
        self.past.unwrap_or(self.run.game().moves().len())
    }

    pub(super) fn player_view(&self) -> PlayerView {
        let game = self.run.game();
        self.past.map_or_else(|| game.player_view(), |ply| game.player_view_at(ply))
    }

    /// Shows the position after the first `ply` moves. The move slides if one move leads to it or back to it.
    fn step_to(&mut self, ply: usize, env: &Env) {
        let (before, game) = (self.shown(), self.run.game());
        self.past = (ply < game.moves().len()).then_some(ply);
        let after = self.shown();
        if after != before {
            self.board.widget.release();
            self.board.widget.slides.clear();
            self.board.widget.slides.step(before, after, |index| game.observed_move(index), &env.speed);
            self.run.set_unshown_moves(0);
            self.board.announce_place(self.run.game(), after);
        }
    }

    /// Finds out why the mistake on the board was bad. Returns whether it has been found now.
    fn explain(&mut self, effects: &mut Effects) -> bool {
        let (mut book, number) = (self.puzzles.book.borrow_mut(), self.number());
        let explained =
            self.explainer.as_mut().zip(book.puzzle_mut(number)).and_then(|(explainer, puzzle)| {
                let mistake = puzzle.mistake.as_mut()?;
                explainer.tick(mistake).then(|| mistake.record.clone())
            });
        let has_changed = explained.is_some();
        // Mistakes of others are not saved.
        effects.mistakes.extend(explained.filter(|record| record.tags.get(ID).is_some()));
        has_changed
    }

    fn use_board(&mut self, input: &BoardInput, env: &Env) {
        let view = self.player_view();
        // No move is made in an earlier position. A click on the board returns to the current one.
        if let (Some(_), InputEvent::Pressed(button, _)) = (self.past, &input.event) {
            if *button == MouseButton::Left {
                self.step_to(usize::MAX, env);
            }
            return;
        }
        let game = self.run.game();
        if self.board.asks(input, Query::Turn) && self.past.is_none() {
            let task = || format!("{}. {}", self.run.puzzle().instruction(), turn(game));
            let words = self.message().filter(|_| self.is_over()).unwrap_or_else(task);
            return self.board.announcer.add(words);
        }
        let (ply, confirm) = (self.shown(), env.confirm_moves());
        let Some(command) = self.board.handle(input, game, &view, ply, env, confirm) else { return };
        if self.past.is_some() {
            return self.step_to(usize::MAX, env);
        }
        self.apply(command, env);
    }

    fn apply(&mut self, command: Command, env: &Env) {
        let events = self.run.apply(command);
        self.show(&events, env);
    }

    /// Shows what happened on the board. If a wrong move is taken back during a drag, the drag goes on.
    fn show(&mut self, events: &[Event], env: &Env) {
        let changes = |event: &Event| event.made_move().is_some() || matches!(event, Event::TakenBack(_));
        if self.past.is_some() && events.iter().any(|event| changes(event) || *event == Event::Restarted) {
            self.past = None;
            self.board.widget.slides.clear();
        }
        self.board.show(events, self.run.game(), env);
        self.run.set_unshown_moves(self.board.widget.slides.pending());
    }

    fn announce_hint(&mut self) {
        let Some(hint) = self.run.hint() else { return };
        let game = self.run.game();
        let (PuzzleHint::Piece(from) | PuzzleHint::Move(from, _)) = hint;
        let Some(piece) = game.own_piece_at(from) else { return };
        let name = &game.position().variant().piece(piece.kind).name;
        self.board.announcer.add(match hint {
            PuzzleHint::Piece(_) => format!("Hint: {name} {from}."),
            PuzzleHint::Move(_, to) => format!("Hint: {name} {from} to {to}."),
        });
    }

    /// Whether the puzzle was solved at the first try.
    pub(super) fn was_right(&self) -> bool {
        self.result == Some(AttemptResult::Right)
    }

    pub(super) fn message(&self) -> Option<String> {
        let is_over = self.is_over() || self.run.state() == PuzzleState::Showing;
        match (self.ended_streak, self.result) {
            (Some(streak), _) if !is_over => {
                let best = self.puzzles.book.borrow().progress.best_streak();
                Some(format!("Streak over: {streak} solved. Best: {best}."))
            }
            (_, Some(AttemptResult::Solved))
                if self.run.state() == PuzzleState::Solved && self.run.puzzle().mistake.is_none() =>
            {
                Some("Solved, but not at the first try".to_owned())
            }
            _ => self.run.message(),
        }
    }
}

impl Screen for PuzzleScreen {
    type Message = Message;

    fn view(&self, env: &Env) -> Node<Message> {
        let game = self.run.game();
        let layout = env.board_layout(game.position().variant(), game.orientation());
        let layout = self.board.widget.zoomed(layout);
        let hint = self.run.hint().filter(|_| self.past.is_none()).map(|hint| match hint {
            PuzzleHint::Piece(square) => (square, square),
            PuzzleHint::Move(from, to) => (from, to),
        });
        let refutation = self.run.last_refutation().filter(|_| self.past.is_none());
        let marks = self.mistake_marks(layout).when(hint.is_none() && refutation.is_none());
        let view = self.player_view();
        let picture = BoardPicture { view, layout, hint, refutation, promotion_line: true };
        let shown = self.shown();
        let board = self.board.node(picture, game, Board);
        let board = board.on_wheel(move |notches| GoTo(wheel_target(shown, notches)));
        let frame = past_frame().when(self.past.is_some());
        let layout = layout.with_panel(480.0, (450.0, 150.0));
        let page = layout.page([board, frame, marks], self.panel(&layout));
        let page = if self.past.is_some() { page.on_keys(&[Key::Escape], GoTo(usize::MAX)) } else { page };
        // The events of the game announce its own messages, such as a check.
        let message = self.message().filter(|words| game.message().as_ref() != Some(words));
        page.keymap(KEYS).spoken(message.unwrap_or_default())
    }

    fn update(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        match message {
            Hint if self.run.state() != PuzzleState::Open => {}
            Hint => {
                self.finish(AttemptResult::Wrong, effects);
                self.past = None;
                self.run.request_hint();
                self.announce_hint();
            }
            StepBack => self.step_to(self.shown().saturating_sub(1), env),
            StepForward => self.step_to(self.shown() + 1, env),
            GoTo(ply) => self.step_to(ply, env),
            Solution => {
                self.finish(AttemptResult::Wrong, effects);
                self.board.widget.release();
                let events = self.run.show_solution();
                self.show(&events, env);
            }
            Restart => {
                self.board.widget.release();
                let events = self.run.restart();
                self.show(&events, env);
                self.introduce();
            }
            Analyze if !self.is_over() => {}
            Analyze if self.others.is_some() => {
                self.reply = Some(Reply::AnalyzeMistake(self.run.puzzle().side(), self.number()));
                effects.close();
            }
            Analyze => {
                let game = self.run.game();
                let ending = game.message().filter(|_| game.termination().is_some());
                let setup = AnalysisSetup::of_game(game, ending, self.run.puzzle().side());
                effects.request(Action::Analyze(Box::new(setup)));
            }
            Show(number) => self.go_to(number),
            Previous => self.previous(),
            Next => self.next(),
            Again => self.again(),
            OtherSide => {
                self.reply = Some(Reply::Learn(!self.run.puzzle().side()));
                effects.close();
            }
            Copy => {
                effects.clipboard = Some(fen::format(self.run.game().position()));
                self.notify("Position copied (FEN)");
            }
            Help => effects.open_help(None),
            Close => effects.close(),
            Confirm(accepts) => {
                if let Some(command) = self.board.answer_pending(accepts) {
                    self.apply(command, env);
                }
            }
            Board(input) => self.use_board(&input, env),
        }
        self.board.push_effects(self.run.game(), env, effects);
    }

    fn can(&self, message: &Message) -> bool {
        match message {
            Hint => self.run.state() == PuzzleState::Open,
            Analyze => self.is_over(),
            Previous => self.selection == Selection::List || self.place > 0,
            _ => true,
        }
    }

    fn tick(&mut self, elapsed: Duration, env: &Env, effects: &mut Effects) -> bool {
        let seen = |screen: &Self| (screen.run.state(), screen.message(), screen.notice.is_some());
        let (before, hint) = (seen(self), self.run.hint());
        let moved = self.board.tick(elapsed, self.run.game());
        self.notice = self.notice.take().and_then(|notice| notice.after(elapsed, false));
        let events = self.run.tick(elapsed);
        match self.run.state() {
            PuzzleState::Wrong => self.finish(AttemptResult::Wrong, effects),
            PuzzleState::Solved => self.finish(AttemptResult::Right, effects),
            _ => {}
        }
        if hint.is_none() {
            // The solver has found it.
            self.announce_hint();
        }
        self.show(&events, env);
        match self.run.state() {
            state if state == before.0 => {}
            PuzzleState::Wrong => self.board.add_sound(Sound::PuzzleWrong),
            PuzzleState::Solved => self.board.add_sound(Sound::PuzzleRight),
            _ => {}
        }
        effects.waiting |= matches!(self.run.state(), PuzzleState::Checking | PuzzleState::Showing);
        self.board.push_effects(self.run.game(), env, effects);
        let explained = !env.is_hidden && self.explain(effects);
        if let Some(explainer) = self.explainer.as_mut().filter(|_| env.is_hidden) {
            explainer.pause();
        }
        moved || explained || !events.is_empty() || seen(self) != before
    }

    fn notice(&mut self, notice: String) -> Option<String> {
        self.notify(notice);
        None
    }

    fn leave(&mut self, effects: &mut Effects) {
        effects.reply = self.reply.take();
    }
}
