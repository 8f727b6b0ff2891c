//! What every screen has in common: time and input in, a transition out, items to draw.

use std::time::Duration;

use super::input::InputEvent;
use super::scene::{Item, Rgba};
use super::theme::Theme;
use crate::game::analysis::Analysis;
use crate::game::options::Options;
use crate::rules::Move;
use crate::sound::SoundCue;

/// Size of the window: width and height in pixels.
pub type Size = (f32, f32);

/// What becomes of a screen after it has taken in what happened.
pub enum Transition {
    /// It stays.
    Stay,
    /// It closes; the screen below hears the answer.
    Close(Option<Answer>),
    /// Another one opens above it.
    Open(Box<dyn Screen>),
    /// It makes way for another one.
    Replace(Box<dyn Screen>),
    /// All open screens make way for another one.
    Reset(Box<dyn Screen>),
    /// The program ends.
    Quit,
}

/// What a screen that closes tells the one below it.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The person has chosen this promotion.
    Promotion(Move),
    /// The game that was pasted may take the place of this one.
    Pasted,
    /// The options the person has seen in the menu; those of [`LIVE`](crate::game::options::LIVE) count at once.
    Options(Options),
    /// A level has been kept.
    Saved {
        /// By which the menu offers it.
        id: String,
        /// What the person called it.
        name: String,
    },
    /// The game may be given up for a new one.
    NewGame,
    /// How far the analysis of the game has come.
    Analysis(Box<Analysis>),
    /// What is open may be closed, although what has been done there is lost.
    Leave,
    /// The window may be closed, although what has been done in it is lost.
    Quit,
}

/// One screen: the game, a menu, a picker.
pub trait Screen {
    /// Lets time pass; called for every open screen, because a game goes on under a menu.
    fn tick(&mut self, elapsed: Duration) -> Transition;

    /// Takes in one thing that happened at the window; called for the topmost screen only.
    fn happen(&mut self, happening: InputEvent, size: Size) -> Transition;

    /// Hears what the screen above it answered when it closed.
    fn hear(&mut self, _answer: Answer) -> Transition {
        Transition::Stay
    }

    /// The sound of what happened since the last call, asked of every open screen once a frame.
    fn sound(&mut self) -> Option<SoundCue> {
        None
    }

    /// What was copied since the last call, asked of every open screen once a frame.
    fn copied(&mut self) -> Option<String> {
        None
    }

    /// Takes in a text that the person has pasted; told to the topmost screen only.
    fn paste(&mut self, _text: &str) -> Transition {
        Transition::Stay
    }

    /// Hears that another screen is opened above it, which takes the release of a button that is held.
    fn covered(&mut self) {}

    /// Hears that it will not be shown again: another game takes its place, or the program ends.
    fn leave(&mut self) {}

    /// What happened since the last call in sentences to be read aloud, asked of every open screen once a frame.
    fn say(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Whether something is awaited that is to be shown as soon as it comes, such as the computer's move.
    fn waits(&self) -> bool {
        false
    }

    /// The theme to ask in before the window is closed, where something would be lost by that.
    fn unsaved(&self) -> Option<Theme> {
        None
    }

    /// Whether it fills the window, so that no screen below it is to be drawn.
    fn covers(&self) -> bool {
        false
    }

    /// Draws the screen into `items`.
    fn draw(&self, size: Size, items: &mut Vec<Item>);

    /// The ground the whole picture stands on, asked of the lowest screen that is drawn.
    fn ground(&self) -> Rgba;
}
