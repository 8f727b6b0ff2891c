//! Computer analysis of a tree of moves: an evaluation of each position, and a judgement of each move.

pub mod analyzer;
pub mod evaluation;
pub mod explanations;
pub mod judgment;

use std::collections::HashMap;

use super::Game;
use crate::engine::{SearchReport, SearchRequest};
use crate::notation::game_tree::{GameTree, NodeId, TreeItem};
use crate::notation::glyph::Glyph;
use crate::notation::pgn::{PgnGame, Tags};
use crate::notation::{pgn, san};
use crate::rules::{Color, Move, Outcome};
pub use evaluation::{Evaluation, evaluation_of, winning_chances_scale};
pub use judgment::{JudgedMove, Judgment};

/// Maximum number of worst moves that are searched again for each side.
pub const WORST: usize = 3;
/// Number of moves of the better line that is added to a mistake.
const BETTER_MOVES: usize = 6;
/// Greatest evaluation in centipawns for the average loss; a mate counts as much.
const MOST_CENTIPAWNS: i32 = 1_000;

/// A tree of moves and what a computer has found out about it.
///
/// ```
/// use std::time::Duration;
/// use xxlchess::engine::AnalysisRequest;
/// use xxlchess::game::analysis::{Analysis, Judgment};
/// use xxlchess::game::worker::{ThreadedWorker, Worker};
/// # let variant = xxlchess::notation::variants_ini::Variants::built_in().get("chess").unwrap();
/// # use xxlchess::{game::{Game, GameSetup}, rules::Color};
/// # let start = xxlchess::rules::Position::start(&variant).unwrap();
/// # let setup = GameSetup::with_human(start, Color::White, Default::default());
/// # let mut game = Game::new(setup);
/// # for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
/// #     let mv = xxlchess::notation::coords::parse_move(game.position(), text).unwrap();
/// #     game.apply(xxlchess::game::Command::Play(mv));
/// # }
///
/// let mut analysis = Analysis::of_game(&game);
/// let mut analyst = ThreadedWorker::analyst(1, 16).inline();
/// for id in analysis.line() {
///     let request = AnalysisRequest::timed(analysis.request(id, true), Duration::from_millis(20));
///     analyst.start(request);
///     analysis.update(id, &analyst.poll().unwrap());
/// }
/// // 1. f3 e5 2. g4 allows mate.
/// let third = analysis.line()[3];
/// assert_eq!(analysis.judged_move(third).unwrap().judgment, Judgment::Blunder);
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    tree: GameTree,
    /// The best lines that searches have found, and an empty one where the rules end the game. An evaluation without a line was
    /// read from a file.
    lines: HashMap<NodeId, Vec<Move>>,
    /// Evaluations and best moves that endless searches have found in positions that keep the evaluation of a file or of the
    /// game.
    live: HashMap<NodeId, (Evaluation, Move)>,
    /// The moves of the game, which are those of the main line when the analysis began.
    game: Vec<NodeId>,
    /// Centipawns with which a side has winning chances of 73 %.
    scale: f64,
}

/// Accuracy and mistakes of a side in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Accuracy in percent; `None` until the whole game is evaluated, and if the side has made no move.
    pub accuracy: Option<u8>,
    /// Average loss of a move in centipawns.
    pub average_loss: u32,
    /// Number of inaccuracies, mistakes and blunders.
    pub counts: [usize; 3],
}

impl Analysis {
    /// An analysis of `tree` with the evaluations that it has. Positions in which the game is over are evaluated.
    pub fn new(tree: GameTree) -> Self {
        let scale = winning_chances_scale(tree.start().variant());
        let game = tree.main_line();
        let nodes: Vec<_> = nodes(&tree).collect();
        let mut analysis = Self { tree, lines: HashMap::new(), live: HashMap::new(), game, scale };
        for id in nodes {
            if analysis.tree.children(id).is_empty() {
                analysis.note_end(id);
            }
        }
        analysis
    }

    /// An analysis of the moves of `game`.
    pub fn of_game(game: &Game) -> Self {
        let mut tree = GameTree::new(game.position_at(0));
        let moves: Vec<_> = game.moves().iter().map(|made| made.mv).collect();
        // The moves of a game are legal.
        let _ = tree.add_line(NodeId::ROOT, &moves);
        Self::new(tree)
    }

    /// The analysis of a game of this number of moves. Further moves of the main line were tried after its end.
    #[must_use]
    pub fn with_length(mut self, moves: usize) -> Self {
        self.game.truncate(moves);
        self
    }

    /// Whether this is an analysis of `game` with exactly these moves.
    pub fn is_for(&self, game: &Game) -> bool {
        let moves = self.line().into_iter().filter_map(|id| self.tree.move_to(id));
        *self.tree.start() == game.position_at(0) && moves.eq(game.moves().iter().map(|made| made.mv))
    }

