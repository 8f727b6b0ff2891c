//! A tree of nodes laid out in the window: where every widget is.

use super::button::Weight;
use super::flex::{natural_height, paragraph_size, solve, text_width};
use super::lower::{Lowered, Slot};
use super::node::{Bar, Content, Direction, Label, ListStyle, Press, Surface, TextBlock, Tip};
use super::pen;
use super::{Control, Scroll};
use crate::view::frame::PointerShape;
use crate::view::scene::{Point, Rect};

/// Width of the usual scroll bar and of a thin one, and the space between it and the list, in pixels of the design.
const BAR: (f32, f32) = (10.0, 10.0);
const THIN_BAR: (f32, f32) = (4.0, 4.0);

/// Factor between two scales that [`largest_scale`] tries.
const SCALE_STEP: f32 = 0.95;

/// Widgets with their places in the window.
#[derive(Clone, Debug)]
pub struct Page {
    unit: f32,
    area: Rect,
    pub(super) parts: Vec<Part>,
    pub(super) stops: Vec<Stop>,
    pub(super) lists: Vec<ListPart>,
}

/// What is painted at some place, in the order of painting.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub rect: Rect,
    pub id: Option<Slot>,
    pub kind: PartKind,
    pub tip: Option<Tip>,
    /// Pixels of the window for each pixel of the design.
    pub unit: f32,
}

#[derive(Clone, Debug)]
pub(super) enum PartKind {
    Surface(Surface),
    Text(TextBlock),
    /// Index of a stop.
    Control(usize),
    /// Index of a list whose scroll bar this is.
    Bar(usize),
    /// A named place, drawn by the screen or by its children.
    Place(Press),
}

/// A control or a focusable place, in Tab order.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub id: Slot,
    /// `None` for a place that the screen draws.
    pub control: Option<Control>,
    pub label: Label,
    /// `None` while the row of the list is scrolled out of sight.
    pub rect: Option<Rect>,
    /// Pixels of the window for each pixel of the design.
    pub unit: f32,
    /// Number of its row container: the left and right arrow keys stay within it.
    pub line: Option<usize>,
    /// Index of its list, and its row there.
    pub list: Option<(usize, usize)>,
}

impl Stop {
    /// Whether a drag changes its value.
    pub fn slides(&self) -> bool {
        matches!(self.control, Some(Control::Slider(_)))
    }
}

/// A list: its number of rows, and how many fit.
#[derive(Clone, Debug)]
pub(super) struct ListPart {
    pub id: Slot,
    pub rect: Rect,
    pub bar: Option<Rect>,
    pub count: usize,
    pub room: usize,
    /// The first row shown.
    pub first: usize,
}

impl Page {
    /// Lays `root` out in all of `area`, with `unit` pixels of the window for each pixel of the design.
    pub(super) fn new(
        root: &Lowered,
        area: Rect,
        unit: f32,
        scroll_of: &dyn Fn(Slot) -> Option<Scroll>,
    ) -> Self {
        let mut page = Self { unit, area, parts: Vec::new(), stops: Vec::new(), lists: Vec::new() };
        page.place(root, area, Inside::default(), scroll_of);
        page
    }

    /// Pixels of the window for each pixel of the design.
    pub fn unit(&self) -> f32 {
        self.unit
    }

    pub(super) fn area(&self) -> Rect {
        self.area
    }

    /// The list, if there is exactly one.
    pub(in crate::view) fn only_list(&self) -> Option<Slot> {
        if let [list] = &self.lists[..] { Some(list.id) } else { None }
    }

    /// Whether a list is at `at`.
    pub(in crate::view) fn has_list_at(&self, at: Point) -> bool {
        self.lists.iter().any(|list| list.rect.contains(at))
    }

    /// Where the node called `id` is; `None` if there is none or it is scrolled out of sight.
    pub fn rect(&self, id: Slot) -> Option<Rect> {
        let list = self.lists.iter().find(|list| list.id == id).map(|list| list.rect);
        list.or_else(|| self.parts.iter().find(|part| part.id == Some(id)).map(|part| part.rect))
    }

    /// Whether all texts are whole at their size and nothing leaves the area.
    pub fn fits(&self) -> bool {
        let (right, bottom) = (self.area.x + self.area.w + 0.5, self.area.y + self.area.h + 0.5);
        self.parts.iter().all(|part| {
            let inside = part.rect.x + part.rect.w <= right && part.rect.y + part.rect.h <= bottom;
            let whole = match &part.kind {
                PartKind::Text(text) if text.wraps => {
                    let (w, h) = paragraph_size(text, part.rect.w, part.unit);
                    w <= part.rect.w + 0.5 && h <= part.rect.h + 0.5
                }
                PartKind::Text(text) => text_width(text, part.unit) <= part.rect.w + 0.5,
                PartKind::Control(stop) => {
                    let control = self.stops[*stop].control.as_ref();
                    control.is_none_or(|control| control.least_width(part.unit) <= part.rect.w + 0.5)
                }
                _ => true,
            };
            inside && whole
        })
    }

