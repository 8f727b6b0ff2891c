//! Tests of game records: they are written as PGN, read again and resumed, and damaged records are read.

use std::sync::Arc;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::pgn::{RecordError, StartTime};
use super::*;
use crate::game::clock::TimeControl;
use crate::game::options::{OpponentKind, Options, PromotionRule};
use crate::game::{Command, PlayerKind};
use crate::notation::evaluation::Evaluation;
use crate::notation::game_tree::NodeId;
use crate::notation::pgn::Tags;
use crate::notation::variants_ini::{UnknownVariant, Variants};
use crate::rules::{Outcome, Position, Variant};

fn base(tags: &Tags) -> Result<Arc<Variant>, UnknownVariant> {
    Variants::built_in().find_by_tag(tags.get("Variant").unwrap_or_default())
}

fn moment() -> StartTime {
    StartTime { date: "2025.01.31".to_owned(), time: "14:22:33".to_owned() }
}

/// A game of `plies` random moves in the variant `name` with `options`. Its clocks have run.
fn played(name: &str, options: Options, plies: usize, seed: u64) -> Game {
    let variant = options.applied_to(&Variants::built_in().get(name).expect("built in"));
    let control = |initial, increment| TimeControl { initial, increment: Duration::from_nanos(increment) };
    let person =
        if options.opponent == OpponentKind::Human { PlayerKind::Human } else { PlayerKind::Computer };
    let mut game = Game::new(GameSetup {
        position: Position::start(&variant).expect("a legal start"),
        players: ByColor { white: PlayerKind::Human, black: person },
        controls: ByColor {
            white: Some(control(Duration::from_millis(900_500), 1)),
            black: seed.is_multiple_of(2).then(|| control(Duration::from_secs(60), 2_500_000_000)),
        },
        options,
    });
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..plies {
        let legal = game.position().legal_moves();
        let Some(mv) = legal.choose(&mut random) else { break };
        game.apply(Command::Tick(Duration::from_millis(random.random_range(..1024))));
        game.apply(Command::Play(*mv));
    }
    game
}

/// Games of several lengths, with several variants and options.
fn games() -> Vec<Game> {
    let normal = Options::default();
    let (promotion, opponent) = (PromotionRule::Choose, OpponentKind::Human);
    vec![
        played("xxl", normal, 60, 2),
        played("xxl", Options { promotion, premoves: true, ..normal }, 160, 3),
        played("xxl", Options { fog_of_war: true, opponent, ..normal }, 41, 4),
        played("chess", Options { opponent, ..normal }, 80, 5),
        played("xxlfairy", Options { fog_of_war: true, promotion, ..normal }, 70, 6),
    ]
}

/// Games that are written as PGN and read again have the same moves, keys, clocks, players, options and fog. Written
/// once more, they give the same text.
#[test]
fn a_game_is_resumed_as_it_was() {
    for game in games() {
        let text = game.record(Color::White).to_pgn(Some(&moment()), &Tags::default());
        let read = GameRecord::from_pgn(&text, base).expect("what was written");
        assert_eq!(
            (read.fault, read.ended, read.start_time),
            (None, game.termination().is_some(), Some(moment()))
        );
        let back = Game::from_record(&read.record).expect("legal moves");
        assert_eq!(back.moves(), game.moves());
        assert_eq!(back.keys(), game.keys());
        assert_eq!(back.termination(), game.termination());
        assert_eq!((back.viewer(), back.options()), (game.viewer(), game.options()));
        for color in Color::ALL {
            assert_eq!(back.player(color), game.player(color));
            assert_eq!(back.clocks().control(color), game.clocks().control(color));
            let millis = |game: &Game| game.clocks().remaining(color).map(|time| time.as_millis());
            assert_eq!(millis(&back), millis(&game));
        }
        assert_eq!(back.clocks_after().len(), game.moves().len());
        assert_eq!(back.record(Color::White).to_pgn(Some(&moment()), &Tags::default()), text);
    }
}

