//! Lessons: steps that teach the pieces and the rules, on the board of a game.

mod panel;

use std::sync::Arc;
use std::time::Duration;

use crate::game::lesson::progress::LessonProgress;
use crate::game::lesson::{LessonController, LessonPhase, Step, Task};
use crate::game::options::Options;
use crate::game::speech::command::Query;
use crate::game::speech::turn;
use crate::game::{Command, Event, PlayerView};
use crate::rules::{Bitboard, Variant};
use crate::view::host::Host;
use crate::view::input::Key::{self, Char};
use crate::view::screen::{Action, Effects, Env, Reply, Screen};
use crate::view::screens::dialogs::{Question, START_NEW};
use crate::view::screens::play::game_board::{BoardPicture, GameBoard};
use crate::view::screens::play::notice::Toast;
use crate::view::widgets::Node;
use crate::view::widgets::board::BoardInput;
use crate::view::widgets::keymap::{Binding, KeyGroup};
use Message::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    Hint,
    Again,
    Back,
    Next,
    PreviousLesson,
    NextLesson,
    Lesson(usize),
    /// Opens or closes the list of variants.
    Variants,
    /// The lessons of another variant, by its place in the list.
    Variant(usize),
    /// A game against the first level.
    Play,
    Help,
    Close,
    /// Makes or cancels the move that waits for a second tap.
    Confirm(bool),
    Board(BoardInput),
}

pub(super) const KEYS: &[KeyGroup<Message>] = &[KeyGroup {
    title: "",
    gestures: &[
        ("Click or drag", "Move a piece"),
        ("Click a lesson", "Go to its first step that is not done"),
        ("Rest on a piece", "Show its value and how it moves"),
        ("Right button", "Draw arrows and circles"),
    ],
    bindings: &[
        Binding::new(Hint, &[Char('h')], "Hint", "Show a hint; again: show the next move"),
        Binding::new(Again, &[Char('r')], "Restart", "Start the step again"),
        Binding::new(Back, &[Key::Left], "Back", "Go to the step before"),
        Binding::new(Next, &[Key::Right, Key::Enter, Key::Space], "Next", "Go to the next step"),
        Binding::new(PreviousLesson, &[Key::Up], "Previous lesson", "Go to the lesson before"),
        Binding::new(NextLesson, &[Key::Down], "Next lesson", "Go to the next lesson"),
        Binding::new(
            Play,
            &[Char('p')],
            "Play level 1",
            "Start an easy game of this variant, without a clock",
        ),
        Binding::help(Help),
        Binding::new(Close, &[Key::Escape], "Close", "Close the lessons"),
    ],
}];

const END: &str = "You have finished all the lessons. Now play your first game.";

/// The variants of which the player can choose the lessons.
pub struct LearnVariants {
    /// Titles and variants.
    pub all: Vec<(String, Arc<Variant>)>,
    /// The place of the variant whose lessons are open.
    pub open: usize,
}

pub struct LearnScreen {
    variants: LearnVariants,
    /// Whether the list of variants is open.
    is_choosing: bool,
    steps: Vec<Step>,
    /// The places of the steps of each lesson.
    lessons: Vec<std::ops::Range<usize>>,
    place: usize,
    controller: LessonController,
    progress: LessonProgress,
    board: GameBoard,
    /// The stars on the board. A star stays until the piece that collects it has arrived.
    stars: Bitboard,
    /// How often the list of lessons was scrolled to the open lesson, and that lesson. A key or a button that opens another
    /// lesson scrolls the list. After a click in the list it stays where it is.
    list_at: (u32, usize),
    /// A message of the program.
    notice: Option<Toast>,
}

impl LearnScreen {
    /// Starts at the first step that is not done. `None` if there are no steps.
    pub fn new(
        steps: Vec<Step>,
        variants: LearnVariants,
        progress: LessonProgress,
        options: Options,
    ) -> Option<Host<Self>> {
        let place = first_open(&steps, &progress, 0..steps.len());
        let controller = LessonController::new(steps.get(place)?.clone(), options);
        let starts = (0..steps.len()).filter(|&at| at == 0 || steps[at].lesson != steps[at - 1].lesson);
        let starts: Vec<usize> = starts.chain([steps.len()]).collect();
        let lessons = starts.windows(2).map(|pair| pair[0]..pair[1]).collect();
        let mut screen = Self {
            variants,
            is_choosing: false,
            steps,
            lessons,
            place,
            controller,
            progress,
            board: GameBoard::default(),
            stars: Bitboard::EMPTY,
            list_at: (0, 0),
            notice: None,
        };
        screen.list_at = (0, screen.lesson());
        screen.introduce();
        Some(Host::new(screen))
    }

    pub fn controller(&self) -> &LessonController {
        &self.controller
    }

