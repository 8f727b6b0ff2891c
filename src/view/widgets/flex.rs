//! Sizes and positions of the nodes of a tree, by flexbox (crate `taffy`), in whole pixels.

use taffy::prelude::*;
use taffy::style::{ExpandedDimension, ExpandedLengthPercentage, ExpandedLengthPercentageAuto};
use taffy::{LayoutInput, LayoutOutput, compute_leaf_layout};

use super::button::CONTROL_HEIGHT;
use super::lower::{Element, children};
use super::node::{Content, TextBlock};
use super::pen::{self, line_height};
use crate::view::scene::Rect;
use crate::view::text::{measure, wrap};

/// The rectangles of the nodes of `tree` in depth-first order, the first node having all of `area`. Nodes inside lists,
/// layers and fits are laid out later.
pub(super) fn solve(tree: &[Element], area: Rect, unit: f32) -> Vec<Rect> {
    let size = Size { width: Some(area.w), height: Some(area.h) };
    let (taffy, root) = layout(tree, size, unit);
    let mut rects = Vec::new();
    collect(&taffy, root, (area.x, area.y), &mut rects);
    rects
}

/// The height of `tree` with a width of `width` and no limit to its height.
pub(super) fn natural_height(tree: &[Element], width: f32, unit: f32) -> f32 {
    if let ExpandedDimension::Length(height) = tree[0].body.style.size.height.expand() {
        return pen::px(height, unit);
    }
    let (taffy, root) = layout(tree, Size { width: Some(width), height: None }, unit);
    let least = pen::px(tree[0].body.least, unit);
    taffy.layout(root).map_or(0.0, |layout| layout.size.height.max(least))
}

/// Lays `tree` out. The first node has its own size where `size` is `None`.
fn layout(tree: &[Element], size: Size<Option<f32>>, unit: f32) -> (TaffyTree<&[Element]>, NodeId) {
    let measure = |inputs: LayoutInput, _, tree: Option<&mut &[Element]>, style: &Style| -> LayoutOutput {
        compute_leaf_layout(
            inputs,
            style,
            |_, _| 0.0,
            |known, available| {
                tree.map_or(Size::ZERO, |tree| natural_size(tree, known, available.width, unit))
            },
        )
    };
    let own = scaled(&tree[0].body.style, unit);
    let root_size = Size {
        width: size.width.map_or(own.size.width, length),
        height: size.height.map_or(own.size.height, length),
    };
    let style = Style { size: root_size, min_size: Size::auto(), max_size: Size::auto(), ..own };
    let mut taffy = TaffyTree::new();
    let root = add(&mut taffy, tree, style, unit);
    let available = size.map(|size| size.map_or(AvailableSpace::MaxContent, AvailableSpace::Definite));
    taffy.compute_layout_with_measure(root, available, measure).expect("the root is in the tree");
    (taffy, root)
}

fn add<'a>(taffy: &mut TaffyTree<&'a [Element]>, tree: &'a [Element], style: Style, unit: f32) -> NodeId {
    let body = &tree[0].body;
    let added = if matches!(body.content, Content::Box)
        || matches!(body.content, Content::Control(..)) && tree[0].len > 1
    {
        // Children of a row become narrower by default, because texts are cut and labels shrink; those of a column keep
        // their height.
        let shrink = if body.is_row() { 1.0 } else { 0.0 };
        let child = |child: usize| {
            let own = &tree[child].body;
            let style = Style { flex_shrink: own.shrink.unwrap_or(shrink), ..scaled(&own.style, unit) };
            add(taffy, &tree[child..], style, unit)
        };
        let children: Vec<_> = children(tree).map(child).collect();
        taffy.new_with_children(style, &children)
    } else {
        taffy.new_leaf_with_context(style, tree)
    };
    added.expect("a new node is always accepted")
}

fn collect(taffy: &TaffyTree<&[Element]>, node: NodeId, corner: (f32, f32), rects: &mut Vec<Rect>) {
    let Ok(layout) = taffy.layout(node) else { return };
    let corner = (corner.0 + layout.location.x, corner.1 + layout.location.y);
    rects.push(Rect::new(corner.0, corner.1, layout.size.width.max(0.0), layout.size.height.max(0.0)));
    for child in taffy.child_ids(node) {
        collect(taffy, child, corner, rects);
    }
}

/// `style`, whose lengths are pixels of the design, with whole pixels of the window.
fn scaled(style: &Style, unit: f32) -> Style {
    let size = |size: Dimension| match size.expand() {
        ExpandedDimension::Length(pixels) => length(pen::px(pixels, unit)),
        _ => size,
    };
    let limit = |limit: LengthPercentageAuto| match limit.expand() {
        ExpandedLengthPercentageAuto::Length(pixels) => length(pen::px(pixels, unit)),
        _ => limit,
    };
    let space = |space: LengthPercentage| match space.expand() {
        ExpandedLengthPercentage::Length(pixels) => length(pen::px(pixels, unit)),
        _ => space,
    };
    Style {
        size: style.size.map(size),
        min_size: style.min_size.map(limit),
        max_size: style.max_size.map(limit),
        flex_basis: size(style.flex_basis),
        gap: style.gap.map(space),
        padding: style.padding.map(space),
        ..style.clone()
    }
}

/// Default size of the first node of `tree`.
fn natural_size(
    tree: &[Element],
    known: Size<Option<f32>>,
    available: AvailableSpace,
    unit: f32,
) -> Size<f32> {
    let width = || match (known.width, available) {
        (Some(width), _) | (None, AvailableSpace::Definite(width)) => width,
        (None, AvailableSpace::MinContent) => 0.0,
        (None, AvailableSpace::MaxContent) => f32::INFINITY,
    };
    let (w, h) = match &tree[0].body.content {
        // Rounding to whole pixels may take a part of a pixel away.
        Content::Text(text) if text.wraps => paragraph_size(text, width().floor(), unit),
        Content::Text(text) => (text_width(text, unit), line_height(pen::size(text.size, unit))),
        Content::Control(control, _) => (control.natural_width(unit), pen::px(CONTROL_HEIGHT, unit)),
        Content::List(_) => {
            let width = if width().is_finite() { width() } else { 0.0 };
            (width, children(tree).map(|row| natural_height(&tree[row..], width, unit)).sum())
        }
        Content::Area(_) | Content::Box | Content::Layers | Content::Fit { .. } => (0.0, 0.0),
    };
    Size { width: known.width.unwrap_or(w), height: known.height.unwrap_or(h) }
}

/// The width of a text in one line.
pub(super) fn text_width(text: &TextBlock, unit: f32) -> f32 {
    measure(&text.text, text.font, pen::size(text.size, unit)).ceil()
}

/// The size of a paragraph that may be `width` wide.
pub(super) fn paragraph_size(text: &TextBlock, width: f32, unit: f32) -> (f32, f32) {
    let size = pen::size(text.size, unit);
    let lines = wrap(&text.text, text.font, size, width);
    let widest = lines.iter().map(|line| measure(line, text.font, size).ceil()).fold(0.0, f32::max);
    (widest, line_height(size) * lines.len() as f32)
}
