//! Judgement of a move by the winning chances that it lost: inaccuracy, mistake or blunder.

use super::Evaluation;
use crate::notation::game_tree::NodeId;
use crate::rules::{Color, Move};

/// Minimum loss of winning chances for each judgement.
const THRESHOLDS: [(f64, Judgment); 3] =
    [(0.15, Judgment::Blunder), (0.10, Judgment::Mistake), (0.05, Judgment::Inaccuracy)];

/// Accuracy in percent of moves with these losses of winning chances, each from 0 to 1. `None` if there are no moves.
///
/// The accuracy of a single move falls exponentially with its loss, by the formula of lichess. The accuracy of all
/// moves is half the sum of their mean and their harmonic mean. A blunder counts for more in the harmonic mean.
pub fn accuracy(losses: &[f64]) -> Option<f64> {
    let moves = losses.iter().map(|loss| (103.166_8 * (-4.354 * loss).exp() - 2.166_9).clamp(1.0, 100.0));
    let (sum, inverses) =
        moves.fold((0.0, 0.0), |(sum, inverses), accuracy| (sum + accuracy, inverses + 1.0 / accuracy));
    let count = losses.len() as f64;
    (count > 0.0).then(|| (sum / count + count / inverses) / 2.0)
}

/// Judgement of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgment {
    /// The move lost little or nothing.
    Good,
    /// The move lost a few winning chances.
    Inaccuracy,
    /// The move lost many winning chances.
    Mistake,
    /// The move may have lost the game.
    Blunder,
}

impl Judgment {
    /// The judgement of a move with this loss of winning chances, from 0 to 1.
    pub fn of(loss: f64) -> Self {
        THRESHOLDS.iter().find(|(least, _)| loss >= *least).map_or(Self::Good, |&(_, judgment)| judgment)
    }

    /// The sign that is written after the move.
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The judgement whose sign is `glyph`. All other signs are those of good moves.
    pub fn by_glyph(glyph: &str) -> Self {
        let mut bad = THRESHOLDS.iter().map(|&(_, judgment)| judgment);
        bad.find(|judgment| judgment.glyph() == glyph).unwrap_or(Self::Good)
    }

    /// Name of the judgement.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "Good",
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }
}

/// A move with its judgement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedMove {
    /// The node after the move.
    pub id: NodeId,
    /// The side that made the move.
    pub color: Color,
    /// Judgement of the move.
    pub judgment: Judgment,
    /// The winning chances that the move lost, from 0 to 1.
    pub loss: f64,
    /// The evaluation before the move.
    pub before: Evaluation,
    /// The evaluation after the move.
    pub after: Evaluation,
    /// The best move, if it is known and was another move.
    pub better: Option<Move>,
}

impl JudgedMove {
    /// Judges the move `mv` of `color` that leads to `id`. `change` has the evaluations before and after the move. The
    /// `best` move has lost nothing, even if the evaluations differ. `scale` is the number of centipawns with which
    /// winning chances are 73 %.
    pub fn new(
        id: NodeId,
        mv: Move,
        color: Color,
        change: (Evaluation, Evaluation),
        best: Option<Move>,
        scale: f64,
    ) -> Self {
        let (before, after) = change;
        let fall = before.winning_chances(color, scale) - after.winning_chances(color, scale);
        let loss = if best == Some(mv) { 0.0 } else { fall.max(0.0) };
        let better = best.filter(|&best| best != mv);
        Self { id, color, judgment: Judgment::of(loss), loss, before, after, better }
    }

