//! Focus, pointer, scrolling and announcements of one screen's widgets.
//!
//! [`Ui::page`] lays the widgets out, [`Ui::update`] passes input to them and [`Ui::draw`] draws them: no widget is kept
//! from frame to frame.

use std::time::Duration;

use super::lower::{Lowered, Slot};
use super::node::{Press, Surface, TextBlock, Tip};
use super::page::{ListPart, Page, PartKind, Stop};
use super::pen::{Style, line_height, mix};
use super::{Control, Field, Look, Pen, Response, Scroll};
use crate::view::frame::PointerShape;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Font, Item, Point, Rect, Rgba, TextRole};
use crate::view::text::{measure, wrap};
use crate::view::theme::Theme;

/// Opacity of the veil below a dialog.
const VEIL: u8 = 150;
/// How long the pointer rests on a widget before its tip is shown, the largest width of a tip, and its font.
const TIP_AFTER: Duration = Duration::from_millis(500);
const TIP_WIDTH: f32 = 230.0;
const TIP_TEXT: f32 = 12.0;

/// State of a screen's widgets: focus, pointer, what is held, and scroll positions.
#[derive(Clone, Debug)]
pub struct Ui {
    focus: Option<Slot>,
    pointer: Option<Point>,
    hovered: Option<Slot>,
    cursor: PointerShape,
    /// Text of the field that was clicked, until it is taken.
    clicked_text: Option<String>,
    /// For how long the pointer has been on it without a press; `None` after one.
    rests: Option<Duration>,
    /// The control or scroll bar on which the main button went down.
    held: Option<Slot>,
    /// The list that a finger scrolls, and how far down it has scrolled it.
    swipe: Option<(Slot, f32)>,
    scrolls: Vec<(Slot, Scroll)>,
    /// The message and the focused widget as announced last.
    announced: [String; 2],
}

/// Reaction of the widgets to input.
#[derive(Clone, Debug)]
pub enum UiEvent {
    /// Nothing: the screen may use the input.
    Ignored,
    /// Something that does not concern the screen.
    Handled,
    /// A button or a place was pressed.
    Pressed(Slot),
    /// A choice, a slider or a switch has this value now.
    Chosen(Slot, usize),
    /// A field was edited to this.
    Edited(Slot, Field),
}

impl Default for Ui {
    fn default() -> Self {
        Self {
            focus: None,
            pointer: None,
            hovered: None,
            cursor: PointerShape::Arrow,
            clicked_text: None,
            rests: None,
            held: None,
            swipe: None,
            scrolls: Vec::new(),
            announced: Default::default(),
        }
    }
}

impl Ui {
    /// The focused widget, if its focus is shown.
    pub fn focus(&self) -> Option<Slot> {
        self.focus
    }

    /// Focuses a widget, or none.
    pub fn set_focus(&mut self, focus: Option<Slot>) {
        self.focus = focus;
    }

    /// Focuses a widget and scrolls it into view.
    pub fn show(&mut self, page: &Page, focus: Slot) {
        self.focus = Some(focus);
        self.reveal(page);
    }

    /// The named node under the pointer at the last input.
    pub fn hovered(&self) -> Option<Slot> {
        self.hovered
    }

    /// Shape of the mouse pointer: a hand over what can be clicked.
    #[must_use]
    pub fn cursor(&self) -> PointerShape {
        self.cursor
    }

    /// Text of the field that was clicked since the last call.
    pub fn take_clicked_text(&mut self) -> Option<String> {
        self.clicked_text.take()
    }

    /// Where the pointer is; `None` while it is outside or the keyboard is used.
    pub fn pointer(&self) -> Option<Point> {
        self.pointer
    }

    /// Releases what is held, as when another screen opens above.
    pub fn release(&mut self) {
        self.held = None;
    }

    /// How a part of the page with this place is to be drawn.
    pub fn look(&self, id: Slot) -> Look {
        let held = self.held == Some(id);
        Look { focused: self.focus == Some(id), pointer: self.pointer, held }
    }

    /// Lays `root` out in all of `area`, with `unit` pixels of the window for each pixel of the design.
    pub(in crate::view) fn page(&self, root: &Lowered, area: Rect, unit: f32) -> Page {
        Page::new(root, area, unit, &|list| self.scroll(list))
    }

    /// Lets time pass: after a moment on a widget its tip is shown.
    pub fn tick(&mut self, elapsed: Duration) {
        self.rests = self.rests.map(|rests| rests.saturating_add(elapsed));
    }

    /// The pointer is elsewhere.
    pub fn leave(&mut self) {
        (self.pointer, self.hovered, self.held) = (None, None, None);
    }

