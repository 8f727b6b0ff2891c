//! Puzzles: proofs of the packaged set, files and their faults, the course of solving.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::{self, FakeAnalyst, variant};
use xxlchess::config::puzzles::{PUZZLE_SETS, packaged};
use xxlchess::engine::mate_solver::{
    self, Aborted, ProblemReply, ProblemRequest, Solver, TriedMove, Verdict, check_move, solution,
};
use xxlchess::engine::{Score, SearchReport};
use xxlchess::game::analysis::analyzer::AnalysisLimits;
use xxlchess::game::options::Options;
use xxlchess::game::puzzle::check::{Checker, rule_faults};
use xxlchess::game::puzzle::progress::{self, AttemptResult, Date, Details, Progress};
use xxlchess::game::puzzle::selection::Selection;
use xxlchess::game::puzzle::theme::{THEMES, Theme};
use xxlchess::game::puzzle::{Puzzle, PuzzleController, PuzzleGoal, PuzzleHint, PuzzleState, Unique, file};
use xxlchess::game::worker::{ThreadedWorker, Worker};
use xxlchess::game::{Command, Event};
use xxlchess::notation::coords::{format_move, parse_move, parse_square};
use xxlchess::notation::fen;
use xxlchess::notation::pgn::PgnGame;
use xxlchess::rules::{Color, Position};
use xxlchess::storage::Storage;

/// Maximum number of nodes for the proof of a puzzle.
const NODES: u64 = 20_000_000;

fn goal_of(puzzle: &Puzzle) -> mate_solver::SolverGoal {
    puzzle.solver_goal().expect("a goal that can be proved")
}

