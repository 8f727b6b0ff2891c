//! From settings to the plain table of rules, with every contradiction between keys.

use crate::rules::variant::{
    Castling, CastlingHome, CastlingTarget, PieceType, Promotion, Rules, StalemateValue,
};
use crate::rules::{Bitboard, ByColor, PieceKind, Setup, betza};

use super::contradict;
use super::error::Faults;
use super::keys::Key;
use super::pieces::{DOUBLE_STEP, PieceKey};
use super::region::{self, Region};
use super::settings::{PieceRow, Settings};
use super::start;
use super::value::{self, Value};

/// A section's rules, and the position its games begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Definition {
    pub rules: Rules,
    pub start: Setup,
}

/// Makes the rules of the section `name`, with every contradiction in them added to `faults`; `None` when they are
/// no rules to play by.
pub(super) fn build(
    name: &str,
    place: Place,
    settings: &Settings,
    faults: &mut Faults,
) -> Option<Definition> {
    let rules = Builder { settings }.rules(name);
    contradict::check(settings, &rules, place, faults);
    let start = start::read(settings, &rules, place, faults)?;
    (faults.list.len() == place.faults).then_some(Definition { rules, start })
}

/// Where a section is checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The line of its header.
    pub line: usize,
    /// How many faults the file had before the section.
    pub faults: usize,
    /// Whether the start is tried by making the variant ready for play.
    pub deep: bool,
}

/// Reads settings, with the default where nothing is given.
pub(super) struct Builder<'s> {
    pub settings: &'s Settings,
}

