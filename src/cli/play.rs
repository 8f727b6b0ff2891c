//! `xxlchess play`: from config, level and options to a game in a window.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use directories::ProjectDirs;
use xxlchess::config::{self, Config};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Position, Variant};
use xxlchess::view::animation::Speed;
use xxlchess::view::screen::Screen;

use super::house::House;
use super::{Failure, PlayArguments, levels, puzzles};

/// The config file looked for in the current folder.
const CONFIG: &str = "config.json";
/// The variant of the game where nothing names another.
const VARIANT: &str = "xxl";
/// The file in the user's config folder that keeps what was chosen last in the menu.
const CHOICES: &str = "menu.json";

/// Plays games in a window until it is closed.
pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    let (config, from_file) = load_config(arguments.config.as_deref())?;
    let variant = config.with_own_pieces(&choose_variant(arguments, &config)?).map_err(Failure::input)?;
    let named = arguments.level.is_some() || arguments.variant.is_some() || arguments.menu;
    if arguments.puzzles || !(named || config.levels.is_empty()) {
        let screen = puzzles::screen(&config, &variant, arguments.puzzles)?;
        return open(arguments, &config, screen);
    }
    let position = load_position(arguments, &config, &variant, from_file)?;
    let house = house(arguments, &config, &position);
    let screen = Rc::new(house).first_screen(arguments.menu).map_err(Failure::input)?;
    open(arguments, &config, screen)
}

/// What config and command line make of the program: what they say is the first choice of all others.
fn house(arguments: &PlayArguments, config: &Config, position: &Position) -> House {
    let file = arguments.level.as_ref().unwrap_or(&config.layout);
    let title =
        file.file_stem().map_or_else(|| "Level".to_owned(), |name| name.to_string_lossy().into_owned());
    let levels = levels::offered(position, &title);
    let first = levels.first().map_or("", |level| &level.id);
    House {
        configured: config.choices(first),
        levels,
        level_told: arguments.level.is_some() || arguments.variant.is_some(),
        speed: Speed { pixels_a_frame: config.piece_movement_speed, longest: config.max_movement_time },
        seed: arguments.seed,
        store: store(),
    }
}

/// Where the choices made in the menu are kept; the system may have no place for them.
fn store() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "xxlchess")?.config_dir().join(CHOICES))
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

#[cfg(feature = "gui")]
fn open(arguments: &PlayArguments, config: &Config, screen: Box<dyn Screen>) -> Result<(), Failure> {
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
    run(options, move || Box::new(Shell::new(screen))).map_err(Failure::input)
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
fn open(_: &PlayArguments, _: &Config, _: Box<dyn Screen>) -> Result<(), Failure> {
    Err(Failure::input("this program was built without a window (feature \"gui\")"))
}
