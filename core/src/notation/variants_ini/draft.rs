//! Rules of a section, made from its settings, and its start position.

use std::sync::Arc;

use crate::notation::fen::{self, FenError};
use crate::rules::goals::{Connection, Extinction, Flag, Goal, PseudoRoyal};
use crate::rules::validate::check_kings;
use crate::rules::variant::{Castling, CastlingHome, CastlingTarget, GameValue, Rules};
use crate::rules::{
    Bitboard, ByColor, Color, InvalidPosition, PieceKind, PieceType, Position, Setup, Variant, betza,
};

use super::conflicts;
use super::error::Faults;
use super::keys::{KEYS, Key, Part};
use super::pieces::{DOUBLE_STEP, PieceKey};
use super::settings::{PieceRow, Settings};
use super::values;

/// The rules of a section and its start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Definition {
    pub rules: Rules,
    pub start: Setup,
}

/// The section whose rules are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct SectionContext {
    /// Line of its header.
    pub line: usize,
    /// Number of faults in the sections before.
    pub earlier_faults: usize,
    /// Whether to check that the start is a legal position, which needs the tables of moves.
    pub check_start: bool,
}

/// Makes the rules of the section `name` and adds conflicts between its keys to `faults`. `None` if there are faults.
pub(super) fn define(
    name: &str,
    context: SectionContext,
    settings: &Settings,
    faults: &mut Faults,
) -> Option<Definition> {
    let draft = Draft::new(name, settings);
    conflicts::check(settings, &draft, context.line, faults);
    let start = start(settings, &draft, context, faults)?;
    (faults.list.len() == context.earlier_faults).then_some(Definition { rules: draft.rules, start })
}

/// Rules, and the values of keys that decide together about a part of them.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub rules: Rules,
    pub fen: String,
    /// The piece with the key `pawn`.
    pub pawn: Option<PieceKind>,
    pub mandatory_promotion: bool,
    pub immobility_illegal: bool,
    pub double_step: bool,
    pub castling: CastlingDraft,
    pub extinction: Extinction,
    pub extinction_value: Option<GameValue>,
    pub is_pseudo_royal: bool,
    pub flag: Flag,
    pub counts_checks: bool,
    pub connection: Connection,
}

/// Values of the keys of castling. Files and the rank are counted from 0.
#[derive(Debug, Default)]
pub(super) struct CastlingDraft {
    pub is_allowed: bool,
    pub king: Option<PieceKind>,
    pub rooks: Vec<PieceKind>,
    pub rank: u8,
    pub king_file: Option<u8>,
    pub king_side_rook: Option<u8>,
    pub queen_side_rook: Option<u8>,
    pub king_side_target: u8,
    pub queen_side_target: u8,
    pub steps: u8,
    pub min_distance: u8,
}

impl Draft {
    fn new(name: &str, settings: &Settings) -> Self {
        let piece_type = |piece: &PieceRow| PieceType {
            letter: piece.letter,
            name: piece.key.name(&piece.moves),
            moves: piece.moves.clone(),
            value: None,
        };
        let rules = Rules {
            name: name.to_owned(),
            pieces: settings.pieces.iter().map(piece_type).collect(),
            royal_kind: settings.kind(PieceKey::KING),
            en_passant_region: Bitboard::FULL,
            ..Rules::default()
        };
        let mut draft = Self { rules, pawn: settings.kind(PieceKey::PAWN), ..Self::default() };
        for row in KEYS {
            let default = row.default_value();
            if let Some(value) = settings.given(row.key).or(default.as_ref()) {
                settings.apply(row.form, value, &mut draft);
            }
        }
        draft.finish(settings);
        draft
    }

    pub fn set_pawns(&mut self, kinds: Vec<PieceKind>) {
        self.rules.promotion.from.clone_from(&kinds);
        self.rules.en_passant_kinds.clone_from(&kinds);
        self.rules.zeroing_kinds.clone_from(&kinds);
        self.rules.pawns = kinds;
    }

    pub fn set_double_step(&mut self, on: bool) {
        self.double_step = on;
        if let Some(pawn) = self.pawn.filter(|_| on) {
            // A test checks that the notation can be parsed.
            let double_step = betza::parse(DOUBLE_STEP).unwrap_or_default();
            self.rules.pieces[pawn.index()].moves.extend(double_step);
        }
    }

    /// Makes rows of pieces along `directions` count.
    pub fn set_rows(&mut self, on: bool, directions: &[(i8, i8)]) {
        if on {
            self.connection.directions.extend(directions);
        }
    }

