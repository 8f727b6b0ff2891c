//! Screen readers of a system on which the window is not offered to them.

use crate::access::AccessNode;

/// No connection to screen readers.
pub struct Access;

impl Access {
    /// Does nothing.
    pub fn start() -> Self {
        Self
    }

    /// Returns false, because no screen reader is connected.
    pub fn is_wanted(&self) -> bool {
        false
    }

    /// Returns no command.
    pub fn commands(&self) -> Vec<String> {
        Vec::new()
    }

    /// Does nothing.
    pub fn update(&mut self, _nodes: Option<Vec<AccessNode>>, _announcements: &[String], _is_focused: bool) {}
}
