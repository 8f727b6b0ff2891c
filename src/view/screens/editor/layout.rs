//! Layout of the editor's sidebar: palette, buttons and status, beside or below the board.

use std::sync::Arc;

use super::Editor;
use super::draw::{draw_cell, draw_dragged};
use super::keys::KEYS;
use super::keys::Message::{self, *};
use super::tool::{Stroke, Tool, tools};
use crate::rules::Color;
use crate::view::form::touch;
use crate::view::layout::BoardLayout;
use crate::view::scene::TextRole;
use crate::view::screen::Env;
use crate::view::widgets::Node;
use crate::view::widgets::build::{list, picture};
use crate::view::widgets::keymap::binding;
use crate::view::widgets::node::{Ink, column, paragraph, row, space};

/// A panel beside the board is short if its height is below this part of its width.
const SHORT: f32 = 1.5;
/// Scale below which labels cannot be read. The panel has no buttons then, and only their keys work.
const SMALLEST_UNIT: f32 = 0.5;

/// Rows of buttons.
type Rows = &'static [&'static [Message]];
/// Rows above and below the status in a wide panel.
const WIDE: [Rows; 2] = [
    &[&[Turn, Flip], &[Castles(Color::White), Castles(Color::Black)], &[Undo, Redo], &[SetUp, Clear]],
    &[&[Save], &[Analyze, Play], &[Help, Close]],
];
/// Rows above and below the status in a narrow panel.
const NARROW: [Rows; 2] = [
    &[&[Turn], &[Castles(Color::White)], &[Castles(Color::Black)], &[Undo, Redo], &[SetUp], &[Flip, Clear]],
    &[&[Save], &[Analyze, Play], &[Help, Close]],
];
/// All rows of a panel below the board.
const BELOW: Rows = &[
    &[Undo, Redo, Clear],
    &[Turn, Flip],
    &[Castles(Color::White)],
    &[Castles(Color::Black)],
    &[SetUp, Analyze],
    &[Save, Play, Close],
];

/// All rows of a panel for fingers. The last ones do not scroll.
const FOR_FINGERS: [Rows; 2] = [
    &[&[Turn, Flip, Clear], &[Castles(Color::White), Castles(Color::Black)], &[Undo, Redo, SetUp, Save]],
    &[&[Analyze, Play, Close]],
];
/// Width below which a panel for fingers is narrow, in pixels of the design.
const BESIDE: f32 = 560.0;
/// Height below which a narrow panel for fingers scrolls, in pixels of the design.
const LEAST: f32 = 390.0;

/// The layout for the panel, which needs a height of 630 beside the board, and 500 by 206 below it.
pub(super) fn panel_layout(layout: BoardLayout) -> BoardLayout {
    layout.with_panel(630.0, (500.0, 206.0))
}

/// Size of the panel without its margin, in pixels of the design.
fn inner_size(layout: &BoardLayout) -> (f32, f32) {
    let (unit, margin) = (layout.unit(), 2.0 * layout.metrics().margin);
    (layout.sidebar.w / unit - margin, layout.sidebar.h / unit - margin)
}

impl Editor {
    pub(super) fn page(&self, layout: &BoardLayout, env: &Env) -> Node<Message> {
        let board = self.board_node(layout, env);
        let layout = panel_layout(*layout);
        let is_tiny = layout.unit() < SMALLEST_UNIT;
        let panel = if is_tiny { self.status(env) } else { self.panel(&layout, env) };
        layout.page([board], panel.padding(layout.metrics().margin))
    }

    fn panel(&self, layout: &BoardLayout, env: &Env) -> Node<Message> {
        let metrics = layout.metrics();
        let (palette, status) = (self.palette(layout), self.status(env).fill(1.0));
        let line = |messages: &&[Message]| {
            // In a narrow panel and on touch screens buttons are as wide as their labels need.
            let is_wide = layout.is_wide() && !layout.is_touch();
            let share = |node: Node<_>| if is_wide { node.fill(1.0) } else { node.grow() };
            let buttons = messages.iter().map(|message| share(self.button(message, env)));
            row(buttons).gap(metrics.button_gap).height(metrics.button)
        };
        let rows = |rows: Rows| column(rows.iter().map(line)).gap(metrics.button_gap);
        let (width, height) = inner_size(layout);
        let (is_touch, [first, last]) = (layout.is_touch(), FOR_FINGERS);
        if is_touch && width < BESIDE && height < LEAST {
            // A low panel scrolls.
            let parts = [palette].into_iter().chain(first.iter().map(line)).chain([status]);
            let scrolled = list(parts.map(|part| column([part, space().height(metrics.gap)])));
            return column([scrolled.fill(1.0), rows(last)]);
        }
        let panel = if is_touch && width < BESIDE {
            column([palette, status, column([rows(first), rows(last)]).gap(metrics.button_gap)])
        } else if is_touch {
            let buttons = column([rows(first), rows(last)]).gap(metrics.button_gap);
            row([palette, column([buttons, status]).gap(metrics.gap).fill(1.0)])
        } else if layout.is_upright() {
            row([palette, rows(BELOW).width_part(0.36), status])
        } else if height < SHORT * width {
            // A short panel has as few rows of buttons as one below the board.
            column([palette, status, rows(BELOW)])
        } else {
            let [head, foot] = if layout.is_wide() { WIDE } else { NARROW };
            column([palette, rows(head), status, rows(foot)])
        };
        panel.gap(metrics.gap)
    }

