//! Accessible nodes, which the page lays over the canvas for screen readers.

use serde_json::json;

use super::page::call;
use crate::access::{AccessNode, Role};

/// The elements of the page.
#[derive(Default)]
pub struct Access {
    shown: Vec<AccessNode>,
}

impl Access {
    /// Begins without elements.
    pub fn start() -> Self {
        Self::default()
    }

    /// Whether the page needs the nodes. A browser does not report whether a screen reader runs.
    pub fn is_wanted(&self) -> bool {
        true
    }

    /// Returns no command: the page passes the commands of its elements on with those that are typed.
    pub fn commands(&self) -> Vec<String> {
        Vec::new()
    }

    /// Passes the nodes to the page if they have changed.
    pub fn update(&mut self, nodes: Option<Vec<AccessNode>>, _announcements: &[String], _is_focused: bool) {
        let Some(nodes) = nodes.filter(|nodes| *nodes != self.shown) else { return };
        let elements: Vec<_> = nodes.iter().map(element).collect();
        self.shown = nodes;
        call("show_nodes", &serde_json::Value::from(elements).to_string());
    }
}

fn element(node: &AccessNode) -> serde_json::Value {
    let role = match node.role {
        Role::Button | Role::Square => "button",
        Role::Choice | Role::Slider => "range",
        Role::Switch => "switch",
        Role::Field => "text",
        Role::Text => "p",
    };
    json!({
        // JavaScript has no integers of this size.
        "id": node.id.to_string(),
        "role": role,
        "name": node.name,
        "value": node.value,
        "bounds": node.bounds,
        "press": node.press,
        "focus": node.focus,
        "enabled": node.is_enabled,
    })
}
