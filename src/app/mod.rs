//! The program without its window: `App` owns the open screens, the settings, the saved games and the levels.
//!
//! The window calls [`App::frame`] with the input of each frame and shows the [`Frame`] that it returns. A screen may
//! request an [`Action`]; only `App` carries it out (`actions`). Tests use `App` without a window.

mod actions;
mod games;
mod import;
mod jobs;
mod levels;
mod matches;
mod mistakes;
mod results;
mod saved_games;
mod texts;
mod unsaved;

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::access::AccessNode;
use crate::engine::difficulty::{Difficulty, DifficultyPlayer};
use crate::game::analysis::analyzer::AnalysisLimits;
use crate::game::engines::EngineList;
use crate::game::game_record::GameRecord;
use crate::game::new_game::NewGame;
use crate::game::openings::OpeningPlayer;
use crate::game::options::Options;
use crate::game::worker::{Analyst, Explainer, Opponent, PuzzleSolver, ThreadedWorker};
use crate::platform::{subprocess, threads};
use crate::storage::game_reader::GameReader;
use crate::storage::{Autosave, AutosavedGame, SavedGame, Storage};
use crate::view::frame::Frame;
use crate::view::input::{Input, InputEvent, Key};
use crate::view::picture::{AddDrawing, Export, MakeFile};
use crate::view::scene::{Point, Scene};
use crate::view::screen::{Action, Context, Env, OpenScreen, Reply, Size, Stake};
use crate::view::screens::dialogs::Question;
use crate::view::text::first_of;
use crate::view::widgets::board::animation::Speed;

use crate::uci_engine::{AfterFailure, EngineFailure};
pub use games::{FirstScreen, GameStart};
use jobs::RunningJob;
use levels::Levels;
use matches::WatchedMatch;
use unsaved::Unsaved;

/// Minimum time before a move of the computer, so that the player can follow.
pub const COMPUTER_PAUSE: Duration = Duration::from_millis(350);

/// Level of the first game of a player who starts with the home screen: an easy one.
const FIRST_LEVEL: u8 = 2;

/// Choices of config and command line.
pub struct AppSetup {
    /// The level of the first game and its title in the menu.
    pub level: (crate::rules::Position, String),
    /// A sentence about the file of the level that the player should read.
    pub remark: Option<String>,
    /// The choices of the first game. Their level is `level`.
    pub choices: NewGame,
    /// The options that the config file sets. The settings last chosen in the menu do not override them.
    pub set_by_config: Vec<&'static str>,
    /// Whether the command line names the level. The settings last chosen in the menu do not override it.
    pub level_on_command_line: bool,
    pub speed: Speed,
    /// Seed of the computer's choices. If it is `None`, the choices are random.
    pub seed: Option<u64>,
    /// Minimum time before a move of the computer, so that the player can follow.
    pub pause: Duration,
    /// Reads games from texts. It has the variant of the config, with the player's own pieces.
    pub reader: GameReader,
    pub storage: Storage,
    pub computers: Computers,
    /// The engines of the user.
    pub engines: EngineList,
    pub first_screen: FirstScreen,
    /// Address of the page that the program runs in; `None` outside a browser.
    pub page: Option<String>,
    /// The program, which jobs run in; `None` where it cannot be started.
    pub program: Option<PathBuf>,
    /// Saves pictures and games as files.
    pub export: Box<Export>,
    /// Adds drawings of pieces.
    pub add_drawing: Box<AddDrawing>,
}

/// Makes a worker for these options.
pub type MakeWorker<W> = Box<dyn Fn(&Options) -> Box<W>>;

pub struct Computers {
    pub opponent: MakeWorker<Opponent>,
    /// Makes the worker for hints and analysis, which has full strength at every difficulty.
    pub analyst: MakeWorker<Analyst>,
    pub analysis_limits: AnalysisLimits,
    /// Makes the worker that checks the moves of a puzzle.
    pub puzzle_solver: Rc<dyn Fn() -> Box<PuzzleSolver>>,
    /// Makes the worker that explains why moves were bad.
    pub explainer: Box<dyn Fn() -> Box<Explainer>>,
}

