//! Carries out the actions of screens, which may change the stack of screens, the settings and the saved levels.

use std::rc::Rc;
use std::sync::Arc;

use super::App;
use super::levels::{ORIGINAL_RULES, title};
use crate::config::lessons;
use crate::config::puzzles::{PUZZLE_SETS, PuzzleSet};
use crate::game::analysis::AnalysisSetup;
use crate::game::board_setup::BoardSetup;
use crate::game::new_game::{BySeat, ColorChoice, NewGame};
use crate::game::openings::Openings;
use crate::game::options::{OPTIONS, Options};
use crate::game::puzzle::Puzzle;
use crate::game::worker::ThreadedWorker;
use crate::game::workshop::Workshop;
use crate::platform::clock;
use crate::rules::{Color, Piece, Position, Square, Variant};
use crate::storage::AutosavedGame;
use crate::storage::levels::LevelSaved;
use crate::storage::today;
use crate::uci_engine;
use crate::view::picture::ExportStep;
use crate::view::screen::{Action, Reply};
use crate::view::screens::editor::{Editor, EditorSetup};
use crate::view::screens::engine_match::MatchScreen;
use crate::view::screens::engines::EnginesScreen;
use crate::view::screens::help::HelpScreen;
use crate::view::screens::learn::{LearnScreen, LearnVariants};
use crate::view::screens::menu::Menu;
use crate::view::screens::play_from::PlayFromScreen;
use crate::view::screens::puzzles::Puzzles;
use crate::view::screens::results::ResultsScreen;
use crate::view::screens::workshop::WorkshopScreen;
use crate::view::text::first_of;

impl App {
    /// Carries out the action of the top screen. If it fails, the reason is reported to that screen.
    pub(super) fn follow(&mut self, action: Action) {
        if let Err(reason) = self.try_follow(action) {
            self.reply(Reply::Failed(reason));
        }
    }

