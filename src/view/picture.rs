//! Files that the player asks for: pictures of a board, animations and texts.

use crate::game::PlayerView;
use crate::game::options::Options;
use crate::notation::game_tree::{GameTree, NodeId, Shape};
use crate::rules::Color;

/// A board to be shown, and the arrows and circles on it.
#[derive(Clone, Debug)]
pub struct Board {
    /// The pieces and the tinted squares.
    pub view: PlayerView,
    /// Arrows and circles.
    pub shapes: Vec<Shape>,
}

/// The boards of the positions from the start to `id`, with their arrows and circles.
pub fn boards(tree: &GameTree, id: NodeId) -> Vec<Board> {
    let path = std::iter::once(NodeId::ROOT).chain(tree.path_to(id));
    let board = |(id, position)| {
        let moved = tree.move_to(id).into_iter().flat_map(|mv| [mv.from, mv.to]);
        let view = PlayerView { last_move: moved.collect(), ..PlayerView::of_position(&position, None) };
        Board { view, shapes: tree.annotations(id).shapes.clone() }
    };
    path.zip(tree.positions_to(id)).map(board).collect()
}

/// Format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    Png,
    Svg,
    /// An animation of all boards. The others show the last one.
    Gif,
}

impl PictureFormat {
    /// All formats, each with the ending of its files.
    pub const ALL: [(Self, &'static str); 3] = [(Self::Png, "png"), (Self::Svg, "svg"), (Self::Gif, "gif")];

    pub const fn ending(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// A file to be saved.
#[derive(Debug)]
pub enum ExportFile {
    Picture { format: PictureFormat, boards: Vec<Board>, bottom: Color },
    Pgn(String),
}

/// Result of a step of [`MakeFile`].
#[derive(Debug)]
pub enum ExportStep {
    /// Percentage of the file that is made.
    Percent(u8),
    /// The file is saved. The sentence has its place.
    Saved(String),
}

/// Makes the next part of a file, until it is saved. The error is the reason why it cannot be saved.
pub type MakeFile = dyn FnMut() -> Result<ExportStep, String>;

/// Begins a file with the theme and the pieces of the options.
pub type Export = dyn Fn(ExportFile, &Options) -> Box<MakeFile>;

/// Adds a drawing of pieces with this name from the text of an SVG file. The error continues a sentence: `is not valid SVG`.
pub type AddDrawing = dyn Fn(&str, &str) -> Result<(), String>;

/// Names of the built-in drawings of pieces.
pub const DRAWINGS: &str = "admiral alfil amazon archbishop archer bishop buffalo camel cannon centaur champion chancellor \
    commoner courier crocodile dabbaba duchess eagle elephant fers general giraffe grasshopper hawk jester king knight lion \
    machine mammoth missionary nightrider pawn prince queen rhinoceros rook rose royal-knight ship soldier sorceress stag \
    troll unicorn wildebeest wizard zebra";
