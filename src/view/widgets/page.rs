//! A tree of nodes laid out in the window: where every widget is.

use super::Scroll;
use super::button::Weight;
use super::flex::{natural_height, paragraph_size, solve, text_width};
use super::lower::{Element, Slot, children};
use super::node::{Bar, Content, ListStyle, Press};
use super::{Control, pen};
use crate::view::frame::PointerShape;
use crate::view::scene::{Point, Rect};

/// Width of the usual scroll bar, and space between it and the list, in pixels of the design.
const BAR: (f32, f32) = (10.0, 10.0);
/// Width of a thin scroll bar, and space between it and the list, in pixels of the design.
const THIN_BAR: (f32, f32) = (4.0, 4.0);

/// Factor between two scales that [`largest_scale`] tries.
const SCALE_STEP: f32 = 0.95;

/// Widgets with their places in the window, in the order of painting and of the Tab key.
#[derive(Clone, Debug)]
pub struct Page {
    pub(in crate::view) elements: Vec<Element>,
    /// The place of each element; `None` in a tree or a row that is not laid out.
    pub(super) places: Vec<Option<Place>>,
    pub(super) lists: Vec<ListPart>,
}

/// Place of an element.
#[derive(Clone, Copy, Debug)]
pub(in crate::view) struct Place {
    pub rect: Rect,
    /// Pixels of the window for each pixel of the design.
    pub unit: f32,
    pub inside: Inside,
}

/// The containers of an element.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::view) struct Inside {
    /// Index of the row that contains the element. The left and right arrow keys stay within it.
    pub line: Option<usize>,
    /// Index of the list that contains the element, and the row of the list.
    pub list: Option<(usize, usize)>,
    /// Whether the row is scrolled out of sight. Its controls can still get the focus.
    pub is_out_of_sight: bool,
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
    /// Lays `elements` out in all of `area`, with `unit` pixels of the window for each pixel of the design.
    pub(in crate::view) fn new(
        elements: Vec<Element>,
        area: Rect,
        unit: f32,
        scroll_of: &dyn Fn(Slot) -> Option<Scroll>,
    ) -> Self {
        let Layout { places, lists, .. } = Layout::new(&elements, area, unit, scroll_of);
        Self { elements, places, lists }
    }

    pub(in crate::view) fn place(&self, index: usize) -> Option<&Place> {
        self.places[index].as_ref()
    }

    /// The elements that are in sight, with their indices.
    pub(super) fn shown(&self) -> impl DoubleEndedIterator<Item = (usize, &Element, &Place)> {
        shown(&self.elements, &self.places)
    }

    /// The elements at `at`, the topmost first.
    pub(in crate::view) fn under(&self, at: Point) -> impl Iterator<Item = (usize, &Element, &Place)> {
        self.shown().rev().filter(move |(_, _, place)| place.rect.contains(at))
    }

    /// Indices of the elements that can have the focus.
    pub(in crate::view) fn stops(&self) -> impl Iterator<Item = usize> {
        (0..self.elements.len())
            .filter(|&index| self.places[index].is_some() && self.elements[index].is_stop())
    }

    /// Index of the element called `id`; `None` if there is none or it is not laid out.
    pub(in crate::view) fn index(&self, id: Slot) -> Option<usize> {
        let index = self.elements.iter().position(|element| element.slot == Some(id));
        index.filter(|&index| self.places[index].is_some())
    }

    /// The list called `id`.
    pub(super) fn list(&self, id: Slot) -> Option<&ListPart> {
        self.lists.iter().find(|list| list.id == id)
    }

    /// The list, if there is exactly one.
    pub(in crate::view) fn only_list(&self) -> Option<Slot> {
        if let [list] = &self.lists[..] { Some(list.id) } else { None }
    }

    pub(in crate::view) fn list_at(&self, at: Point) -> Option<Slot> {
        self.lists.iter().find(|list| list.rect.contains(at)).map(|list| list.id)
    }

    /// Place of the element; `None` if it is out of sight.
    pub(in crate::view) fn rect(&self, index: usize) -> Option<Rect> {
        self.place(index).filter(|place| !place.inside.is_out_of_sight).map(|place| place.rect)
    }

    /// Shape of the mouse pointer at `at`.
    pub(super) fn cursor_at(&self, at: Point) -> PointerShape {
        let cursor =
            self.under(at).find_map(|(_, element, _)| match (element.control(), element.body.press) {
                (Some(Control::Field(_)), _) => Some(PointerShape::Text),
                (Some(Control::Button(button)), _) if button.weight == Weight::Off => {
                    Some(PointerShape::Arrow)
                }
                (Some(_), _) | (None, Press::Active) => Some(PointerShape::Hand),
                (None, Press::Inert) => Some(PointerShape::Arrow),
                (None, Press::Never) => self.bar_at(element, at).map(|_| PointerShape::Hand),
            });
        cursor.unwrap_or_default()
    }

    /// The list `element`, if its scroll bar is at `at`.
    pub(super) fn bar_at(&self, element: &Element, at: Point) -> Option<&ListPart> {
        self.list(element.slot?).filter(|list| list.bar.is_some_and(|bar| bar.contains(at)))
    }
}

