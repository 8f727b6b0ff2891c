//! Pieces of the simulator.

use std::fmt;
use std::sync::Arc;

use crate::rules::{self, Bitboard, ByColor, Color, PieceKind, Square, Variant};

/// Unicode symbols: piece letter, White's symbol, Black's symbol.
const GLYPHS: &str = include_str!("../../assets/simulator/glyphs.txt");

/// A piece, on a board or not. Its variant defines its moves.
///
/// ```
/// use xxlchess::rules::Color;
/// use xxlchess::simulator::{Piece, rule_set};
///
/// let variant = rule_set("simplified").unwrap();
/// let king = Piece::new(&variant, Color::Black, 'k').unwrap();
/// assert_eq!(king.to_string(), "bk");
/// assert_eq!(king.unicode(), '\u{265A}');
/// assert!(Piece::new(&variant, Color::Black, 'x').is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Piece {
    variant: Arc<Variant>,
    piece: rules::Piece,
}

impl Piece {
    /// The piece of `color` with the letter `symbol` in `variant`, if there is one.
    pub fn new(variant: &Arc<Variant>, color: Color, symbol: char) -> Option<Self> {
        let kind = variant.kind_by_letter(symbol).filter(|&kind| variant.piece(kind).letter == symbol)?;
        Some(Self::of_kind(variant, color, kind))
    }

    /// A piece of a kind of `variant`.
    pub(super) fn of_kind(variant: &Arc<Variant>, color: Color, kind: PieceKind) -> Self {
        Self { variant: Arc::clone(variant), piece: rules::Piece::new(color, kind) }
    }

    /// Its side.
    pub fn color(&self) -> Color {
        self.piece.color
    }

    /// Letter of its kind.
    pub fn symbol(&self) -> char {
        self.variant.piece(self.piece.kind).letter
    }

    /// Name of its kind in words.
    pub fn kind_name(&self) -> &str {
        &self.variant.piece(self.piece.kind).name
    }

    /// Its Unicode symbol, U+2654 to U+265F.
    ///
    /// For a kind that Unicode has none for it is the symbol, in upper case for White.
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

    /// Targets from `from` with pieces on `occupied`.
    pub(super) fn destinations(&self, from: Square, occupied: &ByColor<Bitboard>) -> Bitboard {
        self.variant.destinations(self.piece, from, occupied)
    }
}

impl fmt::Display for Piece {
    /// Formats it as in layout files: `br` is Black's piece with the letter `r`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.color() {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, "{color}{}", self.symbol())
    }
}
