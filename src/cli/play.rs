//! `xxlchess play`: from config, level and options to a game in a window.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use directories::ProjectDirs;
use xxlchess::config::{self, Config};
use xxlchess::game::options::Options;
use xxlchess::notation::pgn::PgnGame;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Position, Variant};
use xxlchess::storage::game_reader::GameReader;
use xxlchess::storage::settings_file;
use xxlchess::view::screen::Screen;
use xxlchess::view::widgets::board::animation::Speed;

use super::games::Games;
use super::house::House;
use super::levels::Shelf;
use super::{Failure, PlayArguments, puzzles, warn};

/// The config file looked for in the current folder.
const CONFIG: &str = "config.json";
/// The variant of the game where nothing names another.
const VARIANT: &str = "xxl";
/// The file in the user's config folder that keeps what was chosen last in the menu.
const CHOICES: &str = "menu.json";
/// The folder in the user's data folder that keeps levels of the person's own making.
const LEVELS: &str = "levels";

/// Plays games in a window until it is closed.
pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    let (config, from_file) = load_config(arguments.config.as_deref())?;
    let left = store().map(|path| settings_file::load(&path, &config.choices("")).options);
    let config = match left {
        Some(left) => config.with_live_options(&left),
        None => config,
    };
    let variant = config.with_own_pieces(&choose_variant(arguments, &config)?).map_err(Failure::input)?;
    let library = GameReader::new(&variant);
    let opening = opening(arguments, &config, &library)?;
    let told = arguments.level.is_some() || arguments.variant.is_some() || opening.is_some();
    let named = told || arguments.menu || arguments.resume;
    if arguments.puzzles || !(named || config.levels.is_empty()) {
        let screen = puzzles::screen(&config, &variant, arguments.puzzles)?;
        return open(arguments, &config, screen);
    }
    let position = match &opening {
        // What the menu chooses may be played without fog or choice of promotion.
        Some((game, _)) => library.without_options(&game.start),
        None => load_position(arguments, &config, &variant, from_file)?,
    };
    let look = arguments.resume || !(told || arguments.menu || arguments.seed.is_some());
    let house = Rc::new(house(arguments, &config, &position, Games::open(library, look)));
    let screen = first_screen(&house, arguments, opening).map_err(Failure::input)?;
    open(arguments, &config, screen)
}

/// The game that the command line gives as a text.
fn opening(
    arguments: &PlayArguments,
    config: &Config,
    library: &GameReader,
) -> Result<Option<(PgnGame, Options)>, Failure> {
    let read = match (&arguments.fen, &arguments.pgn) {
        (Some(text), _) => library.read_fen_or_file(text, &config.options),
        (None, Some(path)) => library.read_file(path, &config.options),
        (None, None) => return Ok(None),
    };
    read.map(Some).map_err(Failure::input)
}

/// The screen that the window opens with.
fn first_screen(
    house: &Rc<House>,
    arguments: &PlayArguments,
    opening: Option<(PgnGame, Options)>,
) -> Result<Box<dyn Screen>, String> {
    if let Some(game) = opening {
        return Ok(Box::new(house.open(game, &house.configured.clone())?));
    }
    if arguments.resume {
        match house.games.take_left() {
            Some(left) => return Ok(Box::new(house.resume(&left)?.with_remark(house.games.take_remark()))),
            None => warn("xxlchess: there is no game to go on with; this is a new one"),
        }
    }
    Rc::clone(house).first_screen(arguments.menu)
}

/// What config and command line make of the program: what they say is the first choice of all others.
fn house(arguments: &PlayArguments, config: &Config, position: &Position, games: Games) -> House {
    let fen = arguments.fen.as_ref().map(|_| PathBuf::from("FEN"));
    let text = arguments.pgn.as_ref().or(fen.as_ref());
    let file = text.or(arguments.level.as_ref()).unwrap_or(&config.layout);
    let title =
        file.file_stem().map_or_else(|| "Level".to_owned(), |name| name.to_string_lossy().into_owned());
    let levels = Shelf::new(position, &title, own_levels());
    let all = levels.all();
    House {
        configured: config.choices(all.first().map_or("", |level| &level.id)),
        named: config.named().to_vec(),
        levels,
        level_told: text.is_some() || arguments.level.is_some() || arguments.variant.is_some(),
        speed: Speed { pixels_a_frame: config.piece_movement_speed, longest: config.max_movement_time },
        seed: arguments.seed,
        store: store(),
        games,
    }
}

/// Where the choices made in the menu are kept; the system may have no place for them.
fn store() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "xxlchess")?.config_dir().join(CHOICES))
}

/// Where levels of the person's own making are kept; the system may have no place for them.
fn own_levels() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "xxlchess")?.data_dir().join(LEVELS))
}

/// The config asked for, the one in the current folder, or the built-in one; and whether it comes from a file.
fn load_config(path: Option<&Path>) -> Result<(Config, bool), Failure> {
    let here = Path::new(CONFIG);
    // A link that leads nowhere is a fault to be told, not a config that is not there.
    let missing = matches!(here.symlink_metadata(), Err(error) if error.kind() == ErrorKind::NotFound);
    match path.or_else(|| (!missing).then_some(here)) {
        Some(path) => Ok((Config::load(path).map_err(Failure::input)?, true)),
        None => {
            warn(format_args!(
                "xxlchess: no {CONFIG} in this folder; playing by the built-in config and level"
            ));
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
        announce: arguments.announce,
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
