//! Adjudication: games that are ended before the rules end them.

use crate::engine::Score;
use crate::rules::{ByColor, Color, Position};

/// When games are ended early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjudication {
    /// When an engine resigns.
    pub resign: Option<ResignRule>,
    /// When a game is drawn by the scores.
    pub draw: Option<DrawRule>,
    /// Number of moves of each side after which a game is drawn. Not every variant ends by its rules.
    pub longest: u32,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self { resign: None, draw: None, longest: 1_000 }
    }
}

/// An engine loses if it reports a bad score in several moves in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResignRule {
    /// Number of moves of the engine.
    pub moves: u32,
    /// Hundredths of a pawn against it, at least.
    pub score: i32,
    /// Whether the opponent must have reported such an advantage in as many moves.
    pub is_two_sided: bool,
}

/// A game is drawn if both engines report small scores in several moves in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawRule {
    /// Number of the first move after which the game may be drawn.
    pub from_move: u16,
    /// Number of moves of each side without a capture or a move of a pawn.
    pub moves: u32,
    /// Hundredths of a pawn for either side, at most.
    pub score: i32,
}

/// Why a game was adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The scores are good for this side.
    Won(Color),
    /// The scores are even.
    Drawn,
    /// The game has as many moves as a game may have.
    TooLong,
}

/// Follows a game and decides when to end it.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Number of moves in a row in which each side reported that it is far behind.
    behind: ByColor<u32>,
    /// Number of moves in a row in which each side reported that it is far ahead.
    ahead: ByColor<u32>,
    /// Number of plies in a row with even scores.
    even: u32,
    /// Number of plies so far.
    plies: u32,
}

impl Adjudicator {
    /// Creates an adjudicator for a new game.
    pub fn new(rules: Adjudication) -> Self {
        let none = ByColor { white: 0, black: 0 };
        Self { rules, behind: none, ahead: none, even: 0, plies: 0 }
    }

