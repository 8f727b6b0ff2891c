//! Search speed: nodes per second on the positions of the `bench` command, at a fixed depth, best of three rounds.
//!
//! `cargo bench --no-default-features --bench search [-- DEPTH]` searches to DEPTH (8) on one thread. If `OTHER=path` names
//! another build of xxlchess, both run in turn and the ratio of their best rounds is printed.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

use xxlchess::protocol::uci::bench;

const ROUNDS: usize = 3;

fn main() {
    // `cargo bench` adds an argument of its own.
    let argument = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let depth = argument.map_or(8, |depth| depth.parse().expect("a depth"));
    let other = std::env::var("OTHER").ok();
    let (mut our_speed, mut other_speed) = (0, 0);
    for round in 1..=ROUNDS {
        let result = bench::run(depth, &AtomicBool::new(false));
        our_speed = our_speed.max(result.nodes_per_second());
        println!("round {round}: {} nodes, {} nodes a second", result.nodes, result.nodes_per_second());
        if let Some(other) = &other {
            let (nodes, speed) = bench_other(other, depth);
            other_speed = other_speed.max(speed);
            println!("round {round}: {nodes} nodes, {speed} nodes a second (other build)");
        }
    }
    if other.is_some() {
        println!("ratio of the best rounds: {:.3}", our_speed as f64 / other_speed.max(1) as f64);
    }
}

/// Runs the `bench` command of another build; returns its nodes and nodes a second.
fn bench_other(program: &str, depth: u32) -> (u64, u64) {
    let mut child = Command::new(program)
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the other build runs");
    let mut input = child.stdin.take().expect("a pipe");
    writeln!(input, "bench {depth}").expect("the other build reads its input");
    drop(input);
    let output = child.wait_with_output().expect("the other build ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find(|line| line.ends_with(" nps")).expect("the line of the bench");
    let mut numbers = line.split(' ').filter_map(|word| word.parse().ok());
    let mut number = || numbers.next().expect("a number");
    (number(), number())
}
