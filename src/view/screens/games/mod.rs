//! List of games: those that are saved, to view, resume, analyse, copy or delete one, or those of a PGN, to analyse one.

mod entry;
mod filter;
pub mod import;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use crate::game::analysis::{Analysis, AnalysisSetup};
use crate::notation::pgn::collection::Games;
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Action, Effects, Env, LayerKind, Reply, Screen, is_wide};
use crate::view::screens::dialogs::Question;
use crate::view::text::counted;
use crate::view::widgets::build::{button, field, icon_button, rows};
use crate::view::widgets::button::Icon;
use crate::view::widgets::move_list::wheel_target;
use crate::view::widgets::node::{Ink, column, equal_row, paragraph, row, space, text};
use crate::view::widgets::{Field, Node};
use entry::ROW;
pub use entry::{GameEntry, GameHead, GamePlace};
use filter::Filter;
use import::text_of;

/// Number of games that are kept in memory: more than a window has room for.
const MAX_ENTRIES: usize = 64;
/// Number of bytes of a PGN that are read in a frame, which takes some milliseconds.
const BYTES_A_FRAME: usize = 1 << 18;
/// Greatest number of characters of the filter.
const FILTER: usize = 60;
/// Number of games whose tags are read in a frame, which takes some milliseconds.
const HEADS_A_FRAME: usize = 40;

#[derive(Clone, Debug)]
pub enum Message {
    Close,
    Select(usize),
    /// Shows the position after this number of plies.
    Show(usize),
    Resume,
    Analyze,
    Copy,
    Delete,
    Results,
    /// Shows or hides the filter.
    Filter,
    /// Filters by an option of a choice: the index of the choice, and that of the option.
    Choose(usize, usize),
    ShowAll,
    /// Opens the analysis of a game of a PGN.
    Open(usize),
    /// Filters by the words of the field.
    Edited(Field),
    /// Goes to the field.
    Find,
    /// Stops reading a PGN.
    Stop,
    Paste(String),
    /// Imports the games of a PGN, or explains how.
    Import(Option<String>),
}

/// Games that are kept in memory.
type Entries = RefCell<VecDeque<(GamePlace, Rc<GameEntry>)>>;
/// Reads a game of a PGN.
pub type ReadText = dyn Fn(&str, usize) -> GameEntry;

/// Reads the games of the list.
pub struct GameSource {
    /// The places of the saved games, the last started one first.
    pub list: Box<dyn Fn() -> Vec<GamePlace>>,
    /// Reads a saved game.
    pub saved: Box<dyn Fn(&Path) -> GameEntry>,
    /// Reads a game of a PGN, which begins in this line.
    pub text: Box<ReadText>,
    /// Reads the tags of a saved game.
    pub head: Box<dyn Fn(&Path) -> GameHead>,
}

/// A game of the list, with its tags if they have been read. To read ten thousand games takes seconds.
struct Listed {
    place: GamePlace,
    head: Option<GameHead>,
}

/// The PGN whose games are listed.
struct Listing {
    /// Heading of the page.
    title: &'static str,
    text: Rc<str>,
    /// Whether the games of the whole text are in the list.
    is_read: bool,
    /// Whether the player has stopped reading it.
    is_stopped: bool,
    filter: Field,
}

pub struct GamesScreen {
    /// The PGN; `None` if the saved games are listed.
    listing: Option<Listing>,
    source: Rc<GameSource>,
    games: Vec<Listed>,
    /// The games that were shown last.
    entries: Rc<Entries>,
    /// The filter, while it is shown.
    filter: Option<Filter>,
    /// The games that match the filter.
    shown: Rc<Vec<GamePlace>>,
    /// Index of the selected game among those.
    selected: usize,
    /// Ply of the selected game that is shown.
    ply: usize,
    notice: Option<String>,
}

impl GamesScreen {
    /// A list of the saved games.
    pub fn saved(source: GameSource) -> Host<Self> {
        Self::new(None, source)
    }

