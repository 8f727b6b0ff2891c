//! `xxlchess play`: from config, level and options to a game in a window.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use xxlchess::config::{self, Config};
use xxlchess::engine::heuristic::Heuristic;
use xxlchess::game::opponent::Threaded;
use xxlchess::game::options::{OptionKey, Options};
use xxlchess::game::session::{Manner, Session};
use xxlchess::game::{Game, GameSetup, Player};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{ByColor, Position, Variant};
use xxlchess::view::animation::Speed;
use xxlchess::view::play::PlayScreen;

use super::{Failure, PlayArguments};

/// The config file looked for in the current folder.
const CONFIG: &str = "config.json";
/// The variant of the game where nothing names another.
const VARIANT: &str = "xxl";
/// The computer's answers come no sooner than this, so that the person can follow them.
const PAUSE: Duration = Duration::from_millis(350);

/// Plays a game in a window until it is closed.
pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    let (config, from_file) = load_config(arguments.config.as_deref())?;
    let variant = config.with_own_pieces(&choose_variant(arguments, &config)?).map_err(Failure::input)?;
    let variant = by_options(variant, &config.options);
    let position = load_position(arguments, &config, &variant, from_file)?;
    let screen = screen(arguments, &config, position);
    open(arguments, &config, screen)
}

/// The config asked for, the one in the current folder, or the built-in one; and whether it comes from a file.
fn load_config(path: Option<&Path>) -> Result<(Config, bool), Failure> {
    let here = Path::new(CONFIG);
    match path.or_else(|| here.exists().then_some(here)) {
        Some(path) => Ok((Config::load(path).map_err(Failure::input)?, true)),
        None => {
            eprintln!("xxlchess: no {CONFIG} in this folder; playing by the built-in config and level");
            Ok((Config::built_in(), false))
        }
    }
}

fn choose_variant(arguments: &PlayArguments, config: &Config) -> Result<Arc<Variant>, Failure> {
    let variants = Variants::built_in();
    let name = arguments.variant.as_deref().or(config.variant.as_deref()).unwrap_or(VARIANT);
    variants.find(name).map_err(|unknown| match (&arguments.variant, &config.variant) {
        (None, Some(_)) => Failure::input(config.error("variant", unknown.to_string())),
        _ => Failure::input(unknown),
    })
}

/// The variant as the options change it.
fn by_options(variant: Arc<Variant>, options: &Options) -> Arc<Variant> {
    if options.get(OptionKey::Promotion) == 0 {
        return variant;
    }
    Arc::new(Variant::new(variant.rules().clone().with_promotion_choice(), variant.start().clone()))
}

fn load_position(
    arguments: &PlayArguments,
    config: &Config,
    variant: &Arc<Variant>,
    from_file: bool,
) -> Result<Position, Failure> {
    if let Some(path) = &arguments.level {
        return config::load_level(path, variant, config.bottom).map_err(Failure::input);
    }
    if arguments.variant.is_some() {
        return Position::start(variant).map_err(Failure::input);
    }
    if from_file {
        return config.load_level(variant).map_err(Failure::input);
    }
    let level = config::built_in_level().as_bytes();
    config::parse_level(&config.layout, level, variant, config.bottom).map_err(Failure::input)
}

fn screen(arguments: &PlayArguments, config: &Config, position: Position) -> PlayScreen {
    let controls = config.controls();
    let human = |color| color == config.player_color;
    let game = Game::new(GameSetup {
        position,
        players: ByColor::from_fn(|c| if human(c) { Player::Human } else { Player::Computer }),
        controls: ByColor::from_fn(|color| Some(controls[color])),
        options: config.options,
    });
    let manner = Manner {
        seed: arguments.seed.unwrap_or_else(rand::random),
        repeatable: arguments.seed.is_some(),
        pause: PAUSE,
    };
    let opponent = Threaded::new(Box::new(Heuristic));
    let session = Session::new(game, Box::new(opponent), manner);
    let speed = Speed { pixels_a_frame: config.piece_movement_speed, longest: config.max_movement_time };
    PlayScreen::new(session, speed)
}

#[cfg(feature = "gui")]
fn open(arguments: &PlayArguments, config: &Config, screen: PlayScreen) -> Result<(), Failure> {
    use xxlchess::gui::{WindowOptions, run};
    use xxlchess::view::shell::Shell;

    let options = WindowOptions {
        title: "XXL chess".to_owned(),
        width: 792,
        height: 672,
        exit_after: arguments.exit_after,
        frame_stats: arguments.frame_stats,
        drawings: drawings(config).map_err(Failure::input)?,
    };
    run(options, move || Box::new(Shell::new(Box::new(screen)))).map_err(Failure::input)
}

/// The drawings of the config's own pieces, each tried.
#[cfg(feature = "gui")]
fn drawings(config: &Config) -> Result<Vec<xxlchess::gui::Drawing>, config::FileError> {
    let drawing = |own: config::OwnDrawing| {
        let drawing = xxlchess::gui::Drawing::new(&own.name, own.svg);
        drawing.map_err(|fault| config.error(&own.key, format!("{}: {fault}", own.file.display())))
    };
    config.drawings()?.into_iter().map(drawing).collect()
}

#[cfg(not(feature = "gui"))]
fn open(_: &PlayArguments, _: &Config, _: PlayScreen) -> Result<(), Failure> {
    Err(Failure::input("this program was built without a window (feature \"gui\")"))
}
