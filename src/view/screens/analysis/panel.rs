//! Page of the analysis board: the board with bar, arrows and badge, and the panel beside it or below it.

use super::engine::LINE;
use super::{AnalysisScreen, Edit, KEYS, Message};
use crate::notation::game_tree::NodeId;
use crate::rules::Color;
use crate::view::form::{Form, touch};
use crate::view::frame::PointerShape;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::layout::BoardLayout;
use crate::view::scene::{Point, Rect, TextRole};
use crate::view::screen::Env;
use crate::view::screens::menu::preview;
use crate::view::text::counted;
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, cross, field, grid, layers, picture};
use crate::view::widgets::button::CONTROL_HEIGHT;
use crate::view::widgets::graph::{Graph, Place, draw_badge, draw_bar, judgment_color};
use crate::view::widgets::keymap::{binding, step_buttons};
use crate::view::widgets::move_tree::{SMALL, short, sign};
use crate::view::widgets::node::{Ink, Surface, column, paragraph, row, space, text};

/// Space around the panel and between its parts, in pixels of the design.
const GAP: f32 = 8.0;
/// Space at each side of the list of moves, in pixels of the design.
const LIST_PAD: f32 = 6.0;
/// Width of the scroll bar of the list of moves with its gap, in pixels of the design.
const LIST_BAR: f32 = 8.0;
/// Height of a button in a narrow column.
const COLUMN_BUTTON: f32 = 22.0;
/// Width in which all buttons for fingers have room in one line.
const ONE_LINE: f32 = 560.0;
/// Height below which there is one line of the most important ones.
const LOW: f32 = 250.0;
/// Size of the text field for a comment or a move above the panel, with its buttons and the space around them.
const EDIT: (f32, f32) = (440.0, 44.0);
/// Height of a row of the summary.
const SUMMARY: f32 = 16.0;

impl AnalysisScreen {
    pub(super) fn page(&self, board: Node<Message>, layout: &BoardLayout, env: &Env) -> Node<Message> {
        let unit = layout.unit();
        let evaluation = self.shown_evaluation();
        let chance = evaluation.map(|evaluation| self.analysis().chances_of(evaluation) as f32);
        let (number, bottom) = (evaluation.map_or_else(String::new, short), self.bottom());
        let number = number.trim_start_matches(['+', '−']);
        // The bar has room for three letters.
        let number = number.split('.').next().filter(|whole| whole.len() > 1).unwrap_or(number).to_owned();
        let bar = picture(move |pen, rect, _| draw_bar(pen, rect, chance, &number, bottom));
        let mut nodes = vec![
            board.at(layout.area, unit),
            self.above_board(layout).at(layout.area, unit),
            bar.at(layout.bar, unit),
        ];
        let around = self.engine_around(layout, env.size.1);
        // An enlarged board reaches below the panel.
        let is_touch = layout.is_touch();
        let ground = |node: Node<Message>| if is_touch { node.surface(Surface::Ground) } else { node };
        nodes.push(ground(self.panel(layout, around.is_none())).at(layout.sidebar, unit));
        nodes.extend(around.into_iter().flatten());
        if layout.header.h > 0.0 {
            nodes.push(ground(self.header(layout)).at(layout.header, unit));
        }
        if let Some(position) = self.preview_position() {
            let side = (layout.area.w * 0.4).floor();
            let Rect { x, y, w, .. } = layout.area;
            let place = Rect::new(x + w - side - 8.0, y + 8.0, side, side);
            let shown = column([preview::board(position, bottom).fill(1.0)]).padding(6.0);
            nodes.push(shown.surface(Surface::Dialog).at(place, unit));
        }
        nodes.extend(self.edit_row().filter(|_| layout.sidebar_form() != Form::Strip).map(|edit| {
            let (w, h) = (EDIT.0 * unit, EDIT.1 * unit);
            let place = Rect::new((env.size.0 - w).max(0.0), env.size.1 - h, w.min(env.size.0), h);
            edit.gap(4.0).align_center().padding(GAP).surface(Surface::Dialog).inert().at(place, unit)
        }));
        nodes.extend(self.menu(layout, env));
        layers(nodes)
    }

