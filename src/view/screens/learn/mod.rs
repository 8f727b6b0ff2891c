//! Lessons: steps that teach the pieces and the rules, on the board of a game.

pub mod keys;
mod panel;

use crate::game::lesson::progress::LessonProgress;
use crate::game::lesson::{LessonController, LessonPhase, Step, Task};
use crate::game::options::Options;
use crate::game::{Command, Event, PlayerView};
use crate::rules::{Bitboard, Piece};
use crate::view::input::InputEvent;
use crate::view::layout::Layout;
use crate::view::scene::{Rect, Scene};
use crate::view::screen::{Action, Context, Env, OpenScreen};
use crate::view::screens::help::HelpScreen;
use crate::view::screens::play::announce::Announcer;
use crate::view::screens::play::game_board::GameBoard;
use crate::view::widgets::board::BoardResponse;
use crate::view::widgets::board::marks::{REFUTATION, draw_mark};
use crate::view::widgets::piece_card::Card;
use crate::view::widgets::{Pen, Ui, UiEvent};
use keys::KeyAction;
use panel::Id;

const END: &str = "You have finished all the lessons. Now try the easy puzzles or play a game.";

pub struct LearnScreen {
    steps: Vec<Step>,
    /// For each lesson the places of its steps.
    lessons: Vec<std::ops::Range<usize>>,
    place: usize,
    controller: LessonController,
    progress: LessonProgress,
    board: GameBoard,
    /// The stars on the board: one is there until the piece has arrived.
    stars: Bitboard,
    /// The last announced message.
    announced: Option<String>,
    ui: Ui<Id>,
}

impl LearnScreen {
    /// Starts at the first step that is not done; `None` if there are no steps.
    pub fn new(steps: Vec<Step>, progress: LessonProgress, options: Options) -> Option<Self> {
        let place = first_open(&steps, &progress, 0..steps.len());
        let controller = LessonController::new(steps.get(place)?.clone(), options);
        let starts = (0..steps.len()).filter(|&at| at == 0 || steps[at].lesson != steps[at - 1].lesson);
        let starts: Vec<usize> = starts.chain([steps.len()]).collect();
        let lessons = starts.windows(2).map(|pair| pair[0]..pair[1]).collect();
        let mut screen = Self {
            steps,
            lessons,
            place,
            controller,
            progress,
            board: GameBoard::default(),
            stars: Bitboard::EMPTY,
            announced: None,
            ui: Ui::default(),
        };
        screen.introduce();
        Some(screen)
    }

    pub fn controller(&self) -> &LessonController {
        &self.controller
    }

    fn layout(&self, ctx: &Env) -> Layout {
        let game = self.controller.game();
        let rules = game.position().variant().rules();
        Layout::scaled(ctx.size, (rules.files, rules.ranks), game.orientation(), ctx.theme().scale())
    }

    /// The board with its stars. Where the learner moves again, the game on the board begins after the last move.
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

