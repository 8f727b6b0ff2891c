//! The levels of the menu: the starts of all variants, the configured level, and the player's own levels.

use std::rc::Rc;
use std::sync::Arc;

use crate::notation::variants_ini::Variants;
use crate::rules::{Position, Variant};
use crate::storage::levels::{LevelSaved, LevelStore, SavedLevel};
use crate::view::screen::{LevelEntry, OWN_LEVEL, OWN_VARIANTS};
use crate::view::text::capitalized;

// Groups of the list of variants, in its order.
const FIRST_GAME: &str = "Level of the first game";
const LARGE: &str = "Large boards";
const GREAT: &str = "Great chess";
const CHESS: &str = "Chess and its relatives";
const AIMS: &str = "Other aims";
const OWN: &str = "Your own levels";

/// The variants of the menu in its order: group, name, title and a sentence.
const VARIANTS: &[(&str, &str, &str, &str)] = &[
    (LARGE, "xxlm", "XXL chess", "Eleven kinds of piece on 14 × 14. Pawns promote on rank 8."),
    (LARGE, "xxl", "XXL chess, original rules", "No draw by repetition, nor after 50 quiet moves."),
    (LARGE, "xxlfairy", "XXL fairy chess", "With cannons, zebras, grasshoppers and nightriders."),
    (LARGE, "xxl16", "XXL chess, 16 × 16", "XXL chess on the largest board, with a queen from the start."),
    (LARGE, "dozen", "XXL chess, 12 × 12", "Big pieces by the rules of chess, promotion on the last rank."),
    (LARGE, "xxl12m", "XXL chess, 12 × 10", "XXL chess on a smaller board. Pawns promote on rank 6."),
    (
        LARGE,
        "xxl12",
        "XXL chess, 12 × 10, original rules",
        "No draw by repetition, nor after 50 quiet moves.",
    ),
    (
        LARGE,
        "grand",
        "Grand chess",
        "10 × 10 with a marshal and a cardinal, and the rooks behind. No castling.",
    ),
    (LARGE, "opulent", "Opulent chess", "Grand chess with wizards, lions and stronger knights."),
    (LARGE, "tencubed", "TenCubed chess", "10 × 10 with champions and wizards, which leap."),
    (LARGE, "shako", "Shako", "10 × 10 with cannons, which capture over a piece, and elephants."),
    (LARGE, "capablanca", "Capablanca chess", "Chess on 10 × 8 with an archbishop and a chancellor."),
    (LARGE, "gothic", "Gothic chess", "Capablanca chess from another start, with every pawn protected."),
    (LARGE, "embassy", "Embassy chess", "Capablanca chess from the start of Grand chess."),
    (LARGE, "janus", "Janus chess", "Chess on 10 × 8 with two archbishops."),
    (LARGE, "centaur", "Centaur chess", "Chess on 10 × 8 with two generals, which step and leap."),
    (LARGE, "modern", "Modern chess", "Chess on 9 × 9 with an archbishop."),
    (LARGE, "chancellor", "Chancellor chess", "Chess on 9 × 9 with a chancellor."),
    (GREAT, "metamachy", "Metamachy", "12 × 12 with eagles, lions, princes and cannons, and swift pawns."),
    (
        GREAT,
        "zanzibars",
        "Zanzibar-S",
        "Metamachy with buffaloes, rhinoceroses, giraffes, machines and archers.",
    ),
    (GREAT, "zanzibarxl", "Zanzibar-XL", "Zanzibar-S with duchesses and sorceresses."),
    (GREAT, "zanzibarxxl", "Zanzibar-XXL", "Zanzibar-XL with soldiers: 48 pieces of 20 kinds a side."),
    (
        GREAT,
        "gigachess2",
        "Gigachess II",
        "25 kinds of piece on 14 × 14. Most of them promote on the last rank.",
    ),
    (GREAT, "terachess2", "Terachess II", "26 kinds of piece on 16 × 16, the largest board."),
    (GREAT, "wildebeest", "Wildebeest chess", "11 × 10 with camels and a wildebeest. Stalemate loses."),
    (GREAT, "omega", "Omega chess", "10 × 10 and a square beyond each corner, with champions and wizards."),
    (GREAT, "rutland", "Duke of Rutland's chess", "14 × 10 in 1747, with crowned rooks and a concubine."),
    (
        GREAT,
        "tamerlane2",
        "Tamerlane II",
        "11 × 11 with princes, ships and cannons. Queens and eagles come by promotion.",
    ),
    (
        GREAT,
        "grantacedrex",
        "Grant Acedrex",
        "12 × 12 of 1283 with unicorns and lions. A pawn becomes the piece of its file.",
    ),
    (
        GREAT,
        "reallybig",
        "Chess on a Really Big Board",
        "16 × 16 with roses, which leap round a circle. A pawn's first step is up to six squares.",
    ),
    (GREAT, "courier", "Courier chess", "12 × 8 of the Middle Ages: short steps, and a bare king loses."),
    (CHESS, "chess", "Chess", "The classical game on 8 × 8."),
    (CHESS, "knightmate", "Knightmate", "Mate a king that leaps; the knights move like kings."),
    (CHESS, "amazon", "Amazon chess", "An amazon, queen and knight in one, in place of the queen."),
    (CHESS, "almost", "Almost chess", "A chancellor, rook and knight in one, in place of the queen."),
    (
        CHESS,
        "nightrider",
        "Nightrider chess",
        "Nightriders, which repeat the knight's leap, in place of knights.",
    ),
    (
        CHESS,
        "grasshopper",
        "Grasshopper chess",
        "A rank of grasshoppers, which leap just over another piece.",
    ),
    (CHESS, "hoppelpoppel", "Hoppel-Poppel", "Knights capture like bishops, and bishops like knights."),
    (CHESS, "newzealand", "New Zealand chess", "Knights capture like rooks, and rooks like knights."),
    (CHESS, "berolina", "Berolina chess", "Pawns move diagonally and capture straight ahead."),
    (CHESS, "torpedo", "Torpedo chess", "Pawns may move two squares from every rank."),
    (CHESS, "makruk", "Makruk", "The chess of Thailand, with short steps. Pawns promote on rank 6."),
    (
        CHESS,
        "losalamos",
        "Los Alamos chess",
        "Chess on 6 × 6 without bishops, the first that a computer won.",
    ),
    (CHESS, "gardner", "Minichess", "Chess on 5 × 5 with one piece of each kind."),
    (AIMS, "kingofthehill", "King of the hill", "Win by mate, or by bringing your king to the middle."),
    (AIMS, "3check", "Three checks", "Win by mate, or by giving check three times."),
    (
        AIMS,
        "racingkings",
        "Racing kings",
        "Be the first whose king reaches the last rank. Checks are not allowed.",
    ),
    (AIMS, "extinction", "Extinction chess", "Capture all pieces of one kind. Kings count like the others."),
    (AIMS, "antichess", "Antichess", "Lose all your pieces. A capture that is possible must be made."),
    (AIMS, "giveaway", "Giveaway chess", "Antichess with castling."),
    (AIMS, "breakthrough", "Breakthrough", "Pawns only: the first to reach the last rank wins."),
];

