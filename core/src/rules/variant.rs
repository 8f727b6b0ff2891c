//! Variants: the rules as plain values, and the tables of moves that are computed from them.

use std::sync::Arc;

use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::counting::CountingRule;
use super::geometry::Geometry;
pub use super::goals::GameValue;
use super::goals::{Goal, PseudoRoyal};
use super::movement::{InitialRegions, Movements, Occupancy};
use super::piece::{MAX_KINDS, Piece, PieceKind, PieceType};
use super::setup::Setup;
use super::square::Square;

/// Rules of promotion: the pieces that promote, the squares, and the kinds to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Promotion {
    /// The kinds that promote.
    pub from: Vec<PieceKind>,
    /// The kinds to choose from, the usual choice first. If there are none, nothing promotes.
    pub to: Vec<PieceKind>,
    /// Kinds with a limit. A piece cannot promote to such a kind while its side has this many pieces of it.
    pub limits: Vec<(PieceKind, u16)>,
    /// Kinds that can be chosen only on these squares.
    pub choice_squares: Vec<(PieceKind, Bitboard)>,
    /// Squares on which the pieces of each side promote.
    pub region: ByColor<Bitboard>,
    /// Squares of the region on which the pieces of each side must promote.
    pub mandatory: ByColor<Bitboard>,
    /// Whether a move that begins in the region is a promotion, too, as in shogi.
    pub on_leaving: bool,
    /// Whether a piece promotes only if it moves from the rank before the region, as a pawn does.
    pub by_step: bool,
}

impl Promotion {
    /// The squares on which a piece can promote to `kind`, if they are in the region.
    pub fn squares_for(&self, kind: PieceKind) -> Bitboard {
        squares_of(&self.choice_squares, kind)
    }
}

/// The squares that `table` gives for `kind`. A kind that is not in the table has all squares.
fn squares_of(table: &[(PieceKind, Bitboard)], kind: PieceKind) -> Bitboard {
    table.iter().find(|(known, _)| *known == kind).map_or(Bitboard::FULL, |&(_, squares)| squares)
}

/// Target square of a castling king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingTarget {
    /// The king moves any number of squares towards the rook, but not to its square.
    Any,
    /// The king moves this many squares towards the rook.
    Steps(u8),
    /// The king moves to a fixed file, `0..16` from White's left.
    Files {
        /// Target file with a rook to the right of the king.
        king_side: u8,
        /// Target file with a rook to the left of the king.
        queen_side: u8,
    },
}

/// Start squares of king and rook, in variants where they are fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingHome {
    /// Rank of king and rook, `0..16` from their own side.
    pub rank: u8,
    /// File of the king, `0..16` from White's left.
    pub king: u8,
    /// File of a rook to the right of the king.
    pub king_side: u8,
    /// File of a rook to the left of the king.
    pub queen_side: u8,
}

/// Rules of castling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Squares on which king and rook must stand. `None` if they may stand on any squares of one rank.
    pub home: Option<CastlingHome>,
    /// Whether only the rank of [`Castling::home`] counts, as in Chess960. The notation of a castling move is then that of
    /// the king capturing the rook.
    pub is_chess960: bool,
    /// The kind that castles, which these rules call the king. `None` if it is [`Rules::king_kind`].
    pub king_kind: Option<PieceKind>,
    /// The kinds with which a king castles, which these rules call rooks.
    pub rook_kinds: Vec<PieceKind>,
    /// Target of the king. The rook moves to the square beside it, on the side from which the king came.
    pub target: CastlingTarget,
    /// Smallest distance from king to rook. A distance of 3 means two squares between them.
    pub min_distance: u8,
}

