//! Generation of legal moves by pins and check masks, and the test whether a single move is legal.

use std::borrow::Cow;

use arrayvec::ArrayVec;

use super::bitboard::Bitboard;
use super::color::Color;
use super::geometry::{Geometry, LineOccupancy};
use super::movement::{Movement, Occupancy, Shift};
use super::mv::{Move, MoveFlag};
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::square::Square;
use super::variant::{Promotion, Rules, Variant};

/// Which moves are generated (Stockfish: `GenType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenType {
    /// All moves.
    All,
    /// Captures, and all moves of promoting kinds to the promotion region. Where promotion is optional, this includes moves
    /// without promotion.
    Noisy,
    /// All moves that are not noisy.
    Quiet,
}

/// How a piece of the side to move promotes.
struct Promoter<'p> {
    rule: &'p Promotion,
    us: Color,
    /// The kinds to choose from.
    choices: Cow<'p, [PieceKind]>,
    /// Squares on which the piece promotes.
    region: Bitboard,
    /// Squares on which it must promote.
    mandatory: Bitboard,
}

impl Promoter<'_> {
    /// Whether the piece can promote to `kind` on `square`.
    fn can_become(&self, kind: PieceKind, square: Square) -> bool {
        self.choices.contains(&kind) && self.rule.squares_for(kind).contains(square)
    }

    /// How a piece promotes that moves from `square`. Perft of XXL chess takes 5 % longer if it is inlined.
    #[inline(never)]
    fn moving_from(&self, square: Square) -> Option<Self> {
        let (rule, is_inside) = (self.rule, self.region.contains(square));
        let ahead = square.offset(0, self.us.forward());
        let is_before = !is_inside && ahead.is_some_and(|ahead| self.region.contains(ahead));
        let or_all = |squares| if rule.on_leaving && is_inside { Bitboard::FULL } else { squares };
        let mandatory = if self.mandatory.any() { or_all(self.mandatory) } else { self.mandatory };
        let promoter =
            Self { region: or_all(self.region), mandatory, choices: self.choices.clone(), ..*self };
        (is_before || !rule.by_step).then_some(promoter)
    }
}

/// Receiver of generated moves: a list of moves, or a counter.
trait MoveSink {
    /// Adds a move of the piece on `from` to each square of `to`. `promoter` is `None` if the piece does not promote.
    fn add_moves(&mut self, from: Square, to: Bitboard, promoter: Option<&Promoter>);
    /// Adds a move with `flag` to each square of `to`. The index of its start is that of its target minus `by`.
    fn add_shifted(&mut self, by: i16, to: Bitboard, promoter: Option<&Promoter>, flag: MoveFlag);
    fn add_move(&mut self, mv: Move);
}

