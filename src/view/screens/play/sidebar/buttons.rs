//! Buttons of the sidebar, each with the cap of its key and a label.
//!
//! Beside the board there are two columns; what is too long for one stands across both. Under the board all stand in
//! one row.

use super::slots;
use crate::game::Game;
use crate::game::options::Options;
use crate::view::layout::Layout;
use crate::view::scene::{Font, Point, Rect, TextRole};
use crate::view::screens::play::keys::{self, Binding, KeyAction};
use crate::view::text::measure;
use crate::view::widgets::Pen;
use crate::view::widgets::pen::{Style, mix, px, size};

/// Height of a button, and of the gaps to its neighbours.
const BUTTON: f32 = 20.0;
const GAP: f32 = 4.0;
/// From this height on a sidebar below the board has room for two rows.
const ROOMY: f32 = 130.0;
/// Height of the font.
const TEXT: f32 = 10.0;
/// The smallest part of that height, and the smallest height in pixels, that may spare a row.
const SMALLER: f32 = 0.85;
const SMALLEST: u16 = 10;
/// Room beside the sign of a key cap, in all, between cap and word, and behind the word.
const CAP_ROOM: f32 = 5.0;
const WORD_GAP: f32 = 3.0;
const WORD_END: f32 = 2.0;

#[derive(Clone, Debug, PartialEq)]
pub struct KeyButton {
    pub action: KeyAction,
    /// Where it is, from the upper left corner of the grid.
    pub rect: Rect,
    cap: &'static str,
    word: &'static str,
}

/// All buttons of the moment, from the upper left corner of the grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    pub buttons: Vec<KeyButton>,
    pub height: f32,
    font: u16,
    /// Buttons that would do nothing now.
    idle: Vec<KeyAction>,
}

impl Grid {
    /// The buttons of `game`, shown by `options`, for the sidebar of `layout`.
    pub fn new(game: &Game, options: &Options, layout: &Layout) -> Self {
        let beside = !layout.is_upright();
        let shown = keys::shown(game.termination().is_some(), beside);
        let shown: Vec<_> = shown.map(|binding| (binding, word(binding, game, options))).collect();
        let (unit, width) = (slots::unit(layout), slots::inner(layout).w);
        let grid = match beside {
            true => Self::columns(&shown, width, unit),
            false => Self::row(&shown, width, unit, layout.scale > 1.0 || layout.sidebar.h >= ROOMY * unit),
        };
        Self { idle: idle(game), ..grid }
    }

    /// Two columns, in a font a little smaller than usual if that spares a row.
    fn columns(shown: &[(&'static Binding, &'static str)], width: f32, unit: f32) -> Self {
        let usual = size(TEXT, unit);
        // A part of some tens.
        let least = ((f32::from(usual) * SMALLER).round() as u16).max(SMALLEST.min(usual));
        let mut best = Self::columns_in(shown, width, unit, usual);
        for font in (least..usual).rev() {
            let grid = Self::columns_in(shown, width, unit, font);
            if grid.height < best.height {
                best = grid;
            }
        }
        best
    }

    /// Two columns; a button that is left alone in its row gets the whole of it.
    fn columns_in(shown: &[(&'static Binding, &'static str)], width: f32, unit: f32, font: u16) -> Self {
        let (height, gap) = (px(BUTTON, unit), px(GAP, unit));
        let half = ((width - gap) / 2.0).floor();
        let mut grid = Self { font, ..Self::default() };
        let mut rows = 0.0;
        // The button that stands alone in the left half of its row.
        let mut open: Option<usize> = None;
        for &(binding, word) in shown {
            let narrow = needed(binding.cap, word, unit, font) <= half;
            let neighbour = open.filter(|_| narrow).and_then(|left| grid.buttons.get_mut(left));
            let rect = if let Some(left) = neighbour {
                left.rect.w = half;
                open = None;
                Rect::new(width - half, left.rect.y, half, height)
            } else {
                open = if narrow { Some(grid.buttons.len()) } else { open };
                rows += 1.0;
                Rect::new(0.0, (rows - 1.0) * (height + gap), width, height)
            };
            grid.buttons.push(KeyButton { action: binding.action, rect, cap: binding.cap, word });
        }
        grid.height = (rows * (height + gap) - gap).max(0.0);
        grid
    }

