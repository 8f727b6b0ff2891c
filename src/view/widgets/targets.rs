//! Targets for fingers: enlarges what can be pressed, and small texts, in the tree of a screen.

use taffy::prelude::{Dimension, LengthPercentageAuto, Size, length, percent};
use taffy::style::{ExpandedDimension, ExpandedLengthPercentage, ExpandedLengthPercentageAuto};

use super::Control;
use super::lower::{Element, children};
use super::node::{Body, Content, Press, Surface};
use crate::view::form::touch;

/// Space between the targets of two rows of a list, in pixels of the design.
const ROW_GAP: f32 = 4.0;

/// Whether the element can be pressed.
pub(in crate::view) fn is_target(element: &Element) -> bool {
    matches!(element.body.content, Content::Control(..)) || element.body.press == Press::Active
}

/// Enlarges targets and texts of a tree that is laid out with `unit` pixels of the window for each pixel of the design.
///
/// Returns the least height of the tree in pixels of the design; 0 if nothing in it can be pressed.
pub(in crate::view) fn enlarge(tree: &mut [Element], unit: f32) -> f32 {
    let unit = tree[0].body.layer.map_or(unit, |(_, unit)| unit);
    let (target, font) = (touch::TARGET / unit, f32::from(touch::TEXT) / unit);
    let places: Vec<usize> = children(tree).collect();
    let needs: Vec<f32> = places
        .iter()
        .map(|&child| {
            let end = child + tree[child].len;
            enlarge(&mut tree[child..end], unit)
        })
        .collect();
    let most = needs.iter().copied().fold(0.0, f32::max);
    if matches!(tree[0].body.content, Content::List(_)) && most > 0.0 {
        for (&row, need) in places.iter().zip(&needs).filter(|(_, need)| **need > 0.0) {
            tree[row].body.least = need + ROW_GAP;
            tree[row].body.style.size.height = raised(tree[row].body.style.size.height, need + ROW_GAP);
        }
        level_rows(tree, &places, most + ROW_GAP);
    }
    if tree[0].body.surface == Some(Surface::Dialog) {
        fit_dialog(&mut tree[0].body);
    }
    let is_target = is_target(&tree[0]);
    let body = &mut tree[0].body;
    let spaces = [body.style.padding.top, body.style.padding.bottom];
    let padding: f32 = spaces.into_iter().map(|space| pixels_of(space.expand())).sum();
    if let Content::Control(Control::Choice(choice), _) = &mut body.content {
        choice.enlarge();
    }
    let inside = match &mut body.content {
        Content::Text(text) => {
            (text.size, text.smallest) = (text.size.max(font), text.smallest.max(font));
            0.0
        }
        Content::Fit { smallest, .. } => {
            *smallest = smallest.max(unit);
            most
        }
        Content::List(_) | Content::Box | Content::Control(..) if most == 0.0 => 0.0,
        Content::List(_) => most,
        Content::Box | Content::Control(..) => {
            let gap = pixels_of(body.style.gap.height.expand());
            let gaps = gap * needs.len().saturating_sub(1) as f32;
            padding + if body.is_row() { most } else { needs.iter().sum::<f32>() + gaps }
        }
        Content::Area(_) | Content::Layers => 0.0,
    };
    let need = if is_target { inside.max(target) } else { inside };
    if is_target {
        body.style.min_size.width = at_least(body.style.min_size.width, target);
        body.style.size.width = raised(body.style.size.width, target);
        body.style.max_size.width = at_least_if_set(body.style.max_size.width, target);
    }
    if need > 0.0 {
        body.style.min_size.height = at_least(body.style.min_size.height, need);
        body.style.size.height = raised(body.style.size.height, need);
        body.style.max_size.height = at_least_if_set(body.style.max_size.height, need);
    }
    need
}

/// Lets a dialog be as high as its enlarged contents need, and at most as large as the window.
fn fit_dialog(body: &mut Body) {
    if let ExpandedDimension::Length(height) = body.style.size.height.expand() {
        body.style.min_size.height = length(height);
        body.style.size.height = Dimension::auto();
    }
    body.style.max_size = Size { width: percent(1.0), height: percent(1.0) };
    body.shrink = Some(1.0);
}

/// Gives rows of one height the height of the largest, so that those out of sight, which are empty, have it as well.
fn level_rows(tree: &mut [Element], rows: &[usize], height: f32) {
    let explicit = |row: &usize| match tree[*row].body.style.size.height.expand() {
        ExpandedDimension::Length(pixels) => Some(pixels),
        _ => None,
    };
    let heights: Option<Vec<f32>> = rows.iter().map(explicit).collect();
    if heights.is_some_and(|heights| heights.iter().all(|&other| other <= height)) {
        rows.iter().for_each(|&row| tree[row].body.style.size.height = length(height));
    }
}

fn pixels_of(space: ExpandedLengthPercentage) -> f32 {
    if let ExpandedLengthPercentage::Length(pixels) = space { pixels } else { 0.0 }
}

/// A fixed size of at least `pixels`.
fn raised(size: Dimension, pixels: f32) -> Dimension {
    match size.expand() {
        ExpandedDimension::Length(old) => length(old.max(pixels)),
        _ => size,
    }
}

fn at_least(limit: LengthPercentageAuto, pixels: f32) -> LengthPercentageAuto {
    match limit.expand() {
        ExpandedLengthPercentageAuto::Length(old) => length(old.max(pixels)),
        _ => length(pixels),
    }
}

fn at_least_if_set(limit: LengthPercentageAuto, pixels: f32) -> LengthPercentageAuto {
    match limit.expand() {
        ExpandedLengthPercentageAuto::Length(old) => length(old.max(pixels)),
        _ => limit,
    }
}
