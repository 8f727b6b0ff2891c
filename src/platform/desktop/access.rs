//! Screen readers of Linux, which are reached by AccessKit over AT-SPI. The tree is passed on only while a screen reader runs.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use accesskit::{
    Action, ActionData, ActionHandler, ActionRequest, ActivationHandler, DeactivationHandler, Live, Node,
    NodeId, Rect, Role as SystemRole, Toggled, TreeId, TreeInfo, TreeUpdate,
};
use accesskit_unix::Adapter;

use crate::access::{AccessNode, Role};

/// Identity of the window. The identities of the nodes of a screen are hashes.
const WINDOW: NodeId = NodeId(0);
/// Identity of the list of announcements.
const LOG: NodeId = NodeId(1);
/// Announcements have these identities, one after the other.
const FIRST_LINE: u64 = 2;
/// Number of the last announcements that are kept in the list.
const KEPT_LINES: usize = 20;

/// The connection to the screen readers.
pub struct Access {
    adapter: Adapter,
    is_active: Arc<AtomicBool>,
    requests: Receiver<ActionRequest>,
    /// The nodes that were passed on last.
    shown: Vec<AccessNode>,
    lines: Vec<(NodeId, String)>,
    next_line: u64,
    is_focused: bool,
}

/// Handler of the accessibility bus that stores whether a screen reader is active.
struct Activity(Arc<AtomicBool>);

impl ActivationHandler for Activity {
    fn request_initial_tree(&mut self) -> Option<TreeUpdate> {
        // The tree follows with the next frame.
        self.0.store(true, Ordering::Relaxed);
        None
    }
}

