//! Tests of PGN.

use super::*;
use crate::notation::variants_ini::Variants;
use crate::rules::random_game;

fn variant(name: &str) -> Result<Arc<Variant>, String> {
    Variants::built_in().find(name).map_err(|e| e.to_string())
}

fn find_variant(tags: &Tags) -> Result<Arc<Variant>, String> {
    variant(tags.get("Variant").unwrap_or("xxl"))
}

/// Random games with clock times and unusual tags are the same after formatting and parsing.
#[test]
fn formatted_games_are_parsed_again() {
    for (seed, name) in ["xxl", "chess", "capablanca", "xxlfairy"].into_iter().enumerate() {
        let start = Position::start(&variant(name).expect("built in")).expect("a legal start");
        let mut moves = Vec::new();
        random_game::play(start.clone(), seed as u64 + 7, 80, |position, legal, mv| {
            let clock = Duration::from_millis(100 * (legal.len() as u64 * 7_919 + position.key() % 50_000));
            moves.push((mv, (moves.len() % 3 != 0).then_some(clock)));
        });
        let mut tags = Tags::default();
        tags.push("Event", "a \"strange\" [one] \\ here");
        tags.push("Black", "");
        let game = PgnGame::new(tags, GameTree::from_line(start, &moves), "1/2-1/2");
        let text = game.to_string();
        let read = PgnGame::parse(&text, find_variant).expect("what was written");
        assert_eq!((&read.tags, read.moves(), &read.result), (&game.tags, moves, &game.result));
        assert_eq!(read.start(), game.start());
        assert_eq!(read.to_string(), text);
        assert!(text.lines().all(|line| line.len() <= LINE_WIDTH || line.starts_with('[')));
    }
}

/// Comments, variations, move numbers and annotations are skipped, and so is a second game.
#[test]
fn games_of_other_programs_are_parsed() {
    let text = "[Variant \"chess\"]\n\n1. e4 {best (by test)} e5!? (1... c5 {Sicilian ) } (1... e6)) 2.Nf3 $1 ; knight\n2... Nc6 1-0\n\n[Event \"next\"]";
    let game = PgnGame::parse(text, find_variant).expect("readable");
    assert_eq!((game.moves().len(), game.result.as_str()), (4, "1-0"));
    let bare =
        PgnGame::parse("1.a3 *", find_variant).expect("a game without tags is of the game's own variant");
    assert_eq!(bare.start().variant().rules().name, "xxl");
}

/// Comments before, between and after the tags do not hide a tag.
#[test]
fn comments_may_stand_anywhere_among_tags() {
    let tags = ["[Event \"T\"]", "[Variant \"chess\"]", "[White \"A\"]"];
    for comment in
        ["; exported by a tool", "%escaped", "{by a tool}", "{by\n[a] tool}\n", ";", "{}\r", "\u{feff}"]
    {
        for place in 0..=tags.len() {
            let mut lines = tags.to_vec();
            lines.insert(place, comment);
            let text = format!("{}\n\n1. e4 e5 2. Nf3 *", lines.join("\n"));
            let game = PgnGame::parse(&text, find_variant).expect(&text);
            assert_eq!((game.moves().len(), game.tags.iter().count()), (3, 2), "{text}");
        }
    }
}

