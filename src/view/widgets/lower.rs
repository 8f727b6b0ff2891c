//! Lowering: splits a tree that carries messages into its layout, in which nodes are named by their place, and a list of
//! what they send and draw.

use std::ops::Range;

use super::build::hash;
use super::node::{Content, Fit, Handlers, Layer, Node, space};
use super::{Control, Weight};

/// Identity of a node from frame to frame: its place in the tree, or its name there.
pub(in crate::view) type Slot = u64;

/// What a node sends and draws.
pub(in crate::view) struct Entry<M> {
    pub slot: Slot,
    /// Whether it can be pressed: buttons may be off.
    pub is_enabled: bool,
    /// Line of help of the node, or of one around it.
    pub help: Option<String>,
    pub handlers: Handlers<M>,
}

/// Which rows of a list are in sight, by its slot, the number of rows and their height.
pub(in crate::view) type InSight<'a> = &'a dyn Fn(Slot, usize, f32) -> Range<usize>;

/// The layout of `root`. Pushes an entry for each node that sends or draws something, outer nodes first.
pub(in crate::view) fn lower<M: Clone>(
    root: Node<M>,
    in_sight: InSight,
    entries: &mut Vec<Entry<M>>,
) -> Node<Slot> {
    lower_at(root, 0, None, in_sight, entries)
}

fn lower_at<M: Clone>(
    mut node: Node<M>,
    slot: Slot,
    help: Option<&String>,
    in_sight: InSight,
    entries: &mut Vec<Entry<M>>,
) -> Node<Slot> {
    let handlers = node.handlers.take().map(|handlers| *handlers);
    let help = handlers.as_ref().and_then(|handlers| handlers.help.clone()).or(help.cloned());
    let lazy = handlers.as_ref().and_then(|handlers| handlers.rows.clone());
    let is_named = handlers.is_some() || matches!(node.content, Content::List(..));
    if is_named {
        let is_off =
            matches!(&node.content, Content::Control(Control::Button(b), _) if b.weight == Weight::Off);
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
    let mut all = |children: Vec<Node<M>>| -> Vec<Node<Slot>> {
        children.into_iter().enumerate().filter_map(|(place, child)| below(place, child)).collect()
    };
    let content = match node.content {
        Content::Box(children) => Content::Box(all(children)),
        Content::List(children, style) => Content::List(
            match lazy {
                None => all(children),
                Some(rows) => {
                    let seen = in_sight(slot, rows.count, rows.height);
                    let row = |place| if seen.contains(&place) { (rows.row)(place) } else { space() };
                    all((0..rows.count).map(|place| row(place).height(rows.height)).collect())
                }
            },
            style,
        ),
        Content::Layers(layers) => {
            let places = layers.iter().map(|layer| (layer.rect, layer.unit)).collect::<Vec<_>>();
            let nodes = layers.into_iter().enumerate();
            let nodes = nodes.map(|(place, layer)| below(place, layer.node).unwrap_or_else(space));
            let layers = places.into_iter().zip(nodes.collect::<Vec<_>>());
            Content::Layers(layers.map(|((rect, unit), node)| Layer { rect, unit, node }).collect())
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
    Node {
        content,
        flex: node.flex,
        surface: node.surface,
        id: is_named.then_some(slot),
        pressed: node.pressed,
        button: node.button,
        tip: node.tip,
        handlers: None,
    }
}