impl Position {
    /// All legal moves. Their order is always the same in the same position.
    ///
    /// ```
    /// # use xxlchess_core::{notation::variants_ini::Variants, rules::Position};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// assert_eq!(Position::start(&chess).unwrap().legal_moves().len(), 20);
    /// ```
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        self.generate(GenType::All, &mut moves);
        moves
    }

    /// Legal moves of the piece on `from`. The list is empty if the side to move has no piece on this square.
    ///
    /// ```
    /// # use xxlchess_core::{notation::variants_ini::Variants, rules::{Position, Square}};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let start = Position::start(&chess).unwrap();
    /// assert_eq!(start.legal_moves_from(Square::new(6, 0)).len(), 2);
    /// ```
    pub fn legal_moves_from(&self, from: Square) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|mv| mv.from == from);
        moves
    }

    /// Appends the legal moves of `gen_type` to `moves`.
    ///
    /// ```
    /// # use xxlchess_core::{notation::{fen, variants_ini::Variants}, rules::GenType};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1").unwrap();
    /// let mut captures = Vec::new();
    /// position.generate(GenType::Noisy, &mut captures);
    /// assert_eq!(captures.len(), 1);
    /// ```
    pub fn generate(&self, gen_type: GenType, moves: &mut Vec<Move>) {
        self.generate_into(gen_type, moves);
    }

    /// Number of legal moves. They are counted without being listed.
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = 0;
        self.generate_into(GenType::All, &mut count);
        count
    }

    /// How the pieces of `kind` of the side to move promote; `None` if they do not, as most kinds.
    #[inline]
    fn promoter(&self, kind: PieceKind) -> Option<Promoter<'_>> {
        self.variant().rules().promotion_of(kind).map(|rule| self.promoter_by(rule))
    }

    /// How the pieces of the side to move promote by `rule`.
    // Not inlined, so that kinds that do not promote pay only for the search of their rule.
    #[inline(never)]
    fn promoter_by<'p>(&'p self, rule: &'p Promotion) -> Promoter<'p> {
        let own = self.board().by_color(self.turn());
        let is_free = |kind: &PieceKind| {
            let limit = rule.limits.iter().find(|(limited, _)| limited == kind);
            limit.is_none_or(|&(_, most)| (own & self.board().by_kind(*kind)).count() < u32::from(most))
        };
        let choices = if rule.limits.is_empty() {
            Cow::Borrowed(rule.to.as_slice())
        } else {
            Cow::Owned(rule.to.iter().copied().filter(is_free).collect())
        };
        let us = self.turn();
        Promoter { rule, us, choices, region: rule.region[us], mandatory: rule.mandatory[us] }
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    fn generate_into(&self, gen_type: GenType, sink: &mut impl MoveSink) {
        if self.reached_goal().is_some() {
            return;
        }
        let generator = Generator::new(self, gen_type);
        if generator.pins_and_masks_suffice() {
            generator.run(sink);
            return;
        }
        let mut moves = Vec::new();
        self.generate_pseudo_legal(gen_type, &mut moves);
        if self.variant().rules().has_royals() {
            self.retain_safe(&mut moves);
        }
        if self.variant().rules().must_capture && self.has_capture(gen_type, &moves) {
            moves.retain(|&mv| self.is_capture(mv));
        }
        moves.into_iter().for_each(|mv| sink.add_move(mv));
    }

    /// Keeps those of the pseudo-legal `moves` that leave the king of the side to move safe.
    ///
    /// Only moves that change something between the king and a piece that could attack it are tested.
    fn retain_safe(&self, moves: &mut Vec<Move>) {
        let us = self.turn();
        let Some(king) = self.royal_king(us).filter(|_| !self.variant().has_special_legality()) else {
            let mut scratch = self.clone();
            moves.retain(|&mv| scratch.is_safe_after(mv));
            return;
        };
        let checkers = self.attackers_to(king, !us);
        let lines = self.attack_lines(king, !us);
        moves.retain(|&mv| match mv.flag {
            MoveFlag::EnPassant | MoveFlag::Castle => self.clone().is_safe_after(mv),
            _ if mv.from == king => self.is_safe_with_occupied(mv.to, mv),
            _ if checkers.any() && !lines.all.contains(mv.from) => {
                (checkers | lines.all).contains(mv.to) && self.is_safe_with_occupied(king, mv)
            }
            _ if checkers.any() || lines.all.contains(mv.from) || lines.hops.contains(mv.to) => {
                self.is_safe_with_occupied(king, mv)
            }
            _ => true,
        });
    }

    /// Whether the other side does not attack `king` after `mv`, a move of one piece of the side to move.
    fn is_safe_with_occupied(&self, king: Square, mv: Move) -> bool {
        let (from, to) = (Bitboard::from_square(mv.from), Bitboard::from_square(mv.to));
        let mut lines = self.board().lines().clone();
        lines.flip(mv.from);
        if !self.board().occupied().contains(mv.to) {
            lines.flip(mv.to);
        }
        let occupied = Occupancy { all: self.board().occupied().without(from) | to, lines: &lines };
        self.attackers_with_occupancy(king, !self.turn(), occupied).without(to).is_empty()
    }

    /// Whether `mv` captures a piece.
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.flag {
            MoveFlag::EnPassant => true,
            MoveFlag::Castle => false,
            _ => self.board().piece_at(mv.to).is_some(),
        }
    }

    /// Whether the side to move may only capture, because the variant demands it and a capture is legal.
    ///
    /// ```
    /// # use xxlchess_core::notation::{fen, variants_ini::Variants};
    /// let anti = Variants::built_in().find("antichess").unwrap();
    /// let position = fen::parse(&anti, "8/8/8/8/8/1p6/P7/8 w - - 0 1").unwrap();
    /// assert!(position.must_capture() && position.legal_moves().len() == 1);
    /// ```
    pub fn must_capture(&self) -> bool {
        self.variant().rules().must_capture && self.has_capture(GenType::Quiet, &[])
    }

    /// Whether the side to move has a legal capture. `moves` are its pseudo-legal moves of `gen_type` that leave its king
    /// safe.
    fn has_capture(&self, gen_type: GenType, moves: &[Move]) -> bool {
        if gen_type != GenType::Quiet {
            return moves.iter().any(|&mv| self.is_capture(mv));
        }
        let mut noisy = Vec::new();
        self.generate_pseudo_legal(GenType::Noisy, &mut noisy);
        if !self.variant().rules().has_royals() {
            return noisy.into_iter().any(|mv| self.is_capture(mv));
        }
        let mut scratch = self.clone();
        noisy.into_iter().any(|mv| self.is_capture(mv) && scratch.is_safe_after(mv))
    }

    /// Appends the pseudo-legal moves of `gen_type` to `moves`. The king may be under attack after such a move.
    ///
    /// The moves are generated even if a goal has been reached, and quiet moves even if the side to move
    /// [must capture](Self::must_capture). [`is_pseudo_legal`](Self::is_pseudo_legal) is false for them.
    ///
    /// ```
    /// # use xxlchess_core::{notation::{fen, variants_ini::Variants}, rules::GenType};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
    /// let mut moves = Vec::new();
    /// position.generate_pseudo_legal(GenType::All, &mut moves);
    /// assert!(moves.len() > position.legal_moves().len(), "the rook is pinned");
    /// ```
    pub fn generate_pseudo_legal(&self, gen_type: GenType, moves: &mut Vec<Move>) {
        let mut generator = Generator::new(self, gen_type);
        generator.king = None;
        generator.run(moves);
    }

    /// Whether `mv` is legal. The move is made on a copy of the position to test whether the king is attacked after it.
    ///
    /// ```
    /// # use xxlchess_core::{notation::variants_ini::Variants, rules::{Move, Position, Square}};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let start = Position::start(&chess).unwrap();
    /// assert!(start.is_legal(Move::normal(Square::new(4, 1), Square::new(4, 2))));
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.clone().is_safe_after(mv)
    }

    /// Whether `mv` is pseudo-legal: it is legal, or only illegal because the king is under attack after it.
    ///
    /// No move is pseudo-legal after a goal has been reached. If the side to move [must capture](Self::must_capture), only
    /// captures are pseudo-legal. Castling out of, through or into an attack is not pseudo-legal, and neither is a king's
    /// initial move out of or over an attack where the rules forbid it.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        // This function must agree with `Generator`. The test `is_legal_agrees_with_the_list_of_moves` checks that it does.
        let color = self.turn();
        let Some(piece) = self.board().piece_at(mv.from).filter(|p| p.color == color) else { return false };
        let (rules, geometry) = (self.variant().rules(), self.variant().geometry());
        if self.reached_goal().is_some() || !self.is_capture(mv) && self.must_capture() {
            return false;
        }
        let movement = self.variant().movements().of(piece.kind);
        let is_reachable = || {
            let initial = self.has_initial_move(movement, color, mv.from);
            let reach = movement.reach(color, mv.from, self.board().occupancy(), geometry, initial);
            (reach.quiet | (reach.capture & self.board().by_color(!color))).contains(mv.to)
                && !(initial && self.forbidden_jumps(mv.from).contains(mv.to))
        };
        let is_double_step =
            || rules.en_passant_region.any() && movement.is_double(color, mv, self.is_capture(mv));
        let promoter = self.promoter(piece.kind).and_then(|promoter| promoter.moving_from(mv.from));
        let promoter = promoter.filter(|promoter| promoter.region.contains(mv.to));
        let must_promote = promoter.as_ref().is_some_and(|promoter| promoter.mandatory.contains(mv.to));
        match mv.flag {
            MoveFlag::Normal => !must_promote && is_reachable() && !is_double_step(),
            MoveFlag::DoubleStep => !must_promote && is_reachable() && is_double_step(),
            MoveFlag::Promote(kind) => {
                promoter.is_some_and(|promoter| promoter.can_become(kind, mv.to)) && is_reachable()
            }
            MoveFlag::EnPassant => {
                self.en_passant_targets().contains(mv.to)
                    && self.en_passant_capturers(mv.to).contains(mv.from)
            }
            MoveFlag::Castle => self.castling_moves().contains(&mv),
        }
    }

    /// Whether the pseudo-legal move `mv` leaves the king of the side to move safe. In variants in which moves may not give
    /// check, the king of the other side must be safe, too. The position is unchanged afterwards.
    pub fn is_safe_after(&mut self, mv: Move) -> bool {
        let color = self.turn();
        let undo = self.make(mv);
        let safe =
            !self.is_in_check(color) && (self.variant().rules().may_check || !self.is_in_check(!color));
        self.unmake(mv, &undo);
        safe
    }

    /// Whether a move from `from` to `to` is illegal only because of an attack. Either it leaves the king in check, or it is
    /// castling or an initial move of the king, out of, through or into an attack.
    ///
    /// The result is also true for a move that is illegal because the side to move [must capture](Self::must_capture), or
    /// because a goal has been reached.
    ///
    /// ```
    /// # use xxlchess_core::{notation::{fen, variants_ini::Variants}, rules::Square};
    /// let chess = Variants::built_in().find("chess").unwrap();
    /// let position = fen::parse(&chess, "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
    /// assert!(position.is_illegal_only_by_check(Square::new(4, 1), Square::new(0, 1)));
    /// ```
    pub fn is_illegal_only_by_check(&self, from: Square, to: Square) -> bool {
        let mut moves = Vec::new();
        self.generate_pseudo_legal(GenType::All, &mut moves);
        moves.extend(self.pseudo_legal_castling());
        let movement = self.board().piece_at(from).map(|piece| self.variant().movements().of(piece.kind));
        let is_forbidden_jump = movement
            .is_some_and(|movement| self.has_initial_move(movement, self.turn(), from))
            && self.forbidden_jumps(from).contains(to);
        let legal = self.legal_moves();
        (is_forbidden_jump || moves.iter().any(|mv| (mv.from, mv.to) == (from, to)))
            && !legal.iter().any(|mv| (mv.from, mv.to) == (from, to))
    }
}

