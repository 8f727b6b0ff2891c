//! List of all puzzles, with ticks.

use super::Request;
use super::book::Book;
use crate::game::puzzle::selection::Selection;
use crate::view::input::{InputEvent, Key};
use crate::view::scene::{Font, Rect, Scene, TextRole};
use crate::view::screen::{Context, Env};
use crate::view::widgets::node::{Ink, area, button, column, list, row, text};
use crate::view::widgets::pen::Style;
use crate::view::widgets::{Button, Page, Pen, Ui, UiEvent};

/// Window for which the design is made, the smallest scale that can be read, and the largest.
const DESIGN: (f32, f32) = (792.0, 600.0);
const SCALES: (f32, f32) = (0.8, 1.5);
const ROW: f32 = 32.0;
const ROW_GAP: f32 = 4.0;
const BUTTON: f32 = 32.0;
/// Widths of the mark and the rating in a row, and the part of the rest that the title takes.
const MARK: f32 = 30.0;
const RATING: f32 = 56.0;
const TITLE: f32 = 0.45;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    Back,
    Rows,
    Puzzle(usize),
}

pub struct ListPage {
    selected: usize,
    /// Whether the list shows the selected row, as it does until it is scrolled.
    ui: Ui<Id>,
}

impl ListPage {
    /// The first puzzle that is not solved is selected.
    pub fn new(book: &Book) -> Self {
        Self { selected: book.next(&Selection::List, &[]).unwrap_or_default(), ui: Ui::default() }
    }

    fn page(&self, book: &Book, ctx: &Env) -> Page<Id> {
        let (w, h) = ctx.size;
        let unit = (w / DESIGN.0).min(h / DESIGN.1).clamp(SCALES.0, SCALES.1) * ctx.theme().scale();
        let heading = row([
            text("All puzzles").bold().sized(22.0).smallest(14.0).rigid(),
            text(book.solved_text()).ink(Ink::Faint).sized(13.0).fill(1.0),
            button(Id::Back, Button::new("Back", false)).height(BUTTON).width(80.0).rigid(),
        ]);
        let rows = (0..book.count()).map(|place| area(Id::Puzzle(place)).pressable().height(ROW + ROW_GAP));
        let rows = list(Id::Rows, rows).anchored(Some(self.selected)).fill(1.0);
        let root = column([heading.gap(14.0).align_center().height(BUTTON), rows]).gap(12.0).padding(16.0);
        self.ui.page(&root, Rect::new(0.0, 0.0, w, h), unit)
    }

    pub fn handle(&mut self, event: &InputEvent, book: &Book, ctx: &Env) -> Option<Request> {
        let page = self.page(book, ctx);
        match self.ui.update(&page, event) {
            UiEvent::Pressed(Id::Back) => return Some(Request::Back),
            UiEvent::Pressed(Id::Puzzle(place)) => return Some(Request::Open(place)),
            UiEvent::Ignored => {}
            _ => return None,
        }
        let InputEvent::Key { key, control: false } = *event else { return None };
        let last = book.count() - 1;
        match key {
            Key::Up => self.select(self.selected.saturating_sub(1)),
            Key::Down => self.select((self.selected + 1).min(last)),
            Key::Home => self.select(0),
            Key::End => self.select(last),
            Key::Enter | Key::Space => return Some(Request::Open(self.selected)),
            Key::Escape => return Some(Request::Back),
            _ => {}
        }
        None
    }

    fn select(&mut self, place: usize) {
        self.selected = place;
        self.ui.unscroll(Id::Rows);
    }

    pub fn push_effects(&mut self, book: &Book, ctx: &mut Context) {
        ctx.effects.cursor = self.ui.cursor();
        if ctx.is_top {
            let page = self.page(book, ctx);
            let state = if book.record(self.selected).solved { "Solved. " } else { "" };
            let task = book.puzzle(self.selected).instruction();
            let message = format!("{}: {task}. {state}", book.title(self.selected));
            ctx.effects.announcements.extend(self.ui.announcements(&page, message.trim_end()));
        }
    }

    pub fn draw(&self, book: &Book, ctx: &Env, scene: &mut Scene) {
        let (page, theme) = (self.page(book, ctx), ctx.theme());
        self.ui.draw(&page, &theme, &mut scene.items);
        let mut pen = Pen { theme: &theme, unit: page.unit(), items: &mut scene.items };
        for place in 0..book.count() {
            let Some(rect) = page.rect(Id::Puzzle(place)) else { continue };
            let hovered = self.ui.look(Id::Puzzle(place)).hovers(rect);
            let rect = Rect { h: rect.h - pen.px(ROW_GAP), ..rect };
            let is_selected = place == self.selected;
            pen.panel(rect, if is_selected { theme.active } else { pen.surface(hovered) });
            draw_row(&mut pen, book, place, is_selected, rect);
        }
    }
}

/// Mark, title, instruction and rating of a puzzle.
fn draw_row(pen: &mut Pen, book: &Book, place: usize, is_selected: bool, rect: Rect) {
    let theme = pen.theme;
    let color = |ink: Ink| if is_selected { Ink::OnActive } else { ink }.color(theme);
    let style = |ink| Style { role: TextRole::Label, ..Style::control(color(ink)) }.sized(13.0);
    let (record, puzzle) = (book.record(place), book.puzzle(place));
    let (mark, rating) = (pen.px(MARK), pen.px(RATING));
    let words = rect.w - mark - rating;
    let title = (words * TITLE).floor();
    let at = |x: f32, w: f32| Rect { x: rect.x + x, w: (w - pen.px(6.0)).max(1.0), ..rect };
    let (mark_at, title_at) = (at(0.0, mark), at(mark, title));
    let (task_at, rating_at) = (at(mark + title, words - title), at(mark + words, rating));
    match (record.to_retry, record.solved) {
        (true, _) => pen.label("✗", mark_at, style(Ink::Alarm).centered()),
        (_, true) => pen.label("✓", mark_at, style(Ink::Accent).centered().font(Font::Bold)),
        _ => {}
    }
    pen.label(&book.title(place), title_at, style(Ink::Text));
    pen.label(&puzzle.instruction(), task_at, style(Ink::Soft));
    if let Some(points) = puzzle.rating {
        pen.label(&points.to_string(), rating_at, style(Ink::Faint).right());
    }
}
