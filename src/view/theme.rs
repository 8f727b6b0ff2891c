//! Colours: one table for each look of the program.

use super::scene::{Rgba, Tint};

/// A colour on light tiles and on dark ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnTiles {
    /// On light tiles.
    pub light: Rgba,
    /// On dark tiles.
    pub dark: Rgba,
}

const fn on_tiles(light: u32, dark: u32) -> OnTiles {
    OnTiles { light: Rgba::hex(light), dark: Rgba::hex(dark) }
}

/// All colours of a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name, as chosen.
    pub name: &'static str,
    /// Tiles without a tint.
    pub tile: OnTiles,
    /// A king in danger.
    pub danger: OnTiles,
    /// A piece that contributes to mate.
    pub mating: OnTiles,
    /// The selected piece.
    pub selected: OnTiles,
    /// A possible capture.
    pub capture: OnTiles,
    /// A possible move.
    pub target: OnTiles,
    /// The last move.
    pub last_move: OnTiles,
    /// A move made before its turn.
    pub premove: OnTiles,
    /// The ground of the window and the sidebar.
    pub ground: Rgba,
    /// A panel on the ground.
    pub panel: Rgba,
    /// A panel that must be seen: the clock that runs.
    pub active: Rgba,
    /// Text on the ground and on panels.
    pub text: Rgba,
    /// Text that may be overlooked.
    pub faint: Rgba,
    /// Text on active panels.
    pub active_text: Rgba,
    /// A message that asks for something to be done.
    pub alarm: Rgba,
}

/// The look the program starts with: light oak, with tile hues between those of all tints.
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
    ground: Rgba::hex(0x26231F),
    panel: Rgba::hex(0x38342E),
    active: Rgba::hex(0xF2E8D0),
    text: Rgba::hex(0xF0E9DC),
    faint: Rgba::hex(0xA9A094),
    active_text: Rgba::hex(0x26231F),
    alarm: Rgba::hex(0xFF8A7A),
};

impl Theme {
    /// The colour of a tile: its tint's, or its own.
    #[must_use]
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
        };
        if light { on_tiles.light } else { on_tiles.dark }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hue in degrees, saturation and value from 0 to 1.
    fn hsv(color: Rgba) -> (f32, f32, f32) {
        let [r, g, b] = [color.0, color.1, color.2].map(|c| f32::from(c) / 255.0);
        let (max, min) = (r.max(g).max(b), r.min(g).min(b));
        let span = max - min;
        let hue = if span == 0.0 {
            0.0
        } else if max == r {
            60.0 * ((g - b) / span).rem_euclid(6.0)
        } else if max == g {
            60.0 * ((b - r) / span + 2.0)
        } else {
            60.0 * ((r - g) / span + 4.0)
        };
        (hue, if max == 0.0 { 0.0 } else { span / max }, max)
    }

    /// Shows that every tint of the first look has the hue that the rules page fixes, on both tile colours, and
    /// that no untinted tile could be taken for a tint.
    #[test]
    fn hues_are_the_fixed_ones() {
        let near_red = |h: f32| h <= 10.0 || h >= 350.0;
        for light in [true, false] {
            let of = |tint| hsv(OAK.tile_color(light, Some(tint)));
            assert!((85.0..=155.0).contains(&of(Tint::Selected).0));
            assert!((190.0..=250.0).contains(&of(Tint::Target).0));
            assert!((18.0..=36.0).contains(&of(Tint::Mating).0));
            assert!((48.0..=66.0).contains(&of(Tint::LastMove).0));
            let (hue, saturation, value) = of(Tint::Danger);
            assert!(near_red(hue) && saturation > 0.65 && value < 0.7);
            let (hue, _, value) = of(Tint::Capture);
            assert!(near_red(hue) && value > 0.8);
            let (hue, ..) = hsv(OAK.tile_color(light, None));
            assert!((37.0..=47.0).contains(&hue), "{hue}");
        }
    }
}