/// Rules of a variant as plain values. [`Variant::new`] computes the tables for play.
///
/// The default value has neither squares nor pieces. It serves as a base for the update of a struct.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Name of the variant.
    pub name: String,
    /// Number of files, `1..=16`.
    pub files: u8,
    /// Number of ranks, `1..=16`.
    pub ranks: u8,
    /// Squares of this rectangle that the board lacks.
    pub missing: Bitboard,
    /// Table of pieces with at most [`MAX_KINDS`] rows.
    pub pieces: Vec<PieceType>,
    /// The kind of the royal kings, which may not be left under attack.
    pub royal_kind: Option<PieceKind>,
    /// The kind of the capturable kings. Such a king may be left under attack, but its capture loses the game (fog of war).
    pub capturable_king_kind: Option<PieceKind>,
    /// Whether a side sees only its own pieces and the squares that they can reach (fog of war).
    pub fog: bool,
    /// The pawns: kinds that can be captured en passant after an initial double step. Other kinds can be captured so if their
    /// movement has this right ([`Component::passing`](super::betza::Component::passing)).
    pub pawns: Vec<PieceKind>,
    /// The kinds that capture en passant. Such a piece must be able to capture on the target by a leap.
    pub en_passant_kinds: Vec<PieceKind>,
    /// The kinds whose moves reset the half-move clock.
    pub zeroing_kinds: Vec<PieceKind>,
    /// Rules of promotion for pawns.
    pub promotion: Promotion,
    /// Rules of promotion for other kinds.
    pub piece_promotions: Vec<Promotion>,
    /// Squares from which the pieces of each side may make their initial moves (usually the pawn's double step).
    pub initial_move_region: ByColor<Bitboard>,
    /// Squares from which single kinds may make their initial moves, if the squares are in `initial_move_region`, too. A kind
    /// that is not listed has the whole region.
    pub initial_move_squares: Vec<(PieceKind, Bitboard)>,
    /// Squares of `initial_move_region` from which pawns may make initial moves of three squares.
    pub triple_step_region: ByColor<Bitboard>,
    /// Whether only pieces that have not moved may make their initial moves
    /// ([`Position::initial_move_rights`](super::position::Position::initial_move_rights)).
    pub initial_move_needs_right: bool,
    /// Whether a royal king may not make its initial move out of check, or over attacked squares.
    pub king_jump_needs_safety: bool,
    /// Squares that can be en passant targets.
    pub en_passant_region: Bitboard,
    /// Rules of castling; `None` if there is no castling.
    pub castling: Option<Castling>,
    /// Result of a stalemate for the side to move.
    pub stalemate: GameValue,
    /// Result of a checkmate for the mated side.
    pub checkmate: GameValue,
    /// Result of a repetition for the side to move.
    pub repetition: GameValue,
    /// Other ends of the game, in the order in which they are tested.
    pub goals: Vec<Goal>,
    /// The kinds of pseudo-royal pieces, if there are such kinds.
    pub pseudo_royal: Option<PseudoRoyal>,
    /// Whether a side that can capture must capture.
    pub must_capture: bool,
    /// Whether a move may give check.
    pub may_check: bool,
    /// Whether royal kings attack each other along open files.
    pub kings_face: bool,
    /// Number of plies without capture or pawn move after which the game is drawn; 0 if there is no such rule.
    pub move_rule_plies: u16,
    /// Counting rule; `None` if there is no such rule.
    pub counting: Option<CountingRule>,
    /// How often a position must occur for the game to end by repetition; 0 if there is no such rule.
    pub repetition_limit: u8,
    /// The kinds whose pieces change places in shuffled starts, each with the squares of White on which it may stand. They
    /// are placed one kind after the other, and all squares of a kind are squares of each later kind or of none.
    /// If it is empty, the pieces of one rank change places.
    pub shuffle: Vec<(PieceKind, Bitboard)>,
    /// The kinds that have the drawing of another name.
    pub drawings: Vec<(PieceKind, String)>,
}

impl Rules {
    /// Whether a pseudo-legal move can be illegal for other reasons than an attack on the royal king.
    fn has_special_legality(&self) -> bool {
        self.must_capture || !self.may_check || self.kings_face || self.pseudo_royal.is_some()
    }

