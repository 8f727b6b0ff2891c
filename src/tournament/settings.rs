//! Settings of a tournament, and the words of the command line for them, which are those of fastchess where it has them.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use super::adjudication::{Adjudication, DrawRule, ResignRule};
use super::flags::unknown_flag;
use crate::game::match_score::{EloModel, Sprt};

/// Name of the command of this program's own engine.
pub const SELF: &str = "self";
/// Greatest number of games at a time. The system cannot run any number of threads and processes.
const MAX_CONCURRENCY: usize = 1_000;
/// Times are shorter than this: about thirty years.
const MAX_SECONDS: u64 = 1_000_000_000;
/// Greatest difference of a test, for either side.
const MAX_ELO: f64 = 1_000.0;
/// Name of the own engine if the settings have no other.
const OWN_NAME: &str = "xxlchess";

/// A tournament: who plays, which games, and what is written where.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The engines, at least two, each with another name.
    pub engines: Vec<EngineSettings>,
    /// Name of the variant. `fischerandom` is chess from shuffled starts.
    pub variant: String,
    /// File with variants of the user's own.
    pub variants: Option<PathBuf>,
    /// Number of rounds. In a round each pairing plays a pair of games from one opening.
    pub rounds: u32,
    /// Whether the first engine plays all others, and they do not play each other.
    pub is_gauntlet: bool,
    /// Number of games that are played at the same time.
    pub concurrency: usize,
    /// The test that ends the match of two engines.
    pub sprt: Option<Sprt>,
    /// The openings.
    pub openings: OpeningSettings,
    /// Seed of the openings.
    pub seed: u64,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// The file of games.
    pub pgn: Option<PgnSettings>,
    /// The file from which an interrupted tournament goes on.
    pub state: Option<PathBuf>,
    /// The file of all lines from and to the engines.
    pub log: Option<PathBuf>,
    /// Whether an engine that has stopped or does not answer is started again.
    pub recovers: bool,
    /// Number of pairs after which the score is printed. Without it, it is printed after each pair, but at most once a
    /// second.
    pub interval: Option<u32>,
    /// Whether the report has the number of pairs by points.
    pub shows_pairs: bool,
    /// Time in which an engine must answer when it is not thinking.
    pub patience: Duration,
    /// Tag `Event` of the games.
    pub event: String,
    /// Tag `Site` of the games.
    pub site: String,
}

/// An engine and its limits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineSettings {
    /// Name in games and reports.
    pub name: String,
    /// Path of the program, which may have arguments behind it, or [`SELF`].
    pub command: String,
    /// Further arguments.
    pub arguments: String,
    /// Folder in which it runs.
    pub folder: Option<PathBuf>,
    /// Options by name.
    pub options: BTreeMap<String, String>,
    /// Clock of a game.
    pub clock: Option<ClockSettings>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each search.
    pub depth: Option<u32>,
    /// Time by which a clock or the time for a move may be exceeded.
    pub margin: Option<Duration>,
    /// Whether the engine is started again for each game.
    pub restarts: bool,
}

/// A clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClockSettings {
    /// Time at the start.
    pub time: Duration,
    /// Time that each move adds.
    pub increment: Duration,
    /// Number of moves after which the time at the start is added again; 0 if it is not.
    pub moves: u32,
}

/// Where openings come from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpeningSettings {
    /// File of openings. Without it they are random moves.
    pub file: Option<PathBuf>,
    /// Whether the file is PGN, and not a position a line.
    pub is_pgn: bool,
    /// Whether the openings of the file are played in random order.
    pub is_random: bool,
    /// Number of random moves, or of moves of a game in PGN.
    pub plies: Option<usize>,
    /// Number of the first opening of the file, from 1.
    pub start: usize,
}

/// The file of games.
#[derive(Clone, Debug, PartialEq)]
pub struct PgnSettings {
    /// The file.
    pub file: PathBuf,
    /// Whether games are added to those of the file.
    pub appends: bool,
    /// Whether comments have the number of nodes.
    pub has_nodes: bool,
    /// Whether there are no comments.
    pub is_minimal: bool,
}

/// A word `key=value`.
fn pair(flag: &str, word: &str) -> Result<(String, String), String> {
    let (key, value) =
        word.split_once('=').ok_or_else(|| format!("{flag}: {word:?} must have the form key=value"))?;
    Ok((key.to_owned(), value.to_owned()))
}

