//! The menu read aloud: where the keyboard is, and what is chosen there.

use super::draw::{PLAY, PLAY_INSTEAD, QUESTION};
use super::{Menu, Target};
use crate::view::widgets::Widget;

impl Menu {
    /// The place of the keyboard in a sentence, with what is chosen there; before it a fault or a question.
    pub(super) fn spoken(&self) -> String {
        let place = match self.focus {
            Target::Level => format!("Level: {}.", self.form.level.words()),
            Target::Edit => "Button: Edit board.".to_owned(),
            Target::Puzzles => "Button: Puzzles.".to_owned(),
            Target::Row(row, slot) => self.spoken_control(row, slot),
            Target::Play => format!("Button: {}.", if self.asked { PLAY_INSTEAD } else { PLAY }),
            Target::Back | Target::Close | Target::Bar => "Button: Back.".to_owned(),
        };
        match (&self.fault, self.asked) {
            (Some(fault), _) => format!("{fault} {place}"),
            (None, true) => format!("{QUESTION} {place}"),
            (None, false) => place,
        }
    }

    fn spoken_control(&self, row: usize, slot: usize) -> String {
        let Some(row) = self.form.rows.get(row) else { return String::new() };
        let label = self.form.label(row);
        let Some((control, unit)) = row.controls.get(slot) else { return label };
        let space = if unit.is_empty() { "" } else { " " };
        format!("{label}: {}{space}{unit}.", control.words())
    }

    /// What has changed since the last announcement.
    pub(super) fn announcement(&mut self) -> Option<String> {
        let text = self.spoken();
        if text == self.announced {
            return None;
        }
        self.announced.clone_from(&text);
        Some(text)
    }
}
