//! UCI: input lines and the output they cause.

use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use xxlchess::engine::difficulty::{Difficulty, PlayStyle};

use crate::common::{TempFolder, variant};

/// Everything written so far, and a signal for new output.
#[derive(Default)]
pub struct Transcript {
    pub text: Mutex<String>,
    pub more: Condvar,
}

/// Writes into a transcript.
pub struct Output(pub Arc<Transcript>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.text.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
        self.0.more.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Input from a list of lines. A line `? text` waits until the output contains the text once more.
pub struct ScriptedInput {
    lines: std::vec::IntoIter<String>,
    transcript: Arc<Transcript>,
    seen: usize,
}

impl Read for ScriptedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(line) = self.lines.next() else { return Ok(0) };
            if let Some(words) = line.strip_prefix("? ") {
                self.wait_for(words);
                continue;
            }
            let line = line + "\n";
            assert!(line.len() <= buffer.len(), "the line fits the buffer");
            buffer[..line.len()].copy_from_slice(line.as_bytes());
            return Ok(line.len());
        }
    }
}

impl ScriptedInput {
    fn wait_for(&mut self, words: &str) {
        let mut text = self.transcript.text.lock().unwrap();
        loop {
            if let Some(at) = text[self.seen..].find(words) {
                self.seen += at + words.len();
                return;
            }
            let (next, timeout) = self.transcript.more.wait_timeout(text, Duration::from_secs(30)).unwrap();
            assert!(!timeout.timed_out(), "no {words:?} in:\n{next}");
            text = next;
        }
    }
}

/// Runs the protocol with these lines, for `xxl` unless they name another variant. Returns the output without the
/// answer to the choice of `xxl`.
fn talk(lines: &[&str]) -> String {
    talk_to(lines, Output)
}

/// Runs the protocol with these lines as [`talk`] does; `listener` makes the writer for the output.
fn talk_to<W: Write + Send>(lines: &[&str], listener: impl FnOnce(Arc<Transcript>) -> W) -> String {
    let lines: Vec<_> = std::iter::once(&XXL).chain(lines).copied().collect();
    let text =
        run_script(&lines, |input, transcript| xxlchess::protocol::uci::run(input, listener(transcript)));
    let (first, rest) = text.split_once('\n').expect("the answer to the choice of the variant");
    assert!(first.starts_with("info string variant xxl "), "{first}");
    rest.to_owned()
}

/// Runs a protocol with these lines; returns what it wrote into the transcript.
pub fn run_script(lines: &[&str], run: impl FnOnce(BufReader<ScriptedInput>, Arc<Transcript>)) -> String {
    let transcript = Arc::new(Transcript::default());
    let lines: Vec<_> = lines.iter().map(|&line| line.to_owned()).collect();
    let script = ScriptedInput { lines: lines.into_iter(), transcript: Arc::clone(&transcript), seen: 0 };
    run(BufReader::with_capacity(1 << 16, script), Arc::clone(&transcript));
    let text = transcript.text.lock().unwrap();
    text.clone()
}

const XXL: &str = "setoption name UCI_Variant value xxl";

