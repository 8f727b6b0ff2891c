//! Texts in and out: positions and games by way of the clipboard.

use crate::game::options::Options;
use crate::game::{Game, Viewer};
use crate::notation::fen;
use crate::notation::pgn::Tags;
use crate::rules::{Color, Position};
use crate::view::screen::{Screen, Transition};

/// Makes the screen of a new game from a FEN or a PGN; it is told the options of the game before.
///
/// The text may be neither: then it says so in a sentence.
pub type TextDoor = Box<dyn Fn(&str, &Options) -> Result<Box<dyn Screen>, String>>;

/// What can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// The position, as FEN.
    Position,
    /// The game, as PGN.
    Game,
}

/// The texts of one game on their way in or out.
#[derive(Default)]
pub struct Exchange {
    door: Option<TextDoor>,
    /// The game that was pasted, until the person has agreed to it.
    opened: Option<Box<dyn Screen>>,
    /// What is on its way to the clipboard.
    copied: Option<String>,
}

impl Exchange {
    /// An exchange that takes texts in by `door`.
    #[must_use]
    pub fn with(door: TextDoor) -> Self {
        Self { door: Some(door), ..Self::default() }
    }

    /// Copies `game`, or `position` of it, and answers in a few words; in the fog there is nothing to copy, because it
    /// would tell what is hidden.
    pub fn copy(&mut self, what: Copied, game: &Game, position: &Position, seat: Color) -> &'static str {
        if game.viewer() != Viewer::Everybody {
            return "Nothing can be copied in the fog";
        }
        let (text, answer) = match what {
            Copied::Position => (fen::format(position), "Position copied (FEN)"),
            Copied::Game => (game.record(seat).to_pgn(None, &Tags::default()), "Game copied (PGN)"),
        };
        self.copied = Some(text);
        answer
    }

    /// What was copied since the last call.
    pub fn take(&mut self) -> Option<String> {
        self.copied.take()
    }

    /// Makes a new game from `text`, to be opened when the person agrees.
    ///
    /// # Errors
    /// When it is neither FEN nor PGN: why, in a sentence.
    pub fn paste(&mut self, text: &str, options: &Options) -> Result<(), String> {
        if let Some(door) = &self.door {
            self.opened = Some(door(text, options)?);
        }
        Ok(())
    }

    /// Opens the game that was pasted.
    pub fn open(&mut self) -> Transition {
        self.opened.take().map_or(Transition::Stay, Transition::Reset)
    }
}
