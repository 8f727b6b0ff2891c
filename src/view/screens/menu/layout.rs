//! Layout of the menu: the list of variants, or the level and the rows, which stand side by side in wide windows.

use super::{BACK, FIND, Menu, Message, NAME, PLAY, TABS, preview};
use crate::rules::{Color, Position};
use crate::view::form::PAGE;
use crate::view::input::Key;
use crate::view::screen::{Env, LevelEntry, MenuTab, Size, is_wide};
use crate::view::screens::dialogs::START_NEW;
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, choice, cross, field, grid, list};
use crate::view::widgets::node::{
    Ink, Surface, column, dialog, equal_row, paragraph, row, row_reverse, space, text,
};

/// Smallest edge of a picture of a board.
const LEAST_PICTURE: f32 = 40.0;
/// Tiles along the edge of the usual board. The edge of its picture is a multiple of so many pixels.
const TILES: f32 = 14.0;
/// Height of the two buttons at the bottom.
const FOOT: f32 = 40.0;
/// Least height of the description of a variant.
const NOTE: f32 = 52.0;
/// Edge of a picture of a usual board in the list of variants, and of one of a board of more than eight files or ranks.
const PICTURES: [f32; 2] = [88.0, 168.0];
/// Height of the heading of a group of variants.
const GROUP: f32 = 32.0;
/// Width of the panel below which the preferences have no picture of the level, where the screen is touched.
const PHONE: f32 = 420.0;
/// Name of the button that opens the workshop.
const WORKSHOP: &str = "workshop";
/// Space between the tiles of the list of variants.
const TILE_GAP: f32 = 10.0;
/// Text in place of the list if no variant has the words in the field.
const NOT_FOUND: &str = "No variant has these words. Names, pieces and sizes like 10x8 are searched. Fog of war and shuffled \
                         starts like those of Chess960 are on the page Game.";
/// Space between the field of the words and the list.
const FIND_GAP: f32 = 10.0;
/// Space around a picture.
const PICTURE_PAD: f32 = 6.0;

impl Menu {
    pub(super) fn panel(&self, env: &Env) -> Node<Message> {
        let wide = is_wide(env.size);
        let (w, h) = env.panel_size(if wide { (800.0, 640.0) } else { (520.0, 860.0) });
        let beside = wide && env.theme().scale() < 1.1;
        let foot = if beside { FOOT } else { 2.0 * FOOT + 8.0 };
        let body = (w - 2.0 * PAGE.margin, h - 2.0 * PAGE.margin - 2.0 * PAGE.button - foot - 34.0);
        let tabs = MenuTab::ALL.map(|tab| tab.title().1.to_owned()).to_vec();
        let tab = MenuTab::ALL.iter().position(|tab| *tab == self.tab).unwrap_or(0);
        let tabs = choice(tabs, tab, |tab| Message::Tab(MenuTab::ALL[tab % MenuTab::ALL.len()]));
        let body = match self.tab {
            MenuTab::Variant => self.variants(env, body),
            _ => {
                let rows = list(self.rows(env).into_iter().map(|(_, row)| row)).keyed(self.tab.title().1);
                // In a low body the rows have all the room, and so have the preferences on a phone.
                let has_level = body.1 >= if env.touch && wide { 260.0 } else { 120.0 };
                let is_phone = env.touch && w < PHONE && self.tab == MenuTab::Preferences;
                let parts = [self.level_panel(env, body).when(has_level && !is_phone), rows.fill(1.0)];
                if wide { row(parts).gap(24.0) } else { column(parts).gap(16.0) }
            }
        };
        let title = text(self.tab.title().0).bold().sized(PAGE.heading).fill(1.0);
        let title = title.spoken(format!("{}.", self.tab.title().0));
        // The first control that gets the focus are the tabs.
        let home = row([text("Home").ink(Ink::Soft).sized(PAGE.text)]).align_center().padded(8.0, 0.0);
        let home = home.surface(Surface::Hover).on_press(Message::Home).key(Key::Char('o'));
        let home = home.tip("Go to the home screen", "O");
        let panel = column([
            row([title, home, cross(PAGE.button, Message::Close)]).gap(PAGE.button_gap).height(PAGE.button),
            space().height(12.0),
            tabs.named("Page").keyed(TABS).height(PAGE.button),
            space().height(12.0),
            body.fill(1.0),
            space().height(10.0),
            self.foot(env, beside),
        ]);
        let enter = match self.tab {
            _ if env.has_focus(TABS) => Message::EnterTab,
            MenuTab::Preferences => Message::Close,
            MenuTab::Variant if self.renamed.is_some() => Message::Renamed,
            // The first variant that was found is chosen, and then played.
            MenuTab::Variant if env.has_focus(FIND) => match self.found().first().map(|group| group[0]) {
                Some(first) if self.level_index() != first => Message::Level(first),
                Some(_) => Message::Play,
                None => Message::FocusFind,
            },
            _ => Message::Play,
        };
        dialog(panel.width(w).height(h).shrink().padding(PAGE.margin).surface(Surface::Dialog))
            .on_keys(&[Key::Escape, Key::Char('m')], Message::Escape)
            .on_keys(&[Key::Char('e')], Message::Edit)
            .on_keys(&[Key::Char('a')], Message::Analyze)
            .on_keys(&[Key::Char('w')], Message::Workshop(None))
            .on_keys(&[Key::Enter], enter)
    }

