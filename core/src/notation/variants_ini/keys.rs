//! The table of keys with form, default and effect of each, and the keys of Fairy-Stockfish that are not supported.
//!
//! To add a key, add a row to [`KEYS`]. Tests then ask for its line in `docs/variants.md` and its row in
//! `tests/effects.rs`.

use crate::notation::text::shorten;
use crate::rules::variant::GameValue;
use crate::rules::{Bitboard, ByColor, PieceKind};

use super::counting_rules;
use super::draft::Draft;
use super::pieces::{CASTLING_ROOKS, PROMOTION_PIECES};

/// Form of a value, and its effect on the rules of a section.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// A number in this inclusive range.
    Number(u16, u16, fn(&mut Draft, u16)),
    /// `true` or `false`.
    Flag(fn(&mut Draft, bool)),
    /// A file, by letter or number; its effect gets the number from 0.
    File(fn(&mut Draft, u8)),
    /// Squares of the 16x16 frame. Its effect also gets those that are not on the board.
    Region(fn(&mut Draft, Bitboard)),
    /// Letters of pieces, `*` for all, `-` for none.
    Pieces(fn(&mut Draft, Vec<PieceKind>)),
    /// Letters of pieces, each of which is a set. `*` is one set of all pieces, also of those that a child adds.
    PieceSets(fn(&mut Draft, Vec<Vec<PieceKind>>)),
    /// `win`, `draw` or `loss`.
    Result(fn(&mut Draft, GameValue)),
    /// A FEN.
    Fen(fn(&mut Draft, String)),
    /// `letter:name` pairs.
    Names(fn(&mut Draft, PieceKind, String)),
    /// `letter:value` pairs. Values are in pawns; the effect gets thousandths of a pawn.
    Values(fn(&mut Draft, PieceKind, i32)),
    /// `letter:number` pairs.
    Counts(fn(&mut Draft, PieceKind, u16)),
    /// `letter:letter` pairs of pieces.
    Kinds(fn(&mut Draft, PieceKind, PieceKind)),
    /// `letters:squares` groups, with commas between squares of the 16x16 frame.
    Places(fn(&mut Draft, PieceKind, Bitboard)),
    /// One of these words; the effect gets its place in the list.
    Choice(&'static [&'static str], fn(&mut Draft, usize)),
}

/// The rule that a key belongs to. The key has no effect if that rule is switched off, see `conflicts.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Any,
    Promotion,
    DoubleStep,
    EnPassant,
    Castling,
    /// Castling from fixed squares.
    CastlingHome,
    MoveRule,
    /// Promotion of pieces to one kind each.
    PiecePromotion,
    Repetition,
    Extinction,
    Flag,
    Connection,
}

/// A row of the table of keys.
#[derive(Debug)]
pub(super) struct Row {
    pub key: Key,
    pub name: &'static str,
    pub part: Part,
    /// Value if the key is not given. Pieces are given by their keys, everything else as in a file. If it is empty, a
    /// missing key has no effect.
    pub default: &'static str,
    pub form: Form,
}

/// Declares the table of keys and an enum of its rows.
macro_rules! keys {
    ($($key:ident: $part:ident, $default:expr, $form:expr;)*) => {
        /// A supported key, spelt as in a file. Its number is its row in [`KEYS`].
        #[allow(non_camel_case_types, reason = "the names are those of the files")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Key { $($key),* }

        /// The table of keys. Effects are applied from top to bottom, so a row may change what rows above it have set.
        pub(super) const KEYS: &[Row] = &[$(Row {
            key: Key::$key,
            name: stringify!($key),
            part: Part::$part,
            default: $default,
            form: $form,
        }),*];
    };
}

use Form::{
    Choice, Counts, Fen, File, Flag, Kinds, Names, Number, PieceSets, Pieces, Places, Region,
    Result as Outcome, Values,
};

