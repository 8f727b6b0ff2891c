//! Screens: the trait, the context of an update, and the actions that screens return.
//!
//! A screen opens no other screen, starts no game and stores nothing. It returns an [`Action`], and the `App` follows it.

use std::hash::Hash;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::form::touch;
use super::frame::PointerShape;
use super::home_setup::HomeSetup;
use super::input::InputEvent;
use super::layout::BoardLayout;
use super::picture::ExportFile;
use super::scene::Scene;
use super::theme::Theme;
use super::widgets::Node;
use super::widgets::board::animation::Speed;
use super::widgets::build::hash;
use super::widgets::node::HelpGroup;
use crate::access::AccessNode;
use crate::game::analysis::{Analysis, AnalysisSetup};
use crate::game::background_job::{JobKind, JobStatus};
use crate::game::engine_match::EngineMatch;
use crate::game::engines::EngineList;
use crate::game::game_record::GameRecord;
use crate::game::lesson::progress::LessonProgress;
use crate::game::new_game::NewGame;
use crate::game::openings::Openings;
use crate::game::options::{ConfirmMoves, Options};
use crate::game::puzzle::Puzzle;
use crate::game::puzzle::progress::{Attempt, Progress};
use crate::notation::pgn::PgnGame;
use crate::notation::variants_ini::Variants;
use crate::rules::{Color, Piece, Position, Square, Variant};
use crate::sound::SoundCue;

pub use super::level_entry::{LevelEntry, OWN_LEVEL, OWN_VARIANTS};

/// Size of the window in pixels: width, height.
pub type Size = (f32, f32);

/// A screen of the stack: a game, the menu, a dialog.
pub trait OpenScreen {
    /// Updates the screen. Once a frame every open screen is called without input and advances by `ctx.elapsed`. The
    /// top screen is called once more for each event, because an event may open or close a screen.
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action>;

    /// How the screen lies above the screens below.
    fn layer(&self) -> LayerKind {
        LayerKind::PAGE
    }

    /// Draws over the screens below. A screen that fills the window calls [`Scene::clear`] first.
    fn draw(&self, env: &Env, scene: &mut Scene);

    /// Accessible nodes of the screen.
    fn access(&self, _env: &Env) -> Vec<AccessNode> {
        Vec::new()
    }

    /// The loss that closing the screen would cause.
    fn at_stake(&self) -> Stake {
        Stake::Nothing
    }

    /// Called once before the screen is removed.
    fn leave(&mut self, _ctx: &mut Context) {}
}

/// A screen: its state, a pure function from the state to widgets, and a function that applies a message.
pub trait Screen {
    /// Actions of the player on this screen.
    type Message: Clone + 'static;
    /// How the screen lies above the screens below.
    const LAYER: LayerKind = LayerKind::PAGE;

    /// The widgets for the present state. Called when something has changed.
    fn view(&self, env: &Env) -> Node<Self::Message>;

    fn update(&mut self, message: Self::Message, env: &Env, effects: &mut Effects);

    /// Whether a message does something now, for the answer to its label if that is typed.
    fn can(&self, _message: &Self::Message) -> bool {
        true
    }

    /// Lets time pass, once a frame; returns whether the picture has changed.
    fn tick(&mut self, _elapsed: Duration, _env: &Env, _effects: &mut Effects) -> bool {
        false
    }

    /// Handles the reply to the last action of this screen.
    fn reply(&mut self, _reply: Reply, _env: &Env, _effects: &mut Effects) {}

    /// Shows a message of the program to the player. Returns the message if the screen has no place for it.
    fn notice(&mut self, notice: String) -> Option<String> {
        Some(notice)
    }

    /// The loss that closing the screen would cause.
    fn at_stake(&self) -> Stake {
        Stake::Nothing
    }

    /// Called once before the screen is removed.
    fn leave(&mut self, _effects: &mut Effects) {}
}

