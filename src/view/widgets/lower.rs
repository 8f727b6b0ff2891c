//! Lowering: splits the tree of a screen into elements, which are laid out, and entries, which have the messages of the
//! nodes and draw them.

use std::ops::Range;

use super::build::hash;
use super::node::{Body, Content, Handlers, Node, space};
use super::{Control, Weight};

/// Identity of a node from frame to frame: a hash of its place in the tree, or of its name among its siblings.
pub(in crate::view) type Slot = u64;

/// A node without its messages. The elements of a tree stand in depth-first order.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::view) struct Element {
    pub body: Body,
    /// Set if the node sends or draws something, or scrolls.
    pub slot: Option<Slot>,
    /// Number of elements of its tree: the node and all nodes inside it.
    pub len: usize,
}

/// Handlers of a node, with its slot and its element.
pub(in crate::view) struct Entry<M> {
    pub slot: Slot,
    /// Index of the element of the node.
    pub index: usize,
    /// Whether the node can be pressed; false for a button that is off.
    pub is_enabled: bool,
    pub handlers: Handlers<M>,
}

/// Returns the rows of a list that are in sight. The arguments are the slot of the list, the number of rows, their
/// height, and the row that is visible until the list is scrolled.
pub(in crate::view) type InSight<'a> = &'a dyn Fn(Slot, usize, f32, Option<usize>) -> Range<usize>;

impl Element {
    pub fn control(&self) -> Option<&Control> {
        if let Content::Control(control, _) = &self.body.content { Some(control) } else { None }
    }

    /// The name by which the control is announced; empty without one.
    pub fn label(&self) -> &str {
        match &self.body.content {
            Content::Control(Control::Button(button), label) if label.name.is_empty() => &button.label,
            Content::Control(_, label) => &label.name,
            _ => "",
        }
    }

    /// The control in words: `Button: Play.`, `Color: White.`; empty if the element is none.
    pub fn description(&self) -> String {
        match &self.body.content {
            Content::Control(Control::Button(_), _) => format!("Button: {}.", self.label()),
            Content::Control(control, label) => {
                let space = if label.unit.is_empty() { "" } else { " " };
                format!("{}: {}{space}{}.", label.name, control.value_text(), label.unit)
            }
            _ => String::new(),
        }
    }

    /// Whether the element can have the focus.
    pub fn is_stop(&self) -> bool {
        self.slot.is_some() && matches!(self.body.content, Content::Control(..) | Content::Area(true))
    }
}

/// The indices of the children of the first node of `tree`.
pub(super) fn children(tree: &[Element]) -> impl Iterator<Item = usize> {
    let next = |&child: &usize| tree.get(child).map(|element| child + element.len);
    std::iter::successors(Some(1), next).take_while(|&child| child < tree[0].len)
}

/// The layout of `root`, and an entry for each node that sends or draws something, outer nodes first.
pub(in crate::view) fn lower<M: Clone>(root: Node<M>, in_sight: InSight) -> (Vec<Element>, Vec<Entry<M>>) {
    let mut lowering = Lowering { in_sight, elements: Vec::new(), entries: Vec::new() };
    lowering.add(root, 0);
    (lowering.elements, lowering.entries)
}

struct Lowering<'a, M> {
    in_sight: InSight<'a>,
    elements: Vec<Element>,
    entries: Vec<Entry<M>>,
}

impl<M: Clone> Lowering<'_, M> {
    fn add(&mut self, node: Node<M>, slot: Slot) {
        let Node { body, children, mut handlers } = node;
        let (index, is_list) = (self.elements.len(), matches!(body.content, Content::List(_)));
        let anchor = if let Content::List(style) = &body.content { style.anchor } else { None };
        let is_off =
            matches!(&body.content, Content::Control(Control::Button(b), _) if b.weight == Weight::Off);
        let is_named = is_list || handlers.is_some();
        self.elements.push(Element { body, slot: is_named.then_some(slot), len: 1 });
        let rows = handlers.as_mut().and_then(|handlers| handlers.rows.take());
        if let Some(handlers) = handlers {
            self.entries.push(Entry { slot, index, is_enabled: !is_off, handlers: *handlers });
        }
        for (place, child) in children.into_iter().enumerate() {
            self.add_child(slot, place, child);
        }
        if let Some(rows) = rows {
            let seen = (self.in_sight)(slot, rows.count, rows.height, anchor);
            for place in 0..rows.count {
                let row = if seen.contains(&place) { (rows.row)(place) } else { space() };
                self.add_child(slot, place, row.height(rows.height));
            }
        }
        self.elements[index].len = self.elements.len() - index;
    }

    fn add_child(&mut self, parent: Slot, place: usize, child: Node<M>) {
        let handlers = child.handlers.as_ref();
        if !handlers.is_some_and(|handlers| handlers.is_absent) {
            let name = handlers.and_then(|handlers| handlers.name).unwrap_or(place as u64);
            self.add(child, hash(&(parent, name)));
        }
    }
}
