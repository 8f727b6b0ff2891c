//! The choices before a new game, made in the config, on the command line or in the menu.

use std::time::Duration;

use super::PlayerKind;
use super::clock::TimeControl;
use super::options::{OpponentKind, Options};
use crate::rules::{ByColor, Color};

/// The human's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColorChoice {
    /// White, who moves first.
    White,
    /// Black.
    Black,
    /// White or Black, at random.
    Random,
}

impl ColorChoice {
    /// All choices, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::White, Self::Black, Self::Random];

    /// The colour of this choice. A random choice gives `coin`, which the caller has drawn.
    pub const fn resolve(self, coin: Color) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
            Self::Random => coin,
        }
    }

    /// Name of the choice in the menu and in the settings file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Random => "random",
        }
    }
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

/// The time controls of a game by player, before it is known who plays which colour. `None` means no clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BySeat {
    /// The human's time control. If two people play, it belongs to the side that [`NewGame::color`] names.
    pub person: Option<TimeControl>,
    /// The opponent's time control.
    pub opponent: Option<TimeControl>,
}

impl BySeat {
    /// The same time control for both players.
    pub const fn both(control: Option<TimeControl>) -> Self {
        Self { person: control, opponent: control }
    }
}

/// A row of [`PRESETS`]: name, minutes at the start, seconds added after each move.
pub type Preset = (&'static str, u64, u64);

/// The time controls offered in the menu.
pub const PRESETS: [Preset; 7] = [
    ("1 + 0", 1, 0),
    ("3 + 2", 3, 2),
    ("5 + 0", 5, 0),
    ("5 + 3", 5, 3),
    ("10 + 5", 10, 5),
    ("15 + 10", 15, 10),
    ("30 + 20", 30, 20),
];

/// The time control of a row of [`PRESETS`].
pub const fn preset((_, minutes, seconds): Preset) -> TimeControl {
    TimeControl { initial: Duration::from_secs(60 * minutes), increment: Duration::from_secs(seconds) }
}

/// The choices before a new game.
///
/// ```
/// use xxlchess::config::Config;
/// use xxlchess::game::PlayerKind;
/// use xxlchess::game::new_game::{ColorChoice, NewGame};
/// use xxlchess::rules::Color;
///
/// let config = Config::built_in().new_game("chess");
/// let choices = NewGame { color: ColorChoice::Random, ..config };
/// let side = choices.color.resolve(Color::Black);
/// assert_eq!(side, Color::Black, "the random colour is the one that the caller has drawn");
/// assert_eq!(choices.players(side).white, PlayerKind::Computer);
/// assert_eq!(choices.time_controls(side).black, choices.clocks.person);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The id of the level.
    pub level: String,
    /// The human's colour.
    pub color: ColorChoice,
    /// The time controls of both players.
    pub clocks: BySeat,
    /// The options.
    pub options: Options,
}

impl NewGame {
    /// Whether two people play.
    pub fn both_human(&self) -> bool {
        self.options.opponent == OpponentKind::Human
    }

    /// Kind of the player of each colour if the human plays `side`.
    pub fn players(&self, side: Color) -> ByColor<PlayerKind> {
        let person = |color| color == side || self.both_human();
        ByColor::from_fn(|color| if person(color) { PlayerKind::Human } else { PlayerKind::Computer })
    }

    /// The time control of each colour if the human plays `side`.
    pub fn time_controls(&self, side: Color) -> ByColor<Option<TimeControl>> {
        ByColor::from_fn(|color| if color == side { self.clocks.person } else { self.clocks.opponent })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices() -> NewGame {
        let clocks = BySeat { person: Some(preset(PRESETS[1])), opponent: None };
        NewGame { level: "xxl".to_owned(), color: ColorChoice::Random, clocks, options: Options::default() }
    }

    /// If the random colour is black, the human plays Black and has the human's clock.
    #[test]
    fn players_and_clocks_follow_the_color() {
        let mut choices = choices();
        let side = choices.color.resolve(Color::Black);
        assert_eq!(side, Color::Black);
        assert_eq!(choices.time_controls(side).black, Some(preset(PRESETS[1])));
        assert_eq!(choices.time_controls(side).white, None);
        assert_eq!(choices.players(side), ByColor { white: PlayerKind::Computer, black: PlayerKind::Human });
        choices.options.opponent = OpponentKind::Human;
        assert_eq!(choices.players(side), ByColor { white: PlayerKind::Human, black: PlayerKind::Human });
    }

    /// The preset `3 + 2` has three minutes and two seconds for each move.
    #[test]
    fn presets_are_named_by_their_numbers() {
        for row in PRESETS {
            assert_eq!(row.0, format!("{} + {}", row.1, row.2));
            assert_eq!(preset(row).initial.as_secs(), 60 * row.1);
        }
        assert_eq!(ColorChoice::ALL.map(ColorChoice::name), ["white", "black", "random"]);
    }
}