    /// The effect of the move in words: `from +0.20 to −4.00`, `allows mate in 3`. `None` if the move was good, or
    /// lost nothing and was called bad by an annotator.
    pub fn consequence(&self) -> Option<String> {
        if self.judgment.min(Judgment::of(self.loss)) == Judgment::Good {
            return None;
        }
        Some(match (self.before, self.after) {
            (_, Evaluation::Mate { moves: 0, .. }) => "loses at once".to_owned(),
            (_, mate @ Evaluation::Mate { .. }) => format!("allows {mate}"),
            (mate @ Evaluation::Mate { .. }, _) => format!("misses {mate}"),
            (before, after) => format!("from {before} to {after}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluation::LICHESS_SCALE;
    use super::*;
    use crate::rules::Square;

    fn judged(color: Color, before: Evaluation, after: Evaluation) -> (Judgment, String) {
        let [played, best] = [1, 2].map(|rank| Move::normal(Square::new(0, 0), Square::new(0, rank)));
        let change = (before, after);
        let judgment = JudgedMove::new(NodeId::ROOT, played, color, change, Some(best), LICHESS_SCALE);
        (judgment.judgment, judgment.consequence().unwrap_or_default())
    }

    /// Each judgement is made for either side. A large loss in a won game is still good.
    #[test]
    fn moves_are_judged_by_the_winning_chances_they_lose() {
        let pawns = Evaluation::Centipawns;
        let pair = |judgment, text: &str| (judgment, text.to_owned());
        let (white, black) = (Color::White, Color::Black);
        assert_eq!(judged(white, pawns(20), pawns(10)), pair(Judgment::Good, ""));
        assert_eq!(judged(white, pawns(20), pawns(-50)), pair(Judgment::Inaccuracy, "from +0.20 to −0.50"));
        assert_eq!(judged(white, pawns(20), pawns(-100)), pair(Judgment::Mistake, "from +0.20 to −1.00"));
        assert_eq!(judged(white, pawns(20), pawns(-400)), pair(Judgment::Blunder, "from +0.20 to −4.00"));
        assert_eq!(judged(black, pawns(20), pawns(-400)), pair(Judgment::Good, ""));
        assert_eq!(judged(black, pawns(-20), pawns(400)), pair(Judgment::Blunder, "from −0.20 to +4.00"));
        assert_eq!(judged(white, pawns(2400), pawns(1500)), pair(Judgment::Good, ""));
        let mate = |winner, moves| Evaluation::Mate { winner, moves };
        assert_eq!(judged(white, pawns(0), mate(black, 3)), pair(Judgment::Blunder, "allows mate in 3"));
        assert_eq!(judged(white, pawns(0), mate(black, 0)), pair(Judgment::Blunder, "loses at once"));
        assert_eq!(judged(white, mate(white, 3), pawns(0)), pair(Judgment::Blunder, "misses mate in 3"));
        assert_eq!(judged(white, mate(white, 3), pawns(1500)), pair(Judgment::Good, ""));
    }

    /// Without moves there is no accuracy. Best moves have 100 %, and the larger a loss, the lower the accuracy. One
    /// blunder among three best moves lowers it to 54 %.
    #[test]
    fn accuracy_falls_with_the_winning_chances_lost() {
        let percent = |losses: &[f64]| accuracy(losses).map(f64::round);
        assert_eq!(percent(&[]), None);
        assert_eq!(percent(&[0.0, 0.0]), Some(100.0));
        let alone = [0.02, 0.05, 0.1, 0.15, 0.3, 1.0].map(|loss| percent(&[loss]));
        assert_eq!(alone, [92.0, 81.0, 65.0, 52.0, 26.0, 1.0].map(Some));
        assert_eq!(percent(&[0.0, 0.0, 0.0, 0.5]), Some(54.0));
    }

    /// The best move is good even if the position after it has a much worse evaluation.
    #[test]
    fn the_best_move_is_always_good() {
        let change = (Evaluation::Centipawns(300), Evaluation::Centipawns(-300));
        let mv = Move::normal(Square::new(0, 0), Square::new(0, 1));
        let judgment = JudgedMove::new(NodeId::ROOT, mv, Color::White, change, Some(mv), LICHESS_SCALE);
        assert_eq!((judgment.judgment, judgment.loss), (Judgment::Good, 0.0));
    }
}
