//! The keys of `config.json`: a struct for each group of keys, with a field for each key.
//!
//! An optional key is an `Option` with `deserialize_with = "present"`, so that `null` is an error.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::pieces::OwnPiece;
use super::puzzles::LevelSource;
use super::value::{FileName, Group, Name, NonNegative, Positive, Side, present};
use crate::game::clock;

/// The whole file.
#[derive(Deserialize)]
pub struct ConfigFile {
    pub layout: FileName,
    pub time_controls: Group<TimeControls>,
    pub player_colour: Side,
    pub piece_movement_speed: Positive,
    pub max_movement_time: NonNegative,
    #[serde(default, deserialize_with = "present")]
    pub bottom: Option<Side>,
    #[serde(default, deserialize_with = "present")]
    pub variant: Option<Name>,
    #[serde(default)]
    pub levels: Vec<LevelSource>,
    #[serde(default)]
    pub pieces: Vec<Group<OwnPiece>>,
    /// All other keys: options, and keys that do not exist.
    #[serde(flatten)]
    pub options: BTreeMap<String, Value>,
}

impl ConfigFile {
    /// The keys that are not options.
    pub const KEYS: [&str; 9] = [
        "layout",
        "time_controls",
        "player_colour",
        "piece_movement_speed",
        "max_movement_time",
        "bottom",
        "variant",
        "levels",
        "pieces",
    ];
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControls {
    pub player: Group<TimeControl>,
    pub cpu: Group<TimeControl>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    seconds: Positive,
    increment: NonNegative,
}

impl From<Group<TimeControl>> for clock::TimeControl {
    fn from(Group(keys): Group<TimeControl>) -> Self {
        Self {
            // A clock must not start at zero, but a very small number would be rounded to zero.
            initial: Duration::from_secs_f64(keys.seconds.0).max(Duration::from_nanos(1)),
            increment: Duration::from_secs_f64(keys.increment.0),
        }
    }
}
