//! Rules while the keys of a section are applied to them.

use crate::notation::fen;
use crate::rules::betza::{self, Component};
use crate::rules::goals::{Connection, Extinction, Flag, Goal, PseudoRoyal};
use crate::rules::variant::{Castling, CastlingHome, CastlingTarget, GameValue, Promotion, Rules};
use crate::rules::{Bitboard, ByColor, Color, PieceKind, PieceType, Square};

use super::pieces::{DOUBLE_STEP, TRIPLE_STEP};

/// Rules, and the values of keys that decide a rule only together.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Draft {
    pub rules: Rules,
    pub fen: String,
    /// The piece with the key `pawn`.
    pub pawn: Option<PieceKind>,
    pub mandatory_promotion: bool,
    /// Pieces and what they promote to.
    pub promoted: Vec<(PieceKind, PieceKind)>,
    pub mandatory_piece_promotion: bool,
    pub promotion_by_step: Vec<PieceKind>,
    /// Squares on which they promote, if these are not those of the pawns.
    pub piece_promotion_region: ByColor<Option<Bitboard>>,
    pub immobility_illegal: bool,
    pub double_step: bool,
    pub castling: CastlingDraft,
    pub extinction: Extinction,
    pub extinction_value: Option<GameValue>,
    pub is_pseudo_royal: bool,
    pub flag: Flag,
    pub counts_checks: bool,
    pub connection: Connection,
    /// Index of the counting rule in its table.
    pub counting: usize,
}

/// Values of the keys of castling. Files and the rank are counted from 0.
#[derive(Debug, Default, PartialEq)]
pub(super) struct CastlingDraft {
    pub is_allowed: bool,
    pub king: Option<PieceKind>,
    pub rooks: Vec<PieceKind>,
    pub rank: u8,
    pub king_file: Option<u8>,
    pub king_side_rook: Option<u8>,
    pub queen_side_rook: Option<u8>,
    pub king_side_target: u8,
    pub queen_side_target: u8,
    pub steps: u8,
    pub any_steps: bool,
    pub min_distance: u8,
}

impl Draft {
    pub fn set_pawns(&mut self, kinds: Vec<PieceKind>) {
        self.rules.promotion.from.clone_from(&kinds);
        self.rules.en_passant_kinds.clone_from(&kinds);
        self.rules.zeroing_kinds.clone_from(&kinds);
        self.rules.pawns = kinds;
    }

    pub fn set_double_step(&mut self, on: bool) {
        self.double_step = on;
        if let Some(pawn) = self.pawn.filter(|_| on) {
            // A test checks that the notation can be parsed.
            let double_step = betza::parse(DOUBLE_STEP).unwrap_or_default();
            self.rules.pieces[pawn.index()].moves.extend(double_step);
        }
    }

    /// If `on` is set, rows of pieces along `directions` count.
    pub fn set_rows(&mut self, on: bool, directions: &[(i8, i8)]) {
        if on {
            self.connection.directions.extend(directions);
        }
    }

    /// Sets the parts of the rules that several keys decide, after the effects of all keys.
    pub fn finish(&mut self) {
        let rules = &mut self.rules;
        let board = board(rules);
        // Without a region of their own, initial moves of three squares have that of the others.
        let has_triple = Color::ALL.iter().any(|&color| rules.triple_step_region[color].any());
        let home = rules.initial_move_region;
        let triple =
            ByColor::from_fn(|color| if has_triple { rules.triple_step_region[color] } else { home[color] });
        rules.triple_step_region = ByColor::from_fn(|color| triple[color] & home[color]);
        if let Some(pawn) = self.pawn.filter(|_| self.double_step && has_triple) {
            // A test checks that the notation can be parsed.
            rules.pieces[pawn.index()].moves.extend(betza::parse(TRIPLE_STEP).unwrap_or_default());
        }
        let regions = [
            &mut rules.promotion.region,
            &mut rules.initial_move_region,
            &mut rules.triple_step_region,
            &mut self.flag.region,
        ];
        for region in regions {
            *region = ByColor::from_fn(|color| region[color] & board);
        }
        rules.en_passant_region &= board;
        let moves = |piece: &PieceType, is_wanted: fn(&Component) -> bool| piece.moves.iter().any(is_wanted);
        if !self.double_step {
            (rules.initial_move_region, rules.triple_step_region) = Default::default();
            if !rules.pieces.iter().any(|piece| moves(piece, |c| c.passing)) {
                rules.en_passant_region = Bitboard::EMPTY;
            }
        }
        for (row, piece) in rules.pieces.iter().enumerate() {
            let kind = PieceKind::from_index(row);
            if moves(piece, |c| c.en_passant) && !rules.en_passant_kinds.contains(&kind) {
                rules.en_passant_kinds.push(kind);
            }
        }
        let own = self.piece_promotion_region;
        let region = ByColor::from_fn(|color| {
            own[color].map_or(rules.promotion.region[color], |region| region & board)
        });
        let piece_promotion = |&(from, to): &(PieceKind, PieceKind)| {
            let steps = &rules.pieces[from.index()];
            let is_pawn = rules.pawns.contains(&from) || moves(steps, |c| c.passing);
            let must = if rules.pawns.contains(&from) {
                self.mandatory_promotion
            } else {
                self.mandatory_piece_promotion
            };
            Promotion {
                from: vec![from],
                to: vec![to],
                limits: rules.promotion.limits.clone(),
                choice_squares: Vec::new(),
                region,
                mandatory: if must { region } else { ByColor::default() },
                on_leaving: !is_pawn,
                by_step: !is_pawn && self.promotion_by_step.contains(&from),
            }
        };
        rules.piece_promotions = self.promoted.iter().map(piece_promotion).collect();
        // Where nothing promotes there are no squares of promotion.
        if rules.promotion.to.is_empty() {
            rules.promotion.region = ByColor::default();
        }
        let stuck = ByColor::from_fn(|color| stuck_squares_of_all(rules, color));
        let promotion = &mut rules.promotion;
        if self.mandatory_promotion {
            promotion.mandatory = promotion.region;
        } else if self.immobility_illegal {
            promotion.mandatory = ByColor::from_fn(|color| promotion.region[color] & stuck[color]);
        }
        self.rules.castling = self.castling.is_allowed.then(|| self.castling());
        if self.is_pseudo_royal {
            let kinds = self.extinction.kinds.concat();
            self.rules.pseudo_royal = Some(PseudoRoyal { kinds, most: self.extinction.most + 1 });
        }
        self.rules.goals = self.goals();
    }

