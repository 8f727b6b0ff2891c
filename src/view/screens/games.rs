//! List of saved games: view, resume, analyse, copy or delete one.

use std::cell::LazyCell;
use std::path::PathBuf;
use std::rc::Rc;

use crate::engine::difficulty::Difficulty;
use crate::game::Game;
use crate::game::analysis::{Analysis, AnalysisSetup};
use crate::game::game_record::GameRecord;
use crate::game::game_record::pgn::StartTime;
use crate::notation::pgn::Tags;
use crate::rules::Color;
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Action, Effects, Env, LayerKind, Reply, Screen, is_wide};
use crate::view::screens::dialogs::Question;
use crate::view::screens::menu::preview;
use crate::view::text::counted;
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, icon_button, rows};
use crate::view::widgets::button::Icon;
use crate::view::widgets::move_list::wheel_target;
use crate::view::widgets::node::{Ink, Surface, column, paragraph, row, space, text};

/// Height of a row of the list.
const ROW: f32 = 74.0;

pub struct GameEntry {
    pub file: PathBuf,
    pub started: Option<StartTime>,
    pub has_ended: bool,
    /// Whether the game is played now, in this window or another one.
    pub is_open: bool,
    /// A sentence about what is damaged in the file.
    pub damage: Option<String>,
    /// The game after its last move; `None` if nothing can be read.
    pub game: Option<(GameRecord, Game)>,
    /// Further tags of the PGN.
    pub tags: Tags,
    /// Title of the variant.
    pub variant: String,
}

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
}

/// A game that is read when it is first shown. To read ten thousand games takes seconds.
type LazyEntry = Rc<LazyCell<GameEntry, Box<dyn FnOnce() -> GameEntry>>>;

pub struct GamesScreen {
    entries: Vec<LazyEntry>,
    selected: usize,
    /// Ply of the selected game that is shown.
    ply: usize,
    notice: Option<String>,
}

impl GameEntry {
    /// The game. `None` if it cannot be read, or if it goes on and fog hides a part of the board.
    fn visible(&self) -> Option<&Game> {
        let (_, game) = self.game.as_ref()?;
        (self.has_ended || !game.options().fog_of_war).then_some(game)
    }

    /// The same entry without the game, which is large.
    fn without_game(&self) -> Self {
        let Self { file, started, has_ended, is_open, damage, tags, variant, game: _ } = self;
        Self {
            file: file.clone(),
            started: started.clone(),
            has_ended: *has_ended,
            is_open: *is_open,
            damage: damage.clone(),
            tags: tags.clone(),
            variant: variant.clone(),
            game: None,
        }
    }

    /// Whether the game has clocks and has not ended, so that an analysis would be help from the computer.
    fn is_timed(&self) -> bool {
        let has_clocks = self.game.as_ref().is_some_and(|(_, game)| game.has_clocks());
        has_clocks && !self.has_ended
    }

    fn can_resume(&self) -> bool {
        let is_of_match = self.game.as_ref().is_some_and(|(record, _)| record.is_of_match());
        self.game.is_some() && !is_of_match && !self.has_ended && !self.is_open
    }

    fn last_ply(&self) -> usize {
        self.game.as_ref().map_or(0, |(_, game)| game.moves().len())
    }

    /// The side at the bottom of the board.
    fn bottom(&self) -> Color {
        let Some((record, game)) = &self.game else { return Color::White };
        if game.both_human() { record.orientation } else { game.orientation() }
    }

    /// The opponent in words, such as `Computer, level 4, casual`.
    fn opponent(&self) -> String {
        let Some((record, game)) = &self.game else { return "Damaged game".to_owned() };
        if game.both_human() {
            return "Two players".to_owned();
        }
        if let (true, Some(white), Some(black)) =
            (record.is_of_match(), game.engine(Color::White), game.engine(Color::Black))
        {
            return format!("{white} – {black}");
        }
        if let Some(engine) = Color::ALL.into_iter().find_map(|color| game.engine(color)) {
            return engine.to_owned();
        }
        format!("Computer, {}", Difficulty::new(record.setup.options.difficulty))
    }

    fn result(&self) -> String {
        let message = || self.game.as_ref().and_then(|(_, game)| game.message());
        match (self.is_open, self.has_ended) {
            _ if self.game.is_none() => "Cannot be read".to_owned(),
            (true, false) => "Being played".to_owned(),
            (false, false) => "Not finished".to_owned(),
            (_, true) => message().unwrap_or_else(|| "Finished".to_owned()),
        }
    }

