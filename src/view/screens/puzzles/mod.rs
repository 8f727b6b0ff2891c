//! The screen on which puzzles are solved, one after the other.

pub mod keys;
mod panel;

use std::rc::Rc;
use std::time::Duration;

use crate::game::options::{OptionKey, Options};
use crate::game::puzzle::arbiter::Arbiter;
use crate::game::puzzle::progress::Progress;
use crate::game::puzzle::{Puzzle, PuzzleHint, PuzzleSession, PuzzleState};
use crate::game::{Command, Event};
use crate::rules::Square;
use crate::sound::SoundCue;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::{Item, Point, Rgba};
use crate::view::screen::{Answer, Screen, Size, Transition};
use crate::view::screens::play::announce::Announcer;
use crate::view::screens::play::promotion::PromotionPicker;
use crate::view::sound::SoundCues;
use crate::view::theme::Theme;
use crate::view::widgets::board::BoardView;
use crate::view::widgets::board::animation::{Slides, Speed};
use crate::view::widgets::board::cursor::{Cursor, Heard};
use crate::view::widgets::board::drag::Hand;
use crate::view::widgets::board::marks::point_out;
use keys::Action;
use panel::Panel;

/// What the screen needs from outside.
pub struct Means {
    /// Makes who judges the moves of a puzzle.
    pub arbiter: Box<dyn Fn() -> Box<dyn Arbiter>>,
    /// Keeps the progress, as well as it can.
    pub keep: Box<dyn FnMut(&Progress)>,
    /// How fast pieces slide.
    pub speed: Speed,
    /// The person's options.
    pub options: Options,
}

/// The screen on which puzzles are solved.
pub struct PuzzleScreen {
    puzzles: Rc<[Puzzle]>,
    place: usize,
    run: PuzzleSession,
    progress: Progress,
    means: Means,
    slides: Slides,
    hand: Hand,
    cursor: Cursor,
    announcer: Announcer,
    hearing: SoundCues,
    /// The message that was said last.
    told: Option<String>,
    pointer: Option<Point>,
}

impl PuzzleScreen {
    /// A screen for `puzzles`, opened at the first that is not solved; `None` if there is no puzzle.
    #[must_use]
    pub fn new(puzzles: Vec<Puzzle>, progress: Progress, means: Means) -> Option<Self> {
        let place = progress.first_unsolved(&puzzles);
        let run = PuzzleSession::new(puzzles.get(place)?.clone(), (means.arbiter)(), means.options);
        let (slides, hand) = (Slides::default(), Hand::default());
        let (cursor, announcer) = (Cursor::default(), Announcer::default());
        let hearing = SoundCues::default();
        let puzzles = puzzles.into();
        let mut screen = Self {
            puzzles,
            place,
            run,
            progress,
            means,
            slides,
            hand,
            cursor,
            announcer,
            hearing,
            told: None,
            pointer: None,
        };
        screen.introduce();
        Some(screen)
    }

    /// The puzzle on the board.
    #[must_use]
    pub fn run(&self) -> &PuzzleSession {
        &self.run
    }

    fn layout(&self, size: Size) -> Layout {
        let game = self.run.game();
        let rules = game.position().variant().rules();
        Layout::scaled(size, (rules.files, rules.ranks), game.orientation(), self.theme().scale())
    }

    fn theme(&self) -> Theme {
        Theme::of(&self.means.options)
    }