    /// A list of the games of a PGN. It is read while the list is shown.
    pub fn of_text(title: &'static str, text: Rc<str>, source: GameSource) -> Host<Self> {
        let filter = Field::new("", FILTER, |letter| !letter.is_control());
        Self::new(Some(Listing { title, text, is_read: false, is_stopped: false, filter }), source)
    }

    fn new(listing: Option<Listing>, source: GameSource) -> Host<Self> {
        let mut screen = Self {
            listing,
            source: Rc::new(source),
            games: Vec::new(),
            entries: Rc::default(),
            filter: None,
            shown: Rc::default(),
            selected: 0,
            ply: 0,
            notice: None,
        };
        screen.load();
        Host::new(screen)
    }

    /// Lists the saved games anew.
    fn load(&mut self) {
        self.games = (self.source.list)().into_iter().map(|place| Listed { place, head: None }).collect();
        self.refresh();
    }

    fn entry(&self) -> Option<Rc<GameEntry>> {
        Some(read(&self.source, &self.text(), &self.entries, self.shown.get(self.selected)?))
    }

    /// The PGN; empty if the saved games are listed.
    fn text(&self) -> Rc<str> {
        self.listing.as_ref().map_or_else(|| "".into(), |pgn| Rc::clone(&pgn.text))
    }

    fn select(&mut self, place: usize) {
        self.selected = place.min(self.shown.len().saturating_sub(1));
        self.ply = self.entry().map_or(0, |entry| entry.last_ply());
        self.notice = None;
    }

    /// Finds the games that match the filter. The selected game stays selected if it is among them.
    fn refresh(&mut self) {
        let matches = |game: &&Listed| match &self.filter {
            None => true,
            Some(filter) => game.head.as_ref().is_some_and(|head| filter.matches(head)),
        };
        let shown: Vec<_> = self.games.iter().filter(matches).map(|game| game.place.clone()).collect();
        let before = self.shown.get(self.selected);
        // While games are appended, the selected game stays where it is.
        let at_place = shown.get(self.selected).filter(|place| Some(*place) == before).map(|_| self.selected);
        let selected = at_place.or_else(|| shown.iter().position(|place| Some(place) == before));
        self.shown = Rc::new(shown);
        match selected {
            Some(place) => self.selected = place,
            None => self.select(0),
        }
    }

    fn heads(&self) -> impl Iterator<Item = &GameHead> + Clone {
        self.games.iter().filter_map(|game| game.head.as_ref())
    }

    /// Opens the analysis of `entry`, or shows why that is not possible.
    fn analyze(&mut self, entry: &GameEntry, effects: &mut Effects) {
        match entry.analysis() {
            Some(setup) => {
                let kept = match self.shown.get(self.selected) {
                    Some(GamePlace::Text(range, _)) => self.text().get(range.clone()).map(str::to_owned),
                    _ => entry.with_analysis(&setup.analysis).is_none().then(String::new),
                };
                effects.request(Action::Analyze(Box::new(AnalysisSetup { kept, ..setup })));
            }
            None => self.notice.clone_from(&entry.damage),
        }
    }

    /// Saves the analysis of the selected game with it.
    fn keep_analysis(&mut self, analysis: &Analysis, effects: &mut Effects) {
        let kept = self.entry().and_then(|entry| entry.with_analysis(analysis));
        let Some((record, pgn)) = kept else { return };
        let place = self.shown.get(self.selected);
        for (_, entry) in self.entries.borrow_mut().iter_mut().filter(|(known, _)| Some(known) == place) {
            if let Some((known, _)) = Rc::get_mut(entry).and_then(|entry| entry.game.as_mut()) {
                known.clone_from(&record);
            }
        }
        effects.action = self.file().map(|file| Action::SaveAnalysis { file, pgn });
    }

    /// The file of the selected game.
    fn file(&self) -> Option<PathBuf> {
        match self.shown.get(self.selected)? {
            GamePlace::File(path) => Some(path.clone()),
            GamePlace::Text(..) => None,
        }
    }

