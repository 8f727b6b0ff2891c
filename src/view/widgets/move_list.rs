//! List of the moves of a game: numbered full moves in two columns, the move shown marked.

use std::hash::Hash;
use std::rc::Rc;

use super::node::{Bar, Ink, Surface, column, row, space, text};
use super::pen::size;
use super::{Node, build};
use crate::rules::{Color, Position};
use crate::view::scene::{Font, TextRole};
use crate::view::text::measure;

/// Sizes of the list, in pixels of the design.
struct Sizes {
    /// Height of the font.
    text: f32,
    /// Height of a row.
    row: f32,
    /// Height of the buttons below the list.
    steps: f32,
    /// Space at the left and the right edge of the box.
    pad: f32,
    /// Space at the upper and the lower edge of the box.
    pad_down: f32,
    /// Space between the number and the moves of a row.
    gap: f32,
    /// Space at both sides of the text of a move.
    cell_pad: f32,
    /// Width of the scroll bar with the space beside it.
    bar: f32,
}

const WIDE: Sizes =
    Sizes { text: 13.0, row: 19.0, steps: 28.0, pad: 8.0, pad_down: 6.0, gap: 4.0, cell_pad: 4.0, bar: 8.0 };

const NARROW: Sizes =
    Sizes { text: 11.0, row: 17.0, steps: 24.0, pad: 3.0, pad_down: 4.0, gap: 1.0, cell_pad: 1.0, bar: 0.0 };

/// Font size at which the width of a text is measured; widths at other sizes are scaled from it.
const MEASURED_AT: u16 = 100;

#[derive(Clone, Debug, PartialEq)]
pub struct MoveText {
    pub text: String,
    pub ink: Ink,
    /// Width of the text in a font of size 1.
    em: f32,
}

impl MoveText {
    pub fn new(text: String, ink: Ink) -> Self {
        let em = measure(&text, Font::Regular, MEASURED_AT) / f32::from(MEASURED_AT);
        Self { text, ink, em }
    }

    /// Width of the text in pixels, in a font of `size`.
    fn width(&self, size: u16) -> f32 {
        self.em * f32::from(size)
    }
}

/// The texts of the moves of a game.
#[derive(Clone, Debug)]
pub struct MoveTexts {
    /// Number and side of the first move.
    pub start: (u16, Color),
    /// Shared with the rows that are shown, so that a long game is not copied.
    pub texts: Rc<Vec<MoveText>>,
}

impl MoveTexts {
    pub fn new(start: &Position, texts: Vec<MoveText>) -> Self {
        Self { start: (start.fullmove_number(), start.turn()), texts: Rc::new(texts) }
    }

    /// Full-move number and side of the move at index `place`.
    pub fn number(&self, place: usize) -> (usize, Color) {
        let (first, turn) = self.start;
        let place = place + usize::from(turn == Color::Black);
        let color = if place.is_multiple_of(2) { Color::White } else { Color::Black };
        (usize::from(first) + place / 2, color)
    }
}

/// The ply to show after the wheel was turned at `ply`. Turning it down goes forwards, as down in the list.
pub fn wheel_target(ply: usize, notches: f32) -> usize {
    if notches > 0.0 { ply.saturating_sub(1) } else { ply + 1 }
}

/// The list in a box, with the buttons that step through the moves below it.
pub struct MoveList<'a> {
    pub moves: &'a MoveTexts,
    /// Number of the move that led to the position shown, counted from 1. It is 0 at the start.
    pub shown: usize,
    pub is_wide: bool,
    /// Least number of rows that have room above the buttons.
    pub fewest: u8,
    /// Width of the box, in pixels of the design.
    pub width: f32,
    /// Pixels of the window for one of the design.
    pub unit: f32,
}

