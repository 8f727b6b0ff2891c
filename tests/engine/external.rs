//! Engines of other programs as players: the program's own engine, and shell scripts that behave badly.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use xxlchess::engine::{AnalysisRequest, Player, SearchRequest};
use xxlchess::game::engines::EngineEntry;
use xxlchess::notation::coords;
use xxlchess::platform::clock::sleep;
use xxlchess::rules::{Move, Position};
use xxlchess::uci_engine::{EngineFailure, UciAnalyst, UciPlayer, test};

use crate::common::{TempFolder, variant};

/// The program's own engine as a command.
fn own() -> String {
    format!("{} uci", env!("CARGO_BIN_EXE_xxlchess"))
}

/// A player that always makes the first legal move.
struct First;

impl Player for First {
    fn choose_move(&mut self, request: &SearchRequest, _: &AtomicBool) -> Option<Move> {
        request.position.legal_moves().first().copied()
    }
}

/// A game of chess after `moves`.
fn request(moves: &[&str]) -> SearchRequest {
    let start = Position::start(&variant("chess")).expect("a start");
    let mut position = start.clone();
    let make = |text: &&str| {
        let mv = coords::parse_move(&position, text).expect("legal");
        position.make(mv);
        mv
    };
    let moves = moves.iter().map(make).collect();
    SearchRequest { line: Some((start, moves)), ..SearchRequest::new(position) }
}

/// A player for `command` that waits for half a second, and its problems.
fn player(command: &str) -> (UciPlayer, Receiver<EngineFailure>) {
    let (sender, problems) = channel();
    let entry = EngineEntry::new(command);
    let player = UciPlayer::new(entry, Some(Box::new(First)), sender);
    (player.with_patience(Duration::from_millis(500)), problems)
}

/// A shell script as an engine.
pub struct Script {
    folder: TempFolder,
    pub command: String,
}

impl Script {
    /// `body` has the cases for a line, which is in `$line`.
    fn new(body: &str) -> Self {
        let folder = TempFolder::new();
        // Arguments are separated by spaces, so the path of the script has none.
        let root = folder.ancestors().nth(2).expect("a parent");
        let (script, ids) = (root.join("engine.sh"), root.join("ids").display().to_string());
        let text =
            format!("echo $$ >>'{ids}'\nwhile read -r line; do case \"$line\" in\n{body}\nesac; done\n");
        std::fs::write(&script, text).expect("written");
        Self { command: format!("/bin/sh {}", script.display()), folder }
    }

    /// The numbers of its processes so far.
    pub fn ids(&self) -> Vec<String> {
        let ids = self.folder.ancestors().nth(2).expect("a parent").join("ids");
        std::fs::read_to_string(ids).unwrap_or_default().lines().map(str::to_owned).collect()
    }

    /// Fails unless the script was started `times` and all its processes have ended.
    pub fn expect_ended(&self, times: usize) {
        assert_eq!(self.ids().len(), times, "processes of {}", self.command);
        for id in self.ids() {
            assert!(!PathBuf::from(format!("/proc/{id}")).exists(), "process {id} is running");
        }
    }
}

/// The cases of an engine that is polite until `go`.
pub fn polite(go: &str) -> Script {
    Script::new(&format!(
        "uci) echo 'id name Rude 1'; echo uciok;;\nisready) echo readyok;;\nquit) exit;;\n{go}"
    ))
}

/// The program's own engine makes legal moves in a game of chess, with a clock and without, and reports no problem.
#[test]
fn the_own_engine_plays_as_any_other() {
    let (player, problems) = player(&own());
    let mut player = player.with_patience(Duration::from_secs(30));
    let stop = AtomicBool::new(false);
    let first = request(&[]);
    let second = SearchRequest { time_left: Some(Duration::from_secs(1)), ..request(&["e2e4", "e7e5"]) };
    for request in [first, second] {
        let mv = player.choose_move(&request, &stop).expect("a move");
        assert!(request.position.is_legal(mv));
    }
    drop(player);
    assert_eq!(problems.iter().next(), None);
}

/// The test of an engine returns its name and its variants. A file that is no program, a program that is no engine, and a
/// path that does not exist give a sentence.
#[test]
fn the_test_of_an_engine_returns_its_name_or_a_reason() {
    let stop = AtomicBool::new(false);
    let info = test(&own(), &stop).expect("an engine");
    assert!(info.name.starts_with("xxlchess"), "{}", info.name);
    assert!(info.plays(&variant("xxl")) && info.plays(&variant("chess")));
    let reason = test("/no/such/engine", &stop).expect_err("no engine");
    assert!(reason.starts_with("/no/such/engine cannot be started: No such file"), "{reason}");
    assert!(!reason.contains("os error"), "{reason}");
    assert_eq!(test("/bin/true", &stop), Err("/bin/true is not a UCI engine.".to_owned()));
    assert!(test("/", &stop).is_err() && test("", &stop).is_err());
}

