//! Table of sizes: a row for each form of a screen with a board, and one for pages without a board.

/// Form of the panel beside the board. It is chosen from the size of the window and of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A wide panel beside the board of a large window.
    Panel,
    /// A narrow column beside the board.
    Column,
    /// A strip below the board of an upright window.
    Strip,
    /// A place in which only one line of text has room.
    Tiny,
}

/// Sizes of texts and widgets in a form, in pixels of the design.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metrics {
    /// Font height of the heading of a page.
    pub heading: f32,
    /// Font height of the title of a part of the page.
    pub title: f32,
    /// Font height of texts.
    pub text: f32,
    /// Font height of less important texts.
    pub small: f32,
    /// Height of a button.
    pub button: f32,
    /// Height of a button without a panel.
    pub link: f32,
    /// Space between the parts of a panel.
    pub gap: f32,
    /// Space between buttons.
    pub button_gap: f32,
    /// Space around the panel.
    pub margin: f32,
}

const PANEL: Metrics = Metrics {
    heading: 20.0,
    title: 16.0,
    text: 13.0,
    small: 12.0,
    button: 32.0,
    link: 24.0,
    gap: 8.0,
    button_gap: 6.0,
    margin: 12.0,
};

const COLUMN: Metrics = Metrics {
    heading: 15.0,
    title: 14.0,
    small: 11.0,
    button: 26.0,
    link: 20.0,
    gap: 5.0,
    margin: 8.0,
    ..PANEL
};

const STRIP: Metrics = Metrics { button: 24.0, link: 24.0, gap: 6.0, ..COLUMN };

/// A page or a panel without a board, such as the menu.
pub const PAGE: Metrics = Metrics {
    heading: 22.0,
    title: 15.0,
    text: 13.0,
    small: 12.0,
    button: 32.0,
    link: 24.0,
    gap: 10.0,
    button_gap: 8.0,
    margin: 18.0,
};

/// Sizes for a finger.
pub mod touch {
    use super::{Metrics, PANEL};

    /// Edge of the smallest target, in pixels of the window.
    pub const TARGET: f32 = 44.0;
    /// Height of the smallest font, in pixels of the window.
    pub const TEXT: u16 = 13;
    /// Pixels of the window for one pixel of the design, at least.
    pub const UNIT: f32 = 1.1;
    /// The panel of a board.
    pub const METRICS: Metrics = Metrics {
        heading: 18.0,
        title: 15.0,
        text: 14.0,
        button: 40.0,
        link: 40.0,
        gap: 6.0,
        margin: 8.0,
        ..PANEL
    };
}

impl Form {
    pub const ALL: [Self; 4] = [Self::Panel, Self::Column, Self::Strip, Self::Tiny];

    pub const fn metrics(self) -> &'static Metrics {
        match self {
            Self::Panel => &PANEL,
            Self::Column | Self::Tiny => &COLUMN,
            Self::Strip => &STRIP,
        }
    }
}
