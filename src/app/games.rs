//! Starting games: from a level, a position, a text or a saved game to the screen of the game.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::App;
use super::actions::puzzle_sets;
use super::levels::{ORIGINAL_RULES, title};
use crate::config::{lessons, read_text};
use crate::engine::difficulty::DifficultyPlayer;
use crate::engine::{Score, SearchReport};
use crate::game::analysis::{Analysis, AnalysisSetup};
use crate::game::game_record::GameRecord;
use crate::game::game_record::pgn::StartTime;
use crate::game::new_game::{BySeat, ColorChoice, NewGame};
use crate::game::odds;
use crate::game::openings::Openings;
use crate::game::options::{OddsSide, OpponentKind, Options, PromotionRule, StartKind};
use crate::game::puzzle::Puzzle;
use crate::game::shuffled_start::ShuffledStarts;
use crate::game::worker::{Analyst, Opponent, ThreadedWorker};
use crate::game::{ComputerSettings, GameController};
use crate::game::{Game, GameSetup, PlayerKind};
use crate::notation::fen;
use crate::notation::game_tree::GameTree;
use crate::notation::import;
use crate::notation::pgn::collection::Games;
use crate::notation::pgn::{MAX_BYTES, PgnGame, Tags};
use crate::notation::variant_tag::variant_name;
use crate::platform::file_system;
use crate::platform::{chance, clock, threads};
use crate::rules::{ByColor, Color, Position, Variant};
use crate::storage::game_reader::{GameReader, VariantUnavailable};
use crate::storage::games_folder::{IMPORTED, LockedFile, is_locked};
use crate::storage::link::Link;
use crate::storage::saved_game::read_game;
use crate::storage::{Autosave, AutosavedGame, FindVariant, SavedGame, today};
use crate::uci_engine::{UciAnalyst, UciPlayer};
use crate::view::home_setup::{HomeSetup, Unfinished};
use crate::view::screen::{Action, MenuTab, OpenScreen, Reply, Stake};
use crate::view::screens::analysis::AnalysisScreen;
use crate::view::screens::dialogs::{Question, START_NEW};
use crate::view::screens::games::{GameEntry, GameHead, GamePlace, GameSource, GamesScreen};
use crate::view::screens::home::Home;
use crate::view::screens::play::PlayScreen;
use crate::view::screens::play::offer::Offer;
use crate::view::text::first_of;
use crate::view::widgets::board::animation::Speed;

/// Number of saved games from which the player's openings are. To read ten thousand games takes seconds.
const OPENING_GAMES: usize = 1000;

