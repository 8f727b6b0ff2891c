//! `xxlchess play`: starts the program in a window, by the config file and the arguments.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use xxlchess::app::{App, AppSetup, COMPUTER_PAUSE, Computers, FirstScreen};
use xxlchess::config::{self, Config, FileError};
use xxlchess::game::engines::EngineList;
use xxlchess::game::options::OpponentKind;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::platform::folders;
use xxlchess::rules::{Position, Variant};
use xxlchess::storage::Storage;
use xxlchess::storage::game_reader::GameReader;
use xxlchess::uci_engine;
use xxlchess::view::screen::Action;
use xxlchess::view::screens::dialogs::Question;
use xxlchess::view::widgets::board::animation::Speed;

use super::{Failure, PlayArguments, warn};

#[cfg(feature = "gui")]
use xxlchess::gui::OwnDrawings;
/// A program without a window has no drawings.
#[cfg(not(feature = "gui"))]
#[derive(Clone, Default)]
struct OwnDrawings {}

/// Name of the config file in the current folder.
const CONFIG: &str = "config.json";
/// Width and height in pixels of the window at the first start: a board of 672 and a sidebar of 120 pixels.
#[cfg(feature = "gui")]
const WINDOW_SIZE: (u16, u16) = (792, 672);
/// The default variant of a config file.
const VARIANT: &str = "xxl";
/// The default variant without a config file.
const VARIANT_WITHOUT_CONFIG: &str = "xxlm";

/// Plays games in a window until it is closed.
pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    let storage = Storage { data_dir: folders::data(), config_dir: folders::config() };
    let files = [&arguments.level, &arguments.pgn, &arguments.analyse];
    let names_files = files.iter().any(|path| path.is_some());
    let names_files = names_files || arguments.fen.is_some() || arguments.engine.is_some();
    let (app, drawings) = match load(arguments, &storage) {
        // A faulty config in the current folder may belong to another program, and a player who starts the game from
        // the desktop sees no terminal. So the window opens with a question, unless the command line names a file or an
        // engine, which may be the faulty one.
        Err(failure) if arguments.config.is_none() && !names_files && Path::new(CONFIG).exists() => {
            warn(format_args!("xxlchess: {}", failure.message));
            let drawings = OwnDrawings::default();
            (without_config(arguments, &storage, drawings.clone(), &failure)?, drawings)
        }
        loaded => loaded?,
    };
    app.warnings().iter().for_each(|warning| warn(format_args!("xxlchess: {warning}")));
    open_window(arguments, drawings, storage, app)
}

/// Creates the app by config and arguments. Returns it with the drawings of the player's own pieces.
fn load(arguments: &PlayArguments, storage: &Storage) -> Result<(App, OwnDrawings), Failure> {
    let mut arguments = arguments.clone();
    let (config, from_file) = load_config(arguments.config.as_deref())?;
    let settings = storage.load_settings(&config.new_game(""));
    let mut config = config.with_live_options(&settings.options);
    let mut engines = storage.load_engines();
    if let Some(command) = &arguments.engine {
        let info = uci_engine::test(command, &AtomicBool::new(false)).map_err(Failure::input)?;
        let index = engines.add(command, info);
        let entry = &engines.entries[index];
        let is_free = [&arguments.level, &arguments.pgn].iter().all(|path| path.is_none());
        if is_free && arguments.fen.is_none() && arguments.variant.is_none() {
            // Most engines play chess only.
            let configured = choose_variant(&storage.variants().0, &arguments, &config, from_file)?;
            arguments.variant = (!entry.info.plays(&configured)).then(|| "chess".to_owned());
        }
        engines.opponent = entry.name().to_owned();
        config.options.opponent = OpponentKind::Engine;
    }
    let drawings = own_drawings(&config).map_err(Failure::input)?;
    let setup = setup(&arguments, &config, from_file, storage.clone(), drawings.clone())?;
    let setup = AppSetup { engines, ..setup };
    let app = App::new(setup).map_err(|reason| match &arguments.analyse {
        Some(path) => Failure::input(FileError::new(path, reason)),
        None => Failure::input(reason),
    })?;
    Ok((app, drawings))
}

/// Creates the app with the built-in config. It opens with the question whether to play without the faulty one.
fn without_config(
    arguments: &PlayArguments,
    storage: &Storage,
    drawings: OwnDrawings,
    failure: &Failure,
) -> Result<App, Failure> {
    let setup = setup(arguments, &config_without_file(), false, storage.clone(), drawings)?;
    let setup = AppSetup { engines: storage.load_engines(), ..setup };
    let text = format!("{CONFIG} cannot be used: {}. Play without it?", failure.message);
    let question = Question::new(text, "Play", Action::OpenHome);
    Ok(App::with_screen(setup, Box::new(question)))
}

