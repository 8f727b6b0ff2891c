//! Tree of rows, columns and widgets in which a screen describes itself, and the messages that the widgets carry.
//!
//! Lengths are pixels of the design; [`Page`](super::Page) scales them to the window.

use taffy::prelude::{AlignItems, FlexDirection, FlexWrap, JustifyContent, Size, Style, length, percent};

pub use super::ink::Ink;
use super::{Control, Look, Pen};
use crate::access::AccessNode;
use crate::game::speech::command::{CommandRow, Query};
use crate::view::frame::PointerShape;
use crate::view::input::{InputEvent, Key};
use crate::view::scene::{Align, Font, Rect, TextRole};

/// A node of the tree, with what it sends.
pub struct Node<M> {
    pub(super) body: Body,
    pub(super) children: Vec<Self>,
    pub(in crate::view) handlers: Option<Box<Handlers<M>>>,
}

/// Content and layout of a node, without its children.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::view) struct Body {
    pub content: Content,
    /// Flexbox properties, with lengths in pixels of the design. `flex_shrink` is ignored.
    pub style: Style,
    /// How much the node shrinks; `None` stands for 1 in a row and 0 in a column.
    pub shrink: Option<f32>,
    /// Place of a child of [`Content::Layers`] in pixels of the window, and its pixels of the window for each pixel of
    /// the design.
    pub layer: Option<(Rect, f32)>,
    pub surface: Option<Surface>,
    pub press: Press,
    pub tip: Option<Tip>,
    /// Least height of a row of a list, in pixels of the design.
    pub least: f32,
}

impl Body {
    /// Whether the children stand side by side.
    pub(super) fn is_row(&self) -> bool {
        self.style.flex_direction != FlexDirection::Column
    }
}

/// Whether a container or an area takes presses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::view) enum Press {
    Never,
    /// Like a button.
    Active,
    /// Without looking like a button, so that presses do not reach what lies below.
    Inert,
}

/// Text that is shown while the pointer rests on a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::view) struct Tip {
    pub text: String,
    /// The key that does the same as a press; empty if there is none.
    pub cap: String,
}

/// Content of a node.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::view) enum Content {
    /// Children side by side or below each other.
    Box,
    /// Rows of which a part is shown, with a scroll bar where not all have room.
    List(ListStyle),
    Text(TextBlock),
    /// A control, below the children that are drawn on it.
    Control(Control, Label),
    /// A place that the screen draws; `true` if it can be focused.
    Area(bool),
    /// Children at fixed places of the window.
    Layers,
    /// The first of several children that has room at the largest scale.
    Fit {
        /// The smallest scale tried, in pixels of the window for one of the design.
        smallest: f32,
        /// Whether the last child is shown at full scale, and only if no other has room.
        has_fallback: bool,
    },
}

/// Handlers of a node: its messages and its drawing.
pub(in crate::view) struct Handlers<M> {
    /// Message of a press.
    pub press: Option<M>,
    /// Keys that send a message.
    pub keys: Vec<KeyHandler<M>>,
    /// The squares of a board.
    pub squares: Option<Box<dyn Fn() -> Vec<AccessNode>>>,
    /// Commands that the node answers, for the list of commands.
    pub commands: &'static [CommandRow<Query>],
    /// Message of a control with a new value.
    pub changed: Option<Box<dyn Fn(Control) -> Option<M>>>,
    pub input: Vec<Box<InputHandler<M>>>,
    /// Draws the node.
    pub paint: Option<Box<Paint>>,
    /// Draws what lies above all other nodes.
    pub paint_above: Option<Box<Paint>>,
    /// Whether all input goes to the node.
    pub takes_all_input: bool,
    /// Shape of the mouse pointer on the node.
    pub pointer: Option<PointerShape>,
    /// Lines of the help page.
    pub help_page: Option<Box<dyn Fn() -> Vec<HelpGroup>>>,
    /// Identity among the siblings in place of the position.
    pub name: Option<u64>,
    /// Whether the node is left out. It still counts as a sibling.
    pub is_absent: bool,
    /// Whether the node has the focus when the screen opens.
    pub is_focused: bool,
    /// The selected row of a list.
    pub selected: Option<usize>,
    /// Rows of a list that are built only where they are in sight.
    pub rows: Option<LazyRows<M>>,
    /// Line of help, shown by [`help_line`] while the node or one in it is hovered or focused.
    pub help: Option<String>,
    /// Text that is announced when it changes.
    pub spoken: Option<String>,
}