fn shown<'a>(
    elements: &'a [Element],
    places: &'a [Option<Place>],
) -> impl DoubleEndedIterator<Item = (usize, &'a Element, &'a Place)> {
    elements.iter().zip(places).enumerate().filter_map(|(index, (element, place))| {
        let place = place.as_ref().filter(|place| !place.inside.is_out_of_sight)?;
        Some((index, element, place))
    })
}

/// The places of a tree.
struct Layout<'a> {
    elements: &'a [Element],
    scroll_of: &'a dyn Fn(Slot) -> Option<Scroll>,
    places: Vec<Option<Place>>,
    lists: Vec<ListPart>,
}

impl<'a> Layout<'a> {
    fn new(
        elements: &'a [Element],
        area: Rect,
        unit: f32,
        scroll_of: &'a dyn Fn(Slot) -> Option<Scroll>,
    ) -> Self {
        let places = vec![None; elements[0].len];
        let mut layout = Self { elements, scroll_of, places, lists: Vec::new() };
        layout.place(0, area, unit, Inside::default());
        layout
    }

    /// Whether all texts are whole at their size and nothing leaves the area.
    fn fits(&self) -> bool {
        fits(self.elements, &self.places)
    }

    /// Lays the tree at `index` out in `area`, with `unit` pixels of the window for each pixel of the design.
    fn place(&mut self, index: usize, area: Rect, unit: f32, inside: Inside) {
        let rects = solve(&self.elements[index..], area, unit);
        self.add(index, &mut rects.into_iter(), unit, inside);
    }

    fn add(&mut self, index: usize, rects: &mut impl Iterator<Item = Rect>, unit: f32, inside: Inside) {
        let rect = rects.next().unwrap_or_default();
        self.places[index] = Some(Place { rect, unit, inside });
        let tree = &self.elements[index..];
        let children = children(tree).map(|child| index + child);
        match tree[0].body.content {
            Content::Box | Content::Control(..) => {
                let line = tree[0].body.is_row().then_some(index);
                children.for_each(|child| self.add(child, rects, unit, Inside { line, ..inside }));
            }
            Content::List(style) => self.add_list(index, style, rect, unit),
            Content::Layers => {
                for child in children {
                    if let Some((rect, unit)) = self.elements[child].body.layer {
                        self.place(child, rect, unit, inside);
                    }
                }
            }
            Content::Fit { smallest, has_fallback } => {
                let trees: Vec<usize> = children.collect();
                let Some((&last, others)) = trees.split_last() else { return };
                let tried = if has_fallback { others } else { &trees };
                let smallest = smallest.min(unit);
                let fits = |unit| {
                    let has_room = |&&tree: &&usize| {
                        Layout::new(&self.elements[tree..], rect, unit, self.scroll_of).fits()
                    };
                    tried.iter().find(has_room).map(|&tree| (tree, unit))
                };
                let rest = (last, if has_fallback { unit } else { smallest });
                let (tree, unit) = largest_scale(unit, smallest, fits).unwrap_or(rest);
                self.place(tree, rect, unit, inside);
            }
            Content::Text(_) | Content::Area(_) => {}
        }
    }

