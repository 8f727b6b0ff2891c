//! The options of UCI and their values.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::engine::difficulty::Difficulty;
use crate::engine::eval::network;
use crate::engine::{MAX_THREADS, Network, NetworkChoice, Options};
use crate::files;
use crate::notation::text;
use crate::notation::variants_ini::{self, Variants};
use crate::protocol::options::{DEFAULT_VARIANT, MAX_HASH_MIB, SKILL_LEVEL};
use crate::rules::{Position, Variant};

/// Options that are numbers (`spin`), each with its name, its default, and its smallest and greatest value.
const SPIN_OPTIONS: [(&str, i64, i64, i64); 6] = [
    ("Hash", 64, 1, MAX_HASH_MIB as i64),
    ("Threads", 1, 1, MAX_THREADS as i64),
    ("MultiPV", 1, 1, 256),
    ("Move Overhead", 30, 0, 5_000),
    (SKILL_LEVEL, Difficulty::STRONGEST.number() as i64, 0, Difficulty::STRONGEST.number() as i64),
    ("UCI_Elo", 1300, rating(Difficulty::WEAKEST), rating(Difficulty::STRONGEST)),
];

/// Elo rating of a level, or 0 for the six rules, which have none.
const fn rating(level: Difficulty) -> i64 {
    match level.row().rating {
        Some(rating) => rating as i64,
        None => 0,
    }
}

/// Value of `EvalFile` for the built-in network. An empty value stands for no network.
const BUILT_IN_NETWORK: &str = "<built-in>";

/// Name of the option for castling from any files.
const CHESS960: &str = "UCI_Chess960";

/// Names of the options that are switches (`check`). All of them are off by default.
const CHECK_OPTIONS: [&str; 4] = ["UCI_LimitStrength", "UCI_ShowWDL", CHESS960, "Ponder"];

/// Part of the session that must be updated after an option was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Nothing,
    Engine,
    Network,
    ClearHash,
    Variant,
    /// Nothing, but these sentences must be sent.
    Notes(Vec<String>),
    /// The log. It must be written to this file, or must end.
    Log(Option<PathBuf>),
}

#[derive(Debug)]
pub(super) struct OptionValues {
    numbers: [i64; SPIN_OPTIONS.len()],
    switches: [bool; CHECK_OPTIONS.len()],
    variants: Variants,
    variant: String,
    network: NetworkChoice,
}

impl OptionValues {
    pub fn new(variants: Variants) -> Self {
        Self {
            numbers: SPIN_OPTIONS.map(|(_, default, ..)| default),
            switches: [false; CHECK_OPTIONS.len()],
            variants,
            variant: DEFAULT_VARIANT.to_owned(),
            network: NetworkChoice::OfVariant,
        }
    }

    /// The lines of the answer to `uci` about all options with their defaults.
    pub fn listing(&self) -> String {
        let mut text = String::new();
        for (name, default, least, most) in SPIN_OPTIONS {
            // Writing to a string does not fail.
            let _ = writeln!(text, "option name {name} type spin default {default} min {least} max {most}");
        }
        for name in CHECK_OPTIONS {
            let _ = writeln!(text, "option name {name} type check default false");
        }
        text += "option name Clear Hash type button\n";
        let _ = write!(text, "option name UCI_Variant type combo default {DEFAULT_VARIANT}");
        for name in self.variants.names() {
            let _ = write!(text, " var {name}");
        }
        text + "\noption name EvalFile type string default <built-in>\noption name VariantPath type string default <empty>\noption name Debug Log File type string default <empty>"
    }

    pub fn engine_options(&self) -> Options {
        // The numbers are within the bounds of the table, so they fit.
        let [hash, threads, lines, overhead, ..] = self.numbers.map(|n| n as usize);
        Options {
            hash_mib: hash,
            threads,
            multi_pv: lines,
            move_overhead: Duration::from_millis(overhead as u64),
            network: self.network.clone(),
            ..Options::default()
        }
    }

    /// The level of play. If `UCI_LimitStrength` is set, it is the level with the rating nearest to `UCI_Elo`, otherwise that
    /// of `Skill Level`.
    pub fn difficulty(&self) -> Difficulty {
        let [.., skill, elo] = self.numbers;
        let [is_limited, ..] = self.switches;
        if !is_limited {
            // The number is within the bounds of the table, which are those of the levels.
            return Difficulty::new(skill as u8);
        }
        let distance = |level: &Difficulty| rating(*level).abs_diff(elo);
        Difficulty::all().skip(1).min_by_key(distance).unwrap_or(Difficulty::STRONGEST)
    }

