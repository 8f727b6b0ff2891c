//! `xxlchess match`: the program against itself, and against engines that behave badly.

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use xxlchess::notation::coords;
use xxlchess::notation::pgn::PgnGame;
use xxlchess::notation::pgn::collection::Games;
use xxlchess::platform::clock::sleep;
use xxlchess::platform::file_system::Lock;

use crate::common::{TempFolder, variant};
use crate::external::{Script, polite};

/// The command with these flags. A value with spaces has `_` in place of them.
fn command(folder: &TempFolder, flags: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xxlchess"));
    command.arg("match").args(flags.split_whitespace().map(|word| word.replace('_', " ")));
    command.current_dir(&folder.0);
    command
}

fn run(folder: &TempFolder, flags: &str) -> Output {
    command(folder, flags).output().expect("it runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// The games of a file of this variant.
fn games(folder: &TempFolder, file: &str, name: &str) -> Vec<PgnGame> {
    let text = fs::read_to_string(folder.join(file)).expect("a file of games");
    let game = |range| PgnGame::parse(&text[range], |_| Ok(variant(name))).expect("a valid game");
    Games::new(&text).map(|entry| game(entry.range)).collect()
}

fn moves(game: &PgnGame) -> String {
    let moves: Vec<_> = game.moves().into_iter().map(|(mv, _)| mv).collect();
    coords::format_line(game.start(), &moves).join(" ")
}

const QUICK: &str = "-engine name=a -engine name=b option.Hash=1 -each nodes=20 -variant losalamos -maxmoves 20 -srand 3 -rounds 2";

/// Four games are written in pairs with both colours, and are read again with their comments. Two games at a time are the
/// same as one at a time.
#[test]
fn games_are_the_same_with_any_number_at_a_time() {
    let folder = TempFolder::new();
    let output = run(&folder, &format!("{QUICK} -pgnout two.pgn -concurrency 2"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("a against b: 4 games, "), "{}", text(&output.stdout));
    assert!(run(&folder, &format!("{QUICK} -pgnout one.pgn")).status.success());
    let [two, one] = ["two.pgn", "one.pgn"].map(|file| games(&folder, file, "losalamos"));
    assert_eq!(two.iter().map(moves).collect::<Vec<_>>(), one.iter().map(moves).collect::<Vec<_>>());
    let tags = |name| two.iter().map(|game| game.tags.get(name).unwrap_or("-")).collect::<Vec<_>>();
    assert_eq!(tags("Round"), ["1.1", "1.2", "2.1", "2.2"]);
    assert_eq!((tags("White"), tags("Black")), (vec!["a", "b", "a", "b"], vec!["b", "a", "b", "a"]));
    assert_eq!(tags("TimeControl"), ["20 nodes"; 4]);
    for pair in two.chunks(2) {
        let opening = |game| moves(game).split(' ').take(8).collect::<Vec<_>>().join(" ");
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
    }
    assert_ne!(moves(&two[0])[..30], moves(&two[2])[..30], "each round has its opening");
    let tree = &two[0].tree;
    let comments: Vec<_> =
        tree.main_line().into_iter().map(|id| tree.annotations(id).comment.clone()).collect();
    assert!(comments[..8].iter().all(|comment| comment == "book"), "{comments:?}");
    assert!(comments[8].contains('/') && comments[8].ends_with('s'), "{comments:?}");
}

/// A match whose state has lost its last pair goes on with that pair, also by the name of the state alone, and an empty
/// state is that of a new match. Another command is refused.
#[test]
fn an_interrupted_match_goes_on() {
    let folder = TempFolder::new();
    let flags = format!("{QUICK} -pgnout g.pgn -config file=m.state");
    assert!(run(&folder, &flags).status.success());
    let state = fs::read_to_string(folder.join("m.state")).expect("a state");
    let lines: Vec<&str> = state.lines().collect();
    assert_eq!(lines.len(), 3, "{state}");
    // The second pair was cut within its line.
    let cut = format!("{}\n{}\n{}", lines[0], lines[1], &lines[2][..9]);
    for flags in [flags.as_str(), "-config file=m.state"] {
        fs::write(folder.join("m.state"), &cut).expect("written");
        let output = run(&folder, flags);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("goes on after 2 games"), "{}", text(&output.stdout));
        assert_eq!(fs::read_to_string(folder.join("m.state")).expect("a state"), state);
    }
    let all: Vec<_> = games(&folder, "g.pgn", "losalamos").iter().map(moves).collect();
    assert_eq!(all.len(), 8);
    assert_eq!((&all[4..6], &all[6..8]), (&all[2..4], &all[2..4]));
    // One round more is kept in the state.
    let longer = run(&folder, "-config file=m.state -rounds 3");
    assert!(text(&longer.stdout).contains("goes on after 4 games"), "{}", text(&longer.stdout));
    let again = run(&folder, "-config file=m.state");
    assert!(text(&again.stdout).contains("a against b: 6 games"), "{}", text(&again.stdout));
    fs::write(folder.join("m.state"), "").expect("written");
    assert!(run(&folder, &flags).status.success());
    assert_eq!(fs::read_to_string(folder.join("m.state")).expect("a state"), state);
    let output = run(&folder, &flags.replace("nodes=20", "nodes=21"));
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("m.state is of a match with other engines"),
        "{}",
        text(&output.stderr)
    );
}

/// A disk was full, so that the file of games ends within a comment of the third game. The match goes on with the third game, and all
/// games of the file can be read. A new match leaves a cut game of another program as it is and begins after it.
#[test]
fn games_are_not_appended_within_a_cut_game() {
    let folder = TempFolder::new();
    let flags = format!("{QUICK} -pgnout g.pgn -config file=m.state");
    assert!(run(&folder, &flags).status.success());
    let [state, whole] =
        ["m.state", "g.pgn"].map(|file| fs::read_to_string(folder.join(file)).expect("a file"));
    let first: Vec<&str> = state.lines().take(2).collect();
    fs::write(folder.join("m.state"), first.join("\n") + "\n").expect("written");
    let third = whole.match_indices("[Event").nth(2).expect("a third game").0;
    let comment = whole[third..].find("{+0").or(whole[third..].find("{-0")).expect("a score");
    fs::write(folder.join("g.pgn"), &whole[..third + comment + 3]).expect("written");
    assert!(run(&folder, &flags).status.success());
    let without_times = |name: &str| games(&folder, name, "losalamos").iter().map(moves).collect::<Vec<_>>();
    fs::write(folder.join("whole.pgn"), &whole).expect("written");
    assert_eq!(without_times("g.pgn"), without_times("whole.pgn"));
    fs::write(folder.join("h.pgn"), "[Event \"mine\"]\n\n1. e3").expect("written");
    assert!(run(&folder, &format!("{QUICK} -pgnout h.pgn")).status.success());
    let appended = fs::read_to_string(folder.join("h.pgn")).expect("a file");
    assert!(appended.starts_with("[Event \"mine\"]\n\n1. e3\n\n[Event"), "{appended}");
}

/// While a match is played, its state is locked, so that the same command is refused.
#[test]
fn two_matches_have_not_the_same_state() {
    let folder = TempFolder::new();
    let lock = Lock::take(&folder.join("m.state.lock")).expect("a folder").expect("nobody has it");
    let flags = format!("{QUICK} -config file=m.state");
    let output = run(&folder, &flags);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("m.state: another match is writing to it"),
        "{}",
        text(&output.stderr)
    );
    drop(lock);
    assert!(run(&folder, &flags).status.success());
    assert!(!folder.join("m.state.lock").exists());
}