impl Builder<'_> {
    /// The value of `key`, or its default; `None` only for keys whose default depends on other keys.
    fn value(&self, key: Key) -> Option<Value> {
        let row = key.row();
        // A test shows that every default can be read.
        self.settings.given(key).cloned().or_else(|| value::parse(row.form, row.default, &[]).ok())
    }

    pub fn number(&self, key: Key) -> u16 {
        if let Some(Value::Number(number)) = self.value(key) { number } else { 0 }
    }

    pub fn flag(&self, key: Key) -> bool {
        self.value(key) == Some(Value::Flag(true))
    }

    pub fn file(&self, key: Key) -> Option<u8> {
        if let Some(Value::File(file)) = self.value(key) { Some(file) } else { None }
    }

    fn region(&self, key: Key) -> Option<Region> {
        if let Some(Value::Region(region)) = self.value(key) { Some(region) } else { None }
    }

    /// The kinds that `key` names, those that the section has left out aside.
    fn kinds(&self, key: Key) -> Option<Vec<PieceKind>> {
        let Some(Value::Pieces(keys)) = self.value(key) else { return None };
        Some(self.rows(&keys))
    }

    fn rows(&self, keys: &[PieceKey]) -> Vec<PieceKind> {
        keys.iter().filter_map(|&key| self.settings.piece(key)).map(PieceKind::from_index).collect()
    }

    /// The number of files and ranks.
    pub fn size(&self) -> (u8, u8) {
        // Both are at most 16 by the table of keys.
        let said = (self.file(Key::MaxFile).unwrap_or(7) + 1, self.number(Key::MaxRank).min(16) as u8);
        let sound = self.settings.is_sound(Key::MaxFile) && self.settings.is_sound(Key::MaxRank);
        if sound { said } else { start::size_of_fen(&self.fen()).unwrap_or(said) }
    }

    pub fn fen(&self) -> String {
        if let Some(Value::Fen(fen)) = self.value(Key::StartFen) { fen } else { String::new() }
    }

    fn rules(&self, name: &str) -> Rules {
        let (files, ranks) = self.size();
        let on_board = |key| self.region(key).map(|region| region.on_board(files, ranks));
        let by_color = |white, black| ByColor {
            white: on_board(white).unwrap_or_default(),
            black: on_board(black).unwrap_or_default(),
        };
        let pawns = self.kinds(Key::PawnTypes).unwrap_or_else(|| self.rows(&[PieceKey::PAWN]));
        let or_pawns = |key| self.kinds(key).unwrap_or_else(|| pawns.clone());
        let usual = [PieceKey::QUEEN, PieceKey::ROOK, PieceKey::BISHOP, PieceKey::KNIGHT];
        let initial = if self.flag(Key::DoubleStep) {
            by_color(Key::DoubleStepRegionWhite, Key::DoubleStepRegionBlack)
        } else {
            ByColor::default()
        };
        Rules {
            name: name.to_owned(),
            files,
            ranks,
            pieces: self.pieces(),
            royal: self.settings.piece(PieceKey::KING).map(PieceKind::from_index),
            capturable_king: None,
            fog: false,
            promotion: Promotion {
                from: or_pawns(Key::PromotionPawnTypes),
                to: self.kinds(Key::PromotionPieceTypes).unwrap_or_else(|| self.rows(&usual)),
                region: by_color(Key::PromotionRegionWhite, Key::PromotionRegionBlack),
                mandatory: self.flag(Key::MandatoryPawnPromotion),
            },
            initial_region: initial,
            initial_once: self.flag(Key::XInitialOnce),
            en_passant_region: self.en_passant_region(files, ranks),
            en_passant_takers: or_pawns(Key::EnPassantTypes),
            castling: self.flag(Key::Castling).then(|| self.castling(files)),
            stalemate: match self.value(Key::StalemateValue) {
                Some(Value::Outcome(value)) => value,
                _ => StalemateValue::Draw,
            },
            // A move of the rule is one of both sides.
            move_rule_plies: self.number(Key::NMoveRule) * 2,
            move_rule_kinds: or_pawns(Key::NMoveRuleTypes),
            // At most 100 by the table of keys.
            repetition_limit: self.number(Key::NFoldRule).min(100) as u8,
            pawns,
        }
    }

    fn en_passant_region(&self, files: u8, ranks: u8) -> Bitboard {
        if !self.flag(Key::DoubleStep) {
            return Bitboard::EMPTY;
        }
        let said = self.region(Key::EnPassantRegion);
        said.map_or_else(|| region::board(files, ranks), |region| region.on_board(files, ranks))
    }

    fn castling(&self, files: u8) -> Castling {
        // At most 14 and 15 by the table of keys.
        let steps = self.number(Key::XCastlingSteps).min(14) as u8;
        let distance = self.number(Key::XCastlingDistance).min(15) as u8;
        let file = |key, other| self.file(key).unwrap_or(other);
        let (home, target) = if steps > 0 {
            (None, CastlingTarget::Steps(steps))
        } else {
            let home = CastlingHome {
                rank: self.number(Key::CastlingRank).clamp(1, 16) as u8 - 1,
                king: file(Key::CastlingKingFile, 4),
                king_side: file(Key::CastlingRookKingsideFile, files - 1),
                queen_side: file(Key::CastlingRookQueensideFile, 0),
            };
            let target = CastlingTarget::Files {
                king_side: file(Key::CastlingKingsideFile, 6),
                queen_side: file(Key::CastlingQueensideFile, 2),
            };
            (Some(home), target)
        };
        Castling {
            rook_kinds: self.kinds(Key::CastlingRookPieces).unwrap_or_else(|| self.rows(&[PieceKey::ROOK])),
            home,
            target,
            min_distance: distance,
        }
    }

    fn pieces(&self) -> Vec<PieceType> {
        let settings = self.settings;
        let immobile = self.kinds(Key::XImmobile).unwrap_or_default();
        let names = if let Some(Value::Names(names)) = settings.given(Key::XPieceNames) {
            names.as_slice()
        } else {
            &[]
        };
        let values = if let Some(Value::Values(values)) = settings.given(Key::XPieceValues) {
            values.as_slice()
        } else {
            &[]
        };
        let double_step = if self.flag(Key::DoubleStep) {
            betza::parse(DOUBLE_STEP).unwrap_or_default()
        } else {
            Vec::new()
        };
        let piece = |(row, piece): (usize, &PieceRow)| {
            let name = names.iter().find(|(key, _)| *key == piece.key).map(|(_, name)| name.clone());
            let mut moves = piece.moves.clone();
            if piece.key == PieceKey::PAWN {
                moves.extend(double_step.iter().cloned());
            }
            if immobile.contains(&PieceKind::from_index(row)) {
                moves.clear();
            }
            PieceType {
                letter: piece.letter,
                name: name.unwrap_or_else(|| piece.key.name(&piece.moves)),
                moves,
                value: values.iter().find(|(key, _)| *key == piece.key).map(|&(_, value)| value),
            }
        };
        settings.pieces.iter().enumerate().map(piece).collect()
    }
}