    /// The board of the level, a sentence about it, and the buttons that open other screens.
    fn level_panel(&self, env: &Env, (w, h): Size) -> Node<Message> {
        let Some(level) = self.level() else { return space() };
        let wide = is_wide(env.size);
        // In a wide window the note and two rows of buttons are below the board.
        let room = if wide { (w * 0.37).min(280.0).min(h - NOTE - 136.0) } else { (w * 0.4).min(h * 0.34) };
        let side = (room * env.unit / TILES).floor() * TILES / env.unit;
        let width = if wide { side.max(144.0) } else { w - side - 16.0 };
        let start = self.numbered_start().unwrap_or_else(|| level.position.clone());
        let board = self.board(start).on_press(Message::Tab(MenuTab::Variant)).when(side >= LEAST_PICTURE);
        let note = paragraph(note(level)).ink(Ink::Soft).sized(12.5).smallest(7.0).whole();
        let title = if env.touch { paragraph } else { text };
        let title = title(&level.title).bold().sized(PAGE.title);
        let buttons = [
            ("Learn", Message::Learn),
            ("Puzzles", Message::Puzzles),
            ("Games", Message::Games),
            ("Editor", Message::Edit),
            ("Analysis", Message::Analyze),
            ("Rules", Message::Rules),
        ];
        let buttons = buttons.chunks(if width >= 212.0 { 3 } else { 2 }).map(|buttons| {
            let button = |(label, message): &(&str, Message)| button(label, message.clone());
            equal_row(buttons.iter().map(|each| button(each).height(PAGE.button))).gap(PAGE.button_gap)
        });
        let words = [title, note.min_height(NOTE).fill(1.0)].into_iter().chain(buttons);
        let words = column(words).gap(10.0);
        if wide {
            column([board.height(side).shrink_first(), words.grow()]).gap(10.0).width(width).rigid()
        } else {
            row([board.width(side).min_height(side).rigid(), words.fill(1.0)]).gap(16.0)
        }
    }

    fn board(&self, position: Position) -> Node<Message> {
        preview::board(position, self.now.color.resolve(Color::White))
    }

    /// The field of the words by which a variant is found, and the variants and levels that have them, in groups, each with a
    /// picture, a button and a sentence.
    fn variants(&self, env: &Env, (w, h): Size) -> Node<Message> {
        let find = field(self.find.clone(), Message::Find).named("Find a variant").keyed(FIND);
        let find = row([text("Find").ink(Ink::Soft).rigid(), find.fill(1.0)]);
        let find = find.gap(10.0).align_center().height(PAGE.button);
        let h = h - PAGE.button - FIND_GAP;
        let found = self.found();
        let list = if found.is_empty() {
            paragraph(NOT_FOUND).ink(Ink::Soft)
        } else {
            self.variants_of(env, (w, h), &found)
        };
        column([find, list.fill(1.0)]).gap(FIND_GAP).on_keys(&[Key::Char('f')], Message::FocusFind)
    }

