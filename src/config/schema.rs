//! The keys of `config.json`, a field each.
//!
//! An optional key is an `Option` with `deserialize_with = "present"`, so that `null` is refused.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::pieces::OwnPiece;
use super::puzzles::LevelSource;
use super::value::{FileName, Group, List, Name, NonNegative, Positive, Side, present};
use crate::game::clock;

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
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
    #[serde(default, deserialize_with = "present")]
    difficulty: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    opponent: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    promotion: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    premoves: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    drag: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    fog_of_war: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    turn_board: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    sound: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    volume: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    theme: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    marks: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    text_size: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    start_menu: Option<Value>,
    #[serde(default)]
    pub levels: List<LevelSource, 0, 1000>,
    #[serde(default)]
    pub pieces: List<Group<OwnPiece>, 0, 20>,
}

impl ConfigFile {
    /// The options in the file, whose values the table of options checks.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        [
            ("difficulty", &self.difficulty),
            ("opponent", &self.opponent),
            ("promotion", &self.promotion),
            ("premoves", &self.premoves),
            ("drag", &self.drag),
            ("fog_of_war", &self.fog_of_war),
            ("turn_board", &self.turn_board),
            ("sound", &self.sound),
            ("volume", &self.volume),
            ("theme", &self.theme),
            ("marks", &self.marks),
            ("text_size", &self.text_size),
            ("start_menu", &self.start_menu),
        ]
        .into_iter()
        .filter_map(|(key, value)| Some((key, value.as_ref()?)))
    }
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
            // Not zero, however small the number is.
            initial: Duration::from_secs_f64(keys.seconds.0).max(Duration::from_nanos(1)),
            increment: Duration::from_secs_f64(keys.increment.0),
        }
    }
}
