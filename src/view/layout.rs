//! Where things are in the window: the board's tiles and the sidebar, for any size.

use super::scene::{Point, Rect};
use crate::rules::{Color, Square};

/// Edge of a tile in the window's first size, in pixels: what speeds in the config are told for.
pub const REFERENCE_TILE: f32 = 48.0;
/// Width of the sidebar in tiles, at least.
const SIDEBAR_TILES: f32 = 2.5;
/// Width of the sidebar in tiles, at most.
const SIDEBAR_MOST: f32 = 5.0;

/// Where the board and the sidebar are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Edge of a tile: whole pixels, so that tiles and pieces are sharp.
    pub tile: f32,
    /// The board.
    pub board: Rect,
    /// Clocks and messages: to the right of the board, or below it in an upright window.
    pub sidebar: Rect,
    /// The side shown at the bottom.
    pub bottom: Color,
    files: u8,
    ranks: u8,
}

impl Layout {
    /// Fits a board of `files` by `ranks` and the sidebar into a window of `size` (width, height in pixels).
    #[must_use]
    pub fn new((width, height): (f32, f32), (files, ranks): (u8, u8), bottom: Color) -> Self {
        let (across, up) = (f32::from(files), f32::from(ranks));
        let beside = (width / (across + SIDEBAR_TILES)).min(height / up);
        let below = (width / across).min(height / (up + SIDEBAR_TILES));
        let tile = beside.max(below).floor().max(1.0);
        let (board_width, board_height) = (tile * across, tile * up);
        if beside >= below {
            let sidebar = (width - board_width).min(tile * SIDEBAR_MOST).floor();
            let left = ((width - board_width - sidebar) / 2.0).floor();
            let top = ((height - board_height) / 2.0).floor();
            let board = Rect::new(left, top, board_width, board_height);
            let sidebar = Rect::new(left + board_width, top, sidebar, board_height);
            return Self { tile, board, sidebar, bottom, files, ranks };
        }
        let sidebar = (height - board_height).min(tile * SIDEBAR_MOST).floor();
        let left = ((width - board_width) / 2.0).floor();
        let top = ((height - board_height - sidebar) / 2.0).floor();
        let board = Rect::new(left, top, board_width, board_height);
        let sidebar = Rect::new(left, top + board_height, board_width, sidebar);
        Self { tile, board, sidebar, bottom, files, ranks }
    }

    /// Whether the sidebar is below the board rather than beside it.
    #[must_use]
    pub fn is_upright(&self) -> bool {
        self.sidebar.y > self.board.y
    }

    /// The column and row, counted from the upper left tile, at which `square` is shown.
    fn place(&self, square: Square) -> (u8, u8) {
        match self.bottom {
            Color::White => (square.file(), self.ranks - 1 - square.rank()),
            Color::Black => (self.files - 1 - square.file(), square.rank()),
        }
    }

    /// Where the tile of `square` is.
    #[must_use]
    pub fn tile_rect(&self, square: Square) -> Rect {
        let (column, row) = self.place(square);
        let (x, y) = (self.tile * f32::from(column), self.tile * f32::from(row));
        Rect::new(self.board.x + x, self.board.y + y, self.tile, self.tile)
    }

    /// The square whose tile is at `point`.
    #[must_use]
    pub fn square_at(&self, point: Point) -> Option<Square> {
        if !self.board.contains(point) {
            return None;
        }
        // Inside the board both quotients are below 16.
        let column = ((point.x - self.board.x) / self.tile) as u8;
        let row = ((point.y - self.board.y) / self.tile) as u8;
        Some(match self.bottom {
            Color::White => Square::new(column, self.ranks - 1 - row),
            Color::Black => Square::new(self.files - 1 - column, row),
        })
    }

    /// Whether `square` is in the leftmost column as shown.
    #[must_use]
    pub fn is_leftmost(&self, square: Square) -> bool {
        self.place(square).0 == 0
    }

    /// Whether `square` is in the lowest row as shown.
    #[must_use]
    pub fn is_lowest(&self, square: Square) -> bool {
        self.place(square).1 == self.ranks - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn xxl(width: f32, height: f32, bottom: Color) -> Layout {
        Layout::new((width, height), (14, 14), bottom)
    }

    /// Shows the first window as the assignment draws it: tiles of 48, the board at the left, 120 for the sidebar.
    #[test]
    fn first_window() {
        let layout = xxl(792.0, 672.0, Color::White);
        assert_eq!(layout.tile, 48.0);
        assert_eq!(layout.board, Rect::new(0.0, 0.0, 672.0, 672.0));
        assert_eq!(layout.sidebar, Rect::new(672.0, 0.0, 120.0, 672.0));
    }

    /// Shows that every tile's middle leads back to its square, in windows of all shapes and either way round.
    #[test]
    fn points_lead_back_to_squares() {
        for (width, height) in
            [(792.0, 672.0), (480.0, 400.0), (3840.0, 2160.0), (500.0, 900.0), (20.0, 20.0)]
        {
            for bottom in Color::ALL {
                let layout = xxl(width, height, bottom);
                for square in Square::all().filter(|s| s.file() < 14 && s.rank() < 14) {
                    assert_eq!(layout.square_at(layout.tile_rect(square).center()), Some(square));
                }
            }
        }
    }

    /// Shows that nothing lies outside the window and the two parts do not overlap.
    #[test]
    fn parts_fit() {
        for (width, height) in
            [(792.0, 672.0), (480.0, 400.0), (1920.0, 1080.0), (500.0, 900.0), (400.0, 480.0)]
        {
            let layout = xxl(width, height, Color::White);
            for part in [layout.board, layout.sidebar] {
                assert!(part.x >= 0.0 && part.y >= 0.0);
                assert!(
                    part.x + part.w <= width && part.y + part.h <= height,
                    "{part:?} in {width}x{height}"
                );
            }
            let apart = layout.sidebar.x >= layout.board.x + layout.board.w
                || layout.sidebar.y >= layout.board.y + layout.board.h;
            assert!(apart);
            assert_eq!(layout.is_upright(), height > width);
        }
    }

    /// Shows that White's a1 is lower left for White and upper right for Black.
    #[test]
    fn the_board_turns() {
        let a1 = Square::new(0, 0);
        assert_eq!(xxl(792.0, 672.0, Color::White).tile_rect(a1), Rect::new(0.0, 624.0, 48.0, 48.0));
        assert_eq!(xxl(792.0, 672.0, Color::Black).tile_rect(a1), Rect::new(624.0, 0.0, 48.0, 48.0));
    }
}
