//! Speed of move generation, compared with a reference program: both count the same positions in turn, best of three.
//!
//! `cargo bench --no-default-features --bench perft [-- DEPTH]` counts the positions from the start of the 14x14 board to
//! DEPTH (5). `REFPERFT=path` names the reference program, a plain mailbox generator; without it only our own times are
//! printed. With `-- rows` all rows of the test table are counted instead, including those that take long.

use std::process::Command;
use std::time::Instant;

use xxlchess::notation::fen;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::perft::perft;

const START: &str =
    "rnbamgzkgmcbnr/pppppppppppppp/14/14/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNBAMGZKGMCBNR w KQkq - 0 1";
const ROUNDS: usize = 3;

fn main() {
    let variants = Variants::built_in()
        .with_file("variants.ini", include_str!("../tests/data/variants.ini"))
        .expect("the test variants load");
    // `cargo bench` adds an argument of its own.
    let argument = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    match argument.as_deref() {
        Some("rows") => rows(&variants),
        depth => ratio(&variants, depth.map_or(5, |depth| depth.parse().expect("a depth"))),
    }
}

/// Counts the start position with both programs in turn.
fn ratio(variants: &Variants, depth: u32) {
    let reference = std::env::var("REFPERFT").ok();
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    for round in 1..=ROUNDS {
        let (nodes, seconds) = count(variants, "xxl14", START, depth);
        ours = ours.min(seconds);
        println!("round {round}: xxlchess {nodes} nodes in {seconds:.3} s");
        if let Some(reference) = &reference {
            let (counted, seconds) = count_by(reference, depth);
            assert_eq!(counted, nodes, "the two disagree");
            theirs = theirs.min(seconds);
            println!("round {round}: refperft {counted} nodes in {seconds:.3} s");
        }
    }
    match reference {
        Some(_) => println!("ratio of the best rounds: {:.2}", theirs / ours),
        None => println!("refperft: not run (REFPERFT names no binary)"),
    }
}

/// Counts positions with our generator. Returns their number and the seconds it took.
fn count(variants: &Variants, variant: &str, position: &str, depth: u32) -> (u64, f64) {
    let variant = variants.find(variant).expect("a variant of the file");
    let mut position = fen::parse(&variant, position).expect("a counted position");
    let start = Instant::now();
    let nodes = perft(&mut position, depth);
    (nodes, start.elapsed().as_secs_f64())
}

/// Counts positions with the reference program, which prints depth, nodes and seconds for every depth up to the last.
/// Returns the nodes and seconds of the last one.
fn count_by(reference: &str, depth: u32) -> (u64, f64) {
    let arguments = ["14", "14", "8", &depth.to_string(), START, "0", "13", "7"];
    let output = Command::new(reference).args(arguments).output().expect("the reference program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = text.lines().last().expect("a line for every depth");
    let mut fields = last.split_whitespace().skip(1);
    let mut field = || fields.next().expect("depth, nodes, seconds");
    (field().parse().expect("nodes"), field().parse().expect("seconds"))
}

/// Counts the positions of every row of the test table and prints the number of rows that differ.
fn rows(variants: &Variants) {
    let rows: serde_json::Value =
        serde_json::from_str(include_str!("../tests/data/perft/xxl.json")).expect("a table of rows");
    let rows = rows.as_array().expect("an array of rows");
    let mut different = 0;
    for row in rows {
        let text = |key: &str| row[key].as_str().expect("a text");
        let number = |key: &str| row[key].as_u64().expect("a number");
        let depth = u32::try_from(number("depth")).expect("a small depth");
        let (nodes, seconds) = count(variants, text("variant"), text("fen"), depth);
        different += usize::from(nodes != number("nodes"));
        println!("{} {} {nodes} expected {} {seconds:.3} s", text("variant"), depth, number("nodes"));
    }
    println!("{} rows, {different} differ", rows.len());
    assert_eq!(different, 0);
}
