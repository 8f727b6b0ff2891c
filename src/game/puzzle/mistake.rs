//! Mistakes in games, each of which is a puzzle: find a move that is good enough.

use crate::game::analysis::{Analysis, Evaluation, Judgment, winning_chances_scale};
use crate::game::worker::Explainer;
use crate::notation::game_tree::{GameTree, NodeId};
use crate::notation::glyph::Glyph;
use crate::notation::pgn::{PgnGame, Tags};
use crate::reason::{Reason, ReasonKind, ReasonRequest};
use crate::rules::{Color, Move};

/// Number of moves of the better line that are kept.
const BETTER_MOVES: usize = 6;
/// PGN tag with the kind of the mistake. A record without it has not been explained yet.
pub const KIND: &str = "Mistake";
/// PGN tag with the id of the puzzle of a mistake that is saved.
pub const ID: &str = "Id";

/// Kinds of mistakes: the name, whether a chance was missed, and the reasons. A row without reasons is that of all others.
const KINDS: [(&str, bool, &[ReasonKind]); 12] = {
    use ReasonKind::*;
    [
        ("allowed a mate", false, &[Mate]),
        ("missed a mate", true, &[Mate]),
        ("left a piece undefended", false, &[Hanging, DefenderLost, LineOpened, DefenderTaken]),
        ("captured a defended piece", false, &[Recapture]),
        ("allowed a fork", false, &[Fork]),
        ("allowed a pin or a skewer", false, &[Pin, Skewer]),
        ("allowed a discovered attack", false, &[Discovered]),
        ("let a piece be trapped", false, &[Trapped]),
        ("allowed a promotion", false, &[Promotion]),
        ("ended the game by a rule", false, &[GameEnd]),
        ("lost material", false, &[]),
        ("missed a gain of material", true, &[]),
    ]
};
/// Kind of a mistake for which no reason can be proved.
pub const OTHER: &str = "other";

/// Names of all kinds.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|row| row.0).chain([OTHER])
}

/// Name of the kind of a mistake with this reason.
pub fn kind_of(reason: Option<&Reason>) -> &'static str {
    let fits = |row: &&(&str, bool, &[ReasonKind])| {
        reason.is_some_and(|reason| {
            row.1 == reason.missed && (row.2.is_empty() || row.2.contains(&reason.kind))
        })
    };
    KINDS.iter().find(fits).map_or(OTHER, |row| row.0)
}

/// The mistakes and blunders of `side` in the game whose better moves are known, each with the better line. There are none in
/// the fog, where the better move may not be seen.
pub fn with_better(analysis: &Analysis, side: Color) -> Vec<(NodeId, Vec<Move>)> {
    let tree = analysis.tree();
    if tree.start().variant().rules().fog {
        return Vec::new();
    }
    let bad = analysis.bad_moves(Judgment::Mistake).into_iter().filter(|&id| tree.mover(id).0 == side);
    bad.filter_map(|id| Some((id, better_line(analysis, id)?))).collect()
}

/// The better line in place of the move that leads to `id`, from a search, or from a variation: an analysis that was saved has
/// the better lines as variations, among those that the player has tried.
fn better_line(analysis: &Analysis, id: NodeId) -> Option<Vec<Move>> {
    let tree = analysis.tree();
    let before = tree.parent(id)?;
    let mut better = analysis.best_line(before).to_vec();
    if better.is_empty() {
        let mut others = tree.children(before).iter().filter(|&&other| other != id);
        let &first = others.find(|&&other| is_good(analysis, other))?;
        better =
            [first].into_iter().chain(tree.line_after(first)).filter_map(|id| tree.move_to(id)).collect();
    }
    better.truncate(BETTER_MOVES);
    // A glyph of the author may call the best move of a search a mistake.
    (better.first() != tree.move_to(id).as_ref()).then_some(better)
}

/// Whether nothing is known against the move that leads to `id`.
fn is_good(analysis: &Analysis, id: NodeId) -> bool {
    analysis.judged_move(id).is_none_or(|judged| judged.judgment == Judgment::Good)
}

