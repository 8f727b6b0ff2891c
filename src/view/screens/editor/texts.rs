//! Texts of the editor: faults of the position, and help.

use std::cmp::Ordering;

use super::Editor;
use super::keys::KEYS;
use super::tool::{Tool, tools};
use crate::rules::{Color, Outcome, Position, Square};
use crate::view::screen::Env;
use crate::view::text::capitalized;
use crate::view::widgets::keymap::cap;

impl Editor {
    /// The faults of the position, or its check and rights to castle.
    pub(super) fn verdict(&self) -> String {
        match (&self.fault, self.draft.position()) {
            (Some(fault), _) => fault.clone(),
            (None, Ok(position)) => describe(position),
            (None, Err(faults)) => format!("{}.", capitalized(&faults.to_string())),
        }
    }

    pub(super) fn help_text(&self, env: &Env) -> String {
        let mut bindings = KEYS.iter().flat_map(|group| group.bindings);
        if let Some(binding) = bindings.find(|binding| env.has_focus(binding.label)) {
            return format!("{}: {}", cap(binding.keys), binding.help);
        }
        let mut tools = tools(self.draft.variant()).into_iter().enumerate();
        let focused = tools.find(|&(index, _)| env.has_focus(index));
        focused.map_or(String::new(), |(_, tool)| self.tool_text(tool))
    }

    pub(super) fn tool_text(&self, tool: Tool) -> String {
        match tool {
            Tool::Move => "Move pieces; drop one off the board to remove it".to_owned(),
            Tool::Erase => "Remove pieces".to_owned(),
            Tool::Put(piece) => {
                let name = &self.draft.variant().piece(piece.kind).name;
                format!("{} {name}", piece.color.name())
            }
        }
    }
}

/// State of the game in a legal position: its end, or check and the rights to castle.
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
    let name = color.name();
    match sides.map(|side| rooks.iter().any(|rook| rook.file().cmp(&king.file()) == side)) {
        [true, true] => Some(name.to_owned()),
        [true, false] => Some(format!("{name} O-O")),
        [false, true] => Some(format!("{name} O-O-O")),
        [false, false] => None,
    }
}