    pub(in crate::view) fn scrolls(&self) -> &[(Slot, Scroll)] {
        &self.scrolls
    }

    pub(in crate::view) fn scroll(&self, list: Slot) -> Option<Scroll> {
        self.scrolls.iter().find(|(id, _)| *id == list).map(|(_, scroll)| *scroll)
    }

    /// Forgets the scroll positions of lists for which `keep` is false.
    pub(in crate::view) fn keep_scrolls(&mut self, keep: impl Fn(Slot) -> bool) {
        self.scrolls.retain(|(list, _)| keep(*list));
    }

    fn scroll_mut(&mut self, list: &ListPart) -> &mut Scroll {
        let place = self.scrolls.iter().position(|(id, _)| *id == list.id).unwrap_or_else(|| {
            self.scrolls.push((list.id, Scroll::at(list.first)));
            self.scrolls.len() - 1
        });
        &mut self.scrolls[place].1
    }

    /// Passes `input` to the widgets of `page`.
    pub fn update(&mut self, page: &Page, input: &InputEvent) -> UiEvent {
        let event = match *input {
            InputEvent::Moved(at) => {
                self.pointer = Some(at);
                self.drag(page, at)
            }
            InputEvent::Pressed(MouseButton::Left, at) => {
                self.pointer = Some(at);
                self.press(page, at)
            }
            InputEvent::Dragged(at) => {
                self.pointer = Some(at);
                self.start_swipe(page, at)
            }
            InputEvent::Released(MouseButton::Left, at) => {
                let event = self.drag(page, at);
                (self.held, self.swipe) = (None, None);
                event
            }
            InputEvent::Wheel(notches) => self.wheel(page, notches),
            InputEvent::Key { key, control: false } => {
                // While the keyboard is used, the widget under the pointer is not highlighted.
                self.pointer = None;
                self.key(page, key)
            }
            InputEvent::KeyRepeat(key) => {
                self.change(page, self.focus, |control, _, _| control.widget_mut().key(key))
            }
            InputEvent::Typed(letter) => {
                self.change(page, self.focus, |control, _, _| control.widget_mut().typed(letter))
            }
            InputEvent::PointerLeft => {
                (self.pointer, self.held, self.swipe) = (None, None, None);
                UiEvent::Ignored
            }
            _ => UiEvent::Ignored,
        };
        let hovered = self.pointer.and_then(|at| page.id_at(at));
        if matches!(input, InputEvent::Pressed(..)) {
            // Whoever presses a button has no need of its tip.
            self.rests = None;
        } else if hovered != self.hovered {
            self.rests = Some(Duration::ZERO);
        }
        self.hovered = hovered;
        self.cursor = self.pointer.map_or(PointerShape::Arrow, |at| page.cursor_at(at));
        event
    }

    fn press(&mut self, page: &Page, at: Point) -> UiEvent {
        let mut under = page.parts.iter().rev().filter(|part| part.rect.contains(at));
        let found = under.find_map(|part| match part.kind {
            PartKind::Control(_) | PartKind::Bar(_) | PartKind::Place(Press::Active | Press::Inert) => {
                Some((part.id?, part.kind.clone()))
            }
            _ => None,
        });
        match found {
            None => UiEvent::Ignored,
            Some((id, PartKind::Bar(list))) => {
                self.held = Some(id);
                self.drag_bar(page, list, at)
            }
            Some((id, PartKind::Control(stop))) => {
                self.held = Some(id);
                if !matches!(page.stops[stop].control, Some(Control::Button(_))) {
                    self.focus = Some(id);
                }
                if let Some(Control::Field(field)) = &page.stops[stop].control {
                    self.clicked_text = Some(field.text());
                }
                self.change(page, Some(id), |control, rect, unit| control.widget_mut().press(at, rect, unit))
            }
            Some((id, _)) => UiEvent::Pressed(id),
        }
    }

    /// A finger moves from `at` on: it scrolls the list that is there, or drags its bar or the widget.
    fn start_swipe(&mut self, page: &Page, at: Point) -> UiEvent {
        let is_on_bar = |list: &ListPart| list.bar.is_some_and(|bar| bar.contains(at));
        let list = page.lists.iter().find(|list| list.rect.contains(at) && !is_on_bar(list));
        let slides = page.id_at(at).and_then(|id| page.stop(id)).is_some_and(Stop::slides);
        match list.filter(|_| !slides) {
            Some(list) => {
                self.swipe = Some((list.id, at.y));
                UiEvent::Handled
            }
            None => self.press(page, at),
        }
    }

