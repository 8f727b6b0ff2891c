//! Tree of moves from a start position: the moves of a game, its variations, and their annotations.

use std::time::Duration;

use super::evaluation::Evaluation;
use super::san;
use crate::rules::position::IllegalMove;
use crate::rules::{Color, Move, Position, Square};

/// A node of a [`GameTree`]. It stays valid and means the same node while the tree exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root: the start position.
    pub const ROOT: Self = Self(0);
}

/// Annotations of a move, or of the start position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Time left on the clock of the player after the move.
    pub clock: Option<Duration>,
    /// Evaluation of the position after the move.
    pub evaluation: Option<Evaluation>,
    /// Search depth of the evaluation, if it is known.
    pub depth: Option<u32>,
    /// Comment before the move. PGN has it before the first move of a variation.
    pub comment_before: String,
    /// Comment after the move.
    pub comment: String,
    /// Glyphs by number, see [`Glyph`](super::glyph::Glyph).
    pub glyphs: Vec<u8>,
    /// Arrows and circles in the position after the move.
    pub shapes: Vec<Shape>,
    /// Whether the variations of this move are hidden on the screen. PGN does not have it.
    pub is_folded: bool,
}

/// An arrow on the board. It is a circle if it begins and ends on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The color.
    pub color: ShapeColor,
    /// Start square.
    pub from: Square,
    /// Target square.
    pub to: Square,
}

/// Color of arrows and circles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ShapeColor {
    Green,
    Red,
    Yellow,
    Blue,
}

impl ShapeColor {
    /// All colors, each with its letter in PGN.
    pub const ALL: [(Self, char); 4] =
        [(Self::Green, 'G'), (Self::Red, 'R'), (Self::Yellow, 'Y'), (Self::Blue, 'B')];
}

/// Part of a written tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeItem {
    /// The next move of the current line.
    Move(NodeId),
    /// A variation begins, which replaces the last move of the current line.
    VariationStart,
    /// The variation ends.
    VariationEnd,
}

#[derive(Clone, Debug)]
struct Node {
    /// The parent and the move; `None` for the root.
    link: Option<(NodeId, Move)>,
    /// Number of moves from the start.
    ply: u32,
    san: String,
    children: Vec<NodeId>,
    annotations: Annotations,
}

/// Tree of moves with annotations. The first child of a node continues its line, and the other children begin variations.
///
/// No method recurses, so variations may be nested without limit. A copy of a tree is made in less than a millisecond, even
/// of a long game with hundreds of variations.
///
/// # Panics
/// Methods panic if they are given a node of another tree.
///
/// ```
/// use xxlchess_core::notation::game_tree::{GameTree, NodeId};
/// use xxlchess_core::notation::{coords, variants_ini::Variants};
/// use xxlchess_core::rules::Position;
///
/// let chess = Variants::built_in().find("chess").unwrap();
/// let mut tree = GameTree::new(Position::start(&chess).unwrap());
/// let mut add = |id, text| {
///     let mv = coords::parse_move(&tree.position(id), text).unwrap();
///     tree.add_move(id, mv).unwrap()
/// };
/// let e4 = add(NodeId::ROOT, "e2e4");
/// let d4 = add(NodeId::ROOT, "d2d4");
/// let nf6 = add(d4, "g8f6");
/// assert_eq!(tree.children(NodeId::ROOT), [e4, d4]);
/// assert_eq!((tree.san(nf6), tree.is_main_line(nf6)), ("Nf6", false));
///
/// tree.promote(nf6);
/// assert_eq!(tree.main_line(), [d4, nf6]);
/// tree.annotations_mut(d4).comment = "the queen's pawn".to_owned();
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    start: Position,
    /// Nodes that were deleted stay, and are children of no node.
    nodes: Vec<Node>,
}

impl GameTree {
    /// A tree without moves.
    pub fn new(start: Position) -> Self {
        let root = Node {
            link: None,
            ply: 0,
            san: String::new(),
            children: Vec::new(),
            annotations: Annotations::default(),
        };
        Self { start, nodes: vec![root] }
    }

