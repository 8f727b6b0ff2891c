//! Analysis of a game: judgements of its moves, the order in which positions are searched, and its threads.

use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::common::{self, AnalysisLog, Dice, ScriptedAnalyst, variant};
use xxlchess::engine::eval::network::Network;
use xxlchess::engine::{AnalysisRequest, Score, SearchReport};
use xxlchess::game::analysis::analyzer::{AnalysisLimits, Analyzer};
use xxlchess::game::analysis::evaluation::LICHESS_SCALE;
use xxlchess::game::analysis::{Analysis, Evaluation, JudgedMove, Judgment, WORST, winning_chances_scale};
use xxlchess::game::options::Options;
use xxlchess::game::worker::{ThreadedWorker, Worker};
use xxlchess::game::{Command, Game, GameSetup, MadeMove, PlayerKind};
use xxlchess::notation::coords::parse_move;
use xxlchess::rules::{ByColor, Color, Move, Position, Square};

const SECOND: Duration = Duration::from_secs(1);
/// White's second move allows mate at once.
const FOOLS_MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

fn setup(name: &str, options: Options) -> GameSetup {
    let position = Position::start(&variant(name)).expect("a legal start");
    let players = ByColor { white: PlayerKind::Human, black: PlayerKind::Human };
    GameSetup { position, players, controls: ByColor { white: None, black: None }, options }
}

fn new_game(name: &str, options: Options) -> Game {
    Game::new(setup(name, options))
}

/// A game of `variant` in which these moves were made.
fn game(name: &str, moves: &[&str]) -> Game {
    let mut game = new_game(name, Options::default());
    for text in moves {
        let mv = parse_move(game.position(), text).expect("a legal move");
        game.apply(Command::Play(mv));
    }
    game
}

/// A game of XXL chess of random moves, resigned.
fn random_game(plies: usize, seed: u64) -> Game {
    let (mut game, mut dice) = (new_game("xxl", Options::default()), Dice::new(seed));
    for _ in 0..plies {
        let legal = game.position().legal_moves();
        game.apply(Command::Play(legal[dice.below(legal.len())]));
    }
    game.apply(Command::Resign);
    game
}

const EFFORT: AnalysisLimits =
    AnalysisLimits { first: SECOND, longest: Duration::from_secs(4), deterministic: true };

fn study(game: &Game, scores: &[i32], log: &AnalysisLog) -> Analyzer {
    Analyzer::new(Analysis::new(game), Box::new(ScriptedAnalyst::new(game, scores, log)), EFFORT)
}

fn ticks(study: &mut Analyzer, count: usize) {
    for _ in 0..count {
        study.tick();
    }
}

/// In the fool's mate White's second move is the blunder, and the analysis names a better move.
#[test]
fn the_blunder_of_the_fools_mate_is_found() {
    let game = game("chess", &FOOLS_MATE);
    let effort = AnalysisLimits { longest: SECOND, ..EFFORT };
    let mut study =
        Analyzer::new(Analysis::new(&game), Box::new(ThreadedWorker::analyst(1).inline()), effort);
    ticks(&mut study, 12);
    assert!(study.is_complete());
    let analysis = study.analysis();
    // The first move, f3, may be an inaccuracy.
    assert!(study.worst().contains(&3), "{:?}", study.worst());
    let blunder = analysis.judged_move(3).expect("known");
    assert_eq!((blunder.judgment, blunder.color), (Judgment::Blunder, Color::White));
    assert_eq!(blunder.consequence().as_deref(), Some("allows mate in 1"));
    let made = game.moves()[2].mv;
    assert!(blunder.better.is_some_and(|better| better != made && analysis.position(2).is_legal(better)));
    assert_eq!(analysis.eval(3).map(|known| known.line[0]), Some(game.moves()[3].mv));
    let end = analysis.eval(4).expect("the rules know it").evaluation;
    assert_eq!(end, Evaluation::Mate { winner: Color::Black, moves: 0 });
}

