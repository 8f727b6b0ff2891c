//! Variants: the table of pieces and rules that the engine plays by.

use super::betza::Component;
use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::geometry::Geometry;
use super::movement::{Movements, Occupancy};
use super::piece::{MAX_KINDS, Piece, PieceKind};
use super::setup::Setup;
use super::square::Square;

/// One row of a variant's table of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceType {
    /// The letter in FEN and layouts, lower case.
    pub letter: char,
    /// The name in words: `archbishop`.
    pub name: String,
    /// How it moves; no component means that it never does.
    pub moves: Vec<Component>,
    /// What it is worth in thousandths of a pawn, if the table says so.
    pub value: Option<i32>,
}

/// Which pieces change on arrival, where, and into what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Promotion {
    /// The kinds that promote.
    pub from: Vec<PieceKind>,
    /// The kinds to choose from, the first being the usual choice; empty: nothing promotes.
    pub to: Vec<PieceKind>,
    /// Where a piece of each side promotes on arrival.
    pub region: ByColor<Bitboard>,
    /// Whether the move must promote where it can.
    pub mandatory: bool,
}

/// Where the king lands when it castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingTarget {
    /// So many squares towards its partner, wherever both stand.
    Steps(u8),
    /// On a fixed file, `0..16` from White's left.
    Files {
        /// For a partner to the right of the king.
        king_side: u8,
        /// For a partner to the left of the king.
        queen_side: u8,
    },
}

/// Where king and partner must stand to castle, in variants where that is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingHome {
    /// The rank of both, `0..16` from their own side.
    pub rank: u8,
    /// The king's file, `0..16` from White's left.
    pub king: u8,
    /// The file of a partner to the right of the king.
    pub king_side: u8,
    /// The file of a partner to the left of the king.
    pub queen_side: u8,
}

/// How kings castle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Where king and partner must stand; `None`: anywhere on the same rank.
    pub home: Option<CastlingHome>,
    /// The kinds a king castles with.
    pub rook_kinds: Vec<PieceKind>,
    /// Where the king lands; the partner lands on the square beside it, on the side it came from.
    pub target: CastlingTarget,
    /// Fewest squares from king to partner (3: two squares between them).
    pub min_distance: u8,
}

/// What a side without a legal move and not in check gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StalemateValue {
    /// Half a point each.
    #[default]
    Draw,
    /// The side that cannot move wins.
    Win,
    /// The side that cannot move loses.
    Loss,
}

/// The rules of a variant, as plain values; [`Variant::new`] makes them ready for use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name, as chosen on the command line.
    pub name: String,
    /// Number of files, `1..=16`.
    pub files: u8,
    /// Number of ranks, `1..=16`.
    pub ranks: u8,
    /// The table of pieces, at most [`MAX_KINDS`] rows.
    pub pieces: Vec<PieceType>,
    /// The kind that may not be left under attack, if there is one.
    pub royal: Option<PieceKind>,
    /// The kind that may be left under attack, but whose capture loses the game.
    pub capturable_king: Option<PieceKind>,
    /// Whether each side sees only what its own pieces can reach.
    pub fog: bool,
    /// The kinds that can be taken in passing after a double step.
    pub pawns: Vec<PieceKind>,
    /// The kinds that take in passing, where they could capture on the square passed by a leap.
    pub en_passant_takers: Vec<PieceKind>,
    /// The kinds whose moves set the move counter back.
    pub move_rule_kinds: Vec<PieceKind>,
    /// Which pieces promote.
    pub promotion: Promotion,
    /// Where a piece must stand for its initial move.
    pub initial_region: ByColor<Bitboard>,
    /// Whether the initial move also needs a piece that has not moved since the set-up.
    pub initial_once: bool,
    /// Squares on which a pawn that has just made its initial move can be taken in passing.
    pub en_passant_region: Bitboard,
    /// How kings castle, if they do.
    pub castling: Option<Castling>,
    /// What stalemate is worth to the side that cannot move.
    pub stalemate: StalemateValue,
    /// Half-moves without capture or pawn move after which the game is drawn; 0: no such rule.
    pub move_rule_plies: u16,
    /// How often a position must occur for a draw; 0: no such rule.
    pub repetition_limit: u8,
}

