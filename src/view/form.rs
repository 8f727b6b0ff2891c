//! Forms of a screen with a board, and the sizes of each and of pages without a board: one table.

/// How a panel of widgets lies beside the board. Chosen from the size of the window and of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A wide panel beside the board of a large window.
    Panel,
    /// A narrow column beside the board.
    Column,
    /// A strip below the board of an upright window.
    Strip,
    /// A place with room for a line only.
    Tiny,
}

/// Sizes of texts and widgets in a form, in pixels of the design.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metrics {
    /// Font heights: the heading of a page, the title of something on it, texts, and less important texts.
    pub heading: f32,
    pub title: f32,
    pub text: f32,
    pub small: f32,
    /// Heights of buttons, and of buttons without a panel.
    pub button: f32,
    pub link: f32,
    /// Space between the parts of a panel, between buttons, and around the panel.
    pub gap: f32,
    pub button_gap: f32,
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