/// Output that panics once, at the first line that begins with these words.
pub struct PanickingOutput(pub Output, pub Option<&'static str>);

impl Write for PanickingOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let matches = self.1.is_some_and(|words| bytes.starts_with(words.as_bytes()));
        if matches {
            self.1 = None;
            panic!("a panic for the test");
        }
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

/// `uci` is answered by the name, by a line for each option and by `uciok`. `isready` is answered by `readyok`.
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

/// A search to depth 4 sends an `info` line of depth 4 and a single `bestmove`.
#[test]
fn a_search_by_depth_reports_its_iterations() {
    let text = talk(&["position startpos moves h2h4", "go depth 4", "? bestmove", "quit"]);
    assert!(text.contains("info depth 4 seldepth "), "{text}");
    assert_eq!(count(&text, "bestmove "), 1);
}

/// `go infinite` runs until `stop`, which is answered by `bestmove`. Until then `isready` is answered.
#[test]
fn stop_ends_an_infinite_search() {
    let text =
        talk(&["go infinite", "? info depth 3 ", "isready", "? readyok", "stop", "? bestmove", "quit"]);
    assert_eq!(count(&text, "bestmove "), 1);
}

/// `go infinite` and `go ponder` find a mate at once, but `bestmove` comes only after `stop` or `ponderhit`.
#[test]
fn bestmove_waits_for_stop_or_ponderhit() {
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

/// At the end of input and at `quit` a search is stopped, and `bestmove` is still sent.
#[test]
fn the_end_of_input_ends_a_search() {
    for lines in [&["go infinite"][..], &["go infinite", "quit"], &["go ponder wtime 100000 btime 100000"]] {
        assert_eq!(count(&talk(lines), "bestmove "), 1, "{lines:?}");
    }
}

/// A perft goes on after the end of input. Its sums are those that are known of both variants.
#[test]
fn perft_runs_to_its_end() {
    let text = talk(&["go perft 3"]);
    assert_eq!(count(&text, "a2a3: "), 1);
    assert!(text.contains("\nNodes searched: 111887\n"), "{text}");
    let text = talk(&["setoption name UCI_Variant value chess", "position startpos", "go perft 4"]);
    assert!(text.contains("\nNodes searched: 197281\n"), "{text}");
}

/// Each wrong line is answered by one `info string`, and the position and options stay as they were.
#[test]
fn errors_are_reported_and_ignored() {
    let wrong_lines = [
        "xyzzy",
        "position",
        "position fen",
        "position fen 8/8 w",
        "position fen 99999999999999999999 w - - 0 1",
        "position startpos moves a2a9",
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
        "\u{0}\u{1}\u{7f}",
    ];
    for line in wrong_lines {
        let text = talk(&[line, "isready", "quit"]);
        assert!(count(&text, "info string ") == 1 && text.contains("readyok"), "{line:?}: {text}");
    }
    let others = wrong_lines.iter().filter(|line| !line.starts_with("position ")).copied();
    let text = talk(
        &std::iter::once("position startpos moves a2a4")
            .chain(others)
            .chain(["d", "quit"])
            .collect::<Vec<_>>(),
    );
    assert!(
        text.contains("Fen: rnbhcgakgcebnr/pppppppppppppp/14/14/14/14/14/14/14/14/P13/14/1PPPPPPPPPPPPP/"),
        "{text}"
    );
}

/// `UCI_Variant` accepts names of built-in variants and of variants from a file in any case.
#[test]
fn case_of_the_name_of_a_variant_does_not_matter() {
    let folder = TempFolder::new();
    let path = folder.0.join("own.ini");
    std::fs::write(&path, "[Foo2:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n").unwrap();
    let file = format!("setoption name VariantPath value {}", path.display());
    for (name, nodes) in [("Chess", 20), ("CAPABLANCA", 28), ("foo2", 15)] {
        let set = format!("setoption name UCI_Variant value {name}");
        let text = talk(&[&file, &set, "position startpos", "go perft 1"]);
        assert!(text.contains(&format!("Nodes searched: {nodes}")), "{name}: {text}");
    }
}

/// On a board crowded with hoppers the first iteration takes fewer nodes than the limit, so that its value chooses the move.
#[test]
fn first_iteration_of_a_crowded_board_has_a_value() {
    let position =
        "position fen rnbqkbnr/gggg1Gg1/pp1ppppp/2pgg2g/2G2GG1/PPPPPPPP/3GG1GG/RNBQKBNR b KQkq - 1 7";
    let text =
        talk(&["setoption name UCI_Variant value grasshopper", position, "go nodes 5000", "? bestmove"]);
    assert!(text.contains("info depth 1 "), "{text}");
}

/// Words that are no command, argument, number or legal move are skipped, before a command and within it. Each `go` is
/// answered by one move, at once if its number is missing, and one of the legal moves of `searchmoves` is played.
#[test]
fn unknown_words_are_skipped() {
    for (line, answer) in [
        ("joho isready", "readyok"),
        ("joho stop isready", ""),
        ("\tfoo  setoption bar name  Skill  Level value 11", "info string Skill Level must be"),
        ("position foo startpos bar moves a2a4 baz", "info string baz is not a legal move here"),
        ("position foo", "info string position: "),
        ("go depth 2 searchmoves e2e5", "bestmove "),
        ("go searchmoves e2e5 b2b3 foo depth 2", "bestmove b2b3"),
        ("go depth 2 foo", "bestmove "),
        ("go depth 2 foo 3 wtime", "bestmove "),
        ("foo go bar nodes 50 12", "bestmove "),
        ("go depth", "bestmove "),
        ("go depth x", "bestmove "),
        ("go depth -3", "bestmove "),
        ("go movetime", "bestmove "),
        ("go wtime btime", "bestmove "),
        ("go wtime 10.5 btime 10.5 winc 0.1", "bestmove "),
        ("go nodes 1e2 movestogo", "bestmove "),
        ("go mate 99999999999999999999 depth 2", "bestmove "),
    ] {
        let text = talk(&[line, &format!("? {answer}"), "isready", "quit"]);
        let moves = usize::from(answer.starts_with("bestmove"));
        assert!(count(&text, answer) >= 1 && count(&text, "bestmove ") == moves, "{line:?}: {text}");
        assert!(text.contains("readyok") && !text.contains("unknown"), "{line:?}: {text}");
    }
    assert_eq!(talk(&["isready", "joho quit", "isready"]).matches("readyok").count(), 1);
}

/// In the board of `d` squares that the board lacks are blank, and empty ones are dots.
#[test]
fn missing_squares_are_blank_in_the_displayed_board() {
    let text = talk(&["setoption name UCI_Variant value omega", "position startpos", "d", "quit"]);
    let blank = "  ".repeat(10);
    assert!(text.contains(&format!("w {blank}w  12\n")), "{text}");
    assert!(text.contains(&format!("  {}   6\n", ". ".repeat(10))), "{text}");
}

/// A network of another variant is reported when it is set and when a variant is selected that it does not fit.
#[test]
fn a_network_of_another_variant_is_reported() {
    let file =
        concat!("setoption name EvalFile value ", env!("CARGO_MANIFEST_DIR"), "/core/networks/xxl.network");
    let chess = "setoption name UCI_Variant value chess";
    let built_in = "setoption name EvalFile value <built-in>";
    let notes = |lines: &[&str]| {
        count(&talk(lines), "info string EvalFile was trained for another variant than chess")
    };
    assert_eq!(notes(&[file, "setoption name UCI_Variant value xxlm", XXL, "quit"]), 0);
    assert_eq!(notes(&[file, chess, XXL, built_in, chess, "quit"]), 1);
    assert_eq!(notes(&[chess, file, "setoption name Hash value 2", "quit"]), 1);
}

/// After an illegal move or a wrong FEN there is no position. Until the next `position`, each command that needs one is
/// answered by the fault, and `go` by `bestmove (none)`.
#[test]
fn a_refused_position_leaves_none() {
    for (line, fault) in [
        ("position startpos moves a2a4 a2a4 b13b11", "a2a4 is not a legal move here"),
        ("position fen 8/8 w", "FEN, pieces: 2 ranks; 14 are needed"),
    ] {
        let text = talk(&[line, "go depth 1", "? bestmove", "go perft 2", "d", "eval", "isready", "quit"]);
        assert_eq!(count(&text, &format!("info string {fault}")), 1, "{text}");
        assert_eq!(count(&text, &format!("info string there is no position: {fault}")), 4, "{text}");
        assert!(text.contains("\nbestmove (none)\n") && text.contains("\nNodes searched: 0\n"), "{text}");
        let text = talk(&[line, "position startpos", "go depth 1", "? bestmove", "quit"]);
        assert!(!text.contains("(none)") && !text.contains("no position"), "{text}");
    }
}

/// A FEN may have a pawn on the first or the last rank, as a level may. The pawn has the moves that it has on other
/// ranks.
#[test]
fn pawns_on_outer_ranks_are_accepted() {
    for (variant, fen, moves) in [
        ("chess", "4k3/8/8/8/8/8/8/4K2P w - - 0 1", "h1h2: 1"),
        ("chess", "p3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a8a7: 1"),
        ("chess", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2: 1"),
        ("xxl", "4k9/14/14/14/14/14/14/14/14/14/14/14/14/4K8P w - - 0 1", "n1n2: 1"),
        ("xxl", "4k8P/14/14/14/14/14/14/14/14/14/14/14/14/4K8p w - - 0 1", "e1e2: 1"),
        ("breakthrough", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1", "a2a3: 1"),
    ] {
        let set = format!("setoption name UCI_Variant value {variant}");
        let text =
            talk(&[&set, &format!("position fen {fen}"), "go perft 1", "go depth 3", "? bestmove", "quit"]);
        assert!(text.contains(&format!("\n{moves}\n")), "{fen}: {text}");
        assert!(!text.contains("FEN, ") && !text.contains("bestmove (none)"), "{fen}: {text}");
    }
}

/// A client that does not set `UCI_Variant` plays orthodox chess.
#[test]
fn the_first_variant_is_chess() {
    let mut output = Vec::new();
    xxlchess::protocol::uci::run("position startpos moves e2e4 e7e5\nd\n".as_bytes(), &mut output);
    let text = String::from_utf8(output).expect("UTF-8");
    assert!(text.contains("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq "), "{text}");
}

/// `stop` and `quit` end a perft, a bench and a `genfens` that would take hours. While they run, `isready` is answered.
#[test]
fn perft_bench_and_genfens_are_stopped() {
    for (line, answer) in
        [("go perft 20", "Nodes searched: "), ("bench 90", " nodes "), ("genfens 99999999 seed 1", "readyok")]
    {
        for end in ["stop", "quit"] {
            let text = talk(&[line, "isready", "? readyok", end]);
            assert_eq!(text.matches(answer).count(), 1, "{line} {end}: {text}");
        }
    }
}

/// With `UCI_LimitStrength`, `UCI_Elo` chooses the level: 900 is one that does not search, 2850 the full engine.
/// Without it, `UCI_Elo` has no effect.
#[test]
fn a_limited_strength_chooses_a_level() {
    let limit = "setoption name UCI_LimitStrength value true";
    let nodes = |lines: &[&str]| {
        let text = talk(&[lines, &["go depth 3", "? bestmove", "quit"]].concat());
        count(&text, "info depth ")
    };
    assert_eq!(nodes(&["setoption name UCI_Elo value 900"]), 3);
    assert_eq!(nodes(&[limit, "setoption name UCI_Elo value 900"]), 0, "weak levels report no lines");
    assert_eq!(nodes(&[limit, "setoption name UCI_Elo value 2850"]), 3);
}

/// With `UCI_ShowWDL` the score is followed by three chances, which add up to 1000. White, a rook up, wins with more
/// than 900. Without the option there are none.
#[test]
fn chances_are_shown_if_wanted() {
    let wdl = "setoption name UCI_ShowWDL value true";
    let rook_up = "position fen 7k6/14/14/14/14/14/14/14/14/14/14/14/14/R6K6 w - - 0 1";
    let text = talk(&[wdl, rook_up, "go depth 2", "? bestmove", "quit"]);
    let line = text.lines().find(|line| line.starts_with("info depth 2")).expect("a report");
    let words = line.split(" wdl ").nth(1).expect(line).split(' ').take(3);
    let chances: Vec<u32> = words.map(|word| word.parse().expect("a number")).collect();
    assert!(chances.iter().sum::<u32>() == 1000 && chances[0] > 900, "{line}");
    assert!(!talk(&["go depth 1", "? bestmove", "quit"]).contains(" wdl "));
}

/// `Debug Log File` appends the lines of both directions to the file, until the option is empty. A device is refused.
#[test]
fn the_log_has_all_lines() {
    let path = std::env::temp_dir().join(format!("xxlchess-{}-uci.log", std::process::id()));
    std::fs::write(&path, "before\n").expect("written");
    let option = format!("setoption name Debug Log File value {}", path.display());
    talk(&[&option, "isready", "setoption name Debug Log File value <empty>", "eval", "quit"]);
    let log = std::fs::read_to_string(&path).expect("written");
    assert_eq!(log, "before\n>> isready\n<< readyok\n>> setoption name Debug Log File value <empty>\n");
    std::fs::remove_file(path).expect("removed");
    #[cfg(unix)]
    {
        let refused = talk(&["setoption name Debug Log File value /dev/full", "quit"]);
        assert!(refused.contains("info string /dev/full: cannot be written: not a file"), "{refused}");
    }
}

/// `VariantPath` adds the variants of a file. In `position`, castling is written by the king's squares, and a promotion
/// with a letter.
#[test]
fn variants_are_selected_by_option() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/variants.ini");
    let file = format!("setoption name VariantPath value {path}");
    let text = talk(&[&file, "setoption name UCI_Variant value xxl12m", "position startpos", "go perft 2"]);
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

/// With `MultiPV` 3 each depth has three lines, in descending order of their scores.
#[test]
fn multi_pv_reports_the_best_first() {
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

/// With `searchmoves` the best move is one of those given.
#[test]
fn searchmoves_restricts_the_search() {
    let text = talk(&["go depth 3 searchmoves a2a3 b2b3", "? bestmove", "quit"]);
    let best = text.lines().find(|l| l.starts_with("bestmove ")).unwrap();
    assert!(best.starts_with("bestmove a2a3") || best.starts_with("bestmove b2b3"), "{best}");
}

/// A level with a limit of nodes searches the same nodes, whatever `Threads` is. Its choice among the best lines differs from
/// game to game. The number of lines that are sent is that of `MultiPV`.
#[test]
fn levels_with_a_node_limit_use_one_thread() {
    let searches = |level: &Difficulty| matches!(level.row().style, PlayStyle::Search(_));
    let level = Difficulty::all().find(searches).expect("a level that searches").number();
    let found = |threads: &str| {
        let threads = format!("setoption name Threads value {threads}");
        let text = talk(&[
            &threads,
            &format!("setoption name Skill Level value {level}"),
            "go movetime 20000",
            "? bestmove",
            "quit",
        ]);
        let report = text.lines().rev().find(|line| line.starts_with("info depth")).expect("a search");
        let field = |name: &str| {
            let rest = report.split(&format!(" {name} ")).nth(1).expect("a field");
            rest.split(' ').next().expect("its value").to_owned()
        };
        assert!(text.contains("bestmove") && !text.contains("multipv 2"), "{text}");
        (field("depth"), field("nodes"))
    };
    assert_eq!(found("1"), found("4"));
}

/// A search that panics while helper threads run is answered by an error and a move. The next search works.
#[test]
fn a_panic_in_the_search_is_answered() {
    let lines =
        ["setoption name Threads value 3", "go depth 90", "? bestmove", "go depth 4", "? bestmove", "quit"];
    let text = talk_to(&lines, |transcript| PanickingOutput(Output(transcript), Some("info depth")));
    assert_eq!((count(&text, "info string the search failed"), count(&text, "bestmove ")), (1, 2), "{text}");
    assert!(text.contains("info depth 4 ") && !text.contains("(none)"), "{text}");
}

/// In Chess960 castling is the king taking the rook, whether the FEN names the rooks' files or `KQkq`. The king's own
/// two squares are no move.
#[test]
fn castling_in_chess960_is_the_king_taking_the_rook() {
    for rights in ["HAha", "KQkq"] {
        let fen = format!("position fen r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1");
        let chess = "setoption name UCI_Variant value chess";
        let chess960 = "setoption name UCI_Chess960 value true";
        let text = talk(&[chess, chess960, &fen, "go perft 1", "? Nodes searched", "quit"]);
        assert!(text.contains("\ne1h1: 1\n") && text.contains("\ne1a1: 1\n"), "{text}");
        assert!(!text.contains("e1g1"), "{text}");
        let text = talk(&[chess, chess960, &format!("{fen} moves e1h1"), "d", "quit"]);
        assert!(text.contains("Fen: r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"), "{text}");
    }
}

/// In mate and stalemate `go` is answered by the score of the position and `bestmove (none)`.
#[test]
fn positions_without_moves_have_no_bestmove() {
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

/// A search ends in time by the clock of the side to move, and by `movetime`.
#[test]
fn clocks_limit_a_search() {
    let start = std::time::Instant::now();
    talk(&["go wtime 1000 btime 100000 winc 0 binc 0", "? bestmove", "go movetime 60", "? bestmove", "quit"]);
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
}

/// The number that OpenBench finds for `unit` ("nodes" or "nps") in the output of `bench`: in the last line that has one,
/// after all but letters and digits was replaced by spaces, the first number before or after the unit.
fn openbench_number(output: &str, unit: &str) -> Option<u64> {
    output.lines().rev().find_map(|line| {
        let line = line.replace(|letter: char| !letter.is_ascii_alphanumeric(), " ");
        let words: Vec<_> = line.split(' ').filter(|word| !word.is_empty()).collect();
        words.windows(2).find_map(|pair| match pair {
            [number, word] if word.eq_ignore_ascii_case(unit) => number.parse().ok(),
            [word, number] if word.eq_ignore_ascii_case(unit) => number.parse().ok(),
            _ => None,
        })
    })
}

/// OpenBench finds nodes and speed in the output of `bench`. Two runs have the same number of nodes.
#[test]
fn openbench_reads_the_output_of_bench() {
    let output = talk(&["bench 4"]);
    let nodes = openbench_number(&output, "nodes").expect("nodes");
    assert!(openbench_number(&output, "nps").is_some_and(|speed| speed > 0 && speed != nodes), "{output}");
    assert_eq!(openbench_number(&talk(&["bench 4"]), "nodes"), Some(nodes));
}

/// In a process with 700 MiB of address space, threads and tables that do not fit are reported, and each search is
/// answered.
#[cfg(target_os = "linux")]
#[test]
fn too_many_threads_for_the_memory_are_reported() {
    use std::process::{Command, Stdio};
    let mut engine = Command::new("sh");
    engine.args(["-c", "ulimit -v 700000; exec \"$0\" uci", env!("CARGO_BIN_EXE_xxlchess")]);
    // Otherwise glibc reserves address space for each thread, and chance decides how much is left.
    engine.env("MALLOC_ARENA_MAX", "1");
    let mut engine = engine.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let lines = "setoption name Threads value 256\nisready\ngo depth 4\nsetoption name Threads value 2\ngo depth 4\n\
                 setoption name Hash value 4096\nsetoption name Threads value 256\ngo depth 4\n\
                 setoption name Skill Level value 5\ngo depth 2\n";
    engine.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it reads");
    // At the end of the input the last search is stopped and answered.
    let output = engine.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{:?}\n{text}", output.status);
    assert_eq!(text.matches("bestmove ").count(), 4, "{text}");
    assert_eq!(text.matches("info string not enough memory: ").count(), 2, "{text}");
    assert!(text.contains("info string not enough memory, Hash stays at 64 MiB"), "{text}");
}

/// Output of the program for `lines` as its standard input, which is a pipe, or a file if `file` is true. It has these
/// arguments and is started under the name `name`.
#[cfg(target_os = "linux")]
fn started(name: &str, file: bool, arguments: &[&str], lines: &str) -> String {
    use std::process::{Command, Stdio};
    let folder = crate::common::TempFolder::new();
    let (program, input) = (folder.join(name), folder.join("input"));
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_xxlchess"), &program).expect("a link");
    std::fs::write(&input, lines).expect("a file");
    let mut command = Command::new(program);
    // Without a display the window is refused at once.
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.stdin(if file { std::fs::File::open(&input).expect("a file").into() } else { Stdio::piped() });
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
    if let Some(mut stdin) = child.stdin.take() {
        // A program that opens a window does not read.
        let _ = stdin.write_all(lines.as_bytes());
    }
    String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("UTF-8")
}

/// Without arguments the program speaks UCI if its standard input is a pipe, or if its name is `xxlchess-engine`. With a file
/// as standard input, or with arguments, it does what it did.
#[cfg(target_os = "linux")]
#[test]
fn a_program_with_a_pipe_starts_an_engine() {
    for (name, file, arguments, speaks_uci) in [
        ("xxlchess", false, &[][..], true),
        ("xxlchess", true, &[], false),
        ("xxlchess-engine", true, &[], true),
        ("xxlchess", false, &["play"], false),
    ] {
        let output = started(name, file, arguments, "uci\nquit\n");
        assert_eq!(output.ends_with("\nuciok\n"), speaks_uci, "{name} {file} {arguments:?}: {output}");
    }
}

/// Arguments that are commands of UCI are executed to their end: OpenBench asks for openings in this way. `quit` is the
/// last one. A word that is no command is refused.
#[cfg(target_os = "linux")]
#[test]
fn arguments_are_commands_of_uci() {
    let fens = started("xxlchess", true, &["genfens 2 seed 7 book None ", "quit", "isready"], "");
    assert_eq!(count(&fens, "info string genfens "), 2, "{fens}");
    assert_eq!(fens.lines().count(), 2, "{fens}");
    let best = started("xxlchess", true, &["go depth 2", "isready"], "");
    assert!(count(&best, "bestmove ") == 1 && best.ends_with("\nreadyok\n"), "{best}");
    assert_eq!(started("xxlchess", true, &["isready", "redy"], ""), "");
}

/// The FENs of `genfens`.
fn genfens(arguments: &str) -> Vec<String> {
    let output = talk(&[&format!("genfens {arguments}")]);
    output.lines().filter_map(|line| line.strip_prefix("info string genfens ")).map(str::to_owned).collect()
}

/// The positions are legal, in the variant that is named or set, and have six fields, which OpenBench needs. The same seed
/// gives the same positions, and another seed gives others.
#[test]
fn genfens_depends_on_seed_and_variant() {
    let openings = genfens("4 seed 1 book None variant chess");
    assert_eq!(openings.len(), 4);
    for fen in &openings {
        let position = xxlchess::notation::fen::parse(&variant("chess"), fen).expect("legal");
        assert_eq!(fen.split(' ').count(), 6, "{fen}");
        assert!(position.outcome(1).is_none() && fen.ends_with(" 5"), "{fen}");
    }
    assert_eq!(genfens("4 seed 1 book None variant chess"), openings);
    assert_ne!(genfens("4 seed 2 book None variant chess"), openings);
    let xxl = genfens("1 seed 1");
    assert!(xxlchess::notation::fen::parse(&variant("xxl"), &xxl[0]).is_ok(), "{xxl:?}");
}

/// With a book the random moves begin at one of its positions; its comments and empty lines are skipped. A book that is missing or wrong and an unknown variant are
/// errors.
#[test]
fn genfens_plays_on_from_a_book() {
    let folder = crate::common::TempFolder::new();
    let book = folder.join("book.epd");
    let line = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - hmvc 0; fmvn 1;\n";
    std::fs::write(&book, format!("# openings\n \n{}", line.repeat(2))).expect("a file");
    let openings = genfens(&format!("3 seed 1 book {} variant chess", book.display()));
    assert_eq!(openings.len(), 3);
    assert!(openings.iter().all(|fen| !fen.contains(['n', 'N', 'Q'])), "{openings:?}");
    std::fs::write(&book, "8/8 w\n").expect("a file");
    let empty = folder.join("empty.epd");
    std::fs::write(&empty, "# nothing\n").expect("a file");
    for (arguments, words) in [
        (format!("1 seed 1 book {}", empty.display()), "empty.epd: there is no opening in the file"),
        (format!("1 seed 1 book {}", book.display()), "book.epd:1: "),
        ("1 seed 1 book no-such-file".to_owned(), "no-such-file: "),
        (format!("1 seed 1 book {}", book.display()), "FEN, pieces: "),
        ("1 seed 1 variant no-such-variant".to_owned(), "no-such-variant"),
    ] {
        let output = talk(&[&format!("genfens {arguments}")]);
        assert!(output.starts_with("info string ") && output.contains(words), "{output}");
    }
}