    /// Adds a move with the score that the engine reported from its own view. `after` is the position after the move.
    /// A move without a score interrupts every row of moves.
    pub fn add(&mut self, after: &Position, score: Option<Score>) -> Option<Verdict> {
        let mover = !after.turn();
        let score = score.map(|score| match score {
            Score::Centipawns(value) => value,
            // If the number is 0, the side to move is mated.
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => -i32::MAX,
        });
        let count = |row: u32, is_continued: bool| if is_continued { row + 1 } else { 0 };
        self.plies += 1;
        if let Some(rule) = self.rules.resign {
            self.behind[mover] = count(self.behind[mover], score.is_some_and(|score| score <= -rule.score));
            self.ahead[mover] = count(self.ahead[mover], score.is_some_and(|score| score >= rule.score));
            let loses = |color: Color| {
                let agrees = !rule.is_two_sided || self.ahead[!color] >= rule.moves;
                agrees && self.behind[color] >= rule.moves
            };
            if let Some(loser) = Color::ALL.into_iter().find(|&color| loses(color)) {
                return Some(Verdict::Won(!loser));
            }
        }
        if let Some(rule) = self.rules.draw {
            if after.halfmove_clock() == 0 {
                self.even = 0;
            }
            self.even = count(self.even, score.is_some_and(|score| score.abs() <= rule.score));
            if after.fullmove_number() >= rule.from_move && self.even >= rule.moves.saturating_mul(2) {
                return Some(Verdict::Drawn);
            }
        }
        (self.plies >= self.rules.longest.saturating_mul(2)).then_some(Verdict::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::notation::variants_ini::Variants;

    /// A position after a move, with this side to move and these two last fields of the FEN.
    fn after(turn: &str, clock: u32, number: u32) -> Position {
        let chess = Variants::built_in().get("chess").expect("built in");
        fen::parse(&chess, &format!("4k3/8/8/8/8/8/8/4K2R {turn} - - {clock} {number}")).expect("legal")
    }

    /// The verdict of each ply of a game in which White moves first, without captures, at move 40.
    fn verdicts(rules: Adjudication, scores: &[Option<Score>]) -> Vec<Option<Verdict>> {
        let mut adjudicator = Adjudicator::new(rules);
        let positions = [after("b", 9, 40), after("w", 10, 40)];
        let add = |(ply, score): (usize, &Option<Score>)| adjudicator.add(&positions[ply % 2], *score);
        scores.iter().enumerate().map(add).collect()
    }

    const fn cp(value: i32) -> Option<Score> {
        Some(Score::Centipawns(value))
    }

    const RESIGN: ResignRule = ResignRule { moves: 2, score: 500, is_two_sided: false };

    /// Black reports −5 in two of its moves in a row and loses. A better score or none between them is no row.
    #[test]
    fn an_engine_resigns_after_a_row_of_bad_scores() {
        let rules = Adjudication { resign: Some(RESIGN), ..Adjudication::default() };
        let lost = Some(Verdict::Won(Color::White));
        assert_eq!(verdicts(rules, &[cp(0), cp(-500), cp(0), cp(-600)]), [None, None, None, lost]);
        let mated = Some(Score::Mate(-3));
        assert_eq!(verdicts(rules, &[cp(0), mated, cp(0), mated]), [None, None, None, lost]);
        for between in [cp(-499), None, Some(Score::Mate(3))] {
            let scores = [cp(0), cp(-500), cp(0), between, cp(0), cp(-500)];
            assert_eq!(verdicts(rules, &scores), [None; 6]);
        }
    }

    /// With two sides Black loses only when White has reported +5 in two of its moves, too.
    #[test]
    fn both_engines_must_agree_if_the_rule_says_so() {
        let rule = ResignRule { is_two_sided: true, ..RESIGN };
        let rules = Adjudication { resign: Some(rule), ..Adjudication::default() };
        assert_eq!(verdicts(rules, &[cp(499), cp(-900), cp(500), cp(-900)]), [None; 4]);
        let all = verdicts(rules, &[cp(499), cp(-900), cp(500), cp(-900), cp(500)]);
        assert_eq!(all, [None, None, None, None, Some(Verdict::Won(Color::White))]);
        // Both report that they are ahead.
        assert_eq!(verdicts(rules, &[cp(900), cp(900), cp(900), cp(900), cp(900)]), [None; 5]);
    }

    /// Four plies of even scores are a draw, but not before the move from which draws count, and not across a capture.
    #[test]
    fn a_game_is_drawn_after_a_row_of_even_scores() {
        let rule = DrawRule { from_move: 40, moves: 2, score: 10 };
        let rules = Adjudication { draw: Some(rule), ..Adjudication::default() };
        let drawn = Some(Verdict::Drawn);
        assert_eq!(verdicts(rules, &[cp(10), cp(-10), cp(0), cp(1)]), [None, None, None, drawn]);
        assert_eq!(verdicts(rules, &[cp(10), cp(-11), cp(0), cp(1)]), [None; 4]);
        assert_eq!(verdicts(rules, &[cp(10), None, cp(0), cp(1)]), [None; 4]);
        let late = Adjudication { draw: Some(DrawRule { from_move: 41, ..rule }), ..rules };
        assert_eq!(verdicts(late, &[cp(0); 6]), [None; 6]);
        let mut adjudicator = Adjudicator::new(rules);
        let plies =
            [after("b", 9, 40), after("w", 0, 41), after("b", 1, 41), after("w", 2, 42), after("b", 3, 42)];
        let all: Vec<_> = plies.iter().map(|position| adjudicator.add(position, cp(0))).collect();
        assert_eq!(all, [None, None, None, None, drawn]);
    }

    /// A game of two moves of each side is too long if no more are allowed.
    #[test]
    fn a_long_game_is_drawn() {
        let rules = Adjudication { longest: 2, ..Adjudication::default() };
        assert_eq!(verdicts(rules, &[None; 4]), [None, None, None, Some(Verdict::TooLong)]);
    }
}
