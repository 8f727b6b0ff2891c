//! The moves of the game, and the buttons that step through them.

use super::{GAP, Id, MARGIN, Sidebar};
use crate::view::screens::play::keys::{BINDINGS, KeyAction};
use crate::view::widgets::button::Icon;
use crate::view::widgets::move_list::MoveList;
use crate::view::widgets::node::button;
use crate::view::widgets::{Button, Node, bindings};

const STEPS: [(KeyAction, Icon); 4] = [
    (KeyAction::ToStart, Icon::First),
    (KeyAction::StepBack, Icon::Back),
    (KeyAction::StepForth, Icon::Forward),
    (KeyAction::ToPresent, Icon::Last),
];

impl Sidebar<'_> {
    pub(super) fn moves(&self) -> Node<Id> {
        let moves = MoveList {
            moves: self.review.moves(),
            variation: None,
            shown: self.review.shown(),
            is_wide: self.layout.is_wide(),
            // In a low sidebar the slot needs the room.
            fewest: match (self.has_slot() && !self.is_roomy(), self.has_all_links()) {
                (false, _) => 3,
                (true, true) => 2,
                (true, false) => 1,
            },
            width: self.moves_width(),
            unit: self.layout.unit(),
        };
        let step = |(action, icon)| {
            let widget = Button::with_icon(icon, bindings::row(BINDINGS, action).label);
            self.with_tip(action, button(Id::Key(action), widget)).fill(1.0)
        };
        let steps = if self.layout.is_upright() && !self.is_tall_strip() {
            Vec::new()
        } else {
            STEPS.map(step).into_iter().collect()
        };
        moves.node(Id::Moves, Id::Move, steps)
    }

    /// Width of the list, in pixels of the design.
    fn moves_width(&self) -> f32 {
        let width = self.layout.sidebar.w / self.layout.unit();
        if self.layout.is_upright() {
            // Half of the space between the players if the slot is beside it.
            let middle = width * (1.0 - 2.0 * self.player_part()) - 2.0 * (MARGIN + GAP);
            return if self.has_slot() { (middle - GAP) / 2.0 } else { middle };
        }
        width - 2.0 * if self.layout.is_wide() { MARGIN + 4.0 } else { MARGIN }
    }
}
