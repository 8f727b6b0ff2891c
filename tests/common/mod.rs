//! Helpers of the tests: variants by name, random games, opponents and analysts whose replies a test sets, screens
//! without a display, and faults of a picture.

#![allow(dead_code, reason = "each group uses its own part")]

pub mod cases;
pub mod window;

use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use self::window::Driver;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xxlchess::app::{App, AppSetup, Computers, FirstScreen};
use xxlchess::engine::{AnalysisRequest, Score, SearchReport, SearchRequest};
use xxlchess::game::analysis::analyzer::AnalysisLimits;
use xxlchess::game::clock::TimeControl;
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame};
use xxlchess::game::options::Options;
use xxlchess::game::worker::{ThreadedWorker, Worker};
use xxlchess::game::{Command, Event, Game, PlayerKind};
use xxlchess::game::{ComputerSettings, GameController};
use xxlchess::notation::coords::{parse_move, parse_square};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{ByColor, Color, Move, Piece, Position, Setup, Square, Variant};
use xxlchess::storage::Storage;
use xxlchess::storage::game_reader::GameReader;
use xxlchess::view::host::Host;
use xxlchess::view::input::InputEvent;
use xxlchess::view::layout::BoardLayout;
use xxlchess::view::picture::{ExportFile, ExportStep};
use xxlchess::view::scene::{Item, Point, Rect, Scene, Text, TextRole};
use xxlchess::view::screen::{Action, Context, Env, OpenScreen, Reply, Size, Stake};
use xxlchess::view::screens::play::PlayScreen;
use xxlchess::view::text::bounds;
use xxlchess::view::widgets::board::animation::Speed;

/// Players of both sides.
pub type Players = ByColor<PlayerKind>;
pub const HUMAN_WHITE: Players = ByColor { white: PlayerKind::Human, black: PlayerKind::Computer };
pub const HUMAN_BLACK: Players = ByColor { white: PlayerKind::Computer, black: PlayerKind::Human };
pub const TWO_HUMANS: Players = ByColor { white: PlayerKind::Human, black: PlayerKind::Human };
pub const TWO_COMPUTERS: Players = ByColor { white: PlayerKind::Computer, black: PlayerKind::Computer };

/// A speed at which pieces do not slide.
pub const AT_ONCE: Speed = Speed { pixels_a_frame: 6.0, longest: Duration::ZERO };

/// A computer that replies without a pause, with the same move in every run.
pub const fn deterministic(seed: u64) -> ComputerSettings {
    ComputerSettings { seed, deterministic: true, pause: Duration::ZERO }
}

/// The square `name`.
pub fn at(name: &str) -> Square {
    parse_square(name).expect("a square")
}

/// A clock with an increment, in seconds.
pub fn control(seconds: u64, increment: u64) -> Option<TimeControl> {
    Some(TimeControl { initial: Duration::from_secs(seconds), increment: Duration::from_secs(increment) })
}

/// Makes the move `text` in `game`.
pub fn play(game: &mut Game, text: &str) -> Vec<Event> {
    let mv = parse_move(game.position(), text).expect("a legal move");
    game.apply(Command::Play(mv))
}

/// The built-in variant `name`.
pub fn variant(name: &str) -> Arc<Variant> {
    Variants::built_in().get(name).expect("a built-in variant")
}

/// The variant `own` of a file with this text.
pub fn own_variant(text: &str) -> Arc<Variant> {
    Variants::built_in()
        .with_file("own.ini", text)
        .expect("no fault")
        .get("own")
        .expect("a section of this name")
}

/// The position with ranks mirrored and colours exchanged.
pub fn mirrored(position: &Position) -> Position {
    let top = position.variant().rules().ranks - 1;
    let flip = |square: Square| Square::new(square.file(), top - square.rank());
    let setup = position.to_setup();
    let mirrored = Setup {
        pieces: setup.pieces.iter().map(|&(s, p)| (flip(s), Piece::new(!p.color, p.kind))).collect(),
        turn: !setup.turn,
        initial_move_rights: setup.initial_move_rights.into_iter().map(flip).collect(),
        en_passant: setup.en_passant.map(flip),
        en_passant_pawn: setup.en_passant_pawn.map(flip),
        ..setup
    };
    Position::from_setup(position.variant(), &mirrored).expect("the mirror of a legal position is legal")
}

