//! The computer in the fog gets only what its side sees.

use std::cell::Cell;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common;
use crate::common::FakeOpponent;
use xxlchess::config::Config;
use xxlchess::engine::difficulty::{Difficulty, DifficultyPlayer};
use xxlchess::engine::heuristic::HeuristicPlayer;
use xxlchess::engine::{Engine, Limits, Options, Score, SearchRequest};
use xxlchess::game::fog::VisibleBoard;
use xxlchess::game::worker::ThreadedWorker;
use xxlchess::game::{Command, PlayerKind, Termination};
use xxlchess::notation::coords::format_move;
use xxlchess::rules::{ByColor, Color, Move, Outcome, Position};

use super::hidden::pairs;
use super::{against_computer, controller, fogged, start};

/// The request of a controller to the computer that is to move in `position`.
fn task(position: &Position) -> SearchRequest {
    let opponent = FakeOpponent::default();
    let players = against_computer(!position.turn());
    let mut controller = controller(position.clone(), players, Box::new(opponent.clone()));
    controller.apply(Command::Tick(Duration::ZERO));
    opponent.0.borrow_mut().requests.pop().expect("the computer is asked")
}

fn engine() -> Engine {
    Engine::new(Options { hash_mib: 1, ..Options::default() })
}

/// A player that searches. The strongest level would take longer for deterministic moves.
fn player() -> DifficultyPlayer {
    DifficultyPlayer::new(Difficulty::new(Difficulty::STRONGEST.number() - 1), 1)
}

fn choose(thinker: &mut impl xxlchess::engine::Player, task: &SearchRequest) -> Option<Move> {
    thinker.choose_move(task, &AtomicBool::new(false))
}

/// In positions of random games that differ only in pieces hidden from the computer, heuristic and search choose the
/// same move.
#[test]
fn the_computers_move_does_not_depend_on_hidden_pieces() {
    for (name, games, searches) in [("xxl", 4, 3), ("xxlfairy", 3, 2), ("chess", 4, 3)] {
        let (tried, searched) = (Cell::new(0), Cell::new(0));
        pairs(&start(name), games, 160, |one, other, side, dice| {
            if one.turn() != side {
                return;
            }
            let tasks = [task(one), task(other)];
            assert_eq!(tasks[0], tasks[1]);
            tried.set(tried.get() + 1);
            let moves = tasks.clone().map(|task| choose(&mut HeuristicPlayer, &task));
            assert_eq!(moves[0], moves[1]);
            assert!(moves[0].is_some_and(|mv| one.is_legal(mv) && other.is_legal(mv)));
            if searched.get() < searches && dice.below(15) == 0 {
                searched.set(searched.get() + 1);
                let moves = tasks.map(|task| choose(&mut player(), &task));
                assert_eq!(moves[0], moves[1]);
                assert!(moves[0].is_some_and(|mv| one.is_legal(mv) && other.is_legal(mv)));
            }
        });
        assert!(tried.get() > 50 && searched.get() == searches, "{name}: {} pairs", tried.get());
    }
}

/// The request to the computer has only visible pieces and their moves, and no key of the true position.
#[test]
fn the_search_request_has_only_what_is_seen() {
    let position = fogged("7k6/4q9/14/4q9/14/14/14/14/14/14/14/14/14/4R2K6 w - - 30 40");
    let task = task(&position);
    let seen = VisibleBoard::of(&position, Color::White);
    assert_eq!(task.position.board().pieces().collect::<Vec<_>>(), seen.pieces());
    assert_eq!(task.position.board().by_color(Color::Black).count(), 1);
    assert_eq!(task.search_moves.as_deref(), Some(seen.moves()));
    assert_eq!(task.key_history, [task.position.key()]);
    assert_eq!(task.position.halfmove_clock(), 0);
}

/// In whole games of the computer against itself in four variants every tick makes a legal move, and some games end by
/// the capture of a king.
#[test]
fn the_computer_plays_whole_games_in_the_fog() {
    let both = ByColor { white: PlayerKind::Computer, black: PlayerKind::Computer };
    let mut captured = 0;
    for name in ["xxl", "xxlfairy", "chess", "capablanca"] {
        let mut controller = controller(
            start(name),
            both,
            Box::new(ThreadedWorker::opponent(Box::new(HeuristicPlayer)).inline()),
        );
        for _ in 0..3000 {
            let moves = controller.game().moves().len();
            controller.apply(Command::Tick(Duration::ZERO));
            assert!(
                controller.game().termination().is_some() || controller.game().moves().len() == moves + 1,
                "{name}"
            );
            if controller.game().termination().is_some() {
                break;
            }
        }
        captured += usize::from(matches!(
            controller.game().termination(),
            Some(Termination::Outcome(Outcome::KingCaptured { .. }))
        ));
    }
    assert!(captured >= 2, "{captured} kings captured");
}

