//! The levels that the menu offers: the one that config and command line name, and the start of every variant.

use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::Position;
use xxlchess::view::menu::Level;

/// How variants are called where their names are no words.
const TITLES: [(&str, &str); 5] = [
    ("xxl", "XXL chess"),
    ("xxlm", "XXL, drawn by rule"),
    ("xxlfairy", "XXL, fairy pieces"),
    ("xxl16", "XXL on 16 × 16"),
    ("dozen", "XXL on 12 × 12"),
];

/// All levels, the configured one first: `position`, which is shown as `title` unless it is the start of a variant.
pub fn offered(position: &Position, title: &str) -> Vec<Level> {
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
