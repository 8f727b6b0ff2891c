//! Table of the themes of puzzles, such as fork or sacrifice.

/// A theme of puzzles.
#[derive(Debug)]
pub struct Theme {
    /// Name of the theme in puzzle files.
    pub name: &'static str,
    /// Explanation of the theme, in a sentence.
    pub description: &'static str,
}

impl Theme {
    /// The theme called `name` in puzzle files.
    pub fn find(name: &str) -> Option<&'static Self> {
        THEMES.iter().find(|theme| theme.name == name)
    }
}

const fn theme(name: &'static str, description: &'static str) -> Theme {
    Theme { name, description }
}

/// The themes that have a description. A puzzle file may contain other themes.
pub const THEMES: &[Theme] = &[
    theme("mate in 1", "Give mate in one move."),
    theme("mate in 2", "Give mate in two moves."),
    theme("mate in 3", "Give mate in three moves."),
    theme("mate in 4", "Give mate in four moves."),
    theme("mate in 5", "Give mate in five moves."),
    theme("smothered mate", "A leaper mates a king that its own pieces hem in."),
    theme("back-rank mate", "A king on its first rank is mated behind its own pieces."),
    theme("fork", "One piece attacks two or more pieces at once."),
    theme("pin", "A piece cannot move without exposing a more valuable one behind it."),
    theme("skewer", "A valuable piece is attacked and exposes the piece behind it when it moves."),
    theme("discovered attack", "A move opens the line of a piece behind it."),
    theme("double check", "Two pieces give check at once; only the king can move."),
    theme("deflection", "A piece is drawn away from what it defends."),
    theme("attraction", "A piece is drawn to a worse square."),
    theme("interference", "A move closes the line between two pieces of the other side."),
    theme("sacrifice", "Material is given up for something better."),
    theme("promotion", "A pawn promotes, or threatens to."),
    theme("advanced pawn", "A pawn close to promotion decides."),
    theme("trapped piece", "A piece has no safe square."),
    theme("hanging piece", "A piece is not defended and can be captured."),
    theme("exposed king", "A king far from its defenders is attacked."),
    theme("check after check", "Three or more checks in a row decide."),
    theme("exchange", "Pieces are exchanged on one square."),
    theme("quiet move", "A move that neither captures nor checks."),
    theme("defensive move", "The only move that avoids a loss."),
    theme("castling", "The king castles."),
    theme("zugzwang", "Every move of the other side makes its position worse."),
    theme("endgame", "Few pieces are left."),
];