/// Engines that end at once, end in the middle of the game, are silent, or make an illegal move: the engine is started a
/// second time, then the other player makes the move and all later ones. No process is left.
#[test]
fn a_player_goes_on_without_an_engine_that_fails_twice() {
    let polite_and = |go: &str| polite(&format!("go*) {go};;"));
    for (script, fault) in [
        (Script::new("uci) exit;;"), "is not a UCI engine"),
        (Script::new("*) ;;"), "is not a UCI engine"),
        (polite_and("exit"), "has stopped"),
        (polite_and("kill -9 $$"), "has stopped"),
        (polite_and(":"), "does not answer"),
        (polite_and("echo 'bestmove e2e5'"), "made an illegal move (e2e5)"),
        (polite_and("echo 'bestmove'"), "made an illegal move ()"),
    ] {
        let (mut player, problems) = player(&script.command);
        let request = SearchRequest { time_left: Some(Duration::from_millis(100)), ..request(&[]) };
        for _ in 0..2 {
            let mv = player.choose_move(&request, &AtomicBool::new(false));
            assert_eq!(mv, request.position.legal_moves().first().copied(), "{fault}");
        }
        drop(player);
        let sentences: Vec<String> = problems.iter().map(|failure| failure.to_string()).collect();
        let ends = [" and is started again.", "; the computer plays on."]
            .map(|end| format!("engine.sh {fault}{end}"));
        assert_eq!(sentences, ends);
        script.expect_ended(2);
    }
}

/// An engine that dies once in the middle of the game is started again and makes the move.
#[test]
fn an_engine_that_dies_once_plays_on() {
    let script =
        polite("go*) if [ -e \"$0.died\" ]; then echo 'bestmove e2e4'; else : >\"$0.died\"; exit; fi;;");
    let (mut player, problems) = player(&script.command);
    let request = request(&[]);
    let mv = player.choose_move(&request, &AtomicBool::new(false));
    assert_eq!(mv, coords::parse_move(&request.position, "e2e4"));
    drop(player);
    let sentences: Vec<String> = problems.iter().map(|failure| failure.to_string()).collect();
    assert_eq!(sentences, ["engine.sh has stopped and is started again."]);
    script.expect_ended(2);
}

/// A search that is cancelled ends soon and without a complaint. The next search uses the same process if it has answered
/// `stop`, otherwise a new one.
#[test]
fn a_cancelled_search_ends_soon() {
    for (on_stop, processes) in [("stop) echo 'bestmove d2d4';;", 1), ("stop) ;;", 2)] {
        let script = polite(&format!("go*) ;;\n{on_stop}"));
        let (player, problems) = player(&script.command);
        let mut player = player.with_patience(Duration::from_secs(20));
        let begun = Instant::now();
        for _ in 0..2 {
            let stop = AtomicBool::new(false);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    sleep(Duration::from_millis(300));
                    stop.store(true, Ordering::Relaxed);
                });
                assert_eq!(player.choose_move(&request(&[]), &stop), None);
            });
        }
        assert!(begun.elapsed() < Duration::from_secs(5), "{on_stop}");
        drop(player);
        assert_eq!(problems.iter().count(), 0, "{on_stop}");
        script.expect_ended(processes);
    }
}

/// An engine that writes without end, and one that ignores `quit` and the end of its input, are ended with the player.
#[test]
fn no_process_outlives_the_player() {
    let flood = Script::new("uci) while :; do echo 'info string x'; done;;");
    let stubborn = polite("go*) echo 'bestmove e2e4'; trap '' TERM HUP; while :; do :; done;;");
    for (script, processes) in [(flood, 2), (stubborn, 1)] {
        let (mut player, _problems) = player(&script.command);
        assert!(player.choose_move(&request(&[]), &AtomicBool::new(false)).is_some());
        drop(player);
        script.expect_ended(processes);
    }
}

/// An engine analyses: the report has its score and its line. An endless analysis has a report of two lines for each
/// iteration, until it is stopped. If the engine cannot be started, the built-in engine analyses.
#[test]
fn an_engine_analyses_positions() {
    let entry = EngineEntry::new(&own());
    let mut analyst = UciAnalyst::new(entry, 1, channel().0);
    let search = request(&["f2f3", "e7e5", "g2g4"]);
    let request = AnalysisRequest::timed(search, Duration::from_millis(200));
    let report = |analyst: &mut UciAnalyst| {
        let mut reports = Vec::new();
        analyst.analyze(&request, &AtomicBool::new(false), &mut |report| reports.push(report));
        assert_eq!(reports.len(), 1);
        reports.remove(0)
    };
    let best = report(&mut analyst);
    assert_eq!(best.score, xxlchess::engine::Score::Mate(1));
    assert_eq!(best.best_move(), coords::parse_move(&request.search.position, "d8h4"));
    let endless = AnalysisRequest { time: None, lines: 2, ..request.clone() };
    let (stop, mut depths) = (AtomicBool::new(false), Vec::new());
    analyst.analyze(&endless, &stop, &mut |report| {
        assert_eq!(report.further.len(), 1);
        depths.push(report.depth);
        stop.store(depths.len() == 4, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(depths.len() >= 4 && depths.is_sorted(), "{depths:?}");
    let again = report(&mut analyst);
    assert_eq!((again.pv, again.further), (best.pv, Vec::new()), "one line again");
    let (sender, problems) = channel();
    let mut analyst = UciAnalyst::new(EngineEntry::new("/no/engine"), 1, sender);
    assert_eq!(report(&mut analyst).score, xxlchess::engine::Score::Mate(1));
    drop(analyst);
    let problem = problems.iter().next().expect("a failure").to_string();
    assert!(problem.ends_with("; the built-in engine analyses."), "{problem}");
}
