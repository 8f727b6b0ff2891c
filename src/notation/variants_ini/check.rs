//! Contradictions: keys that cannot hold together, and starts that no game can begin with.

use crate::notation::fen::{self, FenError};
use crate::rules::Setup;
use crate::rules::variant::Rules;

use super::build::Builder;
use super::error::Faults;
use super::keys::Key;
use super::settings::Settings;

pub(super) fn contradictions(_settings: &Settings, _rules: &Rules, _line: usize, _faults: &mut Faults) {}

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

/// Reads the start.
pub(super) fn start(
    settings: &Settings,
    rules: &Rules,
    line: usize,
    _faulty: bool,
    faults: &mut Faults,
) -> Option<Setup> {
    let text = Builder { settings }.fen();
    match fen::read_setup(rules, &text) {
        Ok(setup) => Some(setup),
        Err(FenError::Field(field, fault)) => {
            faults.add(
                settings.line(Key::StartFen).unwrap_or(line),
                format!("startFen = {text}: {field}: {fault}"),
            );
            None
        }
        Err(FenError::Position(_)) => None,
    }
}
