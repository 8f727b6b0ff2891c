//! Every variant of the program in the game screen: a whole game against the computer, by clicks, to its result.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::window::Driver;
use crate::common::{self, AT_ONCE, GameScreen, deterministic, variant};
use xxlchess::engine::difficulty::{DifficultyPlayer, PlayStyle, SearchBudget};
use xxlchess::engine::heuristic::HeuristicPlayer;
use xxlchess::engine::{Player, SearchRequest};
use xxlchess::game::game_record::GameRecord;
use xxlchess::game::options::Options;
use xxlchess::game::worker::ThreadedWorker;
use xxlchess::game::{Command, Game, GameController, GameSetup, PlayerKind, Termination};
use xxlchess::notation::fen;
use xxlchess::notation::pgn::Tags;
use xxlchess::notation::variants_ini::{UnknownVariant, Variants};
use xxlchess::rules::{ByColor, Color, Outcome, Position};
use xxlchess::view::input::Key;
use xxlchess::view::scene::TextRole;

/// Plies after which the human resigns. Only variants without draws by rule come here.
const LONGEST: usize = 500;
/// The results that are not mate, as the human reads them after `You won: ` or `You lost: `.
const AIMS: &[(&str, &[&str])] = &[
    ("kingofthehill", &["king in the centre"]),
    ("3check", &["3 checks"]),
    ("racingkings", &["king on the last rank", "kings of both sides on the last rank"]),
    (
        "extinction",
        &[
            "has no king left",
            "has no queen left",
            "has no rook left",
            "has no bishop left",
            "has no knight left",
            "has no pawn left",
        ],
    ),
    ("antichess", &["has no piece left"]),
    ("giveaway", &["has no piece left"]),
    ("breakthrough", &["pawn on the last rank"]),
];

/// A game of `start` between a strong human of `side` and the computer that follows six rules.
fn play(start: Position, side: Color) -> GameScreen {
    let game = Game::new(GameSetup::with_human(start, side, Options::default()));
    let opponent = Box::new(ThreadedWorker::opponent(Box::new(HeuristicPlayer)).inline());
    let controller = GameController::new(game, opponent, deterministic(7));
    let mut screen = GameScreen::of(controller, Options::default(), AT_ONCE);
    let budget = SearchBudget { nodes: Some(500), lines: 1 };
    let mut human = DifficultyPlayer::with_style(PlayStyle::Search(budget), 1);
    let stop = AtomicBool::new(false);
    while screen.game().termination().is_none() {
        if screen.game().moves().len() >= LONGEST {
            screen.keys(&[Key::Escape, Key::Enter]);
            continue;
        }
        let before = screen.game().moves().len();
        if screen.game().is_human_turn() {
            let request = SearchRequest::new(screen.game().position().clone());
            let mv = human.choose_move(&request, &stop).expect("the game goes on");
            screen.click_move(mv);
        }
        screen.tick(Duration::from_secs(1));
        assert!(
            screen.game().moves().len() > before,
            "a move is made in {}",
            fen::format(screen.game().position())
        );
    }
    screen.tick(Duration::from_secs(1));
    screen
}

