//! Registry of piece factories, which create pieces by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use xxlchess_core::rules::{Color, PieceKind, Variant};

use crate::error::UnknownPiece;
use crate::piece::Piece;

/// Creates pieces of one kind.
pub trait PieceFactory {
    /// Letter of the kind of piece.
    fn symbol(&self) -> char;

    /// Creates a piece of `color`.
    fn create(&self, color: Color) -> Piece;
}

/// Factory for one kind of piece of a variant.
#[derive(Clone, Debug)]
pub struct VariantPieceFactory {
    variant: Arc<Variant>,
    kind: PieceKind,
}

impl VariantPieceFactory {
    /// One factory for each kind of `variant`.
    pub fn all(variant: &Arc<Variant>) -> impl Iterator<Item = Self> {
        let variant = Arc::clone(variant);
        variant.kinds().map(move |kind| Self { variant: Arc::clone(&variant), kind })
    }
}

impl PieceFactory for VariantPieceFactory {
    fn symbol(&self) -> char {
        self.variant.piece(self.kind).letter
    }

    fn create(&self, color: Color) -> Piece {
        Piece::of_kind(&self.variant, color, self.kind)
    }
}

/// Registry of piece factories by symbol.
///
/// To add a kind of piece, a program registers a factory for a variant that has one more piece:
///
/// ```
/// use std::sync::Arc;
/// use xxlchess_core::rules::{Color, PieceType, Variant, betza};
/// use xxlchess_simulator::{Board, Piece, PieceFactory, PieceRegistry, rule_set};
///
/// /// Creates camels, which leap (3, 1).
/// struct CamelFactory(Arc<Variant>);
///
/// impl PieceFactory for CamelFactory {
///     fn symbol(&self) -> char {
///         'l'
///     }
///
///     fn create(&self, color: Color) -> Piece {
///         Piece::new(&self.0, color, self.symbol()).expect("the variant has this piece")
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
/// registry.register_piece(Box::new(CamelFactory(with_leaper)));
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
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// A registry of all kinds of `variant`.
    pub fn for_variant(variant: &Arc<Variant>) -> Self {
        let mut registry = Self::new();
        for factory in VariantPieceFactory::all(variant) {
            registry.register_piece(Box::new(factory));
        }
        registry
    }

    /// Registers a factory. It replaces a factory with the same symbol, which is returned.
    pub fn register_piece(&mut self, factory: Box<dyn PieceFactory>) -> Option<Box<dyn PieceFactory>> {
        self.factories.insert(factory.symbol(), factory)
    }

    /// Creates a piece by its name, such as `br`. The name consists of the side, `b` or `w`, and the symbol of the kind.
    ///
    /// # Errors
    /// If the name does not have this form, or no factory has the symbol.
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

    /// Symbols of all kinds, in alphabetical order.
    pub fn symbols(&self) -> impl Iterator<Item = char> + '_ {
        self.factories.keys().copied()
    }
}