    fn try_follow(&mut self, action: Action) -> Result<(), String> {
        match action {
            Action::Open(screen) => self.open(screen),
            Action::Close => self.close(),
            Action::CloseThen(action) => {
                self.remove(self.screens.len().saturating_sub(1));
                self.follow(*action);
            }
            Action::Quit => self.quit = true,
            Action::ToggleFullScreen => {
                self.fullscreen = !self.fullscreen;
                let words = if self.fullscreen { "Full screen on." } else { "Full screen off." };
                self.ctx.effects.announce(words);
            }
            Action::OpenHome => self.open_home(None)?,
            Action::RefreshHome(choices) => {
                let setup = self.home_setup(self.with_live_options(choices))?;
                self.reply(Reply::Home(Box::new(setup)));
            }
            Action::OpenMenu { tab, choices } => {
                let choices = choices.unwrap_or_else(|| self.menu_choices());
                let menu = Menu::new(choices, &self.ctx.levels, tab);
                self.open(Box::new(menu));
            }
            Action::CloseMenu { settings, choices, to_home } => {
                self.close_menu(settings, choices, to_home)?;
            }
            Action::OpenLearn(options) => self.open_learn(options)?,
            Action::OpenLessons { variant, options } => self.open_lessons(&variant, options)?,
            Action::PlayFirstLevel(variant) => self.play_first_level(&variant)?,
            Action::OpenPuzzles { variant, options } => self.open_built_in_puzzles(&variant, options)?,
            Action::OpenGames => self.open_games()?,
            Action::OpenMistakes => self.open_mistakes(),
            Action::LoadMistakes => {
                let mistakes = self.mistakes();
                self.reply(Reply::Mistakes(Box::new(mistakes)));
            }
            Action::Learn(puzzles, others) => self.learn(puzzles, others)?,
            Action::OpenResults => self.open(Box::new(ResultsScreen::new(&self.results(), title))),
            Action::OpenEngines => {
                let test = |command: &String, stop: &_, reply: &mut dyn FnMut(_)| {
                    reply(uci_engine::test(command, stop));
                };
                let failed = |_: &_| Some(Err("The engine cannot be tested.".to_owned()));
                let tester = ThreadedWorker::new("engine test", Box::new(test), failed);
                let list = self.ctx.engines.as_deref().cloned().unwrap_or_default();
                self.open(Box::new(EnginesScreen::new(list, Box::new(tester))));
            }
            Action::OpenMatch(choices) => {
                let level = self.levels.find(&choices.level)?.clone();
                let engines = self.ctx.engines.as_deref().cloned().unwrap_or_default();
                self.open(Box::new(MatchScreen::new(choices, level, engines)));
            }
            Action::WatchMatch { played, choices } => self.watch(played, choices)?,
            Action::StopMatch => self.stop_match(),
            Action::SaveEngines(list) => {
                let saved = self.setup.storage.save_engines(&list);
                self.ctx.engines = Some(Rc::new(list));
                saved.map_err(|error| format!("The engines cannot be saved: {error}."))?;
            }
            Action::OpenKeys { groups, rules } => self.open(Box::new(HelpScreen::new(groups, rules))),
            Action::EditBoard { pieces, turn, bottom } => self.edit_board(pieces, turn, bottom),
            Action::EditLevel(choices) => self.edit_level(choices)?,
            Action::OpenWorkshop(variant) => self.open_workshop(&variant)?,
            Action::SaveVariant { name, text, replace, breaks_games, play } => {
                let broken = if replace && !breaks_games { self.games_that_break(&name, &text) } else { 0 };
                if broken > 0 {
                    self.reply(Reply::GamesWouldBreak(broken));
                    return Ok(());
                }
                self.setup.storage.save_variant(&name, &text, replace)?;
                self.reload_variants();
                match play {
                    Some(choices) => self.play(*choices, None, None)?,
                    None => {
                        let variants = Box::new(self.setup.reader.variants().clone());
                        self.reply(Reply::VariantSaved(name, variants));
                    }
                }
            }
            Action::SaveDrawing { name, svg } => {
                let name = self.setup.storage.free_drawing_name(&name);
                (self.setup.add_drawing)(&name, &svg).map_err(|reason| format!("The text {reason}."))?;
                self.setup.storage.save_drawing(&name, &svg)?;
                self.reply(Reply::DrawingSaved(name));
            }
            Action::DeleteVariant(name) => {
                self.setup.storage.delete_variant(&name)?;
                self.reload_variants();
                self.reply(Reply::Deleted);
            }
            Action::OpenJobs(variant) => self.open_jobs(variant)?,
            Action::LoadJobs(variant) => self.load_jobs(&variant)?,
            Action::StartJob(variant, kind) => self.start_job(variant, kind)?,
            Action::StopJob(variant, kind) => self.stop_job(&variant, kind)?,
            Action::Analyze(setup) => self.analyze(*setup),
            Action::AnalyzeGame(setup, record) => {
                let started = self.autosaved_game.as_ref().and_then(AutosavedGame::started);
                let tags = record.tags(started);
                self.analyze(AnalysisSetup { tags, ..*setup });
            }
            Action::AnalyzeLevel(choices) => self.analyze_level(&choices)?,
            Action::ContinueAnalysis(choices) => self.continue_analysis(&choices)?,
            Action::OpenAnalyses => {
                if self.setup.storage.load_analyses().is_empty() {
                    return Err("There are no earlier analyses.".to_owned());
                }
                // The board that closes may be kept now.
                self.remove(self.screens.len().saturating_sub(1));
                let analyses = self.setup.storage.load_analyses().join("\n\n");
                let screen = self.list_of_text("Earlier analyses", analyses);
                self.open(screen);
            }
            Action::OpenText(text) => {
                let screen = self.screen_of_text(text)?;
                self.open(screen);
            }
            Action::ReplaceByText(text) => {
                let screen = self.screen_of_text(text)?;
                self.remove(self.screens.len().saturating_sub(1));
                self.open(screen);
            }
            Action::PlayFrom(position) => {
                let choices = self.menu_choices();
                self.open(Box::new(PlayFromScreen::new(position, choices)));
            }
            Action::Play { choices, position, start_number } => self.play(choices, position, start_number)?,
            Action::LoadOpenings(variant) => {
                let openings = [Openings::built_in(&variant), self.own_openings(&variant)];
                self.reply(Reply::Openings(Box::new(openings)));
            }
            Action::Export(file) => {
                let make = (self.setup.export)(file, &self.ctx.options);
                self.export = Some((self.screens.len(), make));
                self.continue_export();
            }
            Action::Confirm => self.reply(Reply::Confirmed),
            Action::NewGame => self.start_again(None)?,
            Action::PlayAgain(side) => self.start_again(Some(side))?,
            Action::Resume => self.resume()?,
            Action::ResumeGame(file) => self.resume_file(&file)?,
            Action::DeleteGame(file) => self.delete_game(&file)?,
            Action::ImportGames(text) => self.import_games(text)?,
            Action::SaveAnalysis { file, pgn } => Self::save_analysis(&file, &pgn)?,
            Action::Paste { text, confirmed } => self.paste(text, confirmed)?,
            Action::RenameLevel { id, to } => {
                let variant = Arc::clone(self.levels.find(&id)?.position.variant());
                let reply = match self.levels.rename(&id, &to)? {
                    LevelSaved::Saved(_) => {
                        let id = super::levels::own_id(&variant, &to);
                        Reply::LevelSaved { id, name: to.trim().to_owned(), file: String::new() }
                    }
                    LevelSaved::NameTaken(_) => {
                        return Err(format!("There is a level called {:?} already.", to.trim()));
                    }
                };
                self.ctx.levels = self.levels.all();
                self.reply(reply);
            }
            Action::DeleteLevel(id) => {
                self.levels.delete(&id)?;
                self.ctx.levels = self.levels.all();
                self.reply(Reply::Deleted);
            }
            Action::SaveLevel { name, position, replace } => {
                let reply = match self.levels.save(&name, &position, replace)? {
                    LevelSaved::Saved(path) => {
                        let id = super::levels::own_id(position.variant(), &name);
                        // The storage of a browser has no files that a player could find.
                        let file = if self.setup.page.is_some() {
                            String::new()
                        } else {
                            path.display().to_string()
                        };
                        Reply::LevelSaved { id, name, file }
                    }
                    LevelSaved::NameTaken(_) => Reply::LevelNameTaken,
                };
                self.ctx.levels = self.levels.all();
                self.reply(reply);
            }
        }
        Ok(())
    }