/// Keys that send a message, which the label sends as well if it is typed as a command.
pub(in crate::view) struct KeyHandler<M> {
    pub keys: Vec<Key>,
    pub label: &'static str,
    pub message: M,
}

/// Draws a node in its place.
pub type Paint = dyn Fn(&mut Pen, Rect, Look);

/// Heading of a group of the help page, and its lines: a key or a gesture of the mouse, and what it does.
pub type HelpGroup = (&'static str, Vec<(String, &'static str)>);

/// Turns an input event into a message, with the place of the node; `None` if the node does not use the event.
pub type InputHandler<M> = dyn Fn(&InputEvent, Rect) -> Option<M>;

/// Rows of equal height that are built on demand.
pub(in crate::view) struct LazyRows<M> {
    pub count: usize,
    /// Height of a row in pixels of the design.
    pub height: f32,
    pub row: Box<dyn Fn(usize) -> Node<M>>,
}

impl<M> Default for Handlers<M> {
    fn default() -> Self {
        Self {
            press: None,
            keys: Vec::new(),
            commands: &[],
            squares: None,
            changed: None,
            input: Vec::new(),
            paint: None,
            paint_above: None,
            takes_all_input: false,
            pointer: None,
            help_page: None,
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

/// How a list is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::view) struct ListStyle {
    /// The row that is visible until the list is scrolled.
    pub anchor: Option<usize>,
    pub bar: Bar,
    /// Whether rows are built only where they are in sight.
    pub is_lazy: bool,
}

/// Scroll bar of a list that is longer than its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    Usual,
    Thin,
    None,
}

/// Background of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// A half-transparent black over what lies below a dialog.
    Veil,
    /// The window's background in a rim: a dialog.
    Dialog,
    /// The window's background in a rim of the accent colour.
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
    /// Whether the text is broken into lines.
    pub wraps: bool,
    /// Whether the text is centred from top to bottom.
    pub middle: bool,
    /// Whether the text is shown only if all of it has room.
    pub whole: bool,
    /// Whether a line is cut in its smallest size. Other lines are made as small as the theme allows first.
    pub keeps_size: bool,
}

/// How a control is announced.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::view) struct Label {
    pub name: String,
    pub unit: &'static str,
}

impl<M> Node<M> {
    pub(super) fn new(content: Content) -> Self {
        let style = Style { flex_direction: FlexDirection::Column, min_size: Size::zero(), ..Style::DEFAULT };
        let body = Body {
            content,
            style,
            shrink: None,
            layer: None,
            surface: None,
            press: Press::Never,
            tip: None,
            least: 0.0,
        };
        Self { body, children: Vec::new(), handlers: None }
    }

    pub(super) fn with_children(self, children: impl IntoIterator<Item = Self>) -> Self {
        Self { children: children.into_iter().collect(), ..self }
    }

    fn with_text(mut self, change: impl FnOnce(&mut TextBlock)) -> Self {
        if let Content::Text(text) = &mut self.body.content {
            change(text);
        }
        self
    }

    fn with_style(mut self, change: impl FnOnce(&mut Style)) -> Self {
        change(&mut self.body.style);
        self
    }

    fn with_shrink(mut self, shrink: f32) -> Self {
        self.body.shrink = Some(shrink);
        self
    }

    /// Puts a child of [`layers`](super::build::layers) at a place of the window, with `unit` pixels of the window for each
    /// pixel of the design.
    pub fn at(mut self, rect: Rect, unit: f32) -> Self {
        self.body.layer = Some((rect, unit));
        self
    }

    pub fn surface(mut self, surface: Surface) -> Self {
        self.body.surface = Some(surface);
        self
    }

    pub fn gap(self, gap: f32) -> Self {
        self.with_style(|style| style.gap = Size { width: length(gap), height: length(gap) })
    }

    pub fn padding(self, padding: f32) -> Self {
        self.padded(padding, padding)
    }

    /// Space to the left and right of the children, and above and below them.
    pub fn padded(self, across: f32, down: f32) -> Self {
        self.with_style(|style| {
            let (across, down) = (length(across), length(down));
            style.padding = taffy::Rect { left: across, right: across, top: down, bottom: down };
        })
    }

    pub fn width(self, pixels: f32) -> Self {
        self.with_style(|style| style.size.width = length(pixels))
    }

    /// The width in parts of the parent's, 0 to 1.
    pub fn width_part(self, part: f32) -> Self {
        self.with_style(|style| style.size.width = percent(part))
    }

    pub fn height(self, pixels: f32) -> Self {
        self.with_style(|style| style.size.height = length(pixels))
    }

