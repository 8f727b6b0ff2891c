//! Lessons: solutions of all built-in steps, files and their faults, the course of a step.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::variant;
use xxlchess::config::lessons::{of, packaged};
use xxlchess::engine::mate_solver::Solver;
use xxlchess::game::lesson::file::parse;
use xxlchess::game::lesson::generate::generate;
use xxlchess::game::lesson::progress::LessonProgress;
use xxlchess::game::lesson::solver::solve;
use xxlchess::game::lesson::{LessonController, LessonPhase, LessonState, MoveOutcome, Step, Task};
use xxlchess::game::options::Options;
use xxlchess::game::{Command, Event};
use xxlchess::notation::coords::{format_move, parse_move, parse_square};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Move};

/// Maximum number of nodes for the proof of a step. It is small, because a move is judged between two frames.
const NODES: u64 = 200_000;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// The steps with a task of all lessons that are written, not generated.
fn exercises() -> Vec<Step> {
    let steps = ["xxl", "chess", "capablanca"].into_iter().flat_map(|name| of(&variant(name)));
    steps.filter(Step::is_exercise).collect()
}

fn step(title: &str) -> Step {
    packaged().into_iter().find(|step| step.title == title).expect("a step")
}

fn controller(title: &str) -> LessonController {
    LessonController::new(step(title), Options::default())
}

/// The move `text` of the learner, and the time until a reply has been made.
fn play(controller: &mut LessonController, text: &str) -> Vec<Event> {
    let mv = parse_move(controller.game().position(), text).expect("a legal move");
    let mut events = controller.apply(Command::Play(mv));
    events.extend(controller.tick(Duration::from_secs(1)));
    events
}

/// The moves of the learner, and in brackets the replies.
fn with_replies(step: &Step, line: &[Move]) -> String {
    let (mut state, mut words) = (step.start(), Vec::new());
    for &mv in line {
        words.push(format_move(step.position.variant(), mv));
        if let MoveOutcome::Continue(next, reply) = step.outcome(&state, mv) {
            words.extend(reply.map(|reply| format!("({})", format_move(step.position.variant(), reply))));
            state = *next;
        }
    }
    words.join(" ")
}

