//! The keys of a config file, as they stand in it: one field a key.
//!
//! An optional key is `#[serde(default, deserialize_with = "given")] key: Option<Read<…>>`.

use std::time::Duration;

use serde::Deserialize;

use crate::game::clock;

use super::value::{AtLeastZero, FileName, Name, Positive, Read, Side, Table, given};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raw {
    pub layout: Read<FileName>,
    pub time_controls: Table<TimeControls>,
    pub player_colour: Read<Side>,
    pub piece_movement_speed: Read<Positive>,
    pub max_movement_time: Read<AtLeastZero>,
    #[serde(default, deserialize_with = "given")]
    pub bottom: Option<Read<Side>>,
    #[serde(default, deserialize_with = "given")]
    pub variant: Option<Read<Name>>,
}

/// `time_controls`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControls {
    pub player: Table<TimeControl>,
    pub cpu: Table<TimeControl>,
}

/// `time_controls.player` and `time_controls.cpu`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    pub seconds: Read<Positive>,
    pub increment: Read<AtLeastZero>,
}

impl From<Table<TimeControl>> for clock::TimeControl {
    fn from(Table(raw): Table<TimeControl>) -> Self {
        // A billionth of a second is the least that a clock can hold, and "above 0" must not become 0.
        let least = Duration::from_nanos(1);
        Self {
            initial: Duration::from_secs_f64(raw.seconds.0.0).max(least),
            increment: Duration::from_secs_f64(raw.increment.0.0),
        }
    }
}
