//! The first screen, and starting games: from a level or a position to the screen of the game.

use std::sync::Arc;

use super::App;
use super::actions::puzzle_sets;
use super::levels::{ORIGINAL_RULES, title};
use crate::config::lessons;
use crate::engine::difficulty::DifficultyPlayer;
use crate::engine::{Score, SearchReport};
use crate::game::game_record::GameRecord;
use crate::game::new_game::NewGame;
use crate::game::odds;
use crate::game::options::{OddsSide, OpponentKind, Options, PromotionRule, StartKind};
use crate::game::puzzle::Puzzle;
use crate::game::shuffled_start::ShuffledStarts;
use crate::game::worker::{Analyst, Opponent, ThreadedWorker};
use crate::game::{ComputerSettings, GameController};
use crate::game::{Game, GameSetup};
use crate::notation::pgn::{PgnGame, Tags};
use crate::platform::{chance, clock, threads};
use crate::rules::{ByColor, Color, Position, Variant};
use crate::storage::{Autosave, AutosavedGame, today};
use crate::uci_engine::{UciAnalyst, UciPlayer};
use crate::view::home_setup::{HomeSetup, Unfinished};
use crate::view::screen::{Action, MenuTab, Reply, Stake};
use crate::view::screens::home::Home;
use crate::view::screens::play::PlayScreen;
use crate::view::screens::play::offer::Offer;
use crate::view::text::first_of;
use crate::view::widgets::board::animation::Speed;

/// First screen of the program.
pub enum FirstScreen {
    Home,
    /// The first game. If `search` is set, it has an offer to resume an unfinished game.
    Game {
        search: bool,
    },
    /// The menu, above the home screen.
    Menu,
    /// The unfinished game, without asking.
    Resume,
    /// The game of a FEN or PGN text. It is played with these options.
    Text(Box<PgnGame>, Options),
    /// The analysis board with a FEN or PGN text, or the list of its games, above the home screen.
    Analysis(String),
    /// The built-in puzzles, of the variant of the first level.
    BuiltInPuzzles,
    /// The puzzles that the config names.
    Puzzles(Vec<Puzzle>),
    Learn,
}

/// Start of a game, from which another game like it can be started.
#[derive(Clone, Debug, PartialEq)]
pub struct GameStart {
    /// The start position, in its variant before options change it.
    pub position: Position,
    /// Name of the level, if the player made it.
    pub name: String,
    pub choices: NewGame,
    /// Whether `position` is that of a level, which is replaced by a shuffled start if the options ask for one.
    pub is_level: bool,
    /// Number of the shuffled start. Without a number each game has another one.
    pub start_number: Option<u64>,
    /// Whether the config describes the game: its clocks run from the first frame, and resigning opens a question only if the
    /// config has it switched on.
    pub by_config: bool,
}

impl GameStart {
    /// A start from `position`, which is not that of a level.
    pub(super) fn of(position: Position, choices: &NewGame) -> Self {
        let (name, choices) = (String::new(), choices.clone());
        Self { position, name, choices, is_level: false, start_number: None, by_config: false }
    }
}

impl App {
    /// Opens the screen that the setup names.
    pub(super) fn open_first_screen(&mut self) -> Result<(), String> {
        match std::mem::replace(&mut self.setup.first_screen, FirstScreen::Game { search: false }) {
            FirstScreen::BuiltInPuzzles => {
                let variant = self.setup.level.0.variant().rules().name.clone();
                self.open_built_in_puzzles(&variant, self.setup.choices.options)
            }
            FirstScreen::Puzzles(puzzles) => self.open_puzzles(puzzles, self.setup.choices.options),
            FirstScreen::Learn => self.open_learn(self.setup.choices.options),
            FirstScreen::Text(game, options) => self.start_text(&game, options, &self.setup.choices.clone()),
            FirstScreen::Analysis(text) => {
                self.open_home(None)?;
                let screen = self.screen_of_text(text)?;
                self.open(screen);
                Ok(())
            }
            FirstScreen::Resume if self.unfinished.is_some() => self.resume(),
            FirstScreen::Resume => {
                self.warnings.push("there is no game to resume; this is a new one".to_owned());
                self.open_first_game()
            }
            FirstScreen::Home => self.open_home(None),
            FirstScreen::Menu => {
                self.open_home(None)?;
                self.follow(Action::OpenMenu { tab: MenuTab::Game, choices: None });
                Ok(())
            }
            FirstScreen::Game { .. } => self.open_first_game(),
        }
    }

