//! Tree of rows, columns and widgets in which a screen describes itself, and the messages that the widgets carry.
//!
//! Lengths are pixels of the design; [`Page`](super::Page) scales them to the window.

use std::rc::Rc;

pub use super::ink::Ink;
use super::{Button, Control, Field, Look, Pen};
use crate::view::frame::PointerShape;
use crate::view::input::{InputEvent, Key};
use crate::view::scene::{Align, Font, Rect, TextRole};

/// A node of the tree, with what it sends.
#[derive(Clone, Debug)]
pub struct Node<M> {
    pub(super) body: Body<Node<M>>,
    pub(in crate::view) handlers: Option<Box<Handlers<M>>>,
}

/// What a node shows and how it is laid out. `C` is the type of its children.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Body<C> {
    pub content: Content<C>,
    pub flex: Flex,
    pub surface: Option<Surface>,
    /// Whether a container or an area can be pressed.
    pub press: Press,
    /// The button below the children of a container.
    pub button: Option<Button>,
    pub tip: Option<Tip>,
}

/// Whether a container or an area takes presses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Press {
    Never,
    /// Like a button.
    Active,
    /// Without looking like a button, so that presses do not reach what lies below.
    Inert,
}

/// Text that is shown while the pointer rests on a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tip {
    pub text: String,
    /// The key that does the same, or nothing.
    pub cap: String,
}

/// What a node shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content<C> {
    /// Children side by side or below each other.
    Box(Vec<C>),
    /// Rows of which a part is shown, with a scroll bar where not all have room.
    List(Vec<C>, ListStyle),
    Text(TextBlock),
    Control(Control, Label),
    /// A place that the screen draws; `true` if it can be focused.
    Area(bool),
    /// Nodes at fixed places of the window.
    Layers(Vec<Layer<C>>),
    /// The first of several trees that has room.
    Fit(Fit<C>),
}

/// Several trees, of which the first is shown that has room at the largest scale.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fit<C> {
    pub trees: Vec<C>,
    /// The smallest scale tried, in pixels of the window for one of the design.
    pub smallest: f32,
    /// Whether the last tree is shown at full scale, and only if no other has room.
    pub has_fallback: bool,
}

/// A node at a fixed place of the window, with a scale of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer<C> {
    /// In pixels of the window.
    pub rect: Rect,
    /// Pixels of the window for each pixel of the design.
    pub unit: f32,
    pub node: C,
}

/// What a node sends and draws.
#[derive(Clone)]
pub(in crate::view) struct Handlers<M> {
    /// Message of a press.
    pub press: Option<M>,
    /// Keys that send a message, with their lines on the help page.
    pub keys: Vec<KeyHandler<M>>,
    pub chosen: Option<Rc<dyn Fn(usize) -> M>>,
    pub edited: Option<Rc<dyn Fn(Field) -> M>>,
    pub wheel: Option<Rc<dyn Fn(f32) -> M>>,
    pub paste: Option<Rc<dyn Fn(String) -> M>>,
    pub input: Option<Rc<InputHandler<M>>>,
    /// Draws the node, and what lies above all other nodes.
    pub paint: Option<Rc<Paint>>,
    pub paint_above: Option<Rc<Paint>>,
    /// Whether all input goes to the node.
    pub takes_all_input: bool,
    /// Shape of the mouse pointer on the node.
    pub pointer: Option<PointerShape>,
    /// Mouse gestures for the help page: group, gesture, help line.
    pub gestures: Vec<(&'static str, &'static str, &'static str)>,
    /// Identity among the siblings in place of the position.
    pub name: Option<u64>,
    /// Whether it is left out. It counts as a sibling all the same.
    pub is_absent: bool,
    /// Whether it has the focus when the screen opens.
    pub is_focused: bool,
    /// The selected row of a list.
    pub selected: Option<SelectedRow<M>>,
    /// Rows of a list that are built only where they are in sight.
    pub rows: Option<LazyRows<M>>,
    /// Line of help, shown by [`help_line`] while the node or one in it is hovered or focused.
    pub help: Option<String>,
    /// Text that is announced when it changes.
    pub spoken: Option<String>,
}

/// Draws a node in its place.
pub type Paint = dyn Fn(&mut Pen, Rect, Look);

/// Turns an input event into a message, with the place of the node; `None` if the node does not use the event.
pub type InputHandler<M> = dyn Fn(&InputEvent, Rect) -> Option<M>;

/// Keys and the message that they send.
#[derive(Clone)]
pub(in crate::view) struct KeyHandler<M> {
    pub keys: Vec<Key>,
    pub message: M,
    /// Group and line of the help page, if it is listed there.
    pub help: Option<(&'static str, &'static str)>,
}

/// The selected row of a list, and the message that selects another one.
#[derive(Clone)]
pub(in crate::view) struct SelectedRow<M> {
    pub row: usize,
    pub select: Rc<dyn Fn(usize) -> M>,
}

/// Rows of equal height that are built on demand.
#[derive(Clone)]
pub(in crate::view) struct LazyRows<M> {
    pub count: usize,
    /// Height of a row in pixels of the design.
    pub height: f32,
    pub row: Rc<dyn Fn(usize) -> Node<M>>,
}

impl<M> Default for Handlers<M> {
    fn default() -> Self {
        Self {
            press: None,
            keys: Vec::new(),
            chosen: None,
            edited: None,
            wheel: None,
            paste: None,
            input: None,
            paint: None,
            paint_above: None,
            takes_all_input: false,
            pointer: None,
            gestures: Vec::new(),
            name: None,
            is_absent: false,
            is_focused: false,
            selected: None,
            rows: None,
            help: None,
            spoken: None,
        }
    }
}

impl<M> std::fmt::Debug for Handlers<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Handlers")
    }
}

