//! Accessible nodes: what a screen has, for the screen readers of the system and for the page.

/// Role of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A button, or something else that can be pressed.
    Button,
    /// A choice of one of several words.
    Choice,
    /// A slider.
    Slider,
    /// A switch.
    Switch,
    /// A text field.
    Field,
    /// A text.
    Text,
    /// A square of the board.
    Square,
}

/// A widget, a text or a square. It is used by the commands that a player would type.
#[derive(Clone, Debug, PartialEq)]
pub struct AccessNode {
    /// Identity from frame to frame.
    pub id: u64,
    /// Role of the node.
    pub role: Role,
    /// The name or the text.
    pub name: String,
    /// The value of a choice, a slider, a switch or a field; empty for others.
    pub value: String,
    /// Left and upper edge, width and height in pixels of the scene.
    pub bounds: [f32; 4],
    /// The command that presses the node, or focuses a control that is no button; empty for a text.
    pub press: String,
    /// The command that focuses the node; empty if it cannot have the focus.
    pub focus: String,
    /// Whether the node has the focus.
    pub is_focused: bool,
    /// Whether the node can be used now.
    pub is_enabled: bool,
}
