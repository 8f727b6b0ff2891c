//! Analysis screen: the positions of a finished game, their evaluation, its worst moves, and a variation of the person's
//! own moves.

pub mod keys;
mod panel;
mod texts;

use super::help::HelpScreen;
use crate::game::analysis::analyzer::Analyzer;
use crate::game::options::Options;
use crate::game::{Command, Event, Game, GameSetup, PlayerKind, PlayerView};
use crate::notation::fen;
use crate::rules::{ByColor, Color, Move, Position};
use crate::view::input::{InputEvent, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::Scene;
use crate::view::screen::{Action, Context, Env, OpenScreen, Reply};
use crate::view::screens::play::announce::Announcer;
use crate::view::screens::play::game_board::GameBoard;
use crate::view::widgets::board::BoardResponse;
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
    board: GameBoard,
    /// A game from the position that is shown, to make the next move in.
    game: Game,
    ui: Ui<Id>,
    /// Whether the pointer drags the line of the graph.
    dragging: bool,
}

impl AnalysisScreen {
    /// Shows the last position first. `ending` is the message of the game's end.
    pub fn new(analyzer: Analyzer, ending: Option<String>, bottom: Color, options: Options) -> Self {
        let analysis = analyzer.analysis();
        let texts = Texts::new(analysis);
        let game = game_at(analysis.position(analyzer.ply()), options);
        let intro = format!("Analysis. {}", texts.announcement(analysis, analyzer.ply()));
        let mut board = GameBoard::default();
        board.announcer = Announcer::introduced(&intro, &game);
        Self {
            analyzer,
            texts,
            ending,
            bottom,
            notice: None,
            announcements: Vec::new(),
            board,
            game,
            ui: Ui::default(),
            dragging: false,
        }
    }

    fn layout(&self, ctx: &Env) -> Layout {
        let rules = self.analyzer.analysis().position(0).variant().rules();
        Layout::scaled(ctx.size, (rules.files, rules.ranks), self.bottom, ctx.theme().scale())
    }