    /// The board after `ply` plies, or at the end of the game.
    fn board(&self, ply: Option<usize>) -> Node<Message> {
        let Some(game) = self.visible() else { return space() };
        let position = ply.map_or_else(|| game.position().clone(), |ply| game.position_at(ply));
        preview::board(position, self.bottom())
    }

    /// The row of the list for the game.
    fn row(&self, place: usize, is_selected: bool) -> Node<Message> {
        let ink = |ink| if is_selected { Ink::OnActive } else { ink };
        let alarm = self.game.is_none() || !self.has_ended;
        let words = column([
            text(self.opponent()).bold().sized(14.0).smallest(11.0).ink(ink(Ink::Text)),
            text(self.result()).sized(PAGE.small).ink(ink(if alarm { Ink::Accent } else { Ink::Soft })),
            text(self.details()).sized(PAGE.small).smallest(10.0).ink(ink(Ink::Faint)),
        ]);
        let board = self.board(None).width(ROW - 8.0).rigid();
        row([board, words.gap(2.0).justify_center().fill(1.0)])
            .gap(10.0)
            .padding(4.0)
            .height(ROW)
            .surface(if is_selected { Surface::Active } else { Surface::Row })
            .on_press(Message::Select(place))
    }

    /// The game in a line, such as `White · 34 moves · 22 Nov 2026`.
    fn details(&self) -> String {
        let mut parts = Vec::new();
        if let Some((record, game)) = &self.game {
            if game.position().variant().rules().name != "xxlm" {
                parts.push(self.variant.clone());
            }
            parts.extend(record.setup.only_human().map(|color| color.name().to_owned()));
            parts.push(counted(game.moves().len().div_ceil(2), "move"));
        }
        parts.extend(self.started.as_ref().map(date));
        parts.join(" · ")
    }
}

/// `22 Nov 2026`, from the date of a PGN.
fn date(started: &StartTime) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let parts: Vec<_> = started.date.split('.').collect();
    let month = |text: &str| MONTHS.get(text.parse::<usize>().ok()?.checked_sub(1)?).copied();
    match parts[..] {
        [year, month_text, day] if month(month_text).is_some() => {
            format!("{} {} {year}", day.trim_start_matches('0'), month(month_text).unwrap_or_default())
        }
        _ => started.date.clone(),
    }
}

impl GamesScreen {
    /// A list of the games that `entries` read, the last played one first.
    pub fn new(entries: impl Iterator<Item = Box<dyn FnOnce() -> GameEntry>>) -> Host<Self> {
        let entries = entries.map(|read| Rc::new(LazyCell::new(read))).collect();
        let mut screen = Self { entries, selected: 0, ply: 0, notice: None };
        screen.select(0);
        Host::new(screen)
    }

    fn entry(&self) -> Option<&GameEntry> {
        self.entries.get(self.selected).map(|entry| &***entry)
    }

    fn select(&mut self, place: usize) {
        self.selected = place.min(self.entries.len().saturating_sub(1));
        self.ply = self.entry().map_or(0, GameEntry::last_ply);
        self.notice = None;
    }

    /// Saves the analysis of the selected game with it.
    fn keep_analysis(&mut self, analysis: &Analysis, effects: &mut Effects) {
        let Some(entry) = self.entry().filter(|entry| !entry.is_open && entry.damage.is_none()) else {
            return;
        };
        let Some((record, game)) = entry.game.as_ref().filter(|(_, game)| analysis.is_for(game)) else {
            return;
        };
        let record = GameRecord { analysis: Some(analysis.tree().clone()), ..record.clone() };
        let pgn = record.to_pgn(entry.started.as_ref(), &entry.tags);
        effects.request(Action::SaveAnalysis { file: entry.file.clone(), pgn });
        let game = Some((record, game.clone()));
        let entry = GameEntry { game, ..entry.without_game() };
        self.entries[self.selected] = Rc::new(LazyCell::new(Box::new(move || entry)));
    }

    fn list(&self) -> Node<Message> {
        let (entries, selected) = (self.entries.clone(), self.selected);
        let row = move |place: usize| {
            entries.get(place).map_or_else(space, |entry| column([entry.row(place, place == selected)]))
        };
        rows(self.entries.len(), ROW + 6.0, row).selected(selected, Message::Select).fill(1.0)
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
            buttons(vec![resume.when(!entry.has_ended), analyze]).gap(PAGE.button_gap),
            buttons(vec![copy, delete]).gap(PAGE.button_gap),
        ])
        .gap(PAGE.button_gap)
    }

    fn announcement(&self) -> String {
        let Some(entry) = self.entry() else { return "Games: none yet.".to_owned() };
        let notice = self.notice.as_deref().unwrap_or_default();
        format!("{}. {}. {}. {notice}", entry.opponent(), entry.result(), entry.details())
    }
}

