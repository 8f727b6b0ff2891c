//! Page before a match of two engines or levels: the players, the number of games and the clocks.

use crate::engine::difficulty::Difficulty;
use crate::game::engine_match::{EngineMatch, MatchPlayer};
use crate::game::engines::EngineList;
use crate::game::new_game::{BySeat, NewGame, PRESETS, preset};
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Action, Effects, Env, LayerKind, LevelEntry, Reply, Screen};
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, choice, modal};
use crate::view::widgets::node::{Ink, column, equal_row, paragraph, row, text};

/// Numbers of games of a match.
const GAMES: [u32; 7] = [1, 2, 4, 10, 20, 50, 100];
/// Index of the number of games that is offered first.
const USUAL_GAMES: usize = 2;

#[derive(Clone, Copy, Debug)]
pub enum Message {
    /// Chooses the first or the second player.
    Player(usize, usize),
    Games(usize),
    Clocks(usize),
    Start,
    Close,
}

pub struct MatchScreen {
    choices: NewGame,
    level: LevelEntry,
    engines: EngineList,
    /// The engines, then the levels.
    players: Vec<MatchPlayer>,
    /// Indices of the two players.
    chosen: [usize; 2],
    games: usize,
    /// Index of the clocks: 0 for none, then the presets.
    clocks: usize,
    refusal: Option<String>,
}

impl MatchScreen {
    /// A match on the level of `choices`.
    pub fn new(choices: NewGame, level: LevelEntry, engines: EngineList) -> Host<Self> {
        let names = engines.entries.iter().map(|entry| MatchPlayer::Engine(entry.name().to_owned()));
        let levels = Difficulty::all().map(|level| MatchPlayer::Level(level.number()));
        let players: Vec<_> = names.chain(levels).collect();
        let chosen = [0, 1.min(players.len().saturating_sub(1))];
        Host::new(Self {
            choices,
            level,
            engines,
            players,
            chosen,
            games: USUAL_GAMES,
            clocks: 2,
            refusal: None,
        })
    }

    /// Why the match cannot be played.
    fn fault(&self) -> Option<String> {
        let plays = |player: &MatchPlayer| match player {
            MatchPlayer::Level(_) => true,
            MatchPlayer::Engine(name) => {
                let variant = self.level.position.variant();
                self.engines.find(name).is_some_and(|entry| entry.info.plays(variant))
            }
        };
        let faulty =
            self.chosen.iter().filter_map(|&index| self.players.get(index)).find(|player| !plays(player));
        faulty.map(|player| format!("{player} does not play {}.", self.level.title))
    }
}

impl Screen for MatchScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::DIALOG;

    fn view(&self, _env: &Env) -> Node<Message> {
        let line = |label: &'static str, control: Node<Message>| {
            let control = control.named(label).keyed(label).fill(1.0);
            row([text(label).ink(Ink::Soft).width_part(0.3), control]).align_center().height(34.0)
        };
        let names: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        let player = |place: usize| {
            choice(names.clone(), self.chosen[place], move |index| Message::Player(place, index))
        };
        let games = GAMES.iter().map(ToString::to_string).collect();
        let clocks = ["No clock"].into_iter().chain(PRESETS.iter().map(|preset| preset.0));
        let fault = self.fault().or_else(|| self.refusal.clone());
        let note = fault.clone().unwrap_or_else(|| "Colours alternate. All games are saved.".to_owned());
        let ink = if fault.is_some() { Ink::Alarm } else { Ink::Soft };
        let buttons = [
            button("Start", Message::Start).primary(true).enabled(self.fault().is_none()).key(Key::Enter),
            button("Cancel", Message::Close).key(Key::Escape),
        ];
        let panel = column([
            text(format!("Match · {}", self.level.title)).bold().sized(PAGE.title),
            line("First", player(0)),
            line("Second", player(1)),
            line("Games", choice(games, self.games, Message::Games)),
            line("Clock", choice(clocks.map(str::to_owned).collect(), self.clocks, Message::Clocks)),
            paragraph(note).ink(ink).sized(PAGE.small).fill(1.0),
            equal_row(buttons.map(|button| button.height(PAGE.button))).gap(10.0),
        ]);
        modal(panel.gap(8.0).padding(18.0).width(380.0).height(310.0).shrink(), Message::Close)
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        self.refusal = None;
        match message {
            Message::Player(place, index) => self.chosen[place % 2] = index,
            Message::Games(index) => self.games = index,
            Message::Clocks(index) => self.clocks = index,
            Message::Close => effects.close(),
            Message::Start => {
                let player = |index: usize| self.players.get(index).cloned();
                let (Some(first), Some(second)) = (player(self.chosen[0]), player(self.chosen[1])) else {
                    return;
                };
                let games = GAMES.get(self.games).copied().unwrap_or(1);
                let control = self.clocks.checked_sub(1).and_then(|index| PRESETS.get(index));
                let clocks = BySeat::both(control.map(|row| preset(*row)));
                effects.request(Action::WatchMatch {
                    played: EngineMatch::new([first, second], games),
                    choices: NewGame { clocks, ..self.choices.clone() },
                });
            }
        }
    }

    fn reply(&mut self, reply: Reply, _env: &Env, _effects: &mut Effects) {
        if let Reply::Failed(reason) = reply {
            self.refusal = Some(reason);
        }
    }
}
