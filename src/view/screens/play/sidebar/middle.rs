//! Middle of the sidebar: message, notice of an earlier position, list of moves.

use super::message;
use super::moves::MoveList;
use crate::game::Game;
use crate::view::scene::{Align, Font, Item, Point, Rect, Text, TextRole};
use crate::view::screens::play::review::Review;
use crate::view::text::{fit, measure};
use crate::view::widgets::Pen;
use crate::view::widgets::pen::{line_height, px, size};

/// Font height of the notice, and its padding.
const NOTICE: f32 = 11.0;
const PAD: f32 = 5.0;
/// The smallest font in which words may be set, in pixels.
const SMALLEST: u16 = 8;
const GAP: f32 = 6.0;
/// A list with room for fewer rows than that is left out.
const FEWEST_ROWS: f32 = 2.0;

/// The parts of the middle and their places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    pub message: Option<Rect>,
    /// The notice of an earlier position, and its lines.
    pub notice: Option<(Rect, Vec<String>)>,
    pub list: Option<Rect>,
}

impl Parts {
    /// The parts of the middle at `area`, from top to bottom; the message goes where there is no room for all.
    pub fn new(game: &Game, review: &Review, area: Rect, unit: f32) -> Self {
        let gap = px(GAP, unit);
        let least = MoveList::height_of(FEWEST_ROWS, unit);
        let notice = review.notice().map(|parts| lines(&parts, area.w, unit));
        let notice_height = notice.as_ref().map_or(0.0, |lines| notice_height(lines.len(), unit) + gap);
        let wanted = message::height(game, area.w, unit);
        let with_message = wanted.filter(|height| height + gap + notice_height + least <= area.h);
        let message_height = match (&notice, with_message, wanted) {
            (_, Some(height), _) => height + gap,
            // Nothing but the message has room.
            (None, None, Some(_)) => return Self { message: Some(area), ..Self::default() },
            _ => 0.0,
        };
        let mut y = area.y;
        let mut take = |height: f32| {
            let rect = Rect { y, h: height - gap, ..area };
            y += height;
            rect
        };
        let message = (message_height > 0.0).then(|| take(message_height));
        let notice = notice.map(|words| (take(notice_height), words));
        let left = area.y + area.h - y;
        Self { message, notice, list: (left >= least).then_some(Rect { y, h: left, ..area }) }
    }

    pub fn draw(&self, pen: &mut Pen, game: &Game, review: &Review, pointer: Option<Point>) {
        if let Some(area) = self.message {
            message::draw(pen, game, area);
        }
        if let Some((area, words)) = &self.notice {
            notice(pen, words, *area);
        }
        if let Some(area) = self.list {
            MoveList::new(review, area, pen.unit).draw(pen, pointer);
        }
    }

    /// The ply that a press at `point` goes to.
    pub fn ply_at(&self, review: &Review, point: Point, unit: f32) -> Option<usize> {
        if self.notice.as_ref().is_some_and(|(rect, _)| rect.contains(point)) {
            return Some(usize::MAX);
        }
        MoveList::new(review, self.list?, unit).ply_at(point)
    }
}

/// The parts of a notice in as few lines of `width` as they need; none is broken.
fn lines(parts: &[String], width: f32, unit: f32) -> Vec<String> {
    let room = width - 2.0 * px(PAD, unit);
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if measure(&joined(line, part), Font::Bold, size(NOTICE, unit)) <= room => {
                *line = joined(line, part);
            }
            // In the smallest windows there is no room for the word.
            _ if measure(part, Font::Bold, SMALLEST) > room => lines.push(part.replace(" of ", "/")),
            _ => lines.push(part.clone()),
        }
    }
    lines
}

/// Two parts in one line.
fn joined(line: &str, part: &str) -> String {
    let between = if line.ends_with(':') { " " } else { " – " };
    format!("{line}{between}{part}")
}

fn notice_height(lines: usize, unit: f32) -> f32 {
    line_height(size(NOTICE, unit)) * lines as f32 + 2.0 * px(PAD, unit)
}

fn notice(pen: &mut Pen, lines: &[String], area: Rect) {
    pen.panel(area, pen.theme.accent);
    let (inner, height) = (area.inset(pen.px(PAD)), line_height(pen.size(NOTICE)));
    // One size for all lines.
    let fitting = lines.iter().map(|line| fit(line, Font::Bold, pen.size(NOTICE), inner.w).1).min();
    let (size, color) = (fitting.unwrap_or(SMALLEST), pen.theme.text_color_on(pen.theme.accent));
    for (place, line) in lines.iter().enumerate() {
        let at = Point::new(inner.center().x.round(), inner.y + (height * (place as f32 + 0.5)).round());
        let (text, role, font, align) = (line.clone(), TextRole::Past, Font::Bold, Align::Center);
        pen.items.push(Item::Text(Text { text, role, at, size, font, color, align }));
    }
}