    /// Makes the next part of the file that is to be saved. It is given up if the screen that asked for it has closed.
    pub(super) fn continue_export(&mut self) {
        let export = self.export.take().filter(|(screens, _)| *screens == self.screens.len());
        let Some((screens, mut make)) = export else { return };
        match make() {
            Ok(ExportStep::Percent(percent)) => {
                self.export = Some((screens, make));
                self.reply(Reply::Exporting(percent));
            }
            Ok(ExportStep::Saved(place)) => self.reply(Reply::Exported(place)),
            Err(reason) => self.reply(Reply::Failed(reason)),
        }
    }

    /// Replies to the top screen.
    pub(super) fn reply(&mut self, reply: Reply) {
        self.ctx.reply = Some(reply);
        self.update_top(&[]);
    }

    fn close_menu(
        &mut self,
        settings: Option<NewGame>,
        choices: NewGame,
        to_home: bool,
    ) -> Result<(), String> {
        self.remove(self.screens.len().saturating_sub(1));
        if let Some(settings) = settings {
            self.save_settings(&settings);
        }
        if to_home {
            return self.open_home(Some(choices));
        }
        self.quit |= self.screens.is_empty();
        self.update_top(&[]);
        self.reply(Reply::Choices(Box::new(choices)));
        Ok(())
    }

    /// The puzzles that were found for a variant of the player's own.
    pub(super) fn found_puzzles(&self, variant: &str) -> Vec<Puzzle> {
        self.setup.storage.found_puzzles(self.setup.reader.variants(), variant)
    }

    /// Opens the start page of the puzzles of `variant`. If it has none, opens the first variant that has puzzles.
    pub(super) fn open_built_in_puzzles(&mut self, variant: &str, options: Options) -> Result<(), String> {
        let mut variants: Vec<(String, String)> = Vec::new();
        for set in PUZZLE_SETS {
            if !variants.iter().any(|(name, _)| name == set.variant) {
                // Draws do not matter in puzzles.
                let title = title(set.variant).replace(ORIGINAL_RULES, "");
                variants.push((set.variant.to_owned(), title));
            }
        }
        let own = self.setup.reader.variants().own_names().map(|name| (name, self.found_puzzles(name)));
        let own: Vec<_> = own.filter(|(_, puzzles)| !puzzles.is_empty()).collect();
        variants.extend(own.iter().map(|(name, _)| ((*name).to_owned(), title(name))));
        let found = own.into_iter().find(|(name, _)| *name == variant).map(|(_, puzzles)| puzzles);
        let puzzles = found.unwrap_or_else(|| {
            let mut puzzles: Vec<Puzzle> =
                puzzle_sets(variant).into_iter().flat_map(PuzzleSet::load).collect();
            puzzles.sort_by_key(|puzzle| puzzle.rating);
            puzzles
        });
        let screen = self.puzzles(puzzles, options)?.start(variants);
        self.open(Box::new(screen));
        Ok(())
    }

