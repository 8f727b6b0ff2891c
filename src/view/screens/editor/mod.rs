//! The board editor: pieces are put where one wants them, the rules say what is wrong, and the position is played
//! from or kept as a level.
//!
//! Games and levels are the affair of the [`Starter`]; the editor reads and writes nothing itself.

mod draw;
mod hand;
mod keyboard;
pub mod keys;
mod plan;
pub mod save;
mod say;
mod tool;

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use super::help::HelpScreen;
use crate::game::PlayerView;
use crate::game::board_setup::{BoardSetup, BoardSnapshot};
use crate::game::new_game::NewGame;
use crate::notation::fen;
use crate::rules::{Bitboard, Color, Setup, Square};
use crate::view::input::InputEvent;
use crate::view::layout::Layout;
use crate::view::scene::{Item, Point, Rgba};
use crate::view::screen::{Answer, Screen, Size, Transition};
use crate::view::screens::dialogs::Question;
use crate::view::screens::play::keys as game_keys;
use crate::view::starter::Starter;
use crate::view::theme::Theme;
use keys::Action;
use plan::Plan;
use save::SaveScreen;
use tool::{Stroke, Tool};

/// With what the editor opens.
pub struct Opening {
    /// The position at first.
    pub draft: BoardSetup,
    /// The side shown below.
    pub bottom: Color,
    /// The choices by which games are started from the editor; its colours are theirs.
    pub choices: NewGame,
    /// What the level is called, if the person has made it.
    pub name: String,
    /// Whether there is a game below that would be lost by starting another.
    pub busy: Rc<Cell<bool>>,
}

/// What has the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    Board,
    Palette,
    Button(usize),
}

/// The board editor.
pub struct Editor {
    starter: Rc<dyn Starter>,
    draft: BoardSetup,
    bottom: Color,
    choices: NewGame,
    name: String,
    busy: Rc<Cell<bool>>,
    /// What the draft showed when it was opened or kept last.
    kept: BoardSnapshot,
    /// The level as which it has been kept.
    saved: Option<Answer>,
    tool: Tool,
    stroke: Stroke,
    /// The piece picked up by a click or a key.
    picked: Option<Square>,
    pointer: Option<Point>,
    focus: Focus,
    /// Whether the person is at the keyboard: only then it is shown where that is.
    keyboard: bool,
    cursor: Square,
    fault: Option<String>,
    /// What is to be read aloud.
    said: Vec<String>,
    /// What is on its way to the clipboard.
    copied: Option<String>,
}

impl Editor {
    /// An editor that opens with `opening`.
    #[must_use]
    pub fn new(starter: Rc<dyn Starter>, opening: Opening) -> Self {
        let Opening { draft, bottom, choices, name, busy } = opening;
        let rules = draft.variant().rules();
        let cursor = Square::new(rules.files / 2, rules.ranks / 2);
        let kept = draft.snapshot().clone();
        Self {
            starter,
            draft,
            bottom,
            choices,
            name,
            busy,
            kept,
            saved: None,
            tool: Tool::Move,
            stroke: Stroke::None,
            picked: None,
            pointer: None,
            focus: Focus::Board,
            keyboard: false,
            cursor,
            fault: None,
            said: Vec::new(),
            copied: None,
        }
    }

    /// The position in the making.
    #[must_use]
    pub fn draft(&self) -> &BoardSetup {
        &self.draft
    }

    /// What is seen of the draft.
    fn sight(&self) -> PlayerView {
        PlayerView { selected: self.picked, ..self.draft.player_view() }
    }

    fn layout(&self, size: Size) -> Layout {
        let rules = self.draft.variant().rules();
        Layout::scaled(size, (rules.files, rules.ranks), self.bottom, self.theme().scale())
    }

    fn plan(&self, layout: &Layout) -> Plan {
        Plan::new(layout, self.draft.variant().kinds().count())
    }

    fn theme(&self) -> Theme {
        Theme::of(&self.choices.options)
    }

    /// Ends a step of the draft: what went wrong was about another position then.
    fn settle(&mut self) {
        if self.draft.commit_step() {
            self.fault = None;
        }
    }

    /// Does what a key or a button asks for.
    fn act(&mut self, action: Action) -> Transition {
        self.fault = None;
        self.finish_stroke();
        match action {
            Action::Turn => self.draft.set_turn(!self.draft.turn()),
            Action::Clear => self.draft.clear(),
            Action::SetUp => self.draft.reset(),
            Action::Flip => self.bottom = !self.bottom,
            Action::Undo => {
                self.draft.undo();
            }
            Action::Save => return self.save(),
            Action::Play => return self.ask_play(),
            Action::Close => return self.ask_close(),
            Action::Help => return Transition::Open(Box::new(self.help())),
            Action::Copy => self.copied = Some(self.fen()),
            // The window brings the text.
            Action::Paste => {}
        }
        self.picked = self.picked.filter(|&square| self.draft.piece_at(square).is_some());
        self.settle();
        Transition::Stay
    }

