//! Captured pieces and material balance. With fog of war, only what the viewer knows is counted.

use std::cmp::Reverse;

use super::{Game, Viewer};
use crate::engine::piece_value;
use crate::rules::{ByColor, Color, PieceKind, Position};

/// Captured pieces and material balance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Material {
    /// The pieces that each side has captured, the most valuable first.
    pub captured: ByColor<Vec<PieceKind>>,
    /// Value of White's pieces minus value of Black's pieces, in thousandths of a pawn.
    pub balance: i32,
}

impl Game {
    /// The material after the first `ply` moves.
    ///
    /// The balance is computed from the pieces on the board. With fog of war it is counted from the start of the game:
    /// by captures, which both sides notice, and by promotions of the viewer's side.
    pub fn material_at(&self, ply: usize) -> Material {
        let viewer = self.viewer();
        if viewer == Viewer::Nobody {
            return Material::default();
        }
        let captured = self.captured(ply);
        let balance = match viewer {
            Viewer::Side(side) => self.known_balance(&captured, ply, side),
            _ if ply >= self.moves().len() => board_balance(self.position()),
            _ => board_balance(&self.position_at(ply)),
        };
        Material { captured, balance }
    }

    /// The pieces that each side has captured by the first `ply` moves, the most valuable first.
    fn captured(&self, ply: usize) -> ByColor<Vec<PieceKind>> {
        let mut captured = ByColor::<Vec<PieceKind>>::default();
        for made in self.moves().iter().take(ply) {
            if let Some((_, piece)) = made.captured {
                captured[!piece.color].push(piece.kind);
            }
        }
        for color in Color::ALL {
            captured[color].sort_by_key(|&kind| (Reverse(self.value(kind)), kind));
        }
        captured
    }

    /// The balance that `side` knows after the first `ply` moves, if the start position counts as even.
    fn known_balance(&self, captured: &ByColor<Vec<PieceKind>>, ply: usize, side: Color) -> i32 {
        let sum = |color: Color| captured[color].iter().map(|&kind| self.value(kind)).sum::<i32>();
        let own = self.moves().iter().take(ply).filter(|made| made.piece.color == side);
        let promoted: i32 =
            own.filter_map(|made| Some(self.value(made.mv.promotion()?) - self.value(made.piece.kind))).sum();
        sum(Color::White) - sum(Color::Black) + sign(side) * promoted
    }

    fn value(&self, kind: PieceKind) -> i32 {
        piece_value::value(self.position().variant(), kind).unwrap_or(0)
    }
}

/// Value of White's pieces minus value of Black's pieces.
fn board_balance(position: &Position) -> i32 {
    let variant = position.variant();
    let values = piece_value::values(variant);
    let pieces = position.board().pieces();
    pieces.map(|(_, piece)| sign(piece.color) * values.get(piece.kind.index()).copied().unwrap_or(0)).sum()
}

fn sign(color: Color) -> i32 {
    i32::from(color.forward())
}

/// Formats thousandths of a pawn in pawns, with as many digits as needed: `9.5`, `3.625`.
pub fn format_pawns(thousandths: i32) -> String {
    let (whole, rest) = (thousandths / 1000, (thousandths % 1000).abs());
    let sign = if thousandths < 0 && whole == 0 { "-" } else { "" };
    let text = format!("{sign}{whole}.{rest:03}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Formats thousandths of a pawn in pawns, rounded to tenths: `3.6`.
pub fn format_value(thousandths: i32) -> String {
    format_pawns((thousandths + 50) / 100 * 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole, fractional and negative values are formatted.
    #[test]
    fn values_are_formatted_in_pawns() {
        let cases = [(0, "0"), (1000, "1"), (9500, "9.5"), (3625, "3.625"), (12_000, "12"), (50, "0.05")];
        for (thousandths, text) in cases {
            assert_eq!(format_pawns(thousandths), text);
        }
        assert_eq!((format_value(3625), format_value(8250)), ("3.6".to_owned(), "8.3".to_owned()));
        assert_eq!((format_pawns(-500), format_pawns(-2250)), ("-0.5".to_owned(), "-2.25".to_owned()));
    }
}