/// How a list is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ListStyle {
    /// The row that is visible until the list is scrolled.
    pub anchor: Option<usize>,
    pub bar: Bar,
}

/// Scroll bar of a list that is longer than its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    Usual,
    Thin,
    None,
}

/// Flexbox properties, as in CSS, in pixels of the design.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flex {
    pub direction: Direction,
    pub wrap: bool,
    pub width: Option<Length>,
    pub height: Option<Length>,
    pub min: (f32, f32),
    pub max: (Option<f32>, Option<f32>),
    pub grow: f32,
    pub basis: Option<Length>,
    /// `None`: 1 in a row, 0 in a column.
    pub shrink: Option<f32>,
    pub gap: f32,
    /// Left and right, above and below.
    pub padding: (f32, f32),
    /// Position of children along the other axis.
    pub align: Justify,
    /// Position of children along the main axis.
    pub justify: Justify,
}

/// Main axis of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Row,
    /// The first child is at the right end; the Tab order is that of the tree.
    RowReverse,
    Column,
}

/// A length of the design, or a part of the parent's length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Length {
    Pixels(f32),
    Part(f32),
}

/// Position of children where there is room left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Justify {
    Start,
    Center,
    Between,
    Stretch,
}

/// What is painted below a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// A half-transparent black over what lies below a dialog.
    Veil,
    /// The window's background in a rim: a dialog.
    Dialog,
    /// The same with a rim of the accent colour.
    Offer,
    /// A panel on the background.
    Panel,
    /// A highlighted panel.
    Active,
    /// The window's background.
    Ground,
    /// Between the background and a panel: the list of moves, a card.
    Box,
    /// Nothing but a highlight under the pointer.
    Hover,
    /// A panel, highlighted under the pointer: a row that can be pressed.
    Row,
    /// Something urgent: little time.
    Danger,
    /// A mark.
    Accent,
    /// The cross of a button that closes something.
    Cross,
}

/// One line of text, or a paragraph.
#[derive(Clone, Debug, PartialEq)]
pub struct TextBlock {
    pub text: String,
    pub role: TextRole,
    pub size: f32,
    /// The smallest size in which the text is set before it is cut.
    pub smallest: f32,
    pub font: Font,
    pub ink: Ink,
    pub align: Align,
    /// Whether it is broken into lines.
    pub wraps: bool,
    /// Whether it is centred from top to bottom.
    pub middle: bool,
    /// Whether it is shown only if all of it has room.
    pub whole: bool,
}

/// How a control is announced.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Label {
    pub name: String,
    pub unit: &'static str,
}

