//! The workshop: makes a variant from pieces, moves, a start position and switches, to be played, saved and shared.

mod board;
mod drawings;
mod faults;
pub mod jobs;
mod layout;
mod letters;
mod panels;
mod rules;

use crate::engine::measured_value;
use crate::game::clicked_moves;
use crate::game::new_game::NewGame;
use crate::game::workshop::{Edit, MAX_TITLE, Workshop, variant_name};
use crate::notation::text::{MAX_LINK_VARIANT, percent_encode};
use crate::rules::betza::{self, Component};
use crate::rules::{Color, Position, Square};
use crate::view::host::Host;
use crate::view::input::{InputEvent, Key};
use crate::view::scene::{Point, Rect};
use crate::view::screen::{Action, Effects, Env, LayerKind, Reply, Screen, Stake};
use crate::view::screens::dialogs::{Question, START_NEW};
use crate::view::screens::games::import::text_of;
use crate::view::screens::rules::RulesScreen;
use crate::view::text::{capitalized, counted};
use crate::view::widgets::keymap::{Binding, KeyGroup};
use crate::view::widgets::piece_card::diagram::Others;
use crate::view::widgets::{Field, Node};

/// Name of the board of the start position, which can have the focus.
const BOARD: &str = "board";
/// Names of the fields.
const FIELDS: [&str; 5] = ["title", "name", "letter", "value", "moves"];
/// Effects of a click on a square of the diagram: it adds or removes moves, or puts another piece in the way.
const CLICKS: [&str; 3] = ["All directions", "This way only", "Obstacle"];
/// Longest name of a piece, in characters.
const MAX_NAME: usize = 20;
/// Longest Betza notation, in characters.
const MAX_MOVES: usize = 60;

#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    Edit(Edit),
    /// Selects the piece with this index. It may be dragged to the board.
    Select(usize),
    /// Shows the known pieces whose name contains this.
    Search(Field),
    Title(Field),
    Name(Field),
    Letter(Field),
    Value(Field),
    Notation(Field),
    /// Appends to the Betza notation.
    Append(&'static str),
    /// Chooses what a click on the diagram does, by the index in `CLICKS`.
    Clicks(usize),
    /// Adds moves to this square of the diagram, or removes them. The diagram shows so many squares on each side of the piece.
    Moves((i16, i16), i16),
    /// Puts another piece on this square of the diagram: a black one, a white one, or none.
    InTheWay((i16, i16)),
    ClearTheWay,
    Measure,
    OpenDrawing,
    Show(Panel),
    Tab(usize),
    Mirror(bool),
    Holes(bool),
    /// Input on the board in this place.
    Board(InputEvent, Rect),
    /// An arrow key: steps to the right and upwards.
    Step(i8, i8),
    Use,
    Empty,
    Undo,
    Redo,
    Play,
    Save,
    Copy,
    CopyLink,
    Paste,
    Pasted(String),
    Rules,
    /// Opens the page of the jobs. A game that is not saved is saved before.
    Jobs,
    Help,
    /// Leaves a field, a drag or a panel, or else the workshop.
    Close,
    Leave,
}

/// Panel in the place of the selected piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    Piece,
    /// The known pieces, one of which is added.
    Palette,
    /// The drawings, one of which the selected piece gets.
    Drawings,
    /// The letters of Betza notation.
    Letters,
    /// The variants to begin with.
    Parents,
}

pub(in crate::view::screens) const KEYS: &[KeyGroup<Message>] = &[KeyGroup {
    title: "",
    gestures: &[
        (
            "Click, drag",
            "Select a piece, put it on the board, or move pieces; drop one off the board to remove it",
        ),
        ("Right button", "Remove a piece from the board, or take an empty square away"),
        ("Tab, arrows", "Go to fields, buttons and the board; there Enter puts the selected piece"),
    ],
    bindings: &[
        Binding::new(Message::Undo, &[Key::Ctrl('z')], "Undo", "Undo the last change"),
        Binding::new(Message::Redo, &[Key::Redo], "Redo", "Make the last undone change again"),
        Binding::new(Message::Play, &[Key::Ctrl('p')], "Play", "Save the game and play it"),
        Binding::new(
            Message::Save,
            &[Key::Ctrl('s')],
            "Save",
            "Save the game, which is among the variants then",
        ),
        Binding::new(
            Message::Copy,
            &[Key::Copy],
            "Copy as text",
            "Copy the game as a section of variants.ini",
        ),
        Binding::new(Message::Paste, &[Key::Paste], "Paste text", "Read a copied section of variants.ini"),
        Binding::help(Message::Help),
        Binding::new(Message::Close, &[Key::Escape], "Close", "Go back, or close the workshop"),
    ],
}];

