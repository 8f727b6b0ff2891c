//! Engine lines: the switch, score, depth and speed, the lines, and the arrows on the board.

use std::ops::Range;

use super::{AnalysisScreen, KEYS, Message};
use crate::game::analysis::{Evaluation, evaluation_of};
use crate::notation::game_tree::NodeId;
use crate::notation::san;
use crate::rules::{Color, Move, Position};
use crate::view::form::Form;
use crate::view::input::InputEvent;
use crate::view::layout::BoardLayout;
use crate::view::scene::{Item, Rect, TextRole};
use crate::view::widgets::Node;
use crate::view::widgets::board::marks::{HINT, REFUTATION, draw_mark};
use crate::view::widgets::build::{button, picture, switch};
use crate::view::widgets::graph::draw_chip;
use crate::view::widgets::keymap::binding;
use crate::view::widgets::move_tree::{Word, first_line, short, word_node};
use crate::view::widgets::node::{Ink, Surface, column, row, space, text};

/// Height of the row of the switch, in pixels of the design.
const HEAD: f32 = 34.0;
/// Height of a line of the engine, in pixels of the design.
pub(super) const LINE: f32 = 24.0;
/// Width of the button that shows all lines.
const FOLD: f32 = 36.0;
/// Width of a chip with a score.
const CHIP: f32 = 44.0;
/// Font size of the moves of a line.
const MOVES: f32 = 12.0;
/// Greatest number of moves of a line that are shown.
const MAX_MOVES: usize = 20;
/// Least width of the row of the switch with depth and speed.
const WITH_DEPTH: f32 = 170.0;
/// Least width of the row of the switch with the buttons.
const WITH_BUTTONS: f32 = 360.0;
/// Least width of the row of the switch with the buttons and the fold button, which a strip has.
const WITH_FOLD: f32 = 320.0;
/// Number of lines below a board that leaves room for them.
const LINES_BELOW: usize = 2;
/// Height above such a board, and below it.
const AROUND: f32 = LINES_BELOW as f32 * LINE;
/// Width of a line from which its moves have numbers.
const WITH_NUMBERS: f32 = 120.0;
/// Winning chances that a further line may be worse than the best one and still have an arrow.
const ARROW_LOSS: f64 = 0.2;

impl AnalysisScreen {
    /// The side that moves in the lines of the engine.
    fn line_turn(&self) -> Color {
        let turn = self.position.turn();
        if self.analyzer.live().is_threat { !turn } else { turn }
    }

    /// The evaluations of the lines of the engine, the best one first.
    fn line_scores(&self) -> Vec<Evaluation> {
        let turn = self.line_turn();
        match self.analyzer.report() {
            Some((report, _)) => {
                let further = report.further.iter().map(|(score, _)| *score);
                [report.score].into_iter().chain(further).map(|score| evaluation_of(score, turn)).collect()
            }
            None if self.analyzer.live().is_threat => Vec::new(),
            None => self.analysis().evaluation(self.shown()).into_iter().collect(),
        }
    }

    /// The evaluation of the position shown, for the bar. A threat does not change it.
    pub(super) fn shown_evaluation(&self) -> Option<Evaluation> {
        let of_engine = self.line_scores().first().copied().filter(|_| !self.analyzer.live().is_threat);
        of_engine.or_else(|| self.analysis().evaluation(self.shown()))
    }

    /// The box with the switch and at most `most` lines, `width` pixels of the design wide. In a strip below the board it has
    /// a button that hides the lines. In a narrow and low column it has no buttons.
    pub(super) fn engine(
        &self,
        (width, is_low): (f32, bool),
        unit: f32,
        most: usize,
        has_fold: bool,
        is_touch: bool,
    ) -> Node<Message> {
        let live = self.analyzer.live();
        let words = |words: String| text(words).ink(Ink::Faint).sized(11.0).role(TextRole::Label);
        let score = self.line_scores().first().copied().map_or("…".to_owned(), short);
        let size = if width >= WITH_DEPTH { 20.0 } else { 15.0 };
        let score = text(score).bold().sized(size).smallest(10.0).role(TextRole::Message);
        let (depth, speed) = self.depth_and_speed();
        let toggle = binding(KEYS, &Message::Engine).tip(switch(live.is_on, |_| Message::Engine));
        let facts = column([words(depth), words(speed)]).justify_center();
        let has_depth = width >= WITH_DEPTH && !has_fold;
        let head = [
            toggle.width(44.0).rigid(),
            score.width(58.0),
            facts.fill(1.0).when(has_depth),
            space().grow().when(!has_depth),
        ];
        let (step_width, gap) = if width >= WITH_DEPTH { (26.0, 4.0) } else { (20.0, 2.0) };
        let buttons = || {
            let step = |more, label| {
                let step = binding(KEYS, &Message::Lines(more));
                step.tip(button(label, Message::Lines(more))).width(step_width).rigid()
            };
            let count =
                text(if live.lines == 1 { "1 line".to_owned() } else { format!("{} lines", live.lines) });
            let count = count.sized(12.0).centered().width(52.0).rigid().when(width >= WITH_DEPTH);
            let threat = binding(KEYS, &Message::Threat).button().primary(live.is_threat);
            let threat = threat.enabled(!self.position.is_check());
            row([step(false, "−"), count, step(true, "+"), threat.fill(1.0)])
                .gap(gap)
                .align_center()
                .height(26.0)
        };
        let has_buttons = width >= if has_fold { WITH_FOLD } else { WITH_BUTTONS };
        let last = [buttons().width(196.0).rigid().when(has_buttons), self.fold().when(has_fold)];
        let head = row(head.into_iter().chain(last));
        let second = buttons().when(!has_buttons && (width >= WITH_DEPTH || !is_low));
        let parts = [
            head.gap(8.0).align_center().height(HEAD),
            second,
            self.lines(0..most, width - 16.0, unit, is_touch),
        ];
        self.with_preview(column(parts).padded(8.0, 4.0).surface(Surface::Box))
    }