    /// The tree.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Changes the tree. Evaluations that the new tree lacks, and those by searches, are taken from the tree before.
    pub fn set_tree(&mut self, mut tree: GameTree) {
        for id in nodes(&self.tree) {
            let is_searched = self.lines.contains_key(&id);
            if tree.contains(id) && (is_searched || tree.annotations(id).evaluation.is_none()) {
                let known = self.tree.annotations(id);
                let annotations = tree.annotations_mut(id);
                (annotations.evaluation, annotations.depth) = (known.evaluation, known.depth);
            }
        }
        self.tree = tree;
    }

    /// The tree, to be changed.
    pub fn tree_mut(&mut self) -> &mut GameTree {
        &mut self.tree
    }

    /// Makes a move at `id`. Returns the node after it, or `None` if the move is illegal.
    pub fn play(&mut self, id: NodeId, mv: Move) -> Option<NodeId> {
        let is_new = self.tree.child(id, mv).is_none();
        let next = self.tree.add_move(id, mv).ok()?;
        if is_new {
            self.note_end(next);
        }
        Some(next)
    }

    /// Evaluates `id` by the rules, if the game is over there.
    fn note_end(&mut self, id: NodeId) {
        if let Some(evaluation) = self.end(id) {
            let annotations = self.tree.annotations_mut(id);
            (annotations.evaluation, annotations.depth) = (Some(evaluation), Some(0));
            self.lines.insert(id, Vec::new());
        }
    }

    /// Whether `id` is evaluated by the rules.
    pub fn is_over(&self, id: NodeId) -> bool {
        self.lines.get(&id).is_some_and(Vec::is_empty)
    }

    /// The evaluation of `id` if the rules end the game there.
    pub fn end(&self, id: NodeId) -> Option<Evaluation> {
        let winner = self.outcome(id)?.winner();
        Some(winner.map_or(Evaluation::Centipawns(0), |winner| Evaluation::Mate { winner, moves: 0 }))
    }

    fn outcome(&self, id: NodeId) -> Option<Outcome> {
        let (position, keys) = (self.tree.position(id), self.tree.keys_to(id));
        let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
        position.outcome(occurrences)
    }

    /// The analysis with the glyphs of the bad moves of the game in its tree, except where a move has a glyph of its own.
    #[must_use]
    pub fn with_glyphs(&self) -> Self {
        let mut marked = self.clone();
        for id in self.line() {
            let glyph = self.judged_move(id).and_then(|judged| Glyph::by_sign(judged.judgment.glyph()));
            let glyphs = &mut marked.tree.annotations_mut(id).glyphs;
            let has_own =
                glyphs.iter().any(|&number| Glyph::by_number(number).is_some_and(Glyph::is_of_move));
            if let Some(glyph) = glyph.filter(|_| !has_own) {
                glyphs.insert(0, glyph.number);
            }
        }
        marked
    }

    /// The analysis as PGN with the tags and the result of the game. If the game has no result, it is that of the rules after
    /// the main line.
    pub fn to_pgn(&self, tags: &Tags, result: &str) -> String {
        let last = self.tree.main_line().pop().unwrap_or(NodeId::ROOT);
        let by_rules = || self.outcome(last).map(|outcome| pgn::result(outcome.winner()));
        let result = Some(result).filter(|result| *result != "*").or_else(by_rules).unwrap_or("*");
        PgnGame::new(tags.clone(), self.tree.clone(), result).to_string()
    }

    /// The start and the moves of the game, as far as they were not deleted. If the analysis began without moves, it is the
    /// main line.
    pub fn line(&self) -> Vec<NodeId> {
        let game = if self.game.is_empty() { self.tree.main_line() } else { self.game.clone() };
        let mut line = vec![NodeId::ROOT];
        for id in game {
            let is_next = line.last().is_some_and(|last| self.tree.children(*last).contains(&id));
            if !is_next {
                break;
            }
            line.push(id);
        }
        line
    }

    /// The evaluation of the position at `id`, if there is one yet.
    pub fn evaluation(&self, id: NodeId) -> Option<Evaluation> {
        self.tree.annotations(id).evaluation
    }

    /// Whether the evaluation of the position at `id` was read from a file.
    pub fn is_of_file(&self, id: NodeId) -> bool {
        self.evaluation(id).is_some() && !self.lines.contains_key(&id)
    }

    /// The best line from `id`, if a search has found it. It is empty if the game is over.
    pub fn best_line(&self, id: NodeId) -> &[Move] {
        self.lines.get(&id).map_or(&[], Vec::as_slice)
    }

