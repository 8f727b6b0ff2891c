//! Tests of designs: what they read and write, and where they show faults.

use crate::notation::variants_ini::LineFault;
use crate::notation::variants_ini::Variants;
use crate::notation::variants_ini::choices::RULES;
use crate::notation::variants_ini::design::{Design, Fault, KnownPiece, Place};
use crate::rules::betza::BetzaFault;
use crate::rules::variant::Rules;
use crate::rules::{Color, Square};

/// Index of the 50-move rule in [`RULES`].
const MOVE_RULE: usize = 8;
/// Index of the rule about repetition in [`RULES`].
const REPETITION: usize = 9;

fn on(parent: &str) -> (Variants, Design) {
    let variants = Variants::built_in();
    let mut design = Design::on(parent, &variants).expect("built in");
    design.name = "mine".to_owned();
    (variants, design)
}

fn griffin() -> KnownPiece {
    KnownPiece { name: "griffin".to_owned(), letter: 'g', drawing: None, moves: "FyafsF".to_owned() }
}

/// The faults of a design, each with its place.
fn faults(design: &Design, variants: &Variants) -> Vec<(Place, Fault)> {
    design.check(variants).variant.err().unwrap_or_default()
}

/// An unchanged design on each built-in variant has no fault, and the rules and the start of that variant.
#[test]
fn design_without_changes_is_its_parent() {
    let variants = Variants::built_in();
    for parent in variants.names() {
        let mut design = Design::on(parent, &variants).expect("built in");
        design.name = "mine".to_owned();
        let checked = design.check(&variants);
        let variant =
            checked.variant.unwrap_or_else(|faults| panic!("{parent}: {faults:?}\n{}", checked.text));
        let mut rules = variant.rules().clone();
        rules.name = parent.to_owned();
        let expected = variants.get(parent).expect("built in");
        assert_eq!(&rules, expected.rules(), "{parent}\n{}", checked.text);
        assert_eq!(variant.start(), expected.start(), "{parent}\n{}", checked.text);
    }
}

/// A design on each built-in variant gets a board of 12x12. It has no fault but pieces without a square, such as a king that
/// was beyond the board.
#[test]
fn every_variant_can_have_another_size() {
    let variants = Variants::built_in();
    for parent in variants.names() {
        let mut design = Design::on(parent, &variants).expect("built in");
        design.name = "mine".to_owned();
        design.set_size(12, 12);
        let checked = design.check(&variants);
        for (place, fault) in checked.variant.err().unwrap_or_default() {
            let is_of_start = matches!(place, Place::Start | Place::Castling | Place::Rule(_));
            assert!(is_of_start, "{parent}: {place:?} {fault:?}\n{}", checked.text);
        }
    }
}

/// A chess with griffins on 10x10: a piece is added, put on the board and castled with, the pawns become it, and they promote on
/// the ninth rank. The variant has all that, and its section gives the same design again.
#[test]
fn design_survives_its_file() {
    let (variants, mut design) = on("chess");
    design.set_size(10, 10);
    let griffin = design.add_piece(&griffin()).expect("a letter is free");
    design.pieces[griffin].value = Some(8250);
    design.pieces[griffin].castles = true;
    design.promotion.insert(0, griffin);
    design.promotion_rank = 9;
    for (color, rank) in [(Color::White, 0), (Color::Black, 9)] {
        design.start.insert(Square::new(8, rank), (color, griffin));
    }
    design.pieces[griffin].drawing = Some("eagle".to_owned());
    design.rules[MOVE_RULE] = Some(2);
    let checked = design.check(&variants);
    let variant = checked.variant.unwrap_or_else(|faults| panic!("{faults:?}\n{}", checked.text));
    let rules = variant.rules();
    assert_eq!((rules.files, rules.ranks, rules.move_rule_plies), (10, 10, 0));
    let kind = rules.kind_by_letter('g').expect("a griffin");
    assert_eq!(
        (rules.pieces[kind.index()].name.as_str(), rules.pieces[kind.index()].value),
        ("griffin", Some(8250))
    );
    assert_eq!(rules.promotion.to[0], kind);
    assert!(rules.promotion.region.white.contains(Square::new(0, 8)));
    assert!(!rules.promotion.region.white.contains(Square::new(0, 7)));
    assert!(rules.castling.as_ref().is_some_and(|castling| castling.rook_kinds.contains(&kind)));
    assert!(rules.initial_move_region.black.contains(Square::new(0, 8)));
    let saved = variants.with_file("mine.ini", &checked.text).expect("no fault");
    let again = Design::of("mine", &saved).expect("a variant of the player's own");
    assert_eq!(rules.drawing(kind), "eagle");
    let read_again = again.check(&saved).variant.expect("no fault");
    assert_eq!((read_again.rules(), read_again.start()), (rules, variant.start()));
    assert_eq!(again.pieces, design.pieces);
    assert_eq!(Design::of("chess", &saved), None);
}

