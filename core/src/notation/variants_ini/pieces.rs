//! Pieces that a variant file can define, with their movements.

use crate::rules::betza::{self, Component};

/// The key that defines a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PieceKey {
    /// A row of [`BUILT_IN`].
    BuiltIn(usize),
    /// `customPiece1` to `customPiece25`.
    Custom(u8),
}

/// Maximum number of custom pieces of a variant.
pub(super) const MAX_CUSTOM: u8 = 25;

/// Built-in pieces with their Betza notation. The first is the pawn, the last the royal king.
pub(super) const BUILT_IN: [(&str, &str); 37] = [
    // The key doubleStep adds the double step, and enPassantTypes adds en passant.
    ("pawn", "fmWfcF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
    ("king", "K"),
];

/// Names of custom pieces by their Betza notation.
const BY_MOVES: [(&str, &str); 4] =
    [("C", "camel"), ("Z", "zebra"), ("NN", "nightrider"), ("gQ", "grasshopper")];

/// Other common names of pieces by their Betza notation.
const OTHER_NAMES: [(&str, &str); 15] = [
    ("W", "vizier"),
    ("F", "counsellor"),
    ("D", "dabbaba, war machine"),
    ("H", "threeleaper"),
    ("NN", "knightrider"),
    ("nN", "mao"),
    ("mRcpR", "pao"),
    ("RN", "empress"),
    ("BN", "princess, janus"),
    ("QN", "maharaja"),
    ("RF", "dragon king"),
    ("BW", "dragon horse"),
    ("FyafsF", "griffin, gryphon"),
    ("WyafsW", "manticore"),
    ("NAD", "squirrel"),
];

/// Other common names of the piece with these moves, separated by commas.
pub(super) fn other_names(moves: &str) -> &'static str {
    OTHER_NAMES.iter().find(|(notation, _)| *notation == moves).map_or("", |(_, names)| names)
}

/// Betza notation of a pawn's double step, which the key doubleStep adds.
pub(super) const DOUBLE_STEP: &str = "ifmnD";

/// Betza notation of a pawn's triple step, which the keys of its region add.
pub(super) const TRIPLE_STEP: &str = "ifmnH";

/// Keys of the pieces that a pawn can become by default.
pub(super) const PROMOTION_PIECES: &str = "queen rook bishop knight";

/// Key of the piece with which a king castles by default.
pub(super) const CASTLING_ROOKS: &str = "rook";

impl PieceKey {
    pub const PAWN: Self = Self::BuiltIn(0);
    pub const KING: Self = Self::BuiltIn(BUILT_IN.len() - 1);

    /// The piece with this key.
    pub fn named(key: &str) -> Option<Self> {
        if let Some(number) = key.strip_prefix("customPiece") {
            let plain = !number.starts_with(['0', '+']);
            return number.parse().ok().filter(|n| plain && (1..=MAX_CUSTOM).contains(n)).map(Self::Custom);
        }
        BUILT_IN.iter().position(|(name, _)| *name == key).map(Self::BuiltIn)
    }

    /// The key as a file has it.
    pub fn key(self) -> String {
        match self {
            Self::BuiltIn(row) => BUILT_IN[row].0.to_owned(),
            Self::Custom(number) => format!("customPiece{number}"),
        }
    }

    /// Name of a piece with this key. The name of a custom piece depends on its `moves`.
    pub fn name(self, moves: &[Component]) -> String {
        match self {
            Self::BuiltIn(row) => match BUILT_IN[row].0 {
                // XXL chess calls this piece a general.
                "centaur" => "general".to_owned(),
                name => name.to_owned(),
            },
            Self::Custom(_) => {
                let known = BY_MOVES.iter().find(|(text, _)| betza::parse(text).is_ok_and(|m| m == moves));
                known.map_or_else(|| self.key(), |(_, name)| (*name).to_owned())
            }
        }
    }

    /// Betza notation of a built-in piece; empty for a custom piece.
    pub fn built_in_notation(self) -> &'static str {
        match self {
            Self::BuiltIn(row) => BUILT_IN[row].1,
            Self::Custom(_) => "",
        }
    }
}