    /// A tree with one line of moves, each with the clock time after it. It ends before the first illegal move.
    pub fn from_line(start: Position, moves: &[(Move, Option<Duration>)]) -> Self {
        let mut position = start.clone();
        let (mut tree, mut id) = (Self::new(start), NodeId::ROOT);
        for &(mv, clock) in moves {
            let Ok(next) = tree.add_legal_move(id, &position, mv) else { break };
            position.make(mv);
            tree.annotations_mut(next).clock = clock;
            id = next;
        }
        tree
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The node before `id`; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).link.map(|(parent, _)| parent)
    }

    /// The nodes after `id`: the next move of the line, and the first moves of variations.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// The move that leads to `id`; `None` for the root.
    pub fn move_to(&self, id: NodeId) -> Option<Move> {
        self.node(id).link.map(|(_, mv)| mv)
    }

    /// The move that leads to `id` in algebraic notation; empty for the root.
    pub fn san(&self, id: NodeId) -> &str {
        &self.node(id).san
    }

    /// Number of moves from the start to `id`.
    pub fn ply(&self, id: NodeId) -> usize {
        self.node(id).ply as usize
    }

    /// The side that made the move that leads to `id`, and the number of the move.
    pub fn mover(&self, id: NodeId) -> (Color, u16) {
        let first = u32::from(self.start.turn() == Color::Black);
        let index = (self.node(id).ply + first).saturating_sub(1);
        let number = u32::from(self.start.fullmove_number()).saturating_add(index / 2);
        (Color::ALL[index as usize % 2], u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// The annotations of a move, or of the start position.
    pub fn annotations(&self, id: NodeId) -> &Annotations {
        &self.node(id).annotations
    }

    /// The annotations of a move, or of the start position, to be changed.
    pub fn annotations_mut(&mut self, id: NodeId) -> &mut Annotations {
        &mut self.node_mut(id).annotations
    }

    /// The nodes from the first move to `id`. Empty for the root.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let parents = std::iter::successors(Some(id), |&id| self.parent(id));
        let mut path: Vec<_> = parents.take_while(|&id| id != NodeId::ROOT).collect();
        path.reverse();
        path
    }

    /// The moves from the start to `id`.
    pub fn moves_to(&self, id: NodeId) -> Vec<Move> {
        self.path_to(id).into_iter().filter_map(|id| self.move_to(id)).collect()
    }

    /// The positions from the start to `id`.
    pub fn positions_to(&self, id: NodeId) -> impl Iterator<Item = Position> {
        let mut position = self.start.clone();
        let after = self.moves_to(id).into_iter().map(move |mv| {
            position.make(mv);
            position.clone()
        });
        std::iter::once(self.start.clone()).chain(after)
    }

    /// The position at `id`.
    pub fn position(&self, id: NodeId) -> Position {
        let mut position = self.start.clone();
        for mv in self.moves_to(id) {
            position.make(mv);
        }
        position
    }

    /// Zobrist keys of the positions from the start to `id`, both included.
    pub fn keys_to(&self, id: NodeId) -> Vec<u64> {
        self.positions_to(id).map(|position| position.key()).collect()
    }

    /// The nodes of the line that continues after `id`.
    pub fn line_after(&self, id: NodeId) -> Vec<NodeId> {
        let next = |id: &NodeId| self.children(*id).first().copied();
        std::iter::successors(next(&id), next).collect()
    }

    /// The nodes of the main line without the root.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_after(NodeId::ROOT)
    }

    /// Whether the tree has no move.
    pub fn is_empty(&self) -> bool {
        self.children(NodeId::ROOT).is_empty()
    }

    /// Whether `id` is a node of this tree that has not been deleted.
    pub fn contains(&self, id: NodeId) -> bool {
        let is_child = |id| self.parent(id).is_none_or(|parent| self.children(parent).contains(&id));
        (id.0 as usize) < self.nodes.len() && self.path_to(id).into_iter().all(is_child)
    }

    /// The child of `id` with the move `mv`.
    pub fn child(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        self.children(id).iter().copied().find(|&child| self.move_to(child) == Some(mv))
    }

    /// Adds a move after `id`, as the next move of its line, or as a variation if there is a next move. Returns its node.
    /// If the move is there already, its node is returned.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn add_move(&mut self, id: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        match self.child(id, mv) {
            Some(child) => Ok(child),
            None => self.add_legal_move(id, &self.position(id), mv),
        }
    }

    /// Adds moves that follow each other after `id`, and returns the last node.
    ///
    /// # Errors
    /// If a move is illegal. The moves before it are added.
    pub fn add_line(&mut self, id: NodeId, moves: &[Move]) -> Result<NodeId, IllegalMove> {
        let (mut id, mut position) = (id, self.position(id));
        for &mv in moves {
            id = match self.child(id, mv) {
                Some(child) => child,
                None => self.add_legal_move(id, &position, mv)?,
            };
            position.make(mv);
        }
        Ok(id)
    }

    /// Adds a new child of `id`, whose position is `position`.
    fn add_legal_move(&mut self, id: NodeId, position: &Position, mv: Move) -> Result<NodeId, IllegalMove> {
        if !position.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        Ok(self.push(id, mv, san::format(position, mv)))
    }

    /// Adds a new child of `id`.
    pub(super) fn push(&mut self, id: NodeId, mv: Move, san: String) -> NodeId {
        // Four thousand million nodes do not fit into memory.
        let child = NodeId(self.nodes.len() as u32);
        let ply = self.node(id).ply + 1;
        let annotations = Annotations::default();
        self.nodes.push(Node { link: Some((id, mv)), ply, san, children: Vec::new(), annotations });
        self.node_mut(id).children.push(child);
        child
    }

    /// The place of `id` among the children of its parent, if it has not been deleted.
    fn index(&self, id: NodeId) -> Option<usize> {
        self.children(self.parent(id)?).iter().position(|&child| child == id)
    }

    /// The first move of the variation that `id` is in; `None` in the main line.
    pub fn variation_start(&self, id: NodeId) -> Option<NodeId> {
        let mut path = std::iter::successors(Some(id), |&id| self.parent(id));
        path.find(|&id| id != NodeId::ROOT && self.index(id) != Some(0))
    }

    /// Whether `id` is in the main line. The root is.
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.variation_start(id).is_none()
    }

    /// Moves the variation that `id` is in before the line that it departs from. Returns whether something has changed,
    /// which is not so in the main line.
    pub fn promote(&mut self, id: NodeId) -> bool {
        self.move_variation(id, |_| Some(0))
    }

    /// Makes the line to `id` the main line. Returns whether something has changed.
    pub fn make_main_line(&mut self, id: NodeId) -> bool {
        let was_main_line = self.is_main_line(id);
        while self.promote(id) {}
        !was_main_line
    }

    /// Moves the variation that `id` is in before the previous variation. Returns whether there is one.
    pub fn move_up(&mut self, id: NodeId) -> bool {
        self.move_variation(id, |index| Some(index - 1).filter(|&index| index > 0))
    }

    /// Moves the variation that `id` is in to the place that `target` returns for its place among the variations.
    fn move_variation(&mut self, id: NodeId, target: impl Fn(usize) -> Option<usize>) -> bool {
        let moved = self.variation_start(id).and_then(|first| {
            let (parent, index) = (self.parent(first)?, self.index(first)?);
            let target = target(index)?;
            let siblings = &mut self.node_mut(parent).children;
            let node = siblings.remove(index);
            siblings.insert(target, node);
            Some(())
        });
        moved.is_some()
    }

    /// Deletes `id` and all that follows it, and returns the node before it. The root cannot be deleted.
    pub fn delete(&mut self, id: NodeId) -> NodeId {
        let Some(parent) = self.parent(id) else { return id };
        self.node_mut(parent).children.retain(|&child| child != id);
        parent
    }

    /// The moves after `id` in the order in which they are written: a move, the variations that replace it, and the rest of
    /// the line.
    ///
    /// ```
    /// # use xxlchess_core::notation::game_tree::{GameTree, NodeId, TreeItem};
    /// # use xxlchess_core::notation::variants_ini::Variants;
    /// # use xxlchess_core::rules::Position;
    /// # let chess = Variants::built_in().find("chess").unwrap();
    /// # let start = Position::start(&chess).unwrap();
    /// # let moves = start.legal_moves();
    /// # let mut tree = GameTree::new(start);
    /// let first = tree.add_move(NodeId::ROOT, moves[0]).unwrap();
    /// let other = tree.add_move(NodeId::ROOT, moves[1]).unwrap();
    /// use TreeItem::{Move, VariationEnd, VariationStart};
    /// let items: Vec<_> = tree.items(NodeId::ROOT).collect();
    /// assert_eq!(items, [Move(first), VariationStart, Move(other), VariationEnd]);
    /// ```
    pub fn items(&self, id: NodeId) -> impl Iterator<Item = TreeItem> {
        enum Step {
            Item(TreeItem),
            /// All items after a node.
            After(NodeId),
        }
        // The steps to come, the next one last.
        let mut steps = vec![Step::After(id)];
        std::iter::from_fn(move || {
            loop {
                let id = match steps.pop()? {
                    Step::Item(item) => return Some(item),
                    Step::After(id) => id,
                };
                let Some((&next, variations)) = self.children(id).split_first() else { continue };
                steps.push(Step::After(next));
                for &first in variations.iter().rev() {
                    steps.push(Step::Item(TreeItem::VariationEnd));
                    steps.push(Step::After(first));
                    steps.push(Step::Item(TreeItem::Move(first)));
                    steps.push(Step::Item(TreeItem::VariationStart));
                }
                return Some(TreeItem::Move(next));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{fen, variants_ini::Variants};

    const ROOT: NodeId = NodeId::ROOT;

    fn tree(fen: &str) -> GameTree {
        let chess = Variants::built_in().find("chess").expect("built in");
        GameTree::new(fen::parse(&chess, fen).expect("legal"))
    }

    fn chess() -> GameTree {
        tree("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    }

    /// Adds the moves of `line` in algebraic notation after `id`, and returns their nodes.
    fn add(tree: &mut GameTree, mut id: NodeId, line: &str) -> Vec<NodeId> {
        let add = |text| {
            let mv = san::parse(&tree.position(id), text).expect("legal");
            id = tree.add_move(id, mv).expect("legal");
            id
        };
        line.split_whitespace().map(add).collect()
    }

    /// The moves of the tree, with variations in brackets.
    fn text(tree: &GameTree) -> String {
        let word = |item| match item {
            TreeItem::Move(id) => tree.san(id),
            TreeItem::VariationStart => "(",
            TreeItem::VariationEnd => ")",
        };
        tree.items(ROOT).map(word).collect::<Vec<_>>().join(" ")
    }

    /// Nested variations come right after the move that they replace.
    #[test]
    fn variations_follow_the_move_that_they_replace() {
        let mut tree = chess();
        let main = add(&mut tree, ROOT, "e4 e5 Nf3");
        let sicilian = add(&mut tree, main[0], "c5 Nf3 d6");
        add(&mut tree, sicilian[1], "e6");
        add(&mut tree, main[0], "e6 d4");
        add(&mut tree, ROOT, "d4");
        assert_eq!(text(&tree), "e4 ( d4 ) e5 ( c5 Nf3 d6 ( e6 ) ) ( e6 d4 ) Nf3");
        assert_eq!(add(&mut tree, ROOT, "e4 e5 Nf3"), main, "no move is added twice");
        assert_eq!((tree.main_line(), tree.line_after(main[0])), (main.clone(), main[1..].to_vec()));
        assert_eq!((tree.path_to(main[2]), tree.path_to(ROOT)), (main, vec![]));
        assert_eq!(text(&GameTree::new(tree.position(ROOT))), "");
    }

    /// The position and the keys of a node in a variation are those after its moves alone.
    #[test]
    fn a_node_has_the_position_after_its_moves() {
        let mut tree = chess();
        add(&mut tree, ROOT, "e4 e5");
        let last = *add(&mut tree, ROOT, "d4 Nf6 c4 e6").last().expect("four moves");
        let mut position = tree.start().clone();
        let mut keys = vec![position.key()];
        for mv in tree.moves_to(last) {
            position.play(mv).expect("legal");
            keys.push(position.key());
        }
        assert_eq!((tree.position(last), tree.keys_to(last)), (position, keys));
        assert_eq!((tree.ply(last), tree.keys_to(ROOT).len()), (4, 1));
    }

    /// After a start with Black to move, Black makes the first move with the number of the start.
    #[test]
    fn moves_are_numbered_from_the_start_position() {
        let mut tree = tree("4k3/8/8/8/8/8/8/4K3 b - - 0 7");
        let nodes = add(&mut tree, ROOT, "Kd8 Kd1 Kc8");
        let movers: Vec<_> = nodes.iter().map(|&id| tree.mover(id)).collect();
        assert_eq!(movers, [(Color::Black, 7), (Color::White, 8), (Color::Black, 8)]);
        let mut late = self::tree("4k3/8/8/8/8/8/8/4K3 b - - 0 65535");
        let nodes = add(&mut late, ROOT, "Kd8 Kd1");
        assert_eq!(late.mover(nodes[1]), (Color::White, u16::MAX));
    }

    /// A move that is illegal in the position of its node is not added, even if it is legal elsewhere.
    #[test]
    fn an_illegal_move_is_not_added() {
        let mut tree = chess();
        let e4 = add(&mut tree, ROOT, "e4")[0];
        let mv = tree.move_to(e4).expect("a move");
        assert_eq!(tree.add_move(e4, mv), Err(IllegalMove(mv)));
        assert_eq!(tree.add_line(ROOT, &[mv, mv]), Err(IllegalMove(mv)));
        assert_eq!(text(&tree), "e4");
    }

    /// `promote` lifts the innermost variation by one level, and `make_main_line` all of them.
    #[test]
    fn variations_are_promoted() {
        let mut tree = chess();
        let main = add(&mut tree, ROOT, "e4 e5");
        let sicilian = add(&mut tree, main[0], "c5 Nf3 d6");
        let nested = add(&mut tree, sicilian[1], "e6 d4");
        assert_eq!(tree.variation_start(nested[1]), Some(nested[0]));
        let mut whole = tree.clone();
        assert!(tree.promote(nested[1]));
        assert_eq!(text(&tree), "e4 e5 ( c5 Nf3 e6 ( d6 ) d4 )");
        assert!(tree.promote(nested[1]) && tree.is_main_line(nested[1]));
        assert_eq!(text(&tree), "e4 c5 ( e5 ) Nf3 e6 ( d6 ) d4");
        assert!(!tree.promote(nested[1]) && !tree.promote(ROOT) && !tree.make_main_line(nested[0]));
        assert!(whole.make_main_line(nested[1]));
        assert_eq!(text(&whole), text(&tree));
    }

    /// Variations change places with their neighbours, but with the main line only if they are promoted.
    #[test]
    fn variations_move_among_variations() {
        let mut tree = chess();
        add(&mut tree, ROOT, "e4");
        let (d4, c4) = (add(&mut tree, ROOT, "d4 d5"), add(&mut tree, ROOT, "c4"));
        assert!(!tree.move_up(d4[1]) && !tree.move_up(ROOT));
        assert!(tree.move_up(c4[0]));
        assert_eq!(text(&tree), "e4 ( c4 ) ( d4 d5 )");
        assert!(tree.move_up(d4[0]));
        assert_eq!(text(&tree), "e4 ( d4 d5 ) ( c4 )");
        assert!(tree.promote(c4[0]));
        assert_eq!(text(&tree), "c4 ( e4 ) ( d4 d5 )");
    }

    /// With a move, the moves after it are deleted. The next variation becomes the main line, and all other nodes keep their
    /// numbers.
    #[test]
    fn a_move_is_deleted_with_all_that_follows() {
        let mut tree = chess();
        let main = add(&mut tree, ROOT, "e4 e5 Nf3");
        let d4 = add(&mut tree, ROOT, "d4 d5");
        tree.annotations_mut(d4[1]).comment = "symmetry".to_owned();
        let before = tree.clone();
        assert_eq!(tree.delete(main[0]), ROOT);
        assert_eq!((text(&tree).as_str(), tree.san(d4[1])), ("d4 d5", "d5"));
        assert_eq!(tree.annotations(d4[1]).comment, "symmetry");
        assert!(!tree.contains(main[2]) && tree.contains(d4[1]) && before.contains(main[2]));
        assert!(!tree.is_main_line(main[2]) && !tree.promote(main[0]));
        assert_eq!(tree.delete(ROOT), ROOT);
        assert_eq!(text(&tree), "d4 d5");
        let new = add(&mut tree, ROOT, "e4")[0];
        assert!(new != main[0] && tree.children(new).is_empty());
        assert!(!before.contains(new));
    }

    /// A hundred thousand variations, each nested in the one before, are listed, promoted and deleted.
    #[test]
    fn deeply_nested_variations_do_not_overflow() {
        let mut tree = tree("7k/8/8/8/8/8/8/K7 w - - 0 1");
        let mut position = tree.start().clone();
        let mut last = ROOT;
        for _ in 0..100_000 {
            let legal = position.legal_moves();
            tree.push(last, legal[0], String::new());
            last = tree.push(last, legal[1], String::new());
            position.make(legal[1]);
        }
        assert_eq!(tree.items(ROOT).count(), 400_000);
        assert_eq!((tree.ply(last), tree.position(last)), (100_000, position));
        assert!(tree.promote(last) && tree.contains(last));
        let first = tree.path_to(last)[0];
        tree.delete(first);
        assert!(!tree.contains(last) && tree.items(ROOT).count() == 1);
    }
}