    /// The arrows of the engine and the badge of the last move.
    fn above_board(&self, layout: &BoardLayout) -> Node<Message> {
        let (arrows, layout, id) = (self.arrows(*layout), *layout, self.shown());
        let (sign, judgment) = sign(self.analysis(), id);
        let to = self.tree().move_to(id).map(|mv| mv.to).filter(|_| !sign.is_empty());
        let to = to.filter(|_| self.board.widget.slides.is_empty());
        let above = picture(move |pen, _, _| {
            arrows(pen.items);
            if let Some(to) = to {
                let color = judgment_color(judgment);
                draw_badge(layout.tile_rect(to), layout.board, &sign, color, pen.theme, pen.items);
            }
        });
        above.pointer(self.board.widget.pointer(&self.game))
    }

    /// Title and buttons above the board of an upright window.
    fn header(&self, layout: &BoardLayout) -> Node<Message> {
        let height = layout.header.h / layout.unit();
        let close = binding(KEYS, &Message::Close).tip(button("‹", Message::Close));
        let parts = [close.width(40.0).height(height.min(40.0)).rigid(), self.title().fill(1.0)];
        row(parts.into_iter().chain(flip_and_help(height.min(40.0)))).gap(6.0).align_center().padded(6.0, 0.0)
    }

    fn title(&self) -> Node<Message> {
        let title = text("Analysis").bold().sized(15.0).rigid();
        let ending = self.setup.ending.iter().map(String::as_str);
        let words: Vec<_> =
            Some(self.setup.title.as_str()).filter(|t| !t.is_empty()).into_iter().chain(ending).collect();
        let words = text(words.join(" · ")).ink(Ink::Faint).sized(11.0).smallest(9.0).fill(1.0);
        row([title, words]).gap(8.0).align_center()
    }