    /// The height in parts of the parent's, 0 to 1.
    pub fn height_part(self, part: f32) -> Self {
        self.with_style(|style| style.size.height = percent(part))
    }

    pub fn min_height(self, pixels: f32) -> Self {
        self.with_style(|style| style.min_size.height = length(pixels))
    }

    pub fn max_width(self, pixels: f32) -> Self {
        self.with_style(|style| style.max_size.width = length(pixels))
    }

    pub fn max_height(self, pixels: f32) -> Self {
        self.with_style(|style| style.max_size.height = length(pixels))
    }

    /// Grows by an equal share of the room that is left along the main axis.
    pub fn grow(self) -> Self {
        self.with_style(|style| style.flex_grow = 1.0).with_shrink(1.0)
    }

    /// Takes `share` of the room along the main axis, whatever its own size.
    pub fn fill(self, share: f32) -> Self {
        self.with_style(|style| (style.flex_grow, style.flex_basis) = (share, length(0.0))).with_shrink(1.0)
    }

    /// Shrinks if there is not enough room.
    pub fn shrink(self) -> Self {
        self.with_shrink(1.0)
    }

    /// Shrinks before all others if there is not enough room.
    pub fn shrink_first(self) -> Self {
        self.shrink_with_rank(1)
    }

    /// Shrinks if there is not enough room, and before all nodes of a lower rank. Nodes that only [shrink](Self::shrink) have
    /// rank 0.
    pub fn shrink_with_rank(self, rank: u8) -> Self {
        // Flexbox distributes what is missing in proportion to the factors, so each must exceed the one before by far.
        self.with_shrink(1e6_f32.powi(rank.into()))
    }

    /// Keeps its size if there is not enough room.
    pub fn rigid(self) -> Self {
        self.with_shrink(0.0)
    }

    pub fn wrap(self) -> Self {
        self.with_style(|style| style.flex_wrap = FlexWrap::Wrap)
    }

    /// Centres the children on the cross axis at their own size.
    pub fn align_center(self) -> Self {
        self.with_style(|style| style.align_items = AlignItems::CENTER)
    }

    /// Puts the children at the start of the cross axis at their own size.
    pub fn align_start(self) -> Self {
        self.with_style(|style| style.align_items = AlignItems::START)
    }

    pub fn justify_center(self) -> Self {
        self.with_style(|style| style.justify_content = JustifyContent::CENTER)
    }

    /// Puts the room that is left between the children.
    pub fn justify_between(self) -> Self {
        self.with_style(|style| style.justify_content = JustifyContent::SPACE_BETWEEN)
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

    /// Cuts a line that does not fit in its smallest size.
    pub fn keep_size(self) -> Self {
        self.with_text(|text| text.keeps_size = true)
    }

    /// Leaves a paragraph out if it would be cut.
    pub fn whole(self) -> Self {
        self.with_text(|text| text.whole = true)
    }

    pub fn pressable(mut self) -> Self {
        self.body.press = Press::Active;
        self
    }

    /// A tip shown while the pointer rests on the node, and the key that does the same as a press.
    pub fn tip(mut self, text: impl Into<String>, cap: impl Into<String>) -> Self {
        self.body.tip = Some(Tip { text: text.into(), cap: cap.into() });
        self
    }

    /// Makes an area focusable. The screen handles its keys.
    pub fn focusable(mut self) -> Self {
        self.body.content = Content::Area(true);
        self
    }

    pub(super) fn with_list(mut self, change: impl FnOnce(&mut ListStyle)) -> Self {
        if let Content::List(style) = &mut self.body.content {
            change(style);
        }
        self
    }

    /// The row that is visible until the list is scrolled.
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
    column(children).with_style(|style| style.flex_direction = FlexDirection::Row)
}

/// Children of equal width side by side.
pub fn equal_row<M>(children: impl IntoIterator<Item = Node<M>>) -> Node<M> {
    row(children.into_iter().map(|child| child.fill(1.0)))
}

/// Children side by side, the first at the right end.
pub fn row_reverse<M>(children: impl IntoIterator<Item = Node<M>>) -> Node<M> {
    column(children).with_style(|style| style.flex_direction = FlexDirection::RowReverse)
}

/// Children below each other.
pub fn column<M>(children: impl IntoIterator<Item = Node<M>>) -> Node<M> {
    Node::new(Content::Box).with_children(children)
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
        keeps_size: false,
    }))
}

pub fn paragraph<M>(words: impl Into<String>) -> Node<M> {
    text(words).with_text(|text| text.wraps = true).shrink()
}

pub fn space<M>() -> Node<M> {
    Node::new(Content::Box)
}
