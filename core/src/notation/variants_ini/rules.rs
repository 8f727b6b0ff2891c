//! Rules of a variant, made from the settings of its section, and its start position.

use std::sync::Arc;

use crate::notation::fen::{self, FenError};
use crate::rules::goals::{Connection, Extinction, Flag, Goal, PseudoRoyal};
use crate::rules::validate::check_kings;
use crate::rules::variant::{Castling, CastlingHome, CastlingTarget, GameValue, Promotion, Rules};
use crate::rules::{
    Bitboard, ByColor, Color, InvalidPosition, PieceKind, PieceType, Position, Setup, Variant, betza,
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
    let promotes_to =
        settings.kinds(Key::PromotionPieceTypes).unwrap_or_else(|| settings.kinds_of(&usual_promotions));
    // Where nothing promotes there are no squares of promotion.
    let promotion_region = if promotes_to.is_empty() {
        ByColor::default()
    } else {
        by_color(Key::PromotionRegionWhite, Key::PromotionRegionBlack)
    };
    // Promoting pieces that get stuck elsewhere are a fault.
    let stuck = |color| {
        let kinds = or_pawns(Key::PromotionPawnTypes).into_iter();
        let squares = kinds
            .map(|kind| values::stuck_squares(&settings.pieces[kind.index()].moves, color, (files, ranks)));
        squares.reduce(|all, squares| all & squares).unwrap_or_default()
    };
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
            to: promotes_to,
            limits: promotion_limits(settings),
            region: promotion_region,
            mandatory: if settings.flag(Key::MandatoryPawnPromotion) {
                promotion_region
            } else if settings.flag(Key::ImmobilityIllegal) {
                ByColor::from_fn(|color| promotion_region[color] & stuck(color))
            } else {
                ByColor::default()
            },
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
        stalemate: settings.result(Key::StalemateValue).unwrap_or_default(),
        checkmate: settings.result(Key::CheckmateValue).unwrap_or(GameValue::Loss),
        repetition: settings.result(Key::NFoldValue).unwrap_or_default(),
        goals: goals(settings, region),
        pseudo_royal: settings.flag(Key::ExtinctionPseudoRoyal).then(|| PseudoRoyal {
            kinds: settings.kinds(Key::ExtinctionPieceTypes).unwrap_or_default(),
            most: u32::from(settings.number(Key::ExtinctionPieceCount)) + 1,
        }),
        must_capture: settings.flag(Key::MustCapture),
        may_check: settings.flag(Key::Checking),
        kings_face: settings.flag(Key::FlyingGeneral),
        // The key counts moves of both sides.
        move_rule_plies: settings.number(Key::NMoveRule) * 2,
        zeroing_kinds: or_pawns(Key::NMoveRuleTypes),
        // At most 100 by the table of keys.
        repetition_limit: settings.number(Key::NFoldRule).min(100) as u8,
        pawns,
    }
}

fn promotion_limits(settings: &Settings) -> Vec<(PieceKind, u16)> {
    let Some(Value::Counts(counts)) = settings.given(Key::PromotionLimit) else { return Vec::new() };
    let kind = |key| settings.piece(key).map(PieceKind::from_index);
    counts.iter().filter_map(|&(key, most)| Some((kind(key)?, most))).collect()
}

/// Goals in the order in which Fairy-Stockfish tests them. `region` is the value of a key on the board.
fn goals(settings: &Settings, region: impl Fn(Key) -> Option<Bitboard>) -> Vec<Goal> {
    let kinds = |key| settings.kinds(key).unwrap_or_default();
    let count = |key| u32::from(settings.number(key));
    let mut goals = Vec::new();
    // Pseudo-royal pieces cannot be captured.
    if let Some(value) = settings.result(Key::ExtinctionValue)
        && !settings.flag(Key::ExtinctionPseudoRoyal)
    {
        let key = Key::ExtinctionPieceTypes;
        let is_total = settings.given(key) == Some(&Value::All);
        goals.push(Goal::Extinction(Extinction {
            kinds: if is_total {
                vec![kinds(key)]
            } else {
                kinds(key).into_iter().map(|k| vec![k]).collect()
            },
            most: count(Key::ExtinctionPieceCount),
            opponent_least: count(Key::ExtinctionOpponentPieceCount),
            value,
        }));
    }
    let for_both = |key: fn(Color) -> Key, both| {
        move |color| if settings.given(key(color)).is_some() { key(color) } else { both }
    };
    let piece = for_both(
        |c| if c == Color::White { Key::FlagPieceWhite } else { Key::FlagPieceBlack },
        Key::FlagPiece,
    );
    let zone = for_both(
        |c| if c == Color::White { Key::FlagRegionWhite } else { Key::FlagRegionBlack },
        Key::FlagRegion,
    );
    let flag = Flag {
        kinds: ByColor::from_fn(|color| kinds(piece(color))),
        region: ByColor::from_fn(|color| region(zone(color)).unwrap_or_default()),
        count: count(Key::FlagPieceCount),
        blocked_wins: settings.flag(Key::FlagPieceBlockedWin),
        safe: settings.flag(Key::FlagPieceSafe),
        last_move: settings.flag(Key::FlagMove),
    };
    if flag.region.white.any() || flag.region.black.any() {
        goals.push(Goal::Flag(flag));
    }
    if settings.flag(Key::CheckCounting) {
        goals.push(Goal::Checks);
    }
    let length = count(Key::ConnectN);
    if length > 0 {
        let steps: [(Key, &[(i8, i8)]); 3] = [
            (Key::ConnectHorizontal, &[(1, 0)]),
            (Key::ConnectVertical, &[(0, 1)]),
            (Key::ConnectDiagonal, &[(1, 1), (1, -1)]),
        ];
        let directions =
            steps.into_iter().filter(|(key, _)| settings.flag(*key)).flat_map(|(_, steps)| steps);
        goals.push(Goal::Connection(Connection {
            kinds: kinds(Key::ConnectPieceTypes),
            length,
            directions: directions.copied().collect(),
            value: settings.result(Key::ConnectValue).unwrap_or(GameValue::Win),
        }));
    }
    goals
}

