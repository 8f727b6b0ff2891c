//! Conversations at random: whatever is said in whatever order, the engine answers, stops when told and ends.
//!
//! `XXLCHESS_CONVERSATIONS` says how many (`tests/soak/conversation` holds more), `XXLCHESS_SEED` which.

use std::io::{BufReader, Read};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::common::Dice;
use crate::invariants;
use crate::talk::{Ear, Heard};

/// How many lines a conversation has, about.
const LINES: usize = 40;
/// How long an answer may take before it counts as none, on a machine that has much else to do.
const NEVER: Duration = Duration::from_secs(30);
/// How long nine of ten answers to `stop` may take.
const SOON: Duration = Duration::from_millis(500);

/// What is said (nothing that asks for much memory, whole or cut off); each may be cut off, its words may change places, and any may follow any.
const LINES_SAID: [&str; 44] = [
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

/// Passes on what is sent, until there is no sender any more.
struct Mouth {
    lines: Receiver<String>,
    rest: Vec<u8>,
}

impl Read for Mouth {
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

/// An engine at the other end of a conversation.
struct Engine {
    to: Sender<String>,
    heard: Arc<Heard>,
    said: Vec<String>,
    thread: JoinHandle<()>,
}

impl Engine {
    fn new() -> Self {
        let (to, lines) = channel();
        let heard = Arc::new(Heard::default());
        let ear = Ear(Arc::clone(&heard));
        let mouth = BufReader::new(Mouth { lines, rest: Vec::new() });
        let thread = std::thread::spawn(move || xxlchess::uci::run(mouth, ear));
        let mut engine = Self { to, heard, said: Vec::new(), thread };
        engine.say("setoption name Hash value 1");
        engine
    }

    fn say(&mut self, line: &str) {
        self.said.push(line.to_owned());
        self.to.send(line.to_owned()).expect("the engine listens until it is told to quit");
    }

    /// How often a line that begins with `words` has been heard.
    fn count(text: &str, words: &str) -> usize {
        text.lines().filter(|line| line.starts_with(words)).count()
    }

    /// Says `line` and waits until a line that begins with `answer` has been heard once more; gives how long it took.
    fn ask(&mut self, line: &str, answer: &str) -> Duration {
        let before = Self::count(&self.heard.text.lock().unwrap(), answer);
        let begin = Instant::now();
        self.say(line);
        let text = self.heard.text.lock().unwrap();
        let silent = |text: &mut String| Self::count(text, answer) == before;
        let (text, timeout) = self.heard.more.wait_timeout_while(text, NEVER, silent).unwrap();
        assert!(!timeout.timed_out(), "no {answer:?} to {:#?}; heard:\n{text}", self.said);
        begin.elapsed()
    }

    /// Ends the conversation, by `quit` or without a word; gives how long the engine took to end.
    fn end(mut self, quit: bool) -> Duration {
        let begin = Instant::now();
        if quit {
            self.say("quit");
        }
        drop(self.to);
        while !self.thread.is_finished() {
            assert!(begin.elapsed() < NEVER, "no end after {:#?}", self.said);
            std::thread::sleep(Duration::from_micros(100));
        }
        let took = begin.elapsed();
        self.thread.join().expect("the engine ends well");
        invariants::uci::answered(&self.said, &self.heard.text.lock().unwrap());
        took
    }
}

/// A line as it is, cut off, or with its words in another order.
fn spoken(dice: &mut Dice) -> String {
    let line = LINES_SAID[dice.below(LINES_SAID.len())];
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

/// How long the answers took.
#[derive(Default)]
struct Times {
    stops: Vec<Duration>,
    ready: Vec<Duration>,
    ends: Vec<Duration>,
}

fn converse(dice: &mut Dice, times: &mut Times) -> usize {
    let mut engine = Engine::new();
    for _ in 0..LINES {
        match dice.below(8) {
            0 => {
                engine.say("stop");
                engine.ask("isready", "readyok");
                engine.say("go infinite");
                std::thread::sleep(Duration::from_micros(dice.below(20_000) as u64));
                times.stops.push(engine.ask("stop", "bestmove "));
            }
            1 => {
                engine.say("stop");
                engine.say("go infinite");
                times.ready.push(engine.ask("isready", "readyok"));
            }
            2 => std::thread::sleep(Duration::from_micros(dice.below(3_000) as u64)),
            _ => engine.say(&spoken(dice)),
        }
    }
    let said = engine.said.len();
    times.ends.push(engine.end(dice.below(2) == 0));
    said
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

/// `go`, `isready`, `uci`; `stop` takes effect soon, `quit` and the end of input end the engine.
#[test]
fn every_command_of_a_random_conversation_is_answered() {
    let (count, seed) = (setting("XXLCHESS_CONVERSATIONS", 12), setting("XXLCHESS_SEED", 1));
    let (mut dice, mut times, mut lines) = (Dice::new(seed), Times::default(), 0);
    let begin = Instant::now();
    for _ in 0..count {
        lines += converse(&mut dice, &mut times);
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{count} conversations, {lines} lines, seed {seed}, {seconds:.1} s; milliseconds (median, 90 %, slowest):"
    );
    let stops = figures(&mut times.stops);
    println!("stop to bestmove {stops:.1?} of {}", times.stops.len());
    println!("isready in a search {:.1?} of {}", figures(&mut times.ready), times.ready.len());
    println!("end {:.1?} of {}", figures(&mut times.ends), times.ends.len());
    assert!(stops[1] < SOON.as_secs_f64() * 1e3, "stop: {stops:?}");
}
