//! The levels of the menu: the configured level, the player's own levels, and the start of every variant.

use std::rc::Rc;
use std::sync::Arc;

use crate::notation::variants_ini::Variants;
use crate::rules::{Position, Variant};
use crate::storage::levels::{LevelSaved, LevelStore, SavedLevel};
use crate::view::screen::{LevelEntry, OWN_LEVEL};
use crate::view::text::capitalized;

/// Title and description of each variant of the menu.
const VARIANTS: &[(&str, &str, &str)] = &[
    ("xxl", "XXL chess", "Eleven kinds of piece on 14 × 14. Pawns promote on rank 8."),
    ("xxlm", "XXL chess with draws", "XXL chess, drawn by repetition and after 50 quiet moves."),
    ("xxlfairy", "XXL fairy chess", "With cannons, zebras, grasshoppers and nightriders."),
    ("xxl16", "XXL chess, 16 × 16", "XXL chess on the largest board, with a queen from the start."),
    ("dozen", "XXL chess, 12 × 12", "Big pieces by the rules of chess, promotion on the last rank."),
    ("chess", "Chess", "The classical game on 8 × 8."),
    ("capablanca", "Capablanca chess", "Chess on 10 × 8 with an archbishop and a chancellor."),
    ("knightmate", "Knightmate", "Mate a king that leaps; the knights move like kings."),
];

/// The levels of the menu.
pub struct Levels {
    /// The configured level, then the starts of the variants.
    built_in: Vec<LevelEntry>,
    /// The variant of the configured level. It may have pieces that no other variant has.
    variant: Arc<Variant>,
    store: Option<LevelStore>,
    all: Rc<Vec<LevelEntry>>,
}

impl Levels {
    /// Creates the levels. The configured level is `position` with the title `title`; own levels are in `store`.
    pub fn new(position: &Position, title: &str, store: Option<LevelStore>) -> Self {
        let (built_in, variant) = (built_in(position, title), Arc::clone(position.variant()));
        let mut levels = Self { built_in, variant, store, all: Rc::default() };
        levels.refresh();
        levels
    }

    /// All levels, the configured level first.
    pub fn all(&self) -> Rc<Vec<LevelEntry>> {
        Rc::clone(&self.all)
    }

    /// The level with this id. If there is no such level, it is the configured level.
    pub fn find(&self, id: &str) -> Result<&LevelEntry, String> {
        let level = self.all.iter().find(|level| level.id == id).or(self.all.first());
        level.ok_or_else(|| "There is no level to play.".to_owned())
    }

    /// Saves `position` as a level called `name`. A level of the same name is replaced only if `replace` is set.
    pub fn save(&mut self, name: &str, position: &Position, replace: bool) -> Result<LevelSaved, String> {
        let store = self.store.as_ref().ok_or("This system has no folder for levels of your own.")?;
        let saved = store.save(name, position, replace).map_err(|error| error.to_string())?;
        self.refresh();
        Ok(saved)
    }

    /// Reads the player's own levels again. They come after the configured level and before the starts of the variants.
    fn refresh(&mut self) {
        let name = &self.variant.rules().name;
        let starts = self.built_in.iter().map(|level| level.position.variant());
        let others = starts.filter(|other| other.rules().name != *name);
        let own = std::iter::once(&self.variant).chain(others).flat_map(|variant| self.own(variant));
        let mut all: Vec<LevelEntry> = self.built_in.first().cloned().into_iter().chain(own).collect();
        all.extend(self.built_in.iter().skip(1).cloned());
        self.all = Rc::new(all);
    }

    fn own(&self, variant: &Arc<Variant>) -> Vec<LevelEntry> {
        let saved = self.store.as_ref().map(|store| store.list(variant)).unwrap_or_default();
        let entry = |saved: Result<SavedLevel, _>| match saved {
            Ok(SavedLevel { name, position }) => {
                Some(LevelEntry { id: own_id(variant, &name), title: name, description: "", position })
            }
            Err(fault) => {
                // The level may be made for other pieces. The other levels can be played nevertheless.
                log::error!("{fault}");
                None
            }
        };
        saved.into_iter().filter_map(entry).collect()
    }
}

/// The id of the player's own level `name`.
pub fn own_id(variant: &Variant, name: &str) -> String {
    format!("{OWN_LEVEL}{}/{}", variant.rules().name, name.trim())
}

/// The configured level and the starts of the variants. The configured level is `position`. It has the title `title`, or
/// the title of a variant if it is the start of that variant.
fn built_in(position: &Position, title: &str) -> Vec<LevelEntry> {
    let variants = Variants::built_in();
    let mut levels: Vec<LevelEntry> = variants.names().filter_map(|name| start(&variants, name)).collect();
    match levels.iter().position(|level| level.position == *position) {
        Some(place) => levels[..=place].rotate_right(1),
        None => {
            let (id, title) = (format!("level {title}"), title.to_owned());
            levels.insert(0, LevelEntry { id, title, description: "", position: position.clone() });
        }
    }
    levels
}

/// The start of a variant. It is `None` if the variant has no king to mate, because a game could not be won.
fn start(variants: &Variants, name: &str) -> Option<LevelEntry> {
    let variant = variants.get(name)?;
    variant.rules().royal_kind?;
    let position = Position::start(&variant).ok()?;
    let description = known(name).map_or("", |&(_, _, description)| description);
    Some(LevelEntry { id: name.to_owned(), title: title(name), description, position })
}

fn known(name: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
    VARIANTS.iter().find(|(known, ..)| *known == name)
}

/// Title of the variant called `name`.
pub fn title(name: &str) -> String {
    known(name).map_or_else(|| capitalized(name), |&(_, title, _)| title.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each variant of the menu has a row in the table.
    #[test]
    fn every_variant_has_a_description() {
        let xxl = Position::start(&Variants::built_in().get("xxl").expect("built in")).expect("a start");
        for level in Levels::new(&xxl, "XXL chess", None).all().iter() {
            assert!(!level.description.is_empty(), "VARIANTS has no row for {}", level.id);
        }
    }

    /// A saved level comes after the configured level, in its own variant. If there is no folder, nothing is saved.
    #[test]
    fn saved_level_is_in_the_menu_at_once() {
        let folder = std::env::temp_dir().join(format!("xxlchess-{}-levels", std::process::id()));
        let store = || Some(LevelStore::new(folder.clone()));
        let [xxl, chess] = ["xxl", "chess"].map(|name| {
            Position::start(&Variants::built_in().get(name).expect("built in")).expect("a start")
        });
        let mut levels = Levels::new(&xxl, "level1", store());
        let before = levels.all().len();
        for (name, position) in [("mine", &xxl), ("small", &chess)] {
            assert!(matches!(levels.save(name, position, false), Ok(LevelSaved::Saved(_))));
            let id = own_id(position.variant(), name);
            let level = levels.find(&id).expect("a level");
            assert!(level.is_own() && level.title == name && level.position == *position);
        }
        let titles: Vec<_> = levels.all().iter().take(3).map(|level| level.title.clone()).collect();
        assert_eq!(titles, ["XXL chess", "mine", "small"]);
        assert_eq!((levels.all().len(), levels.all()[0].is_own()), (before + 2, false));
        assert!(matches!(levels.save("mine", &xxl, false), Ok(LevelSaved::NameTaken(_))));
        std::fs::remove_dir_all(folder).expect("removed");
        assert!(Levels::new(&xxl, "level1", None).save("mine", &xxl, true).is_err());
    }
}
