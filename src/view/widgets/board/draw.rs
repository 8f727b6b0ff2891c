//! Picture of a board: tiles, coordinates, pieces that stand and pieces that slide.

use std::iter::successors;

use crate::game::PlayerView;
use crate::rules::{Bitboard, Color, Piece, Square, Variant};
use crate::view::form::touch;
use crate::view::layout::BoardLayout;
use crate::view::scene::{Align, Font, Item, Point, Rect, Rgba, Sprite, Text, TextRole, Tile, Tint};
use crate::view::theme::Theme;
use crate::view::widgets::board::animation::Slides;
use crate::view::widgets::board::shapes;

/// Colour of the line at the promotion rank: faint on light squares and on dark ones.
const PROMOTION: Rgba = Rgba(120, 80, 40, 110);
/// Colour of a star.
const STAR: Rgba = Rgba::hex(0xF2B134);
/// Colour of the rim of a star, which sets it off from light tiles.
const STAR_RIM: Rgba = Rgba::hex(0x6B4A12);
/// Opacity of a piece on the square that it leaves by a drag, a premove or a pending move.
const LEFT: u8 = 90;
/// Least and largest edge of a piece that a finger drags.
const LIFTED: (f32, f32) = (64.0, 112.0);
/// Opacity of a piece on the square that it is premoved to, or to which its move is pending.
const AHEAD: u8 = 200;

/// A piece that follows the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dragged {
    pub square: Square,
    pub piece: Piece,
    pub pointer: Point,
    /// Whether a finger drags the piece, which would be hidden below it.
    pub by_finger: bool,
}

pub struct BoardView<'a> {
    pub player_view: &'a PlayerView,
    pub slides: &'a Slides,
    pub dragged: Option<Dragged>,
    /// The squares of a move that waits for a second tap.
    pub pending: Option<(Square, Square)>,
    pub layout: &'a BoardLayout,
    pub theme: &'a Theme,
    /// Whether a faint line marks the rank on which pawns of the side below promote.
    pub promotion_line: bool,
}

