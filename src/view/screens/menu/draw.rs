//! The picture of the menu.

use super::plan::Plan;
use super::{Menu, Target, preview};
use crate::rules::Color;
use crate::view::scene::{Font, Item, Point, Rect, Rgba};
use crate::view::screen::Size;
use crate::view::theme::Theme;
use crate::view::widgets::pen::{Style, line_height, mix};
use crate::view::widgets::{Button, Look, Pen, Widget};

/// Opacity of the veil over the game below.
const VEIL: u8 = 150;
/// What the button says that starts a game, and when it would give up another one.
pub(super) const PLAY: &str = "Play";
pub(super) const PLAY_INSTEAD: &str = "Yes, new game";
/// What is asked before a game is given up.
pub(super) const QUESTION: &str = "Your game is still running. Give it up?";
/// What is shown while nothing needs help.
const RUNNING: &str = "Your game goes on, and so do its clocks.";

impl Menu {
    /// Draws everything into `items`.
    pub(super) fn draw_menu(&self, size: Size, items: &mut Vec<Item>) {
        let plan = self.plan(size);
        let theme = Theme::of(&self.now.options);
        let mut pen = Pen { theme: &theme, unit: plan.unit, items };
        self.draw_panel(&mut pen, &plan, size);
        self.draw_level(&mut pen, &plan);
        self.draw_rows(&mut pen, &plan);
        self.draw_foot(&mut pen, &plan);
    }

    fn look(&self, target: Target) -> Look {
        Look { focused: self.focus == target, pointer: self.pointer }
    }

    fn draw_panel(&self, pen: &mut Pen, plan: &Plan, size: Size) {
        // Over a game.
        if !pen.items.is_empty() {
            let rect = Rect::new(0.0, 0.0, size.0, size.1);
            pen.items.push(Item::Panel { rect, radius: 0.0, color: Rgba(0, 0, 0, VEIL) });
        }
        let (radius, rim) = (pen.px(10.0), pen.px(1.0).max(1.0));
        let color = mix(pen.theme.panel, pen.theme.faint, 0.35);
        pen.items.push(Item::Panel { rect: plan.panel, radius, color });
        let rect = plan.panel.inset(rim);
        pen.items.push(Item::Panel { rect, radius: radius - rim, color: pen.theme.ground });
        let style = Style::control(pen.theme.text).sized(22.0).font(Font::Bold);
        pen.label("New game", plan.title, style);
        if self.look(Target::Close).hovers(plan.close) {
            pen.panel(plan.close, pen.surface(true));
        }
        let (c, r, width) = (plan.close.center(), pen.px(6.0), pen.px(2.0).max(1.5));
        for sign in [-1.0, 1.0] {
            let (from, to) = (Point::new(c.x - r, c.y - r * sign), Point::new(c.x + r, c.y + r * sign));
            pen.items.push(Item::Line { from, to, width, color: pen.theme.faint });
        }
    }

    fn draw_level(&self, pen: &mut Pen, plan: &Plan) {
        if let Some(level) = self.levels.get(self.form.level()) {
            let bottom = self.now.color.resolve(Color::White);
            preview::draw(&level.position, bottom, pen.theme, plan.board, pen.items);
            let style = Style::control(pen.theme.faint).sized(12.0);
            let notes = preview::notes(&level.position);
            if let Some(note) = notes.iter().find(|note| pen.has_room(note, plan.note, style)) {
                pen.paragraph(note, plan.note, style);
            }
        }
        self.form.level.draw(pen, plan.level, self.look(Target::Level));
        Button::new("Edit board", false).draw(pen, plan.edit, self.look(Target::Edit));
        Button::new("Puzzles", false).draw(pen, plan.puzzles, self.look(Target::Puzzles));
    }

    fn draw_rows(&self, pen: &mut Pen, plan: &Plan) {
        let shown = self.form.shown();
        let first = self.scroll.first(shown.len(), plan.room);
        for (place, &number) in shown.iter().skip(first).take(plan.room).enumerate() {
            let (row, rect) = (&self.form.rows[number], plan.row_rect(place));
            let focused = matches!(self.focus, Target::Row(focused, _) if focused == number);
            let ink = if focused { pen.theme.text } else { mix(pen.theme.faint, pen.theme.text, 0.6) };
            pen.label(&self.form.label(row), plan.label_rect(rect), Style::control(ink));
            for (slot, (control, words)) in row.controls.iter().enumerate() {
                let (rect, behind) = plan.control_rect(rect, slot, row.controls.len());
                control.draw(pen, rect, self.look(Target::Row(number, slot)));
                if !words.is_empty() {
                    pen.label(words, behind, Style::control(pen.theme.faint));
                }
            }
        }
        if let Some(bar) = plan.bar {
            self.scroll.draw(pen, bar, shown.len(), plan.room, self.look(Target::Bar));
        }
    }

    /// Help, question or fault, and the two buttons.
    fn draw_foot(&self, pen: &mut Pen, plan: &Plan) {
        let (words, ink) = match (&self.fault, self.asked) {
            (Some(fault), _) => (fault.as_str(), pen.theme.alarm),
            (None, true) => (QUESTION, pen.theme.alarm),
            (None, false) => (self.help(plan), pen.theme.faint),
        };
        let style = Style::control(ink);
        // Smaller where the words have no room, down to what can still be read.
        let sizes = [12.5, 11.5, 10.5, 9.5, 8.5, 7.5, 6.5].map(|pixels| style.sized(pixels));
        let fitting = sizes.iter().find(|style| pen.has_room(words, plan.hint, **style));
        let style = fitting.copied().unwrap_or(sizes[6]);
        let height = line_height(pen.size(style.size));
        let lines = crate::view::text::wrap(words, style.font, pen.size(style.size), plan.hint.w).len();
        let used = (height * lines as f32).min(plan.hint.h);
        let y = (plan.hint.y + (plan.hint.h - used) / 2.0).round();
        pen.paragraph(words, Rect { y, h: plan.hint.y + plan.hint.h - y, ..plan.hint }, style);
        let play = if self.asked { PLAY_INSTEAD } else { PLAY };
        Button::new(play, true).draw(pen, plan.play, self.look(Target::Play));
        Button::new("Back", false).draw(pen, plan.back, self.look(Target::Back));
    }

    /// What the row under the pointer does, or the one with the keyboard.
    fn help(&self, plan: &Plan) -> &'static str {
        let shown = self.form.shown();
        let first = self.scroll.first(shown.len(), plan.room);
        let rows = shown.iter().skip(first).take(plan.room).enumerate();
        let under = |place: usize| self.pointer.is_some_and(|at| plan.row_rect(place).contains(at));
        let hovered = rows.into_iter().find(|(place, _)| under(*place)).map(|(_, &row)| row);
        let focused = if let Target::Row(row, _) = self.focus { Some(row) } else { None };
        match (hovered.or(focused), self.game_in_progress) {
            (Some(row), _) => self.form.rows[row].help,
            (None, true) => RUNNING,
            (None, _) => "",
        }
    }
}