/// Tags without a space, with spaces, with unescaped quotation marks, and several on a line are parsed.
#[test]
fn tags_of_other_programs_are_parsed() {
    for (text, value) in [
        ("[White\"A\"]", "A"),
        ("[ White  \"A\" ]", "A"),
        ("[White \"A\"\t]", "A"),
        ("[Black \"B\"] [White \"A\"]", "A"),
        ("[Black \"]\"][White \"[A]\"]", "[A]"),
        (r#"[White "12" board"]"#, r#"12" board"#),
        (r#"[White "Jo "Big" Doe"]"#, r#"Jo "Big" Doe"#),
        (r#"[White "a\\b\"] c"]"#, r#"a\b"] c"#),
        ("[White \"A\"]\r", "A"),
    ] {
        let game = PgnGame::parse(&format!("{text}\n\n1. a3 *"), find_variant).expect(text);
        assert_eq!((game.tags.get("White"), game.moves().len()), (Some(value), 1), "{text}");
    }
}

/// Annotations between and after moves, as signs, letters and numbers, are skipped, and all moves are parsed.
#[test]
fn annotations_are_skipped() {
    for moves in [
        "1. e4$1 e5$6 2. Nf3",
        "1. e4 $1 $13 e5$146$1 2. Nf3!?$2",
        "1. e4 ! e5 ?! 2. Nf3 !!",
        "1. e4 e5 ± 2. Nf3 ⩲",
        "1. e4 += e5 =+ 2. Nf3 +/= -/+ = +- -+ ~ -> ++-- ∞ □ ⟳ ∆",
        "1. e4 N e5 2. Nf3 D",
        "1. e4± e5=+ 2. Nf3+-",
        "1. e4 RR e5 Δ 2. Nf3 ch.",
        "1.e4 e5 2 .Nf3",
        "1. e4 1… e5 2… … Nf3",
        "1 e4 1 ... e5 2.Nf3",
        "1e4 e5 2Nf3",
        "1. e4 (1. d4 { ) } d5 (1... Nf6 ; )\n) ) e5 2. Nf3",
        "1. e4 (1. d4 % )\n d5) e5 (1... c5)2. Nf3",
        "1. e4 ((1. d4)(1. c4;(\n))e5 2. Nf3",
        "1. e4;best\ne5{[%eval 0.2] [%clk 0:01:00]}2. Nf3",
    ] {
        let text = format!("[Variant \"chess\"]\n\n{moves} *");
        let game = PgnGame::parse(&text, find_variant).expect(moves);
        assert_eq!(game.moves().len(), 3, "{moves}");
    }
}

/// Results in other spellings are parsed, with or without a space after the move.
#[test]
fn results_of_other_spellings_are_parsed() {
    for (text, result) in [
        ("*", "*"),
        ("1-0", "1-0"),
        ("1–0", "1-0"),
        ("0-1", "0-1"),
        ("0–1", "0-1"),
        ("½-½", "1/2-1/2"),
        ("½–½", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("1/2–1/2", "1/2-1/2"),
    ] {
        for space in ["", " ", "\n", " {good} ", "! "] {
            for text in [
                format!("[Variant \"chess\"]\n\n1. e4 e5 2. Nf3{space}{text} 3. nonsense"),
                format!("[Variant \"chess\"]\n[Result \"{text}\"]\n\n1. e4 e5 2. Nf3{space}"),
            ] {
                let game = PgnGame::parse(&text, find_variant).expect(&text);
                assert_eq!((game.moves().len(), game.result.as_str()), (3, result), "{text}");
            }
        }
    }
}

/// A text that begins as a PGN and goes on as something else is an error, and not a shorter game.
#[test]
fn a_game_with_unreadable_parts_is_no_shorter_game() {
    for moves in [
        "1. e4 [%clk 0:01:00] e5 *",
        "1. e4\n[%clk 0:01:00] e5 *",
        "1. [Event \"x\"] e4 *",
        "$1\n[Event \"x\"]\n\n1. e4 *",
        "1. e4 ) e5 *",
        "1. e4 } e5 *",
        "1. e4 -- 2. d4 *",
        "1.e4!e5 *",
        "1. e4 e5 2. Nf3 White resigns",
        "e4 e5 Nf3 Hello",
    ] {
        let text = format!("[Variant \"chess\"]\n\n{moves}");
        assert!(PgnGame::parse(&text, find_variant).is_err(), "{text}");
    }
}

/// Each kind of error has its line and its message.
#[test]
fn errors_have_their_line() {
    for (text, line, words) in [
        ("[Event \"x\"\n", 1, "no end"),
        ("[Event \"\"]\n[Variant \"nope\"]", 2, "nope"),
        ("[Variant \"chess\"]\n\n1. e4\n1... e4", 4, "move 1 of Black: \"e4\" is not a legal move"),
        ("[Variant \"chess\"]\n1. e4 {open", 2, "no end"),
        ("\n\n[FEN \"8/8 w\"]", 3, "FEN"),
        ("[Event]\n", 1, "not a tag"),
        ("[Event \"x\n[Variant \"chess\"]", 1, "no end"),
        (";\n[Event x]", 2, "not a tag"),
        ("[\"x\"]", 1, "not a tag"),
        ("1. a3 (a4", 1, "variation"),
    ] {
        let error = PgnGame::parse(text, find_variant).expect_err(text);
        assert!(error.line == line && error.message.contains(words), "{text:?}: {error}");
    }
}

/// The first game of a text of two megabytes is parsed. It is an error if the moves, the tags or a variation of this
/// game are too long.
#[test]
fn the_length_of_further_games_does_not_count() {
    let game = "[Variant \"chess\"]\n\n1. e4 e5 2. Nf3 *\n\n";
    let read = PgnGame::parse(&game.repeat(50_000), find_variant).expect("the first game");
    assert_eq!(read.moves().len(), 3);
    let comments = "{no news} ".repeat(2 * MAX_BYTES / 10);
    for text in [
        format!("[Variant \"chess\"]\n\n1. e4 {comments} e5 *"),
        format!("[Variant \"chess\"]\n\n1. e4 (1. d4 {comments} d5) e5 *"),
        format!("[Variant \"chess\"]\n{comments}\n[White \"A\"]\n\n1. e4 *"),
    ] {
        let error = PgnGame::parse(&text, find_variant).expect_err("too long");
        assert_eq!(error.message, "the game has more than 1048576 bytes");
    }
}

/// A game truncated at any byte gives a beginning of its moves, and no move that was cut.
#[test]
fn a_truncated_game_gives_its_complete_moves() {
    let clocks = "[Variant \"xxl\"]\n\n1. a4 {[%clk 0:01:00.5]} a11 2. Na3 m12 3. b3 b12 4. Cd4 Cf11 *\n";
    // `Ra12` and `Ra11` without their last digit are another legal move, `Ra1`.
    let rook = "[FEN \"7k6/14/14/14/14/14/14/14/14/14/R13/14/14/7K6 w - - 0 1\"]\n\n1. Ra12 Kg13 2. Ra11 *\n";
    for text in [clocks, rook, &clocks.replace('*', "1/2-1/2"), &rook.replace(" *", " 0-1")] {
        beginnings(text);
    }
}

/// Asserts that `text`, truncated at every byte, gives a beginning of its moves.
fn beginnings(text: &str) {
    let whole = PgnGame::parse(text, find_variant).expect("a legal game");
    let mut most = 0;
    for end in 0..text.trim_end().len() {
        match PgnGame::parse_partial(&text[..end], find_variant) {
            Ok((game, fault)) => {
                assert!(fault.is_some(), "after {end} bytes");
                let moves = |game: &PgnGame| game.moves().iter().map(|(mv, _)| *mv).collect::<Vec<_>>();
                assert!(moves(&whole).starts_with(&moves(&game)), "{end}");
                most = game.moves().len();
            }
            Err(error) => assert!(error.message.contains("no end"), "after {end} bytes: {error}"),
        }
    }
    assert_eq!(most, whole.moves().len());
    let (game, fault) = PgnGame::parse_partial(text, find_variant).expect("readable");
    assert_eq!((game.moves(), fault), (whole.moves(), None));
}

/// Values with backslashes, brackets and quotes are the same after formatting and parsing. An invalid result becomes
/// `*`.
#[test]
fn values_may_contain_any_characters() {
    for value in ["a\\", "\\\\", "]\"", "\\\"]", "[%x]", ""] {
        let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
        let text = format!("[Event \"{escaped}\"]\n[Result \"won\"]\n\n*");
        let game = PgnGame::parse(&text, find_variant).expect("a PGN");
        assert_eq!(game.tags.get("Event"), Some(value));
        let again = PgnGame::parse(&game.to_string(), find_variant).expect("its own text");
        assert_eq!((again.tags, again.result.as_str()), (game.tags, "*"));
    }
}

/// Tags of a game of chess, and `moves`.
fn chess(moves: &str) -> String {
    format!("[Event \"?\"]\n[Result \"*\"]\n[Variant \"chess\"]\n\n{moves}")
}

/// The movetext of a game that is formatted on one line.
fn movetext(game: &PgnGame) -> String {
    let text = game.to_string();
    text.split_once("\n\n").expect("tags and moves").1.trim().replace('\n', " ")
}

/// Variations, comments, glyphs, clocks, evaluations and shapes are formatted as they were read, each in its place.
#[test]
fn variations_and_annotations_are_kept() {
    for (text, formatted) in [
        ("1. e4 (1. d4 d5 (1... Nf6 2. c4)) 1... e5 *", "1. e4 ( 1. d4 d5 ( 1... Nf6 2. c4 ) ) 1... e5 *"),
        ("1. e4 ((1. d4)(1. c4;(\n))e5 *", "1. e4 ( 1. d4 ) ( 1. c4 {(} ) 1... e5 *"),
        ("1. e4 e5 (1... c5 2. Nf3) (1... c5 2. d4) *", "1. e4 e5 ( 1... c5 2. Nf3 ) ( 1... c5 2. d4 ) *"),
        (
            "{start} 1. e4 {a}\n;b\n; c\n e5 (1... {d} c5 {e}) {f} *",
            "{start} 1. e4 {a b c} 1... e5 {f} ( 1... {d} c5 {e} ) *",
        ),
        ("1. e4 ({d} 1. d4) e5 2. {g} Nf3 {} *", "1. e4 ( 1. {d} d4 ) 1... e5 2. {g} Nf3 *"),
        ("1. e4!? e5?!$16 2. Nf3+= N Nc6 $146 *", "1. e4 $5 e5 $6 $16 2. Nf3 $14 $146 Nc6 $146 *"),
        ("1. e4 ++-- e5 $300 *", "1. e4 {++--} 1... e5 {$300} *"),
        (
            "1. e4 {so [%eval 0.2,18] [%clk 1:02:03] it [%x] is} *",
            "1. e4 {[%clk 1:02:03.0] [%eval 0.20,18] so it [%x] is} *",
        ),
        (
            "1. e4 {[%eval #-3]} e5 {[%eval -.5] [%clk x]} *",
            "1. e4 {[%eval #-3]} e5 {[%eval -.5] [%clk x]} *",
        ),
        ("{[%csl Ga1,Rh8][%cal Yb2c3]} 1. e4 *", "{[%csl Ga1,Rh8] [%cal Yb2c3]} 1. e4 *"),
        ("1. e4 {[%csl Za1][%csl G]} (1. d4 1-0) *", "1. e4 {[%csl Za1][%csl G]} ( 1. d4 {1-0} ) *"),
        ("1. e4 ; a } b\n*", "1. e4 ; a } b *"),
    ] {
        let game = PgnGame::parse(&chess(text), find_variant).expect(text);
        assert_eq!((movetext(&game).as_str(), &game.errors), (formatted, &vec![]), "{text}");
        let again = PgnGame::parse(&game.to_string(), find_variant).expect(text);
        assert_eq!(again.to_string(), game.to_string());
    }
}

/// A variation ends at its first error, which is reported with its line. The rest of the game is read.
#[test]
fn a_variation_is_read_up_to_its_error() {
    let text = chess("1. e4 (1. d4\n(1. c4 -- 2. d4 (2. e4)) 1... d4 {x ) }) 1... e5 (1... c5)\n2. Nf3 *");
    let game = PgnGame::parse(&text, find_variant).expect("the main line is legal");
    assert_eq!(movetext(&game), "1. e4 ( 1. d4 ) ( 1. c4 ) 1... e5 ( 1... c5 ) 2. Nf3 *");
    let errors: Vec<_> = game.errors.iter().map(ToString::to_string).collect();
    let expected = [
        "line 6: move 1 of Black: \"--\" is not a legal move here",
        "line 6: move 1 of Black: \"d4\" is not a legal move here",
    ];
    assert_eq!(errors, expected);
    assert_eq!(PgnGame::parse_partial(&text, find_variant).expect("tags").1, Some(game.errors[0].clone()));
}

/// A game with errors in tags and main line has its other tags and the moves before the error, and each error has its line.
#[test]
fn a_game_is_read_up_to_its_error() {
    let text =
        "[Event \"a\"]\n[White]\n[Black \"b\"\n[Variant \"chess\"]\n[Site \"c\"]\n\n1. e4 e5\n2. Ke3 Nf6 *";
    let game = PgnGame::parse_lenient(text, find_variant).expect("a game");
    let lines: Vec<_> = game.errors.iter().map(|error| error.line).collect();
    assert_eq!((game.moves().len(), lines, game.tags.get("Site")), (2, vec![2, 3, 8], Some("c")));
    let open = PgnGame::parse_lenient(&chess("1. e4 (1. d4 d5"), find_variant).expect("a game");
    assert_eq!((movetext(&open).as_str(), open.errors.len()), ("1. e4 ( 1. d4 d5 ) *", 1));
}

/// Games are found by their results and tags, whatever comments have, and a fault in one game does not hide the next.
#[test]
fn a_text_is_split_into_its_games() {
    let games = [
        "[Event \"1\"]\n\n1. e4 {\n[White \"no tag\"]\n 1-0 } e5 (1... c5 0-1) ; 1-0\n2. Nf3 1-0\n\n",
        "[Event \"2\"]\n\n1. e4\n\n",
        "[Event \"3\"]\n[Event \"4\"]\n\n1. e4 (1. d4 {open\n\n",
        "[Event \"5\"]\n\n1. e4 } ) e5 (1... c5\n\n",
        "[Event \"6\"]\n[bad\n\n{closed} *\n",
        "1. d4 * ",
        "1. c4 d5 *\n",
        "; the end * {\n",
    ];
    let text = games.concat();
    let entries: Vec<_> = collection::Games::new(&text).collect();
    for (place, entry) in entries.iter().enumerate() {
        let rest: Vec<_> = collection::Games::after(&text, &entry.range, entry.line).collect();
        assert_eq!(rest, entries[place + 1..]);
    }
    let names: Vec<_> = entries.iter().map(|entry| entry.tags.get("Event").unwrap_or("-")).collect();
    assert_eq!(names, ["1", "2", "3", "4", "5", "6", "-", "-"]);
    let lengths: Vec<_> = entries
        .iter()
        .map(|entry| {
            assert_eq!(entry.line, text[..entry.range.start].matches('\n').count() + 1);
            let game =
                PgnGame::parse_lenient(&text[entry.range.clone()], |_| variant("chess")).expect("a game");
            (game.moves().len(), game.errors.len())
        })
        .collect();
    assert_eq!(lengths, [(3, 0), (1, 0), (0, 0), (1, 1), (1, 1), (0, 1), (1, 0), (2, 0)]);
}

/// Variations that are nested fifty thousand times, each after a move of the one before, are read and formatted.
#[test]
fn deeply_nested_variations_are_read() {
    // Each move is followed by a variation that replaces it, in which the same line goes on.
    let line = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let depth = 50_000;
    let nested: String = (0..depth).map(|ply| format!("{0} ({0} ", line[ply % 4])).collect();
    let text = chess(&format!("{nested}{} *", ")".repeat(depth)));
    let game = PgnGame::parse(&text, find_variant).expect("legal");
    let last = game.tree.items(NodeId::ROOT).filter_map(|item| match item {
        TreeItem::Move(id) => Some(id),
        _ => None,
    });
    assert_eq!(last.map(|id| game.tree.ply(id)).max(), Some(depth));
    assert_eq!(movetext(&game).matches('(').count(), depth);
}
