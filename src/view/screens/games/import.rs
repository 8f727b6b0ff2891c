//! Dialog of the import of a PGN into the saved games: how a PGN gets here, the progress, and what was found.

use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

use crate::notation::pgn::collection::{GameEntry as PgnEntry, Games};
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::{InputEvent, Key};
use crate::view::screen::{Effects, Env, LayerKind, Reply, Screen};
use crate::view::text::counted;
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, list, modal};
use crate::view::widgets::node::{Ink, column, equal_row, paragraph, text};

/// Number of games that are imported in a frame, which takes some milliseconds.
const GAMES_A_FRAME: usize = 16;
/// Greatest number of faults that are listed.
const MAX_FAULTS: usize = 200;

/// Result of the import of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Whether the game is among the saved games now and was not before.
    pub is_new: bool,
    /// Whether nothing of it could be read.
    pub is_refused: bool,
    /// Fault of the game, with its line.
    pub fault: Option<String>,
}

/// Saves a game of the text among the saved games. The error is the reason why no game can be saved.
pub type ImportGame = dyn Fn(&str, &PgnEntry) -> Result<Imported, String>;

#[derive(Clone, Debug)]
pub enum Message {
    Import(String),
    /// Asks the browser for a file.
    PickFile,
    Close,
}

pub struct ImportScreen {
    import: Box<ImportGame>,
    /// The PGN that is imported; `None` before there is one.
    text: Option<Rc<str>>,
    /// The last game that was imported, with its line.
    last: Option<(Range<usize>, usize)>,
    is_done: bool,
    new: usize,
    known: usize,
    refused: usize,
    /// Number of games that were imported up to a fault.
    cut: usize,
    faults: Vec<String>,
    /// Reason why the import has ended early.
    problem: Option<String>,
}

impl ImportScreen {
    /// A dialog that imports `text`. Without a text it explains where a PGN can come from.
    pub fn new(text: Option<String>, import: Box<ImportGame>) -> Host<Self> {
        Host::new(Self {
            import,
            text: text.map(Into::into),
            last: None,
            is_done: false,
            new: 0,
            known: 0,
            refused: 0,
            cut: 0,
            faults: Vec::new(),
            problem: None,
        })
    }

    /// Imports the next game. Returns whether there was one.
    fn import_next(&mut self) -> Result<bool, String> {
        let Some(text) = &self.text else { return Ok(false) };
        let mut games = match &self.last {
            Some((range, line)) => Games::after(text, range, *line),
            None => Games::new(text),
        };
        let Some(game) = games.next() else { return Ok(false) };
        let imported = (self.import)(&text[game.range.clone()], &game)?;
        self.new += usize::from(imported.is_new);
        self.known += usize::from(!imported.is_new && imported.fault.is_none());
        self.refused += usize::from(imported.is_refused);
        if let Some(fault) = imported.fault {
            self.cut += usize::from(!imported.is_refused);
            if self.faults.len() < MAX_FAULTS {
                self.faults.push(fault);
            }
        }
        self.last = Some((game.range, game.line));
        Ok(true)
    }

    /// Results of the import so far.
    fn report(&self) -> String {
        let new = counted(self.new, "game");
        let mut sentences = vec![match self.cut {
            0 => format!("{new} imported."),
            cut => format!("{new} imported, {cut} of them up to a fault."),
        }];
        sentences.extend((self.known > 0).then(|| format!("{} in the list already.", self.known)));
        sentences.extend((self.refused > 0).then(|| format!("{} not imported.", self.refused)));
        match (&self.problem, self.last.is_some() || !self.is_done) {
            (Some(problem), _) => format!("{} {}", problem, sentences.join(" ")),
            (None, true) => sentences.join(" "),
            (None, false) => "There is no game in this text.".to_owned(),
        }
    }
}

impl Screen for ImportScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::DIALOG;

    fn view(&self, env: &Env) -> Node<Message> {
        let is_page = env.page.is_some();
        let (words, close) = match &self.text {
            None if is_page && env.touch => ("Choose a PGN file.".to_owned(), "Cancel"),
            None if is_page => {
                ("Choose a PGN file, drop one here, or copy games and press Ctrl+V.".to_owned(), "Cancel")
            }
            None => ("Drop a PGN file here, or copy games and press Ctrl+V.".to_owned(), "Cancel"),
            Some(text) if !self.is_done => {
                let read = self.last.as_ref().map_or(0, |(range, _)| range.end);
                (format!("{} % · {}", 100 * read / text.len().max(1), self.report()), "Stop")
            }
            Some(_) => (self.report(), "Done"),
        };
        let about = "Imported games are saved with yours and do not count for your rating.";
        let faults = self
            .faults
            .iter()
            .map(|fault| column([paragraph(fault).ink(Ink::Soft).sized(PAGE.small)]).padded(0.0, 3.0));
        let pick =
            button("Choose a file", Message::PickFile).primary(true).when(is_page && self.text.is_none());
        let close = button(close, Message::Close).key(Key::Escape).primary(self.is_done).focused();
        let panel = column([
            text("Import games").bold().sized(17.0),
            paragraph(words.clone()).spoken(words).min_height(56.0).rigid(),
            paragraph(about)
                .ink(Ink::Faint)
                .sized(PAGE.small)
                .when(self.text.is_none())
                .min_height(34.0)
                .rigid(),
            list(faults).fill(1.0),
            equal_row([pick, close].map(|button| button.height(PAGE.button))).gap(10.0),
        ]);
        let height = if self.faults.is_empty() { 226.0 } else { 380.0 };
        modal(
            panel
                .gap(10.0)
                .padding(18.0)
                .width(400.0)
                .height(height)
                .shrink()
                .on_input(|event, _| text_of(event).map(Message::Import)),
            Message::Close,
        )
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        match message {
            Message::Import(text) if self.text.is_none() => self.text = Some(text.into()),
            Message::Import(_) => {}
            Message::PickFile => effects.picks_file = true,
            Message::Close if self.text.is_some() && !self.is_done => self.is_done = true,
            Message::Close => effects.close(),
        }
    }

    fn tick(&mut self, _elapsed: Duration, _env: &Env, effects: &mut Effects) -> bool {
        if self.text.is_none() || self.is_done {
            return false;
        }
        for _ in 0..GAMES_A_FRAME {
            match self.import_next() {
                Ok(true) => {}
                Ok(false) => self.is_done = true,
                Err(problem) => (self.problem, self.is_done) = (Some(problem), true),
            }
            if self.is_done {
                break;
            }
        }
        effects.waiting = true;
        true
    }

    fn leave(&mut self, effects: &mut Effects) {
        effects.reply = Some(Reply::GamesImported);
    }
}

/// The text that is pasted or dropped.
pub(in crate::view::screens) fn text_of(event: &InputEvent) -> Option<String> {
    match event {
        InputEvent::Paste(text) | InputEvent::Dropped(Ok(text)) => Some(text.clone()),
        _ => None,
    }
}