fn solver_for(puzzle: &Puzzle, stop: &'static AtomicBool) -> Solver<'static> {
    Solver::new(goal_of(puzzle), NODES, stop)
}

static GO_ON: AtomicBool = AtomicBool::new(false);

/// In every packaged puzzle the goal can be forced, and not in fewer moves. Only one first move does so, and the
/// solution in the file has the longest defence.
#[test]
fn every_packaged_puzzle_is_proved() {
    for puzzle in &packaged() {
        let title = &puzzle.title;
        let mut solver = solver_for(puzzle, &GO_ON);
        let firsts = solver.solutions(&puzzle.position, puzzle.moves()).expect("a proof");
        let first = *puzzle.solution.first().expect("a solution is written down");
        assert!(firsts.contains(&first), "{title}: the written move is not the solution");
        assert!(puzzle.unique == Unique::First && firsts.len() == 1, "{title}: {} first moves", firsts.len());
        if goal_of(puzzle) != mate_solver::SolverGoal::Survive && puzzle.moves() > 1 {
            let shorter = solver.shortest(&puzzle.position, puzzle.moves() - 1).expect("a proof");
            assert_eq!(shorter, None, "{title} has a shorter solution");
        }
        let written = solution(&puzzle.position, goal_of(puzzle), puzzle.moves(), &GO_ON).expect("a line");
        assert_eq!(written.len(), puzzle.solution.len(), "{title}: not the longest defence");
        let mut position = puzzle.position.clone();
        for (index, &mv) in puzzle.solution.iter().enumerate() {
            let left = puzzle.moves() - index as u8 / 2;
            assert!(
                index % 2 == 1 || solver.solves(&position, mv, left).expect("a proof"),
                "{title}: move {index}"
            );
            position.play(mv).expect("a legal move");
        }
        match puzzle.goal {
            PuzzleGoal::Mate(_) => assert!(position.is_check() && !position.has_legal_move(), "{title}"),
            PuzzleGoal::Win(kind, _) => {
                let before = puzzle.position.board().by_piece(!puzzle.side(), kind).count();
                assert!(position.board().by_piece(!puzzle.side(), kind).count() < before, "{title}");
            }
            PuzzleGoal::Save(_) => assert!(threatened(puzzle), "{title}: there is nothing to save"),
            PuzzleGoal::Best(_) | PuzzleGoal::Better => unreachable!("it cannot be proved"),
        }
    }
}

/// After a right move that is not the written one, the hint continues from the position on the board.
#[test]
fn hints_follow_the_moves_played() {
    let mut tried = 0;
    for puzzle in packaged().into_iter().filter(|puzzle| puzzle.moves() > 2) {
        let mut position = puzzle.position.clone();
        for &mv in &puzzle.solution[..2] {
            position.play(mv).expect("a legal move");
        }
        let others = position.legal_moves().into_iter().filter(|mv| *mv != puzzle.solution[2]);
        let mut solver = solver_for(&puzzle, &GO_ON);
        let left = puzzle.moves() - 1;
        let right: Vec<_> = others.filter(|&mv| solver.solves(&position, mv, left) == Ok(true)).collect();
        for other in right {
            tried += 1;
            let mut run = PuzzleController::new(
                puzzle.clone(),
                Box::new(ThreadedWorker::puzzle_solver().inline()),
                Options::default(),
            );
            for mv in [puzzle.solution[0], other] {
                run.apply(Command::Play(mv));
                run.tick(Duration::from_secs(1));
            }
            if run.state() != PuzzleState::Open {
                continue;
            }
            run.request_hint();
            run.request_hint();
            let Some(PuzzleHint::Move(from, to)) = run.hint() else { panic!("{}: no hint", puzzle.title) };
            let now = run.game().position().clone();
            let mut hinted = now.legal_moves().into_iter().filter(|mv| (mv.from, mv.to) == (from, to));
            let goes = hinted.any(|mv| solver.solves(&now, mv, left - 1) == Ok(true));
            assert!(goes, "{}: {from}{to} after {}{}", puzzle.title, other.from, other.to);
        }
    }
    assert!(tried > 5, "{tried}");
}

/// Whether the other side would mate if the player passed.
fn threatened(puzzle: &Puzzle) -> bool {
    let mut position = puzzle.position.clone();
    position.make_null();
    let mut solver = Solver::new(mate_solver::SolverGoal::Mate, NODES, &GO_ON);
    solver.shortest(&position, puzzle.moves()).expect("a proof").is_some()
}

/// The packaged puzzles are 24 or more, have all goals, six themes, both colours and every piece, and no two are
/// alike.
#[test]
fn the_packaged_puzzles_are_varied() {
    let puzzles = packaged();
    assert!(puzzles.len() >= 24);
    let goals: BTreeSet<_> = puzzles.iter().map(|p| p.goal.to_text(p.position.variant())).collect();
    for goal in ["mate 1", "mate 2", "mate 3", "mate 4", "save 1", "win a 2"] {
        assert!(goals.contains(goal), "{goal}");
    }
    let themes: BTreeSet<_> = puzzles.iter().flat_map(|puzzle| &puzzle.themes).collect();
    assert!(themes.len() >= 15, "{themes:?}");
    assert!(themes.iter().all(|theme| Theme::find(theme).is_some()), "{themes:?}");
    assert!(puzzles.iter().all(|puzzle| !puzzle.themes.is_empty() && puzzle.rating.is_some()));
    for color in Color::ALL {
        assert!(puzzles.iter().any(|puzzle| puzzle.side() == color));
    }
    let heroes: BTreeSet<_> = puzzles.iter().map(|puzzle| puzzle.hero().expect("a piece moves")).collect();
    assert_eq!(heroes.len(), variant("xxl").kinds().count(), "{heroes:?}");
    let ids: BTreeSet<_> = puzzles.iter().map(Puzzle::id).collect();
    let titles: BTreeSet<_> = puzzles.iter().map(|puzzle| &puzzle.title).collect();
    assert_eq!((ids.len(), titles.len()), (puzzles.len(), puzzles.len()));
}

/// If any piece of a mate in two or three is removed, the puzzle has another solution or none.
#[test]
fn every_piece_of_a_puzzle_is_needed() {
    let mut idle = Vec::new();
    for puzzle in packaged().iter().filter(|puzzle| matches!(puzzle.goal, PuzzleGoal::Mate(2 | 3))) {
        let setup = puzzle.position.to_setup();
        for index in 0..setup.pieces.len() {
            let mut without = setup.clone();
            let (square, _) = without.pieces.remove(index);
            let Ok(position) = Position::from_setup(puzzle.position.variant(), &without) else { continue };
            let mut solver = solver_for(puzzle, &GO_ON);
            let same = solver.solutions(&position, puzzle.moves()) == Ok(vec![puzzle.solution[0]]);
            if same && solver.shortest(&position, puzzle.moves() - 1) == Ok(None) {
                idle.push(format!("{}: {square}", puzzle.title));
            }
        }
    }
    assert!(idle.is_empty(), "{idle:#?}");
}

/// Mates, near misses, a won piece and a bad exchange have known results, and the solver stops when the flag is set.
#[test]
fn the_solver_finds_known_results() {
    let mate = |fen: &str, moves| {
        let position = common::xxl(fen);
        Solver::new(mate_solver::SolverGoal::Mate, NODES, &GO_ON)
            .shortest(&position, moves)
            .expect("an answer")
            .map(|(n, _)| n)
    };
    // Two rooks mate in turns a king on the last rank but one.
    let rooks = "14/10k3/R13/1R12/14/14/14/14/14/14/14/14/14/7K6 w - - 0 1";
    assert_eq!(mate(rooks, 1), None);
    assert_eq!(mate(rooks, 4), Some(2));
    // A stalemate is no mate: the king is the only piece, and the queen takes all its squares.
    assert_eq!(mate("k13/14/1Q12/14/14/14/14/14/14/14/14/14/14/7K6 w - - 0 1", 1), None);
    // A queen counts as won only if the capture gains material after the best reply.
    let wins = |fen: &str| {
        let position = common::xxl(fen);
        let kind = variant("xxl").kind_by_letter('q').expect("a queen");
        let aim = mate_solver::SolverGoal::win_piece(&position, kind);
        Solver::new(aim, NODES, &GO_ON).solutions(&position, 1).expect("an answer").len()
    };
    assert_eq!(wins("7k6/14/14/14/3q10/14/14/14/3R10/14/14/14/14/7K6 w - - 0 1"), 1);
    let defended = "7k6/14/14/14/3q10/3r10/14/14/14/14/14/14/14/3A3K6 w - - 0 1";
    assert_eq!(wins(defended), 0, "the rook is in the way");
    let bargain = "3r3k6/14/14/14/3q10/14/14/14/14/14/14/14/14/3A3K6 w - - 0 1";
    assert_eq!(wins(bargain), 0, "an amazon for a queen is no gain");
    let hard = &packaged()[20];
    let few = Solver::new(goal_of(hard), 1000, &GO_ON).solutions(&hard.position, hard.moves());
    assert_eq!(few, Err(Aborted));
    static STOP: AtomicBool = AtomicBool::new(true);
    assert_eq!(solution(&hard.position, goal_of(hard), hard.moves(), &STOP), None);
}

/// A right move gets the longest defence, a wrong one its refutation, and the last one ends the puzzle.
#[test]
fn right_and_wrong_moves_are_judged() {
    let puzzle = titled("The king opens the door");
    let ask = |text: &str, position: &Position, moves| {
        let mv = parse_move(position, text).expect("a legal move");
        check_move(
            &TriedMove {
                position: position.clone(),
                mv,
                goal: goal_of(&puzzle),
                moves,
                preferred_reply: None,
            },
            &GO_ON,
        )
    };
    let Verdict::Continue { reply, next } = ask("k14l14", &puzzle.position, 2) else { panic!("it is right") };
    let mut after = puzzle.position.clone();
    for mv in [puzzle.solution[0], reply] {
        after.play(mv).expect("legal");
    }
    let next = format_move(after.variant(), next);
    assert_eq!(ask(&next, &after, 1), Verdict::Solved);
    let Verdict::Failed(Some(reply)) = ask("k14j14", &puzzle.position, 2) else { panic!("it is wrong") };
    let mut after = puzzle.position.clone();
    after.play(parse_move(&after, "k14j14").expect("legal")).expect("legal");
    assert!(after.legal_moves().contains(&reply));
    after.play(reply).expect("legal");
    let mate = Solver::new(mate_solver::SolverGoal::Mate, NODES, &GO_ON).shortest(&after, 1);
    assert_eq!(mate, Ok(None), "the refutation refutes");
}

fn titled(title: &str) -> Puzzle {
    packaged().into_iter().find(|puzzle| puzzle.title == title).expect("a packaged puzzle")
}

fn begin(puzzle: Puzzle) -> PuzzleController {
    PuzzleController::new(puzzle, Box::new(ThreadedWorker::puzzle_solver().inline()), Options::default())
}

/// Clicks both squares of a move written in coordinates.
fn click(run: &mut PuzzleController, text: &str) -> Vec<Event> {
    let mv = parse_move(run.game().position(), text).expect("a legal move");
    let mut events = run.apply(Command::Click(mv.from));
    events.extend(run.apply(Command::Click(mv.to)));
    events
}

fn wait(run: &mut PuzzleController, seconds: u64) {
    for _ in 0..seconds * 20 {
        run.tick(Duration::from_millis(50));
    }
}

/// The written moves of every packaged puzzle are accepted and get the written replies.
#[test]
fn every_packaged_puzzle_can_be_played() {
    for puzzle in packaged() {
        let solution = puzzle.solution.clone();
        let title = puzzle.title.clone();
        let mut run = begin(puzzle);
        for pair in solution.chunks(2) {
            assert_eq!(run.state(), PuzzleState::Open, "{title}");
            let text = format_move(run.game().position().variant(), pair[0]);
            click(&mut run, &text);
            assert_eq!(run.state(), PuzzleState::Checking, "{title}: {text}");
            wait(&mut run, 1);
        }
        assert_eq!(run.state(), PuzzleState::Solved, "{title}");
        assert_eq!(run.moves_left(), 0);
        assert_eq!(run.message().as_deref(), Some("Solved!"));
        let board = fen::format(run.game().position());
        run.apply(Command::Click(parse_square("a1").expect("a square")));
        wait(&mut run, 3);
        assert_eq!(fen::format(run.game().position()), board, "{title}: nothing moves any more");
    }
}

/// In place of 1.f3, after which Black is better by four pawns, White finds another move. The best move counts at once.
/// A move counts if its search finds nothing worse than the best one by an inaccuracy. The mistake itself, and a move whose
/// search finds it much worse, are refuted and taken back.
#[test]
fn a_move_in_place_of_a_mistake_must_be_good_enough() {
    let text = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n\
        {[%eval 0.30]} 1. f3 {[%eval -4.00]} ( 1. e4 e5 ) 1... e5 *";
    let record = PgnGame::parse(text, |_| Ok(variant("chess"))).expect("a game");
    let analyst = FakeAnalyst::default();
    let open = || {
        let puzzle = Puzzle::of_mistake(record.clone()).expect("a puzzle");
        begin(puzzle).with_analyst(Box::new(analyst.clone()), AnalysisLimits::default())
    };
    // The score is that of Black, who is to move after White's move.
    for (text, score, state, message) in [
        ("e2e4", None, PuzzleState::Solved, "Best move!"),
        ("d2d4", Some(-20), PuzzleState::Solved, "Good move! e4 was best."),
        ("d2d3", Some(0), PuzzleState::Solved, "Good move! e4 was best."),
        ("h2h4", Some(40), PuzzleState::Wrong, "h4 is not good enough. You can do better."),
        ("g2g4", Some(200), PuzzleState::Wrong, "g4 loses too much: e5"),
        ("f2f3", None, PuzzleState::Wrong, "That was your move in the game. Find a better one."),
    ] {
        let mut run = open();
        click(&mut run, text);
        assert_eq!(run.state(), PuzzleState::Checking);
        if let Some(score) = score {
            wait(&mut run, 9);
            assert_eq!(run.message().as_deref(), Some("Checking your move"), "a slow search");
            let reply = parse_move(run.game().position(), "e7e5").expect("legal");
            analyst.set_reply(SearchReport::from_move(Some(reply), Score::Centipawns(score)));
        }
        wait(&mut run, 1);
        assert_eq!((run.state(), run.message().as_deref()), (state, Some(message)), "{text}");
        wait(&mut run, 3);
        let moves = run.game().moves().len();
        assert_eq!(moves, usize::from(state == PuzzleState::Solved), "{text}: a wrong move is taken back");
    }
    assert_eq!(analyst.0.borrow().requests.len(), 4);
    let mut run = open();
    run.show_solution();
    wait(&mut run, 4);
    assert_eq!((run.state(), run.message().as_deref()), (PuzzleState::Shown, Some("e4 was best.")));
    // An analyst that fails cannot check the move.
    let mut run = open();
    click(&mut run, "d2d4");
    analyst.set_reply(SearchReport::from_move(None, Score::Centipawns(0)));
    wait(&mut run, 1);
    assert_eq!(run.message().as_deref(), Some("This move cannot be checked. Try another one."));
}

/// Black's rook has moved to m14, and the camel could mate at once.
fn line_puzzle(goal: &str) -> Puzzle {
    let fen = "11r1k/12pp/14/14/14/14/7H5C/14/14/14/14/14/14/4K9 b - - 0 1";
    let text = format!("[1]\nfen = {fen}\nlast_move = l14m14\n{goal}\n");
    file::parse(&variant("xxl"), &text).expect("a puzzle").swap_remove(0)
}

/// Only the moves of the line and a mate are right; another good move is wrong and gets no reply.
#[test]
fn only_the_line_or_a_mate_solves_a_line_puzzle() {
    let puzzle = line_puzzle("goal = best 2\nsolution = h8g9 m14l14 g9h8");
    assert_eq!(puzzle.instruction(), "Find the best move for White");
    let mut run = begin(puzzle.clone());
    click(&mut run, "h8i9");
    wait(&mut run, 1);
    assert_eq!((run.state(), run.game().moves().len()), (PuzzleState::Wrong, 2));
    wait(&mut run, 2);
    assert_eq!((run.state(), run.game().position()), (PuzzleState::Open, &puzzle.position));
    for (text, state) in [("h8g9", PuzzleState::Open), ("g9h8", PuzzleState::Solved)] {
        click(&mut run, text);
        wait(&mut run, 1);
        assert_eq!(run.state(), state, "{text}");
    }
    run.restart();
    click(&mut run, "n8m11");
    wait(&mut run, 1);
    assert_eq!(run.state(), PuzzleState::Solved, "mate");
    for goal in ["goal = mate 1\nsolution = n8m11", "goal = mate 1\nsolution = n8m11\nunique = line"] {
        let mut run = begin(line_puzzle(goal));
        assert_eq!(run.puzzle().follows_line(), goal.ends_with("line"));
        click(&mut run, "n8m11");
        wait(&mut run, 1);
        assert_eq!(run.state(), PuzzleState::Solved, "{goal}");
    }
}

/// The other side's last move is the first move of the game on the board, also after a wrong move and in the
/// solution.
#[test]
fn the_last_move_before_a_puzzle_is_shown() {
    let puzzle = line_puzzle("goal = best 1\nsolution = h8g9");
    let (last, _) = puzzle.last_move.expect("a last move");
    assert_eq!(format_move(puzzle.position.variant(), last), "l14m14");
    let mut run = begin(puzzle.clone());
    let first = |run: &PuzzleController| run.game().moves().first().map(|made| made.mv);
    assert_eq!((first(&run), run.game().position()), (Some(last), &puzzle.position));
    assert!(run.game().own_piece_at(puzzle.solution[0].from).is_some(), "it is the player's turn");
    click(&mut run, "h8i9");
    wait(&mut run, 3);
    assert_eq!(first(&run), Some(last));
    run.show_solution();
    wait(&mut run, 3);
    assert_eq!((first(&run), run.game().moves().len()), (Some(last), 2));
}

/// The puzzles made by the generator have a rating, known themes, a legal last move and a line that reaches the goal,
/// and no two are alike.
#[test]
fn every_built_in_puzzle_follows_the_rules() {
    for set in PUZZLE_SETS {
        let puzzles = set.load();
        let ids: BTreeSet<_> = puzzles.iter().map(Puzzle::id).collect();
        assert_eq!(ids.len(), puzzles.len(), "{}", set.name);
        for puzzle in &puzzles {
            let title = format!("{} {}", set.name, puzzle.title);
            assert_eq!(rule_faults(puzzle), [""; 0], "{title}");
            assert!(
                puzzle.themes.iter().all(|theme| Theme::find(theme).is_some()),
                "{title}: {:?}",
                puzzle.themes
            );
            assert!(puzzle.hero().is_some(), "{title}");
            if set.name != "composed" {
                assert!(puzzle.follows_line() && puzzle.last_move.is_some(), "{title}");
                assert!(puzzle.rating.is_some_and(|rating| (600..=2400).contains(&rating)), "{title}");
            }
        }
    }
}

/// Puzzles with missing parts, without a mate, with a better move, a second good move and a second mate have their
/// fault reported, a sound one has none.
#[test]
fn faults_of_puzzles_are_found_by_rules_and_by_search() {
    let mut puzzle = line_puzzle("goal = mate 1\nsolution = h8g9\nrating = 900\nthemes = mate in 2");
    assert_eq!(rule_faults(&puzzle).len(), 2, "{:?}", rule_faults(&puzzle));
    puzzle.solution.clear();
    (puzzle.rating, puzzle.themes) = (None, Vec::new());
    let missing = ["the rating is missing", "the themes are missing", "the solution is missing"];
    assert_eq!(rule_faults(&puzzle), missing);
    let mut checker = Checker::default();
    let mut fault = |puzzle: &Puzzle| checker.search_fault(puzzle, 5_000).unwrap_or_default();
    assert_eq!(fault(&line_puzzle("goal = best 1\nsolution = h8g9")), "n8m11 is better than h8g9");
    let parse = |text: &str| file::parse(&variant("xxl"), text).expect("a puzzle").swap_remove(0);
    let board = "7k6/14/14/14/3q10/14/14/14/3R10/14/14/14/14/7K6 w - - 0 1";
    assert_eq!(fault(&parse(&format!("[1]\nfen = {board}\ngoal = best 1\nsolution = d6d10"))), "");
    let two_rooks = |text: &str| {
        let board = "7k6/R13/14/14/14/14/14/14/14/14/14/14/14/1RR4K6 w - - 0 1";
        parse(&format!("[1]\nfen = {board}\nsolution = b1b14\n{text}"))
    };
    assert_eq!(fault(&two_rooks("goal = mate 1\nunique = line")), "c1c14 forces mate in 1, too");
    assert_eq!(fault(&two_rooks("goal = mate 1\nunique = yes")), "c1c14 solves it, too");
    assert_eq!(fault(&two_rooks("goal = mate 1")), "");
    assert_eq!(fault(&two_rooks("goal = best 1")), "b1b14 is not the only good move");
    let few = checker.search_fault(&titled("Net of knights"), 10);
    assert_eq!(few.as_deref(), Some("no proof within the nodes; expected fewer pieces or moves"));
}

/// Names of themes are unique and can be written in a puzzle file.
#[test]
fn every_theme_has_a_name_of_its_own() {
    let names: BTreeSet<_> = THEMES.iter().map(|theme| theme.name).collect();
    assert_eq!(names.len(), THEMES.len());
    for theme in THEMES {
        assert!(file::is_name(theme.name) && !theme.name.contains(','), "{theme:?}");
        assert!(!theme.name.is_empty() && theme.description.ends_with('.'), "{theme:?}");
    }
}

/// A wrong move is refuted and then taken back, after some time or by the next click.
#[test]
fn a_wrong_move_is_taken_back() {
    let mut run = begin(titled("The king opens the door"));
    let start = run.game().position().clone();
    click(&mut run, "k14j14");
    wait(&mut run, 1);
    assert_eq!(run.state(), PuzzleState::Wrong);
    assert_eq!(run.message().as_deref(), Some("Not the solution – try again"));
    assert_eq!(run.game().moves().len(), 2, "the wrong move and its refutation are shown");
    wait(&mut run, 2);
    assert_eq!((run.state(), run.game().position()), (PuzzleState::Open, &start));
    assert_eq!(run.moves_left(), 2);
    assert_eq!(run.message().as_deref(), Some("Not the solution – try again"), "until the next move");
    click(&mut run, "k14j14");
    assert_eq!(run.message(), None);
    wait(&mut run, 1);
    let events = run.apply(Command::Click(parse_square("k14").expect("a square")));
    assert!(events.contains(&Event::Restarted));
    assert_eq!(run.game().position(), &start);
    assert!(run.game().selected().is_some(), "the click that takes back counts");
}

/// A move that should have been mate is refuted without a search, here by a capture of the moved piece, until the
/// next click.
#[test]
fn a_wrong_move_is_refuted_where_only_the_solution_is_right() {
    let position = common::xxl("7k6/1R12/14/14/14/14/14/14/14/3R10/14/14/14/K13 w - - 0 1");
    let mv = |text| parse_move(&position, text).expect("a move");
    let puzzle = Puzzle {
        unique: Unique::Line,
        solution: vec![mv("d5d14")],
        ..Puzzle::new("One".to_owned(), PuzzleGoal::Mate(1), position.clone())
    };
    let mut run = begin(puzzle);
    click(&mut run, "b13g13");
    wait(&mut run, 1);
    assert_eq!(run.message().as_deref(), Some("Not mate yet – try again"));
    wait(&mut run, 3);
    let square = |text| parse_square(text).expect("a square");
    assert_eq!(run.last_refutation(), Some((square("h14"), square("g13"))));
    run.apply(Command::Click(square("d5")));
    assert_eq!(run.last_refutation(), None);
}

/// The first hint marks the piece, the second one the move, also in a puzzle without a written solution.
#[test]
fn a_hint_shows_the_piece_and_then_the_move() {
    let puzzle = titled("The king opens the door");
    for written in [true, false] {
        let mut puzzle = puzzle.clone();
        let first = puzzle.solution[0];
        if !written {
            puzzle.solution.clear();
        }
        let mut run = begin(puzzle);
        assert_eq!(run.hint(), None);
        run.request_hint();
        run.tick(Duration::ZERO);
        assert_eq!(run.hint(), Some(PuzzleHint::Piece(first.from)));
        run.request_hint();
        assert_eq!(run.hint(), Some(PuzzleHint::Move(first.from, first.to)));
        click(&mut run, "k14l14");
        wait(&mut run, 1);
        assert_eq!(run.hint(), None);
        run.request_hint();
        assert!(matches!(run.hint(), Some(PuzzleHint::Piece(_))));
    }
}

/// The solution is played move by move, can be stopped, and does not count as solved.
#[test]
fn the_solution_plays_itself() {
    for written in [true, false] {
        let mut puzzle = titled("Castle in the desert");
        let length = puzzle.solution.len();
        if !written {
            puzzle.solution.clear();
        }
        let mut run = begin(puzzle);
        click(&mut run, "h1h2");
        run.show_solution();
        assert_eq!((run.state(), run.game().moves().len()), (PuzzleState::Showing, 0));
        wait(&mut run, 2);
        assert_eq!(run.game().moves().len(), 1);
        wait(&mut run, 5);
        assert_eq!((run.state(), run.game().moves().len()), (PuzzleState::Shown, length));
        run.restart();
        assert_eq!((run.state(), run.game().moves().len(), run.moves_left()), (PuzzleState::Open, 0, 2));
    }
}

/// A puzzle that cannot be solved refuses every move and says that no solution was found.
#[test]
fn a_puzzle_without_a_solution_is_reported() {
    let position = common::xxl("7k6/14/14/14/14/14/14/14/14/14/14/14/14/3R3K6 w - - 0 1");
    let mut run = begin(Puzzle::new("No".to_owned(), PuzzleGoal::Mate(2), position));
    run.request_hint();
    run.tick(Duration::ZERO);
    assert_eq!(run.message().as_deref(), Some("No solution was found"));
    run.show_solution();
    wait(&mut run, 2);
    assert_eq!(run.message().as_deref(), Some("No solution was found"));
    click(&mut run, "d1d14");
    wait(&mut run, 1);
    assert_eq!(run.state(), PuzzleState::Wrong);
}

/// The worker with threads answers as the one without, and a dropped request leaves no answer.
#[test]
fn the_threaded_worker_gives_the_same_answers() {
    let mut arbiter = ThreadedWorker::puzzle_solver();
    let hard = titled("Chancellor and camel");
    let mut question = |puzzle: &Puzzle| {
        let (position, mv) = (puzzle.position.clone(), puzzle.solution[0]);
        let question =
            TriedMove { position, mv, goal: goal_of(puzzle), moves: puzzle.moves(), preferred_reply: None };
        arbiter.start(ProblemRequest::Check(question));
    };
    question(&hard);
    question(&titled("No room to breathe"));
    let found = (0..2000).find_map(|_| {
        std::thread::sleep(Duration::from_millis(5));
        arbiter.poll()
    });
    assert_eq!(found, Some(ProblemReply::Verdict(Verdict::Solved)));
}

/// Each fault of a puzzle file is reported with its line and the expected value.
#[test]
fn every_fault_of_a_puzzle_file_has_its_line() {
    let xxl = variant("xxl");
    let board = "12rk/12pp/14/14/14/14/7H5C/14/14/14/14/14/14/4K9 w - - 0 1";
    let fault = |text: &str| file::parse(&xxl, text).expect_err(text).to_string();
    let cases = [
        ("", "1: there is no puzzle in the file; expected a title in brackets: [A title]".to_owned()),
        ("fen = x", "1: found \"fen = x\"; expected a title in brackets or key = value".to_owned()),
        ("[a", "1: found \"[a\"; expected a title in brackets: [A title]".to_owned()),
        (
            "[a]\nfan = x",
            "2: \"fan\" is no known key; expected fen, last_move, goal, rating, themes, unique, \
             solution"
                .to_owned(),
        ),
        ("[a]\nrating = 900\nrating = 900", "3: rating is there twice; expected once".to_owned()),
        ("\n[a]\ngoal = mate 1", "2: fen is missing from \"a\"; expected the position as a FEN".to_owned()),
    ];
    for (text, expected) in cases {
        assert_eq!(fault(text), expected);
    }
    let with = |rest: &str| fault(&format!("[a]\nfen = {board}\n{rest}"));
    assert!(with("").starts_with("1: goal is missing"));
    for goal in ["mate", "mate 0", "mate 10", "win k 2", "win x 2", "win a", "draw 2", "save two"] {
        assert!(with(&format!("goal = {goal}")).starts_with("3: goal: found \""), "{goal}");
    }
    for (rest, start) in [
        ("rating = 50", "4: rating: found \"50\"; expected a number from 100 to 3000"),
        ("last_move = a1a2", "4: last_move: \"a1a2\" is no legal move there"),
        ("unique = line", "1: solution: found 0 moves; expected the 1 moves of the goal"),
        ("unique = maybe", "4: unique: found \"maybe\"; expected yes, no or line"),
        (
            "themes = fork,,pin",
            "4: themes: found \"fork,,pin\"; expected at most 20 themes of 1 to 60 characters",
        ),
        ("solution = a1a2", "4: solution: \"a1a2\" is no legal move there"),
        ("solution =", "4: solution: found 0 moves; expected it to end with a move of the side that begins"),
        ("solution = n8m11 m14m12", "4: solution: \"m14m12\" is no legal move there"),
        ("solution = h8g9 n14n12", "4: solution: \"n14n12\" is no legal move there"),
    ] {
        assert!(
            with(&format!("goal = mate 1\n{rest}")).starts_with(start),
            "{}",
            with(&format!("goal = mate 1\n{rest}"))
        );
    }
    assert!(fault("[a]\nfen = 14/14 w\ngoal = mate 1").starts_with("2: FEN, pieces:"));
    let text = include_str!("../../assets/puzzles/composed.txt");
    for end in (0..text.len()).step_by(7).filter(|&end| text.is_char_boundary(end)) {
        let _ = file::parse(&xxl, &text[..end]);
    }
    assert!(file::parse(&xxl, &format!("\u{feff}{}", text.replace('\n', "\r\n"))).is_ok());
}

fn is_solved(progress: &Progress, puzzle: &Puzzle) -> bool {
    progress.record(&puzzle.id()).is_some_and(|record| record.solved)
}

fn solved_count(progress: &Progress, puzzles: &[Puzzle]) -> usize {
    puzzles.iter().filter(|puzzle| is_solved(progress, puzzle)).count()
}

/// Progress belongs to the position and goal of a puzzle, not to its place or title.
#[test]
fn a_puzzle_stays_solved_under_another_title() {
    let mut puzzles = packaged();
    let progress = Progress::parse(&format!("{}\n{}\n", puzzles[0].id(), puzzles[2].id()));
    assert_eq!(solved_count(&progress, &puzzles), 2);
    puzzles[0].title = "Another name".to_owned();
    puzzles.swap(0, 5);
    assert_eq!((solved_count(&progress, &puzzles), is_solved(&progress, &puzzles[5])), (2, true));
}

/// Attempts are added to those in the file; a damaged file and a folder that cannot be made are errors.
#[test]
fn attempts_are_saved_to_disk() {
    let folder = std::env::temp_dir().join(format!("xxlchess-progress-{}", std::process::id()));
    let in_folder = |path: &str| Storage { data_dir: Some(folder.join(path)), config_dir: None };
    let storage = in_folder("deep");
    let puzzles = packaged();
    assert_eq!(storage.load_progress(), Progress::default());
    for count in 1..=2 {
        let details = Details {
            date: Date { year: 2026, month: 11, day: 23 },
            result: AttemptResult::Right,
            rating: Some(1000),
            selection: Selection::Mixed,
        };
        let attempt = progress::Attempt { id: puzzles[count].id(), details: Some(details) };
        storage.save_attempts(&[attempt]).expect("it can be written");
        assert_eq!(solved_count(&storage.load_progress(), &puzzles), count);
        assert_eq!(storage.load_progress().ratings().len(), count);
    }
    std::fs::write(folder.join("deep/puzzles.txt"), [0xFF, 0xFE, 0, b'\n']).expect("it can be written");
    assert_eq!(storage.load_progress(), Progress::default());
    assert!(in_folder("deep/puzzles.txt/below").save_attempts(&[]).is_err());
    std::fs::create_dir_all(folder.join("odd/puzzles.txt")).expect("it can be made");
    assert_eq!(in_folder("odd").load_progress(), Progress::default());
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

/// The example config loads puzzles and a level of its own, and a wrong goal or file is reported with its key.
#[test]
fn the_example_config_loads_its_puzzles() {
    use std::path::Path;
    use xxlchess::config::Config;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/configs/puzzles");
    let config = Config::load(&folder.join("config.json")).expect("a config");
    let puzzles = config.load_puzzles(&variant("xxl")).expect("puzzles");
    assert_eq!(
        puzzles.iter().map(|p| p.title.as_str()).collect::<Vec<_>>()[1..],
        ["The chancellor turns", "Two rooks"]
    );
    for puzzle in &puzzles {
        let firsts = solver_for(puzzle, &GO_ON).solutions(&puzzle.position, puzzle.moves()).expect("a proof");
        assert!(
            !firsts.is_empty() && (puzzle.unique == Unique::No || firsts == puzzle.solution[..1]),
            "{}",
            puzzle.title
        );
    }
    let text = std::fs::read_to_string(folder.join("config.json")).expect("a file");
    for (from, to, expected) in [
        ("mate 2", "win 2", "config.json:20: levels[1].goal: found \"win 2\"; expected \"mate 2\""),
        ("endings.txt", "none.txt", "none.txt: there is no such file"),
        (
            "endings.txt",
            "level.txt",
            "level.txt:2: found \"..........K\"; expected a title in brackets or key = value",
        ),
    ] {
        let config =
            Config::parse(&folder.join("config.json"), &text.replacen(from, to, 1)).expect("a config");
        let error = config.load_puzzles(&variant("xxl")).expect_err(to).to_string();
        assert!(error.contains(expected), "{error}");
    }
}
