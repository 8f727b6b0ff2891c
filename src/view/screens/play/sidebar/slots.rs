//! Places of the parts of the sidebar, beside the board and below it.

use crate::view::layout::Layout;
use crate::view::scene::Rect;
use crate::view::widgets::pen::px;

/// Room to the edge of the sidebar, and between its parts.
const MARGIN: f32 = 8.0;
/// Height of a name with its clock.
const PLAYER: f32 = 62.0;
/// Height of the two rows of captured pieces, and the part of what the clocks leave that they may take: beside the
/// board, and below it.
const CAPTURED: f32 = 34.0;
const CAPTURED_PART: f32 = 0.1;
const CAPTURED_BELOW: f32 = 0.28;
/// Under the board: the part of the width that a player has.
const PLAYER_PART: f32 = 0.26;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerSlot {
    pub name_and_clock: Rect,
    /// The pieces captured, and the balance.
    pub captured: Rect,
    /// Whether the name is above the clock, or below it.
    pub name_above: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slots {
    /// Pixels for one pixel of the window's first size.
    pub unit: f32,
    /// The player shown at the top of the board, or at the left under it.
    pub top: PlayerSlot,
    /// The player shown at the bottom of the board, or at the right under it.
    pub bottom: PlayerSlot,
    /// Between the players: message, moves, the card of a piece.
    pub middle: Rect,
    pub buttons: Rect,
}

/// Pixels for one pixel of the window's first size, in the sidebar of `layout`.
pub fn unit(layout: &Layout) -> f32 {
    layout.unit()
}

/// The sidebar without its margin.
pub fn inner(layout: &Layout) -> Rect {
    layout.sidebar.inset(px(MARGIN, unit(layout)))
}

impl Slots {
    /// The parts of the sidebar of `layout`, with buttons that need a height of `buttons` pixels.
    pub fn new(layout: &Layout, buttons: f32) -> Self {
        if layout.is_upright() { Self::below(layout, buttons) } else { Self::beside(layout, buttons) }
    }

    /// Beside the board: the players at the ends, between them the middle and the buttons.
    fn beside(layout: &Layout, buttons: f32) -> Self {
        let (unit, inner) = (unit(layout), inner(layout));
        let (gap, player, small) = (px(MARGIN, unit), px(PLAYER, unit), px(4.0, unit));
        let left = inner.h - 2.0 * player - buttons;
        let captured = px(CAPTURED, unit).min((left * CAPTURED_PART).floor()).max(1.0);
        let end = inner.y + inner.h;
        let top = PlayerSlot {
            name_and_clock: Rect { h: player, ..inner },
            captured: Rect { y: inner.y + player + small, h: captured, ..inner },
            name_above: true,
        };
        let bottom = PlayerSlot {
            name_and_clock: Rect { y: end - player, h: player, ..inner },
            captured: Rect { y: end - player - small - captured, h: captured, ..inner },
            name_above: false,
        };
        let buttons = Rect { y: bottom.captured.y - gap - buttons, h: buttons, ..inner };
        let head = top.captured.y + captured + gap;
        let middle = Rect { y: head, h: buttons.y - gap - head, ..inner };
        Self { unit, top, bottom, middle, buttons }
    }

    /// Under the board: the players at the sides, the middle between them, the buttons below all of that.
    fn below(layout: &Layout, buttons: f32) -> Self {
        let (unit, inner) = (unit(layout), inner(layout));
        let (gap, small) = (px(MARGIN, unit), px(4.0, unit));
        let high = inner.h - buttons - px(6.0, unit);
        let captured = px(CAPTURED, unit).min((high * CAPTURED_BELOW).floor());
        let block = (high - captured - small).min(px(PLAYER, unit));
        let width = (inner.w * PLAYER_PART).floor();
        let side = |x: f32| PlayerSlot {
            name_and_clock: Rect { x, w: width, h: block, ..inner },
            captured: Rect { x, y: inner.y + block + small, w: width, h: captured },
            name_above: true,
        };
        let middle = Rect { x: inner.x + width + gap, w: inner.w - 2.0 * (width + gap), h: high, ..inner };
        let buttons = Rect { y: inner.y + inner.h - buttons, h: buttons, ..inner };
        Self { unit, top: side(inner.x), bottom: side(inner.x + inner.w - width), middle, buttons }
    }
}
