//! The picture as a value: a list of what to draw, in the order of painting.

use crate::game::options::PieceSet;
use crate::rules::{Color, Square};

/// A point in pixels of the window, from its upper left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    fn scale(&mut self, factor: f32) {
        *self = Self::new(self.x * factor, self.y * factor);
    }
}

/// An upright rectangle in pixels of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
}

impl Rect {
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Self {
        Self { x, y, w, h }
    }

    /// Whether `point` lies inside. The right and the lower edge lie outside.
    pub fn contains(&self, point: Point) -> bool {
        (self.x..self.x + self.w).contains(&point.x) && (self.y..self.y + self.h).contains(&point.y)
    }

    pub fn center(&self) -> Point {
        Point::new(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    fn scale(&mut self, factor: f32) {
        *self = Self::new(self.x * factor, self.y * factor, self.w * factor, self.h * factor);
    }

    /// The rectangle without `by` pixels on every side.
    pub fn inset(&self, by: f32) -> Self {
        Self::new(self.x + by, self.y + by, self.w - 2.0 * by, self.h - 2.0 * by)
    }
}

/// A colour: red, green, blue and opacity, 0 to 255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgba(pub u8, pub u8, pub u8, pub u8);

impl Rgba {
    /// An opaque colour written as `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        Self((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255)
    }

    pub const fn with_alpha(self, alpha: u8) -> Self {
        Self(self.0, self.1, self.2, alpha)
    }
}

/// Tint of a tile. If several apply, the first in this order is shown. rule: docs/rules.md#the-players-hand
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tint {
    /// Green: the selected piece.
    Selected,
    /// Dark red: a king in check, mated, or flashing because it must be defended.
    Danger,
    /// Orange: a piece that contributes to mate.
    Mating,
    /// Light red: the selected piece can capture on this tile.
    Capture,
    /// Blue: the selected piece can move to this tile.
    Target,
    /// Violet: a premove starts or ends on this tile.
    Premove,
    /// Yellow: the last move started or ended on this tile.
    LastMove,
    /// Grey: hidden by fog.
    Fog,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Font {
    /// For running text.
    Regular,
    /// For headings and important text.
    Bold,
    /// Digits of one width, for clocks and tables.
    Mono,
}

/// Horizontal alignment of a text at its position. Vertically, its capitals are always centred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Center,
    Right,
}

/// Purpose of a text, by which tests find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextRole {
    Clock(Color),
    Player(Color),
    Message,
    Help,
    /// File letters and rank numbers.
    Coordinate,
    /// A star on the board, in a lesson.
    Star,
    Label,
    /// A move of the list, or its number.
    Moves,
    /// Notice that an earlier position is shown.
    Past,
    /// Lead of a side in material.
    Lead(Color),
    /// Explanation of a piece.
    Card,
    /// Explanation of a button, shown while the pointer rests on it.
    Tip,
}

/// One line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    pub text: String,
    pub role: TextRole,
    pub at: Point,
    /// Height of the font in pixels. Whole numbers keep the cache of glyphs small.
    pub size: u16,
    pub font: Font,
    pub color: Rgba,
    pub align: Align,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sprite {
    pub name: String,
    /// The letter of the piece, shown on a badge if there is no drawing called `name`.
    pub letter: char,
    pub color: Color,
    /// The square that the piece stands on or moves to; `None` outside a board.
    pub square: Option<Square>,
    pub rect: Rect,
    pub alpha: u8,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    pub square: Square,
    pub rect: Rect,
    pub tint: Option<Tint>,
    pub color: Rgba,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Tile(Tile),
    Sprite(Sprite),
    Text(Text),
    /// A filled rectangle with corners rounded by `radius` pixels.
    Panel {
        rect: Rect,
        radius: f32,
        color: Rgba,
    },
    /// The outline of a rectangle, drawn inside it.
    Frame {
        rect: Rect,
        width: f32,
        color: Rgba,
    },
    Disc {
        center: Point,
        radius: f32,
        color: Rgba,
    },
    /// The outline of a circle.
    Ring {
        center: Point,
        /// Outer radius in pixels.
        radius: f32,
        width: f32,
        color: Rgba,
    },
    Line {
        from: Point,
        to: Point,
        width: f32,
        color: Rgba,
    },
    Triangle {
        corners: [Point; 3],
        color: Rgba,
    },
}

impl Item {
    /// A filled rectangle with sharp corners.
    pub const fn fill(rect: Rect, color: Rgba) -> Self {
        Self::Panel { rect, radius: 0.0, color }
    }

    fn scale(&mut self, factor: f32) {
        match self {
            Self::Tile(Tile { rect, .. }) | Self::Sprite(Sprite { rect, .. }) => rect.scale(factor),
            Self::Text(text) => {
                text.at.scale(factor);
                // Sizes are some tens of pixels.
                text.size = (f32::from(text.size) * factor).round() as u16;
            }
            Self::Panel { rect, radius: length, .. } | Self::Frame { rect, width: length, .. } => {
                rect.scale(factor);
                *length *= factor;
            }
            Self::Disc { center, radius, .. } => {
                center.scale(factor);
                *radius *= factor;
            }
            Self::Ring { center, radius, width, .. } => {
                center.scale(factor);
                *radius *= factor;
                *width *= factor;
            }
            Self::Line { from, to, width, .. } => {
                from.scale(factor);
                to.scale(factor);
                *width *= factor;
            }
            Self::Triangle { corners, .. } => corners.iter_mut().for_each(|corner| corner.scale(factor)),
        }
    }
}

/// Items to draw, in the order of painting, on a background of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub background: Rgba,
    /// The set of drawings from which the sprites are.
    pub pieces: PieceSet,
    /// An item covers those before it.
    pub items: Vec<Item>,
}

impl Scene {
    pub const fn new(background: Rgba, pieces: PieceSet) -> Self {
        Self { background, pieces, items: Vec::new() }
    }

    /// The scene with all lengths multiplied by `factor`.
    #[must_use]
    pub fn scaled(mut self, factor: f32) -> Self {
        self.items.iter_mut().for_each(|item| item.scale(factor));
        self
    }

    /// Removes what the screens below have drawn.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    pub fn tiles(&self) -> impl Iterator<Item = &Tile> {
        self.items.iter().filter_map(|item| if let Item::Tile(tile) = item { Some(tile) } else { None })
    }

    pub fn sprites(&self) -> impl Iterator<Item = &Sprite> {
        self.items.iter().filter_map(|item| if let Item::Sprite(sprite) = item { Some(sprite) } else { None })
    }

    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.items.iter().filter_map(|item| if let Item::Text(text) = item { Some(text) } else { None })
    }

    /// All lines of text with `role`, in the order of painting, joined by spaces.
    pub fn text_of(&self, role: TextRole) -> String {
        let texts: Vec<_> = self.texts().filter(|t| t.role == role).map(|t| t.text.as_str()).collect();
        texts.join(" ")
    }

    pub fn tint(&self, square: Square) -> Option<Tint> {
        self.tiles().find(|tile| tile.square == square)?.tint
    }
}
