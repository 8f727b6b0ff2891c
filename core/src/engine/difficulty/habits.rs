//! Habits of people, which prefer some moves to others of about the same value: to develop pieces, to push pawns, to
//! castle, and not to move the same piece again and again.

use super::super::check_squares::CheckSquares;
use super::super::eval::Evaluator;
use super::super::player::SearchRequest;
use super::super::score::Value;
use super::super::see::see_ge;
use super::sight::{AHEAD, CLEAR_GAIN, hash, lead};
use crate::rules::{Bitboard, Color, Move, MoveFlag, PieceKind, Position, Square};

/// Number of ranks from which a piece that has not moved is developed.
const HOME_RANKS: u8 = 2;
/// Part of the value of the strongest piece from which a piece stays at home in the opening, in percent.
const STRONG: Value = 55;
/// Part of the value of the strongest piece from which a piece is developed late, in percent.
const HEAVY: Value = 43;
/// How much a player likes to capture what is free, to recapture and to promote, in centipawns.
const TAKE: Value = 60;
/// Least weight of the moves of a piece that has moved before, in percent of that in the opening.
const LATE_WEIGHT: Value = 20;

/// How much a player likes to guard the way of a pawn that promotes in one, two or three moves, in centipawns.
const STOP_PAWN: [Value; 3] = [250, 120, 60];

/// Preferences for the moves of one position, in centipawns.
pub(super) struct Habits<'a> {
    evaluator: &'a Evaluator,
    position: &'a Position,
    /// How often the piece on each square has moved in the game.
    times_moved: [u8; 256],
    /// The square from which the piece on each square came.
    came_from: [Option<Square>; 256],
    /// Number of moves that the side to move has made.
    moves_made: Value,
    /// Number of moves that the pawns of the side to move have made.
    pawn_moves: Value,
    /// The last move of the other side, and of the side to move.
    last: [Option<Move>; 2],
    /// Whether the side to move is ahead in material.
    is_ahead: bool,
    /// Part of the pieces of the side to move that are not developed, in percent.
    opening: Value,
    /// Squares of enemy pawns that nothing stops and on their way, by the number of moves to promotion.
    unstopped: [Bitboard; STOP_PAWN.len()],
    /// Value of the strongest piece on the board.
    strongest: Value,
    seed: u64,
    /// Greatest weight of the likes of this game, in centipawns.
    taste: Value,
}

impl<'a> Habits<'a> {
    /// The habits of a player in the position of `request`. The seed determines which
    /// moves it likes in the opening of this game, by at most `taste` centipawns.
    pub fn new(evaluator: &'a Evaluator, request: &'a SearchRequest, seed: u64, taste: Value) -> Self {
        let (mut times_moved, mut came_from) = ([0_u8; 256], [None; 256]);
        for mv in request.moves() {
            let times = times_moved[mv.from.index()].saturating_add(1);
            times_moved[mv.to.index()] = if mv.promotion().is_some() { 0 } else { times };
            times_moved[mv.from.index()] = 0;
            came_from[mv.to.index()] = Some(mv.from);
            came_from[mv.from.index()] = None;
        }
        let position = &request.position;
        let mut last = request.moves().iter().rev().copied();
        let values = position.board().pieces().map(|(_, piece)| evaluator.value(piece.kind));
        let strongest = values.max().unwrap_or(0).max(1);
        let unstopped = unstopped_pawns(position);
        let mut habits = Self {
            evaluator,
            position,
            times_moved,
            came_from,
            // A game has fewer moves than the type has numbers.
            moves_made: request.moves().len() as Value / 2,
            pawn_moves: 0,
            last: [last.next(), last.next()],
            is_ahead: lead(evaluator, position) >= AHEAD,
            opening: 0,
            unstopped,
            strongest,
            seed,
            taste,
        };
        let own = position.board().by_color(position.turn());
        let pieces: Vec<_> = own.into_iter().filter(|&square| habits.is_piece(square)).collect();
        let at_home = pieces.iter().filter(|&&square| habits.is_undeveloped(square)).count();
        // A board has at most 256 squares.
        habits.opening = 100 * at_home as Value / pieces.len().max(1) as Value;
        let pawns = own & position.board().by_kinds(&position.variant().rules().pawns);
        habits.pawn_moves =
            pawns.into_iter().map(|square| Value::from(habits.times_moved[square.index()])).sum();
        habits
    }