/// The number in `value`, which belongs to `name`.
fn number<T: FromStr + PartialOrd + Display>(name: &str, value: &str, least: T) -> Result<T, String> {
    let parsed = value.parse().ok().filter(|number| *number >= least);
    parsed.ok_or_else(|| format!("{name} must be a number of at least {least}, not {value:?}"))
}

fn is_true(name: &str, value: &str) -> Result<bool, String> {
    match value {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(format!("{name} must be true or false, not {value:?}")),
    }
}

/// The index of `value` among the words that are allowed for `name`.
fn choice(name: &str, value: &str, words: &[&str]) -> Result<usize, String> {
    let index = words.iter().position(|word| *word == value);
    index.ok_or_else(|| format!("{name} must be {}, not {value:?}", words.join(" or ")))
}

fn seconds(name: &str, value: &str) -> Result<Duration, String> {
    let seconds = value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    // Sums of longer times could overflow.
    seconds
        .filter(|time| time.as_secs() < MAX_SECONDS)
        .ok_or_else(|| format!("{name} must be a time in seconds, not {value:?}"))
}

fn milliseconds(name: &str, value: &str) -> Result<Duration, String> {
    number::<u32>(name, value, 0).map(|number| Duration::from_millis(number.into()))
}

/// The single value of a flag.
fn single<'w>(flag: &str, values: &'w [String]) -> Result<&'w str, String> {
    match values {
        [value] => Ok(value),
        [] => Err(format!("{flag} needs a value")),
        _ => Err(format!("{flag} has one value, not {}; a value with spaces needs quotes", values.len())),
    }
}

fn unknown_key(flag: &str, key: &str, known: &str) -> String {
    format!("{flag}: unknown key {key:?}; it has {known}")
}

