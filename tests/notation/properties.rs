//! Random texts for every parser; the fuzzer (`fuzz/`) checks the same properties.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

use crate::invariants::TARGETS;

/// Number of texts for each parser; fewer for slow ones. The variable `CASES` sets another number.
fn cases(target: &str) -> u32 {
    let number = std::env::var("CASES").ok().map(|number| number.parse().expect("a number"));
    number.unwrap_or(match target {
        "uci" => 40,
        "variants" => 60,
        _ => 300,
    })
}

/// A change of a text: kind, position, and length or byte.
type Change = (u8, Index, Index, u8);

/// Applies a change: removes, repeats or swaps a part, changes or inserts a byte, or inserts a part of another text.
fn change(text: &mut Vec<u8>, other: &[u8], (what, start, length, byte): Change) {
    if text.is_empty() {
        text.push(byte);
        return;
    }
    let start = start.index(text.len());
    let end = start + length.index((text.len() - start).min(12) + 1);
    match what % 6 {
        0 => drop(text.drain(start..end)),
        1 => {
            let stretch = text[start..end].to_vec();
            text.splice(start..start, stretch);
        }
        2 => text[start] = byte,
        3 => text.insert(start, byte),
        4 => text.insert(start, b"0123456789-:/[]{}()=\" \n\r"[usize::from(byte) % 24]),
        _ if other.is_empty() => {}
        _ => {
            let from = length.index(other.len());
            let to = (from + usize::from(byte % 20)).min(other.len());
            text.splice(start..start, other[from..to].iter().copied());
        }
    }
}

/// Bytes that are formatted as text when a test fails.
#[derive(Clone)]
struct Text(Vec<u8>);

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// Runs `check` on texts of `strategy`.
fn run(name: &str, check: fn(&[u8]), strategy: impl Strategy<Value = Text>) {
    let config = Config { cases: cases(name), failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, deterministic());
    let result = runner.run(&strategy, |text| {
        check(&text.0);
        Ok(())
    });
    result.unwrap_or_else(|fault| panic!("{name}: {fault}"));
}

/// Valid texts with a few changes keep the properties of each parser.
#[test]
fn changed_texts_keep_the_properties() {
    for (name, check) in TARGETS {
        let seeds = seeds(name);
        assert!(seeds.len() > 2, "{name}: too few texts to begin with");
        let changes = prop::collection::vec(any::<Change>(), 0..8);
        let strategy = (any::<Index>(), any::<Index>(), changes).prop_map(move |(first, second, changes)| {
            let mut text = first.get(&seeds).clone();
            let other = second.get(&seeds);
            changes.into_iter().for_each(|made| change(&mut text, other, made));
            Text(text)
        });
        run(name, check, strategy);
    }
}

/// Random bytes keep the properties of each parser.
#[test]
fn random_bytes_keep_the_properties() {
    for (name, check) in TARGETS {
        run(name, check, prop::collection::vec(any::<u8>(), 0..80).prop_map(Text));
    }
}

/// The files in `tests/data/found`, one folder for each parser, keep the properties that they once broke.
#[test]
fn earlier_findings_of_the_fuzzer_stay_fixed() {
    for (name, check) in TARGETS {
        let folder = root().join("tests/data/found").join(name);
        for file in files(&folder) {
            let text = fs::read(&file).expect("it can be read");
            println!("{}", file.display());
            check(&text);
        }
    }
}

/// A fixed seed, so that failures can be reproduced.
fn deterministic() -> proptest::test_runner::TestRng {
    proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files of a folder, sorted; none if there is no folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// Valid and invalid texts of the repository in the form that `check` takes.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = root().join("fuzz/seeds").join(target);
    let mut seeds: Vec<Vec<u8>> =
        files(&folder).iter().map(|file| fs::read(file).expect("it can be read")).collect();
    if target == "config" {
        let cases = files(&root().join("tests/data/config"));
        let cases = cases.iter().filter(|file| file.extension().is_some_and(|e| e == "json"));
        seeds.extend(
            cases.map(|file| fs::read(file).expect("it can be read")).filter(|text| text.len() < 2000),
        );
    }
    seeds
}
