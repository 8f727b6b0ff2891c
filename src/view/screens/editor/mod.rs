//! Board editor: sets up a position, to be played or saved as a level.

mod draw;
mod input;
pub mod keys;
mod layout;
pub mod save;
mod texts;
mod tool;

use super::help::HelpScreen;
use crate::game::PlayerView;
use crate::game::board_setup::{BoardSetup, BoardSnapshot};
use crate::game::new_game::NewGame;
use crate::notation::fen;
use crate::rules::{Bitboard, Color, Setup, Square};
use crate::view::frame::PointerShape;
use crate::view::host::Host;
use crate::view::input::InputEvent;
use crate::view::layout::Layout;
use crate::view::scene::Scene;
use crate::view::screen::{Action, Context, Env, OpenScreen, Reply};
use crate::view::screens::dialogs::Question;
use crate::view::widgets::Ui;
use crate::view::widgets::board::Board;
use keys::KeyAction;
use save::SaveScreen;
use tool::{Stroke, Tool};

/// What the editor opens with.
pub struct EditorSetup {
    pub draft: BoardSetup,
    /// The side shown below.
    pub bottom: Color,
    /// The choices of a game that is started from the editor.
    pub choices: NewGame,
    /// Name of the level, if the player made it.
    pub name: String,
}

/// Names of the editor's widgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    Board,
    /// A cell of the palette: index of its tool.
    Cell(usize),
    Button(KeyAction),
    Status,
}

pub struct Editor {
    draft: BoardSetup,
    bottom: Color,
    choices: NewGame,
    name: String,
    /// The draft as it was opened or saved last.
    saved: BoardSnapshot,
    /// Id of the level that it was saved as, for the menu.
    saved_level: Option<Reply>,
    tool: Tool,
    stroke: Stroke,
    board: Board,
    /// The piece picked up by a click or a key.
    picked: Option<Square>,
    ui: Ui<Id>,
    cursor: Square,
    fault: Option<String>,
}

impl Editor {
    pub fn new(setup: EditorSetup) -> Self {
        let EditorSetup { draft, bottom, choices, name } = setup;
        let rules = draft.variant().rules();
        let cursor = Square::new(rules.files / 2, rules.ranks / 2);
        let saved = draft.snapshot().clone();
        Self {
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
            ui: Ui::default(),
            cursor,
            fault: None,
        }
    }

    /// The position that is edited.
    pub fn draft(&self) -> &BoardSetup {
        &self.draft
    }

    /// What is seen of the draft.
    fn player_view(&self) -> PlayerView {
        PlayerView { selected: self.picked, ..self.draft.player_view() }
    }

    fn layout(&self, ctx: &Env) -> Layout {
        let rules = self.draft.variant().rules();
        Layout::scaled(ctx.size, (rules.files, rules.ranks), self.bottom, ctx.theme().scale())
    }

    /// The shape of the mouse pointer: a hand where a click changes something.
    fn pointer(&self, ctx: &Env) -> PointerShape {
        let square = self.ui.pointer().and_then(|at| self.layout(ctx).square_at(at));
        let Some(square) = square else { return self.ui.cursor() };
        let changes = self.draft.piece_at(square).is_some()
            || self.picked.is_some()
            || matches!(self.tool, Tool::Put(_));
        if changes { PointerShape::Hand } else { PointerShape::Arrow }
    }

    /// Ends a step of the draft, and clears the fault of the position before.
    fn settle(&mut self) {
        if self.draft.commit_step() {
            self.fault = None;
        }
    }

    /// Does what a key or a button is for.
    fn act(&mut self, action: KeyAction, ctx: &mut Context) -> Option<Action> {
        self.fault = None;
        self.finish_stroke();
        match action {
            KeyAction::Turn => self.draft.set_turn(!self.draft.turn()),
            KeyAction::Clear => self.draft.clear(),
            KeyAction::SetUp => self.draft.reset(),
            KeyAction::Flip => self.bottom = !self.bottom,
            KeyAction::Undo => {
                self.draft.undo();
            }
            KeyAction::Save => return self.save(),
            KeyAction::Play => return self.play(ctx),
            KeyAction::Close => return Some(self.close()),
            KeyAction::Help => return Some(Action::Open(Box::new(help()))),
            KeyAction::Copy => ctx.effects.clipboard = Some(self.fen()),
            // The text comes with an event of its own.
            KeyAction::Paste => {}
        }
        self.picked = self.picked.filter(|&square| self.draft.piece_at(square).is_some());
        self.settle();
        None
    }

