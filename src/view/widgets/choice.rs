//! Choice of one of several words: segments side by side, or one word between two arrows. Colours may stand in place of the
//! words.

use super::button::CONTROL_HEIGHT;
use super::pen::{self, Style, TEXT};
use super::{Look, Pen, Response, Widget};
use crate::view::form::touch;
use crate::view::input::Key;
use crate::view::scene::{Font, Item, Point, Rect, Rgba};
use crate::view::text::measure;

/// Most words shown side by side.
const MOST_SEGMENTS: usize = 4;

/// Colours in place of a word: those of a light tile, a dark tile and a panel.
pub type Swatch = [Rgba; 3];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    words: Vec<String>,
    value: usize,
    /// Colours in place of the words; empty if the words are shown.
    swatches: Vec<Swatch>,
    /// Whether the arrows are large enough for fingers.
    for_fingers: bool,
}

impl Choice {
    /// A choice of `words`, of which the one at index `value` is chosen. An index out of range chooses the last one.
    pub fn new(words: Vec<String>, value: usize) -> Self {
        let value = value.min(words.len().saturating_sub(1));
        Self { words, value, swatches: Vec::new(), for_fingers: false }
    }

    /// The same choice with colours in place of the words, which are still announced.
    pub fn with_swatches(self, swatches: Vec<Swatch>) -> Self {
        Self { swatches, ..self }
    }

    /// Makes the arrows large enough for fingers.
    pub(super) fn enlarge(&mut self) {
        self.for_fingers = true;
    }

    pub const fn value(&self) -> usize {
        self.value
    }

    pub fn word(&self) -> &str {
        self.words.get(self.value).map_or("", String::as_str)
    }

    fn step(&mut self, forward: bool) -> Response {
        let count = self.words.len();
        if count < 2 {
            return Response::Taken;
        }
        self.value = if forward { self.value + 1 } else { self.value + count - 1 } % count;
        Response::Changed
    }

    /// Places of the words side by side; `None` if there are too many words or the width is too small.
    fn segments(&self, rect: Rect, unit: f32) -> Option<Vec<Rect>> {
        let count = self.swatches.len();
        // A finger needs more room for a colour than there may be.
        if count > 0 && (!self.for_fingers || rect.w / count as f32 >= touch::TARGET) {
            let left = |place: usize| (rect.x + rect.w * place as f32 / count as f32).round();
            let segment = |place| Rect { x: left(place), w: left(place + 1) - left(place), ..rect };
            return Some((0..count).map(segment).collect());
        }
        if self.words.len() > MOST_SEGMENTS || count > 0 {
            return None;
        }
        let padding = pen::px(9.0, unit);
        // All words are measured in bold, the font of the chosen one, so that none moves when another is chosen.
        let width = |word: &String| measure(word, Font::Bold, pen::size(TEXT, unit)).ceil() + 2.0 * padding;
        let widths: Vec<f32> = self.words.iter().map(width).collect();
        let spare = rect.w - widths.iter().sum::<f32>();
        if spare < 0.0 {
            return None;
        }
        let extra = spare / widths.len().max(1) as f32;
        let mut x = rect.x;
        let mut place = |w: f32| {
            let left = x;
            x += w + extra;
            Rect::new(left.round(), rect.y, x.round() - left.round(), rect.h)
        };
        Some(widths.into_iter().map(&mut place).collect())
    }

    /// Places of the arrows at both sides of a single word. They are squares unless the control is higher than usual.
    fn arrows(&self, rect: Rect, unit: f32) -> [Rect; 2] {
        let w = pen::px(CONTROL_HEIGHT, unit).max(if self.for_fingers { touch::TARGET } else { 0.0 });
        [Rect { w, ..rect }, Rect { x: rect.x + rect.w - w, w, ..rect }]
    }
}

/// Draws two tiles above a panel in a square in the middle of `area`, with a ring if it is chosen.
fn draw_swatch(pen: &mut Pen, [light, dark, panel]: Swatch, area: Rect, chosen: bool) {
    let half = ((area.w.min(area.h) - 2.0 * pen.px(4.0)) / 2.0).floor().max(1.0);
    let (x, y) = ((area.x + area.w / 2.0 - half).round(), (area.y + area.h / 2.0 - half).round());
    let square = Rect::new(x, y, 2.0 * half, 2.0 * half);
    if chosen {
        let ring = square.inset(-pen.px(3.0));
        pen.items.push(Item::Frame { rect: ring, width: pen.px(2.0), color: pen.theme.accent });
    }
    pen.items.push(Item::fill(square, panel));
    for (place, color) in [light, dark].into_iter().enumerate() {
        pen.items.push(Item::fill(Rect::new(x + half * place as f32, y, half, half), color));
    }
}

impl Widget for Choice {
    fn value_text(&self) -> String {
        self.word().to_owned()
    }

