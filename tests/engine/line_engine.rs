//! The engine that is reached by lines: the same answers as the engine that is called.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::variant;
use xxlchess::engine::difficulty::{CHARACTERS, Difficulty, DifficultyPlayer};
use xxlchess::engine::mate_solver::{self, SolverGoal, TriedMove, Verdict};
use xxlchess::engine::{Engine, Options, Player, SearchRequest, system_clock};
use xxlchess::game::fog::VisibleBoard;
use xxlchess::game::options::{self, PromotionRule};
use xxlchess::notation::fen;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::protocol::uci::line_engine::LineEngine;
use xxlchess::protocol::uci::remote::{Answer, Job, RemoteJob};
use xxlchess::rules::{Move, Position};

/// Sends `job` to `engine`.
fn answer(engine: &mut LineEngine, job: Job) -> Answer {
    let mut remote = RemoteJob::new(job);
    let mut answers = Vec::new();
    for line in remote.lines(&Variants::built_in()).expect("a built-in variant") {
        engine.receive(&line, &mut |line| answers.push(line.to_owned()));
    }
    let found = answers.iter().find_map(|line| remote.receive(line));
    found.unwrap_or_else(|| panic!("no answer: {answers:?}"))
}

fn report_move(answer: &Answer) -> Option<Move> {
    let Answer::Report(report) = answer else { panic!("{answer:?} is no report") };
    report.best_move()
}

/// Games by each level and character at both ends, on several boards, with choice of promotion and in the fog.
#[test]
fn levels_move_as_if_they_were_called() {
    let choice = options::Options { promotion: PromotionRule::Choose, ..options::Options::default() };
    let fog = options::Options { fog_of_war: true, ..choice };
    let mut engine = LineEngine::new(system_clock);
    for (name, options) in [("xxl", options::Options::default()), ("chess", choice), ("xxlfairy", fog)] {
        let variant = options.applied_to(&variant(name));
        let mut position = Position::start(&variant).expect("a start");
        let mut keys = Vec::new();
        for ply in 0..24 {
            keys.push(position.key());
            let mut request = SearchRequest { seed: 7 + ply, ..SearchRequest::new(position.clone()) };
            request.key_history.clone_from(&keys);
            if options.fog_of_war {
                let seen = VisibleBoard::of(&position, position.turn());
                request.position = seen.position(&variant);
                request.key_history = vec![request.position.key()];
                request.search_moves = Some(seen.moves().to_vec());
            }
            // The strongest level takes seconds for each move in a test.
            let level = Difficulty::new((ply % 9) as u8 + 1);
            let character = &CHARACTERS[ply as usize % CHARACTERS.len()];
            let style = level.row().style.with_character(character);
            let called =
                DifficultyPlayer::with_style(style, 1).choose_move(&request, &AtomicBool::new(false));
            let sent = answer(&mut engine, Job::Move(level, character, request));
            assert_eq!(report_move(&sent), called, "{name}, level {level:?}, {}", fen::format(&position));
            position.play(called.expect("a move")).expect("legal");
        }
    }
}

/// A deterministic analysis with its line, depth, nodes and score.
#[test]
fn an_analysis_is_the_engines() {
    let position = Position::start(&variant("xxl")).expect("a start");
    let request = SearchRequest { key_history: vec![position.key()], ..SearchRequest::new(position) };
    let mut engine = Engine::new(Options { hash_mib: 16, ..Options::default() });
    let report = engine.analyze(&request, Duration::from_secs(1), &AtomicBool::new(false));
    let sent = answer(&mut LineEngine::new(system_clock), Job::Analysis(request, Duration::from_secs(1)));
    assert_eq!(sent, Answer::Report(report));
}

/// A mate in two: its solution, right and wrong moves, and goals that are not reached.
#[test]
fn problems_are_solved_as_if_they_were_called() {
    let chess = variant("chess");
    let position = fen::parse(&chess, "7k/8/5K2/8/8/8/8/R7 w - - 0 1").expect("a FEN");
    let stop = AtomicBool::new(false);
    let mut engine = LineEngine::new(system_clock);
    let rook = position.board().pieces().find(|(s, _)| s.to_string() == "a1").expect("a rook").1.kind;
    for goal in [SolverGoal::Mate, SolverGoal::Survive, SolverGoal::win_piece(&position, rook)] {
        let solution = mate_solver::solution(&position, goal, 2, &stop);
        assert_eq!(
            answer(&mut engine, Job::Solve(position.clone(), goal, 2)),
            Answer::Solution(solution.clone())
        );
        for mv in position.legal_moves() {
            let preferred_reply = None;
            let attempt = TriedMove { position: position.clone(), mv, goal, moves: 2, preferred_reply };
            let verdict = mate_solver::check_move(&attempt, &stop);
            assert_ne!(verdict, Verdict::Unknown);
            assert_eq!(answer(&mut engine, Job::Check(attempt)), Answer::Verdict(verdict), "{goal:?} {mv:?}");
        }
    }
}

/// Wrong lines of every command. Each `go` is answered, and the engine goes on.
#[test]
fn wrong_lines_are_answered() {
    let mut engine = LineEngine::new(system_clock);
    let mut answers = |line: &str| {
        let mut answers = Vec::new();
        engine.receive(line, &mut |line| answers.push(line.to_owned()));
        answers
    };
    for line in [
        "go",
        "go depth",
        "setoption name Fog value 7",
        "setoption name Keys value x",
        "position fen 8/8",
        "hm",
    ] {
        assert!(answers(line).iter().any(|line| line.starts_with("info string ")), "{line}");
    }
    assert_eq!(answers("go depth 2")[0], "bestmove (none)");
    assert_eq!(answers("check mate 2 a1a2"), ["verdict unknown"]);
    assert_eq!(answers("solve win 200 3 2"), ["solution (none)"]);
    assert_eq!(answers("position startpos moves e2e4"), [""; 0]);
    let searched = answers("go depth 3");
    assert!(searched.len() > 3 && searched.last().is_some_and(|line| line.starts_with("bestmove ")));
}