impl Settings {
    /// Parses the words of a command line. An error is a sentence.
    ///
    /// # Errors
    /// The first word that is unknown or has a wrong value, or what is missing.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let mut settings = Self {
            engines: Vec::new(),
            variant: "chess".to_owned(),
            variants: None,
            rounds: 100,
            is_gauntlet: false,
            concurrency: 1,
            sprt: None,
            openings: OpeningSettings { start: 1, ..OpeningSettings::default() },
            seed: 1,
            adjudication: Adjudication::default(),
            pgn: None,
            state: None,
            log: None,
            recovers: false,
            interval: None,
            shows_pairs: true,
            patience: Duration::from_secs(60),
            event: "Match".to_owned(),
            site: "?".to_owned(),
        };
        let (mut engines, mut each): (Vec<Vec<String>>, Vec<String>) = (Vec::new(), Vec::new());
        let is_flag = |word: &&String| {
            word.strip_prefix('-')
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '-'))
        };
        let mut rest = words;
        while let [flag, after @ ..] = rest {
            if !is_flag(&flag) {
                return Err(format!("{flag:?} is no flag. xxlchess match --help lists all flags"));
            }
            let count = after.iter().take_while(|word| !is_flag(word)).count();
            let (values, others) = after.split_at(count);
            rest = others;
            match flag.as_str() {
                "-engine" => engines.push(values.to_vec()),
                "-each" => each.extend_from_slice(values),
                flag => settings.set(flag, values)?,
            }
        }
        for (index, words) in engines.iter().enumerate() {
            settings.engines.push(EngineSettings::parse(index, &each, words)?);
        }
        settings.name_engines()?;
        settings.check()?;
        Ok(settings)
    }

    fn set(&mut self, flag: &str, values: &[String]) -> Result<(), String> {
        let value = || single(flag, values);
        let pairs = || values.iter().map(|word| pair(flag, word)).collect::<Result<Vec<_>, _>>();
        match flag {
            "-variant" => {
                self.variant = if value()? == "standard" { "chess" } else { value()? }.to_owned();
            }
            "-variants" => self.variants = Some(value()?.into()),
            "-rounds" => self.rounds = number(flag, value()?, 1)?,
            "-games" if value()? == "2" => {}
            "-games" => {
                return Err("-games must be 2: a round is a pair of games with both colours".to_owned());
            }
            "-repeat" if values.is_empty() || value()? == "2" => {}
            "-repeat" => return Err("-repeat must be 2: each opening is played twice".to_owned()),
            "-tournament" => {
                self.is_gauntlet = choice(flag, value()?, &["roundrobin", "gauntlet"])? == 1;
            }
            "-concurrency" => {
                self.concurrency = number(flag, value()?, 1)?;
                if self.concurrency > MAX_CONCURRENCY {
                    return Err(format!("{flag} must be at most {MAX_CONCURRENCY}"));
                }
            }
            "-sprt" => self.sprt = Some(parse_sprt(&pairs()?)?),
            "-openings" => self.openings = parse_openings(&pairs()?)?,
            "-srand" => self.seed = number(flag, value()?, 0)?,
            "-resign" => self.adjudication.resign = Some(parse_resign(&pairs()?)?),
            "-draw" => self.adjudication.draw = Some(parse_draw(&pairs()?)?),
            "-maxmoves" => self.adjudication.longest = number(flag, value()?, 1)?,
            "-pgnout" => self.pgn = Some(parse_pgn(values)?),
            "-config" | "-log" => {
                let pairs = pairs()?;
                let [(key, file)] = &pairs[..] else { return Err(format!("{flag} needs file=FILE")) };
                if key != "file" {
                    return Err(unknown_key(flag, key, "file"));
                }
                *(if flag == "-log" { &mut self.log } else { &mut self.state }) = Some(file.into());
            }
            "-recover" if values.is_empty() => self.recovers = true,
            "-recover" => return Err("-recover has no value".to_owned()),
            "-ratinginterval" => self.interval = Some(number(flag, value()?, 1)?),
            "-report" => match &pairs()?[..] {
                [(key, value)] if key == "penta" => self.shows_pairs = is_true("-report penta", value)?,
                _ => return Err("-report needs penta=true or penta=false".to_owned()),
            },
            "-ping-ms" => self.patience = milliseconds(flag, value()?)?,
            "-event" => value()?.clone_into(&mut self.event),
            "-site" => value()?.clone_into(&mut self.site),
            _ => return Err(unknown_flag(flag)),
        }
        Ok(())
    }

    /// Gives names to the engines that have none: the names of their programs, with numbers if they are the same.
    fn name_engines(&mut self) -> Result<(), String> {
        for index in 0..self.engines.len() {
            let taken: Vec<String> = self.engines.iter().map(|engine| engine.name.clone()).collect();
            let engine = &mut self.engines[index];
            if !engine.name.is_empty() {
                if taken[..index].contains(&engine.name) {
                    return Err(format!("two engines are called {}; give them different names", engine.name));
                }
                continue;
            }
            let file = engine.command.rsplit(['/', '\\']).next().unwrap_or_default();
            let program = file.split(' ').next().unwrap_or_default();
            let base = if engine.command == SELF { OWN_NAME } else { program };
            let names =
                std::iter::once(base.to_owned()).chain((2..).map(|number| format!("{base}-{number}")));
            let mut free = names.filter(|name| !taken.contains(name));
            engine.name = free.next().unwrap_or_default();
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        if self.engines.len() < 2 {
            return Err(format!(
                "a match needs two engines, and there {}; each -engine adds one",
                if self.engines.is_empty() { "are none" } else { "is one" }
            ));
        }
        if self.sprt.is_some() && self.engines.len() > 2 {
            return Err("-sprt compares two engines, and there are more".to_owned());
        }
        let has_limit = |engine: &EngineSettings| {
            engine.clock.is_some()
                || engine.move_time.is_some()
                || engine.nodes.is_some()
                || engine.depth.is_some()
        };
        match self.engines.iter().find(|engine| !has_limit(engine)) {
            Some(engine) => Err(format!(
                "{} has no limit; give it tc=10+0.1, st=1, nodes=5000 or depth=8, or give one to all with -each",
                engine.name
            )),
            None => Ok(()),
        }
    }

    /// What the games of the tournament depend on, as text, apart from the contents of files. The state of a tournament can
    /// be continued if this is the same; rounds, test, files and output may be others.
    pub fn identity(&self) -> String {
        let Self { engines, variant, variants, is_gauntlet, openings, seed, adjudication, .. } = self;
        format!("{:?}", (engines, variant, variants, is_gauntlet, openings, seed, adjudication))
    }
}

