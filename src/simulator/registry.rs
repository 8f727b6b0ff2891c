//! The registry of piece factories: how a piece is made of its name.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::rules::{Color, PieceKind, Variant};

use super::error::UnknownPiece;
use super::piece::Piece;

/// Makes the pieces of one kind.
pub trait PieceFactory {
    /// The letter of the kind, which its pieces bear too.
    fn symbol(&self) -> char;

    /// A new piece of `color`.
    fn create(&self, color: Color) -> Piece;
}

/// The factory of one row of a table.
#[derive(Clone, Debug)]
pub struct VariantPieceFactory {
    table: Arc<Variant>,
    kind: PieceKind,
}

impl VariantPieceFactory {
    /// One factory for each row of `table`.
    pub fn all(table: &Arc<Variant>) -> impl Iterator<Item = Self> {
        let table = Arc::clone(table);
        table.kinds().map(move |kind| Self { table: Arc::clone(&table), kind })
    }
}

impl PieceFactory for VariantPieceFactory {
    fn symbol(&self) -> char {
        self.table.piece(self.kind).letter
    }

    fn create(&self, color: Color) -> Piece {
        Piece::of_kind(&self.table, color, self.kind)
    }
}

/// The kinds of piece there are, each known by the symbol of its factory.
///
/// A new kind is a factory whose pieces come from a table with one row more:
///
/// ```
/// use std::sync::Arc;
/// use xxlchess::rules::{Color, Variant, betza, variant::PieceType};
/// use xxlchess::simulator::{Board, Piece, PieceFactory, PieceRegistry, rule_set};
///
/// /// Makes pieces that leap three squares one way and one the other.
/// struct LeaperFactory(Arc<Variant>);
///
/// impl PieceFactory for LeaperFactory {
///     fn symbol(&self) -> char {
///         'l'
///     }
///
///     fn create(&self, color: Color) -> Piece {
///         Piece::new(&self.0, color, self.symbol()).expect("the table has a row for it")
///     }
/// }
///
/// let table = rule_set("simplified").unwrap();
/// let mut rules = table.rules().clone();
/// let moves = betza::parse("C")?;
/// rules.pieces.push(PieceType { letter: 'l', name: "leaper".into(), moves, value: None });
/// let with_leaper = Arc::new(Variant::new(rules, table.start().clone()));
///
/// let mut registry = PieceRegistry::for_variant(&table);
/// assert!(registry.create_piece("wl").is_err());
/// registry.register_piece(Box::new(LeaperFactory(with_leaper)));
/// let mut board = Board::new(&table);
/// board.add_piece(registry.create_piece("wl")?, "a1")?;
/// board.move_piece("a1", "b4")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct PieceRegistry {
    factories: BTreeMap<char, Box<dyn PieceFactory>>,
}

impl PieceRegistry {
    /// A registry that knows no kind.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A registry that knows every kind of `table`.
    #[must_use]
    pub fn for_variant(table: &Arc<Variant>) -> Self {
        let mut registry = Self::new();
        for factory in VariantPieceFactory::all(table) {
            registry.register_piece(Box::new(factory));
        }
        registry
    }

    /// Makes a kind known; gives the factory that had the same symbol before.
    pub fn register_piece(&mut self, factory: Box<dyn PieceFactory>) -> Option<Box<dyn PieceFactory>> {
        self.factories.insert(factory.symbol(), factory)
    }

    /// Makes the piece called `name`, `b` or `w` and the symbol of its kind: `br`.
    ///
    /// # Errors
    /// When the name is anything else, or no such kind is known.
    pub fn create_piece(&self, name: &str) -> Result<Piece, UnknownPiece> {
        let mut letters = name.chars();
        let color = match letters.next() {
            Some('w') => Some(Color::White),
            Some('b') => Some(Color::Black),
            _ => None,
        };
        let factory = letters.next().and_then(|symbol| self.factories.get(&symbol));
        match (color, factory, letters.next()) {
            (Some(color), Some(factory), None) => Ok(factory.create(color)),
            _ => Err(UnknownPiece { name: name.to_owned(), symbols: self.symbols().collect() }),
        }
    }

    /// The symbols of all known kinds, in alphabetical order.
    pub fn symbols(&self) -> impl Iterator<Item = char> + '_ {
        self.factories.keys().copied()
    }
}
