//! Nodes that carry messages: buttons, controls, pictures, lists and dialogs of a [`Screen`](crate::view::screen::Screen).

use std::hash::{DefaultHasher, Hash, Hasher};

use super::button::Icon;
use super::choice::Swatch;
use super::node::{
    Bar, Content, Handlers, KeyHandler, LazyRows, ListStyle, Node, Press, Surface, column, dialog, row, space,
};
use super::{Button, Choice, Control, Field, Look, Pen, Slider, Switch, Weight};
use crate::access::AccessNode;
use crate::game::speech::command::{CommandRow, Query};
use crate::view::frame::PointerShape;
use crate::view::input::{InputEvent, Key};
use crate::view::scene::Rect;

/// Number that identifies a node called `name`.
pub(in crate::view) fn hash(name: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

impl<M> Node<M> {
    pub(super) fn with(mut self, change: impl FnOnce(&mut Handlers<M>)) -> Self {
        change(self.handlers.get_or_insert_default());
        self
    }

    fn with_button(mut self, change: impl FnOnce(&mut Button)) -> Self {
        if let Content::Control(Control::Button(button), _) = &mut self.body.content {
            change(button);
        }
        self
    }

    /// A key that does the same as a press.
    pub fn key(self, key: Key) -> Self
    where
        M: Clone,
    {
        self.keys(&[key])
    }

    /// Keys that do the same as a press.
    pub fn keys(self, keys: &[Key]) -> Self
    where
        M: Clone,
    {
        let press = self.handlers.as_ref().and_then(|handlers| handlers.press.clone());
        match press {
            Some(message) => self.on_keys(keys, message),
            None => self,
        }
    }

    /// Keys that send `message`, without a button.
    pub fn on_keys(self, keys: &[Key], message: M) -> Self {
        self.with(|handlers| handlers.keys.push(KeyHandler { keys: keys.to_vec(), label: "", message }))
    }

    /// Identifies the node among its siblings where these come and go, and for
    /// [`Effects::focus`](crate::view::screen::Effects::focus).
    pub fn keyed(self, name: impl Hash) -> Self {
        self.with(|handlers| handlers.name = Some(hash(&name)))
    }

    /// Leaves the node out unless `shown`. Its siblings keep their identity.
    pub fn when(self, shown: bool) -> Self {
        self.with(|handlers| handlers.is_absent |= !shown)
    }

    /// Draws a button as the main button of the screen.
    pub fn primary(self, primary: bool) -> Self {
        self.with_button(|button| {
            if primary && button.weight != Weight::Off {
                button.weight = Weight::Strong;
            }
        })
    }

    /// Draws a button without a panel.
    pub fn flat(self) -> Self {
        self.with_button(|button| {
            if button.weight == Weight::Plain {
                button.weight = Weight::Flat;
            }
        })
    }

    /// A button that is not enabled is drawn faintly, and neither press nor key has an effect.
    pub fn enabled(self, enabled: bool) -> Self {
        self.with_button(|button| {
            if !enabled {
                button.weight = Weight::Off;
            }
        })
    }

    /// Draws a letter of the font before the label of a button, where both have room.
    pub fn glyph(self, glyph: &'static str) -> Self {
        self.with_button(|button| button.glyph = glyph)
    }

    /// Another label for a button.
    pub fn labelled(self, label: &str) -> Self {
        self.with_button(|button| label.clone_into(&mut button.label))
    }

    /// Sends `message` when the node is pressed.
    pub fn on_press(self, message: M) -> Self {
        self.with(|handlers| handlers.press = Some(message)).pressable()
    }

    /// Makes a container a button that is announced as `label`.
    pub fn as_button(self, label: &str, message: M) -> Self {
        let mut node = self.with(|handlers| handlers.press = Some(message));
        node.body.content = Content::Control(Control::Button(Button::below_nodes(label)), Default::default());
        node
    }

    /// Takes presses, so that they do not reach what lies below, without looking like a button.
    pub fn inert(self) -> Self {
        let mut node = self.with(|_| ());
        node.body.press = Press::Inert;
        node
    }

    /// Sends a message for the notches by which the wheel turns above the node; up is positive.
    pub fn on_wheel(self, message: impl Fn(f32) -> M + 'static) -> Self {
        self.on_input(move |event, _| match *event {
            InputEvent::Wheel(notches) => Some(message(notches)),
            _ => None,
        })
    }

    /// Sends a message for a text that is pasted.
    pub fn on_paste(self, message: impl Fn(String) -> M + 'static) -> Self {
        self.on_input(move |event, _| match event {
            InputEvent::Paste(text) => Some(message(text.clone())),
            _ => None,
        })
    }

    /// Sends messages for input that no widget has used, and for movements and releases of the pointer.
    pub fn on_input(self, message: impl Fn(&InputEvent, Rect) -> Option<M> + 'static) -> Self {
        self.with(|handlers| handlers.input.push(Box::new(message)))
    }

    /// Sends all input to this node, for example while the promotion picker is open.
    pub fn takes_all_input(self, takes: bool) -> Self {
        self.with(|handlers| handlers.takes_all_input = takes)
    }

    /// Draws above all other nodes.
    pub fn paint_above(self, paint: impl Fn(&mut Pen, Rect, Look) + 'static) -> Self {
        self.with(|handlers| handlers.paint_above = Some(Box::new(paint)))
    }

    /// Shape of the mouse pointer on the node.
    pub fn pointer(self, shape: Option<PointerShape>) -> Self {
        self.with(|handlers| handlers.pointer = shape)
    }

    /// Gives the node the focus when the screen opens.
    pub fn focused(self) -> Self {
        self.with(|handlers| handlers.is_focused = true)
    }

    /// The list scrolls as little as possible to show this row when it has become another one.
    pub fn revealing(self, row: usize) -> Self {
        self.with(|handlers| handlers.selected = Some(row))
    }

    /// The selected row of a list: while no control has the focus, the up and down keys select the rows beside it. The
    /// index in the message may be one past the last row. The list scrolls to a row that becomes the selected one.
    pub fn selected(self, row: usize, select: impl Fn(usize) -> M) -> Self {
        let list = self.revealing(row);
        list.on_keys(&[Key::Up], select(row.saturating_sub(1))).on_keys(&[Key::Down], select(row + 1))
    }

    /// The line of help for [`Env::help`](crate::view::screen::Env::help), while the node or one in it is hovered or
    /// focused.
    pub fn help(self, words: impl Into<String>) -> Self {
        self.with(|handlers| handlers.help = Some(words.into()))
    }

    /// Names the squares of a board.
    pub fn squares(self, squares: impl Fn() -> Vec<AccessNode> + 'static) -> Self {
        self.with(|handlers| handlers.squares = Some(Box::new(squares)))
    }

    /// Names the typed commands that the node answers. It gets those and all others that no widget uses as
    /// [`InputEvent::Command`].
    pub fn commands(self, rows: &'static [CommandRow<Query>]) -> Self {
        self.with(|handlers| handlers.commands = rows)
    }

    /// Announces `words` when they change.
    pub fn spoken(self, words: impl Into<String>) -> Self {
        self.with(|handlers| handlers.spoken = Some(words.into()))
    }
}

/// A control that sends the message that `changed` returns for its new value.
fn control<M>(control: Control, changed: impl Fn(Control) -> Option<M> + 'static) -> Node<M> {
    Node::new(Content::Control(control, Default::default()))
        .with(|handlers| handlers.changed = Some(Box::new(changed)))
}

/// A control that sends `message` of its new value.
fn valued<M>(value: Control, message: impl Fn(usize) -> M + 'static) -> Node<M> {
    control(value, move |control| Some(message(control.value())))
}

fn pressed<M>(button: Button, message: M) -> Node<M> {
    Node::new(Content::Control(Control::Button(button), Default::default()))
        .with(|handlers| handlers.press = Some(message))
}

pub fn button<M>(label: &str, message: M) -> Node<M> {
    pressed(Button::new(label, false), message)
}

/// A button with a sign; `label` is announced.
pub fn icon_button<M>(icon: Icon, label: &str, message: M) -> Node<M> {
    pressed(Button::with_icon(icon, label), message)
}

/// The cross that closes a page, `size` wide.
pub fn cross<M>(size: f32, message: M) -> Node<M> {
    picture(|_, _, _| ()).on_press(message).surface(Surface::Cross).width(size).height(size).rigid()
}

/// A choice of one of several words; sends `message` of the index of the chosen word.
pub fn choice<M>(words: Vec<String>, value: usize, message: impl Fn(usize) -> M + 'static) -> Node<M> {
    valued(Control::Choice(Choice::new(words, value)), message)
}

/// A choice of one of several words that are shown as colours.
pub fn swatches<M>(
    words: Vec<String>,
    colors: Vec<Swatch>,
    value: usize,
    message: impl Fn(usize) -> M + 'static,
) -> Node<M> {
    valued(Control::Choice(Choice::new(words, value).with_swatches(colors)), message)
}

/// A switch; sends `message` of the new state.
pub fn switch<M>(on: bool, message: impl Fn(bool) -> M + 'static) -> Node<M> {
    valued(Control::Switch(Switch::new(on)), move |value| message(value != 0))
}

/// A slider for a number; sends `message` of the new number.
pub fn slider<M>(slider: Slider, message: impl Fn(usize) -> M + 'static) -> Node<M> {
    valued(Control::Slider(slider), message)
}

/// A line of text that can be edited; sends `message` of the field as edited.
pub fn field<M>(field: Field, message: impl Fn(Field) -> M + 'static) -> Node<M> {
    control(Control::Field(field), move |control| match control {
        Control::Field(field) => Some(message(field)),
        _ => None,
    })
}

/// Rows that scroll where not all have room, each of its own height.
pub fn list<M>(rows: impl IntoIterator<Item = Node<M>>) -> Node<M> {
    let style = ListStyle { anchor: None, bar: Bar::Usual, is_lazy: false };
    Node::new(Content::List(style)).with_children(rows).shrink()
}

/// `count` rows that scroll, each `height` high, built by `row` where they are in sight. Only whole rows are shown: with
/// a height that does not divide the room, a strip below them stays empty.
pub fn rows<M>(count: usize, height: f32, row: impl Fn(usize) -> Node<M> + 'static) -> Node<M> {
    let rows = LazyRows { count, height, row: Box::new(row) };
    list([]).with_list(|style| style.is_lazy = true).with(|handlers| handlers.rows = Some(rows))
}

/// Rows of `columns` nodes of equal width, with `gap` between them.
pub fn grid<M>(columns: usize, gap: f32, nodes: impl IntoIterator<Item = Node<M>>) -> Vec<Node<M>> {
    let mut cells = nodes.into_iter().map(|node| column([node.grow()]).fill(1.0)).peekable();
    let mut rows = Vec::new();
    while cells.peek().is_some() {
        rows.push(row((0..columns).map(|_| cells.next().unwrap_or_else(|| space().fill(1.0)))).gap(gap));
    }
    rows
}

/// A place that `paint` draws.
pub fn picture<M>(paint: impl Fn(&mut Pen, Rect, Look) + 'static) -> Node<M> {
    Node::new(Content::Area(false)).with(|handlers| handlers.paint = Some(Box::new(paint)))
}

/// Nodes at fixed places of the window, which [`Node::at`] sets.
pub fn layers<M>(layers: impl IntoIterator<Item = Node<M>>) -> Node<M> {
    Node::new(Content::Layers).with_children(layers)
}

/// The first of `trees` that has room, at the largest scale from that of the page down to `smallest` pixels of the
/// window for one of the design; if none has, the last tree at the smallest scale.
pub fn fit<M>(trees: impl IntoIterator<Item = Node<M>>, smallest: f32) -> Node<M> {
    Node::new(Content::Fit { smallest, has_fallback: false }).with_children(trees)
}

/// The first of `trees` that has room, as [`fit`] finds it; if none has room, `fallback` at the scale of the page.
pub fn fit_or<M>(trees: impl IntoIterator<Item = Node<M>>, smallest: f32, fallback: Node<M>) -> Node<M> {
    let trees = trees.into_iter().chain([fallback]);
    Node::new(Content::Fit { smallest, has_fallback: true }).with_children(trees)
}

/// `panel` in the middle, above a veil over what lies below. A press outside of it sends `cancel`.
pub fn modal<M>(panel: Node<M>, cancel: M) -> Node<M> {
    dialog(panel.surface(Surface::Dialog).inert()).on_press(cancel).inert()
}
