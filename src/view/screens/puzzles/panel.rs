//! Beside the board of a puzzle: its name, what is to be done, how it goes, and the buttons.

use super::keys::{BINDINGS, Binding, KeyAction};
use crate::game::puzzle::{PuzzleSession, PuzzleState};
use crate::view::layout::Layout;
use crate::view::scene::{Font, Item, Point, Rect, TextRole};
use crate::view::text::{measure, wrap};
use crate::view::theme::Theme;
use crate::view::widgets::pen::Style;
use crate::view::widgets::{KeyButton, Look, Pen, Weight};

/// Height of a button, and of the row it stands in.
const BUTTON: f32 = 23.0;
const ROW: f32 = 28.0;

/// The smallest height beside the board, and width and height below it, in pixels of the design.
const LEAST_HEIGHT: f32 = 480.0;
const LEAST_BELOW: (f32, f32) = (450.0, 150.0);

/// What the panel shows.
pub struct Panel<'a> {
    /// The puzzle being solved.
    pub run: &'a PuzzleSession,
    /// Which one it is, counted from 0, and of how many.
    pub place: (usize, usize),
    /// Whether it has been solved, now or before.
    pub solved: bool,
    /// How many of all have been solved.
    pub count: usize,
    /// Where things are.
    pub layout: &'a Layout,
    /// In which colours.
    pub theme: &'a Theme,
    /// Where the pointer is.
    pub pointer: Option<Point>,
}

