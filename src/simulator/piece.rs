//! Pieces of the simulator: a side, and a row of some table.

use std::fmt;
use std::sync::Arc;

use crate::rules::{self, Bitboard, ByColor, Color, PieceKind, Square, Variant};

/// What Unicode has for which letter: the letter, White's character, Black's.
const GLYPHS: &str = include_str!("../../assets/simulator/glyphs.txt");

/// A piece, on a board or not; its table says how it moves.
///
/// ```
/// use xxlchess::rules::Color;
/// use xxlchess::simulator::{Piece, rule_set};
///
/// let table = rule_set("simplified").unwrap();
/// let king = Piece::new(&table, Color::Black, 'k').unwrap();
/// assert_eq!(king.to_string(), "bk");
/// assert_eq!(king.unicode(), '\u{265A}');
/// assert!(Piece::new(&table, Color::Black, 'x').is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Piece {
    table: Arc<Variant>,
    piece: rules::Piece,
}

impl Piece {
    /// The piece of `color` whose letter in `table` is `symbol`, if the table has one.
    #[must_use]
    pub fn new(table: &Arc<Variant>, color: Color, symbol: char) -> Option<Self> {
        let kind = table.kind_by_letter(symbol).filter(|&kind| table.piece(kind).letter == symbol)?;
        Some(Self::of_kind(table, color, kind))
    }

    /// A piece of a kind that comes from `table` itself, so that its row is there whenever it is looked up.
    pub(super) fn of_kind(table: &Arc<Variant>, color: Color, kind: PieceKind) -> Self {
        Self { table: Arc::clone(table), piece: rules::Piece::new(color, kind) }
    }

    /// The side that owns it.
    #[must_use]
    pub fn color(&self) -> Color {
        self.piece.color
    }

    /// The letter of its kind.
    #[must_use]
    pub fn symbol(&self) -> char {
        self.table.piece(self.piece.kind).letter
    }

    /// The name of its kind in words.
    #[must_use]
    pub fn kind_name(&self) -> &str {
        &self.table.piece(self.piece.kind).name
    }

    /// The character that Unicode has for it, U+2654 to U+265F.
    ///
    /// For a kind that Unicode has none for it is the symbol, in upper case for White.
    #[must_use]
    pub fn unicode(&self) -> char {
        let symbol = self.symbol();
        let row = GLYPHS.lines().find_map(|row| row.strip_prefix(symbol));
        let glyph = row.and_then(|glyphs| match self.color() {
            Color::White => glyphs.chars().next(),
            Color::Black => glyphs.chars().nth(1),
        });
        glyph.unwrap_or(match self.color() {
            Color::White => symbol.to_ascii_uppercase(),
            Color::Black => symbol,
        })
    }

    /// Where it could go from `from` with pieces on `occupied`.
    pub(super) fn destinations(&self, from: Square, occupied: &ByColor<Bitboard>) -> Bitboard {
        self.table.destinations(self.piece, from, occupied)
    }
}

impl fmt::Display for Piece {
    /// Writes it as in layout files: `br` is Black's piece with the letter `r`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.color() {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, "{color}{}", self.symbol())
    }
}
