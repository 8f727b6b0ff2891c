//! The levels that the menu offers: the one that config and command line name, those of the person's own making, and
//! the start of every variant.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Position, Variant};
use xxlchess::storage::levels::{LevelSaved, LevelStore, SavedLevel};
use xxlchess::view::starter::{Kept, Level, OWN};

/// How variants are called where their names are no words.
const TITLES: [(&str, &str); 5] = [
    ("xxl", "XXL chess"),
    ("xxlm", "XXL, drawn by rule"),
    ("xxlfairy", "XXL, fairy pieces"),
    ("xxl16", "XXL on 16 × 16"),
    ("dozen", "XXL on 12 × 12"),
];

/// All levels, and where those of the person's own making are kept.
pub struct Shelf {
    /// The configured level, and behind it the starts of the variants.
    offered: Vec<Level>,
    /// The variant of the configured level: it may have pieces that no other has.
    variant: Arc<Variant>,
    /// Where own levels are kept, if the system has a place for that.
    folder: Option<PathBuf>,
    all: RefCell<Rc<[Level]>>,
}

impl Shelf {
    /// A shelf with the configured level first: `position`, shown as `title`; own levels are kept in `folder`.
    pub fn new(position: &Position, title: &str, folder: Option<PathBuf>) -> Self {
        let (offered, variant) = (offered(position, title), Arc::clone(position.variant()));
        let shelf = Self { offered, variant, folder, all: RefCell::new(Rc::new([])) };
        shelf.refresh();
        shelf
    }

    /// All levels, the configured one first.
    pub fn all(&self) -> Rc<[Level]> {
        Rc::clone(&self.all.borrow())
    }

    /// Keeps `position` as a level called `name`; one that has this name already is replaced only if `replace`.
    pub fn keep(&self, name: &str, position: &Position, replace: bool) -> Result<Kept, String> {
        let folder = self.folder.as_ref().ok_or("This system has no folder for levels of your own.")?;
        let kept = LevelStore::new(folder.clone()).save(name, position, replace)?;
        self.refresh();
        Ok(match kept {
            LevelSaved::Saved(path) => {
                Kept::In { id: own_id(position.variant(), name), file: path.display().to_string() }
            }
            LevelSaved::NameTaken(_) => Kept::Taken,
        })
    }

    /// Looks again which own levels there are: behind the configured one, before the starts of the variants.
    fn refresh(&self) {
        let name = &self.variant.rules().name;
        let starts = self.offered.iter().map(|level| level.position.variant());
        let others = starts.filter(|other| other.rules().name != *name);
        let own = std::iter::once(&self.variant).chain(others).flat_map(|variant| self.own(variant));
        let mut all: Vec<Level> = self.offered.first().cloned().into_iter().chain(own).collect();
        all.extend(self.offered.iter().skip(1).cloned());
        *self.all.borrow_mut() = all.into();
    }

    /// The own levels of `variant`.
    fn own(&self, variant: &Arc<Variant>) -> Vec<Level> {
        let saved = self
            .folder
            .as_ref()
            .map(|folder| LevelStore::new(folder.clone()).list(variant))
            .unwrap_or_default();
        let level = |saved: Result<SavedLevel, _>| match saved {
            Ok(level) => {
                Some(Level { id: own_id(variant, &level.name), title: level.name, position: level.position })
            }
            Err(fault) => {
                // It may be meant for other pieces; the other levels can be played all the same.
                log::info!("{fault}");
                None
            }
        };
        saved.into_iter().filter_map(level).collect()
    }
}

/// The name by which choices name the own level `name`.
fn own_id(variant: &Variant, name: &str) -> String {
    format!("{OWN}{}/{}", variant.rules().name, name.trim())
}

/// All levels that are not of the person's own making, the configured one first: `position`, which is shown as `title` unless it is the start of a variant.
fn offered(position: &Position, title: &str) -> Vec<Level> {
    let variants = Variants::built_in();
    let mut levels: Vec<Level> = variants.names().filter_map(|name| level(&variants, name)).collect();
    let same = |level: &Level| {
        level.position.variant().rules() == position.variant().rules()
            && level.position.key() == position.key()
    };
    match levels.iter().position(same) {
        Some(place) => levels[..=place].rotate_right(1),
        None => {
            let (id, title) = (format!("level {title}"), title.to_owned());
            levels.insert(0, Level { id, title, position: position.clone() });
        }
    }
    levels
}

/// The start of a variant; `None` where no king can be mated, since nobody could ever win it.
fn level(variants: &Variants, name: &str) -> Option<Level> {
    let variant = variants.get(name)?;
    variant.rules().royal?;
    let position = Position::start(&variant).ok()?;
    let known = TITLES.iter().find(|(known, _)| *known == name).map(|(_, title)| (*title).to_owned());
    let mut letters = name.chars();
    let plain = || letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>());
    Some(Level { id: name.to_owned(), title: known.or_else(plain)?, position })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows that a level that is kept is offered at once, behind the configured one and under the name it was told,
    /// that another variant's has its own variant, and that without a folder nothing is kept.
    #[test]
    fn what_is_kept_is_offered() {
        let folder = std::env::temp_dir().join(format!("xxlchess-{}-shelf", std::process::id()));
        let [xxl, chess] = ["xxl", "chess"].map(|name| {
            Position::start(&Variants::built_in().get(name).expect("built in")).expect("a start")
        });
        let shelf = Shelf::new(&xxl, "level1", Some(folder.clone()));
        let before = shelf.all().len();
        for (name, position) in [("mine", &xxl), ("small", &chess)] {
            let Ok(Kept::In { id, .. }) = shelf.keep(name, position, false) else { panic!("not kept") };
            let levels = shelf.all();
            let level = levels.iter().find(|level| level.id == id).expect("offered");
            assert!(level.is_own() && level.title == name && level.position == *position);
            assert_eq!(level.position.variant().rules(), position.variant().rules());
        }
        let titles: Vec<_> = shelf.all().iter().take(3).map(|level| level.title.clone()).collect();
        assert_eq!(titles, ["XXL chess", "mine", "small"]);
        assert_eq!((shelf.all().len(), shelf.all()[0].is_own()), (before + 2, false));
        assert_eq!(shelf.keep("mine", &xxl, false), Ok(Kept::Taken));
        std::fs::remove_dir_all(folder).expect("removed");
        assert!(Shelf::new(&xxl, "level1", None).keep("mine", &xxl, true).is_err());
    }
}
