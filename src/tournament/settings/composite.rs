//! Flags with several values: the test, the openings, when games are ended early, and the file of games.

use std::path::PathBuf;

use super::words::{choice, is_true, number, pair, unknown_key};
use super::{OpeningSettings, PgnSettings};
use crate::game::match_score::{EloModel, Sprt};
use crate::tournament::adjudication::{DrawRule, ResignRule};

/// Greatest difference of a test, for either side.
const MAX_ELO: f64 = 1_000.0;

pub fn parse_sprt(pairs: &[(String, String)]) -> Result<Sprt, String> {
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

pub fn parse_openings(pairs: &[(String, String)]) -> Result<OpeningSettings, String> {
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

/// Checks that `pairs` has these keys.
fn needs(flag: &str, pairs: &[(String, String)], keys: &[&str]) -> Result<(), String> {
    let is_missing = |key: &&&str| pairs.iter().all(|(name, _)| name != *key);
    keys.iter().find(is_missing).map_or(Ok(()), |key| Err(format!("{flag} needs {key}")))
}

pub fn parse_resign(pairs: &[(String, String)]) -> Result<ResignRule, String> {
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
    needs("-resign", pairs, &["score", "movecount"])?;
    Ok(rule)
}

pub fn parse_draw(pairs: &[(String, String)]) -> Result<DrawRule, String> {
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
    // Without them every game would be a draw.
    needs("-draw", pairs, &["score", "movecount"])?;
    Ok(rule)
}

pub fn parse_pgn(words: &[String]) -> Result<PgnSettings, String> {
    let mut pgn = PgnSettings {
        file: PathBuf::new(),
        appends: true,
        has_nodes: false,
        has_pv: false,
        is_minimal: false,
    };
    for word in words {
        let (key, value) =
            if word.contains('=') { pair("-pgnout", word)? } else { ("file".into(), word.clone()) };
        let name = format!("-pgnout {key}");
        match key.as_str() {
            "file" => pgn.file = value.into(),
            "append" => pgn.appends = is_true(&name, &value)?,
            "nodes" => pgn.has_nodes = is_true(&name, &value)?,
            "pv" => pgn.has_pv = is_true(&name, &value)?,
            "min" => pgn.is_minimal = is_true(&name, &value)?,
            "notation" => drop(choice(&name, &value, &["san"])?),
            key => return Err(unknown_key("-pgnout", key, "file, append, nodes, pv, min")),
        }
    }
    if pgn.file.as_os_str().is_empty() { Err("-pgnout needs file=FILE".to_owned()) } else { Ok(pgn) }
}