    /// Number of columns of the palette, and the edge of a cell in pixels of the design: the largest square cells that
    /// fit into a part of the panel and are no larger than a tile.
    pub(super) fn palette_grid(&self, layout: &BoardLayout) -> (usize, f32) {
        let (unit, (width, height)) = (layout.unit(), inner_size(layout));
        let (width, height) = match layout.is_upright() {
            _ if layout.is_touch() && width < BESIDE => (width, height),
            _ if layout.is_touch() => (0.5 * width, height),
            true => (0.34 * width, height),
            false => (width, 0.43 * height),
        };
        let block = (tools(self.draft.variant()).len() / 2).max(1);
        // Cells are sharp: their edges are whole pixels of the window.
        let most = if layout.is_touch() { layout.tile.max(touch::TARGET) } else { layout.tile };
        let cell = |columns: usize| (width * unit / columns as f32).floor().min(most).max(1.0) / unit;
        let gap = layout.metrics().button_gap;
        let fits = |&columns: &usize| 2.0 * block.div_ceil(columns) as f32 * cell(columns) + gap <= height;
        let columns = if layout.is_touch() {
            // The rows of a block have about the same length.
            let most = ((width * unit / touch::TARGET) as usize).clamp(1, block);
            block.div_ceil(block.div_ceil(most))
        } else {
            (1..=block).find(fits).unwrap_or(block)
        };
        (columns, cell(columns))
    }

    /// A tool and the pieces of White, and below them those of Black.
    fn palette(&self, layout: &BoardLayout) -> Node<Message> {
        let (tools, (columns, side)) = (tools(self.draft.variant()), self.palette_grid(layout));
        let block = tools.len() / 2;
        let cells = |range: std::ops::Range<usize>| {
            let cells: Vec<_> = range.collect();
            let rows = cells.chunks(columns).map(|cells| {
                row(cells.iter().map(|&index| self.cell(index, tools[index]).width(side).rigid()))
                    .height(side)
            });
            column(rows.collect::<Vec<_>>()).width(side * columns as f32)
        };
        let palette = column([cells(0..block), cells(block..tools.len())]);
        let palette = palette.gap(layout.metrics().button_gap).align_center();
        let Stroke::Fetch(piece) = self.stroke else { return palette };
        let (variant, tile) = (Arc::clone(self.draft.variant()), layout.tile);
        palette.paint_above(move |pen, rect, look| draw_dragged(&variant, piece, tile, pen, rect, look))
    }

    /// The cell of `tool`, which is number `index` of the palette.
    fn cell(&self, index: usize, tool: Tool) -> Node<Message> {
        let (variant, is_chosen) = (Arc::clone(self.draft.variant()), tool == self.tool);
        let cell = picture(move |pen, rect, look| draw_cell(&variant, tool, is_chosen, pen, rect, look));
        let cell = cell.on_press(Cell(index)).keyed(index).tip(self.tool_text(tool), "");
        // Only the cell of the chosen tool can have the focus, so the palette is one stop of the Tab key.
        if is_chosen { cell.focusable() } else { cell }
    }

    fn button(&self, message: &Message, env: &Env) -> Node<Message> {
        let binding = binding(KEYS, message);
        let button = binding.button().keyed(binding.label);
        let is_legal = self.draft.position().is_ok();
        match message {
            Castles(color) => {
                let sign = if self.draft.castles(*color) { "☑" } else { "☐" };
                let has_castling = self.draft.variant().rules().castling.is_some();
                button.labelled(&format!("{sign} {}", binding.label)).when(has_castling)
            }
            Turn => button.labelled(&format!("{} to move", self.draft.turn().name())),
            Play => button.enabled(is_legal).primary(true),
            Save => button.enabled(is_legal),
            // An analysis would be help from the computer.
            Analyze if env.game_in_progress => {
                button.enabled(false).tip("End your game first: an analysis would be help", "")
            }
            Analyze => button.enabled(is_legal),
            Flip => button.labelled("Flip"),
            Undo => button.enabled(self.draft.can_undo()),
            Redo => button.enabled(self.draft.can_redo()),
            Help | Close => button.flat(),
            _ => button,
        }
    }

    /// Faults or consequences of the position, and help on the focused widget.
    fn status(&self, env: &Env) -> Node<Message> {
        let is_faulty = self.fault.is_some() || self.draft.position().is_err();
        let ink = if is_faulty { Ink::Alarm } else { Ink::Text };
        let verdict = paragraph(self.verdict()).ink(ink).role(TextRole::Message).sized(13.0).smallest(9.0);
        let focused = self.help_text(env);
        let help = paragraph(focused.clone()).ink(Ink::Faint).role(TextRole::Help).sized(12.0).whole();
        let help = column([space().height(6.0), help]).spoken(focused).shrink_first();
        column([verdict.spoken(self.verdict()), help])
    }
}