/// A match whose file of openings has been changed since its last pair does not go on.
#[test]
fn a_changed_file_of_openings_is_refused() {
    let folder = TempFolder::new();
    let flags =
        "-engine -engine -each nodes=1 -rounds 1 -maxmoves 1 -openings file=book.epd -config file=m.state";
    let book = "4k3/8/8/8/8/8/8/4K2R w - - 0 1\n";
    fs::write(folder.join("book.epd"), book).expect("written");
    assert!(run(&folder, flags).status.success());
    assert!(run(&folder, flags).status.success());
    fs::write(folder.join("book.epd"), book.replace('R', "Q")).expect("written");
    let output = run(&folder, flags);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("or their files were changed"), "{}", text(&output.stderr));
}

/// Engines that stop, are silent, make an illegal move, make no move or are too late lose both games, with the reason in
/// the games. They are started again with -recover, and no process is left.
#[test]
fn engines_that_behave_badly_lose() {
    // Only an engine that is silent is waited for until the time to answer is over.
    for (go, clock, patience, starts, tag, reason) in [
        ("exit", 9.0, 60_000, 3, "abandoned", "bad has stopped"),
        (":", 0.1, 4_000, 3, "abandoned", "bad does not answer"),
        ("echo 'bestmove e2e9'", 9.0, 60_000, 2, "illegal move", "bad made an illegal move (e2e9)"),
        ("echo 'bestmove (none)'", 9.0, 60_000, 2, "illegal move", "bad made an illegal move ((none))"),
        ("sleep 0.3; echo 'bestmove a2a3'", 0.1, 60_000, 2, "time forfeit", "bad lost on time"),
    ] {
        let (folder, script) = (TempFolder::new(), polite(&format!("go*) {go};;")));
        let engine = script.command.replace(' ', "_");
        let flags = format!(
            "-engine name=good nodes=20 -engine name=bad cmd={engine} tc={clock} -rounds 1 -openings plies=0 -recover \
             -ping-ms {patience} -pgnout g.pgn"
        );
        let output = run(&folder, &flags);
        assert!(output.status.success(), "{go}: {}", text(&output.stderr));
        assert!(
            text(&output.stdout).contains("good against bad: 2 games, 2 won"),
            "{}",
            text(&output.stdout)
        );
        for game in games(&folder, "g.pgn", "chess") {
            assert_eq!(game.tags.get("Termination"), Some(tag), "{go}");
            assert!(game.to_string().replace('\n', " ").contains(reason), "{game}");
        }
        script.expect_ended(starts);
    }
}