/// Keys that a design does not show stay in the section that it was read from.
#[test]
fn other_keys_of_a_section_are_kept() {
    let text = "[mine:chess]\nstalemateValue = loss\nflagPiece = k\nflagRegion = e4\nmaxRank = 8\n";
    let variants = Variants::built_in().with_file("mine.ini", text).expect("no fault");
    let mut design = Design::of("mine", &variants).expect("own");
    design.rules[REPETITION] = Some(1);
    let text = design.check(&variants).text;
    for line in ["stalemateValue = loss\n", "flagPiece = k\n", "flagRegion = e4\n", "nFoldRule = 0\n"] {
        assert!(text.contains(line), "{line}{text}");
    }
    assert!(!text.contains("maxRank"), "{text}");
}

/// Each form of each rule gives a section without faults on chess, is found again in it, and can be taken back by the first form.
#[test]
fn rules_of_the_table_survive_their_file() {
    for (row, rule) in RULES.iter().enumerate() {
        for choice in 1..rule.choices.len() {
            let (variants, mut design) = on("chess");
            design.rules[row] = Some(choice);
            let checked = design.check(&variants);
            let name = format!("{}: {}\n{}", rule.label, rule.choices[choice].words, checked.text);
            let variant = checked.variant.unwrap_or_else(|faults| panic!("{faults:?} {name}"));
            assert_ne!(variant.rules().goals.len(), 2, "{name}");
            let saved = variants.with_file("mine.ini", &checked.text).expect("no fault");
            let mut again = Design::of("mine", &saved).expect("own");
            assert_eq!(again.rules, design.rules, "{name}");
            again.rules[row] = Some(0);
            let back = again.check(&saved).variant.unwrap_or_else(|faults| panic!("{faults:?} {name}"));
            let chess = variants.rules("chess").expect("built in");
            assert_eq!(Rules { name: "chess".to_owned(), ..back.rules().clone() }, *chess, "{name}");
        }
    }
}

/// Built-in variants have the forms of the table. The squares of a race follow the size of the board.
#[test]
fn built_in_variants_have_rules_of_the_table() {
    let chosen = |parent, row: usize| on(parent).1.rules[row].map(|choice| RULES[row].choices[choice].words);
    assert_eq!(chosen("antichess", 4), Some("all lost wins"));
    assert_eq!(chosen("courier", 4), Some("bare king loses"));
    assert_eq!(chosen("kingofthehill", 5), Some("king to the middle"));
    assert_eq!(chosen("racingkings", 5), None);
    assert_eq!(chosen("3check", 6), Some("3"));
    let (variants, mut design) = on("kingofthehill");
    design.set_size(9, 9);
    assert!(design.check(&variants).text.contains("flagRegionWhite = e5\n"));
    let (variants, mut design) = on("antichess");
    design.rules[5] = Some(1);
    assert!(
        faults(&design, &variants)
            .iter()
            .any(|(place, fault)| *place == Place::Rule(5) && format!("{fault:?}").contains("no such piece"))
    );
}

/// Each fault is found at its place, and in place of the lines that it makes faulty.
#[test]
fn faults_of_a_design_have_their_places() {
    let change = |change: fn(&mut Design)| {
        let (variants, mut design) = on("chess");
        change(&mut design);
        faults(&design, &variants)
    };
    let of_line = |place, fault| vec![(place, Fault::OfLine(fault))];
    let value = |key, words: &str| LineFault::value(key, words);
    let moves = change(|design| design.set_moves(1, "Nx"));
    let [(Place::Piece(1), Fault::OfLine(LineFault::Moves { error, .. }))] = &moves[..] else {
        panic!("{moves:?}");
    };
    assert_eq!((error.fault(), error.position()), (&BetzaFault::UnknownLetter('x'), 2));
    let clash = change(|design| {
        design.pieces[1].letter = 'b';
        design.pieces[2].name = "abbot".to_owned();
        design.pieces[5].letter = 'b';
    });
    let names = ["knight", "abbot", "king"].map(str::to_owned).to_vec();
    assert_eq!(clash, [(Place::Pieces, Fault::SameLetter { letter: 'b', names })]);
    let kingless = change(|design| design.start.retain(|square, _| square.rank() > 0));
    assert_eq!(kingless, of_line(Place::Start, value("startFen", "white has no king")));
    let known = change(|design| design.name = "chess".to_owned());
    let words = "chess already exists with other rules; choose another name";
    assert_eq!(known, of_line(Place::Name, words.into()));
    assert_eq!(change(|design| design.name = "a b".to_owned())[0].0, Place::Name);
    let twins = change(|design| design.pieces[1].name = "rook".to_owned());
    assert_eq!(twins, of_line(Place::Pieces, LineFault::SameName("rook".to_owned())));
    let initial = change(|design| {
        design.set_moves(1, "iN");
        design.set_double_step(false);
    });
    assert_eq!(initial, of_line(Place::Piece(1), LineFault::InitialMove("knight".to_owned())));
}