/// In a game of each variant, to its end and with one colour after the other, the result is a sentence about what ended it,
/// and mate is named only where kings are mated. The saved game has the same end.
#[test]
fn a_game_of_every_variant_ends_with_the_right_sentence() {
    let all = Variants::built_in();
    let names = all.names().filter(|name| !["simplified", "mess"].contains(name));
    for (name, side) in names.zip(Color::ALL.into_iter().cycle()) {
        let screen = play(Position::start(&variant(name)).expect("a start"), side);
        let game = screen.game();
        let ending = game.termination().expect("the game is over");
        let message = screen.scene().text_of(TextRole::Message);
        assert_eq!(game.message().as_deref(), Some(message.as_str()), "{name}");
        let won = ending.winner().map(|winner| winner == side);
        let aims = AIMS.iter().find(|(variant, _)| *variant == name).map_or(&[][..], |(_, aims)| aims);
        let is_right = match (ending, won) {
            (Termination::Resignation { .. }, _) => message == "You resigned",
            (Termination::Outcome(Outcome::Checkmate { .. }), Some(true)) => {
                message == "You won by checkmate"
            }
            (Termination::Outcome(Outcome::Checkmate { .. }), _) => message == "You lost by checkmate",
            (Termination::Outcome(Outcome::Goal { .. }), won) => {
                let begin = won.map_or("Draw: ", |won| if won { "You won: " } else { "You lost: " });
                message.starts_with(begin) && aims.iter().any(|aim| message.ends_with(aim))
            }
            (Termination::Outcome(Outcome::Stalemate { .. }), Some(true)) => {
                message == "You won by stalemate"
            }
            (Termination::Outcome(Outcome::Stalemate { .. }), Some(false)) => {
                message == "You lost by stalemate"
            }
            _ => message.ends_with(" – draw"),
        };
        assert!(is_right, "{name}: {ending:?}: {message}");
        let mates = !["racingkings", "extinction", "antichess", "giveaway", "breakthrough"].contains(&name);
        assert!(mates || !message.contains("checkmate"), "{name}: {message}");
        let pgn = game.record(side).to_pgn(None, &Tags::default());
        let find = |_: &Tags| Ok::<_, UnknownVariant>(variant(name));
        let read = GameRecord::from_pgn(&pgn, find).expect("what was written");
        assert_eq!((read.record.termination, read.fault), (Some(ending), None), "{name}");
    }
}

/// The last move of a game that ends by its aim: the sentence for two players, with the draw of racing kings.
#[test]
fn an_aim_that_is_reached_is_named() {
    for (name, text, moves, message) in [
        ("kingofthehill", "7k/8/8/8/8/3K4/8/8 w - - 0 1", &["d3d4"][..], "White won: king in the centre"),
        ("3check", "4k3/8/8/8/8/8/8/R5K1 w - - 1+1 0 1", &["a1a8"], "White won: 3 checks"),
        (
            "racingkings",
            "8/K6k/8/8/8/8/8/8 w - - 0 1",
            &["a7a8", "h7h8"],
            "Draw: kings of both sides on the last rank",
        ),
        (
            "extinction",
            "qrnbk3/p7/1B6/8/8/8/P7/QRN1K3 w - - 0 1",
            &["b6a7"],
            "White won: Black has no pawn left",
        ),
        ("antichess", "8/8/8/8/8/1p6/P7/8 w - - 0 1", &["a2b3"], "Black won: Black has no piece left"),
        ("breakthrough", "8/8/8/8/8/8/p7/8 b - - 0 1", &["a2a1"], "Black won: pawn on the last rank"),
        (
            "courier",
            "11k/12/12/12/12/12/1p5R4/K11 w - - 0 1",
            &["h2b2", "l8k8"],
            "White won: Black has only the king left",
        ),
    ] {
        let position = fen::parse(&variant(name), text).expect("legal");
        let players = ByColor { white: PlayerKind::Human, black: PlayerKind::Human };
        let setup =
            GameSetup { players, ..GameSetup::with_human(position, Color::White, Options::default()) };
        let mut game = Game::new(setup);
        for mv in moves {
            common::play(&mut game, mv);
        }
        assert_eq!(game.message().as_deref(), Some(message), "{name}");
    }
}

/// In antichess a move that is no capture is refused with a notice while a capture is possible, and in racing kings a move
/// that gives check. No king flashes.
#[test]
fn a_refused_move_names_the_rule() {
    for (name, text, clicks, message) in [
        ("antichess", "8/8/8/8/8/1p6/P6P/8 w - - 0 1", ["h2", "h3"], "You must capture"),
        ("racingkings", "8/8/8/8/8/k7/7R/7K w - - 0 1", ["h2", "h3"], "Neither king may be in check"),
    ] {
        let position = fen::parse(&variant(name), text).expect("legal");
        let mut game = Game::new(GameSetup::with_human(position, Color::White, Options::default()));
        for square in clicks {
            game.apply(Command::Click(common::at(square)));
        }
        assert_eq!((game.message().as_deref(), game.king_flash()), (Some(message), None), "{name}");
    }
}