impl MoveSink for Vec<Move> {
    #[inline]
    fn add_moves(&mut self, from: Square, to: Bitboard, promoter: Option<&Promoter>) {
        to.into_iter().for_each(|to| add(self, promoter, Move::normal(from, to)));
    }

    #[inline]
    fn add_shifted(&mut self, by: i16, to: Bitboard, promoter: Option<&Promoter>, flag: MoveFlag) {
        for to in to {
            // The difference is the index of a square, because the shift started on the board.
            let from = Square::from_index((to.index() as i16 - by) as u8);
            add(self, promoter, Move { from, to, flag });
        }
    }

    #[inline]
    fn add_move(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Adds `mv`, or the promotions in its place.
#[inline]
fn add(moves: &mut Vec<Move>, promoter: Option<&Promoter>, mv: Move) {
    if let Some(promoter) = promoter.filter(|promoter| promoter.region.contains(mv.to)) {
        let choices =
            promoter.choices.iter().filter(|&&kind| promoter.rule.squares_for(kind).contains(mv.to));
        moves.extend(choices.map(|&kind| Move { flag: MoveFlag::Promote(kind), ..mv }));
        if promoter.mandatory.contains(mv.to) {
            return;
        }
    }
    moves.push(mv);
}

/// Counts moves without listing them.
impl MoveSink for u64 {
    #[inline]
    fn add_moves(&mut self, _from: Square, to: Bitboard, promoter: Option<&Promoter>) {
        *self += count(to, promoter);
    }

    #[inline]
    fn add_shifted(&mut self, _by: i16, to: Bitboard, promoter: Option<&Promoter>, _flag: MoveFlag) {
        *self += count(to, promoter);
    }

    #[inline]
    fn add_move(&mut self, _mv: Move) {
        *self += 1;
    }
}

/// Number of moves of a piece to the squares of `to`.
#[inline]
fn count(to: Bitboard, promoter: Option<&Promoter>) -> u64 {
    let Some(promoter) = promoter else { return to.count().into() };
    let inside = to & promoter.region;
    if inside.is_empty() {
        return to.count().into();
    }
    let of_kind = |&kind: &PieceKind| (inside & promoter.rule.squares_for(kind)).count();
    let promotions: u32 = promoter.choices.iter().map(of_kind).sum();
    (to.without(promoter.mandatory & inside).count() + promotions).into()
}

/// A pinned piece. It may only move to squares between its king and the pinning slider, or capture the slider.
#[derive(Clone, Copy)]
struct Pin {
    piece: Square,
    /// Squares between the king and the slider, including that of the slider.
    ray: Bitboard,
}

/// State of one run of move generation.
struct Generator<'p> {
    position: &'p Position,
    variant: &'p Variant,
    rules: &'p Rules,
    geometry: &'p Geometry,
    us: Color,
    own: Bitboard,
    enemy: Bitboard,
    occupied: Occupancy<'p>,
    /// The royal king of the side to move. If it is `None`, pseudo-legal moves are generated.
    king: Option<Square>,
    /// Which moves are generated.
    gen_type: GenType,
    /// Target squares that the [`GenType`] allows to kinds that do not promote.
    targets: Bitboard,
}

impl<'p> Generator<'p> {
    #[inline]
    fn new(position: &'p Position, gen_type: GenType) -> Self {
        let (board, variant) = (position.board(), position.variant());
        let us = position.turn();
        let (own, enemy) = (board.by_color(us), board.by_color(!us));
        Self {
            position,
            variant,
            rules: variant.rules(),
            geometry: variant.geometry(),
            us,
            own,
            enemy,
            occupied: board.occupancy(),
            king: position.royal_king(us),
            gen_type,
            targets: match gen_type {
                GenType::All => Bitboard::FULL,
                GenType::Noisy => enemy,
                GenType::Quiet => !enemy,
            },
        }
    }