    /// Starts the game that the config names, with an offer to resume an unfinished game. A new player gets an offer to learn.
    /// Opens the home screen instead if the option `start_menu` is on.
    fn open_first_game(&mut self) -> Result<(), String> {
        if self.setup.choices.options.start_menu {
            return self.open_home(None);
        }
        let offer = match &self.unfinished {
            Some(game) => {
                let age = clock::system_time().duration_since(game.saved).unwrap_or_default();
                Some(Offer::resume(&game.record, age, game.damage.clone()))
            }
            None => self.offers_lessons.then_some(Offer::LEARN),
        };
        let start = self.level_start(&self.setup.choices)?;
        self.start(GameStart { by_config: true, ..start }, None, offer)
    }

    /// Opens the home screen above a game, or as the only screen. If it is open already, closes the screens above it. It
    /// shows `choices`, or if there are none those of the last settings.
    pub(super) fn open_home(&mut self, choices: Option<NewGame>) -> Result<(), String> {
        if let Some(home) = self.home {
            self.remove(home + 1);
            self.update_top(&[]);
            if let Some(choices) = choices {
                self.reply(Reply::Choices(Box::new(choices)));
            }
            return Ok(());
        }
        let setup = self.home_setup(choices.unwrap_or_else(|| self.menu_choices()))?;
        self.home = Some(self.screens.len());
        self.open(Box::new(Home::new(setup)));
        Ok(())
    }

    /// Contents of the home screen with these choices.
    pub(super) fn home_setup(&mut self, choices: NewGame) -> Result<HomeSetup, String> {
        let level = self.levels.find(&choices.level)?.clone();
        let name = &level.position.variant().rules().name;
        let found = self.found_puzzles(name);
        let sets = if found.is_empty() { puzzle_sets(name) } else { Vec::new() };
        // Only the first set is read, which is small.
        let puzzles = sets.first().map_or(found, |set| set.load());
        let day = usize::from(today(clock::system_time()).day);
        let puzzle = puzzles.get(day % puzzles.len().max(1));
        let (steps, progress) = (lessons::of(level.position.variant()), self.lessons());
        let steps: Vec<_> = steps.iter().filter(|step| step.is_exercise()).collect();
        Ok(HomeSetup {
            choices,
            level: level.clone(),
            unfinished: self.game_to_go_on_with(),
            is_above_game: self.home.map_or(!self.screens.is_empty(), |home| home > 0),
            puzzle: puzzle.map(|puzzle| puzzle.position.clone()),
            puzzles: sets.iter().map(|set| set.count()).sum::<usize>().max(puzzles.len()),
            puzzles_of: sets
                .first()
                .filter(|set| set.variant != *name)
                .map(|set| title(set.variant).replace(ORIGINAL_RULES, "")),
            new_pieces: lessons::new_pieces(level.position.variant()),
            steps: steps.len(),
            steps_done: steps.iter().filter(|step| progress.stars(step) > 0).count(),
        })
    }

    /// The game on the board if it is in progress, or else the last unfinished game.
    fn game_to_go_on_with(&mut self) -> Option<Unfinished> {
        let title_of = |record: &GameRecord| title(&record.setup.position.variant().rules().name);
        if let Some(record) = self.record.as_ref().filter(|_| self.is_at_stake(Stake::Game)) {
            return Some(Unfinished::new(record, title_of(record), None));
        }
        let mut problems = Vec::new();
        let find_variant = |tags: &Tags| self.setup.reader.find_variant(tags);
        self.unfinished = self.setup.storage.unfinished(&find_variant, &mut problems);
        problems.retain(|problem| !self.warnings.contains(problem));
        self.ctx.notice = self.ctx.notice.take().or_else(|| first_of(&problems));
        self.warnings.append(&mut problems);
        let game = self.unfinished.as_ref()?;
        let age = clock::system_time().duration_since(game.saved).unwrap_or_default();
        Some(Unfinished::new(&game.record, title_of(&game.record), Some((age, game.damage.clone()))))
    }