    /// Opens `puzzles`, to be solved one after the other.
    pub(super) fn open_puzzles(&mut self, puzzles: Vec<Puzzle>, options: Options) -> Result<(), String> {
        let screen = self.puzzles(puzzles, options)?.solve_all();
        self.open(Box::new(screen));
        Ok(())
    }

    pub(super) fn puzzles(&self, puzzles: Vec<Puzzle>, options: Options) -> Result<Puzzles, String> {
        let progress = self.progress();
        let solver = Rc::clone(&self.setup.computers.puzzle_solver);
        let puzzles = Puzzles::new(puzzles, progress, today(clock::system_time()), solver, options);
        puzzles.ok_or_else(|| "there are no puzzles to solve".to_owned())
    }

    pub(super) fn open_learn(&mut self, options: Options) -> Result<(), String> {
        let variant = match &self.game_start {
            Some(start) => Arc::clone(start.position.variant()),
            None => Arc::clone(self.levels.find(&self.menu_choices().level)?.position.variant()),
        };
        self.open_lessons(&variant, options)
    }

    fn open_lessons(&mut self, variant: &Arc<Variant>, options: Options) -> Result<(), String> {
        // Variants with the same lessons are one choice, which has the title of the first.
        let same = |a: &Arc<Variant>, b: &Arc<Variant>| {
            lessons::variant_of(a).rules() == lessons::variant_of(b).rules()
        };
        let mut all: Vec<(String, Arc<Variant>)> = Vec::new();
        let levels = self.levels.all();
        let levels = levels.iter().filter(|level| !level.is_own());
        let known = levels.map(|level| (level.title.clone(), Arc::clone(level.position.variant())));
        for (title, other) in
            known.chain([(super::levels::title(&variant.rules().name), Arc::clone(variant))])
        {
            let place = all.iter().position(|(_, known)| same(known, &other));
            match place.and_then(|place| all.get_mut(place)) {
                None => all.push((title, other)),
                Some((_, known)) if other.rules() == variant.rules() => *known = other,
                Some(_) => {}
            }
        }
        let open = all.iter().position(|(_, known)| known.rules() == variant.rules()).unwrap_or_default();
        let steps = lessons::of(variant);
        let screen = LearnScreen::new(steps, LearnVariants { all, open }, self.lessons(), options);
        self.open(Box::new(screen.ok_or("there are no lessons")?));
        Ok(())
    }

    /// Starts a game of `variant` against the first level, without clocks.
    fn play_first_level(&mut self, variant: &Arc<Variant>) -> Result<(), String> {
        let position = Position::start(variant).map_err(|fault| fault.to_string())?;
        let mut choices =
            NewGame { color: ColorChoice::White, clocks: BySeat::both(None), ..self.menu_choices() };
        let mut options = Options { difficulty: 1, fog_of_war: variant.rules().fog, ..Options::default() };
        options.copy_live(&self.ctx.options);
        choices.options = options;
        let (levels, settings) = (self.levels.all(), self.menu_choices());
        match levels.iter().find(|level| level.position == position) {
            Some(level) => {
                choices.level.clone_from(&level.id);
                self.play(choices, None, None)?;
            }
            None => self.play(choices, Some(position), None)?,
        }
        // The game of the lessons does not change what the menu shows next.
        self.save_settings(&settings);
        Ok(())
    }

    /// Opens the editor with the pieces on the board of the game.
    fn edit_board(&mut self, pieces: Vec<(Square, Piece)>, turn: Color, bottom: Color) {
        let Some(start) = &self.game_start else { return };
        // The variant of the game may differ from this variant by the options for promotion and for fog of war.
        let draft = BoardSetup::new(start.position.variant(), pieces, turn);
        let setup = EditorSetup { draft, bottom, choices: self.menu_choices(), name: start.name.clone() };
        self.open(Box::new(Editor::new(setup)));
    }

    /// Reads the files with variants of the player's own again.
    pub(super) fn reload_variants(&mut self) {
        let (variants, mut problems) = self.setup.storage.variants();
        problems.retain(|problem| !self.warnings.contains(problem));
        self.ctx.notice = first_of(&problems).or(self.ctx.notice.take());
        self.levels.set_variants(&variants);
        self.ctx.levels = self.levels.all();
        self.setup.reader = self.setup.reader.clone().with_variants(variants);
    }