/// How a screen lies above the screens below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerKind {
    /// Whether the screen fills the window.
    pub fills: bool,
    /// Whether the screen hides the screens below.
    pub hides_below: bool,
    /// Whether a game on the screens below is paused.
    pub pauses_game: bool,
    /// Size of a wide window in which the screen has the size of its design.
    pub design: Size,
    /// Size of an upright window in which the screen has the size of its design.
    pub upright: Size,
    /// The smallest and the largest scale.
    pub scales: (f32, f32),
    /// Whether the text size counts in small windows only, because large windows have large texts already.
    pub caps_text: bool,
}

impl LayerKind {
    /// A page that fills the window.
    pub const PAGE: Self = Self {
        fills: true,
        hides_below: true,
        pauses_game: true,
        design: (792.0, 600.0),
        upright: (792.0, 600.0),
        scales: (0.8, 1.5),
        caps_text: false,
    };
    /// A page of cards, which uses the room of a large window.
    pub const PAGE_OF_CARDS: Self =
        Self { design: (1280.0, 800.0), upright: (1280.0, 800.0), scales: (0.9, 1.6), ..Self::PAGE };
    /// A page that shows the position of the game, which goes on.
    pub const PAGE_OF_GAME: Self = Self { pauses_game: false, ..Self::PAGE };
    /// A panel over a game, which is paused.
    pub const PANEL: Self = Self {
        fills: false,
        design: (792.0, 672.0),
        upright: (480.0, 800.0),
        scales: (0.8, f32::MAX),
        caps_text: true,
        ..Self::PAGE
    };
    /// A panel of short lines, which has large texts.
    pub const HELP: Self = Self {
        design: (600.0, 460.0),
        upright: (600.0, 460.0),
        scales: (0.8, 2.5),
        caps_text: false,
        ..Self::PANEL
    };
    /// A question over a game that goes on.
    pub const DIALOG: Self = Self {
        hides_below: false,
        pauses_game: false,
        design: (600.0, 480.0),
        upright: (600.0, 480.0),
        scales: (0.7, 2.5),
        ..Self::HELP
    };

    /// Pixels of the window for each pixel of the design.
    pub fn unit(&self, size: Size, theme: &Theme) -> f32 {
        let (w, h) = if is_wide(size) { self.design } else { self.upright };
        let (unit, text) = ((size.0 / w).min(size.1 / h), theme.scale());
        let (smallest, largest) = self.scales;
        if self.caps_text {
            return (unit * text).min(unit.max(text)).clamp(smallest, largest);
        }
        unit.clamp(smallest, largest) * if self.hides_below { text } else { 1.0 }
    }
}

/// Whether nodes stand side by side rather than below each other in a window of `size`.
pub fn is_wide(size: Size) -> bool {
    size.0 >= size.1 * 1.05
}

/// Loss that closing a screen would cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stake {
    #[default]
    Nothing,
    /// A game that has begun and not ended.
    Game,
    /// Changes that are not saved.
    Changes,
}

/// The values that screens read, such as the size of the window.
#[derive(Clone, PartialEq)]
pub struct Env {
    /// Size of the window in pixels.
    pub size: Size,
    /// Pixels of the window for each pixel of the design.
    pub unit: f32,
    /// Whether no other screen lies above this one. [`Screen::view`] depends neither on this field nor on the next three.
    pub is_top: bool,
    /// Whether a screen above hides this one.
    pub is_hidden: bool,
    /// The part of the time since the last frame in which the window was hidden and the computer was not thinking.
    pub window_hidden: Duration,
    /// Whether a screen above pauses a game on this one.
    pub is_paused: bool,
    pub options: Options,
    /// Whether the last sound could not be played, because no sound device was found.
    pub no_audio: bool,
    /// Whether the player touches the screen. If so, targets are large enough for a finger.
    pub touch: bool,
    /// How fast pieces slide.
    pub speed: Speed,
    /// The levels of the menu. Comparing two equal pointers does not compare the levels, unlike with `Rc<[LevelEntry]>`.
    pub levels: Rc<Vec<LevelEntry>>,
    /// The engines of the user; `None` where other programs cannot be started.
    pub engines: Option<Rc<EngineList>>,
    /// Score of the match that is watched.
    pub match_score: Option<Rc<str>>,
    /// Effect of the last result for the player: the rating, and the level of the next game.
    pub result_note: Option<Rc<str>>,
    /// Address of the page that the program runs in, for links to it; `None` outside a browser.
    pub page: Option<Rc<str>>,
    /// Whether a game has begun and not ended.
    pub game_in_progress: bool,
    /// Line of help of the node that is hovered or focused.
    pub help: Option<String>,
    /// Hash of the focused node's name.
    pub focus: Option<u64>,
}

