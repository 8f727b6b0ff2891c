//! Beside the board of an analysis: the evaluation, what is said of the move, the graph, the worst moves, buttons.

use super::keys::{BINDINGS, KeyAction};
use super::words::{self, Words};
use crate::game::analysis::analyzer::Analyzer;
use crate::game::analysis::{Analysis, WORST};
use crate::rules::Color;
use crate::view::layout::Layout;
use crate::view::scene::{Font, Item, Point, Rect, TextRole};
use crate::view::text::{measure, wrap};
use crate::view::theme::Theme;
use crate::view::widgets::graph::{Graph, badge};
use crate::view::widgets::pen::{Style, line_height, mix, px};
use crate::view::widgets::{KeyButton, Look, Pen, Weight};

/// Height that the parts take beside the board, and width below it, in pixels of the design.
const LEAST_HEIGHT: f32 = 425.0;
const LEAST_WIDTH: f32 = 400.0;
/// Height of a button in pixels of the design.
const BUTTON: f32 = 23.0;
/// Height of a row of the list of the worst moves.
const ROW: f32 = 18.0;
/// Rows of that list.
const ROWS: usize = 2 * WORST;
/// The buttons that lead through the game, from the left.
const WAYS: [KeyAction; 4] = [KeyAction::First, KeyAction::Back, KeyAction::On, KeyAction::Last];

/// What the panel shows.
pub struct Panel<'a> {
    /// The analysis and how far it has come.
    pub study: &'a Analyzer,
    /// Its words.
    pub words: &'a Words,
    /// How the game ended.
    pub ending: Option<&'a str>,
    /// What a key has just done.
    pub notice: Option<&'a str>,
    /// Where things are.
    pub layout: &'a Layout,
    /// In which colours.
    pub theme: &'a Theme,
    /// Where the pointer is.
    pub pointer: Option<Point>,
}

/// The parts of the panel.
struct Parts {
    words: Rect,
    graph: Rect,
    list: Rect,
    ways: Rect,
    close: Rect,
}

