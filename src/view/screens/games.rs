//! List of saved games: view, resume, analyse, copy or delete one.

use std::path::PathBuf;

use crate::engine::difficulty::Difficulty;
use crate::game::analysis::Analysis;
use crate::game::game_record::GameRecord;
use crate::game::game_record::pgn::StartTime;
use crate::game::{Game, PlayerKind};
use crate::notation::pgn::Tags;
use crate::rules::Color;
use crate::view::input::{InputEvent, Key};
use crate::view::scene::{Rect, Scene};
use crate::view::screen::{Action, Context, Env, OpenScreen, Reply};
use crate::view::screens::dialogs::Question;
use crate::view::screens::menu::preview;
use crate::view::widgets::button::Icon;
use crate::view::widgets::move_list::wheel_target;
use crate::view::widgets::node::{Ink, area, button, column, list, paragraph, row, text};
use crate::view::widgets::{Button, Node, Page, Pen, Ui, UiEvent, Weight};

/// Window for which the design is made, the smallest scale that can be read, and the largest.
const DESIGN: (f32, f32) = (792.0, 600.0);
const SCALES: (f32, f32) = (0.8, 1.5);
/// Height of a row of the list, and of the buttons.
const ROW: f32 = 74.0;
const ROW_GAP: f32 = 6.0;
const BUTTON: f32 = 32.0;
const GAP: f32 = 8.0;

/// A saved game of the list.
pub struct GameEntry {
    pub file: PathBuf,
    pub started: Option<StartTime>,
    pub has_ended: bool,
    /// Whether it is being played, in this window or another one.
    pub is_open: bool,
    /// What is damaged, as a sentence.
    pub damage: Option<String>,
    /// The game after its last move; `None` if nothing can be read.
    pub game: Option<(GameRecord, Game)>,
    /// Further tags of its PGN.
    pub tags: Tags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    List,
    /// Row of the list.
    Game(usize),
    Board,
    Button(Act),
}

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Close,
    First,
    Back,
    Forward,
    Last,
    Resume,
    Analyze,
    Copy,
    Delete,
}

pub struct GamesScreen {
    entries: Vec<GameEntry>,
    selected: usize,
    /// Ply of the position that is shown of the selected game.
    ply: usize,
    notice: Option<String>,
    ui: Ui<Id>,
}

impl GameEntry {
    /// The game, unless fog hides a part of its board: until it has ended.
    fn visible(&self) -> Option<&Game> {
        let (_, game) = self.game.as_ref()?;
        (self.has_ended || !game.options().fog_of_war).then_some(game)
    }

    fn can_resume(&self) -> bool {
        self.game.is_some() && !self.has_ended && !self.is_open
    }

    fn last_ply(&self) -> usize {
        self.game.as_ref().map_or(0, |(_, game)| game.moves().len())
    }

    /// The side at the bottom of the board.
    fn bottom(&self) -> Color {
        let Some((record, game)) = &self.game else { return Color::White };
        if game.both_human() { record.orientation } else { game.orientation() }
    }

    /// `Computer, level 4, casual`.
    fn opponent(&self) -> String {
        let Some((record, game)) = &self.game else { return "Damaged game".to_owned() };
        if game.both_human() {
            return "Two players".to_owned();
        }
        let difficulty = Difficulty::new(record.setup.options.difficulty);
        format!("Computer, level {}, {}", difficulty.number(), difficulty.row().name)
    }

    fn result(&self) -> String {
        let message = || self.game.as_ref().and_then(|(_, game)| game.message());
        match (self.is_open, self.has_ended) {
            _ if self.game.is_none() => "Cannot be read".to_owned(),
            (true, false) => "On the board".to_owned(),
            (false, false) => "Not finished".to_owned(),
            (_, true) => message().unwrap_or_else(|| "Finished".to_owned()),
        }
    }

