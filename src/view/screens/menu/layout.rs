//! Layout of the menu: preview and level beside the rows in wide windows, above them in upright ones; or the list of
//! variants.

use super::form::{Subject, Tab};
use super::{Id, Menu, preview};
use crate::view::scene::Rect;
use crate::view::screen::{LevelEntry, Size};
use crate::view::widgets::node::{
    Ink, Surface, area, button, centered, choice, close_cross, column, control, dialog, list, paragraph, row,
    row_reverse, space, text,
};
use crate::view::widgets::{Button, Node, Page};

/// Window for which the design is made, and the largest size of the menu in it.
const WIDE: (Size, Size) = ((792.0, 672.0), (800.0, 640.0));
const UPRIGHT: (Size, Size) = ((480.0, 800.0), (520.0, 860.0));
/// Smallest edge of the small board, in pixels of the design: less shows nothing.
const LEAST_PICTURE: f32 = 40.0;
/// Height of the middle below which it has rows only.
const LEAST_BODY: f32 = 120.0;
/// Smallest scale that can be read.
const SMALLEST: f32 = 0.8;
/// Width of a label, in parts of its row.
const LABEL: f32 = 0.38;
/// Tiles along the edge of the usual board: the preview is made of whole pixels for each.
const TILES: f32 = 14.0;
/// Heights of the heading, of level and buttons, and of the foot.
const HEADING: f32 = 32.0;
const CONTROL: f32 = 32.0;
const FOOT: f32 = 40.0;
const PADDING: f32 = 18.0;

/// Space between the tabs and what is below them.
const TABS_GAP: f32 = 12.0;
/// Width from which variants stand in two columns, how many rows of them there are to be in sight, and the usual and
/// the largest edge of a picture.
const TWO_COLUMNS: f32 = 500.0;
const VARIANT_ROWS: f32 = 4.0;
const PICTURE: (f32, f32) = (88.0, 98.0);
const PICTURE_PAD: f32 = 6.0;

/// Height that the description of a variant has at least.
const NOTE: f32 = 52.0;
/// Width of the variant and the buttons below the preview: with large texts the preview is narrower.
const LEVEL: f32 = 144.0;
/// Width from which three buttons stand side by side below it.
const THREE_BUTTONS: f32 = 212.0;
/// Width of the unit behind a field.
const UNIT: f32 = 36.0;

const ABANDON: &str = "A game is in progress. Give it up and start a new one?";
const IN_PROGRESS: &str = "Your game is paused";

impl Menu {
    /// The menu in a window of `size`, with a veil over the game below or without.
    pub(super) fn page(&self, size: Size, veil: bool) -> Page<Id> {
        let scale = self.theme().scale();
        let wide = size.0 >= size.1 * 1.05;
        let (design, largest) = if wide { WIDE } else { UPRIGHT };
        let fit = (size.0 / design.0).min(size.1 / design.1);
        // Large windows have large texts already.
        let unit = (fit * scale).min(scale.max(fit)).max(SMALLEST);
        let margin = if unit > SMALLEST { 24.0 } else { 8.0 / unit };
        let w = (size.0 / unit - margin).min(largest.0).max(1.0);
        let h = (size.1 / unit - margin).min(largest.1).max(1.0);
        let foot = self.foot(wide && scale < 1.1);
        let foot_height = if wide && scale < 1.1 { FOOT } else { 2.0 * FOOT + 8.0 };
        let tabs_height = CONTROL + TABS_GAP;
        let body = (w - 2.0 * PADDING, h - 2.0 * PADDING - HEADING - tabs_height - foot_height - 22.0);
        let body = match (self.tab, wide) {
            (Tab::Variant, _) => self.variants(body),
            _ if body.1 < LEAST_BODY => self.rows(),
            (_, true) => self.wide(body, unit),
            (_, false) => self.upright(body, unit),
        };
        let parts = [heading(), space().height(12.0), self.tabs(), space().height(TABS_GAP)];
        let parts = parts.into_iter().chain([body.fill(1.0), space().height(10.0), foot]);
        let panel = column(parts).width(w).height(h).shrink().padding(PADDING).surface(Surface::Dialog);
        let root = if veil { dialog(panel) } else { centered(panel) };
        self.ui.page(&root, Rect::new(0.0, 0.0, size.0, size.1), unit)
    }