fn castling(settings: &Settings, files: u8) -> Castling {
    // At most 14 and 15 by the table of keys.
    let steps = settings.number(Key::XCastlingSteps).min(14) as u8;
    let min_distance = settings.number(Key::XCastlingDistance).min(15) as u8;
    let rook_kinds =
        settings.kinds(Key::CastlingRookPieces).unwrap_or_else(|| settings.kinds_of(&[PieceKey::ROOK]));
    let king_kind = settings.kinds(Key::CastlingKingPiece).and_then(|kinds| kinds.first().copied());
    let file = |key, default| settings.file(key).unwrap_or(default);
    let (home, target) = if steps > 0 {
        (None, CastlingTarget::Steps(steps))
    } else {
        let rank = settings.number(Key::CastlingRank).clamp(1, 16) as u8 - 1;
        let (king, rooks) = start_files(settings, rank, king_kind, &rook_kinds);
        let king = settings.given(Key::CastlingKingFile).and(settings.file(Key::CastlingKingFile)).or(king);
        let king = king.unwrap_or(4);
        let given = |key| settings.given(key).and(settings.file(key));
        let outermost = |rook: Option<&u8>, is_beyond: bool| rook.copied().filter(|_| is_beyond);
        let (first, last) = (rooks.first(), rooks.last());
        let right = outermost(last, last.is_some_and(|&file| file > king)).unwrap_or(files - 1);
        let left = outermost(first, first.is_some_and(|&file| file < king)).unwrap_or(0);
        let home = CastlingHome {
            rank,
            king,
            king_side: given(Key::CastlingRookKingsideFile).unwrap_or(right),
            queen_side: given(Key::CastlingRookQueensideFile).unwrap_or(left),
        };
        let target = CastlingTarget::Files {
            king_side: file(Key::CastlingKingsideFile, 6),
            queen_side: file(Key::CastlingQueensideFile, 2),
        };
        (Some(home), target)
    };
    Castling { rook_kinds, king_kind, is_chess960: false, home, target, min_distance }
}

/// Files of White's king, if there is one, and rooks on `rank` of the start.
fn start_files(
    settings: &Settings,
    rank: u8,
    king: Option<PieceKind>,
    rooks: &[PieceKind],
) -> (Option<u8>, Vec<u8>) {
    let (_, ranks) = settings.size();
    let fen = settings.fen();
    let rows: Vec<_> = fen.split_whitespace().next().unwrap_or_default().split('/').collect();
    let row =
        ranks.checked_sub(1 + rank).and_then(|row| rows.get(usize::from(row))).copied().unwrap_or_default();
    let king = king.or(settings.piece(PieceKey::KING).map(PieceKind::from_index));
    let (mut file, mut gap) = (0_u8, 0_u8);
    let (mut kings, mut rook_files) = (Vec::new(), Vec::new());
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            gap = gap.saturating_mul(10).saturating_add(digit as u8);
            continue;
        }
        file = file.saturating_add(std::mem::take(&mut gap));
        let kind = settings.pieces.iter().position(|piece| piece.letter.to_ascii_uppercase() == letter);
        let kind = kind.map(PieceKind::from_index);
        if kind.is_some() && kind == king {
            kings.push(file);
        } else if kind.is_some_and(|kind| rooks.contains(&kind)) {
            rook_files.push(file);
        }
        file = file.saturating_add(1);
    }
    (Some(kings).filter(|kings| kings.len() == 1).map(|kings| kings[0]), rook_files)
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
