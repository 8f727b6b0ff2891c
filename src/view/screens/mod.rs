//! Screens: the home screen, the game, the menu, the editor, the analysis, the puzzles, the saved games, the pages of help and rules, and
//! the dialogs.

pub mod analysis;
pub mod dialogs;
pub mod editor;
pub mod engine_match;
pub mod engines;
pub mod games;
pub mod help;
pub mod home;
pub mod learn;
pub mod menu;
pub mod play;
pub mod play_from;
pub mod puzzles;
pub mod results;
pub mod rules;
pub mod share;
mod variant_list;
pub mod workshop;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::widgets::keymap::assert_sound;

    /// In the tables of all screens with keys, each key does one thing and stands in docs/keys.md.
    #[test]
    fn keys_are_documented() {
        assert_sound(play::keys::KEYS);
        assert_sound(editor::keys::KEYS);
        assert_sound(analysis::KEYS);
        assert_sound(home::KEYS);
        assert_sound(learn::KEYS);
        assert_sound(puzzles::start::KEYS);
        assert_sound(puzzles::solving::KEYS);
        assert_sound(workshop::KEYS);
    }
}
