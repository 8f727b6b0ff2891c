//! Conflicts between keys: keys that contradict each other, and keys without effect.
//!
//! A conflict is reported at a line of the section itself. Conflicts within the parents are reported there.

use crate::notation::text::shorten;
use crate::rules::piece::MAX_KINDS;
use crate::rules::variant::{Castling, CastlingTarget, Rules};
use crate::rules::{Bitboard, Color, PieceKind};

use super::error::Faults;
use super::keys::Key;
use super::settings::{PieceRow, Settings};
use super::values::{Value, stuck_squares};

/// Keys of the files of king and rook in castling.
const CASTLING_FILES: [Key; 5] = [
    Key::CastlingKingFile,
    Key::CastlingKingsideFile,
    Key::CastlingQueensideFile,
    Key::CastlingRookKingsideFile,
    Key::CastlingRookQueensideFile,
];

const REGIONS: [Key; 5] = [
    Key::PromotionRegionWhite,
    Key::PromotionRegionBlack,
    Key::DoubleStepRegionWhite,
    Key::DoubleStepRegionBlack,
    Key::EnPassantRegion,
];

/// Adds all conflicts of the section with its header on `line` to `faults`.
pub(super) fn check(settings: &Settings, rules: &Rules, line: usize, faults: &mut Faults) {
    let mut checker = Checker { settings, rules, faults };
    checker.pieces(line);
    checker.regions();
    checker.promotion();
    checker.initial();
    checker.castling();
    checker.draws();
}

struct Checker<'c> {
    settings: &'c Settings,
    rules: &'c Rules,
    faults: &'c mut Faults,
}