/// The rule sets of the simulator, in which no king can be mated. A game of them has no end that a player could reach.
#[cfg(test)]
const NOT_IN_MENU: [&str; 2] = ["simplified", "mess"];

/// The levels of the menu.
pub struct Levels {
    /// The starts of the variants, after the configured level if that is none of them.
    built_in: Vec<LevelEntry>,
    /// The starts of the player's own variants.
    own_variants: Vec<LevelEntry>,
    /// Id of the configured level.
    configured: String,
    /// The variant of the configured level. It may have pieces that no other variant has.
    variant: Arc<Variant>,
    store: Option<LevelStore>,
    all: Rc<Vec<LevelEntry>>,
}

impl Levels {
    /// Creates the levels of `variants`. The configured level is `position`. If it is not the start of a variant, it has the
    /// title `title`. Own levels are in `store`.
    pub fn new(variants: &Variants, position: &Position, title: &str, store: Option<LevelStore>) -> Self {
        let mut built_in: Vec<LevelEntry> = VARIANTS.iter().filter_map(|row| start(variants, row)).collect();
        let own_variants = own_variants(variants);
        let mut starts = built_in.iter().chain(&own_variants);
        let configured = match starts.find(|level| level.position == *position) {
            Some(start) => start.id.clone(),
            None => {
                let id = format!("level {title}");
                let (title, position) = (title.to_owned(), position.clone());
                let level = LevelEntry {
                    id: id.clone(),
                    group: FIRST_GAME,
                    title,
                    description: "",
                    position,
                    text: String::new(),
                };
                built_in.insert(0, level);
                id
            }
        };
        let variant = Arc::clone(position.variant());
        let mut levels = Self { built_in, own_variants, configured, variant, store, all: Rc::default() };
        levels.refresh();
        levels
    }

