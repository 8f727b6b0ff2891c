//! List of saved games: view, resume, analyse, copy or delete one.

mod entry;
mod filter;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use crate::game::analysis::Analysis;
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Action, Effects, Env, LayerKind, Reply, Screen, is_wide};
use crate::view::screens::dialogs::Question;
use crate::view::text::counted;
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, icon_button, rows};
use crate::view::widgets::button::Icon;
use crate::view::widgets::move_list::wheel_target;
use crate::view::widgets::node::{Ink, column, paragraph, row, space, text};
use entry::ROW;
pub use entry::{GameEntry, GameHead, GamePlace};
use filter::{Field, Filter};

/// Number of games that are kept in memory: more than a window has room for.
const MAX_ENTRIES: usize = 64;
/// Number of games whose tags are read in a frame, which takes some milliseconds.
const HEADS_A_FRAME: usize = 40;

#[derive(Clone, Copy, Debug)]
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
    /// Filters by the value at this place of a choice.
    Choose(Field, usize),
    ShowAll,
}

/// Reads the games of the list.
pub struct GameSource {
    pub game: Box<dyn Fn(&GamePlace) -> GameEntry>,
    /// Reads the tags only.
    pub head: Box<dyn Fn(&GamePlace) -> GameHead>,
}

/// A game of the list, with its tags if they have been read. To read ten thousand games takes seconds.
struct Listed {
    place: GamePlace,
    head: Option<GameHead>,
}

pub struct GamesScreen {
    source: Rc<GameSource>,
    games: Vec<Listed>,
    /// The games that were shown last.
    entries: Rc<RefCell<VecDeque<(GamePlace, Rc<GameEntry>)>>>,
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
    /// A list of the games at these places.
    pub fn new(places: Vec<GamePlace>, source: GameSource) -> Host<Self> {
        let games = places.into_iter().map(|place| Listed { place, head: None }).collect();
        let mut screen = Self {
            source: Rc::new(source),
            games,
            entries: Rc::default(),
            filter: None,
            shown: Rc::default(),
            selected: 0,
            ply: 0,
            notice: None,
        };
        screen.refresh();
        Host::new(screen)
    }

    fn entry(&self) -> Option<Rc<GameEntry>> {
        Some(read(&self.source, &self.entries, self.shown.get(self.selected)?))
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
        let selected = shown.iter().position(|place| Some(place) == before);
        self.shown = Rc::new(shown);
        match selected {
            Some(place) => self.selected = place,
            None => self.select(0),
        }
    }

    fn heads(&self) -> impl Iterator<Item = &GameHead> + Clone {
        self.games.iter().filter_map(|game| game.head.as_ref())
    }

    /// Saves the analysis of the selected game with it.
    fn keep_analysis(&mut self, analysis: &Analysis, effects: &mut Effects) {
        let kept = self.entry().and_then(|entry| entry.with_analysis(analysis));
        let Some(((record, pgn), file)) = kept.zip(self.file()) else { return };
        for (place, entry) in self.entries.borrow_mut().iter_mut() {
            if let (GamePlace::File(path), Some(entry)) = (place, Rc::get_mut(entry))
                && *path == file
                && let Some((known, _)) = &mut entry.game
            {
                *known = record.clone();
            }
        }
        effects.request(Action::SaveAnalysis { file, pgn });
    }

    /// The file of the selected game.
    fn file(&self) -> Option<PathBuf> {
        let GamePlace::File(path) = self.shown.get(self.selected)?;
        Some(path.clone())
    }