/// A position of `xxl` from a FEN.
pub fn xxl(fen: &str) -> Position {
    xxlchess::notation::fen::parse(&variant("xxl"), fen).expect("a legal position")
}

/// Random numbers that are the same in every run.
pub struct Dice(StdRng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(StdRng::seed_from_u64(seed))
    }

    /// A number below `sides`, which is not 0.
    pub fn below(&mut self, sides: usize) -> usize {
        self.0.random_range(..sides)
    }
}

/// Plays `games` random games of at most `plies` from `start`, and calls `visit` with every position.
pub fn random_games(
    start: &Position,
    games: u64,
    plies: usize,
    mut visit: impl FnMut(&mut Position, &mut Dice),
) {
    for game in 0..games {
        let mut dice = Dice::new(game + 1);
        let mut position = start.clone();
        for _ in 0..plies {
            visit(&mut position, &mut dice);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[dice.below(moves.len())]);
        }
    }
}

/// A computer that never answers.
pub struct Silent;

impl<Request, Reply> Worker<Request, Reply> for Silent {
    fn start(&mut self, _task: Request) {}
    fn poll(&mut self) -> Option<Reply> {
        None
    }
    fn cancel(&mut self) {}
}

/// A worker that records its requests, and replies when a test sets the reply.
pub struct FakeWorker<Request, Reply>(pub Rc<RefCell<Recorded<Request, Reply>>>);

pub type FakeOpponent = FakeWorker<SearchRequest, Move>;
pub type FakeAnalyst = FakeWorker<AnalysisRequest, SearchReport>;

/// Requests to a [`FakeWorker`], and its next reply.
pub struct Recorded<Request, Reply> {
    pub requests: Vec<Request>,
    pub cancelled: usize,
    pub reply: Option<Reply>,
}

impl<Request, Reply> FakeWorker<Request, Reply> {
    pub fn set_reply(&self, reply: impl Into<Option<Reply>>) {
        self.0.borrow_mut().reply = reply.into();
    }
}

impl<Request, Reply> Default for FakeWorker<Request, Reply> {
    fn default() -> Self {
        Self(Rc::new(RefCell::new(Recorded { requests: Vec::new(), cancelled: 0, reply: None })))
    }
}

impl<Request, Reply> Clone for FakeWorker<Request, Reply> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<Request, Reply> Worker<Request, Reply> for FakeWorker<Request, Reply> {
    fn start(&mut self, request: Request) {
        self.0.borrow_mut().requests.push(request);
    }
    fn poll(&mut self) -> Option<Reply> {
        self.0.borrow_mut().reply.take()
    }
    fn cancel(&mut self) {
        self.0.borrow_mut().cancelled += 1;
    }
}

/// Requests to a [`ScriptedAnalyst`], each with its ply and time; a cancellation is `None`.
pub type AnalysisLog = Rc<RefCell<Vec<Option<(usize, Duration)>>>>;

/// An analyst that replies at once: with the score that a table has for the ply, from White's side, and a line that does
/// not begin with the move of the game.
#[derive(Clone)]
pub struct ScriptedAnalyst {
    pub scores: Vec<i32>,
    pub reply: Option<SearchReport>,
    made: Vec<Move>,
    log: AnalysisLog,
}

impl ScriptedAnalyst {
    pub fn new(game: &Game, scores: &[i32], log: &AnalysisLog) -> Self {
        let made = game.moves().iter().map(|made| made.mv).collect();
        Self { scores: scores.to_vec(), reply: None, made, log: Rc::clone(log) }
    }
}

