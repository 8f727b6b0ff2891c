//! Sidebar of a game: players, clocks, captured pieces, moves, messages and buttons.
//!
//! It has three forms: the wide panel of a large window, a narrow column beside the board in the window's first size,
//! and a strip below the board of an upright window.

mod buttons;
mod captured;
mod moves;
mod players;
mod slot;

use super::PlayScreen;
use super::keys::KeyAction;
use super::offer::Offer;
use super::review::Review;
use crate::game::analysis::Analysis;
use crate::game::options::Options;
use crate::game::{Command, Game};
use crate::rules::{Color, Piece};
use crate::view::input::{InputEvent, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::Item;
use crate::view::screen::{Action, Context, Env};
use crate::view::widgets::node::{Surface, column, row};
use crate::view::widgets::piece_card::Card;
use crate::view::widgets::{Node, Page, Pen, Ui, UiEvent};

/// Space around the sidebar and between its parts, in pixels of the design.
const MARGIN: f32 = 8.0;
const GAP: f32 = 6.0;
/// Heights from which a narrow sidebar and the wide panel have room for an empty slot.
const LOW: f32 = 620.0;
const WIDE_LOW: f32 = 500.0;
/// Height from which a strip below the board has room for both.
const TALL: f32 = 200.0;
/// Scale below which there is room for clocks and a message only.
const TINY: f32 = 0.55;

/// Widgets of the sidebar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    Key(KeyAction),
    /// A button without a panel. Some actions have both.
    Link(KeyAction),
    AcceptDraw,
    DeclineDraw,
    AcceptOffer,
    Dismiss,
    /// The list of moves, and a move of it: the number of moves up to it.
    Moves,
    Move(usize),
    /// Notice that an earlier position is shown; a press returns to the current one.
    Past,
    /// Name of a player in a narrow sidebar, and the mark of the player's colour.
    Name(Color),
    Disc(Color),
    Captured(Color),
    Card,
}

/// What the sidebar shows.
pub struct Sidebar<'a> {
    pub game: &'a Game,
    pub review: &'a Review,
    pub options: &'a Options,
    pub layout: &'a Layout,
    pub offer: Option<&'a Offer>,
    /// A notice that replaces the message of the game.
    pub notice: Option<&'a str>,
    /// The analysis of the game, if there is one.
    pub analysis: Option<&'a Analysis>,
    /// The piece whose card is shown.
    pub card: Option<Piece>,
    pub is_thinking: bool,
    pub in_browser: bool,
}

impl Sidebar<'_> {
    pub fn page(&self, ui: &Ui<Id>) -> Page<Id> {
        let root = match (self.layout.is_wide(), self.layout.is_upright()) {
            _ if self.layout.unit() < TINY => self.tiny(),
            (true, _) => self.wide(),
            (false, false) => self.narrow(),
            (false, true) => self.below(),
        };
        ui.page(&root, self.layout.sidebar, self.layout.unit())
    }

    fn wide(&self) -> Node<Id> {
        let (top, bottom) = (!self.layout.bottom, self.layout.bottom);
        let mut parts = vec![self.player_row(top), self.captured(top), self.moves(), self.slot()];
        parts.extend(self.buttons());
        parts.extend(self.links());
        parts.extend([self.captured(bottom), self.player_row(bottom)]);
        column(parts).gap(GAP + 2.0).padded(MARGIN + 4.0, 0.0)
    }

    fn narrow(&self) -> Node<Id> {
        let (top, bottom) = (!self.layout.bottom, self.layout.bottom);
        let captured = |color| self.captured(color).shrink_first();
        let mut parts = vec![self.name_row(top), self.clock_box(top), captured(top)];
        parts.extend([self.moves(), self.slot()]);
        parts.extend(self.buttons());
        parts.extend(self.links());
        parts.extend([captured(bottom), self.clock_box(bottom), self.name_row(bottom)]);
        column(parts).gap(GAP - 1.0).padding(MARGIN)
    }

    /// The players at the sides, moves and slot between them, and the buttons below.
    fn below(&self) -> Node<Id> {
        let player = |color| {
            let parts = [self.name_row(color), self.clock_box(color).shrink(), self.captured(color).shrink()];
            column(parts).gap(3.0).width_part(self.player_part()).rigid()
        };
        let (top, bottom) = (!self.layout.bottom, self.layout.bottom);
        let mut middle = vec![self.moves().fill(1.0)];
        middle.extend(self.has_slot().then(|| self.slot().fill(1.0)));
        let players = [player(top), row(middle).gap(GAP).fill(1.0), player(bottom)];
        let mut parts = vec![row(players).gap(GAP).fill(1.0), self.buttons_below()];
        if self.is_tall_strip() {
            parts.extend(self.links());
        }
        column(parts).gap(GAP).padding(MARGIN)
    }

    /// Width of a player in a strip below the board, in parts of the strip: larger names need more.
    fn player_part(&self) -> f32 {
        0.25 + 0.1 * (self.layout.scale - 1.0)
    }

    /// Clocks, the message and the menu.
    fn tiny(&self) -> Node<Id> {
        let clock = |color| self.clock_box(color).shrink();
        let (top, bottom) = (clock(!self.layout.bottom), clock(self.layout.bottom));
        let parts = [top, self.message().fill(1.0), self.link(KeyAction::Menu).shrink(), bottom];
        if self.layout.is_upright() { row(parts.map(|part| part.fill(1.0))) } else { column(parts) }
    }

    /// Height of the sidebar in pixels of the design.
    fn height(&self) -> f32 {
        self.layout.sidebar.h / self.layout.unit()
    }

    /// Whether a column has room for an empty slot.
    fn is_roomy(&self) -> bool {
        !self.layout.is_upright() && self.height() >= if self.layout.is_wide() { WIDE_LOW } else { LOW }
    }

    /// Whether the sidebar is a strip below the board that has room for the links and the buttons of the list.
    fn is_tall_strip(&self) -> bool {
        self.layout.is_upright() && self.height() >= TALL
    }

    pub fn draw(&self, ui: &Ui<Id>, page: &Page<Id>, pen: &mut Pen) {
        for color in Color::ALL {
            self.draw_disc(page, pen, color);
            self.draw_captured(page, pen, color);
        }
        ui.draw(page, pen.theme, pen.items);
        if let Some((rect, piece)) = page.rect(Id::Card).zip(self.card) {
            let variant = self.game.position().variant();
            Card { variant, piece, bottom: self.layout.bottom }.draw(pen, rect);
        }
    }
}