/// Imported moves have the clock times of their text or none, also after the game was saved and resumed. The game begins
/// with full clocks, and its own moves have clock times.
#[test]
fn imported_moves_have_only_their_own_clock_times() {
    let source = played("xxl", Options::default(), 6, 2).record(Color::White);
    let clock = Duration::from_secs(30);
    let moves: Vec<_> = source.moves.iter().map(|&(mv, _)| mv).collect();
    let imported: Vec<_> =
        moves.iter().enumerate().map(|(ply, &mv)| (mv, (ply == 2).then_some(clock))).collect();
    let full = Game::new(source.setup.clone()).clocks().clone();
    let mut game = Game::after_moves(source.setup, &imported).expect("legal moves");
    assert_eq!((game.clocks(), game.clocks_after()), (&full, &vec![full.clone(); 6][..]));
    assert_eq!(game.record(Color::White).moves, imported);
    let own = game.position().legal_moves()[0];
    game.apply(Command::Play(own));
    let text = game.record(Color::White).to_pgn(Some(&moment()), &Tags::default());
    assert!(text.matches("%clk").count() == 2 && text.contains("[%clk 0:00:30.0]"), "{text}");
    let read = GameRecord::from_pgn(&text, base).expect("what was written");
    let mut back = Game::from_record(&read.record).expect("legal moves");
    assert_eq!(back.record(Color::White).to_pgn(Some(&moment()), &Tags::default()), text);
    back.apply(Command::TakeBack);
    assert_eq!(back.record(Color::White).moves, imported);
}