impl BoardView<'_> {
    pub fn items(&self) -> Vec<Item> {
        let tints = tints(self.player_view);
        let squares = self.player_view.variant.geometry().board();
        let in_sight = || squares.into_iter().filter(|&square| self.layout.is_in_sight(square));
        let tiles: Vec<Tile> = in_sight().map(|square| self.tile(square, &tints)).collect();
        let mut items: Vec<Item> = tiles.iter().cloned().map(Item::Tile).collect();
        if self.theme.shapes {
            tiles.iter().for_each(|tile| shapes::draw(tile, &mut items));
        }
        if self.promotion_line {
            self.draw_promotion_line(&mut items);
        }
        for square in self.player_view.stars {
            self.draw_star(square, &mut items);
        }
        items.extend(self.standing().map(Item::Sprite));
        items.extend(self.premoved().map(Item::Sprite));
        items.extend(self.pending_piece().map(Item::Sprite));
        for square in in_sight() {
            self.coordinates(square, &tints, &mut items);
        }
        items.extend(self.sliding().map(Item::Sprite));
        items
    }

    /// The dragged piece, drawn above everything else.
    pub fn held(&self) -> Option<Item> {
        let Dragged { square, piece, pointer: at, by_finger } = self.dragged?;
        let tile = self.layout.tile;
        // A piece above a finger is large, and its lower edge is as high as the tip of the finger.
        let side = if by_finger { (2.0 * tile).clamp(LIFTED.0.max(tile), LIFTED.1.max(tile)) } else { tile };
        let y = if by_finger { at.y - side - 0.3 * touch::TARGET } else { at.y - side / 2.0 };
        let rect = Rect::new((at.x - side / 2.0).round(), y.round(), side, side);
        Some(Item::Sprite(self.sprite(piece, square, rect)))
    }

    /// Dashes along the lower edge of the first rank on which the pawns of the side below promote. The last rank needs
    /// no line.
    fn draw_promotion_line(&self, items: &mut Vec<Item>) {
        let (layout, rules) = (self.layout, self.player_view.variant.rules());
        let region = rules.promotion.region[layout.bottom];
        let (dash, height) = ((layout.tile / 8.0).round(), (layout.tile / 24.0).round().max(1.0));
        let is_first = |&square: &Square| {
            let (above, below) = (layout.step(square, (0, -1)), layout.step(square, (0, 1)));
            above.is_some() && below.is_some_and(|below| !region.contains(below))
        };
        for square in region.into_iter().filter(is_first) {
            let rect = layout.tile_rect(square);
            for place in 0..4_u8 {
                let x = rect.x + (2.0 * f32::from(place) + 0.5) * dash;
                let rect = Rect::new(x, rect.y + rect.h - height, dash, height);
                items.push(Item::fill(rect, PROMOTION));
            }
        }
    }

    /// A star in the middle of its tile.
    fn draw_star(&self, square: Square, items: &mut Vec<Item>) {
        let at = self.layout.tile_rect(square).center();
        for (part, color) in [(0.7, STAR_RIM), (0.56, STAR)] {
            // At most some tens of pixels.
            let size = (self.layout.tile * part).round() as u16;
            let (text, role, font) = ("★".to_owned(), TextRole::Star, Font::Regular);
            items.push(Item::Text(Text { text, role, at, size, font, color, align: Align::Center }));
        }
    }

    fn tile(&self, square: Square, tints: &Tints) -> Tile {
        let tint = match self.player_view.flash {
            // The square of the flashing king is dark red or plain in turn.
            Some((king, lit)) if king == square => lit.then_some(Tint::Danger),
            _ => tints.iter().find(|(squares, _)| squares.contains(square)).map(|&(_, tint)| tint),
        };
        let color = self.theme.tile_color(is_light(square), tint);
        Tile { square, rect: self.layout.tile_rect(square), tint, color }
    }

    /// File letters and rank numbers at the first square of each rank and file: beside it in the gutter or, if the layout
    /// has none, in a corner of its tile, above the piece.
    fn coordinates(&self, square: Square, tints: &Tints, items: &mut Vec<Item>) {
        let layout = self.layout;
        let rect = layout.tile_rect(square);
        let board = self.player_view.variant.geometry().board();
        let is_first = |way| {
            let mut before = successors(layout.step(square, way), |&square| layout.step(square, way));
            !before.any(|square| board.contains(square))
        };
        let rank = is_first((-1, 0)).then(|| (square.rank() + 1).to_string());
        let file = is_first((0, 1)).then(|| char::from(b'a' + square.file()).to_string());
        let text = |text: String, at, size: f32, font, color, align| {
            // At most some tens of pixels.
            Text { text, role: TextRole::Coordinate, at, size: size as u16, font, color, align }
        };
        if let Some((left, below)) = layout.gutter() {
            let size = (11.0 * layout.unit()).round().max(9.0);
            let text = |words, at| text(words, at, size, Font::Regular, self.theme.faint, Align::Center);
            let beside = Point::new(rect.x - (left / 2.0).round(), rect.center().y);
            let under = Point::new(rect.center().x, rect.y + rect.h + (below * 0.45).round());
            items.extend(rank.map(|words| Item::Text(text(words, beside))));
            items.extend(file.map(|words| Item::Text(text(words, under))));
            return;
        }
        let size = (layout.tile * 0.21 * layout.scale).round().max(8.0);
        let inset = (layout.tile / 20.0).round().max(1.0);
        let tile = self.tile(square, tints).color;
        // Letters such as g reach below their line by a quarter of their size, and must not leave the tile.
        let under = inset.max((size * 0.24).ceil() + 1.0);
        let beside = Point::new(rect.x + inset, (rect.y + inset + size * 0.37).round());
        let under = Point::new(rect.x + rect.w - inset, (rect.y + rect.h - under - size * 0.37).round());
        let rank = rank.map(|words| (words, beside, Align::Left));
        let file = file.map(|words| (words, under, Align::Right));
        for (words, at, align) in rank.into_iter().chain(file) {
            // A rim in the colour of the tile sets the letters off from a piece below them: the text is drawn in that
            // colour one pixel away in all eight directions.
            let around = [-1.0, 0.0, 1.0].into_iter().flat_map(|y| [-1.0, 0.0, 1.0].map(|x| (x, y)));
            for (x, y) in around.filter(|&offset| offset != (0.0, 0.0)) {
                let at = Point::new(at.x + x, at.y + y);
                items.push(Item::Text(text(words.clone(), at, size, Font::Bold, tile, align)));
            }
            items.push(Item::Text(text(words, at, size, Font::Bold, self.theme.text_color_on(tile), align)));
        }
    }

    /// Pieces that stand still, and captured pieces until the one that captures them has arrived.
    fn standing(&self) -> impl Iterator<Item = Sprite> {
        let pieces = &self.player_view.pieces;
        let still = pieces.iter().copied().filter(|&(square, piece)| !self.slides.hides(square, piece));
        let doomed = self.slides.iter().filter_map(|slide| slide.captured);
        let doomed = doomed.filter(|captured| !pieces.contains(captured));
        let left = |square| {
            let premoves = self.player_view.premoves.iter().any(|premove| premove.from == square);
            premoves
                || self.dragged.is_some_and(|dragged| dragged.square == square)
                || self.pending.is_some_and(|(from, _)| from == square)
        };
        let is_pending_capture = |square| self.pending.is_some_and(|(_, to)| to == square);
        let is_in_sight = |&(square, _): &(Square, Piece)| self.layout.is_in_sight(square);
        let shown = still.chain(doomed).filter(move |&(square, _)| !is_pending_capture(square));
        shown.filter(is_in_sight).map(move |(square, piece)| {
            let sprite = self.sprite(piece, square, self.layout.tile_rect(square));
            Sprite { alpha: if left(square) { LEFT } else { u8::MAX }, ..sprite }
        })
    }

    /// Pieces on the squares that they are premoved to.
    fn premoved(&self) -> impl Iterator<Item = Sprite> {
        self.player_view.premoved.iter().map(|&(square, piece)| {
            let sprite = self.sprite(piece, square, self.layout.tile_rect(square));
            Sprite { alpha: AHEAD, ..sprite }
        })
    }

    /// The piece whose move is pending, on its destination.
    fn pending_piece(&self) -> Option<Sprite> {
        let (from, to) = self.pending?;
        let sprite = self.sprite(self.player_view.piece_at(from)?, to, self.layout.tile_rect(to));
        Some(Sprite { alpha: AHEAD, ..sprite })
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

/// The tinted squares of a view, in the order of precedence.
type Tints = [(Bitboard, Tint); 8];

fn tints(view: &PlayerView) -> Tints {
    let premoves = view.premoves.iter().flat_map(|premove| [premove.from, premove.to]);
    [
        (view.selected.into_iter().collect(), Tint::Selected),
        (view.checked.into_iter().collect(), Tint::Danger),
        (view.mating, Tint::Mating),
        (view.captures, Tint::Capture),
        (view.targets, Tint::Target),
        (premoves.collect(), Tint::Premove),
        (view.last_move, Tint::LastMove),
        (view.fog, Tint::Fog),
    ]
}

/// The drawing of `piece` in `rect`. `square` is its square, if it is on the board.
pub fn sprite(variant: &Variant, piece: Piece, square: Option<Square>, rect: Rect) -> Sprite {
    let row = variant.piece(piece.kind);
    let letter = if piece.color == Color::White { row.letter.to_ascii_uppercase() } else { row.letter };
    let name = variant.rules().drawing(piece.kind).to_owned();
    Sprite { name, letter, color: piece.color, square, rect, alpha: u8::MAX }
}

/// Whether the tile of `square` is light. On boards with an even number of files, White has a light square at the lower
/// right corner, as in chess.
pub const fn is_light(square: Square) -> bool {
    (square.file() + square.rank()) % 2 == 1
}
