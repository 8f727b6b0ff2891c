//! Settings of a tournament, and the words of the command line for them, which are those of fastchess where it has them.

mod composite;
mod engine;
mod words;

use std::path::PathBuf;
use std::time::Duration;

use super::adjudication::Adjudication;
use super::flags::unknown_flag;
use crate::game::match_score::Sprt;
use composite::{parse_draw, parse_openings, parse_pgn, parse_resign, parse_sprt};
pub use engine::{ClockSettings, EngineSettings};
use words::{choice, is_true, milliseconds, number, pair, single, unknown_key};

/// Name of the command of this program's own engine.
pub const SELF: &str = "self";
/// Greatest number of games at a time. The system cannot run any number of threads and processes.
const MAX_CONCURRENCY: usize = 1_000;
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

/// Source of the openings.
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
    /// Whether comments have the principal variation.
    pub has_pv: bool,
    /// Whether there are no comments.
    pub is_minimal: bool,
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

    /// The settings on which the games of the tournament depend, as text, without the contents of files. The state of a
    /// tournament can be continued if this is the same; rounds, test, files and output may be others.
    pub fn identity(&self) -> String {
        let Self { engines, variant, variants, is_gauntlet, openings, seed, adjudication, .. } = self;
        format!("{:?}", (engines, variant, variants, is_gauntlet, openings, seed, adjudication))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::match_score::EloModel;
    use crate::tournament::adjudication::{DrawRule, ResignRule};
    use crate::tournament::flags::FLAGS;

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
             -draw movenumber=34 movecount=8 score=20 -maxmoves 150 -pgnout file=g.pgn nodes=true pv=true append=false \
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
        let pgn = PgnSettings {
            file: "g.pgn".into(),
            appends: false,
            has_nodes: true,
            has_pv: true,
            is_minimal: false,
        };
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
            (&format!("{two} -resign score=300"), "-resign needs movecount"),
            (&format!("{two} -draw"), "-draw needs score"),
            (&format!("{two} -draw score=10"), "-draw needs movecount"),
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
