//! Text field of one line.

use super::pen::{self, Style, TEXT};
use super::{Look, Pen, Response, Widget};
use crate::view::input::Key;
use crate::view::scene::{Font, Item, Point, Rect};
use crate::view::text::measure;

/// A line of text with a caret.
#[derive(Clone, Debug)]
pub struct Field {
    letters: Vec<char>,
    caret: usize,
    longest: usize,
    accepts: fn(char) -> bool,
    valid: bool,
    /// Where the selected text begins, which ends at the caret. Typing replaces it.
    anchor: Option<usize>,
}

/// Written by hand because comparing functions with `==` is a warning of the compiler.
impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        let state = |field: &Self| (field.caret, field.longest, field.valid, field.anchor);
        self.letters == other.letters
            && state(self) == state(other)
            && std::ptr::fn_addr_eq(self.accepts, other.accepts)
    }
}

impl Field {
    /// A field with `text`, at most `longest` characters long, that accepts only characters for which `accepts` is
    /// true.
    pub fn new(text: &str, longest: usize, accepts: fn(char) -> bool) -> Self {
        let letters: Vec<char> = text.chars().collect();
        Self { caret: letters.len(), letters, longest, accepts, valid: true, anchor: None }
    }

    /// The same field with another text.
    pub fn with_text(&self, text: &str) -> Self {
        Self::new(text, self.longest, self.accepts)
    }

    pub fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// Selects the whole text.
    pub fn select(&mut self) {
        self.anchor = Some(0).filter(|_| !self.letters.is_empty());
        self.caret = self.letters.len();
    }

    /// Selects the word at the caret.
    pub fn select_word(&mut self) {
        let is_end = |letter: &char| !letter.is_alphanumeric();
        let (before, after) = self.letters.split_at(self.caret);
        let start = before.iter().rposition(is_end).map_or(0, |end| end + 1);
        self.caret += after.iter().position(is_end).unwrap_or(after.len());
        self.anchor = Some(start).filter(|start| *start < self.caret);
    }

    pub const fn is_selected(&self) -> bool {
        self.anchor.is_some()
    }

    /// Removes the selected text. Returns whether there was any.
    fn remove_selected(&mut self) -> bool {
        let Some(anchor) = self.anchor.take() else { return false };
        self.letters.drain(anchor..self.caret);
        self.caret = anchor;
        true
    }

    /// Marks the text as valid or not. An invalid text is drawn in the colour of alarms.
    pub fn set_valid(&mut self, valid: bool) {
        self.valid = valid;
    }

    pub const fn is_valid(&self) -> bool {
        self.valid
    }

    /// Pixels from the beginning of the text to the character at index `place`.
    fn left_of(&self, place: usize, unit: f32) -> f32 {
        let before: String = self.letters.iter().take(place).collect();
        measure(&before, Font::Regular, pen::size(TEXT, unit))
    }

    /// Number of characters at the beginning that are left out so that the caret is in sight in a text of this width.
    fn hidden(&self, width: f32, unit: f32) -> usize {
        let caret = self.left_of(self.caret, unit);
        let places: Vec<_> = (0..self.caret).collect();
        places.partition_point(|&place| caret - self.left_of(place, unit) > width)
    }

    /// The part of the control in which the text stands.
    fn text_rect(rect: Rect, unit: f32) -> Rect {
        let padding = pen::px(8.0, unit);
        Rect { x: rect.x + padding, w: rect.w - 2.0 * padding, ..rect }
    }

    fn remove(&mut self, place: Option<usize>) -> Response {
        match place.filter(|&place| place < self.letters.len()) {
            None => Response::Taken,
            Some(place) => {
                self.letters.remove(place);
                self.caret = place;
                Response::Changed
            }
        }
    }

    fn go(&mut self, place: usize) -> Response {
        self.anchor = None;
        self.caret = place.min(self.letters.len());
        Response::Taken
    }
}

impl Widget for Field {
    fn value_text(&self) -> String {
        self.text()
    }

    fn draw(&self, pen: &mut Pen, rect: Rect, look: Look) {
        pen.focus(rect, look.focused);
        pen.panel(rect, pen.surface(look.hovers(rect)));
        let text = Self::text_rect(rect, pen.unit);
        let ink = if self.valid { pen.theme.text } else { pen.theme.alarm };
        let hidden = self.hidden(text.w, pen.unit);
        let left = self.left_of(hidden, pen.unit);
        let places: Vec<_> = (hidden..self.letters.len()).collect();
        let shown = places.partition_point(|&place| self.left_of(place + 1, pen.unit) - left <= text.w);
        let words: String = self.letters[hidden..hidden + shown].iter().collect();
        if let Some(anchor) = self.anchor.filter(|_| look.focused) {
            let x = |place: usize| self.left_of(place.clamp(hidden, hidden + shown), pen.unit) - left;
            let (from, h) = (x(anchor), pen.px(18.0).min(rect.h));
            let y = (rect.center().y - h / 2.0).round();
            let marked = Rect::new(text.x + from, y, x(self.caret) - from, h);
            pen.items.push(Item::fill(marked, pen.theme.accent.with_alpha(110)));
        }
        pen.label(&words, text, Style::control(ink));
        if look.focused {
            let x = (text.x + self.left_of(self.caret, pen.unit) - left).round();
            let h = pen.px(18.0).min(rect.h);
            let caret = Rect::new(x, (rect.center().y - h / 2.0).round(), pen.px(1.5).max(1.0), h);
            pen.items.push(Item::fill(caret, pen.theme.accent));
        }
    }