impl Panel<'_> {
    /// Pixels for one pixel of the design: the sidebar's, unless the parts would have no room below or beside each
    /// other, as with larger texts.
    fn unit(&self) -> f32 {
        let area = self.layout.sidebar;
        let below = (area.w / LEAST_BELOW.0).min(area.h / LEAST_BELOW.1);
        let most = if self.layout.is_upright() { below } else { area.h / LEAST_HEIGHT };
        self.layout.unit().min(most)
    }

    fn px(&self, pixels: f32) -> f32 {
        (pixels * self.unit()).round()
    }

    /// The three parts of the panel: what the puzzle is, how it goes, what can be pressed.
    fn parts(&self) -> [Rect; 3] {
        let inner = self.layout.sidebar.inset(self.px(10.0));
        let gap = self.px(10.0);
        if self.layout.is_upright() {
            let third = ((inner.w - 2.0 * gap) / 3.0).floor();
            return [0.0, 1.0, 2.0].map(|n| Rect { x: inner.x + n * (third + gap), w: third, ..inner });
        }
        let buttons = self.px(ROW) * BINDINGS.len() as f32 - self.px(ROW - BUTTON);
        let head = self.px(196.0).min(inner.h - buttons);
        let below = inner.y + inner.h - buttons;
        [
            Rect { h: head, ..inner },
            Rect { y: inner.y + head, h: below - inner.y - head - gap, ..inner },
            Rect { y: below, h: buttons, ..inner },
        ]
    }

    /// The buttons: below each other, or in two columns under the board.
    pub fn buttons(&self) -> impl Iterator<Item = (Rect, &'static Binding)> {
        let area = self.parts()[2];
        let columns = if self.layout.is_upright() { 2 } else { 1 };
        let gap = self.px(6.0);
        let width = ((area.w - gap * (columns - 1) as f32) / columns as f32).floor();
        let (row, height) = (self.px(ROW), self.px(BUTTON));
        BINDINGS.iter().enumerate().map(move |(place, binding)| {
            let (column, line) = ((place % columns) as f32, (place / columns) as f32);
            (Rect::new(area.x + column * (width + gap), area.y + line * row, width, height), binding)
        })
    }

    /// What a press at `point` asks for, if there is a button.
    #[must_use]
    pub fn action_at(&self, point: Point) -> Option<KeyAction> {
        self.buttons().find(|(rect, _)| rect.contains(point)).map(|(_, binding)| binding.action)
    }

    /// Draws the panel.
    pub fn draw(&self, items: &mut Vec<Item>) {
        let mut pen = Pen { theme: self.theme, unit: self.unit(), items };
        let [head, middle, _] = self.parts();
        self.head(&mut pen, head);
        self.middle(&mut pen, middle);
        for (rect, binding) in self.buttons() {
            self.button(&mut pen, rect, binding);
        }
    }

    /// Number, title, stars, theme and the task.
    fn head(&self, pen: &mut Pen, area: Rect) {
        let puzzle = self.run.puzzle();
        let style = Style::control(self.theme.text);
        let faint = Style { color: self.theme.faint, ..style }.sized(12.0);
        let tick = if self.solved { " ✓" } else { "" };
        let number = format!("Puzzle {} of {}{tick}", self.place.0 + 1, self.place.1);
        let stars = usize::from(puzzle.stars);
        let stars: String = (1..=5).map(|star| if star <= stars { '★' } else { '☆' }).collect();
        let gold = Style { color: self.theme.accent, ..style };
        let upright = self.layout.is_upright();
        let mut y = area.y;
        if upright {
            // There is little height under the board: the stars go beside the number.
            let size = pen.size(faint.size);
            let width = measure(&stars, Font::Regular, size).ceil();
            let row = Rect { h: (f32::from(size) * 1.4).round(), ..area };
            pen.label(&stars, row, gold.sized(faint.size).right());
            pen.label(&number, Rect { w: (row.w - width - pen.px(6.0)).max(1.0), ..row }, faint);
            y += row.h + pen.px(3.0);
        }
        let mut line = |pen: &mut Pen, text: &str, style: Style, most: usize| {
            let size = pen.size(style.size);
            let height = (f32::from(size) * 1.4).round();
            let lines = wrap(text, style.font, size, area.w).len().min(most) as f32;
            pen.paragraph(text, Rect::new(area.x, y, area.w, height * lines), style);
            y += height * lines + pen.px(3.0);
        };
        if !upright {
            line(pen, &number, faint, 1);
        }
        line(pen, &puzzle.title, style.sized(15.0).font(Font::Bold), 3);
        if !upright {
            line(pen, &stars, gold, 1);
            line(pen, &puzzle.theme, faint, 2);
        }
        let (pad, task) = (pen.px(7.0), puzzle.instruction());
        let strong = Style { color: self.theme.active_text, ..style }.font(Font::Bold).sized(13.0);
        let height = self.height(pen, &task, strong.size, area.w - 2.0 * pad);
        let rect = Rect::new(area.x, y + pen.px(3.0), area.w, height + 2.0 * pad);
        pen.panel(rect, self.theme.active);
        let text = Rect::new(rect.x + pad, rect.y + pad, rect.w - 2.0 * pad, height);
        pen.paragraph(&task, text, Style { role: TextRole::Label, ..strong });
    }

    /// The message, the moves left and the progress.
    fn middle(&self, pen: &mut Pen, area: Rect) {
        let style = Style::control(self.theme.text).centered();
        let line = pen.px(19.0);
        let foot = Rect { y: area.y + area.h - 2.0 * line, h: line, ..area };
        let left = self.run.moves_left();
        let faint = Style { color: self.theme.faint, ..style }.sized(12.0);
        pen.label(&format!("Moves left: {left}"), foot, faint);
        let progress = format!("{} of {} solved", self.count, self.place.1);
        pen.label(&progress, Rect { y: foot.y + line, ..foot }, faint);
        let Some(message) = self.run.message() else { return };
        let color = match self.run.state() {
            PuzzleState::Wrong => self.theme.alarm,
            PuzzleState::Solved => self.theme.accent,
            _ => self.theme.text,
        };
        let style = Style { role: TextRole::Message, color, ..style }.font(Font::Bold);
        let room = area.h - 2.0 * line;
        // Smaller where the words have no room, down to what can still be read.
        let heights =
            [17.0, 15.0, 13.0, 11.0, 9.0].map(|pixels| (pixels, self.height(pen, &message, pixels, area.w)));
        let fitting = heights.iter().find(|(_, height)| *height <= room).or(heights.last());
        let Some(&(pixels, height)) = fitting else { return };
        let y = area.y + ((room - height) / 2.0).max(0.0).floor();
        pen.paragraph(&message, Rect { y, h: height, ..area }, style.sized(pixels));
    }

    /// How high `text` is in lines of `width`, in a bold font of `pixels` of the design.
    fn height(&self, pen: &Pen, text: &str, pixels: f32, width: f32) -> f32 {
        let size = pen.size(pixels);
        (f32::from(size) * 1.4).round() * wrap(text, Font::Bold, size, width).len() as f32
    }

    /// A button: the cap of its key, and what it does.
    fn button(&self, pen: &mut Pen, rect: Rect, binding: &Binding) {
        let done = self.run.state() == PuzzleState::Solved && binding.action == KeyAction::Next;
        let weight = if done { Weight::Strong } else { Weight::Plain };
        let button = KeyButton { cap: binding.cap, label: binding.label, weight };
        button.draw(pen, rect, Look { focused: false, pointer: self.pointer });
    }
}
