//! What a move was worth: how much of the chance to win it gave away, in a sign and in words.

use super::Evaluation;
use crate::rules::{Color, Move};

/// From how much of the chance to win, lost by one move, it is called so.
const STEPS: [(f64, Judgement); 3] =
    [(0.15, Judgement::Blunder), (0.10, Judgement::Mistake), (0.05, Judgement::Inaccuracy)];

/// What a move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// Nothing to say against it.
    Good,
    /// It gave a little away.
    Inaccuracy,
    /// It gave much away.
    Mistake,
    /// It gave the game another turn.
    Blunder,
}

impl Judgement {
    /// The judgement on a move that lost so much of the chance to win, from 0 to 1.
    #[must_use]
    pub fn of(loss: f64) -> Self {
        STEPS.iter().find(|(least, _)| loss >= *least).map_or(Self::Good, |&(_, judgement)| judgement)
    }

    /// The sign set behind the move.
    #[must_use]
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "Good",
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }
}

/// What a move was worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedMove {
    /// The number of the position it led to, which is the number of the move counted from 1.
    pub ply: usize,
    /// Who made it.
    pub color: Color,
    /// What it is called.
    pub judgement: Judgement,
    /// How much of the chance to win it gave away, from 0 to 1.
    pub loss: f64,
    /// The evaluation before it.
    pub before: Evaluation,
    /// The evaluation after it.
    pub after: Evaluation,
    /// The move that was better; `None` if it was the best itself.
    pub better: Option<Move>,
}

impl JudgedMove {
    /// The judgement on move number `ply`, made by `color`, which changed the evaluation from one to the other
    /// although a `better` one was known; the best move loses nothing, whatever two searches say.
    #[must_use]
    pub fn new(ply: usize, color: Color, change: (Evaluation, Evaluation), better: Option<Move>) -> Self {
        let (before, after) = change;
        let fall = before.winning_chances(color) - after.winning_chances(color);
        let loss = if better.is_some() { fall.max(0.0) } else { 0.0 };
        Self { ply, color, judgement: Judgement::of(loss), loss, before, after, better }
    }

    /// What came of it, in words, if there is something to say against it: `loses 4.20`, `allows mate in 3`.
    #[must_use]
    pub fn consequence(&self) -> Option<String> {
        if self.judgement == Judgement::Good {
            return None;
        }
        Some(match (self.before, self.after) {
            (_, Evaluation::Mate { moves: 0, .. }) => "loses at once".to_owned(),
            (_, mate @ Evaluation::Mate { .. }) => format!("allows {mate}"),
            (mate @ Evaluation::Mate { .. }, _) => format!("misses {mate}"),
            (Evaluation::Centipawns(before), Evaluation::Centipawns(after)) => {
                let lost = before.abs_diff(after);
                format!("loses {}.{:02}", lost / 100, lost % 100)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;

    fn judged(color: Color, before: Evaluation, after: Evaluation) -> (Judgement, String) {
        let better = Some(Move::normal(Square::new(0, 0), Square::new(0, 1)));
        let judgement = JudgedMove::new(1, color, (before, after), better);
        (judgement.judgement, judgement.consequence().unwrap_or_default())
    }

    /// Both sides; a large loss in a won game counts little.
    #[test]
    fn moves_are_judged_by_the_winning_chances_they_lose() {
        let pawns = Evaluation::Centipawns;
        let told = |judgement, words: &str| (judgement, words.to_owned());
        let (white, black) = (Color::White, Color::Black);
        assert_eq!(judged(white, pawns(20), pawns(10)), told(Judgement::Good, ""));
        assert_eq!(judged(white, pawns(20), pawns(-50)), told(Judgement::Inaccuracy, "loses 0.70"));
        assert_eq!(judged(white, pawns(20), pawns(-100)), told(Judgement::Mistake, "loses 1.20"));
        assert_eq!(judged(white, pawns(20), pawns(-400)), told(Judgement::Blunder, "loses 4.20"));
        assert_eq!(judged(black, pawns(20), pawns(-400)), told(Judgement::Good, ""));
        assert_eq!(judged(black, pawns(-20), pawns(400)), told(Judgement::Blunder, "loses 4.20"));
        assert_eq!(judged(white, pawns(2400), pawns(1500)), told(Judgement::Good, ""));
        let mate = |winner, moves| Evaluation::Mate { winner, moves };
        assert_eq!(judged(white, pawns(0), mate(black, 3)), told(Judgement::Blunder, "allows mate in 3"));
        assert_eq!(judged(white, pawns(0), mate(black, 0)), told(Judgement::Blunder, "loses at once"));
        assert_eq!(judged(white, mate(white, 3), pawns(0)), told(Judgement::Blunder, "misses mate in 3"));
        assert_eq!(judged(white, mate(white, 3), pawns(1500)), told(Judgement::Good, ""));
    }

    /// The position after it looks worse.
    #[test]
    fn the_engines_move_is_never_called_a_mistake() {
        let change = (Evaluation::Centipawns(300), Evaluation::Centipawns(-300));
        let judgement = JudgedMove::new(1, Color::White, change, None);
        assert_eq!((judgement.judgement, judgement.loss), (Judgement::Good, 0.0));
    }
}
