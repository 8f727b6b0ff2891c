//! Conflicts between keys: keys that contradict each other, and keys without effect.
//!
//! A conflict is reported at a line of the section itself. Conflicts between keys of a parent are reported for the parent.

use crate::notation::fen;
use crate::notation::text::shorten;
use crate::rules::piece::MAX_KINDS;
use crate::rules::variant::{Castling, CastlingTarget, Rules};
use crate::rules::{Bitboard, Color, PieceKind, PieceType, Square};

use super::draft::{Draft, stuck_squares};
use super::error::{Faults, LineFault};
use super::keys::{KEYS, Key, Part, Row};
use super::settings::Settings;
use super::values::Value;

/// Adds all conflicts of the section with its header on `line` to `faults`.
pub(super) fn check(settings: &Settings, draft: &Draft, line: usize, faults: &mut Faults) {
    let mut checker = Checker { settings, draft, rules: &draft.rules, faults };
    checker.pieces(line);
    checker.kings();
    checker.immobility();
    checker.initial();
    checker.squares();
    checker.castling();
    checker.repetition();
    checker.shuffle();
    checker.race();
    KEYS.iter().for_each(|row| checker.row(row));
}

struct Checker<'c> {
    settings: &'c Settings,
    draft: &'c Draft,
    rules: &'c Rules,
    faults: &'c mut Faults,
}

