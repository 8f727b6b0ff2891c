//! Random UCI sessions: whatever the lines and their order, the engine answers, stops and ends.
//!
//! `XXLCHESS_CONVERSATIONS` is the number of sessions (`tests/soak/conversation` runs more), `XXLCHESS_SEED` the seed.

use std::io::{BufReader, Read};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::common::Dice;
use crate::invariants;
use crate::uci::{Output, Transcript};

/// Approximate lines of a session.
const LINES: usize = 40;
/// Timeout of an answer on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Nine of ten answers to `stop` must arrive within this time.
const STOP_TIME: Duration = Duration::from_millis(500);

/// The lines to send. [`random_line`] truncates some of them and swaps words. None needs much memory, not even when
/// truncated.
const INPUT_LINES: [&str; 44] = [
    "go infinite",
    "go infinite",
    "go infinite searchmoves a2a3 b2b3",
    "go ponder wtime 1000 btime 1000",
    "go ponder infinite",
    "go depth 3",
    "go nodes 500",
    "go movetime 20",
    "go mate 2",
    "go wtime 100 btime 100 winc 1 binc 1 movestogo 3",
    "go wtime -5 btime 0",
    "go depth 99999999999999999999",
    "go perft 1",
    "go",
    "stop",
    "stop",
    "ponderhit",
    "isready",
    "uci",
    "ucinewgame",
    "d",
    "eval",
    "debug on",
    "position startpos",
    "position startpos moves a2a4 a13a11",
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position fen 2k1r6b2/14/1q7n4/14/14/4p3p5/3p1p1p4p1/2P1P1P4P2/1P6P5/14/14/14/4G6E2/R6K1B4 w - - 0 1",
    "position fen kkkk/8 w",
    "setoption name UCI_Variant value xxl",
    "setoption name UCI_Variant value chess",
    "setoption name UCI_Variant value xxl16",
    "setoption name UCI_Variant value nonesuch",
    "setoption name Skill Level value 1",
    "setoption name Skill Level value 6",
    "setoption name Skill Level value 10",
    "setoption name Threads value 2",
    "setoption name Threads value 257",
    "setoption name Hash value 2",
    "setoption name Hash value 0",
    "setoption name MultiPV value 3",
    "setoption name VariantPath value /nonesuch/own.ini",
    "\u{1F40E} \0 x",
];

struct ChannelInput {
    lines: Receiver<String>,
    rest: Vec<u8>,
}

impl Read for ChannelInput {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            match self.lines.recv() {
                Ok(line) => self.rest = (line + "\n").into_bytes(),
                Err(_) => return Ok(0),
            }
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// A running session.
struct Conversation {
    to: Sender<String>,
    transcript: Arc<Transcript>,
    sent: Vec<String>,
    thread: JoinHandle<()>,
}

impl Conversation {
    fn new() -> Self {
        let (to, lines) = channel();
        let transcript = Arc::new(Transcript::default());
        let output = Output(Arc::clone(&transcript));
        let input = BufReader::new(ChannelInput { lines, rest: Vec::new() });
        let thread = std::thread::spawn(move || xxlchess::protocol::uci::run(input, output));
        let mut session = Self { to, transcript, sent: Vec::new(), thread };
        session.send("setoption name Hash value 1");
        session
    }

    fn send(&mut self, line: &str) {
        self.sent.push(line.to_owned());
        self.to.send(line.to_owned()).expect("the engine reads until `quit`");
    }

    /// Number of lines that begin with `words`.
    fn count(text: &str, words: &str) -> usize {
        text.lines().filter(|line| line.starts_with(words)).count()
    }

    /// Sends `line` and waits for a new line that begins with `answer`; returns the time that took.
    fn ask(&mut self, line: &str, answer: &str) -> Duration {
        let before = Self::count(&self.transcript.text.lock().unwrap(), answer);
        let begin = Instant::now();
        self.send(line);
        let text = self.transcript.text.lock().unwrap();
        let silent = |text: &mut String| Self::count(text, answer) == before;
        let (text, timeout) = self.transcript.more.wait_timeout_while(text, TIMEOUT, silent).unwrap();
        assert!(!timeout.timed_out(), "no {answer:?} to {:#?} in:\n{text}", self.sent);
        begin.elapsed()
    }