    /// Starts a game from `position`, or if it is `None` from the level of `choices`. If that is shuffled, it has this number.
    /// Saves the choices.
    pub(super) fn play(
        &mut self,
        choices: NewGame,
        position: Option<Position>,
        start_number: Option<u64>,
    ) -> Result<(), String> {
        self.from_menu = true;
        match position {
            Some(position) => {
                self.start(GameStart::of(position, &choices), None, None)?;
            }
            None => self.start(GameStart { start_number, ..self.level_start(&choices)? }, None, None)?,
        }
        self.ctx.speed = Speed::eased(choices.options.animation.duration());
        self.save_settings(&choices);
        Ok(())
    }

    pub(super) fn level_start(&self, choices: &NewGame) -> Result<GameStart, String> {
        let level = self.levels.find(&choices.level)?;
        let name = if level.is_own() { level.title.clone() } else { String::new() };
        Ok(GameStart { name, is_level: true, ..GameStart::of(level.position.clone(), choices) })
    }

    /// Starts another game like the game on the board. A random colour is chosen again.
    pub(super) fn start_again(&mut self, side: Option<Color>) -> Result<(), String> {
        self.settle_result();
        let mut start = self.game_start.clone().ok_or("There is no game to repeat.")?;
        start.choices.options.copy_live(&self.ctx.options);
        self.start(start, side, None)
    }

    /// Starts a game in which the human plays `side`. If `side` is `None`, the choices have it.
    fn start(&mut self, start: GameStart, side: Option<Color>, offer: Option<Offer>) -> Result<(), String> {
        let side = side.unwrap_or_else(|| start.choices.color.resolve(coin()));
        let mut options = start.choices.options;
        if options.opponent == OpponentKind::Engine {
            // An engine supports only the rules of the variant.
            (options.promotion, options.fog_of_war) = (PromotionRule::Queen, false);
            options.start = StartKind::Standard;
        }
        let position = by_options(&start.position, &options)?;
        let game = Game::new(GameSetup {
            position: with_odds(self.shuffled(&position, &start, &options).unwrap_or(position), &start, side),
            players: start.choices.players(side),
            controls: start.choices.time_controls(side),
            options,
        });
        let engines = ByColor::from_fn(|color| self.chosen_engine(&options).filter(|_| color != side));
        let game = game.with_engines(engines);
        let game = if start.by_config { game } else { game.with_clocks_from_next_move() };
        self.open_game(game, side, start, offer, |autosave, tags| autosave.new_game(Vec::new(), tags));
        Ok(())
    }

    /// The shuffled start for a game from `position`. `None` if none is asked for, or if `position` is not the start of a
    /// variant whose pieces can change places.
    fn shuffled(&self, position: &Position, start: &GameStart, options: &Options) -> Option<Position> {
        let variant = position.variant();
        let is_start = Position::start(variant).is_ok_and(|start| start == *position);
        let is_asked_for = start.is_level && options.start == StartKind::Shuffled;
        let starts = ShuffledStarts::of(variant).filter(|_| is_start && is_asked_for)?;
        let random = || self.setup.seed.unwrap_or_else(chance::seed) % starts.count();
        starts.position(start.start_number.unwrap_or_else(random))
    }

    /// Replaces all screens by the screen of `game`. `autosaved` returns the game under which it is saved.
    pub(super) fn open_game(
        &mut self,
        game: Game,
        side: Color,
        mut start: GameStart,
        offer: Option<Offer>,
        autosaved: impl FnOnce(&mut Autosave, Tags) -> AutosavedGame,
    ) {
        // When its screen is removed, the previous game is saved once more, in its own file.
        self.remove(0);
        self.ctx.reply = None;
        if !game.is_watched() {
            (self.watched, self.ctx.match_score) = (None, None);
        }
        let mut tags = self.setup.reader.tags_of(game.position().variant());
        if let Some(number) = start_number(&game) {
            tags.push("StartNumber", number.to_string());
            self.ctx.notice = self.ctx.notice.take().or(Some(format!("Start number {number}.")));
        }
        self.autosaved_game = Some(autosaved(&mut self.autosave, tags));
        if !start.by_config {
            self.leave_config(&mut start.choices.options);
        }
        self.ctx.options = start.choices.options;
        let seed = self.setup.seed;
        let settings = ComputerSettings {
            seed: seed.unwrap_or_else(chance::seed),
            deterministic: seed.is_some(),
            pause: self.setup.pause,
        };
        let (game, opponent) = match self.match_players(&game) {
            Some(players) => (game, players),
            None => self.opponent(game),
        };
        let analyst = self.analyst(game.position().variant());
        let controller = GameController::new(game, opponent, settings).with_analyst(analyst);
        self.game_start = Some(start);
        self.open(Box::new(PlayScreen::new(controller, side, offer)));
    }

