//! Screens: the game, the menu, the editor, the analysis, the puzzles, the saved games, the pages of help and rules, and
//! the dialogs.

pub mod analysis;
pub mod dialogs;
pub mod editor;
pub mod games;
pub mod help;
pub mod learn;
pub mod menu;
pub mod play;
pub mod puzzles;
pub mod rules;