/// Kings of a design with castling do not castle while no piece on the board castles with them, and do when one is put back.
#[test]
fn kings_castle_while_their_partners_are_on_the_board() {
    let (variants, mut design) = on("chess");
    let start = design.start.clone();
    let castles = |design: &Design| {
        let checked = design.check(&variants);
        let variant = checked.variant.unwrap_or_else(|faults| panic!("{faults:?}\n{}", checked.text));
        variant.rules().castling.is_some()
    };
    assert!(castles(&design));
    design.start.retain(|_, (_, piece)| !design.pieces[*piece].castles);
    assert!(!castles(&design) && !design.can_castle());
    design.start = start;
    assert!(castles(&design));
    design.pieces.iter_mut().for_each(|piece| piece.castles = false);
    assert!(!castles(&design));
}

/// The squares, the promotions and the letters of the other pieces stay when a piece is removed. Another king takes the place of
/// the first.
#[test]
fn pieces_are_removed_and_crowned() {
    let (variants, mut design) = on("chess");
    let index = |design: &Design, name: &str| design.pieces.iter().position(|piece| piece.name == name);
    design.remove_piece(index(&design, "knight").expect("a knight"));
    assert_eq!(index(&design, "knight"), None);
    let queen = index(&design, "queen").expect("a queen");
    assert_eq!(design.start.get(&Square::new(3, 0)), Some(&(Color::White, queen)));
    assert_eq!(design.promotion[0], queen);
    assert_eq!(faults(&design, &variants), []);
    design.set_royal(queen, true);
    let checked = design.check(&variants);
    let variant = checked.variant.unwrap_or_else(|faults| panic!("{faults:?}\n{}", checked.text));
    let royal = variant.rules().royal_kind.expect("a king");
    assert_eq!(variant.piece(royal).name, "queen");
    assert!(variant.rules().promotion.to.iter().all(|kind| *kind != royal));
    design.set_double_step(false);
    assert!(
        design.check(&variants).variant.is_ok_and(|variant| variant
            .rules()
            .initial_move_region
            .white
            .is_empty())
    );
}

/// Missing squares keep their place in their half of a board that gets another size.
#[test]
fn missing_squares_stay_when_the_size_changes() {
    let (_, mut design) = on("chess");
    design.missing = [Square::new(3, 3), Square::new(4, 4), Square::new(7, 4)].into_iter().collect();
    design.set_size(7, 10);
    assert_eq!(design.missing.into_iter().collect::<Vec<_>>(), [Square::new(3, 3), Square::new(4, 6)]);
}

/// Random changes of designs cause faults, but no panic, and a design without faults has the same text once it is read again.
#[test]
fn random_changes_of_a_design_do_not_panic() {
    let mut state = 7_u64;
    let mut below = |sides: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % sides
    };
    let variants = Variants::built_in();
    let known = variants.known_pieces();
    for round in 0..20 {
        let names: Vec<_> = variants.names().collect();
        let mut design = Design::on(names[below(names.len())], &variants).expect("built in");
        design.name = "mine".to_owned();
        for _ in 0..8 {
            let piece = below(design.pieces.len().max(1));
            match below(9) {
                0 => design.set_size(below(13) as u8 + 4, below(13) as u8 + 4),
                1 => {
                    design.add_piece(&known[below(known.len())]);
                }
                2 => design.remove_piece(piece),
                3 => design.set_moves(piece, ["", "W", "fmWfcF", "gQ", "mRcpR", "Kx", "iN"][below(7)]),
                4 => design.set_royal(piece, below(2) == 0),
                5 => design.set_double_step(below(2) == 0),
                6 => design.castling = below(2) == 0,
                7 => design.en_passant = below(2) == 0,
                _ => {
                    let square =
                        Square::new(below(design.files.into()) as u8, below(design.ranks.into()) as u8);
                    design.start.insert(square, (Color::ALL[below(2)], piece));
                }
            }
        }
        let checked = design.check(&variants);
        if checked.variant.is_ok() {
            let saved = variants.with_file("", &checked.text).expect("no fault");
            let again = Design::of("mine", &saved).expect("own").check(&saved);
            assert!(again.variant.is_ok(), "{round}: {:?}\n{}\n{}", again.variant, checked.text, again.text);
        }
    }
}