/// A record that is cut off after any byte gives the first moves of the game, or an error.
#[test]
fn a_record_that_was_cut_off_gives_the_first_moves_or_an_error() {
    let game = played("xxl", Options { promotion: PromotionRule::Choose, ..Options::default() }, 20, 8);
    let text = game.record(Color::White).to_pgn(Some(&moment()), &Tags::default());
    let (mut most, mut refused) = (0, 0);
    for end in 0..text.trim_end().len() {
        match GameRecord::from_pgn(&text[..end], base) {
            Ok(read) => {
                let back = Game::from_record(&read.record).expect("legal moves");
                assert!(read.fault.is_some() && game.moves().starts_with(back.moves()), "after {end} bytes");
                let clock =
                    |game: &Game| game.clocks_after().get(back.moves().len().checked_sub(2)?).cloned();
                let tenths = |game: &Game| clock(game)?.remaining(Color::White).map(|t| t.as_millis() / 100);
                assert_eq!(tenths(&back), tenths(&game), "after {end} bytes");
                most = most.max(back.moves().len());
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(most == game.moves().len() && refused > 100, "{most} moves, {refused} refused");
}

/// A missing or invalid tag, an unknown option and an unknown variant are reported by the name of the tag.
#[test]
fn errors_name_the_invalid_tag() {
    let text = played("xxl", Options::default(), 4, 2)
        .record(Color::White)
        .to_pgn(Some(&moment()), &Tags::default());
    for (from, to, tag) in [
        ("[WhiteType \"human\"]", "", "WhiteType"),
        ("\"program\"", "\"dog\"", "BlackType"),
        ("promotion=queen", "promotion=dog", "Options"),
        ("promotion=queen", "gravity=on", "Options"),
        ("[TimeControl \"900.5", "[TimeControl \"0", "TimeControl"),
        ("[TimeControl \"900.5", "[TimeControl \"1e9", "TimeControl"),
        ("[BlackTimeControl \"60+", "[BlackTimeControl \"60+-", "BlackTimeControl"),
    ] {
        assert!(text.contains(from), "{from} is not in\n{text}");
        match GameRecord::from_pgn(&text.replace(from, to), base) {
            Err(RecordError::Tag(name, _)) => assert_eq!(name, tag),
            other => panic!("{from} -> {to}: {other:?}"),
        }
    }
    let error = GameRecord::from_pgn(&text.replace("\"xxl\"", "\"yyl\""), base).expect_err("no such variant");
    assert!(error.to_string().contains("yyl"), "{error}");
}

/// A game in progress has the result `*` and no reason; after White has resigned, the tags have result and reason.
#[test]
fn result_and_termination_are_written() {
    let mut game = played("xxl", Options::default(), 4, 2);
    let text = |game: &Game| game.record(Color::White).to_pgn(Some(&moment()), &Tags::default());
    assert!(text(&game).contains("[Result \"*\"]") && text(&game).contains("[Termination \"unterminated\"]"));
    game.apply(Command::Resign);
    let ended = text(&game);
    assert!(ended.contains("[Result \"0-1\"]") && ended.contains("[Termination \"resignation\"]"), "{ended}");
    assert!(GameRecord::from_pgn(&ended, base).expect("readable").ended);
}

/// The third move is replaced by the second move, which is illegal there. The error has the ply of this move.
#[test]
fn illegal_move_is_reported_by_its_ply() {
    let mut sheet = played("xxl", Options::default(), 4, 2).record(Color::White);
    sheet.moves[2] = sheet.moves[1];
    assert_eq!(Game::from_record(&sheet).expect_err("not legal"), ReplayError { ply: 2 });
}

/// A level with pawns on the first and the last rank of their side is saved and resumed with these pawns.
#[test]
fn pawns_of_a_level_on_outer_ranks_are_resumed() {
    let level = b"p......K.....p\n\n\n\n\n\n\n\n\n\n\n\n\nP......k.....p";
    let variant = Variants::built_in().get("xxl").expect("built in");
    let position = crate::notation::layout::parse(&variant, level, None).expect("a legal level");
    let setup = played("xxl", Options::default(), 0, 2).record(Color::White).setup;
    let mut game = Game::new(GameSetup { position, ..setup });
    for text in ["n1n2", "h14h13"] {
        let mv = crate::notation::coords::parse_move(game.position(), text).expect("a legal move");
        game.apply(Command::Play(mv));
    }
    let text = game.record(Color::White).to_pgn(Some(&moment()), &Tags::default());
    let read = GameRecord::from_pgn(&text, base).expect("what was written");
    let back = Game::from_record(&read.record).expect("legal moves");
    assert_eq!((read.fault, back.position(), back.moves()), (None, game.position(), game.moves()));
}

/// A game of Makruk begins while a count runs and the half-move clock is not 0. Both are the same after it was saved and
/// resumed at any of its next moves, and one move later the game is drawn by the count.
#[test]
fn a_game_is_resumed_with_its_count() {
    let variant = Variants::built_in().get("makruk").expect("built in");
    let position = crate::notation::fen::parse(&variant, "8/8/8/4k3/8/8/8/R3K3 b - 32 30 60 - 7");
    let setup = played("makruk", Options::default(), 0, 2).record(Color::White).setup;
    let mut game = Game::new(GameSetup { position: position.expect("a legal position"), ..setup });
    for text in ["e5e6", "a1a2", "e6e5"] {
        let mv = crate::notation::coords::parse_move(game.position(), text).expect("a legal move");
        game.apply(Command::Play(mv));
        let text = game.record(Color::White).to_pgn(Some(&moment()), &Tags::default());
        let read = GameRecord::from_pgn(&text, base).expect("what was written");
        let back = Game::from_record(&read.record).expect("legal moves");
        let state = |game: &Game| (game.position().count(), game.position().halfmove_clock());
        assert!(back.position().count().is_some());
        assert_eq!((read.fault, state(&back)), (None, state(&game)), "{text}");
        assert_eq!(back.termination(), game.termination());
    }
    assert_eq!(game.termination(), Some(Termination::Outcome(Outcome::CountingRule)));
}

/// A game is saved with its analysis: a variation, an evaluation and moves after its end. Read again, the game has the same
/// moves and clocks as without it.
#[test]
fn an_analysis_is_kept_with_its_game() {
    let game = played("chess", Options::default(), 20, 6);
    let plain = game.record(Color::White);
    let moves: Vec<_> = plain.moves.iter().map(|(mv, _)| *mv).collect();
    let mut tree = GameTree::new(game.position_at(0));
    let last = tree.add_line(NodeId::ROOT, &moves).expect("legal moves");
    let other = game.position_at(0).legal_moves().into_iter().find(|mv| *mv != moves[0]).expect("another");
    let variation = tree.add_move(NodeId::ROOT, other).expect("legal");
    let after = tree.position(last).legal_moves()[0];
    let added = tree.add_move(last, after).expect("legal");
    tree.annotations_mut(added).evaluation = Some(Evaluation::Centipawns(70));
    // The variation is the main line of the tree, and the game is that of the file.
    assert!(tree.make_main_line(variation));
    let pgn = |record: &GameRecord| record.to_pgn(Some(&moment()), &Tags::default());
    let saved = GameRecord { analysis: Some(tree), ..plain.clone() };
    let read = GameRecord::from_pgn(&pgn(&saved), base).expect("a record").record;
    let again = GameRecord::from_pgn(&pgn(&plain), base).expect("a record").record;
    assert_eq!((&read.moves, read.remaining), (&again.moves, again.remaining));
    assert!(again.analysis.is_none());
    let tree = read.analysis.clone().expect("the analysis");
    assert_eq!(tree.main_line().len(), moves.len() + 1);
    assert!(tree.child(NodeId::ROOT, other).is_some());
    let end = *tree.main_line().last().expect("a move");
    assert_eq!(tree.annotations(end).evaluation, Some(Evaluation::Centipawns(70)));
    assert_eq!(pgn(&read), pgn(&saved));
}