    /// Lines of the engine: those with an index in `shown`.
    fn lines(&self, shown: Range<usize>, width: f32, unit: f32, is_touch: bool) -> Node<Message> {
        let live = self.analyzer.live();
        let end = if live.is_on { live.lines.min(shown.end) } else { 0 };
        column((shown.start..end).map(|index| self.line(index, width, unit, is_touch)))
    }

    /// A box beside the board with the lines for which there is no room below it.
    pub(super) fn further_lines(&self, width: f32, unit: f32) -> Node<Message> {
        let live = self.analyzer.live();
        let lines = self.lines(LINES_BELOW..usize::MAX, width - 16.0, unit, false);
        let lines = column([lines]).padded(8.0, 4.0).surface(Surface::Box);
        self.with_preview(lines).when(live.is_on && live.lines > LINES_BELOW)
    }

    /// The switch above the board and two lines below it, if the board leaves room for them there.
    pub(super) fn engine_around(&self, layout: &BoardLayout, window_h: f32) -> Option<[Node<Message>; 2]> {
        let Rect { x, y, w, h } = layout.board;
        let unit = layout.unit().min(y / AROUND);
        // With a second row for the buttons the box would reach over the board.
        if layout.form() != Form::Column || unit < 0.75 * layout.unit() || w / unit < WITH_BUTTONS {
            return None;
        }
        let head = self.engine((w / unit, false), unit, 0, false, false).at(Rect::new(x, 0.0, w, y), unit);
        let lines = column([self.lines(0..LINES_BELOW, w / unit - 16.0, unit, false)]).padded(8.0, 0.0);
        let lines = self.with_preview(lines).at(Rect::new(x, y + h, w, window_h - y - h), unit);
        Some([head, lines])
    }

    /// The button that shows all lines in place of the best one, or hides them.
    fn fold(&self) -> Node<Message> {
        let (sign, tip) =
            if self.unfolded { ("▴", "Show the best line alone") } else { ("▾", "Show all lines") };
        button(sign, Message::Unfold).flat().named("Lines").tip(tip, "").width(FOLD).rigid()
    }

    /// The switch and the best line in one row, with a button for the other lines if `has_fold` is set.
    pub(super) fn engine_row(&self, width: f32, unit: f32, has_fold: bool, is_touch: bool) -> Node<Message> {
        let live = self.analyzer.live();
        let toggle = binding(KEYS, &Message::Engine).tip(switch(live.is_on, |_| Message::Engine));
        let (depth, _) = self.depth_and_speed();
        let depth = text(depth.replace("depth", "d")).ink(Ink::Faint).sized(11.0).rigid();
        let has_depth = width > 260.0;
        let taken =
            44.0 + 24.0 + if has_depth { 44.0 } else { 0.0 } + if has_fold { FOLD + 8.0 } else { 0.0 };
        let line = self.line(0, width - taken, unit, is_touch).fill(1.0);
        let parts = [toggle.width(44.0).rigid(), line, depth.when(has_depth), self.fold().when(has_fold)];
        let content = row(parts).gap(8.0).align_center().padded(8.0, 2.0).surface(Surface::Box);
        self.with_preview(content)
    }

    /// Ends the preview when the pointer leaves `node`.
    fn with_preview(&self, node: Node<Message>) -> Node<Message> {
        let has_preview = self.preview.is_some();
        node.on_input(move |event, rect| match *event {
            InputEvent::Moved(at) if has_preview && !rect.contains(at) => Some(Message::Preview(None)),
            InputEvent::PointerLeft if has_preview => Some(Message::Preview(None)),
            _ => None,
        })
    }