impl Env {
    pub fn theme(&self) -> Theme {
        let theme = Theme::of(&self.options);
        Theme { least_text: if self.touch { touch::TEXT } else { theme.least_text }, ..theme }
    }

    /// Title of a variant that is known to the program, unless it is XXL chess.
    pub fn variant_title(&self, variant: &Variant) -> Option<&str> {
        let name = &variant.rules().name;
        let level = self.levels.iter().find(|level| level.id == *name);
        level.filter(|_| !["xxl", "xxlm"].contains(&name.as_str())).map(|level| level.title.as_str())
    }

    /// Whether a move waits for a second tap. Only the moves of fingers do.
    pub fn confirm_moves(&self) -> ConfirmMoves {
        if self.touch { self.options.confirm_moves } else { ConfirmMoves::Never }
    }

    /// Size of the window in pixels of the design.
    pub fn design_size(&self) -> Size {
        (self.size.0 / self.unit, self.size.1 / self.unit)
    }

    /// Size of a panel in pixels of the design: that of the window without a margin, but at most `largest`.
    pub fn panel_size(&self, largest: Size) -> Size {
        let (w, h) = self.design_size();
        let margin = if self.unit > LayerKind::PANEL.scales.0 { 24.0 } else { 8.0 };
        ((w - margin).min(largest.0).max(1.0), (h - margin).min(largest.1).max(1.0))
    }

    /// Layout of a board of `variant` with a panel.
    pub fn board_layout(&self, variant: &Variant, bottom: Color) -> BoardLayout {
        self.board_layout_in(self.size, variant, bottom)
    }

    fn board_layout_in(&self, size: Size, variant: &Variant, bottom: Color) -> BoardLayout {
        let rules = variant.rules();
        let layout = if self.touch { BoardLayout::for_touch } else { BoardLayout::scaled };
        layout(size, (rules.files, rules.ranks), bottom, self.theme().scale())
    }

    /// Layout of a board of `variant` with a panel, and with a bar at the left of the board.
    pub fn board_layout_with_bar(&self, variant: &Variant, bottom: Color) -> BoardLayout {
        BoardLayout::with_bar(|size| self.board_layout_in(size, variant, bottom), self.size)
    }

    pub fn has_focus(&self, name: impl Hash) -> bool {
        self.focus == Some(hash(&name))
    }
}

/// Input and output of an update of the screens.
pub struct Context {
    pub env: Env,
    /// Time since the last frame; zero while input is handled.
    pub elapsed: Duration,
    /// Reply to the action that the screen returned last.
    pub reply: Option<Reply>,
    /// A message to the player, until a screen has room for it.
    pub notice: Option<String>,
    /// Effects of the updates of this frame.
    pub effects: Effects,
}

