//! List of moves: numbered full moves in two columns, the move shown marked.

use crate::rules::Color;
use crate::view::scene::{Font, Item, Point, Rect, TextRole};
use crate::view::screens::play::review::Review;
use crate::view::text::measure;
use crate::view::widgets::pen::{Style, line_height, mix, px, size};
use crate::view::widgets::{Look, Pen, Scroll};

/// Height of the font of moves, and of their numbers.
const TEXT: f32 = 10.0;
/// Room inside the panel, between number and moves, and beside the words of a move.
const PAD: f32 = 4.0;
const NUMBER_GAP: f32 = 3.0;
const CELL_PAD: f32 = 2.0;
/// Width of the bar beside a list that is longer than its panel.
const BAR: f32 = 4.0;
/// What is said where there are no moves yet.
const HINT: &str = "Point at a piece to see how it moves.";

/// A move in the list: which one, and where it stands from the left of the panel's inside.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell {
    place: usize,
    x: f32,
    w: f32,
}

/// One row: the number of the full move, and one move or two.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    number: usize,
    /// Whether White's move of that number stands in the row above.
    continued: bool,
    cells: Vec<Cell>,
}

/// The list of moves in its panel.
pub struct MoveList<'a> {
    review: &'a Review,
    area: Rect,
    /// The panel without its rim.
    inner: Rect,
    unit: f32,
    rows: Vec<Row>,
    scroll: Scroll,
    /// Height of a row, and how many have room.
    height: f32,
    room: usize,
}

impl<'a> MoveList<'a> {
    /// The list of `review` in a panel at `area`, at `unit` pixels for one of the window's first size.
    pub fn new(review: &'a Review, area: Rect, unit: f32) -> Self {
        let inner = area.inset(px(PAD, unit));
        let height = line_height(size(TEXT, unit));
        let room = (inner.h / height).floor().max(0.0) as usize;
        let rows = Columns::new(review, inner.w, unit).rows(review);
        let mut list = Self { review, area, inner, unit, rows, scroll: Scroll::default(), height, room };
        list.scroll = review.scroll.unwrap_or_else(|| list.resting());
        list
    }

    /// The height of a panel that shows `rows` rows.
    pub fn height_of(rows: f32, unit: f32) -> f32 {
        line_height(size(TEXT, unit)) * rows + 2.0 * px(PAD, unit)
    }

    /// Place of a list that is not scrolled: shows the current move and some of those after it.
    fn resting(&self) -> Scroll {
        let mut scroll = Scroll::default();
        let Some(row) = self.row_of(self.review.shown()) else { return scroll };
        let ahead = (row + self.room / 2).min(self.rows.len() - 1);
        scroll.reveal(ahead, self.rows.len(), self.room);
        scroll.reveal(row, self.rows.len(), self.room);
        scroll
    }

    /// The row of the last of the first `ply` moves.
    fn row_of(&self, ply: usize) -> Option<usize> {
        let place = ply.checked_sub(1)?;
        self.rows.iter().position(|row| row.cells.iter().any(|cell| cell.place == place))
    }

    /// Where the list is after it has been moved by `rows`, down if positive.
    pub fn scrolled(&self, rows: isize) -> Scroll {
        let mut scroll = self.scroll;
        scroll.shift(rows, self.rows.len(), self.room);
        scroll
    }

    /// The rows that are shown, with their places.
    fn shown(&self) -> impl Iterator<Item = (Rect, &Row)> {
        let first = self.scroll.first(self.rows.len(), self.room);
        self.rows.iter().skip(first).take(self.room).enumerate().map(|(line, row)| {
            let y = self.inner.y + self.height * line as f32;
            (Rect { y, h: self.height, ..self.inner }, row)
        })
    }

    /// How many moves had been made after the one at `point`, it included.
    pub fn ply_at(&self, point: Point) -> Option<usize> {
        let mut cells =
            self.shown().flat_map(|(line, row)| row.cells.iter().map(move |cell| (cell.rect(line), cell)));
        cells.find(|(rect, _)| rect.contains(point)).map(|(_, cell)| cell.place + 1)
    }