    /// White's winning chances at `id`, from 0 to 1; `None` if the position has not been evaluated.
    pub fn winning_chances(&self, id: NodeId) -> Option<f64> {
        Some(self.chances_of(self.evaluation(id)?))
    }

    /// White's winning chances with this evaluation, from 0 to 1.
    pub fn chances_of(&self, evaluation: Evaluation) -> f64 {
        evaluation.winning_chances(Color::White, self.scale)
    }

    /// The side to move at `id`.
    pub fn turn(&self, id: NodeId) -> Color {
        if id == NodeId::ROOT { self.tree.start().turn() } else { !self.tree.mover(id).0 }
    }

    /// The request to search the position at `id`.
    pub fn request(&self, id: NodeId, deterministic: bool) -> SearchRequest {
        SearchRequest {
            key_history: self.tree.keys_to(id),
            line: Some((self.tree.start().clone(), self.tree.moves_to(id))),
            deterministic,
            ..SearchRequest::new(self.tree.position(id))
        }
    }

    /// Stores `report` as the evaluation of `id`, unless a deeper search has found the present one. Returns whether it was
    /// stored.
    pub fn update(&mut self, id: NodeId, report: &SearchReport) -> bool {
        let (turn, is_over) = (self.turn(id), self.is_over(id));
        let annotations = self.tree.annotations_mut(id);
        let least = self.lines.get(&id).and(annotations.depth).unwrap_or(0);
        let is_better = report.depth >= least && !is_over && !report.pv.is_empty();
        if is_better {
            annotations.evaluation = Some(evaluation_of(report.score, turn));
            // The depth is 0 if the first iteration was aborted. In a file it stands for the end of the game.
            annotations.depth = Some(report.depth).filter(|&depth| depth > 0);
            self.lines.insert(id, report.pv.clone());
        }
        is_better
    }

    /// Stores `report` of an endless search beside the evaluation of `id`. Only moves that are tried there are judged by it.
    pub fn update_live(&mut self, id: NodeId, report: &SearchReport) {
        let evaluation = evaluation_of(report.score, self.turn(id));
        self.live.extend(report.pv.first().map(|&best| (id, (evaluation, best))));
    }

    /// The judgement of the move that leads to `id`; `None` until the positions before and after it have been evaluated, both
    /// in the file or both by searches. A glyph of the move is its judgement.
    pub fn judged_move(&self, id: NodeId) -> Option<JudgedMove> {
        let (parent, mv) = (self.tree.parent(id)?, self.tree.move_to(id)?);
        let (before_of_file, after_of_file) = (self.is_of_file(parent), self.is_of_file(id));
        let is_tried = !after_of_file && (before_of_file || !self.game.contains(&id));
        let (before, best) = match self.live.get(&parent).filter(|_| is_tried) {
            Some(&(before, best)) => (before, Some(best)),
            None if before_of_file != after_of_file && !self.is_over(id) => {
                return None;
            }
            None => (self.evaluation(parent)?, self.best_line(parent).first().copied()),
        };
        let change = (before, self.evaluation(id)?);
        let mut judged = JudgedMove::new(id, mv, self.tree.mover(id).0, change, best, self.scale);
        let mut glyphs = self.tree.annotations(id).glyphs.iter().filter_map(|&glyph| Glyph::by_number(glyph));
        if let Some(glyph) = glyphs.find(|glyph| glyph.is_of_move()) {
            judged.judgment = Judgment::by_glyph(glyph.sign);
        }
        Some(judged)
    }

    /// The judged moves of `color` in the game.
    fn judged(&self, color: Color) -> impl Iterator<Item = JudgedMove> {
        let line = self.line().into_iter().skip(1).filter(move |&id| self.tree.mover(id).0 == color);
        line.filter_map(|id| self.judged_move(id))
    }

    /// Whether every position of the game has been evaluated.
    pub fn is_complete(&self) -> bool {
        self.line().into_iter().all(|id| self.evaluation(id).is_some())
    }