    /// The position as a FEN; one that is not legal without rights to castle.
    fn fen(&self) -> String {
        let loose = || Setup { first_move_rights: Bitboard::EMPTY, ..self.draft.setup() };
        let position = self.draft.position();
        position.map_or_else(|_| fen::format_setup(self.draft.variant(), &loose()), fen::format)
    }

    fn help(&self) -> HelpScreen {
        let rows = keys::BINDINGS.iter().map(|row| (row.cap, row.help));
        HelpScreen::of(rows.chain(MOUSE).collect(), self.theme())
    }

    fn save(&mut self) -> Transition {
        let Ok(position) = self.draft.position() else { return Transition::Stay };
        let starter = Rc::clone(&self.starter);
        Transition::Open(Box::new(SaveScreen::new(starter, position.clone(), &self.name, self.theme())))
    }

    /// Starts a game from here, asking first if that gives up another one.
    fn ask_play(&mut self) -> Transition {
        if self.busy.get() && self.draft.position().is_ok() {
            let (words, yes) = ("Give up the running game?", "Yes, play");
            return Transition::Open(Box::new(Question::new(self.theme(), words, yes, Answer::NewGame)));
        }
        self.play()
    }

    fn play(&mut self) -> Transition {
        let Ok(position) = self.draft.position() else { return Transition::Stay };
        match Rc::clone(&self.starter).start_from(position, &self.choices) {
            Ok(screen) => {
                self.starter.remember(&self.choices);
                Transition::Reset(screen)
            }
            Err(message) => {
                self.fault = Some(message);
                Transition::Stay
            }
        }
    }

    fn has_changes(&self) -> bool {
        *self.draft.snapshot() != self.kept
    }

    /// Closes the editor, asking first if changes would be lost.
    fn ask_close(&mut self) -> Transition {
        if self.has_changes() {
            let (words, yes) = ("Close without saving?", "Yes, close");
            return Transition::Open(Box::new(Question::new(self.theme(), words, yes, Answer::Leave)));
        }
        self.close()
    }

    fn close(&mut self) -> Transition {
        Transition::Close(self.saved.take())
    }

    fn choose(&mut self, tool: Tool) {
        self.tool = tool;
        self.picked = None;
    }
}

/// What the mouse does, for the help page.
const MOUSE: [(&str, &str); 3] = [
    ("Click, drag", "Puts the chosen piece on tiles, or moves pieces; off the board they go."),
    ("Right button", "Takes pieces away."),
    ("Tab, arrows", "Go to board, palette and buttons; Enter uses what is chosen, Delete empties a tile."),
];

impl Screen for Editor {
    fn tick(&mut self, _elapsed: Duration) -> Transition {
        Transition::Stay
    }

    fn happen(&mut self, happening: InputEvent, size: Size) -> Transition {
        let layout = self.layout(size);
        let plan = self.plan(&layout);
        let before = self.moment();
        let transition = match happening {
            InputEvent::Key { key, control } => self.key(key, control, &layout, &plan),
            InputEvent::Typed(sign) if game_keys::typed(sign) == Some(game_keys::Action::Help) => {
                self.act(Action::Help)
            }
            mouse => self.mouse(mouse, &layout, &plan),
        };
        self.speak(&before, &plan);
        transition
    }

    fn paste(&mut self, text: &str) -> Transition {
        self.finish_stroke();
        match fen::parse_setup(self.draft.variant(), text.trim()) {
            Ok(setup) => self.draft.replace(setup.pieces, setup.turn),
            Err(fault) => self.fault = Some(format!("{fault}.")),
        }
        self.picked = None;
        self.settle();
        Transition::Stay
    }

    fn copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    fn say(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }

    fn hear(&mut self, answer: Answer) -> Transition {
        match &answer {
            Answer::Saved { name, .. } => {
                self.name.clone_from(name);
                self.kept = self.draft.snapshot().clone();
                self.saved = Some(answer);
            }
            Answer::NewGame => return self.play(),
            Answer::Leave => return self.close(),
            Answer::Promotion(_)
            | Answer::Options(_)
            | Answer::Analysis(_)
            | Answer::Pasted
            | Answer::Quit => {}
        }
        Transition::Stay
    }

    fn unsaved(&self) -> Option<Theme> {
        self.has_changes().then(|| self.theme())
    }

    fn covers(&self) -> bool {
        true
    }

    fn draw(&self, size: Size, items: &mut Vec<Item>) {
        self.draw_editor(size, items);
    }

    fn ground(&self) -> Rgba {
        self.theme().ground
    }
}