    /// `White · 34 moves · 22 Nov 2026`.
    fn details(&self) -> String {
        let mut parts = Vec::new();
        if let Some((record, game)) = &self.game {
            let name = &game.position().variant().rules().name;
            if name != "xxl" {
                parts.push(name.clone());
            }
            let human = |color: &Color| record.setup.players[*color] == PlayerKind::Human;
            let humans: Vec<_> = Color::ALL.into_iter().filter(human).collect();
            if let [color] = humans[..] {
                parts.push(if color == Color::White { "White" } else { "Black" }.to_owned());
            }
            let moves = game.moves().len().div_ceil(2);
            parts.push(format!("{moves} move{}", if moves == 1 { "" } else { "s" }));
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
    /// A list of `entries`, the last played one first.
    pub fn new(entries: Vec<GameEntry>) -> Self {
        let ply = entries.first().map_or(0, GameEntry::last_ply);
        Self { entries, selected: 0, ply, notice: None, ui: Ui::default() }
    }

    fn entry(&self) -> Option<&GameEntry> {
        self.entries.get(self.selected)
    }

    fn page(&self, ctx: &Env) -> Page<Id> {
        let (w, h) = ctx.size;
        let unit = (w / DESIGN.0).min(h / DESIGN.1).clamp(SCALES.0, SCALES.1) * ctx.theme().scale();
        let count = match self.entries.len() {
            0 => String::new(),
            1 => "1 game".to_owned(),
            count => format!("{count} games"),
        };
        let heading = row([
            text("Games").bold().sized(22.0).rigid(),
            text(count).ink(Ink::Faint).sized(13.0).fill(1.0),
            button(Id::Button(Act::Close), Button::new("Back", false)).height(BUTTON).width(80.0),
        ]);
        let heading = heading.gap(14.0).align_center().height(BUTTON);
        let rows =
            (0..self.entries.len()).map(|place| area(Id::Game(place)).pressable().height(ROW + ROW_GAP));
        let body = match self.entry() {
            None => {
                let words = "No games yet. A game is saved from your first move on.";
                column([paragraph(words).ink(Ink::Soft).centered().middle().fill(1.0)])
            }
            Some(entry) if w > h * 1.05 => {
                let side = (w / unit - 48.0) / 2.0;
                row([list(Id::List, rows).fill(1.0), self.details(entry, side).fill(1.0)]).gap(16.0)
            }
            Some(entry) => {
                let side = (w / unit - 32.0).min(h / unit * 0.4);
                column([self.details(entry, side).shrink(), list(Id::List, rows).fill(1.0)]).gap(12.0)
            }
        };
        let root = column([heading, body.fill(1.0)]).gap(12.0).padding(16.0);
        self.ui.page(&root, Rect::new(0.0, 0.0, w, h), unit)
    }

    /// The selected game: its board, `side` pixels of the design wide, and its buttons.
    fn details(&self, entry: &GameEntry, side: f32) -> Node<Id> {
        let able = |act, label: &str, able: bool, primary: bool| {
            let mut widget = Button::new(label, primary && able);
            if !able {
                widget.weight = Weight::Off;
            }
            button(Id::Button(act), widget).height(BUTTON).fill(1.0)
        };
        let visible = entry.visible().is_some();
        let steps = [
            (Act::First, Icon::First, "First"),
            (Act::Back, Icon::Back, "Back"),
            (Act::Forward, Icon::Forward, "Forward"),
            (Act::Last, Icon::Last, "Last"),
        ];
        let steps = row(steps.map(|(act, icon, label)| {
            button(Id::Button(act), Button::with_icon(icon, label)).height(BUTTON).fill(1.0)
        }));
        let analyze = able(Act::Analyze, "Analyse", visible, !entry.can_resume());
        let first_row = match entry.has_ended {
            true => vec![analyze],
            false => vec![able(Act::Resume, "Resume", entry.can_resume(), true), analyze],
        };
        let second_row = row([
            able(Act::Copy, "Copy PGN", visible, false),
            able(Act::Delete, "Delete", !entry.is_open, false),
        ]);
        let hidden = entry.game.is_some() && !visible;
        let hidden = hidden.then(|| "Fog of war: the board is hidden until the game has ended.".to_owned());
        let notice = self.notice.clone().or_else(|| entry.damage.clone()).or(hidden);
        let mut parts = vec![area(Id::Board).height(side).shrink_first(), steps.gap(GAP)];
        parts.extend(
            notice.map(|words| paragraph(words).ink(Ink::Soft).sized(12.0).smallest(9.0).max_height(64.0)),
        );
        parts.extend([row(first_row).gap(GAP), second_row.gap(GAP)]);
        column(parts).gap(GAP)
    }

    /// A row of the list.
    fn row(&self, entry: &GameEntry, is_selected: bool) -> Node<Id> {
        let ink = |ink| if is_selected { Ink::OnActive } else { ink };
        let alarm = entry.game.is_none() || !entry.has_ended;
        row([
            area(Id::Board).width(ROW - 8.0).rigid(),
            column([
                text(entry.opponent()).bold().sized(14.0).smallest(11.0).ink(ink(Ink::Text)),
                text(entry.result()).sized(12.0).ink(ink(if alarm { Ink::Accent } else { Ink::Soft })),
                text(entry.details()).sized(12.0).smallest(10.0).ink(ink(Ink::Faint)),
            ])
            .gap(2.0)
            .justify_center()
            .fill(1.0),
        ])
        .gap(10.0)
        .padding(4.0)
    }

    fn select(&mut self, place: usize) {
        self.selected = place.min(self.entries.len().saturating_sub(1));
        self.ply = self.entry().map_or(0, GameEntry::last_ply);
        self.notice = None;
    }

    fn step_to(&mut self, ply: usize) {
        self.ply = ply.min(self.entry().map_or(0, GameEntry::last_ply));
    }

    fn act(&mut self, act: Act, ctx: &mut Context) -> Option<Action> {
        match act {
            Act::Close => return Some(Action::Close),
            Act::First => self.step_to(0),
            Act::Back => self.step_to(self.ply.saturating_sub(1)),
            Act::Forward => self.step_to(self.ply + 1),
            Act::Last => self.step_to(usize::MAX),
            Act::Resume => {
                let entry = self.entry().filter(|entry| entry.can_resume())?;
                return Some(Action::ResumeGame(entry.file.clone()));
            }
            Act::Analyze => {
                let entry = self.entry()?;
                let game = entry.visible()?;
                return Some(Action::Analyze {
                    analysis: Box::new(Analysis::new(game)),
                    ending: game.message().filter(|_| entry.has_ended),
                    bottom: entry.bottom(),
                });
            }
            Act::Copy => {
                let entry = self.entry().filter(|entry| entry.visible().is_some())?;
                let (record, _) = entry.game.as_ref()?;
                ctx.effects.clipboard = Some(record.to_pgn(entry.started.as_ref(), &entry.tags));
                self.notice = Some(format!("Game copied (PGN). Its file is {}.", entry.file.display()));
            }
            Act::Delete => {
                let entry = self.entry().filter(|entry| !entry.is_open)?;
                let delete = Action::DeleteGame(entry.file.clone());
                return Some(Action::Open(Box::new(Question::new("Delete this game?", "Delete", delete))));
            }
        }
        None
    }

    fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        let page = self.page(ctx);
        let over_board =
            page.rect(Id::Board).zip(self.ui.pointer()).is_some_and(|(board, at)| board.contains(at));
        if let InputEvent::Wheel(notches) = *event
            && over_board
        {
            self.step_to(wheel_target(self.ply, notches));
            return None;
        }
        match self.ui.update(&page, event) {
            UiEvent::Pressed(Id::Button(act)) => return self.act(act, ctx),
            UiEvent::Pressed(Id::Game(place)) => self.select(place),
            UiEvent::Ignored => {
                if let InputEvent::Key { key, control: false } = *event {
                    return self.key(key, &page, ctx);
                }
            }
            _ => {}
        }
        None
    }

    fn key(&mut self, key: Key, page: &Page<Id>, ctx: &mut Context) -> Option<Action> {
        let act = match key {
            Key::Up | Key::Down => {
                let up = self.selected.saturating_sub(1);
                self.select(if key == Key::Up { up } else { self.selected + 1 });
                let first_shown = (0..self.entries.len()).find(|&place| page.rect(Id::Game(place)).is_some());
                if page.rect(Id::Game(self.selected)).is_none() {
                    let down = first_shown.is_some_and(|first| first < self.selected);
                    self.ui.scroll_by(page, Id::List, if down { 1 } else { -1 });
                }
                return None;
            }
            Key::Left => Act::Back,
            Key::Right => Act::Forward,
            Key::Home => Act::First,
            Key::End => Act::Last,
            Key::Enter if self.entry().is_some_and(GameEntry::can_resume) => Act::Resume,
            Key::Enter => Act::Analyze,
            Key::Delete => Act::Delete,
            Key::Copy | Key::CopyMore => Act::Copy,
            Key::Escape | Key::Char('g') => Act::Close,
            _ => return None,
        };
        self.act(act, ctx)
    }

    fn take_reply(&mut self, reply: Reply) {
        match reply {
            Reply::Failed(reason) => self.notice = Some(reason),
            Reply::GameDeleted if self.selected < self.entries.len() => {
                self.entries.remove(self.selected);
                self.select(self.selected);
            }
            _ => {}
        }
    }

    /// The selected game in words.
    fn announcement(&self) -> String {
        let Some(entry) = self.entry() else { return "Games: none yet.".to_owned() };
        let notice = self.notice.as_deref().unwrap_or_default();
        format!("{}. {}. {}. {notice}", entry.opponent(), entry.result(), entry.details())
    }
}

impl OpenScreen for GamesScreen {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if let Some(reply) = ctx.reply.take_if(|_| ctx.env.is_top) {
            self.take_reply(reply);
        }
        let action = input.iter().find_map(|event| self.handle(event, ctx));
        let page = self.page(ctx);
        ctx.effects.cursor = self.ui.cursor();
        ctx.effects.announcements.extend(self.ui.announcements(&page, &self.announcement()));
        action
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        scene.clear();
        let (page, theme, items) = (self.page(ctx), ctx.theme(), &mut scene.items);
        self.ui.draw(&page, &theme, items);
        for (place, entry) in self.entries.iter().enumerate() {
            let Some(rect) = page.rect(Id::Game(place)) else { continue };
            let is_selected = place == self.selected;
            let mut pen = Pen { theme: &theme, unit: page.unit(), items };
            let hovered = self.ui.look(Id::Game(place)).hovers(rect);
            let rect = Rect { h: rect.h - pen.px(ROW_GAP), ..rect };
            let surface = if is_selected { theme.active } else { pen.surface(hovered) };
            pen.panel(rect, surface);
            let row = self.ui.page(&self.row(entry, is_selected), rect, page.unit());
            self.ui.draw(&row, &theme, items);
            if let (Some(game), Some(board)) = (entry.visible(), row.rect(Id::Board)) {
                preview::draw(game.position(), entry.bottom(), &theme, board, items);
            }
        }
        let shown = self.entry().and_then(|entry| Some((entry, entry.visible()?)));
        if let (Some((entry, game)), Some(board)) = (shown, page.rect(Id::Board)) {
            preview::draw(&game.position_at(self.ply), entry.bottom(), &theme, board, items);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::time::Duration;

    use super::*;
    use crate::game::options::Options;
    use crate::view::widgets::board::animation::Speed;

    /// Only the rows in sight.
    #[test]
    fn a_long_list_is_drawn_with_as_many_items_as_a_short_one() {
        let entry = |number: usize| GameEntry {
            file: PathBuf::from(format!("{number}.pgn")),
            started: None,
            has_ended: true,
            is_open: false,
            damage: None,
            game: None,
            tags: Tags::default(),
        };
        let items = |count: usize| {
            let speed = Speed { pixels_a_frame: 1.0, longest: Duration::ZERO };
            let mut ctx = Context::new(Options::default(), speed, Rc::new([]));
            ctx.size = (792.0, 672.0);
            let mut scene = Scene::new(ctx.theme().background);
            GamesScreen::new((0..count).map(entry).collect()).draw(&ctx, &mut scene);
            scene.items.len()
        };
        assert_eq!(items(2_000), items(20));
    }
}