    /// Name of the engine that plays with these options.
    pub(super) fn chosen_engine(&self, options: &Options) -> Option<String> {
        let list = self.ctx.engines.as_ref();
        (options.opponent == OpponentKind::Engine)
            .then(|| list.map_or_else(String::new, |list| list.opponent.clone()))
    }

    /// The worker that analyses games of `variant` and gives hints: the engine that the user has chosen if it plays the
    /// variant, otherwise that of this program.
    pub(super) fn analyst(&self, variant: &Variant) -> Box<Analyst> {
        let list = self.ctx.engines.as_ref();
        let chosen = list.and_then(|list| list.find(&list.analyst)).filter(|entry| entry.info.plays(variant));
        let Some(entry) = chosen else { return (self.setup.computers.analyst)(&self.ctx.options) };
        let threads = self.ctx.options.analysis_threads(threads::available());
        let entry = self.with_rules(entry, variant);
        let mut analyst = UciAnalyst::new(entry, threads, self.engine_failures.0.clone());
        let work = Box::new(move |request: &_, stop: &_, reply: &mut dyn FnMut(_)| {
            analyst.analyze(request, stop, reply);
        });
        let failed = |_: &_| Some(SearchReport::from_move(None, Score::Centipawns(0)));
        Box::new(ThreadedWorker::new("analyst", work, failed))
    }

    /// The opponent in `game`. If an engine is to play and cannot, the player gets the reason and the computer plays.
    fn opponent(&mut self, game: Game) -> (Game, Box<Opponent>) {
        let options = *game.options();
        if let Some(name) = Color::ALL.into_iter().find_map(|color| game.engine(color)) {
            let variant = game.position().variant();
            match self.ctx.engines.as_ref().and_then(|list| list.find(name)) {
                Some(entry) if entry.info.plays(variant) => {
                    let computer = Box::new(DifficultyPlayer::with_style(options.play_style(), 1));
                    let entry = self.with_rules(entry, variant);
                    let player = UciPlayer::new(entry, Some(computer), self.engine_failures.0.clone());
                    return (game, Box::new(ThreadedWorker::opponent(Box::new(player))));
                }
                Some(_) => {
                    let variant = title(&variant.rules().name);
                    let text = format!("{name} does not play {variant} by these rules. The computer plays.");
                    self.ctx.notice = Some(text);
                }
                None if name.is_empty() => {
                    self.ctx.notice = Some("No engine is chosen. The computer plays.".to_owned());
                }
                None => {
                    self.ctx.notice = Some(format!("{name} is not among your engines. The computer plays."));
                }
            }
        }
        (game.with_engines(ByColor::default()), (self.setup.computers.opponent)(&options))
    }
}

/// `position` without the piece that `start` gives as odds if the human plays `side`.
fn with_odds(position: Position, start: &GameStart, side: Color) -> Position {
    let options = &start.choices.options;
    let Some(index) = options.odds.checked_sub(1).filter(|_| start.is_level) else { return position };
    let kinds = odds::kinds(&position);
    let weaker = if options.odds_of == OddsSide::You { side } else { !side };
    // Another variant may have fewer kinds.
    let kind = kinds.get(usize::from(index)).or(kinds.last());
    kind.and_then(|&kind| odds::without_piece(&position, kind, weaker)).unwrap_or(position)
}

/// Number of the shuffled start of `game`; `None` if its start is not shuffled.
pub(super) fn start_number(game: &Game) -> Option<u64> {
    let start = game.position_at(0);
    let is_shuffled = game.options().start == StartKind::Shuffled;
    ShuffledStarts::of(start.variant()).filter(|_| is_shuffled)?.number(&start)
}

pub(super) fn coin() -> Color {
    if chance::seed().is_multiple_of(2) { Color::White } else { Color::Black }
}

/// `position` in its variant with the changes that the options make.
pub(super) fn by_options(position: &Position, options: &Options) -> Result<Position, String> {
    let variant = options.applied_to(position.variant());
    if Arc::ptr_eq(&variant, position.variant()) {
        return Ok(position.clone());
    }
    Position::from_setup(&variant, &position.to_setup()).map_err(|faults| faults.to_string())
}