    /// Carries out the action of a key or a button.
    fn act(&mut self, action: KeyAction, ctx: &Env) -> Option<Action> {
        match action {
            KeyAction::Hint => {
                self.controller.request_hint();
                if let Some(words) = self.controller.hint_words() {
                    self.board.announcer.add(words.to_owned());
                }
                if let Some(hint) = self.controller.hint() {
                    self.board.announcer.add(format!("Hint: {} to {}.", hint.from, hint.to));
                }
            }
            KeyAction::Again => {
                self.board.widget.release();
                let events = self.controller.restart();
                self.show(&events, false, ctx);
            }
            KeyAction::Back => self.go_to(self.place.checked_sub(1)),
            KeyAction::Next => self.go_to(Some(self.place + 1)),
            KeyAction::PreviousLesson => self.open_lesson(self.lesson().checked_sub(1)),
            KeyAction::NextLesson => self.open_lesson(Some(self.lesson() + 1)),
            KeyAction::Help => {
                let rows = keys::BINDINGS.iter().map(|row| (row.cap, row.help)).chain(keys::MOUSE).collect();
                return Some(Action::Open(Box::new(HelpScreen::of(rows))));
            }
            KeyAction::Close => return Some(Action::Close),
        }
        None
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
            self.board.widget.slides.clear();
            self.board.widget.clear();
            self.ui.unscroll(Id::Lessons);
            self.introduce();
        }
    }

    /// Announces the step on the board.
    fn introduce(&mut self) {
        let step = self.controller.step();
        self.stars = self.controller.stars_left();
        let stars: Vec<_> = self.stars.into_iter().map(|square| square.to_string()).collect();
        let stars = if stars.is_empty() { String::new() } else { format!(" Stars: {}.", stars.join(", ")) };
        let fewest = step.fewest().map_or(String::new(), |words| format!(" {words}"));
        let intro = format!(
            "Learn, {}, step {} of {}: {}. {} {}{stars}{fewest}",
            step.lesson,
            self.place + 1 - self.lessons.get(self.lesson()).map_or(0, |steps| steps.start),
            self.lessons.get(self.lesson()).map_or(0, std::ops::Range::len),
            step.title,
            step.text,
            step.instruction(),
        );
        self.board.announcer = Announcer::introduced(&intro, self.controller.game());
        self.announced = None;
    }

    fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        let layout = self.layout(ctx);
        if !matches!(event, InputEvent::Key { .. }) {
            let page = self.page(&layout);
            match self.ui.update(&page, event) {
                UiEvent::Pressed(Id::Button(action)) => return self.act(action, ctx),
                UiEvent::Pressed(Id::Lesson(lesson)) => {
                    self.open_lesson(Some(lesson));
                    return None;
                }
                UiEvent::Ignored | UiEvent::Pressed(_) => {}
                UiEvent::Handled | UiEvent::Chosen(..) | UiEvent::Edited(..) => return None,
            }
        }
        let view = self.player_view();
        match self.board.handle(event, self.controller.game(), &view, &layout, ctx) {
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
                let events = self.controller.apply(command);
                self.show(&events, dropped, ctx);
                if self.controller.is_done() {
                    let step = self.controller.step();
                    if self.progress.mark_done(step, self.controller.stars()) {
                        ctx.effects.lessons = Some(self.progress.clone());
                    }
                }
            }
        }
        None
    }

    /// Shows what happened on the board; a piece that was `dropped` does not slide.
    fn show(&mut self, events: &[Event], dropped: bool, ctx: &Env) {
        let before = self.stars.count();
        self.board.show(events, self.controller.game(), dropped, ctx);
        self.controller.set_unshown_moves(self.board.widget.slides.pending());
        let left = self.controller.stars_left().count();
        let moved = events.iter().any(|event| matches!(event, Event::Moved(_)));
        if left < before && left > 0 && moved {
            self.board.announcer.add(format!("Star collected, {left} left."));
        }
        self.show_stars();
    }

    /// A star disappears when the piece arrives.
    fn show_stars(&mut self) {
        if self.board.widget.slides.pending() == 0 {
            self.stars = self.controller.stars_left();
        }
    }

    /// The piece whose card is shown: the one under the resting pointer.
    fn explained(&self) -> Option<Piece> {
        self.controller.game().player_view().piece_at(self.board.widget.rested()?)
    }

    fn tick(&mut self, ctx: &mut Context) {
        self.board.widget.tick(ctx.elapsed);
        self.ui.tick(ctx.elapsed);
        let events = self.controller.tick(ctx.elapsed);
        self.show(&events, false, ctx);
    }

    fn announce(&mut self, ctx: &mut Context) {
        let message = self.message();
        if message != self.announced {
            self.announced.clone_from(&message);
            message.into_iter().for_each(|message| self.board.announcer.add(message));
        }
        self.board.push_effects(self.controller.game(), &ctx.env, &mut ctx.effects);
    }

    /// What a learner who has done every step reads on the board without a goal.
    fn end(&self) -> Option<String> {
        let mut steps = self.steps.iter().filter(|step| step.is_exercise());
        steps.all(|step| self.progress.stars(step) > 0).then(|| END.to_owned())
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

impl OpenScreen for LearnScreen {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if input.is_empty() {
            self.tick(ctx);
        }
        let action = input.iter().find_map(|event| self.handle(event, ctx));
        ctx.effects.cursor = self.ui.cursor();
        ctx.effects.waiting |= !matches!(self.controller.phase(), LessonPhase::Open | LessonPhase::Done);
        self.announce(ctx);
        action
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        scene.clear();
        let (layout, theme, items) = (self.layout(ctx), ctx.theme(), &mut scene.items);
        let player_view = self.player_view();
        let mut view = self.board.widget.view(&player_view, &layout, &theme);
        // The lessons about promotion show where pawns promote.
        view.promotion_line = ctx.options.promotion_line || self.controller.step().task == Task::Promote;
        self.board.widget.draw(&view, self.controller.hint().map(|hint| (hint.from, hint.to)), items);
        if let Some(reply) = self.controller.refutation() {
            draw_mark(reply, REFUTATION, &layout, items);
        }
        let page = self.page(&layout);
        self.ui.draw(&page, &theme, items);
        let mut pen = Pen { theme: &theme, unit: page.unit(), items };
        self.draw_icons(&page, &mut pen);
        if let (Some(piece), Some(area)) = (self.explained(), page.rect(Id::Card)) {
            let card = Card { variant: &player_view.variant, piece, bottom: layout.bottom };
            let inset = 7.0 * page.unit();
            card.draw(&mut pen, Rect { ..area.inset(inset) });
        }
        self.board.widget.draw_above(&view, items);
    }
}
