//! Pieces of the simulator.

use std::fmt;
use std::sync::Arc;

use xxlchess_core::rules::{self, Bitboard, ByColor, Color, PieceKind, Square, Variant};

/// Unicode symbols of pieces. Each line has the letter of a kind, White's symbol and Black's symbol.
const GLYPHS: &str = include_str!("../assets/glyphs.txt");

/// A piece, which need not be on a board. It moves as in its variant.
///
/// ```
/// use xxlchess_core::rules::Color;
/// use xxlchess_simulator::{Piece, rule_set};
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

    /// The piece of `color` of a kind of `variant`.
    pub(crate) fn of_kind(variant: &Arc<Variant>, color: Color, kind: PieceKind) -> Self {
        Self { variant: Arc::clone(variant), piece: rules::Piece::new(color, kind) }
    }

    /// Side of the piece.
    pub fn color(&self) -> Color {
        self.piece.color
    }

    /// Letter of the kind of piece.
    pub fn symbol(&self) -> char {
        self.variant.piece(self.piece.kind).letter
    }

    /// Name of the kind of piece, such as `knight`.
    pub fn kind_name(&self) -> &str {
        &self.variant.piece(self.piece.kind).name
    }

    /// Unicode symbol of the piece, U+2654 to U+265F.
    ///
    /// Unicode has symbols only for the six kinds of orthodox chess. The symbol of another kind is its letter, in upper case
    /// for White.
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

    /// Squares to which the piece could move from `from`, if the pieces of each side are on the squares `occupied`.
    pub(crate) fn destinations(&self, from: Square, occupied: &ByColor<Bitboard>) -> Bitboard {
        self.variant.destinations(self.piece, from, occupied)
    }
}

impl fmt::Display for Piece {
    /// Formats the piece as in a layout file. `br` is the piece of Black with the letter `r`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.color() {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, "{color}{}", self.symbol())
    }
}
