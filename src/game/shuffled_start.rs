//! Shuffled starts: the pieces of one rank, or those that the variant names, change places, for both sides alike, and a
//! number names each start. Those of chess are the starts of Chess960 with their usual numbers.

use std::sync::Arc;

use crate::rules::betza::Component;
use crate::rules::{Bitboard, Color, Piece, PieceKind, Position, Setup, Square, Variant};

/// The shuffled starts of a variant.
///
/// The pieces are those of [`Rules::shuffle`](crate::rules::variant::Rules::shuffle). If it is empty, they are those of the
/// rank on which White has the most pieces other than pawns. Then kinds that never leave the colour of their square are
/// divided between both colours, and a king that castles stands between its two rooks.
///
/// ```
/// use xxlchess::game::shuffled_start::ShuffledStarts;
/// use xxlchess::notation::variants_ini::Variants;
/// use xxlchess::rules::Position;
///
/// let chess = Variants::built_in().get("chess").unwrap();
/// let starts = ShuffledStarts::of(&chess).unwrap();
/// assert_eq!(starts.count(), 960);
/// assert_eq!(starts.number(&Position::start(&chess).unwrap()), Some(518));
/// ```
#[derive(Clone, Debug)]
pub struct ShuffledStarts {
    variant: Arc<Variant>,
    /// The squares of White's pieces that change places, from left to right.
    squares: Vec<Square>,
    /// Whether Black's pieces are White's after a half turn of the board, and not in the mirror.
    is_turned: bool,
    /// The pieces that are placed one group after the other.
    groups: Vec<Group>,
    /// Rook, king and rook, which get the last squares in this order, in variants with castling.
    castling: Vec<PieceKind>,
}

/// Pieces of one kind that are placed together.
#[derive(Clone, Copy, Debug)]
struct Group {
    kind: PieceKind,
    count: usize,
    /// The squares of White on which they may stand.
    squares: Bitboard,
}

impl ShuffledStarts {
    /// The shuffled starts of `variant`. `None` if there is only one start, or if its sides are not alike.
    pub fn of(variant: &Arc<Variant>) -> Option<Self> {
        let (rules, start) = (variant.rules(), variant.start());
        if !rules.shuffle.is_empty() {
            let all = rules.shuffle.iter().fold(Bitboard::EMPTY, |all, (_, squares)| all | *squares);
            let row = white_pieces(start, |square, _| all.contains(square));
            let group = |&(kind, squares): &(PieceKind, Bitboard)| {
                let count = row.iter().filter(|(_, other)| *other == kind).count();
                Group { kind, count, squares }
            };
            let groups = rules.shuffle.iter().map(group).collect();
            return Self::new(variant, &row, groups, Vec::new());
        }
        let is_pawn = |kind| rules.pawns.contains(&kind) || rules.promotion.from.contains(&kind);
        let row = |rank| white_pieces(start, |square, kind| square.rank() == rank && !is_pawn(kind));
        let (_, rank) =
            (0..rules.ranks).rev().map(|rank| (row(rank).len(), rank)).max_by_key(|(len, _)| *len)?;
        let row = row(rank);
        let count = |kind| row.iter().filter(|(_, other)| *other == kind).count();
        let castling =
            rules.castling.as_ref().zip(rules.castling_king_kind()).and_then(|(castling, king)| {
                let rook = castling.rook_kinds.iter().copied().find(|&rook| count(rook) == 2)?;
                (count(king) == 1).then(|| vec![rook, king, rook])
            });
        let castling = castling.unwrap_or_default();
        let light: Bitboard =
            Square::all().filter(|square| !(square.file() + square.rank()).is_multiple_of(2)).collect();
        let (mut bound, mut free) = (Vec::new(), Vec::new());
        for kind in variant.kinds().filter(|kind| !castling.contains(kind)) {
            let whole = Group { kind, count: count(kind), squares: Bitboard::FULL };
            if whole.count >= 2 && keeps_color(variant, kind) {
                let lights = whole.count / 2;
                bound.push(Group { count: lights, squares: light, ..whole });
                bound.push(Group { count: whole.count - lights, squares: !light, ..whole });
            } else if whole.count > 0 {
                free.push(whole);
            }
        }
        free.sort_by_key(|group| group.count);
        Self::new(variant, &row, bound.into_iter().chain(free).collect(), castling)
    }

    /// The starts in which the pieces of `row` change places. `None` if there is only one start, or if the sides are not
    /// alike.
    fn new(
        variant: &Arc<Variant>,
        row: &[(Square, PieceKind)],
        groups: Vec<Group>,
        castling: Vec<PieceKind>,
    ) -> Option<Self> {
        let starts = [false, true].map(|is_turned| Self {
            variant: Arc::clone(variant),
            squares: row.iter().map(|(square, _)| *square).collect(),
            is_turned,
            groups: groups.clone(),
            castling: castling.clone(),
        });
        let is_alike = |starts: &Self| {
            let black = |&(square, kind): &(Square, PieceKind)| {
                (starts.opposite(square), Piece::new(Color::Black, kind))
            };
            row.iter().map(black).all(|(square, piece)| variant.start().piece_at(square) == Some(piece))
        };
        starts.into_iter().find(is_alike).filter(|starts| starts.count() > 1)
    }

