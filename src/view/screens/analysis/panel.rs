//! Panel of the analysis screen: the evaluation, the comment on the move, the moves, the graph and the buttons.

use super::{AnalysisScreen, KEYS, Message, texts};
use crate::view::form::Form;
use crate::view::frame::PointerShape;
use crate::view::input::{InputEvent, MouseButton};
use crate::view::layout::BoardLayout;
use crate::view::scene::TextRole;
use crate::view::widgets::Node;
use crate::view::widgets::build::picture;
use crate::view::widgets::graph::{Graph, Place};
use crate::view::widgets::keymap::{binding, step_buttons};
use crate::view::widgets::move_list::MoveList;
use crate::view::widgets::node::{Ink, column, paragraph, row, text};

/// Part of the width that the list of moves has below the board.
const LIST_BELOW: f32 = 0.25;
/// Space around the panel and between its parts.
const GAP: f32 = 10.0;

impl AnalysisScreen {
    pub(super) fn panel(&self, layout: &BoardLayout) -> Node<Message> {
        let (form, width) = (layout.form(), layout.sidebar.w / layout.unit() - 2.0 * GAP);
        let steps = step_buttons(KEYS, [Message::First, Message::Back, Message::Forward, Message::Last]);
        let buttons = [Message::Help, Message::Close];
        let buttons = row(buttons.map(|message| binding(KEYS, &message).button().flat().fill(1.0)));
        let buttons = buttons.gap(4.0).height(form.metrics().button);
        let panel = match form {
            // Without room for buttons, only their keys work.
            Form::Tiny => return self.comment().padding(2.0),
            Form::Strip => {
                let steps = row(steps).height(24.0);
                let middle = column([self.progress(), self.graph(), steps, buttons]).gap(4.0);
                let list = column([self.moves(layout, width * LIST_BELOW, Vec::new())]);
                row([self.comment().width_part(0.34), middle.fill(1.0), list.width_part(LIST_BELOW)])
            }
            Form::Panel | Form::Column => {
                let comment = self.comment().height_part(0.34).max_height(200.0);
                let graph =
                    column([self.progress(), self.graph()]).fill(0.6).max_height((0.5 * width).max(110.0));
                column([comment, self.moves(layout, width, steps), graph, buttons])
            }
        };
        panel.gap(GAP).padding(GAP)
    }

    /// The list of moves, with buttons below it. It shows the present move until it is scrolled.
    fn moves(&self, layout: &BoardLayout, width: f32, steps: Vec<Node<Message>>) -> Node<Message> {
        let ply = self.analyzer.ply();
        let list = MoveList {
            moves: &self.texts.moves,
            variation: Some((self.analyzer.analysis().branch(), &self.texts.variation)),
            shown: ply,
            is_wide: layout.form() == Form::Panel,
            fewest: 3,
            width,
            unit: layout.unit(),
        };
        list.node(("moves", ply), Message::GoTo, steps)
    }

    /// The graph. A press or a drag on it goes through the game.
    fn graph(&self) -> Node<Message> {
        let (analysis, dragging) = (self.analyzer.analysis(), self.dragging);
        let ply = analysis.ply_in_game(self.analyzer.ply());
        let (graph, last) = (Graph::new(analysis, ply, &self.analyzer.worst()), analysis.last_ply());
        let graph = picture(move |pen, area, _| graph.draw(pen, area));
        let graph = graph.pointer(Some(PointerShape::Hand)).on_input(move |event, area| {
            let ply_at = |at| Some(Message::DragGraph(Some(Place { area, last, unit: 1.0 }.ply_at(at))));
            match *event {
                InputEvent::Pressed(MouseButton::Left, at) if area.contains(at) => ply_at(at),
                InputEvent::Moved(at) if dragging => ply_at(at),
                InputEvent::PointerLeft | InputEvent::Released(MouseButton::Left, _) if dragging => {
                    Some(Message::DragGraph(None))
                }
                _ => None,
            }
        });
        graph.fill(1.0)
    }

    /// Evaluation, move, judgement and best line.
    fn comment(&self) -> Node<Message> {
        let (analysis, ply) = (self.analyzer.analysis(), self.analyzer.ply());
        let small = |words: &str| paragraph(words).sized(12.0).role(TextRole::Message);
        let (evaluation, depth) = texts::evaluation(analysis, ply);
        let evaluation = text(evaluation).bold().sized(20.0).role(TextRole::Message).rigid();
        let depth = text(depth).ink(Ink::Faint).sized(11.0).role(TextRole::Message).rigid();
        let played = text(self.texts.move_to(analysis, ply)).bold().sized(15.0).role(TextRole::Message);
        let mut parts = vec![row([evaluation, depth]).wrap().justify_between().align_center(), played];
        let ending = self.ending.as_deref().filter(|_| ply == analysis.last_ply());
        parts.extend(self.notice.into_iter().chain(ending).map(|words| small(words).rigid()));
        let accuracy = analysis.accuracy_of_both().filter(|_| ply == analysis.last_ply());
        parts.extend(accuracy.map(|words| small(&words).rigid()));
        let judgment = analysis.judged_move(ply).and_then(|judgment| self.texts.comment(analysis, &judgment));
        parts.extend(judgment.map(|judgment| small(&judgment)));
        let line = self.texts.best_line(analysis, ply);
        if !line.is_empty() {
            parts.push(small(&format!("Best: {line}")).ink(Ink::Soft).shrink_first());
        }
        column(parts).gap(2.0)
    }

    /// Progress of the analysis, and the keys that go to the worst moves.
    fn progress(&self) -> Node<Message> {
        let analysis = self.analyzer.analysis();
        let progress = || format!("{}/{}", analysis.evaluated(), analysis.last_ply() + 1);
        let (words, right) = match (self.analyzer.is_complete(), self.analyzer.is_running()) {
            (true, _) if self.analyzer.worst().is_empty() => ("No mistakes found", String::new()),
            (true, _) => ("Mistakes", "↑ ↓".to_owned()),
            (false, true) => ("Analysing", progress()),
            (false, false) => ("Stopped", progress()),
        };
        let faint = |words: Node<Message>| words.ink(Ink::Faint).sized(11.0);
        row([faint(text(words)).fill(1.0), faint(text(right)).rigid()]).gap(4.0).align_center().height(18.0)
    }
}