/// The scale is the one in the second line of the variant's network file, and that of lichess where there is no
/// network.
#[test]
fn scale_of_the_winning_chances_is_that_of_the_network() {
    for name in ["xxl", "xxlm", "capablanca", "chess", "knightmate"] {
        let variant = variant(name);
        let scale = Network::built_in(&variant).map_or(LICHESS_SCALE, |network| {
            let bytes = network.to_bytes();
            let line = bytes.split(|&byte| byte == b'\n').nth(1).expect("two lines of text");
            let text = String::from_utf8_lossy(line);
            text.rsplit(' ').next().and_then(|scale| scale.parse().ok()).expect("a number")
        });
        assert_eq!(winning_chances_scale(&variant), scale, "{name}");
    }
}

/// The worst moves of `color` by definition: a bad move is one of them if fewer than three moves are worse, or as bad
/// and earlier.
fn worst_by_definition(analysis: &Analysis, color: Color) -> Vec<usize> {
    let of = |ply| analysis.judged_move(ply).filter(|judgment: &JudgedMove| judgment.color == color);
    let own: Vec<JudgedMove> = (1..=analysis.last_ply()).filter_map(of).collect();
    let loss = |judgment: &JudgedMove| {
        let scale = winning_chances_scale(analysis.position(0).variant());
        let [before, after] =
            [judgment.before, judgment.after].map(|evaluation| evaluation.winning_chances(color, scale));
        let fall = before - after;
        if fall < 0.05 { 0.0 } else { fall }
    };
    let before = |a: &JudgedMove, b: &JudgedMove| loss(a) > loss(b) || (loss(a) == loss(b) && a.ply < b.ply);
    let few = |judgment: &&JudgedMove| own.iter().filter(|other| before(other, judgment)).count() < WORST;
    own.iter().filter(|judgment| loss(judgment) > 0.0).filter(few).map(|judgment| judgment.ply).collect()
}

/// In games with random evaluations the list of the worst moves agrees with a plain definition.
#[test]
fn the_worst_moves_follow_their_definition() {
    for seed in 1..=30 {
        let game = random_game(40, seed);
        let mut dice = Dice::new(seed + 99);
        // There are few different scores, so that some moves are equally bad.
        let scores: Vec<i32> = (0..=40).map(|_| dice.below(7) as i32 * 80 - 240).collect();
        let mut study = study(&game, &scores, &AnalysisLog::default());
        ticks(&mut study, 60);
        let analysis = study.analysis();
        for color in Color::ALL {
            let worst = analysis.worst(color);
            assert!(worst.windows(2).all(|pair| pair[0].loss >= pair[1].loss), "{worst:?}");
            let mut plies: Vec<usize> = worst.iter().map(|judgment| judgment.ply).collect();
            plies.sort_unstable();
            assert_eq!(plies, worst_by_definition(analysis, color), "{seed}");
        }
    }
}

/// The shown position is searched first, then the others from the end to the start, and afterwards the shown one for
/// longer and longer.
#[test]
fn positions_are_analyzed_in_order() {
    let (game, log) = (random_game(6, 5), AnalysisLog::default());
    let mut study = study(&game, &[0; 7], &log);
    let asked = |study: &mut Analyzer, count: usize| {
        ticks(study, count);
        log.borrow_mut().split_off(0)
    };
    let once = |ply| Some((ply, SECOND));
    assert_eq!(asked(&mut study, 2), [once(6), once(5)]);
    study.set_ply(1);
    assert_eq!(asked(&mut study, 3), [once(1), once(4), once(3)], "the one at work is not given up");
    assert_eq!(study.analysis().evaluated(), 4);
    let deeper = |seconds| Some((1, SECOND * seconds));
    assert_eq!(asked(&mut study, 4), [once(2), once(0), deeper(2), deeper(4)]);
    study.set_ply(2);
    assert_eq!(asked(&mut study, 9), [Some((2, SECOND * 2)), Some((2, SECOND * 4))]);
    study.set_ply(1);
    assert_eq!(asked(&mut study, 9), [], "all has been looked into long enough");
}