/// The mistakes of [`with_better`], each as a game of its own. `title` names the game.
pub fn found(analysis: &Analysis, side: Color, title: &str) -> Vec<PgnGame> {
    let mistakes = with_better(analysis, side).into_iter();
    mistakes.filter_map(|(id, better)| record(analysis, id, &better, title)).collect()
}

/// The game around the bad move that leads to `id`: the move before it, the bad move with the reply, and the better line as
/// a variation.
fn record(analysis: &Analysis, id: NodeId, better: &[Move], title: &str) -> Option<PgnGame> {
    let tree = analysis.tree();
    let before = tree.parent(id)?;
    let start = tree.parent(before).unwrap_or(before);
    let mut part = GameTree::new(tree.position(start));
    let at = part.add_line(NodeId::ROOT, tree.move_to(before).as_slice()).ok()?;
    part.annotations_mut(at).evaluation = analysis.evaluation(before);
    let judged = analysis.judged_move(id)?;
    let played = part.add_move(at, tree.move_to(id)?).ok()?;
    let annotations = part.annotations_mut(played);
    annotations.evaluation = analysis.evaluation(id);
    annotations.glyphs.extend(Glyph::by_sign(judged.judgment.glyph()).map(|glyph| glyph.number));
    let next = tree.children(id).iter().copied().find(|&next| is_good(analysis, next));
    let next = next.and_then(|next| tree.move_to(next));
    let reply = analysis.best_line(id).first().copied().or(next);
    part.add_line(played, reply.as_slice()).ok()?;
    part.add_line(at, better).ok()?;
    let mut tags = Tags::default();
    tags.push("Event", title);
    Some(PgnGame::new(tags, part, "*"))
}

/// A mistake in a game.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The game around the mistake, as [`found`] returns it.
    pub record: PgnGame,
    /// The node before the mistake.
    pub before: NodeId,
    /// The move that was played.
    pub played: Move,
    /// The evaluations before and after it.
    pub change: (Evaluation, Evaluation),
    /// The reply that makes it bad, if it is known.
    pub reply: Option<Move>,
}

impl Mistake {
    /// The mistake of a record. `None` if the better move or an evaluation is missing.
    pub fn of(record: PgnGame) -> Option<Self> {
        let tree = &record.tree;
        let before = [NodeId::ROOT].into_iter().chain(tree.main_line());
        let before = before.take(2).find(|&id| tree.children(id).len() > 1)?;
        let &played = tree.children(before).first()?;
        let change = (tree.annotations(before).evaluation?, tree.annotations(played).evaluation?);
        let reply = tree.line_after(played).first().and_then(|&id| tree.move_to(id));
        Some(Self { before, played: tree.move_to(played)?, change, reply, record })
    }

    /// The node after the mistake.
    fn after(&self) -> NodeId {
        self.record.tree.children(self.before)[0]
    }

    /// The mistake with its number: `14.Bi7`.
    pub fn title(&self) -> String {
        let tree = &self.record.tree;
        let (color, number) = tree.mover(self.after());
        format!("{number}{}{}", if color == Color::White { "." } else { "…" }, self.san())
    }

    /// The mistake in algebraic notation.
    pub fn san(&self) -> &str {
        self.record.tree.san(self.after())
    }

    /// White's winning chances with this evaluation, from 0 to 1.
    pub fn chances(&self, evaluation: Evaluation) -> f64 {
        evaluation.winning_chances(Color::White, winning_chances_scale(self.record.start().variant()))
    }

    /// Judgement of a move after which the evaluation is `after`, compared with the best move.
    pub fn judgment(&self, after: Evaluation) -> Judgment {
        let fall = self.chances(self.change.0) - self.chances(after);
        let (side, _) = self.record.tree.mover(self.after());
        Judgment::of(if side == Color::White { fall } else { -fall })
    }

