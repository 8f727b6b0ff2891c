//! Help page: keys and mouse, grouped by task.

use std::sync::Arc;

use crate::rules::Variant;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::scene::{Font, TextRole};
use crate::view::screen::{Effects, Env, LayerKind, Screen};
use crate::view::screens::rules::RulesScreen;
use crate::view::text::measure;
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, cross, fit_or, list};
use crate::view::widgets::node::{
    HelpGroup, Ink, Surface, column, dialog, equal_row, paragraph, row, space, text,
};
use crate::view::widgets::pen::size;

/// Largest width of a column.
const COLUMN: f32 = 560.0;
/// Height of the font.
const TEXT: f32 = 12.5;
/// Space around the columns and between them.
const PADDING: f32 = 18.0;
/// The smallest scale of a page that shows all rows.
const SMALLEST: f32 = 0.6;

pub struct HelpScreen {
    groups: Vec<HelpGroup>,
    /// The variant whose rules the page opens.
    rules: Option<Arc<Variant>>,
}

#[derive(Clone, Copy, Debug)]
pub enum Message {
    Rules,
    Close,
}

/// Gestures of fingers, for the page for touch screens.
const GESTURES: (&str, [(&str, &str); 9]) = (
    "Touch",
    [
        ("Tap", "Select a piece, then tap where it goes"),
        ("Second tap", "Confirm a move on small squares"),
        ("Drag", "Move a piece"),
        ("Tap the rook", "Castle the selected king"),
        ("Rest on a piece", "Show its value and moves"),
        ("Two fingers", "Enlarge and move the board"),
        ("Double tap", "Show the whole board again"),
        ("Swipe", "Scroll a list"),
        ("Back", "Close the page on top"),
    ],
);
/// Width of a gesture, in pixels of the design.
const FINGER_CAP: f32 = 112.0;

impl HelpScreen {
    /// The lines of `groups`, and a button for the `rules` of a variant.
    pub fn new(groups: Vec<HelpGroup>, rules: Option<Arc<Variant>>) -> Host<Self> {
        Host::new(Self { groups, rules })
    }

    /// All groups in one column, or in two of about the same height.
    fn whole(&self, columns: usize, cap_width: f32) -> Node<Message> {
        let all: usize = self.groups.iter().map(|group| group.1.len() + 1).sum();
        let mut halves = [Vec::new(), Vec::new()];
        let mut used = 0;
        for group in &self.groups {
            let size = group.1.len() + 1;
            // A group goes into the column that contains most of it.
            let second = columns > 1 && self.groups.len() > 1 && 2 * used + size > all;
            halves[usize::from(second)].extend(lines(group, cap_width, text));
            used += size;
        }
        if columns > 1 && self.groups.len() == 1 {
            halves[1] = halves[0].split_off(halves[0].len().div_ceil(2));
        }
        let halves = halves.into_iter().filter(|half| !half.is_empty());
        self.framed(equal_row(halves.map(column)).gap(PADDING), columns)
    }

    /// A panel with a heading and `body` below it. `columns` is the number of columns of `body`, or 0 for a list that
    /// scrolls. A press anywhere closes the page.
    fn framed(&self, body: Node<Message>, columns: usize) -> Node<Message> {
        let heading = row([
            text("Help").role(TextRole::Help).bold().sized(22.0).fill(1.0),
            button("Rules of the game", Message::Rules).rigid().when(self.rules.is_some()),
            cross(28.0, Message::Close),
        ]);
        let width = columns as f32 * (COLUMN + PADDING) - PADDING;
        let panel = column([heading.gap(8.0).height(28.0), space().height(12.0), body]).padding(PADDING);
        let panel = panel.surface(Surface::Dialog).width_part(0.98).max_width(width);
        // A list that scrolls has the height of the window.
        let panel = if columns == 0 { panel.max_width(COLUMN).height_part(1.0) } else { panel };
        let keys = [Key::Escape, Key::Enter, Key::Space, Key::F1, Key::Sign('?')];
        dialog(panel).on_press(Message::Close).inert().keys(&keys)
    }
}

