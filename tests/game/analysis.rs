//! Analysis of a game: judgements of its moves, the order in which positions are searched, and its threads.

use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::common::{self, AnalysisLog, Dice, ScriptedAnalyst, own_variant, variant};
use xxlchess::engine::eval::network::Network;
use xxlchess::engine::{AnalysisRequest, Score, SearchReport};
use xxlchess::game::analysis::analyzer::{AnalysisLimits, Analyzer, Live};
use xxlchess::game::analysis::explanations::Explanations;
use xxlchess::game::analysis::{Analysis, Evaluation, JudgedMove, Judgment, WORST, winning_chances_scale};
use xxlchess::game::options::Options;
use xxlchess::game::worker::{Analyst, ThreadedWorker, Worker};
use xxlchess::game::{Command, Game, GameSetup, PlayerKind};
use xxlchess::notation::coords::parse_move;
use xxlchess::notation::game_tree::{GameTree, NodeId};
use xxlchess::notation::variants_ini::Variants;
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

const EFFORT: AnalysisLimits = AnalysisLimits { first: SECOND, deterministic: true };
/// No endless search.
const OFF: Live = Live { is_on: false, lines: 1, is_threat: false };

/// An analyzer of `game` with its last position shown, which evaluates the game and does no endless search.
fn study_by(game: &Game, analyst: Box<Analyst>, limits: AnalysisLimits) -> Analyzer {
    let analysis = Analysis::of_game(game);
    let last = *analysis.line().last().expect("a start");
    Analyzer::new(analysis, last, analyst, limits, OFF, true)
}

fn study(game: &Game, scores: &[i32], log: &AnalysisLog) -> Analyzer {
    study_by(game, Box::new(ScriptedAnalyst::new(game, scores, log)), EFFORT)
}

fn ticks(study: &mut Analyzer, count: usize) {
    for _ in 0..count {
        study.tick(Duration::from_millis(16), true);
    }
}

/// The position of the game after `ply` moves.
fn at(study: &Analyzer, ply: usize) -> NodeId {
    study.analysis().line()[ply]
}

/// The requests since the last call.
fn asked(study: &mut Analyzer, count: usize, log: &AnalysisLog) -> Vec<Option<(usize, Duration)>> {
    ticks(study, count);
    log.borrow_mut().split_off(0)
}

/// Makes the moves of `texts` from the position shown, and shows the last position.
fn play(study: &mut Analyzer, texts: &[&str]) {
    for text in texts {
        let shown = study.shown();
        let mv = parse_move(&study.analysis().tree().position(shown), text).expect("a legal move");
        let next = study.analysis_mut().play(shown, mv).expect("a legal move");
        study.show(next);
    }
}

/// In the fool's mate White's second move is the blunder, and the analysis names a better move. When the game is
/// evaluated, the better line is a variation of the tree.
#[test]
fn the_blunder_of_the_fools_mate_is_found() {
    let game = game("chess", &FOOLS_MATE);
    let mut study = study_by(&game, Box::new(ThreadedWorker::analyst(1, 16).inline()), EFFORT);
    ticks(&mut study, 20);
    assert!(study.is_complete() && !study.is_evaluating());
    let analysis = study.analysis();
    let line = analysis.line();
    // The first move, f3, may be an inaccuracy.
    assert!(analysis.bad_moves(Judgment::Mistake).contains(&line[3]));
    let blunder = analysis.judged_move(line[3]).expect("known");
    assert_eq!((blunder.judgment, blunder.color), (Judgment::Blunder, Color::White));
    assert_eq!(blunder.consequence().as_deref(), Some("allows mate in 1"));
    let better = blunder.better.expect("a better move");
    assert!(better != game.moves()[2].mv && game.position_at(2).is_legal(better));
    assert_eq!(analysis.best_line(line[3]).first(), Some(&game.moves()[3].mv));
    assert_eq!(analysis.evaluation(line[4]), Some(Evaluation::Mate { winner: Color::Black, moves: 0 }));
    let variation = analysis.tree().child(line[2], better).expect("a variation");
    assert!(!analysis.tree().is_main_line(variation) && analysis.is_for(&game));
    let remark = analysis.remark(line[3]).expect("a remark");
    assert!(remark.starts_with("Blunder: allows mate in 1. ") && remark.ends_with(" was best."), "{remark}");
}