    fn panel<'a>(&'a self, layout: &'a Layout, theme: &'a Theme) -> Panel<'a> {
        Panel {
            run: &self.run,
            place: (self.place, self.puzzles.len()),
            solved: self.progress.is_solved(self.run.puzzle()),
            count: self.progress.solved_count(&self.puzzles),
            layout,
            theme,
            pointer: self.pointer,
        }
    }

    /// Does what a key or a button asks for.
    fn act(&mut self, action: Action) -> Transition {
        let count = self.puzzles.len();
        match action {
            Action::Hint => self.run.request_hint(),
            Action::Solution => {
                self.hand.let_go();
                let events = self.run.show_solution();
                return self.show(events, false);
            }
            Action::Again => {
                self.hand.let_go();
                let events = self.run.again();
                return self.show(events, false);
            }
            Action::Previous => self.go_to((self.place + count - 1) % count),
            Action::Next => self.go_to((self.place + 1) % count),
            Action::Close => return Transition::Close(None),
        }
        Transition::Stay
    }

    fn go_to(&mut self, place: usize) {
        if let Some(puzzle) = self.puzzles.get(place) {
            self.place = place;
            self.run = PuzzleSession::new(puzzle.clone(), (self.means.arbiter)(), self.means.options);
            self.slides.clear();
            self.hand = Hand::default();
            self.introduce();
        }
    }

    /// Has the puzzle on the board said.
    fn introduce(&mut self) {
        let puzzle = self.run.puzzle();
        let (title, task) = (&puzzle.title, puzzle.instruction());
        let number = format!("Puzzle {} of {}: {title}. {task}.", self.place + 1, self.puzzles.len());
        self.announcer = Announcer::introduced(&number, self.run.game());
        self.told = None;
    }

    fn mouse(&mut self, happening: InputEvent, layout: &Layout) -> Transition {
        match happening {
            InputEvent::Moved(point) => self.pointer = Some(point),
            InputEvent::PointerLeft => self.pointer = None,
            InputEvent::Pressed(MouseButton::Left, point) if layout.square_at(point).is_none() => {
                let theme = self.theme();
                let action = self.panel(layout, &theme).action_at(point);
                return action.map_or(Transition::Stay, |action| self.act(action));
            }
            _ => {}
        }
        let drag = self.means.options.is_on(OptionKey::Drag);
        let command = self.hand.happen(happening, self.run.game(), layout, drag);
        command.map_or(Transition::Stay, |command| self.command(command))
    }

    /// Lets the cursor have a key, and says what came of it if the key was for it.
    fn move_cursor(&mut self, key: Key, layout: &Layout) -> Option<Transition> {
        match self.cursor.key(key, self.run.game(), layout) {
            Heard::Nothing => None,
            Heard::Taken => {
                self.announcer.look(&self.cursor, &self.run.game().player_view());
                Some(Transition::Stay)
            }
            Heard::Told(command) => {
                let before = self.run.game().selected();
                let transition = self.command(command);
                self.announcer.select(before, self.run.game());
                Some(transition)
            }
        }
    }

    fn command(&mut self, command: Command) -> Transition {
        let carried = matches!(command, Command::Drop { .. });
        let events = self.run.hand(command);
        self.show(events, carried)
    }

    /// Shows what happened on the board; a piece `carried` by hand does not slide.
    fn show(&mut self, events: Vec<Event>, carried: bool) -> Transition {
        let mut transition = Transition::Stay;
        self.announcer.hear(&events, self.run.game());
        self.hearing.update(&events, self.run.game());
        for event in events {
            match event {
                Event::Moved(made) => self.slides.start(&made, &self.means.speed, carried),
                // What is held may be held since before a wrong move was taken back.
                Event::Restarted => self.slides.clear(),
                Event::ChoosePromotion { from, to } => transition = self.ask_promotion(from, to),
                _ => {}
            }
        }
        transition
    }

    fn ask_promotion(&self, from: Square, to: Square) -> Transition {
        let game = self.run.game();
        let position = game.position();
        let mut moves = position.legal_moves_from(from);
        moves.retain(|mv| mv.to == to && mv.promotion().is_some());
        let (variant, color) = (position.variant(), position.turn());
        Transition::Open(Box::new(PromotionPicker::new(
            variant,
            color,
            game.orientation(),
            self.theme(),
            moves,
        )))
    }
}

impl Screen for PuzzleScreen {
    fn tick(&mut self, elapsed: Duration) -> Transition {
        self.slides.tick(elapsed);
        let events = self.run.tick(elapsed);
        if self.run.state() == PuzzleState::Solved && self.progress.mark_solved(self.run.puzzle()) {
            (self.means.keep)(&self.progress);
        }
        self.show(events, false)
    }

    fn happen(&mut self, happening: InputEvent, size: Size) -> Transition {
        match happening {
            InputEvent::Key { key, control: false } => {
                if let Some(transition) = self.move_cursor(key, &self.layout(size)) {
                    return transition;
                }
                keys::action(key).map_or(Transition::Stay, |action| self.act(action))
            }
            mouse => self.mouse(mouse, &self.layout(size)),
        }
    }

    fn hear(&mut self, answer: Answer) -> Transition {
        match answer {
            Answer::Promotion(mv) => return self.command(Command::Play(mv)),
            Answer::Options(options) => self.means.options.take_live(&options),
            Answer::NewGame
            | Answer::Leave
            | Answer::Quit
            | Answer::Pasted
            | Answer::Saved { .. }
            | Answer::Analysis(_) => {}
        }
        Transition::Stay
    }

    fn sound(&mut self) -> Option<SoundCue> {
        self.hearing.take(&self.means.options)
    }

    fn say(&mut self) -> Vec<String> {
        let message = self.run.message();
        if message != self.told {
            self.told.clone_from(&message);
            message.into_iter().for_each(|message| self.announcer.add(message));
        }
        self.announcer.take(self.run.game())
    }

    fn waits(&self) -> bool {
        matches!(self.run.state(), PuzzleState::Judging | PuzzleState::Showing)
    }

    fn covers(&self) -> bool {
        true
    }

    fn draw(&self, size: Size, items: &mut Vec<Item>) {
        let (layout, theme) = (self.layout(size), self.theme());
        let game = self.run.game();
        let sight = game.player_view();
        let held = |(square, point)| Some((square, game.own_piece_at(square)?, point));
        let dragged = self.hand.dragged().and_then(held);
        let board =
            BoardView { sight: &sight, slides: &self.slides, dragged, layout: &layout, theme: &theme };
        items.extend(board.items());
        self.hand.marks().draw(&layout, items);
        self.cursor.draw(&layout, items);
        match self.run.hint() {
            Some(PuzzleHint::Piece(square)) => point_out(square, square, &layout, items),
            Some(PuzzleHint::Move(from, to)) => point_out(from, to, &layout, items),
            None => {}
        }
        self.panel(&layout, &theme).draw(items);
        items.extend(board.held());
    }

    fn ground(&self) -> Rgba {
        self.theme().ground
    }
}