impl Computers {
    /// Workers on threads of their own. The opponent has all cores but one, which the window needs.
    pub fn threaded() -> Self {
        let threads = threads::available().saturating_sub(1).max(1);
        let player = move |options: &Options| {
            let player = DifficultyPlayer::with_style(options.play_style(), threads);
            Box::new(OpeningPlayer::new(Difficulty::new(options.difficulty), player))
        };
        Self {
            opponent: Box::new(move |options| Box::new(ThreadedWorker::opponent(player(options)))),
            analyst: Box::new(|options| {
                let threads = options.analysis_threads(threads::available());
                Box::new(ThreadedWorker::analyst(threads, options.analysis_memory()))
            }),
            analysis_limits: AnalysisLimits::default(),
            puzzle_solver: Rc::new(|| Box::new(ThreadedWorker::puzzle_solver())),
            explainer: Box::new(|| Box::new(ThreadedWorker::explainer())),
        }
    }
}

/// The program without its window: the stack of screens, and the data that the screens share.
pub struct App {
    /// The open screens, the bottom screen first.
    screens: Vec<Box<dyn OpenScreen>>,
    ctx: Context,
    setup: AppSetup,
    levels: Levels,
    autosave: Autosave,
    unsaved: Unsaved,
    /// The file of the game on the lowest screen.
    autosaved_game: Option<AutosavedGame>,
    /// The result of the game on the lowest screen.
    result: results::CurrentResult,
    /// How the game on the lowest screen was started.
    game_start: Option<GameStart>,
    /// Whether the player has started a game from the menu or the editor. After that, the option `animation` replaces
    /// the speed of the config.
    from_menu: bool,
    /// The record of the game on the lowest screen, as it was last saved.
    record: Option<GameRecord>,
    /// The last unfinished game that is not on the board; `None` after it has been resumed.
    unfinished: Option<SavedGame>,
    /// Whether this is the player's very first game, so that the lessons are offered.
    offers_lessons: bool,
    warnings: Vec<String>,
    /// The file that is being made, and the number of screens when it was asked for.
    export: Option<(usize, Box<MakeFile>)>,
    /// The match that is watched.
    watched: Option<WatchedMatch>,
    /// The jobs that run, and the time since they were tested.
    jobs: Vec<RunningJob>,
    since_jobs: Duration,
    /// Failures of the user's engines, from their threads.
    engine_failures: (Sender<EngineFailure>, Receiver<EngineFailure>),
    /// Whether a frame has been shown. Time that passes before the first frame does not count.
    started: bool,
    pointer: Option<Point>,
    fullscreen: bool,
    /// Index of the screen that asks whether to quit; `None` if it is not open.
    quit_question: Option<usize>,
    /// Index of the home screen; `None` if it is not open.
    home: Option<usize>,
    quit: bool,
}

impl App {
    /// The program with its first screen.
    ///
    /// # Errors
    /// If there is nothing to play, a sentence with the reason.
    pub fn new(setup: AppSetup) -> Result<Self, String> {
        let mut app = Self::without_screens(setup);
        app.open_first_screen()?;
        Ok(app)
    }

    /// The program with `screen` open instead of the setup's first screen.
    pub fn with_screen(setup: AppSetup, screen: Box<dyn OpenScreen>) -> Self {
        let mut app = Self::without_screens(setup);
        app.open(screen);
        app
    }

    fn without_screens(mut setup: AppSetup) -> Self {
        if matches!(setup.first_screen, FirstScreen::Home) {
            setup.choices.options.difficulty = FIRST_LEVEL;
            setup.speed = Speed::eased(setup.choices.options.animation.duration());
        }
        let search = matches!(setup.first_screen, FirstScreen::Game { search: true } | FirstScreen::Resume);
        let offers_lessons = search && setup.storage.is_new_player();
        let (variants, mut problems) = setup.storage.variants();
        for name in setup.storage.drawings() {
            let added = setup.storage.drawing(&name).and_then(|svg| (setup.add_drawing)(&name, &svg));
            problems.extend(added.err().map(|reason| format!("The drawing {name} {reason}.")));
        }
        setup.reader = setup.reader.with_variants(variants);
        let games = setup.storage.open_games(search, &|tags| setup.reader.find_variant(tags));
        let (position, title) = &setup.level;
        let levels = Levels::new(setup.reader.variants(), position, title, setup.storage.levels());
        setup.choices.level = levels.configured().to_owned();
        let mut ctx = Context::new(setup.choices.options, setup.speed, levels.all());
        ctx.page = setup.page.as_deref().map(Into::into);
        ctx.engines = subprocess::CAN_START.then(|| Rc::new(std::mem::take(&mut setup.engines)));
        problems.extend(setup.remark.take());
        let warnings = [games.problems, setup.storage.keep_damaged(), problems].concat();
        ctx.notice = first_of(&warnings);
        let mut app = Self {
            screens: Vec::new(),
            ctx,
            setup,
            levels,
            autosave: games.autosave,
            unsaved: Unsaved::default(),
            autosaved_game: None,
            result: results::CurrentResult::Open,
            game_start: None,
            from_menu: false,
            record: None,
            unfinished: games.unfinished,
            offers_lessons,
            warnings,
            export: None,
            watched: None,
            jobs: Vec::new(),
            since_jobs: Duration::ZERO,
            engine_failures: channel(),
            started: false,
            pointer: None,
            fullscreen: false,
            quit_question: None,
            home: None,
            quit: false,
        };
        app.find_jobs();
        app
    }