    /// All in one row, equally wide; if they may `wrap`, in two where their words have no room in one.
    fn row(shown: &[(&'static Binding, &'static str)], width: f32, unit: f32, wrap: bool) -> Self {
        let one = Self::rows(shown, width, unit, 1);
        let narrow = |button: &KeyButton| needed(button.cap, button.word, unit, one.font) <= button.rect.w;
        if !wrap || one.buttons.iter().all(narrow) { one } else { Self::rows(shown, width, unit, 2) }
    }

    /// All buttons in this number of rows, equally wide.
    fn rows(shown: &[(&'static Binding, &'static str)], width: f32, unit: f32, rows: usize) -> Self {
        let (height, gap) = (px(BUTTON, unit), px(GAP, unit));
        let across = shown.len().div_ceil(rows).max(1);
        let pitch = ((width + gap) / across as f32).floor();
        let button = |(place, &(binding, word)): (usize, &(&'static Binding, &'static str))| {
            let (x, y) = ((place % across) as f32 * pitch, (place / across) as f32 * (height + gap));
            KeyButton {
                action: binding.action,
                rect: Rect::new(x, y, pitch - gap, height),
                cap: binding.cap,
                word,
            }
        };
        let buttons = shown.iter().enumerate().map(button).collect();
        let height = rows as f32 * (height + gap) - gap;
        Self { buttons, height, font: size(TEXT, unit), idle: Vec::new() }
    }

    /// Draws the buttons, the one under the pointer a little stronger, the grid being at `area`.
    pub fn draw(&self, pen: &mut Pen, area: Rect, pointer: Option<Point>) {
        for (rect, button) in self.placed(area) {
            let hovered = pointer.is_some_and(|point| rect.contains(point));
            self.button(pen, button, rect, hovered);
        }
    }

    fn button(&self, pen: &mut Pen, button: &KeyButton, rect: Rect, hovered: bool) {
        let idle = self.idle.contains(&button.action);
        let fill = pen.surface(hovered && !idle);
        let ink = if idle { mix(fill, pen.theme.faint, 0.7) } else { pen.theme.text };
        pen.panel(rect, fill);
        let cap = Rect { w: cap_width(button.cap, pen.unit, self.font).min(rect.w), ..rect };
        pen.panel(cap, mix(fill, ink, 0.16));
        // In pixels of the window: one size is chosen for the whole grid.
        let style =
            Style { role: TextRole::Help, ..Style::control(ink) }.sized(f32::from(self.font) / pen.unit);
        pen.label(button.cap, cap, style.centered().font(Font::Bold));
        let x = cap.x + cap.w + pen.px(WORD_GAP);
        let room = (rect.x + rect.w - x - pen.px(WORD_END)).max(1.0);
        pen.label(button.word, Rect { x, w: room, ..rect }, style);
    }

    /// The buttons with their places in the window, the grid being at `area`.
    pub fn placed(&self, area: Rect) -> impl Iterator<Item = (Rect, &KeyButton)> {
        self.buttons.iter().map(move |button| {
            let Rect { x, y, .. } = button.rect;
            (Rect { x: area.x + x, y: area.y + y, ..button.rect }, button)
        })
    }
}

/// The buttons that would do nothing now.
fn idle(game: &Game) -> Vec<KeyAction> {
    let take_back = (!game.can_take_back()).then_some(KeyAction::TakeBack);
    let hint = game.both_human().then_some(KeyAction::Hint);
    let analysis = game.moves().is_empty().then_some(KeyAction::Analyse);
    [take_back, hint, analysis].into_iter().flatten().collect()
}

/// Label of the button of `binding` in `game`.
fn word(binding: &Binding, game: &Game, options: &Options) -> &'static str {
    match binding.action {
        // Escape closes what is open before it resigns.
        KeyAction::Resign if game.handover_to().is_some() => "Show board",
        KeyAction::Mute if options.sound => "Sound: on",
        KeyAction::Mute => "Sound: off",
        _ => binding.label,
    }
}