    fn press(&mut self, at: Point, rect: Rect, unit: f32) -> Response {
        let text = Self::text_rect(rect, unit);
        let x = at.x - text.x + self.left_of(self.hidden(text.w, unit), unit);
        let near = |place: &usize| (self.left_of(*place, unit) - x).abs();
        let nearest = (0..=self.letters.len()).min_by(|a, b| near(a).total_cmp(&near(b)));
        self.go(nearest.unwrap_or(0))
    }

    fn key(&mut self, key: Key) -> Response {
        match key {
            Key::Left => self.go(self.caret.saturating_sub(1)),
            Key::Right => self.go(self.caret + 1),
            Key::Home => self.go(0),
            Key::End => self.go(self.letters.len()),
            Key::Backspace | Key::Delete if self.remove_selected() => Response::Changed,
            Key::SelectAll => {
                self.select();
                Response::Taken
            }
            Key::Backspace => self.remove(self.caret.checked_sub(1)),
            Key::Delete => self.remove(Some(self.caret)),
            // The character is inserted by the event `Typed` that follows.
            Key::Char(letter) if (self.accepts)(letter) => Response::Taken,
            _ => Response::Ignored,
        }
    }

    fn typed(&mut self, letter: char) -> Response {
        if !(self.accepts)(letter) {
            return Response::Ignored;
        }
        self.remove_selected();
        if self.letters.len() >= self.longest {
            return Response::Taken;
        }
        self.letters.insert(self.caret, letter);
        self.caret += 1;
        Response::Changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::options::Options;
    use crate::view::theme::Theme;

    fn field() -> Field {
        Field::new("123", 5, |letter| letter.is_ascii_digit())
    }

    /// A field of at most five digits: a letter is ignored, digits go where the caret is, and a sixth one is dropped.
    #[test]
    fn letters_are_inserted_at_the_caret() {
        let mut field = field();
        assert_eq!(field.typed('x'), Response::Ignored);
        field.key(Key::Home);
        assert_eq!((field.typed('9'), field.text().as_str()), (Response::Changed, "9123"));
        field.key(Key::End);
        field.typed('0');
        assert_eq!((field.typed('7'), field.text().as_str()), (Response::Taken, "91230"));
    }

    /// After Ctrl A a typed digit replaces the text, Backspace removes it, and an arrow key leaves it as it is.
    #[test]
    fn selected_text_is_replaced() {
        let mut all = field();
        all.key(Key::SelectAll);
        all.typed('7');
        assert_eq!(all.text(), "7");
        all.key(Key::SelectAll);
        all.key(Key::Left);
        all.typed('5');
        assert_eq!(all.text(), "57");
        all.key(Key::SelectAll);
        assert_eq!((all.key(Key::Backspace), all.text().as_str()), (Response::Changed, ""));
    }

    /// The word at the caret is replaced by what is typed. Between two spaces there is none.
    #[test]
    fn a_word_is_selected_and_replaced() {
        let mut field = Field::new("snow leopard  2", 20, |_| true);
        field.go(6);
        field.select_word();
        field.typed('x');
        assert_eq!(field.text(), "snow x  2");
        field.go(7);
        field.select_word();
        assert!(!field.is_selected());
        field.go(0);
        field.select_word();
        assert_eq!((field.key(Key::Delete), field.text().as_str()), (Response::Changed, " x  2"));
    }

    /// Each key removes the digit at its side of the caret, and nothing at the ends of the text or if there is none.
    #[test]
    fn backspace_and_delete_remove_letters() {
        let mut field = field();
        assert_eq!(field.key(Key::Delete), Response::Taken);
        field.key(Key::Left);
        field.key(Key::Backspace);
        assert_eq!(field.text(), "13");
        field.key(Key::Delete);
        field.key(Key::Backspace);
        assert_eq!((field.key(Key::Backspace), field.text().as_str()), (Response::Taken, ""));
        assert_eq!(field.key(Key::Up), Response::Ignored);
    }

    /// Of a text that is too long for the field the part at the caret is shown, and a press finds its letters.
    #[test]
    fn a_long_text_is_shown_at_the_caret() {
        let rect = Rect::new(50.0, 0.0, 100.0, 30.0);
        let words = |field: &Field| {
            let (theme, mut items) = (Theme::of(&Options::default()), Vec::new());
            field.draw(&mut Pen { theme: &theme, unit: 1.0, items: &mut items }, rect, Look::default());
            let texts = items.iter().filter_map(|item| match item {
                Item::Text(text) => Some(text.text.clone()),
                _ => None,
            });
            texts.collect::<String>()
        };
        let mut field = Field::new("the beginning of a long comment and its end", 100, |_| true);
        assert!(words(&field).ends_with("its end") && !words(&field).contains('…'), "{}", words(&field));
        field.press(Point::new(51.0, 15.0), rect, 1.0);
        assert!(field.caret > 20, "{}", field.caret);
        field.key(Key::Home);
        assert!(words(&field).starts_with("the begin"), "{}", words(&field));
    }

    /// A press before the text puts the caret at its beginning, a press behind the text at its end.
    #[test]
    fn a_press_moves_the_caret() {
        let mut field = field();
        let rect = Rect::new(50.0, 0.0, 100.0, 30.0);
        field.press(Point::new(51.0, 15.0), rect, 1.0);
        field.typed('0');
        field.press(Point::new(149.0, 15.0), rect, 1.0);
        field.typed('4');
        assert_eq!(field.text(), "01234");
    }
}
