//! Lowering: splits a tree that carries messages into its layout, in which nodes are named by their place, and a list of
//! what they send and draw.

use std::ops::Range;

use super::build::hash;
use super::node::{Body, Content, Fit, Handlers, Layer, Node, space};
use super::{Control, Weight};

/// Identity of a node from frame to frame: its place in the tree, or its name there.
pub(in crate::view) type Slot = u64;

/// A node without its messages. Two are equal if their layout is the same.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::view) struct Lowered {
    pub(super) body: Body<Lowered>,
    /// Set if the node sends or draws something, or scrolls.
    pub(super) slot: Option<Slot>,
}

/// What a node sends and draws.
pub(in crate::view) struct Entry<M> {
    pub slot: Slot,
    /// Whether it can be pressed: buttons may be off.
    pub is_enabled: bool,
    /// Line of help of the node, or of one around it.
    pub help: Option<String>,
    pub handlers: Handlers<M>,
}

/// Which rows of a list are in sight: from its slot, the number of rows, their height, and the row that is visible until
/// the list is scrolled.
pub(in crate::view) type InSight<'a> = &'a dyn Fn(Slot, usize, f32, Option<usize>) -> Range<usize>;

/// The layout of `root`. Pushes an entry for each node that sends or draws something, outer nodes first.
pub(in crate::view) fn lower<M: Clone>(
    root: Node<M>,
    in_sight: InSight,
    entries: &mut Vec<Entry<M>>,
) -> Lowered {
    lower_at(root, 0, None, in_sight, entries)
}

fn lower_at<M: Clone>(
    mut node: Node<M>,
    slot: Slot,
    help: Option<&String>,
    in_sight: InSight,
    entries: &mut Vec<Entry<M>>,
) -> Lowered {
    let handlers = node.handlers.take().map(|handlers| *handlers);
    let help = handlers.as_ref().and_then(|handlers| handlers.help.clone()).or(help.cloned());
    let lazy = handlers.as_ref().and_then(|handlers| handlers.rows.clone());
    let is_named = handlers.is_some() || matches!(node.body.content, Content::List(..));
    if is_named {
        let is_off =
            matches!(&node.body.content, Content::Control(Control::Button(b), _) if b.weight == Weight::Off);
        let handlers = handlers.unwrap_or_default();
        entries.push(Entry { slot, is_enabled: !is_off, help: help.clone(), handlers });
    }
    let mut below = |place: usize, child: Node<M>| {
        let handlers = child.handlers.as_ref();
        if handlers.is_some_and(|handlers| handlers.is_absent) {
            return None;
        }
        let name = handlers.and_then(|handlers| handlers.name).unwrap_or(place as u64);
        Some(lower_at(child, hash(&(slot, name)), help.as_ref(), in_sight, entries))
    };
    let mut all = |children: Vec<Node<M>>| -> Vec<Lowered> {
        children.into_iter().enumerate().filter_map(|(place, child)| below(place, child)).collect()
    };
    let content = match node.body.content {
        Content::Box(children) => Content::Box(all(children)),
        Content::List(children, style) => Content::List(
            match lazy {
                None => all(children),
                Some(rows) => {
                    let seen = in_sight(slot, rows.count, rows.height, style.anchor);
                    let row = |place| if seen.contains(&place) { (rows.row)(place) } else { space() };
                    all((0..rows.count).map(|place| row(place).height(rows.height)).collect())
                }
            },
            style,
        ),
        Content::Layers(layers) => {
            let lowered = layers.into_iter().enumerate().filter_map(|(place, layer)| {
                let node = below(place, layer.node)?;
                Some(Layer { rect: layer.rect, unit: layer.unit, node })
            });
            Content::Layers(lowered.collect())
        }
        Content::Fit(fit) => Content::Fit(Fit {
            trees: all(fit.trees),
            smallest: fit.smallest,
            has_fallback: fit.has_fallback,
        }),
        Content::Text(text) => Content::Text(text),
        Content::Control(control, label) => Content::Control(control, label),
        Content::Area(focus) => Content::Area(focus),
    };
    let Body { flex, surface, press, button, tip, .. } = node.body;
    Lowered { body: Body { content, flex, surface, press, button, tip }, slot: is_named.then_some(slot) }
}
