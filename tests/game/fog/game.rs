//! A game in the fog: messages, events, the board passed between two people.

use std::time::Duration;

use crate::common::{self, FakeOpponent, play};
use xxlchess::game::{Command, Event, Game, PlayerKind, Termination, Viewer};
use xxlchess::notation::coords::parse_move;
use xxlchess::rules::{ByColor, Color, Outcome};

use super::{TWO_HUMANS, against_computer, at, controller, fogged, game, start};

/// Position in which White can capture the king by a1a14, and Black by n14n1.
const BOTH_IN_REACH: &str = "k12r/14/14/14/14/14/14/14/14/14/14/14/14/R12K w - - 0 1";
/// Unit of the clock times.
const SECOND: Duration = Duration::from_secs(1);

/// After the capture of a king there is a message for a human on either side, on both and on none.
#[test]
fn a_captured_king_has_a_message_for_each_player() {
    let none = ByColor { white: PlayerKind::Computer, black: PlayerKind::Computer };
    let players = [against_computer(Color::White), against_computer(Color::Black), TWO_HUMANS, none];
    let of = |moves: &[&str]| {
        players.map(|players| {
            let mut game = game(fogged(BOTH_IN_REACH), players);
            moves.iter().for_each(|mv| drop(play(&mut game, mv)));
            game.message().unwrap_or_default()
        })
    };
    let white = "White captured the king";
    assert_eq!(of(&["a1a14"]), ["You captured the king", "Your king was captured", white, white]);
    let black = "Black captured the king";
    assert_eq!(of(&["a1b1", "n14n1"]), ["Your king was captured", "You captured the king", black, black]);
}

/// An attacked king has no message, event, mark or duty to defend, and the game ends when it is captured.
#[test]
fn there_is_no_check_in_the_fog() {
    let mut game = game(fogged(BOTH_IN_REACH), against_computer(Color::White));
    assert_eq!((game.message(), game.player_view().checked), (None, None));
    game.apply(Command::Click(at("n1")));
    // The king on n1 is attacked. A click on a square that it cannot reach only deselects it.
    assert_eq!(game.apply(Command::Click(at("n3"))), [Event::Deselected]);
    game.apply(Command::Click(at("n1")));
    let events = game.apply(Command::Click(at("n2")));
    assert!(matches!(events[..], [Event::Moved(_), Event::Deselected]), "{events:?}");
    let events = play(&mut game, "n14n2");
    let ending = Termination::Outcome(Outcome::KingCaptured { winner: Color::Black });
    assert!(matches!(events[..], [Event::Moved(_), Event::Ended(end)] if end == ending), "{events:?}");
    assert_eq!(ending.winner(), Some(Color::Black));
}

/// A position that is check without the option is no check with it.
#[test]
fn the_option_switches_fog_on() {
    let position = common::xxl("7k6/14/14/14/14/14/14/14/14/14/14/14/14/r6K6 w - - 0 1");
    assert!(position.is_check());
    let mut setup = super::setup(position.clone(), TWO_HUMANS);
    assert!(Game::new(setup.clone()).has_fog());
    setup.options = xxlchess::game::options::Options::default();
    let game = Game::new(setup);
    assert!(!game.has_fog() && *game.position() == position);
    assert_eq!((game.viewer(), game.message().as_deref()), (Viewer::Everybody, Some("Check!")));
}

/// After each move of two people nothing is shown until the next player is ready, whose clock runs meanwhile. The
/// first turn needs no handing over.
#[test]
fn nothing_is_shown_between_the_turns_of_two_players() {
    let mut game = game(start("xxl"), TWO_HUMANS);
    assert_eq!((game.viewer(), game.handover_to()), (Viewer::Side(Color::White), None));
    assert_eq!(game.apply(Command::Ready), []);
    play(&mut game, "a2a3");
    assert_eq!((game.viewer(), game.handover_to()), (Viewer::Nobody, Some(Color::Black)));
    let view = game.player_view();
    assert!(view.pieces.is_empty() && view.last_move.is_empty());
    assert_eq!(view.fog, game.position().variant().geometry().board());
    assert_eq!(game.apply(Command::Click(at("a13"))), []);
    game.apply(Command::Tick(SECOND));
    assert_eq!(game.clocks().remaining(Color::Black), Some(59 * SECOND));
    assert_eq!(game.apply(Command::Ready), [Event::HandedOver(Color::Black)]);
    assert_eq!(game.viewer(), Viewer::Side(Color::Black));
    assert_eq!(game.apply(Command::Click(at("a13"))), [Event::Selected(at("a13"))]);
    game.apply(Command::Click(at("a12")));
    assert_eq!(game.handover_to(), Some(Color::White));
    let mut resigned = game.clone();
    resigned.apply(Command::Resign);
    assert_eq!(resigned.message().as_deref(), Some("White resigned"));
    game.apply(Command::Tick(60 * SECOND));
    assert_eq!((game.handover_to(), game.viewer()), (None, Viewer::Everybody));
    assert_eq!(game.message().as_deref(), Some("Black won on time"));
    game.apply(Command::Restart);
    assert_eq!(game.viewer(), Viewer::Side(Color::White));
}

/// When the game is over the whole board is shown. Against the computer the board is never handed over.
#[test]
fn at_the_end_everything_is_shown() {
    let mut game = game(start("xxl"), against_computer(Color::Black));
    play(&mut game, "a2a3");
    assert_eq!(game.viewer(), Viewer::Side(Color::Black));
    assert_eq!(game.player_view().pieces.len(), 28);
    game.apply(Command::Resign);
    let view = game.player_view();
    assert_eq!((view.pieces.len(), view.fog.any()), (56, false));
    assert_eq!(view.last_move, [at("a2"), at("a3")].into_iter().collect());
}

/// The events of the computer's moves have the move only if it was seen, those of own moves always.
#[test]
fn a_controller_reports_only_what_is_seen() {
    let last = |moves: &[&str]| {
        let opponent = FakeOpponent::default();
        // The player's rooks see the files a and d, where the computer has a rook on a9 and its king on d14.
        let text = "1n1k10/14/14/14/14/r13/14/14/14/14/14/14/13P/R2R3K6 w - - 0 1";
        let mut controller =
            controller(fogged(text), against_computer(Color::White), Box::new(opponent.clone()));
        let mut events = Vec::new();
        for (place, mv) in moves.iter().enumerate() {
            let mv = parse_move(controller.game().position(), mv).expect("a legal move");
            if place % 2 == 0 {
                events = controller.apply(Command::Play(mv));
            } else {
                controller.apply(Command::Tick(Duration::ZERO));
                opponent.set_reply(Some(mv));
                events = controller.apply(Command::Tick(Duration::ZERO));
            }
        }
        events[0]
    };
    assert!(matches!(last(&["n2n3"]), Event::Moved(made) if made.mv.to == at("n3")));
    assert_eq!(last(&["n2n3", "b14c12"]), Event::MovedInFog(None));
    assert_eq!(last(&["n2n3", "a9e9"]), Event::MovedInFog(None));
    assert!(matches!(last(&["n2n3", "a9d9"]), Event::MovedInFog(Some(made)) if made.mv.to == at("d9")));
    assert!(matches!(last(&["d1d14"]), Event::Moved(made) if made.captured.is_some()));
}
