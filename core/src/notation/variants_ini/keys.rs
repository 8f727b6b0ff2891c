//! Keys: the supported keys with their forms and defaults, and the keys of Fairy-Stockfish that are not supported.

use crate::notation::text::shorten;

/// A supported key. Its number is its row in [`KEYS`].
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
    PromotionLimit,
    MandatoryPawnPromotion,
    ImmobilityIllegal,
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
    CheckmateValue,
    NFoldValue,
    ExtinctionValue,
    ExtinctionPieceTypes,
    ExtinctionPieceCount,
    ExtinctionOpponentPieceCount,
    ExtinctionPseudoRoyal,
    FlagPiece,
    FlagPieceWhite,
    FlagPieceBlack,
    FlagRegion,
    FlagRegionWhite,
    FlagRegionBlack,
    FlagPieceCount,
    FlagPieceBlockedWin,
    FlagPieceSafe,
    FlagMove,
    CheckCounting,
    ConnectN,
    ConnectPieceTypes,
    ConnectHorizontal,
    ConnectVertical,
    ConnectDiagonal,
    ConnectValue,
    MustCapture,
    Checking,
    FlyingGeneral,
    CastlingKingPiece,
    XImmobile,
    XPieceNames,
    XPieceValues,
    XInitialOnce,
    XCastlingSteps,
    XCastlingDistance,
}

/// Form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A number in this inclusive range.
    Number(u16, u16),
    /// `true` or `false`.
    Flag,
    /// A file, by letter or number.
    File,
    /// Squares, see [`Region`](super::values::Region).
    Region,
    /// Letters of pieces, `*` for all, `-` for none.
    Pieces,
    /// The same, with `*` also for the pieces of children.
    PiecesOrAll,
    /// `win`, `draw` or `loss`.
    Result,
    /// A FEN.
    Fen,
    /// `letter:name` pairs.
    Names,
    /// `letter:value` pairs, in pawns.
    Values,
    /// `letter:number` pairs.
    Counts,
}

/// A row of the table of keys.
#[derive(Debug)]
pub(super) struct Row {
    pub key: Key,
    pub name: &'static str,
    pub form: Form,
    /// Default value. Empty if it depends on other keys; `rules.rs` computes it then.
    pub default: &'static str,
}

const fn row(key: Key, name: &'static str, form: Form, default: &'static str) -> Row {
    Row { key, name, form, default }
}

/// The table of keys, in the order of [`Key`].
pub(super) const KEYS: &[Row] = &[
    row(Key::MaxRank, "maxRank", Form::Number(1, 16), "8"),
    row(Key::MaxFile, "maxFile", Form::File, "8"),
    row(Key::StartFen, "startFen", Form::Fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    row(Key::PawnTypes, "pawnTypes", Form::Pieces, ""),
    row(Key::PromotionRegionWhite, "promotionRegionWhite", Form::Region, "*8"),
    row(Key::PromotionRegionBlack, "promotionRegionBlack", Form::Region, "*1"),
    row(Key::PromotionPawnTypes, "promotionPawnTypes", Form::Pieces, ""),
    row(Key::PromotionPieceTypes, "promotionPieceTypes", Form::Pieces, ""),
    row(Key::PromotionLimit, "promotionLimit", Form::Counts, ""),
    row(Key::MandatoryPawnPromotion, "mandatoryPawnPromotion", Form::Flag, "true"),
    row(Key::ImmobilityIllegal, "immobilityIllegal", Form::Flag, "false"),
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
    row(Key::StalemateValue, "stalemateValue", Form::Result, "draw"),
    row(Key::NMoveRule, "nMoveRule", Form::Number(0, 1000), "50"),
    row(Key::NMoveRuleTypes, "nMoveRuleTypes", Form::Pieces, ""),
    row(Key::NFoldRule, "nFoldRule", Form::Number(0, 100), "3"),
    row(Key::CheckmateValue, "checkmateValue", Form::Result, "loss"),
    row(Key::NFoldValue, "nFoldValue", Form::Result, "draw"),
    row(Key::ExtinctionValue, "extinctionValue", Form::Result, ""),
    row(Key::ExtinctionPieceTypes, "extinctionPieceTypes", Form::PiecesOrAll, "-"),
    row(Key::ExtinctionPieceCount, "extinctionPieceCount", Form::Number(0, 256), "0"),
    row(Key::ExtinctionOpponentPieceCount, "extinctionOpponentPieceCount", Form::Number(0, 256), "0"),
    row(Key::ExtinctionPseudoRoyal, "extinctionPseudoRoyal", Form::Flag, "false"),
    row(Key::FlagPiece, "flagPiece", Form::PiecesOrAll, "*"),
    row(Key::FlagPieceWhite, "flagPieceWhite", Form::PiecesOrAll, ""),
    row(Key::FlagPieceBlack, "flagPieceBlack", Form::PiecesOrAll, ""),
    row(Key::FlagRegion, "flagRegion", Form::Region, "-"),
    row(Key::FlagRegionWhite, "flagRegionWhite", Form::Region, ""),
    row(Key::FlagRegionBlack, "flagRegionBlack", Form::Region, ""),
    row(Key::FlagPieceCount, "flagPieceCount", Form::Number(1, 256), "1"),
    row(Key::FlagPieceBlockedWin, "flagPieceBlockedWin", Form::Flag, "false"),
    row(Key::FlagPieceSafe, "flagPieceSafe", Form::Flag, "false"),
    row(Key::FlagMove, "flagMove", Form::Flag, "false"),
    row(Key::CheckCounting, "checkCounting", Form::Flag, "false"),
    row(Key::ConnectN, "connectN", Form::Number(0, 16), "0"),
    row(Key::ConnectPieceTypes, "connectPieceTypes", Form::PiecesOrAll, "*"),
    row(Key::ConnectHorizontal, "connectHorizontal", Form::Flag, "true"),
    row(Key::ConnectVertical, "connectVertical", Form::Flag, "true"),
    row(Key::ConnectDiagonal, "connectDiagonal", Form::Flag, "true"),
    row(Key::ConnectValue, "connectValue", Form::Result, "win"),
    row(Key::MustCapture, "mustCapture", Form::Flag, "false"),
    row(Key::Checking, "checking", Form::Flag, "true"),
    row(Key::FlyingGeneral, "flyingGeneral", Form::Flag, "false"),
    row(Key::CastlingKingPiece, "castlingKingPiece", Form::Pieces, ""),
    row(Key::XImmobile, "xImmobile", Form::Pieces, "-"),
    row(Key::XPieceNames, "xPieceNames", Form::Names, ""),
    row(Key::XPieceValues, "xPieceValues", Form::Values, ""),
    row(Key::XInitialOnce, "xInitialOnce", Form::Flag, "false"),
    row(Key::XCastlingSteps, "xCastlingSteps", Form::Number(0, 14), "0"),
    row(Key::XCastlingDistance, "xCastlingDistance", Form::Number(0, 15), "0"),
];

impl Key {
    pub fn row(self) -> &'static Row {
        &KEYS[self as usize]
    }

    /// The key named `name`.
    pub fn named(name: &str) -> Option<Self> {
        KEYS.iter().find(|row| row.name == name).map(|row| row.key)
    }
}

