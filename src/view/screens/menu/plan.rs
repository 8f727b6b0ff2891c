//! Where everything of the menu is, for a window of any size: beside each other in wide ones, above in upright ones.

use crate::view::scene::Rect;
use crate::view::screen::Size;
use crate::view::widgets::pen::px;
use crate::view::widgets::scroll::BAR;

/// Size of the window that the design is made for, if it is wide.
const WIDE: Size = (792.0, 672.0);
/// Size of the window that the design is made for, if it is upright.
const UPRIGHT: Size = (480.0, 800.0);
/// Largest size of the menu in the design, wide and upright.
const LARGEST: [Size; 2] = [(800.0, 640.0), (520.0, 860.0)];
/// A smaller measure cannot be read.
const SMALLEST: f32 = 0.8;

/// Tiles along the edge of the usual board: the small one is made to fit it without a rim.
const TILES: f32 = 14.0;

/// `side`, in whole tiles of the usual board where there is room for one.
fn whole_tiles(side: f32) -> f32 {
    let whole = (side / TILES).floor() * TILES;
    if whole > 0.0 { whole } else { side.floor().max(1.0) }
}

/// Where everything is.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Pixels for one pixel of the design.
    pub unit: f32,
    /// The whole menu.
    pub panel: Rect,
    /// The title.
    pub title: Rect,
    /// The cross that closes the menu.
    pub close: Rect,
    /// The small board; a square.
    pub board: Rect,
    /// Which level.
    pub level: Rect,
    /// What the level is like.
    pub note: Rect,
    /// The button that opens the editor.
    pub edit: Rect,
    /// The button that opens the puzzles.
    pub puzzles: Rect,
    /// The rows.
    pub list: Rect,
    /// Height of a row.
    pub row: f32,
    /// How many rows have room.
    pub room: usize,
    /// The bar beside the rows, where not all have room.
    pub bar: Option<Rect>,
    /// Help and faults.
    pub hint: Rect,
    /// The button that closes the menu.
    pub back: Rect,
    /// The button that starts the game.
    pub play: Rect,
}

impl Plan {
    /// The plan of a menu with so many rows in a window of `size`, with texts `scale` times as large as usual.
    #[must_use]
    pub fn new(size: Size, rows: usize, scale: f32) -> Self {
        let wide = size.0 >= size.1 * 1.05;
        let (design, largest) = if wide { (WIDE, LARGEST[0]) } else { (UPRIGHT, LARGEST[1]) };
        let unit = ((size.0 / design.0).min(size.1 / design.1) * scale).max(SMALLEST);
        let px = |pixels| px(pixels, unit);
        let margin = if unit > SMALLEST { px(12.0) } else { 4.0 };
        let (w, h) = ((size.0 - 2.0 * margin).min(px(largest.0)), (size.1 - 2.0 * margin).min(px(largest.1)));
        let (w, h) = (w.floor().max(1.0), h.floor().max(1.0));
        let panel = Rect::new(((size.0 - w) / 2.0).floor(), ((size.1 - h) / 2.0).floor(), w, h);
        let inner = panel.inset(px(18.0));
        let (head, foot, gap) = (px(32.0), px(40.0), px(16.0));
        let title = Rect { h: head, w: inner.w - head, ..inner };
        let close = Rect::new(inner.x + inner.w - head, inner.y, head, head);
        let foot_y = inner.y + inner.h - foot;
        let (play_w, back_w) = (px(150.0).min(inner.w * 0.32).floor(), px(96.0).min(inner.w * 0.22).floor());
        let play = Rect::new(inner.x + inner.w - play_w, foot_y, play_w, foot);
        let back = Rect { x: play.x - px(10.0) - back_w, w: back_w, ..play };
        // Beside the buttons, or above them where that would be too narrow for a sentence.
        let hint = if wide && scale < 1.1 {
            Rect { x: inner.x, w: back.x - gap - inner.x, ..play }
        } else {
            Rect { y: foot_y - px(8.0) - foot, h: foot, ..inner }
        };
        let top = inner.y + head + gap;
        let body = Rect { y: top, h: (hint.y - px(10.0) - top).max(1.0), ..inner };
        let chooser = px(32.0);
        let (board, level, note, list);
        if wide {
            let side = whole_tiles(px(280.0).min(body.w * 0.37).min(body.h - 2.0 * chooser - px(18.0)));
            board = Rect { w: side, h: side, ..body };
            level = Rect { y: body.y + side + px(10.0), w: side, h: chooser, ..body };
            let below = level.y + chooser + px(10.0);
            note = Rect { y: below, w: side, h: (body.y + body.h - below).max(0.0), ..body };
            let x = body.x + side + px(24.0);
            list = Rect { x, w: body.x + body.w - x, ..body };
        } else {
            let side = whole_tiles((body.w * 0.4).min(body.h * 0.34));
            board = Rect { w: side, h: side, ..body };
            let x = body.x + side + gap;
            level = Rect { x, w: body.x + body.w - x, h: chooser, ..body };
            let below = level.y + chooser + px(10.0);
            note = Rect { y: below, h: (board.y + side - below).max(0.0), ..level };
            let y = body.y + side + gap;
            list = Rect { y, h: (body.y + body.h - y).max(1.0), ..body };
        }
        let beside = px(8.0);
        let half = ((note.w - beside) / 2.0).floor().max(0.0);
        let edit = Rect { w: half, h: chooser, ..note };
        let puzzles = Rect { x: note.x + note.w - half, ..edit };
        let below = chooser + px(10.0);
        let note = Rect { y: note.y + below, h: (note.h - below).max(0.0), ..note };
        let row = px(36.0);
        let room = ((list.h / row) as usize).max(1);
        let bar_w = px(BAR);
        let bar = (rows > room).then(|| Rect::new(list.x + list.w - bar_w, list.y, bar_w, row * room as f32));
        let list = if bar.is_some() { Rect { w: list.w - bar_w - px(10.0), ..list } } else { list };
        Self {
            unit,
            panel,
            title,
            close,
            board,
            level,
            note,
            edit,
            puzzles,
            list,
            row,
            room,
            bar,
            hint,
            back,
            play,
        }
    }

    /// Where the row `place` places below the first shown one is.
    #[must_use]
    pub fn row_rect(&self, place: usize) -> Rect {
        Rect { y: self.list.y + self.row * place as f32, h: self.row, ..self.list }
    }

    /// The label's part of a row.
    #[must_use]
    pub fn label_rect(&self, row: Rect) -> Rect {
        Rect { w: (row.w * 0.4).floor() - px(6.0, self.unit), ..row }
    }

    /// Where control `slot` of `count` in a row is, and what is written behind it.
    #[must_use]
    pub fn control_rect(&self, row: Rect, slot: usize, count: usize) -> (Rect, Rect) {
        let x = row.x + (row.w * 0.4).floor();
        let h = px(28.0, self.unit);
        let y = (row.y + (row.h - h) / 2.0).round();
        let all = Rect::new(x, y, row.x + row.w - x, h);
        if count < 2 {
            return (all, Rect { x: all.x + all.w, w: 0.0, ..all });
        }
        let each = (all.w / count as f32).floor();
        let words = px(34.0, self.unit);
        let left = all.x + each * slot as f32;
        (
            Rect { x: left, w: each - words, ..all },
            Rect { x: left + each - words + px(6.0, self.unit), w: words - px(6.0, self.unit), ..all },
        )
    }
}