/// Effects that screens push during a frame, for the `App` to carry out.
#[derive(Default)]
pub struct Effects {
    /// Request to the `App`.
    pub action: Option<Action>,
    /// Reply to the screen below, when this one is removed.
    pub reply: Option<Reply>,
    /// New options, which take effect at once.
    pub options: Option<Options>,
    /// The node that gets the focus, by its name's hash.
    pub(in crate::view) focus: Option<u64>,
    pub sound: Option<SoundCue>,
    /// Shape of the mouse pointer; the top screen sets it in each update.
    pub cursor: PointerShape,
    /// Text of the field that was clicked or tapped. On a touch screen the browser asks for a new text.
    pub clicked_text: Option<String>,
    /// Whether the browser asks for a file, whose text is pasted.
    pub picks_file: bool,
    /// Whether the text of the clipboard is pasted.
    pub pastes: bool,
    /// Sentences for screen readers.
    pub announcements: Vec<String>,
    /// Whether the device vibrates for a moment.
    pub vibrates: bool,
    /// Text for the clipboard.
    pub clipboard: Option<String>,
    /// Record of the game on the board, to be saved.
    pub record: Option<GameRecord>,
    /// Attempts at puzzles, to be saved.
    pub attempts: Vec<Attempt>,
    /// Mistakes in games of the player, to be saved.
    pub mistakes: Vec<PgnGame>,
    /// Analyses to be kept, each after the text that it replaces.
    pub analyses: Vec<(String, String)>,
    /// The stars for the lessons, to be saved.
    pub lessons: Option<LessonProgress>,
    /// Whether the next frames are urgent: something moves, or a reply such as the computer's move is due.
    pub waiting: bool,
}

impl Effects {
    pub fn request(&mut self, action: Action) {
        self.action = Some(action);
    }

    /// Opens `screen` above this one.
    pub fn open(&mut self, screen: impl OpenScreen + 'static) {
        self.request(Action::Open(Box::new(screen)));
    }

    /// Opens the help page with the keys of the screen, and a button for the `rules` of a variant.
    pub fn open_help(&mut self, rules: Option<Arc<Variant>>) {
        // The host fills in the groups, which come from the widgets.
        self.request(Action::OpenKeys { groups: Vec::new(), rules });
    }

    pub fn close(&mut self) {
        self.request(Action::Close);
    }

    /// Focuses the node that is `keyed` by `name`. If there is none, no node has the focus.
    pub fn focus(&mut self, name: impl Hash) {
        self.focus = Some(hash(&name));
    }

    pub fn unfocus(&mut self) {
        // No node has this name.
        self.focus("");
    }

    pub fn announce(&mut self, sentence: impl Into<String>) {
        self.announcements.push(sentence.into());
    }

    /// Plays a sound. Of several sounds in one frame only the most important one is played.
    pub fn play_sound(&mut self, cue: SoundCue) {
        let louder = self.sound.filter(|other| other.sound >= cue.sound);
        self.sound = louder.or(Some(cue));
    }
}

impl Context {
    pub fn new(options: Options, speed: Speed, levels: Rc<Vec<LevelEntry>>) -> Self {
        let env = Env {
            size: (0.0, 0.0),
            unit: 1.0,
            is_top: true,
            is_hidden: false,
            window_hidden: Duration::ZERO,
            is_paused: false,
            options,
            no_audio: false,
            touch: false,
            speed,
            levels,
            engines: None,
            match_score: None,
            result_note: None,
            page: None,
            game_in_progress: false,
            help: None,
            focus: None,
        };
        Self { env, elapsed: Duration::ZERO, reply: None, notice: None, effects: Effects::default() }
    }
}

impl Deref for Context {
    type Target = Env;

    fn deref(&self) -> &Env {
        &self.env
    }
}

impl DerefMut for Context {
    fn deref_mut(&mut self) -> &mut Env {
        &mut self.env
    }
}