    fn list(&self) -> Node<Message> {
        let (source, text, entries) = (Rc::clone(&self.source), self.text(), Rc::clone(&self.entries));
        let (shown, selected) = (Rc::clone(&self.shown), self.selected);
        let message = if self.listing.is_some() { Message::Open } else { Message::Select };
        let row = move |place: usize| {
            let entry = shown.get(place).map(|shown| read(&source, &text, &entries, shown));
            let row = |entry: Rc<GameEntry>| column([entry.row(message(place), place == selected)]);
            entry.map_or_else(space, row)
        };
        rows(self.shown.len(), ROW + 6.0, row).selected(selected, Message::Select).fill(1.0)
    }

    /// The selected game: its board, `side` pixels of the design wide, and its buttons.
    fn details(&self, entry: &GameEntry, side: f32) -> Node<Message> {
        let (ply, last) = (self.ply, entry.last_ply());
        let steps = [
            (Icon::First, "First", Key::Home, 0),
            (Icon::Back, "Back", Key::Left, ply.saturating_sub(1)),
            (Icon::Forward, "Forward", Key::Right, ply + 1),
            (Icon::Last, "Last", Key::End, last),
        ];
        let steps =
            steps.map(|(icon, label, key, ply)| icon_button(icon, label, Message::Show(ply)).key(key));
        let (can_resume, is_visible) = (entry.can_resume(), entry.visible().is_some());
        let resume = button("Resume", Message::Resume).enabled(can_resume).primary(true).key(Key::Enter);
        let analyze =
            button("Analyse", Message::Analyze).enabled(is_visible && !entry.is_timed()).primary(!can_resume);
        let analyze = if can_resume { analyze } else { analyze.key(Key::Enter) };
        let copy = button("Copy PGN", Message::Copy).enabled(is_visible).keys(&[Key::Copy, Key::CopyMore]);
        let delete = button("Delete", Message::Delete).enabled(!entry.is_open).key(Key::Delete);
        let buttons = |nodes: Vec<Node<_>>| equal_row(nodes.into_iter().map(|node| node.height(PAGE.button)));
        let hidden = entry.game.is_some() && !is_visible;
        let hidden = hidden.then_some("Fog of war: the board is hidden until the game has ended.");
        let timed = entry.is_timed().then_some("A game with clocks can be analysed when it has ended.");
        let reason = hidden.or(timed).map(str::to_owned);
        let notice = self.notice.clone().or_else(|| entry.damage.clone()).or(reason);
        let has_notice = notice.is_some();
        let notice = paragraph(notice.unwrap_or_default()).ink(Ink::Soft).sized(PAGE.small).smallest(9.0);
        let board = entry.board(Some(ply)).height(side).shrink_first();
        column([
            board.on_wheel(move |notches| Message::Show(wheel_target(ply, notches))),
            buttons(steps.into()).gap(PAGE.button_gap),
            notice.max_height(64.0).when(has_notice),
            buttons(vec![resume.when(entry.ending.is_none()), analyze]).gap(PAGE.button_gap),
            buttons(vec![copy, delete]).gap(PAGE.button_gap),
        ])
        .gap(PAGE.button_gap)
    }

    /// Number of bytes of the PGN that have been read.
    fn read_bytes(&self) -> usize {
        match self.games.last().map(|game| &game.place) {
            Some(GamePlace::Text(range, _)) => range.end,
            _ => 0,
        }
    }

    /// Lists more games of the PGN.
    fn read_on(&mut self) {
        let end = self.read_bytes() + BYTES_A_FRAME;
        let Some(pgn) = &mut self.listing else { return };
        let mut games = match self.games.last().map(|game| &game.place) {
            Some(GamePlace::Text(range, line)) => Games::after(&pgn.text, range, *line),
            _ => Games::new(&pgn.text),
        };
        while games.offset() < end && !pgn.is_read {
            match games.next() {
                Some(game) => {
                    let head = Some(GameHead::of(&game.tags, str::to_owned));
                    self.games.push(Listed { place: GamePlace::Text(game.range, game.line), head });
                }
                None => pgn.is_read = true,
            }
        }
        self.refresh();
    }