impl DeactivationHandler for Activity {
    fn deactivate_accessibility(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

struct Requests(Sender<ActionRequest>);

impl ActionHandler for Requests {
    fn do_action(&mut self, request: ActionRequest) {
        // The window may have been closed.
        let _ = self.0.send(request);
    }
}

impl Access {
    /// Connects the window to the accessibility bus, on which screen readers find it.
    pub fn start() -> Self {
        let is_active = Arc::new(AtomicBool::new(false));
        let (sender, requests) = channel();
        let activity = || Activity(Arc::clone(&is_active));
        let adapter = Adapter::new(activity(), Requests(sender), activity());
        Self {
            adapter,
            is_active,
            requests,
            shown: Vec::new(),
            lines: Vec::new(),
            next_line: FIRST_LINE,
            is_focused: false,
        }
    }

    /// Whether a screen reader asks for the nodes.
    pub fn is_wanted(&self) -> bool {
        self.is_active.load(Ordering::Relaxed)
    }

    /// The commands for what the player has done with the screen reader since the last call.
    pub fn commands(&self) -> Vec<String> {
        self.requests.try_iter().flat_map(|request| commands_of(&request, &self.shown)).collect()
    }

    /// Passes on what has changed: the nodes, new announcements, and whether the window has the keyboard focus.
    pub fn update(&mut self, nodes: Option<Vec<AccessNode>>, announcements: &[String], is_focused: bool) {
        if self.is_focused != is_focused {
            self.is_focused = is_focused;
            self.adapter.update_window_focus_state(is_focused);
        }
        let Some(nodes) = nodes.filter(|nodes| *nodes != self.shown || !announcements.is_empty()) else {
            return;
        };
        self.shown = nodes;
        if let Some(line) = line_of(announcements) {
            self.lines.push((NodeId(self.next_line), line));
            self.next_line += 1;
        }
        let old = self.lines.len().saturating_sub(KEPT_LINES);
        self.lines.drain(..old);
        let (shown, lines) = (&self.shown, &self.lines);
        self.adapter.update_if_active(|| tree(shown, lines));
    }
}

/// One text for the announcements of a frame, because AccessKit passes on texts that appear together in any order.
fn line_of(announcements: &[String]) -> Option<String> {
    (!announcements.is_empty()).then(|| announcements.join(" "))
}

/// The commands for a request of a screen reader.
fn commands_of(request: &ActionRequest, nodes: &[AccessNode]) -> Vec<String> {
    let Some(node) = nodes.iter().find(|node| node.id == request.target_node.0) else { return Vec::new() };
    let focus = || node.focus.clone();
    let commands = match (request.action, &request.data) {
        (Action::Focus, _) => vec![focus()],
        (Action::Click, _) => vec![node.press.clone()],
        (Action::Increment, _) => vec![focus(), "right".to_owned()],
        (Action::Decrement, _) => vec![focus(), "left".to_owned()],
        (Action::SetValue, Some(ActionData::Value(text))) => {
            vec![focus(), "erase".to_owned(), format!("write {text}")]
        }
        _ => Vec::new(),
    };
    commands.into_iter().filter(|command| !command.is_empty()).collect()
}

/// The whole tree: the window, its nodes, and the announcements.
fn tree(nodes: &[AccessNode], lines: &[(NodeId, String)]) -> TreeUpdate {
    let mut window = Node::new(SystemRole::Window);
    window.set_label("XXL chess");
    let children: Vec<NodeId> = nodes.iter().map(|node| NodeId(node.id)).chain([LOG]).collect();
    window.set_children(children);
    let mut log = Node::new(SystemRole::Log);
    log.set_label("Announcements");
    log.set_children(lines.iter().map(|(id, _)| *id).collect::<Vec<_>>());
    let line = |(id, text): &(NodeId, String)| {
        let mut node = Node::new(SystemRole::Label);
        node.set_value(text.as_str());
        node.set_live(Live::Polite);
        (*id, node)
    };
    // Equal identities would be an error of the tree; texts at the same place of two screens have the same one.
    let all: HashMap<NodeId, Node> = nodes.iter().map(|node| (NodeId(node.id), system_node(node))).collect();
    let nodes_and_lines = all.into_iter().chain(lines.iter().map(line));
    let focus = nodes.iter().find(|node| node.is_focused).map_or(WINDOW, |node| NodeId(node.id));
    TreeUpdate {
        nodes: [(WINDOW, window), (LOG, log)].into_iter().chain(nodes_and_lines).collect(),
        tree: Some(TreeInfo::new(WINDOW)),
        tree_id: TreeId::ROOT,
        focus,
    }
}

fn system_node(node: &AccessNode) -> Node {
    let role = match node.role {
        Role::Button => SystemRole::Button,
        Role::Choice => SystemRole::SpinButton,
        Role::Slider => SystemRole::Slider,
        Role::Switch => SystemRole::Switch,
        Role::Field => SystemRole::TextInput,
        Role::Text => SystemRole::Label,
        Role::Square => SystemRole::Cell,
    };
    let mut system = Node::new(role);
    let [x, y, w, h] = node.bounds.map(f64::from);
    system.set_bounds(Rect { x0: x, y0: y, x1: x + w, y1: y + h });
    match node.role {
        // The text of a label is its value.
        Role::Text => system.set_value(node.name.as_str()),
        // AT-SPI has no values but numbers.
        Role::Choice | Role::Slider => system.set_label(format!("{}: {}", node.name, node.value)),
        _ => system.set_label(node.name.as_str()),
    }
    match node.role {
        Role::Switch => system.set_toggled(Toggled::from(node.value == "on")),
        Role::Field => system.set_value(node.value.as_str()),
        Role::Choice | Role::Slider | Role::Button | Role::Text | Role::Square => {}
    }
    if !node.press.is_empty() {
        system.add_action(Action::Click);
    }
    if !node.focus.is_empty() {
        system.add_action(Action::Focus);
    }
    match node.role {
        Role::Choice | Role::Slider => {
            system.add_action(Action::Increment);
            system.add_action(Action::Decrement);
        }
        Role::Field => system.add_action(Action::SetValue),
        _ => {}
    }
    if !node.is_enabled {
        system.set_disabled();
    }
    system
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(role: Role, press: &str, focus: &str) -> AccessNode {
        AccessNode {
            id: 7,
            role,
            name: "Level".to_owned(),
            value: "3".to_owned(),
            bounds: [1.0, 2.0, 3.0, 4.0],
            press: press.to_owned(),
            focus: focus.to_owned(),
            is_focused: true,
            is_enabled: true,
        }
    }

    /// Requests of a screen reader become the commands that a player would type; those for an unknown node are dropped.
    #[test]
    fn requests_become_commands() {
        let nodes = [node(Role::Slider, "2", "focus 2")];
        let request = |action, id| ActionRequest {
            action,
            target_tree: TreeId::ROOT,
            target_node: NodeId(id),
            data: Some(ActionData::Value("x".into())),
        };
        assert_eq!(commands_of(&request(Action::Click, 7), &nodes), ["2"]);
        assert_eq!(commands_of(&request(Action::Increment, 7), &nodes), ["focus 2", "right"]);
        assert_eq!(commands_of(&request(Action::SetValue, 7), &nodes), ["focus 2", "erase", "write x"]);
        assert!(commands_of(&request(Action::Click, 8), &nodes).is_empty());
    }

    /// A move and the end of the game, which are announced in one frame, stay in their order.
    #[test]
    fn announcements_of_a_frame_are_one_text() {
        let lines = ["White: rook b1 to b8, check.", "Black is checkmated."].map(str::to_owned);
        assert_eq!(line_of(&lines).as_deref(), Some("White: rook b1 to b8, check. Black is checkmated."));
        assert_eq!(line_of(&[]), None);
    }

    /// The tree has the focused node with its value in the name, and the announcements as live texts.
    #[test]
    fn the_tree_has_focus_and_announcements() {
        let lines = [(NodeId(2), "Check.".to_owned())];
        let update = tree(&[node(Role::Slider, "2", "focus 2")], &lines);
        let found = |id| &update.nodes.iter().find(|(other, _)| *other == NodeId(id)).expect("a node").1;
        assert_eq!((update.focus, update.nodes.len()), (NodeId(7), 4));
        assert_eq!(found(7).label(), Some("Level: 3"));
        assert_eq!((found(2).value(), found(2).live()), (Some("Check."), Some(Live::Polite)));
    }
}