fn cap_width(cap: &str, unit: f32, font: u16) -> f32 {
    measure(cap, Font::Bold, font).ceil() + px(CAP_ROOM, unit)
}

/// The width a button needs to say all it has to.
fn needed(cap: &str, word: &str, unit: f32, font: u16) -> f32 {
    let word = measure(word, Font::Regular, font).ceil();
    cap_width(cap, unit, font) + px(WORD_GAP, unit) + word + px(WORD_END, unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::input::Key;
    use crate::view::screens::play::keys::{Place, When};

    const fn binding(cap: &'static str, label: &'static str) -> Binding {
        let (action, key, help) = (KeyAction::Help, Key::F1, "");
        let (when, place) = (When::Always, Place::Everywhere);
        Binding { action, key, cap, label, help, when, place }
    }

    /// As many buttons as a game may ever have, with labels short and long.
    const MANY: [Binding; 9] = [
        binding("Esc", "Resign"),
        binding("Z", "Take back"),
        binding("H", "Hint"),
        binding("D", "Offer draw"),
        binding("F", "Turn"),
        binding("N", "New"),
        binding("A", "Analysis"),
        binding("S", "Sound: off"),
        binding("M", "Menu"),
    ];

    fn shown(count: usize) -> Vec<(&'static Binding, &'static str)> {
        MANY.iter().take(count).map(|binding| (binding, binding.label)).collect()
    }

    fn sound(grid: &Grid, width: f32, unit: f32) {
        for (place, button) in grid.buttons.iter().enumerate() {
            let Rect { x, y, w, h } = button.rect;
            assert!(x >= 0.0 && y >= 0.0 && x + w <= width && y + h <= grid.height, "{button:?}");
            assert!(
                needed(button.cap, button.word, unit, grid.font) <= w && grid.font >= 10,
                "{} has no room",
                button.word
            );
            let corners = [(x, y), (x + w - 1.0, y), (x, y + h - 1.0), (x + w - 1.0, y + h - 1.0)];
            for other in &grid.buttons[place + 1..] {
                assert!(!corners.iter().any(|&(x, y)| other.rect.contains(Point::new(x, y))), "{button:?}");
            }
        }
    }

    /// Any number of them, with texts of ten pixels or more; nine take less than a quarter of the height.
    #[test]
    fn buttons_stand_in_two_columns_beside_the_board() {
        for (width, unit) in [(104.0, 1.0), (130.0, 1.25), (220.0, 1.5), (480.0, 2.4)] {
            for count in 0..=MANY.len() {
                let grid = Grid::columns(&shown(count), width, unit);
                sound(&grid, width, unit);
                assert!(grid.height <= 166.0 * unit, "{count}: {}", grid.height);
            }
        }
        let grid = Grid::columns(&shown(9), 104.0, 1.0);
        let (hint, turn) = (&grid.buttons[2].rect, &grid.buttons[4].rect);
        assert_eq!(hint.y, turn.y, "two short ones share a row, though a long one stands between them");
        assert_eq!((hint.w, turn.x + turn.w), (50.0, 104.0));
    }

    /// The smallest board.
    #[test]
    fn five_buttons_fit_in_one_row_under_a_small_board() {
        let unit = 88.0 / 120.0;
        let grid = Grid::row(&shown(5), 380.0, unit, false);
        sound(&grid, 380.0, unit);
        assert_eq!(grid.height, px(BUTTON, unit));
    }

    /// One row has no room for them.
    #[test]
    fn larger_texts_go_into_two_rows() {
        for unit in [1.3, 1.64] {
            let grid = Grid::row(&shown(5), 470.0, unit, true);
            sound(&grid, 470.0, unit);
            assert_eq!(grid.height, 2.0 * px(BUTTON, unit) + px(GAP, unit));
        }
        let unit = 88.0 / 120.0;
        assert_eq!(Grid::row(&shown(5), 380.0, unit, true), Grid::row(&shown(5), 380.0, unit, false));
    }
}