impl EngineSettings {
    /// The engine with this index by the words of `-each` and then its own.
    fn parse(index: usize, each: &[String], words: &[String]) -> Result<Self, String> {
        let mut engine = Self { command: SELF.to_owned(), ..Self::default() };
        for (flag, words) in [("-each", each), ("-engine", words)] {
            for word in words {
                let (key, value) = pair(flag, word)?;
                let name = format!("{flag} {key}");
                match key.as_str() {
                    "name" if flag == "-engine" => engine.name = value,
                    "cmd" if value.is_empty() => return Err(format!("{name} must be a program")),
                    "cmd" => engine.command = value,
                    "args" => engine.arguments = value,
                    "dir" => engine.folder = Some(value.into()),
                    "proto" => drop(choice(&name, &value, &["uci"])?),
                    "tc" => engine.clock = parse_clock(&name, &value)?,
                    "st" => engine.move_time = Some(seconds(&name, &value)?),
                    "nodes" => engine.nodes = Some(number(&name, &value, 1)?),
                    "depth" | "plies" => engine.depth = Some(number(&name, &value, 1)?),
                    "timemargin" => engine.margin = Some(milliseconds(&name, &value)?),
                    "restart" => engine.restarts = is_true(&name, &value)?,
                    key => match key.strip_prefix("option.") {
                        Some(option) if !option.is_empty() => {
                            engine.options.insert(option.to_owned(), value);
                        }
                        _ => {
                            let known = "cmd, name, args, dir, option.NAME, tc, st, nodes, depth, timemargin, restart";
                            return Err(unknown_key(flag, key, known));
                        }
                    },
                }
            }
        }
        if !engine.arguments.is_empty() && engine.command == SELF {
            return Err(format!("engine {} has args but no cmd", index + 1));
        }
        Ok(engine)
    }
}

/// Parses `[moves/][minutes:]seconds[+increment]`. `inf` is no clock.
fn parse_clock(name: &str, text: &str) -> Result<Option<ClockSettings>, String> {
    if matches!(text, "inf" | "infinite") {
        return Ok(None);
    }
    let fault = || format!("{name} must be like 10+0.1, 40/60 or 1:30+1, not {text:?}");
    let (moves, rest) = text.split_once('/').unwrap_or(("0", text));
    let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (minutes, time) = time.split_once(':').unwrap_or(("0", time));
    let seconds = |text: &str| seconds(name, text).map_err(|_| fault());
    let minutes: u32 = minutes.parse().map_err(|_| fault())?;
    let time = seconds(time)? + Duration::from_secs(60 * u64::from(minutes));
    let moves = moves.parse().map_err(|_| fault())?;
    if time.is_zero() {
        return Err(fault());
    }
    Ok(Some(ClockSettings { time, increment: seconds(increment)?, moves }))
}

fn parse_sprt(pairs: &[(String, String)]) -> Result<Sprt, String> {
    let (mut elos, mut errors, mut model) = ([None, None], [0.05, 0.05], EloModel::Normalized);
    for (key, value) in pairs {
        let name = format!("-sprt {key}");
        let number = |least| number::<f64>(&name, value, least);
        let elo = || {
            let parsed = value.parse().ok().filter(|elo: &f64| elo.abs() <= MAX_ELO);
            parsed
                .ok_or_else(|| format!("{name} must be a number from -{MAX_ELO} to {MAX_ELO}, not {value:?}"))
        };
        match key.as_str() {
            "elo0" => elos[0] = Some(elo()?),
            "elo1" => elos[1] = Some(elo()?),
            "alpha" => errors[0] = number(0.0)?,
            "beta" => errors[1] = number(0.0)?,
            "model" => {
                let models = [EloModel::Normalized, EloModel::Logistic];
                model = models[choice(&name, value, &["normalized", "logistic"])?];
            }
            key => return Err(unknown_key("-sprt", key, "elo0, elo1, alpha, beta, model")),
        }
    }
    let [Some(lower), Some(upper)] = elos else { return Err("-sprt needs elo0 and elo1".to_owned()) };
    if lower >= upper {
        return Err("-sprt: elo0 must be less than elo1".to_owned());
    }
    if errors.iter().any(|&error| error <= 0.0 || error >= 0.5) {
        return Err("-sprt: alpha and beta must be between 0 and 0.5".to_owned());
    }
    Ok(Sprt { elos: [lower, upper], errors, model })
}