    pub fn game_start(&self) -> Option<&GameStart> {
        self.game_start.as_ref()
    }

    pub fn open_screens(&self) -> usize {
        self.screens.len()
    }

    /// Problems at the start, in sentences.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Shows a message to the player as soon as a screen has room for it.
    pub fn show_notice(&mut self, notice: String) {
        self.ctx.notice = Some(notice);
    }

    /// Updates the program with the input of a frame. Returns what to show.
    pub fn frame(&mut self, input: &Input) -> Frame {
        let fullscreen = self.fullscreen;
        self.update(input);
        let effects = std::mem::take(&mut self.ctx.effects);
        Frame {
            scene: self.scene(input.size),
            quit: self.quit,
            fullscreen: (self.fullscreen != fullscreen).then_some(self.fullscreen),
            sound: effects.sound,
            cursor: effects.cursor,
            clicked_text: effects.clicked_text,
            picks_file: effects.picks_file,
            pastes: effects.pastes,
            clipboard: effects.clipboard,
            access: input.wants_access.then(|| self.access()),
            announcements: effects.announcements,
            vibrates: effects.vibrates,
            waiting: effects.waiting,
        }
    }

    /// Accessible nodes of the top screen.
    pub fn access(&self) -> Vec<AccessNode> {
        self.screens.last().map_or_else(Vec::new, |screen| screen.access(&self.ctx.env))
    }

    /// Advances the time of all screens, then passes the input to the top screen event by event.
    fn update(&mut self, input: &Input) {
        self.ctx.size = input.size;
        self.ctx.elapsed = if self.started { input.elapsed } else { Duration::ZERO };
        self.ctx.env.window_hidden = input.hidden;
        self.ctx.env.no_audio = input.no_audio;
        self.ctx.env.touch = input.touch;
        self.started = true;
        for index in (0..self.screens.len()).rev() {
            self.update_screen(index, &[]);
        }
        self.continue_match(self.ctx.elapsed);
        self.continue_jobs(self.ctx.elapsed);
        self.continue_export();
        self.ctx.elapsed = Duration::ZERO;
        if self.pointer.replace(input.pointer) != Some(input.pointer) {
            self.update_top(&[InputEvent::Moved(input.pointer)]);
        }
        for event in &input.events {
            self.handle(event);
        }
        let mut problems = Vec::from_iter(self.autosave.problem());
        while let Ok(failure) = self.engine_failures.1.try_recv() {
            match failure.next {
                AfterFailure::MatchEnds => self.watched = None,
                AfterFailure::ComputerPlays => {
                    self.ctx.reply = Some(Reply::EngineGivenUp);
                    self.update_screen(0, &[]);
                }
                AfterFailure::Restart | AfterFailure::BuiltInEngineAnalyses => {}
            }
            problems.push(failure.to_string());
        }
        if !problems.is_empty() {
            self.ctx.notice = Some(problems.join(" "));
        }
    }

    fn handle(&mut self, event: &InputEvent) {
        match event {
            InputEvent::CloseRequested => self.ask_quit(),
            InputEvent::Dropped(Err(reason)) => self.ctx.notice = Some(reason.clone()),
            InputEvent::Key { key: Key::F11, .. } => self.follow(Action::ToggleFullScreen),
            event => self.update_top(std::slice::from_ref(event)),
        }
    }

    fn update_top(&mut self, input: &[InputEvent]) {
        if let Some(top) = self.screens.len().checked_sub(1) {
            self.update_screen(top, input);
        }
    }

    /// Whether closing the screens would lose `stake`.
    fn is_at_stake(&self, stake: Stake) -> bool {
        self.screens.iter().any(|screen| screen.at_stake() == stake)
    }