impl Worker<AnalysisRequest, SearchReport> for ScriptedAnalyst {
    fn start(&mut self, request: AnalysisRequest) {
        let (mut position, ply) =
            (request.search.position, request.search.key_history.len().saturating_sub(1));
        self.log.borrow_mut().push(Some((ply, request.time.unwrap_or(Duration::MAX))));
        let sign = if position.turn() == Color::White { 1 } else { -1 };
        let mut pv = Vec::new();
        while let Some(mv) =
            position.legal_moves().into_iter().rfind(|mv| !pv.is_empty() || self.made.get(ply) != Some(mv))
            && pv.len() < 8
        {
            pv.push(mv);
            position.make(mv);
        }
        let score = Score::Centipawns(sign * self.scores[ply]);
        self.reply = Some(SearchReport { score, depth: 12, nodes: 0, pv, further: Vec::new() });
    }
    fn poll(&mut self) -> Option<SearchReport> {
        self.reply.take()
    }
    fn cancel(&mut self) {
        self.log.borrow_mut().push(None);
        self.reply = None;
    }
}

/// Whether `inner` lies inside `outer`.
pub fn within(inner: Rect, outer: Rect) -> bool {
    inner.x >= outer.x
        && inner.y >= outer.y
        && inner.x + inner.w <= outer.x + outer.w
        && inner.y + inner.h <= outer.y + outer.h
}

