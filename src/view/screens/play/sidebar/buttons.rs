//! Buttons of the sidebar. Their keys are in the tips.

use super::{Id, Sidebar};
use crate::view::screens::play::keys::{BINDINGS, KeyAction};
use crate::view::widgets::node::{button, row};
use crate::view::widgets::{Button, Node, Weight, bindings};

const HEIGHT: f32 = 32.0;
const NARROW_HEIGHT: f32 = 28.0;
const BELOW_HEIGHT: f32 = 24.0;
const LINK: f32 = 24.0;
const NARROW_LINK: f32 = 20.0;
const GAP: f32 = 6.0;
/// Width from which a narrow sidebar has more buttons in a row, in pixels of the design.
const BROAD: f32 = 165.0;

/// Height in pixels of the design, of a broad column too, and scale, from which a narrow column has all links.
const HIGH: f32 = 540.0;
const HIGH_BROAD: f32 = 480.0;
const LEGIBLE: f32 = 0.65;

/// Buttons that open something or change how the game is shown, the most important first.
const LINKS: &[KeyAction] = &[
    KeyAction::Menu,
    KeyAction::Help,
    KeyAction::TurnBoard,
    KeyAction::Mute,
    KeyAction::NewGame,
    KeyAction::Games,
    KeyAction::Puzzles,
    KeyAction::Edit,
];
/// The four of them after the end of a game where there is no room for more.
const FEW_AFTER_THE_END: &[KeyAction] =
    &[KeyAction::Menu, KeyAction::Help, KeyAction::NewGame, KeyAction::Games];

impl Sidebar<'_> {
    /// Buttons of the moves of a game: none after its end, and none where a question needs their room.
    pub(super) fn buttons(&self) -> Vec<Node<Id>> {
        if self.game.shown_termination().is_some() || self.question().is_some() && !self.is_roomy() {
            return Vec::new();
        }
        let rows: &[&[KeyAction]] = if self.layout.is_wide() {
            &[&[KeyAction::TakeBack, KeyAction::Hint, KeyAction::OfferDraw, KeyAction::Resign]]
        } else if self.is_broad() {
            &[&[KeyAction::TakeBack, KeyAction::Hint], &[KeyAction::OfferDraw, KeyAction::Resign]]
        } else {
            &[&[KeyAction::TakeBack], &[KeyAction::Hint, KeyAction::OfferDraw], &[KeyAction::Resign]]
        };
        let height = if self.layout.is_wide() { HEIGHT } else { NARROW_HEIGHT };
        let row_of = |actions: &&[KeyAction]| {
            // Long labels get more room than short ones.
            row(actions.iter().map(|&action| self.button(action, false).grow())).gap(GAP).height(height)
        };
        rows.iter().map(row_of).collect()
    }

    /// Links to other screens and switches of the view.
    pub(super) fn links(&self) -> Vec<Node<Id>> {
        let has_ended = self.game.shown_termination().is_some();
        let mut links = match (self.has_all_links(), has_ended) {
            (true, _) => LINKS.to_vec(),
            (false, false) => LINKS[..4].to_vec(),
            (false, true) => FEW_AFTER_THE_END.to_vec(),
        };
        if has_ended && self.is_roomy() {
            // The result has a button for a new game.
            links[4] = KeyAction::CopyGame;
        }
        if let (true, Some(last)) = (self.in_browser, links.get_mut(7)) {
            // The menu has the editor, too.
            *last = KeyAction::CopyLink;
        }
        let (columns, height) = match (self.layout.is_wide() || self.layout.is_upright(), self.is_broad()) {
            (true, _) => (4, LINK),
            (false, true) if links.len() > 4 => (3, NARROW_LINK),
            (false, _) => (2, NARROW_LINK),
        };
        let rows = links.chunks(columns);
        rows.map(|actions| row(actions.iter().map(|&action| self.link(action).fill(1.0))).height(height))
            .collect()
    }

    /// All buttons of a sidebar below the board, or the answers to a question: in a second row what has no room in
    /// the first.
    pub(super) fn buttons_below(&self) -> Node<Id> {
        if let Some(answers) = self.question() {
            return row(answers.map(|node| node.height(BELOW_HEIGHT).grow())).gap(GAP).rigid();
        }
        let (ended, tall) = (self.game.shown_termination().is_some(), self.is_tall_strip());
        let mut actions = if ended {
            vec![KeyAction::Rematch, KeyAction::Analyze, KeyAction::NewGame]
        } else {
            vec![KeyAction::TakeBack, KeyAction::Hint, KeyAction::OfferDraw, KeyAction::Resign]
        };
        if !tall {
            actions.extend([KeyAction::Menu, KeyAction::Help]);
        }
        let strong = |action| matches!(action, KeyAction::Rematch | KeyAction::Analyze);
        let buttons =
            actions.into_iter().map(|action| self.button(action, strong(action)).height(BELOW_HEIGHT).grow());
        row(buttons).gap(GAP).wrap().rigid()
    }

    /// Whether there is room for all links.
    pub(super) fn has_all_links(&self) -> bool {
        let is_column = !self.layout.is_wide() && !self.layout.is_upright();
        let high = if self.is_broad() { HIGH_BROAD } else { HIGH };
        let is_high = self.height() >= high && self.layout.unit() >= LEGIBLE && !self.has_long_notice();
        is_column && is_high || self.is_roomy() || self.is_tall_strip()
    }

    /// Whether a narrow sidebar is wider than that of the window's first size.
    pub(super) fn is_broad(&self) -> bool {
        self.layout.sidebar.w / self.layout.unit() >= BROAD
    }

    pub(super) fn button(&self, action: KeyAction, strong: bool) -> Node<Id> {
        let mut widget = Button::new(self.label(action, false), strong);
        if self.is_idle(action) {
            widget.weight = Weight::Off;
        }
        self.with_tip(action, button(Id::Key(action), widget))
    }

    pub(super) fn link(&self, action: KeyAction) -> Node<Id> {
        let link = button(Id::Link(action), Button::flat(self.label(action, true)));
        if action == KeyAction::CopyLink { link } else { self.with_tip(action, link) }
    }

    pub(super) fn with_tip(&self, action: KeyAction, node: Node<Id>) -> Node<Id> {
        bindings::row(BINDINGS, action).tipped(node)
    }

    fn label(&self, action: KeyAction, is_link: bool) -> &'static str {
        match action {
            // Escape closes what is open before it resigns.
            KeyAction::Resign if self.game.handover_to().is_some() => "Show board",
            KeyAction::Mute if self.options.sound => "Sound",
            KeyAction::Mute => "Muted",
            KeyAction::Edit => "Editor",
            KeyAction::NewGame if is_link && !self.layout.is_wide() => "New",
            KeyAction::CopyGame if is_link && !self.layout.is_wide() => "Copy",
            KeyAction::CopyLink if self.layout.is_wide() => "Copy link",
            KeyAction::CopyLink => "Link",
            _ => bindings::row(BINDINGS, action).label,
        }
    }

    /// Whether `action` would do nothing now.
    fn is_idle(&self, action: KeyAction) -> bool {
        match action {
            KeyAction::TakeBack => !self.game.can_take_back(),
            KeyAction::Hint => self.game.both_human(),
            KeyAction::Analyze => self.game.moves().is_empty(),
            _ => false,
        }
    }
}
