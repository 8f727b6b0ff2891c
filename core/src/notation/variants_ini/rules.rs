//! Rules of a variant, made from the settings of its section, and its start position.

use std::sync::Arc;

use crate::notation::fen::{self, FenError};
use crate::rules::validate::check_kings;
use crate::rules::variant::{Castling, CastlingHome, CastlingTarget, Promotion, Rules};
use crate::rules::{
    Bitboard, ByColor, InvalidPosition, PieceKind, PieceType, Position, Setup, Variant, betza,
};

use super::conflicts;
use super::error::Faults;
use super::keys::Key;
use super::pieces::{DOUBLE_STEP, PieceKey};
use super::settings::{PieceRow, Settings};
use super::values::{self, Value};

/// Keys that decide whether the castling field of a FEN is valid.
const CASTLING_KEYS: [Key; 7] = [
    Key::Castling,
    Key::CastlingKingFile,
    Key::CastlingRookKingsideFile,
    Key::CastlingRookQueensideFile,
    Key::CastlingRank,
    Key::CastlingRookPieces,
    Key::XCastlingSteps,
];

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
    let rules = rules(name, settings);
    conflicts::check(settings, &rules, context.line, faults);
    let start = start(settings, &rules, context, faults)?;
    (faults.list.len() == context.earlier_faults).then_some(Definition { rules, start })
}

fn rules(name: &str, settings: &Settings) -> Rules {
    let (files, ranks) = settings.size();
    let region = |key| settings.region(key).map(|region| region.on_board(files, ranks));
    let by_color = |white, black| ByColor {
        white: region(white).unwrap_or_default(),
        black: region(black).unwrap_or_default(),
    };
    let pawns = settings.kinds(Key::PawnTypes).unwrap_or_else(|| settings.kinds_of(&[PieceKey::PAWN]));
    let or_pawns = |key| settings.kinds(key).unwrap_or_else(|| pawns.clone());
    let usual_promotions = [PieceKey::QUEEN, PieceKey::ROOK, PieceKey::BISHOP, PieceKey::KNIGHT];
    let double_step = settings.flag(Key::DoubleStep);
    Rules {
        name: name.to_owned(),
        files,
        ranks,
        pieces: pieces(settings),
        royal_kind: settings.piece(PieceKey::KING).map(PieceKind::from_index),
        capturable_king_kind: None,
        fog: false,
        promotion: Promotion {
            from: or_pawns(Key::PromotionPawnTypes),
            to: settings
                .kinds(Key::PromotionPieceTypes)
                .unwrap_or_else(|| settings.kinds_of(&usual_promotions)),
            region: by_color(Key::PromotionRegionWhite, Key::PromotionRegionBlack),
            mandatory: settings.flag(Key::MandatoryPawnPromotion),
        },
        initial_move_region: if double_step {
            by_color(Key::DoubleStepRegionWhite, Key::DoubleStepRegionBlack)
        } else {
            ByColor::default()
        },
        initial_move_needs_right: settings.flag(Key::XInitialOnce),
        en_passant_region: if double_step {
            region(Key::EnPassantRegion).unwrap_or_else(|| values::board(files, ranks))
        } else {
            Bitboard::EMPTY
        },
        en_passant_kinds: or_pawns(Key::EnPassantTypes),
        castling: settings.flag(Key::Castling).then(|| castling(settings, files)),
        stalemate: settings.stalemate(),
        // The key counts moves of both sides.
        move_rule_plies: settings.number(Key::NMoveRule) * 2,
        zeroing_kinds: or_pawns(Key::NMoveRuleTypes),
        // At most 100 by the table of keys.
        repetition_limit: settings.number(Key::NFoldRule).min(100) as u8,
        pawns,
    }
}

fn castling(settings: &Settings, files: u8) -> Castling {
    // At most 14 and 15 by the table of keys.
    let steps = settings.number(Key::XCastlingSteps).min(14) as u8;
    let min_distance = settings.number(Key::XCastlingDistance).min(15) as u8;
    let file = |key, default| settings.file(key).unwrap_or(default);
    let (home, target) = if steps > 0 {
        (None, CastlingTarget::Steps(steps))
    } else {
        let home = CastlingHome {
            rank: settings.number(Key::CastlingRank).clamp(1, 16) as u8 - 1,
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
        rook_kinds: settings
            .kinds(Key::CastlingRookPieces)
            .unwrap_or_else(|| settings.kinds_of(&[PieceKey::ROOK])),
        home,
        target,
        min_distance,
    }
}

fn pieces(settings: &Settings) -> Vec<PieceType> {
    let immobile = settings.kinds(Key::XImmobile).unwrap_or_default();
    let names =
        if let Some(Value::Names(names)) = settings.given(Key::XPieceNames) { names.as_slice() } else { &[] };
    let values = if let Some(Value::Values(values)) = settings.given(Key::XPieceValues) {
        values.as_slice()
    } else {
        &[]
    };
    let double_step = if settings.flag(Key::DoubleStep) {
        betza::parse(DOUBLE_STEP).unwrap_or_default()
    } else {
        Vec::new()
    };
    let piece_type = |(row, piece): (usize, &PieceRow)| {
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
    settings.pieces.iter().enumerate().map(piece_type).collect()
}

/// Parses the start position. Its faults are added to `faults`, unless they follow from other faults.
fn start(settings: &Settings, rules: &Rules, context: SectionContext, faults: &mut Faults) -> Option<Setup> {
    let mut fen = with_all_fields(&settings.fen());
    if rules.castling.is_none() && settings.line(Key::StartFen).is_none() {
        // A child without castling may have the start of its parent.
        fen = without_castling(&fen);
    }
    let given = settings.given(Key::StartFen).is_some();
    let faulty = faults.list.len() > context.earlier_faults || settings.invalid_pieces;
    // The default start fits only the standard board; with other faults its own would only be noise.
    if !settings.is_valid(Key::StartFen) || rules.pieces.is_empty() || (!given && faulty) {
        return None;
    }
    let setup = match fen::parse_setup(rules, &fen) {
        Ok(setup) => setup,
        Err(FenError::Field(field, fault)) => {
            let follows = match field {
                "pieces" => settings.letters_unknown || !is_size_known(settings),
                "castling" => {
                    !CASTLING_KEYS.iter().all(|&key| settings.is_valid(key)) || settings.invalid_pieces
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
    let is_number = |field: &&str| field.parse::<u32>().is_ok();
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
    let source = match (settings.line(Key::StartFen), settings.given(Key::StartFen)) {
        (Some(_), _) => "startFen",
        (None, Some(_)) => "startFen of the parent",
        (None, None) => "startFen is missing, and the default does not fit",
    };
    faults.add(settings.line(Key::StartFen).unwrap_or(context.line), format!("{source}: {fault}"));
}

fn is_size_known(settings: &Settings) -> bool {
    let valid = settings.is_valid(Key::MaxFile) && settings.is_valid(Key::MaxRank);
    valid || settings.fen_size().is_some()
}