/// Merges config and arguments into the setup of the app.
fn setup(
    arguments: &PlayArguments,
    config: &Config,
    from_file: bool,
    storage: Storage,
    drawings: OwnDrawings,
) -> Result<AppSetup, Failure> {
    // The app reads the files again and shows their faults.
    let (variants, _) = storage.variants();
    let variant = choose_variant(&variants, arguments, config, from_file)?;
    let variant = config.with_own_pieces(&variant).map_err(Failure::input)?;
    let reader = GameReader::new(&variant).with_variants(variants);
    let first_screen = first_screen(arguments, config, from_file, &variant, &reader)?;
    let (position, remark) = match &first_screen {
        // The menu may start a game from this position with other options. So the position is in the variant without
        // the changes that the options of the text make.
        FirstScreen::Text(game, _) => (reader.without_options(game.start()), None),
        FirstScreen::BuiltInPuzzles | FirstScreen::Puzzles(_) | FirstScreen::Learn => {
            (Position::start(&variant).map_err(Failure::input)?, None)
        }
        _ => load_position(arguments, config, &variant, from_file)?,
    };
    let file = arguments.pgn.as_ref().or(arguments.level.as_ref()).unwrap_or(&config.layout);
    let title = match file.file_stem() {
        _ if arguments.fen.is_some() => "Your position".to_owned(),
        Some(name) => name.to_string_lossy().into_owned(),
        None => "Level".to_owned(),
    };
    let PlayArguments { fen, pgn, level, variant, .. } = arguments;
    Ok(AppSetup {
        level: (position, title),
        remark,
        choices: config.new_game(""),
        set_by_config: config.named.clone(),
        level_on_command_line: pgn.is_some() || level.is_some() || fen.is_some() || variant.is_some(),
        speed: Speed { pixels_a_frame: config.piece_movement_speed, longest: config.max_movement_time },
        seed: arguments.seed,
        pause: COMPUTER_PAUSE,
        reader,
        storage,
        computers: Computers::threaded(),
        engines: EngineList::default(),
        first_screen,
        page: None,
        program: std::env::current_exe().ok(),
        export: export(drawings.clone()),
        add_drawing: add_drawing(drawings),
    })
}

/// The first screen.
fn first_screen(
    arguments: &PlayArguments,
    config: &Config,
    from_file: bool,
    variant: &Arc<Variant>,
    reader: &GameReader,
) -> Result<FirstScreen, Failure> {
    if let Some(path) = &arguments.analyse {
        return Ok(FirstScreen::Analysis(super::analyse::read(path)?));
    }
    let text = match (&arguments.fen, &arguments.pgn) {
        (Some(text), _) => Some(reader.read_fen_or_file(text, &config.options)),
        (None, Some(path)) => Some(reader.read_file(path, &config.options)),
        (None, None) => None,
    };
    let text = text.transpose().map_err(Failure::input)?;
    let level = arguments.level.is_some() || arguments.variant.is_some();
    let is_chosen = level || arguments.seed.is_some() || arguments.engine.is_some();
    Ok(match text {
        _ if arguments.learn => FirstScreen::Learn,
        _ if arguments.puzzles => FirstScreen::BuiltInPuzzles,
        Some((game, options)) => FirstScreen::Text(Box::new(game), options),
        None if arguments.resume => FirstScreen::Resume,
        None if arguments.menu => FirstScreen::Menu,
        None if !from_file && !is_chosen => FirstScreen::Home,
        None if level || config.levels.is_empty() => FirstScreen::Game { search: !is_chosen },
        None => FirstScreen::Puzzles(config.load_puzzles(variant).map_err(Failure::input)?),
    })
}

/// Loads the config: the file at `path`, or if it is `None` the file in the current folder, or if there is none the
/// built-in config. Also returns whether the config was read from a file.
fn load_config(path: Option<&Path>) -> Result<(Config, bool), Failure> {
    let here = Path::new(CONFIG);
    // A broken symbolic link counts as present, so that the player gets an error.
    let missing = matches!(here.symlink_metadata(), Err(error) if error.kind() == ErrorKind::NotFound);
    match path.or_else(|| (!missing).then_some(here)) {
        Some(path) => Ok((Config::load(path).map_err(Failure::input)?, true)),
        None => {
            log::info!("no {CONFIG} in this folder; using the built-in settings");
            Ok((config_without_file(), false))
        }
    }
}

/// The config that is used if there is no file.
fn config_without_file() -> Config {
    let mut config = Config::built_in();
    // Newcomers do not expect promotion in the middle of the board. The game of a config file has the options of the file.
    config.options.promotion_line = true;
    config
}

fn choose_variant(
    variants: &Variants,
    arguments: &PlayArguments,
    config: &Config,
    from_file: bool,
) -> Result<Arc<Variant>, Failure> {
    let default = if from_file { VARIANT } else { VARIANT_WITHOUT_CONFIG };
    let name = arguments.variant.as_deref().or(config.variant.as_deref()).unwrap_or(default);
    variants.find(name).map_err(|unknown| match (&arguments.variant, &config.variant) {
        (None, Some(_)) => Failure::input(config.error("variant", unknown.to_string())),
        _ => super::variants::unknown(&unknown),
    })
}