    /// Sets the parts of the rules that several keys decide.
    fn finish(&mut self, settings: &Settings) {
        let rules = &mut self.rules;
        if let Some((files, ranks)) = fen_size(&self.fen).filter(|_| !settings.is_size_valid()) {
            (rules.files, rules.ranks) = (files, ranks);
        }
        let board = values::board(rules.files, rules.ranks);
        let regions = [&mut rules.promotion.region, &mut rules.initial_move_region, &mut self.flag.region];
        for region in regions {
            *region = ByColor::from_fn(|color| region[color] & board);
        }
        rules.en_passant_region &= board;
        if !self.double_step {
            (rules.initial_move_region, rules.en_passant_region) = (ByColor::default(), Bitboard::EMPTY);
        }
        // Where nothing promotes there are no squares of promotion.
        if rules.promotion.to.is_empty() {
            rules.promotion.region = ByColor::default();
        }
        let stuck = ByColor::from_fn(|color| stuck_squares_of_all(rules, color));
        let promotion = &mut rules.promotion;
        if self.mandatory_promotion {
            promotion.mandatory = promotion.region;
        } else if self.immobility_illegal {
            promotion.mandatory = ByColor::from_fn(|color| promotion.region[color] & stuck[color]);
        }
        self.rules.castling = self.castling.is_allowed.then(|| self.castling());
        if self.is_pseudo_royal {
            let kinds = self.extinction.kinds.concat();
            self.rules.pseudo_royal = Some(PseudoRoyal { kinds, most: self.extinction.most + 1 });
        }
        self.rules.goals = self.goals();
    }

    /// Goals in the order in which Fairy-Stockfish tests them.
    fn goals(&self) -> Vec<Goal> {
        let mut goals = Vec::new();
        // Pseudo-royal pieces cannot be captured.
        if let Some(value) = self.extinction_value.filter(|_| !self.is_pseudo_royal) {
            goals.push(Goal::Extinction(Extinction { value, ..self.extinction.clone() }));
        }
        if self.flag.region.white.any() || self.flag.region.black.any() {
            goals.push(Goal::Flag(self.flag.clone()));
        }
        if self.counts_checks {
            goals.push(Goal::Checks);
        }
        if self.connection.length > 0 {
            goals.push(Goal::Connection(self.connection.clone()));
        }
        goals
    }

    fn castling(&self) -> Castling {
        let keys = &self.castling;
        let (home, target) = if keys.steps > 0 {
            (None, CastlingTarget::Steps(keys.steps))
        } else {
            let (king, rooks) = self.start_files();
            let king = keys.king_file.or(king).unwrap_or(4);
            let (first, last) = (rooks.first().copied(), rooks.last().copied());
            let right = last.filter(|&file| file > king).unwrap_or(self.rules.files - 1);
            let left = first.filter(|&file| file < king).unwrap_or(0);
            let home = CastlingHome {
                rank: keys.rank,
                king,
                king_side: keys.king_side_rook.unwrap_or(right),
                queen_side: keys.queen_side_rook.unwrap_or(left),
            };
            let (king_side, queen_side) = (keys.king_side_target, keys.queen_side_target);
            (Some(home), CastlingTarget::Files { king_side, queen_side })
        };
        Castling {
            rook_kinds: keys.rooks.clone(),
            king_kind: keys.king,
            is_chess960: false,
            home,
            target,
            min_distance: keys.min_distance,
        }
    }

    /// Files of White's king, if there is one, and rooks on the castling rank of the start, from left to right.
    fn start_files(&self) -> (Option<u8>, Vec<u8>) {
        let board = self.fen.split_whitespace().next().unwrap_or_default();
        // An invalid board is reported when the whole start is parsed.
        let pieces = fen::parse_board(&self.rules, board).unwrap_or_default();
        let files = |kinds: &[PieceKind]| -> Vec<u8> {
            let on_rank = pieces.iter().filter(|(square, piece)| {
                piece.color == Color::White
                    && square.rank() == self.castling.rank
                    && kinds.contains(&piece.kind)
            });
            on_rank.map(|(square, _)| square.file()).collect()
        };
        let king = self.castling.king.or(self.rules.royal_kind);
        let kings = files(king.as_slice());
        (kings.first().copied().filter(|_| kings.len() == 1), files(&self.castling.rooks))
    }
}

