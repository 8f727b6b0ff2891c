//! Screens: the trait, the context of an update, and the actions that screens return.
//!
//! A screen opens no other screen, starts no game and stores nothing. It returns an [`Action`], and the `App` follows it.

use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use super::frame::PointerShape;
use super::input::InputEvent;
use super::scene::Scene;
use super::theme::Theme;
use super::widgets::board::animation::Speed;
use crate::game::analysis::Analysis;
use crate::game::game_record::GameRecord;
use crate::game::lesson::progress::LessonProgress;
use crate::game::new_game::NewGame;
use crate::game::options::Options;
use crate::game::puzzle::progress::Attempt;
use crate::rules::{Color, Piece, Position, Square};
use crate::sound::SoundCue;

/// Size of the window in pixels: width, height.
pub type Size = (f32, f32);

/// A screen: a game, the menu, a dialog.
pub trait Screen {
    /// Without input: advances by `ctx.elapsed`; called for every open screen once a frame. With input: handles it;
    /// called for the top screen, once for each event, because each may open or close a screen.
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action>;

    /// Whether it hides the screens below, so that a game there is paused.
    fn hides_below(&self) -> bool {
        true
    }

    /// Draws over the screens below. A screen that fills the window calls [`Scene::clear`] first.
    fn draw(&self, ctx: &Context, scene: &mut Scene);

    /// Called once before the screen is removed.
    fn leave(&mut self, _ctx: &mut Context) {}
}

/// What screens share with the `App`: state to read, and effects to push.
#[derive(Clone)]
pub struct Context {
    /// Time since the last frame; zero while input is handled.
    pub elapsed: Duration,
    pub size: Size,
    /// Whether no other screen lies above the one that is updated.
    pub is_top: bool,
    /// Whether a screen above hides the one that is updated.
    pub is_hidden: bool,
    /// The options. Those that take effect at once are changed here.
    pub options: Options,
    /// How fast pieces slide.
    pub speed: Speed,
    /// The levels of the menu.
    pub levels: Rc<[LevelEntry]>,
    /// Reply to the action that the screen returned last.
    pub reply: Option<Reply>,
    /// Address of the page that the program runs in, for links to it; `None` outside a browser.
    pub page: Option<String>,
    /// A message to the player, which the game screen shows when it has room.
    pub notice: Option<String>,
    /// Whether a game has begun and not ended. Set by the game screen.
    pub game_in_progress: bool,
    /// Whether closing the window would lose changes. Set by the board editor.
    pub unsaved_changes: bool,
    /// Effects of the updates of this frame.
    pub effects: Effects,
}

/// Effects that screens push during a frame, for the `App` to carry out.
#[derive(Clone, Default)]
pub struct Effects {
    pub sound: Option<SoundCue>,
    /// Shape of the mouse pointer; the top screen sets it in each update.
    pub cursor: PointerShape,
    /// Text of the field that was clicked or tapped. On a touch screen the browser asks for a new one.
    pub clicked_text: Option<String>,
    /// Sentences for screen readers.
    pub announcements: Vec<String>,
    /// Text for the clipboard.
    pub clipboard: Option<String>,
    /// Record of the game on the board, to be saved.
    pub record: Option<GameRecord>,
    /// Attempts at puzzles, to be saved.
    pub attempts: Vec<Attempt>,
    /// The stars for the lessons, to be saved.
    pub lessons: Option<LessonProgress>,
    /// Whether the next frames are urgent: something moves, or a reply such as the computer's move is due.
    pub waiting: bool,
}

impl Context {
    /// A context without input or effects.
    pub fn new(options: Options, speed: Speed, levels: Rc<[LevelEntry]>) -> Self {
        Self {
            elapsed: Duration::ZERO,
            size: (0.0, 0.0),
            is_top: true,
            is_hidden: false,
            options,
            speed,
            levels,
            reply: None,
            page: None,
            notice: None,
            game_in_progress: false,
            unsaved_changes: false,
            effects: Effects::default(),
        }
    }

    pub fn theme(&self) -> Theme {
        Theme::of(&self.options)
    }

    pub fn announce(&mut self, sentence: impl Into<String>) {
        self.effects.announcements.push(sentence.into());
    }

    /// Plays a sound; of several in one frame the most important one.
    pub fn play_sound(&mut self, cue: SoundCue) {
        let louder = self.effects.sound.filter(|other| other.sound >= cue.sound);
        self.effects.sound = louder.or(Some(cue));
    }
}

/// Request of a screen to the `App`.
pub enum Action {
    /// Opens a screen above this one.
    Open(Box<dyn Screen>),
    /// Closes this screen.
    Close,
    /// Closes this screen and does something for the screen below: the "yes" of a dialog.
    CloseThen(Box<Action>),
    Quit,
    OpenMenu,
    /// Closes the menu; `settings` are stored if the player changed them.
    CloseMenu {
        settings: Option<NewGame>,
    },
    /// Opens the lessons.
    OpenLearn(Options),
    /// Opens the puzzles of a variant, or those of XXL chess if it has none.
    OpenPuzzles {
        variant: String,
        options: Options,
    },
    /// Opens the list of saved games.
    OpenGames,
    /// Opens the help page of the game.
    OpenHelp,
    /// Opens the board editor with what is on the board of the game.
    EditBoard {
        pieces: Vec<(Square, Piece)>,
        turn: Color,
        bottom: Color,
    },
    /// Opens the board editor with the level of these choices.
    EditLevel(NewGame),
    /// Opens the analysis of a game.
    Analyze {
        analysis: Box<Analysis>,
        ending: Option<String>,
        bottom: Color,
    },
    /// Starts a game by these choices, from `position` or else from their level, and stores the choices.
    Play {
        choices: NewGame,
        position: Option<Position>,
    },
    /// Resigns the game of the screen that gets the reply.
    Resign,
    /// Starts another game like the last one.
    NewGame,
    /// The same, with the human on this side.
    PlayAgain(Color),
    /// Resumes the unfinished game.
    Resume,
    /// Resumes the saved game in this file.
    ResumeGame(PathBuf),
    /// Deletes the saved game in this file.
    DeleteGame(PathBuf),
    /// Starts a game from a FEN or PGN; asks first if another is in progress, unless `confirmed`.
    Paste {
        text: String,
        confirmed: bool,
    },
    /// Saves a level of the player's own; one of the same name is replaced only if `replace`.
    SaveLevel {
        name: String,
        position: Position,
        replace: bool,
    },
}

/// Reply of the `App`, or of a screen that has closed, to the screen that is on top now.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The action was not possible: why, in a sentence.
    Failed(String),
    LevelSaved {
        id: String,
        name: String,
        file: String,
    },
    /// A level of this name exists.
    LevelNameTaken,
    GameDeleted,
    /// The player has confirmed that they resign.
    Resign,
    /// The analysis as far as it had come when its screen was closed.
    Analysis(Box<Analysis>),
}

/// Prefix of the ids of levels that the player made.
pub const OWN_LEVEL: &str = "own ";

/// A level of the menu.
#[derive(Clone, Debug)]
pub struct LevelEntry {
    /// Identifies it in the settings.
    pub id: String,
    pub title: String,
    /// A sentence about a variant; empty for other levels.
    pub description: &'static str,
    pub position: Position,
}

impl LevelEntry {
    /// Whether the player made it.
    pub fn is_own(&self) -> bool {
        self.id.starts_with(OWN_LEVEL)
    }
}
