//! Odds of a piece: a game begins without one piece of one side.

use crate::engine::piece_value;
use crate::rules::{Color, Piece, PieceKind, Position, Setup, Square};

/// The kinds that can be given as odds in a game from `position`, the least valuable first.
pub fn kinds(position: &Position) -> Vec<PieceKind> {
    let (variant, board) = (position.variant(), position.board());
    let kings = [variant.rules().king_kind(), variant.rules().castling_king_kind()];
    let has_both = |kind: PieceKind| Color::ALL.iter().all(|&color| board.by_piece(color, kind).any());
    let mut kinds: Vec<_> =
        variant.kinds().filter(|&kind| !kings.contains(&Some(kind)) && has_both(kind)).collect();
    kinds.sort_by_key(|&kind| (piece_value::value(variant, kind), kind));
    kinds
}

/// `position` without a piece of `kind` of `side`. Of several pawns it is the one beside the king on its right, of other
/// pieces the one on the left. `None` if there is no such piece, or if the position would not be legal.
pub fn without_piece(position: &Position, kind: PieceKind, side: Color) -> Option<Position> {
    let variant = position.variant();
    let king = position.king_square(side).map_or(0, |king| king.file() + 1);
    let file = if variant.rules().pawns.contains(&kind) { king } else { 0 };
    let pieces = position.board().by_piece(side, kind);
    let removed = pieces.into_iter().min_by_key(|square| (square.file().abs_diff(file), *square))?;
    let setup = position.to_setup();
    let stays = |(square, _): &(Square, Piece)| *square != removed;
    let pieces = setup.pieces.iter().copied().filter(stays).collect();
    Position::from_setup(variant, &Setup { pieces, ..setup }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::notation::variants_ini::Variants;

    /// Odds of a pawn take the pawn of the bishop, and odds of another piece the one on the left. The kinds are in the order
    /// of their value. Kings are none of them, except in antichess, where they are captured like other pieces.
    #[test]
    fn odds_take_the_usual_piece() {
        let start = |name: &str| {
            Position::start(&Variants::built_in().get(name).expect("built in")).expect("a start")
        };
        let chess = start("chess");
        let boards: Vec<String> = kinds(&chess)
            .into_iter()
            .map(|kind| without_piece(&chess, kind, Color::Black).expect("legal"))
            .map(|position| fen::format(&position).split('/').take(2).collect::<Vec<_>>().join("/"))
            .collect();
        let expected = [
            "rnbqkbnr/ppppp1pp",
            "r1bqkbnr/pppppppp",
            "rn1qkbnr/pppppppp",
            "1nbqkbnr/pppppppp",
            "rnb1kbnr/pppppppp",
        ];
        assert_eq!(boards, expected);
        assert_eq!(kinds(&start("xxl")).len(), 9);
        assert_eq!(kinds(&start("antichess")).len(), 6);
    }
}
