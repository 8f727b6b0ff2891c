//! Layout of the editor's sidebar: palette, buttons and status, beside or below the board.

use super::keys::{KeyAction, binding};
use super::tool::tools;
use super::{Editor, Id};
use crate::rules::Color;
use crate::view::layout::Layout;
use crate::view::scene::TextRole;
use crate::view::widgets::node::{Ink, area, button, column, paragraph, row, space};
use crate::view::widgets::{Button, Node, Page, Weight};

/// Size of the sidebar for which the design is made: beside the board, and below it.
const BESIDE: (f32, f32) = (120.0, 600.0);
const BELOW: (f32, f32) = (500.0, 165.0);
const SCALES: (f32, f32) = (0.6, 2.5);
/// Height of a button, and the least in pixels: a line of the smallest font.
const BUTTON: f32 = 24.0;
const LEAST_BUTTON: f32 = 17.0;
/// A sidebar beside the board that is lower than so many times its width is short.
const SHORT: f32 = 2.5;
/// Height that the status should have beside the board.
const STATUS: f32 = 140.0;
/// Part of the sidebar that the palette may have: of its height beside the board, of its width below.
const PALETTE: f32 = 0.45;
const PALETTE_WIDTH: f32 = 0.34;
const PADDING: f32 = 8.0;
const GAP: f32 = 4.0;
/// Space between palette, buttons and status.
const WIDE_GAP: f32 = 10.0;
/// Rows of buttons beside the board: below the palette, and at the foot.
const HEAD: [&[KeyAction]; 4] =
    [&[KeyAction::Turn], &[KeyAction::Undo, KeyAction::Clear], &[KeyAction::SetUp], &[KeyAction::Flip]];
const FOOT: [&[KeyAction]; 3] = [&[KeyAction::Save], &[KeyAction::Play], &[KeyAction::Close]];
/// Rows of buttons below the board, and their first button's part of the width: long labels are at the left.
const ROWS: [&[KeyAction]; 4] = [
    &[KeyAction::Turn, KeyAction::Undo],
    &[KeyAction::SetUp, KeyAction::Clear],
    &[KeyAction::Flip, KeyAction::Play],
    &[KeyAction::Save, KeyAction::Close],
];
const FIRST: f32 = 0.64;

impl Editor {
    /// The sidebar of `layout`.
    pub(super) fn page(&self, layout: &Layout, game_in_progress: bool) -> Page<Id> {
        let sidebar = layout.sidebar;
        let page = |unit: f32| {
            let unit = unit.min(layout.tile / 20.0).clamp(SCALES.0, SCALES.1);
            self.ui.page(&self.root(layout, unit, game_in_progress), sidebar, unit)
        };
        if layout.is_upright() {
            return page((sidebar.w / BELOW.0 * layout.scale).min(sidebar.h / BELOW.1));
        }
        // Larger texts as far as the status has room.
        let least = (sidebar.w / BESIDE.0).min(sidebar.h / BESIDE.1);
        let mut unit = (sidebar.w / BESIDE.0).min(sidebar.h / BESIDE.1 * layout.scale);
        loop {
            let page = page(unit);
            let status = page.rect(Id::Status).unwrap_or_default();
            if unit <= least || status.h >= STATUS * page.unit() {
                return page;
            }
            unit = (unit * 0.95).max(least);
        }
    }

    fn root(&self, layout: &Layout, unit: f32, game_in_progress: bool) -> Node<Id> {
        let inner = layout.sidebar.inset(PADDING * unit);
        let status = self.status(game_in_progress).id(Id::Status).fill(1.0);
        let panel = if layout.is_upright() {
            let palette = self.palette((inner.w * PALETTE_WIDTH, inner.h), layout.tile, unit);
            let buttons = ROWS.map(|actions| self.row(actions, FIRST).fill(1.0).max_height(30.0));
            let buttons = column(buttons).gap(GAP).same_caps().width_part(0.36);
            row([palette, buttons, status]).gap(WIDE_GAP)
        } else {
            let most = inner.h * PALETTE / layout.scale.sqrt();
            let palette = self.palette((inner.w, most), layout.tile, unit);
            let short = inner.h < SHORT * inner.w;
            let height = BUTTON.max(LEAST_BUTTON / unit);
            let rows = |rows: &[&'static [KeyAction]], first| {
                let rows = rows.iter().map(|actions| self.row(actions, first).height(height));
                column(rows).gap(GAP).same_caps()
            };
            // In a short sidebar the buttons stand beside each other, as below the board.
            let parts = if short {
                vec![palette, status, rows(&ROWS, FIRST)]
            } else {
                vec![palette, rows(&HEAD, 0.5), status, rows(&FOOT, 0.5)]
            };
            column(parts).gap(WIDE_GAP)
        };
        // The board comes first in the keyboard's order; the screen draws it elsewhere.
        column([area(Id::Board).focusable(), panel.padding(PADDING).fill(1.0)])
    }

    /// A tool and the pieces of White, and below them those of Black, in square cells as large as they can be in
    /// `size`, but no larger than a tile.
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
                    let cell = area(Id::Cell(index)).pressable().width(side).rigid();
                    // The chosen tool has the keyboard for all of them.
                    if tools.get(index) == Some(&self.tool) { cell.focusable() } else { cell }
                });
                row(cells).height(side)
            });
            column(rows.collect::<Vec<_>>()).width(side * columns as f32)
        };
        column([rows(0), rows(block)]).gap(GAP).align_center()
    }

    /// Buttons side by side; the first of two has the part `first` of the row.
    fn row(&self, actions: &[KeyAction], first: f32) -> Node<Id> {
        let shares = if actions.len() > 1 { [first, 1.0 - first] } else { [1.0, 0.0] };
        row(actions.iter().zip(shares).map(|(&action, share)| self.button(action).fill(share))).gap(GAP)
    }

    fn button(&self, action: KeyAction) -> Node<Id> {
        let binding = binding(action);
        let label = match (action, self.draft.turn()) {
            (KeyAction::Turn, Color::White) => "White to move",
            (KeyAction::Turn, Color::Black) => "Black to move",
            _ => binding.label,
        };
        let weight = match action {
            action if !self.is_on(action) => Weight::Off,
            KeyAction::Play => Weight::Strong,
            _ => Weight::Plain,
        };
        button(Id::Button(action), Button::with_key(binding.cap, label, weight))
    }

    /// The verdict on the position, and help on the widget under the pointer or with the keyboard.
    fn status(&self, game_in_progress: bool) -> Node<Id> {
        let wrong = self.fault.is_some() || self.draft.position().is_err();
        let ink = if wrong { Ink::Alarm } else { Ink::Text };
        let verdict = paragraph(self.verdict()).ink(ink).role(TextRole::Message).sized(13.0).smallest(9.0);
        let mut help = self.help_text();
        if help.is_empty() && game_in_progress {
            "Your game and its clocks go on".clone_into(&mut help);
        }
        let help = paragraph(help).ink(Ink::Faint).role(TextRole::Help).sized(12.0).whole();
        column([verdict, column([space().height(6.0), help]).shrink_first()])
    }
}
