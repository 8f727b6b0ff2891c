//! Saves the game of one play screen.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Autosave, GameFile};
use crate::game::game_record::GameRecord;
use crate::game::keeper::Keeper;

/// A game file and the [`Autosave`] that writes it.
pub struct FileKeeper {
    pub autosave: Rc<RefCell<Autosave>>,
    pub file: GameFile,
}

impl Keeper for FileKeeper {
    fn keep(&mut self, record: GameRecord) {
        self.autosave.borrow().save(&self.file, record);
    }

    fn trouble(&mut self) -> Option<String> {
        self.autosave.borrow().problem()
    }
}
