//! Rules of a section, made from its settings, and its start position.

use std::sync::Arc;

use crate::notation::fen::{self, FenError};
use crate::rules::validate::check_kings;
use crate::rules::variant::Rules;
use crate::rules::{Bitboard, InvalidPosition, PieceType, Position, Setup, Variant};

use super::conflicts;
use super::counting_rules;
use super::draft::Draft;
use super::error::{Faults, LineFault};
use super::keys::{KEYS, Key, Part};
use super::pieces::PieceKey;
use super::settings::{PieceRow, Settings};
use super::values;

/// The rules of a section and its start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Definition {
    pub rules: Rules,
    pub start: Setup,
}

impl Definition {
    /// Whether `other` has the same rules and the same start. Names and drawings of pieces do not count.
    pub fn has_rules_of(&self, mut other: Self) -> bool {
        for (piece, own) in other.rules.pieces.iter_mut().zip(&self.rules.pieces) {
            piece.name.clone_from(&own.name);
        }
        other.rules.drawings.clone_from(&self.rules.drawings);
        *self == other
    }
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
    let draft = draft(name, settings);
    conflicts::check(settings, &draft, context.line, faults);
    let start = start(settings, &draft, context, faults)?;
    (faults.list.len() == context.earlier_faults).then_some(Definition { rules: draft.rules, start })
}

/// The rules with the effects of all keys.
fn draft(name: &str, settings: &Settings) -> Draft {
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
    let mut draft = Draft { rules, pawn: settings.kind(PieceKey::PAWN), ..Draft::default() };
    for row in KEYS {
        let default = values::default_of(row);
        if let Some(value) = settings.given(row.key).or(default.as_ref()) {
            settings.apply(row.form, value, &mut draft);
        }
    }
    // An invalid size is replaced by that of the start, so that it causes no further faults.
    if let Some((files, ranks)) = fen_size(&draft.fen).filter(|_| !settings.is_size_valid()) {
        (draft.rules.files, draft.rules.ranks) = (files, ranks);
    }
    draft.rules.missing = fen::missing_squares(draft.fen.split_whitespace().next().unwrap_or_default());
    draft.rules.counting = counting_rules::rule(draft.counting, |key| settings.kind(key));
    draft.finish();
    draft
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
    let is_castling_invalid = matches!(fen::parse_setup(rules, &fen), Err(FenError::Field("castling", _)));
    if rules.castling.is_none() && is_castling_invalid {
        // A child without castling may have the start of its parent. Some files of Fairy-Stockfish have such a field, too.
        fen = without_castling(&fen);
    }
    let given = settings.given(Key::startFen).is_some();
    let faulty = faults.list.len() > context.earlier_faults || settings.invalid_pieces;
    // The default start fits only the standard board, so its faults may follow from other ones.
    if !settings.is_valid(Key::startFen) || rules.pieces.is_empty() || (!given && faulty) {
        return None;
    }
    let setup = match fen::parse_setup(rules, &fen) {
        Ok(setup) => setup,
        Err(error) => {
            let (field, fault) = match error {
                FenError::Pieces { fault, .. } => ("pieces", fault),
                FenError::Field(field, fault) => (field, fault),
                // `parse_setup` does not check whether the position is legal.
                FenError::Position(_) => return None,
            };
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
    faults.add(settings.line(Key::startFen).unwrap_or(context.line), LineFault::value(source, fault));
}