    /// Updates a screen, saves its record and carries out its action.
    fn update_screen(&mut self, index: usize, input: &[InputEvent]) {
        self.ctx.env.game_in_progress = self.is_at_stake(Stake::Game);
        self.ctx.is_top = index + 1 == self.screens.len();
        let above = || self.screens.iter().skip(index + 1).map(|screen| screen.layer());
        (self.ctx.env.is_hidden, self.ctx.env.is_paused) =
            (above().any(|layer| layer.hides_below), above().any(|layer| layer.pauses_game));
        let Some(screen) = self.screens.get_mut(index) else { return };
        let cursor = std::mem::take(&mut self.ctx.effects.cursor);
        let options = self.ctx.options;
        let action = screen.update(input, &mut self.ctx);
        if self.ctx.options.animation != options.animation {
            self.ctx.speed = Speed::eased(self.ctx.options.animation.duration());
        }
        if self.ctx.options != options {
            self.save_settings(&self.menu_choices());
        }
        if !self.ctx.is_top {
            self.ctx.effects.cursor = cursor;
        }
        self.store();
        if let Some(action) = action {
            self.follow(action);
        }
    }

    /// Saves the record, the attempts at puzzles and the stars that screens have pushed.
    fn store(&mut self) {
        let mut is_new = self.ctx.effects.record.is_some();
        if let Some(record) = self.ctx.effects.record.take() {
            self.note_result(&record);
            self.record = Some(record.clone());
            self.score_match(&record);
            if let Some(game) = &mut self.autosaved_game {
                self.autosave.save(game, record);
            }
        }
        let effects = &mut self.ctx.effects;
        is_new |= !effects.attempts.is_empty() || effects.lessons.is_some() || !effects.mistakes.is_empty();
        is_new |= !effects.analyses.is_empty();
        self.unsaved.attempts.append(&mut effects.attempts);
        self.unsaved.analyses.append(&mut effects.analyses);
        self.unsaved.lessons = effects.lessons.take().or(self.unsaved.lessons.take());
        let mistakes = std::mem::take(&mut effects.mistakes);
        self.note_mistakes(mistakes);
        if is_new {
            self.save();
        }
    }

    /// Opens a screen above the others. A resignation stands as soon as another screen is above the game.
    fn open(&mut self, screen: Box<dyn OpenScreen>) {
        if !self.screens.is_empty() {
            self.settle_result();
        }
        self.screens.push(screen);
        self.update_top(&[]);
    }

    /// Closes the top screen. The program ends if it was the last screen.
    fn close(&mut self) {
        self.remove(self.screens.len().saturating_sub(1));
        self.quit |= self.screens.is_empty();
        // The closed screen may have left a reply for the screen below it.
        self.update_top(&[]);
    }

    /// Removes the screens from `index` on, beginning with the top screen.
    fn remove(&mut self, index: usize) {
        while self.screens.len() > index {
            if let Some(mut screen) = self.screens.pop() {
                screen.leave(&mut self.ctx);
            }
            // The screen below saves the analysis with its game.
            if matches!(self.ctx.reply, Some(Reply::Analysis(_))) {
                self.update_top(&[]);
            }
        }
        self.store();
        if index == 0 {
            // A note that stood below the result is not repeated in the next game.
            let is_new = matches!(self.result, results::CurrentResult::Pending(_));
            self.settle_result();
            let note = self.ctx.env.result_note.take().filter(|_| is_new).map(|note| note.to_string());
            self.ctx.notice = note.or(self.ctx.notice.take());
        }
        for place in [&mut self.quit_question, &mut self.home] {
            place.take_if(|place| *place >= index);
        }
    }

    /// Quits. If changes would be lost, a question is opened first; a second call while the question is open quits.
    fn ask_quit(&mut self) {
        if self.is_at_stake(Stake::Changes) && self.quit_question.is_none() {
            self.quit_question = Some(self.screens.len());
            self.open(Box::new(Question::warning("Close without saving?", "Close", Action::Quit)));
        } else {
            self.quit = true;
        }
    }

    /// The picture of the open screens in a window of `size`.
    pub fn scene(&self, size: Size) -> Scene {
        let env = Env { size, ..self.ctx.env.clone() };
        let mut scene = Scene::new(env.theme().background, env.options.piece_set);
        for screen in &self.screens {
            screen.draw(&env, &mut scene);
        }
        scene
    }
}

impl Drop for App {
    fn drop(&mut self) {
        self.remove(0);
        self.save();
    }
}