    fn panel(&self, layout: &BoardLayout, has_engine: bool) -> Node<Message> {
        let (unit, form) = (layout.unit(), layout.form());
        let (w, h) = (layout.sidebar.w / unit - 2.0 * GAP, layout.sidebar.h / unit - 2.0 * GAP);
        let is_touch = layout.is_touch();
        let line = if is_touch { touch::METRICS.button } else { LINE };
        let steps = step_buttons(KEYS, [Message::First, Message::Back, Message::Forward, Message::Last]);
        let list_width = w - 2.0 * LIST_PAD - if form == Form::Panel { LIST_BAR } else { 0.0 } - LIST_BAR;
        let list = self.list(list_width, unit, if is_touch { touch::METRICS.small } else { SMALL }).node(
            self.shown(),
            Message::GoTo,
            |id, at| Message::Menu(Some((id, at))),
        );
        let list = column([list]).padded(LIST_PAD, 4.0).surface(Surface::Box).fill(1.0);
        let panel = match layout.sidebar_form() {
            Form::Tiny => return column([text(self.last_move()).role(TextRole::Message)]).padding(2.0),
            Form::Strip => {
                // Fingers need 44 pixels of a phone.
                let tall =
                    if layout.is_touch() { touch::METRICS.button } else { (h * 0.17).clamp(22.0, 42.0) };
                let (has_fold, has_graph) = (h > 150.0, h > if is_touch { 360.0 } else { 320.0 });
                let [flip, help] = flip_and_help(tall);
                let title = row([self.title().fill(1.0), flip, help, cross(24.0, Message::Close)]);
                let title = title.gap(6.0).align_center();
                let has_title = layout.header.h <= 0.0 && is_touch;
                let engine = if self.unfolded && has_fold {
                    self.engine((w, false), unit, ((h - 2.0 * tall - 60.0) / line) as usize, true, is_touch)
                } else {
                    self.engine_row(w, unit, has_fold, is_touch).height(if has_fold { tall } else { 26.0 })
                };
                let has_list = h > 110.0 && (!self.unfolded || has_graph);
                // In a low strip the openings take the places of the line of the engine and of the list.
                let only_openings = self.shows_openings && !has_graph;
                let button_rows = if is_touch && layout.sidebar.w / unit < ONE_LINE { 3.0 } else { 2.0 };
                let left = h - button_rows * (tall + 6.0);
                let side = self.summary(0.0).width(126.0).rigid();
                let steps = row(steps.into_iter().chain([side.when(w > 300.0)])).height(tall);
                let edit = self.edit_row().map(|edit| edit.height(tall.max(CONTROL_HEIGHT)));
                let parts = [
                    title.when(has_title),
                    engine.when(!only_openings),
                    self.words_node(34.0)
                        .when(h > if is_touch { 360.0 } else { 250.0 } || self.notice.is_some() && h > 190.0),
                    self.openings(4, (w, left)).when(has_list || only_openings),
                    list.when(has_list && (has_graph || !self.shows_openings)),
                    space().grow().when(only_openings),
                    self.graph().height(54.0).when(has_graph && !self.shows_openings),
                    edit.unwrap_or(steps).gap(4.0).align_center(),
                    self.buttons(layout, false, tall).min_height(tall).when(h > 110.0),
                ];
                column(parts).gap(if h > 150.0 { 6.0 } else { 2.0 })
            }
            Form::Panel | Form::Column => {
                let is_panel = form == Form::Panel;
                let title = row([self.title().fill(1.0), cross(24.0, Message::Close)]).align_center();
                let row_height = form.metrics().button;
                let height = if is_panel { row_height } else { 2.0 * COLUMN_BUTTON + 2.0 };
                // The text field covers the buttons.
                let buttons = match self.edit {
                    Some(_) if is_panel => space(),
                    Some(_) => space().height(3.0 * COLUMN_BUTTON + 4.0),
                    None => self.buttons(layout, h <= 400.0, height),
                };
                let graph = self.graph().height(if is_panel { 84.0 } else { 48.0 });
                let is_done = self.analyzer.is_complete() && !self.analyzer.is_evaluating();
                let has_file =
                    is_done && self.analysis().line().iter().any(|&id| self.analysis().is_of_file(id));
                let side = [Message::Openings, Message::Flip].map(|message| {
                    let width = if message == Message::Flip { 48.0 } else { 80.0 };
                    binding(KEYS, &message).button().width(width).rigid().when(is_panel)
                });
                let parts = [
                    title.height(26.0).when(is_panel),
                    self.engine((w, h < 600.0), unit, usize::MAX, false, is_touch).when(has_engine),
                    self.words_node(if is_panel { 70.0 } else { (0.2 * h).max(34.0) }),
                    self.openings(if is_panel { 6 } else { 4 }, (w, h)),
                    list.min_height(40.0),
                    self.summary(w),
                    self.learn_buttons(form).height(26.0),
                    binding(KEYS, &Message::Evaluate).button().height(26.0).when(has_file && h > 420.0),
                    graph.when(h > if is_panel { 570.0 } else { 420.0 } && !self.shows_openings),
                    row(steps.into_iter().chain(side)).gap(4.0).height(row_height),
                    if is_panel { buttons.height(row_height) } else { buttons },
                    // At the height of the lines below the board, which are better.
                    self.further_lines(w, unit).when(!has_engine),
                ];
                column(parts).gap(GAP)
            }
        };
        panel.padding(GAP)
    }

    /// Reply to a key, or text about the position.
    fn words(&self) -> Option<String> {
        if self.notice.is_some() {
            return self.notice.clone();
        }
        let comment = &self.tree().annotations(self.shown()).comment;
        let is_end = self.shown() == self.setup.end && self.shown() != NodeId::ROOT;
        let ending = self.setup.ending.clone().filter(|_| is_end);
        if comment.is_empty() { self.remark().or(ending) } else { Some(comment.clone()) }
    }

    fn words_node(&self, most: f32) -> Node<Message> {
        let words = self.words();
        let has_words = words.is_some();
        let words = paragraph(words.unwrap_or_default()).sized(12.0).smallest(10.0).role(TextRole::Message);
        column([words]).padded(4.0, 0.0).max_height(most).when(has_words)
    }

