//! Board editor: sets up a position, to be played or saved as a level.

mod draw;
mod input;
pub mod keys;
mod layout;
pub mod save;
mod texts;
mod tool;

use crate::game::analysis::AnalysisSetup;
use crate::game::board_setup::{BoardSetup, BoardSnapshot};
use crate::game::new_game::NewGame;
use crate::game::options::Options;
use crate::game::{Game, GameSetup, PlayerView};
use crate::notation::fen;
use crate::rules::{Bitboard, Color, Setup, Square};
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::layout::BoardLayout;
use crate::view::screen::{Action, Effects, Env, LayerKind, Reply, Screen, Stake};
use crate::view::screens::dialogs::Question;
use crate::view::widgets::Node;
use crate::view::widgets::board::Board;
use keys::{KEYS, Message};
use save::SaveScreen;
use tool::{Stroke, Tool};

pub struct EditorSetup {
    pub draft: BoardSetup,
    /// The side at the bottom of the board.
    pub bottom: Color,
    /// The choices of a game that is started from the editor.
    pub choices: NewGame,
    /// Name of the level; empty if the player did not make it.
    pub name: String,
}

pub struct Editor {
    draft: BoardSetup,
    bottom: Color,
    choices: NewGame,
    name: String,
    /// The draft as it was opened or saved last.
    saved: BoardSnapshot,
    /// The reply for the menu once the position has been saved as a level.
    saved_level: Option<Reply>,
    tool: Tool,
    stroke: Stroke,
    board: Board,
    /// The piece picked up by a click or a key.
    picked: Option<Square>,
    cursor: Square,
    fault: Option<String>,
}

impl Editor {
    pub fn new(setup: EditorSetup) -> Host<Self> {
        let EditorSetup { draft, bottom, choices, name } = setup;
        let rules = draft.variant().rules();
        let cursor = Square::new(rules.files / 2, rules.ranks / 2);
        let saved = draft.snapshot().clone();
        Host::new(Self {
            draft,
            bottom,
            choices,
            name,
            saved,
            saved_level: None,
            tool: Tool::Move,
            stroke: Stroke::None,
            board: Board::default(),
            picked: None,
            cursor,
            fault: None,
        })
    }

    pub fn draft(&self) -> &BoardSetup {
        &self.draft
    }

    fn player_view(&self) -> PlayerView {
        PlayerView { selected: self.picked, ..self.draft.player_view() }
    }

    fn layout(&self, env: &Env) -> BoardLayout {
        env.board_layout(self.draft.variant(), self.bottom)
    }

    /// Ends a step of the draft. If the position has changed, the fault of an earlier action is out of date and is
    /// cleared.
    fn settle(&mut self) {
        if self.draft.commit_step() {
            self.fault = None;
        }
    }

    fn act(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        self.fault = None;
        self.finish_stroke();
        match message {
            Message::Turn => self.draft.set_turn(!self.draft.turn()),
            Message::Castles(color) => self.draft.set_castles(color, !self.draft.castles(color)),
            Message::Clear => self.draft.clear(),
            Message::SetUp => self.draft.reset(),
            Message::Flip => self.bottom = !self.bottom,
            Message::Undo => {
                self.draft.undo();
            }
            Message::Redo => {
                self.draft.redo();
            }
            Message::Save => self.save(effects),
            Message::Play => self.play(env, effects),
            Message::Analyze if env.game_in_progress => {}
            Message::Analyze => self.analyze(effects),
            Message::Close => self.close(effects),
            Message::Help => effects.open_help(None),
            Message::Copy => effects.clipboard = Some(self.fen()),
            _ => {}
        }
        self.picked = self.picked.filter(|&square| self.draft.piece_at(square).is_some());
        self.settle();
    }

    /// The position as a FEN. A position that is not legal is written without rights to castle.
    fn fen(&self) -> String {
        let loose = || Setup { initial_move_rights: Bitboard::EMPTY, ..self.draft.setup() };
        let position = self.draft.position();
        position.map_or_else(|_| fen::format_setup(self.draft.variant(), &loose()), fen::format)
    }