/// Keys for the display of other programs, without effect on the rules.
pub(super) const IGNORED: [&str; 2] = ["pieceToCharTable", "variantTemplate"];

/// Keys of rules that are not implemented.
const UNSUPPORTED: &str = "
    adjudicateFullBoard bikjangRule blackDropRegion blackFlag blastImmuneTypes blastOnCapture cambodianMoves
    capturesToHand castlingDroppedPiece castlingKingPieceBlack castlingKingPieceWhite castlingWins
    chasingRule chess960 collinearN     connectNxN connectRegion1Black connectRegion1White connectRegion2Black connectRegion2White
    countingRule diagonalLines dropChecks dropLoop dropNoDoubled dropNoDoubledCount
    dropOnTop dropOppositeColoredBishop dropPromoted dropRegionBlack dropRegionWhite dupleCheck enclosingDrop
    enclosingDropStart extinctionClaim     firstRankPawnDrops     flipEnclosedPieces
    freeDrops gating makpongRule mandatoryPiecePromotion materialCounting
    moveRepetitionIllegal mustDrop mustDropType mutuallyImmuneTypes nFoldValueAbsolute
    oppositeCastling pass passBlack passOnStalemate passOnStalemateBlack passOnStalemateWhite passWhite
    perpetualCheckIllegal petrifyBlastPieces petrifyOnCaptureTypes pieceDemotion pieceDrops piecePromotionOnCapture
    pocketSize promotedPieceType promotionZonePawnDrops seirawanGating shatarMateRule
    shogiPawnDropMateIllegal sittuyinPromotion sittuyinRookDrop soldierPromotionRank stalematePieceCount
    tripleStepRegionBlack tripleStepRegionWhite twoBoards wallOrMove wallingRegion
    wallingRegionBlack wallingRegionWhite wallingRule whiteDropRegion whiteFlag";

/// Unsupported keys with the supported key for the same rule.
const REPLACED: [(&str, &str); 18] = [
    ("castlingRookPiece", "castlingRookPieces"),
    ("castlingRookPiecesBlack", "castlingRookPieces for both sides"),
    ("castlingRookPiecesWhite", "castlingRookPieces for both sides"),
    ("doubleStepRank", "doubleStepRegionWhite and doubleStepRegionBlack"),
    ("doubleStepRankMin", "doubleStepRegionWhite and doubleStepRegionBlack"),
    ("enPassantRegionBlack", "enPassantRegion for both sides"),
    ("enPassantRegionWhite", "enPassantRegion for both sides"),
    ("enPassantTypesBlack", "enPassantTypes for both sides"),
    ("enPassantTypesWhite", "enPassantTypes for both sides"),
    ("nMoveRuleTypesBlack", "nMoveRuleTypes for both sides"),
    ("nMoveRuleTypesWhite", "nMoveRuleTypes for both sides"),
    ("pieceValueEg", "xPieceValues, in pawns"),
    ("pieceValueMg", "xPieceValues, in pawns"),
    ("promotionPawnTypesBlack", "promotionPawnTypes for both sides"),
    ("promotionPawnTypesWhite", "promotionPawnTypes for both sides"),
    ("promotionPieceTypesBlack", "promotionPieceTypes for both sides"),
    ("promotionPieceTypesWhite", "promotionPieceTypes for both sides"),
    ("promotionRank", "promotionRegionWhite and promotionRegionBlack"),
];

/// The error for `key` if it is an unsupported key of Fairy-Stockfish.
pub(super) fn unsupported(key: &str) -> Option<String> {
    if let Some((_, instead)) = REPLACED.iter().find(|(name, _)| *name == key) {
        return Some(format!("unsupported key {key} of Fairy-Stockfish; use {instead}"));
    }
    let known = UNSUPPORTED.split_whitespace().any(|name| name == key) || key.starts_with("mobilityRegion");
    known.then(|| {
        format!(
            "unsupported key {} of Fairy-Stockfish: this rule is not implemented",
            shorten(key.as_bytes())
        )
    })
}

/// All unsupported keys except the mobility regions of single pieces.
#[cfg(test)]
pub(super) fn all_unsupported() -> impl Iterator<Item = &'static str> {
    UNSUPPORTED.split_whitespace().chain(REPLACED.iter().map(|(name, _)| *name))
}