/// A piece that the pointer holds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    /// The square that it comes from; `None` if it comes from the list.
    from: Option<Square>,
    pressed: Point,
    at: Point,
}

pub struct WorkshopScreen {
    workshop: Workshop,
    /// The choices of a game that is started here.
    choices: NewGame,
    /// Index of the selected piece.
    piece: usize,
    panel: Panel,
    tab: usize,
    /// Whether Black gets the same pieces on the opposite squares.
    mirror: bool,
    /// Whether a click on an empty square takes it away from the board.
    makes_holes: bool,
    search: Field,
    title: Field,
    name: Field,
    letter: Field,
    value: Field,
    moves: Field,
    /// Effect of a click on the diagram: index in [`CLICKS`].
    clicks: usize,
    /// Pieces in the way in the diagram.
    others: Others,
    /// The drawings of the player's own.
    own_drawings: Vec<String>,
    /// The moves of the selected piece, as far as they can be read.
    components: Vec<Component>,
    /// Number of White's first moves; `None` if there are faults or the game is over at once.
    first_moves: Option<usize>,
    cursor: Square,
    held: Option<Held>,
    /// The name under which the game was opened or saved, which may be replaced.
    saved_as: Option<String>,
    /// Message about the last action.
    notice: String,
    is_refused: bool,
    /// Next step when the game has been saved.
    next: Next,
}

/// Next step when a game has been saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Nothing,
    /// A game of it starts.
    Play,
    /// The page of the jobs opens.
    Jobs,
    /// The workshop closes.
    Close,
}

fn is_name_char(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-'
}

impl WorkshopScreen {
    /// `saved_as` is the name of a variant of the player's own that is changed.
    pub fn new(
        workshop: Workshop,
        choices: NewGame,
        saved_as: Option<String>,
        own_drawings: Vec<String>,
    ) -> Host<Self> {
        let mut screen = Self {
            workshop,
            choices,
            piece: 0,
            panel: Panel::Piece,
            tab: 0,
            mirror: true,
            makes_holes: false,
            search: Field::new("", MAX_NAME, |letter| is_name_char(letter) || letter == ' '),
            title: Field::new("", MAX_TITLE, |letter| is_name_char(letter) || letter == ' '),
            name: Field::new("", MAX_NAME, |letter| is_name_char(letter) || letter == ' '),
            // The letter that is typed last counts.
            letter: Field::new("", 2, |letter| letter.is_ascii_alphabetic()),
            value: Field::new("", 7, |letter| letter.is_ascii_digit() || letter == '.'),
            moves: Field::new("", MAX_MOVES, |letter| {
                letter.is_ascii_alphanumeric() || "[?-]".contains(letter)
            }),
            clicks: 0,
            others: Others::new(),
            own_drawings,
            components: Vec::new(),
            first_moves: None,
            cursor: Square::new(0, 0),
            held: None,
            saved_as,
            notice: String::new(),
            is_refused: false,
            next: Next::Nothing,
        };
        screen.sync();
        if screen.saved_as.is_none() {
            screen.title.select();
        }
        Host::new(screen)
    }

    pub fn workshop(&self) -> &Workshop {
        &self.workshop
    }

    /// Brings the fields in line with the design. A field that has just been edited stays as it is.
    fn sync(&mut self) {
        let design = self.workshop.design();
        self.piece = self.piece.min(design.pieces.len().saturating_sub(1));
        let set = |field: &mut Field, text: &str| {
            if field.text() != text {
                *field = field.with_text(text);
            }
        };
        if variant_name(&self.title.text()) != design.name {
            set(&mut self.title, &capitalized(&design.name.replace('-', " ")));
        }
        let (mut fault_of_moves, mut components) = (None, Vec::new());
        if let Some(piece) = design.pieces.get(self.piece) {
            if self.name.text().trim() != piece.name {
                set(&mut self.name, &piece.name);
            }
            set(&mut self.letter, &piece.letter.to_uppercase().to_string());
            set(&mut self.moves, &piece.moves);
            if self.value.text().parse::<f64>().ok().map(thousandths) != piece.value {
                let value = piece.value.map(|value| format!("{}", f64::from(value) / 1000.0));
                set(&mut self.value, &value.unwrap_or_default());
            }
            match betza::parse(&piece.moves) {
                Ok(moves) => components = moves,
                Err(fault) => fault_of_moves = Some(fault),
            }
        }
        self.moves.set_valid(fault_of_moves.is_none());
        self.components = components;
        let start = self.workshop.variant().and_then(|variant| Position::start(variant).ok());
        let start = start.filter(|start| start.outcome(1).is_none());
        self.first_moves = start.map(|start| start.legal_moves().len());
    }

