//! The counting rules that the key `countingRule` names.

use crate::rules::PieceKind;
use crate::rules::counting::{CountRow, CountingRule};

use super::pieces::PieceKey;

/// Values of the key.
pub(super) const NAMES: [&str; 3] = ["none", "makruk", "asean"];

/// Rows of the rule "makruk": key of a piece of the stronger side, number of these pieces, and number of moves that a lone king
/// counts.
const MAKRUK: [(&str, u32, u16); 5] =
    [("rook", 2, 8), ("rook", 1, 16), ("silver", 2, 22), ("knight", 2, 32), ("silver", 1, 44)];
/// Rows of the rule "asean": key of a piece of the stronger side, number of these pieces, and number of moves that a lone king
/// counts.
const ASEAN: [(&str, u32, u16); 3] = [("rook", 1, 16), ("silver", 1, 44), ("knight", 1, 64)];

/// The rule `NAMES[choice]`. `kind` returns the kind of a piece of the variant. Rows of pieces that it does not have are
/// left out.
pub(super) fn rule(choice: usize, kind: impl Fn(PieceKey) -> Option<PieceKind>) -> Option<CountingRule> {
    let for_kinds = |rows: &[(&str, u32, u16)]| {
        let row =
            |&(key, pieces, moves): &_| Some(CountRow { kind: kind(PieceKey::named(key)?)?, pieces, moves });
        rows.iter().filter_map(row).collect()
    };
    match NAMES[choice] {
        "makruk" => Some(CountingRule {
            board: 64,
            rows: for_kinds(&MAKRUK),
            other_pieces: 64,
            begins_with_pieces: true,
        }),
        "asean" => Some(CountingRule { rows: for_kinds(&ASEAN), ..CountingRule::default() }),
        _ => None,
    }
}