    /// Goals in the order in which Fairy-Stockfish tests them.
    fn goals(&self) -> Vec<Goal> {
        let mut goals = Vec::new();
        // Pseudo-royal pieces cannot be captured.
        let is_goal = !self.is_pseudo_royal && !self.extinction.kinds.is_empty();
        if let Some(value) = self.extinction_value.filter(|_| is_goal) {
            goals.push(Goal::Extinction(Extinction { value, ..self.extinction.clone() }));
        }
        if self.flag.region.white.any() || self.flag.region.black.any() {
            goals.push(Goal::Flag(self.flag.clone()));
        }
        if self.counts_checks {
            goals.push(Goal::Checks);
        }
        if self.connection.length > 0 {
            goals.push(Goal::Connection(self.connection.clone()));
        }
        goals
    }

    fn castling(&self) -> Castling {
        let keys = &self.castling;
        let (home, target) = if keys.steps > 0 {
            (None, CastlingTarget::Steps(keys.steps))
        } else {
            let (king, rooks) = self.start_files();
            let king = keys.king_file.or(king).unwrap_or(4);
            let (first, last) = (rooks.first().copied(), rooks.last().copied());
            let right = last.filter(|&file| file > king).unwrap_or(self.rules.files - 1);
            let left = first.filter(|&file| file < king).unwrap_or(0);
            let home = CastlingHome {
                rank: keys.rank,
                king,
                king_side: keys.king_side_rook.unwrap_or(right),
                queen_side: keys.queen_side_rook.unwrap_or(left),
            };
            let (king_side, queen_side) = (keys.king_side_target, keys.queen_side_target);
            let files = CastlingTarget::Files { king_side, queen_side };
            (Some(home), if keys.any_steps { CastlingTarget::Any } else { files })
        };
        Castling {
            rook_kinds: keys.rooks.clone(),
            king_kind: keys.king,
            is_chess960: false,
            home,
            target,
            min_distance: keys.min_distance,
        }
    }

    /// Files of White's king, if there is one, and rooks on the castling rank of the start, from left to right.
    fn start_files(&self) -> (Option<u8>, Vec<u8>) {
        let board = self.fen.split_whitespace().next().unwrap_or_default();
        // An invalid board is reported when the whole start is parsed.
        let pieces = fen::parse_board(&self.rules, board).unwrap_or_default();
        let files = |kinds: &[PieceKind]| -> Vec<u8> {
            let on_rank = pieces.iter().filter(|(square, piece)| {
                piece.color == Color::White
                    && square.rank() == self.castling.rank
                    && kinds.contains(&piece.kind)
            });
            on_rank.map(|(square, _)| square.file()).collect()
        };
        let king = self.castling.king.or(self.rules.royal_kind);
        let kings = files(king.as_slice());
        (kings.first().copied().filter(|_| kings.len() == 1), files(&self.castling.rooks))
    }
}

/// Squares on which every promoting piece of `color` is stuck.
fn stuck_squares_of_all(rules: &Rules, color: Color) -> Bitboard {
    let moves = rules.promotion.from.iter().map(|kind| &rules.pieces[kind.index()].moves);
    let stuck = moves.map(|moves| stuck_squares(rules, moves, color));
    stuck.reduce(|all, squares| all & squares).unwrap_or_default()
}

/// Squares from which a piece of `color` with these moves cannot move, even if the board is empty.
pub(super) fn stuck_squares(rules: &Rules, moves: &[Component], color: Color) -> Bitboard {
    let can_move = |square: Square| {
        let on_board =
            |(file, rank): (i8, i8)| square.offset(file, rank).is_some_and(|square| rules.has_square(square));
        let mut moves = moves.iter().filter(|moves| moves.quiet && !moves.initial && moves.hop.is_none());
        moves.any(|moves| {
            let first = moves.first_leg_for(color).unwrap_or((0, 0));
            moves.steps_for(color).any(|step| on_board((first.0 + step.0, first.1 + step.1)))
        })
    };
    board(rules).into_iter().filter(|&square| !can_move(square)).collect()
}

/// All squares of the board.
fn board(rules: &Rules) -> Bitboard {
    Square::all().filter(|&square| rules.has_square(square)).collect()
}