    /// The page with the games of a PGN.
    fn page_of_text(&self) -> Node<Message> {
        let pgn = self.listing.as_ref();
        let heading = row([
            text(pgn.map_or("", |pgn| pgn.title)).bold().sized(PAGE.heading).smallest(14.0).shrink(),
            text(self.count()).ink(Ink::Faint).sized(PAGE.text).smallest(10.0).fill(1.0),
            button("Stop", Message::Stop)
                .height(PAGE.button)
                .width(70.0)
                .when(pgn.is_some_and(|pgn| !pgn.is_read)),
            button("Back", Message::Close).key(Key::Escape).height(PAGE.button).width(70.0),
        ]);
        let field = pgn.map(|pgn| field(pgn.filter.clone(), Message::Edited).named("Filter").keyed("filter"));
        let filter =
            [text("Filter").ink(Ink::Soft).rigid()].into_iter().chain(field.map(|field| field.fill(1.0)));
        let is_empty = self.shown.is_empty() && !self.games.is_empty();
        let notice = self.notice.clone().unwrap_or_default();
        column([
            heading.gap(10.0).align_center().height(PAGE.button),
            row(filter).gap(10.0).align_center().height(PAGE.button),
            paragraph(notice).ink(Ink::Soft).sized(PAGE.small).when(self.notice.is_some()),
            if is_empty { no_match().fill(1.0) } else { self.list() },
        ])
        .gap(12.0)
        .padding(16.0)
        .on_keys(&[Key::Enter], Message::Open(self.selected))
        .on_keys(&[Key::Home], Message::Select(0))
        .on_keys(&[Key::End], Message::Select(usize::MAX))
        .on_keys(&[Key::Char('f')], Message::Find)
        .on_paste(Message::Paste)
        .spoken(self.announcement())
    }

    /// How many games there are, or how many of them are shown.
    fn count(&self) -> String {
        let (shown, count) = (self.shown.len(), self.games.len());
        if let Some(Listing { text, is_read: false, .. }) = &self.listing {
            return format!(
                "Reading: {} · {} %",
                counted(count, "game"),
                100 * self.read_bytes() / text.len().max(1)
            );
        }
        let stopped = if self.listing.as_ref().is_some_and(|pgn| pgn.is_stopped) { ", stopped" } else { "" };
        match self.games.iter().position(|game| game.head.is_none()).filter(|_| self.filter.is_some()) {
            Some(read) => format!("Reading {read} of {count}"),
            None if count == 0 => String::new(),
            None if shown < count => format!("{shown} of {}{stopped}", counted(count, "game")),
            None => counted(count, "game") + stopped,
        }
    }

    fn announcement(&self) -> String {
        let notice = self.notice.as_deref().unwrap_or_default();
        match self.entry() {
            Some(entry) => format!("{} {notice}", entry.spoken()),
            None if self.games.is_empty() => format!("Games: none yet. {notice}"),
            None => NO_MATCH.to_owned(),
        }
    }
}

/// Text if there are games, but none matches the filter.
const NO_MATCH: &str = "No game matches this filter.";

/// Message in place of the list if no game matches the filter.
fn no_match() -> Node<Message> {
    let all = button("Show all", Message::ShowAll).key(Key::Enter).height(PAGE.button).width(120.0);
    let words = paragraph(NO_MATCH).ink(Ink::Soft).centered();
    column([space().fill(1.0), words, row([all]).justify_center(), space().fill(1.0)]).gap(12.0)
}

/// The game at `place`, from memory if it is there.
fn read(source: &GameSource, text: &str, entries: &Entries, place: &GamePlace) -> Rc<GameEntry> {
    let mut entries = entries.borrow_mut();
    if let Some((_, entry)) = entries.iter().find(|(known, _)| known == place) {
        return Rc::clone(entry);
    }
    let entry = Rc::new(match place {
        GamePlace::File(path) => (source.saved)(path),
        GamePlace::Text(range, line) => (source.text)(text.get(range.clone()).unwrap_or_default(), *line),
    });
    entries.push_front((place.clone(), Rc::clone(&entry)));
    entries.truncate(MAX_ENTRIES);
    entry
}

