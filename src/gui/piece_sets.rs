//! Table of the piece sets. Each has the drawings and style sheets of a folder of `assets/pieces`.

use crate::game::options::PieceSet;
use crate::rules::ByColor;

/// Kinds with the drawing of another kind: other names of a kind, and those of makruk as in western sets.
pub const SAME_DRAWING: [(&str, &str); 17] = [
    ("aanca", "eagle"),
    ("bers", "admiral"),
    ("cardinal", "archbishop"),
    ("concubine", "chancellor"),
    ("crowned-rook", "admiral"),
    ("dragonHorse", "missionary"),
    ("fersAlfil", "elephant"),
    ("griffin", "eagle"),
    ("gryphon", "eagle"),
    ("khon", "bishop"),
    ("kirin", "stag"),
    ("man", "commoner"),
    ("marshal", "chancellor"),
    ("met", "queen"),
    ("sage", "commoner"),
    ("schleich", "jester"),
    ("superknight", "buffalo"),
];

/// The files of a piece set.
pub struct PieceSetFiles {
    /// The drawings, in alphabetical order. A row has the name of the piece and the SVG.
    pub drawings: &'static [(&'static str, &'static str)],
    /// SVG of the badge that stands in for a missing drawing.
    pub badge: &'static str,
    /// The style sheets of a side. A drawing is rendered once with each of them, the first at the bottom. The first one
    /// of black pieces gives a thin light rim, so that the piece can be seen on dark tiles.
    pub style_sheets: ByColor<&'static [&'static str]>,
}

/// A file of the folder of a set.
macro_rules! file {
    ($folder:literal, $name:literal) => {
        include_str!(concat!("../../assets/pieces/", $folder, "/", $name))
    };
}

/// The row of a set with drawings of these names.
macro_rules! files {
    ($folder:literal: $($name:literal),*) => {
        PieceSetFiles {
            drawings: &[$(($name, include_str!(concat!("../../assets/pieces/", $folder, "/", $name, ".svg")))),*],
            badge: file!($folder, "badge.svg"),
            style_sheets: ByColor {
                white: &[file!($folder, "style-white.css")],
                black: &[file!($folder, "style-black-rim.css"), file!($folder, "style-black.css")],
            },
        }
    };
}

/// The row of a set. All sets have drawings of the same names.
macro_rules! piece_set {
    ($folder:literal) => {
        files!(
            $folder: "admiral", "alfil", "amazon", "archbishop", "archer", "bishop", "buffalo", "camel",
            "cannon", "centaur", "champion", "chancellor", "commoner", "courier", "crocodile", "dabbaba",
            "duchess", "eagle", "elephant", "fers", "general", "giraffe", "grasshopper", "hawk", "jester",
            "king", "knight", "lion", "machine", "mammoth", "missionary", "nightrider", "pawn", "prince",
            "queen", "rhinoceros", "rook", "rose", "royal-knight", "ship", "soldier", "sorceress", "stag",
            "troll", "unicorn", "wildebeest", "wizard", "zebra"
        )
    };
}

/// All piece sets, in the order of the option's words.
static PIECE_SETS: [PieceSetFiles; PieceSet::ALL.len()] = [piece_set!("classic"), piece_set!("symbols")];

/// The files of a set.
pub fn files(set: PieceSet) -> &'static PieceSetFiles {
    &PIECE_SETS[set as usize]
}

/// The built-in drawing of a kind.
pub fn drawing(set: PieceSet, name: &str) -> Option<&'static str> {
    let name = SAME_DRAWING.iter().find(|(own, _)| *own == name).map_or(name, |(_, drawing)| drawing);
    files(set).drawings.iter().find(|(built_in, _)| *built_in == name).map(|(_, svg)| *svg)
}
