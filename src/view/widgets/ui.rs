//! Focus, pointer, scrolling and announcements of one screen's widgets.
//!
//! [`Ui::update`] passes input to the widgets of a [`Page`], and [`Ui::draw`] draws them. No widget is kept from frame to
//! frame.

use std::time::Duration;

use super::lower::Slot;
use super::node::{Content, Press, Surface, TextBlock, Tip};
use super::page::{ListPart, Page};
use super::pen::{Style, line_height, mix};
use super::{Control, Look, Pen, Response, Scroll};
use crate::view::frame::PointerShape;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::scene::{Font, Item, Point, Rect, Rgba, TextRole};
use crate::view::text::{measure, wrap};
use crate::view::theme::Theme;

/// Opacity of the veil below a dialog.
const VEIL: u8 = 150;
/// Time for which the pointer rests on a widget before its tip is shown.
const TIP_AFTER: Duration = Duration::from_millis(500);
/// Largest width of a tip, in pixels of the design.
const TIP_WIDTH: f32 = 230.0;
/// Font size of a tip.
const TIP_TEXT: f32 = 12.0;
/// Greatest height of a row for the scrolling by a finger, in pixels. A list of few high rows moves by one row for this.
const MAX_SWIPED_ROW: f32 = 80.0;
/// Longest time between two clicks that are a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

/// State of a screen's widgets: focus, pointer, what is held, and scroll positions.
#[derive(Clone, Debug, Default)]
pub struct Ui {
    /// The focused widget, if its focus is shown.
    pub focus: Option<Slot>,
    /// Position of the pointer; `None` while it is outside or the keyboard is used.
    pub pointer: Option<Point>,
    /// The named node under the pointer at the last input.
    pub hovered: Option<Slot>,
    /// Shape of the mouse pointer: a hand over what can be clicked.
    pub cursor: PointerShape,
    /// Text of the field that was clicked, until it is taken.
    pub clicked_text: Option<String>,
    /// The control or scroll bar on which the main button went down.
    pub held: Option<Slot>,
    /// For how long the pointer has been on the hovered node, to which it has moved; `None` after a press.
    rests: Option<Duration>,
    /// The field that was clicked, how often in a row, and the time since the last of these clicks.
    clicks: Option<(Slot, usize, Duration)>,
    /// The list that a finger scrolls, and how far down it has scrolled it.
    swipe: Option<(Slot, f32)>,
    /// Point at which a finger began to move over a slider, until the direction shows whether it drags or scrolls.
    slider_swipe: Option<Point>,
    pub(in crate::view) scrolls: Vec<(Slot, Scroll)>,
    /// The focused widget as announced last.
    announced: String,
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
    /// A choice, a field, a slider or a switch has changed to this.
    Changed(Slot, Control),
}

impl Ui {
    /// Focuses a widget and scrolls it into view.
    pub fn show(&mut self, page: &Page, focus: Slot) {
        self.focus = Some(focus);
        self.reveal(page);
    }

    /// How a node with this identity is to be drawn.
    pub fn look(&self, id: Option<Slot>) -> Look {
        let is = |other: Option<Slot>| id.is_some() && id == other;
        Look { focused: is(self.focus), pointer: self.pointer.filter(|_| id.is_some()), held: is(self.held) }
    }

    /// Lets time pass: after a moment on a widget its tip is shown, and a click is no longer the first of a double click.
    pub fn tick(&mut self, elapsed: Duration) {
        self.clicks = self.clicks.map(|(field, count, since)| (field, count, since.saturating_add(elapsed)));
        self.rests = self.rests.map(|rests| rests.saturating_add(elapsed));
    }

    /// Handles that the pointer is no longer on this screen.
    pub fn leave(&mut self) {
        (self.pointer, self.hovered, self.held) = (None, None, None);
    }

    pub(in crate::view) fn scroll(&self, list: Slot) -> Option<Scroll> {
        self.scrolls.iter().find(|(id, _)| *id == list).map(|(_, scroll)| *scroll)
    }

