//! The protocol, as conversations: lines in, lines out.

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use crate::talk::{Ear, Heard};

/// Speaks the lines of a script; a line `? words` waits until the words have been heard once more.
struct Script {
    lines: std::vec::IntoIter<String>,
    heard: Arc<Heard>,
    seen: usize,
}

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(line) = self.lines.next() else { return Ok(0) };
            if let Some(words) = line.strip_prefix("? ") {
                self.wait_for(words);
                continue;
            }
            let line = line + "\n";
            assert!(line.len() <= buffer.len(), "a script's line fits the buffer");
            buffer[..line.len()].copy_from_slice(line.as_bytes());
            return Ok(line.len());
        }
    }
}

impl Script {
    fn wait_for(&mut self, words: &str) {
        let mut text = self.heard.text.lock().unwrap();
        loop {
            if let Some(at) = text[self.seen..].find(words) {
                self.seen += at + words.len();
                return;
            }
            let (next, timeout) = self.heard.more.wait_timeout(text, Duration::from_secs(30)).unwrap();
            assert!(!timeout.timed_out(), "{words:?} was never said; heard:\n{next}");
            text = next;
        }
    }
}

/// Holds a conversation and gives what the engine said.
fn talk(lines: &[&str]) -> String {
    talk_to(lines, Ear)
}

/// The same with a listener of another kind around the ear.
fn talk_to<W: Write + Send>(lines: &[&str], listener: impl FnOnce(Arc<Heard>) -> W) -> String {
    let heard = Arc::new(Heard::default());
    let lines: Vec<_> = lines.iter().map(|&line| line.to_owned()).collect();
    let script = Script { lines: lines.into_iter(), heard: Arc::clone(&heard), seen: 0 };
    xxlchess::uci::run(BufReader::with_capacity(1 << 16, script), listener(Arc::clone(&heard)));
    let text = heard.text.lock().unwrap();
    text.clone()
}

/// An ear in which the first report of a search fails.
struct Falling(Ear, bool);

impl Write for Falling {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let report = bytes.starts_with(b"info depth");
        assert!(!report || std::mem::replace(&mut self.1, true), "as it should");
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// How many lines of `text` begin with `words`.
fn count(text: &str, words: &str) -> usize {
    text.lines().filter(|line| line.starts_with(words)).count()
}

/// The whole reply.
#[test]
fn uci_lists_name_and_options() {
    let text = talk(&["uci", "isready", "quit"]);
    for option in
        ["Hash", "Threads", "MultiPV", "UCI_Variant", "VariantPath", "Move Overhead", "Clear Hash", "Ponder"]
    {
        assert_eq!(count(&text, &format!("option name {option} type ")), 1, "{option}");
    }
    assert!(text.starts_with("id name xxlchess "));
    assert!(text.contains("\nuciok\nreadyok\n"));
    assert!(text.contains(" var xxl ") && text.contains(" var chess"));
}

/// It ends with a legal move.
#[test]
fn a_search_by_depth_reports_its_iterations() {
    let text = talk(&["position startpos moves h2h4", "go depth 4", "? bestmove", "quit"]);
    assert!(text.contains("info depth 4 seldepth "), "{text}");
    assert_eq!(count(&text, "bestmove "), 1);
}

/// `isready` is answered while it runs.
#[test]
fn stop_ends_an_infinite_search() {
    let text =
        talk(&["go infinite", "? info depth 3 ", "isready", "? readyok", "stop", "? bestmove", "quit"]);
    assert_eq!(count(&text, "bestmove "), 1);
}

/// Also a pondering one, when it has finished.
#[test]
fn an_infinite_search_waits_for_stop() {
    let mate = "position fen 6k1/8/6K1/8/8/8/8/R7 w - - 0 1";
    let chess = "setoption name UCI_Variant value chess";
    for (go, release) in [
        ("go infinite", "stop"),
        ("go infinite depth 3", "stop"),
        ("go infinite wtime 1 btime 1 movetime 1", "stop"),
        ("go ponder depth 3", "ponderhit"),
        ("go ponder depth 3", "stop"),
    ] {
        let text =
            talk(&[chess, mate, go, "? mate 1", "isready", "? readyok", release, "? bestmove a1a8", "quit"]);
        let ready = text.find("readyok").unwrap();
        assert!(text.find("bestmove").unwrap() > ready, "{go}: {text}");
    }
}

/// And `quit`; both with a `bestmove`.
#[test]
fn the_end_of_input_ends_a_search() {
    for lines in [&["go infinite"][..], &["go infinite", "quit"], &["go ponder wtime 100000 btime 100000"]] {
        assert_eq!(count(&talk(lines), "bestmove "), 1, "{lines:?}");
    }
}

/// Although the input has ended.
#[test]
fn perft_runs_to_its_end() {
    let text = talk(&["go perft 3"]);
    assert_eq!(count(&text, "a2a3: "), 1);
    assert!(text.contains("\nNodes searched: 111887\n"), "{text}");
    let text = talk(&["setoption name UCI_Variant value chess", "position startpos", "go perft 4", "quit"]);
    assert!(text.contains("\nNodes searched: 197281\n"), "{text}");
}

/// One `info string` each.
#[test]
fn unknown_commands_change_nothing() {
    let nonsense = [
        "xyzzy",
        "position",
        "position fen",
        "position fen 8/8 w",
        "position fen 99999999999999999999 w - - 0 1",
        "position startpos moves a2a9",
        "go depth",
        "go depth x",
        "go depth 99999999999999999999",
        "go banana 3",
        "setoption",
        "setoption name",
        "setoption name Hash value 0",
        "setoption name Hash value 65537",
        "setoption name Threads value 0",
        "setoption name Threads value 257",
        "setoption name Hash value many",
        "setoption name Nonesuch value 3",
        "setoption name UCI_Variant value nonesuch",
        "setoption name VariantPath value /nonesuch/file.ini",
        "bench x",
        "go wtime 1 btime",
        "\u{0}\u{1}\u{7f}",
    ];
    for line in nonsense {
        let text = talk(&[line, "isready", "quit"]);
        assert!(count(&text, "info string ") == 1 && text.contains("readyok"), "{line:?}: {text}");
    }
    let text = talk(&[&["position startpos moves a2a4"], &nonsense[..4], &["d"], &["quit"]].concat());
    assert!(
        text.contains("Fen: rnbhcgakgcebnr/pppppppppppppp/14/14/14/14/14/14/14/14/P13/14/1PPPPPPPPPPPPP/"),
        "{text}"
    );
}

/// It is reported.
#[test]
fn moves_after_an_illegal_one_are_ignored() {
    let text = talk(&["position startpos moves a2a4 a2a4 b13b11", "d", "quit"]);
    assert!(text.contains("info string a2a4 is not a legal move here"), "{text}");
    assert!(text.contains("/P13/14/1PPPPPPPPPPPPP/RNBHCGAKGCEBNR b KQkq"), "{text}");
}

/// From a file too; promotions and castling in coordinates.
#[test]
fn a_variant_can_be_chosen() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/variants.ini");
    let file = format!("setoption name VariantPath value {path}");
    let text =
        talk(&[&file, "setoption name UCI_Variant value xxl12m", "position startpos", "go perft 2", "quit"]);
    assert!(text.contains("Nodes searched: 1296"), "{text}");
    let castling = "position fen 7k6/14/14/14/14/14/14/6P7/14/14/14/14/14/R6K5R w KQ - 0 1 moves h1j1";
    let text = talk(&[
        castling,
        "d",
        "position fen 7k6/14/14/14/14/14/14/6P7/14/14/14/14/14/7K6 w - - 0 1 moves g7g8q",
        "d",
        "quit",
    ]);
    assert!(text.contains("/R7RK4 b - "), "{text}");
    assert!(text.contains("7k6/14/14/14/14/14/6Q7/14/"), "{text}");
}