    /// Accuracy and mistakes of `color` in the game.
    pub fn summary(&self, color: Color) -> Summary {
        let mut summary = Summary::default();
        let (mut losses, mut centipawns) = (Vec::new(), 0);
        let value = |evaluation| match evaluation {
            Evaluation::Centipawns(value) => value.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS),
            Evaluation::Mate { winner: Color::White, .. } => MOST_CENTIPAWNS,
            Evaluation::Mate { winner: Color::Black, .. } => -MOST_CENTIPAWNS,
        };
        for judged in self.judged(color) {
            if let Some(place) = (judged.judgment as usize).checked_sub(1) {
                summary.counts[place] += 1;
            }
            let fall = value(judged.before) - value(judged.after);
            let fall = if color == Color::White { fall } else { -fall };
            centipawns += if judged.loss > 0.0 { fall.max(0).unsigned_abs() } else { 0 };
            losses.push(judged.loss);
        }
        let accuracy = judgment::accuracy(&losses).filter(|_| self.is_complete());
        summary.accuracy = accuracy.map(|percent| percent.round() as u8);
        summary.average_loss = centipawns / (losses.len() as u32).max(1);
        summary
    }

    /// The accuracy of both sides in words: `Accuracy: White 87%, Black 91%`.
    pub fn accuracy_of_both(&self) -> Option<String> {
        let side = |color: Color| Some(format!("{} {}%", color.name(), self.summary(color).accuracy?));
        let sides: Vec<String> = Color::ALL.into_iter().filter_map(side).collect();
        (!sides.is_empty()).then(|| format!("Accuracy: {}", sides.join(", ")))
    }

    /// The worst moves of `color`, at most [`WORST`], from the worst on. Of equally bad moves the earlier comes first.
    pub fn worst(&self, color: Color) -> Vec<JudgedMove> {
        let mut bad: Vec<_> = self.judged(color).filter(|j| j.judgment != Judgment::Good).collect();
        // The sort is stable.
        bad.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        bad.truncate(WORST);
        bad
    }

    /// The moves of both sides that are at least as bad as `least`, in the order of the game.
    pub fn bad_moves(&self, least: Judgment) -> Vec<NodeId> {
        let is_bad = |id: &NodeId| self.judged_move(*id).is_some_and(|judged| judged.judgment >= least);
        self.line().into_iter().filter(is_bad).collect()
    }

    /// Adds the better line to each mistake of the game, as a variation.
    pub fn add_better_lines(&mut self) {
        for id in self.bad_moves(Judgment::Mistake) {
            let Some(parent) = self.tree.parent(id) else { continue };
            let better = self.judged_move(id).and_then(|judged| judged.better);
            let line: Vec<_> = self.best_line(parent).iter().copied().take(BETTER_MOVES).collect();
            if better.is_some_and(|better| self.tree.child(parent, better).is_none()) {
                // The moves of a search are legal.
                let _ = self.tree.add_line(parent, &line);
            }
        }
    }

    /// The judgement of the move that leads to `id`, its consequence, and the best move in its place. `None` if the move is
    /// good or not judged.
    pub fn remark(&self, id: NodeId) -> Option<String> {
        let judged = self.judged_move(id)?;
        let what = judged.consequence()?;
        let before = self.tree.position(self.tree.parent(id)?);
        let better = judged.better.filter(|&mv| before.is_legal(mv)).map(|mv| san::format(&before, mv));
        let better = better.map_or(String::new(), |better| format!(" {better} was best."));
        Some(format!("{}: {what}.{better}", judged.judgment.name()))
    }
}

/// Contents of an analysis board when it opens.
pub struct AnalysisSetup {
    /// The moves, with their evaluations and annotations.
    pub analysis: Analysis,
    /// Tags of the game in PGN.
    pub tags: Tags,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// How the game ended.
    pub ending: Option<String>,
    /// Notice that is shown at first, such as a fault of a file.
    pub notice: Option<String>,
    /// The side at the bottom of the board.
    pub bottom: Color,
    /// The side of the player; `None` if both or neither are.
    pub person: Option<Color>,
    /// Whether all moves are evaluated at once.
    pub evaluates: bool,
    /// The PGN under which it is kept, empty if it is not kept yet. `None` if it belongs to a saved game or a puzzle.
    pub kept: Option<String>,
}

impl AnalysisSetup {
    /// An analysis of `game` from the side of `bottom`. It is evaluated if it has moves.
    pub fn of_game(game: &Game, ending: Option<String>, bottom: Color) -> Self {
        let analysis = Analysis::of_game(game);
        Self { person: game.only_human(), ..Self::new(analysis, ending, bottom) }
    }

    /// An analysis of a position or of the moves of others.
    pub fn new(analysis: Analysis, ending: Option<String>, bottom: Color) -> Self {
        let (tags, result) = (Tags::default(), "*".to_owned());
        let (notice, person, kept) = (None, None, None);
        Self { analysis, tags, result, ending, notice, bottom, person, evaluates: true, kept }
    }
}

/// All nodes of a tree.
fn nodes(tree: &GameTree) -> impl Iterator<Item = NodeId> {
    let moves = tree.items(NodeId::ROOT).filter_map(|item| match item {
        TreeItem::Move(id) => Some(id),
        TreeItem::VariationStart | TreeItem::VariationEnd => None,
    });
    [NodeId::ROOT].into_iter().chain(moves)
}