/// The scale of a variant with a network is the one in the second line of the network's file.
#[test]
fn scale_of_the_winning_chances_is_that_of_the_network() {
    let mut count = 0;
    for name in Variants::built_in().names() {
        let variant = variant(name);
        let Some(network) = Network::built_in(&variant) else { continue };
        let bytes = network.to_bytes();
        let line = bytes.split(|&byte| byte == b'\n').nth(1).expect("two lines of text");
        let of_network = String::from_utf8_lossy(line).rsplit(' ').next().map(str::to_owned);
        assert_eq!(of_network, Some(winning_chances_scale(&variant).to_string()), "{name}");
        count += 1;
    }
    assert!(count >= 4, "{count}");
}

/// Without a network, a pawn decides less on a larger board. A variant of the player's own has the scale of its board.
#[test]
fn scale_of_the_winning_chances_grows_with_the_board() {
    let scale = |parent| winning_chances_scale(&own_variant(&format!("[own:{parent}]\n")));
    let scales = ["gardner", "chess", "xxl"].map(scale);
    assert!(scales.is_sorted_by(|a, b| a < b), "{scales:?}");
    assert_ne!(scale("chess"), winning_chances_scale(&variant("chess")));
}

/// The worst moves of `color` by definition: a bad move is one of them if fewer than three moves are worse, or as bad
/// and earlier.
fn worst_by_definition(analysis: &Analysis, color: Color) -> Vec<NodeId> {
    let of = |id| analysis.judged_move(id).filter(|judgment: &JudgedMove| judgment.color == color);
    let own: Vec<JudgedMove> = analysis.line().into_iter().filter_map(of).collect();
    let loss = |judgment: &JudgedMove| {
        let scale = winning_chances_scale(analysis.tree().start().variant());
        let [before, after] =
            [judgment.before, judgment.after].map(|evaluation| evaluation.winning_chances(color, scale));
        let fall = before - after;
        if fall < 0.05 { 0.0 } else { fall }
    };
    let before = |a: &JudgedMove, b: &JudgedMove| loss(a) > loss(b) || (loss(a) == loss(b) && a.id < b.id);
    let few = |judgment: &&JudgedMove| own.iter().filter(|other| before(other, judgment)).count() < WORST;
    own.iter().filter(|judgment| loss(judgment) > 0.0).filter(few).map(|judgment| judgment.id).collect()
}

/// In games with random evaluations the list of the worst moves agrees with a plain definition, and the summary counts
/// the judgements of each side.
#[test]
fn the_worst_moves_follow_their_definition() {
    for seed in 1..=30 {
        let game = random_game(40, seed);
        let mut dice = Dice::new(seed + 99);
        // There are few different scores, so that some moves are equally bad.
        let scores: Vec<i32> = (0..=40).map(|_| dice.below(7) as i32 * 80 - 240).collect();
        let mut study = study(&game, &scores, &AnalysisLog::default());
        ticks(&mut study, 100);
        let analysis = study.analysis();
        for color in Color::ALL {
            let worst = analysis.worst(color);
            assert!(worst.windows(2).all(|pair| pair[0].loss >= pair[1].loss), "{worst:?}");
            let mut ids: Vec<NodeId> = worst.iter().map(|judgment| judgment.id).collect();
            ids.sort_unstable();
            assert_eq!(ids, worst_by_definition(analysis, color), "{seed}");
            let judged = analysis.line().into_iter().filter_map(|id| analysis.judged_move(id));
            let own: Vec<_> = judged.filter(|judged| judged.color == color).collect();
            let count = |judgment| own.iter().filter(|judged| judged.judgment == judgment).count();
            let counts = [Judgment::Inaccuracy, Judgment::Mistake, Judgment::Blunder].map(count);
            let summary = analysis.summary(color);
            // The scripted analyst fails where the move of the game is the only one.
            assert_eq!((summary.counts, summary.accuracy.is_some()), (counts, study.is_complete()));
            let falls = own.iter().map(|judged| match (judged.before, judged.after) {
                (Evaluation::Centipawns(before), Evaluation::Centipawns(after)) => {
                    (if color == Color::White { before - after } else { after - before }).max(0)
                }
                other => panic!("{other:?}"),
            });
            assert_eq!(summary.average_loss as i32, falls.sum::<i32>() / (own.len() as i32).max(1));
        }
    }
}

