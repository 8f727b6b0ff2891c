//! The player's own pieces in a config: their moves in layouts, their values for the computer, and errors.

use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::window::Driver;
use crate::common::{AT_ONCE, GameScreen, deterministic, variant};
use xxlchess::config::{Config, load_level, parse_level};
use xxlchess::engine::heuristic::HeuristicPlayer;
use xxlchess::engine::mate_solver::{self, SolverGoal};
use xxlchess::engine::{Engine, Evaluator, Limits, Options, Player as _, SearchRequest, piece_value};
use xxlchess::game::GameController;
use xxlchess::game::options::Options as GameOptions;
use xxlchess::game::worker::ThreadedWorker;
use xxlchess::game::{Game, GameSetup, PlayerKind};
use xxlchess::notation::coords::{format_move, parse_square};
use xxlchess::rules::{ByColor, Color, Position, Variant};

const ZEBRA: &str = r#"{"symbol": "z", "name": "zebra", "moves": "Z", "value": 2.5}"#;
const DUCHESS: &str = r#"{"symbol": "d", "name": "duchess", "combines": ["rook", "camel"], "value": 7}"#;

/// The built-in config with these pieces, one a line from line 17 on.
fn config(pieces: &[&str]) -> Config {
    let sample = include_str!("../../config.json").trim_end();
    let sample = sample.strip_suffix("\n}").expect("it ends in a brace");
    let text = format!("{sample},\n\"pieces\": [\n{}\n]\n}}\n", pieces.join(",\n"));
    Config::parse(Path::new("config.json"), &text).expect("a valid config")
}

fn with(pieces: &[&str]) -> Arc<Variant> {
    config(pieces).with_own_pieces(&variant("xxl")).expect("no clash")
}

fn refused(pieces: &[&str]) -> String {
    config(pieces).with_own_pieces(&variant("xxl")).expect_err("a fault").to_string()
}

/// Accepts any text as a drawing.
fn as_text(_name: &str, svg: String) -> Result<String, Infallible> {
    Ok(svg)
}

fn level(variant: &Arc<Variant>, text: &str) -> Position {
    let read = parse_level(Path::new("level.txt"), text.as_bytes(), variant, Some(Color::White));
    read.unwrap_or_else(|error| panic!("{error}"))
}

/// The targets of the piece on `from`, in order.
fn targets(position: &Position, from: &str) -> Vec<String> {
    let from = parse_square(from).expect("a square");
    let mut targets: Vec<_> = position.legal_moves_from(from).iter().map(|mv| mv.to.to_string()).collect();
    targets.sort();
    targets
}

fn assets(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/configs").join(name)
}

/// Pieces of both sides move by notation and by names of other pieces.
#[test]
fn own_pieces_move_as_the_config_says() {
    let variant = with(&[ZEBRA, DUCHESS]);
    let text = "K\n\n\n\n\n\n\n......z\n\n\n\n\n\n.............k";
    assert_eq!(targets(&level(&variant, text), "g7"), ["d5", "d9", "e10", "e4", "i10", "i4", "j5", "j9"]);
    let text = "K\n\n\n\n\n\n.....pPp\n.....pdp\n.....ppp\n\n\n\n\n.............k";
    let position = level(&variant, text);
    assert_eq!(targets(&position, "g7"), ["d6", "d8", "f10", "f4", "g8", "h10", "h4", "j6", "j8"]);
    let text = "KZD\n\n\n\n\n\n\n\n\n\n\n\n.zd.........pp\n.............k";
    let pieces = level(&variant, text);
    let names: Vec<_> = pieces.board().pieces().map(|(_, p)| variant.piece(p.kind).name.clone()).collect();
    assert_eq!(names.iter().filter(|name| *name == "zebra").count(), 2);
    assert_eq!(names.iter().filter(|name| *name == "duchess").count(), 2);
}

