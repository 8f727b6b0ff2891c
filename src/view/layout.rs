//! Layout of the window: the board's tiles and the sidebar, for any size.

use super::form::{Form, Metrics, touch};
use super::scene::{Point, Rect};
use super::widgets::Node;
use super::widgets::build::layers;
use super::widgets::node::{Surface, column};
use crate::rules::{Color, Square};

/// Edge of a square in the first window, in pixels. Speeds in the config refer to it.
pub const REFERENCE_TILE: f32 = 48.0;
/// Width of the sidebar in the window's first size, in pixels.
const REFERENCE_SIDEBAR: f32 = 120.0;
/// Height of a player's bar above or below a board for fingers, in pixels of the design.
const TOUCH_BAR: f32 = 46.0;
/// Least width of the panel beside a board for fingers, and least height of the panel below it, in pixels of the design.
const TOUCH_PANEL: (f32, f32) = (280.0, 200.0);
/// Gutters of a large window at the left of the board and below it, in pixels of the design.
const GUTTER: (f32, f32) = (24.0, 20.0);

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardLayout {
    /// Edge of a tile: whole pixels, so that tiles and pieces are sharp.
    pub tile: f32,
    pub board: Rect,
    /// The part of the window in which the board is shown. A board that is enlarged reaches beyond it.
    pub area: Rect,
    /// Clocks and messages: to the right of the board, or below it in an upright window.
    pub sidebar: Rect,
    /// A bar above the board of an upright window, without a height in other windows.
    pub header: Rect,
    /// A bar at the left of the board, without a width on most screens.
    pub bar: Rect,
    pub bottom: Color,
    /// Scale of texts; 1 is normal.
    pub scale: f32,
    /// Pixels of the window for one pixel of the design of the sidebar.
    unit: f32,
    is_wide: bool,
    /// Whether the parts have sizes for a finger.
    is_touch: bool,
    files: u8,
    ranks: u8,
}

impl BoardLayout {
    /// Fits a board of `files` by `ranks` and the sidebar into a window of `size` (width, height in pixels).
    pub fn new(size: (f32, f32), board: (u8, u8), bottom: Color) -> Self {
        Self::scaled(size, board, bottom, 1.0)
    }

    /// The layout for texts that are `scale` times as large as usual. The sidebar gets more of the window for them.
    pub fn scaled((width, height): (f32, f32), (files, ranks): (u8, u8), bottom: Color, scale: f32) -> Self {
        let is_wide = width >= 960.0 && width > height;
        let divide = if is_wide { Self::wide } else { Self::narrow };
        divide((width, height), (files, ranks), bottom, scale)
    }

    /// A board alone, with tiles of `tile` pixels.
    pub fn board_only(tile: f32, (files, ranks): (u8, u8), bottom: Color) -> Self {
        let board = Rect::new(0.0, 0.0, tile * f32::from(files), tile * f32::from(ranks));
        Self::divided(tile, board, Rect::default(), bottom, (1.0, 1.0), (files, ranks))
    }

    /// A window that is divided into a board and a sidebar, without header and bar.
    fn divided(
        tile: f32,
        board: Rect,
        sidebar: Rect,
        bottom: Color,
        (scale, unit): (f32, f32),
        (files, ranks): (u8, u8),
    ) -> Self {
        let (header, bar) = (Rect { h: 0.0, ..board }, Rect { w: 0.0, ..board });
        let (area, is_wide, is_touch) = (board, false, false);
        Self { tile, board, area, sidebar, header, bar, bottom, scale, unit, is_wide, is_touch, files, ranks }
    }

