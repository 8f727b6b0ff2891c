//! Contradictions: keys that cannot hold together, and keys that change nothing beside others.
//!
//! A contradiction is told at a line of the section itself that takes part in it; one that lies in the parents alone
//! has been told there.

use crate::notation::text::shorten;
use crate::rules::piece::MAX_KINDS;
use crate::rules::variant::{CastlingTarget, Rules};

use super::build::{Builder, Place};
use super::error::Faults;
use super::keys::Key;
use super::settings::Settings;
use super::value::Value;

/// Keys that say from and to where a king castles on fixed files.
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

/// Adds every contradiction of a section to `faults`.
pub(super) fn check(settings: &Settings, rules: &Rules, place: Place, faults: &mut Faults) {
    let mut checker = Checker { settings, rules, builder: Builder { settings }, faults };
    checker.pieces(place.line);
    checker.regions();
    checker.promotion();
    checker.initial();
    checker.castling();
    checker.draws();
}

struct Checker<'c> {
    settings: &'c Settings,
    rules: &'c Rules,
    builder: Builder<'c>,
    faults: &'c mut Faults,
}

impl Checker<'_> {
    /// Adds a fault at the first of `keys` that the section itself gives, if all of them could be read.
    fn tell(&mut self, keys: &[Key], text: impl Into<String>) {
        let sound = keys.iter().all(|&key| self.settings.is_sound(key));
        if let Some(line) = self.settings.first_line(keys).filter(|_| sound) {
            self.faults.add(line, text);
        }
    }

    /// The same, or at the section's first change of its pieces.
    fn tell_with_pieces(&mut self, keys: &[Key], text: impl Into<String>) {
        let sound = keys.iter().all(|&key| self.settings.is_sound(key)) && !self.settings.broken_pieces;
        let line = self.settings.first_line(keys).or(self.settings.pieces_line);
        if let Some(line) = line.filter(|_| sound) {
            self.faults.add(line, text);
        }
    }

    /// Tells each of `keys` that the section gives although it changes nothing because of `cause`.
    fn idle(&mut self, keys: &[Key], cause: Key, why: &str) {
        if !self.settings.is_sound(cause) {
            return;
        }
        for &key in keys {
            let none = match self.settings.given(key) {
                Some(Value::Region(region)) => region.is_empty(),
                Some(Value::Pieces(pieces)) => pieces.is_empty(),
                Some(Value::Flag(flag)) => key == Key::XInitialOnce && !flag,
                Some(Value::Number(number)) => key.row().name.starts_with('x') && *number == 0,
                _ => false,
            };
            if !none {
                self.tell(&[key], format!("{} changes nothing: {why}", key.row().name));
            }
        }
    }

    fn is_given(&self, key: Key) -> bool {
        self.settings.given(key).is_some()
    }

    fn pieces(&mut self, line: usize) {
        let count = self.rules.pieces.len();
        if count == 0 && !self.settings.broken_pieces {
            self.faults.add(line, "there are no pieces; name some, such as king = k");
        } else if count > MAX_KINDS {
            let line = self.settings.pieces_line.unwrap_or(line);
            self.faults.add(line, format!("{count} kinds of piece; at most {MAX_KINDS} are possible"));
        }
        let names: Vec<_> = self.rules.pieces.iter().map(|piece| piece.name.as_str()).collect();
        let twice = names.iter().enumerate().find(|(row, name)| names[..*row].contains(name));
        if let Some((_, name)) = twice {
            self.tell_with_pieces(
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
                && let Some(word) = region.beyond(files, ranks)
            {
                let text = format!(
                    "{}: {word} is not on the board of {files} files and {ranks} ranks",
                    key.row().name
                );
                self.tell(&[key, Key::MaxRank, Key::MaxFile], text);
            }
        }
    }

    fn promotion(&mut self) {
        let promotion = &self.rules.promotion;
        let types = [
            (Key::PawnTypes, &self.rules.pawns, "the king is no pawn"),
            (Key::PromotionPawnTypes, &promotion.from, "the king cannot promote"),
            (Key::PromotionPieceTypes, &promotion.to, "nothing can become a king"),
        ];
        for (key, kinds, why) in types {
            if self.is_given(key) && self.rules.royal.is_some_and(|king| kinds.contains(&king)) {
                self.tell(&[key], format!("{}: {why}", key.row().name));
            }
        }
        let regions = [Key::PromotionRegionWhite, Key::PromotionRegionBlack];
        let unread = self.settings.broken_pieces || !regions.iter().all(|&key| self.settings.is_sound(key));
        if unread {
            return;
        }
        let mut keys = vec![Key::MandatoryPawnPromotion];
        let (cause, why) = if promotion.to.is_empty() {
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
        self.idle(&keys, cause, why);
    }

    fn initial(&mut self) {
        let double_step = self.builder.flag(Key::DoubleStep);
        let with_initial = |moves: &[crate::rules::betza::Component]| moves.iter().any(|c| c.initial);
        let custom = self.settings.pieces.iter().find(|piece| with_initial(&piece.moves));
        let keys = [Key::DoubleStepRegionWhite, Key::DoubleStepRegionBlack, Key::XInitialOnce];
        let passing = [Key::EnPassantRegion, Key::EnPassantTypes];
        if !double_step {
            if let Some(piece) = custom {
                let text =
                    format!("{} has a first move (i), which doubleStep = false rules out", piece.key.key());
                let line = piece.line.or(self.settings.line(Key::DoubleStep));
                line.into_iter().for_each(|line| self.faults.add(line, text.clone()));
            }
            self.idle(&keys, Key::DoubleStep, "doubleStep = false");
            self.idle(&passing, Key::DoubleStep, "doubleStep = false");
            return;
        }
        if !self.rules.pieces.iter().any(|piece| with_initial(&piece.moves)) && !self.settings.broken_pieces {
            let why = "no piece has a first move (pawn, or i in a customPiece)";
            self.idle(&keys, Key::DoubleStep, why);
            self.idle(&passing, Key::DoubleStep, why);
            if self.settings.line(Key::DoubleStep).is_some() {
                self.tell(&[Key::DoubleStep], format!("doubleStep = true changes nothing: {why}"));
            }
        } else if self.rules.en_passant_region.is_empty() {
            self.idle(
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
            self.idle(&CASTLING_FILES, Key::Castling, "castling = false");
            self.idle(&others, Key::Castling, "castling = false");
            return;
        };
        let said = self.is_given(Key::Castling);
        if said && self.rules.royal.is_none() {
            self.tell_with_pieces(
                &[Key::Castling],
                "castling = true, but there is no king; commoners do not castle",
            );
        } else if castling.rook_kinds.is_empty() && (said || self.is_given(Key::CastlingRookPieces)) {
            let text =
                "castlingRookPieces names no piece of this variant; castling = false rules castling out";
            self.tell_with_pieces(&[Key::CastlingRookPieces, Key::Castling], text);
        } else if self.rules.royal.is_some_and(|king| castling.rook_kinds.contains(&king)) {
            self.tell(&[Key::CastlingRookPieces], "castlingRookPieces: the king cannot castle with itself");
        }
        match castling.target {
            CastlingTarget::Steps(steps) => self.castling_steps(steps, castling.min_distance),
            CastlingTarget::Files { .. } => self.castling_files(),
        }
        if castling.min_distance >= self.rules.files {
            let text = format!(
                "xCastlingDistance: a board of {} files has no two squares so far apart",
                self.rules.files
            );
            self.tell(&[Key::XCastlingDistance, Key::MaxFile], text);
        }
    }

    fn castling_steps(&mut self, steps: u8, distance: u8) {
        let why = "with xCastlingSteps the king castles from wherever it stands";
        self.idle(&CASTLING_FILES, Key::XCastlingSteps, why);
        self.idle(&[Key::CastlingRank], Key::XCastlingSteps, why);
        if steps == 1 {
            self.tell(
                &[Key::XCastlingSteps],
                "xCastlingSteps = 1: a single step is the king's own move; 2 or more are possible",
            );
        } else if steps + 1 >= self.rules.files {
            let text =
                format!("xCastlingSteps = {steps} needs a board of more than {} files", self.rules.files);
            self.tell(&[Key::XCastlingSteps, Key::MaxFile], text);
        }
        if distance > 0 && distance <= steps {
            let text = format!(
                "xCastlingDistance = {distance} changes nothing: a king that goes {steps} squares needs its rook beyond them"
            );
            self.tell(&[Key::XCastlingDistance, Key::XCastlingSteps], text);
        }
    }

    fn castling_files(&mut self) {
        let (files, ranks) = (self.rules.files, self.rules.ranks);
        let mut beyond = false;
        for key in CASTLING_FILES {
            if let Some(Value::File(file)) = self.settings.given(key)
                && *file >= files
            {
                beyond = true;
                let text = format!("{}: the board has {files} files", key.row().name);
                self.tell(&[key, Key::MaxFile], text);
            }
        }
        if let Some(Value::Number(rank)) = self.settings.given(Key::CastlingRank)
            && *rank > u16::from(ranks)
        {
            self.tell(
                &[Key::CastlingRank, Key::MaxRank],
                format!("castlingRank: the board has {ranks} ranks"),
            );
        }
        let sound = CASTLING_FILES.iter().all(|&key| self.settings.is_sound(key));
        if beyond || !sound || self.rules.royal.is_none() {
            return;
        }
        let sides = [
            [Key::CastlingKingsideFile, Key::CastlingKingFile, Key::CastlingRookKingsideFile],
            [Key::CastlingQueensideFile, Key::CastlingKingFile, Key::CastlingRookQueensideFile],
        ];
        for keys in sides {
            let [target, king, rook] = keys.map(|key| self.builder.file(key).unwrap_or(files - 1));
            // A single step could not be told from the king's own in coordinates.
            let fits = (king.min(rook) + 1..king.max(rook)).contains(&target) && king.abs_diff(target) >= 2;
            if !fits {
                let name = |file: u8| char::from(b'a' + file);
                let text = format!(
                    "{} = {}: a king castles two files or more, to one between its own, {}, and its rook's, {}",
                    keys[0].row().name,
                    name(target),
                    name(king),
                    name(rook),
                );
                self.tell(&keys, text);
            }
        }
    }

    fn draws(&mut self) {
        if self.rules.move_rule_plies == 0 {
            self.idle(&[Key::NMoveRuleTypes], Key::NMoveRule, "nMoveRule = 0");
        }
        if self.rules.repetition_limit == 1 {
            self.tell(
                &[Key::NFoldRule],
                "nFoldRule = 1: every position occurs once; 0 (no rule) or 2 and more are possible",
            );
        }
    }
}
