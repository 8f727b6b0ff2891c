//! Texts of the editor: faults of the position, help, and announcements for screen readers.

use std::cmp::Ordering;

use super::keys::BINDINGS;
use super::tool::{Tool, tools};
use super::{Editor, Id};
use crate::rules::{Color, Outcome, Piece, Position, Square};
use crate::view::screen::Context;
use crate::view::screens::play::announce;
use crate::view::text::capitalized;
use crate::view::widgets::bindings;

/// What has the focus.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    focus: Id,
    cursor: Square,
    piece: Option<Piece>,
    picked: Option<Square>,
    tool: Tool,
}

/// What can be announced.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    place: Option<Place>,
    verdict: String,
}

impl Editor {
    pub(super) fn moment(&self) -> Moment {
        let (cursor, picked, tool) = (self.cursor, self.picked, self.tool);
        let piece = self.draft.piece_at(cursor);
        let place = self.ui.focus().map(|focus| Place { focus, cursor, piece, picked, tool });
        Moment { place, verdict: self.verdict() }
    }

    /// Announces what has changed since `before`.
    pub(super) fn announce(&self, before: &Moment, ctx: &mut Context) {
        let now = self.moment();
        if let Some(place) = now.place.filter(|place| before.place.as_ref() != Some(place)) {
            ctx.announce(match place.focus {
                Id::Board => announce::describe_square(&self.player_view(), self.cursor),
                _ => self.help_text(),
            });
        }
        if now.verdict != before.verdict {
            ctx.announce(now.verdict);
        }
    }

    /// What is wrong with the position, or what follows from it.
    pub(super) fn verdict(&self) -> String {
        match (&self.fault, self.draft.position()) {
            (Some(fault), _) => fault.clone(),
            (None, Ok(position)) => describe(position),
            (None, Err(faults)) => format!("{}.", capitalized(&faults.to_string())),
        }
    }

    /// Help on the focused widget.
    pub(super) fn help_text(&self) -> String {
        match self.ui.focus() {
            Some(Id::Button(action)) => {
                let binding = bindings::row(BINDINGS, action);
                format!("{}: {}", binding.cap, binding.help)
            }
            Some(Id::Cell(index)) => {
                let tool = tools(self.draft.variant()).get(index).copied();
                tool.map_or(String::new(), |tool| self.tool_text(tool))
            }
            _ => String::new(),
        }
    }

    /// What `tool` is for.
    pub(super) fn tool_text(&self, tool: Tool) -> String {
        match tool {
            Tool::Move => "Move pieces; drop one off the board to remove it".to_owned(),
            Tool::Erase => "Remove pieces".to_owned(),
            Tool::Put(piece) => {
                let name = &self.draft.variant().piece(piece.kind).name;
                capitalized(&format!("{} {name}", piece.color))
            }
        }
    }
}

/// What follows from a legal position: the end of the game, or check and the rights to castle.
fn describe(position: &Position) -> String {
    let over = match position.outcome(1) {
        Some(Outcome::Checkmate { .. }) => Some("Checkmate: the game is over."),
        Some(Outcome::Stalemate { .. }) => Some("No legal move: the game is over."),
        Some(_) => Some("The game is over."),
        None => None,
    };
    if let Some(over) = over {
        return over.to_owned();
    }
    let check = if position.is_check() { "Check! " } else { "" };
    let sides: Vec<_> = Color::ALL.into_iter().filter_map(|color| castling(position, color)).collect();
    if sides.is_empty() {
        return format!("{check}No castling.");
    }
    format!("{check}Castling: {}.", sides.join(" and "))
}

/// The castling moves that `color` has a right to: `White` for both, `White O-O` for one.
fn castling(position: &Position, color: Color) -> Option<String> {
    let (rules, rights) = (position.variant().rules(), position.initial_move_rights());
    let castling = rules.castling.as_ref()?;
    let king = position.king_square(color).filter(|&king| rights.contains(king))?;
    let is_rook = |&square: &Square| {
        let piece = position.board().piece_at(square).filter(|piece| piece.color == color);
        piece.is_some_and(|piece| castling.rook_kinds.contains(&piece.kind))
            && rules.can_castle_from(color, king, square)
    };
    let rooks: Vec<_> = rights.into_iter().filter(is_rook).collect();
    let sides = [Ordering::Greater, Ordering::Less];
    let name = capitalized(&color.to_string());
    match sides.map(|side| rooks.iter().any(|rook| rook.file().cmp(&king.file()) == side)) {
        [true, true] => Some(name),
        [true, false] => Some(format!("{name} O-O")),
        [false, true] => Some(format!("{name} O-O-O")),
        [false, false] => None,
    }
}