/// Request of a screen to the `App`.
pub enum Action {
    Open(Box<dyn OpenScreen>),
    Close,
    /// Closes this screen and carries out an action for the screen below, as for the "yes" of a dialog.
    CloseThen(Box<Action>),
    Quit,
    ToggleFullScreen,
    /// Opens the home screen. If it is open already, closes the screens above it.
    OpenHome,
    /// Replies with what the home screen shows with these choices.
    RefreshHome(NewGame),
    /// Opens the menu on this page, with these choices, or if there are none with those of the last settings.
    OpenMenu {
        tab: MenuTab,
        choices: Option<NewGame>,
    },
    /// Closes the menu and replies with its choices, or opens the home screen with them; `settings` are stored if the player
    /// changed them.
    CloseMenu {
        settings: Option<NewGame>,
        choices: NewGame,
        to_home: bool,
    },
    /// Opens the lessons of the variant of the game, or if there is none, of that of the menu.
    OpenLearn(Options),
    /// Opens the lessons of a variant.
    OpenLessons {
        variant: Arc<Variant>,
        options: Options,
    },
    /// Starts a game of a variant against the first level, without clocks.
    PlayFirstLevel(Arc<Variant>),
    /// Opens the puzzles of a variant, or those of XXL chess if it has none.
    OpenPuzzles {
        variant: String,
        options: Options,
    },
    OpenGames,
    /// Opens the page of the player's mistakes.
    OpenMistakes,
    /// Replies with the player's mistakes.
    LoadMistakes,
    /// Opens these mistakes as puzzles. If they come from the analysis board, the number is that of the other side's mistakes.
    Learn(Vec<Puzzle>, Option<usize>),
    /// Opens the player's ratings and results.
    OpenResults,
    /// Opens the list of engines of other programs.
    OpenEngines,
    /// Opens the page before a match of engines on the level of these choices.
    OpenMatch(NewGame),
    /// Starts a match of engines on the level of these choices.
    WatchMatch {
        played: EngineMatch,
        choices: NewGame,
    },
    /// Ends the match that is watched.
    StopMatch,
    /// Replaces and saves the list of engines.
    SaveEngines(EngineList),
    /// Opens a page of keys, with a button for the rules of a variant.
    OpenKeys {
        groups: Vec<HelpGroup>,
        rules: Option<Arc<Variant>>,
    },
    /// Opens the board editor with the pieces on the board of the game.
    EditBoard {
        pieces: Vec<(Square, Piece)>,
        turn: Color,
        bottom: Color,
    },
    /// Opens the board editor with the level of these choices.
    EditLevel(NewGame),
    /// Opens the workshop: with this variant of the player's own, or with a new one that begins as this built-in one.
    OpenWorkshop(String),
    /// Saves a variant of the player's own, whose section is `text`, and then starts a game of it with the choices `play`. One
    /// of the same name is replaced only if `replace` is set. If saved games could no longer be read, nothing is saved unless
    /// `breaks_games` is set, and their number is the reply.
    SaveVariant {
        name: String,
        text: String,
        replace: bool,
        breaks_games: bool,
        play: Option<Box<NewGame>>,
    },
    /// Saves a drawing of pieces, whose name begins as `name`.
    SaveDrawing {
        name: String,
        svg: String,
    },
    /// Deletes the variant of the player's own with this name.
    DeleteVariant(String),
    /// Opens the page of the jobs for a variant of the player's own.
    OpenJobs(String),
    /// Replies with the progress of the jobs for a variant.
    LoadJobs(String),
    /// Starts a job for a variant, or goes on with it.
    StartJob(String, JobKind),
    /// Ends a job for a variant. What the job has done is kept.
    StopJob(String, JobKind),
    /// Opens the analysis board.
    Analyze(Box<AnalysisSetup>),
    /// Opens the analysis board with the game that is played. Its tags get the time of its start.
    AnalyzeGame(Box<AnalysisSetup>, Box<GameRecord>),
    /// Opens the analysis board with the start of these choices.
    AnalyzeLevel(NewGame),
    /// Goes on with the last analysis of the variant of these choices, or opens one as [`Action::AnalyzeLevel`] does.
    ContinueAnalysis(NewGame),
    /// Opens the list of the kept analyses in place of this screen.
    OpenAnalyses,
    /// Opens the analysis board with a FEN or a PGN. If the text has several games, opens their list.
    OpenText(String),
    /// Replaces this screen by the analysis board with a FEN or a PGN, or by a list if the text has several games.
    ReplaceByText(String),
    /// Asks for level and side, and starts a game from a position.
    PlayFrom(Position),
    /// Starts a game with these choices and stores them. It begins with `position`, or if there is none with the level
    /// of the choices.
    Play {
        choices: NewGame,
        position: Option<Position>,
        /// Number of the shuffled start of the level, if the choices ask for one. Without a number it is random.
        start_number: Option<u64>,
    },
    /// Replies with the openings of the engine's games and of the player's games of this variant.
    LoadOpenings(Arc<Variant>),
    /// Saves a file. Replies with [`Reply::Exporting`] while it is made, and then with [`Reply::Exported`]. The file is given
    /// up when the screen closes.
    Export(ExportFile),
    /// Sends [`Reply::Confirmed`] to the screen that asked the question. It is used in [`Action::CloseThen`].
    Confirm,
    /// Starts another game like the last one.
    NewGame,
    /// Starts another game like the last one, in which the human plays this side.
    PlayAgain(Color),
    /// Resumes the unfinished game.
    Resume,
    /// Resumes the saved game in this file.
    ResumeGame(PathBuf),
    DeleteGame(PathBuf),
    /// Opens the import of the games of a PGN into the saved games. Without a text the screen explains where a PGN can come
    /// from.
    ImportGames(Option<String>),
    /// Replaces the text of a saved game, which has a new analysis.
    SaveAnalysis {
        file: PathBuf,
        pgn: String,
    },
    /// Starts a game from a FEN or a PGN. If another game is in progress, a question is opened first, unless
    /// `confirmed` is set.
    Paste {
        text: String,
        confirmed: bool,
    },
    /// Saves a level of the player's own. A level of the same name is replaced only if `replace` is set.
    SaveLevel {
        name: String,
        position: Position,
        replace: bool,
    },
    /// Renames the player's own level with this id.
    RenameLevel {
        id: String,
        to: String,
    },
    /// Deletes the player's own level with this id.
    DeleteLevel(String),
}

