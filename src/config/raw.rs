//! The keys of a config file, as they stand in it: one field a key.
//!
//! An optional key is `#[serde(default, deserialize_with = "given")] key: Option<Read<…>>`.

use std::time::Duration;

use serde::Deserialize;

use crate::game::clock;
use crate::game::options::OptionKey;

use super::pieces::Pieces;
use super::shapes::{FileOr, List, Listed, Read, Table, given};
use super::value::{AtLeastZero, Chosen, FileName, Name, Positive, Side};

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
    #[serde(default, deserialize_with = "given")]
    pub difficulty: Option<Read<Chosen<{ OptionKey::Difficulty as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub opponent: Option<Read<Chosen<{ OptionKey::Opponent as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub promotion: Option<Read<Chosen<{ OptionKey::Promotion as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub premoves: Option<Read<Chosen<{ OptionKey::Premoves as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub drag: Option<Read<Chosen<{ OptionKey::Drag as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub fog_of_war: Option<Read<Chosen<{ OptionKey::FogOfWar as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub turn_board: Option<Read<Chosen<{ OptionKey::TurnBoard as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub sound: Option<Read<Chosen<{ OptionKey::Sound as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub volume: Option<Read<Chosen<{ OptionKey::Volume as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub theme: Option<Read<Chosen<{ OptionKey::Theme as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub marks: Option<Read<Chosen<{ OptionKey::Marks as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub text_size: Option<Read<Chosen<{ OptionKey::TextSize as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub start_menu: Option<Read<Chosen<{ OptionKey::StartMenu as usize }>>>,
    #[serde(default, deserialize_with = "given")]
    pub levels: Option<List<Levels>>,
    #[serde(default, deserialize_with = "given")]
    pub pieces: Option<List<Pieces>>,
}

/// The value of `levels`.
pub struct Levels;

impl Listed for Levels {
    type Item = FileOr<LevelWithGoal>;
    const EXPECTED: &'static str = "a list of at most 1000 levels in [ ]";
    const LEAST: usize = 0;
    const MOST: usize = 1000;
}

/// An entry of `levels` that is no puzzle file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelWithGoal {
    pub layout: Read<FileName>,
    pub goal: Read<Name>,
    #[serde(default, deserialize_with = "given")]
    pub title: Option<Read<Name>>,
}

impl Raw {
    /// The options that the file names, with what it sets them to.
    pub fn options(&self) -> Vec<(OptionKey, u8)> {
        let rows = [
            (OptionKey::Difficulty, self.difficulty.as_ref().map(|read| read.0.0)),
            (OptionKey::Opponent, self.opponent.as_ref().map(|read| read.0.0)),
            (OptionKey::Promotion, self.promotion.as_ref().map(|read| read.0.0)),
            (OptionKey::Premoves, self.premoves.as_ref().map(|read| read.0.0)),
            (OptionKey::Drag, self.drag.as_ref().map(|read| read.0.0)),
            (OptionKey::FogOfWar, self.fog_of_war.as_ref().map(|read| read.0.0)),
            (OptionKey::TurnBoard, self.turn_board.as_ref().map(|read| read.0.0)),
            (OptionKey::Sound, self.sound.as_ref().map(|read| read.0.0)),
            (OptionKey::Volume, self.volume.as_ref().map(|read| read.0.0)),
            (OptionKey::Theme, self.theme.as_ref().map(|read| read.0.0)),
            (OptionKey::Marks, self.marks.as_ref().map(|read| read.0.0)),
            (OptionKey::TextSize, self.text_size.as_ref().map(|read| read.0.0)),
            (OptionKey::StartMenu, self.start_menu.as_ref().map(|read| read.0.0)),
        ];
        rows.into_iter().filter_map(|(option, value)| Some((option, value?))).collect()
    }
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