    /// Opens the workshop with a variant of the player's own, or with a new one that begins as `variant`.
    fn open_workshop(&mut self, variant: &str) -> Result<(), String> {
        let variants = self.setup.reader.variants();
        let own = Workshop::open(variant, variants.clone());
        let saved_as = own.is_some().then(|| variant.to_owned());
        let workshop = own.or_else(|| Workshop::new(variant, variants.clone()));
        let workshop = workshop.ok_or_else(|| format!("There is no variant {variant}."))?;
        let screen =
            WorkshopScreen::new(workshop, self.menu_choices(), saved_as, self.setup.storage.drawings());
        self.open(Box::new(screen));
        Ok(())
    }

    /// Opens the editor with the level that `choices` name.
    fn edit_level(&mut self, choices: NewGame) -> Result<(), String> {
        let level = self.levels.find(&choices.level)?;
        let name = if level.is_own() { level.title.clone() } else { String::new() };
        let (draft, bottom) =
            (BoardSetup::from_position(&level.position), choices.color.resolve(Color::White));
        self.open(Box::new(Editor::new(EditorSetup { draft, bottom, choices, name })));
        Ok(())
    }

    /// The choices that the menu shows: the last settings of the menu, with the options that are in effect now.
    pub(super) fn menu_choices(&self) -> NewGame {
        let mut choices = self.settings(&self.menu_defaults());
        if self.setup.level_on_command_line {
            choices.level.clone_from(&self.setup.choices.level);
        }
        self.with_live_options(choices)
    }

    /// `choices` with the options that are in effect now. The game that the config describes does not ask before resigning,
    /// unlike the next game.
    fn with_live_options(&self, mut choices: NewGame) -> NewGame {
        let confirm_resign = choices.options.confirm_resign;
        choices.options.copy_live(&self.ctx.options);
        if !self.from_menu {
            choices.options.confirm_resign = confirm_resign;
        }
        choices
    }

    /// Takes `confirm_resign` from the menu for the first game that the config does not describe.
    pub(super) fn leave_config(&mut self, options: &mut Options) {
        if !self.from_menu {
            options.confirm_resign = self.menu_choices().options.confirm_resign;
        }
        self.from_menu = true;
    }

    /// The choices that the menu shows before the player has used it: the choices of the config, but without clocks and
    /// with a question before resigning, which only the game of the config does not ask.
    fn menu_defaults(&self) -> NewGame {
        let mut defaults = NewGame { clocks: BySeat::both(None), ..self.setup.choices.clone() };
        defaults.options.confirm_resign |= !self.setup.set_by_config.contains(&"confirm_resign");
        defaults
    }

    /// Saves the settings of the menu. If the config or the command line has set a setting and the player has not
    /// changed it, the value saved before is kept.
    pub(super) fn save_settings(&mut self, settings: &NewGame) {
        let omitted = if self.confirming_is_chosen(settings) { Vec::new() } else { vec!["confirm_resign"] };
        let mut settings = settings.clone();
        let configured = &self.setup.choices;
        let defaults = NewGame { options: Options::default(), ..configured.clone() };
        let before = self.settings(&defaults);
        if self.setup.level_on_command_line && settings.level == configured.level {
            settings.level = before.level;
        }
        for row in OPTIONS.iter().filter(|row| row.live && self.setup.set_by_config.contains(&row.key)) {
            if row.get(&settings.options) == row.get(&configured.options) {
                row.set(&mut settings.options, row.get(&before.options));
            }
        }
        self.unsaved.settings = Some((settings, omitted));
        self.save();
    }

    /// Whether the player has changed the option to confirm resigning, now or earlier. The default of the menu is not saved,
    /// because it would apply to the game that the config describes.
    fn confirming_is_chosen(&self, settings: &NewGame) -> bool {
        let defaults = self.menu_defaults();
        let saved = |default| {
            let options = Options { confirm_resign: default, ..defaults.options };
            let fallback = NewGame { options, ..defaults.clone() };
            self.settings(&fallback).options.confirm_resign
        };
        let is_in_file = saved(true) == saved(false);
        is_in_file || settings.options.confirm_resign != defaults.options.confirm_resign
    }
}

/// The sets of built-in puzzles of `variant`. If it has none, those of the first variant that has puzzles.
pub(super) fn puzzle_sets(variant: &str) -> Vec<&'static PuzzleSet> {
    let known = PUZZLE_SETS.iter().find(|set| set.variant == variant).or(PUZZLE_SETS.first());
    PUZZLE_SETS.iter().filter(|set| known.is_some_and(|known| set.variant == known.variant)).collect()
}
