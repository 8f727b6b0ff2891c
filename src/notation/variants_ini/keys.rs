//! The table of keys: what each is called, what its value looks like, and what holds without it.

/// A key that states a rule; its number is its row in [`KEYS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    MaxRank,
    MaxFile,
    StartFen,
    PawnTypes,
    PromotionRegionWhite,
    PromotionRegionBlack,
    PromotionPawnTypes,
    PromotionPieceTypes,
    MandatoryPawnPromotion,
    DoubleStep,
    DoubleStepRegionWhite,
    DoubleStepRegionBlack,
    EnPassantRegion,
    EnPassantTypes,
    Castling,
    CastlingKingFile,
    CastlingKingsideFile,
    CastlingQueensideFile,
    CastlingRookKingsideFile,
    CastlingRookQueensideFile,
    CastlingRank,
    CastlingRookPieces,
    StalemateValue,
    NMoveRule,
    NMoveRuleTypes,
    NFoldRule,
    XImmobile,
    XPieceNames,
    XPieceValues,
    XInitialOnce,
    XCastlingSteps,
    XCastlingDistance,
}

/// What a value looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A number from one to the other.
    Number(u16, u16),
    /// `true` or `false`.
    Flag,
    /// A file, by letter or number.
    File,
    /// Squares, see [`Region`](super::region::Region).
    Region,
    /// Letters of pieces, `*` for all, `-` for none.
    Pieces,
    /// `win`, `draw` or `loss`.
    Outcome,
    /// A FEN.
    Fen,
    /// `letter:name`, blanks between.
    Names,
    /// `letter:value` in pawns, blanks between.
    Values,
}

/// One row: the key, its name, the form of its value, and the value it has when a file says nothing.
#[derive(Debug)]
pub(super) struct Row {
    pub key: Key,
    pub name: &'static str,
    pub form: Form,
    /// Empty where it depends on other keys; `build.rs` tells it then.
    pub default: &'static str,
}

const fn row(key: Key, name: &'static str, form: Form, default: &'static str) -> Row {
    Row { key, name, form, default }
}

/// How many keys there are.
pub(super) const COUNT: usize = 32;

/// All keys, in the order of [`Key`].
pub(super) const KEYS: [Row; COUNT] = [
    row(Key::MaxRank, "maxRank", Form::Number(1, 16), "8"),
    row(Key::MaxFile, "maxFile", Form::File, "8"),
    row(Key::StartFen, "startFen", Form::Fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    row(Key::PawnTypes, "pawnTypes", Form::Pieces, ""),
    row(Key::PromotionRegionWhite, "promotionRegionWhite", Form::Region, "*8"),
    row(Key::PromotionRegionBlack, "promotionRegionBlack", Form::Region, "*1"),
    row(Key::PromotionPawnTypes, "promotionPawnTypes", Form::Pieces, ""),
    row(Key::PromotionPieceTypes, "promotionPieceTypes", Form::Pieces, ""),
    row(Key::MandatoryPawnPromotion, "mandatoryPawnPromotion", Form::Flag, "true"),
    row(Key::DoubleStep, "doubleStep", Form::Flag, "true"),
    row(Key::DoubleStepRegionWhite, "doubleStepRegionWhite", Form::Region, "*2"),
    row(Key::DoubleStepRegionBlack, "doubleStepRegionBlack", Form::Region, "*7"),
    row(Key::EnPassantRegion, "enPassantRegion", Form::Region, ""),
    row(Key::EnPassantTypes, "enPassantTypes", Form::Pieces, ""),
    row(Key::Castling, "castling", Form::Flag, "true"),
    row(Key::CastlingKingFile, "castlingKingFile", Form::File, "e"),
    row(Key::CastlingKingsideFile, "castlingKingsideFile", Form::File, "g"),
    row(Key::CastlingQueensideFile, "castlingQueensideFile", Form::File, "c"),
    row(Key::CastlingRookKingsideFile, "castlingRookKingsideFile", Form::File, ""),
    row(Key::CastlingRookQueensideFile, "castlingRookQueensideFile", Form::File, "a"),
    row(Key::CastlingRank, "castlingRank", Form::Number(1, 16), "1"),
    row(Key::CastlingRookPieces, "castlingRookPieces", Form::Pieces, ""),
    row(Key::StalemateValue, "stalemateValue", Form::Outcome, "draw"),
    row(Key::NMoveRule, "nMoveRule", Form::Number(0, 1000), "50"),
    row(Key::NMoveRuleTypes, "nMoveRuleTypes", Form::Pieces, ""),
    row(Key::NFoldRule, "nFoldRule", Form::Number(0, 100), "3"),
    row(Key::XImmobile, "xImmobile", Form::Pieces, "-"),
    row(Key::XPieceNames, "xPieceNames", Form::Names, ""),
    row(Key::XPieceValues, "xPieceValues", Form::Values, ""),
    row(Key::XInitialOnce, "xInitialOnce", Form::Flag, "false"),
    row(Key::XCastlingSteps, "xCastlingSteps", Form::Number(0, 14), "0"),
    row(Key::XCastlingDistance, "xCastlingDistance", Form::Number(0, 15), "0"),
];

impl Key {
    /// The row of this key.
    pub fn row(self) -> &'static Row {
        &KEYS[self as usize]
    }

    /// The key called `name`.
    pub fn named(name: &str) -> Option<Self> {
        KEYS.iter().find(|row| row.name == name).map(|row| row.key)
    }
}