/// A page of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuTab {
    /// Pictures of all variants and levels.
    Variant,
    Game,
    /// Appearance, handling and sound, which take effect at once.
    Preferences,
}

impl MenuTab {
    pub const ALL: [Self; 3] = [Self::Variant, Self::Game, Self::Preferences];

    /// Title of the page, and its name among the three.
    pub const fn title(self) -> (&'static str, &'static str) {
        match self {
            Self::Variant => ("Choose a variant", "Variant"),
            Self::Game => ("New game", "Game"),
            Self::Preferences => ("Preferences", "Preferences"),
        }
    }
}

/// Reply of the `App`, or of a screen that has closed, to the screen that is on top now.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The action was not possible, for the reason in this sentence.
    Failed(String),
    LevelSaved {
        id: String,
        name: String,
        file: String,
    },
    /// A level of this name exists.
    LevelNameTaken,
    /// The variant of this name is saved, and is one of these now.
    VariantSaved(String, Box<Variants>),
    /// The variant was not saved. With its rules this number of saved games could not be read.
    GamesWouldBreak(usize),
    /// The progress of the jobs for a variant, in the order of [`JobKind::ALL`].
    Jobs(Box<[JobStatus; 2]>),
    /// The drawing is saved under this name.
    DrawingSaved(String),
    /// The deletion that the screen asked for is done.
    Deleted,
    /// The import of games has ended.
    GamesImported,
    /// The openings of the engine's games, and those of the player's.
    Openings(Box<[Openings; 2]>),
    /// Percentage of the file that is made.
    Exporting(u8),
    /// The player's mistakes, and the attempts at them.
    Mistakes(Box<(Vec<Puzzle>, Progress)>),
    /// The file is saved. The sentence has its place.
    Exported(String),
    /// The player has confirmed what the screen asked.
    Confirmed,
    /// The engine of the game has failed, and the computer plays on.
    EngineGivenUp,
    /// The choices in the menu, which has closed.
    Choices(Box<NewGame>),
    Home(Box<HomeSetup>),
    /// The player wants to see the mistakes of this side.
    Learn(Color),
    /// The player wants to analyse the mistake of this side with this index.
    AnalyzeMistake(Color, usize),
    /// The analysis as far as it had come when its screen was closed.
    Analysis(Box<Analysis>),
}
