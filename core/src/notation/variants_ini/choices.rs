//! Rules that a design chooses from a table: the ends of the game.

use super::draft::Draft;
use super::keys::{KEYS, Key};
use super::settings::Settings;
use super::values;

/// A rule that a design can have in a few forms.
#[derive(Debug)]
pub struct RuleRow {
    /// Subject of the rule.
    pub label: &'static str,
    /// A sentence about it.
    pub help: &'static str,
    /// The forms, that of chess first.
    pub choices: &'static [RuleChoice],
}

/// A form of a rule.
#[derive(Debug)]
pub struct RuleChoice {
    /// The form in a few words.
    pub words: &'static str,
    /// The keys of the form. A value has placeholders for what depends on the design, such as `{king}`.
    pub(super) keys: &'static [(Key, &'static str)],
    /// The field of the FEN with the checks that each side must give; empty if there is none.
    pub(super) checks: &'static str,
    /// Whether the form has no sense while pawns promote.
    pub ends_promotion: bool,
}

const fn choice(words: &'static str, keys: &'static [(Key, &'static str)]) -> RuleChoice {
    RuleChoice { words, keys, checks: "", ends_promotion: false }
}

const fn checks(words: &'static str, checks: &'static str) -> RuleChoice {
    RuleChoice { checks, ..choice(words, &[(Key::checkCounting, "true")]) }
}

/// The keys of a rule about lost pieces: the value, whether it is claimed, the pieces, and the two counts.
macro_rules! extinction {
    ($value:literal, $claim:literal, $kinds:literal, $most:literal, $opponent:literal) => {
        &[
            (Key::extinctionValue, $value),
            (Key::extinctionClaim, $claim),
            (Key::extinctionPieceTypes, $kinds),
            (Key::extinctionPieceCount, $most),
            (Key::extinctionOpponentPieceCount, $opponent),
        ]
    };
}

/// The keys of a race: the pieces, and the squares of White and of Black.
macro_rules! race {
    ($kinds:literal, $white:literal, $black:literal) => {
        &[
            (Key::flagPiece, $kinds),
            (Key::flagRegion, "-"),
            (Key::flagRegionWhite, $white),
            (Key::flagRegionBlack, $black),
        ]
    };
}

/// The rules that a design chooses.
pub const RULES: [RuleRow; 10] = [
    RuleRow {
        label: "A mated side",
        help: "Who wins by checkmate",
        choices: &[
            choice("loses", &[(Key::checkmateValue, "loss")]),
            choice("wins", &[(Key::checkmateValue, "win")]),
        ],
    },
    RuleRow {
        label: "A stalemated side",
        help: "How a game ends for a side that cannot move and is not in check",
        choices: &[
            choice("draws", &[(Key::stalemateValue, "draw")]),
            choice("loses", &[(Key::stalemateValue, "loss")]),
            choice("wins", &[(Key::stalemateValue, "win")]),
        ],
    },
    RuleRow {
        label: "Captures",
        help: "Whether a side that can capture must",
        choices: &[
            choice("free", &[(Key::mustCapture, "false")]),
            choice("forced", &[(Key::mustCapture, "true")]),
        ],
    },
    RuleRow {
        label: "Giving check",
        help: "Whether moves may give check",
        choices: &[
            choice("allowed", &[(Key::checking, "true")]),
            choice("forbidden", &[(Key::checking, "false")]),
        ],
    },
    RuleRow {
        label: "Lost pieces",
        help: "Whether a side wins or loses by the pieces that it has lost",
        choices: &[
            choice("no rule", &[(Key::extinctionPieceTypes, "-")]),
            choice("bare king loses", extinction!("loss", "true", "*", "1", "2")),
            choice("all lost loses", extinction!("loss", "false", "*", "0", "0")),
            choice("all lost wins", extinction!("win", "false", "*", "0", "0")),
            choice("all of a kind lost loses", extinction!("loss", "false", "{all}", "0", "0")),
        ],
    },
    RuleRow {
        label: "Race",
        help: "Whether a side wins by bringing a piece to a place",
        choices: &[
            choice(
                "none",
                &[(Key::flagRegion, "-"), (Key::flagRegionWhite, "-"), (Key::flagRegionBlack, "-")],
            ),
            choice("king to the middle", race!("{king}", "{middle}", "{middle}")),
            choice("king to the last rank", race!("{king}", "{last}", "{first}")),
            RuleChoice {
                ends_promotion: true,
                ..choice("pawn to the last rank", race!("{pawns}", "{last}", "{first}"))
            },
        ],
    },
    RuleRow {
        label: "Checks that win",
        help: "How many checks win the game",
        choices: &[
            choice("none", &[(Key::checkCounting, "false")]),
            checks("1", "1+1"),
            checks("3", "3+3"),
            checks("5", "5+5"),
        ],
    },
    RuleRow {
        label: "Pieces in a row",
        help: "How many pieces in a row, upright or diagonally, win the game",
        choices: &[
            choice("none", &[(Key::connectN, "0")]),
            choice("3", &[(Key::connectN, "3"), (Key::connectHorizontal, "false")]),
            choice("4", &[(Key::connectN, "4"), (Key::connectHorizontal, "false")]),
            choice("5", &[(Key::connectN, "5"), (Key::connectHorizontal, "false")]),
        ],
    },
    RuleRow {
        label: "Draw by quiet moves",
        help: "After how many moves without capture or pawn move the game is drawn",
        choices: &[
            choice("after 50", &[(Key::nMoveRule, "50")]),
            choice("after 100", &[(Key::nMoveRule, "100")]),
            choice("never", &[(Key::nMoveRule, "0")]),
        ],
    },
    RuleRow {
        label: "Draw by repetition",
        help: "How often a position occurs until the game is drawn",
        choices: &[choice("3 times", &[(Key::nFoldRule, "3")]), choice("never", &[(Key::nFoldRule, "0")])],
    },
];

impl RuleRow {
    /// The form that `settings` have; `None` if they have another one. `fill` replaces the placeholders of values, and `checks`
    /// is the field of the FEN.
    pub(super) fn chosen(
        &self,
        settings: &Settings,
        fill: impl Fn(&str) -> String,
        checks: &str,
    ) -> Option<usize> {
        let present = self.effect(settings);
        self.choices.iter().position(|choice| {
            let mut changed = settings.clone();
            let is_valid = choice.keys.iter().all(|&(key, text)| {
                let value = settings.parse(key, &fill(text));
                value.is_ok_and(|value| {
                    changed.set(key, value, None);
                    true
                })
            });
            is_valid && self.effect(&changed) == present && (!self.has_checks() || choice.checks == checks)
        })
    }

    /// Effect of the keys of the row.
    fn effect(&self, settings: &Settings) -> Draft {
        let mut draft = Draft::default();
        for row in KEYS.iter().filter(|row| self.has_key(row.key)) {
            let default = values::default_of(row);
            if let Some(value) = settings.given(row.key).or(default.as_ref()) {
                settings.apply(row.form, value, &mut draft);
            }
        }
        draft
    }

    /// Whether a form of the rule has this key.
    pub(super) fn has_key(&self, key: Key) -> bool {
        self.choices.iter().flat_map(|choice| choice.keys).any(|(other, _)| *other == key)
    }

    /// Whether forms of the rule have a field of the FEN.
    pub(super) fn has_checks(&self) -> bool {
        self.choices.iter().any(|choice| !choice.checks.is_empty())
    }
}
