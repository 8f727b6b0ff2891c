//! Choice of a variant on a page: the row of the chosen one, and the list that it opens.

use crate::view::input::Key;
use crate::view::widgets::Node;
use crate::view::widgets::build::list;
use crate::view::widgets::node::{Bar, Ink, Surface, paragraph, row, text};

/// The chosen variant. A press opens the list of variants, or closes it.
pub fn chosen<M>(title: &str, is_open: bool, size: f32, message: M) -> Node<M> {
    let title = paragraph(title).bold().sized(size).smallest(9.0).fill(1.0);
    let mark = text(if is_open { "▴" } else { "▾" }).sized(size).rigid();
    row([title, mark])
        .gap(4.0)
        .padded(8.0, 4.0)
        .align_center()
        .surface(Surface::Row)
        .on_press(message)
        .tip("Choose the variant", "")
}

/// The variants with these titles, of which one is chosen. A press sends `message`, and Escape sends `close`.
pub fn variants<'t, M>(
    titles: impl Iterator<Item = &'t str>,
    chosen: usize,
    size: f32,
    message: impl Fn(usize) -> M,
    close: M,
) -> Node<M> {
    let rows = titles.enumerate().map(|(place, title)| {
        let is_chosen = place == chosen;
        let title = paragraph(title).sized(size).smallest(9.0).fill(1.0);
        let title = title.ink(if is_chosen { Ink::OnActive } else { Ink::Text });
        row([title])
            .padded(6.0, 4.0)
            .align_center()
            .min_height(size * 2.0)
            .surface(if is_chosen { Surface::Active } else { Surface::Hover })
            .on_press(message(place))
    });
    list(rows).anchored(Some(chosen)).bar(Bar::Thin).keyed("variants").on_keys(&[Key::Escape], close)
}
