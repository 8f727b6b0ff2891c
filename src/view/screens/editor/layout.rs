//! Layout of the editor's sidebar: palette, buttons and status, beside or below the board.

use super::keys::{BINDINGS, KeyAction, KeyAction::*};
use super::tool::tools;
use super::{Editor, Id};
use crate::rules::Color;
use crate::view::layout::Layout;
use crate::view::scene::TextRole;
use crate::view::widgets::bindings::{self, button_rows, panel_unit};
use crate::view::widgets::node::{Ink, area, column, paragraph, row, space};
use crate::view::widgets::{Node, Page, Weight};

/// Least height of the panel beside the board, and least size below it, in pixels of the design.
const LEAST_HEIGHT: f32 = 600.0;
const LEAST_BELOW: (f32, f32) = (500.0, 165.0);
/// A panel beside the board is short if its height is below this part of its width.
const SHORT: f32 = 1.5;
/// Largest size of the palette: in parts of the panel's height beside the board, and of its width below it.
const PALETTE: f32 = 0.45;
const PALETTE_WIDTH: f32 = 0.34;
const PADDING: f32 = 8.0;
const GAP: f32 = 4.0;
/// Space between palette, buttons and status.
const WIDE_GAP: f32 = 10.0;
/// Rows of buttons above and below the status, in a wide and in a narrow panel, and all rows of a panel below the
/// board.
type Rows = &'static [&'static [KeyAction]];
const WIDE: [Rows; 2] = [&[&[Turn], &[Undo, Clear], &[SetUp, Flip]], &[&[Save, Play], &[Help, Close]]];
const NARROW: [Rows; 2] =
    [&[&[Turn], &[Undo, Clear], &[SetUp], &[Flip]], &[&[Save], &[Play], &[Help, Close]]];
const BELOW: Rows = &[&[Turn, Undo], &[SetUp, Clear], &[Flip, Play], &[Save, Close]];

impl Editor {
    /// The panel beside or below the board.
    pub(super) fn page(&self, layout: &Layout, game_in_progress: bool) -> Page<Id> {
        let area = layout.sidebar;
        let status = self.status(game_in_progress).id(Id::Status).fill(1.0);
        let Some(unit) = panel_unit(layout, LEAST_HEIGHT, LEAST_BELOW) else {
            // Without room for buttons only their keys work.
            return self.ui.page(&self.root(status), area, layout.unit().max(0.5));
        };
        let inner = area.inset(PADDING * unit);
        let rows = |rows| {
            // In a narrow panel buttons are as wide as their labels need.
            let share = |button: Node<Id>| if layout.is_wide() { button.fill(1.0) } else { button.grow() };
            button_rows(rows, layout, |action| share(self.button(action)))
        };
        let panel = if layout.is_upright() {
            let palette = self.palette((inner.w * PALETTE_WIDTH, inner.h), layout.tile, unit);
            row([palette, rows(BELOW).width_part(0.36), status])
        } else {
            let palette = self.palette((inner.w, inner.h * PALETTE), layout.tile, unit);
            let [head, foot] = if layout.is_wide() { WIDE } else { NARROW };
            if inner.h < SHORT * inner.w {
                // A short panel has as few rows of buttons as one below the board.
                column([palette, status, rows(BELOW)])
            } else {
                column([palette, rows(head), status, rows(foot)])
            }
        };
        self.ui.page(&self.root(panel.gap(WIDE_GAP)), area, unit)
    }

    /// The board is first in the Tab order; the screen draws it elsewhere.
    fn root(&self, panel: Node<Id>) -> Node<Id> {
        column([area(Id::Board).focusable(), panel.padding(PADDING).fill(1.0)])
    }

    /// A tool and the pieces of White, and below them those of Black, in the largest square cells that fit into `size`
    /// and are no larger than a tile.
    fn palette(&self, size: (f32, f32), tile: f32, unit: f32) -> Node<Id> {
        let tools = tools(self.draft.variant());
        let block = (tools.len() / 2).max(1);
        let cell = |columns: usize| (size.0 / columns as f32).floor().min(tile).max(1.0);
        let height = |columns: usize| 2.0 * block.div_ceil(columns) as f32 * cell(columns) + GAP * unit;
        let columns = (1..=block).find(|&columns| height(columns) <= size.1).unwrap_or(block);
        let side = cell(columns) / unit;
        let rows = |start: usize| {
            let cells: Vec<_> = (start..start + block).collect();
            let rows = cells.chunks(columns).map(|cells| {
                let cells = cells.iter().map(|&index| {
                    let name = tools.get(index).map_or(String::new(), |&tool| self.tool_text(tool));
                    let cell = area(Id::Cell(index)).pressable().width(side).rigid().tip(name, "");
                    // The palette takes the focus as a whole, at the chosen tool.
                    if tools.get(index) == Some(&self.tool) { cell.focusable() } else { cell }
                });
                row(cells).height(side)
            });
            column(rows.collect::<Vec<_>>()).width(side * columns as f32)
        };
        column([rows(0), rows(block)]).gap(GAP).align_center()
    }

    fn button(&self, action: KeyAction) -> Node<Id> {
        let binding = bindings::row(BINDINGS, action);
        let label = match (action, self.draft.turn()) {
            (Turn, Color::White) => "White to move",
            (Turn, Color::Black) => "Black to move",
            _ => binding.label,
        };
        let weight = match action {
            action if !self.is_on(action) => Weight::Off,
            Play => Weight::Strong,
            Help | Close => Weight::Flat,
            _ => Weight::Plain,
        };
        binding.button(Id::Button(action), label, weight)
    }

    /// Faults or consequences of the position, and help on the focused widget.
    fn status(&self, game_in_progress: bool) -> Node<Id> {
        let wrong = self.fault.is_some() || self.draft.position().is_err();
        let ink = if wrong { Ink::Alarm } else { Ink::Text };
        let verdict = paragraph(self.verdict()).ink(ink).role(TextRole::Message).sized(13.0).smallest(9.0);
        let mut help = self.help_text();
        if help.is_empty() && game_in_progress {
            "Your game is paused".clone_into(&mut help);
        }
        let help = paragraph(help).ink(Ink::Faint).role(TextRole::Help).sized(12.0).whole();
        column([verdict, column([space().height(6.0), help]).shrink_first()])
    }
}