    /// Target squares that the [`GenType`] allows.
    #[inline]
    fn targets(&self, promoter: Option<&Promoter>) -> Bitboard {
        match (self.gen_type, promoter) {
            (GenType::Noisy, Some(promoter)) => self.targets | promoter.region,
            (GenType::Quiet, Some(promoter)) => self.targets.without(promoter.region),
            _ => self.targets,
        }
    }

    /// Whether pins and check masks suffice to find the legal moves. They do if the enemy pieces capture only by leaps and
    /// unlimited slides, and the king moves only by leaps.
    #[inline]
    fn pins_and_masks_suffice(&self) -> bool {
        if self.variant.has_special_legality() {
            return false;
        }
        let Some(royal) = self.rules.royal_kind.filter(|_| self.king.is_some()) else { return true };
        let movements = self.variant.movements();
        let complex = &movements.complex;
        (complex.is_empty() || !self.position.board().by_kinds(complex).intersects(self.enemy))
            && movements.of(royal).only_leaps()
    }

    fn run(&self, sink: &mut impl MoveSink) {
        let Some(king) = self.king else {
            self.generate_pieces(Bitboard::FULL, &[], sink);
            self.generate_en_passant(sink, false);
            self.generate_castling(sink);
            return;
        };
        let checkers = self.position.attackers_with_occupancy(king, !self.us, self.occupied);
        self.generate_king_moves(king, checkers, sink);
        if checkers.count() > 1 {
            return;
        }
        let evasion_targets = match checkers.first() {
            None => Bitboard::FULL,
            Some(checker) => checkers | self.blocking_squares(king, checker),
        };
        self.generate_pieces(evasion_targets, &self.find_pins(king), sink);
        self.generate_en_passant(sink, true);
        if checkers.is_empty() {
            self.generate_castling(sink);
        }
    }