    /// The text field for a comment or a move. A strip has it in place of the buttons that step through the game. A panel beside
    /// the board has no room for it, so [`Self::page`] shows it above the panel's lower end and a part of the board.
    fn edit_row(&self) -> Option<Node<Message>> {
        let (edit, typed) = self.edit.as_ref()?;
        let label = if *edit == Edit::Comment { "Comment" } else { "Move" };
        let field = field(typed.clone(), Message::Edited).named(label).keyed("edit").fill(1.0);
        let done = button("OK", Message::EndEdit(true)).primary(true).width(36.0).rigid();
        let cancel = button("×", Message::EndEdit(false)).width(24.0).rigid();
        let words = text(label).ink(Ink::Soft).sized(11.0).smallest(9.0).rigid();
        let parts = row([words, field, done, cancel]);
        let parts = parts.on_keys(&[Key::Enter], Message::EndEdit(true));
        Some(parts.on_keys(&[Key::Escape], Message::EndEdit(false)))
    }

    /// The buttons at the bottom: in a narrow column pairs, of which a low one has four. The button of the menu is `height`
    /// above the lower end.
    fn buttons(&self, layout: &BoardLayout, is_low: bool, height: f32) -> Node<Message> {
        let (form, unit, Rect { x, y, h, .. }) = (layout.form(), layout.unit(), layout.sidebar);
        let at = Point::new(x + GAP * unit, y + h - (GAP + height) * unit);
        let menu = Message::Menu(Some((self.shown(), at)));
        let edit = button("Edit", menu).tip("Glyphs, comment, variations", "").fill(1.0);
        let button = |message: Message, label: &str, share: f32| {
            binding(KEYS, &message).button().labelled(label).fill(share)
        };
        let share = |part| button(Message::Share, "Share", part);
        let new = |part| button(Message::New, "New", part);
        let openings = || button(Message::Openings, "Openings", 2.0);
        let play = |part| button(Message::PlayFromHere, "Play", part);
        if form == Form::Column {
            let close = button(Message::Close, "Close", 1.0);
            let all = [openings(), share(1.0), new(1.0), edit, play(1.0), close];
            let shown = all.into_iter().skip(if is_low { 2 } else { 0 }).map(Node::flat);
            return column(grid(2, 0.0, shown).into_iter().map(|pair| pair.height(COLUMN_BUTTON))).gap(2.0);
        }
        if layout.sidebar_form() == Form::Strip {
            let learn = self.learn_buttons(Form::Strip).fill(2.0);
            let edit = edit.fill(1.4);
            let (play, share, new) = (play(1.4), share(1.6), new(1.4));
            if layout.is_touch() && layout.sidebar.w / unit < ONE_LINE {
                if layout.sidebar.h / unit < LOW {
                    return row([edit, play, share, new]).gap(4.0);
                }
                let rows = [row([edit, openings(), play]).gap(4.0), row([learn, share, new]).gap(4.0)];
                return column(rows.map(|row| row.height(height))).gap(4.0);
            }
            return row([learn, edit, openings(), play, share, new]).gap(4.0);
        }
        let help = binding(KEYS, &Message::Help).button().labelled("?").width(28.0).rigid();
        row([edit, play(1.0), share(1.0), new(1.0), help]).gap(4.0)
    }