impl MoveList<'_> {
    /// The list, with the buttons `steps`. A press on move number `n` sends `message_of(n)`. The list scrolls to the
    /// move shown when `name` changes.
    pub fn node<M: 'static>(
        &self,
        name: impl Hash,
        message_of: impl Fn(usize) -> M + 'static,
        steps: Vec<Node<M>>,
    ) -> Node<M> {
        let sizes = self.sizes();
        let lines = self.lines();
        let shown = self.shown.checked_sub(1);
        let anchor = shown.and_then(|shown| lines.iter().position(|line| line.has(shown)));
        let bar = if self.is_wide { Bar::Thin } else { Bar::None };
        let (count, shown) = (lines.len(), self.shown);
        let press = move |cell: Node<M>, number| cell.on_press(message_of(number));
        let row_at =
            move |place: usize| lines.get(place).map_or_else(space, |line| line.node(sizes, shown, &press));
        let list = build::rows(count, sizes.row, row_at).anchored(anchor).bar(bar);
        let mut parts = vec![list.fill(1.0).keyed(name)];
        let mut least = 0.0;
        if !steps.is_empty() {
            parts.push(row(steps).height(sizes.steps).rigid());
            least = f32::from(self.fewest) * sizes.row + 2.0 * sizes.pad_down + sizes.steps + 2.0;
        }
        let framed = column(parts).surface(Surface::Box).gap(2.0);
        framed.padded(sizes.pad, sizes.pad_down).fill(1.0).min_height(least)
    }

    const fn sizes(&self) -> &'static Sizes {
        if self.is_wide { &WIDE } else { &NARROW }
    }

    fn lines(&self) -> Vec<Line> {
        let sizes = self.sizes();
        let width = self.width - 2.0 * sizes.pad - 2.0 * sizes.gap - sizes.bar;
        let columns = Columns::new(self.moves, width, sizes.text, sizes.cell_pad, self.unit);
        let (text, number_width) = (f32::from(columns.font) / self.unit, columns.number);
        let line = |row| Line { row, moves: self.moves.clone(), number_width, text };
        columns.rows(self.moves).into_iter().map(line).collect()
    }
}

/// A row of the list.
struct Line {
    row: Row,
    moves: MoveTexts,
    number_width: f32,
    /// Height of the font, in pixels of the design.
    text: f32,
}

impl Line {
    /// The row, with the move number `shown` marked.
    fn node<M>(&self, sizes: &Sizes, shown: usize, press: &impl Fn(Node<M>, usize) -> Node<M>) -> Node<M> {
        let moves = &self.row.moves;
        let number = if self.row.continued { "…".to_owned() } else { self.row.number.to_string() };
        let number = text(number).role(TextRole::Moves).ink(Ink::Faint).sized(self.text);
        let mut parts = vec![number.width(self.number_width).rigid()];
        let is_second = |&place: &usize| self.moves.number(place).1 == Color::Black;
        if self.row.paired && moves.first().is_some_and(is_second) {
            parts.push(space().fill(1.0));
        }
        parts.extend(moves.iter().map(|&place| self.cell(place, sizes, shown, press)));
        if self.row.paired && moves.len() == 1 && !moves.first().is_some_and(is_second) {
            parts.push(space().fill(1.0));
        }
        row(parts).gap(sizes.gap).height(sizes.row)
    }

    fn cell<M>(
        &self,
        place: usize,
        sizes: &Sizes,
        shown: usize,
        press: &impl Fn(Node<M>, usize) -> Node<M>,
    ) -> Node<M> {
        let (words, ink) =
            self.moves.texts.get(place).map_or(("", Ink::Text), |made| (&*made.text, made.ink));
        let number = place + 1;
        let current = shown == number;
        let (surface, ink) = if current { (Surface::Active, Ink::OnActive) } else { (Surface::Hover, ink) };
        let words = text(words).role(TextRole::Moves).ink(ink).sized(self.text).fill(1.0);
        let cell = row([words]).padded(sizes.cell_pad, 0.0).align_center().surface(surface);
        let share = self.row.moves.iter().zip(&self.row.shares).find(|(other, _)| **other == place);
        press(cell, number).fill(share.map_or(1.0, |(_, share)| *share))
    }

    /// Whether the move at `index` of the list is in this row.
    fn has(&self, index: usize) -> bool {
        self.row.moves.contains(&index)
    }
}

/// The number of a full move, and one or both of its moves.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    number: usize,
    /// Whether White's move of that number is in the row above.
    continued: bool,
    /// Whether the row has two columns, of which the first may be empty.
    paired: bool,
    /// Indices of the moves.
    moves: Vec<usize>,
    /// The share of each move in the width of the row. The columns are equal unless a text is wider than a column.
    shares: Vec<f32>,
}

/// Widths of numbers and moves.
struct Columns {
    /// Width of a number, in pixels of the design.
    number: f32,
    /// Width of a text in one of two equal columns, in pixels of the window.
    half: f32,
    /// Space at the sides of a text, in pixels of the window.
    pad: f32,
    /// Font size of all rows.
    font: u16,
}

