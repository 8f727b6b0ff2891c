//! Where games come from: every choice, made by config, command line or menu, becomes a screen here.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use xxlchess::game::analysis::analyzer::AnalysisLimits;
use xxlchess::game::board_setup::BoardSetup;
use xxlchess::game::keeper::Keeper;
use xxlchess::game::new_game::NewGame;
use xxlchess::game::opponent::Threaded;
use xxlchess::game::options::{LIVE, OptionKey, Options};
use xxlchess::game::session::{ComputerSettings, Session};
use xxlchess::game::{Game, GameSetup};
use xxlchess::rules::{Color, Position};
use xxlchess::storage::settings_file;
use xxlchess::view::screen::Screen;
use xxlchess::view::screens::analysis::Means;
use xxlchess::view::screens::editor::{Editor, Opening};
use xxlchess::view::screens::menu::{Below, Menu};
use xxlchess::view::screens::play::{EditorDoor, NewGameDoor, PlayScreen};
use xxlchess::view::starter::{Kept, Level, Starter};
use xxlchess::view::widgets::board::animation::Speed;

use super::games::Games;
use super::levels::Shelf;
use super::{opponents, puzzles};

/// The computer's answers come no sooner than this, so that the person can follow them.
const PAUSE: Duration = Duration::from_millis(350);

/// What stays the same from one game to the next.
pub struct House {
    /// The levels to choose from, the configured one first.
    pub levels: Shelf,
    /// What config and command line choose; what counts at once as it was left in the menu, unless the config names it.
    pub configured: NewGame,
    /// The options that the config names.
    pub named: Vec<OptionKey>,
    /// Whether the command line names the level: then it is not replaced by the last choice in the menu.
    pub level_told: bool,
    /// How fast pieces slide.
    pub speed: Speed,
    /// Seed of the computer's choices, if they are to be repeatable.
    pub seed: Option<u64>,
    /// Where the choices made in the menu are kept, if the system has a place for that.
    pub store: Option<PathBuf>,
    /// The games that were played, and the one that was left.
    pub games: Games,
}

impl House {
    /// The first screen: the game as configured, with the offer to go on with one that was left, or the menu if `menu`
    /// or the choices at the start say so.
    pub fn first_screen(self: Rc<Self>, menu: bool) -> Result<Box<dyn Screen>, String> {
        if let Some(left) = self.games.take_left() {
            let remark = self.games.take_remark();
            return Ok(Box::new(self.offer(left)?.with_remark(remark)));
        }
        if menu || self.configured.options.is_on(OptionKey::StartMenu) {
            let mut remembered = self.remembered();
            // What the config names counts more than what was left in the menu.
            remembered.options.take_live(&self.configured.options);
            let below = Below::Nothing(self.configured.clone());
            return Ok(Box::new(Menu::new(self, remembered, below)));
        }
        let (position, name) = self.level(&self.configured)?;
        let screen = self.game(&position, &name, &self.configured)?;
        Ok(Box::new(screen.with_remark(self.games.take_remark())))
    }

    /// The position of the level that `choices` name, and its name if it is of the person's own making.
    pub fn level(&self, choices: &NewGame) -> Result<(Position, String), String> {
        let levels = self.levels.all();
        // A level that was there the last time may be gone; the configured one is always there.
        let level = levels.iter().find(|level| level.id == choices.level).or(levels.first());
        let level = level.ok_or("There is no level to play.")?;
        Ok((level.position.clone(), if level.is_own() { level.title.clone() } else { String::new() }))
    }

    /// The screen of a new game by `choices` from `position`, which is of the person's own making if it has a `name`.
    pub fn game(
        self: &Rc<Self>,
        position: &Position,
        name: &str,
        choices: &NewGame,
    ) -> Result<PlayScreen, String> {
        let side = self.side(choices);
        let game = Game::new(GameSetup {
            position: by_options(position, &choices.options)?,
            players: choices.players(side),
            controls: choices.time_controls(side),
            options: choices.options,
        });
        let keeper = self.games.keeper(game.position().variant(), None);
        let screen = self.screen(game, side, choices, keeper);
        Ok(screen
            .with_editor(self.editor(position, name))
            .with_new_game(self.another(position, name, choices)))
    }

    /// The colour the person plays by `choices`; chance decides where they leave it to chance.
    pub fn side(&self, choices: &NewGame) -> Color {
        let coin = if rand::random() { Color::White } else { Color::Black };
        choices.color.resolve(coin)
    }