// The range in a row makes the cast of its number exact.
keys! {
    startFen: Any, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Fen(|d, fen| d.fen = fen);
    maxRank: Any, "8", Number(1, 16, |d, ranks| d.rules.ranks = ranks as u8);
    maxFile: Any, "8", File(|d, last| d.rules.files = last + 1);

    pawnTypes: Any, "pawn", Pieces(Draft::set_pawns);
    promotionPawnTypes: Promotion, "", Pieces(|d, kinds| d.rules.promotion.from = kinds);
    enPassantTypes: EnPassant, "", Pieces(|d, kinds| d.rules.en_passant_kinds = kinds);
    nMoveRuleTypes: MoveRule, "", Pieces(|d, kinds| d.rules.zeroing_kinds = kinds);

    promotionPieceTypes: Promotion, PROMOTION_PIECES, Pieces(|d, kinds| d.rules.promotion.to = kinds);
    promotionLimit: Promotion, "", Counts(|d, kind, most| d.rules.promotion.limits.push((kind, most)));
    xPromotionSquares: Promotion, "", Places(|d, kind, at| d.rules.promotion.choice_squares.push((kind, at)));
    promotionRegionWhite: Promotion, "*8", Region(|d, squares| d.rules.promotion.region.white = squares);
    promotionRegionBlack: Promotion, "*1", Region(|d, squares| d.rules.promotion.region.black = squares);
    mandatoryPawnPromotion: Promotion, "true", Flag(|d, on| d.mandatory_promotion = on);
    promotedPieceType: Any, "", Kinds(|d, from, to| d.promoted.push((from, to)));
    mandatoryPiecePromotion: PiecePromotion, "false", Flag(|d, on| d.mandatory_piece_promotion = on);
    xPiecePromotionRegionWhite: PiecePromotion, "", Region(|d, squares| d.piece_promotion_region.white = Some(squares));
    xPiecePromotionRegionBlack: PiecePromotion, "", Region(|d, squares| d.piece_promotion_region.black = Some(squares));
    xPromotionByStep: PiecePromotion, "-", Pieces(|d, kinds| d.promotion_by_step = kinds);
    immobilityIllegal: Any, "false", Flag(|d, on| d.immobility_illegal = on);

    doubleStep: Any, "true", Flag(Draft::set_double_step);
    doubleStepRegionWhite: DoubleStep, "*2", Region(|d, squares| d.rules.initial_move_region.white = squares);
    doubleStepRegionBlack: DoubleStep, "*7", Region(|d, squares| d.rules.initial_move_region.black = squares);
    tripleStepRegionWhite: DoubleStep, "-", Region(|d, squares| d.rules.triple_step_region.white = squares);
    tripleStepRegionBlack: DoubleStep, "-", Region(|d, squares| d.rules.triple_step_region.black = squares);
    xInitialSquares: DoubleStep, "", Places(|d, kind, at| d.rules.initial_move_squares.push((kind, at)));
    xInitialOnce: DoubleStep, "false", Flag(|d, on| d.rules.initial_move_needs_right = on);
    xKingJumpSafe: DoubleStep, "false", Flag(|d, on| d.rules.king_jump_needs_safety = on);
    enPassantRegion: EnPassant, "", Region(|d, squares| d.rules.en_passant_region = squares);

    castling: Any, "true", Flag(|d, on| d.castling.is_allowed = on);
    castlingKingPiece: Any, "", Pieces(|d, kinds| d.castling.king = kinds.first().copied());
    castlingRookPieces: Castling, CASTLING_ROOKS, Pieces(|d, kinds| d.castling.rooks = kinds);
    castlingRank: CastlingHome, "1", Number(1, 16, |d, rank| d.castling.rank = rank as u8 - 1);
    castlingKingFile: CastlingHome, "", File(|d, file| d.castling.king_file = Some(file));
    castlingRookKingsideFile: CastlingHome, "", File(|d, file| d.castling.king_side_rook = Some(file));
    castlingRookQueensideFile: CastlingHome, "", File(|d, file| d.castling.queen_side_rook = Some(file));
    castlingKingsideFile: CastlingHome, "g", File(|d, file| d.castling.king_side_target = file);
    castlingQueensideFile: CastlingHome, "c", File(|d, file| d.castling.queen_side_target = file);
    xCastlingSteps: Castling, "0", Number(0, 14, |d, steps| d.castling.steps = steps as u8);
    xCastlingAny: CastlingHome, "false", Flag(|d, on| d.castling.any_steps = on);
    xCastlingDistance: Castling, "0", Number(0, 15, |d, distance| d.castling.min_distance = distance as u8);

    checkmateValue: Any, "loss", Outcome(|d, value| d.rules.checkmate = value);
    stalemateValue: Any, "draw", Outcome(|d, value| d.rules.stalemate = value);
    // The key counts moves of both sides.
    nMoveRule: Any, "50", Number(0, 1000, |d, moves| d.rules.move_rule_plies = moves * 2);
    countingRule: Any, "none", Choice(&counting_rules::NAMES, |d, choice| d.counting = choice);
    nFoldRule: Any, "3", Number(0, 100, |d, limit| d.rules.repetition_limit = limit as u8);
    nFoldValue: Repetition, "draw", Outcome(|d, value| d.rules.repetition = value);

    extinctionValue: Extinction, "", Outcome(|d, value| d.extinction_value = Some(value));
    extinctionPieceTypes: Extinction, "-", PieceSets(|d, sets| d.extinction.kinds = sets);
    extinctionPieceCount: Extinction, "0", Number(0, 256, |d, most| d.extinction.most = most.into());
    extinctionOpponentPieceCount: Extinction, "0", Number(0, 256, |d, n| d.extinction.opponent_least = n.into());
    extinctionClaim: Extinction, "false", Flag(|d, on| d.extinction.claim = on);
    extinctionPseudoRoyal: Extinction, "false", Flag(|d, on| d.is_pseudo_royal = on);
    flagPiece: Flag, "*", PieceSets(|d, sets| d.flag.kinds = ByColor::from_fn(|_| sets.concat()));
    flagPieceWhite: Flag, "", PieceSets(|d, sets| d.flag.kinds.white = sets.concat());
    flagPieceBlack: Flag, "", PieceSets(|d, sets| d.flag.kinds.black = sets.concat());
    flagRegion: Any, "-", Region(|d, squares| d.flag.region = ByColor::from_fn(|_| squares));
    flagRegionWhite: Any, "", Region(|d, squares| d.flag.region.white = squares);
    flagRegionBlack: Any, "", Region(|d, squares| d.flag.region.black = squares);
    flagPieceCount: Flag, "1", Number(1, 256, |d, count| d.flag.count = count.into());
    flagPieceBlockedWin: Flag, "false", Flag(|d, on| d.flag.blocked_wins = on);
    flagPieceSafe: Flag, "false", Flag(|d, on| d.flag.safe = on);
    flagMove: Flag, "false", Flag(|d, on| d.flag.last_move = on);
    checkCounting: Any, "false", Flag(|d, on| d.counts_checks = on);
    connectN: Any, "0", Number(0, 16, |d, length| d.connection.length = length.into());
    connectPieceTypes: Connection, "*", PieceSets(|d, sets| d.connection.kinds = sets.concat());
    connectHorizontal: Connection, "true", Flag(|d, on| d.set_rows(on, &[(1, 0)]));
    connectVertical: Connection, "true", Flag(|d, on| d.set_rows(on, &[(0, 1)]));
    connectDiagonal: Connection, "true", Flag(|d, on| d.set_rows(on, &[(1, 1), (1, -1)]));
    connectValue: Connection, "win", Outcome(|d, value| d.connection.value = value);

    mustCapture: Any, "false", Flag(|d, on| d.rules.must_capture = on);
    checking: Any, "true", Flag(|d, on| d.rules.may_check = on);
    flyingGeneral: Any, "false", Flag(|d, on| d.rules.kings_face = on);

    xImmobile: Any, "-", Pieces(|d, kinds| kinds.iter().for_each(|k| d.rules.pieces[k.index()].moves.clear()));
    xPieceNames: Any, "", Names(|d, kind, name| d.rules.pieces[kind.index()].name = name.replace('_', " "));
    xPieceDrawings: Any, "", Names(|d, kind, name| d.rules.drawings.push((kind, name)));
    xPieceValues: Any, "", Values(|d, kind, value| d.rules.pieces[kind.index()].value = Some(value));
    xShuffle: Any, "", Places(|d, kind, squares| d.rules.shuffle.push((kind, squares)));
}