/// The least number of moves of every step is that of the solver. The lines are compared with the file from which a script
/// plays them in the window.
#[test]
fn the_fewest_moves_of_every_step_are_found_by_the_solver() {
    let mut lines = String::from("# The shortest solution of each step of Learn, for tests/window/learn.\n");
    let mut wrong = Vec::new();
    for step in exercises() {
        let line = solve(&step, &step.start()).unwrap_or_default();
        let text = with_replies(&step, &line);
        if line.len() != usize::from(step.moves) {
            wrong.push(format!("{}: {} moves, but the solver finds {text}", step.title, step.moves));
        }
        if step.position.variant().rules().name == "xxl" {
            lines.push_str(&format!("{}: {text}\n", step.title));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/lessons.txt");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(&file, &lines).expect("the file can be written");
    }
    assert_eq!(fs::read_to_string(&file).expect("the file is there"), lines, "run with UPDATE_EXPECTED=1");
}

/// Each goal against an opponent is forced against every defence. It cannot be reached in fewer moves, and not by every
/// first move.
#[test]
fn every_goal_against_an_opponent_is_proved() {
    let mut kinds = HashSet::new();
    for step in exercises() {
        let (Task::Forced(goal), Some(solver_goal)) = (step.task, step.solver_goal()) else { continue };
        let (title, position) = (&step.title, &step.position);
        let moves = goal.moves();
        kinds.insert(std::mem::discriminant(&goal));
        let mut solver = Solver::new(solver_goal, NODES, &GO_ON);
        let right = solver.solutions(position, moves).expect("a proof");
        assert!(!right.is_empty(), "{title} has no solution");
        assert!(right.len() < position.legal_moves().len(), "{title}: every move is right");
        if moves > 1 {
            assert_eq!(solver.shortest(position, moves - 1), Ok(None), "{title} has a shorter solution");
        }
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
}

/// After each first move that is not wrong the solver finds the rest of the solution, so a hint is possible.
#[test]
fn the_goal_can_be_reached_after_a_detour() {
    for step in exercises() {
        let start = step.start();
        let detour =
            step.position.legal_moves().into_iter().rev().find_map(|mv| match step.outcome(&start, mv) {
                MoveOutcome::Continue(next, _) => Some(next),
                MoveOutcome::Done | MoveOutcome::Failed(_) => None,
            });
        if let Some(next) = detour {
            assert!(solve(&step, &next).is_some(), "{}", step.title);
        }
    }
}

/// The solver's moves complete every step in the controller, with three stars.
#[test]
fn every_step_played_by_the_solver_earns_three_stars() {
    for step in exercises() {
        let title = step.title.clone();
        let line = solve(&step, &step.start()).expect("a solution");
        let mut controller = LessonController::new(step, Options::default());
        for mv in line {
            assert_eq!(controller.phase(), LessonPhase::Open, "{title}");
            controller.apply(Command::Play(mv));
            controller.tick(Duration::from_secs(1));
        }
        assert!(controller.is_done(), "{title}");
        assert_eq!(controller.stars(), 3, "{title}");
        assert_eq!(controller.message().as_deref(), Some("Well done!"), "{title}");
    }
}

/// In the lessons that are written every piece has a lesson with its name and at least two steps, six subjects have one,
/// and only the last step has no task.
#[test]
fn there_is_a_lesson_for_every_piece_and_rule() {
    for name in ["xxl", "chess", "capablanca"] {
        let variant = variant(name);
        let steps = of(&variant);
        for kind in variant.kinds() {
            let piece = &variant.piece(kind).name;
            let count = steps.iter().filter(|step| step.lesson.to_lowercase() == *piece).count();
            assert!(count >= 2, "{name}, {piece}: {count}");
        }
        for lesson in ["Check and mate", "Castling", "Promotion", "Values", "How to begin", "First tactics"] {
            assert!(steps.iter().any(|step| step.lesson == lesson), "{name}: {lesson}");
        }
        assert!((38..=50).contains(&steps.len()), "{name}: {}", steps.len());
        assert_eq!(steps.iter().position(|step| !step.is_exercise()), Some(steps.len() - 1));
        let mut lessons: Vec<_> = steps.iter().map(|step| &step.lesson).collect();
        lessons.dedup();
        assert_eq!(lessons.len(), lessons.iter().collect::<BTreeSet<_>>().len(), "a lesson is in two places");
    }
}

/// The fewest moves earn three stars, one more two, and many more one, as on lichess.
#[test]
fn stars_are_given_by_the_number_of_moves() {
    let step = step("The rook");
    assert_eq!(step.moves, 3);
    assert_eq!([3, 4, 5, 9].map(|moves| step.stars(moves)), [3, 2, 1, 1]);
}

/// After a move to a star it is the learner's turn again, and that star is gone. A restart brings it back.
#[test]
fn without_an_opponent_the_learner_moves_again() {
    let mut controller = controller("The rook");
    let stars = controller.stars_left().count();
    let events = play(&mut controller, "e3e10");
    assert!(matches!(events.as_slice(), [Event::Moved(_), ..]), "{events:?}");
    assert!(!events.iter().any(|event| matches!(event, Event::Ended(_))), "{events:?}");
    assert_eq!((controller.stars_left().count(), controller.moves()), (stars - 1, 1));
    assert_eq!(controller.last_move().map(|made| made.mv.to), parse_square("e10"));
    assert!(controller.game().is_human_turn());
    play(&mut controller, "e10e9");
    assert_eq!(controller.stars_left().count(), stars - 1);
    controller.restart();
    assert_eq!((controller.stars_left().count(), controller.moves()), (stars, 0));
}

/// A queen that can be captured is captured, both moves are taken back, and the move counts.
#[test]
fn a_piece_that_can_be_captured_is_captured_and_the_move_taken_back() {
    let mut controller = controller("Look before you take");
    let start = controller.game().position().clone();
    let events = play(&mut controller, "d4d8");
    assert!(matches!(controller.phase(), LessonPhase::Wrong(None)) || !events.is_empty());
    let captures = |event: &&Event| matches!(event, Event::Moved(made) if made.captured.is_some());
    assert!(events.iter().filter(captures).count() > 0, "{events:?}");
    assert!(controller.has_failed());
    let events = controller.tick(Duration::from_secs(2));
    assert!(events.contains(&Event::Restarted), "{events:?}");
    assert_eq!((controller.game().position(), controller.phase()), (&start, LessonPhase::Open));
    assert!(
        controller.message().is_some_and(|text| text.contains("try again") || text.contains("Try again"))
    );
    assert_eq!(controller.moves(), 1);
}

/// The message names what each wrong move misses, and the moves of both sides are taken back.
#[test]
fn a_wrong_move_is_explained() {
    for (title, mv, expected) in [
        ("Look before you take", "d4d8", "Careful: the pawn on e9 takes your queen on d8."),
        ("A bad trade", "e4e10", "Careful: the pawn on d11 takes your queen on e10."),
        ("Check", "c4c5", "That is not check."),
        ("Out of check: capture", "h1g1", "Your king is safe now, but the task is to capture the rook."),
        ("Out of check: block", "h1g1", "Your king is safe now, but the task is to go to the star."),
        ("A black pawn", "d5d6", "The task is to capture the pawn."),
        ("Castling", "h1i1", "The task is to castle."),
        ("Make room", "h1g1", "The king has moved, so you can no longer castle."),
        ("Make room", "n1m1", "The rook has moved, so you can no longer castle."),
        ("Mate", "d5d6", "Not mate yet."),
        ("The ladder", "b5b6", "That does not force mate."),
        ("The general on guard", "j3j4", "That does not stop the mate."),
        ("A good trade", "d3c3", "That does not win the amazon."),
    ] {
        let mut controller = controller(title);
        let start = controller.game().position().clone();
        play(&mut controller, mv);
        assert_eq!(controller.message(), Some(format!("{expected} Try again.")), "{title}");
        controller.tick(Duration::from_secs(1));
        controller.tick(Duration::from_secs(2));
        assert_eq!(
            (controller.game().position(), controller.phase()),
            (&start, LessonPhase::Open),
            "{title}"
        );
    }
}

/// The reply to a wrong move stays as an arrow until the next click.
#[test]
fn the_reply_to_a_wrong_move_is_shown_after_it_was_taken_back() {
    let mut controller = controller("Look before you take");
    play(&mut controller, "d4d8");
    controller.tick(Duration::from_secs(2));
    controller.tick(Duration::from_secs(60));
    assert_eq!(controller.refutation(), Some((parse_square("e9").unwrap(), parse_square("d8").unwrap())));
    controller.apply(Command::Click(parse_square("d4").unwrap()));
    assert_eq!(controller.refutation(), None);
}

/// In a mate in two the best defence replies, and a wrong move is taken back and costs a star.
#[test]
fn a_mate_is_played_against_the_best_defence() {
    let mut controller = controller("The ladder");
    play(&mut controller, "b5b12");
    assert!(controller.has_failed());
    controller.tick(Duration::from_secs(1));
    controller.tick(Duration::from_secs(2));
    play(&mut controller, "b5b13");
    assert!(!controller.has_failed());
    assert_eq!((controller.phase(), controller.game().moves().len()), (LessonPhase::Open, 2));
    play(&mut controller, "a12a14");
    assert!(controller.is_done());
    assert_eq!((controller.moves(), controller.stars()), (3, 2));
    assert_eq!(controller.message().as_deref(), Some("Good! 2 moves would earn ★★★."));
}

/// The first hint is a sentence, the second one the next move from where the learner is.
#[test]
fn a_hint_is_words_first_and_then_a_move() {
    let mut controller = controller("The rook");
    assert_eq!(controller.hint_words(), None);
    controller.request_hint();
    assert_eq!((controller.hint_words(), controller.hint()), (Some(controller.step().hint.as_str()), None));
    play(&mut controller, "e3e10");
    controller.request_hint();
    let hint = controller.hint().expect("a move");
    assert_eq!((hint.from, hint.to), (parse_square("e10").unwrap(), parse_square("l10").unwrap()));
    play(&mut controller, "e10l10");
    assert_eq!(controller.hint(), None);
}

/// In 200 moves on the practice board no piece is captured in reply, no hint is given, and the game does not end.
#[test]
fn on_the_practice_board_every_move_is_followed_by_another() {
    let mut controller = controller("Practice board");
    for round in 0..200_usize {
        let moves = controller.game().position().legal_moves();
        let mv: Move = moves[round * 7 % moves.len()];
        controller.apply(Command::Play(mv));
        controller.tick(Duration::from_secs(1));
        assert_eq!(controller.phase(), LessonPhase::Open);
        controller.request_hint();
        assert_eq!((controller.hint_words(), controller.message()), (None, None));
    }
}

/// Faults in titles, keys, goals and positions of a lesson file are reported with the line.
#[test]
fn faults_of_a_lesson_file_are_found() {
    let whole = "[A]\nlesson = Rook\ntext = t\ngoal = stars e5\nmoves = 1\nhint = h\n\
        fen = 14/14/14/14/14/14/14/14/14/14/14/4R9/14/14 w - - 0 1\n";
    let xxl = variant("xxl");
    let steps = parse(&xxl, whole).expect("no fault");
    assert_eq!((steps.len(), steps[0].moves, steps[0].lesson.as_str()), (1, 1, "Rook"));
    for (from, to, expected) in [
        ("[A]", "A", "1: found \"A\"; expected a title in brackets"),
        ("[A]", "[]", "1: \"\" is no title"),
        ("hint = h", "hint = h\nhint = i", "7: hint is there twice"),
        ("hint = h", "clue = h", "6: \"clue\" is no known key"),
        ("hint = h", "", "1: hint is missing from \"A\""),
        ("moves = 1", "moves = 0", "5: moves: \"0\" is not from 1 to 20"),
        ("stars e5", "stars e15", "4: goal: found \"stars e15\""),
        ("stars e5", "stars", "4: goal: found \"stars\""),
        ("stars e5", "mate 0", "4: goal: found \"mate 0\""),
        ("4R9/14/14 w", "4R8/14/14 w", "7: FEN, pieces:"),
        ("text = t", "text =", "3: text: expected 1 to"),
    ] {
        let text = whole.replace(from, to);
        let fault = parse(&xxl, &text).expect_err(expected).to_string();
        assert!(fault.starts_with(expected), "{fault} instead of {expected}");
    }
    let twice = parse(&xxl, &format!("{whole}{whole}")).expect_err("twice").to_string();
    assert!(twice.contains("the title \"A\" is there twice"), "{twice}");
}

/// The most stars of a step are kept, and lines of the file that are not valid are skipped.
#[test]
fn progress_keeps_the_best_result() {
    let (rook, bishop) = (step("The rook"), step("The bishop"));
    let mut progress = LessonProgress::default();
    assert!(progress.mark_done(&rook, 2) && !progress.mark_done(&rook, 1) && progress.mark_done(&rook, 3));
    let text = progress.to_text();
    assert_eq!(LessonProgress::parse(&text), progress);
    assert!(LessonProgress::is_whole(&text) && !LessonProgress::is_whole("7 The rook\n"));
    let mut other = LessonProgress::parse("1 The rook\n2 The bishop\nnothing\n0 The camel\n");
    assert_eq!((other.stars(&rook), other.stars(&bishop), other.stars(&step("The camel"))), (1, 2, 0));
    other.merge(&progress);
    assert_eq!((other.stars(&rook), other.stars(&bishop)), (3, 2));
}

/// A step without a king has a variant without check, and a step with two kings has a variant with check.
#[test]
fn a_position_without_kings_is_played_without_check() {
    let king = step("The king");
    assert_eq!(king.position.variant().rules().royal_kind, None);
    let LessonState { position, .. } = step("Keep the king safe").start();
    assert!(position.variant().rules().royal_kind.is_some());
}

/// The lessons made from the table of each variant name every kind of piece, and the least number of moves of each step is that
/// of the solver, without a promotion unless that is the task. Variants with check have steps for check and mate, those with
/// castling, en passant or a king's first jump have one, and so has each kind that promotes.
#[test]
fn generated_lessons_of_every_variant_can_be_solved() {
    let variants = Variants::built_in();
    let mut faults = Vec::new();
    for name in variants.names() {
        let variant = variants.get(name).expect("listed");
        let steps = generate(&variant);
        for kind in variant.kinds() {
            let lesson = &variant.piece(kind).name;
            if !steps.iter().any(|step| step.lesson.to_lowercase() == lesson.to_lowercase()) {
                faults.push(format!("{name}: no lesson for {lesson}"));
            }
        }
        let rules = variant.rules();
        let start = &variant.start().pieces;
        let can_pass = start.iter().any(|(_, piece)| rules.en_passant_kinds.contains(&piece.kind));
        for (is_needed, title) in [
            (rules.royal_kind.is_some() && rules.may_check, "Check"),
            (rules.royal_kind.is_some() && rules.may_check, "Mate"),
            (rules.castling.is_some(), "Castling"),
            (!rules.promotion.to.is_empty(), "promotes"),
            (rules.king_jump_needs_safety, "jumps"),
            (can_pass && rules.en_passant_region.any(), "captures en passant"),
        ] {
            if is_needed != steps.iter().any(|step| step.title.ends_with(title)) {
                faults.push(format!("{name}: {title}: {is_needed}"));
            }
        }
        for kind in variant.kinds().filter(|&kind| rules.promotion_of(kind).is_some()) {
            let instruction = format!("Promote the {}.", variant.piece(kind).name);
            if !rules.promotion.to.is_empty() && !steps.iter().any(|step| step.instruction() == instruction) {
                faults.push(format!("{name}: {instruction}"));
            }
        }
        for step in steps.iter().filter(|step| step.is_exercise()) {
            let line = solve(step, &step.start()).unwrap_or_default();
            println!(
                "{name}: {}: {} | {} | {}",
                step.title,
                step.text,
                with_replies(step, &line),
                xxlchess::notation::fen::format(&step.position)
            );
            if step.task != Task::Promote && line.iter().any(|mv| mv.promotion().is_some()) {
                faults.push(format!("{name}, {}: a piece in the way promotes", step.title));
            }
            let is_king = |mv: &Move| step.position.royal_king(Color::White) == Some(mv.from);
            if step.title.ends_with(" jumps") && !line.iter().all(is_king) {
                faults.push(format!("{name}, {}: another piece can do it", step.title));
            }
            if line.len() != usize::from(step.moves) {
                let found = with_replies(step, &line);
                faults.push(format!(
                    "{name}, {}: {} moves, but the solver finds {found}",
                    step.title, step.moves
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
