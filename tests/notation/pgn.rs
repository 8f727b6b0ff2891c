//! PGN of random trees: what is written is read again, by this program and by python-chess.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};
use xxlchess::notation::evaluation::Evaluation;
use xxlchess::notation::game_tree::{Annotations, GameTree, NodeId, Shape, ShapeColor};
use xxlchess::notation::pgn::collection::Games;
use xxlchess::notation::pgn::{PgnGame, Tags};
use xxlchess::rules::{Color, Position, Square, Variant};

use crate::invariants::variants;

/// A move to be added: its parent and its number among the legal moves, with annotations.
type Step = (Index, Index, Annotations);

fn comment() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        1 => r#"[ab{}\[\]()%;$"\\é \n\r1.*-]{0,30}"#,
        1 => select(vec!["[Event \"1\"]\n\n1. e4 *", "a\n[Event \"1\"]\nb", "[%clk]", "}\n\n{\n; }", "[%csl Ga1"]).prop_map(str::to_owned),
    ]
}

fn evaluation() -> impl Strategy<Value = Evaluation> {
    let winner = select(vec![Color::White, Color::Black]);
    prop_oneof![
        (-99_999..=99_999).prop_map(Evaluation::Centipawns),
        (winner, 0..500_u32).prop_map(|(winner, moves)| Evaluation::Mate { winner, moves }),
    ]
}

fn annotations() -> impl Strategy<Value = Annotations> {
    let clock = (0..100_000_u64, select(vec![0, 500_000_000, 999_999_999]));
    let clock = clock.prop_map(|(seconds, nanos)| Duration::new(seconds, nanos));
    let color = select(ShapeColor::ALL.to_vec()).prop_map(|(color, _)| color);
    let square = (0..8_u8, 0..8_u8).prop_map(|(file, rank)| Square::new(file, rank));
    let shape = (color, square.clone(), square).prop_map(|(color, from, to)| Shape { color, from, to });
    (
        (prop::option::of(clock), prop::option::of((evaluation(), prop::option::of(0..99_u32)))),
        (comment(), comment()),
        prop::collection::vec(any::<u8>(), 0..3),
        prop::collection::vec(shape, 0..4),
    )
        .prop_map(|((clock, evaluation), (comment_before, comment), glyphs, shapes)| Annotations {
            clock,
            evaluation: evaluation.map(|(evaluation, _)| evaluation),
            depth: evaluation.and_then(|(_, depth)| depth),
            comment_before,
            comment,
            glyphs,
            shapes,
            is_folded: false,
        })
}

/// A tree with the moves of `steps`, each after any move before it.
fn tree(variant: &Arc<Variant>, root: Annotations, steps: Vec<Step>) -> GameTree {
    let mut tree = GameTree::new(Position::start(variant).expect("a legal start"));
    *tree.annotations_mut(NodeId::ROOT) = Annotations { comment_before: String::new(), ..root };
    let mut nodes = vec![NodeId::ROOT];
    for (parent, mv, annotations) in steps {
        // Half of the moves go on, so that lines become long.
        let parent = *if mv.index(2) == 0 { parent.get(&nodes) } else { nodes.last().expect("the root") };
        let legal = tree.position(parent).legal_moves();
        if legal.is_empty() {
            continue;
        }
        let id = tree.add_move(parent, *mv.get(&legal)).expect("legal");
        *tree.annotations_mut(id) = annotations;
        nodes.push(id);
    }
    tree
}

/// Lines without white space at their ends, and without empty lines around them.
fn tidy(text: &str) -> String {
    let lines: Vec<_> = text.trim().lines().flat_map(|line| line.split('\r')).map(str::trim_end).collect();
    lines.join("\n")
}

/// The tree with all annotations as text: a line for each move, after those of the moves before it.
fn describe(tree: &GameTree, id: NodeId, text: &mut String) {
    let Annotations { clock, evaluation, depth, comment_before, comment, glyphs, shapes, .. } =
        tree.annotations(id);
    *text += &format!(
        "{} {} {:?} {:?} {glyphs:?} {} {} {}",
        tree.ply(id),
        tree.san(id).trim_end_matches(['+', '#']),
        tidy(comment_before),
        tidy(comment),
        clock.map_or("-".to_owned(), |clock| format!("{:.3}", clock.as_secs_f64())),
        evaluation.map_or("-".to_owned(), |evaluation| match evaluation {
            Evaluation::Centipawns(value) => value.to_string(),
            Evaluation::Mate { winner: Color::White, moves } => format!("#{moves}"),
            Evaluation::Mate { winner: Color::Black, moves } => format!("#-{moves}"),
        }),
        depth.map_or("-".to_owned(), |depth| depth.to_string()),
    );
    for Shape { color, from, to } in shapes {
        *text += &format!(" {color:?}{from}{to}");
    }
    *text += "\n";
    for &child in tree.children(id) {
        describe(tree, child, text);
    }
}