    /// Carries out the action of a key or a button.
    fn act(&mut self, action: KeyAction, ctx: &mut Context) -> Option<Action> {
        let (analysis, ply) = (self.analyzer.analysis(), self.analyzer.ply());
        let (worst, in_game) = (self.analyzer.worst(), analysis.ply_in_game(ply));
        let last = if ply > analysis.last_ply() { analysis.variation().end - 1 } else { analysis.last_ply() };
        match action {
            KeyAction::First => self.go_to(Some(0), ctx),
            KeyAction::Back => self.go_to(analysis.previous(ply), ctx),
            KeyAction::Forward => self.go_to(analysis.next(ply), ctx),
            KeyAction::Last => self.go_to(Some(last), ctx),
            KeyAction::PreviousMistake => {
                self.go_to(worst.into_iter().rev().find(|&at| at < in_game), ctx);
            }
            KeyAction::NextMistake => self.go_to(worst.into_iter().find(|&at| at > in_game), ctx),
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

    /// Goes to a position; pieces slide if it is one move away.
    fn go_to(&mut self, ply: Option<usize>, ctx: &Env) {
        let from = self.analyzer.ply();
        let Some(to) = ply.filter(|&to| to != from) else { return };
        self.analyzer.set_ply(to);
        self.board.widget.clear();
        self.board.widget.slides.clear();
        self.show_position(ctx);
        let analysis = self.analyzer.analysis();
        self.announcements = vec![self.texts.announcement(analysis, to)];
        let slides = &mut self.board.widget.slides;
        if analysis.previous(to) == Some(from) {
            slides.step(0, 1, |_| analysis.move_to(to).copied(), &ctx.speed);
        } else if analysis.previous(from) == Some(to) {
            slides.step(1, 0, |_| analysis.move_to(from).copied(), &ctx.speed);
        }
    }

    /// To be called when another position is shown.
    fn show_position(&mut self, ctx: &Env) {
        self.notice = None;
        self.ui.unscroll(Id::Moves);
        self.game = game_at(self.analyzer.analysis().position(self.analyzer.ply()), ctx.options);
    }

    /// Carries out a command of the board. A move goes on in the game, or in the variation, which it may begin.
    fn command(&mut self, command: Command, ctx: &Env) {
        let dropped = matches!(command, Command::Drop { .. });
        let events = self.game.apply(command);
        self.board.show(&events, &self.game, dropped, ctx);
        for event in events {
            match event {
                Event::Moved(made) => {
                    self.analyzer.play(made);
                    self.texts.update_variation(self.analyzer.analysis());
                    self.show_position(ctx);
                }
                Event::MustDefendKing(_) => self.notice = Some("You must defend your king!"),
                _ => {}
            }
        }
    }

    fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        let layout = self.layout(ctx);
        if matches!(event, InputEvent::Key { .. }) || self.board.widget.is_picking() {
            return self.handle_board(event, &layout, ctx);
        }
        let page = self.page(&layout);
        let over_list =
            page.rect(Id::Moves).zip(self.ui.pointer()).is_some_and(|(list, at)| list.contains(at));
        if let InputEvent::Wheel(notches) = *event
            && !over_list
        {
            let action = if notches > 0.0 { KeyAction::Back } else { KeyAction::Forward };
            return self.act(action, ctx);
        }
        match (self.ui.update(&page, event), event) {
            (UiEvent::Pressed(Id::Button(action)), _) => return self.act(action, ctx),
            (UiEvent::Pressed(Id::Move(ply)), _) => self.go_to(Some(ply), ctx),
            (UiEvent::Pressed(Id::Graph), &InputEvent::Pressed(_, point)) => {
                self.dragging = true;
                self.go_to(Some(self.graph(&page).ply_at(point)), ctx);
            }
            (UiEvent::Ignored, event) => {
                self.drag_in_graph(event, &page, ctx);
                return self.handle_board(event, &layout, ctx);
            }
            _ => {}
        }
        None
    }

    /// Handles an event that no widget of the panel has used, and keys.
    fn handle_board(&mut self, event: &InputEvent, layout: &Layout, ctx: &mut Context) -> Option<Action> {
        match self.board.handle(event, &self.game, &self.player_view(), layout, ctx) {
            BoardResponse::Ignored => {
                let action = match *event {
                    InputEvent::Key { key, control: false } => keys::action(key),
                    InputEvent::Typed('?') => Some(KeyAction::Help),
                    _ => None,
                };
                return action.and_then(|action| self.act(action, ctx));
            }
            BoardResponse::Handled | BoardResponse::CursorMoved => {}
            BoardResponse::Command { command, .. } => self.command(command, ctx),
        }
        None
    }

    fn drag_in_graph(&mut self, event: &InputEvent, page: &Page<Id>, ctx: &Env) {
        match *event {
            InputEvent::Moved(point) if self.dragging => {
                self.go_to(Some(self.graph(page).ply_at(point)), ctx);
            }
            InputEvent::PointerLeft | InputEvent::Released(MouseButton::Left, _) => self.dragging = false,
            _ => {}
        }
    }

    /// Lets pieces slide and the analyzer work.
    fn tick(&mut self, ctx: &Context) {
        if !ctx.is_top {
            self.dragging = false;
        }
        self.board.widget.tick(ctx.elapsed);
        self.game.apply(Command::Tick(ctx.elapsed));
        self.ui.tick(ctx.elapsed);
        if let Some(ply) = self.analyzer.tick() {
            self.texts.update(self.analyzer.analysis(), ply);
        }
    }

    /// The position shown, all of it, with the piece selected.
    fn player_view(&self) -> PlayerView {
        let (analysis, ply) = (self.analyzer.analysis(), self.analyzer.ply());
        let PlayerView { selected, targets, captures, flash, .. } = self.game.player_view();
        let view = PlayerView::of_position(analysis.position(ply), analysis.move_to(ply));
        PlayerView { selected, targets, captures, flash, ..view }
    }

    /// The best move of the current position.
    fn best(&self) -> Option<Move> {
        self.analyzer.analysis().eval(self.analyzer.ply())?.line.first().copied()
    }
}

impl OpenScreen for AnalysisScreen {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if input.is_empty() {
            self.tick(ctx);
        }
        let action = input.iter().find_map(|event| self.handle(event, ctx));
        ctx.effects.cursor = self.ui.cursor();
        ctx.effects.waiting |= self.analyzer.is_running();
        self.board.push_effects(&self.game, &ctx.env, &mut ctx.effects);
        ctx.effects.announcements.append(&mut self.announcements);
        action
    }

    fn leave(&mut self, ctx: &mut Context) {
        ctx.reply = Some(Reply::Analysis(Box::new(self.analyzer.analysis().clone())));
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        scene.clear();
        let (layout, theme, items) = (self.layout(ctx), ctx.theme(), &mut scene.items);
        let (analysis, ply) = (self.analyzer.analysis(), self.analyzer.ply());
        let player_view = self.player_view();
        let best = self.best().map(|mv| (mv.from, mv.to));
        let view = self.board.widget.view(&player_view, &layout, &theme);
        self.board.widget.draw(&view, best, items);
        let page = self.page(&layout);
        self.ui.draw(&page, &theme, items);
        let mut pen = Pen { theme: &theme, unit: page.unit(), items };
        self.graph(&page).draw(&mut pen, analysis, analysis.ply_in_game(ply), &self.analyzer.worst());
        self.board.widget.draw_above(&view, items);
    }
}

/// A game from `position` in which a person makes the next move. The other side is not a person, because two people in
/// the fog would pass the board to each other.
fn game_at(position: &Position, options: Options) -> Game {
    let turn = position.turn();
    let player = |color| if color == turn { PlayerKind::Human } else { PlayerKind::Computer };
    Game::new(GameSetup {
        position: position.clone(),
        players: ByColor::from_fn(player),
        controls: ByColor::from_fn(|_| None),
        options: Options { fog_of_war: false, ..options },
    })
}
