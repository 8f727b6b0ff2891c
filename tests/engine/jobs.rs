//! Jobs as lines: the same answers as those of an engine that is called.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::variant;
use xxlchess::engine::difficulty::{CHARACTERS, Difficulty, DifficultyPlayer};
use xxlchess::engine::mate_solver::{ProblemReply, ProblemRequest, SolverGoal, TriedMove, Verdict};
use xxlchess::engine::{AnalysisRequest, Engine, Options, Player, Score, SearchRequest, system_clock};
use xxlchess::game::fog::VisibleBoard;
use xxlchess::game::options::{self, PromotionRule};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen};
use xxlchess::protocol::job::{Answer, Job, JobEngine};
use xxlchess::reason::{ReasonRequest, explain};
use xxlchess::rules::{Move, Position};

/// Sends a line to `engine`. Returns the last line of its answer.
fn send(engine: &mut JobEngine, line: &str) -> String {
    let mut answer = String::new();
    engine.answer(line, &mut |line| answer = line);
    answer
}

/// Sends `job` to `engine`.
fn answer(engine: &mut JobEngine, job: &Job) -> Answer {
    let answer = send(engine, &job.to_line(&Variants::built_in()).expect("a built-in variant"));
    job.parse_answer(&answer).unwrap_or_else(|| panic!("{answer}"))
}

fn report_move(answer: &Answer) -> Option<Move> {
    let Answer::Report(report) = answer else { panic!("{answer:?} is no report") };
    report.best_move()
}

/// A job of a variant of the player's own, whose parent is another one, has the text of both. An engine that has just had a
/// job of another variant answers it, and after it one of a built-in variant.
#[test]
fn own_variants_travel_with_the_job() {
    let text = "[leapers:chess]\nknight = -\ncustomPiece1 = h:NN\n\
                startFen = rhbqkbhr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBHR w KQkq - 0 1\n[more:leapers]\nnMoveRule = 7\n";
    let variants = Variants::built_in().with_file("own.ini", text).expect("no fault");
    let mut engine = JobEngine::new(system_clock);
    for name in ["chess", "more", "leapers", "chess"] {
        let position = Position::start(&variants.get(name).expect("a variant")).expect("a start");
        let job = Job::Move(Difficulty::new(3), &CHARACTERS[0], SearchRequest::new(position));
        let line = job.to_line(&variants).expect("a known variant");
        let reply = send(&mut engine, &line);
        let answer = job.parse_answer(&reply).unwrap_or_else(|| panic!("{name}: {reply}"));
        assert!(report_move(&answer).is_some(), "{name}: {answer:?}");
    }
    assert_eq!(send(&mut engine, "analysis;variant=x;own=%5Bx;ms=10"), "none");
}

/// In games of three variants, one with a choice of promotion and one in fog of war, each level but the strongest and
/// each character choose the same moves for a job as in a call.
#[test]
fn levels_move_as_if_they_were_called() {
    let choice = options::Options { promotion: PromotionRule::Choose, ..options::Options::default() };
    let fog = options::Options { fog_of_war: true, ..choice };
    let mut engine = JobEngine::new(system_clock);
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
            // The strongest level is left out, because it takes seconds for a move.
            let level = Difficulty::new((ply % 9) as u8 + 1);
            let character = &CHARACTERS[ply as usize % CHARACTERS.len()];
            let style = level.row().style.with_character(character);
            let called =
                DifficultyPlayer::with_style(style, 1).choose_move(&request, &AtomicBool::new(false));
            let sent = answer(&mut engine, &Job::Move(level, character, request));
            assert_eq!(report_move(&sent), called, "{name}, level {level:?}, {}", fen::format(&position));
            position.play(called.expect("a move")).expect("legal");
        }
    }
}

/// The last report of a deterministic analysis has the same lines, depth, nodes and scores for a job as in a call, with one
/// line after a fixed time, and with three lines after each iteration. These begin with different moves, and none has a
/// better score than the one before.
#[test]
fn an_analysis_is_the_engines() {
    let position = Position::start(&variant("xxl")).expect("a start");
    let search = SearchRequest { key_history: vec![position.key()], ..SearchRequest::new(position) };
    let timed = AnalysisRequest::timed(search.clone(), Duration::from_secs(1));
    let endless = AnalysisRequest { search, time: None, lines: 3 };
    let mut engine = Engine::new(Options { hash_mib: 16, ..Options::default() });
    for (request, expected) in [(timed, 1..=1), (endless, 3..=99)] {
        let mut reports = Vec::new();
        engine.analyze(&request, &AtomicBool::new(false), &mut |report| reports.push(report));
        assert!(expected.contains(&reports.len()), "{} reports", reports.len());
        let last = reports.pop().expect("a report");
        let lines: Vec<_> = [(last.score, last.pv.clone())].into_iter().chain(last.further.clone()).collect();
        assert_eq!(lines.len(), request.lines);
        for (place, (score, pv)) in lines.iter().enumerate() {
            let before = &lines[..place];
            let Score::Centipawns(value) = *score else { panic!("{score}") };
            assert!(before.iter().all(|(better, other)| other[0] != pv[0]
                && matches!(better, Score::Centipawns(better) if *better >= value)));
        }
        let sent = answer(&mut JobEngine::new(system_clock), &Job::Analysis(request));
        assert_eq!(sent, Answer::Report(last));
    }
}