    /// Accuracy and mistakes of both sides, or the progress of the evaluation.
    fn summary(&self, width: f32) -> Node<Message> {
        let small = |words: String| text(words).sized(11.0).smallest(9.0).ink(Ink::Soft);
        if self.analysis().line().len() < 2 {
            return space();
        }
        if self.analyzer.is_evaluating() {
            let (done, all, left) = self.analyzer.progress();
            let words = format!("Analysing {done}/{all}, {} s left", left.as_secs() + 1);
            let words = if width < 200.0 { format!("{done}/{all}, {} s", left.as_secs() + 1) } else { words };
            let stop = binding(KEYS, &Message::Evaluate).button().labelled("Stop");
            return row([small(words).fill(1.0), stop.flat().width(44.0).rigid()])
                .align_center()
                .height(22.0);
        }
        if !self.analyzer.is_complete() {
            return column([binding(KEYS, &Message::Evaluate).button().fill(1.0)]).height(26.0);
        }
        let is_wide = width >= 200.0;
        let side = |color: Color| {
            let summary = self.analysis().summary(color);
            let [inaccuracies, mistakes, blunders] = summary.counts;
            let name = if is_wide { color.name() } else { &color.name()[..1] };
            let accuracy = summary.accuracy.map_or_else(String::new, |percent| format!(" {percent}%"));
            let count = |count: usize, sign: &str, ink| {
                let ink = if count == 0 { Ink::Faint } else { ink };
                let gap = if is_wide { " " } else { "" };
                text(format!("{count}{gap}{sign}"))
                    .sized(if is_wide { 11.0 } else { 9.5 })
                    .smallest(8.0)
                    .bold()
                    .ink(ink)
            };
            let loss = small(format!("⌀ {:.2}", f64::from(summary.average_loss) / 100.0));
            let loss = loss.tip("Average loss of a move in pawns", "").when(is_wide);
            row([
                small(format!("{name}{accuracy}")).fill(if is_wide { 2.0 } else { 1.5 }),
                loss.fill(1.0),
                count(inaccuracies, "?!", Ink::Warning).fill(1.0),
                count(mistakes, "?", Ink::Warning).fill(0.8),
                count(blunders, "??", Ink::Alarm).fill(0.8),
            ])
            .gap(2.0)
            .height(SUMMARY)
        };
        column(Color::ALL.map(side))
    }

    /// The buttons that open the mistakes of the player as puzzles, or in a game without one those of both sides. A strip has
    /// room for one.
    fn learn_buttons(&self, form: Form) -> Node<Message> {
        let has_mistakes = |side: &Color| self.mistakes(*side) > 0;
        let (first, person) = (self.learner(), self.setup.person);
        let both = person.is_none() && form != Form::Strip;
        let sides = [Some(first), Some(!first).filter(|_| both)].into_iter().flatten().filter(has_mistakes);
        let buttons = sides.map(|side| {
            let (name, count) = (side.name(), self.mistakes(side));
            let label = match (person, form) {
                (Some(_), Form::Panel) => format!("Learn from {}", counted(count, "mistake")),
                (Some(_), Form::Strip) => format!("Learn {count}"),
                (Some(_), _) => format!("Learn: {}", counted(count, "mistake")),
                (None, Form::Panel) => format!("{name}’s mistakes ({count})"),
                (None, _) => format!("{name}: {count}"),
            };
            let button = button(&label, Message::Learn(Some(side))).primary(form == Form::Strip);
            binding(KEYS, &Message::Learn(None)).tip(button).fill(1.0)
        });
        row(buttons).gap(4.0).when(has_mistakes(&first))
    }

    /// The graph. A press or a drag on it goes through the game.
    fn graph(&self) -> Node<Message> {
        let (analysis, dragging) = (self.analysis(), self.dragging);
        let line = analysis.line();
        if line.len() < 2 {
            return space().when(false);
        }
        let path = self.tree().path_to(self.shown());
        let ply = line.iter().rposition(|id| path.contains(id)).unwrap_or(0);
        let (graph, last) = (Graph::new(analysis, &line, ply, self.setup.person), line.len() - 1);
        let graph = picture(move |pen, area, _| graph.draw(pen, area));
        graph.pointer(Some(PointerShape::Hand)).on_input(move |event, area| {
            let id_at = |at| {
                let ply = Place { area, last }.ply_at(at);
                Some(Message::DragGraph(line.get(ply).copied()))
            };
            match *event {
                InputEvent::Pressed(MouseButton::Left, at) if area.contains(at) => id_at(at),
                InputEvent::Moved(at) if dragging => id_at(at),
                InputEvent::PointerLeft | InputEvent::Released(MouseButton::Left, _) if dragging => {
                    Some(Message::DragGraph(None))
                }
                _ => None,
            }
        })
    }
}

/// The buttons that flip the board and open the help. Touch screens have them beside the title.
fn flip_and_help(height: f32) -> [Node<Message>; 2] {
    let flip = binding(KEYS, &Message::Flip).button().width(52.0);
    let help = binding(KEYS, &Message::Help).button().labelled("?").width(40.0);
    [flip, help].map(|button| button.height(height).rigid())
}