impl Rules {
    /// The kind that is called king and castles: the royal one, or the one whose capture loses the game.
    #[must_use]
    #[inline]
    pub fn king_kind(&self) -> Option<PieceKind> {
        self.royal.or(self.capturable_king)
    }

    /// Whether no position from before the move counter was set back can come again: pawns do not go back.
    #[must_use]
    pub fn zeroing_is_irreversible(&self) -> bool {
        self.move_rule_kinds.iter().all(|kind| self.pawns.contains(kind))
    }

    /// The same rules in the fog of war; rule: docs/rules.md#fog-of-war.
    ///
    /// No check: the king may be left under attack and castles out of, through and into attacks, and its capture
    /// wins. Everything else, stalemate too, stays as it is.
    #[must_use]
    pub fn in_fog(&self) -> Self {
        Self { royal: None, capturable_king: self.king_kind(), fog: true, ..self.clone() }
    }

    /// These rules with a free choice of promotion: any kind but the king and those that promote themselves,
    /// the usual choices first, then by value.
    #[must_use]
    pub fn with_promotion_choice(mut self) -> Self {
        if !self.promotion.to.is_empty() {
            let kinds = (0..self.pieces.len()).map(PieceKind::from_index);
            let usual = self.promotion.to.clone();
            let free = |k: &PieceKind| {
                self.king_kind() != Some(*k) && !self.promotion.from.contains(k) && !usual.contains(k)
            };
            let mut others: Vec<_> = kinds.filter(free).collect();
            others.sort_by_key(|k| std::cmp::Reverse(self.pieces[k.index()].value));
            self.promotion.to.extend(others);
        }
        self
    }