    /// Whether there are royal or pseudo-royal pieces. Without them every pseudo-legal move leaves its side safe.
    pub(super) fn has_royals(&self) -> bool {
        self.royal_kind.is_some() || self.pseudo_royal.is_some()
    }

    /// The rule by which `kind` promotes, if it does.
    #[inline]
    pub fn promotion_of(&self, kind: PieceKind) -> Option<&Promotion> {
        let of_piece = self.piece_promotions.iter().find(|rule| rule.from.contains(&kind));
        of_piece.or(Some(&self.promotion).filter(|rule| rule.from.contains(&kind)))
    }

    /// The kind of the kings, which castle.
    ///
    /// The kings of a variant are *royal*, as in chess, or *capturable*, as in fog of war. Only royal kings are checked and
    /// mated, so [`Position::royal_king`](super::position::Position::royal_king) and
    /// [`Position::is_check`](super::position::Position::is_check) ignore capturable kings.
    /// [`Position::king_square`](super::position::Position::king_square) finds both.
    #[inline]
    pub fn king_kind(&self) -> Option<PieceKind> {
        self.royal_kind.or(self.capturable_king_kind)
    }

    /// Whether no position can occur again after a move that resets the half-move clock.
    ///
    /// This is so if only captures and pawn moves reset the clock, because pawns never move back.
    pub fn zeroing_is_irreversible(&self) -> bool {
        self.zeroing_kinds.iter().all(|kind| self.pawns.contains(kind))
    }

    /// These rules with fog of war, which docs/rules.md#fog-of-war explains.
    ///
    /// There is no check. The king may be left under attack and may castle out of, through and into attacks. Its capture
    /// loses the game. All other rules stay the same, including that of stalemate.
    ///
    /// ```
    /// # use xxlchess_core::notation::variants_ini::Variants;
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let fog = chess.rules().in_fog();
    /// assert_eq!((fog.royal_kind, fog.capturable_king_kind), (None, chess.rules().royal_kind));
    /// ```
    pub fn in_fog(&self) -> Self {
        Self { royal_kind: None, capturable_king_kind: self.king_kind(), fog: true, ..self.clone() }
    }

    /// The kind of the piece that castles.
    #[inline]
    pub fn castling_king_kind(&self) -> Option<PieceKind> {
        self.castling.as_ref()?.king_kind.or(self.king_kind())
    }

    /// These rules with [choice of promotion](Self::with_promotion_choice), [fog of war](Self::in_fog), and
    /// [castling from any files](Self::in_chess960) for shuffled starts, each if its argument is true.
    #[must_use]
    pub fn with_options(mut self, promotion_choice: bool, fog: bool, shuffled: bool) -> Self {
        if shuffled && self.castling.as_ref().is_some_and(|castling| castling.home.is_some()) {
            self = self.in_chess960();
        }
        if promotion_choice {
            self = self.with_promotion_choice();
        }
        if fog && !self.fog { self.in_fog() } else { self }
    }

    /// Whether the king may castle from any file of the castling rank, as in Chess960.
    pub fn is_chess960(&self) -> bool {
        self.castling.as_ref().is_some_and(|castling| castling.is_chess960)
    }

    /// These rules with castling from any files of the castling rank, as in Chess960.
    ///
    /// ```
    /// # use xxlchess_core::{notation::{fen, variants_ini::Variants}, rules::Variant};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let chess960 = Variant::new(chess.rules().clone().in_chess960(), chess.start().clone());
    /// let position = fen::parse(&chess960.into(), "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1").unwrap();
    /// assert_eq!(position.castling_moves().len(), 1);
    /// ```
    pub fn in_chess960(mut self) -> Self {
        if let Some(castling) = &mut self.castling {
            castling.is_chess960 = true;
        }
        self
    }