fn description(tree: &GameTree) -> String {
    let mut text = String::new();
    describe(tree, NodeId::ROOT, &mut text);
    text
}

fn runner(cases: u32) -> TestRunner {
    let cases = std::env::var("CASES").ok().map_or(cases, |number| number.parse().expect("a number"));
    TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(cases) })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec((any::<Index>(), any::<Index>(), annotations()), 0..40)
}

/// Random trees of several variants are the same after writing and reading, and so is each of two games in one text.
#[test]
fn random_trees_survive_writing_and_reading() {
    let names = select(vec!["xxl", "chess", "xxlfairy", "capablanca"]);
    let result = runner(200).run(&(names, annotations(), steps()), |(name, root, steps)| {
        let variant = variants().get(name).expect("built in");
        let tree = tree(&variant, root, steps);
        let mut tags = Tags::default();
        tags.push("Event", "[Event \"x\"]");
        let game = PgnGame::new(tags, tree, "1-0");
        let text = format!("{game}\n{game}");
        let entries: Vec<_> = Games::new(&text).collect();
        prop_assert_eq!(entries.len(), 2);
        for entry in entries {
            let read = PgnGame::parse(&text[entry.range], |_| Ok(Arc::clone(&variant)))?;
            prop_assert_eq!(description(&read.tree), description(&game.tree), "{}", text);
            prop_assert_eq!(
                (&read.result, &read.errors, &read.tags),
                (&game.result, &game.errors, &game.tags)
            );
            prop_assert_eq!(read.to_string(), game.to_string());
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

/// Runs `python_chess.py` with a text as its input, and returns its output.
fn python(command: &str, input: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/notation/python_chess.py");
    let child =
        Command::new("python3").args([script, command]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("python3 starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("python3 ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// python-chess reads the same from random games of chess that this program writes.
///
/// It reads neither comments with braces nor comments before moves that begin no variation.
#[test]
#[ignore = "needs the Python package chess"]
fn python_chess_reads_what_is_written() {
    let result = runner(20).run(&(annotations(), steps()), |(root, steps)| {
        let variant = variants().get("chess").expect("built in");
        let plain = |mut annotations: Annotations| {
            annotations.comment = tidy(&annotations.comment).replace(['}', '[', '\n', '{'], "");
            annotations.comment = tidy(&annotations.comment);
            annotations.comment_before.clear();
            annotations.clock =
                annotations.clock.map(|clock| Duration::from_millis(clock.as_millis() as u64));
            annotations.glyphs.sort_unstable();
            annotations.glyphs.dedup();
            annotations.shapes.sort_by_key(|shape| shape.from != shape.to);
            annotations.evaluation =
                annotations.evaluation.filter(|e| !matches!(e, Evaluation::Mate { moves: 0, .. }));
            annotations.depth = annotations.depth.filter(|_| annotations.evaluation.is_some());
            annotations
        };
        let steps =
            steps.into_iter().map(|(parent, mv, annotations)| (parent, mv, plain(annotations))).collect();
        let tree = tree(&variant, plain(root), steps);
        let game = PgnGame::new(Tags::default(), tree, "*");
        prop_assert_eq!(python("read", &game.to_string()), description(&game.tree), "{}", game);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

/// Random games of chess that python-chess writes are read as it made them.
#[test]
#[ignore = "needs the Python package chess"]
fn what_python_chess_writes_is_read() {
    let variant = variants().get("chess").expect("built in");
    for seed in 0..20 {
        let text = python("write", &seed.to_string());
        let game = PgnGame::parse(&text, |_| Ok(Arc::clone(&variant))).expect("a PGN");
        assert_eq!(description(&game.tree), python("read", &text), "{text}");
        assert!(game.errors.is_empty());
    }
}
