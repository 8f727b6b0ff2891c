//! Picture of the board: tiles, coordinates, pieces standing and sliding.

use crate::game::PlayerView;
use crate::rules::{Bitboard, Color, Piece, Square, Variant};
use crate::view::layout::Layout;
use crate::view::scene::{Align, Font, Item, Point, Rect, Sprite, Text, TextRole, Tile, Tint};
use crate::view::theme::Theme;
use crate::view::widgets::board::animation::Slides;
use crate::view::widgets::board::shapes;

/// Opacity of a checked king's drawing in the pale half of its flash: the tile stays dark red there.
const PALE: u8 = 110;
/// Opacity of a piece where it is about to leave.
const LEFT: u8 = 90;
/// Opacity of a piece where it will be if a move made before its turn stands.
const AHEAD: u8 = 200;

pub struct BoardView<'a> {
    pub player_view: &'a PlayerView,
    pub slides: &'a Slides,
    /// The dragged piece: its square, and the pointer.
    pub dragged: Option<(Square, Piece, Point)>,
    pub layout: &'a Layout,
    pub theme: &'a Theme,
}

impl BoardView<'_> {
    pub fn items(&self) -> Vec<Item> {
        let highlights = Highlights::of(self.player_view);
        let squares = self.player_view.variant.geometry().board();
        let mut items: Vec<Item> =
            squares.into_iter().map(|s| Item::Tile(self.tile(s, &highlights))).collect();
        if self.theme.shapes {
            let tiles = items.clone();
            for tile in
                tiles.iter().filter_map(|item| if let Item::Tile(tile) = item { Some(tile) } else { None })
            {
                shapes::draw(tile, &mut items);
            }
        }
        for square in squares {
            items.extend(self.coordinates(square).into_iter().map(Item::Text));
        }
        items.extend(self.standing().map(Item::Sprite));
        items.extend(self.premoved().map(Item::Sprite));
        items.extend(self.sliding().map(Item::Sprite));
        items
    }

    /// The dragged piece, drawn above everything else.
    pub fn held(&self) -> Option<Item> {
        let (square, piece, at) = self.dragged?;
        let half = self.layout.tile / 2.0;
        let rect =
            Rect::new((at.x - half).round(), (at.y - half).round(), self.layout.tile, self.layout.tile);
        Some(Item::Sprite(self.sprite(piece, square, rect)))
    }

    fn tile(&self, square: Square, highlights: &Highlights) -> Tile {
        let tint = highlights.tint(square);
        let color = self.theme.tile_color(is_light(square), tint);
        Tile { square, rect: self.layout.tile_rect(square), tint, color }
    }

    /// Rank number at the upper left of the leftmost tiles, file letter at the lower left of the lowest ones.
    fn coordinates(&self, square: Square) -> Vec<Text> {
        let rect = self.layout.tile_rect(square);
        let size = (self.layout.tile * 0.21 * self.layout.scale).round().max(8.0);
        let (inset, color) =
            ((self.layout.tile / 16.0).round(), self.theme.tile_color(!is_light(square), None));
        let text = |text: String, y: f32| Text {
            text,
            role: TextRole::Coordinate,
            at: Point::new(rect.x + inset, y.round()),
            // A fifth of a tile: far below the limit of the type.
            size: size as u16,
            font: Font::Bold,
            color,
            align: Align::Left,
        };
        let mut texts = Vec::new();
        if self.layout.is_leftmost(square) {
            texts.push(text((square.rank() + 1).to_string(), rect.y + inset + size * 0.37));
        }
        if self.layout.is_lowest(square) {
            let letter = char::from(b'a' + square.file());
            // Letters such as g reach below their line by a quarter of their size, and must not leave the tile.
            let below = inset.max((size * 0.24).ceil() + 1.0);
            texts.push(text(letter.to_string(), rect.y + rect.h - below - size * 0.37));
        }
        texts
    }

    /// Pieces that stand still, and pieces about to be captured by one that slides.
    fn standing(&self) -> impl Iterator<Item = Sprite> {
        let player_view = self.player_view;
        let pale = player_view
            .flash
            .filter(|&(king, lit)| !lit && player_view.checked == Some(king))
            .map(|(king, _)| king);
        let still =
            player_view.pieces.iter().copied().filter(|&(square, _)| self.slides.to(square).is_none());
        let doomed = self.slides.iter().filter_map(|slide| slide.captured);
        let left = |square| {
            let premoves = self.player_view.premoves.iter().any(|premove| premove.from == square);
            premoves || self.dragged.is_some_and(|(dragged, ..)| dragged == square)
        };
        still.chain(doomed).map(move |(square, piece)| {
            let sprite = self.sprite(piece, square, self.layout.tile_rect(square));
            let paler = if left(square) { Some(LEFT) } else { None };
            let alpha = paler.or((pale == Some(square)).then_some(PALE)).unwrap_or(u8::MAX);
            Sprite { alpha, ..sprite }
        })
    }

    /// Pieces where they will be after the moves made before their turn.
    fn premoved(&self) -> impl Iterator<Item = Sprite> {
        self.player_view.premoved.iter().map(|&(square, piece)| {
            let sprite = self.sprite(piece, square, self.layout.tile_rect(square));
            Sprite { alpha: AHEAD, ..sprite }
        })
    }

    fn sliding(&self) -> impl Iterator<Item = Sprite> {
        self.slides.iter().map(|slide| {
            let (from, to) = (self.layout.tile_rect(slide.from), self.layout.tile_rect(slide.to));
            let at = |a: f32, b: f32| (a + (b - a) * slide.progress()).round();
            let rect = Rect { x: at(from.x, to.x), y: at(from.y, to.y), ..to };
            self.sprite(slide.piece, slide.to, rect)
        })
    }

    fn sprite(&self, piece: Piece, square: Square, rect: Rect) -> Sprite {
        sprite(&self.player_view.variant, piece, Some(square), rect)
    }
}

