//! Proof that a side wins material: an exhaustive search that counts material alone, with a quiescence search at its
//! leaves.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::rules::{Color, Move, Piece, Position};

/// Greatest depth of the quiescence search in plies. What is not decided by then is not proved.
const MAX_QUIESCENCE: i32 = 8;
/// Value of an end of the game, more than all material, in thousandths of a pawn.
pub const END: i32 = 10_000_000;

/// Material of `color` minus that of the other side. `values` are those of the kinds.
pub fn balance(position: &Position, color: Color, values: &[i32]) -> i32 {
    let signed = |piece: Piece| if piece.color == color { 1 } else { -1 } * values[piece.kind.index()];
    position.board().pieces().map(|(_, piece)| signed(piece)).sum()
}

/// The position after a line.
pub fn after(position: &Position, line: &[Move]) -> Position {
    let mut end = position.clone();
    line.iter().for_each(|&mv| _ = end.make(mv));
    end
}

/// Material that the side to move gains by `mv`: the captured piece and the difference made by a promotion.
pub fn gain(position: &Position, mv: Move, values: &[i32]) -> i32 {
    let value_at = |square| position.board().piece_at(square).map_or(0, |piece| values[piece.kind.index()]);
    let captured = match mv {
        _ if !position.is_capture(mv) => 0,
        _ if position.board().piece_at(mv.to).is_some() => value_at(mv.to),
        _ => value_at(position.en_passant_victim(mv.to)),
    };
    captured + mv.promotion().map_or(0, |kind| values[kind.index()] - value_at(mv.from))
}

/// A search of all moves that counts material. What is not decided within its limits counts against the attacker.
pub struct Proof<'a> {
    pub values: &'a [i32],
    pub attacker: Color,
    /// Positions that may still be visited.
    pub nodes: u64,
    pub stop: &'a AtomicBool,
    /// Killer moves: the last move that decided a node, for each depth.
    pub killers: [Option<Move>; 16],
}

impl Proof<'_> {
    /// Balance of the attacker after best play of both sides for `depth` plies and all captures and promotions after them,
    /// with the line of that play. Of equal moves, that of `hint` is played. Balances of at most `least` are not
    /// distinguished. `None` if there are not enough nodes.
    pub fn play(
        &mut self,
        position: &Position,
        hint: &[Move],
        least: i32,
        depth: i32,
    ) -> Option<(i32, Vec<Move>)> {
        let balance = balance(position, position.turn(), self.values);
        let (sign, bounds) = match position.turn() == self.attacker {
            true => (1, (least, END)),
            false => (-1, (-END, -least)),
        };
        let mut line = Vec::new();
        let value = self.search(&mut position.clone(), hint, balance, bounds, depth, &mut line)?;
        Some((value * sign, line))
    }

    /// Number of captures on the square of the first move of a line, as long as each side gains by going on.
    pub fn exchange(&self, position: &Position, line: &[Move]) -> usize {
        let mut at = position.clone();
        let captures = line.iter().take_while(|&&mv| mv.to == line[0].to && at.make(mv).captured.is_some());
        let balance_at =
            |index: usize| balance(&after(position, &line[..=index]), self.attacker, self.values);
        let balances: Vec<_> = (0..captures.count()).map(balance_at).collect();
        let last = (0..balances.len()).rev().reduce(|last, index| {
            let change = balances[last] - balances[index];
            if if index % 2 == 1 { change > 0 } else { change < 0 } { last } else { index }
        });
        last.map_or(0, |last| last + 1)
    }

    /// Whether no capture or promotion changes the balance after this number of moves of a line, and the next move of the line
    /// does not capture on the same square.
    pub fn is_quiet(&mut self, position: &Position, line: &[Move], length: usize) -> bool {
        let end = after(position, &line[..length]);
        let balance = balance(&end, self.attacker, self.values);
        let recaptures = line.get(length).is_some_and(|mv| mv.to == line[length - 1].to);
        !recaptures && self.play(&end, &[], -END, 0).is_some_and(|(value, _)| value == balance)
    }

    /// Negamax search with alpha-beta bounds: the value for the side to move, whose balance is `balance`.
    fn search(
        &mut self,
        position: &mut Position,
        hint: &[Move],
        balance: i32,
        (mut alpha, beta): (i32, i32),
        depth: i32,
        line: &mut Vec<Move>,
    ) -> Option<i32> {
        self.nodes = self.nodes.checked_sub(1).filter(|_| !self.stop.load(Ordering::Relaxed))?;
        let value_of_end = |has_won: bool| {
            if has_won == (position.turn() == self.attacker) { END } else { -END }
        };
        if let Some((_, winner)) = position.reached_goal() {
            return Some(value_of_end(winner == Some(self.attacker)));
        }
        let is_quiescence = depth <= 0 && !position.is_check();
        if is_quiescence && balance >= beta {
            return Some(balance);
        }
        if depth < -MAX_QUIESCENCE {
            return Some(value_of_end(false));
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            let winner = position.outcome(1).and_then(|outcome| outcome.winner());
            return Some(value_of_end(winner == Some(self.attacker)));
        }
        let mut best = -END;
        if is_quiescence {
            moves.retain(|&mv| gain(position, mv, self.values) > 0);
            best = balance;
            alpha = alpha.max(balance);
        }
        let killer = (depth + MAX_QUIESCENCE) as usize;
        let order = |mv: &Move| {
            let is_first = hint.first() == Some(mv);
            (!is_first, self.killers[killer] != Some(*mv), -gain(position, *mv, self.values))
        };
        moves.sort_by_cached_key(order);
        for mv in moves {
            let balance = balance + gain(position, mv, self.values);
            let undo = position.make(mv);
            // The other side need not capture either.
            if is_quiescence && balance <= alpha && !position.is_check() {
                position.unmake(mv, &undo);
                continue;
            }
            let rest = if hint.first() == Some(&mv) { &hint[1..] } else { &[] };
            let mut replies = Vec::new();
            let value =
                self.search(position, rest, -balance, (-beta, -alpha), depth - 1, &mut replies).map(|v| -v);
            position.unmake(mv, &undo);
            let value = value?;
            best = best.max(value);
            if value > alpha {
                alpha = value;
                line.clear();
                line.push(mv);
                line.append(&mut replies);
            }
            if alpha >= beta {
                self.killers[killer] = Some(mv);
                break;
            }
        }
        Some(best)
    }
}