    /// A narrow column beside the board, or a strip below it.
    fn narrow((width, height): (f32, f32), (files, ranks): (u8, u8), bottom: Color, scale: f32) -> Self {
        let (across, up) = (f32::from(files), f32::from(ranks));
        // A sidebar is at least two and a half tiles wide or high. Beside small tiles it is 100 pixels wide, so that
        // two moves stand side by side, but at most 21 % of the window.
        let least = 2.5 * scale;
        let column = (width * 0.21).min(100.0) * scale;
        let beside = (width / (across + least)).min((width - column) / across).min(height / up);
        let below = (width / across).min(height / (up + least));
        // A strip has less room for buttons and moves: a column is preferred if the tiles are nearly as large.
        let is_upright = beside < below * 0.95;
        let tile = if is_upright { below } else { beside }.floor().max(1.0);
        let (board_width, board_height) = (tile * across, tile * up);
        let (room, most_tiles) =
            if is_upright { (height - board_height, 8.0) } else { (width - board_width, 5.0) };
        let breadth = room.min(tile * most_tiles * scale).floor();
        let (right, foot) = if is_upright { (0.0, breadth) } else { (breadth, 0.0) };
        let left = ((width - board_width - right) / 2.0).floor();
        let top = ((height - board_height - foot) / 2.0).floor();
        let board = Rect::new(left, top, board_width, board_height);
        let sidebar = if is_upright {
            Rect { y: top + board_height, h: breadth, ..board }
        } else {
            // The sidebar has the whole height of the window, because a board that is wider than high is too low for
            // it.
            Rect::new(left + board_width, 0.0, breadth, height)
        };
        // Texts grow with the tiles. The player's choice makes them larger as long as all parts have room. The parts
        // take 425 pixels of the design beside the board, and 150 below it.
        let by_tile = tile / 32.0;
        let by_height = sidebar.h / if is_upright { 150.0 } else { 425.0 };
        // In a column texts grow only if the list has room for some tens of rows. It has fewer rows if the texts could
        // not be read otherwise.
        let usual =
            if is_upright { by_tile } else { by_tile.min((sidebar.h / 560.0).max(by_height.min(0.65))) };
        let unit = (breadth / REFERENCE_SIDEBAR).min((usual * scale).min(usual.max(by_height)));
        Self::divided(tile, board, sidebar, bottom, (scale, unit), (files, ranks))
    }

    /// Gutters with coordinates, and a wide panel beside the board of a large window.
    fn wide((width, height): (f32, f32), (files, ranks): (u8, u8), bottom: Color, scale: f32) -> Self {
        let (across, up) = (f32::from(files), f32::from(ranks));
        // Texts grow with windows higher than 860 pixels, and by the player's choice as long as all parts have room.
        let usual = (height / 860.0).max(1.0);
        let most = |height: f32| (height / 440.0).min(width / 800.0);
        let unit = (usual * scale).min(most(height));
        let margin = (8.0 * unit).floor();
        let (gutter, foot) = ((GUTTER.0 * unit).floor(), (GUTTER.1 * unit).floor());
        let panel = (260.0 * unit).ceil();
        let tile =
            ((width - gutter - margin - panel) / across).min((height - foot - margin) / up).floor().max(1.0);
        let (board_width, board_height) = (tile * across, tile * up);
        let panel = (width - gutter - margin - board_width).min((400.0 * unit).floor());
        let left = ((width - gutter - board_width - margin - panel) / 2.0).floor() + gutter;
        let top = ((height - margin - board_height - foot) / 2.0).floor() + margin;
        let board = Rect::new(left, top, board_width, board_height);
        let sidebar = Rect::new(left + board_width + margin, top, panel, board_height);
        let unit = (usual.min(board_height / 520.0) * scale).min(most(board_height));
        Self { is_wide: true, ..Self::divided(tile, board, sidebar, bottom, (scale, unit), (files, ranks)) }
    }

    /// The layout for fingers: the panel has all of the window that the board leaves, beside it or, in an upright window,
    /// below it.
    pub fn for_touch(
        (width, height): (f32, f32),
        (files, ranks): (u8, u8),
        bottom: Color,
        scale: f32,
    ) -> Self {
        let (across, up) = (f32::from(files), f32::from(ranks));
        let is_upright = width < height;
        // 340 pixels of the design are the width of a small phone.
        let unit = (touch::UNIT * scale).min((width.min(height) / 340.0).max(touch::UNIT));
        let (panel_width, panel_height) = (TOUCH_PANEL.0 * unit, TOUCH_PANEL.1 * unit);
        let tile = if is_upright {
            (width / across).min((height - panel_height) / up)
        } else {
            (height / up).min((width - panel_width) / across)
        };
        let tile = tile.floor().max(1.0);
        let (w, h) = (tile * across, tile * up);
        let (board, sidebar) = if is_upright {
            (Rect::new(((width - w) / 2.0).floor(), 0.0, w, h), Rect::new(0.0, h, width, height - h))
        } else {
            (Rect::new(0.0, ((height - h) / 2.0).floor(), w, h), Rect::new(w, 0.0, width - w, height))
        };
        Self {
            is_wide: !is_upright,
            is_touch: true,
            ..Self::divided(tile, board, sidebar, bottom, (scale, unit), (files, ranks))
        }
    }