impl Key {
    pub fn row(self) -> &'static Row {
        &KEYS[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.row().name
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
    adjudicateFullBoard bikjangRule blackDropRegion blackFlag blastImmuneTypes blastOnCapture
    cambodianMoves capturesToHand castlingDroppedPiece castlingKingPieceBlack castlingKingPieceWhite
    castlingWins chasingRule chess960 collinearN connectNxN connectRegion1Black connectRegion1White
    connectRegion2Black connectRegion2White diagonalLines dropChecks dropLoop dropNoDoubled
    dropNoDoubledCount dropOnTop dropOppositeColoredBishop dropPromoted dropRegionBlack dropRegionWhite
    dupleCheck enclosingDrop enclosingDropStart firstRankPawnDrops flipEnclosedPieces
    freeDrops gating makpongRule materialCounting moveRepetitionIllegal mustDrop
    mustDropType mutuallyImmuneTypes nFoldValueAbsolute oppositeCastling pass passBlack passOnStalemate
    passOnStalemateBlack passOnStalemateWhite passWhite perpetualCheckIllegal petrifyBlastPieces
    petrifyOnCaptureTypes pieceDemotion pieceDrops piecePromotionOnCapture pocketSize
    promotionZonePawnDrops seirawanGating shatarMateRule shogiPawnDropMateIllegal sittuyinPromotion
    sittuyinRookDrop soldierPromotionRank stalematePieceCount twoBoards wallingRegion wallingRegionBlack wallingRegionWhite wallingRule
    wallOrMove whiteDropRegion whiteFlag";

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