    /// How much the player likes `mv`, in centipawns.
    pub fn bias(&self, mv: Move) -> Value {
        let position = self.position;
        let Some(piece) = position.board().piece_at(mv.from) else { return 0 };
        let rules = position.variant().rules();
        let wins = |threshold| see_ge(self.evaluator, position, mv, threshold);
        let is_capture = position.is_capture(mv);
        let is_forced = position.is_check() || is_capture || self.is_threatened(mv.from);
        let (idling, repetition) = if is_forced { (0, 0) } else { (self.idling(mv), self.repetition(mv)) };
        let is_recapture = is_capture && self.last[0].is_some_and(|last| last.to == mv.to);
        let habit = if mv.flag == MoveFlag::Castle || mv.promotion().is_some() {
            TAKE
        } else if self.is_king(piece.kind) {
            -40 * self.opening / 100
        } else if rules.pawns.contains(&piece.kind) {
            self.pawn_move(mv) - repetition
        } else if self.is_undeveloped(mv.from) {
            self.development(mv, piece.kind)
        } else {
            -repetition
        };
        let taken = if is_capture && wins(if is_recapture { 0 } else { CLEAR_GAIN }) { TAKE } else { 0 };
        let progress = if self.is_ahead && wins(0) { self.progress(mv) } else { 0 };
        let guarded = position.attacks_of(piece, mv.to) | Bitboard::from_square(mv.to);
        let stop = self.unstopped.iter().zip(STOP_PAWN).find(|(way, _)| way.intersects(guarded));
        habit + taken + progress - idling + self.taste(mv, piece.kind) + stop.map_or(0, |(_, liked)| liked)
    }

    /// How much the player likes to push a pawn: in the opening most of all a pawn of the middle by two steps, and less with
    /// each push.
    fn pawn_move(&self, mv: Move) -> Value {
        let centrality = self.centrality(mv.to);
        let is_double = mv.from.rank().abs_diff(mv.to.rank()) > 1;
        let liked = if is_double { centrality - 40 } else { (centrality - 60) / 3 };
        6 + liked * self.opening / 100 * 4 / (4 + self.pawn_moves)
    }

    /// How much the player likes to develop a piece: twice as much after twenty moves.
    fn development(&self, mv: Move, kind: PieceKind) -> Value {
        let part = 100 * self.evaluator.value(kind) / self.strongest;
        if part >= STRONG && !self.position.is_capture(mv) {
            return -part * 6 / 10 * self.opening / 100;
        }
        if part >= HEAVY {
            return (50 - self.opening) / 4;
        }
        let liked = match self.rank(mv.to) {
            0 => 5,
            rank => 10 + 10 * Value::from(rank.min(3)) + self.centrality(mv.to) / 5,
        };
        liked * (20 + self.moves_made.min(20)) / 20
    }

    /// How much the player dislikes to move a piece again. A piece in the other half of the board may move freely, but not
    /// make a third of the first moves.
    fn repetition(&self, mv: Move) -> Value {
        let times = Value::from(self.times_moved[mv.from.index()].min(6));
        let share = match self.moves_made {
            4..=25 => 100 * times / self.moves_made,
            _ => 0,
        };
        let crowding = 3 * (share - 20).max(0);
        if times == 0 || 2 * self.rank(mv.from) >= self.position.variant().geometry().ranks() {
            return crowding;
        }
        let is_same_piece = self.last[1].is_some_and(|last| last.to == mv.from);
        let again = 22 * times * self.opening.max(LATE_WEIGHT) / 100;
        again + crowding + if is_same_piece { 15 } else { 0 }
    }

    /// How much the player dislikes to undo a move, and to move a piece to and fro on its home ranks.
    fn idling(&self, mv: Move) -> Value {
        let is_undone = self.came_from[mv.from.index()] == Some(mv.to);
        let has_moved = self.times_moved[mv.from.index()] > 0;
        let is_shuffle = has_moved && self.rank(mv.from).max(self.rank(mv.to)) < HOME_RANKS;
        let undone = if is_undone { 120 } else { 0 };
        undone + if is_shuffle { 25 } else { 0 }
    }

    /// How much a player that is ahead likes to go forward: with passed pawns, checks and exchanges, and not back.
    fn progress(&self, mv: Move) -> Value {
        let rank = Value::from(self.rank(mv.from));
        if self.is_passed_pawn(mv.from) {
            return 20 + 5 * rank;
        }
        let is_exchange = self.is_piece(mv.from) && self.is_piece(mv.to);
        if is_exchange || CheckSquares::new().gives_check(self.position, mv) {
            return 30;
        }
        if self.is_piece(mv.from) && Value::from(self.rank(mv.to)) < rank { -20 } else { 0 }
    }

    /// Whether a pawn of the side to move is on `square`, and no enemy pawn can stop it.
    fn is_passed_pawn(&self, square: Square) -> bool {
        let (board, rules) = (self.position.board(), self.position.variant().rules());
        let is_pawn = board.piece_at(square).is_some_and(|piece| rules.pawns.contains(&piece.kind));
        let enemies = board.by_kinds(&rules.pawns) & board.by_color(!self.position.turn());
        let stops =
            |enemy: Square| enemy.file().abs_diff(square.file()) <= 1 && self.rank(enemy) > self.rank(square);
        is_pawn && !enemies.into_iter().any(stops)
    }