/// The shown position is evaluated first, then the others from the end to the start. An evaluation can be stopped and goes
/// on later.
#[test]
fn positions_are_evaluated_in_order() {
    let (game, log) = (random_game(6, 5), AnalysisLog::default());
    let mut study = study(&game, &[0; 7], &log);
    let once = |ply| Some((ply, SECOND));
    assert_eq!(asked(&mut study, 2, &log), [once(6), once(5)]);
    study.show(at(&study, 1));
    assert_eq!(asked(&mut study, 2, &log), [once(1), once(4)], "the one at work is not given up");
    assert_eq!(study.progress(), (3, 7, SECOND * 4));
    study.set_evaluating(false);
    assert_eq!(asked(&mut study, 9, &log), [], "nothing more is asked");
    study.set_evaluating(true);
    assert_eq!(asked(&mut study, 9, &log), [3, 2, 0].map(once));
    assert!(study.is_complete() && !study.is_evaluating());
}

/// The positions around a move that looked bad are searched again for longer. The move turns out to be good.
#[test]
fn the_worst_moves_are_searched_again() {
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
    let mut study = study_by(&game, Box::new(learning), EFFORT);
    ticks(&mut study, 8);
    let worst = |study: &Analyzer| study.analysis().bad_moves(Judgment::Mistake);
    assert_eq!(worst(&study), [at(&study, 3), at(&study, 4)]);
    ticks(&mut study, 12);
    assert_eq!(log.borrow()[7..], [Some((3, SECOND * 4))], "then there is no mistake left");
    assert!(worst(&study).is_empty());
}

/// Reports of the endless search of the position that is shown, with several lines, until another one is shown. It begins
/// after a moment, and stops while the board is not visible.
#[test]
fn the_position_shown_is_searched_without_end() {
    let (game, analyst) = (game("chess", &["e2e4", "e7e5"]), common::FakeAnalyst::default());
    let mut study = study_by(&game, Box::new(analyst.clone()), EFFORT);
    study.set_evaluating(false);
    study.set_live(Live { is_on: true, lines: 2, is_threat: false });
    study.tick(Duration::from_millis(16), true);
    assert_eq!(analyst.0.borrow().requests.len(), 0);
    ticks(&mut study, 9);
    let requests = || analyst.0.borrow().requests.clone();
    let times: Vec<_> = requests().iter().map(|request| (request.time, request.lines)).collect();
    assert_eq!(times, [(None, 2)]);
    assert_eq!(requests()[0].search.position, *game.position());
    let position = game.position();
    let [best, next] = ["g1f3", "b1c3"].map(|text| parse_move(position, text).expect("legal"));
    for (depth, score) in [(9, 30), (10, 40)] {
        let further = vec![(Score::Centipawns(10), vec![next])];
        let score = Score::Centipawns(score);
        analyst.set_reply(SearchReport { score, depth, nodes: 1_000, pv: vec![best], further });
        ticks(&mut study, 1);
        let (report, time) = study.report().expect("a report");
        assert!(report.depth == depth && report.further.len() == 1 && *time >= Duration::from_millis(16));
    }
    let last = at(&study, 2);
    assert_eq!(study.analysis().evaluation(last), Some(Evaluation::Centipawns(40)));
    study.tick(SECOND, false);
    assert_eq!(analyst.0.borrow().cancelled, 1);
    ticks(&mut study, 1);
    assert_eq!(requests().len(), 2, "the search begins again");
    study.show(at(&study, 1));
    assert!(study.report().is_none());
    ticks(&mut study, 9);
    assert_eq!(requests()[2].search.position, game.position_at(1));
    // A threat is the same position with the other side to move, and does not change its evaluation.
    study.set_live(Live { is_on: true, lines: 1, is_threat: true });
    ticks(&mut study, 1);
    let threat = requests().pop().expect("a request");
    assert_eq!((threat.search.position.turn(), threat.lines), (Color::White, 1));
    analyst.set_reply(SearchReport::from_move(Some(next), Score::Centipawns(900)));
    ticks(&mut study, 1);
    assert!(study.report().is_some());
    assert_eq!(study.analysis().evaluation(study.shown()), None);
}