    /// The screen of `game`, kept by `keeper`, with all that leads from it to other games by `choices`.
    pub fn screen(
        self: &Rc<Self>,
        game: Game,
        side: Color,
        choices: &NewGame,
        keeper: Option<Box<dyn Keeper>>,
    ) -> PlayScreen {
        let manner = ComputerSettings {
            seed: self.seed.unwrap_or_else(rand::random),
            repeatable: self.seed.is_some(),
            pause: PAUSE,
        };
        let texts = self.texts(game.position().variant(), choices);
        let thinker = opponents::thinker(choices.options.get(OptionKey::Difficulty));
        let session =
            Session::new(game, Box::new(Threaded::new(thinker)), manner).with_adviser(opponents::adviser());
        let house = Rc::clone(self);
        let screen = PlayScreen::new(session, self.speed)
            .with_options(choices.options)
            .with_seat(side)
            .with_texts(texts)
            .with_analysis(Box::new(|| Means {
                adviser: opponents::adviser(),
                effort: AnalysisLimits::default(),
            }))
            .with_menu(Box::new(move |options, busy| {
                let mut choices = house.remembered();
                choices.options.take_live(options);
                Box::new(Menu::new(Rc::clone(&house) as Rc<dyn Starter>, choices, Below::Game(busy)))
            }));
        match keeper {
            Some(keeper) => screen.with_keeper(keeper),
            None => screen,
        }
    }

    /// The choices made last in the menu; before the first time those of the config.
    fn remembered(&self) -> NewGame {
        let Some(path) = &self.store else { return self.configured.clone() };
        let mut choices = settings_file::load(path, &self.configured);
        if self.level_told {
            choices.level.clone_from(&self.configured.level);
        }
        choices
    }
}

impl Starter for House {
    fn levels(&self) -> Rc<[Level]> {
        self.levels.all()
    }

    fn start(self: Rc<Self>, choices: &NewGame) -> Result<Box<dyn Screen>, String> {
        let (position, name) = self.level(choices)?;
        let screen = self.game(&position, &name, choices)?;
        // A menu that was the first screen has told nothing yet.
        Ok(Box::new(screen.with_remark(self.games.take_remark())))
    }

    fn start_from(self: Rc<Self>, position: &Position, choices: &NewGame) -> Result<Box<dyn Screen>, String> {
        Ok(Box::new(self.game(position, "", choices)?.with_remark(self.games.take_remark())))
    }

    fn puzzles(&self, options: &Options) -> Result<Box<dyn Screen>, String> {
        puzzles::packaged_screen(self.speed, *options)
    }

    fn keep(&self, name: &str, position: &Position, replace: bool) -> Result<Kept, String> {
        self.levels.keep(name, position, replace)
    }

    fn remember(&self, choices: &NewGame) {
        let Some(path) = &self.store else { return };
        let mut choices = choices.clone();
        let otherwise = NewGame { options: Options::default(), ..self.configured.clone() };
        let before = settings_file::load(path, &otherwise);
        if self.level_told && choices.level == self.configured.level {
            // The command line has chosen that, not the person in the menu.
            choices.level = before.level;
        }
        for &option in LIVE.iter().filter(|option| self.named.contains(*option)) {
            if choices.options.get(option) == self.configured.options.get(option) {
                // The config has set that, not the person in the menu.
                choices.options.set(option, before.options.get(option));
            }
        }
        if let Err(error) = settings_file::save(path, &choices) {
            // A home that cannot be written is no reason to stop a game.
            log::info!("{}: the choices cannot be kept: {error}", path.display());
        }
    }
}

impl House {
    /// The way from a game that began with `position` to the editor.
    pub fn editor(self: &Rc<Self>, position: &Position, name: &str) -> EditorDoor {
        // The game's own variant may differ: by a choice of promotion, or because it is played in the fog.
        let (variant, name, house) = (Arc::clone(position.variant()), name.to_owned(), Rc::clone(self));
        Box::new(move |options, shown| {
            let mut choices = house.remembered();
            choices.options.take_live(options);
            let draft = BoardSetup::new(&variant, shown.pieces, shown.turn);
            let (bottom, busy, name) = (shown.bottom, shown.busy, name.clone());
            let opening = Opening { draft, bottom, choices, name, busy };
            Box::new(Editor::new(Rc::clone(&house) as Rc<dyn Starter>, opening))
        })
    }

    /// The way to another game by `choices` from `position`; where chance decides about the colour, it does so again.
    pub fn another(self: &Rc<Self>, position: &Position, name: &str, choices: &NewGame) -> NewGameDoor {
        let (house, position) = (Rc::clone(self), position.clone());
        let (name, choices) = (name.to_owned(), choices.clone());
        Box::new(move |options| {
            let mut choices = choices.clone();
            choices.options.take_live(options);
            // It has been started before with all that matters.
            Some(Box::new(house.game(&position, &name, &choices).ok()?) as Box<dyn Screen>)
        })
    }
}

/// The position of a level in its variant as the options change it.
fn by_options(position: &Position, options: &Options) -> Result<Position, String> {
    let variant = options.applied_to(position.variant());
    if Arc::ptr_eq(&variant, position.variant()) {
        return Ok(position.clone());
    }
    Position::from_setup(&variant, &position.to_setup()).map_err(|faults| faults.to_string())
}