    fn wide(&self, body: Size, unit: f32) -> Node<Id> {
        let side = |button_rows: f32| {
            let room = body.1 - (button_rows + 1.0) * CONTROL - 10.0 * button_rows - 20.0 - NOTE;
            whole_tiles((body.0 * 0.37).min(280.0).min(room) * unit) / unit
        };
        let side = if side(2.0) >= THREE_BUTTONS { side(2.0) } else { side(3.0) };
        let board = (side >= LEAST_PICTURE).then(|| area(Id::Board).pressable().height(side));
        let left = column(board.into_iter().chain(self.level(side))).gap(10.0).width(side.max(LEVEL)).rigid();
        row([left, self.rows().fill(1.0)]).gap(24.0)
    }

    fn upright(&self, body: Size, unit: f32) -> Node<Id> {
        let side = |button_rows: f32| {
            let least = (button_rows + 1.0) * CONTROL + 10.0 * button_rows + 10.0 + NOTE;
            (whole_tiles((body.0 * 0.4).min((body.1 * 0.34).max(least)) * unit) / unit, least)
        };
        let width = |side: f32| body.0 - side - 16.0;
        let (side, least) = if width(side(2.0).0) >= THREE_BUTTONS { side(2.0) } else { side(3.0) };
        let board = area(Id::Board).pressable().width(side).rigid();
        let top = row([board, column(self.level(width(side))).gap(10.0).fill(1.0)])
            .gap(16.0)
            .height(side.max(least));
        column([top, self.rows().fill(1.0)]).gap(16.0)
    }

    /// The variant, a sentence about it, and the buttons that open other screens, in a column of this width.
    fn level(&self, width: f32) -> Vec<Node<Id>> {
        let level = self.levels.get(self.form.level);
        let (title, words) = level.map_or_else(Default::default, |level| (level.title.clone(), note(level)));
        let button = |id, label| button(id, Button::new(label, false)).height(CONTROL).fill(1.0);
        let buttons = [
            (Id::Learn, "Learn"),
            (Id::Puzzles, "Puzzles"),
            (Id::Games, "Games"),
            (Id::Edit, "Editor"),
            (Id::Rules, "Rules"),
        ];
        let rows = buttons.chunks(if width >= THREE_BUTTONS { 3 } else { 2 });
        let rows = rows.map(|row_of| row(row_of.iter().map(|&(id, label)| button(id, label))).gap(8.0));
        let words = paragraph(words).ink(Ink::Soft).sized(12.5).smallest(7.0).whole().fill(1.0);
        [text(title).bold().sized(15.0), words].into_iter().chain(rows).collect()
    }

    fn tabs(&self) -> Node<Id> {
        let tabs = Tab::ALL.map(|tab| tab.title().to_owned()).to_vec();
        let tab = Tab::ALL.iter().position(|tab| *tab == self.tab).unwrap_or(0);
        choice(Id::Tabs, tabs, tab).named("Page").height(CONTROL)
    }

    /// The rows of the page that is shown.
    fn rows(&self) -> Node<Id> {
        list(Id::Rows(self.tab), self.form.shown(self.tab).map(|subject| self.row(subject)))
    }

    /// All variants and levels, each with a picture, a button and a sentence.
    fn variants(&self, body: Size) -> Node<Id> {
        let columns = if body.0 >= TWO_COLUMNS { 2 } else { 1 };
        let around = 2.0 * PICTURE_PAD + 4.0;
        // As many whole rows as nearly fit.
        let room = body.1 - 4.0;
        let rows = (room / (PICTURE.0 + around)).round().clamp(1.0, VARIANT_ROWS);
        let side = (room / rows - around).clamp(LEAST_PICTURE, PICTURE.1);
        let places: Vec<usize> = (0..self.levels.len()).collect();
        let rows = places.chunks(columns).map(|places| {
            let mut tiles: Vec<_> = places.iter().map(|&place| self.variant(place, side).fill(1.0)).collect();
            tiles.resize_with(columns, || space().padding(PICTURE_PAD).fill(1.0));
            row(tiles).gap(10.0).height(side + around)
        });
        list(Id::Rows(self.tab), rows).anchored(Some(self.form.level / columns))
    }