/// While the game is evaluated, a position that is newly shown is searched for a second before the evaluation goes on.
#[test]
fn a_position_that_is_shown_goes_before_the_game() {
    let (game, log) = (random_game(6, 5), AnalysisLog::default());
    let mut study = study(&game, &[0; 7], &log);
    study.set_live(Live { is_on: true, ..OFF });
    let endless = |ply| Some((ply, Duration::MAX));
    ticks(&mut study, 1);
    let requests = asked(&mut study, 9, &log);
    assert_eq!(requests.last(), Some(&endless(6)), "{requests:?}");
    study.tick(SECOND, true);
    let rest = asked(&mut study, 9, &log);
    assert!(rest.contains(&Some((0, SECOND))), "{rest:?}");
    assert_eq!(rest.last(), Some(&endless(6)), "{rest:?}");
}

/// Moves of one's own make a variation, which does not change the game or its accuracy. A known move is followed, and an
/// illegal one is not made.
#[test]
fn own_moves_make_a_variation() {
    let game = game("chess", &["e2e4", "e7e5", "g1f3", "b8c6"]);
    let mut study = study(&game, &[10, 20, 90, 40, 50], &AnalysisLog::default());
    ticks(&mut study, 30);
    let accuracy = study.analysis().accuracy_of_both();
    assert!(accuracy.is_some());
    let line = study.analysis().line();
    study.show(line[1]);
    play(&mut study, &["d7d5", "e4d5"]);
    let tree = study.analysis().tree();
    assert_eq!(tree.ply(study.shown()), 3);
    assert!(!tree.is_main_line(study.shown()) && tree.main_line() == line[1..]);
    assert!(study.analysis().is_for(&game));
    assert_eq!(study.analysis().accuracy_of_both(), accuracy);
    study.show(line[1]);
    play(&mut study, &["e7e5"]);
    assert_eq!(study.shown(), line[2], "the move of the game");
    let illegal = Move::normal(Square::new(0, 0), Square::new(7, 7));
    assert_eq!(study.analysis_mut().play(line[2], illegal), None);
}

/// A change that is undone keeps the evaluations that were found after it.
#[test]
fn an_earlier_tree_keeps_new_evaluations() {
    let game = game("chess", &["e2e4", "e7e5"]);
    let mut analysis = Analysis::of_game(&game);
    let (before, line) = (analysis.tree().clone(), analysis.line());
    analysis.tree_mut().delete(line[2]);
    let report = SearchReport::from_move(Some(game.moves()[1].mv), Score::Centipawns(30));
    assert!(analysis.update(line[1], &report));
    assert!(!analysis.is_for(&game));
    analysis.set_tree(before);
    assert!(analysis.is_for(&game));
    assert_eq!(analysis.evaluation(line[1]), Some(Evaluation::Centipawns(-30)));
}