impl Checker<'_> {
    /// Adds a fault at the first of `keys` in the section, if all of them are valid.
    fn add(&mut self, keys: &[Key], fault: impl Into<LineFault>) {
        let valid = keys.iter().all(|&key| self.settings.is_valid(key));
        if let Some(line) = self.settings.first_line(keys).filter(|_| valid) {
            self.faults.add(line, fault);
        }
    }

    /// Adds a fault as [`Checker::add`] does. If the section has none of `keys`, it is at the first line that changes the
    /// pieces.
    fn add_with_pieces(&mut self, keys: &[Key], fault: impl Into<LineFault>) {
        let valid = keys.iter().all(|&key| self.settings.is_valid(key)) && !self.settings.invalid_pieces;
        let line = self.settings.first_line(keys).or(self.settings.pieces_line);
        if let Some(line) = line.filter(|_| valid) {
            self.faults.add(line, fault);
        }
    }

    /// Adds a fault if the key has no effect or its value is not on the board.
    fn row(&mut self, row: &Row) {
        let Some(value) = self.settings.given(row.key) else { return };
        // These values switch a rule off, so they may be given where it is off already.
        let is_off = match value {
            Value::Region(region) => region.is_empty(),
            Value::Pieces(pieces) => pieces.is_empty(),
            Value::Places(places) => places.is_empty(),
            Value::Flag(flag) => row.default == "false" && !flag,
            Value::Number(number) => row.name.starts_with('x') && *number == 0,
            _ => false,
        };
        if let Some((cause, reason)) = self.why_no_effect(row) {
            if !is_off && self.settings.is_valid(cause) {
                self.add(&[row.key], format!("{} has no effect: {reason}", row.name));
            }
            return;
        }
        let (files, ranks) = (self.rules.files, self.rules.ranks);
        let words = match value {
            Value::Region(region) if row.part != Part::Any => region
                .word_off_board(self.rules)
                .map(|word| format!("{word} is not on the board of {files} files and {ranks} ranks")),
            Value::File(file) if row.part == Part::CastlingHome && *file >= files => {
                Some(format!("the board has {files} files"))
            }
            Value::Number(rank) if row.key == Key::castlingRank && *rank > u16::from(ranks) => {
                Some(format!("the board has {ranks} ranks"))
            }
            _ => None,
        };
        if let Some(words) = words {
            self.add(&[row.key, Key::maxRank, Key::maxFile], LineFault::value(row.name, words));
        }
    }

    /// If the key of `row` has no effect, returns the key that is the cause, and a reason.
    fn why_no_effect(&self, row: &Row) -> Option<(Key, &'static str)> {
        let is_promotion_region = |key| matches!(key, Key::promotionRegionWhite | Key::promotionRegionBlack);
        match row.part {
            Part::Any => None,
            // Other pieces promote by the region and the limits of pawns.
            Part::Promotion
                if !self.draft.promoted.is_empty()
                    && (is_promotion_region(row.key) || row.key == Key::promotionLimit) =>
            {
                None
            }
            Part::Promotion => self.why_no_promotion().filter(|&(cause, _)| {
                row.key != cause && !(is_promotion_region(row.key) && is_promotion_region(cause))
            }),
            Part::EnPassant if self.rules.pieces.iter().any(|p| p.moves.iter().any(|c| c.passing)) => {
                self.why_no_en_passant(row)
            }
            Part::DoubleStep | Part::EnPassant if !self.draft.double_step => {
                Some((Key::doubleStep, "doubleStep = false"))
            }
            Part::DoubleStep | Part::EnPassant if self.has_no_initial_move() => {
                Some((Key::doubleStep, NO_INITIAL_MOVE))
            }
            Part::EnPassant => self.why_no_en_passant(row),
            Part::DoubleStep => None,
            Part::Castling | Part::CastlingHome if self.rules.castling.is_none() => {
                Some((Key::castling, "castling = false"))
            }
            Part::CastlingHome if self.draft.castling.steps > 0 => {
                Some((Key::xCastlingSteps, "with xCastlingSteps the king castles from any square"))
            }
            Part::CastlingHome => {
                let is_target = matches!(row.key, Key::castlingKingsideFile | Key::castlingQueensideFile);
                (is_target && self.draft.castling.any_steps)
                    .then_some((Key::xCastlingAny, "with xCastlingAny the king moves to any file"))
            }
            Part::Castling => None,
            Part::MoveRule => (self.rules.move_rule_plies == 0).then_some((Key::nMoveRule, "nMoveRule = 0")),
            Part::PiecePromotion => self
                .draft
                .promoted
                .is_empty()
                .then_some((Key::promotedPieceType, "promotedPieceType has no piece that promotes")),
            Part::Repetition => {
                (self.rules.repetition_limit == 0).then_some((Key::nFoldRule, "nFoldRule = 0"))
            }
            Part::Extinction => self.why_no_extinction().filter(|&(cause, _)| cause != row.key),
            Part::Flag => {
                let has_region = Color::ALL.into_iter().any(|color| self.draft.flag.region[color].any());
                (!has_region).then_some((Key::flagRegion, "flagRegion has no square of the board"))
            }
            Part::Connection => {
                (self.draft.connection.length == 0).then_some((Key::connectN, "connectN is not given"))
            }
        }
    }

    fn why_no_extinction(&self) -> Option<(Key, &'static str)> {
        if self.draft.extinction_value.is_none() && !self.draft.is_pseudo_royal {
            Some((Key::extinctionValue, "extinctionValue is not given"))
        } else if self.draft.extinction.kinds.is_empty() {
            Some((Key::extinctionPieceTypes, "extinctionPieceTypes has no pieces"))
        } else {
            None
        }
    }

    fn why_no_en_passant(&self, row: &Row) -> Option<(Key, &'static str)> {
        (row.key != Key::enPassantRegion && self.rules.en_passant_region.is_empty())
            .then_some((Key::enPassantRegion, "enPassantRegion has no square of the board"))
    }

    fn why_no_promotion(&self) -> Option<(Key, &'static str)> {
        let (promotion, settings) = (&self.rules.promotion, self.settings);
        let regions = [Key::promotionRegionWhite, Key::promotionRegionBlack];
        if settings.invalid_pieces || !regions.iter().all(|&key| settings.is_valid(key)) {
            None
        } else if promotion.to.is_empty() {
            Some((Key::promotionPieceTypes, "promotionPieceTypes has no piece to become"))
        } else if promotion.from.is_empty() {
            Some((Key::promotionPawnTypes, "promotionPawnTypes has no piece that promotes"))
        } else if promotion.region.white.is_empty() && promotion.region.black.is_empty() {
            Some((regions[0], "no square of the board is in a promotion region"))
        } else {
            None
        }
    }

    fn has_no_initial_move(&self) -> bool {
        !self.rules.pieces.iter().any(has_initial_move) && !self.settings.invalid_pieces
    }

    fn is_given(&self, key: Key) -> bool {
        self.settings.given(key).is_some()
    }

    /// A region that no piece can reach for the win.
    fn race(&mut self) {
        let flag = &self.draft.flag;
        let is_open = |color: Color| flag.region[color].any() && flag.kinds[color].is_empty();
        if Color::ALL.into_iter().any(is_open) {
            self.add(
                &[Key::flagPiece],
                LineFault::value(Key::flagPiece.name(), "the variant has no such piece"),
            );
        }
    }

    fn pieces(&mut self, line: usize) {
        let count = self.rules.pieces.len();
        if count == 0 && !self.settings.invalid_pieces {
            self.faults.add(line, LineFault::NoPieces);
        } else if count > MAX_KINDS {
            let line = self.settings.pieces_line.unwrap_or(line);
            self.faults.add(line, format!("{count} kinds of piece; at most {MAX_KINDS} are possible"));
        }
        let names: Vec<_> = self.rules.pieces.iter().map(|piece| piece.name.as_str()).collect();
        let duplicate = names.iter().enumerate().find(|(row, name)| names[..*row].contains(name));
        if let Some((_, name)) = duplicate {
            self.add_with_pieces(&[Key::xPieceNames], LineFault::SameName(shorten(name.as_bytes())));
        }
    }

    /// A king does not promote, and no piece becomes a king.
    fn kings(&mut self) {
        let promotion = &self.rules.promotion;
        let (from, to): (Vec<_>, Vec<_>) = self.draft.promoted.iter().copied().unzip();
        let types = [
            (Key::promotedPieceType, &from, "the king cannot promote"),
            (Key::promotedPieceType, &to, "nothing can become a king"),
            (Key::pawnTypes, &self.rules.pawns, "the king cannot be a pawn"),
            (Key::promotionPawnTypes, &promotion.from, "the king cannot promote"),
            (Key::promotionPieceTypes, &promotion.to, "nothing can become a king"),
        ];
        for (key, kinds, reason) in types {
            if self.is_given(key) && self.rules.royal_kind.is_some_and(|king| kinds.contains(&king)) {
                self.add(&[key], LineFault::value(key.name(), reason));
            }
        }
    }

    /// `immobilityIllegal` is implemented as mandatory promotion, so a piece may get stuck only where it must promote.
    fn immobility(&mut self) {
        let (rules, promotion) = (self.rules, &self.rules.promotion);
        let regions = [Key::promotionRegionWhite, Key::promotionRegionBlack];
        if !self.draft.immobility_illegal || !regions.iter().all(|&key| self.settings.is_valid(key)) {
            return;
        }
        let is_implemented = |row: usize, color: Color| {
            let moves = &rules.pieces[row].moves;
            let stuck = stuck_squares(rules, moves, color);
            let promotes = promotion.from.contains(&PieceKind::from_index(row)) && !promotion.to.is_empty();
            let expected = if promotes { promotion.mandatory[color] } else { Bitboard::EMPTY };
            moves.is_empty() || (stuck & !expected).is_empty()
        };
        let mut rows = 0..rules.pieces.len();
        if let Some(row) = rows.find(|&row| !Color::ALL.into_iter().all(|color| is_implemented(row, color))) {
            let text = "immobilityIllegal is implemented only for squares on which all promoting pieces must";
            let name = &rules.pieces[row].name;
            self.add_with_pieces(
                &[Key::immobilityIllegal],
                format!("{text} promote; {name} is not one of them"),
            );
        }
    }

    fn initial(&mut self) {
        if self.draft.double_step {
            if self.has_no_initial_move() && self.settings.line(Key::doubleStep).is_some() {
                self.add(&[Key::doubleStep], format!("doubleStep = true has no effect: {NO_INITIAL_MOVE}"));
            }
            return;
        }
        let mut pieces = self.rules.pieces.iter().zip(&self.settings.pieces);
        if let Some((piece, row)) = pieces.find(|(piece, _)| has_initial_move(piece))
            && let Some(line) = row.line.or(self.settings.line(Key::doubleStep))
        {
            self.faults.add(line, LineFault::InitialMove(piece.name.clone()));
        }
    }

    /// The pieces with squares of their own for a promotion or an initial move have that promotion or move.
    fn squares(&mut self) {
        let rules = self.rules;
        let letter = |(kind, _): &(PieceKind, Bitboard)| rules.pieces[kind.index()].letter;
        let mut choices = rules.promotion.choice_squares.iter();
        let has_promotion = !rules.promotion.to.is_empty();
        if let Some(row) = choices.find(|(kind, _)| has_promotion && !rules.promotion.to.contains(kind)) {
            let words = format!("{} is not one of promotionPieceTypes", letter(row));
            let fault = LineFault::value(Key::xPromotionSquares.name(), words);
            self.add(&[Key::xPromotionSquares, Key::promotionPieceTypes], fault);
        }
        let mut initial = rules.initial_move_squares.iter().filter(|_| self.draft.double_step);
        if let Some(row) = initial.find(|(kind, _)| !has_initial_move(&rules.pieces[kind.index()])) {
            let words = format!("{} has no initial move", letter(row));
            self.add(&[Key::xInitialSquares], LineFault::value(Key::xInitialSquares.name(), words));
        }
    }

    fn castling(&mut self) {
        let Some(castling) = &self.rules.castling else { return };
        let given = self.is_given(Key::castling);
        if given && self.rules.castling_king_kind().is_none() {
            self.add_with_pieces(&[Key::castling], LineFault::NoCastlingKing);
        } else if castling.rook_kinds.is_empty() && (given || self.is_given(Key::castlingRookPieces)) {
            let text =
                "castlingRookPieces names no piece of this variant; use castling = false for no castling";
            self.add_with_pieces(&[Key::castlingRookPieces, Key::castling], text);
        } else if self.rules.royal_kind.is_some_and(|king| castling.rook_kinds.contains(&king)) {
            let key = Key::castlingRookPieces;
            self.add(&[key], LineFault::value(key.name(), "the king cannot castle with itself"));
        }
        match castling.target {
            CastlingTarget::Steps(steps) => self.castling_steps(steps, castling.min_distance),
            CastlingTarget::Files { .. } => self.castling_files(castling),
            CastlingTarget::Any => {}
        }
        if castling.min_distance >= self.rules.files {
            let words = format!("it must be less than the {} files of the board", self.rules.files);
            let fault = LineFault::value(Key::xCastlingDistance.name(), words);
            self.add(&[Key::xCastlingDistance, Key::maxFile], fault);
        }
    }

    fn castling_steps(&mut self, steps: u8, distance: u8) {
        if steps == 1 {
            self.add(
                &[Key::xCastlingSteps],
                LineFault::value(
                    "xCastlingSteps = 1",
                    "a single step is a normal move of the king; use 2 or more",
                ),
            );
        } else if steps + 1 >= self.rules.files {
            let text =
                format!("xCastlingSteps = {steps} needs a board of more than {} files", self.rules.files);
            self.add(&[Key::xCastlingSteps, Key::maxFile], text);
        }
        if distance > 0 && distance <= steps {
            let text = format!(
                "xCastlingDistance = {distance} has no effect: a king that moves {steps} squares needs its rook \
                 beyond them"
            );
            self.add(&[Key::xCastlingDistance, Key::xCastlingSteps], text);
        }
    }

    fn castling_files(&mut self, castling: &Castling) {
        let files = self.rules.files;
        let is_on_board = |row: &Row| match self.settings.given(row.key) {
            Some(Value::File(file)) => *file < files,
            _ => self.settings.is_valid(row.key),
        };
        let mut home_rows = KEYS.iter().filter(|row| row.part == Part::CastlingHome);
        if !home_rows.all(is_on_board) || self.rules.royal_kind.is_none() {
            return;
        }
        let (Some(home), CastlingTarget::Files { king_side, queen_side }) = (castling.home, castling.target)
        else {
            return;
        };
        let sides = [
            (
                [Key::castlingKingsideFile, Key::castlingKingFile, Key::castlingRookKingsideFile],
                king_side,
                home.king_side,
                1,
            ),
            (
                [Key::castlingQueensideFile, Key::castlingKingFile, Key::castlingRookQueensideFile],
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
                let (king, rook) = (name(home.king), name(rook));
                let words = format!("the king on {king} cannot castle to this file with a rook on {rook}");
                let entry = format!("{} = {}", keys[0].name(), name(target));
                self.add(&keys, LineFault::value(entry, words));
            }
        }
        if king_side == queen_side {
            let text = format!("castlingKingsideFile and castlingQueensideFile are both {}", name(king_side));
            self.add(&[Key::castlingKingsideFile, Key::castlingQueensideFile], text);
        }
    }

    fn repetition(&mut self) {
        if self.rules.repetition_limit == 1 {
            self.add(
                &[Key::nFoldRule],
                LineFault::value(
                    "nFoldRule = 1",
                    "every position occurs once; use 0 (no rule) or at least 2",
                ),
            );
        }
    }

    /// The pieces that change places in shuffled starts stand on their squares at the start.
    fn shuffle(&mut self) {
        let places = &self.rules.shuffle;
        let board = self.draft.fen.split_whitespace().next().unwrap_or_default();
        let Ok(start) = fen::parse_board(self.rules, board) else { return };
        let all = places.iter().fold(Bitboard::EMPTY, |all, (_, squares)| all | *squares);
        let stands = |square: Square| {
            let piece = start.iter().find(|(other, _)| *other == square).map(|(_, piece)| *piece);
            piece.is_some_and(|piece| {
                let fits =
                    |(kind, squares): &(PieceKind, Bitboard)| *kind == piece.kind && squares.contains(square);
                piece.color == Color::White && places.iter().any(fits)
            })
        };
        let is_nested = |(number, (_, squares)): (usize, &(PieceKind, Bitboard))| {
            places[number + 1..]
                .iter()
                .all(|(_, later)| (*squares & !*later).is_empty() || !later.intersects(*squares))
        };
        if !all.into_iter().all(stands) {
            self.add(
                &[Key::xShuffle, Key::startFen],
                LineFault::value(
                    Key::xShuffle.name(),
                    "these pieces of White must stand on these squares at the start",
                ),
            );
        } else if !places.iter().enumerate().all(is_nested) {
            self.add(
                &[Key::xShuffle],
                LineFault::value(
                    Key::xShuffle.name(),
                    "the squares of a piece must be among those of each later piece, or none of them",
                ),
            );
        }
    }
}

const NO_INITIAL_MOVE: &str = "no piece has an initial move (pawn, or i in a customPiece)";

fn has_initial_move(piece: &PieceType) -> bool {
    piece.moves.iter().any(|component| component.initial)
}