    fn edit(&mut self, edit: Edit) {
        if let Some(reason) = self.workshop.refusal(&edit) {
            return self.refuse(reason);
        }
        let adds = matches!(edit, Edit::Add(_));
        self.workshop.apply(edit);
        if adds {
            // The last piece is the new one.
            self.piece = self.workshop.design().pieces.len().saturating_sub(1);
        }
        self.sync();
    }

    /// Gives the selected piece the value that is measured on random positions.
    fn measure(&mut self) {
        let letter = self.workshop.design().pieces.get(self.piece).map(|piece| piece.letter);
        let Some((variant, letter)) = self.workshop.variant().zip(letter) else {
            return self.refuse("Mend the faults first.");
        };
        let kind = variant.rules().kind_by_letter(letter);
        if let Some(value) = kind.and_then(|kind| measured_value::value(variant, kind)) {
            self.edit(Edit::Value(self.piece, Some(value)));
        }
    }

    /// Uses a text that was pasted or dropped: the SVG of a drawing for the selected piece, or the text of a game.
    fn use_text(&mut self, text: String, env: &Env, effects: &mut Effects) {
        if env.has_focus("moves") && text.trim().lines().count() == 1 {
            let moves = self.moves.with_text(text.trim());
            return self.edit(Edit::Moves(self.piece, moves.text()));
        }
        if text.trim_start().starts_with('<') {
            let name = self.workshop.design().pieces.get(self.piece).map(|piece| piece.name.clone());
            return effects.request(Action::SaveDrawing { name: name.unwrap_or_default(), svg: text });
        }
        match self.workshop.import(&text) {
            Ok(()) => {
                (self.piece, self.panel) = (0, Panel::Piece);
                self.sync();
            }
            Err(fault) => self.refuse(fault),
        }
    }

    fn refuse(&mut self, reason: impl Into<String>) {
        (self.notice, self.is_refused) = (reason.into(), true);
    }

    /// Saves the game, unless it has faults.
    fn save(&mut self, next: Next, env: &Env, effects: &mut Effects) {
        if self.workshop.variant().is_none() {
            return self.refuse("Mend the faults first.");
        }
        self.next = next;
        let save = self.saving(&self.workshop, false);
        if next == Next::Play && env.game_in_progress {
            effects.open(Question::new(START_NEW, "New game", save));
        } else {
            effects.request(save);
        }
    }

    /// The action that saves this state of the game. If it `breaks_games`, saved games of it may no longer be readable.
    fn saving(&self, workshop: &Workshop, breaks_games: bool) -> Action {
        let (name, text) = (workshop.design().name.clone(), workshop.text().to_owned());
        let replace = self.saved_as.as_ref() == Some(&name);
        let play = (self.next == Next::Play)
            .then(|| Box::new(NewGame { level: name.clone(), ..self.choices.clone() }));
        Action::SaveVariant { name, text, replace, breaks_games, play }
    }

    /// Opens a question: `count` saved games may become unreadable if the variant is replaced. The first answer saves the changed
    /// rules as a variant with another name, so that the earlier variant keeps its rules.
    fn ask_about_games(&self, count: usize, effects: &mut Effects) {
        let mut new = self.workshop.clone();
        let before = self.saved_as.clone().unwrap_or_default();
        let title = |number: usize| format!("{before} {number}");
        let is_free = |title: &String| self.workshop.variants().rules(&variant_name(title)).is_none();
        new.apply(Edit::Title((2..).map(title).find(is_free).unwrap_or_default()));
        let games = counted(count, "saved game");
        let text = format!("{games} of this game may no longer be readable with these rules.");
        let answers = vec![
            ("Save as new", self.saving(&new, false)),
            ("Save anyway", self.saving(&self.workshop, true)),
        ];
        effects.open(Question::choice(text, answers, "Cancel"));
    }

    /// The text of the game with that of its parents, as far as these are not built in.
    fn file_text(&self) -> String {
        let parent = self.workshop.design().parent.as_deref().unwrap_or_default();
        self.workshop.variants().file_text(parent) + self.workshop.text()
    }

    fn copy_link(&mut self, env: &Env, effects: &mut Effects) {
        let text = self.file_text();
        let Some(page) = env.page.as_deref() else { return };
        if text.len() > MAX_LINK_VARIANT {
            return self.refuse("The game is too long for a link. Copy it as text.");
        }
        effects.clipboard = Some(format!("{page}#variant={}", percent_encode(&text)));
        "Link copied".clone_into(&mut self.notice);
    }