    /// Changes the scroll position of the list `id` by `change`, from the number of its rows and of those that fit.
    pub(in crate::view) fn scroll_list(
        &mut self,
        page: &Page,
        id: Slot,
        change: impl FnOnce(&mut Scroll, usize, usize),
    ) {
        let Some(list) = page.list(id) else { return };
        let place = self.scrolls.iter().position(|(other, _)| *other == id).unwrap_or_else(|| {
            self.scrolls.push((id, Scroll::at(list.first)));
            self.scrolls.len() - 1
        });
        change(&mut self.scrolls[place].1, list.count, list.room);
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
                (self.held, self.swipe, self.slider_swipe) = (None, None, None);
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
                (self.pointer, self.held, self.swipe, self.slider_swipe) = (None, None, None, None);
                UiEvent::Ignored
            }
            _ => UiEvent::Ignored,
        };
        let hovered = self.pointer.and_then(|at| page.under(at).find_map(|(_, element, _)| element.slot));
        if matches!(input, InputEvent::Pressed(..)) {
            // A player who presses a button does not need its tip.
            self.rests = None;
        } else if hovered != self.hovered {
            // No tip is shown for a node that has appeared under the pointer.
            self.rests = matches!(input, InputEvent::Moved(_)).then_some(Duration::ZERO);
        }
        self.hovered = hovered;
        self.cursor = self.pointer.map_or(PointerShape::Arrow, |at| page.cursor_at(at));
        event
    }

    fn press(&mut self, page: &Page, at: Point) -> UiEvent {
        for (_, element, _) in page.under(at) {
            let Some(id) = element.slot else { continue };
            if let Some(control) = element.control() {
                self.held = Some(id);
                let had_focus = self.focus == Some(id);
                let clicks = self.clicks.filter(|(field, _, since)| *field == id && *since < DOUBLE_CLICK);
                let count = clicks.map_or(1, |(_, count, _)| count + 1);
                self.clicks = Some((id, count, Duration::ZERO));
                if !matches!(control, Control::Button(_)) {
                    self.focus = Some(id);
                }
                if let Control::Field(field) = control {
                    self.clicked_text = Some(field.text());
                    // The click that goes to a field keeps the selection that the screen has made, so that typing replaces it.
                    if field.is_selected() && !had_focus {
                        return UiEvent::Handled;
                    }
                }
                return self.change(page, Some(id), |control, rect, unit| {
                    let response = control.widget_mut().press(at, rect, unit);
                    match control {
                        Control::Field(field) if count == 2 => field.select_word(),
                        Control::Field(field) if count > 2 => field.select(),
                        _ => {}
                    }
                    response
                });
            }
            if page.bar_at(element, at).is_some() {
                self.held = Some(id);
                return self.drag(page, at);
            }
            if element.body.press != Press::Never {
                return UiEvent::Pressed(id);
            }
        }
        UiEvent::Ignored
    }

    /// A finger moves from `at` on: it scrolls the list that is there, or drags its bar or a slider.
    fn start_swipe(&mut self, page: &Page, at: Point) -> UiEvent {
        let topmost = page.under(at).find(|(_, element, _)| element.slot.is_some());
        let is_bar = topmost.is_some_and(|(_, element, _)| page.bar_at(element, at).is_some());
        let is_slider = topmost
            .is_some_and(|(_, element, _)| matches!(element.control(), Some(Control::Slider(_))) && !is_bar);
        let list = page.list_at(at).filter(|_| !is_bar);
        if list.is_none() && !is_slider {
            return self.press(page, at);
        }
        self.swipe = list.map(|list| (list, at.y));
        self.slider_swipe = is_slider.then_some(at);
        UiEvent::Handled
    }

    /// A finger that moves from a slider on drags it if it moves to the side, and scrolls otherwise.
    fn decide_slider_swipe(&mut self, page: &Page, at: Point) {
        let Some(from) = self.slider_swipe.filter(|&from| from != at) else { return };
        self.slider_swipe = None;
        if (at.x - from.x).abs() > (at.y - from.y).abs() {
            self.swipe = None;
            self.press(page, from);
        }
    }

    /// Scrolls the list under the finger by the rows that it has passed.
    fn continue_swipe(&mut self, page: &Page, at: Point) {
        let Some((id, from)) = self.swipe else { return };
        let Some(list) = page.list(id) else { return };
        let row = (list.rect.h / list.room.max(1) as f32).clamp(1.0, MAX_SWIPED_ROW);
        let rows = ((from - at.y) / row).trunc();
        self.swipe = Some((id, from - rows * row));
        // The number of rows is at most the height of the window.
        self.scroll_by(page, id, rows as isize);
    }

    fn drag(&mut self, page: &Page, at: Point) -> UiEvent {
        self.decide_slider_swipe(page, at);
        self.continue_swipe(page, at);
        let Some(held) = self.held else { return UiEvent::Ignored };
        match page.list(held) {
            Some(&ListPart { bar, .. }) => {
                if let Some(bar) = bar {
                    self.scroll_list(page, held, |scroll, count, room| scroll.drag(at, bar, count, room));
                }
                UiEvent::Handled
            }
            None => {
                self.change(page, Some(held), |control, rect, unit| control.widget_mut().drag(at, rect, unit))
            }
        }
    }

    /// Scrolls the list under the pointer, or the only one, by a row for each notch.
    fn wheel(&mut self, page: &Page, notches: f32) -> UiEvent {
        let under = self.pointer.and_then(|at| page.list_at(at));
        let Some(list) = under.or(page.only_list()) else { return UiEvent::Ignored };
        self.scroll_by(page, list, -notches as isize);
        UiEvent::Handled
    }

    /// Scrolls the list `id` by `rows`, down if positive.
    pub fn scroll_by(&mut self, page: &Page, id: Slot, rows: isize) {
        self.scroll_list(page, id, |scroll, count, room| scroll.shift(rows, count, room));
    }

    fn key(&mut self, page: &Page, key: Key) -> UiEvent {
        let event = self.change(page, self.focus, |control, _, _| control.widget_mut().key(key));
        if !matches!(event, UiEvent::Ignored) {
            return event;
        }
        let line = |stop: usize| page.place(stop).and_then(|place| place.inside.line);
        let focused = self.focus.and_then(|focus| page.index(focus));
        match (key, focused.filter(|&stop| page.elements[stop].control().is_some())) {
            (Key::Tab, _) => self.step(page, true, |_| true),
            // The screen handles arrows and Enter of a place that it draws.
            (_, None) => UiEvent::Ignored,
            (Key::Down, _) => self.step(page, true, |_| true),
            (Key::Up, _) => self.step(page, false, |_| true),
            (Key::Left | Key::Right, Some(stop)) if line(stop).is_some() => {
                self.step(page, key == Key::Right, |other| line(other) == line(stop))
            }
            _ => UiEvent::Ignored,
        }
    }

    /// Focuses the next or the previous of the widgets `among`. After the last widget comes the first.
    fn step(&mut self, page: &Page, forward: bool, among: impl Fn(usize) -> bool) -> UiEvent {
        let stops = page.stops().filter(|&stop| among(stop)).filter_map(|stop| page.elements[stop].slot);
        let stops: Vec<Slot> = stops.collect();
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
        let place = self.focus.and_then(|focus| page.place(page.index(focus)?));
        if let Some((list, row)) = place.and_then(|place| place.inside.list) {
            let id = page.lists[list].id;
            self.scroll_list(page, id, |scroll, count, room| scroll.reveal(row, count, room));
        }
    }

    /// Applies `change` to a copy of the control called `id`, and returns its new value.
    fn change(
        &self,
        page: &Page,
        id: Option<Slot>,
        change: impl FnOnce(&mut Control, Rect, f32) -> Response,
    ) -> UiEvent {
        let changed = id.and_then(|id| {
            let index = page.index(id)?;
            let (mut control, place) = (page.elements[index].control()?.clone(), page.place(index)?);
            let response = change(&mut control, place.rect, place.unit);
            Some(match (response, control) {
                (Response::Ignored, _) => UiEvent::Ignored,
                (Response::Activated, _) => UiEvent::Pressed(id),
                // An event that a field uses has at least moved its caret.
                (Response::Changed, control) | (_, control @ Control::Field(_)) => {
                    UiEvent::Changed(id, control)
                }
                (Response::Taken, _) => UiEvent::Handled,
            })
        });
        changed.unwrap_or(UiEvent::Ignored)
    }

    /// Whether a text field has the focus.
    pub fn is_typing(&self, page: &Page) -> bool {
        let focused = self.focus.and_then(|focus| page.index(focus));
        focused.is_some_and(|focused| matches!(page.elements[focused].control(), Some(Control::Field(_))))
    }

    /// The focused widget in words: `Button: Play.`, `Color: White.`; empty if none is focused.
    pub fn description(&self, page: &Page) -> String {
        let focused = self.focus.and_then(|focus| page.index(focus));
        focused.map_or_else(String::new, |focused| page.elements[focused].description())
    }

    /// The description of the focused widget, if it has changed since the last call.
    pub fn announcement(&mut self, page: &Page) -> Option<String> {
        let now = self.description(page);
        let before = std::mem::replace(&mut self.announced, now.clone());
        (now != before && !now.is_empty()).then_some(now)
    }

    /// Announces the focused widget again.
    pub fn forget_announcement(&mut self) {
        self.announced.clear();
    }

    /// Draws all widgets of `page`, and the pictures of the areas by `paint`.
    pub fn draw(
        &self,
        page: &Page,
        theme: &Theme,
        items: &mut Vec<Item>,
        paint: &dyn Fn(usize, &mut Pen, Rect, Look),
    ) {
        let mut pen = Pen { theme, unit: 1.0, items };
        for (index, element, place) in page.shown() {
            pen.unit = place.unit;
            let (rect, look) = (place.rect, self.look(element.slot));
            if let Some(surface) = element.body.surface {
                draw_surface(&mut pen, surface, rect, look);
            }
            match &element.body.content {
                Content::Text(text) => draw_text(&mut pen, text, rect),
                Content::Control(control, _) => control.widget().draw(&mut pen, rect, look),
                Content::Area(_) => paint(index, &mut pen, rect, look),
                Content::List(_) => {
                    let list = element.slot.and_then(|id| page.list(id));
                    if let Some((list, bar)) = list.and_then(|list| Some((list, list.bar?))) {
                        Scroll::at(list.first).draw(&mut pen, bar, list.count, list.room, look);
                    }
                }
                Content::Box | Content::Layers | Content::Fit { .. } => {}
            }
        }
        let rests = self.rests.is_some_and(|rests| rests >= TIP_AFTER) && self.held.is_none();
        let hovered = self.hovered.filter(|_| rests).and_then(|hovered| page.index(hovered));
        let tip = hovered
            .and_then(|hovered| Some((page.elements[hovered].body.tip.as_ref()?, page.place(hovered)?)));
        if let (Some((tip, place)), Some(window)) = (tip, page.rect(0)) {
            pen.unit = place.unit;
            draw_tip(&mut pen, tip, place.rect, window);
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
    let smallest = text.keeps_size.then_some(text.smallest);
    let style = Style { role, size, smallest, font, align, color: text.ink.color(pen.theme) };
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