    /// Number of starts.
    pub fn count(&self) -> u64 {
        // However the groups before are placed, a group has the same number of free squares.
        let mut row = vec![None; self.squares.len()];
        let ways = self.groups.iter().map(|group| {
            let free = self.free(group.squares, &row);
            free.iter().take(group.count).for_each(|&index| row[index] = Some(group.kind));
            combinations(free.len(), group.count)
        });
        ways.product()
    }

    /// The start with this number, which is less than [`ShuffledStarts::count`].
    pub fn position(&self, number: u64) -> Option<Position> {
        let mut number = number;
        let mut row: Vec<Option<PieceKind>> = vec![None; self.squares.len()];
        for group in &self.groups {
            let free = self.free(group.squares, &row);
            let ways = combinations(free.len(), group.count);
            for index in combination(free.len(), group.count, number.checked_rem(ways)?) {
                row[free[index]] = Some(group.kind);
            }
            number /= ways;
        }
        for (index, kind) in self.free(Bitboard::FULL, &row).into_iter().zip(&self.castling) {
            row[index] = Some(*kind);
        }
        (number == 0).then(|| self.with_row(&row)).flatten()
    }

    /// The number of `position`, if it is one of these starts.
    pub fn number(&self, position: &Position) -> Option<u64> {
        let kind = |&square: &Square| position.board().piece_at(square).map(|piece| piece.kind);
        let whole: Vec<Option<PieceKind>> = self.squares.iter().map(kind).collect();
        let (mut number, mut factor) = (0, 1);
        let mut row = vec![None; self.squares.len()];
        for group in &self.groups {
            let free = self.free(group.squares, &row);
            let chosen: Vec<usize> =
                (0..free.len()).filter(|&index| whole[free[index]] == Some(group.kind)).collect();
            if chosen.len() != group.count {
                return None;
            }
            chosen.iter().for_each(|&index| row[free[index]] = Some(group.kind));
            number += factor * index_of_combination(free.len(), &chosen);
            factor *= combinations(free.len(), group.count);
        }
        self.position(number).filter(|start| start == position).map(|_| number)
    }

    /// Indices of the free squares of `row` that are among `squares`.
    fn free(&self, squares: Bitboard, row: &[Option<PieceKind>]) -> Vec<usize> {
        (0..row.len())
            .filter(|&index| row[index].is_none() && squares.contains(self.squares[index]))
            .collect()
    }

    /// Black's square for a square of White.
    fn opposite(&self, square: Square) -> Square {
        let rules = self.variant.rules();
        let file = if self.is_turned { rules.files - 1 - square.file() } else { square.file() };
        Square::new(file, rules.ranks - 1 - square.rank())
    }

    /// The start of the variant with these pieces in White's row.
    fn with_row(&self, row: &[Option<PieceKind>]) -> Option<Position> {
        let start = self.variant.start();
        let is_replaced = |square: &Square| {
            self.squares.contains(square) || self.squares.iter().any(|own| self.opposite(*own) == *square)
        };
        let mut pieces: Vec<_> =
            start.pieces.iter().filter(|(square, _)| !is_replaced(square)).copied().collect();
        for (&square, kind) in self.squares.iter().zip(row) {
            let kind = (*kind)?;
            pieces.push((square, Piece::new(Color::White, kind)));
            pieces.push((self.opposite(square), Piece::new(Color::Black, kind)));
        }
        let rights = Setup::at_start(Vec::new()).initial_move_rights;
        let setup = Setup { pieces, initial_move_rights: rights, ..start.clone() };
        Position::from_setup(&self.variant, &setup).ok()
    }
}

/// White's pieces of the start on the chosen squares, from left to right.
fn white_pieces(start: &Setup, is_chosen: impl Fn(Square, PieceKind) -> bool) -> Vec<(Square, PieceKind)> {
    let white = start.pieces.iter().filter(|(_, piece)| piece.color == Color::White);
    let mut pieces: Vec<_> = white
        .map(|&(square, piece)| (square, piece.kind))
        .filter(|&(square, kind)| is_chosen(square, kind))
        .collect();
    pieces.sort_unstable();
    pieces
}

/// Whether the moves of a kind never change the colour of its square.
fn keeps_color(variant: &Variant, kind: PieceKind) -> bool {
    let moves = &variant.piece(kind).moves;
    !moves.is_empty() && moves.iter().all(Component::keeps_color)
}

/// Number of ways to choose `chosen` of `all` things. At most 16 things are chosen from.
fn combinations(all: usize, chosen: usize) -> u64 {
    if chosen > all {
        return 0;
    }
    (0..chosen as u64).fold(1, |ways, index| ways * (all as u64 - index) / (index + 1))
}

/// The combination with this index in the order of its smallest items.
fn combination(all: usize, chosen: usize, index: u64) -> Vec<usize> {
    let (mut items, mut index) = (Vec::new(), index);
    for item in 0..all {
        let left = chosen - items.len();
        if left == 0 {
            break;
        }
        let ways = combinations(all - item - 1, left - 1);
        if index < ways {
            items.push(item);
        } else {
            index -= ways;
        }
    }
    items
}

/// The index of a combination, whose items are in order: the inverse of [`combination`].
fn index_of_combination(all: usize, items: &[usize]) -> u64 {
    let mut index = 0;
    let mut placed = 0;
    for item in 0..all {
        let left = items.len() - placed;
        if left == 0 {
            break;
        }
        if items[placed] == item {
            placed += 1;
        } else {
            index += combinations(all - item - 1, left - 1);
        }
    }
    index
}