/// The tinted squares of a view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Highlights {
    danger: Bitboard,
    mating: Bitboard,
    selected: Bitboard,
    captures: Bitboard,
    targets: Bitboard,
    premoves: Bitboard,
    last_move: Bitboard,
    fog: Bitboard,
}

impl Highlights {
    fn of(view: &PlayerView) -> Self {
        let flashing = view.flash.filter(|&(_, lit)| lit).map(|(king, _)| king);
        let premoves = view.premoves.iter().flat_map(|premove| [premove.from, premove.to]);
        Self {
            danger: view.checked.into_iter().chain(flashing).collect(),
            mating: view.mating,
            selected: view.selected.into_iter().collect(),
            captures: view.captures,
            targets: view.targets,
            premoves: premoves.collect(),
            last_move: view.last_move,
            fog: view.fog,
        }
    }

    /// The tint of `square`: the first that applies.
    fn tint(&self, square: Square) -> Option<Tint> {
        [
            (self.danger, Tint::Danger),
            (self.mating, Tint::Mating),
            (self.selected, Tint::Selected),
            (self.captures, Tint::Capture),
            (self.targets, Tint::Target),
            (self.premoves, Tint::Premove),
            (self.last_move, Tint::LastMove),
            (self.fog, Tint::Fog),
        ]
        .into_iter()
        .find(|(squares, _)| squares.contains(square))
        .map(|(_, tint)| tint)
    }
}

pub fn sprite(variant: &Variant, piece: Piece, square: Option<Square>, rect: Rect) -> Sprite {
    let row = variant.piece(piece.kind);
    let letter = if piece.color == Color::White { row.letter.to_ascii_uppercase() } else { row.letter };
    Sprite { name: row.name.clone(), letter, color: piece.color, square, rect, alpha: u8::MAX }
}

/// Whether the tile of `square` is a light one: the lower right corner is, as on every chess board of even width.
pub const fn is_light(square: Square) -> bool {
    (square.file() + square.rank()) % 2 == 1
}
