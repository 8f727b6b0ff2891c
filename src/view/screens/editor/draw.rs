//! The picture of the editor.

use super::hand::ghost_of;
use super::keys::{Binding, KeyAction};
use super::plan::Plan;
use super::tool::{Stroke, Tool, tools};
use super::{Editor, Focus};
use crate::notation::fen;
use crate::rules::{Color, Outcome, Piece, Position};
use crate::view::layout::Layout;
use crate::view::scene::{Item, Point, Rect, Rgba, Sprite, TextRole};
use crate::view::screen::Context;
use crate::view::text::wrap;
use crate::view::widgets::board::animation::Slides;
use crate::view::widgets::board::cursor;
use crate::view::widgets::board::{BoardView, sprite};
use crate::view::widgets::pen::{Style, line_height, mix};
use crate::view::widgets::{KeyButton, Look, Pen, Weight};

/// Opacity of the chosen piece on the tile under the pointer, before it is put there.
const GHOST: u8 = 130;
/// What is shown while a game runs below.
const RUNNING: &str = "Your game goes on, and so do its clocks.";

impl Editor {
    pub(super) fn draw_editor(&self, ctx: &Context, items: &mut Vec<Item>) {
        let layout = self.layout(ctx);
        let (plan, theme) = (self.plan(&layout), ctx.theme());
        let held = match self.stroke {
            Stroke::Carry { from, moved: true, .. } => Some(from),
            _ => None,
        };
        let carried = held.and_then(|from| Some((from, self.draft.piece_at(from)?, self.pointer?)));
        let sight = self.sight();
        let slides = Slides::default();
        let board =
            BoardView { sight: &sight, slides: &slides, dragged: carried, layout: &layout, theme: &theme };
        items.extend(board.items());
        self.draw_ghost(&layout, items);
        if self.keyboard && self.focus == Focus::Board {
            cursor::draw(layout.tile_rect(self.cursor), items);
        }
        let mut pen = Pen { theme: &theme, unit: plan.unit, items };
        self.draw_palette(&mut pen, &plan);
        self.draw_buttons(&mut pen, &plan);
        self.draw_status(&mut pen, &plan, ctx.game_in_progress);
        items.extend(board.held());
        self.draw_fetched(&layout, items);
    }

    /// What would be put on the tile under the pointer.
    fn draw_ghost(&self, layout: &Layout, items: &mut Vec<Item>) {
        let Some(square) = self.pointer.and_then(|at| layout.square_at(at)) else { return };
        if let Some(piece) = ghost_of(self.tool, self.stroke, self.draft.piece_at(square)) {
            let drawing = sprite(self.draft.variant(), piece, None, layout.tile_rect(square));
            items.push(Item::Sprite(Sprite { alpha: GHOST, ..drawing }));
        }
    }

    /// The piece of the palette that goes with the pointer.
    fn draw_fetched(&self, layout: &Layout, items: &mut Vec<Item>) {
        let (Stroke::Fetch { piece, moved: true }, Some(at)) = (self.stroke, self.pointer) else { return };
        let half = layout.tile / 2.0;
        let rect = Rect::new((at.x - half).round(), (at.y - half).round(), layout.tile, layout.tile);
        items.push(Item::Sprite(sprite(self.draft.variant(), piece, None, rect)));
    }

    fn draw_palette(&self, pen: &mut Pen, plan: &Plan) {
        for (tool, &cell) in tools(self.draft.variant()).into_iter().zip(&plan.cells) {
            let chosen = tool == self.tool;
            let hovered = self.pointer.is_some_and(|at| cell.contains(at));
            let ground = match (chosen, hovered) {
                (true, _) => pen.theme.selected.light,
                (false, true) => mix(pen.theme.tile.light, pen.theme.accent, 0.35),
                (false, false) => pen.theme.tile.light,
            };
            // A line of the ground between the cells.
            let inner = Rect { w: cell.w - 1.0, h: cell.h - 1.0, ..cell };
            pen.items.push(Item::Panel { rect: inner, radius: 0.0, color: ground });
            match tool {
                Tool::Put(piece) => {
                    pen.items.push(Item::Sprite(sprite(self.draft.variant(), piece, None, inner)));
                }
                Tool::Move => arrow(inner, pen.items),
                Tool::Erase => cross(inner, pen.items),
            }
            if chosen {
                // Not by its colour alone.
                let width = pen.px(2.0).max(2.0);
                pen.items.push(Item::Frame { rect: inner, width, color: INK });
            }
            if chosen && self.keyboard && self.focus == Focus::Palette {
                cursor::draw(inner, pen.items);
            }
        }
    }

    /// The buttons: in each group either all have the caps of their keys or none.
    fn draw_buttons(&self, pen: &mut Pen, plan: &Plan) {
        let in_foot = |binding: &Binding| plan.foot.contains(&binding.action);
        for group in [false, true] {
            let buttons = plan.buttons.iter().enumerate();
            let buttons: Vec<_> = buttons.filter(|(_, (_, binding))| in_foot(binding) == group).collect();
            let caps = buttons.iter().all(|(_, (rect, row))| self.button(row).has_room(pen, *rect));
            for (place, (rect, binding)) in buttons {
                let focused = self.keyboard && self.focus == Focus::Button(place);
                let (button, look) = (self.button(binding), Look { focused, pointer: self.pointer });
                if caps {
                    button.draw(pen, *rect, look);
                } else {
                    button.draw_words(pen, *rect, look);
                }
            }
        }
    }