    /// Whether the chances of win, draw and loss are sent with each score (`UCI_ShowWDL`).
    pub fn shows_wdl(&self) -> bool {
        let [_, shows_wdl, ..] = self.switches;
        shows_wdl
    }

    /// The selected variant and its starting position.
    pub fn start(&self) -> (Arc<Variant>, Position) {
        // `set` accepts a variant only if it exists and its starting position is legal.
        let mut variant = self.variants.get(&self.variant).expect("the selected variant exists");
        let [_, _, is_chess960, _] = self.switches;
        if is_chess960 {
            variant = Arc::new(variant.with_rules(variant.rules().clone().in_chess960()));
        }
        let position = Position::start(&variant).expect("its starting position is legal");
        (variant, position)
    }

    /// The variant `name`, or the selected one.
    pub fn variant(&self, name: Option<&str>) -> Result<Arc<Variant>, String> {
        match name {
            Some(name) => self.variants.find(name).map_err(|unknown| unknown.to_string()),
            None => Ok(self.start().0),
        }
    }

    /// A sentence for the user if the network of `EvalFile` was made for another variant than the selected one.
    pub fn network_note(&self) -> Option<String> {
        let NetworkChoice::Network(network) = &self.network else { return None };
        let (variant, _) = self.start();
        let name = &variant.rules().name;
        (!network.fits(&variant)).then(|| {
            format!(
                "EvalFile was trained for another variant than {name}, which is evaluated without a network"
            )
        })
    }

    /// Sets an option. The case of its name does not matter. The error is a sentence for the user.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if let Some(row) = SPIN_OPTIONS.iter().position(|(other, ..)| is(other)) {
            let (name, _, least, most) = SPIN_OPTIONS[row];
            let number = value.parse().ok().filter(|n| (least..=most).contains(n));
            self.numbers[row] =
                number.ok_or_else(|| format!("{name} must be a number from {least} to {most}"))?;
            return Ok(Change::Engine);
        }
        if is("Clear Hash") {
            return Ok(Change::ClearHash);
        }
        if let Some(row) = CHECK_OPTIONS.iter().position(|other| is(other)) {
            let name = CHECK_OPTIONS[row];
            let value = value.to_ascii_lowercase().parse();
            self.switches[row] = value.map_err(|_| format!("{name} must be true or false"))?;
            return Ok(if name == CHESS960 { Change::Variant } else { Change::Nothing });
        }
        if is("Debug Log File") {
            return Ok(Change::Log(Some(value).filter(|path| !is_empty(path)).map(PathBuf::from)));
        }
        if is("EvalFile") {
            self.network = match value {
                BUILT_IN_NETWORK => NetworkChoice::OfVariant,
                path if is_empty(path) => NetworkChoice::Written,
                path => NetworkChoice::Network(Arc::new(read_network(path)?)),
            };
            return Ok(Change::Network);
        }
        if is("VariantPath") {
            return self.read_variants(value);
        }
        if is("UCI_Variant") {
            let variant = self.variant(Some(value))?;
            Position::start(&variant).map_err(|error| format!("{value}: starting position: {error}"))?;
            // The name as the table of variants has it. The value may be written in another case.
            self.variant.clone_from(&variant.rules().name);
            return Ok(Change::Variant);
        }
        Err(format!("unknown option {:?}", text::shorten(name.as_bytes())))
    }

    fn read_variants(&mut self, path: &str) -> Result<Change, String> {
        if is_empty(path) {
            return Ok(Change::Nothing);
        }
        let bytes = read_file(path, variants_ini::MAX_BYTES as u64)?;
        let text = text::decode(&bytes).map_err(|error| format!("{path}:{}: {error}", error.location))?;
        let (variants, left_out) = self.variants.with_valid_sections(path, text);
        self.variants = variants;
        Ok(Change::Notes(left_out.iter().map(ToString::to_string).collect()))
    }
}

fn read_network(path: &str) -> Result<Network, String> {
    let bytes = read_file(path, network::MAX_BYTES)?;
    Network::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))
}

fn read_file(path: &str, limit: u64) -> Result<Vec<u8>, String> {
    files::read(Path::new(path), limit).map_err(|error| format!("{path}: {error}"))
}

/// Whether the value of a string option is empty, which UCI writes as `<empty>`.
fn is_empty(value: &str) -> bool {
    value.is_empty() || value == "<empty>"
}
