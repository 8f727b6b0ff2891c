//! Analysis screen: the positions of a finished game, their evaluation, its worst moves, and a variation of the person's
//! own moves.

mod panel;
mod texts;

use std::time::Duration;

use crate::game::analysis::analyzer::Analyzer;
use crate::game::options::Options;
use crate::game::{Command, Event, Game, GameSetup, PlayerKind, PlayerView};
use crate::notation::fen;
use crate::rules::{ByColor, Color, Position};
use crate::view::host::Host;
use crate::view::input::Key::{self, Char};
use crate::view::screen::{Effects, Env, Reply, Screen};
use crate::view::screens::play::game_board::{BoardPicture, GameBoard};
use crate::view::widgets::Node;
use crate::view::widgets::board::BoardInput;
use crate::view::widgets::keymap::{Binding, KeyGroup};
use Message::*;
use texts::Texts;

#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    First,
    Back,
    Forward,
    Last,
    PreviousMistake,
    NextMistake,
    /// Shows the position after the pressed move of the list.
    GoTo(usize),
    /// The pointer drags the line of the graph to this position; `None` if it has released the line.
    DragGraph(Option<usize>),
    Copy,
    Help,
    Close,
    Board(BoardInput),
}

pub(super) const KEYS: &[KeyGroup<Message>] = &[KeyGroup {
    title: "",
    gestures: &[
        ("Click or drag a piece", "Try another move: a variation, with its evaluation"),
        ("Click the graph", "Go to that position; drag to move through the game"),
        ("Click a move", "Go to that move"),
        ("Arrow", "Best move of the position"),
        ("Right button", "Draw arrows and circles"),
    ],
    bindings: &[
        Binding::new(First, &[Key::Home], "Start", "Go to the start of the game"),
        Binding::new(Back, &[Key::Left], "Back", "Go back one move; also the wheel up"),
        Binding::new(Forward, &[Key::Right], "Forward", "Go forward one move; also the wheel down"),
        Binding::new(Last, &[Key::End], "End", "Go to the end of the game or the variation"),
        Binding::new(
            PreviousMistake,
            &[Key::Up],
            "Previous mistake",
            "Go to the previous of the worst moves",
        ),
        Binding::new(NextMistake, &[Key::Down], "Next mistake", "Go to the next of the worst moves"),
        // The key that opens the analysis also closes it.
        Binding::new(Close, &[Key::Escape, Char('a')], "Close", "Close the analysis"),
        Binding::copy_position(Copy),
        Binding::help(Help),
    ],
}];

pub struct AnalysisScreen {
    analyzer: Analyzer,
    texts: Texts,
    ending: Option<String>,
    bottom: Color,
    /// Reply to a key, shown until the next position.
    notice: Option<&'static str>,
    board: GameBoard,
    /// A game that begins with the position shown. The next move is made in it.
    game: Game,
    /// Whether the pointer drags the line of the graph.
    dragging: bool,
}

impl AnalysisScreen {
    /// Shows the last position first. `ending` is the message of the game's end.
    pub fn new(analyzer: Analyzer, ending: Option<String>, bottom: Color, options: Options) -> Host<Self> {
        let analysis = analyzer.analysis();
        let texts = Texts::new(analysis);
        let game = game_at(analysis.position(analyzer.ply()), options);
        let intro = format!("Analysis. {}", texts.announcement(analysis, analyzer.ply()));
        let mut board = GameBoard::default();
        board.introduce(&intro, &game);
        Host::new(Self { analyzer, texts, ending, bottom, notice: None, board, game, dragging: false })
    }

    /// Goes to a position. The piece slides if the position is one move away.
    fn go_to(&mut self, ply: Option<usize>, env: &Env, effects: &mut Effects) {
        let from = self.analyzer.ply();
        let Some(to) = ply.filter(|&to| to != from) else { return };
        self.analyzer.set_ply(to);
        self.board.widget.clear();
        self.board.widget.slides.clear();
        self.show_position(env);
        let analysis = self.analyzer.analysis();
        effects.announce(self.texts.announcement(analysis, to));
        let slides = &mut self.board.widget.slides;
        if analysis.previous(to) == Some(from) {
            slides.step(0, 1, |_| analysis.move_to(to).copied(), &env.speed);
        } else if analysis.previous(from) == Some(to) {
            slides.step(1, 0, |_| analysis.move_to(from).copied(), &env.speed);
        }
    }

