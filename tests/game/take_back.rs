//! Taking back moves: what is restored, and taking back after the end, in the fog and while the computer thinks.

use std::time::Duration;

use crate::common::{
    Dice, FakeOpponent, HUMAN_BLACK, HUMAN_WHITE, TWO_HUMANS, at, control, deterministic, variant, xxl,
};
use xxlchess::game::GameController;
use xxlchess::game::options::Options;
use xxlchess::game::{Command, Event, Game, GameSetup, PlayerKind, Termination};
use xxlchess::notation::coords::parse_move;
use xxlchess::rules::{ByColor, Color, Move, Outcome, Position, Square};

const MS: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);

/// Kings on h1 and h14, a pawn on its second rank each.
const QUIET: &str = "7k6/p13/14/14/14/14/14/14/14/14/14/14/P13/7K6 w - - 0 1";
/// White mates by b3b14.
const MATE_IN_ONE: &str = "7k6/R13/14/14/14/14/14/14/14/14/14/1R12/14/7K6 w - - 0 1";

fn game_of(position: Position, players: ByColor<PlayerKind>, options: Options) -> Game {
    let controls = ByColor { white: control(60, 2), black: control(60, 2) };
    Game::new(GameSetup { position, players, controls, options })
}

fn game(fen: &str, players: ByColor<PlayerKind>) -> Game {
    game_of(xxl(fen), players, Options::default())
}

/// Plays `moves`, a second each.
fn play(game: &mut Game, moves: &[&str]) {
    for text in moves {
        game.apply(Command::Tick(SECOND));
        let mv = parse_move(game.position(), text).expect("a legal move");
        game.apply(Command::Play(mv));
    }
}

fn clocks(game: &Game) -> [u64; 2] {
    Color::ALL.map(|color| game.clocks().remaining(color).expect("a clock").as_secs())
}

/// The state of a game as text, except whether the human had help: a takeback is help. Games with equal texts are equal.
fn all_of(game: &Game) -> String {
    format!("{game:?}").replace("is_assisted: true", "is_assisted: false")
}

/// Plays `plies` random moves and returns the game after each number of them; `None` if it ended before.
fn random_game(mut game: Game, plies: usize, dice: &mut Dice) -> Option<(Game, Vec<String>)> {
    let mut stages = vec![all_of(&game)];
    for _ in 0..plies {
        game.apply(Command::Tick(MS * dice.below(900) as u32));
        let moves = game.position().legal_moves();
        game.apply(Command::Play(moves[dice.below(moves.len())]));
        stages.push(all_of(&game));
    }
    game.termination().is_none().then_some((game, stages))
}

/// In random games of many variants, with and without fog, a takeback restores position, rights, keys, clocks,
/// observations and selection.
#[test]
fn taking_back_restores_the_earlier_game() {
    let own_moves = [("xxl", false), ("xxlm", false), ("chess", false), ("capablanca", false)];
    let both_moves = [("xxl", true), ("chess", true), ("xxlfairy", false)];
    let one = own_moves.map(|case| (case, TWO_HUMANS, 1));
    let two = both_moves.map(|case| (case, HUMAN_WHITE, 2));
    for ((name, fog), players, step) in one.into_iter().chain(two) {
        let options = Options { fog_of_war: fog, ..Options::default() };
        let start = Position::start(&variant(name)).expect("a legal start");
        let mut tried = 0;
        for seed in 1..=2 {
            let mut dice = Dice::new(seed);
            let new = game_of(start.clone(), players, options);
            let Some((mut game, stages)) = random_game(new, 24, &mut dice) else { continue };
            for left in (0..24).step_by(step).rev() {
                game.apply(Command::Tick(MS * dice.below(900) as u32));
                let own = game.position().board().by_color(game.position().turn()).first();
                own.into_iter().for_each(|square| drop(game.apply(Command::Click(square))));
                assert!(game.can_take_back());
                game.apply(Command::TakeBack);
                assert!(all_of(&game) == stages[left], "{name}, fog {fog}: {left} moves");
            }
            assert!(!game.can_take_back());
            assert_eq!(game.apply(Command::TakeBack), []);
            tried += 1;
        }
        assert!(tried > 0, "{name}, fog {fog}: {tried} games");
    }
}