    /// The kind of the mistake; `None` if it has not been explained yet.
    pub fn kind(&self) -> Option<&'static str> {
        let kind = self.record.tags.get(KIND)?;
        Some(kinds().find(|known| *known == kind).unwrap_or(OTHER))
    }

    /// Whether the mistake misses a chance, so that its reason names the better move.
    pub fn is_missed(&self) -> bool {
        KINDS.iter().any(|row| Some(row.0) == self.kind() && row.1)
    }

    /// Why the move was bad, in a sentence; empty if that is not known.
    pub fn reason(&self) -> &str {
        &self.record.tree.annotations(self.after()).comment
    }

    /// Notes why the move was bad.
    pub fn explain(&mut self, reason: Option<&Reason>) {
        let after = self.after();
        self.record.tags.push(KIND, kind_of(reason));
        let Some(reason) = reason else { return };
        self.record.tree.annotations_mut(after).comment.clone_from(&reason.text);
        if !reason.missed
            && let Some(&reply) = reason.line.first()
        {
            self.reply = Some(reply);
        }
    }
}

/// Finds out why moves were bad, one after the other.
pub struct MistakeExplainer {
    explainer: Box<Explainer>,
    /// The move whose reason is being searched for, with the key of the position before it.
    asked: Option<(u64, Move)>,
}

impl MistakeExplainer {
    /// `explainer` finds the reasons.
    pub fn new(explainer: Box<Explainer>) -> Self {
        Self { explainer, asked: None }
    }

    /// Stops the search. In the browser the same engine explains moves on other screens.
    pub fn pause(&mut self) {
        if self.asked.take().is_some() {
            self.explainer.cancel();
        }
    }

    /// Looks for the reason of `mistake`, unless it has been explained, in place of that of an earlier one. Returns whether
    /// the reason has been found now.
    pub fn tick(&mut self, mistake: &mut Mistake) -> bool {
        if mistake.kind().is_some() {
            return false;
        }
        let tree = &mistake.record.tree;
        let position = tree.position(mistake.before);
        let asked = Some((position.key(), mistake.played));
        if self.asked != asked {
            self.asked = asked;
            let keys = tree.keys_to(mistake.before);
            self.explainer.start(ReasonRequest { keys, ..ReasonRequest::new(position, mistake.played) });
            return false;
        }
        let Some(reason) = self.explainer.poll() else { return false };
        self.asked = None;
        mistake.explain(reason.as_ref());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Score, SearchReport};
    use crate::game::puzzle::{Puzzle, PuzzleGoal};
    use crate::notation::coords::parse_move;
    use crate::notation::san;
    use crate::notation::variants_ini::Variants;
    use crate::reason::Gain;
    use crate::rules::{Position, Variant};
    use std::sync::Arc;

    fn chess() -> Arc<Variant> {
        Variants::built_in().get("chess").expect("built in")
    }

    /// An analysed game: 1.e4 e5 2.Qh5 Nc6 3.Qxf7 (a blunder; Nf3 was best) Kxf7 4.f3 (nothing is lost any more) Nf6.
    fn analysis() -> Analysis {
        let mut tree = GameTree::new(Position::start(&chess()).expect("a start"));
        let mut id = NodeId::ROOT;
        let moves = ["e2e4", "e7e5", "d1h5", "b8c6", "h5f7", "e8f7", "f2f3", "g8f6"];
        for (text, score) in moves.into_iter().zip([30, 20, 0, 10, -900, -905, -910, -900]) {
            let mv = parse_move(&tree.position(id), text).expect("legal");
            id = tree.add_move(id, mv).expect("legal");
            tree.annotations_mut(id).evaluation = Some(Evaluation::Centipawns(score));
        }
        let before = tree.path_to(id)[3];
        // The player has tried a bad move first.
        for (text, score) in [("h5h7", Some(-500)), ("g1f3", None)] {
            let mv = parse_move(&tree.position(before), text).expect("legal");
            let tried = tree.add_move(before, mv).expect("legal");
            tree.annotations_mut(tried).evaluation = score.map(Evaluation::Centipawns);
        }
        tree.annotations_mut(NodeId::ROOT).evaluation = Some(Evaluation::Centipawns(30));
        Analysis::new(tree)
    }

    fn reason(kind: ReasonKind, missed: bool) -> Reason {
        let (line, squares) = (Vec::new(), Vec::new());
        Reason { kind, missed, line, squares, gain: Gain::Mate(1), text: "It allows {mate}.".to_owned() }
    }