    /// The board with its stars. In a step of several moves a new game begins after each move of the learner, so the last
    /// move is not one of the game.
    fn player_view(&self) -> PlayerView {
        let mut view = self.controller.game().player_view();
        view.stars = self.stars;
        if let Some(made) = self.controller.last_move()
            && self.controller.game().moves().is_empty()
            && self.board.widget.slides.pending() == 0
        {
            view.last_move = [made.mv.from, made.mv.to].into_iter().collect();
        }
        view
    }

    /// The number of the lesson that is open.
    fn lesson(&self) -> usize {
        self.lessons.iter().position(|steps| steps.contains(&self.place)).unwrap_or_default()
    }

    /// Number of the step in its lesson, from 1, and the number of steps there.
    fn step_number(&self) -> (usize, usize) {
        self.lessons.get(self.lesson()).map_or((1, 1), |steps| (self.place + 1 - steps.start, steps.len()))
    }

    fn show_hint(&mut self) {
        self.controller.request_hint();
        if let Some(words) = self.controller.hint_words() {
            self.board.announcer.add(words.to_owned());
        }
        if let Some(hint) = self.controller.hint() {
            self.board.announcer.add(format!("Hint: {} to {}.", hint.from, hint.to));
        }
    }

    /// Goes to the first step of a lesson that is not done.
    fn open_lesson(&mut self, lesson: Option<usize>) {
        if let Some(steps) = lesson.and_then(|lesson| self.lessons.get(lesson)) {
            self.go_to(Some(first_open(&self.steps, &self.progress, steps.clone())));
        }
    }

    fn go_to(&mut self, place: Option<usize>) {
        if let Some((place, step)) = place.and_then(|place| Some((place, self.steps.get(place)?))) {
            self.controller = LessonController::new(step.clone(), *self.controller.game().options());
            self.place = place;
            self.introduce();
        }
    }

    fn introduce(&mut self) {
        let step = self.controller.step();
        self.stars = self.controller.stars_left();
        let (number, count) = self.step_number();
        let (lesson, title, words, task) = (&step.lesson, &step.title, &step.text, self.task());
        let intro = format!("Learn, {lesson}, step {number} of {count}: {title}. {words} {task}");
        self.board.introduce(&intro, self.controller.game());
    }

    /// The task, the stars that are left, and the least number of moves.
    fn task(&self) -> String {
        let step = self.controller.step();
        let stars: Vec<_> =
            self.controller.stars_left().into_iter().map(|square| square.to_string()).collect();
        let stars = (!stars.is_empty()).then(|| format!("Stars: {}.", stars.join(", ")));
        [Some(step.instruction()), stars, step.fewest()].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The message as it is announced: without what the events of the game announce, and with the title of the next step.
    fn announcement(&self) -> Option<String> {
        let game = self.controller.game();
        let message = self.message().filter(|words| game.message().as_ref() != Some(words))?;
        let next = self.steps.get(self.place + 1).filter(|_| self.is_done());
        Some(next.map_or_else(|| message.clone(), |next| format!("{message} Next: {}.", next.title)))
    }

    /// Whether the step is done and its last move has arrived on the board.
    fn is_done(&self) -> bool {
        self.controller.is_done() && self.board.widget.slides.pending() == 0
    }

    /// Saves the result of a step that is done.
    fn save(&mut self, effects: &mut Effects) {
        if self.controller.is_done()
            && self.progress.mark_done(self.controller.step(), self.controller.stars())
        {
            effects.lessons = Some(self.progress.clone());
        }
    }

    fn use_board(&mut self, input: &BoardInput, env: &Env) {
        let view = self.player_view();
        let game = self.controller.game();
        // The rules of the game do not decide whether a step is done.
        if self.board.asks(input, Query::Turn) {
            let task = format!("{} {}", self.task(), turn(game));
            let words = self.announcement().filter(|_| self.is_done()).unwrap_or(task);
            return self.board.announcer.add(words);
        }
        let (ply, confirm) = (game.moves().len(), env.confirm_moves());
        let Some(command) = self.board.handle(input, game, &view, ply, env, confirm) else { return };
        self.apply(command, env);
    }

    fn apply(&mut self, command: Command, env: &Env) {
        let events = self.controller.apply(command);
        self.show(&events, env);
    }

    fn show(&mut self, events: &[Event], env: &Env) {
        let before = self.stars.count();
        self.board.show(events, self.controller.game(), env);
        self.controller.set_unshown_moves(self.board.widget.slides.pending());
        let left = self.controller.stars_left().count();
        let moved = events.iter().any(|event| matches!(event, Event::Moved(_)));
        if left < before && left > 0 && moved {
            self.board.announcer.add(format!("Star collected, {left} left."));
        }
        // A star disappears when the piece arrives.
        if self.board.widget.slides.pending() == 0 {
            self.stars = self.controller.stars_left();
        }
    }

    /// The message on the board without a goal for a learner who has done every step.
    fn end(&self) -> Option<String> {
        let mut steps = self.steps.iter().filter(|step| step.is_exercise());
        steps.all(|step| self.progress.stars(step) > 0).then(|| END.to_owned())
    }

    /// Whether a reply, or a move that is taken back, is due.
    fn is_waiting(&self) -> bool {
        !matches!(self.controller.phase(), LessonPhase::Open | LessonPhase::Done)
    }

    /// The message to the learner, as soon as the last move has arrived.
    fn message(&self) -> Option<String> {
        let message =
            if self.controller.step().is_exercise() { self.controller.message() } else { self.end() };
        message.filter(|_| self.board.widget.slides.pending() == 0)
    }
}

/// The first of the steps at `places` that is not done, or the first.
fn first_open(steps: &[Step], progress: &LessonProgress, places: std::ops::Range<usize>) -> usize {
    let is_open = |&place: &usize| steps.get(place).is_some_and(|step| progress.stars(step) == 0);
    places.clone().find(is_open).unwrap_or(places.start)
}

impl Screen for LearnScreen {
    type Message = Message;