/// Length of the start of a file that has the tags of a game.
const HEAD_BYTES: u64 = 4096;

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
    fn of(position: Position, choices: &NewGame) -> Self {
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

    pub(super) fn resume(&mut self) -> Result<(), String> {
        let game = self.unfinished.take().ok_or("There is no game to resume.")?;
        let resumed = self.resume_game(&game);
        // Another window may close the game later.
        self.unfinished = resumed.is_err().then_some(game);
        resumed
    }

    /// Resumes the saved game in `file`.
    ///
    /// # Errors
    /// If the game cannot be read or is open elsewhere, a sentence with the reason.
    pub fn resume_file(&mut self, file: &Path) -> Result<(), String> {
        let game = read_game(file, &|tags| self.setup.reader.find_variant(tags));
        self.resume_game(&game.map_err(|unreadable| unreadable.to_string())?)
    }

    fn resume_game(&mut self, saved: &SavedGame) -> Result<(), String> {
        if saved.record.is_of_match() {
            return Err("A game of a match cannot be resumed.".to_owned());
        }
        let game =
            Game::from_record(&saved.record).map_err(|fault| fault.to_string())?.with_waiting_restart();
        let (locked, problem) = match LockedFile::lock(&saved.file) {
            Ok(None) => return Err(IN_USE.to_owned()),
            Ok(locked) => (locked, None),
            Err(error) => (None, Some(format!("The game continues in another file: {error}."))),
        };
        let position = self.setup.reader.without_options(&game.position_at(0));
        let start = GameStart::of(position, &self.choices_of(&saved.record));
        self.open_game(game, saved.record.orientation, start, None, |autosave, tags| {
            autosave.resume(saved, locked, tags)
        });
        self.ctx.notice = problem.or(self.ctx.notice.take());
        Ok(())
    }

    pub(super) fn open_games(&mut self) -> Result<(), String> {
        let folder = self.setup.storage.games().ok_or("This system has no folder for saved games.")?;
        let list = move || folder.files_by_start().into_iter().map(GamePlace::File).collect();
        self.open(Box::new(GamesScreen::saved(self.game_source(list))));
        Ok(())
    }

    /// Reads saved games, and the games of a PGN. If a game names no variant, the variant of the game on the board is tried
    /// first.
    fn game_source(&self, list: impl Fn() -> Vec<GamePlace> + 'static) -> GameSource {
        let reader = self.setup.reader.clone();
        let other_reader = reader.clone();
        let (options, variant) = (self.ctx.options, self.text_variant());
        GameSource {
            list: Box::new(list),
            saved: Box::new(move |file| entry(file, &reader)),
            text: Box::new(move |text, line| pgn_entry(text, line, &other_reader, &options, &variant)),
            head: Box::new(head),
        }
    }

    /// Name of the variant that is tried first if a text names none: that of the game on the board.
    pub(super) fn text_variant(&self) -> String {
        let start = self.game_start.as_ref().map_or(&self.setup.level.0, |start| &start.position);
        start.variant().rules().name.clone()
    }

    /// The openings of the saved games of `variant` that have ended, of the last [`OPENING_GAMES`] of all games. Matches of
    /// engines do not count.
    pub(super) fn own_openings(&self, variant: &Variant) -> Openings {
        let files = self.setup.storage.games().map_or_else(Vec::new, |folder| folder.files());
        let read = |file| read_game(file, &|tags| self.setup.reader.find_variant(tags)).ok();
        let mut openings = Openings::default();
        for SavedGame { record, .. } in files.iter().take(OPENING_GAMES).filter_map(|file| read(file)) {
            let start = &record.setup.position;
            let counts = start.variant().rules().name == variant.rules().name && !record.is_of_match();
            if let Some(ending) = record.termination.filter(|_| counts) {
                openings.add_game(start, record.moves.iter().map(|(mv, _)| *mv), ending.winner());
            }
        }
        openings
    }

    /// Number of the saved games of the variant `name` of which less could be read if its section were `text`.
    pub(super) fn games_that_break(&self, name: &str, text: &str) -> usize {
        let reader = &self.setup.reader;
        let Ok(changed) = reader.variants().without(name).with_file("", text) else { return 0 };
        let files = self.setup.storage.games().map_or_else(Vec::new, |folder| folder.files());
        let breaks = |file: &PathBuf| {
            let Ok(text) = read_text(file, MAX_BYTES as u64) else { return false };
            // The number of moves that can be read, and whether the game has ended. A game of another variant is read to its tags only.
            let read = |find_variant: FindVariant<'_>| {
                let of_variant = |tags: &Tags| match tags.get("Variant") == Some(name) {
                    true => find_variant(tags),
                    false => Err(VariantUnavailable::Unnamed),
                };
                let game = GameRecord::from_pgn(&text, of_variant).ok()?;
                Some((game.record.moves.len(), game.ended && game.fault.is_none()))
            };
            let before = read(&|tags| reader.find_variant(tags));
            before.is_some() && read(&|_| changed.find(name).map_err(VariantUnavailable::Unknown)) != before
        };
        files.iter().filter(|file| breaks(file)).count()
    }

    pub(super) fn delete_game(&mut self, file: &Path) -> Result<(), String> {
        let _locked = lock(file)?;
        file_system::remove(file).map_err(|error| format!("The game cannot be deleted: {error}."))?;
        self.unfinished.take_if(|game| game.file == file);
        self.reply(Reply::Deleted);
        Ok(())
    }

    /// Starts a game from a pasted FEN or PGN. If another game is in progress, a question is opened first.
    pub(super) fn paste(&mut self, text: String, confirmed: bool) -> Result<(), String> {
        let (text, variant) = self.text_of_link(text)?;
        if has_games(&text) {
            let screen = self.screen_of_text(text)?;
            self.open(screen);
            return Ok(());
        }
        let start = self.game_start.as_ref();
        let mut choices = start.map_or(&self.setup.choices, |start| &start.choices).clone();
        choices.options.copy_live(&self.ctx.options);
        let read = self.setup.reader.read(&text, &choices.options, &variant);
        let (pgn, options) = read.map_err(|fault| format!("This cannot be pasted: {fault}"))?;
        let (game, start, side) = self.text_game(&pgn, options, &choices)?;
        if ending_of(&pgn, &game).is_some() {
            self.analyze(Self::analysis_of(&pgn, options)?);
            return Ok(());
        }
        if !confirmed && self.ctx.game_in_progress {
            let play = Action::Paste { text, confirmed: true };
            self.open(Box::new(Question::new(START_NEW, "New game", play)));
            return Ok(());
        }
        self.open_text_game(game, start, side);
        Ok(())
    }

    /// Starts a game from the last position of `text`, which was read with `options`. If that game is over, its analysis is
    /// opened above it.
    fn start_text(&mut self, text: &PgnGame, options: Options, choices: &NewGame) -> Result<(), String> {
        let (game, start, side) = self.text_game(text, options, choices)?;
        let is_over = ending_of(text, &game).is_some();
        self.open_text_game(game, start, side);
        if is_over {
            self.analyze(Self::analysis_of(text, options)?);
        }
        Ok(())
    }

    /// Replaces the saved game in `file` by `pgn`.
    pub(super) fn save_analysis(file: &Path, pgn: &str) -> Result<(), String> {
        let _locked = lock(file)?;
        let saved = file_system::replace(file, pgn.as_bytes());
        saved.map_err(|error| format!("The analysis cannot be saved: {error}."))
    }

    /// Opens the analysis board with the start of these choices.
    pub(super) fn analyze_level(&mut self, choices: &NewGame) -> Result<(), String> {
        let position = by_options(&self.levels.find(&choices.level)?.position, &choices.options)?;
        let setup = AnalysisSetup::new(Analysis::new(GameTree::new(position)), None, Color::White);
        self.analyze(AnalysisSetup { kept: Some(String::new()), ..setup });
        Ok(())
    }

    /// Goes on with the last analysis of the variant of these choices or of the game on the board, which may have been played
    /// from it. If there is none, opens the board with the start of the choices.
    pub(super) fn continue_analysis(&mut self, choices: &NewGame) -> Result<(), String> {
        let variant = self.levels.find(&choices.level)?.position.variant().rules().name.clone();
        let variants = [variant, self.text_variant()];
        let variant_of =
            |text: &str| Some(variant_name(Games::new(text).next()?.tags.get("Variant")?).to_owned());
        let mut kept = self.setup.storage.load_analyses().into_iter();
        let last = kept.find(|text| variant_of(text).is_some_and(|name| variants.contains(&name)));
        match last.map(|text| Ok((self.setup_of_text(&text, &self.text_variant())?, text))) {
            None => self.analyze_level(choices)?,
            Some(Ok((setup, text))) => {
                let notice = setup.notice.or(Some("Your last analysis. Press N for a new one.".to_owned()));
                self.analyze(AnalysisSetup { notice, kept: Some(text), ..setup });
            }
            Some(Err(reason)) => {
                self.ctx.notice = Some(reason);
                self.analyze_level(choices)?;
            }
        }
        Ok(())
    }

    /// Opens the analysis board.
    pub(super) fn analyze(&mut self, setup: AnalysisSetup) {
        let screen = self.analysis_screen(setup);
        self.open(screen);
    }

    fn analysis_screen(&self, setup: AnalysisSetup) -> Box<dyn OpenScreen> {
        let analyst = self.analyst(setup.analysis.tree().start().variant());
        let limits = self.setup.computers.analysis_limits;
        let workers = (analyst, (self.setup.computers.explainer)());
        Box::new(AnalysisScreen::new(setup, workers, limits, self.ctx.options))
    }

    /// The analysis board with a FEN or a PGN, or the list of the games of a PGN if it has several.
    pub(super) fn screen_of_text(&mut self, text: String) -> Result<Box<dyn OpenScreen>, String> {
        let (text, variant) = self.text_of_link(text)?;
        if has_games(&text) {
            return Ok(self.list_of_text("Games of a PGN", text));
        }
        Ok(self.analysis_screen(self.setup_of_text(&text, &variant)?))
    }

    /// The FEN or PGN of a link and its variant, which is saved if it is new; of another text, the text and the variant of the
    /// game on the board.
    fn text_of_link(&mut self, text: String) -> Result<(String, String), String> {
        let Some(link) = Link::parse(&text) else { return Ok((text, self.text_variant())) };
        let refusal = |fault| format!("This link cannot be opened: {fault}");
        let link = self.setup.storage.save_link(link).map_err(refusal)?;
        self.reload_variants();
        let variant = link.variant.unwrap_or_else(|| self.text_variant());
        let found = self.setup.reader.variants().find(&variant);
        let found = found.map_err(|unknown| refusal(format!("there is no variant {:?}", unknown.name)))?;
        let start = || match Position::start(&found) {
            Ok(start) => Ok(fen::format(&start)),
            Err(fault) => Err(fault.to_string()),
        };
        Ok((link.text.map_or_else(start, Ok)?, variant))
    }

    /// The list of the games of a PGN.
    pub(super) fn list_of_text(&self, title: &'static str, text: String) -> Box<dyn OpenScreen> {
        Box::new(GamesScreen::of_text(title, text.into(), self.game_source(Vec::new)))
    }

    fn setup_of_text(&self, text: &str, variant: &str) -> Result<AnalysisSetup, String> {
        let read = self.setup.reader.read_leniently(text, &self.ctx.options, variant);
        let (pgn, options) = read.map_err(|fault| format!("This cannot be read: {fault}"))?;
        Self::analysis_of(&pgn, options)
    }

    /// The analysis of a game of two people.
    fn analysis_of(text: &PgnGame, options: Options) -> Result<AnalysisSetup, String> {
        let game = two_person_game(text, options)?;
        let ending = ending_of(text, &game);
        let (tags, result, notice) = (text.tags.clone(), text.result.clone(), faults_of(text));
        let setup = AnalysisSetup::new(Analysis::new(text.tree.clone()), ending, Color::White);
        Ok(AnalysisSetup { tags, result, notice, kept: Some(String::new()), ..setup })
    }

    /// A game that goes on after the last move of `text`, how it was started, and the side of the human.
    fn text_game(
        &self,
        text: &PgnGame,
        options: Options,
        choices: &NewGame,
    ) -> Result<(Game, GameStart, Color), String> {
        let choices = NewGame { options, ..choices.clone() };
        let side = choices.color.resolve(coin());
        let setup = GameSetup {
            position: text.start().clone(),
            players: choices.players(side),
            controls: choices.time_controls(side),
            options: choices.options,
        };
        let game = Game::after_moves(setup, &text.moves()).map_err(|fault| fault.to_string())?;
        let engines = ByColor::from_fn(|color| self.chosen_engine(&options).filter(|_| color != side));
        let game = game.with_engines(engines).with_clocks_from_next_move();
        let position = self.setup.reader.without_options(&game.position_at(0));
        Ok((game, GameStart::of(position, &choices), side))
    }

    fn open_text_game(&mut self, game: Game, start: GameStart, side: Color) {
        let imported_moves = game.moves().iter().map(|made| made.mv).collect();
        self.open_game(game, side, start, None, |autosave, tags| autosave.new_game(imported_moves, tags));
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
    fn chosen_engine(&self, options: &Options) -> Option<String> {
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

    fn choices_of(&self, record: &GameRecord) -> NewGame {
        let side = record.setup.only_human().unwrap_or(record.orientation);
        let mut options = record.setup.options;
        options.copy_live(&self.ctx.options);
        let clocks = BySeat { person: record.setup.controls[side], opponent: record.setup.controls[!side] };
        NewGame { level: self.setup.choices.level.clone(), color: ColorChoice::from(side), clocks, options }
    }
}

/// Reads the game in `file` for the list of games.
pub(super) fn entry(file: &Path, reader: &GameReader) -> GameEntry {
    if file_system::read_start(file, IMPORTED.len() as u64).is_ok_and(|start| start == IMPORTED.as_bytes()) {
        return match read_text(file, MAX_BYTES as u64) {
            Ok(text) => pgn_entry(&text, 1, reader, &Options::default(), ""),
            Err(error) => GameEntry::unreadable(format!("The game cannot be read: {error}.")),
        };
    }
    match read_game(file, &|tags| reader.find_variant(tags)) {
        Ok(game) => {
            let variant = game.record.setup.position.variant();
            let last = Game::from_record(&game.record).ok();
            let number = last.as_ref().and_then(start_number);
            let number = number.map_or_else(String::new, |number| format!(", start {number}"));
            let ending = || last.as_ref().and_then(Game::message).unwrap_or_else(|| "Finished".to_owned());
            GameEntry {
                opponent: GameHead::of(&game.tags, title).opponent,
                tags: reader.tags_of(variant),
                variant: title(&variant.rules().name) + &number,
                is_open: is_locked(file),
                started: Some(game.started),
                ending: game.ended.then(ending),
                pgn: None,
                damage: game.damage,
                game: last.map(|last| (game.record, last)),
            }
        }
        Err(unreadable) => GameEntry::unreadable(unreadable.reason),
    }
}

/// Reads a game of a PGN, which begins in `line` of it, for the list of games.
fn pgn_entry(text: &str, line: usize, reader: &GameReader, options: &Options, variant: &str) -> GameEntry {
    let tags = Games::new(text).next().map(|game| game.tags).unwrap_or_default();
    let opponent = GameHead::of(&tags, title).opponent;
    let read = reader.read_at_line(text, line, options, variant);
    let read = read.and_then(|(pgn, options)| Ok((two_person_game(&pgn, options)?, pgn)));
    let (game, pgn) = match read {
        Ok(read) => read,
        Err(reason) => {
            let entry = GameEntry::unreadable(format!("It cannot be read: {reason}."));
            return GameEntry { opponent, ..entry };
        }
    };
    let time = |date: &str, time: &str| {
        let time = pgn.tags.get(time).unwrap_or_default().to_owned();
        Some(StartTime { date: pgn.tags.get(date)?.to_owned(), time })
    };
    let record = GameRecord { analysis: Some(pgn.tree.clone()), ..game.record(Color::White) };
    GameEntry {
        started: time("UTCDate", "UTCTime").or_else(|| time("Date", "")),
        ending: ending_of(&pgn, &game),
        is_open: false,
        damage: faults_of(&pgn),
        variant: title(&game.position().variant().rules().name),
        tags: Tags::default(),
        game: Some((record, game)),
        pgn: Some(pgn),
        opponent,
    }
}

/// The game of two people after the moves of `text`.
fn two_person_game(text: &PgnGame, options: Options) -> Result<Game, String> {
    let setup = GameSetup {
        position: text.start().clone(),
        players: ByColor::from_fn(|_| PlayerKind::Human),
        controls: ByColor::from_fn(|_| None),
        options,
    };
    Game::after_moves(setup, &text.moves()).map_err(|fault| fault.to_string())
}

/// The faults of a PGN in a sentence, if there are any.
pub(super) fn faults_of(text: &PgnGame) -> Option<String> {
    Some(format!("Left out: {}", first_of(&text.errors)?))
}

/// Whether a text is a PGN with several games.
fn has_games(text: &str) -> bool {
    let mut games = Games::new(text);
    let Some((first, second)) = games.next().zip(games.next()) else { return false };
    // A text that is no PGN may have words such as `*`.
    let has_tags = [first, second].iter().any(|game| game.tags.iter().next().is_some());
    has_tags && !import::is_fen(text)
}

/// Reads the tags of the game in `file`.
fn head(file: &Path) -> GameHead {
    let start = file_system::read_start(file, HEAD_BYTES).unwrap_or_default();
    let tags = Games::new(&String::from_utf8_lossy(&start)).next().map(|game| game.tags);
    let head = GameHead::of(&tags.unwrap_or_default(), title);
    let opponent = if start.starts_with(IMPORTED.as_bytes()) { "Imported".to_owned() } else { head.opponent };
    GameHead { opponent, ..head }
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
fn start_number(game: &Game) -> Option<u64> {
    let start = game.position_at(0);
    let is_shuffled = game.options().start == StartKind::Shuffled;
    ShuffledStarts::of(start.variant()).filter(|_| is_shuffled)?.number(&start)
}

/// How the game of a text has ended, if it has.
fn ending_of(text: &PgnGame, game: &Game) -> Option<String> {
    let by_result = match text.result.as_str() {
        "1-0" => Some("White won"),
        "0-1" => Some("Black won"),
        "1/2-1/2" => Some("Draw"),
        _ => None,
    };
    game.message().filter(|_| game.termination().is_some()).or(by_result.map(str::to_owned))
}

/// Message if a locked game is to be resumed or deleted.
const IN_USE: &str = "This game is open on a board.";

/// Locks the saved game in `file`.
fn lock(file: &Path) -> Result<LockedFile, String> {
    let locked = LockedFile::lock(file).map_err(|error| format!("{}: {error}.", file.display()))?;
    locked.ok_or_else(|| IN_USE.to_owned())
}

fn coin() -> Color {
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