    /// The list of the variants with these indices, by group.
    fn variants_of(&self, env: &Env, (w, h): Size, groups: &[Vec<usize>]) -> Node<Message> {
        let columns = if w >= 600.0 { 2 } else { 1 };
        let part = if env.touch { 0.36 } else { 0.5 };
        let around = 2.0 * PICTURE_PAD + 4.0;
        let (mut rows, mut anchor) = (Vec::new(), 0);
        for group in groups {
            let name = self.levels[group[0]].group;
            rows.push(text(name).bold().sized(PAGE.title).height(GROUP).keyed(name));
            if let Some(index) = group.iter().position(|&place| place == self.level_index()) {
                anchor = rows.len() + index / columns;
            }
            let is_large = |&place: &usize| {
                let rules = self.levels[place].position.variant().rules();
                rules.files.max(rules.ranks) > 8
            };
            let picture = PICTURES[usize::from(group.iter().any(is_large))];
            // At least two rows have room together with two headings.
            let rows_in_sight = ((h - 2.0 * GROUP) / (picture + around + TILE_GAP)).round().max(2.0);
            let most = (h - 2.0 * GROUP) / rows_in_sight - around - TILE_GAP;
            let side = picture.min(most).min(part * w / columns as f32).max(LEAST_PICTURE);
            let tiles = group.iter().map(|&place| self.variant(env, place, &self.levels[place], side));
            rows.extend(grid(columns, TILE_GAP, tiles).into_iter().map(|row| row.height(side + around)));
        }
        // In a row the button is as wide as its label needs.
        let make = button("Make a game of your own", Message::Workshop(None)).height(FOOT);
        rows.push(row([make.keyed(WORKSHOP)]));
        // A list of other words begins at its top, one of all variants at the chosen one.
        let words = self.find.text();
        list(rows).anchored(words.is_empty().then_some(anchor)).keyed((self.tab.title().1, words))
    }

    fn variant(&self, env: &Env, place: usize, level: &LevelEntry, side: f32) -> Node<Message> {
        let title = button(&level.title, Message::Level(place)).primary(level.id == self.now.level);
        let title = row([title.height(26.0).keyed(&level.id)]);
        let note = paragraph(note(level)).ink(Ink::Soft).sized(12.5).smallest(8.0).fill(1.0);
        let renamed = self.renamed.as_ref().filter(|(id, _)| *id == level.id);
        let words = if let Some((_, name)) = renamed {
            let name = field(name.clone(), Message::Name).named("Name").keyed(NAME);
            let save = button("Save name", Message::Renamed).primary(true);
            column([row([name.height(26.0).fill(1.0)]), note, row([save.height(26.0)])])
        } else if level.is_own() {
            let buttons = [("Rename", Message::Rename(place)), ("Delete", Message::Delete(place))];
            let buttons = buttons.map(|(label, message)| button(label, message).height(26.0));
            column([title, note, row(buttons).gap(6.0)])
        } else if level.is_own_variant() {
            let train = button("Train", Message::Train(place)).when(env.engines.is_some());
            let [change, delete] =
                [("Change", Message::Workshop(Some(place))), ("Delete", Message::Delete(place))]
                    .map(|(label, message)| button(label, message));
            let buttons = [change, train.tip("Train a network or find puzzles", ""), delete];
            column([title, note, row(buttons.map(|button| button.height(26.0))).gap(6.0)])
        } else {
            column([title, note])
        };
        row([self.board(level.position.clone()).width(side).height(side).rigid(), words.gap(6.0).fill(1.0)])
            .gap(12.0)
            .padding(PICTURE_PAD)
            .surface(Surface::Hover)
            .on_press(Message::Level(place))
    }

    /// Help or message, and the two buttons beside it or below it.
    fn foot(&self, env: &Env, beside: bool) -> Node<Message> {
        let asks = self.is_asking(env);
        let question = asks.then(|| START_NEW.to_owned());
        let message = self.refusal.clone().or_else(|| Some(self.fault(env)?.1)).or(question);
        let idle = if env.game_in_progress { "Your game is paused and kept: Back returns to it" } else { "" };
        let help = env.help.clone().unwrap_or_else(|| idle.to_owned());
        let ink = if message.is_some() { Ink::Alarm } else { Ink::Faint };
        let hint = paragraph(message.clone().unwrap_or(help)).ink(ink).sized(12.5).smallest(6.5);
        let hint = hint.middle().height(FOOT).spoken(message.unwrap_or_default());
        let play = button(if asks { "Start new game" } else { "Play" }, Message::Play).primary(true);
        let play = play.keyed(PLAY).focused().height(FOOT).width_part(0.32).max_width(150.0);
        // Nobody starts a variant that the list does not show.
        let has_choice = self.tab != MenuTab::Variant
            || self.found().iter().flatten().any(|&index| index == self.level_index());
        let play = play.when(self.tab != MenuTab::Preferences).enabled(has_choice);
        let back = button("Back", Message::Close).keyed(BACK);
        let back = back.height(FOOT).width_part(0.22).max_width(96.0);
        if beside {
            return row_reverse([play, back, hint.fill(1.0)]).gap(10.0);
        }
        column([hint, row_reverse([play, back]).gap(10.0)]).gap(PAGE.button_gap)
    }
}

/// The sentence about a variant, or the size of the board and the pieces of another level.
fn note(level: &LevelEntry) -> String {
    match level.description {
        "" => preview::note(&level.position),
        words => words.to_owned(),
    }
}
