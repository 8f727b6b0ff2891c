//! Panel of the analysis screen: the evaluation, the comment on the move, the graph, the worst moves and the buttons.

use super::AnalysisScreen;
use super::keys::{BINDINGS, KeyAction};
use super::texts;
use crate::game::analysis::WORST;
use crate::rules::Color;
use crate::view::layout::Layout;
use crate::view::scene::{Rect, TextRole};
use crate::view::widgets::bindings::{self, button_rows, panel_unit};
use crate::view::widgets::button::Icon;
use crate::view::widgets::graph::{Graph, badge};
use crate::view::widgets::node::{Ink, area, button, column, paragraph, row, text};
use crate::view::widgets::pen::Style;
use crate::view::widgets::{Button, Node, Page, Pen, Weight};

/// Least height of the panel beside the board, and least size below it, in pixels of the design.
const LEAST_HEIGHT: f32 = 425.0;
const LEAST_BELOW: (f32, f32) = (400.0, 120.0);
const BUTTONS: &[&[KeyAction]] = &[
    &[KeyAction::First, KeyAction::Back, KeyAction::Forward, KeyAction::Last],
    &[KeyAction::Help, KeyAction::Close],
];
/// Height of a row of the worst moves, and the number of rows.
const ROW: f32 = 18.0;
const ROWS: usize = 2 * WORST;
/// Share of the height that the comment has beside the board, and its largest height.
const COMMENT: (f32, f32) = (0.34, 200.0);
/// Space around the panel and between its parts.
const GAP: f32 = 10.0;

/// Widgets of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    Button(KeyAction),
    Graph,
    /// Row of the list of the worst moves.
    Worst(usize),
}

impl AnalysisScreen {
    /// The panel beside or below the board.
    pub(super) fn page(&self, layout: &Layout) -> Page<Id> {
        let (sidebar, upright) = (layout.sidebar, layout.is_upright());
        let Some(unit) = panel_unit(layout, LEAST_HEIGHT, LEAST_BELOW) else {
            // Where there is no room for buttons there are still their keys.
            return self.ui.page(&self.comment().padding(2.0), sidebar, layout.unit().max(0.5));
        };
        let graph = area(Id::Graph).pressable().fill(1.0);
        let buttons = button_rows(BUTTONS, layout, |action| {
            let binding = bindings::row(&BINDINGS, action);
            let icon = match action {
                KeyAction::First => Some(Icon::First),
                KeyAction::Back => Some(Icon::Back),
                KeyAction::Forward => Some(Icon::Forward),
                KeyAction::Last => Some(Icon::Last),
                _ => None,
            };
            let weight = if icon.is_some() { Weight::Plain } else { Weight::Flat };
            let widget = Button { icon, weight, ..Button::new(binding.label, false) };
            binding.tipped(button(Id::Button(action), widget)).fill(1.0)
        });
        let panel = if upright {
            let list = self.list((sidebar.h / unit - 2.0 * GAP).floor());
            row([
                self.comment().width_part(0.34),
                column([graph, buttons]).gap(6.0).fill(1.0),
                list.width_part(0.25),
            ])
        } else {
            let comment = self.comment().height_part(COMMENT.0).max_height(COMMENT.1);
            column([comment, graph, self.list(f32::INFINITY), buttons])
        };
        self.ui.page(&panel.gap(GAP).padding(GAP), sidebar, unit)
    }