/// The position of the first level, with a remark about its file.
fn load_position(
    arguments: &PlayArguments,
    config: &Config,
    variant: &Arc<Variant>,
    from_file: bool,
) -> Result<(Position, Option<String>), Failure> {
    let path = match &arguments.level {
        Some(path) => Some(path),
        None if arguments.variant.is_some() => {
            return Ok((Position::start(variant).map_err(Failure::input)?, None));
        }
        None => from_file.then_some(&config.layout),
    };
    if let Some(path) = path {
        return config.load_level(path, variant).map_err(Failure::input);
    }
    let level = config::built_in_level().as_bytes();
    let position = config::parse_level(&config.layout, level, variant, config.bottom);
    Ok((position.map_err(Failure::input)?, None))
}

#[cfg(feature = "gui")]
fn open_window(
    arguments: &PlayArguments,
    drawings: OwnDrawings,
    storage: Storage,
    mut app: App,
) -> Result<(), Failure> {
    use xxlchess::gui::{WindowOptions, run};

    let options = WindowOptions {
        title: "XXL chess".to_owned(),
        size: storage.load_window_size().unwrap_or(WINDOW_SIZE),
        on_close: Box::new(move |size| {
            if let Err(error) = storage.save_window_size(size) {
                warn(format_args!("xxlchess: the size of the window cannot be saved: {error}"));
            }
        }),
        exit_after: arguments.exit_after,
        frame_stats: arguments.frame_stats,
        announce: arguments.announce,
        drawings,
    };
    run(options, move || move |input: &_| app.frame(input)).map_err(Failure::input)
}

#[cfg(feature = "gui")]
use xxlchess::gui::export;

#[cfg(feature = "gui")]
fn own_drawings(config: &Config) -> Result<OwnDrawings, FileError> {
    config.drawings(|name, svg| xxlchess::gui::Drawing::new(name, &svg)).map(OwnDrawings::new)
}

#[cfg(feature = "gui")]
fn add_drawing(drawings: OwnDrawings) -> Box<xxlchess::view::picture::AddDrawing> {
    Box::new(move |name, svg| drawings.add(name, svg).map_err(|error| error.to_string()))
}

/// A program without a window reads the files of drawings, but does not parse them.
#[cfg(not(feature = "gui"))]
fn own_drawings(config: &Config) -> Result<OwnDrawings, FileError> {
    config.drawings(|_, svg| Ok::<_, std::convert::Infallible>(svg)).map(|_| OwnDrawings {})
}

#[cfg(not(feature = "gui"))]
fn add_drawing(_: OwnDrawings) -> Box<xxlchess::view::picture::AddDrawing> {
    Box::new(|_, _| Ok(()))
}

/// A program without a window draws no pictures.
#[cfg(not(feature = "gui"))]
fn export(_: OwnDrawings) -> Box<xxlchess::view::picture::Export> {
    Box::new(|_, _| Box::new(|| Err("this program was built without a window".to_owned())))
}

#[cfg(not(feature = "gui"))]
fn open_window(_: &PlayArguments, _: OwnDrawings, _: Storage, _: App) -> Result<(), Failure> {
    Err(Failure::input("this program was built without a window (feature \"gui\")"))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    /// The setup of a start with these arguments.
    fn start(arguments: &[&str], from_file: bool) -> AppSetup {
        let all = ["xxlchess"].iter().chain(arguments);
        let arguments = crate::cli::Arguments::try_parse_from(all).expect("valid arguments");
        let storage = Storage::default();
        let config = if from_file { Config::built_in() } else { config_without_file() };
        setup(&arguments.play, &config, from_file, storage, OwnDrawings::default()).expect("a setup")
    }

    /// Without a config file the program opens the home screen, and the variant is `xxlm`. If the arguments name a game, that
    /// game is opened. The config of the assignment opens its game of `xxl`.
    #[test]
    fn the_home_screen_replaces_a_missing_config() {
        let name = |setup: &AppSetup| setup.level.0.variant().rules().name.clone();
        let home = start(&[], false);
        assert!(matches!(home.first_screen, FirstScreen::Home));
        assert_eq!(name(&home), "xxlm");
        assert!(home.choices.options.promotion_line);
        let config = start(&[], true);
        assert!(matches!(config.first_screen, FirstScreen::Game { search: true }));
        assert_eq!(name(&config), "xxl");
        assert!(!config.choices.options.promotion_line);
        for arguments in [["--seed", "1"], ["--variant", "chess"]] {
            let game = start(&arguments, false);
            assert!(matches!(game.first_screen, FirstScreen::Game { search: false }), "{arguments:?}");
        }
    }
}