pub fn overlap(a: Rect, b: Rect) -> bool {
    a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

/// Faults of the picture `items` in `area`: texts and shapes outside it, texts over each other, cut or too small.
pub fn faults(items: &[Item], area: Rect) -> Vec<String> {
    [misplaced_texts(items, area), cut_texts(items), misplaced_shapes(items, area)].concat()
}

/// The texts of `items`, the board's coordinates aside.
fn texts(items: &[Item]) -> Vec<&Text> {
    let texts = items.iter().filter_map(|item| if let Item::Text(text) = item { Some(text) } else { None });
    texts.filter(|text| !matches!(text.role, TextRole::Coordinate | TextRole::Star)).collect()
}

/// Texts outside `area` or over each other, by more than half a pixel.
pub fn misplaced_texts(items: &[Item], area: Rect) -> Vec<String> {
    // Bounds are whole letters: half a pixel on each side is within what a letter leaves free.
    let narrow = |rect: Rect| Rect::new(rect.x + 0.25, rect.y + 0.25, rect.w - 0.5, rect.h - 0.5);
    let wide = Rect::new(area.x - 0.25, area.y - 0.25, area.w + 0.5, area.h + 0.5);
    let texts = texts(items);
    let places: Vec<_> = texts.iter().map(|text| narrow(bounds(text))).collect();
    let mut faults = Vec::new();
    for (index, (text, &place)) in texts.iter().zip(&places).enumerate() {
        if !within(place, wide) {
            faults.push(format!("{:?} at {place:?} is outside {area:?}", text.text));
        }
        let others = texts.iter().zip(&places[..index]).filter(|&(_, &other)| overlap(other, place));
        faults.extend(others.map(|(other, _)| format!("{:?} over {:?}", text.text, other.text)));
    }
    faults
}

/// Texts that are cut or too small to be read. A sign of its own, as in a list of moves, is not cut.
pub fn cut_texts(items: &[Item]) -> Vec<String> {
    let is_cut = |text: &&Text| text.size < 8 || text.text.contains('…') && text.text != "…";
    texts(items).into_iter().filter(is_cut).map(|text| format!("{:?} is cut", text.text)).collect()
}

/// Faults that `check` finds in a game: above the board in the header, and elsewhere in the sidebar.
pub fn in_panel(
    items: &[Item],
    layout: &BoardLayout,
    check: impl Fn(&[Item], Rect) -> Vec<String>,
) -> Vec<String> {
    let is_above = |item: &&Item| {
        let y = match item {
            Item::Tile(tile) => tile.rect.y,
            Item::Sprite(sprite) => sprite.rect.y,
            Item::Text(text) => text.at.y,
            Item::Panel { rect, .. } | Item::Frame { rect, .. } => rect.y,
            Item::Disc { center, .. } | Item::Ring { center, .. } => center.y,
            Item::Line { from, .. } => from.y,
            Item::Triangle { corners, .. } => corners[0].y,
        };
        layout.is_upright() && y < layout.board.y
    };
    let (above, others): (Vec<_>, Vec<_>) = items.iter().partition(is_above);
    let owned = |items: Vec<&Item>| items.into_iter().cloned().collect::<Vec<_>>();
    [check(&owned(above), layout.header), check(&owned(others), layout.sidebar)].concat()
}

/// Panels, pieces and marks outside `area` or without a size, the pieces of the board aside.
pub fn misplaced_shapes(items: &[Item], area: Rect) -> Vec<String> {
    let is_misplaced = |item: &&Item| {
        let rect = match item {
            Item::Panel { rect, .. } | Item::Frame { rect, .. } => *rect,
            Item::Sprite(sprite) if sprite.square.is_none() => sprite.rect,
            Item::Disc { center, radius, .. } | Item::Ring { center, radius, .. } => {
                Rect::new(center.x - radius, center.y - radius, 2.0 * radius, 2.0 * radius)
            }
            Item::Triangle { corners: [a, b, c], .. } => {
                let (left, top) = (a.x.min(b.x).min(c.x), a.y.min(b.y).min(c.y));
                Rect::new(left, top, a.x.max(b.x).max(c.x) - left, a.y.max(b.y).max(c.y) - top)
            }
            _ => return false,
        };
        !within(rect, area) || rect.w <= 0.0 || rect.h <= 0.0
    };
    items.iter().filter(is_misplaced).map(|item| format!("{item:?} is outside {area:?}")).collect()
}

/// A screen without an app. `state` is for what a group of tests needs of its own.
pub struct Alone<S, T = ()> {
    pub screen: S,
    pub ctx: Context,
    /// The last action that the screen asked for, until a test takes it.
    pub action: Option<Action>,
    pub state: T,
}

impl<S: OpenScreen> Alone<S> {
    /// `screen` in a window of the first size, with these options and pieces sliding at `speed`.
    pub fn new(screen: S, options: Options, speed: Speed) -> Self {
        let mut ctx = Context::new(options, speed, Rc::default());
        ctx.size = window::FIRST;
        Self { screen, ctx, action: None, state: () }
    }

    pub fn with<T>(self, state: T) -> Alone<S, T> {
        let Self { screen, ctx, action, .. } = self;
        Alone { screen, ctx, action, state }
    }
}

impl<S: OpenScreen, T> Alone<S, T> {
    /// Lets time pass.
    pub fn tick(&mut self, elapsed: Duration) {
        self.update(elapsed, &[]);
    }

    fn update(&mut self, elapsed: Duration, events: &[InputEvent]) {
        self.ctx.elapsed = elapsed;
        let action = self.screen.update(events, &mut self.ctx);
        self.action = action.or(self.action.take());
    }

    /// The picture in a window of this size.
    pub fn scene_at(&self, size: Size) -> Scene {
        let ctx = Env { size, ..self.ctx.env.clone() };
        let mut scene = Scene::new(ctx.theme().background, ctx.options.piece_set);
        self.screen.draw(&ctx, &mut scene);
        scene
    }
}

impl<S: OpenScreen, T> Driver for Alone<S, T> {
    fn input(&mut self, events: Vec<InputEvent>) {
        for event in events {
            self.update(Duration::ZERO, &[event]);
        }
    }

    fn input_at(&mut self, at: Point, events: Vec<InputEvent>) {
        self.update(Duration::ZERO, &[InputEvent::Moved(at)]);
        self.input(events);
    }

    fn scene(&self) -> Scene {
        self.scene_at(self.ctx.size)
    }
}

/// The setup of an app that saves nothing: XXL chess against a computer that never answers.
pub fn app_setup(choices: NewGame) -> AppSetup {
    let xxl = variant("xxl");
    AppSetup {
        level: (Position::start(&xxl).expect("a legal start"), "level1".to_owned()),
        remark: None,
        choices,
        set_by_config: Vec::new(),
        level_on_command_line: false,
        speed: AT_ONCE,
        seed: Some(0),
        pause: Duration::ZERO,
        reader: GameReader::new(&xxl),
        storage: Storage::default(),
        computers: Computers {
            opponent: Box::new(|_| Box::new(Silent)),
            analyst: Box::new(|_| Box::new(ThreadedWorker::analyst(1, 16).inline())),
            analysis_limits: AnalysisLimits::default(),
            puzzle_solver: Rc::new(|| Box::new(ThreadedWorker::puzzle_solver().inline())),
            explainer: Box::new(|| Box::new(Silent)),
        },
        engines: Default::default(),
        first_screen: FirstScreen::Game { search: false },
        page: None,
        program: None,
        add_drawing: Box::new(
            |_, svg| if svg.contains("<svg") { Ok(()) } else { Err("is not SVG".to_owned()) },
        ),
        export: Box::new(|file, _| {
            let place = match file {
                ExportFile::Picture { format, boards, .. } => {
                    format!("{format:?} of {} boards", boards.len())
                }
                ExportFile::Pgn(_) => "PGN".to_owned(),
            };
            // An animation has one step more.
            let mut steps = 2 * usize::from(place.starts_with("Gif"));
            Box::new(move || {
                let step = if steps > 0 { ExportStep::Percent(50) } else { ExportStep::Saved(place.clone()) };
                steps = steps.saturating_sub(1);
                Ok(step)
            })
        }),
    }
}

/// An app with one screen, shown by `options`, with pieces sliding at `speed`.
pub fn app_with(screen: impl OpenScreen + 'static, options: Options, speed: Speed) -> App {
    let choices =
        NewGame { level: String::new(), color: ColorChoice::White, clocks: BySeat::default(), options };
    App::with_screen(AppSetup { speed, ..app_setup(choices) }, Box::new(screen))
}

/// The game screen without an app.
pub type GameScreen<T = ()> = Alone<Host<PlayScreen>, T>;

impl GameScreen {
    /// The screen of `controller`, with White below where two people play.
    pub fn of(controller: GameController, options: Options, speed: Speed) -> Self {
        Self::new(PlayScreen::new(controller, Color::White, None), options, speed)
    }
}

impl<T> GameScreen<T> {
    pub fn game(&self) -> &Game {
        self.screen.controller().game()
    }

    /// Clicks both squares of a move.
    pub fn click_move(&mut self, mv: Move) {
        self.click_squares(&[&mv.from.to_string(), &mv.to.to_string()]);
    }
}

impl GameScreen<FakeOpponent> {
    /// Makes the computer reply with this move.
    pub fn answer(&mut self, mv: Move) {
        self.tick(Duration::ZERO);
        self.state.set_reply(Some(mv));
        self.tick(Duration::ZERO);
    }
}

/// A screen that a test can read while an app owns it.
pub struct Shared<S>(pub Rc<RefCell<S>>);

impl<S: OpenScreen> OpenScreen for Shared<S> {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        self.0.borrow_mut().update(input, ctx)
    }

    fn leave(&mut self, ctx: &mut Context) {
        self.0.borrow_mut().leave(ctx);
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        self.0.borrow().draw(ctx, scene);
    }
}