/// A move that looked bad and turns out to be good in a longer search leaves the list of the worst moves.
#[test]
fn the_worst_moves_are_analyzed_again() {
    /// An analyst whose second search of a position finds that the move was good.
    struct Learning(ScriptedAnalyst);
    impl Worker<AnalysisRequest, SearchReport> for Learning {
        fn start(&mut self, question: AnalysisRequest) {
            if question.time > Some(SECOND) {
                self.0.scores = vec![0; 7];
            }
            self.0.start(question);
        }
        fn poll(&mut self) -> Option<SearchReport> {
            self.0.poll()
        }
        fn cancel(&mut self) {
            self.0.cancel();
        }
    }
    let (game, log) = (random_game(6, 5), AnalysisLog::default());
    let learning = Learning(ScriptedAnalyst::new(&game, &[0, 0, 0, -400, 0, 0, 0], &log));
    let effort = AnalysisLimits { longest: 8 * SECOND, ..EFFORT };
    let mut study = Analyzer::new(Analysis::new(&game), Box::new(learning), effort);
    ticks(&mut study, 8);
    assert_eq!(study.worst(), [3, 4]);
    ticks(&mut study, 12);
    let long = |ply, seconds| Some((ply, SECOND * seconds));
    let asked = log.borrow()[7..].to_vec();
    assert_eq!(asked[..4], [long(6, 2), long(6, 4), long(3, 2), long(6, 8)], "{asked:?}");
    assert!(study.worst().is_empty());
}

/// An analysis that was stopped goes on when its position is shown again.
#[test]
fn an_interrupted_analysis_starts_again() {
    /// An analyst that replies only to first searches.
    struct Slow(ScriptedAnalyst);
    impl Worker<AnalysisRequest, SearchReport> for Slow {
        fn start(&mut self, question: AnalysisRequest) {
            let long = question.time > Some(SECOND);
            self.0.start(question);
            self.0.reply = self.0.reply.take().filter(|_| !long);
        }
        fn poll(&mut self) -> Option<SearchReport> {
            self.0.poll()
        }
        fn cancel(&mut self) {
            self.0.cancel();
        }
    }
    let (game, log) = (random_game(2, 5), AnalysisLog::default());
    let slow = Slow(ScriptedAnalyst::new(&game, &[0; 3], &log));
    let mut study = Analyzer::new(Analysis::new(&game), Box::new(slow), EFFORT);
    ticks(&mut study, 6);
    for ply in [0, 2] {
        study.set_ply(ply);
        ticks(&mut study, 3);
    }
    let long = |ply| Some((ply, SECOND * 2));
    assert_eq!(log.borrow()[3..], [long(2), long(0), long(2)]);
}

/// The move `text` in the position that is shown.
fn made(study: &Analyzer, text: &str) -> MadeMove {
    let position = study.analysis().position(study.ply()).clone();
    let mv = parse_move(&position, text).expect("a legal move");
    let mut game = Game::new(GameSetup { position, ..setup("chess", Options::default()) });
    game.apply(Command::Play(mv));
    game.moves()[0]
}

fn play(study: &mut Analyzer, moves: &[&str]) {
    for text in moves {
        let made = made(study, text);
        study.play(made);
    }
}

/// A move in the middle of the game starts a variation, which is numbered after the game, evaluated first, and does
/// not change the game.
#[test]
fn own_moves_make_a_variation() {
    let (game, log) = (game("chess", &["e2e4", "e7e5", "g1f3", "b8c6"]), AnalysisLog::default());
    let mut study = study(&game, &[10, 20, 90, 40, 50], &log);
    ticks(&mut study, 12);
    let accuracy = study.analysis().accuracy_of_both();
    log.borrow_mut().clear();
    study.set_ply(1);
    play(&mut study, &["d7d5", "e4d5"]);
    ticks(&mut study, 3);
    assert_eq!(log.borrow()[..2], [Some((3, SECOND)), Some((2, SECOND))]);
    let analysis = study.analysis();
    assert_eq!((study.ply(), analysis.branch(), analysis.variation()), (6, 1, 5..7));
    assert_eq!([4, 5, 6].map(|ply| analysis.previous(ply)), [Some(3), Some(1), Some(5)]);
    assert_eq!([1, 4, 5, 6].map(|ply| analysis.next(ply)), [Some(2), None, Some(6), None]);
    assert_eq!([0, 4, 5, 6].map(|ply| analysis.ply_in_game(ply)), [0, 4, 1, 1]);
    let judged = analysis.judged_move(5).expect("both evaluations are known");
    assert_eq!((judged.before, judged.after), (Evaluation::Centipawns(20), Evaluation::Centipawns(90)));
    assert_eq!((analysis.last_ply(), analysis.evaluated(), analysis.moves()), (4, 5, game.moves()));
    assert!(analysis.is_for(&game) && study.is_complete());
    assert_eq!(analysis.accuracy_of_both(), accuracy);
}