    /// Scrolls the list under the finger by the rows that it has passed.
    fn continue_swipe(&mut self, page: &Page, at: Point) {
        let Some((id, from)) = self.swipe else { return };
        let Some(list) = page.lists.iter().find(|list| list.id == id) else { return };
        let row = (list.rect.h / list.room.max(1) as f32).max(1.0);
        let rows = ((from - at.y) / row).trunc();
        self.swipe = Some((id, from - rows * row));
        // No more than the height of the window.
        self.scroll_by(page, id, rows as isize);
    }

    fn drag(&mut self, page: &Page, at: Point) -> UiEvent {
        self.continue_swipe(page, at);
        let Some(held) = self.held else { return UiEvent::Ignored };
        match page.lists.iter().position(|list| list.id == held) {
            Some(list) => self.drag_bar(page, list, at),
            None => {
                self.change(page, Some(held), |control, rect, unit| control.widget_mut().drag(at, rect, unit))
            }
        }
    }

    fn drag_bar(&mut self, page: &Page, list: usize, at: Point) -> UiEvent {
        let list = &page.lists[list];
        if let Some(bar) = list.bar {
            self.scroll_mut(list).drag(at, bar, list.count, list.room);
        }
        UiEvent::Handled
    }

    /// Scrolls the list under the pointer, or the only one, by a row for each notch.
    fn wheel(&mut self, page: &Page, notches: f32) -> UiEvent {
        let under = |at: Point| page.lists.iter().find(|list| list.rect.contains(at));
        let only = if let [list] = &page.lists[..] { Some(list) } else { None };
        let Some(list) = self.pointer.and_then(under).or(only) else { return UiEvent::Ignored };
        // Some mice report hundredths of a notch, some report several at once.
        let rows = -(notches.signum() * notches.abs().ceil()) as isize;
        self.scroll_by(page, list.id, rows);
        UiEvent::Handled
    }

    /// Scrolls the list `id` by `rows`, down if positive.
    pub fn scroll_by(&mut self, page: &Page, id: Slot, rows: isize) {
        if let Some(list) = page.lists.iter().find(|list| list.id == id) {
            self.scroll_mut(list).shift(rows, list.count, list.room);
        }
    }

    /// Scrolls the list `id` so that its row `row` is visible.
    pub fn reveal_row(&mut self, page: &Page, id: Slot, row: usize) {
        if let Some(list) = page.lists.iter().find(|list| list.id == id) {
            self.scroll_mut(list).reveal(row, list.count, list.room);
        }
    }

    fn key(&mut self, page: &Page, key: Key) -> UiEvent {
        let event = self.change(page, self.focus, |control, _, _| control.widget_mut().key(key));
        if !matches!(event, UiEvent::Ignored) {
            return event;
        }
        let focused = self.focus.and_then(|focus| page.stop(focus));
        match (key, focused) {
            (Key::Tab, _) => self.step(page, true, |_| true),
            // The screen handles arrows and Enter of a place that it draws.
            (_, Some(Stop { control: None, .. }) | None) => UiEvent::Ignored,
            (Key::Down, _) => self.step(page, true, |_| true),
            (Key::Up, _) => self.step(page, false, |_| true),
            (Key::Left | Key::Right, Some(stop)) if stop.line.is_some() => {
                self.step(page, key == Key::Right, |other| other.line == stop.line)
            }
            _ => UiEvent::Ignored,
        }
    }

    /// Focuses the next widget of those `among`, or the one before; after the last comes the first.
    fn step(&mut self, page: &Page, forward: bool, among: impl Fn(&Stop) -> bool) -> UiEvent {
        let stops: Vec<Slot> = page.stops.iter().filter(|stop| among(stop)).map(|stop| stop.id).collect();
        let now = stops.iter().position(|id| Some(*id) == self.focus);
        let next = match now {
            Some(now) => (now + if forward { 1 } else { stops.len() - 1 }) % stops.len(),
            None if forward => 0,
            None => stops.len().saturating_sub(1),
        };
        self.focus = stops.get(next).copied().or(self.focus);
        self.reveal(page);
        UiEvent::Handled
    }

    /// Scrolls the list so that the focused widget is visible.
    fn reveal(&mut self, page: &Page) {
        let stop = self.focus.and_then(|focus| page.stop(focus));
        if let Some((list, row)) = stop.and_then(|stop| stop.list) {
            let list = &page.lists[list];
            self.scroll_mut(list).reveal(row, list.count, list.room);
        }
    }