    /// These rules with promotion to any kind except kings and kinds that promote. The usual choices come first, then the
    /// others, the most valuable first.
    ///
    /// ```
    /// # use xxlchess_core::notation::variants_ini::Variants;
    /// let xxl = Variants::built_in().find("xxl").unwrap();
    /// let usual = xxl.rules().promotion.to.clone();
    /// let all = xxl.rules().clone().with_promotion_choice().promotion.to;
    /// assert!(all.starts_with(&usual) && all.len() > usual.len());
    /// ```
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
            self.promotion.choice_squares.clear();
        }
        self
    }

    /// These rules with more kinds of pieces. No piece promotes to the new kinds or castles with them.
    ///
    /// The caller must check that letters and names are unique, and that there are at most [`MAX_KINDS`] kinds.
    pub fn with_pieces(mut self, pieces: impl IntoIterator<Item = PieceType>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    /// The kind with `letter`, upper or lower case.
    pub fn kind_by_letter(&self, letter: char) -> Option<PieceKind> {
        let row = self.pieces.iter().position(|piece| piece.letter == letter.to_ascii_lowercase());
        row.map(PieceKind::from_index)
    }

    /// Squares from which pieces like `piece` may make initial moves.
    pub fn initial_region(&self, piece: Piece) -> Bitboard {
        self.initial_move_region[piece.color] & squares_of(&self.initial_move_squares, piece.kind)
    }

    /// Whether the kings have initial moves for which they must not have moved.
    pub fn king_needs_right(&self) -> bool {
        let has_initial = |kind: PieceKind| self.pieces[kind.index()].moves.iter().any(|c| c.initial);
        self.initial_move_needs_right && self.king_kind().is_some_and(has_initial)
    }

    /// Name of the drawing of `kind`, which is that of the kind unless the variant names another one.
    pub fn drawing(&self, kind: PieceKind) -> &str {
        let other = self.drawings.iter().find(|(other, _)| *other == kind);
        other.map_or(&self.pieces[kind.index()].name, |(_, name)| name)
    }

    /// Whether `square` is on the board.
    pub const fn has_square(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks && !self.missing.contains(square)
    }

    /// Whether a king of `color` on `king` may castle with a rook on `rook`. Only these squares are considered.
    pub fn can_castle_from(&self, color: Color, king: Square, rook: Square) -> bool {
        let Some(castling) = &self.castling else { return false };
        let at_home = |home: CastlingHome| {
            let rank = if color == Color::White { home.rank } else { self.ranks.wrapping_sub(1 + home.rank) };
            let side = if rook > king { home.king_side } else { home.queen_side };
            let is_file = king.file() == home.king && rook.file() == side;
            king.rank() == rank && (castling.is_chess960 || is_file)
        };
        king.rank() == rook.rank() && castling.home.is_none_or(at_home)
    }
}

/// A variant: its rules and the tables of moves that are computed from them.
#[derive(Debug)]
pub struct Variant {
    rules: Rules,
    geometry: Geometry,
    movements: Movements,
    start: Setup,
    has_special_legality: bool,
    counts_checks: bool,
    /// See [`Variant::network`].
    network: Option<Arc<[u8]>>,
}

impl Variant {
    /// Creates a variant with `rules`, whose games begin with `start`.
    ///
    /// # Panics
    /// If the board does not have 1 to 16 files and ranks, or there are more than [`MAX_KINDS`] kinds. The parser of variant
    /// files rejects both.
    ///
    /// ```
    /// # use xxlchess_core::{notation::variants_ini::Variants, rules::{Position, Variant, variant::Rules}};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let rules = Rules { must_capture: true, ..chess.rules().clone() };
    /// assert!(Position::start(&Variant::new(rules, chess.start().clone()).into()).is_ok());
    /// ```
    pub fn new(rules: Rules, start: Setup) -> Self {
        assert!((1..=16).contains(&rules.files) && (1..=16).contains(&rules.ranks));
        assert!(rules.pieces.len() <= MAX_KINDS);
        let geometry = Geometry::with_missing(rules.files, rules.ranks, rules.missing);
        let regions = |kind| InitialRegions {
            double: ByColor::from_fn(|color| rules.initial_region(Piece::new(color, kind))),
            triple: rules.triple_step_region,
        };
        let movements = Movements::new(&rules.pieces, &rules.pawns, regions, &geometry);
        let has_special_legality = rules.has_special_legality();
        let counts_checks = rules.goals.contains(&Goal::Checks);
        Self { rules, geometry, movements, start, has_special_legality, counts_checks, network: None }
    }