impl Panel<'_> {
    /// Pixels for one pixel of the design: the sidebar's, unless the parts would have no room below or beside each
    /// other, as with small boards.
    fn unit(&self) -> f32 {
        let area = self.layout.sidebar;
        let most = if self.layout.is_upright() { area.w / LEAST_WIDTH } else { area.h / LEAST_HEIGHT };
        self.layout.unit().min(most)
    }

    fn px(&self, pixels: f32) -> f32 {
        px(pixels, self.unit())
    }

    fn analysis(&self) -> &Analysis {
        self.study.analysis()
    }

    fn parts(&self) -> Parts {
        let inner = self.layout.sidebar.inset(self.px(10.0));
        if self.layout.is_upright() { self.parts_below(inner) } else { self.parts_beside(inner) }
    }

    /// One below the other.
    fn parts_beside(&self, inner: Rect) -> Parts {
        let (gap, button) = (self.px(10.0), self.px(BUTTON));
        let list = self.px(ROW) * (ROWS + 1) as f32;
        let words = self.px(200.0).min((inner.h * 0.34).round());
        let close = inner.y + inner.h - button;
        let ways = close - self.px(6.0) - button;
        let list = Rect { y: ways - gap - list, h: list, ..inner };
        let graph = inner.y + words + gap;
        Parts {
            words: Rect { h: words, ..inner },
            graph: Rect { y: graph, h: list.y - gap - graph, ..inner },
            list,
            ways: Rect { y: ways, h: button, ..inner },
            close: Rect { y: close, h: button, ..inner },
        }
    }

    /// Three columns: words, graph and buttons, the worst moves.
    fn parts_below(&self, inner: Rect) -> Parts {
        let (gap, button) = (self.px(12.0), self.px(BUTTON));
        let words = Rect { w: (inner.w * 0.34).floor(), ..inner };
        let list = (inner.w * 0.25).floor();
        let list = Rect { x: inner.x + inner.w - list, w: list, ..inner };
        let x = words.x + words.w + gap;
        let middle = Rect { x, w: list.x - gap - x, ..inner };
        let ways = Rect { y: inner.y + inner.h - button, h: button, ..middle };
        let close = (middle.w * 0.28).floor();
        Parts {
            words,
            graph: Rect { h: inner.h - button - self.px(6.0), ..middle },
            list,
            ways: Rect { w: middle.w - close - self.px(4.0), ..ways },
            close: Rect { x: ways.x + ways.w - close, w: close, ..ways },
        }
    }

    /// The graph and where it is.
    #[must_use]
    pub fn graph(&self) -> Graph {
        Graph { area: self.parts().graph, last: self.analysis().last_ply(), unit: self.unit() }
    }

    /// What a press at `point` asks for, if there is a button.
    #[must_use]
    pub fn action_at(&self, point: Point) -> Option<KeyAction> {
        if self.parts().close.contains(point) {
            return Some(KeyAction::Close);
        }
        self.ways().find(|(rect, _)| rect.contains(point)).map(|(_, action)| action)
    }

    /// The place in the game of the worst move whose row is at `point`.
    #[must_use]
    pub fn worst_at(&self, point: Point) -> Option<usize> {
        let worst = self.study.worst();
        worst.iter().zip(self.rows()).find(|(_, row)| row.contains(point)).map(|(&ply, _)| ply)
    }

    fn ways(&self) -> impl Iterator<Item = (Rect, KeyAction)> {
        let (area, gap) = (self.parts().ways, self.px(4.0));
        let count = WAYS.len() as f32;
        let width = ((area.w - gap * (count - 1.0)) / count).floor();
        WAYS.into_iter().enumerate().map(move |(place, action)| {
            (Rect { x: area.x + (width + gap) * place as f32, w: width, ..area }, action)
        })
    }

    /// The line above the worst moves, where there is room for it, and how high their rows are.
    fn list_head(&self) -> (Option<Rect>, f32) {
        let area = self.parts().list;
        let row = self.px(ROW);
        if area.h >= row * (ROWS + 1) as f32 {
            return (Some(Rect { h: row, ..area }), row);
        }
        (None, row.min((area.h / ROWS as f32).floor()))
    }

    fn rows(&self) -> impl Iterator<Item = Rect> {
        let area = self.parts().list;
        let (head, row) = self.list_head();
        let top = head.map_or(area.y, |head| head.y + head.h);
        (0..ROWS).map(move |place| Rect { y: top + row * place as f32, h: row, ..area })
    }

    /// Draws the panel.
    pub fn draw(&self, items: &mut Vec<Item>) {
        let mut pen = Pen { theme: self.theme, unit: self.unit(), items };
        let worst = self.study.worst();
        self.say(&mut pen, self.parts().words);
        self.graph().draw(&mut pen, self.analysis(), self.study.ply(), &worst);
        self.list(&mut pen, &worst);
        for (rect, action) in self.ways() {
            self.way(&mut pen, rect, action);
        }
        if let Some(close) = BINDINGS.iter().find(|binding| binding.action == KeyAction::Close) {
            let button = KeyButton { cap: close.cap, label: close.label, weight: Weight::Plain };
            let (rect, look) = (self.parts().close, self.look());
            if button.has_room(&pen, rect) {
                button.draw(&mut pen, rect, look);
            } else {
                button.draw_words(&mut pen, rect, look);
            }
        }
    }

    /// The evaluation, the move, what is said of it, and the engine's line as far as there is room.
    fn say(&self, pen: &mut Pen, area: Rect) {
        let (analysis, ply) = (self.analysis(), self.study.ply());
        let style = Style { role: TextRole::Message, ..Style::control(self.theme.text) };
        let faint = Style { color: mix(self.theme.faint, self.theme.text, 0.35), ..style };
        let mut rest = self.figure(pen, area, style);
        let heading = style.sized(15.0).font(Font::Bold);
        let row = Rect { h: line_height(pen.size(heading.size)), ..rest };
        pen.label(&self.words.move_to(analysis, ply), row, heading);
        rest = Rect { y: rest.y + row.h, h: (rest.h - row.h).max(0.0), ..rest };
        let mut paragraph = |pen: &mut Pen, text: &str, style: Style| {
            let size = pen.size(style.size);
            let lines = wrap(text, style.font, size, rest.w).len() as f32;
            let height = (lines * line_height(size)).min(rest.h);
            pen.paragraph(text, Rect { h: height, ..rest }, style);
            let used = height + pen.px(2.0);
            rest = Rect { y: rest.y + used, h: (rest.h - used).max(0.0), ..rest };
        };
        let ending = self.ending.filter(|_| ply == analysis.last_ply());
        for text in self.notice.into_iter().chain(ending) {
            paragraph(pen, text, style.sized(12.0));
        }
        let judgement = analysis.judged_move(ply).and_then(|judgement| self.words.judgement(&judgement));
        if let Some(judgement) = judgement {
            paragraph(pen, &judgement, style.sized(12.0));
        }
        let line = self.words.line(analysis, ply);
        if !line.is_empty() {
            paragraph(pen, &format!("Best: {line}"), faint.sized(12.0));
        }
    }

    /// The evaluation in large and its depth, beside it or below it; gives what is left of `area`.
    fn figure(&self, pen: &mut Pen, area: Rect, style: Style) -> Rect {
        let (figure, depth) = words::evaluation(self.analysis(), self.study.ply());
        let (large, small) = (style.sized(20.0).font(Font::Bold), style.sized(11.0));
        let small = Style { color: self.theme.faint, ..small };
        let size = pen.size(small.size);
        let row = Rect { h: pen.px(25.0), ..area };
        let beside = measure(&depth, small.font, size).ceil();
        let width = measure(&figure, large.font, pen.size(large.size)).ceil();
        let below = width + beside + pen.px(6.0) > row.w;
        pen.label(&figure, row, large);
        let line = Rect { y: row.y + row.h, h: line_height(size), ..row };
        pen.label(&depth, if below { line } else { row }, if below { small } else { small.right() });
        let used = row.h + if below { line.h } else { 0.0 } + pen.px(3.0);
        Rect { y: area.y + used, h: (area.h - used).max(0.0), ..area }
    }

    /// The worst moves, or how far the analysis has come.
    fn list(&self, pen: &mut Pen, worst: &[usize]) {
        let analysis = self.analysis();
        let style = Style::control(self.theme.text).sized(12.0);
        let faint = Style { color: self.theme.faint, ..style }.sized(11.0);
        let complete = self.study.is_complete();
        let progress = format!("{} of {}", analysis.evaluated(), analysis.last_ply() + 1);
        if let (Some(head), _) = self.list_head() {
            let (words, mut right) = match (complete, self.study.is_running()) {
                (true, _) => ("Worst moves", "↑ ↓"),
                (false, true) => ("Looking", &*progress),
                (false, false) => ("Stopped", &*progress),
            };
            let wide = |text| measure(text, faint.font, pen.size(faint.size)).ceil();
            let gap = pen.px(4.0);
            if complete && wide(words) + gap + wide(right) > head.w {
                right = "";
            }
            let width = wide(right) + gap;
            pen.label(words, Rect { w: (head.w - width).max(1.0), ..head }, faint);
            pen.label(right, head, faint.right());
        }
        if worst.is_empty() && complete {
            let row = self.rows().next().unwrap_or_default();
            pen.label("No mistakes found", row, style);
        }
        for ((place, &ply), row) in worst.iter().enumerate().zip(self.rows()) {
            let current = ply == self.study.ply();
            if current {
                pen.panel(row, self.theme.active);
            } else if self.look().hovers(row) {
                pen.panel(row, pen.surface(true));
            }
            let edge = (row.h - 2.0).min(pen.px(14.0).max(11.0));
            let inset = ((row.h - edge) / 2.0).round();
            let mark = Rect::new(row.x + inset, row.y + inset, edge, edge);
            let color = analysis.move_to(ply).map_or(Color::White, |made| made.piece.color);
            badge(pen, mark, place + 1, color);
            let x = mark.x + mark.w + pen.px(4.0);
            let color = if current { self.theme.active_text } else { self.theme.text };
            let words = Rect { x, w: (row.x + row.w - x - 1.0).max(1.0), ..row };
            pen.label(&self.words.move_to(analysis, ply), words, Style { color, ..style });
        }
    }

    fn look(&self) -> Look {
        Look { focused: false, pointer: self.pointer }
    }

    /// A button with a triangle, and a bar where it goes to an end of the game.
    fn way(&self, pen: &mut Pen, rect: Rect, action: KeyAction) {
        pen.panel(rect, pen.surface(self.look().hovers(rect)));
        let right = matches!(action, KeyAction::On | KeyAction::Last);
        let ink = self.theme.text;
        pen.arrow(rect, right, ink);
        if matches!(action, KeyAction::First | KeyAction::Last) {
            let (height, width) = (pen.px(9.0).max(6.0), pen.px(2.0).max(1.0));
            let shift = pen.px(5.0).max(3.0);
            let x = rect.center().x + if right { shift - width } else { -shift };
            let bar = Rect::new(x.round(), (rect.center().y - height / 2.0).round(), width, height);
            pen.items.push(Item::Panel { rect: bar, radius: 0.0, color: ink });
        }
    }
}