    /// Replaces the player's own variants by those of `variants`.
    pub fn set_variants(&mut self, variants: &Variants) {
        self.own_variants = own_variants(variants);
        self.refresh();
    }

    /// All levels, in the order of the menu: those of a group stand together.
    pub fn all(&self) -> Rc<Vec<LevelEntry>> {
        Rc::clone(&self.all)
    }

    /// Id of the configured level.
    pub fn configured(&self) -> &str {
        &self.configured
    }

    /// The level with this id. If there is no such level, it is the configured level.
    pub fn find(&self, id: &str) -> Result<&LevelEntry, String> {
        let level = |id: &str| self.all.iter().find(|level| level.id == id);
        level(id).or_else(|| level(&self.configured)).ok_or_else(|| "There is no level to play.".to_owned())
    }

    /// Saves `position` as a level called `name`. A level of the same name is replaced only if `replace` is set.
    pub fn save(&mut self, name: &str, position: &Position, replace: bool) -> Result<LevelSaved, String> {
        let store = self.store.as_ref().ok_or("This system has no folder for levels of your own.")?;
        let saved = store.save(name, position, replace).map_err(|error| error.to_string())?;
        self.refresh();
        Ok(saved)
    }

    /// Renames the player's own level with this id. It is not renamed if a level of the new name exists.
    pub fn rename(&mut self, id: &str, to: &str) -> Result<LevelSaved, String> {
        let (store, level) = self.own_level(id)?;
        let renamed = store.rename(&level.title, &level.position, to).map_err(|error| error.to_string())?;
        self.refresh();
        Ok(renamed)
    }

    /// Deletes the player's own level with this id.
    pub fn delete(&mut self, id: &str) -> Result<(), String> {
        let (store, level) = self.own_level(id)?;
        store.delete(&level.title, level.position.variant()).map_err(|error| error.to_string())?;
        self.refresh();
        Ok(())
    }

    fn own_level(&self, id: &str) -> Result<(&LevelStore, &LevelEntry), String> {
        let level = self.all.iter().find(|level| level.is_own() && level.id == id);
        self.store.as_ref().zip(level).ok_or_else(|| "This level is not there any more.".to_owned())
    }

    /// Reads the player's own levels again.
    fn refresh(&mut self) {
        let name = &self.variant.rules().name;
        let starts = || self.built_in.iter().chain(&self.own_variants);
        let starts_of_others = starts().map(|level| level.position.variant());
        let others = starts_of_others.filter(|other| other.rules().name != *name);
        let own = std::iter::once(&self.variant).chain(others).flat_map(|variant| self.own(variant));
        self.all = Rc::new(starts().cloned().chain(own).collect());
    }