fn parse_openings(pairs: &[(String, String)]) -> Result<OpeningSettings, String> {
    let mut openings = OpeningSettings { start: 1, ..OpeningSettings::default() };
    let mut format = None;
    for (key, value) in pairs {
        let name = format!("-openings {key}");
        match key.as_str() {
            "file" => openings.file = Some(value.into()),
            "format" => format = Some(choice(&name, value, &["epd", "pgn"])? == 1),
            "order" => openings.is_random = choice(&name, value, &["sequential", "random"])? == 1,
            "plies" => openings.plies = Some(number(&name, value, 0)?),
            "start" => openings.start = number(&name, value, 1)?,
            key => return Err(unknown_key("-openings", key, "file, format, order, plies, start")),
        }
    }
    let ends_in_pgn = |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
    openings.is_pgn = format.unwrap_or_else(|| openings.file.as_ref().is_some_and(ends_in_pgn));
    Ok(openings)
}

fn parse_resign(pairs: &[(String, String)]) -> Result<ResignRule, String> {
    let mut rule = ResignRule { moves: 1, score: 0, is_two_sided: false };
    for (key, value) in pairs {
        let name = format!("-resign {key}");
        match key.as_str() {
            "movecount" => rule.moves = number(&name, value, 1)?,
            "score" => rule.score = number(&name, value, 1)?,
            "twosided" => rule.is_two_sided = is_true(&name, value)?,
            key => return Err(unknown_key("-resign", key, "movecount, score, twosided")),
        }
    }
    if rule.score == 0 { Err("-resign needs score".to_owned()) } else { Ok(rule) }
}

fn parse_draw(pairs: &[(String, String)]) -> Result<DrawRule, String> {
    let mut rule = DrawRule { from_move: 0, moves: 1, score: 0 };
    for (key, value) in pairs {
        let name = format!("-draw {key}");
        match key.as_str() {
            "movenumber" => rule.from_move = number(&name, value, 0)?,
            "movecount" => rule.moves = number(&name, value, 1)?,
            "score" => rule.score = number(&name, value, 0)?,
            key => return Err(unknown_key("-draw", key, "movenumber, movecount, score")),
        }
    }
    Ok(rule)
}

fn parse_pgn(words: &[String]) -> Result<PgnSettings, String> {
    let mut pgn = PgnSettings { file: PathBuf::new(), appends: true, has_nodes: false, is_minimal: false };
    for word in words {
        let (key, value) =
            if word.contains('=') { pair("-pgnout", word)? } else { ("file".into(), word.clone()) };
        let name = format!("-pgnout {key}");
        match key.as_str() {
            "file" => pgn.file = value.into(),
            "append" => pgn.appends = is_true(&name, &value)?,
            "nodes" => pgn.has_nodes = is_true(&name, &value)?,
            "min" => pgn.is_minimal = is_true(&name, &value)?,
            "notation" => drop(choice(&name, &value, &["san"])?),
            key => return Err(unknown_key("-pgnout", key, "file, append, nodes, min")),
        }
    }
    if pgn.file.as_os_str().is_empty() { Err("-pgnout needs file=FILE".to_owned()) } else { Ok(pgn) }
}

#[cfg(test)]
mod tests {
    use super::super::flags::FLAGS;
    use super::*;

    /// Splits a line at spaces. A value with spaces has `_` in place of them.
    fn parse(line: &str) -> Result<Settings, String> {
        Settings::parse(&line.split_whitespace().map(|word| word.replace('_', " ")).collect::<Vec<_>>())
    }

    /// The settings of two engines with a limit and further flags.
    fn with(flags: &str) -> Settings {
        parse(&format!("-engine -engine -each nodes=5 {flags}")).expect(flags)
    }

