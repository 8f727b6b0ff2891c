//! The start of a variant's games: that it is a position to play from.

use std::sync::Arc;

use crate::notation::fen::{self, FenError};
use crate::rules::variant::Rules;
use crate::rules::{self, Color, InvalidPosition, Piece, Position, Setup, Square, Variant};

use super::build::{Builder, Place};
use super::error::Faults;
use super::keys::Key;
use super::settings::Settings;

/// Keys that say whether the castling letters of a FEN can stand.
const CASTLING: [Key; 7] = [
    Key::Castling,
    Key::CastlingKingFile,
    Key::CastlingRookKingsideFile,
    Key::CastlingRookQueensideFile,
    Key::CastlingRank,
    Key::CastlingRookPieces,
    Key::XCastlingSteps,
];

/// Reads the start and adds what is wrong with it to `faults`, unless that follows from a fault already told.
pub(super) fn read(settings: &Settings, rules: &Rules, place: Place, faults: &mut Faults) -> Option<Setup> {
    let mut text = Builder { settings }.fen();
    if rules.castling.is_none() && settings.line(Key::StartFen).is_none() {
        // A child without castling may have the start of its parent.
        text = without_castling(&text);
    }
    let given = settings.given(Key::StartFen).is_some();
    let faulty = faults.list.len() > place.faults || settings.broken_pieces;
    // The usual start fits the usual board only; a section with other faults need not be told.
    if !settings.is_sound(Key::StartFen) || rules.pieces.is_empty() || (!given && faulty) {
        return None;
    }
    let setup = match fen::parse_setup_by_rules(rules, &text) {
        Ok(setup) => setup,
        Err(FenError::Field(field, fault)) => {
            let follows = match field {
                "pieces" => settings.letters_unknown || !is_size_known(settings, &text),
                "castling" => !CASTLING.iter().all(|&key| settings.is_sound(key)) || settings.broken_pieces,
                _ => false,
            };
            if !follows {
                tell(settings, place, format!("{field}: {fault}"), faults);
            }
            return None;
        }
        // A set-up is not asked whether it is legal.
        Err(FenError::Position(_)) => return None,
    };
    let wrong = if place.deep && !faulty {
        let variant = Arc::new(Variant::new(rules.clone(), setup.clone()));
        Position::from_setup(&variant, &setup).err()
    } else {
        kings(rules, &setup)
    };
    match wrong {
        Some(wrong) => {
            tell(settings, place, wrong.to_string(), faults);
            None
        }
        None => Some(setup),
    }
}

/// The same FEN with no castling rights.
fn without_castling(fen: &str) -> String {
    let field = |(number, field)| if number == 2 { "-" } else { field };
    fen.split_whitespace().enumerate().map(field).collect::<Vec<_>>().join(" ")
}

/// Adds a fault of the start, at its own line, or at the header for one that a parent or nobody gave.
fn tell(settings: &Settings, place: Place, fault: String, faults: &mut Faults) {
    let of = match (settings.line(Key::StartFen), settings.given(Key::StartFen)) {
        (Some(_), _) => "startFen",
        (None, Some(_)) => "startFen of the parent",
        (None, None) => "startFen is missing, and the usual start does not fit",
    };
    faults.add(settings.line(Key::StartFen).unwrap_or(place.line), format!("{of}: {fault}"));
}

/// The faults of the kings, as far as they can be told without attacks.
fn kings(rules: &Rules, setup: &Setup) -> Option<InvalidPosition> {
    let royal = rules.royal?;
    let mut faults = Vec::new();
    for color in Color::ALL {
        let king = Piece::new(color, royal);
        let squares: Vec<Square> =
            setup.pieces.iter().filter(|(_, piece)| *piece == king).map(|&(square, _)| square).collect();
        match squares.len() {
            0 => faults.push(rules::PositionFault::NoKing(color)),
            1 => {}
            _ => faults.push(rules::PositionFault::SeveralKings(color, squares)),
        }
    }
    (!faults.is_empty()).then_some(InvalidPosition(faults))
}

fn is_size_known(settings: &Settings, fen: &str) -> bool {
    let sound = settings.is_sound(Key::MaxFile) && settings.is_sound(Key::MaxRank);
    sound || size_of_fen(fen).is_some()
}

/// Files and ranks as the FEN has them, if it is of 1 to 16 of both.
pub(super) fn size_of_fen(fen: &str) -> Option<(u8, u8)> {
    let rows: Vec<_> = fen.split_whitespace().next()?.split('/').collect();
    let (mut files, mut gap) = (0_u32, 0_u32);
    for letter in rows.first()?.chars() {
        match letter.to_digit(10) {
            Some(digit) => gap = (gap * 10 + digit).min(100),
            None => files += std::mem::take(&mut gap) + 1,
        }
    }
    let fits = |number: u32| u8::try_from(number).ok().filter(|n| (1..=16).contains(n));
    Some((fits(files + gap)?, fits(u32::try_from(rows.len()).ok()?)?))
}