/// A piece that combines the king and an own piece has the moves of both and is no king.
#[test]
fn a_piece_may_combine_earlier_pieces_and_the_king() {
    let variant = with(&[ZEBRA, r#"{"symbol": "m", "name": "mage", "combines": ["Zebra", "king"]}"#]);
    let position = level(&variant, "K\n\n\n\n\n\n\n......m\n\n\n\n\n\n.............k");
    assert_eq!(targets(&position, "g7").len(), 16);
    assert_eq!(variant.rules().royal_kind, variant.kind_by_name("king"));
}

/// Own pieces are added to the variant and change nothing else of it. Without any it is the same variant.
#[test]
fn own_pieces_change_nothing_else_of_the_variant() {
    let plain = variant("xxl");
    assert!(Arc::ptr_eq(&config(&[]).with_own_pieces(&plain).expect("nothing to clash"), &plain));
    let own = with(&[ZEBRA, DUCHESS]);
    let mut rules = own.rules().clone();
    assert_eq!(rules.pieces.split_off(plain.rules().pieces.len()).len(), 2);
    assert_eq!(&rules, plain.rules());
    assert_eq!(own.start(), plain.start());
}

/// A letter or name that is used already, and a piece that is not known, are errors with line and key.
#[test]
fn a_used_letter_or_name_is_an_error() {
    let free = "d f i j l m o s t u v w x y";
    for (pieces, expected) in [
        (
            vec![r#"{"symbol": "r", "name": "roc", "moves": "Z"}"#],
            format!("config.json:17: pieces[0].symbol: found \"r\", the letter of the rook of xxl; expected one of {free} z"),
        ),
        (
            vec![ZEBRA, r#"{"symbol": "z", "name": "zombie", "moves": "W"}"#],
            format!("config.json:18: pieces[1].symbol: found \"z\", the letter of the zebra of xxl; expected one of {free}"),
        ),
        (
            vec![ZEBRA, r#"{"symbol": "y", "name": "Zebra", "moves": "W"}"#],
            "config.json:18: pieces[1].name: found \"Zebra\", a piece of xxl already ('z'); expected another name".to_owned(),
        ),
        (
            vec![r#"{"symbol": "y", "name": "queen", "moves": "W"}"#],
            "config.json:17: pieces[0].name: found \"queen\", a piece of xxl already ('q'); expected another name".to_owned(),
        ),
        (
            vec![r#"{"symbol": "d", "name": "duchess", "combines": ["rook", "zebra"]}"#, ZEBRA],
            "config.json:17: pieces[0].combines[1]: found \"zebra\"; expected a piece of xxl: pawn, rook, knight, \
             bishop, archbishop, camel, general, amazon, king, chancellor, queen"
                .to_owned(),
        ),
    ] {
        assert_eq!(refused(&pieces), expected);
    }
}

/// The error of an unknown letter in a level lists the letters of own pieces, too.
#[test]
fn an_unknown_letter_in_a_level_lists_the_allowed_ones() {
    let error = parse_level(Path::new("level.txt"), b"x", &with(&[ZEBRA]), None).expect_err("no such piece");
    assert!(error.to_string().contains("allowed are p r n b h c g a k e q z,"), "{error}");
}

/// A drawing that is missing, too long or no text is an error with line and key.
#[test]
fn an_unreadable_drawing_is_an_error_of_its_key() {
    let folder = std::env::temp_dir().join(format!("xxlchess-{}-drawings", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let error = |bytes: Option<&[u8]>| {
        let file = folder.join("duchess.svg");
        let _ = fs::remove_file(&file);
        if let Some(bytes) = bytes {
            fs::write(&file, bytes).expect("the file can be written");
        }
        let piece = format!(r#"{{"symbol": "d", "name": "duchess", "moves": "RC", "svg": {file:?}}}"#);
        let error = config(&[ZEBRA, &piece]).drawings(as_text).expect_err("a fault").to_string();
        error.replace(&format!("{}", file.display()), "FILE")
    };
    let at = "config.json:18: pieces[1].svg: FILE:";
    assert_eq!(error(None), format!("{at} there is no such file"));
    assert_eq!(
        error(Some(&[b' '; 256 * 1024 + 1])),
        format!("{at} is too long; expected at most 262144 bytes")
    );
    assert!(error(Some(b"<svg>\xff")).starts_with(at));
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// The estimate of a missing value is higher for more mobile pieces and near the known values. A given value is kept.
#[test]
fn a_missing_value_is_estimated() {
    let variant = with(&[
        r#"{"symbol": "z", "name": "zebra", "moves": "Z"}"#,
        r#"{"symbol": "d", "name": "duchess", "combines": ["rook", "camel"]}"#,
        r#"{"symbol": "w", "name": "wazir", "moves": "W"}"#,
        r#"{"symbol": "v", "name": "viscount", "moves": "W", "value": 3.5}"#,
    ]);
    let value =
        |name| piece_value::value(&variant, variant.kind_by_name(name).expect(name)).expect("not royal");
    assert!(
        value("wazir") < value("zebra") && value("zebra") < value("rook") && value("rook") < value("duchess")
    );
    assert!((1500..2300).contains(&value("zebra")), "{}", value("zebra"));
    assert!((6500..8500).contains(&value("duchess")), "{}", value("duchess"));
    assert_eq!(value("viscount"), 3500);
}

/// A puzzle whose goal is a piece without a value has the move that wins it as its solution.
#[test]
fn a_puzzle_uses_the_estimate_of_a_missing_value() {
    let variant = with(&[r#"{"symbol": "z", "name": "zebra", "moves": "Z"}"#]);
    let text = "7k6/14/14/14/14/14/z13/14/14/14/14/14/14/R6K6 w - - 0 1";
    let position = xxlchess::notation::fen::parse(&variant, text).expect("legal");
    let zebra = variant.kind_by_name("zebra").expect("own");
    let line =
        mate_solver::solution(&position, SolverGoal::win_piece(&position, zebra), 1, &AtomicBool::new(false));
    let line = line.expect("a move that wins the zebra");
    assert_eq!(line.iter().map(|&mv| format_move(&variant, mv)).collect::<Vec<_>>(), ["a1a8"]);
}

/// The evaluation uses a value of the config, however far it is from the estimate.
#[test]
fn the_evaluation_uses_the_value_of_the_config() {
    let variant = with(&[
        r#"{"symbol": "z", "name": "zebra", "moves": "Z", "value": 100}"#,
        r#"{"symbol": "d", "name": "duchess", "combines": ["amazon", "camel"], "value": 0.1}"#,
        r#"{"symbol": "w", "name": "wizard", "moves": "CF", "value": 0.000001}"#,
    ]);
    let evaluator = Evaluator::new(&variant);
    let value = |name| evaluator.value(variant.kind_by_name(name).expect(name));
    assert!(value("zebra") > value("amazon") && value("pawn") > value("duchess"));
    assert!(value("duchess") >= value("wizard") && value("wizard") > 0);
}

/// The move that each of the computer's players makes in `text`, White to move.
fn answers(variant: &Arc<Variant>, text: &str) -> [String; 2] {
    let position = level(variant, text);
    let stop = AtomicBool::new(false);
    let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
    let searched = engine.go(&position, &[], &Limits::depth(5), &stop, |_| {}).best_move().expect("a move");
    let ruled = HeuristicPlayer.choose_move(&SearchRequest::new(position.clone()), &stop).expect("a move");
    [format_move(variant, searched), format_move(variant, ruled)]
}

/// Search and heuristic player capture the more valuable of two own pieces, with given and with estimated values.
#[test]
fn the_computer_captures_the_more_valuable_own_piece() {
    // Only the pawn can capture, and it can capture either piece.
    let text = "K\n\n\n\n\n\n\n\n\n...Z.D\n....p\n\n\n.............k";
    let worthy = [
        r#"{"symbol": "z", "name": "zebra", "moves": "Z", "value": 9}"#,
        r#"{"symbol": "d", "name": "duchess", "moves": "RC", "value": 2}"#,
    ];
    let estimated = [
        r#"{"symbol": "z", "name": "zebra", "moves": "Z"}"#,
        r#"{"symbol": "d", "name": "duchess", "moves": "RC"}"#,
    ];
    for (pieces, best) in [(&worthy[..], "e4d5"), (&[ZEBRA, DUCHESS], "e4f5"), (&estimated[..], "e4f5")] {
        for answer in answers(&with(pieces), text) {
            assert!(answer.starts_with(best), "{answer} with {pieces:?}");
        }
    }
}

/// The example configs with own pieces have drawings for all of them, and the computer plays both sides.
#[test]
fn the_example_configs_can_be_played() {
    for (name, pieces) in [
        ("own-pieces", vec![("zebra", 4), ("duchess", 4), ("wizard", 4)]),
        ("fairy-pieces", vec![("nightrider", 4), ("cannon", 4), ("grasshopper", 4), ("zebra", 2)]),
    ] {
        let config =
            Config::load(&assets(name).join("config.json")).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            config.drawings(as_text).expect("they can be read").len(),
            usize::from(name == "own-pieces")
        );
        let variant = variant(config.variant.as_deref().unwrap_or("xxl"));
        let variant = config.with_own_pieces(&variant).unwrap_or_else(|error| panic!("{error}"));
        let position =
            load_level(&config.layout, &variant, config.bottom).unwrap_or_else(|error| panic!("{error}"));
        let drawn = drawn(position.clone());
        for (piece, count) in pieces {
            assert_eq!(drawn.iter().filter(|name| *name == piece).count(), count, "{piece}");
        }
        let (mut position, mut engine, stop) =
            (position, Engine::new(Options { hash_mib: 1, ..Options::default() }), AtomicBool::new(false));
        for ply in 0..60 {
            let mv = if ply % 2 == 0 {
                engine.go(&position, &[], &Limits::depth(2), &stop, |_| {}).best_move()
            } else {
                HeuristicPlayer.choose_move(&SearchRequest::new(position.clone()), &stop)
            };
            let Some(mv) = mv else { break };
            position.play(mv).expect("a legal move");
        }
    }
}

/// The names of all drawings in the first picture of a game.
fn drawn(position: Position) -> Vec<String> {
    let game = Game::new(GameSetup {
        position,
        players: ByColor { white: PlayerKind::Human, black: PlayerKind::Human },
        controls: ByColor { white: None, black: None },
        options: GameOptions::default(),
    });
    let screen = GameScreen::of(
        GameController::new(
            game,
            Box::new(ThreadedWorker::opponent(Box::new(HeuristicPlayer)).inline()),
            deterministic(1),
        ),
        GameOptions::default(),
        AT_ONCE,
    );
    let scene = screen.scene();
    scene.sprites().map(|sprite| sprite.name.clone()).collect()
}