    /// Leaves a panel, a field or a drag, and otherwise closes the workshop.
    fn close(&mut self, env: &Env, effects: &mut Effects) {
        if self.panel != Panel::Piece {
            self.panel = Panel::Piece;
            effects.unfocus();
        } else if FIELDS.iter().any(|field| env.has_focus(field)) || self.held.take().is_some() {
            effects.unfocus();
        } else {
            self.leave_workshop(effects);
        }
    }

    /// Closes the workshop. If changes would be lost, asks first.
    fn leave_workshop(&mut self, effects: &mut Effects) {
        if self.at_stake() == Stake::Nothing {
            effects.close();
        } else if self.workshop.variant().is_none() {
            effects.open(Question::warning("Close without saving?", "Close", Action::Close));
        } else {
            self.next = Next::Close;
            let answers = vec![("Save", self.saving(&self.workshop, false)), ("Don't save", Action::Close)];
            effects.open(Question::choice("Save the changes?", answers, "Cancel"));
        }
    }
}

/// Thousandths of a pawn.
fn thousandths(pawns: f64) -> i32 {
    (pawns.clamp(0.0, 1000.0) * 1000.0).round() as i32
}

impl Screen for WorkshopScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::PAGE_OF_CARDS;

    fn view(&self, env: &Env) -> Node<Message> {
        let page = self.page(env).on_input(|event, _| text_of(event).map(Message::Pasted));
        let page = page
            .on_keys(&[Key::Left], Message::Step(-1, 0))
            .on_keys(&[Key::Right], Message::Step(1, 0))
            .on_keys(&[Key::Up], Message::Step(0, 1))
            .on_keys(&[Key::Down], Message::Step(0, -1))
            .on_keys(&[Key::Enter, Key::Space], Message::Use)
            .on_keys(&[Key::Backspace, Key::Delete], Message::Empty);
        page.keymap(KEYS)
    }

    fn update(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        if !matches!(message, Message::Board(InputEvent::Moved(_), _)) {
            self.notice.clear();
            self.is_refused = false;
        }
        let piece = self.piece;
        match message {
            Message::Edit(edit) => {
                if matches!(edit, Edit::Add(_) | Edit::Parent(_) | Edit::Strip | Edit::Drawing(..)) {
                    self.panel = Panel::Piece;
                    self.clicks = 0;
                }
                let is_own = matches!(&edit, Edit::Add(piece) if !self.workshop.variants().known_pieces().contains(piece));
                self.edit(edit);
                if is_own {
                    self.name.select();
                    effects.focus(if self.search.text().is_empty() { "name" } else { "moves" });
                }
            }
            Message::Select(index) => {
                (self.piece, self.panel, self.clicks) = (index, Panel::Piece, 0);
                if layout::is_narrow(env) && self.tab == 1 {
                    self.tab = 0;
                }
                self.held = self.shows_board(env).then_some(Held::OF_LIST);
                self.sync();
                if let Some(piece) = self.workshop.design().pieces.get(index) {
                    effects.announce(format!("{}: {}", piece.name, self.sentence()));
                }
            }
            Message::Search(field) => self.search = field,
            Message::Title(field) => {
                let title = field.text();
                self.title = field;
                self.edit(Edit::Title(title));
            }
            Message::Name(field) => {
                let name = field.text().trim().to_owned();
                self.name = field;
                self.edit(Edit::Name(piece, name));
            }
            Message::Letter(field) => {
                if let Some(letter) = field.text().chars().last() {
                    self.edit(Edit::Letter(piece, letter.to_ascii_lowercase()));
                }
            }
            Message::Value(mut field) => {
                let value = field.text().parse::<f64>().ok();
                let is_valid = value.is_some() || field.text().is_empty();
                field.set_valid(is_valid);
                self.value = field;
                if is_valid {
                    self.edit(Edit::Value(piece, value.map(thousandths)));
                }
            }
            Message::Notation(field) => {
                let moves = field.text();
                self.moves = field;
                self.edit(Edit::Moves(piece, moves));
            }
            Message::Append(letters) => {
                self.edit(Edit::Moves(piece, self.moves.text() + letters));
            }
            Message::Clicks(index) => self.clicks = index,
            Message::Moves((files, ranks), reach) => {
                // A diagram has at most seven squares on each side.
                let (square, reach) = ((files as i8, ranks as i8), reach as i8);
                match clicked_moves::click(&self.moves.text(), square, reach, self.clicks == 0) {
                    Some(moves) => {
                        // Each click can be undone, unlike each letter that is typed.
                        self.workshop.end_step();
                        self.edit(Edit::Moves(piece, moves));
                    }
                    None if self.moves.is_valid() => self.refuse("No letter of the notation leaps there."),
                    None => self.refuse("Mend the text of the moves first."),
                }
            }
            Message::InTheWay(square) => {
                let next = match self.others.remove(&square) {
                    None => Some(Color::Black),
                    Some(Color::Black) => Some(Color::White),
                    Some(Color::White) => None,
                };
                self.others.extend(next.map(|color| (square, color)));
            }
            Message::ClearTheWay => self.others.clear(),
            Message::Measure => self.measure(),
            Message::OpenDrawing => {
                effects.picks_file = env.page.is_some();
                "Drop an SVG file into the window, or copy its text and press Ctrl+V."
                    .clone_into(&mut self.notice);
            }
            Message::Show(panel) => {
                self.panel = if self.panel == panel { Panel::Piece } else { panel };
                self.tab = 0;
                if self.panel == Panel::Palette {
                    self.search = self.search.with_text("");
                    if !env.touch {
                        effects.focus("search");
                    }
                }
            }
            Message::Tab(tab) => (self.tab, self.held) = (tab, None),
            Message::Mirror(on) => self.mirror = on,
            Message::Holes(on) => self.makes_holes = on,
            Message::Board(event, rect) => self.use_board(&event, rect, effects),
            Message::Step(right, up) => self.step(right, up, env, effects),
            Message::Use => self.use_cursor(env, effects),
            Message::Empty if env.has_focus(BOARD) => {
                let (square, mirror) = (self.cursor, self.mirror);
                self.edit(Edit::Put { square, piece: None, mirror });
            }
            Message::Empty => {}
            Message::Undo => {
                self.workshop.undo();
                self.sync();
            }
            Message::Redo => {
                self.workshop.redo();
                self.sync();
            }
            Message::Play => self.save(Next::Play, env, effects),
            Message::Save => self.save(Next::Nothing, env, effects),
            Message::Copy => {
                effects.clipboard = Some(self.file_text());
                "Copied as a section of variants.ini".clone_into(&mut self.notice);
            }
            Message::CopyLink => self.copy_link(env, effects),
            Message::Paste => effects.pastes = true,
            Message::Pasted(text) => self.use_text(text, env, effects),
            Message::Rules => {
                if let Some(variant) = self.workshop.variant() {
                    effects.open(RulesScreen::new(variant));
                }
            }
            Message::Jobs if self.saved_as.is_some() && !self.workshop.is_changed() => {
                effects.request(Action::OpenJobs(self.workshop.design().name.clone()));
            }
            Message::Jobs => self.save(Next::Jobs, env, effects),
            Message::Help => effects.open_help(None),
            Message::Close => self.close(env, effects),
            Message::Leave => self.leave_workshop(effects),
        }
    }

    fn reply(&mut self, reply: Reply, _env: &Env, effects: &mut Effects) {
        match reply {
            Reply::Failed(reason) => self.refuse(reason),
            Reply::DrawingSaved(name) => {
                self.own_drawings.push(name.clone());
                self.panel = Panel::Piece;
                self.edit(Edit::Drawing(self.piece, name));
            }
            Reply::GamesWouldBreak(count) => self.ask_about_games(count, effects),
            Reply::VariantSaved(name, variants) => {
                self.edit(Edit::Title(name.clone()));
                self.workshop.set_saved(*variants);
                let earlier = self.saved_as.replace(name.clone()).filter(|earlier| *earlier != name);
                let copy = earlier.map_or(String::new(), |earlier| {
                    format!(" It is a copy: {} is there, too.", capitalized(&earlier.replace('-', " ")))
                });
                self.notice = format!("Saved. The game is on the home screen under Variants.{copy}");
                match self.next {
                    Next::Nothing | Next::Play => {}
                    Next::Jobs => effects.request(Action::OpenJobs(self.workshop.design().name.clone())),
                    Next::Close => effects.close(),
                }
            }
            _ => {}
        }
    }

    fn notice(&mut self, notice: String) -> Option<String> {
        self.refuse(notice);
        None
    }

    fn leave(&mut self, effects: &mut Effects) {
        // The menu shows the game that was saved.
        let saved = self.saved_as.clone().filter(|_| !self.workshop.is_changed());
        effects.reply =
            saved.map(|id| Reply::LevelSaved { id, name: self.title.text(), file: String::new() });
    }

    fn at_stake(&self) -> Stake {
        if self.workshop.is_changed() { Stake::Changes } else { Stake::Nothing }
    }
}
