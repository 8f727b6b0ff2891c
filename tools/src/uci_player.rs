//! A UCI engine as a child process.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running engine. Dropping it sends `quit`.
pub struct UciPlayer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// A line `info … score …` with a principal variation. Scores are for the side to move.
#[derive(Clone, Debug)]
pub struct InfoLine {
    /// Number of nodes searched so far.
    pub nodes: u64,
    /// Number of the line among the best lines, from 1.
    pub rank: usize,
    /// Score in hundredths of a pawn. A mate is worth 30,000.
    pub score: i32,
    /// Number of moves to mate, negative if the side to move is mated.
    pub mate: Option<i32>,
    /// Whether the score is only a bound.
    pub is_bound: bool,
    /// First move of the principal variation.
    pub first: String,
}

impl UciPlayer {
    /// Starts `command`, a program with arguments, and sets the variant and options of the form `NAME=VALUE`.
    pub fn start(command: &str, variants: Option<&Path>, variant: &str, options: &[String]) -> Self {
        let mut words = command.split_whitespace();
        let mut command = Command::new(words.next().expect("a program is named"));
        let command = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the engine starts");
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut player = Self { child, input, output };
        player.send("uci");
        player.read_until("uciok");
        if let Some(variants) = variants {
            player.send(&format!("setoption name VariantPath value {}", variants.display()));
        }
        player.send(&format!("setoption name UCI_Variant value {variant}"));
        for (name, value) in options.iter().filter_map(|option| option.split_once('=')) {
            player.send(&format!("setoption name {name} value {value}"));
        }
        player
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine reads");
    }

    /// Reads lines up to the one that starts with `word`.
    pub fn read_until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let count = self.output.read_line(&mut line).expect("the engine writes text");
            assert!(count > 0, "the engine has ended");
            let is_last = line.starts_with(word);
            lines.push(line.trim().to_owned());
            if is_last {
                return lines;
            }
        }
    }

    /// Begins a new game.
    pub fn new_game(&mut self) {
        self.send("ucinewgame");
        self.send("isready");
        self.read_until("readyok");
    }

    /// Searches a position and returns the best move and all lines of information.
    ///
    /// `position` and `go` are the arguments of the commands of these names.
    pub fn think(&mut self, position: &str, go: &str) -> (String, Vec<InfoLine>) {
        self.send(&format!("position {position}"));
        self.send(&format!("go {go}"));
        let lines = self.read_until("bestmove");
        let best = lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or_default();
        (best.to_owned(), lines.iter().filter_map(|line| InfoLine::parse(line)).collect())
    }
}

impl InfoLine {
    fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.strip_prefix("info ")?.split_whitespace().collect();
        let after = |name| words.iter().position(|&word| word == name).and_then(|at| words.get(at + 1));
        let number = |name| after(name).and_then(|text| text.parse::<i32>().ok());
        let mate = number("mate");
        Some(Self {
            nodes: after("nodes")?.parse().ok()?,
            rank: number("multipv").map_or(1, |rank| rank as usize),
            score: mate.map_or_else(|| number("cp"), |mate| Some(30_000 * mate.signum()))?,
            mate,
            is_bound: words.iter().any(|word| word.ends_with("erbound")),
            first: (*after("pv")?).to_owned(),
        })
    }
}

impl Drop for UciPlayer {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}