/// A folder that is removed when the test ends.
pub struct TempFolder(pub PathBuf);

impl TempFolder {
    /// A new folder; no two have the same name.
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("x{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name).join("a person/d");
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// Storage in this folder.
    pub fn storage(&self) -> Storage {
        Storage { data_dir: Some(self.0.clone()), config_dir: Some(self.0.clone()) }
    }
}

impl Deref for TempFolder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let root = self.0.ancestors().nth(2).expect("a parent");
        std::fs::remove_dir_all(root).expect("removed");
    }
}

/// A screen whose actions are refused when a test sets a reason, above a game or not.
pub struct Hosted<S> {
    pub screen: S,
    /// The reason for refusing to start a game or to open puzzles.
    pub refusal: Rc<RefCell<Option<String>>>,
    pub game_in_progress: Rc<Cell<bool>>,
}

impl<S: OpenScreen> OpenScreen for Hosted<S> {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        ctx.game_in_progress = self.game_in_progress.get();
        let action = self.screen.update(input, ctx)?;
        let starts = matches!(
            action,
            Action::Play { .. } | Action::OpenPuzzles { .. } | Action::CloseMenu { .. } | Action::NewGame
        );
        match self.refusal.borrow().clone().filter(|_| starts) {
            Some(reason) => {
                ctx.reply = Some(Reply::Failed(reason));
                self.screen.update(&[], ctx)
            }
            None => Some(action),
        }
    }

    fn at_stake(&self) -> Stake {
        self.screen.at_stake()
    }

    fn leave(&mut self, ctx: &mut Context) {
        self.screen.leave(ctx);
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        self.screen.draw(ctx, scene);
    }
}