    /// White's one blunder becomes a puzzle with Black's move before it, the reply and the better move. Black has none.
    #[test]
    fn only_the_mistakes_of_the_player_are_found() {
        let found = found(&analysis(), Color::White, "A game");
        assert_eq!(super::found(&analysis(), Color::Black, "A game").len(), 0);
        let [record] = &found[..] else { panic!("{found:?}") };
        let puzzle = Puzzle::of_mistake(record.clone()).expect("a puzzle");
        let mistake = puzzle.mistake.as_ref().expect("a mistake");
        assert_eq!(
            (puzzle.goal, puzzle.side(), puzzle.title.as_str()),
            (PuzzleGoal::Better, Color::White, "3.Qxf7+")
        );
        assert_eq!(san::format(&puzzle.before(), puzzle.last_move.as_ref().expect("a move").0), "Nc6");
        assert_eq!(mistake.change, (Evaluation::Centipawns(10), Evaluation::Centipawns(-900)));
        assert_eq!(mistake.judgment(mistake.change.1), Judgment::Blunder);
        assert_eq!(mistake.judgment(Evaluation::Centipawns(0)), Judgment::Good);
        assert_eq!(san::format(&puzzle.position, puzzle.solution[0]), "Nf3");
        assert!(mistake.reply.is_some_and(|reply| reply.to == mistake.played.to));
        assert_eq!(mistake.kind(), None);
    }

    /// The blunder of a file that gives only evaluations is not counted: nothing is known that is better. Neither is one that
    /// the first move of the better line repeats.
    #[test]
    fn a_mistake_without_a_better_move_is_not_counted() {
        let mut analysis = analysis();
        assert_eq!(with_better(&analysis, Color::White).len(), 1);
        let tried = analysis.tree().children(analysis.line()[4])[1..].to_vec();
        tried.into_iter().for_each(|id| _ = analysis.tree_mut().delete(id));
        assert_eq!(analysis.bad_moves(Judgment::Mistake).len(), 1);
        assert!(with_better(&analysis, Color::White).is_empty());
        let (before, played) = (analysis.line()[4], analysis.line()[5]);
        let played_move = analysis.tree().move_to(played);
        let report = SearchReport { depth: 20, ..SearchReport::from_move(played_move, Score::Centipawns(0)) };
        analysis.update(before, &report);
        assert!(with_better(&analysis, Color::White).is_empty());
    }

    /// A mistake with its reason is the same when its text has been read.
    #[test]
    fn a_mistake_is_read_as_it_is_written() {
        let record = found(&analysis(), Color::White, "A \"game\"").remove(0);
        let mut puzzle = Puzzle::of_mistake(record).expect("a puzzle");
        let mistake = puzzle.mistake.as_mut().expect("a mistake");
        mistake.explain(Some(&reason(ReasonKind::Hanging, false)));
        let text = puzzle.kept().expect("a record").to_string();
        let read = PgnGame::parse(&text, |_| Ok(chess())).expect(&text);
        let again = Puzzle::of_mistake(read).expect("a puzzle");
        let mistake = again.mistake.as_ref().expect("a mistake");
        assert_eq!((again.id(), &again.solution), (puzzle.id(), &puzzle.solution));
        assert_eq!(
            (mistake.kind(), mistake.reason()),
            (Some("left a piece undefended"), "It allows {mate}.")
        );
        assert_eq!(mistake.record.tags.get("Event"), Some("A \"game\""));
        assert_eq!(mistake.record.to_string(), text);
        for part in ["(", "[%eval 0.10]", "[%eval -9.00]"] {
            let read = PgnGame::parse_lenient(&text.replace(part, ""), |_| Ok(chess()));
            assert!(read.ok().and_then(Puzzle::of_mistake).is_none(), "without {part}");
        }
    }

    /// Every kind of reason belongs to a kind of mistake, whether a chance was missed or given.
    #[test]
    fn every_reason_has_a_kind() {
        for kind in ReasonKind::ALL {
            let [given, missed] = [false, true].map(|missed| kind_of(Some(&reason(kind, missed))));
            assert!(given != OTHER && missed.starts_with("missed"), "{kind:?}: {given}, {missed}");
        }
        assert_eq!(kind_of(Some(&reason(ReasonKind::Fork, false))), "allowed a fork");
        assert_eq!((kind_of(None), kinds().count()), (OTHER, KINDS.len() + 1));
    }
}