    /// The position as a FEN; one that is not legal without rights to castle.
    fn fen(&self) -> String {
        let loose = || Setup { initial_move_rights: Bitboard::EMPTY, ..self.draft.setup() };
        let position = self.draft.position();
        position.map_or_else(|_| fen::format_setup(self.draft.variant(), &loose()), fen::format)
    }

    fn save(&mut self) -> Option<Action> {
        let position = self.draft.position().ok()?.clone();
        Some(Action::Open(Box::new(SaveScreen::new(position, &self.name))))
    }

    /// Starts a game from here; asks first if another one is in progress.
    fn play(&mut self, ctx: &Env) -> Option<Action> {
        let position = Some(self.draft.position().ok()?.clone());
        let play = Action::Play { choices: self.choices.clone(), position };
        if ctx.game_in_progress {
            return Some(Action::Open(Box::new(Question::new("Give up the current game?", "Play", play))));
        }
        Some(play)
    }

    fn has_changes(&self) -> bool {
        *self.draft.snapshot() != self.saved
    }

    /// Closes the editor; asks first if changes would be lost.
    fn close(&self) -> Action {
        if self.has_changes() {
            let question = Question::new("Close without saving?", "Close", Action::Close);
            return Action::Open(Box::new(question));
        }
        Action::Close
    }

    fn choose(&mut self, tool: Tool) {
        self.tool = tool;
        self.picked = None;
        if let (Some(Id::Cell(_)), Some(index)) =
            (self.ui.focus(), tool::index_of(tool, self.draft.variant()))
        {
            self.ui.set_focus(Some(Id::Cell(index)));
        }
    }
}

/// The mouse, for the help page.
const MOUSE: [(&str, &str); 3] = [
    ("Click, drag", "Place the chosen piece, or move pieces; drop one off the board to remove it"),
    ("Right button", "Remove pieces"),
    ("Tab, arrows", "Go to board, palette and buttons; Enter uses the choice, Delete empties a tile"),
];

fn help() -> Host<HelpScreen> {
    let rows = keys::BINDINGS.iter().map(|row| (row.cap, row.help));
    HelpScreen::of(rows.chain(MOUSE).collect())
}

impl Editor {
    fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        match event {
            InputEvent::Typed('?') => self.act(KeyAction::Help, ctx),
            InputEvent::Paste(text) => {
                self.paste(text);
                None
            }
            event => self.use_input(event, ctx),
        }
    }

    fn paste(&mut self, text: &str) {
        self.finish_stroke();
        match fen::parse_setup(self.draft.variant().rules(), text.trim()) {
            Ok(setup) => self.draft.replace(setup.pieces, setup.turn),
            Err(fault) => self.fault = Some(format!("{fault}.")),
        }
        self.picked = None;
        self.settle();
    }

    fn take_reply(&mut self, reply: Reply) {
        match reply {
            Reply::Failed(reason) => self.fault = Some(reason),
            Reply::LevelSaved { ref name, .. } => {
                self.name.clone_from(name);
                self.saved = self.draft.snapshot().clone();
                self.saved_level = Some(reply);
            }
            Reply::LevelNameTaken | Reply::Resign | Reply::Analysis(_) | Reply::GameDeleted => {}
        }
    }
}

impl OpenScreen for Editor {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if let Some(reply) = ctx.reply.take() {
            self.take_reply(reply);
        }
        if input.is_empty() {
            self.ui.tick(ctx.elapsed);
        }
        let before = self.moment();
        let action = input.iter().find_map(|event| self.handle(event, ctx));
        ctx.effects.cursor = self.pointer(ctx);
        if !input.is_empty() {
            self.announce(&before, ctx);
        }
        ctx.unsaved_changes = self.has_changes();
        action
    }

    fn leave(&mut self, ctx: &mut Context) {
        ctx.reply = self.saved_level.take();
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        scene.clear();
        self.draw_editor(ctx, &mut scene.items);
    }
}