/// Without -recover an engine that stops ends the match, and the sentence names engine and game. Its game is written.
#[test]
fn a_failure_ends_the_match_and_names_the_game() {
    let (folder, script) = (TempFolder::new(), polite("go*) exit;;"));
    let engine = script.command.replace(' ', "_");
    let flags = format!(
        "-engine name=good -engine name=bad cmd={engine} -each nodes=20 -openings plies=0 -pgnout g.pgn"
    );
    let output = run(&folder, &flags);
    assert_eq!(output.status.code(), Some(1));
    let error = text(&output.stderr);
    assert!(error.contains("bad has stopped in game 1 of round 1; with -recover"), "{error}");
    assert_eq!(games(&folder, "g.pgn", "chess")[0].tags.get("Termination"), Some("abandoned"));
    script.expect_ended(2);
}

/// Programs that are no engines, engines that do not play the variant, unknown flags and missing files are sentences
/// before any game.
#[test]
fn faults_are_found_before_the_first_game() {
    let (folder, script) = (TempFolder::new(), polite("go*) ;;"));
    let engine = script.command.replace(' ', "_");
    let book = "4k3/8/8/8/8/8/8/4K2R w - - 0 1\n";
    fs::write(folder.join("book.epd"), book).expect("written");
    fs::write(folder.join("second.epd"), format!("{book}bad line\n")).expect("written");
    for (flags, words) in [
        ("-engine -engine cmd=/bin/true -each nodes=1".to_owned(), "true (/bin/true) is not a UCI engine"),
        ("-engine -engine cmd=/no/such -each nodes=1".to_owned(), "such (/no/such) cannot be started: "),
        (
            format!("-engine -engine name=x cmd={engine} -each nodes=1 -variant xxl"),
            "x does not play xxl but chess",
        ),
        ("-engine -engine -each nodes=1 -variant nope".to_owned(), "nope"),
        ("-engine -engine -each nodes=1 -openings file=no.epd".to_owned(), "no.epd"),
        ("-engine -engine -each nodes=1 -round 5".to_owned(), "did you mean -rounds?"),
        ("-engine -engine -each nodes=1 -openings file=second.epd".to_owned(), "second.epd:2: FEN"),
        (
            "-engine -engine -each nodes=1 -openings file=book.epd -pgnout ./book.epd".to_owned(),
            "-pgnout and -openings are the same file, ./book.epd",
        ),
        (
            "-engine -engine -each nodes=1 -pgnout new -config file=new".to_owned(),
            "-config and -pgnout are the same file",
        ),
    ] {
        let output = run(&folder, &flags);
        assert_eq!(output.status.code(), Some(2), "{flags}");
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
    let flags =
        "-engine option.EvalFile=no.network option.Gone=1 -engine -each nodes=1 -rounds 1 -maxmoves 1";
    let output = run(&folder, flags);
    let notes = text(&output.stderr);
    assert!(notes.contains("has no option Gone") && notes.contains("xxlchess: no.network: "), "{notes}");
    let output = run(&folder, "--help");
    assert!(output.status.success() && text(&output.stdout).contains("-concurrency N"));
    script.expect_ended(1);
}

/// Waits until a condition holds, at most for a minute.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        sleep(Duration::from_millis(20));
    }
}

/// Ctrl+C in the middle of a game ends the match soon, with the score and a sentence, and no engine is left.
#[test]
fn an_interrupt_ends_the_match_and_its_engines() {
    let (folder, script): (_, Script) = (TempFolder::new(), polite("go*) ;;"));
    let engine = script.command.replace(' ', "_");
    let flags =
        format!("-engine -engine name=slow cmd={engine} -each tc=60 -config file=m.state -log file=m.log");
    let mut command = command(&folder, &flags);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child: Child = command.spawn().expect("it runs");
    let log = || fs::read_to_string(folder.join("m.log")).unwrap_or_default();
    wait_until("the engine must move", || log().contains("slow > go "));
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("sent");
    assert!(interrupted.success());
    // The clock of the engine would run for another minute.
    let begun = Instant::now();
    let output = child.wait_with_output().expect("it ends");
    assert!(begun.elapsed() < Duration::from_secs(50));
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("interrupted; the same command goes on"),
        "{}",
        text(&output.stderr)
    );
    script.expect_ended(2);
}