/// An evaluation of depth 0 in a file, which is no end of the game, is replaced by that of a search. A search whose first
/// iteration was aborted has no depth, and any other search replaces it.
#[test]
fn an_evaluation_of_depth_0_is_replaced() {
    let game = game("chess", &["e2e4", "e7e5"]);
    let mut analysis = Analysis::of_game(&game);
    let last = analysis.line()[2];
    let annotations = analysis.tree_mut().annotations_mut(last);
    (annotations.evaluation, annotations.depth) = (Some(Evaluation::Centipawns(950)), Some(0));
    let mv = parse_move(game.position(), "g1f3").expect("a legal move");
    for (depth, score) in [(0, 40), (1, 30)] {
        let report = SearchReport { depth, ..SearchReport::from_move(Some(mv), Score::Centipawns(score)) };
        assert!(analysis.update(last, &report));
        assert_eq!(analysis.evaluation(last), Some(Evaluation::Centipawns(score)));
        assert_eq!(analysis.tree().annotations(last).depth, Some(depth).filter(|&depth| depth > 0));
    }
}

/// Positions of the game before the variation count for a repetition, those after its start do not.
#[test]
fn a_repetition_in_a_variation_is_a_draw() {
    let back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "b1c3"];
    let mut study = study(&game("chess", &back_and_forth), &[0; 9], &AnalysisLog::default());
    study.show(at(&study, 6));
    play(&mut study, &["f3g1", "f6g8"]);
    assert_eq!(study.analysis().evaluation(study.shown()), Some(Evaluation::Centipawns(0)));
    study.show(at(&study, 2));
    play(&mut study, &["f3d4", "f6g8", "d4f3", "g8f6"]);
    assert_eq!(study.analysis().evaluation(study.shown()), None);
}

/// Positions with mate, stalemate or a captured king have an evaluation without a search, which no search replaces.
#[test]
fn ended_positions_need_no_search() {
    let evaluation = |game: &Game| {
        let analysis = Analysis::of_game(game);
        let line = analysis.line();
        assert_eq!(line.iter().filter(|&&id| analysis.evaluation(id).is_some()).count(), 1);
        line.last().and_then(|&last| analysis.evaluation(last))
    };
    let won = |winner| Some(Evaluation::Mate { winner, moves: 0 });
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
    assert_eq!(evaluation(&draw), Some(Evaluation::Centipawns(0)));
    options.fog_of_war = !options.fog_of_war;
    let mate_in_one = "7k6/R13/14/14/14/14/14/14/14/14/14/1R12/14/7K6 w - - 0 1";
    let mut fog = Game::new(setup(common::xxl(mate_in_one), options));
    for text in ["b3b14", "h14g14", "b14g14"] {
        play(&mut fog, text);
    }
    assert_eq!(evaluation(&fog), won(Color::White));
}

/// An analysis is not used for another game, and a search of less depth does not replace one of more. An evaluation from a
/// file is replaced by any search.
#[test]
fn an_analysis_belongs_to_one_game() {
    let (one, other) = (random_game(4, 1), random_game(4, 2));
    let mut analysis = Analysis::of_game(&one);
    assert!(analysis.is_for(&one) && !analysis.is_for(&other));
    let first = analysis.line()[1];
    let advice = |depth, score| SearchReport {
        depth,
        score: Score::Centipawns(score),
        ..SearchReport::from_move(Some(one.moves()[1].mv), Score::Centipawns(0))
    };
    assert!(analysis.update(first, &advice(8, 30)) && !analysis.update(first, &advice(7, 90)));
    assert_eq!(analysis.evaluation(first), Some(Evaluation::Centipawns(-30)));
    assert!(analysis.update(first, &advice(8, 50)));
    assert_eq!(analysis.evaluation(first), Some(Evaluation::Centipawns(-50)));
    let mut tree = GameTree::new(one.position_at(0));
    let id = tree.add_move(NodeId::ROOT, one.moves()[0].mv).expect("legal");
    tree.annotations_mut(id).evaluation = Some(Evaluation::Centipawns(7));
    let mut analysis = Analysis::new(tree);
    assert!(analysis.is_of_file(id) && analysis.update(id, &advice(3, 90)) && !analysis.is_of_file(id));
}