/// A known move of game or variation is followed, another one replaces the rest of the variation, and after the end
/// of the game one can be added.
#[test]
fn another_move_replaces_the_variation_from_there_on() {
    let game = game("chess", &["e2e4", "e7e5", "g1f3", "b8c6"]);
    let mut study = study(&game, &[0; 9], &AnalysisLog::default());
    let shown = |study: &mut Analyzer, ply: usize, text: &str| {
        study.set_ply(ply);
        play(study, &[text]);
        (study.ply(), study.analysis().branch(), study.analysis().variation())
    };
    assert_eq!(shown(&mut study, 1, "d7d5"), (5, 1, 5..6));
    assert_eq!(shown(&mut study, 5, "e4d5"), (6, 1, 5..7));
    assert_eq!(shown(&mut study, 1, "e7e5"), (2, 1, 5..7), "the move of the game");
    assert_eq!(shown(&mut study, 1, "d7d5"), (5, 1, 5..7), "the move of the variation");
    assert_eq!(shown(&mut study, 5, "e4d5"), (6, 1, 5..7));
    assert_eq!(shown(&mut study, 5, "b1c3"), (6, 1, 5..7));
    assert_eq!(shown(&mut study, 3, "d7d6"), (5, 3, 5..6));
    assert_eq!(shown(&mut study, 4, "f1b5"), (5, 4, 5..6));
    assert_eq!(study.analysis().next(4), Some(5), "after the end of the game");
    let illegal = MadeMove { mv: Move::normal(Square::new(0, 0), Square::new(7, 7)), ..game.moves()[0] };
    study.play(illegal);
    assert_eq!((study.ply(), study.analysis().variation()), (5, 5..6));
}

/// The report of a search that was running when its position was replaced is not stored for the new position.
#[test]
fn a_replaced_position_is_not_evaluated() {
    let (game, log) = (game("chess", &["e2e4", "e7e5"]), AnalysisLog::default());
    let mut study = study(&game, &[0, 0, 700], &log);
    ticks(&mut study, 12);
    study.set_ply(1);
    play(&mut study, &["d7d5"]);
    study.tick();
    study.set_ply(0);
    play(&mut study, &["d2d4"]);
    study.tick();
    assert_eq!(log.borrow()[log.borrow().len() - 3..], [Some((2, SECOND)), None, Some((1, SECOND))]);
    assert_eq!(study.analysis().eval(3), None);
    study.tick();
    assert_eq!(study.analysis().eval(3).map(|eval| eval.evaluation), Some(Evaluation::Centipawns(0)));
}

/// Positions of the game before the variation count for a repetition, those after its start do not.
#[test]
fn a_repetition_in_a_variation_is_a_draw() {
    let back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "b1c3"];
    let mut study = study(&game("chess", &back_and_forth), &[0; 9], &AnalysisLog::default());
    study.set_ply(6);
    play(&mut study, &["f3g1", "f6g8"]);
    let eval = study.analysis().eval(study.ply()).expect("the rules know it");
    assert_eq!((eval.evaluation, eval.line.len()), (Evaluation::Centipawns(0), 0));
    study.set_ply(2);
    play(&mut study, &["f3d4", "f6g8", "d4f3", "g8f6"]);
    assert_eq!(study.analysis().eval(study.ply()), None);
}