    pub fn draw(&self, pen: &mut Pen, pointer: Option<Point>) {
        let (radius, theme) = (pen.px(6.0), pen.theme);
        let color = mix(theme.background, theme.panel, 0.55);
        pen.items.push(Item::Panel { rect: self.area, radius, color });
        if self.rows.is_empty() {
            self.hint(pen);
        }
        for (line, row) in self.shown() {
            self.number(pen, line, row);
            for cell in &row.cells {
                self.cell(pen, cell.rect(line), cell, pointer);
            }
        }
        if self.rows.len() > self.room {
            let bar = Rect { x: self.area.x + self.area.w + px(2.0, self.unit), ..self.area };
            let bar = Rect { w: px(BAR, self.unit), ..bar };
            self.scroll.draw(pen, bar, self.rows.len(), self.room, Look { focused: false, pointer });
        }
        if self.review.is_past() {
            let width = pen.px(2.0).max(1.0);
            pen.items.push(Item::Frame { rect: self.area, width, color: theme.accent });
        }
    }

    /// What can be found out before there are moves.
    fn hint(&self, pen: &mut Pen) {
        let style = Style { role: TextRole::Moves, ..Style::control(pen.theme.faint) };
        let style = style.sized(TEXT).centered();
        let room = self.inner.inset(px(PAD, self.unit));
        let high = line_height(pen.size(TEXT)) * 4.0;
        let y = (room.y + (room.h - high) / 2.0).floor().max(room.y);
        let room = Rect { y, h: high.min(room.h), ..room };
        if pen.has_room(HINT, room, style) {
            pen.paragraph(HINT, room, style);
        }
    }

    fn number(&self, pen: &mut Pen, line: Rect, row: &Row) {
        let Some(first) = row.cells.first() else { return };
        let w = (first.x - px(NUMBER_GAP, self.unit)).max(1.0);
        let style = Style { role: TextRole::Moves, ..Style::control(pen.theme.faint) };
        let text = if row.continued { "…".to_owned() } else { row.number.to_string() };
        pen.label(&text, Rect { w, ..line }, style.sized(TEXT).right());
    }

    fn cell(&self, pen: &mut Pen, rect: Rect, cell: &Cell, pointer: Option<Point>) {
        let Some(line) = self.review.lines().get(cell.place) else { return };
        let theme = pen.theme;
        let current = self.review.shown() == cell.place + 1;
        let hovered = pointer.is_some_and(|point| rect.contains(point));
        let ink = if current { theme.active_text } else { theme.text };
        if current || hovered {
            let color = if current { theme.active } else { pen.surface(true) };
            pen.items.push(Item::Panel { rect, radius: pen.px(3.0), color });
        }
        let pad = px(CELL_PAD, self.unit);
        let room = Rect { x: rect.x + pad, w: rect.w - 2.0 * pad, ..rect };
        pen.label(&line.text, room, Style { role: TextRole::Moves, ..Style::control(ink) }.sized(TEXT));
    }
}

impl Cell {
    fn rect(&self, line: Rect) -> Rect {
        Rect { x: line.x + self.x, w: self.w, ..line }
    }
}

/// How wide numbers and moves are.
struct Columns {
    number: f32,
    /// From one edge of the moves to the other.
    both: f32,
    half: f32,
    /// The widest words, without the room beside them, that one column has room for.
    widest: f32,
    /// The smallest font in which they may stand there.
    smallest: u16,
}

impl Columns {
    fn new(review: &Review, width: f32, unit: f32) -> Self {
        let font = size(TEXT, unit);
        let moves = review.lines().len();
        let last = review.number(moves.saturating_sub(1)).0;
        let digits = if last < 100 { "00" } else { "000" };
        let number = measure(digits, Font::Regular, font).ceil();
        let number = (number + px(NUMBER_GAP, unit)).min(width / 2.0);
        let both = width - number;
        let half = (both / 2.0).floor();
        let widest = half - 2.0 * px(CELL_PAD, unit);
        // A little smaller is better than a row of its own, but it has to be read.
        Self { number, both, half, widest, smallest: font.saturating_sub(1).max(8) }
    }

    /// All rows. A full move of which one part is too wide for its column takes a row for each.
    fn rows(&self, review: &Review) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::with_capacity(review.lines().len() / 2 + 1);
        let narrow = |place: usize| {
            review.lines().get(place).is_none_or(|line| line.width(self.smallest) <= self.widest)
        };
        for place in 0..review.lines().len() {
            let (number, color) = review.number(place);
            let black = color == Color::Black;
            let other = if black { place.checked_sub(1) } else { Some(place + 1) };
            let paired = narrow(place) && other.is_none_or(narrow);
            let x = self.number + if black && paired { self.half } else { 0.0 };
            let cell = Cell { place, x, w: if paired { self.half } else { self.both } };
            match rows.last_mut() {
                Some(row) if row.number == number && paired => row.cells.push(cell),
                last => {
                    let continued = last.is_some_and(|row| row.number == number);
                    rows.push(Row { number, continued, cells: vec![cell] });
                }
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests;
