//! Sizes and positions of the nodes of a tree, by flexbox (crate `taffy`), in whole pixels.

use taffy::prelude::*;
use taffy::{LayoutInput, LayoutOutput, compute_leaf_layout};

use super::button::CONTROL_HEIGHT;
use super::lower::Lowered;
use super::node::{Content, Direction, Flex, Justify, Length, TextBlock};
use super::pen::{self, line_height};
use crate::view::scene::Rect;
use crate::view::text::{measure, wrap};

/// The rectangles of `root` and all nodes below it in depth-first order, `root` having all of `area`. Rows of lists
/// are laid out one by one later.
pub(super) fn solve(root: &Lowered, area: Rect, unit: f32) -> Vec<Rect> {
    let mut tree = build(root, unit);
    let size = Size { width: Some(area.w), height: Some(area.h) };
    tree.solve(size);
    let mut rects = Vec::new();
    tree.collect(tree.root, (area.x, area.y), &mut rects);
    rects
}

/// The height of `root` with a width of `width` and no limit to its height.
pub(super) fn natural_height(root: &Lowered, width: f32, unit: f32) -> f32 {
    if let Some(Length::Pixels(height)) = root.body.flex.height {
        return pen::px(height, unit);
    }
    let mut tree = build(root, unit);
    tree.solve(Size { width: Some(width), height: None });
    tree.taffy.layout(tree.root).map_or(0.0, |layout| layout.size.height)
}

/// A tree that `taffy` lays out.
struct Tree<'a> {
    taffy: TaffyTree<&'a Lowered>,
    root: NodeId,
    unit: f32,
}

fn build(root: &Lowered, unit: f32) -> Tree<'_> {
    let mut taffy = TaffyTree::new();
    let id = add(&mut taffy, root, Direction::Column, unit);
    Tree { taffy, root: id, unit }
}

fn add<'a>(taffy: &mut TaffyTree<&'a Lowered>, node: &'a Lowered, parent: Direction, unit: f32) -> NodeId {
    let style = style(&node.body.flex, parent, unit);
    let added = match &node.body.content {
        Content::Box(children) => {
            let children: Vec<_> =
                children.iter().map(|child| add(taffy, child, node.body.flex.direction, unit)).collect();
            taffy.new_with_children(style, &children)
        }
        _ => taffy.new_leaf_with_context(style, node),
    };
    added.expect("a new node is always accepted")
}

impl Tree<'_> {
    fn solve(&mut self, size: Size<Option<f32>>) {
        let unit = self.unit;
        let measure = |inputs: LayoutInput, _, node: Option<&mut &Lowered>, style: &Style| -> LayoutOutput {
            compute_leaf_layout(
                inputs,
                style,
                |_, _| 0.0,
                |known, available| match node {
                    Some(node) => natural_size(node, known, available.width, unit),
                    None => Size::ZERO,
                },
            )
        };
        if let Ok(style) = self.taffy.style(self.root) {
            // The root has its own size where the caller sets none.
            let size = Size {
                width: size.width.map_or(style.size.width, length),
                height: size.height.map_or(style.size.height, length),
            };
            let style = Style { size, min_size: Size::auto(), max_size: Size::auto(), ..style.clone() };
            self.taffy.set_style(self.root, style).expect("the root is in the tree");
        }
        let available = size.map(|size| size.map_or(AvailableSpace::MaxContent, AvailableSpace::Definite));
        self.taffy
            .compute_layout_with_measure(self.root, available, measure)
            .expect("the root is in the tree");
    }

    fn collect(&self, node: NodeId, corner: (f32, f32), rects: &mut Vec<Rect>) {
        let Ok(layout) = self.taffy.layout(node) else { return };
        let corner = (corner.0 + layout.location.x, corner.1 + layout.location.y);
        rects.push(Rect::new(corner.0, corner.1, layout.size.width.max(0.0), layout.size.height.max(0.0)));
        for child in self.taffy.child_ids(node) {
            self.collect(child, corner, rects);
        }
    }
}

fn style(flex: &Flex, parent: Direction, unit: f32) -> Style {
    let pixels = |pixels: f32| (pixels * unit).round();
    let dimension = |size: Option<Length>| match size {
        None => auto(),
        Some(Length::Pixels(size)) => length(pixels(size)),
        Some(Length::Part(part)) => percent(part),
    };
    let most = |size: Option<f32>| size.map_or_else(auto, |size| length(pixels(size)));
    // Children of a row become narrower by default, because texts are cut and labels shrink; those of a column keep
    // their height.
    let shrink = flex.shrink.unwrap_or(if parent == Direction::Column { 0.0 } else { 1.0 });
    Style {
        display: Display::Flex,
        flex_direction: match flex.direction {
            Direction::Row => FlexDirection::Row,
            Direction::RowReverse => FlexDirection::RowReverse,
            Direction::Column => FlexDirection::Column,
        },
        flex_wrap: if flex.wrap { FlexWrap::Wrap } else { FlexWrap::NoWrap },
        size: Size { width: dimension(flex.width), height: dimension(flex.height) },
        min_size: Size { width: length(pixels(flex.min.0)), height: length(pixels(flex.min.1)) },
        max_size: Size { width: most(flex.max.0), height: most(flex.max.1) },
        flex_grow: flex.grow,
        flex_shrink: shrink,
        flex_basis: dimension(flex.basis),
        gap: Size { width: length(pixels(flex.gap)), height: length(pixels(flex.gap)) },
        padding: taffy::Rect {
            left: length(pixels(flex.padding.0)),
            right: length(pixels(flex.padding.0)),
            top: length(pixels(flex.padding.1)),
            bottom: length(pixels(flex.padding.1)),
        },
        align_items: match flex.align {
            Justify::Start => AlignItems::START,
            Justify::Center => AlignItems::CENTER,
            Justify::Between | Justify::Stretch => AlignItems::STRETCH,
        },
        justify_content: match flex.justify {
            // The start of a reversed row is its right end.
            Justify::Start | Justify::Stretch => JustifyContent::FLEX_START,
            Justify::Center => JustifyContent::CENTER,
            Justify::Between => JustifyContent::SPACE_BETWEEN,
        },
        ..Style::DEFAULT
    }
}

/// Default size of a widget.
fn natural_size(node: &Lowered, known: Size<Option<f32>>, available: AvailableSpace, unit: f32) -> Size<f32> {
    let width = || match (known.width, available) {
        (Some(width), _) | (None, AvailableSpace::Definite(width)) => width,
        (None, AvailableSpace::MinContent) => 0.0,
        (None, AvailableSpace::MaxContent) => f32::INFINITY,
    };
    let (w, h) = match &node.body.content {
        // Rounding to whole pixels may take a part of a pixel away.
        Content::Text(text) if text.wraps => paragraph_size(text, width().floor(), unit),
        Content::Text(text) => (text_width(text, unit), line_height(pen::size(text.size, unit))),
        Content::Control(control, _) => (control.natural_width(unit), pen::px(CONTROL_HEIGHT, unit)),
        Content::List(rows, _) => {
            let width = if width().is_finite() { width() } else { 0.0 };
            (width, rows.iter().map(|row| natural_height(row, width, unit)).sum())
        }
        Content::Area(_) | Content::Box(_) | Content::Layers(_) | Content::Fit(_) => (0.0, 0.0),
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
