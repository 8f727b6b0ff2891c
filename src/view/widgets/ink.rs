//! Colours of texts by what they mean.

use super::pen::mix;
use crate::view::scene::Rgba;
use crate::view::theme::Theme;

/// Colour of a text, chosen by the theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Usual text.
    Text,
    /// Between usual and faint.
    Soft,
    /// Unimportant text.
    Faint,
    /// Something to be done.
    Alarm,
    /// Something that is not quite right.
    Warning,
    /// A mark.
    Accent,
    /// Text on [`Surface::Active`](super::node::Surface::Active).
    OnActive,
    /// Text on [`Surface::Danger`](super::node::Surface::Danger).
    OnDanger,
    /// Text on [`Surface::Accent`](super::node::Surface::Accent).
    OnAccent,
}

impl Ink {
    pub fn color(self, theme: &Theme) -> Rgba {
        match self {
            Self::Text => theme.text,
            Self::Soft => mix(theme.faint, theme.text, 0.6),
            Self::Faint => theme.faint,
            Self::Alarm => theme.alarm,
            // The tint of mating pieces is orange in every theme.
            Self::Warning => mix(theme.mating.dark, theme.text, 0.3),
            Self::Accent => theme.accent,
            Self::OnActive => theme.active_text,
            Self::OnDanger => theme.text_color_on(theme.danger.light),
            Self::OnAccent => theme.text_color_on(theme.accent),
        }
    }
}
