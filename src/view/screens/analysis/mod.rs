//! Analysis screen: the positions of a finished game, their evaluation, and its worst moves.

pub mod keys;
mod panel;
mod words;

use super::help::HelpScreen;
use crate::game::PlayerView;
use crate::game::adviser::Adviser;
use crate::game::analysis::Analysis;
use crate::game::analysis::analyzer::{AnalysisLimits, Analyzer};
use crate::notation::fen;
use crate::rules::{Color, Move};
use crate::view::input::{InputEvent, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::{Point, Scene};
use crate::view::screen::{Action, Context, Reply, Screen};
use crate::view::theme::Theme;
use crate::view::widgets::board::BoardView;
use crate::view::widgets::board::animation::Slides;
use crate::view::widgets::board::marks::{Marks, point_out};
use keys::KeyAction;
use panel::Panel;
use words::Words;

/// The analysis screen.
pub struct AnalysisScreen {
    study: Analyzer,
    words: Words,
    ending: Option<String>,
    /// The side shown below.
    bottom: Color,
    /// What a key has just done, shown until the next position.
    notice: Option<&'static str>,
    /// What is still to be announced.
    news: Vec<String>,
    slides: Slides,
    marks: Marks,
    pointer: Option<Point>,
    /// Whether the pointer holds the line of the graph.
    dragging: bool,
}

impl AnalysisScreen {
    /// Opens `analysis` at its end and lets `adviser` go on with it. `ending` is the message of the game's end.
    #[must_use]
    pub fn new(analysis: Analysis, ending: Option<String>, bottom: Color, adviser: Box<dyn Adviser>) -> Self {
        let words = Words::of(&analysis);
        let news = vec![format!("Analysis. {}", words.aloud(&analysis, analysis.last_ply()))];
        Self {
            study: Analyzer::new(analysis, adviser, AnalysisLimits::default()),
            words,
            ending,
            bottom,
            notice: None,
            news,
            slides: Slides::default(),
            marks: Marks::default(),
            pointer: None,
            dragging: false,
        }
    }

    /// The analysis and the adviser at work on it.
    #[must_use]
    pub fn study(&self) -> &Analyzer {
        &self.study
    }

    fn layout(&self, ctx: &Context) -> Layout {
        let rules = self.study.analysis().position(0).variant().rules();
        Layout::scaled(ctx.size, (rules.files, rules.ranks), self.bottom, ctx.theme().scale())
    }

    fn panel<'a>(&'a self, layout: &'a Layout, theme: &'a Theme) -> Panel<'a> {
        Panel {
            study: &self.study,
            words: &self.words,
            ending: self.ending.as_deref(),
            notice: self.notice,
            layout,
            theme,
            pointer: self.pointer,
        }
    }

    /// Does what a key or a button is for.
    fn act(&mut self, action: KeyAction, ctx: &mut Context) -> Option<Action> {
        let (ply, last) = (self.study.ply(), self.study.analysis().last_ply());
        let worst = self.study.worst();
        match action {
            KeyAction::First => self.go_to(0, ctx),
            KeyAction::Back => self.go_to(ply.saturating_sub(1), ctx),
            KeyAction::On => self.go_to(ply + 1, ctx),
            KeyAction::Last => self.go_to(last, ctx),
            KeyAction::WorstBefore => {
                let to = worst.iter().rev().find(|&&at| at < ply).map_or(ply, |&at| at);
                self.go_to(to, ctx);
            }
            KeyAction::WorstNext => {
                let to = worst.iter().find(|&&at| at > ply).map_or(ply, |&at| at);
                self.go_to(to, ctx);
            }
            KeyAction::Copy => {
                ctx.effects.clipboard = Some(fen::format(self.study.analysis().position(ply)));
                self.notice = Some("Position copied (FEN)");
                self.news.extend(self.notice.map(str::to_owned));
            }
            KeyAction::Help => {
                let rows = keys::BINDINGS.iter().map(|row| (row.cap, row.help)).chain(keys::MOUSE).collect();
                return Some(Action::Open(Box::new(HelpScreen::of(rows))));
            }
            KeyAction::Close => return Some(Action::Close),
        }
        None
    }

    /// Shows position number `ply`; pieces slide where it is one move away.
    fn go_to(&mut self, ply: usize, ctx: &Context) {
        let from = self.study.ply();
        self.study.set_ply(ply);
        let to = self.study.ply();
        if from == to {
            return;
        }
        self.marks.clear();
        self.slides.clear();
        self.notice = None;
        let analysis = self.study.analysis();
        self.news = vec![self.words.aloud(analysis, to)];
        match (analysis.move_to(to), analysis.move_to(from)) {
            (Some(made), _) if to == from + 1 => self.slides.start(made, &ctx.speed, false),
            (_, Some(made)) if to + 1 == from => self.slides.start_back(made, &ctx.speed),
            _ => {}
        }
    }

    fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        let (layout, theme) = (self.layout(ctx), ctx.theme());
        match *event {
            InputEvent::Key { key, control: false } => {
                return keys::action(key).and_then(|action| self.act(action, ctx));
            }
            InputEvent::Moved(point) => {
                self.pointer = Some(point);
                if self.dragging {
                    let ply = self.panel(&layout, &theme).graph().ply_at(point);
                    self.go_to(ply, ctx);
                }
            }
            InputEvent::PointerLeft => (self.pointer, self.dragging) = (None, false),
            InputEvent::Pressed(MouseButton::Left, point) => return self.press(point, &layout, ctx),
            InputEvent::Released(MouseButton::Left, _) => self.dragging = false,
            InputEvent::Pressed(MouseButton::Right, point) => self.marks.begin(layout.square_at(point)),
            InputEvent::Released(MouseButton::Right, point) => self.marks.end(layout.square_at(point)),
            // Downwards is forwards, as in a list of moves.
            InputEvent::Wheel(notches) if notches > 0.0 => return self.act(KeyAction::Back, ctx),
            InputEvent::Wheel(notches) if notches < 0.0 => return self.act(KeyAction::On, ctx),
            _ => {}
        }
        None
    }

    fn press(&mut self, point: Point, layout: &Layout, ctx: &mut Context) -> Option<Action> {
        let theme = ctx.theme();
        let panel = self.panel(layout, &theme);
        let (action, worst, graph) = (panel.action_at(point), panel.worst_at(point), panel.graph());
        if let Some(action) = action {
            return self.act(action, ctx);
        }
        if let Some(ply) = worst {
            self.go_to(ply, ctx);
        } else if graph.area.contains(point) {
            self.dragging = true;
            self.go_to(graph.ply_at(point), ctx);
        } else {
            self.marks.clear();
        }
        None
    }

    /// Lets pieces slide and the adviser work.
    fn tick(&mut self, ctx: &Context) {
        if !ctx.is_top {
            self.dragging = false;
        }
        self.slides.tick(ctx.elapsed);
        if let Some(ply) = self.study.tick() {
            self.words.renew(self.study.analysis(), ply);
        }
    }

    /// The best move of the position looked at.
    fn best(&self) -> Option<Move> {
        self.study.analysis().eval(self.study.ply())?.line.first().copied()
    }
}

impl Screen for AnalysisScreen {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if input.is_empty() {
            self.tick(ctx);
        }
        let action = input.iter().find_map(|event| self.handle(event, ctx));
        ctx.effects.waiting |= self.study.is_running();
        ctx.effects.announcements.append(&mut self.news);
        action
    }

    fn leave(&mut self, ctx: &mut Context) {
        ctx.reply = Some(Reply::Analysis(Box::new(self.study.analysis().clone())));
    }

    fn draw(&self, ctx: &Context, scene: &mut Scene) {
        scene.clear();
        let (layout, theme, items) = (self.layout(ctx), ctx.theme(), &mut scene.items);
        let (analysis, ply) = (self.study.analysis(), self.study.ply());
        let sight = PlayerView::of_position(analysis.position(ply), analysis.move_to(ply));
        let board =
            BoardView { sight: &sight, slides: &self.slides, dragged: None, layout: &layout, theme: &theme };
        items.extend(board.items());
        if let Some(best) = self.best() {
            point_out(best.from, best.to, &layout, items);
        }
        self.marks.draw(&layout, items);
        self.panel(&layout, &theme).draw(items);
    }
}
