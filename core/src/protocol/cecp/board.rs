//! The board of a variant for XBoard: pictures of the pieces, size, names of squares, and highlighted targets.

use crate::notation::fen;
use crate::rules::{Color, Move, Piece, PieceKind, Position, Square, Variant, betza};

/// The names of orthodox chess in XBoard and in this program. Both programs have the same names for all other variants.
const ORTHODOX: (&str, &str) = ("normal", "chess");

/// Movements of pieces, each with the number of its picture in the `pieceToChar` tables of XBoard.
const PICTURES: [(&str, usize); 17] = [
    ("N", 1),
    ("B", 2),
    ("R", 3),
    ("Q", 4),
    ("F", 5),
    ("A", 6),
    ("BN", 7),
    ("RN", 8),
    ("W", 9),
    ("K", 10),
    ("mRcpR", 11),
    ("NN", 12),
    ("gQ", 15),
    ("KN", 10),
    ("Z", 23),
    ("C", 24),
    ("QN", 29),
];
/// Number of the picture of a pawn.
const PAWN: usize = 0;
/// Numbers of the pictures for kinds whose movement is not in [`PICTURES`].
const OTHER_PICTURES: std::ops::Range<usize> = 9..30;
/// Number of pictures of one side in a table. The last one is that of the king.
const TABLE_SIZE: usize = 31;

/// The name in XBoard of the variant `name`.
pub(super) fn to_xboard(name: &str) -> &str {
    if name == ORTHODOX.1 { ORTHODOX.0 } else { name }
}

/// The name in this program of XBoard's variant `name`.
pub(super) fn from_xboard(name: &str) -> &str {
    if name == ORTHODOX.0 { ORTHODOX.1 } else { name }
}

/// The `setup` command, which has the pieces, the size of the board and the start position.
pub(super) fn setup(start: &Position) -> String {
    let rules = start.variant().rules();
    let table = piece_table(start.variant());
    let upper: String = table.iter().map(char::to_ascii_uppercase).collect();
    let lower: String = table.iter().collect();
    format!("setup ({upper}{lower}) {}x{}+0_fairy {}", rules.files, rules.ranks, fen::format(start))
}

/// Letters of the pieces in the order of XBoard's pictures. A picture without a piece has `.`.
fn piece_table(variant: &Variant) -> [char; TABLE_SIZE] {
    let rules = variant.rules();
    let mut table = ['.'; TABLE_SIZE];
    let mut others = Vec::new();
    for kind in variant.kinds() {
        let known = if rules.king_kind() == Some(kind) {
            Some(TABLE_SIZE - 1)
        } else if rules.pawns.contains(&kind) {
            Some(PAWN)
        } else {
            PICTURES.iter().find(|(moves, _)| has_moves(variant, kind, moves)).map(|&(_, picture)| picture)
        };
        match known {
            Some(picture) if table[picture] == '.' => table[picture] = variant.piece(kind).letter,
            _ => others.push(kind),
        }
    }
    for kind in others {
        if let Some(picture) = OTHER_PICTURES.into_iter().find(|&picture| table[picture] == '.') {
            table[picture] = variant.piece(kind).letter;
        }
    }
    table
}

/// Whether `notation` is the Betza notation of `kind`.
fn has_moves(variant: &Variant, kind: PieceKind, notation: &str) -> bool {
    let moves = &variant.piece(kind).moves;
    betza::parse(notation).is_ok_and(|other| {
        other.len() == moves.len() && other.iter().all(|component| moves.contains(component))
    })
}

/// Number of the first rank. XBoard counts the ranks of a board with ten ranks from 0, and those of all others from 1.
fn first_rank(variant: &Variant) -> u8 {
    u8::from(variant.rules().ranks != 10)
}

fn format_square(variant: &Variant, square: Square) -> String {
    format!("{}{}", char::from(b'a' + square.file()), square.rank() + first_rank(variant))
}