/// A takeback before and after the computer's reply returns to the human's turn; before the first move there is none.
#[test]
fn taking_back_returns_to_the_players_turn() {
    let mut white = game(QUIET, HUMAN_WHITE);
    assert!(!white.can_take_back());
    play(&mut white, &["a2a3", "a13a12", "a3a4"]);
    assert_eq!(clocks(&white), [62, 61]);
    white.apply(Command::TakeBack);
    assert_eq!((white.moves().len(), clocks(&white)), (2, [61, 61]));
    white.apply(Command::TakeBack);
    assert_eq!((white.moves().len(), clocks(&white)), (0, [60, 60]));

    let mut black = game(QUIET, HUMAN_BLACK);
    play(&mut black, &["a2a3"]);
    assert!(!black.can_take_back());
    assert_eq!(black.apply(Command::TakeBack), []);
    play(&mut black, &["a13a12", "a3a4"]);
    let events = black.apply(Command::TakeBack);
    let taken: Vec<_> = events
        .iter()
        .map(|event| match event {
            Event::TakenBack(Some(made)) => made.mv,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(taken, [Move::normal(at("a3"), at("a4")), Move::normal(at("a13"), at("a12"))]);
    assert_eq!((black.moves().len(), black.side_to_move()), (1, Some(Color::Black)));
}

/// After mate, resignation, lost time and agreement nothing can be taken back, and nothing moves on the board.
#[test]
fn an_ended_game_stays_ended() {
    let mut games = vec![game(MATE_IN_ONE, HUMAN_WHITE)];
    play(&mut games[0], &["b3b14"]);
    for end in [Command::Resign, Command::Tick(100 * SECOND)] {
        let mut game = game(QUIET, HUMAN_WHITE);
        play(&mut game, &["a2a3", "a13a12"]);
        game.apply(end);
        games.push(game);
    }
    let mut drawn = game(QUIET, TWO_HUMANS);
    play(&mut drawn, &["a2a3"]);
    drawn.apply(Command::OfferDraw);
    play(&mut drawn, &["a13a12"]);
    drawn.apply(Command::OfferDraw);
    games.push(drawn);
    for mut game in games {
        // After this time a resignation cannot be undone.
        game.apply(Command::Tick(20 * SECOND));
        let before = all_of(&game);
        assert!(game.termination().is_some() && !game.can_take_back());
        let clicks = ["a3", "a4", "h1", "g1"].map(|square| Command::Click(at(square)));
        for command in [Command::TakeBack, Command::Tick(SECOND)].into_iter().chain(clicks) {
            assert_eq!(game.apply(command), [], "{command:?}");
        }
        assert_eq!(all_of(&game), before);
    }
}

/// A level that is over at its start has nothing to take back.
#[test]
fn a_level_that_is_over_has_nothing_to_take_back() {
    let mut game = game("k13/1Q12/14/14/14/14/14/14/14/14/14/14/2K11/1R12 b - - 0 1", HUMAN_BLACK);
    assert!(game.termination().is_some() && !game.can_take_back());
    assert_eq!(game.apply(Command::TakeBack), []);
}

/// A third occurrence that was taken back is a draw again when the move is repeated.
#[test]
fn repetitions_are_counted_again_after_taking_back() {
    let position = xxlchess::notation::fen::parse(&variant("xxlm"), QUIET).expect("a legal position");
    let mut game = game_of(position, TWO_HUMANS, Options::default());
    let round = ["h1g1", "h14g14", "g1h1", "g14h14"];
    play(&mut game, &round);
    play(&mut game, &round[..3]);
    game.apply(Command::TakeBack);
    assert_eq!((game.termination(), game.keys().len()), (None, 7));
    play(&mut game, &round[2..3]);
    assert_eq!(game.termination(), None);
    play(&mut game, &round[3..]);
    assert_eq!(game.termination(), Some(Termination::Outcome(Outcome::Repetition)));
}

/// A takeback clears premoves, the flashing king and the selection.
#[test]
fn taking_back_clears_premoves_flash_and_selection() {
    let mut game = game_of(xxl(QUIET), HUMAN_WHITE, Options { premoves: true, ..Options::default() });
    play(&mut game, &["a2a3"]);
    game.apply(Command::Click(at("h1")));
    game.apply(Command::Click(at("h2")));
    game.apply(Command::Click(at("a3")));
    assert_eq!((game.premoves().len(), game.selected()), (1, Some(at("a3"))));
    game.apply(Command::TakeBack);
    assert_eq!((game.premoves().len(), game.selected(), game.message()), (0, None, None));
}

/// Between two people a move can be taken back until the other player has looked at the board. Against the computer it
/// can be taken back until the end of the game.
#[test]
fn in_the_fog_a_move_can_be_taken_back_until_the_other_has_looked() {
    let fogged = |players| {
        game_of(
            Position::start(&variant("xxl")).expect("a start"),
            players,
            Options { fog_of_war: true, ..Options::default() },
        )
    };
    let mut game = fogged(TWO_HUMANS);
    play(&mut game, &["a2a3"]);
    assert_eq!(game.handover_to(), Some(Color::Black));
    game.apply(Command::TakeBack);
    assert_eq!((game.moves().len(), game.handover_to()), (0, Some(Color::White)));
    game.apply(Command::Ready);
    play(&mut game, &["a2a3"]);
    game.apply(Command::Ready);
    play(&mut game, &["a13a12"]);
    for _ in 0..2 {
        // Black has not looked at White's move yet.
        game.apply(Command::TakeBack);
        assert_eq!(game.moves().len(), 1);
    }
    let resumed = Game::from_record(&game.record(Color::White)).expect("legal moves");
    assert!(!resumed.can_take_back(), "Black may have looked before the program ended");
    game.apply(Command::Ready);
    assert!(!game.can_take_back());
    assert_eq!((game.apply(Command::TakeBack), game.moves().len()), (vec![], 1));
    assert_eq!(game.message().as_deref(), Some("No take-back in the fog"));
    game.apply(Command::Tick(4 * SECOND));
    assert_eq!(game.message(), None);

    let mut game = fogged(HUMAN_WHITE);
    play(&mut game, &["a2a3", "a13a12"]);
    assert!(game.can_take_back());
    game.apply(Command::Resign);
    assert!(!game.can_take_back());
    assert_eq!((game.apply(Command::TakeBack), game.termination().is_some()), (vec![], true));
}

fn controller(game: Game, opponent: &FakeOpponent) -> GameController {
    GameController::new(game, Box::new(opponent.clone()), deterministic(1))
}

/// A takeback cancels the computer's search, and the computer is asked again after the next move.
#[test]
fn taking_back_cancels_the_computers_search() {
    let opponent = FakeOpponent::default();
    let mut controller = controller(game(QUIET, HUMAN_WHITE), &opponent);
    let first = parse_move(controller.game().position(), "a2a3").expect("a legal move");
    controller.apply(Command::Play(first));
    controller.apply(Command::Tick(MS));
    assert!(controller.is_thinking());
    controller.apply(Command::TakeBack);
    assert!(!controller.is_thinking() && controller.game().moves().is_empty());
    assert_eq!(opponent.0.borrow().cancelled, 1);
    opponent.set_reply(Move::normal(at("a13"), at("a12")));
    controller.apply(Command::Tick(MS));
    assert_eq!((controller.game().moves().len(), opponent.0.borrow().requests.len()), (0, 1));
    controller.apply(Command::Play(first));
    controller.apply(Command::Tick(MS));
    assert_eq!((controller.game().moves().len(), opponent.0.borrow().requests.len()), (2, 2));
}

/// In the fog the event of a taken-back move that was not seen has no move.
#[test]
fn a_hidden_move_taken_back_stays_hidden() {
    let start = Position::start(&variant("xxl")).expect("a start");
    let mut controller = controller(
        game_of(start, HUMAN_WHITE, Options { fog_of_war: true, ..Options::default() }),
        &FakeOpponent::default(),
    );
    for text in ["a2a3", "a13a12"] {
        let mv = parse_move(controller.game().position(), text).expect("a legal move");
        controller.apply(Command::Play(mv));
    }
    let events = controller.apply(Command::TakeBack);
    assert!(matches!(events[..], [Event::TakenBack(None), Event::TakenBack(Some(_))]), "{events:?}");
}

/// After every random command the game has as many keys and clocks as moves, and its position is the one its moves
/// lead to.
#[test]
fn the_record_fits_any_sequence_of_commands() {
    for (players, fog) in [(TWO_HUMANS, false), (HUMAN_WHITE, false), (HUMAN_BLACK, true), (TWO_HUMANS, true)]
    {
        let options = Options { premoves: true, fog_of_war: fog, ..Options::default() };
        let mut dice = Dice::new(11);
        let mut game = game_of(Position::start(&variant("chess")).expect("a legal start"), players, options);
        let (mut backs, mut ends) = (0, 0);
        for _ in 0..3000 {
            let square = |dice: &mut Dice| Square::new(dice.below(8) as u8, dice.below(8) as u8);
            let moves = game.position().legal_moves();
            let command = match dice.below(20) {
                0..=7 if !moves.is_empty() => Command::Play(moves[dice.below(moves.len())]),
                8 | 9 => Command::Click(square(&mut dice)),
                10 => Command::Drop { from: square(&mut dice), to: square(&mut dice) },
                11 => Command::TakeBack,
                12 => Command::OfferDraw,
                13 => Command::AnswerDrawOffer(dice.below(2) == 0),
                14 if dice.below(3) == 0 => Command::Resign,
                15 if dice.below(3) == 0 => Command::Rematch,
                16 => Command::Ready,
                _ => Command::Tick(MS * dice.below(2500) as u32),
            };
            let ended = game.termination().is_some();
            let events = game.apply(command);
            backs += usize::from(events.iter().any(|event| matches!(event, Event::TakenBack(_))));
            ends += usize::from(!ended && game.termination().is_some());
            let made = game.moves().len();
            assert_eq!((game.keys().len(), game.clocks_after().len()), (made + 1, made), "{command:?}");
            assert_eq!(game.keys().last(), Some(&game.position().key()), "{command:?}");
            assert!(game.position_at(made) == *game.position(), "{command:?}");
        }
        assert!(backs > 20 && ends > 5, "fog {fog}: {backs} taken back, {ends} ends");
    }
}