    /// Squares on which a piece blocks the check by `checker`. There are none if the checker leaps.
    #[inline]
    fn blocking_squares(&self, king: Square, checker: Square) -> Bitboard {
        let between = self.geometry.between(king, checker);
        let leaps = |piece: Piece| {
            self.variant.movements().of(piece.kind).capture_leaps(!self.us, checker).contains(king)
        };
        if between.any() && self.position.board().piece_at(checker).is_some_and(leaps) {
            Bitboard::EMPTY
        } else {
            between
        }
    }

    /// Finds pinned pieces, at most one on each of the eight lines from the king.
    #[inline]
    fn find_pins(&self, king: Square) -> ArrayVec<Pin, 8> {
        let movements = self.variant.movements();
        let them = !self.us;
        let rooks = self.position.sliders(&movements.orthogonal, them) & self.geometry.orthogonals(king);
        let bishops = self.position.sliders(&movements.diagonal, them) & self.geometry.diagonals(king);
        let mut pins = ArrayVec::new();
        for sniper in rooks | bishops {
            let between = self.geometry.between(king, sniper);
            let shield = between & self.occupied.all;
            if shield.count() == 1
                && let Some(piece) = (shield & self.own).first()
            {
                pins.push(Pin { piece, ray: between | Bitboard::from_square(sniper) });
            }
        }
        pins
    }

    fn generate_king_moves(&self, king: Square, checkers: Bitboard, sink: &mut impl MoveSink) {
        let Some(royal) = self.rules.royal_kind else { return };
        let reach = self.reach(self.variant.movements().of(royal), king);
        let targets = reach & self.targets;
        if targets.is_empty() {
            return;
        }
        // A slider that gives check also attacks the squares behind the king, so attacks are tested without the king.
        let lines: LineOccupancy;
        let mut occupied = self.occupied;
        if checkers.any() {
            lines = {
                let mut without = occupied.lines.clone();
                without.flip(king);
                without
            };
            occupied = Occupancy { all: occupied.all.without(Bitboard::from_square(king)), lines: &lines };
        }
        let safe = |&to: &Square| self.position.attackers_with_occupancy(to, !self.us, occupied).is_empty();
        sink.add_moves(king, targets.into_iter().filter(safe).collect(), None);
    }