    /// Evaluation, move, judgement and best line.
    fn comment(&self) -> Node<Id> {
        let (analysis, ply) = (self.analyzer.analysis(), self.analyzer.ply());
        let small = |words: &str| paragraph(words).sized(12.0).role(TextRole::Message);
        let (evaluation, depth) = texts::evaluation(analysis, ply);
        let evaluation = text(evaluation).bold().sized(20.0).role(TextRole::Message).rigid();
        let depth = text(depth).ink(Ink::Faint).sized(11.0).role(TextRole::Message).rigid();
        let played = text(self.texts.move_to(analysis, ply)).bold().sized(15.0).role(TextRole::Message);
        let mut parts = vec![row([evaluation, depth]).wrap().justify_between().align_center(), played];
        let ending = self.ending.as_deref().filter(|_| ply == analysis.last_ply());
        parts.extend(self.notice.into_iter().chain(ending).map(small));
        let accuracy = analysis.accuracy_of_both().filter(|_| ply == analysis.last_ply());
        parts.extend(accuracy.map(|words| small(&words)));
        let judgement = analysis.judged_move(ply).and_then(|judgement| self.texts.comment(&judgement));
        parts.extend(judgement.map(|judgement| small(&judgement)));
        let line = self.texts.best_line(analysis, ply);
        if !line.is_empty() {
            parts.push(small(&format!("Best: {line}")).ink(Ink::Soft).shrink_first());
        }
        column(parts).gap(2.0)
    }

    /// The worst moves below a heading, which is left out where there is less than `height`.
    fn list(&self, height: f32) -> Node<Id> {
        let analysis = self.analyzer.analysis();
        let progress = || format!("{} of {}", analysis.evaluated(), analysis.last_ply() + 1);
        let (words, right) = match (self.analyzer.is_complete(), self.analyzer.is_running()) {
            (true, _) => ("Worst moves", "↑ ↓".to_owned()),
            (false, true) => ("Analysing", progress()),
            (false, false) => ("Stopped", progress()),
        };
        let faint = |words: Node<Id>| words.ink(Ink::Faint).sized(11.0);
        let head = row([faint(text(words)).fill(1.0), faint(text(right)).rigid()]).align_center().height(ROW);
        let mut rows = Vec::new();
        let heading = height >= ROW * (ROWS + 1) as f32;
        if heading {
            rows.push(head);
        }
        let none = self.analyzer.is_complete() && self.analyzer.worst().is_empty();
        let room = ROW.min((height / ROWS as f32).floor());
        rows.extend((0..ROWS).map(|place| match (none, place) {
            (true, 0) => text("No mistakes found").sized(12.0).height(room),
            _ => area(Id::Worst(place)).pressable().height(room),
        }));
        column(rows)
    }

    /// The graph in its place on `page`.
    pub(super) fn graph(&self, page: &Page<Id>) -> Graph {
        let area = page.rect(Id::Graph).unwrap_or_default();
        Graph { area, last: self.analyzer.analysis().last_ply(), unit: page.unit() }
    }

    /// Draws the graph and the rows of the worst moves.
    pub(super) fn draw_areas(&self, page: &Page<Id>, pen: &mut Pen) {
        let (analysis, ply, worst) = (self.analyzer.analysis(), self.analyzer.ply(), self.analyzer.worst());
        self.graph(page).draw(pen, analysis, ply, &worst);
        for (place, &at) in worst.iter().enumerate() {
            let id = Id::Worst(place);
            if let Some(rect) = page.rect(id) {
                self.draw_row(pen, rect, place + 1, at, self.ui.look(id).hovers(rect));
            }
        }
    }

    /// A row of the worst moves: the badge with its `number`, and the move to position `at`.
    fn draw_row(&self, pen: &mut Pen, rect: Rect, number: usize, at: usize, hovered: bool) {
        let analysis = self.analyzer.analysis();
        let current = at == self.analyzer.ply();
        if current {
            pen.panel(rect, pen.theme.active);
        } else if hovered {
            pen.panel(rect, pen.surface(true));
        }
        let edge = (rect.h - 2.0).min(pen.px(14.0).max(11.0));
        let inset = ((rect.h - edge) / 2.0).round();
        let mark = Rect::new(rect.x + inset, rect.y + inset, edge, edge);
        let color = analysis.move_to(at).map_or(Color::White, |made| made.piece.color);
        badge(pen, mark, number, color);
        let x = mark.x + mark.w + pen.px(4.0);
        let ink = if current { pen.theme.active_text } else { pen.theme.text };
        let words = Rect { x, w: (rect.x + rect.w - x - 1.0).max(1.0), ..rect };
        pen.label(&self.texts.move_to(analysis, at), words, Style::control(ink).sized(12.0));
    }
}