/// A box between the background and a panel.
fn framed(children: impl IntoIterator<Item = Node<Id>>) -> Node<Id> {
    column(children).surface(Surface::Box)
}

impl PlayScreen {
    /// Calls `act` with the sidebar and its page.
    fn with_sidebar<T>(&self, layout: &Layout, ctx: &Env, act: impl FnOnce(&Sidebar, &Page<Id>) -> T) -> T {
        let game = self.controller.game();
        let busy = game.message().is_some();
        let notice = self.notice.as_ref().filter(|notice| notice.is_shown(busy));
        let sidebar = Sidebar {
            game,
            review: &self.review,
            options: &ctx.options,
            layout,
            offer: self.offer.as_ref(),
            notice: notice.map(|notice| notice.text()),
            analysis: self.analysis.as_ref().filter(|analysis| analysis.is_for(game)),
            card: self.explained(&self.player_view(), ctx),
            is_thinking: self.controller.is_thinking(),
            in_browser: ctx.page.is_some(),
        };
        act(&sidebar, &sidebar.page(&self.ui))
    }

    pub(super) fn draw_sidebar(&self, layout: &Layout, ctx: &Env, items: &mut Vec<Item>) {
        let theme = &ctx.theme();
        self.with_sidebar(layout, ctx, |sidebar, page| {
            sidebar.draw(&self.ui, page, &mut Pen { theme, unit: page.unit(), items });
        });
    }

    /// Handles the mouse beside the board. Returns whether the event was used, and what it leads to.
    pub(super) fn handle_sidebar(
        &mut self,
        event: &InputEvent,
        layout: &Layout,
        ctx: &mut Context,
    ) -> (bool, Option<Action>) {
        let is_beside = |point| layout.square_at(point).is_none();
        let only_here = match *event {
            // The board handles these, too.
            InputEvent::Moved(_) | InputEvent::Released(..) | InputEvent::PointerLeft => false,
            InputEvent::Pressed(MouseButton::Left, point) | InputEvent::Dragged(point)
                if is_beside(point) =>
            {
                true
            }
            InputEvent::Wheel(_) if self.ui.pointer().is_some_and(is_beside) => true,
            _ => return (false, None),
        };
        let page = self.with_sidebar(layout, ctx, |_, page| page.clone());
        let action = match self.ui.update(&page, event) {
            UiEvent::Pressed(id) => self.press(id, ctx),
            _ => None,
        };
        (only_here, action)
    }

    fn press(&mut self, id: Id, ctx: &mut Context) -> Option<Action> {
        match id {
            Id::Key(action) | Id::Link(action) => return self.act(action, ctx),
            Id::AcceptDraw => self.apply(Command::AnswerDrawOffer(true), ctx),
            Id::DeclineDraw => self.apply(Command::AnswerDrawOffer(false), ctx),
            Id::AcceptOffer => return self.answer_offer(true, ctx),
            Id::Dismiss => return self.answer_offer(false, ctx),
            Id::Move(ply) => self.step_to(ply, ctx),
            Id::Past => self.go_to(usize::MAX),
            Id::Moves | Id::Name(_) | Id::Disc(_) | Id::Captured(_) | Id::Card => {}
        }
        None
    }
}