    /// A command of fastchess with most flags: each value is where it belongs, and the values of -each count for engines
    /// without their own, wherever -each stands.
    #[test]
    fn a_command_of_fastchess_is_understood() {
        let settings = parse(
            "-engine cmd=/a/one args=uci_-x name=new option.Skill_Level=3 tc=40/1:30+0.5 timemargin=50 \
             -each nodes=9 option.Hash=16 dir=/tmp -engine cmd=/a/one option.Hash=8 depth=4 st=0.5 restart=on \
             -rounds 7 -repeat -games 2 -concurrency 3 -sprt elo0=-3 elo1=1 alpha=0.01 beta=0.1 model=logistic \
             -openings file=b.epd format=epd order=random start=5 -srand 42 -resign movecount=3 score=600 twosided=true \
             -draw movenumber=34 movecount=8 score=20 -maxmoves 150 -pgnout file=g.pgn nodes=true append=false \
             -event My_event -site Here -config file=s -recover -ratinginterval 10 -report penta=false -variant xxl \
             -variants v.ini -log file=l -ping-ms 500",
        )
        .expect("valid");
        let [first, second] = &settings.engines[..] else { panic!("two engines") };
        let clock =
            ClockSettings { time: Duration::from_secs(90), increment: Duration::from_millis(500), moves: 40 };
        assert_eq!(
            (first.name.as_str(), first.command.as_str(), first.clock),
            ("new", "/a/one", Some(clock))
        );
        assert_eq!(first.arguments, "uci -x");
        assert_eq!((first.nodes, first.margin), (Some(9), Some(Duration::from_millis(50))));
        let options: Vec<_> = first.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(options, ["Hash=16", "Skill Level=3"]);
        assert_eq!((second.name.as_str(), second.options["Hash"].as_str()), ("one", "8"));
        assert_eq!(
            (second.depth, second.move_time, second.restarts),
            (Some(4), Some(Duration::from_millis(500)), true)
        );
        assert_eq!(second.folder, Some("/tmp".into()));
        let sprt = Sprt { elos: [-3.0, 1.0], errors: [0.01, 0.1], model: EloModel::Logistic };
        assert_eq!((settings.rounds, settings.concurrency, settings.sprt), (7, 3, Some(sprt)));
        let openings = OpeningSettings {
            file: Some("b.epd".into()),
            is_pgn: false,
            is_random: true,
            plies: None,
            start: 5,
        };
        assert_eq!((settings.openings, settings.seed), (openings, 42));
        let adjudication = Adjudication {
            resign: Some(ResignRule { moves: 3, score: 600, is_two_sided: true }),
            draw: Some(DrawRule { from_move: 34, moves: 8, score: 20 }),
            longest: 150,
        };
        assert_eq!(settings.adjudication, adjudication);
        let pgn = PgnSettings { file: "g.pgn".into(), appends: false, has_nodes: true, is_minimal: false };
        assert_eq!(settings.pgn, Some(pgn));
        assert_eq!((settings.event.as_str(), settings.site.as_str()), ("My event", "Here"));
        assert_eq!((settings.state, settings.log), (Some("s".into()), Some("l".into())));
        assert_eq!((settings.recovers, settings.interval, settings.shows_pairs), (true, Some(10), false));
        assert_eq!((settings.variant.as_str(), settings.variants), ("xxl", Some("v.ini".into())));
        assert_eq!(settings.patience, Duration::from_millis(500));
    }