    fn list(&self) -> Node<Message> {
        let (source, entries) = (Rc::clone(&self.source), Rc::clone(&self.entries));
        let (shown, selected) = (Rc::clone(&self.shown), self.selected);
        let row = move |place: usize| {
            let entry = shown.get(place).map(|shown| read(&source, &entries, shown));
            let row = |entry: Rc<GameEntry>| column([entry.row(Message::Select(place), place == selected)]);
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
        let buttons =
            |nodes: Vec<Node<_>>| row(nodes.into_iter().map(|node| node.height(PAGE.button).fill(1.0)));
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

    /// How many games there are, or how many of them are shown.
    fn count(&self) -> String {
        let (shown, count) = (self.shown.len(), self.games.len());
        match self.games.iter().position(|game| game.head.is_none()).filter(|_| self.filter.is_some()) {
            Some(read) => format!("Reading {read} of {count}"),
            None if count == 0 => String::new(),
            None if shown < count => format!("{shown} of {}", counted(count, "game")),
            None => counted(count, "game"),
        }
    }

    fn announcement(&self) -> String {
        let notice = self.notice.as_deref().unwrap_or_default();
        match self.entry() {
            Some(entry) => format!("{} {notice}", entry.spoken()),
            None if self.games.is_empty() => "Games: none yet.".to_owned(),
            None => NO_MATCH.to_owned(),
        }
    }
}

/// Text if there are games, but none matches the filter.
const NO_MATCH: &str = "No game matches this filter.";

/// The game at `place`, from memory if it is there.
fn read(
    source: &GameSource,
    entries: &RefCell<VecDeque<(GamePlace, Rc<GameEntry>)>>,
    place: &GamePlace,
) -> Rc<GameEntry> {
    let mut entries = entries.borrow_mut();
    if let Some((_, entry)) = entries.iter().find(|(known, _)| known == place) {
        return Rc::clone(entry);
    }
    let entry = Rc::new((source.game)(place));
    entries.push_front((place.clone(), Rc::clone(&entry)));
    entries.truncate(MAX_ENTRIES);
    entry
}

impl Screen for GamesScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::PAGE_OF_GAME;

    fn view(&self, env: &Env) -> Node<Message> {
        let (w, h) = env.design_size();
        let back = button("Back", Message::Close).keys(&[Key::Escape, Key::Char('g')]);
        let has_games = !self.games.is_empty();
        let filter = button("Filter", Message::Filter).key(Key::Char('f')).primary(self.filter.is_some());
        let heading = row([
            text("Games").bold().sized(PAGE.heading).rigid(),
            text(self.count()).ink(Ink::Faint).sized(PAGE.text).smallest(10.0).fill(1.0),
            filter.height(PAGE.button).width(70.0).when(has_games),
            button("Results", Message::Results).height(PAGE.button).width(80.0),
            back.height(PAGE.button).width(70.0),
        ]);
        let words = |words| paragraph(words).ink(Ink::Soft).centered().middle();
        let body = match self.entry() {
            None if has_games => {
                let all =
                    button("Show all", Message::ShowAll).key(Key::Enter).height(PAGE.button).width(120.0);
                column([space().fill(1.0), words(NO_MATCH), row([all]).justify_center(), space().fill(1.0)])
                    .gap(12.0)
            }
            None => column([words("No games yet. A game is saved from your first move on.").fill(1.0)]),
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
                self.refresh();
            }
            (Message::Show(ply), Some(entry)) => self.ply = ply.min(entry.last_ply()),
            (Message::Resume, Some(_)) => effects.action = self.file().map(Action::ResumeGame),
            (Message::Analyze, Some(entry)) => {
                effects.action = entry.analysis().map(|setup| Action::Analyze(Box::new(setup)));
            }
            (Message::Copy, Some(entry)) => {
                let Some(((record, _), file)) = entry.game.as_ref().zip(self.file()) else { return };
                effects.clipboard = Some(record.to_pgn(entry.started.as_ref(), &entry.tags));
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
            Reply::Deleted => {
                let Some(deleted) = self.shown.get(self.selected).cloned() else { return };
                let next = self.shown.get(self.selected + 1).or(self.shown.last()).cloned();
                self.games.retain(|game| game.place != deleted);
                self.refresh();
                self.select(
                    self.shown.iter().position(|place| Some(place) == next.as_ref()).unwrap_or_default(),
                );
            }
            _ => {}
        }
    }

    /// Reads tags for the filter.
    fn tick(&mut self, _elapsed: Duration, _env: &Env, effects: &mut Effects) -> bool {
        let Some(first) = self.games.iter().position(|game| game.head.is_none()) else { return false };
        if self.filter.is_none() {
            return false;
        }
        for game in self.games.iter_mut().skip(first).take(HEADS_A_FRAME) {
            game.head.get_or_insert_with(|| (self.source.head)(&game.place));
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
            game: Box::new(move |_| {
                count_game();
                GameEntry::unreadable("Damaged.".to_owned())
            }),
            head: Box::new(move |GamePlace::File(path)| {
                count_head();
                // Every tenth game is one of chess, which was won.
                let is_chess = path.to_string_lossy().ends_with("0.pgn");
                let (variant, result) = if is_chess { ("Chess", "Won") } else { ("XXL chess", "Lost") };
                GameHead { variant: variant.to_owned(), opponent: "Two players".to_owned(), result }
            }),
        };
        let places = (0..games).map(|number| GamePlace::File(PathBuf::from(format!("{number}.pgn"))));
        (GamesScreen::new(places.collect(), source), read)
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
        assert_eq!(choose(Field::Variant, 1), "200 of 2000 games");
        assert_eq!(choose(Field::Result, 2), "0 of 2000 games");
        assert_eq!(choose(Field::Variant, 2), "1800 of 2000 games");
        assert_eq!(choose(Field::Result, 1), "0 of 2000 games");
        screen.update(&[], &mut ctx);
        assert!(text_at(&screen, NO_MATCH, &ctx).is_some());
        let all = text_at(&screen, "Show all", &ctx).expect("the button");
        press(&mut screen, all, &mut ctx);
        assert_eq!((screen.screen.count().as_str(), read.get()[1]), ("2000 games", 2_000));
    }
}