    /// A copy of this variant with other rules, and with the same start position and network.
    #[must_use]
    pub fn with_rules(&self, rules: Rules) -> Self {
        Self { network: self.network.clone(), ..Self::new(rules, self.start.clone()) }
    }

    /// The variant with the file of a [network](Self::network).
    #[must_use]
    pub fn with_network(self, file: Option<Arc<[u8]>>) -> Self {
        Self { network: file, ..self }
    }

    /// File of a network that was trained for this variant, if it has one of its own. The rules do not use it; the engine
    /// corrects its evaluation by it.
    pub fn network(&self) -> Option<&[u8]> {
        self.network.as_deref()
    }

    /// The variant with [fog of war](Rules::in_fog).
    pub fn in_fog(&self) -> Self {
        self.with_rules(self.rules.in_fog())
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Geometry of the board.
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The tables of moves.
    pub(super) const fn movements(&self) -> &Movements {
        &self.movements
    }

    /// See [`Rules::has_special_legality`].
    #[inline]
    pub(super) const fn has_special_legality(&self) -> bool {
        self.has_special_legality
    }

    /// Whether a side wins by giving a certain number of checks.
    #[inline]
    pub(crate) const fn counts_checks(&self) -> bool {
        self.counts_checks
    }

    /// Whether there are hoppers, lame leapers, limited or bent riders: kinds that attack in other ways than by leaps and
    /// unlimited slides.
    pub const fn has_complex_attacks(&self) -> bool {
        !self.movements.complex.is_empty()
    }

    /// The start position.
    pub const fn start(&self) -> &Setup {
        &self.start
    }

    /// The row of `kind` in the table of pieces.
    ///
    /// # Panics
    /// If `kind` belongs to another variant with more rows.
    pub fn piece(&self, kind: PieceKind) -> &PieceType {
        &self.rules.pieces[kind.index()]
    }

    /// All kinds, in the order of the table of pieces.
    pub fn kinds(&self) -> impl Iterator<Item = PieceKind> + use<> {
        (0..self.rules.pieces.len()).map(PieceKind::from_index)
    }

    /// The kind with `letter`, upper or lower case.
    pub fn kind_by_letter(&self, letter: char) -> Option<PieceKind> {
        self.rules.kind_by_letter(letter)
    }

    /// The kind named `name`.
    pub fn kind_by_name(&self, name: &str) -> Option<PieceKind> {
        self.kinds().find(|&k| self.piece(k).name == name)
    }

    /// Target squares of a `piece` on `from`, if the pieces of each side are on `occupied`.
    ///
    /// Only the movement of the piece counts. The side to move, castling, en passant captures and checks are ignored. The
    /// piece can make its initial move from every square of the initial region. There are no targets from a square off the
    /// board.
    ///
    /// ```
    /// use xxlchess_core::notation::variants_ini::Variants;
    /// use xxlchess_core::rules::{Bitboard, ByColor, Color, Piece, Square};
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
    /// If `piece` belongs to another variant with more rows.
    pub fn destinations(&self, piece: Piece, from: Square, occupied: &ByColor<Bitboard>) -> Bitboard {
        let board = self.geometry.board();
        if !board.contains(from) {
            return Bitboard::EMPTY;
        }
        let all = (occupied.white | occupied.black) & board;
        let mut lines = self.geometry.empty_lines();
        all.into_iter().for_each(|square| lines.flip(square));
        let occupancy = Occupancy { all, lines: &lines };
        let movement = self.movements.of(piece.kind);
        let initial = movement.initial_from[piece.color].contains(from);
        let reach = movement.reach(piece.color, from, occupancy, &self.geometry, initial);
        reach.quiet | (reach.capture & occupied[!piece.color])
    }
}