/// A game with evaluations of a file, by the move: Black's first is a blunder. Searches find −9 pawns for White in every
/// position.
fn from_file(log: &AnalysisLog) -> Analyzer {
    let game = game("chess", &["e2e4", "e7e5", "g1f3", "b8c6"]);
    let mut tree = Analysis::of_game(&game).tree().clone();
    for (id, score) in tree.main_line().into_iter().zip([20, 400, 390, 400]) {
        tree.annotations_mut(id).evaluation = Some(Evaluation::Centipawns(score));
    }
    let analyst = ScriptedAnalyst::new(&game, &[-900; 9], log);
    let live = Live { is_on: true, ..OFF };
    Analyzer::new(Analysis::new(tree), NodeId::ROOT, Box::new(analyst), EFFORT, live, true)
}

/// Where the file has no evaluation, that of a search is not compared with one of the file: the start and the move after the
/// last one have no judgement. A move that is tried is judged by searches of both positions.
#[test]
fn a_move_is_judged_by_evaluations_of_one_source() {
    let mut study = from_file(&AnalysisLog::default());
    study.tick(SECOND, true);
    ticks(&mut study, 20);
    let line = study.analysis().line();
    let judgments = |study: &Analyzer| -> Vec<_> {
        line.iter().map(|&id| study.analysis().judged_move(id).map(|judged| judged.judgment)).collect()
    };
    let of_file = [None, None, Some(Judgment::Blunder), Some(Judgment::Good), Some(Judgment::Good)];
    assert_eq!(judgments(&study), of_file);
    study.set_live(OFF);
    study.show(line[4]);
    play(&mut study, &["f1c4"]);
    let report = SearchReport::from_move(None, Score::Centipawns(900));
    let tried = study.shown();
    let reply = study.analysis().tree().position(tried).legal_moves()[0];
    study.analysis_mut().update(tried, &SearchReport { depth: 9, pv: vec![reply], ..report });
    assert_eq!(study.analysis().judged_move(tried), None);
    study.set_live(Live { is_on: true, ..OFF });
    study.show(line[4]);
    ticks(&mut study, 20);
    let judged = study.analysis().judged_move(tried).expect("two searches");
    assert_eq!((judged.judgment, judged.before), (Judgment::Good, Evaluation::Centipawns(-900)));
    assert_eq!(judgments(&study), of_file);
}

/// The endless search does not change the evaluations and the summary of a game that has been evaluated. They change when the
/// game is evaluated again, all positions at once, and again for longer.
#[test]
fn walking_through_a_game_does_not_change_its_summary() {
    let log = AnalysisLog::default();
    let mut study = from_file(&log);
    study.tick(SECOND, true);
    ticks(&mut study, 20);
    let summary = |study: &Analyzer| Color::ALL.map(|color| study.analysis().summary(color));
    let of_file = summary(&study);
    assert_eq!((of_file[0].counts, of_file[1].counts), ([0; 3], [0, 0, 1]));
    for id in study.analysis().line() {
        study.show(id);
        ticks(&mut study, 20);
        assert_eq!(study.report().expect("a search").0.depth, 12);
        assert_eq!(summary(&study), of_file);
    }
    study.set_live(OFF);
    let evaluated = |study: &mut Analyzer, time| {
        log.borrow_mut().clear();
        study.set_evaluating(true);
        let asked = asked(study, 20, &log);
        assert_eq!(asked.iter().filter(|asked| asked.is_some_and(|(_, limit)| limit == time)).count(), 5);
        assert_eq!(study.analysis().line().iter().filter(|&&id| study.analysis().is_of_file(id)).count(), 0);
    };
    evaluated(&mut study, SECOND);
    assert_eq!(summary(&study).map(|summary| summary.counts), [[0; 3]; 2]);
    evaluated(&mut study, SECOND * 4);
}