impl<M> Node<M> {
    pub(super) fn new(content: Content<Self>) -> Self {
        let flex = Flex {
            direction: Direction::Column,
            wrap: false,
            width: None,
            height: None,
            min: (0.0, 0.0),
            max: (None, None),
            grow: 0.0,
            basis: None,
            shrink: None,
            gap: 0.0,
            padding: (0.0, 0.0),
            align: Justify::Stretch,
            justify: Justify::Start,
        };
        let body = Body { content, flex, surface: None, press: Press::Never, button: None, tip: None };
        Self { body, handlers: None }
    }

    fn with_text(mut self, change: impl FnOnce(&mut TextBlock)) -> Self {
        if let Content::Text(text) = &mut self.body.content {
            change(text);
        }
        self
    }

    fn with_flex(mut self, change: impl FnOnce(&mut Flex)) -> Self {
        change(&mut self.body.flex);
        self
    }

    pub fn surface(mut self, surface: Surface) -> Self {
        self.body.surface = Some(surface);
        self
    }

    pub fn gap(self, gap: f32) -> Self {
        self.with_flex(|flex| flex.gap = gap)
    }

    pub fn padding(self, padding: f32) -> Self {
        self.padded(padding, padding)
    }

    /// Space to the left and right of the children, and above and below them.
    pub fn padded(self, across: f32, down: f32) -> Self {
        self.with_flex(|flex| flex.padding = (across, down))
    }

    pub fn width(self, pixels: f32) -> Self {
        self.with_flex(|flex| flex.width = Some(Length::Pixels(pixels)))
    }

    /// The width in parts of the parent's, 0 to 1.
    pub fn width_part(self, part: f32) -> Self {
        self.with_flex(|flex| flex.width = Some(Length::Part(part)))
    }

    pub fn height(self, pixels: f32) -> Self {
        self.with_flex(|flex| flex.height = Some(Length::Pixels(pixels)))
    }

    /// The height in parts of the parent's, 0 to 1.
    pub fn height_part(self, part: f32) -> Self {
        self.with_flex(|flex| flex.height = Some(Length::Part(part)))
    }

    pub fn min_height(self, pixels: f32) -> Self {
        self.with_flex(|flex| flex.min.1 = pixels)
    }

    pub fn max_width(self, pixels: f32) -> Self {
        self.with_flex(|flex| flex.max.0 = Some(pixels))
    }

    pub fn max_height(self, pixels: f32) -> Self {
        self.with_flex(|flex| flex.max.1 = Some(pixels))
    }

    /// Grows by an equal share of the room that is left along the main axis.
    pub fn grow(self) -> Self {
        self.with_flex(|flex| (flex.grow, flex.shrink) = (1.0, Some(1.0)))
    }

    /// Takes `share` of the room along the main axis, whatever its own size.
    pub fn fill(self, share: f32) -> Self {
        self.with_flex(|flex| {
            (flex.grow, flex.shrink, flex.basis) = (share, Some(1.0), Some(Length::Pixels(0.0)));
        })
    }

    /// Shrinks if there is not enough room.
    pub fn shrink(self) -> Self {
        self.with_flex(|flex| flex.shrink = Some(1.0))
    }

    /// Shrinks before all others if there is not enough room.
    pub fn shrink_first(self) -> Self {
        self.with_flex(|flex| flex.shrink = Some(1e6))
    }

    /// Keeps its size if there is not enough room.
    pub fn rigid(self) -> Self {
        self.with_flex(|flex| flex.shrink = Some(0.0))
    }

    pub fn wrap(self) -> Self {
        self.with_flex(|flex| flex.wrap = true)
    }

    /// Centres the children on the cross axis at their own size.
    pub fn align_center(self) -> Self {
        self.with_flex(|flex| flex.align = Justify::Center)
    }

    /// Puts the children at the start of the cross axis at their own size.
    pub fn align_start(self) -> Self {
        self.with_flex(|flex| flex.align = Justify::Start)
    }

    pub fn justify_center(self) -> Self {
        self.with_flex(|flex| flex.justify = Justify::Center)
    }

    /// Puts the room that is left between the children.
    pub fn justify_between(self) -> Self {
        self.with_flex(|flex| flex.justify = Justify::Between)
    }

    /// Font size of a text, in pixels of the design.
    pub fn sized(self, size: f32) -> Self {
        self.with_text(|text| (text.size, text.smallest) = (size, text.smallest.min(size)))
    }