    /// Applies `change` to a copy of the control called `id`, and returns its new value.
    fn change(
        &self,
        page: &Page,
        id: Option<Slot>,
        change: impl FnOnce(&mut Control, Rect, f32) -> Response,
    ) -> UiEvent {
        let Some(stop) = id.and_then(|id| page.stop(id)) else { return UiEvent::Ignored };
        let Some(mut control) = stop.control.clone() else { return UiEvent::Ignored };
        match (change(&mut control, stop.rect.unwrap_or_default(), stop.unit), control) {
            (Response::Ignored, _) => UiEvent::Ignored,
            (Response::Activated, _) => UiEvent::Pressed(stop.id),
            // At least the caret has moved.
            (_, Control::Field(field)) => UiEvent::Edited(stop.id, field),
            (Response::Changed, control) => UiEvent::Chosen(stop.id, control.value()),
            (Response::Taken, _) => UiEvent::Handled,
        }
    }

    /// The focused widget in words: `Button: Play.`, `Color: White.`; empty if none is focused.
    pub fn description(&self, page: &Page) -> String {
        let Some(stop) = self.focus.and_then(|focus| page.stop(focus)) else { return String::new() };
        match &stop.control {
            None => String::new(),
            Some(Control::Button(button)) => format!("Button: {}.", button.label),
            Some(control) => {
                let space = if stop.label.unit.is_empty() { "" } else { " " };
                format!("{}: {}{space}{}.", stop.label.name, control.widget().value_text(), stop.label.unit)
            }
        }
    }

    /// What is to be announced: `message` and the focused widget, each only if it has changed since the last call.
    pub fn announcements(&mut self, page: &Page, message: &str) -> Vec<String> {
        let now = [message.to_owned(), self.description(page)];
        let before = std::mem::replace(&mut self.announced, now.clone());
        let changed = now.into_iter().zip(before).filter(|(now, before)| now != before && !now.is_empty());
        changed.map(|(now, _)| now).collect()
    }

    /// Draws something at the scale of the node `id`.
    pub(in crate::view) fn paint(
        &self,
        page: &Page,
        id: Slot,
        theme: &Theme,
        items: &mut Vec<Item>,
        paint: &mut dyn FnMut(&mut Pen, Look),
    ) {
        let part = page.parts.iter().find(|part| part.id == Some(id));
        let unit = part.map_or(page.unit(), |part| part.unit);
        paint(&mut Pen { theme, unit, items }, self.look(id));
    }

    /// Draws all widgets of `page`, and the pictures of named places by `paint`.
    pub fn draw(
        &self,
        page: &Page,
        theme: &Theme,
        items: &mut Vec<Item>,
        paint: &dyn Fn(Slot, &mut Pen, Rect, Look),
    ) {
        let mut pen = Pen { theme, unit: page.unit(), items };
        for part in &page.parts {
            pen.unit = part.unit;
            match &part.kind {
                PartKind::Surface(surface) => {
                    let look = part.id.map_or_else(Look::default, |id| self.look(id));
                    draw_surface(&mut pen, *surface, part.rect, look);
                }
                PartKind::Text(text) => draw_text(&mut pen, text, part.rect),
                PartKind::Control(stop) => {
                    let stop = &page.stops[*stop];
                    if let Some(control) = &stop.control {
                        control.widget().draw(&mut pen, part.rect, self.look(stop.id));
                    }
                }
                PartKind::Bar(list) => {
                    let list = &page.lists[*list];
                    let look = Look { focused: false, ..self.look(list.id) };
                    Scroll::at(list.first).draw(&mut pen, part.rect, list.count, list.room, look);
                }
                PartKind::Place(_) => {
                    if let Some(id) = part.id {
                        paint(id, &mut pen, part.rect, self.look(id));
                    }
                }
            }
        }
        let tipped = page.parts.iter().rev().find(|part| part.tip.is_some() && part.id == self.hovered);
        let rests = self.rests.is_some_and(|rests| rests >= TIP_AFTER) && self.held.is_none();
        if let Some((part, tip)) = tipped.filter(|_| rests).and_then(|part| Some((part, part.tip.as_ref()?)))
        {
            pen.unit = part.unit;
            draw_tip(&mut pen, tip, part.rect, page.area());
        }
    }
}