    pub(super) fn stop(&self, id: Slot) -> Option<&Stop> {
        self.stops.iter().find(|stop| stop.id == id)
    }

    /// The topmost named node at `at`.
    pub(super) fn id_at(&self, at: Point) -> Option<Slot> {
        let mut under = self.parts.iter().rev().filter(|part| part.rect.contains(at));
        under.find_map(|part| part.id)
    }

    /// Shape of the mouse pointer at `at`.
    pub(super) fn cursor_at(&self, at: Point) -> PointerShape {
        let mut under = self.parts.iter().rev().filter(|part| part.rect.contains(at));
        let cursor = under.find_map(|part| match part.kind {
            PartKind::Control(stop) => Some(match &self.stops[stop].control {
                Some(Control::Field(_)) => PointerShape::Text,
                Some(Control::Button(button)) if button.weight == Weight::Off => PointerShape::Arrow,
                _ => PointerShape::Hand,
            }),
            PartKind::Bar(_) | PartKind::Place(Press::Active) => Some(PointerShape::Hand),
            PartKind::Place(Press::Inert) => Some(PointerShape::Arrow),
            _ => None,
        });
        cursor.unwrap_or_default()
    }

    /// Lays `root` out in `area` and adds its parts.
    fn place(
        &mut self,
        root: &Lowered,
        area: Rect,
        inside: Inside,
        scroll_of: &dyn Fn(Slot) -> Option<Scroll>,
    ) {
        let rects = solve(root, area, self.unit);
        self.add(root, &mut rects.into_iter(), inside, scroll_of);
    }

    fn add(
        &mut self,
        node: &Lowered,
        rects: &mut impl Iterator<Item = Rect>,
        inside: Inside,
        scroll_of: &dyn Fn(Slot) -> Option<Scroll>,
    ) {
        let rect = rects.next().unwrap_or_default();
        let unit = self.unit;
        let part = |kind, id| Part { rect, id, kind, tip: node.body.tip.clone(), unit };
        if let Some(surface) = node.body.surface {
            self.parts.push(part(PartKind::Surface(surface), node.slot));
        }
        match &node.body.content {
            Content::Box(children) => {
                match (node.slot, &node.body.button) {
                    (Some(id), Some(button)) => {
                        self.parts.push(part(PartKind::Control(self.stops.len()), node.slot));
                        let control = Control::Button(button.clone());
                        self.add_stop(id, Some(control), Label::default(), rect, inside);
                    }
                    (Some(_), None) => self.parts.push(part(PartKind::Place(node.body.press), node.slot)),
                    (None, _) => {}
                }
                let row = node.body.flex.direction != Direction::Column;
                let line = row.then_some(self.parts.len());
                for child in children {
                    self.add(child, rects, Inside { line, ..inside }, scroll_of);
                }
            }
            Content::List(rows, style) => self.add_list(node.slot, rows, *style, rect, scroll_of),
            Content::Text(text) => self.parts.push(part(PartKind::Text(text.clone()), node.slot)),
            Content::Control(control, label) => {
                let Some(id) = node.slot else { return };
                self.parts.push(part(PartKind::Control(self.stops.len()), node.slot));
                self.add_stop(id, Some(control.clone()), label.clone(), rect, inside);
            }
            Content::Area(focused) => {
                self.parts.push(part(PartKind::Place(node.body.press), node.slot));
                if let Some(id) = node.slot.filter(|_| *focused) {
                    self.add_stop(id, None, Label::default(), rect, inside);
                }
            }
            Content::Layers(layers) => {
                self.parts.extend(node.slot.map(|id| part(PartKind::Place(node.body.press), Some(id))));
                for layer in layers {
                    self.place_at(&layer.node, layer.rect, layer.unit, inside, scroll_of);
                }
            }
            Content::Fit(fit) => {
                let Some((last, others)) = fit.trees.split_last() else { return };
                let tried = if fit.has_fallback { others } else { &fit.trees[..] };
                let smallest = fit.smallest.min(unit);
                let fits = |unit| {
                    let has_room = |tree: &&Lowered| Self::new(tree, rect, unit, scroll_of).fits();
                    tried.iter().find(has_room).map(|tree| (tree, unit))
                };
                let rest = (last, if fit.has_fallback { unit } else { smallest });
                let (tree, unit) = largest_scale(unit, smallest, fits).unwrap_or(rest);
                self.place_at(tree, rect, unit, inside, scroll_of);
            }
        }
    }

    /// Lays `root` out in `area` with `unit` pixels of the window for each pixel of the design.
    fn place_at(
        &mut self,
        root: &Lowered,
        area: Rect,
        unit: f32,
        inside: Inside,
        scroll_of: &dyn Fn(Slot) -> Option<Scroll>,
    ) {
        let before = std::mem::replace(&mut self.unit, unit);
        self.place(root, area, inside, scroll_of);
        self.unit = before;
    }

