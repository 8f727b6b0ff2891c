//! The search itself: some move of the one side against every move of the other.

use super::{Aborted, Goal, Solver, TABLE};
use crate::engine::piece_value;
use crate::rules::{Bitboard, Color, Move, MoveFlag, Piece, Position, Square};

impl Solver<'_> {
    /// Whether the aim is kept after `mv`, with at most `moves` moves for its side, that one included.
    pub(super) fn moved(&mut self, position: &mut Position, mv: Move, moves: u8) -> Result<bool, Aborted> {
        if moves == 0 {
            return Ok(false);
        }
        self.count()?;
        let mover = position.turn();
        let undo = position.make(mv);
        let kept = match self.aim {
            Goal::Survive => self.mates(position, moves).map(|mate| mate.is_none()),
            Goal::Mate => self.is_forced(position, moves - 1),
            Goal::WinPiece { kind, balance: over } => match undo.captured {
                Some((_, piece)) if piece.kind == kind && stays_ahead(position, mover, over) => Ok(true),
                _ => self.is_forced(position, moves - 1),
            },
        };
        position.unmake(mv, &undo);
        kept
    }

    /// A move that reaches the aim in at most `moves` moves.
    pub(super) fn attack(&mut self, position: &mut Position, moves: u8) -> Result<Option<Move>, Aborted> {
        let known = (position.key(), moves);
        if let Some(&mv) = self.known.get(&known) {
            return Ok(mv);
        }
        // The shorter way first: it is cheap beside the longer one, and nothing longer is needed then.
        let shorter = if moves > 1 { self.attack(position, moves - 1)? } else { None };
        let found = match shorter {
            Some(mv) => Some(mv),
            None => self.first_that_keeps(position, moves)?,
        };
        if self.known.len() >= TABLE {
            self.known.clear();
        }
        self.known.insert(known, found);
        Ok(found)
    }

    fn first_that_keeps(&mut self, position: &mut Position, moves: u8) -> Result<Option<Move>, Aborted> {
        for mv in self.attempts(position, moves) {
            if self.moved(position, mv, moves)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The moves that can reach the aim, those that leave the least choice first.
    fn attempts(&self, position: &Position, moves: u8) -> Vec<Move> {
        let mut all = position.legal_moves();
        if self.aim == Goal::Survive {
            return all;
        }
        let checks = Checks::of(position);
        let captures = |mv: &Move| match self.aim {
            Goal::WinPiece { kind, .. } => position.board().by_kind(kind).has(mv.to),
            _ => false,
        };
        if moves == 1 {
            all.retain(|mv| checks.may_check(*mv) || captures(mv));
        } else {
            let taken = position.board().by_color(!position.turn());
            all.sort_by_key(|mv| (!captures(mv), !checks.may_check(*mv), !taken.has(mv.to)));
        }
        all
    }

    /// Whether the side to move is mated, or every move of it leaves the other a way to the aim in `moves` moves.
    fn is_forced(&mut self, position: &mut Position, moves: u8) -> Result<bool, Aborted> {
        if moves == 0 {
            return Ok(position.is_check() && !position.has_legal_move());
        }
        let mut replies = position.legal_moves();
        if replies.is_empty() {
            return Ok(position.is_check());
        }
        let before = self.refutations[usize::from(moves)];
        let taken = position.board().by_color(!position.turn());
        replies.sort_by_key(|mv| (Some(*mv) != before, !taken.has(mv.to)));
        for reply in replies {
            self.count()?;
            let undo = position.make(reply);
            let answer = self.attack(position, moves);
            position.unmake(reply, &undo);
            if answer?.is_none() {
                self.refutations[usize::from(moves)] = Some(reply);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A move with which the side to move, whatever the aim, begins a mate in at most `moves` moves.
    pub(super) fn mates(&mut self, position: &mut Position, moves: u8) -> Result<Option<Move>, Aborted> {
        let aim = std::mem::replace(&mut self.aim, Goal::Mate);
        let mate = self.attack(position, moves);
        self.aim = aim;
        mate
    }
}

/// What `color`'s pieces are worth more than the other side's, in the unit of `values`, one for each kind.
pub(super) fn balance(position: &Position, color: Color, values: &[i32]) -> i32 {
    let worth = |(_, piece): (Square, Piece)| {
        let value = values[piece.kind.index()];
        if piece.color == color { value } else { -value }
    };
    position.board().pieces().map(worth).sum()
}

/// Whether `color`, which has just moved, is ahead of `over` after every answer, and not mated by one.
fn stays_ahead(position: &mut Position, color: Color, over: i32) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.is_check();
    }
    let values = piece_value::values(position.variant());
    replies.into_iter().all(|reply| {
        let undo = position.make(reply);
        let ahead = balance(position, color, &values) > over && position.has_legal_move();
        position.unmake(reply, &undo);
        ahead
    })
}

/// From where a move may give check: asked before a move is made, and never wrong when it says no.
pub(super) struct Checks<'p> {
    position: &'p Position,
    /// By kind: the squares from which it attacks the king; `None`: every move may give check.
    from: Option<Vec<Bitboard>>,
    /// Own pieces that stand alone between the king and another own piece, which may be a slider.
    shields: Bitboard,
}

impl<'p> Checks<'p> {
    pub(super) fn of(position: &'p Position) -> Self {
        let (us, variant, board) = (position.turn(), position.variant(), position.board());
        let king = position.royal_king(!us).filter(|_| !variant.has_complex_attacks());
        let from =
            king.map(|king| variant.kinds().map(|kind| position.attacking_squares(king, us, kind)).collect());
        let own = board.by_color(us);
        let mut shields = Bitboard::EMPTY;
        for (king, piece) in king.into_iter().flat_map(|king| own.into_iter().map(move |piece| (king, piece)))
        {
            let between = variant.geometry().between(king, piece) & board.occupied();
            if between.count() == 1 {
                shields |= between & own;
            }
        }
        Self { position, from, shields }
    }

    pub(super) fn may_check(&self, mv: Move) -> bool {
        let (Some(from), MoveFlag::Normal) = (&self.from, mv.flag) else { return true };
        let piece = self.position.board().piece_at(mv.from);
        self.shields.has(mv.from) || piece.is_none_or(|piece| from[piece.kind.index()].has(mv.to))
    }
}