fn draw_surface(pen: &mut Pen, surface: Surface, rect: Rect, look: Look) {
    let theme = pen.theme;
    let flat = |color| Item::Panel { rect, radius: 0.0, color };
    match surface {
        // A dialog that is the first screen has nothing below it.
        Surface::Veil if pen.items.is_empty() => {}
        Surface::Veil => pen.items.push(flat(Rgba(0, 0, 0, VEIL))),
        Surface::Ground => pen.items.push(flat(theme.background)),
        Surface::Panel => pen.panel(rect, theme.panel),
        Surface::Active => pen.panel(rect, theme.active),
        Surface::Box => pen.panel(rect, mix(theme.background, theme.panel, 0.5)),
        Surface::Danger => pen.panel(rect, theme.danger.light),
        Surface::Accent => pen.panel(rect, theme.accent),
        Surface::Hover if look.hovers(rect) => pen.panel(rect, pen.surface(true)),
        Surface::Hover => {}
        Surface::Row => pen.panel(rect, pen.surface(look.hovers(rect))),
        Surface::Cross => pen.cross(rect, look.hovers(rect)),
        Surface::Dialog => {
            let rim = mix(theme.panel, theme.faint, 0.35);
            draw_framed(pen, rect, pen.px(10.0), pen.px(1.0).max(1.0), [rim, theme.background]);
        }
        Surface::Offer => {
            let background = mix(theme.background, theme.panel, 0.5);
            draw_framed(pen, rect, pen.px(6.0), pen.px(1.5).max(1.0), [theme.accent, background]);
        }
    }
}

/// A panel with a border.
fn draw_framed(pen: &mut Pen, rect: Rect, radius: f32, rim: f32, [outer, inner]: [Rgba; 2]) {
    pen.items.push(Item::Panel { rect, radius, color: outer });
    let radius = (radius - rim).max(0.0);
    let rect = rect.inset(rim.min(rect.w / 2.0).min(rect.h / 2.0));
    pen.items.push(Item::Panel { rect, radius, color: inner });
}

/// A tip above its widget or below it, inside `area`.
fn draw_tip(pen: &mut Pen, tip: &Tip, of: Rect, area: Rect) {
    let theme = pen.theme;
    let (pad, gap) = (pen.px(6.0), pen.px(4.0));
    let font = pen.size(TIP_TEXT);
    let width = |text: &str, weight| measure(text, weight, font).ceil();
    let cap = if tip.cap.is_empty() { 0.0 } else { width(&tip.cap, Font::Bold) + 2.0 * pad };
    let most = pen.px(TIP_WIDTH).min(area.w - 2.0 * gap) - 2.0 * pad;
    let line = line_height(font);
    let lines = wrap(&tip.text, Font::Regular, font, most - cap);
    let words = lines.iter().map(|line| width(line, Font::Regular)).fold(0.0, f32::max);
    let (w, h) = (words + cap + 2.0 * pad, line * lines.len() as f32 + pad);
    let x = (of.center().x - w / 2.0).clamp(area.x, (area.x + area.w - w).max(area.x)).round();
    let above = of.y - gap - h;
    let y = if above >= area.y { above } else { of.y + of.h + gap };
    let rect = Rect::new(x, y, w, h);
    let rim = mix(theme.panel, theme.faint, 0.5);
    draw_framed(pen, rect, pen.px(4.0), 1.0, [rim, theme.background]);
    let style = Style { role: TextRole::Tip, ..Style::control(theme.text) }.sized(TIP_TEXT);
    let inner = Rect::new(x + pad, y + (pad / 2.0).round(), words, h - pad);
    pen.paragraph(&tip.text, Rect { w: (most - cap).max(1.0), ..inner }, style);
    if cap > 0.0 {
        let key = Rect::new(x + w - cap, inner.y, cap - pad, line);
        pen.panel(key, mix(theme.background, theme.text, 0.16));
        pen.label(&tip.cap, key, style.centered().font(Font::Bold));
    }
}

fn draw_text(pen: &mut Pen, text: &TextBlock, rect: Rect) {
    let TextBlock { role, size, font, align, .. } = *text;
    let style = Style { role, size, font, align, color: text.ink.color(pen.theme) };
    if !text.wraps {
        pen.label(&text.text, rect, style);
        return;
    }
    // A smaller font if the text does not fit, down to the smallest readable one.
    let mut style = style;
    while style.size > text.smallest && !pen.has_room(&text.text, rect, style) {
        style.size = (style.size - 1.0).max(text.smallest);
    }
    if text.whole && !pen.has_room(&text.text, rect, style) {
        return;
    }
    let size = pen.size(style.size);
    let lines = wrap(&text.text, font, size, rect.w).len() as f32;
    let used = (line_height(size) * lines).min(rect.h);
    let y = if text.middle { (rect.y + (rect.h - used) / 2.0).round() } else { rect.y };
    pen.paragraph(&text.text, Rect { y, h: rect.y + rect.h - y, ..rect }, style);
}

#[cfg(test)]
mod tests;
