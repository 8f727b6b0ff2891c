//! Keys that Fairy-Stockfish has and this engine has not, so that a file that needs them is told so.

use crate::notation::text::shorten;

/// Keys for rules that this engine has not at all.
const KEYS: &str = "
    adjudicateFullBoard bikjangRule blackDropRegion blackFlag blastImmuneTypes blastOnCapture cambodianMoves
    capturesToHand castlingDroppedPiece castlingKingPiece castlingKingPieceBlack castlingKingPieceWhite castlingWins
    chasingRule checkCounting checking checkmateValue chess960 collinearN connectDiagonal connectHorizontal connectN
    connectNxN connectPieceTypes connectRegion1Black connectRegion1White connectRegion2Black connectRegion2White
    connectValue connectVertical countingRule diagonalLines dropChecks dropLoop dropNoDoubled dropNoDoubledCount
    dropOnTop dropOppositeColoredBishop dropPromoted dropRegionBlack dropRegionWhite dupleCheck enclosingDrop
    enclosingDropStart extinctionClaim extinctionOpponentPieceCount extinctionPieceCount extinctionPieceTypes
    extinctionPseudoRoyal extinctionValue firstRankPawnDrops flagMove flagPiece flagPieceBlack flagPieceBlockedWin
    flagPieceCount flagPieceSafe flagPieceWhite flagRegion flagRegionBlack flagRegionWhite flipEnclosedPieces
    flyingGeneral freeDrops gating immobilityIllegal makpongRule mandatoryPiecePromotion materialCounting
    moveRepetitionIllegal mustCapture mustDrop mustDropType mutuallyImmuneTypes nFoldValue nFoldValueAbsolute
    oppositeCastling pass passBlack passOnStalemate passOnStalemateBlack passOnStalemateWhite passWhite
    perpetualCheckIllegal petrifyBlastPieces petrifyOnCaptureTypes pieceDemotion pieceDrops piecePromotionOnCapture
    pocketSize promotedPieceType promotionLimit promotionZonePawnDrops seirawanGating shatarMateRule
    shogiPawnDropMateIllegal sittuyinPromotion sittuyinRookDrop soldierPromotionRank stalematePieceCount
    tripleStepRegionBlack tripleStepRegionWhite twoBoards variantTemplate pieceToCharTable wallOrMove wallingRegion
    wallingRegionBlack wallingRegionWhite wallingRule whiteDropRegion whiteFlag";

/// Keys whose rule this engine states by another key.
const OTHERWISE: [(&str, &str); 18] = [
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

/// Why `key` is refused, if it is one that Fairy-Stockfish has.
pub(super) fn why(key: &str) -> Option<String> {
    if let Some((_, instead)) = OTHERWISE.iter().find(|(name, _)| *name == key) {
        return Some(format!("this engine has not Fairy-Stockfish's key {key}; write {instead}"));
    }
    let known = KEYS.split_whitespace().any(|name| name == key) || key.starts_with("mobilityRegion");
    known.then(|| format!("this engine has not Fairy-Stockfish's rule {}", shorten(key.as_bytes())))
}

/// All refused keys, the mobility regions of single pieces aside.
#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    KEYS.split_whitespace().chain(OTHERWISE.iter().map(|(name, _)| *name))
}