/// Formats a move as both squares and the letter of the kind to which it promotes.
pub(super) fn format_move(variant: &Variant, mv: Move) -> String {
    let promotion = mv.promotion().map(|kind| variant.piece(kind).letter.to_string());
    let [from, to] = [mv.from, mv.to].map(|square| format_square(variant, square));
    format!("{from}{to}{}", promotion.unwrap_or_default())
}

/// Parses a legal move. If a promotion has no letter, it is the first legal one, because XBoard offers no choice where
/// it does not expect a promotion.
pub(super) fn parse_move(position: &Position, text: &str) -> Option<Move> {
    let variant = position.variant();
    let legal = position.legal_moves();
    let is = |mv: &Move| format_move(variant, *mv) == text;
    let usual =
        |mv: &Move| mv.promotion().is_some() && format_move(variant, Move::normal(mv.from, mv.to)) == text;
    legal.iter().find(|mv| is(mv)).or_else(|| legal.iter().find(|mv| usual(mv))).copied()
}

fn moves_from(position: &Position, text: &str) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.retain(|mv| format_square(position.variant(), mv.from) == text);
    moves
}

/// The `highlight` command for the piece on the square `from`. Targets of quiet moves are yellow, those of captures red.
/// Targets of promotions are blue, or magenta if there is a choice.
pub(super) fn highlight(position: &Position, from: &str) -> String {
    let variant = position.variant();
    let (files, ranks) = (variant.rules().files, variant.rules().ranks);
    let moves = moves_from(position, from);
    let color = |square: Square| {
        let to = moves.iter().filter(|mv| mv.to == square);
        match (to.clone().count(), to.filter(|mv| mv.promotion().is_some()).count()) {
            (0, _) => None,
            (_, 0) if position.board().piece_at(square).is_some() => Some('R'),
            (_, 0) => Some('Y'),
            (1, 1) => Some('B'),
            _ => Some('M'),
        }
    };
    let row = |rank| fen::format_row((0..files).map(|file| color(Square::new(file, rank))));
    let rows: Vec<_> = (0..ranks).rev().map(row).collect();
    format!("highlight {}", rows.join("/"))
}

/// The `choice` command, which has the kinds to which a piece can promote by a move from the square `from` to `to`.
pub(super) fn choice(position: &Position, from: &str, to: &str) -> Option<String> {
    let variant = position.variant();
    let moves = moves_from(position, from).into_iter().filter(|mv| format_square(variant, mv.to) == to);
    let letter = |kind| fen::piece_letter(variant, Piece::new(Color::White, kind));
    let letters: String = moves.filter_map(Move::promotion).map(letter).collect();
    (!letters.is_empty()).then(|| format!("choice {letters}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    /// On a board with ten ranks the ranks are counted from 0, and on boards with nine and eleven ranks from 1.
    #[test]
    fn ten_ranks_are_counted_from_0() {
        let row = |ranks: usize| {
            format!(
                "[tall:chess]\nmaxRank = {ranks}\nstartFen = k7/p7{}/P7/K7 w - - 0 1\n",
                "/8".repeat(ranks - 4)
            )
        };
        for (ranks, step, top) in [(9, "a2a3", "a9b9"), (10, "a1a2", "a9b9"), (11, "a2a3", "a11b11")] {
            let variants =
                Variants::built_in().with_file("test", &row(ranks)).expect("a variant without faults");
            let mut position =
                Position::start(&variants.find("tall").expect("it exists")).expect("a legal start");
            let mv = parse_move(&position, step).unwrap_or_else(|| panic!("{step} on {ranks} ranks"));
            position.make(mv);
            assert!(parse_move(&position, top).is_some(), "{top} on {ranks} ranks");
        }
    }

    /// In the table of every built-in variant, the letter of each kind occurs exactly once.
    #[test]
    fn every_piece_has_a_picture() {
        let variants = Variants::built_in();
        for name in variants.names() {
            let variant = variants.find(name).expect("it exists");
            let table = piece_table(&variant);
            for kind in variant.kinds() {
                let letter = variant.piece(kind).letter;
                assert_eq!(table.iter().filter(|&&l| l == letter).count(), 1, "{name}: {letter}");
            }
        }
    }
}
