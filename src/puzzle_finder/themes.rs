//! Themes of a puzzle, found from its moves.

use std::sync::atomic::AtomicBool;

use crate::engine::Evaluator;
use crate::engine::mate_solver::{Solver, SolverGoal};
use crate::engine::see_ge;
use crate::game::puzzle::{Puzzle, PuzzleGoal};
use crate::reason::motif;
use crate::rules::{Bitboard, Color, Move, MoveFlag, Piece, PieceKind, Position, Square};

/// Winning chances from which a position counts as won.
pub const WON: f64 = 0.70;
/// Least material that a sacrifice gives up, in centipawns.
const SACRIFICE: i32 = 150;
/// Largest number of pieces other than kings and pawns in an endgame.
const ENDGAME_PIECES: u32 = 4;
/// Least material that a threat wins, in centipawns.
const THREAT: i32 = 100;
/// Least number of checks in a row with the theme "check after check".
const SERIES: usize = 3;
/// Plies of best play after the solution in which a threat may still be carried out.
const CONTINUATION: usize = 4;

/// A move of the solution, with the positions before and after it.
struct Step {
    before: Position,
    mv: Move,
    after: Position,
    /// The reply and the position after it, or `None` after the last move.
    reply: Option<(Move, Position)>,
}

/// The solution of a puzzle, whose themes are the methods.
struct Line<'a> {
    evaluator: &'a Evaluator,
    puzzle: &'a Puzzle,
    steps: Vec<Step>,
    /// The moves of the solution and of best play after it.
    moves: Vec<Move>,
    us: Color,
}

/// The themes of `puzzle`.
///
/// `chances` are the winning chances with the first move of the solution, unless the puzzle is a mate, and
/// `continuation` is best play after the solution.
pub fn themes(
    evaluator: &Evaluator,
    puzzle: &Puzzle,
    chances: Option<f64>,
    continuation: &[Move],
) -> Vec<String> {
    let mut position = puzzle.position.clone();
    let mut steps = Vec::new();
    for pair in puzzle.solution.chunks(2) {
        let before = position.clone();
        position.make(pair[0]);
        let after = position.clone();
        let reply = pair.get(1).map(|&reply| {
            position.make(reply);
            (reply, position.clone())
        });
        steps.push(Step { before, mv: pair[0], after, reply });
    }
    let moves = puzzle.solution.iter().chain(continuation.iter().take(CONTINUATION)).copied().collect();
    let line = Line { evaluator, puzzle, steps, moves, us: puzzle.side() };
    let mut found = Vec::new();
    if let PuzzleGoal::Mate(moves) = puzzle.goal {
        found.push(format!("mate in {moves}"));
    }
    let tests: [(&str, bool); 22] = [
        ("smothered mate", line.is_smothered_mate()),
        ("back-rank mate", line.is_back_rank_mate()),
        ("double check", line.any(|step| line.checkers(&step.after).count() > 1)),
        ("discovered attack", (0..line.steps.len()).any(|index| line.is_discovered(index))),
        ("fork", !line.is_mate() && (0..line.steps.len()).any(|index| line.is_fork(index))),
        ("skewer", line.is_skewer()),
        ("pin", line.any(|step| line.uses_pin(step))),
        ("deflection", line.is_deflection()),
        ("attraction", line.is_attraction()),
        ("trapped piece", !line.is_mate() && line.is_trapped_piece()),
        ("sacrifice", line.is_sacrifice()),
        ("promotion", line.any(|step| step.mv.promotion().is_some())),
        ("advanced pawn", line.any(|step| line.is_advanced_pawn(step))),
        ("castling", line.any(|step| step.mv.flag == MoveFlag::Castle)),
        ("hanging piece", line.is_hanging_piece()),
        ("zugzwang", line.is_zugzwang()),
        ("exposed king", line.is_exposed_king()),
        ("check after check", line.is_series_of_checks()),
        ("exchange", !line.is_mate() && line.is_exchange()),
        ("quiet move", line.any(|step| line.is_quiet(step))),
        ("defensive move", chances.is_some_and(|chances| chances < WON)),
        ("endgame", line.is_endgame()),
    ];
    found.extend(tests.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name.to_owned()));
    found
}