    fn variant(&self, place: usize, side: f32) -> Node<Id> {
        let Some(level) = self.levels.get(place) else { return space() };
        let title = Button::new(&level.title, place == self.form.level);
        let words = column([
            row([button(Id::Variant(place), title).height(26.0)]),
            paragraph(note(level)).ink(Ink::Soft).sized(12.5).smallest(8.0).fill(1.0),
        ]);
        row([area(Id::Picture(place)).width(side).height(side).rigid(), words.gap(6.0).fill(1.0)])
            .gap(12.0)
            .padding(PICTURE_PAD)
            .surface(Surface::Hover)
            .id(Id::Tile(place))
            .pressable()
    }

    fn row(&self, subject: Subject) -> Node<Id> {
        let focused = matches!(self.ui.focus(), Some(Id::Control(focused, _)) if focused == subject);
        let label = self.form.label(subject);
        let ink = if focused { Ink::Text } else { Ink::Soft };
        let mut parts = vec![text(label).ink(ink).width_part(LABEL)];
        for (place, (value, unit)) in self.form.controls(subject).into_iter().enumerate() {
            parts.push(control(Id::Control(subject, place), value).named(label).unit(unit).fill(1.0));
            if matches!(subject, Subject::PlayerClock | Subject::OpponentClock) {
                parts.push(text(unit).ink(Ink::Faint).width(UNIT));
            }
        }
        row(parts).gap(6.0).align_center().height(36.0).id(Id::Row(subject))
    }

    /// Help or message, and the two buttons: beside each other or below.
    fn foot(&self, beside: bool) -> Node<Id> {
        let (words, ink) = match self.message() {
            Some(message) => (message, Ink::Alarm),
            None => (self.help(), Ink::Faint),
        };
        let hint = paragraph(words).ink(ink).sized(12.5).smallest(6.5).middle().height(FOOT);
        let play = if self.asked { "Start new game" } else { "Play" };
        let play = button(Id::Play, Button::new(play, true)).height(FOOT).width_part(0.32).max_width(150.0);
        let back = button(Id::Back, Button::new("Back", false)).height(FOOT).width_part(0.22).max_width(96.0);
        if beside {
            return row_reverse([play, back, hint.fill(1.0)]).gap(10.0);
        }
        column([hint, row_reverse([play, back]).gap(10.0)]).gap(8.0)
    }

    /// A fault, or a question.
    pub(super) fn message(&self) -> Option<&str> {
        self.fault.as_deref().or_else(|| self.asked.then_some(ABANDON))
    }

    /// Help on the row under the pointer, or the focused one.
    fn help(&self) -> &'static str {
        let subject = |id: Option<Id>| match id {
            Some(Id::Row(subject) | Id::Control(subject, _)) => Some(subject),
            _ => None,
        };
        match subject(self.ui.hovered()).or_else(|| subject(self.ui.focus())) {
            Some(subject) => self.form.help(subject),
            None if self.game_in_progress => IN_PROGRESS,
            None => "",
        }
    }
}

fn heading() -> Node<Id> {
    let title = text("New game").bold().sized(22.0).fill(1.0);
    row([title, close_cross(Id::Close, HEADING)]).height(HEADING)
}

/// `side` rounded down to whole tiles of the usual board.
fn whole_tiles(side: f32) -> f32 {
    let whole = (side / TILES).floor() * TILES;
    if whole > 0.0 { whole } else { side.floor().max(1.0) }
}

/// A sentence about a variant; of another level the size of the board and its pieces.
fn note(level: &LevelEntry) -> String {
    match level.description {
        "" => preview::note(&level.position),
        words => words.to_owned(),
    }
}
