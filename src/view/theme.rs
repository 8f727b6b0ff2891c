//! Themes: tables of colours, and the display options.

use super::scene::{Rgba, Tint};
use crate::game::options::{Marks, Options};

/// A pair of colours: for light tiles and for dark ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnTiles {
    pub light: Rgba,
    pub dark: Rgba,
}

const fn on_tiles(light: u32, dark: u32) -> OnTiles {
    OnTiles { light: Rgba::hex(light), dark: Rgba::hex(dark) }
}

/// Colours of a theme, and the display options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    pub name: &'static str,
    /// Tiles without a tint.
    pub tile: OnTiles,
    pub danger: OnTiles,
    pub mating: OnTiles,
    pub selected: OnTiles,
    pub capture: OnTiles,
    pub target: OnTiles,
    pub last_move: OnTiles,
    pub premove: OnTiles,
    /// The background of the window and the sidebar.
    pub background: Rgba,
    /// Panels and buttons.
    pub panel: Rgba,
    /// Highlighted panel: the running clock.
    pub active: Rgba,
    pub text: Rgba,
    /// Text that is less important.
    pub faint: Rgba,
    /// Text on a highlighted panel.
    pub active_text: Rgba,
    /// Warnings.
    pub alarm: Rgba,
    /// Keyboard focus, sliders, main buttons.
    pub accent: Rgba,
    /// Whether shapes mark squares besides tints. [`Theme::of`] sets it from the options.
    pub shapes: bool,
    /// Size of texts in percent of the normal size. [`Theme::of`] sets it from the options.
    pub text_scale_percent: u16,
    /// Font height in pixels below which no text is reduced to fit its place.
    pub least_text: u16,
}

/// The default theme: light oak. The hue of its tiles differs from those of all tints.
pub const OAK: Theme = Theme {
    name: "oak",
    tile: on_tiles(0xEFE6D2, 0xB29F78),
    danger: on_tiles(0xAD2222, 0x991B1B),
    mating: on_tiles(0xF5A94F, 0xE08F30),
    selected: on_tiles(0x93CC74, 0x74B05A),
    capture: on_tiles(0xF59A94, 0xE2716B),
    target: on_tiles(0x9CC5F0, 0x6FA6DC),
    last_move: on_tiles(0xF3E27A, 0xDCC64C),
    premove: on_tiles(0xC9B2E8, 0xA384C9),
    background: Rgba::hex(0x26231F),
    panel: Rgba::hex(0x38342E),
    active: Rgba::hex(0xF2E8D0),
    text: Rgba::hex(0xF0E9DC),
    faint: Rgba::hex(0xA9A094),
    active_text: Rgba::hex(0x26231F),
    alarm: Rgba::hex(0xFF8A7A),
    accent: Rgba::hex(0xE0A84A),
    shapes: false,
    text_scale_percent: 100,
    least_text: 8,
};

/// Cool grey on a light background.
const MARBLE: Theme = Theme {
    name: "marble",
    tile: on_tiles(0xF1F1EE, 0xA9AEB1),
    background: Rgba::hex(0xE6E8EA),
    panel: Rgba::hex(0xCFD4D9),
    active: Rgba::hex(0x2E4057),
    text: Rgba::hex(0x1D2731),
    faint: Rgba::hex(0x56616C),
    active_text: Rgba::hex(0xF4F6F8),
    alarm: Rgba::hex(0xA61B1B),
    accent: Rgba::hex(0x2F6FB0),
    ..OAK
};

/// Dim tiles for dark rooms.
const NIGHT: Theme = Theme {
    name: "night",
    tile: on_tiles(0x7E8896, 0x545E6C),
    danger: on_tiles(0x9B2226, 0x861B20),
    mating: on_tiles(0xD08A35, 0xB8762A),
    selected: on_tiles(0x6FA65A, 0x578C48),
    capture: on_tiles(0xD9827C, 0xCF6F69),
    target: on_tiles(0x6A9BD6, 0x4A7DBB),
    last_move: on_tiles(0xC9B64E, 0xB19F3D),
    premove: on_tiles(0x9A86C2, 0x7F6AA8),
    background: Rgba::hex(0x12161B),
    panel: Rgba::hex(0x262C35),
    active: Rgba::hex(0xC3D3E6),
    text: Rgba::hex(0xDDE3EA),
    faint: Rgba::hex(0x8C97A5),
    active_text: Rgba::hex(0x12161B),
    alarm: Rgba::hex(0xFF8A80),
    accent: Rgba::hex(0x6FA8DC),
    ..OAK
};

/// Tints for red-green colour blindness.
const CLEAR: Theme = Theme {
    name: "clear",
    tile: on_tiles(0xEFEDE6, 0xA9A59B),
    danger: on_tiles(0x911424, 0x68042B),
    mating: on_tiles(0xE99A45, 0xC67706),
    selected: on_tiles(0x2CBC7E, 0x0A835A),
    capture: on_tiles(0xCC7FAC, 0xA4568E),
    target: on_tiles(0x88D0FC, 0x3E8CD9),
    last_move: on_tiles(0xFEEC4E, 0xD9D83D),
    premove: on_tiles(0x6A55D8, 0x4430B8),
    background: Rgba::hex(0x1F2326),
    panel: Rgba::hex(0x32383D),
    active: Rgba::hex(0xE8EEF2),
    text: Rgba::hex(0xEDF1F4),
    faint: Rgba::hex(0xA3ADB5),
    active_text: Rgba::hex(0x1F2326),
    alarm: Rgba::hex(0xFFB347),
    accent: Rgba::hex(0x56B4E9),
    ..OAK
};