    /// These rules with `pieces` as further rows of the table: nothing promotes to them or castles with them.
    ///
    /// Letters and names are to be new, and the rows at most [`MAX_KINDS`] in all: readers refuse others before.
    #[must_use]
    pub fn with_pieces(mut self, pieces: impl IntoIterator<Item = PieceType>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    /// The kind whose letter is `letter` (either case).
    #[must_use]
    pub fn kind_by_letter(&self, letter: char) -> Option<PieceKind> {
        let row = self.pieces.iter().position(|piece| piece.letter == letter.to_ascii_lowercase());
        row.map(PieceKind::from_index)
    }

    /// Whether `square` is on the board.
    #[must_use]
    pub const fn has_square(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// Whether a king of `color` on `king` could castle with a partner on `partner`, as far as their squares go.
    #[must_use]
    pub fn can_castle_from(&self, color: Color, king: Square, partner: Square) -> bool {
        let Some(castling) = &self.castling else { return false };
        let at_home = |home: CastlingHome| {
            let rank = if color == Color::White { home.rank } else { self.ranks.wrapping_sub(1 + home.rank) };
            let side = if partner > king { home.king_side } else { home.queen_side };
            king == Square::new(home.king, rank) && partner.file() == side
        };
        king.rank() == partner.rank() && castling.home.is_none_or(at_home)
    }
}

/// A variant ready for play: its rules and every table made from them.
#[derive(Debug)]
pub struct Variant {
    rules: Rules,
    geometry: Geometry,
    movements: Movements,
    start: Setup,
}

impl Variant {
    /// Prepares `rules`, with `start` as the position a game begins with.
    ///
    /// # Panics
    /// When the board is not of 1 to 16 files and ranks or has more than [`MAX_KINDS`] kinds: readers of
    /// variant files refuse both before.
    #[must_use]
    pub fn new(rules: Rules, start: Setup) -> Self {
        assert!((1..=16).contains(&rules.files) && (1..=16).contains(&rules.ranks));
        assert!(rules.pieces.len() <= MAX_KINDS);
        let geometry = Geometry::new(rules.files, rules.ranks);
        let movements = Movements::new(&rules, &geometry);
        Self { rules, geometry, movements, start }
    }

    /// The variant with its rules [in the fog](Rules::in_fog).
    #[must_use]
    pub fn in_fog(&self) -> Self {
        Self::new(self.rules.in_fog(), self.start.clone())
    }

    /// The rules as plain values.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board's shape.
    #[must_use]
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The tables of moves, made from the rules.
    #[must_use]
    pub(super) const fn movements(&self) -> &Movements {
        &self.movements
    }

    /// Whether a kind captures otherwise than by plain leaps and slides: by hopping, riding or lame leaps.
    #[must_use]
    pub const fn has_complex_attacks(&self) -> bool {
        !self.movements.complex.is_empty()
    }

    /// The position a game begins with.
    #[must_use]
    pub const fn start(&self) -> &Setup {
        &self.start
    }

    /// The row of `kind`.
    ///
    /// # Panics
    /// When `kind` is of another variant with more rows.
    #[must_use]
    pub fn piece(&self, kind: PieceKind) -> &PieceType {
        &self.rules.pieces[kind.index()]
    }

    /// All kinds, in the order of the table.
    pub fn kinds(&self) -> impl Iterator<Item = PieceKind> + use<> {
        (0..self.rules.pieces.len()).map(PieceKind::from_index)
    }

    /// The kind whose letter is `letter` (either case).
    #[must_use]
    pub fn kind_by_letter(&self, letter: char) -> Option<PieceKind> {
        self.rules.kind_by_letter(letter)
    }

    /// The kind called `name`.
    #[must_use]
    pub fn kind_by_name(&self, name: &str) -> Option<PieceKind> {
        self.kinds().find(|&k| self.piece(k).name == name)
    }

    /// Where `piece` could go from `from` with pieces on `occupied`, whether or not it stands there.
    ///
    /// Its own way of moving decides alone: to empty squares, and to the other side's pieces by capture; its initial
    /// move from wherever the table allows one, whatever happened before. There are no turns, no castling, no taking
    /// in passing, and no king to keep safe. From a square off the board there is nowhere to go.
    ///
    /// ```
    /// use xxlchess::notation::variants_ini::Variants;
    /// use xxlchess::rules::{Bitboard, ByColor, Color, Piece, Square};
    ///
    /// let chess = Variants::built_in().get("chess").unwrap();
    /// let pawn = Piece::new(Color::White, chess.kind_by_letter('p').unwrap());
    /// let (e2, e3) = (Square::new(4, 1), Square::new(4, 2));
    /// let mut occupied = ByColor::<Bitboard>::default();
    /// assert_eq!(chess.destinations(pawn, e2, &occupied).count(), 2);
    /// occupied.black.insert(e3);
    /// assert!(chess.destinations(pawn, e2, &occupied).is_empty());
    /// ```
    ///
    /// # Panics
    /// When `piece` is of another variant with more rows.
    #[must_use]
    pub fn destinations(&self, piece: Piece, from: Square, occupied: &ByColor<Bitboard>) -> Bitboard {
        let board = self.geometry.board();
        if !board.has(from) {
            return Bitboard::EMPTY;
        }
        let all = (occupied.white | occupied.black) & board;
        let mut lines = self.geometry.empty_lines();
        all.into_iter().for_each(|square| lines.flip(square));
        let occupancy = Occupancy { all, lines: &lines };
        let initial = self.rules.initial_region[piece.color].has(from);
        let movement = self.movements.of(piece.kind);
        let reach = movement.reach(piece.color, from, occupancy, &self.geometry, initial);
        reach.quiet | (reach.capture & occupied[!piece.color])
    }
}