    /// Layout that `divide` returns for a window of this size, with a bar at the left of the board, which has the height of the
    /// board.
    pub fn with_bar(divide: impl Fn((f32, f32)) -> Self, (width, height): (f32, f32)) -> Self {
        let plain = divide((width, height));
        let (gap, bar) =
            ((4.0 * plain.unit).round(), (plain.tile * 0.4).clamp(10.0, 24.0 * plain.unit.max(1.0)).round());
        let mut layout = divide((width - bar - gap, height));
        let beside = if layout.is_upright() { 0.0 } else { bar + gap };
        layout.board.x += bar + gap;
        layout.area = layout.board;
        layout.sidebar.x += beside;
        layout.sidebar.w += bar + gap - beside;
        let gutter = layout.gutter().map_or(0.0, |(left, _)| left);
        let board = layout.board;
        layout.header = Rect { h: 0.0, ..layout.sidebar };
        layout.bar = Rect { x: board.x - gutter - gap - bar, w: bar, ..board };
        layout
    }

    /// Whether the sidebar is below the board rather than beside it.
    pub fn is_upright(&self) -> bool {
        self.sidebar.y > self.board.y
    }

    /// Whether the sidebar is a wide panel and the board has a gutter with coordinates.
    pub fn is_wide(&self) -> bool {
        self.is_wide
    }

    /// Width of the gutter at the left of the board, and height of the one below it; `None` where coordinates stand on
    /// the tiles.
    pub fn gutter(&self) -> Option<(f32, f32)> {
        (self.is_wide && !self.is_touch)
            .then(|| ((GUTTER.0 * self.unit).floor(), (GUTTER.1 * self.unit).floor()))
    }

    /// Pixels of the window for one pixel of the design of the sidebar.
    pub fn unit(&self) -> f32 {
        self.unit
    }

    /// Reduces the scale of the panel, so that it has room for `height` pixels of its design beside the board, or for
    /// the width and height `below` the board.
    pub fn with_panel(self, height: f32, below: (f32, f32)) -> Self {
        if self.is_touch {
            // Smaller texts and buttons are no way to make room.
            return self;
        }
        let Rect { w, h, .. } = self.sidebar;
        let most = if self.is_upright() { (w / below.0).min(h / below.1) } else { h / height };
        Self { unit: self.unit.min(most), ..self }
    }

    /// Divides the room of an upright window into a header, the board and the sidebar, which has all of the room below
    /// the board. The texts have a size for which 360 pixels of the design are the width of a phone.
    pub fn with_header(self) -> Self {
        if !self.is_upright() {
            return self;
        }
        let Self { board, sidebar, scale, .. } = self;
        if self.is_touch {
            let bar = (TOUCH_BAR * self.unit).floor();
            let down = |rect: Rect| Rect { y: rect.y + bar, ..rect };
            let header = Rect { y: 0.0, h: bar, ..sidebar };
            let sidebar = Rect { h: sidebar.h - bar, ..down(sidebar) };
            let board = down(board);
            return Self { board, area: board, sidebar, header, bar: down(self.bar), ..self };
        }
        // The board and the sidebar are in the middle of the window.
        let room = 2.0 * board.y + sidebar.h;
        // All parts have room in 120 pixels of the design. With less than 270 the list of moves is low.
        let usual = (board.w / 360.0).min((room / 270.0).max((room / 120.0).min(1.0)));
        let unit = (usual * scale).min(usual.max(room / 190.0));
        let bar = (room * 0.19).max(22.0 * unit).min(44.0 * unit).floor();
        let strip = (room - bar).min(board.h.max(sidebar.h)).floor();
        let top = ((room - bar - strip) / 2.0).floor();
        let header = Rect { y: top, h: bar, ..sidebar };
        let board = Rect { y: top + bar, ..board };
        let sidebar = Rect { y: board.y + board.h, h: strip, ..sidebar };
        let bar = Rect { y: board.y, ..self.bar };
        let laid_out = Self { board, area: board, sidebar, header, unit, bar, ..self };
        if laid_out.form() == Form::Tiny { self } else { laid_out }
    }

    /// The board enlarged to tiles of `tile` pixels, with its corner at `corner`, as far as it then covers its area.
    pub fn enlarged(self, tile: f32, corner: Point) -> Self {
        let (tile, area) = (tile.floor().max(self.tile), self.area);
        let (w, h) = (tile * f32::from(self.files), tile * f32::from(self.ranks));
        let x = corner.x.round().clamp(area.x + area.w - w, area.x);
        let y = corner.y.round().clamp(area.y + area.h - h, area.y);
        Self { tile, board: Rect::new(x, y, w, h), ..self }
    }