    /// Depth and speed of the search in words.
    fn depth_and_speed(&self) -> (String, String) {
        let live = self.analyzer.live();
        let depth = |depth: u32| if depth > 0 { format!("depth {depth}") } else { String::new() };
        match self.analyzer.report() {
            Some((report, time)) => {
                let speed = u128::from(report.nodes) / time.as_millis().max(1);
                (depth(report.depth), format!("{speed} kn/s"))
            }
            None => {
                let known = depth(self.tree().annotations(self.shown()).depth.unwrap_or(0));
                let state = if !self.analyzer.is_searchable() {
                    "game over"
                } else if !live.is_on {
                    "engine off"
                } else {
                    ""
                };
                (known, state.to_owned())
            }
        }
    }

    /// A line of the engine: its score and its moves. Each move can be followed; a finger follows the first one.
    fn line(&self, index: usize, width: f32, unit: f32, is_touch: bool) -> Node<Message> {
        let (scores, moves) = (self.line_scores(), self.engine_line(index));
        let Some(&score) = scores.get(index).filter(|_| !moves.is_empty()) else {
            return space().height(LINE);
        };
        let is_white = self.analysis().chances_of(score) >= 0.5;
        let score = short(score);
        let chip = picture(move |pen, rect, _| draw_chip(pen, rect, &score, is_white));
        let chip = chip.width(CHIP).height(18.0).rigid();
        let words = self.line_words(moves, width >= WITH_NUMBERS);
        let words = first_line(&words, width - CHIP - 6.0, MOVES, unit);
        let (preview, can_follow) = (self.preview, !self.analyzer.live().is_threat);
        let words = words.iter().enumerate().map(move |(place, word)| {
            let here = Some((index, place));
            let node = word_node(word, false, MOVES, unit).on_input(move |event, rect| match *event {
                InputEvent::Moved(at) if rect.contains(at) && preview != here => Some(Message::Preview(here)),
                _ => None,
            });
            let is_target = can_follow && !is_touch;
            if is_target { node.on_press(Message::Follow(index, place + 1)) } else { node }
        });
        let line = row([chip, row(words).fill(1.0)]).gap(6.0).align_center().height(LINE);
        if is_touch && can_follow { line.on_press(Message::Follow(index, 1)) } else { line }
    }

    /// The moves of a line in notation, with their numbers if `has_numbers` is set.
    fn line_words(&self, moves: &[Move], has_numbers: bool) -> Vec<Word> {
        let mut position = self.line_start();
        let mut words = Vec::new();
        for &mv in moves.iter().take(MAX_MOVES) {
            if !position.is_legal(mv) {
                break;
            }
            let (count, is_white) = (position.fullmove_number(), position.turn() == Color::White);
            let number = match (is_white, words.is_empty()) {
                (true, _) if has_numbers => format!("{count}."),
                (false, true) if has_numbers => format!("{count}…"),
                _ => String::new(),
            };
            let ink = if words.is_empty() { Ink::Text } else { Ink::Soft };
            let text = number + &san::format(&position, mv);
            // The node only marks the word as a move.
            words.push(Word { id: Some(NodeId::ROOT), ..Word::new(text, ink) });
            position.make(mv);
        }
        words
    }

    /// The position in which the lines of the engine begin.
    fn line_start(&self) -> Position {
        let mut position = self.position.clone();
        if self.analyzer.live().is_threat {
            position.make_null();
        }
        position
    }

    /// The position after the move of a line under the pointer.
    pub(super) fn preview_position(&self) -> Option<Position> {
        let (index, place) = self.preview?;
        let mut position = self.line_start();
        let line = self.engine_line(index);
        let moves = line.get(..=place)?;
        for &mv in moves {
            position.play(mv).ok()?;
        }
        Some(position)
    }

    /// The arrows of the first moves of the lines, the best one last. The worse a line is, the thinner is its arrow.
    pub(super) fn arrows(&self, layout: BoardLayout) -> impl Fn(&mut Vec<Item>) + 'static {
        let is_threat = self.analyzer.live().is_threat;
        let chances: Vec<_> =
            self.line_scores().into_iter().map(|score| self.analysis().chances_of(score)).collect();
        let best = chances.first().copied().unwrap_or_default();
        let arrow = |(index, chance): (usize, &f64)| {
            let mv = *self.engine_line(index).first()?;
            let loss = (best - chance).abs();
            let width = if index == 0 { 1.0 } else { 0.7 - 2.0 * loss };
            (loss <= ARROW_LOSS).then_some((mv, width as f32, index == 0))
        };
        let arrows: Vec<_> = chances.iter().enumerate().filter_map(arrow).collect();
        move |items| {
            for &(mv, width, is_best) in arrows.iter().rev() {
                let ink = if is_threat { REFUTATION } else { HINT };
                let ink = if is_best { ink } else { ink.with_alpha(120) };
                draw_mark((mv.from, mv.to), ink, width, &layout, items);
            }
        }
    }
}