    fn add_stop(&mut self, id: Slot, control: Option<Control>, label: Label, rect: Rect, inside: Inside) {
        let (line, list) = (inside.line, inside.list);
        self.stops.push(Stop { id, control, label, rect: Some(rect), unit: self.unit, line, list });
    }

    /// Adds the visible rows of a list; the others only to the Tab order.
    fn add_list(
        &mut self,
        id: Option<Slot>,
        rows: &[Lowered],
        style: ListStyle,
        rect: Rect,
        scroll_of: &dyn Fn(Slot) -> Option<Scroll>,
    ) {
        let Some(id) = id else { return };
        let height = |row: &Lowered, width: f32| natural_height(row, width, self.unit);
        let heights: Vec<f32> = rows.iter().map(|row| height(row, rect.w)).collect();
        let scrolls = heights.iter().sum::<f32>() > rect.h + 0.5;
        let (bar_width, gap) = match style.bar {
            Bar::Usual => BAR,
            Bar::Thin => THIN_BAR,
            Bar::None => (0.0, 0.0),
        };
        let (bar_width, gap) = (pen::px(bar_width, self.unit), pen::px(gap, self.unit));
        let width = if scrolls { (rect.w - bar_width - gap).max(0.0) } else { rect.w };
        let heights: Vec<f32> =
            if scrolls { rows.iter().map(|row| height(row, width)).collect() } else { heights };
        // The number of rows that fit when the list is scrolled to its end.
        let mut used = 0.0;
        let fitting = heights.iter().rev().take_while(|height| {
            used += **height;
            used <= rect.h + 0.5
        });
        let room = fitting.count().clamp(1, rows.len().max(1));
        let index = self.lists.len();
        let first = scroll_of(id).unwrap_or_else(|| resting(style.anchor, rows.len(), room));
        let first = first.first(rows.len(), room);
        let mut y = rect.y;
        self.lists.push(ListPart { id, rect, bar: None, count: rows.len(), room, first });
        let mut full = false;
        for (number, (row, height)) in rows.iter().zip(heights).enumerate() {
            let inside = Inside { list: Some((index, number)), line: None };
            // One row is shown even if it does not fit.
            full |= number > first && y + height > rect.y + rect.h + 0.5;
            if number < first || full {
                if !has_stops(row) {
                    continue;
                }
                let (parts, stops) = (self.parts.len(), self.stops.len());
                self.place(row, Rect { y, w: width, h: height, ..rect }, inside, scroll_of);
                self.parts.truncate(parts);
                self.stops[stops..].iter_mut().for_each(|stop| stop.rect = None);
            } else {
                self.place(row, Rect { y, w: width, h: height, ..rect }, inside, scroll_of);
                y += height;
            }
        }
        if scrolls && bar_width > 0.0 {
            let bar = Rect::new(rect.x + rect.w - bar_width, rect.y, bar_width, rect.h);
            self.parts.push(Part {
                rect: bar,
                id: Some(id),
                kind: PartKind::Bar(index),
                tip: None,
                unit: self.unit,
            });
            self.lists[index].bar = Some(bar);
        }
    }
}

/// The page at the largest scale between `smallest` and `largest` at which `page` returns one. If a scale does, all
/// smaller ones are assumed to do.
pub fn largest_scale<P>(largest: f32, smallest: f32, page: impl Fn(f32) -> Option<P>) -> Option<P> {
    if largest < smallest {
        return None;
    }
    let first = page(largest);
    if first.is_some() {
        return first;
    }
    // Bisection over powers of a step.
    let scale = |power: u32| (largest * SCALE_STEP.powi(power as i32)).max(smallest);
    let (mut too_large, mut least) = (0, 0);
    while scale(least) > smallest {
        least += 1;
    }
    let mut best = page(scale(least))?;
    while least - too_large > 1 {
        let middle = (least + too_large) / 2;
        match page(scale(middle)) {
            Some(fitting) => (best, least) = (fitting, middle),
            None => too_large = middle,
        }
    }
    Some(best)
}

/// Scroll position of a list that has not been scrolled: shows the row `anchor` and some of those after it.
fn resting(anchor: Option<usize>, count: usize, room: usize) -> Scroll {
    let mut scroll = Scroll::default();
    if let Some(row) = anchor {
        scroll.reveal((row + room / 2).min(count.saturating_sub(1)), count, room);
        scroll.reveal(row, count, room);
    }
    scroll
}

/// Whether something in `node` can be focused.
fn has_stops(node: &Lowered) -> bool {
    match &node.body.content {
        Content::Box(_) if node.body.button.is_some() => true,
        Content::Box(children) | Content::List(children, _) => children.iter().any(has_stops),
        Content::Fit(fit) => fit.trees.iter().any(has_stops),
        Content::Layers(layers) => layers.iter().any(|layer| has_stops(&layer.node)),
        Content::Control(..) | Content::Area(true) => true,
        Content::Text(_) | Content::Area(false) => false,
    }
}

/// The containers of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Inside {
    line: Option<usize>,
    list: Option<(usize, usize)>,
}
