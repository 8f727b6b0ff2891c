//! What is read aloud of the editor: where the keyboard is, and what the rules say.

use super::tool::Tool;
use super::{Editor, Focus};
use crate::rules::{Piece, Square};
use crate::view::screen::Context;
use crate::view::screens::play::announce;

/// Where the keyboard is, and what it holds.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    focus: Focus,
    cursor: Square,
    piece: Option<Piece>,
    picked: Option<Square>,
    tool: Tool,
}

/// What there was to be said at some moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    place: Option<Place>,
    verdict: String,
}

impl Editor {
    /// What there is to be said now.
    pub(super) fn moment(&self) -> Moment {
        let piece = self.draft.piece_at(self.cursor);
        let (focus, cursor, picked, tool) = (self.focus, self.cursor, self.picked, self.tool);
        let place = Place { focus, cursor, piece, picked, tool };
        Moment { place: Some(place).filter(|_| self.keyboard), verdict: self.verdict() }
    }

    /// Announces what has changed since `before`.
    pub(super) fn announce(&self, before: &Moment, ctx: &mut Context) {
        let now = self.moment();
        if now.place.is_some() && now.place != before.place {
            let sentence = match self.focus {
                Focus::Board => announce::square(&self.sight(), self.cursor),
                Focus::Palette | Focus::Button(_) => self.help_text(&self.plan(&self.layout(ctx))),
            };
            ctx.announce(sentence);
        }
        if now.verdict != before.verdict {
            ctx.announce(now.verdict);
        }
    }
}