/// A fork that a move allows, a mate that it misses and a best move are explained for a job as in a call.
#[test]
fn a_reason_is_the_same_as_in_a_call() {
    let mut engine = JobEngine::new(system_clock);
    for (text, mv, is_explained) in [
        ("6k1/5pp1/7p/8/1n6/R7/5PPP/4K3 w - - 0 1", "h2h3", true),
        ("r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1e1", true),
        ("r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", false),
    ] {
        let position = fen::parse(&variant("chess"), text).expect("a FEN");
        let mv = coords::parse_move(&position, mv).expect("a legal move");
        let request = ReasonRequest { nodes: 5_000, ..ReasonRequest::new(position, mv) };
        let called = explain(
            &mut Engine::new(Options { hash_mib: 16, ..Options::default() }),
            &request,
            &false.into(),
        );
        assert_eq!(called.is_some(), is_explained, "{called:?}");
        assert_eq!(answer(&mut engine, &Job::Reason(request)), Answer::Reason(called));
    }
}

/// In a mate in two, the solution and the verdict on every legal move are the same for a job as in a call, for each of
/// the three goals.
#[test]
fn problems_are_solved_as_if_they_were_called() {
    let chess = variant("chess");
    let position = fen::parse(&chess, "7k/8/5K2/8/8/8/8/R7 w - - 0 1").expect("a FEN");
    let stop = AtomicBool::new(false);
    let mut engine = JobEngine::new(system_clock);
    let rook = position.board().pieces().find(|(s, _)| s.to_string() == "a1").expect("a rook").1.kind;
    for goal in [SolverGoal::Mate, SolverGoal::Survive, SolverGoal::win_piece(&position, rook)] {
        let mut requests = vec![ProblemRequest::Solve(position.clone(), goal, 2)];
        for mv in position.legal_moves() {
            let preferred_reply = None;
            let tried = TriedMove { position: position.clone(), mv, goal, moves: 2, preferred_reply };
            requests.push(ProblemRequest::Check(tried));
        }
        for request in requests {
            let called = request.reply(&stop);
            assert_ne!(called, ProblemReply::Verdict(Verdict::Unknown));
            let sent = answer(&mut engine, &Job::Problem(request.clone()));
            assert_eq!(sent, Answer::Problem(called), "{goal:?} {request:?}");
        }
    }
}

/// Lines that are no jobs are answered by `none`, and the next job is done.
#[test]
fn wrong_lines_are_answered() {
    let mut engine = JobEngine::new(system_clock);
    for line in [
        "",
        "hm",
        "hm;variant=chess",
        "analysis;ms=10",
        "analysis;variant=nonesuch;ms=10",
        "analysis;variant=chess",
        "analysis;variant=chess;ms=-1",
        "analysis;variant=chess;fen=8/8;ms=10",
        "analysis;variant=chess;played=e2e5;ms=10",
        "move;variant=chess;level=3;character=nobody",
        "check;variant=chess;goal=mate;moves=2;line=e2e5",
        "check;variant=chess;goal=mate;moves=0;line=e2e4",
        "solve;variant=chess;goal=win 200 3;moves=2",
    ] {
        assert_eq!(send(&mut engine, line), "none", "{line}");
    }
    let answer = send(&mut engine, "analysis;variant=chess;played=e2e4 e7e5;deterministic=true;ms=10");
    assert!(answer.starts_with("report;depth="), "{answer}");
}

/// An answer may name moves that are not legal: the line ends before the first of them. A best move that is not one of
/// those to choose from is left out.
#[test]
fn impossible_moves_of_an_answer_are_left_out() {
    let position = Position::start(&variant("chess")).expect("a start");
    let analysis = |search| Job::Analysis(AnalysisRequest::timed(search, Duration::ZERO));
    let job = analysis(SearchRequest::new(position.clone()));
    let moves = |job: &Job, line: &str| {
        let answer = job.parse_answer(&format!("report;depth=1;nodes=2;score=cp 3;line={line}"));
        let Some(Answer::Report(report)) = answer else { panic!("{line}: {answer:?}") };
        report.pv.len()
    };
    assert_eq!(moves(&job, "e2e4 e7e5 e4e5 g1f3"), 2);
    assert_eq!(moves(&job, "e2e5 e7e5"), 0);
    assert_eq!(moves(&job, ""), 0);
    assert_eq!(job.parse_answer("none"), None);
    let only = coords::parse_move(&position, "a2a3").expect("a legal move");
    let job = analysis(SearchRequest { search_moves: Some(vec![only]), ..SearchRequest::new(position) });
    assert_eq!((moves(&job, "a2a3"), moves(&job, "e2e4")), (1, 0));
}