impl Checker<'_> {
    /// Adds a fault at the first of `keys` in the section, if all of them are valid.
    fn add(&mut self, keys: &[Key], text: impl Into<String>) {
        let valid = keys.iter().all(|&key| self.settings.is_valid(key));
        if let Some(line) = self.settings.first_line(keys).filter(|_| valid) {
            self.faults.add(line, text);
        }
    }

    /// As [`Checker::add`], or else at the first line that changes the pieces.
    fn add_with_pieces(&mut self, keys: &[Key], text: impl Into<String>) {
        let valid = keys.iter().all(|&key| self.settings.is_valid(key)) && !self.settings.invalid_pieces;
        let line = self.settings.first_line(keys).or(self.settings.pieces_line);
        if let Some(line) = line.filter(|_| valid) {
            self.faults.add(line, text);
        }
    }

    /// Adds a fault for each of `keys` that has no effect because of the value of `cause`.
    fn add_no_effect(&mut self, keys: &[Key], cause: Key, reason: &str) {
        if !self.settings.is_valid(cause) {
            return;
        }
        for &key in keys {
            let is_default = match self.settings.given(key) {
                Some(Value::Region(region)) => region.is_empty(),
                Some(Value::Pieces(pieces)) => pieces.is_empty(),
                Some(Value::Flag(flag)) => key == Key::XInitialOnce && !flag,
                Some(Value::Number(number)) => key.row().name.starts_with('x') && *number == 0,
                _ => false,
            };
            if !is_default {
                self.add(&[key], format!("{} has no effect: {reason}", key.row().name));
            }
        }
    }

    fn is_given(&self, key: Key) -> bool {
        self.settings.given(key).is_some()
    }

    fn pieces(&mut self, line: usize) {
        let count = self.rules.pieces.len();
        if count == 0 && !self.settings.invalid_pieces {
            self.faults.add(line, "there are no pieces; define some, such as king = k");
        } else if count > MAX_KINDS {
            let line = self.settings.pieces_line.unwrap_or(line);
            self.faults.add(line, format!("{count} kinds of piece; at most {MAX_KINDS} are possible"));
        }
        let names: Vec<_> = self.rules.pieces.iter().map(|piece| piece.name.as_str()).collect();
        let duplicate = names.iter().enumerate().find(|(row, name)| names[..*row].contains(name));
        if let Some((_, name)) = duplicate {
            self.add_with_pieces(
                &[Key::XPieceNames],
                format!(
                    "two pieces are called {}; xPieceNames can tell them apart",
                    shorten(name.as_bytes())
                ),
            );
        }
    }

    fn regions(&mut self) {
        let (files, ranks) = (self.rules.files, self.rules.ranks);
        for key in REGIONS {
            if let Some(Value::Region(region)) = self.settings.given(key)
                && let Some(word) = region.word_off_board(files, ranks)
            {
                let text = format!(
                    "{}: {word} is not on the board of {files} files and {ranks} ranks",
                    key.row().name
                );
                self.add(&[key, Key::MaxRank, Key::MaxFile], text);
            }
        }
    }

    fn promotion(&mut self) {
        let promotion = &self.rules.promotion;
        let types = [
            (Key::PawnTypes, &self.rules.pawns, "the king cannot be a pawn"),
            (Key::PromotionPawnTypes, &promotion.from, "the king cannot promote"),
            (Key::PromotionPieceTypes, &promotion.to, "nothing can become a king"),
        ];
        for (key, kinds, reason) in types {
            if self.is_given(key) && self.rules.royal_kind.is_some_and(|king| kinds.contains(&king)) {
                self.add(&[key], format!("{}: {reason}", key.row().name));
            }
        }
        let regions = [Key::PromotionRegionWhite, Key::PromotionRegionBlack];
        let invalid = self.settings.invalid_pieces || !regions.iter().all(|&key| self.settings.is_valid(key));
        if invalid {
            return;
        }
        self.immobility();
        let mut keys = vec![Key::MandatoryPawnPromotion, Key::PromotionLimit];
        let (cause, reason) = if promotion.to.is_empty() {
            keys.extend(regions);
            keys.push(Key::PromotionPawnTypes);
            (Key::PromotionPieceTypes, "promotionPieceTypes has no piece to become")
        } else if promotion.from.is_empty() {
            keys.extend(regions);
            keys.push(Key::PromotionPieceTypes);
            (Key::PromotionPawnTypes, "promotionPawnTypes has no piece that promotes")
        } else if promotion.region.white.is_empty() && promotion.region.black.is_empty() {
            keys.extend([Key::PromotionPawnTypes, Key::PromotionPieceTypes]);
            (Key::PromotionRegionWhite, "no square of the board is in a promotion region")
        } else {
            return;
        };
        self.add_no_effect(&keys, cause, reason);
    }

    /// Pieces may get stuck only where they promote, and all of them on the same squares.
    fn immobility(&mut self) {
        let (settings, promotion) = (self.settings, &self.rules.promotion);
        if !settings.flag(Key::ImmobilityIllegal) {
            return;
        }
        let size = (self.rules.files, self.rules.ranks);
        let is_implemented = |(row, piece): (usize, &PieceRow), color: Color| {
            let stuck = stuck_squares(&piece.moves, color, size);
            let promotes = promotion.from.contains(&PieceKind::from_index(row)) && !promotion.to.is_empty();
            let expected = if promotes { promotion.mandatory[color] } else { Bitboard::EMPTY };
            piece.moves.is_empty() || (stuck & !expected).is_empty()
        };
        let mut pieces = settings.pieces.iter().enumerate();
        let other = pieces.find(|&piece| !Color::ALL.into_iter().all(|color| is_implemented(piece, color)));
        if let Some((_, piece)) = other {
            let text = "immobilityIllegal is implemented only for squares on which all promoting pieces must promote";
            self.add_with_pieces(
                &[Key::ImmobilityIllegal],
                format!("{text}; {} is not one of them", piece.key.key()),
            );
        }
    }

    fn initial(&mut self) {
        let double_step = self.settings.flag(Key::DoubleStep);
        let has_initial = |moves: &[crate::rules::betza::Component]| moves.iter().any(|c| c.initial);
        let custom = self.settings.pieces.iter().find(|piece| has_initial(&piece.moves));
        let keys = [Key::DoubleStepRegionWhite, Key::DoubleStepRegionBlack, Key::XInitialOnce];
        let passing = [Key::EnPassantRegion, Key::EnPassantTypes];
        if !double_step {
            if let Some(piece) = custom {
                let text =
                    format!("{} has an initial move (i), which doubleStep = false forbids", piece.key.key());
                let line = piece.line.or(self.settings.line(Key::DoubleStep));
                line.into_iter().for_each(|line| self.faults.add(line, text.clone()));
            }
            self.add_no_effect(&keys, Key::DoubleStep, "doubleStep = false");
            self.add_no_effect(&passing, Key::DoubleStep, "doubleStep = false");
            return;
        }
        if !self.rules.pieces.iter().any(|piece| has_initial(&piece.moves)) && !self.settings.invalid_pieces {
            let reason = "no piece has an initial move (pawn, or i in a customPiece)";
            self.add_no_effect(&keys, Key::DoubleStep, reason);
            self.add_no_effect(&passing, Key::DoubleStep, reason);
            if self.settings.line(Key::DoubleStep).is_some() {
                self.add(&[Key::DoubleStep], format!("doubleStep = true has no effect: {reason}"));
            }
        } else if self.rules.en_passant_region.is_empty() {
            self.add_no_effect(
                &[Key::EnPassantTypes],
                Key::EnPassantRegion,
                "enPassantRegion has no square of the board",
            );
        }
    }

    fn castling(&mut self) {
        let Some(castling) = &self.rules.castling else {
            let others =
                [Key::CastlingRank, Key::CastlingRookPieces, Key::XCastlingSteps, Key::XCastlingDistance];
            self.add_no_effect(&CASTLING_FILES, Key::Castling, "castling = false");
            self.add_no_effect(&others, Key::Castling, "castling = false");
            return;
        };
        let given = self.is_given(Key::Castling);
        if given && self.rules.castling_king_kind().is_none() {
            self.add_with_pieces(
                &[Key::Castling],
                "castling = true, but there is no king; commoners do not castle",
            );
        } else if castling.rook_kinds.is_empty() && (given || self.is_given(Key::CastlingRookPieces)) {
            let text =
                "castlingRookPieces names no piece of this variant; use castling = false for no castling";
            self.add_with_pieces(&[Key::CastlingRookPieces, Key::Castling], text);
        } else if self.rules.royal_kind.is_some_and(|king| castling.rook_kinds.contains(&king)) {
            self.add(&[Key::CastlingRookPieces], "castlingRookPieces: the king cannot castle with itself");
        }
        match castling.target {
            CastlingTarget::Steps(steps) => self.castling_steps(steps, castling.min_distance),
            CastlingTarget::Files { .. } => self.castling_files(castling),
        }
        if castling.min_distance >= self.rules.files {
            let text = format!(
                "xCastlingDistance: it must be less than the {} files of the board",
                self.rules.files
            );
            self.add(&[Key::XCastlingDistance, Key::MaxFile], text);
        }
    }

    fn castling_steps(&mut self, steps: u8, distance: u8) {
        let reason = "with xCastlingSteps the king castles from any square";
        self.add_no_effect(&CASTLING_FILES, Key::XCastlingSteps, reason);
        self.add_no_effect(&[Key::CastlingRank], Key::XCastlingSteps, reason);
        if steps == 1 {
            self.add(
                &[Key::XCastlingSteps],
                "xCastlingSteps = 1: a single step is a normal move of the king; use 2 or more",
            );
        } else if steps + 1 >= self.rules.files {
            let text =
                format!("xCastlingSteps = {steps} needs a board of more than {} files", self.rules.files);
            self.add(&[Key::XCastlingSteps, Key::MaxFile], text);
        }
        if distance > 0 && distance <= steps {
            let text = format!(
                "xCastlingDistance = {distance} has no effect: a king that moves {steps} squares needs its rook beyond them"
            );
            self.add(&[Key::XCastlingDistance, Key::XCastlingSteps], text);
        }
    }

    fn castling_files(&mut self, castling: &Castling) {
        let (files, ranks) = (self.rules.files, self.rules.ranks);
        let mut off_board = false;
        for key in CASTLING_FILES {
            if let Some(Value::File(file)) = self.settings.given(key)
                && *file >= files
            {
                off_board = true;
                let text = format!("{}: the board has {files} files", key.row().name);
                self.add(&[key, Key::MaxFile], text);
            }
        }
        if let Some(Value::Number(rank)) = self.settings.given(Key::CastlingRank)
            && *rank > u16::from(ranks)
        {
            self.add(
                &[Key::CastlingRank, Key::MaxRank],
                format!("castlingRank: the board has {ranks} ranks"),
            );
        }
        let valid = CASTLING_FILES.iter().all(|&key| self.settings.is_valid(key));
        if off_board || !valid || self.rules.royal_kind.is_none() {
            return;
        }
        let (Some(home), CastlingTarget::Files { king_side, queen_side }) = (castling.home, castling.target)
        else {
            return;
        };
        let sides = [
            (
                [Key::CastlingKingsideFile, Key::CastlingKingFile, Key::CastlingRookKingsideFile],
                king_side,
                home.king_side,
                1,
            ),
            (
                [Key::CastlingQueensideFile, Key::CastlingKingFile, Key::CastlingRookQueensideFile],
                queen_side,
                home.queen_side,
                -1,
            ),
        ];
        let name = |file: u8| char::from(b'a' + file);
        for (keys, target, rook, right) in sides {
            // The rook lands beside the king, so both squares must be on the board.
            let beside = target.checked_add_signed(-right).filter(|&file| file < files);
            let is_beyond = if right > 0 { rook > home.king } else { rook < home.king };
            if target >= files || beside.is_none() || !is_beyond {
                let text = format!(
                    "{} = {}: the king on {} cannot castle to this file with a rook on {}",
                    keys[0].row().name,
                    name(target),
                    name(home.king),
                    name(rook),
                );
                self.add(&keys, text);
            }
        }
        if king_side == queen_side {
            let text = format!("castlingKingsideFile and castlingQueensideFile are both {}", name(king_side));
            self.add(&[Key::CastlingKingsideFile, Key::CastlingQueensideFile], text);
        }
    }

    fn draws(&mut self) {
        if self.rules.move_rule_plies == 0 {
            self.add_no_effect(&[Key::NMoveRuleTypes], Key::NMoveRule, "nMoveRule = 0");
        }
        if self.rules.repetition_limit == 1 {
            self.add(
                &[Key::NFoldRule],
                "nFoldRule = 1: every position occurs once; use 0 (no rule) or at least 2",
            );
        }
    }
}