    /// Ends the session by `quit` or the end of input; returns the time that took.
    fn end(mut self, quit: bool) -> Duration {
        let begin = Instant::now();
        if quit {
            self.send("quit");
        }
        drop(self.to);
        while !self.thread.is_finished() {
            assert!(begin.elapsed() < TIMEOUT, "no end after {:#?}", self.sent);
            std::thread::sleep(Duration::from_micros(100));
        }
        let took = begin.elapsed();
        self.thread.join().expect("the engine does not panic");
        invariants::uci::answered(&self.sent, &self.transcript.text.lock().unwrap());
        took
    }
}

/// A random line, perhaps truncated or with two words swapped.
fn random_line(dice: &mut Dice) -> String {
    let line = INPUT_LINES[dice.below(INPUT_LINES.len())];
    match dice.below(6) {
        0 => line.chars().take(dice.below(line.len())).collect(),
        1 => {
            let mut words: Vec<&str> = line.split(' ').collect();
            let (one, other) = (dice.below(words.len()), dice.below(words.len()));
            words.swap(one, other);
            words.join(" ")
        }
        _ => line.to_owned(),
    }
}

/// Times that the answers took.
#[derive(Default)]
struct Times {
    stops: Vec<Duration>,
    ready: Vec<Duration>,
    ends: Vec<Duration>,
}

fn run_session(dice: &mut Dice, times: &mut Times) -> usize {
    let mut session = Conversation::new();
    for _ in 0..LINES {
        match dice.below(8) {
            0 => {
                session.send("stop");
                // Without a position, `go infinite` would be answered at once.
                session.send("position startpos");
                session.ask("isready", "readyok");
                session.send("go infinite");
                std::thread::sleep(Duration::from_micros(dice.below(20_000) as u64));
                times.stops.push(session.ask("stop", "bestmove "));
            }
            1 => {
                session.send("stop");
                session.send("go infinite");
                times.ready.push(session.ask("isready", "readyok"));
            }
            2 => std::thread::sleep(Duration::from_micros(dice.below(3_000) as u64)),
            _ => session.send(&random_line(dice)),
        }
    }
    let sent = session.sent.len();
    times.ends.push(session.end(dice.below(2) == 0));
    sent
}

/// Median, ninetieth percentile and slowest, in milliseconds.
fn figures(times: &mut [Duration]) -> [f64; 3] {
    times.sort_unstable();
    let at = |part: usize| times.get((times.len().saturating_sub(1)) * part / 100);
    [50, 90, 100].map(|part| at(part).map_or(0.0, |time| time.as_secs_f64() * 1e3))
}

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

/// In random sessions every `go`, `isready` and `uci` is answered. Nine of ten `stop` are answered within
/// [`STOP_TIME`], and `quit` and the end of input end the session.
#[test]
fn random_sessions_are_answered() {
    let (count, seed) = (setting("XXLCHESS_CONVERSATIONS", 12), setting("XXLCHESS_SEED", 1));
    let (mut dice, mut times, mut lines) = (Dice::new(seed), Times::default(), 0);
    let begin = Instant::now();
    for _ in 0..count {
        lines += run_session(&mut dice, &mut times);
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{count} sessions, {lines} lines, seed {seed}, {seconds:.1} s; milliseconds (median, 90 %, slowest):"
    );
    let stops = figures(&mut times.stops);
    println!("stop to bestmove {stops:.1?} of {}", times.stops.len());
    println!("isready in a search {:.1?} of {}", figures(&mut times.ready), times.ready.len());
    println!("end {:.1?} of {}", figures(&mut times.ends), times.ends.len());
    assert!(stops[1] < STOP_TIME.as_secs_f64() * 1e3, "stop: {stops:?}");
}