    fn draw(&self, pen: &mut Pen, rect: Rect, look: Look) {
        pen.focus(rect, look.focused);
        pen.panel(rect, pen.theme.panel);
        if let Some(segments) = self.segments(rect, pen.unit) {
            for (place, (swatch, segment)) in self.swatches.iter().zip(&segments).enumerate() {
                draw_swatch(pen, *swatch, *segment, place == self.value);
            }
            if !self.swatches.is_empty() {
                return;
            }
            for (place, (word, segment)) in self.words.iter().zip(segments).enumerate() {
                let chosen = place == self.value;
                if chosen {
                    pen.panel(segment, pen.theme.active);
                } else if look.hovers(segment) {
                    pen.panel(segment, pen.surface(true));
                }
                let ink = if chosen { pen.theme.active_text } else { pen.theme.text };
                let font = if chosen { Font::Bold } else { Font::Regular };
                pen.label(word, segment, Style::control(ink).centered().font(font));
            }
            return;
        }
        for (arrow, right) in self.arrows(rect, pen.unit).into_iter().zip([false, true]) {
            if look.hovers(arrow) {
                pen.panel(arrow, pen.surface(true));
            }
            pen.arrow(arrow, right, pen.theme.text);
        }
        let between = rect.inset(pen.px(CONTROL_HEIGHT));
        let style = Style::control(pen.theme.text).centered().font(Font::Bold);
        pen.label(self.word(), Rect { y: rect.y, h: rect.h, ..between }, style);
    }

    fn press(&mut self, at: Point, rect: Rect, unit: f32) -> Response {
        let Some(segments) = self.segments(rect, unit) else {
            let [back, _] = self.arrows(rect, unit);
            return self.step(!back.contains(at));
        };
        match segments.iter().position(|segment| segment.contains(at)) {
            Some(place) if place != self.value => {
                self.value = place;
                Response::Changed
            }
            _ => Response::Taken,
        }
    }

    fn key(&mut self, key: Key) -> Response {
        match key {
            Key::Left => self.step(false),
            Key::Right | Key::Space => self.step(true),
            _ => Response::Ignored,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Rect = Rect::new(10.0, 10.0, 300.0, 30.0);
    const NARROW: Rect = Rect::new(10.0, 10.0, 120.0, 30.0);

    fn choice(count: usize) -> Choice {
        Choice::new((0..count).map(|n| format!("word {n}")).collect(), 0)
    }

    /// Three words side by side: a press chooses the word below it, and a second press on it changes nothing.
    #[test]
    fn a_press_chooses_the_word_under_it() {
        let mut choice = choice(3);
        assert_eq!(choice.press(Point::new(305.0, 20.0), WIDE, 1.0), Response::Changed);
        assert_eq!(choice.word(), "word 2");
        assert_eq!(choice.press(Point::new(305.0, 20.0), WIDE, 1.0), Response::Taken);
        assert_eq!(choice.word(), "word 2");
    }

    /// The right arrow key goes from the last of three words to the first, the left one back to the last.
    #[test]
    fn arrow_keys_wrap_around() {
        let mut choice = choice(3);
        choice.key(Key::Right);
        choice.key(Key::Right);
        assert_eq!((choice.key(Key::Right), choice.value()), (Response::Changed, 0));
        assert_eq!((choice.key(Key::Left), choice.value()), (Response::Changed, 2));
        assert_eq!(choice.key(Key::Up), Response::Ignored);
    }

    /// Three words that do not fit: a press on the left arrow goes back, a press elsewhere goes forward.
    #[test]
    fn without_room_one_word_is_shown() {
        let mut choice = choice(3);
        choice.press(Point::new(12.0, 20.0), NARROW, 1.0);
        assert_eq!(choice.value(), 2);
        choice.press(Point::new(125.0, 20.0), NARROW, 1.0);
        choice.press(Point::new(60.0, 20.0), NARROW, 1.0);
        assert_eq!(choice.value(), 1);
    }

    /// Colours stand side by side even without room for words, and each can be pressed.
    #[test]
    fn colors_are_chosen_like_words() {
        let mut choice = choice(7).with_swatches(vec![[Rgba::hex(0xFF_FFFF); 3]; 7]);
        assert_eq!(choice.press(Point::new(125.0, 20.0), NARROW, 1.0), Response::Changed);
        assert_eq!(choice.word(), "word 6");
        choice.key(Key::Right);
        assert_eq!(choice.word(), "word 0");
    }

    /// Keys and presses change neither a choice of one word nor an empty one.
    #[test]
    fn a_choice_of_one_word_does_not_change() {
        let mut nothing = Choice::new(Vec::new(), 3);
        assert_eq!((nothing.key(Key::Right), nothing.word()), (Response::Taken, ""));
        assert_eq!(nothing.press(Point::new(20.0, 20.0), WIDE, 1.0), Response::Taken);
        assert_eq!(choice(1).key(Key::Space), Response::Taken);
    }
}