    /// Whether a part of the tile of `square` is in sight.
    pub fn is_in_sight(&self, square: Square) -> bool {
        let (Rect { x, y, w, h }, area) = (self.tile_rect(square), self.area);
        x < area.x + area.w && area.x < x + w && y < area.y + area.h && area.y < y + h
    }

    /// Gives the strip below a header and the board the room that is left above and below.
    pub fn filled(self) -> Self {
        let top = if self.header.h > 0.0 { self.header.y } else { 0.0 };
        let up = |rect: Rect| Rect { y: rect.y - top, ..rect };
        let sidebar = Rect { h: self.sidebar.h + 2.0 * top, ..up(self.sidebar) };
        let board = up(self.board);
        Self { header: up(self.header), board, area: board, bar: up(self.bar), sidebar, ..self }
    }

    /// Whether the parts have sizes for a finger.
    pub fn is_touch(&self) -> bool {
        self.is_touch
    }

    /// Sizes of texts and widgets of the panel.
    pub fn metrics(&self) -> &'static Metrics {
        if self.is_touch { &touch::METRICS } else { self.form().metrics() }
    }

    /// How the panel lies beside the board.
    pub fn form(&self) -> Form {
        match (self.is_wide, self.is_upright()) {
            // At a smaller scale only one line of text can be read.
            _ if self.unit < 0.55 => Form::Tiny,
            (true, _) => Form::Panel,
            (false, true) => Form::Strip,
            (false, false) => Form::Column,
        }
    }

    /// Form of the panel's parts. For fingers the parts are always those of a strip, with the buttons below all others.
    pub fn sidebar_form(&self) -> Form {
        if self.is_touch { Form::Strip } else { self.form() }
    }

    /// The board and a panel in their places.
    pub fn page<M>(&self, board: impl IntoIterator<Item = Node<M>>, panel: Node<M>) -> Node<M> {
        // An enlarged board reaches below the panel.
        let panel = if self.is_touch { column([panel.fill(1.0)]).surface(Surface::Ground) } else { panel };
        let panel = panel.at(self.sidebar, self.unit);
        layers(board.into_iter().map(|node| node.at(self.area, self.unit)).chain([panel]))
    }

    /// The column and row, counted from the upper left tile, at which `square` is shown.
    fn place(&self, square: Square) -> (u8, u8) {
        match self.bottom {
            Color::White => (square.file(), self.ranks - 1 - square.rank()),
            Color::Black => (self.files - 1 - square.file(), square.rank()),
        }
    }

    pub fn tile_rect(&self, square: Square) -> Rect {
        let (column, row) = self.place(square);
        let (x, y) = (self.tile * f32::from(column), self.tile * f32::from(row));
        Rect::new(self.board.x + x, self.board.y + y, self.tile, self.tile)
    }

    pub fn square_at(&self, point: Point) -> Option<Square> {
        if !self.board.contains(point) || !self.area.contains(point) {
            return None;
        }
        // Inside the board both quotients are below 16.
        let column = ((point.x - self.board.x) / self.tile) as u8;
        let row = ((point.y - self.board.y) / self.tile) as u8;
        Some(self.square(column, row))
    }

    /// The square shown this many tiles to the right of `square` and below it; `None` outside the board.
    pub fn step(&self, square: Square, (right, down): (i8, i8)) -> Option<Square> {
        let (column, row) = self.place(square);
        let column = column.checked_add_signed(right).filter(|&column| column < self.files)?;
        let row = row.checked_add_signed(down).filter(|&row| row < self.ranks)?;
        Some(self.square(column, row))
    }

    /// The square shown at a column and row, both on the board.
    fn square(&self, column: u8, row: u8) -> Square {
        match self.bottom {
            Color::White => Square::new(column, self.ranks - 1 - row),
            Color::Black => Square::new(self.files - 1 - column, row),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn xxl(width: f32, height: f32, bottom: Color) -> BoardLayout {
        BoardLayout::new((width, height), (14, 14), bottom)
    }

    /// In a window of 792 by 672 pixels tiles have 48 pixels, the board is at the left, and the sidebar has 120 pixels.
    #[test]
    fn the_first_window_has_the_layout_of_the_assignment() {
        let layout = xxl(792.0, 672.0, Color::White);
        assert_eq!(layout.tile, 48.0);
        assert_eq!(layout.board, Rect::new(0.0, 0.0, 672.0, 672.0));
        assert_eq!(layout.sidebar, Rect::new(672.0, 0.0, 120.0, 672.0));
    }

    /// In windows of all shapes, with boards of several sizes, both colours at the bottom and all sizes of texts, board
    /// and sidebar lie in the window and do not overlap. The middle of each tile belongs to its square.
    #[test]
    fn board_and_sidebar_lie_in_every_window() {
        for (width, height) in [
            (792.0, 672.0),
            (480.0, 400.0),
            (400.0, 480.0),
            (390.0, 844.0),
            (960.0, 672.0),
            (1024.0, 600.0),
            (1280.0, 800.0),
            (3840.0, 2160.0),
        ] {
            for (files, ranks) in [(14, 14), (8, 8), (10, 8), (16, 16), (5, 12)] {
                for (bottom, scale) in [(Color::White, 1.0), (Color::Black, 1.0), (Color::White, 1.5)] {
                    let layout = BoardLayout::scaled((width, height), (files, ranks), bottom, scale);
                    let BoardLayout { board, sidebar, .. } = layout;
                    for part in [board, sidebar] {
                        let inside = part.x >= 0.0 && part.y >= 0.0 && part.w >= 40.0;
                        let inside = inside && part.x + part.w <= width && part.y + part.h <= height;
                        assert!(inside, "{part:?} in {width}x{height}, {files}x{ranks}");
                    }
                    assert!(sidebar.x >= board.x + board.w || sidebar.y >= board.y + board.h);
                    assert_eq!(layout.form() == Form::Panel, width >= 960.0);
                    for square in Square::all().filter(|s| s.file() < files && s.rank() < ranks) {
                        assert_eq!(layout.square_at(layout.tile_rect(square).center()), Some(square));
                    }
                }
            }
        }
    }

    /// In the first window a board of 10x8 would be only a little larger above a strip, so the sidebar is a column. In
    /// an upright window the board is far larger above a strip.
    #[test]
    fn a_column_beside_the_board_is_preferred_to_a_strip_below_it() {
        let layout = |size| BoardLayout::new(size, (10, 8), Color::White);
        assert!(!layout((792.0, 672.0)).is_upright());
        assert!(layout((500.0, 672.0)).is_upright());
    }

    /// With either side at the bottom a step goes as on the screen, and a step off the board leads to no square.
    #[test]
    fn a_step_of_the_cursor_goes_as_shown() {
        let (a1, b1, a2) = (Square::new(0, 0), Square::new(1, 0), Square::new(0, 1));
        let layout = xxl(792.0, 672.0, Color::White);
        assert_eq!(layout.step(a1, (1, 0)), Some(b1));
        assert_eq!(layout.step(a1, (0, -1)), Some(a2));
        assert_eq!((layout.step(a1, (-1, 0)), layout.step(a1, (0, 1))), (None, None));
        let layout = xxl(792.0, 672.0, Color::Black);
        assert_eq!(layout.step(a1, (-1, 0)), Some(b1));
        assert_eq!(layout.step(a1, (0, 1)), Some(a2));
        assert_eq!((layout.step(a1, (1, 0)), layout.step(a1, (0, -1))), (None, None));
    }

    /// Larger texts get a larger scale of the sidebar, beside the board and below it.
    #[test]
    fn larger_texts_get_a_larger_sidebar() {
        for (width, height) in [(792.0, 672.0), (500.0, 900.0), (1280.0, 800.0), (480.0, 400.0)] {
            let [usual, large] = [1.0, 1.5].map(|scale| {
                let layout = BoardLayout::scaled((width, height), (14, 14), Color::White, scale);
                for part in [layout.board, layout.sidebar] {
                    assert!(part.x >= 0.0 && part.x + part.w <= width, "{part:?} in {width}x{height}");
                    assert!(part.y >= 0.0 && part.y + part.h <= height, "{part:?} in {width}x{height}");
                }
                layout.unit()
            });
            assert!(large > usual * 1.04, "{width}x{height}: {usual} and {large}");
        }
    }

    /// Square a1 is at the lower left with White at the bottom, and at the upper right with Black at the bottom.
    #[test]
    fn a1_is_lower_left_for_white_and_upper_right_for_black() {
        let a1 = Square::new(0, 0);
        assert_eq!(xxl(792.0, 672.0, Color::White).tile_rect(a1), Rect::new(0.0, 624.0, 48.0, 48.0));
        assert_eq!(xxl(792.0, 672.0, Color::Black).tile_rect(a1), Rect::new(624.0, 0.0, 48.0, 48.0));
    }
}