/// The heading and the lines of a group. Its keys are `cap_width` wide, and `words` makes the node of a text.
fn lines(
    (title, lines): &HelpGroup,
    cap_width: f32,
    words: fn(&'static str) -> Node<Message>,
) -> Vec<Node<Message>> {
    let set = |node: Node<Message>| node.sized(TEXT).role(TextRole::Help);
    let title = (!title.is_empty()).then(|| {
        let title = text(*title).role(TextRole::Help).bold().sized(14.0).ink(Ink::Accent);
        column([space().height(4.0), title, space().height(5.0)])
    });
    let line = |(cap, help): &(String, &'static str)| {
        let key = set(text(cap)).bold().centered().surface(Surface::Panel).rigid().width(cap_width);
        let words = set(words(help)).ink(Ink::Soft).fill(1.0);
        column([row([key, words]).gap(14.0).align_start(), space().height(6.0)])
            .spoken(format!("{cap}: {help}"))
    };
    title.into_iter().chain(lines.iter().map(line)).collect()
}

impl Screen for HelpScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::HELP;

    fn view(&self, env: &Env) -> Node<Message> {
        if env.touch {
            let groups = [(GESTURES.0, GESTURES.1.map(|(gesture, help)| (gesture.to_owned(), help)).into())];
            let rows = groups.iter().flat_map(|group| lines(group, FINGER_CAP, paragraph));
            return self.framed(list(rows).fill(1.0), 0);
        }
        let text = env.theme().scale();
        let smallest = if text > 1.0 { env.unit.min(0.8 * text) } else { SMALLEST };
        // All keys are as wide as the widest one. A font size is a whole number of pixels and has a minimum, so the
        // width of the keys in pixels of the design depends on the scale. The widths at several scales are tried.
        let caps = || self.groups.iter().flat_map(|(_, lines)| lines).map(|(cap, _)| cap);
        let width_at = |unit: f32| {
            let widths = caps().map(|cap| measure(cap, Font::Bold, size(TEXT, unit)).ceil());
            widths.fold(0.0, f32::max) / unit + 12.0
        };
        let between = (0..=3).map(|step| env.unit + (smallest - env.unit) * step as f32 / 3.0);
        let widths: Vec<f32> = between.map(width_at).collect();
        let whole = |columns| widths.iter().map(move |&width| (columns, width));
        let trees = whole(1).chain(whole(2)).map(|(columns, width)| self.whole(columns, width));
        let rows = self.groups.iter().flat_map(|group| lines(group, width_at(env.unit), paragraph));
        fit_or(trees.collect::<Vec<_>>(), smallest, self.framed(list(rows).fill(1.0), 0))
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        match (message, &self.rules) {
            (Message::Rules, Some(variant)) => effects.open(RulesScreen::new(variant)),
            _ => effects.close(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::host::test::{context, scene};
    use crate::view::scene::{Item, Rect};
    use crate::view::text::bounds;

    /// In windows of several shapes no line comes nearer to the edge of the panel than half its padding.
    #[test]
    fn all_lines_lie_inside_the_panel() {
        for size in [(792.0, 672.0), (1280.0, 800.0), (500.0, 760.0), (480.0, 400.0)] {
            let lines =
                |count| (0..count).map(|_| ("Right button".to_owned(), "Draw arrows and circles")).collect();
            let groups = vec![("Play", lines(6)), ("Look at the game", lines(9)), ("Open", lines(14))];
            let scene = scene(&HelpScreen::new(groups, None), &context(size));
            let is_window = |rect: &Rect| (rect.w, rect.h) == size;
            let panel = scene.items.iter().find_map(|item| match item {
                Item::Panel { rect, .. } if !is_window(rect) => Some(*rect),
                _ => None,
            });
            let panel = panel.expect("a help page has a panel");
            assert!(panel.y >= 0.0 && panel.y + panel.h <= size.1, "{panel:?} in {size:?}");
            for text in scene.texts() {
                let ink = bounds(text);
                let below = panel.y + panel.h - (ink.y + ink.h);
                assert!(below >= PADDING / 2.0 * SMALLEST, "{} in {size:?}: {below}", text.text);
            }
        }
    }
}
