//! Analysis screen: the positions of a finished game, their evaluation, and its worst moves.

pub mod keys;
mod panel;
mod texts;

use super::help::HelpScreen;
use crate::game::PlayerView;
use crate::game::analysis::analyzer::Analyzer;
use crate::notation::fen;
use crate::rules::{Color, Move};
use crate::view::input::{InputEvent, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::Scene;
use crate::view::screen::{Action, Context, Reply, Screen};
use crate::view::widgets::board::Board;
use crate::view::widgets::move_list::wheel_target;
use crate::view::widgets::{Page, Pen, Ui, UiEvent};
use keys::KeyAction;
use panel::Id;
use texts::Texts;

pub struct AnalysisScreen {
    analyzer: Analyzer,
    texts: Texts,
    ending: Option<String>,
    /// The side shown below.
    bottom: Color,
    /// Shown until the next position: a reply to a key.
    notice: Option<&'static str>,
    /// Not announced yet.
    announcements: Vec<String>,
    board: Board,
    ui: Ui<Id>,
    /// Whether the pointer drags the line of the graph.
    dragging: bool,
}

impl AnalysisScreen {
    /// Shows the last position first. `ending` is the message of the game's end.
    pub fn new(analyzer: Analyzer, ending: Option<String>, bottom: Color) -> Self {
        let analysis = analyzer.analysis();
        let texts = Texts::new(analysis);
        let announcements = vec![format!("Analysis. {}", texts.announcement(analysis, analysis.last_ply()))];
        Self {
            analyzer,
            texts,
            ending,
            bottom,
            notice: None,
            announcements,
            board: Board::default(),
            ui: Ui::default(),
            dragging: false,
        }
    }

    fn layout(&self, ctx: &Context) -> Layout {
        let rules = self.analyzer.analysis().position(0).variant().rules();
        Layout::scaled(ctx.size, (rules.files, rules.ranks), self.bottom, ctx.theme().scale())
    }

    /// Carries out the action of a key or a button.
    fn act(&mut self, action: KeyAction, ctx: &mut Context) -> Option<Action> {
        let (ply, last) = (self.analyzer.ply(), self.analyzer.analysis().last_ply());
        let worst = self.analyzer.worst();
        match action {
            KeyAction::First => self.go_to(0, ctx),
            KeyAction::Back => self.go_to(ply.saturating_sub(1), ctx),
            KeyAction::Forward => self.go_to(ply + 1, ctx),
            KeyAction::Last => self.go_to(last, ctx),
            KeyAction::PreviousMistake => {
                let to = worst.iter().rev().find(|&&at| at < ply).map_or(ply, |&at| at);
                self.go_to(to, ctx);
            }
            KeyAction::NextMistake => {
                let to = worst.iter().find(|&&at| at > ply).map_or(ply, |&at| at);
                self.go_to(to, ctx);
            }
            KeyAction::Copy => {
                ctx.effects.clipboard = Some(fen::format(self.analyzer.analysis().position(ply)));
                self.notice = Some("Position copied (FEN)");
                self.announcements.extend(self.notice.map(str::to_owned));
            }
            KeyAction::Help => {
                let rows = keys::BINDINGS.iter().map(|row| (row.cap, row.help)).chain(keys::MOUSE).collect();
                return Some(Action::Open(Box::new(HelpScreen::of(rows))));
            }
            KeyAction::Close => return Some(Action::Close),
        }
        None
    }

    /// Goes to position `ply`; pieces slide if it is one move away.
    fn go_to(&mut self, ply: usize, ctx: &Context) {
        let from = self.analyzer.ply();
        self.analyzer.set_ply(ply);
        let to = self.analyzer.ply();
        if from == to {
            return;
        }
        self.board.clear();
        self.board.slides.clear();
        self.notice = None;
        self.ui.unscroll(Id::Moves);
        let analysis = self.analyzer.analysis();
        self.announcements = vec![self.texts.announcement(analysis, to)];
        self.board.slides.step(from, to, |index| analysis.move_to(index + 1).copied(), &ctx.speed);
    }

    fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        if let InputEvent::Key { key, control: false } = *event {
            return keys::action(key).and_then(|action| self.act(action, ctx));
        }
        if let InputEvent::Typed('?') = event {
            return self.act(KeyAction::Help, ctx);
        }
        let layout = self.layout(ctx);
        let page = self.page(&layout);
        let over_list =
            page.rect(Id::Moves).zip(self.ui.pointer()).is_some_and(|(list, at)| list.contains(at));
        if let InputEvent::Wheel(notches) = *event
            && !over_list
        {
            self.go_to(wheel_target(self.analyzer.ply(), notches), ctx);
            return None;
        }
        match (self.ui.update(&page, event), event) {
            (UiEvent::Pressed(Id::Button(action)), _) => return self.act(action, ctx),
            (UiEvent::Pressed(Id::Move(ply)), _) => self.go_to(ply, ctx),
            (UiEvent::Pressed(Id::Graph), &InputEvent::Pressed(_, point)) => {
                self.dragging = true;
                self.go_to(self.graph(&page).ply_at(point), ctx);
            }
            (UiEvent::Ignored, event) => self.handle_unused(event, &page, &layout, ctx),
            _ => {}
        }
        None
    }

    /// Handles an event that no widget has used: dragging in the graph, marks on the board.
    fn handle_unused(&mut self, event: &InputEvent, page: &Page<Id>, layout: &Layout, ctx: &Context) {
        self.board.look(event, layout, true);
        match *event {
            InputEvent::Moved(point) if self.dragging => self.go_to(self.graph(page).ply_at(point), ctx),
            InputEvent::PointerLeft | InputEvent::Released(MouseButton::Left, _) => self.dragging = false,
            _ => {}
        }
    }

    /// Lets pieces slide and the analyzer work.
    fn tick(&mut self, ctx: &Context) {
        if !ctx.is_top {
            self.dragging = false;
        }
        self.board.tick(ctx.elapsed);
        self.ui.tick(ctx.elapsed);
        if let Some(ply) = self.analyzer.tick() {
            self.texts.update(self.analyzer.analysis(), ply);
        }
    }

    /// The best move of the current position.
    fn best(&self) -> Option<Move> {
        self.analyzer.analysis().eval(self.analyzer.ply())?.line.first().copied()
    }
}

impl Screen for AnalysisScreen {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if input.is_empty() {
            self.tick(ctx);
        }
        let action = input.iter().find_map(|event| self.handle(event, ctx));
        ctx.effects.cursor = self.ui.cursor();
        ctx.effects.waiting |= self.analyzer.is_running() || !self.board.slides.is_empty();
        ctx.effects.announcements.append(&mut self.announcements);
        action
    }

    fn leave(&mut self, ctx: &mut Context) {
        ctx.reply = Some(Reply::Analysis(Box::new(self.analyzer.analysis().clone())));
    }

    fn draw(&self, ctx: &Context, scene: &mut Scene) {
        scene.clear();
        let (layout, theme, items) = (self.layout(ctx), ctx.theme(), &mut scene.items);
        let (analysis, ply) = (self.analyzer.analysis(), self.analyzer.ply());
        let player_view = PlayerView::of_position(analysis.position(ply), analysis.move_to(ply));
        let best = self.best().map(|mv| (mv.from, mv.to));
        self.board.draw(&self.board.view(&player_view, &layout, &theme), best, items);
        let page = self.page(&layout);
        self.ui.draw(&page, &theme, items);
        let mut pen = Pen { theme: &theme, unit: page.unit(), items };
        self.graph(&page).draw(&mut pen, analysis, ply, &self.analyzer.worst());
    }
}