/// Strong tints, distinguishable with any kind of colour blindness, on black and white.
const CONTRAST: Theme = Theme {
    name: "contrast",
    tile: on_tiles(0xFFFFFF, 0x9A9A9A),
    danger: on_tiles(0x7D060C, 0x4E0004),
    mating: on_tiles(0xE07E06, 0xB4862C),
    selected: on_tiles(0x147460, 0x115544),
    capture: on_tiles(0xD47EBA, 0xAC3E94),
    target: on_tiles(0x4E9CFC, 0x2874DC),
    last_move: on_tiles(0xFFDC30, 0xE2D02B),
    premove: on_tiles(0x431A78, 0x2A0048),
    background: Rgba::hex(0x000000),
    panel: Rgba::hex(0x2B2B2B),
    active: Rgba::hex(0xFFFFFF),
    text: Rgba::hex(0xFFFFFF),
    faint: Rgba::hex(0xC4C4C4),
    active_text: Rgba::hex(0x000000),
    alarm: Rgba::hex(0xFFD23F),
    accent: Rgba::hex(0xFFD23F),
    ..OAK
};

/// Green board on a dark background.
const GREEN: Theme = Theme {
    name: "green",
    tile: on_tiles(0xEEEED6, 0x7C9A6A),
    selected: on_tiles(0x6CC24A, 0x3FA535),
    background: Rgba::hex(0x22261F),
    panel: Rgba::hex(0x343A30),
    active: Rgba::hex(0xEEEED6),
    text: Rgba::hex(0xEDF0E4),
    faint: Rgba::hex(0xA2AB97),
    active_text: Rgba::hex(0x22261F),
    accent: Rgba::hex(0xA3C860),
    ..OAK
};

/// Blue board on a dark background.
const BLUE: Theme = Theme {
    name: "blue",
    tile: on_tiles(0xE4EAF0, 0x8CA2B5),
    target: on_tiles(0x7DB4F4, 0x3F7FD0),
    background: Rgba::hex(0x1E242B),
    panel: Rgba::hex(0x2E3742),
    active: Rgba::hex(0xE4EAF0),
    text: Rgba::hex(0xE6ECF2),
    faint: Rgba::hex(0x9AA8B6),
    active_text: Rgba::hex(0x1E242B),
    accent: Rgba::hex(0x6FB0EA),
    ..OAK
};

/// All themes, in the order of the option's words.
pub const THEMES: &[Theme] = &[OAK, MARBLE, NIGHT, CLEAR, CONTRAST, GREEN, BLUE];

/// The sizes of texts in percent, in the order of the option's words.
const TEXT_SCALE_PERCENTS: [u16; 3] = [100, 125, 150];

impl Theme {
    pub fn of(options: &Options) -> Self {
        let theme = THEMES.get(options.theme as usize).copied().unwrap_or(OAK);
        let text_scale_percent = TEXT_SCALE_PERCENTS.get(options.text_size as usize).copied().unwrap_or(100);
        Self { shapes: options.marks == Marks::Shapes, text_scale_percent, ..theme }
    }

    /// Scale of texts; 1 is normal.
    pub fn scale(&self) -> f32 {
        f32::from(self.text_scale_percent) / 100.0
    }

    /// The darkest or the brightest colour of this theme, whichever has more contrast on `color`.
    pub fn text_color_on(&self, color: Rgba) -> Rgba {
        let (a, b) = (self.background, self.text);
        let contrast = |text: Rgba| brightness(text).abs_diff(brightness(color));
        if contrast(a) >= contrast(b) { a } else { b }
    }

    /// The colour of a tile: its tint's, or its own.
    pub fn tile_color(&self, light: bool, tint: Option<Tint>) -> Rgba {
        let on_tiles = match tint {
            None => self.tile,
            Some(Tint::Danger) => self.danger,
            Some(Tint::Mating) => self.mating,
            Some(Tint::Selected) => self.selected,
            Some(Tint::Capture) => self.capture,
            Some(Tint::Target) => self.target,
            Some(Tint::Premove) => self.premove,
            Some(Tint::LastMove) => self.last_move,
            Some(Tint::Fog) => return gray(self.tile.dark, if light { 62 } else { 50 }),
        };
        if light { on_tiles.light } else { on_tiles.dark }
    }
}

/// The grey that has `percent` of the brightness of `color`.
fn gray(color: Rgba, percent: u32) -> Rgba {
    let gray = (brightness(color) * percent / 100_000) as u8;
    Rgba(gray, gray, gray, color.3)
}

/// Luma of a colour (ITU-R BT.601), times 1000.
pub fn brightness(color: Rgba) -> u32 {
    299 * u32::from(color.0) + 587 * u32::from(color.1) + 114 * u32::from(color.2)
}

#[cfg(test)]
mod tests;