    fn save(&self, effects: &mut Effects) {
        if let Ok(position) = self.draft.position() {
            effects.open(SaveScreen::new(position.clone(), &self.name));
        }
    }

    /// Starts a game from the position. If a game is in progress, asks first.
    fn play(&self, env: &Env, effects: &mut Effects) {
        let Ok(position) = self.draft.position() else { return };
        let play = Action::Play {
            choices: self.choices.clone(),
            position: Some(position.clone()),
            start_number: None,
        };
        if env.game_in_progress {
            effects.open(Question::new(
                "Play this position? You can resume your game from Games.",
                "Play",
                play,
            ));
        } else {
            effects.request(play);
        }
    }

    /// Opens the analysis of the position. It lies above the editor, which stays as it is.
    fn analyze(&self, effects: &mut Effects) {
        let Ok(position) = self.draft.position() else { return };
        let game = Game::new(GameSetup::with_human(position.clone(), self.bottom, Options::default()));
        let ending = game.message().filter(|_| game.termination().is_some());
        let setup = AnalysisSetup::of_game(&game, ending, self.bottom);
        effects.request(Action::Analyze(Box::new(AnalysisSetup { kept: Some(String::new()), ..setup })));
    }

    /// Closes the editor. If changes would be lost, asks first.
    fn close(&self, effects: &mut Effects) {
        if self.at_stake() == Stake::Changes {
            effects.open(Question::warning("Close without saving?", "Close", Action::Close));
        } else {
            effects.close();
        }
    }

    fn paste(&mut self, text: &str) {
        self.finish_stroke();
        match fen::parse_setup(self.draft.variant().rules(), text.trim()) {
            Ok(setup) => self.draft.replace(setup),
            Err(fault) => self.fault = Some(format!("{fault}.")),
        }
        self.picked = None;
        self.settle();
    }
}

impl Screen for Editor {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::PAGE_OF_GAME;

    fn view(&self, env: &Env) -> Node<Message> {
        let page = self.page(&self.layout(env), env).on_paste(Message::Paste);
        let page = page
            .on_keys(&[Key::Left], Message::Step(-1, 0))
            .on_keys(&[Key::Right], Message::Step(1, 0))
            .on_keys(&[Key::Up], Message::Step(0, -1))
            .on_keys(&[Key::Down], Message::Step(0, 1))
            .on_keys(&[Key::Enter, Key::Space], Message::UseTool)
            .on_keys(&[Key::Backspace, Key::Delete], Message::EmptyTile);
        let page = if self.can_cancel() { page.on_keys(&[Key::Escape], Message::Cancel) } else { page };
        page.keymap(KEYS)
    }

    fn update(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        match message {
            Message::Board(input) => self.use_board(&input, effects),
            Message::Cell(index) => self.press_cell(index, effects),
            Message::Step(right, down) => self.step((right, down), env, effects),
            Message::UseTool => self.use_tool(env, effects),
            Message::EmptyTile => self.empty_tile(env, effects),
            Message::Cancel => self.cancel(env, effects),
            Message::Paste(text) => self.paste(&text),
            Message::Typed(text) => self.use_typed(&text, effects),
            message => self.act(message, env, effects),
        }
    }

    fn reply(&mut self, reply: Reply, _env: &Env, _effects: &mut Effects) {
        match reply {
            Reply::Failed(reason) => self.fault = Some(reason),
            Reply::LevelSaved { ref name, .. } => {
                self.name.clone_from(name);
                self.saved = self.draft.snapshot().clone();
                self.saved_level = Some(reply);
            }
            _ => {}
        }
    }

    fn at_stake(&self) -> Stake {
        if *self.draft.snapshot() == self.saved { Stake::Nothing } else { Stake::Changes }
    }

    fn leave(&mut self, effects: &mut Effects) {
        effects.reply = self.saved_level.take();
    }
}