impl Columns {
    fn new(moves: &MoveTexts, width: f32, text: f32, pad: f32, unit: f32) -> Self {
        let font = size(text, unit);
        let last = moves.number(moves.texts.len().saturating_sub(1)).0;
        let digits = if last < 100 { "00" } else { "000" };
        let number = (measure(digits, Font::Regular, font) / unit).ceil().min(width / 2.0);
        let half = (((width - number) / 2.0 - 2.0 * pad) * unit).floor() - 1.0;
        let smallest = (font * 4).div_ceil(5).max(8).min(font);
        let columns = |font| Self { number, half, pad: pad * unit, font };
        // All rows have the largest font in which the moves of every pair fit into one row.
        let fits = |columns: &Self| (0..moves.texts.len()).all(|place| columns.is_paired(moves, place));
        (smallest..=font).rev().map(columns).find(fits).unwrap_or_else(|| columns(smallest))
    }

    fn width(&self, moves: &MoveTexts, place: usize) -> f32 {
        moves.texts.get(place).map_or(0.0, |made| made.width(self.font))
    }

    /// Whether the move at `place` and the other one of its full move fit into one row.
    fn is_paired(&self, moves: &MoveTexts, place: usize) -> bool {
        let other = match moves.number(place).1 {
            Color::White => Some(place + 1),
            Color::Black => place.checked_sub(1),
        };
        let other = other.map_or(0.0, |other| self.width(moves, other));
        self.width(moves, place) + other <= 2.0 * self.half
    }

    /// All rows. If the moves of a full move do not fit into one row, both get rows of their own.
    fn rows(&self, moves: &MoveTexts) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::with_capacity(moves.texts.len() / 2 + 1);
        for place in 0..moves.texts.len() {
            let number = moves.number(place).0;
            let paired = self.is_paired(moves, place);
            match rows.last_mut() {
                Some(row) if row.number == number && paired => row.moves.push(place),
                last => {
                    let continued = last.is_some_and(|row| row.number == number);
                    rows.push(Row { number, continued, paired, moves: vec![place], shares: Vec::new() });
                }
            }
        }
        for row in &mut rows {
            let widths = row.moves.iter().map(|&place| self.width(moves, place));
            if row.moves.len() == 2 && widths.clone().any(|width| width > self.half) {
                row.shares = widths.map(|width| width + 2.0 * self.pad).collect();
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(turn: Color, texts: &[&str]) -> MoveTexts {
        let texts = Rc::new(texts.iter().map(|&text| MoveText::new(text.to_owned(), Ink::Text)).collect());
        MoveTexts { start: (9, turn), texts }
    }

    fn rows(moves: &MoveTexts, width: f32) -> Vec<(usize, bool, Vec<usize>)> {
        let rows = Columns::new(moves, width, 11.0, 2.0, 1.0).rows(moves);
        rows.into_iter().map(|row| (row.number, row.continued, row.moves)).collect()
    }

    /// A game that White begins at move 9 has both moves in the first row. One that Black begins has the first move
    /// alone.
    #[test]
    fn rows_are_numbered_by_full_moves() {
        let white = moves(Color::White, &["Kd1", "Kd8", "Kc1"]);
        assert_eq!(rows(&white, 96.0), [(9, false, vec![0, 1]), (10, false, vec![2])]);
        let black = moves(Color::Black, &["Kd8", "Kd1"]);
        assert_eq!(rows(&black, 96.0), [(9, false, vec![0]), (10, false, vec![1])]);
    }

    /// A move that is too wide for half of the list takes some of the room of the other. If both together are too wide, each
    /// has a row of its own.
    #[test]
    fn a_long_move_has_a_row_of_its_own_if_the_pair_has_no_room() {
        let moves = moves(Color::White, &["Qa5e5+", "Kb7"]);
        assert_eq!(rows(&moves, 60.0), [(9, false, vec![0]), (9, true, vec![1])]);
        let wide = Columns::new(&moves, 92.0, 11.0, 2.0, 1.0);
        let row = &wide.rows(&moves)[0];
        assert!(row.moves == [0, 1] && row.shares[0] > row.shares[1], "{row:?}");
        assert!(Columns::new(&moves, 160.0, 11.0, 2.0, 1.0).rows(&moves)[0].shares.is_empty());
    }

    /// A pair that has no room in the usual font makes the font of all rows smaller.
    #[test]
    fn all_rows_have_one_font() {
        let font = |texts: &[&str]| Columns::new(&moves(Color::White, texts), 96.0, 11.0, 1.0, 1.0).font;
        assert_eq!(font(&["Kd1", "Kd8"]), 11);
        assert_eq!(font(&["Kd1", "Kd8", "Axh11+", "Axh11"]), 10);
        assert_eq!(font(&["Kd1", "Kd8", "Axh11+", "Axh11#"]), 9);
    }
}