    fn view(&self, env: &Env) -> Node<Message> {
        let game = self.controller.game();
        let layout = env.board_layout(game.position().variant(), game.orientation());
        let layout = self.board.widget.zoomed(layout);
        let picture = BoardPicture {
            view: self.player_view(),
            layout,
            hint: self.controller.hint().map(|hint| (hint.from, hint.to)),
            refutation: self.controller.refutation(),
            // The lessons about promotion show where pawns promote.
            promotion_line: env.options.promotion_line || self.controller.step().task == Task::Promote,
        };
        let board = self.board.node(picture, game, Board);
        layout.page([board], self.panel(&layout)).keymap(KEYS).spoken(self.announcement().unwrap_or_default())
    }

    fn update(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        if !matches!(message, Board(_)) {
            // The player may leave a step before its last move has arrived.
            self.save(effects);
        }
        let (lesson, is_click) = (self.lesson(), matches!(message, Lesson(_)));
        match message {
            Hint => self.show_hint(),
            Again => {
                self.board.widget.release();
                let events = self.controller.restart();
                self.show(&events, env);
                self.introduce();
            }
            Back => self.go_to(self.place.checked_sub(1)),
            Next => self.go_to(Some(self.place + 1)),
            PreviousLesson => self.open_lesson(self.lesson().checked_sub(1)),
            NextLesson => self.open_lesson(Some(self.lesson() + 1)),
            Lesson(lesson) => self.open_lesson(Some(lesson)),
            Variants => self.is_choosing = !self.is_choosing,
            Message::Variant(place) if place == self.variants.open => self.is_choosing = false,
            Message::Variant(place) => {
                let Some((_, variant)) = self.variants.all.get(place) else { return };
                let (variant, options) = (Arc::clone(variant), env.options);
                let open = Action::OpenLessons { variant, options };
                effects.request(Action::CloseThen(Box::new(open)));
            }
            Play => {
                let Some((_, variant)) = self.variants.all.get(self.variants.open) else { return };
                let play = Action::PlayFirstLevel(Arc::clone(variant));
                if env.game_in_progress {
                    effects.open(Question::new(START_NEW, "New game", play));
                } else {
                    effects.request(play);
                }
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
        if !is_click && self.lesson() != lesson {
            self.list_at = (self.list_at.0 + 1, self.lesson());
        }
        self.board.push_effects(self.controller.game(), env, effects);
    }

    fn can(&self, message: &Message) -> bool {
        match message {
            Hint => self.controller.step().is_exercise() && !self.is_done(),
            Back => self.place > 0,
            Next => self.place + 1 < self.steps.len(),
            PreviousLesson => self.lesson() > 0,
            NextLesson => self.lesson() + 1 < self.lessons.len(),
            _ => true,
        }
    }

    fn tick(&mut self, elapsed: Duration, env: &Env, effects: &mut Effects) -> bool {
        let (waited, noticed) = (self.is_waiting(), self.notice.is_some());
        self.notice = self.notice.take().and_then(|notice| notice.after(elapsed, false));
        let moved = self.board.tick(elapsed, self.controller.game());
        let events = self.controller.tick(elapsed);
        self.show(&events, env);
        if self.is_done() {
            self.save(effects);
        }
        effects.waiting |= self.is_waiting();
        self.board.push_effects(self.controller.game(), env, effects);
        moved || waited || !events.is_empty() || noticed != self.notice.is_some()
    }

    fn reply(&mut self, reply: Reply, _env: &Env, _effects: &mut Effects) {
        if let Reply::Failed(reason) = reply {
            self.notice = Some(Toast::answer(reason));
        }
    }

    fn notice(&mut self, notice: String) -> Option<String> {
        self.board.announcer.add(notice.clone());
        self.notice = Some(Toast::answer(notice));
        None
    }
}
