//! An engine without threads: one line in, its answers out. It runs in a browser's worker.
//!
//! It has no `stop`: a search ends by itself, or with the worker. Besides UCI it has the options `Promotion Choice`,
//! `Fog`, `Character`, `Seed`, `Deterministic` and `Keys` (the keys of the game's positions, in hexadecimal digits), the level 0 for
//! the full engine, and two commands for problems: `check GOAL MOVES MOVE REPLY` and `solve GOAL MOVES`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::command::{self, Go, UciCommand};
use super::output;
use super::remote::{self, CHARACTER, CHOICE, DETERMINISTIC, FOG, FULL, KEYS, SEED};
use crate::engine::difficulty::{CHARACTERS, Character, Difficulty, DifficultyPlayer};
use crate::engine::mate_solver::{self, TriedMove, Verdict};
use crate::engine::{Clock, Engine, Limits, Options, Player, SearchReport, SearchRequest};
use crate::notation::variants_ini::Variants;
use crate::notation::{coords, fen};
use crate::protocol::skill_level;
use crate::rules::{Move, Position, Variant};

/// Hash size in MiB of the full engine, whose searches last some seconds.
const HASH_MIB: usize = 16;

/// An engine that answers lines.
pub struct LineEngine {
    variants: Variants,
    clock: Clock,
    variant_name: String,
    has_choice: bool,
    has_fog: bool,
    /// The variant of these options, made when it is needed.
    variant: Option<Arc<Variant>>,
    position: Option<Position>,
    /// Keys of the moves of `position`, or the option for them.
    keys: Vec<u64>,
    seed: u64,
    deterministic: bool,
    /// A level, or [`FULL`].
    level: u8,
    character: &'static Character,
    /// The player of a level and a character.
    player: Option<(u8, &'static Character, DifficultyPlayer)>,
    engine: Option<Engine>,
}

/// Receives the lines of the engine.
type Send<'a> = &'a mut dyn FnMut(&str);

impl LineEngine {
    /// An engine that measures time by `clock`.
    pub fn new(clock: Clock) -> Self {
        Self {
            variants: Variants::for_uci(),
            clock,
            variant_name: "chess".to_owned(),
            has_choice: false,
            has_fog: false,
            variant: None,
            position: None,
            keys: Vec::new(),
            seed: 0,
            deterministic: false,
            level: FULL,
            character: &CHARACTERS[0],
            player: None,
            engine: None,
        }
    }

    /// Executes a line.
    pub fn receive(&mut self, line: &str, send: Send<'_>) {
        if let Err(error) = self.execute(line, send) {
            send(&format!("info string {error}"));
        }
    }

    fn execute(&mut self, line: &str, send: Send<'_>) -> Result<(), String> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("check") => send(&self.check(words).unwrap_or_else(|| "verdict unknown".to_owned())),
            Some("solve") => send(&self.solve(words).unwrap_or_else(|| "solution (none)".to_owned())),
            // The moves of `searchmoves` need not be legal, so they are parsed here.
            Some("go") => {
                let (line, moves) = line.split_once("searchmoves").unwrap_or((line, ""));
                self.go(line, moves, send)?;
            }
            _ => match command::parse(line, self.position.as_ref()).map_err(|error| error.to_string())? {
                UciCommand::Uci => {
                    send(concat!("id name xxlchess ", env!("CARGO_PKG_VERSION")));
                    send("uciok");
                }
                UciCommand::IsReady => send("readyok"),
                UciCommand::NewGame => (self.player, self.engine) = (None, None),
                UciCommand::SetOption { name, value } => self.set_option(&name, &value)?,
                UciCommand::Position { fen, moves } => self.set_position(fen.as_deref(), &moves)?,
                _ => {}
            },
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let fault = || format!("{name}: {value:?} is not a value of this option");
        let is_on = || value.parse().map_err(|_| fault());
        match name {
            "UCI_Variant" | CHOICE | FOG => {
                let before = (self.variant_name.clone(), self.has_choice, self.has_fog);
                match name {
                    CHOICE => self.has_choice = is_on()?,
                    FOG => self.has_fog = is_on()?,
                    _ => {
                        self.variants.find(value).map_err(|unknown| unknown.to_string())?;
                        value.clone_into(&mut self.variant_name);
                    }
                }
                if before != (self.variant_name.clone(), self.has_choice, self.has_fog) {
                    (self.variant, self.position) = (None, None);
                }
            }
            SEED => self.seed = value.parse().map_err(|_| fault())?,
            DETERMINISTIC => self.deterministic = is_on()?,
            "Skill Level" => {
                let is_level = |&level: &u8| level <= Difficulty::STRONGEST.number();
                self.level = value.parse().ok().filter(is_level).ok_or_else(fault)?;
            }
            CHARACTER => {
                let named = CHARACTERS.iter().find(|character| character.name == value);
                self.character = named.ok_or_else(fault)?;
            }
            KEYS => {
                let keys = value.split_whitespace().map(|key| u64::from_str_radix(key, 16));
                self.keys = keys.collect::<Result<_, _>>().map_err(|_| fault())?;
            }
            _ => return Err(format!("unknown option {name:?}")),
        }
        Ok(())
    }