    fn show_position(&mut self, env: &Env) {
        self.notice = None;
        self.game = game_at(self.analyzer.analysis().position(self.analyzer.ply()), env.options);
    }

    /// Handles input on the board. A move steps to the next position, or it begins or continues the variation.
    fn use_board(&mut self, input: &BoardInput, env: &Env) {
        let view = self.player_view();
        let Some(command) = self.board.handle(input, &self.game, &view, env) else { return };
        let events = self.game.apply(command);
        self.board.show(&events, &self.game, env);
        for event in events {
            match event {
                Event::Moved(made) => {
                    self.analyzer.play(made);
                    self.texts.update_variation(self.analyzer.analysis());
                    self.show_position(env);
                }
                Event::MustDefendKing(_) => self.notice = Some("You must defend your king!"),
                _ => {}
            }
        }
    }

    /// The position shown, without fog, and the selection in it.
    fn player_view(&self) -> PlayerView {
        let (analysis, ply) = (self.analyzer.analysis(), self.analyzer.ply());
        let PlayerView { selected, targets, captures, flash, .. } = self.game.player_view();
        let view = PlayerView::of_position(analysis.position(ply), analysis.move_to(ply));
        PlayerView { selected, targets, captures, flash, ..view }
    }
}

impl Screen for AnalysisScreen {
    type Message = Message;

    fn view(&self, env: &Env) -> Node<Message> {
        let analysis = self.analyzer.analysis();
        let layout = env.board_layout(analysis.position(0).variant(), self.bottom);
        let eval = analysis.eval(self.analyzer.ply());
        let picture = BoardPicture {
            view: self.player_view(),
            layout,
            hint: eval.and_then(|eval| eval.line.first()).map(|best| (best.from, best.to)),
            refutation: None,
            promotion_line: false,
        };
        let board = self.board.node(picture, &self.game, Board);
        let layout = layout.with_panel(425.0, (400.0, 120.0));
        let page = layout.page([board], self.panel(&layout));
        page.on_wheel(|notches| if notches > 0.0 { Back } else { Forward }).keymap(KEYS)
    }

    fn update(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        let (analysis, ply) = (self.analyzer.analysis(), self.analyzer.ply());
        let (worst, in_game) = (self.analyzer.worst(), analysis.ply_in_game(ply));
        let last = if ply > analysis.last_ply() { analysis.variation().end - 1 } else { analysis.last_ply() };
        let to = match message {
            First => Some(0),
            Back => analysis.previous(ply),
            Forward => analysis.next(ply),
            Last => Some(last),
            PreviousMistake => worst.into_iter().rev().find(|&at| at < in_game),
            NextMistake => worst.into_iter().find(|&at| at > in_game),
            GoTo(to) => Some(to),
            DragGraph(to) => {
                self.dragging = to.is_some();
                to
            }
            Copy => {
                let notice = "Position copied (FEN)";
                effects.clipboard = Some(fen::format(analysis.position(ply)));
                effects.announce(notice);
                self.notice = Some(notice);
                None
            }
            Help => return effects.open_help(None),
            Close => return effects.close(),
            Board(input) => {
                self.use_board(&input, env);
                None
            }
        };
        self.go_to(to, env, effects);
        self.board.push_effects(&self.game, env, effects);
    }

    fn tick(&mut self, elapsed: Duration, env: &Env, effects: &mut Effects) -> bool {
        self.dragging &= env.is_top;
        let moved = self.board.tick(elapsed, &self.game);
        self.game.apply(Command::Tick(elapsed));
        let was_running = self.analyzer.is_running();
        let evaluated = self.analyzer.tick();
        if let Some(ply) = evaluated {
            self.texts.update(self.analyzer.analysis(), ply);
        }
        effects.waiting |= self.analyzer.is_running();
        self.board.push_effects(&self.game, env, effects);
        moved || evaluated.is_some() || self.analyzer.is_running() != was_running
    }

    fn leave(&mut self, effects: &mut Effects) {
        effects.reply = Some(Reply::Analysis(Box::new(self.analyzer.analysis().clone())));
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
