//! Panel of the analysis screen: the evaluation, the comment on the move, the moves, the graph and the buttons.

use super::AnalysisScreen;
use super::keys::{BINDINGS, KeyAction};
use super::texts;
use crate::view::layout::Layout;
use crate::view::scene::TextRole;
use crate::view::widgets::bindings::{self, button_rows, panel_unit};
use crate::view::widgets::button::Icon;
use crate::view::widgets::graph::Graph;
use crate::view::widgets::move_list::MoveList;
use crate::view::widgets::node::{Ink, area, button, column, paragraph, row, text};
use crate::view::widgets::{Button, Node, Page, Weight};

/// Least height of the panel beside the board, and least size below it, in pixels of the design.
const LEAST_HEIGHT: f32 = 425.0;
const LEAST_BELOW: (f32, f32) = (400.0, 120.0);
const STEPS: [(KeyAction, Icon); 4] = [
    (KeyAction::First, Icon::First),
    (KeyAction::Back, Icon::Back),
    (KeyAction::Forward, Icon::Forward),
    (KeyAction::Last, Icon::Last),
];
const BUTTONS: [KeyAction; 2] = [KeyAction::Help, KeyAction::Close];
/// Height of the line above the graph.
const ROW: f32 = 18.0;
/// Largest height of the graph and the line above it, beside the board: in parts of its width, and in pixels of the
/// design at least.
const GRAPH: (f32, f32) = (0.5, 110.0);
/// Part of the width that the list of moves has below the board.
const LIST_BELOW: f32 = 0.25;
/// Share of the height that the comment has beside the board, and its largest height.
const COMMENT: (f32, f32) = (0.34, 200.0);
/// Space around the panel and between its parts.
const GAP: f32 = 10.0;

/// Widgets of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    Button(KeyAction),
    Graph,
    /// The list of moves, and a move of it: the number of the position after it.
    Moves,
    Move(usize),
}

impl AnalysisScreen {
    /// The panel beside or below the board.
    pub(super) fn page(&self, layout: &Layout) -> Page<Id> {
        let (sidebar, upright) = (layout.sidebar, layout.is_upright());
        let Some(unit) = panel_unit(layout, LEAST_HEIGHT, LEAST_BELOW) else {
            // Without room for buttons only their keys work.
            return self.ui.page(&self.comment().padding(2.0), sidebar, layout.unit().max(0.5));
        };
        let graph = area(Id::Graph).pressable().fill(1.0);
        let steps = STEPS.map(|(action, icon)| {
            let binding = bindings::row(BINDINGS, action);
            binding.tipped(button(Id::Button(action), Button::with_icon(icon, binding.label))).fill(1.0)
        });
        let buttons = button_rows(&[&BUTTONS[..]], layout, |action| {
            let binding = bindings::row(BINDINGS, action);
            binding.button(Id::Button(action), binding.label, Weight::Flat).fill(1.0)
        });
        let width = sidebar.w / unit - 2.0 * GAP;
        let moves = |width, steps| {
            let moves = &self.texts.moves;
            let (shown, is_wide) = (self.analyzer.ply(), layout.is_wide());
            let variation = Some((self.analyzer.analysis().branch(), &self.texts.variation));
            let list = MoveList { moves, variation, shown, is_wide, fewest: 3, width, unit };
            list.node(Id::Moves, Id::Move, steps)
        };
        let panel = if upright {
            let steps = row(steps).height(24.0);
            let middle = column([self.progress(), graph, steps, buttons]).gap(4.0);
            let list = moves(width * LIST_BELOW, Vec::new());
            row([self.comment().width_part(0.34), middle.fill(1.0), column([list]).width_part(LIST_BELOW)])
        } else {
            let comment = self.comment().height_part(COMMENT.0).max_height(COMMENT.1);
            let graph = column([self.progress(), graph]).fill(0.6).max_height((GRAPH.0 * width).max(GRAPH.1));
            column([comment, moves(width, steps.into_iter().collect()), graph, buttons])
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
        parts.extend(self.notice.into_iter().chain(ending).map(|words| small(words).rigid()));
        let accuracy = analysis.accuracy_of_both().filter(|_| ply == analysis.last_ply());
        parts.extend(accuracy.map(|words| small(&words).rigid()));
        let judgment = analysis.judged_move(ply).and_then(|judgment| self.texts.comment(analysis, &judgment));
        parts.extend(judgment.map(|judgment| small(&judgment)));
        let line = self.texts.best_line(analysis, ply);
        if !line.is_empty() {
            parts.push(small(&format!("Best: {line}")).ink(Ink::Soft).shrink_first());
        }
        column(parts).gap(2.0)
    }

    /// Progress of the analysis, and the keys that go to the worst moves.
    fn progress(&self) -> Node<Id> {
        let analysis = self.analyzer.analysis();
        let progress = || format!("{}/{}", analysis.evaluated(), analysis.last_ply() + 1);
        let (words, right) = match (self.analyzer.is_complete(), self.analyzer.is_running()) {
            (true, _) if self.analyzer.worst().is_empty() => ("No mistakes found", String::new()),
            (true, _) => ("Mistakes", "↑ ↓".to_owned()),
            (false, true) => ("Analysing", progress()),
            (false, false) => ("Stopped", progress()),
        };
        let faint = |words: Node<Id>| words.ink(Ink::Faint).sized(11.0);
        row([faint(text(words)).fill(1.0), faint(text(right)).rigid()]).gap(4.0).align_center().height(ROW)
    }

    /// The graph in its place on `page`.
    pub(super) fn graph(&self, page: &Page<Id>) -> Graph {
        let area = page.rect(Id::Graph).unwrap_or_default();
        Graph { area, last: self.analyzer.analysis().last_ply(), unit: page.unit() }
    }
}
