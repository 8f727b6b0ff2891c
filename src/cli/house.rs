//! Where games come from: every choice, made by config, command line or menu, becomes a screen here.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use xxlchess::config::remembered;
use xxlchess::game::choices::Choices;
use xxlchess::game::opponent::Threaded;
use xxlchess::game::options::{OptionKey, Options};
use xxlchess::game::session::{Manner, Session};
use xxlchess::game::{Game, GameSetup};
use xxlchess::rules::{Color, Position, Variant};
use xxlchess::view::animation::Speed;
use xxlchess::view::menu::{Below, Level, Menu, Starter};
use xxlchess::view::play::PlayScreen;
use xxlchess::view::screen::Screen;

use super::opponents;

/// The computer's answers come no sooner than this, so that the person can follow them.
const PAUSE: Duration = Duration::from_millis(350);

/// What stays the same from one game to the next.
pub struct House {
    /// The levels to choose from, the configured one first.
    pub levels: Vec<Level>,
    /// What config and command line choose.
    pub configured: Choices,
    /// Whether the command line names the level: then it is not replaced by the last choice in the menu.
    pub level_told: bool,
    /// How fast pieces slide.
    pub speed: Speed,
    /// Seed of the computer's choices, if they are to be repeatable.
    pub seed: Option<u64>,
    /// Where the choices made in the menu are kept, if the system has a place for that.
    pub store: Option<PathBuf>,
}

impl House {
    /// The first screen: the game as configured, or the menu if `menu`, the config or the person's last choice in
    /// the menu says so.
    pub fn first_screen(self: Rc<Self>, menu: bool) -> Result<Box<dyn Screen>, String> {
        let remembered = self.remembered();
        let wanted = |choices: &Choices| choices.options.is_on(OptionKey::StartMenu);
        if menu || wanted(&self.configured) || wanted(&remembered) {
            let below = Below::Nothing(self.configured.clone());
            return Ok(Box::new(Menu::new(self, remembered, below)));
        }
        let configured = self.configured.clone();
        self.start(&configured)
    }

    /// The choices made last in the menu; before the first time those of the config.
    fn remembered(&self) -> Choices {
        let Some(path) = &self.store else { return self.configured.clone() };
        let mut choices = remembered::load(path, &self.configured);
        if self.level_told {
            choices.level.clone_from(&self.configured.level);
        }
        choices
    }
}

impl Starter for House {
    fn levels(&self) -> &[Level] {
        &self.levels
    }

    fn start(self: Rc<Self>, choices: &Choices) -> Result<Box<dyn Screen>, String> {
        // A level that was there the last time may be gone; the configured one is always there.
        let level = self.levels.iter().find(|level| level.id == choices.level).or(self.levels.first());
        let level = level.ok_or("There is no level to play.")?;
        let coin = if rand::random() { Color::White } else { Color::Black };
        let side = choices.side.color(coin);
        let game = Game::new(GameSetup {
            position: by_options(&level.position, &choices.options)?,
            players: choices.players(side),
            controls: choices.controls(side),
            options: choices.options,
        });
        let manner = Manner {
            seed: self.seed.unwrap_or_else(rand::random),
            repeatable: self.seed.is_some(),
            pause: PAUSE,
        };
        let thinker = opponents::thinker(choices.options.get(OptionKey::Difficulty));
        let session = Session::new(game, Box::new(Threaded::new(thinker)), manner);
        let house = Rc::clone(&self);
        let screen = PlayScreen::new(session, self.speed)
            .with_options(choices.options)
            .with_seat(side)
            .with_menu(Box::new(move |options, busy| {
                let mut choices = house.remembered();
                choices.options.take_live(options);
                Box::new(Menu::new(Rc::clone(&house) as Rc<dyn Starter>, choices, Below::Game(busy)))
            }));
        Ok(Box::new(screen))
    }

    fn remember(&self, choices: &Choices) {
        if let Some(path) = &self.store
            && let Err(error) = remembered::store(path, choices)
        {
            // A home that cannot be written is no reason to stop a game.
            log::info!("{}: the choices cannot be kept: {error}", path.display());
        }
    }
}

/// The position of a level in its variant as the options change it.
fn by_options(position: &Position, options: &Options) -> Result<Position, String> {
    if options.get(OptionKey::Promotion) == OptionKey::Promotion.row().default {
        return Ok(position.clone());
    }
    let variant = position.variant();
    let free = Variant::new(variant.rules().clone().with_promotion_choice(), variant.start().clone());
    Position::from_setup(&Arc::new(free), &position.to_setup()).map_err(|faults| faults.to_string())
}