    fn button(&self, binding: &'static Binding) -> KeyButton<'static> {
        let label = match (binding.action, self.draft.turn()) {
            (KeyAction::Turn, Color::White) => "White to move",
            (KeyAction::Turn, Color::Black) => "Black to move",
            _ => binding.label,
        };
        let weight = match binding.action {
            action if !self.is_on(action) => Weight::Off,
            KeyAction::Play => Weight::Strong,
            _ => Weight::Plain,
        };
        KeyButton { cap: binding.cap, label, weight }
    }

    /// What is wrong, and below it what the thing under the pointer or the keyboard does.
    fn draw_status(&self, pen: &mut Pen, plan: &Plan, in_progress: bool) {
        let words = self.verdict();
        let wrong = self.fault.is_some() || self.draft.position().is_err();
        let ink = if wrong { pen.theme.alarm } else { pen.theme.text };
        let style = Style { role: TextRole::Message, ..Style::control(ink) };
        // Smaller where the words have no room, down to what can still be read.
        let styles = [13.0, 12.0, 11.0, 10.0, 9.0].map(|size| style.sized(size));
        let fitting = styles.iter().find(|style| pen.has_room(&words, plan.status, **style));
        let style = *fitting.unwrap_or(&styles[styles.len() - 1]);
        pen.paragraph(&words, plan.status, style);
        let size = pen.size(style.size);
        let lines = wrap(&words, style.font, size, plan.status.w).len() as f32;
        let used = lines * line_height(size) + pen.px(6.0);
        let below = Rect { y: plan.status.y + used, h: (plan.status.h - used).max(0.0), ..plan.status };
        let style = Style { role: TextRole::Help, ..Style::control(pen.theme.faint) }.sized(12.0);
        let help = self.help_text(plan);
        let help = if help.is_empty() && in_progress { RUNNING.to_owned() } else { help };
        if pen.has_room(&help, below, style) {
            pen.paragraph(&help, below, style);
        }
    }

    /// What the person is to know of the position.
    pub(super) fn verdict(&self) -> String {
        match (&self.fault, self.draft.position()) {
            (Some(fault), _) => fault.clone(),
            (None, Ok(position)) => tell(position),
            (None, Err(faults)) => sentence(&faults.to_string()),
        }
    }

    /// What the thing under the pointer or the keyboard is or does.
    pub(super) fn help_text(&self, plan: &Plan) -> String {
        let all = tools(self.draft.variant());
        let (cell, binding) = match (self.pointer, self.keyboard, self.focus) {
            (Some(at), ..) => (plan.cell_at(at), plan.button_at(at)),
            (None, true, Focus::Palette) => (all.iter().position(|tool| *tool == self.tool), None),
            (None, true, Focus::Button(place)) => {
                (None, plan.buttons.get(place).map(|&(_, binding)| binding))
            }
            _ => (None, None),
        };
        match (cell.and_then(|cell| all.get(cell)), binding) {
            (Some(Tool::Move), _) => "Moves pieces; off the board they go.".to_owned(),
            (Some(Tool::Erase), _) => "Takes pieces away.".to_owned(),
            (Some(Tool::Put(piece)), _) => sentence(&self.name_of(*piece)),
            (None, Some(binding)) => format!("{}: {}", binding.cap, binding.help),
            (None, None) => String::new(),
        }
    }

    fn name_of(&self, piece: Piece) -> String {
        format!("{} {}", piece.color, self.draft.variant().piece(piece.kind).name)
    }
}

/// `words` with a capital first letter and a full stop.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// What is to be known of a legal position: whether the game would be over, check, and who may castle.
fn tell(position: &Position) -> String {
    let over = match position.outcome(1) {
        Some(Outcome::Checkmate { .. }) => Some("Checkmate: the game is over."),
        Some(Outcome::Stalemate { .. }) => Some("No move: the game is over."),
        Some(_) => Some("The game is over."),
        None => None,
    };
    if let Some(over) = over {
        return over.to_owned();
    }
    let check = if position.is_check() { "Check! " } else { "" };
    let fen = fen::format(position);
    let castling = match fen.split(' ').nth(2) {
        Some("-") | None => "Nobody can castle.".to_owned(),
        Some(rights) => format!("Castling: {rights}."),
    };
    format!("{check}{castling}")
}

/// The ink of the tools' pictures: they stand on the colour of a light tile.
const INK: Rgba = Rgba::hex(0x26231F);

/// The arrow of a pointer.
fn arrow(rect: Rect, items: &mut Vec<Item>) {
    let at = |x: f32, y: f32| Point::new(rect.x + rect.w * x, rect.y + rect.h * y);
    items.push(Item::Triangle { corners: [at(0.3, 0.18), at(0.3, 0.72), at(0.68, 0.56)], color: INK });
    let width = (rect.w * 0.11).max(2.0);
    items.push(Item::Line { from: at(0.45, 0.55), to: at(0.58, 0.82), width, color: INK });
}

/// A cross.
fn cross(rect: Rect, items: &mut Vec<Item>) {
    let at = |x: f32, y: f32| Point::new(rect.x + rect.w * x, rect.y + rect.h * y);
    let width = (rect.w * 0.11).max(2.0);
    for (from, to) in [(at(0.27, 0.27), at(0.73, 0.73)), (at(0.27, 0.73), at(0.73, 0.27))] {
        items.push(Item::Line { from, to, width, color: Rgba::hex(0xB3261E) });
    }
}