    /// Likes of this game, which vary the opening: squares, and one of the wings.
    fn taste(&self, mv: Move, kind: PieceKind) -> Value {
        // Both remainders are below 100.
        let square = (hash(self.seed, &[kind.index() as u64, mv.to.index() as u64]) % 100) as Value;
        let wing = (hash(self.seed, &[0]) % 100) as Value - 50;
        let files = Value::from(self.position.variant().geometry().files());
        let side = 2 * Value::from(mv.to.file()) + 1 - files;
        // On large boards, more squares are alike.
        let taste = self.taste * files / 8;
        (taste * (2 * square - 99) / 99 + wing * side / (3 * files)) * self.opening / 100
    }

    /// Nearness of the file to the middle of the board, from 0 to 100.
    fn centrality(&self, square: Square) -> Value {
        let files = Value::from(self.position.variant().geometry().files());
        100 - 100 * (2 * Value::from(square.file()) + 1 - files).abs() / files
    }

    fn is_king(&self, kind: PieceKind) -> bool {
        let rules = self.position.variant().rules();
        rules.king_kind() == Some(kind) || rules.castling_king_kind() == Some(kind)
    }

    /// Whether the piece on `square` is neither a pawn nor a king.
    fn is_piece(&self, square: Square) -> bool {
        let rules = self.position.variant().rules();
        let is_piece = |kind| !rules.pawns.contains(&kind) && !self.is_king(kind);
        self.position.board().piece_at(square).is_some_and(|piece| is_piece(piece.kind))
    }

    /// Whether a piece of the side to move on `square` has not moved and is on its home ranks.
    fn is_undeveloped(&self, square: Square) -> bool {
        self.times_moved[square.index()] == 0 && self.rank(square) < HOME_RANKS
    }

    /// The rank from the side of the player, from 0.
    fn rank(&self, square: Square) -> u8 {
        let ranks = self.position.variant().geometry().ranks();
        if self.position.turn() == Color::White { square.rank() } else { ranks - 1 - square.rank() }
    }

    /// Whether the piece on `square` is attacked by a lesser piece, or attacked and not defended.
    fn is_threatened(&self, square: Square) -> bool {
        let (position, color) = (self.position, self.position.turn());
        let value =
            |square| position.board().piece_at(square).map_or(0, |piece| self.evaluator.value(piece.kind));
        let attackers = position.attackers_to(square, !color);
        attackers.any()
            && (!position.is_attacked(square, color)
                || attackers.into_iter().any(|attacker| value(attacker) < value(square)))
    }
}

/// Squares of the pawns of the side not to move whose way to promotion the other side neither blocks nor attacks, with the
/// squares of that way, by the number of moves to promotion.
fn unstopped_pawns(position: &Position) -> [Bitboard; STOP_PAWN.len()] {
    let (own, enemy) = (position.turn(), !position.turn());
    let rules = position.variant().rules();
    let region = rules.promotion.region[enemy];
    let mut unstopped = [Bitboard::EMPTY; STOP_PAWN.len()];
    for pawn in position.board().by_kinds(&rules.pawns) & position.board().by_color(enemy) {
        let (mut square, mut way) = (pawn, Bitboard::from_square(pawn));
        for squares in &mut unstopped {
            let Some(next) = position.variant().geometry().offset(square, (0, enemy.forward())) else {
                break;
            };
            square = next;
            if position.board().piece_at(square).is_some() || position.is_attacked(square, own) {
                break;
            }
            way.insert(square);
            if region.contains(square) {
                *squares |= way;
                break;
            }
        }
    }
    unstopped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;
    use crate::notation::{coords, fen};

    /// With a rook against a pawn, a player likes to push its passed pawn and to give check more than with a rook against a rook,
    /// and likes less to go back. A move to the side is liked as much.
    #[test]
    fn habits_go_forward_when_ahead() {
        let chess = Variants::built_in().get("chess").expect("built in");
        let evaluator = Evaluator::new(&chess);
        let biases = |board: &str| {
            let position = fen::parse(&chess, &format!("{board} w - - 0 1")).expect("a legal position");
            let request = SearchRequest::new(position.clone());
            let habits = Habits::new(&evaluator, &request, 1, 0);
            ["b4b5", "d5d8", "d5d4", "d5e5"]
                .map(|mv| habits.bias(coords::parse_move(&position, mv).expect("a legal move")))
        };
        let (ahead, level) = (biases("7k/7p/8/3R4/1P6/8/8/2K5"), biases("7k/7p/8/3R4/1P6/8/6r1/2K5"));
        let [push, check, back, aside] = std::array::from_fn(|index| ahead[index] - level[index]);
        assert!(push > 0 && check > 0 && back < 0 && aside == 0, "{ahead:?} {level:?}");
    }
}