impl Screen for GamesScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::PAGE_OF_GAME;

    fn view(&self, env: &Env) -> Node<Message> {
        let (w, h) = env.design_size();
        let count = match self.entries.len() {
            0 => String::new(),
            count => counted(count, "game"),
        };
        let back = button("Back", Message::Close).keys(&[Key::Escape, Key::Char('g')]);
        let heading = row([
            text("Games").bold().sized(PAGE.heading).rigid(),
            text(count).ink(Ink::Faint).sized(PAGE.text).fill(1.0),
            button("Results", Message::Results).height(PAGE.button).width(90.0),
            back.height(PAGE.button).width(80.0),
        ]);
        let body = match self.entry() {
            None => {
                let words = "No games yet. A game is saved from your first move on.";
                column([paragraph(words).ink(Ink::Soft).centered().middle().fill(1.0)])
            }
            Some(entry) if is_wide(env.size) => {
                row([self.list(), self.details(entry, (w - 48.0) / 2.0).fill(1.0)]).gap(16.0)
            }
            Some(entry) => {
                let details = self.details(entry, (w - 32.0).min(h * 0.4)).shrink();
                column([details, self.list()]).gap(12.0)
            }
        };
        let heading = heading.gap(14.0).align_center().height(PAGE.button);
        column([heading, body.fill(1.0)]).gap(12.0).padding(16.0).spoken(self.announcement())
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        let entry = self.entries.get(self.selected).map(|entry| &***entry);
        match (message, entry) {
            (Message::Close, _) => effects.close(),
            (Message::Results, _) => effects.request(Action::OpenResults),
            (Message::Select(place), _) => self.select(place),
            (Message::Show(ply), Some(entry)) => self.ply = ply.min(entry.last_ply()),
            (Message::Resume, Some(entry)) => effects.request(Action::ResumeGame(entry.file.clone())),
            (Message::Analyze, Some(entry)) => {
                let Some(game) = entry.visible().filter(|_| !entry.is_timed()) else { return };
                let ending = game.message().filter(|_| entry.has_ended);
                let setup = AnalysisSetup::of_game(game, ending, entry.bottom());
                let saved = entry.game.as_ref().and_then(|(record, _)| record.analysis.clone());
                let saved = saved.map(|tree| Analysis::new(tree).with_length(game.moves().len()));
                let analysis = saved.filter(|saved| saved.is_for(game)).unwrap_or(setup.analysis);
                let title = entry.opponent();
                effects.request(Action::Analyze(Box::new(AnalysisSetup { title, analysis, ..setup })));
            }
            (Message::Copy, Some(entry @ GameEntry { game: Some((record, _)), .. })) => {
                effects.clipboard = Some(record.to_pgn(entry.started.as_ref(), &entry.tags));
                self.notice = Some(format!("Game copied (PGN). Its file is {}.", entry.file.display()));
            }
            (Message::Delete, Some(entry)) => {
                let delete = Action::DeleteGame(entry.file.clone());
                effects.open(Question::warning("Delete this game?", "Delete", delete));
            }
            _ => {}
        }
    }

    fn reply(&mut self, reply: Reply, _env: &Env, effects: &mut Effects) {
        match reply {
            Reply::Analysis(analysis) => self.keep_analysis(&analysis, effects),
            Reply::Failed(reason) => self.notice = Some(reason),
            Reply::Deleted if self.selected < self.entries.len() => {
                self.entries.remove(self.selected);
                self.select(self.selected);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::view::host::test::{context, scene};

    /// Of a list of 2,000 games as many are read and drawn as of one of 20: those in sight.
    #[test]
    fn of_a_long_list_only_the_games_in_sight_are_read() {
        let counts = |games: usize| {
            let read = Rc::new(Cell::new(0));
            let entry = |number: usize| -> Box<dyn FnOnce() -> GameEntry> {
                let read = Rc::clone(&read);
                Box::new(move || {
                    read.set(read.get() + 1);
                    GameEntry {
                        file: PathBuf::from(format!("{number}.pgn")),
                        started: None,
                        has_ended: true,
                        is_open: false,
                        damage: None,
                        game: None,
                        tags: Tags::default(),
                        variant: String::new(),
                    }
                })
            };
            let screen = GamesScreen::new((0..games).map(entry));
            (scene(&screen, &context((792.0, 672.0))).items.len(), read.get())
        };
        assert_eq!(counts(2_000), counts(20));
        assert!(counts(2_000).1 < 12);
    }
}