    fn own(&self, variant: &Arc<Variant>) -> Vec<LevelEntry> {
        let saved = self.store.as_ref().map(|store| store.list(variant)).unwrap_or_default();
        let entry = |saved: Result<SavedLevel, _>| match saved {
            Ok(SavedLevel { name, position }) => Some(LevelEntry {
                id: own_id(variant, &name),
                group: OWN,
                title: name,
                description: "",
                position,
                text: String::new(),
            }),
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

/// The starts of the player's own variants.
fn own_variants(variants: &Variants) -> Vec<LevelEntry> {
    let row = |name: &str| start(variants, &(OWN_VARIANTS, name, &title(name), ""));
    variants.own_names().filter_map(row).collect()
}

/// The start of the variant of a row of [`VARIANTS`].
fn start(variants: &Variants, row: &(&'static str, &str, &str, &'static str)) -> Option<LevelEntry> {
    let &(group, name, title, description) = row;
    let position = Position::start(&variants.get(name)?).ok()?;
    let (id, title, text) = (name.to_owned(), title.to_owned(), variants.file_text(name));
    Some(LevelEntry { id, group, title, description, position, text })
}

/// End of the titles of variants that differ from another one only by having no draws.
pub const ORIGINAL_RULES: &str = ", original rules";

/// Title of the variant called `name`.
pub fn title(name: &str) -> String {
    let row = VARIANTS.iter().find(|(_, known, ..)| *known == name);
    row.map_or_else(|| capitalized(&name.replace(['-', '_'], " ")), |(_, _, title, _)| (*title).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn xxl() -> Position {
        Position::start(&Variants::built_in().get("xxl").expect("built in")).expect("a start")
    }

    fn levels_with(position: &Position, title: &str, store: Option<LevelStore>) -> Levels {
        Levels::new(&Variants::built_in(), position, title, store)
    }

    /// The menu has every variant of the program but the rule sets of the simulator, each with a sentence, and the
    /// levels of a group stand together.
    #[test]
    fn every_variant_is_in_the_menu() {
        let variants = Variants::built_in();
        let levels = levels_with(&xxl(), "level1", None).all();
        for name in variants.names().filter(|name| !NOT_IN_MENU.contains(name)) {
            let level = levels.iter().find(|level| level.id == name);
            assert!(
                level.is_some_and(|level| !level.description.is_empty()),
                "VARIANTS has no row for {name}"
            );
        }
        assert_eq!(levels.len() + NOT_IN_MENU.len(), variants.names().count());
        let mut groups: Vec<_> = levels.iter().map(|level| level.group).collect();
        groups.dedup();
        assert_eq!(groups, [LARGE, GREAT, CHESS, AIMS]);
    }

    /// A configured level that is the start of a variant is that variant's entry. Another one comes first, in a group of
    /// its own, and is what an unknown id finds.
    #[test]
    fn the_configured_level_is_in_the_menu() {
        assert_eq!(levels_with(&xxl(), "level1", None).configured(), "xxl");
        let text = "7k6/14/14/14/14/14/14/14/14/14/14/14/14/R6K6 w - - 0 1";
        let position = crate::notation::fen::parse(xxl().variant(), text).expect("a position");
        let levels = levels_with(&position, "endgame", None);
        let first = &levels.all()[0];
        assert_eq!((first.title.as_str(), first.group), ("endgame", FIRST_GAME));
        assert_eq!(levels.find("unknown"), Ok(first));
    }

    /// A saved level is in the last group, that of the configured variant first. If there is no folder, nothing is saved.
    #[test]
    fn saved_level_is_in_the_menu_at_once() {
        let folder = std::env::temp_dir().join(format!("xxlchess-{}-levels", std::process::id()));
        let store = || Some(LevelStore::new(folder.clone()));
        let chess = Position::start(&Variants::built_in().get("chess").expect("built in")).expect("a start");
        let mut levels = levels_with(&xxl(), "level1", store());
        let before = levels.all().len();
        for (name, position) in [("small", &chess), ("mine", &xxl())] {
            assert!(matches!(levels.save(name, position, false), Ok(LevelSaved::Saved(_))));
            let id = own_id(position.variant(), name);
            let level = levels.find(&id).expect("a level");
            assert!(level.is_own() && level.title == name && level.position == *position);
        }
        let own: Vec<_> =
            levels.all().iter().skip(before).map(|level| (level.group, level.title.clone())).collect();
        assert_eq!(own, [(OWN, "mine".to_owned()), (OWN, "small".to_owned())]);
        assert!(matches!(levels.save("mine", &xxl(), false), Ok(LevelSaved::NameTaken(_))));
        std::fs::remove_dir_all(folder).expect("removed");
        assert!(levels_with(&xxl(), "level1", None).save("mine", &xxl(), true).is_err());
    }
}