/// `MultiPV`, the best first.
#[test]
fn several_lines_are_reported() {
    let text = talk(&["setoption name MultiPV value 3", "go depth 3", "? bestmove", "quit"]);
    let line = |n| {
        text.lines()
            .rfind(|l| l.starts_with("info depth 3 ") && l.contains(&format!(" multipv {n} ")))
            .map(str::to_owned)
    };
    let score = |n| -> i32 {
        let line = line(n).expect("three lines");
        line.split(" score cp ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().parse().unwrap()
    };
    assert!(score(1) >= score(2) && score(2) >= score(3), "{text}");
}

/// Two moves.
#[test]
fn searchmoves_limits_the_search() {
    let text = talk(&["go depth 3 searchmoves a2a3 b2b3", "? bestmove", "quit"]);
    let best = text.lines().find(|l| l.starts_with("bestmove ")).unwrap();
    assert!(best.starts_with("bestmove a2a3") || best.starts_with("bestmove b2b3"), "{best}");
}

/// It searches on one.
#[test]
fn a_level_plays_the_same_with_any_number_of_threads() {
    let found = |threads: &str| {
        let threads = format!("setoption name Threads value {threads}");
        let text = talk(&[
            &threads,
            "setoption name Skill Level value 7",
            "go movetime 20000",
            "? bestmove",
            "quit",
        ]);
        let told = text.lines().rev().find(|line| line.starts_with("info depth")).expect("a search");
        let field = |name: &str| {
            let rest = told.split(&format!(" {name} ")).nth(1).expect("a field");
            rest.split(' ').next().expect("its value").to_owned()
        };
        let best = text.lines().find(|line| line.starts_with("bestmove")).expect("a move").to_owned();
        (field("depth"), field("nodes"), best)
    };
    assert_eq!(found("1"), found("4"));
}

/// With helper threads; the next search works.
#[test]
fn a_failed_search_is_answered() {
    let lines =
        ["setoption name Threads value 3", "go depth 90", "? bestmove", "go depth 4", "? bestmove", "quit"];
    let text = talk_to(&lines, |heard| Falling(Ear(heard), false));
    assert_eq!((count(&text, "info string the search failed"), count(&text, "bestmove ")), (1, 2), "{text}");
    assert!(text.contains("info depth 4 ") && !text.contains("(none)"), "{text}");
}

/// No legal move.
#[test]
fn mate_and_stalemate_are_answered() {
    let chess = "setoption name UCI_Variant value chess";
    let text = talk(&[
        chess,
        "position fen R5k1/8/6K1/8/8/8/8/8 b - - 0 1",
        "go depth 5",
        "? bestmove (none)",
        "quit",
    ]);
    assert!(text.contains("info depth 0 score mate 0\nbestmove (none)"), "{text}");
    let text = talk(&[
        chess,
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "go depth 5",
        "? bestmove (none)",
        "quit",
    ]);
    assert!(text.contains("info depth 0 score cp 0\nbestmove (none)"), "{text}");
}

/// The clock of the side to move.
#[test]
fn a_clock_limits_the_search() {
    let start = std::time::Instant::now();
    talk(&["go wtime 1000 btime 100000 winc 0 binc 0", "? bestmove", "go movetime 60", "? bestmove", "quit"]);
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
}

/// Two runs.
#[test]
fn the_bench_signature_is_repeatable() {
    let nodes =
        || talk(&["bench 4", "quit"]).lines().find(|l| l.starts_with("Nodes searched")).map(str::to_owned);
    let first = nodes();
    assert!(first.is_some());
    assert_eq!(first, nodes());
}