    fn variant(&mut self) -> Result<Arc<Variant>, String> {
        if self.variant.is_none() {
            let plain = self.variants.find(&self.variant_name).map_err(|unknown| unknown.to_string())?;
            let rules = plain.rules().clone().with_options(self.has_choice, self.has_fog);
            self.variant = Some(Arc::new(Variant::new(rules, plain.start().clone())));
        }
        self.variant.clone().ok_or_else(|| "no variant".to_owned())
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), String> {
        (self.position, self.keys) = (None, Vec::new());
        let variant = self.variant()?;
        let mut position = match fen {
            None => Position::start(&variant).map_err(|errors| errors.to_string())?,
            Some(text) => fen::parse(&variant, text).map_err(|error| error.to_string())?,
        };
        for word in moves {
            let mv = coords::parse_move(&position, word).ok_or_else(|| format!("{word} is not legal"))?;
            self.keys.push(position.key());
            position.make(mv);
        }
        self.position = Some(position);
        Ok(())
    }

    /// Answers `go` by `bestmove`, whatever happens.
    fn go(&mut self, line: &str, search_moves: &str, send: Send<'_>) -> Result<(), String> {
        let limits = match command::parse(line, None) {
            Ok(UciCommand::Go(Go::Search(limits))) => Ok(limits),
            Ok(_) => Err("only searches are possible".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        let searched = limits.and_then(|limits| {
            let position = self.position.clone().ok_or("there is no position")?;
            let legal = position.legal_moves();
            let parse = |text| remote::parse_search_move(&position, &legal, text);
            let moves: Vec<_> = search_moves.split_whitespace().filter_map(parse).collect();
            let moves = Some(moves).filter(|moves| !moves.is_empty());
            Ok((self.search(&position, limits, moves, send), position))
        });
        let Ok((report, position)) = searched else {
            send("bestmove (none)");
            return searched.map(|_| ());
        };
        let format = |&mv: &Move| coords::format_legal_move(&position, mv);
        let line: Vec<_> = match &report.pv[..] {
            // In the fog the move need not be legal in the visible position.
            [only] => vec![format(only)],
            line => coords::format_line(&position, line),
        };
        let SearchReport { depth, nodes, score, .. } = report;
        send(&format!("info depth {depth} score {score} nodes {nodes} pv {}", line.join(" ")));
        send(&format!("bestmove {}", line.first().map_or("(none)", String::as_str)));
        Ok(())
    }

    /// The level's move; or with a fixed time, or without a level, the full engine's report.
    fn search(
        &mut self,
        position: &Position,
        limits: Limits,
        search_moves: Option<Vec<Move>>,
        send: Send<'_>,
    ) -> SearchReport {
        let stop = AtomicBool::new(false);
        let turn = position.turn();
        let request = SearchRequest {
            search_moves,
            key_history: self.keys.clone(),
            time_left: limits.clocks.map(|clocks| clocks.time[turn]),
            increment: limits.clocks.map_or(Duration::ZERO, |clocks| clocks.increment[turn]),
            seed: self.seed,
            deterministic: self.deterministic,
            ..SearchRequest::new(position.clone())
        };
        if self.level != FULL {
            let (level, character) = (self.level, self.character);
            if self.player.as_ref().is_some_and(|player| (player.0, player.1) != (level, character)) {
                self.player = None;
            }
            let style = Difficulty::new(level).row().style.with_character(character);
            let make = || DifficultyPlayer::with_style(style, 1).with_clock(self.clock);
            let (.., player) = self.player.get_or_insert_with(|| (level, character, make()));
            let best = player.choose_move(&request, &stop);
            return SearchReport::from_move(best, crate::engine::Score::Centipawns(0));
        }
        let options = Options { hash_mib: HASH_MIB, clock: self.clock, ..Options::default() };
        let engine = self.engine.get_or_insert_with(|| Engine::new(options));
        if self.deterministic {
            // The hash of earlier searches would change the result.
            engine.new_game();
        }
        match limits.move_time {
            Some(time) => engine.analyze(&request, time, &stop),
            None => {
                let on_event = |event: &_| send(&output::info(position, event, false));
                let level = Difficulty::STRONGEST;
                skill_level::go(engine, level, position, &request.key_history, &limits, &stop, on_event)
            }
        }
    }

    fn check<'w>(&self, mut words: impl Iterator<Item = &'w str>) -> Option<String> {
        let position = self.position.clone()?;
        let goal = remote::parse_goal(&mut words, position.variant().rules().pieces.len())?;
        let moves = words.next()?.parse().ok().filter(|&moves| moves > 0)?;
        let mv = coords::parse_move(&position, words.next()?)?;
        let mut after = position.clone();
        after.make(mv);
        let preferred_reply = words.next().and_then(|text| coords::parse_move(&after, text));
        let attempt = TriedMove { position, mv, goal, moves, preferred_reply };
        Some(match mate_solver::check_move(&attempt, &AtomicBool::new(false)) {
            Verdict::Solved => "verdict solved".to_owned(),
            Verdict::Continue { reply, next } => {
                format!("verdict continue {}", coords::format_line(&after, &[reply, next]).join(" "))
            }
            Verdict::Failed(reply) => {
                format!("verdict failed {}", coords::format_line(&after, reply.as_slice()).concat())
            }
            Verdict::Unknown => return None,
        })
    }

    fn solve<'w>(&self, mut words: impl Iterator<Item = &'w str>) -> Option<String> {
        let position = self.position.as_ref()?;
        let goal = remote::parse_goal(&mut words, position.variant().rules().pieces.len())?;
        let moves = words.next()?.parse().ok()?;
        let line = mate_solver::solution(position, goal, moves, &AtomicBool::new(false))?;
        Some(format!("solution {}", coords::format_line(position, &line).join(" ")))
    }
}