    /// Engines without a command are this program, and engines without a name get different ones: that of the program,
    /// without its folder and its arguments.
    #[test]
    fn engines_without_command_or_name_get_them() {
        let settings = parse("-engine -engine name=x -engine -engine cmd=self -each nodes=1").expect("valid");
        let names: Vec<_> = settings.engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["xxlchess", "x", "xxlchess-2", "xxlchess-3"]);
        assert!(settings.engines.iter().all(|engine| engine.command == SELF));
        let settings =
            parse("-engine cmd=/opt/My_Engines/sf args=-x_/y -engine cmd=/a/one_uci -each nodes=1")
                .expect("valid");
        let names: Vec<_> = settings.engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["sf", "one"]);
    }

    /// Each fault of a command gives a sentence that names the flag and what would be right.
    #[test]
    fn faults_are_sentences() {
        let two = "-engine -engine -each nodes=5";
        for (line, words) in [
            ("", "a match needs two engines, and there are none"),
            ("-engine nodes=1", "there is one"),
            ("-engine -engine", "xxlchess has no limit; give it tc=10+0.1"),
            ("-engine name=a -engine name=a -each nodes=1", "two engines are called a"),
            (&format!("{two} -round 5"), "unknown flag -round; did you mean -rounds?"),
            (&format!("{two} --rounds 5"), "did you mean -rounds?"),
            (&format!("{two} -concurency 5"), "did you mean -concurrency?"),
            (&format!("{two} -nonsense"), "unknown flag -nonsense. xxlchess match --help"),
            (&format!("{two} -tb /x"), "there are no tablebases"),
            (&format!("{two} -noswap"), "both colours"),
            (&format!("five {two}"), "\"five\" is no flag"),
            (&format!("{two} -rounds five"), "-rounds must be a number of at least 1, not \"five\""),
            (&format!("{two} -rounds 0"), "-rounds must be a number of at least 1"),
            (&format!("{two} -rounds"), "-rounds needs a value"),
            (&format!("{two} -event a b"), "-event has one value, not 2"),
            (&format!("{two} -games 1"), "-games must be 2"),
            (&format!("{two} -sprt elo0=0"), "-sprt needs elo0 and elo1"),
            (&format!("{two} -sprt elo0=3 elo1=3"), "elo0 must be less than elo1"),
            (&format!("{two} -sprt elo0=0 elo1=3 alpha=0.6"), "between 0 and 0.5"),
            (
                &format!("{two} -sprt elo0=0 elo1=3 model=bayesian"),
                "-sprt model must be normalized or logistic",
            ),
            (&format!("{two} -sprt 0 5"), "\"0\" must have the form key=value"),
            (&format!("{two} -engine -sprt elo0=0 elo1=3"), "-sprt compares two engines"),
            (&format!("{two} -openings book=x"), "-openings: unknown key \"book\"; it has file, format"),
            (&format!("{two} -resign movecount=3"), "-resign needs score"),
            (&format!("{two} -draw score=x"), "-draw score must be a number"),
            (&format!("{two} -pgnout"), "-pgnout needs file=FILE"),
            (&format!("{two} -config x"), "key=value"),
            (&format!("{two} -config out=x"), "unknown key \"out\"; it has file"),
            (&format!("{two} -report"), "-report needs penta"),
            (&format!("{two} -recover now"), "-recover has no value"),
            ("-engine nodes=1 -engine tc=1m", "-engine tc must be like 10+0.1"),
            ("-engine nodes=1 -engine tc=0", "-engine tc must be like 10+0.1"),
            ("-engine nodes=1 -engine tc=1e19+1e19", "-engine tc must be like 10+0.1"),
            ("-engine nodes=1 -engine tc=4294967296:0", "-engine tc must be like 10+0.1"),
            (&format!("{two} -concurrency 1000000"), "-concurrency must be at most 1000"),
            (&format!("{two} -sprt elo0=nan elo1=3"), "-sprt elo0 must be a number"),
            (&format!("{two} -sprt elo0=inf elo1=inf"), "-sprt elo0 must be a number from -1000 to 1000"),
            (&format!("{two} -sprt elo0=0 elo1=99999"), "-sprt elo1 must be a number from -1000 to 1000"),
            ("-engine nodes=1 -engine hash=1", "-engine: unknown key \"hash\"; it has cmd, name"),
            ("-engine nodes=1 -engine args=x nodes=1", "engine 2 has args but no cmd"),
            ("-engine -engine -each name=x", "-each: unknown key \"name\""),
        ] {
            let error = parse(line).expect_err(line);
            assert!(error.contains(words), "{line}: {error}");
        }
    }

    /// Every flag of the help is known: it is accepted without a value, or its error is about the value.
    #[test]
    fn flags_of_the_help_are_accepted() {
        for (name, ..) in FLAGS {
            let parsed = parse(&format!("-engine -engine -each nodes=5 {name}"));
            assert!(
                parsed.is_ok() || parsed.as_ref().is_err_and(|error| error.starts_with(name)),
                "{parsed:?}"
            );
        }
    }

    /// Clocks of all forms.
    #[test]
    fn clocks_are_parsed() {
        for (text, time, increment, moves) in [
            ("10", 10_000, 0, 0),
            ("0.5+0.05", 500, 50, 0),
            ("40/60", 60_000, 0, 40),
            ("2:00+1", 120_000, 1_000, 0),
        ] {
            let clock = parse_clock("tc", text).expect(text).expect(text);
            let millis = [clock.time, clock.increment].map(|time| time.as_millis());
            assert_eq!((millis, clock.moves), ([time, increment], moves), "{text}");
        }
        assert_eq!(parse_clock("tc", "inf"), Ok(None));
    }

    /// A state belongs to a tournament with other rounds and files, but not to one with another seed or limit.
    #[test]
    fn only_what_changes_the_games_changes_the_identity() {
        let first = with("").identity();
        assert_eq!(with("-rounds 9 -concurrency 4 -pgnout x -recover -sprt elo0=0 elo1=1").identity(), first);
        for flags in ["-srand 2", "-variant xxl", "-maxmoves 9", "-openings plies=6", "-each nodes=6"] {
            assert_ne!(with(flags).identity(), first, "{flags}");
        }
    }
}