/// Positions with mate, stalemate or a captured king have an evaluation without a search.
#[test]
fn ended_positions_need_no_search() {
    let evaluation = |game: &Game| {
        let analysis = Analysis::new(game);
        assert_eq!(analysis.evaluated(), 1);
        analysis.eval(analysis.last_ply()).map(|known| (known.evaluation, known.line.len()))
    };
    let won = |winner| Some((Evaluation::Mate { winner, moves: 0 }, 0));
    assert_eq!(evaluation(&game("chess", &FOOLS_MATE)), won(Color::Black));
    let stalemate = "k13/14/14/14/14/14/1Q12/14/14/14/14/14/2K11/14 w - - 0 1";
    let mut options = Options::default();
    let setup = |position, options| GameSetup {
        position,
        players: ByColor { white: PlayerKind::Human, black: PlayerKind::Human },
        controls: ByColor { white: None, black: None },
        options,
    };
    let play = |game: &mut Game, text: &str| {
        let mv = parse_move(game.position(), text).expect("a legal move");
        game.apply(Command::Ready);
        game.apply(Command::Play(mv));
    };
    let mut draw = Game::new(setup(common::xxl(stalemate), options));
    play(&mut draw, "b8b12");
    assert_eq!(evaluation(&draw), Some((Evaluation::Centipawns(0), 0)));
    options.fog_of_war = !options.fog_of_war;
    let mate_in_one = "7k6/R13/14/14/14/14/14/14/14/14/14/1R12/14/7K6 w - - 0 1";
    let mut fog = Game::new(setup(common::xxl(mate_in_one), options));
    for text in ["b3b14", "h14g14", "b14g14"] {
        play(&mut fog, text);
    }
    assert_eq!(evaluation(&fog), won(Color::White));
}

/// An analysis is not used for another game, and a search of less depth does not replace one of more.
#[test]
fn an_analysis_belongs_to_one_game() {
    let (one, other) = (random_game(4, 1), random_game(4, 2));
    let mut analysis = Analysis::new(&one);
    assert!(analysis.is_for(&one) && !analysis.is_for(&other));
    let advice = |depth, score| SearchReport {
        depth,
        nodes: 0,
        score: Score::Centipawns(score),
        pv: vec![one.moves()[1].mv],
        further: Vec::new(),
    };
    assert!(analysis.update(1, advice(8, 30)) && !analysis.update(1, advice(7, 90)));
    assert_eq!(analysis.eval(1).map(|known| known.evaluation), Some(Evaluation::Centipawns(-30)));
    assert!(analysis.update(1, advice(8, 50)) && !analysis.update(9, advice(8, 50)));
    assert_eq!(analysis.eval(1).map(|known| known.evaluation), Some(Evaluation::Centipawns(-50)));
}

/// An analysis that fails again and again is given up and not asked for again.
#[test]
fn a_failing_engine_is_not_asked_forever() {
    struct Failing(AnalysisLog);
    impl Worker<AnalysisRequest, SearchReport> for Failing {
        fn start(&mut self, question: AnalysisRequest) {
            self.0.borrow_mut().push(question.time.map(|time| (0, time)));
        }
        fn poll(&mut self) -> Option<SearchReport> {
            Some(SearchReport::from_move(None, Score::Centipawns(0)))
        }
        fn cancel(&mut self) {}
    }
    let log = AnalysisLog::default();
    let mut study =
        Analyzer::new(Analysis::new(&random_game(4, 1)), Box::new(Failing(Rc::clone(&log))), EFFORT);
    ticks(&mut study, 100);
    assert_eq!((log.borrow().len(), study.analysis().evaluated()), (30, 0));
    assert!(!study.is_running() && !study.is_complete());
}

/// When the analysis is dropped its search stops, and no thread of it is left.
#[test]
fn dropping_the_analysis_ends_its_search() {
    let effort = AnalysisLimits { first: 600 * SECOND, longest: 600 * SECOND, deterministic: false };
    let mut study =
        Analyzer::new(Analysis::new(&random_game(8, 3)), Box::new(ThreadedWorker::analyst(2)), effort);
    study.tick();
    std::thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    drop(study);
    assert!(start.elapsed() < 20 * SECOND, "{:?}", start.elapsed());
}
