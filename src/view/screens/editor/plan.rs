//! Where everything of the editor is, for a window of any size: in the game's sidebar beside or below the board.

use super::keys::{Binding, KeyAction, binding};
use crate::view::layout::Layout;
use crate::view::scene::{Point, Rect};
use crate::view::widgets::pen::px;

/// Size of the sidebar that the design is made for, beside the board.
const BESIDE: (f32, f32) = (120.0, 600.0);
/// Size of the sidebar that the design is made for, below the board.
const BELOW: (f32, f32) = (500.0, 165.0);
/// Least and greatest measure.
const UNITS: (f32, f32) = (0.6, 2.5);
/// Least height of a button, in pixels: a line of the smallest font.
const BUTTON: f32 = 17.0;
/// A sidebar beside the board that is lower than so many times its width is short.
const SHORT: f32 = 2.5;
/// Height of the words beside the board that is wanted for larger texts.
const WORDS: f32 = 140.0;
/// The part of the sidebar that the palette may have: of its height beside the board, of its width below it.
const PALETTE: f32 = 0.45;
const PALETTE_WIDTH: f32 = 0.34;
/// The rows of buttons beside the board, those below the palette and those at the foot.
const HEAD: [&[KeyAction]; 4] =
    [&[KeyAction::Turn], &[KeyAction::Undo, KeyAction::Clear], &[KeyAction::SetUp], &[KeyAction::Flip]];
const FOOT: [&[KeyAction]; 3] = [&[KeyAction::Save], &[KeyAction::Play], &[KeyAction::Close]];
/// The rows of buttons below the board: long words at the left, short ones at the right.
const ROWS: [&[KeyAction]; 4] = [
    &[KeyAction::Turn, KeyAction::Undo],
    &[KeyAction::SetUp, KeyAction::Clear],
    &[KeyAction::Flip, KeyAction::Play],
    &[KeyAction::Save, KeyAction::Close],
];
/// The part of a row below the board that its first button has.
const FIRST: f32 = 0.64;

/// Where everything is.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Pixels for one pixel of the design.
    pub unit: f32,
    /// The cells of the palette: a block for White and one for Black, each a tool and then its kinds of piece.
    pub cells: Vec<Rect>,
    /// How many cells stand beside each other.
    pub columns: usize,
    /// The buttons.
    pub buttons: Vec<(Rect, &'static Binding)>,
    /// The actions whose buttons stand apart from the others.
    pub foot: Vec<KeyAction>,
    /// What the rules say, and what things do.
    pub status: Rect,
}

impl Plan {
    /// The plan beside or below the board of `layout`, of a palette with so many `kinds` of piece.
    #[must_use]
    pub fn new(layout: &Layout, kinds: usize) -> Self {
        let area = layout.sidebar;
        let fit = |unit: f32| Self::fit(layout, kinds, unit.min(layout.tile / 20.0).clamp(UNITS.0, UNITS.1));
        if layout.is_upright() {
            return fit((area.w / BELOW.0 * layout.scale).min(area.h / BELOW.1));
        }
        let least = (area.w / BESIDE.0).min(area.h / BESIDE.1);
        // Larger texts as far as the words between the buttons have room.
        let mut unit = (area.w / BESIDE.0).min(area.h / BESIDE.1 * layout.scale);
        let mut plan = fit(unit);
        while unit > least && plan.status.h < WORDS * plan.unit {
            unit = (unit * 0.95).max(least);
            plan = fit(unit);
        }
        plan
    }

    /// The plan with `unit` pixels for one of the design.
    fn fit(layout: &Layout, kinds: usize, unit: f32) -> Self {
        let inner = layout.sidebar.inset(px(8.0, unit));
        let inner = Rect { w: inner.w.max(1.0), h: inner.h.max(1.0), ..inner };
        let palette = |area| Palette::fit(area, kinds + 1, px(4.0, unit), layout.tile);
        if layout.is_upright() {
            Self::below(inner, unit, palette(Rect { w: inner.w * PALETTE_WIDTH, ..inner }))
        } else {
            Self::beside(inner, unit, palette(Rect { h: inner.h * PALETTE / layout.scale.sqrt(), ..inner }))
        }
    }

