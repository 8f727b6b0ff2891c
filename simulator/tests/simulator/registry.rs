//! Registry of piece factories.

use std::sync::Arc;

use xxlchess_core::notation::variants_ini::Variants;
use xxlchess_core::rules::{Color, PieceType, Variant, betza};
use xxlchess_simulator::parse::{self, Source};
use xxlchess_simulator::{Board, Piece, PieceFactory, PieceRegistry, VariantPieceFactory, rule_set};

/// Creates wizards, which leap like a camel or step diagonally.
struct WizardFactory(Arc<Variant>);

impl WizardFactory {
    fn new() -> Self {
        let table = rule_set("simplified").unwrap();
        let mut rules = table.rules().clone();
        let moves = betza::parse("CF").unwrap();
        rules.pieces.push(PieceType { letter: 'z', name: "wizard".into(), moves, value: None });
        Self(Arc::new(Variant::new(rules, table.start().clone())))
    }
}

impl PieceFactory for WizardFactory {
    fn symbol(&self) -> char {
        'z'
    }

    fn create(&self, color: Color) -> Piece {
        Piece::new(&self.0, color, 'z').unwrap()
    }
}

/// All twelve pieces of both rule sets have their colour, symbol, name and Unicode symbol.
#[test]
fn all_pieces_are_created_by_name() {
    let unicode = "♔♕♖♗♘♙♚♛♜♝♞♟";
    assert!(unicode.chars().eq('\u{2654}'..='\u{265F}'));
    for rules in ["simplified", "mess"] {
        let registry = PieceRegistry::for_variant(&rule_set(rules).unwrap());
        assert_eq!(registry.symbols().collect::<String>(), "bknpqr");
        let names = ["wk", "wq", "wr", "wb", "wn", "wp", "bk", "bq", "br", "bb", "bn", "bp"];
        for (name, character) in names.into_iter().zip(unicode.chars()) {
            let piece = registry.create_piece(name).unwrap();
            assert_eq!(piece.to_string(), name);
            assert_eq!(piece.unicode(), character);
            assert_eq!(piece.color(), if name.starts_with('w') { Color::White } else { Color::Black });
            assert_eq!(piece.symbol(), name.chars().nth(1).unwrap());
        }
    }
}

/// Each of the six factories of a variant creates a black and a white piece with its symbol.
#[test]
fn factories_create_pieces_of_both_sides() {
    let factories: Vec<_> = VariantPieceFactory::all(&rule_set("mess").unwrap()).collect();
    assert_eq!(factories.len(), 6);
    for factory in factories {
        let piece = factory.create(Color::Black);
        assert_eq!((piece.color(), piece.symbol()), (Color::Black, factory.symbol()));
        assert_eq!(factory.create(Color::White).color(), Color::White);
    }
}

/// Names with a wrong colour, symbol or length are errors, and a long name is shortened in the message.
#[test]
fn other_names_are_errors() {
    let registry = PieceRegistry::for_variant(&rule_set("simplified").unwrap());
    for name in ["", "w", "k", "wx", "xk", "kw", "WK", "wK", "wkk", "wk ", " wk", "w♔", "ẅk"] {
        assert_eq!(registry.create_piece(name).unwrap_err().name, name);
    }
    let error = registry.create_piece("wz").unwrap_err().to_string();
    assert_eq!(error, r#""wz" is not a piece; write its colour (b or w) and its letter (b, k, n, p, q, r)"#);
    let error = registry.create_piece(&"x".repeat(1000)).unwrap_err().to_string();
    assert!(error.starts_with(&format!("\"{}…\" is not a piece", "x".repeat(60))), "{error}");
    assert!(PieceRegistry::new().create_piece("wk").is_err());
}

/// A wizard is created, read from a layout, moved, and captured.
#[test]
fn a_new_kind_of_piece_can_be_registered() {
    let table = rule_set("simplified").unwrap();
    let mut registry = PieceRegistry::for_variant(&table);
    assert!(registry.create_piece("wz").is_err());
    assert!(registry.register_piece(Box::new(WizardFactory::new())).is_none());
    let wizard = registry.create_piece("wz").unwrap();
    assert_eq!((wizard.to_string().as_str(), wizard.unicode(), wizard.kind_name()), ("wz", 'Z', "wizard"));
    assert_eq!(registry.create_piece("bz").unwrap().unicode(), 'z');

    let layout = Source { name: "layout", bytes: b"a1=wz\nb4=br\nb2=wp\n" };
    let mut board = Board::new(&table);
    for placed in parse::layout(layout, table.geometry(), &registry).unwrap() {
        board.add_piece(placed.piece, placed.square).unwrap();
    }
    let moves = board.piece_at("a1").unwrap().unwrap().legal_moves();
    assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["d2", "b4"]);
    board.move_piece("a1", "b4").unwrap().expect("it captures");
    assert!(board.to_string().contains("\n4 .. wz .."));
    board.add_piece(registry.create_piece("bk").unwrap(), "b5").unwrap();
    assert_eq!(board.move_piece("b5", "b4").unwrap().unwrap().to_string(), "wz");
}

/// A factory for knights that move takes the place of that for knights of `mess`, which is returned.
#[test]
fn a_factory_replaces_the_one_with_its_symbol() {
    let mess = rule_set("mess").unwrap();
    let mut registry = PieceRegistry::for_variant(&mess);
    let simplified =
        VariantPieceFactory::all(&rule_set("simplified").unwrap()).find(|f| f.symbol() == 'n').unwrap();
    let replaced = registry.register_piece(Box::new(simplified)).unwrap();
    let board = Board::new(&mess);
    let count = |piece: &Piece| board.moves(piece, "d4").unwrap().len();
    assert_eq!(count(&replaced.create(Color::White)), 0);
    assert_eq!(count(&registry.create_piece("wn").unwrap()), 8);
}

/// An archbishop of a board of 10x8 has no target outside the board of 8x8.
#[test]
fn a_piece_of_a_larger_board_stays_on_this_one() {
    let capablanca = Variants::built_in().get("capablanca").unwrap();
    let registry = PieceRegistry::for_variant(&capablanca);
    let mut board = Board::new(&rule_set("simplified").unwrap());
    board.add_piece(registry.create_piece("wa").unwrap(), "h1").unwrap();
    let moves = board.piece_at("h1").unwrap().unwrap().legal_moves();
    let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["f2", "g2", "f3", "g3", "e4", "d5", "c6", "b7", "a8"]);
    assert!(board.move_piece("h1", "i3").is_err());
}