    /// Adds the visible rows of a list, and those in which something can have the focus.
    fn add_list(&mut self, index: usize, style: ListStyle, rect: Rect, unit: f32) {
        let elements = self.elements;
        let Some(id) = elements[index].slot else { return };
        let rows: Vec<usize> = children(&elements[index..]).map(|row| index + row).collect();
        let heights = |width: f32| -> Vec<f32> {
            rows.iter().map(|&row| natural_height(&elements[row..], width, unit)).collect()
        };
        let mut row_heights = heights(rect.w);
        let scrolls = row_heights.iter().sum::<f32>() > rect.h + 0.5;
        let (bar_width, gap) = match style.bar {
            Bar::Usual => BAR,
            Bar::Thin => THIN_BAR,
            Bar::None => (0.0, 0.0),
        };
        let (bar_width, gap) = (pen::px(bar_width, unit), pen::px(gap, unit));
        let mut width = rect.w;
        if scrolls {
            width = (rect.w - bar_width - gap).max(0.0);
            row_heights = heights(width);
        }
        // The number of rows that fit when the list is scrolled to its end.
        let mut used = 0.0;
        let fitting = row_heights.iter().rev().take_while(|height| {
            used += **height;
            used <= rect.h + 0.5
        });
        let room = fitting.count().clamp(1, rows.len().max(1));
        let first = (self.scroll_of)(id).unwrap_or_else(|| resting(style.anchor, rows.len(), room));
        let first = first.first(rows.len(), room);
        let bar = Rect::new(rect.x + rect.w - bar_width, rect.y, bar_width, rect.h);
        let bar = (scrolls && bar_width > 0.0).then_some(bar);
        let list = self.lists.len();
        self.lists.push(ListPart { id, rect, bar, count: rows.len(), room, first });
        // Rows that can be pressed are placed out of sight, too, so that they can be named.
        let is_used =
            |element: &Element| element.is_stop() || !style.is_lazy && element.body.press == Press::Active;
        let mut y = rect.y;
        let mut full = false;
        for (number, (&row, height)) in rows.iter().zip(row_heights).enumerate() {
            // One row is shown even if it does not fit.
            full |= number > first && y + height > rect.y + rect.h + 0.5;
            let is_out_of_sight = number < first || full;
            let inside = Inside { list: Some((list, number)), line: None, is_out_of_sight };
            let area = Rect { y, w: width, h: height, ..rect };
            if !is_out_of_sight {
                self.place(row, area, unit, inside);
                y += height;
            } else if elements[row..][..elements[row].len].iter().any(is_used) {
                self.place(row, area, unit, inside);
            }
        }
    }
}

/// Whether all texts are whole at their size and nothing leaves the area of the first element.
pub(super) fn fits(elements: &[Element], places: &[Option<Place>]) -> bool {
    let area = places[0].map(|place| place.rect).unwrap_or_default();
    let (right, bottom) = (area.x + area.w + 0.5, area.y + area.h + 0.5);
    shown(elements, places).all(|(_, element, &Place { rect, unit, .. })| {
        let inside = rect.x + rect.w <= right && rect.y + rect.h <= bottom;
        let whole = match &element.body.content {
            // Only what is drawn needs room.
            Content::Box | Content::List(_) if element.body.surface.is_none() => return true,
            Content::Text(text) if text.wraps => {
                let (w, h) = paragraph_size(text, rect.w, unit);
                w <= rect.w + 0.5 && h <= rect.h + 0.5
            }
            Content::Text(text) => text_width(text, unit) <= rect.w + 0.5,
            Content::Control(control, _) => control.least_width(unit) <= rect.w + 0.5,
            _ => true,
        };
        inside && whole
    })
}
/// The page at the largest scale between `smallest` and `largest` at which `page` returns one. If there is a page at
/// one scale, it is assumed that there is one at all smaller scales.
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
