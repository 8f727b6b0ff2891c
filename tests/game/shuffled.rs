//! Shuffled starts of all variants, and games that begin with them.

use std::collections::HashSet;
use std::sync::Arc;

use proptest::prelude::*;

use crate::common::{self, variant};
use xxlchess::game::game_record::GameRecord;
use xxlchess::game::options::{Options, StartKind};
use xxlchess::game::shuffled_start::ShuffledStarts;
use xxlchess::game::{Command, Game, GameSetup};
use xxlchess::notation::pgn::Tags;
use xxlchess::notation::variants_ini::{UnknownVariant, Variants};
use xxlchess::notation::{fen, san};
use xxlchess::rules::{Color, MoveFlag, Position, Square, Variant};

/// The variant with castling from any files.
fn shuffled(name: &str) -> Arc<Variant> {
    Options { start: StartKind::Shuffled, ..Options::default() }.applied_to(&variant(name))
}

fn starts(name: &str) -> ShuffledStarts {
    ShuffledStarts::of(&shuffled(name)).expect("its pieces can change places")
}

/// The kinds on White's rank `rank`, with their squares.
fn letters(position: &Position, color: Color, rank: u8) -> String {
    let variant = position.variant();
    let letter = |file| {
        let piece = position.board().piece_at(Square::new(file, rank)).filter(|piece| piece.color == color);
        piece.map_or('.', |piece| variant.piece(piece.kind).letter)
    };
    (0..variant.rules().files).map(letter).collect()
}

/// Chess has 960 different starts with the numbers of Chess960: 518 is the usual start, and the first and the last one are
/// those of the published table. In each the bishops stand on both colours, the king stands between the rooks, and both
/// sides stand alike.
#[test]
fn starts_of_chess_are_those_of_chess960() {
    let starts = starts("chess");
    assert_eq!(starts.count(), 960);
    let mut seen = HashSet::new();
    for number in 0..960 {
        let position = starts.position(number).expect("a legal start");
        let row = letters(&position, Color::White, 0);
        assert_eq!(row, letters(&position, Color::Black, 7));
        let places = |kind| row.match_indices(kind).map(|(place, _)| place).collect::<Vec<_>>();
        let (bishops, rooks) = (places('b'), places('r'));
        assert_ne!(bishops[0] % 2, bishops[1] % 2, "{row}");
        assert!(rooks[0] < places('k')[0] && places('k')[0] < rooks[1], "{row}");
        assert_eq!(starts.number(&position), Some(number), "{row}");
        assert_eq!(position.initial_move_rights().count(), 6, "kings and rooks may castle");
        seen.insert(row);
    }
    assert_eq!(seen.len(), 960);
    for (number, row) in [(0, "bbqnnrkr"), (518, "rnbqkbnr"), (959, "rkrnnqbb")] {
        assert_eq!(letters(&starts.position(number).expect("a start"), Color::White, 0), row);
    }
    assert_eq!(starts.position(960), None);
}

/// XXL chess has 266,716,800 starts. The numbers of the usual starts are found, and variants without another start have
/// none: in racing kings the sides are not alike, and the pieces of breakthrough are all the same.
#[test]
fn variants_have_as_many_starts_as_there_are_arrangements() {
    assert_eq!(starts("xxl").count(), 49 * 36 * 720 * 21 * 10);
    for name in ["xxl", "capablanca", "grand", "makruk", "knightmate", "antichess"] {
        let starts = starts(name);
        let usual = Position::start(&shuffled(name)).expect("a start");
        let number = starts.number(&usual).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(starts.position(number), Some(usual), "{name}");
    }
    for name in ["racingkings", "breakthrough"] {
        assert!(ShuffledStarts::of(&variant(name)).is_none(), "{name}");
    }
}

/// A variant whose queen and bishops change places among four squares, after the king has got one of two of them, has
/// six different starts. No other piece moves.
#[test]
fn a_variant_can_name_the_pieces_that_change_places() {
    let text = "[t:chess]\ncastling = false\nxShuffle = k:d1,e1 qb:c1,d1,e1,f1\n";
    let variants = Variants::built_in().with_file("t.ini", text).expect("the file has no faults");
    let starts = ShuffledStarts::of(&variants.get("t").expect("the file has it")).expect("there are several");
    let rows: HashSet<_> = (0..starts.count())
        .map(|number| {
            let position = starts.position(number).expect("a legal start");
            assert_eq!(starts.number(&position), Some(number));
            letters(&position, Color::White, 0)
        })
        .collect();
    let expected = ["rnbkqbnr", "rnbqkbnr", "rnbkbqnr", "rnbbkqnr", "rnqkbbnr", "rnqbkbnr"];
    assert_eq!(rows, expected.map(str::to_owned).into());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Any number of any variant gives a legal start, from which the number is found again. Every kind that never leaves
    /// the colour of its square stands on both colours.
    #[test]
    fn a_number_names_one_start(index in 0_usize..40, number: u64) {
        let all = Variants::built_in();
        let name = all.names().nth(index).expect("forty variants");
        let variant = shuffled(name);
        let Some(starts) = ShuffledStarts::of(&variant) else { return Ok(()) };
        let number = number % starts.count();
        let position = starts.position(number).ok_or_else(|| TestCaseError::fail(format!("{name}: {number}")))?;
        prop_assert_eq!(starts.number(&position), Some(number), "{}", name);
        let xxl = common::variant("xxl");
        let moves = |name| &xxl.piece(xxl.kind_by_name(name).expect("a kind")).moves;
        let bound = [moves("bishop"), moves("camel")];
        for kind in variant.kinds().filter(|&kind| bound.contains(&&variant.piece(kind).moves)) {
            let pieces = position.board().by_kinds(&[kind]) & position.board().by_color(Color::White);
            let light = pieces.into_iter().filter(|square| (square.file() + square.rank()) % 2 == 1).count();
            prop_assert!(pieces.count() < 2 || light * 2 == pieces.count() as usize, "{}", fen::format(&position));
        }
    }
}

/// A saved game that began with a shuffled start is read with the right to castle. After the king has castled from its
/// square the move is written like every castling.
#[test]
fn a_game_with_a_shuffled_start_is_saved_and_castles() {
    let starts = starts("chess");
    // The king on f1 and the rook on g1 change places.
    let row = |number| letters(&starts.position(number).expect("a start"), Color::White, 0);
    let number = (0..960).find(|&number| row(number)[5..].starts_with("kr"));
    let position = starts.position(number.expect("there are such starts")).expect("a start");
    let options = Options { start: StartKind::Shuffled, ..Options::default() };
    let mut game = Game::new(GameSetup::with_human(position, Color::White, options));
    let castle = game.position().legal_moves().into_iter().find(|mv| mv.flag == MoveFlag::Castle);
    let castle = castle.expect("nothing is in the way");
    assert!(san::format(game.position(), castle).starts_with("O-O"));
    let (king, rook) = (castle.from, Square::new(castle.from.file() + 1, 0));
    game.apply(Command::Click(king));
    game.apply(Command::Click(rook));
    assert_eq!(game.moves().len(), 1, "a click on the rook castles");
    let pgn = game.record(Color::White).to_pgn(None, &Tags::default());
    let read =
        GameRecord::from_pgn(&pgn, |_: &Tags| Ok::<_, UnknownVariant>(variant("chess"))).expect("readable");
    assert_eq!((&read.record.setup.position, read.record.moves.len()), (&game.position_at(0), 1), "{pgn}");
}