impl Line<'_> {
    fn any(&self, test: impl Fn(&Step) -> bool) -> bool {
        self.steps.iter().any(test)
    }

    fn value_at(&self, position: &Position, square: Square) -> i32 {
        motif::value_on(self.evaluator, position, square)
    }

    fn is_pawn(&self, kind: PieceKind) -> bool {
        self.puzzle.position.variant().rules().pawns.contains(&kind)
    }

    fn is_mate(&self) -> bool {
        matches!(self.puzzle.goal, PuzzleGoal::Mate(_))
    }

    /// The pieces that give check to the side to move.
    fn checkers(&self, position: &Position) -> Bitboard {
        let turn = position.turn();
        position.royal_king(turn).map_or(Bitboard::EMPTY, |king| position.attackers_to(king, !turn))
    }

    /// The position at the end of a mate, with the square of the mated king.
    fn mated_king(&self) -> Option<(&Position, Square)> {
        let last = &self.steps.last()?.after;
        let king = last.royal_king(last.turn())?;
        (self.is_mate() && last.is_check()).then_some((last, king))
    }

    fn steps_of_king(&self, position: &Position, king: Square) -> Bitboard {
        let offsets = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
        let geometry = position.variant().geometry();
        let squares = offsets.filter(|&step| step != (0, 0)).filter_map(|step| geometry.offset(king, step));
        squares.fold(Bitboard::EMPTY, |all, square| all | Bitboard::from_square(square))
    }

    fn is_smothered_mate(&self) -> bool {
        let Some((position, king)) = self.mated_king() else { return false };
        let own = position.board().by_color(position.turn());
        let checkers = self.checkers(position);
        let leaps = checkers.into_iter().all(|square| {
            let beside = self.steps_of_king(position, king).contains(square);
            !beside && position.variant().geometry().line(square, king).is_empty()
        });
        leaps && checkers.count() == 1 && !self.steps_of_king(position, king).without(own).any()
    }

    fn is_back_rank_mate(&self) -> bool {
        let Some((position, king)) = self.mated_king() else { return false };
        let turn = position.turn();
        let ranks = position.variant().rules().ranks;
        let (home, forward) = if turn == Color::White { (0, 1) } else { (ranks - 1, -1) };
        let own = position.board().by_color(turn);
        let before = (-1..=1).filter_map(|file| position.variant().geometry().offset(king, (file, forward)));
        king.rank() == home
            && before.into_iter().all(|square| own.contains(square))
            && self.checkers(position).into_iter().all(|square| square.rank() == home)
    }

    /// Discovered attack: the move opens a line on which another piece attacks the king, or a piece that is undefended or
    /// worth more than the attacker.
    ///
    /// The attack must matter: it gives check, or the attacked piece moves or is captured. In a mate the line must give
    /// check, capture later, or cover a square that the king could flee to at the end.
    fn is_discovered(&self, index: usize) -> bool {
        let step = &self.steps[index];
        let mated = self.mated_king().filter(|_| step.reply.is_none()).map(|(_, king)| king);
        let theirs = step.after.board().by_color(!self.us);
        motif::opened_attacks(&step.before, step.mv, &step.after).any(|(square, target)| match mated {
            // A line that only guards the mating piece does not count.
            Some(king) => {
                let is_flight = target != step.mv.to
                    && self.steps_of_king(&step.after, king).without(theirs).contains(target);
                let attackers = step.after.attackers_without(target, self.us, king);
                target == king || is_flight && attackers == Bitboard::from_square(square)
            }
            None => {
                let checked = step.after.royal_king(step.after.turn()) == Some(target);
                let reply = self.moves.get(2 * index + 1).filter(|_| !self.is_mate());
                motif::targets(self.evaluator, &step.after, square).contains(target)
                    && (checked
                        || reply.is_some_and(|reply| reply.from == target)
                        || self.captures_next(index, square, Bitboard::from_square(target)))
            }
        })
    }

    /// Whether one of `targets` is captured after a step: by the next move of the piece on `from` if the target has not
    /// moved, or by any piece on the square to which the target has moved.
    fn captures_next(&self, index: usize, from: Square, mut targets: Bitboard) -> bool {
        for pair in self.moves[2 * index + 1..].chunks_exact(2) {
            if targets.contains(pair[0].from) && pair[1].to == pair[0].to {
                return true;
            }
            targets = targets.without(Bitboard::from_square(pair[0].from));
            if pair[1].from == from {
                return targets.contains(pair[1].to);
            }
        }
        false
    }

    /// Fork: a piece attacks two others, and in best play its next move captures one of them.
    fn is_fork(&self, index: usize) -> bool {
        let step = &self.steps[index];
        let square = step.mv.to;
        let king = step.before.variant().rules().king_kind();
        let is_king = step.after.board().piece_at(square).map(|piece| piece.kind) == king;
        let targets = motif::targets(self.evaluator, &step.after, square);
        // A target may capture the forking piece if that loses material and the king is another target.
        let least = self.value_at(&step.after, square) + SACRIFICE;
        let defended = step.after.is_check() && step.after.attackers_to(square, self.us).any();
        let is_safe = step.after.attackers_to(square, !self.us).into_iter().all(|attacker| {
            defended
                && targets.contains(attacker)
                && (least..motif::KING_VALUE).contains(&self.value_at(&step.after, attacker))
        });
        !is_king
            && targets.count() >= 2
            && is_safe
            && (self.captures_next(index, square, targets)
                // Without a continuation, every reply must lose one of the targets.
                || self.moves.len() <= 2 * index + 1 && self.wins_one(&step.after, square, targets))
    }

    /// Whether after every reply the piece on `from` can win one of `targets`, or any piece can win a target that has moved.
    fn wins_one(&self, position: &Position, from: Square, targets: Bitboard) -> bool {
        position.legal_moves().into_iter().all(|reply| {
            let moved = targets.contains(reply.from);
            let mut after = position.clone();
            after.make(reply);
            after.legal_moves().into_iter().any(|mv| {
                let takes = moved && mv.to == reply.to
                    || mv.from == from && mv.to != reply.to && targets.contains(mv.to);
                takes && see_ge(self.evaluator, &after, mv, THREAT)
            })
        })
    }

    /// Skewer: a piece attacked by a slider leaves the line, and in best play the slider captures the piece behind it.
    fn is_skewer(&self) -> bool {
        self.steps.iter().enumerate().any(|(index, step)| {
            let &[reply, next, ..] = &self.moves[2 * index + 1..] else { return false };
            let mut position = step.after.clone();
            position.make(reply);
            motif::is_skewer(self.evaluator, &step.after, step.mv.to, reply, next)
                && see_ge(self.evaluator, &position, next, THREAT)
        })
    }

    /// Pin: an enemy piece attacks the square of the move but may not capture there, because it is pinned to its king.
    fn uses_pin(&self, step: &Step) -> bool {
        let attackers = step.after.attackers_to(step.mv.to, !self.us);
        let king = step.after.royal_king(!self.us);
        let legal = step.after.legal_moves();
        let pinned = |square: &Square| {
            Some(*square) != king
                && !legal.iter().any(|mv| mv.from == *square && mv.to == step.mv.to)
                && motif::is_pinned(&step.after, *square)
        };
        let goes_on = step.reply.is_some() || self.is_mate();
        goes_on && attackers.into_iter().any(|square| pinned(&square))
    }

    /// Deflection: the replying piece captures and no longer defends the square of the next move.
    fn is_deflection(&self) -> bool {
        self.steps.windows(2).any(|steps| {
            let [first, second] = steps else { return false };
            let Some((reply, _)) = &first.reply else { return false };
            let is_king = Some(reply.from) == first.after.royal_king(!self.us);
            let takes = reply.to == first.mv.to;
            let defended = first.after.attacks_from(reply.from).contains(second.mv.to);
            !is_king
                && takes
                && defended
                && second.mv.to != reply.to
                && !second.before.attacks_from(reply.to).contains(second.mv.to)
        })
    }

    /// Attraction: a king captures and is checked on its new square, or another piece captures and is then captured.
    fn is_attraction(&self) -> bool {
        self.steps.windows(2).enumerate().any(|(index, steps)| {
            let [first, second] = steps else { return false };
            let Some((reply, _)) = &first.reply else { return false };
            let is_king = self.value_at(&first.after, reply.from) == motif::KING_VALUE;
            let captured = self.steps[index + 2..].iter().any(|step| step.mv.to == reply.to);
            let attacked = second.after.attacks_from(second.mv.to).contains(reply.to);
            reply.to == first.mv.to
                && second.mv.to != reply.to
                && (is_king && second.after.is_check() || attacked && captured)
        })
    }

    /// Trapped piece: a piece that is captured had no safe square to go to.
    fn is_trapped_piece(&self) -> bool {
        self.steps.windows(2).any(|steps| {
            let [first, second] = steps else { return false };
            let Some((reply, _)) = &first.reply else { return false };
            let Some(victim) = second.before.board().piece_at(second.mv.to) else { return false };
            let square = if reply.to == second.mv.to { reply.from } else { second.mv.to };
            if victim.color == self.us
                || self.is_pawn(victim.kind)
                || first.after.is_check()
                || first.after.board().piece_at(square).map(|piece| piece.kind) != Some(victim.kind)
                || (first.mv.to == reply.to && square != reply.from)
            {
                return false;
            }
            let value = self.value_at(&second.before, second.mv.to);
            first.after.legal_moves_from(square).into_iter().all(|mv| {
                let gain = self.value_at(&first.after, mv.to);
                let mut escaped = first.after.clone();
                escaped.make(mv);
                gain < value && motif::can_win(self.evaluator, &escaped, mv.to, value / 2)
            }) && self.can_win_after_pass(&first.after, square)
        })
    }

    fn can_win_after_pass(&self, position: &Position, square: Square) -> bool {
        let mut passed = position.clone();
        passed.make_null();
        motif::can_win(self.evaluator, &passed, square, THREAT)
    }

    /// Material of the solving side less that of the other side, in centipawns.
    fn balance(&self, position: &Position) -> i32 {
        let sign = |piece: Piece| if piece.color == self.us { 1 } else { -1 };
        let pieces = position.board().pieces();
        pieces.map(|(_, piece)| self.evaluator.value(piece.kind) * sign(piece)).sum()
    }

    fn is_sacrifice(&self) -> bool {
        let start = self.balance(&self.puzzle.position);
        // The first step is skipped, because material that is captured back at once is not given up.
        self.steps.iter().skip(1).any(|step| self.balance(&step.after) <= start - SACRIFICE)
    }

    fn is_advanced_pawn(&self, step: &Step) -> bool {
        let rules = step.before.variant().rules();
        let Some(piece) = step.before.board().piece_at(step.mv.from) else { return false };
        let region = rules.promotion.region[self.us];
        let forward = if self.us == Color::White { 1 } else { -1 };
        self.is_pawn(piece.kind)
            && step.mv.promotion().is_none()
            && step.mv.to.offset(0, forward).is_some_and(|square| region.contains(square))
    }

    fn is_hanging_piece(&self) -> bool {
        let Some(step) = self.steps.first() else { return false };
        let Some(victim) = step.before.board().piece_at(step.mv.to) else { return false };
        victim.color != self.us
            && !self.is_pawn(victim.kind)
            && !self.is_mate()
            && !step.before.attackers_to(step.mv.to, !self.us).any()
    }

    /// Zugzwang: after a quiet move there would be no mate if the other side could pass.
    fn is_zugzwang(&self) -> bool {
        let PuzzleGoal::Mate(moves) = self.puzzle.goal else { return false };
        let stop = AtomicBool::new(false);
        self.steps.iter().enumerate().any(|(index, step)| {
            let left = usize::from(moves) - 1 - index;
            if left == 0 || left > 2 || step.after.is_check() {
                return false;
            }
            let mut passed = step.after.clone();
            passed.make_null();
            Solver::new(SolverGoal::Mate, 200_000, &stop).shortest(&passed, left as u8) == Ok(None)
        })
    }

    /// Exposed king: the mated king is beyond its first two ranks and has no piece of its side beside it.
    fn is_exposed_king(&self) -> bool {
        let Some((position, king)) = self.mated_king() else { return false };
        let ranks = position.variant().rules().ranks;
        let rank = if position.turn() == Color::White { king.rank() } else { ranks - 1 - king.rank() };
        let own = position.board().by_color(position.turn());
        rank >= 2 && !(self.steps_of_king(position, king) & own).any()
    }

    /// All moves of the solution and of its continuation give check.
    fn is_series_of_checks(&self) -> bool {
        let mut position = self.puzzle.position.clone();
        let mut checks = 0;
        for (ply, &mv) in self.moves.iter().enumerate() {
            position.make(mv);
            if ply % 2 == 0 {
                if !position.is_check() {
                    return false;
                }
                checks += 1;
            }
        }
        checks >= SERIES
    }

    /// Exchange: the piece that moved first is captured, and so is the piece that captured it.
    fn is_exchange(&self) -> bool {
        let [first, reply, second, ..] = self.moves[..] else { return false };
        self.steps.len() > 1 && first.to == reply.to && second.to == reply.to
    }

    fn is_quiet(&self, step: &Step) -> bool {
        !step.before.is_capture(step.mv)
            && step.mv.promotion().is_none()
            && !step.after.is_check()
            && !step.before.is_check()
    }

    fn is_endgame(&self) -> bool {
        let position = &self.puzzle.position;
        let kings = position.variant().rules().king_kind();
        let is_piece = |kind| Some(kind) != kings && !self.is_pawn(kind);
        position.board().pieces().filter(|(_, piece)| is_piece(piece.kind)).count() as u32 <= ENDGAME_PIECES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::puzzles::PUZZLE_SETS;
    use crate::game::puzzle::file;
    use crate::notation::coords;
    use crate::notation::variants_ini::Variants;

    /// Composed puzzles have the motif that they were composed for, and one of them has no promotion or castling.
    #[test]
    fn themes_are_found_in_known_puzzles() {
        let puzzles = PUZZLE_SETS[0].load();
        let found = |title: &str| {
            let puzzle = puzzles.iter().find(|puzzle| puzzle.title == title).expect("a composed puzzle");
            themes(&Evaluator::new(puzzle.position.variant()), puzzle, None, &[])
        };
        for (title, theme) in [
            ("No room to breathe", "smothered mate"),
            ("The king takes a walk", "castling"),
            ("A crown at half way", "promotion"),
            ("Out in the open", "exposed king"),
            ("The king opens the door", "double check"),
            ("Camel at the crossroads", "quiet move"),
        ] {
            assert!(found(title).iter().any(|name| name == theme), "{title}: {:?}", found(title));
        }
        let none = found("Out in the open");
        assert!(!none.iter().any(|name| name == "promotion" || name == "castling"), "{none:?}");
    }

    /// Opened lines that give check or cover a flight square count, and those that guard the mating piece or attack a
    /// knight do not.
    #[test]
    fn discovered_attack_needs_a_line_that_takes_part_in_the_mate() {
        let chess = Variants::built_in().get("chess").expect("a built-in variant");
        for (fen, mv, discovered) in [
            ("7k/7p/5K2/8/8/8/7Q/7R", "h2h7", false),
            ("6rk/6p1/8/7N/8/8/8/K6R", "h5f6", true),
            ("7k/7p/8/6N1/8/8/8/K5R1", "g5f7", true),
            ("7k/n5pp/8/8/3R4/8/5B2/K7", "d4d8", false),
        ] {
            let text = format!("[1]\nfen = {fen} w - - 0 1\ngoal = mate 1\nsolution = {mv}\n");
            let puzzle = &file::parse(&chess, &text).expect("a puzzle")[0];
            let found = themes(&Evaluator::new(&chess), puzzle, None, &[]);
            assert_eq!(found.iter().any(|name| name == "discovered attack"), discovered, "{mv}: {found:?}");
        }
    }

    /// A knight that attacks king and rook forks them if best play goes on with the capture, and not if it goes on with
    /// another move. A rook that attacks a king with a queen behind it is a skewer under the same condition.
    #[test]
    fn fork_and_skewer_need_the_capture_in_best_play() {
        let chess = Variants::built_in().get("chess").expect("a built-in variant");
        for (fen, solution, continuation, theme, is_there) in [
            ("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", "e8d7 c7a8", "fork", true),
            ("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", "e8d7 e1d2", "fork", false),
            ("q3k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h8", "e8d7 h8a8", "skewer", true),
            ("q3k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h8", "e8d7 h8h7", "skewer", false),
        ] {
            let text = format!("[1]\nfen = {fen}\ngoal = best 1\nsolution = {solution}\n");
            let puzzle = &file::parse(&chess, &text).expect("a puzzle")[0];
            let mut end = puzzle.position.clone();
            end.make(puzzle.solution[0]);
            let mut continue_with = |text| {
                let mv = coords::parse_move(&end, text).expect("a legal move");
                end.make(mv);
                mv
            };
            let continuation: Vec<_> = continuation.split(' ').map(&mut continue_with).collect();
            let found = themes(&Evaluator::new(&chess), puzzle, None, &continuation);
            assert_eq!(found.iter().any(|name| name == theme), is_there, "{continuation:?}: {found:?}");
        }
    }

    /// Each of four puzzles has one of the themes: a knight forks king and rook, a rook wins the queen behind the king,
    /// rooks are exchanged, and a rook is given up to check the king on the square of the capture.
    #[test]
    fn fork_skewer_exchange_and_attraction_are_distinguished() {
        let [chess, xxl] =
            ["chess", "xxl"].map(|name| Variants::built_in().get(name).expect("a built-in variant"));
        let skewer = "6R2c4/4p3p5/14/3c2kC6/14/14/5p5n2/7q6/14/14/5C3N4/2N11/1P2PPP1P5/8K5 b - - 3 29\nlast_move = g11h11";
        for (variant, fen, solution, themes) in [
            (&chess, "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7 e8d7 c7a8", "fork"),
            (&xxl, skewer, "g14h14 h11g12 h14h7", "skewer"),
            (&chess, "r2q3k/8/8/8/8/8/3R4/3RK3 w - - 0 1", "d2d8 a8d8 d1d8", "exchange"),
            (&chess, "6k1/6pp/8/8/8/8/8/3QK2R w - - 0 1", "h1h7 g8h7 d1h5", "attraction"),
        ] {
            let moves = solution.split(' ').count().div_ceil(2);
            let text = format!("[1]\nfen = {fen}\ngoal = best {moves}\nsolution = {solution}\n");
            let puzzle = &file::parse(variant, &text).expect("a puzzle")[0];
            let mut found = super::themes(&Evaluator::new(variant), puzzle, None, &[]);
            found.retain(|name| name != "endgame" && name != "sacrifice");
            assert_eq!(found.join(", "), themes, "{solution}");
        }
    }
}