impl Screen for GamesScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::PAGE_OF_GAME;

    fn view(&self, env: &Env) -> Node<Message> {
        if self.listing.is_some() {
            return self.page_of_text();
        }
        let (w, h) = env.design_size();
        let back = button("Back", Message::Close).keys(&[Key::Escape, Key::Char('g')]);
        let has_games = !self.games.is_empty();
        let filter = button("Filter", Message::Filter).key(Key::Char('f')).primary(self.filter.is_some());
        // A narrow window has no room for both title and count.
        let (count, has_room) = (self.count(), w > 520.0);
        let title = text(if has_room || !has_games { "Games".to_owned() } else { count.clone() });
        let title = title.bold().sized(PAGE.heading).smallest(10.0);
        let heading = row([
            if has_room { title.rigid() } else { title.fill(1.0).when(!(env.touch && has_games)) },
            text(count).ink(Ink::Faint).sized(PAGE.text).smallest(10.0).fill(1.0).when(has_room),
            filter.height(PAGE.button).width(70.0).when(has_games),
            button("Import", Message::Import(None)).height(PAGE.button).width(70.0),
            button("Results", Message::Results).height(PAGE.button).width(80.0),
            back.height(PAGE.button).width(70.0),
        ]);
        let body = match self.entry() {
            None if has_games => no_match(),
            None => {
                let words = "No games yet. A game is saved from your first move on.".to_owned();
                column([paragraph(self.notice.clone().unwrap_or(words))
                    .ink(Ink::Soft)
                    .centered()
                    .middle()
                    .fill(1.0)])
            }
            Some(entry) if is_wide(env.size) => {
                row([self.list(), self.details(&entry, (w - 48.0) / 2.0).fill(1.0)]).gap(16.0)
            }
            Some(entry) => {
                let details = self.details(&entry, (w - 32.0).min(h * 0.4)).shrink();
                column([details, self.list()]).gap(12.0)
            }
        };
        let choices = self.filter.as_ref().map(|filter| filter.choices(self.heads()));
        let heading = heading.gap(10.0).align_center().height(PAGE.button);
        column([Some(heading), choices, Some(body.fill(1.0))].into_iter().flatten())
            .gap(12.0)
            .padding(16.0)
            .on_input(|event, _| text_of(event).map(|text| Message::Import(Some(text))))
            .spoken(self.announcement())
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        match (message, self.entry()) {
            (Message::Close, _) => effects.close(),
            (Message::Results, _) => effects.request(Action::OpenResults),
            (Message::Select(place), _) => self.select(place),
            (Message::Filter, _) => {
                self.filter = if self.filter.is_some() { None } else { Some(Filter::default()) };
                self.refresh();
            }
            (Message::Choose(field, place), _) => {
                let mut filter = self.filter.take().unwrap_or_default();
                filter.choose(field, place, self.heads());
                self.filter = Some(filter);
                self.refresh();
            }
            (Message::ShowAll, _) => {
                self.filter = Some(Filter::default());
                if let Some(pgn) = &mut self.listing {
                    pgn.filter = pgn.filter.with_text("");
                }
                self.refresh();
            }
            (Message::Edited(field), _) => {
                self.filter = Some(Filter { words: field.text(), ..Filter::default() });
                if let Some(pgn) = &mut self.listing {
                    pgn.filter = field;
                }
                self.refresh();
            }
            (Message::Find, _) => effects.focus("filter"),
            (Message::Stop, _) => {
                if let Some(pgn) = &mut self.listing {
                    (pgn.is_read, pgn.is_stopped) = (true, true);
                }
            }
            (Message::Open(place), _) => {
                self.select(place);
                if let Some(entry) = self.entry() {
                    self.analyze(&entry, effects);
                }
            }
            (Message::Import(text), _) => effects.request(Action::ImportGames(text)),
            (Message::Paste(text), _) => effects.request(Action::ReplaceByText(text)),
            (Message::Show(ply), Some(entry)) => self.ply = ply.min(entry.last_ply()),
            (Message::Resume, Some(_)) => effects.action = self.file().map(Action::ResumeGame),
            (Message::Analyze, Some(entry)) => self.analyze(&entry, effects),
            (Message::Copy, Some(entry)) => {
                let Some(((record, _), file)) = entry.game.as_ref().zip(self.file()) else { return };
                effects.clipboard = Some(entry.to_pgn(record));
                self.notice = Some(format!("Game copied (PGN). Its file is {}.", file.display()));
            }
            (Message::Delete, Some(_)) => {
                let Some(file) = self.file() else { return };
                let delete = Action::DeleteGame(file);
                effects.open(Question::warning("Delete this game?", "Delete", delete));
            }
            _ => {}
        }
    }

    fn reply(&mut self, reply: Reply, _env: &Env, effects: &mut Effects) {
        match reply {
            Reply::Analysis(analysis) => self.keep_analysis(&analysis, effects),
            Reply::Failed(reason) => self.notice = Some(reason),
            Reply::GamesImported => self.load(),
            Reply::Deleted => {
                let (selected, deleted) = (self.selected, self.shown.get(self.selected).cloned());
                self.games.retain(|game| Some(&game.place) != deleted.as_ref());
                self.refresh();
                self.select(selected);
            }
            _ => {}
        }
    }

    fn notice(&mut self, notice: String) -> Option<String> {
        self.notice = Some(notice);
        None
    }

    /// Reads a part of the PGN, or tags for the filter.
    fn tick(&mut self, _elapsed: Duration, _env: &Env, effects: &mut Effects) -> bool {
        if self.listing.as_ref().is_some_and(|pgn| !pgn.is_read) {
            self.read_on();
            effects.waiting = true;
            return true;
        }
        let Some(first) = self.games.iter().position(|game| game.head.is_none()) else { return false };
        if self.filter.is_none() {
            return false;
        }
        for game in self.games.iter_mut().skip(first).take(HEADS_A_FRAME) {
            if let GamePlace::File(path) = &game.place {
                game.head.get_or_insert_with(|| (self.source.head)(path));
            }
        }
        effects.waiting = true;
        self.refresh();
        true
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::view::host::test::{context, key, press, scene, text_at};
    use crate::view::screen::OpenScreen;

    /// A list of games without content, and the numbers of games and of tags that it has read.
    fn list(games: usize) -> (Host<GamesScreen>, Rc<Cell<[usize; 2]>>) {
        let read = Rc::new(Cell::new([0; 2]));
        let count = |place: usize| {
            let read = Rc::clone(&read);
            move || {
                let mut counts = read.get();
                counts[place] += 1;
                read.set(counts);
            }
        };
        let (count_game, count_head) = (count(0), count(1));
        let source = GameSource {
            list: Box::new(move || {
                (0..games).map(|number| GamePlace::File(format!("{number}.pgn").into())).collect()
            }),
            saved: Box::new(move |_| {
                count_game();
                GameEntry::unreadable("Damaged.".to_owned())
            }),
            text: Box::new(|_, _| GameEntry::unreadable("Damaged.".to_owned())),
            head: Box::new(move |path| {
                count_head();
                // Every tenth game is one of chess, which was won.
                let is_chess = path.to_string_lossy().ends_with("0.pgn");
                let (variant, result) = if is_chess { ("Chess", "Won") } else { ("XXL chess", "Lost") };
                GameHead { variant: variant.to_owned(), result, ..GameHead::default() }
            }),
        };
        (GamesScreen::saved(source), read)
    }

    /// Of a list of 2,000 games as many are read and drawn as of one of 20: those in sight.
    #[test]
    fn of_a_long_list_only_the_games_in_sight_are_read() {
        let counts = |games: usize| {
            let (screen, read) = list(games);
            (scene(&screen, &context((792.0, 672.0))).items.len(), read.get()[0])
        };
        assert_eq!(counts(2_000), counts(20));
        assert!(counts(2_000).1 < 12);
    }

    /// A PGN of 10,000 games is listed a part in each frame, and only the games in sight are read. The player can stop it, and
    /// filters by words of the tags.
    #[test]
    fn a_pgn_is_listed_in_parts_and_can_be_stopped() {
        let game = |number: usize| {
            format!(
                "[White \"Player {}\"]\n[Event \"Match {number}\"]\n\n1. e4 e5 {{{}}} *\n\n",
                number % 100,
                "x".repeat(200)
            )
        };
        let text: Rc<str> = (0..10_000).map(game).collect::<String>().into();
        let open = || {
            let read = Rc::new(Cell::new(0));
            let count = Rc::clone(&read);
            let source = GameSource {
                list: Box::new(Vec::new),
                saved: Box::new(|_| GameEntry::unreadable(String::new())),
                text: Box::new(move |text, line| {
                    assert!(text.starts_with("[White") && line % 5 == 1, "{line}: {text}");
                    count.set(count.get() + 1);
                    GameEntry::unreadable(String::new())
                }),
                head: Box::new(|_| GameHead::default()),
            };
            (GamesScreen::of_text("Games of a PGN", Rc::clone(&text), source), read)
        };
        let mut ctx = context((792.0, 672.0));
        let (mut stopped, _) = open();
        (0..3).for_each(|_| drop(stopped.update(&[], &mut ctx)));
        let stop = text_at(&stopped, "Stop", &ctx).expect("the button");
        press(&mut stopped, stop, &mut ctx);
        let part = stopped.games.len();
        assert!(0 < part && part < 5_000, "{part}");
        stopped.update(&[], &mut ctx);
        assert_eq!((stopped.games.len(), stopped.count()), (part, format!("{part} games, stopped")));
        let (mut screen, read) = open();
        (0..40).for_each(|_| drop(screen.update(&[], &mut ctx)));
        scene(&screen, &ctx);
        assert_eq!(screen.count(), "10000 games");
        assert!(read.get() < 30, "{}", read.get());
        let field = Field::new("PLAYER match 77", FILTER, |_| true);
        screen.screen.update(Message::Edited(field), &ctx.env, &mut Effects::default());
        assert_eq!(screen.count(), "280 of 10000 games");
    }

    /// The tags of 2,000 games are read when the filter is opened, a part in each frame and each once. The list has the games
    /// that match; if none does, it has a button that shows all again.
    #[test]
    fn the_filter_reads_tags_once_and_counts_the_games_that_match() {
        let (mut screen, read) = list(2_000);
        let mut ctx = context((792.0, 672.0));
        screen.update(&[], &mut ctx);
        assert_eq!(read.get()[1], 0);
        key(&mut screen, Key::Char('f'), &mut ctx);
        for frame in 1..=60 {
            screen.update(&[], &mut ctx);
            assert!(read.get()[1] <= (frame + 1) * HEADS_A_FRAME, "frame {frame}");
        }
        let mut choose = |field, place| {
            screen.screen.update(Message::Choose(field, place), &ctx.env, &mut Effects::default());
            screen.screen.count()
        };
        assert_eq!(choose(0, 1), "200 of 2000 games");
        assert_eq!(choose(2, 2), "0 of 2000 games");
        assert_eq!(choose(0, 2), "1800 of 2000 games");
        assert_eq!(choose(2, 1), "0 of 2000 games");
        screen.update(&[], &mut ctx);
        assert!(text_at(&screen, NO_MATCH, &ctx).is_some());
        let all = text_at(&screen, "Show all", &ctx).expect("the button");
        press(&mut screen, all, &mut ctx);
        assert_eq!((screen.screen.count().as_str(), read.get()[1]), ("2000 games", 2_000));
    }
}