/// The sign of an annotator is the judgement of the move, in the summary, too.
#[test]
fn the_sign_of_an_annotator_goes_before_the_judgement() {
    let mut study = from_file(&AnalysisLog::default());
    let line = study.analysis().line();
    let mut counts = |glyphs: &[u8]| {
        study.analysis_mut().tree_mut().annotations_mut(line[2]).glyphs = glyphs.to_vec();
        (study.analysis().summary(Color::Black).counts, study.analysis().bad_moves(Judgment::Mistake).len())
    };
    assert_eq!(counts(&[]), ([0, 0, 1], 1));
    // The glyph 14 is about the position.
    assert_eq!(counts(&[14, 2]), ([0, 1, 0], 1));
    assert_eq!(counts(&[3]), ([0, 0, 0], 0));
}

/// A written analysis has the glyph of Black's blunder, which is number 4. A move with a glyph of its own keeps that alone.
#[test]
fn a_written_analysis_has_glyphs_of_bad_moves() {
    let mut study = from_file(&AnalysisLog::default());
    let line = study.analysis().line();
    let glyphs = |study: &Analyzer| study.analysis().with_glyphs().tree().annotations(line[2]).glyphs.clone();
    assert_eq!(glyphs(&study), [4]);
    study.analysis_mut().tree_mut().annotations_mut(line[2]).glyphs = vec![14, 2];
    assert_eq!(glyphs(&study), [14, 2]);
    let others = [line[1], line[3], line[4]];
    assert!(others.iter().all(|&id| study.analysis().with_glyphs().tree().annotations(id).glyphs.is_empty()));
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
    let mut study = study_by(&random_game(4, 1), Box::new(Failing(Rc::clone(&log))), EFFORT);
    ticks(&mut study, 100);
    assert_eq!((log.borrow().len(), study.progress().0), (30, 0));
    assert!(!study.is_evaluating() && !study.is_complete());
}

/// When the analysis is dropped its search stops, and no thread of it is left.
#[test]
fn dropping_the_analysis_ends_its_search() {
    let limits = AnalysisLimits { first: 600 * SECOND, deterministic: false };
    for is_on in [false, true] {
        let mut study = study_by(&random_game(8, 3), Box::new(ThreadedWorker::analyst(2, 16)), limits);
        study.set_live(Live { is_on, ..OFF });
        study.tick(Duration::from_millis(100), true);
        std::thread::sleep(Duration::from_millis(100));
        let start = Instant::now();
        drop(study);
        assert!(start.elapsed() < 20 * SECOND, "{:?}", start.elapsed());
    }
}

/// The reason of a blunder is found when its position is shown, or when it was asked for. That of a good move is not looked
/// for.
#[test]
fn bad_moves_are_explained_when_they_are_shown() {
    let mut analysis = Analysis::of_game(&game("chess", &["e2e4", "e7e5", "d1g4", "g8f6", "g4f4"]));
    let line = analysis.line();
    for (&id, score) in line.iter().zip([30, -30, 30, 10, 10, 900]) {
        let best = analysis.tree().position(id).legal_moves()[0];
        let report =
            SearchReport { depth: 9, ..SearchReport::from_move(Some(best), Score::Centipawns(score)) };
        assert!(analysis.update(id, &report));
    }
    for shown in [line[5], line[1]] {
        let mut explanations = Explanations::new(Box::new(ThreadedWorker::explainer().inline()));
        assert_eq!([(); 2].map(|()| explanations.tick(&analysis, line[1])), [None; 2]);
        explanations.ask(analysis.bad_moves(Judgment::Mistake));
        assert_eq!([(); 2].map(|()| explanations.tick(&analysis, shown)), [None, Some(line[5])]);
        let reason = explanations.of(&analysis, line[5]).expect("a reason");
        assert!(reason.contains("exf4"), "{reason}");
        assert_eq!(explanations.of(&analysis, line[1]), None);
    }
}
