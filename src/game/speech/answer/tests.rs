//! Tests of the answers to commands about a board.

use super::*;
use crate::game::GameSetup;
use crate::game::clock::TimeControl;
use crate::game::options::Options;
use crate::game::{Command, Game};
use crate::notation::coords::parse_square;
use crate::notation::fen;
use crate::notation::variants_ini::Variants;

/// A game of `variant` in which a human plays White.
fn game(variant: &str, text: &str) -> Game {
    let variant = Variants::built_in().get(variant).expect("built in");
    let position = fen::parse(&variant, text).expect("a legal position");
    Game::new(GameSetup::with_human(position, Color::White, Options::default()))
}

fn ask_at(game: &Game, ply: usize, text: &str) -> Answer {
    let view = game.player_view_at(ply);
    answer(text, &ShownBoard { game, view: &view, ply, cursor: None })
}

/// The sentences of an answer.
fn ask(game: &Game, text: &str) -> String {
    match ask_at(game, game.moves().len(), text) {
        Answer::Sentences(sentences) => sentences.join(" "),
        other => format!("{other:?}"),
    }
}

fn play(game: &mut Game, moves: &[&str]) {
    for text in moves {
        let mv = san::parse(game.position(), text).expect("a legal move");
        game.apply(Command::Play(mv));
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// White may castle and capture on d5 with two pieces; Black attacks e4.
const MIDDLE: &str = "r3k2r/ppp2ppp/5n2/3p4/4P3/2N5/PPP2PPP/R3K2R w KQkq - 0 9";

/// The board is read from the far side, and empty ranks in one sentence.
#[test]
fn board_is_read_rank_by_rank() {
    let board = ask(&game("chess", MIDDLE), "b");
    assert!(board.starts_with("Rank 8: Black rook a8, king e8, rook h8. Rank 7: "), "{board}");
    assert!(board.contains("Rank 5: Black pawn d5. Rank 4: White pawn e4. "), "{board}");
    let start = ask(&game("chess", START), "board");
    assert!(start.contains("Ranks 6 to 3: empty."), "{start}");
}

/// Pieces are found by letter, by name in both numbers and by side. The king comes first.
#[test]
fn pieces_are_found_by_letter_name_and_side() {
    let game = game("chess", MIDDLE);
    for text in ["p N", "p my knights", "pieces where are my knights", "p white knight"] {
        assert_eq!(ask(&game, text), "White: knight c3.", "{text}");
    }
    assert_eq!(ask(&game, "p n"), "Black: knight f6.");
    assert_eq!(ask(&game, "p rooks"), "White: rook a1, h1. Black: rook a8, h8.");
    assert_eq!(ask(&game, "p enemy queens"), "Black: none.");
    assert!(ask(&game, "p").starts_with("White: king e1; rook a1, h1; knight c3; pawn "));
    assert!(
        ask(&game, "p camel").starts_with("camel is not a piece of this variant. The pieces are: P pawn,")
    );
}

/// A rank, a file, and a square with its neighbours; a square off the board is refused.
#[test]
fn files_ranks_and_squares_are_scanned() {
    let game = game("chess", MIDDLE);
    assert_eq!(ask(&game, "s 5"), "Rank 5: Black pawn d5.");
    assert_eq!(ask(&game, "s 6"), "Rank 6: Black knight f6.");
    assert_eq!(ask(&game, "s d"), "File d: Black pawn d5.");
    assert_eq!(ask(&game, "s e4"), "e4, White pawn. Around it: Black pawn d5.");
    assert_eq!(ask(&game, "s a9"), "a9 is not a square of this board, which goes from a1 to h8.");
    assert_eq!(ask(&game, "s"), "Add a square, such as e4.");
}

/// The stars of a lesson are read with the board, a file and the pieces.
#[test]
fn stars_are_read() {
    let game = game("chess", MIDDLE);
    let mut view = game.player_view();
    view.stars = parse_square("d7").into_iter().collect();
    let ask = |text| answer(text, &ShownBoard { game: &game, view: &view, ply: 0, cursor: None });
    assert_eq!(ask("s d"), Answer::sentence("File d: Black pawn d5; star d7."));
    for text in ["board", "pieces"] {
        assert!(matches!(ask(text), Answer::Sentences(words) if words.join(" ").contains("tar")), "{text}");
    }
}

/// Attackers of both sides; pieces of the owner of the square defend it.
#[test]
fn attackers_and_defenders_are_named() {
    let game = game("chess", MIDDLE);
    assert_eq!(
        ask(&game, "x e4"),
        "e4, White pawn. White defends it with knight c3. Black attacks it with pawn d5, knight f6."
    );
    assert_eq!(ask(&game, "a"), "pawn e4: attacked by pawn d5, knight f6, defended once.");
}

/// Moves of a square and of a kind, with captures and castling; of the other side's piece what it could do.
#[test]
fn moves_of_a_piece_are_named() {
    let mut game = game("chess", MIDDLE);
    assert_eq!(ask(&game, "m e4"), "pawn e4, 2 moves: e5, takes pawn d5.");
    let king = ask(&game, "m king");
    assert!(king.starts_with("king e1, 6 moves: ") && king.contains("castles to g1"), "{king}");
    assert!(ask(&game, "m d5").starts_with("pawn d5, 2 moves, if it were to move: "));
    assert_eq!(ask(&game, "k"), "pawn e4 takes pawn d5. knight c3 takes pawn d5.");
    assert_eq!(ask(&game, "z"), "No checks.");
    game.apply(Command::Click(parse_square("a2").expect("a square")));
    assert_eq!(ask(&game, "m"), "pawn a2, 2 moves: a3, a4.");
}

/// Moves are typed in SAN, in words, with both squares and with a small letter. Others are refused with those that come close.
#[test]
fn typed_moves_are_understood() {
    let game = game("chess", MIDDLE);
    let played = |text: &str| match ask_at(&game, 0, text) {
        Answer::Play(mv) => coords::format_move(game.position().variant(), mv),
        other => format!("{other:?}"),
    };
    for text in ["Nxd5", "nd5", "knight takes d5", "Knight d5", "c3d5", "c3 d5"] {
        assert_eq!(played(text), "c3d5", "{text}");
    }
    assert_eq!((played("O-O"), played("e5")), ("e1g1".to_owned(), "e4e5".to_owned()));
    assert_eq!(
        (played("castle kingside"), played("castles queenside")),
        ("e1g1".to_owned(), "e1c1".to_owned())
    );
    let words = "check and mate is neither a command nor a legal move. Type help for the commands.";
    assert_eq!(ask(&game, "check and mate"), words);
    assert_eq!(ask(&game, "Qd5"), "\"Qd5\" is not a legal move here.");
    assert_eq!(ask(&game, "d5"), "\"d5\" is not a legal move here. Possible: exd5, Nxd5.");
}

/// Last move, all moves, material and turn after a capture, and of an earlier position.
#[test]
fn the_game_is_recounted() {
    let mut game = game("chess", START);
    assert_eq!((ask(&game, "l"), ask(&game, "g")), ("No move yet.".to_owned(), "No move yet.".to_owned()));
    play(&mut game, &["e4", "d5", "exd5"]);
    assert_eq!(ask(&game, "last move"), "White: pawn e4 takes pawn d5.");
    assert_eq!(ask(&game, "g"), "1. e4, d5, 2. exd5.");
    assert_eq!(
        ask(&game, "v"),
        "White has captured pawn. Black has captured nothing. White is 1 pawn ahead."
    );
    assert_eq!(ask(&game, "t"), "Move 2. Black to move.");
    assert_eq!(ask(&game, "Nf6"), "It is not your turn.");
    let past = |text| ask_at(&game, 1, text);
    assert_eq!(past("l"), Answer::sentence("White: pawn e2 to e4."));
    assert_eq!(past("p P").clone(), ask_at(&game, 1, "p white pawns"));
    assert!(matches!(past("d4"), Answer::Sentences(words) if words[0].starts_with("An earlier position")));
}

/// Clocks are read in words, and the players with the level of the computer.
#[test]
fn clocks_and_players_are_named() {
    let control = TimeControl { initial: Duration::from_secs(61), increment: Duration::ZERO };
    let untimed = game("chess", START);
    let setup = GameSetup {
        controls: ByColor { white: Some(control), black: Some(control) },
        ..untimed.setup().clone()
    };
    let mut timed = Game::new(setup);
    timed.apply(Command::Tick(Duration::from_secs(60)));
    assert_eq!(ask(&timed, "c"), "White: 1 second. Black: 1 minute 1 second.");
    assert_eq!(ask(&untimed, "c"), "This game has no clocks.");
    assert!(ask(&untimed, "o").starts_with("White is you. Black is the computer, level "));
}

/// In the fog no command names a hidden piece, and moves of the other side are none.
#[test]
fn commands_reveal_nothing_in_the_fog() {
    let start = game("chess", START);
    let options = Options { fog_of_war: true, ..Options::default() };
    let fog = Game::new(GameSetup { options, ..start.setup().clone() });
    assert_eq!(ask(&fog, "p black"), "Black: none. 32 squares are in the fog.");
    assert_eq!(ask(&fog, "m d7"), "d7, fog.");
    assert_eq!(ask(&fog, "x d6"), "d6, fog. White does not attack it. Black does not attack it.");
}