    /// Pseudo-legal target squares of a piece, including those of its initial moves.
    #[inline]
    fn reach(&self, movement: &Movement, from: Square) -> Bitboard {
        if movement.simple {
            return movement.simple_attacks(self.us, from, self.occupied, self.geometry).without(self.own);
        }
        let initial = self.position.has_initial_move(movement, self.us, from);
        let reach = movement.reach(self.us, from, self.occupied, self.geometry, initial);
        let targets = reach.quiet | (reach.capture & self.enemy);
        if initial { targets.without(self.position.forbidden_jumps(from)) } else { targets }
    }

    /// Generates the moves of all pieces except those of the king. The king's moves are included if `self.king` is `None`.
    #[inline]
    fn generate_pieces(&self, evasion_targets: Bitboard, pins: &[Pin], sink: &mut impl MoveSink) {
        let pinned: Bitboard = pins.iter().map(|pin| pin.piece).collect();
        let movements = self.variant.movements();
        for kind in self.variant.kinds() {
            let set = self.position.board().by_kind(kind) & self.own;
            if set.is_empty() || (self.king.is_some() && self.rules.royal_kind == Some(kind)) {
                continue;
            }
            let movement = movements.of(kind);
            let promoter = self.position.promoter(kind);
            let targets = evasion_targets & self.targets(promoter.as_ref());
            if let Some(shifts) = &movement.shifts {
                let promoter = promoter.as_ref();
                self.generate_pawns(set.without(pinned), &shifts[self.us], targets, promoter, sink);
                for pin in pins.iter().filter(|pin| set.contains(pin.piece)) {
                    let pawn = Bitboard::from_square(pin.piece);
                    self.generate_pawns(pawn, &shifts[self.us], targets & pin.ray, promoter, sink);
                }
                continue;
            }
            for from in set {
                let (mut to, mut promotes) = (self.reach(movement, from), None);
                if let Some(promoter) = &promoter {
                    promotes = promoter.moving_from(from);
                    to &= evasion_targets & self.targets(promotes.as_ref());
                } else {
                    to &= targets;
                }
                if pinned.contains(from) {
                    pins.iter().filter(|pin| pin.piece == from).for_each(|pin| to &= pin.ray);
                }
                sink.add_moves(from, to, promotes.as_ref());
            }
        }
    }

    /// Generates the moves of the pawns in `set`. Each shift moves all of them at once.
    #[inline]
    fn generate_pawns(
        &self,
        set: Bitboard,
        shifts: &[Shift],
        targets: Bitboard,
        promoter: Option<&Promoter>,
        sink: &mut impl MoveSink,
    ) {
        let free = !self.occupied.all;
        for shift in shifts {
            let mut set = set & shift.sources;
            if shift.initial && self.rules.initial_move_needs_right {
                set &= self.position.initial_move_rights();
            }
            let is_double = shift.double && self.rules.en_passant_region.any();
            let flag = if is_double { MoveFlag::DoubleStep } else { MoveFlag::Normal };
            let mut to = set.shifted(shift.by);
            for &passed in &shift.passed {
                to &= (set.shifted(passed) & free).shifted(shift.by - passed);
            }
            let landing = match (shift.quiet, shift.capture) {
                (true, true) => !self.own,
                (true, false) => free,
                (false, _) => self.enemy,
            };
            sink.add_shifted(shift.by, to & landing & targets, promoter, flag);
        }
    }

    /// Generates en passant captures. There is a legal one if there is a target, so that only one of several captures can be
    /// illegal. These are rare and are tested by making the move.
    fn generate_en_passant(&self, sink: &mut impl MoveSink, only_legal: bool) {
        if self.position.en_passant().is_none() || self.gen_type == GenType::Quiet {
            return;
        }
        let captures = self.position.en_passant_captures();
        let is_tested = only_legal && captures.len() > 1;
        for mv in captures {
            if !is_tested || self.position.clone().is_safe_after(mv) {
                sink.add_move(mv);
            }
        }
    }

    fn generate_castling(&self, sink: &mut impl MoveSink) {
        if self.gen_type != GenType::Noisy {
            self.position.castling_moves().into_iter().for_each(|mv| sink.add_move(mv));
        }
    }
}