    /// Smallest font size of a text before it is cut.
    pub fn smallest(self, size: f32) -> Self {
        self.with_text(|text| text.smallest = size)
    }

    pub fn bold(self) -> Self {
        self.font(Font::Bold)
    }

    pub fn font(self, font: Font) -> Self {
        self.with_text(|text| text.font = font)
    }

    pub fn ink(self, ink: Ink) -> Self {
        self.with_text(|text| text.ink = ink)
    }

    pub fn role(self, role: TextRole) -> Self {
        self.with_text(|text| text.role = role)
    }

    pub fn centered(self) -> Self {
        self.with_text(|text| text.align = Align::Center)
    }

    pub fn right(self) -> Self {
        self.with_text(|text| text.align = Align::Right)
    }

    /// Centres a paragraph vertically.
    pub fn middle(self) -> Self {
        self.with_text(|text| text.middle = true)
    }

    /// Leaves a paragraph out if it would be cut.
    pub fn whole(self) -> Self {
        self.with_text(|text| text.whole = true)
    }

    pub fn pressable(mut self) -> Self {
        self.body.press = Press::Active;
        self
    }

    /// A tip shown while the pointer rests on it, and the key that does the same.
    pub fn tip(mut self, text: impl Into<String>, cap: impl Into<String>) -> Self {
        self.body.tip = Some(Tip { text: text.into(), cap: cap.into() });
        self
    }

    /// The same area, focusable; the screen handles its keys.
    pub fn focusable(mut self) -> Self {
        self.body.content = Content::Area(true);
        self
    }

    fn with_list(mut self, change: impl FnOnce(&mut ListStyle)) -> Self {
        if let Content::List(_, style) = &mut self.body.content {
            change(style);
        }
        self
    }

    /// The row of a list that is visible until it is scrolled.
    pub fn anchored(self, row: Option<usize>) -> Self {
        self.with_list(|style| style.anchor = row)
    }

    pub fn bar(self, bar: Bar) -> Self {
        self.with_list(|style| style.bar = bar)
    }

    fn with_label(mut self, change: impl FnOnce(&mut Label)) -> Self {
        if let Content::Control(_, label) = &mut self.body.content {
            change(label);
        }
        self
    }

    /// Name of a control for screen readers.
    pub fn named(self, name: impl Into<String>) -> Self {
        self.with_label(|label| label.name = name.into())
    }

    /// Unit of a control's value for screen readers.
    pub fn unit(self, unit: &'static str) -> Self {
        self.with_label(|label| label.unit = unit)
    }
}

/// Children side by side.
pub fn row<M>(children: impl IntoIterator<Item = Node<M>>) -> Node<M> {
    let node = Node::new(Content::Box(children.into_iter().collect()));
    node.with_flex(|flex| flex.direction = Direction::Row)
}

/// Children side by side, the first at the right end.
pub fn row_reverse<M>(children: impl IntoIterator<Item = Node<M>>) -> Node<M> {
    row(children).with_flex(|flex| flex.direction = Direction::RowReverse)
}

/// Children below each other.
pub fn column<M>(children: impl IntoIterator<Item = Node<M>>) -> Node<M> {
    Node::new(Content::Box(children.into_iter().collect()))
}

/// `panel` in the middle, at its own size; with `panel.shrink()` smaller if it does not fit.
pub fn centered<M>(panel: Node<M>) -> Node<M> {
    column([panel]).align_center().justify_center()
}

/// `panel` in the middle, above a veil over what lies below.
pub fn dialog<M>(panel: Node<M>) -> Node<M> {
    centered(panel).surface(Surface::Veil)
}

/// One line of text: smaller or cut where it does not fit.
pub fn text<M>(text: impl Into<String>) -> Node<M> {
    Node::new(Content::Text(TextBlock {
        text: text.into(),
        role: TextRole::Label,
        size: super::pen::TEXT,
        smallest: super::pen::TEXT,
        font: Font::Regular,
        ink: Ink::Text,
        align: Align::Left,
        wraps: false,
        middle: false,
        whole: false,
    }))
}

/// Text broken into lines.
pub fn paragraph<M>(words: impl Into<String>) -> Node<M> {
    text(words).with_text(|text| text.wraps = true).shrink()
}

/// An empty place.
pub fn space<M>() -> Node<M> {
    Node::new(Content::Box(Vec::new()))
}