/// Heuristic and search capture a king, capture a piece that attacks their own, or move out of the attack.
#[test]
fn the_computer_captures_and_protects_kings() {
    for (text, sensible) in [
        // The rook captures the king and not the amazon.
        ("a12k/14/14/14/14/14/14/14/14/14/14/14/14/R5K6R w - - 0 1", "n1n14"),
        // The king leaves the file of the rook, although a pawn could be won.
        ("13k/7r6/14/14/14/14/14/14/14/14/14/p13/6PPP5/R6K6 w - - 0 1", ""),
        ("13k/14/14/14/14/14/14/14/14/14/14/1p12/6P1P5/Rr5K6 w - - 0 1", "a1b1"),
    ] {
        let position = fogged(text);
        let task = task(&position);
        for mv in [choose(&mut HeuristicPlayer, &task), choose(&mut player(), &task)] {
            let mv = mv.expect("a move");
            if !sensible.is_empty() {
                assert_eq!(format_move(position.variant(), mv), sensible, "{text}");
            }
            let mut after = position.clone();
            after.make(mv);
            let king = after.king_square(Color::White).expect("it stands");
            assert!(!after.is_attacked(king, Color::Black) || position.captures_king(mv), "{text}");
        }
    }
}

/// A king that will be captured counts as mated, an attacked king that can be saved does not.
#[test]
fn the_search_scores_a_lost_king_as_mate() {
    for (text, mated) in [
        ("7k6/R13/14/14/14/14/14/14/14/14/14/1R12/14/7K6 w - - 0 1", Some(Score::Mate(2))),
        ("7k6/14/14/14/14/14/14/14/14/14/14/14/14/r6K6 w - - 0 1", None),
    ] {
        let found = engine().go(&fogged(text), &[], &Limits::depth(5), &AtomicBool::new(false), |_| {});
        match mated {
            Some(score) => assert_eq!(found.score, score),
            None => assert!(matches!(found.score, Score::Centipawns(_)), "{:?}", found.score),
        }
    }
}

/// A move that is possible only because of hidden pieces is played when there is no other.
#[test]
fn moves_over_hidden_pieces_can_be_played() {
    let variant = std::sync::Arc::new(common::variant("xxlfairy").in_fog());
    let hopper = variant.kind_by_name("grasshopper").expect("a grasshopper");
    let letter = variant.piece(hopper).letter.to_ascii_uppercase();
    // White's king and pawns cannot move. The hopper can hop over a black pawn that White does not see.
    let text = format!("KP11k/PP12/14/14/14/14/14/14/14/14/14/14/14/{letter}p12 w - - 0 1");
    let position = xxlchess::notation::fen::parse(&variant, &text).expect("a position");
    let task = task(&position);
    assert!(
        task.position.legal_moves().is_empty()
            && task.search_moves.as_ref().is_some_and(|moves| moves.len() == 1)
    );
    for mv in [choose(&mut HeuristicPlayer, &task), choose(&mut player(), &task)] {
        assert!(mv.is_some_and(|mv| position.is_legal(mv)));
    }
}

/// The example config of fog of war loads its own level file.
#[test]
fn the_example_config_has_fog() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/configs/fog");
    let config = Config::load(&folder.join("config.json")).expect("the example is valid");
    assert!(config.options.fog_of_war && config.layout.starts_with(&folder));
    assert!(config.load_level(&config.layout, &common::variant("xxl")).is_ok());
    assert!(!Config::built_in().options.fog_of_war);
}

/// A level file in which White can capture the king at once is accepted with fog and refused without.
#[test]
fn with_fog_a_level_may_start_with_an_attacked_king() {
    let path = std::env::temp_dir().join(format!("xxlchess-{}-attacked.txt", std::process::id()));
    std::fs::write(&path, format!("K   r{}k\n", "\n".repeat(13))).expect("written");
    let mut config = Config::built_in();
    assert!(config.load_level(&path, &common::variant("xxl")).is_err());
    config.options.fog_of_war = true;
    let loaded = config.load_level(&path, &common::variant("xxl"));
    std::fs::remove_file(path).expect("removed");
    assert!(loaded.is_ok(), "{loaded:?}");
}