    /// From top to bottom: palette, buttons, words, buttons.
    fn beside(inner: Rect, unit: f32, palette: Palette) -> Self {
        let (gap, between) = (px(4.0, unit), px(10.0, unit));
        let height = px(24.0, unit).max(BUTTON);
        // In a short sidebar the buttons stand beside each other as they do below the board.
        let short = inner.h < SHORT * inner.w;
        let (above, below, first): (&[&[KeyAction]], &[&[KeyAction]], f32) =
            if short { (&[], &ROWS, FIRST) } else { (&HEAD, &FOOT, 0.5) };
        let all = |rows: &[&[KeyAction]]| (height + gap) * rows.len() as f32;
        let top = palette.bottom() + between;
        let foot = inner.y + inner.h - all(below) + gap;
        let mut placed = rows(above, Rect { y: top, ..inner }, height, gap, first);
        placed.extend(rows(below, Rect { y: foot, ..inner }, height, gap, first));
        let words = if short { top } else { top + all(above) - gap + between };
        let status = Rect { y: words, h: (foot - between - words).max(0.0), ..inner };
        let foot = below.concat();
        Self { unit, cells: palette.cells, columns: palette.columns, buttons: placed, foot, status }
    }

    /// From left to right: palette, buttons in two columns, words.
    fn below(inner: Rect, unit: f32, palette: Palette) -> Self {
        let (gap, between) = (px(4.0, unit), px(12.0, unit));
        let x = palette.right() + between;
        let count = ROWS.len() as f32;
        let height = ((inner.h + gap) / count - gap).floor().min(px(30.0, unit)).max(1.0);
        let area = Rect { x, w: (inner.w * 0.36).floor(), ..inner };
        let placed = rows(&ROWS, area, height, gap, FIRST);
        let left = x + area.w + between;
        let status = Rect { x: left, w: (inner.x + inner.w - left).max(1.0), ..inner };
        let foot = Vec::new();
        Self { unit, cells: palette.cells, columns: palette.columns, buttons: placed, foot, status }
    }

    /// The cell at `point`.
    #[must_use]
    pub fn cell_at(&self, point: Point) -> Option<usize> {
        self.cells.iter().position(|cell| cell.contains(point))
    }

    /// The button at `point`.
    #[must_use]
    pub fn button_at(&self, point: Point) -> Option<&'static Binding> {
        self.buttons.iter().find(|(rect, _)| rect.contains(point)).map(|&(_, binding)| binding)
    }
}

/// Rows of buttons from the top of `area`; of two in a row the first has the part `first` of its width.
fn rows(
    rows: &[&[KeyAction]],
    area: Rect,
    height: f32,
    gap: f32,
    first: f32,
) -> Vec<(Rect, &'static Binding)> {
    let mut placed = Vec::new();
    for (row, actions) in rows.iter().enumerate() {
        let whole = Rect { y: area.y + (height + gap) * row as f32, h: height, ..area };
        let w = ((area.w - gap) * first).floor().max(1.0);
        let rest = Rect { x: area.x + w + gap, w: (area.w - gap - w).max(1.0), ..whole };
        let rects = if actions.len() == 1 { [whole, whole] } else { [Rect { w, ..whole }, rest] };
        placed.extend(rects.into_iter().zip(*actions).map(|(rect, &action)| (rect, binding(action))));
    }
    placed
}

/// The cells of the palette.
struct Palette {
    cells: Vec<Rect>,
    columns: usize,
}

impl Palette {
    /// Two blocks of `block` cells, with a gap between them, as large as they can be in `area`, but no larger than
    /// `most`.
    fn fit(area: Rect, block: usize, gap: f32, most: f32) -> Self {
        let size = |columns: usize| (area.w / columns as f32).floor().min(most).max(1.0);
        let height = |columns: usize| 2.0 * block.div_ceil(columns) as f32 * size(columns) + gap;
        let columns = (1..=block).find(|&columns| height(columns) <= area.h).unwrap_or(block).max(1);
        let (size, rows) = (size(columns), block.div_ceil(columns));
        let left = area.x + ((area.w - size * columns as f32) / 2.0).floor().max(0.0);
        let cell = |number: usize| {
            let (side, place) = (number / block, number % block);
            let (column, row) = ((place % columns) as f32, (side * rows + place / columns) as f32);
            let y = area.y + row * size + gap * side as f32;
            Rect::new(left + column * size, y.floor(), size, size)
        };
        Self { cells: (0..2 * block).map(cell).collect(), columns }
    }

    fn bottom(&self) -> f32 {
        self.cells.last().map_or(0.0, |cell| cell.y + cell.h)
    }

    fn right(&self) -> f32 {
        self.cells.iter().map(|cell| cell.x + cell.w).fold(0.0, f32::max)
    }
}
