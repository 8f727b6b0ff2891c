//! Positions that differ only in what a side does not see.

use xxlchess::game::fog::VisibleBoard;
use xxlchess::rules::{Color, Piece, PieceKind, Position, Square};

use crate::common::{Dice, random_games};

/// `position` with changed enemy pieces on squares that `side` does not see; `None` if the change would be visible.
pub fn changed(position: &Position, side: Color, dice: &mut Dice) -> Option<Position> {
    let seen = VisibleBoard::of(position, side);
    let board = position.variant().geometry().board();
    let mut setup = position.to_setup();
    let king = position.variant().rules().king_kind();
    let kinds: Vec<PieceKind> = position.variant().kinds().filter(|&kind| Some(kind) != king).collect();
    for place in (0..setup.pieces.len()).rev() {
        let (square, piece) = setup.pieces[place];
        if piece.color == side || seen.visible().contains(square) {
            continue;
        }
        let dark: Vec<Square> = board
            .into_iter()
            .filter(|&s| !seen.visible().contains(s) && position.board().piece_at(s).is_none())
            .filter(|&s| setup.piece_at(s).is_none())
            .collect();
        match dice.below(4) {
            0 if Some(piece.kind) != king => drop(setup.pieces.remove(place)),
            1 if !dark.is_empty() => setup.pieces[place].0 = dark[dice.below(dark.len())],
            2 if Some(piece.kind) != king => {
                setup.pieces[place].1 = Piece::new(piece.color, kinds[dice.below(kinds.len())]);
            }
            _ => {}
        }
    }
    let other = Position::from_setup(position.variant(), &setup).ok()?;
    let same = VisibleBoard::of(&other, side) == seen && other.outcome(1).is_none();
    (same && other != *position).then_some(other)
}

/// Calls `visit` with pairs of positions that look the same to a side, at most one pair for each position and side of
/// random games. Returns the number of pairs.
pub fn pairs(
    start: &Position,
    games: u64,
    plies: usize,
    mut visit: impl FnMut(&Position, &Position, Color, &mut Dice),
) -> usize {
    let mut count = 0;
    random_games(start, games, plies, |position, dice| {
        for side in Color::ALL {
            if position.outcome(1).is_some() {
                continue;
            }
            // Many changes are visible, because a hidden piece may block a pawn or be hopped over. So several changes
            // are tried.
            if let Some(other) = (0..6).find_map(|_| changed(position, side, dice)) {
                count += 1;
                visit(position, &other, side, dice);
            }
        }
    });
    count
}
