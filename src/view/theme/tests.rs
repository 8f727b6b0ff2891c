//! Tests of the themes: order, hues, differences between tints, contrast.

use super::*;
use crate::game::options::ThemeName;

/// Hue in degrees; saturation and value from 0 to 1.
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

/// On light and on dark tiles, every tint has the hue that docs/rules.md gives it, and a plain tile has none of them.
#[test]
fn tints_of_the_first_theme_have_their_hues() {
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

/// Simulation of protanopia, deuteranopia and tritanopia: matrices on linear red, green and blue
/// (Machado, Oliveira and Fernandes 2009, severity 1).
const VISIONS: [[[f32; 3]; 3]; 3] = [
    [
        [0.152_286, 1.052_583, -0.204_868],
        [0.114_503, 0.786_281, 0.099_216],
        [-0.003_882, -0.048_116, 1.051_998],
    ],
    [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ],
    [
        [1.255_528, -0.076_749, -0.178_779],
        [-0.078_411, 0.930_809, 0.147_602],
        [0.004_733, 0.691_367, 0.303_900],
    ],
];

/// `color` in linear light.
fn linear(color: Rgba) -> [f32; 3] {
    [color.0, color.1, color.2].map(|c| {
        let c = f32::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
}

/// A linear colour in CIE L*a*b*, where distance is perceived difference.
fn lab([r, g, b]: [f32; 3]) -> [f32; 3] {
    let f = |t: f32| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
    let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The smallest perceived difference between any two colours of tiles, with usual eyesight or a kind of colour
/// blindness.
fn least_difference(theme: &Theme, light: bool, vision: Option<[[f32; 3]; 3]>) -> f32 {
    use Tint::{Capture, Danger, LastMove, Mating, Premove, Selected, Target};
    let tints = [Danger, Mating, Selected, Capture, Target, Premove, LastMove].map(Some);
    let seen = |tint| {
        let rgb = linear(theme.tile_color(light, tint));
        lab(vision.map_or(rgb, |rows| {
            rows.map(|row| row.iter().zip(rgb).map(|(m, c)| m * c).sum::<f32>().clamp(0.0, 1.0))
        }))
    };
    let colors: Vec<_> = std::iter::once(None).chain(tints).map(seen).collect();
    let pairs = colors.iter().enumerate().flat_map(|(i, a)| colors[..i].iter().map(move |b| (a, b)));
    pairs
        .map(|(a, b)| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt())
        .fold(f32::INFINITY, f32::min)
}

/// With usual eyesight the tints of every theme differ clearly, with red-green blindness those of "clear", and with any
/// colour blindness those of "contrast".
#[test]
fn tints_can_be_told_apart() {
    for theme in THEMES {
        for light in [true, false] {
            let usual = least_difference(theme, light, None);
            assert!(usual > 18.0, "{} {light}: {usual}", theme.name);
            let visions = match theme.name {
                "clear" => 2,
                "contrast" => 3,
                _ => 0,
            };
            for vision in &VISIONS[..visions] {
                let least = least_difference(theme, light, Some(*vision));
                assert!(least > 20.0, "{} {light}: {least}", theme.name);
            }
        }
    }
}

/// Contrast between two colours, from 1 to 21 (WCAG 2).
fn contrast(a: Rgba, b: Rgba) -> f32 {
    let luminance = |color| {
        let [r, g, b] = linear(color);
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

/// In every theme, texts have the contrast of WCAG 2: AAA (7) for main texts, AA (4.5) for others, 3 for graphics.
#[test]
fn texts_have_enough_contrast() {
    for theme in THEMES {
        for (ink, on, least) in [
            (theme.text, theme.background, 7.0),
            (theme.text, theme.panel, 7.0),
            (theme.active_text, theme.active, 7.0),
            (theme.alarm, theme.background, 4.5),
            (theme.faint, theme.background, 4.5),
            (theme.accent, theme.background, 3.0),
        ] {
            let found = contrast(ink, on);
            assert!(found >= least, "{}: {ink:?} on {on:?} {found}", theme.name);
        }
    }
}

/// In every theme, the shape on a tint has a contrast of 3 to it, which WCAG 2 demands for graphics.
#[test]
fn shapes_have_enough_contrast() {
    use Tint::{Capture, Danger, LastMove, Mating, Premove, Selected, Target};
    for theme in THEMES {
        for tint in [Danger, Mating, Selected, Capture, Target, Premove, LastMove] {
            for light in [true, false] {
                let color = theme.tile_color(light, Some(tint));
                let found = contrast(crate::view::widgets::board::shapes::ink(color), color);
                assert!(found >= 3.0, "{} {tint:?} {light}: {found}", theme.name);
            }
        }
    }
}

/// The themes stand in the order of the values of the option, which choose them by index.
#[test]
fn the_option_lists_the_themes() {
    for ((theme, &name), &word) in THEMES.iter().zip(ThemeName::ALL).zip(ThemeName::WORDS) {
        let options = Options { theme: name, ..Options::default() };
        assert_eq!((theme.name, Theme::of(&options).name), (word, word));
    }
    assert_eq!(THEMES.len(), ThemeName::ALL.len());
}