/// Squares on which every promoting piece of `color` is stuck.
fn stuck_squares_of_all(rules: &Rules, color: Color) -> Bitboard {
    let moves = rules.promotion.from.iter().map(|kind| &rules.pieces[kind.index()].moves);
    let stuck = moves.map(|moves| values::stuck_squares(moves, color, (rules.files, rules.ranks)));
    stuck.reduce(|all, squares| all & squares).unwrap_or_default()
}

/// Numbers of files and ranks of a FEN, if both are in `1..=16`.
fn fen_size(fen: &str) -> Option<(u8, u8)> {
    let rows: Vec<_> = fen.split_whitespace().next()?.split('/').collect();
    let (mut files, mut gap) = (0_u32, 0_u32);
    for letter in rows.first()?.chars() {
        match letter.to_digit(10) {
            Some(digit) => gap = (gap * 10 + digit).min(100),
            None => files += std::mem::take(&mut gap) + 1,
        }
    }
    let in_range = |number: u32| u8::try_from(number).ok().filter(|n| (1..=16).contains(n));
    Some((in_range(files + gap)?, in_range(u32::try_from(rows.len()).ok()?)?))
}

/// Parses the start position. Its faults are added to `faults`, unless they follow from other faults.
fn start(settings: &Settings, draft: &Draft, context: SectionContext, faults: &mut Faults) -> Option<Setup> {
    let rules = &draft.rules;
    let mut fen = with_all_fields(&draft.fen);
    if rules.castling.is_none() && settings.line(Key::startFen).is_none() {
        // A child without castling may have the start of its parent.
        fen = without_castling(&fen);
    }
    let given = settings.given(Key::startFen).is_some();
    let faulty = faults.list.len() > context.earlier_faults || settings.invalid_pieces;
    // The default start fits only the standard board; with other faults its own would only be noise.
    if !settings.is_valid(Key::startFen) || rules.pieces.is_empty() || (!given && faulty) {
        return None;
    }
    let setup = match fen::parse_setup(rules, &fen) {
        Ok(setup) => setup,
        Err(FenError::Field(field, fault)) => {
            let follows = match field {
                "pieces" => {
                    settings.letters_unknown || !settings.is_size_valid() && fen_size(&draft.fen).is_none()
                }
                "castling" => {
                    let is_part = |part| matches!(part, Part::Castling | Part::CastlingHome);
                    let mut rows = KEYS.iter().filter(|row| row.key == Key::castling || is_part(row.part));
                    settings.invalid_pieces || rows.any(|row| !settings.is_valid(row.key))
                }
                _ => false,
            };
            if !follows {
                add_start_fault(settings, context, &format!("{field}: {fault}"), faults);
            }
            return None;
        }
        // Setups are not checked for legality.
        Err(FenError::Position(_)) => return None,
    };
    let invalid = if context.check_start && !faulty {
        let variant = Arc::new(Variant::new(rules.clone(), setup.clone()));
        Position::from_setup(&variant, &setup).err()
    } else {
        let kings = rules.royal_kind.map_or(Vec::new(), |royal| check_kings(royal, &setup.pieces));
        (!kings.is_empty()).then_some(InvalidPosition(kings))
    };
    match invalid {
        Some(invalid) => {
            add_start_fault(settings, context, &invalid.to_string(), faults);
            None
        }
        None => Some(setup),
    }
}

/// The FEN with `-` for castling and en passant where numbers follow instead, as in some files of Fairy-Stockfish.
fn with_all_fields(fen: &str) -> String {
    let is_number = |field: &&str| field.split('+').all(|number| number.parse::<u32>().is_ok());
    let mut fields: Vec<_> = fen.split_whitespace().collect();
    let first_number = fields.iter().skip(1).position(is_number).map_or(fields.len(), |place| place + 1);
    if first_number < fields.len() {
        (first_number..4).for_each(|place| fields.insert(place, "-"));
    }
    fields.join(" ")
}

/// The FEN with `-` as castling field.
fn without_castling(fen: &str) -> String {
    let field = |(number, field)| if number == 2 { "-" } else { field };
    fen.split_whitespace().enumerate().map(field).collect::<Vec<_>>().join(" ")
}

/// Adds a fault of the start at its line, or at the header if the section does not give it.
fn add_start_fault(settings: &Settings, context: SectionContext, fault: &str, faults: &mut Faults) {
    let source = match (settings.line(Key::startFen), settings.given(Key::startFen)) {
        (Some(_), _) => "startFen",
        (None, Some(_)) => "startFen of the parent",
        (None, None) => "startFen is missing, and the default does not fit",
    };
    faults.add(settings.line(Key::startFen).unwrap_or(context.line), format!("{source}: {fault}"));
}
